//! Pieces: core's as `ball.Piece`, and which piece an argument means.

use ball_core::{PieceId, Position, Ruleset, StackPlace};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString};

use crate::{action, arguments, classes};

/// A `ball.Piece`.
pub fn object<'py>(py: Python<'py>, position: &Position, rules: &Ruleset, id: PieceId) -> PyResult<Bound<'py, PyAny>> {
    let (piece, name) = (position.piece(id), rules.piece_name(id));
    let stack = piece.stack.map(|place| match place {
        StackPlace::Top => "top",
        StackPlace::Bottom => "bottom",
    });
    classes::call(
        py,
        "values",
        "Piece",
        (
            name.team.name(),
            name.shape.letter(),
            name.number,
            piece.square.to_string(),
            piece.knocked_down,
            stack,
            piece.formed_this_turn,
            piece.tired,
            piece.has_ball,
        ),
    )
}

/// The piece that acts if this square or piece is picked: of a stack the top, if it is of the team to move.
///
/// Nothing where that team has no piece.
pub fn picked(argument: &Bound<'_, PyAny>, position: &Position, rules: &Ruleset) -> PyResult<Option<PieceId>> {
    let py = argument.py();
    let text = match argument.cast::<PyString>() {
        Ok(text) => text.clone(),
        // A `ball.Piece` goes by its name.
        Err(_) => match argument.getattr("name") {
            Ok(name) => name.cast_into()?,
            Err(_) => return Err(arguments::wrong_type("a square, a Piece or its name", argument)),
        },
    };
    if let Some(name) = arguments::text(&text) {
        if let Some(piece) = PieceId::all().find(|&id| rules.piece_name(id).to_string() == name) {
            return Ok(Some(piece).filter(|piece| piece.team() == position.team()));
        }
    }
    let square = action::square(py, &text)?;
    let own = position.at(square).filter(|piece| piece.team() == position.team());
    Ok(own.max_by_key(|&piece| position.piece(piece).stack == Some(StackPlace::Top)))
}
