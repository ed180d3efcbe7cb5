//! Vertices and texture coordinates once, in the type and size asked for.

use super::Canonical;
use super::unique;
use crate::visit::{Visitor, visit};
use crate::{
    Chunk, Command, CoordinateType, Coordinates, Error, ErrorKind, Model, OrientationIndex, Scalar,
    SkinIndex, TexCoordIndex, TexCoords, VertexIndex, Vertices,
};

pub(super) fn unite(model: &mut Model, options: &Canonical) -> Result<(), Error> {
    let coordinate = options.coordinates.unwrap_or(model.types.coordinate);
    let mut roles = Roles(vec![Role::default(); model.vertices().map_or(0, Vertices::len)]);
    visit(model, &mut roles);
    if let Some(vertices) = model.vertices() {
        for (role, skin) in roles.0.iter_mut().zip(&vertices.skins) {
            role.is_orientation |= *skin == SkinIndex::ORIENTATION;
        }
    }
    let shrink = if options.normalise { largest(model, &roles.0) } else { None };
    if let Some(largest) = shrink {
        let scale = f64::from(if model.scale > 0.0 { model.scale } else { 1.0 });
        model.scale = Scalar::F64(scale * largest).single();
    }
    vertices(model, &roles.0, shrink, coordinate, options.drop_unused)?;
    tex_coords(model, coordinate)?;
    scalars(model, shrink, coordinate)?;
    model.types.coordinate = coordinate;
    Ok(())
}

/// What a vertex is used as; it may be several.
#[derive(Debug, Clone, Copy, Default)]
struct Role {
    is_point: bool,
    is_normal: bool,
    is_orientation: bool,
}

impl Role {
    /// Whether its size is the model's. What nothing names is a point, unless its skin says orientation.
    fn scales(self) -> bool {
        self.is_point || (!self.is_normal && !self.is_orientation)
    }

    fn keeps_size(self) -> bool {
        self.is_normal || self.is_orientation
    }
}

struct Roles(Vec<Role>);

impl Roles {
    fn at(&mut self, index: Option<usize>) -> Option<&mut Role> {
        self.0.get_mut(index?)
    }
}

impl Visitor for Roles {
    fn vertex(&mut self, vertex: &mut VertexIndex) {
        self.at(vertex.get()).into_iter().for_each(|role| role.is_point = true);
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        self.at(vertex.get()).into_iter().for_each(|role| role.is_normal = true);
    }

    fn orientation(&mut self, vertex: &mut OrientationIndex) {
        self.at(vertex.get()).into_iter().for_each(|role| role.is_orientation = true);
    }
}

/// The largest coordinate of a point, without sign.
fn largest(model: &Model, roles: &[Role]) -> Option<f64> {
    let vertices = model.vertices()?;
    let points = roles.iter().enumerate().filter(|(_, role)| role.scales());
    let sides = points.filter_map(|(i, _)| vertices.coordinates.get(i)).flat_map(|[x, y, z, _]| [x, y, z]);
    let largest = sides.map(f64::abs).filter(|side| side.is_finite()).fold(0.0, f64::max);
    (largest > 0.0).then_some(largest)
}

