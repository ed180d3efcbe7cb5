//! Conversion from scenes to Roblox models: animations, and meshes as parts.

mod curves;
mod files;
mod legs;
mod look;
mod meshes;
mod parts;
mod playback;
mod retarget;
mod sequence;

use crate::NamedFiles;
use crate::options::AssetOptions;
use ::files::Asset;
use ::files::Format;
use ::files::documents::{losses as of_document, problem};
use dom::{Document, Encoding};
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Problem, ProblemKind, Scene};

/// Converts a scene to a model with its animations, and with its parts if the options request them. Also returns the
/// files to which the parts refer.
pub(crate) fn from_scene(
    scene: &Scene,
    to: Format,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<(Asset, NamedFiles), Problem> {
    let memory = Allowance::new(options.max_memory.unwrap_or(usize::MAX));
    // A scene with its meshes keeps the joints of these, unless the caller names a character.
    let has_meshes = options.parts.is_some() && scene.nodes.iter().any(|node| node.mesh.is_some());
    let keeps_joints = has_meshes && options.target_rig.is_none();
    let character = match scene.animations.is_empty() || keeps_joints {
        true => None,
        false => retarget::retargeted(scene, options, losses)?,
    };
    let moved = character.as_ref().unwrap_or(scene);
    let mut document = Document::new(if to == Format::RbxXml { Encoding::Xml } else { Encoding::Binary });
    let files = match &options.parts {
        Some(base) => parts::put(&mut document, scene, base, options, &memory, losses)?,
        None if scene.animations.is_empty() => {
            let message = "the file has no animations, and its meshes can become parts only if mesh files \
                are written too";
            return Err(Problem::new(ProblemKind::Unsupported, message)
                .help("choose a folder for them with --meshes"));
        }
        None => {
            let n_shapes = scene.nodes.iter().filter(|node| node.mesh.is_some()).count();
            let what = "objects are left out: only animations are converted";
            losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, n_shapes, "");
            Vec::new()
        }
    };
    let put = if options.curves == Some(true) { curves::put } else { sequence::put };
    let joints = sequence::Joints::new(moved);
    for animation in &moved.animations {
        put(&mut document, animation, &joints, &memory, losses)?;
    }
    let saved = document.into_saved().map_err(problem)?;
    losses.0.extend(of_document(saved.losses));
    Ok((Asset::read_within(&saved.bytes, options.max_memory)?, files))
}
