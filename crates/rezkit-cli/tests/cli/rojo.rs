//! A place as a project, built by rojo: `rojo` in the path, or the program that `REZ_ROJO` names.

use crate::support::{Scratch, run};
use std::process::Command;

const PLACE: &str = include_str!("rojo.rbxlx");

fn rojo() -> Option<String> {
    let program = std::env::var("REZ_ROJO").unwrap_or_else(|_| "rojo".into());
    let is_there =
        Command::new(&program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no rojo; `cargo install rojo --version 7` installs it");
    }
    is_there.then_some(program)
}

#[test]
fn a_project_goes_into_a_folder_and_back() {
    let scratch = Scratch::new("rojo-folder");
    let (place, folder) = (scratch.file("place.rbxlx", PLACE), scratch.path("game"));
    let (code, out, err) = run(&["extract", &place, "--rojo", &folder, "-v"]);
    assert!(code == 0 && out.contains("src/ServerScriptService/Main.server.luau\n"), "{out} {err}");
    assert!(err.contains("Workspace.CurrentCamera refers to another file, and is lost"), "{err}");
    let (code, _, err) = run(&["extract", &place, "--rojo", &folder]);
    assert_eq!((code, err.contains("--force overwrites it")), (4, true), "{err}");
    assert_eq!(run(&["implant", &place, &folder, "--dry-run"]).1, "");
    scratch.file("game/src/ServerScriptService/Main.server.luau", "print('changed')\n");
    scratch.file("game/notes.md", "mine");
    let output = scratch.path("new.rbxlx");
    let (code, _, err) = run(&["implant", &place, &folder, "-o", &output]);
    assert!(code == 0 && err.contains("notes.md does not belong to an instance"), "{err}");
    let (code, out, _) = run(&["diff", &place, &output]);
    assert!(code == 1 && out.starts_with("~ [Script] ServerScriptService/Main\n    Source:"), "{out}");
}

#[test]
fn what_rojo_builds_is_the_place_but_for_what_a_project_does_not_say() {
    let Some(program) = rojo() else { return };
    let scratch = Scratch::new("rojo-build");
    let (place, folder) = (scratch.file("place.rbxlx", PLACE), scratch.path("game"));
    assert_eq!(run(&["extract", &place, "--rojo", &folder]).0, 0);
    let built = scratch.path("built.rbxlx");
    let output = Command::new(program).args(["build", &folder, "-o", &built]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (_, out, _) = run(&["diff", &place, &built, "--color", "never"]);
    insta::assert_snapshot!("what_rojo_changes", out);
}
