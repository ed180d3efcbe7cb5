//! Edits on the real program: where they go, and what they leave alone.

use crate::support::{Scratch, older, root, run};
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Output};

fn copy(scratch: &Scratch) -> String {
    scratch.file("nested.rbxm", std::fs::read(root().join("fixtures/rbxbinary/valid/nested.rbxm")).unwrap())
}

#[test]
fn a_file_is_replaced_and_the_old_one_kept() {
    let scratch = Scratch::new("set");
    let path = copy(&scratch);
    let before = std::fs::read(&path).unwrap();
    let (code, out, err) =
        run(&["set", &path, "Outer/Brick.Anchored=true", "Outer/Brick.Name=Wall", "--in-place"]);
    assert_eq!((code, &*out, err.starts_with("2 values set\n")), (0, "", true), "{err}");
    let copies = older(&path);
    let [copy] = &*copies else { panic!("{copies:?}") };
    assert!(err.ends_with(&format!("the older version is {copy}; rez undo restores it\n")), "{err}");
    assert_eq!(std::fs::read(copy).unwrap(), before);
    let (code, out, _) = run(&["diff", copy, &path]);
    assert_eq!(code, 1);
    assert_eq!(out, "= [Part] Outer/Brick → Outer/Wall\n    Anchored: false → true\n");
}

#[test]
fn five_edits_in_a_row_are_undone_to_the_first_bytes() {
    let scratch = Scratch::new("undo");
    let path = copy(&scratch);
    let mut versions = vec![std::fs::read(&path).unwrap()];
    for number in 1..=5 {
        let value = format!("Outer/Brick.Transparency=0.{number}");
        let (code, _, err) = run(&["set", &path, &value, "--type", "Float32", "--in-place"]);
        assert_eq!(code, 0, "{err}");
        versions.push(std::fs::read(&path).unwrap());
    }
    versions.pop();
    let lefts = [
        "4 older versions are left",
        "3 older versions are left",
        "2 older versions are left",
        "1 older version is left",
        "the file is as it was before the first edit",
    ];
    for left in lefts {
        let (code, _, err) = run(&["undo", &path]);
        assert_eq!((code, err), (0, format!("{path}: the last edit is undone; {left}\n")));
        assert!(std::fs::read(&path).unwrap() == versions.pop().unwrap(), "{left}");
    }
    let (code, _, err) = run(&["undo", &path]);
    assert_eq!(
        (code, err),
        (4, format!("error: {path}: there is nothing to undo: no older version of the file is kept\n"))
    );
    assert_eq!(scratch.tree(), ["nested.rbxm"]);
}

#[test]
fn an_edit_is_not_undone_in_a_file_that_was_changed_since() {
    let scratch = Scratch::new("undo-changed");
    let path = copy(&scratch);
    let old = std::fs::read(&path).unwrap();
    assert_eq!(run(&["set", &path, "Outer/Brick.Anchored=true", "--in-place"]).0, 0);
    std::fs::write(&path, "by hand").unwrap();
    let (code, _, err) = run(&["undo", &path]);
    assert!(code == 4 && err.contains("the file was changed since the last edit"), "{err}");
    assert_eq!(std::fs::read(&path).unwrap(), b"by hand");
    let (code, _, err) = run(&["undo", &path, "--force"]);
    let kept = err.lines().next().unwrap().strip_prefix("the changed file is kept as ").unwrap();
    assert_eq!((code, std::fs::read(kept).unwrap()), (0, b"by hand".to_vec()));
    assert_eq!(std::fs::read(&path).unwrap(), old);
}

