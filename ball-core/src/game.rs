//! Games: a position with its history.

use alloc::vec::Vec;

use crate::action::Action;
use crate::event::{EventSink, NoEvents};
use crate::position::{Outcome, Position};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;

/// A game: ruleset, start, every action played, and undo.
///
/// ```
/// use ball_core::{Game, Ruleset};
/// let mut game = Game::new(Ruleset::standard());
/// let action = game.position().parse_action("H11-G10", game.rules())?;
/// game.play(action)?;
/// assert_eq!(game.actions().count(), 1);
/// assert_eq!(game.undo(), Some(action));
/// assert_eq!(game.position(), game.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Ruleset,
    position: Position,
    /// Each action with the position it was played in.
    history: Vec<(Position, Action)>,
}

impl Game {
    /// A game from the ruleset's formation.
    #[must_use]
    pub fn new(rules: Ruleset) -> Self {
        let position = Position::start(&rules);
        Self::from_position(rules, position)
    }

    /// A game that starts in a position of this ruleset.
    #[must_use]
    pub const fn from_position(rules: Ruleset, position: Position) -> Self {
        Self { rules, position, history: Vec::new() }
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game started in.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.history.first().map_or(&self.position, |(start, _)| start)
    }

    /// The actions played, in order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> + ExactSizeIterator + '_ {
        self.history.iter().map(|&(_, action)| action)
    }

    /// The position after `ply` actions, from 0 (the start) to the number of actions (now).
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match self.history.get(ply) {
            Some((position, _)) => Some(position),
            None if ply == self.history.len() => Some(&self.position),
            None => None,
        }
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Plays an action.
    ///
    /// # Errors
    /// The rule that forbids it; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), Refusal> {
        self.play_with(action, &mut NoEvents)
    }

    /// Plays an action and reports what happens.
    ///
    /// # Errors
    /// The rule that forbids it; the game is then unchanged and nothing is reported.
    pub fn play_with(&mut self, action: Action, events: &mut impl EventSink) -> Result<(), Refusal> {
        let before = self.position.clone();
        self.position.play_with(&self.rules, action, events)?;
        self.history.push((before, action));
        Ok(())
    }

    /// Takes back the last action, whatever ended by itself with it, and gives it.
    pub fn undo(&mut self) -> Option<Action> {
        let (position, action) = self.history.pop()?;
        self.position = position;
        Some(action)
    }
}
