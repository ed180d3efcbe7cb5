//! Shapes as triangles.

use crate::support;
use geom::{Quat, Vec3};
use m3d::*;
use std::collections::HashMap;

const TOLERANCE: f32 = 0.002;

/// A model with these points, and shapes of these commands.
fn model(points: &[[f32; 4]], shapes: Vec<Vec<Command>>) -> Model {
    let coordinates = Coordinates::F32(points.to_vec());
    let skins = vec![SkinIndex::NONE; points.len()];
    let vertices = Vertices { coordinates, skins, ..Vertices::default() };
    let shape = |commands| Chunk::Shape(Shape { commands, ..Shape::default() });
    let chunks = std::iter::once(Chunk::Vertices(vertices)).chain(shapes.into_iter().map(shape)).collect();
    Model { chunks, ..Model::default() }
}

fn convert(model: &Model) -> Triangles {
    let found = model.to_trimesh(&TrimeshOptions::default().tolerance(TOLERANCE)).unwrap();
    assert_eq!(found.mesh.check(), []);
    found
}

/// The triangles of one command, with the points 0 (origin), 1 (X), 2 (Y), 3 (Z), and 4, the orientation without
/// rotation.
fn drawn(command: Command) -> Triangles {
    let found = convert(&model(&POINTS, vec![vec![command]]));
    assert_eq!(found.report, TrimeshReport::default(), "{}", found.report);
    found
}

const POINTS: [[f32; 4]; 6] = [
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.0, 2.0, 0.0, 1.0],
];

fn vertex(index: u32) -> VertexIndex {
    VertexIndex(index)
}

const UPRIGHT: OrientationIndex = OrientationIndex(4);

fn number(value: f32) -> Scalar {
    Scalar::F32(value)
}

/// The volume of a closed surface; every edge must belong to two triangles in opposite directions, and normals must
/// point the way that triangles face.
fn volume(found: &Triangles) -> f64 {
    let key = |corner: usize| found.mesh.positions[corner].to_array().map(|side| (side * 1e4).round() as i64);
    let mut edges: HashMap<_, i32> = HashMap::new();
    let mut volume = 0.0;
    for triangle in found.mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| found.mesh.positions[corner]);
        let normal = (b - a).cross(c - a);
        for corner in triangle {
            assert!((found.mesh.normals[corner].length() - 1.0).abs() < 1e-5);
            assert!(found.mesh.normals[corner].dot(normal) > 0.0, "{corner} of {triangle:?}");
        }
        volume += f64::from(a.dot(b.cross(c))) / 6.0;
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let (from, to) = (key(triangle[from]), key(triangle[to]));
            *edges.entry((from, to)).or_default() += 1;
            *edges.entry((to, from)).or_default() -= 1;
        }
    }
    assert!(edges.values().all(|balance| *balance == 0), "open edges");
    volume
}

fn near(found: f64, expected: f64, part: f64) {
    assert!((found - expected).abs() <= expected * part, "{found}, not {expected}");
}

use std::f64::consts::PI;

#[test]
fn a_sphere() {
    let found = drawn(Command::Sphere { centre: vertex(1), radius: number(0.5) });
    near(volume(&found), 4.0 / 3.0 * PI * 0.125, 0.02);
    let centre = Vec3::X;
    for triangle in found.mesh.triangles() {
        let corners = triangle.map(|corner| found.mesh.positions[corner] - centre);
        assert!(corners.iter().all(|corner| (corner.length() - 0.5).abs() < 1e-5));
        // No point is further from the sphere than the tolerance.
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        assert!(0.5 - middle.length() <= TOLERANCE, "{}", middle.length());
    }
    // A smaller and a larger tolerance.
    let sphere = model(&POINTS, vec![vec![Command::Sphere { centre: vertex(1), radius: number(0.5) }]]);
    let count = |tolerance| {
        sphere.to_trimesh(&TrimeshOptions::default().tolerance(tolerance)).unwrap().mesh.indices.len()
    };
    assert!(count(1e-4) > found.mesh.indices.len() && count(0.1) < found.mesh.indices.len());
    assert!(count(0.0) <= 256 * 128 * 2 && count(f32::NAN) > 0 && count(10.0) >= 48);
}

