//! What a step writes about each game, as slices of the arrays that the caller reads.

use ball_core::{ACTION_SPACE, Outcome, Position, Team};

use super::slot::{Done, End, Settings, Slot};

/// What is written of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Nothing,
    Planes,
    Vector,
}

impl Form {
    const NAMES: [(Self, Option<&'static str>); 3] =
        [(Self::Nothing, None), (Self::Planes, Some("planes")), (Self::Vector, Some("vector"))];

    pub fn from_name(name: Option<&str>) -> Option<Self> {
        Self::NAMES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.iter().find(|entry| entry.0 == self).and_then(|entry| entry.1)
    }

    fn write(self, settings: &Settings, position: &Position, entries: &mut [u8]) {
        let (rules, view) = (&settings.rules, position.team());
        // The arrays were made in the right size.
        match self {
            Self::Nothing => {}
            Self::Planes => position.observe_planes(rules, view, entries).unwrap_or_default(),
            Self::Vector => position.observe_vector(rules, view, entries).unwrap_or_default(),
        }
    }
}

/// Cuts the first `n` rows of `width` entries off a slice.
fn cut<'a, T>(slice: &mut &'a mut [T], n: usize, width: usize) -> &'a mut [T] {
    let whole = std::mem::take(slice);
    let (head, tail) = whole.split_at_mut((n * width).min(whole.len()));
    *slice = tail;
    head
}

/// The rows of some games. `observation`, `final_observation` and `mask` may be empty.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    pub observation: &'a mut [u8],
    pub final_observation: &'a mut [u8],
    pub mask: &'a mut [u8],
    pub to_move: &'a mut [i8],
    pub final_to_move: &'a mut [i8],
    pub reward: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub illegal: &'a mut [bool],
    pub outcome: &'a mut [i8],
    pub final_length: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// Cuts the rows of the first `n` games off; an observation has `width` entries.
    pub fn cut(&mut self, n: usize, width: usize) -> Self {
        Self {
            observation: cut(&mut self.observation, n, width),
            final_observation: cut(&mut self.final_observation, n, width),
            mask: cut(&mut self.mask, n, ACTION_SPACE),
            to_move: cut(&mut self.to_move, n, 1),
            final_to_move: cut(&mut self.final_to_move, n, 1),
            reward: cut(&mut self.reward, n, 2),
            terminated: cut(&mut self.terminated, n, 1),
            truncated: cut(&mut self.truncated, n, 1),
            illegal: cut(&mut self.illegal, n, 1),
            outcome: cut(&mut self.outcome, n, 1),
            final_length: cut(&mut self.final_length, n, 1),
        }
    }
}

/// A slice with at least one entry gets a value in its first.
fn put<T>(slice: &mut [T], value: T) {
    if let Some(entry) = slice.first_mut() {
        *entry = value;
    }
}

/// The rows of one game.
impl Rows<'_> {
    /// What is to be seen of the game now.
    pub fn write_position(&mut self, settings: &Settings, form: Form, slot: &Slot) {
        put(self.to_move, slot.position.team() as i8);
        form.write(settings, &slot.position, self.observation);
        if let Ok(mask) = <&mut [u8; ACTION_SPACE]>::try_from(&mut *self.mask) {
            slot.legal.write_mask(mask);
        }
    }

    /// What is to be seen of a game that has ended, before a new one starts.
    pub fn write_end(&mut self, settings: &Settings, form: Form, position: &Position) {
        put(self.final_to_move, position.team() as i8);
        form.write(settings, position, self.final_observation);
    }

    /// No game has ended yet.
    pub fn forget_end(&mut self) {
        self.final_observation.fill(0);
        put(self.final_to_move, 0);
        put(self.final_length, 0);
    }

    /// What a step did.
    pub fn write_done(&mut self, done: Done, length: u32) {
        self.reward.copy_from_slice(&[done.reward, 0.0 - done.reward]);
        put(self.terminated, matches!(done.end, Some(End::Over(_) | End::Forfeited(_))));
        put(self.truncated, done.end == Some(End::Truncated));
        put(self.illegal, done.illegal);
        let won_by = |team: Team| team as i8;
        let outcome = match done.end {
            Some(End::Over(Outcome::Win(team))) => won_by(team),
            Some(End::Over(Outcome::Draw)) => 2,
            Some(End::Forfeited(team)) => won_by(team.other()),
            Some(End::Truncated) | None => -1,
        };
        put(self.outcome, outcome);
        if done.end.is_some() {
            put(self.final_length, i32::try_from(length).unwrap_or(i32::MAX));
        }
    }

    /// Nothing was done.
    pub fn write_untouched(&mut self) {
        self.write_done(Done { reward: 0.0, end: None, illegal: false }, 0);
    }
}
