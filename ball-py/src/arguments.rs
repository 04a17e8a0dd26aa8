//! Arguments as Python hands them over: any text, any integer.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
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
