//! The rules of BALL, a deterministic two-player tactical board game modelled on American football.
//!
//! ```
//! use ball_core::{Position, Ruleset};
//!
//! let rules = Ruleset::standard();
//! let mut position = Position::start(&rules);
//! while position.outcome().is_none() && position.turn() < 20 {
//!     let legal = position.legal_actions(&rules);
//!     let action = legal.get(position.zobrist() as usize % legal.len()).unwrap();
//!     println!("{}", action.display(&rules));
//!     position.play(&rules, action)?;
//! }
//! # Ok::<(), ball_core::Refusal>(())
//! ```
//!
//! A [`Ruleset`] is the data the rulebook leaves open; a [`Position`] is played by one. Rule ids such as D4 in these
//! pages are those of the project's rulebook, docs/rules.md. Nothing here allocates unless a feature says so.
//!
//! # Features
//! - `std` (default): implies `alloc`.
//! - `alloc`: [`Game`], a position with its history.
//! - `serde` (default): rulesets and records as JSON, implies `alloc`.

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod action;
mod action_text;
mod card;
mod check;
mod direction;
mod event;
#[cfg(feature = "alloc")]
mod game;
mod geometry;
#[cfg(feature = "serde")]
mod json;
mod legal;
pub mod observation;
mod perft;
mod play;
mod position;
mod problems;
#[cfg(feature = "serde")]
mod record;
mod refusal;
mod rule;
mod ruleset;
#[cfg(feature = "serde")]
mod ruleset_json;
pub mod space;
mod square;
mod square_set;
mod team;
pub mod zobrist;

pub use action::{Action, Keeper};
pub use action_text::{ActionDisplay, ActionTextError, MAX_ACTION_TEXT};
pub use arrayvec;
pub use card::{ActionKind, Card, CardId, CardIndex, CardSet, Effect, EpSource, KindSet};
pub use direction::Direction;
pub use event::{Event, EventDisplay, EventSink, Events, Gain, Loss, MAX_EVENTS, NoEvents};
#[cfg(feature = "alloc")]
pub use game::Game;
#[cfg(feature = "serde")]
pub use json::{JsonError, JsonProblem};
pub use legal::{LegalActions, LegalActionsIter, LegalNumbers, MAX_LEGAL_ACTIONS};
pub use perft::{perft, perft_one_by_one};
pub use position::{
    MAX_POSITION_TEXT, Outcome, Phase, Piece, PieceSetup, Placed, Position, PositionDisplay, PositionError,
    PositionProblem, PositionSetup, StackMark, StackPlace, SyntaxProblem,
};
#[cfg(feature = "serde")]
pub use record::{Record, RecordError, RecordRuleset};
pub use refusal::Refusal;
pub use rule::Rule;
pub use ruleset::{
    Deck, EpTable, Formation, Mode, PieceName, Ruleset, RulesetError, RulesetProblem, RulesetSpec, default_deck,
    is_card_id,
};
pub use space::{ACTION_SPACE, ActionNumber};
pub use square::{Square, SquareError};
pub use square_set::{SquareSet, SquareSetIter};
pub use team::{PieceId, Shape, Team, TeamError};

/// The example of the README.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../README.md")]
mod readme {}
