//! Positions as numbers, for learning: planes of the board, and a vector with an entry for everything about a piece.
//!
//! Both are seen by one coach, mostly the one to move: DEF sees the board turned by half a turn, as in the
//! [action space](crate::space), so that the own end zone is always in the rows counted first. *Own* is the coach who
//! looks. Both say everything that a position says, to whoever knows the ruleset. Every entry is a byte.
//!
//! # Planes
//!
//! A plane has 17 rows of 13 entries, from the row and column counted first; the entries of squares that are not
//! hatched are 0, but in a *whole* plane every entry has the same value. D is the number of cards in play.
//!
//! | plane | entries | meaning |
//! | --- | --- | --- |
//! | 0–6 | 1 at its square | own piece by formation order, alone or on top of a stack (P1, P3) |
//! | 7–13 | 1 at its square | the opponent's, alone or on top |
//! | 14–20 | 1 at its square | own piece below in a stack |
//! | 21–27 | 1 at its square | the opponent's, below |
//! | 28 | 1 at its square | a piece that is alone is knocked down (P2) |
//! | 29 | 1 at its square | the piece below in a stack will come out knocked down (U4) |
//! | 30 | 1 at its square | the stack was formed in this turn (U1) |
//! | 31 | 1 at its square | the piece that is alone or on top is tired (T3) |
//! | 32 | 1 at its square | the piece below is tired |
//! | 33 | 1 at its square | the ball, in possession (P4) |
//! | 34 | 1 at its square | the ball, loose |
//! | 35 | 1 at its squares | own end zone (B4) |
//! | 36 | 1 at its squares | target end zone |
//! | 37 | whole, 1 or 0 | it is the own turn; at the end, the last turn was |
//! | 38 | whole, 1 or 0 | the coach who looks is ATK |
//! | 39 | whole, 1 or 0 | unlock phase (T1) |
//! | 40 | whole, 1 or 0 | the game is over by a touchdown of whoever had the last turn (T7) |
//! | 41 | whole, 1 or 0 | the game is over without one (T8) |
//! | 42 | whole, 0–9 | AP left (T1) |
//! | 43, 44 | whole | number of the turn, modulo 256 and divided by 256 |
//!
//! In cards mode (C1) there follow:
//!
//! | plane | entries | meaning |
//! | --- | --- | --- |
//! | 45, 46 | whole | own EP, modulo 256 and divided by 256 |
//! | 47, 48 | whole | the opponent's EP |
//! | from 49, D planes | whole, 1 or 0 | own cards by their places in the deck: not spent yet (C2) |
//! | then D planes | whole, 1 or 0 | the opponent's |
//! | then D planes | whole, 1 or 0 | the card is pending (C5) |
//!
//! # Vector
//!
//! First eleven entries for each piece, the seven own by formation order, then the opponent's:
//!
//! | entry | values | meaning |
//! | --- | --- | --- |
//! | 0, 1 | 0–12, 0–16 | column and row |
//! | 2, 3, 4 | 1 or 0 | its shape is X, O, square (P1) |
//! | 5 | 1 or 0 | knocked down; below in a stack, will come out so (P2, U4) |
//! | 6, 7 | 1 or 0 | on top of a stack, below in one (P3) |
//! | 8 | 1 or 0 | its stack was formed in this turn (U1) |
//! | 9 | 1 or 0 | tired (T3) |
//! | 10 | 1 or 0 | in possession of the ball (P4) |
//!
//! Then:
//!
//! | entry | values | meaning |
//! | --- | --- | --- |
//! | 154, 155 | 0–12, 0–16 | column and row of the ball |
//! | 156 | 1 or 0 | the ball is loose (P4) |
//! | from 157 | | a value for each whole plane, from plane 37 on |

use crate::position::{Outcome, Phase, Position};
use crate::ruleset::{Mode, Ruleset};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::team::{PieceId, Shape, Team};

/// Rows of a plane.
pub const ROWS: usize = Square::ROWS as usize;
/// Columns of a plane.
pub const COLUMNS: usize = Square::COLUMNS as usize;

