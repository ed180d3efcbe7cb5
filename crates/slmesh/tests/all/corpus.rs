//! Facts and laws of real files and those of an independent producer.

use crate::recorder::{Recorder, Span};
use crate::support;
use serde_json::Value as Json;
use slmesh::*;
use std::ops::Range;

/// The facts that a separate decoder found, in double precision.
fn expected(name: &str) -> Json {
    let root = std::env::var("REZKIT_CORPUS").unwrap();
    let text = std::fs::read_to_string(format!("{root}/slmesh/expected.json")).unwrap();
    let all: Json = serde_json::from_str(&text).unwrap();
    all[name.rsplit('/').next().unwrap()].clone()
}

fn sound() -> Vec<support::File> {
    let real = support::corpus("slmesh/real").unwrap_or_default();
    real.into_iter().chain(support::samples("slmesh/generated")).collect()
}

fn near(found: &[f32], expected: &Json, extent: f64, what: &str) {
    let expected: Vec<f64> = expected.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((f64::from(*found) - expected).abs() <= extent * 1e-6, "{what}: {found} is not {expected}");
    }
}

/// Compares numbers as exactly as serde_json reads them.
fn same_numbers(found: &[f64], expected: &Json, title: &str) {
    let expected: Vec<f64> = expected.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    assert_eq!(found.len(), expected.len(), "{title}");
    let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-15 * expected.abs();
    assert!(found.iter().zip(&expected).all(is_near), "{title}: {found:?}, {expected:?}");
}

#[test]
fn files_read_as_a_separate_decoder_reads_them() {
    // The facts do not cover files with known inputs, which `foreign` compares.
    for (name, bytes) in sound().into_iter().filter(|(name, _)| !name.starts_with(support::FOREIGN)) {
        let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        let expected = expected(&name);
        assert_eq!(asset.trailing.len() as u64, expected["trailing_bytes"].as_u64().unwrap(), "{name}");
        assert_eq!(warnings.total(), usize::from(!asset.trailing.is_empty()), "{name}: {warnings:?}");
        assert_eq!(asset.version.map(i64::from), expected["version"].as_i64(), "{name}");
        let names: Option<Vec<String>> =
            asset.material_list.as_ref().map(|list| list.iter().map(ToString::to_string).collect());
        assert_eq!(serde_json::json!(names), expected["material_list"], "{name}");
        let blocks = expected["blocks"].as_object().unwrap();
        assert_eq!(asset.blocks().len(), blocks.len(), "{name}");
        for (block, facts) in blocks {
            let title = format!("{name}, {block}");
            match asset.block(block).unwrap() {
                BlockRef::Lod(lod) => check_lod(lod.value().unwrap(), facts, &title),
                BlockRef::Convex(convex) => check_convex(convex.value().unwrap(), facts, &title),
                BlockRef::Skin(skin) => check_skin(skin.value().unwrap(), facts, &title),
                BlockRef::Value(value) => assert!(value.value().is_some(), "{title}"),
                _ => panic!("{title}"),
            }
        }
        // The order and sizes of the blocks.
        let header_size = header(&bytes).end;
        assert_eq!(header_size as u64, expected["header_size"].as_u64().unwrap());
        let found = self::blocks(&bytes);
        for (block, facts) in blocks {
            let (_, range, plain) = found.iter().find(|(name, ..)| name == block).unwrap();
            let sizes = [range.start - header_size, range.len(), plain.len()];
            let facts = ["offset", "size", "inflated_size"].map(|of| facts[of].as_u64().unwrap() as usize);
            assert_eq!(sizes, facts, "{name}, {block}");
        }
    }
}

fn check_lod(lod: &Lod, facts: &Json, title: &str) {
    assert_eq!(lod.n_triangles() as u64, facts["triangles"].as_u64().unwrap(), "{title}");
    assert_eq!(lod.n_vertices() as u64, facts["vertices"].as_u64().unwrap(), "{title}");
    let faces = facts["faces"].as_array().unwrap();
    assert_eq!(lod.faces.len(), faces.len(), "{title}");
    for (number, (face, facts)) in lod.faces.iter().zip(faces).enumerate() {
        let title = format!("{title}, face {number}");
        if facts["no_geometry"] == Json::Bool(true) {
            assert!(face.no_geometry.is_some(), "{title}");
            continue;
        }
        // No value is stored in another form than the writer's, so that identity follows from the values.
        assert!(face.other.is_empty(), "{title}: {:?}", face.other);
        assert_eq!(face.n_vertices() as u64, facts["vertices"].as_u64().unwrap(), "{title}");
        assert_eq!(face.n_triangles() as u64, facts["triangles"].as_u64().unwrap(), "{title}");
        let triangles = face.triangle_list.as_ref().unwrap();
        let greatest = triangles.iter().flatten().max().unwrap();
        assert_eq!(u64::from(*greatest), facts["max_index"].as_u64().unwrap(), "{title}");
        assert_eq!(serde_json::json!(triangles[0]), facts["first_triangle"], "{title}");
        let Domain { min, max, .. } = face.position_domain.unwrap();
        let extent = (0..3).map(|i| max[i] - min[i]).fold(0.0, f64::max);
        let positions: Vec<_> = face.positions().map(|p| p.to_array()).collect();
        near(&positions[0], &facts["first_position"], extent, &title);
        near(positions.last().unwrap(), &facts["last_position"], extent, &title);
        let bounds = Domain::around(positions.iter().copied());
        near(&bounds.min.map(|n| n as f32), &facts["position_min"], extent, &title);
        near(&bounds.max.map(|n| n as f32), &facts["position_max"], extent, &title);
        if let Some(normal) = face.normals().next() {
            near(&normal.to_array(), &facts["first_normal"], 2.0, &title);
            let lengths: Vec<f32> = face.normals().map(|n| n.length()).collect();
            let least_and_most =
                [lengths.iter().copied().fold(9.0, f32::min), lengths.iter().copied().fold(0.0, f32::max)];
            near(&least_and_most, &facts["normal_length_min_max"], 2.0, &title);
        }
        if let Some(uv) = face.tex_coords().next() {
            let Domain { min, max, .. } = face.tex_coord0_domain.unwrap();
            near(&uv.to_array(), &facts["first_texcoord"], (max[0] - min[0]).max(max[1] - min[1]), &title);
        }
        assert_eq!(face.weights.is_some(), facts["weights"].is_object(), "{title}");
        if let Some(weights) = &face.weights {
            let facts = &facts["weights"];
            let mut counts = [0; 5];
            weights.iter().for_each(|one| counts[one.len()] += 1);
            assert_eq!(serde_json::json!(counts), facts["vertices_by_influence_count"], "{title}");
            let joints = weights.iter().flat_map(|one| one.iter()).map(|influence| influence.joint);
            assert_eq!(serde_json::json!(joints.max()), facts["max_joint_index"], "{title}");
            let sum = |one: &Influences| one.iter().map(|influence| u32::from(influence.weight)).sum::<u32>();
            let sums = [weights.iter().map(sum).min(), weights.iter().map(sum).max()];
            assert_eq!(serde_json::json!(sums), facts["weight_sum_min_max"], "{title}");
        }
    }
}

