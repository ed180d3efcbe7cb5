//! What can go wrong around the program: files, pipes, names, limits.

use crate::support::{Scratch, rez, root, run, text};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

const MESH: &str = "fixtures/rbxmesh/valid/v200.mesh";

#[test]
fn the_exit_code_is_the_highest_of_a_batch() {
    let broken = "fixtures/rbxbinary/invalid/signature_damaged_as_text.rbxm";
    let finding = "fixtures/rbxmesh/rules/RBM001.fires.mesh";
    for (arguments, expected) in [
        (&["check", MESH][..], 0),
        (&["check", finding, MESH], 1),
        (&["check", "--allow", "RBM001", finding], 0),
        (&["check", "--allow", "NONE1", finding], 2),
        (&["check"], 2),
        (&["info", "--colour"], 2),
        (&["dump", MESH, "--part", "nothing"], 2),
        (&["dump", MESH, "--at", "0x100000"], 2),
        (&["check", finding, broken, MESH], 3),
        (&["info", broken, "no/such/file", MESH], 4),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, expected, "{arguments:?}: {err}");
    }
}

#[test]
fn messages_say_what_to_do() {
    let scratch = Scratch::new("messages");
    let (folder, place) = (scratch.path(""), "fixtures/rbxbinary/valid/nested.rbxm");
    let folder = folder.trim_end_matches('/');
    let picture = scratch.path("a.png");
    for (arguments, expected_code, expected) in [
        (&["dump", MESH, "--at", "zzz"][..], 2, "expected an offset such as 0x1f0, 496 or 3:0x10"),
        (&["check", "--explain", "ABC001"], 2, "error: ABC001: there is no such rule; near it are RBC001, "),
        (&["thumb", MESH, "--action", "walk", "-o", &picture], 2, "v200.mesh: the model has no actions\n"),
        (
            &["thumb", "fixtures/llsd/valid/by_hand.xml", "-o", &picture],
            3,
            "this is LLSD, which has no shape",
        ),
        (&["convert", place, "-o", &scratch.path("a.zip")], 2, "choose one with --to"),
        (&["convert", place], 2, "--output <PATH>"),
        (&["convert", MESH, place, "-o", &picture], 2, "for several files, the output must be a folder"),
        (&["convert", place, "-o", &picture, "--to", "collada"], 2, "[possible values: glb, gltf, obj, "),
        (&["convert", place, "-o", &picture, "--packing", "gzip"], 2, "[possible values: lz4, zstd, stored]"),
        (&["convert", MESH, "--mesh-version", "9.00", "-o", &picture], 2, "versions are 1.00, 1.01, 2.00, "),
        (
            &["convert", MESH, "--weld=size=1", "-o", &picture],
            2,
            "attributes are position, normal, uv, tangent and",
        ),
        (&["convert", MESH, "--weld=uv=-1", "-o", &picture], 2, "a tolerance must be 0 or more"),
        (&["convert", MESH, "-o", &scratch.path("a.mesh")], 2, "choose another version with --mesh-version"),
        (&["set", place, "Outer/Brick.Anchored=7", "--dry-run"], 2, "7 is not a value of type Bool"),
        (&["set", place, "Outer/Brick.New=7", "--dry-run"], 2, "`rez set --type`"),
        (&["strip", place, "Part.Transparency", "--dry-run"], 1, "nothing would change\n"),
        (&["strip", place, "Part.Nothing", "--dry-run"], 2, "column 1: there is no property Nothing\n"),
        (&["strip", MESH, "hsr", "--dry-run"], 1, "note: hsr: there is nothing to remove\n"),
        (
            &["strip", "fixtures/llsd/valid/everything.xml", "*.legs", "--dry-run"],
            1,
            "note: no map has the key legs\n",
        ),
        (&["strip", MESH, "legs", "--dry-run"], 2, "legs cannot be removed; the removable parts are "),
        (&["implant", place, "no/folder", "--dry-run"], 2, "no/folder: this is not a folder"),
        (&["list", "scripts", place], 0, "1 file: 0 entries\n"),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.contains(expected)), (expected_code, true), "{arguments:?}: {err}");
    }
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 0);
    let arguments = ["extract", "fixtures/slmesh/valid/sound.llmesh", "-o", folder];
    assert_eq!(run(&arguments).0, 0);
    let (code, _, err) = run(&arguments);
    let expected = format!("error: {folder}/blocks/skin.llsd: it already exists; --force overwrites it\n");
    assert_eq!((code, err), (4, expected));
}

