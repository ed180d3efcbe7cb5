//! The program as its users run it.

use std::process::{Command, Output};

fn peers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_peers")).args(arguments).output().unwrap()
}

/// The lines of the table, each as its cells.
fn table(arguments: &[&str]) -> Vec<Vec<String>> {
    let output = peers(arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn times_are_a_table() {
    let lines = table(&["--filter", "memcpy, 320", "--runs", "10"]);
    let figures: Vec<_> = lines.iter().map(|line| &*line[2]).collect();
    assert_eq!(figures, ["time", "drop", "time and drop"].repeat(2));
    assert!(lines.iter().all(|line| line[0] == "memcpy" && line[1] == "320 KB"));
}

#[cfg(target_env = "gnu")]
#[test]
fn warm_is_a_run_of_its_own() {
    let output = peers(&["--warm", "--filter", "memcpy, 320"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("keeps freed pages"));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_that_of_the_contender_alone() {
    let lines = table(&["--memory", "--filter", "memcpy, 64"]);
    // The kernel counts to within some hundred kilobytes.
    assert!(lines[1][3].starts_with("to_vec 63.") || lines[1][3].starts_with("to_vec 64."), "{lines:?}");
    assert!(lines[1][4].starts_with("twice 12"), "{lines:?}");
}

#[test]
fn titles_are_listed() {
    let output = peers(&["--list", "--filter", "memcpy, 64"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "memcpy, 64 MB\n");
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [&["--runs", "8"][..], &["--filter"], &["nonsense"], &["--child", "0"]] {
        assert_eq!(peers(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(peers(&["--child", "0", "99"]).status.code(), Some(1));
}
