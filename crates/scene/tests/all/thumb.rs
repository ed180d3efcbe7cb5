//! ! Tests the content of drawn pictures, and that all platforms draw the same.

use crate::{pictures, support};
use geom::{Aabb, Rgba8, Vec3, Vec4};
use scene::ProblemKind;
use scene::thumb::{Cell, Frame, Picture, ThumbOptions, draw, draw_with_losses, sheet};
use scene::{
    Alpha, Animation, Interpolation, LevelOrder, Material, Node, Path, Role, Scene, Slot, Texture, Track,
    Trs, Unit,
};

use crate::pictures::{ball, png, scene, square};

fn flat(r: f32, g: f32, b: f32, a: f32) -> Material {
    Material { base: Vec4::new(r, g, b, a), unlit: true, ..Material::default() }
}

/// Returns options of a view straight from the front.
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
    // The square fills the picture except for a narrow margin.
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
    // The slanted edge is antialiased.
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
    // Pixels of opacity 0 are not drawn.
    assert_eq!(quarters, [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]]);
    // A texture that cannot be decoded is drawn as white.
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
    // Half of the light comes from each surface; the mean is taken of linear values.
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
fn closed_convex_shapes_have_no_notches() {
    // Normals are continuous over the whole shape, and so is the light. Normals at the silhouette may point away from
    // the camera, and must not be flipped.
    for (n, yaw) in [(5, 0.0), (5, 30.0), (6, 10.0), (8, 20.0)] {
        let options = front(120).view(yaw, 10.0);
        let picture = draw(&scene(vec![(ball(n), Material::default())]), &options).unwrap();
        let rows = picture.rgba.as_chunks::<4>().0.chunks(120);
        let pairs = rows.flat_map(|row| row.iter().zip(&row[1..]));
        let both = pairs.filter(|(left, right)| left[3] == 255 && right[3] == 255);
        let steps: Vec<u8> = both.map(|(left, right)| left[1].abs_diff(right[1])).collect();
        assert!(steps.len() > 7000 && steps.iter().all(|step| *step < 40), "{n} {:?}", steps.iter().max());
    }
    // From behind, a single-sided surface is drawn as bright as if its normals were flipped.
    let mut inside = square(0.0);
    inside.normals.iter_mut().for_each(|normal| *normal = -*normal);
    inside.indices.iter_mut().for_each(|corners| corners.swap(1, 2));
    let [front, back] = [square(0.0), inside]
        .map(|shape| pixel(&draw(&scene(vec![(shape, Material::default())]), &front(16)).unwrap(), 8, 8));
    assert_eq!(front, back);
}

#[test]
fn models_are_seen_from_their_front() {
    // Three squares of different colours, each facing one of the possible fronts.
    let seen = |unit: Unit, source: &str| {
        let turned = |at: fn(Vec3) -> Vec3| {
            let mut shape = square(1.0);
            shape.positions.iter_mut().for_each(|position| *position = at(*position));
            shape.normals.clear();
            shape
        };
        let colour = |r, g, b| flat(r, g, b, 1.0);
        let mut scene = scene(vec![
            (turned(|at| at), colour(1.0, 0.0, 0.0)),
            (turned(|at| Vec3::new(-at.x, at.y, -at.z)), colour(0.0, 1.0, 0.0)),
            (turned(|at| Vec3::new(at.z, at.y, -at.x)), colour(0.0, 0.0, 1.0)),
        ]);
        scene.unit = unit;
        let mut own = scene::Json::default();
        own.set("source", source);
        scene.extras.set("rezkit", own);
        let picture = draw(&scene, &front(32)).unwrap();
        (scene.front(), pixel(&picture, 16, 16))
    };
    assert_eq!(seen(Unit::Metre, "m3d"), (Vec3::Z, [255, 0, 0, 255]));
    assert_eq!(seen(Unit::Stud, "rbxmesh"), (-Vec3::Z, [0, 255, 0, 255]));
    assert_eq!(seen(Unit::Metre, "slmesh"), (Vec3::X, [0, 0, 255, 255]));
}

