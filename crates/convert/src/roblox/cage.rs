//! Cages of layered clothing: meshes around bodies and garments, by which the engine fits one to the other.

use super::instance::Instance;
use geom::Pose;

/// A cage of a part.
pub(super) struct Cage {
    /// The suffix of the name of the cage, as Studio's importer expects it.
    pub(super) ending: &'static str,
    /// The address of the cage's mesh.
    pub(super) url: String,
    /// The pose of the cage in the space of the part.
    pub(super) pose: Pose,
}

/// True if an instance has cages: a WrapTarget has the outer cage of a body, a WrapLayer both cages of a garment.
pub(super) fn is_wrap(instance: &Instance<'_>) -> bool {
    matches!(instance.class(), b"WrapTarget" | b"WrapLayer")
}

/// The cages of an instance.
pub(super) fn all(instance: &Instance<'_>) -> impl Iterator<Item = Cage> {
    const ALL: [(&str, [&str; 2], &str); 2] = [
        ("_OuterCage", ["CageMeshId", "CageMeshContent"], "CageOrigin"),
        ("_InnerCage", ["ReferenceMeshId", "ReferenceMeshContent"], "ReferenceOrigin"),
    ];
    ALL.into_iter().filter_map(|(ending, addresses, origin)| {
        let url = addresses.into_iter().find_map(|address| instance.text(address))?;
        Some(Cage { ending, url, pose: instance.pose(origin).unwrap_or(Pose::IDENTITY) })
    })
}
