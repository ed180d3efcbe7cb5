//! Every fixture that reads: a summary to review, and the laws that files obey.

use crate::recorder::Recorder;
use crate::support;
use slmesh::{
    BlockRef, Content, MeshAsset, ReadOptions, Same, read, read_with, slm, trace, validate, write, write_onto,
};
use std::fmt::Write;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/slmesh");

/// A line for the header, and some for each block.
fn summary(asset: &MeshAsset) -> String {
    let mut text = format!(
        "version {:?}, creator {:?}, date {:?}, submodel {:?}, materials {:?}, cost {:?}, cache {:?}\n",
        asset.version,
        asset.creator,
        asset.date,
        asset.submodel_id,
        asset.material_list,
        asset.physics_cost_data,
        asset.preamble
    );
    for (name, block) in asset.blocks() {
        let (hash, other) = (block.hash(), block.other());
        let _ = write!(text, "{}: hash {hash:?}, {other:?}, ", name.escape_ascii());
        let _ = match (block.content(), block) {
            (Content::Value(()), BlockRef::Lod(block)) => {
                let lod = block.value().unwrap();
                let _ = writeln!(text, "{} vertices, {} triangles", lod.n_vertices(), lod.n_triangles());
                lod.faces.iter().try_for_each(|face| {
                    let first = |n: usize| format!("{:?}", face.positions().nth(n).map(|p| p.to_array()));
                    writeln!(
                        text,
                        "  face: nothing {:?}, first {}, normals {}, coordinates {}, triangle {:?}, weights {:?}, {:?}",
                        face.no_geometry,
                        first(0),
                        face.normals().len(),
                        face.tex_coords().len(),
                        face.triangles().next(),
                        face.weights.as_ref().map(|all| all.iter().map(|one| one.len()).collect::<Vec<_>>()),
                        face.order,
                    )
                })
            }
            (Content::Value(()), BlockRef::Convex(block)) => {
                let convex = block.value().unwrap();
                let hulls: Vec<_> = convex.hulls().map(<[_]>::len).collect();
                writeln!(text, "{} bounding points, hulls of {hulls:?}", convex.bounding_points().len())
            }
            (Content::Value(()), BlockRef::Skin(block)) => writeln!(text, "{:?}", block.value().unwrap()),
            (content, _) => writeln!(text, "{content:?}"),
        };
    }
    let _ = writeln!(text, "order {:?}, body {:?}", asset.order, asset.body);
    text
}

#[test]
fn fixtures_read_and_write_back() {
    for (name, bytes) in support::files(format!("{FIXTURES}/valid")) {
        let asset = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        insta::assert_snapshot!(name.clone(), summary(&asset));
        let written = write(&asset).unwrap();
        assert_eq!(read(&written).unwrap().difference(&asset), None, "{name}");
        // They were written by this crate, so the compressed bytes are the same, too; where there are hashes, at level 6.
        let has_hash = asset.blocks().iter().any(|(_, block)| block.hash().is_some());
        assert_eq!(written == bytes, !has_hash, "{name}");
        assert_eq!(write_onto(&asset, &bytes).as_ref(), Ok(&bytes), "{name}");
        let recorder = Recorder::default();
        let (traced, warnings) = trace(&bytes, &ReadOptions::default(), &recorder);
        assert_eq!((traced.unwrap().difference(&asset), warnings.total()), (None, 0), "{name}");
        assert_eq!(recorder.check(&bytes, &name), 1.0, "{name}");
        assert!(slmesh::detect(&bytes), "{name}");
        // Nothing is to be found but that a cache lacks levels, and that a level is the same.
        let found: Vec<_> = validate(&asset).iter().map(|finding| finding.rule.id).collect();
        assert!(found.is_empty() || name.starts_with("cache"), "{name}: {found:?}");
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(format!("{FIXTURES}/SOURCES.md")).unwrap();
    assert!(sources.starts_with("# Fixtures of slmesh\n"), "{sources}");
}

#[test]
fn containers_hold_assets() {
    let bytes = std::fs::read(format!("{FIXTURES}/containers/two_parts.slm")).unwrap();
    let (container, warnings) = slm::read_with(&bytes, &ReadOptions::default()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(slm::detect(&bytes) && !slmesh::detect(&bytes[..100]));
    assert_eq!(
        (container.version, container.name.as_ref().unwrap().as_bytes()),
        (Some(3), &b"Two parts"[..])
    );
    let parts: Vec<_> = container.assets().map(|asset| (asset.submodel_id, asset.blocks().len())).collect();
    assert_eq!(parts, [(None, 6), (Some(1), 6)]);
    let instances = container.instance.as_ref().unwrap();
    assert_eq!(instances[1].label.as_ref().unwrap(), &"lid");
    assert_eq!(instances[1].mesh_id, Some(1));
    assert_eq!(instances[0].transform.unwrap()[15], 1.0);
    assert_eq!(slm::write(&container).as_ref(), Ok(&bytes));
    assert_eq!(slm::write_onto(&container, &bytes).as_ref(), Ok(&bytes));
    let recorder = Recorder::default();
    let (traced, _) = slm::trace(&bytes, &ReadOptions::default(), &recorder);
    assert_eq!(traced.unwrap().difference(&container), None);
    assert_eq!(recorder.check(&bytes, "two_parts.slm"), 1.0);
    // An edit of one asset leaves the other as it is.
    let mut edited = container.clone();
    let slm::Item::Asset(asset) = &mut edited.mesh.as_mut().unwrap()[1] else { panic!("an asset") };
    asset.skin = None;
    let written = slm::write_onto(&edited, &bytes).unwrap();
    assert_eq!(slm::read(&written).unwrap().difference(&edited), None);
    let asset = |bytes: &[u8]| slm::locate(bytes, &ReadOptions::default(), &["asset"]).remove(0).unwrap();
    let first = |bytes: &[u8]| asset(bytes).1.end;
    assert_eq!(written[..first(&bytes)], bytes[..first(&bytes)]);
    // A broken asset costs itself alone.
    let at = bytes.windows(9).position(|word| word == b"\x08high_lod").unwrap();
    let mut broken = bytes.clone();
    broken[at - 4] = b'x';
    let (rest, warnings) = slm::read_with(&broken, &ReadOptions::default()).unwrap();
    assert_eq!(rest.assets().count(), 1);
    assert_eq!(warnings[0].path().collect::<Vec<_>>()[..3], ["mesh", "[0]", "asset"], "{warnings:?}");
    assert_eq!(slm::write_onto(&rest, &broken).as_ref(), Ok(&broken));
}