/// Returns a scene of 20 by 20 squares of one unit, and further ones at these positions.
fn scattered(far: &[Vec3]) -> Scene {
    let mut scene = scene(vec![(square(0.0), flat(1.0, 0.0, 0.0, 1.0))]);
    scene.unit = Unit::Stud;
    scene.nodes.clear();
    let near = (0..400_u16).map(|at| Vec3::new(f32::from(at % 20) * 2.0, f32::from(at / 20) * 2.0, 0.0));
    for (number, translation) in near.chain(far.iter().copied()).enumerate() {
        let local = Trs { translation, scale: Vec3::splat(0.8), ..Trs::IDENTITY };
        let name = format!("part {number}");
        scene.nodes.push(Node { name, local, mesh: Some(0), material: Some(0), ..Node::default() });
    }
    scene
}

#[test]
fn parts_that_were_lost_far_away_are_left_out_and_named() {
    let far = [Vec3::new(32_160.0, 0.0, 0.0), Vec3::new(0.0, -900.0, 0.0), Vec3::new(20.0, 20.0, 4000.0)];
    let scene = scattered(&far);
    let frame = Frame::from_scene(&scene, &scene.rest(), 0);
    assert_eq!(frame.outliers, [400, 401, 402]);
    let bounds = frame.bounds.unwrap();
    let expected = Aabb { min: Vec3::new(-0.8, -0.8, 0.0), max: Vec3::new(38.8, 38.8, 0.0) };
    assert!(
        (bounds.min - expected.min).length() < 1e-4 && (bounds.max - expected.max).length() < 1e-4,
        "{bounds:?}"
    );
    assert!((frame.distance - 32_120.0).abs() < 1.0, "{}", frame.distance);
    let (picture, losses) = draw_with_losses(&scene, &front(64)).unwrap();
    let words: Vec<_> = losses.iter().map(ToString::to_string).collect();
    let expected = "parts up to 9 km away from the others are outside of the picture (3, first at part 400)";
    assert_eq!(words, [expected]);
    // The picture equals that without the outliers.
    assert_eq!(picture, draw(&scattered(&[]), &front(64)).unwrap());
    assert!(covered(&picture) > 64.0 * 64.0 * 0.5, "{}", covered(&picture));
    // A single outlier has a text in the singular, and its distance in metres if it is less than a kilometre.
    let (_, losses) = draw_with_losses(&scattered(&far[1..2]), &front(64)).unwrap();
    let expected = "a part 252 m away from the others is outside of the picture (1, at part 400)";
    assert_eq!(losses[0].to_string(), expected);
    // A part at a moderate distance is shown.
    let near = scattered(&[Vec3::new(50.0, 0.0, 0.0)]);
    let frame = Frame::from_scene(&near, &near.rest(), 0);
    assert_eq!((frame.outliers.len(), frame.bounds.unwrap().max.x), (0, 50.8));
}

#[test]
fn a_small_part_on_a_large_one_is_no_outlier() {
    let mut scene = scattered(&[]);
    scene.nodes.truncate(2);
    scene.nodes[0].local = Trs { scale: Vec3::splat(1000.0), ..Trs::IDENTITY };
    scene.nodes[1].local = Trs { translation: Vec3::new(900.0, 0.0, 300.0), ..Trs::IDENTITY };
    let frame = Frame::from_scene(&scene, &scene.rest(), 0);
    assert_eq!((frame.outliers.len(), frame.bounds.unwrap().max), (0, Vec3::new(1000.0, 1000.0, 300.0)));
    // An invisible part does not count, however large it is.
    scene.materials.push(Material { alpha: Alpha::Blend, base: Vec4::ZERO, ..Material::default() });
    (scene.nodes[0].material, scene.nodes[1].local) = (Some(1), Trs::IDENTITY);
    let frame = Frame::from_scene(&scene, &scene.rest(), 0);
    assert_eq!(frame.bounds.unwrap().max, Vec3::new(1.0, 1.0, 0.0));
}

