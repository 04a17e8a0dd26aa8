//! The one way out of every function.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{BallError, Failure};
use crate::status::{BALL_STATUS_OK, BALL_STATUS_PANIC, BallStatus};

/// Runs the body of a function and turns what it gives into a status and, if wanted, a [`BallError`]. Nothing unwinds
/// into C.
pub(crate) fn guard(out_error: *mut BallError, body: impl FnOnce() -> Result<(), Failure>) -> BallStatus {
    let report = |failure: Failure| {
        // SAFETY: the caller passes NULL or room for a BallError, as the header asks.
        if let Some(out_error) = unsafe { out_error.as_mut() } {
            *out_error = failure.to_error();
        }
        failure.status()
    };
    // Nothing that a panic left half done is used again: results are written at the very end of a body, and the header
    // allows an object that the call could change to be freed only.
    let body = AssertUnwindSafe(|| body().map_or_else(report, |()| BALL_STATUS_OK));
    catch_unwind(body).unwrap_or_else(|payload| {
        let message = describe(&*payload);
        // A panic that brings another one along when it is dropped must not escape either.
        std::mem::forget(payload);
        catch_unwind(AssertUnwindSafe(|| report(Failure::Panic(message)))).unwrap_or(BALL_STATUS_PANIC)
    })
}

fn describe(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => String::from("panic without a text"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_with_its_message() {
        let mut error = Failure::NothingToUndo.to_error();
        let status = guard(&raw mut error, || panic!("rule {} is broken", 7));
        assert_eq!((status, error.status), (BALL_STATUS_PANIC, BALL_STATUS_PANIC));
        let message: Vec<u8> = error.message.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
        assert_eq!(String::from_utf8(message).unwrap(), "a bug in the library: rule 7 is broken");
        assert_eq!(guard(std::ptr::null_mut(), || panic!("plain")), BALL_STATUS_PANIC);
    }

    #[test]
    fn a_payload_that_panics_when_dropped_stays_inside() {
        struct Grenade;
        impl Drop for Grenade {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        assert_eq!(guard(std::ptr::null_mut(), || std::panic::panic_any(Grenade)), BALL_STATUS_PANIC);
    }

    #[test]
    fn success_leaves_the_error_alone() {
        let mut error = Failure::NothingToUndo.to_error();
        assert_eq!(guard(&raw mut error, || Ok(())), BALL_STATUS_OK);
        assert_eq!(error.status, crate::status::BALL_STATUS_NOTHING_TO_UNDO);
    }
}
