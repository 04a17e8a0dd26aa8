//! How lists of reasons are printed.

use core::fmt;

/// Writes the reasons separated by `; ` and says how many more there are.
pub(crate) fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, shown: &[T], count: usize) -> fmt::Result {
    for (i, problem) in shown.iter().enumerate() {
        if i > 0 {
            f.write_str("; ")?;
        }
        problem.fmt(f)?;
    }
    match count.saturating_sub(shown.len()) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}
