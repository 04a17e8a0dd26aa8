//! Time per item of BALL and of cozy-chess, by divan.

use ball_benches::{WORK, Work, ball};
use ball_core::{Position, Record, Ruleset};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

#[divan::bench(args = WORK)]
fn of_ball(bencher: Bencher<'_, '_>, work: Work) {
    bencher.counter(ItemsCount::new((work.ball)())).bench(work.ball);
}

#[divan::bench(args = WORK)]
fn of_cozy_chess(bencher: Bencher<'_, '_>, work: Work) {
    bencher.counter(ItemsCount::new((work.chess)())).bench(work.chess);
}

#[divan::bench]
fn random_steps_with_cards(bencher: Bencher<'_, '_>) {
    let rules = Ruleset::cards();
    let steps = ball::random_play(&rules, 0..50);
    bencher.counter(ItemsCount::new(steps)).bench(|| ball::random_play(black_box(&rules), 0..50));
}

#[divan::bench]
fn hash(bencher: Bencher<'_, '_>) {
    let position = Position::start(&Ruleset::standard());
    bencher.bench(|| black_box(&position).zobrist());
}

#[divan::bench]
fn read_and_print_a_position(bencher: Bencher<'_, '_>) {
    let rules = Ruleset::cards();
    let text = Position::start(&rules).display(&rules).to_string();
    bencher.bench(|| Position::parse(black_box(&text), &rules).map(|position| position.display(&rules).to_string()));
}

#[divan::bench]
fn replay_a_record(bencher: Bencher<'_, '_>) {
    let line = include_str!("../../examples/game.jsonl");
    bencher.bench(|| Record::from_json(black_box(line)).map(|record| record.replay()));
}