const CELLS: usize = ROWS * COLUMNS;
const PIECES: usize = PieceId::COUNT;
/// Lower pieces are so many planes behind the others.
const BELOW: usize = PIECES;
const KNOCKED: usize = 2 * PIECES;
const KNOCKED_BELOW: usize = KNOCKED + 1;
const FORMED: usize = KNOCKED + 2;
const TIRED: usize = KNOCKED + 3;
const TIRED_BELOW: usize = KNOCKED + 4;
const BALL: usize = KNOCKED + 5;
const LOOSE_BALL: usize = KNOCKED + 6;
const OWN_ZONE: usize = KNOCKED + 7;
const TARGET_ZONE: usize = KNOCKED + 8;
/// The first whole plane.
const WHOLE: usize = KNOCKED + 9;
/// Entries of the vector for each piece.
const PER_PIECE: usize = 11;
const VECTOR_BALL: usize = PIECES * PER_PIECE;
const VECTOR_WHOLE: usize = VECTOR_BALL + 3;

/// A buffer that has not the length of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the observation has {expected} entries, the buffer {given}")]
pub struct ObservationSizeError {
    /// Entries of the observation.
    pub expected: usize,
    /// Entries of the buffer.
    pub given: usize,
}

fn check_size(expected: usize, given: usize) -> Result<(), ObservationSizeError> {
    if expected == given { Ok(()) } else { Err(ObservationSizeError { expected, given }) }
}

impl Ruleset {
    /// Whole planes: eight, and in cards mode four for EP and three for each card.
    fn whole_planes(&self) -> usize {
        match self.mode() {
            Mode::Standard => 8,
            Mode::Cards => 12 + 3 * self.deck().len(),
        }
    }

    /// Number of [planes](crate::observation) of a position.
    #[must_use]
    pub fn observation_planes(&self) -> usize {
        WHOLE + self.whole_planes()
    }

    /// Number of entries of the [vector](crate::observation) of a position.
    #[must_use]
    pub fn observation_vector_len(&self) -> usize {
        VECTOR_WHOLE + self.whole_planes()
    }
}

/// Place of a square in a plane, seen by a coach.
fn cell(square: Square, view: Team) -> usize {
    let cell = usize::from(square.row() - 1) * COLUMNS + usize::from(square.column() - 1);
    match view {
        Team::Atk => cell,
        Team::Def => CELLS - 1 - cell,
    }
}

/// Column and row of a square, seen by a coach, from 0.
fn place(square: Square, view: Team) -> [u8; 2] {
    let seen = if view == Team::Atk { square } else { square.rotated() };
    [seen.column() - 1, seen.row() - 1]
}

const fn low(number: u16) -> u8 {
    number.to_le_bytes()[0]
}

const fn high(number: u16) -> u8 {
    number.to_le_bytes()[1]
}

impl Position {
    /// Writes the [planes](crate::observation) that a coach sees: `rules.observation_planes()` times 17 times 13 bytes.
    ///
    /// # Errors
    /// The buffer has another length; it is then untouched.
    ///
    /// ```
    /// use ball_core::{Position, Ruleset, observation};
    /// let rules = Ruleset::standard();
    /// let position = Position::start(&rules);
    /// let mut planes = vec![0; rules.observation_planes() * observation::ROWS * observation::COLUMNS];
    /// position.observe_planes(&rules, position.team(), &mut planes)?;
    /// // DEF X1 on J11, turned by half a turn: D7.
    /// assert_eq!(planes[6 * 13 + 3], 1);
    /// # Ok::<(), observation::ObservationSizeError>(())
    /// ```
    pub fn observe_planes(&self, rules: &Ruleset, view: Team, planes: &mut [u8]) -> Result<(), ObservationSizeError> {
        check_size(rules.observation_planes() * CELLS, planes.len())?;
        planes.fill(0);
        let (marks, whole) = planes.split_at_mut(WHOLE * CELLS);
        let mut mark = |plane: usize, square: Square| marks[plane * CELLS + cell(square, view)] = 1;
        for (seen, piece) in view.pieces().chain(view.other().pieces()).enumerate() {
            let (square, bit) = (self.squares[piece.index()], piece.bit());
            let below = self.bottoms & bit != 0;
            mark(if below { seen + BELOW } else { seen }, square);
            if self.knocked & bit != 0 {
                mark(if below { KNOCKED_BELOW } else { KNOCKED }, square);
            }
            if self.tired & bit != 0 {
                mark(if below { TIRED_BELOW } else { TIRED }, square);
            }
            if self.fresh & bit != 0 {
                mark(FORMED, square);
            }
        }
        mark(if self.holder.is_some() { BALL } else { LOOSE_BALL }, self.ball);
        let mut mark_all = |plane: usize, zone: SquareSet| zone.iter().for_each(|square| mark(plane, square));
        mark_all(OWN_ZONE, rules.target_zone(view.other()));
        mark_all(TARGET_ZONE, rules.target_zone(view));
        let mut planes = whole.chunks_exact_mut(CELLS);
        self.whole_values(rules, view, |value| {
            if let (Some(plane), 1..) = (planes.next(), value) {
                plane.fill(value);
            }
        });
        Ok(())
    }

