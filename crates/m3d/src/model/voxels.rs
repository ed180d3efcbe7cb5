//! Voxels.

use super::{ColourRef, Name, SkinIndex, VoxelIndex};
use geom::same;

/// VOXT: the types of voxel. Format document, section 6.8.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelTypes {
    /// The types.
    pub types: Vec<VoxelType>,
    /// The bytes after the last whole record.
    pub surplus: Vec<u8>,
}

/// The appearance and content of a voxel.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelType {
    /// The colour.
    pub colour: ColourRef,
    /// The name; a material of the same name defines the appearance.
    pub name: Name,
    /// Quarter turns about Y, Z and X, two bits each starting at the lowest; if bit 7 is set, the renderer defines
    /// the other bits. Bit 6 is always 0: in the file it is the ninth bit of the shape.
    pub rotation: u8,
    /// The shape: 0 is the whole cube; 1 to 17 are parts of it, columns and bricks; the renderer defines 32 to 511.
    pub shape: u16,
    /// The skin that moves voxels of this type.
    pub skin: SkinIndex,
    /// The items inside the voxel, as in a chest.
    pub items: Vec<Item>,
}

/// Items inside a voxel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// The number of items.
    pub count: u16,
    /// The voxel type or material of the items.
    pub name: Name,
}

/// VOXD: a box of voxels. Format document, section 6.9.
///
/// The voxels are kept as the runs of the file, so the memory of a block depends on its data, not on the dimensions
/// it claims. [`spread`](Self::spread) expands them.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelBlock {
    /// The name.
    pub name: Name,
    /// The corner with the smallest x, y and z.
    pub position: [i32; 3],
    /// The dimensions: the number of voxels along x, y and z.
    pub size: [u32; 3],
    /// The uncertainty: a block of 0 always exists, one of 255 never.
    pub uncertainty: u8,
    /// The group of the block; of each group, exactly one block exists. 0 means no group.
    pub group: u8,
    /// The runs in the order of the file.
    pub runs: Vec<VoxelRun>,
    /// The voxels of the runs: one for each repeating run, and one per voxel for every other run.
    pub voxels: Vec<VoxelIndex>,
    /// The rest of the chunk, starting at the first truncated run.
    pub surplus: Vec<u8>,
}

/// A run of consecutive voxels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VoxelRun {
    /// Set if one voxel is repeated.
    pub repeats: bool,
    /// The length in voxels, 1 to 128.
    pub len: u8,
}

same! {
    VoxelTypes { types, surplus }
    VoxelType { colour, name, rotation, shape, skin, items }
    Item { count, name }
    VoxelBlock { name, position, size, uncertainty, group, runs, voxels, surplus }
    VoxelRun { repeats, len }
}

impl VoxelType {
    /// Returns true if the low bits of the rotation are quarter turns; otherwise the renderer defines them.
    #[must_use]
    pub const fn is_turned(&self) -> bool {
        self.rotation & 0x80 == 0
    }

    /// Clockwise quarter turns about X, Y and Z; none if the renderer defines the bits.
    #[must_use]
    pub const fn quarter_turns(&self) -> [u8; 3] {
        if self.is_turned() {
            [(self.rotation >> 4) & 3, self.rotation & 3, (self.rotation >> 2) & 3]
        } else {
            [0; 3]
        }
    }
}

impl VoxelRun {
    /// The number of voxels that the file stores for the run.
    pub(crate) fn n_stored(self) -> usize {
        if self.repeats { 1 } else { self.len.into() }
    }
}

impl VoxelBlock {
    /// Creates a block of these voxels, in the order of [`spread`](Self::spread), compressed into runs.
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

    /// The number of voxels that the dimensions imply.
    #[must_use]
    pub fn n_voxels(&self) -> u64 {
        self.size.iter().fold(1, |all: u64, side| all.saturating_mul((*side).into()))
    }

    /// The voxels in order: along x, then along z from far to near, then upwards; the index is `(y * depth + z) *
    /// width + x`.
    ///
    /// If the runs end early, the remaining voxels are unset; voxels beyond the dimensions are left out. A file of a
    /// few bytes can claim billions of voxels, so do not collect the iterator without a limit.
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

    /// The number of voxels in the runs.
    #[must_use]
    pub fn n_stored(&self) -> u64 {
        self.runs.iter().fold(0, |all: u64, run| all.saturating_add(run.len.into()))
    }

    /// Appends a voxel to the last run if possible, whether it repeats a voxel or not, or else as a new run.
    pub(crate) fn push(&mut self, voxel: VoxelIndex) {
        let again = self.voxels.last() == Some(&voxel);
        match self.runs.last_mut() {
            Some(run) if run.repeats && run.len < 128 && again => run.len = run.len.saturating_add(1),
            // Two equal voxels at the end of a literal run become a repeating run.
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
