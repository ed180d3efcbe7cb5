//! The tables of points and texture coordinates: their numbers are left out where a scene shows them and they come back
//! from what it shows, and found again.

use super::corners::{Corner, NOTHING};
use crate::scene::Mesh;
use ::m3d::{Chunk, Coordinates, Model, TexCoords};
use geom::{Vec2, Vec3};

/// How far from 1 the length of a normal may be to be written to glTF as it is.
const TOLERANCE: f32 = 0.0066;

/// What each entry of the tables is shown as.
pub(super) struct Seen {
    points: Vec<bool>,
    normals: Vec<bool>,
    coords: Vec<bool>,
}

impl Seen {
    pub(super) fn of(model: &Model) -> Self {
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

/// Makes 0 of what comes back.
pub(super) fn empty(model: &mut Model, seen: &Seen) {
    for chunk in &mut model.chunks {
        match chunk {
            Chunk::Vertices(vertices) => {
                for at in 0..vertices.coordinates.len() {
                    let is_point = seen.points.get(at) == Some(&true);
                    let is_normal = seen.normals.get(at) == Some(&true);
                    let Some(shown) = point(&vertices.coordinates, at) else { continue };
                    // A normal that is made longer or shorter on the way does not come back for sure.
                    let comes_back = is_point || is_normal && (shown.length() - 1.0).abs() <= TOLERANCE;
                    if comes_back && stored(&vertices.coordinates, at, shown).is_some_and(|is_same| is_same) {
                        set_point(&mut vertices.coordinates, at, Vec3::ZERO);
                    }
                }
            }
            Chunk::TextureMap(map) => {
                for at in 0..map.pairs.len() {
                    let Some(shown) = coord(&map.pairs, at).filter(|_| seen.coords.get(at) == Some(&true))
                    else {
                        continue;
                    };
                    let mut again = map.pairs.clone_one(at);
                    set_coord(&mut again, 0, shown);
                    if again.same_one(&map.pairs, at) {
                        set_coord(&mut map.pairs, at, Vec2::new(0.0, 1.0));
                    }
                }
            }
            _ => {}
        }
    }
}

/// A point as a scene shows it; `None` if it is not finite.
fn point(table: &Coordinates, at: usize) -> Option<Vec3> {
    #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
    let [x, y, z, _] = table.get(at)?.map(|number| number as f32);
    Some(Vec3::new(x, y, z)).filter(|point| point.is_finite())
}

/// Whether a point that is stored anew is what stands there; `None` if there is none.
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

/// Stores a point as the table has it; `false` if it does not fit.
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

/// Texture coordinates as a scene shows them: V down.
fn coord(table: &TexCoords, at: usize) -> Option<Vec2> {
    table.get(at).map(|pair| Vec2::new(pair.x, 1.0 - pair.y)).filter(|pair| pair.is_finite())
}

/// Stores texture coordinates as the table has them; `false` if they do not fit.
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

/// One pair of a table, to be stored anew and compared.
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

/// What the tables say now, as far as a mesh of the scene shows it.
pub(super) struct Filling {
    points: Vec<Option<Vec3>>,
    coords: Vec<Option<Vec2>>,
}

impl Filling {
    pub(super) fn of(model: &Model) -> Self {
        let seen = Seen::of(model);
        Self { points: vec![None; seen.points.len()], coords: vec![None; seen.coords.len()] }
    }

    /// Takes the values of a mesh, but for its morphs; `false` if it says something else of an entry than another did.
    pub(super) fn take(&mut self, corners: &[Corner], mesh: &Mesh) -> bool {
        let shape = &mesh.shape;
        corners.iter().enumerate().all(|(vertex, corner)| {
            agree(&mut self.points, corner.point, shape.positions.get(vertex).copied())
                && agree(&mut self.points, corner.normal, shape.normals.get(vertex).copied())
                && agree(&mut self.coords, corner.coord, shape.uvs.get(vertex).copied())
        })
    }

    /// Puts the values into the tables where these say something else; `None` if one does not fit.
    pub(super) fn put(self, model: &mut Model) -> Option<()> {
        for chunk in &mut model.chunks {
            match chunk {
                Chunk::Vertices(vertices) => {
                    for (at, shown) in self.points.iter().enumerate() {
                        let Some(shown) = shown else { continue };
                        if point(&vertices.coordinates, at).is_some_and(|kept| shows(kept, *shown)) {
                            continue;
                        }
                        set_point(&mut vertices.coordinates, at, *shown).then_some(())?;
                    }
                }
                Chunk::TextureMap(map) => {
                    for (at, shown) in self.coords.iter().enumerate() {
                        let Some(shown) = shown else { continue };
                        if coord(&map.pairs, at) != Some(*shown) {
                            set_coord(&mut map.pairs, at, *shown).then_some(())?;
                        }
                    }
                }
                _ => {}
            }
        }
        Some(())
    }
}

/// Whether a kept point or normal looks like this in a scene: normals are made of length 1 on the way.
fn shows(kept: Vec3, shown: Vec3) -> bool {
    kept == shown || kept.normalised() == Some(shown) && kept != Vec3::ZERO
}

fn agree<T: Copy + PartialEq>(list: &mut [Option<T>], at: u32, value: Option<T>) -> bool {
    match (list.get_mut(at as usize).filter(|_| at != NOTHING), value) {
        (Some(place), Some(value)) => *place.get_or_insert(value) == value,
        _ => true,
    }
}
