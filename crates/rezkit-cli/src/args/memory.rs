//! The memory limits for files.

use super::Common;
use rezkit::usual_memory;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Upper bound on the memory for a named file without `--max-memory`.
const MOST: usize = 8 << 30;

/// The free memory of machines that do not report it, in bytes.
const UNKNOWN: usize = 4 << 30;

/// The number of files above which a call is a batch, however the files were named.
const FEW: usize = 64;

/// The number of files of a call, and the number processed at a time, which share the memory of the machine.
#[derive(Debug, Default)]
pub(crate) struct AtOnce {
    n_files: AtomicUsize,
    n_threads: AtomicUsize,
}

impl Common {
    /// Records the number of files, and the number processed at a time.
    pub(crate) fn share(&self, n_files: usize, n_threads: usize) {
        self.at_once.n_files.store(n_files, Ordering::Relaxed);
        self.at_once.n_threads.store(n_threads, Ordering::Relaxed);
    }

    /// The memory limit for a file of `n_bytes`. Without an option, a named file gets half of the free
    /// memory, and files found in folders and archives get the default of the library, within that half.
    pub(crate) fn memory(&self, is_found: bool, n_bytes: usize) -> Option<usize> {
        if self.max_memory.is_some() || is_found {
            return usual_or(self.max_memory, n_bytes);
        }
        let share =
            if self.at_once.n_files.load(Ordering::Relaxed) > FEW { 0 } else { self.share_of_machine() };
        Some(share.max(usual_memory(n_bytes)).min(machine()))
    }

    /// The size of the largest file that may be read into memory as a whole, in bytes.
    pub(crate) fn readable(&self) -> usize {
        self.max_memory.unwrap_or_else(|| self.share_of_machine())
    }

    fn share_of_machine(&self) -> usize {
        let AtOnce { n_files, n_threads } = &self.at_once;
        machine() / n_files.load(Ordering::Relaxed).min(n_threads.load(Ordering::Relaxed)).max(1)
    }
}

/// The memory limit for a file of `n_bytes`, if it differs from the default of the library: `max_memory`, or
/// the amount of [`machine`] if the default exceeds it.
pub(crate) fn usual_or(max_memory: Option<usize>, n_bytes: usize) -> Option<usize> {
    max_memory.or_else(|| (usual_memory(n_bytes) > machine()).then(machine))
}

/// Half of the memory that was free at the first call, but no more than [`MOST`].
pub(crate) fn machine() -> usize {
    static HALF: OnceLock<usize> = OnceLock::new();
    *HALF.get_or_init(|| (free().unwrap_or(UNKNOWN) / 2).min(MOST))
}

/// The free memory as Linux reports it, within the limits of the container and of the process (`ulimit`).
fn free() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let n_bytes = line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)?;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or_default()));
    [limit, limit_of_process()].into_iter().flatten().chain([n_bytes]).min()
}

/// The smallest memory limit that the system sets for this process.
#[cfg(target_os = "linux")]
fn limit_of_process() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let limits = [Resource::As, Resource::Data].into_iter().filter_map(|kind| getrlimit(kind).current);
    limits.min().and_then(|limit| usize::try_from(limit).ok())
}

#[cfg(not(target_os = "linux"))]
fn limit_of_process() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_memory() {
        let half = machine();
        assert!(half > 1 << 20 && half <= MOST, "{half}");
        assert_eq!(machine(), half);
        #[cfg(target_os = "linux")]
        assert!(free().is_some());
    }

    #[test]
    fn nothing_is_allowed_more_than_what_is_free() {
        let (machine, huge) = (machine(), 4 << 40);
        let common = Common::default();
        assert_eq!(common.memory(true, 1000), None);
        assert_eq!(common.memory(true, huge), Some(machine));
        assert_eq!(common.memory(false, huge), Some(machine));
        assert_eq!(common.readable(), machine);
        common.share(3, 4);
        assert_eq!((common.memory(false, 0), common.readable()), (Some(machine / 3), machine / 3));
        common.share(1000, 4);
        assert_eq!((common.memory(false, 0), common.readable()), (Some(usual_memory(0)), machine / 4));
        let common = Common { max_memory: Some(5), ..Common::default() };
        assert_eq!((common.memory(true, huge), common.readable()), (Some(5), 5));
    }
}
