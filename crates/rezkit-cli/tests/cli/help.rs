//! The help pages: what they say, and that their examples work.

use crate::support::{rez, run};

pub(crate) const VERBS: &[&str] = &[
    "identify",
    "info",
    "check",
    "print",
    "diff",
    "dump",
    "convert",
    "thumb",
    "view",
    "list",
    "extract",
    "implant",
    "set",
    "strip",
    "migrate",
    "merge",
    "table",
    "roundtrip",
    "formats",
    "install-git",
    "completions",
    "man",
];

pub(crate) fn page(verb: &str) -> String {
    let (code, text, _) = run(&if verb.is_empty() { vec!["--help"] } else { vec![verb, "--help"] });
    assert_eq!(code, 0);
    text
}

#[test]
fn every_page_names_the_exit_codes_and_ends_in_examples() {
    for verb in VERBS.iter().chain(&[""]) {
        let text = page(verb);
        assert!(text.contains(
            "\nExit status: 0 fine, 1 findings or differences, 2 wrong usage, 3 not readable,\n4 "
        ));
        let (_, examples) = text.rsplit_once("\nExamples:\n").unwrap();
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{verb}: {examples}");
    }
    let (_, text, _) = run(&["--help"]);
    let listed: Vec<_> = VERBS.iter().filter(|verb| text.contains(&format!("\n  {verb} "))).collect();
    assert_eq!(listed.len(), VERBS.len(), "{text}");
}

#[test]
fn the_pages_are_these() {
    for verb in VERBS.iter().chain(&[""]) {
        let name = if verb.is_empty() { "rez" } else { verb };
        insta::assert_snapshot!(format!("page_of_{name}"), page(verb));
    }
}

#[test]
fn a_file_without_a_verb_is_told_where_it_goes() {
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    let (code, out, err) = run(&[mesh]);
    assert_eq!((code, &*out), (2, ""));
    assert!(err.ends_with(&format!("\nFiles come after a verb, as in: rez info {mesh}\n")), "{err}");
    let (code, _, err) = run(&["inof", mesh]);
    assert!(code == 2 && err.contains("'info'"), "{err}");
    let (code, out, err) = run(&[]);
    assert_eq!((code, &*out, err.contains("\n  identify ")), (2, "", true));
}

#[test]
fn the_version_says_which_classes_are_known() {
    let version = format!("rez {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"]), (0, version.clone(), String::new()));
    let (code, out, _) = run(&["--version", "-v"]);
    let classes = out.strip_prefix(&*version).and_then(|rest| rest.strip_prefix("classes of Roblox 0."));
    assert!(code == 0 && classes.is_some(), "{out}");
}

#[test]
fn the_examples_work() {
    let mut n_run = 0;
    for verb in VERBS.iter().chain(&[""]) {
        let text = page(verb);
        let (_, examples) = text.rsplit_once("\nExamples:\n").unwrap();
        for example in examples.lines().filter_map(|line| line.strip_prefix("  rez ")) {
            // What stands behind a pipe or an arrow belongs to the shell.
            if [
                "install-git",
                "place.rbxl",
                "chair.mesh",
                "chair.glb",
                "robot.m3d",
                "upload.slm",
                "-o xml",
                "downloads",
                "crawl-",
            ]
            .iter()
            .any(|made_up| example.contains(made_up))
            {
                continue;
            }
            let words = example.split_whitespace().take_while(|word| !["|", ">"].contains(word));
            let output = rez().args(words).output().unwrap();
            let code = output.status.code().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(code <= 1 && !message.contains("error"), "rez {example}: {code} {message}");
            assert!(!output.stdout.is_empty(), "rez {example} prints nothing");
            n_run += 1;
        }
    }
    assert!(n_run > 15, "{n_run} examples");
}
