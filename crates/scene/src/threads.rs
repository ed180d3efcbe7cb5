//! Work shared by several threads, with the same results as on a single thread.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, panicking, scope};

/// Set on platforms without threads, as in a web page.
const IS_ALONE: bool = cfg!(target_family = "wasm");

/// The number of further threads that may start.
type Free = Arc<AtomicIsize>;

thread_local! {
    /// The counter that this thread shares with those it starts; `None` if it works alone.
    static FREE: RefCell<Option<Free>> = const { RefCell::new(None) };
}

/// Runs a function whose work up to this many threads share, including the current one; by default, a single thread
/// does everything. Shared work includes levels of several meshes, the surface of terrain, pictures, the choice of a
/// camera, the nodes of a GLB, and calls of [`each`] and [`pipe`]. On platforms without threads, nothing is shared.
///
/// ```
/// use scene::thumb::{ThumbOptions, draw};
///
/// let scene = scene::obj::read(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")?;
/// let drawn = || draw(&scene, &ThumbOptions::default());
/// assert_eq!(scene::threads::share(4, drawn), drawn());
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn share<T>(n_threads: usize, run: impl FnOnce() -> T) -> T {
    let more = isize::try_from(n_threads).unwrap_or(isize::MAX).saturating_sub(1);
    with(Arc::new(AtomicIsize::new(more)), run)
}

fn with<T>(free: Free, run: impl FnOnce() -> T) -> T {
    /// Restores the previous counter, even after a panic.
    struct Before(Option<Free>);
    impl Drop for Before {
        fn drop(&mut self) {
            FREE.set(self.0.take());
        }
    }
    let _before = Before(FREE.replace(Some(free)));
    run()
}

/// The permission to use one more thread, which is returned when it is dropped.
struct ThreadPermit(Free);

impl ThreadPermit {
    fn take() -> Option<Self> {
        let free = FREE.with_borrow(Clone::clone)?;
        // Relaxed ordering is enough, because the counter guards no other memory.
        let taken = free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| {
            (free > 0).then(|| free.saturating_sub(1))
        });
        taken.is_ok().then(|| Self(free))
    }
}

impl Drop for ThreadPermit {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of small items that a thread processes in a row.
pub const EACH: usize = 256;

/// Upper bound on items in flight per thread in [`pipe`], since they take memory.
const AT_ONCE: usize = 8;

/// The number of threads that may work, including the current one.
#[must_use]
pub fn count() -> usize {
    if IS_ALONE {
        return 1;
    }
    let free = FREE.with_borrow(|free| free.as_ref().map_or(0, |free| free.load(Ordering::Relaxed)));
    usize::try_from(free).unwrap_or(0).saturating_add(1)
}

/// Starts work on another thread, if permitted.
fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: &'s (impl Fn() -> T + Sync),
) -> Option<ScopedJoinHandle<'s, T>> {
    let place = ThreadPermit::take()?;
    Builder::new().spawn_scoped(scope, move || with(place.0.clone(), work)).ok()
}

/// Waits for another thread and returns its result. Meanwhile, one more thread may work.
fn end<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    let free = FREE.with_borrow(Clone::clone);
    let add = |more| free.as_ref().map(|free| free.fetch_add(more, Ordering::Relaxed));
    add(1);
    let result = thread.join();
    add(-1);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Runs `here`, and `beside` in parallel if a thread is available; otherwise, `beside` runs first.
