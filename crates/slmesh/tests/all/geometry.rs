//! Stored numbers as meshes: physics shapes, hulls, spaces, and skins.

use crate::support;
use slmesh::geom::{Mat3, Mat4, Quat, TriMesh, Vec3};
use slmesh::*;

fn assets() -> impl Iterator<Item = (String, MeshAsset)> {
    let real = support::corpus("slmesh/real").unwrap_or_default();
    let others = support::samples("slmesh/generated").into_iter().chain(real);
    support::fixtures("slmesh/valid")
        .into_iter()
        .chain(others)
        .map(|(name, bytes)| (name, read(&bytes).unwrap()))
}

fn near(a: Vec3, b: [f64; 3], tolerance: f64, what: &str) {
    let is_near = a.to_array().into_iter().zip(b).all(|(a, b)| (f64::from(a) - b).abs() <= tolerance);
    assert!(is_near, "{what}: {a:?} is not {b:?}");
}

/// Six times the volume that the triangles enclose.
fn volume(mesh: &TriMesh) -> f32 {
    let corners = mesh.triangles().map(|corners| corners.map(|corner| mesh.positions[corner]));
    corners.map(|[a, b, c]| a.dot(b.cross(c))).sum()
}

#[test]
fn hulls_are_closed_around_their_points() {
    let mut n_hulls = 0;
    for (name, asset) in assets() {
        let Some(convex) = asset.physics_convex.as_ref().and_then(|block| block.value()) else { continue };
        let all = convex.to_trimesh();
        assert_eq!(all.groups.len(), convex.hulls().count(), "{name}");
        let points: Vec<Vec3> = convex.hull_points().flatten().collect();
        assert_eq!(all.positions, points, "{name}");
        let bounding = convex.bounding_to_trimesh();
        assert_eq!(bounding.positions, convex.bounding_points().collect::<Vec<_>>(), "{name}");
        for mesh in [&all, &bounding] {
            assert_eq!(mesh.check(), [], "{name}");
            for group in &mesh.groups {
                let one = TriMesh { indices: mesh.indices[group.triangles.clone()].to_vec(), ..mesh.clone() };
                if one.indices.is_empty() {
                    continue;
                }
                assert!(volume(&one) > 0.0, "{name}, {}", group.name);
                // A closed surface of V corners has 2V - 4 triangles.
                let mut used: Vec<u32> = one.indices.iter().flatten().copied().collect();
                used.sort_unstable();
                used.dedup();
                assert_eq!(one.indices.len(), 2 * used.len() - 4, "{name}, {}", group.name);
                n_hulls += 1;
            }
        }
    }
    assert!(n_hulls >= 10, "{n_hulls}");
}

#[test]
fn v_grows_downward() {
    let (_, asset) = assets().find(|(name, _)| name.ends_with("sound.llmesh")).unwrap();
    let (mesh, _) = asset.to_trimesh(Level::High).unwrap();
    let stored: Vec<_> = asset.level(Level::High).unwrap().faces[0].tex_coords().collect();
    assert!(!stored.is_empty());
    for (uv, stored) in mesh.uvs.iter().zip(stored) {
        assert_eq!(uv.to_array(), [stored.x, 1.0 - stored.y]);
    }
}

#[test]
fn the_size_of_the_model_is_undone() {
    let face = Face {
        position: Some(vec![[0; 3], [u16::MAX; 3], [0, 0, u16::MAX]]),
        position_domain: Some(Domain::new([-0.5; 3], [0.5; 3])),
        normalized_scale: Some([2.0, 4.0, 1.0]),
        normal: Some(vec![quantise_normal([0.707_106_77, 0.707_106_77, 0.0], Rounding::Nearest); 3]),
        triangle_list: Some(vec![[0, 1, 2]]),
        ..Face::default()
    };
    let asset = MeshAsset { high_lod: Some(Block::new(Lod { faces: vec![face] })), ..MeshAsset::default() };
    let (mesh, _) = asset.to_trimesh_in(Level::High, Space::Model).unwrap();
    near(mesh.positions[1], [1.0, 2.0, 0.5], 1e-6, "position");
    // The normal is perpendicular to a surface that became twice as steep.
    near(mesh.normals[0], [2.0 / 5.0_f64.sqrt(), 1.0 / 5.0_f64.sqrt(), 0.0], 1e-4, "normal");
    let (mesh, _) = asset.to_trimesh_in(Level::High, Space::UnitCube).unwrap();
    near(mesh.positions[1], [0.5; 3], 1e-6, "position");
}