#[test]
fn a_cube() {
    let found = drawn(Command::Cube { first: vertex(0), second: vertex(1), third: vertex(2) });
    assert_eq!((found.mesh.indices.len(), found.mesh.positions.len()), (12, 24));
    near(volume(&found), 1.0, 1e-6);
    let bounds = found.mesh.bounds().unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec3::ZERO, Vec3::ONE));
}

#[test]
fn a_cone() {
    let found = drawn(Command::Cone { first: vertex(0), second: vertex(1), third: vertex(5) });
    near(volume(&found), PI * 2.0 / 3.0, 0.01);
    let bounds = found.mesh.bounds().unwrap();
    assert_eq!((bounds.min.y, bounds.max.y, bounds.max.x), (0.0, 2.0, 1.0));
}

#[test]
fn a_cylinder() {
    let bottom = (vertex(0), UPRIGHT, number(0.5));
    let found = drawn(Command::Cylinder { bottom, top: (vertex(2), UPRIGHT, number(0.5)) });
    near(volume(&found), PI * 0.25, 0.02);
    // A cylinder that is narrower at the top, and a cone.
    let narrow = drawn(Command::Cylinder { bottom, top: (vertex(2), UPRIGHT, number(0.25)) });
    near(volume(&narrow), PI / 3.0 * (0.25 + 0.125 + 0.0625), 0.02);
    let pointed = drawn(Command::Cylinder { bottom, top: (vertex(2), UPRIGHT, number(0.0)) });
    near(volume(&pointed), PI / 12.0, 0.02);
    // The same solid upside down.
    let top = (vertex(2), UPRIGHT, number(0.5));
    near(volume(&drawn(Command::Cylinder { bottom: top, top: bottom })), PI * 0.25, 0.02);
}

#[test]
fn a_torus() {
    let found = drawn(Command::Torus {
        centre: vertex(0),
        orientation: UPRIGHT,
        radius: number(0.5),
        tube_radius: number(0.125),
    });
    near(volume(&found), 2.0 * PI * PI * 0.5 * 0.125 * 0.125, 0.03);
    let bounds = found.mesh.bounds().unwrap();
    assert!((bounds.max.y - 0.125).abs() < 0.01 && (bounds.max.x - 0.625).abs() < 1e-6);
}

#[test]
fn circles_and_polygons() {
    let disc = drawn(Command::Circle { centre: vertex(0), orientation: UPRIGHT, radius: number(0.5) });
    let area = |found: &Triangles| -> f64 {
        let triangles =
            found.mesh.triangles().map(|triangle| triangle.map(|corner| found.mesh.positions[corner]));
        triangles.map(|[a, b, c]| f64::from((b - a).cross(c - a).length()) / 2.0).sum()
    };
    near(area(&disc), PI * 0.25, 0.02);
    assert!(disc.mesh.normals.iter().all(|normal| *normal == Vec3::Y));
    let polygon = drawn(Command::Polygon { points: vec![vertex(0), vertex(1), vertex(2)] });
    assert_eq!((polygon.mesh.indices.len(), polygon.mesh.normals[0]), (1, Vec3::Z));

    // A comb with a hundred teeth.
    let mut points = vec![[0.0, -1.0, 0.0, 1.0], [200.0, -1.0, 0.0, 1.0]];
    points.extend((0..=200).rev().map(|x| [x as f32, if x % 2 == 0 { 0.0 } else { 5.0 }, 0.0, 1.0]));
    let list = (0..points.len() as u32).map(VertexIndex).collect();
    let comb = convert(&model(&points, vec![vec![Command::Polygon { points: list }]]));
    assert_eq!((comb.mesh.indices.len(), comb.report.n_crude_polygons), (201, 0));
    near(area(&comb), 200.0 + 500.0, 1e-5);
}

#[test]
fn lines_are_lines() {
    let found =
        convert(&model(&POINTS, vec![vec![Command::Line { points: vec![vertex(0), vertex(1), vertex(2)] }]]));
    assert_eq!((found.lines.len(), found.mesh.indices.len()), (1, 0));
    assert_eq!(found.lines[0].points, [Vec3::ZERO, Vec3::X, Vec3::Y]);
    // The report of a model without triangles explains why.
    assert_eq!(found.report.to_string(), "lines and curves, which are not triangles: 1\n");
}

