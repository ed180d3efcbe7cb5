//! The tables of points and texture coordinates. Entries that the scene shows are zeroed in the kept file if they can
//! be restored from it, and are restored when the scene is written.

use super::corners::{Corner, Corners, Lens, NOTHING};
use ::m3d::{
    ColourRef, CoordinateType, Coordinates, Mesh as Polygons, Model, SkinIndex, TexCoordIndex, TexCoords,
    Vertex, VertexIndex,
};
use geom::{TriMesh, Vec2, Vec3, Vec4};
use scene::Mesh;
use scene::gltf::shown_normals;
use std::borrow::Cow;
use std::collections::HashMap;

/// The largest difference of a normal's length from 1 at which the glTF writer writes the normal unchanged.
const TOLERANCE: f32 = 0.0066;

/// The table entries that a scene shows, and their uses.
pub(super) struct UsedEntries {
    points: Vec<bool>,
    normals: Vec<bool>,
    coords: Vec<bool>,
}

impl UsedEntries {
    pub(super) fn from_model(model: &Model) -> Self {
        let n_points = model.vertices().map_or(0, ::m3d::Vertices::len);
        let n_coords = model.texture_map().map_or(0, |map| map.pairs.len());
        Self { points: vec![false; n_points], normals: vec![false; n_points], coords: vec![false; n_coords] }
    }

    pub(super) fn mark(&mut self, corner: &Corner) {
        let places = [
            (&mut self.points, corner.point),
            (&mut self.normals, corner.normal),
            (&mut self.coords, corner.coord),
        ];
        for (list, at) in places {
            if let Some(place) = list.get_mut(at as usize).filter(|_| at != NOTHING) {
                *place = true;
            }
        }
    }
}

/// For each entry, true if something other than polygons refers to it, such as a bone. Such an entry must keep its
/// value.
fn used_elsewhere(model: &Model) -> Vec<bool> {
    let uses = model.vertex_uses().into_iter();
    uses.map(|of| of.is_point || of.is_bone || of.is_orientation).collect()
}

/// Zeroes the entries that can be restored. Returns the normals that were already 0, since these would be
/// indistinguishable from zeroed ones.
pub(super) fn empty(model: &mut Model, seen: &UsedEntries) -> Vec<u32> {
    let elsewhere = used_elsewhere(model);
    let mut no_direction = Vec::new();
    if let Some(vertices) = model.vertices_mut() {
        for (at, index) in (0..vertices.coordinates.len()).zip(0_u32..) {
            let is_point = seen.points.get(at) == Some(&true);
            let is_normal = seen.normals.get(at) == Some(&true);
            let Some(shown) = point(&vertices.coordinates, at) else { continue };
            // A normal that the writer normalises cannot be restored for certain.
            let comes_back = match is_normal {
                true => (shown.length() - 1.0).abs() <= TOLERANCE,
                false => is_point,
            };
            if is_normal && shown == Vec3::ZERO {
                no_direction.push(index);
            }
            let is_free = comes_back && elsewhere.get(at) == Some(&false);
            if is_free && stored(&vertices.coordinates, at, shown) == Some(true) {
                set_point(&mut vertices.coordinates, at, Vec3::ZERO);
            }
        }
    }
    if let Some(map) = model.texture_map_mut() {
        for at in 0..map.pairs.len() {
            let Some(shown) = coord(&map.pairs, at).filter(|_| seen.coords.get(at) == Some(&true)) else {
                continue;
            };
            let mut again = map.pairs.clone_one(at);
            set_coord(&mut again, 0, shown);
            if again.same_one(&map.pairs, at) {
                // Both numbers are 0 in the file, where V points up.
                set_coord(&mut map.pairs, at, Vec2::new(0.0, 1.0));
            }
        }
    }
    no_direction
}

/// A point as a scene represents it; `None` if it is not finite.
fn point(table: &Coordinates, at: usize) -> Option<Vec3> {
    #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
    let [x, y, z, _] = table.get(at)?.map(|number| number as f32);
    Some(Vec3::new(x, y, z)).filter(|point| point.is_finite())
}

/// True if storing `shown` reproduces the entry exactly; `None` if there is no entry.
fn stored(table: &Coordinates, at: usize, shown: Vec3) -> Option<bool> {
    let mut one = match table {
        Coordinates::I8(list) => Coordinates::I8(vec![*list.get(at)?]),
        Coordinates::I16(list) => Coordinates::I16(vec![*list.get(at)?]),
        Coordinates::F32(list) => Coordinates::F32(vec![*list.get(at)?]),
        Coordinates::F64(list) => Coordinates::F64(vec![*list.get(at)?]),
    };
    let before = one.get(0)?.map(f64::to_bits);
    let fits = set_point(&mut one, 0, shown);
    Some(fits && one.get(0)?.map(f64::to_bits) == before)
}

