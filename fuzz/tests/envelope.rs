//! No entry point takes more than 256 MB of heap plus 64 bytes for each byte of the input, on the worst inputs we know.

use std::process::Command;

/// A test for each format, so that they run side by side.
macro_rules! formats {
    ($($format:ident)*) => { $(
        #[test]
        fn $format() {
            let format = stringify!($format);
            let output = Command::new(env!("CARGO_BIN_EXE_envelope")).args(["--check", format]).output().unwrap();
            let table = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{table}");
            assert!(table.lines().count() > 8, "{table}");
        }
    )* };
}

formats! { llsd m3d rbxbinary rbxmesh rbxxml slmesh json serde }
