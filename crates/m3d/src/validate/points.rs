//! Vertices, colours, and the position of the model in its cube.

use super::Findings;
use crate::rules::*;
use crate::{Model, SkinIndex};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    if let Some(map) = model.colour_map() {
        let brightness = |colour: &geom::Rgba8| colour.r.max(colour.g).max(colour.b);
        if let Some(i) = map
            .colours
            .iter()
            .zip(map.colours.iter().skip(1))
            .position(|(a, b)| brightness(a) > brightness(b))
        {
            findings.add(&M3D040, "CMAP", format!("colour {i} brighter than the next"), "");
        }
    }
    let Some(vertices) = model.vertices() else { return };
    let rows = || (0..vertices.len()).filter_map(|i| Some((i, vertices.coordinates.get(i)?)));
    if let Some((i, row)) = rows().find(|(_, row)| !row.iter().all(|side| side.is_finite())) {
        findings.add(&M3D035, format!("VRTS, vertex {i}"), format!("{row:?}"), "");
    }
    if let Some(map) = model.texture_map() {
        let pairs = || (0..map.pairs.len()).filter_map(|i| Some((i, map.pairs.get(i)?)));
        if let Some((i, pair)) = pairs().find(|(_, pair)| !pair.is_finite()) {
            findings.add(&M3D035, format!("TMAP, pair {i}"), format!("{:?}", pair.to_array()), "");
        }
    }
    // The cube applies to what faces and voxels show; points of bones may lie outside.
    let mut is_shown = vec![false; vertices.len()];
    for vertex in model.meshes().flat_map(|mesh| mesh.vertices.iter().chain(&mesh.max_vertices)) {
        if let Some(shown) = vertex.get().and_then(|at| is_shown.get_mut(at)) {
            *shown = true;
        }
    }
    let shown = || rows().filter(|(i, _)| is_shown.get(*i) == Some(&true));
    let side = |row: &[f64; 4]| row.iter().take(3).map(|side| side.abs()).fold(0.0, f64::max);
    let largest =
        shown().map(|(i, row)| (side(&row), i)).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
    // -128 stored as int8 is slightly outside the cube, and occurs in files.
    if largest.0 > 1.01 {
        findings.add(&M3D036, format!("VRTS, vertex {}", largest.1), largest.0, 1);
    } else if largest.0 > 0.0 && largest.0 < 0.99 {
        findings.add(&M3D037, "VRTS", largest.0, 1);
    }
    let lowest = shown().map(|(_, [_, y, ..])| y).fold(f64::INFINITY, f64::min);
    if lowest < 0.0 {
        findings.add(&M3D038, "VRTS", lowest, 0);
    }
    let mut is_orientation = vec![false; vertices.len()];
    let bones =
        model.skeleton().into_iter().flat_map(|skeleton| &skeleton.bones).map(|bone| bone.orientation);
    let frames = model.actions().flat_map(|action| &action.frames).flat_map(|frame| &frame.transforms);
    for index in bones.chain(frames.map(|transform| transform.orientation)) {
        if let Some(is) = index.get().and_then(|at| is_orientation.get_mut(at)) {
            *is = true;
        }
    }
    for (i, skin) in vertices.skins.iter().enumerate() {
        let (says, is) = (*skin == SkinIndex::ORIENTATION, is_orientation.get(i) == Some(&true));
        if says != is && (is || is_shown.get(i) == Some(&true)) {
            findings.add(
                &M3D022,
                format!("VRTS, vertex {i}"),
                if says { "a point" } else { "an orientation" },
                "",
            );
        }
    }
}
