//! Game records.

use std::collections::BTreeMap;

use ball_core::{Record, Rule};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::action::Action;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{arguments, errors};

type Replayed = (Vec<Position>, Vec<Action>, BTreeMap<String, String>);

/// Reads and replays a record: every position from the start on, the actions between them, and the tags.
///
/// Raises `InvalidRecord`, whose `entry` names the first wrong entry. `Game.from_record` makes a game of it.
#[pyfunction]
pub fn read_record(text: &Bound<'_, PyString>) -> PyResult<Replayed> {
    let py = text.py();
    let text = arguments::text(text).ok_or_else(|| errors::not_unicode(py, "InvalidRecord", Rule::Record))?;
    let record = Record::from_json(&text).map_err(|error| errors::invalid_record(py, &text, &error))?;
    let game = record.replay().map_err(|error| errors::wrong_entry(py, &error))?;
    let Ruleset(rules) = Ruleset::sharing(game.rules().clone());
    let positions = (0..=game.actions().len()).filter_map(|ply| game.position_at(ply));
    let positions = positions.map(|position| Position { rules: rules.clone(), position: position.clone() }).collect();
    let actions = game.actions().filter_map(|action| Action::of_core(action, &rules)).collect();
    Ok((positions, actions, record.tags))
}
