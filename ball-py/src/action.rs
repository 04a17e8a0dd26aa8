//! Actions: words, whatever the ruleset.

use ball_core::{Action as CoreAction, CardId, Keeper, Rule, Ruleset, Square, is_card_id};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString, PyTuple};

use crate::{arguments, errors};

/// A card is kept by its id, so that an action is the same word in every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Word {
    /// Anything but `PlayCard`.
    Plain(CoreAction),
    Card(CardId),
}

/// One decision of a coach, as the word of the rulebook's chapter 10. Immutable.
///
/// Squares tell which piece is meant; what an action does, and whether it is legal, follows from the position. Every
/// method that takes an action takes its text too, or its number in the action space. Properties that a form does not have are `None`.
///
/// Raises `InvalidAction` for a text of no such form.
///
/// >>> import ball
/// >>> action = ball.Action("D7~F9/D9")
/// >>> action.kind, action.from_square, action.landing, action.push
/// ('tactical_dodge', 'D7', 'F9', 'D9')
/// >>> str(action)
/// 'D7~F9/D9'
/// >>> ball.Action("D7-F8")
/// Traceback (most recent call last):
/// ball.InvalidAction: B1: F8 is not hatched (at byte 3)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[pyclass(frozen, eq, hash, module = "ball")]
pub struct Action(Word);

impl Action {
    /// The word for an action that this ruleset knows.
    pub fn of_core(action: CoreAction, rules: &Ruleset) -> Option<Self> {
        match action {
            CoreAction::PlayCard(card) => rules.card(card).map(|card| Self(Word::Card(card.id))),
            other => Some(Self(Word::Plain(other))),
        }
    }

    fn text(&self) -> String {
        match self.0 {
            Word::Card(id) => format!("card:{id}"),
            // No text but a card's depends on the ruleset.
            Word::Plain(action) => action.display(&Ruleset::standard()).to_string(),
        }
    }

    fn plain(&self) -> Option<CoreAction> {
        match self.0 {
            Word::Plain(action) => Some(action),
            Word::Card(_) => None,
        }
    }
}

/// The action that an argument, an `Action` or a text, means in this ruleset.
pub fn resolve(argument: &Bound<'_, PyAny>, rules: &Ruleset) -> PyResult<CoreAction> {
    let py = argument.py();
    if let Ok(action) = argument.cast::<Action>() {
        return match action.get().0 {
            Word::Plain(action) => Ok(action),
            Word::Card(_) => read(py, &action.get().text(), rules),
        };
    }
    let Ok(text) = argument.cast::<PyString>() else {
        return Err(arguments::wrong_type("an Action or its text", argument));
    };
    let text = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "InvalidAction", Rule::Notation))?;
    read(py, &text, rules)
}

