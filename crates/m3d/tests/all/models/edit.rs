//! Random edits of a model: of any field, at any depth.

use super::random::Random;
use m3d::*;

/// A type with random values and random small changes.
pub(crate) trait Edit: Clone {
    /// Returns any value, mostly small ones.
    fn fresh(random: &mut Random) -> Self;

    /// Changes a part of the value; the new value may equal the old.
    fn edit(&mut self, random: &mut Random);
}

/// Implements `Edit` for structs and enums by listing their fields, as for the library's `same!`.
macro_rules! edit {
    () => {};
    (enum $ty:ident { $($variant:ident $(($($item:ident),+))? $({ $($field:ident),+ })?),+ $(,)? } $($more:tt)*) => {
        impl Edit for $ty {
            fn fresh(random: &mut Random) -> Self {
                let makers: &[fn(&mut Random) -> Self] = &[$(|_random| {
                    Self::$variant $(($({ let $item = Edit::fresh(_random); $item }),+))?
                        $({ $($field: Edit::fresh(_random)),+ })?
                }),+];
                makers[random.below(makers.len())](random)
            }

            #[allow(unreachable_patterns, reason = "some enums may grow")]
            fn edit(&mut self, random: &mut Random) {
                if random.once_in(4) {
                    return *self = Self::fresh(random);
                }
                match self {
                    $(Self::$variant $(($($item),+))? $({ $($field),+ })? => {
                        let mut parts: Vec<Part<'_>> = vec![$($($item),+)? $($($field),+)?];
                        edit_one(&mut parts, random);
                    })+
                    _ => {}
                }
            }
        }
        edit! { $($more)* }
    };
    ($ty:ident { $($field:tt),+ } $($more:tt)*) => {
        impl Edit for $ty {
            fn fresh(random: &mut Random) -> Self {
                Self { $($field: Edit::fresh(random)),+ }
            }

            fn edit(&mut self, random: &mut Random) {
                let mut parts: Vec<Part<'_>> = vec![$(&mut self.$field),+];
                edit_one(&mut parts, random);
            }
        }
        edit! { $($more)* }
    };
}

/// An editable value of any type.
trait EditAny {
    fn edit_any(&mut self, random: &mut Random);
}

impl<T: Edit> EditAny for T {
    fn edit_any(&mut self, random: &mut Random) {
        self.edit(random);
    }
}

type Part<'a> = &'a mut dyn EditAny;

