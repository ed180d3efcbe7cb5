//! Many files: totals, rows, archives, and what is left out.

use crate::support::{Scratch, piped, rez, root, run, text};
use fuzz::archives::{Zipped, tar, zip, zip_of};
use std::path::Path;
use std::process::Stdio;

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures").join(path)).unwrap()
}

/// Who prints has the bar of the progress for itself while the files of an archive are the work of the threads that have
/// other files, too.
#[test]
fn an_archive_beside_many_files_waits_for_none_of_them() {
    let scratch = Scratch::new("many-beside");
    let model = fixture("rbxbinary/valid/nested.rbxm");
    let members: Vec<_> = (0..60).map(|number| format!("{number}.rbxm")).collect();
    let members: Vec<_> = members.iter().map(|name| (name.as_str(), &model[..])).collect();
    scratch.file("a.zip", zip(&members));
    for number in 0..60 {
        scratch.file(&format!("b{number}.rbxm"), &model);
    }
    for _ in 0..3 {
        let (code, out, _) = run(&["identify", &scratch.path(""), "--threads", "2"]);
        assert_eq!((code, out.lines().count()), (0, 120), "{out}");
    }
}

#[test]
fn archives_stand_for_the_files_in_them() {
    let scratch = Scratch::new("archives");
    let (mesh, model) = (fixture("rbxmesh/valid/v200.mesh"), fixture("rbxbinary/valid/nested.rbxm"));
    let inner = zip(&[("deep/b.mesh", &mesh[..]), ("note.txt", b"hello")]);
    let outer = tar(&[("a.rbxm", &model), ("inner.zip", &inner), ("../../evil.mesh", &mesh)]);
    let path = scratch.file("all.tar", &outer);
    let (code, out, err) = run(&["info", "--brief", &path]);
    let names: Vec<_> = out.lines().map(|line| line.rsplit("all.tar/").next().unwrap()).collect();
    assert_eq!(
        (code, &names[..]),
        (0, &["a.rbxm", "inner.zip/deep/b.mesh", "../../evil.mesh"][..]),
        "{out}{err}"
    );
    assert_eq!(err, "3 files; 1 in other formats skipped\n");
    // Nothing is extracted.
    assert_eq!(scratch.tree(), ["all.tar"]);
    let (_, out, _) = run(&["identify", &path]);
    assert_eq!(out.lines().count(), 4, "{out}");
    let (_, out, _) = run(&["query", &path, "class=Part"]);
    assert_eq!(out, format!("{path}/a.rbxm: Outer/Inner/Brick\n{path}/a.rbxm: Outer/Brick\n"));
    let (_, out, _) = run(&["print", &path]);
    assert!(
        out.contains("[Part] Outer/Brick\n") && out.contains("inner.zip/deep/b.mesh\n[Roblox mesh] (file)"),
        "{out}"
    );
    let from_stdin = piped(&["identify", "-", "--stdin-name", "all.tar"], &outer);
    assert_eq!(String::from_utf8(from_stdin).unwrap().lines().count(), 4);
    // A conversion takes it for what it is.
    let (code, _, err) = run(&["convert", &path, "-o", &scratch.path("a.glb")]);
    assert_eq!(code, 3, "{err}");
    // One broken member does not stop the others.
    let mut broken = outer.clone();
    broken[512 + 40] ^= 0xff;
    let path = scratch.file("broken.tar", &broken);
    let (code, out, _) = run(&["check", "--json", &path]);
    assert!(code <= 3 && out.lines().count() == 3, "{out}");
}

