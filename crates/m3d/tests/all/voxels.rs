//! Voxels: expansion, assembly, and both conversions to triangles.

use crate::support;
use geom::{Rgba8, Vec3};
use m3d::*;
use std::collections::BTreeMap;

fn authored() -> Model {
    read(&support::fixture("m3d/valid/authored/auth_voxel.fixedsdk.m3d")).unwrap()
}

fn single() -> TrimeshOptions {
    TrimeshOptions::default().voxels(VoxelMode::Single)
}

fn triangles(model: &Model, options: &TrimeshOptions) -> Triangles {
    let found = model.to_trimesh(options).unwrap();
    assert_eq!(found.mesh.check(), []);
    found
}

/// A model of blocks with four types of voxels.
fn model(blocks: Vec<VoxelBlock>) -> Model {
    let colour = |red| ColourRef::inline(Rgba8::new(red, 0, 0, 255));
    let types = (1..5).map(|red| VoxelType { colour: colour(red), ..VoxelType::default() }).collect();
    let types = Chunk::VoxelTypes(VoxelTypes { types, surplus: vec![] });
    let blocks = blocks.into_iter().map(Chunk::VoxelBlock);
    Model { chunks: std::iter::once(types).chain(blocks).collect(), ..Model::default() }
}

#[test]
fn layers_are_rows_from_far_to_near() {
    let model = authored();
    let blocks: Vec<_> = model.voxel_blocks().map(|block| block.grid(100).unwrap()).collect();
    let layers: Vec<Vec<i32>> =
        blocks[0].layers().map(|layer| layer.iter().map(|voxel| voxel.0 as i32).collect()).collect();
    assert_eq!(layers, [[0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], [2, -1, -1, 2, -1, -2, -2, -1, 3, -1, -1, 2]]);
    assert_eq!((blocks[1].position, blocks[1].size), ([-2, 2, -1], [4, 1, 3]));
    // x grows to the right, z towards the viewer.
    assert_eq!(
        [[1, 0, 1], [3, 1, 2], [0, 1, 2], [9, 9, 9]].map(|at| blocks[0].get(at).0 as i32),
        [1, 2, 3, -1]
    );
    let filled: Vec<_> = blocks[0].filled().filter(|(_, voxel)| voxel.0 == 3).collect();
    assert_eq!(filled, [([-2, 1, 1], VoxelIndex(3))]);
    assert!(blocks[0].cells.iter().copied().eq(model.voxel_blocks().next().unwrap().spread()));
}

#[test]
fn runs_have_at_most_128_voxels() {
    let lengths = |voxels: Vec<VoxelIndex>| {
        let block = VoxelBlock::from_voxels([0; 3], [300, 1, 1], voxels.clone());
        assert!(block.spread().eq(voxels));
        block.runs.iter().map(|run| (run.repeats, run.len)).collect::<Vec<_>>()
    };
    assert_eq!(lengths(vec![VoxelIndex(1); 300]), [(true, 128), (true, 128), (true, 44)]);
    assert_eq!(lengths((0..300).map(VoxelIndex).collect()), [(false, 128), (false, 128), (false, 44)]);
}

#[test]
fn a_block_without_width_has_no_layers_in_text() {
    let of = |size| m3d::ascii::write(&model(vec![VoxelBlock { size, ..VoxelBlock::default() }])).unwrap();
    let has_layers = |size| of(size).windows(5).any(|word| word == b"layer");
    assert_eq!([[1, 2, 3], [0, 2, 3], [1, 2, 0]].map(has_layers), [true, false, false]);
}

