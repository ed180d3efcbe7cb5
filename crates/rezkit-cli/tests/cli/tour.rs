//! docs/rez.md, docs/second-life.md and the README of the command show what the program prints. `REZ_TOUR=write cargo test
//! -p rezkit-cli tour` updates them.

use crate::picture::svg;
use crate::support::{Scratch, rez, root, text};
use rezkit::THRESHOLDS;
use std::path::Path;

/// Results, then messages, of a command as the document has it; behind a pipe only `head -N` is understood.
fn output(command: &str, folder: &Path) -> String {
    let (command, head) = command.split_once("| head -").unwrap_or((command, "1000000"));
    let words = crate::help::words(command).into_iter().skip(1);
    let (_, out, err) = text(&rez().current_dir(folder).args(words).output().unwrap());
    let n_lines: usize = head.trim().parse().unwrap();
    out.lines().take(n_lines).chain(err.lines()).map(|line| format!("{line}\n")).collect()
}

/// Runs the commands of a document one after the other, and compares or writes what they print.
fn follow(name: &str, folder: &Path) {
    let path = root().join("docs").join(name);
    let document = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    let mut fresh = String::new();
    let mut rest = &*document;
    while let Some((before, block)) = rest.split_once("```console\n$ rez ") {
        let (block, after) = block.split_once("```").unwrap();
        let command = block.lines().next().unwrap();
        fresh.push_str(&format!(
            "{before}```console\n$ rez {command}\n{}```",
            output(&format!("rez {command}"), folder)
        ));
        rest = after;
    }
    fresh.push_str(rest);
    compare_or_write(&path, &fresh);
}

/// Fails if a file differs from what it should contain; writes it instead if `REZ_TOUR` is set.
fn compare_or_write(path: &Path, fresh: &str) {
    if std::env::var_os("REZ_TOUR").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, fresh).unwrap();
    } else {
        let found = std::fs::read_to_string(path).unwrap_or_default().replace('\r', "");
        assert!(found == fresh, "{} is not what rez prints: run with REZ_TOUR=write", path.display());
    }
}

#[test]
fn the_readme_lists_all_verbs() {
    let path = root().join("crates/rezkit-cli/README.md");
    let readme = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    let (before, rest) = readme.split_once("```text\n").unwrap();
    let (_, after) = rest.split_once("```").unwrap();
    compare_or_write(&path, &format!("{before}```text\n{}\n```{after}", crate::help::groups()));
}

#[test]
fn the_tour_shows_what_is_printed() {
    follow("rez.md", &root());
}

#[test]
fn the_walks_to_second_life_end_well() {
    let folder = Scratch::new("walks");
    for name in ["body.glb", "jug.glb"] {
        let from = root().join("fixtures/foreign/walks").join(name);
        folder.file(name, std::fs::read(from).unwrap());
    }
    follow("second-life.md", &folder.0);
    let check = |arguments: &[&str]| text(&rez().current_dir(&folder.0).args(arguments).output().unwrap());
    for name in ["body.llmesh", "jug.llmesh"] {
        let (code, out, err) = check(&["check", name, "--profile", "sl-upload"]);
        assert_eq!(code, 0, "{name}: {out}{err}");
    }
    let (_, out, _) = check(&["info", "jug.llmesh"]);
    let cost = out.split_once("streaming cost").unwrap().1.split_whitespace().next().unwrap();
    assert!(cost.parse::<f64>().unwrap() <= 2.0, "{out}");
}

/// The pictures of the tour, and the commands that they show.
const PICTURES: [(&str, &str); 4] = [
    ("info", "rez info fixtures/slmesh/valid/hulls.llmesh"),
    (
        "check",
        "rez check -v fixtures/rbxmesh/rules/RBM001.fires.mesh fixtures/rbxmesh/rules/RBM017.fires.mesh",
    ),
    ("dump", "rez dump fixtures/rbxmesh/valid/v401.mesh --part header"),
    ("error", "rez check fixtures/rbxbinary/invalid/signature_damaged_as_text.rbxm"),
];

#[test]
fn the_pictures_show_what_is_printed() {
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    for (name, command) in PICTURES {
        let words = command.split_whitespace().skip(1).chain(["--color", "always"]);
        let (_, out, err) = text(&rez().args(words).output().unwrap());
        let fresh = svg(command, &(out + &err));
        let path = root().join(format!("docs/images/{name}.svg"));
        assert!(document.contains(&format!("](images/{name}.svg)")), "the tour does not show {name}.svg");
        compare_or_write(&path, &fresh);
    }
}

#[test]
fn the_tour_names_every_threshold() {
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    for threshold in THRESHOLDS {
        let row = format!("| `{}` | {} |", threshold.kind, threshold.when);
        assert!(document.contains(&row), "docs/rez.md lacks: {row}");
    }
}
