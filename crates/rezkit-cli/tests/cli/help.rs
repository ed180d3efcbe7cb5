//! The help pages: what they say, and that their examples work.

use crate::support::{Scratch, readers_files, rez, root, run};
use std::sync::LazyLock;

/// All verbs in their groups, a line each, as the page of `rez` lists them.
pub(crate) fn groups() -> String {
    let text = page("");
    let (_, groups) = text.split_once("\nCommands:\n").unwrap();
    groups.split_once("\n\n").unwrap().0.to_owned()
}

/// The names of all verbs.
pub(crate) static VERBS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let groups = groups();
    // The titles of groups begin with one space.
    let verbs = groups.lines().filter(|line| line.starts_with("  "));
    let verbs = verbs.filter_map(|line| line.split_whitespace().next());
    verbs.filter(|verb| *verb != "help").map(str::to_owned).collect()
});

/// All verbs, and none, whose page is that of `rez`.
fn pages() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(String::as_str).chain([""])
}

pub(crate) fn page(verb: &str) -> String {
    let (code, text, _) = run(&if verb.is_empty() { vec!["--help"] } else { vec![verb, "--help"] });
    assert_eq!(code, 0);
    text
}

#[test]
fn common_options_and_exit_statuses_are_said_once() {
    assert!(VERBS.len() > 25, "{VERBS:?}");
    for verb in &*VERBS {
        let text = page(verb);
        for common in ["Exit status", "--max-memory", "--threads", "--color", "fixtures/"] {
            assert!(!text.contains(common), "{verb}: {common}");
        }
        let (_, examples) = text.rsplit_once("\nExamples:\n").unwrap();
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{verb}: {examples}");
    }
    let (_, text, _) = run(&["--help"]);
    assert!(
        text.contains("\nExit status:\n  0  fine\n  1  findings, ") && text.contains("--max-memory"),
        "{text}"
    );
    // Hidden is not gone.
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    assert_eq!(run(&["info", "--threads", "1", "--max-memory", "1M", "-q", mesh]).0, 0);
    assert_eq!(run(&["-q", "info", mesh]).0, 0);
}

#[test]
fn short_pages_fit_a_screen() {
    for verb in pages() {
        let (_, text, _) = run(&if verb.is_empty() { vec!["-h"] } else { vec![verb, "-h"] });
        let n_lines = text.lines().count();
        // The page of `rez` itself has a line for each verb.
        let most = if verb.is_empty() { 70 } else { 40 };
        assert!(n_lines <= most, "{verb}: {n_lines} lines\n{text}");
        for line in [text, page(verb)].concat().lines() {
            assert!(
                line.chars().count() <= 80 || line.contains("rez ") || line.contains("duckdb"),
                "{verb}: {line}"
            );
        }
    }
}

#[test]
fn the_page_of_all_verbs_fits_100_rows() {
    let (_, text, _) = run(&["--help"]);
    let n_lines = text.lines().count();
    assert!(n_lines <= 100, "{n_lines} lines\n{text}");
}

#[test]
fn tables_fit_80_columns() {
    for arguments in [&["formats", "--all"][..], &["formats"], &["rules"], &["schema"]] {
        let (code, text, _) = run(arguments);
        assert_eq!(code, 0);
        assert!(text.lines().count() > 5);
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{arguments:?}");
    }
    let (_, text, _) = run(&["formats"]);
    let row =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
    assert!(
        row("binary glTF (GLB)").ends_with(" .glb .vrm        mesh llmesh m3d gltf obj dae stl")
            || row("binary glTF").contains("mesh")
    );
    assert!(row("Wavefront OBJ").contains(".obj") && row("STL").ends_with(" glb gltf obj dae stl"), "{text}");
    assert!(row("Roblox mesh").contains("glb gltf obj dae stl"), "{text}");
}

#[test]
fn the_pages_are_these() {
    for verb in pages() {
        let name = if verb.is_empty() { "rez" } else { verb };
        insta::assert_snapshot!(format!("page_of_{name}"), page(verb));
    }
}

