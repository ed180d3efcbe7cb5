//! Instances that a scene cannot represent, grouped by how a person would describe them.

use super::motion::is_of_clip;
use scene::loss::{LossCode, LossSeverity, Losses};

/// Classes, with the description of the loss.
const KINDS: &[(&[&[u8]], &str)] = &[
    (&[b"Decal", b"Texture"], "decals and textures on faces are left out"),
    (&[b"PointLight", b"SpotLight", b"SurfaceLight"], "lights that are off, or in no part, are left out"),
    (&[b"Script", b"LocalScript", b"ModuleScript"], "scripts are left out"),
    (
        &[b"ParticleEmitter", b"Fire", b"Smoke", b"Sparkles", b"Explosion", b"Trail", b"Beam"],
        "particles, trails and beams are left out",
    ),
    (&[b"Sound", b"SoundGroup"], "sounds are left out"),
    (&[b"SurfaceGui", b"BillboardGui"], "labels in the world are left out"),
];

/// The description for instances of all other classes.
const OTHERS: &str = "instances that are neither parts nor above parts are left out";

/// Reports the numbers of unrepresented instances of these classes, one loss for each group.
pub(super) fn report<'m>(classes: impl Iterator<Item = &'m [u8]>, losses: &mut Losses) {
    let mut counts = vec![0_usize; KINDS.len()];
    let mut n_others = 0_usize;
    // These are visible in the shapes of their parts, or reported there.
    let is_seen = |class: &&[u8]| {
        matches!(
            *class,
            b"SpecialMesh"
                | b"BlockMesh"
                | b"CylinderMesh"
                | b"SurfaceAppearance"
                | b"MaterialVariant"
                | b"Lighting"
        )
    };
    // Animations are converted or reported as a whole.
    for class in classes.filter(|class| !is_seen(class) && !is_of_clip(class)) {
        let kind = KINDS.iter().position(|(all, _)| all.contains(&class));
        let count = kind.and_then(|kind| counts.get_mut(kind)).unwrap_or(&mut n_others);
        *count = count.saturating_add(1);
    }
    for ((_, what), count) in KINDS.iter().zip(counts).chain([(&(&[][..], OTHERS), n_others)]) {
        losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, count, "");
    }
}