#[test]
fn only_what_triangles_show_counts_for_the_frame() {
    let mut scene = scattered(&[]);
    scene.nodes.truncate(1);
    let far = Vec3::splat(500.0);
    let square = scene.meshes[0].shape.positions.len() as u32;
    let shape = &mut scene.meshes[0].shape;
    // One vertex belongs to no triangle, and another to a triangle with an index beyond the end.
    shape.positions.extend([far, far]);
    shape.indices.push([0, square + 1, square + 2]);
    let max = |scene: &Scene| Frame::from_scene(scene, &scene.rest(), 0).bounds.unwrap().max;
    assert_eq!(max(&scene), Vec3::new(0.8, 0.8, 0.0));
    // A vertex used as a point counts; a triangle with a position of NaN does not.
    scene.meshes[0].points.push(square);
    assert_eq!(max(&scene), Vec3::splat(400.0));
    scene.meshes[0].points.clear();
    scene.meshes[0].shape.positions[square as usize] = Vec3::splat(f32::NAN);
    scene.meshes[0].shape.indices.push([0, square, square + 1]);
    assert_eq!(max(&scene), Vec3::new(0.8, 0.8, 0.0));
    // Two nodes show the same mesh.
    let other = scene.nodes[0].clone();
    scene.nodes.push(other);
    assert_eq!(max(&scene), Vec3::new(0.8, 0.8, 0.0));
}

#[test]
fn jpeg_textures_are_drawn() {
    let mut scene = scene(vec![(square(0.0), Material { unlit: true, ..Material::default() })]);
    scene.images = vec![pictures::jpeg()];
    scene.materials[0].set_texture(Slot::Base, Some(Texture { nearest: true, ..Texture::new(0) }));
    let (picture, losses) = draw_with_losses(&scene, &front(64)).unwrap();
    assert_eq!(losses, []);
    let quarters = [(16, 16), (48, 16), (16, 48), (48, 48)].map(|(x, y)| pixel(&picture, x, y));
    for (found, expected) in quarters.iter().zip([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]) {
        let is_near = found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) < 6);
        assert!(is_near && found[3] == 255, "{quarters:?}");
    }
    // A JPEG whose header declares more pixels than the memory limit allows is not decoded.
    let whole = scene.images[0].bytes.clone();
    let at = whole.windows(2).position(|mark| mark == [0xff, 0xc0]).unwrap();
    scene.images[0].bytes[at + 5..at + 9].fill(0xff);
    let losses = |scene: &Scene| draw_with_losses(scene, &front(16)).unwrap().1;
    let expected = "textures that are damaged or too large are not drawn (1)";
    assert_eq!(losses(&scene)[0].to_string(), expected);
    for cut in 0..at + 4 {
        scene.images[0].bytes = whole[..cut].to_vec();
        assert_eq!(losses(&scene).len(), 1, "{cut}");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        scene.images[0].bytes = bytes;
        losses(&scene);
    }
}