fn vertices(
    model: &mut Model,
    roles: &[Role],
    shrink: Option<f64>,
    coordinate: CoordinateType,
    drop_unused: bool,
) -> Result<(), Error> {
    let mut moved = Moved::default();
    if let Some(vertices) = model.vertices_mut() {
        let mut rows = Vec::with_capacity(roles.len());
        for (vertex, role) in (0..).zip(roles) {
            let is_there = !drop_unused || role.is_point || role.keeps_size();
            let mut add = |shrinks: bool, is_asked: bool| {
                let row = VertexIndex(u32::try_from(rows.len()).unwrap_or(u32::MAX));
                if !is_there || !is_asked {
                    return VertexIndex::NONE;
                }
                rows.push(Row { vertex, shrinks });
                row
            };
            // One that is a point and a normal becomes two; where they are equal they become one again.
            moved.points.push(add(true, role.scales()));
            moved.others.push(add(false, role.keeps_size()));
        }
        vertices.coordinates = vertices.coordinates.of_rows(&rows, shrink, coordinate)?;
        // Columns that the header had absent are taken away again when the widths are chosen.
        vertices.colours = of_rows(&vertices.colours, &rows);
        vertices.skins = of_rows(&vertices.skins, &rows);
        let places = unique::places(rows.len(), |row| words(vertices, row));
        vertices.coordinates.keep_firsts(&places);
        unique::keep_firsts(&mut vertices.colours, &places);
        unique::keep_firsts(&mut vertices.skins, &places);
        for row in moved.points.iter_mut().chain(&mut moved.others) {
            *row = row.get().and_then(|row| places.get(row)).map_or(VertexIndex::NONE, |at| VertexIndex(*at));
        }
    }
    visit(model, &mut moved);
    Ok(())
}

/// A vertex to be: which it was, and whether it becomes smaller with the model.
#[derive(Clone, Copy)]
struct Row {
    vertex: u32,
    shrinks: bool,
}

/// One field of the vertices to be.
fn of_rows<T: Copy + Default>(all: &[T], rows: &[Row]) -> Vec<T> {
    rows.iter().map(|row| all.get(row.vertex as usize).copied().unwrap_or_default()).collect()
}

/// All that a vertex is told from others by.
fn words(vertices: &Vertices, index: usize) -> [u64; 5] {
    let [x, y, z, w] = vertices.coordinates.scalars(index).map(Scalar::bits);
    let colour = vertices.colours.get(index).copied().unwrap_or_default().0;
    let skin = vertices.skins.get(index).copied().unwrap_or_default().0;
    [x, y, z, w, u64::from(colour) << 32 | u64::from(skin)]
}

/// What vertices have become; those that name nothing name nothing.
#[derive(Default)]
struct Moved {
    points: Vec<VertexIndex>,
    others: Vec<VertexIndex>,
}

fn moved(list: &[VertexIndex], index: Option<usize>) -> VertexIndex {
    index.and_then(|old| list.get(old)).copied().unwrap_or(VertexIndex::NONE)
}

impl Visitor for Moved {
    fn vertex(&mut self, vertex: &mut VertexIndex) {
        *vertex = moved(&self.points, vertex.get());
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        *vertex = moved(&self.others, vertex.get());
    }

    fn orientation(&mut self, vertex: &mut OrientationIndex) {
        *vertex = OrientationIndex(moved(&self.others, vertex.get()).0);
    }
}

fn tex_coords(model: &mut Model, coordinate: CoordinateType) -> Result<(), Error> {
    let mut moved = MovedTexCoords(Vec::new());
    if let Some(map) = model.texture_map_mut() {
        if map.pairs.coordinate_type() != coordinate {
            map.pairs = map.pairs.converted(coordinate)?;
        }
        let pairs = &mut map.pairs;
        moved.0 = unique::places(pairs.len(), |pair| pairs.words(pair));
        pairs.keep_firsts(&moved.0);
    }
    visit(model, &mut moved);
    Ok(())
}

struct MovedTexCoords(Vec<u32>);

impl Visitor for MovedTexCoords {
    fn tex_coord(&mut self, tex_coord: &mut TexCoordIndex) {
        let place = tex_coord.get().and_then(|old| self.0.get(old));
        *tex_coord = place.map_or(TexCoordIndex::NONE, |place| TexCoordIndex(*place));
    }
}

/// The numbers of shapes: lengths shrink with the model, and all are stored as coordinates are.
fn scalars(model: &mut Model, shrink: Option<f64>, coordinate: CoordinateType) -> Result<(), Error> {
    let shapes = model.chunks.iter_mut().filter_map(|chunk| match chunk {
        Chunk::Shape(shape) => Some(shape),
        _ => None,
    });
    if let Some(shrink) = shrink {
        let lengths = shapes.flat_map(|shape| &mut shape.commands).flat_map(lengths);
        lengths.for_each(|length| *length = Scalar::F64(length.get() / shrink));
    }
    let mut convert = Convert { coordinate, error: None };
    visit(model, &mut convert);
    convert.error.map_or(Ok(()), Err)
}

