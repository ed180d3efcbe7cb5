//! Terrain as a mesh: closed, of the right volume, and the same as by the plainest way.

mod merged;

use crate::support::fixtures;
use geom::{TriMesh, Vec3};
use rbxbinary::terrain::{Grid, Material, Voxel};
use rezkit::exchange::{SceneOptions, TerrainDetail, read};
use rezkit::roblox::{Document, Value};
use rezkit::scene::terrain::mesh;
use rezkit::scene::{Alpha, Scene};
use rezkit::{CheckOptions, DiffOptions, Fact, File, LossCode, OpenOptions, ProblemKind, check, diff, info};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

const ROCK: Material = Material(8);

/// Every voxel.
fn drawn(grid: &Grid<'_>) -> TriMesh {
    merged(grid, 0.0)
}

fn merged(grid: &Grid<'_>, error: f32) -> TriMesh {
    let mesh = mesh(grid, error, usize::MAX).unwrap();
    assert!(mesh.check().is_empty());
    assert!(mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-5));
    mesh
}

fn triangles(mesh: &TriMesh, of: impl Fn(&str) -> bool) -> Vec<[u32; 3]> {
    let groups = mesh.groups.iter().filter(|group| of(&group.name));
    groups.flat_map(|group| mesh.indices[group.triangles.clone()].to_vec()).collect()
}

fn ground(mesh: &TriMesh) -> Vec<[u32; 3]> {
    triangles(mesh, |name| name != "Water")
}

fn corners(mesh: &TriMesh, triangle: [u32; 3]) -> [Vec3; 3] {
    triangle.map(|corner| mesh.positions[corner as usize])
}

/// The volume of a mesh in cubic studs, by the divergence theorem.
fn volume(mesh: &TriMesh, triangles: &[[u32; 3]]) -> f64 {
    let of = |triangle: &[u32; 3]| {
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] =
            corners(mesh, *triangle).map(|corner| corner.to_array().map(f64::from));
        ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    };
    triangles.iter().map(of).sum::<f64>() / 6.0
}

/// Edges that do not have as many triangles on one side as on the other, by the numbers of vertices.
fn open_edges(triangles: &[[u32; 3]]) -> Vec<(u32, u32)> {
    let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((*from, *to)).or_default() += 1;
            *edges.entry((*to, *from)).or_default() -= 1;
        }
    }
    edges.into_iter().filter(|(_, n)| *n != 0).map(|(edge, _)| edge).collect()
}

/// A grid of what a function gives for each place in a box.
fn filled(from: [i32; 3], to: [i32; 3], voxel: impl Fn([i32; 3]) -> Voxel) -> Grid<'static> {
    let mut grid = Grid::default();
    for x in from[0]..to[0] {
        for y in from[1]..to[1] {
            for z in from[2]..to[2] {
                grid.set(x, y, z, voxel([x, y, z])).unwrap();
            }
        }
    }
    // As files have it.
    Grid::read(&grid.write()).0.into_owned()
}

fn rock(occupancy: f32) -> Voxel {
    let occupancy = (occupancy * 255.0).clamp(0.0, 255.0) as u8;
    if occupancy == 0 { Voxel::AIR } else { Voxel { material: ROCK, occupancy, water: 0 } }
}

/// A ball of rock; voxels at its surface are filled in part.
fn ball(middle: [f32; 3], radius: f32) -> Grid<'static> {
    let far = radius.ceil() as i32 + 2;
    let [from, to] = [-far, far].map(|far| middle.map(|axis| axis as i32 + far));
    filled(from, to, |place| {
        let square = |(place, middle): (i32, f32)| (place as f32 + 0.5 - middle).powi(2);
        rock(radius - place.into_iter().zip(middle).map(square).sum::<f32>().sqrt() + 0.5)
    })
}

