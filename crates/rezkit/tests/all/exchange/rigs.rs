//! Rigs for Second Life: where their joints are, and what the uploader says of them.

use ::slmesh::{Block, MeshAsset, Skin, skeleton};
use geom::{Group, Mat3, Mat4, Quat, TriMesh, Vec3, Vec4};
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, JointPositions, Rig, RigPreset, convert, from_scene, judge, sl_avatar,
};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Material, Mesh, Morph, Node, Role, Scene, Trs};
use rezkit::{Asset, CheckOptions, Format, Loss, LossCode, LossSeverity, Profile, Severity};

/// A joint: its name, the one above it, and where it is in the world, in the axes of Second Life.
pub(super) type JointPlace = (&'static str, &'static str, [f32; 3]);

/// From the axes of Second Life to those of glTF.
fn to_gltf([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, z, -y)
}

fn shift(by: Vec3) -> Mat4 {
    Mat4::from_parts(Mat3::from_scale(Vec3::ONE), by)
}

/// A mesh on joints, each turned in its own way; a triangle for each joint, around it.
pub(super) fn rigged(places: &[JointPlace]) -> Scene {
    let mut scene = Scene::default();
    let (mut shape, mut inverse_bind) = (TriMesh::default(), Vec::new());
    let mut worlds = Vec::new();
    for (number, (name, above, place)) in places.iter().enumerate() {
        let parent = scene.nodes.iter().position(|node| node.name == *above);
        let turn = Quat::from_axis_angle(Vec3::new(1.0, number as f32, 2.0), 0.3 + number as f32).unwrap();
        let (at, around) = parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent| worlds[parent]);
        let place = to_gltf(*place);
        let local = Trs {
            translation: around.conjugate().rotate(place - at),
            rotation: around.conjugate() * turn,
            scale: Vec3::ONE,
        };
        worlds.push((place, turn));
        scene.nodes.push(Node { name: (*name).into(), parent, local, role: Role::Joint, ..Node::default() });
        let joint = u16::try_from(number).unwrap();
        let first = u32::try_from(shape.positions.len()).unwrap();
        for offset in [Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.0, 0.1, 0.0), Vec3::new(0.0, 0.0, 0.1)] {
            shape.positions.push(place + offset);
            shape.joints.push([joint, 0, 0, 0]);
            shape.weights.push(Vec4::new(1.0, 0.0, 0.0, 0.0));
        }
        shape.indices.push([first, first + 1, first + 2]);
    }
    let all = scene.world_matrices(&scene.rest());
    inverse_bind.extend(all.iter().map(|world| world.inverse().unwrap()));
    let joints = (0..places.len()).collect();
    scene.skins.push(rezkit::scene::Skin { joints, inverse_bind, ..Default::default() });
    scene.meshes.push(Mesh { name: "body".into(), shape, ..Mesh::default() });
    scene.nodes.push(Node { name: "body".into(), mesh: Some(0), skin: Some(0), ..Node::default() });
    assert_eq!(scene.check(), []);
    scene
}

/// The positions of the avatar's joints, except for the pelvis, the chest and the left hip. The joints between pelvis
/// and chest are missing.
pub(super) const PLACES: [JointPlace; 5] = [
    ("mPelvis", "", [0.0, 0.0, 1.1]),
    ("mChest", "mPelvis", [0.1, 0.02, 1.5]),
    // 0.251 above the chest, and 0.01 behind it.
    ("mNeck", "mChest", [0.09, 0.02, 1.751]),
    ("mHipLeft", "mPelvis", [0.034, 0.127, 1.0]),
    ("mKneeLeft", "mHipLeft", [0.033, 0.081, 0.509]),
];

fn made(scene: &Scene, options: &AssetOptions) -> (MeshAsset, Vec<Loss>) {
    let (asset, losses) = from_scene(scene, Format::SlMesh, options).unwrap();
    let Asset::SlMesh(asset) = asset else { panic!("a mesh asset") };
    (*asset, losses)
}

fn skin_of(asset: &MeshAsset) -> &Skin {
    asset.skin.as_ref().and_then(Block::value).unwrap()
}

fn is_near(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-6)
}