#[test]
fn a_block_that_claims_billions_is_refused() {
    let mut block = VoxelBlock::from_voxels([0; 3], [2048, 2048, 512], [VoxelIndex(0); 3]);
    assert!(block.grid(1 << 24).is_err());
    // Missing voxels do not matter.
    let found = triangles(&model(vec![block.clone()]), &TrimeshOptions::default());
    assert_eq!(found.mesh.indices.len(), 12);
    block.runs = vec![VoxelRun { repeats: true, len: 128 }; 1 << 19];
    block.voxels = vec![VoxelIndex(0); 1 << 19];
    let error = model(vec![block]).to_trimesh(&TrimeshOptions::default()).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VoxelVolume { cells: 1 << 26, limit: 1 << 24 });
    // One cell more than text may have.
    let block = VoxelBlock { size: [97, 257, 673], ..VoxelBlock::default() };
    let error = m3d::ascii::write(&model(vec![block])).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VoxelVolume { cells: (1 << 24) + 1, limit: 1 << 24 });
}

/// The sides are those of the reference library for `voxel.m3d`: three voxels in a box of 3, 2, 2, one of them below
/// another.
#[test]
fn single_sides_are_those_of_the_reference_library() {
    let rows = [[1, -1, 1], [0, -1, -1], [2, -1, -1], [-1, -1, -1]];
    let voxels = rows.into_iter().flatten().map(|voxel| VoxelIndex(voxel as u32));
    let model = model(vec![VoxelBlock::from_voxels([0; 3], [3, 2, 2], voxels)]);
    let found = triangles(&model, &single());
    // Voxel (0, 0, 0) touches two others, which hide two of its sides and one of each of them.
    assert_eq!(found.mesh.indices.len(), 2 * (4 + 6 + 5 + 5));
    let corners = |number: usize| {
        let places = found.mesh.indices[number].map(|corner| found.mesh.positions[corner as usize] * 3.0);
        places.map(|place| place.to_array().map(f32::round))
    };
    // The sides in order are bottom, north, west and east; the top and the south are hidden.
    assert_eq!(corners(0), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(corners(1), [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]]);
    assert_eq!(corners(2), [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(corners(4), [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    assert_eq!(corners(5), [[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 1.0, 0.0]]);
    assert_eq!(corners(6), [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]);
    assert_eq!(corners(7), [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 1.0]]);
    // The next voxels are (2, 0, 0), then (0, 0, 1), which has a south side, then (0, 1, 0), which has a top.
    assert_eq!(corners(8)[0], [2.0, 0.0, 0.0]);
    let of_third = 8 + 12;
    assert_eq!(corners(of_third + 6), [[0.0, 0.0, 2.0], [1.0, 1.0, 2.0], [0.0, 1.0, 2.0]]);
    assert_eq!(corners(of_third + 7), [[1.0, 1.0, 2.0], [0.0, 0.0, 2.0], [1.0, 0.0, 2.0]]);
    let of_fourth = of_third + 10;
    assert_eq!(corners(of_fourth + 4), [[0.0, 2.0, 0.0], [0.0, 2.0, 1.0], [1.0, 2.0, 0.0]]);
    assert_eq!(corners(of_fourth + 5), [[1.0, 2.0, 0.0], [0.0, 2.0, 1.0], [1.0, 2.0, 1.0]]);
    assert_eq!(found.mesh.colours[found.mesh.indices[0][0] as usize], Rgba8::new(2, 0, 0, 255));
    assert_faces_outward(&found);
}

/// Checks that all normals agree with the winding.
fn assert_faces_outward(found: &Triangles) {
    for triangle in found.mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| found.mesh.positions[corner]);
        let normal = (b - a).cross(c - a).normalised().unwrap();
        assert!(triangle.iter().all(|corner| (found.mesh.normals[*corner] - normal).length() < 1e-5));
    }
}

#[test]
fn a_solid_block_has_twelve_triangles() {
    for size in [[1, 1, 1], [7, 3, 5], [100, 60, 80]] {
        let n = size.iter().product::<u32>() as usize;
        let model = model(vec![VoxelBlock::from_voxels([-3, 2, 5], size, vec![VoxelIndex(0); n])]);
        let found = triangles(&model, &TrimeshOptions::default());
        assert_eq!((found.mesh.indices.len(), found.mesh.positions.len()), (12, 24));
        let low = [-3_i32, 2, 5];
        let ends = [0, 1, 2].map(|axis| (low[axis], low[axis] + size[axis] as i32));
        let scale = ends.iter().map(|(low, high)| (-low).max(*high)).max().unwrap().max(1) as f32;
        let bounds = found.mesh.bounds().unwrap();
        assert_eq!(bounds.min.to_array(), ends.map(|(low, _)| low as f32 / scale));
        assert_eq!(bounds.max.to_array(), ends.map(|(_, high)| high as f32 / scale));
        assert_faces_outward(&found);
    }
}

/// Rays along all axes through the centres of all cells enter and leave the same types at the same positions, in both
/// conversions and in the cells themselves.
#[test]
fn both_ways_cover_the_same_cells() {
    let mut seed = 7_u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((seed >> 33) % n) as u32
    };
    for round in 0..40 {
        let size = [0; 3].map(|_| 1 + random(6));
        let n = size.iter().product::<u32>();
        // Blocks from sparse to solid; −1 and −2 are both empty, and so is a type that does not exist.
        let kinds = [0, 1, 2, 3, 0, 0, 0, u32::MAX, u32::MAX - 1, 99];
        let voxels: Vec<_> = (0..n).map(|_| VoxelIndex(kinds[random(3 + round % 8) as usize])).collect();
        let model = model(vec![VoxelBlock::from_voxels([-1, 0, 2], size, voxels.clone())]);
        let grid = model.voxel_blocks().next().unwrap().grid(1000).unwrap();
        let expected = crossings_of_cells(&grid);
        let greedy = triangles(&model, &TrimeshOptions::default());
        let each = triangles(&model, &single());
        let scale = scale_of(&grid);
        for found in [&each, &greedy] {
            let found = crossings(found, &grid, scale);
            let difference = expected.iter().find(|(place, of)| found.get(place) != Some(of));
            assert_eq!(difference, None, "{size:?} {voxels:?}: {:?}", found.get(difference.unwrap().0));
            assert_eq!(found.len(), expected.len(), "{size:?} {voxels:?}");
        }
        assert!(greedy.mesh.indices.len() <= each.mesh.indices.len());
        assert_faces_outward(&greedy);
    }
}

