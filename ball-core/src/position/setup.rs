//! Positions as they are put together, and the checks that make them valid (chapter 10).

use core::fmt;

use arrayvec::ArrayVec;

use super::{Outcome, Phase, Position, team_bits};
use crate::card::{CardIndex, CardSet, Effect};
use crate::rule::Rule;
use crate::ruleset::{Mode, Ruleset};
use crate::square::Square;
use crate::team::{PieceId, Team};

/// Mark of a piece on top of a stack (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum StackMark {
    /// Not a top.
    #[default]
    None = 0,
    /// `^`
    Top = 1,
    /// `+`: top of a stack formed in this turn.
    FreshTop = 2,
}

/// A piece of a [`PositionSetup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceSetup {
    /// Where it stands.
    pub square: Square,
    /// `-`: knocked down, or below in a stack and returning to that state.
    pub knocked_down: bool,
    /// `^` or `+`.
    pub stack: StackMark,
    /// `*`
    pub tired: bool,
}

/// A position with public fields, possibly nonsense; [`Position::from_setup`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSetup {
    /// ATK's pieces in formation order, then DEF's.
    pub pieces: [PieceSetup; PieceId::COUNT],
    /// Square of the ball. Whoever stands there has it, in a stack the top.
    pub ball: Square,
    /// Number of the turn, from 1.
    pub turn: u16,
    /// Team to move.
    pub team: Team,
    /// Part of the turn.
    pub phase: Phase,
    /// AP left.
    pub ap: u8,
    /// EP of ATK and DEF.
    pub ep: [u16; 2],
    /// Cards spent by ATK and DEF.
    pub spent: [CardSet; 2],
    /// Card to be completed.
    pub pending: Option<CardIndex>,
    /// How the game ended; exactly with `phase` over.
    pub outcome: Option<Outcome>,
}

/// One reason why a position is refused (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionProblem {
    /// Three pieces or more on a square.
    #[error("P3: more than two pieces on {0}")]
    Crowded(Square),
    /// Two pieces on a square without exactly one top.
    #[error("P3: two pieces on {0}, of which exactly one must be a top (^ or +)")]
    NotOneTop(Square),
    /// A top alone on its square.
    #[error("P3: a top alone on {0}")]
    LoneTop(Square),
    /// A top marked as knocked down.
    #[error("P3: the top on {0} is marked as knocked down")]
    KnockedTop(Square),
    /// The ball on a knocked-down piece that stands alone.
    #[error("P4: the piece on {0} is knocked down and can't have the ball")]
    BallOnKnockedDown(Square),
    /// `+` on a piece of the team not to move.
    #[error("T6: the stack on {0} can't have been formed in this turn, its top is not of the team to move")]
    FreshOfOther(Square),
    /// `+` after the end of the game.
    #[error("T6: the end of the game clears the mark + on {0}")]
    FreshWhenOver(Square),
    /// `*` on a piece of the team not to move.
    #[error("T3: the piece on {0} can't be tired, it is not of the team to move")]
    TiredOfOther(Square),
    /// `*` after `-` or `^`.
    #[error("T3: the piece on {0} is marked * but is knocked down or on top of an old stack")]
    TiredInactive(Square),
    /// `*` outside the action phase.
    #[error("T6: the piece on {0} is marked *, but tiredness ends with the action phase")]
    TiredOutsideAction(Square),
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
            _ => "atk",
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

    /// Byte offset in `text` of what the first reason is about.
    #[must_use]
    pub fn offset(&self, text: &str) -> usize {
        let token = match self {
            Self::Syntax(problem) => return problem.offset,
            Self::Invalid { problems, .. } => problems.first().map_or("", PositionProblem::token),
        };
        let mut start = 0;
        for part in text.split(' ') {
            if part.split('=').next() == Some(token) {
                return start;
            }
            start += part.len() + 1;
        }
        0
    }
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

