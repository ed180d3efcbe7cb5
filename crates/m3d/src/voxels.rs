//! Expanded voxels, and structures of several blocks.

mod assemble;
mod grid;

pub use assemble::Candidate;
pub use grid::VoxelGrid;
