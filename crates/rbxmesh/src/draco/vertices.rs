//! The attributes of a mesh, as vertices. Format document, section 9.6.

use super::attributes::ValueType;
use super::{Attribute, Geometry, draco_header, unlimited};
use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::wire::{Wire, size_of_wire};
use crate::{Error, ErrorKind, Limits, Tangent, Vertex};
use geom::{Rgba8, Vec2, Vec3};
use nom::Err;

/// The ids of the attributes, with the type and the number of their values.
pub(super) const POSITION: Expected = ("position", 0, ValueType::F32, 3);
pub(super) const NORMAL: Expected = ("normal", 1, ValueType::F32, 3);
pub(super) const UV: Expected = ("texture coordinate", 2, ValueType::F32, 2);
pub(super) const TANGENT: Expected = ("tangent", 3, ValueType::U8, 4);
pub(super) const COLOUR: Expected = ("colour", 4, ValueType::U8, 4);

pub(super) type Expected = (&'static str, u32, ValueType, u8);

/// The values of each attribute, one per vertex.
pub(crate) struct Values<'a> {
    n_points: usize,
    positions: &'a [[u8; 12]],
    normals: &'a [[u8; 12]],
    uvs: &'a [[u8; 8]],
    tangents: &'a [[u8; 4]],
    colours: &'a [[u8; 4]],
}

impl<'a> Values<'a> {
    /// The attributes of vertices; others are ignored. All but the positions may be missing.
    pub(crate) fn of(geometry: &'a Geometry<'_>) -> Result<Self, ErrorKind> {
        let n_points = geometry.n_points as usize;
        let values = Self {
            n_points,
            positions: values(geometry, POSITION)?,
            normals: values(geometry, NORMAL)?,
            uvs: values(geometry, UV)?,
            tangents: values(geometry, TANGENT)?,
            colours: values(geometry, COLOUR)?,
        };
        if values.positions.len() < n_points {
            return Err(ErrorKind::Missing { what: "position attribute" });
        }
        Ok(values)
    }

    /// All vertices.
    pub(crate) fn to_vec(&self) -> Vec<Vertex> {
        let Self { n_points, positions, normals, uvs, tangents, colours } = *self;
        // If no attribute is missing, as in all known files: three times as fast as looking up each value.
        if [normals.len(), uvs.len(), tangents.len(), colours.len()] == [n_points; 4] {
            let floats = positions.iter().zip(normals).zip(uvs);
            let rows = floats.zip(tangents.iter().zip(colours));
            return rows
                .map(|(((position, normal), uv), (tangent, colour))| Vertex {
                    position: Vec3::decode(position),
                    normal: Vec3::decode(normal),
                    uv: Vec2::decode(uv),
                    tangent: Tangent(*tangent),
                    colour: Rgba8::decode(colour),
                })
                .collect();
        }
        self.iter().collect()
    }

    /// The vertices one by one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Vertex> {
        let Vertex { normal, uv, tangent, colour, .. } = Vertex::default();
        self.positions.iter().enumerate().map(move |(index, position)| Vertex {
            position: Vec3::decode(position),
            normal: self.normals.get(index).map_or(normal, Vec3::decode),
            uv: self.uvs.get(index).map_or(uv, Vec2::decode),
            tangent: self.tangents.get(index).map_or(tangent, |bytes| Tangent(*bytes)),
            colour: self.colours.get(index).map_or(colour, Rgba8::decode),
        })
    }
}

/// The values of an attribute; none if there is no such attribute.
fn values<'a, const N: usize>(
    geometry: &'a Geometry<'_>,
    (name, id, value_type, width): Expected,
) -> Result<&'a [[u8; N]], ErrorKind> {
    let Some(Attribute { format, values }) =
        geometry.attributes.iter().find(|attribute| attribute.format.id == id)
    else {
        return Ok(&[]);
    };
    if (format.value_type, format.width) != (value_type, width) {
        return Err(ErrorKind::Unexpected {
            expected: format!("{width} of {value_type:?} as a {name}").into(),
            found: format!("{} of {:?}", format.width, format.value_type),
        });
    }
    Ok(values.as_chunks().0)
}

/// A stream as vertices and faces.
pub(crate) fn mesh(input: Input<'_>) -> Parsed<'_, (Vec<Vertex>, Vec<[u32; 3]>)> {
    let (rest, geometry) = super::geometry(input)?;
    // Vertices are made from a few bytes, too.
    input.grant_output((geometry.n_points as usize).saturating_mul(size_of_wire::<_, Vertex>()))?;
    let vertices = Values::of(&geometry).map_err(|kind| Err::Failure(input.error(kind)))?.to_vec();
    Ok((rest, (vertices, geometry.faces)))
}

/// Whether a stream holds exactly these vertices and faces, or an error if it cannot be decoded.
///
/// If there are any, the caller must have compared their number with that of the points, where the header states it.
pub(crate) fn holds(stream: &[u8], vertices: &[Vertex], faces: &[[u32; 3]]) -> Result<bool, Error> {
    // The header of an edgebreaker stream does not state the number of its points.
    let is_counted =
        !vertices.is_empty() && draco_header(stream).is_some_and(|header| header.n_points.is_some());
    let limits = if is_counted { unlimited() } else { Limits::default() };
    Reading::new(false, limits, stream.len()).read(stream, |input| {
        let (rest, geometry) = super::geometry(input)?;
        // Not collected into a vector, which would be a third copy of the vertices.
        let values = Values::of(&geometry).map_err(|kind| Err::Failure(input.error(kind)))?;
        let is_same = geometry.n_points as usize == vertices.len()
            && geometry.faces == faces
            && values.iter().map(|vertex| vertex.encode()).eq(vertices.iter().map(Wire::encode));
        Ok((rest, is_same))
    })
}
