//! The harness: contenders take turns in one run, so that whatever slows down the machine affects all of them.

use std::hint::black_box;
use std::iter::repeat_with;
use std::sync::LazyLock;
use std::time::Instant;

/// A clock, in seconds since some moment in the past.
pub type Clock<'a> = dyn Fn() -> f64 + 'a;

/// The CPU time of this thread: other programs on the machine do not count.
pub fn thread_clock() -> f64 {
    cpu_time::ThreadTime::now().as_duration().as_secs_f64()
}

/// The elapsed time, for operations on several threads.
pub fn wall_clock() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// A program or library that can do the operation.
pub struct Contender<'a> {
    pub name: &'static str,
    turn: Box<Turn<'a>>,
}

type Turn<'a> = dyn FnMut(&Clock, Pace) -> Sample + 'a;

/// Seconds of CPU time for one run, the mean of a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub work: f64,
    /// The seconds for dropping the result of the work.
    pub drop: f64,
}

/// The repetitions of an operation in a turn: the number of batches, and the runs in each batch. The clock is read once
/// per batch.
#[derive(Clone, Copy)]
struct Pace {
    batches: usize,
    batch: usize,
}

/// The minimum duration of a turn, which any clock can measure, in seconds.
const TURN: f64 = 5e-3;

/// The minimum duration of a batch, which is a hundred times that of reading the clock, in seconds.
const BATCH: f64 = 50e-6;

impl<'a> Contender<'a> {
    /// Creates a contender. `run` does the operation once, and returns what a caller would keep; dropping this is
    /// measured separately.
    pub fn new<T>(name: &'static str, mut run: impl FnMut() -> T + 'a) -> Self {
        // Timed in here, where the type is known: a boxed result would cost small operations an allocation.
        let turn = move |clock: &Clock, pace: Pace| {
            let mut values = Vec::with_capacity(pace.batch);
            let mut sample = Sample { work: 0.0, drop: 0.0 };
            for _ in 0..pace.batches {
                let start = clock();
                // The first box hides that the input is always the same, the second that nobody wants the result.
                values.extend(repeat_with(|| black_box(black_box(&mut run)())).take(pace.batch));
                let done = clock();
                values.clear();
                sample.work += done - start;
                sample.drop += clock() - done;
            }
            let runs = (pace.batches * pace.batch) as f64;
            Sample { work: sample.work / runs, drop: sample.drop / runs }
        };
        Self { name, turn: Box::new(turn) }
    }

    /// Runs the operation once, without measuring.
    pub fn run_once(&mut self) {
        (self.turn)(&|| 0.0, Pace { batches: 1, batch: 1 });
    }

    /// Runs the operation without counting, and determines the repetitions for a turn.
    fn warm_up(&mut self, clock: &Clock) -> Pace {
        // The first run may fill tables for good; what it takes says nothing about the others.
        self.run_once();
        let mut pace = Pace { batches: 1, batch: 1 };
        loop {
            let sample = (self.turn)(clock, pace);
            let batch = (sample.work + sample.drop) * pace.batch as f64;
            if batch * pace.batches as f64 >= TURN {
                return pace;
            }
            if batch < BATCH { pace.batch *= 2 } else { pace.batches *= 2 }
        }
    }
}

/// Lets each contender warm up and then take a turn in each round; returns the samples of each.
pub fn take_turns(contenders: &mut [Contender], rounds: usize, clock: &Clock) -> Vec<Vec<Sample>> {
    let paces: Vec<_> = contenders.iter_mut().map(|contender| contender.warm_up(clock)).collect();
    let mut samples = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..rounds {
        for place in 0..contenders.len() {
            // Another begins each round, so that nobody always follows the one who fills the caches.
            let index = (round + place) % contenders.len();
            samples[index].push((contenders[index].turn)(clock, paces[index]));
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::{Contender, Sample, take_turns};
    use std::cell::{Cell, RefCell};

    /// A value whose drop takes this many seconds of a simulated clock.
    struct Slow<'a>(&'a Cell<f64>, f64);

    impl Drop for Slow<'_> {
        fn drop(&mut self) {
            self.0.update(|now| now + self.1);
        }
    }

    #[test]
    fn contenders_rotate_after_a_warm_up() {
        let (now, order) = (Cell::new(0.0), RefCell::new(String::new()));
        let contender = |name| {
            let (now, order) = (&now, &order);
            Contender::new(name, move || {
                now.update(|now| now + 1.0);
                order.borrow_mut().push_str(name);
            })
        };
        take_turns(&mut [contender("a"), contender("b"), contender("c")], 4, &|| now.get());
        assert_eq!(*order.borrow(), "aabbcc abc bca cab abc".replace(' ', ""));
    }

    #[test]
    fn dropping_is_timed_apart() {
        let now = Cell::new(0.0);
        let run = || {
            now.update(|now| now + 3.0);
            Slow(&now, 0.5)
        };
        let samples = take_turns(&mut [Contender::new("a", run)], 9, &|| now.get());
        assert_eq!(samples, [[Sample { work: 3.0, drop: 0.5 }; 9]]);
    }

    #[test]
    fn small_operations_are_repeated() {
        let (now, runs) = (Cell::new(0.0), Cell::new(0));
        let step = 1.0 / f64::from(1 << 20); // a microsecond, and exact when added up
        let run = || {
            runs.update(|runs| runs + 1);
            now.update(|now| now + step);
            Slow(&now, step)
        };
        let looks = Cell::new(0);
        let clock = || {
            looks.update(|looks| looks + 1);
            now.get()
        };
        let mut contender = Contender::new("a", run);
        let pace = contender.warm_up(&clock);
        assert_eq!((pace.batch, pace.batches), (32, 128), "61 µs a batch, 7.8 ms a turn");
        runs.set(0);
        looks.set(0);
        assert_eq!((contender.turn)(&clock, pace), Sample { work: step, drop: step });
        assert_eq!((runs.get(), looks.get()), (4096, 3 * 128));
    }
}
