//! Legal actions as a value.

mod generate;

use core::ops::ControlFlow;

use crate::action::Action;
use crate::position::{Position, team_bits};
use crate::ruleset::Ruleset;
use crate::space::{ACTION_SPACE, ActionNumber, Frame};
use crate::square::Square;
use crate::team::PieceId;

const WORDS: usize = ACTION_SPACE.div_ceil(64);

/// No position has more legal actions than this; a caller's buffer of this size always suffices.
///
/// In an action phase a piece has at most 4 single steps (a movement or a stack each) and 8 two-square moves, each of
/// which is at most a movement, 4 dodges or 3 tactical dodges: 36, so 252 for seven pieces. Short and long passes
/// exclude each other on a square (a long pass keeps its distance from teammates) and need it empty: at most 109.
/// Hand-offs 6, cards 16, `convert` and `end`: 385 in all. Tasks are fewer: a piece has at most 24 releases or 4
/// stand-ups, 168 together. A pending card allows a part of these, or 8 runs or 4 knock-downs a piece.
pub const MAX_LEGAL_ACTIONS: usize = 385;

/// The legal actions of a position: an owned snapshot in ascending [action number](crate::space).
///
/// It is a set over the action space, 136 bytes that hold every action; nothing is written out until asked for.
/// Besides a list it is therefore an action mask ([`words`](Self::words)).
///
/// ```
/// use ball_core::{Position, Ruleset};
/// let rules = Ruleset::standard();
/// let legal = Position::start(&rules).legal_actions(&rules);
/// let texts: Vec<_> = legal.iter().map(|action| action.display(&rules).to_string()).collect();
/// assert_eq!(texts.len(), legal.len());
/// assert_eq!(legal.get(0), legal.iter().next());
/// assert!(texts.contains(&"end".to_string()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalActions {
    words: [u64; WORDS],
    frame: Frame,
}

impl LegalActions {
    fn empty(position: &Position) -> Self {
        Self { words: [0; WORDS], frame: position.frame() }
    }

    /// Number of legal actions.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        // Carry-save adders: the words are added column by column into four numbers of ones, twos, fours and eights, so
        // that four words are counted instead of fifteen (Harley and Seal, in Warren, Hacker's Delight, 5-1).
        let w = &self.words;
        let (a, a2) = add(w[0], w[1], w[2]);
        let (b, b2) = add(w[3], w[4], w[5]);
        let (c, c2) = add(w[6], w[7], w[8]);
        let (d, d2) = add(w[9], w[10], w[11]);
        let (e, e2) = add(w[12], w[13], w[14]);
        let (f, f2) = add(a, b, c);
        let (ones, g2) = add(d, e, f);
        let (h, h4) = add(a2, b2, c2);
        let (i, i4) = add(d2, e2, f2);
        let (twos, j4) = add(g2, h, i);
        let (fours, eights) = add(h4, i4, j4);
        let counts = [ones, twos, fours, eights].map(|word| word.count_ones() as usize);
        counts[0] + 2 * counts[1] + 4 * counts[2] + 8 * counts[3]
    }

    /// Whether there is none, which is so exactly when the game is over (with the ruleset the position was made with).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// The `n`-th legal action, from 0.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Action> {
        self.frame.action(self.number(n)?)
    }

    /// The number of the `n`-th legal action, from 0.
    #[must_use]
    pub fn number(&self, n: usize) -> Option<ActionNumber> {
        let mut left = n;
        for (i, &word) in self.words.iter().enumerate() {
            let sums = byte_sums(word);
            let here = (sums >> 56) as usize;
            if left < here {
                return Some(ActionNumber::from_raw(i as u16 * 64 + select(word, sums, left as u32) as u16));
            }
            left -= here;
        }
        None
    }

    /// Whether this action is legal.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        let stands_there = |piece: usize| action.from().is_none_or(|from| self.frame.squares[piece] == from);
        (0..PieceId::PER_TEAM)
            .filter(|&piece| stands_there(piece))
            .any(|piece| self.frame.number(action, piece).is_some_and(|number| self.contains_number(number)))
    }

    /// Whether the action with this number is legal.
    #[must_use]
    pub const fn contains_number(&self, number: ActionNumber) -> bool {
        self.words[number.index() / 64] >> (number.index() % 64) & 1 != 0
    }

    /// The action mask: bit `n % 64` of word `n / 64` tells whether the action with number `n` is legal.
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// Writes the action mask with a byte for each number: 1 where the action is legal, else 0.
    ///
    /// ```
    /// use ball_core::{ACTION_SPACE, Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let legal = Position::start(&rules).legal_actions(&rules);
    /// let mut mask = [0; ACTION_SPACE];
    /// legal.write_mask(&mut mask);
    /// assert_eq!(mask.iter().filter(|&&byte| byte == 1).count(), legal.len());
    /// ```
    pub fn write_mask(&self, mask: &mut [u8; ACTION_SPACE]) {
        for (place, word) in self.words.into_iter().enumerate() {
            for (byte, bits) in word.to_le_bytes().into_iter().enumerate() {
                let start = place * 64 + byte * 8;
                let spread = spread(bits).to_le_bytes();
                // The space ends within a byte's eight.
                let width = (ACTION_SPACE - start.min(ACTION_SPACE)).min(8);
                if width == 8 {
                    mask[start..start + 8].copy_from_slice(&spread);
                } else {
                    mask[start.min(ACTION_SPACE)..].copy_from_slice(&spread[..width]);
                }
            }
        }
    }

    /// The numbers of the legal actions, ascending.
    #[must_use]
    pub fn numbers(&self) -> LegalNumbers<'_> {
        LegalNumbers { word: self.words[0], place: 0, words: &self.words }
    }

    /// The legal actions in ascending number.
    #[must_use]
    pub fn iter(&self) -> LegalActionsIter<'_> {
        LegalActionsIter { numbers: self.numbers(), frame: &self.frame }
    }

    #[inline(always)]
    fn insert(&mut self, number: u16) {
        self.words[usize::from(number) / 64] |= 1 << (number % 64);
    }

    /// Adds up to 64 actions whose numbers start at `base`.
    #[inline(always)]
    fn insert_bits(&mut self, base: u16, bits: u64) {
        let (word, shift) = (usize::from(base) / 64, base % 64);
        self.words[word] |= bits << shift;
        if shift > 0 && word + 1 < WORDS {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }
}

