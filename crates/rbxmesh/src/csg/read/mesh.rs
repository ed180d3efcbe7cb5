//! Reads render meshes. Format document, section 3.

use super::indices::coded;
use super::{triangles_of, warn_beyond};
use crate::common::input::{Input, Parsed};
use crate::common::kinds::counted;
use crate::common::packed::PlainBuffer;
use crate::common::parsers::{ParseFn, bytes, field, fixed, remainder, surplus};
use crate::common::show::SpanType;
use crate::common::wire::{Wire, records, rows, value};
use crate::csg::model::UnionMesh;
use crate::csg::wire::{HEAD, UnionVertex, uncover};
use crate::error::ErrorKind;
use geom::{Rgba8, Vec2, Vec3};

/// The number of bytes of unknown meaning before the vertices of versions 2 and 4. Section 3.1.
const UNKNOWN: usize = 32;

/// The size of a vertex in bytes.
const STRIDE: usize = 84;

pub(super) fn mesh(input: Input<'_>) -> Parsed<'_, UnionMesh> {
    let (rest, version) = field("version", version)(input)?;
    let (rest, mut mesh) = match version {
        2 | 4 => hidden(rest, version)?,
        5 => columns(rest)?,
        _ => {
            let expected = "version 2, 4 or 5 of CSGMDL".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: version.to_string() }));
        }
    };
    mesh.version = version;
    Ok((rest, mesh))
}

/// Reads the version after the magic number. Section 2.
fn version(input: Input<'_>) -> Parsed<'_, u32> {
    let (rest, head) = fixed::<HEAD>(input)?;
    let version = uncover(&head, 0).last_chunk().map_or(0, |version| u32::from_le_bytes(*version));
    Ok((rest, version))
}

/// Reads versions 2 and 4, in which all bytes are obscured with a key. Section 3.1.
fn hidden(input: Input<'_>, version: u32) -> Parsed<'_, UnionMesh> {
    const HIDDEN: &SpanType =
        &SpanType::field(|bytes, _, out| write!(out, "hidden, of {}", counted(bytes.len(), "byte")));
    input.charge_output(input.bytes().len())?;
    let span = input.open("hidden", HIDDEN)?;
    let (end, bytes) = remainder(input)?;
    let mut plain = PlainBuffer { buffer: uncover(bytes, HEAD), len: bytes.len() };
    let mesh = input.read_inner(input.position(), &mut plain, |plain| interleaved(plain, version))?;
    end.close(span, 0);
    Ok((end, mesh))
}

fn interleaved(input: Input<'_>, version: u32) -> Parsed<'_, UnionMesh> {
    let mut mesh = UnionMesh::default();
    let (rest, unknown) = field("unknown", bytes(UNKNOWN))(input)?;
    mesh.unknown = unknown.to_vec();
    let (rest, n_vertices) = field("n_vertices", value::<_, u32>)(rest)?;
    let (at, stride) = field("stride", value::<_, u32>)(rest)?;
    if stride as usize != STRIDE {
        let expected = format!("vertices of {STRIDE} bytes").into();
        return Err(rest.fatal(ErrorKind::Unexpected { expected, found: stride.to_string() }));
    }
    let table = <UnionVertex as Wire<STRIDE>>::TABLE;
    let (rest, vertices) = records("vertices", n_vertices as usize, STRIDE, table, 0)(at)?;
    split(vertices, &mut mesh);
    let (at, n_indices) = field("n_indices", value::<_, u32>)(rest)?;
    let n_triangles = triangles_of(rest, n_indices as usize)?;
    let (mut rest, triangles) = rows("triangles", n_triangles)(at)?;
    mesh.triangles = triangles;
    warn_beyond((at, 12), "triangles", &mesh.triangles, mesh.positions.len())?;
    // Version 2 has no levels of detail. Format document, section 3.1.
    if version == 4 {
        let n_bounds;
        (rest, n_bounds) = field("n_bounds", value::<_, u32>)(rest)?;
        (rest, mesh.bounds) = bounds(n_bounds as usize, &mesh)(rest)?;
    }
    trailing(rest, mesh)
}

/// Splits the records of vertices into the lists of `mesh`.
fn split(vertices: &[u8], mesh: &mut UnionMesh) {
    let (vertices, _) = vertices.as_chunks::<STRIDE>();
    let n = vertices.len();
    (mesh.positions, mesh.normals) = (Vec::with_capacity(n), Vec::with_capacity(n));
    (mesh.colours, mesh.sides) = (Vec::with_capacity(n), Vec::with_capacity(n));
    (mesh.uvs, mesh.tangents) = (Vec::with_capacity(n), Vec::with_capacity(n));
    for vertex in vertices {
        let UnionVertex { position, normal, colour, side, uv, tangent, .. } = UnionVertex::decode(vertex);
        mesh.positions.push(position);
        mesh.normals.push(normal);
        mesh.colours.push(colour);
        mesh.sides.push(side);
        mesh.uvs.push(uv);
        mesh.tangents.push(tangent);
    }
}

/// Reads version 5. Section 3.2.
fn columns(input: Input<'_>) -> Parsed<'_, UnionMesh> {
    let mut mesh = UnionMesh::default();
    let (rest, n) = field("n_positions", value::<_, u16>)(input)?;
    let n = usize::from(n);
    let (rest, positions) = rows::<_, Vec3>("positions", n)(rest)?;
    let (rest, normals) = directions(["n_normals", "normals_size", "normals"], n)(rest)?;
    let (rest, colours) = column::<_, Rgba8>(["n_colours", "colours"], n)(rest)?;
    let (rest, sides) = column::<_, u8>(["n_sides", "sides"], n)(rest)?;
    let (rest, uvs) = column::<_, Vec2>(["n_uvs", "uvs"], n)(rest)?;
    let (rest, tangents) = directions(["n_tangents", "tangents_size", "tangents"], n)(rest)?;
    (mesh.positions, mesh.normals, mesh.colours) = (positions, normals, colours);
    mesh.sides = sides.into_iter().map(u32::from).collect();
    (mesh.uvs, mesh.tangents) = (uvs, tangents);
    let (rest, triangles) = triangles(rest, n)?;
    mesh.triangles = triangles;
    let (rest, n_bounds) = field("n_bounds", value::<_, u8>)(rest)?;
    let (rest, bounds) = bounds(n_bounds.into(), &mesh)(rest)?;
    mesh.bounds = bounds;
    trailing(rest, mesh)
}

/// Reads a list after its count, which must be the number of vertices.
fn column<'a, const N: usize, T: Wire<N>>(
    [count, name]: [&'static str; 2],
    n_vertices: usize,
) -> impl ParseFn<'a, Vec<T>> {
    move |input| {
        let (rest, n) = field(count, value::<_, u16>)(input)?;
        equal(input, name, usize::from(n), n_vertices)?;
        rows(name, n_vertices)(rest)
    }
}

/// Reads a list of unit vectors with 16 bits per component. Its count must be the number of vertices.
fn directions<'a>([count, size, name]: [&'static str; 3], n_vertices: usize) -> impl ParseFn<'a, Vec<Vec3>> {
    move |input| {
        let (at, n) = field(count, value::<_, u16>)(input)?;
        equal(input, name, usize::from(n), n_vertices)?;
        let (rest, size) = field(size, value::<_, u32>)(at)?;
        equal(at, "bytes", size as usize, n_vertices.saturating_mul(6))?;
        let (rest, all) = rows::<_, [u16; 3]>(name, n_vertices)(rest)?;
        Ok((rest, all.into_iter().map(|direction| Vec3::from_array(direction.map(component))).collect()))
    }
}

