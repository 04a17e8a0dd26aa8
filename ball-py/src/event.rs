//! Events: core's as the records of `ball.events`.

use ball_core::{Event, PieceId, Ruleset};
use pyo3::prelude::*;

use crate::classes::call;

/// An event as an object of Python; its text and the names in it come from the ruleset.
pub fn object<'py>(py: Python<'py>, event: Event, rules: &Ruleset) -> PyResult<Bound<'py, PyAny>> {
    let text = event.display(rules).to_string();
    let name = |piece: PieceId| rules.piece_name(piece).to_string();
    match event {
        Event::ApSpent { team, left } => call(py, "events", "ApSpent", (text, team.name(), left)),
        Event::ApConverted { team, left, ep } => call(py, "events", "ApConverted", (text, team.name(), left, ep)),
        Event::CardPlayed { team, card, ep } => {
            let id = rules.card(card).map_or("", |card| card.id.as_str());
            call(py, "events", "CardPlayed", (text, team.name(), id, ep))
        }
        Event::ApGained { team, amount, ap } => call(py, "events", "ApGained", (text, team.name(), amount, ap)),
        Event::Moved { piece, from, to, over } => {
            let over = over.map(|square| square.to_string());
            call(py, "events", "Moved", (text, name(piece), from.to_string(), to.to_string(), over))
        }
        Event::KnockedDown { piece, square, by } => {
            call(py, "events", "KnockedDown", (text, name(piece), square.to_string(), name(by)))
        }
        Event::Pushed { piece, from, to } => {
            call(py, "events", "Pushed", (text, name(piece), from.to_string(), to.to_string()))
        }
        Event::BallLoose { piece, from, square, loss } => {
            call(py, "events", "BallLoose", (text, name(piece), from.to_string(), square.to_string(), loss.name()))
        }
        Event::Possession { piece, from, square, gain } => {
            call(py, "events", "Possession", (text, name(piece), from.to_string(), square.to_string(), gain.name()))
        }
        Event::Tired { piece } => call(py, "events", "Tired", (text, name(piece))),
        Event::StackFormed { top, bottom, square } => {
            call(py, "events", "StackFormed", (text, name(top), name(bottom), square.to_string()))
        }
        Event::StackReleased { top, bottom, square } => {
            call(py, "events", "StackReleased", (text, name(top), name(bottom), square.to_string()))
        }
        Event::StoodUp { piece, from, to } => {
            call(py, "events", "StoodUp", (text, name(piece), from.to_string(), to.to_string()))
        }
        Event::EpGained { team, source, amount, ep } => {
            call(py, "events", "EpGained", (text, team.name(), source.name(), amount, ep))
        }
        Event::Touchdown { piece, square } => call(py, "events", "Touchdown", (text, name(piece), square.to_string())),
        Event::PhaseEnded { phase } => call(py, "events", "PhaseEnded", (text, phase.name())),
        Event::TurnBegan { turn, team } => call(py, "events", "TurnBegan", (text, turn, team.name())),
        Event::Draw { turn } => call(py, "events", "Draw", (text, turn)),
        // Core may report more in a later release; a reader of logs still gets its line.
        _ => call(py, "events", "Event", (text,)),
    }
}