#[test]
fn a_bad_file_does_not_stop_a_batch_and_the_order_stays() {
    let scratch = Scratch::new("order");
    let mesh = std::fs::read(root().join(MESH)).unwrap();
    for i in 0..200 {
        scratch.file(&format!("{i:03}.mesh"), if i == 50 { &mesh[..20] } else { &mesh[..] });
    }
    let folder = scratch.0.to_str().unwrap();
    let (code, out, err) = run(&["info", "--json", "--threads", "4", folder]);
    let files: Vec<String> = out
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let is_bad = line["file"].as_str().unwrap().ends_with("050.mesh");
            assert_eq!(line["schema"], if is_bad { "rezkit.problem/1" } else { "rezkit.info/1" });
            line["file"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!((code, files.len(), files.is_sorted()), (3, 200, true));
    assert_eq!(err, "200 files: 1 not readable\n");
    let (_, one, _) = run(&["info", "--json", "--threads", "1", folder]);
    assert_eq!(out, one);
}

#[test]
fn the_standard_input_is_a_file() {
    let mut child = rez()
        .args(["info", "-", "--stdin-name", "chair.mesh"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"version 1.00\n0\n").unwrap();
    let (code, out, _) = text(&child.wait_with_output().unwrap());
    assert_eq!((code, out.lines().next()), (0, Some("chair.mesh")));
}

#[test]
fn a_reader_that_stops_is_no_error() {
    let mut child = rez()
        .args(["dump", "-q", "fixtures/rbxmesh/valid", "fixtures/rbxmesh/valid/v200.mesh"])
        .args(std::iter::repeat_n("fixtures/rbxmesh/valid/v200.mesh", 200))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*err), (Some(0), ""), "{line}");
}

