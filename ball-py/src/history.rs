//! The history of a game, which its copies share.

use std::fmt;
use std::iter;
use std::ptr;
use std::sync::Arc;

use ball_core::{Action, Position};

/// A position of a game with all that led to it. It never changes: games with the same past share it, so that a copy
/// takes as long after a thousand actions as after none.
pub struct Moment {
    pub position: Position,
    /// Number of actions that led here.
    pub ply: usize,
    /// The last of them and the moment it was played in; nothing at the start.
    pub before: Option<(Action, Arc<Self>)>,
}

impl Moment {
    pub fn start(position: Position) -> Arc<Self> {
        Arc::new(Self { position, ply: 0, before: None })
    }

    /// The moment after an action that leads to this position.
    pub fn next(before: Arc<Self>, action: Action, position: Position) -> Arc<Self> {
        Arc::new(Self { position, ply: before.ply + 1, before: Some((action, before)) })
    }

    /// This moment, the one before it, and so on to the start.
    fn back(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |moment| moment.before.as_ref().map(|(_, before)| &**before))
    }

    fn action(&self) -> Option<Action> {
        self.before.as_ref().map(|&(action, _)| action)
    }

    /// The moment after the first `ply` actions, if there were so many.
    pub fn at(&self, ply: usize) -> Option<&Self> {
        self.back().nth(self.ply.checked_sub(ply)?)
    }

    /// The actions that led here, in order.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions: Vec<_> = self.back().filter_map(Self::action).collect();
        actions.reverse();
        actions
    }

    /// Whether the same actions led here and there.
    pub fn has_actions_of(&self, other: &Self) -> bool {
        let apart = self.back().zip(other.back()).take_while(|&(mine, theirs)| !ptr::eq(mine, theirs));
        self.ply == other.ply && apart.into_iter().all(|(mine, theirs)| mine.action() == theirs.action())
    }
}

impl fmt::Debug for Moment {
    /// Without what was before, of which a long game would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moment").field("position", &self.position).field("ply", &self.ply).finish_non_exhaustive()
    }
}

impl Drop for Moment {
    /// One by one: dropping each from within the one after it would take the stack of a long game.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some((_, moment)) = before {
            // Only of what no other game has.
            before = Arc::into_inner(moment).and_then(|mut moment| moment.before.take());
        }
    }
}