/// Stores a point in the precision of the table; false if it does not fit.
fn set_point(table: &mut Coordinates, at: usize, point: Vec3) -> bool {
    let numbers = point.to_array();
    let fits = |most: f32| numbers.iter().all(|number| (number * most).abs() <= most + 1.0);
    #[expect(clippy::cast_possible_truncation, reason = "looked at before")]
    match table {
        Coordinates::I8(list) => {
            let Some(row) = list.get_mut(at).filter(|_| fits(127.0)) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = (number * 127.0).round() as i8);
        }
        Coordinates::I16(list) => {
            let Some(row) = list.get_mut(at).filter(|_| fits(32767.0)) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = (number * 32767.0).round() as i16);
        }
        Coordinates::F32(list) => {
            let Some(row) = list.get_mut(at) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
        }
        Coordinates::F64(list) => {
            let Some(row) = list.get_mut(at) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = number.into());
        }
    }
    true
}

/// Texture coordinates as a scene represents them: V points down.
fn coord(table: &TexCoords, at: usize) -> Option<Vec2> {
    table.get(at).map(|pair| Vec2::new(pair.x, 1.0 - pair.y)).filter(|pair| pair.is_finite())
}

/// Stores texture coordinates in the precision of the table; false if they do not fit.
fn set_coord(table: &mut TexCoords, at: usize, shown: Vec2) -> bool {
    let numbers = [shown.x, 1.0 - shown.y];
    let fits = numbers.iter().all(|number| (-0.001..=1.001).contains(number));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    match table {
        TexCoords::U8(list) => {
            let Some(row) = list.get_mut(at).filter(|_| fits) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = (number * 255.0).round() as u8);
        }
        TexCoords::U16(list) => {
            let Some(row) = list.get_mut(at).filter(|_| fits) else { return false };
            row.iter_mut().zip(numbers).for_each(|(to, number)| *to = (number * 65535.0).round() as u16);
        }
        TexCoords::F32(list) => {
            let Some(row) = list.get_mut(at) else { return false };
            *row = numbers;
        }
        TexCoords::F64(list) => {
            let Some(row) = list.get_mut(at) else { return false };
            *row = numbers.map(f64::from);
        }
    }
    true
}

/// Copying and comparison of a single entry, which show whether a value is stored exactly.
trait One: Sized {
    fn clone_one(&self, at: usize) -> Self;
    fn same_one(&self, table: &Self, at: usize) -> bool;
}

impl One for TexCoords {
    fn clone_one(&self, at: usize) -> Self {
        match self {
            Self::U8(list) => Self::U8(list.get(at).copied().into_iter().collect()),
            Self::U16(list) => Self::U16(list.get(at).copied().into_iter().collect()),
            Self::F32(list) => Self::F32(list.get(at).copied().into_iter().collect()),
            Self::F64(list) => Self::F64(list.get(at).copied().into_iter().collect()),
        }
    }

    fn same_one(&self, table: &Self, at: usize) -> bool {
        use ::m3d::Same;
        self.same(&table.clone_one(at))
    }
}

/// A mesh of the scene, and the corners from which its vertices were built.
pub(super) struct ShownMesh<'s> {
    pub(super) corners: Corners,
    pub(super) mesh: &'s Mesh,
    /// The geometry of the mesh, in the space of the model.
    pub(super) shape: Cow<'s, TriMesh>,
}

/// The new contents of the tables, as far as meshes of the scene show them. If several users of an entry now have
/// different values, new entries are added.
pub(super) struct Filling {
    points: Entries<3>,
    coords: Entries<2>,
    /// The normals that were 0 in the file.
    no_direction: Vec<u32>,
}

/// The new contents of one table.
struct Entries<const N: usize> {
    now: Vec<Option<[f32; N]>>,
    /// Set for entries to which something other than polygons refers, so that they keep their value.
    is_fixed: Vec<bool>,
    /// New entries: the index of the entry from which a new one copies all other fields, and the new components.
    new: Vec<(u32, [f32; N])>,
    known: HashMap<(u32, [u32; N]), u32>,
}

impl<const N: usize> Entries<N> {
    fn new(len: usize, is_fixed: Vec<bool>) -> Self {
        Self { now: vec![None; len], is_fixed, new: Vec::new(), known: HashMap::new() }
    }

    fn get(&self, entry: u32) -> Option<[f32; N]> {
        self.now.get(entry as usize).copied().flatten()
    }

