//! Game records (chapter 11) and their tags.

use std::ffi::c_char;

use ball_core::Record;

use crate::error::{BallError, Failure};
use crate::game::BallGame;
use crate::guard::guard;
use crate::pointer::{OutObject, OutText, Output, exclusive, shared, text};
use crate::status::BallStatus;

/// Makes a game from its record, one JSON object (chapter 11): every action is checked and played, and the tags are kept.
///
/// The caller owns *out_game and passes it to ball_game_free.
///
/// Errors: BALL_STATUS_BAD_UTF8; BALL_STATUS_BAD_RECORD, and the message names the wrong entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_from_record(
    json: *const c_char,
    length: usize,
    out_game: *mut *mut BallGame,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let json = unsafe { text(json, length, "json") }?;
        let out_game = unsafe { OutObject::new(out_game, "out_game") }?;
        let record = Record::from_json(json).map_err(|error| Failure::BadRecord {
            rule: error.rule(),
            offset: error.offset.unwrap_or(0),
            message: error.to_string(),
        })?;
        let game = record.replay().map_err(|error| Failure::BadRecord {
            rule: error.rule,
            offset: 0,
            message: error.to_string(),
        })?;
        out_game.hand_over(BallGame { game, tags: record.tags });
        Ok(())
    })
}

/// The record of a game so far, with its tags, as one line of JSON (chapter 11).
///
/// Errors: BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_to_record(
    game: *const BallGame,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(Record::of_game(&game.game, game.tags.clone()).to_json())
    })
}

/// Sets a tag, anything worth keeping with the record, such as "event" or the name of a coach. A tag of the same key is
/// replaced.
///
/// Errors: BALL_STATUS_BAD_UTF8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_set_tag(
    game: *mut BallGame,
    key: *const c_char,
    key_length: usize,
    value: *const c_char,
    value_length: usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { exclusive(game, "game") }?;
        let key = unsafe { text(key, key_length, "key") }?;
        let value = unsafe { text(value, value_length, "value") }?;
        game.tags.insert(key.to_owned(), value.to_owned());
        Ok(())
    })
}

/// Removes a tag; it is no error if there is none of this key.
///
/// Errors: BALL_STATUS_BAD_UTF8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_remove_tag(
    game: *mut BallGame,
    key: *const c_char,
    key_length: usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { exclusive(game, "game") }?;
        let key = unsafe { text(key, key_length, "key") }?;
        game.tags.remove(key);
        Ok(())
    })
}

/// Number of tags.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_tag_count(
    game: *const BallGame,
    out_count: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        unsafe { Output::new(out_count, "out_count") }?.write(game.tags.len());
        Ok(())
    })
}

/// The tag with this index, in the order of the keys.
fn tag(game: &BallGame, index: usize) -> Result<(&String, &String), Failure> {
    let expected = "below the number of tags";
    game.tags.iter().nth(index).ok_or(Failure::InvalidValue { name: "index", value: index as u64, expected })
}

/// Key of a tag; tags are in the order of their keys, counted from 0. It may hold any character, a NUL too.
///
/// Errors: BALL_STATUS_INVALID_VALUE from ball_game_tag_count on, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_tag_key(
    game: *const BallGame,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(tag(game, index)?.0)
    })
}

/// Value of a tag; counted like ball_game_tag_key. It may hold any character, a NUL too.
///
/// Errors: BALL_STATUS_INVALID_VALUE from ball_game_tag_count on, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_game_tag_value(
    game: *const BallGame,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let game = unsafe { shared(game, "game") }?;
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(tag(game, index)?.1)
    })
}
