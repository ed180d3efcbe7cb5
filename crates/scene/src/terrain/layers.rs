//! Surfaces of chunks whose voxels lie in level layers, such as a sea or a filled floor.
#![expect(clippy::arithmetic_side_effects, reason = "places in a chunk have constant bounds")]

use super::merge::flattened;
use super::net::{Net, Numbers, Sheet};
use super::vertex::Vertex;
use super::window::Window;
use super::{CHUNK_EDGE, Voxel};
use geom::Vec3;

/// The layers of a window, from that of the chunk's first voxel to the one above the chunk. Each of them is solid or not,
/// and wet or not, as a whole.
pub(super) struct Layers {
    solid: Vec<bool>,
    wet: Vec<bool>,
}

/// A side of layers: the height of the voxels below it, and whether the layer below has a surface there.
type Side = (i32, bool);

/// The bits of a window's row on which the vertices of a chunk's cubes depend, and those of the next cubes.
const SEEN: u64 = ((1 << (CHUNK_EDGE + 3)) - 1) << 2;

impl Layers {
    /// `None` if the window has other shapes.
    pub(super) fn from_window(window: &Window) -> Option<Self> {
        let level = |row: &dyn Fn(i32) -> u64| {
            let first = row(-1) & SEEN;
            let is_level =
                (first == 0 || first == SEEN) && (0..=CHUNK_EDGE + 1).all(|z| row(z) & SEEN == first);
            is_level.then_some(first != 0)
        };
        let all = |row: fn(&Window, i32, i32) -> u64| {
            (0..=CHUNK_EDGE).map(|y| level(&|z| row(window, y, z))).collect::<Option<Vec<_>>>()
        };
        Some(Self { solid: all(Window::solid)?, wet: all(Window::wet)? })
    }

    /// The surface of the ground, as the voxels and [`super::merge::Merger`] would make it: a vertex for each side.
    pub(super) fn ground(&self, window: &Window, error: f32, spare: &mut Vec<Numbers>) -> Option<Sheet> {
        let pairs = self.solid.windows(2).map(|pair| (pair == [true, false], pair == [false, true]));
        sheet(window, sides(pairs), error, Vertex::of_ground, |inner| inner.material, spare)
    }

    /// The surface between water and air.
    pub(super) fn water(
        &self,
        window: &Window,
        water: u8,
        error: f32,
        spare: &mut Vec<Numbers>,
    ) -> Option<Sheet> {
        let pairs = self.wet.windows(2).zip(self.solid.windows(2)).map(|(wet, solid)| {
            (
                wet == [true, false] && !solid.ends_with(&[true]),
                wet == [false, true] && !solid.starts_with(&[true]),
            )
        });
        sheet(window, sides(pairs), error, Vertex::of_water, |_| water, spare)
    }
}

/// The sides among pairs of layers that have one above, or below.
fn sides(pairs: impl Iterator<Item = (bool, bool)>) -> Vec<Side> {
    (0..).zip(pairs).filter(|(_, (up, down))| *up || *down).map(|(y, (up, _))| (y, up)).collect()
}

fn sheet(
    window: &Window,
    sides: Vec<Side>,
    error: f32,
    make: fn(&Window, [i32; 3]) -> Vertex,
    material: impl Fn(Voxel) -> u8,
    spare: &mut Vec<Numbers>,
) -> Option<Sheet> {
    // Of several sides that face the same way, none is merged across the whole chunk.
    if [true, false].iter().any(|way| sides.iter().filter(|(_, faces_up)| faces_up == way).count() > 1) {
        return None;
    }
    let mut net = Net::new(spare);
    let mut merged = Vec::new();
    for (y, faces_up) in sides {
        let (below, above) = (window.layer(y)?, window.layer(y + 1)?);
        let material = material(if faces_up { below } else { above });
        let first = make(window, [0, y, 0]);
        let vertex = |cube: [i32; 3]| Vertex {
            cube,
            place: first.place + Vec3::new(cube[0] as f32, 0.0, cube[2] as f32),
            ..first
        };
        // All others have the same vertex at each corner.
        for place in squares(y).filter(|[x, _, z]| *x == 0 || *z == 0) {
            net.face(1, place, faces_up, material, vertex);
        }
        // Later chunks share these.
        for cube in squares(y).filter(|cube| cube.contains(&(CHUNK_EDGE - 1))) {
            net.vertex(cube, vertex);
        }
        merged.push(((y, faces_up), flattened(&net, squares(y).map(vertex), error)?));
    }
    let mut chosen: Vec<u32> = (0..).take(net.vertices.len()).collect();
    for ((y, _), vertex) in merged {
        let number = u32::try_from(net.vertices.len()).ok()?;
        let own = |vertex: &Vertex| vertex.is_own() && vertex.cube[1] == y;
        for (chosen, _) in chosen.iter_mut().zip(&net.vertices).filter(|(_, vertex)| own(vertex)) {
            *chosen = number;
        }
        net.vertices.push(vertex);
    }
    Some(net.end(chosen, spare))
}

