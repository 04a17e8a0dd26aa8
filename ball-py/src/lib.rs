//! The compiled part of the Python package `ball`: ball-core's values as frozen Python classes.
//!
//! Everything is re-exported by `ball`, which nobody should bypass: exceptions, events and other plain records are
//! Python classes of that package, and are made here through [`classes`].

#![deny(unsafe_code)]

mod action;
mod arguments;
mod arrays;
mod batch;
mod classes;
mod errors;
mod event;
mod events;
mod game;
mod history;
mod legal;
mod piece;
mod position;
mod random;
mod ruleset;
mod sequence;

/// The compiled part of the package `ball`. Import `ball` instead.
#[pyo3::pymodule]
mod _ball {
    #[pymodule_export]
    use crate::action::Action;
    #[pymodule_export]
    use crate::batch::BatchEnv;
    #[pymodule_export]
    use crate::events::Events;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::legal::{LegalActions, LegalActionsIterator};
    #[pymodule_export]
    use crate::position::{Position, perft};
    #[pymodule_export]
    use crate::ruleset::Ruleset;

    /// Number of actions in the action space.
    #[pymodule_export]
    const ACTION_SPACE: usize = ball_core::ACTION_SPACE;

    #[allow(non_upper_case_globals)] // its name in Python
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
