//! Versions.

use std::ffi::{CStr, c_char};

/// Version of this interface, the one the header was made for.
///
/// Within a version only functions and constants are added; numbers, structs and parameters never change.
pub const BALL_ABI_VERSION: u32 = 1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no NUL inside"),
};

/// The interface version of the library that is linked or loaded.
///
/// A program that loads the library at run time compares it with BALL_ABI_VERSION before it calls anything else.
#[unsafe(no_mangle)]
pub const extern "C" fn ball_abi_version() -> u32 {
    BALL_ABI_VERSION
}

/// The release of the library that is linked or loaded, for example "0.1.0"; BALL_VERSION is the header's.
///
/// The text is NUL-terminated and static: it is never freed.
#[unsafe(no_mangle)]
pub const extern "C" fn ball_version() -> *const c_char {
    VERSION.as_ptr()
}
