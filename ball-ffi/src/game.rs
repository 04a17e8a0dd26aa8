//! Games: making, playing, taking back.

use std::collections::BTreeMap;
use std::ffi::c_char;

use ball_core::{Events, Game, LegalActions, Position, Ruleset, perft};

use crate::action::BallAction;
use crate::error::{BallError, Failure};
use crate::event::BallEvent;
use crate::guard::guard;
use crate::pointer::{OutList, OutObject, OutText, Output, exclusive, free, shared, text};
use crate::rules::BallRules;
use crate::status::BallStatus;
use crate::values::{self, BALL_ACTION_SPACE, BALL_MAX_EVENTS, BallOutcome, BallPiece, outcome_number};

/// A game: its own copy of a ruleset, a position, every action played since the start, and tags for its record.
#[derive(Debug)]
pub struct BallGame {
    pub(crate) game: Game,
    pub(crate) tags: BTreeMap<String, String>,
}

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<BallGame>();
};

/// Perft counts no deeper than this: 385 actions at most seven times over still fit into 64 bits.
pub const BALL_MAX_PERFT_DEPTH: u32 = 7;

const _: () = assert!((ball_core::MAX_LEGAL_ACTIONS as u64).checked_pow(BALL_MAX_PERFT_DEPTH).is_some());

impl BallGame {
    pub(crate) const fn new(game: Game) -> Self {
        Self { game, tags: BTreeMap::new() }
    }

    pub(crate) const fn rules(&self) -> &Ruleset {
        self.game.rules()
    }

    pub(crate) const fn position(&self) -> &Position {
        self.game.position()
    }
}

/// Makes a game from the formation of a ruleset (P6).
///
/// The game keeps a copy of the ruleset. The caller owns *out_game and passes it to ball_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_new(
    rules: *const BallRules,
    out_game: *mut *mut BallGame,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = unsafe { shared(rules, "rules") }?;
        let out_game = unsafe { OutObject::new(out_game, "out_game") }?;
        out_game.hand_over(BallGame::new(Game::new(rules.rules.clone())));
        Ok(())
    })
}

/// Makes a game that starts in a position given as text (chapter 10).
///
/// The game keeps a copy of the ruleset. The caller owns *out_game and passes it to ball_game_free.
///
/// Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_POSITION, with the reason and its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_from_position(
    rules: *const BallRules,
    position: *const c_char,
    length: usize,
    out_game: *mut *mut BallGame,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let rules = &unsafe { shared(rules, "rules") }?.rules;
        let position = unsafe { text(position, length, "position") }?;
        let out_game = unsafe { OutObject::new(out_game, "out_game") }?;
        let start = Position::parse(position, rules)
            .map_err(|error| Failure::BadPosition { offset: error.offset(position), error })?;
        out_game.hand_over(BallGame::new(Game::from_position(rules.clone(), start)));
        Ok(())
    })
}

/// Makes a copy that lives on its own, history and tags included.
///
/// The caller owns *out_game and passes it to ball_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_clone(
    game: *const BallGame,
    out_game: *mut *mut BallGame,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out_game = unsafe { OutObject::new(out_game, "out_game") }?;
        out_game.hand_over(BallGame { game: game.game.clone(), tags: game.tags.clone() });
        Ok(())
    })
}

/// Frees a game; NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_free(game: *mut BallGame) {
    guard(std::ptr::null_mut(), || {
        unsafe { free(game) };
        Ok(())
    });
}

/// Makes a copy of the ruleset of a game.
///
/// The caller owns *out_rules and passes it to ball_rules_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_rules(
    game: *const BallGame,
    out_rules: *mut *mut BallRules,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { OutObject::new(out_rules, "out_rules") }?.hand_over(BallRules { rules: game.rules().clone() });
        Ok(())
    })
}

fn write_actions(legal: &LegalActions, out: OutList<BallAction>) -> Result<(), Failure> {
    out.write(legal.iter().map(BallAction::from))
}

/// The legal actions, ascending by number; none exactly when the game is over. BALL_MAX_LEGAL_ACTIONS are enough.
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_legal_actions(
    game: *const BallGame,
    actions: *mut BallAction,
    capacity: usize,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutList::new(actions, capacity, out_count, "actions") }?;
        write_actions(&game.position().legal_actions(game.rules()), out)
    })
}

/// The legal actions of one piece: those it does itself, as the carrier or as the top of a stack. A user interface
/// in which a piece is chosen first (chapter 12) asks for these. Convert, end and cards belong to no piece.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_legal_actions_of(
    game: *const BallGame,
    piece: BallPiece,
    actions: *mut BallAction,
    capacity: usize,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutList::new(actions, capacity, out_count, "actions") }?;
        let piece = values::piece(piece, "piece")?;
        write_actions(&game.position().legal_actions_of(game.rules(), piece), out)
    })
}

/// Number of legal actions; 0 exactly when the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_count_legal(
    game: *const BallGame,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { Output::new(out_count, "out_count") }?.write(game.position().count_legal(game.rules()));
        Ok(())
    })
}