#[test]
fn a_ball_is_closed_across_chunks_and_has_its_volume() {
    for middle in [[16.0, 16.0, 16.0], [0.0, 0.0, 0.0], [31.5, -32.0, 64.2]] {
        let mesh = drawn(&ball(middle, 12.0));
        assert_eq!(open_edges(&mesh.indices), [], "{middle:?}");
        let expected = 4.0 / 3.0 * std::f64::consts::PI * (12.0_f64 * 4.0).powi(3);
        let ratio = volume(&mesh, &mesh.indices) / expected;
        assert!((ratio - 1.0).abs() < 0.01, "{middle:?}: {ratio}");
        let middle = Vec3::from_array(middle) * 4.0;
        for (place, normal) in mesh.positions.iter().zip(&mesh.normals) {
            let out = *place - middle;
            assert!((out.length() - 48.0).abs() < 1.0, "{place:?}");
            assert!(out.normalised().unwrap().dot(*normal) > 0.95, "{place:?} {normal:?}");
        }
    }
}

#[test]
fn a_slab_is_as_high_as_it_is_full() {
    for (occupancy, height) in [(255, 4.0), (191, 3.329), (128, 2.016), (127, 2.0)] {
        let grid = filled([-40, 0, -40], [40, 2, 40], |[_, y, _]| Voxel {
            material: ROCK,
            occupancy: if y == 0 { 255 } else { occupancy },
            water: 0,
        });
        let mesh = drawn(&grid);
        assert_eq!(open_edges(&mesh.indices), []);
        let middle = |place: &&Vec3| place.x.abs() < 120.0 && place.z.abs() < 120.0;
        for place in mesh.positions.iter().filter(middle) {
            assert!(place.y == 0.0 || (place.y - 4.0 - height).abs() < 0.01, "{occupancy}: {place:?}");
        }
    }
}

/// Surface nets without windows, rows of bits or shared cubes.
fn plain(grid: &Grid<'_>) -> Vec<[Vec3; 3]> {
    let solid: HashMap<[i32; 3], u8> = grid.cells().map(|(place, voxel)| (place, voxel.solid())).collect();
    let at = |place: [i32; 3]| f64::from(solid.get(&place).copied().unwrap_or(0));
    let moved = |place: [i32; 3], axis: usize, by: i32| {
        let mut place = place;
        place[axis] += by;
        place
    };
    let vertex = |cube: [i32; 3]| {
        let (mut sum, mut n) = ([0.0; 3], 0.0);
        for corner in 0..8 {
            let start = [0, 1, 2].map(|axis| cube[axis] + (corner >> axis & 1));
            for axis in (0..3).filter(|axis| corner >> axis & 1 == 0) {
                let [a, b] = [at(start), at(moved(start, axis, 1))];
                if (a >= 127.0) != (b >= 127.0) {
                    for other in 0..3 {
                        sum[other] += f64::from(start[other]) + 0.5;
                    }
                    sum[axis] += ((127.5 - a) / (b - a)).clamp(0.0, 1.0);
                    n += 1.0;
                }
            }
        }
        Vec3::from_array(sum.map(|sum| (sum / n * 4.0) as f32))
    };
    let mut found = Vec::new();
    for place in solid.keys() {
        for axis in 0..3 {
            for by in [-1, 1] {
                if at(*place) < 127.0 || at(moved(*place, axis, by)) >= 127.0 {
                    continue;
                }
                let first = if by == 1 { *place } else { moved(*place, axis, -1) };
                let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut four =
                    [(1, 1), (0, 1), (0, 0), (1, 0)].map(|(i, j)| vertex(moved(moved(first, b, -i), c, -j)));
                if by == -1 {
                    four.reverse();
                }
                let [p, q, r, s] = four;
                let is_first = (p - r).length() <= (q - s).length();
                found.extend(if is_first { [[p, q, r], [p, r, s]] } else { [[q, r, s], [q, s, p]] });
            }
        }
    }
    found
}