fn lengths(command: &mut Command) -> Vec<&mut Scalar> {
    match command {
        Command::EdgeLength { length } => vec![length],
        Command::Distance { distance, .. } => vec![distance],
        Command::Circle { radius, .. } | Command::Sphere { radius, .. } => vec![radius],
        Command::Cylinder { bottom, top } => vec![&mut bottom.2, &mut top.2],
        Command::Torus { radius, tube_radius, .. } => vec![radius, tube_radius],
        _ => Vec::new(),
    }
}

struct Convert {
    coordinate: CoordinateType,
    error: Option<Error>,
}

impl Visitor for Convert {
    fn scalar(&mut self, scalar: &mut Scalar) {
        let converted = match self.coordinate {
            CoordinateType::Int8 => i8::nearest(*scalar).map(Scalar::I8),
            CoordinateType::Int16 => i16::nearest(*scalar).map(Scalar::I16),
            CoordinateType::Float => f32::nearest(*scalar).map(Scalar::F32),
            CoordinateType::Double => f64::nearest(*scalar).map(Scalar::F64),
        };
        match converted {
            Ok(converted) => *scalar = converted,
            Err(error) => self.error = Some(error.inside("SHPE")),
        }
    }
}

/// What a coordinate is stored as.
trait Stored: Sized {
    /// This number itself, or the nearest to it; halves are rounded away from 0.
    fn nearest(scalar: Scalar) -> Result<Self, Error>;
}

impl Stored for i8 {
    #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127")]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            Scalar::I8(number) => Ok(number),
            other => Ok(integer(other, 127.0, "one byte, which holds -1 to 1")? as Self),
        }
    }
}

impl Stored for i16 {
    #[expect(clippy::cast_possible_truncation, reason = "between -32767 and 32767")]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            Scalar::I16(number) => Ok(number),
            other => Ok(integer(other, 32767.0, "two bytes, which hold -1 to 1")? as Self),
        }
    }
}

impl Stored for f32 {
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            Scalar::F32(number) => Ok(number),
            other => Ok(other.single()),
        }
    }
}

impl Stored for f64 {
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        Ok(scalar.get())
    }
}

/// The nearest integer of those that `most` is the largest of.
fn integer(scalar: Scalar, most: f64, width: &'static str) -> Result<f64, Error> {
    let scaled = (scalar.get() * most).round();
    if scaled.abs() <= most {
        return Ok(scaled);
    }
    let value = scalar.get().to_string();
    Err(Error::model(ErrorKind::DoesNotFit { what: "coordinate", value, width }))
}

impl Scalar {
    /// As a float; doubles are rounded.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    fn single(self) -> f32 {
        self.get() as f32
    }

    fn bits(self) -> u64 {
        match self {
            Self::I8(number) => number.cast_unsigned().into(),
            Self::I16(number) => number.cast_unsigned().into(),
            Self::F32(number) => number.to_bits().into(),
            Self::F64(number) => number.to_bits(),
        }
    }
}

