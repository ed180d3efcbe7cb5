//! Files that are made to take memory and time, through the program. docs/robustness.md has what the libraries take.

use crate::support::{Scratch, rez, run, text};
use std::process::Stdio;

/// The inputs of all formats, in folders, or a fiftieth of what takes in proportion to its length; and none that is long
/// even so. `fuzz/tests/envelope.rs` has them all.
fn bombs(scratch: &Scratch) -> Vec<String> {
    let mut paths = Vec::new();
    for format in ["llsd", "m3d", "rbxbinary", "rbxmesh", "rbxxml", "slmesh"] {
        for (number, bomb) in fuzz::bombs::for_format(format).iter().enumerate() {
            let bytes = bomb.part(50);
            if bytes.len() <= 200_000 {
                paths.push(scratch.file(&format!("{format}/{number:02}.bin"), bytes));
            }
        }
    }
    paths
}

/// Every verb that reads files is called with inputs: `identify` with every eighth, those that visit every value of a
/// file with every 90th or 120th, each with others. The functions behind them are tested with all inputs in `fuzz/tests/envelope.rs`.
#[test]
fn bombs_get_an_answer() {
    let scratch = Scratch::new("bombs");
    let paths = bombs(&scratch);
    assert!(paths.len() > 50, "{} bombs", paths.len());
    let output = scratch.path("out");
    let every = |step: usize, first: usize| paths.iter().skip(first).step_by(step);
    for (words, some) in [
        (&["identify", "--json"][..], every(8, 0)),
        (&["info", "--json"], every(90, 0)),
        (&["check", "--json"], every(90, 3)),
        (&["list", "strings", "--json"], every(90, 6)),
        (&["roundtrip", "--json"], every(120, 2)),
        (&["convert", "--to", "glb", "--json", "-o", &output], every(90, 9)),
    ] {
        let (code, out, err) = text(&rez().args(words).args(some.clone()).output().unwrap());
        assert!(code <= 3 && !err.contains("panicked"), "{words:?}: {code} {err}");
        let answers: Vec<serde_json::Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), some.count(), "{words:?}: {err}");
        // Nothing is lost, and the advice is for this program.
        let advice =
            |answer: &serde_json::Value| answer["problem"]["message"].to_string().contains("`Limits::");
        let broken =
            |answer: &serde_json::Value| answer["broken"].as_array().is_some_and(|list| !list.is_empty());
        assert!(!answers.iter().any(|answer| advice(answer) || broken(answer)), "{words:?}: {out}");
    }
    for path in every(120, 7) {
        let call = rez().args(["dump", "--depth", "2", path]).stdout(Stdio::null()).output().unwrap();
        let (code, _, err) = text(&call);
        assert!([0, 3].contains(&code) && !err.contains("panicked"), "{path}: {code} {err}");
    }
}

/// The verbs that walk archives; the path stands where it says so, or else at the end.
const OVER_ARCHIVES: &[&[&str]] = &[
    &["info", "--summary"],
    &["check", "--json"],
    &["table", "--table", "files", "-o", "-"],
    &["identify"],
    &["check", "--format", "sarif"],
    &["print"],
    &["list", "duplicates"],
    &["info", "--json"],
    &["query", "PATH", "class=Part"],
    &["roundtrip"],
    &["table", "--table", "contents", "-o", "-"],
    &["list", "strings", "--json"],
    &["print", "--json"],
];

