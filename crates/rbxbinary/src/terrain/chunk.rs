//! A chunk of terrain: runs of equal voxels.

use super::{CHUNK_EDGE, CHUNK_VOXELS, FARTHEST_CHUNK, Material, Voxel};
use std::borrow::Cow;

/// The bits of a run's first byte that hold the material.
pub(super) const MATERIALS: u8 = 0x3f;
pub(super) const HAS_OCCUPANCY: u8 = 0x40;
pub(super) const HAS_COUNT: u8 = 0x80;

/// A cube of 32 voxels in each direction.
#[derive(Debug, Clone)]
pub struct Chunk<'a> {
    position: [i32; 3],
    content: Content<'a>,
}

#[derive(Debug, Clone)]
enum Content<'a> {
    /// The encoded runs, which reading has checked to fill the chunk.
    Packed(Cow<'a, [u8]>),
    Voxels(Box<[Voxel]>),
}

/// Consecutive equal voxels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The voxel that the run repeats.
    pub voxel: Voxel,
    /// The number of voxels.
    pub len: usize,
}

impl<'a> Chunk<'a> {
    pub(super) fn packed(position: [i32; 3], runs: Cow<'a, [u8]>) -> Self {
        Self { position, content: Content::Packed(runs) }
    }

    pub(super) fn into_owned(self) -> Chunk<'static> {
        let content = match self.content {
            Content::Packed(runs) => Content::Packed(runs.into_owned().into()),
            Content::Voxels(voxels) => Content::Voxels(voxels),
        };
        Chunk { position: self.position, content }
    }

    pub(super) fn air(position: [i32; 3]) -> Self {
        Self { position, content: Content::Voxels(vec![Voxel::AIR; CHUNK_VOXELS].into()) }
    }

    /// The position in chunks: `x`, `y` (up) and `z`.
    #[must_use]
    pub fn position(&self) -> [i32; 3] {
        self.position
    }

    /// The runs that fill the chunk: `x` grows first, then `z`, then `y`.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        let (mut packed, mut voxels) = match &self.content {
            Content::Packed(bytes) => (&**bytes, &[][..]),
            Content::Voxels(voxels) => (&[][..], &**voxels),
        };
        std::iter::from_fn(move || next(&mut packed).or_else(|| next_of(&mut voxels)))
    }

    /// All voxels. The voxel at `x`, `y`, `z`, each from 0 to 31, has the index `(y * 32 + z) * 32 + x`.
    #[must_use]
    pub fn voxels(&self) -> Cow<'_, [Voxel]> {
        match &self.content {
            Content::Packed(_) => self.unpacked().into(),
            Content::Voxels(voxels) => (&**voxels).into(),
        }
    }

    fn unpacked(&self) -> Vec<Voxel> {
        let mut all = Vec::with_capacity(CHUNK_VOXELS);
        for run in self.runs() {
            all.resize(all.len().saturating_add(run.len), run.voxel);
        }
        all
    }

    pub(super) fn voxel(&self, index: usize) -> Voxel {
        if let Content::Voxels(voxels) = &self.content {
            return voxels.get(index).copied().unwrap_or_default();
        }
        let mut end = 0_usize;
        let run = self.runs().find(|run| {
            end = end.saturating_add(run.len);
            index < end
        });
        run.map_or(Voxel::AIR, |run| run.voxel)
    }

    pub(super) fn set(&mut self, index: usize, voxel: Voxel) {
        if let Content::Packed(_) = self.content {
            self.content = Content::Voxels(self.unpacked().into());
        }
        if let Content::Voxels(voxels) = &mut self.content
            && let Some(place) = voxels.get_mut(index)
        {
            *place = voxel;
        }
    }

    /// The voxels with a material or water, and their positions counted in voxels.
    pub(super) fn cells(&self) -> impl Iterator<Item = ([i32; 3], Voxel)> {
        // So their voxels have coordinates.
        let is_near = self.position.iter().all(|axis| axis.unsigned_abs() <= FARTHEST_CHUNK.unsigned_abs());
        let runs = is_near.then(|| self.runs()).into_iter().flatten();
        let start = self.position.map(|axis| axis.wrapping_mul(CHUNK_EDGE));
        let mut index = 0_i32;
        let placed = runs.map(move |run| {
            let from = index;
            // A run has at most 256 voxels, and a chunk 32,768.
            index = index.wrapping_add(i32::try_from(run.len).unwrap_or_default());
            (from..index, run.voxel)
        });
        placed.filter(|(_, voxel)| !voxel.is_air()).flat_map(move |(range, voxel)| {
            range.map(move |index| {
                // The voxel at x, y, z is number (y · 32 + z) · 32 + x. Format document, section 6.4.
                let inner = [index & 31, index >> 10, index >> 5 & 31];
                let [x, y, z] = [0, 1, 2].map(|axis| {
                    let sum = |start: &i32, inner: &i32| start.wrapping_add(*inner);
                    start.get(axis).zip(inner.get(axis)).map_or(0, |(start, inner)| sum(start, inner))
                });
                ([x, y, z], voxel)
            })
        })
    }

    /// The encoded runs.
    pub(super) fn pack(&self) -> Cow<'_, [u8]> {
        let voxels = match &self.content {
            Content::Packed(bytes) => return (&**bytes).into(),
            Content::Voxels(voxels) => voxels,
        };
        let (mut voxels, mut out) = (&**voxels, Vec::new());
        while let Some(run) = next_of(&mut voxels) {
            push(&mut out, run);
        }
        out.into()
    }
}