/// Converts a component of a unit vector from steps: 0 to 65534 become -1 to 1.
fn component(steps: u16) -> f32 {
    const HALF: f32 = 32_767.0;
    // 65535 is read as 1. Format document, section 3.2.
    ((f32::from(steps) - HALF) / HALF).min(1.0)
}

fn equal(
    input: Input<'_>,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), nom::Err<crate::common::error::Error>> {
    match found == expected {
        true => Ok(()),
        false => Err(input.fatal(ErrorKind::Mismatch { what, found, expected })),
    }
}

fn triangles(input: Input<'_>, n_vertices: usize) -> Parsed<'_, Vec<[u32; 3]>> {
    let (rest, n_indices) = field("n_indices", value::<_, u32>)(input)?;
    let n_triangles = triangles_of(input, n_indices as usize)?;
    let (rest, size) = field("indices_size", value::<_, u32>)(rest)?;
    let (rest, stream) = rest.split(size as usize)?;
    let (after, triangles) = coded("triangles", n_triangles)(stream)?;
    surplus("after_triangles")(after)?;
    warn_beyond((stream, 0), "triangles", &triangles, n_vertices)?;
    Ok((rest, triangles))
}

/// Reads the bounds of the levels. Section 3.4.
fn bounds<'a>(n: usize, mesh: &UnionMesh) -> impl ParseFn<'a, Vec<u32>> {
    let n_indices = mesh.triangles.len().saturating_mul(3);
    move |input| {
        let (rest, bounds) = rows("bounds", n)(input)?;
        let bounds: Vec<u32> = bounds;
        let is_sound = |bound: &u32| bound.is_multiple_of(3) && *bound as usize <= n_indices;
        if !bounds.is_sorted() || !bounds.iter().all(is_sound) {
            let expected = "ascending bounds of triangles that exist";
            input.warn_with(|| input.error(ErrorKind::Malformed { expected }).inside("bounds"))?;
        }
        Ok((rest, bounds))
    }
}

fn trailing(input: Input<'_>, mut mesh: UnionMesh) -> Parsed<'_, UnionMesh> {
    let (rest, trailing) = surplus("trailing")(input)?;
    mesh.trailing = trailing.to_vec();
    Ok((rest, mesh))
}
