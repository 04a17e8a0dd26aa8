//! The games of a batch and the work on them, shared out among threads.

use ball_core::Position;
use rayon::ThreadPoolBuildError;

use super::rows::{Form, Rows};
use super::slot::{Settings, Slot};
use super::workers::Workers;
use crate::random::draw;

/// Parts that each thread finds to do: enough that none waits long for another.
const PARTS_PER_THREAD: usize = 8;
/// Fewer games than this are done before a second thread is awake.
const LEAST_PART: usize = 32;

#[derive(Debug)]
pub struct Games {
    pub slots: Vec<Slot>,
    pub workers: Workers,
}

impl Games {
    fn part_length(&self) -> usize {
        match self.workers.threads() {
            1 => self.slots.len(),
            threads => self.slots.len().div_ceil(threads * PARTS_PER_THREAD).max(LEAST_PART),
        }
    }

    /// Does `work` on each game with its number and rows.
    fn each(
        &mut self,
        mut rows: Rows<'_>,
        width: usize,
        work: impl Fn(usize, &mut Slot, Rows<'_>) + Sync,
    ) -> Result<(), ThreadPoolBuildError> {
        let length = self.part_length();
        let parts: Vec<_> = self
            .slots
            .chunks_mut(length)
            .enumerate()
            .map(|(place, slots)| (place * length, rows.cut(slots.len(), width), slots))
            .collect();
        self.workers.share(parts, |(start, mut rows, slots)| {
            for (place, slot) in slots.iter_mut().enumerate() {
                work(start + place, slot, rows.cut(1, width));
            }
        })
    }

    /// Starts every game anew, in these positions or as the settings say.
    pub fn restart(
        &mut self,
        settings: &Settings,
        form: Form,
        positions: Option<&[Position]>,
        (rows, width): (Rows<'_>, usize),
    ) -> Result<(), ThreadPoolBuildError> {
        self.each(rows, width, |place, slot, mut rows| {
            slot.restart(settings, positions.and_then(|positions| positions.get(place)));
            slot.ended = None;
            rows.write_untouched();
            rows.forget_end();
            rows.write_position(settings, form, slot);
        })
    }

    /// Writes what is to be seen of games that were put together from their parts.
    pub fn show(
        &mut self,
        settings: &Settings,
        form: Form,
        (rows, width): (Rows<'_>, usize),
    ) -> Result<(), ThreadPoolBuildError> {
        self.each(rows, width, |_, slot, mut rows| {
            if let Some(ended) = &slot.ended {
                rows.write_end(settings, form, ended);
            }
            rows.write_position(settings, form, slot);
        })
    }

    /// Plays one action in every game that `chosen` does not leave out; games that end start anew.
    pub fn step(
        &mut self,
        settings: &Settings,
        form: Form,
        actions: &[i64],
        chosen: Option<&[bool]>,
        (rows, width): (Rows<'_>, usize),
    ) -> Result<(), ThreadPoolBuildError> {
        self.each(rows, width, |place, slot, mut rows| {
            let number = actions.get(place).copied().filter(|_| chosen.is_none_or(|chosen| chosen[place]));
            let Some(number) = number else { return rows.write_untouched() };
            let done = slot.step(settings, number);
            rows.write_done(done, slot.decisions);
            if done.end.is_some() {
                rows.write_end(settings, form, &slot.position);
                slot.ended = Some(slot.position.clone());
                slot.restart(settings, None);
            } else if done.illegal {
                return;
            }
            rows.write_position(settings, form, slot);
        })
    }

    /// Draws a legal action for every game.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<(), ThreadPoolBuildError> {
        let length = self.part_length();
        let parts: Vec<_> = self.slots.chunks_mut(length).zip(actions.chunks_mut(length)).collect();
        self.workers.share(parts, |(slots, actions)| {
            for (slot, action) in slots.iter_mut().zip(actions) {
                // No game of a batch is over: it has a legal action.
                *action = draw(&slot.legal, &mut slot.random).map_or(-1, |number| number.index() as i64);
            }
        })
    }

    /// The games whose action is not legal.
    pub fn refused(&self, actions: &[i64], chosen: Option<&[bool]>) -> Vec<usize> {
        let left_out = |place: usize| chosen.is_some_and(|chosen| !chosen[place]);
        let games = self.slots.iter().zip(actions).enumerate();
        let refused = games.filter(|&(place, (slot, &number))| !left_out(place) && slot.legal_number(number).is_none());
        refused.map(|(place, _)| place).collect()
    }
}
