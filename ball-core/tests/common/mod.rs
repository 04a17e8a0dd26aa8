//! Reading the data of the folder tests.

// Every test program uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;

use ball_core::Ruleset;
use serde_json::Value;

/// The lines of a file of the folder tests, comments left out.
pub fn lines(path: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests").join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The lines of a file as JSON.
pub fn objects(path: &str) -> Vec<Value> {
    lines(path).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The ruleset of a case: a name or an object.
pub fn ruleset(value: &Value) -> Ruleset {
    match value.as_str() {
        Some("standard") => Ruleset::standard(),
        Some("cards") => Ruleset::cards(),
        _ => Ruleset::from_json(&value.to_string()).unwrap(),
    }
}

/// A text, or a list of texts.
pub fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().map(|item| item.as_str().unwrap()).collect(),
        _ => panic!("{value} is neither a text nor a list of texts"),
    }
}
