//! For each sort of loss a model that has it, and one that just has not.

use crate::support::fixtures;
use ::rbxmesh::{FacsBlock, NameTable};
use geom::{Mat3, Mat4, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use rezkit::exchange::{AssetOptions, Rig, RigPreset, SceneOptions, from_scene, read, to_scene};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{
    Animation, Image, Interpolation, Material, Mesh, Mime, Morph, Node, Path, Role, Scene, Skin, Track, Trs,
};
use rezkit::thumb::{ThumbOptions, draw_with_losses};
use rezkit::{Asset, ConvertOptions, File, Format, Loss, LossCode, OpenOptions, Packing, WeldOptions};

type Codes = Vec<LossCode>;

fn codes(losses: &[Loss]) -> Codes {
    losses.iter().map(|loss| loss.code).collect()
}

/// A tetrahedron with normals and texture coordinates.
fn solid() -> Scene {
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let shape = TriMesh {
        normals: vec![Vec3::Y; 4],
        uvs: vec![Vec2::ZERO; 4],
        indices: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        positions,
        ..TriMesh::default()
    };
    let node = Node { name: "solid".into(), mesh: Some(0), ..Node::default() };
    Scene { nodes: vec![node], meshes: vec![Mesh { shape, ..Mesh::default() }], ..Scene::default() }
}

fn edited(edit: impl FnOnce(&mut Scene)) -> Scene {
    let mut scene = solid();
    edit(&mut scene);
    scene
}

fn shape(edit: impl FnOnce(&mut TriMesh)) -> Scene {
    edited(|scene| edit(&mut scene.meshes[0].shape))
}

/// On a joint of this name, with this bind matrix.
fn skinned(joint: &str, bind: Mat4) -> Scene {
    edited(|scene| {
        scene.nodes.push(Node { name: joint.into(), role: Role::Joint, ..Node::default() });
        scene.skins.push(Skin { joints: vec![1], inverse_bind: vec![bind], ..Skin::default() });
        scene.nodes[0].skin = Some(0);
        let shape = &mut scene.meshes[0].shape;
        (shape.joints, shape.weights) = (vec![[0; 4]; 4], vec![Vec4::new(1.0, 0.0, 0.0, 0.0); 4]);
    })
}

/// A scene with another node for the same mesh, in this role.
fn with(role: Role) -> Scene {
    edited(|scene| scene.nodes.push(Node { role, mesh: Some(0), hidden: true, ..Node::default() }))
}

/// A scene with this many coarser levels of detail.
fn leveled(n: u8) -> Scene {
    edited(|scene| {
        for level in 1..=n {
            let role = Role::Lod { of: 0, level };
            scene.nodes.push(Node { role, mesh: Some(0), hidden: true, ..Node::default() });
        }
    })
}

/// A scene with an animation of its joint.
fn moved(path: Path, interpolation: Interpolation) -> Scene {
    let mut scene = skinned("mPelvis", Mat4::IDENTITY);
    let n_values = if interpolation == Interpolation::Cubic { 18 } else { 6 };
    let (times, values) = (vec![0.0, 1.0], vec![2.0; n_values]);
    let track = Track { node: 1, path, interpolation, times, values };
    scene.animations.push(Animation { name: "walk".into(), tracks: vec![track], ..Animation::default() });
    scene
}

fn with_image(image: Image) -> Scene {
    edited(|scene| scene.images.push(image))
}

fn with_material(edit: impl FnOnce(&mut Material)) -> Scene {
    let mut material = Material { name: "steel".into(), ..Material::default() };
    edit(&mut material);
    edited(|scene| scene.materials.push(material))
}

fn png() -> Vec<u8> {
    rezkit::thumb::Picture { width: 1, height: 1, rgba: vec![255; 4] }.to_png()
}

/// The codes that writing a GLB reports.
fn glb(scene: Scene) -> Codes {
    let (_, warnings) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    warnings.list.iter().filter_map(|problem| problem.code).collect()
}

fn to(format: Format, scene: Scene) -> Codes {
    // Without a guess of what joints are, none are refused.
    let options = AssetOptions::default().rig(RigPreset::Of(Rig::SecondLife));
    codes(&from_scene(&scene, format, &options).unwrap().1)
}

fn fixture(name: &str) -> Asset {
    Asset::read(&std::fs::read(fixtures().join(name)).unwrap()).unwrap()
}

fn codes_of(asset: Asset) -> Codes {
    codes(&to_scene(&asset, &SceneOptions::default()).unwrap().1)
}

fn mesh(name: &str, edit: impl FnOnce(&mut ::rbxmesh::Mesh)) -> Codes {
    let Asset::RbxMesh(mut mesh) = fixture(&format!("rbxmesh/valid/{name}")) else { panic!("{name}") };
    edit(&mut mesh);
    codes_of(Asset::RbxMesh(mesh))
}

fn asset(name: &str, edit: impl FnOnce(&mut ::slmesh::MeshAsset)) -> Codes {
    let Asset::SlMesh(mut asset) = fixture(&format!("slmesh/valid/{name}")) else { panic!("{name}") };
    edit(&mut asset);
    codes_of(Asset::SlMesh(asset))
}

fn m3d(name: &str) -> Codes {
    codes_of(fixture(&format!("m3d/valid/{name}")))
}

/// The codes that reading a file as a scene reports.
fn file(text: &str) -> Codes {
    codes(&read(text.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap().1)
}

/// The codes that reading a Collada file with a part replaced reports.
fn collada(old: &str, new: &str) -> Codes {
    file(std::str::from_utf8(&super::uploader::collada(old, new)).unwrap())
}

fn roblox(properties: &str, mesh: Option<&[u8]>) -> Codes {
    let text = format!(
        "<roblox version='4'><Item class='MeshPart'><Properties><Content name='MeshId'><url>rbxassetid://1</url>\
         </Content>{properties}</Properties></Item></roblox>"
    );
    let mut files = |_: &str| mesh.map(<[u8]>::to_vec);
    codes(&read(text.as_bytes(), &SceneOptions::default(), &mut files).unwrap().1)
}

/// Within a family.
fn converted(file: &str, options: &ConvertOptions) -> Codes {
    let file = File::open(file.as_bytes(), &OpenOptions::default()).unwrap();
    codes(&rezkit::convert(&file, options).unwrap().losses)
}

fn gltf(more: &str) -> Codes {
    file(&format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{}}]{more}}}"#
    ))
}

