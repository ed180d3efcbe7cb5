//! Models to scenes and pictures, by the real program.

use crate::support::{Scratch, root, run};

/// A path in a scratch folder.
fn path(scratch: &Scratch, name: &str) -> String {
    scratch.0.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_mesh_comes_back_from_glb() {
    let scratch = Scratch::new("exchange");
    for (source, name) in [
        ("fixtures/rbxmesh/valid/v500.mesh", "head.mesh"),
        ("fixtures/slmesh/valid/sound.llmesh", "head.llmesh"),
    ] {
        let (glb, back) = (path(&scratch, &format!("{name}.glb")), path(&scratch, name));
        let (code, _, err) = run(&["convert", source, "-o", &glb, "--lossless"]);
        assert_eq!(code, 0, "{err}");
        let (code, _, err) = run(&["convert", &glb, "-o", &back, "--lossless"]);
        assert_eq!(code, 0, "{err}");
        assert!(std::fs::read(root().join(source)).unwrap() == std::fs::read(&back).unwrap(), "{name}");
    }
}

#[test]
fn what_would_be_lost_is_said_and_nothing_written() {
    let scratch = Scratch::new("lossless");
    let model = scratch.file("chair.obj", "o chair\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 2 4 3\n");
    let output = path(&scratch, "chair.mesh");
    let (code, _, err) = run(&["convert", &model, "-o", &output, "--lossless"]);
    assert_eq!(code, 1);
    assert!(err.contains("changed: NORMAL_MADE: normals were computed from the triangles (4)"), "{err}");
    assert!(!std::path::Path::new(&output).exists());
    let (code, out, _) = run(&["convert", &model, "-o", &output, "--json", "--mesh-version", "4.01"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["losses"][0]["code"]), (0, &"NORMAL_MADE".into()), "{out}");
    let (_, out, _) = run(&["identify", &output]);
    assert!(out.contains("4.01"), "{out}");
}

#[test]
fn files_beside_a_model_are_written_too() {
    let scratch = Scratch::new("beside");
    let output = path(&scratch, "chair.gltf");
    let (code, _, err) = run(&["convert", "fixtures/slmesh/valid/sound.llmesh", "-o", &output]);
    assert_eq!(code, 0, "{err}");
    assert!(scratch.0.join("chair.bin").exists());
    let back = path(&scratch, "chair.llmesh");
    assert_eq!(run(&["convert", &output, "-o", &back]).0, 0);
    let source = std::fs::read(root().join("fixtures/slmesh/valid/sound.llmesh")).unwrap();
    assert!(std::fs::read(back).unwrap() == source);
}

#[test]
fn pictures_are_drawn_of_all_models() {
    let scratch = Scratch::new("thumb");
    for source in ["rbxmesh/valid/v500.mesh", "slmesh/valid/sound.llmesh", "m3d/valid/rigged.m3d"] {
        let output = path(&scratch, "picture.png");
        let source = format!("fixtures/{source}");
        let (code, _, err) = run(&["thumb", &source, "-o", &output, "--size", "32x16", "--force"]);
        assert_eq!(code, 0, "{err}");
        let png = std::fs::read(&output).unwrap();
        assert_eq!((&png[16..20], &png[20..24]), (&[0, 0, 0, 32][..], &[0, 0, 0, 16][..]));
        assert!(run(&["thumb", &source, "-o", &output]).2.contains("it already exists"));
    }
    let (code, _, err) = run(&["thumb", "fixtures/m3d/valid/rigged.m3d", "-o", "-", "--action", "dance"]);
    assert_eq!((code, err.contains("it has no such action")), (2, true), "{err}");
}
