//! Failures to save files: the message, the exit code, and that existing files are unchanged.

use crate::support::{Scratch, gltf, older, rez, root, run};

const LLSD: &str = "fixtures/llsd/valid/everything.xml";
const MESH: &str = "fixtures/rbxmesh/valid/v300.mesh";
const MODEL: &str = "fixtures/rbxbinary/valid/nested.rbxm";

/// The names in a folder, sorted.
fn names(scratch: &Scratch) -> Vec<String> {
    let entries = std::fs::read_dir(&scratch.0).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn read_only(scratch: &Scratch, name: &str, is_read_only: bool) {
    let path = scratch.path(name);
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(is_read_only);
    std::fs::set_permissions(&path, permissions).unwrap();
}

#[test]
fn read_only_files_stay() {
    let scratch = Scratch::new("read-only");
    let output = scratch.file("mine", "mine");
    read_only(&scratch, "mine", true);
    for arguments in [
        &["convert", LLSD, "--to", "llsd-binary", "-fo", &output][..],
        &["convert", MESH, "--to", "glb", "-fo", &output],
        &["convert", MODEL, "--to", "rbxmx", "-fo", &output],
        &["thumb", MESH, "--size", "16", "-fo", &output],
        &["set", MODEL, "Outer/Brick.Anchored=true", "-fo", &output],
        &["merge", MODEL, MODEL, MODEL, "-fo", &output],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!(
            (code, &*out, err),
            (4, "", format!("error: {output}: it is read-only\n")),
            "{arguments:?}"
        );
        assert_eq!(std::fs::read(&output).unwrap(), b"mine", "{arguments:?}");
    }
    assert_eq!(names(&scratch), ["mine"]);
    read_only(&scratch, "mine", false);
}

#[test]
fn a_read_only_file_is_not_edited_in_place() {
    let scratch = Scratch::new("read-only-edit");
    let old = std::fs::read(root().join(MODEL)).unwrap();
    let model = scratch.file("model.rbxm", &old);
    let edit = ["set", &model, "Outer/Brick.Anchored=true", "--in-place"];
    read_only(&scratch, "model.rbxm", true);
    let (code, _, err) = run(&edit);
    assert_eq!((code, err), (4, format!("error: {model}: it is read-only\n")));
    assert_eq!(names(&scratch), ["model.rbxm"]);
    read_only(&scratch, "model.rbxm", false);
    // Neither is one whose copy cannot be kept.
    scratch.file(".rez-undo", "a file");
    let (code, _, err) = run(&edit);
    let folder = scratch.0.canonicalize().unwrap().join(".rez-undo");
    let why = format!("the copy of the file in .rez-undo: {} is not a folder", folder.display());
    assert_eq!((code, err), (4, format!("error: {model}: {why}\n")));
    assert_eq!(std::fs::read(&model).unwrap(), old);
    assert_eq!(names(&scratch), [".rez-undo", "model.rbxm"]);
}

#[test]
fn an_edit_that_changes_nothing_writes_nothing() {
    let scratch = Scratch::new("unchanged");
    let model = scratch.file("model.rbxm", std::fs::read(root().join(MODEL)).unwrap());
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    std::fs::File::options().write(true).open(&model).unwrap().set_modified(long_ago).unwrap();
    let absent = "note: no part has the property Transparency\n";
    for (edit, expected, note) in [
        (&["strip", &model, "Part.Transparency"][..], 1, absent),
        (&["set", &model, "Outer/Brick.Anchored=false"], 0, ""),
    ] {
        let (code, _, err) = run(&[edit, &["--in-place"]].concat());
        assert_eq!((code, err), (expected, format!("{note}nothing would change, so nothing was written\n")));
        assert_eq!(std::fs::metadata(&model).unwrap().modified().unwrap(), long_ago);
        assert_eq!(names(&scratch), ["model.rbxm"]);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_to_files_and_what_is_no_file_is_written_into() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let scratch = Scratch::new("links-of-targets");
    let kind = |name: &str| std::fs::symlink_metadata(scratch.path(name)).unwrap().file_type();
    // A file elsewhere gets the content, and the link stays.
    let target = scratch.file("elsewhere/real.glb", "mine");
    symlink("elsewhere/real.glb", scratch.path("link.glb")).unwrap();
    assert_eq!(run(&["convert", MESH, "-fo", &scratch.path("link.glb")]).0, 0);
    assert!(kind("link.glb").is_symlink() && std::fs::read(&target).unwrap().starts_with(b"glTF"));
    // So does a device.
    symlink("/dev/null", scratch.path("null")).unwrap();
    let null = scratch.path("null");
    for arguments in [
        &["convert", MESH, "--to", "glb", "-fo", &null][..],
        &["convert", MODEL, "--to", "rbxmx", "-fo", &null],
        &["set", MODEL, "Outer/Brick.Anchored=true", "-fo", &null],
        &["merge", MODEL, MODEL, MODEL, "-fo", &null],
        &["thumb", MESH, "--size", "16", "-fo", &null],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, kind("null").is_symlink()), (0, true), "{arguments:?}: {err}");
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device(), "{arguments:?}");
    }
    // What is read from a pipe is the whole file.
    crate::support::pipe(&scratch.path("pipe"));
    let read = std::thread::spawn({
        let pipe = scratch.path("pipe");
        move || std::fs::read(pipe).unwrap()
    });
    assert_eq!(run(&["convert", MESH, "--to", "glb", "-fo", &scratch.path("pipe")]).0, 0);
    let read = read.join().unwrap();
    assert!(kind("pipe").is_fifo() && read.starts_with(b"glTF") && read.len() > 3000);
    // Nothing is edited in place but files, and a link leads to nothing if there is nothing.
    let (code, _, err) = run(&["convert", MESH, "-q", "--to", "glb", "-fo", &scratch.path("nowhere")]);
    assert_eq!((code, &*err), (0, ""));
    std::fs::remove_file(scratch.path("nowhere")).unwrap();
    symlink("nothing", scratch.path("nowhere")).unwrap();
    let (code, _, err) = run(&["convert", MESH, "--to", "glb", "-fo", &scratch.path("nowhere")]);
    assert_eq!(
        (code, err),
        (4, format!("error: {}: it is a link without a target\n", scratch.path("nowhere")))
    );
    for name in ["link.glb", "null", "pipe"] {
        let (code, _, err) = run(&["convert", MESH, "--to", "glb", "-o", &scratch.path(name)]);
        assert_eq!((code, err.contains("it already exists; --force overwrites it")), (4, true), "{err}");
    }
}