    /// Writes the [vector](crate::observation) that a coach sees: `rules.observation_vector_len()` bytes.
    ///
    /// # Errors
    /// The buffer has another length; it is then untouched.
    ///
    /// ```
    /// use ball_core::{Position, Ruleset};
    /// let rules = Ruleset::cards();
    /// let position = Position::start(&rules);
    /// let mut vector = vec![0; rules.observation_vector_len()];
    /// position.observe_vector(&rules, position.team(), &mut vector)?;
    /// assert_eq!(vector[..5], [3, 6, 1, 0, 0]);
    /// # Ok::<(), ball_core::observation::ObservationSizeError>(())
    /// ```
    pub fn observe_vector(&self, rules: &Ruleset, view: Team, vector: &mut [u8]) -> Result<(), ObservationSizeError> {
        check_size(rules.observation_vector_len(), vector.len())?;
        let (pieces, rest) = vector.split_at_mut(VECTOR_BALL);
        let seen = view.pieces().chain(view.other().pieces());
        for (entries, id) in pieces.chunks_exact_mut(PER_PIECE).zip(seen) {
            let (square, bit, shape) = (self.squares[id.index()], id.bit(), rules.shape(id));
            let has = |bits: u16| u8::from(bits & bit != 0);
            let [column, row] = place(square, view);
            // The mark of a new stack is kept with its top.
            let formed = self.fresh != 0 && self.at(square).any(|piece| self.fresh & piece.bit() != 0);
            entries.copy_from_slice(&[
                column,
                row,
                u8::from(shape == Shape::X),
                u8::from(shape == Shape::O),
                u8::from(shape == Shape::S),
                has(self.knocked),
                has(self.tops),
                has(self.bottoms),
                u8::from(formed),
                has(self.tired),
                u8::from(self.holder == Some(id)),
            ]);
        }
        let (ball, whole) = rest.split_at_mut(VECTOR_WHOLE - VECTOR_BALL);
        let [column, row] = place(self.ball, view);
        ball.copy_from_slice(&[column, row, u8::from(self.holder.is_none())]);
        let mut entries = whole.iter_mut();
        self.whole_values(rules, view, |value| {
            if let Some(entry) = entries.next() {
                *entry = value;
            }
        });
        Ok(())
    }

    /// The values of the whole planes in order.
    fn whole_values(&self, rules: &Ruleset, view: Team, mut write: impl FnMut(u8)) {
        write(u8::from(self.team == view));
        write(u8::from(view == Team::Atk));
        write(u8::from(self.phase == Phase::Unlock));
        write(u8::from(matches!(self.outcome, Some(Outcome::Win(_)))));
        write(u8::from(self.outcome == Some(Outcome::Draw)));
        write(self.ap);
        write(low(self.turn));
        write(high(self.turn));
        if rules.mode() == Mode::Standard {
            return;
        }
        for team in [view, view.other()] {
            write(low(self.ep(team)));
            write(high(self.ep(team)));
        }
        let places = || 0..rules.deck().len() as u8;
        for team in [view, view.other()] {
            places().for_each(|card| write(u8::from(self.spent(team).bits() >> card & 1 == 0)));
        }
        places()
            .for_each(|card| write(u8::from(self.pending.is_some_and(|pending| pending.index() == usize::from(card)))));
    }
}
