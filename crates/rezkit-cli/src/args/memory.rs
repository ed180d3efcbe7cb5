//! How much memory a file may take.

use super::Common;
use rezkit::usual_memory;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most that a file gets of a machine unless somebody grants more.
const MOST: usize = 8 << 30;

/// What machines have free at least that do not say it.
const UNKNOWN: usize = 4 << 30;

/// With more files than this, it is a batch, however they were named.
const FEW: usize = 64;

/// How many files that were asked for are worked on at a time: they share what the machine has.
#[derive(Debug, Default)]
pub(crate) struct AtOnce(AtomicUsize);

impl Common {
    /// Says how many files that were asked for there are, and how many are worked on at a time.
    pub(crate) fn share(&self, n_files: usize, n_threads: usize) {
        let n_at_once = if n_files > FEW { usize::MAX } else { n_files.min(n_threads) };
        self.at_once.0.store(n_at_once, Ordering::Relaxed);
    }

    /// The memory for a file of so many bytes. Without an option, a file that a person named gets half of what is free, and
    /// those that were found in folders and archives what the library grants.
    pub(crate) fn memory(&self, is_found: bool, n_bytes: usize) -> Option<usize> {
        if self.max_memory.is_some() || is_found {
            return self.max_memory;
        }
        let share = machine() / self.at_once.0.load(Ordering::Relaxed).max(1);
        Some(share.max(usual_memory(n_bytes)))
    }
}

/// Half of the memory that was free when it was first asked for.
pub(crate) fn machine() -> usize {
    static HALF: OnceLock<usize> = OnceLock::new();
    *HALF.get_or_init(|| (free().unwrap_or(UNKNOWN) / 2).min(MOST))
}

/// What is free, by Linux; a container may have less than its machine.
fn free() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let n_bytes = line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)?;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or_default()));
    Some(limit.map_or(n_bytes, |limit| limit.min(n_bytes)))
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
}
