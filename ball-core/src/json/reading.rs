//! Reading JSON values with every reason for a refusal.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::node::Node;
use crate::rule::Rule;
use crate::square::Square;

/// One thing that is wrong with a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonProblem {
    /// Where, for example `deck[2].cost`; empty for the whole.
    pub path: String,
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for JsonProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{}: {}", self.rule, self.what),
            path => write!(f, "{}: {path}: {}", self.rule, self.what),
        }
    }
}

/// Why a JSON text was refused: every reason found, in order; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The reasons.
    pub problems: Vec<JsonProblem>,
    /// Byte offset of the first, where the text is not JSON at all.
    pub offset: Option<usize>,
}

impl JsonError {
    /// The rule of the first reason.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.problems.first().map_or(Rule::Ruleset, |problem| problem.rule)
    }

    /// The error for a text that is not JSON.
    pub(crate) fn syntax(text: &str, rule: Rule, error: &serde_json::Error) -> Self {
        let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let offset = (line_start + error.column().saturating_sub(1)).min(text.len());
        Self {
            problems: alloc::vec![JsonProblem { path: String::new(), rule, what: format!("not JSON: {error}") }],
            offset: Some(offset),
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::problems::write_list(f, &self.problems, self.problems.len())
    }
}

impl core::error::Error for JsonError {}

/// Collects what is wrong while values are read.
pub(crate) struct Reading {
    pub(crate) problems: Vec<JsonProblem>,
    /// Rule cited where no other fits: chapter 9 or 11.
    pub(crate) rule: Rule,
}

/// A value and where it stands.
#[derive(Clone)]
pub(crate) struct At<'n> {
    pub(crate) node: &'n Node,
    pub(crate) path: String,
}

impl<'n> At<'n> {
    pub(crate) fn key(&self, key: &str) -> String {
        match (self.path.as_str(), key) {
            ("", key) => key.to_owned(),
            (path, "") => path.to_owned(),
            (path, key) => format!("{path}.{key}"),
        }
    }

    pub(crate) fn items(&self) -> Option<impl Iterator<Item = At<'n>> + use<'n>> {
        let Node::List(items) = self.node else { return None };
        let path = self.path.clone();
        Some(items.iter().enumerate().map(move |(i, node)| At { node, path: format!("{path}[{i}]") }))
    }
}

impl Reading {
    pub(crate) const fn new(rule: Rule) -> Self {
        Self { problems: Vec::new(), rule }
    }

    pub(crate) fn refuse(&mut self, path: &str, rule: Rule, what: impl Into<String>) {
        self.problems.push(JsonProblem { path: path.to_owned(), rule, what: what.into() });
    }

    pub(crate) fn expected(&mut self, at: &At<'_>, rule: Rule, what: &str) {
        self.refuse(&at.path, rule, format!("{} is given, {what} is expected", at.node.describe()));
    }

    /// The fields of an object: known ones in the order of `known`, each at most once, all others refused. Nothing if it
    /// is no object, which is refused too.
    pub(crate) fn fields<'n, const N: usize>(&mut self, at: &At<'n>, known: [&str; N]) -> Option<[Option<At<'n>>; N]> {
        let mut found = [const { None }; N];
        let Node::Object(entries) = at.node else {
            self.expected(at, self.rule, "an object");
            return None;
        };
        for (key, node) in entries {
            let here = At { node, path: at.key(key) };
            match known.iter().position(|name| name == key) {
                None => {
                    let rule = self.rule;
                    self.refuse(&here.path, rule, format!("unknown field; known are {}", known.join(", ")));
                }
                Some(i) if found[i].is_some() => {
                    let rule = self.rule;
                    self.refuse(&here.path, rule, "given twice");
                }
                Some(i) => found[i] = Some(here),
            }
        }
        Some(found)
    }

    pub(crate) fn missing(&mut self, at: &At<'_>, key: &str) {
        let rule = self.rule;
        self.refuse(&at.key(key), rule, "missing");
    }

    pub(crate) fn integer(&mut self, at: &At<'_>, rule: Rule, low: u16, high: u16) -> Option<u16> {
        let value = match *at.node {
            Node::Integer(value) => u16::try_from(value).ok().filter(|value| (low..=high).contains(value)),
            _ => None,
        };
        if value.is_none() {
            self.expected(at, rule, &format!("an integer from {low} to {high}"));
        }
        value
    }

    pub(crate) fn text<'n>(&mut self, at: &At<'n>) -> Option<&'n str> {
        match at.node {
            Node::Text(text) => Some(text),
            _ => {
                let rule = self.rule;
                self.expected(at, rule, "a text");
                None
            }
        }
    }

    pub(crate) fn boolean(&mut self, at: &At<'_>) -> Option<bool> {
        match *at.node {
            Node::Bool(value) => Some(value),
            _ => {
                let rule = self.rule;
                self.expected(at, rule, "true or false");
                None
            }
        }
    }

    /// A text that is one of a few names.
    pub(crate) fn name<T: Copy>(&mut self, at: &At<'_>, rule: Rule, names: &[(&str, T)]) -> Option<T> {
        let text = self.text(at)?;
        let found = names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        if found.is_none() {
            let all: Vec<_> = names.iter().map(|(name, _)| *name).collect();
            self.refuse(&at.path, rule, format!("unknown name {text:?}; known are {}", all.join(", ")));
        }
        found
    }

    pub(crate) fn square(&mut self, at: &At<'_>) -> Option<Square> {
        match self.text(at)?.parse() {
            Ok(square) => Some(square),
            Err(error) => {
                let text = error.to_string();
                self.refuse(&at.path, Rule::B1, text.trim_start_matches("B1: "));
                None
            }
        }
    }

    pub(crate) fn version(&mut self, at: &At<'_>) {
        if !matches!(at.node, Node::Integer(1)) {
            let rule = self.rule;
            self.refuse(&at.path, rule, "must be 1");
        }
    }
}
