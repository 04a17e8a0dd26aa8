//! Small numbers that C passes and gets: constants, and the checks that make values of the core from them.

use ball_core::{
    ActionKind, ActionNumber, CardIndex, EpSource, Gain, Keeper, Loss, Outcome, Phase, PieceId, Shape, Square,
    StackPlace, Team,
};

use crate::error::Failure;

/// Stands for "none" wherever a square, piece, card, team or the like may be missing.
pub const BALL_NONE: u8 = 255;

/// A team or its coach (P1).
pub type BallTeam = u8;
/// Has the ball at the start; its own end zone is in the south (row 1).
pub const BALL_TEAM_ATK: BallTeam = 0;
/// Has the first turn by default; its own end zone is in the north (row 17).
pub const BALL_TEAM_DEF: BallTeam = 1;

/// Shape of a piece (P1).
pub type BallShape = u8;
/// X
pub const BALL_SHAPE_X: BallShape = 0;
/// O
pub const BALL_SHAPE_O: BallShape = 1;
/// The square piece, S in texts.
pub const BALL_SHAPE_S: BallShape = 2;

/// A piece: 0 to 6 are ATK's in formation order, 7 to 13 DEF's (P1).
pub type BallPiece = u8;
/// Number of pieces.
pub const BALL_PIECE_COUNT: usize = 14;

/// A square by its index, 0 (B1) to 109 (L17), row by row from the south (B3).
pub type BallSquare = u8;
/// Number of squares that are played on.
pub const BALL_SQUARE_COUNT: usize = 110;
/// Number of columns, A to M.
pub const BALL_COLUMN_COUNT: usize = 13;
/// Number of rows.
pub const BALL_ROW_COUNT: usize = 17;

/// Place of a card in the deck of the ruleset, from 0.
pub type BallCard = u8;
/// No deck has more cards (chapter 9).
pub const BALL_MAX_CARDS: usize = 16;

/// Mode of a ruleset (C1).
pub type BallMode = u8;
/// No EP, no conversion, no cards.
pub const BALL_MODE_STANDARD: BallMode = 0;
/// EP, conversion and a deck.
pub const BALL_MODE_CARDS: BallMode = 1;

/// Part of a turn (T1).
pub type BallPhase = u8;
/// Actions, conversion and cards.
pub const BALL_PHASE_ACTION: BallPhase = 0;
/// Stand-ups and releases.
pub const BALL_PHASE_UNLOCK: BallPhase = 1;
/// The game is over.
pub const BALL_PHASE_OVER: BallPhase = 2;

/// How a game ended (T7, T8).
pub type BallOutcome = u8;
/// It goes on.
pub const BALL_OUTCOME_NONE: BallOutcome = 0;
/// A touchdown of ATK.
pub const BALL_OUTCOME_ATK: BallOutcome = 1;
/// A touchdown of DEF.
pub const BALL_OUTCOME_DEF: BallOutcome = 2;
/// Drawn at the turn limit.
pub const BALL_OUTCOME_DRAW: BallOutcome = 3;

/// Place of a piece in a stack (P3).
pub type BallStackPlace = u8;
/// In no stack.
pub const BALL_STACK_NONE: BallStackPlace = 0;
/// Above; its coach can release the stack.
pub const BALL_STACK_TOP: BallStackPlace = 1;
/// Below.
pub const BALL_STACK_BOTTOM: BallStackPlace = 2;

/// Which piece of a released stack keeps the ball (U4).
pub type BallKeeper = u8;
/// The stack has no ball; also in actions that are no release.
pub const BALL_KEEPER_NOBODY: BallKeeper = 0;
/// The piece that was on top.
pub const BALL_KEEPER_TOP: BallKeeper = 1;
/// The piece that was below.
pub const BALL_KEEPER_BOTTOM: BallKeeper = 2;

