//! The rule cases of tests/rules: small positions that pin one rule each, by id.

use std::fs;
use std::path::PathBuf;

use ball_core::{Action, ActionNumber, Position, Rule, Ruleset, perft};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/rules")
}

fn cases(name: &str) -> Vec<Value> {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ruleset(value: &Value) -> Ruleset {
    match value.as_str() {
        Some("standard") => Ruleset::standard(),
        Some("cards") => Ruleset::cards(),
        _ => Ruleset::from_json(&value.to_string()).unwrap(),
    }
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().map(|item| item.as_str().unwrap()).collect(),
        _ => panic!("{value} is neither a text nor a list of texts"),
    }
}

/// Plays the case; gives every difference.
fn differences(case: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let rules = ruleset(&case["ruleset"]);
    let text = case["position"].as_str().unwrap();
    let position = match Position::parse(text, &rules) {
        Ok(position) => position,
        Err(error) => return vec![format!("refused: {error}")],
    };
    if position.display(&rules).to_string() != text {
        found.push(format!("printed as {}", position.display(&rules)));
    }
    let mut legal: Vec<_> =
        position.legal_actions(&rules).iter().map(|action| action.display(&rules).to_string()).collect();
    legal.sort();
    if let Some(expected) = case.get("legal") {
        let expected = texts(expected);
        if legal != expected {
            let missing: Vec<_> = expected.iter().filter(|a| !legal.iter().any(|b| b == *a)).collect();
            let extra: Vec<_> = legal.iter().filter(|a| !expected.contains(&a.as_str())).collect();
            found.push(format!("legal: missing {missing:?}, too many {extra:?}"));
        }
    }
    for action in case.get("can").map(texts).unwrap_or_default() {
        if !legal.iter().any(|other| other == action) {
            found.push(format!("{action} is not legal"));
        }
    }
    for (text, expected) in case.get("cannot").and_then(Value::as_object).into_iter().flatten() {
        let mut next = position.clone();
        let refused = match Action::parse(text, &rules) {
            Ok(action) => next.play(&rules, action).map_err(|error| (error.rule(), error.to_string())),
            Err(error) => Err((error.rule(), error.to_string())),
        };
        match refused {
            Ok(()) => found.push(format!("{text} is played")),
            Err((rule, error)) if !texts(expected).contains(&rule.id()) => {
                found.push(format!("{text} is refused by {error}, not by {expected}"));
            }
            Err(_) if next != position => found.push(format!("{text} is refused but changes the position")),
            Err(_) => {}
        }
    }
    for (text, expected) in case.get("after").and_then(Value::as_object).into_iter().flatten() {
        let mut next = position.clone();
        match Action::parse(text, &rules)
            .map_err(|error| error.to_string())
            .and_then(|action| next.play(&rules, action).map_err(|error| error.to_string()))
        {
            Ok(()) if next.display(&rules).to_string() == expected.as_str().unwrap() => {}
            Ok(()) => found.push(format!(
                "{text} leads to\n      {}, not\n      {}",
                next.display(&rules),
                expected.as_str().unwrap()
            )),
            Err(error) => found.push(format!("{text}: {error}")),
        }
    }
    for (n, expected) in case.get("perft").and_then(Value::as_object).into_iter().flatten() {
        let count = perft(&position, &rules, n.parse().unwrap());
        if Some(count) != expected.as_u64() {
            found.push(format!("perft {n} is {count}, not {expected}"));
        }
    }
    // Both ways to tell legality agree on everything that has a number.
    let legal = position.legal_actions(&rules);
    for action in (0..945).filter_map(ActionNumber::new).filter_map(|number| position.action(number)) {
        let listed = position.action_number(action).is_some_and(|number| legal.contains_number(number));
        if position.is_legal(&rules, action) != listed || legal.contains(action) != listed {
            found.push(format!("{} is {}listed", action.display(&rules), if listed { "" } else { "not " }));
        }
    }
    found
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    let mut count = 0;
    for chapter in ["board", "turn", "movement", "contact", "ball", "unlock", "cards"] {
        for (i, case) in cases(&format!("{chapter}.jsonl")).iter().enumerate() {
            count += 1;
            for difference in differences(case) {
                failures.push(format!(
                    "{chapter}:{} {} {}\n    {}\n    {difference}",
                    i + 1,
                    case["rules"],
                    case["why"],
                    case["position"]
                ));
            }
        }
    }
    assert!(count > 200, "{count} cases");
    assert!(failures.is_empty(), "{} differences\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn chapter_10_positions_are_refused() {
    let mut accepted = Vec::new();
    for case in cases("refused-positions.jsonl") {
        if Position::parse(case["position"].as_str().unwrap(), &ruleset(&case["ruleset"])).is_ok() {
            accepted.push(format!("{} {}", case["why"], case["position"]));
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

#[test]
fn chapter_9_rulesets_are_refused() {
    let mut accepted = Vec::new();
    // The text is taken from the line itself: reading and writing it would turn 2.0 and 1e2 into other numbers.
    for line in fs::read_to_string(folder().join("refused-rulesets.jsonl")).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let start = line.find("\"ruleset\":").unwrap() + "\"ruleset\":".len();
        let text = line[start..].trim().strip_suffix('}').unwrap();
        if Ruleset::from_json(text).is_ok() {
            accepted.push(format!("{} {text}", case["why"]));
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

#[test]
fn every_rule_is_pinned_by_a_case() {
    let mut cited = String::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            for case in cases(path.file_name().unwrap().to_str().unwrap()) {
                cited.push_str(&case["rules"].to_string());
            }
        }
    }
    // Records have cases of their own in tests/conformance.
    for rule in Rule::ALL.iter().filter(|&&rule| rule != Rule::Record) {
        assert!(cited.contains(&format!("\"{rule}\"")), "no case for {rule}");
    }
}