#[test]
fn a_dry_run_writes_nothing() {
    let scratch = Scratch::new("dry");
    let path = copy(&scratch);
    let before = std::fs::read(&path).unwrap();
    let (code, out, _) = run(&["set", &path, "Outer/Brick.Anchored=true", "--dry-run"]);
    assert_eq!((code, &*out), (0, "~ [Part] Outer/Brick\n    Anchored: false → true\n"));
    let (code, out, _) = run(&["strip", &path, "Part.Anchored", "--dry-run"]);
    assert_eq!((code, out.matches("- Anchored: ").count()), (0, 2), "{out}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(Path::new(&scratch.0)).unwrap().count(), 1);
}

#[test]
fn an_output_is_not_overwritten_by_itself() {
    let scratch = Scratch::new("set-output");
    let (path, output) = (copy(&scratch), scratch.file("other.rbxm", "mine"));
    let arguments = ["strip", &path, "*.size", "-o", &output];
    let (code, _, err) = run(&arguments);
    assert_eq!((code, err.contains("--force overwrites it")), (4, true), "{err}");
    let (code, _, err) = run(&[&arguments[..], &["--force"]].concat());
    assert_eq!((code, err.starts_with("2 values removed\n")), (0, true), "{err}");
    let (_, out, _) = run(&["print", &output]);
    assert!(!out.contains("Size =") && out.contains("Anchored = true"), "{out}");
}

#[test]
fn wrong_arguments_change_nothing() {
    let path = "fixtures/rbxbinary/valid/nested.rbxm";
    for arguments in [
        &["set", path, "Outer/Brick.Anchored=true"][..],
        &["set", path, "Outer/Brick.Anchored", "--dry-run"],
        &["set", path, "Outer/Nobody.Anchored=true", "--dry-run"],
        &["set", path, "Outer/Brick.Anchored=maybe", "--dry-run"],
        &["set", path, "Outer/Brick.Mass=1", "--dry-run"],
        &["set", path, "Outer/Brick.Mass=1", "--type", "Weight", "--dry-run"],
        &["strip", path, "Part", "--dry-run"],
        &["set", "fixtures/rbxbinary/valid", "Outer/Brick.Anchored=true", "--dry-run"],
        &["diff", path, "fixtures/rbxbinary/valid"],
        &["extract", "fixtures/rbxbinary/valid", "--list"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, &*out), (2, ""), "{arguments:?}: {err}");
    }
    let (code, out, _) = run(&["set", path, "Outer/Brick.Reflectance=1", "--type", "Float32", "--dry-run"]);
    assert_eq!((code, out.contains("+ Reflectance: 1\n")), (0, true), "{out}");
}

#[test]
fn changed_scripts_go_back() {
    let scratch = Scratch::new("implant");
    let xml = "<roblox version=\"4\"><Item class=\"Folder\"><Properties><string name=\"Name\">a/b</string></Properties>\
        <Item class=\"Script\"><Properties><string name=\"Name\">Main</string>\
        <ProtectedString name=\"Source\">print(1)</ProtectedString></Properties></Item>\
        <Item class=\"ModuleScript\"><Properties><string name=\"Name\">Main</string>\
        <ProtectedString name=\"Source\">return 1</ProtectedString></Properties></Item></Item></roblox>";
    let xml = scratch.file("place.rbxlx", xml);
    let binary = scratch.0.join("place.rbxl").to_str().unwrap().to_owned();
    assert_eq!(run(&["convert", &xml, "-o", &binary]).0, 0);
    for place in [&xml, &binary] {
        let folder = scratch.0.join("src");
        let source = folder.to_str().unwrap();
        assert_eq!(run(&["extract", place, "-fo", source]).0, 0);
        let before = std::fs::read(place).unwrap();
        assert_eq!(run(&["implant", place, source, "--in-place"]).0, 0);
        assert_eq!(std::fs::read(place).unwrap(), before, "nothing was changed");
        std::fs::write(folder.join("scripts/a_b/Main.server.luau"), "print(1)\nprint(2)\n").unwrap();
        let (code, out, _) = run(&["implant", place, source, "--dry-run"]);
        assert_eq!(
            (code, out.contains("+ print(2)"), out.contains("ModuleScript")),
            (0, true, false),
            "{out}"
        );
        let (code, _, err) = run(&["implant", place, source, "--in-place"]);
        assert_eq!((code, err.starts_with("1 script put back\n")), (0, true), "{err}");
        let (_, out, _) = run(&["print", place]);
        assert!(out.contains("    |print(2)\n") && out.contains("  Source = \"return 1\"\n"), "{out}");
    }
    assert_eq!(run(&["implant", &xml, "no/folder", "--dry-run"]).0, 2);
}