/// The cubes of a chunk at a height.
fn squares(y: i32) -> impl Iterator<Item = [i32; 3]> {
    (0..CHUNK_EDGE).flat_map(move |z| (0..CHUNK_EDGE).map(move |x| [x, y, z]))
}

#[cfg(test)]
mod tests {
    use crate::allowance::Allowance;
    use crate::terrain::nets::{Nets, Patch, Tools};
    use crate::terrain::window::Chunks;
    use crate::terrain::{Chunk, Run, Voxel, places, surface};

    /// A chunk of layers: their voxels, and how many are of each.
    struct Layered<'l>([i32; 3], &'l [(Voxel, usize)]);

    impl Chunk for Layered<'_> {
        fn position(&self) -> [i32; 3] {
            self.0
        }

        fn runs(&self) -> impl Iterator<Item = Run> {
            self.1.iter().map(|(voxel, n_layers)| Run { voxel: *voxel, len: n_layers * 1024 })
        }
    }

    #[test]
    fn level_chunks_have_the_surface_of_their_voxels() {
        let of = |material, solid, liquid| Voxel { material, solid, liquid };
        let (rock, sand, air) = (of(7, 255, 0), of(5, 201, 0), Voxel::default());
        let (sea, top) = (of(1, 0, 255), of(1, 0, 140));
        let fields: [&[(Voxel, usize)]; 6] = [
            &[(rock, 9), (sand, 1), (sea, 6), (top, 1), (air, 15)],
            &[(air, 3), (rock, 4), (air, 25)],
            &[(rock, 31), (sand, 1)],
            // Air below the sea.
            &[(air, 2), (sea, 4), (air, 26)],
            // Voxels that are soaked.
            &[(rock, 2), (of(5, 100, 0), 1), (sea, 2), (air, 27)],
            // Two floors, which are not merged across the chunk.
            &[(rock, 2), (air, 2), (sand, 2), (air, 26)],
        ];
        for (number, field) in fields.into_iter().enumerate() {
            let ground = (0..25).map(|at| Layered([at % 5, 0, at / 5], field)).collect::<Vec<_>>();
            let mut chunks = Chunks::new(&ground);
            let [mut by_layers, mut by_voxels] = [Nets::new(4.0), Nets::new(4.0)];
            let mut tools = Tools::new(0.125);
            let mut n_level = 0;
            for place in places(&chunks) {
                let Some(window) = chunks.window(place) else { continue };
                let patch = Patch::of_layers(&window, 1, &mut tools);
                n_level += usize::from(patch.is_some());
                let plain = Patch::of_voxels(&window, 1, &mut tools);
                by_layers.add(patch.as_ref().unwrap_or(&plain), place);
                by_voxels.add(&plain, place);
            }
            // The nine in the middle, unless they are not merged, and those below: all 36 where these have no surface.
            assert_eq!(n_level, [18, 45, 18, 45, 18, 9][number], "{number}");
            let (shape, lists) = by_voxels.end();
            assert!(by_layers.end() == (shape.clone(), lists.clone()), "{number}");
            // Chunks of the same surroundings have the same patch.
            let whole = surface(&ground, 1, 4.0, 0.5, &Allowance::new(1 << 30)).unwrap().shape;
            assert_eq!((whole.positions, whole.normals), (shape.positions, shape.normals), "{number}");
            assert_eq!(whole.indices, lists.into_iter().flat_map(|list| list.1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_wide_sea_takes_memory_for_its_edge() {
        let sea = Voxel { material: 1, solid: 0, liquid: 255 };
        let field = [(sea, 32)];
        let wide: Vec<_> = (0..1024).map(|at| Layered([at % 32, 0, at / 32], &field)).collect();
        // All vertices of its surface together would be 8 MB.
        assert!(surface(&wide, 1, 4.0, 0.5, &Allowance::new(2_000_000)).is_ok());
    }
}