/// A link that lies where the program would write by itself, as somebody else's repository may have it.
#[cfg(unix)]
#[test]
fn what_nobody_named_is_not_written_through_a_link() {
    let scratch = Scratch::new("planted-links");
    let model = scratch.file("model.rbxm", std::fs::read(root().join(MODEL)).unwrap());
    let mine = scratch.file("elsewhere/mine", "mine");
    let out = scratch.path("out");
    let calls: [(&str, &[&str]); 9] = [
        (".rez-undo", &["set", &model, "Outer/Brick.Anchored=true", "--in-place"]),
        (".rez-undo/model.rbxm", &["set", &model, "Outer/Brick.Anchored=true", "--in-place"]),
        ("out/everything.llsd", &["convert", LLSD, "--to", "llsd-binary", "-fo", &out]),
        ("out/v300.glb", &["convert", MESH, "--to", "glb", "-fo", &out]),
        ("out/v300.bin", &["convert", MESH, "--to", "gltf", "-fo", &out]),
        ("out/rez.1", &["man", "-o", &out]),
        ("out/contents/files-00000.jsonl", &["table", MESH, "-o", &out, "--force"]),
        ("out/_done/files-00000.txt", &["table", MESH, "-o", &out, "--force"]),
        (".gitattributes", &["install-git", &scratch.0.to_string_lossy(), "--yes"]),
    ];
    let git = std::process::Command::new("git").args(["init", "-q"]).arg(&scratch.0).status();
    let has_git = git.is_ok_and(|status| status.success());
    for (planted, call) in calls.into_iter().filter(|(_, call)| has_git || call[0] != "install-git") {
        let link = scratch.0.join(planted);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&mine, &link).unwrap();
        let (code, text, err) = run(call);
        let is_refused = [2, 4].contains(&code)
            && err.contains(" is ")
            && (err.contains("not a file") || err.contains("not a folder"));
        // A list of what is done is replaced, and the link with it.
        assert!(is_refused || planted.contains("_done"), "{call:?}: {code} {text} {err}");
        assert_eq!(std::fs::read(&mine).unwrap(), b"mine", "{call:?}");
        std::fs::remove_file(link).unwrap();
    }
    assert_eq!(std::fs::read(&model).unwrap(), std::fs::read(root().join(MODEL)).unwrap());
    // Neither is a folder whose name nobody gave.
    std::fs::remove_dir_all(scratch.0.join("out/contents")).unwrap();
    std::os::unix::fs::symlink(scratch.0.join("elsewhere"), scratch.0.join("out/contents")).unwrap();
    let (code, _, err) = run(&["table", MESH, "-o", &out, "--force"]);
    assert!(code == 4 && err.contains("contents: this is a link"), "{err}");
    assert_eq!(std::fs::read_dir(scratch.0.join("elsewhere")).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_edit_in_place_keeps_rights_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::new("kept-link");
    let model = scratch.file("elsewhere/real.rbxm", std::fs::read(root().join(MODEL)).unwrap());
    std::fs::set_permissions(&model, std::fs::Permissions::from_mode(0o600)).unwrap();
    let link = scratch.path("link.rbxm");
    symlink("elsewhere/real.rbxm", &link).unwrap();
    assert_eq!(run(&["set", &link, "Outer/Brick.Anchored=true", "--in-place"]).0, 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let copy = older(&model).remove(0);
    let (code, out, _) = run(&["diff", "-q", &copy, &model]);
    assert_eq!((code, &*out), (1, "~ [Part] Outer/Brick\n    Anchored: false → true\n"));
    for path in [&model, &copy] {
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{path}");
    }
}

#[test]
fn files_that_belong_together_are_all_replaced_or_none() {
    let scratch = Scratch::new("together");
    let (output, array) = (scratch.file("head.gltf", "mine"), scratch.file("head.bin", "mine too"));
    for (name, path) in [("head.gltf", &output), ("head.bin", &array)] {
        read_only(&scratch, name, true);
        let (code, _, err) = run(&["convert", MESH, "-fo", &output]);
        assert_eq!((code, err), (4, format!("error: {path}: it is read-only\n")));
        assert_eq!(std::fs::read(&output).unwrap(), b"mine");
        assert_eq!(std::fs::read(&array).unwrap(), b"mine too");
        read_only(&scratch, name, false);
    }
    // Without --force, either is in the way.
    for (stays, goes, path) in [("head.gltf", "head.bin", &output), ("head.bin", "head.gltf", &array)] {
        std::fs::remove_file(scratch.path(goes)).unwrap();
        let (code, _, err) = run(&["convert", MESH, "-o", &output]);
        let message = format!("error: {path}: it already exists; --force overwrites it\n");
        assert_eq!((code, err, names(&scratch)), (4, message, vec![stays.to_owned()]));
        scratch.file(goes, "again");
    }
    assert_eq!(run(&["convert", MESH, "-fo", &output]).0, 0);
    assert_eq!(names(&scratch), ["head.bin", "head.gltf"]);
}

#[test]
fn a_folder_is_not_replaced() {
    let scratch = Scratch::new("folder");
    let kept = scratch.file("out/everything.llsd/kept", "mine");
    let folder = scratch.path("out");
    // A folder as output gets the file; a folder where the file would go is an error.
    let (code, _, err) = run(&["convert", LLSD, "--to", "llsd-binary", "-fo", &folder]);
    let inner_shown = std::path::Path::new(&folder).join("everything.llsd").display().to_string();
    assert_eq!((code, err), (4, format!("error: {inner_shown}: it is a folder, and a file is needed\n")));
    for arguments in [
        &["set", MODEL, "Outer/Brick.Anchored=true", "-fo", &folder][..],
        &["merge", MODEL, MODEL, MODEL, "-fo", &folder],
    ] {
        let (code, _, err) = run(arguments);
        let expected = format!("error: {folder}: it is a folder, and a file is needed\n");
        assert_eq!((code, err), (4, expected), "{arguments:?}");
    }
    // A file where a folder would be made.
    let (code, _, err) = run(&["convert", LLSD, "--to", "llsd-binary", "-fo", &format!("{kept}/")]);
    assert!(code == 4 && err.starts_with(&format!("error: {kept}")), "{err}");
    assert_eq!(std::fs::read(&kept).unwrap(), b"mine");
    for arguments in [&["diff", "fixtures", MODEL][..], &["merge", MODEL, "fixtures", MODEL]] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, &*err), (2, "error: fixtures: this is a folder, not a file\n"));
    }
}