/// Runs a script of docs/rez.md in a folder with a file that it is about.
#[cfg(unix)]
fn script(scratch: &Scratch, marker: &str) -> Output {
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    let scripts = document.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let found: Vec<_> = scripts.filter(|script| script.contains(marker)).collect();
    let [script] = found[..] else { panic!("{} scripts with {marker}", found.len()) };
    std::fs::copy(root().join("fixtures/rbxbinary/valid/nested.rbxm"), scratch.0.join("place.rbxl")).unwrap();
    let model = root().join("fixtures/foreign/gltf/blender/rig_cylinder_rotated.glb");
    std::fs::copy(model, scratch.0.join("model.glb")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_rez")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program).chain(std::env::split_paths(&path));
    Command::new("sh")
        .args(["-c", script])
        .env("PATH", std::env::join_paths(paths).unwrap())
        .current_dir(&scratch.0)
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn the_call_of_the_tour_renames_and_anchors_every_part() {
    let scratch = Scratch::new("script");
    let (code, out, err) = crate::support::text(&script(&scratch, "--where class=Part Name=Block"));
    assert_eq!((code, &*out, err.starts_with("4 values set\n")), (0, "", true), "{err}");
    let new = scratch.path("place.rbxl");
    let old = older(&new).remove(0);
    let (code, out, _) = run(&["diff", &old, &new]);
    let expected = "= [Part] Outer/Inner/Brick → Outer/Inner/Block\n= [Part] Outer/Brick → Outer/Block\n    Anchored: false → true\n";
    assert_eq!((code, &*out), (1, expected));
    // All but the two columns are the same bytes.
    let [old, new] = [old, new].map(|path| std::fs::read(path).unwrap());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (_, listing, _) = run(&["dump", "--depth", "1", &older(&scratch.path("place.rbxl"))[0]]);
    let starts =
        listing.lines().filter_map(|line| usize::from_str_radix(line.trim().split(' ').next()?, 16).ok());
    let starts: Vec<_> = starts.collect();
    let n_touched = starts.windows(2).filter(|ends| ends[0] < old.len() - after && ends[1] > before).count();
    assert!(n_touched <= 3, "{n_touched} of {}: {listing}", starts.len());
}

#[cfg(unix)]
#[test]
fn the_merge_of_the_tour_prints_what_it_says() {
    let scratch = Scratch::new("merge");
    let output = script(&scratch, "rez merge");
    let (code, out, err) = crate::support::text(&output);
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    let printed = out + err.lines().last().unwrap() + "\n";
    assert_eq!((code, document.contains(&format!("```text\n{printed}```"))), (1, true), "{printed}");
    let (_, merged, _) = run(&["print", &scratch.path("merged.rbxl")]);
    let wall = "[Part] Outer/Inner/Wall\n  Anchored = true\n  Size = Vector3(4, 9, 1)\n[Part] Outer/Brick\n  Anchored = true\n";
    assert!(merged.contains(wall), "{merged}");
}

#[cfg(unix)]
#[test]
fn the_migration_of_the_tour_prints_what_it_says() {
    let scratch = Scratch::new("migrate");
    let output = script(&scratch, "rez migrate");
    let (code, out, err) = crate::support::text(&output);
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    // What `rez migrate` says stands behind what `rez set` says.
    let lines: Vec<_> = err.lines().collect();
    let printed: String = lines[lines.len() - 2..].iter().map(|line| format!("{line}\n")).collect();
    assert_eq!((code, &*out), (0, ""), "{err}");
    assert!(document.contains(&format!("```text\n{printed}```")), "{printed}");
    let (_, text, _) = run(&["print", &scratch.path("today.rbxl")]);
    assert!(text.contains("  Color = Color3uint8(196, 40, 28)\n") && !text.contains("BrickColor"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_project_of_the_tour_is_written() {
    let scratch = Scratch::new("project");
    let place = std::fs::read(root().join("fixtures/rbxbinary/valid/place.rbxl")).unwrap();
    let document = std::fs::read_to_string(root().join("docs/rez.md")).unwrap();
    assert!(document.contains("rez extract place.rbxl --rojo game -v\n"));
    let place = scratch.file("place.rbxl", place);
    let (code, out, err) = run(&["extract", &place, "--rojo", &scratch.path("game"), "-v"]);
    assert!(code == 0 && out.starts_with("default.project.json\n"), "{out} {err}");
}

/// The file is one of ours as Blender exports it.
#[cfg(unix)]
#[test]
fn the_walk_of_the_tour_leads_to_a_land_impact_of_2() {
    let scratch = Scratch::new("land-impact");
    let (code, _, err) = crate::support::text(&script(&scratch, "--land-impact"));
    assert_eq!(code, 0, "{err}");
    let (_, out, _) = run(&["info", "--json", &scratch.path("model.llmesh")]);
    let info: serde_json::Value = serde_json::from_str(&out).unwrap();
    let cost = info["streaming_cost"]["cost"].as_f64().unwrap();
    let levels: Vec<u64> =
        info["levels"].as_array().unwrap().iter().filter_map(|count| count.as_u64()).collect();
    assert!((0.5..=2.0).contains(&cost), "{cost}");
    assert!(
        levels.len() == 4 && levels[0] > levels[1] && levels[1] > levels[3] && levels[3] > 0,
        "{levels:?}"
    );
}

#[test]
fn levels_are_made_in_a_mesh_that_is_there() {
    let scratch = Scratch::new("lod");
    let [glb, asset, coarse, mesh, model] =
        ["c.glb", "c.llmesh", "coarse.llmesh", "c.mesh", "c.m3d"].map(|name| scratch.path(name));
    let source = "fixtures/foreign/gltf/blender/rig_cylinder_rotated.glb";
    std::fs::copy(root().join(source), &glb).unwrap();
    let levels = |path: &str| {
        let (_, out, _) = run(&["info", "--json", path]);
        let info: serde_json::Value = serde_json::from_str(&out).unwrap();
        serde_json::from_value::<Vec<usize>>(info["levels"].clone()).unwrap()
    };
    let (code, out, err) = run(&["convert", &glb, "--lods", "none", "-o", &asset, "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let before = levels(&asset);
    assert_eq!(before, [before[0]; 4]);
    // In an asset.
    let far = ["--max-error", "1"];
    let (code, _, err) = run(&[&["lod", &asset, "--lods", "4", "-o", &coarse][..], &far].concat());
    assert_eq!((code, err.contains("4 levels made\n")), (0, true), "{err}");
    let thirds = [before[0], before[0] / 3, before[0] / 9, before[0] / 27];
    let near = |made: &[usize], wanted: &[usize]| {
        made.iter().zip(wanted).all(|(made, wanted)| made <= wanted && made + 2 > *wanted)
    };
    assert!(near(&levels(&coarse), &thirds), "{:?}", levels(&coarse));
    // Everything but the levels is the same, byte by byte.
    let (_, out, _) = run(&["diff", &asset, &coarse]);
    let changed: Vec<_> = out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert!(changed.iter().all(|line| line.contains("_lod")), "{out}");
    // What would be another model stays finer, and by default what has no levels gets as many.
    assert_eq!(run(&["convert", &glb, "-fo", &asset]).0, 0);
    let kept = levels(&asset);
    assert!(near(&kept[..2], &thirds[..2]) && kept[2] >= kept[3] && kept[3] > thirds[3], "{kept:?}");
    // On the way to a Roblox mesh, and in one.
    assert_eq!(run(&["convert", &glb, "--lods", "300,100", "-o", &mesh]).0, 0);
    assert!(near(&levels(&mesh), &[300, 100]), "{:?}", levels(&mesh));
    let (code, _, err) = run(&[&["lod", &mesh, "--lods", "200,60,20", "-fo", &mesh][..], &far].concat());
    assert_eq!(code, 0, "{err}");
    assert!(near(&levels(&mesh), &[200, 60, 20]), "{:?}", levels(&mesh));
    // A file for each level where the format has none.
    let (code, out, err) = run(&["convert", &glb, "--lods", "200,50", "-o", &model, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["beside"][0]), (0, &"c_LOD1.m3d".into()), "{out}{err}");
    let [fine, coarse] = ["c.m3d", "c_LOD1.m3d"].map(|name| {
        let (_, out, _) = run(&["info", "--json", &scratch.path(name)]);
        let info: serde_json::Value = serde_json::from_str(&out).unwrap();
        info["facts"]["triangles"].as_u64().unwrap()
    });
    assert!((180..=200).contains(&fine) && (40..=50).contains(&coarse), "{fine} {coarse}");
    // What cannot be.
    let (code, _, err) = run(&["lod", &model, "--lods", "3", "--dry-run"]);
    assert_eq!((code, err.contains("Model 3D has no levels of detail")), (3, true), "{err}");
    let (code, _, err) = run(&["convert", &glb, "--land-impact", "0.01", "-fo", &asset]);
    assert_eq!(
        (code, err.contains(" attempts costs ") && err.contains(" below 50 % of its triangles")),
        (3, true),
        "{err}"
    );
    // What is said of the cost is at the size that was asked for.
    let chair = "fixtures/foreign/gltf/blender/shape_keys.glb";
    let asked = ["--land-impact", "4", "--scale", "1,1,4"];
    let (code, _, err) = run(&[&["convert", chair, "-fo", &asset], &asked[..]].concat());
    assert_eq!((code, err.contains(" at 1 × 1 × 4 m: ")), (0, true), "{err}");
    assert_eq!(run(&["lod", &asset, "-o", &asset]).0, 2);
    assert_eq!(run(&["lod", &asset, "--lods", "3,4", "-o", &asset]).0, 2);
}

#[test]
fn a_merge_goes_where_it_is_told() {
    let scratch = Scratch::new("merge-output");
    let base = copy(&scratch);
    let [ours, theirs, output] = ["ours.rbxm", "theirs.rbxm", "merged.rbxm"].map(|name| scratch.path(name));
    assert_eq!(run(&["set", &base, "Outer/Brick.Anchored=true", "-o", &ours]).0, 0);
    assert_eq!(run(&["set", &base, "Outer/Inner/Brick.Anchored=false", "-o", &theirs]).0, 0);
    // Nothing is written without being asked for.
    let (code, out, err) = run(&["merge", &base, &ours, &theirs]);
    assert_eq!((code, &*out, &*err), (0, "", &*format!("{ours}: 1 property set\n")));
    let (code, _, err) = run(&["merge", &base, &ours, &theirs, "-o", &ours]);
    assert_eq!((code, err.contains("--force overwrites it")), (4, true), "{err}");
    assert_eq!(run(&["merge", &base, &ours, &theirs, "-o", &output]).0, 0);
    assert_eq!(
        run(&["merge", "--path", "a place", &base, &ours, &theirs, "-fo", &ours]).2,
        "a place: 1 property set\n"
    );
    assert_eq!(std::fs::read(&ours).unwrap(), std::fs::read(&output).unwrap());
    // Without a base, git gives an empty file.
    let empty = scratch.file("empty", b"");
    let (code, _, err) = run(&["merge", &empty, &output, &output]);
    assert_eq!((code, err.ends_with("nothing to take over\n")), (0, true), "{err}");
    assert_eq!(run(&["merge", &base, &ours, "fixtures/slmesh/valid/sound.llmesh"]).0, 3);
    assert_eq!(run(&["merge", &base, &ours, "fixtures"]).0, 2);
    assert_eq!(run(&["merge", &base, &ours, "no such file"]).0, 4);
}

#[test]
fn what_other_instances_get_is_said() {
    let path = "fixtures/rbxbinary/valid/nested.rbxm";
    let (code, out, err) = run(&["set", path, "Outer/Brick.Reflectance=1", "--type", "Float32", "--dry-run"]);
    assert_eq!((code, out.contains("+ Reflectance: 1\n")), (0, true), "{out}");
    assert_eq!(err, "note: 1 value missing from instances filled with the engine's defaults\n");
    // Of what nobody knows, no instance gets a value.
    let (code, out, err) = run(&["set", path, "Outer/Brick.Heft=1", "--type", "Float32", "--dry-run"]);
    assert_eq!((code, &*out), (1, ""), "{err}");
    assert!(err.starts_with("  lost: values of Part.Heft: its default is unknown"), "{err}");
}

#[test]
fn what_was_done_is_said_as_json() {
    let scratch = Scratch::new("edit-json");
    let path = "fixtures/rbxbinary/valid/nested.rbxm";
    let set = ["set", path, "Outer/Brick.Reflectance=1", "--type", "Float32", "--json"];
    let lines = |out: &str| -> Vec<serde_json::Value> {
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (code, out, err) = run(&[&set[..], &["--dry-run"]].concat());
    let all = lines(&out);
    let (edit, changes) = all.split_last().unwrap();
    assert_eq!((code, &*err, changes.len()), (0, "", 2), "{out}");
    assert!(changes.iter().all(|change| change["schema"] == "rezkit.change/2"), "{out}");
    let note = edit["notes"][0].as_str().unwrap();
    assert!(note.starts_with("1 value missing from instances"), "{note}");
    assert_eq!(edit["losses"], serde_json::json!([]));
    assert_eq!((&edit["schema"], &edit["n_values"]), (&"rezkit.edit/1".into(), &1.into()), "{out}");

    let output = scratch.path("out.rbxm");
    let (code, out, err) = run(&[&set[..], &["-o", &output]].concat());
    assert_eq!((code, &*err, &lines(&out)[..]), (0, "", std::slice::from_ref(edit)));
    assert!(std::path::Path::new(&output).exists());
    let (code, out, _) = run(&[&set[..], &["-o", "-"]].concat());
    assert_eq!((code, &*out), (2, ""));
    let (code, out, err) = run(&["strip", "--json", path, "Part", "--dry-run"]);
    assert_eq!((&lines(&out)[0]["schema"], &*err), (&"rezkit.problem/1".into(), ""), "{code}");
}

#[test]
fn scripts_are_files_and_those_of_no_script_are_named() {
    let scratch = Scratch::new("implant-files");
    let place = scratch.file(
        "place.rbxmx",
        "<roblox version=\"4\"><Item class=\"Script\"><Properties><string name=\"Name\">Main</string>\
         <ProtectedString name=\"Source\">print(1)</ProtectedString></Properties></Item></roblox>",
    );
    let (folder, main) = (scratch.path("src"), scratch.path("src/scripts/Main.server.luau"));
    let old = scratch.file("src/scripts/a/Old.luau", "return 1");
    scratch.file("src/images/a.png", "");
    scratch.file("src/scripts/.hidden", "");
    let (code, _, err) = run(&["implant", &place, &folder, "--dry-run"]);
    assert_eq!((code, err), (0, format!("note: {old} does not belong to a script\nnothing would change\n")));
    let (_, out, _) = run(&["implant", &place, &folder, "--dry-run", "--json"]);
    let edit: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(edit["notes"], serde_json::json!([format!("{old} does not belong to a script")]));
    #[cfg(unix)]
    {
        let secret = scratch.file("secret", "of another");
        for (is_pipe, why) in [(true, "it is not a regular file"), (false, "it points outside the folder")] {
            match is_pipe {
                true => crate::support::pipe(&main),
                false => std::os::unix::fs::symlink(&secret, &main).unwrap(),
            }
            let (code, _, err) = run(&["implant", &place, &folder, "--in-place"]);
            assert_eq!((code, err), (4, format!("error: {place}: {main}: not read, because {why}\n")));
            std::fs::remove_file(&main).unwrap();
        }
        assert_eq!(older(&place), [""; 0]);
    }
    std::fs::write(&main, "print(2)").unwrap();
    let (code, _, err) = run(&["implant", &place, &folder, "--in-place"]);
    assert_eq!((code, err.contains("1 script put back\n")), (0, true), "{err}");
}

#[test]
fn a_result_has_the_format_that_its_name_promises() {
    let scratch = Scratch::new("promise");
    let model = "fixtures/rbxbinary/valid/nested.rbxm";
    let binary =
        "the name says a Roblox model or place as XML, the content is a Roblox model or place (.rbxm)";
    let picture = "the name says a JPEG image, the content is a PNG image (.png)";
    let [xml, jpeg, place, other] = ["a.rbxmx", "a.JPG", "a.rbxl", "a.new"].map(|name| scratch.path(name));
    for (arguments, output, why) in [
        (&["set", model, "Outer/Brick.Anchored=true"][..], &xml, binary),
        (&["strip", model, "Part.Anchored"], &xml, binary),
        (&["merge", model, model, model], &xml, binary),
        (&["thumb", "fixtures/rbxmesh/valid/v300.mesh", "--size", "8"], &jpeg, picture),
    ] {
        let (code, _, err) = run(&[arguments, &["-o", output]].concat());
        let message = format!("error: {output}: {why}: rename the file, and convert it then\n");
        assert_eq!((code, err), (2, message), "{arguments:?}");
    }
    assert!(scratch.tree().is_empty());
    for output in [&place, &other] {
        assert_eq!(run(&["set", model, "Outer/Brick.Anchored=true", "-o", output]).0, 0, "{output}");
    }
}

#[test]
fn assets_get_the_numbers_of_a_table() {
    let scratch = Scratch::new("map-assets");
    let place = "<roblox version=\"4\"><Item class=\"Decal\"><Properties><string name=\"Name\">D</string><Content name=\"Texture\"><url>rbxassetid://7</url></Content></Properties></Item></roblox>";
    let (path, map) = (scratch.file("a.rbxmx", place), scratch.file("map.csv", "7,89\n"));
    let (code, _, err) = run(&["set", &path, "--map-assets", &map, "--in-place"]);
    assert_eq!((code, err.starts_with("note: D.Texture was changed\n1 value set\n")), (0, true), "{err}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), place.replace("//7", "//89"));
    let wrong = scratch.file("wrong.csv", "7,89\nseven\n");
    let (code, _, err) = run(&["set", &path, "--map-assets", &wrong, "--in-place"]);
    assert_eq!((code, err.contains("line 2")), (2, true), "{err}");
}
