//! Many games at once, as arrays.

mod arguments;
mod arrays;
mod games;
mod rows;
mod slot;
mod workers;

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use ball_core::{ACTION_SPACE, ActionNumber, Position as CorePosition, Rule};
use numpy::{BorrowError, Element, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};

use crate::arguments::{self as common, within};
use crate::arrays::entries;
use crate::errors;
use crate::position::Position;
use crate::random::generators;
use crate::ruleset::Ruleset;
use arguments::{actions_of, finite, one_each, start_positions};
use arrays::{Array, Arrays};
use games::Games;
use rows::Form;
use slot::{OnIllegal, Settings, Slot};
use workers::Workers;

const MOST_GAMES: i64 = 1 << 20;
const MOST_THREADS: i64 = 256;

/// Many games at once for training: a step plays one action in each and refills arrays in place.
///
/// `n` games, 1 to 1048576, of `ruleset`. Every array has a row for each game, is made once, can't be written by the
/// caller, and has other contents after the next `step` or `reset`: copy what has to last. Player 0 is ATK, 1 is DEF.
///
/// - `max_turns`: turns (both coaches' counted together, from where a random opening ends) after which a game is
///   truncated; `None`: only the ruleset's turn limit ends a game without a touchdown, and that is a draw, not a
///   truncation.
/// - `seed`: of all that is drawn, 0 to 2**64 - 1; without one a random `seed`, which the batch tells.
/// - `threads`: threads in all that share a step; results do not depend on it. Other Python threads run meanwhile.
/// - `observation`: `"planes"`, `"vector"` or `None`; `mask`: whether there is `action_mask`. What is not asked for
///   costs nothing.
/// - `start`: a `Position` or its text that every game starts from, or a sequence of these from which each draws;
///   without it the formation. `random_opening`: random decisions played first, 0 to 1000; it stops short of an action
///   that would end the game.
/// - `on_illegal`: what an action that is not legal does: `"error"` raises `IllegalAction` and no game is stepped,
///   `"lose"` loses that game at once, `"ignore"` leaves it as it is. `illegal` tells where it was so.
/// - `shaping`: weight w of a reward for the ball's advance, 0: none. A decision then earns ATK w times
///   (`discount` times `advance` after it - `advance` before it) on top, and DEF the opposite; once a game has
///   terminated, by the rules or by an illegal action, `advance` counts as 0. Such potential-based shaping does not change which play is best (Ng, Harada and Russell,
///   1999), for returns discounted by `discount` at each decision.
///
/// A game that ends starts anew in the same step: `observation`, `action_mask` and `to_move` are those of the new game,
/// `reward`, `terminated`, `truncated`, `outcome` tell of the old one, and what it looked like last is in
/// `final_observation`, `final_to_move`, `final_length` and `final_position`.
///
/// A coach makes several decisions in a row: ask `to_move` whose turn it is, never alternate.
///
/// Raises `ValueError` or `TypeError` for an argument out of range or of the wrong type, `BallError` for a position
/// that is none, or is over.
///
/// >>> import ball
/// >>> env = ball.BatchEnv(4, max_turns=200, seed=1)
/// >>> env.observation.shape, env.action_mask.shape, env.to_move.tolist()
/// ((4, 45, 17, 13), (4, 945), [1, 1, 1, 1])
/// >>> finished = 0
/// >>> for _ in range(2000):
/// ...     env.step(env.sample_actions())
/// ...     finished += int((env.terminated | env.truncated).sum())
/// >>> finished > 0
/// True
#[derive(Debug)]
#[pyclass(frozen, module = "ball")]
pub struct BatchEnv {
    n: usize,
    settings: Settings,
    form: Form,
    arrays: Arrays,
    games: Mutex<Games>,
    seed: Mutex<u64>,
}

/// A game as pickle keeps it: position, generator, first turn, decisions, where the last one ended.
type SavedSlot = (String, String, u16, u32, Option<String>);

fn no_threads(error: rayon::ThreadPoolBuildError) -> PyErr {
    PyRuntimeError::new_err(format!("the threads can't be started: {error}"))
}

/// An array that a batch may have been made without.
fn asked_for<T: Element>(py: Python<'_>, array: Option<&Array<T>>) -> PyResult<Py<PyAny>> {
    let none = || PyAttributeError::new_err("the batch was made without this array");
    array.map(|array| array.shown(py)).ok_or_else(none)
}

fn unreadable(error: BorrowError) -> PyErr {
    PyRuntimeError::new_err(format!("the array can't be read: {error}"))
}

