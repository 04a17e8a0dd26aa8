//! NumPy arrays: new ones, and those that a caller wants filled.

use ball_core::{ACTION_SPACE, LegalActions};
use numpy::ndarray::{Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArray1, PyArrayMethods, PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// NumPy has to be there before an array is made or looked at; the rest of the package works without.
pub fn need_numpy(py: Python<'_>) -> PyResult<()> {
    static FOUND: PyOnceLock<()> = PyOnceLock::new();
    FOUND.get_or_try_init(py, || py.import("numpy").map(drop)).copied()
}

/// Borrows an array that is to be filled.
pub fn writing<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().map_err(|error| PyValueError::new_err(format!("the array can't be written: {error}")))
}

/// The entries of a borrowed array in order.
pub fn entries<'a, T: Element, D: Dimension>(array: &'a mut PyReadwriteArray<'_, T, D>) -> PyResult<&'a mut [T]> {
    // NumPy calls an array contiguous that lies by columns, too.
    let in_order = array.is_c_contiguous();
    let message = "the array can't be written: its entries have to lie in order, without gaps (C-contiguous)";
    array.as_slice_mut().ok().filter(|_| in_order).ok_or_else(|| PyValueError::new_err(message))
}

/// What an array is that was given in place of another.
fn found(array: &Bound<'_, PyAny>) -> String {
    match array.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {} and shape {:?}", array.dtype(), array.shape()),
        Err(_) => array.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string()),
    }
}

/// The error for an array that is not of this type and shape.
fn wrong_array(types: &str, shape: &[usize], given: &Bound<'_, PyAny>) -> PyErr {
    let message = format!("out is an array of {types} and shape {shape:?}, not {}", found(given));
    if given.cast::<PyUntypedArray>().is_ok() { PyValueError::new_err(message) } else { PyTypeError::new_err(message) }
}

/// A new array, or the given one, filled with bytes.
pub fn filled<'py, I: IntoDimension + Copy>(
    py: Python<'py>,
    shape: I,
    out: Option<&Bound<'py, PyAny>>,
    fill: impl FnOnce(&mut [u8]),
) -> PyResult<Bound<'py, PyAny>> {
    need_numpy(py)?;
    let dimension = shape.into_dimension();
    let array = match out {
        None => PyArray::<u8, I::Dim>::zeros(py, shape, false),
        Some(out) => match out.cast::<PyArray<u8, I::Dim>>() {
            Ok(array) if array.shape() == dimension.slice() => array.clone(),
            _ => return Err(wrong_array("uint8", dimension.slice(), out)),
        },
    };
    fill(entries(&mut writing(&array)?)?);
    Ok(array.into_any())
}

/// The action mask, new as int8, or in the given array of int8, uint8 or bool.
pub fn mask<'py>(
    py: Python<'py>,
    legal: &LegalActions,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    need_numpy(py)?;
    let mut bytes = [0; ACTION_SPACE];
    legal.write_mask(&mut bytes);
    let Some(out) = out else {
        let array = PyArray1::<i8>::zeros(py, ACTION_SPACE, false);
        copy(&array, &bytes, |byte| byte as i8)?;
        return Ok(array.into_any());
    };
    let wrong = || wrong_array("int8, uint8 or bool", &[ACTION_SPACE], out);
    if out.cast::<PyUntypedArray>().is_ok_and(|array| array.shape() != [ACTION_SPACE]) {
        return Err(wrong());
    }
    if let Ok(array) = out.cast::<PyArray1<i8>>() {
        copy(array, &bytes, |byte| byte as i8)?;
    } else if let Ok(array) = out.cast::<PyArray1<u8>>() {
        copy(array, &bytes, |byte| byte)?;
    } else if let Ok(array) = out.cast::<PyArray1<bool>>() {
        copy(array, &bytes, |byte| byte == 1)?;
    } else {
        return Err(wrong());
    }
    Ok(out.clone())
}

fn copy<T: Element + Copy>(array: &Bound<'_, PyArray1<T>>, bytes: &[u8], convert: impl Fn(u8) -> T) -> PyResult<()> {
    let mut writing = writing(array)?;
    entries(&mut writing)?.iter_mut().zip(bytes).for_each(|(entry, &byte)| *entry = convert(byte));
    Ok(())
}
