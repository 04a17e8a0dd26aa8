//! Rulesets.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use ball_core::{Card, Effect, EpSource, Rule, Ruleset as Rules, observation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict, PyMapping, PyString, PyTuple};
use serde_json::Value;

use crate::{arguments, classes, errors};

static STANDARD: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::standard()));
static CARDS: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::cards()));

/// A checked ruleset: everything the rulebook leaves open, as data. Immutable.
///
/// Made of a name, `"standard"` or `"cards"`, or of a mapping with the fields of the rulebook's chapter 9; a missing
/// field has its default.
///
/// Raises `InvalidRuleset` with every reason for which it can't work.
///
/// >>> import ball
/// >>> ball.Ruleset("cards") == ball.Ruleset({"mode": "cards"}) == ball.Ruleset.cards()
/// True
/// >>> ball.Ruleset({"turn_limit": 40})
/// Ruleset.from_json('{"turn_limit":40}')
/// >>> ball.Ruleset({"end_zone_rows": 5})
/// Traceback (most recent call last):
/// ball.InvalidRuleset: B4: end_zone_rows: a number out of range is given, an integer from 1 to 4 is expected
#[derive(Clone, Debug, PartialEq, Eq)]
#[pyclass(frozen, eq, hash, module = "ball")]
pub struct Ruleset(pub Arc<Rules>);

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_json().hash(state);
    }
}

impl Ruleset {
    /// The ruleset; one of the defaults is not kept twice, which makes comparing positions cheap.
    pub fn sharing(rules: Rules) -> Self {
        let shared = [&*STANDARD, &*CARDS].into_iter().find(|shared| ***shared == rules);
        Self(shared.map_or_else(|| Arc::new(rules), Arc::clone))
    }

    fn read(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        let text = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "InvalidRuleset", Rule::Ruleset))?;
        match Rules::from_json(&text) {
            Ok(rules) => Ok(Self::sharing(rules)),
            Err(error) => Err(errors::invalid_ruleset(py, &text, &error)),
        }
    }

    /// A ruleset, or what one is made of.
    pub fn of(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(ruleset) = argument.cast::<Self>() {
            return Ok(ruleset.get().clone());
        }
        if let Ok(name) = argument.cast::<PyString>() {
            return match arguments::text(name).as_deref() {
                Some("standard") => Ok(Self(STANDARD.clone())),
                Some("cards") => Ok(Self(CARDS.clone())),
                _ => Err(errors::unknown_ruleset(argument.py())),
            };
        }
        if argument.cast::<PyMapping>().is_ok() {
            let text = classes::call(argument.py(), "_json", "ruleset_text", (argument,))?;
            return Self::read(argument.py(), text.cast()?);
        }
        Err(arguments::wrong_type("a Ruleset, \"standard\", \"cards\" or a mapping", argument))
    }

    /// The name of a default ruleset.
    fn name(&self) -> Option<&'static str> {
        if self.0 == *STANDARD {
            Some("standard")
        } else if self.0 == *CARDS {
            Some("cards")
        } else {
            None
        }
    }

    /// The argument that `of` takes for this ruleset, as Python source.
    pub fn argument_repr(&self) -> String {
        self.name().map_or_else(|| self.__repr__(), |name| format!("'{name}'"))
    }
}

