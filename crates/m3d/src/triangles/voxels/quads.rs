//! Rectangles in a grid of voxels.

use super::super::{Names, Triangles};
use super::Groups;
use crate::model::{Name, SkinIndex};
use geom::{Rgba8, Vec3};

/// The appearance of all voxels of a type.
pub(super) struct Appearance {
    pub(super) colour: Option<Rgba8>,
    pub(super) skin: SkinIndex,
    /// The material with the name of the type, if it is defined.
    pub(super) material: Name,
}

/// A side of a cube.
pub(super) struct Side {
    /// The axis: 0 is X, 1 is Y, 2 is Z.
    pub(super) axis: usize,
    pub(super) is_positive: bool,
    pub(super) normal: Vec3,
    /// The corners of the two triangles, as indices of `corners`.
    pub(super) triangles: [[u32; 3]; 2],
    /// The four corners: bit 0 is +X, bit 1 +Z, bit 2 +Y, as in the reference library.
    pub(super) corners: [u8; 4],
}

/// The sides in the order of the reference library: bottom, north, west, top, south, east.
pub(super) const SIDES: [Side; 6] = [
    side(1, false, Vec3::new(0.0, -1.0, 0.0), [0, 1, 2, 3], [[0, 1, 2], [2, 1, 3]]),
    side(2, false, Vec3::new(0.0, 0.0, -1.0), [0, 4, 1, 5], [[0, 1, 2], [2, 1, 3]]),
    side(0, false, Vec3::new(-1.0, 0.0, 0.0), [0, 2, 4, 6], [[0, 1, 2], [1, 3, 2]]),
    side(1, true, Vec3::Y, [4, 6, 5, 7], [[0, 1, 2], [2, 1, 3]]),
    side(2, true, Vec3::Z, [2, 7, 6, 3], [[0, 1, 2], [1, 0, 3]]),
    side(0, true, Vec3::X, [1, 5, 7, 3], [[0, 1, 2], [0, 2, 3]]),
];

const fn side(
    axis: usize,
    is_positive: bool,
    normal: Vec3,
    corners: [u8; 4],
    triangles: [[u32; 3]; 2],
) -> Side {
    Side { axis, is_positive, normal, triangles, corners }
}

/// A rectangle that covers voxels of one type: one side of a box of voxels.
struct Quad {
    group: u32,
    voxel: u32,
    side: usize,
    low: [u32; 3],
    len: [u32; 3],
}

/// Collects the rectangles of a block.
pub(super) struct Output<'a> {
    scale: f64,
    position: [i32; 3],
    appearances: &'a [Appearance],
    quads: Vec<Quad>,
    groups: Groups,
    materials: Vec<Name>,
}

impl<'a> Output<'a> {
    pub(super) fn new(scale: f64, position: [i32; 3], appearances: &'a [Appearance]) -> Self {
        Self { scale, position, appearances, quads: Vec::new(), groups: Groups::new(), materials: Vec::new() }
    }

    /// The number of triangles so far.
    pub(super) fn n_triangles(&self) -> usize {
        self.quads.len().saturating_mul(2)
    }

    /// Adds a side of a box of voxels of one type.
    pub(super) fn push(&mut self, side: usize, voxel: u32, low: [u32; 3], len: [u32; 3]) {
        let material = self.appearances.get(voxel as usize).map_or(Name::NONE, |look| look.material);
        let materials = &mut self.materials;
        let group = *self.groups.entry(material).or_insert_with(|| {
            materials.push(material);
            u32::try_from(materials.len().saturating_sub(1)).unwrap_or(u32::MAX)
        });
        self.quads.push(Quad { group, voxel, side, low, len });
    }

    /// Converts the rectangles to triangles, with a group for each material.
    pub(super) fn finish(mut self, name: &str, names: &Names<'_>, part: &mut Triangles) {
        self.quads.sort_by_key(|quad| quad.group);
        for quads in self.quads.chunk_by(|a, b| a.group == b.group) {
            let group = quads.first().and_then(|quad| self.materials.get(quad.group as usize));
            names.add_group(part, name.to_owned(), group.copied().unwrap_or_default());
            quads.iter().for_each(|quad| self.add(quad, part));
            if let Some(group) = part.mesh.groups.last_mut() {
                group.triangles.end = part.mesh.indices.len();
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
    fn add(&self, quad: &Quad, part: &mut Triangles) {
        let Some(side) = SIDES.get(quad.side) else { return };
        let look = self.appearances.get(quad.voxel as usize);
        let mesh = &mut part.mesh;
        let first = u32::try_from(mesh.positions.len()).unwrap_or(u32::MAX);
        for corner in side.corners {
            let place = |axis: usize, bit: u8| {
                let of = |list: &[u32; 3]| list.get(axis).copied().map_or(0.0, f64::from);
                let start = self.position.get(axis).copied().map_or(0.0, f64::from);
                let len = if corner & bit == 0 { 0.0 } else { of(&quad.len) };
                ((start + of(&quad.low) + len) * self.scale) as f32
            };
            mesh.positions.push(Vec3::new(place(0, 1), place(1, 4), place(2, 2)));
            mesh.normals.push(side.normal);
            let colour = look.and_then(|look| look.colour);
            if colour.is_some() && mesh.colours.is_empty() {
                mesh.colours.resize(first as usize, Rgba8::WHITE);
            }
            if let Some(colour) = colour.or((!mesh.colours.is_empty()).then_some(Rgba8::WHITE)) {
                mesh.colours.push(colour);
            }
            let skin = look.map_or(SkinIndex::NONE, |look| look.skin);
            if skin != SkinIndex::NONE || !part.skins.is_empty() {
                part.skins.resize(mesh.positions.len().saturating_sub(1), SkinIndex::NONE);
                part.skins.push(skin);
            }
        }
        let corners = |corners: [u32; 3]| corners.map(|corner| first.saturating_add(corner));
        mesh.indices.extend(side.triangles.map(corners));
    }
}