pub(crate) fn both<A: Send, B>(beside: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (A, B) {
    if IS_ALONE {
        return (beside(), here());
    }
    scope(|scope| match start(scope, &beside) {
        Some(thread) => {
            let here = here();
            (end(thread), here)
        }
        None => (beside(), here()),
    })
}

/// Applies a function to each item; results are in the order of the items. Threads that become available join in while
/// items remain.
///
/// ```
/// assert_eq!(scene::threads::each([1, 2, 3], |number| number * 2), [2, 4, 6]);
/// ```
pub fn each<I, T: Send>(items: I, work: impl Fn(I::Item) -> T + Sync) -> Vec<T>
where
    I: IntoIterator<IntoIter: ExactSizeIterator + Send>,
{
    if IS_ALONE {
        return items.into_iter().map(work).collect();
    }
    let left = Mutex::new(items.into_iter().enumerate());
    let n_left = || left.lock().map_or(0, |left| left.len());
    let take = || {
        let (number, item) = left.lock().ok()?.next()?;
        Some((number, work(item)))
    };
    let rest = || std::iter::from_fn(take).collect::<Vec<_>>();
    let mut done = scope(|scope| {
        let (mut threads, mut done) = (Vec::new(), Vec::new());
        loop {
            let for_others = n_left().saturating_sub(1);
            threads.extend((0..for_others).map_while(|_| start(scope, &rest)));
            let Some(one) = take() else { break };
            done.push(one);
        }
        threads.into_iter().for_each(|thread| done.extend(end(thread)));
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Applies a function to each item, and passes the results to `take` in the order of the items. The current thread
/// produces the items and takes the results, and others do the work in between. Threads that become available join in.
/// Only a few items exist at a time.
///
/// ```
/// let mut text = String::new();
/// scene::threads::pipe(1..4, |number| number * 2, |twice| Ok::<_, ()>(text += &twice.to_string()))?;
/// assert_eq!(text, "246");
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
///
/// The first error of `take`, after which no further results are taken.
pub fn pipe<I: Send, T: Send, E>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut items = items.into_iter().fuse();
    if IS_ALONE {
        return items.try_for_each(|item| take(work(item)));
    }
    let line = Line::default();
    // A thread without work ends, so that its permission is available to work within `take`.
    let help = || {
        let _over = Over(&line);
        while let Some((number, item)) = line.next() {
            line.put(number, work(item));
        }
    };
    scope(|scope| {
        let mut threads: Vec<ScopedJoinHandle<'_, ()>> = Vec::new();
        loop {
            threads.extract_if(.., |thread| thread.is_finished()).for_each(end);
            let n_threads = count().saturating_add(threads.len());
            // A single thread processes one item after the other.
            let most = if n_threads > 1 { n_threads.saturating_mul(AT_ONCE) } else { 1 };
            while line.len() < most
                && let Some(item) = items.next()
            {
                line.add(item);
            }
            threads.extend((0..line.n_left().saturating_sub(1)).map_while(|_| start(scope, &help)));
            match line.wait() {
                Some(Step::Take(done)) => take(done)?,
                Some(Step::Work(number, item)) => line.put(number, work(item)),
                None => break,
            }
        }
        threads.into_iter().for_each(end);
        Ok(())
    })
}

/// The state that [`pipe`] shares with its threads.
struct Line<I, T> {
    state: Mutex<LineState<I, T>>,
    changed: Condvar,
}

struct LineState<I, T> {
    left: VecDeque<(usize, I)>,
    /// The results that were not taken yet; `first` is the index of the first of them.
    done: VecDeque<Option<T>>,
    first: usize,
    is_over: bool,
}

/// The next step of a thread.
enum Step<I, T> {
    Work(usize, I),
    Take(T),
}

impl<I, T> Default for Line<I, T> {
    fn default() -> Self {
        let state = LineState { left: VecDeque::new(), done: VecDeque::new(), first: 0, is_over: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<I, T> Line<I, T> {
    /// Locks the state. Poisoning is ignored, because no thread panics while it holds the lock.
    fn state(&self) -> MutexGuard<'_, LineState<I, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self) -> usize {
        self.state().done.len()
    }

    fn n_left(&self) -> usize {
        self.state().left.len()
    }

    fn add(&self, item: I) {
        let mut state = self.state();
        let number = state.first.wrapping_add(state.done.len());
        state.left.push_back((number, item));
        state.done.push_back(None);
    }

    fn put(&self, number: usize, done: T) {
        let mut state = self.state();
        let index = number.wrapping_sub(state.first);
        if let Some(place) = state.done.get_mut(index) {
            *place = Some(done);
        }
        self.changed.notify_one();
    }

    /// The next item to work on.
    fn next(&self) -> Option<(usize, I)> {
        self.state().left.pop_front()
    }

    /// Waits for a result to take, or else for an item to work on. `None` once all results are taken, or another thread
    /// has panicked.
    fn wait(&self) -> Option<Step<I, T>> {
        let mut state = self.state();
        loop {
            if let Some(done) = state.done.front_mut()?.take() {
                state.done.pop_front();
                state.first = state.first.wrapping_add(1);
                return Some(Step::Take(done));
            }
            if let Some((number, item)) = state.left.pop_front() {
                return Some(Step::Work(number, item));
            }
            if state.is_over {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Wakes the thread that takes results after a panic.
struct Over<'l, I, T>(&'l Line<I, T>);

impl<I, T> Drop for Over<'_, I, T> {
    fn drop(&mut self) {
        if panicking() {
            self.0.state().is_over = true;
            self.0.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Barrier;
    use std::thread::{ThreadId, current};

    /// The threads that process items. Each item waits for others, so that `n_waiting` threads are needed.
    fn threads(n_threads: usize, n_waiting: usize) -> HashSet<ThreadId> {
        let barrier = Barrier::new(n_waiting);
        let ids = share(n_threads, || {
            each(&[0; 8], |_| {
                barrier.wait();
                current().id()
            })
        });
        ids.into_iter().collect()
    }

    #[test]
    fn as_many_threads_work_as_may() {
        for n_threads in [1, 2, 4] {
            assert_eq!(threads(n_threads, n_threads).len(), n_threads);
        }
        let own = each(&[0; 8], |_| current().id());
        assert!(own.into_iter().all(|id| id == current().id()));
    }

    #[test]
    fn what_waits_lends_its_place() {
        let [begun, barrier] = [Barrier::new(2), Barrier::new(2)];
        let twice = |number: &i32| {
            // Once the initial thread has nothing left to do, another joins in; without it, the barrier would block.
            if *number == 0 {
                begun.wait();
                let is_lent = (0..1_000_000).any(|_| {
                    std::thread::yield_now();
                    count() > 1
                });
                assert!(is_lent);
            } else {
                barrier.wait();
            }
            number * 2
        };
        let (beside, _) = share(2, || both(|| each(&[0, 1, 2, 3, 4], twice), || begun.wait()));
        assert_eq!(beside, [0, 2, 4, 6, 8]);
    }

    #[test]
    fn places_are_given_back() {
        share(3, || {
            for _ in 0..4 {
                let barrier = Barrier::new(3);
                each(&[0; 3], |_| barrier.wait().is_leader());
            }
            assert_eq!(both(|| 1, || 2), (1, 2));
            assert_eq!(count(), 3);
        });
        assert!(FREE.with_borrow(Option::is_none));
    }

    #[test]
    fn what_is_piped_keeps_its_order() {
        for n_threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let twice = |number: usize| {
                // Later results are often ready before earlier ones.
                (0..number % 7).for_each(|_| std::thread::yield_now());
                number * 2
            };
            let (mut n_made, mut most) = (0, 0);
            let numbers = (0..1000).inspect(|_| n_made += 1);
            let piped = share(n_threads, || {
                pipe(numbers, twice, |number| {
                    taken.push(number);
                    if number < 1900 { Ok(()) } else { Err(number) }
                })
            });
            most = most.max(n_made);
            assert_eq!(piped, Err(1900));
            assert!(taken.into_iter().eq((0..=950).map(|number| number * 2)));
            assert!((951..951 + AT_ONCE * n_threads).contains(&most), "{most}");
        }
    }

    #[test]
    fn all_threads_work_at_what_is_piped() {
        let barrier = Barrier::new(3);
        let mut ids = HashSet::new();
        let id = |_| {
            barrier.wait();
            current().id()
        };
        share(3, || pipe(0..3, id, |id| ids.insert(id).then_some(()).ok_or(id))).expect("each is another");
    }

    #[test]
    fn panics_in_a_pipe_come_through() {
        let both = |is_work: bool| {
            let result = std::panic::catch_unwind(|| {
                let work = |number| assert!(!(is_work && number == 50), "in work");
                share(3, || pipe(0..100, work, |()| if is_work { Ok(()) } else { panic!("while taking") }))
            });
            let _: Result<(), ()> = result.expect("this panics");
        };
        for is_work in [true, false] {
            assert!(std::panic::catch_unwind(|| both(is_work)).is_err());
        }
        assert!(FREE.with_borrow(Option::is_none));
    }

    #[test]
    fn panics_come_through() {
        let caught = std::panic::catch_unwind(|| {
            share(2, || both(|| panic!("beside"), || ()));
        });
        assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"beside"));
        assert!(FREE.with_borrow(Option::is_none));
    }
}
