//! Places a mesh twice, merges both into one, and measures it: `cargo run -p rezkit-geom --example scene`.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use geom::{Group, Mat4, Pose, Quat, TriMesh, Vec3, le};

fn main() {
    let roof = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::new(1.0, 1.0, 0.0)],
        normals: vec![Vec3::Z; 3],
        indices: vec![[0, 1, 2]],
        groups: vec![Group { name: "roof".into(), material: Some("tiles".into()), triangles: 0..1 }],
        ..TriMesh::default()
    };

    let quarter = Quat::from_axis_angle(Vec3::Y, std::f32::consts::FRAC_PI_2).expect("Y has a direction");
    let pose = Pose { rotation: quarter.to_mat3(), position: Vec3::new(10.0, 0.0, 0.0) };
    let mut turned = roof.clone();
    turned.transform(Mat4::from(pose));

    let scene = TriMesh::merged([&roof, &turned]);
    for fault in scene.check() {
        println!("fault: {fault}");
    }
    println!("{} vertices, {} triangles", scene.vertex_count(), scene.triangles().count());
    if let Some(bounds) = scene.bounds() {
        println!("size {:?}, centre {:?}", bounds.size().to_array(), bounds.centre().to_array());
    }

    let mut bytes = Vec::new();
    le::encode(&scene.positions, &mut bytes);
    le::encode(&scene.indices, &mut bytes);
    println!("{} bytes of positions and indices", bytes.len());
}
