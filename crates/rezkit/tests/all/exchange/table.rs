//! The tables of docs/gltf-checks.md: the values that change in a file that was a GLB.

use crate::support::{corpus, files, fixtures};
use rezkit::exchange::{ExchangeOptions, convert};
use rezkit::{Format, LossSeverity, ProblemKind, identify};
use std::fmt::Write;
use std::path::Path;

const START: &str = "<!-- the table begins -->\n";
const END: &str = "<!-- the table ends -->\n";

/// The changes from converting a file to GLB and back, and the codes of the reports; `None` for files that are not
/// models.
fn row(file: &[u8]) -> Option<(String, String)> {
    let format = identify(file).format;
    let to = match format {
        Format::A3d => Format::M3d,
        Format::RbxMesh | Format::SlMesh | Format::M3d => format,
        _ => return None,
    };
    let glb = match convert(file, &ExchangeOptions::to(Format::Glb), &mut |_| None) {
        Ok(glb) => glb,
        Err(problem) if matches!(problem.kind, ProblemKind::Unsupported | ProblemKind::Empty) => {
            return Some((format!("refused: {}", problem.message), String::new()));
        }
        // Damaged files, which the crate of the format refuses.
        Err(_) => return None,
    };
    let back = convert(&glb.bytes, &ExchangeOptions::to(to), &mut |_| None).unwrap();
    let difference = match format {
        Format::RbxMesh => {
            use ::rbxmesh::Same;
            let (was, mut is) = (::rbxmesh::read(file).unwrap(), ::rbxmesh::read(&back.bytes).unwrap());
            // The stream says the same in other words.
            is.draco.clone_from(&was.draco);
            was.difference(&is)
        }
        Format::SlMesh => {
            use ::slmesh::Same;
            ::slmesh::read(file).unwrap().difference(&::slmesh::read(&back.bytes).unwrap())
        }
        _ => {
            use ::m3d::Same;
            ::m3d::read(file).unwrap().difference(&::m3d::read(&back.bytes).unwrap())
        }
    };
    let worst = glb.losses.iter().chain(&back.losses).map(|loss| loss.severity).max()?;
    assert_eq!(difference.is_some(), worst > LossSeverity::Note, "{difference:?}, {:#?}", back.losses);
    let mut codes: Vec<_> = glb.losses.iter().chain(&back.losses).map(|loss| loss.code.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    let difference = difference.map(|text| text.trim_start_matches('.').replace('|', "/"));
    Some((difference.unwrap_or_else(|| "nothing".into()), codes.join(" ")))
}

fn rows(title: &str, root: &Path, folders: &[&str], table: &mut String) {
    let mut lines = String::new();
    let (mut n_files, mut n_same) = (0, 0);
    for path in folders.iter().flat_map(|folder| files(&root.join(folder))) {
        let Some((change, codes)) = row(&std::fs::read(&path).unwrap()) else { continue };
        n_files += 1;
        if change == "nothing" {
            n_same += 1;
            continue;
        }
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let _ = writeln!(lines, "| {name} | {change} | {codes} |");
    }
    let _ = writeln!(table, "{title}: {n_same} of {n_files} come back with the same values.\n");
    if !lines.is_empty() {
        let _ = writeln!(table, "| File | What changes | Reported |\n|---|---|---|\n{lines}");
    }
}

/// `INSTA_UPDATE=always` writes it; without the corpus only the part about the fixtures is compared.
#[test]
fn the_table_of_the_document_is_true() {
    let mut table = String::new();
    rows("Fixtures", &fixtures(), &["rbxmesh/valid", "slmesh/valid", "m3d/valid"], &mut table);
    let fixtures_end = table.len();
    // The files of others are not in the table.
    rows("Foreign", &fixtures().join("foreign"), &["rbxmesh", "slmesh/generated", "m3d"], &mut String::new());
    if let Some(corpus) = corpus() {
        let folders =
            ["rbxmesh", "slmesh/real", "slmesh/generated", "m3d/authored", "m3d/generated", "m3d/hand"];
        rows("Files of the reference programs", &corpus, &folders, &mut table);
        rows("Files of the Model 3D kit", &corpus, &["m3d/sdk-variants", "m3d/upstream"], &mut table);
    }
    let path = fixtures().join("../docs/gltf-checks.md");
    let text = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    let (before, rest) = text.split_once(START).unwrap();
    let (now, after) = rest.split_once(END).unwrap();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") && table.len() > fixtures_end
    {
        std::fs::write(&path, format!("{before}{START}\n{table}{END}{after}")).unwrap();
        return;
    }
    assert!(
        now.trim_start().starts_with(table.trim_start()),
        "run this test with INSTA_UPDATE=always:\n{table}"
    );
}
