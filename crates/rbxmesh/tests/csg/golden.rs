//! The contents of fixtures, their problems, and the rules that they violate.

use crate::format::{Buffer, Csg, Descent, ReadOptions, Same, read, read_with, trace, validate};
use crate::recorder::{Recorder, check_traced, traced};
use crate::{bulge, collision, mesh, support, volume_by_prisms};
use geom::{Rgba8, Vec3};
use rbxmesh::csg::{Collision, Mass, Shape, UnionMesh};
use rbxmesh::{Finding, geom};

fn fixtures(folder: &str) -> Vec<support::File> {
    let all = support::fixtures(format!("rbxcsg/{folder}"));
    assert!(!all.is_empty(), "{folder}");
    all
}

fn valid(name: &str) -> Vec<u8> {
    let all = fixtures("valid");
    all.into_iter().find(|(of, _)| *of == format!("{name}.csg")).unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn valid_fixtures_read_without_a_warning_and_every_byte_is_known() {
    for (name, bytes) in fixtures("valid") {
        assert!(rbxmesh::csg::detect(&bytes) && !rbxmesh::csg::detect(&bytes[1..]), "{name}");
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).expect(&name);
        assert_eq!((warnings.total(), validate(&model).total()), (0, 0), "{name}");
        assert_eq!(traced(&bytes, &ReadOptions::default()).check(&bytes, &name), 1.0, "{name}");
    }
}

#[test]
fn versions_of_a_mesh_hold_the_same() {
    let [two, four, five] = ["mesh_2", "mesh_4", "mesh_5"].map(|name| mesh(&valid(name)));
    assert_eq!([two.version, four.version, five.version], [2, 4, 5]);
    let unknown = [&b"0123456789abcdef"[..], &[0xa5; 16]].concat();
    assert_eq!([&two.unknown, &four.unknown, &five.unknown], [&unknown, &unknown, &vec![]]);
    let with_bounds = UnionMesh { version: 4, bounds: vec![0, 36, 48], ..two.clone() };
    assert_eq!(with_bounds.difference(&four), None);
    assert_eq!(UnionMesh { version: 5, unknown: vec![], ..four.clone() }.difference(&five), None);
    assert_eq!(
        [two.levels(), five.levels()].map(|levels| format!("{levels:?}")),
        ["[0..16]", "[0..12, 12..16]"]
    );
    assert_eq!(five.extents().map(|bounds| bounds.max), Some(Vec3::new(2.0, 1.0, 3.0)));
    // The first vertex is on the right.
    assert_eq!((five.sides[0], five.normals[0], five.tangents[0]), (1, Vec3::X, Vec3::Y));
    assert_eq!(five.colours[0], Rgba8 { r: 40, g: 215, b: 128, a: 255 });
}

#[test]
fn a_level_becomes_a_shape() {
    let five = mesh(&valid("mesh_5"));
    let (fine, _) = five.to_trimesh(0).unwrap();
    let (coarse, _) = five.to_trimesh(1).unwrap();
    assert_eq!((fine.indices.len(), coarse.indices.len(), fine.check()), (12, 4, vec![]));
    assert!(five.to_trimesh(2).is_none());
    for [a, b, c] in fine.triangles().map(|triangle| triangle.map(|index| fine.positions[index])) {
        assert!((b - a).cross(c - a).dot(a) > 0.0, "from outside, corners run counter-clockwise");
    }
    let mut broken = five;
    broken.triangles[0] = [0, 1, 24];
    broken.positions[23].x = f32::NAN;
    assert_eq!(
        broken.to_trimesh(0).map(|(shape, n_left_out)| (shape.indices.len(), n_left_out)),
        Some((10, 2))
    );
    // They fall, lie inside a triangle, and lie beyond the last one.
    for bounds in [[0, 30, 12], [0, 31, 48], [0, 36, 51]] {
        broken.bounds = bounds.to_vec();
        assert_eq!(format!("{:?}", broken.levels()), "[0..16]", "{bounds:?}");
    }
}

#[test]
fn indices_go_far_and_back() {
    let far = mesh(&valid("mesh_5_far_indices"));
    assert_eq!(far.triangles, [[0, 1, 2], [100, 0, 1], [101, 1, 0]]);
}

/// The stream of a real file, by the facts that are known of it.
#[test]
fn a_solid_is_split_into_vertices() {
    let Csg::Solid(solid) = read(&valid("solid")).unwrap() else { panic!("a solid") };
    assert_eq!((solid.positions.len(), solid.normals.len(), solid.colours.len()), (8, 6, 2));
    let (shape, n_left_out) = solid.to_trimesh();
    assert_eq!((shape.positions.len(), shape.indices.len(), n_left_out), (24, 12, 0));
    assert_eq!(shape.check(), []);
    for [a, b, c] in shape.triangles() {
        let normal = (shape.positions[b] - shape.positions[a]).cross(shape.positions[c] - shape.positions[a]);
        assert_eq!(normal.normalised(), Some(shape.normals[a]));
        let is_across = shape.normals[a].y != 0.0;
        let colour = if is_across { [0, 64, 255, 255] } else { [255, 128, 0, 255] };
        assert_eq!(shape.colours[a].to_array(), colour);
    }
}

