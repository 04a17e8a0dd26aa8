//! Games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ball_core::{Outcome, Record, Rule, Ruleset as Rules};
use pyo3::exceptions::PyIndexError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict, PyString, PyTuple, PyType};

use crate::action::Action;
use crate::events::Events;
use crate::history::Moment;
use crate::legal::LegalActions;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{arguments, classes, errors};

/// A game: ruleset, start, every action played, and undo.
///
/// Threads may share one; what two properties give may be of two moments. Copying a game takes the same short time
/// however long it is.
///
/// Starts with the ruleset's formation, or at `start`, a `Position` or a position text. `ruleset` is a `Ruleset` or
/// what one is made of; without it a `Position` keeps its own.
///
/// Two games are equal if ruleset, start and actions are; tags don't count.
///
/// Raises `InvalidPosition` if the text is none, or the position is of another ruleset than the one given.
///
/// >>> import ball
/// >>> game = ball.Game()
/// >>> for event in game.play("H11-G10"):
/// ...     print(event)
/// 1 AP spent, 1 left
/// DEF X2 moves from H11 to G10
/// >>> game.undo()
/// Action('H11-G10')
/// >>> game.position == game.start == ball.Position()
/// True
#[derive(Debug)]
#[pyclass(frozen, module = "ball")]
pub struct Game {
    rules: Arc<Rules>,
    start: Arc<Moment>,
    /// Never locked while Python may run: not while an object of Python is made, looked into or thrown away.
    changing: Mutex<Changing>,
}

/// What of a game changes.
#[derive(Debug)]
struct Changing {
    now: Arc<Moment>,
    /// Made when they are asked for.
    tags: Option<Py<PyDict>>,
}

impl Game {
    fn of(rules: Arc<Rules>, start: Arc<Moment>, now: Arc<Moment>, tags: Option<Py<PyDict>>) -> Self {
        Self { rules, start, changing: Mutex::new(Changing { now, tags }) }
    }