#[test]
fn sheets_have_pictures_and_names() {
    let options = ThumbOptions::default().size(40, 30);
    let red = Picture { width: 40, height: 30, rgba: [255, 0, 0, 255].repeat(40 * 30) };
    let cell = |name: &str, picture| Cell { name: name.into(), picture };
    let cells = [cell("a", Ok(red.clone())), cell("b", Err("broken".into())), cell("c", Ok(red))];
    let picture = sheet(&cells, &options).unwrap();
    assert_eq!((picture.width, picture.height), (2 * 48 + 8, 2 * 50 + 8));
    assert_eq!([pixel(&picture, 8, 8), pixel(&picture, 47, 37)], [[255, 0, 0, 255]; 2]);
    assert_eq!([pixel(&picture, 7, 8), pixel(&picture, 48, 8)], [[238, 240, 243, 255]; 2]);
    // The third picture is below the first.
    assert_eq!(pixel(&picture, 8, 58), [255, 0, 0, 255]);
    let count = |left: u32, top: u32, is_wanted: fn([u8; 4]) -> bool| {
        let all = (top..top + 8).flat_map(|y| (left..left + 40).map(move |x| (x, y)));
        all.filter(|(x, y)| is_wanted(pixel(&picture, *x, *y))).count()
    };
    // The name of the first is written in dark letters, the problem of the second in red ones.
    assert_eq!(count(8, 42, |pixel| pixel == [40, 44, 52, 255]), 14);
    assert!(count(56, 23, |pixel| pixel[0] > 190 && pixel[1] < 70) > 30);
    let problem = sheet(&vec![cells[1].clone(); 40_000], &options).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit);
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
    // A square turned by a quarter about Y is seen edge-on.
    let turn = Track {
        node: 0,
        path: Path::Rotation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0],
    };
    scene.animations = vec![Animation { tracks: vec![turn], ..Animation::default() }];
    let n_seen = |seconds| {
        // Nothing is visible exactly edge-on.
        let Ok(picture) = draw(&scene, &front(32).animation(0, seconds)) else { return 0 };
        picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] > 0).count()
    };
    assert!(n_seen(0.5) < n_seen(0.0) / 8);
}

/// Returns the corners of a square, drawn as lines or points.
fn outline(lines: Vec<[u32; 2]>, points: Vec<u32>, z: f32) -> Scene {
    let mut scene = scene(vec![(square(z), flat(1.0, 0.0, 0.0, 1.0))]);
    let mesh = &mut scene.meshes[0];
    (mesh.shape.indices, mesh.shape.groups) = (Vec::new(), Vec::new());
    (mesh.lines, mesh.points) = (lines, points);
    scene.nodes[0].material = Some(0);
    scene
}

/// Returns the covered area in pixels, partly covered ones included.
fn covered(picture: &Picture) -> f32 {
    picture.rgba.as_chunks::<4>().0.iter().map(|pixel| f32::from(pixel[3]) / 255.0).sum()
}

#[test]
fn lines_and_points_are_one_pixel_wide() {
    let around = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let picture = draw(&outline(around, Vec::new(), 0.0), &front(100)).unwrap();
    // The model fills 94 pixels, and each line extends half a pixel beyond both ends.
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
    // A single point is in the middle; indices beyond the end are left out.
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
        scene.nodes.push(scene::Node { mesh: Some(1), material: Some(1), ..Default::default() });
        let picture = draw(&scene, &front(64)).unwrap();
        let red = |pixel: &&[u8; 4]| pixel[0] > 128;
        picture.rgba.as_chunks::<4>().0.iter().filter(red).count()
    };
    // Lines on the wall and in front of it are visible, those behind it are not.
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
        problem.contains("the picture needs 416.0 KiB of memory, and the limit is 400.0 KiB"),
        "{problem}"
    );
    // With less memory, the picture is drawn in more passes.
    assert!(draw(&scene, &front(64).max_memory(800 << 10)) == draw(&scene, &front(64)));
    // A few thousand triangles cover the whole picture each.
    let mut layers = pictures::scene(vec![(square(0.0), Material::default())]);
    let one = pixel(&draw(&layers, &front(64)).unwrap(), 9, 9);
    let shape = &mut layers.meshes[0].shape;
    shape.indices = shape.indices.repeat(5000);
    let drawn =
        |memory: usize| draw(&layers, &front(64).max_memory(memory)).map(|picture| pixel(&picture, 9, 9));
    assert_eq!([drawn(4 << 20), drawn(64 << 20)], [Ok(one), Ok(one)]);
    let (_, losses) = draw_with_losses(&layers, &front(64).max_memory(4 << 20)).unwrap();
    assert!(
        losses[0].to_string().starts_with("triangles that others cover too often are not drawn ("),
        "{losses:?}"
    );
    // Transparent fragments are kept until all opaque ones are drawn, as far as there is memory.
    let clear = Material { alpha: Alpha::Blend, ..flat(1.0, 0.0, 0.0, 0.5) };
    let mut layers = pictures::scene(vec![(square(0.0), clear)]);
    let shape = &mut layers.meshes[0].shape;
    shape.indices = shape.indices.repeat(1500);
    shape.groups.iter_mut().for_each(|group| group.triangles.end = 3000);
    let (picture, losses) = draw_with_losses(&layers, &front(16).max_memory(400 << 10)).unwrap();
    assert_eq!(pixel(&picture, 4, 4), [255, 0, 0, 255]);
    let what = losses.iter().map(ToString::to_string).collect::<String>();
    assert!(
        what.contains("triangles of transparent materials are drawn opaque: there are too many ("),
        "{what}"
    );
    // Textures that are too large are drawn as if missing.
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
    textured.images[0].bytes = b"RIFF\x04\0\0\0WEBP".to_vec();
    textured.images[0].name = "bark".into();
    let expected = "textures that are neither PNG, JPEG, DDS nor KTX are not drawn (1, at bark)";
    assert_eq!(losses(&textured, 4 << 20), [expected]);
    textured.images[0].bytes = b"DDS ".to_vec();
    let expected =
        "DDS and KTX files that are damaged, too large or stored in other ways are not drawn (1, at bark)";
    assert_eq!(losses(&textured, 4 << 20), [expected]);
    textured.images[0].bytes.clear();
    assert_eq!(losses(&textured, 4 << 20), ["textures that were not found are not drawn (1, at bark)"]);
}