/// The curve that the author of the format published: four cubic pieces, with parameters from 0 to 4.
#[test]
fn the_bezier_curve_of_the_author() {
    let rows = [
        [-2.3, 1.95],
        [-2.2, 0.79],
        [-2.34, -1.51],
        [-1.53, -1.49],
        [-0.72, -1.47],
        [-0.78, 0.23],
        [0.07, 0.25],
        [0.92, 0.27],
        [0.80, -1.61],
        [1.62, -1.59],
        [2.44, -1.57],
        [2.69, 0.67],
        [2.9, 1.98],
    ];
    let points = rows.map(|[x, y]| [x, y, 0.0, 1.0]);
    let commands = vec![
        Command::Divide { rate: number(1.0) },
        Command::DegreeU { u: Byte(3) },
        Command::ParametersU { values: [0.0, 1.0, 2.0, 3.0, 4.0].map(number).to_vec() },
        Command::Range { u: TexCoordIndex(0), v: TexCoordIndex(0) },
        Command::BezierCurve { points: (0..13).map(VertexIndex).collect() },
    ];
    let mut model = model(&points, vec![commands]);
    let pairs = TexCoords::F32(vec![[0.0, 4.0], [1.0, 2.5], [0.5, 1.0]]);
    model.chunks.insert(0, Chunk::TextureMap(TextureMap { pairs, surplus: vec![] }));
    let found = convert(&model);
    let line = &found.lines[0].points;
    // The curve goes through its joints, and is nowhere further from the true curve than the tolerance.
    for joint in [0, 3, 6, 9, 12] {
        let joint = Vec3::new(points[joint][0], points[joint][1], 0.0);
        assert!(line.iter().any(|point| (*point - joint).length() < 1e-5), "{joint:?}");
    }
    for step in 0..=400 {
        let (piece, t) =
            ((step / 100).min(3), f32::min((step - (step / 100).min(3) * 100) as f32 / 100.0, 1.0));
        let true_point = (0..4).fold(Vec3::ZERO, |sum, k| {
            let binomial = [1.0, 3.0, 3.0, 1.0][k] * t.powi(k as i32) * (1.0 - t).powi(3 - k as i32);
            let [x, y, ..] = points[piece * 3 + k];
            sum + Vec3::new(x, y, 0.0) * binomial
        });
        let distance = line.windows(2).map(|ends| {
            let along = ends[1] - ends[0];
            let part = ((true_point - ends[0]).dot(along) / along.dot(along)).clamp(0.0, 1.0);
            (true_point - (ends[0] + along * part)).length()
        });
        assert!(distance.fold(f32::MAX, f32::min) <= TOLERANCE, "{step}");
    }
    // The same curve with a narrower range.
    let Some(Chunk::Shape(shape)) = model.chunks.last_mut() else { unreachable!() };
    shape.commands[3] = Command::RangeU { u: TexCoordIndex(1) };
    let part = &convert(&model).lines[0].points;
    assert!((part[0] - Vec3::new(points[3][0], points[3][1], 0.0)).length() < 1e-5);
    assert!(part.len() < line.len());
    // Without parameters, they go from 0 to 1.
    let Some(Chunk::Shape(shape)) = model.chunks.last_mut() else { unreachable!() };
    shape.commands[3] = Command::RangeU { u: TexCoordIndex(2) };
    shape.commands.remove(2);
    let half = &convert(&model).lines[0].points;
    assert!((half[0] - Vec3::new(points[6][0], points[6][1], 0.0)).length() < 1e-5);
    assert_eq!(half.last(), line.last());
}

/// A bicubic patch is compared with the sum of Bernstein polynomials.
#[test]
fn a_bezier_surface() {
    let height = |i: usize, j: usize| ((i * 7 + j * 13) % 5) as f32 / 4.0 - 0.5;
    let net: Vec<[f32; 4]> = (0..16)
        .map(|at| [at as f32 % 4.0 / 3.0, height(at % 4, at / 4), -((at / 4) as f32) / 3.0, 1.0])
        .collect();
    let found =
        convert(&model(&net, vec![vec![Command::Bezier { points: (0..16).map(VertexIndex).collect() }]]));
    assert!(found.report.is_empty(), "{}", found.report);
    for (position, normal) in found.mesh.positions.iter().zip(&found.mesh.normals) {
        // The net is even, so the surface is a function of x and z.
        let (u, v) = (position.x, -position.z);
        let weights = |t: f32| {
            [0, 1, 2, 3].map(|k| [1.0, 3.0, 3.0, 1.0][k] * t.powi(k as i32) * (1.0 - t).powi(3 - k as i32))
        };
        let value = |u: f32, v: f32| {
            let (us, vs) = (weights(u), weights(v));
            (0..16).map(|at| height(at % 4, at / 4) * us[at % 4] * vs[at / 4]).sum::<f32>()
        };
        assert!((value(u, v) - position.y).abs() < 1e-5);
        let slope = |du: f32, dv: f32| (value(u + du, v + dv) - value(u - du, v - dv)) / 0.002;
        let expected = Vec3::new(-slope(0.001, 0.0), 1.0, slope(0.0, 0.001)).normalised().unwrap();
        assert!((*normal - expected).length() < 0.02, "{normal:?}, not {expected:?}");
    }
    for triangle in found.mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| found.mesh.positions[corner]);
        assert!((b - a).cross(c - a).y > 0.0);
    }
}

