//! Vertices and texture coordinates once, in the type and size asked for.

use super::Canonical;
use super::unique::Unique;
use crate::visit::{Visitor, visit};
use crate::{
    Chunk, ColourRef, Command, CoordinateType, Coordinates, Error, ErrorKind, Model, OrientationIndex,
    Scalar, SkinIndex, TexCoordIndex, TexCoords, VertexIndex,
};

pub(super) fn unite(model: &mut Model, options: &Canonical) -> Result<(), Error> {
    let coordinate = options.coordinates.unwrap_or(model.types.coordinate);
    let mut roles = Roles(vec![Role::default(); model.vertices().map_or(0, crate::Vertices::len)]);
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
    let mut moved = Moved { points: Vec::new(), others: Vec::new() };
    if let Some(vertices) = model.vertices_mut() {
        // A vertex that is a point and a normal may become two.
        let n_both = roles.iter().filter(|role| role.scales() && role.keeps_size()).count();
        let mut all = Unique::<5>::with_room(roles.len().saturating_add(n_both));
        let mut add = |[x, y, z, w]: [u64; 4], colour: u32, skin: u32| {
            VertexIndex(all.place([x, y, z, w, u64::from(colour) << 32 | u64::from(skin)]))
        };
        for (i, role) in roles.iter().enumerate() {
            let colour = vertices.colours.get(i).copied().unwrap_or_default().0;
            let skin = vertices.skins.get(i).copied().unwrap_or_default().0;
            let (mut point, mut other) = (VertexIndex::NONE, VertexIndex::NONE);
            let is_unused = !role.is_point && !role.keeps_size();
            if !(drop_unused && is_unused) {
                let inside = |error: Error| error.inside(format!("vertex {i}")).inside("VRTS");
                if role.scales() {
                    let bits = vertices.coordinates.bits(i, shrink, coordinate).map_err(inside)?;
                    point = add(bits, colour, skin);
                }
                if role.keeps_size() {
                    let bits = vertices.coordinates.bits(i, None, coordinate).map_err(inside)?;
                    other = add(bits, colour, skin);
                }
            }
            moved.points.push(point);
            moved.others.push(other);
        }
        let all = all.into_list();
        let coordinates = all.iter().map(|[x, y, z, w, _]| [*x, *y, *z, *w]);
        vertices.coordinates = Coordinates::from_bits(coordinates, coordinate);
        // Columns that the header had absent are taken away again when the widths are chosen.
        vertices.colours = all.iter().map(|[.., both]| ColourRef(low::<4, _>(both >> 32))).collect();
        vertices.skins = all.iter().map(|[.., both]| SkinIndex(low::<4, _>(*both))).collect();
    }
    visit(model, &mut moved);
    Ok(())
}

/// What vertices have become; those that name nothing name nothing.
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
    let mut moved = Vec::new();
    if let Some(map) = model.texture_map_mut() {
        let mut all = Unique::<2>::with_room(map.pairs.len());
        for i in 0..map.pairs.len() {
            let inside = |error: Error| error.inside(format!("pair {i}")).inside("TMAP");
            let bits = map.pairs.bits(i, coordinate).map_err(inside)?;
            moved.push(TexCoordIndex(all.place(bits)));
        }
        map.pairs = TexCoords::from_bits(&all.into_list(), coordinate);
    }
    visit(model, &mut MovedTexCoords(moved));
    Ok(())
}

struct MovedTexCoords(Vec<TexCoordIndex>);

impl Visitor for MovedTexCoords {
    fn tex_coord(&mut self, tex_coord: &mut TexCoordIndex) {
        *tex_coord = tex_coord.get().and_then(|old| self.0.get(old)).copied().unwrap_or(TexCoordIndex::NONE);
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
        if scalar.coordinate_type() == self.coordinate {
            return;
        }
        match scalar.to_type(self.coordinate) {
            Ok(converted) => *scalar = converted,
            Err(error) => self.error = Some(error.inside("SHPE")),
        }
    }
}

