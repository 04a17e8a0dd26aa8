//! Generation of legal actions (chapters 4–8).

use super::LegalActions;
use crate::card::{ActionKind, Card, Effect, KindSet};
use crate::geometry::{
    BIT, BOARD, DIAGONAL, ON_BOARD, ONE_STEP, STEP, STRAIGHT, beyond, diagonals, directions, gather, neighbours,
    neighbours_in, rotate, window, within,
};
use crate::position::{Phase, Position, team_bits};
use crate::ruleset::{Mode, Ruleset};
use crate::space::{
    CARD, CONVERT, DODGE_BITS, END, HAND_OFF, KNOCK_DOWN_BITS, LONG_PASS, RELEASE, RUN, RUNS, SHORT_PASS, STACK_BITS,
    STAND_UP, TACTICAL_BITS, TWO_SQUARES_PLACE, rotate_block,
};
use crate::square::Square;
use crate::team::{PieceId, Team};

/// The sets of squares that rules look at, for the team to move.
struct Board {
    /// Active pieces of the team to move (P2).
    own_active: u128,
    /// Active pieces of the other team.
    their_active: u128,
    /// All pieces of the team to move.
    own: u128,
    /// Squares with a piece.
    occupied: u128,
    /// Squares with a stack (P3).
    stacks: u128,
    /// Squares that a diagonal two can't pass over (M4).
    blockers: u128,
    /// Squares with a piece or the loose ball: the complement of the free ones (P5).
    taken: u128,
}

impl Board {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        let bit = |piece: PieceId| BIT[position.squares[piece.index()].index() & 127];
        let team = |team: Team| team.pieces().fold(0, |set, piece| set | bit(piece));
        let (own, their) = (team(position.team), team(position.team.other()));
        // Pieces on a square with an inactive one are inactive themselves (P2, P3).
        let (mut inactive, mut stacks) = (0, 0);
        for piece in pieces(position.inactive()) {
            inactive |= bit(piece);
        }
        for top in pieces(position.tops) {
            stacks |= bit(top);
        }
        let occupied = own | their;
        let loose = if position.holder.is_none() { BIT[position.ball.index() & 127] } else { 0 };
        Self {
            own_active: own & !inactive,
            their_active: their & !inactive,
            own,
            occupied,
            stacks,
            blockers: occupied & !(own & !inactive),
            taken: occupied | loose,
        }
    }

    const fn free(&self) -> u128 {
        BOARD & !self.taken
    }
}

/// Pieces of a mask, ascending.
#[inline(always)]
fn pieces(mut mask: u16) -> impl Iterator<Item = PieceId> {
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let piece = PieceId::from_raw(mask.trailing_zeros() as u8);
        mask &= mask - 1;
        Some(piece)
    })
}

impl Position {
    /// Adds the legal actions of these pieces and, if asked, those that belong to no piece.
    #[inline(always)]
    pub(super) fn generate(&self, rules: &Ruleset, of: u16, of_no_piece: bool, legal: &mut LegalActions) {
        match (self.phase, self.pending) {
            (Phase::Action, None) => {
                if self.ap > 0 {
                    let board = Board::new(self);
                    self.ordinary(rules, &board, self.actors() & of, KindSet::ALL, legal);
                }
                if of_no_piece {
                    legal.insert(END);
                    if rules.mode() == Mode::Cards {
                        self.conversion_and_cards(rules, legal);
                    }
                }
            }
            (Phase::Action, Some(card)) => {
                if let Some(card) = rules.card(card) {
                    self.completions(rules, card, of, legal);
                }
            }
            (Phase::Unlock, _) => self.tasks(&Board::new(self), of, legal),
            (Phase::Over, _) => {}
        }
    }

    /// Whether there is a legal action.
    pub(crate) fn has_legal_action(&self, rules: &Ruleset) -> bool {
        !self.legal_actions(rules).is_empty()
    }

    /// Whether an unlock task can be resolved (U2), whatever the phase.
    pub(crate) fn has_task(&self) -> bool {
        let own = team_bits(self.team);
        if own & (self.knocked & !self.bottoms | self.tops & !self.fresh) == 0 {
            return false;
        }
        let mut tasks = LegalActions::empty(self);
        self.tasks(&Board::new(self), u16::MAX, &mut tasks);
        !tasks.is_empty()
    }

