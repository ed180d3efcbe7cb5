//! Triangle meshes out and in, the skeleton, and faces that are posed.

use crate::support;
use geom::{Mat4, Pose, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use rbxmesh::{BoneIndex, Facs, FacsBlock, Joint, Mesh, Severity, Version, read, validate, write};

fn fixture(name: &str) -> Mesh {
    read(&support::fixture(format!("rbxmesh/valid/{name}.mesh"))).unwrap()
}

/// Each corner of a level, with its bones by name and weight.
fn corners(mesh: &Mesh, level: usize) -> Vec<String> {
    let joints = mesh.joints();
    let corner = |index: &u32| {
        let vertex = mesh.vertices[*index as usize];
        let mut bones: Vec<_> = mesh
            .bone_influences(*index as usize)
            .map(|influence| (influence.weight, joints[usize::from(influence.bone.0)].name.clone()))
            .collect();
        bones.sort();
        let tangent = vertex.tangent.as_vec4().map(|_| vertex.tangent.0.map(|byte| byte.min(254)));
        format!(
            "{:?} {:?} {:?} {tangent:?} {:?} {bones:?}",
            vertex.position,
            vertex.normal,
            mesh.uv(&vertex),
            vertex.colour
        )
    };
    mesh.lod_faces(level).iter().flatten().map(corner).collect()
}

fn levels(mesh: &Mesh) -> Vec<TriMesh> {
    let level = |level| {
        let mut one = mesh.clone();
        one.keep_levels(level..level + 1);
        one.to_trimesh(0).unwrap().0
    };
    (0..mesh.lods().len()).map(level).collect()
}

/// A real mesh, as triangle meshes and back, in a version.
fn comes_back(name: &str, mesh: &Mesh, version: Version) {
    let joints = if version.major < 4 { vec![] } else { mesh.joints() };
    let again =
        Mesh::from_trimesh(version, &levels(mesh), &joints).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut expected = mesh.clone();
    if joints.is_empty() {
        (expected.envelopes, expected.bones, expected.subsets) = Default::default();
    }
    for level in 0..mesh.lods().len() {
        let [ours, theirs] = [corners(&again, level), corners(&expected, level)];
        assert!(ours == theirs, "{name} as {version}, level {level}");
    }
    let errors = validate(&again).iter().filter(|finding| finding.rule.severity == Severity::Error).count();
    assert_eq!(errors, 0, "{name}");
    assert!(again.subsets.iter().all(|subset| subset.n_bones <= 26));
    assert_eq!(read(&write(&again).unwrap()).unwrap().faces, again.faces, "{name}");
}

#[test]
fn meshes_come_back_from_triangle_meshes() {
    for name in ["v200", "v300", "v400", "v500", "v700", "v700_draco"] {
        let mesh = fixture(name);
        for version in [Version::V3_00, Version::V4_01, Version::V5_00, Version::V6_00, Version::V7_00] {
            comes_back(name, &mesh, version);
        }
        let first = Mesh::from_trimesh(Version::V2_00, &levels(&mesh)[..1], &[]).unwrap();
        assert_eq!((first.version, first.faces.len()), (Version::V2_00, 12));
        let text = Mesh::from_trimesh(Version::V1_01, &levels(&mesh)[..1], &[]).unwrap();
        let uv = |mesh: &Mesh, face: usize| mesh.uv(&mesh.vertices[mesh.faces[face][1] as usize]);
        assert_eq!((text.vertices.len(), uv(&text, 5)), (36, uv(&mesh, 5)));
    }
    for (name, bytes) in support::samples("rbxmesh") {
        // Weights that are not sorted, or do not add up, come back as such that are: real files have neither.
        if let Ok(mesh) = read(&bytes) {
            comes_back(&name, &mesh, Version::V5_00);
        }
    }
}

/// A strip of squares, each of which hangs on three of many joints.
fn strip(n_joints: u16) -> (TriMesh, Vec<Joint>) {
    let mut shape = TriMesh::default();
    for index in 0..u32::from(n_joints) * 2 {
        let joint = (index / 2) as u16;
        let next = (joint + 1) % n_joints;
        shape.positions.push(Vec3::new((index / 2) as f32, (index % 2) as f32, 0.0));
        shape.joints.push([next, joint, 0, joint]);
        shape.weights.push(Vec4::from_array([0.25, 0.5, 0.0, 0.25]));
    }
    for corner in 0..u32::from(n_joints) * 2 - 2 {
        shape.indices.push([corner, corner + 1, corner + 2]);
    }
    let joint = |index: u16| Joint {
        name: format!("bone {index}"),
        parent: index.checked_sub(1).map(usize::from),
        global: Pose { position: Vec3::new(index.into(), 0.0, 0.0), ..Pose::IDENTITY },
        local: Pose::IDENTITY,
        inverse_bind: Mat4::IDENTITY,
    };
    (shape, (0..n_joints).map(joint).collect())
}

#[test]
fn palettes_are_divided() {
    let (shape, joints) = strip(60);
    let mesh = Mesh::from_trimesh(Version::V5_00, &[shape.clone(), shape.clone()], &joints).unwrap();
    // Squares of a palette use one joint more than there are squares, and 26 fit.
    assert_eq!(mesh.subsets.len(), 6);
    assert_eq!(mesh.subsets[0].n_bones, 26);
    assert!(mesh.subsets.iter().all(|subset| subset.n_bones <= 26 && subset.vertices_length > 0));
    for level in 0..2 {
        let corners = corners(&mesh, level);
        assert_eq!(corners.len(), 118 * 3);
        for (corner, index) in corners.iter().zip(shape.indices.iter().flatten()) {
            let joint = index / 2;
            let expected = format!("[(64, \"bone {}\"), (191, \"bone {joint}\")]", (joint + 1) % 60);
            assert!(corner.ends_with(&expected), "{corner}: {expected}");
        }
    }
    assert_eq!(mesh.envelopes[0].weights, [191, 64, 0, 0]);
    assert_eq!(mesh.bones[5].parent, BoneIndex(4));
    assert_eq!(mesh.joints()[5].local.position, Vec3::X);
    assert_eq!(mesh.joints()[5].inverse_bind.translation(), Vec3::new(-5.0, 0.0, 0.0));
    assert_eq!(mesh.bones[0].culling_distance, 59.0_f32.hypot(1.0), "the last joint hangs on the first");
    assert_eq!(read(&write(&mesh).unwrap()).unwrap(), mesh);
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    let (shape, joints) = strip(3);
    let says = |version, levels: &[TriMesh], joints: &[Joint], expected: &str| {
        assert_eq!(Mesh::from_trimesh(version, levels, joints).unwrap_err().to_string(), expected);
    };
    let two = [shape.clone(), shape.clone()];
    says(Version::V2_00, &two, &[], "version 2.00 cannot store levels of detail");
    says(Version::V3_00, &two, &joints, "version 3.00 cannot store skinning");
    says(Version::V4_00, &two, &joints[..1], "level 0: triangle 0 uses joint 1 of 1");
    let broken = TriMesh { indices: vec![[0, 1, 99]], ..shape.clone() };
    says(
        Version::V5_00,
        &[shape.clone(), broken],
        &[],
        "level 1: triangle 0 refers to a vertex that does not exist",
    );
    says(Version { major: 8, minor: 0 }, &[shape], &[], "version 8.00 is unknown");
    // Without weights a vertex hangs on the first joint it names.
    let loose = TriMesh {
        positions: vec![Vec3::ZERO; 3],
        uvs: vec![Vec2::ZERO; 3],
        colours: vec![Rgba8::new(1, 2, 3, 4); 3],
        indices: vec![[0, 1, 2]],
        ..TriMesh::default()
    };
    let mut mesh = Mesh::from_trimesh(Version::V7_00, std::slice::from_ref(&loose), &joints).unwrap();
    assert_eq!(
        mesh.bone_influences(2).map(|influence| (influence.bone, influence.weight)).collect::<Vec<_>>(),
        [(BoneIndex(0), 255)]
    );
    assert_eq!(mesh.to_trimesh(0).unwrap().0.colours, loose.colours);
    assert_eq!(mesh.to_trimesh(1), None);
    // Index 3 is that of no vertex.
    mesh.faces = vec![[0, 1, 2], [0, 1, 3]];
    let (shape, n_left_out) = mesh.to_trimesh(0).unwrap();
    assert_eq!((shape.indices, n_left_out), (vec![[0, 1, 2]], 1));
}

#[test]
fn a_face_is_posed() {
    let mesh = fixture("v500");
    let facs = mesh.facs().unwrap();
    assert_eq!(facs.n_poses(), 3);
    let angle = |values: &[(&str, f32)]| {
        let poses = mesh.pose_faces(values.iter().copied()).unwrap();
        assert_eq!(poses[0], mesh.bones[0].pose);
        let z = poses[1].transform_vector(Vec3::Z);
        -z.y.atan2(z.z).to_degrees()
    };
    // -15 and 7.5 degrees, and 30 for both together.
    let close =
        |found: f32, expected: f32| assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
    close(angle(&[]), 0.0);
    close(angle(&[("c_JD", 1.0)]), -15.0);
    close(angle(&[("c_LP", 0.5)]), 7.5003433 / 2.0);
    close(angle(&[("c_JD", 0.5), ("c_LP", 0.5)]), -7.5 + 7.5003433 / 2.0 + 30.0 * 0.25);
    // Three controls at once.
    let mut three = mesh.clone();
    let mut facs: Facs = facs.clone();
    facs.three_pose_correctives = vec![[0, 1, 1]];
    facs.two_pose_correctives.clear();
    three.facs = FacsBlock::Decoded(Box::new(facs));
    let poses = three.pose_faces([("c_JD", 1.0), ("c_LP", 0.5)]).unwrap();
    let z = poses[1].transform_vector(Vec3::Z);
    close(-z.y.atan2(z.z).to_degrees(), -15.0 + 7.5003433 / 2.0 + 30.0 * 0.25);

    let says = |mesh: &Mesh, expected: &str| {
        assert_eq!(mesh.pose_faces([("c_XX", 1.0)]).unwrap_err().to_string(), expected);
    };
    says(&mesh, "there is no control c_XX");
    says(&Mesh::default(), "there is no facial animation");
}

/// Children follow their parents, and cycles and missing parents end nothing.
#[test]
fn a_posed_bone_takes_its_children_along() {
    let (shape, joints) = strip(4);
    let mut mesh = Mesh::from_trimesh(Version::V5_00, &[shape], &joints).unwrap();
    let Some(facs) = fixture("v500").facs().cloned() else { panic!("a face") };
    mesh.facs =
        FacsBlock::Decoded(Box::new(Facs { bone_names: rbxmesh::NameTable::from_names(["bone 1"]), ..facs }));
    let rest = mesh.pose_faces([]).unwrap();
    assert_eq!(rest, mesh.bones.iter().map(|bone| bone.pose).collect::<Vec<_>>());
    let posed = mesh.pose_faces([("c_JD", 1.0)]).unwrap();
    assert_eq!((posed[0], posed[1].position), (rest[0], rest[1].position));
    assert!(posed[3].rotation == posed[1].rotation && posed[3].rotation != rest[3].rotation);
    mesh.bones[2].parent = BoneIndex(3);
    mesh.bones[0].parent = BoneIndex(77);
    assert_eq!(
        mesh.joints().iter().map(|joint| joint.parent).collect::<Vec<_>>(),
        [None, Some(0), None, None]
    );
    assert_eq!(mesh.pose_faces([("c_JD", 1.0)]).unwrap()[2], rest[2]);
}
