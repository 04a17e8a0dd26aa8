//! Why a position is refused (chapter 10).

use core::fmt;

use arrayvec::ArrayVec;

use crate::rule::Rule;
use crate::square::Square;
use crate::team::Team;

/// A piece that is to blame; printed as its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where it stands.
    pub square: Square,
    /// Its team.
    pub team: Team,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square.fmt(f)
    }
}

/// One reason why a position is refused (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionProblem {
    /// Three pieces or more on a square.
    #[error("P3: more than two pieces on {0}")]
    Crowded(Placed),
    /// Two pieces on a square without exactly one top.
    #[error("P3: two pieces on {0}, of which exactly one must be a top (^ or +)")]
    NotOneTop(Placed),
    /// A top alone on its square.
    #[error("P3: a top alone on {0}")]
    LoneTop(Placed),
    /// A top marked as knocked down.
    #[error("P3: the top on {0} is marked as knocked down")]
    KnockedTop(Placed),
    /// The ball on a knocked-down piece that stands alone.
    #[error("P4: the piece on {0} is knocked down and can't have the ball")]
    BallOnKnockedDown(Square),
    /// `+` on a piece of the team not to move.
    #[error("T6: the stack on {0} can't have been formed in this turn, its top is not of the team to move")]
    FreshOfOther(Placed),
    /// `+` after the end of the game.
    #[error("T6: the end of the game clears the mark + on {0}")]
    FreshWhenOver(Placed),
    /// `*` on a piece of the team not to move.
    #[error("T3: the piece on {0} can't be tired, it is not of the team to move")]
    TiredOfOther(Placed),
    /// `*` after `-` or `^`.
    #[error("T3: the piece on {0} is marked * but is knocked down or on top of an old stack")]
    TiredInactive(Placed),
    /// `*` outside the action phase.
    #[error("T6: the piece on {0} is marked *, but tiredness ends with the action phase")]
    TiredOutsideAction(Placed),
    /// Turn 0.
    #[error("T6: turns count from 1")]
    TurnZero,
    /// Beyond the ruleset's limit.
    #[error("T8: turn {turn} is beyond the turn limit {limit}")]
    TurnBeyondLimit {
        /// The turn.
        turn: u16,
        /// The limit.
        limit: u16,
    },
    /// The other team has this turn.
    #[error("T6: turn {turn} is {team}'s")]
    WrongTeam {
        /// The turn.
        turn: u16,
        /// Whose it is.
        team: Team,
    },
    /// AP outside the action phase.
    #[error("T1: {0} AP outside the action phase, where ap is 0")]
    ApOutsideAction(u8),
    /// More AP than a turn can have.
    #[error("T1: {ap} AP, but at most {most} are possible here")]
    TooManyAp {
        /// The AP.
        ap: u8,
        /// 2 and what spent cards have given.
        most: u16,
    },
    /// `phase=over` without result, or a result before the end.
    #[error("chapter 10: result stands exactly with phase=over")]
    ResultAndPhase,
    /// A winner that is not the team to move.
    #[error("T7: only the team to move can have won")]
    WinnerNotToMove,
    /// A winner without a touchdown on the board.
    #[error("T7: {0} has won, but does not have the ball on its target end zone")]
    NoTouchdown(Team),
    /// A draw before the limit.
    #[error("T8: a draw in turn {turn}, but the turn limit is {limit}")]
    EarlyDraw {
        /// The turn.
        turn: u16,
        /// The limit.
        limit: u16,
    },
    /// EP, spent or pending cards in standard mode.
    #[error("C1: EP and cards in standard mode")]
    CardsInStandard,
    /// EP over 999.
    #[error("C3: {0} has {1} EP, more than 999")]
    TooMuchEp(Team, u16),
    /// A card that the deck doesn't have.
    #[error("C2: a card that the deck does not have")]
    UnknownCard,
    /// A pending card outside the action phase.
    #[error("C5: a card is pending outside the action phase")]
    PendingOutsideAction,
    /// A pending card that the team to move has not spent.
    #[error("C5: the pending card has not been spent by the team to move")]
    PendingNotSpent,
    /// A pending card with an immediate effect.
    #[error("C5: the effect of the pending card is immediate")]
    PendingImmediate,
    /// A pending card without completion.
    #[error("C5: the pending card has no legal completion")]
    PendingStuck,
    /// `action` without AP, pending card and playable card.
    #[error("T5: an action phase without AP and without a playable card leaves nothing to decide")]
    NothingInAction,
    /// `unlock` without resolvable task.
    #[error("U5: an unlock phase without a resolvable task leaves nothing to decide")]
    NothingInUnlock,
}

/// What can't be read in a position text (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {token}: {what} (at byte {offset})")]
pub struct SyntaxProblem {
    /// Rule that is broken.
    pub rule: Rule,
    /// Token that is wrong or missing.
    pub token: &'static str,
    /// What is wrong, and what would be right.
    pub what: &'static str,
    /// Byte offset in the text.
    pub offset: usize,
}

