//! Vertex attributes in one or two bytes per component.

use super::Out;
use super::pool::{ArrayKind, Pool};
use super::vertices::unit;
use crate::colour::{linear_table, srgb};
use crate::node::Trs;
use geom::{Aabb, Quat, Rgba8, Vec2, Vec3, Vec4};
use std::borrow::Cow;
use std::collections::HashMap;

pub(super) const EXTENSION: &str = "KHR_mesh_quantization";

/// Largest displacement of positions, in units of the scene.
const MOST_MOVED: f64 = 1.0 / 32.0;

/// The largest number of steps along an axis: that of 16 bits.
const STEPS: f32 = 65535.0;

/// A grid for positions: integer steps from a corner, equal along all axes, so that normals stay as they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Grid {
    corner: Vec3,
    step: f32,
}

impl Grid {
    /// The grid for these positions, if it saves space and is exact enough.
    pub(super) fn for_positions(positions: &[Vec3], shown: MeshUse) -> Option<Self> {
        // A position takes four bytes less, and the transform of each node about sixty more.
        if positions.len() <= shown.n_nodes.saturating_mul(16) {
            return None;
        }
        let bounds = Aabb::from_points(positions.iter().copied())?;
        let size = bounds.size();
        let step = size.x.max(size.y).max(size.z) / STEPS;
        let is_exact = f64::from(step) / 2.0 * shown.scale <= MOST_MOVED;
        // Offsets are divided by the step.
        (step.is_normal() && is_exact).then_some(Self { corner: bounds.min, step })
    }

    /// The transform of a node that shows the mesh.
    pub(super) fn placed(self, local: &Trs) -> Trs {
        let Vec3 { x, y, z } = local.scale;
        let corner = Vec3::new(self.corner.x * x, self.corner.y * y, self.corner.z * z);
        let translation = local.translation + turned(local.rotation, corner);
        Trs { translation, scale: local.scale * self.step, ..*local }
    }

    fn steps(self, position: Vec3) -> [u16; 3] {
        #[expect(clippy::cast_possible_truncation, reason = "from 0 to 65535, and saturating")]
        #[expect(clippy::cast_sign_loss, reason = "from 0 to 65535, and saturating")]
        (position - self.corner).to_array().map(|offset| (offset / self.step + 0.5) as u16)
    }
}

/// Rotates a vector by a normalised rotation.
fn turned(rotation: Quat, vector: Vec3) -> Vec3 {
    Quat::from_array(unit(rotation.to_array())).rotate(vector)
}

/// The use of a mesh by nodes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MeshUse {
    /// The largest scale in the world of the nodes that show the mesh.
    scale: f64,
    n_nodes: usize,
}

/// The use of each mesh; empty if nothing is quantised.
pub(super) fn shown(out: &Out<'_>) -> HashMap<usize, MeshUse> {
    let mut all = HashMap::new();
    if !out.options.quantize {
        return all;
    }
    for (node, world) in out.scene.nodes.iter().zip(out.scene.worlds_at_rest()) {
        let Some(mesh) = node.mesh else { continue };
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = world.0;
        let columns = [[a, d, g], [b, e, h], [c, f, i]];
        let lengths = columns.map(|column| column.iter().map(|part| part * part).sum::<f64>().sqrt());
        let shown: &mut MeshUse = all.entry(mesh).or_default();
        shown.n_nodes = shown.n_nodes.saturating_add(1);
        // The comparison is negated so that NaN replaces the maximum, and then exceeds any bound.
        shown.scale =
            lengths.into_iter().fold(shown.scale, |most, length| if length <= most { most } else { length });
    }
    all
}

