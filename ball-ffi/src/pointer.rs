//! Pointers from C, checked for NULL.
//!
//! Every function here takes for granted what the header asks of a caller: a pointer that is not NULL points to what
//! its type says, is aligned, and is not shared against the thread rule.

use std::ffi::{CStr, c_char};
use std::fmt::Display;
use std::ptr::NonNull;

use crate::error::Failure;

pub(crate) unsafe fn shared<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: see the top of the file.
    unsafe { pointer.as_ref() }.ok_or(Failure::NullPointer(name))
}

pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T, name: &'static str) -> Result<&'a mut T, Failure> {
    // SAFETY: see the top of the file.
    unsafe { pointer.as_mut() }.ok_or(Failure::NullPointer(name))
}

/// Where one result goes. What is there before may be uninitialised.
pub(crate) struct Output<T>(NonNull<T>);

impl<T> Output<T> {
    pub(crate) unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Self, Failure> {
        NonNull::new(pointer).map(Self).ok_or(Failure::NullPointer(name))
    }

    pub(crate) fn write(self, value: T) {
        // SAFETY: the caller of `new` vouches for the place.
        unsafe { self.0.write(value) }
    }
}

/// Where a new object goes.
pub(crate) type OutObject<T> = Output<*mut T>;

impl<T> OutObject<T> {
    pub(crate) fn hand_over(self, object: T) {
        self.write(Box::into_raw(Box::new(object)));
    }
}

/// Takes back what [`OutObject::hand_over`] gave.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from `hand_over` and is passed for the last time.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// A caller's buffer for a list.
pub(crate) struct OutList<T> {
    buffer: *mut T,
    capacity: usize,
    out_count: Output<usize>,
    name: &'static str,
}

impl<T: Copy> OutList<T> {
    pub(crate) unsafe fn new(
        buffer: *mut T,
        capacity: usize,
        out_count: *mut usize,
        name: &'static str,
    ) -> Result<Self, Failure> {
        if buffer.is_null() && capacity > 0 {
            return Err(Failure::NullPointer(name));
        }
        // SAFETY: the same promise.
        let out_count = unsafe { Output::new(out_count, "out_count") }?;
        Ok(Self { buffer, capacity, out_count, name })
    }

    pub(crate) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Writes the list, or only its length if it does not fit.
    pub(crate) fn write(self, items: impl ExactSizeIterator<Item = T>) -> Result<(), Failure> {
        let count = items.len();
        self.out_count.write(count);
        if count > self.capacity {
            return Err(Failure::BufferTooSmall { buffer: self.name, capacity: self.capacity, needed: count });
        }
        for (place, item) in items.take(count).enumerate() {
            // SAFETY: the buffer has `capacity` elements and `place` is below.
            unsafe { self.buffer.add(place).write(item) };
        }
        Ok(())
    }
}

/// A caller's buffer for a text.
pub(crate) struct OutText {
    buffer: *mut c_char,
    capacity: usize,
    out_length: Option<Output<usize>>,
}

impl OutText {
    pub(crate) unsafe fn new(buffer: *mut c_char, capacity: usize, out_length: *mut usize) -> Result<Self, Failure> {
        if buffer.is_null() && capacity > 0 {
            return Err(Failure::NullPointer("buffer"));
        }
        Ok(Self { buffer, capacity, out_length: NonNull::new(out_length).map(Output) })
    }

    /// Writes the text and a NUL, or only its length if it does not fit.
    pub(crate) fn write(self, text: impl Display) -> Result<(), Failure> {
        let text = text.to_string();
        if let Some(out_length) = self.out_length {
            out_length.write(text.len());
        }
        if text.len() >= self.capacity {
            let needed = text.len() + 1;
            return Err(Failure::BufferTooSmall { buffer: "buffer", capacity: self.capacity, needed });
        }
        // SAFETY: the buffer has room for the text and a NUL, and is no part of a String made just now.
        unsafe {
            self.buffer.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
            self.buffer.add(text.len()).write(0);
        }
        Ok(())
    }
}

/// A text from C; a length of `usize::MAX` (BALL_NUL_TERMINATED) says that it ends at a NUL.
pub(crate) unsafe fn text<'a>(text: *const c_char, length: usize, name: &'static str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::NullPointer(name));
    }
    let bytes = if length == usize::MAX {
        // SAFETY: the caller says that there is a NUL.
        unsafe { CStr::from_ptr(text) }.to_bytes()
    } else if isize::try_from(length).is_err() {
        let expected = "the length of the text in bytes, or BALL_NUL_TERMINATED";
        return Err(Failure::InvalidValue { name: "length", value: length as u64, expected });
    } else {
        // SAFETY: the caller says that there are as many bytes.
        unsafe { std::slice::from_raw_parts(text.cast(), length) }
    };
    std::str::from_utf8(bytes).map_err(|error| Failure::BadUtf8 { name, error })
}