/// How a piece came into possession of the ball.
pub type BallGain = u8;
/// It ended on the loose ball (M3).
pub const BALL_GAIN_LOOSE_BALL: BallGain = 0;
/// It dodged the carrier (D2).
pub const BALL_GAIN_FORCED_FUMBLE: BallGain = 1;
/// It formed a stack on the carrier (D7).
pub const BALL_GAIN_STACK: BallGain = 2;
/// Hand-off (H1).
pub const BALL_GAIN_HAND_OFF: BallGain = 3;
/// Direct pass (C7).
pub const BALL_GAIN_DIRECT_PASS: BallGain = 4;
/// The bottom of a released stack keeps the ball (U4).
pub const BALL_GAIN_RELEASE: BallGain = 5;

/// How the ball came to lie loose.
pub type BallLoss = u8;
/// Short pass (H2).
pub const BALL_LOSS_SHORT_PASS: BallLoss = 0;
/// Long pass (H3).
pub const BALL_LOSS_LONG_PASS: BallLoss = 1;
/// Fumble (D5).
pub const BALL_LOSS_FUMBLE: BallLoss = 2;

/// An entry of the EP table (C3). The first eight are also the kinds of ordinary action.
pub type BallEpSource = u8;
/// A movement (M1 to M5).
pub const BALL_EP_MOVEMENT: BallEpSource = 0;
/// A stack over an opponent (D6).
pub const BALL_EP_BLOCK: BallEpSource = 1;
/// A stack over a teammate (D6).
pub const BALL_EP_PROTECTION: BallEpSource = 2;
/// A dodge (D1).
pub const BALL_EP_DODGE: BallEpSource = 3;
/// A tactical dodge (D3).
pub const BALL_EP_TACTICAL_DODGE: BallEpSource = 4;
/// A hand-off (H1).
pub const BALL_EP_HAND_OFF: BallEpSource = 5;
/// A short pass (H2).
pub const BALL_EP_SHORT_PASS: BallEpSource = 6;
/// A long pass (H3).
pub const BALL_EP_LONG_PASS: BallEpSource = 7;
/// A dodge that took the ball (D2).
pub const BALL_EP_FORCED_FUMBLE: BallEpSource = 8;
/// A tactical dodge that made the opponent lose the ball (D5).
pub const BALL_EP_FUMBLE: BallEpSource = 9;
/// A loose ball taken, or the ball taken from an opponent by a block.
pub const BALL_EP_TAKE_POSSESSION: BallEpSource = 10;
/// A release over an opponent (U4).
pub const BALL_EP_UNBLOCK: BallEpSource = 11;
/// A release over a teammate (U4).
pub const BALL_EP_UNPROTECT: BallEpSource = 12;

/// What a card does (C7).
pub type BallEffect = u8;
/// AP more in this turn, at once.
pub const BALL_EFFECT_EXTRA_AP: BallEffect = 0;
/// One ordinary action of certain kinds, without AP.
pub const BALL_EFFECT_EXTRA_ACTION: BallEffect = 1;
/// One unlock task, now.
pub const BALL_EFFECT_EARLY_UNLOCK: BallEffect = 2;
/// Two squares diagonally over a piece or stack.
pub const BALL_EFFECT_LEAP: BallEffect = 3;
/// A number of squares diagonally.
pub const BALL_EFFECT_RUN: BallEffect = 4;
/// The ball goes straight to a teammate.
pub const BALL_EFFECT_DIRECT_PASS: BallEffect = 5;
/// An adjacent opponent without the ball is knocked down.
pub const BALL_EFFECT_KNOCK_DOWN: BallEffect = 6;