/// A quarter of a cylinder as a rational surface: every point is exactly at distance 1 from the axis.
#[test]
fn a_rational_surface_is_exactly_round() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let arc = [[1.0, 0.0, 1.0], [1.0, -1.0, half], [0.0, -1.0, 1.0]];
    let rows = [0.0, 2.0].into_iter().flat_map(|y| arc.map(|[x, z, w]| [x, y, z, w]));
    let net: Vec<_> = rows.collect();
    let commands = vec![
        Command::Degrees { u: Byte(2), v: Byte(1) },
        Command::ParametersU { values: [0.0, 0.0, 0.0, 1.0, 1.0, 1.0].map(number).to_vec() },
        Command::ParametersV { values: [0.0, 0.0, 1.0, 1.0].map(number).to_vec() },
        Command::Nurbs { points: (0..6).map(VertexIndex).collect() },
    ];
    let found = convert(&model(&net, vec![commands]));
    assert!(found.report.is_empty(), "{}", found.report);
    for (position, normal) in found.mesh.positions.iter().zip(&found.mesh.normals) {
        let out = Vec3::new(position.x, 0.0, position.z);
        assert!((out.length() - 1.0).abs() < 1e-6);
        assert!((*normal - out).length() < 1e-5, "{normal:?}, not {out:?}");
    }
    for triangle in found.mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| found.mesh.positions[corner]);
        let middle = (a + b + c) / 3.0;
        assert!(1.0 - Vec3::new(middle.x, 0.0, middle.z).length() <= TOLERANCE);
    }
}

#[test]
fn shapes_include_each_other() {
    let turn = Quat::from_axis_angle(Vec3::Z, std::f32::consts::FRAC_PI_2).unwrap();
    let mut points = POINTS.to_vec();
    points.push(turn.to_array());
    points.push(turn.to_array().map(|number| number * 3.0));
    let cube = Command::Cube { first: vertex(0), second: vertex(1), third: vertex(2) };
    let include = |shape, orientation| Command::Include {
        shape: ShapeIndex(shape),
        position: vertex(5),
        orientation: OrientationIndex(orientation),
    };
    let found = convert(&model(&points, vec![vec![cube], vec![include(0, 6)], vec![include(0, 7)]]));
    assert!(found.report.is_empty());
    let bounds = |group: usize| {
        let corners = found.mesh.group_triangles(&found.mesh.groups[group]).flatten();
        geom::Aabb::from_points(corners.map(|corner| found.mesh.positions[corner])).unwrap()
    };
    assert_eq!(found.mesh.groups.len(), 3);
    let near = |found: Vec3, expected: [f32; 3]| {
        assert!((found - Vec3::from_array(expected)).length() < 1e-5, "{found:?}");
    };
    // The first shape turns X to Y and Y to -X, and moves up by 2; the third is three times as large.
    near(bounds(1).min, [-1.0, 2.0, 0.0]);
    near(bounds(1).max, [0.0, 3.0, 1.0]);
    near(bounds(2).min, [-3.0, 2.0, 0.0]);
    near(bounds(2).max, [0.0, 5.0, 3.0]);
}

