//! Text of positions (chapter 10).

use core::fmt;

use super::problem::{PositionError, SyntaxProblem};
use super::setup::{PieceSetup, PositionSetup, StackMark};
use super::{Outcome, Phase, Position};
use crate::card::{CardIndex, CardSet};
use crate::rule::Rule;
use crate::ruleset::{Mode, Ruleset, is_card_id};
use crate::square::{Square, SquareError};
use crate::team::{PieceId, Team};

/// No text of a position has more bytes.
///
/// The tokens at their longest: `atk` and `def` 45 each (squares of three letters with two marks), `ball` 8, `turn` 10,
/// `move` 8, `phase` 12, `ap` 4, `ep` 10, `spent` 1061 (16 ids of 32 letters for both), `pending` 40, `result` 11, and
/// 10 spaces.
pub const MAX_POSITION_TEXT: usize = 1264;

impl Position {
    /// Reads a position text.
    ///
    /// ```
    /// use ball_core::{Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let text = "atk=D7,F7,H7,J7,G4,B7,L7 def=J11,H11,F11,D11,G14,L11,B11 ball=G4 turn=1 move=def phase=action ap=2";
    /// let position = Position::parse(text, &rules)?;
    /// assert_eq!(position, Position::start(&rules));
    /// assert_eq!(position.display(&rules).to_string(), text);
    ///
    /// let error = Position::parse(&text.replace("D7", "D8"), &rules).unwrap_err();
    /// assert_eq!(error.to_string(), "B1: atk: a square that is not hatched (at byte 4)");
    /// # Ok::<(), ball_core::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that can't be read, with token and byte offset; or, when all can be read, every reason for
    /// which chapter 10 refuses the position.
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Self, PositionError> {
        let setup = read(text, rules).map_err(PositionError::Syntax)?;
        Self::from_setup(&setup, rules)
    }

    /// The position as text; card ids come from the ruleset.
    #[must_use]
    pub const fn display<'a>(&'a self, rules: &'a Ruleset) -> PositionDisplay<'a> {
        PositionDisplay { position: self, rules }
    }
}

/// Takes a text apart token by token.
struct Reader<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Reader<'t> {
    fn problem(offset: usize, token: &'static str, rule: Rule, what: &'static str) -> SyntaxProblem {
        SyntaxProblem { rule, token, what, offset }
    }

    /// The value of the next token, which must have this key.
    fn value(&mut self, key: &'static str) -> Result<(&'t str, usize), SyntaxProblem> {
        let expected = "expected here; tokens are key=value in the order atk def ball turn move phase ap ep spent pending result, with one space between";
        let missing = Self::problem(self.offset, key, Rule::Notation, expected);
        let value = self.peek(key).ok_or(missing)?;
        let start = self.offset + key.len() + 1;
        self.offset = start + value.len();
        if self.text.as_bytes().get(self.offset) == Some(&b' ') {
            self.offset += 1;
            if self.offset == self.text.len() {
                return Err(Self::problem(self.offset, key, Rule::Notation, "a space behind the last token"));
            }
        }
        Ok((value, start))
    }

    fn peek(&self, key: &str) -> Option<&'t str> {
        let rest = self.text.get(self.offset..)?.strip_prefix(key)?.strip_prefix('=')?;
        Some(rest.split(' ').next().unwrap_or(rest))
    }

    fn number(&mut self, key: &'static str, what: &'static str) -> Result<u16, SyntaxProblem> {
        let (value, start) = self.value(key)?;
        number(value).ok_or(Self::problem(start, key, Rule::Notation, what))
    }

    fn finish(&self) -> Result<(), SyntaxProblem> {
        if self.offset == self.text.len() {
            return Ok(());
        }
        let what = "unknown, repeated, misplaced or of another mode; nothing may follow";
        Err(Self::problem(self.offset, "text", Rule::Notation, what))
    }
}

/// A number without sign and leading zeros.
fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|c| c.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn read(text: &str, rules: &Ruleset) -> Result<PositionSetup, SyntaxProblem> {
    let mut reader = Reader { text, offset: 0 };
    let nowhere = PieceSetup { square: Square::from_raw(0), knocked_down: false, stack: StackMark::None, tired: false };
    let mut pieces = [nowhere; PieceId::COUNT];
    for team in Team::ALL {
        let key = team.name();
        let (value, mut offset) = reader.value(key)?;
        let mut slots = pieces[team as usize * PieceId::PER_TEAM..].iter_mut().take(PieceId::PER_TEAM);
        for part in value.split(',') {
            let slot = slots.next().ok_or(Reader::problem(offset, key, Rule::P1, "more than seven pieces"))?;
            *slot = read_piece(part, key, offset)?;
            offset += part.len() + 1;
        }
        if slots.next().is_some() {
            return Err(Reader::problem(offset - 1, key, Rule::P1, "fewer than seven pieces"));
        }
    }
    let (value, start) = reader.value("ball")?;
    let ball = read_square(value, "ball", start)?;
    let turn = reader.number("turn", "not a number from 1 to 65535 without leading zeros")?;
    let (value, start) = reader.value("move")?;
    let team = value.parse().map_err(|_| Reader::problem(start, "move", Rule::Notation, "neither atk nor def"))?;
    let (value, start) = reader.value("phase")?;
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == value).ok_or(Reader::problem(
        start,
        "phase",
        Rule::Notation,
        "neither action nor unlock nor over",
    ))?;
    let start = reader.offset + 3;
    let what = "not a number of AP from 0 to 255 without leading zeros";
    let ap =
        u8::try_from(reader.number("ap", what)?).map_err(|_| Reader::problem(start, "ap", Rule::Notation, what))?;
    let mut setup = PositionSetup {
        pieces,
        ball,
        turn,
        team,
        phase,
        ap,
        ep: [0; 2],
        spent: [CardSet::EMPTY; 2],
        pending: None,
        outcome: None,
    };
    if rules.mode() == Mode::Cards {
        read_cards(&mut reader, &mut setup, rules)?;
    }
    if phase == Phase::Over {
        let (value, start) = reader.value("result")?;
        let unknown = Reader::problem(start, "result", Rule::Notation, "neither atk nor def nor draw");
        setup.outcome = Some(Outcome::from_name(value).ok_or(unknown)?);
    }
    reader.finish()?;
    Ok(setup)
}

