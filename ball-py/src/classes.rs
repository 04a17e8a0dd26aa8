//! The Python classes and functions of the package `ball` that Rust makes use of.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Calls `ball.<module>.<name>`.
pub fn call<'py>(
    py: Python<'py>,
    module: &str,
    name: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import(format!("ball.{module}"))?.getattr(name)?.call1(arguments)
}