#[test]
fn shapes_that_include_themselves_end() {
    let include =
        |shape| Command::Include { shape: ShapeIndex(shape), position: vertex(0), orientation: UPRIGHT };
    let whys = |shapes: Vec<Vec<Command>>| {
        let found = convert(&model(&POINTS, shapes));
        let mut reasons: Vec<_> = found.report.undrawn.iter().map(|command| command.reason).collect();
        reasons.dedup();
        reasons
    };
    assert_eq!(whys(vec![vec![include(0)]]), [UndrawnReason::IncludesItself]);
    assert_eq!(whys(vec![vec![include(1)], vec![include(0)]]), [UndrawnReason::IncludesItself]);
    assert_eq!(whys(vec![vec![include(9)]]), [UndrawnReason::Dangling]);
    // Each shape includes the next one twice, sixty times in all: 2^60 commands.
    let doubled = (0..60).map(|at| vec![include(at + 1), include(at + 1)]).chain([vec![]]).collect();
    assert_eq!(whys(doubled), [UndrawnReason::TooMany]);
    let deep = (0..100).map(|at| vec![include(at + 1)]).chain([vec![]]).collect();
    assert_eq!(whys(deep), [UndrawnReason::TooMany]);
}

#[test]
fn what_cannot_be_drawn_is_reported() {
    // A point beyond all numbers, and one with the weight 0.
    let points = [&POINTS[..], &[[f32::INFINITY, 0.0, 0.0, 1.0], [0.0; 4]]].concat();
    let pairs = TexCoords::F32(vec![[0.5, 0.5]]);
    let map = TextureMap { pairs, ..TextureMap::default() };
    let whys = |commands: Vec<Command>| {
        let mut model = model(&points, vec![commands]);
        model.chunks.push(Chunk::TextureMap(map.clone()));
        let found = convert(&model);
        assert_eq!(found.mesh.indices.len(), 0);
        found.report.undrawn.iter().map(|command| command.reason).collect::<Vec<_>>()
    };
    use UndrawnReason::*;
    let sphere = |centre, radius| vec![Command::Sphere { centre: vertex(centre), radius: number(radius) }];
    assert_eq!(whys(sphere(77, 1.0)), [Dangling]);
    assert_eq!(whys(sphere(0, 0.0)), [NoExtent]);
    assert_eq!(whys(sphere(0, f32::INFINITY)), [NotFinite]);
    let line = |points: &[u32]| Command::Line { points: points.iter().map(|point| vertex(*point)).collect() };
    let polygon = |points: [u32; 3]| Command::Polygon { points: points.map(vertex).into() };
    let circle = |centre, radius| Command::Circle {
        centre: vertex(centre),
        orientation: UPRIGHT,
        radius: number(radius),
    };
    let cylinder = |bottom, top| {
        let [bottom, top] = [bottom, top].map(|centre| (vertex(centre), UPRIGHT, number(1.0)));
        Command::Cylinder { bottom, top }
    };
    let torus = |centre, tube| {
        let (centre, orientation) = (vertex(centre), UPRIGHT);
        Command::Torus { centre, orientation, radius: number(1.0), tube_radius: number(tube) }
    };
    let cone = |tip| Command::Cone { first: vertex(0), second: vertex(1), third: vertex(tip) };
    let cube = Command::Cube { first: vertex(0), second: vertex(1), third: vertex(77) };
    for (command, expected) in [
        (line(&[0, 6]), NotFinite),
        (line(&[0]), NoExtent),
        (polygon([0, 1, 6]), NotFinite),
        (polygon([0, 1, 1]), NoExtent),
        (circle(6, 1.0), NotFinite),
        (circle(0, 0.0), NoExtent),
        (cylinder(6, 0), NotFinite),
        (cylinder(0, 0), NoExtent),
        (torus(6, 1.0), NotFinite),
        (torus(0, f32::NAN), NotFinite),
        (torus(0, 0.0), NoExtent),
        (cone(77), Dangling),
        (cone(0), NoExtent),
        (cone(6), NotFinite),
        (cube, Dangling),
    ] {
        assert_eq!(whys(vec![command.clone()]), [expected], "{command:?}");
    }
    let curve = |point| Command::RationalBezierCurve { points: vec![vertex(0), vertex(point)] };
    assert_eq!(whys(vec![curve(6), curve(7)]), [NotFinite, NoExtent]);
    let range = Command::RangeU { u: TexCoordIndex(0) };
    assert_eq!(whys(vec![range, curve(1)]), [NoExtent]);
    let net = Command::Bezier { points: vec![vertex(0), vertex(1), vertex(2)] };
    assert_eq!(whys(vec![Command::Degrees { u: Byte(1), v: Byte(1) }, net]), [NoNet]);
    assert_eq!(
        whys(vec![Command::Cube { first: vertex(0), second: vertex(1), third: vertex(1) }]),
        [NoExtent]
    );
    assert_eq!(
        whys(vec![Command::Cone { first: vertex(0), second: vertex(2), third: vertex(5) }]),
        [NoExtent]
    );
    assert_eq!(whys(vec![Command::Bezier { points: vec![vertex(0), vertex(1), vertex(2)] }]), [NoNet]);
    assert_eq!(whys(vec![Command::Bezier { points: vec![] }]), [NoNet]);
    let falling = Command::ParametersU { values: vec![number(1.0), number(0.0)] };
    assert_eq!(whys(vec![falling, Command::Bezier { points: vec![vertex(0); 4] }]), [NoNet]);
    let high = Command::Degrees { u: Byte(200), v: Byte(200) };
    assert_eq!(whys(vec![high, Command::Nurbs { points: vec![vertex(0); 4] }]), [TooMany]);
    assert_eq!(whys(vec![Command::Trim { curves: vec![] }]), [NotSupported]);
    assert_eq!(
        whys(vec![Command::Mesh { part: MeshArguments::Face { face: FaceIndex(0) } }]),
        [NotSupported]
    );
    let mut cut = model(&POINTS, vec![vec![]]);
    let Some(Chunk::Shape(shape)) = cut.chunks.last_mut() else { unreachable!() };
    shape.surplus = vec![99];
    assert_eq!(convert(&cut).report.to_string(), "not drawn: shape 0, command 0 : could not be decoded\n");
}

