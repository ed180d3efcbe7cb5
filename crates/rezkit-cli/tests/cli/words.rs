//! Verbs by the words that people try first.

use crate::support::{PLACE, Scratch, root, run};

/// A place as a binary file.
fn place(scratch: &Scratch) -> String {
    let (xml, path) = (scratch.file("place.rbxlx", PLACE), scratch.path("place.rbxl"));
    assert_eq!(run(&["convert", &xml, "-o", &path]).0, 0);
    path
}

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures").join(path)).unwrap()
}

#[test]
fn lines_of_scripts_are_printed_as_ripgrep_does() {
    let scratch = Scratch::new("grep");
    let place = place(&scratch);
    let line = "ServerScriptService/Main:1:print(1)\n";
    let said = "1 file: 1 line in 1 script\n".to_owned();
    assert_eq!(run(&["grep", r"print\(\d", &place]), (0, line.into(), said.clone()));
    assert_eq!(run(&["grep", "-i", "PRINT", &place]).0, 0);
    assert_eq!(run(&["grep", "-F", "print(", &place]), (0, line.into(), said.clone()));
    assert_eq!(run(&["grep", "-l", "print", &place]), (0, "ServerScriptService/Main\n".into(), said.clone()));
    assert_eq!(run(&["grep", "-c", "print", &place]), (0, "ServerScriptService/Main:1\n".into(), said));
    let (code, out, err) = run(&["grep", "PRINT", &place]);
    assert_eq!((code, &*out, &*err), (1, "", "1 file: 0 lines in 0 scripts\n"));
    let (code, _, err) = run(&["grep", "print(", &place]);
    assert!(code == 2 && err.contains("not a regular expression") && err.contains("-F"), "{err}");
    // Of a folder, what has no scripts is passed over; a file that was named is not.
    scratch.file("chair.mesh", fixture("rbxmesh/valid/v200.mesh"));
    let (code, out, err) = run(&["grep", "print", scratch.0.to_str().unwrap()]);
    assert!(
        code == 0 && out.lines().count() == 2 && out.contains("place.rbxlx:ServerScriptService/Main:1:"),
        "{out}"
    );
    assert_eq!(err, "2 files: 2 lines in 2 scripts; 1 in other formats skipped\n");
    let (code, _, err) = run(&["grep", "print", &scratch.path("chair.mesh")]);
    assert!(code == 3 && err.contains("there are no scripts in a Roblox mesh"), "{err}");
    let (_, out, _) = run(&["grep", "print", &place, "--csv"]);
    assert!(out.ends_with(",ServerScriptService/Main,1,1,print(1)\n"), "{out}");
}

#[test]
fn assets_are_found_and_replaced() {
    let scratch = Scratch::new("refs");
    let place = place(&scratch);
    let found = "Workspace/Door/Poster.Texture  \"rbxassetid://1234\"\n";
    for what in ["1234", "rbxassetid://1234", "http://www.roblox.com/asset/?id=1234"] {
        assert_eq!(run(&["refs", &place, what]), (0, found.into(), "1 file: 1 use\n".into()), "{what}");
    }
    assert_eq!(run(&["refs", &place, "123"]), (1, String::new(), "1 file: 0 uses\n".into()));
    let (code, _, err) = run(&["refs", &place, "Workspace/Window"]);
    assert!(code == 2 && err.contains("there is no part Workspace/Window"), "{err}");
    let new = scratch.path("new.rbxl");
    assert_eq!(run(&["replace", &place, "1234=5678", "-o", &new]).0, 0);
    assert_eq!(run(&["refs", &new, "1234"]).0, 1);
    assert_eq!(run(&["refs", &new, "5678"]).1, found.replace("1234", "5678"));
    let (code, _, err) = run(&["replace", &place, "123=5678", "-o", &scratch.path("same.rbxl")]);
    assert!(code == 1 && err.contains("none of these assets is used"), "{err}");
    for (pair, said) in [("1234", "not OLD=NEW"), ("a=b", "not an asset")] {
        let (code, _, err) = run(&["replace", &place, pair, "-o", &scratch.path("never.rbxl")]);
        assert!(code == 2 && err.contains(said), "{err}");
    }
    assert!(!std::path::Path::new(&scratch.path("never.rbxl")).exists());
}

/// The references to an instance, in properties and attributes, are found by its path.
#[test]
fn references_to_an_instance_are_found() {
    let (code, out, err) = run(&["refs", "fixtures/rbxxml/valid/parts.rbxmx", "Parts"]);
    assert!([0, 1].contains(&code), "{err}");
    let model = r#"<roblox version="4"><Item class="Model" referent="a"><Properties><string name="Name">Car</string>
        <Ref name="PrimaryPart">b</Ref></Properties><Item class="Part" referent="b"><Properties>
        <string name="Name">Wheel</string></Properties></Item></Item></roblox>"#;
    let scratch = Scratch::new("pointers");
    let model = scratch.file("car.rbxmx", model);
    assert_eq!(run(&["refs", &model, "Car/Wheel"]).1, "Car.PrimaryPart  -> Car/Wheel\n", "{out}");
}

