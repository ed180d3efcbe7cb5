//! ! Pictures with the same pixels on every platform, for the tests and for an example that runs on platforms without
//! the test harness.
#![allow(dead_code, reason = "each uses what it needs")]

use geom::{Group, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use scene::thumb::{Picture, ThumbOptions, draw};
use scene::{Alpha, Image, Material, Mesh, Mime, Node, Scene, Slot, Texture};

/// Returns a ball with smooth normals and texture coordinates.
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

/// Returns a square that faces the camera.
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

/// Returns a PNG of four coloured quarters.
pub(crate) fn png(size: u32) -> Image {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 0]];
    let half = size / 2;
    let colour = |at: u32| colours[(usize::from(at / size >= half)) * 2 + usize::from(at % size >= half)];
    let picture = Picture { width: size, height: size, rgba: (0..size * size).flat_map(colour).collect() };
    Image { mime: Mime::Png, bytes: picture.to_png(), ..Image::default() }
}

/// Returns a JPEG of 16 by 16 pixels with the colours of [`png`], and white for the transparent one: four blocks of one
/// colour each.
pub(crate) fn jpeg() -> Image {
    let mut bytes = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    bytes.extend([1; 64]);
    // The three components are not subsampled.
    bytes.extend(b"\xff\xc0\0\x11\x08\0\x10\0\x10\x03\x01\x11\0\x02\x11\0\x03\x11\0");
    // The code of DC differences has 12 lengths of 4 bits each; the code of AC coefficients has only the end of the
    // block, of 1 bit.
    bytes.extend(
        b"\xff\xc4\0\x1f\0\0\0\0\x0c\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b",
    );
    bytes.extend(b"\xff\xc4\0\x14\x10\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\x3f\0");
    let (mut bits, mut last) = (String::new(), [0_i32; 3]);
    for [y, cb, cr] in [[76, 85, 255], [150, 44, 21], [29, 255, 107], [255, 128, 128]] {
        for (value, last) in [y, cb, cr].into_iter().zip(&mut last) {
            let value = (value - 128) * 8;
            let change = value - *last;
            *last = value;
            let n_bits = (32 - change.unsigned_abs().leading_zeros()) as usize;
            let coded = if change < 0 { change - 1 } else { change };
            let low: String =
                (0..n_bits).rev().map(|bit| if coded >> bit & 1 == 1 { '1' } else { '0' }).collect();
            bits += &format!("{n_bits:04b}{low}0");
        }
    }
    while bits.len() % 8 != 0 {
        bits.push('1');
    }
    for byte in bits.as_bytes().chunks(8) {
        let byte = byte.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit == b'1'));
        bytes.push(byte);
        if byte == 0xff {
            bytes.push(0);
        }
    }
    bytes.extend(b"\xff\xd9");
    Image { mime: Mime::Jpeg, bytes, ..Image::default() }
}

/// Returns the FNV-1a hash of all pixels.
pub(crate) fn hash(picture: &Picture) -> u64 {
    picture
        .rgba
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Draws a ball of lines with points on it.
fn wires() -> Picture {
    let mut scene = scene(vec![(ball(12), Material::default())]);
    let mesh = &mut scene.meshes[0];
    mesh.lines = mesh.shape.indices.iter().map(|[a, b, _]| [*a, *b]).collect();
    mesh.points = mesh.shape.indices.iter().map(|[_, _, c]| *c).collect();
    (mesh.shape.indices, mesh.shape.groups) = (Vec::new(), Vec::new());
    draw(&scene, &ThumbOptions::default().size(64, 64)).unwrap()
}

/// The name of a picture, the picture and the expected hash of its pixels.
pub(crate) type Case = (&'static str, Picture, u64);

/// Returns pictures with the hashes of their pixels, which are the same on every platform and at every level of
/// optimisation. When shading changes on purpose, look at the pictures (written to the folder `REZKIT_THUMB_OUT`) and
/// update the hashes.
pub(crate) fn cases() -> Vec<Case> {
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
        ("wires", wires(), 0xc3b2_2f71_c22e_7d15),
    ]
}

/// Compares each picture with its hash.
pub(crate) fn compare(cases: &[Case]) {
    if let Some(folder) = std::env::var_os("REZKIT_THUMB_OUT").map(std::path::PathBuf::from) {
        for (name, picture, _) in cases {
            std::fs::write(folder.join(format!("{name}.png")), picture.to_png()).unwrap();
        }
    }
    let found: Vec<_> =
        cases.iter().map(|(name, picture, _)| format!("{name} {:#018x}", hash(picture))).collect();
    let expected: Vec<_> = cases.iter().map(|(name, _, hash)| format!("{name} {hash:#018x}")).collect();
    assert_eq!(found, expected);
}
