//! Decodes and encodes Draco streams of the kind that meshes use: sequential, version 2.2. Format document, section 13.
//!
//! The feature `draco` adds decoding of edgebreaker streams.

mod attributes;
mod bits;
mod coded;
mod connectivity;
#[cfg(feature = "draco")]
mod edgebreaker;
mod encode;
mod header;
mod integers;
mod metadata;
mod octahedron;
mod rans;
mod symbols;
#[cfg(test)]
mod tests;
mod varint;
mod vertex_attributes;
mod vertices;

use attributes::Attribute;
pub(crate) use encode::encode;
pub(crate) use header::{draco_header, header};
pub(crate) use vertices::{holds, mesh};

use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::parsers::{part, surplus};
use crate::model::{DracoAttribute, DracoMesh, Vertex};
use crate::options::ReadOptions;

/// The contents of a stream.
pub(crate) struct Geometry<'a> {
    pub(crate) n_points: u32,
    pub(crate) faces: Vec<[u32; 3]>,
    pub(crate) attributes: Vec<Attribute<'a>>,
}

impl Geometry<'_> {
    /// The ids that the five attributes of a vertex have in the stream, in the order of Roblox's ids.
    fn ids_of_vertices(&self) -> [Option<u32>; 5] {
        vertex_attributes::ids(&self.attributes.iter().map(|attribute| attribute.format).collect::<Vec<_>>())
    }
}

impl DracoMesh {
    /// Decodes a stream with any attributes, and returns recoverable errors as warnings.
    ///
    /// # Errors
    ///
    /// If the stream cannot be decoded, or a limit is exceeded. Without the feature `draco`, streams with edgebreaker
    /// encoding are [not decoded](crate::ErrorKind::NotDecoded).
    ///
    /// ```rust,standalone_crate
    /// use rbxmesh::{DracoMesh, ReadOptions};
    ///
    /// let mesh = rbxmesh::read(include_bytes!("../fixtures/rbxmesh/valid/v700_draco.mesh"))?;
    /// let (whole, _) = DracoMesh::read(mesh.draco.as_ref().unwrap(), &ReadOptions::default())?;
    /// assert_eq!((whole.n_points, &whole.faces), (mesh.vertices.len(), &mesh.faces));
    /// assert_eq!((whole.attributes[1].format.kind, whole.attributes[1].format.size()), (4, 12));
    /// # Ok::<(), rbxmesh::Error>(())
    /// ```
    pub fn read(stream: &[u8], options: &ReadOptions) -> Result<(Self, Warnings), Error> {
        let reading = Reading::new(options.strict, options.limits, stream.len());
        let mesh = reading.read(stream, whole)?;
        Ok((mesh, reading.into_warnings()))
    }
}

fn whole(input: Input<'_>) -> Parsed<'_, DracoMesh> {
    let (rest, Geometry { n_points, faces, attributes }) = geometry(input)?;
    let n_points = n_points as usize;
    let whole = |Attribute { format, values }: Attribute<'_>| {
        let values = values.into_whole(input, n_points)?.into_owned();
        Ok(DracoAttribute { format, values })
    };
    let attributes = attributes.into_iter().map(whole).collect::<Checked<_>>()?;
    Ok((rest, DracoMesh { n_points, faces, attributes }))
}

/// Decodes a stream that this crate made.
pub(crate) fn decode(stream: &[u8]) -> Result<(Vec<Vertex>, Vec<[u32; 3]>), Error> {
    Reading::new(false, unlimited(), stream.len()).read(stream, mesh)
}

/// The number of bytes of a stream that are not in the vertices and faces of a model: its metadata, and the values of
/// other attributes.
pub(crate) fn n_left_out(stream: &[u8]) -> usize {
    let reading = Reading::new(false, Limits::default(), stream.len());
    let n_bytes = reading.read(stream, |input| {
        let (_, (_, metadata)) = header(input)?;
        let (rest, geometry) = geometry(input)?;
        let ids = geometry.ids_of_vertices();
        let others = geometry.attributes.iter().filter(|attribute| !ids.contains(&Some(attribute.format.id)));
        let sizes = others.map(|other| other.format.size().saturating_mul(geometry.n_points as usize));
        let n_bytes = metadata.map_or(0, |metadata| metadata.n_bytes());
        Ok((rest, sizes.fold(n_bytes, usize::saturating_add)))
    });
    n_bytes.unwrap_or_default()
}

/// The limits for streams whose counts have already been checked.
fn unlimited() -> Limits {
    Limits::default().elements(usize::MAX).output_bytes(usize::MAX)
}

const NOT_SEQUENTIAL: &str = "a Draco stream that is not sequential, or not of version 2.2";

#[cfg(feature = "draco")]
use edgebreaker::geometry as others;

/// Rejects streams that are not sequential, which are kept as bytes.
#[cfg(not(feature = "draco"))]
fn others<'a>(start: Input<'a>, _: Input<'a>, _: &crate::model::DracoHeader) -> Parsed<'a, Geometry<'a>> {
    Err(start.fatal(crate::error::ErrorKind::NotDecoded { what: NOT_SEQUENTIAL }))
}

/// Reads a stream to its end.
pub(crate) fn geometry(input: Input<'_>) -> Parsed<'_, Geometry<'_>> {
    let (rest, (head, _)) = part("header", header)(input)?;
    let (Some(n_faces), Some(n_points)) = (head.n_faces, head.n_points) else {
        return others(input, rest, &head);
    };
    input.charge_elements(n_points as usize)?;
    let (rest, faces) =
        part("connectivity", |input| connectivity::connectivity(input, n_faces, n_points))(rest)?;
    let (rest, attributes) = attributes::attributes(rest, n_points as usize)?;
    let (rest, _) = surplus("surplus")(rest)?;
    Ok((rest, Geometry { n_points, faces, attributes }))
}
