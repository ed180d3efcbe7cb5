//! Models to scenes and pictures, by the real program.

#[cfg(unix)]
use crate::support::rez;
use crate::support::{Scratch, gltf, piped, root, run};

#[test]
fn a_mesh_comes_back_from_glb() {
    let scratch = Scratch::new("exchange");
    for (source, name) in [
        ("fixtures/rbxmesh/valid/v500.mesh", "head.mesh"),
        ("fixtures/slmesh/valid/sound.llmesh", "head.llmesh"),
    ] {
        let (glb, back) = (scratch.path(&format!("{name}.glb")), scratch.path(name));
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
    let output = scratch.path("chair.mesh");
    let (code, _, err) = run(&["convert", &model, "-o", &output, "--lossless"]);
    assert_eq!(code, 1);
    assert!(err.contains("changed: 4 normals were computed from the triangles"), "{err}");
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
fn facts_of_an_animation_in_its_own_format_are_set_by_another_verb() {
    let scratch = Scratch::new("facts");
    let output = scratch.path("wave.anim");
    for fact in ["--loop", "--priority=2", "--ease=0.2", "--curves"] {
        let (code, _, err) = run(&["convert", "fixtures/anim/valid/sound.anim", fact, "-o", &output]);
        assert!(code == 2 && err.contains("use `rez set`"), "{fact}: {err}");
    }
    // A model of Roblox that is converted to another has changed animations.
    let clip = "<roblox version='4'><Item class='KeyframeSequence'><Properties><bool name='Loop'>true</bool>\
                </Properties><Item class='Keyframe'><Item class='Pose'><Properties><string name='Name'>Head</string>\
                </Properties></Item></Item></Item></roblox>";
    let (model, output) = (scratch.file("nod.rbxmx", clip), scratch.path("nod.rbxm"));
    let (code, _, err) = run(&["convert", &model, "--loop=no", "--curves", "-o", &output]);
    assert_eq!(code, 0, "{err}");
    let (_, out, _) = run(&["query", &output, "CurveAnimation", "--get", "Loop"]);
    assert!(out.contains(".Loop=false"), "{out}");
    let keys = scratch.path("keys.rbxm");
    let (code, _, err) = run(&["convert", &output, "--curves=no", "-o", &keys]);
    assert_eq!(code, 0, "{err}");
    let (_, out, _) = run(&["query", &keys, "KeyframeSequence", "--get", "Loop"]);
    assert!(out.contains(".Loop=false"), "{out}");
}

#[test]
fn numbers_in_names_are_levels_in_the_order_that_is_asked_for() {
    let scratch = Scratch::new("lod-order");
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nv 0 1 1\nv 1 0 1\n";
    let two = "f 1 2 3\nf 2 4 3\n";
    let names = [format!("o chair_LOD0\n{two}"), format!("o chair_LOD1\n{two}f 4 5 6\nf 1 5 6\n")];
    let model = scratch.file("chair.obj", points.to_owned() + &names.concat());
    let output = scratch.path("chair.llmesh");
    for (order, levels) in [("sl", "4 → 2 → 2 → 2 triangles"), ("engine", "2 → 4 → 4 → 4 triangles")]
    {
        let (_, _, err) = run(&["convert", &model, "--lod-order", order, "-fo", &output]);
        assert!(err.contains(levels), "{order}: {err}");
    }
}

#[test]
fn files_beside_a_model_are_written_too() {
    let scratch = Scratch::new("beside");
    let output = scratch.path("chair.gltf");
    let (code, _, err) = run(&["convert", "fixtures/slmesh/valid/sound.llmesh", "-o", &output]);
    assert_eq!(code, 0, "{err}");
    assert!(scratch.0.join("chair.bin").exists());
    let back = scratch.path("chair.llmesh");
    assert_eq!(run(&["convert", &output, "-o", &back]).0, 0);
    let source = std::fs::read(root().join("fixtures/slmesh/valid/sound.llmesh")).unwrap();
    assert!(std::fs::read(back).unwrap() == source);
}

#[test]
fn interfaces_are_drawn_if_asked_for_or_if_nothing_else_is_visible() {
    let scratch = Scratch::new("interface");
    let screen = "<Item class='ScreenGui'><Item class='Frame'><Properties><UDim2 name='Size'><XS>1</XS><XO>0</XO>\
                  <YS>1</YS><YO>0</YO></UDim2></Properties></Item></Item>";
    let file = |name, part| scratch.file(name, format!("<roblox version='4'>{screen}{part}</roblox>"));
    let [alone, both] = [file("a.rbxmx", ""), file("b.rbxmx", "<Item class='Part'></Item>")];
    let output = scratch.path("picture.png");
    for (arguments, size) in [
        (&[&*alone][..], [1280, 720]),
        (&[&*alone, "--size", "64"], [64, 64]),
        (&[&*both, "--gui"], [1280, 720]),
        (&[&*both], [512_u32, 512]),
    ] {
        let (code, _, err) = run(&[&["thumb", "-fo", &output], arguments].concat());
        assert_eq!(code, 0, "{err}");
        let png = std::fs::read(&output).unwrap();
        assert_eq!(png[16..24], size.map(u32::to_be_bytes).concat(), "{arguments:?}");
        assert_eq!(err.contains("an interface"), size[0] != 512, "{err}");
    }
    let (code, _, err) = run(&["thumb", "--gui", "fixtures/rbxbinary/valid/nested.rbxm", "-fo", &output]);
    assert!(code == 1 && err.contains("the file has no interfaces"), "{err}");
}

#[test]
fn pictures_are_drawn_of_all_models() {
    let scratch = Scratch::new("thumb");
    for source in ["rbxmesh/valid/v500.mesh", "slmesh/valid/sound.llmesh", "m3d/valid/rigged.m3d"] {
        let output = scratch.path("picture.png");
        let source = format!("fixtures/{source}");
        let (code, _, err) = run(&["thumb", &source, "-o", &output, "--size", "32x16", "--force"]);
        assert_eq!(code, 0, "{err}");
        let png = std::fs::read(&output).unwrap();
        assert_eq!((&png[16..20], &png[20..24]), (&[0, 0, 0, 32][..], &[0, 0, 0, 16][..]));
        assert!(run(&["thumb", &source, "-o", &output]).2.contains("it already exists"));
    }
    let (code, _, err) = run(&["thumb", "fixtures/m3d/valid/rigged.m3d", "-o", "-", "--action", "dance"]);
    assert_eq!((code, err.contains("the model has no such action")), (2, true), "{err}");
}

/// Width and height, by the head of a PNG.
fn size_of(png: &[u8]) -> [u32; 2] {
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[test]
fn levels_are_drawn_of_assets_and_of_models_of_other_programs() {
    let scratch = Scratch::new("levels");
    let jug = "fixtures/foreign/walks/jug.glb";
    let drawn = |source: &str, more: &[&str]| {
        let output = scratch.path("sheet.png");
        let (code, _, err) = run(&[&["lod", source, "--force", "--picture", &output], more].concat());
        assert_eq!(code, 0, "{err}");
        (size_of(&std::fs::read(&output).unwrap()), err)
    };
    let (size, said) = drawn(jug, &[]);
    assert!(size == [688, 944] && said.contains("level 3: "), "{size:?} {said}");
    // Two columns, of the sizes at which the first two levels are shown.
    let (size, said) = drawn(jug, &["--lods", "3"]);
    assert!(size == [584, 944] && !said.contains("level 3"), "{size:?} {said}");
    let asset = scratch.path("jug.llmesh");
    assert_eq!(run(&["convert", jug, "-o", &asset]).0, 0);
    assert_eq!(drawn(&asset, &[]).0, [688, 944]);
    assert!(
        drawn(&asset, &["--lods", "500,100,90,90"])
            .1
            .contains("stays at 142 triangles: with 100, it would be")
    );
    let (code, _, err) = run(&["lod", jug, "--land-impact", "2", "--picture", &scratch.path("no.png")]);
    assert_eq!((code, err.contains("only meshes of Second Life have a land impact")), (3, true), "{err}");
}

#[test]
fn an_error_is_that_of_hulls() {
    let scratch = Scratch::new("physics-error");
    let convert = |physics: &[&str]| {
        let jug = "fixtures/foreign/walks/jug.glb";
        let output = scratch.path("jug.llmesh");
        run(&[&["convert", jug, "-vfo", &output, "--physics-error", "0.1"], physics].concat())
    };
    let (code, _, err) = convert(&["--physics", "box"]);
    assert_eq!((code, err.contains("this option applies to hulls")), (2, true), "{err}");
    for physics in [&[][..], &["--physics", "hulls:40"]] {
        let (code, _, err) = convert(physics);
        assert!(code == 0 && err.contains("hulls were computed, up to "), "{err}");
    }
}

#[test]
fn a_folder_has_a_sheet_of_its_pictures() {
    let scratch = Scratch::new("sheet");
    let copy = |from: &str, to: &str| {
        let bytes = std::fs::read(root().join("fixtures").join(from)).unwrap();
        scratch.file(to, "");
        std::fs::write(scratch.0.join(to), bytes).unwrap();
    };
    copy("rbxmesh/valid/v500.mesh", "models/head.mesh");
    copy("m3d/valid/rigged.m3d", "models/deep/rigged.m3d");
    scratch.file("models/notes.txt", "nothing to draw");
    let (models, output) = (scratch.path("models"), scratch.path("sheet.png"));
    let (code, out, err) = run(&["thumb", &models, "-o", &output, "--size", "64x48"]);
    assert_eq!((code, &*out), (0, ""), "{err}");
    assert!(
        err.starts_with("2 files; 1 in other formats skipped\n") && err.ends_with(", 2 pictures\n"),
        "{err}"
    );
    assert_eq!(size_of(&std::fs::read(&output).unwrap()), [2 * 72 + 8, 68 + 8]);

    // What cannot be drawn costs its own picture alone.
    scratch.file("models/broken.mesh", "version 2.00\n");
    scratch.file("models/empty.rbxmx", "<roblox version='4'><Item class='Folder'/></roblox>");
    let (code, _, err) = run(&["thumb", &models, "-fo", &output, "--size", "64x48"]);
    assert!(
        code == 3 && err.contains("models/broken.mesh: ") && err.contains("4 files: 1 not readable"),
        "{err}"
    );
    assert!(err.contains("models/empty.rbxmx: there is nothing to see: the file has no parts\n"), "{err}");
    assert_eq!(size_of(&std::fs::read(&output).unwrap()), [2 * 72 + 8, 2 * 68 + 8]);
    // Several files have a sheet, too, and one that is named has a picture.
    let [head, rigged] = ["models/head.mesh", "models/deep/rigged.m3d"].map(|name| scratch.path(name));
    assert_eq!(run(&["thumb", &head, &rigged, "-fo", &output]).0, 0);
    assert_eq!(size_of(&std::fs::read(&output).unwrap()), [2 * 200 + 8, 212 + 8]);
    assert_eq!(run(&["thumb", &head, "-fo", &output]).0, 0);
    assert_eq!(size_of(&std::fs::read(&output).unwrap()), [512, 512]);
    // What is no name of a picture is that of a folder.
    let (code, _, err) = run(&["thumb", &models, "-o", &scratch.path("pictures"), "--size", "8"]);
    assert!(code == 3 && err.contains("4 files: 2 pictures, "), "{err}");
    for name in ["head", "deep/rigged"] {
        assert!(std::fs::exists(scratch.path(&format!("pictures/{name}.png"))).unwrap(), "{name}");
    }
    // Nothing is written where there is nothing to draw.
    let none = scratch.path("none.png");
    scratch.file("texts/notes.txt", "nothing to draw");
    let (code, _, err) = run(&["thumb", &scratch.path("texts"), "-o", &none]);
    assert!(code == 1 && err.contains("there is nothing to see: no file can be drawn"), "{code} {err}");
    assert!(!std::path::Path::new(&none).exists());
}

#[test]
fn nothing_to_see_is_said_and_nothing_written() {
    let scratch = Scratch::new("empty");
    let place = scratch.file(
        "place.rbxmx",
        "<roblox version='4'><Item class='Workspace'/><Item class='ReplicatedStorage'><Item class='Folder'/></Item></roblox>",
    );
    for (verb, output) in [("thumb", "a.png"), ("convert", "a.glb"), ("convert", "a.obj")] {
        let output = scratch.path(output);
        let (code, out, err) = run(&[verb, &place, "-o", &output]);
        let expected = format!("error: {place}: there is nothing to see: the file has no parts\n");
        assert_eq!((code, &*out, err), (1, "", expected), "{verb}");
        assert!(!std::path::Path::new(&output).exists());
    }
    // Of a place whose workspace has next to nothing visible, what it has in store is shown.
    let air = format!("AQUAAAAAAAAAAAAAAACA{}/4D/", "/4D/gP+A".repeat(42));
    // As Studio writes it, with a place and a size.
    let air = format!(
        "<Item class='Terrain'><Properties><BinaryString name='SmoothGrid'>{air}</BinaryString>\
         <CoordinateFrame name='CFrame'><X>0</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10>\
         <R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>\
         <Vector3 name='size'><X>2044</X><Y>252</Y><Z>2044</Z></Vector3></Properties></Item>"
    );
    let clear = "<Item class='Part'><Properties><float name='Transparency'>1</float></Properties></Item>";
    for (name, inside) in [("stored.rbxmx", ""), ("air.rbxmx", &*air), ("invisible.rbxmx", clear)] {
        let stored = scratch.file(
            name,
            format!(
                "<roblox version='4'><Item class='Workspace'>{inside}</Item><Item class='ReplicatedStorage'>\
                 <Item class='Part'/></Item></roblox>"
            ),
        );
        let (code, _, err) = run(&["thumb", &stored, "-fo", &scratch.path("stored.png")]);
        let expected = "parts outside of the workspace are shown, because the workspace has hardly any\n";
        assert!(code == 0 && err.contains(expected), "{name}: {code} {err}");
    }
    // A picture of the sky alone is none.
    let sky = scratch.file(
        "sky.rbxmx",
        format!("<roblox version='4'><Item class='Workspace'>{air}</Item><Item class='Lighting'/></roblox>"),
    );
    let (code, _, err) = run(&["thumb", &sky, "-o", &scratch.path("sky.png")]);
    assert_eq!(
        (code, err),
        (
            1,
            format!(
                "error: {sky}: there is nothing to see: the parts have no shape, and the terrain is empty\n"
            )
        )
    );
    let clear = scratch.file(
        "clear.rbxmx",
        "<roblox version='4'><Item class='Part'><Properties><float name='Transparency'>1</float></Properties></Item></roblox>",
    );
    let (code, _, err) = run(&["thumb", &clear, "-o", &scratch.path("b.png")]);
    assert_eq!(
        (code, err),
        (
            1,
            format!(
                "error: {clear}: there is nothing to see in the model\n  help: all materials are invisible: their opacity is 0\n"
            )
        )
    );
}

#[test]
fn parts_of_a_place_have_their_meshes_from_a_folder() {
    let scratch = Scratch::new("assets");
    let place = scratch.file(
        "place.rbxmx",
        "<roblox version='4'><Item class='MeshPart'><Properties><string name='Name'>Chair</string>\
         <Content name='MeshId'><url>rbxassetid://77</url></Content></Properties></Item></roblox>",
    );
    let assets = scratch.path("assets");
    std::fs::create_dir(&assets).unwrap();
    let mesh = std::fs::read(root().join("fixtures/rbxmesh/valid/v300.mesh")).unwrap();
    std::fs::write(scratch.0.join("assets/77.mesh"), mesh).unwrap();
    let output = scratch.path("place.glb");
    let (code, _, err) = run(&["convert", &place, "--assets", &assets, "-o", &output, "--lossless"]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(&["convert", &place, "-o", &output, "--force"]);
    assert!(code == 0 && err.contains("lost: meshes were not found"), "{err}");
    let (_, _, err) = run(&["convert", &place, "-o", &output, "--force", "-v"]);
    assert!(err.contains("lost: ASSET_MISSING: meshes were not found"), "{err}");
    let (code, _, err) = run(&["convert", &place, "--assets", "no/folder", "-o", &output, "--force"]);
    assert!(code == 4 && err.contains("no/folder"), "{code} {err}");
    let picture = scratch.path("place.png");
    let (code, _, err) = run(&["thumb", &place, "--assets", &assets, "-o", &picture, "--size", "32"]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_scene_becomes_a_model_with_its_meshes_in_a_folder() {
    let scratch = Scratch::new("parts");
    let text = "o chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let (obj, model, meshes) =
        (scratch.file("chair.obj", text), scratch.path("chair.rbxm"), scratch.path("meshes"));
    let (code, _, err) = run(&["convert", &obj, "-o", &model]);
    assert!(code == 3 && err.contains("--meshes"), "{code} {err}");
    let (code, _, err) = run(&["convert", &obj, "-o", &model, "--meshes", &meshes]);
    assert_eq!(code, 0, "{err}");
    let mut names: Vec<_> = std::fs::read_dir(&meshes)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["chair_assets.csv", "chair_chair.mesh"]);
    // The files are found by the addresses that parts have for them, also in a folder in the folder.
    let output = scratch.path("back.glb");
    let (code, _, err) = run(&["convert", &model, "--assets", &meshes, "-o", &output, "--lossless"]);
    assert_eq!(code, 0, "{err}");
    let above = scratch.0.to_string_lossy().into_owned();
    let (code, _, err) =
        run(&["convert", &model, "--assets", &above, "-o", &output, "--lossless", "--force"]);
    assert_eq!(code, 0, "{err}");
    // With numbers in the list, the model has these.
    let list = scratch.0.join("meshes/chair_assets.csv");
    let filled = std::fs::read_to_string(&list).unwrap().replace(".mesh,", ".mesh,77");
    std::fs::write(&list, filled).unwrap();
    let (code, _, err) = run(&["set", &model, "--map-assets", &list.to_string_lossy(), "--in-place"]);
    assert_eq!(code, 0, "{err}");
    let (_, out, _) = run(&["list", "assets", &model]);
    assert!(out.contains("rbxassetid://77"), "{out}");
    // Studio does not take as many triangles.
    let faces = format!("{text}{}", "f 1 3 2\n".repeat(20_000));
    let (obj, model) = (scratch.file("large.obj", faces), scratch.path("large.rbxm"));
    let (code, _, err) = run(&["convert", &obj, "-o", &model, "--meshes", &meshes]);
    assert!(code == 1 && err.contains("RZK010"), "{code} {err}");
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
    assert!(out.contains("normals were computed"), "{out}");
    let (_, out, _) = run(&["check", &model, "--as", "llmesh", "--json"]);
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(verdict["schema"], "rezkit.verdict/1");
    // The size that it has, since none was told.
    assert_eq!(verdict["streaming_cost"]["scale"], serde_json::json!([1.0, 1.0, 2.0]));
    // Nothing was written.
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 1);
    let output = scratch.path("chair.llmesh");
    let (_, _, err) = run(&["convert", &model, "-o", &output]);
    assert!(err.contains("land impact"), "{err}");
}

/// A triangle, with a texture beside it that has these bytes.
fn textured(scratch: &Scratch, folder: &str, name: &str, texture: &[u8]) -> String {
    let text =
        format!("mtllib {name}.mtl\no {name}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n");
    scratch.file(&format!("{folder}/{name}.mtl"), "newmtl a\nmap_Kd wood.png\n");
    scratch.file(&format!("{folder}/wood.png"), texture);
    scratch.file(&format!("{folder}/{name}.obj"), text)
}

#[test]
fn many_models_become_files_of_a_folder() {
    let scratch = Scratch::new("models");
    let (head, bird) = ("fixtures/rbxmesh/valid/v300.mesh", "fixtures/m3d/valid/rigged.m3d");
    let folder = scratch.path("out");
    let (code, _, err) = run(&["convert", head, bird, "--to", "glb", "-o", &folder]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("v300.glb") && err.contains("rigged.glb") && err.contains("2 files"), "{err}");
    for name in ["v300.glb", "rigged.glb"] {
        assert!(std::fs::read(scratch.0.join("out").join(name)).unwrap().starts_with(b"glTF"), "{name}");
    }
    // What is there stays, unless --force says otherwise.
    let (code, _, err) = run(&["convert", head, bird, "--to", "glb", "-o", &folder]);
    assert_eq!((code, err.matches("it already exists").count()), (4, 2), "{err}");
    // And is looked for before anything is converted.
    let broken = scratch.file("broken.mesh", "version 2.00\n");
    let (code, _, err) = run(&["convert", &broken, "-o", &scratch.path("out/v300.glb")]);
    assert_eq!((code, err.contains("it already exists")), (4, true), "{err}");
    let again = ["convert", head, bird, "--to", "glb", "-o", &folder, "--force", "--json"];
    let (code, out, err) = run(&again);
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (0, 2), "{err}");
    assert_eq!((&lines[0]["file"], &lines[1]["file"]), (&head.into(), &bird.into()));
    assert!(lines.iter().all(|line| line["is_saved"] == true), "{out}");
    // A single model goes there too, and back.
    let back = scratch.path("back/");
    let (code, _, err) = run(&["convert", &format!("{folder}/v300.glb"), "--to", "mesh", "-o", &back]);
    assert_eq!(code, 0, "{err}");
    let source = std::fs::read(root().join(head)).unwrap();
    assert!(std::fs::read(scratch.0.join("back/v300.mesh")).unwrap() == source);
}

#[test]
fn models_of_folders_keep_their_places_and_others_are_skipped() {
    let scratch = Scratch::new("tree");
    textured(&scratch, "in/a", "chair", b"one");
    textured(&scratch, "in/b", "chair", b"two");
    scratch.file("in/readme.txt", "nothing");
    scratch.file("in/note.llsd", "<? llsd/notation ?>\n{'a':i1}");
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    let (code, _, err) = run(&["convert", &input, "--to", "gltf", "-o", &output]);
    assert_eq!(code, 0, "{err}");
    let read = |name: &str| std::fs::read(scratch.0.join("out").join(name)).unwrap();
    assert_eq!((&*read("a/wood.png"), &*read("b/wood.png")), (&b"one"[..], &b"two"[..]));
    assert!(err.contains("2 files") && err.contains("in other formats skipped"), "{err}");
    // By name they are refused, and the others are converted.
    let (chair, note) = (scratch.path("in/a/chair.obj"), scratch.path("in/note.llsd"));
    let (code, _, err) = run(&["convert", &note, &chair, "--to", "glb", "-o", &scratch.path("glbs")]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("note.llsd") && scratch.0.join("glbs/chair.glb").exists(), "{err}");
}

#[test]
fn textures_of_two_models_are_not_mixed_up() {
    let scratch = Scratch::new("mixed");
    let (one, two) = (textured(&scratch, "a", "chair", b"one"), textured(&scratch, "b", "table", b"two"));
    let same = textured(&scratch, "c", "bed", b"one");
    let folder = scratch.path("out/");
    let call = ["convert", &one, &same, "--to", "gltf", "-o", &folder, "--threads", "1"];
    let (code, _, err) = run(&call);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) =
        run(&["convert", &one, &two, "--to", "gltf", "-o", &folder, "--force", "--threads", "1"]);
    assert!(
        code == 4 && err.contains("another model of this conversion already has a different file"),
        "{err}"
    );
    assert_eq!(std::fs::read(scratch.0.join("out/wood.png")).unwrap(), b"one");
    // A texture that is beside the model already does not stand in the way.
    let (code, _, err) = run(&["convert", &one, "-o", &scratch.path("a/chair.gltf")]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn the_standard_input_becomes_a_model() {
    let scratch = Scratch::new("stdin");
    let read = |path: &str| std::fs::read(root().join(path)).unwrap();
    for (source, to) in [
        ("fixtures/rbxmesh/valid/v300.mesh", "mesh"),
        ("fixtures/slmesh/valid/sound.llmesh", "llmesh"),
        ("fixtures/m3d/valid/rigged.m3d", "m3d"),
    ] {
        let glb = piped(&["convert", "-", "--to", "glb", "-o", "-"], &read(source));
        assert!(glb.starts_with(b"glTF"), "{source}");
        let back = piped(&["convert", "-", "--to", to, "-o", "-"], &glb);
        assert!(to == "m3d" || back == read(source), "{source}");
        let output = scratch.path(&format!("model.{to}"));
        piped(&["convert", "-", "-o", &output], &glb);
        assert!(std::fs::read(output).unwrap() == back, "{source}");
    }
    // The name of the input names the file in a folder.
    let glb = piped(&["convert", "-", "--to", "glb", "-o", "-"], &read("fixtures/rbxmesh/valid/v300.mesh"));
    let folder = scratch.path("folder/");
    piped(&["convert", "-", "--stdin-name", "head.glb", "--to", "mesh", "-o", &folder], &glb);
    assert!(
        std::fs::read(scratch.0.join("folder/head.mesh")).unwrap()
            == read("fixtures/rbxmesh/valid/v300.mesh")
    );
}

#[test]
fn memory_is_limited() {
    let scratch = Scratch::new("thumb-memory");
    let rows: String = (0..30_000).map(|x| format!("v {} 0 {}\n", x / 100, x % 100)).collect();
    let faces: String = (1..29_998).map(|x| format!("f {x} {} {}\n", x + 1, x + 2)).collect();
    let model = scratch.file("model.obj", rows + &faces);
    let picture = scratch.path("model.png");
    let thumb = |memory: &str, size: &str| {
        run(&["thumb", &model, "-o", &picture, "--force", "--max-memory", memory, "--size", size])
    };
    assert_eq!(thumb("64M", "64").0, 0);
    for (memory, size, why) in [
        ("2M", "64", "take more than the limit allows"),
        ("64M", "1024", "the picture needs"),
        ("100K", "64", "--max-memory"),
    ] {
        let (code, _, err) = thumb(memory, size);
        assert!(code >= 3 && err.contains(why), "{memory}: {code} {err}");
    }
}

#[test]
fn nine_materials_become_two_assets() {
    let scratch = Scratch::new("faces");
    // Parts without a name, each of a material without a name.
    let primitive = |number: usize| format!(r#"{{"attributes":{{"POSITION":0}},"material":{number}}}"#);
    let primitives: Vec<_> = (0..9).map(primitive).collect();
    let model = scratch.file(
        "nine.gltf",
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "materials":[{{}},{{}},{{}},{{}},{{}},{{}},{{}},{{}},{{}}],"meshes":[{{"primitives":[{}]}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],
            "buffers":[{{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}}]}}"#,
            primitives.join(",")
        ),
    );
    let output = scratch.path("nine.llmesh");
    let (code, _, err) = run(&["convert", &model, "-o", &output, "--physics", "box"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("nine_1.llmesh") && err.contains("further assets"), "{err}");
    assert!(err.contains("about 0.20, for its hulls"), "{err}");
    let n_bytes = |name: &str| std::fs::metadata(scratch.path(name)).unwrap().len();
    assert!(n_bytes("nine.llmesh") > 0 && n_bytes("nine_1.llmesh") > 0);
    let (code, _, err) = run(&["convert", &model, "-o", &scratch.path("nine.slm")]);
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = run(&["check", &model, "--as", "llmesh"]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn a_result_that_would_be_refused_ends_with_1() {
    let scratch = Scratch::new("refused");
    let text = "o chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n\
                o chair_PHYS\nv 1 0 0.000001\nf 1 2 5\nf 1 2 4\n";
    let model = scratch.file("chair.obj", text);
    let (code, _, err) = run(&["convert", &model, "-o", &scratch.path("chair.llmesh")]);
    assert!(code == 1 && err.contains("SLM027"), "{code} {err}");
    let (code, _, err) = run(&["convert", &model, "-o", &scratch.path("sound.llmesh"), "--drop-degenerate"]);
    assert!(code == 0 && err.contains("chair_PHYS"), "{code} {err}");
    let (code, _, err) = run(&["convert", &model, "-o", &scratch.path("chair.mesh"), "--draco=14"]);
    assert_eq!(code, 0, "{err}");
    let (code, out, _) = run(&["info", &scratch.path("chair.mesh")]);
    assert!(code == 0 && out.contains("7.00"), "{out}");
}

#[test]
fn images_are_written_beside_the_model_alone() {
    let scratch = Scratch::new("victim");
    scratch.file("victim/x.png", "mine");
    for (number, image) in [
        r#"{"bufferView":1,"name":"/../../victim/x"}"#,
        r#"{"bufferView":1,"uri":"../../victim/x.png"}"#,
        r#"{"bufferView":1,"uri":"..\\..\\victim\\x.png"}"#,
        r#"{"bufferView":1,"uri":"%2e%2e/%2E%2e/victim/x.png"}"#,
        r#"{"bufferView":1,"uri":"m.obj"},{"bufferView":1,"uri":"M.OBJ"},{"bufferView":1,"uri":"m.gltf"}"#,
        r#"{"bufferView":1,"uri":"m.obj/x.png"},{"bufferView":1,"uri":"CON.png"},{"bufferView":1,"name":"a\nmap_Ke x"}"#,
    ]
    .into_iter()
    .enumerate()
    {
        let model = scratch.file(&format!("in/{number}.gltf"), gltf(image));
        let [glb, m3d] = ["glb", "m3d"].map(|ending| scratch.path(&format!("in/{number}.{ending}")));
        for other in [&glb, &m3d] {
            assert_eq!(run(&["convert", "-q", &model, "-o", other]).0, 0, "{image}");
        }
        for from in [&model, &glb, &m3d] {
            for to in ["obj", "gltf"] {
                let folder = scratch.path("a/out");
                std::fs::create_dir_all(&folder).unwrap();
                let output = format!("{folder}/m.{to}");
                let (code, _, err) = run(&["convert", "-f", from, "-o", &output]);
                assert_eq!(code, 0, "{from} {to} {image}: {err}");
                let made = scratch.tree().into_iter().filter(|path| !path.starts_with("in/"));
                let is_own = |path: &String| path.starts_with("a/out/") || path == "victim/x.png";
                assert!(made.clone().all(|path| is_own(&path)), "{image}: {:?}", scratch.tree());
                assert_eq!(std::fs::read(scratch.path("victim/x.png")).unwrap(), b"mine");
                // The model, its arrays or materials, and what it shows.
                assert!(made.count() >= 4, "{from} {to} {image}: {:?}", scratch.tree());
                let (code, _, err) = run(&["convert", &output, "-fo", &scratch.path("in/back.glb")]);
                assert_eq!((code, err.contains("TEXTURE")), (0, false), "{from} {to} {image}: {err}");
                std::fs::remove_dir_all(&folder).unwrap();
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn models_get_only_files_of_their_folder() {
    use std::os::unix::fs::symlink;
    let scratch = Scratch::new("outside");
    let model = scratch.file("m/m.gltf", gltf(r#"{"uri":"tex.png"}"#));
    scratch.file("secret.png", b"\x89PNG\r\n\x1a\n");
    let texture = scratch.path("m/tex.png");
    let place = scratch.file(
        "p/place.rbxmx",
        "<roblox version='4'><Item class='MeshPart'><Properties><string name='Name'>Chair</string>\
         <Content name='MeshId'><url>rbxassetid://77</url></Content></Properties></Item></roblox>",
    );
    let (assets, asset) = (scratch.path("assets"), scratch.path("assets/77.mesh"));
    std::fs::create_dir(&assets).unwrap();
    let (glb, picture) = (scratch.path("out.glb"), scratch.path("out.png"));
    type Make = fn(&str);
    let kinds: [(Make, &str); 3] = [
        (|path| symlink("../secret.png", path).unwrap(), "not read, because it points outside the folder"),
        (|path| symlink("/dev/zero", path).unwrap(), "not read, because it points outside the folder"),
        (|path| crate::support::pipe(path), "not read, because it is not a regular file"),
    ];
    for (make, why) in kinds {
        make(&texture);
        make(&asset);
        for (arguments, file) in [
            (&["convert", &model, "-fo", &glb][..], &texture),
            (&["convert", &model, "--to", "glb", "-o", "-"], &texture),
            (&["thumb", &model, "--size", "8", "-fo", &picture], &texture),
            (&["check", &model, "--as", "llmesh"], &texture),
            (&["convert", &place, "--assets", &assets, "-fo", &glb], &asset),
        ] {
            let output = rez().args(arguments).output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(4), "{arguments:?}: {err}");
            assert!(err.starts_with(&format!("error: {file}: {why}\n")), "{arguments:?}: {err}");
        }
        [&texture, &asset].into_iter().for_each(|path| std::fs::remove_file(path).unwrap());
    }
    // A link within the folder is one of its files.
    scratch.file("m/textures/real.png", b"\x89PNG\r\n\x1a\n");
    symlink("textures/real.png", &texture).unwrap();
    let (code, _, err) = run(&["convert", &model, "-fo", &glb]);
    assert_eq!((code, err.contains("lost")), (0, false), "{err}");
}

#[test]
fn joints_of_a_mesh_keep_their_positions_if_asked() {
    let scratch = Scratch::new("positions");
    let (rig, output) = ("fixtures/foreign/gltf/arm.blender.glb", scratch.path("arm.llmesh"));
    let names = ["--map-joint", "Upper=mShoulderLeft", "--map-joint", "Lower=mElbowLeft", "-fo", &output];
    let skin = |option: &[&str]| {
        let (code, _, err) = run(&[&["convert", rig][..], &names, option].concat());
        assert_eq!(code, 0, "{err}");
        let (_, out, _) = run(&["print", &output]);
        out.lines().filter(|line| line.contains('_')).map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    let begins = |lines: &[String], start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let plain = skin(&[]);
    assert_eq!((begins(&plain, "alt_inverse"), begins(&plain, "pelvis")), (0, 0), "{plain:?}");
    // The collar of the avatar is at (-0.036, 0.085, 1.521), and the shoulder at the origin; the elbow is 1.5 m above it.
    let lines = skin(&["--joint-positions=pelvis=0.05,lock-scale"]);
    let matrix = |line: &str| -> Vec<f64> {
        let numbers = line.split_once('[').unwrap().1.trim_end_matches(']').split(", ");
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    let of_joints = lines.iter().filter(|line| line.starts_with("alt_inverse_bind_matrix"));
    let places: Vec<_> = of_joints.map(|line| matrix(line)[12..].to_vec()).collect();
    let expected = [[0.036, -0.085, -1.521, 1.0], [0.0, 0.0, 1.5, 1.0]];
    assert!(
        places.len() == 2
            && places.iter().flatten().zip(expected.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-6),
        "{places:?}"
    );
    for line in ["pelvis_offset = 0.05", "lock_scale_if_joint_position = true"] {
        assert_eq!(begins(&lines, line), 1, "{lines:?}");
    }
    let lines = skin(&["--joint-positions"]);
    assert_eq!((begins(&lines, "pelvis_offset = 0"), begins(&lines, "lock_scale")), (1, 0), "{lines:?}");
    // Bones that are turned and elsewhere are found, unless they keep their positions.
    let turned = "fixtures/foreign/gltf/blender/rig_cylinder_rotated.glb";
    let rules = |option: &[&str]| {
        let (_, out, err) = run(&[&["check", turned, "--as", "llmesh", "--json"][..], option].concat());
        let verdict: serde_json::Value = serde_json::from_str(&out).expect(&err);
        let found = verdict["report"]["findings"].as_array().unwrap().clone();
        found.iter().filter_map(|one| one["rule"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let found = rules(&[]);
    assert!(["RZK037", "RZK040"].iter().all(|rule| found.iter().any(|one| one == rule)), "{found:?}");
    let found = rules(&["--joint-positions"]);
    assert!(!found.iter().any(|rule| ["RZK030", "RZK037", "RZK040"].contains(&&**rule)), "{found:?}");
    assert_eq!(run(&["check", rig, "--joint-positions"]).0, 2);
    let (code, _, err) = run(&["convert", rig, "--joint-positions=knee", "-fo", &output]);
    assert_eq!((code, err.contains("\"knee\" is not one of pelvis=METRES, lock-scale")), (2, true), "{err}");
}

#[test]
fn one_animation_of_several_is_taken() {
    let scratch = Scratch::new("animation");
    let (model, output) = (scratch.path("moves.gltf"), scratch.path("moves.anim"));
    assert_eq!(run(&["convert", "fixtures/anim/valid/sound.anim", "-o", &model]).0, 0);
    // The second is the first without what turns the head, and without what is kept of the file.
    let mut gltf: serde_json::Value = serde_json::from_slice(&std::fs::read(&model).unwrap()).unwrap();
    let mut other = gltf["animations"][0].clone();
    (gltf["animations"][0]["name"], other["name"]) = ("walk".into(), "run".into());
    other["channels"].as_array_mut().unwrap().truncate(1);
    other.as_object_mut().unwrap().remove("extras");
    gltf["animations"].as_array_mut().unwrap().push(other);
    std::fs::write(&model, gltf.to_string()).unwrap();
    let both = ["[joint] mPelvis", "[joint] mHead"];
    for (wanted, joints) in [(&[][..], 2), (&["--animation", "run"], 1), (&["--animation", "0"], 2)] {
        let (code, _, err) = run(&[&["convert", &model, "-fo", &output][..], wanted].concat());
        assert!(code == 0 && err.contains("animations are left out"), "{err}");
        let (_, out, _) = run(&["print", &output]);
        let found: Vec<_> = out.lines().filter(|line| line.starts_with("[joint]")).collect();
        assert_eq!(found, both[..joints], "{wanted:?}");
    }
    let (code, _, err) = run(&["convert", &model, "--animation", "jump", "-fo", &output]);
    assert_eq!((code, err.contains("no animation has the name or number \"jump\"")), (3, true), "{err}");
}

#[test]
fn a_rig_is_named_as_people_type_it() {
    let scratch = Scratch::new("rig");
    let property = |kind: &str, name: &str, value: &str| {
        format!("<Properties><{kind} name=\"{name}\">{value}</{kind}></Properties>")
    };
    let item = |class: &str, content: &str| format!("<Item class=\"{class}\">{content}</Item>");
    let frame = |time: &str, turn: &str| {
        let turned = format!(
            "<X>0</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>0</R11><R12>{turn}</R12><R20>0</R20>\
             <R21>{}</R21><R22>0</R22>",
            if turn == "1" { "-1" } else { "1" }
        );
        let arm = "<string name=\"Name\">Arm</string><CoordinateFrame name=\"CFrame\">".to_owned() + &turned;
        let arm = item("Pose", &format!("<Properties>{arm}</CoordinateFrame></Properties>"));
        let base = item("Pose", &(property("string", "Name", "Base") + &arm));
        item("Keyframe", &(property("float", "Time", time) + &base))
    };
    let file = |content: String| format!("<roblox version=\"4\">{content}</roblox>");
    let frames = frame("0", "1") + &frame("1", "-1");
    let walk = scratch.file("walk.rbxmx", file(item("KeyframeSequence", &frames)));
    let part = |id: &str| {
        format!("<Item class=\"Part\" referent=\"{id}\">{}</Item>", property("string", "Name", id))
    };
    let ends = "<Properties><Ref name=\"Part0\">Base</Ref><Ref name=\"Part1\">Arm</Ref></Properties>";
    let model = part("Base") + &part("Arm") + &item("Motor6D", ends);
    let rig = scratch.file("rig.rbxmx", file(item("Model", &model)));
    let output = scratch.path("walk.glb");
    // A folder of assets is no output.
    let assets = scratch.path("");
    for order in [[&*walk, "--rig", &rig], ["--rig", &*rig, &walk]] {
        let (code, _, err) =
            run(&[&["convert", "--assets", &assets], &order[..], &["-fo", &output]].concat());
        assert_eq!(code, 0, "{err}");
        let glb = std::fs::read(&output).unwrap();
        assert!(String::from_utf8_lossy(&glb).contains("\"animations\":"), "{order:?}");
    }
}