#[test]
fn joints_keep_their_positions_on_request() {
    let scene = rigged(&PLACES);
    let (without, worn) = made(&scene, &AssetOptions::default());
    let plain = skin_of(&without);
    // The chest and the neck are (0.115, 0.02, 0.144) from where the avatar has them, the pelvis 0.033, the legs 0.026.
    let worn = worn.iter().find(|loss| loss.code == LossCode::WornAway).unwrap();
    assert_eq!((worn.count, worn.severity), (15, LossSeverity::Changed));
    let expected = "on the avatar, vertices are up to 0.19 m from their position in the model, 0.09 m on average, most \
                    at mChest: --joint-positions keeps the model's joints";
    assert_eq!(worn.what, expected);
    assert_eq!((plain.alt_inverse_bind_matrix.as_ref(), plain.pelvis_offset), (None, None));
    assert_eq!(plain.lock_scale_if_joint_position, None);

    let wanted = JointPositions::default().pelvis_offset(0.25).lock_scale(true);
    let (asset, losses) = made(&scene, &AssetOptions::default().joint_positions(wanted));
    let skin = skin_of(&asset);
    assert_eq!((skin.pelvis_offset, skin.lock_scale_if_joint_position), (Some(0.25), Some(true)));
    assert_eq!(skin.joint_names, plain.joint_names);
    let alternatives = skin.alt_inverse_bind_matrix.as_ref().unwrap();
    let binds = skin.inverse_bind_matrix.as_ref().unwrap();
    assert_eq!((alternatives.len(), binds.len()), (PLACES.len(), PLACES.len()));
    // Relative to the joint above, of which the chest has none in the skin: mSpine1 to mSpine4 and mTorso are
    // 0.084 - 0.084 + 0.084 + 0.205 - 0.205 above the pelvis.
    let expected = [
        [0.0, 0.0, 1.1],
        [0.1, 0.02, 1.5 - 1.1 - 0.084],
        [-0.01, 0.0, 0.251],
        [0.034, 0.127, -0.1],
        [-0.001, -0.046, -0.491],
    ];
    for (number, (name, _, [x, y, z])) in PLACES.iter().enumerate() {
        let (alternative, bind) = (&alternatives[number], &binds[number]);
        assert!(is_near(&alternative[12..15], &expected[number]), "{name}: {alternative:?}");
        // From the world into a joint that is not turned.
        #[rustfmt::skip]
        let straight = [
            1.0, 0.0, 0.0, 0.0,
            0.0, 1.0, 0.0, 0.0,
            0.0, 0.0, 1.0, 0.0,
            -f64::from(*x), -f64::from(*y), -f64::from(*z), 1.0,
        ];
        assert!(is_near(bind, &straight), "{name}: {bind:?}");
        assert!(is_near(&alternative[..12], &bind[..12]) && alternative[15] == 1.0);
        assert!(is_near(&plain.inverse_bind_matrix.as_ref().unwrap()[number], &straight), "{name}");
    }
    assert_eq!(::slmesh::validate(&asset).iter().filter(|finding| finding.rule.id == "SLM047").count(), 0);

    // Joints that stand where the positions say leave the mesh where it was.
    let (mesh, _) = asset.to_trimesh(::slmesh::Level::High).unwrap();
    let worlds: Vec<Mat4> = PLACES.iter().map(|(.., place)| shift(Vec3::from_array(*place))).collect();
    let shown = skin.posed(&mesh, &worlds);
    let own = &scene.meshes[0].shape.positions;
    assert_eq!(shown.positions.len(), own.len());
    for point in own {
        let expected = Vec3::new(point.x, -point.z, point.y);
        let nearest = shown.positions.iter().map(|at| (*at - expected).length()).fold(f32::MAX, f32::min);
        assert!(nearest < 1e-4, "{expected:?}: {nearest}");
    }
    let said =
        |what: &str| losses.iter().find(|loss| loss.code == LossCode::AltBind && loss.what.starts_with(what));
    let moved = said("joints have positions of their own: mPelvis, mChest, mHipLeft").unwrap();
    assert_eq!((moved.count, moved.severity), (3, LossSeverity::Note));
    let kept = said("joints are where the avatar has them, within 0.1 mm: mNeck, mKneeLeft").unwrap();
    assert_eq!((kept.count, kept.severity), (2, LossSeverity::Note));
    assert_eq!(
        said("joints were bound with").map(|loss| (loss.count, loss.severity)),
        Some((5, LossSeverity::Note))
    );
    assert!(!losses.iter().any(|loss| loss.code == LossCode::WornAway));
}

#[test]
fn a_rig_on_the_skeleton_of_the_avatar_moves_no_joint() {
    let mut scene = sl_avatar();
    assert_eq!(scene.name, "avatar");
    let place = scene.world_matrices(&scene.rest())[scene.skins[0].joints[0]].translation();
    let shape = TriMesh {
        positions: vec![place, place + Vec3::X, place + Vec3::Y],
        indices: vec![[0, 1, 2]],
        joints: vec![[0; 4]; 3],
        weights: vec![Vec4::new(1.0, 0.0, 0.0, 0.0); 3],
        ..TriMesh::default()
    };
    // Fewer joints than a skin can have.
    scene.skins[0].joints.truncate(100);
    scene.skins[0].inverse_bind.truncate(100);
    scene.meshes.push(Mesh { shape, ..Mesh::default() });
    scene.nodes.push(Node { name: "body".into(), mesh: Some(0), skin: Some(0), ..Node::default() });
    let (asset, losses) = made(&scene, &AssetOptions::default().joint_positions(JointPositions::default()));
    let skin = skin_of(&asset);
    assert_eq!((skin.pelvis_offset, skin.lock_scale_if_joint_position), (Some(0.0), None));
    for (name, matrix) in skin.joint_names.iter().flatten().zip(skin.alt_inverse_bind_matrix.iter().flatten())
    {
        let rest = skeleton::joint(name).unwrap().position.to_array().map(f64::from);
        assert!(is_near(&matrix[12..15], &rest), "{name:?}: {matrix:?}");
    }
    // Its joints are not turned, either.
    for what in ["joints have positions", "joints were bound with"] {
        assert!(!losses.iter().any(|loss| loss.what.starts_with(what)), "{losses:?}");
    }
}

