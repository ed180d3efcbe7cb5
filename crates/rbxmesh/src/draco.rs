//! Draco streams of the kind that meshes use: sequential, version 2.2. Format document, section 13.
//!
//! With the feature `draco`, edgebreaker streams are decoded, too.

mod attributes;
mod bits;
mod coded;
mod connectivity;
#[cfg(feature = "draco")]
mod edgebreaker;
mod encode;
mod header;
mod integers;
mod octahedron;
mod rans;
mod symbols;
#[cfg(test)]
mod tests;
mod vertices;

use attributes::Attribute;
pub(crate) use encode::encode;
pub(crate) use header::{draco_header, header};
pub(crate) use vertices::{holds, mesh};

use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::words::{part, surplus};
use crate::{Error, Limits, Vertex};

/// The contents of a stream.
pub(crate) struct Geometry<'a> {
    pub(crate) n_points: u32,
    pub(crate) faces: Vec<[u32; 3]>,
    pub(crate) attributes: Vec<Attribute<'a>>,
}

/// Decodes a stream that this crate made.
pub(crate) fn decode(stream: &[u8]) -> Result<(Vec<Vertex>, Vec<[u32; 3]>), Error> {
    Reading::new(false, unlimited(), stream.len()).read(stream, mesh)
}

/// For streams whose counts are known to be acceptable.
fn unlimited() -> Limits {
    Limits::default().elements(usize::MAX).output_bytes(usize::MAX)
}

const NOT_SEQUENTIAL: &str = "a Draco stream that is not sequential, or not of version 2.2, or has metadata";

#[cfg(feature = "draco")]
use edgebreaker::geometry as others;

/// Streams that are not sequential are kept as they are.
#[cfg(not(feature = "draco"))]
fn others<'a>(start: Input<'a>, _: Input<'a>, _: &crate::DracoHeader) -> Parsed<'a, Geometry<'a>> {
    Err(start.fatal(crate::ErrorKind::NotDecoded { what: NOT_SEQUENTIAL }))
}

/// A stream, to its end.
pub(crate) fn geometry(input: Input<'_>) -> Parsed<'_, Geometry<'_>> {
    let (rest, head) = part("header", header)(input)?;
    let (Some(n_faces), Some(n_points)) = (head.n_faces, head.n_points) else {
        return others(input, rest, &head);
    };
    input.grant_elements(n_points as usize)?;
    let (rest, faces) =
        part("connectivity", |input| connectivity::connectivity(input, n_faces, n_points))(rest)?;
    let (rest, attributes) = attributes::attributes(rest, n_points as usize)?;
    let (rest, _) = surplus("surplus")(rest)?;
    Ok((rest, Geometry { n_points, faces, attributes }))
}