fn read(py: Python<'_>, text: &str, rules: &Ruleset) -> PyResult<CoreAction> {
    CoreAction::parse(text, rules).map_err(|error| errors::invalid_action(py, text, &error))
}

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyString>) -> PyResult<Self> {
        let py = text.py();
        let word = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "InvalidAction", Rule::Notation))?;
        if let Some(id) = word.strip_prefix("card:") {
            let id = CardId::from(id).ok().filter(|_| is_card_id(id)).ok_or_else(|| errors::invalid_card(py))?;
            return Ok(Self(Word::Card(id)));
        }
        match CoreAction::parse(&word, &Ruleset::standard()) {
            Ok(action) => Ok(Self(Word::Plain(action))),
            Err(error) => Err(errors::invalid_action(py, &word, &error)),
        }
    }

    /// The form: `"move"`, `"stack"`, `"dodge"`, `"tactical_dodge"`, `"hand_off"`, `"short_pass"`, `"long_pass"`,
    /// `"knock_down"`, `"stand_up"`, `"release"`, `"convert"`, `"end"` or `"play_card"`.
    ///
    /// Forms that are written alike are one: a movement, a leap and a run are each a `"move"`, a block and a
    /// protection a `"stack"`, a hand-off and a direct pass a `"hand_off"`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Word::Card(_) => "play_card",
            Word::Plain(action) => match action {
                CoreAction::Move { .. } => "move",
                CoreAction::Stack { .. } => "stack",
                CoreAction::Dodge { .. } => "dodge",
                CoreAction::TacticalDodge { .. } => "tactical_dodge",
                CoreAction::HandOff { .. } => "hand_off",
                CoreAction::ShortPass { .. } => "short_pass",
                CoreAction::LongPass { .. } => "long_pass",
                CoreAction::KnockDown { .. } => "knock_down",
                CoreAction::StandUp { .. } => "stand_up",
                CoreAction::Release { .. } => "release",
                CoreAction::Convert => "convert",
                CoreAction::End => "end",
                CoreAction::PlayCard(_) => "play_card",
            },
        }
    }

    /// Square of the piece or stack that it starts with; `None` for `convert`, `end` and cards.
    #[getter(from_square)]
    fn start(&self) -> Option<String> {
        self.plain()?.from().map(|square| square.to_string())
    }

    /// Where the piece or the ball ends, of the forms that name one square besides the start; `None` for all others.
    #[getter]
    fn to_square(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::Move { to, .. }
            | CoreAction::Stack { to, .. }
            | CoreAction::HandOff { to, .. }
            | CoreAction::ShortPass { to, .. }
            | CoreAction::LongPass { to, .. }
            | CoreAction::StandUp { to, .. } => Some(to.to_string()),
            _ => None,
        }
    }

    /// Square of the opponent of a dodge.
    #[getter]
    fn over(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::Dodge { over, .. } => Some(over.to_string()),
            _ => None,
        }
    }

    /// Where the acting piece of a dodge ends.
    #[getter]
    fn exit(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::Dodge { exit, .. } => Some(exit.to_string()),
            _ => None,
        }
    }

    /// Where the acting piece of a tactical dodge ends.
    #[getter]
    fn landing(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::TacticalDodge { landing, .. } => Some(landing.to_string()),
            _ => None,
        }
    }

    /// Where the opponent of a tactical dodge is pushed.
    #[getter]
    fn push(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::TacticalDodge { push, .. } => Some(push.to_string()),
            _ => None,
        }
    }

    /// Square of the opponent who is knocked down by a card.
    #[getter]
    fn target(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::KnockDown { target, .. } => Some(target.to_string()),
            _ => None,
        }
    }

    /// Where the top of a released stack goes.
    #[getter]
    fn top(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::Release { top, .. } => Some(top.to_string()),
            _ => None,
        }
    }

    /// Where the bottom of a released stack goes.
    #[getter]
    fn bottom(&self) -> Option<String> {
        match self.plain()? {
            CoreAction::Release { bottom, .. } => Some(bottom.to_string()),
            _ => None,
        }
    }

    /// `"top"` or `"bottom"`, whichever of a released stack keeps the ball; `None` if there is no ball.
    #[getter]
    fn keeper(&self) -> Option<&'static str> {
        match self.plain()? {
            CoreAction::Release { keeper: Keeper::Top, .. } => Some("top"),
            CoreAction::Release { keeper: Keeper::Bottom, .. } => Some("bottom"),
            _ => None,
        }
    }

    /// Id of the card that is played.
    #[getter]
    fn card(&self) -> Option<String> {
        match self.0 {
            Word::Card(id) => Some(id.to_string()),
            Word::Plain(_) => None,
        }
    }

    fn __str__(&self) -> String {
        self.text()
    }

    pub fn __repr__(&self) -> String {
        format!("Action('{}')", self.text())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), [slf.get().text()])?))
    }
}

/// A square by its name.
pub fn square(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Square> {
    let text = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "BallError", Rule::B1))?;
    text.parse().map_err(|error: ball_core::SquareError| {
        let message = error.to_string();
        errors::general(py, Rule::B1, message.trim_start_matches("B1: "))
    })
}
