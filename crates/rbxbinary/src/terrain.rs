//! The terrain of a place: the string property `SmoothGrid` of `Terrain` and `TerrainRegion`. Format document, section
//! 6.4.
//!
//! Binary and XML files store the same bytes.

mod chunk;
mod clusters;
mod read;
mod validate;
mod write;

pub use chunk::{Chunk, Run};
pub use clusters::Clusters;

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::strings::MaterialColors;
use std::borrow::Cow;

/// The voxels along each edge of a chunk.
pub const CHUNK_EDGE: i32 = 32;

/// The number of voxels in a chunk.
pub const CHUNK_VOXELS: usize = 32 * 32 * 32;

/// The edge of a voxel, in studs.
pub const STUDS: f32 = 4.0;

/// The largest coordinate of a chunk that the engine accepts, in chunks. The smallest is its negative.
pub const FARTHEST_CHUNK: i32 = 262_144;

/// The value of the property `PhysicsGrid` for empty terrain. Roblox derives this property from `SmoothGrid`, so a
/// program that changes terrain can write this value.
pub const NO_PHYSICS_GRID: [u8; 14] = [2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Terrain: chunks of 32 voxels in each direction, in file order. Voxels outside all chunks are air.
///
/// A chunk borrows the bytes from which it was read until one of its voxels is set, so terrain that is not edited is
/// written back identically. A chunk that was edited takes 96 KiB of memory.
///
/// ```
/// use rbxbinary::terrain::{Grid, Material, Voxel};
///
/// let (mut grid, error) = Grid::read(b"\x01\x05");
/// assert_eq!((grid.chunks().len(), error), (0, None));
/// grid.set(0, -1, 0, Voxel::full(Material(2)))?;
/// assert_eq!(grid.voxel(0, -1, 0).material.name(), Some("Grass"));
/// assert_eq!(grid.cells().count(), 1);
/// assert_eq!(Grid::read(&grid.write()), (grid, None));
/// # Ok::<(), rbxbinary::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u8>", into = "Vec<u8>"))]
pub struct Grid<'a> {
    chunks: Vec<Chunk<'a>>,
    /// Everything from the first chunk that cannot be decoded.
    undecoded: Cow<'a, [u8]>,
    /// Set if the two bytes of the terrain header are missing.
    is_headless: bool,
    /// Set if the chunks are not in the order of their positions, or if several have the same one.
    is_unsorted: bool,
}

/// The content of a cube with edges of four studs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Voxel {
    /// The main material.
    pub material: Material,
    /// The share of the cube that the material fills, from 0 to 255; 0 for air.
    pub occupancy: u8,
    /// The share of the cube that water fills in addition to another material; 0 for water itself.
    pub water: u8,
}

/// The number of a material.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material(pub u8);

impl Material {
    /// Air, the absence of a material.
    pub const AIR: Self = Self(0);
    /// Water.
    pub const WATER: Self = Self(1);

    /// The name of the material, or its number if it has none.
    #[must_use]
    pub fn title(self) -> Cow<'static, str> {
        self.name().map_or_else(|| format!("Material{}", self.0).into(), Cow::Borrowed)
    }

    /// The name, as in [`MaterialColors::NAMES`]; `None` for a number without a known meaning.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        MaterialColors::NAMES.get(usize::from(self.0)).copied()
    }
}

impl Voxel {
    /// A voxel without any material.
    pub const AIR: Self = Self { material: Material::AIR, occupancy: 0, water: 0 };

    /// A voxel that is full of a material.
    #[must_use]
    pub const fn full(material: Material) -> Self {
        Self { material, occupancy: if material.0 == 0 { 0 } else { 255 }, water: 0 }
    }

    /// Returns true if the voxel contains neither a material nor water.
    #[must_use]
    pub const fn is_air(self) -> bool {
        self.material.0 == 0 && self.water == 0
    }

    /// The share that is a solid material: 0 in air and water.
    #[must_use]
    pub const fn solid(self) -> u8 {
        if self.material.0 > 1 { self.occupancy } else { 0 }
    }

    /// The share that is water.
    #[must_use]
    pub const fn liquid(self) -> u8 {
        if self.material.0 == 1 { self.occupancy } else { self.water }
    }
}

