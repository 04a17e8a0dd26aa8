//! Actions: the record that C holds, its text and its number.

use std::ffi::c_char;

use ball_core::{Action, Square};

use crate::error::{BallError, Failure};
use crate::game::BallGame;
use crate::guard::guard;
use crate::pointer::{OutText, Output, shared, text};
use crate::status::BallStatus;
use crate::values::{self, BALL_KEEPER_NOBODY, BALL_NONE, BallCard, BallEpSource, BallKeeper, BallSquare};

/// Form of an action (chapter 10); says what the fields of BallAction mean. 0 is none, so that a cleared record is no
/// action.
pub type BallActionKind = u8;
/// from-to: movement, leap or run.
pub const BALL_ACTION_MOVE: BallActionKind = 1;
/// from^to: block or protection; to is the square of the piece below.
pub const BALL_ACTION_STACK: BallActionKind = 2;
/// from*to-extra: dodge; to is the opponent's square, extra the exit.
pub const BALL_ACTION_DODGE: BallActionKind = 3;
/// from~to/extra: tactical dodge; to is the landing, extra where the opponent is pushed.
pub const BALL_ACTION_TACTICAL_DODGE: BallActionKind = 4;
/// from:to: hand-off or direct pass; to is the receiver's square.
pub const BALL_ACTION_HAND_OFF: BallActionKind = 5;
/// from>to: short pass.
pub const BALL_ACTION_SHORT_PASS: BallActionKind = 6;
/// from>>to: long pass.
pub const BALL_ACTION_LONG_PASS: BallActionKind = 7;
/// fromxto: knock-down by a card; to is the opponent's square.
pub const BALL_ACTION_KNOCK_DOWN: BallActionKind = 8;
/// from!to: stand-up.
pub const BALL_ACTION_STAND_UP: BallActionKind = 9;
/// from|to,extra: release; to is where the top goes, extra where the bottom goes, keeper who has the ball then.
pub const BALL_ACTION_RELEASE: BallActionKind = 10;
/// convert: 1 AP becomes 1 EP.
pub const BALL_ACTION_CONVERT: BallActionKind = 11;
/// end: the action phase ends.
pub const BALL_ACTION_END: BallActionKind = 12;
/// card:ID: the card is played.
pub const BALL_ACTION_PLAY_CARD: BallActionKind = 13;

/// An action: 8 bytes without padding, equal exactly when all bytes are equal.
///
/// Fields that the kind does not use hold what their line says; anything else is BALL_STATUS_INVALID_VALUE.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallAction {
    /// One of BALL_ACTION_…
    pub kind: BallActionKind,
    /// Square of the piece, carrier or stack that acts; BALL_NONE for convert, end and cards.
    pub from: BallSquare,
    /// Second square; BALL_NONE for convert, end and cards.
    pub to: BallSquare,
    /// Third square of dodge, tactical dodge and release; otherwise BALL_NONE.
    pub extra: BallSquare,
    /// Who keeps the ball, in a release; otherwise BALL_KEEPER_NOBODY.
    pub keeper: BallKeeper,
    /// The card that is played; otherwise BALL_NONE.
    pub card: BallCard,
    /// 0
    pub reserved: [u8; 2],
}

const _: () = assert!(size_of::<BallAction>() == 8 && align_of::<BallAction>() == 1);

impl From<Action> for BallAction {
    fn from(action: Action) -> Self {
        let none = Self {
            kind: 0,
            from: BALL_NONE,
            to: BALL_NONE,
            extra: BALL_NONE,
            keeper: BALL_KEEPER_NOBODY,
            card: BALL_NONE,
            reserved: [0; 2],
        };
        let two = |kind, from: Square, to: Square| Self {
            kind,
            from: from.index() as BallSquare,
            to: to.index() as BallSquare,
            ..none
        };
        let three = |kind, from, to, extra: Square| Self { extra: extra.index() as BallSquare, ..two(kind, from, to) };
        match action {
            Action::Move { from, to } => two(BALL_ACTION_MOVE, from, to),
            Action::Stack { from, to } => two(BALL_ACTION_STACK, from, to),
            Action::Dodge { from, over, exit } => three(BALL_ACTION_DODGE, from, over, exit),
            Action::TacticalDodge { from, landing, push } => three(BALL_ACTION_TACTICAL_DODGE, from, landing, push),
            Action::HandOff { from, to } => two(BALL_ACTION_HAND_OFF, from, to),
            Action::ShortPass { from, to } => two(BALL_ACTION_SHORT_PASS, from, to),
            Action::LongPass { from, to } => two(BALL_ACTION_LONG_PASS, from, to),
            Action::KnockDown { from, target } => two(BALL_ACTION_KNOCK_DOWN, from, target),
            Action::StandUp { from, to } => two(BALL_ACTION_STAND_UP, from, to),
            Action::Release { square, top, bottom, keeper } => {
                Self { keeper: keeper as BallKeeper, ..three(BALL_ACTION_RELEASE, square, top, bottom) }
            }
            Action::Convert => Self { kind: BALL_ACTION_CONVERT, ..none },
            Action::End => Self { kind: BALL_ACTION_END, ..none },
            Action::PlayCard(card) => Self { kind: BALL_ACTION_PLAY_CARD, card: card.index() as BallCard, ..none },
        }
    }
}

