//! Game records (chapter 11).

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;
use serde::ser::Serializer;

use crate::action::Action;
use crate::event::NoEvents;
use crate::game::Game;
use crate::json::{At, JsonError, Node, Reading};
use crate::position::{Outcome, Position};
use crate::rule::Rule;
use crate::ruleset::Ruleset;

/// The ruleset of a record: a default by its name, or written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordRuleset {
    /// `"standard"`
    Standard,
    /// `"cards"`
    Cards,
    /// An object as in chapter 9.
    Custom(Box<Ruleset>),
}

impl RecordRuleset {
    /// The ruleset meant.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        match self {
            Self::Standard => Ruleset::standard(),
            Self::Cards => Ruleset::cards(),
            Self::Custom(ruleset) => (**ruleset).clone(),
        }
    }
}

impl From<&Ruleset> for RecordRuleset {
    /// By name where a default has it.
    fn from(ruleset: &Ruleset) -> Self {
        if *ruleset == Ruleset::standard() {
            Self::Standard
        } else if *ruleset == Ruleset::cards() {
            Self::Cards
        } else {
            Self::Custom(Box::new(ruleset.clone()))
        }
    }
}

impl Serialize for RecordRuleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Standard => serializer.serialize_str("standard"),
            Self::Cards => serializer.serialize_str("cards"),
            Self::Custom(ruleset) => ruleset.serialize(serializer),
        }
    }
}

/// A game as it is kept in files: one JSON object, one line of a collection (chapter 11).
///
/// ```
/// use ball_core::Record;
/// let line = r#"{"version":1,"ruleset":"standard","actions":["H11-G10","end"],"result":null}"#;
/// let record = Record::from_json(line)?;
/// let game = record.replay()?;
/// assert_eq!(game.actions().len(), 2);
/// assert_eq!(Record::of_game(&game, Default::default()).to_json(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    version: u8,
    /// What the game is played by.
    pub ruleset: RecordRuleset,
    /// Text of the first position, if it is not the formation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Every decision in order, as text.
    pub actions: Vec<String>,
    /// How it ended; nothing while it is unfinished.
    #[serde(serialize_with = "write_result")]
    pub result: Option<Outcome>,
    /// Anything else worth keeping.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

// The signature is serde's.
#[allow(clippy::ref_option)]
fn write_result<S: Serializer>(result: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    result.map(Outcome::name).serialize(serializer)
}

/// The first entry of a record that is wrong (chapter 11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The entry, for example `actions[3]`.
    pub entry: String,
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.entry, self.what)
    }
}

impl core::error::Error for RecordError {}

impl Record {
    /// The record of a game as far as it has been played.
    #[must_use]
    pub fn of_game(game: &Game, tags: BTreeMap<String, String>) -> Self {
        let rules = game.rules();
        let start =
            if *game.start() == Position::start(rules) { None } else { Some(game.start().display(rules).to_string()) };
        Self {
            version: 1,
            ruleset: rules.into(),
            start,
            actions: game.actions().map(|action| action.display(rules).to_string()).collect(),
            result: game.outcome(),
            tags,
        }
    }

    /// A record from its parts; [`replay`](Self::replay) checks them.
    #[must_use]
    pub const fn new(
        ruleset: RecordRuleset,
        start: Option<String>,
        actions: Vec<String>,
        result: Option<Outcome>,
    ) -> Self {
        Self { version: 1, ruleset, start, actions, result, tags: BTreeMap::new() }
    }