#[test]
fn a_file_without_a_verb_is_shown() {
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    assert_eq!(run(&[mesh]), run(&["info", mesh]));
    let (code, out, _) = run(&[mesh, "--json"]);
    assert!(code == 0 && out.contains(r#""schema":"rezkit.info/1""#), "{out}");
    let (code, _, err) = run(&["inof", mesh]);
    assert!(code == 2 && err.contains("'info'"), "{err}");
    let (code, out, err) = run(&[]);
    assert_eq!((code, &*out, err.contains("\n  identify ")), (2, "", true));
}

/// The command that newcomers run first succeeds.
#[test]
fn the_first_command_of_the_readme_works() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, rest) = readme.split_once("`cargo run --release -p rezkit-cli -- ").unwrap();
    let (command, _) = rest.split_once('`').unwrap();
    let (code, out, err) = run(&words(command).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((code, command), (0, "info fixtures"), "{err}");
    // A line for each file, and one that adds them up.
    assert!(out.lines().count() > 400 && out.lines().all(|line| line.contains(" fixtures/")), "{out}");
    assert!(err.contains(" fine, ") && !err.contains("error") && err.lines().count() == 1, "{err}");
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
fn verbs_of_other_programs_are_told_ours() {
    for (word, ours) in [
        ("validate", "rez check"),
        ("inspect", "rez info"),
        ("lint", "rez check"),
        ("tree", "rez print"),
        ("size", "rez info"),
        ("stats", "rez info"),
        ("search", "rez query"),
        ("optimize", "rez shrink"),
        ("compress", "rez shrink"),
        ("verify", "rez check"),
        ("revert", "rez restore brings"),
        ("scale", "rez set scales a model, as in"),
        ("simplify", "rez lod"),
        ("explain", "rez info"),
        ("export", "rez copy"),
    ] {
        let (code, _, err) = run(&[word, "chair.mesh"]);
        assert!(code == 2 && err.contains(&format!("\n{ours} ")), "{word}: {err}");
    }
    let (code, _, err) = run(&["check", "--explain", "RBM0017"]);
    assert!(
        code == 2 && err.contains("there is no such rule; near it are RBM001, RBM007, RBM017, "),
        "{err}"
    );
    let (code, out, _) = run(&["rules", "rbm00", "--json"]);
    assert_eq!((code, out.lines().count()), (0, 9), "{out}");
    assert!(
        out.starts_with(r#"{"schema":"rezkit.rule/1","format":"rbxmesh","id":"RBM001","severity":"error","#),
        "{out}"
    );
    assert_eq!(run(&["rules", "nothing"]).0, 2);
    let (code, out, _) = run(&["schema", "rezkit.part/3"]);
    assert!(code == 0 && out.contains("\"const\": \"rezkit.part/3\""), "{out}");
    assert!(run(&["schema"]).1.contains("rezkit.check/1\n"));
    assert_eq!(run(&["schema", "nothing"]).0, 2);
}

/// The words of a command, with single quotes as shells have them.
pub(crate) fn words(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted, mut is_open) = (Vec::<String>::new(), false, false);
    for letter in command.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => is_open = false,
            letter => {
                if !is_open {
                    words.push(String::new());
                    is_open = true;
                }
                words.last_mut().unwrap().push(letter);
            }
        }
    }
    words
}

#[test]
fn the_examples_work() {
    let mut n_run = 0;
    let scratch = Scratch::new("examples");
    let files = readers_files(&scratch);
    for verb in pages() {
        let text = page(verb);
        let (_, examples) = text.rsplit_once("\nExamples:\n").unwrap();
        for example in examples.lines().filter_map(|line| line.strip_prefix("  rez ")) {
            // Archives of a crawl are not at hand, and `install-git` needs a repository.
            if example.contains("crawl-") || verb == "install-git" {
                continue;
            }
            // What stands behind a pipe or an arrow belongs to the shell.
            let words: Vec<_> =
                words(example).into_iter().take_while(|word| !["|", ">"].contains(&&**word)).collect();
            let folder = Scratch::new(&format!("example-{n_run}"));
            for (name, bytes) in &files {
                folder.file(name, bytes);
            }
            // A file of this name is only there for examples that read it.
            if let Some(at) = words.iter().position(|word| ["-o", "--rojo"].contains(&&**word))
                && !words[..at].contains(&words[at + 1])
            {
                let path = folder.path(&words[at + 1]);
                let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
            }
            if verb == "undo" {
                let place = folder.path("place.rbxl");
                assert_eq!(run(&["set", &place, "Workspace/Door.Anchored=true", "--in-place"]).0, 0);
            }
            let output = rez().current_dir(&folder.0).args(words).output().unwrap();
            let code = output.status.code().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(code <= 1 && !message.contains("error"), "rez {example}: {code} {message}");
            assert!(!output.stdout.is_empty() || !message.is_empty(), "rez {example} prints nothing");
            n_run += 1;
        }
    }
    assert!(n_run > 60, "{n_run} examples");
}