impl BallAction {
    pub(crate) fn to_core(self) -> Result<Action, Failure> {
        let from = || values::square(self.from, "action->from");
        let to = || values::square(self.to, "action->to");
        let extra = || values::square(self.extra, "action->extra");
        let action = match self.kind {
            BALL_ACTION_MOVE => Action::Move { from: from()?, to: to()? },
            BALL_ACTION_STACK => Action::Stack { from: from()?, to: to()? },
            BALL_ACTION_DODGE => Action::Dodge { from: from()?, over: to()?, exit: extra()? },
            BALL_ACTION_TACTICAL_DODGE => Action::TacticalDodge { from: from()?, landing: to()?, push: extra()? },
            BALL_ACTION_HAND_OFF => Action::HandOff { from: from()?, to: to()? },
            BALL_ACTION_SHORT_PASS => Action::ShortPass { from: from()?, to: to()? },
            BALL_ACTION_LONG_PASS => Action::LongPass { from: from()?, to: to()? },
            BALL_ACTION_KNOCK_DOWN => Action::KnockDown { from: from()?, target: to()? },
            BALL_ACTION_STAND_UP => Action::StandUp { from: from()?, to: to()? },
            BALL_ACTION_RELEASE => {
                Action::Release { square: from()?, top: to()?, bottom: extra()?, keeper: values::keeper(self.keeper)? }
            }
            BALL_ACTION_CONVERT => Action::Convert,
            BALL_ACTION_END => Action::End,
            BALL_ACTION_PLAY_CARD => Action::PlayCard(values::card(self.card, "action->card")?),
            kind => {
                let expected = "one of BALL_ACTION_…";
                return Err(Failure::InvalidValue { name: "action->kind", value: kind.into(), expected });
            }
        };
        // Whatever the kind does not use must hold its neutral value: one action has one form.
        let canonical = Self::from(action);
        let fields = [
            ("action->from", self.from, canonical.from),
            ("action->to", self.to, canonical.to),
            ("action->extra", self.extra, canonical.extra),
            ("action->keeper", self.keeper, canonical.keeper),
            ("action->card", self.card, canonical.card),
            ("action->reserved[0]", self.reserved[0], 0),
            ("action->reserved[1]", self.reserved[1], 0),
        ];
        for (name, value, neutral) in fields {
            if value != neutral {
                let expected =
                    if neutral == 0 { "0 in this kind of action" } else { "BALL_NONE in this kind of action" };
                return Err(Failure::InvalidValue { name, value: value.into(), expected });
            }
        }
        Ok(action)
    }

    pub(crate) unsafe fn read(action: *const Self) -> Result<Action, Failure> {
        unsafe { shared(action, "action") }?.to_core()
    }
}

/// Reads an action by the ruleset of a game, for example "D7-F9"; it need not be legal.
///
/// Errors: BALL_STATUS_BAD_UTF8, BALL_STATUS_BAD_ACTION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_from_text(
    game: *const BallGame,
    action: *const c_char,
    length: usize,
    out_action: *mut BallAction,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let action = unsafe { text(action, length, "action") }?;
        let out_action = unsafe { Output::new(out_action, "out_action") }?;
        let action = Action::parse(action, game.rules()).map_err(Failure::BadAction)?;
        out_action.write(action.into());
        Ok(())
    })
}

/// An action as text, for example "D7-F9"; BALL_ACTION_TEXT_SIZE bytes are enough. It need not be legal.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_to_text(
    game: *const BallGame,
    action: *const BallAction,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(action.display(game.rules()))
    })
}

/// The number of an action in the action space, as the coach to move counts it. A number says nothing about legality.
///
/// The action space has BALL_ACTION_SPACE numbers, the same in every position and release, from the point of view of
/// the coach to move: DEF sees the board turned by half a turn.
///
/// Errors: BALL_STATUS_INVALID_VALUE; BALL_STATUS_NO_NUMBER if the mover has nothing on the action's first square or
/// if no piece could ever do that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_to_number(
    game: *const BallGame,
    action: *const BallAction,
    out_number: *mut u16,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        let out_number = unsafe { Output::new(out_number, "out_number") }?;
        let number = game.position().action_number(action).ok_or(Failure::ActionWithoutNumber)?;
        out_number.write(number.index() as u16);
        Ok(())
    })
}

/// The action with a number of the action space in the position of a game, legal or not.
///
/// Errors: BALL_STATUS_INVALID_VALUE from BALL_ACTION_SPACE on; BALL_STATUS_NO_NUMBER if it would lead off the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_from_number(
    game: *const BallGame,
    number: u16,
    out_action: *mut BallAction,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out_action = unsafe { Output::new(out_action, "out_action") }?;
        let checked = values::action_number(number)?;
        let action = game.position().action(checked).ok_or(Failure::NumberWithoutAction(number))?;
        out_action.write(action.into());
        Ok(())
    })
}

/// The kind of an ordinary action (C3), one of BALL_EP_MOVEMENT to BALL_EP_LONG_PASS, legal or not; BALL_NONE for tasks,
/// convert, end, cards and knock-downs. It tells a block from a protection, for example.
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_kind(
    game: *const BallGame,
    action: *const BallAction,
    out_kind: *mut BallEpSource,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        let out_kind = unsafe { Output::new(out_kind, "out_kind") }?;
        out_kind.write(game.position().kind_of(action).map_or(BALL_NONE, |kind| kind as BallEpSource));
        Ok(())
    })
}