#[test]
fn joint_positions_are_named() {
    for (text, expected) in [
        ("pelvis=-0.5", JointPositions::default().pelvis_offset(-0.5)),
        ("lock-scale", JointPositions::default().lock_scale(true)),
        ("lock-scale,pelvis=1", JointPositions::default().pelvis_offset(1.0).lock_scale(true)),
    ] {
        assert_eq!(text.parse(), Ok(expected));
        assert_eq!(expected.to_string().parse(), Ok(expected));
    }
    for text in ["pelvis", "pelvis=", "pelvis=inf", "scale", "pelvis=1;lock-scale"] {
        assert!(text.parse::<JointPositions>().is_err(), "{text}");
    }
}

/// The findings of `rez check --as llmesh` on the rig: rule, path, value and limit. All joints here are rotated in
/// their bind pose, which a separate test checks.
fn judged(scene: &Scene, options: impl FnOnce(&mut AssetOptions)) -> Vec<[String; 4]> {
    findings(scene, options, &|rule| rule.starts_with("RZK03"))
}

fn findings(
    scene: &Scene,
    options: impl FnOnce(&mut AssetOptions),
    wanted: &dyn Fn(&str) -> bool,
) -> Vec<[String; 4]> {
    let (glb, _) = gltf::write_glb(scene, &WriteOptions::default().camera(false)).unwrap();
    let mut to = ExchangeOptions::to(Format::SlMesh);
    options(&mut to.asset);
    let made = convert(&glb, &to, &mut |_| None).unwrap();
    let checks = CheckOptions { profiles: vec![Profile::SlUpload], ..CheckOptions::default() };
    let verdict = judge(&made, &checks, None).unwrap();
    let n = |severity| verdict.report.findings.iter().filter(|finding| finding.severity == severity).count();
    assert_eq!(
        (n(Severity::Error), n(Severity::Warning), n(Severity::Note)),
        (verdict.report.n_errors, verdict.report.n_warnings, verdict.report.n_notes)
    );
    let found = verdict.report.findings.into_iter().filter(|finding| wanted(finding.rule));
    found.map(|one| [one.rule.to_owned(), one.path, one.found, one.limit]).collect()
}

fn finding(rule: &str, path: &str, found: &str, limit: &str) -> [String; 4] {
    [rule, path, found, limit].map(str::to_owned)
}

const NOTHING: [[String; 4]; 0] = [];

#[test]
fn a_rig_is_judged_as_the_uploader_does() {
    let mut scene = rigged(&PLACES);
    let away = |path: &str, found: &str| finding("RZK037", path, found, "0.0001 m");
    let moved = [
        away("skins[0].joints[0]", "mPelvis, 0.03300 m away"),
        // Of (-0.015, 0, 0.205), it is at (0.1, 0.02, 0.316).
        away("skins[0].joints[1]", "mChest, 0.16108 m away"),
        // Of (0.034, 0.127, -0.041), it is at (0.034, 0.127, -0.1).
        away("skins[0].joints[3]", "mHipLeft, 0.05900 m away"),
    ];
    assert_eq!(judged(&scene, |_| ()), moved);
    assert_eq!(judged(&scene, |asset| asset.joint_positions = Some(JointPositions::default())), NOTHING);

    // The neck has a name of another rig, and two vertices hang on it alone; another vertex hangs on five joints.
    scene.nodes[2].name = "mixamorig:Neck".into();
    let shape = &mut scene.meshes[0].shape;
    for vertex in 12..15 {
        shape.joints[vertex] = [3, 0, 0, 0];
    }
    shape.joints[6] = [2, 1, 0, 0];
    shape.weights[6] = Vec4::new(0.5, 0.5, 0.0, 0.0);
    let n_vertices = shape.positions.len();
    let mut extra = vec![([0; 4], Vec4::ZERO); n_vertices];
    shape.joints[0] = [0, 1, 2, 3];
    shape.weights[0] = Vec4::new(0.3, 0.3, 0.2, 0.1);
    extra[0] = ([4, 0, 0, 0], Vec4::new(0.1, 0.0, 0.0, 0.0));
    scene.meshes[0].extra_influences = extra;
    let told = |asset: &mut AssetOptions| {
        asset.joint_positions = Some(JointPositions::default());
        asset.rig = Some(RigPreset::Of(Rig::SecondLife));
    };
    let found = judged(&scene, told);
    assert_eq!(
        found,
        [
            finding("RZK032", "meshes[0] body", "2 of 15 vertices, the first 7", ""),
            finding("RZK033", "meshes[0] body", "1 of 15 vertices, the first 0, on up to 5 joints", "4"),
            finding("RZK030", "skins[0].joints[2]", "\"mixamorig:Neck\"", ""),
        ]
    );
    // By its name of Second Life, it is known again.
    let found = judged(&scene, |asset| {
        asset.joint_positions = Some(JointPositions::default());
        asset.joint_names.push(("mixamorig:Neck".into(), "mNeck".into()));
    });
    assert_eq!(found.iter().map(|[rule, ..]| rule.as_str()).collect::<Vec<_>>(), ["RZK033"]);
}

