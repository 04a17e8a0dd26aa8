//! What must never change between releases: hashes, action numbers, sizes.

use ball_core::{ACTION_SPACE, Action, ActionNumber, LegalActions, Position, Ruleset};

#[test]
fn a_position_is_small_and_shareable() {
    fn is_send_and_sync<T: Send + Sync + 'static>() {}
    is_send_and_sync::<Position>();
    assert_eq!(size_of::<Position>(), 44);
    assert_eq!(size_of::<LegalActions>(), 136);
    assert!(size_of::<Action>() <= 8);
}

/// Each line of tests/stability/zobrist.tsv: ruleset, hash in hexadecimal, position.
#[test]
fn hashes_are_those_of_every_release() {
    let lines = include_str!("../../tests/stability/zobrist.tsv").lines();
    let mut count = 0;
    for line in lines {
        let fields: Vec<_> = line.split('\t').collect();
        let rules = if fields[0] == "cards" { Ruleset::cards() } else { Ruleset::standard() };
        let position = Position::parse(fields[2], &rules).unwrap();
        assert_eq!(format!("{:016x}", position.zobrist()), fields[1], "{}", fields[2]);
        count += 1;
    }
    assert!(count >= 40, "{count}");
}

/// Each line of tests/stability/numbers.tsv: side to move, number, action; of fixed positions that reach every row of
/// the table of the action space.
#[test]
fn action_numbers_are_those_of_every_release() {
    let rules = Ruleset::cards();
    let mut numbered = 0;
    for block in include_str!("../../tests/stability/numbers.tsv").split("\n\n") {
        let (position, lines) = block.trim().split_once('\n').unwrap();
        let position = Position::parse(position, &rules).unwrap();
        for line in lines.lines() {
            let (number, text) = line.split_once('\t').unwrap();
            let number = ActionNumber::new(number.parse().unwrap()).unwrap();
            let action = position.action(number).map(|action| action.display(&rules).to_string());
            assert_eq!(action.as_deref().unwrap_or("-"), text, "{number:?}");
            numbered += 1;
        }
    }
    assert_eq!(numbered, 2 * ACTION_SPACE);
}
