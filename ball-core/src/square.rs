//! Squares of the board (B1–B3).

use core::fmt;
use core::str::FromStr;

use crate::direction::Direction;
use crate::geometry;

/// One of the 110 hatched squares (B1), by its index of B3.
///
/// Columns and rows count from 1: `B1` is column 2, row 1, and has index 0.
///
/// ```
/// use ball_core::Square;
/// let g4: Square = "G4".parse()?;
/// assert_eq!((g4.column(), g4.row(), g4.index()), (7, 4, 22));
/// assert_eq!(g4.to_string(), "G4");
/// assert!("A1".parse::<Square>().is_err()); // not hatched
/// # Ok::<(), ball_core::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Number of hatched squares.
    pub const COUNT: usize = 110;
    /// Number of columns, A–M.
    pub const COLUMNS: u8 = 13;
    /// Number of rows.
    pub const ROWS: u8 = 17;

    /// The square with this index (B3), if it is below 110.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    pub(crate) const fn from_raw(index: u8) -> Self {
        debug_assert!((index as usize) < Self::COUNT);
        Self(index)
    }

    /// The square in this column and row, both from 1, if it is on the board and hatched (B1).
    ///
    /// ```
    /// use ball_core::Square;
    /// assert_eq!(Square::at(2, 1).map(Square::index), Some(0));
    /// assert_eq!(Square::at(1, 1), None);
    /// assert_eq!(Square::at(14, 1), None);
    /// ```
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        let on_board = column >= 1 && column <= Self::COLUMNS && row >= 1 && row <= Self::ROWS;
        if on_board && (column + row) % 2 == 1 {
            Some(Self(((row as u16 - 1) * 13 + column as u16 - 1) as u8 / 2))
        } else {
            None
        }
    }

    /// Index of the square, 0 to 109 (B3).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from 1 (A) to 13 (M).
    #[must_use]
    pub const fn column(self) -> u8 {
        geometry::COLUMN_OF[self.0 as usize]
    }

    /// Row from 1 (south, ATK's own end zone) to 17.
    #[must_use]
    pub const fn row(self) -> u8 {
        geometry::ROW_OF[self.0 as usize]
    }

    /// The square one step (B2) in this direction, if there is one.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        Self::new(geometry::STEP[self.0 as usize][direction as usize])
    }

    /// The square `n` steps in one direction, if there is one.
    #[must_use]
    pub fn steps(self, direction: Direction, n: u8) -> Option<Self> {
        (0..n).try_fold(self, |square, _| square.step(direction))
    }

    /// Distance in steps, pieces ignored (B2).
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The direction in which `other` is one step away, if it is adjacent (B2).
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == Some(other))
    }

    /// The same square on the board turned by half a turn, as the other coach sees it.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self(109 - self.0)
    }

    /// All squares in ascending index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column() - 1) as char, self.row())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a hatched square (B1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// Not a column letter A–M followed by a row 1–17 without leading zero.
    #[error("B1: a square is a letter A-M and a row 1-17, such as G4")]
    Malformed,
    /// On the board, but not hatched.
    #[error("B1: {column}{row} is not hatched")]
    NotHatched {
        /// Column letter.
        column: char,
        /// Row.
        row: u8,
    },
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let (column, row) = match *text.as_bytes() {
            [column @ b'A'..=b'M', row @ b'1'..=b'9'] => (column, row - b'0'),
            [column @ b'A'..=b'M', b'1', row @ b'0'..=b'7'] => (column, 10 + row - b'0'),
            _ => return Err(SquareError::Malformed),
        };
        Self::at(column - b'A' + 1, row).ok_or(SquareError::NotHatched { column: column as char, row })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b1_there_are_110_hatched_squares_with_at_least_two_neighbours() {
        let mut count = 0;
        for row in 1..=17 {
            for column in 1..=13 {
                assert_eq!(Square::at(column, row).is_some(), (column + row) % 2 == 1);
                count += usize::from(Square::at(column, row).is_some());
            }
        }
        assert_eq!(count, 110);
        for square in Square::all() {
            let neighbours = Direction::ALL.iter().filter(|&&d| square.step(d).is_some()).count();
            assert!(neighbours >= 2, "{square}");
        }
    }

    #[test]
    fn b2_distance_is_the_length_of_the_shortest_path() {
        for from in Square::all() {
            let mut distance = [u8::MAX; 110];
            distance[from.index()] = 0;
            for length in 0..17 {
                for square in Square::all().filter(|s| distance[s.index()] == length).collect::<std::vec::Vec<_>>() {
                    for next in Direction::ALL.iter().filter_map(|&d| square.step(d)) {
                        distance[next.index()] = distance[next.index()].min(length + 1);
                    }
                }
            }
            for to in Square::all() {
                assert_eq!(from.distance(to), distance[to.index()], "{from} {to}");
            }
        }
    }

    #[test]
    fn b3_index_follows_the_formula_and_rotation_reverses_it() {
        for (i, text) in [(0, "B1"), (1, "D1"), (5, "L1"), (6, "A2"), (54, "F9"), (109, "L17")] {
            assert_eq!(text.parse::<Square>().unwrap().index(), i, "{text}");
        }
        for (i, square) in Square::all().enumerate() {
            let (column, row) = (usize::from(square.column()), usize::from(square.row()));
            assert_eq!(((row - 1) * 13 + (column - 1)) / 2, i);
            assert_eq!(square.rotated().column(), 14 - square.column());
            assert_eq!(square.rotated().row(), 18 - square.row());
        }
    }

    #[test]
    fn b1_texts_that_are_no_square_are_refused() {
        for text in ["", "A", "4", "G", "g4", "G04", "G18", "G0", "N2", "G4 ", "G44", "Ä2", "A1", "G9"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
