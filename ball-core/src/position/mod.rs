//! Positions: everything the rules need to go on from here (chapters 2 and 3).

mod problem;
mod setup;
mod text;

pub use problem::{Placed, PositionError, PositionProblem, SyntaxProblem};
pub use setup::{PieceSetup, PositionSetup, StackMark};
pub use text::{MAX_POSITION_TEXT, PositionDisplay};

use crate::card::{CardIndex, CardSet};
use crate::ruleset::Ruleset;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::team::{PieceId, Team};

/// Part of the turn (T1), or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Ordinary actions, conversion and cards.
    Action = 0,
    /// Stand-ups and releases.
    Unlock = 1,
    /// The game is over.
    Over = 2,
}

impl Phase {
    /// All phases.
    pub const ALL: [Self; 3] = [Self::Action, Self::Unlock, Self::Over];

    /// `action`, `unlock` or `over`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Unlock => "unlock",
            Self::Over => "over",
        }
    }
}

/// How a game ended (T7, T8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A touchdown of this team.
    Win(Team),
    /// The turn limit.
    Draw,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 3] = [Self::Win(Team::Atk), Self::Win(Team::Def), Self::Draw];

    /// `atk`, `def` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(team) => team.name(),
            Self::Draw => "draw",
        }
    }

    /// The winning team, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Team> {
        match self {
            Self::Win(team) => Some(team),
            Self::Draw => None,
        }
    }

    /// The outcome with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// A position of a game, always valid by chapter 10.
///
/// It is flat and small (44 bytes), holds no history and no reference to its ruleset: pass the [`Ruleset`] it was made
/// with. With another ruleset nothing breaks, but answers are those of that other game.
///
/// `==` and `Hash` compare everything; see [`Position::zobrist`] for a hash that is the same in every release.
///
/// ```
/// use ball_core::{Position, Ruleset};
/// let rules = Ruleset::standard();
/// let mut position = Position::start(&rules);
/// assert_eq!(position.legal_actions(&rules).len(), 55);
/// let action = position.parse_action("H11-G10", &rules)?;
/// position.play(&rules, action)?;
/// assert_eq!(position.ap(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) squares: [Square; PieceId::COUNT],
    /// One bit per piece: knocked down, or below in a stack and returning to that state (U4).
    pub(crate) knocked: u16,
    pub(crate) tops: u16,
    pub(crate) bottoms: u16,
    /// Tops of stacks formed in this turn (U1).
    pub(crate) fresh: u16,
    pub(crate) tired: u16,
    pub(crate) turn: u16,
    pub(crate) ep: [u16; 2],
    pub(crate) spent: [CardSet; 2],
    pub(crate) ball: Square,
    pub(crate) holder: Option<PieceId>,
    pub(crate) team: Team,
    pub(crate) phase: Phase,
    pub(crate) ap: u8,
    pub(crate) pending: Option<CardIndex>,
    pub(crate) outcome: Option<Outcome>,
}

/// One piece of a position, for drawing (§12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Which piece it is.
    pub id: PieceId,
    /// Where it stands.
    pub square: Square,
    /// Knocked down; for a bottom, the state it returns to (U4).
    pub knocked_down: bool,
    /// Its place in a stack, if it is in one (P3).
    pub stack: Option<StackPlace>,
    /// Whether its stack was formed in this turn (U1).
    pub formed_this_turn: bool,
    /// Tired (T3).
    pub tired: bool,
    /// In possession of the ball (P4).
    pub has_ball: bool,
}

impl Piece {
    /// Whether it is active (P2): neither knocked down nor in a stack.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        !self.knocked_down && self.stack.is_none()
    }
}

/// Place in a stack (P3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StackPlace {
    /// Above; its coach can release the stack.
    Top = 1,
    /// Below.
    Bottom = 2,
}

impl Position {
    /// The start of a game (P6, T1, C2).
    #[must_use]
    pub fn start(rules: &Ruleset) -> Self {
        let formation = &rules.spec().formation;
        let holder = PieceId::all().find(|piece| formation.pieces[piece.index()].1 == formation.ball);
        Self {
            squares: formation.pieces.map(|(_, square)| square),
            knocked: 0,
            tops: 0,
            bottoms: 0,
            fresh: 0,
            tired: 0,
            turn: 1,
            ep: [0; 2],
            spent: [CardSet::EMPTY; 2],
            ball: formation.ball,
            holder,
            team: rules.spec().first,
            phase: Phase::Action,
            ap: 2,
            pending: None,
            outcome: None,
        }
    }

    /// The team whose turn it is; at the end, whose turn was the last.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// Number of the turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.turn
    }

    /// Part of the turn.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// AP left in this turn (T1).
    #[must_use]
    pub const fn ap(&self) -> u8 {
        self.ap
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// EP of a coach (C3); 0 in standard mode.
    #[must_use]
    pub const fn ep(&self, team: Team) -> u16 {
        self.ep[team as usize]
    }

    /// Cards this coach has spent (C5).
    #[must_use]
    pub const fn spent(&self, team: Team) -> CardSet {
        self.spent[team as usize]
    }

    /// The card whose completion must follow (C5).
    #[must_use]
    pub const fn pending(&self) -> Option<CardIndex> {
        self.pending
    }

    /// Square of the ball.
    #[must_use]
    pub const fn ball(&self) -> Square {
        self.ball
    }

    /// The piece in possession of the ball; nothing while it lies loose (P4).
    #[must_use]
    pub const fn carrier(&self) -> Option<PieceId> {
        self.holder
    }

    /// Everything about one piece.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> Piece {
        let bit = id.bit();
        let stack = if self.tops & bit != 0 {
            Some(StackPlace::Top)
        } else if self.bottoms & bit != 0 {
            Some(StackPlace::Bottom)
        } else {
            None
        };
        Piece {
            id,
            square: self.squares[id.index()],
            knocked_down: self.knocked & bit != 0,
            stack,
            formed_this_turn: stack.is_some()
                && self.at(self.squares[id.index()]).any(|other| self.fresh & other.bit() != 0),
            tired: self.tired & bit != 0,
            has_ball: self.holder == Some(id),
        }
    }

    /// All fourteen pieces, ATK's first.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Piece> + '_ {
        PieceId::all().map(|id| self.piece(id))
    }

    /// The pieces on a square: none, one, or the two of a stack in no particular order.
    pub fn at(&self, square: Square) -> impl Iterator<Item = PieceId> + '_ {
        PieceId::all().filter(move |piece| self.squares[piece.index()] == square)
    }

    /// All squares with a piece.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.squares.into_iter().collect()
    }

    /// The piece below in the stack whose top this is.
    pub(crate) fn below(&self, top: PieceId) -> Option<PieceId> {
        self.at(self.squares[top.index()]).find(|&other| other != top)
    }

    #[inline(always)]
    pub(crate) const fn inactive(&self) -> u16 {
        self.knocked | self.tops | self.bottoms
    }

    #[inline(always)]
    pub(crate) const fn is_active(&self, piece: PieceId) -> bool {
        self.inactive() & piece.bit() == 0
    }
}

/// Bits of a team's pieces.
#[inline(always)]
pub(crate) const fn team_bits(team: Team) -> u16 {
    0x7F << (team as u16 * 7)
}

impl core::fmt::Debug for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Position({})", text::Plain(self))
    }
}