#[test]
fn instances_get_other_names() {
    let scratch = Scratch::new("rename");
    let (place, new) = (place(&scratch), scratch.path("new.rbxl"));
    // A name is taken as it is.
    let name = r#""Gate" \ base64(x)"#;
    let (code, _, err) = run(&["rename", &place, "Workspace/Door", name, "-o", &new]);
    assert!(code == 0 && err.starts_with("1 instance renamed\n"), "{err}");
    let (_, out, _) = run(&["query", &new, "class=Part", "--json"]);
    assert!(out.contains(r#"\"Gate\" \\ base64(x)"#) || out.contains("Gate"), "{out}");
    let (_, out, _) = run(&["print", &new]);
    assert!(out.contains(r#"[Part] Workspace/"Gate" \\ base64(x)"#), "{out}");
    assert_eq!(run(&["rename", &place, "Workspace/Window", "Door", "-o", &new]).0, 2);
}

#[test]
fn files_become_smaller_and_stay_what_they_are() {
    let scratch = Scratch::new("shrink");
    let stored = scratch.path("stored.rbxl");
    assert_eq!(run(&["convert", &place(&scratch), "--packing", "stored", "-o", &stored]).0, 0);
    let small = scratch.path("small.rbxl");
    let (code, _, err) = run(&["shrink", &stored, "-o", &small]);
    assert!(code == 0 && err.contains("note: compressed by ") && err.contains(" became "), "{err}");
    let len = |path: &str| std::fs::metadata(path).unwrap().len();
    assert!(len(&small) < len(&stored));
    assert_eq!(run(&["diff", &stored, &small]).0, 0);
    let again = scratch.path("again.rbxl");
    let (_, _, err) = run(&["shrink", &small, "-o", &again]);
    assert!(err.contains("cannot be made smaller") && len(&again) == len(&small), "{err}");
    let (code, _, err) = run(&["shrink", "fixtures/slmesh/valid/sound.llmesh", "-o", &again]);
    assert!(code == 3 && err.contains("cannot be made smaller"), "{err}");
}

#[test]
fn source_maps_lead_to_extracted_scripts() {
    let scratch = Scratch::new("sourcemap");
    let place = place(&scratch);
    let (folder, map) = (scratch.path("src"), scratch.path("sourcemap.json"));
    assert_eq!(run(&["extract", &place, "--only", "script", "-o", &folder]).0, 0);
    let (code, _, err) = run(&["sourcemap", &place, "--scripts", &folder, "-o", &map]);
    assert!(code == 0, "{err}");
    let map: serde_json::Value = serde_json::from_slice(&std::fs::read(&map).unwrap()).unwrap();
    assert_eq!((&map["name"], &map["className"]), (&"place".into(), &"DataModel".into()));
    let main = &map["children"][1]["children"][0];
    assert_eq!(main["className"], "Script");
    let source = std::fs::read_to_string(main["filePaths"][0].as_str().unwrap()).unwrap();
    assert_eq!(source, "print(1)");
    let (code, out, _) = run(&["sourcemap", &place, "--only-scripts"]);
    assert!(code == 0 && !out.contains("Part") && out.contains("Main"), "{out}");
    assert_eq!(run(&["sourcemap", "fixtures/rbxmesh/valid/v200.mesh"]).0, 3);
}

#[test]
fn a_folder_gets_a_picture_of_each_file() {
    let scratch = Scratch::new("pictures");
    scratch.file("in/a.mesh", fixture("rbxmesh/valid/v200.mesh"));
    scratch.file("in/a.glb", fixture("foreign/gltf/lamp.three.glb"));
    scratch.file("in/deep/b.mesh", fixture("rbxmesh/valid/v200.mesh"));
    scratch.file("in/notes.txt", "nothing to see");
    let (input, output) = (scratch.path("in"), scratch.path("out/"));
    let (code, _, err) = run(&["thumb", &input, "-o", &output, "--size", "32"]);
    assert!(code == 0 && err.ends_with("3 files: 3 pictures; 1 in other formats skipped\n"), "{err}");
    let pictures = scratch.tree().into_iter().filter(|path| path.starts_with("out/")).collect::<Vec<_>>();
    assert_eq!(pictures, ["out/a.glb.png", "out/a.mesh.png", "out/deep/b.png"]);
    assert!(std::fs::read(scratch.path("out/a.mesh.png")).unwrap().starts_with(b"\x89PNG"));
    // What is there is not overwritten.
    assert_eq!(run(&["thumb", &input, "-o", &output, "--size", "32"]).0, 4);
    assert_eq!(run(&["thumb", &input, "-o", &output, "--size", "32", "--force"]).0, 0);
}

/// The results of the first call are not converted by the second one.
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
    // So does Collada, to which an asset of Second Life goes for its uploader.
    let (dae, glb) = (scratch.path("rig.dae"), scratch.path("rig.glb"));
    assert_eq!(run(&["convert", "fixtures/slmesh/valid/influences.llmesh", "-o", &dae]).0, 0);
    let (_, out, _) = run(&["info", &dae]);
    assert!(out.contains("a Collada model") && out.contains("4 → 3 → 2 → 1 triangles"), "{out}");
    assert_eq!(run(&["convert", &dae, "-o", &glb]).0, 0);
    assert_eq!(run(&["thumb", "fixtures/foreign/gltf/arm.assimp.dae", "-o", &scratch.path("arm.png")]).0, 0);
    // What cannot be read is an error, and not passed over.
    let (code, _, err) = run(&["info", &scratch.file("bad.glb", b"glTF\x02\0\0\0\x20\0\0\0")]);
    assert!(code == 3 && err.starts_with("error: "), "{err}");
    // Other verbs say who reads it.
    let (code, _, err) = run(&["dump", &glb]);
    assert!(
        code == 3 && err.contains("which this command cannot read") && err.contains("`rez info`"),
        "{err}"
    );
    let (_, out, _) = run(&["info", &glb, &stl, "--summary"]);
    assert!(out.contains("binary glTF (GLB)") && out.contains("STL model"), "{out}");
}

/// A place with properties that Studio shows under other names than files have.
const STUDIO: &str = r#"<roblox version="4">
<Item class="Lighting" referent="l"><Properties><string name="Name">Lighting</string><string name="TimeOfDay">14:30:00</string></Properties></Item>
<Item class="Workspace" referent="w"><Properties><string name="Name">Workspace</string></Properties>
<Item class="Script" referent="a"><Properties><string name="Name">On</string><bool name="Disabled">false</bool></Properties></Item>
<Item class="Script" referent="b"><Properties><string name="Name">Off</string><bool name="Disabled">true</bool></Properties></Item>
<Item class="Humanoid" referent="h"><Properties><string name="Name">Humanoid</string><float name="Health_XML">80</float></Properties></Item>
<Item class="PointLight" referent="p"><Properties><string name="Name">Lamp</string><bool name="Enabled">true</bool><Color3 name="Color"><R>1</R><G>1</G><B>1</B></Color3></Properties></Item>
<Item class="TextLabel" referent="t"><Properties><string name="Name">Sign</string><Font name="FontFace"><Family><url>rbxasset://fonts/families/Arimo.json</url></Family><Weight>400</Weight><Style>Normal</Style></Font></Properties></Item>
<Item class="Part" referent="d"><Properties><string name="Name">Block</string><Vector3 name="size"><X>4</X><Y>1</Y><Z>2</Z></Vector3><Color3uint8 name="Color3uint8">4294901760</Color3uint8></Properties></Item>
</Item></roblox>"#;

#[test]
fn what_studio_shows_is_asked_and_set() {
    let scratch = Scratch::new("studio");
    let place = scratch.file("place.rbxlx", STUDIO);
    let chosen = |expression: &str| run(&["query", "-q", &place, expression]).1.replace("Workspace/", "");
    for (expression, found) in [
        ("Enabled=true", "On\nLamp\n"),
        ("Script and not Enabled", "Off\n"),
        ("ClockTime>14", "Lighting\n"),
        ("Health<100", "Humanoid\n"),
        ("PointLight and Color=255,255,255", "Lamp\n"),
        ("Color=[255,255,255]", "Lamp\n"),
        ("Color=Color3.fromRGB(255,0,0)", "Block\n"),
        ("Color=Color3.new(1,0,0)", "Block\n"),
        ("Part and Color.R=255", "Block\n"),
        ("Size=Vector3.new(4, 1, 2)", "Block\n"),
        ("Size=[4,1,2]", "Block\n"),
        // As it is printed, a value is meant as it is.
        ("Color=\"Color3(255, 255, 255)\"", ""),
    ] {
        assert_eq!(chosen(expression), found, "{expression}");
    }
    let new = scratch.path("new.rbxlx");
    for (path, value, property, stored) in [
        ("Workspace/On.Enabled", "false", "Disabled", "true"),
        ("Lighting.ClockTime", "0", "TimeOfDay", "\"00:00:00\""),
        ("Workspace/Humanoid.Health", "50", "Health", "50"),
        ("Workspace/Lamp.Color", "255,0,0", "Color", "Color3(1, 0, 0)"),
        ("Workspace/Lamp.Color", "Color3(255, 0, 0)", "Color", "Color3(255, 0, 0)"),
        ("Workspace/Block.Color", "Color3.new(0,1,0)", "Color", "Color3uint8(0, 255, 0)"),
        ("Workspace/Block.Size.Y", "3", "Size", "Vector3(4, 3, 2)"),
        ("Workspace/Block.Size", "Vector3.new(1,2,3)", "Size", "Vector3(1, 2, 3)"),
        ("Workspace/Sign.Font", "Gotham", "FontFace", GOTHAM),
        ("Workspace/Sign.FontFace", "Gotham", "FontFace", GOTHAM),
    ] {
        let (code, _, err) = run(&["set", &place, &format!("{path}={value}"), "-o", &new, "--force"]);
        assert_eq!((code, &*err), (0, "1 value set\n"), "{path}");
        let part = path.split('.').next().unwrap();
        let expected = format!("{part}.{property}={stored}\n");
        assert_eq!(run(&["query", "-q", &new, &format!("path={part}"), "--get", property]).1, expected);
    }
    // Where a file has both, each is set by its own name.
    let both = STUDIO.replace("<Font name=", "<token name=\"Font\">3</token><Font name=");
    let both = scratch.file("both.rbxlx", both);
    assert_eq!(run(&["set", &both, "Workspace/Sign.FontFace=Gotham", "-o", &new, "--force"]).0, 0);
    let (_, fonts, _) = run(&["query", "-q", &new, "TextLabel", "--get", "Font,FontFace"]);
    assert!(fonts.ends_with(&format!("Workspace/Sign.FontFace={GOTHAM}\n")), "{fonts}");
    assert!(fonts.contains("SourceSans") || fonts.contains("=3\n"), "{fonts}");
    let (code, _, _) = run(&["set", &place, "Workspace/Sign.Font=Gotham", "-o", &new, "--force"]);
    assert_eq!(code, 0);
    // Nothing is added beside what the engine looks at.
    let (_, printed, _) = run(&["print", &new, "--stored"]);
    assert!(!printed.contains("  Font = "), "{printed}");
    let tag = run(&["set", &place, "Workspace/Block.@Cost=5", "--type", "number", "-o", &new, "--force"]);
    assert_eq!(tag, (0, String::new(), "1 value set\n".into()));
    for (edit, wrong) in [
        ("Workspace.Block.Anchored=true", "there is no part Workspace.Block; Workspace/Block?"),
        ("Anchored=true", "or choose parts, as in `--where class=Part Anchored=…`"),
        ("Workspace/Block.Size=big", "write it as 4, 1, 2"),
        ("Workspace/Block.Size.Y=big", "big is not a number"),
        ("Workspace/Block.Color=red", "write it as #ff8800, or 255, 136, 0"),
        ("Lighting.ClockTime=noon", "write it as 0.5"),
    ] {
        let (code, _, err) = run(&["set", &place, edit, "--dry-run"]);
        assert!(code != 0 && err.contains(wrong), "{edit}: {err}");
    }
}

#[test]
fn what_is_not_there_is_said_in_words() {
    let scratch = Scratch::new("not-there");
    let place = scratch.file("place.rbxlx", STUDIO);
    let (code, _, err) = run(&["models/chair.glb"]);
    assert!(code == 2 && err.ends_with("\nthere is no file models/chair.glb either\n"), "{err}");
    let (_, out, err) = run(&["query", &place, "Script", "--limit", "1"]);
    assert!(out == "Workspace/On\n" && err.contains("more results were left out by --limit"), "{err}");
    let (_, _, err) = run(&["query", &place, "Script", "--limit", "2"]);
    assert!(!err.contains("more results were left out"), "{err}");
    let model = root().join("fixtures/rbxbinary/valid/nested.rbxm");
    let (code, _, err) = run(&["convert", model.to_str().unwrap(), "-o", &scratch.path("nested.rbxl")]);
    assert!(
        code == 0 && err.contains("Studio shows only the Workspace of a place, and this file has none"),
        "{err}"
    );
    let (_, _, err) = run(&["convert", &place, "-o", &scratch.path("place.rbxl")]);
    assert!(!err.contains("this file has none"), "{err}");
    let motion = root().join("fixtures/anim/valid");
    let walk = std::fs::read_dir(motion).unwrap().map(|entry| entry.unwrap().path()).min().unwrap();
    let picture = scratch.path("walk.png");
    let (code, _, err) = run(&["thumb", "--time", "1", walk.to_str().unwrap(), "-o", &picture]);
    assert!(code == 1 && err.contains(", but no meshes"), "{err}");
}

const GOTHAM: &str = "Font(\"rbxasset://fonts/families/GothamSSm.json\", 400, 0)";
