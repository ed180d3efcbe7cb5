//! Shapes: parametric curves, surfaces and solids.

use super::{BoneIndex, Byte, FaceIndex, Name, OrientationIndex, PartIndex, Scalar, ShapeIndex};
use super::{TexCoordIndex, VertexIndex};
use geom::same;

/// SHPE: a shape. Format document, section 6.10.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    /// The name.
    pub name: Name,
    /// The bone to which the shape is attached.
    pub group: BoneIndex,
    /// The commands that build it.
    pub commands: Vec<Command>,
    /// The rest of the chunk, starting at the first unknown or truncated command.
    pub surplus: Vec<u8>,
}

/// The arguments of the command `mesh`, which has three conflicting descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MeshArguments {
    /// The arguments that the reference library reads.
    Face {
        /// The face.
        face: FaceIndex,
    },
    /// The arguments in the format's specification.
    Range {
        /// The first face.
        first: u32,
        /// The number of faces.
        count: u32,
        /// The position of the mesh.
        position: VertexIndex,
        /// The orientation of the mesh.
        orientation: OrientationIndex,
    },
    /// The arguments in the document of the shapes.
    ScaledRange {
        /// The first face and the number of faces, both as wide as a face index. 0 and −1 mean the whole mesh.
        faces: (FaceIndex, FaceIndex),
        /// The position of the mesh.
        position: VertexIndex,
        /// The orientation of the mesh.
        orientation: OrientationIndex,
        /// The scale of the mesh.
        scale: VertexIndex,
    },
}

/// Calls the macro `$then` with the table of commands: number, keyword in the text form, and arguments in
/// order. The model, the readers and the writers each need the table.
macro_rules! with_commands {
    ($then:ident) => {
        $then! {
            /// Sets the material of the following commands; `Name::NONE` removes it.
            0 "use" Use { material: Name }
            /// Includes another shape.
            1 "inc" Include { shape: ShapeIndex, position: VertexIndex, orientation: OrientationIndex }
            /// Includes faces of the mesh.
            2 "mesh" Mesh { part: MeshArguments }
            /// Sets the number of divisions of the approximation.
            3 "div" Divide { rate: Scalar }
            /// Sets the numbers of divisions of the approximation in u and v.
            4 "sub" Subdivide { u: Scalar, v: Scalar }
            /// Sets the length of edges of the approximation.
            5 "len" EdgeLength { length: Scalar }
            /// Sets the maximum distance and angle of the approximation.
            6 "dist" Distance { distance: Scalar, angle: Scalar }
            /// Sets the degree in u.
            7 "degu" DegreeU { u: Byte }
            /// Sets the degrees in u and v.
            8 "deg" Degrees { u: Byte, v: Byte }
            /// Sets the range in u.
            9 "rangeu" RangeU { u: TexCoordIndex }
            /// Sets the ranges in u and v.
            10 "range" Range { u: TexCoordIndex, v: TexCoordIndex }
            /// Sets the parameters in u.
            11 "paru" ParametersU { values: Vec<Scalar> }
            /// Sets the parameters in v.
            12 "parv" ParametersV { values: Vec<Scalar> }
            /// Sets trimming curves: range and curve.
            13 "trim" Trim { curves: Vec<(TexCoordIndex, PartIndex)> }
            /// Sets trimming curves of holes: range and curve.
            14 "hole" Hole { curves: Vec<(TexCoordIndex, PartIndex)> }
            /// Sets special curves: range and curve.
            15 "scrv" SpecialCurves { curves: Vec<(TexCoordIndex, PartIndex)> }
            /// Sets special points.
            16 "sp" SpecialPoints { points: Vec<VertexIndex> }
            /// A Bézier curve.
            17 "bez1" BezierCurve { points: Vec<VertexIndex> }
            /// A B-spline curve.
            18 "bsp1" BSplineCurve { points: Vec<VertexIndex> }
            /// A rational Bézier curve.
            19 "bez2" RationalBezierCurve { points: Vec<VertexIndex> }
            /// A rational B-spline curve.
            20 "bsp2" RationalBSplineCurve { points: Vec<VertexIndex> }
            /// A Bézier surface: point, texture coordinates, normal.
            21 "bezun" BezierUvNormal { points: Vec<(VertexIndex, TexCoordIndex, VertexIndex)> }
            /// A Bézier surface: point, texture coordinates.
            22 "bezu" BezierUv { points: Vec<(VertexIndex, TexCoordIndex)> }
            /// A Bézier surface: point, normal.
            23 "bezn" BezierNormal { points: Vec<(VertexIndex, VertexIndex)> }
            /// A Bézier surface.
            24 "bez" Bezier { points: Vec<VertexIndex> }
            /// A NURBS surface: point, texture coordinates, normal.
            25 "nurbsun" NurbsUvNormal { points: Vec<(VertexIndex, TexCoordIndex, VertexIndex)> }
            /// A NURBS surface: point, texture coordinates.
            26 "nurbsu" NurbsUv { points: Vec<(VertexIndex, TexCoordIndex)> }
            /// A NURBS surface: point, normal.
            27 "nurbsn" NurbsNormal { points: Vec<(VertexIndex, VertexIndex)> }
            /// A NURBS surface.
            28 "nurbs" Nurbs { points: Vec<VertexIndex> }
            /// Joins two surfaces along curves: surface, range and curve of each.
            29 "conn" Connect {
                first: (PartIndex, TexCoordIndex, PartIndex), second: (PartIndex, TexCoordIndex, PartIndex)
            }
            /// A line.
            30 "line" Line { points: Vec<VertexIndex> }
            /// A polygon.
            31 "polygon" Polygon { points: Vec<VertexIndex> }
            /// A circle.
            32 "circle" Circle { centre: VertexIndex, orientation: OrientationIndex, radius: Scalar }
            /// A cylinder between two circles: centre, orientation and radius of each.
            33 "cylinder" Cylinder {
                bottom: (VertexIndex, OrientationIndex, Scalar), top: (VertexIndex, OrientationIndex, Scalar)
            }
            /// A sphere. The text form spells its keyword `shpere`, as the reference library does.
            34 "shpere" Sphere { centre: VertexIndex, radius: Scalar }
            /// A torus.
            35 "torus" Torus {
                centre: VertexIndex, orientation: OrientationIndex, radius: Scalar, tube_radius: Scalar
            }
            /// A cone, from three points.
            36 "cone" Cone { first: VertexIndex, second: VertexIndex, third: VertexIndex }
            /// A box, from three points.
            37 "cube" Cube { first: VertexIndex, second: VertexIndex, third: VertexIndex }
        }
    };
}
pub(crate) use with_commands;

