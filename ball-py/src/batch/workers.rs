//! Threads that help with a step, where a caller asks for them.

use std::mem::ManuallyDrop;
use std::process;
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;

/// The threads besides the caller's own. After a fork the child has none of its parent's, and makes its own.
#[derive(Debug)]
pub struct Workers {
    pool: ManuallyDrop<Option<ThreadPool>>,
    threads: usize,
    process: u32,
}

impl Workers {
    /// So many threads in all; they start with the first work that is shared out.
    pub fn new(threads: usize) -> Self {
        Self { pool: ManuallyDrop::new(None), threads, process: process::id() }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does `work` on each of the parts, in no particular order.
    pub fn share<T: Send>(
        &mut self,
        parts: Vec<T>,
        work: impl Fn(T) + Sync,
    ) -> Result<(), rayon::ThreadPoolBuildError> {
        if self.threads < 2 || parts.len() < 2 {
            parts.into_iter().for_each(work);
            return Ok(());
        }
        let helpers = (self.threads - 1).min(parts.len() - 1);
        let queue = Mutex::new(parts.into_iter());
        let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let run = || {
            while let Some(part) = take() {
                work(part);
            }
        };
        self.pool()?.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| run());
            }
            run();
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
