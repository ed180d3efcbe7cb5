//! Writing of animations.

use super::Out;
use super::pool::ArrayKind;
use super::vertices::unit;
use crate::animation::{Interpolation, Path, Track};
use crate::counted::counted;
use crate::json::Writer;
use crate::loss::LossCode;
use std::collections::HashSet;

/// Writes the list of animations; those that move nothing are left out.
pub(super) fn animations(out: &mut Out<'_>, number_of: impl Fn(usize) -> usize) -> String {
    let scene = out.scene;
    let mut json = Writer::default();
    for (index, animation) in scene.animations.iter().enumerate() {
        let mut targets = HashSet::new();
        let is_good = |track: &&Track| {
            let ascends =
                track.times.is_sorted_by(|a, b| a < b) && track.times.iter().all(|time| time.is_finite());
            let is_whole = track.values.iter().all(|value| value.is_finite()) && track.width().is_some();
            ascends && is_whole && track.node < scene.nodes.len() && fits(out, track)
        };
        let tracks: Vec<_> = animation.tracks.iter().filter(is_good).collect();
        // In glTF, no two channels of an animation have the same target.
        let tracks: Vec<_> =
            tracks.into_iter().filter(|track| targets.insert((track.node, track.path as u8))).collect();
        if tracks.len() < animation.tracks.len() {
            let n_dropped = animation.tracks.len().saturating_sub(tracks.len());
            let message = format!(
                "left out, since they are broken or duplicate another track: {}",
                counted(n_dropped, "track")
            );
            out.report(LossCode::AnimResampled, format!("/animations/{index}"), message);
        }
        if tracks.is_empty() {
            out.report(
                LossCode::AnimResampled,
                format!("/animations/{index}"),
                "animations that move nothing are left out",
            );
            continue;
        }
        let samplers: Vec<_> = tracks.iter().map(|track| sampler(out, track)).collect();
        json.map(|map| {
            if !animation.name.is_empty() {
                map.key("name").text(&animation.name);
            }
            map.key("channels").list(|list| {
                for (number, track) in tracks.iter().enumerate() {
                    list.map(|map| {
                        map.key("sampler").integer(number);
                        map.key("target").map(|map| {
                            map.key("node").integer(number_of(track.node));
                            map.key("path").text(name(track.path));
                        });
                    });
                }
            });
            map.key("samplers").list(|list| {
                for (track, (input, output)) in tracks.iter().zip(&samplers) {
                    list.map(|map| {
                        map.key("input").integer(*input);
                        match track.interpolation {
                            Interpolation::Linear => {}
                            Interpolation::Step => map.key("interpolation").text("STEP"),
                            Interpolation::Cubic => map.key("interpolation").text("CUBICSPLINE"),
                        }
                        map.key("output").integer(*output);
                    });
                }
            });
            let extras = animation.playback.put(&animation.extras);
            if out.options.extras && !extras.is_empty() {
                map.key("extras").json(&extras);
            }
        });
    }
    json.text
}

/// True if the number of weights is that of the morph targets of the node's mesh.
fn fits(out: &Out<'_>, track: &Track) -> bool {
    let mesh = out.scene.nodes.get(track.node).and_then(|node| out.scene.meshes.get(node.mesh?));
    track.path != Path::Weights || track.width() == mesh.map(|mesh| mesh.morphs.len())
}

const fn name(path: Path) -> &'static str {
    match path {
        Path::Translation => "translation",
        Path::Rotation => "rotation",
        Path::Scale => "scale",
        Path::Weights => "weights",
    }
}

/// The accessors of times and values.
fn sampler<'a>(out: &mut Out<'a>, track: &'a Track) -> (usize, usize) {
    let input = out.pool.times(&track.times);
    let count = |width: usize| track.values.len().checked_div(width).unwrap_or(0);
    let values = &*track.values;
    let output = match track.path {
        Path::Rotation if track.interpolation != Interpolation::Cubic => {
            let units: Vec<f32> = track.values.as_chunks().0.iter().flat_map(|value| unit(*value)).collect();
            out.pool.add(ArrayKind::Keys, "VEC4", units.into(), count(4))
        }
        // Cubic rotations are not normalised, because their tangents belong to the values as they are.
        Path::Rotation => out.pool.add(ArrayKind::Keys, "VEC4", values.into(), count(4)),
        Path::Translation | Path::Scale => out.pool.add(ArrayKind::Keys, "VEC3", values.into(), count(3)),
        Path::Weights => out.pool.add(ArrayKind::Keys, "SCALAR", values.into(), count(1)),
    };
    (input, output)
}