impl Position {
    /// Checks a setup.
    ///
    /// ```
    /// use ball_core::{Position, Ruleset};
    /// let rules = Ruleset::standard();
    /// let mut setup = Position::start(&rules).to_setup();
    /// setup.ap = 3;
    /// let error = Position::from_setup(&setup, &rules).unwrap_err();
    /// assert_eq!(error.to_string(), "T1: 3 AP, but at most 2 are possible here");
    /// ```
    ///
    /// # Errors
    /// Every reason for which chapter 10 refuses the position.
    pub fn from_setup(setup: &PositionSetup, rules: &Ruleset) -> Result<Self, PositionError> {
        let (mut problems, mut count) = (ArrayVec::new(), 0);
        let mut refuse = |problem| {
            count += 1;
            // What does not fit is counted.
            let _ = problems.try_push(problem);
        };
        let position = assemble(setup);
        check_pieces(&position, setup, &mut refuse);
        check_turn(&position, rules, &mut refuse);
        check_cards(&position, rules, &mut refuse);
        // Whether anything is left to decide can be asked of an otherwise valid position only.
        if count == 0 {
            if let Some(problem) = position.nothing_to_decide(rules) {
                problems.push(problem);
                count = 1;
            }
        }
        if count == 0 { Ok(position) } else { Err(PositionError::Invalid { problems, count }) }
    }

    /// The position with public fields.
    #[must_use]
    pub fn to_setup(&self) -> PositionSetup {
        let pieces = core::array::from_fn(|i| {
            let bit = 1 << i;
            PieceSetup {
                square: self.squares[i],
                knocked_down: self.knocked & bit != 0,
                stack: if self.fresh & bit != 0 {
                    StackMark::FreshTop
                } else if self.tops & bit != 0 {
                    StackMark::Top
                } else {
                    StackMark::None
                },
                tired: self.tired & bit != 0,
            }
        });
        PositionSetup {
            pieces,
            ball: self.ball,
            turn: self.turn,
            team: self.team,
            phase: self.phase,
            ap: self.ap,
            ep: self.ep,
            spent: self.spent,
            pending: self.pending,
            outcome: self.outcome,
        }
    }

    fn nothing_to_decide(&self, rules: &Ruleset) -> Option<PositionProblem> {
        let problem = match (self.phase, self.pending) {
            (Phase::Over, _) => return None,
            (Phase::Action, Some(_)) => PositionProblem::PendingStuck,
            (Phase::Action, None) if self.ap > 0 || self.has_playable_card(rules) => return None,
            (Phase::Action, None) => return Some(PositionProblem::NothingInAction),
            (Phase::Unlock, _) => PositionProblem::NothingInUnlock,
        };
        if self.has_legal_action(rules) { None } else { Some(problem) }
    }
}

fn assemble(setup: &PositionSetup) -> Position {
    let bits = |test: &dyn Fn(&PieceSetup) -> bool| {
        PieceId::all().filter(|id| test(&setup.pieces[id.index()])).fold(0, |bits, id| bits | id.bit())
    };
    let mut position = Position {
        squares: setup.pieces.map(|piece| piece.square),
        knocked: bits(&|piece| piece.knocked_down),
        tops: bits(&|piece| piece.stack != StackMark::None),
        bottoms: 0,
        fresh: bits(&|piece| piece.stack == StackMark::FreshTop),
        tired: bits(&|piece| piece.tired),
        turn: setup.turn,
        ep: setup.ep,
        spent: setup.spent,
        ball: setup.ball,
        holder: None,
        team: setup.team,
        phase: setup.phase,
        ap: setup.ap,
        pending: setup.pending,
        outcome: setup.outcome,
    };
    for id in PieceId::all() {
        let on_a_stack = position.at(position.squares[id.index()]).any(|other| position.tops & other.bit() != 0);
        if on_a_stack && position.tops & id.bit() == 0 {
            position.bottoms |= id.bit();
        }
    }
    let holder = position.at(setup.ball).find(|id| position.bottoms & id.bit() == 0);
    position.holder = holder;
    position
}