#[test]
fn collision_data_of_all_versions_hold_hulls() {
    let [block, three, five, six, seven, eight] =
        [0, 3, 5, 6, 7, 8].map(|version| collision(&valid(&format!("collision_{version}"))));
    assert_eq!((block.shape, block.version), (Shape::Block, 0));
    let cube = &five.hulls()[0];
    assert_eq!((cube.points.len(), cube.triangles.len(), cube.volume()), (8, 12, 48.0));
    assert_eq!((three.hulls().len(), three.hulls()[1].difference(cube)), (2, None));
    let inertia = [160.0, 0.0, 0.0, 208.0, 0.0, 80.0];
    let mass = Some(Mass { volume: 48.0, centre: Vec3::ZERO, inertia });
    assert_eq!((six.mass, six.kind, six.shape.difference(&five.shape)), (mass, None, None));
    assert_eq!((seven.mass, seven.kind, seven.shape.difference(&five.shape)), (mass, Some(3), None));
    assert_eq!((eight.mass, eight.kind, eight.hulls().len()), (None, Some(2), 3));
    let [flat, first, second] = eight.hulls() else { panic!("three hulls") };
    assert_eq!((flat.points.len(), flat.triangles.len(), flat.volume()), (4, 4, 0.0));
    for walk in [first, second] {
        assert_eq!(walk.triangles, [[0, 1, 2], [3, 0, 2], [1, 3, 2], [0, 3, 1]]);
        assert_eq!(walk.difference(&three.hulls()[0]), None, "the same hull, as lists");
        assert!(
            (walk.volume() - 1.0 / 6.0).abs() < 1e-7 && (volume_by_prisms(walk) - 1.0 / 6.0).abs() < 1e-7
        );
        assert_eq!(bulge(walk), 0.0);
    }
    let (shape, n_left_out) = eight.to_trimesh();
    assert_eq!((shape.positions.len(), shape.indices.len(), n_left_out), (12, 12, 0));
    assert_eq!((shape.groups[2].name.as_str(), shape.groups[2].triangles.clone()), ("hull 2", 8..12));
    assert_eq!(shape.check(), []);
}

#[test]
fn a_key_is_32_letters() {
    let Csg::Key(key) = read(&valid("key")).unwrap() else { panic!("a key") };
    assert_eq!(key.to_string(), "0123456789abcdef0123456789abcdef");
}

/// Returns the position to which a path leads.
fn place(bytes: &[u8], path: &str) -> String {
    match crate::locate(bytes, path) {
        Some((Buffer::Input, range)) => format!("{range:x?}"),
        Some((buffer, range)) => format!("{buffer:x?} {range:x?}"),
        None => "nothing".into(),
    }
}

#[test]
fn invalid_fixtures_say_what_is_wrong_and_where() {
    let mut text = String::new();
    for (name, bytes) in fixtures("invalid") {
        let (word, errors) = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => ("warning", warnings.into_iter().collect()),
            Err(error) => ("error", vec![error]),
        };
        text += &format!("{name}\n");
        for error in &errors {
            let path = error.path().collect::<Vec<_>>().join(", ");
            text += &format!("    {word}: {error}\n      -> {}\n", place(&bytes, &path));
        }
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).expect_err(&name);
        if errors.first() != Some(&strict) {
            text += &format!("    strict: {strict}\n");
        }
        check_traced(&bytes);
    }
    insta::assert_snapshot!("invalid", text);
}

#[test]
fn rules_fire_and_are_silent() {
    let mut text = String::new();
    for (name, bytes) in fixtures("rules") {
        let (rule, case) = name.split_once('.').expect("a rule");
        let findings = validate(&read(&bytes).expect(&name));
        let fires = findings.iter().any(|finding| finding.rule.id == rule);
        assert_eq!(fires, case.starts_with("fires"), "{name}");
        let line = |of: &Finding| format!("    {of}\n      -> {}\n", place(&bytes, &of.path));
        text += &format!("{name}\n{}", findings.iter().map(line).collect::<String>());
    }
    assert!(!text.contains("-> nothing"), "{text}");
    insta::assert_snapshot!("rules", text);
}

/// A tracer may stop at any span, or skip it, which does not change the result.
#[test]
fn a_trace_can_skip_and_end() {
    struct Asking(std::cell::Cell<usize>, Descent);
    impl rbxmesh::Trace for Asking {
        fn enter(&self, _: &rbxmesh::SpanStart<'_>) -> Descent {
            match self.0.get() {
                0 => self.1,
                n => {
                    self.0.set(n - 1);
                    Descent::All
                }
            }
        }
        fn leave(&self, _: &[u8], _: u64) {}
        fn fail(&self, _: bool) {}
    }
    for (name, bytes) in [fixtures("valid"), fixtures("invalid")].concat() {
        let recorder = Recorder::default();
        let (expected, expected_warnings) = trace(&bytes, &ReadOptions::default(), &recorder);
        let n_spans = recorder.spans.borrow().len();
        for n in 0..n_spans {
            let (found, warnings) = trace(&bytes, &ReadOptions::default(), &Asking(n.into(), Descent::Skip));
            match (found, &expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found.difference(expected), None, "{name}, {n}"),
                (found, expected) => assert_eq!(found.as_ref().err(), expected.as_ref().err(), "{name}, {n}"),
            }
            assert_eq!(warnings, expected_warnings, "{name}, {n}");
            let (found, _) = trace(&bytes, &ReadOptions::default(), &Asking(n.into(), Descent::Stop));
            assert_eq!(found.err().map(|error| error.kind().clone()), Some(rbxmesh::ErrorKind::Stopped));
        }
    }
}

#[test]
fn a_volume_is_not_rounded_off_far_away() {
    let mut far = collision(&valid("collision_5"));
    let Shape::Hulls(hulls) = &mut far.shape else { panic!("hulls") };
    hulls[0].points.iter_mut().for_each(|point| *point += Vec3::splat(65_536.0));
    assert_eq!((far.volume(), Collision::default().volume()), (48.0, 0.0));
}
