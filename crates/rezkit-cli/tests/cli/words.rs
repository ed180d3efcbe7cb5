//! Verbs by the words that people try first.

use crate::support::{Scratch, root, run};

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures").join(path)).unwrap()
}

/// What refers to an instance, by properties and by attributes, is found by its path.
#[test]
fn a_folder_gets_a_picture_of_each_file() {
    let scratch = Scratch::new("pictures");
    scratch.file("in/a.mesh", fixture("rbxmesh/valid/v200.mesh"));
    scratch.file("in/a.glb", fixture("foreign/gltf/lamp.three.glb"));
    scratch.file("in/deep/b.mesh", fixture("rbxmesh/valid/v200.mesh"));
    scratch.file("in/notes.txt", "nothing to see");
    let (input, output) = (scratch.path("in"), scratch.path("out/"));
    let (code, _, err) = run(&["thumb", &input, "-o", &output, "--size", "32"]);
    assert!(code == 0 && err.ends_with("3 files: 3 pictures; 1 of other formats skipped\n"), "{err}");
    let pictures = scratch.tree().into_iter().filter(|path| path.starts_with("out/")).collect::<Vec<_>>();
    assert_eq!(pictures, ["out/a.glb.png", "out/a.mesh.png", "out/deep/b.png"]);
    assert!(std::fs::read(scratch.path("out/a.mesh.png")).unwrap().starts_with(b"\x89PNG"));
    // What is there is not overwritten.
    assert_eq!(run(&["thumb", &input, "-o", &output, "--size", "32"]).0, 4);
    assert_eq!(run(&["thumb", &input, "-o", &output, "--size", "32", "--force"]).0, 0);
}

/// What the first call wrote is not converted by the second.
#[test]
fn converting_twice_in_one_folder_makes_nothing_new() {
    let scratch = Scratch::new("twice");
    scratch.file("a.mesh", fixture("rbxmesh/valid/v200.mesh"));
    let folder = scratch.0.to_str().unwrap();
    let convert = ["convert", folder, "--to", "glb", "-o", folder];
    assert_eq!(run(&convert).0, 0);
    assert_eq!(scratch.tree(), ["a.glb", "a.mesh"]);
    let (code, _, err) = run(&convert);
    assert!(code == 4 && err.contains("a.glb") && !err.contains("a.glb.glb"), "{err}");
    assert_eq!(run(&[&convert[..], &["--force"]].concat()).0, 0);
    assert_eq!(scratch.tree(), ["a.glb", "a.mesh"]);
}

#[test]
fn models_of_other_programs_are_shown() {
    let scratch = Scratch::new("scenes");
    let (code, out, err) = run(&["info", "fixtures/foreign/gltf/arm.blender.glb"]);
    assert_eq!((code, &*err), (0, ""));
    for fact in ["  triangles ", "  size ", "  materials ", "  joints ", "  Roblox ", "  land impact "] {
        assert!(out.contains(fact), "{fact}: {out}");
    }
    assert!(out.lines().count() < 40);
    let stl = "solid tent\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 1 3 0\nendloop\nendfacet\nendsolid tent\n";
    let stl = scratch.file("tent.stl", stl);
    let (code, out, _) = run(&["info", &stl, "--json"]);
    let info: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &info["facts"]["triangles"], &info["facts"]["vertices"]), (0, &1.into(), &3.into()));
    assert_eq!(info["bounds"], serde_json::json!([[0.0, 0.0, 0.0], [2.0, 3.0, 0.0]]));
    // It converts, too.
    let (glb, back) = (scratch.path("tent.glb"), scratch.path("back.stl"));
    assert_eq!(run(&["convert", &stl, "-o", &glb]).0, 0);
    assert_eq!(run(&["convert", &glb, "-o", &back]).0, 0);
    let (_, out, _) = run(&["info", &back, "--csv"]);
    assert!(out.contains(",stl,,134,,3,1,2 3 0,"), "{out}");
    // What cannot be read is an error, and not passed over.
    let (code, _, err) = run(&["info", &scratch.file("bad.glb", b"glTF\x02\0\0\0\x20\0\0\0")]);
    assert!(code == 3 && err.starts_with("error: "), "{err}");
    // Other verbs say who reads it.
    let (code, _, err) = run(&["dump", &glb]);
    assert!(
        code == 3 && err.contains("which this verb does not read") && err.contains("`rez info`"),
        "{err}"
    );
    let (_, out, _) = run(&["info", &glb, &stl, "--summary"]);
    assert!(out.contains("binary glTF (GLB)") && out.contains("STL model"), "{out}");
}
