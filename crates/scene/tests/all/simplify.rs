//! ! Tests numbers of triangles, preserved features and hostile input of simplification.

use crate::random::Random;
use geom::{Group, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use scene::simplify::{Simplified, Simplifier, SimplifyOptions, Stop, simplify};

/// Returns a grid of squares over (0, 0) to (1, 1), with heights by a function.
fn grid(side: u32, height: impl Fn(f32, f32) -> f32) -> TriMesh {
    let mut shape = TriMesh::default();
    for index in 0..(side + 1) * (side + 1) {
        let [x, y] = [index % (side + 1), index / (side + 1)].map(|at| at as f32 / side as f32);
        shape.positions.push(Vec3::new(x, y, height(x, y)));
        shape.uvs.push(Vec2::new(x, y));
    }
    for at in (0..side).flat_map(|row| (0..side).map(move |column| row * (side + 1) + column)) {
        shape.indices.extend([[at, at + 1, at + side + 1], [at + 1, at + side + 2, at + side + 1]]);
    }
    shape
}

/// Returns a tube around Z, whose texture coordinates have a seam at X = 1, Y = 0.
fn tube(n_around: u32, n_high: u32) -> TriMesh {
    let mut shape = grid(1, |_, _| 0.0);
    (shape.positions, shape.uvs, shape.indices) = Default::default();
    for index in 0..(n_around + 1) * (n_high + 1) {
        let [u, v] = [
            (index % (n_around + 1)) as f32 / n_around as f32,
            (index / (n_around + 1)) as f32 / n_high as f32,
        ];
        // The last column has bitwise the same positions as the first.
        let angle = (u % 1.0) * std::f32::consts::TAU;
        let normal = Vec3::new(angle.cos(), angle.sin(), 0.0);
        shape.positions.push(normal + Vec3::new(0.0, 0.0, 4.0 * v));
        shape.normals.push(normal);
        shape.uvs.push(Vec2::new(u, v));
    }
    for at in (0..n_high).flat_map(|row| (0..n_around).map(move |column| row * (n_around + 1) + column)) {
        let above = at + n_around + 1;
        shape.indices.extend([[at, at + 1, above], [at + 1, above + 1, above]]);
    }
    shape
}

/// Returns the area of all triangles.
fn area(shape: &TriMesh) -> f32 {
    let of = |[a, b, c]: [usize; 3]| {
        let [a, b, c] = [a, b, c].map(|vertex| shape.positions[vertex]);
        (b - a).cross(c - a).length() / 2.0
    };
    shape.triangles().map(of).sum()
}

/// Asserts the properties that every simplified mesh must have.
fn is_sound(original: &TriMesh, made: &Simplified) {
    let Simplified { shape, vertices, .. } = made;
    assert_eq!(shape.check(), []);
    assert_eq!(shape.positions.len(), vertices.len());
    assert!(shape.indices.len() <= original.indices.len());
    assert_eq!(shape.groups.len(), original.groups.len());
    for (own, vertex) in vertices.iter().enumerate() {
        assert_eq!(shape.positions[own].to_array(), original.positions[*vertex as usize].to_array());
        let both = shape.weights.get(own).zip(original.weights.get(*vertex as usize));
        assert!(both.is_none_or(|(own, was)| own == was));
    }
    assert!(made.error >= 0.0);
}

#[test]
fn a_hill_has_few_triangles_left_and_its_border() {
    let hill = grid(40, |x, y| 0.2 * ((6.0 * x).sin() * (6.0 * y).sin()));
    let made = simplify(&hill, &SimplifyOptions::to(400));
    is_sound(&hill, &made);
    // A collapse may remove two triangles.
    assert!((399..=400).contains(&made.shape.indices.len()) && made.stop == Stop::Reached);
    assert!((area(&made.shape) / area(&hill) - 1.0).abs() < 0.01, "{}", area(&made.shape));
    assert!(made.error < 0.01, "{}", made.error);
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    assert!(corners.iter().all(|[x, y]| made.shape.positions.iter().any(|at| (at.x, at.y) == (*x, *y))));
    assert!((1..=2).contains(&simplify(&hill, &SimplifyOptions::to(2)).shape.indices.len()));
}

#[test]
fn a_seam_stays_where_it_is() {
    let tube = tube(48, 24);
    let made = simplify(&tube, &SimplifyOptions::to(200));
    is_sound(&tube, &made);
    assert!(made.shape.indices.len() <= 200, "{}", made.shape.indices.len());
    for triangle in made.shape.triangles() {
        let uvs = triangle.map(|vertex| made.shape.uvs[vertex].x);
        let (low, high) = (uvs.into_iter().fold(1.0, f32::min), uvs.into_iter().fold(0.0, f32::max));
        assert!(high - low < 0.5, "a triangle from {low} to {high} across the seam");
    }
}

#[test]
fn hard_edges_leave_no_cracks() {
    let hill = grid(16, |x, y| 0.2 * ((6.0 * x).sin() * (6.0 * y).sin()));
    // Each triangle has vertices and a normal of its own.
    let mut shape = TriMesh::default();
    for triangle in hill.triangles() {
        let [a, b, c] = triangle.map(|vertex| hill.positions[vertex]);
        let first = u32::try_from(shape.positions.len()).unwrap();
        shape.indices.push([first, first + 1, first + 2]);
        shape.positions.extend([a, b, c]);
        shape.normals.extend([(b - a).cross(c - a).normalised().unwrap(); 3]);
    }
    let made = simplify(&shape, &SimplifyOptions::to(128));
    is_sound(&shape, &made);
    let mut sides = std::collections::BTreeMap::new();
    for triangle in made.shape.triangles() {
        let places = triangle.map(|vertex| made.shape.positions[vertex].to_array().map(f32::to_bits));
        for (start, end) in [(0, 1), (1, 2), (2, 0)] {
            *sides.entry([places[start], places[end]]).or_insert(0) += 1;
            *sides.entry([places[end], places[start]]).or_insert(0) -= 1;
        }
    }
    let is_at_border = |[start, end]: [[u32; 3]; 2]| {
        let at = |axis: usize, value: f32| [start, end].iter().all(|place| place[axis] == value.to_bits());
        at(0, 0.0) || at(0, 1.0) || at(1, 0.0) || at(1, 1.0)
    };
    let cracks = sides.into_iter().filter(|(side, n)| *n != 0 && !is_at_border(*side)).count();
    assert_eq!(cracks, 0);
}

/// Tests an L-shaped mesh with a triangle without an area at its inner corner, a common result of triangulation.
#[test]
fn what_has_no_area_does_not_spread_over_a_border() {
    let places = [[1.0, 1.0], [0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.5, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let shape = TriMesh {
        positions: places.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        indices: vec![[1, 2, 3], [1, 3, 0], [3, 4, 0], [1, 0, 5], [1, 5, 6]],
        ..TriMesh::default()
    };
    let made = simplify(&shape, &SimplifyOptions::to(4));
    assert_eq!((made.shape.indices.len(), area(&made.shape), made.error), (4, 3.0, 0.0));
}

/// A house of boxes. Each face has vertices and a part of the texture of its own, as exporters write hard edges and
/// atlases. Most triangles belong to many small planks, two to the roof, as in models of games.
fn house() -> TriMesh {
    let mut house = TriMesh::default();
    let mut n_faces = 0_u32;
    let mut face = |house: &mut TriMesh, corners: [Vec3; 4]| {
        let normal = (corners[1] - corners[0]).cross(corners[3] - corners[0]);
        let first = house.positions.len() as u32;
        let [column, row] = [n_faces % 32, n_faces / 32].map(|at| at as f32 / 32.0);
        for (corner, [u, v]) in corners.into_iter().zip([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) {
            house.positions.push(corner);
            house.normals.push(normal * (1.0 / normal.length()));
            house.uvs.push(Vec2::new(column + u / 32.0, row + v / 32.0));
        }
        house.indices.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        n_faces += 1;
    };
    let mut block = |house: &mut TriMesh, low: Vec3, size: Vec3| {
        let at = |x: f32, y: f32, z: f32| low + Vec3::new(x * size.x, y * size.y, z * size.z);
        let [a, b, c, d] = [at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(1.0, 1.0, 0.0), at(0.0, 1.0, 0.0)];
        let [e, f, g, h] = [at(0.0, 0.0, 1.0), at(1.0, 0.0, 1.0), at(1.0, 1.0, 1.0), at(0.0, 1.0, 1.0)];
        for corners in [[a, d, c, b], [e, f, g, h], [a, b, f, e], [b, c, g, f], [c, d, h, g], [d, a, e, h]] {
            face(house, corners);
        }
    };
    block(&mut house, Vec3::default(), Vec3::new(8.0, 6.0, 5.0));
    for plank in 0..40_u32 {
        let at = Vec3::new((plank % 10) as f32 * 0.75 + 0.2, -0.1, (plank / 10) as f32 + 0.5);
        block(&mut house, at, Vec3::new(0.5, 0.1, 0.3));
    }
    // The roof has gables.
    let [left, right] = [Vec3::new(-0.5, 3.0, 8.0), Vec3::new(8.5, 3.0, 8.0)];
    let eaves = [[-0.5, -0.5], [8.5, -0.5], [8.5, 6.5], [-0.5, 6.5]].map(|[x, y]| Vec3::new(x, y, 4.8));
    face(&mut house, [eaves[0], eaves[1], right, left]);
    face(&mut house, [eaves[2], eaves[3], left, right]);
    house
}

#[test]
fn a_house_keeps_its_roof() {
    let house = house();
    for part in [3, 9, 27] {
        let made = simplify(&house, &SimplifyOptions::to(house.indices.len() / part).drops_parts(true));
        is_sound(&house, &made);
        assert_eq!(made.stop, Stop::Reached);
        let ridge = made.shape.positions.iter().filter(|at| at.z == 8.0).count();
        assert!(ridge >= 4 && made.error < 0.8, "1/{part}: {ridge} vertices of the ridge, {}", made.error);
        let share = area(&made.shape) / area(&house);
        assert!((0.75..1.02).contains(&share), "1/{part}: {share} of the surface");
    }
}

#[test]
fn groups_keep_their_borders() {
    let mut field = grid(20, |_, _| 0.0);
    // The left half has one material, the right half another.
    let is_left = |shape: &TriMesh, triangle: &[u32; 3]| {
        triangle.iter().all(|vertex| shape.positions[*vertex as usize].x <= 0.5)
    };
    let (left, right): (Vec<_>, Vec<_>) =
        field.indices.iter().copied().partition(|triangle| is_left(&field, triangle));
    let group = |name: &str, triangles| Group { name: name.into(), material: Some(name.into()), triangles };
    field.groups = vec![
        group("left", 0..left.len()),
        group("none", 0..0),
        group("right", left.len()..left.len() + right.len()),
    ];
    field.indices = [left, right].concat();
    let made = simplify(&field, &SimplifyOptions::to(4));
    is_sound(&field, &made);
    let of = |number: usize| {
        let group = &made.shape.groups[number];
        (
            group.triangles.len(),
            made.shape.group_triangles(group).all(|triangle| {
                triangle.iter().all(|vertex| {
                    (made.shape.positions[*vertex].x <= 0.5) == (number == 0)
                        || made.shape.positions[*vertex].x == 0.5
                })
            }),
        )
    };
    let [left, none, right] = [0, 1, 2].map(of);
    assert_eq!([left, none, right], [(2, true), (0, true), (2, true)]);
    assert_eq!(made.stop, Stop::Reached);
}

#[test]
fn attributes_count() {
    // Half of a flat field is red; by positions alone, two triangles would be enough.
    let mut field = grid(20, |_, _| 0.0);
    let red = |at: &Vec3| if at.x < 0.5 { Rgba8::new(255, 0, 0, 255) } else { Rgba8::WHITE };
    field.colours = field.positions.iter().map(red).collect();
    let plain = simplify(&field, &SimplifyOptions::to(40).positions_only());
    let made = simplify(&field, &SimplifyOptions::to(40));
    // Returns the red area, by the mean of the corners of each triangle.
    let reds = |made: &Simplified| -> f32 {
        let shape = &made.shape;
        let of = |triangle: [usize; 3]| {
            let n_red = triangle.iter().filter(|vertex| shape.colours[**vertex] != Rgba8::WHITE).count();
            let one = TriMesh {
                positions: triangle.iter().map(|vertex| shape.positions[*vertex]).collect(),
                indices: vec![[0, 1, 2]],
                ..TriMesh::default()
            };
            area(&one) * n_red as f32 / 3.0
        };
        shape.triangles().map(of).sum()
    };
    let whole = reds(&simplify(&field, &SimplifyOptions::to(usize::MAX)));
    assert!((reds(&made) - whole).abs() < 0.01, "{} of {whole}", reds(&made));
    assert!((reds(&plain) - whole).abs() > 0.01, "{} of {whole}", reds(&plain));
}

#[test]
fn an_error_is_not_exceeded() {
    let hill = grid(40, |x, y| 0.2 * ((6.0 * x).sin() * (6.0 * y).sin()));
    let made = simplify(&hill, &SimplifyOptions::to(1).max_error(0.005));
    is_sound(&hill, &made);
    assert_eq!(made.stop, Stop::Error);
    assert!(made.error <= 0.005 && (50..1500).contains(&made.shape.indices.len()), "{made:?}");
}

#[test]
fn weights_are_those_of_a_vertex() {
    let mut arm = tube(16, 40);
    let bend = |at: &Vec3| (at.z / 4.0).clamp(0.0, 1.0);
    arm.joints = vec![[0, 1, 0, 0]; arm.positions.len()];
    arm.weights = arm.positions.iter().map(|at| Vec4::new(1.0 - bend(at), bend(at), 0.0, 0.0)).collect();
    let made = simplify(&arm, &SimplifyOptions::to(150));
    is_sound(&arm, &made);
    assert!(made.shape.weights.iter().all(|weights| (weights.x + weights.y - 1.0).abs() < 1e-6));
    // By positions alone, a straight tube needs no vertices between its ends.
    let between =
        |made: &Simplified| made.shape.positions.iter().filter(|at| at.z > 0.1 && at.z < 3.9).count();
    assert!(between(&made) > 5, "{}", between(&made));
}

#[test]
fn what_stands_in_the_way_is_told() {
    // 50 separate tetrahedra of growing size.
    let mut loose = TriMesh::default();
    for index in 0..50_u32 {
        let size = 1.0 + index as f32 / 50.0;
        let at = Vec3::new(10.0 * index as f32, 0.0, 0.0);
        loose.positions.extend([at, at + Vec3::X, at + Vec3::Y, at + Vec3::new(0.0, 0.0, size)]);
        let base = 4 * index;
        loose.indices.extend(
            [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
                .map(|face: [u32; 3]| face.map(|corner| base + corner)),
        );
    }
    let kept = simplify(&loose, &SimplifyOptions::to(40));
    is_sound(&loose, &kept);
    assert_eq!((kept.shape.indices.len(), kept.stop, kept.n_parts_dropped), (100, Stop::Stuck, 0));
    let dropped = simplify(&loose, &SimplifyOptions::to(40).drops_parts(true));
    is_sound(&loose, &dropped);
    assert_eq!((dropped.shape.indices.len(), dropped.stop, dropped.n_parts_dropped), (40, Stop::Reached, 30));
    // The largest parts are kept.
    assert!(dropped.shape.positions.iter().all(|at| at.x >= 300.0));
}

/// Simplifies a mesh to several numbers of triangles in turn, and asserts that each result equals that of simplifying
/// alone.
fn in_one_go(shape: &TriMesh, mut options: SimplifyOptions) -> Vec<Simplified> {
    let mut simplifier = Simplifier::new(shape, &options);
    let sizes = [1, 3, 9, 27, 1000].map(|part| shape.indices.len() / part);
    let made = sizes.map(|n_triangles| {
        let made = simplifier.reach(n_triangles);
        options.n_triangles = n_triangles;
        let alone = simplify(shape, &options);
        // Errors may be NaN, so the texts are compared.
        assert_eq!(format!("{made:?}"), format!("{alone:?}"));
        made
    });
    made.into()
}

#[test]
fn several_meshes_are_made_in_one_go() {
    let hill = grid(40, |x, y| (x * 9.0).sin() * (y * 7.0).sin() * 0.1);
    let stops = |options| in_one_go(&hill, options).iter().map(|made| made.stop).collect::<Vec<_>>();
    assert_eq!(stops(SimplifyOptions::default()), [Stop::Reached; 5]);
    let bounded = stops(SimplifyOptions::default().max_error(0.005).drops_parts(true));
    assert_eq!((bounded[1], bounded[4]), (Stop::Reached, Stop::Error));
}

#[test]
fn hostile_meshes_are_simplified_in_time() {
    let all = |shape: &TriMesh| {
        for options in [SimplifyOptions::to(0), SimplifyOptions::to(10).drops_parts(true)] {
            is_sound(shape, &simplify(shape, &options));
            in_one_go(shape, options);
        }
    };
    all(&TriMesh::default());
    let mut random = Random::new(1);
    let odd = [0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, -3.0];
    for n_vertices in [1, 3, 8, 60] {
        for n_numbers in [3, 8] {
            let mut number = |_| odd[random.below(n_numbers)];
            let positions: Vec<Vec3> =
                (0..n_vertices).map(|_| Vec3::from_array([(); 3].map(&mut number))).collect();
            let uvs = positions.iter().map(|at| Vec2::new(at.y, at.z)).collect();
            // One list is too short, and triangles and groups have indices beyond the end.
            let colours = vec![Rgba8::WHITE; positions.len() - 1];
            let weights = vec![Vec4::new(f32::NAN, 1.0, f32::INFINITY, -1.0); positions.len()];
            let joints = vec![[7, 7, 65_535, 0]; positions.len()];
            let mut corner = |_| random.below(n_vertices + 2) as u32;
            let indices: Vec<[u32; 3]> = (0..300).map(|_| [(); 3].map(&mut corner)).collect();
            let group = |triangles| Group { triangles, ..Group::default() };
            let groups = vec![group(0..10), group(5..1000), group(std::ops::Range { start: 2000, end: 7 })];
            let shape =
                TriMesh { positions, uvs, colours, weights, joints, indices, groups, ..TriMesh::default() };
            let made = simplify(&shape, &SimplifyOptions::to(5).drops_parts(true));
            assert!(made.shape.indices.len() <= 300);
        }
    }
    // Many triangles share one edge, one vertex, or few vertices.
    let at = |index: u32| Vec3::new((index % 100) as f32, (index / 100) as f32, ((index * 7) % 13) as f32);
    let positions: Vec<Vec3> = (0..3000).map(at).collect();
    let of = |indices: Vec<[u32; 3]>| TriMesh { positions: positions.clone(), indices, ..TriMesh::default() };
    all(&of((2..3000).map(|at| [0, 1, at]).collect()));
    all(&of((1..2999).map(|at| [0, at, at + 1]).collect()));
    for n_vertices in [50, 3000] {
        let mut corner = |()| random.below(n_vertices) as u32;
        all(&of((0..3000).map(|_| [(); 3].map(&mut corner)).collect()));
    }
}

#[test]
fn every_machine_gives_the_same() {
    let mut tube = tube(40, 40);
    tube.normals = tube.positions.iter().map(|at| Vec3::new(at.x, at.y, 0.0)).collect();
    // Sines differ between machines in their last bits, so they are rounded to thousandths.
    let round = |number: f32| (number * 1000.0).round() / 1000.0;
    tube.positions.iter_mut().for_each(|at| *at = Vec3::from_array(at.to_array().map(round)));
    tube.normals.iter_mut().for_each(|at| *at = Vec3::from_array(at.to_array().map(round)));
    let made = simplify(&tube, &SimplifyOptions::to(300));
    let numbers = made.vertices.iter().chain(made.shape.indices.as_flattened());
    let sum = numbers.fold(0_u32, |sum, number| sum.wrapping_mul(31).wrapping_add(*number));
    assert_eq!((made.shape.indices.len(), made.error.to_bits(), sum), (300, 835771573, 3718429928));
}