impl Coordinates {
    fn scalars(&self, index: usize) -> [Scalar; 4] {
        let zero = [Scalar::F64(0.0); 4];
        match self {
            Self::I8(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I8)),
            Self::I16(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I16)),
            Self::F32(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F32)),
            Self::F64(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F64)),
        }
    }

    /// Those of the vertices to be, in the type asked for.
    fn of_rows(&self, rows: &[Row], shrink: Option<f64>, coordinate: CoordinateType) -> Result<Self, Error> {
        Ok(match coordinate {
            CoordinateType::Int8 => Self::I8(self.list(rows, shrink)?),
            CoordinateType::Int16 => Self::I16(self.list(rows, shrink)?),
            CoordinateType::Float => Self::F32(self.list(rows, shrink)?),
            CoordinateType::Double => Self::F64(self.list(rows, shrink)?),
        })
    }

    fn list<T: Stored>(&self, rows: &[Row], shrink: Option<f64>) -> Result<Vec<[T; 4]>, Error> {
        let mut list = Vec::with_capacity(rows.len());
        for row in rows {
            let mut scalars = self.scalars(row.vertex as usize);
            if let (Some(by), [sides @ .., _], true) = (shrink, &mut scalars, row.shrinks) {
                sides.iter_mut().for_each(|side| *side = Scalar::F64(side.get() / by));
            }
            let [x, y, z, w] = scalars.map(T::nearest);
            let all = || Ok([x?, y?, z?, w?]);
            list.push(
                all()
                    .map_err(|error: Error| error.inside(format!("vertex {}", row.vertex)).inside("VRTS"))?,
            );
        }
        Ok(list)
    }

    fn keep_firsts(&mut self, places: &[u32]) {
        match self {
            Self::I8(list) => unique::keep_firsts(list, places),
            Self::I16(list) => unique::keep_firsts(list, places),
            Self::F32(list) => unique::keep_firsts(list, places),
            Self::F64(list) => unique::keep_firsts(list, places),
        }
    }
}

impl TexCoords {
    fn words(&self, index: usize) -> [u64; 2] {
        match self {
            Self::U8(list) => list.get(index).map_or([0; 2], |pair| pair.map(u64::from)),
            Self::U16(list) => list.get(index).map_or([0; 2], |pair| pair.map(u64::from)),
            Self::F32(list) => list.get(index).map_or([0; 2], |pair| pair.map(|side| side.to_bits().into())),
            Self::F64(list) => list.get(index).map_or([0; 2], |pair| pair.map(f64::to_bits)),
        }
    }

    /// The nearest of this type; halves are rounded up.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 65535; or rounding"
    )]
    fn converted(&self, coordinate: CoordinateType) -> Result<Self, Error> {
        let pairs: Vec<[f64; 2]> = match self {
            Self::U8(list) => list.iter().map(|pair| pair.map(|side| f64::from(side) / 255.0)).collect(),
            Self::U16(list) => list.iter().map(|pair| pair.map(|side| f64::from(side) / 65535.0)).collect(),
            Self::F32(list) => list.iter().map(|pair| pair.map(f64::from)).collect(),
            Self::F64(list) => list.clone(),
        };
        let integer = |value: f64, most: f64| {
            let scaled = (value * most).round();
            if (0.0..=most).contains(&scaled) {
                return Ok(scaled);
            }
            let (value, width) = (value.to_string(), "integers, which hold 0 to 1");
            Err(Error::model(ErrorKind::DoesNotFit { what: "texture coordinate", value, width }))
        };
        let integers = |most| {
            let all = pairs.iter().enumerate().map(|(i, [u, v])| {
                let pair = integer(*u, most).and_then(|u| Ok([u, integer(*v, most)?]));
                pair.map_err(|error: Error| error.inside(format!("pair {i}")).inside("TMAP"))
            });
            all.collect::<Result<Vec<_>, _>>()
        };
        Ok(match coordinate {
            CoordinateType::Int8 => {
                Self::U8(integers(255.0)?.iter().map(|pair| pair.map(|side| side as u8)).collect())
            }
            CoordinateType::Int16 => {
                Self::U16(integers(65535.0)?.iter().map(|pair| pair.map(|side| side as u16)).collect())
            }
            CoordinateType::Float => {
                Self::F32(pairs.iter().map(|pair| pair.map(|side| side as f32)).collect())
            }
            CoordinateType::Double => Self::F64(pairs),
        })
    }

    fn keep_firsts(&mut self, places: &[u32]) {
        match self {
            Self::U8(list) => unique::keep_firsts(list, places),
            Self::U16(list) => unique::keep_firsts(list, places),
            Self::F32(list) => unique::keep_firsts(list, places),
            Self::F64(list) => unique::keep_firsts(list, places),
        }
    }
}