macro_rules! model {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        /// A command of a shape.
        #[derive(Debug, Clone, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the line above a command says what its arguments are")]
        pub enum Command {
            $($(#[$doc])+ $Command { $($field: $ty),* },)*
        }

        same! {
            enum Command { $($Command { $($field),* }),* }
        }

        impl Command {
            /// The number of the command in binary files.
            #[must_use]
            pub const fn id(&self) -> u16 {
                match self { $(Self::$Command { .. } => $id),* }
            }

            /// The keyword in the text form.
            #[must_use]
            pub const fn keyword(&self) -> &'static str {
                match self { $(Self::$Command { .. } => $keyword),* }
            }
        }
    };
}
with_commands!(model);

impl Command {
    /// The number of values in the list of a command; `None` if it has no list.
    pub(crate) fn n_values(&self) -> Option<usize> {
        Some(match self {
            Self::ParametersU { values } | Self::ParametersV { values } => values.len(),
            Self::Trim { curves } | Self::Hole { curves } | Self::SpecialCurves { curves } => curves.len(),
            Self::SpecialPoints { points }
            | Self::Line { points }
            | Self::Polygon { points }
            | Self::BezierCurve { points }
            | Self::BSplineCurve { points }
            | Self::RationalBezierCurve { points }
            | Self::RationalBSplineCurve { points }
            | Self::Bezier { points }
            | Self::Nurbs { points } => points.len(),
            Self::BezierUv { points } | Self::NurbsUv { points } => points.len(),
            Self::BezierNormal { points } | Self::NurbsNormal { points } => points.len(),
            Self::BezierUvNormal { points } | Self::NurbsUvNormal { points } => points.len(),
            _ => return None,
        })
    }
}

same! {
    Shape { name, group, commands, surplus }
    enum MeshArguments {
        Face { face },
        Range { first, count, position, orientation },
        ScaledRange { faces, position, orientation, scale },
    }
}
