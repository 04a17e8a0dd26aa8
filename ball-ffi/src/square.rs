//! Squares: index, column and row, text.

use std::ffi::c_char;

use ball_core::Square;

use crate::error::{BallError, Failure};
use crate::guard::guard;
use crate::pointer::{OutText, Output, text};
use crate::status::BallStatus;
use crate::values::{self, BallSquare};

/// The square in a column (1 = A to 13 = M) and row (1 = south to 17).
///
/// Errors: BALL_STATUS_BAD_SQUARE where there is none: off the board, or not hatched (B1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_square_at(
    column: u8,
    row: u8,
    out_square: *mut BallSquare,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let out_square = unsafe { Output::new(out_square, "out_square") }?;
        let square = Square::at(column, row).ok_or(Failure::NoSquareAt { column, row })?;
        out_square.write(square.index() as BallSquare);
        Ok(())
    })
}

/// Column (1 = A to 13 = M) and row (1 = south to 17) of a square.
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_square_place(
    square: BallSquare,
    out_column: *mut u8,
    out_row: *mut u8,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let out_column = unsafe { Output::new(out_column, "out_column") }?;
        let out_row = unsafe { Output::new(out_row, "out_row") }?;
        let square = values::square(square, "square")?;
        out_column.write(square.column());
        out_row.write(square.row());
        Ok(())
    })
}

/// Distance of two squares in steps, pieces ignored (B2).
///
/// Errors: BALL_STATUS_INVALID_VALUE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_square_distance(
    from: BallSquare,
    to: BallSquare,
    out_distance: *mut u8,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let out_distance = unsafe { Output::new(out_distance, "out_distance") }?;
        let (from, to) = (values::square(from, "from")?, values::square(to, "to")?);
        out_distance.write(from.distance(to));
        Ok(())
    })
}

/// Reads a square, for example "G4".
///
/// Errors: BALL_STATUS_BAD_UTF8, BALL_STATUS_BAD_SQUARE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_square_from_text(
    square: *const c_char,
    length: usize,
    out_square: *mut BallSquare,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let square = unsafe { text(square, length, "square") }?;
        let out_square = unsafe { Output::new(out_square, "out_square") }?;
        let square: Square = square.parse().map_err(Failure::BadSquare)?;
        out_square.write(square.index() as BallSquare);
        Ok(())
    })
}

/// A square as text, for example "G4"; BALL_SQUARE_TEXT_SIZE bytes are enough.
///
/// Errors: BALL_STATUS_INVALID_VALUE, BALL_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ball_square_to_text(
    square: BallSquare,
    buffer: *mut c_char,
    capacity: usize,
    out_length: *mut usize,
    out_error: *mut BallError,
) -> BallStatus {
    guard(out_error, || {
        let out = unsafe { OutText::new(buffer, capacity, out_length) }?;
        out.write(values::square(square, "square")?)
    })
}
