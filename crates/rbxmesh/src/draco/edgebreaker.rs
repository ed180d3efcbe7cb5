//! Decodes edgebreaker streams with the crate draco-core. Format document, section 9.6.

use super::attributes::{Attribute, Values};
use super::varint::varint;
use super::{Geometry, NOT_SEQUENTIAL};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{bytes, field};
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{DracoFormat, DracoHeader, DracoType};
use crate::wire::DRACO_MAGIC;
use draco_core::{
    DecodeLimits, DecoderBuffer, DracoError, FaceIndex, MeshDecoder, PointAttribute, PointIndex,
};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Decodes an edgebreaker stream. `start` is its beginning, and `input` the part after the header.
pub(super) fn geometry<'a>(
    start: Input<'a>,
    input: Input<'a>,
    head: &DracoHeader,
) -> Parsed<'a, Geometry<'a>> {
    if !head.is_edgebreaker_mesh() {
        return Err(start.fatal(ErrorKind::NotDecoded { what: NOT_SEQUENTIAL }));
    }
    let (at, _) = field("traversal", value::<_, u8>)(input)?;
    let (at, _) = field("vertices", varint)(at)?;
    let (rest, n_faces) = field("faces", varint)(at)?;
    let (rest, n_tables) = field("attribute_tables", value::<_, u8>)(rest)?;
    at.charge_elements(n_faces as usize)?;
    // The memory that decoding takes is freed afterwards, so it is compared with the limit, but not charged.
    let left = at.remaining().output_bytes.get();
    let for_faces = (n_faces as usize).saturating_mul(cost_of_face(n_tables));
    if for_faces > left {
        at.charge_output(for_faces)?;
    }
    let most_values = (left.saturating_sub(for_faces) / COST_OF_TWO_VALUES).saturating_mul(2);
    let limits = DecodeLimits::permissive().with_max_decoded_bytes(most_values as u64);
    let (rest, _) = field("coded_mesh", bytes(rest.bytes().len()))(rest)?;
    let geometry = decode(&without_metadata(start, input, head), limits).map_err(|error| {
        // The values do not fit into the limit, whatever their number.
        let within = match error.kind() {
            draco_core::ErrorKind::LimitExceeded => start.charge_output(left.saturating_add(1)),
            _ => Ok(()),
        };
        let reason = format!("draco-core: {error}").into();
        within.err().unwrap_or_else(|| start.fatal(ErrorKind::Compression { reason }))
    })?;
    start.charge_elements(geometry.n_points as usize)?;
    let sizes = geometry.attributes.iter().map(|attribute| attribute.format.size());
    let n_bytes = sizes.fold(0, usize::saturating_add).saturating_mul(geometry.n_points as usize);
    start.charge_output(n_bytes)?;
    Ok((rest, geometry))
}

/// Returns the stream without its metadata, which draco-core would read by recursion. `input` is the part after the
/// metadata.
fn without_metadata<'a>(start: Input<'a>, input: Input<'a>, head: &DracoHeader) -> Cow<'a, [u8]> {
    const FLAGS: usize = DRACO_MAGIC.len() + 4;
    match start.bytes().get(..FLAGS) {
        Some(before) if head.has_metadata() => [before, &[0, 0], input.bytes()].concat().into(),
        _ => start.bytes().into(),
    }
}

/// The number of output bytes that a face counts as while it is decoded. The memory that draco-core takes is larger
/// than its output: less than four times this number was measured for a face, and each table of seams adds to it.
fn cost_of_face(n_tables: u8) -> usize {
    usize::from(n_tables).saturating_mul(15).saturating_add(30)
}

/// The number of output bytes that two bytes of values count as while they are decoded. Together with draco-core's
/// indices for them, they were measured to take less than four times this number.
const COST_OF_TWO_VALUES: usize = 3;

fn decode(stream: &[u8], limits: DecodeLimits) -> Result<Geometry<'static>, DracoError> {
    without_panic(|| {
        let mut mesh = draco_core::Mesh::new();
        let mut buffer = DecoderBuffer::new(stream).with_limits(limits);
        MeshDecoder::new().decode(&mut buffer, &mut mesh)?;
        converted(&mesh).map_err(DracoError::general)
    })
}

/// Reports a panic in draco-core as an error. Its possibly inconsistent state is not used again.
fn without_panic<T>(decode: impl FnOnce() -> Result<T, DracoError>) -> Result<T, DracoError> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(DracoError::general("it panicked")))
}

fn converted(mesh: &draco_core::Mesh) -> Result<Geometry<'static>, String> {
    let n_points = u32::try_from(mesh.num_points()).map_err(|error| error.to_string())?;
    let n_faces = u32::try_from(mesh.num_faces()).map_err(|error| error.to_string())?;
    let faces: Vec<_> = (0..n_faces).map(|face| mesh.face(FaceIndex(face)).map(|point| point.0)).collect();
    if faces.as_flattened().iter().any(|point| *point >= n_points) {
        return Err("a face names a point that does not exist".into());
    }
    let attributes = (0..mesh.num_attributes()).map(|number| attribute(mesh.attribute(number), n_points));
    Ok(Geometry { n_points, faces, attributes: attributes.collect::<Result<_, _>>()? })
}

/// Collects the values of all points. In draco-core, several points may share a value.
fn attribute(attribute: &PointAttribute, n_points: u32) -> Result<Attribute<'static>, String> {
    let value_type =
        DracoType::from_byte(attribute.data_type() as u8).ok_or("an attribute without a type")?;
    let width = attribute.num_components();
    let format = DracoFormat {
        id: attribute.unique_id(),
        kind: attribute.attribute_type() as u8,
        value_type,
        width,
        is_normalised: attribute.normalized(),
    };
    let size = format.size();
    let all = attribute.buffer().data();
    let mut values = Vec::with_capacity(size.saturating_mul(n_points as usize));
    for point in 0..n_points {
        let start = (attribute.mapped_index(PointIndex(point)).0 as usize).saturating_mul(size);
        let value = all.get(start..start.saturating_add(size)).ok_or("a point without a value")?;
        values.extend_from_slice(value);
    }
    Ok(Attribute { format, values: Values::Whole(values.into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let error = without_panic::<()>(|| panic!("of draco-core")).unwrap_err();
        assert_eq!(error.to_string(), "General error: it panicked");
    }

    #[test]
    fn faces_have_points() {
        let mut mesh = draco_core::Mesh::new();
        mesh.set_num_points(2);
        mesh.add_face([0, 1, 2].map(PointIndex));
        assert_eq!(converted(&mesh).err().as_deref(), Some("a face names a point that does not exist"));
    }
}