/// A byte that is another one since the archive was made: the file is read, and every verb that judges says so.
/// Links to folders are not followed, but for one that is named: a circle of them would have no end.
#[cfg(unix)]
#[test]
fn links_in_folders_lead_to_files_alone() {
    use std::os::unix::fs::symlink;
    let scratch = Scratch::new("links");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    scratch.file("folder/a.mesh", &mesh);
    scratch.file("other/b.mesh", &mesh);
    for (target, link) in [
        ("../other/b.mesh", "folder/file.mesh"),
        ("../other", "folder/others"),
        (".", "folder/circle"),
        ("nowhere", "folder/nothing.mesh"),
        ("folder", "named"),
    ] {
        symlink(target, scratch.path(link)).unwrap();
    }
    for verb in
        [&["identify"][..], &["info", "--brief"], &["query"], &["table", "--table", "files", "-o", "-"]]
    {
        for folder in ["folder", "named"] {
            let path = scratch.path(folder);
            let more: &[&str] = if verb == ["query"] { &["Name=vertices"] } else { &[] };
            let (code, out, err) = run(&[verb, &[&*path], more].concat());
            let seen = ["a.mesh", "file.mesh", "b.mesh", "nothing"].map(|name| out.contains(name));
            assert_eq!((code, seen), (0, [true, true, false, false]), "{verb:?}: {out}{err}");
            assert!(!out.contains("circle/"), "{out}");
        }
    }
}

