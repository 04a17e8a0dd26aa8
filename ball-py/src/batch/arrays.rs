//! The arrays of a batch: made once, filled by every step, read by the caller.

use ball_core::{ACTION_SPACE, Ruleset, observation};
use numpy::{Element, PyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PyTuple};

use super::rows::{Form, Rows};
use crate::arrays::{entries, need_numpy, writing};

/// An array, and the view of it that callers get, which they can't write.
#[derive(Debug)]
pub struct Array<T> {
    base: Py<PyArrayDyn<T>>,
    shown: Py<PyAny>,
}

impl<T: Element> Array<T> {
    fn zeros(py: Python<'_>, shape: &[usize], dtype: &str) -> PyResult<Self> {
        Self::zeros_shown_as(py, shape, dtype, dtype)
    }

    fn zeros_shown_as(py: Python<'_>, shape: &[usize], dtype: &str, shown_as: &str) -> PyResult<Self> {
        need_numpy(py)?;
        let numpy = py.import("numpy")?;
        let base = numpy.call_method1("zeros", (PyTuple::new(py, shape)?, dtype))?;
        // A view of a view of memory that is read-only stays so; one of the array itself could be unlocked.
        let memory = PyMemoryView::from(&base.call_method1("view", (shown_as,))?)?.call_method0("toreadonly")?;
        let shown = numpy.call_method1("asarray", (memory,))?;
        Ok(Self { base: base.cast_into::<PyArrayDyn<T>>()?.unbind(), shown: shown.unbind() })
    }

    pub fn shown(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.clone_ref(py)
    }

    /// What the caller can't write.
    fn bind<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.base.bind(py).as_any().clone()
    }

    pub fn writing<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        writing(self.base.bind(py))
    }
}

/// All arrays of a batch of n games.
#[derive(Debug)]
pub struct Arrays {
    pub observation: Option<Array<u8>>,
    pub final_observation: Option<Array<u8>>,
    /// Written as bytes, shown as `int8`, which is what masks are in Gymnasium.
    pub mask: Option<Array<u8>>,
    pub to_move: Array<i8>,
    pub final_to_move: Array<i8>,
    pub reward: Array<f32>,
    pub terminated: Array<bool>,
    pub truncated: Array<bool>,
    pub illegal: Array<bool>,
    pub outcome: Array<i8>,
    pub final_length: Array<i32>,
    pub sampled: Array<i64>,
}

/// Shape of the observation of one position.
pub fn shape(form: Form, rules: &Ruleset) -> Option<Vec<usize>> {
    match form {
        Form::Nothing => None,
        Form::Planes => Some(vec![rules.observation_planes(), observation::ROWS, observation::COLUMNS]),
        Form::Vector => Some(vec![rules.observation_vector_len()]),
    }
}

impl Arrays {
    pub fn new(py: Python<'_>, n: usize, form: Form, mask: bool, rules: &Ruleset) -> PyResult<Self> {
        let rows = shape(form, rules).map(|shape| [vec![n], shape].concat());
        let observation = || rows.as_deref().map(|shape| Array::zeros(py, shape, "uint8")).transpose();
        Ok(Self {
            observation: observation()?,
            final_observation: observation()?,
            mask: mask.then(|| Array::zeros_shown_as(py, &[n, ACTION_SPACE], "uint8", "int8")).transpose()?,
            to_move: Array::zeros(py, &[n], "int8")?,
            final_to_move: Array::zeros(py, &[n], "int8")?,
            reward: Array::zeros(py, &[n, 2], "float32")?,
            terminated: Array::zeros(py, &[n], "bool")?,
            truncated: Array::zeros(py, &[n], "bool")?,
            illegal: Array::zeros(py, &[n], "bool")?,
            outcome: Array::zeros(py, &[n], "int8")?,
            final_length: Array::zeros(py, &[n], "int32")?,
            sampled: Array::zeros(py, &[n], "int64")?,
        })
    }

    /// The arrays that say what the last step did, which the games don't tell.
    pub fn results<'py>(&self, py: Python<'py>) -> [Bound<'py, PyAny>; 6] {
        [
            self.reward.bind(py),
            self.terminated.bind(py),
            self.truncated.bind(py),
            self.illegal.bind(py),
            self.outcome.bind(py),
            self.final_length.bind(py),
        ]
    }

    /// Borrows all that a step writes.
    pub fn writing<'py>(&self, py: Python<'py>) -> PyResult<Writing<'py>> {
        Ok(Writing {
            observation: self.observation.as_ref().map(|array| array.writing(py)).transpose()?,
            final_observation: self.final_observation.as_ref().map(|array| array.writing(py)).transpose()?,
            mask: self.mask.as_ref().map(|array| array.writing(py)).transpose()?,
            to_move: self.to_move.writing(py)?,
            final_to_move: self.final_to_move.writing(py)?,
            reward: self.reward.writing(py)?,
            terminated: self.terminated.writing(py)?,
            truncated: self.truncated.writing(py)?,
            illegal: self.illegal.writing(py)?,
            outcome: self.outcome.writing(py)?,
            final_length: self.final_length.writing(py)?,
        })
    }
}

/// The arrays that a step writes, borrowed.
#[derive(Debug)]
pub struct Writing<'py> {
    observation: Option<PyReadwriteArrayDyn<'py, u8>>,
    final_observation: Option<PyReadwriteArrayDyn<'py, u8>>,
    mask: Option<PyReadwriteArrayDyn<'py, u8>>,
    to_move: PyReadwriteArrayDyn<'py, i8>,
    final_to_move: PyReadwriteArrayDyn<'py, i8>,
    reward: PyReadwriteArrayDyn<'py, f32>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    illegal: PyReadwriteArrayDyn<'py, bool>,
    outcome: PyReadwriteArrayDyn<'py, i8>,
    final_length: PyReadwriteArrayDyn<'py, i32>,
}

impl Writing<'_> {
    /// The rows of all games.
    pub fn rows(&mut self) -> PyResult<Rows<'_>> {
        fn optional<'a, T: Element>(array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> PyResult<&'a mut [T]> {
            array.as_mut().map_or_else(|| Ok(Default::default()), entries)
        }
        Ok(Rows {
            observation: optional(&mut self.observation)?,
            final_observation: optional(&mut self.final_observation)?,
            mask: optional(&mut self.mask)?,
            to_move: entries(&mut self.to_move)?,
            final_to_move: entries(&mut self.final_to_move)?,
            reward: entries(&mut self.reward)?,
            terminated: entries(&mut self.terminated)?,
            truncated: entries(&mut self.truncated)?,
            illegal: entries(&mut self.illegal)?,
            outcome: entries(&mut self.outcome)?,
            final_length: entries(&mut self.final_length)?,
        })
    }
}
