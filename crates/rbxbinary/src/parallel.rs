//! Work on several threads.

use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// The number of bytes from which several threads save time.
pub(crate) const WORTH: usize = 1 << 20;

/// Returns true if work is shared among threads when at most `n_threads` are allowed.
pub(crate) const fn is_shared(n_threads: usize) -> bool {
    n_threads > 1 && !cfg!(target_family = "wasm")
}

/// Runs tasks, and returns their results in order. `len` estimates the time of a task, in any unit; the longest tasks
/// start first. Each thread has its own state. If no thread can be started, the calling thread does all the work.
pub(crate) fn run_tasks<S, T: Send>(
    n_threads: usize,
    n_tasks: usize,
    len: impl Fn(usize) -> usize,
    state: impl Fn() -> S + Sync,
    task: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<Option<T>> {
    let mut order: Vec<_> = (0..n_tasks).collect();
    order.sort_by_key(|number| Reverse(len(*number)));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut state = state();
        // Relaxed is enough: the counter guards no other memory.
        let take = || order.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        std::iter::from_fn(|| take().map(|number| (number, task(&mut state, number)))).collect::<Vec<_>>()
    };
    let done = scope(|scope| {
        let others = (1..n_threads.min(n_tasks)).map_while(|_| Builder::new().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut done = work();
        for thread in others {
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    let mut results: Vec<_> = (0..n_tasks).map(|_| None).collect();
    for (number, result) in done {
        if let Some(place) = results.get_mut(number) {
            *place = Some(result);
        }
    }
    results
}