    fn lock(&self) -> MutexGuard<'_, Changing> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Arc<Moment> {
        self.lock().now.clone()
    }

    fn position_of(&self, moment: &Moment) -> Position {
        Position { rules: self.rules.clone(), position: moment.position.clone() }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (ruleset = None, start = None))]
    fn new(py: Python<'_>, ruleset: Option<&Bound<'_, PyAny>>, start: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let first = match start.map(|start| start.cast::<Position>().map_err(|_| start)) {
            None => Position::new(py, None, ruleset)?,
            Some(Ok(position)) => {
                let rules = ruleset.map(Ruleset::of).transpose()?;
                if rules.is_some_and(|Ruleset(rules)| rules != position.get().rules) {
                    return Err(errors::other_ruleset(py));
                }
                position.get().clone()
            }
            Some(Err(other)) => {
                let text = other.cast().map_err(|_| arguments::wrong_type("a Position or its text", other))?;
                Position::new(py, Some(text), ruleset)?
            }
        };
        let start = Moment::start(first.position);
        Ok(Self::of(first.rules, start.clone(), start, None))
    }

    /// Replays a record: its JSON text, or the same as a mapping.
    ///
    /// Raises `InvalidRecord`, whose `entry` names the first wrong entry.
    ///
    /// >>> import ball
    /// >>> text = '{"version":1,"ruleset":"standard","actions":["H11-G10","H11-G12"],"result":null}'
    /// >>> ball.Game.from_record(text)
    /// Traceback (most recent call last):
    /// ball.InvalidRecord: actions[1]: H11-G12: P1: no piece stands on H11
    #[classmethod]
    fn from_record(_class: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = record.py();
        let text: Bound<'_, PyString> = match record.cast() {
            Ok(text) => text.clone(),
            Err(_) => classes::call(py, "_json", "record_text", (record,))?.cast_into()?,
        };
        let text = arguments::text(&text).ok_or_else(|| errors::not_unicode(py, "InvalidRecord", Rule::Record))?;
        let record = Record::from_json(&text).map_err(|error| errors::invalid_record(py, &text, &error))?;
        let game = record.replay().map_err(|error| errors::wrong_entry(py, &error))?;
        let start = Moment::start(game.start().clone());
        let steps = game.actions().zip((1..).map_while(|ply| game.position_at(ply)));
        let now = steps.fold(start.clone(), |now, (action, position)| Moment::next(now, action, position.clone()));
        let tags = if record.tags.is_empty() { None } else { Some(record.tags.into_pyobject(py)?.unbind()) };
        let Ruleset(rules) = Ruleset::sharing(game.rules().clone());
        Ok(Self::of(rules, start, now, tags))
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.rules.clone())
    }

    /// The position the game started in.
    #[getter]
    fn start(&self) -> Position {
        self.position_of(&self.start)
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        self.position_of(&self.now())
    }

    /// The actions played, in order.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let played = self.now().actions();
        let actions: Vec<_> = played.into_iter().filter_map(|action| Action::of_core(action, &self.rules)).collect();
        PyTuple::new(py, actions)
    }

    /// Number of actions played.
    #[getter]
    fn ply(&self) -> usize {
        self.lock().now.ply
    }

    /// The legal actions now.
    #[getter]
    fn legal_actions(&self) -> LegalActions {
        LegalActions::all(self.position())
    }

    /// How the game ended, `"atk"`, `"def"` or `"draw"`, or `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.lock().now.position.outcome().map(Outcome::name)
    }

    /// What a record keeps besides the game: a dict of texts by name, free to change.
    #[getter]
    fn tags(&self, py: Python<'_>) -> Py<PyDict> {
        if let Some(tags) = &self.lock().tags {
            return tags.clone_ref(py);
        }
        let made = PyDict::new(py).unbind();
        // Another thread may have been quicker.
        self.lock().tags.get_or_insert_with(|| made.clone_ref(py)).clone_ref(py)
    }

    #[setter]
    fn set_tags(&self, tags: Py<PyDict>) {
        let before = self.lock().tags.replace(tags);
        drop(before);
    }

    /// The position after `ply` actions, from 0 (the start) to `ply` (now).
    ///
    /// Raises `IndexError` for any other number.
    fn position_at(&self, ply: &Bound<'_, PyAny>) -> PyResult<Position> {
        let (place, now) = (arguments::integer(ply)?, self.now());
        let moment = usize::try_from(place).ok().and_then(|ply| now.at(ply));
        let outside = || PyIndexError::new_err(format!("the game has positions 0 to {}", now.ply));
        moment.map(|moment| self.position_of(moment)).ok_or_else(outside)
    }

    /// Plays an action, its text or its number, and gives what happens, in order.
    ///
    /// Raises `IllegalAction` with the rule that forbids it, or `InvalidAction` if it is no action; the game is then
    /// unchanged.
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<Events> {
        loop {
            let now = self.now();
            let before = self.position_of(&now);
            let (played, after) = before.after(action)?;
            let next = Moment::next(now.clone(), played, after);
            let mut changing = self.lock();
            // Otherwise another thread has changed the game meanwhile.
            if Arc::ptr_eq(&changing.now, &now) {
                changing.now = next;
                return Ok(Events::of(before, played));
            }
        }
    }

    /// Takes back the last action, whatever ended by itself with it, and gives it; `None` at the start.
    fn undo(&self) -> Option<Action> {
        let mut changing = self.lock();
        let (action, before) = changing.now.before.clone()?;
        changing.now = before;
        Action::of_core(action, &self.rules)
    }

    /// The game so far as a record, a new dict as in JSON; `tags` are added to those of the game.
    ///
    /// Raises `TypeError` if a tag is not a text with a name.
    #[pyo3(signature = (tags = None))]
    fn record<'py>(&self, py: Python<'py>, tags: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        // A copy, which other threads don't play on.
        classes::call(py, "_record", "record", (self.copy(py)?, tags))
    }

    /// The record as one line of JSON.
    ///
    /// >>> import ball
    /// >>> ball.Game().to_json({"event": "example"})
    /// '{"version":1,"ruleset":"standard","actions":[],"result":null,"tags":{"event":"example"}}'
    #[pyo3(signature = (tags = None))]
    fn to_json<'py>(&self, py: Python<'py>, tags: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        classes::call(py, "_record", "to_json", (self.copy(py)?, tags))
    }

    /// A game of its own with the same history, and tags of its own.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let changing = self.lock();
        let (now, tags) = (changing.now.clone(), changing.tags.as_ref().map(|tags| tags.clone_ref(py)));
        drop(changing);
        let tags = tags.map(|tags| tags.bind(py).copy().map(Bound::unbind)).transpose()?;
        Ok(Self::of(self.rules.clone(), self.start.clone(), now, tags))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        // Everything in it but the dict of tags is immutable.
        self.copy(py)
    }

    #[allow(clippy::type_complexity)] // what Python's pickle asks for
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((slf.get_type().getattr("from_record")?, (slf.get().record(slf.py(), None)?,)))
    }

    // Without a hash beside it: games change.
    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        let other = other.get();
        self.rules == other.rules
            && self.start.position == other.start.position
            && self.now().has_actions_of(&other.now())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_json(py, None)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game.from_record({})", self.record(py, None)?.repr()?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Nobody has the lock: Python collects garbage while it may run, or has stopped every thread where it may.
        visit.call(&self.lock().tags)
    }

    fn __clear__(&self) {
        let tags = self.lock().tags.take();
        drop(tags);
    }
}