    /// Whether the coach to move can play a card (C5).
    pub(crate) fn has_playable_card(&self, rules: &Ruleset) -> bool {
        (0..rules.deck().len()).any(|place| self.is_playable(rules, place))
    }

    /// Whether a card is affordable, not spent and can be completed (C5).
    pub(crate) fn is_playable(&self, rules: &Ruleset, place: usize) -> bool {
        self.can_afford(rules, place) && self.has_completion(rules, &rules.deck()[place])
    }

    fn can_afford(&self, rules: &Ruleset, place: usize) -> bool {
        self.spent(self.team).bits() >> place & 1 == 0 && self.ep(self.team) >= rules.deck()[place].cost
    }

    pub(crate) fn has_completion(&self, rules: &Ruleset, card: &Card) -> bool {
        if matches!(card.effect, Effect::ExtraAp { .. }) {
            return true;
        }
        let mut completions = LegalActions::empty(self);
        self.completions(rules, card, u16::MAX, &mut completions);
        !completions.is_empty()
    }

    /// C4 and C5.
    fn conversion_and_cards(&self, rules: &Ruleset, legal: &mut LegalActions) {
        if self.ap > 0 {
            legal.insert(CONVERT);
        }
        for place in 0..rules.deck().len() {
            if self.is_playable(rules, place) {
                legal.insert(CARD + place as u16);
            }
        }
    }

    /// Ordinary actions (chapters 4–6) of these pieces, as far as they are of these kinds.
    #[inline(always)]
    fn ordinary(&self, rules: &Ruleset, board: &Board, actors: u16, kinds: KindSet, legal: &mut LegalActions) {
        let first = self.team as u8 * PieceId::PER_TEAM as u8;
        for number in pieces(actors >> first).map(PieceId::index) {
            let piece = PieceId::from_raw(first + number as u8);
            legal.words[number] = self.moves_and_contact(rules, board, piece, kinds);
        }
        if self.team == Team::Def {
            for block in &mut legal.words[..PieceId::PER_TEAM] {
                *block = rotate_block(*block);
            }
        }
        if let Some(carrier) = self.holder.filter(|carrier| actors & carrier.bit() != 0) {
            self.ball_handling(board, carrier, kinds, legal);
        }
    }

    /// The block of 64 of a piece, as ATK sees it (see [`crate::space`]).
    #[inline(always)]
    fn moves_and_contact(&self, rules: &Ruleset, board: &Board, piece: PieceId, kinds: KindSet) -> u64 {
        let from = self.squares[piece.index()];
        let on_board = ON_BOARD[from.index() & 127];
        let reach = rules.reach[piece.index()] & on_board;
        let occupied = window(board.occupied, from);
        // M4: a diagonal two passes over an open square or a single active teammate; nothing else is passed over.
        let ways = reach & (beyond(!window(board.blockers, from)) | ONE_STEP | STRAIGHT);

        let mut block = 0;
        if kinds.contains(ActionKind::Movement) {
            block |= u64::from(gather(ways & !occupied));
        }
        let stack = self.stack_targets(board, from, occupied & on_board, kinds);
        block |= u64::from(directions(stack)) << STACK_BITS;

        let their_active = window(board.their_active, from);
        let dodged = if kinds.contains(ActionKind::Dodge) { ways & their_active & !ONE_STEP } else { 0 };
        // D3: the opponent on the square between, the landing free.
        let leapt = reach & DIAGONAL & beyond(their_active) & !window(board.taken, from);
        let leapt = if kinds.contains(ActionKind::TacticalDodge) { leapt } else { 0 };
        if dodged | leapt != 0 {
            block |= dodges(board, from, dodged) | tactical_dodges(board, from, leapt);
        }
        block
    }

