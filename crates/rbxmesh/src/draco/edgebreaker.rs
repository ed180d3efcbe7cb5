//! Edgebreaker streams, by the crate draco-core. Format document, section 9.6.

use super::attributes::{Attribute, AttributeFormat, ValueType, Values};
use super::header::varint;
use super::{Geometry, NOT_SEQUENTIAL};
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field};
use crate::wire::VERTEX_SIZE;
use crate::{DracoHeader, ErrorKind};
use draco_core::{DecodeLimits, DecoderBuffer, FaceIndex, MeshDecoder, PointAttribute, PointIndex};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What follows the header of an edgebreaker stream; `start` is where the stream begins.
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
    at.grant_elements(n_faces as usize)?;
    at.grant_output((n_faces as usize).saturating_mul(cost_of_face(n_tables)))?;
    // Vertices are split at seams, at most into one per corner of a face.
    let n_most_points = (n_faces as usize).saturating_mul(3);
    let limits = DecodeLimits::default()
        .with_max_faces(n_faces.into())
        .with_max_points(n_most_points as u64)
        .with_max_decoded_bytes(n_most_points.saturating_mul(VERTEX_SIZE) as u64);
    let (rest, _) = field("coded_mesh", bytes(rest.bytes().len()))(rest)?;
    let geometry = decode(start.bytes(), limits).map_err(|reason| {
        start.fatal(ErrorKind::Compression { reason: format!("draco-core: {reason}").into() })
    })?;
    start.grant_elements(geometry.n_points as usize)?;
    Ok((rest, geometry))
}

/// How many output bytes a face counts as. The memory that draco-core takes is larger than its output; with up to five
/// attributes it was measured to be below four times this.
fn cost_of_face(n_tables: u8) -> usize {
    usize::from(n_tables).saturating_mul(25).saturating_add(150)
}

fn decode(stream: &[u8], limits: DecodeLimits) -> Result<Geometry<'static>, String> {
    let decode = || {
        let mut mesh = draco_core::Mesh::new();
        let mut buffer = DecoderBuffer::new(stream).with_limits(limits);
        MeshDecoder::new().decode(&mut buffer, &mut mesh).map_err(|error| error.to_string())?;
        converted(&mesh)
    };
    // A panic in draco-core becomes an error. Nothing that it may have left inconsistent is used again.
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err("it panicked".into()))
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

/// The values of all points; in draco-core several points may share one value.
fn attribute(attribute: &PointAttribute, n_points: u32) -> Result<Attribute<'static>, String> {
    let value_type =
        ValueType::from_byte(attribute.data_type() as u8).ok_or("an attribute without a type")?;
    let width = attribute.num_components();
    let format = AttributeFormat {
        id: attribute.unique_id(),
        kind: attribute.attribute_type() as u8,
        value_type,
        width,
        is_normalised: attribute.normalized(),
    };
    let size = value_type.size().saturating_mul(width.into());
    let all = attribute.buffer().data();
    let mut values = Vec::with_capacity(size.saturating_mul(n_points as usize));
    for point in 0..n_points {
        let start = (attribute.mapped_index(PointIndex(point)).0 as usize).saturating_mul(size);
        let value = all.get(start..start.saturating_add(size)).ok_or("a point without a value")?;
        values.extend_from_slice(value);
    }
    Ok(Attribute { format, values: Values::Whole(values.into()) })
}