fn check_pieces(position: &Position, setup: &PositionSetup, refuse: &mut impl FnMut(PositionProblem)) {
    for id in PieceId::all() {
        let (piece, bit) = (&setup.pieces[id.index()], id.bit());
        let square = piece.square;
        // Squares are judged once, with their first piece.
        if position.at(square).next() == Some(id) {
            let tops = position.at(square).filter(|other| position.tops & other.bit() != 0).count();
            match (position.at(square).count(), tops) {
                (1, 0) | (2, 1) => {}
                (1, _) => refuse(PositionProblem::LoneTop(square)),
                (2, _) => refuse(PositionProblem::NotOneTop(square)),
                _ => refuse(PositionProblem::Crowded(square)),
            }
        }
        if position.tops & position.knocked & bit != 0 {
            refuse(PositionProblem::KnockedTop(square));
        }
        let of_mover = team_bits(position.team) & bit != 0;
        if position.fresh & bit != 0 {
            if position.phase == Phase::Over {
                refuse(PositionProblem::FreshWhenOver(square));
            } else if !of_mover {
                refuse(PositionProblem::FreshOfOther(square));
            }
        }
        if piece.tired {
            if !of_mover {
                refuse(PositionProblem::TiredOfOther(square));
            }
            if piece.knocked_down || piece.stack == StackMark::Top {
                refuse(PositionProblem::TiredInactive(square));
            }
            if position.phase != Phase::Action {
                refuse(PositionProblem::TiredOutsideAction(square));
            }
        }
    }
    if position.holder.is_some_and(|holder| position.knocked & holder.bit() != 0) {
        refuse(PositionProblem::BallOnKnockedDown(position.ball));
    }
}

fn check_turn(position: &Position, rules: &Ruleset, refuse: &mut impl FnMut(PositionProblem)) {
    let (turn, limit) = (position.turn, rules.turn_limit());
    if turn == 0 {
        refuse(PositionProblem::TurnZero);
    } else if rules.team_of_turn(turn) != position.team {
        refuse(PositionProblem::WrongTeam { turn, team: rules.team_of_turn(turn) });
    }
    if turn > limit {
        refuse(PositionProblem::TurnBeyondLimit { turn, limit });
    }
    let most = 2 + rules.extra_ap(position.spent(position.team));
    if position.phase != Phase::Action {
        if position.ap > 0 {
            refuse(PositionProblem::ApOutsideAction(position.ap));
        }
    } else if u16::from(position.ap) > most {
        refuse(PositionProblem::TooManyAp { ap: position.ap, most });
    }
    if position.outcome.is_some() != (position.phase == Phase::Over) {
        refuse(PositionProblem::ResultAndPhase);
    }
    match position.outcome {
        Some(Outcome::Win(team)) if team != position.team => refuse(PositionProblem::WinnerNotToMove),
        Some(Outcome::Win(team)) => {
            let has_ball = position.holder.is_some_and(|holder| holder.team() == team);
            if !has_ball || !rules.target_zone(team).contains(position.ball) {
                refuse(PositionProblem::NoTouchdown(team));
            }
        }
        Some(Outcome::Draw) if turn != limit => refuse(PositionProblem::EarlyDraw { turn, limit }),
        _ => {}
    }
}

fn check_cards(position: &Position, rules: &Ruleset, refuse: &mut impl FnMut(PositionProblem)) {
    let any_spent = position.spent.iter().any(|spent| !spent.is_empty());
    if rules.mode() == Mode::Standard && (position.ep != [0; 2] || any_spent || position.pending.is_some()) {
        refuse(PositionProblem::CardsInStandard);
        return;
    }
    for team in Team::ALL {
        if position.ep(team) > 999 {
            refuse(PositionProblem::TooMuchEp(team, position.ep(team)));
        }
    }
    if position.spent.iter().flat_map(|spent| spent.iter()).any(|card| rules.card(card).is_none()) {
        refuse(PositionProblem::UnknownCard);
    }
    if let Some(card) = position.pending {
        if position.phase != Phase::Action {
            refuse(PositionProblem::PendingOutsideAction);
        }
        if !position.spent(position.team).contains(card) {
            refuse(PositionProblem::PendingNotSpent);
        }
        if matches!(rules.card(card).map(|card| card.effect), Some(Effect::ExtraAp { .. })) {
            refuse(PositionProblem::PendingImmediate);
        }
    }
}