#[test]
fn a_reader_of_a_batch_may_stop_too() {
    let mut child = rez()
        .args(["info", "-q", "fixtures/rbxmesh", "fixtures/slmesh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(" fixtures/rbxmesh/") && child.wait().unwrap().code() == Some(0), "{line}");
}

#[test]
fn what_was_not_looked_at_is_not_counted() {
    let scratch = Scratch::new("counted");
    let keys = |value: &str| {
        let keys: String = (0..8_000).map(|i| format!("'k{i}':{{'n':{value}}},")).collect();
        format!("{{{}}}", keys.trim_end_matches(','))
    };
    let (old, new) = (scratch.file("old.llsd", keys("i1")), scratch.file("new.llsd", keys("i2")));
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    for arguments in [
        vec!["diff", &old, &new],
        ["info", "--brief"].into_iter().chain([mesh; 4_000]).collect(),
        vec!["query", &old, &old, &old, "n=1"],
    ] {
        let mut child = rez();
        child.args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, _, err) = text(&child.wait_with_output().unwrap());
        assert!(!line.is_empty() && err.is_empty(), "{}: {err}", arguments[0]);
    }
}

#[test]
fn messages_may_have_no_reader_either() {
    for (arguments, expected) in [
        (&["lint"][..], 2),
        (&["README.md"], 3),
        (&["--help"], 0),
        (&["--version", "-v"], 0),
        (&["completions", "bash"], 0),
        (&["man"], 0),
        (&["identify", "nowhere"], 4),
        (&["check", "fixtures/rbxmesh/rules/RBM001.fires.mesh"], 1),
        (&["table", "fixtures/m3d/valid", "--table", "contents", "-o", "-"], 1),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut call = rez();
        call.args(arguments).stdout(writer.try_clone().unwrap()).stderr(writer);
        assert_eq!(call.status().unwrap().code(), Some(expected), "{arguments:?}");
    }
}

#[test]
fn a_list_names_files() {
    let scratch = Scratch::new("list");
    let list = scratch.file("files.txt", format!("{MESH}\n\nfixtures/llsd/valid/by_hand.xml\n"));
    let (code, out, _) = run(&["identify", &format!("@{list}"), MESH]);
    let mesh = format!("{MESH}: a Roblox mesh 2.00");
    let expected = [&*mesh, "fixtures/llsd/valid/by_hand.xml: LLSD as XML", &mesh];
    assert_eq!((code, out.lines().collect::<Vec<_>>()), (0, expected.to_vec()));
    let (code, _, err) = run(&["identify", "@no/such/list"]);
    assert!(code == 4 && err.starts_with("error: no/such/list: "), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = rez().args(["identify", MESH]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    let (code, _, err) = text(&output);
    assert_eq!(code, 4);
    assert!(err.starts_with("error: stdout: No space left on device"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_no_half_file() {
    let scratch = Scratch::new("full");
    let output = scratch.file("model.rbxmx", "mine");
    // Files of more than a block fail here as they do on a full disk, once the signal is ignored.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let model = "fixtures/rbxbinary/valid/all_types.rbxm";
    let ended = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_rez"), "convert", model, "--force", "-o", &output])
        .current_dir(root())
        .output()
        .unwrap();
    let (code, _, err) = text(&ended);
    assert_eq!((code, err.contains("File too large")), (4, true), "{err}");
    assert_eq!(std::fs::read(&output).unwrap(), b"mine");
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_unicode() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new("names");
    let name = std::ffi::OsStr::from_bytes(b"ch\xffir\x1b.mesh");
    std::fs::copy(root().join(MESH), scratch.0.join(name)).unwrap();
    let output = rez().arg("identify").arg(&scratch.0).output().unwrap();
    let (code, out, _) = text(&output);
    assert_eq!((code, out.ends_with("ch\u{fffd}ir\\u{1b}.mesh: a Roblox mesh 2.00\n")), (0, true), "{out:?}");
    let (code, out, _) = text(&rez().arg("info").arg(scratch.0.join(name)).output().unwrap());
    assert_eq!((code, out.contains("vertices")), (0, true));
}

#[test]
fn memory_is_limited() {
    let scratch = Scratch::new("memory");
    let large = scratch.file("large.mesh", vec![b' '; 3 << 20]);
    let (code, _, err) = run(&["info", "--max-memory", "2M", &large]);
    assert_eq!(code, 4);
    assert!(err.contains("the file has 3.0 MiB, and the limit is 2.0 MiB: --max-memory raises it"), "{err}");
    let (code, _, err) = run(&["info", "--max-memory", "2K", "fixtures/slmesh/valid/hulls.llmesh"]);
    assert_eq!(code, 4, "{err}");
}

/// `rez` as in a shell that has limited memory to a gigabyte, so that the tests need no more.
#[cfg(target_os = "linux")]
fn run_within_a_gigabyte(arguments: &[&str]) -> (i32, String, String) {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -v 1000000 && ulimit -t 20 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_rez")]);
    text(&shell.args(arguments).current_dir(root()).stdin(Stdio::null()).output().unwrap())
}

/// A file of 4 TB that takes no room on the disk.
#[cfg(target_os = "linux")]
#[test]
fn what_does_not_fit_into_memory_is_not_read() {
    let scratch = Scratch::new("sparse");
    std::fs::copy(root().join(MESH), scratch.0.join("b.mesh")).unwrap();
    std::fs::File::create(scratch.0.join("a.mesh")).unwrap().set_len(4 << 40).unwrap();
    let (folder, sparse, out) = (scratch.path(""), scratch.path("a.mesh"), scratch.path("out/"));
    for arguments in [
        &["info", &folder][..],
        &["info", "--isolate=1", &folder],
        &["check", &folder],
        &["identify", &folder],
        &["list", "strings", &folder],
        &["query", &folder, "class=Part"],
        &["grep", "a", &folder],
        &["sort", "--into", &out, &folder],
        &["table", "-o", &out, &folder],
        &["convert", "--to", "glb", "-o", &out, &folder],
        &["dump", &sparse],
        &["roundtrip", &sparse],
        &["extract", &sparse],
    ] {
        let (code, _, err) = run_within_a_gigabyte(arguments);
        assert_eq!(code, 4, "{arguments:?}: {err}");
        assert!(
            err.contains("a.mesh: the file has 4.0 TiB, and the limit is ")
                && err.contains("--max-memory raises it"),
            "{arguments:?}: {err}"
        );
    }
}

/// A device has no length, and this one no end.
#[cfg(target_os = "linux")]
#[test]
fn streams_end_at_the_limit() {
    for arguments in [
        &["info", "/dev/zero"][..],
        &["check", "/dev/zero"],
        &["sort", "--into", "out", "--dry-run", "/dev/zero"],
    ] {
        let (code, _, err) = run_within_a_gigabyte(arguments);
        assert_eq!(code, 4, "{arguments:?}: {err}");
        assert!(err.contains("/dev/zero: the file has more than 4"), "{arguments:?}: {err}");
    }
    // What is cut at the limit is not taken for the whole.
    let mut rez = rez();
    rez.args(["identify", "--max-memory", "1M", "-"]).stdin(Stdio::piped());
    let mut child = rez.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&vec![b'a'; 3 << 20]));
    let (code, out, err) = text(&child.wait_with_output().unwrap());
    assert!(code == 4 && err.contains("the file has more than 1.0 MiB"), "{out}{err}");
    assert!(writer.join().unwrap().is_err());
}

/// Whatever would take or give out too much is refused in the same words, which name the option.
#[test]
fn every_verb_names_the_option() {
    let scratch = Scratch::new("bounds");
    let place = scratch.file("place.rbxmx", {
        let script = "<Item class='Script'><Properties><string name='Source'>{}</string></Properties></Item>";
        let script = script.replace("{}", &"print(1) ".repeat(100));
        format!("<roblox version='4'>{}</roblox>", script.repeat(20))
    });
    let [xml, glb, png] = ["out.rbxm", "out.glb", "out.png"].map(|name| scratch.path(name));
    let shell = "fixtures/foreign/rbxmesh/shell.rbx_mesh-2.00-36.mesh";
    for arguments in [
        &["print", &place][..],
        &["print", "--json", &place],
        &["diff", &place, &place],
        &["list", "strings", &place],
        &["extract", &place],
        &["dump", &place],
        &["convert", &place, "-o", &xml],
        &["convert", shell, "-o", &glb],
        &["thumb", shell, "-o", &png],
    ] {
        let (code, out, err) = run(&[arguments, &["--max-memory", "24K"]].concat());
        let said = format!("{out}{err}");
        assert_eq!((code, said.contains("(--max-memory")), (3, true), "{arguments:?}: {err}");
        assert_eq!(run(arguments).0, 0, "{arguments:?}");
    }
    // It can be read within this, but not be printed.
    assert_eq!(run(&["info", shell, "--max-memory", "64K"]).0, 0);
    assert_eq!(run(&["dump", shell, "--max-memory", "64K"]).0, 3);
}

#[test]
fn recompression_keeps_within_the_memory_too() {
    let scratch = Scratch::new("repacked");
    let model = "fixtures/rbxbinary/valid/all_types.rbxm";
    let output = scratch.path("stored.rbxm");
    let arguments = ["convert", model, "--packing", "stored", "-o", &output];
    let (code, _, err) = run(&[&arguments[..], &["--max-memory", "6K"]].concat());
    assert_eq!((code, err.contains("output bytes"), err.contains("help: ")), (3, true, true), "{err}");
    let (code, _, err) = run(&arguments);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_folder_without_our_files_is_fine() {
    let scratch = Scratch::new("others");
    scratch.file("a.txt", "a text");
    scratch.file(".hidden/b.mesh", "version 1.00\n0\n");
    let folder = scratch.0.to_str().unwrap();
    let (code, out, err) = run(&["check", folder]);
    assert_eq!((code, &*out), (0, ""));
    assert_eq!(err, "0 files: nothing found; 1 in other formats skipped; 1 hidden left out\n");
    let (code, _, err) = run(&["check", &format!("{folder}/a.txt")]);
    assert_eq!(code, 3);
    assert!(err.contains("this is plain text, which cannot be read here"), "{err}");
}

#[test]
fn what_was_meant_to_be_one_of_our_files_is_not_skipped() {
    let scratch = Scratch::new("promised");
    scratch.file("in/empty.rbxl", "");
    scratch.file("in/html.rbxm", "<!DOCTYPE html><html></html>");
    scratch.file("in/error.llmesh", "{\"errors\":[{\"code\":0,\"message\":\"no\"}]}");
    scratch.file("in/zeros.mesh.gz", [0; 500]);
    scratch.file("in/12345", "{\"errors\":[{\"code\":0,\"message\":\"no\"}]}");
    for name in ["readme.txt", "empty.py", "LICENSE", "page.html", "data.json"] {
        scratch.file(&format!("in/{name}"), if name == "empty.py" { "" } else { "a text" });
    }
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    for verb in [&["info"][..], &["check"], &["list", "classes"], &["roundtrip"], &["print"]] {
        let (code, _, err) = run(&[verb, &[&input, "-v"]].concat());
        let [n_refused, n_skipped] = ["error: ", "note: "].map(|mark| err.matches(mark).count());
        // That is what `info` says of them, as of others what they hold.
        let refused = if verb == ["info"] { 0 } else { 3 };
        assert_eq!((code, n_refused, n_skipped), (refused, 5, 5), "{verb:?}: {err}");
        assert!(err.contains("readme.txt: skipped: this is plain text\n"), "{verb:?}: {err}");
        assert!(!run(&[verb, &[&input]].concat()).2.contains("note: "), "{verb:?}");
    }
    // What the verb would not read in any case does not count.
    let (code, _, err) = run(&["convert", &input, "--to", "rbxmx", "-o", &output]);
    assert_eq!(
        (code, err.lines().last()),
        (3, Some("3 files: 3 not readable; 7 in other formats skipped")),
        "{err}"
    );
    let (code, out, err) = run(&["check", &input, "--as", "llmesh", "--json"]);
    assert_eq!((code, out.matches("rezkit.problem/1").count()), (3, 5), "{err}");
}

#[test]
fn a_loss_between_encodings_of_one_format_and_an_empty_result_are_found() {
    let scratch = Scratch::new("exit");
    let place = scratch.file(
        "a.rbxmx",
        "<roblox version=\"4\"><Item class=\"Part\"><Properties><Thing name=\"New\">?</Thing></Properties></Item></roblox>",
    );
    let empty = scratch.file("a.gltf", "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{}]}");
    let (mesh, llsd) = ("fixtures/rbxmesh/valid/v500.mesh", "fixtures/llsd/valid/everything.xml");
    let output = scratch.path("out");
    for (arguments, expected) in [
        (&[&*place, "--to", "rbxm"][..], 1),
        (&["fixtures/rbxbinary/valid/nested.rbxm", "--to", "rbxmx"], 0),
        (&[llsd, "--to", "llsd-binary"], 0),
        // Between formats and versions, it is said what is lost.
        (&[llsd, "--to", "llsd-json"], 0),
        (&[mesh, "--mesh-version", "2.00"], 0),
        (&[mesh, "--to", "llmesh", "--rig-preset", "none"], 0),
        (&[mesh, "--to", "llmesh", "--rig-preset", "none", "--lossless"], 1),
        // Its joints are of no rig.
        (&[mesh, "--to", "llmesh"], 3),
        (&[&empty, "--to", "glb"], 1),
        (&[&empty, "--to", "obj"], 1),
        (&[&empty, "--to", "stl"], 1),
    ] {
        let (code, _, err) = run(&[&["convert", "-fo", &output], arguments].concat());
        assert_eq!(code, expected, "{arguments:?}: {err}");
        assert_eq!(
            err.contains("empty: the converted file has no triangles, lines, points or animations"),
            arguments[0] == empty,
            "{err}"
        );
        let (code, out, _) = text(
            &rez().arg("convert").args(arguments).args(["-o", "-"]).stdout(Stdio::null()).output().unwrap(),
        );
        assert_eq!((code, &*out), (expected, ""), "{arguments:?}");
    }
    let (code, out, _) = run(&["convert", &empty, "--to", "glb", "--json", "-fo", &output]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["is_empty"], &report["is_saved"]), (1, &true.into(), &true.into()));
}

#[test]
fn every_fixture_is_survived() {
    // Broken files, crashers and bombs included: an answer, and never a panic.
    for verb in ["identify", "info", "check", "roundtrip"] {
        let (code, out, err) = run(&[verb, "--json", "fixtures"]);
        assert!(code <= 3, "{verb}: {code} {err}");
        assert!(out.lines().count() > 300 && !err.contains("panicked"), "{verb}: {err}");
        assert!(out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    }
}

#[test]
fn completions_and_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert_eq!((code, out.contains("roundtrip")), (0, true), "{shell}");
    }
    #[cfg(target_os = "linux")]
    {
        let (_, script, _) = run(&["completions", "bash"]);
        let mut shell = std::process::Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
        shell.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        assert!(shell.wait().unwrap().success(), "bash does not read its completions");
    }
    let scratch = Scratch::new("man");
    let (code, _, err) = run(&["man", "-o", scratch.0.to_str().unwrap()]);
    assert_eq!((code, &*err), (0, ""));
    let page = std::fs::read_to_string(scratch.0.join("rez-check.1")).unwrap();
    assert!(page.contains(".TH rez-check 1") && page.contains("explain"), "{page}");
    assert!(std::fs::read_dir(&scratch.0).unwrap().count() > 10);
}

#[test]
fn conversion_overwrites_nothing_unless_it_is_told_to() {
    let scratch = Scratch::new("convert");
    let output = scratch.file("a.rbxmx", "mine");
    let arguments = ["convert", "fixtures/rbxbinary/valid/nested.rbxm", "-o", &output];
    let (code, out, err) = run(&arguments);
    assert_eq!((code, &*out), (4, ""));
    assert!(err.contains("it already exists; --force overwrites it"), "{err}");
    assert_eq!(std::fs::read(&output).unwrap(), b"mine");
    let (code, _, err) = run(&[&arguments[..], &["--force"]].concat());
    assert_eq!(code, 0, "{err}");
    let (code, again, _) = run(&["identify", &output]);
    assert_eq!((code, again.contains("as XML")), (0, true));
    let (code, _, err) = run(&["convert", &output, "-o", &format!("{}/no/folder.rbxm", scratch.0.display())]);
    assert_eq!(code, 4, "{err}");
    let (code, _, err) = run(&["convert", &output, "-o", "a.zip"]);
    assert_eq!((code, err.contains("choose one with --to")), (2, true), "{err}");
    let (code, _, err) = run(&["convert", &output, "--to", "llsd-xml", "-o", "a"]);
    assert_eq!((code, err.contains("cannot become LLSD as XML")), (3, true), "{err}");
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 1);
}

#[test]
fn a_loss_can_be_refused() {
    let scratch = Scratch::new("lossless-files");
    let file = scratch.file(
        "a.rbxmx",
        "<roblox version=\"4\"><Item class=\"Part\"><Properties><Thing name=\"New\">?</Thing></Properties></Item></roblox>",
    );
    let output = scratch.0.join("b.rbxm");
    let (code, _, err) = run(&["convert", &file, "-o", output.to_str().unwrap(), "--lossless"]);
    assert_eq!((code, output.exists()), (1, false), "{err}");
    assert!(
        err.contains("lost: values of a type that the binary format cannot store (at Part.New)\n"),
        "{err}"
    );
    let (code, out, _) = run(&["convert", &file, "-o", output.to_str().unwrap(), "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["is_saved"], output.exists()), (1, &true.into(), true));
}

#[cfg(unix)]
#[test]
fn a_killed_conversion_leaves_the_old_file_or_the_new_one() {
    let scratch = Scratch::new("killed");
    let script = "-- a line of a script\n".repeat(20_000);
    let item = format!(
        "<Item class=\"Script\"><Properties><string name=\"Source\">{script}</string></Properties></Item>"
    );
    let file = scratch.file("a.rbxmx", format!("<roblox version=\"4\">{}</roblox>", item.repeat(4)));
    let output = scratch.0.join("b.rbxm");
    let mut n_killed = 0;
    for i in 0..20 {
        std::fs::write(&output, "old").unwrap();
        let mut child = rez()
            .args(["convert", &file, "--packing", "stored", "--force", "-q", "-o"])
            .arg(&output)
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(i * 2));
        let _ = child.kill();
        n_killed += usize::from(child.wait().unwrap().code().is_none());
        let bytes = std::fs::read(&output).unwrap();
        assert!(bytes == b"old" || rezkit::Asset::read(&bytes).is_ok(), "{} bytes", bytes.len());
    }
    assert!(n_killed > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_has_an_object_of_its_own() {
    // The memory of a process opens, and has no byte 0 to read.
    let (code, _, err) = run(&["info", "/proc/self/mem", MESH]);
    assert!(code == 4 && err.starts_with("error: /proc/self/mem: "), "{err}");
    for verb in ["identify", "info", "check", "roundtrip", "dump"] {
        let (code, out, _) = run(&[verb, "--json", "/proc/self/mem", "no/such/file", MESH]);
        let lines: Vec<serde_json::Value> =
            out.lines().take(3).map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((code, &lines[0]["problem"]["kind"]), (4, &"io".into()), "{verb}: {out}");
        assert_eq!(
            (&lines[1]["file"], &lines[1]["schema"]),
            (&"no/such/file".into(), &"rezkit.problem/1".into())
        );
        assert_eq!(lines[2]["file"], MESH, "{verb}");
    }
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_read_only_folders_are_errors() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("rights");
    let secret = scratch.file("secret.mesh", "version 1.00\n0\n");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o0)).unwrap();
    // Whoever may do everything can read it all the same.
    if std::fs::read(&secret).is_err() {
        let (code, _, err) = run(&["info", &secret]);
        assert_eq!((code, err.contains("Permission denied")), (4, true), "{err}");
    }
    let (code, _, err) =
        run(&["convert", "fixtures/llsd/valid/everything.xml", "-o", "/proc/everything.llsd"]);
    assert!(code == 4 && err.contains("error"), "{err}");
    std::fs::set_permissions(&scratch.0, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(scratch.path("probe"), "").is_err() {
        let (code, _, err) =
            run(&["convert", "fixtures/llsd/valid/everything.xml", "-o", &scratch.path("a.llsd")]);
        assert_eq!((code, err.contains("Permission denied")), (4, true), "{err}");
    }
    std::fs::set_permissions(&scratch.0, std::fs::Permissions::from_mode(0o755)).unwrap();
}