impl PositionProblem {
    /// The rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Crowded(_) | Self::NotOneTop(_) | Self::LoneTop(_) | Self::KnockedTop(_) => Rule::P3,
            Self::BallOnKnockedDown(_) => Rule::P4,
            Self::TiredOfOther(_) | Self::TiredInactive(_) => Rule::T3,
            Self::FreshOfOther(_)
            | Self::FreshWhenOver(_)
            | Self::TiredOutsideAction(_)
            | Self::TurnZero
            | Self::WrongTeam { .. } => Rule::T6,
            Self::TurnBeyondLimit { .. } | Self::EarlyDraw { .. } => Rule::T8,
            Self::ApOutsideAction(_) | Self::TooManyAp { .. } => Rule::T1,
            Self::ResultAndPhase => Rule::Notation,
            Self::WinnerNotToMove | Self::NoTouchdown(_) => Rule::T7,
            Self::CardsInStandard => Rule::C1,
            Self::TooMuchEp(..) => Rule::C3,
            Self::UnknownCard => Rule::C2,
            Self::PendingOutsideAction | Self::PendingNotSpent | Self::PendingImmediate | Self::PendingStuck => {
                Rule::C5
            }
            Self::NothingInAction => Rule::T5,
            Self::NothingInUnlock => Rule::U5,
        }
    }

    /// The piece that is to blame, where it is one.
    const fn placed(&self) -> Option<Placed> {
        match self {
            Self::Crowded(placed)
            | Self::NotOneTop(placed)
            | Self::LoneTop(placed)
            | Self::KnockedTop(placed)
            | Self::FreshOfOther(placed)
            | Self::FreshWhenOver(placed)
            | Self::TiredOfOther(placed)
            | Self::TiredInactive(placed)
            | Self::TiredOutsideAction(placed) => Some(*placed),
            _ => None,
        }
    }

    /// The token of the position text that is to blame.
    #[must_use]
    pub const fn token(&self) -> &'static str {
        match self {
            Self::BallOnKnockedDown(_) => "ball",
            Self::TurnZero | Self::TurnBeyondLimit { .. } => "turn",
            Self::WrongTeam { .. } => "move",
            Self::ApOutsideAction(_) | Self::TooManyAp { .. } | Self::NothingInAction => "ap",
            Self::NothingInUnlock => "phase",
            Self::ResultAndPhase | Self::WinnerNotToMove | Self::NoTouchdown(_) | Self::EarlyDraw { .. } => "result",
            Self::CardsInStandard | Self::TooMuchEp(..) => "ep",
            Self::UnknownCard => "spent",
            Self::PendingOutsideAction | Self::PendingNotSpent | Self::PendingImmediate | Self::PendingStuck => {
                "pending"
            }
            _ => match self.placed() {
                Some(placed) => placed.team.name(),
                None => "",
            },
        }
    }
}

/// Why a position was refused (chapter 10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text can't be read.
    Syntax(SyntaxProblem),
    /// It can be read, but there is no such position.
    Invalid {
        /// The first reasons; never empty.
        problems: ArrayVec<PositionProblem, 8>,
        /// Number of reasons.
        count: usize,
    },
}

impl PositionError {
    /// The rule of the first reason.
    #[must_use]
    pub fn rule(&self) -> Rule {
        match self {
            Self::Syntax(problem) => problem.rule,
            Self::Invalid { problems, .. } => problems.first().map_or(Rule::Notation, PositionProblem::rule),
        }
    }

    /// Byte offset in `text`, which was read, of what the first reason is about: an entry of a list or the value of a
    /// token.
    #[must_use]
    pub fn offset(&self, text: &str) -> usize {
        let problem = match self {
            Self::Syntax(problem) => return problem.offset,
            Self::Invalid { problems, .. } => problems.first(),
        };
        let token = problem.map_or("", PositionProblem::token);
        let mut start = 0;
        for part in text.split(' ') {
            match part.strip_prefix(token).and_then(|rest| rest.strip_prefix('=')) {
                Some(value) => {
                    let start = start + token.len() + 1;
                    return start
                        + problem.and_then(PositionProblem::placed).map_or(0, |placed| place(value, placed.square));
                }
                None => start += part.len() + 1,
            }
        }
        0
    }
}

/// Where in a list of pieces the one on a square stands.
fn place(list: &str, square: Square) -> usize {
    let mut start = 0;
    for entry in list.split(',') {
        if entry.trim_end_matches(['-', '^', '+', '*']).parse() == Ok(square) {
            return start;
        }
        start += entry.len() + 1;
    }
    0
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(problem) => problem.fmt(f),
            Self::Invalid { problems, count } => crate::problems::write_list(f, problems, *count),
        }
    }
}

impl core::error::Error for PositionError {}