/// Compares the voxels, because different runs may encode the same ones.
impl PartialEq for Chunk<'_> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = || match (&self.content, &other.content) {
            (Content::Packed(one), Content::Packed(other)) => one == other,
            _ => false,
        };
        self.position == other.position && (is_same() || self.voxels() == other.voxels())
    }
}

/// Decodes the next run of packed bytes.
#[inline]
pub(super) fn next(bytes: &mut &[u8]) -> Option<Run> {
    let (flags, mut rest) = bytes.split_first()?;
    let material = Material(flags & MATERIALS);
    // Without one, a voxel is full, and air is empty. Format document, section 6.4.
    let mut occupancy = Voxel::full(material).occupancy;
    if flags & HAS_OCCUPANCY != 0 {
        (occupancy, rest) = rest.split_first().map(|(byte, rest)| (*byte, rest))?;
    }
    let (mut len, mut water) = (1, 0);
    if flags & HAS_COUNT != 0 {
        let count;
        (count, rest) = rest.split_first().map(|(byte, rest)| (*byte, rest))?;
        len = usize::from(count).saturating_add(1);
        // Water follows only a count of 0, which is a single voxel. Format document, section 6.4.
        if count == 0 {
            (water, rest) = rest.split_first().map(|(byte, rest)| (*byte, rest))?;
        }
    }
    *bytes = rest;
    Some(Run { voxel: Voxel { material, occupancy, water }, len })
}

/// Takes the next run from a list of voxels. A voxel with water in addition to a material is a run of its own.
fn next_of(voxels: &mut &[Voxel]) -> Option<Run> {
    let voxel = *voxels.first()?;
    // A count is a byte that holds one less.
    let most = if voxel.water == 0 { 256 } else { 1 };
    let len = voxels.iter().take(most).take_while(|other| **other == voxel).count();
    *voxels = voxels.get(len..).unwrap_or_default();
    Some(Run { voxel, len })
}

/// Encodes a run.
pub(super) fn push(out: &mut Vec<u8>, Run { voxel, len }: Run) {
    let Voxel { material, occupancy, water } = voxel;
    let has_occupancy = occupancy != Voxel::full(material).occupancy;
    let has_count = len > 1 || water > 0;
    let flag = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    out.push(material.0 & MATERIALS | flag(has_occupancy, HAS_OCCUPANCY) | flag(has_count, HAS_COUNT));
    if has_occupancy {
        out.push(occupancy);
    }
    if has_count {
        // A run has at most 256.
        out.push(u8::try_from(len.saturating_sub(1)).unwrap_or(u8::MAX));
    }
    if water > 0 {
        out.push(water);
    }
}
