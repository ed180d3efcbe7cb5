//! Places as projects of Rojo, and their files in the place again.

use crate::edit::values::{changes, open};
use rezkit::roblox::{Document, Value};
use rezkit::{ChangeKind, Problem, ProblemKind, implant_project, project};
use std::collections::BTreeMap;

fn item(class: &str, name: &str, properties: &str, inside: &str) -> String {
    format!(
        "<Item class=\"{class}\"><Properties><string name=\"Name\">{name}</string>{properties}</Properties>{inside}</Item>"
    )
}

fn source(text: &str) -> String {
    format!("<ProtectedString name=\"Source\">{text}</ProtectedString>")
}

fn place() -> String {
    let wheel = item("Part", "Wheel", "<bool name=\"Anchored\">true</bool>", "");
    let drive = item("Script", "Drive", &source("print('drive')"), "");
    let car =
        item("Model", "Car", "<bool name=\"NeedsPivotMigration\">true</bool>", &(wheel.clone() + &drive));
    let twins = item("Folder", "Twins", "", &(wheel.clone() + &wheel));
    let workspace = item(
        "Workspace",
        "Workspace",
        "<float name=\"Gravity\">50</float>",
        &(car + &twins + &item("Part", "Base", "", "")),
    );
    let helper = item("ModuleScript", "Helper", &source("return 1"), "");
    let main = item("Script", "Main", &(source("print(1)") + "<bool name=\"Disabled\">true</bool>"), &helper);
    let context = source("print(2)") + "<token name=\"RunContext\">2</token>";
    let scripts = item(
        "ServerScriptService",
        "ServerScriptService",
        "",
        &(main + &item("Script", "Near", &context, "")),
    );
    let storage = item("ReplicatedStorage", "ReplicatedStorage", "", &item("Folder", "a/b", "", ""));
    format!("<roblox version=\"4\">{workspace}{scripts}{storage}</roblox>")
}

/// The files of a project by their paths.
fn files(place: &str) -> (BTreeMap<String, Vec<u8>>, Vec<String>) {
    let made = project(&open(place.as_bytes()), "game").unwrap();
    (made.files.into_iter().collect(), made.notes)
}