/// A file with one of each command, written by hand.
#[test]
fn the_authored_shapes() {
    let model = read(&support::fixture("m3d/valid/authored/auth_shapes.fixedsdk.m3d")).unwrap();
    let found = convert(&model);
    let undrawn: Vec<_> =
        found.report.undrawn.iter().map(|command| (command.shape, command.keyword, command.reason)).collect();
    use UndrawnReason::*;
    let expected = [
        (0, "bez1", NoNet),
        (0, "trim", NotSupported),
        (0, "hole", NotSupported),
        (0, "scrv", NotSupported),
        (0, "sp", NotSupported),
        (1, "bezu", NoNet),
        (1, "bezn", NoNet),
        (1, "bezun", NoNet),
        (1, "nurbsu", NoNet),
        (1, "nurbsn", NoNet),
        (1, "nurbsun", NoNet),
        (1, "conn", NotSupported),
        // The solids include the curves.
        (0, "bez1", NoNet),
        (0, "trim", NotSupported),
        (0, "hole", NotSupported),
        (0, "scrv", NotSupported),
        (0, "sp", NotSupported),
    ];
    assert_eq!(undrawn, expected);
    assert_eq!((found.report.n_hidden_polygons, found.lines.len()), (2, 7));
    let groups: Vec<_> =
        found.mesh.groups.iter().map(|group| (&group.name[..], group.material.as_deref())).collect();
    assert_eq!(groups, [("surfaces", None), ("solids", Some("steel"))]);
    // Two twisted squares.
    assert!(found.mesh.groups[0].triangles.len() > 4);
    // The polygons are converted with the shapes, or instead of them.
    let both = model.to_trimesh(&TrimeshOptions::default().tolerance(TOLERANCE).polygons(true)).unwrap();
    assert_eq!(both.mesh.indices.len(), found.mesh.indices.len() + 2);
    let polygons = model.to_trimesh(&TrimeshOptions::default().shapes(false)).unwrap();
    assert_eq!((polygons.mesh.indices.len(), polygons.report.undrawn.len()), (2, 0));
}

#[test]
fn a_bone_moves_a_shape() {
    let mut model = model(&POINTS, vec![vec![Command::Sphere { centre: vertex(0), radius: number(1.0) }]]);
    let bone = Bone { position: vertex(0), orientation: UPRIGHT, ..Bone::default() };
    model.chunks.insert(1, Chunk::Skeleton(Skeleton { bones: vec![bone; 3], ..Skeleton::default() }));
    let Some(Chunk::Shape(shape)) = model.chunks.last_mut() else { unreachable!() };
    shape.group = BoneIndex(2);
    let found = convert(&model);
    assert!(found.bones.iter().all(|bone| *bone == BoneIndex(2)));
    assert!(found.mesh.joints.iter().all(|joints| joints[0] == 2));
    assert!(found.mesh.weights.iter().all(|weights| weights.x == 1.0));
}