/// Hills of several materials that cross the borders of chunks, by a sum of waves.
fn hills() -> Grid<'static> {
    filled([-40, -6, -37], [45, 9, 35], |[x, y, z]| {
        let wave = (x as f32 * 0.21).sin() * 3.0 + (z as f32 * 0.17).cos() * 3.0 + (x as f32 * 0.9).sin();
        let material = Material(2 + (x.rem_euclid(9) / 3 * 4 + z.rem_euclid(5)) as u8);
        Voxel { material, ..rock(wave - y as f32) }
    })
}

#[test]
fn hills_are_the_same_as_by_the_plainest_way() {
    let mesh = drawn(&hills());
    assert_eq!(open_edges(&mesh.indices), []);
    let (mut found, mut expected) = (Vec::new(), plain(&hills()));
    for triangle in &mesh.indices {
        found.push(corners(&mesh, *triangle));
    }
    assert_eq!(found.len(), expected.len());
    let signed = |triangles: &[[Vec3; 3]]| -> f64 {
        triangles.iter().map(|[a, b, c]| f64::from(a.dot(b.cross(*c)))).sum::<f64>() / 6.0
    };
    let ratio = signed(&found) / signed(&expected);
    assert!((ratio - 1.0).abs() < 1e-5, "{ratio}");
    // Triangle by triangle; places in sixteenths of a stud, so that rounding does not count.
    for triangles in [&mut found, &mut expected] {
        triangles.sort_by_key(key);
    }
    // Where both diagonals are equally long, rounding decides.
    let n_equal = found.iter().zip(&expected).filter(|(a, b)| (a[0] - b[0]).length() < 0.01).count();
    assert!(n_equal * 100 >= found.len() * 97, "{n_equal} of {}", found.len());
}

fn key(triangle: &[Vec3; 3]) -> [i64; 9] {
    let mut key = [0; 9];
    for (place, axis) in key.iter_mut().zip(triangle.iter().flat_map(|corner| corner.to_array())) {
        *place = (f64::from(axis) * 16.0).round() as i64;
    }
    key
}

#[test]
fn where_chunks_begin_does_not_matter() {
    let at = |shift: [i32; 3]| {
        let grid = filled([0; 3], [20, 12, 20], |[x, y, z]| {
            let wave = (x as f32 * 0.4).sin() + (z as f32 * 0.5).sin();
            if (3..17).contains(&x) && (3..17).contains(&z) && y > 2 {
                rock(6.0 + 3.0 * wave - y as f32)
            } else {
                Voxel::AIR
            }
        });
        let mut moved = Grid::default();
        grid.cells().for_each(|([x, y, z], voxel)| {
            moved.set(x + shift[0], y + shift[1], z + shift[2], voxel).unwrap();
        });
        let mesh = drawn(&moved);
        assert_eq!(open_edges(&mesh.indices), [], "{shift:?}");
        (mesh.positions.len(), mesh.indices.len(), volume(&mesh, &mesh.indices))
    };
    let first = at([6; 3]);
    assert!(first.2 > 10_000.0);
    for shift in [[22, 25, 28], [-10, -5, -31], [31, 31, 31], [-32, -33, 1000]] {
        let (n_vertices, n_triangles, volume) = at(shift);
        assert_eq!((n_vertices, n_triangles), (first.0, first.1), "{shift:?}");
        assert!((volume / first.2 - 1.0).abs() < 1e-3, "{shift:?}: {volume} {}", first.2);
    }
}

#[test]
fn materials_are_groups() {
    let grid =
        filled([0; 3], [8, 4, 8], |[x, ..]| Voxel::full(if x < 4 { Material(2) } else { Material(40) }));
    let mesh = drawn(&grid);
    let names: Vec<_> = mesh.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["Grass", "Material40"]);
    let n = |name: &str| triangles(&mesh, |other| other == name).len();
    // Half of the box each: a side of 8 by 4, and half of the four others.
    assert_eq!((n("Grass"), n("Material40")), (2 * (32 + 2 * 32 + 2 * 16), 2 * (32 + 2 * 32 + 2 * 16)));
}