fn put_back(place: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<rezkit::Edited, Problem> {
    let paths: Vec<String> = files.keys().cloned().collect();
    implant_project(&open(place.as_bytes()), &paths, &mut |path| Ok(files[path].clone()))
}

#[test]
fn instances_are_the_files_that_rojo_reads() {
    let (files, notes) = files(&place());
    let paths: Vec<_> = files.keys().map(String::as_str).collect();
    let wanted = [
        "default.project.json",
        "src/ReplicatedStorage.rbxm",
        "src/ServerScriptService/Main/Helper.luau",
        "src/ServerScriptService/Main/init.meta.json",
        "src/ServerScriptService/Main/init.server.luau",
        "src/ServerScriptService/Near.meta.json",
        "src/ServerScriptService/Near.server.luau",
        "src/Workspace/Base.rbxm",
        "src/Workspace/Car/Drive.server.luau",
        "src/Workspace/Car/Wheel.rbxm",
        "src/Workspace/Car/init.meta.json",
        "src/Workspace/Twins.rbxm",
    ];
    assert_eq!(paths, wanted);
    let text = |path: &str| String::from_utf8(files[path].clone()).unwrap();
    assert_eq!(text("src/ServerScriptService/Main/Helper.luau"), "return 1");
    let disabled = "{\n  \"properties\": {\n    \"Disabled\": {\n      \"Bool\": true\n    }\n  }\n}\n";
    assert_eq!(text("src/ServerScriptService/Main/init.meta.json"), disabled);
    assert!(text("src/Workspace/Car/init.meta.json").contains("\"className\": \"Model\""));
    let json = text("default.project.json");
    for wanted in [
        "\"name\": \"game\"",
        "\"$className\": \"DataModel\"",
        "\"Float32\": 50",
        "\"optional\": \"src/Workspace\"",
    ] {
        assert!(json.contains(wanted), "{wanted}: {json}");
    }
    let notes_wanted = [
        "src/Workspace/Twins becomes one model: several of its children are called Wheel",
        "src/ReplicatedStorage becomes one model: its child `a/b` has a character that file names cannot have",
    ];
    assert!(notes_wanted.iter().all(|note| notes.iter().any(|one| one == note)), "{notes:?}");
}

#[test]
fn a_project_that_did_not_change_changes_nothing() {
    let place = place();
    let edited = put_back(&place, &files(&place).0).unwrap();
    assert_eq!((edited.n_values, edited.notes, edited.bytes), (0, vec![], place.into_bytes()));
}

#[test]
fn what_changed_in_a_project_changes_in_the_place() {
    let place = place();
    let (mut all, _) = files(&place);
    let mut put = |path: &str, text: &str| drop(all.insert(path.to_owned(), text.as_bytes().to_vec()));
    put("src/ServerScriptService/Main/init.server.luau", "print(3)");
    put(
        "src/ServerScriptService/Near.meta.json",
        "{\"properties\": {\"RunContext\": {\"Enum\": 1}}, \"attributes\": {\"Speed\": 5}}",
    );
    put("src/ServerScriptService/New/init.client.luau", "print('new')");
    put("src/ServerScriptService/New/Inner.luau", "return 2");
    put("src/ServerScriptService/New/Inner.meta.json", "{\"attributes\": {\"Level\": {\"Float64\": 2}}}");
    put("src/Workspace/Note.txt", "hello");
    put(
        "src/Workspace/Lamp.model.json",
        "{\"className\": \"Part\", \"children\": [{\"className\": \"Folder\", \"name\": \"In\"}]}",
    );
    put("src/Workspace/picture.png", "");
    put("README.md", "mine");
    let json = String::from_utf8(all["default.project.json"].clone()).unwrap().replace("50", "60");
    all.insert("default.project.json".into(), json.into_bytes());
    for gone in ["src/Workspace/Car/Drive.server.luau", "src/Workspace/Base.rbxm"] {
        all.remove(gone).unwrap();
    }
    // A model of another place.
    let wheel = all["src/Workspace/Car/Wheel.rbxm"].clone();
    let mut other = Document::open(&wheel).unwrap();
    let id = other.roots()[0];
    other.set(id, "Anchored", false).unwrap();
    all.insert("src/Workspace/Car/Wheel.rbxm".into(), other.save().unwrap().bytes);

    let edited = put_back(&place, &all).unwrap();
    let new = Document::open(&edited.bytes).unwrap();
    let get = |path: &str, property: &str| new.get(new.find(path).unwrap(), property).map(Value::into_owned);
    assert_eq!(get("ServerScriptService/Main", "Source").unwrap().as_str(), Some("print(3)"));
    assert_eq!(get("ServerScriptService/Near", "RunContext"), Some(Value::Enum(1)));
    let near = new.find("ServerScriptService/Near").unwrap();
    assert_eq!(new.attribute(near, "Speed"), Some(Value::Float64(5.0)));
    let made = new.find("ServerScriptService/New").unwrap();
    assert_eq!((&*new.class(made), new.bytes(made, "Source")), ("LocalScript", Some(&b"print('new')"[..])));
    let inner = new.find("ServerScriptService/New/Inner").unwrap();
    assert_eq!(new.attribute(inner, "Level"), Some(Value::Float64(2.0)));
    assert_eq!(get("Workspace/Note", "Value").unwrap().as_str(), Some("hello"));
    assert_eq!(new.class(new.find("Workspace/Lamp/In").unwrap()), "Folder");
    assert_eq!(get("Workspace", "Gravity"), Some(Value::Float32(60.0)));
    assert_eq!(get("Workspace/Car/Wheel", "Anchored"), Some(Value::Bool(false)));
    assert!(new.find("Workspace/Car/Drive").is_none() && new.find("Workspace/Base").is_none());
    for note in [
        "README.md does not belong to an instance",
        "src/Workspace/picture.png does not belong to an instance",
        "Workspace/Base was removed",
    ] {
        assert!(edited.notes.iter().any(|one| one == note), "{note}: {:?}", edited.notes);
    }
    // Nothing else did.
    let kinds: BTreeMap<_, usize> =
        changes(place.as_bytes(), &edited.bytes).iter().fold(BTreeMap::new(), |mut kinds, change| {
            *kinds.entry(change.kind).or_default() += 1;
            kinds
        });
    assert_eq!(kinds[&ChangeKind::Removed], 2);
    assert_eq!(kinds[&ChangeKind::Added], 3);
    assert_eq!(kinds.values().sum::<usize>(), 9, "{kinds:?}");
    // And once more there is nothing to do.
    let text = String::from_utf8(edited.bytes.clone()).unwrap();
    let again = put_back(&text, &files(&text).0).unwrap();
    assert_eq!((again.n_values, again.bytes == edited.bytes), (0, true));
}

#[test]
fn what_is_no_project_or_no_place_is_refused() {
    let model = format!("<roblox version=\"4\">{}</roblox>", item("Part", "A", "", ""));
    assert_eq!(project(&open(model.as_bytes()), "x").unwrap_err().kind, ProblemKind::Unsupported);
    assert_eq!(project(&open(b"{'a':i1}"), "x").unwrap_err().kind, ProblemKind::Unsupported);
    let place = place();
    let (mut all, _) = files(&place);
    all.insert("src/Workspace/Base.rbxm".into(), b"none".to_vec());
    assert_eq!(put_back(&place, &all).unwrap_err().path, "src/Workspace/Base.rbxm");
    all.insert("default.project.json".into(), b"{".to_vec());
    assert_eq!(put_back(&place, &all).unwrap_err().path, "default.project.json");
    all.remove("default.project.json");
    assert_eq!(put_back(&place, &all).unwrap_err().kind, ProblemKind::MissingFile);
}

#[test]
fn services_whose_names_differ_in_case_alone_have_no_files() {
    let service = |class: &str, name: &str| item(class, name, "", &item("Script", "S", &source("x()"), ""));
    let names = [("Workspace", "World"), ("Lighting", "WORLD"), ("StarterPack", "Packs")];
    let place: String = names.map(|(class, name)| service(class, name)).concat();
    let (files, notes) = files(&format!("<roblox version=\"4\">{place}</roblox>"));
    assert!(files.contains_key("src/Packs/S.server.luau"), "{:?}", files.keys());
    assert_eq!(files.len(), 2, "{:?}", files.keys());
    let why = "they have the same name, and so would their files";
    assert_eq!(notes, [format!("Workspace \"World\", Lighting \"WORLD\" are left out, because {why}")]);
}
