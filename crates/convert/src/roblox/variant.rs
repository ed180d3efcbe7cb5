//! Custom materials of a place (MaterialVariant): textures that repeat every few studs, projected from six sides.

use super::Build;
use super::instance::Instance;
use super::shape::PartShape;
use geom::{TriMesh, Vec2, Vec3};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Mesh, subset};
use std::collections::HashMap;

/// The textures of a material, and the length of a tile in studs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variant {
    pub(super) colour: Option<usize>,
    pub(super) normal: Option<usize>,
    pub(super) rough_metal: Option<(usize, bool)>,
    pub(super) tile: f32,
}

/// The key of a tiled mesh: its form, and the bits of its size and of its tile length.
pub(super) type Tiled = (PartShape, [u32; 3], u32);

/// Tile length of materials without `StudsPerTile`, in studs.
const USUAL_TILE: f32 = 10.0;

impl Build<'_, '_> {
    /// Registers a MaterialVariant by its name and its base material, which identify it.
    pub(super) fn note_variant(&mut self, index: usize, instance: &Instance<'_>) {
        let base = instance.choice("BaseMaterial").unwrap_or_default();
        self.variants.entry((instance.name(), base)).or_insert(index);
    }

    /// The custom material of a part, with those textures that are available; `None` if there are none.
    pub(super) fn variant(&mut self, part: &Instance<'_>, material: u32) -> Option<Variant> {
        let name = part.text("MaterialVariantSerialized").or_else(|| part.text("MaterialVariant"))?;
        let instance = self.instances.get(*self.variants.get(&(name, material))?)?;
        let [colour, normal, rough, metal] =
            ["ColorMap", "NormalMap", "RoughnessMap", "MetalnessMap"].map(|map| {
                let url = instance.text(map).or_else(|| instance.text(&format!("{map}Content")));
                url.and_then(|url| self.assets.image(&url))
            });
        let rough_metal = self.assets.rough_metal(rough, metal);
        let tile = instance.number("StudsPerTile").filter(|tile| *tile > 0.0).unwrap_or(USUAL_TILE);
        let has_any = colour.is_some() || normal.is_some() || rough_metal.is_some();
        has_any.then_some(Variant { colour, normal, rough_metal, tile })
    }

    /// The mesh of a form of this size with tiled texture coordinates; `None` if it exceeds the limit on triangles.
    pub(super) fn tiled(
        &mut self,
        form: PartShape,
        size: Vec3,
        tile: f32,
        losses: &mut Losses,
    ) -> Option<usize> {
        let key = (form, size.to_array().map(f32::to_bits), tile.to_bits());
        if let Some(known) = self.tiled.get(&key) {
            return Some(*known);
        }
        let shape = self.plain(form);
        let Some(left) = self.n_tiled_left.checked_sub(shape.indices.len()) else {
            let what = "parts without the textures of their material: there would be too many triangles";
            losses.report(LossCode::MaterialProp, LossSeverity::Lost, what, 1, "");
            return None;
        };
        self.n_tiled_left = left;
        let mesh =
            Mesh { name: form.name().into(), shape: on_six_sides(&shape, size, tile), ..Mesh::default() };
        self.scene.meshes.push(mesh);
        let number = self.scene.meshes.len().saturating_sub(1);
        self.tiled.insert(key, number);
        Some(number)
    }
}

/// Projects texture coordinates onto a shape: each triangle receives the coordinates of the side of a box that it faces
/// most.
fn on_six_sides(shape: &TriMesh, size: Vec3, tile: f32) -> TriMesh {
    let sized = |vertex: u32| {
        let at = shape.positions.get(vertex as usize).copied().unwrap_or_default();
        Vec3::new(at.x * size.x, at.y * size.y, at.z * size.z)
    };
    let (mut numbers, mut kept, mut uvs) = (HashMap::new(), Vec::new(), Vec::new());
    let mut indices = Vec::with_capacity(shape.indices.len());
    for triangle in &shape.indices {
        let [a, b, c] = triangle.map(sized);
        let side = side((b - a).cross(c - a));
        indices.push(triangle.map(|vertex| {
            *numbers.entry((vertex, side)).or_insert_with(|| {
                kept.push(vertex);
                uvs.push(seen(sized(vertex), side) * (1.0 / tile));
                u32::try_from(kept.len()).unwrap_or(u32::MAX).saturating_sub(1)
            })
        }));
    }
    // Tangents follow the texture coordinates, so the old ones are wrong.
    TriMesh { indices, uvs, tangents: Vec::new(), ..subset::vertices(shape, &kept) }
}

/// The axis to which a direction is closest; the flag is set if it points the opposite way.
fn side(direction: Vec3) -> (u8, bool) {
    let [x, y, z] = direction.to_array().map(f32::abs);
    match () {
        () if x > y && x > z => (0, direction.x < 0.0),
        () if y > z => (1, direction.y < 0.0),
        () => (2, direction.z < 0.0),
    }
}

/// The coordinates of a point as seen from outside the side: to the right, and down.
fn seen(at: Vec3, (axis, is_back): (u8, bool)) -> Vec2 {
    let turned = |across: f32| if is_back { -across } else { across };
    match axis {
        0 => Vec2::new(turned(-at.z), -at.y),
        1 => Vec2::new(at.x, turned(at.z)),
        _ => Vec2::new(turned(at.x), -at.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_upright_and_not_mirrored_on_all_sides() {
        let size = Vec3::new(4.0, 6.0, 8.0);
        let shape = on_six_sides(&PartShape::Block.shape(), size, 2.0);
        assert_eq!(shape.check(), []);
        assert_eq!((shape.indices.len(), shape.positions.len()), (12, 24));
        for [a, b, c] in shape.triangles() {
            let at = |vertex: usize| {
                let at = shape.positions[vertex];
                Vec3::new(at.x * size.x, at.y * size.y, at.z * size.z)
            };
            let [du, dv] = [b, c].map(|corner| {
                let way = shape.uvs[corner] - shape.uvs[a];
                (way, at(corner) - at(a))
            });
            // A tile is two studs long, and V grows downward where U grows to the right.
            for (uv, way) in [du, dv] {
                assert!((uv.length() * 2.0 - way.length()).abs() < 1e-4, "{uv:?} {way:?}");
            }
            assert!(du.0.x * dv.0.y - du.0.y * dv.0.x < 0.0);
        }
    }
}
