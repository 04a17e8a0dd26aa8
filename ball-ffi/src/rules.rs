//! Rulesets.

use std::ffi::c_char;

use ball_core::{Effect, Ruleset};

use crate::error::{BallError, Failure, copy_text};
use crate::guard::guard;
use crate::pointer::{OutObject, OutText, Output, free, shared, text};
use crate::status::BallStatus;
use crate::values::{self, *};

/// A ruleset: the data that the rulebook leaves open (chapter 9). It never changes once it is made.
#[derive(Debug)]
pub struct BallRules {
    pub(crate) rules: Ruleset,
}

/// What a ruleset says in one number each.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallRulesInfo {
    /// The game is drawn after this many turns (T8).
    pub turn_limit: u16,
    /// BALL_MODE_STANDARD or BALL_MODE_CARDS.
    pub mode: BallMode,
    /// Team of the first turn.
    pub first: BallTeam,
    /// Rows of an end zone (B4).
    pub end_zone_rows: u8,
    /// Cards in play: the size of the deck, or 0 in standard mode.
    pub card_count: u8,
    /// 0
    pub reserved: [u8; 2],
}

/// A card (chapter 9).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallCardInfo {
    /// Its name in texts, NUL-terminated.
    pub id: [c_char; 36],
    /// EP paid when it is played.
    pub cost: u16,
    /// One of BALL_EFFECT_…
    pub effect: BallEffect,
    /// The number that belongs to the effect: AP of extra_ap, distance of run, range of direct_pass; otherwise 0.
    pub parameter: u8,
    /// Kinds of extra_action, bit k for the kind with the number k (BALL_EP_MOVEMENT to BALL_EP_LONG_PASS); else 0.
    pub kinds: u8,
    /// 1 if a tired piece may be its acting piece (C6), else 0.
    pub after_possession: u8,
    /// 0
    pub reserved: [u8; 2],
}

/// A piece as the ruleset's formation has it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallPieceInfo {
    /// Its team.
    pub team: BallTeam,
    /// Its shape.
    pub shape: BallShape,
    /// Its number within the shape, from 1: ATK X5 has 5.
    pub number: u8,
    /// Where it starts.
    pub square: BallSquare,
    /// 1 if it starts with the ball, else 0.
    pub has_ball: u8,
    /// 0
    pub reserved: [u8; 3],
}

const _: () = {
    assert!(size_of::<BallRulesInfo>() == 8 && size_of::<BallPieceInfo>() == 8);
    assert!(size_of::<BallCardInfo>() == 44 && std::mem::offset_of!(BallCardInfo, cost) == 36);
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<BallRules>();
};

/// Makes the ruleset of the standard game.
///
/// The caller owns *out_rules and passes it to ball_rules_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_new_standard(
    out_rules: *mut *mut BallRules,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        unsafe { OutObject::new(out_rules, "out_rules") }?.hand_over(BallRules { rules: Ruleset::standard() });
        Ok(())
    })
}

/// Makes the ruleset of the card game with the default deck (C8).
///
/// The caller owns *out_rules and passes it to ball_rules_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_new_cards(out_rules: *mut *mut BallRules, out_error: *mut BallError) -> BallStatus {
    guard(out_error, || {
        unsafe { OutObject::new(out_rules, "out_rules") }?.hand_over(BallRules { rules: Ruleset::cards() });
        Ok(())
    })
}

/// Makes a ruleset from JSON (chapter 9); "{}" is the standard game.
///
/// The caller owns *out_rules and passes it to ball_rules_free.
///
/// Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_RULES, and the message lists every reason as far as it fits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_from_json(
    json: *const c_char,
    length: usize,
    out_rules: *mut *mut BallRules,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let json = unsafe { text(json, length, "json") }?;
        let out_rules = unsafe { OutObject::new(out_rules, "out_rules") }?;
        let rules = Ruleset::from_json(json).map_err(Failure::BadRules)?;
        out_rules.hand_over(BallRules { rules });
        Ok(())
    })
}

/// The ruleset as one line of JSON, every field written out.
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_to_json(
    rules: *const BallRules,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        unsafe { OutText::new(buffer, capacity, out_length) }?.write(rules.rules.to_json())
    })
}

/// Makes a copy that lives on its own.
///
/// The caller owns *out_rules and passes it to ball_rules_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_clone(
    rules: *const BallRules,
    out_rules: *mut *mut BallRules,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        unsafe { OutObject::new(out_rules, "out_rules") }?.hand_over(BallRules { rules: rules.rules.clone() });
        Ok(())
    })
}