impl Scalar {
    /// As a float; doubles are rounded.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    fn single(self) -> f32 {
        self.get() as f32
    }

    /// The nearest of this type; halves are rounded away from 0.
    #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127, or -32767 and 32767")]
    fn to_type(self, coordinate: CoordinateType) -> Result<Self, Error> {
        let value = self.get();
        let integer = |most: f64, width| {
            let scaled = (value * most).round();
            if scaled.abs() <= most {
                return Ok(scaled);
            }
            let value = value.to_string();
            Err(Error::model(ErrorKind::DoesNotFit { what: "coordinate", value, width }))
        };
        Ok(match coordinate {
            CoordinateType::Int8 => Self::I8(integer(127.0, "one byte, which holds -1 to 1")? as i8),
            CoordinateType::Int16 => Self::I16(integer(32767.0, "two bytes, which hold -1 to 1")? as i16),
            CoordinateType::Float => Self::F32(self.single()),
            CoordinateType::Double => Self::F64(value),
        })
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
    /// One vertex as this type stores it; as it is stored, if nothing changes.
    fn bits(&self, index: usize, shrink: Option<f64>, coordinate: CoordinateType) -> Result<[u64; 4], Error> {
        if shrink.is_none() && coordinate == self.coordinate_type() {
            return Ok(self.scalars(index).map(Scalar::bits));
        }
        let [x, y, z, w] = self.scalars(index).map(Scalar::get);
        let by = shrink.unwrap_or(1.0);
        let mut bits = [0; 4];
        for (bits, value) in bits.iter_mut().zip([x / by, y / by, z / by, w]) {
            *bits = Scalar::F64(value).to_type(coordinate)?.bits();
        }
        Ok(bits)
    }

    fn scalars(&self, index: usize) -> [Scalar; 4] {
        let zero = [Scalar::F64(0.0); 4];
        match self {
            Self::I8(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I8)),
            Self::I16(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I16)),
            Self::F32(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F32)),
            Self::F64(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F64)),
        }
    }

    fn from_bits(all: impl Iterator<Item = [u64; 4]>, coordinate: CoordinateType) -> Self {
        match coordinate {
            CoordinateType::Int8 => Self::I8(all.map(|row| row.map(low::<1, i8>)).collect()),
            CoordinateType::Int16 => Self::I16(all.map(|row| row.map(low::<2, i16>)).collect()),
            CoordinateType::Float => Self::F32(all.map(|row| row.map(low::<4, f32>)).collect()),
            CoordinateType::Double => Self::F64(all.map(|row| row.map(f64::from_bits)).collect()),
        }
    }
}

impl TexCoords {
    /// One pair as this type stores it; as it is stored, if nothing changes.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 65535; or rounding"
    )]
    fn bits(&self, index: usize, coordinate: CoordinateType) -> Result<[u64; 2], Error> {
        let (pair, stored): ([f64; 2], [u64; 2]) = match self {
            Self::U8(list) => pair(list.get(index), |number| (f64::from(number) / 255.0, number.into())),
            Self::U16(list) => pair(list.get(index), |number| (f64::from(number) / 65535.0, number.into())),
            Self::F32(list) => pair(list.get(index), |number| (number.into(), number.to_bits().into())),
            Self::F64(list) => pair(list.get(index), |number| (number, number.to_bits())),
        };
        if coordinate == self.coordinate_type() {
            return Ok(stored);
        }
        let integer = |value: f64, most: f64| {
            let scaled = (value * most).round();
            if (0.0..=most).contains(&scaled) {
                return Ok(scaled as u64);
            }
            let (value, width) = (value.to_string(), "integers, which hold 0 to 1");
            Err(Error::model(ErrorKind::DoesNotFit { what: "texture coordinate", value, width }))
        };
        let mut bits = [0; 2];
        for (bits, value) in bits.iter_mut().zip(pair) {
            *bits = match coordinate {
                CoordinateType::Int8 => integer(value, 255.0)?,
                CoordinateType::Int16 => integer(value, 65535.0)?,
                CoordinateType::Float => (value as f32).to_bits().into(),
                CoordinateType::Double => value.to_bits(),
            };
        }
        Ok(bits)
    }

    fn from_bits(all: &[[u64; 2]], coordinate: CoordinateType) -> Self {
        let all = all.iter();
        match coordinate {
            CoordinateType::Int8 => Self::U8(all.map(|row| row.map(low::<1, u8>)).collect()),
            CoordinateType::Int16 => Self::U16(all.map(|row| row.map(low::<2, u16>)).collect()),
            CoordinateType::Float => Self::F32(all.map(|row| row.map(low::<4, f32>)).collect()),
            CoordinateType::Double => Self::F64(all.map(|row| row.map(f64::from_bits)).collect()),
        }
    }
}

fn pair<T: Copy>(row: Option<&[T; 2]>, split: impl Fn(T) -> (f64, u64)) -> ([f64; 2], [u64; 2]) {
    row.map_or_else(Default::default, |[u, v]| {
        let ((u, u_bits), (v, v_bits)) = (split(*u), split(*v));
        ([u, v], [u_bits, v_bits])
    })
}

/// The number in the low bytes.
fn low<const N: usize, T: crate::mould::wire::Wire<N>>(bits: u64) -> T {
    let bytes = bits.to_le_bytes();
    T::decode(bytes.first_chunk().unwrap_or(&[0; N]))
}
