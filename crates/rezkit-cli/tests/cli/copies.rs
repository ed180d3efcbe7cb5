//! Copying, restoring and making instances, and what is said of it.

use crate::support::{Scratch, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A model with a hinge between its parts, next to a part.
const HUT: &str = r#"<roblox version="4">
<Item class="Model" referent="h"><Properties><string name="Name">Hut</string></Properties>
  <Item class="Part" referent="r"><Properties><string name="Name">Roof</string><float name="Transparency">0.5</float></Properties></Item>
  <Item class="Part" referent="w"><Properties><string name="Name">Wall</string></Properties></Item>
  <Item class="Weld" referent="l"><Properties><string name="Name">Hinge</string><Ref name="Part0">r</Ref><Ref name="Part1">w</Ref></Properties></Item></Item>
<Item class="ObjectValue" referent="o"><Properties><string name="Name">Favourite</string><Ref name="Value">r</Ref></Properties></Item></roblox>"#;

fn hut(scratch: &Scratch, name: &str) -> String {
    let (xml, path) = (scratch.file("hut.rbxmx", HUT), scratch.path(name));
    assert_eq!(run(&["convert", &xml, "-o", &path]).0, 0);
    path
}

/// Runs a verb that edits a file, in its place.
fn edited(words: &[&str]) -> (i32, String, String) {
    run(&[words, &["--in-place"]].concat())
}

fn changes(old: &str, new: &str) -> String {
    run(&["diff", old, new]).1
}

#[test]
fn copies_go_where_they_are_said_to() {
    let scratch = Scratch::new("copy");
    let (model, alone) = (hut(&scratch, "hut.rbxm"), scratch.path("alone.rbxmx"));
    assert_eq!(run(&["copy", &model, "Hut", &alone]), (0, String::new(), "4 instances copied\n".into()));
    assert_eq!(run(&["query", "-q", &alone, "Weld", "--get", "Part0"]).1, "Hut/Hinge.Part0=-> Hut/Roof\n");
    // A reference to what is not copied is named.
    let (code, _, err) = run(&["copy", &model, "Hut/Roof", "Hut/Hinge", &scratch.path("two.rbxm")]);
    let said = "note: Hinge.Part1 refers to nothing, because its target was not added\n2 instances copied\n";
    assert_eq!((code, &*err), (0, said));
    // Into an existing file, and there into the instance that they are in.
    let (code, _, err) = run(&["copy", &model, "Hut/Roof", &alone]);
    assert!(
        code == 0 && err.contains("1 instance copied into ") && err.contains(", next to what it has\n"),
        "{err}"
    );
    assert_eq!(run(&["query", "-q", &alone, "name=Roof"]).1, "Hut/Roof\nHut/Roof[2]\n");
    let (code, _, err) = run(&["copy", &model, "Hut/Roof", &alone, "Shed"]);
    assert!(code == 2 && err.contains("there is no part Shed"), "{err}");
    // One that is in another one that is copied comes along with that.
    assert_eq!(
        run(&["copy", &model, "Hut/Roof", "Hut", &scratch.path("once.rbxm")]).2,
        "4 instances copied\n"
    );
    assert_eq!(
        run(&["copy", &model, "--where", "isa=BasePart", &scratch.path("parts.rbxm")]).2,
        "2 instances copied\n"
    );
    // What chooses nothing writes nothing.
    let nothing = scratch.path("nothing.rbxm");
    let (code, _, err) = run(&["copy", &model, "--where", "name=Shed", &nothing]);
    assert!(code == 1 && err.ends_with("nothing was copied, so nothing was written\n"), "{err}");
    assert!(!Path::new(&nothing).exists());
    assert_eq!(run(&["copy", &model, "Hut"]).0, 2);
    // What has no instances is another verb's.
    for (file, verb) in
        [("rbxmesh/valid/v401.mesh", "`rez lod`"), ("llsd/valid/by_hand.xml", "`rez set --type`")]
    {
        for target in [&nothing, "other.mesh"] {
            let (code, _, err) = run(&["copy", &format!("fixtures/{file}"), "a", target]);
            assert!(code == 2 && err.contains("there are no instances in ") && err.contains(verb), "{err}");
        }
    }
}

#[test]
fn a_part_comes_back_with_references_to_it() {
    let scratch = Scratch::new("restore");
    let (old, new, restored) =
        (hut(&scratch, "old.rbxm"), hut(&scratch, "new.rbxm"), scratch.path("restored.rbxm"));
    for edit in
        [&["rm", &new, "Hut/Roof"], &["set", &new, "Hut/Wall.Transparency=1"], &["rename", &new, "Hut"]]
    {
        let words: Vec<&str> = edit.iter().copied().chain((edit[0] == "rename").then_some("Shed")).collect();
        assert_eq!(edited(&words).0, 0, "{words:?}");
    }
    let restore = |path: &str, others: &[&str]| {
        run(&[&["restore", &new, path, "--from", &old, "-f", "-o", &restored], others].concat())
    };
    // The path may be that of today.
    for path in ["Hut/Wall", "Shed/Wall"] {
        assert_eq!(restore(path, &[]), (0, String::new(), "1 change made\n".into()), "{path}");
        assert_eq!(changes(&new, &restored), "~ [Part] Shed/Wall\n    Transparency: 1 → 0\n");
    }
    assert_eq!(restore("Hut/Roof", &[]).0, 0);
    assert_eq!(
        changes(&new, &restored),
        "+ [Part] Shed/Roof\n~ [Weld] Shed/Hinge\n    Part0: none → -> Shed/Roof\n~ [ObjectValue] Favourite\n    \
         Value: none → -> Shed/Roof\n"
    );
    let (code, _, err) = restore("Hut/Roof", &["--properties"]);
    assert!(
        code == 2 && err.contains("Hut/Roof was removed: to restore it, leave out --properties"),
        "{err}"
    );
    let (code, _, err) = restore("Shed/Roof", &[]);
    assert!(code == 2 && err.contains("the older version has no Shed/Roof; Hut/Roof?"), "{err}");
    // Values alone leave names and the tree as they are.
    assert_eq!(restore("Hut", &["--properties"]).2, "1 change made\n");
    assert_eq!(changes(&new, &restored), "~ [Part] Shed/Wall\n    Transparency: 1 → 0\n");
    assert_eq!(restore("Hut", &[]).0, 0);
    assert_eq!(changes(&old, &restored), "");
}

#[test]
fn a_part_comes_back_from_a_revision() {
    let scratch = Scratch::new("restore-git");
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(&scratch.0).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        return eprintln!("skipped: there is no git");
    }
    let place = hut(&scratch, "place.rbxm");
    let before = fs::read(&place).unwrap();
    let commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "first"];
    assert!(git(&["add", "place.rbxm"]) && git(&commit));
    assert_eq!(edited(&["set", &place, "Hut/Wall.Transparency=1"]).0, 0);
    let (code, out, _) = run(&["restore", &place, "Hut/Wall", "--from", "HEAD", "--dry-run"]);
    assert_eq!((code, &*out), (0, "~ [Part] Hut/Wall\n    Transparency: 1 → 0\n"));
    assert_eq!(edited(&["restore", &place, "Hut/Wall", "--from", "HEAD"]).0, 0);
    assert_eq!(fs::read(&place).unwrap(), before);
    let (code, _, err) = edited(&["restore", &place, "Hut/Wall", "--from", "HEAD~9"]);
    assert!(code == 2 && err.contains("git has no ") && err.contains(" in this revision"), "{err}");
}

