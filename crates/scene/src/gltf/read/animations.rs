//! Reading of animations.

use super::super::context::Context;
use super::super::cursor::{At, List};
use super::super::document::Document;
use crate::animation::{Animation, Interpolation, Path, Track};
use crate::counted::counted;
use crate::playback::Playback;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use std::collections::HashSet;

pub(super) fn animations(
    document: &Document<'_>,
    context: &mut Context,
    scene: &mut Scene,
) -> Result<(), Problem> {
    for at in document.root().list("animations").iter() {
        context.charge::<Animation>(&at, 1)?;
        let mut extras = at.extras();
        let playback = Playback::take(&mut extras);
        let mut animation = Animation { name: at.name(), tracks: Vec::new(), playback, extras };
        let samplers = at.list("samplers");
        let mut targets = HashSet::new();
        for channel in at.list("channels").iter() {
            context.charge::<Track>(&channel, 1)?;
            let read = track(document, context, channel, samplers, scene);
            let Some(track) = context.or_warn(read)?.flatten() else { continue };
            if targets.insert((track.node, track.path as u8)) {
                animation.tracks.push(track);
            } else {
                let message = "another channel animates the same property, so this one is left out";
                context.excuse(channel.fault(ProblemKind::Reference, message))?;
            }
        }
        scene.animations.push(animation);
    }
    Ok(())
}

/// Reads a channel; `None` if its target is not supported.
fn track(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    samplers: List<'_>,
    scene: &Scene,
) -> Result<Option<Track>, Problem> {
    let missing = |what: &str| at.fault(ProblemKind::Value, format!("{what:?} is missing"));
    let target = at.get("target").ok_or_else(|| missing("target"))?;
    // A channel without a node has a target that an extension defines.
    let Some(node) = target.index("node", scene.nodes.len(), "node")? else { return Ok(None) };
    let path = match target.needed_text("path")? {
        "translation" => Path::Translation,
        "rotation" => Path::Rotation,
        "scale" => Path::Scale,
        "weights" => Path::Weights,
        other => {
            context
                .excuse(target.fault(ProblemKind::Dropped, format!("the channel {other:?} is left out")))?;
            return Ok(None);
        }
    };
    let index = at.needed_index("sampler", samplers.len(), "sampler")?;
    let sampler = samplers.get(index).ok_or_else(|| missing("sampler"))?;
    let interpolation = match sampler.text("interpolation") {
        None | Some("LINEAR") => Interpolation::Linear,
        Some("STEP") => Interpolation::Step,
        Some("CUBICSPLINE") => Interpolation::Cubic,
        Some(other) => {
            return Err(sampler.fault(ProblemKind::Value, format!("{other:?} is not an interpolation")));
        }
    };
    let input = document.accessor(sampler, "input", context)?.ok_or_else(|| missing("input"))?;
    let output = document.accessor(sampler, "output", context)?.ok_or_else(|| missing("output"))?;
    let width = match path {
        Path::Translation | Path::Scale => 3,
        Path::Rotation => 4,
        // The weights of one time follow one another, each as an element of the accessor.
        Path::Weights => 1,
    };
    if input.width != 1 || output.width != width {
        return Err(
            sampler.fault(ProblemKind::Value, "the accessors do not have the types that the path requires")
        );
    }
    let times = input.floats(context)?;
    if !times.is_sorted_by(|a, b| a < b) || times.iter().any(|time| !time.is_finite()) {
        return Err(input.at.fault(ProblemKind::Value, "the times do not ascend"));
    }
    let track = Track { node, path, interpolation, times, values: output.floats(context)? };
    if track.width().is_none() {
        let message =
            format!("{} for {}", counted(output.count, "value"), counted(track.times.len(), "time"));
        return Err(sampler.fault(ProblemKind::Value, message));
    }
    Ok(Some(track))
}
