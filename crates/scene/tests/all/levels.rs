//! ! Recognises levels of detail and collision shapes by the names that exporters give.

use crate::support;
use geom::Vec3;
use scene::gltf::{self, ReadOptions};
use scene::{LevelOrder, LevelPlan, Role, Scene, obj};

fn triangles(scene: &Scene, nodes: impl IntoIterator<Item = usize>) -> usize {
    nodes.into_iter().map(|node| scene.meshes[scene.nodes[node].mesh.unwrap()].shape.indices.len()).sum()
}

#[test]
fn one_chair_of_many_exporters_has_its_levels() {
    let Some(corpus) = support::corpus() else { return };
    let chairs = [
        "assimp/chair_all.glb",
        "assimp/chair_all.gltf",
        "assimp/chair_all.obj",
        "blender/chair_all.glb",
        "gltf-transform/chair_plain.glb",
        "gltf-transform/chair_quantize_volume_scene.glb",
        "gltfpack/chair_noq.glb",
        "gltfpack/chair_quantized.glb",
        "three/chair_all.glb",
        "trimesh/chair_all.glb",
    ];
    for name in chairs {
        let path = corpus.join("gltf").join(name);
        let file = std::fs::read(&path).unwrap();
        let mut files = |name: &str| std::fs::read(path.parent().unwrap().join(name)).ok();
        let mut scene = if name.ends_with("obj") {
            obj::read_with(&file, &obj::ObjOptions::default(), &mut files).unwrap().0
        } else {
            gltf::read_with(&file, &ReadOptions::default(), &mut files).unwrap().0
        };
        assert_eq!(scene.recognise_names(LevelOrder::Guess), [], "{name}");
        assert_eq!(scene.check(), [], "{name}");
        let levels = [0, 1, 2, 3, 9].map(|level| triangles(&scene, scene.at_level(level)));
        assert_eq!(levels, [744, 192, 108, 36, 36], "{name}");
        let physics = (0..scene.nodes.len()).filter(|node| scene.nodes[*node].role == Role::Physics);
        assert_eq!(triangles(&scene, physics), 24, "{name}");
    }
}

#[test]
fn what_msft_lod_says_goes_before_names() {
    let Some(corpus) = support::corpus() else { return };
    let file = std::fs::read(corpus.join("gltf/hand/msft_lod_engine_order.glb")).unwrap();
    let mut scene = gltf::read(&file).unwrap();
    let before = scene.clone();
    assert_eq!(scene.recognise_names(LevelOrder::SecondLife), []);
    assert_eq!(scene.nodes[1].role, Role::Lod { of: 0, level: 1 });
    assert_eq!(scene.nodes[2].role, Role::Lod { of: 0, level: 2 });
    assert_eq!(scene.nodes[3].role, Role::Hull);
    assert_eq!(scene.nodes[..3], before.nodes[..3]);
}

