//! What a model holds of its unions, in numbers.

use super::Instance;
use crate::formats::facts::Facts;

/// Classes of unions.
const UNIONS: [&[u8]; 4] = [b"UnionOperation", b"IntersectOperation", b"NegateOperation", b"PartOperation"];

/// What is known of a union, or of another part with hulls.
#[derive(Default)]
struct Counts {
    unions: usize,
    with_mesh: usize,
    in_assets: usize,
    with_parts: usize,
    with_hulls: usize,
}

/// Counts the unions of a model.
pub(crate) fn count<'m>(instances: impl Iterator<Item = Instance<'m>>, facts: &mut Facts) {
    let mut counts = Counts::default();
    for instance in instances {
        let is_union = UNIONS.contains(&instance.class());
        if !is_union && instance.class() != b"MeshPart" {
            continue;
        }
        let has = |properties: &[&str], is_wanted: fn(&[u8]) -> bool| {
            properties.iter().filter_map(|property| instance.bytes(property)).any(is_wanted)
        };
        let is_mesh = |bytes: &[u8]| !bytes.is_empty() && !bytes.starts_with(b"CSGK");
        let is_hulls = |bytes: &[u8]| !bytes.is_empty() && !bytes.ends_with(b"BLOCK");
        let add = |count: &mut usize, is_one: bool| *count = count.saturating_add(usize::from(is_one));
        add(&mut counts.with_hulls, has(&["PhysicalConfigData", "PhysicsData"], is_hulls));
        if is_union {
            let has_mesh = has(&["SolidMeshHolder", "MeshData2", "MeshData"], is_mesh);
            add(&mut counts.unions, true);
            add(&mut counts.with_mesh, has_mesh);
            add(&mut counts.in_assets, !has_mesh && has(&["AssetId"], |url| !url.is_empty()));
            add(&mut counts.with_parts, has(&["ChildData2", "ChildData"], |model| !model.is_empty()));
        }
    }
    facts.count("unions", counts.unions);
    facts.count("unions with their mesh", counts.with_mesh);
    facts.count("unions with their mesh in an asset", counts.in_assets);
    facts.count("unions with their parts", counts.with_parts);
    facts.count("unions and meshes with collision hulls", counts.with_hulls);
}
