//! The members of archives, which are processed in groups, with limits on the output for one archive.

use crate::args::usual_or;
use crate::inputs::Input;
use rayon::ThreadPool;
use rayon::prelude::*;
use rezkit::{Problem, ProblemKind, archive, usual_memory};
use std::borrow::Cow;
use std::io::{Error, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// A member of an archive, or the problem of reading it.
pub(crate) type Inside<'m> = (Input, Result<Cow<'m, [u8]>, Problem>);

/// Upper bounds on the members of an archive that are processed together, and on their size in bytes.
const MEMBERS_OF_GROUP: usize = 256;
const BYTES_OF_GROUP: usize = 16 << 20;

/// Passes the members of an archive to `take` in groups, until it returns false.
pub(crate) fn members(
    mut source: impl Read + Seek,
    input: &Input,
    max_memory: Option<usize>,
    take: &mut dyn FnMut(Vec<Inside<'_>>, &Allowed) -> bool,
) -> bool {
    // If the length is unknown, the walk reports the error.
    let len = source.seek(SeekFrom::End(0)).unwrap_or_default();
    let allowed = Allowed::new(len, max_memory);
    let (mut group, mut n_bytes, mut is_open) = (Vec::new(), 0, true);
    let usual = archive::Options::default();
    let options = usual_or(max_memory, length(len)).map_or(usual, |bytes| usual.max_memory(bytes));
    archive::walk(source, &options, &mut |member| {
        let (inside, n_more) = match member {
            Ok(member) => {
                let input = input.member(&member, memory(&member, len, max_memory));
                ((input, Ok(member.bytes)), member.bytes.len() + member.path.len())
            }
            Err(problem) => {
                let n_more = problem.path.len();
                ((input.inside(&problem.path), Err(Problem { path: String::new(), ..problem })), n_more)
            }
        };
        let is_large = n_more >= BYTES_OF_GROUP;
        if is_large || n_bytes + n_more >= BYTES_OF_GROUP || group.len() >= MEMBERS_OF_GROUP {
            n_bytes = 0;
            is_open = take(std::mem::take(&mut group), &allowed);
        }
        let (input, content) = inside;
        // A large member is not copied.
        if is_large {
            is_open = is_open && take(vec![(input, content.map(Cow::Borrowed))], &allowed);
        } else {
            n_bytes += n_more;
            group.push((input, content.map(|bytes| Cow::Owned(bytes.to_vec()))));
        }
        if is_open && allowed.is_left() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    is_open = is_open && take(group, &allowed);
    match allowed.end() {
        Ok(()) => is_open,
        Err(problem) => {
            is_open && take(vec![(input.inside(""), Err(problem))], &Allowed::new(len, max_memory))
        }
    }
}

/// The memory limit for a member, if it is not the default: at most that for its archive, which may be far smaller, and
/// at most the free memory.
fn memory(member: &archive::Member<'_>, n_archive: u64, max_memory: Option<usize>) -> Option<usize> {
    let (n_bytes, n_archive) = (member.bytes.len(), length(n_archive));
    usual_or(max_memory, n_bytes.min(n_archive))
        .or_else(|| (n_bytes > n_archive).then(|| usual_memory(n_archive)))
}

fn length(n_bytes: u64) -> usize {
    usize::try_from(n_bytes).unwrap_or(usize::MAX)
}

/// The limits on the results of the files in an archive. The walk limits the unpacked bytes; this limits the output and
/// time, which may be high for each of many small files.
#[derive(Debug)]
pub(crate) struct Allowed {
    n_bytes: AtomicUsize,
    most_bytes: usize,
    nanos: AtomicU64,
    most_nanos: u64,
}

impl Allowed {
    /// Allows four times the output of a single file, because the text of places can be a hundred times as long as
    /// their archive. Allows a time of 1.5 seconds and another 1.5 for each MB, which is five times what the slowest
    /// verb takes for ordinary files.
    pub(crate) fn new(n_archive: u64, max_memory: Option<usize>) -> Self {
        const NANOS_OF_BYTE: u64 = 1500;
        let most_bytes = usize::try_from(n_archive.saturating_mul(4)).map_or(usize::MAX, usual_memory);
        Self {
            n_bytes: AtomicUsize::new(0),
            most_bytes: most_bytes.max(max_memory.unwrap_or_default()),
            nanos: AtomicU64::new(0),
            most_nanos: n_archive.saturating_add(1_000_000).saturating_mul(NANOS_OF_BYTE),
        }
    }

    /// Returns true while no limit is exceeded.
    pub(crate) fn is_left(&self) -> bool {
        self.n_bytes.load(Ordering::Relaxed) <= self.most_bytes
            && self.nanos.load(Ordering::Relaxed) <= self.most_nanos
    }

    /// Does some work, and counts its time.
    pub(crate) fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        let begin = busy();
        let done = work();
        let nanos = busy().saturating_sub(begin).as_nanos();
        self.nanos.fetch_add(u64::try_from(nanos).unwrap_or(u64::MAX), Ordering::Relaxed);
        done
    }

    /// Counts bytes that are printed or kept.
    pub(crate) fn count(&self, n_bytes: usize) {
        self.n_bytes.fetch_add(n_bytes, Ordering::Relaxed);
    }

    /// Checks at the end of an archive that no limit was exceeded.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded; the rest of the archive is skipped then.
    pub(crate) fn end(&self) -> Result<(), Problem> {
        if self.is_left() {
            return Ok(());
        }
        let what = match self.n_bytes.load(Ordering::Relaxed) > self.most_bytes {
            true => format!("produced more than {} bytes of output", self.most_bytes),
            false => {
                format!("took longer than {:.1} s", Duration::from_nanos(self.most_nanos).as_secs_f64())
            }
        };
        let message = format!(
            "the files in this archive {what}: to process the rest, unpack the archive and name the folder"
        );
        Err(Problem { kind: ProblemKind::Limit, message, ..Problem::io(&Error::other("")) })
    }
}

/// Upper bound on the output of a group that waits to be printed, in bytes.
const MOST_WAITING: usize = 64 << 20;

/// Calls `work` with members in parallel, and passes the results on in order; returns `false` if the output is closed.
/// `cost` is the number of bytes of a result that are printed or kept.
pub(crate) fn worked<D: Send>(
    group: &[Inside<'_>],
    pool: Option<&ThreadPool>,
    allowed: &Allowed,
    work: impl Fn(&Inside<'_>) -> D + Sync,
    cost: fn(&D) -> usize,
    take: &mut dyn FnMut(D) -> bool,
) -> bool {
    let waiting = AtomicUsize::new(0);
    let ahead = |inside: &Inside<'_>| {
        let has_room = allowed.is_left() && waiting.load(Ordering::Relaxed) < MOST_WAITING;
        has_room.then(|| {
            let done = allowed.timed(|| work(inside));
            waiting.fetch_add(cost(&done), Ordering::Relaxed);
            done
        })
    };
    let done: Vec<_> = match pool {
        Some(pool) => pool.install(|| group.par_iter().with_max_len(4).map(ahead).collect()),
        None => group.iter().map(|_| None).collect(),
    };
    group.iter().zip(done).all(|(inside, done)| {
        if !allowed.is_left() {
            return true;
        }
        let done = done.unwrap_or_else(|| allowed.timed(|| work(inside)));
        allowed.count(cost(&done));
        take(done)
    })
}

/// The processor time of this thread, which does not include waiting.
#[cfg(unix)]
fn busy() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

/// The time since the first call, on systems without processor times.
#[cfg(not(unix))]
fn busy() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(n: usize) -> Vec<Inside<'static>> {
        let input = Input::named(std::path::Path::new("a.zip"));
        (0..n).map(|_| (input.clone(), Ok(Cow::Borrowed(&b""[..])))).collect()
    }

    /// The number of members that are printed, if each has this text and does this work.
    fn printed(allowed: &Allowed, pool: Option<&ThreadPool>, text: &str, work: impl Fn() + Sync) -> usize {
        let mut n_printed = 0;
        let done = |_: &Inside<'_>| {
            work();
            text.to_owned()
        };
        let is_open = worked(&inside(100), pool, allowed, done, String::len, &mut |_| {
            n_printed += 1;
            true
        });
        assert!(is_open);
        n_printed
    }

    #[test]
    fn what_members_give_together_is_bounded() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().ok();
        for pool in [None, pool.as_ref()] {
            let allowed = Allowed::new(0, None);
            assert_eq!(printed(&allowed, pool, "text", || ()), 100);
            assert_eq!(allowed.end(), Ok(()));
            // The member that exceeds the limit is the last.
            let allowed = Allowed { most_bytes: 10, ..Allowed::new(0, None) };
            assert_eq!(printed(&allowed, pool, "text", || ()), 3);
            let problem = allowed.end().unwrap_err();
            assert!(problem.message.starts_with("the files in this archive produced more than 10 bytes"));
        }
    }

    #[test]
    fn the_time_of_members_is_bounded() {
        let allowed = Allowed { most_nanos: 20_000_000, ..Allowed::new(0, None) };
        let work = || {
            let begin = busy();
            while busy().saturating_sub(begin) < Duration::from_millis(5) {}
        };
        let n_printed = printed(&allowed, None, "", work);
        assert!((2..=5).contains(&n_printed), "{n_printed}");
        let problem = allowed.end().unwrap_err();
        assert!(problem.message.starts_with("the files in this archive took longer than 0.0 s"));
        // Waiting does not count as work.
        let allowed = Allowed { most_nanos: 20_000_000, ..Allowed::new(0, None) };
        allowed.timed(|| std::thread::sleep(Duration::from_millis(40)));
        assert!(allowed.is_left());
    }
}