/// The fields of a ruleset that differ from the default.
fn differences(rules: &Rules) -> Option<String> {
    let read = |rules: &Rules| match serde_json::from_str(&rules.to_json()) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    };
    let (mut fields, default) = (read(rules)?, read(&STANDARD)?);
    fields.retain(|key, value| default.get(key) != Some(value));
    if let (Some(Value::Object(entries)), Some(default)) = (fields.get_mut("ep_table"), default.get("ep_table")) {
        entries.retain(|key, value| default.get(key.as_str()) != Some(value));
    }
    Some(Value::Object(fields).to_string())
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (ruleset = None, /))]
    fn new(ruleset: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        ruleset.map_or_else(|| Ok(Self(STANDARD.clone())), Self::of)
    }

    /// The standard game.
    #[staticmethod]
    pub fn standard() -> Self {
        Self(STANDARD.clone())
    }

    /// The card game with the house deck.
    #[staticmethod]
    fn cards() -> Self {
        Self(CARDS.clone())
    }

    /// Reads a JSON object; `"{}"` is the standard game.
    ///
    /// Raises `InvalidRuleset` with every reason found; its `offset` tells where a text stops being JSON.
    #[staticmethod]
    fn from_json(text: &Bound<'_, PyString>) -> PyResult<Self> {
        Self::read(text.py(), text)
    }

    /// The ruleset as one line of JSON with every field.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The ruleset as a new dict with every field, as in JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = py.import("json")?.call_method1("loads", (self.0.to_json(),))?;
        Ok(fields.cast_into()?)
    }

    /// `"standard"` or `"cards"`.
    #[getter]
    fn mode(&self) -> &'static str {
        self.0.mode().name()
    }

    /// Turns, of both coaches together, after which the game is drawn; 1 to 65535.
    #[getter]
    fn turn_limit(&self) -> u16 {
        self.0.turn_limit()
    }

    /// Team of the first turn, `"atk"` or `"def"`.
    #[getter]
    fn first(&self) -> &'static str {
        self.0.spec().first.name()
    }

    /// Rows of each end zone; 1 to 4.
    #[getter]
    fn end_zone_rows(&self) -> u8 {
        self.0.spec().end_zone_rows
    }

    /// The deck given, a tuple of `Card`; it is in play in cards mode only.
    #[getter]
    fn deck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cards: Vec<_> = self.0.spec().deck.iter().map(|card| card_object(py, card)).collect::<PyResult<_>>()?;
        PyTuple::new(py, cards)
    }

    /// EP earned by each of the 13 entries, a new dict.
    #[getter]
    fn ep_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = PyDict::new(py);
        for source in EpSource::ALL {
            table.set_item(source.name(), self.0.spec().ep_table.get(source))?;
        }
        Ok(table)
    }

    /// Where the pieces start, a new dict as in JSON: `"atk"` and `"def"` lists of seven, `"ball"` a square.
    #[getter]
    fn formation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("formation")?.ok_or_else(|| PyValueError::new_err("no formation"))
    }

    /// Shape of `Position.observation`: planes, 17 rows, 13 columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        (self.0.observation_planes(), observation::ROWS, observation::COLUMNS)
    }

    /// Number of entries of `Position.observation_vector`.
    #[getter]
    fn observation_vector_length(&self) -> usize {
        self.0.observation_vector_len()
    }

    /// No game has more decisions than this, given its turn limit.
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.0.max_decisions()
    }

    fn __str__(&self) -> String {
        self.0.to_json()
    }

    fn __repr__(&self) -> String {
        match (self.name(), differences(&self.0)) {
            (Some(name), _) => format!("Ruleset('{name}')"),
            (None, Some(fields)) => format!("Ruleset.from_json('{fields}')"),
            (None, None) => format!("Ruleset.from_json('{}')", self.0.to_json()),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let argument = match this.name() {
            Some(name) => name.into_pyobject(py)?.into_any(),
            None => this.to_dict(py)?.into_any(),
        };
        Ok((slf.get_type().into_any(), PyTuple::new(py, [argument])?))
    }
}

/// A `ball.Card`.
fn card_object<'py>(py: Python<'py>, card: &Card) -> PyResult<Bound<'py, PyAny>> {
    let (mut amount, mut distance, mut range, mut names) = (None, None, None, Vec::new());
    match card.effect {
        Effect::ExtraAp { amount: ap } => amount = Some(ap),
        Effect::ExtraAction { kinds } => names.extend(kinds.iter().map(ball_core::ActionKind::name)),
        Effect::Run { distance: squares } => distance = Some(squares),
        Effect::DirectPass { range: squares } => range = Some(squares),
        Effect::EarlyUnlock | Effect::Leap | Effect::KnockDown => {}
    }
    let kinds = PyTuple::new(py, names)?;
    let (id, effect) = (card.id.as_str(), card.effect.name());
    classes::call(py, "values", "Card", (id, card.cost, effect, amount, kinds, distance, range, card.after_possession))
}