    /// D6: squares a step away that hold exactly one piece, of a window.
    #[inline(always)]
    fn stack_targets(&self, board: &Board, from: Square, occupied: u32, kinds: KindSet) -> u32 {
        let mut targets = occupied & ONE_STEP;
        if board.stacks != 0 {
            targets &= !window(board.stacks, from);
        }
        if kinds != KindSet::ALL {
            let own = window(board.own, from);
            targets &= if kinds.contains(ActionKind::Block) { u32::MAX } else { own };
            targets &= if kinds.contains(ActionKind::Protection) { u32::MAX } else { !own };
        }
        targets
    }

    /// H1–H3.
    #[inline(always)]
    fn ball_handling(&self, board: &Board, carrier: PieceId, kinds: KindSet, legal: &mut LegalActions) {
        let from = self.squares[carrier.index()];
        if kinds.contains(ActionKind::HandOff) {
            let network = network(board.own_active, from);
            self.receivers(network, carrier, legal);
        }
        let free = board.free();
        let numbered = |squares: u128| if self.team == Team::Def { rotate(squares) } else { squares };
        if kinds.contains(ActionKind::ShortPass) {
            let receivers = board.own_active & !BIT[from.index() & 127] & within(from, 4);
            legal.insert_set(SHORT_PASS, numbered(neighbours(receivers) & free));
        }
        if kinds.contains(ActionKind::LongPass) {
            legal.insert_set(LONG_PASS, numbered(free & !neighbours(board.own)));
        }
    }

    /// Adds the hand-offs or direct passes to active teammates on these squares.
    fn receivers(&self, squares: u128, carrier: PieceId, legal: &mut LegalActions) {
        for piece in pieces(team_bits(self.team) & !self.inactive() & !carrier.bit()) {
            if squares & BIT[self.squares[piece.index()].index() & 127] != 0 {
                legal.insert(HAND_OFF + piece.number() as u16);
            }
        }
    }

    /// The special actions that complete a card (C6, C7), as far as these pieces do them.
    fn completions(&self, rules: &Ruleset, card: &Card, of: u16, legal: &mut LegalActions) {
        let tired = if card.after_possession { self.tired } else { 0 };
        let actors = (self.actors() | team_bits(self.team) & !self.inactive() & tired) & of;
        let board = Board::new(self);
        match card.effect {
            Effect::ExtraAp { .. } => {}
            Effect::ExtraAction { kinds } => self.ordinary(rules, &board, actors, kinds, legal),
            Effect::EarlyUnlock => self.tasks(&board, of, legal),
            Effect::Leap => {
                for piece in pieces(actors) {
                    let from = self.squares[piece.index()];
                    let occupied = window(board.occupied, from);
                    let landings = ON_BOARD[from.index() & 127] & DIAGONAL & beyond(occupied) & !occupied;
                    legal.words[piece.number()] |= self.numbered_block(u64::from(gather(landings)));
                }
            }
            Effect::KnockDown => {
                let carrier = self.holder.map_or(0, |holder| BIT[self.squares[holder.index()].index() & 127]);
                for piece in pieces(actors) {
                    let targets = neighbours_in(board.their_active & !carrier, self.squares[piece.index()]);
                    legal.words[piece.number()] |= self.numbered_block(u64::from(targets) << KNOCK_DOWN_BITS);
                }
            }
            Effect::Run { distance } => {
                for piece in pieces(actors) {
                    self.runs(&board, piece, distance, legal);
                }
            }
            Effect::DirectPass { range } => {
                if let Some(carrier) = self.holder.filter(|carrier| actors & carrier.bit() != 0) {
                    self.receivers(within(self.squares[carrier.index()], range), carrier, legal);
                }
            }
        }
    }

    /// A block as the coach to move sees it.
    #[inline(always)]
    fn numbered_block(&self, block: u64) -> u64 {
        if self.team == Team::Def { rotate_block(block) } else { block }
    }

