//! The events of an action as a sequence that makes no object unless asked.

use ball_core::{Action as CoreAction, Events as CoreEvents};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyIterator, PyList, PyTuple};

use crate::action::Action;
use crate::event;
use crate::position::Position;
use crate::sequence::pick;

/// What happens when an action is played, in order: an immutable sequence of `Event`.
///
/// It keeps the position and the action; an event is made when it is asked for. It equals every `Events`, list and
/// tuple of the same events, and `str` gives them as a log. Made by `Game.play` and `Position.play_events`, or of a
/// position and an action, its text or its number.
///
/// Raises as `Position.check` does.
///
/// >>> import ball
/// >>> events = ball.Events(ball.Position(), "H11-G10")
/// >>> print(events)
/// 1 AP spent, 1 left
/// DEF X2 moves from H11 to G10
/// >>> len(events), events[-1].kind
/// (2, 'moved')
#[derive(Clone, Debug)]
#[pyclass(frozen, sequence, module = "ball")]
pub struct Events {
    position: Position,
    action: CoreAction,
}

impl Events {
    /// The events of an action that is legal there.
    pub fn of(position: Position, action: CoreAction) -> Self {
        Self { position, action }
    }

    fn happened(&self) -> CoreEvents {
        let (mut position, mut events) = (self.position.position.clone(), CoreEvents::new());
        // It was legal when this was made, and nothing has changed.
        let _ = position.play_with(&self.position.rules, self.action, &mut events);
        events
    }

    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let happened = self.happened();
        let objects = happened.iter().map(|&event| event::object(py, event, &self.position.rules));
        PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
    }

    fn action(&self) -> Option<Action> {
        Action::of_core(self.action, &self.position.rules)
    }
}

#[pymethods]
impl Events {
    #[new]
    fn new(position: &Bound<'_, Position>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let position = position.get();
        let (action, _) = position.after(action)?;
        Ok(Self::of(position.clone(), action))
    }

    fn __len__(&self) -> usize {
        self.happened().len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (happened, rules) = (self.happened(), &self.position.rules);
        let item = |place| event::object(index.py(), happened[place], rules);
        pick(index, happened.len(), "no event has this index", item)
    }

    fn __contains__(&self, event: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.tuple(event.py())?.contains(event)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tuple(py)?.try_iter()
    }

    /// How often an event is in the list.
    fn count<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.tuple(value.py())?.call_method1("count", (value,))
    }

    /// Place of an event in the list, from `start` and before `stop` as for a list.
    ///
    /// Raises `ValueError` if it is not there.
    #[pyo3(signature = (value, start = None, stop = None))]
    fn index<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        start: Option<&Bound<'py, PyAny>>,
        stop: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        let bound = |argument: Option<&Bound<'py, PyAny>>, default: usize| match argument {
            Some(place) => Ok(place.clone()),
            None => Ok::<_, PyErr>(default.into_pyobject(py)?.into_any()),
        };
        let events = self.tuple(py)?;
        let (start, stop) = (bound(start, 0)?, bound(stop, events.len())?);
        events.call_method1("index", (value, start, stop))
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let theirs = if let Ok(events) = other.cast::<Self>() {
            events.get().tuple(py)?
        } else if let Ok(list) = other.cast::<PyList>() {
            list.to_tuple()
        } else if let Ok(tuple) = other.cast::<PyTuple>() {
            tuple.clone()
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        Ok(self.tuple(py)?.eq(theirs)?.into_pyobject(py)?.to_owned().into_any())
    }

    /// That of the tuple that it equals.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.tuple(py)?.hash()
    }

    fn __str__(&self) -> String {
        let lines = self.happened().into_iter().map(|event| event.display(&self.position.rules).to_string());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let action = self.action().map_or_else(String::new, |action| action.__repr__());
        format!("Events({}, {action})", self.position.__repr__())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    #[allow(clippy::type_complexity)] // what Python's pickle asks for
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Position, Option<Action>)) {
        (slf.get_type().into_any(), (slf.get().position.clone(), slf.get().action()))
    }
}
