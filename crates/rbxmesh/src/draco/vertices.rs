//! Converts attributes to vertices. Format document, section 9.6.

use super::attributes::{Attribute, Values};
use super::coded::{self, BLOCK, Coded};
use super::vertex_attributes::{COLOUR, NORMAL, POSITION, TANGENT, UV, VertexAttribute};
use super::{Geometry, draco_header, unlimited};
use crate::common::error::Error;
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Tangent, Vertex};
use crate::wire::size_of_wire;
use geom::{Rgba8, Vec2, Vec3};

/// Converts the attributes of a stream to vertices, one block of points at a time.
pub(crate) struct Blocks<'a> {
    n_points: usize,
    n_done: usize,
    position: Column<'a>,
    normal: Column<'a>,
    uv: Column<'a>,
    tangent: Column<'a>,
    colour: Column<'a>,
}

/// The values of one attribute of all vertices.
enum Column<'a> {
    Values(Values<'a>),
    /// The stream does not have the attribute: enough values of a default vertex for a block.
    Default(Vec<u8>),
}

impl<'a> Blocks<'a> {
    /// Selects the attributes of vertices, and ignores others. All except the positions may be missing, or may have
    /// another type.
    pub(crate) fn select(
        input: Input<'_>,
        n_points: usize,
        mut attributes: Vec<Attribute<'a>>,
    ) -> Checked<Self> {
        let formats: Vec<_> = attributes.iter().map(|attribute| attribute.format).collect();
        let Vertex { position, normal, uv, tangent, colour } = Vertex::default();
        let mut column = |known: VertexAttribute, default: &[u8]| {
            let id = known.find(&formats);
            let index = attributes.iter().position(|attribute| Some(attribute.format.id) == id);
            let fault = match index.map(|index| attributes.swap_remove(index)) {
                Some(Attribute { format, values }) if known.fits(&format) => {
                    return Ok(Column::Values(values));
                }
                Some(Attribute { format, .. }) => ErrorKind::Unexpected {
                    expected: format!("{} of {:?} as a {}", known.width, known.value_type, known.name).into(),
                    found: format!("{} of {:?}", format.width, format.value_type),
                },
                None if known.id == POSITION.id && n_points > 0 => {
                    ErrorKind::Missing { what: "position attribute" }
                }
                None => return Ok(Column::Default(default.repeat(BLOCK))),
            };
            if known.id == POSITION.id {
                return Err(input.fatal(fault));
            }
            input.warn(|| fault)?;
            Ok(Column::Default(default.repeat(BLOCK)))
        };
        Ok(Self {
            n_points,
            n_done: 0,
            position: column(POSITION, &position.encode())?,
            normal: column(NORMAL, &normal.encode())?,
            uv: column(UV, &uv.encode())?,
            tangent: column(TANGENT, &tangent.0)?,
            colour: column(COLOUR, &colour.encode())?,
        })
    }

    pub(crate) fn is_unfinished(&self) -> bool {
        self.n_done < self.n_points
    }

    /// Decodes the vertices of the next block.
    pub(crate) fn next(&mut self, input: Input<'_>) -> Checked<impl ExactSizeIterator<Item = Vertex>> {
        let start = self.n_done;
        let count = self.n_points.saturating_sub(start).min(BLOCK);
        self.n_done = start.saturating_add(count);
        let is_last = !self.is_unfinished();
        let Self { position, normal, uv, tangent, colour, .. } = &mut *self;
        let mut coded: Vec<_> =
            [position, normal, uv, tangent, colour].into_iter().filter_map(Column::coded).collect();
        coded::next(input, &mut coded, count)?;
        if is_last {
            coded.into_iter().try_for_each(|coded| coded::finish(input, coded))?;
        }
        let floats = self.position.rows(start, count).iter().zip(self.normal.rows(start, count));
        let rows = floats.zip(self.uv.rows(start, count));
        let rows = rows.zip(self.tangent.rows(start, count).iter().zip(self.colour.rows(start, count)));
        Ok(rows.map(|(((position, normal), uv), (tangent, colour))| Vertex {
            position: Vec3::decode(position),
            normal: Vec3::decode(normal),
            uv: Vec2::decode(uv),
            tangent: Tangent(*tangent),
            colour: Rgba8::decode(colour),
        }))
    }
}

impl<'a> Column<'a> {
    fn coded(&mut self) -> Option<&mut Coded<'a>> {
        match self {
            Self::Values(Values::Coded(coded)) => Some(coded),
            Self::Values(Values::Whole(_)) | Self::Default(_) => None,
        }
    }

    /// The values of `count` points from `start`. Encoded values must have been decoded before.
    fn rows<const N: usize>(&self, start: usize, count: usize) -> &[[u8; N]] {
        let (bytes, start) = match self {
            Self::Values(Values::Whole(values)) => (values.as_ref(), start),
            Self::Values(Values::Coded(coded)) => (coded.bytes(), 0),
            Self::Default(values) => (values.as_slice(), 0),
        };
        bytes.as_chunks().0.get(start..start.saturating_add(count)).unwrap_or_default()
    }
}

/// Decodes a stream to vertices and faces.
pub(crate) fn mesh(input: Input<'_>) -> Parsed<'_, (Vec<Vertex>, Vec<[u32; 3]>)> {
    let (rest, Geometry { n_points, faces, attributes }) = super::geometry(input)?;
    let n_points = n_points as usize;
    // Even a few bytes can expand to many vertices.
    input.charge_output(n_points.saturating_mul(size_of_wire::<_, Vertex>()))?;
    let mut blocks = Blocks::select(input, n_points, attributes)?;
    let mut vertices = Vec::with_capacity(n_points);
    while blocks.is_unfinished() {
        vertices.extend(blocks.next(input)?);
    }
    Ok((rest, (vertices, faces)))
}

/// Returns true if a stream holds exactly these vertices and faces, or an error if it cannot be decoded.
///
/// If there are vertices, and the header of the stream states the number of points, the caller must have compared the
/// two numbers.
pub(crate) fn holds(stream: &[u8], vertices: &[Vertex], faces: &[[u32; 3]]) -> Result<bool, Error> {
    // The header of an edgebreaker stream does not state the number of its points.
    let is_counted =
        !vertices.is_empty() && draco_header(stream).is_some_and(|header| header.n_points.is_some());
    let limits = if is_counted { unlimited() } else { Limits::default() };
    Reading::new(false, limits, stream.len()).read(stream, |input| {
        let (rest, geometry) = super::geometry(input)?;
        let n_points = geometry.n_points as usize;
        let mut is_same = n_points == vertices.len() && geometry.faces == faces;
        let mut blocks = Blocks::select(input, n_points, geometry.attributes)?;
        let mut vertices = vertices.iter().map(Wire::encode);
        // Not collected into a vector, which would be a second copy of the vertices.
        while blocks.is_unfinished() {
            is_same &= blocks.next(input)?.all(|vertex| vertices.next() == Some(vertex.encode()));
        }
        Ok((rest, is_same))
    })
}
