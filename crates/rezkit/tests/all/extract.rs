//! Extraction: the contents of files and their names.

#![allow(missing_docs)]

use crate::support::{corpus, files, fixtures};
use rezkit::{Content, ContentKind, File, OpenOptions, extract};
use std::collections::HashSet;
use std::ops::ControlFlow;

type Found = Vec<(ContentKind, String, String, Vec<u8>)>;

fn found(bytes: &[u8]) -> Found {
    let file = File::open(bytes, &OpenOptions::default()).unwrap();
    let mut found = Vec::new();
    extract(&file, &mut |Content { kind, path, source, bytes, .. }| {
        found.push((kind, path, source, bytes.to_vec()));
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

fn item(class: &str, name: &str, inside: &str) -> String {
    format!(
        "<Item class=\"{class}\"><Properties><string name=\"Name\">{name}</string></Properties>{inside}</Item>"
    )
}

fn place(inside: &str) -> Vec<u8> {
    format!("<roblox version=\"4\">{inside}</roblox>").into_bytes()
}

fn paths(inside: &str) -> Vec<String> {
    found(&place(inside)).into_iter().map(|(_, path, ..)| path).collect()
}

#[test]
fn scripts_have_the_names_of_rojo() {
    let context = |n: u32| {
        let token = format!("<Properties><token name=\"RunContext\">{n}</token></Properties>");
        item("Script", &format!("R{n}"), &token)
    };
    let inside = [
        item("Script", "Main", ""),
        item("LocalScript", "Gui", ""),
        item("ModuleScript", "Lib", &(item("ModuleScript", "Part", "") + &item("Folder", "Empty", ""))),
        item("Script", "Boss", &item("LocalScript", "init", "")),
        context(1),
        context(2),
        context(3),
    ];
    let expected = [
        "scripts/Game/Main.server.luau",
        "scripts/Game/Gui.client.luau",
        "scripts/Game/Lib/init.luau",
        "scripts/Game/Boss/init.server.luau",
        "scripts/Game/R1.server.luau",
        "scripts/Game/R2.client.luau",
        "scripts/Game/R3.plugin.luau",
        "scripts/Game/Lib/Part.luau",
        "scripts/Game/Boss/init.client.luau",
    ];
    assert_eq!(paths(&item("Folder", "Game", &inside.concat())), expected);
}

#[test]
fn names_of_a_file_lead_nowhere_else() {
    let names = [
        "..",
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x",
        "CON",
        "nul.txt",
        "a.",
        "",
        "Main",
        "main",
        "MAIN",
    ];
    let inside: String = names.iter().map(|name| item("Folder", name, &item("Script", name, ""))).collect();
    let paths = paths(&inside);
    assert_eq!(paths.len(), names.len());
    let mut lower = HashSet::new();
    for path in &paths {
        let parts: Vec<_> = path.split('/').collect();
        assert_eq!((parts.len(), parts[0]), (3, "scripts"), "{path}");
        for part in &parts {
            assert!(!part.is_empty() && !part.ends_with('.') && !part.ends_with(' '), "{path}");
            assert!(!part.contains(['\\', ':', '\0']), "{path}");
            let stem = part.split('.').next().unwrap().to_lowercase();
            assert!(!["con", "nul", ""].contains(&&*stem), "{path}");
        }
        assert!(lower.insert(path.to_lowercase()), "{path} is there twice");
    }
}

#[test]
fn deep_folders_do_not_make_long_paths() {
    let mut inside = item("Script", "Deepest", "");
    for i in 0..2_000 {
        inside = item("Folder", &format!("a long name {i}"), &inside);
    }
    let paths = paths(&inside);
    assert_eq!(paths.len(), 1);
    assert!(paths[0].len() < 260, "{}", paths[0]);
}

#[test]
fn many_scripts_of_one_name_take_linear_time() {
    let inside = item("Script", "Main", "").repeat(30_000);
    let paths = paths(&inside);
    assert_eq!((&*paths[0], &*paths[29_999]), ("scripts/Main.server.luau", "scripts/Main~30000.server.luau"));
}

#[test]
fn sources_are_given_as_they_are() {
    let source = "<Properties><ProtectedString name=\"Source\"><![CDATA[print(\"a\")\n\u{1}]]></ProtectedString></Properties>";
    let found = found(&place(&item("Script", "Main", source)));
    let [(kind, _, from, bytes)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((kind, &**from, &**bytes), (&ContentKind::Script, "Main", &b"print(\"a\")\n\x01"[..]));
}

#[test]
fn bytes_are_named_by_what_they_are_and_once() {
    let binary = |name: &str, base64: &str| {
        format!("<Properties><BinaryString name=\"{name}\">{base64}</BinaryString></Properties>")
    };
    // CSGPHS and more, twice; the mask before geometry; a signature of PNG; anything else; text.
    let inside = [
        binary("PhysicsData", "Q1NHUEhTAAAAAA=="),
        binary("PhysicalConfigData", "Q1NHUEhTAAAAAA=="),
        binary("MeshData", "FX0pFXVsAAAA"),
        binary("Icon", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA="),
        binary("Other", "AP8="),
        binary("Text", "aGVsbG8="),
    ];
    let found = found(&place(&item("UnionOperation", "Union", &inside.concat())));
    let short: Vec<_> = found
        .iter()
        .map(|(kind, path, from, _)| {
            (*kind, path.split('/').next().unwrap(), path.rsplit('.').next().unwrap(), &**from)
        })
        .collect();
    use ContentKind::{Collision, Data, Image, Mesh};
    let expected = [
        (Image, "images", "png", "Union.Icon"),
        (Mesh, "meshes", "csgmdl", "Union.MeshData"),
        (Data, "data", "bin", "Union.Other"),
        (Collision, "collisions", "csgphs", "Union.PhysicalConfigData"),
    ];
    assert_eq!(short, expected);
}

#[test]
fn blocks_of_second_life_are_llsd() {
    let bytes = std::fs::read(fixtures().join("slmesh/valid/sound.llmesh")).unwrap();
    let found = found(&bytes);
    let names: Vec<_> = found.iter().map(|(_, path, ..)| &**path).collect();
    assert!(names.contains(&"blocks/skin.llsd") && names.contains(&"blocks/high_lod.llsd"), "{names:?}");
    let (.., skin) = found.iter().find(|(_, path, ..)| path == "blocks/skin.llsd").unwrap();
    let value = llsd::binary::read(skin).unwrap();
    assert_eq!(value["joint_names"][0].as_str(), Some("mPelvis"));
}

#[test]
fn assets_of_model_3d_have_their_names() {
    let mut model = m3d::Model { preview: Some(b"\x89PNG\r\n\x1a\n".to_vec()), ..m3d::Model::default() };
    let name = model.strings.intern("../wood");
    let data = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08".to_vec();
    model.chunks.push(m3d::Chunk::Asset(m3d::Asset { name, data }));
    let found = found(&m3d::write(&model).unwrap());
    let paths: Vec<_> = found.iter().map(|(_, path, ..)| &**path).collect();
    assert_eq!(paths, ["images/preview.png", "assets/_._wood.png"]);
}

#[test]
fn every_file_gives_safe_paths() {
    let folders = [Some(fixtures()), corpus()];
    let mut n_found = 0;
    for path in folders.iter().flatten().flat_map(|folder| files(folder)) {
        let bytes = std::fs::read(&path).unwrap();
        let Ok(file) = File::open(&bytes, &OpenOptions::default()) else { continue };
        let mut taken = HashSet::new();
        let _ = extract(&file, &mut |content| {
            n_found += 1;
            assert!(
                taken.insert(content.path.to_lowercase()),
                "{}: {} is there twice",
                path.display(),
                content.path
            );
            let parts: Vec<_> = content.path.split('/').collect();
            assert!(
                parts.len() > 1 && !parts.iter().any(|part| ["", ".", ".."].contains(part)),
                "{}",
                content.path
            );
            ControlFlow::Continue(())
        });
    }
    assert!(n_found > 100, "{n_found} contents");
}
