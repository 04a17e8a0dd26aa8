//! The C interface of the BALL rules engine.
//!
//! Documentation in this crate is written for the reader of `include/ball.h`, which cbindgen makes from it; conventions
//! that hold for every function stand once, at the top of that header (`cbindgen.toml`). cbindgen reads source text and
//! skips what macros make, so every function here is written out.

// The header tells C readers what a caller owes; a `# Safety` heading would land there in Rust's terms.
#![allow(clippy::missing_safety_doc)]

mod action;
mod error;
mod event;
mod game;
mod guard;
mod pointer;
mod record;
mod rules;
mod square;
mod status;
pub mod values;
mod version;
mod view;
