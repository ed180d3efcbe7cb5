//! Measurement of peak memory: each contender runs once in a process of its own, whose heap no other contender has
//! used.

use crate::harness::Contender;
use crate::rows::ROWS;
use std::error::Error;
use std::process::{Command, Stdio};
use std::{env, fs};

/// The hidden first argument of a child process; the indices of row and contender follow.
pub const CHILD: &str = "--child";

/// The prefix of the last line that the child prints; a contender may print other lines before it.
const RISE: &str = "peak rise: ";

/// Runs this program as a child for a contender; returns the number of bytes by which its peak rose.
pub fn in_child(row: usize, contender: usize) -> Result<u64, Box<dyn Error>> {
    if !cfg!(target_os = "linux") {
        return Err("peak memory is not measured on this system".into());
    }
    let output = Command::new(env::current_exe()?)
        .args([CHILD, &row.to_string(), &contender.to_string()])
        // Big blocks go back when freed. Left with the heap by whoever made the data, they would hide what the
        // contender takes.
        .env("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=131072")
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("the child for memory ended with {}", output.status).into());
    }
    rise(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| "the child printed no peak".into())
}

/// Makes the data in a child process, runs the contender once, and prints the bytes by which the peak rose.
pub fn child(row: &str, contender: &str) -> Result<(), Box<dyn Error>> {
    let row = ROWS.get(row.parse::<usize>()?).ok_or("no such row")?;
    let contender: usize = contender.parse()?;
    let mut rise = Err("no such contender".into());
    (row.with_contenders)(&mut |contenders| {
        if let Some(contender) = contenders.get_mut(contender) {
            rise = peak_rise(contender);
        }
    });
    println!("\n{RISE}{}", rise?);
    Ok(())
}

/// The number of bytes at the end of a child's output.
fn rise(output: &str) -> Option<u64> {
    output.lines().last()?.strip_prefix(RISE)?.parse().ok()
}

fn peak_rise(contender: &mut Contender) -> Result<u64, Box<dyn Error>> {
    // Sets the peak to what is resident now; else making the data might have reached higher than the contender.
    fs::write("/proc/self/clear_refs", "5")?;
    let before = peak()?;
    contender.run_once();
    Ok(peak()? - before)
}

/// The peak of resident memory, in bytes.
fn peak() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in the status")?;
    Ok(1024 * line.trim().trim_end_matches(" kB").parse::<u64>()?)
}

#[cfg(test)]
mod tests {
    use super::rise;

    #[test]
    fn what_a_contender_prints_is_passed_over() {
        assert_eq!(rise("a word of its own\n\npeak rise: 4096\n"), Some(4096));
        assert_eq!(rise("without a line end\npeak rise: 7\n"), Some(7));
        assert_eq!(rise("4096\n"), None);
    }
}
