//! Pictures: what must be seen in them, and that they are the same everywhere.

use crate::pictures;
use crate::support;
use geom::{Rgba8, Vec3, Vec4};
use rezkit::ProblemKind;
use rezkit::scene::{
    Alpha, Animation, Interpolation, LevelOrder, Material, Path, Role, Scene, Slot, Texture, Track,
};
use rezkit::thumb::{Picture, ThumbOptions, draw, draw_with_losses};

use crate::pictures::{ball, png, scene, square};

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

/// The corners of a square, joined by lines or as points.
fn outline(lines: Vec<[u32; 2]>, points: Vec<u32>, z: f32) -> Scene {
    let mut scene = scene(vec![(square(z), flat(1.0, 0.0, 0.0, 1.0))]);
    let mesh = &mut scene.meshes[0];
    (mesh.shape.indices, mesh.shape.groups) = (Vec::new(), Vec::new());
    (mesh.lines, mesh.points) = (lines, points);
    scene.nodes[0].material = Some(0);
    scene
}

/// How many pixels are covered, with parts of them.
fn covered(picture: &Picture) -> f32 {
    picture.rgba.as_chunks::<4>().0.iter().map(|pixel| f32::from(pixel[3]) / 255.0).sum()
}

#[test]
fn lines_and_points_are_one_pixel_wide() {
    let around = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let picture = draw(&outline(around, Vec::new(), 0.0), &front(100)).unwrap();
    // The model fills 94 pixels, and each line is half a pixel longer at both ends.
    assert!((covered(&picture) - 4.0 * 95.0).abs() < 8.0, "{}", covered(&picture));
    let across =
        |picture: &Picture| -> f32 { (0..50).map(|x| f32::from(pixel(picture, x, 50)[3]) / 255.0).sum() };
    assert!((across(&picture) - 1.0).abs() < 0.01, "{}", across(&picture));
    assert_eq!(pixel(&picture, 50, 50), [0; 4]);
    let seen = (0..50).map(|x| pixel(&picture, x, 50)).find(|pixel| pixel[3] > 0).unwrap();
    assert_eq!(seen[..3], [255, 0, 0]);

    let picture = draw(&outline(vec![[0, 2]], Vec::new(), 0.0), &front(100)).unwrap();
    assert!((covered(&picture) - 94.0 * 2.0_f32.sqrt() - 1.0).abs() < 10.0, "{}", covered(&picture));
    let has_steps = picture.rgba.as_chunks::<4>().0.iter().any(|pixel| (1..255).contains(&pixel[3]));
    assert!(has_steps);

    let picture = draw(&outline(Vec::new(), vec![0, 2], 0.0), &front(100)).unwrap();
    assert!((covered(&picture) - 2.0).abs() < 0.6, "{}", covered(&picture));
    // A single point is in the middle, and what names no vertex is left out.
    let picture = draw(&outline(vec![[0, 99]], vec![1, 77], 0.0), &front(9)).unwrap();
    assert_eq!(pixel(&picture, 4, 4), [255, 0, 0, 255]);
}

#[test]
fn lines_are_behind_what_is_before_them() {
    let seen = |z: f32| {
        let mut scene = outline(vec![[0, 2]], Vec::new(), z);
        let wall = pictures::scene(vec![(square(0.0), flat(0.0, 0.0, 1.0, 1.0))]);
        scene.meshes.extend(wall.meshes);
        scene.meshes[1].shape.groups.clear();
        scene.materials.push(Material { name: "wall".into(), ..wall.materials[0].clone() });
        scene.nodes.push(rezkit::scene::Node { mesh: Some(1), material: Some(1), ..Default::default() });
        let picture = draw(&scene, &front(64)).unwrap();
        let red = |pixel: &&[u8; 4]| pixel[0] > 128;
        picture.rgba.as_chunks::<4>().0.iter().filter(red).count()
    };
    // On the wall and before it, not behind it.
    assert!(seen(0.0) > 50 && seen(0.5) > 50, "{} {}", seen(0.0), seen(0.5));
    assert_eq!(seen(-0.5), 0);
}