#[test]
fn instances_are_made_with_properties_and_sources() {
    let scratch = Scratch::new("new");
    let (model, source) = (hut(&scratch, "hut.rbxm"), scratch.file("main.luau", "print(\"hi\")\n"));
    let lava =
        ["new", &model, "Hut", "Part", "Lava", "Material=Neon", "Size=4,1,2", "Tags=Hot,Red", "@Cost=5"];
    assert_eq!(edited(&lava).0, 0);
    let chosen = |expression: &str| run(&["query", "-q", &model, expression]).1;
    assert_eq!(chosen("Material=Neon and Size=4,1,2 and .Hot.Red and @Cost=5"), "Hut/Lava\n");
    assert_eq!(edited(&["new", &model, "(file)", "Script", "Main", "--source", &source]).0, 0);
    assert_eq!(run(&["print", &model, "Main"]).1, "print(\"hi\")\n");
    assert_eq!(run(&["print", &model, "Main", "--get", "Source,ClassName"]).1, "print(\"hi\")\n\nScript\n");
    assert_eq!(edited(&["mv", &model, "Main", "Hut"]).0, 0);
    assert_eq!(chosen("Script"), "Hut/Main\n");
    for (words, said) in [
        (vec!["Hut", "Foldr", "A"], "there is no class Foldr; Folder?"),
        (vec!["Shed", "Part", "A"], "there is no part Shed"),
        (vec!["Hut", "Folder", "A", "--source", &source], "a Folder has no source"),
        (vec!["Hut", "Part", "A", "Size"], "this is not PROPERTY=VALUE"),
        (vec!["Hut", "Part", "A", "Sise=1,2,3"], "there is no property Sise; Size?"),
    ] {
        let (code, _, err) = edited(&[&["new", &model][..], &words].concat());
        assert!(code == 2 && err.contains(said), "{words:?}: {err}");
    }
}

