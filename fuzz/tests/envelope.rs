//! No entry point takes more than 256 MB of heap and 64 bytes for a byte of the input, on the worst inputs we know.

use std::process::Command;

#[test]
fn bombs_stay_within_the_envelope() {
    let output = Command::new(env!("CARGO_BIN_EXE_envelope")).arg("--check").output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{table}");
    assert!(table.lines().count() > 50, "{table}");
}
