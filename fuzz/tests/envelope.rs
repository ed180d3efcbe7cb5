//! No entry point of a crate takes more than 256 MB of heap plus 64 bytes for each byte of the input, or gives out more, on
//! the worst inputs we know. Verbs are measured every night.

use std::process::Command;

/// A test for each format, so that they run side by side.
macro_rules! formats {
    ($($name:ident $arguments:expr;)*) => { $(
        #[test]
        fn $name() {
            let envelope = env!("CARGO_BIN_EXE_envelope");
            let output = Command::new(envelope).arg("--test").args($arguments).output().unwrap();
            let [rows, notes] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            assert!(output.status.success(), "{rows}{notes}");
            assert!(notes.ends_with("2 inputs\n") && rows.lines().count() > 2, "{rows}{notes}");
        }
    )* };
}

formats! {
    anim ["anim"];
    archive ["archive"];
    llsd ["llsd"];
    m3d ["m3d"];
    rbxbinary ["rbxbinary"];
    rbxcsg ["rbxcsg"];
    rbxmesh ["rbxmesh"];
    rbxxml ["rbxxml"];
    simplify ["simplify"];
    slmesh ["slmesh"];
    json ["json"];
    serde ["serde"];
}
