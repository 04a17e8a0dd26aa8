//! Legal actions as a sequence that makes no object unless asked.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use ball_core::{ACTION_SPACE, ActionNumber, LegalActions as CoreLegal, PieceId, Team};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes};

use crate::action::Action;
use crate::position::Position;
use crate::sequence::pick;
use crate::{arguments, piece};

/// The legal actions of a position, or of one piece: an immutable snapshot in ascending action number.
///
/// A sequence of `Action` that keeps a set of numbers; an action is made when it is asked for. `in` takes an action,
/// its text or its number. Made by `Position.legal_actions`, or of a position and, to pick one piece, its square or name.
///
/// >>> import ball
/// >>> legal = ball.Position().legal_actions
/// >>> len(legal), legal[0], "H11-G10" in legal
/// (55, Action('J11-L13'), True)
/// >>> [str(action) for action in legal.of("G14")][:3]
/// ['G14-I16', 'G14-E16', 'G14-H15']
#[derive(Clone, Debug)]
#[pyclass(frozen, eq, hash, sequence, module = "ball")]
pub struct LegalActions {
    position: Position,
    /// Set where the actions are those of a picked square or piece.
    of: Option<String>,
    legal: CoreLegal,
}

impl PartialEq for LegalActions {
    fn eq(&self, other: &Self) -> bool {
        self.legal == other.legal && self.position == other.position
    }
}

impl Hash for LegalActions {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.position, self.legal.words()).hash(state);
    }
}

impl LegalActions {
    /// All legal actions.
    pub fn all(position: Position) -> Self {
        let legal = position.position.legal_actions(&position.rules);
        Self { position, of: None, legal }
    }

    fn get(&self, place: usize) -> Option<Action> {
        Action::of_core(self.legal.get(place)?, &self.position.rules)
    }

    /// Place of an action, or nothing if it is not in the list.
    fn place(&self, argument: &Bound<'_, PyAny>) -> Option<usize> {
        let action = self.position.resolve(argument).ok()?;
        if self.legal.contains(action) { self.legal.iter().position(|other| other == action) } else { None }
    }
}

/// A piece without actions: the team that is not to move has none.
fn nobody(position: &Position) -> Option<PieceId> {
    let waiting: Team = position.position.team().other();
    waiting.pieces().next()
}

#[pymethods]
impl LegalActions {
    #[new]
    #[pyo3(signature = (position, piece = None))]
    fn new(position: &Bound<'_, Position>, piece: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let all = Self::all(position.get().clone());
        match piece {
            Some(piece) => all.of(piece),
            None => Ok(all),
        }
    }

    /// The legal actions of one piece: those it does itself, as the carrier or as the top of a stack.
    ///
    /// `piece` is a square, a `Piece` or a name such as `"DEF X5"`. `convert`, `end` and cards belong to no piece. The
    /// result is empty where the team to move has no piece. Raises `BallError` if it is neither a square nor a name.
    fn of(&self, piece: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Position { rules, position } = &self.position;
        let id = piece::picked(piece, position, rules)?;
        let picked = match id {
            Some(id) => rules.piece_name(id).to_string(),
            None => piece.str()?.to_string(),
        };
        let legal = match id.or_else(|| nobody(&self.position)) {
            Some(id) => position.legal_actions_of(rules, id),
            None => self.legal.clone(),
        };
        Ok(Self { position: self.position.clone(), of: Some(picked), legal })
    }

    /// The position whose actions these are.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone()
    }

    /// The numbers of the actions, ascending, each from 0 to `ACTION_SPACE` - 1.
    #[getter]
    fn numbers(&self) -> Vec<usize> {
        self.legal.numbers().map(ActionNumber::index).collect()
    }

    /// The action mask: `ACTION_SPACE` bytes, 1 where the action with that number is in the list, else 0.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = [0; ACTION_SPACE];
        for number in self.legal.numbers() {
            mask[number.index()] = 1;
        }
        PyBytes::new(py, &mask)
    }

    fn __len__(&self) -> usize {
        self.legal.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        pick(index, self.legal.len(), "no legal action has this index", |place| {
            Ok(self.get(place).into_pyobject(index.py())?.into_any())
        })
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> bool {
        self.position.resolve(action).is_ok_and(|action| self.legal.contains(action))
    }

    fn __iter__(slf: Py<Self>) -> LegalActionsIterator {
        LegalActionsIterator { legal: slf, next: AtomicUsize::new(0) }
    }

    /// 1 if the action is in the list, else 0.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    /// Place of an action in the list, from `start` and before `stop` as for a list.
    ///
    /// Raises `ValueError` if it is not there.
    #[pyo3(signature = (value, start = None, stop = None))]
    fn index(
        &self,
        value: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let length = self.legal.len() as i64;
        let bound = |argument: Option<&Bound<'_, PyAny>>, default: i64| -> PyResult<i64> {
            let place = argument.map_or(Ok(default), arguments::integer)?;
            Ok(if place < 0 { place.saturating_add(length) } else { place })
        };
        let (start, stop) = (bound(start, 0)?, bound(stop, length)?);
        self.place(value)
            .filter(|&place| (start..stop).contains(&(place as i64)))
            .ok_or_else(|| PyValueError::new_err("the action is not in the list"))
    }

    fn __repr__(&self) -> String {
        match &self.of {
            None => format!("LegalActions({})", self.position.__repr__()),
            Some(piece) => format!("LegalActions({}, '{piece}')", self.position.__repr__()),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    #[allow(clippy::type_complexity)] // what Python's pickle asks for
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Position, Option<String>)) {
        (slf.get_type().into_any(), (slf.get().position.clone(), slf.get().of.clone()))
    }
}

/// Iterator over legal actions; several threads may share it.
#[derive(Debug)]
#[pyclass(frozen, module = "ball._ball")]
pub struct LegalActionsIterator {
    legal: Py<LegalActions>,
    next: AtomicUsize,
}

#[pymethods]
impl LegalActionsIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> Option<Action> {
        let legal = self.legal.get();
        let end = legal.legal.len();
        let next = |place: usize| if place < end { Some(place + 1) } else { None };
        let place = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
        legal.get(place)
    }

    fn __length_hint__(&self) -> usize {
        self.legal.get().legal.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }
}
