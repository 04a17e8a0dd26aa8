//! What went wrong, inside and as C sees it.

use std::ffi::c_char;
use std::fmt::{self, Write as _};
use std::str::Utf8Error;

use ball_core::{ActionTextError, JsonError, PositionError, Refusal, Rule, SquareError};
use thiserror::Error;

use crate::status::*;

/// Details of a failure. A caller that wants none passes NULL for out_error.
///
/// It is written whenever the status is not BALL_STATUS_OK, and left alone otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BallError {
    /// The status that the function returns.
    pub status: BallStatus,
    /// Byte offset in the text that was passed of what is wrong with it; 0 where no place can be told.
    pub offset: u32,
    /// Id of the broken rule as in docs/rules.md, for example "D4" or "chapter 10"; "" if the failure is not about a
    /// rule. NUL-terminated.
    pub rule: [c_char; 12],
    /// 0
    pub reserved: [u8; 12],
    /// What is wrong and what would be right, in English. UTF-8, NUL-terminated, cut between characters to fit.
    pub message: [c_char; 512],
}

const _: () = {
    use std::mem::offset_of;
    assert!(size_of::<BallError>() == 544 && align_of::<BallError>() == 4);
    assert!(offset_of!(BallError, rule) == 8 && offset_of!(BallError, message) == 32);
};

/// Why a function fails. The message is made only for a caller that asks for it.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{0} is NULL")]
    NullPointer(&'static str),
    #[error("{buffer} has room for {capacity}, {needed} are needed")]
    BufferTooSmall { buffer: &'static str, capacity: usize, needed: usize },
    #[error("{name} is not UTF-8 (at byte {})", .error.valid_up_to())]
    BadUtf8 { name: &'static str, error: Utf8Error },
    #[error("{name} is {value}; expected is {expected}")]
    InvalidValue { name: &'static str, value: u64, expected: &'static str },
    #[error("{0}")]
    BadRules(JsonError),
    #[error("{error}")]
    BadPosition { error: PositionError, offset: usize },
    #[error("{0}")]
    BadAction(ActionTextError),
    #[error("{message}")]
    BadRecord { rule: Rule, offset: usize, message: String },
    #[error("{0}")]
    BadSquare(SquareError),
    #[error("B1: column {column}, row {row} is not on the board or not hatched")]
    NoSquareAt { column: u8, row: u8 },
    #[error("{0}")]
    IllegalAction(Refusal),
    #[error("no action has been played")]
    NothingToUndo,
    #[error("the action has no number: the mover has nothing on its first square, or no piece could ever do that")]
    ActionWithoutNumber,
    #[error("number {0} leads off the board in this position")]
    NumberWithoutAction(u16),
    #[error("a bug in the library: {0}")]
    Panic(String),
}

impl Failure {
    pub(crate) const fn status(&self) -> BallStatus {
        match self {
            Self::NullPointer(_) => BALL_STATUS_NULL_POINTER,
            Self::BufferTooSmall { .. } => BALL_STATUS_BUFFER_TOO_SMALL,
            Self::BadUtf8 { .. } => BALL_STATUS_BAD_UTF8,
            Self::InvalidValue { .. } => BALL_STATUS_INVALID_VALUE,
            Self::BadRules(_) => BALL_STATUS_BAD_RULES,
            Self::BadPosition { .. } => BALL_STATUS_BAD_POSITION,
            Self::BadAction(_) => BALL_STATUS_BAD_ACTION,
            Self::BadRecord { .. } => BALL_STATUS_BAD_RECORD,
            Self::BadSquare(_) | Self::NoSquareAt { .. } => BALL_STATUS_BAD_SQUARE,
            Self::IllegalAction(_) => BALL_STATUS_ILLEGAL_ACTION,
            Self::NothingToUndo => BALL_STATUS_NOTHING_TO_UNDO,
            Self::ActionWithoutNumber | Self::NumberWithoutAction(_) => BALL_STATUS_NO_NUMBER,
            Self::Panic(_) => BALL_STATUS_PANIC,
        }
    }

    fn rule(&self) -> Option<Rule> {
        match self {
            Self::BadRules(error) => Some(error.rule()),
            Self::BadPosition { error, .. } => Some(error.rule()),
            Self::BadAction(error) => Some(error.rule()),
            Self::BadRecord { rule, .. } => Some(*rule),
            Self::BadSquare(_) | Self::NoSquareAt { .. } => Some(Rule::B1),
            Self::IllegalAction(refusal) => Some(refusal.rule()),
            _ => None,
        }
    }

    fn offset(&self) -> usize {
        match self {
            Self::BadUtf8 { error, .. } => error.valid_up_to(),
            Self::BadRules(error) => error.offset.unwrap_or(0),
            Self::BadPosition { offset, .. } | Self::BadRecord { offset, .. } => *offset,
            Self::BadAction(error) => error.offset(),
            _ => 0,
        }
    }

    pub(crate) fn to_error(&self) -> BallError {
        let mut error = BallError {
            status: self.status(),
            offset: u32::try_from(self.offset()).unwrap_or(u32::MAX),
            rule: [0; 12],
            reserved: [0; 12],
            message: [0; 512],
        };
        if let Some(rule) = self.rule() {
            copy_text(&mut error.rule, format_args!("{rule}"));
        }
        copy_text(&mut error.message, format_args!("{self}"));
        error
    }
}

/// Writes a text into an array, NUL-terminated and cut between characters to fit.
pub(crate) fn copy_text(array: &mut [c_char], text: fmt::Arguments<'_>) {
    struct Fitting<'a> {
        free: &'a mut [c_char],
    }

    impl fmt::Write for Fitting<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for character in text.chars() {
                let bytes = character.len_utf8();
                // One element stays for the NUL. A character that does not fit ends the text.
                if self.free.len() <= bytes {
                    self.free = &mut [];
                    return Err(fmt::Error);
                }
                let (here, rest) = std::mem::take(&mut self.free).split_at_mut(bytes);
                let mut encoded = [0; 4];
                for (to, from) in here.iter_mut().zip(character.encode_utf8(&mut encoded).bytes()) {
                    *to = from as c_char;
                }
                self.free = rest;
            }
            Ok(())
        }
    }

    array.fill(0);
    // An error says that the text was cut.
    let _ = Fitting { free: array }.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copied(text: &str) -> Vec<u8> {
        let mut array = [1; 8];
        copy_text(&mut array, format_args!("{text}"));
        array.iter().map(|&c| c as u8).collect()
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(copied("1234567"), b"1234567\0");
        assert_eq!(copied("12345678"), b"1234567\0");
        assert_eq!(copied("123456\u{e9}z"), b"123456\0\0");
        assert_eq!(copied("12345\u{e9}z"), "12345\u{e9}\0".as_bytes());
        assert_eq!(copied(""), [0; 8]);
    }

    #[test]
    fn every_rule_id_fits() {
        assert!(Rule::ALL.iter().all(|rule| rule.id().len() < 12));
    }
}
