//! Writes bones and the vertices that they move: the chunk `SKINNING`. Format document, sections 4.3 to 4.6 and 9.3.

use super::header::names;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::Mesh;

/// Writes the payload of the chunk.
pub(super) fn skinning(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.value(&count::<u32>(mesh.envelopes.len(), "envelopes")?);
    out.rows(&mesh.envelopes);
    out.value(&count::<u32>(mesh.bones.len(), "bones")?);
    out.rows(&mesh.bones);
    out.value(&count::<u32>(mesh.bone_names.0.len(), "bone_names")?);
    names(out, &mesh.bone_names);
    out.value(&count::<u32>(mesh.subsets.len(), "subsets")?);
    out.rows(&mesh.subsets);
    Ok(())
}
