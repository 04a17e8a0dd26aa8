//! include/ball.h and symbols.txt are what the sources say.
//!
//! After a change of the interface, `BALL_UPDATE_HEADER=1 cargo test -p ball-ffi --test header` writes both anew.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

/// In the order of the header.
const SOURCES: [&str; 11] =
    ["version", "status", "values", "error", "square", "rules", "action", "event", "game", "view", "record"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> impl Iterator<Item = PathBuf> {
    SOURCES.into_iter().map(|name| folder().join("src").join(name).with_extension("rs"))
}

fn header() -> String {
    let config = Config::from_file(folder().join("cbindgen.toml")).unwrap();
    let builder = sources().fold(Builder::new().with_config(config), Builder::with_src);
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

/// Names of the exported functions as they stand in the sources, sorted.
fn functions() -> Vec<String> {
    let mut names = Vec::new();
    for path in fs::read_dir(folder().join("src")).unwrap().map(|entry| entry.unwrap().path()) {
        let source = fs::read_to_string(&path).unwrap();
        for function in source.split("#[unsafe(no_mangle)]").skip(1) {
            let (_, rest) = function.split_once("extern \"C\" fn ").unwrap();
            names.push(rest[..rest.find('(').unwrap()].to_owned());
        }
    }
    names.sort();
    names
}

fn same_as_committed(path: &Path, made: &str) {
    if std::env::var_os("BALL_UPDATE_HEADER").is_some() {
        fs::write(path, made).unwrap();
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    let different = committed.lines().zip(made.lines()).position(|(a, b)| a != b);
    assert!(
        committed == made,
        "{} differs from line {} on; BALL_UPDATE_HEADER=1 writes it anew",
        path.display(),
        different.map_or(committed.lines().count().min(made.lines().count()), |line| line + 1)
    );
}

#[test]
fn the_header_is_up_to_date() {
    same_as_committed(&folder().join("../include/ball.h"), &header());
}

#[test]
fn the_symbol_list_is_up_to_date() {
    same_as_committed(&folder().join("symbols.txt"), &(functions().join("\n") + "\n"));
}

#[test]
fn the_header_declares_every_function_and_explains_everything() {
    let header = header();
    for name in functions() {
        assert!(header.contains(&format!(" {name}(")) || header.contains(&format!("*{name}(")), "{name}");
    }
    // A comment ends on the line above every declaration; the manual's macros share the one of the first.
    let lines: Vec<_> = header.lines().collect();
    for (above, line) in lines.iter().zip(&lines[1..]) {
        let declares = line.starts_with("#define BALL_") || line.starts_with("typedef ") || line.contains(" ball_");
        let explained = above.ends_with("*/") || line.contains("VERSION_M") || line.contains("VERSION_PATCH");
        let part_of_text = line.starts_with(" *") || line.contains("BALL_H") || line.contains("BALL_ASSERT");
        assert!(!declares || explained || part_of_text, "nothing is said about {line}");
    }
}

#[test]
fn versions_agree_with_cargo() {
    let header = header();
    for (name, value) in [
        ("BALL_VERSION", concat!("\"", env!("CARGO_PKG_VERSION"), "\"")),
        ("BALL_VERSION_MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("BALL_VERSION_MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("BALL_VERSION_PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        assert!(header.contains(&format!("#define {name} {value}\n")), "{name} is not {value}");
    }
}