#[test]
fn the_order_is_guessed_and_doubted() {
    let object = |name: &str, n: usize| format!("o {name}\n{}", "f 1 2 3\n".repeat(n));
    let scene = |objects: &[(&str, usize)]| {
        let body: String = objects.iter().map(|(name, n)| object(name, *n)).collect();
        obj::read(format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{body}").as_bytes()).unwrap()
    };
    let levels = |scene: &Scene| -> Vec<u8> {
        let level = |node: &scene::Node| match node.role {
            Role::Lod { level, .. } => level,
            _ => 0,
        };
        scene.nodes.iter().map(level).collect()
    };
    // Second Life's order: the mesh without a number is the finest, and the lowest number the coarsest.
    let mut sl = scene(&[("a", 9), ("a_LOD0", 1), ("a_LOD1", 2), ("a_LOD2", 5)]);
    assert_eq!((sl.recognise_names(LevelOrder::Guess).len(), levels(&sl)), (0, vec![0, 3, 2, 1]));
    // Game engines' order: the numbers start with 0, the finest.
    let mut engine = scene(&[("a_LOD0", 9), ("a_LOD1", 5), ("a_LOD2", 1)]);
    assert_eq!((engine.recognise_names(LevelOrder::Guess).len(), levels(&engine)), (0, vec![0, 1, 2]));
    // The numbers of triangles decide between the two orders.
    let mut mixed = scene(&[("a", 9), ("a_LOD1", 5), ("a_LOD2", 1)]);
    let warnings = mixed.recognise_names(LevelOrder::Guess);
    assert_eq!(
        warnings[0].message,
        "by their numbers of triangles, the levels of \"a\" were read in reverse order"
    );
    assert_eq!(levels(&mixed), [0, 1, 2]);
    // A stated order is followed, and a contradiction with the triangles gives a warning.
    let mut told = scene(&[("a", 9), ("a_LOD1", 5), ("a_LOD2", 1)]);
    assert_eq!((told.recognise_names(LevelOrder::SecondLife).len(), levels(&told)), (1, vec![0, 2, 1]));
}

#[test]
fn more_levels_than_a_byte_counts_are_said() {
    // All meshes named as levels get one; the last number is shared by the coarsest.
    let objects: String = (0..300).map(|n| format!("o a_LOD{n}\nf 1 2 3\n")).collect();
    let mut named = obj::read(format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{objects}").as_bytes()).unwrap();
    let warnings = named.recognise_names(LevelOrder::Engine);
    assert_eq!(
        warnings[0].message,
        "\"a\" has more than 255 coarser levels; the others share the last number"
    );
    assert_eq!(named.nodes[255].role, Role::Lod { of: 0, level: 255 });
    assert_eq!(named.nodes[299].role, Role::Lod { of: 0, level: 255 });
    // Levels by the extension MSFT_lod.
    let ids: Vec<_> = (1..=256).map(|id| id.to_string()).collect();
    let nodes =
        format!(r#"{{"extensions": {{"MSFT_lod": {{"ids": [{}]}}}}}}{}"#, ids.join(", "), ", {}".repeat(256));
    let file = format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}]}}"#);
    let (scene, warnings) = gltf::read_with(file.as_bytes(), &ReadOptions::default(), &mut |_| None).unwrap();
    assert_eq!(scene.nodes[255].role, Role::Lod { of: 0, level: 255 });
    assert_eq!(scene.nodes[256].role, Role::Plain);
    assert_eq!(warnings.list[0].message, "a node has at most 255 coarser levels");
    // The largest possible number of levels is made.
    let mut made = obj::read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    assert_eq!(made.make_levels(&LevelPlan::with_triangles(vec![1; 255])).unwrap().len(), 255);
    assert_eq!(made.nodes[254].role, Role::Lod { of: 0, level: 254 });
}

/// A file of physics shapes alone is a model.
#[test]
fn lone_collision_shapes_are_shown() {
    let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\no chair_PHYS\nf 1 2 3\no UCX_chair\nf 1 2 3\n";
    let mut scene = obj::read(file).unwrap();
    let warnings = scene.recognise_names(LevelOrder::Guess);
    assert_eq!(warnings[0].message, "all shapes are named as collision shapes, and are taken as the model");
    assert_eq!(triangles(&scene, scene.at_level(0)), 2);
    assert_eq!(scene.make_levels(&LevelPlan::levels(2)).unwrap()[0].n_triangles, 2);
}

/// The lines of a box in an OBJ file.
fn box_of(low: [f32; 3], high: [f32; 3]) -> String {
    let mut lines = String::new();
    for corner in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] });
        lines += &format!("v {x} {y} {z}\n");
    }
    // Negative numbers count back from the last vertex.
    for [a, b, c, d] in [[8, 6, 5, 7], [4, 3, 1, 2], [8, 7, 3, 4], [6, 2, 1, 5], [8, 4, 2, 6], [7, 5, 1, 3]] {
        lines += &format!("f -{a} -{b} -{c}\nf -{a} -{c} -{d}\n");
    }
    lines
}

/// A field of hills of 2 * n * n triangles, and a box.
fn field_and_box(n: u32) -> Scene {
    let height = |x: u32, y: u32| (x as f32 * 0.7).sin() * (y as f32 * 0.9).cos() * 0.1;
    let mut file = String::new();
    for index in 0..(n + 1) * (n + 1) {
        let (x, y) = (index % (n + 1), index / (n + 1));
        file += &format!("v {} {} {}\n", x as f32 * 0.1, height(x, y), y as f32 * 0.1);
    }
    file += "o field\n";
    for index in (0..n * (n + 1)).filter(|index| index % (n + 1) < n) {
        let [a, b] = [index + 1, index + n + 2];
        file += &format!("f {a} {b} {} \nf {} {b} {}\n", a + 1, a + 1, b + 1);
    }
    file += "o box\n";
    file += &box_of([2.0, 0.0, 2.0], [3.0, 1.0, 3.0]);
    obj::read(file.as_bytes()).unwrap()
}

