//! Many files at a time, and where results go.

use crate::support::{Scratch, root, run};

/// The paths of the results.
fn outputs(scratch: &Scratch) -> Vec<String> {
    scratch.tree().into_iter().filter(|path| path.starts_with("out/")).collect()
}

fn copied(scratch: &Scratch, name: &str, from: &str) -> String {
    scratch.file(name, std::fs::read(root().join("fixtures").join(from)).unwrap())
}

#[test]
fn a_folder_is_converted_file_by_file() {
    let scratch = Scratch::new("many");
    copied(&scratch, "in/a.rbxm", "rbxbinary/valid/nested.rbxm");
    copied(&scratch, "in/a.lua", "rbxbinary/valid/empty.rbxm");
    copied(&scratch, "in/deep/b.rbxl", "rbxbinary/valid/place.rbxl");
    copied(&scratch, "in/c.mesh", "rbxmesh/valid/v200.mesh");
    scratch.file("in/d.txt", "a text");
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    let (code, out, err) = run(&["convert", &input, "--to", "rbxmx", "-o", &output]);
    assert_eq!((code, &*out), (0, ""), "{err}");
    // Two inputs that differ in their extension only keep it.
    assert_eq!(outputs(&scratch), ["out/a.lua.rbxmx", "out/a.rbxm.rbxmx", "out/deep/b.rbxlx"]);
    assert!(err.ends_with("3 files: nothing lost; 2 in other formats skipped\n"), "{err}");
    let (code, out, _) = run(&["convert", &input, "--to", "rbxmx", "--json", "-o", &output]);
    assert_eq!((code, out.lines().count()), (4, 0));
    let (code, out, _) = run(&["convert", &input, "--to", "rbxmx", "--json", "--force", "-o", &output]);
    assert_eq!((code, out.lines().count()), (0, 3));
    for (arguments, message) in [
        (["convert", &input, "--to", "rbxmx", "-o", "-"], "only one file can go to stdout"),
        (
            ["convert", &input, "--to", "rbxmx", "-o", "x.rbxmx"],
            "for several files, the output must be a folder",
        ),
    ] {
        let (code, _, err) = run(&arguments);
        assert_eq!((code, err.contains(message)), (2, true), "{err}");
    }
}

#[test]
fn an_upload_is_bundled_and_taken_apart() {
    let scratch = Scratch::new("upload");
    let chair = copied(&scratch, "chair.llmesh", "slmesh/valid/uploaded.llmesh");
    let table = copied(&scratch, "table.llmesh", "slmesh/valid/hulls.llmesh");
    let upload = scratch.path("set.slm");
    let (code, _, err) = run(&["convert", &chair, &table, "-o", &upload]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(&["convert", &upload, "-o", &scratch.path("out/")]);
    assert_eq!((code, err.contains("lost: 2 positions of instances")), (0, true), "{err}");
    assert_eq!(outputs(&scratch), ["out/set_0.llmesh", "out/set_1.llmesh"]);
    assert_eq!(std::fs::read(&table).unwrap(), std::fs::read(scratch.path("out/set_1.llmesh")).unwrap());
    let (code, _, err) = run(&["convert", &upload, "-o", &scratch.path("one.llmesh")]);
    assert_eq!((code, err.contains("the upload has 2 assets: extract them")), (3, true), "{err}");
}

#[test]
fn meshes_and_json_are_converted() {
    let scratch = Scratch::new("mesh");
    let mesh = scratch.path("old.mesh");
    let from = "fixtures/rbxmesh/valid/v500.mesh";
    let (code, _, err) = run(&["convert", from, "--mesh-version", "2.00", "-o", &mesh]);
    assert_eq!((code, err.contains("lost: 2 bones")), (0, true), "{err}");
    let (_, out, _) = run(&["identify", &mesh]);
    assert!(out.ends_with(": a Roblox mesh 2.00\n"), "{out}");
    let (code, _, err) = run(&["convert", from, "-f", "-o", &mesh]);
    assert_eq!((code, err.contains("with --mesh-version")), (2, true), "{err}");
    let (code, _, err) = run(&["convert", from, "--mesh-version", "9.00", "-o", &mesh]);
    assert_eq!(code, 2, "{err}");
    let cube = "fixtures/rbxmesh/valid/v200.mesh";
    let (code, _, err) = run(&["convert", cube, "--weld=normal=inf,uv=inf,tangent=inf", "-f", "-o", &mesh]);
    assert_eq!((code, err.contains("joined with others: 16 vertices")), (0, true), "{err}");
    let everything = "fixtures/llsd/valid/everything.llsd";
    let (json, back) = (scratch.path("a.json"), scratch.path("a.llsd"));
    assert_eq!(run(&["convert", everything, "-q", "-o", &json]), (0, String::new(), String::new()));
    assert_eq!(run(&["convert", &json, "-q", "-o", &back]), (0, String::new(), String::new()));
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(root().join(everything)).unwrap());
}

#[test]
fn a_table_says_what_strings_are() {
    let scratch = Scratch::new("strings");
    let table = scratch.file("table.txt", "# names of this group\n*.Name BinaryString\n");
    let model = "fixtures/rbxbinary/valid/nested.rbxm";
    let (code, out, err) = run(&["convert", model, "--strings", &table, "-o", "-"]);
    assert_eq!((code, out.contains("<BinaryString name=\"Name\">")), (0, true), "{err}");
    let wrong = scratch.file("wrong.txt", "Name\n");
    let (code, _, err) = run(&["convert", model, "--strings", &wrong, "-o", "-"]);
    assert_eq!((code, err.contains("line 1: `Name` is not a property and a type")), (2, true), "{err}");
}

#[test]
fn files_of_one_name_in_two_folders_do_not_meet() {
    let scratch = Scratch::new("meet");
    for (name, text) in [("a/x.xml", "1"), ("b/x.xml", "2"), ("b/x.llsd", "3")] {
        scratch.file(name, format!("<llsd><integer>{text}</integer></llsd>"));
    }
    let (a, b, output) = (scratch.path("a"), scratch.path("b"), scratch.path("out/"));
    let (code, _, err) = run(&["convert", &a, &b, "--to", "llsd-notation", "-o", &output]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(outputs(&scratch), ["out/x.llsd.notation", "out/x.xml.2.notation", "out/x.xml.notation"]);
    let second = std::fs::read_to_string(scratch.path("out/x.xml.2.notation")).unwrap();
    assert!(second.trim_end().ends_with("i2"), "{second:?}");
}