/// Adds positions, and returns their accessor.
pub(super) fn positions<'a>(pool: &mut Pool<'a>, grid: Grid, positions: Cow<'a, [Vec3]>) -> usize {
    let bounds = Aabb::from_points(positions.iter().copied());
    let bounds =
        bounds.map(|bounds| [bounds.min, bounds.max].map(|at| grid.steps(at).map(f32::from).to_vec()));
    let count = positions.len();
    let encode = move |out: &mut Vec<u8>| {
        for position in &*positions {
            let [x, y, z] = grid.steps(*position);
            out.extend_from_slice([x, y, z, 0].map(u16::to_le_bytes).as_flattened());
        }
    };
    pool.add_encoded_bounded(ArrayKind::Steps, "VEC3", count, encode, bounds.map(|[min, max]| (min, max)))
}

/// A fraction from -1 to 1 as a signed byte.
fn byte(share: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "from -127 to 127, and saturating")]
    ((share * 127.0).round().clamp(-127.0, 127.0) as i8).cast_unsigned()
}

/// Adds directions, and returns their accessor.
pub(super) fn normals<'a>(pool: &mut Pool<'a>, normals: Cow<'a, [Vec3]>) -> usize {
    let count = normals.len();
    let encode = move |out: &mut Vec<u8>| {
        for normal in &*normals {
            let [x, y, z] = normal.to_array().map(byte);
            out.extend([x, y, z, 0]);
        }
    };
    pool.add_encoded(ArrayKind::Normals8, "VEC3", count, encode)
}

/// Adds tangents, and returns their accessor.
pub(super) fn tangents<'a>(pool: &mut Pool<'a>, tangents: Cow<'a, [Vec4]>) -> usize {
    let count = tangents.len();
    let encode = move |out: &mut Vec<u8>| out.extend(tangents.iter().flat_map(|it| it.to_array().map(byte)));
    pool.add_encoded(ArrayKind::Tangents8, "VEC4", count, encode)
}

/// True if all texture coordinates are from 0 to 1.
pub(super) fn are_shares(uvs: &[Vec2]) -> bool {
    uvs.iter().flat_map(|uv| [uv.x, uv.y]).all(|share| (0.0..=1.0).contains(&share))
}

/// Adds texture coordinates from 0 to 1, and returns their accessor.
pub(super) fn uvs<'a>(pool: &mut Pool<'a>, uvs: Cow<'a, [Vec2]>) -> usize {
    let count = uvs.len();
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 65535, and saturating")]
    #[expect(clippy::cast_sign_loss, reason = "from 0 to 65535, and saturating")]
    let word = |share: f32| ((share * STEPS).round() as u16).to_le_bytes();
    let encode = move |out: &mut Vec<u8>| {
        out.extend(uvs.iter().flat_map(|uv| [uv.x, uv.y]).flat_map(word));
    };
    pool.add_encoded(ArrayKind::Uvs16, "VEC2", count, encode)
}

/// For each sRGB byte, the nearest linear byte.
fn linear_bytes() -> [u8; 256] {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
    linear_table().map(|linear| (linear * 255.0 + 0.5) as u8)
}

/// True if linear bytes change colours by at most one step: they are too coarse for dark colours.
pub(super) fn are_bright(colours: &[Rgba8]) -> bool {
    let bytes = linear_bytes();
    let mut fits = [false; 256];
    for ((fits, own), linear) in fits.iter_mut().zip(0_u8..=255).zip(bytes) {
        *fits = srgb(f32::from(linear) / 255.0).abs_diff(own) <= 1;
    }
    let fits = |byte: u8| fits.get(usize::from(byte)) == Some(&true);
    colours.iter().all(|colour| fits(colour.r) && fits(colour.g) && fits(colour.b))
}

/// Adds colours, and returns their accessor.
pub(super) fn colours<'a>(pool: &mut Pool<'a>, colours: &'a [Rgba8]) -> usize {
    let bytes = linear_bytes();
    let encode = move |out: &mut Vec<u8>| {
        let linear = |byte: u8| bytes.get(usize::from(byte)).copied().unwrap_or_default();
        out.extend(colours.iter().flat_map(|it| [linear(it.r), linear(it.g), linear(it.b), it.a]));
    };
    pool.add_encoded(ArrayKind::Colours8, "VEC4", colours.len(), encode)
}