/// Size of the action space: every action number is below.
pub const BALL_ACTION_SPACE: usize = 945;
/// No position has more legal actions.
pub const BALL_MAX_LEGAL_ACTIONS: usize = 385;
/// No action has more events.
pub const BALL_MAX_EVENTS: usize = 16;
/// A buffer of this many bytes holds every text of a square, its NUL included.
pub const BALL_SQUARE_TEXT_SIZE: usize = 4;
/// A buffer of this many bytes holds every name of a piece, its NUL included.
pub const BALL_PIECE_NAME_SIZE: usize = 8;
/// A buffer of this many bytes holds every text of an action, its NUL included.
pub const BALL_ACTION_TEXT_SIZE: usize = 38;
/// A buffer of this many bytes holds every text of a position, its NUL included.
pub const BALL_POSITION_TEXT_SIZE: usize = 1265;
/// A buffer of this many bytes holds every text of an event, its NUL included.
pub const BALL_EVENT_TEXT_SIZE: usize = 96;

// cbindgen reads no expressions, so the numbers above are written out and compared here.
const _: () = {
    assert!(BALL_PIECE_COUNT == PieceId::COUNT && BALL_SQUARE_COUNT == Square::COUNT);
    assert!(BALL_COLUMN_COUNT == Square::COLUMNS as usize && BALL_ROW_COUNT == Square::ROWS as usize);
    assert!(BALL_MAX_CARDS == CardIndex::COUNT);
    assert!(BALL_ACTION_SPACE == ball_core::ACTION_SPACE && BALL_MAX_EVENTS == ball_core::MAX_EVENTS);
    assert!(BALL_MAX_LEGAL_ACTIONS == ball_core::MAX_LEGAL_ACTIONS);
    assert!(BALL_ACTION_TEXT_SIZE == ball_core::MAX_ACTION_TEXT + 1);
    assert!(BALL_POSITION_TEXT_SIZE == ball_core::MAX_POSITION_TEXT + 1);
    assert!(BALL_TEAM_ATK == Team::Atk as u8 && BALL_TEAM_DEF == Team::Def as u8);
    assert!(BALL_SHAPE_X == Shape::X as u8 && BALL_SHAPE_O == Shape::O as u8 && BALL_SHAPE_S == Shape::S as u8);
    assert!(BALL_MODE_STANDARD == ball_core::Mode::Standard as u8 && BALL_MODE_CARDS == ball_core::Mode::Cards as u8);
    assert!(BALL_PHASE_ACTION == Phase::Action as u8 && BALL_PHASE_UNLOCK == Phase::Unlock as u8);
    assert!(BALL_PHASE_OVER == Phase::Over as u8);
    assert!(BALL_STACK_TOP == StackPlace::Top as u8 && BALL_STACK_BOTTOM == StackPlace::Bottom as u8);
    assert!(BALL_KEEPER_NOBODY == Keeper::Nobody as u8 && BALL_KEEPER_TOP == Keeper::Top as u8);
    assert!(BALL_KEEPER_BOTTOM == Keeper::Bottom as u8);
    assert!(BALL_GAIN_LOOSE_BALL == Gain::LooseBall as u8 && BALL_GAIN_FORCED_FUMBLE == Gain::ForcedFumble as u8);
    assert!(BALL_GAIN_STACK == Gain::Stack as u8 && BALL_GAIN_HAND_OFF == Gain::HandOff as u8);
    assert!(BALL_GAIN_DIRECT_PASS == Gain::DirectPass as u8 && BALL_GAIN_RELEASE == Gain::Release as u8);
    assert!(BALL_EP_MOVEMENT == EpSource::Movement as u8 && BALL_EP_BLOCK == EpSource::Block as u8);
    assert!(BALL_EP_PROTECTION == EpSource::Protection as u8 && BALL_EP_DODGE == EpSource::Dodge as u8);
    assert!(BALL_EP_TACTICAL_DODGE == EpSource::TacticalDodge as u8 && BALL_EP_HAND_OFF == EpSource::HandOff as u8);
    assert!(BALL_EP_SHORT_PASS == EpSource::ShortPass as u8 && BALL_EP_LONG_PASS == EpSource::LongPass as u8);
    assert!(BALL_EP_FORCED_FUMBLE == EpSource::ForcedFumble as u8 && BALL_EP_FUMBLE == EpSource::Fumble as u8);
    assert!(BALL_EP_TAKE_POSSESSION == EpSource::TakePossession as u8 && BALL_EP_UNBLOCK == EpSource::Unblock as u8);
    assert!(BALL_EP_UNPROTECT == EpSource::Unprotect as u8);
    assert!(ActionKind::LongPass as u8 == BALL_EP_LONG_PASS);
};

