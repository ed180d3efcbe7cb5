//! No entry point of a crate and no verb takes more than 256 MB of heap plus 64 bytes for each byte of the input, or gives
//! out more, on the worst inputs we know.

use std::process::Command;

/// A test for each format, so that they run side by side.
macro_rules! formats {
    ($($name:ident $arguments:expr, $n_lines:expr;)*) => { $(
        #[test]
        fn $name() {
            let envelope = env!("CARGO_BIN_EXE_envelope");
            let output = Command::new(envelope).arg("--test").args($arguments).output().unwrap();
            let table = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{table}");
            assert_eq!(table.lines().count(), $n_lines, "{table}");
        }
    )* };
}

// A title, two lines of heads, three inputs, and two empty lines.
formats! {
    archive ["archive"], 8;
    llsd ["llsd"], 8;
    m3d ["m3d"], 8;
    rbxbinary ["rbxbinary"], 8;
    rbxcsg ["rbxcsg"], 8;
    rbxmesh ["rbxmesh"], 8;
    rbxxml ["rbxxml"], 8;
    simplify ["simplify"], 8;
    slmesh ["slmesh"], 8;
    json ["json"], 8;
    serde ["serde"], 8;
    verbs_of_llsd ["--verbs", "llsd"], 8;
    verbs_of_m3d ["--verbs", "m3d"], 8;
    verbs_of_rbxbinary ["--verbs", "rbxbinary"], 8;
    verbs_of_rbxcsg ["--verbs", "rbxcsg"], 8;
    verbs_of_rbxmesh ["--verbs", "rbxmesh"], 8;
    verbs_of_rbxxml ["--verbs", "rbxxml"], 8;
    verbs_of_slmesh ["--verbs", "slmesh"], 8;
    verbs_of_scenes ["--verbs", "scene"], 8;
}
