//! Arguments as Python hands them over: any text, any integer.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The text of an argument, or nothing where it is no Unicode text (a `str` may hold half of a surrogate pair).
pub fn text(argument: &Bound<'_, PyString>) -> Option<String> {
    argument.to_cow().ok().map(std::borrow::Cow::into_owned)
}

/// An integer of any size, drawn to the nearest `i64`: no argument is out of range before it is judged.
pub fn integer(argument: &Bound<'_, PyAny>) -> PyResult<i64> {
    match argument.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => {
            Ok(if argument.lt(0)? { i64::MIN } else { i64::MAX })
        }
        result => result,
    }
}

/// The error for an argument of the wrong type.
pub fn wrong_type(expected: &str, argument: &Bound<'_, PyAny>) -> PyErr {
    match argument.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{expected} is expected, not {name}")),
        Err(error) => error,
    }
}

/// An integer within bounds.
pub fn within(argument: &Bound<'_, PyAny>, name: &str, least: i64, most: i64) -> PyResult<i64> {
    let number = integer(argument).map_err(|_| wrong_type(&format!("{name}: an integer"), argument))?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("{name} is an integer from {least} to {most}")))
}

/// A seed.
pub fn seed(argument: &Bound<'_, PyAny>) -> PyResult<u64> {
    // Whether it is an integer at all is said first.
    integer(argument).map_err(|_| wrong_type("seed: an integer", argument))?;
    argument.extract().map_err(|_| PyValueError::new_err("seed is an integer from 0 to 2**64 - 1"))
}

/// A number of turns.
pub fn max_turns(argument: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(within(argument, "max_turns", 1, i64::from(u16::MAX))? as u16)
}