fn check_convex(convex: &Convex, facts: &Json, title: &str) {
    assert_eq!(
        convex.bounding_points().len() as u64,
        facts["bounding_vertices"].as_u64().unwrap(),
        "{title}"
    );
    same_numbers(&convex.domain().min, &facts["min"], title);
    same_numbers(&convex.domain().max, &facts["max"], title);
    let counts: Vec<usize> = convex.hulls().map(<[_]>::len).collect();
    assert_eq!(serde_json::json!(counts), facts["hull_point_counts"], "{title}");
    assert!(convex.other.is_empty(), "{title}");
}

fn check_skin(skin: &Skin, facts: &Json, title: &str) {
    let names: Vec<String> = skin.joint_names.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(serde_json::json!(names), facts["joint_names"], "{title}");
    let matrices = skin.inverse_bind_matrix.as_ref().unwrap();
    assert_eq!(matrices.len() as u64, facts["inverse_bind_matrix_count"].as_u64().unwrap(), "{title}");
    same_numbers(&matrices[0], &facts["first_inverse_bind_matrix"], title);
    same_numbers(&skin.bind_shape_matrix.unwrap(), &facts["bind_shape_matrix"], title);
    assert!(skin.other.is_empty(), "{title}");
}

/// The name of each block, its range, and its decompressed data.
pub(crate) fn blocks(bytes: &[u8]) -> Vec<(String, Range<usize>, Vec<u8>)> {
    let recorder = Recorder::default();
    trace(bytes, &ReadOptions::default(), &recorder).0.unwrap();
    let spans = recorder.spans.borrow();
    let block = |(start, plain): (&usize, &Vec<u8>)| {
        let is_it =
            |span: &&Span| (span.buffer, span.range.start) == (Buffer::Input, *start) && span.has_inside;
        let Span { name, range, .. } = spans.iter().find(is_it).unwrap();
        (name.clone(), range.clone(), plain.clone())
    };
    recorder.unpacked.borrow().iter().map(block).collect()
}

fn header(bytes: &[u8]) -> Range<usize> {
    crate::locate(bytes, "header").unwrap().1
}

/// The decompressed data of each block, by name, and the header without offsets and sizes.
fn plain(bytes: &[u8]) -> (Vec<(String, Vec<u8>)>, String) {
    let mut all: Vec<_> = blocks(bytes).into_iter().map(|(name, _, plain)| (name, plain)).collect();
    all.sort();
    let mut value = llsd::binary::read(&bytes[header(bytes)]).unwrap();
    if let llsd::Value::Map(map) = &mut value {
        map.iter_mut().for_each(|(_, value)| {
            if let llsd::Value::Map(entry) = value {
                for key in ["offset", "size", "hash"] {
                    entry.get_mut(key).into_iter().for_each(|value| *value = 0.into());
                }
            }
        });
    }
    (all, format!("{value:?}"))
}

/// The bytes of the compressed blocks, by name.
fn frames(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    blocks(bytes).into_iter().map(|(name, range, _)| (name, bytes[range].to_vec())).collect()
}

#[test]
fn levels_give_the_same_plain_data() {
    for (name, bytes) in sound() {
        let asset = read(&bytes).unwrap();
        for level in [0, 1, 6, 9] {
            let written = write_with(&asset, &WriteOptions::default().level(level)).unwrap();
            assert_eq!(plain(&written), plain(&bytes), "{name}, level {level}");
            let (again, warnings) = read_with(&written, &ReadOptions::default()).unwrap();
            assert_eq!(again.difference(&asset), None, "{name}");
            assert_eq!(warnings.total(), usize::from(!asset.trailing.is_empty()), "{name}");
        }
        // The first bytes of a zlib stream have the level.
        let (_, first) = &frames(&write(&asset).unwrap())[0];
        assert_eq!(first[..2], [0x78, 0xda], "{name}");
    }
}
