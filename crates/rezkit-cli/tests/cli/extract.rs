//! The files that extraction writes, and those that it does not touch.

use crate::support::{Scratch, run};

const PLACE: &str = "<roblox version=\"4\"><Item class=\"Folder\"><Properties><string name=\"Name\">..</string></Properties>\
    <Item class=\"Script\"><Properties><string name=\"Name\">../../x</string>\
    <ProtectedString name=\"Source\">print(1)</ProtectedString></Properties></Item></Item></roblox>";

#[test]
fn files_are_written_below_the_folder_and_once() {
    let scratch = Scratch::new("extract");
    let place = scratch.file("place.rbxmx", PLACE);
    let folder = scratch.0.join("out");
    let output = folder.to_str().unwrap();
    let (code, out, err) = run(&["extract", &place, "--list"]);
    assert_eq!(
        (code, out.contains("scripts/__/_._.._x.server.luau"), folder.exists()),
        (0, true, false),
        "{out}"
    );
    assert_eq!(err, "1 file inside, 8 bytes\n");
    let (code, _, err) = run(&["extract", &place, "-o", output]);
    assert_eq!((code, &*err), (0, "1 file extracted, 8 bytes\n"));
    assert_eq!(scratch.tree(), ["out/scripts/__/_._.._x.server.luau", "place.rbxmx"]);
    let script = folder.join("scripts/__/_._.._x.server.luau");
    assert_eq!(std::fs::read(&script).unwrap(), b"print(1)");
    std::fs::write(&script, b"mine").unwrap();
    let (code, _, err) = run(&["extract", &place, "-o", output]);
    assert_eq!((code, err.contains("--force overwrites it")), (4, true), "{err}");
    assert_eq!(std::fs::read(&script).unwrap(), b"mine");
    let (code, ..) = run(&["extract", &place, "-fo", output]);
    assert_eq!((code, std::fs::read(&script).unwrap()), (0, b"print(1)".to_vec()));
    let (code, out, _) = run(&["extract", &place, "--only", "image", "--json"]);
    assert_eq!((code, &*out), (0, ""));
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_not_followed() {
    let scratch = Scratch::new("extract-link");
    let place = scratch.file("place.rbxmx", PLACE);
    let (outside, folder) = (scratch.0.join("outside"), scratch.0.join("out"));
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("scripts")).unwrap();
    let (code, _, err) = run(&["extract", "-f", &place, "-o", folder.to_str().unwrap()]);
    assert_eq!((code, err.contains("is not a folder")), (4, true), "{err}");
    assert_eq!(scratch.tree(), ["place.rbxmx"]);
}

#[test]
fn the_folder_is_made_and_names_are_as_they_look() {
    let scratch = Scratch::new("extract-folder");
    let hidden = PLACE.replace("../../x", "exe.\u{202e}gnp\u{200b}");
    let place = scratch.file("place.rbxmx", hidden);
    let (code, out, _) = run(&["extract", &place]);
    assert_eq!(
        (code, out.contains("scripts/__/exe._gnp_.server.luau  ../exe.\\u{202e}gnp\\u{200b}")),
        (0, true),
        "{out}"
    );
    let output = scratch.path("new/one");
    let (code, _, err) = run(&["extract", &place, "--only", "image", "-o", &output]);
    assert_eq!((code, &*err), (0, "0 files extracted, 0 bytes\n"));
    assert!(std::fs::read_dir(&output).unwrap().next().is_none());
}