#[test]
fn one_file_that_cannot_be_saved_does_not_stop_the_others() {
    let scratch = Scratch::new("several");
    let (a, b) = (scratch.file("a.mesh", "version 1.00\n0\n"), scratch.path("b.mesh"));
    std::fs::copy(root().join(MESH), &b).unwrap();
    let c = scratch.path("c.mesh");
    std::fs::copy(root().join("fixtures/rbxmesh/valid/v200.mesh"), &c).unwrap();
    scratch.file("out/b.glb", "mine");
    let folder = scratch.path("out");
    let call = ["convert", &a, &b, &c, "--to", "glb", "-o", &folder, "--json"];
    let (code, out, err) = run(&call);
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // One has no faces, one is in the way, one is converted; the code is the highest of all.
    assert_eq!((code, lines.len()), (4, 2), "{out}{err}");
    assert_eq!((&lines[0]["schema"], &lines[0]["file"]), (&"rezkit.problem/1".into(), &a.into()));
    assert_eq!((&lines[1]["is_saved"], &lines[1]["file"]), (&true.into(), &c.into()));
    assert!(err.ends_with("it already exists; --force overwrites it\n"), "{err}");
    assert_eq!(std::fs::read(scratch.path("out/b.glb")).unwrap(), b"mine");
    assert!(std::fs::read(scratch.path("out/c.glb")).unwrap().starts_with(b"glTF"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_name_may_be_as_long_as_names_can_be() {
    let scratch = Scratch::new("long");
    let name = format!("{}.llsd", "n".repeat(250));
    let output = scratch.path(&name);
    let (code, _, err) = run(&["convert", LLSD, "-o", &output]);
    assert_eq!((code, names(&scratch)), (0, vec![name]), "{err}");
    // Nothing is there of a model if a name is too long, and those of its images never are.
    let images = format!(
        r#"{{"bufferView":1,"name":"a"}},{{"bufferView":1,"name":"{0}"}},{{"bufferView":1,"uri":"{0}.png"}}"#,
        "n".repeat(300)
    );
    let model = scratch.file("m/m.gltf", gltf(&images));
    for ending in ["gltf", "obj"] {
        let scratch = Scratch::new(&format!("long-{ending}"));
        let (code, _, err) =
            run(&["convert", &model, "-o", &scratch.path(&format!("{}.{ending}", "n".repeat(300)))]);
        assert_eq!((code, err.contains("too long"), scratch.tree().len()), (4, true, 0), "{err}");
        let (code, _, err) =
            run(&["convert", &model, "-o", &scratch.path(&format!("{}.{ending}", "n".repeat(250)))]);
        assert_eq!((code, scratch.tree().len()), (0, 5), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn rights_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("kept-rights");
    let output = scratch.file("a.llsd", "mine");
    std::fs::set_permissions(&output, std::fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(run(&["convert", LLSD, "-fo", &output]).0, 0);
    assert_eq!(std::fs::metadata(&output).unwrap().permissions().mode() & 0o777, 0o640);
}

/// The test runs as a user without special rights, whoever runs it.
#[cfg(unix)]
#[test]
fn read_only_folders_stay_as_they_are() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let scratch = Scratch::new("closed");
    let (input, old) = (scratch.path("in.mesh"), scratch.file("closed/old.glb", "mine"));
    std::fs::copy(root().join(MESH), &input).unwrap();
    let folder = scratch.0.join("closed");
    // Another user may not look into the folder that the program was built in.
    let program = scratch.path("rez");
    std::fs::copy(env!("CARGO_BIN_EXE_rez"), &program).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = std::fs::metadata(&scratch.0).unwrap().uid() == 0;
    let new = scratch.path("closed/new.glb");
    for (output, force) in [(&new, "-q"), (&old, "--force"), (&scratch.path("closed"), "-q")] {
        let mut call = std::process::Command::new(&program);
        call.args(["convert", &input, "--to", "glb", force, "-o", output]).current_dir("/");
        if is_root {
            call.uid(65_534).gid(65_534);
        }
        // A process that another test starts has the copy open for writing until it becomes its own program.
        let output = loop {
            match call.output() {
                Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {}
                ended => break ended.unwrap(),
            }
        };
        let (code, out, err) = crate::support::text(&output);
        assert_eq!((code, &*out, err.contains("Permission denied")), (4, "", true), "{err}");
        assert!(err.starts_with("error: ") && err.contains("/closed/"), "{err}");
    }
    let call = || rez().arg("identify").arg(&folder).output().unwrap();
    assert_eq!(std::fs::read(&old).unwrap(), b"mine");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(call().status.success());
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A call of the program that can write a block to each file, as on a disk that fills up.
#[cfg(target_os = "linux")]
fn run_with_a_block(arguments: &[&str]) -> (i32, String, String) {
    let mut call = std::process::Command::new("sh");
    // Files of more than a block fail as they do on a full disk, once the signal is ignored.
    call.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_rez")]);
    crate::support::text(&call.args(arguments).current_dir(root()).output().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_changes_none_of_several_files() {
    let scratch = Scratch::new("full-together");
    let (output, array) = (scratch.file("head.gltf", "mine"), scratch.file("head.bin", "mine too"));
    let (code, _, err) = run_with_a_block(&["convert", MESH, "-fo", &output]);
    assert_eq!((code, err.contains("File too large")), (4, true), "{err}");
    assert_eq!(std::fs::read(&output).unwrap(), b"mine");
    assert_eq!(std::fs::read(&array).unwrap(), b"mine too");
    assert_eq!(names(&scratch), ["head.bin", "head.gltf"]);
    // Of several models, those that fit are there.
    let (small, folder) = (scratch.file("small.mesh", one_triangle()), scratch.path("out"));
    let (code, _, err) = run_with_a_block(&["convert", &small, MESH, "--to", "stl", "-o", &folder]);
    assert_eq!((code, err.contains("v300.stl: File too large")), (4, true), "{err}");
    let found: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(found, ["small.stl"]);
    // The copy that --in-place keeps, and then the file.
    let old = std::fs::read(root().join("fixtures/rbxbinary/valid/all_types.rbxm")).unwrap();
    let model = scratch.file("model.rbxm", &old);
    let (code, _, err) = run_with_a_block(&["strip", &model, "*.Name", "--in-place"]);
    assert_eq!((code, err.contains("File too large")), (4, true), "{err}");
    assert!(std::fs::read(&model).unwrap() == old);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_loses_no_file_that_is_moved() {
    let scratch = Scratch::new("full-move");
    let large = std::fs::read(root().join(MESH)).unwrap();
    let (from, into) = (scratch.path("from"), scratch.path("into"));
    for name in ["from/a.mesh", "from/b.mesh", "from/c.mesh"] {
        scratch.file(name, &large);
    }
    scratch.file("from/small.mesh", one_triangle());
    let (code, _, err) = run_with_a_block(&["sort", &from, "--into", &into, "--move"]);
    assert!(code == 4 && err.ends_with("4 files: 1 content moved, 3 not moved\n"), "{err}");
    let tree = scratch.tree();
    assert_eq!(tree[..3], ["from/a.mesh", "from/b.mesh", "from/c.mesh"]);
    assert!(tree.len() == 4 && tree[3].starts_with("into/rbx-mesh/"), "{tree:?}");
    for name in &tree[..3] {
        assert_eq!(std::fs::read(scratch.path(name)).unwrap(), large);
    }
}

#[cfg(target_os = "linux")]
fn one_triangle() -> &'static str {
    "version 1.00\n1\n[0,0,0][0,0,1][0,0,0][1,0,0][0,0,1][0,0,0][0,1,0][0,0,1][0,0,0]"
}

#[test]
fn xml_is_the_same_at_all_destinations_and_refused_losses_are_written_nowhere() {
    let scratch = Scratch::new("xml-in-pieces");
    let path = |name: &str| scratch.0.join(name).to_str().unwrap().to_owned();
    let convert = |from: &str, to: &str, more: &[&str]| {
        let output = rez().args(["convert", "-q", "--to", "rbxmx", from, "-o", to]).args(more).output();
        output.map(|output| (output.status.code(), output.stdout)).unwrap()
    };
    let model = root().join(MODEL);
    let (model, lossless) = (model.to_str().unwrap(), ["--lossless"]);
    let xml = convert(model, "-", &[]);
    assert!(xml.0 == Some(0) && xml.1.starts_with(b"<roblox ") && xml.1.ends_with(b"</roblox>"));
    assert_eq!(convert(model, "-", &lossless), xml);
    for (to, made, more) in [("a.rbxmx", "a.rbxmx", &[][..]), ("b/c/", "b/c/nested.rbxmx", &lossless)] {
        assert_eq!(convert(model, &path(to), more), (Some(0), Vec::new()));
        assert_eq!(std::fs::read(path(made)).unwrap(), xml.1);
    }
    let lossy = root().join("fixtures/rbxbinary/valid/column_without_type.rbxm");
    let lossy = lossy.to_str().unwrap();
    assert!(!convert(lossy, "-", &[]).1.is_empty());
    for to in ["-", &path("d.rbxmx"), &path("e/")] {
        assert_eq!(convert(lossy, to, &lossless), (Some(1), Vec::new()), "{to}");
    }
    assert_eq!(names(&scratch), ["a.rbxmx", "b"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_beside_a_model_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\na texture";
    let scratch = Scratch::new("odd-names");
    let name = |bytes: &[u8]| scratch.0.join(OsStr::from_bytes(bytes));
    // A folder, a model and a library whose names are no text, and a texture.
    let folder = name(b"fo\xfflder");
    std::fs::create_dir(&folder).unwrap();
    let model = folder.join(OsStr::from_bytes(b"ch\xffir.obj"));
    let text = "mtllib chair.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n";
    std::fs::write(&model, text).unwrap();
    std::fs::write(folder.join("chair.mtl"), "newmtl a\nmap_Kd wood.png\n").unwrap();
    std::fs::write(folder.join("wood.png"), PNG).unwrap();
    let convert = |from: &std::path::Path, to: &std::path::Path| {
        let output =
            rez().args(["convert", "-q", "--lossless"]).arg(from).arg("-o").arg(to).output().unwrap();
        let (code, _, err) = crate::support::text(&output);
        assert_eq!((code, &*err), (0, ""), "{from:?} {to:?}");
    };
    // The texture is found beside the model, and goes beside the new one.
    let new = name(b"n\xffw");
    std::fs::create_dir(&new).unwrap();
    let gltf = new.join(OsStr::from_bytes(b"ch\xffir.gltf"));
    convert(&model, &gltf);
    assert_eq!(std::fs::read(new.join("wood.png")).unwrap(), PNG);
    assert!(new.join("ch\u{fffd}ir.bin").exists());
    // What was written is read back, with all that lies beside it.
    let back = new.join(OsStr::from_bytes(b"b\xffck.obj"));
    convert(&gltf, &back);
    let text = std::fs::read_to_string(&back).unwrap();
    assert!(text.contains("mtllib b\u{fffd}ck.mtl\n"), "{text}");
    assert!(std::fs::read_to_string(new.join("b\u{fffd}ck.mtl")).unwrap().contains("map_Kd wood.png\n"));
    let picture = rez().args(["thumb", "--size", "8", "-o", "-"]).arg(&back).output().unwrap();
    assert!(picture.status.success() && picture.stdout.starts_with(b"\x89PNG"));
    // As what it could become.
    let check = rez().args(["check", "--as", "llmesh"]).arg(&model).output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    // Names that are the same once they are shown are two files.
    let (one, two) = (name(b"\xfe.mesh"), name(b"\xff.mesh"));
    for path in [&one, &two] {
        std::fs::write(path, one_triangle()).unwrap();
    }
    let out = name(b"out/");
    let output =
        rez().args(["convert", "--to", "glb"]).args([&one, &two]).arg("-o").arg(&out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 2);
    // A list has names as they are.
    std::fs::write(name(b"list"), [one.as_os_str().as_bytes(), b"\n", two.as_os_str().as_bytes()].concat())
        .unwrap();
    let (code, out, err) = run(&["identify", &format!("@{}", scratch.path("list"))]);
    assert_eq!((code, out.lines().count()), (0, 2), "{err}");
}