fn scale_of(grid: &VoxelGrid) -> f32 {
    let sides = grid.position.iter().zip(grid.size);
    sides.map(|(low, len)| (-low).max(low + len as i32)).max().unwrap().max(1) as f32
}

/// The crossings of rays with a surface: by axis and position across it, the position along the ray with the type,
/// and true on entry.
type Crossings = BTreeMap<(usize, [i32; 3]), Vec<(u8, bool)>>;

fn crossings_of_cells(grid: &VoxelGrid) -> Crossings {
    let mut found = Crossings::new();
    let solid = |place: [i32; 3]| {
        let place = place.map(|side| u32::try_from(side).ok());
        let [Some(x), Some(y), Some(z)] = place else { return None };
        Some(grid.get([x, y, z]).0).filter(|voxel| *voxel < 4)
    };
    for axis in 0..3 {
        let [w, h, d] = grid.size.map(|side| side as i32);
        for (x, y, z) in (0..w).flat_map(|x| (0..h).flat_map(move |y| (0..d).map(move |z| (x, y, z)))) {
            let here = [x, y, z];
            let Some(voxel) = solid(here) else { continue };
            for (step, leaves) in [(-1, false), (1, true)] {
                let mut next = here;
                next[axis] += step;
                if solid(next).is_none() {
                    let mut place = here;
                    place[axis] += i32::from(leaves);
                    found.entry((axis, place)).or_default().push((voxel as u8 + 1, leaves));
                }
            }
        }
    }
    found.values_mut().for_each(|list| list.sort_unstable());
    found
}

