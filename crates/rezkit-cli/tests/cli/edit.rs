//! Edits on the real program: where they go, and what they leave alone.

use crate::support::{Scratch, root, run};
use std::path::Path;

fn copy(scratch: &Scratch) -> String {
    scratch.file("nested.rbxm", std::fs::read(root().join("fixtures/rbxbinary/valid/nested.rbxm")).unwrap())
}

#[test]
fn a_file_is_replaced_and_the_old_one_kept() {
    let scratch = Scratch::new("set");
    let path = copy(&scratch);
    let before = std::fs::read(&path).unwrap();
    let (code, out, err) =
        run(&["set", &path, "Outer/Brick.Anchored=true", "Outer/Brick.Name=Wall", "--in-place"]);
    assert_eq!((code, &*out, err.starts_with("2 values set, ")), (0, "", true), "{err}");
    let backup = format!("{path}.bak");
    assert_eq!(std::fs::read(&backup).unwrap(), before);
    let (code, out, _) = run(&["diff", &backup, &path]);
    assert_eq!(code, 1);
    assert_eq!(out, "= [Part] Outer/Brick → Outer/Wall\n    Anchored: false → true\n");
}

#[test]
fn a_dry_run_writes_nothing() {
    let scratch = Scratch::new("dry");
    let path = copy(&scratch);
    let before = std::fs::read(&path).unwrap();
    let (code, out, _) = run(&["set", &path, "Outer/Brick.Anchored=true", "--dry-run"]);
    assert_eq!((code, &*out), (0, "~ [Part] Outer/Brick\n    Anchored: false → true\n"));
    let (code, out, _) = run(&["strip", &path, "Part.Anchored", "--dry-run"]);
    assert_eq!((code, out.matches("- Anchored: ").count()), (0, 2), "{out}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(Path::new(&scratch.0)).unwrap().count(), 1);
}

#[test]
fn an_output_is_not_overwritten_by_itself() {
    let scratch = Scratch::new("set-output");
    let (path, output) = (copy(&scratch), scratch.file("other.rbxm", "mine"));
    let arguments = ["strip", &path, "*.size", "-o", &output];
    let (code, _, err) = run(&arguments);
    assert_eq!((code, err.contains("--force overwrites it")), (4, true), "{err}");
    let (code, _, err) = run(&[&arguments[..], &["--force"]].concat());
    assert_eq!((code, err.starts_with("2 values removed, ")), (0, true), "{err}");
    let (_, out, _) = run(&["print", &output]);
    assert!(!out.contains("size =") && out.contains("Anchored = true"), "{out}");
}

#[test]
fn wrong_arguments_change_nothing() {
    let path = "fixtures/rbxbinary/valid/nested.rbxm";
    for arguments in [
        &["set", path, "Outer/Brick.Anchored=true"][..],
        &["set", path, "Outer/Brick.Anchored", "--dry-run"],
        &["set", path, "Outer/Nobody.Anchored=true", "--dry-run"],
        &["set", path, "Outer/Brick.Anchored=maybe", "--dry-run"],
        &["set", path, "Outer/Brick.Mass=1", "--dry-run"],
        &["set", path, "Outer/Brick.Mass=1", "--type", "Weight", "--dry-run"],
        &["strip", path, "Part", "--dry-run"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, &*out), (2, ""), "{arguments:?}: {err}");
    }
    let (code, out, _) = run(&["set", path, "Outer/Brick.Mass=1", "--type", "Float32", "--dry-run"]);
    assert_eq!((code, out.contains("+ Mass: 1\n")), (0, true), "{out}");
}

#[test]
fn changed_scripts_go_back() {
    let scratch = Scratch::new("implant");
    let xml = "<roblox version=\"4\"><Item class=\"Folder\"><Properties><string name=\"Name\">a/b</string></Properties>\
        <Item class=\"Script\"><Properties><string name=\"Name\">Main</string>\
        <ProtectedString name=\"Source\">print(1)</ProtectedString></Properties></Item>\
        <Item class=\"ModuleScript\"><Properties><string name=\"Name\">Main</string>\
        <ProtectedString name=\"Source\">return 1</ProtectedString></Properties></Item></Item></roblox>";
    let xml = scratch.file("place.rbxlx", xml);
    let binary = scratch.0.join("place.rbxl").to_str().unwrap().to_owned();
    assert_eq!(run(&["convert", &xml, "-o", &binary]).0, 0);
    for place in [&xml, &binary] {
        let folder = scratch.0.join("src");
        let source = folder.to_str().unwrap();
        assert_eq!(run(&["extract", place, "-fo", source]).0, 0);
        let before = std::fs::read(place).unwrap();
        assert_eq!(run(&["implant", place, source, "--in-place"]).0, 0);
        assert_eq!(std::fs::read(place).unwrap(), before, "nothing was changed");
        std::fs::write(folder.join("scripts/a_b/Main.server.luau"), "print(1)\nprint(2)\n").unwrap();
        let (code, out, _) = run(&["implant", place, source, "--dry-run"]);
        assert_eq!(
            (code, out.contains("+ print(2)"), out.contains("ModuleScript")),
            (0, true, false),
            "{out}"
        );
        let (code, _, err) = run(&["implant", place, source, "--in-place"]);
        assert_eq!((code, err.starts_with("1 script put back, ")), (0, true), "{err}");
        let (_, out, _) = run(&["print", place]);
        assert!(out.contains("    |print(2)\n") && out.contains("  Source = \"return 1\"\n"), "{out}");
    }
    assert_eq!(run(&["implant", &xml, "no/folder", "--dry-run"]).0, 2);
}