#[test]
fn water_alone_is_a_box_with_sharp_edges() {
    let grid = filled([-2, 30, -3], [3, 33, 1], |_| Voxel::full(Material::WATER));
    let mesh = drawn(&grid);
    assert_eq!(open_edges(&mesh.indices), []);
    assert_eq!((volume(&mesh, &mesh.indices) / 64.0).round(), 5.0 * 3.0 * 4.0);
    let bounds = mesh.bounds().unwrap();
    assert_eq!((bounds.min.to_array(), bounds.max.to_array()), ([-8.0, 120.0, -12.0], [12.0, 132.0, 4.0]));
}

/// A lake in a rock, with an island and a cliff; in some voxels, a little rock below so much water.
fn lake(water: Option<u8>) -> Grid<'static> {
    filled([-12, -4, -12], [44, 6, 44], move |[x, y, z]| {
        let is_in = |range: std::ops::Range<i32>| range.contains(&x) && range.contains(&z);
        let is_shore = !is_in(-6..39) || is_in(10..15);
        let is_cliff = x < -9;
        match y {
            _ if is_cliff => Voxel::full(ROCK),
            ..=-2 => Voxel::full(ROCK),
            -1..=1 if is_shore => Voxel::full(ROCK),
            1 if x == 0 && water.is_some() => {
                Voxel { material: ROCK, occupancy: 60, water: water.unwrap_or_default() }
            }
            -1..=1 => Voxel::full(Material::WATER),
            _ => Voxel::AIR,
        }
    })
}

#[test]
fn a_lake_ends_below_its_shore() {
    for water in [None, Some(0), Some(195)] {
        let mesh = drawn(&lake(water));
        assert_eq!(open_edges(&ground(&mesh)), []);
        let surface = triangles(&mesh, |name| name == "Water");
        let places: BTreeMap<u32, Vec3> =
            surface.iter().flatten().map(|corner| (*corner, mesh.positions[*corner as usize])).collect();
        // It is flat, except in the shore.
        assert!(places.values().all(|place| (place.y - 8.0).abs() < 1.01), "{water:?}");
        let known = |place: Vec3| place.to_array().map(|axis| (axis * 1024.0).round() as i64);
        let of_ground: HashSet<_> =
            ground(&mesh).iter().flat_map(|it| corners(&mesh, *it)).map(known).collect();
        let edges = open_edges(&surface);
        assert!(edges.len() > 100);
        for (from, _) in edges {
            let place = mesh.positions[from as usize];
            // Beside a cliff, and everywhere else a stud below the ground.
            let above = [0.0, 1.0].map(|height| place + Vec3::Y * height);
            assert!(above.iter().any(|place| of_ground.contains(&known(*place))), "{water:?}: {place:?}");
        }
        // What is seen from above: 45 by 45 voxels without the island, and the shore beside it.
        let area = |triangle: &[u32; 3]| {
            let [a, b, c] = corners(&mesh, *triangle);
            let (u, v) = (b - a, c - a);
            f64::from(u.z * v.x - u.x * v.z) / 32.0
        };
        let (seen, shore) = (surface.iter().map(area).sum::<f64>(), 47.0 * 47.0 - 3.0 * 3.0);
        assert!((seen - shore).abs() < 0.5, "{water:?}: {seen} of {shore}");
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let grid = ball([0.0; 3], 12.0);
    let n_bytes = |mesh: &TriMesh| mesh.positions.len() * 24 + mesh.indices.len() * 12;
    let whole = n_bytes(&drawn(&grid));
    assert!(mesh(&grid, 0.0, whole * 2).is_ok());
    assert_eq!(mesh(&grid, 0.0, whole / 2).unwrap_err().kind, ProblemKind::Limit);
}

/// Terrain beyond the bounds of the engine, or without a surface, costs nothing.
#[test]
fn what_has_no_surface_is_empty() {
    let mut grid = Grid::default();
    grid.set(262_145 * 32, 0, 0, Voxel::full(ROCK)).unwrap();
    grid.set(0, 0, 0, rock(0.4)).unwrap();
    let mesh = drawn(&grid);
    assert_eq!((mesh.positions.len(), mesh.groups.len()), (0, 0));
    grid.set(262_144 * 32, 0, 0, Voxel::full(ROCK)).unwrap();
    assert_eq!(drawn(&grid).indices.len(), 12);
}

/// The same place in both encodings.
fn places() -> [Vec<u8>; 2] {
    ["rbxbinary/valid/terrain.rbxl", "rbxxml/valid/terrain.rbxlx"]
        .map(|path| std::fs::read(fixtures().join(path)).unwrap())
}

fn island() -> Grid<'static> {
    let document = Document::open(&places()[0]).unwrap();
    let terrain = document.find("Workspace/Terrain").unwrap();
    let (grid, error) = Grid::read(document.bytes(terrain, "SmoothGrid").unwrap());
    assert_eq!((error, grid.chunks().len()), (None, 10));
    grid.into_owned()
}