/// The cheapest collapses of all meshes are made first: the field loses triangles, and the box keeps its own.
#[test]
fn meshes_share_the_triangles_of_a_level() {
    let mut scene = field_and_box(40);
    assert_eq!((scene.n_triangles(), scene.meshes.len()), (3212, 2));
    let made = scene.make_levels(&LevelPlan::with_triangles(vec![3212, 1070, 350])).unwrap();
    // A collapse inside of a surface removes two triangles.
    for (level, wanted) in made.iter().zip([3212, 1070, 350]) {
        assert!(wanted - level.n_triangles < 2, "{level}");
    }
    for level in [1, 2] {
        let counts = scene.at_level(level).into_iter().map(|node| triangles(&scene, [node]));
        assert_eq!(counts.min(), Some(12), "level {level}");
    }
    // The number and the share are of the same whole, which is 4 long.
    assert!((made[2].error - made[2].error_share * 4.0).abs() < 1e-6);
}

/// The positions along a line where x is this, of all meshes of a level.
fn border(scene: &Scene, level: u8, x: f32) -> Vec<Vec<u32>> {
    let of_node = |node: usize| {
        let shape = &scene.meshes[scene.nodes[node].mesh.unwrap()].shape;
        let at = shape.positions.iter().filter(|at| (at.x - x).abs() < 1e-6);
        let mut along: Vec<u32> = at.map(|at| at.z.to_bits()).collect();
        along.sort_unstable();
        along
    };
    scene.at_level(level).into_iter().map(of_node).collect()
}

/// Two meshes with a common border have no gap between them in any level, and no triangle changes its mesh.
#[test]
fn meshes_that_touch_stay_closed() {
    let mut file = String::new();
    for index in 0..41 * 41 {
        let (x, z) = ((index % 41) as f32 * 0.1, (index / 41) as f32 * 0.1);
        file += &format!("v {x} {} {z}\n", (x * 3.0).sin() * (z * 2.0).cos() * 0.2);
    }
    for (name, columns) in [("left", 0..20), ("right", 20..40)] {
        file += &format!("o {name}\n");
        for (x, z) in columns.flat_map(|x| (0..40).map(move |z| (x, z))) {
            let [a, b] = [z * 41 + x + 1, (z + 1) * 41 + x + 1];
            file += &format!("f {a} {b} {}\nf {} {b} {}\n", a + 1, a + 1, b + 1);
        }
    }
    let mut scene = obj::read(file.as_bytes()).unwrap();
    // One half is mirrored twice, so that it stays where it is.
    let right = scene.nodes.iter().position(|node| node.name == "right").unwrap();
    scene.nodes[right].local.scale = Vec3::new(-1.0, 1.0, 1.0);
    let shape = &mut scene.meshes[scene.nodes[right].mesh.unwrap()].shape;
    shape.positions.iter_mut().for_each(|at| at.x = -at.x);
    shape.indices.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    let made = scene.make_levels(&LevelPlan::with_triangles(vec![3200, 800, 200])).unwrap();
    // A collapse may remove two triangles.
    assert_eq!((made[1].n_triangles, made[2].n_triangles), (800, 199));
    for level in [1, 2] {
        let nodes = scene.at_level(level);
        let names: Vec<&str> = nodes.iter().map(|node| &*scene.nodes[*node].name).collect();
        assert_eq!(names, [format!("left_LOD{level}"), format!("right_LOD{level}")]);
        let [left, right] = [2.0, -2.0].map(|x| border(&scene, level, x));
        assert!(left[0].len() < 41 && left[0] == right[1], "{left:?} {right:?}");
        for node in nodes {
            let shape = &scene.meshes[scene.nodes[node].mesh.unwrap()].shape;
            for triangle in &shape.indices {
                let [a, b, c] = triangle.map(|vertex| shape.positions[vertex as usize]);
                let [u, v] = [b - a, c - a];
                assert!(u.z * v.x - u.x * v.z > 0.0, "{triangle:?} is turned over");
            }
        }
    }
}

