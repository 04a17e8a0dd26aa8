//! A smoke run of fuzzing: good texts, mutated a little, are read or refused, never more than that.
//!
//! What is still accepted must round-trip. `BALL_MUTATIONS` sets how many are tried per kind of text.

mod common;

use ball_core::{Action, Position, Record, Ruleset};
use common::objects;
use serde_json::Value;

/// SplitMix64, so that a failure can be tried again.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// One to four small changes to one of the texts, with parts of another.
    fn mutated(&mut self, texts: &[String]) -> String {
        const TOKENS: [&str; 16] =
            ["0", "-1", "65536", "1e9", "null", "[]", "{}", "\"\"", "*", "^", "+", "-", " ", "A1", "é", "\u{0}"];
        let mut text: Vec<char> = texts[self.below(texts.len())].chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(text.len() + 1);
            let to = (at + self.below(8)).min(text.len());
            match self.below(5) {
                0 => drop(text.drain(at..to)),
                1 => drop(text.splice(at..at, TOKENS[self.below(TOKENS.len())].chars())),
                2 => drop(text.splice(at..to, TOKENS[self.below(TOKENS.len())].chars())),
                3 => {
                    let other: Vec<char> = texts[self.below(texts.len())].chars().collect();
                    let from = self.below(other.len() + 1);
                    let until = (from + self.below(40)).min(other.len());
                    drop(text.splice(at..to, other[from..until].iter().copied()));
                }
                _ => {
                    if let Some(character) = text.get_mut(at) {
                        *character = char::from(32 + self.below(95) as u8);
                    }
                }
            }
        }
        text.into_iter().collect()
    }
}

fn tries() -> usize {
    std::env::var("BALL_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(4000)
}

#[test]
fn positions_and_actions() {
    let cases = objects("conformance/positions.jsonl");
    let rules = [Ruleset::standard(), Ruleset::cards()];
    let positions: Vec<_> = cases.iter().map(|case| case["position"].as_str().unwrap().to_owned()).collect();
    let actions: Vec<_> = cases
        .iter()
        .flat_map(|case| case["legal"].as_array().unwrap().iter().take(5))
        .map(|action| action.as_str().unwrap().to_owned())
        .collect();
    let (mut draws, mut accepted) = (Draws(1), 0);
    for _ in 0..tries() {
        let (text, action) = (draws.mutated(&positions), draws.mutated(&actions));
        for rules in &rules {
            match Position::parse(&text, rules) {
                Ok(position) => {
                    accepted += 1;
                    assert_eq!(position.display(rules).to_string(), text);
                    let legal = position.legal_actions(rules);
                    assert_eq!(legal.is_empty(), position.outcome().is_some(), "{text}");
                    for action in &legal {
                        let mut next = position.clone();
                        next.play(rules, action).unwrap();
                        assert_eq!(Position::parse(&next.display(rules).to_string(), rules), Ok(next), "{text}");
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty() && error.offset(&text) <= text.len()),
            }
            match Action::parse(&action, rules) {
                Ok(read) => assert_eq!(read.display(rules).to_string(), action),
                Err(error) => assert!(error.offset() <= action.len()),
            }
        }
    }
    assert!(accepted > 0);
}

#[test]
fn rulesets_and_records() {
    let refused = objects("conformance/refused.jsonl");
    let rulesets: Vec<_> =
        refused.iter().filter(|case| case["kind"] == "ruleset").map(|case| case["input"].to_string()).collect();
    let mut records: Vec<_> =
        refused.iter().filter(|case| case["kind"] == "record").map(|case| case["input"].to_string()).collect();
    records.extend(objects("conformance/records.jsonl").iter().map(Value::to_string));
    let mut draws = Draws(2);
    for _ in 0..tries() {
        match Ruleset::from_json(&draws.mutated(&rulesets)) {
            Ok(rules) => assert_eq!(Ruleset::from_json(&rules.to_json()), Ok(rules)),
            Err(error) => assert!(!error.problems.is_empty()),
        }
        match Record::from_json(&draws.mutated(&records)) {
            Ok(record) => {
                if let Ok(game) = record.replay() {
                    assert_eq!(game.outcome(), record.result);
                }
            }
            Err(error) => assert!(!error.problems.is_empty()),
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    for text in ["[".repeat(100_000), "{\"deck\":".repeat(100_000)] {
        assert!(Ruleset::from_json(&text).is_err());
        assert!(Record::from_json(&text).is_err());
    }
}
