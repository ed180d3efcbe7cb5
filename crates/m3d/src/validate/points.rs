//! Checks of vertices, colours, and the position of the model in its cube.

use super::{Findings, first};
use crate::model::{Model, SkinIndex};
use crate::rules::*;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    if let Some(map) = model.colour_map() {
        // The order of the colour map is by brightness: format document, section 6.1.
        let brightness = |colour: &geom::Rgba8| colour.r.max(colour.g).max(colour.b);
        if let Some(i) = map
            .colours
            .iter()
            .zip(map.colours.iter().skip(1))
            .position(|(a, b)| brightness(a) > brightness(b))
        {
            findings.add(
                &M3D040,
                format_args!("{}, colours[{i}]", first(model, *b"CMAP")),
                "a colour brighter than the next",
                "",
            );
        }
    }
    let Some(vertices) = model.vertices() else { return };
    let chunk = first(model, *b"VRTS");
    let rows = || (0..vertices.len()).filter_map(|i| Some((i, vertices.coordinates.get(i)?)));
    if let Some((i, row)) = rows().find(|(_, row)| !row.iter().all(|side| side.is_finite())) {
        let axis = row.iter().zip(["x", "y", "z", "w"]).find(|(side, _)| !side.is_finite());
        let axis = axis.map_or("x", |(_, axis)| axis);
        findings.add(&M3D035, format_args!("{chunk}, vertices[{i}].{axis}"), format_args!("{row:?}"), "");
    }
    if let Some(map) = model.texture_map() {
        let pairs = || (0..map.pairs.len()).filter_map(|i| Some((i, map.pairs.get(i)?)));
        if let Some((i, pair)) = pairs().find(|(_, pair)| !pair.is_finite()) {
            let field = if pair.x.is_finite() { "v" } else { "u" };
            let path = format_args!("{}, pairs[{i}].{field}", first(model, *b"TMAP"));
            findings.add(&M3D035, path, format_args!("{:?}", pair.to_array()), "");
        }
    }
    // The cube bounds what faces and voxels show; positions of bones may lie outside.
    let uses = model.vertex_uses();
    let shown = || rows().filter(|(i, _)| uses.get(*i).is_some_and(|usage| usage.is_corner));
    // The largest coordinates, with their vertex and axis.
    let sides =
        || shown().flat_map(|(i, [x, y, z, _])| [(x.abs(), i, "x"), (y.abs(), i, "y"), (z.abs(), i, "z")]);
    let (largest, i, axis) = sides().fold((0.0, 0, "x"), |a, b| if b.0 > a.0 { b } else { a });
    // -128 stored as int8 is slightly outside the cube, and occurs in files.
    if largest > 1.01 {
        findings.add(&M3D036, format_args!("{chunk}, vertices[{i}].{axis}"), largest, 1);
    } else if largest > 0.0 && largest < 0.99 {
        findings.add(&M3D037, format_args!("{chunk}, vertices[{i}].{axis}"), largest, 1);
    }
    let heights = shown().map(|(i, [_, y, ..])| (y, i));
    let (lowest, i) = heights.fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a });
    // A rounding error of int8 is not below the ground.
    if lowest < -0.01 {
        findings.add(&M3D038, format_args!("{chunk}, vertices[{i}].y"), lowest, 0);
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
        if says != is && (is || uses.get(i).is_some_and(|usage| usage.is_corner)) {
            findings.add(
                &M3D022,
                format_args!("{chunk}, vertices[{i}].skin"),
                if says { "a point" } else { "an orientation" },
                "",
            );
        }
    }
}