/// Frees a ruleset; NULL is fine. Games made from it are not affected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_free(rules: *mut BallRules) {
    guard(std::ptr::null_mut(), || {
        unsafe { free(rules) };
        Ok(())
    });
}

/// Mode, first team, end zones, turn limit and number of cards of a ruleset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_info(
    rules: *const BallRules,
    out_info: *mut BallRulesInfo,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = &unsafe { shared(rules, "rules") }?.rules;
        unsafe { Output::new(out_info, "out_info") }?.write(BallRulesInfo {
            turn_limit: rules.turn_limit(),
            mode: rules.mode() as BallMode,
            first: rules.spec().first as BallTeam,
            end_zone_rows: rules.spec().end_zone_rows,
            card_count: rules.deck().len() as u8,
            reserved: [0; 2],
        });
        Ok(())
    })
}

/// A card of the deck in play.
///
/// Errors: BALL_STATUS_INVALID_VALUE where the deck has no such place; in standard mode it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_card(
    rules: *const BallRules,
    card: BallCard,
    out_card: *mut BallCardInfo,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = &unsafe { shared(rules, "rules") }?.rules;
        let out_card = unsafe { Output::new(out_card, "out_card") }?;
        let expected = "a place of the deck in play, below card_count of ball_rules_info";
        let missing = Failure::InvalidValue { name: "card", value: card.into(), expected };
        let card = rules.deck().get(usize::from(card)).ok_or(missing)?;
        let (effect, parameter, kinds) = match card.effect {
            Effect::ExtraAp { amount } => (BALL_EFFECT_EXTRA_AP, amount, 0),
            Effect::ExtraAction { kinds } => {
                (BALL_EFFECT_EXTRA_ACTION, 0, kinds.iter().fold(0, |bits, kind| bits | 1 << kind as u8))
            }
            Effect::EarlyUnlock => (BALL_EFFECT_EARLY_UNLOCK, 0, 0),
            Effect::Leap => (BALL_EFFECT_LEAP, 0, 0),
            Effect::Run { distance } => (BALL_EFFECT_RUN, distance, 0),
            Effect::DirectPass { range } => (BALL_EFFECT_DIRECT_PASS, range, 0),
            Effect::KnockDown => (BALL_EFFECT_KNOCK_DOWN, 0, 0),
        };
        let mut info = BallCardInfo {
            id: [0; 36],
            cost: card.cost,
            effect,
            parameter,
            kinds,
            after_possession: card.after_possession.into(),
            reserved: [0; 2],
        };
        copy_text(&mut info.id, format_args!("{}", card.id));
        out_card.write(info);
        Ok(())
    })
}

/// Team, shape, number and start of a piece.
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_piece(
    rules: *const BallRules,
    piece: BallPiece,
    out_piece: *mut BallPieceInfo,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = &unsafe { shared(rules, "rules") }?.rules;
        let out_piece = unsafe { Output::new(out_piece, "out_piece") }?;
        let piece = values::piece(piece, "piece")?;
        let (name, formation) = (rules.piece_name(piece), &rules.spec().formation);
        let square = formation.pieces[piece.index()].1;
        out_piece.write(BallPieceInfo {
            team: name.team as BallTeam,
            shape: name.shape as BallShape,
            number: name.number,
            square: square.index() as BallSquare,
            has_ball: (square == formation.ball).into(),
            reserved: [0; 3],
        });
        Ok(())
    })
}

/// Name of a piece, for example "ATK X5" (P1); BALL_PIECE_NAME_SIZE bytes are enough.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_piece_name(
    rules: *const BallRules,
    piece: BallPiece,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(rules.rules.piece_name(values::piece(piece, "piece")?))
    })
}

/// EP that something earns by the ruleset's EP table (C3). In standard mode nothing earns any, whatever it says.
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_ep(
    rules: *const BallRules,
    source: BallEpSource,
    out_ep: *mut u8,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        let out_ep = unsafe { Output::new(out_ep, "out_ep") }?;
        out_ep.write(rules.rules.spec().ep_table.get(values::ep_source(source, "source")?));
        Ok(())
    })
}

/// Whether a square is in the end zone that a team has to reach (B4): writes 1 or 0.
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_rules_is_target(
    rules: *const BallRules,
    team: BallTeam,
    square: BallSquare,
    out_is_target: *mut u8,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        let out_is_target = unsafe { Output::new(out_is_target, "out_is_target") }?;
        let (team, square) = (values::team(team, "team")?, values::square(square, "square")?);
        out_is_target.write(rules.rules.target_zone(team).contains(square).into());
        Ok(())
    })
}