    /// C7, `run`: every square passed over is open, and so is the last.
    fn runs(&self, board: &Board, piece: PieceId, distance: u8, legal: &mut LegalActions) {
        for (slot, (direction, steps)) in RUNS.into_iter().enumerate() {
            if steps != distance {
                continue;
            }
            let direction = usize::from(if self.team == Team::Def { 3 - direction } else { direction });
            let mut square = self.squares[piece.index()];
            let clear = (0..distance).all(|_| match Square::new(STEP[square.index()][direction]) {
                Some(next) => {
                    square = next;
                    board.occupied & BIT[next.index() & 127] == 0
                }
                None => false,
            });
            if clear {
                legal.insert(RUN + piece.number() as u16 * 8 + slot as u16);
            }
        }
    }

    /// Unlock tasks (U1–U4) of these pieces.
    #[inline(always)]
    fn tasks(&self, board: &Board, of: u16, legal: &mut LegalActions) {
        let own = team_bits(self.team) & of;
        let free = board.free();
        let exits = |piece: PieceId| {
            let exits = neighbours_in(free, self.squares[piece.index()]);
            if self.team == Team::Def { exits.reverse_bits() >> 28 } else { exits }
        };
        for piece in pieces(own & self.knocked & !self.bottoms) {
            legal.insert_bits(STAND_UP + piece.number() as u16 * 4, u64::from(exits(piece)));
        }
        for piece in pieces(own & self.tops & !self.fresh) {
            let pairs = PAIRS[exits(piece) as usize];
            let mut bits = u64::from(pairs);
            // U4: with the ball on top the coach chooses who keeps it, but a knocked-down bottom can't.
            let bottom_can_keep = |bottom: PieceId| self.knocked & bottom.bit() == 0;
            if self.holder == Some(piece) && self.below(piece).is_some_and(bottom_can_keep) {
                bits |= u64::from(pairs) << 12;
            }
            legal.insert_bits(RELEASE + piece.number() as u16 * 24, bits);
        }
    }
}

impl LegalActions {
    /// Adds the actions for a set of squares whose numbers start at `base`.
    #[inline(always)]
    fn insert_set(&mut self, base: u16, squares: u128) {
        self.insert_bits(base, squares as u64);
        self.insert_bits(base + 64, (squares >> 64) as u64);
    }
}

/// D1: the exits around each opponent, who stands on these bits of the window.
fn dodges(board: &Board, from: Square, dodged: u32) -> u64 {
    let (free, mut bits, mut left) = (board.free(), 0, dodged);
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        let over = Square::from_raw((from.index() as u32 + bit - 14) as u8);
        bits |=
            u64::from(neighbours_in(free, over)) << (DODGE_BITS + u32::from(TWO_SQUARES_PLACE[bit as usize & 31]) * 4);
    }
    bits
}

/// D4: the squares to push to, for each diagonal of the window that is marked.
fn tactical_dodges(board: &Board, from: Square, leapt: u32) -> u64 {
    // The acting piece has left, so its start is free too.
    let free = board.free() | BIT[from.index() & 127];
    let (mut bits, mut left) = (0, diagonals(leapt));
    while left != 0 {
        let direction = left.trailing_zeros();
        left &= left - 1;
        let opponent = Square::from_raw(STEP[from.index()][direction as usize & 3]);
        let push = neighbours_in(free, opponent);
        // The landing square, ahead, is left out of the three that are numbered.
        let below = push & ((1 << direction) - 1);
        let above = push >> (direction + 1) << direction;
        bits |= u64::from(below | above) << (TACTICAL_BITS + direction * 3);
    }
    bits
}

/// H1: squares linked to the carrier through adjacent active teammates.
#[inline(always)]
fn network(own_active: u128, carrier: Square) -> u128 {
    let mut reached = BIT[carrier.index() & 127];
    loop {
        let next = (reached | neighbours(reached)) & own_active;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// For four free neighbours the twelve ordered pairs of different ones (U4), numbered as in [`crate::space`].
static PAIRS: [u16; 16] = {
    let mut table = [0; 16];
    let mut free = 0;
    while free < 16 {
        let mut pair = 0;
        while pair < 12 {
            let (top, rest) = (pair / 3, pair % 3);
            let bottom = if rest < top { rest } else { rest + 1 };
            if free >> top & 1 != 0 && free >> bottom & 1 != 0 {
                table[free] |= 1 << pair;
            }
            pair += 1;
        }
        free += 1;
    }
    table
};