/// Archives that are made to become large, a sixteenth as long, with one verb each. `REZKIT_BOMBS=all` gives all of them
/// at full length to every verb.
///
/// The system ends a process that takes more heap than 256 MB and 64 bytes for each byte, or more processor time than 2 s
/// and 2 s for each MB, to which 1 s is added for a program that is not optimised.
#[test]
#[cfg(target_os = "linux")]
fn archives_do_not_flood() {
    let is_whole = std::env::var("REZKIT_BOMBS").is_ok_and(|which| which == "all");
    let scratch = Scratch::new("floods");
    for (number, bomb) in fuzz::bombs::for_format("archive").iter().enumerate() {
        // Whatever their length, these take as long as they may.
        if bomb.name.contains("small models") && !is_whole {
            continue;
        }
        let bytes = if is_whole { bomb.full() } else { bomb.part(16) };
        let (memory, seconds) = (256_000 + bytes.len() / 16, 3 + 2 * bytes.len() / 1_000_000);
        let path = scratch.file(&format!("{number}.bin"), &bytes);
        let verbs =
            OVER_ARCHIVES.iter().cycle().skip(number).take(if is_whole { OVER_ARCHIVES.len() } else { 1 });
        for verb in verbs {
            let limited = format!("ulimit -d {memory} -t {seconds} && exec \"$0\" \"$@\"");
            let mut sh = std::process::Command::new("sh");
            let mut words = [*verb, &["PATH"]].concat();
            let at = words.iter().position(|word| *word == "PATH").unwrap();
            words.truncate(words.len() - usize::from(at + 1 < words.len()));
            words[at] = &path;
            let call = sh.args(["-c", &limited, env!("CARGO_BIN_EXE_rez")]).args(words);
            let output = call.output().unwrap();
            let (code, out, err) = text(&output);
            assert!(
                (0..=3).contains(&code) && !err.contains("panicked"),
                "{}: {verb:?}: {code} {err}",
                bomb.name
            );
            let n_bytes = out.len() + err.len();
            assert!(n_bytes <= 256_000_000 + 256 * bytes.len(), "{}: {verb:?}: {n_bytes}", bomb.name);
        }
    }
}

/// These files once took a minute, or 700 MB.
#[test]
fn many_findings_and_many_strings_are_soon_shown() {
    let scratch = Scratch::new("many-findings");
    let bomb = |name: &str| {
        let bombs = fuzz::bombs::for_format("m3d");
        bombs.iter().find(|bomb| bomb.name == name).unwrap().full()
    };
    let model = scratch.file("used.a3d", bomb("text, 4 MB of materials in use"));
    let (code, out, err) = run(&["check", &model]);
    assert_eq!((code, &*err), (0, "1 file: 373,737 notes (-v shows notes)\n"), "{out}");
    let model = scratch.file("strings.m3d", bomb("5 million strings"));
    let (code, out, err) = run(&["list", "strings", &model]);
    let damaged = "one part is damaged and was read around; `rez check` says which";
    let expected = format!("note: {model}: {damaged}\n1 file: 0 entries\n");
    assert_eq!((code, &*out, err), (0, "", expected));
}

/// A result for half of a file must not pass for one of the whole file.
#[test]
fn a_file_that_is_cut_short_is_never_read_in_silence() {
    let scratch = Scratch::new("cut-short");
    let whole = "<roblox version=\"4\"><Item class=\"Folder\"/><Item class=\"Part\"><Properties>\
                 <string name=\"Name\">Door</string></Properties></Item></roblox>";
    let full = scratch.file("whole.rbxmx", whole);
    let cut = scratch.file("cut.rbxmx", &whole[..80]);
    let calls: [&[&str]; 9] = [
        &["print", &cut],
        &["query", &cut, "Part"],
        &["list", "classes", &cut],
        &["grep", "door", &cut],
        &["refs", &cut, "1234"],
        &["set", &cut, "--where", "Folder", "Name=Door", "--dry-run"],
        &["diff", &full, &cut],
        &["merge", &full, &full, &cut],
        &["info", &cut],
    ];
    for call in calls {
        let (_, out, err) = run(call);
        assert!((out + &err).contains("damaged and w"), "{call:?}: {err}");
    }
    let (_, _, err) = run(&["diff", &full, &full]);
    assert_eq!(err, "no difference\n");
}

/// A file that is not compressed, or comes back longer, loses nothing.
#[test]
fn other_packing_is_no_loss() {
    let scratch = Scratch::new("stored");
    let stored = scratch.path("stored.rbxm");
    let model = "fixtures/rbxbinary/valid/all_types.rbxm";
    assert_eq!(run(&["convert", model, "--packing", "stored", "-o", &stored]).0, 0);
    let (code, out, err) = run(&["roundtrip", &stored]);
    assert_eq!((code, &*err), (0, "1 file: nothing lost\n"), "{out}");
}

#[test]
fn ten_thousand_files_come_in_their_order() {
    let scratch = Scratch::new("thousands");
    for i in 0..10_000 {
        scratch.file(&format!("{}/{i:05}.mesh", i % 7), "version 1.00\n0\n");
    }
    let (code, out, err) = text(&rez().args(["identify", "--quiet"]).arg(&scratch.0).output().unwrap());
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((code, lines.len(), lines.is_sorted(), &*err), (0, 10_000, true, ""));
    assert!(lines.iter().all(|line| line.ends_with(".mesh: a Roblox mesh 1.00")));
}
