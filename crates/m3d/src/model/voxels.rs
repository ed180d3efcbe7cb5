//! Voxels.

use super::{ColourRef, Name, SkinIndex, VoxelIndex};
use crate::mould::same::same;

/// VOXT: what voxels there are. Format document, section 6.8.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelTypes {
    /// The types.
    pub types: Vec<VoxelType>,
    /// What is left of the chunk behind the last whole record.
    pub rest: Vec<u8>,
}

/// What a voxel looks like and holds.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelType {
    /// Its colour.
    pub colour: ColourRef,
    /// Its name; a material of this name says how it looks.
    pub name: Name,
    /// Quarter turns about Y, Z and X in two bits each from the lowest; with bit 7 the other bits are the renderer's.
    /// Bit 6 is 0, since it belongs to the shape.
    pub rotation: u8,
    /// 0 is the whole cube; 1 to 17 are parts of it, cylinders and bricks; 32 to 511 are the renderer's.
    pub shape: u16,
    /// The bones that move its voxels.
    pub skin: SkinIndex,
    /// What it holds, as a chest does.
    pub items: Vec<Item>,
}

/// Voxels inside a voxel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// How many.
    pub count: u16,
    /// Of which voxel type or material.
    pub name: Name,
}

/// VOXD: a box of voxels. Format document, section 6.9.
///
/// The voxels are kept as the runs of the file, so that a block takes the memory of its data, whatever
/// size it says it has. [`spread`](Self::spread) lays them out.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelBlock {
    /// What it is called.
    pub name: Name,
    /// The corner of least x, y and z.
    pub position: [i32; 3],
    /// How many voxels along x, y and z.
    pub size: [u32; 3],
    /// How unlikely the block is: 0 is always there, 255 never.
    pub uncertainty: u8,
    /// Of the blocks of one group, exactly one is there; 0 is no group.
    pub group: u8,
    /// The runs in the order of the file.
    pub runs: Vec<VoxelRun>,
    /// The voxels of the runs: one for each that repeats, else as many as it is long.
    pub voxels: Vec<VoxelIndex>,
    /// The chunk from the first run on that it ends in.
    pub rest: Vec<u8>,
}

/// Voxels in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelRun {
    /// Whether it is one voxel, again and again.
    pub repeats: bool,
    /// How many voxels it is, 1 to 128.
    pub len: u8,
}

same! {
    VoxelTypes { types, rest }
    VoxelType { colour, name, rotation, shape, skin, items }
    Item { count, name }
    VoxelBlock { name, position, size, uncertainty, group, runs, voxels, rest }
    VoxelRun { repeats, len }
}

impl VoxelType {
    /// Whether the low bits of the rotation are quarter turns; otherwise they are the renderer's.
    #[must_use]
    pub const fn is_turned(&self) -> bool {
        self.rotation & 0x80 == 0
    }

    /// Clockwise quarter turns about X, Y and Z; none if the bits are the renderer's.
    #[must_use]
    pub const fn quarter_turns(&self) -> [u8; 3] {
        if self.is_turned() {
            [(self.rotation >> 4) & 3, self.rotation & 3, (self.rotation >> 2) & 3]
        } else {
            [0; 3]
        }
    }
}

impl VoxelBlock {
    /// A block of these voxels, in the order of [`spread`](Self::spread), in runs.
    #[must_use]
    pub fn from_voxels(
        position: [i32; 3],
        size: [u32; 3],
        voxels: impl IntoIterator<Item = VoxelIndex>,
    ) -> Self {
        let mut block = Self { position, size, ..Self::default() };
        voxels.into_iter().for_each(|voxel| block.push(voxel));
        block
    }

    /// How many voxels its size asks for.
    #[must_use]
    pub fn n_voxels(&self) -> u64 {
        self.size.iter().fold(1, |all: u64, side| all.saturating_mul((*side).into()))
    }

    /// Its voxels: along x, then along z from far to near, then upwards; index `(y * depth + z) * width + x`.
    ///
    /// Where the runs end early the rest is unset, and what they have beyond the size is left out. A file of a few
    /// bytes may ask for billions: take no more than you have room for.
    pub fn spread(&self) -> impl Iterator<Item = VoxelIndex> {
        let (mut runs, mut voxels) = (self.runs.iter(), self.voxels.iter().copied());
        let (mut left, mut repeated) = (0, None);
        let stored = std::iter::from_fn(move || {
            while left == 0 {
                let run = runs.next()?;
                left = run.len;
                repeated = if run.repeats { Some(voxels.next()?) } else { None };
            }
            left = left.saturating_sub(1);
            repeated.or_else(|| voxels.next())
        });
        let n_voxels = usize::try_from(self.n_voxels()).unwrap_or(usize::MAX);
        stored.chain(std::iter::repeat(VoxelIndex::UNSET)).take(n_voxels)
    }

    /// How many voxels the runs hold.
    #[must_use]
    pub fn n_stored(&self) -> u64 {
        self.runs.iter().fold(0, |all: u64, run| all.saturating_add(run.len.into()))
    }

    /// Adds a voxel behind the last: to a run that repeats it, to one by one, or as a run of its own.
    fn push(&mut self, voxel: VoxelIndex) {
        let again = self.voxels.last() == Some(&voxel);
        match self.runs.last_mut() {
            Some(run) if run.repeats && run.len < 128 && again => run.len = run.len.saturating_add(1),
            // Two alike at the end of a literal become a run that repeats.
            Some(run) if !run.repeats && again => {
                run.len = run.len.saturating_sub(1);
                if run.len == 0 {
                    *run = VoxelRun { repeats: true, len: 2 };
                } else {
                    self.runs.push(VoxelRun { repeats: true, len: 2 });
                }
            }
            Some(run) if !run.repeats && run.len < 128 => {
                run.len = run.len.saturating_add(1);
                self.voxels.push(voxel);
            }
            _ => {
                self.runs.push(VoxelRun { repeats: false, len: 1 });
                self.voxels.push(voxel);
            }
        }
    }
}