#[test]
fn a_limit_on_memory_bounds_pictures() {
    let scene = scene(vec![(ball(40), Material::default())]);
    let drawn =
        |options: ThumbOptions| draw(&scene, &options).map(|_| ()).map_err(|problem| problem.to_string());
    assert_eq!(drawn(front(64).max_memory(4 << 20)), Ok(()));
    let problem = drawn(front(64).max_memory(400 << 10)).unwrap_err();
    assert!(
        problem.contains("the picture would take 425984 bytes of memory, and 409600 are granted"),
        "{problem}"
    );
    let problem = drawn(front(64).max_memory(800 << 10)).unwrap_err();
    assert!(problem.contains("3200 triangles are to be drawn, and at most 1310 may be"), "{problem}");
    // Few triangles, of which each covers the picture.
    let mut layers = pictures::scene(vec![(square(0.0), Material::default())]);
    let one = pixel(&draw(&layers, &front(64)).unwrap(), 9, 9);
    let shape = &mut layers.meshes[0].shape;
    shape.indices = shape.indices.repeat(5000);
    let drawn =
        |memory: usize| draw(&layers, &front(64).max_memory(memory)).map(|picture| pixel(&picture, 9, 9));
    assert_eq!(drawn(4 << 20).unwrap_err().to_string(), "the triangles cover each other too often");
    assert_eq!(drawn(64 << 20), Ok(one));
    // Textures that are too large are as if they were not there.
    let mut textured = pictures::scene(vec![(square(0.0), Material { unlit: true, ..Material::default() })]);
    textured.images = vec![png(256)];
    textured.materials[0].set_texture(Slot::Base, Some(Texture { nearest: true, ..Texture::new(0) }));
    let colour = |memory: usize| pixel(&draw(&textured, &front(16).max_memory(memory)).unwrap(), 4, 4);
    assert_eq!([colour(4 << 20), colour(1 << 20)], [[255, 0, 0, 255], [255; 4]]);
    let losses = |scene: &Scene, memory: usize| {
        let (_, losses) = draw_with_losses(scene, &front(16).max_memory(memory)).unwrap();
        losses.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(losses(&textured, 4 << 20), [""; 0]);
    assert_eq!(losses(&textured, 1 << 20), ["textures that are damaged or too large are not drawn (1)"]);
    textured.images[0].bytes = vec![0xff, 0xd8, 0xff];
    textured.images[0].mime = rezkit::scene::Mime::Jpeg;
    textured.images[0].name = "bark".into();
    assert_eq!(losses(&textured, 4 << 20), ["textures that are not PNG are not drawn (1, at bark)"]);
    textured.images[0].bytes.clear();
    assert_eq!(losses(&textured, 4 << 20), ["textures that are not at hand are not drawn (1, at bark)"]);
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

#[test]
fn pictures_are_the_same_everywhere() {
    if let Some(folder) = std::env::var_os("REZKIT_THUMB_OUT").map(std::path::PathBuf::from) {
        for (name, picture, _) in pictures::cases() {
            std::fs::write(folder.join(format!("{name}.png")), picture.to_png()).unwrap();
        }
    }
    pictures::compare();
}

#[test]
fn models_of_others_have_a_picture() {
    for path in support::samples("gltf") {
        if path.extension().is_none_or(|ending| ending != "glb") {
            continue;
        }
        let Ok(mut scene) = rezkit::gltf::read(&std::fs::read(&path).unwrap()) else { continue };
        scene.recognise_names(LevelOrder::Guess);
        let picture = draw(&scene, &ThumbOptions::default().size(48, 48)).unwrap();
        let n_seen = picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] > 0).count();
        let has_shape = scene.at_level(0).iter().any(|node| {
            let mesh = &scene.meshes[scene.nodes[*node].mesh.unwrap()];
            !mesh.shape.indices.is_empty() || !mesh.lines.is_empty() || !mesh.points.is_empty()
        });
        assert_eq!(n_seen > 0, has_shape, "{}", path.display());
    }
}
