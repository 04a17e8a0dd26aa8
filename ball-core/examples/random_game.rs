//! Plays a game at random and prints it in notation: `cargo run -p ball-core --example random_game [SEED]`.

use ball_core::{Events, Position, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut seed: u64 = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let rules = Ruleset::cards();
    let mut position = Position::start(&rules);
    while position.outcome().is_none() {
        let legal = position.legal_actions(&rules);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(action) = legal.get((seed >> 33) as usize % legal.len()) else { break };
        let mut events = Events::new();
        position.play_with(&rules, action, &mut events)?;
        println!("{}", action.display(&rules));
        for event in events {
            println!("    {}", event.display(&rules));
        }
    }
    println!("{}", position.display(&rules));
    Ok(())
}