fn crossings(found: &Triangles, grid: &VoxelGrid, scale: f32) -> Crossings {
    let mut crossings = Crossings::new();
    for triangle in found.mesh.triangles() {
        // Positions in cells of the grid, so that rays go through the centres at .5; a small offset keeps them off
        // the diagonals of rectangles.
        let place = |corner: usize| {
            let place = found.mesh.positions[corner] * scale;
            place - Vec3::from_array(grid.position.map(|side| side as f32))
        };
        let [a, b, c] = triangle.map(place).map(Vec3::to_array);
        let normal = found.mesh.normals[triangle[0]].to_array();
        let axis = normal.iter().position(|side| side.abs() == 1.0).unwrap();
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for i in 0..grid.size[u] {
            for j in 0..grid.size[v] {
                let at = [i as f32 + 0.4837, j as f32 + 0.5171];
                let side = |p: [f32; 3], q: [f32; 3]| {
                    (q[u] - p[u]) * (at[1] - p[v]) - (q[v] - p[v]) * (at[0] - p[u])
                };
                let sides = [side(a, b), side(b, c), side(c, a)];
                if sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0) {
                    let mut cell = [0; 3];
                    (cell[axis], cell[u], cell[v]) = (a[axis].round() as i32, i as i32, j as i32);
                    let red = found.mesh.colours[triangle[0]].r;
                    crossings.entry((axis, cell)).or_default().push((red, normal[axis] > 0.0));
                }
            }
        }
    }
    crossings.values_mut().for_each(|list| list.sort_unstable());
    crossings
}

#[test]
fn the_authored_hut() {
    let model = authored();
    let found = triangles(&model, &TrimeshOptions::default());
    // 16 solid cells in the lower block, 11 in the upper one.
    let each = triangles(&model, &single());
    assert_eq!((each.mesh.groups.len(), found.mesh.groups.len()), (2, 2));
    assert_eq!(found.mesh.groups.iter().map(|group| &group.name[..]).collect::<Vec<_>>(), ["base", "roof"]);
    assert_eq!((found.report.n_optional_blocks, found.report.n_dangling_voxels), (1, 0));
    // Wood has shape 4, the chest shape 272.
    assert_eq!(found.report.n_shaped_voxels, 2 + 11 - 1 + 1);
    let stone = Rgba8::new(0x74, 0x3f, 0x3f, 255);
    assert!(found.mesh.colours.contains(&stone), "{:?}", found.mesh.colours);
    // The largest coordinate is 3, at the top.
    assert_eq!(found.mesh.bounds().unwrap().max.y, 1.0);
}

#[test]
fn materials_of_voxels_are_groups() {
    let mut model = authored();
    let name = model.strings.find("core:wood").unwrap();
    let scripted = Material { name, ..Material::default() };
    model.chunks.insert(0, Chunk::Material(scripted));
    let found = triangles(&model, &TrimeshOptions::default());
    let groups: Vec<_> =
        found.mesh.groups.iter().map(|group| (&group.name[..], group.material.as_deref())).collect();
    assert_eq!(groups, [("base", None), ("base", Some("core:wood")), ("roof", Some("core:wood"))]);
    let each = triangles(&model, &single());
    assert!(each.mesh.groups.iter().all(|group| group.material.is_none()));
}

fn block(y: i32, height: u32, voxel: u32) -> VoxelBlock {
    VoxelBlock::from_voxels([0, y, 0], [1, height, 1], vec![VoxelIndex(voxel); height as usize])
}

