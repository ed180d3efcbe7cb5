//! Pictures that are the same everywhere, for tests and for an example that runs where tests do not.
#![allow(dead_code, reason = "each uses what it needs")]

use geom::{Group, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use rezkit::exchange::{SceneOptions, read};
use rezkit::scene::{Alpha, Image, Material, Mesh, Mime, Node, Scene, Slot, Texture};
use rezkit::thumb::{Picture, ThumbOptions, draw};

/// A ball with smooth normals and texture coordinates.
pub(crate) fn ball(n: u16) -> TriMesh {
    let mut shape = TriMesh::default();
    for row in 0..=n {
        for column in 0..=n {
            let (v, u) = (f64::from(row) / f64::from(n), f64::from(column) / f64::from(n));
            let (down, round) = (v * std::f64::consts::PI, u * 2.0 * std::f64::consts::PI);
            let ring = libm::sin(down);
            let normal = [ring * libm::sin(round), libm::cos(down), ring * libm::cos(round)];
            let normal = Vec3::from_array(normal.map(|number| number as f32));
            shape.positions.push(normal);
            shape.normals.push(normal);
            shape.uvs.push(Vec2::new(u as f32, v as f32));
        }
    }
    let index = |row: u16, column: u16| u32::from(row) * (u32::from(n) + 1) + u32::from(column);
    for row in 0..n {
        for column in 0..n {
            let [a, b] = [index(row, column), index(row + 1, column)];
            shape.indices.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
        }
    }
    shape
}

/// A square that faces the camera.
pub(crate) fn square(z: f32) -> TriMesh {
    let corner = |x, y| Vec3::new(x, y, z);
    TriMesh {
        positions: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        normals: vec![Vec3::Z; 4],
        uvs: vec![Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 0.0)],
        indices: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    }
}

pub(crate) fn scene(parts: Vec<(TriMesh, Material)>) -> Scene {
    let mut scene = Scene::default();
    for (number, (mut shape, mut material)) in parts.into_iter().enumerate() {
        material.name = format!("material {number}");
        shape.groups = vec![Group {
            name: String::new(),
            material: Some(material.name.clone()),
            triangles: 0..shape.indices.len(),
        }];
        scene.nodes.push(Node { name: format!("node {number}"), mesh: Some(number), ..Node::default() });
        scene.meshes.push(Mesh { shape, ..Mesh::default() });
        scene.materials.push(material);
    }
    scene
}

/// A PNG of four colours, of so many pixels a side.
pub(crate) fn png(size: u32) -> Image {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 0]];
    let half = size / 2;
    let colour = |at: u32| colours[(usize::from(at / size >= half)) * 2 + usize::from(at % size >= half)];
    let picture = Picture { width: size, height: size, rgba: (0..size * size).flat_map(colour).collect() };
    Image { mime: Mime::Png, bytes: picture.to_png(), ..Image::default() }
}

/// FNV-1a over all pixels.
pub(crate) fn hash(picture: &Picture) -> u64 {
    picture
        .rgba
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Parts of a Roblox model, of each shape.
fn garden() -> Picture {
    let (scene, _) = read(include_bytes!("garden.rbxmx"), &SceneOptions::default(), &mut |_| None).unwrap();
    draw(&scene, &ThumbOptions::default().size(160, 120).view(25.0, 24.0)).unwrap()
}

/// A ball of lines with points on it.
fn wires() -> Picture {
    let mut scene = scene(vec![(ball(12), Material::default())]);
    let mesh = &mut scene.meshes[0];
    mesh.lines = mesh.shape.indices.iter().map(|[a, b, _]| [*a, *b]).collect();
    mesh.points = mesh.shape.indices.iter().map(|[_, _, c]| *c).collect();
    (mesh.shape.indices, mesh.shape.groups) = (Vec::new(), Vec::new());
    draw(&scene, &ThumbOptions::default().size(64, 64)).unwrap()
}

/// Pictures, and the hashes of their pixels: the same on every platform and at every level of optimisation.
/// They change when the look does: then look at the pictures, which `REZKIT_THUMB_OUT` names a folder for.
pub(crate) fn cases() -> Vec<(&'static str, Picture, u64)> {
    let mut textured = scene(vec![
        (ball(24), Material { roughness: 0.4, ..Material::default() }),
        (
            square(-1.2),
            Material {
                metallic: 1.0,
                roughness: 0.2,
                base: Vec4::new(0.9, 0.6, 0.3, 1.0),
                ..Material::default()
            },
        ),
        (
            square(1.3),
            Material { alpha: Alpha::Blend, base: Vec4::new(0.2, 0.5, 1.0, 0.4), ..Material::default() },
        ),
    ]);
    textured.images = vec![png(64)];
    textured.materials[0].set_texture(Slot::Base, Some(Texture::new(0)));
    let mut coloured = ball(9);
    coloured.normals = Vec::new();
    coloured.colours =
        (0..coloured.positions.len()).map(|at| Rgba8::new((at * 7) as u8, 255 - at as u8, 90, 255)).collect();
    vec![
        (
            "textured",
            draw(&textured, &ThumbOptions::default().size(96, 80)).unwrap(),
            0x172c_7c49_348d_6a47_u64,
        ),
        (
            "coloured",
            draw(
                &scene(vec![(coloured, Material::default())]),
                &ThumbOptions::default().size(64, 64).view(200.0, -35.0),
            )
            .unwrap(),
            0x7600_3c89_186b_3080,
        ),
        ("garden", garden(), 0xa3bd_a48a_7a8a_6b39),
        ("wires", wires(), 0xc3b2_2f71_c22e_7d15),
    ]
}

/// Compares each picture with its hash.
pub(crate) fn compare() {
    let cases = cases();
    let found: Vec<_> =
        cases.iter().map(|(name, picture, _)| format!("{name} {:#018x}", hash(picture))).collect();
    let expected: Vec<_> = cases.iter().map(|(name, _, hash)| format!("{name} {hash:#018x}")).collect();
    assert_eq!(found, expected);
}