/// Meshes with invalid data are joined, too: nothing of one gets into another.
#[test]
fn damaged_meshes_are_joined() {
    let mut scene = field_and_box(10);
    let [field, box_] = &mut scene.meshes[..] else { panic!("two meshes") };
    field.shape.positions[5].y = f32::NAN;
    // In the joined shape, this would be a vertex of the box.
    let n_vertices = u32::try_from(field.shape.positions.len()).unwrap();
    field.shape.indices.push([0, 1, n_vertices]);
    field.shape.normals = vec![Vec3::Y];
    box_.shape.joints = vec![[60_000; 4]; 3];
    let group = |start, end| geom::Group { triangles: start..end, ..geom::Group::default() };
    box_.shape.groups = vec![group(4, 900), group(7, 2), group(0, 5)];
    for mesh in [geom::TriMesh { indices: vec![[0, 1, 2]; 3], ..Default::default() }, Default::default()] {
        scene.nodes.push(scene::Node { mesh: Some(scene.meshes.len()), ..Default::default() });
        scene.meshes.push(scene::Mesh { shape: mesh, ..Default::default() });
    }
    let made = scene.make_levels(&LevelPlan::with_triangles(vec![150, 40])).unwrap();
    // Seven triangles have the vertex that is not finite or one that does not exist, and three have none that exists.
    assert_eq!(
        &*made[0].remarks[0],
        "triangles without area, or with positions that are not finite, were left out (10)"
    );
    assert_eq!((made[0].n_triangles, made[1].n_triangles), (150, 40));
    let shapes =
        scene.at_level(1).into_iter().map(|node| &scene.meshes[scene.nodes[node].mesh.unwrap()].shape);
    for shape in shapes {
        assert!(shape.indices.as_flattened().iter().all(|vertex| (*vertex as usize) < shape.positions.len()));
        assert!(shape.groups.iter().all(|group| group.triangles.end <= shape.indices.len()));
    }
}

/// Studs on a plate, of another mesh, are removed before the plate loses its relief.
#[test]
fn what_lies_on_a_surface_goes_first() {
    let mut file = String::from("o plate\n");
    file += &box_of([0.0; 3], [10.0, 1.0, 10.0]);
    file += &box_of([3.0, 1.0, 3.0], [7.0, 1.5, 7.0]);
    file += "o studs\n";
    for stud in 0..10 {
        let x = stud as f32;
        file += &box_of([x, 1.0, 0.0], [x + 0.5, 1.1, 0.5]);
    }
    file += "o lone\n";
    file += &box_of([5.0, 4.0, 5.0], [5.5, 4.1, 5.5]);
    let mut scene = obj::read(file.as_bytes()).unwrap();
    let made = scene.make_levels(&LevelPlan::with_triangles(vec![156, 36])).unwrap();
    let counts: Vec<usize> = scene.at_level(1).into_iter().map(|node| triangles(&scene, [node])).collect();
    assert_eq!((&counts[..], &*made[1].remarks[0]), (&[24, 8, 4][..], "small parts were left out (8)"));
    // The error is that of a stud's distance from the plate and its size, not of its removal from empty space.
    assert!(made[1].error > 0.05 && made[1].error < 0.13, "{}", made[1].error);
}

/// A rod keeps its thickness where the error would allow to flatten it.
#[test]
fn rods_are_not_flattened() {
    let mut file = String::new();
    for index in 0..24 {
        let (sine, cosine) = (f64::from(index % 12) / 12.0 * std::f64::consts::TAU).sin_cos();
        file += &format!("v {} {} {}\n", cosine * 0.05, index / 12 * 4, sine * 0.05);
    }
    for side in 0..12 {
        let next = (side + 1) % 12;
        file += &format!("f {} {} {}\n", side + 1, side + 13, next + 1);
        file += &format!("f {} {} {}\n", next + 1, side + 13, next + 13);
    }
    let mut scene = obj::read(file.as_bytes()).unwrap();
    let made = scene.make_levels(&LevelPlan::with_triangles(vec![24, 1])).unwrap();
    let rod = &scene.meshes[scene.nodes[scene.at_level(1)[0]].mesh.unwrap()].shape;
    let sides = rod.bounds().unwrap().size();
    assert!(sides.x > 0.05 && sides.z > 0.05, "{sides:?}");
    assert!(made[1].remarks[0].starts_with(&format!("the level stays at {} triangles", rod.indices.len())));
}
