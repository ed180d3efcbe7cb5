//! Reads bones and the vertices that they move: the tables of 4.x and 5.00, and the chunk `SKINNING`. Format document,
//! sections 4.3 to 4.6 and 9.3.

use super::header::{array, names, table};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::model::Envelope;
use crate::outline::{Outline, Table};
use nom::Parser;

/// Reads the payload of the chunk.
pub(super) fn skinning<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (at_envelopes, n_envelopes) = field("envelope_count", value::<_, u32>)(input)?;
    let (input, envelopes) =
        array::<_, Envelope>(Table::Envelopes.name(), n_envelopes as usize)(at_envelopes)?;
    let starts = &mut outline.starts;
    let (input, n_bones) = field("bone_count", value::<_, u32>)(input)?;
    let (input, bones) = table(Table::Bones, n_bones as usize, starts)(input)?;
    let (input, bone_names) = field("bone_names_size", value::<_, u32>)
        .flat_map(|size| names("bone_names", size as usize))
        .parse(input)?;
    let (input, n_subsets) = field("subset_count", value::<_, u32>)(input)?;
    let (input, subsets) = table(Table::Subsets, n_subsets as usize, starts)(input)?;
    outline.set_envelopes(at_envelopes.position(), envelopes);
    let mesh = &mut outline.head;
    (mesh.bones, mesh.bone_names, mesh.subsets) = (bones, bone_names, subsets);
    Ok((input, ()))
}
