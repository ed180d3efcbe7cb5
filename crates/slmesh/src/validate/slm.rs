//! Checks saved uploads of a viewer.

use super::Findings;
use crate::common::rules;
use crate::model::slm::{Container, Item};
use crate::rules::SLM055;

/// Checks a saved upload, and checks each of its assets like [`validate`](crate::validate()).
///
/// ```rust,standalone_crate
/// # let bytes = include_bytes!("../../fixtures/slmesh/containers/two_parts.slm");
/// let mut container = slmesh::slm::read(bytes)?;
/// assert!(slmesh::slm::validate(&container).is_empty());
/// container.mesh.as_mut().unwrap().pop();
/// let findings = slmesh::slm::validate(&container);
/// assert_eq!(
///     findings[0].to_string(),
///     "warning SLM055: instance[1].mesh_id: An instance refers to no mesh of the saved upload; found 1, limit below 1"
/// );
/// # Ok::<(), slmesh::Error>(())
/// ```
#[must_use]
pub fn validate(container: &Container) -> rules::Findings {
    let mut findings = Findings::default();
    for (number, item) in container.mesh.iter().flatten().enumerate() {
        let Item::Asset(asset) = item else { continue };
        findings.number = Some(number);
        super::all(asset, &mut findings);
    }
    findings.number = None;
    let n_meshes = container.mesh.as_ref().map_or(0, Vec::len);
    for (number, instance) in container.instance.iter().flatten().enumerate() {
        // Without mesh_id, an instance is of the first mesh.
        let mesh = instance.mesh_id.unwrap_or_default();
        if usize::try_from(mesh).is_ok_and(|mesh| mesh < n_meshes) {
            continue;
        }
        findings.add(
            &SLM055,
            format_args!("instance[{number}].mesh_id"),
            mesh,
            format_args!("below {n_meshes}"),
        );
    }
    findings.all
}
