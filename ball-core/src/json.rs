//! Rulesets as JSON (chapter 9), with every reason for a refusal.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::card::{ActionKind, Card, CardId, CardIndex, Effect, EpSource, KindSet};
use crate::rule::Rule;
use crate::ruleset::{Formation, Mode, Ruleset, RulesetProblem, RulesetSpec, is_card_id};
use crate::square::Square;
use crate::team::{PieceId, Shape, Team};

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
    /// Byte offset of the first, where the text is not JSON at all; otherwise 0.
    pub offset: usize,
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
            offset,
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::problems::write_list(f, &self.problems, self.problems.len())
    }
}

impl core::error::Error for JsonError {}

/// A JSON value as it was written: with repeated keys, and integers apart from other numbers.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Integer(i64),
    OtherNumber,
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    const fn describe(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer(_) => "a number out of range",
            Self::OtherNumber => "not an integer in range",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyNode;

        impl<'de> Visitor<'de> for AnyNode {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(Node::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
                Ok(Node::Bool(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
                Ok(Node::Integer(value))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
                Ok(i64::try_from(value).map_or(Node::OtherNumber, Node::Integer))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
                Ok(Node::OtherNumber)
            }

            fn visit_str<E>(self, value: &str) -> Result<Node, E> {
                Ok(Node::Text(value.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Node::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
                let mut object = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    object.push(entry);
                }
                Ok(Node::Object(object))
            }
        }

        deserializer.deserialize_any(AnyNode)
    }
}

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
    fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
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

    fn expected(&mut self, at: &At<'_>, rule: Rule, what: &str) {
        self.refuse(&at.path, rule, format!("{} is given, {what} is expected", at.node.describe()));
    }

    /// The fields of an object: known ones in the order of `known`, each at most once, all others refused.
    pub(crate) fn fields<'n, const N: usize>(&mut self, at: &At<'n>, known: [&str; N]) -> [Option<At<'n>>; N] {
        let mut found = [const { None }; N];
        let Node::Object(entries) = at.node else {
            self.expected(at, self.rule, "an object");
            return found;
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
        found
    }

    pub(crate) fn missing(&mut self, at: &At<'_>, key: &str) {
        let rule = self.rule;
        self.refuse(&at.key(key), rule, "missing");
    }

    fn integer(&mut self, at: &At<'_>, rule: Rule, low: u16, high: u16) -> Option<u16> {
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

    fn boolean(&mut self, at: &At<'_>) -> Option<bool> {
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
    fn name<T: Copy>(&mut self, at: &At<'_>, rule: Rule, names: &[(&str, T)]) -> Option<T> {
        let text = self.text(at)?;
        let found = names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        if found.is_none() {
            let all: Vec<_> = names.iter().map(|(name, _)| *name).collect();
            self.refuse(&at.path, rule, format!("unknown name {text:?}; known are {}", all.join(", ")));
        }
        found
    }

    fn square(&mut self, at: &At<'_>) -> Option<Square> {
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

    /// A ruleset object; what is wrong with it is added to the problems.
    pub(crate) fn ruleset(&mut self, at: &At<'_>) -> RulesetSpec {
        let known = ["version", "mode", "formation", "first", "end_zone_rows", "turn_limit", "ep_table", "deck"];
        let [version, mode, formation, first, rows, limit, ep_table, deck] = self.fields(at, known);
        let mut spec = RulesetSpec::default();
        if let Some(version) = version {
            self.version(&version);
        }
        if let Some(mode) = mode {
            let names = [Mode::Standard, Mode::Cards].map(|mode| (mode.name(), mode));
            spec.mode = self.name(&mode, Rule::C1, &names).unwrap_or_default();
        }
        if let Some(first) = first {
            let teams = Team::ALL.map(|team| (team.name(), team));
            spec.first = self.name(&first, Rule::P1, &teams).unwrap_or(spec.first);
        }
        if let Some(rows) = rows {
            spec.end_zone_rows = self.integer(&rows, Rule::B4, 1, 4).map_or(spec.end_zone_rows, |rows| rows as u8);
        }
        if let Some(limit) = limit {
            spec.turn_limit = self.integer(&limit, Rule::T8, 1, u16::MAX).unwrap_or(spec.turn_limit);
        }
        if let Some(ep_table) = ep_table {
            let entries = self.fields(&ep_table, EpSource::ALL.map(EpSource::name));
            for (value, entry) in spec.ep_table.0.iter_mut().zip(entries) {
                if let Some(entry) = entry {
                    *value = self.integer(&entry, Rule::C3, 0, 99).map_or(*value, |ep| ep as u8);
                }
            }
        }
        let broken = self.problems.len();
        if let Some(formation) = formation {
            self.formation(&formation, &mut spec.formation);
        }
        // A formation that could not be read whole is not judged as a whole.
        if self.problems.len() > broken {
            spec.formation = Formation::default();
        }
        if let Some(deck) = deck {
            self.deck(&deck, &mut spec);
        }
        // What can be read is checked as any ruleset; ranges have been checked above, with their paths.
        spec.for_each_problem(|problem| {
            let text = problem.to_string();
            let what = text.split_once(": ").map_or(text.as_str(), |(_, what)| what);
            let path = if at.path.is_empty() { "" } else { at.path.as_str() };
            if !matches!(problem, RulesetProblem::CardId(_)) {
                self.problems.push(JsonProblem { path: path.to_owned(), rule: problem.rule(), what: what.to_owned() });
            }
        });
        spec
    }

    fn formation(&mut self, at: &At<'_>, formation: &mut Formation) {
        let [atk, def, ball] = self.fields(at, ["atk", "def", "ball"]);
        for (team, (list, key)) in Team::ALL.into_iter().zip([(atk, "atk"), (def, "def")]) {
            let Some(list) = list else {
                self.missing(at, key);
                continue;
            };
            let Some(items) = list.items() else {
                self.expected(&list, Rule::P1, "a list of seven pieces");
                continue;
            };
            let pieces: Vec<_> = items.collect();
            if pieces.len() != PieceId::PER_TEAM {
                self.refuse(&list.path, Rule::P1, format!("{} pieces, seven are expected", pieces.len()));
            }
            for (i, item) in pieces.iter().enumerate() {
                let [shape, square] = self.fields(item, ["shape", "square"]);
                let shape = match shape {
                    Some(shape) => self.name(&shape, Rule::P1, &[("X", Shape::X), ("O", Shape::O), ("S", Shape::S)]),
                    None => {
                        self.missing(item, "shape");
                        None
                    }
                };
                let square = match square {
                    Some(square) => self.square(&square),
                    None => {
                        self.missing(item, "square");
                        None
                    }
                };
                if let (Some(shape), Some(square), true) = (shape, square, i < PieceId::PER_TEAM) {
                    formation.pieces[team as usize * PieceId::PER_TEAM + i] = (shape, square);
                }
            }
        }
        match ball {
            Some(ball) => formation.ball = self.square(&ball).unwrap_or(formation.ball),
            None => self.missing(at, "ball"),
        }
    }

    fn deck(&mut self, at: &At<'_>, spec: &mut RulesetSpec) {
        let Some(items) = at.items() else {
            let rule = self.rule;
            self.expected(at, rule, "a list of cards");
            return;
        };
        let items: Vec<_> = items.collect();
        if items.len() > CardIndex::COUNT {
            let rule = self.rule;
            self.refuse(&at.path, rule, format!("{} cards, at most {} are allowed", items.len(), CardIndex::COUNT));
        }
        spec.deck.clear();
        for (i, item) in items.iter().enumerate() {
            let card = self.card(item, i);
            // What does not fit has been refused above.
            let _ = spec.deck.try_push(card);
        }
    }

    /// A card; where a part can't be read a harmless one stands in, so that the others are still judged.
    fn card(&mut self, at: &At<'_>, place: usize) -> Card {
        let [id, cost, effect, after_possession] = self.fields(at, ["id", "cost", "effect", "after_possession"]);
        let stand_in = CardId::from(&format!("unread-{place}")).unwrap_or_default();
        let mut card = Card { id: stand_in, cost: 0, effect: Effect::Leap, after_possession: false };
        match id {
            Some(id) => {
                let text = self.text(&id);
                if let Some(text) = text {
                    match CardId::from(text).ok().filter(|_| is_card_id(text)) {
                        Some(text) => card.id = text,
                        None => self.refuse(
                            &id.path,
                            Rule::Ruleset,
                            "an id is lower-case letters, digits and hyphens starting with a letter, at most 32",
                        ),
                    }
                }
            }
            None => self.missing(at, "id"),
        }
        match cost {
            Some(cost) => card.cost = self.integer(&cost, Rule::Ruleset, 0, 999).unwrap_or(0),
            None => self.missing(at, "cost"),
        }
        match effect {
            Some(effect) => card.effect = self.effect(&effect).unwrap_or(Effect::Leap),
            None => self.missing(at, "effect"),
        }
        if let Some(after_possession) = after_possession {
            card.after_possession = self.boolean(&after_possession).unwrap_or(false);
        }
        card
    }

    fn effect(&mut self, at: &At<'_>) -> Option<Effect> {
        let Node::Object(entries) = at.node else {
            self.expected(at, Rule::C7, "an object with a type");
            return None;
        };
        let Some((_, node)) = entries.iter().find(|(key, _)| key == "type") else {
            self.missing(at, "type");
            return None;
        };
        // Each effect with its parameter, of which `fields` then refuses any other.
        let types = [
            ("extra_ap", "amount"),
            ("extra_action", "kinds"),
            ("early_unlock", "type"),
            ("leap", "type"),
            ("run", "distance"),
            ("direct_pass", "range"),
            ("knock_down", "type"),
        ]
        .map(|entry| (entry.0, entry));
        let (name, parameter) = self.name(&At { node, path: at.key("type") }, Rule::C7, &types)?;
        if parameter == "type" {
            self.fields(at, ["type"]);
            return Some(match name {
                "early_unlock" => Effect::EarlyUnlock,
                "leap" => Effect::Leap,
                _ => Effect::KnockDown,
            });
        }
        let [_, value] = self.fields(at, ["type", parameter]);
        let Some(value) = value else {
            self.missing(at, parameter);
            return None;
        };
        match name {
            "extra_ap" => Some(Effect::ExtraAp { amount: self.integer(&value, Rule::C7, 1, 7)? as u8 }),
            "run" => Some(Effect::Run { distance: self.integer(&value, Rule::C7, 3, 4)? as u8 }),
            "direct_pass" => Some(Effect::DirectPass { range: self.integer(&value, Rule::C7, 1, 16)? as u8 }),
            _ => self.kinds(&value),
        }
    }

    fn kinds(&mut self, at: &At<'_>) -> Option<Effect> {
        let Some(items) = at.items() else {
            self.expected(at, Rule::C7, "a list of kinds of action");
            return None;
        };
        let names = ActionKind::ALL.map(|kind| (kind.name(), kind));
        let (mut kinds, mut whole) = (KindSet::EMPTY, true);
        for item in items {
            match self.name(&item, Rule::C7, &names) {
                Some(kind) if kinds.contains(kind) => self.refuse(&item.path, Rule::C7, "given twice"),
                Some(kind) => kinds = kinds.with(kind),
                None => whole = false,
            }
        }
        if kinds.is_empty() && whole {
            self.refuse(&at.path, Rule::C7, "must not be empty");
        }
        if kinds.is_empty() { None } else { Some(Effect::ExtraAction { kinds }) }
    }
}

impl Ruleset {
    /// Reads a ruleset object (chapter 9). `{}` is the standard game.
    ///
    /// ```
    /// use ball_core::Ruleset;
    /// assert_eq!(Ruleset::from_json("{}")?, Ruleset::standard());
    /// assert_eq!(Ruleset::from_json(r#"{"mode": "cards"}"#)?, Ruleset::cards());
    /// let error = Ruleset::from_json(r#"{"end_zone_rows": 5, "color": 1}"#).unwrap_err();
    /// assert_eq!(error.problems.len(), 2);
    /// # Ok::<(), ball_core::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// Every reason for which chapter 9 refuses it, with its place.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let node: Node = serde_json::from_str(text).map_err(|error| JsonError::syntax(text, Rule::Ruleset, &error))?;
        Self::from_node(&node)
    }

    fn from_node(node: &Node) -> Result<Self, JsonError> {
        let mut reading = Reading::new(Rule::Ruleset);
        let spec = reading.ruleset(&At { node, path: String::new() });
        let ruleset = if reading.problems.is_empty() { Self::new(spec).ok() } else { None };
        ruleset.ok_or(JsonError { problems: reading.problems, offset: 0 })
    }

    /// The ruleset as JSON with every field, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Nothing in a ruleset can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_node(&Node::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spec = self.spec();
        let mut object = serializer.serialize_struct("Ruleset", 8)?;
        object.serialize_field("version", &1)?;
        object.serialize_field("mode", spec.mode.name())?;
        object.serialize_field("formation", &spec.formation)?;
        object.serialize_field("first", &spec.first)?;
        object.serialize_field("end_zone_rows", &spec.end_zone_rows)?;
        object.serialize_field("turn_limit", &spec.turn_limit)?;
        object.serialize_field(
            "ep_table",
            &Entries(|| EpSource::ALL.map(|entry| (entry.name(), spec.ep_table.get(entry)))),
        )?;
        object.serialize_field("deck", spec.deck.as_slice())?;
        object.end()
    }
}

/// A map in a fixed order.
struct Entries<F>(F);

impl<K: Serialize, V: Serialize, const N: usize, F: Fn() -> [(K, V); N]> Serialize for Entries<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

impl Serialize for Formation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct OfTeam<'f>(&'f Formation, Team);

        impl Serialize for OfTeam<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[derive(serde::Serialize)]
                struct Start {
                    shape: Shape,
                    square: Square,
                }
                serializer.collect_seq(self.1.pieces().map(|piece| {
                    let (shape, square) = self.0.pieces[piece.index()];
                    Start { shape, square }
                }))
            }
        }

        let mut object = serializer.serialize_struct("Formation", 3)?;
        object.serialize_field("atk", &OfTeam(self, Team::Atk))?;
        object.serialize_field("def", &OfTeam(self, Team::Def))?;
        object.serialize_field("ball", &self.ball)?;
        object.end()
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Card", 4)?;
        object.serialize_field("id", self.id.as_str())?;
        object.serialize_field("cost", &self.cost)?;
        object.serialize_field("effect", &self.effect)?;
        if self.after_possession {
            object.serialize_field("after_possession", &true)?;
        }
        object.end()
    }
}

impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("type", self.name())?;
        match *self {
            Self::ExtraAp { amount } => object.serialize_entry("amount", &amount)?,
            Self::ExtraAction { kinds } => {
                object.serialize_entry("kinds", &kinds.iter().map(ActionKind::name).collect::<Vec<_>>())?;
            }
            Self::Run { distance } => object.serialize_entry("distance", &distance)?,
            Self::DirectPass { range } => object.serialize_entry("range", &range)?,
            Self::EarlyUnlock | Self::Leap | Self::KnockDown => {}
        }
        object.end()
    }
}