fn scene_of(bytes: &[u8]) -> (Scene, Vec<LossCode>) {
    let (scene, losses) = read(bytes, &SceneOptions::default(), &mut |_| None).unwrap();
    assert_eq!(scene.check(), []);
    (scene, losses.iter().map(|loss| loss.code).collect())
}

#[test]
fn places_of_both_encodings_show_their_terrain() {
    let [(scene, losses), (other, _)] = places().map(|bytes| scene_of(&bytes));
    assert!(scene == other);
    assert_eq!(losses, [LossCode::VoxelMeshed]);
    let names: Vec<_> = scene.nodes.iter().map(|node| (node.name.as_str(), node.mesh)).collect();
    assert_eq!(names, [("Workspace", None), ("Terrain", Some(0))]);
    let expected = merged(&island(), 0.5);
    let shape = &scene.meshes[0].shape;
    assert_eq!((&shape.positions, &shape.indices), (&expected.positions, &expected.indices));
    let names: Vec<_> = scene.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["Water", "Grass", "Sand", "Rock", "Basalt"]);
    assert_eq!(
        shape.groups.iter().map(|group| group.material.as_deref().unwrap()).collect::<Vec<_>>(),
        names
    );
    let water = &scene.materials[0];
    assert_eq!((water.alpha, water.double_sided), (Alpha::Blend, true));
    assert!((water.base.w - 0.7).abs() < 1e-6);
    // The colour that the place gives to grass, linear.
    let [red, green, blue, opacity] = scene.materials[1].base.to_array();
    assert!((red - 0.1022).abs() < 1e-3 && (green - 0.2623).abs() < 1e-3 && (blue - 0.0319).abs() < 1e-3);
    assert_eq!(opacity, 1.0);
}

