//! Draco streams of the kind that meshes use: sequential, version 2.2. Format document, section 13.

mod attributes;
mod bits;
mod connectivity;
mod encode;
mod header;
mod integers;
mod octahedron;
mod rans;
mod symbols;
#[cfg(test)]
mod tests;
mod vertices;

pub(crate) use attributes::Attribute;
pub(crate) use encode::encode;
pub(crate) use header::{draco_header, header};
pub(crate) use vertices::{holds, mesh, mesh_of};

use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::words::{part, surplus};
use crate::{Error, ErrorKind, Limits};

/// The contents of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Geometry {
    pub(crate) n_points: u32,
    pub(crate) faces: Vec<[u32; 3]>,
    pub(crate) attributes: Vec<Attribute>,
}

/// Decodes a stream within the default limits.
pub(crate) fn decode(stream: &[u8]) -> Result<Geometry, Error> {
    Reading::new(false, Limits::default(), stream.len()).read(stream, geometry)
}

/// Decodes a stream that is known to hold what it may hold: without limits.
pub(crate) fn decode_all(stream: &[u8]) -> Result<Geometry, Error> {
    let limits = Limits::default().elements(usize::MAX).output_bytes(usize::MAX);
    Reading::new(false, limits, stream.len()).read(stream, geometry)
}

/// A stream, to its end.
pub(crate) fn geometry(input: Input<'_>) -> Parsed<'_, Geometry> {
    let (rest, head) = part("header", header)(input)?;
    let (Some(n_faces), Some(n_points)) = (head.n_faces, head.n_points) else {
        let what = "a Draco stream that is not sequential, or not of version 2.2, or has metadata";
        return Err(input.fatal(ErrorKind::NotDecoded { what }));
    };
    input.grant_elements(n_points as usize)?;
    let (rest, faces) =
        part("connectivity", |input| connectivity::connectivity(input, n_faces, n_points))(rest)?;
    let (rest, attributes) = attributes::attributes(rest, n_points as usize)?;
    let (rest, _) = surplus("surplus")(rest)?;
    Ok((rest, Geometry { n_points, faces, attributes }))
}
