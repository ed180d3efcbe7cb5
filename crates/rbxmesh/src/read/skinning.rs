//! Bones, and what they move: the tables of 4.x and 5.00, and `SKINNING`. Format document, sections 4.3 to 4.6 and 9.3.

use super::header::{array, names};
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::{rows, value};
use crate::mould::words::field;
use crate::outline::{Outline, Part};

/// The payload of the chunk.
pub(super) fn skinning<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (at_envelopes, n_envelopes) = field("envelope_count", value::<_, u32>)(input)?;
    let (input, envelopes) = array(Part::Envelopes.name(), n_envelopes as usize)(at_envelopes)?;
    let (at_bones, n_bones) = field("bone_count", value::<_, u32>)(input)?;
    let (input, bones) = rows(Part::Bones.name(), n_bones as usize)(at_bones)?;
    let (input, names_size) = field("bone_names_size", value::<_, u32>)(input)?;
    let (input, bone_names) = names("bone_names", names_size as usize)(input)?;
    let (at_subsets, n_subsets) = field("subset_count", value::<_, u32>)(input)?;
    let (input, subsets) = rows(Part::Subsets.name(), n_subsets as usize)(at_subsets)?;
    outline.set_envelopes(at_envelopes.at(), envelopes);
    outline.starts.set(Part::Bones, at_bones.at());
    outline.starts.set(Part::Subsets, at_subsets.at());
    let mesh = &mut outline.head;
    (mesh.bones, mesh.bone_names, mesh.subsets) = (bones, bone_names, subsets);
    Ok((input, ()))
}