/// The legal actions as a mask over the action space: BALL_ACTION_SPACE bytes, byte n is 1 if the action with number n
/// is legal and 0 if not.
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_legal_mask(
    game: *const BallGame,
    mask: *mut u8,
    capacity: usize,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutList::new(mask, capacity, out_count, "mask") }?;
        let legal = game.position().legal_actions(game.rules());
        let words = legal.words();
        out.write((0..BALL_ACTION_SPACE as u16).map(|n| (words[usize::from(n / 64)] >> (n % 64) & 1) as u8))
    })
}

/// Whether an action is legal: BALL_STATUS_OK if it is, BALL_STATUS_ILLEGAL_ACTION if not, and then out_error says which
/// rule forbids it and why.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_check(
    game: *const BallGame,
    action: *const BallAction,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        game.position().check(game.rules(), action).map_err(Failure::IllegalAction)
    })
}

/// Plays an action. Phases and turns that leave nothing to decide end by themselves (T5, U5, T6).
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION; the game is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_play(
    game: *mut BallGame,
    action: *const BallAction,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { exclusive(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        game.game.play(action).map_err(Failure::IllegalAction)
    })
}

/// Plays an action and lists what happened, in order. BALL_MAX_EVENTS are enough.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_ILLEGAL_ACTION, BALL_STATUS_BUFFER_TOO_SMALL; the game is then
/// unchanged. Asking for the number of events with capacity 0 therefore plays nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_play_events(
    game: *mut BallGame,
    action: *const BallAction,
    events: *mut BallEvent,
    capacity: usize,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { exclusive(game, "game") }?;
        let action = unsafe { BallAction::read(action) }?;
        let out = unsafe { OutList::new(events, capacity, out_count, "events") }?;
        let mut happened = Events::new();
        if out.capacity() < BALL_MAX_EVENTS {
            // They may not fit: try on a copy first.
            let mut trial = game.position().clone();
            trial.play_with(game.rules(), action, &mut happened).map_err(Failure::IllegalAction)?;
            if happened.len() > out.capacity() {
                return out.write(happened.into_iter().map(BallEvent::from));
            }
            happened.clear();
        }
        game.game.play_with(action, &mut happened).map_err(Failure::IllegalAction)?;
        out.write(happened.into_iter().map(BallEvent::from))
    })
}

/// Takes back the last action, with whatever ended by itself after it.
///
/// Errors: BALL_STATUS_NOTHING_TO_UNDO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_undo(game: *mut BallGame, out_error: *mut BallError) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { exclusive(game, "game") }?;
        game.game.undo().map(drop).ok_or(Failure::NothingToUndo)
    })
}

/// Number of actions played since the start and not taken back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_ply_count(
    game: *const BallGame,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { Output::new(out_count, "out_count") }?.write(game.game.actions().len());
        Ok(())
    })
}

/// An action that has been played; ply counts from 0.
///
/// Errors: BALL_STATUS_INVALID_VALUE from ball_game_ply_count on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_action_at(
    game: *const BallGame,
    ply: usize,
    out_action: *mut BallAction,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out_action = unsafe { Output::new(out_action, "out_action") }?;
        let expected = "below the number of actions played";
        let missing = Failure::InvalidValue { name: "ply", value: ply as u64, expected };
        out_action.write(game.game.actions().nth(ply).ok_or(missing)?.into());
        Ok(())
    })
}

/// The position as text (chapter 10); BALL_POSITION_TEXT_SIZE bytes are enough.
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_position(
    game: *const BallGame,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(game.position().display(game.rules()))
    })
}

/// The position after a number of actions as text: 0 is the start, ball_game_ply_count the position now.
///
/// Errors: BALL_STATUS_INVALID_VALUE beyond, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_position_at(
    game: *const BallGame,
    ply: usize,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        let expected = "at most the number of actions played";
        let missing = Failure::InvalidValue { name: "ply", value: ply as u64, expected };
        out.write(game.game.position_at(ply).ok_or(missing)?.display(game.rules()))
    })
}

/// How the game ended: BALL_OUTCOME_NONE while it goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_outcome(
    game: *const BallGame,
    out_outcome: *mut BallOutcome,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { Output::new(out_outcome, "out_outcome") }?.write(outcome_number(game.game.outcome()));
        Ok(())
    })
}

/// 64-bit hash of the position, the same in every release and on every machine: equal positions have equal hashes, and
/// different ones nearly always different hashes. It is no protection against forgery.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_hash(
    game: *const BallGame,
    out_hash: *mut u64,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { Output::new(out_hash, "out_hash") }?.write(game.position().zobrist());
        Ok(())
    })
}

/// Number of sequences of exactly depth decisions from the position (chapter 10), a test of the rules.
///
/// Every level multiplies the time by about a hundred: depth 4 takes seconds, the deepest years.
///
/// Errors: BALL_STATUS_INVALID_VALUE beyond BALL_MAX_PERFT_DEPTH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_perft(
    game: *const BallGame,
    depth: u32,
    out_count: *mut u64,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out_count = unsafe { Output::new(out_count, "out_count") }?;
        if depth > BALL_MAX_PERFT_DEPTH {
            let expected = "at most BALL_MAX_PERFT_DEPTH (7)";
            return Err(Failure::InvalidValue { name: "depth", value: depth.into(), expected });
        }
        out_count.write(perft(game.position(), game.rules(), depth as u8));
        Ok(())
    })
}
