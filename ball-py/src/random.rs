//! Whatever is drawn: the same for the same seed, on every platform.

use ball_core::{ActionNumber, LegalActions, Position, Ruleset};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generators of games by their numbers; a game has the same among any number of games.
pub fn generators(seed: u64) -> impl Iterator<Item = Xoshiro256PlusPlus> {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::repeat_with(move || Xoshiro256PlusPlus::seed_from_u64(seeds.next_u64()))
}

/// A number below `n`, drawn evenly as far as 32 bits allow.
pub fn below(random: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}

/// A legal action drawn evenly, none at the end.
pub fn draw(legal: &LegalActions, random: &mut Xoshiro256PlusPlus) -> Option<ActionNumber> {
    legal.number(below(random, legal.len()))
}

/// Plays random actions until the game is over or so many turns are; gives the number of decisions.
pub fn playout(position: &mut Position, rules: &Ruleset, seed: u64, max_turns: Option<u16>) -> u32 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (first, mut decisions) = (position.turn(), 0);
    while max_turns.is_none_or(|limit| position.turn() - first < limit) {
        let legal = position.legal_actions(rules);
        let Some(action) = legal.get(below(&mut random, legal.len())) else { break };
        position.play_unchecked(rules, action);
        decisions += 1;
    }
    decisions
}
