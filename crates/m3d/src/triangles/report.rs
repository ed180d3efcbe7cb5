//! The report of a conversion to triangles.

use std::fmt;

/// The features that [`Model::to_trimesh`](crate::Model::to_trimesh) left out or approximated. It is printed
/// as one line for each count that is not 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TrimeshReport {
    /// The number of polygons that were left out because a corner refers to a vertex that does not exist.
    pub n_dangling_polygons: usize,
    /// The number of polygons that were left out because a corner is not finite.
    pub n_infinite_polygons: usize,
    /// The number of points and lines, which are polygons of one and two corners. They were left out.
    pub n_points_and_lines: usize,
    /// The number of polygons of more than three corners, which were cut into triangles.
    pub n_cut_polygons: usize,
    /// The number of such polygons that are not convex.
    pub n_concave_polygons: usize,
    /// The number of polygons between two shapes, which were placed by the value of their parameter.
    pub n_placed_polygons: usize,
    /// The number of corners whose texture coordinates do not exist.
    pub n_dangling_tex_coords: usize,
    /// The number of corners whose normal does not exist or has no direction.
    pub n_dangling_normals: usize,
    /// The number of corners for which a normal was generated.
    pub n_generated_normals: usize,
    /// The number of vertices with more weights than the options keep.
    pub n_reduced_skins: usize,
    /// The number of vertices whose skin or bones do not exist, or have an index that does not fit two bytes.
    pub n_dangling_skins: usize,
    /// The number of voxels whose type does not exist. They were left out.
    pub n_dangling_voxels: usize,
    /// The number of voxels that are only a part of a cube, or of a shape that a renderer defines. They became cubes.
    pub n_shaped_voxels: usize,
    /// The number of blocks of voxels that may be missing, or of which only one of a group exists. All of them were
    /// converted; to choose, use [`VoxelGrid::assemble`](crate::VoxelGrid::assemble).
    pub n_optional_blocks: usize,
    /// The number of polygons that were left out because shapes replace them.
    pub n_hidden_polygons: usize,
    /// The number of lines and curves of shapes. They are not in the mesh, but in
    /// [`Triangles::lines`](crate::Triangles::lines).
    pub n_lines: usize,
    /// The number of polygons of shapes with so many corners that they were cut into a fan, although they may
    /// not be convex.
    pub n_crude_polygons: usize,
    /// The number of shapes without a command that draws.
    pub n_empty_shapes: usize,
    /// The commands of shapes that were not drawn.
    pub undrawn: Vec<Undrawn>,
    /// The number of scripts that generate surfaces. They were not run.
    pub n_procedures: usize,
}

/// A command of a shape that was not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Undrawn {
    /// The number of the shape.
    pub shape: usize,
    /// The number of the command in the shape.
    pub command: usize,
    /// The keyword of the command; empty for commands that could not be decoded.
    pub keyword: &'static str,
    /// The reason why it was not drawn.
    pub reason: UndrawnReason,
}

/// The reason why a command of a shape was not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum UndrawnReason {
    /// It refers to something that does not exist.
    Dangling,
    /// A number is not finite.
    NotFinite,
    /// It has no extent, or has a radius or weight that is not above 0.
    NoExtent,
    /// The number of control points does not match the degrees and parameters, or parameters do not ascend.
    NoNet,
    /// A shape includes itself.
    IncludesItself,
    /// There are more commands, inclusions or degrees than this crate supports.
    TooMany,
    /// This crate does not support the command: trimming, holes, connections, special curves and points, and faces of
    /// the mesh.
    NotSupported,
    /// It could not be decoded.
    NotDecoded,
}

impl fmt::Display for UndrawnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dangling => "refers to something that does not exist",
            Self::NotFinite => "a number is not finite",
            Self::NoExtent => "has no extent",
            Self::NoNet => "its control points do not match its degrees and parameters",
            Self::IncludesItself => "includes itself",
            Self::TooMany => "exceeds a limit",
            Self::NotSupported => "is not supported",
            Self::NotDecoded => "could not be decoded",
        })
    }
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shape {}, command {} {}: {}", self.shape, self.command, self.keyword, self.reason)
    }
}

impl TrimeshReport {
    /// Moves the counts of the report of shapes to this report.
    pub(super) fn take_shapes(&mut self, shapes: &mut Self) {
        self.n_lines = shapes.n_lines;
        self.n_crude_polygons = shapes.n_crude_polygons;
        self.n_empty_shapes = shapes.n_empty_shapes;
        self.undrawn = std::mem::take(&mut shapes.undrawn);
    }

    /// Returns true if nothing was left out or approximated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for TrimeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = [
            (self.n_dangling_polygons, "polygons left out, since a corner refers to no vertex"),
            (self.n_infinite_polygons, "polygons left out, since a corner is not finite"),
            (self.n_points_and_lines, "points and lines left out"),
            (self.n_cut_polygons, "polygons cut into triangles"),
            (self.n_concave_polygons, "polygons that are not convex, cut into triangles"),
            (self.n_placed_polygons, "polygons placed between two shapes"),
            (self.n_dangling_tex_coords, "corners whose texture coordinates do not exist"),
            (self.n_dangling_normals, "corners whose normal does not exist or has no direction"),
            (self.n_generated_normals, "corners that got a normal"),
            (self.n_reduced_skins, "vertices that lost their smallest weights"),
            (self.n_dangling_skins, "vertices whose skin or bones do not exist"),
            (self.n_dangling_voxels, "voxels left out, since their type does not exist"),
            (self.n_shaped_voxels, "voxels of another shape that became cubes"),
            (self.n_optional_blocks, "optional blocks of voxels"),
            (self.n_hidden_polygons, "polygons left out, since shapes replace them"),
            (self.n_lines, "lines and curves, which are not triangles"),
            (self.n_crude_polygons, "polygons of many corners that became fans"),
            (self.n_empty_shapes, "shapes that draw nothing"),
            (self.n_procedures, "scripts not run"),
        ];
        lines
            .iter()
            .filter(|(count, _)| *count > 0)
            .try_for_each(|(count, what)| writeln!(f, "{what}: {count}"))?;
        self.undrawn.iter().try_for_each(|command| writeln!(f, "not drawn: {command}"))
    }
}