fn edit_one(parts: &mut [Part<'_>], random: &mut Random) {
    let n = parts.len();
    if n > 0 {
        parts[random.below(n)].edit_any(random);
    }
}

edit! {
    Model { preview, packing, scale, types, strings, chunks, end, trailing }
    enum Packing { Plain, Zlib }
    Types {
        coordinate, vertex, string, colour, tex_coord, bone, weights, skin, transforms, shape, face, voxel_size, voxel,
        reserved
    }
    enum Width { One, Two, Four, Absent }
    enum CoordinateType { Int8, Int16, Float, Double }
    enum WeightCount { One, Two, Four, Eight }
    Strings { bytes }
    enum Chunk {
        ColourMap(chunk), TextureMap(chunk), Vertices(chunk), Skeleton(chunk), Material(chunk), Procedure(chunk),
        Mesh(chunk), VoxelTypes(chunk), VoxelBlock(chunk), Shape(chunk), Labels(chunk), Action(chunk), Asset(chunk),
        Unknown(chunk)
    }
    ColourMap { colours, surplus }
    TextureMap { pairs, surplus }
    enum TexCoords { U8(all), U16(all), F32(all), F64(all) }
    Vertices { coordinates, colours, skins, surplus }
    enum Coordinates { I8(all), I16(all), F32(all), F64(all) }
    enum Scalar { I8(number), I16(number), F32(number), F64(number) }
    Skeleton { bones, skins, surplus }
    Bone { parent, name, position, orientation }
    Skin { weights, bones }
    Material { name, properties, surplus }
    Property { id, value }
    enum PropertyValue { Colour(colour), Float(number), Byte(number), Texture(name) }
    Procedure { script, surplus }
    Mesh { records, vertices, tex_coords, normals, max_vertices, surplus }
    enum Record { Material(name), Parameter { kind, name }, Polygons { sides, parts, count } }
    VoxelTypes { types, surplus }
    VoxelType { colour, name, rotation, shape, skin, items }
    Item { count, name }
    VoxelBlock { name, position, size, uncertainty, group, runs, voxels, surplus }
    VoxelRun { repeats, len }
    Shape { name, group, commands, surplus }
    enum MeshArguments {
        Face { face }, Range { first, count, position, orientation },
        ScaledRange { faces, position, orientation, scale },
    }
    enum Command {
        Use { material }, Include { shape, position, orientation }, Mesh { part }, Divide { rate },
        Subdivide { u, v }, EdgeLength { length }, Distance { distance, angle }, DegreeU { u }, Degrees { u, v },
        RangeU { u }, Range { u, v }, ParametersU { values }, ParametersV { values }, Trim { curves }, Hole { curves },
        SpecialCurves { curves }, SpecialPoints { points }, BezierCurve { points }, BSplineCurve { points },
        RationalBezierCurve { points }, RationalBSplineCurve { points }, BezierUvNormal { points },
        BezierUv { points }, BezierNormal { points }, Bezier { points }, NurbsUvNormal { points }, NurbsUv { points },
        NurbsNormal { points }, Nurbs { points }, Connect { first, second }, Line { points }, Polygon { points },
        Circle { centre, orientation, radius }, Cylinder { bottom, top }, Sphere { centre, radius },
        Torus { centre, orientation, radius, tube_radius }, Cone { first, second, third },
        Cube { first, second, third },
    }
    Labels { group, language, colour, labels, surplus }
    Label { vertex, text }
    Action { name, duration, frames, surplus }
    Frame { time, transforms }
    Transform { bone, position, orientation }
    Asset { name, data }
    Unknown { magic, data }
    Name { 0 }
    ColourRef { 0 }
    VertexIndex { 0 }
    OrientationIndex { 0 }
    TexCoordIndex { 0 }
    BoneIndex { 0 }
    SkinIndex { 0 }
    ShapeIndex { 0 }
    FaceIndex { 0 }
    VoxelIndex { 0 }
    Byte { 0 }
    PartIndex { 0 }
    Parts { 0 }
    PropertyId { 0 }
}

/// Returns numbers mostly near 0, or at the upper end.
fn number(random: &mut Random) -> u64 {
    match random.below(8) {
        0 => u64::MAX,
        1 => u64::MAX - 1,
        2 => random.bits(),
        3 => random.bits() >> 56,
        _ => random.below(6) as u64,
    }
}

macro_rules! numbers {
    ($($ty:ident $from:expr;)*) => { $(
        impl Edit for $ty {
            fn fresh(random: &mut Random) -> Self {
                $from(number(random))
            }

            fn edit(&mut self, random: &mut Random) {
                *self = Self::fresh(random);
            }
        }
    )* };
}
numbers! {
    u8 |n| n as u8;
    i8 |n| n as i8;
    u16 |n| n as u16;
    i16 |n| n as i16;
    u32 |n| n as u32;
    i32 |n| n as i32;
    bool |n| n % 2 == 1;
    f32 |n| if n < 6 { n as f32 } else { f32::from_bits(n as u32) };
    f64 |n| if n < 6 { n as f64 } else { f64::from_bits(n) };
}

impl Edit for geom::Rgba8 {
    fn fresh(random: &mut Random) -> Self {
        let [r, g, b, a] = Edit::fresh(random);
        Self::new(r, g, b, a)
    }

    fn edit(&mut self, random: &mut Random) {
        *self = Self::fresh(random);
    }
}

/// Sets, removes, inserts, swaps or moves items.
impl<T: Edit> Edit for Vec<T> {
    fn fresh(random: &mut Random) -> Self {
        (0..random.below(4)).map(|_| T::fresh(random)).collect()
    }

    fn edit(&mut self, random: &mut Random) {
        let (at, other, kind) = (random.below(self.len()), random.below(self.len()), random.below(8));
        match (kind, self.get(at).cloned()) {
            (0, Some(_)) => drop(self.remove(at)),
            (1, Some(_)) => self.swap(at, other),
            (2, Some(_)) => {
                let moved = self.remove(at);
                self.insert(other.min(self.len()), moved);
            }
            (3, Some(copy)) => self.insert(other, copy),
            (4, _) | (_, None) => self.insert(at, T::fresh(random)),
            (_, Some(_)) => self[at].edit(random),
        }
    }
}

impl<T: Edit> Edit for Option<T> {
    fn fresh(random: &mut Random) -> Self {
        random.once_in(2).then(|| T::fresh(random))
    }

    fn edit(&mut self, random: &mut Random) {
        match self {
            Some(value) if !random.once_in(3) => value.edit(random),
            _ => *self = Self::fresh(random),
        }
    }
}

impl<T: Edit, const N: usize> Edit for [T; N] {
    fn fresh(random: &mut Random) -> Self {
        std::array::from_fn(|_| T::fresh(random))
    }

    fn edit(&mut self, random: &mut Random) {
        self[random.below(N)].edit(random);
    }
}

macro_rules! tuples {
    ($($($ty:ident $index:tt),+;)*) => { $(
        impl<$($ty: Edit),+> Edit for ($($ty,)+) {
            fn fresh(random: &mut Random) -> Self {
                ($($ty::fresh(random),)+)
            }

            fn edit(&mut self, random: &mut Random) {
                let mut parts: Vec<Part<'_>> = vec![$(&mut self.$index),+];
                edit_one(&mut parts, random);
            }
        }
    )* };
}
tuples! { A 0, B 1; A 0, B 1, C 2; }
