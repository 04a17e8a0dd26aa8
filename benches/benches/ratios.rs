//! BALL beside cozy-chess as ratios: the two take turns, so that a change in the machine's speed meets both.
//!
//! `cargo bench -p ball-benches --bench ratios [-- SECONDS]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use ball_benches::WORK;

/// Items per second over at least this time.
fn rate(work: fn() -> u64, time: Duration) -> f64 {
    let (start, mut items) = (Instant::now(), 0);
    while start.elapsed() < time {
        items += black_box(work());
    }
    items as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    const ROUNDS: usize = 9;
    let seconds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(9.0);
    let slice = Duration::from_secs_f64(seconds / (2 * ROUNDS) as f64);
    println!("{:<42} {:>12} {:>14} {:>7}", "per second", "ball", "cozy-chess", "ratio");
    for work in WORK {
        let rounds: Vec<_> = (0..ROUNDS).map(|_| (rate(work.ball, slice), rate(work.chess, slice))).collect();
        let ball = median(rounds.iter().map(|round| round.0).collect());
        let chess = median(rounds.iter().map(|round| round.1).collect());
        let ratio = median(rounds.iter().map(|round| round.0 / round.1).collect());
        println!("{:<42} {ball:>12.0} {chess:>14.0} {ratio:>7.2}", work.name);
    }
}