/// A mesh that became a scene and was edited, made a mesh again.
fn again(edit: impl FnOnce(&mut Scene)) -> Codes {
    let (mut scene, _) = to_scene(&fixture("rbxmesh/valid/v400.mesh"), &SceneOptions::default()).unwrap();
    edit(&mut scene);
    to(Format::RbxMesh, scene)
}

fn levels(fine: &str, coarse: &str) -> Codes {
    let faces = |n: usize| "f 1 2 3\n".repeat(n);
    file(&format!("v 0 0 0\nv 1 0 0\nv 0 1 0\no {fine}\n{}o {coarse}\n{}", faces(2), faces(1)))
}

/// The reports of a model that has the loss, and of one that just has not.
fn pair(code: LossCode) -> (Codes, Codes) {
    use Format::{M3d, RbxBinary, RbxMesh, SlMesh};
    use Interpolation::{Cubic, Linear};
    use LossCode as C;
    let at_x = |x: f32| shape(move |shape| shape.positions[1].x = x);
    let corner = |corner: u32| shape(move |shape| shape.indices.push([0, 1, corner]));
    let long = |length: f32| shape(move |shape| shape.normals[0] = Vec3::Y * length);
    let scaled = |scale: f32| {
        let bind =
            Mat4::from_translation_rotation_scale(Vec3::ZERO, geom::Quat::IDENTITY, Vec3::splat(scale));
        let mut scene = skinned("mPelvis", bind);
        // So that the mesh is as large as before; a joint without a size has no bind matrix.
        scene.nodes[1].local.scale = Vec3::splat(if scale > 0.0 { 1.0 / scale } else { 0.0 });
        scene
    };
    let crowded = |weight: f32| {
        let mut scene = scaled(1.0);
        scene.meshes[0].extra_influences = vec![([0; 4], Vec4::new(weight, 0.0, 0.0, 0.0)); 4];
        scene
    };
    let weighing = |weight: f32| {
        let mut scene = scaled(1.0);
        scene.meshes[0].shape.weights[0].x = weight;
        scene
    };
    let grouped = |n: usize| {
        let group =
            |number: usize| geom::Group { triangles: number * 2..number * 2 + 2, ..geom::Group::default() };
        shape(move |shape| shape.groups = (0..n).map(group).collect())
    };
    let split = |polygons: Vec<u32>| edited(move |scene| scene.meshes[0].polygons = polygons);
    let morphed = |n: usize| edited(move |scene| scene.meshes[0].morphs = vec![Morph::default(); n]);
    let shining = |light: f32| with_material(move |material| material.emissive = Vec3::splat(light));
    let uv = |v: f32| mesh("v101.mesh", move |mesh| mesh.vertices[0].uv.y = v);
    let without = || "v400.mesh";
    match code {
        C::Value => {
            let uuid = "{'a':u3c115e51-04f4-523c-9fa6-98aff1034730}";
            let json = ConvertOptions::to(Format::Json);
            (converted(uuid, &json.clone().plain_json(true)), converted(uuid, &json))
        }
        C::Recovered => {
            let place = |number: &str| {
                format!(
                    "<roblox version='4'><Item class='A'><Properties><int name='b'>{number}</int></Properties></Item></roblox>"
                )
            };
            let binary = ConvertOptions::to(RbxBinary).packing(Packing::Stored);
            (converted(&place("x"), &binary), converted(&place("1"), &binary))
        }
        C::PosNonfinite => (glb(at_x(f32::NAN)), glb(at_x(1e30))),
        C::PosRounded => {
            let hand = |name: &str| m3d(&format!("hand/{name}"));
            (hand("hand_all_double_nb8.m3d"), hand("hand_all_u32_float.m3d"))
        }
        C::TriDropped => (glb(corner(4)), glb(corner(1))),
        C::NormalChanged => (glb(long(1.007)), glb(long(1.006))),
        C::NormalMade => (to(RbxMesh, shape(|shape| shape.normals.clear())), to(RbxMesh, solid())),
        C::Tangent => {
            let tangents = shape(|shape| shape.tangents = vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 4]);
            (to(SlMesh, tangents), to(SlMesh, solid()))
        }
        C::UvRounded => (uv(0.1), uv(0.25)),
        C::ColourDropped => {
            (to(SlMesh, shape(|shape| shape.colours = vec![Rgba8::new(1, 2, 3, 4); 4])), to(SlMesh, solid()))
        }
        C::ColourRounded => {
            let coloured = |red: f32| file(&format!("v 0 0 0 {red} 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
            (coloured(0.3), coloured(0.2))
        }
        C::LodDropped => (to(SlMesh, leveled(4)), to(SlMesh, leveled(3))),
        C::LodCopied => (to(SlMesh, leveled(2)), to(SlMesh, leveled(3))),
        C::LodOrderGuessed => (levels("a_LOD1", "a_LOD0"), levels("a_LOD0", "a_LOD1")),
        C::GroupMerged => (to(RbxMesh, grouped(2)), to(RbxMesh, grouped(1))),
        C::GroupSplit => (mesh("v300.mesh", |_| ()), mesh("v200.mesh", |_| ())),
        C::VertexWelded => {
            let welded = |tolerance: f32| {
                let options = AssetOptions::default().weld(WeldOptions::default().position(tolerance));
                codes(&from_scene(&solid(), RbxMesh, &options).unwrap().1)
            };
            (welded(1.0), welded(0.99))
        }
        C::MaterialProp => (glb(shining(1.01)), glb(shining(1.0))),
        C::TextureExternal => {
            let image = |bytes| Image { uri: Some("wood.png".into()), bytes, ..Image::default() };
            let inside = Image { mime: Mime::Png, ..image(png()) };
            let outside = Image { mime: Mime::Other, ..image(Vec::new()) };
            (glb(with_image(outside)), glb(with_image(inside)))
        }
        C::TextureFormat => {
            let image = |mime| Image { mime, bytes: png(), ..Image::default() };
            (glb(with_image(image(Mime::Other))), glb(with_image(image(Mime::Png))))
        }
        C::WeightTruncated => (to(RbxMesh, crowded(0.1)), to(RbxMesh, crowded(0.0))),
        C::WeightRounded => (glb(weighing(0.9)), glb(weighing(1.0))),
        C::JointUnknown => {
            (to(SlMesh, skinned("pelvis", Mat4::IDENTITY)), to(SlMesh, skinned("hip", Mat4::IDENTITY)))
        }
        C::JointScale => (to(RbxMesh, scaled(1.001)), to(RbxMesh, scaled(1.00001))),
        C::BindShear => (to(RbxMesh, scaled(0.0)), to(RbxMesh, scaled(1.0))),
        C::PaletteRebuilt => {
            let unused = |slot: u8| {
                mesh(without(), move |mesh| {
                    let free = mesh.envelopes[0].weights.iter().position(|weight| *weight == 0).unwrap();
                    mesh.envelopes[0].slots[free] = slot;
                })
            };
            (unused(1), unused(0))
        }
        C::HierarchyAssumed => {
            (asset("influences.llmesh", |_| ()), asset("influences.llmesh", |asset| asset.skin = None))
        }
        C::WornAway => {
            // The pelvis of the avatar is at 1.067 m.
            let high = |metres: f32| {
                let up = Vec3::new(0.0, metres, 0.0);
                let mut scene = skinned("hip", Mat4::from_parts(Mat3::from_scale(Vec3::ONE), -up));
                scene.nodes[1].local.translation = up;
                to(SlMesh, scene)
            };
            (high(1.08), high(1.07))
        }
        C::AltBind => {
            let skin = |asset: &mut ::slmesh::MeshAsset| {
                let skin = asset.skin.as_mut().and_then(::slmesh::Block::value_mut).unwrap();
                skin.alt_inverse_bind_matrix = None;
            };
            (asset("influences.llmesh", |_| ()), asset("influences.llmesh", skin))
        }
        C::FacsRequantised => {
            (mesh("v500.mesh", |_| ()), mesh("v500.mesh", |mesh| mesh.facs = FacsBlock::None))
        }
        C::FacsBoneAbsent => {
            let named = |name: &'static str| {
                mesh("v500.mesh", move |mesh| {
                    let FacsBlock::Decoded(facs) = &mut mesh.facs else { panic!("no poses") };
                    facs.bone_names = NameTable::from_names([name]);
                })
            };
            (named("Nose"), named("Jaw"))
        }
        C::AnimResampled => {
            (to(M3d, moved(Path::Translation, Cubic)), to(M3d, moved(Path::Translation, Linear)))
        }
        C::AnimScale => (to(M3d, moved(Path::Scale, Linear)), to(M3d, moved(Path::Translation, Linear))),
        C::Playback => {
            let repeated = |repeats| {
                let mut scene = moved(Path::Translation, Linear);
                scene.animations[0].playback.repeats = Some(repeats);
                scene
            };
            (to(M3d, repeated(true)), to(M3d, repeated(false)))
        }
        C::NgonSplit => (to(M3d, split(vec![2, 1, 1])), to(M3d, split(vec![1, 1, 1, 1]))),
        C::ParamMorph => (to(SlMesh, morphed(1)), to(SlMesh, morphed(0))),
        C::VoxelMeshed => (m3d("voxels.m3d"), m3d("sound.m3d")),
        C::ShapeUndrawn => (m3d("authored/auth_shapes.fixedsdk.m3d"), m3d("sound.m3d")),
        C::LabelNode => (m3d("authored/auth_labels.fixedsdk.m3d"), m3d("sound.m3d")),
        C::PhysicsDropped => {
            (to(RbxMesh, with(Role::Physics)), to(RbxMesh, with(Role::Lod { of: 0, level: 1 })))
        }
        C::HullMade => (to(SlMesh, with(Role::Physics)), to(SlMesh, with(Role::Bounding))),
        C::AssetMissing => {
            let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v200.mesh")).unwrap();
            (roblox("", None), roblox("", Some(&mesh)))
        }
        C::NodeDropped => (to(RbxMesh, with(Role::Cage)), to(RbxMesh, with(Role::Lod { of: 0, level: 1 }))),
        C::Outlier => {
            let apart = |x: f32| {
                let scene = edited(|scene| {
                    let local = Trs { translation: Vec3::X * x, scale: Vec3::splat(0.05), ..Trs::IDENTITY };
                    scene.nodes.push(Node { mesh: Some(0), local, ..Node::default() });
                });
                codes(&draw_with_losses(&scene, &ThumbOptions::default().size(8, 8)).unwrap().1)
            };
            (apart(9.0), apart(1.5))
        }
        C::Renamed => {
            let named =
                |second: &str| gltf(&format!(r#","materials":[{{"name":"a"}},{{"name":"{second}"}}]"#));
            (named("a"), named("b"))
        }
        C::UnknownData => (mesh("v101_texture_w.mesh", |_| ()), mesh("v101.mesh", |_| ())),
        C::FileFields => (mesh("v200.mesh", |_| ()), file("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")),
        C::CameraLightDropped => {
            let camera = r#","cameras":[{"type":"orthographic","orthographic":{"xmag":1,"ymag":1,"znear":1,"zfar":2}}]"#;
            (gltf(camera), gltf(""))
        }
        C::ExtensionIgnored => {
            let material = |name: &str| {
                gltf(&format!(
                    r#","extensionsUsed":["{name}"],"materials":[{{"extensions":{{"{name}":{{}}}}}}]"#
                ))
            };
            (material("KHR_materials_sheen"), material("KHR_materials_unlit"))
        }
        C::Rebuilt => {
            let renamed = |scene: &mut Scene| {
                let joint = scene.skins[0].joints[0];
                scene.nodes[joint].name = "other".into();
            };
            (again(renamed), again(|_| ()))
        }
        C::TriDegenerate => {
            let shape = |height: &str| {
                let text = format!(
                    "o c\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\no c_PHYS\nv 0.5 0 {height}\nf 1 2 5\n"
                );
                let (scene, _) = read(text.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
                to(SlMesh, scene)
            };
            (shape("0.000001"), shape("0.5"))
        }
        C::ExtrasSchema => {
            let schema = |number: u32| {
                again(|scene| {
                    let mut own = scene.extras.get("rezkit").cloned().unwrap();
                    own.set("schema", format!("rezkit.gltf/{number}"));
                    scene.extras.set("rezkit", own);
                })
            };
            (schema(2), schema(1))
        }
        C::UvMissing => (collada(">0 0 1 0 0 1<", ">0 0 1 0<"), collada("", "")),
        C::ReferenceBroken => (collada("#shape", "#other"), collada("", "")),
        code => panic!("{code} has no models"),
    }
}

#[test]
fn each_code_has_a_model_and_one_that_just_has_not() {
    let mut wrong = Vec::new();
    for code in LossCode::ALL {
        let (with, without) = pair(*code);
        if !with.contains(code) {
            wrong.push(format!("{code} is not reported: {with:?}"));
        }
        if without.contains(code) {
            wrong.push(format!("{code} is reported: {without:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