/// Adds three words column by column: sums and carries.
#[inline(always)]
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

const BYTES: u64 = 0x0101_0101_0101_0101;

/// A byte of 1 or 0 for each bit, the lowest first.
#[inline(always)]
const fn spread(bits: u8) -> u64 {
    // In each byte one of the bits, then a carry into its top bit if there is one.
    let picked = (BYTES * bits as u64) & 0x8040_2010_0804_0201;
    (picked + 0x7F * BYTES) >> 7 & BYTES
}

/// In each byte the number of set bits up to and including it; the last holds the number of all.
#[inline(always)]
const fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(BYTES)
}

/// Place of the `n`-th set bit, where there are more than `n`.
#[inline(always)]
fn select(word: u64, sums: u64, n: u32) -> u32 {
    // The bytes that end before it: no byte's sum passes 64, so bit 7 is free to tell which are at most n.
    let before = (BYTES * (n as u64 | 0x80)).wrapping_sub(sums) >> 7 & BYTES;
    let place = ((before.wrapping_mul(BYTES) >> 56) * 8) as u32;
    let left = n - (sums << 8 >> place & 0xFF) as u32;
    let mut rest = word >> place;
    // Seven conditional moves rather than a loop whose end can't be foreseen.
    for i in 0..7 {
        rest = if i < left { rest & rest.wrapping_sub(1) } else { rest };
    }
    place + rest.trailing_zeros()
}

impl<'a> IntoIterator for &'a LegalActions {
    type Item = Action;
    type IntoIter = LegalActionsIter<'a>;

    fn into_iter(self) -> LegalActionsIter<'a> {
        self.iter()
    }
}

/// Iterator over the numbers of legal actions; made by [`LegalActions::numbers`].
#[derive(Clone, Debug)]
pub struct LegalNumbers<'a> {
    word: u64,
    place: usize,
    words: &'a [u64; WORDS],
}

