//! Sets of squares.

use core::fmt;

use crate::geometry;
use crate::square::Square;

/// A set of squares, one bit of a `u128` per index (B3).
///
/// ```
/// use ball_core::{Square, SquareSet};
/// let g4: Square = "G4".parse()?;
/// let set = SquareSet::from(g4).neighbours();
/// assert_eq!(set.len(), 4);
/// assert_eq!(set.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["F3", "H3", "F5", "H5"]);
/// # Ok::<(), ball_core::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct SquareSet(u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 110 squares.
    pub const ALL: Self = Self(geometry::BOARD);

    /// The set with these bits; bits beyond the 110 squares are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & geometry::BOARD)
    }

    /// The bits, one per index (B3).
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// All squares within `range` steps of `square`, itself included (B2).
    #[must_use]
    pub fn within(square: Square, range: u8) -> Self {
        Self(geometry::within(square, range.min(16)))
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Number of squares.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no square in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with this square too.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// All squares one step from a square of the set (B2).
    #[must_use]
    pub const fn neighbours(self) -> Self {
        Self(geometry::neighbours(self.0))
    }

    /// The set on the board turned by half a turn.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self(geometry::rotate(self.0))
    }

    /// The squares in ascending index.
    pub fn iter(self) -> SquareSetIter {
        SquareSetIter(self.0)
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        Self::EMPTY.with(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    fn into_iter(self) -> SquareSetIter {
        self.iter()
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $result:expr) => {
        impl core::ops::$trait for SquareSet {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
    };
}
operator!(BitAnd, bitand, a, b, a & b);
operator!(BitOr, bitor, a, b, a | b);
operator!(BitXor, bitxor, a, b, a ^ b);
operator!(Sub, sub, a, b, a & !b);

impl core::ops::Not for SquareSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & geometry::BOARD)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Iterator over the squares of a [`SquareSet`], ascending.
#[derive(Clone, Debug)]
pub struct SquareSetIter(u128);

impl Iterator for SquareSetIter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::from_raw(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquareSetIter {}
impl core::iter::FusedIterator for SquareSetIter {}
