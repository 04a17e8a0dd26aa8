//! Threads that help with a step, where a caller asks for them.

use std::mem::ManuallyDrop;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rayon::ThreadPool;

/// To wake a thread that sleeps takes about as long as to step a hundred games, so for this long none does.
const PATIENCE: Duration = Duration::from_micros(50);

/// Waits for something that is about to happen, for a while.
fn watch(happened: impl Fn() -> bool) {
    let start = Instant::now();
    while !happened() && start.elapsed() < PATIENCE {
        // Gives way to whatever else has work to do.
        thread::yield_now();
    }
}

/// The threads besides the caller's own. After a fork the child has none of its parent's, and makes its own.
#[derive(Debug)]
pub struct Workers {
    pool: ManuallyDrop<Option<ThreadPool>>,
    threads: usize,
    process: u32,
    /// How often work has been shared out.
    rounds: Arc<AtomicUsize>,
}

impl Workers {
    /// So many threads in all; they start with the first work that is shared out.
    pub fn new(threads: usize) -> Self {
        Self { pool: ManuallyDrop::new(None), threads, process: process::id(), rounds: Arc::default() }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does `work` on each of the parts, in no particular order. Each thread begins with the parts that it had last
    /// time, if there are as many, and finds them in its cache; then it helps the others.
    pub fn share<T: Send>(
        &mut self,
        parts: Vec<T>,
        work: impl Fn(T) + Sync,
    ) -> Result<(), rayon::ThreadPoolBuildError> {
        if self.threads < 2 || parts.len() < 2 {
            parts.into_iter().for_each(work);
            return Ok(());
        }
        let threads = self.threads.min(parts.len());
        let share = parts.len().div_ceil(threads);
        let mut parts = parts.into_iter();
        let queues: Vec<_> = (0..threads).map(|_| Mutex::new(parts.by_ref().take(share).collect::<Vec<_>>())).collect();
        let take = |queue: &Mutex<Vec<T>>| queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let run = |thread: usize| {
            let (before, from_own) = queues.split_at(thread % threads);
            for queue in from_own.iter().chain(before) {
                while let Some(part) = take(queue) {
                    work(part);
                }
            }
        };
        let (rounds, ready) = (self.rounds.clone(), AtomicUsize::new(0));
        let round = rounds.fetch_add(1, Ordering::Relaxed) + 1;
        let help = || {
            run(rayon::current_thread_index().map_or(0, |helper| helper + 1));
            let rounds = rounds.clone();
            rayon::spawn(move || watch(|| rounds.load(Ordering::Relaxed) != round));
            ready.fetch_add(1, Ordering::Relaxed);
        };
        self.pool()?.in_place_scope(|scope| {
            (1..threads).for_each(|_| scope.spawn(|_| help()));
            run(0);
            watch(|| ready.load(Ordering::Relaxed) == threads - 1);
        });
        Ok(())
    }

    fn pool(&mut self) -> Result<&ThreadPool, rayon::ThreadPoolBuildError> {
        if self.process != process::id() {
            // What is left of the parent's pool waits for threads that are not here; it is never dropped.
            (self.pool, self.process) = (ManuallyDrop::new(None), process::id());
        }
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => rayon::ThreadPoolBuilder::new()
                .num_threads(self.threads - 1)
                .thread_name(|n| format!("ball-batch-{n}"))
                .build()?,
        };
        Ok(self.pool.insert(pool))
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if self.process == process::id() {
            drop(self.pool.take());
        }
    }
}
