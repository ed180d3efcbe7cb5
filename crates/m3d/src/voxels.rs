//! Voxels that are spread out.

mod grid;

pub use grid::VoxelGrid;