#[test]
fn odd_scenes_have_a_picture() {
    let empty = draw(&Scene::default(), &front(8)).unwrap_err();
    assert_eq!(
        (empty.kind, &*empty.to_string()),
        (ProblemKind::Empty, "there is nothing to see in the model")
    );
    for factor in [1e-30, 1e30, 0.0, f32::NAN] {
        let mut shape = square(0.0);
        shape.positions.iter_mut().for_each(|position| *position = *position * factor);
        shape.indices.push([0, 1, 99]);
        let drawn = draw(&scene(vec![(shape, flat(1.0, 0.0, 0.0, 1.0))]), &front(32));
        match drawn {
            Ok(picture) if factor > 0.0 => assert_eq!(pixel(&picture, 16, 16), [255, 0, 0, 255], "{factor}"),
            drawn => assert_eq!(drawn.map_err(|problem| problem.kind), Err(ProblemKind::Empty), "{factor}"),
        }
    }
    let mut far = square(0.0);
    far.positions.push(Vec3::new(f32::MAX, f32::MAX, f32::MIN));
    far.indices.push([0, 1, 4]);
    // One vertex is so far away that everything else is too small to be visible.
    let problem = draw(&scene(vec![(far, Material::default())]), &front(16)).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Empty);
    for options in [front(0), front(5000)] {
        let problem = draw(&scene(vec![(square(0.0), Material::default())]), &options).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Limit);
    }
}

#[test]
fn pictures_are_the_same_everywhere() {
    pictures::compare(&pictures::cases());
}

#[test]
fn models_of_others_have_a_picture() {
    for path in support::samples("gltf") {
        if path.extension().is_none_or(|ending| ending != "glb") {
            continue;
        }
        let Ok(mut scene) = scene::gltf::read(&std::fs::read(&path).unwrap()) else { continue };
        scene.recognise_names(LevelOrder::Guess);
        let is_seen = match draw(&scene, &ThumbOptions::default().size(48, 48)) {
            Ok(picture) => picture.rgba.as_chunks::<4>().0.iter().any(|pixel| pixel[3] > 0),
            Err(problem) => problem.kind != ProblemKind::Empty,
        };
        let has_shape = scene.at_level(0).iter().any(|node| {
            let mesh = &scene.meshes[scene.nodes[*node].mesh.unwrap()];
            !mesh.shape.indices.is_empty() || !mesh.lines.is_empty() || !mesh.points.is_empty()
        });
        assert_eq!(is_seen, has_shape, "{}", path.display());
    }
}
