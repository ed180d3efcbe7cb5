//! The viewer's saved upload.

use super::{Findings, Path};
use crate::Finding;
use crate::model::slm::{Container, Item};
use crate::rules::SLM055;

/// What is wrong with a container and, as [`validate`](crate::validate()) has it, with its assets.
///
/// ```
/// # let bytes = include_bytes!("../../../../fixtures/slmesh/containers/two_parts.slm");
/// let mut container = slmesh::slm::read(bytes)?;
/// assert_eq!(slmesh::slm::validate(&container), []);
/// container.mesh.as_mut().unwrap().pop();
/// let finding = &slmesh::slm::validate(&container)[0];
/// assert_eq!(
///     finding.to_string(),
///     "warning SLM055: instance, value 1, mesh_id: An instance of a saved upload is of a mesh that is there; found 1, limit below 1"
/// );
/// # Ok::<(), slmesh::Error>(())
/// ```
#[must_use]
pub fn validate(container: &Container) -> Vec<Finding> {
    let mut findings = Findings::default();
    for (number, item) in container.mesh.iter().flatten().enumerate() {
        let Item::Asset(asset) = item else { continue };
        findings.number = Some(number);
        super::all(asset, &mut findings);
    }
    findings.number = None;
    let n_meshes = container.mesh.as_ref().map_or(0, Vec::len);
    for (number, instance) in container.instance.iter().flatten().enumerate() {
        // Without a number it is the first.
        let mesh = instance.mesh_id.unwrap_or_default();
        if usize::try_from(mesh).is_ok_and(|mesh| mesh < n_meshes) {
            continue;
        }
        findings.add(
            &SLM055,
            Path(|| format!("instance, value {number}, mesh_id")),
            mesh,
            format_args!("below {n_meshes}"),
        );
    }
    findings.all.into_vec()
}
