//! ! Asserts that several threads give the same results as one.

use geom::{TriMesh, Vec3};
use scene::allowance::Allowance;
use scene::gltf::{WriteOptions, write_glb};
use scene::terrain::{CHUNK_EDGE, Chunk, Run, Voxel, surface};
use scene::threads::share;
use scene::{Json, LevelPlan, Mesh, Node, Scene, Trs};

fn same<T: PartialEq + std::fmt::Debug>(made: impl Fn() -> T) -> T {
    let alone = made();
    for n_threads in [2, 5] {
        assert!(share(n_threads, &made) == alone, "{n_threads} threads");
    }
    alone
}

/// Returns a hilly field of squares; fields of different numbers differ.
fn field(number: usize) -> Mesh {
    let side = 20 + number;
    let height = |x: usize, z: usize| ((x * (7 + number) + z * 11) % 13) as f32 / 8.0;
    let places = (0..side * side).map(|place| (place % side, place / side));
    let positions = places.map(|(x, z)| Vec3::new(x as f32, height(x, z), z as f32)).collect();
    let square = |place: usize| {
        let [a, b, c, d] = [0, 1, side, side + 1].map(|step| (place + step) as u32);
        [[a, c, b], [b, c, d]]
    };
    let inner = (0..side * (side - 1)).filter(|place| place % side < side - 1);
    let shape = TriMesh { positions, indices: inner.flat_map(square).collect(), ..TriMesh::default() };
    Mesh { shape, ..Mesh::default() }
}

fn fields(n_fields: usize, n_nodes: usize) -> Scene {
    let node = |number: usize| {
        let translation = Vec3::new((number * 37 % 101) as f32, 0.0, (number * 59 % 103) as f32) * 8.0;
        let local = Trs { translation, ..Trs::IDENTITY };
        Node { local, mesh: Some(number % n_fields), ..Node::default() }
    };
    Scene {
        nodes: (0..n_nodes).map(node).collect(),
        meshes: (0..n_fields).map(field).collect(),
        ..Scene::default()
    }
}

#[test]
fn levels_of_several_meshes() {
    let (made, scene) = same(|| {
        // Meshes that are shown twice are not joined.
        let mut scene = fields(7, 13);
        let made = scene.make_levels(&LevelPlan::levels(3).max_error(1.0)).unwrap();
        (made, scene)
    });
    assert_eq!(scene.meshes.len(), 21);
    assert!(made[2].n_triangles * 5 < made[0].n_triangles, "{made:?}");
}

#[test]
fn the_camera_of_a_glb() {
    let mut scene = fields(2, 1200);
    let mut own = Json::default();
    own.set("place", true);
    scene.extras.set("rezkit", own);
    let glb = same(|| write_glb(&scene, &WriteOptions::default().camera(true)).unwrap().0);
    let has = |text: &[u8]| glb.windows(text.len()).any(|part| part == text);
    assert!(has(b"\"role\":\"camera\""));
}

#[test]
fn nodes_and_those_that_are_added_below_them() {
    let mut scene = fields(2, 3000);
    // The mesh is large enough to be split between threads.
    scene.meshes.push(field(200));
    for number in (0..3000).step_by(30) {
        scene.nodes[number].mesh = Some(2);
        scene.nodes[number + 1].parent = Some(number);
    }
    let options = WriteOptions::default().quantize(true);
    let glb = same(|| write_glb(&scene, &options).unwrap().0);
    assert_eq!(scene::gltf::read(&glb).unwrap().nodes.len(), 3100);
}

/// Terrain that slopes, with ground of varying thickness.
struct Slope([i32; 3]);

impl Chunk for Slope {
    fn position(&self) -> [i32; 3] {
        self.0
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        let start = self.0.map(|axis| axis * CHUNK_EDGE);
        let voxels = (0..CHUNK_EDGE.pow(3)).map(move |number| {
            let [x, z, y] = [number % 32, number / 32 % 32, number / 1024];
            let [x, y, z] = [start[0] + x, start[1] + y, start[2] + z];
            let is_solid = y < 10 + x / 4 + z * z % 5;
            let is_wet = !is_solid && y < 16;
            Voxel {
                material: if z % 9 < 4 { 1 } else { 2 },
                solid: if is_solid { 255 } else { 0 },
                liquid: if is_wet { 255 } else { 0 },
            }
        });
        voxels.map(|voxel| Run { voxel, len: 1 })
    }
}

#[test]
fn the_surface_of_terrain() {
    let chunks: Vec<Slope> = (0..12).map(|number| Slope([number % 4, 0, number / 4])).collect();
    let ground = same(|| surface(&chunks, 3, 4.0, 0.5, &Allowance::new(1 << 30)).unwrap());
    let materials: Vec<u8> = ground.materials.iter().map(|(material, _)| *material).collect();
    assert_eq!(materials, [1, 2, 3]);
    // The limit counts the memory of all threads.
    let too_much = same(|| surface(&chunks, 3, 4.0, 0.5, &Allowance::new(100_000)).unwrap_err().message);
    assert!(too_much.contains("the limit is 97.7 KiB"), "{too_much}");
}