#[test]
fn joints_that_hardly_move_or_hold_nothing_are_notes() {
    let mut places = PLACES;
    // 0.06 mm to the left of where the avatar has it; the next below moves with it.
    places[0].2 = [0.0, 0.0, 1.067];
    places[1].2 = [-0.015, 0.000_06, 1.067 + 0.084 + 0.205];
    places[2].2 = [-0.025, 0.000_06, 1.067 + 0.084 + 0.205 + 0.251];
    places[3].2 = [0.034, 0.127, 1.026];
    places[4].2 = [0.033, 0.081, 0.535];
    let mut scene = rigged(&places);
    for vertex in 9..15 {
        scene.meshes[0].shape.joints[vertex] = [0; 4];
    }
    let found = judged(&scene, |_| ());
    let expected = [
        finding("RZK034", "skins[0]", "2 of 5 joints", ""),
        finding("RZK038", "skins[0].joints[1]", "mChest, 0.00006 m away", "0.0001 m"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn joints_that_are_bound_turned_or_scaled_are_found() {
    let mut scene = rigged(&PLACES);
    let turned = |scene: &Scene, positions| {
        let wanted = |asset: &mut AssetOptions| asset.joint_positions = positions;
        findings(scene, wanted, &|rule| rule == "RZK040")
    };
    let expected: Vec<_> = (0..5)
        .map(|number| {
            let (name, ..) = PLACES[number];
            let degrees = (0.3 + number as f64).to_degrees();
            let found = format!("{name}, turned by {:.1} degrees", degrees.min(360.0 - degrees));
            finding("RZK040", &format!("skins[0].joints[{number}]"), &found, "0.1 degrees")
        })
        .collect();
    assert_eq!(turned(&scene, None), expected);
    assert_eq!(turned(&scene, Some(JointPositions::default())), NOTHING);
    // Straight but for the neck, which is twice as high, and the knee, by less than anybody sees.
    for (number, (_, above, place)) in PLACES.iter().enumerate() {
        let above =
            PLACES.iter().find(|(name, ..)| name == above).map_or(Vec3::ZERO, |above| to_gltf(above.2));
        scene.nodes[number].local = Trs { translation: to_gltf(*place) - above, ..Trs::IDENTITY };
        scene.skins[0].inverse_bind[number] = shift(-to_gltf(*place));
    }
    let neck = Mat3::from_scale(Vec3::new(1.0, 0.5, 1.0));
    let binds = &mut scene.skins[0].inverse_bind;
    binds[2] = Mat4::from_parts(neck, Vec3::ZERO) * binds[2];
    let knee = Quat::from_axis_angle(Vec3::X, 0.05_f32.to_radians()).unwrap().to_mat3();
    binds[4] = Mat4::from_parts(knee, Vec3::ZERO) * binds[4];
    let expected = finding("RZK040", "skins[0].joints[2]", "mNeck, scaled by 1.000, 0.500, 1.000", "1, 1, 1");
    assert_eq!(turned(&scene, None), [expected]);
}

/// The bones of the avatar.
fn bones() -> Vec<JointPlace> {
    let place = |joint: &skeleton::Joint| {
        let mut place = joint.position;
        joint.ancestors().for_each(|above| place += above.position);
        (joint.name, joint.parent, place.to_array())
    };
    skeleton::joints().iter().filter(|joint| joint.is_bone()).map(place).collect()
}

/// A mesh on one joint more than the uploader takes.
pub(super) fn too_many_joints() -> Scene {
    rigged(&bones()[..111])
}

#[test]
fn too_many_joints_of_a_mesh_are_an_error() {
    let bones = bones();
    assert_eq!(judged(&rigged(&bones[..110]), |_| ()), NOTHING);
    let found = judged(&too_many_joints(), |_| ());
    assert_eq!(found, [finding("RZK031", "meshes[0] body", "111 joints", "110")]);
    // Joints without a vertex do not count.
    let mut scene = too_many_joints();
    let last = scene.meshes[0].shape.joints.len() - 3;
    scene.meshes[0].shape.joints[last..].fill([0; 4]);
    let found = judged(&scene, |_| ());
    assert_eq!(found, [finding("RZK034", "skins[0]", "1 of 111 joints", "")]);
}

#[test]
fn skins_that_disagree_and_too_many_materials_are_found() {
    let mut scene = rigged(&PLACES);
    let mut other = scene.skins[0].clone();
    // The second mesh has the knee 2 mm further up.
    other.inverse_bind[4] = other.inverse_bind[4] * shift(Vec3::new(0.0, -0.002, 0.0));
    scene.skins.push(other);
    let mut mesh = scene.meshes[0].clone();
    mesh.name = "boots".into();
    scene.meshes.push(mesh);
    scene.nodes.push(Node { name: "boots".into(), mesh: Some(1), skin: Some(1), ..Node::default() });
    let found = judged(&scene, |asset| asset.joint_positions = Some(JointPositions::default()));
    assert_eq!(
        found,
        [finding("RZK039", "skins[1].joints[4]", "mKneeLeft, 0.00200 m from another", "0.0001 m")]
    );

    let mut scene = rigged(&PLACES);
    let n = 13;
    let shape = &mut scene.meshes[0].shape;
    shape.indices = (0..n).map(|number| [number, number + 1, number + 2]).collect();
    for number in 0..n {
        let name = format!("colour {number}");
        let start = usize::try_from(number).unwrap();
        shape.groups.push(Group {
            name: name.clone(),
            material: Some(name.clone()),
            triangles: start..start + 1,
        });
        scene.materials.push(Material { name, ..Material::default() });
    }
    let found = judged(&scene, |asset| asset.joint_positions = Some(JointPositions::default()));
    assert_eq!(found, [finding("RZK035", "meshes[0] body", "13 materials", "8")]);
}

#[test]
fn a_material_of_too_many_vertices_is_divided() {
    let n = 65_535_u32;
    let side = 256;
    let position = |number: u32| Vec3::new((number % side) as f32, 0.0, (number / side) as f32);
    let shape = TriMesh {
        positions: (0..n).map(position).collect(),
        indices: (0..n - side - 1)
            .filter(|number| number % side != side - 1)
            .flat_map(|number| {
                [[number, number + side, number + 1], [number + 1, number + side, number + side + 1]]
            })
            .collect(),
        ..TriMesh::default()
    };
    let of = |shape: TriMesh| Scene {
        nodes: vec![Node { name: "field".into(), mesh: Some(0), ..Node::default() }],
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        ..Scene::default()
    };
    let found = judged(&of(shape.clone()), |_| ());
    assert_eq!(found, [finding("RZK036", "meshes[0] field", "65,535 vertices", "65534")]);
    // Without the last two triangles, a vertex has none.
    let mut fewer = shape;
    fewer.indices.truncate(fewer.indices.len() - 2);
    assert_eq!(judged(&of(fewer), |_| ()), NOTHING);
}

#[test]
fn morphs_are_reported_by_their_names() {
    let mut scene = rigged(&PLACES);
    let offsets = |n: u32| (0..n).map(|vertex| (vertex, Vec3::Y)).collect::<Vec<_>>();
    let morph = |name: &str, offsets| Morph { name: name.into(), offsets };
    // What does not move a vertex is not counted.
    let still = vec![(0, Vec3::X), (1, Vec3::ZERO)];
    scene.meshes[0].morphs = vec![morph("smile", offsets(3)), morph("blink", still)];
    scene.nodes.last_mut().unwrap().weights = vec![0.0; 2];
    let of_morphs = |scene: &Scene| {
        let (_, losses) = made(scene, &AssetOptions::default());
        let loss = losses.into_iter().find(|loss| loss.code == LossCode::ParamMorph).unwrap();
        (loss.what, loss.count, loss.severity)
    };
    let expected = "morphs: smile (3 vertices), blink (1 vertex)".to_owned();
    assert_eq!(of_morphs(&scene), (expected, 2, LossSeverity::Lost));
    scene.meshes[0].morphs = (0..22).map(|number| morph(&format!("m{number}"), offsets(1))).collect();
    let (what, count, _) = of_morphs(&scene);
    assert!(what.starts_with("morphs: m0 (1 vertex), m1 (1 vertex), "), "{what}");
    assert!(what.ends_with("m19 (1 vertex), and others"), "{what}");
    assert_eq!(count, 22);
}

#[test]
fn weights_of_joints_that_become_one_are_added() {
    // The second joint of Mixamo's spine belongs to the first one of the avatar.
    let places: [JointPlace; 6] = [
        ("mixamorig:Hips", "", [0.0, 0.0, 1.067]),
        ("mixamorig:Spine", "mixamorig:Hips", [0.0, 0.0, 1.151]),
        ("mixamorig:Spine1", "mixamorig:Spine", [0.0, 0.0, 1.25]),
        ("mixamorig:Spine2", "mixamorig:Spine1", [-0.015, 0.0, 1.356]),
        ("mixamorig:LeftUpLeg", "mixamorig:Hips", [0.034, 0.127, 1.026]),
        ("mixamorig:RightUpLeg", "mixamorig:Hips", [0.034, -0.129, 1.026]),
    ];
    let mut scene = rigged(&places);
    let shape = &mut scene.meshes[0].shape;
    (shape.joints[0], shape.weights[0]) = ([1, 3, 2, 0], Vec4::new(0.25, 0.25, 0.5, 0.0));
    let (asset, losses) = made(&scene, &AssetOptions::default().rig(RigPreset::Of(Rig::Mixamo)));
    let names: Vec<_> = skin_of(&asset).joint_names.iter().flatten().map(|name| name.to_string()).collect();
    assert_eq!(names, ["mPelvis", "mTorso", "mChest", "mHipLeft", "mHipRight"]);
    let faces = &asset.level(::slmesh::Level::High).unwrap().faces;
    let all: Vec<_> = faces.iter().flat_map(|face| face.weights.iter().flatten()).collect();
    let mixed: Vec<_> = all.iter().filter(|influences| influences.len() > 1).collect();
    assert_eq!(mixed.len(), 1);
    let shares: Vec<_> = mixed[0].iter().map(|one| (one.joint, one.share())).collect();
    assert!(
        matches!(&*shares, [(1, a), (2, b)] if (a - 0.75).abs() < 1e-4 && (b - 0.25).abs() < 1e-4),
        "{shares:?}"
    );
    // Those of the second joint alone are on the first one.
    assert_eq!(all.iter().filter(|influences| influences.len() == 1 && influences[0].joint == 1).count(), 6);
    let added = losses.iter().find(|loss| loss.what.ends_with("their weights were added")).unwrap();
    assert_eq!((added.code, added.severity, added.count), (LossCode::WeightRounded, LossSeverity::Note, 1));
}

/// The avatar in the clothes of another program: its joints with the names of Mixamo and axes of their own, looking along Z,
/// its arms lowered by so many degrees; a triangle around each joint. And where the vertices are on the avatar.
fn stranger(degrees: f32) -> (Scene, Vec<Vec3>) {
    const NAMES: [(&str, &str); 12] = [
        ("mPelvis", "Hips"),
        ("mTorso", "Spine"),
        ("mChest", "Spine2"),
        ("mHead", "Head"),
        ("mShoulderLeft", "LeftArm"),
        ("mElbowLeft", "LeftForeArm"),
        ("mWristLeft", "LeftHand"),
        ("mShoulderRight", "RightArm"),
        ("mElbowRight", "RightForeArm"),
        ("mWristRight", "RightHand"),
        ("mHipLeft", "LeftUpLeg"),
        ("mHipRight", "RightUpLeg"),
    ];
    let at_rest = |name: &str| {
        let joint = skeleton::joint(name).unwrap();
        joint.ancestors().fold(joint.position, |sum, above| sum + above.position)
    };
    let lowered = |name: &str, point: Vec3| {
        let side = if name.ends_with("Left") { "Left" } else { "Right" };
        if !["mShoulder", "mElbow", "mWrist"].iter().any(|joint| name.starts_with(joint)) {
            return point;
        }
        let shoulder = at_rest(&format!("mShoulder{side}"));
        let down = if side == "Left" { -degrees } else { degrees };
        let turn = Quat::from_axis_angle(Vec3::X, down.to_radians()).unwrap();
        shoulder + turn.rotate(point - shoulder)
    };
    // X of the avatar is Z here, and Y is X.
    let there = |at: Vec3| Vec3::new(at.y, at.z, at.x);
    let mut scene = Scene::default();
    let (mut shape, mut worn, mut inverse_bind) = (TriMesh::default(), Vec::new(), Vec::new());
    for (number, (own, name)) in NAMES.into_iter().enumerate() {
        let rotation =
            Quat::from_axis_angle(Vec3::new(1.0, number as f32, 2.0), 1.0 + number as f32).unwrap();
        let translation = there(lowered(own, at_rest(own)));
        let local = Trs { translation, rotation, scale: Vec3::ONE };
        inverse_bind.push(local.matrix().inverse().unwrap());
        scene.nodes.push(Node { name: name.into(), local, role: Role::Joint, ..Node::default() });
        let first = u32::try_from(shape.positions.len()).unwrap();
        for offset in [Vec3::X, Vec3::Y, Vec3::Z] {
            let point = at_rest(own) + offset * 0.05;
            worn.push(point);
            shape.positions.push(there(lowered(own, point)));
            shape.joints.push([u16::try_from(number).unwrap(), 0, 0, 0]);
            shape.weights.push(Vec4::new(1.0, 0.0, 0.0, 0.0));
        }
        shape.indices.push([first, first + 1, first + 2]);
    }
    scene.skins.push(rezkit::scene::Skin {
        joints: (0..NAMES.len()).collect(),
        inverse_bind,
        ..Default::default()
    });
    scene.meshes.push(Mesh { name: "body".into(), shape, ..Mesh::default() });
    scene.nodes.push(Node { name: "body".into(), mesh: Some(0), skin: Some(0), ..Node::default() });
    assert_eq!(scene.check(), []);
    (scene, worn)
}

/// The largest distance of the vertices of a worn asset from the expected ones.
fn furthest(asset: &MeshAsset, expected: &[Vec3]) -> f32 {
    let (skin, (mesh, _)) = (skin_of(asset), asset.to_trimesh(::slmesh::Level::High).unwrap());
    let world = |name: &llsd::Text| {
        let joint = skeleton::known(name.as_bytes()).unwrap();
        shift(joint.ancestors().fold(joint.position, |sum, above| sum + above.position))
    };
    let worlds: Vec<Mat4> = skin.joint_names.iter().flatten().map(world).collect();
    let worn = skin.posed(&mesh, &worlds).positions;
    let nearest = |point: &Vec3| worn.iter().map(|at| (*at - *point).length()).fold(f32::MAX, f32::min);
    expected.iter().map(nearest).fold(0.0, f32::max)
}

#[test]
fn a_rig_of_another_program_is_worn_as_the_avatar_stands() {
    for degrees in [0.0, 45.0, 85.0] {
        let (scene, worn) = stranger(degrees);
        let (asset, losses) = made(&scene, &AssetOptions::default());
        let off = furthest(&asset, &worn);
        assert!(off < 1e-3, "{degrees}: {off} m");
        assert!(!losses.iter().any(|loss| loss.code == LossCode::WornAway), "{degrees}: {losses:?}");
    }
}

/// Joints may be in another pose than that in which they are bound, and enlarged.
#[test]
fn a_pose_at_rest_is_undone() {
    let (mut scene, worn) = stranger(45.0);
    let armature = scene.nodes.len();
    let local = Trs { scale: Vec3::splat(100.0), ..Trs::IDENTITY };
    scene.nodes.push(Node { name: "Armature".into(), local, ..Node::default() });
    // Positions are small, and joints hang on the armature.
    let shape = &mut scene.meshes[0].shape;
    shape.positions.iter_mut().for_each(|point| *point = *point * 0.01);
    for (number, bind) in scene.skins[0].inverse_bind.iter_mut().enumerate() {
        let node = &mut scene.nodes[number];
        node.parent = Some(armature);
        node.local.translation = node.local.translation * 0.01;
        *bind = node.local.matrix().inverse().unwrap();
    }
    // The right arm waves, with a stick in its hand that no skin moves.
    let hand = scene.nodes.iter().position(|node| node.name == "RightHand").unwrap();
    let bound = scene.nodes[hand].local;
    scene.nodes[hand].local =
        Trs { rotation: Quat::from_axis_angle(Vec3::X, 1.0).unwrap() * bound.rotation, ..bound };
    let tip = skeleton::joint("mWristRight").unwrap();
    let tip = tip.ancestors().fold(tip.position, |sum, above| sum + above.position);
    let stick = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X * 1e-3, Vec3::Y * 1e-3],
        indices: vec![[0, 1, 2]],
        ..TriMesh::default()
    };
    scene.meshes.push(Mesh { shape: stick, ..Mesh::default() });
    scene.nodes.push(Node { name: "stick".into(), parent: Some(hand), mesh: Some(1), ..Node::default() });
    let (asset, _) = made(&scene, &AssetOptions::default());
    let off = furthest(&asset, &[worn, vec![tip]].concat());
    assert!(off < 1e-3, "{off} m");
}

#[test]
fn joints_of_no_rig_are_refused_by_name() {
    let (mut scene, _) = stranger(0.0);
    let mut refused = |names: &[(&str, &str)], preset: Option<RigPreset>| {
        for (old, new) in names {
            scene
                .nodes
                .iter_mut()
                .filter(|node| node.name == *old)
                .for_each(|node| node.name = (*new).into());
        }
        let options = AssetOptions::default().rig(preset.unwrap_or_default());
        from_scene(&scene, Format::SlMesh, &options)
    };
    // One of twelve; what hangs below a hand belongs to it.
    let problem = refused(&[("LeftArm", "Uperarm_L")], None).unwrap_err();
    assert_eq!(
        problem.message,
        "8 % of the weight is on joints of no known rig: Uperarm_L (8 %, perhaps mShoulderLeft)"
    );
    assert!(problem.help.unwrap().contains("--map-joint OLD=NEW"));
    // Who names the rig takes it with what is above.
    let (_, losses) = refused(&[], Some(RigPreset::Of(Rig::Mixamo))).unwrap();
    assert!(losses.iter().any(|loss| loss.code == LossCode::JointUnknown && loss.what.contains("Uperarm_L")));
    let names: Vec<(&str, &str)> =
        vec![("Hips", "b0"), ("Spine", "b1"), ("Spine2", "b2"), ("Head", "b3"), ("LeftHand", "b4")];
    let problem = refused(&names, None).unwrap_err();
    assert!(problem.message.starts_with("50 % of the weight is on joints of no known rig"), "{problem}");
    let (asset, losses) = refused(&[], Some(RigPreset::Unrigged)).unwrap();
    let Asset::SlMesh(asset) = asset else { panic!("a mesh asset") };
    assert!(asset.skin.is_none() && losses.iter().any(|loss| loss.what.contains("lose their joints")));
}

/// A scene that was made of an asset may have any joints.
#[test]
fn joints_of_an_asset_are_never_refused() {
    let (mut scene, _) = stranger(0.0);
    scene.nodes.iter_mut().for_each(|node| node.name = format!("own {}", node.name));
    assert!(from_scene(&scene, Format::SlMesh, &AssetOptions::default()).is_err());
    let mut own = rezkit::Json::default();
    own.set("source", "slmesh");
    scene.extras.set("rezkit", own);
    assert!(from_scene(&scene, Format::SlMesh, &AssetOptions::default()).is_ok());
}

/// Bones are known by what VRM says of nodes, whatever these are called.
#[test]
fn bones_of_vrm_are_known_by_its_extension() {
    let (scene, worn) = stranger(45.0);
    let of_vrm = [
        "hips",
        "spine",
        "chest",
        "head",
        "leftUpperArm",
        "leftLowerArm",
        "leftHand",
        "rightUpperArm",
        "rightLowerArm",
        "rightHand",
        "leftUpperLeg",
        "rightUpperLeg",
    ];
    let mut named = scene.clone();
    for (number, node) in named.nodes.iter_mut().enumerate().take(of_vrm.len()) {
        node.name = format!("J_{number}");
    }
    let (gltf, _) = gltf::write_gltf(&named, &WriteOptions::default()).unwrap();
    let text = String::from_utf8(gltf.json).unwrap();
    let bones = of_vrm.iter().enumerate();
    let new: Vec<String> = bones.clone().map(|(n, bone)| format!("\"{bone}\":{{\"node\":{n}}}")).collect();
    let old: Vec<String> = bones.map(|(n, bone)| format!("{{\"bone\":\"{bone}\",\"node\":{n}}}")).collect();
    let new = format!("\"VRMC_vrm\":{{\"humanoid\":{{\"humanBones\":{{{}}}}}}}", new.join(","));
    let old = format!("\"VRM\":{{\"humanoid\":{{\"humanBones\":[{}]}}}}", old.join(","));
    let mut files =
        |name: &str| gltf.files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.clone());
    assert!(convert(text.as_bytes(), &ExchangeOptions::to(Format::SlMesh), &mut files).is_err());
    for extension in [new, old] {
        let text = text.replacen('{', &format!("{{\"extensions\":{{{extension}}},"), 1);
        let made = convert(text.as_bytes(), &ExchangeOptions::to(Format::SlMesh), &mut files).unwrap();
        let off = furthest(&::slmesh::read(&made.bytes).unwrap(), &worn);
        assert!(off < 1e-3, "{off} m");
    }
}

