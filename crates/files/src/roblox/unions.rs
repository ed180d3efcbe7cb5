//! Facts and findings about unions in models.

use super::terrain::VisitedStrings;
use crate::codec::Codec;
use crate::facts::Facts;
use crate::rules::{Finding, Findings, RZK001};
use dom::Instance;
use rbxbinary::{Chunk, Model, Values};
use rbxmesh::csg::{Csg, read_with};
use rbxmesh::{Limits, ReadOptions};
use rbxxml::Document;
use std::collections::HashMap;

/// The properties that may contain the mesh of a union, in order of preference.
pub const MESHES: [&str; 3] = ["SolidMeshHolder", "MeshData2", "MeshData"];

/// The properties that may contain collision hulls.
pub const HULLS: [&str; 2] = ["PhysicalConfigData", "PhysicsData"];

/// Upper bound on decompressed bytes and elements for each byte of a union's data; real files stay below
/// three. Since it is proportional, many small compressed hulls take no more memory than a large one.
const MOST_PACKED: usize = 16;

/// The classes of unions.
const UNIONS: [&[u8]; 4] = [b"UnionOperation", b"IntersectOperation", b"NegateOperation", b"PartOperation"];

/// Counts of unions, and of other parts with hulls.
#[derive(Default)]
struct Counts {
    unions: usize,
    with_mesh: usize,
    in_assets: usize,
    with_parts: usize,
    with_hulls: usize,
}

/// Counts the unions of a model.
pub fn count<'m>(instances: impl Iterator<Item = Instance<'m>>, facts: &mut Facts) {
    let mut counts = Counts::default();
    for instance in instances {
        let is_union = UNIONS.contains(&instance.class());
        if !is_union && instance.class() != b"MeshPart" {
            continue;
        }
        let has = |properties: &[&str], is_wanted: fn(&[u8]) -> bool| {
            properties.iter().filter_map(|property| instance.bytes(property)).any(is_wanted)
        };
        // `CSGK` starts a key, which refers to a mesh stored elsewhere (docs/formats/rbxcsg.md, 6).
        let is_mesh = |bytes: &[u8]| !bytes.is_empty() && !bytes.starts_with(b"CSGK");
        // `BLOCK` means that the part collides as a box (docs/formats/rbxcsg.md, 5).
        let is_hulls = |bytes: &[u8]| !bytes.is_empty() && !bytes.ends_with(b"BLOCK");
        let add = |count: &mut usize, is_one: bool| *count = count.saturating_add(usize::from(is_one));
        add(&mut counts.with_hulls, has(&HULLS, is_hulls));
        if is_union {
            let has_mesh = has(&MESHES, is_mesh);
            add(&mut counts.unions, true);
            add(&mut counts.with_mesh, has_mesh);
            add(&mut counts.in_assets, !has_mesh && has(&["AssetId", "Content"], |url| !url.is_empty()));
            add(&mut counts.with_parts, has(&["ChildData2", "ChildData"], |model| !model.is_empty()));
        }
    }
    facts.count("unions", counts.unions);
    facts.count("unions with their mesh", counts.with_mesh);
    facts.count("unions with their mesh in an asset", counts.in_assets);
    facts.count("unions with their parts", counts.with_parts);
    facts.count("unions and meshes with collision hulls", counts.with_hulls);
}

/// Reads the mesh, hulls or key in the value of a property.
pub fn read(blob: &[u8]) -> Result<Csg, String> {
    let most = blob.len().saturating_mul(MOST_PACKED).saturating_add(1 << 12);
    let options = ReadOptions::default().limits(Limits::default().output_bytes(most).elements(most));
    read_with(blob, &options).map(|(model, _)| model).map_err(|error| error.to_string())
}

/// Checks the data of unions and meshes in a binary file.
pub(crate) fn findings_of_model(model: &Model, findings: &mut Findings) {
    // Few classes have such data, so most columns are skipped.
    let classes = model.classes().filter(|class| blobs_of(&class.name).next().is_some());
    let classes: HashMap<_, _> = classes.map(|class| (class.id, &class.name)).collect();
    let (shared, mut seen) = (model.shared_strings(), VisitedStrings::default());
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Column(column) = chunk else { continue };
        let Some(class) = classes.get(&column.class) else { continue };
        if !blobs_of(class).any(|property| property.as_bytes() == &*column.name) {
            continue;
        }
        let mut check = |(row, bytes): (usize, &[u8])| {
            let [class, property] = [class, &column.name].map(|name| String::from_utf8_lossy(name));
            let path = || format!("chunks[{number}] PROP {class}.{property}, values[{row}]");
            check(bytes, path, &mut seen, findings);
        };
        match &column.values {
            Values::String(all) => all.iter().enumerate().for_each(check),
            Values::SharedString(all) => {
                let bytes = all.iter().map(|index| shared.get(*index).unwrap_or_default());
                bytes.enumerate().for_each(&mut check);
            }
            _ => {}
        }
    }
}

/// Checks the data of unions and meshes in an XML file.
pub(crate) fn findings_of_document(document: &Document, findings: &mut Findings) {
    let mut seen = VisitedStrings::default();
    for (number, instance) in Instance::all_of_xml(document).enumerate() {
        let class = instance.class();
        for property in blobs_of(class) {
            let path = || format!("items[{number}] {}, {property}", String::from_utf8_lossy(class));
            check(instance.bytes(property).unwrap_or_default(), path, &mut seen, findings);
        }
    }
}

/// The properties of a class that may contain a mesh or hulls.
fn blobs_of(class: &[u8]) -> impl Iterator<Item = &'static str> + use<> {
    let is_union = UNIONS.contains(&class) || class == b"PartOperationAsset";
    let meshes = MESHES.into_iter().filter(move |_| is_union);
    let has_hulls = is_union || class == b"MeshPart";
    meshes.chain(HULLS.into_iter().filter(move |_| has_hulls))
}

fn check(bytes: &[u8], path: impl Fn() -> String, seen: &mut VisitedStrings, findings: &mut Findings) {
    if bytes.is_empty() || !seen.is_new(bytes) {
        return;
    }
    match read(bytes) {
        Ok(model) => {
            let Findings { list, counts } = Codec::validate(&model);
            let list = list.into_iter().map(|finding| {
                let found = format!("{}, at {}", finding.found, finding.path);
                Finding { path: path(), found, ..finding }
            });
            findings.append(Findings { list: list.collect(), counts });
        }
        Err(error) => {
            findings.extend([Finding { rule: RZK001, path: path(), found: error, limit: String::new() }])
        }
    }
}
