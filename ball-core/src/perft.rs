//! Counting sequences of decisions (chapter 10).

use crate::position::Position;
use crate::ruleset::Ruleset;

/// Number of sequences of exactly `n` decisions from a position; those that end the game earlier don't count.
///
/// The count stops growing at `u64::MAX`. The last decision is counted, not played. [`perft_one_by_one`] plays it too.
///
/// ```
/// use ball_core::{Position, Ruleset, perft};
/// let rules = Ruleset::standard();
/// assert_eq!(perft(&Position::start(&rules), &rules, 2), 3143);
/// ```
#[must_use]
pub fn perft(position: &Position, rules: &Ruleset, n: u8) -> u64 {
    match n {
        0 => 1,
        1 => position.count_legal(rules) as u64,
        _ => split(position, rules, n, perft),
    }
}

/// [`perft`] that plays every decision, the last included: slower, and a test of playing.
#[must_use]
pub fn perft_one_by_one(position: &Position, rules: &Ruleset, n: u8) -> u64 {
    if n == 0 { 1 } else { split(position, rules, n, perft_one_by_one) }
}

fn split(position: &Position, rules: &Ruleset, n: u8, below: fn(&Position, &Ruleset, u8) -> u64) -> u64 {
    let after = |action| {
        let mut next = position.clone();
        next.play_unchecked(rules, action);
        below(&next, rules, n - 1)
    };
    position.legal_actions(rules).iter().map(after).fold(0, u64::saturating_add)
}
