//! Positions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ball_core::{
    ACTION_SPACE, Action as CoreAction, ActionNumber, CardSet, Outcome, PieceId, Position as CorePosition, Rule,
    Ruleset as Rules, Square, Team, observation,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString, PyTuple};

use crate::action::Action;
use crate::events::Events;
use crate::legal::LegalActions;
use crate::ruleset::Ruleset;
use crate::{action, arguments, arrays, classes, errors, piece, random};

/// A position of a game, always valid, with the ruleset it is played by. Immutable: `play` gives a new one.
///
/// Made of a position text of the rulebook's chapter 10, without one the start of a game. `ruleset` is a `Ruleset`, or
/// what one is made of. Two positions are equal if text and ruleset are.
///
/// Raises `InvalidPosition` if the text can't be read or there is no such position; `problems` has the reasons.
///
/// >>> import ball
/// >>> position = ball.Position()
/// >>> print(position)
/// atk=D7,F7,H7,J7,G4,B7,L7 def=J11,H11,F11,D11,G14,L11,B11 ball=G4 turn=1 move=def phase=action ap=2
/// >>> position.play("H11-G10").ap
/// 1
/// >>> position.play("H11-H13")
/// Traceback (most recent call last):
/// ball.IllegalAction: M1: the X on H11 can't move to H13
#[derive(Clone, Debug, PartialEq, Eq)]
#[pyclass(frozen, eq, hash, module = "ball")]
pub struct Position {
    pub rules: Arc<Rules>,
    pub position: CorePosition,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl Position {
    /// The action that an argument means here: an `Action`, its text, or its number.
    pub fn resolve(&self, argument: &Bound<'_, PyAny>) -> PyResult<CoreAction> {
        if argument.cast::<Action>().is_ok() || argument.cast::<PyString>().is_ok() {
            return action::resolve(argument, &self.rules);
        }
        let Ok(number) = arguments::integer(argument) else {
            return Err(arguments::wrong_type("an Action, its text or its number", argument));
        };
        let py = argument.py();
        let number = action_number(number).ok_or_else(|| errors::no_such_number(py))?;
        // Of two pieces of a stack it is the top's number that is listed.
        let listed = |&action: &CoreAction| self.position.action_number(action) == Some(number);
        self.position.action(number).filter(listed).ok_or_else(|| errors::no_meaning(py))
    }

    /// The coach of an argument `view`.
    fn view(&self, py: Python<'_>, argument: Option<&str>) -> PyResult<Team> {
        let Some(name) = argument else { return Ok(self.position.team()) };
        name.parse().map_err(|_| errors::general(py, Rule::P1, "view is \"atk\" or \"def\""))
    }

    /// The action that an argument means here, and the position after it.
    pub fn after(&self, argument: &Bound<'_, PyAny>) -> PyResult<(CoreAction, CorePosition)> {
        let action = self.resolve(argument)?;
        let mut position = self.position.clone();
        match position.play(&self.rules, action) {
            Ok(()) => Ok((action, position)),
            Err(refusal) => Err(errors::illegal_action(argument.py(), &refusal)),
        }
    }

    /// A tuple of `ball.Piece`.
    fn tuple_of<'py>(&self, py: Python<'py>, ids: impl Iterator<Item = PieceId>) -> PyResult<Bound<'py, PyTuple>> {
        let pieces: PyResult<Vec<_>> = ids.map(|id| piece::object(py, &self.position, &self.rules, id)).collect();
        PyTuple::new(py, pieces?)
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text = None, ruleset = None))]
    pub fn new(
        py: Python<'_>,
        text: Option<&Bound<'_, PyString>>,
        ruleset: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = match ruleset {
            Some(argument) => Ruleset::of(argument)?.0,
            None => Ruleset::of(PyString::new(py, "standard").as_any())?.0,
        };
        let Some(text) = text else {
            return Ok(Self { position: CorePosition::start(&rules), rules });
        };
        let text = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "InvalidPosition", Rule::Notation))?;
        match CorePosition::parse(&text, &rules) {
            Ok(position) => Ok(Self { rules, position }),
            Err(error) => Err(errors::invalid_position(py, &text, &error)),
        }
    }

    /// The ruleset it is played by.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(self.rules.clone())
    }

    /// Number of the turn, from 1; both coaches' turns are counted together.
    #[getter]
    fn turn(&self) -> u16 {
        self.position.turn()
    }

    /// The team whose turn it is, `"atk"` or `"def"`; at the end, whose turn was the last.
    #[getter]
    fn team(&self) -> &'static str {
        self.position.team().name()
    }

    /// `"action"`, `"unlock"` or `"over"`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.position.phase().name()
    }

    /// Action points left in this turn.
    #[getter]
    fn ap(&self) -> u8 {
        self.position.ap()
    }

    /// How the game ended: `"atk"`, `"def"`, `"draw"`, or `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.position.outcome().map(Outcome::name)
    }

    /// EP of ATK and of DEF, 0 to 999; 0 in standard mode.
    #[getter]
    fn ep(&self) -> (u16, u16) {
        (self.position.ep(Team::Atk), self.position.ep(Team::Def))
    }

    /// Ids of the cards that ATK and that DEF has spent, in deck order.
    #[getter]
    fn spent<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        let ids = |cards: CardSet| {
            let ids: Vec<_> =
                cards.iter().filter_map(|card| self.rules.card(card)).map(|card| card.id.as_str()).collect();
            PyTuple::new(py, ids)
        };
        Ok((ids(self.position.spent(Team::Atk))?, ids(self.position.spent(Team::Def))?))
    }

    /// Id of the card whose completion must follow, or `None`.
    #[getter]
    fn pending(&self) -> Option<&str> {
        self.position.pending().and_then(|card| self.rules.card(card)).map(|card| card.id.as_str())
    }

    /// Square of the ball.
    #[getter]
    fn ball(&self) -> String {
        self.position.ball().to_string()
    }

    /// The piece in possession of the ball, or `None` while it lies loose.
    #[getter]
    fn carrier<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position.carrier().map(|id| piece::object(py, &self.position, &self.rules, id)).transpose()
    }

    /// The fourteen pieces, ATK's seven in formation order, then DEF's.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.tuple_of(py, PieceId::all())
    }

    /// The pieces on a square: none, one, or the two of a stack with the top first.
    ///
    /// Raises `BallError` if it is not the name of a square such as `"G4"`.
    fn at<'py>(&self, py: Python<'py>, square: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyTuple>> {
        let mut ids: Vec<_> = self.position.at(action::square(py, square)?).collect();
        ids.sort_by_key(|&id| self.position.piece(id).stack == Some(ball_core::StackPlace::Bottom));
        self.tuple_of(py, ids.into_iter())
    }

    /// The legal actions, ascending by number; empty exactly when the game is over.
    #[getter]
    fn legal_actions(&self) -> LegalActions {
        LegalActions::all(self.clone())
    }

    /// Whether an action, its text or its number is legal: whether `check` has nothing against it.
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.check(action) {
            Ok(()) => Ok(true),
            Err(error) if errors::is_ours(action.py(), &error)? => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Checks that an action, its text or its number is legal.
    ///
    /// Raises `IllegalAction` with the rule that forbids it, or `InvalidAction` if there is no such action in this ruleset.
    fn check(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action_here = self.resolve(action)?;
        let checked = self.position.check(&self.rules, action_here);
        checked.map_err(|refusal| errors::illegal_action(action.py(), &refusal))
    }

    /// The position after an action, its text or its number. What leaves nothing to decide ends by itself.
    ///
    /// Raises as `check` does.
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (_, position) = self.after(action)?;
        Ok(Self { rules: self.rules.clone(), position })
    }

    /// The position after an action, its text or its number, and what happens, in order.
    ///
    /// Raises as `check` does.
    ///
    /// >>> import ball
    /// >>> position, events = ball.Position().play_events("H11-G10")
    /// >>> for event in events:
    /// ...     print(event)
    /// 1 AP spent, 1 left
    /// DEF X2 moves from H11 to G10
    fn play_events(&self, action: &Bound<'_, PyAny>) -> PyResult<(Self, Events)> {
        let (action, position) = self.after(action)?;
        Ok((Self { rules: self.rules.clone(), position }, Events::of(self.clone(), action)))
    }

    /// The action with a number of the action space, legal or not, seen by the coach to move.
    ///
    /// Raises `IndexError` outside 0 to `ACTION_SPACE` - 1, `IllegalAction` if the number leads off the board or
    /// beyond the deck here.
    fn action(&self, number: &Bound<'_, PyAny>) -> PyResult<Action> {
        let index = action_number(arguments::integer(number)?);
        let index =
            index.ok_or_else(|| PyIndexError::new_err(format!("action numbers go from 0 to {}", ACTION_SPACE - 1)))?;
        let found = self.position.action(index).ok_or_else(|| errors::no_meaning(number.py()))?;
        let no_card = || errors::no_action(number.py(), Rule::C5, "the deck has no card for this action number");
        Action::of_core(found, &self.rules).ok_or_else(no_card)
    }

    /// The number of an action, or its text, in the action space, seen by the coach to move: 0 to `ACTION_SPACE` - 1.
    ///
    /// Raises as `check` does if the action has no number here; one with a number may still be illegal.
    fn number(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let found = self.position.action_number(self.resolve(action)?);
        if let Some(number) = found {
            return Ok(number.index());
        }
        self.check(action)?;
        Err(errors::no_action(action.py(), Rule::Notation, "the action has no number"))
    }

    /// The planes of the board as a coach sees it, `uint8` of shape (planes, 17, 13): `docs/arrays.md` has the table.
    ///
    /// `view` is that coach, `"atk"` or `"def"`; without it the one to move, at the end the one whose turn was the last.
    /// `out` is an array that is filled and given back, instead of a new one. `Ruleset.observation_shape` is its shape.
    ///
    /// Raises `ValueError` or `TypeError`, with `out` untouched, if it has another type or shape, or can't be written.
    ///
    /// >>> import ball
    /// >>> planes = ball.Position().observation()
    /// >>> planes.shape, planes.dtype
    /// ((45, 17, 13), dtype('uint8'))
    #[pyo3(signature = (out = None, *, view = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        view: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = self.view(py, view)?;
        let shape = [self.rules.observation_planes(), observation::ROWS, observation::COLUMNS];
        // The buffer has that length.
        let fill = |planes: &mut [u8]| self.position.observe_planes(&self.rules, view, planes).unwrap_or_default();
        arrays::filled(py, shape, out, fill)
    }

    /// Everything about each piece and the game as a coach sees it, `uint8` of one dimension: `docs/arrays.md` has the
    /// table.
    ///
    /// As `observation`, but with `Ruleset.observation_vector_length` entries.
    ///
    /// >>> import ball
    /// >>> ball.Position().observation_vector().shape
    /// (165,)
    #[pyo3(signature = (out = None, *, view = None))]
    fn observation_vector<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        view: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = self.view(py, view)?;
        let fill = |vector: &mut [u8]| self.position.observe_vector(&self.rules, view, vector).unwrap_or_default();
        arrays::filled(py, [self.rules.observation_vector_len()], out, fill)
    }

    /// The action mask, `int8` of shape (`ACTION_SPACE`,): 1 where the action with that number is legal, else 0.
    ///
    /// It is counted from the view of the coach to move, as all action numbers are. `out` is an array of `int8`, `uint8`
    /// or `bool` that is filled and given back, instead of a new one; errors are those of `observation`.
    ///
    /// >>> import ball
    /// >>> int(ball.Position().action_mask().sum())
    /// 55
    #[pyo3(signature = (out = None))]
    fn action_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        arrays::mask(py, &self.position.legal_actions(&self.rules), out)
    }

    /// How far the ball has come from ATK's base line to DEF's: -1.0 in row 1, 0.0 in the middle, 1.0 in row 17.
    ///
    /// ATK attacks towards 1.0, DEF towards -1.0.
    #[getter]
    fn advance(&self) -> f32 {
        advance(&self.position)
    }

    /// 64-bit hash that is the same in every release and on every platform. It does not depend on the ruleset.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.position.zobrist()
    }

    /// Number of sequences of exactly `n` decisions (the function `perft`).
    fn perft(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<u64> {
        perft(py, self, n)
    }

    /// Plays random legal actions, drawn evenly, to the end of the game: the last position and the number of decisions.
    ///
    /// `max_turns`, 1 to 65535, ends it after so many turns. The same `seed`, 0 to 2**64 - 1, plays the same. Other
    /// threads run meanwhile. Raises `ValueError` for a number out of range.
    ///
    /// >>> import ball
    /// >>> last, decisions = ball.Position().playout(1, max_turns=40)
    /// >>> last.turn, decisions > 80
    /// (41, True)
    #[pyo3(signature = (seed, *, max_turns = None))]
    fn playout(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        max_turns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Self, u32)> {
        let (seed, max_turns) = (arguments::seed(seed)?, max_turns.map(arguments::max_turns).transpose()?);
        let mut position = self.position.clone();
        let decisions = py.detach(|| random::playout(&mut position, &self.rules, seed, max_turns));
        Ok((Self { rules: self.rules.clone(), position }, decisions))
    }

    /// The board as text, as far as letters can show it, with a legend; `color` adds terminal colours.
    ///
    /// Several lines, without a line end behind the last.
    #[pyo3(signature = (*, color = false))]
    fn board<'py>(slf: &Bound<'py, Self>, color: bool) -> PyResult<Bound<'py, PyAny>> {
        classes::call(slf.py(), "_board", "draw", (slf, color))
    }

    fn __str__(&self) -> String {
        self.position.display(&self.rules).to_string()
    }

    pub fn __repr__(&self) -> String {
        let ruleset = Ruleset(self.rules.clone()).argument_repr();
        if ruleset == "'standard'" {
            return format!("Position('{}')", self.__str__());
        }
        format!("Position('{}', {ruleset})", self.__str__())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, Ruleset)) {
        (slf.get_type().into_any(), (slf.get().__str__(), slf.get().ruleset()))
    }
}