impl Iterator for LegalNumbers<'_> {
    type Item = ActionNumber;

    #[inline]
    fn next(&mut self) -> Option<ActionNumber> {
        while self.word == 0 {
            self.place += 1;
            self.word = *self.words.get(self.place)?;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(ActionNumber::from_raw(self.place as u16 * 64 + bit as u16))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let later = self.words.get(self.place + 1..).unwrap_or_default();
        let left = later.iter().fold(self.word.count_ones(), |sum, word| sum + word.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for LegalNumbers<'_> {}

/// Iterator over legal actions; made by [`LegalActions::iter`].
#[derive(Clone, Debug)]
pub struct LegalActionsIter<'a> {
    numbers: LegalNumbers<'a>,
    frame: &'a Frame,
}

impl Iterator for LegalActionsIter<'_> {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        self.frame.action(self.numbers.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }

    /// A word of a piece's block needs no look at the number, which makes this the quick way through all actions.
    #[inline]
    fn fold<B, F: FnMut(B, Action) -> B>(self, init: B, mut f: F) -> B {
        let (mut sum, mut word) = (init, self.numbers.word);
        for place in self.numbers.place..WORDS {
            let block = self.frame.squares.get(place);
            while word != 0 {
                let bit = word.trailing_zeros() as u8;
                word &= word - 1;
                let action = match block {
                    Some(&from) => self.frame.block_action(from, bit),
                    None => self.frame.action(ActionNumber::from_raw(place as u16 * 64 + u16::from(bit))),
                };
                if let Some(action) = action {
                    sum = f(sum, action);
                }
            }
            word = self.numbers.words.get(place + 1).copied().unwrap_or_default();
        }
        sum
    }
}

impl ExactSizeIterator for LegalActionsIter<'_> {}

impl Position {
    /// The legal actions, ascending by number; empty exactly when the game is over.
    ///
    /// As always, `rules` is the ruleset the position was made with; with another the list may be empty sooner.
    #[must_use]
    pub fn legal_actions(&self, rules: &Ruleset) -> LegalActions {
        let mut legal = LegalActions::empty(self);
        self.generate(rules, u16::MAX, true, &mut legal);
        legal
    }

    /// The legal actions of one piece: those it does itself, as the carrier or as the top of a stack (§12).
    ///
    /// `convert`, `end` and playing a card belong to no piece.
    #[must_use]
    pub fn legal_actions_of(&self, rules: &Ruleset, piece: PieceId) -> LegalActions {
        let mut legal = LegalActions::empty(self);
        self.generate(rules, piece.bit(), false, &mut legal);
        legal
    }

    /// Number of legal actions, without listing them.
    #[must_use]
    pub fn count_legal(&self, rules: &Ruleset) -> usize {
        self.legal_actions(rules).len()
    }

    /// Calls `visit` with each legal action in ascending number until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use ball_core::{Action, Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let first_move = Position::start(&rules).for_each_legal(&rules, |action| match action {
    ///     Action::Move { .. } => ControlFlow::Break(action),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert!(first_move.is_break());
    /// ```
    pub fn for_each_legal<B>(&self, rules: &Ruleset, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.legal_actions(rules).iter().try_for_each(visit)
    }

    /// The number of an action in the [action space](crate::space), for the coach to move.
    ///
    /// Nothing if the action starts where the mover has no piece (or passes a ball from where it is not), or is not of
    /// the shape of any action. A number says nothing about legality.
    ///
    /// ```
    /// use ball_core::{Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let position = Position::start(&rules);
    /// for action in &position.legal_actions(&rules) {
    ///     let number = position.action_number(action).unwrap();
    ///     assert_eq!(position.action(number), Some(action));
    /// }
    /// ```
    #[must_use]
    pub fn action_number(&self, action: Action) -> Option<ActionNumber> {
        let Some(from) = action.from() else { return self.frame().number(action, 0) };
        let own = self.at(from).filter(|piece| piece.team() == self.team);
        // Of two own pieces the top is meant: only it can do anything, which is to be released.
        let piece = own.max_by_key(|piece| self.tops & piece.bit() != 0)?;
        self.frame().number(action, piece.number())
    }

    /// The action with a number of the [action space](crate::space), for the coach to move, legal or not; nothing if it
    /// would lead off the board.
    #[must_use]
    pub fn action(&self, number: ActionNumber) -> Option<Action> {
        self.frame().action(number)
    }

    #[inline(always)]
    fn frame(&self) -> Frame {
        let first = self.team as usize * PieceId::PER_TEAM;
        let squares: [Square; PieceId::PER_TEAM] = core::array::from_fn(|i| self.squares[first + i]);
        Frame { squares, ball: self.ball, team: self.team }
    }

    /// Pieces of the team to move that may initiate an ordinary action (chapter 4, T3).
    #[inline(always)]
    pub(crate) fn actors(&self) -> u16 {
        team_bits(self.team) & !self.inactive() & !self.tired
    }
}