impl<'a> Grid<'a> {
    /// The same terrain, without a borrow.
    #[must_use]
    pub fn into_owned(self) -> Grid<'static> {
        Grid {
            chunks: self.chunks.into_iter().map(Chunk::into_owned).collect(),
            undecoded: self.undecoded.into_owned().into(),
            is_headless: self.is_headless,
            is_unsorted: self.is_unsorted,
        }
    }

    /// The chunks, in file order. If several have one position, the last is used.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk<'a>] {
        &self.chunks
    }

    /// The bytes from the first chunk that cannot be decoded; they are written back as they are.
    #[must_use]
    pub fn undecoded(&self) -> &[u8] {
        &self.undecoded
    }

    /// The chunk at a position, in chunks.
    #[must_use]
    pub fn chunk(&self, position: [i32; 3]) -> Option<&Chunk<'a>> {
        self.chunks.get(self.find(position).ok()?)
    }

    /// The voxel at a position: `x`, `y` (up) and `z`, counted in voxels.
    ///
    /// This searches the runs of the chunk. To look at many voxels, use [`cells`](Self::cells) or
    /// [`Chunk::voxels`].
    #[must_use]
    pub fn voxel(&self, x: i32, y: i32, z: i32) -> Voxel {
        let (position, index) = divided([x, y, z]);
        self.chunk(position).map_or(Voxel::AIR, |chunk| chunk.voxel(index))
    }

    /// Sets the voxel at a position: `x`, `y` (up) and `z`, counted in voxels.
    ///
    /// # Errors
    ///
    /// If the number of the material is above 63, or if a new chunk is needed but cannot be added. This is so if there
    /// are [undecoded](Self::undecoded) chunks, whose positions depend on the chunk before them.
    pub fn set(&mut self, x: i32, y: i32, z: i32, voxel: Voxel) -> Result<(), Error> {
        if voxel.material.0 > chunk::MATERIALS {
            let (found, bound) = (voxel.material.0.into(), 64);
            return Err(Error::model(ErrorKind::OutOfRange { what: "material", found, bound }));
        }
        let (position, index) = divided([x, y, z]);
        let at = match self.find(position) {
            Ok(at) => at,
            Err(_) if voxel == Voxel::AIR => return Ok(()),
            Err(at) => {
                self.add(at, position)?;
                at
            }
        };
        if let Some(chunk) = self.chunks.get_mut(at) {
            chunk.set(index, voxel);
        }
        Ok(())
    }

    /// All voxels with a material or water, chunk by chunk, with their positions counted in voxels. Chunks that are
    /// farther away than the engine accepts are left out.
    pub fn cells(&self) -> impl Iterator<Item = ([i32; 3], Voxel)> {
        self.chunks.iter().flat_map(Chunk::cells)
    }

    /// Finds the index of a chunk; `Err` is the index at which to insert it.
    fn find(&self, position: [i32; 3]) -> Result<usize, usize> {
        if self.is_unsorted {
            let last = self.chunks.iter().rposition(|chunk| chunk.position() == position);
            return last.ok_or(self.chunks.len());
        }
        // Chunks are sorted by x, then y, then z, which is how arrays compare.
        self.chunks.binary_search_by_key(&position, Chunk::position)
    }

    fn add(&mut self, at: usize, position: [i32; 3]) -> Result<(), Error> {
        if !self.undecoded.is_empty() {
            let (expected, found) = ("terrain that was decoded completely", self.undecoded.len());
            let found = crate::common::kinds::counted(found, "undecoded byte");
            return Err(Error::model(ErrorKind::Unexpected { expected: expected.into(), found }));
        }
        // A string with chunks begins with the two bytes, even if there was no string before.
        self.is_headless = false;
        self.chunks.insert(at.min(self.chunks.len()), Chunk::air(position));
        Ok(())
    }
}

/// The position of the chunk that contains a voxel, and the index of the voxel in that chunk.
fn divided(place: [i32; 3]) -> ([i32; 3], usize) {
    // A power of two: no quotient overflows, and the remainders are from 0 to 31.
    let [x, y, z] = place.map(|axis| axis.rem_euclid(CHUNK_EDGE).unsigned_abs() as usize);
    // Format document, section 6.4: x grows first, then z, then y.
    (place.map(|axis| axis.div_euclid(CHUNK_EDGE)), y << 10 | z << 5 | x)
}

#[cfg(feature = "serde")]
impl From<Vec<u8>> for Grid<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Grid::read(&bytes).0.into_owned()
    }
}

#[cfg(feature = "serde")]
impl From<Grid<'_>> for Vec<u8> {
    fn from(grid: Grid<'_>) -> Self {
        grid.write()
    }
}
