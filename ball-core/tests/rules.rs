//! The rule cases of tests/rules: small positions that pin one rule each, by id.

mod common;

use ball_core::{Action, ActionNumber, Position, PositionError, Rule, Ruleset, perft};
use common::{lines, objects, ruleset, texts};
use serde_json::Value;

const CHAPTERS: [&str; 7] = ["board", "turn", "movement", "contact", "ball", "unlock", "cards"];

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
    for chapter in CHAPTERS {
        for (i, case) in objects(&format!("rules/{chapter}.jsonl")).iter().enumerate() {
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
fn chapter_10_positions_are_refused_for_their_reason() {
    let mut failures = Vec::new();
    for case in objects("rules/refused-positions.jsonl") {
        let text = case["position"].as_str().unwrap();
        match Position::parse(text, &ruleset(&case["ruleset"])) {
            Ok(_) => failures.push(format!("accepted: {case}")),
            Err(error) if !texts(&case["rules"]).contains(&error.rule().id()) => {
                failures.push(format!("refused by {error}: {case}"));
            }
            // Each is one step away from an accepted text, so that there is one reason.
            Err(PositionError::Invalid { count, problems }) if count != 1 => {
                failures.push(format!("{count} reasons, {problems:?}: {case}"));
            }
            Err(error) => assert!(error.offset(text) <= text.len()),
        }
    }
    assert!(failures.is_empty(), "{} differences\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn chapter_9_rulesets_are_refused_for_their_reason() {
    let mut failures = Vec::new();
    // The text is taken from the line itself: reading and writing it would turn 2.0 and 1e2 into other numbers.
    for line in lines("rules/refused-rulesets.jsonl") {
        let case: Value = serde_json::from_str(&line).unwrap();
        let start = line.find("\"ruleset\":").unwrap() + "\"ruleset\":".len();
        let text = line[start..].trim().strip_suffix('}').unwrap();
        match Ruleset::from_json(text) {
            Ok(_) => failures.push(format!("accepted: {line}")),
            Err(error) if !texts(&case["rules"]).contains(&error.rule().id()) => {
                failures.push(format!("refused by {error}: {line}"));
            }
            Err(error) if error.problems.len() != 1 => failures.push(format!("several reasons, {error}: {line}")),
            Err(_) => {}
        }
    }
    assert!(failures.is_empty(), "{} differences\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_is_pinned_by_a_case() {
    let files = CHAPTERS.into_iter().chain(["refused-positions", "refused-rulesets"]);
    let cases: Vec<_> = files.flat_map(|file| objects(&format!("rules/{file}.jsonl"))).collect();
    // Records have cases of their own in tests/conformance.
    for rule in Rule::ALL.iter().filter(|&&rule| rule != Rule::Record) {
        assert!(cases.iter().any(|case| texts(&case["rules"]).contains(&rule.id())), "no case for {rule}");
    }
}
