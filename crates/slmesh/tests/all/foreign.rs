//! Assets that Hippolyzer and node-metaverse wrote have the values of their inputs.

use crate::support;
use serde_json::{Value as Json, from_value};
use slmesh::{BlockRef, Convex, Domain, Face, ReadOptions, Skin, geom::Vec3, read_with};

fn rows<const N: usize>(json: &Json) -> Vec<[f64; N]> {
    let row = |row: &Json| -> [f64; N] { from_value::<Vec<f64>>(row.clone()).unwrap().try_into().unwrap() };
    json.as_array().unwrap().iter().map(row).collect()
}

/// Both programs round to the nearest step of the range, where the viewer truncates.
fn near<const N: usize>(
    found: impl IntoIterator<Item = [f32; N]>,
    expected: &Json,
    range: [[f64; N]; 2],
    what: &str,
) {
    let (found, expected): (Vec<_>, _) = (found.into_iter().collect(), rows::<N>(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        for axis in 0..N {
            let extent = range[1][axis] - range[0][axis];
            let off = (f64::from(found[axis]) - expected[axis]).abs();
            // Half a step, and the rounding error of 32 bits.
            assert!(off <= extent * (0.5 / 65_535.0 + 1e-6), "{what}: {found:?} is not {expected:?}");
        }
    }
}

/// node-metaverse adds 1e-10 to integers, so that they stay reals.
fn is_range<const N: usize>(found: Option<Domain<N>>, expected: &Json, what: &str) -> [[f64; N]; 2] {
    let Domain { min, max, .. } = found.unwrap();
    let expected = rows::<N>(expected);
    let pairs =
        [min, max].into_iter().zip(&expected).flat_map(|(found, expected)| found.into_iter().zip(*expected));
    assert!(
        pairs.into_iter().all(|(found, expected)| (found - expected).abs() <= 1e-9),
        "{what}: {min:?} {max:?}"
    );
    [min, max]
}

fn check_face(face: &Face, values: &Json, what: &str) {
    assert_eq!(face.no_geometry.is_some(), values.is_null(), "{what}");
    if values.is_null() {
        return;
    }
    let range = is_range(face.position_domain, &values["position_domain"], what);
    near(face.positions().map(Vec3::to_array), &values["positions"], range, what);
    near(face.normals().map(Vec3::to_array), &values["normals"], [[-1.0; 3], [1.0; 3]], what);
    let range = is_range(face.tex_coord0_domain, &values["uv_domain"], what);
    near(face.tex_coords().map(|uv| uv.to_array()), &values["uvs"], range, what);
    assert_eq!(face.triangle_list, from_value(values["triangles"].clone()).unwrap(), "{what}");
    let weights = face.weights.as_ref().map(|weights| {
        let pairs = |one: &slmesh::Influences| {
            one.iter().map(|one| (u16::from(one.joint), one.weight)).collect::<Vec<_>>()
        };
        weights.iter().map(pairs).collect::<Vec<_>>()
    });
    assert_eq!(weights, from_value(values["weights"].clone()).unwrap(), "{what}");
}

fn check_convex(convex: &Convex, values: &Json, what: &str) {
    let range = is_range(Some(convex.domain()), &values["domain"], what);
    let points = |points: &[Vec3]| points.iter().map(|point| point.to_array()).collect::<Vec<_>>();
    near(points(&convex.bounding_points().collect::<Vec<_>>()), &values["bounding"], range, what);
    let hulls: Vec<_> = convex.hull_points().collect();
    let expected = values["hulls"].as_array().map_or(&[][..], |hulls| hulls);
    assert_eq!(hulls.len(), expected.len(), "{what}");
    for (hull, expected) in hulls.iter().zip(expected) {
        near(points(hull), expected, range, what);
    }
}

fn check_skin(skin: &Skin, values: &Json, what: &str) {
    let names: Vec<_> = skin.joint_names.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(names, from_value::<Vec<String>>(values["joint_names"].clone()).unwrap(), "{what}");
    assert_eq!(
        vec![skin.bind_shape_matrix.unwrap()],
        rows::<16>(&Json::from(vec![values["bind_shape_matrix"].clone()])),
        "{what}"
    );
    assert_eq!(skin.inverse_bind_matrix, Some(rows::<16>(&values["inverse_bind_matrix"])), "{what}");
    assert_eq!(skin.alt_inverse_bind_matrix, Some(rows::<16>(&values["alt_inverse_bind_matrix"])), "{what}");
}

#[test]
fn values_are_those_that_went_in() {
    let inputs = support::foreign("slmesh");
    let mut n_files = 0;
    for (name, bytes) in support::foreign("slmesh/generated") {
        let input: Json = serde_json::from_slice(support::input(&inputs, &name)).unwrap();
        let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!((asset.version, warnings.total()), (Some(1), 0), "{name}");
        let levels = input["levels"].as_object().unwrap();
        let n_others = ["convex", "skin"].iter().filter(|key| input[**key].is_object()).count();
        assert_eq!(asset.blocks().len(), levels.len() + n_others, "{name}");
        for (level, faces) in levels {
            let Some(BlockRef::Lod(lod)) = asset.block(level) else { panic!("{name}, {level}") };
            let (found, faces) = (&lod.value().unwrap().faces, faces.as_array().unwrap());
            assert_eq!(found.len(), faces.len(), "{name}, {level}");
            for (number, (face, values)) in found.iter().zip(faces).enumerate() {
                check_face(face, values, &format!("{name}, {level}, face {number}"));
            }
        }
        if input["convex"].is_object() {
            check_convex(asset.physics_convex.as_ref().unwrap().value().unwrap(), &input["convex"], &name);
        }
        if input["skin"].is_object() {
            check_skin(asset.skin.as_ref().unwrap().value().unwrap(), &input["skin"], &name);
        }
        n_files += 1;
    }
    assert_eq!(n_files, 8);
}
