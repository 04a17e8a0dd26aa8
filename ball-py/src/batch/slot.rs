//! One game of a batch: where it starts, what a step does to it, and what a step pays.

use ball_core::{ActionNumber, LegalActions, Outcome, Position, Ruleset, Team};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::position::advance;
use crate::random::{below, draw};

/// What becomes of a game in which the coach to move gives a number that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// The whole step is refused.
    Error,
    /// The coach loses the game.
    Lose,
    /// Nothing happens in it.
    Ignore,
}

impl OnIllegal {
    const NAMES: [(Self, &str); 3] = [(Self::Error, "error"), (Self::Lose, "lose"), (Self::Ignore, "ignore")];

    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|entry| entry.0 == self).map_or("", |entry| entry.1)
    }
}

/// What all games of a batch have in common.
#[derive(Clone, Debug)]
pub struct Settings {
    pub rules: std::sync::Arc<Ruleset>,
    /// Turns after which a game is truncated.
    pub max_turns: Option<u16>,
    /// Where games start, drawn evenly; never empty.
    pub starts: Vec<Position>,
    /// Random decisions played before a game is handed over.
    pub opening: u16,
    pub on_illegal: OnIllegal,
    /// Weight of the reward for the ball's advance, and the discount it is made for.
    pub shaping: f32,
    pub discount: f32,
}

/// How a game ended in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Over(Outcome),
    /// Lost by an illegal action of this team.
    Forfeited(Team),
    Truncated,
}

/// What a step did to a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// Rewards of ATK; DEF's are the opposite.
    pub reward: f32,
    pub end: Option<End>,
    pub illegal: bool,
}

/// One game of a batch.
#[derive(Clone, Debug)]
pub struct Slot {
    pub position: Position,
    pub legal: LegalActions,
    pub random: Xoshiro256PlusPlus,
    /// Number of the turn the game was handed over in.
    pub first_turn: u16,
    /// Decisions since then.
    pub decisions: u32,
    /// Where the last game that ended was left.
    pub ended: Option<Position>,
}

impl Slot {
    /// A game of the formation; `restart` starts one as the settings say.
    pub fn new(settings: &Settings, random: Xoshiro256PlusPlus) -> Self {
        let position = Position::start(&settings.rules);
        let legal = position.legal_actions(&settings.rules);
        Self { position, legal, random, first_turn: 1, decisions: 0, ended: None }
    }

    /// Starts a new game, in a given position or as the settings say.
    pub fn restart(&mut self, settings: &Settings, start: Option<&Position>) {
        let starts = &settings.starts;
        let place = if starts.len() > 1 && start.is_none() { below(&mut self.random, starts.len()) } else { 0 };
        if let Some(position) = start.or_else(|| starts.get(place)) {
            self.position = position.clone();
        }
        self.legal = self.position.legal_actions(&settings.rules);
        if start.is_none() {
            self.open(settings);
        }
        (self.first_turn, self.decisions) = (self.position.turn(), 0);
    }

    /// Plays the random opening; it stops short of an action that would end the game.
    fn open(&mut self, settings: &Settings) {
        for _ in 0..settings.opening {
            let Some(number) = draw(&self.legal, &mut self.random) else { break };
            let Some(action) = self.position.action(number) else { break };
            let mut next = self.position.clone();
            next.play_unchecked(&settings.rules, action);
            if next.outcome().is_some() {
                break;
            }
            self.legal = next.legal_actions(&settings.rules);
            self.position = next;
        }
    }

    /// The action with this number, if it is legal.
    pub fn legal_number(&self, number: i64) -> Option<ActionNumber> {
        let number = u16::try_from(number).ok().and_then(ActionNumber::new)?;
        self.legal.contains_number(number).then_some(number)
    }

    /// Plays the action with this number. A game that ends is not started anew here.
    pub fn step(&mut self, settings: &Settings, number: i64) -> Done {
        let action = self.legal_number(number).and_then(|number| self.position.action(number));
        let Some(action) = action else {
            let loser = self.position.team();
            return match settings.on_illegal {
                OnIllegal::Lose => {
                    let reward = win(loser.other()) - self.potential(settings);
                    Done { reward, end: Some(End::Forfeited(loser)), illegal: true }
                }
                OnIllegal::Ignore | OnIllegal::Error => Done { reward: 0.0, end: None, illegal: true },
            };
        };
        let before = self.potential(settings);
        self.position.play_unchecked(&settings.rules, action);
        self.legal = self.position.legal_actions(&settings.rules);
        self.decisions = self.decisions.saturating_add(1);
        if let Some(outcome) = self.position.outcome() {
            // The potential of an ended game is 0, or shaping would change what is best.
            let reward = outcome.winner().map_or(0.0, win) - before;
            return Done { reward, end: Some(End::Over(outcome)), illegal: false };
        }
        let turns = self.position.turn() - self.first_turn;
        let truncated = settings.max_turns.is_some_and(|limit| turns >= limit);
        let reward = settings.discount * self.potential(settings) - before;
        Done { reward, end: truncated.then_some(End::Truncated), illegal: false }
    }

    /// The potential of shaping for ATK; DEF's is the opposite.
    fn potential(&self, settings: &Settings) -> f32 {
        if settings.shaping == 0.0 { 0.0 } else { settings.shaping * advance(&self.position) }
    }
}

/// ATK's reward when this team wins.
fn win(team: Team) -> f32 {
    match team {
        Team::Atk => 1.0,
        Team::Def => -1.0,
    }
}