impl BatchEnv {
    /// The games, unless another thread is at them.
    fn games(&self) -> PyResult<MutexGuard<'_, Games>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("another thread is stepping this batch")),
        }
    }

    /// Entries of one observation.
    fn width(&self) -> usize {
        arrays::shape(self.form, &self.settings.rules).map_or(0, |shape| shape.iter().product())
    }

    /// Starts every game anew.
    fn restart(&self, py: Python<'_>, positions: Option<&[CorePosition]>) -> PyResult<()> {
        let mut games = self.games()?;
        let mut writing = self.arrays.writing(py)?;
        let rows = (writing.rows()?, self.width());
        let games = &mut *games;
        py.detach(|| games.restart(&self.settings, self.form, positions, rows)).map_err(no_threads)
    }

    fn text(&self, position: &CorePosition) -> String {
        position.display(&self.settings.rules).to_string()
    }

    fn slot<'a>(&self, games: &'a Games, game: &Bound<'_, PyAny>) -> PyResult<&'a Slot> {
        let place = usize::try_from(common::integer(game)?).ok();
        let message = || PyIndexError::new_err(format!("games go from 0 to {}", self.n - 1));
        place.and_then(|place| games.slots.get(place)).ok_or_else(message)
    }

    fn python_position(&self, position: &CorePosition) -> Position {
        Position { rules: self.settings.rules.clone(), position: position.clone() }
    }

    /// The error for actions that are not legal.
    fn refusal(&self, py: Python<'_>, games: &Games, refused: &[usize], actions: &[i64]) -> PyErr {
        let place = refused[0];
        let (number, slot) = (actions[place], &games.slots[place]);
        let index = u16::try_from(number).ok().and_then(ActionNumber::new);
        let (rule, reason) = match index.map(|index| slot.position.action(index)) {
            None => (Rule::Notation, format!("{}: action numbers go from 0 to {}", Rule::Notation, ACTION_SPACE - 1)),
            Some(None) => (Rule::B1, format!("{}: the number leads off the board here", Rule::B1)),
            Some(Some(action)) => match slot.position.check(&self.settings.rules, action) {
                Err(refusal) => (refusal.rule(), refusal.to_string()),
                Ok(()) => (Rule::P3, format!("{}: the number is that of a piece below a teammate", Rule::P3)),
            },
        };
        let more = if refused.len() > 1 { format!(", and {} more games", refused.len() - 1) } else { String::new() };
        errors::batch_action(py, rule, &format!("{reason} (game {place}, action {number}{more})"))
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(
        signature = (n, ruleset = None, *, max_turns = None, seed = None, threads = None, observation = Some("planes"),
            mask = true, start = None, random_opening = None, on_illegal = "error", shaping = 0.0, discount = 1.0),
        text_signature = "(n, ruleset=None, *, max_turns=None, seed=None, threads=None, observation='planes', \
            mask=True, start=None, random_opening=None, on_illegal='error', shaping=0.0, discount=1.0)"
    )]
    #[allow(clippy::too_many_arguments)] // named ones
    fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        ruleset: Option<&Bound<'_, PyAny>>,
        max_turns: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        observation: Option<&str>,
        mask: bool,
        start: Option<&Bound<'_, PyAny>>,
        random_opening: Option<&Bound<'_, PyAny>>,
        on_illegal: &str,
        shaping: f32,
        discount: f32,
    ) -> PyResult<Self> {
        let n = within(n, "n", 1, MOST_GAMES)? as usize;
        let ruleset = ruleset.map_or_else(|| Ok(Ruleset::standard()), Ruleset::of)?;
        let settings = Settings {
            max_turns: max_turns.map(common::max_turns).transpose()?,
            starts: match start {
                Some(start) => start_positions(start, &ruleset)?,
                None => vec![CorePosition::start(&ruleset.0)],
            },
            opening: random_opening.map_or(Ok(0), |k| within(k, "random_opening", 0, 1000))? as u16,
            on_illegal: OnIllegal::from_name(on_illegal)
                .ok_or_else(|| PyValueError::new_err("on_illegal is \"error\", \"lose\" or \"ignore\""))?,
            shaping: finite(shaping, "shaping")?,
            discount: finite(discount, "discount")?,
            rules: ruleset.0,
        };
        if settings.starts.is_empty() {
            return Err(PyValueError::new_err("start has no position"));
        }
        let threads = threads.map_or(Ok(1), |threads| within(threads, "threads", 1, MOST_THREADS))? as usize;
        let form = Form::from_name(observation)
            .ok_or_else(|| PyValueError::new_err("observation is \"planes\", \"vector\" or None"))?;
        let seed = match seed {
            Some(seed) => common::seed(seed)?,
            None => py.import("secrets")?.call_method1("randbits", (64,))?.extract()?,
        };
        let arrays = Arrays::new(py, n, form, mask, &settings.rules)?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(n).map_err(|_| PyMemoryError::new_err("so many games don't fit in memory"))?;
        slots.extend(generators(seed).take(n).map(|random| Slot::new(&settings, random)));
        let games = Mutex::new(Games { slots, workers: Workers::new(threads) });
        let batch = Self { n, settings, form, arrays, games, seed: Mutex::new(seed) };
        batch.restart(py, None)?;
        Ok(batch)
    }

    /// Starts every game anew, and with a seed all that is drawn.
    ///
    /// `positions` are n positions or texts, one for each game, to start from this time.
    #[pyo3(signature = (seed = None, *, positions = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let positions = positions.map(|positions| start_positions(positions, &self.ruleset())).transpose()?;
        let n = self.n;
        if let Some(positions) = positions.as_ref().filter(|positions| positions.len() != n) {
            let message = format!("positions has one for each of the {n} games, not {}", positions.len());
            return Err(PyValueError::new_err(message));
        }
        if let Some(seed) = seed {
            let seed = common::seed(seed)?;
            let mut games = self.games()?;
            games.slots.iter_mut().zip(generators(seed)).for_each(|(slot, random)| slot.random = random);
            *self.seed.lock().unwrap_or_else(PoisonError::into_inner) = seed;
        }
        self.restart(py, positions.as_deref())
    }

    /// Plays one action, by its number, in each game.
    ///
    /// `actions` has n integers. `where`, n booleans, picks games: the others are left as they are, with reward 0.
    ///
    /// Raises `IllegalAction` for an action that is not legal, if `on_illegal` is `"error"`; nothing is then changed.
    #[pyo3(signature = (actions, *, r#where = None))]
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let n = self.n;
        let actions = actions_of(actions, n)?.try_readonly().map_err(unreadable)?;
        let chosen = r#where.map(|argument| one_each::<bool>(argument, n, ("where", "b", "bool"))).transpose()?;
        let chosen = chosen.map(|array| array.try_readonly()).transpose().map_err(unreadable)?;
        let actions = actions.as_slice()?;
        let chosen = chosen.as_ref().map(|array| array.as_slice()).transpose()?;
        let mut games = self.games()?;
        if self.settings.on_illegal == OnIllegal::Error {
            let refused = games.refused(actions, chosen);
            if !refused.is_empty() {
                return Err(self.refusal(py, &games, &refused, actions));
            }
        }
        let mut writing = self.arrays.writing(py)?;
        let rows = (writing.rows()?, self.width());
        let games = &mut *games;
        py.detach(|| games.step(&self.settings, self.form, actions, chosen, rows)).map_err(no_threads)
    }

    /// Draws a legal action for each game, evenly: their numbers, `int64` of shape (n,), refilled by every call.
    fn sample_actions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut games = self.games()?;
        let mut sampled = self.arrays.sampled.writing(py)?;
        let actions = entries(&mut sampled)?;
        let games = &mut *games;
        py.detach(|| games.sample(actions)).map_err(no_threads)?;
        Ok(self.arrays.sampled.shown(py))
    }

    /// Number of games.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// The ruleset they are played by.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.settings.rules.clone())
    }

    /// Turns after which a game is truncated, or `None`.
    #[getter]
    fn max_turns(&self) -> Option<u16> {
        self.settings.max_turns
    }

    /// The seed that was given last, or the one drawn instead.
    #[getter]
    fn seed(&self) -> u64 {
        *self.seed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Threads in all that share a step.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.games()?.workers.threads())
    }

    /// What the coach to move sees, `uint8`: (n, planes, 17, 13) or (n, entries); `AttributeError` if not asked for.
    #[getter]
    fn observation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.arrays.observation.as_ref())
    }

    /// The action masks, `int8` of shape (n, `ACTION_SPACE`), for the coach to move; `AttributeError` if not asked for.
    #[getter]
    fn action_mask(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.arrays.mask.as_ref())
    }

    /// The player to move, `int8` of shape (n,): 0 ATK, 1 DEF.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.to_move.shown(py)
    }

    /// What the last step paid, `float32` of shape (n, 2): column 0 to ATK, column 1 to DEF, which add up to 0.
    ///
    /// A touchdown pays 1 to the team that scores and -1 to the other, an action that loses the game likewise; a draw,
    /// a truncation and everything else 0, but for `shaping`.
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.reward.shown(py)
    }

    /// Where the last step ended a game by the rules or by an illegal action, `bool` of shape (n,).
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.terminated.shown(py)
    }

    /// Where `max_turns` ended a game in the last step, `bool` of shape (n,); never where `terminated` is set.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.truncated.shown(py)
    }

    /// Where the action of the last step was not legal, `bool` of shape (n,).
    #[getter]
    fn illegal(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.illegal.shown(py)
    }

    /// How games ended in the last step, `int8` of shape (n,): 0 ATK has won, 1 DEF has, 2 a draw, -1 everything else.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.outcome.shown(py)
    }

    /// As `observation`: the last game of each row that ended, when it did; 0 where none has.
    #[getter]
    fn final_observation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.arrays.final_observation.as_ref())
    }

    /// The player who sees `final_observation`, `int8` of shape (n,): the one to move or whose turn was the last.
    #[getter]
    fn final_to_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.final_to_move.shown(py)
    }

    /// Decisions of the last game of each row that ended, `int32` of shape (n,), without those of a random opening and
    /// the illegal one that lost it.
    #[getter]
    fn final_length(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.final_length.shown(py)
    }

    /// The positions of all games, a new list.
    #[getter]
    fn positions(&self) -> PyResult<Vec<Position>> {
        Ok(self.games()?.slots.iter().map(|slot| self.python_position(&slot.position)).collect())
    }

    /// The position of one game. Raises `IndexError` if there is no such game.
    fn position(&self, game: &Bound<'_, PyAny>) -> PyResult<Position> {
        let games = self.games()?;
        Ok(self.python_position(&self.slot(&games, game)?.position))
    }

    /// Where the last game of a row that ended was left; `None` where none has. Raises `IndexError` as `position`.
    fn final_position(&self, game: &Bound<'_, PyAny>) -> PyResult<Option<Position>> {
        let games = self.games()?;
        Ok(self.slot(&games, game)?.ended.as_ref().map(|position| self.python_position(position)))
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("<ball.BatchEnv of {} games, seed {}>", self.n, self.seed())
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((usize, Ruleset), Bound<'py, PyDict>)> {
        let settings = &self.settings;
        let named = PyDict::new(py);
        named.set_item("max_turns", settings.max_turns)?;
        named.set_item("seed", self.seed())?;
        named.set_item("threads", self.threads()?)?;
        named.set_item("observation", self.form.name())?;
        named.set_item("mask", self.arrays.mask.is_some())?;
        named.set_item("start", settings.starts.iter().map(|start| self.text(start)).collect::<Vec<_>>())?;
        named.set_item("random_opening", settings.opening)?;
        named.set_item("on_illegal", settings.on_illegal.name())?;
        named.set_item("shaping", settings.shaping)?;
        named.set_item("discount", settings.discount)?;
        Ok(((self.n, self.ruleset()), named))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<(Vec<SavedSlot>, Vec<Bound<'py, PyAny>>)> {
        let games = self.games()?;
        let saved = games.slots.iter().map(|slot| {
            let random =
                serde_json::to_string(&slot.random).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let ended = slot.ended.as_ref().map(|position| self.text(position));
            Ok((self.text(&slot.position), random, slot.first_turn, slot.decisions, ended))
        });
        let results =
            self.arrays.results(py).iter().map(|array| array.call_method0("copy")).collect::<PyResult<_>>()?;
        Ok((saved.collect::<PyResult<_>>()?, results))
    }

    fn __setstate__(&self, py: Python<'_>, state: (Vec<SavedSlot>, Vec<Bound<'_, PyAny>>)) -> PyResult<()> {
        let (saved, results) = state;
        let arrays = self.arrays.results(py);
        if saved.len() != self.n || results.len() != arrays.len() {
            return Err(PyValueError::new_err("the state is of another batch"));
        }
        let read = |text: &str| {
            let position = CorePosition::parse(text, &self.settings.rules);
            position.map_err(|error| errors::invalid_position(py, text, &error))
        };
        let slots = saved.into_iter().map(|(text, random, first_turn, decisions, ended)| {
            let position = read(&text)?;
            let random = serde_json::from_str(&random).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let legal = position.legal_actions(&self.settings.rules);
            let ended = ended.map(|text| read(&text)).transpose()?;
            Ok(Slot { position, legal, random, first_turn, decisions, ended })
        });
        let slots = slots.collect::<PyResult<Vec<_>>>()?;
        for (array, result) in arrays.iter().zip(results) {
            array.set_item(py.Ellipsis(), result)?;
        }
        let mut games = self.games()?;
        games.slots = slots;
        let mut writing = self.arrays.writing(py)?;
        games.show(&self.settings, self.form, (writing.rows()?, self.width())).map_err(no_threads)
    }
}
