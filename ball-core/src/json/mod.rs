//! JSON: values as they were written, and reading them with every reason for a refusal.

mod node;
mod reading;

pub(crate) use node::Node;
pub(crate) use reading::{At, Reading};
pub use reading::{JsonError, JsonProblem};