#[test]
fn much_terrain_is_coarse_where_that_is_wished() {
    let place = |n_chunks: i32| {
        let mut grid = Grid::default();
        for x in 0..n_chunks {
            (0..5).for_each(|step| grid.set(x * 32 + 3 * step, 0, 5 * step, rock(1.0)).unwrap());
            for (x, z) in (0..8).flat_map(|x| (0..8).map(move |z| (x, z))) {
                grid.set(x, 9, z, rock(1.0)).unwrap();
            }
        }
        let mut place = Document::new(rezkit::Format::RbxBinary).unwrap();
        let workspace = place.add(None, "Workspace").unwrap();
        let terrain = place.add(Some(workspace), "Terrain").unwrap();
        place.set(terrain, "SmoothGrid", Value::BinaryString(grid.write().into())).unwrap();
        place.save().unwrap().bytes
    };
    let read = |n_chunks: i32, detail: TerrainDetail| {
        let options = SceneOptions::default().terrain_detail(detail);
        let (scene, _) = read(&place(n_chunks), &options, &mut |_| None).unwrap();
        let own = scene.extras.get("rezkit").and_then(|own| own.get("coarse")?.as_bool());
        (scene.meshes[0].shape.clone(), own)
    };
    assert_eq!(read(50, TerrainDetail::Preview), read(50, TerrainDetail::Full));
    let [(fine, no), (coarse, yes)] =
        [TerrainDetail::Picture, TerrainDetail::Preview].map(|detail| read(101, detail));
    assert_eq!((no, yes), (None, Some(true)));
    assert_eq!(read(1001, TerrainDetail::Picture).1, Some(true));
    // Single voxels are lost, and what is thin stays.
    assert_eq!(fine.groups[0].name, coarse.groups[0].name);
    let [fine, coarse] = [fine, coarse].map(|mesh| mesh.bounds().unwrap());
    assert!(fine.max.x > 12_000.0 && coarse.max.x < 50.0, "{fine:?} {coarse:?}");
    assert!((coarse.max.y - fine.max.y).abs() <= 16.0, "{fine:?} {coarse:?}");
}