/// v · M, with the matrix as stored in the file.
fn times(v: [f64; 3], m: &Matrix) -> [f64; 3] {
    [0, 1, 2].map(|column| v[0] * m[column] + v[1] * m[4 + column] + v[2] * m[8 + column] + m[12 + column])
}

#[test]
fn joints_move_vertices_as_in_the_viewer() {
    let mut n_skins = 0;
    for (name, asset) in assets() {
        let Some(skin) = asset.skin.as_ref().and_then(|block| block.value()) else { continue };
        let Some((mesh, _)) = asset.to_trimesh(Level::High) else { continue };
        let Some(inverse_bind) = &skin.inverse_bind_matrix else { continue };
        if mesh.joints.is_empty() {
            continue;
        }
        let shape = skin
            .bind_shape_matrix
            .unwrap_or([1.0, 0., 0., 0., 0., 1.0, 0., 0., 0., 0., 1.0, 0., 0., 0., 0., 1.0]);
        // At rest, with and without the bind shape applied in advance.
        let (bound, _) = asset.to_trimesh_in(Level::High, Space::Bind).unwrap();
        let rest = skin.posed(&mesh, &[]);
        for (number, position) in mesh.positions.iter().enumerate() {
            let by_hand = times(position.to_array().map(f64::from), &shape);
            near(bound.positions[number], by_hand, 1e-5, &name);
            near(rest.positions[number], by_hand, 1e-5, &name);
        }
        // Each joint is turned and moved from its rest pose in a different way.
        let joints: Vec<Mat4> = (0..skin.n_joints())
            .map(|joint| {
                let n = joint as f32;
                let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.1 * n).unwrap();
                let pose =
                    Mat4::from_translation_rotation_scale(Vec3::new(0.01 * n, 0.5, -0.2), turn, Vec3::ONE);
                pose * skin.bind(joint).unwrap()
            })
            .collect();
        let posed = skin.posed(&mesh, &joints);
        assert_eq!(posed.normals.len(), mesh.normals.len());
        for (number, position) in mesh.positions.iter().enumerate() {
            let rest = times(position.to_array().map(f64::from), &shape);
            let mut by_hand = [0.0; 3];
            for (joint, weight) in mesh.joints[number].into_iter().zip(mesh.weights[number].to_array()) {
                let joint = usize::from(joint);
                let in_joint = times(rest, &inverse_bind[joint]);
                let matrix: Matrix = joints[joint].to_cols_array().map(f64::from);
                let moved = times(in_joint, &matrix);
                by_hand.iter_mut().zip(moved).for_each(|(sum, part)| *sum += part * f64::from(weight));
            }
            near(posed.positions[number], by_hand, 1e-4, &name);
        }
        n_skins += 1;
    }
    assert!(n_skins >= 3, "{n_skins}");
}

#[test]
fn bind_matrices_have_both_senses() {
    let (_, asset) = assets().find(|(name, _)| name.ends_with("sound.llmesh")).unwrap();
    let skin = asset.skin.as_ref().and_then(|block| block.value()).unwrap();
    let stored = skin.inverse_bind_matrix.as_ref().unwrap()[0];
    // The translation is in elements 12 to 14 of the file, and in the last column here.
    let matrix = skin.inverse_bind(0).unwrap();
    near(matrix.translation(), [stored[12], stored[13], stored[14]], 1e-6, "translation");
    let product = (matrix * skin.bind(0).unwrap()).to_rows_array();
    let unit = Mat4::from_parts(Mat3::from_scale(Vec3::ONE), Vec3::ZERO).to_rows_array();
    assert!(product.into_iter().zip(unit).all(|(a, b)| (a - b).abs() < 1e-5));
    assert_eq!(skin.inverse_bind(999), None);
}
