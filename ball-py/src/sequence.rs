//! What the sequences have in common.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PySlice, PyTuple};

use crate::arguments;

/// What an index picks of `length` items: one, or the tuple of those in a slice. `outside` says that there is none.
pub fn pick<'py>(
    index: &Bound<'py, PyAny>,
    length: usize,
    outside: &'static str,
    item: impl Fn(usize) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(slice) = index.cast::<PySlice>() {
        let places = slice.indices(length as isize)?;
        let place = |i: usize| (places.start + places.step * i as isize) as usize;
        let picked: PyResult<Vec<_>> = (0..places.slicelength).map(|i| item(place(i))).collect();
        return Ok(PyTuple::new(index.py(), picked?)?.into_any());
    }
    let index = arguments::integer(index)?;
    let place = if index < 0 { index.saturating_add(length as i64) } else { index };
    match usize::try_from(place) {
        Ok(place) if place < length => item(place),
        _ => Err(PyIndexError::new_err(outside)),
    }
}
