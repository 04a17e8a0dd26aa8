//! Rulesets as JSON (chapter 9).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::card::{ActionKind, Card, CardId, CardIndex, Effect, EpSource, KindSet};
use crate::json::{At, JsonError, Node, Reading};
use crate::rule::Rule;
use crate::ruleset::{
    Formation, MAX_END_ZONE_ROWS, MAX_EP, MAX_EP_ENTRY, MAX_EXTRA_AP, MAX_RANGE, Mode, Ruleset, RulesetProblem,
    RulesetSpec, is_card_id,
};
use crate::square::Square;
use crate::team::{PieceId, Shape, Team};

impl Reading {
    /// A ruleset object; what is wrong with it is added to the problems.
    pub(crate) fn ruleset(&mut self, at: &At<'_>) -> RulesetSpec {
        let known = ["version", "mode", "formation", "first", "end_zone_rows", "turn_limit", "ep_table", "deck"];
        let mut spec = RulesetSpec::default();
        let Some([version, mode, formation, first, rows, limit, ep_table, deck]) = self.fields(at, known) else {
            return spec;
        };
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
            spec.end_zone_rows =
                self.integer(&rows, Rule::B4, 1, MAX_END_ZONE_ROWS).map_or(spec.end_zone_rows, |rows| rows as u8);
        }
        if let Some(limit) = limit {
            spec.turn_limit = self.integer(&limit, Rule::T8, 1, u16::MAX).unwrap_or(spec.turn_limit);
        }
        if let Some(ep_table) = ep_table {
            let entries = self.fields(&ep_table, EpSource::ALL.map(EpSource::name));
            for (value, entry) in spec.ep_table.0.iter_mut().zip(entries.into_iter().flatten()) {
                if let Some(entry) = entry {
                    *value = self.integer(&entry, Rule::C3, 0, MAX_EP_ENTRY).map_or(*value, |ep| ep as u8);
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
            let path = match problem {
                RulesetProblem::SquareTaken(_) => "formation".to_owned(),
                RulesetProblem::BallWithoutPiece(_) => "formation.ball".to_owned(),
                RulesetProblem::CardRepeated(place) => format!("deck[{place}].id"),
                RulesetProblem::CardAfterPossession(place) => format!("deck[{place}].after_possession"),
                RulesetProblem::ExtraApSum(_) => "deck".to_owned(),
                // Has been refused above; a stand-in is no id either.
                RulesetProblem::CardId(_) => return,
                RulesetProblem::EndZoneRows(_)
                | RulesetProblem::TurnLimit
                | RulesetProblem::EpEntry { .. }
                | RulesetProblem::CardCost(..)
                | RulesetProblem::CardEffect(_) => String::new(),
            };
            let text = problem.to_string();
            let what = text.split_once(": ").map_or(text.as_str(), |(_, what)| what);
            self.refuse(&at.key(&path), problem.rule(), what);
        });
        spec
    }

    fn formation(&mut self, at: &At<'_>, formation: &mut Formation) {
        let Some([atk, def, ball]) = self.fields(at, ["atk", "def", "ball"]) else { return };
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
                let Some([shape, square]) = self.fields(item, ["shape", "square"]) else { continue };
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
        // No card can have such an id.
        let stand_in = CardId::from(&format!("?{place}")).unwrap_or_default();
        let mut card = Card { id: stand_in, cost: 0, effect: Effect::Leap, after_possession: false };
        let known = ["id", "cost", "effect", "after_possession"];
        let Some([id, cost, effect, after_possession]) = self.fields(at, known) else { return card };
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
            Some(cost) => card.cost = self.integer(&cost, Rule::Ruleset, 0, MAX_EP).unwrap_or(0),
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
        let [_, value] = self.fields(at, ["type", parameter])?;
        let Some(value) = value else {
            self.missing(at, parameter);
            return None;
        };
        match name {
            "extra_ap" => Some(Effect::ExtraAp { amount: self.integer(&value, Rule::C7, 1, MAX_EXTRA_AP)? as u8 }),
            "run" => Some(Effect::Run { distance: self.integer(&value, Rule::C7, 3, 4)? as u8 }),
            "direct_pass" => Some(Effect::DirectPass { range: self.integer(&value, Rule::C7, 1, MAX_RANGE)? as u8 }),
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
        ruleset.ok_or(JsonError { problems: reading.problems, offset: None })
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