    /// Reads a record; [`replay`](Self::replay) then checks the game.
    ///
    /// # Errors
    /// Everything that is not of the form of chapter 11, with its place.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let node: Node = serde_json::from_str(text).map_err(|error| JsonError::syntax(text, Rule::Record, &error))?;
        let mut reading = Reading::new(Rule::Record);
        let record = reading.record(&At { node: &node, path: String::new() });
        match record {
            Some(record) if reading.problems.is_empty() => Ok(record),
            _ => Err(JsonError { problems: reading.problems, offset: None }),
        }
    }

    /// The record as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Nothing in a record can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Plays the game through, checking every action and the result.
    ///
    /// # Errors
    /// The first entry that is wrong.
    pub fn replay(&self) -> Result<Game, RecordError> {
        let rules = self.ruleset.ruleset();
        let start = match &self.start {
            None => Position::start(&rules),
            Some(text) => Position::parse(text, &rules).map_err(|error| RecordError {
                entry: "start".to_owned(),
                rule: error.rule(),
                what: error.to_string(),
            })?,
        };
        let mut game = Game::from_position(rules, start);
        for (i, text) in self.actions.iter().enumerate() {
            let wrong = |rule, what: String| RecordError {
                entry: format!("actions[{i}]"),
                rule,
                what: format!("{text}: {what}"),
            };
            let action = Action::parse(text, game.rules()).map_err(|error| wrong(error.rule(), error.to_string()))?;
            game.play_with(action, &mut NoEvents).map_err(|error| wrong(error.rule(), error.to_string()))?;
        }
        if game.outcome() == self.result {
            return Ok(game);
        }
        let name = |outcome: Option<Outcome>| outcome.map_or("null", Outcome::name);
        let what =
            format!("chapter 11: the result is {}, but the game reaches {}", name(self.result), name(game.outcome()));
        Err(RecordError { entry: "result".to_owned(), rule: Rule::Record, what })
    }
}

impl Reading {
    fn record(&mut self, at: &At<'_>) -> Option<Record> {
        let known = ["version", "ruleset", "start", "actions", "result", "tags"];
        let [version, ruleset, start, actions, result, tags] = self.fields(at, known)?;
        for (field, key) in [(&version, "version"), (&ruleset, "ruleset"), (&actions, "actions"), (&result, "result")] {
            if field.is_none() {
                self.missing(at, key);
            }
        }
        if let Some(version) = version {
            self.version(&version);
        }
        let ruleset = ruleset.and_then(|ruleset| self.record_ruleset(&ruleset));
        let start = start.map(|start| self.text(&start).unwrap_or_default().to_owned());
        let actions = actions.map(|actions| self.record_actions(&actions)).unwrap_or_default();
        let result = result.and_then(|result| self.record_result(&result));
        let tags = tags.map(|tags| self.record_tags(&tags)).unwrap_or_default();
        Some(Record { version: 1, ruleset: ruleset?, start, actions, result, tags })
    }

    fn record_actions(&mut self, at: &At<'_>) -> Vec<String> {
        let Some(items) = at.items() else {
            self.expected(at, Rule::Record, "a list of action texts");
            return Vec::new();
        };
        items.map(|item| self.text(&item).unwrap_or_default().to_owned()).collect()
    }

    fn record_tags(&mut self, at: &At<'_>) -> BTreeMap<String, String> {
        let mut pairs = BTreeMap::new();
        let Node::Object(entries) = at.node else {
            self.expected(at, Rule::Record, "an object of texts");
            return pairs;
        };
        for (key, node) in entries {
            let here = At { node, path: at.key(key) };
            let value = self.text(&here).unwrap_or_default();
            if pairs.insert(key.clone(), value.to_owned()).is_some() {
                self.refuse(&here.path, Rule::Record, "given twice");
            }
        }
        pairs
    }

    fn record_ruleset(&mut self, at: &At<'_>) -> Option<RecordRuleset> {
        match at.node {
            Node::Text(name) if name == "standard" => Some(RecordRuleset::Standard),
            Node::Text(name) if name == "cards" => Some(RecordRuleset::Cards),
            Node::Object(_) => {
                self.rule = Rule::Ruleset;
                let spec = self.ruleset(at);
                self.rule = Rule::Record;
                Ruleset::new(spec).ok().map(|ruleset| RecordRuleset::Custom(Box::new(ruleset)))
            }
            _ => {
                self.expected(at, Rule::Record, "\"standard\", \"cards\" or an object");
                None
            }
        }
    }

    fn record_result(&mut self, at: &At<'_>) -> Option<Outcome> {
        if matches!(at.node, Node::Null) {
            return None;
        }
        let outcome = match at.node {
            Node::Text(name) => Outcome::from_name(name),
            _ => None,
        };
        if outcome.is_none() {
            self.expected(at, Rule::Record, "\"atk\", \"def\", \"draw\" or null");
        }
        outcome
    }
}
