//! Status codes.

use std::ffi::{CStr, c_char};

/// Result of a function: BALL_STATUS_OK or the number of what went wrong.
///
/// Numbers are never reused. A later release may add some: treat one you don't know as a failure.
pub type BallStatus = i32;

/// Done.
pub const BALL_STATUS_OK: BallStatus = 0;
/// A pointer that must not be NULL is NULL.
pub const BALL_STATUS_NULL_POINTER: BallStatus = 1;
/// The buffer is too small; the needed length has been reported. Also the answer when a length is asked for.
pub const BALL_STATUS_BUFFER_TOO_SMALL: BallStatus = 2;
/// A text is not UTF-8.
pub const BALL_STATUS_BAD_UTF8: BallStatus = 3;
/// A number is none of the named constants or outside its range.
pub const BALL_STATUS_INVALID_VALUE: BallStatus = 4;
/// A ruleset can't work (chapter 9).
pub const BALL_STATUS_BAD_RULES: BallStatus = 10;
/// A text is no position of the ruleset (chapter 10).
pub const BALL_STATUS_BAD_POSITION: BallStatus = 11;
/// A text is no action (chapter 10).
pub const BALL_STATUS_BAD_ACTION: BallStatus = 12;
/// A text is no game record, or its game can't be replayed (chapter 11).
pub const BALL_STATUS_BAD_RECORD: BallStatus = 13;
/// A text, or a column and a row, name no square that is played on (B1).
pub const BALL_STATUS_BAD_SQUARE: BallStatus = 14;
/// The action is not legal; BallError says which rule forbids it.
pub const BALL_STATUS_ILLEGAL_ACTION: BallStatus = 20;
/// No action has been played that could be taken back.
pub const BALL_STATUS_NOTHING_TO_UNDO: BallStatus = 21;
/// The action has no number in this position, or the number stands for no action in it.
pub const BALL_STATUS_NO_NUMBER: BallStatus = 22;
/// A bug in the library. An object that the call could change must only be freed afterwards.
pub const BALL_STATUS_PANIC: BallStatus = 99;

const STATUSES: [(BallStatus, &CStr, &CStr); 14] = [
    (BALL_STATUS_OK, c"BALL_STATUS_OK", c"done"),
    (BALL_STATUS_NULL_POINTER, c"BALL_STATUS_NULL_POINTER", c"a pointer that must not be NULL is NULL"),
    (BALL_STATUS_BUFFER_TOO_SMALL, c"BALL_STATUS_BUFFER_TOO_SMALL", c"the buffer is too small"),
    (BALL_STATUS_BAD_UTF8, c"BALL_STATUS_BAD_UTF8", c"a text is not UTF-8"),
    (BALL_STATUS_INVALID_VALUE, c"BALL_STATUS_INVALID_VALUE", c"a number is outside its range"),
    (BALL_STATUS_BAD_RULES, c"BALL_STATUS_BAD_RULES", c"the ruleset can't work"),
    (BALL_STATUS_BAD_POSITION, c"BALL_STATUS_BAD_POSITION", c"the text is no position of the ruleset"),
    (BALL_STATUS_BAD_ACTION, c"BALL_STATUS_BAD_ACTION", c"the text is no action"),
    (BALL_STATUS_BAD_RECORD, c"BALL_STATUS_BAD_RECORD", c"the text is no game record"),
    (BALL_STATUS_BAD_SQUARE, c"BALL_STATUS_BAD_SQUARE", c"there is no such square"),
    (BALL_STATUS_ILLEGAL_ACTION, c"BALL_STATUS_ILLEGAL_ACTION", c"the action is not legal"),
    (BALL_STATUS_NOTHING_TO_UNDO, c"BALL_STATUS_NOTHING_TO_UNDO", c"no action has been played"),
    (BALL_STATUS_NO_NUMBER, c"BALL_STATUS_NO_NUMBER", c"the action or number has no counterpart in this position"),
    (BALL_STATUS_PANIC, c"BALL_STATUS_PANIC", c"a bug in the library"),
];

const UNKNOWN: (BallStatus, &CStr, &CStr) = (-1, c"unknown", c"not a status of this library");

fn find(status: BallStatus) -> (BallStatus, &'static CStr, &'static CStr) {
    STATUSES.into_iter().find(|&(number, ..)| number == status).unwrap_or(UNKNOWN)
}

/// Name of a status, for example "BALL_STATUS_OK"; "unknown" for a number that is none.
///
/// The text is NUL-terminated and static: it is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn ball_status_name(status: BallStatus) -> *const c_char {
    find(status).1.as_ptr()
}

/// What a status means, in a few words; BallError::message says more about a particular failure.
///
/// The text is NUL-terminated and static: it is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn ball_status_message(status: BallStatus) -> *const c_char {
    find(status).2.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_in_the_table_under_its_own_name_and_number() {
        let source = include_str!("status.rs");
        let constants: Vec<_> = source
            .lines()
            .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": BallStatus = "))
            .map(|(name, number)| (name.to_owned(), number.trim_end_matches(';').parse::<BallStatus>().unwrap()))
            .collect();
        let table: Vec<_> =
            STATUSES.iter().map(|&(number, name, _)| (name.to_str().unwrap().to_owned(), number)).collect();
        assert_eq!(table, constants);
        assert!(table.windows(2).all(|pair| pair[0].1 < pair[1].1), "numbers ascend and differ");
    }
}