/// How far the ball has come from ATK's base line, -1, to DEF's, 1.
pub fn advance(position: &CorePosition) -> f32 {
    const MIDDLE: f32 = (Square::ROWS as f32 + 1.0) / 2.0;
    (f32::from(position.ball().row()) - MIDDLE) / (MIDDLE - 1.0)
}

fn action_number(number: i64) -> Option<ActionNumber> {
    u16::try_from(number).ok().and_then(ActionNumber::new)
}

/// Deepest count: an engine that counted deeper would only run out of stack.
const DEEPEST: i64 = 99;

/// Depth that is counted in one go, between two looks at Ctrl-C.
const UNINTERRUPTED: u8 = 3;

/// Number of sequences of exactly `n` decisions from a position; those that end the game earlier don't count.
///
/// `n` is 0 to 99. Other threads run meanwhile, and Ctrl-C ends it. Raises `BallError` for another `n`.
///
/// >>> import ball
/// >>> ball.perft(ball.Position(), 2)
/// 3143
#[pyfunction]
pub fn perft(py: Python<'_>, position: &Position, n: &Bound<'_, PyAny>) -> PyResult<u64> {
    let depth = arguments::integer(n)?;
    if !(0..=DEEPEST).contains(&depth) {
        return Err(errors::general(py, Rule::Notation, &format!("perft is counted for 0 to {DEEPEST} decisions")));
    }
    count(py, &position.position, &position.rules, depth as u8)
}

fn count(py: Python<'_>, position: &CorePosition, rules: &Rules, n: u8) -> PyResult<u64> {
    if n <= UNINTERRUPTED {
        py.check_signals()?;
        return Ok(py.detach(|| ball_core::perft(position, rules, n)));
    }
    let mut nodes = 0;
    for action in &position.legal_actions(rules) {
        let mut next = position.clone();
        next.play_unchecked(rules, action);
        nodes = count(py, &next, rules, n - 1)?.saturating_add(nodes);
    }
    Ok(nodes)
}