    /// Returns the entry for a value: the previous one, unless it holds another value. `kept` is the value in the file,
    /// and `like` the entry that a new one copies.
    fn take(&mut self, entry: u32, value: [f32; N], kept: Option<[f32; N]>, like: u32) -> u32 {
        let is_fixed = self.is_fixed.get(entry as usize) == Some(&true);
        let Some(place) = self.now.get_mut(entry as usize).filter(|_| entry != NOTHING) else { return entry };
        let there = *place.get_or_insert(kept.filter(|_| is_fixed).unwrap_or(value));
        if there == value {
            return entry;
        }
        let next = u32::try_from(self.now.len().saturating_add(self.new.len())).unwrap_or(NOTHING);
        *self.known.entry((like, value.map(f32::to_bits))).or_insert_with(|| {
            self.new.push((like, value));
            next
        })
    }
}

impl Filling {
    /// Prepares the tables of a model. `no_direction` is the result of [`empty`].
    pub(super) fn new(model: &Model, no_direction: Vec<u32>) -> Self {
        let n_points = model.vertices().map_or(0, ::m3d::Vertices::len);
        let n_coords = model.texture_map().map_or(0, |map| map.pairs.len());
        let points = Entries::new(n_points, used_elsewhere(model));
        Self { points, coords: Entries::new(n_coords, Vec::new()), no_direction }
    }