/// A value among those listed, by its number.
fn pick<T: Copy>(all: &[T], value: u8, name: &'static str, expected: &'static str) -> Result<T, Failure> {
    all.get(usize::from(value)).copied().ok_or(Failure::InvalidValue { name, value: value.into(), expected })
}

pub(crate) fn team(value: BallTeam, name: &'static str) -> Result<Team, Failure> {
    pick(&Team::ALL, value, name, "BALL_TEAM_ATK or BALL_TEAM_DEF")
}

pub(crate) fn phase(value: BallPhase) -> Result<Phase, Failure> {
    pick(&Phase::ALL, value, "event->phase", "one of BALL_PHASE_…")
}

pub(crate) fn gain(value: BallGain) -> Result<Gain, Failure> {
    pick(&Gain::ALL, value, "event->gain", "one of BALL_GAIN_…")
}

pub(crate) fn loss(value: BallLoss) -> Result<Loss, Failure> {
    pick(&Loss::ALL, value, "event->loss", "one of BALL_LOSS_…")
}

pub(crate) fn ep_source(value: BallEpSource, name: &'static str) -> Result<EpSource, Failure> {
    pick(&EpSource::ALL, value, name, "one of BALL_EP_…")
}

pub(crate) fn keeper(value: BallKeeper) -> Result<Keeper, Failure> {
    pick(&[Keeper::Nobody, Keeper::Top, Keeper::Bottom], value, "action->keeper", "one of BALL_KEEPER_…")
}

pub(crate) fn piece(value: BallPiece, name: &'static str) -> Result<PieceId, Failure> {
    PieceId::new(value).ok_or(Failure::InvalidValue { name, value: value.into(), expected: "a piece, 0 to 13" })
}

pub(crate) fn square(value: BallSquare, name: &'static str) -> Result<Square, Failure> {
    Square::new(value).ok_or(Failure::InvalidValue { name, value: value.into(), expected: "a square, 0 to 109" })
}

pub(crate) fn optional_square(value: BallSquare, name: &'static str) -> Result<Option<Square>, Failure> {
    if value == BALL_NONE { Ok(None) } else { square(value, name).map(Some) }
}

pub(crate) fn card(value: BallCard, name: &'static str) -> Result<CardIndex, Failure> {
    let expected = "a place in the deck, 0 to 15";
    CardIndex::new(value).ok_or(Failure::InvalidValue { name, value: value.into(), expected })
}

pub(crate) fn action_number(value: u16) -> Result<ActionNumber, Failure> {
    let expected = "a number below BALL_ACTION_SPACE (945)";
    ActionNumber::new(value).ok_or(Failure::InvalidValue { name: "number", value: value.into(), expected })
}

pub(crate) const fn outcome_number(outcome: Option<Outcome>) -> BallOutcome {
    match outcome {
        None => BALL_OUTCOME_NONE,
        Some(Outcome::Win(Team::Atk)) => BALL_OUTCOME_ATK,
        Some(Outcome::Win(Team::Def)) => BALL_OUTCOME_DEF,
        Some(Outcome::Draw) => BALL_OUTCOME_DRAW,
    }
}

/// The index of something that may be missing.
pub(crate) fn or_none(index: Option<usize>) -> u8 {
    index.and_then(|index| u8::try_from(index).ok()).unwrap_or(BALL_NONE)
}
