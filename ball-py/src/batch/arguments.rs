//! The arguments of a batch, as Python hands them over.

use ball_core::{Position as CorePosition, Rule};
use numpy::{PyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString};

use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{arguments, errors};

pub fn finite(value: f32, name: &str) -> PyResult<f32> {
    if value.is_finite() { Ok(value) } else { Err(PyValueError::new_err(format!("{name} is a finite number"))) }
}

/// A position that a game can start from.
fn start_position(argument: &Bound<'_, PyAny>, ruleset: &Ruleset) -> PyResult<CorePosition> {
    let py = argument.py();
    let position = match argument.cast::<Position>() {
        Ok(position) => position.get().clone(),
        Err(_) => match argument.cast::<PyString>() {
            Ok(text) => Position::new(py, Some(text), Some(Bound::new(py, ruleset.clone())?.as_any()))?,
            Err(_) => return Err(arguments::wrong_type("a Position or its text", argument)),
        },
    };
    if position.rules != ruleset.0 {
        return Err(errors::general(py, Rule::Notation, "the position is of another ruleset than the batch"));
    }
    if position.position.outcome().is_some() {
        return Err(errors::general(py, Rule::Notation, "no game can start where it is over"));
    }
    Ok(position.position)
}

/// One position, or a sequence of them.
pub fn start_positions(argument: &Bound<'_, PyAny>, ruleset: &Ruleset) -> PyResult<Vec<CorePosition>> {
    if argument.cast::<Position>().is_ok() || argument.cast::<PyString>().is_ok() {
        return Ok(vec![start_position(argument, ruleset)?]);
    }
    let items = argument.try_iter().map_err(|_| arguments::wrong_type("a Position, its text, or several", argument))?;
    items.map(|item| start_position(&item?, ruleset)).collect()
}

/// An array argument of numbers of this kind and n entries, as the type wanted.
pub fn one_each<'py, T: numpy::Element>(
    argument: &Bound<'py, PyAny>,
    n: usize,
    (name, kinds, dtype): (&str, &str, &str),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let py = argument.py();
    let ready = |array: &Bound<'py, PyArray1<T>>| array.shape() == [n] && array.is_c_contiguous();
    if let Ok(array) = argument.cast::<PyArray1<T>>() {
        if ready(array) {
            return Ok(array.clone());
        }
    }
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (argument,))?.cast_into::<PyUntypedArray>()?;
    let kind: String = array.dtype().getattr("kind")?.extract()?;
    if !kinds.contains(&kind) {
        return Err(PyTypeError::new_err(format!("{name}: an array of {dtype} is expected, not of {}", array.dtype())));
    }
    if array.shape() != [n] {
        return Err(PyValueError::new_err(format!("{name} has shape [{n}], not {:?}", array.shape())));
    }
    // Unsigned numbers too large for the type stay too large, or they would turn negative.
    let array = match kind.as_str() {
        "u" => numpy.call_method1("minimum", (array, numpy.call_method1("uint64", (i64::MAX,))?))?,
        _ => array.into_any(),
    };
    Ok(numpy.call_method1("ascontiguousarray", (array, dtype))?.cast_into()?)
}

pub fn actions_of<'py>(argument: &Bound<'py, PyAny>, n: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
    one_each(argument, n, ("actions", "iu", "int64"))
}
