//! Reads blobs of solid modelling.

mod collision;
mod edgebreaker;
mod indices;
mod mesh;
mod solid;

use super::model::{Csg, Key};
use super::wire::{COLLISION, CSGK, HIDDEN_MESH, SOLID};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::parsers::{field, fixed, literal, surplus};
use crate::common::show::{Show, SpanType, in_quotes, quoted};
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::options::ReadOptions;
use nom::Parser;

/// Returns true if the bytes look like a blob of solid modelling; the first 27 are enough.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    [HIDDEN_MESH, COLLISION, CSGK, SOLID].iter().any(|start| bytes.starts_with(start))
}

/// Reads a blob.
///
/// # Errors
///
/// If nothing usable can be read, or a default limit is exceeded.
///
/// ```
/// use rbxmesh::csg::{Csg, Shape, read};
///
/// let Csg::Collision(collision) = read(b"CSGPHS\0\0\0\0BLOCK")? else { panic!("collision data") };
/// assert_eq!(collision.shape, Shape::Block);
/// # Ok::<(), rbxmesh::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Csg, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a blob, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Csg, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, blob)?;
    Ok((model, reading.into_warnings()))
}

/// Reads a blob, and reports to `trace` what each byte is, up to any damage that ends reading.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Csg, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, blob);
    (result, reading.into_warnings())
}

/// Reads a blob. Format document, section 2.
fn blob(input: Input<'_>) -> Parsed<'_, Csg> {
    let starts = |with| input.bytes().starts_with(with);
    match () {
        () if starts(HIDDEN_MESH) => mesh::mesh.map(Csg::Mesh).parse(input),
        () if starts(COLLISION) => collision::collision.map(Csg::Collision).parse(input),
        () if starts(SOLID) => solid::solid.map(Csg::Solid).parse(input),
        () if starts(CSGK) => key.map(Csg::Key).parse(input),
        () => {
            let expected = "CSGMDL, CSGPHS, CSGK or SolidMesh".into();
            Err(input.fatal(ErrorKind::Unexpected { expected, found: in_quotes(input.bytes()) }))
        }
    }
}

impl Show for Key {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

/// Reads the key of a blob. Section 6.
fn key(input: Input<'_>) -> Parsed<'_, Key> {
    let (rest, ()) = field("magic", literal(CSGK))(input)?;
    let (rest, key) = field("key", |input| fixed.map(Key).parse(input))(rest)?;
    let (rest, _) = surplus("trailing")(rest)?;
    Ok((rest, key))
}

/// The number of triangles with `n_indices` indices. Fails at `input` if that is not divisible by 3.
fn triangles_of(input: Input<'_>, n_indices: usize) -> Checked<usize> {
    if n_indices.is_multiple_of(3) {
        return Ok(n_indices / 3);
    }
    let expected = "a number of indices that is divisible by 3".into();
    Err(input.fatal(ErrorKind::Unexpected { expected, found: n_indices.to_string() }))
}

/// Warns of triangles with points that do not exist. The first triangle is at `at`, and each further one `stride` bytes
/// later.
fn warn_beyond(
    (at, stride): (Input<'_>, usize),
    name: &'static str,
    triangles: &[[u32; 3]],
    n_points: usize,
) -> Checked {
    let most = triangles.as_flattened().iter().copied().max();
    if most.is_none_or(|most| (most as usize) < n_points) {
        return Ok(());
    }
    for (index, triangle) in triangles.iter().enumerate() {
        let beyond = triangle.iter().find(|point| **point as usize >= n_points);
        if let Some(found) = beyond.copied().map(u64::from) {
            let (place, _) = at.split(index.saturating_mul(stride))?;
            let kind = || ErrorKind::OutOfRange { what: "vertex", found, bound: n_points as u64 };
            place.warn_with(|| place.error(kind()).inside(format!("{name}[{index}]")))?;
        }
    }
    Ok(())
}
