//! Pictures: what must be seen in them, and that they are the same everywhere.

use geom::{Group, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use rezkit::ProblemKind;
use rezkit::scene::{
    Alpha, Animation, Image, Interpolation, LevelOrder, Material, Mesh, Mime, Node, Path, Role, Scene, Slot,
    Texture, Track,
};
use rezkit::thumb::{Picture, ThumbOptions, draw};

mod support;

/// A ball with smooth normals and texture coordinates.
fn ball(n: u16) -> TriMesh {
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
fn square(z: f32) -> TriMesh {
    let corner = |x, y| Vec3::new(x, y, z);
    TriMesh {
        positions: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        normals: vec![Vec3::Z; 4],
        uvs: vec![Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 0.0)],
        indices: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    }
}

fn scene(parts: Vec<(TriMesh, Material)>) -> Scene {
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

fn flat(r: f32, g: f32, b: f32, a: f32) -> Material {
    Material { base: Vec4::new(r, g, b, a), unlit: true, ..Material::default() }
}

/// Straight from the front.
fn front(size: u32) -> ThumbOptions {
    ThumbOptions::default().size(size, size).view(0.0, 0.0)
}

fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 4] {
    let at = ((y * picture.width + x) * 4) as usize;
    picture.rgba[at..at + 4].try_into().unwrap()
}

/// A PNG of four colours, of so many pixels a side.
fn png(size: u32) -> Image {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 0]];
    let half = size / 2;
    let colour = |at: u32| colours[(usize::from(at / size >= half)) * 2 + usize::from(at % size >= half)];
    let picture = Picture { width: size, height: size, rgba: (0..size * size).flat_map(colour).collect() };
    Image { mime: Mime::Png, bytes: picture.to_png(), ..Image::default() }
}

#[test]
fn colours_are_where_they_belong() {
    let picture = draw(&scene(vec![(square(0.0), flat(1.0, 0.0, 0.0, 1.0))]), &front(40)).unwrap();
    assert_eq!(pixel(&picture, 20, 20), [255, 0, 0, 255]);
    assert_eq!(pixel(&picture, 0, 0), [0, 0, 0, 0]);
    // It fills the picture but for a small rim.
    assert_eq!([pixel(&picture, 3, 20)[3], pixel(&picture, 36, 36)[3]], [255, 255]);
    let behind = front(40).background(Some([0, 0, 255, 255]));
    let picture = draw(&scene(vec![(square(0.0), flat(1.0, 0.0, 0.0, 1.0))]), &behind).unwrap();
    assert_eq!([pixel(&picture, 0, 0), pixel(&picture, 20, 20)], [[0, 0, 255, 255], [255, 0, 0, 255]]);
}

#[test]
fn the_nearer_is_seen_and_edges_are_smooth() {
    let mut small = square(0.2);
    small.positions.iter_mut().for_each(|position| {
        (position.x, position.y) = (position.x * 0.5 + position.y * 0.1, position.y * 0.5)
    });
    let parts = vec![(small, flat(0.0, 1.0, 0.0, 1.0)), (square(0.0), flat(1.0, 0.0, 0.0, 1.0))];
    let picture = draw(&scene(parts), &front(64)).unwrap();
    assert_eq!([pixel(&picture, 32, 32), pixel(&picture, 6, 32)], [[0, 255, 0, 255], [255, 0, 0, 255]]);
    // The slanted edge has steps between the colours.
    let is_mixed =
        |y: &u32| (0..64).any(|x| pixel(&picture, x, *y)[..2].iter().all(|byte| (20..250).contains(byte)));
    assert!((20..44).filter(is_mixed).count() > 10);
}

#[test]
fn textures_are_seen_the_right_way_up() {
    let mut scene =
        scene(vec![(square(0.0), Material { alpha: Alpha::Mask(0.5), unlit: true, ..Material::default() })]);
    scene.images = vec![png(64)];
    scene.materials[0].set_texture(Slot::Base, Some(Texture { nearest: true, ..Texture::new(0) }));
    let picture = draw(&scene, &front(64)).unwrap();
    let quarters =
        [pixel(&picture, 16, 16), pixel(&picture, 48, 16), pixel(&picture, 16, 48), pixel(&picture, 48, 48)];
    // Where the opacity is 0, nothing is.
    assert_eq!(quarters, [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]]);
    // A texture that is not there is white.
    scene.images[0].bytes.truncate(30);
    assert_eq!(pixel(&draw(&scene, &front(64)).unwrap(), 16, 16), [255; 4]);
}

#[test]
fn vertex_colours_and_transparency_are_mixed() {
    let mut back = square(0.0);
    back.colours = vec![Rgba8::new(0, 0, 255, 255); 4];
    let clear = Material { alpha: Alpha::Blend, ..flat(1.0, 0.0, 0.0, 0.5) };
    let parts = vec![(square(0.1), clear.clone()), (back, flat(1.0, 1.0, 1.0, 1.0))];
    let picture = draw(&scene(parts), &front(32)).unwrap();
    // Half of the light of each.
    assert_eq!(pixel(&picture, 16, 16), [188, 0, 188, 255]);
    let picture = draw(&scene(vec![(square(0.0), clear)]), &front(32)).unwrap();
    let [r, g, b, a] = pixel(&picture, 16, 16);
    assert!([r, g, b] == [255, 0, 0] && a.abs_diff(128) <= 1, "{a}");
}

