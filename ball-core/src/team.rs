//! Teams, shapes and the names of pieces (P1).

use core::fmt;
use core::str::FromStr;

/// One of the two teams, or its coach (P1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Team {
    /// Has the ball at the start and its own zone in the south.
    Atk = 0,
    /// Has the first turn by default and its own zone in the north.
    Def = 1,
}

impl Team {
    /// Both teams, ATK first as in position texts.
    pub const ALL: [Self; 2] = [Self::Atk, Self::Def];

    /// The other team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Atk => Self::Def,
            Self::Def => Self::Atk,
        }
    }

    /// `atk` or `def`, as in position texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atk => "atk",
            Self::Def => "def",
        }
    }

    /// The seven pieces of the team in formation order.
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = PieceId> + ExactSizeIterator + Clone {
        (self as u8 * 7..self as u8 * 7 + 7).map(PieceId)
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Atk => "ATK",
            Self::Def => "DEF",
        })
    }
}

/// A text that is neither `atk` nor `def`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("P1: a team is \"atk\" or \"def\"")]
pub struct TeamError;

impl FromStr for Team {
    type Err = TeamError;

    fn from_str(text: &str) -> Result<Self, TeamError> {
        Self::ALL.into_iter().find(|team| team.name() == text).ok_or(TeamError)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Team {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Shape of a piece, which decides how it moves (P1, M1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// Moves one or two steps diagonally.
    X = 0,
    /// Moves one step diagonally, or two squares along a row or column.
    O = 1,
    /// The square piece □, `S` in text: moves like X and like O.
    S = 2,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 3] = [Self::X, Self::O, Self::S];

    /// `X`, `O` or `S`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
            Self::S => 'S',
        }
    }

    /// The shape with this letter.
    #[must_use]
    pub fn from_letter(letter: &str) -> Option<Self> {
        match letter {
            "X" => Some(Self::X),
            "O" => Some(Self::O),
            "S" => Some(Self::S),
            _ => None,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Shape {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// One of the fourteen pieces: 0–6 are ATK's, 7–13 DEF's, in formation order (P1).
///
/// The shape belongs to the ruleset's formation; [`Ruleset::piece_name`](crate::Ruleset::piece_name) gives `ATK X5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PieceId(u8);

impl PieceId {
    /// Number of pieces on the board.
    pub const COUNT: usize = 14;
    /// Number of pieces in a team.
    pub const PER_TEAM: usize = 7;

    /// The piece with this index, if it is below 14.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 14 { Some(Self(index)) } else { None }
    }

    pub(crate) const fn from_raw(index: u8) -> Self {
        debug_assert!(index < 14);
        Self(index)
    }

    /// Index from 0 to 13.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Place in the formation of its team, 0 to 6.
    #[must_use]
    pub const fn number(self) -> usize {
        (self.0 % 7) as usize
    }

    /// The team it belongs to.
    #[must_use]
    pub const fn team(self) -> Team {
        if self.0 < 7 { Team::Atk } else { Team::Def }
    }

    /// All pieces, ATK's first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..14).map(Self)
    }

    #[inline(always)]
    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }
}