#[test]
fn many_spheres_are_too_many() {
    let sphere = Command::Sphere { centre: vertex(0), radius: number(1.0) };
    let model = model(&POINTS, vec![vec![sphere; 100_000]]);
    let error = model.to_trimesh(&TrimeshOptions::default()).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::TooManyTriangles { limit: 500_000 });
}

/// Files of a few bytes that stand for a huge number of triangles are refused before any is made.
#[test]
fn what_would_be_enormous_is_refused() {
    let refused = |model: &Model, tolerance| {
        let options = TrimeshOptions::default().tolerance(tolerance);
        model.to_trimesh(&options).unwrap_err().kind().clone()
    };
    // Curves that bend between any two of a million knots, which would be 64 million points.
    let zigzag: Vec<_> = (0..1_000_000).map(|i| vertex(i % 2)).collect();
    let too_many = ErrorKind::TooManyTriangles { limit: 500_000 };
    for command in [
        Command::BSplineCurve { points: zigzag.clone() },
        Command::RationalBSplineCurve { points: zigzag.clone() },
        // A net of 1000 by 1000 points.
        Command::Nurbs { points: zigzag },
    ] {
        assert_eq!(refused(&model(&POINTS, vec![vec![command]]), 0.0), too_many);
    }
    // A sphere has a limited number of corners, whatever the tolerance is.
    let spheres =
        |n| model(&POINTS, vec![vec![Command::Sphere { centre: vertex(0), radius: number(1e30) }; n]]);
    let n = spheres(1).to_trimesh(&TrimeshOptions::default().tolerance(0.0)).unwrap().mesh.indices.len();
    assert!((50_000..100_000).contains(&n), "{n}");
    assert_eq!(refused(&spheres(10), f32::NAN), too_many);
}

/// Shapes that are included over and over, and take time without drawing anything.
#[test]
fn work_that_draws_nothing_ends() {
    let include = Command::Include { shape: ShapeIndex(1), position: vertex(0), orientation: UPRIGHT };
    let dangling = [vec![vertex(0); 100_000], vec![vertex(99)]].concat();
    let degrees = Command::Degrees { u: Byte(15), v: Byte(15) };
    let values = (0..100_000).map(|i| number(i as f32)).collect();
    let no_net =
        vec![degrees, Command::ParametersU { values }, Command::BezierCurve { points: vec![vertex(0)] }];
    for commands in [
        vec![Command::Line { points: dangling.clone() }],
        vec![Command::Polygon { points: dangling.clone() }],
        vec![Command::Nurbs { points: dangling }],
        no_net,
    ] {
        let found = convert(&model(&POINTS, vec![vec![include.clone(); 100_000], commands]));
        let n = |reason| found.report.undrawn.iter().filter(|command| command.reason == reason).count();
        assert!(
            (98..102).contains(&(n(UndrawnReason::Dangling) + n(UndrawnReason::NoNet))),
            "{}",
            found.report
        );
        assert!(n(UndrawnReason::TooMany) > 0);
    }
}

/// Every sample with shapes draws something, or reports why not.
#[test]
fn no_sample_is_empty_in_silence() {
    for (name, bytes) in support::samples("m3d") {
        let Some(model) = name.ends_with(".m3d").then(|| read(&bytes).ok()).flatten() else { continue };
        let found = convert(&model);
        if model.shapes().count() > 0 {
            assert!(!found.mesh.indices.is_empty() || !found.report.is_empty(), "{name}");
        }
        assert!(found.mesh.positions.iter().all(|position| position.is_finite()), "{name}");
        assert!(found.mesh.normals.iter().all(|normal| normal.is_finite()), "{name}");
    }
}

#[test]
fn empty_lists_are_found() {
    let found = |command| {
        let model = model(&POINTS, vec![vec![command]]);
        validate(&model).iter().filter(|one| one.rule.id == "M3D053").count()
    };
    assert_eq!(found(Command::Line { points: vec![] }), 1);
    assert_eq!(found(Command::Line { points: vec![vertex(0), vertex(1)] }), 0);
    assert_eq!(found(Command::BezierUv { points: vec![] }), 1);
    assert_eq!(found(Command::NurbsUv { points: vec![] }), 1);
    assert_eq!(found(Command::NurbsNormal { points: vec![] }), 1);
    assert_eq!(found(Command::BezierUvNormal { points: vec![] }), 1);
    assert_eq!(found(Command::Trim { curves: vec![] }), 1);
}
