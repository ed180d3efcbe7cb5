//! Facial poses as morph targets, which hold the displacement of each vertex.

use super::face::{PREFIX, is_pose};
use super::studio::long;
use geom::Vec3;
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Animation, Mesh, Morph, Problem, Scene};

/// The names of the same expressions in ARKit, which VRM also uses. Names of controls for both sides are without the
/// side.
#[rustfmt::skip]
const ARKIT: &[(&str, &str)] = &[
    ("ChinRaiser", "mouthShrugLower"),
    ("ChinRaiserUpperLip", "mouthShrugUpper"),
    ("Funneler", "mouthFunnel"),
    ("JawDrop", "jawOpen"),
    ("JawLeft", "jawLeft"),
    ("JawRight", "jawRight"),
    ("LipsTogether", "mouthClose"),
    ("LowerLipSuck", "mouthRollLower"),
    ("MouthLeft", "mouthLeft"),
    ("MouthRight", "mouthRight"),
    ("Pucker", "mouthPucker"),
    ("TongueOut", "tongueOut"),
    ("UpperLipSuck", "mouthRollUpper"),
    ("BrowLowerer", "browDown"),
    ("CheekRaiser", "cheekSquint"),
    ("Dimpler", "mouthDimple"),
    ("EyeClosed", "eyeBlink"),
    ("EyeUpperLidRaiser", "eyeWide"),
    ("LipCornerDown", "mouthFrown"),
    ("LipCornerPuller", "mouthSmile"),
    ("LipStretcher", "mouthStretch"),
    ("LowerLipDepressor", "mouthLowerDown"),
    ("NoseWrinkler", "noseSneer"),
    ("OuterBrowRaiser", "browOuterUp"),
    ("UpperLipRaiser", "mouthUpperUp"),
];

/// Estimated memory of a vertex offset, in the list and in a file, in bytes.
const BYTES_OF_OFFSET: usize = 40;

/// The length up to which an offset is a rounding error.
const LEAST: f32 = 1e-6;

/// The expression of a code: `eyeBlinkLeft` for `l_EC`; `LeftCheekPuff` for `l_CHP`, which ARKit does not have.
fn name(code: &str) -> String {
    expression(&long(code))
}

/// The expression of a control: `eyeBlinkLeft` for `LeftEyeClosed`.
pub(crate) fn expression(ours: &str) -> String {
    let theirs = |name: &str| ARKIT.iter().find(|(known, _)| *known == name).map(|(_, theirs)| *theirs);
    let sided = ["Left", "Right"].into_iter().find_map(|side| {
        let name = ours.strip_prefix(side).and_then(theirs)?;
        Some(format!("{name}{side}"))
    });
    theirs(ours).map(str::to_owned).or(sided).unwrap_or_else(|| ours.to_owned())
}

/// Converts all facial poses to morph targets.
pub(super) fn fold(scene: &mut Scene, memory: &Allowance, losses: &mut Losses) -> Result<(), Problem> {
    let (poses, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut scene.animations).into_iter().partition(is_pose);
    scene.animations = others;
    let codes = |pose: &Animation| -> Vec<String> {
        pose.name.strip_prefix(PREFIX).unwrap_or_default().split('-').map(name).collect()
    };
    let n_mixed = poses.iter().filter(|pose| codes(pose).len() > 1).count();
    let what = "corrective morphs for two or three active morphs; viewers do not activate them automatically";
    losses.report(LossCode::FacsRequantised, LossSeverity::Note, what, n_mixed, "facs");
    for node in 0..scene.nodes.len() {
        let Some(mesh) = scene.nodes.get(node).and_then(|node| node.mesh) else { continue };
        let Some(shape) = scene.meshes.get(mesh) else { continue };
        memory
            .take(shape.shape.positions.len().saturating_mul(poses.len()).saturating_mul(BYTES_OF_OFFSET))?;
        let morphs: Vec<_> =
            poses.iter().map(|pose| morph(scene, node, shape, pose, codes(pose).join("_"))).collect();
        if let Some(node) = scene.nodes.get_mut(node) {
            node.weights = vec![0.0; morphs.len()];
        }
        if let Some(mesh) = scene.meshes.get_mut(mesh) {
            mesh.morphs = morphs;
        }
    }
    Ok(())
}

/// The vertices that a pose moves, in the space of the mesh.
fn morph(scene: &Scene, node: usize, mesh: &Mesh, pose: &Animation, name: String) -> Morph {
    let (rest, mut posed) = (scene.rest(), scene.rest());
    // The animation of a pose reaches it after one second.
    pose.apply(1.0, &mut posed);
    let worlds = scene.worlds(&rest);
    let mover = scene.mover(node, mesh, &worlds);
    let moved = scene.skinned(node, &rest).into_iter().zip(scene.skinned(node, &posed));
    let offsets = (0_u32..).zip(moved).filter_map(|(vertex, (from, to))| {
        let by = (to - from).to_array().map(f64::from);
        // Morph targets apply before skinning, so the skin's transform is undone.
        let back = mover.transform(vertex as usize).inverse()?;
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
        let by = Vec3::from_array(back.vector(by).map(|axis| axis as f32));
        (by.length() > LEAST).then_some((vertex, by))
    });
    Morph { name, offsets: offsets.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_arkit_where_there_are_any() {
        let names = ["c_JD", "l_EC", "r_LCP", "l_CHP", "x_YZ"].map(name);
        assert_eq!(names, ["jawOpen", "eyeBlinkLeft", "mouthSmileRight", "LeftCheekPuff", "x_YZ"]);
    }
}