    /// Collects the values of all meshes; returns their new corners.
    pub(super) fn take(&mut self, model: &Model, all: &[ShownMesh<'_>]) -> Vec<Vec<Corner>> {
        let mut now: Vec<Vec<Corner>> = all.iter().map(|shown| shown.corners.list.clone()).collect();
        let vertices = model.vertices();
        let kept = |at: u32| point(&vertices?.coordinates, at as usize);
        for (shown, corners) in all.iter().zip(&mut now) {
            for (corner, position) in corners.iter_mut().zip(&shown.shape.positions) {
                let kept = kept(corner.point).map(Vec3::to_array);
                corner.point = self.points.take(corner.point, position.to_array(), kept, corner.point);
            }
        }
        for (shown, corners) in all.iter().zip(&mut now) {
            self.tops(shown, corners, &kept);
            self.normals(shown, corners, &kept);
            for (corner, uv) in corners.iter_mut().zip(&shown.shape.uvs) {
                corner.coord = self.coords.take(corner.coord, uv.to_array(), None, corner.coord);
            }
        }
        now
    }

    /// Collects the second points of corners, whose offsets are in the morph targets.
    fn tops(&mut self, shown: &ShownMesh<'_>, corners: &mut [Corner], kept: &dyn Fn(u32) -> Option<Vec3>) {
        let morphs = &shown.mesh.morphs;
        let offsets: HashMap<u32, Vec3> = morphs.iter().flat_map(|morph| &morph.offsets).copied().collect();
        for ((corner, vertex), low) in corners.iter_mut().zip(0_u32..).zip(&shown.shape.positions) {
            let offset = offsets.get(&vertex).copied().unwrap_or_default();
            let there = self.points.get(corner.top).map(Vec3::from_array).or_else(|| kept(corner.top));
            // The offset is computed as for the morph target, because addition would round.
            let top = there.filter(|there| *there - *low == offset).unwrap_or(*low + offset);
            let there = there.map(Vec3::to_array);
            corner.top = self.points.take(corner.top, top.to_array(), there, corner.top);
        }
    }

    /// Collects the normals. A normal keeps its value in the file as long as glTF shows the same direction.
    fn normals(&mut self, shown: &ShownMesh<'_>, corners: &mut [Corner], kept: &dyn Fn(u32) -> Option<Vec3>) {
        let shape = &shown.shape;
        let stored = |(corner, now): (&Corner, &Vec3)| {
            let value = kept(corner.normal).unwrap_or(*now);
            let is_zero = self.no_direction.binary_search(&corner.normal).is_ok();
            // A zero that was not one in the file was zeroed, and the scene has its value.
            if value == Vec3::ZERO && !is_zero { *now } else { value }
        };
        let before: Vec<Vec3> = corners.iter().zip(&shape.normals).map(stored).collect();
        let is_unit = |normal: &Vec3| (normal.length() - 1.0).abs() <= TOLERANCE;
        let as_shown = if before.iter().all(is_unit) {
            before.clone()
        } else {
            let whole = TriMesh { normals: before.clone(), ..shape.clone().into_owned() };
            shown_normals(&whole).0.into_owned()
        };
        let both = before.into_iter().zip(as_shown);
        for ((corner, now), (before, as_shown)) in corners.iter_mut().zip(&shape.normals).zip(both) {
            let normal = if *now == as_shown { before } else { *now };
            let kept = kept(corner.normal).map(Vec3::to_array);
            corner.normal = self.points.take(corner.normal, normal.to_array(), kept, NOTHING);
        }
    }

    /// Writes changed values into the tables, and adds the new entries; `None` if a file cannot hold that many.
    pub(super) fn put(self, model: &mut Model) -> Option<()> {
        // Coordinates of 8 and 16 bits cannot exceed 1.
        if !self.put_points(model) {
            model.requantise(CoordinateType::Float).ok()?;
            self.put_points(model);
        }
        for (like, [x, y, z]) in self.points.new {
            let like = model.vertices().and_then(|vertices| vertices.get(VertexIndex(like).get()?));
            let (w, colour, skin) = like.map_or((1.0, ColourRef(0), SkinIndex::NONE), |like| {
                (like.position.w, like.colour, like.skin)
            });
            model.add_vertex(Vertex { position: Vec4::new(x, y, z, w), colour, skin }).ok()?;
        }
        for (_, [u, v]) in self.coords.new {
            model.add_tex_coord(Vec2::new(u, 1.0 - v)).ok()?;
        }
        Some(())
    }

    /// Writes changed values; false if one does not fit.
    fn put_points(&self, model: &mut Model) -> bool {
        let bits = |numbers: [f32; 3]| numbers.map(f32::to_bits);
        let mut fits = true;
        if let Some(vertices) = model.vertices_mut() {
            for (at, now) in self.points.now.iter().enumerate() {
                let Some(now) = now else { continue };
                let kept = point(&vertices.coordinates, at).map(Vec3::to_array);
                if kept.map(bits) != Some(bits(*now)) {
                    fits &= set_point(&mut vertices.coordinates, at, Vec3::from_array(*now));
                }
            }
        }
        if let Some(map) = model.texture_map_mut() {
            for (at, now) in self.coords.now.iter().enumerate() {
                let Some(now) = now.map(Vec2::from_array) else { continue };
                if coord(&map.pairs, at) != Some(now) {
                    fits &= set_coord(&mut map.pairs, at, now);
                }
            }
        }
        fits
    }
}

/// Replaces the indices of polygons by those of the new corners.
pub(super) fn renumber(polygons: &mut Polygons, lens: Lens, before: &[Corner], now: &[Corner]) {
    let changed = before.iter().zip(now).filter(|(before, now)| before != now);
    let changed: HashMap<Corner, Corner> = changed.map(|(before, now)| (*before, *now)).collect();
    if changed.is_empty() {
        return;
    }
    let old = polygons.clone();
    let [mut point, mut coord, mut normal, mut top] = [0_usize; 4];
    for face in old.faces() {
        for (slot, corner) in lens.corners(&face).enumerate() {
            let Some(now) = changed.get(&corner) else { continue };
            let at = |start: usize| start.saturating_add(slot);
            set(&mut polygons.vertices, at(point), VertexIndex(now.point));
            if corner.coord != now.coord {
                set(&mut polygons.tex_coords, at(coord), TexCoordIndex(now.coord));
            }
            if corner.normal != now.normal {
                set(&mut polygons.normals, at(normal), VertexIndex(now.normal));
            }
            if corner.top != now.top {
                set(&mut polygons.max_vertices, at(top), VertexIndex(now.top));
            }
        }
        point = point.saturating_add(face.vertices.len());
        coord = coord.saturating_add(face.tex_coords.len());
        normal = normal.saturating_add(face.normals.len());
        top = top.saturating_add(face.max_vertices.len());
    }
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(place) = list.get_mut(at) {
        *place = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantised numbers are restored exactly from the numbers that they decode to; numbers out of range do not fit.
    #[test]
    fn points_and_coordinates_are_stored_where_they_fit() {
        let at = |x: f32| Vec3::new(x, 0.0, -1.0);
        let mut bytes = Coordinates::I8(vec![[64, 0, -127, 5]]);
        assert_eq!(stored(&bytes, 0, at(64.0 / 127.0)), Some(true));
        assert_eq!(stored(&bytes, 0, at(65.0 / 127.0)), Some(false));
        assert_eq!((stored(&bytes, 0, at(1.1)), stored(&bytes, 1, at(0.0))), (Some(false), None));
        assert!(set_point(&mut bytes, 0, at(1.0)) && !set_point(&mut bytes, 0, at(-1.1)));
        assert_eq!(bytes, Coordinates::I8(vec![[127, 0, -127, 5]]));
        let mut floats = Coordinates::F32(vec![[0.0; 4]]);
        assert!(set_point(&mut floats, 0, at(7.0)) && stored(&floats, 0, at(7.0)) == Some(true));

        let mut pairs = TexCoords::U8(vec![[9, 9]]);
        assert!(set_coord(&mut pairs, 0, Vec2::new(0.0, 0.0)));
        assert_eq!((&pairs, coord(&pairs, 0)), (&TexCoords::U8(vec![[0, 255]]), Some(Vec2::ZERO)));
        assert!(!set_coord(&mut pairs, 0, Vec2::new(-0.01, 0.0)));
        assert!(!set_coord(&mut pairs, 0, Vec2::new(0.0, -0.01)));
        assert_eq!(pairs, TexCoords::U8(vec![[0, 255]]));
    }
}