#[test]
fn regions_are_shown_in_models_and_not_in_places() {
    let mut document = Document::open(&places()[1]).unwrap();
    let terrain = document.find("Workspace/Terrain").unwrap();
    let bytes = document.bytes(terrain, "SmoothGrid").unwrap().to_vec();
    for above in [document.find("Workspace"), None] {
        let region = document.add(above, "TerrainRegion").unwrap();
        document.set(region, "SmoothGrid", Value::BinaryString(bytes.as_slice().into())).unwrap();
    }
    let (scene, losses) = scene_of(&document.save().unwrap().bytes);
    assert_eq!((scene.nodes.len(), losses), (2, vec![LossCode::NodeDropped, LossCode::VoxelMeshed]));
    let model = r#"<roblox version="4"><Item class="TerrainRegion"><Properties><BinaryString name="SmoothGrid">AQU=</BinaryString>
        </Properties></Item></roblox>"#;
    let problem = read(model.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap_err();
    assert!(problem.message.contains("the terrain is empty"), "{}", problem.message);
}

/// Terrain of before 2015 cannot be drawn, and is not nothing.
#[test]
fn old_terrain_is_named() {
    let place = |grid: &str, part: &str| {
        format!(
            "<roblox version='4'><Item class='Workspace'><Properties/><Item class='Terrain'><Properties>\
             <BinaryString name='{grid}'>AAECAwQF</BinaryString></Properties></Item>{part}</Item></roblox>"
        )
    };
    for grid in ["ClusterGrid", "ClusterGridV2", "ClusterGridV3"] {
        let alone = place(grid, "");
        let problem = read(alone.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Empty);
        assert!(problem.message.contains("terrain from before 2015"), "{}", problem.message);
        let beside = place(grid, "<Item class='Part'><Properties/></Item>");
        let (scene, losses) = scene_of(beside.as_bytes());
        assert_eq!((scene.meshes.len(), losses), (1, vec![LossCode::ShapeUndrawn]));
        let file = File::open(alone.as_bytes(), &OpenOptions::default()).unwrap();
        let facts = info(&file).unwrap().facts;
        assert!(facts.contains(&("bytes of terrain from before 2015", Fact::Count(6))), "{facts:?}");
    }
}

#[test]
fn what_is_damaged_costs_only_what_follows() {
    let mut document = Document::open(&places()[1]).unwrap();
    let terrain = document.find("Workspace/Terrain").unwrap();
    let bytes = document.bytes(terrain, "SmoothGrid").unwrap().to_vec();
    document.set(terrain, "SmoothGrid", &bytes[..bytes.len() - 1]).unwrap();
    let bytes = document.save().unwrap().bytes;
    let (scene, losses) = scene_of(&bytes);
    assert!(!scene.meshes[0].shape.indices.is_empty());
    assert_eq!(losses, [LossCode::ShapeUndrawn, LossCode::VoxelMeshed]);
    let file = File::open(&bytes, &OpenOptions::default()).unwrap();
    let checked = check(&file, &CheckOptions::default()).unwrap();
    let found: Vec<_> = checked.findings.iter().map(|one| (one.rule, one.path.as_str())).collect();
    assert_eq!(found, [("RBX018", "items[1] Terrain, SmoothGrid")]);
}

#[test]
fn info_says_how_much_there_is_of_what() {
    let cells: Vec<_> = island().cells().collect();
    for bytes in places() {
        let info = info(&File::open(&bytes, &OpenOptions::default()).unwrap()).unwrap();
        let fact = |name| info.facts.iter().find(|(other, _)| *other == name).map(|(_, fact)| fact.clone());
        assert_eq!(fact("terrain chunks"), Some(Fact::Count(10)));
        let Some(Fact::Text(voxels)) = fact("terrain voxels") else { panic!("voxels") };
        let counts = voxels.split(", ").map(|count| count.split_once(' ').unwrap());
        let counts: BTreeMap<_, usize> = counts.map(|(name, n)| (name, n.parse().unwrap())).collect();
        let mut expected = BTreeMap::new();
        for (_, voxel) in &cells {
            *expected.entry(voxel.material.name().unwrap()).or_insert(0) += 1;
        }
        assert_eq!(counts, expected);
        let (min, max) = [0, 1, 2]
            .map(|axis| {
                let places = || cells.iter().map(|(place, _)| place[axis] * 4);
                (places().min().unwrap(), places().max().unwrap() + 4)
            })
            .into_iter()
            .map(|(min, max)| (min.to_string(), max.to_string()))
            .unzip::<_, _, Vec<_>, Vec<_>>();
        let extent = format!("({}) to ({}) studs", min.join(", "), max.join(", "));
        assert_eq!(fact("terrain extent"), Some(Fact::Text(extent)));
        let sides =
            min.iter().zip(&max).map(|(min, max)| max.parse::<i64>().unwrap() - min.parse::<i64>().unwrap());
        let sides: Vec<_> = sides.map(|side| side.to_string()).collect();
        assert_eq!(fact("extent"), Some(Fact::Text(format!("{} studs", sides.join(" × ")))));
    }
}

#[test]
fn a_difference_names_the_chunks() {
    let mut grid = island();
    let was = grid.write();
    grid.set(0, 15, 0, Voxel::full(Material(2))).unwrap();
    grid.set(-1, -1, -1, Voxel::AIR).unwrap();
    grid.set(0, -40, 0, Voxel::full(Material(3))).unwrap();
    // Packed in another way, and yet the same.
    let [old, new] = [&was, &grid.write()].map(|bytes| {
        let mut document = Document::open(&places()[0]).unwrap();
        let terrain = document.find("Workspace/Terrain").unwrap();
        document.set(terrain, "SmoothGrid", bytes.as_slice()).unwrap();
        document.save().unwrap().bytes
    });
    let [old, new] = [&old, &new].map(|bytes| File::open(bytes, &OpenOptions::default()).unwrap());
    let mut found = Vec::new();
    diff(&old, &new, &DiffOptions::default(), &mut |change| {
        found.extend(change.properties.into_iter().map(|property| (property.name, property.new.unwrap())));
        ControlFlow::Continue(())
    })
    .unwrap();
    let [(name, value)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(name, "SmoothGrid");
    let (_, text) = value.split_once(": ").unwrap();
    assert_eq!(text, "2 chunks changed: (-1, -1, -1), (0, 0, 0); 1 chunk added: (0, -2, 0)");
}
