//! The four diagonal directions (B2).

/// Direction of a step. North is towards row 17, east towards column M.
///
/// The order is that of the target's index, so that half a turn of the board reverses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards A and row 1.
    SouthWest = 0,
    /// Towards M and row 1.
    SouthEast = 1,
    /// Towards A and row 17.
    NorthWest = 2,
    /// Towards M and row 17.
    NorthEast = 3,
}

impl Direction {
    /// All directions in order.
    pub const ALL: [Self; 4] = [Self::SouthWest, Self::SouthEast, Self::NorthWest, Self::NorthEast];

    /// The direction with this number, 0 to 3.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The direction back, which is also this direction on the board turned by half a turn.
    ///
    /// ```
    /// use ball_core::Direction;
    /// assert_eq!(Direction::SouthWest.opposite(), Direction::NorthEast);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Change of column and of row in one step.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
            Self::NorthWest => (-1, 1),
            Self::NorthEast => (1, 1),
        }
    }
}
