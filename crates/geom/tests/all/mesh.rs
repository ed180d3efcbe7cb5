//! Tests of the checks and of merging.

use geom::{Group, Mat3, Mat4, MeshFault, Rgba8, TriMesh, Vec2, Vec3, Vec4};

fn triangle() -> TriMesh {
    TriMesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![[0, 1, 2]], ..TriMesh::default() }
}

#[test]
fn each_fault_is_found() {
    let broken = TriMesh {
        normals: vec![Vec3::Z; 2],
        weights: vec![Vec4::ONE; 3],
        indices: vec![[0, 1, 2], [3, 0, 0], [0, 0, u32::MAX]],
        groups: vec![
            Group { triangles: 0..3, ..Group::default() },
            Group { triangles: 2..4, ..Group::default() },
            Group { triangles: usize::MAX..usize::MAX, ..Group::default() },
        ],
        ..triangle()
    };
    let faults = broken.check();
    assert_eq!(
        faults,
        [
            MeshFault::Attribute("normals"),
            MeshFault::HalfSkinned,
            MeshFault::Triangle(1),
            MeshFault::Group(1),
            MeshFault::Group(2),
        ]
    );
    assert_eq!(faults[0].to_string(), "normals does not have one entry per vertex");
    assert_eq!(triangle().check(), []);

    assert_eq!(broken.triangles().count(), 1);
    let drawn: Vec<_> = broken.groups.iter().map(|group| broken.group_triangles(group).count()).collect();
    assert_eq!(drawn, [1, 0, 0]);
}

#[test]
fn merging_fills_up_what_one_mesh_lacks() {
    let rich = TriMesh {
        uvs: vec![Vec2::ONE; 3],
        colours: vec![Rgba8::default(); 3],
        groups: vec![Group { name: "rich".into(), material: None, triangles: 0..1 }],
        ..triangle()
    };
    let merged = TriMesh::merged([&triangle(), &rich]);
    assert_eq!(merged.check(), []);
    assert_eq!(merged.indices, [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(merged.uvs[2..4], [Vec2::ZERO, Vec2::ONE]);
    assert_eq!(merged.colours[2..4], [Rgba8::WHITE, Rgba8::default()]);
    assert_eq!(merged.groups[0].triangles, 1..2);
    assert!(merged.normals.is_empty());
    assert_eq!(TriMesh::merged([&rich]), rich);
}

#[test]
fn a_mirror_turns_triangles_round() {
    let mut mesh =
        TriMesh { normals: vec![Vec3::Z; 3], tangents: vec![Vec3::X.extend(1.0); 3], ..triangle() };
    mesh.transform(Mat4::from_parts(Mat3::from_scale(Vec3::new(-2.0, 1.0, 1.0)), Vec3::Z));
    assert_eq!(mesh.positions[1], Vec3::new(-2.0, 0.0, 1.0));
    assert_eq!(mesh.indices, [[0, 2, 1]]);
    assert_eq!(mesh.normals[0], Vec3::Z);
    assert_eq!(mesh.tangents[0], Vec4::new(-1.0, 0.0, 0.0, -1.0));
}

#[test]
fn every_type_crosses_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<(TriMesh, Group, MeshFault, geom::Aabb, geom::Pose, Mat4, geom::Quat)>();
}
