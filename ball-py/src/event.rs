//! Events: core's as the records of `ball.events`.

use ball_core::{Event, Events, PieceId, Ruleset};
use pyo3::prelude::*;

use crate::classes::call;

/// The events of an action as objects of Python.
pub fn objects<'py>(py: Python<'py>, events: &Events, rules: &Ruleset) -> PyResult<Vec<Bound<'py, PyAny>>> {
    events.iter().map(|&event| object(py, event, rules)).collect()
}

fn object<'py>(py: Python<'py>, event: Event, rules: &Ruleset) -> PyResult<Bound<'py, PyAny>> {
    let text = event.display(rules).to_string();
    let name = |piece: PieceId| rules.piece_name(piece).to_string();
    match event {
        Event::ApSpent { left } => call(py, "events", "ApSpent", (left, text)),
        Event::ApConverted { left, ep } => call(py, "events", "ApConverted", (left, ep, text)),
        Event::CardPlayed { team, card, ep } => {
            let id = rules.card(card).map_or("", |card| card.id.as_str());
            call(py, "events", "CardPlayed", (team.name(), id, ep, text))
        }
        Event::ApGained { amount, ap } => call(py, "events", "ApGained", (amount, ap, text)),
        Event::Moved { piece, from, to, over } => {
            let over = over.map(|square| square.to_string());
            call(py, "events", "Moved", (name(piece), from.to_string(), to.to_string(), over, text))
        }
        Event::KnockedDown { piece, square } => {
            call(py, "events", "KnockedDown", (name(piece), square.to_string(), text))
        }
        Event::Pushed { piece, from, to } => {
            call(py, "events", "Pushed", (name(piece), from.to_string(), to.to_string(), text))
        }
        Event::BallLoose { from, square } => {
            call(py, "events", "BallLoose", (from.to_string(), square.to_string(), text))
        }
        Event::Possession { piece, from, square, gain } => {
            call(py, "events", "Possession", (name(piece), from.to_string(), square.to_string(), gain.name(), text))
        }
        Event::Tired { piece } => call(py, "events", "Tired", (name(piece), text)),
        Event::StackFormed { top, bottom, square } => {
            call(py, "events", "StackFormed", (name(top), name(bottom), square.to_string(), text))
        }
        Event::StackReleased { top, bottom, square } => {
            call(py, "events", "StackReleased", (name(top), name(bottom), square.to_string(), text))
        }
        Event::StoodUp { piece, from, to } => {
            call(py, "events", "StoodUp", (name(piece), from.to_string(), to.to_string(), text))
        }
        Event::EpGained { team, source, amount, ep } => {
            call(py, "events", "EpGained", (team.name(), source.name(), amount, ep, text))
        }
        Event::Touchdown { piece, square } => call(py, "events", "Touchdown", (name(piece), square.to_string(), text)),
        Event::PhaseEnded { phase } => call(py, "events", "PhaseEnded", (phase.name(), text)),
        Event::TurnBegan { turn, team } => call(py, "events", "TurnBegan", (turn, team.name(), text)),
        Event::Draw { turn } => call(py, "events", "Draw", (turn, text)),
        // Core may report more in a later release; a reader of logs still gets its line.
        _ => call(py, "events", "Event", (text,)),
    }
}