/// Numbers that would be lost are refused, and the forms of values are shown.
#[test]
fn values_are_what_people_mean() {
    let scratch = Scratch::new("values");
    let model = hut(&scratch, "hut.rbxm");
    assert_eq!(edited(&["new", &model, "Hut/Wall", "ParticleEmitter", "Fire"]).0, 0);
    let value = |path: &str, text: &str| {
        let (code, _, err) = edited(&["set", &model, &format!("{path}={text}")]);
        assert_eq!(code, 0, "{path}={text}: {err}");
        let (part, property) = path.rsplit_once('.').unwrap();
        run(&["print", &model, part, "--get", property]).1
    };
    for (path, text, shown) in [
        ("Hut/Wall/Fire.Size", "2", "NumberSequence([0, 2, 0], [1, 2, 0])\n"),
        ("Hut/Wall/Fire.Size", "2, 0", "NumberSequence([0, 2, 0], [1, 0, 0])\n"),
        ("Hut/Wall/Fire.Color", "#ff0000", "ColorSequence([0, 1, 0, 0, 0], [1, 1, 0, 0, 0])\n"),
        ("Hut/Wall/Fire.Color", "#ff0000, #0000ff", "ColorSequence([0, 1, 0, 0, 0], [1, 0, 0, 1, 0])\n"),
        ("Hut/Wall.Tags", "NPC,Enemy", "[\"NPC\", \"Enemy\"]\n"),
        ("Hut/Wall.@Colour", "#ff0000", "Color3(1, 0, 0)\n"),
        ("Hut/Wall.@Where", "Vector3.new(1, 2, 3)", "Vector3(1, 2, 3)\n"),
        ("Hut/Wall.@Open", "true", "true\n"),
    ] {
        assert_eq!(value(path, text), shown, "{path}={text}");
    }
    for (edit, said) in [
        ("Hut/Wall.Transparency=1e40", "1e40 is too large for the type Float32"),
        ("Hut/Wall.Size=NaN,1,1", "NaN is not a number"),
        ("Hut/Wall.Size.Y=nan", "nan is not a number"),
        ("Hut/Wall/Fire.Size=big", "write it as 2, or 2, 0 from start to end"),
        ("Hut/Wall/Fire.Color=red", "write it as #ff8800, or #ff8800, #0000ff from start to end"),
        ("Hut/Wall.CustomPhysicalProperties=1", "write it as 0.7, 0.3, 0.5, 1, 1 with density"),
        ("Hut/Wall.@Spot=1, 2, 3", "a new one needs a type"),
        ("Hut.Scale=0", "a scale is above 0"),
        ("Hut.Scale=1000", "Hut/Roof would be longer than 2048 studs"),
    ] {
        let before = fs::read(&model).unwrap();
        let (code, _, err) = edited(&["set", &model, edit]);
        assert!(code != 0 && err.contains(said), "{edit}: {err}");
        assert_eq!(fs::read(&model).unwrap(), before);
    }
}

#[test]
fn a_model_is_moved_with_all_parts_in_it() {
    let scratch = Scratch::new("pivot");
    let model = hut(&scratch, "hut.rbxm");
    assert_eq!(edited(&["set", &model, "Hut/Roof.Position=0,10,0", "Hut/Wall.Position=0,4,0"]).0, 0);
    let height = |part: &str| run(&["print", &model, part, "--get", "Position.Y"]).1;
    let hut_to = |edit: &str| assert_eq!(edited(&["set", &model, &format!("Hut.{edit}")]).0, 0, "{edit}");
    // The pivot of a model that has none is in the middle of its parts.
    hut_to("Position=0,17,0");
    assert_eq!((height("Hut/Roof"), height("Hut/Wall")), ("20\n".into(), "14\n".into()));
    hut_to("PivotTo=0,7,0");
    assert_eq!((height("Hut/Roof"), height("Hut/Wall")), ("10\n".into(), "4\n".into()));
    hut_to("Position.Y=8");
    assert_eq!(height("Hut/Roof"), "11\n");
    hut_to("Orientation=0,0,180");
    assert_eq!((height("Hut/Roof"), height("Hut/Wall")), ("5\n".into(), "11\n".into()));
    // The pivot alone.
    hut_to("WorldPivot=0,11,0");
    assert_eq!(height("Hut/Roof"), "5\n");
    hut_to("Position=0,12,0");
    assert_eq!(height("Hut/Wall"), "12\n");
    // All in it is scaled about the pivot.
    hut_to("Scale=2");
    assert_eq!((height("Hut/Roof"), height("Hut/Wall")), ("0\n".into(), "12\n".into()));
    assert_eq!(run(&["print", &model, "Hut/Roof", "--get", "Size"]).1, "Vector3(8, 2.4, 4)\n");
}

/// `rez du` lists instances as `du` lists folders.
#[test]
fn the_largest_instances_are_shown() {
    let scratch = Scratch::new("largest");
    let model = hut(&scratch, "hut.rbxm");
    let source = scratch.file("main.luau", "-".repeat(5000));
    assert_eq!(edited(&["new", &model, "Hut", "Script", "Main", "--source", &source]).0, 0);
    let (code, out, _) = run(&["du", &model]);
    let lines: Vec<_> = out.lines().collect();
    assert!(code == 0 && lines[2].contains("(file)") && lines[3].contains("  Hut  scripts "), "{out}");
    assert!(lines[4].contains("1  Hut/Main  scripts 100"), "{out}");
    let (_, out, _) = run(&["info", &model, "--largest=1", "--json"]);
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), &rows[0]["n_parts"], &rows[1]["path"]), (2, &6.into(), &"Hut".into()));
    assert_eq!(run(&["du", "fixtures/rbxmesh/valid/v401.mesh"]).0, 3);
}
