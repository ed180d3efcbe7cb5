//! Work on several threads.

use rayon::prelude::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

/// From how many bytes on threads gain more than they cost.
pub(crate) const WORTH: usize = 1 << 20;

/// The number of threads in the current pool of rayon.
pub(crate) fn n_threads() -> usize {
    rayon::current_num_threads()
}

/// The results of some tasks, in the order of the tasks. `len` says how long a task takes, in any unit; the longest are
/// begun first. Each thread has its own state.
pub(crate) fn run<S, T: Send>(
    n_tasks: usize,
    len: impl Fn(usize) -> usize,
    state: impl Fn() -> S + Sync,
    task: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<Option<T>> {
    let mut order: Vec<_> = (0..n_tasks).collect();
    order.sort_by_key(|number| Reverse(len(*number)));
    let next = AtomicUsize::new(0);
    let work = |_| {
        let mut state = state();
        // Relaxed is enough: the counter guards no other memory.
        let take = || order.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        std::iter::from_fn(|| take().map(|number| (number, task(&mut state, number)))).collect::<Vec<_>>()
    };
    // One item per thread, because each item works until no task is left.
    let done: Vec<_> = (0..n_threads()).into_par_iter().with_max_len(1).map(work).collect();
    let mut results: Vec<_> = (0..n_tasks).map(|_| None).collect();
    for (number, result) in done.into_iter().flatten() {
        if let Some(place) = results.get_mut(number) {
            *place = Some(result);
        }
    }
    results
}
