//! The JSON output matches crates/rezkit/schemas.

use crate::help::{VERBS, page};
use crate::support::{Scratch, root, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The schemas of crates/rezkit/schemas, by the `schema` of the lines that they are for; rows of tables have none.
fn schemas() -> BTreeMap<String, Value> {
    let entries = std::fs::read_dir(root().join("crates/rezkit/schemas")).unwrap();
    entries
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let is_table = path.to_string_lossy().contains("rezkit.table-");
            let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            let name = || schema["properties"]["schema"]["const"].as_str().unwrap().to_owned();
            (!is_table).then(|| (name(), schema.clone()))
        })
        .collect()
}

/// Checks a value by the keywords that the schemas use, and refuses fields that a schema does not have.
pub(crate) fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {value} by {schema}"));
    let keywords = schema.as_object().map(|schema| schema.keys().map(String::as_str).collect::<Vec<_>>());
    for keyword in keywords.unwrap_or_default() {
        let rule = &schema[keyword];
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "format" | "properties" | "contentEncoding" => {}
            "$ref" => {
                let pointer = rule.as_str().unwrap().trim_start_matches('#');
                check(root, root.pointer(pointer).unwrap(), value)?;
            }
            "const" if value != rule => return wrong("another constant"),
            "enum" if !rule.as_array().unwrap().contains(value) => return wrong("another word"),
            "const" | "enum" => {}
            "anyOf" | "oneOf" => {
                let fits =
                    rule.as_array().unwrap().iter().filter(|one| check(root, one, value).is_ok()).count();
                if fits == 0 || keyword == "oneOf" && fits > 1 {
                    return wrong("not one of these");
                }
            }
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("{other} is no type"),
                };
                if !rule.as_array().map_or_else(|| is(rule), |all| all.iter().any(is)) {
                    return wrong("another type");
                }
            }
            "minimum" if value.is_number() && value.as_f64() < rule.as_f64() => return wrong("too small"),
            "minItems" if value.as_array().is_some_and(|all| (all.len() as u64) < rule.as_u64().unwrap()) => {
                return wrong("too short");
            }
            "maxItems" if value.as_array().is_some_and(|all| all.len() as u64 > rule.as_u64().unwrap()) => {
                return wrong("too long");
            }
            "maximum" if value.is_number() && value.as_f64() > rule.as_f64() => return wrong("too large"),
            "minimum" | "maximum" | "minItems" | "maxItems" => {}
            "items" => value.as_array().into_iter().flatten().try_for_each(|one| check(root, rule, one))?,
            "required" => {
                let names = rule.as_array().unwrap().iter().filter_map(Value::as_str);
                if let Some(name) = names.into_iter().find(|name| value.get(name).is_none()) {
                    return wrong(&format!("without {name}"));
                }
            }
            "additionalProperties" => {
                let Some(object) = value.as_object() else { return wrong("not an object") };
                object.values().try_for_each(|one| check(root, rule, one))?;
            }
            other => panic!("{other} is a keyword that this test does not know"),
        }
    }
    // A number that a program without 64-bit integers reads as another one.
    if value.as_u64().is_some_and(|number| number > 1 << 53) {
        return wrong("an integer beyond 2^53");
    }
    if let (Some(fields), None, Some(known)) =
        (value.as_object(), schema.get("additionalProperties"), schema["properties"].as_object())
    {
        for (name, field) in fields {
            let Some(rule) = known.get(name) else { return wrong(&format!("{name} is not in the schema")) };
            check(root, rule, field).map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(())
}

#[test]
fn every_line_of_every_verb_fits_its_schema() {
    let scratch = Scratch::new("schemas");
    let (folder, sorted) = (scratch.path("converted/"), scratch.path("sorted"));
    let copy =
        scratch.file("copy.mesh", std::fs::read(root().join("fixtures/rbxmesh/valid/v200.mesh")).unwrap());
    let mesh = "fixtures/rbxmesh/valid/v200.mesh";
    let base = "fixtures/rbxbinary/valid/nested.rbxm";
    let [ours, theirs] = ["false", "true"].map(|value| {
        let path = scratch.path(&format!("{value}.rbxm"));
        let sizes = format!("Outer/Brick.Anchored={value}");
        assert_eq!(run(&["set", base, &sizes, "Outer/Inner/Brick.Name=Other", "-o", &path]).0, 0);
        path
    });
    let other = scratch.path("other.rbxm");
    assert_eq!(run(&["set", base, "Outer/Inner/Brick.Name=Another", "-o", &other]).0, 0);
    let script = "<roblox version=\"4\"><Item class=\"Script\"><Properties><string name=\"Name\">Main</string>\
        <ProtectedString name=\"Source\">print(1)</ProtectedString></Properties></Item></roblox>";
    let (script, source) = (scratch.file("script.rbxmx", script), scratch.path("src"));
    scratch.file("src/scripts/Main.server.luau", "print(2)");
    let [glb, gltf, chair, bare] =
        ["a.glb", "a.gltf", "chair.llmesh", "bare.llmesh"].map(|name| scratch.path(name));
    let (bad, project) = (scratch.file("bad.obj", "v 0 0\n"), scratch.path("project"));
    let schemas = schemas();
    let mut n_lines = BTreeMap::<String, usize>::new();
    let mut verbs = BTreeSet::new();
    for arguments in [
        &["identify", "--json", "fixtures"][..],
        &["info", "--json", "fixtures"],
        &["info", "--json", "--largest", "fixtures/rbxxml/valid"],
        &["check", "--json", "--profile", "raylib", "fixtures"],
        &["check", "--json", "--as", "llmesh", "--scale", "2", "fixtures/m3d/valid", mesh],
        &["dump", "--json", mesh, "fixtures/slmesh/valid/sound.llmesh", "fixtures/rbxmesh/invalid/html.mesh"],
        &["print", "--json", "fixtures/rbxxml/valid", mesh],
        &["diff", "--json", "fixtures/llsd/valid/by_hand.xml", "fixtures/llsd/valid/everything.xml"],
        &["merge", "--json", base, &ours, &theirs],
        &["merge", "--json", base, &ours, &other],
        &["extract", "--json", "fixtures/slmesh/valid/sound.llmesh"],
        &["extract", "--json", "fixtures/rbxbinary/valid/place.rbxl", "--rojo", &project],
        &["migrate", "--json", base, "--dry-run"],
        &["list", "strings", "--json", "fixtures"],
        &["list", "dangling", "--json", "fixtures"],
        &["roundtrip", "--json", "fixtures/rbxxml", "fixtures/llsd"],
        &["formats", "--all", "--json"],
        &["convert", "fixtures/rbxbinary", "--to", "rbxmx", "--json", "-o", &folder],
        &["convert", mesh, "--json", "-o", &glb],
        &["convert", "fixtures/slmesh/valid/sound.llmesh", "--json", "-o", &gltf],
        &["convert", mesh, "--to", "llmesh", "--lossless", "--json", "-o", &chair],
        &["convert", &bad, "--json", "-o", &chair],
        &["set", base, "Outer/Brick.Mass=1", "--type", "Float32", "--dry-run", "--json"],
        &["set", base, "Outer/Nobody.Mass=1", "--dry-run", "--json"],
        &["strip", "--json", "fixtures/slmesh/valid/sound.llmesh", "skin", "-o", &bare],
        &["implant", "--json", &script, &source, "--dry-run"],
        &["query", "--json", "fixtures/rbxbinary/valid", "class=Part"],
        &["refs", "--json", "fixtures/rbxxml/assets/workshop.rbxlx", "2004"],
        &["grep", "--json", "wait", "fixtures/rbxxml/valid"],
        &["replace", "--json", "fixtures/rbxxml/assets/workshop.rbxlx", "2004=5", "--dry-run"],
        &["rename", "--json", base, "Outer", "Inner", "--dry-run"],
        &["shrink", "--json", "fixtures/rbxxml/assets/workshop.rbxlx", "--dry-run"],
        &["add", "--json", base, "Outer", &script, "--dry-run"],
        &["remove", "--json", base, "Outer/Brick", "--dry-run"],
        &["new", "--json", base, "Outer", "Part", "Lava", "--dry-run"],
        &["copy", "--json", base, "Outer/Brick", base, "Outer", "--dry-run"],
        &["move", "--json", base, "Outer/Brick", "Outer/Inner", "--dry-run"],
        &["restore", "--json", base, "Outer/Brick", "--from", base, "--dry-run"],
        &["lod", "--json", "fixtures/slmesh/valid/sound.llmesh", "--lods", "2", "--dry-run"],
        &["rules", "--json"],
        &["sort", "--json", "fixtures/rbxmesh/valid", "--into", &sorted],
        &["list", "duplicates", "--json", mesh, &copy],
    ] {
        let (_, out, err) = run(arguments);
        assert!(!out.is_empty(), "{arguments:?}: {err}");
        for line in out.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let name = value["schema"].as_str().unwrap();
            let schema = &schemas[name];
            check(schema, schema, &value).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
            *n_lines.entry(name.to_owned()).or_default() += 1;
        }
        verbs.insert(arguments[0]);
    }
    // Each verb that prints JSON was run.
    let missing: Vec<_> =
        VERBS.iter().filter(|verb| page(verb).contains("  --json") && !verbs.contains(&***verb)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // Each kind of line was seen.
    assert_eq!(n_lines.len(), schemas.len(), "{n_lines:?}");
}

#[test]
fn a_schema_refuses_what_does_not_fit() {
    let schemas = schemas();
    let identity = &schemas["rezkit.identity/1"];
    let (_, out, _) = run(&["identify", "--json", "README.md"]);
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(check(identity, identity, &line), Ok(()));
    for (field, value) in [
        ("schema", "rezkit.identity/2".into()),
        ("format", "novel".into()),
        ("wrappers", "gzip".into()),
        ("surprise", true.into()),
    ] {
        let mut wrong = line.clone();
        wrong[field] = value;
        assert!(check(identity, identity, &wrong).is_err(), "{field}");
    }
    let mut wrong = line;
    wrong.as_object_mut().unwrap().remove("format");
    assert!(check(identity, identity, &wrong).is_err());
}
