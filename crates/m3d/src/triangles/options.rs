//! Options of the conversion to triangles.

use std::collections::HashMap;

/// Options of [`Model::to_trimesh`](crate::Model::to_trimesh).
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct TrimeshOptions {
    pub(super) polygons: Option<bool>,
    pub(super) shapes: bool,
    pub(super) tolerance: f32,
    pub(super) parameters: HashMap<String, f32>,
    pub(super) other_parameters: f32,
    pub(super) smooth_angle: Option<f32>,
    pub(super) n_weights: usize,
    pub(super) v_down: bool,
    pub(super) voxels: VoxelMode,
    pub(super) max_voxels: u64,
    pub(super) max_triangles: usize,
}

/// The conversion of voxels to triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VoxelMode {
    /// Equal neighbours are merged into large rectangles: a solid block has twelve triangles, whatever its size.
    #[default]
    Merged,
    /// Each visible side of each voxel becomes two triangles, in the order of the reference library. Materials are
    /// not used.
    Single,
    /// Voxels are left out.
    Omitted,
}

impl Default for TrimeshOptions {
    /// The default options: shapes are within 0.002, parameters are 0, missing normals are smooth, vertices keep four
    /// weights, V points up in the file.
    ///
    /// The limits, 2²⁴ voxels and 500,000 triangles, keep the memory below 200 MB in addition to the model.
    fn default() -> Self {
        Self {
            polygons: None,
            shapes: true,
            tolerance: 0.002,
            parameters: HashMap::new(),
            other_parameters: 0.0,
            smooth_angle: Some(180.0),
            n_weights: 4,
            v_down: false,
            voxels: VoxelMode::Merged,
            max_voxels: 1 << 24,
            max_triangles: 500_000,
        }
    }
}

impl TrimeshOptions {
    /// Converts the polygons of meshes. By default, they are converted unless shapes replace them.
    pub fn polygons(self, polygons: bool) -> Self {
        Self { polygons: Some(polygons), ..self }
    }

    /// Converts shapes, which is the default.
    pub fn shapes(self, shapes: bool) -> Self {
        Self { shapes, ..self }
    }

    /// Sets the maximum distance of triangles from a shape, in the units of the model, which is 2 wide. Circles have
    /// at most 256 corners, and pieces of curves at most 64.
    pub fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Sets the value of a parameter, which places polygons between two shapes: 0 for the minimum, 1 for the maximum.
    pub fn parameter(mut self, name: impl Into<String>, value: f32) -> Self {
        self.parameters.insert(name.into(), value);
        self
    }

    /// Sets the value of the parameters without a value of their own.
    pub fn other_parameters(self, value: f32) -> Self {
        Self { other_parameters: value, ..self }
    }

    /// Sets the angle in degrees above which the edge between two faces stays sharp, for normals that the
    /// model lacks. 180 makes all edges smooth, as in the reference library and in raylib, and 0 makes none
    /// smooth. With `None`, no normals are generated.
    pub fn smooth_angle(self, degrees: Option<f32>) -> Self {
        Self { smooth_angle: degrees, ..self }
    }

    /// Sets the number of weights that a vertex keeps, 1 to 4: the largest ones, scaled to add up to 1.
    pub fn weights(self, n_weights: usize) -> Self {
        Self { n_weights: n_weights.clamp(1, 4), ..self }
    }

    /// Reads V as pointing down, as the public document says. In all known files it points up.
    pub fn v_down(self, v_down: bool) -> Self {
        Self { v_down, ..self }
    }

    /// Selects the conversion of voxels.
    pub fn voxels(self, voxels: VoxelMode) -> Self {
        Self { voxels, ..self }
    }

    /// Sets the number of voxels above which the conversion fails, in all blocks together. Unset voxels
    /// around the set ones do not count.
    pub fn max_voxels(self, max_voxels: u64) -> Self {
        Self { max_voxels, ..self }
    }

    /// Sets the number of triangles above which the conversion fails. It bounds the memory for a hostile
    /// model, in which polygons of a few bytes, and shapes and voxels even more so, can stand for many
    /// triangles. Each group but the first counts as eight triangles.
    pub fn max_triangles(self, max_triangles: usize) -> Self {
        Self { max_triangles, ..self }
    }
}