#[test]
fn light_comes_from_above_and_normals_are_found() {
    let white = Material { roughness: 1.0, ..Material::default() };
    let picture = draw(&scene(vec![(ball(16), white.clone())]), &front(64)).unwrap();
    let [top, middle, bottom] = [8, 32, 56].map(|y| pixel(&picture, 32, y)[1]);
    assert!(middle > bottom && top > bottom && bottom > 60, "{top} {middle} {bottom}");
    let mut bare = ball(16);
    bare.normals = Vec::new();
    let bare = draw(&scene(vec![(bare, white)]), &front(64)).unwrap();
    assert!(pixel(&bare, 32, 32)[1].abs_diff(middle) < 20);
}

#[test]
fn poses_levels_and_roles_are_chosen() {
    let mut scene = scene(vec![
        (square(0.0), flat(1.0, 0.0, 0.0, 1.0)),
        (square(0.0), flat(0.0, 1.0, 0.0, 1.0)),
        (square(0.5), flat(0.0, 0.0, 1.0, 1.0)),
    ]);
    scene.nodes[1].role = Role::Lod { of: 0, level: 1 };
    scene.nodes[2].name = "node_PHYS".into();
    assert!(scene.recognise_names(LevelOrder::Guess).is_empty());
    let colour = |options: &ThumbOptions| pixel(&draw(&scene, options).unwrap(), 16, 16);
    assert_eq!(colour(&front(32)), [255, 0, 0, 255]);
    assert_eq!(colour(&front(32).level(1)), [0, 255, 0, 255]);
    // Turned by a quarter about Y, a square is seen from the edge.
    let turn = Track {
        node: 0,
        path: Path::Rotation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0],
    };
    scene.animations = vec![Animation { tracks: vec![turn], ..Animation::default() }];
    let n_seen = |seconds| {
        let picture = draw(&scene, &front(32).animation(0, seconds)).unwrap();
        picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] > 0).count()
    };
    assert!(n_seen(0.5) < n_seen(0.0) / 8);
}

#[test]
fn odd_scenes_have_a_picture() {
    let empty = draw(&Scene::default(), &front(8)).unwrap();
    assert_eq!(empty.rgba, [0; 8 * 8 * 4]);
    for factor in [1e-30, 1e30, 0.0, f32::NAN] {
        let mut shape = square(0.0);
        shape.positions.iter_mut().for_each(|position| *position = *position * factor);
        shape.indices.push([0, 1, 99]);
        let picture = draw(&scene(vec![(shape, flat(1.0, 0.0, 0.0, 1.0))]), &front(32)).unwrap();
        let is_drawn = factor > 0.0;
        assert_eq!(pixel(&picture, 16, 16) == [255, 0, 0, 255], is_drawn, "{factor}");
    }
    let mut far = square(0.0);
    far.positions.push(Vec3::new(f32::MAX, f32::MAX, f32::MIN));
    far.indices.push([0, 1, 4]);
    draw(&scene(vec![(far, Material::default())]), &front(16)).unwrap();
    for options in [front(0), front(5000), ThumbOptions::default().triangles(1)] {
        let problem = draw(&scene(vec![(square(0.0), Material::default())]), &options).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Limit);
    }
}

/// FNV-1a over all pixels.
fn hash(picture: &Picture) -> u64 {
    picture
        .rgba
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// These numbers are the same on every platform and at every level of optimisation.
/// They change when the look does: then look at the pictures, which `REZKIT_THUMB_OUT` names a folder for.
#[test]
fn pictures_are_the_same_everywhere() {
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
    let cases = [
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
    ];
    if let Some(folder) = std::env::var_os("REZKIT_THUMB_OUT").map(std::path::PathBuf::from) {
        for (name, picture, _) in &cases {
            std::fs::write(folder.join(format!("{name}.png")), picture.to_png()).unwrap();
        }
    }
    let found: Vec<_> =
        cases.iter().map(|(name, picture, _)| format!("{name} {:#018x}", hash(picture))).collect();
    let expected: Vec<_> = cases.iter().map(|(name, _, hash)| format!("{name} {hash:#018x}")).collect();
    assert_eq!(found, expected);
}

#[test]
fn models_of_others_have_a_picture() {
    let Some(corpus) = support::corpus() else { return };
    for path in support::files(&corpus.join("gltf")) {
        if path.extension().is_none_or(|ending| ending != "glb") {
            continue;
        }
        let Ok(mut scene) = rezkit::gltf::read(&std::fs::read(&path).unwrap()) else { continue };
        scene.recognise_names(LevelOrder::Guess);
        let picture = draw(&scene, &ThumbOptions::default().size(48, 48)).unwrap();
        let n_seen = picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] > 0).count();
        let has_triangles = scene
            .at_level(0)
            .iter()
            .any(|node| !scene.meshes[scene.nodes[*node].mesh.unwrap()].shape.indices.is_empty());
        assert_eq!(n_seen > 0, has_triangles, "{}", path.display());
    }
}