#[test]
fn damage_in_an_archive_is_told() {
    let scratch = Scratch::new("damaged");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    let damaged = |at: usize| {
        let mut bytes = mesh.clone();
        bytes[at] ^= 1;
        zip_of(&[Zipped { packed: &bytes, ..Zipped::stored("a.mesh", &mesh) }], false)
    };
    let path = scratch.file("b.zip", damaged(mesh.len() - 20));
    let (code, out, err) = run(&["check", &path]);
    assert!(code == 1 && out.contains("warning RZK003  The archive of the file is damaged"), "{out}{err}");
    let (_, out, _) = run(&["check", "--json", &path]);
    assert!(out.contains(r#""found":"the checksum does not match the bytes""#), "{out}");
    assert!(!run(&["check", "--allow", "RZK003", &path]).1.contains("RZK003"));
    let (code, out, _) = run(&["check", "--strict", &path]);
    assert_eq!((code, &*out), (3, ""));
    let (code, out, _) = run(&["info", "-v", &path]);
    assert!(code == 0 && out.contains("! the checksum does not match the bytes"), "{out}");
    let (code, out, _) = run(&["identify", &path]);
    assert!(
        code == 0 && out.ends_with("a Roblox mesh 2.00; the checksum does not match the bytes\n"),
        "{out}"
    );
    let (code, out, _) = run(&["table", "--table", "files", "-o", "-", &path]);
    assert!(code == 0 && out.contains(r#""error":"the checksum does not match the bytes""#), "{out}");
    // 256 vertices more are not called a file that is cut short.
    let path = scratch.file("c.zip", damaged(18));
    let (code, _, err) = run(&["check", &path]);
    let help = "help: the checksum does not match the bytes: fetch the archive again";
    assert!(code == 3 && err.contains(help), "{err}");
    // Of what is in an archive, `info` says that as what it is.
    let (code, out, err) = run(&["info", &path]);
    assert!(code == 0 && out.contains("not readable ! ") && err.is_empty(), "{out}{err}");
    let (code, _, err) = run(&["info", "-v", &path]);
    assert!(code == 0 && err.contains(help), "{err}");
    assert_eq!(run(&["info", "--json", &path]).0, 3);
}

#[test]
fn totals_are_of_all_files() {
    let scratch = Scratch::new("totals");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    for i in 0..30 {
        scratch.file(&format!("{i:02}.mesh"), if i < 3 { &mesh[..20] } else { &mesh[..] });
    }
    scratch.file("a.rbxm", fixture("rbxbinary/valid/nested.rbxm"));
    scratch.file("b.mesh", fixture("rbxmesh/rules/RBM001.fires.mesh"));
    scratch.file("notes.txt", "hello");
    scratch.file(".hidden/c.mesh", &mesh);
    let folder = scratch.0.to_str().unwrap();
    let (code, out, err) = run(&["info", folder, "--summary"]);
    assert_eq!((code, &*err), (3, ""));
    assert!(out.starts_with("32 files; 1 in other formats skipped; 1 hidden left out\n"), "{out}");
    for line in [
        "        28  Roblox mesh\n",
        "         1  Roblox model or place\n",
        "        28  Roblox mesh 2.00\n",
        "         1           2  Part\n",
        "         3  the file is cut short\n",
        "         1  plain text\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    let (code, out, _) = run(&["check", folder, "--summary"]);
    assert!(
        code == 3 && out.contains("         1           1  RBM001 A vertex index of a face does not exist\n"),
        "{out}"
    );
    let (_, out, _) = run(&["identify", folder, "--summary"]);
    assert!(out.contains("        31  Roblox mesh\n") && out.contains("         1  plain text\n"), "{out}");
    let (_, out, _) = run(&["roundtrip", folder, "--summary"]);
    assert!(out.contains("  kept\n"), "{out}");
    let (_, out, _) = run(&["list", "classes", folder, "--summary"]);
    assert!(out.contains("         1           2  Part\n"), "{out}");
    let (_, out, _) = run(&["print", folder, "--summary"]);
    assert!(out.contains("         1           2  Part\n"), "{out}");
    let (_, out, _) = run(&["query", folder, "class=Part", "--summary"]);
    assert!(out.contains("         1           2  Part\n"), "{out}");
}

#[test]
fn rows_have_a_line_of_names() {
    let mesh = "fixtures/rbxmesh/rules/RBM001.fires.mesh";
    let place = "fixtures/rbxbinary/valid/nested.rbxm";
    let first = |arguments: &[&str], n: usize| run(arguments).1.lines().nth(n).unwrap_or_default().to_owned();
    assert_eq!(
        first(&["check", "--csv", mesh], 1),
        format!("{mesh},RBM001,error,faces[0],vertex 24,below 24,985")
    );
    assert_eq!(
        first(&["info", "--csv", place], 0),
        "file,format,version,bytes,instances,vertices,triangles,size,remarks"
    );
    assert_eq!(
        first(&["info", "--csv", mesh], 1),
        format!("{mesh},rbx-mesh,2.00,1129,,24,12,2 2 2,warnings")
    );
    let row = first(&["identify", "--csv", mesh], 1);
    assert!(
        row.starts_with(&format!("{mesh},rbx-mesh,2.00,mesh,1129,52e47beeace0ae")) && row.ends_with(",,"),
        "{row}"
    );
    assert_eq!(
        run(&["query", "--csv", place, "class=Part", "--get", "size"]).1,
        format!(
            "file,kind,path,size\n{place},Part,Outer/Inner/Brick,\"Vector3(4, 1.2, 2)\"\n{place},Part,Outer/Brick,\"Vector3(1, 1, 1)\"\n"
        )
    );
    assert_eq!(
        first(&["print", "--csv", place], 2),
        format!("{place},Roblox,(file),ExplicitAutoJoints,\"\"\"true\"\"\"")
    );
    assert_eq!(first(&["list", "classes", "--csv", place], 1), format!("{place},Folder,,,2"));
    assert_eq!(
        first(&["roundtrip", "--csv", "fixtures/rbxxml/valid/parts.rbxmx"], 1),
        "fixtures/rbxxml/valid/parts.rbxmx,8,"
    );
}

#[test]
fn notes_are_counted_and_shown_when_asked_for() {
    let (mesh, other) =
        ("fixtures/rbxmesh/rules/RBM017.fires.mesh", "fixtures/rbxmesh/rules/RBM001.fires.mesh");
    let (code, out, err) = run(&["check", mesh]);
    assert_eq!((code, &*out, &*err), (0, "", "1 file: 1 note (-v shows notes)\n"));
    for arguments in [&["check", mesh, "-v"][..], &["check", mesh, "--only", "note"]] {
        assert!(run(arguments).1.contains("  note    RBM017  "), "{arguments:?}");
    }
    let (code, out, _) = run(&["check", mesh, "--deny", "note"]);
    assert!(code == 1 && out.contains("  note    RBM017  "), "{out}");
    // Of several files, a rule is one line.
    let (code, out, err) = run(&["check", mesh, other]);
    let expected = format!("{other}: 1 error\n  error   RBM001  A vertex index of a face does not exist\n");
    assert_eq!((code, out, &*err), (1, expected, "2 files: 1 error, 1 note (-v shows notes)\n"));
    assert_eq!(run(&["check", mesh, other, "--only", "warning"]).1, "");
    assert!(run(&["check", mesh, other, "-v"]).1.contains("faces[0]: found vertex 24"));
}

#[test]
fn contents_are_sorted_and_never_overwritten() {
    let scratch = Scratch::new("sort");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    for name in ["from/a.bin", "from/b/c"] {
        scratch.file(name, &mesh);
    }
    scratch.file("from/place.dat", fixture("rbxbinary/valid/place.rbxl"));
    scratch.file("from/model", fixture("rbxbinary/valid/nested.rbxm"));
    scratch.file("from/notes.xyz", [0xfe_u8, 0, 1]);
    let (from, into) = (scratch.path("from"), scratch.path("into"));
    let (code, out, err) = run(&["sort", &from, "--into", &into]);
    assert_eq!((code, &*out, &*err), (0, "", "5 files: 4 contents copied, 1 is a copy of another\n"));
    let names: Vec<_> = scratch.tree().into_iter().filter(|path| path.starts_with("into/")).collect();
    let endings: Vec<_> = names.iter().map(|path| path.rsplit_once('.').unwrap().1).collect();
    let mut endings = endings;
    endings.sort_unstable();
    assert_eq!(endings, ["mesh", "rbxl", "rbxm", "xyz"], "{names:?}");
    // Again, nothing is new; moving takes the old ones away.
    let (_, _, err) = run(&["sort", &from, "--into", &into]);
    assert_eq!(err, "5 files: 0 contents copied, 5 are copies of another\n");
    assert_eq!(run(&["sort", &from, "--into", &into, "--move"]).0, 0);
    assert!(scratch.tree().iter().all(|path| path.starts_with("into/")));
    // Another content by the same name is left alone.
    let taken = names.iter().find(|path| path.ends_with(".mesh")).unwrap();
    scratch.file(taken, "mine");
    scratch.file("from/a.bin", &mesh);
    let (code, _, err) = run(&["sort", &from, "--into", &into]);
    assert!(code == 4 && err.contains("has this name and different content"), "{err}");
    assert_eq!(std::fs::read(scratch.path(taken)).unwrap(), b"mine");
    assert!(Path::new(&scratch.path("from/a.bin")).exists());
}

#[test]
fn results_are_no_inputs_of_the_next_call() {
    let scratch = Scratch::new("own-results");
    scratch.file("a.mesh", fixture("rbxmesh/valid/v200.mesh"));
    scratch.file("b/c.mesh", fixture("rbxmesh/valid/v100.mesh"));
    let folder = scratch.0.to_str().unwrap();
    let [glb, into, table] = ["out/glb", "sorted", "b/tables"].map(|name| scratch.path(name));
    for arguments in [
        &["convert", folder, "--to", "glb", "-fo", &format!("{glb}/")][..],
        &["sort", folder, "--into", &into],
        &["table", folder, "-fo", &table],
    ] {
        let (first, _, _) = run(arguments);
        let before = scratch.tree();
        let (code, _, err) = run(arguments);
        assert_eq!((first, code, scratch.tree()), (0, 0, before), "{err}");
        assert!(
            err.starts_with("note: ") && err.contains("not read, because the results are written there\n"),
            "{err}"
        );
    }
    // Who asks for it by name gets it.
    let (code, _, err) = run(&["convert", &glb, "--to", "obj", "-o", &format!("{glb}/")]);
    assert!(code == 0 && err.contains("\n2 files: ") && !err.contains("not read"), "{err}");
}

#[test]
fn a_file_that_is_named_twice_is_moved_once() {
    let scratch = Scratch::new("sort-twice");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    let file = scratch.file("from/a.mesh", &mesh);
    let (from, into) = (scratch.path("from"), scratch.path("into"));
    let again = format!("{from}/../from/a.mesh");
    for dry_run in [true, false] {
        let mut arguments = vec!["sort", &file, &from, &file, &again, "--into", &into, "--move"];
        arguments.extend(dry_run.then_some("--dry-run"));
        let (code, _, err) = run(&arguments);
        let word = if dry_run { "would be moved" } else { "moved" };
        assert_eq!((code, err), (0, format!("1 file: 1 content {word}\n")));
    }
    let [moved] = &scratch.tree()[..] else { panic!("{:?}", scratch.tree()) };
    assert_eq!(std::fs::read(scratch.path(moved)).unwrap(), mesh);
    // What is in its place stays there, whatever it is called.
    let (code, _, err) = run(&["sort", &scratch.path(moved), "--into", &into, "--move"]);
    assert_eq!((code, &*err), (0, "1 file: 0 contents moved, 1 is a copy of another\n"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&into, scratch.path("link")).unwrap();
        assert_eq!(run(&["sort", &into, "--into", &scratch.path("link"), "--move"]).0, 0);
    }
    assert_eq!(std::fs::read(scratch.path(moved)).unwrap(), mesh);
}

#[test]
fn the_same_content_is_found_in_several_files() {
    let scratch = Scratch::new("copies");
    let mesh = fixture("rbxmesh/valid/v200.mesh");
    scratch.file("a.mesh", &mesh);
    scratch.file("b/c.mesh", &mesh);
    scratch.file("d.zip", zip(&[("e.mesh", &mesh)]));
    scratch.file("other.mesh", fixture("rbxmesh/valid/v100.mesh"));
    let folder = scratch.0.to_str().unwrap();
    let (code, out, err) = run(&["list", "duplicates", folder]);
    assert_eq!(code, 0);
    assert!(out.contains("/a.mesh  1,129 bytes\n  the same as ") && out.contains("d.zip/e.mesh\n"), "{out}");
    assert!(err.ends_with(", 1 content in several files\n"), "{err}");
    let (_, out, _) = run(&["list", "duplicates", folder, "--json"]);
    let line: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((&line["schema"], line["places"].as_array().unwrap().len()), (&"rezkit.copies/1".into(), 3));
}

#[test]
fn edits_reach_all_that_is_chosen() {
    let scratch = Scratch::new("edits");
    let path = scratch.file("nested.rbxm", fixture("rbxbinary/valid/nested.rbxm"));
    let (code, _, err) = run(&["set", &path, "--where", "class=Part", "Anchored=true", "--in-place"]);
    assert_eq!((code, err.starts_with("2 values set\n")), (0, true), "{err}");
    let (_, out, _) = run(&["query", &path, "Anchored", "--get", "Anchored"]);
    assert_eq!(out, "Outer/Inner/Brick.Anchored=true\nOuter/Brick.Anchored=true\n");
    // What `--get` prints is what `set` takes.
    let list = scratch.file("edits.txt", out.replace("true", "false"));
    assert_eq!(run(&["set", &path, "--from", &list, "--in-place", "--force"]).0, 0);
    assert_eq!(run(&["query", &path, "Anchored"]).1, "");
    let (code, _, err) = run(&["remove", &path, "Outer/Inner", "--in-place", "--force"]);
    assert!(code == 0 && err.starts_with("2 parts removed\n"), "{err}");
    let (code, _, err) =
        run(&["add", &path, "Outer", "fixtures/rbxbinary/valid/nested.rbxm", "--in-place", "--force"]);
    assert!(code == 0 && err.contains("4 instances added\n"), "{err}");
    assert_eq!(
        run(&["query", &path, "class=Part"]).1,
        "Outer/Brick\nOuter/Outer/Inner/Brick\nOuter/Outer/Brick\n"
    );
    let (code, _, err) = run(&["query", &path, "class="]);
    assert!(code == 2 && err.contains("column 7: expected a value"), "{err}");
}

#[test]
fn a_bug_report_has_nothing_of_the_content() {
    let (code, out, _) = run(&["bug-report", "fixtures/rbxbinary/valid/nested.rbxm"]);
    assert!(code == 0 && out.contains("class      Part: 2\n") && out.contains("laws "), "{out}");
    assert!(out.starts_with(concat!("rez        ", env!("CARGO_PKG_VERSION"))), "{out}");
    let scratch = Scratch::new("report");
    let path = scratch.file("secret.llsd", "{'password':'hunter2','n':i1}");
    // What only looks like the name of a class, a chunk or a block.
    let place = "<roblox version=\"4\"><SecretElement></SecretElement><Item class=\"SecretProject\"/><Item class=\"Part\"/></roblox>";
    let place = scratch.file("place.rbxlx", place);
    let renamed = |path: &str, old: &[u8], new: &[u8]| {
        let mut bytes = fixture(path);
        let at = bytes.windows(old.len()).position(|window| window == old).unwrap();
        bytes[at..at + old.len()].copy_from_slice(new);
        scratch.file(path, bytes)
    };
    let mesh = renamed("rbxmesh/valid/v700.mesh", b"LODS", b"SECR");
    let asset = renamed("slmesh/valid/sound.llmesh", b"lowest_lod", b"secret_lod");
    for path in [path, place, mesh, asset] {
        let (code, out, _) = run(&["bug-report", &path]);
        assert!(code == 0 && out.contains("\npart  "), "{out}");
        for word in ["secret", "SECR", "Secret", "password", "hunter2"] {
            assert!(!out.contains(word), "{out}");
        }
    }
    let (code, out, _) = run(&["bug-report", "fixtures/rbxmesh/invalid/html.mesh"]);
    assert!(code == 0 && out.contains("error      opening: unsupported\n"), "{out}");
}

#[test]
fn nobody_waits_for_a_bar_in_a_pipe() {
    let output = rez().args(["check", "fixtures/rbxmesh", "-q"]).stdout(Stdio::piped()).output().unwrap();
    let (_, _, err) = text(&output);
    assert!(!err.contains(['\r', '█', '░']), "{err}");
}

/// Archives in archives end somewhere, which is said wherever it happens.
#[test]
fn archives_that_are_too_deep_are_reported() {
    let scratch = Scratch::new("deep");
    let mut bytes = fixture("rbxmesh/valid/v200.mesh");
    for number in 0..3 {
        bytes = zip(&[(if number == 0 { "a.mesh" } else { "in.zip" }, &bytes[..])]);
    }
    let path = scratch.file("a.zip", &bytes);
    let (code, out, err) = run(&["info", "--brief", &path]);
    assert_eq!((code, out.lines().count(), err.as_str()), (0, 1, ""));
    for _ in 3..40 {
        bytes = zip(&[("in.zip", &bytes[..])]);
    }
    let path = scratch.file("a.zip", &bytes);
    let out = scratch.path("out");
    for arguments in
        [&["info", &path][..], &["check", &path], &["identify", &path], &["table", "-o", &out, &path]]
    {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 3, "{arguments:?}: {err}");
        assert!(
            err.contains(
                "a.zip/in.zip/in.zip/in.zip: archives are opened two levels deep, and this one is deeper"
            ),
            "{arguments:?}: {err}"
        );
    }
}

/// A table of an archive that was not read to its end lacks rows, and says so as other verbs do.
#[test]
fn a_table_of_a_cut_archive_is_not_complete() {
    let scratch = Scratch::new("cut");
    let large = vec![0; 60_000_000];
    let members: Vec<_> = ["1", "2", "3", "4", "5", "6"].map(|name| (name, &large[..])).into();
    let path = scratch.file("a.zip", zip(&members));
    let out = scratch.path("out");
    for arguments in
        [&["info", &path][..], &["table", "-o", &out, &path], &["table", "--resume", "-o", &out, &path]]
    {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 3, "{arguments:?}: {err}");
    }
}

/// An object of Second Life has 256 meshes of eight faces, and a face is a material.
#[test]
fn an_object_has_no_more_faces_than_its_meshes() {
    let scratch = Scratch::new("object-faces");
    let model = |n_materials: usize| {
        let groups = (0..n_materials).map(|number| format!("usemtl m{number}\nf 1 2 3\n"));
        format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", groups.collect::<String>())
    };
    let path = scratch.file("a.obj", model(60_000));
    let (code, _, err) = run(&["convert", &path, "-o", &scratch.path("a.llmesh")]);
    assert_eq!(code, 3, "{err}");
    let expected = "60,000 materials would need 7,500 mesh assets of eight faces, and an object of Second Life has at most 256";
    assert!(err.contains(expected), "{err}");
    assert_eq!(scratch.tree(), ["a.obj"]);
}