fn read_square(text: &str, key: &'static str, offset: usize) -> Result<Square, SyntaxProblem> {
    text.parse().map_err(|error| match error {
        SquareError::NotHatched { .. } => Reader::problem(offset, key, Rule::B1, "a square that is not hatched"),
        SquareError::Malformed => Reader::problem(
            offset,
            key,
            Rule::Notation,
            "not a square such as G4, with a mark - ^ or + and then * if it is a piece's",
        ),
    })
}

fn read_piece(text: &str, key: &'static str, offset: usize) -> Result<PieceSetup, SyntaxProblem> {
    let (rest, tired) = match text.strip_suffix('*') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (square, mark) = match rest.as_bytes().last() {
        Some(mark @ (b'-' | b'^' | b'+')) => (&rest[..rest.len() - 1], *mark),
        _ => (rest, b' '),
    };
    let square = read_square(square, key, offset)?;
    let stack = match mark {
        b'^' => StackMark::Top,
        b'+' => StackMark::FreshTop,
        _ => StackMark::None,
    };
    Ok(PieceSetup { square, knocked_down: mark == b'-', stack, tired })
}

fn read_cards(reader: &mut Reader<'_>, setup: &mut PositionSetup, rules: &Ruleset) -> Result<(), SyntaxProblem> {
    let (value, start) = reader.value("ep")?;
    let form =
        Reader::problem(start, "ep", Rule::Notation, "not ATK:DEF, two numbers from 0 to 999 without leading zeros");
    let (atk, def) = value.split_once(':').ok_or(form)?;
    setup.ep = [number(atk).ok_or(form)?, number(def).ok_or(form)?];

    let (value, start) = reader.value("spent")?;
    let form =
        Reader::problem(start, "spent", Rule::Notation, "not ATK:DEF, each - or card ids joined by , in deck order");
    let (atk, def) = value.split_once(':').ok_or(form)?;
    for (spent, list) in setup.spent.iter_mut().zip([atk, def]) {
        let mut last: Option<CardIndex> = None;
        if list == "-" {
            continue;
        }
        for id in list.split(',') {
            let unknown = Reader::problem(start, "spent", Rule::C2, "a card that the deck does not have");
            if !is_card_id(id) {
                return Err(form);
            }
            let card = rules.card_by_id(id).ok_or(unknown)?;
            if last.is_some_and(|last| last >= card) {
                return Err(form);
            }
            last = Some(card);
            *spent = spent.with(card);
        }
    }
    if reader.peek("pending").is_some() {
        let (value, start) = reader.value("pending")?;
        let unknown = Reader::problem(start, "pending", Rule::C2, "a card that the deck does not have");
        setup.pending = Some(rules.card_by_id(value).ok_or(unknown)?);
    }
    Ok(())
}

/// The tokens that need no ruleset.
pub(super) struct Plain<'a>(pub(super) &'a Position);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        for team in Team::ALL {
            write!(f, "{}=", team.name())?;
            for id in team.pieces() {
                let bit = id.bit();
                let mark = if position.fresh & bit != 0 {
                    "+"
                } else if position.tops & bit != 0 {
                    "^"
                } else if position.knocked & bit != 0 {
                    "-"
                } else {
                    ""
                };
                let tired = if position.tired & bit != 0 { "*" } else { "" };
                let end = if id.number() == 6 { ' ' } else { ',' };
                write!(f, "{}{mark}{tired}{end}", position.squares[id.index()])?;
            }
        }
        let (ball, turn, team) = (position.ball, position.turn, position.team.name());
        write!(f, "ball={ball} turn={turn} move={team} phase={} ap={}", position.phase.name(), position.ap)
    }
}

/// Prints a position (chapter 10); made by [`Position::display`].
#[derive(Clone, Copy, Debug)]
pub struct PositionDisplay<'a> {
    position: &'a Position,
    rules: &'a Ruleset,
}

impl fmt::Display for PositionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, rules) = (self.position, self.rules);
        write!(f, "{}", Plain(position))?;
        if rules.mode() == Mode::Cards {
            write!(f, " ep={}:{} spent=", position.ep[0], position.ep[1])?;
            self.write_spent(f, Team::Atk)?;
            f.write_str(":")?;
            self.write_spent(f, Team::Def)?;
            if let Some(card) = position.pending.and_then(|card| rules.card(card)) {
                write!(f, " pending={}", card.id)?;
            }
        }
        match position.outcome {
            Some(outcome) => write!(f, " result={}", outcome.name()),
            None => Ok(()),
        }
    }
}

impl PositionDisplay<'_> {
    fn write_spent(&self, f: &mut fmt::Formatter<'_>, team: Team) -> fmt::Result {
        let mut separator = "";
        for card in self.position.spent(team).iter().filter_map(|card| self.rules.card(card)) {
            write!(f, "{separator}{}", card.id)?;
            separator = ",";
        }
        f.write_str(if separator.is_empty() { "-" } else { "" })
    }
}
