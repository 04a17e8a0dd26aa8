//! From core's errors to the exceptions of `ball.errors`.

use ball_core::{ActionTextError, JsonError, PositionError, RecordError, Refusal, Rule};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes;

/// An exception of `ball.errors`; if it can't be made, what happened instead.
fn raise<'py>(py: Python<'py>, class: &str, arguments: Bound<'py, PyTuple>) -> PyErr {
    classes::call(py, "errors", class, arguments).map_or_else(|error| error, PyErr::from_value)
}

/// Arguments of different types as a tuple of Python.
macro_rules! raise {
    ($py:expr, $class:literal, $($argument:expr),*) => {
        match ($($argument,)*).into_pyobject($py) {
            Ok(arguments) => raise($py, $class, arguments),
            Err(error) => error,
        }
    };
}

/// Python counts characters where Rust counts bytes.
fn characters(text: &str, bytes: usize) -> usize {
    text.char_indices().take_while(|&(start, _)| start < bytes).count()
}

/// `BallError` for what has no class of its own.
pub fn general(py: Python<'_>, rule: Rule, what: &str) -> PyErr {
    raise!(py, "BallError", format!("{rule}: {what}"), rule.id())
}

/// `IllegalAction` of a refusal.
pub fn illegal_action(py: Python<'_>, refusal: &Refusal) -> PyErr {
    raise!(py, "IllegalAction", refusal.to_string(), refusal.rule().id())
}

/// `IllegalAction` for a number that no action of this position has.
pub fn no_action(py: Python<'_>, rule: Rule, what: &str) -> PyErr {
    raise!(py, "IllegalAction", format!("{rule}: {what}"), rule.id())
}

/// `IllegalAction` for a number that would lead a piece off the board, or is of the lower piece of an own stack.
pub fn no_meaning(py: Python<'_>) -> PyErr {
    no_action(py, Rule::B1, "this action number leads off the board here, or means a piece below a teammate")
}

/// `InvalidAction` for a number outside the action space.
pub fn no_such_number(py: Python<'_>) -> PyErr {
    let what = format!("{}: action numbers go from 0 to {}", Rule::Notation, ball_core::ACTION_SPACE - 1);
    raise!(py, "InvalidAction", what, Rule::Notation.id())
}

/// `IllegalAction` of a batch, which says in which game.
pub fn batch_action(py: Python<'_>, rule: Rule, message: &str) -> PyErr {
    raise!(py, "IllegalAction", message, rule.id())
}

/// `InvalidAction` of a text.
pub fn invalid_action(py: Python<'_>, text: &str, error: &ActionTextError) -> PyErr {
    raise!(py, "InvalidAction", error.to_string(), error.rule().id(), characters(text, error.offset()))
}

/// `InvalidAction` for a card's name that can't be one.
pub fn invalid_card(py: Python<'_>) -> PyErr {
    let what = "lower-case letters, digits and hyphens starting with a letter, at most 32, follow card:";
    raise!(py, "InvalidAction", format!("{}: {what} (at byte 5)", Rule::Notation), Rule::Notation.id(), 5)
}

/// The exception of this class for a text that is not Unicode.
pub fn not_unicode(py: Python<'_>, class: &str, rule: Rule) -> PyErr {
    match (format!("{rule}: the text is not Unicode, it has a lone surrogate"), rule.id()).into_pyobject(py) {
        Ok(arguments) => raise(py, class, arguments),
        Err(error) => error,
    }
}

/// Reasons as tuples of rule, path and message, of which Python makes `Problem`s.
type Reasons = Vec<(&'static str, String, String)>;

/// `InvalidPosition` of a text.
pub fn invalid_position(py: Python<'_>, text: &str, error: &PositionError) -> PyErr {
    let problems: Reasons = match error {
        PositionError::Syntax(problem) => vec![(problem.rule.id(), problem.token.to_owned(), problem.to_string())],
        PositionError::Invalid { problems, .. } => problems
            .iter()
            .map(|problem| (problem.rule().id(), problem.token().to_owned(), problem.to_string()))
            .collect(),
    };
    let offset = characters(text, error.offset(text));
    raise!(py, "InvalidPosition", error.to_string(), error.rule().id(), offset, problems)
}

/// `InvalidPosition` for one that belongs to a game of another ruleset.
pub fn other_ruleset(py: Python<'_>) -> PyErr {
    let message = format!("{}: the position is of another ruleset than the game", Rule::Notation);
    raise!(py, "InvalidPosition", message, Rule::Notation.id())
}

fn reasons(error: &JsonError) -> Reasons {
    error.problems.iter().map(|p| (p.rule.id(), p.path.clone(), p.to_string())).collect()
}

/// Where a text stops being JSON; nothing if it is JSON.
fn json_offset(text: &str, error: &JsonError) -> Option<usize> {
    error.offset.map(|offset| characters(text, offset))
}

/// `InvalidRuleset` of a JSON text.
pub fn invalid_ruleset(py: Python<'_>, text: &str, error: &JsonError) -> PyErr {
    raise!(py, "InvalidRuleset", error.to_string(), error.rule().id(), json_offset(text, error), reasons(error))
}

/// `InvalidRecord` of a JSON text that has not the form of a record.
pub fn invalid_record(py: Python<'_>, text: &str, error: &JsonError) -> PyErr {
    let entry = error.problems.first().map_or("", |problem| problem.path.as_str());
    let offset = json_offset(text, error);
    raise!(py, "InvalidRecord", error.to_string(), error.rule().id(), offset, reasons(error), entry)
}

/// `InvalidRecord` of a game that can't be played as it is written.
pub fn wrong_entry(py: Python<'_>, error: &RecordError) -> PyErr {
    let problems: Reasons = vec![(error.rule.id(), error.entry.clone(), error.to_string())];
    raise!(py, "InvalidRecord", error.to_string(), error.rule.id(), None::<usize>, problems, error.entry.as_str())
}

/// `InvalidRuleset` for a name that no default ruleset has.
pub fn unknown_ruleset(py: Python<'_>) -> PyErr {
    let message =
        format!("{}: a ruleset's name is \"standard\" or \"cards\"; JSON is read by Ruleset.from_json", Rule::Ruleset);
    let problems: Reasons = vec![(Rule::Ruleset.id(), String::new(), message.clone())];
    raise!(py, "InvalidRuleset", message, Rule::Ruleset.id(), None::<usize>, problems)
}

/// Whether it is a `BallError`.
pub fn is_ours(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let class = py.import("ball.errors")?.getattr("BallError")?;
    error.value(py).is_instance(&class)
}