/// The voxels of a column, from the bottom up.
fn column(blocks: &[VoxelBlock], choose: impl FnMut(&[Candidate<'_>]) -> Option<usize>) -> (i32, Vec<i32>) {
    let grid = VoxelGrid::assemble(blocks, 1000, choose).unwrap();
    (grid.position[1], grid.cells.iter().map(|voxel| voxel.0 as i32).collect())
}

#[test]
fn blocks_lie_over_each_other() {
    let top = VoxelBlock::from_voxels([0, 0, 0], [1, 3, 1], [3, u32::MAX, u32::MAX - 1].map(VoxelIndex));
    let never = |_: &[Candidate<'_>]| panic!("nothing is open");
    // A voxel replaces the one below it, an unset one keeps it, a clear one removes it.
    assert_eq!(column(&[block(0, 3, 0), top.clone()], never), (0, vec![3, 0, -2]));
    assert_eq!(column(&[top, block(0, 3, 0)], never), (0, vec![0, 0, 0]));
    assert_eq!(column(&[block(-2, 1, 1), block(1, 1, 2)], never), (-2, vec![1, -1, -1, 2]));
    assert_eq!(column(&[], never), (0, vec![]));
}

#[test]
fn optional_blocks_shift_others_when_missing() {
    let mut blocks = [block(0, 2, 0), block(2, 3, 1), block(5, 1, 2), block(-1, 1, 3), block(-3, 2, 0)];
    (blocks[1].uncertainty, blocks[3].uncertainty) = (100, 51);
    let mut asked = Vec::new();
    let all = column(&blocks, |candidates| {
        asked.push((candidates.len(), candidates[0].probability));
        Some(0)
    });
    assert_eq!(all, (-3, vec![0, 0, 3, 0, 0, 1, 1, 1, 2]));
    assert_eq!(asked, [(1, 155.0 / 255.0), (1, 0.8)]);
    // Without the second block, the third moves down by 3; without the fourth, the one below it moves up by 1.
    assert_eq!(column(&blocks, |_| None), (-2, vec![0, 0, 0, 0, 2]));
}

#[test]
fn one_block_of_a_group_exists() {
    let mut blocks = [block(0, 1, 0), block(1, 1, 1), block(1, 1, 2), block(1, 1, 3), block(2, 1, 0)];
    for (block, uncertainty) in blocks[1..4].iter_mut().zip([55, 100, 100]) {
        (block.group, block.uncertainty) = (7, uncertainty);
    }
    let mut probabilities = Vec::new();
    let second = column(&blocks, |candidates| {
        probabilities = candidates.iter().map(|candidate| candidate.probability).collect();
        Some(1)
    });
    assert_eq!(second, (0, vec![0, 2, 0]));
    assert_eq!(probabilities, [200.0 / 510.0, 155.0 / 510.0, 155.0 / 510.0]);
    // Without a choice, or with one that does not exist, the most likely block is taken. Others do not move.
    assert_eq!(column(&blocks, |_| None), (0, vec![0, 1, 0]));
    assert_eq!(column(&blocks, |_| Some(3)), (0, vec![0, 1, 0]));
}

#[test]
fn distant_blocks_are_refused() {
    let blocks = [block(i32::MIN, 1, 0), VoxelBlock { size: [1, u32::MAX, 1], ..block(i32::MAX, 1, 0) }];
    let error = VoxelGrid::assemble(&blocks, 1000, |_| None).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::VoxelVolume { limit: 1000, .. }), "{error}");
}

/// A castle in a file of 2,447 bytes.
#[test]
fn monu_has_fewer_triangles_when_merged() {
    let Some(files) = support::corpus("m3d/upstream") else { return };
    let (_, bytes) = files.into_iter().find(|(name, _)| name == "monu1.m3d").unwrap();
    let model = read(&bytes).unwrap();
    let (merged, each) = (triangles(&model, &TrimeshOptions::default()), triangles(&model, &single()));
    let n_cells: usize =
        model.voxel_blocks().map(|block| block.spread().filter(|cell| cell.get().is_some()).count()).sum();
    assert_eq!((n_cells, each.mesh.indices.len(), merged.mesh.indices.len()), (156_942, 66_444, 2_694));
    assert_eq!(merged.mesh.bounds(), each.mesh.bounds());
}