/// The findings of the uploader on a glTF file.
#[test]
fn a_file_is_judged_as_the_uploader_does() {
    let data = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/";
    let file = |scenes: &str, node: &str, primitive: &str, more: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}}{scenes},"nodes":[{{"name":"chair","mesh":0{node}}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}},{primitive}]}}],
            "buffers":[{{"uri":"{data}","byteLength":48}}],"bufferViews":[{{"buffer":0,"byteLength":48}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}},
            {{"bufferView":0,"componentType":5126,"type":"VEC3","count":4}}]{more}}}"#
        )
    };
    let found = |text: String| {
        let made = convert(text.as_bytes(), &ExchangeOptions::to(Format::SlMesh), &mut |_| None).unwrap();
        let checks = CheckOptions { profiles: vec![Profile::SlUpload], ..CheckOptions::default() };
        let found = judge(&made, &checks, None).unwrap().report.findings.into_iter();
        let found = found.filter(|finding| finding.rule.starts_with("RZK04"));
        found.map(|one| [one.rule.to_owned(), one.path, one.found, one.limit]).collect::<Vec<_>>()
    };
    let (scene, whole) = (r#","scenes":[{"nodes":[0]}]"#, r#"{"attributes":{"POSITION":0}}"#);
    assert_eq!(found(file(scene, "", whole, "")), NOTHING);
    let second = "meshes[0].primitives[1]";
    for (scenes, node, primitive, more, expected) in [
        ("", "", whole, "", finding("RZK044", "", "no scenes", "")),
        (
            scene,
            "",
            r#"{"attributes":{"POSITION":1}}"#,
            "",
            finding("RZK042", second, "4 indices", "a multiple of 3"),
        ),
        (
            scene,
            "",
            r#"{"attributes":{"POSITION":1},"mode":5}"#,
            "",
            finding("RZK042", second, "a strip", "triangles"),
        ),
        (scene, "", r#"{"attributes":{}}"#, "", finding("RZK046", second, "0 vertices", "")),
        (
            scene,
            r#","scale":[-1,1,1]"#,
            whole,
            "",
            finding("RZK043", "nodes[0] chair", "scaled by -1.000, 1.000, 1.000", ""),
        ),
        (scene, "},{\"mesh\":7", whole, "", finding("RZK047", "nodes[1]", "no such mesh", "")),
        (
            scene,
            "",
            whole,
            r#","skins":[{"joints":[0]}]"#,
            finding("RZK045", "skins[0]", "0 inverse bind matrices", "1 joint"),
        ),
        (
            scene,
            "",
            whole,
            r#","extensionsRequired":["KHR_mesh_quantization"]"#,
            finding("RZK048", "extensionsRequired", "KHR_mesh_quantization", ""),
        ),
    ] {
        assert_eq!(found(file(scenes, node, primitive, more)), [expected]);
    }
}
