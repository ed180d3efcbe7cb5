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
    let (code, out, _) = run(&["convert", &model, "--to", "mesh", "-o", "-", "--json"]);
    assert_eq!((code, &*out), (2, ""));
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

#[test]
fn parts_of_a_place_have_their_meshes_from_a_folder() {
    let scratch = Scratch::new("assets");
    let place = scratch.file(
        "place.rbxmx",
        "<roblox version='4'><Item class='MeshPart'><Properties><string name='Name'>Chair</string>\
         <Content name='MeshId'><url>rbxassetid://77</url></Content></Properties></Item></roblox>",
    );
    let assets = path(&scratch, "assets");
    std::fs::create_dir(&assets).unwrap();
    let mesh = std::fs::read(root().join("fixtures/rbxmesh/valid/v300.mesh")).unwrap();
    std::fs::write(scratch.0.join("assets/77.mesh"), mesh).unwrap();
    let output = path(&scratch, "place.glb");
    let (code, _, err) = run(&["convert", &place, "--assets", &assets, "-o", &output, "--lossless"]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(&["convert", &place, "-o", &output, "--force"]);
    assert!(code == 0 && err.contains("lost: ASSET_MISSING: meshes are not at hand"), "{err}");
    let (code, _, err) = run(&["convert", &place, "--assets", "no/folder", "-o", &output, "--force"]);
    assert!(code == 4 && err.contains("no/folder"), "{code} {err}");
    let picture = path(&scratch, "place.png");
    let (code, _, err) = run(&["thumb", &place, "--assets", &assets, "-o", &picture, "--size", "32"]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_model_is_checked_as_what_it_could_become() {
    let scratch = Scratch::new("verdict");
    let text = "o chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let model = scratch.file("chair.obj", text);
    let (code, out, err) = run(&["check", &model, "--as", "llmesh", "--scale", "1,1,2"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("as a Second Life mesh"), "{out}");
    assert!(out.contains("1 or more at 1 × 1 × 2 m: the streaming cost is 0.060"), "{out}");
    assert!(out.contains("changed: NORMAL_MADE"), "{out}");
    let (_, out, _) = run(&["check", &model, "--as", "llmesh", "--json"]);
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(verdict["schema"], "rezkit.verdict/1");
    // The size that it has, since none was told.
    assert_eq!(verdict["streaming_cost"]["scale"], serde_json::json!([1.0, 1.0, 2.0]));
    // Nothing was written.
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 1);
    let output = path(&scratch, "chair.llmesh");
    let (_, _, err) = run(&["convert", &model, "-o", &output]);
    assert!(err.contains("land impact"), "{err}");
}
