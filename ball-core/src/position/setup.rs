//! Positions as they are put together, and the checks that make them valid (chapter 10).

use arrayvec::ArrayVec;

use super::problem::{Placed, PositionError, PositionProblem};
use super::{Outcome, Phase, Position, team_bits};
use crate::card::{CardIndex, CardSet, Effect};
use crate::ruleset::{MAX_EP, Mode, Ruleset};
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
        let placed = Placed { square, team: id.team() };
        // Squares are judged once, with their first piece.
        if position.at(square).next() == Some(id) {
            let tops = position.at(square).filter(|other| position.tops & other.bit() != 0).count();
            match (position.at(square).count(), tops) {
                (1, 0) | (2, 1) => {}
                (1, _) => refuse(PositionProblem::LoneTop(placed)),
                (2, _) => refuse(PositionProblem::NotOneTop(placed)),
                _ => refuse(PositionProblem::Crowded(placed)),
            }
        }
        if position.tops & position.knocked & bit != 0 {
            refuse(PositionProblem::KnockedTop(placed));
        }
        let of_mover = team_bits(position.team) & bit != 0;
        if position.fresh & bit != 0 {
            if position.phase == Phase::Over {
                refuse(PositionProblem::FreshWhenOver(placed));
            } else if !of_mover {
                refuse(PositionProblem::FreshOfOther(placed));
            }
        }
        if piece.tired {
            if !of_mover {
                refuse(PositionProblem::TiredOfOther(placed));
            }
            if piece.knocked_down || piece.stack == StackMark::Top {
                refuse(PositionProblem::TiredInactive(placed));
            }
            if position.phase != Phase::Action {
                refuse(PositionProblem::TiredOutsideAction(placed));
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
        if position.ep(team) > MAX_EP {
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
