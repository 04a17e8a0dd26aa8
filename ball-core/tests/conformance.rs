//! The conformance vectors of tests/conformance, made by an independent implementation.

mod common;

use ball_core::{Action, Game, Position, Record, Rule, Ruleset, perft, perft_one_by_one};
use common::{lines, objects, ruleset};
use serde_json::Value;

fn legal_texts(position: &Position, rules: &Ruleset) -> Vec<String> {
    let mut texts: Vec<_> =
        position.legal_actions(rules).iter().map(|action| action.display(rules).to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn positions_legal_actions_and_successors() {
    let cases = objects("conformance/positions.jsonl");
    assert_eq!(cases.len(), 800);
    for case in cases {
        let rules = ruleset(&case["ruleset"]);
        let text = case["position"].as_str().unwrap();
        let position = Position::parse(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.display(&rules).to_string(), text);
        let expected: Vec<_> = case["legal"].as_array().unwrap().iter().map(|a| a.as_str().unwrap()).collect();
        assert_eq!(legal_texts(&position, &rules), expected, "{text}");
        for (action, after) in case["after"].as_object().unwrap() {
            let mut next = position.clone();
            next.play(&rules, Action::parse(action, &rules).unwrap()).unwrap();
            assert_eq!(next.display(&rules).to_string(), after.as_str().unwrap(), "{text} {action}");
        }
    }
}

#[test]
fn perft_counts() {
    let mut counts = 0;
    for line in lines("conformance/perft.txt") {
        let fields: Vec<_> = line.split('\t').collect();
        let rules = ruleset(&Value::from(fields[0]));
        let position = Position::parse(fields[1], &rules).unwrap();
        for entry in fields[2].split(' ') {
            let (n, count) = entry.split_once('=').unwrap();
            let (n, count) = (n.parse().unwrap(), count.parse::<u64>().unwrap());
            assert_eq!(perft(&position, &rules, n), count, "{line}");
            assert_eq!(perft_one_by_one(&position, &rules, n), count, "{line}");
            counts += 1;
        }
    }
    assert_eq!(counts, 24);
}

#[test]
fn records_replay_to_their_results() {
    let records = lines("conformance/records.jsonl");
    assert_eq!(records.len(), 12);
    for line in records {
        let record = Record::from_json(&line).unwrap();
        let mut game = record.replay().unwrap_or_else(|error| panic!("{line}: {error}"));
        let again = Record::of_game(&game, record.tags.clone());
        assert_eq!(again.replay().unwrap(), game);
        assert_eq!(Record::from_json(&again.to_json()).unwrap(), again);
        while game.undo().is_some() {}
        assert_eq!(game, Game::from_position(game.rules().clone(), game.start().clone()));
    }
}

/// Reads or plays what must be refused; gives the rule that is cited.
fn refusal(case: &Value) -> Option<(Rule, String)> {
    let input = &case["input"];
    let error = match case["kind"].as_str().unwrap() {
        "position" => {
            let error = Position::parse(input.as_str().unwrap(), &ruleset(&case["ruleset"])).err()?;
            (error.rule(), error.to_string())
        }
        "action" => {
            let rules = ruleset(&case["ruleset"]);
            let position = Position::parse(case["position"].as_str().unwrap(), &rules).unwrap();
            let mut next = position.clone();
            let error = match Action::parse(input.as_str().unwrap(), &rules) {
                Ok(action) => next.play(&rules, action).map_err(|error| (error.rule(), error.to_string())).err()?,
                Err(error) => (error.rule(), error.to_string()),
            };
            assert_eq!(next, position);
            error
        }
        "ruleset" => {
            let error = Ruleset::from_json(&input.to_string()).err()?;
            (error.rule(), error.to_string())
        }
        "record" => match Record::from_json(&input.to_string()) {
            Ok(record) => record.replay().map_err(|error| (error.rule, error.to_string())).err()?,
            Err(error) => (error.rule(), error.to_string()),
        },
        kind => panic!("unknown kind {kind}"),
    };
    Some(error)
}

#[test]
fn refused_inputs() {
    let cases = objects("conformance/refused.jsonl");
    assert_eq!(cases.len(), 60);
    let mut failures = Vec::new();
    for case in cases {
        // The reason begins with the rules, as in "D1, M1: an X can't dodge along a column".
        let why = case["why"].as_str().unwrap();
        let (rules, _) = why.split_once(": ").unwrap();
        match refusal(&case) {
            None => failures.push(format!("accepted: {why}")),
            Some((rule, error)) if !rules.split(", ").any(|cited| cited == rule.id()) => {
                failures.push(format!("{why}\n    refused by {error}"));
            }
            Some(_) => {}
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
