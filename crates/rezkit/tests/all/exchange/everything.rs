//! A scene with everything: what a format does not hold is named in the report.

use geom::{Group, Mat4, Quat, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, Rig, RigPreset, SceneOptions, convert, from_scene, read, to_scene,
};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{
    Alpha, Animation, Camera, Image, Interpolation, Light, Material, Mesh, Mime, Morph, Node, Path, Playback,
    Role, Scene, Skin, Slot, Specular, Texture, Track, Trs, Unit, Wrap,
};
use rezkit::{Format, Json, Loss, LossCode, LossSeverity, dae, obj, stl};

const JPEG: &[u8] = &[0xff, 0xd8, 0xff, 0xe0, 0, 0];

fn custom() -> Json {
    let mut extras = Json::default();
    extras.set("price", 5);
    extras
}

/// A unit square in two triangles, which are one polygon.
fn square() -> TriMesh {
    TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y],
        indices: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    }
}

fn chair() -> Mesh {
    let group = |name: &str, material: &str, triangles| Group {
        name: name.into(),
        material: Some(material.into()),
        triangles,
    };
    let mut shape = square();
    shape.positions.extend([Vec3::Z, Vec3::X + Vec3::Z, Vec3::splat(1.0), Vec3::Y + Vec3::Z]);
    shape.indices.extend([[4, 6, 5], [4, 7, 6]]);
    shape.normals = vec![Vec3::Z; 8];
    shape.tangents = vec![Vec4::new(1.0, 0.0, 0.0, -1.0); 8];
    shape.uvs = vec![Vec2::new(0.25, 0.5); 8];
    shape.colours = vec![Rgba8::new(200, 100, 50, 128); 8];
    shape.groups = vec![group("the seat", "oak wood", 0..2), group("back", "glass", 2..4)];
    Mesh {
        name: "chair shape".into(),
        shape,
        polygons: vec![2, 2],
        morphs: vec![Morph { name: "bend".into(), offsets: vec![(1, Vec3::Y)] }],
        lines: vec![[0, 7]],
        points: vec![3],
        extras: custom(),
        ..Mesh::default()
    }
}

fn body() -> Mesh {
    let mut shape = square();
    shape.joints = vec![[0, 1, 0, 0]; 4];
    shape.weights = vec![Vec4::new(0.25, 0.5, 0.0, 0.0); 4];
    let extra_influences = vec![([2, 0, 0, 0], Vec4::new(0.25, 0.0, 0.0, 0.0)); 4];
    Mesh { name: "body".into(), shape, extra_influences, ..Mesh::default() }
}

fn oak() -> Material {
    let mut oak = Material {
        name: "oak wood".into(),
        base: Vec4::new(0.4321, 0.2, 0.1, 1.0),
        metallic: 0.25,
        roughness: 0.5,
        emissive: Vec3::new(0.0, 0.125, 0.0),
        alpha: Alpha::Mask(0.25),
        double_sided: true,
        ior: Some(1.25),
        specular: Some(Specular { factor: 0.5, colour: Vec3::ONE }),
        extras: custom(),
        ..Material::default()
    };
    for (image, slot) in [Slot::Base, Slot::Emissive, Slot::Normal, Slot::Occlusion, Slot::MetallicRoughness]
        .into_iter()
        .enumerate()
    {
        let wrap = [Wrap::Clamp, Wrap::Mirror];
        let texture = Texture { wrap, nearest: true, strength: 1.0, ..Texture::new(image.min(1)) };
        oak.set_texture(slot, Some(texture));
    }
    oak
}

fn everything() -> Scene {
    let node = |name: &str, mesh| Node { name: name.into(), mesh, ..Node::default() };
    let hidden = |name: &str, mesh, role| Node { hidden: true, role, ..node(name, Some(mesh)) };
    let below = |parent, role, of: Node| Node { parent: Some(parent), role, ..of };
    let moved = Trs { translation: Vec3::X, rotation: Quat::new(0.0, 0.6, 0.0, 0.8), ..Trs::IDENTITY };
    let nodes = vec![
        Node { local: moved, light: Some(0), camera: Some(0), ..node("parent", None) },
        Node {
            local: Trs { scale: Vec3::splat(2.0), ..Trs::IDENTITY },
            extras: custom(),
            ..below(0, Role::Plain, node("big chair", Some(0)))
        },
        node("table", Some(1)),
        hidden("big chair_LOD1", 1, Role::Lod { of: 1, level: 1 }),
        hidden("big chair_PHYS", 1, Role::Physics),
        hidden("big chair_HULL_000", 1, Role::Hull),
        hidden("big chair_BOUND", 1, Role::Bounding),
        hidden("Head_OuterCage", 1, Role::Cage),
        hidden("Hat_Att", 1, Role::Attachment),
        Node { role: Role::Label, ..node("a label", None) },
        hidden("elsewhere", 1, Role::Plain),
        node("Armature", None),
        below(11, Role::Joint, node("root", None)),
        below(12, Role::Joint, node("tip", None)),
        below(13, Role::Joint, node("end", None)),
        below(11, Role::Joint, node("spare", None)),
        Node { skin: Some(0), ..node("body", Some(2)) },
    ];
    let png = rezkit::thumb::Picture { width: 1, height: 1, rgba: vec![255; 4] }.to_png();
    let image =
        |name: &str, mime, bytes: &[u8]| Image { name: name.into(), mime, bytes: bytes.to_vec(), uri: None };
    let track = |node, path, values| Track {
        node,
        path,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values,
    };
    let playback = Playback { repeats: Some(true), ..Playback::default() };
    let tracks = vec![
        track(13, Path::Translation, vec![0.0, 0.0, 0.0, 0.0, 0.5, 0.0]),
        track(13, Path::Scale, vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
    ];
    let shape = square();
    Scene {
        name: "room".into(),
        nodes,
        meshes: vec![chair(), Mesh { shape, ..Mesh::default() }, body()],
        skins: vec![Skin {
            name: "bones".into(),
            joints: vec![12, 13, 14],
            inverse_bind: vec![Mat4::IDENTITY; 3],
            extras: Json::Null,
        }],
        materials: vec![
            oak(),
            Material { name: "glass".into(), alpha: Alpha::Blend, unlit: true, ..Material::default() },
            Material { name: "plain".into(), ..Material::default() },
        ],
        images: vec![
            image("wood", Mime::Png, &png),
            image("light", Mime::Jpeg, JPEG),
            image("idle", Mime::Png, &[&png[..], b"idle"].concat()),
        ],
        animations: vec![Animation { name: "wave".into(), tracks, playback, extras: Json::Null }],
        lights: vec![Light { name: "lamp".into(), colour: Vec3::ONE, intensity: 3.0, ..Light::default() }],
        cameras: vec![Camera { name: "eye".into(), angle: 1.0, near: 0.5, ..Camera::default() }],
        unit: Unit::Other(0.5),
        copyright: "CC0".into(),
        extras: custom(),
    }
}

fn any_node(scene: &Scene, is: impl Fn(&Node) -> bool) -> bool {
    scene.nodes.iter().any(is)
}

fn any_mesh(scene: &Scene, is: impl Fn(&Mesh) -> bool) -> bool {
    scene.meshes.iter().any(is)
}

fn has_role(scene: &Scene, is: impl Fn(Role) -> bool) -> bool {
    any_node(scene, |node| is(node.role))
}

fn any_material(scene: &Scene, is: impl Fn(&Material) -> bool) -> bool {
    scene.materials.iter().any(is)
}

fn has_slot(scene: &Scene, slot: Slot) -> bool {
    any_material(scene, |material| material.texture(slot).is_some())
}

/// A thing that the scene has: how to find it again, and by which codes and words a report names it.
type Thing = (&'static str, fn(&Scene) -> bool, &'static [LossCode], &'static str);

/// `POLYGONS` is the first, which glTF itself does not have.
const THINGS: &[Thing] = {
    use LossCode as C;
    &[
        ("polygons", |it| any_mesh(it, |mesh| mesh.polygons.contains(&2)), &[C::NgonSplit], "polygons"),
        ("levels", |it| has_role(it, |role| matches!(role, Role::Lod { .. })), &[C::LodDropped], "levels"),
        ("physics", |it| has_role(it, |role| role == Role::Physics), &[C::PhysicsDropped], "collisions"),
        ("hull", |it| has_role(it, |role| role == Role::Hull), &[C::PhysicsDropped], "collision"),
        ("bound", |it| has_role(it, |role| role == Role::Bounding), &[C::PhysicsDropped], "collision"),
        ("cage", |it| has_role(it, |role| role == Role::Cage), &[C::NodeDropped], "cages"),
        ("attachment", |it| has_role(it, |role| role == Role::Attachment), &[C::NodeDropped], "attachments"),
        ("label", |it| has_role(it, |role| role == Role::Label), &[C::LabelNode], "label"),
        (
            "objects of other scenes",
            |it| any_node(it, |node| node.name == "elsewhere"),
            &[C::NodeDropped],
            "outside of the default scene",
        ),
        ("tree", |it| any_node(it, |node| node.name == "parent"), &[C::NodeDropped], "without a mesh"),
        (
            "places",
            |it| any_node(it, |node| node.local.scale == Vec3::splat(2.0)),
            &[C::NodeDropped],
            "transform was applied",
        ),
        ("objects", |it| any_node(it, |node| node.name == "table"), &[C::GroupMerged], "objects"),
        (
            "names with blanks",
            |it| any_node(it, |node| node.name == "big chair"),
            &[C::GroupMerged, C::Renamed],
            "",
        ),
        ("mesh names", |it| any_mesh(it, |mesh| mesh.name == "chair shape"), &[C::Renamed], "meshes"),
        ("skin names", |it| it.skins.iter().any(|skin| skin.name == "bones"), &[C::Renamed], "skins"),
        ("joints", |it| any_node(it, |node| node.name == "tip"), &[C::JointUnknown], "joints"),
        (
            "idle joints",
            |it| any_node(it, |node| node.name == "spare" && node.role == Role::Joint),
            &[C::JointUnknown],
            "joints",
        ),
        (
            "weights",
            |it| any_mesh(it, |mesh| !mesh.shape.joints.is_empty()),
            &[C::WeightTruncated],
            "vertices",
        ),
        (
            "more weights",
            |it| any_mesh(it, |mesh| mesh.influences(0).filter(|(_, weight)| *weight == 0.25).count() == 2),
            &[C::WeightTruncated, C::WeightRounded],
            "vertices",
        ),
        ("animations", |it| !it.animations.is_empty(), &[C::AnimResampled], "animations"),
        (
            "scales in animations",
            |it| it.animations.iter().flat_map(|it| &it.tracks).any(|track| track.path == Path::Scale),
            &[C::AnimScale, C::AnimResampled],
            "",
        ),
        (
            "facts about animations",
            |it| it.animations.iter().any(|it| it.playback.repeats == Some(true)),
            &[C::Playback, C::AnimResampled],
            "",
        ),
        ("lights", |it| it.lights.len() == 1, &[C::CameraLightDropped], "lights"),
        ("cameras", |it| it.cameras.len() == 1, &[C::CameraLightDropped], "cameras"),
        ("morphs", |it| any_mesh(it, |mesh| !mesh.morphs.is_empty()), &[C::ParamMorph], "morphs"),
        ("normals", |it| any_mesh(it, |mesh| !mesh.shape.normals.is_empty()), &[C::NormalChanged], "normals"),
        ("tangents", |it| any_mesh(it, |mesh| !mesh.shape.tangents.is_empty()), &[C::Tangent], "tangent"),
        ("uvs", |it| any_mesh(it, |mesh| !mesh.shape.uvs.is_empty()), &[C::UvRounded], "texture coordinates"),
        (
            "colours",
            |it| any_mesh(it, |mesh| mesh.shape.colours.iter().any(|colour| colour.r == 200)),
            &[C::ColourDropped],
            "colour",
        ),
        (
            "opacity",
            |it| any_mesh(it, |mesh| mesh.shape.colours.iter().any(|colour| colour.a == 128)),
            &[C::ColourDropped],
            "",
        ),
        ("groups", |it| any_mesh(it, |mesh| mesh.shape.groups.len() > 1), &[C::GroupMerged], "groups"),
        (
            "group names",
            |it| any_mesh(it, |mesh| mesh.shape.groups.iter().any(|group| group.name == "the seat")),
            &[C::Renamed],
            "",
        ),
        ("lines", |it| any_mesh(it, |mesh| !mesh.lines.is_empty()), &[C::TriDropped], "lines"),
        ("points", |it| any_mesh(it, |mesh| !mesh.points.is_empty()), &[C::TriDropped], "points"),
        (
            "base colour",
            |it| any_material(it, |one| one.base.x == 0.4321),
            &[C::MaterialProp, C::ColourRounded],
            "",
        ),
        ("metal", |it| any_material(it, |one| one.metallic == 0.25), &[C::MaterialProp], "materials"),
        (
            "light",
            |it| any_material(it, |one| one.emissive.y == 0.125),
            &[C::MaterialProp, C::ColourRounded],
            "",
        ),
        ("mask", |it| any_material(it, |one| one.alpha == Alpha::Mask(0.25)), &[C::MaterialProp], ""),
        ("blend", |it| any_material(it, |one| one.alpha == Alpha::Blend), &[C::MaterialProp], ""),
        ("both sides", |it| any_material(it, |one| one.double_sided), &[C::MaterialProp], ""),
        ("unlit", |it| any_material(it, |one| one.unlit), &[C::MaterialProp], ""),
        ("refraction", |it| any_material(it, |one| one.ior.is_some()), &[C::MaterialProp], ""),
        ("specular", |it| any_material(it, |one| one.specular.is_some()), &[C::MaterialProp], ""),
        ("base texture", |it| has_slot(it, Slot::Base), &[C::MaterialProp], "materials"),
        ("occlusion", |it| has_slot(it, Slot::Occlusion), &[C::MaterialProp], ""),
        ("texture of metal", |it| has_slot(it, Slot::MetallicRoughness), &[C::MaterialProp], ""),
        (
            "wrapping",
            |it| any_material(it, |one| one.textures.iter().flatten().any(|texture| texture.nearest)),
            &[C::MaterialProp],
            "",
        ),
        (
            "material names",
            |it| any_material(it, |one| one.name == "oak wood"),
            &[C::MaterialProp, C::Renamed],
            "",
        ),
        ("idle materials", |it| any_material(it, |one| one.name == "plain"), &[C::MaterialProp], ""),
        (
            "jpeg",
            |it| it.images.iter().any(|image| image.mime == Mime::Jpeg && !image.bytes.is_empty()),
            &[C::TextureFormat, C::MaterialProp],
            "textures",
        ),
        (
            "idle images",
            |it| it.images.iter().any(|image| image.name == "idle"),
            &[C::TextureExternal],
            "images",
        ),
        ("unit", |it| it.unit == Unit::Other(0.5), &[C::FileFields], "unit"),
        ("copyright", |it| it.copyright == "CC0", &[C::FileFields], "copyright"),
        (
            "custom properties",
            |it| any_node(it, |node| node.extras.get("price").is_some()),
            &[C::FileFields],
            "custom",
        ),
    ]
};

/// The things that are neither restored nor reported as a loss.
fn silent(target: &str, things: &[Thing], back: Option<&Scene>, losses: &[Loss]) -> Vec<String> {
    let is_named = |codes: &[LossCode], word: &str| {
        let mut real = losses.iter().filter(|loss| loss.severity > LossSeverity::Note);
        real.any(|loss| codes.contains(&loss.code) && loss.what.contains(word))
    };
    let is_silent = |(_, found, codes, word): &&Thing| !back.is_some_and(*found) && !is_named(codes, word);
    things.iter().filter(is_silent).map(|(name, ..)| format!("{target}: {name}")).collect()
}

#[test]
fn what_a_format_does_not_hold_is_named() {
    let scene = everything();
    assert_eq!(scene.check(), []);
    let mut wrong = Vec::new();
    let options = SceneOptions::default();
    for format in [Format::RbxMesh, Format::SlMesh, Format::M3d] {
        // Its joints are none of the avatar's.
        let told = AssetOptions::default().rig(RigPreset::Of(Rig::SecondLife));
        let (asset, losses) = from_scene(&scene, format, &told).unwrap();
        let (back, _) = to_scene(&asset, &options.clone().extras(false)).unwrap();
        wrong.extend(silent(&format!("{format:?}"), THINGS, Some(&back), &losses));
    }
    let (written, losses) = obj::write(&scene, 0, &scene.rest(), "room");
    let mut files = |name: &str| Some(written.files.iter().find(|(file, _)| file == name)?.1.clone());
    let (back, _) = read(&written.obj, &options, &mut files).unwrap();
    wrong.extend(silent("OBJ", THINGS, Some(&back), &losses));
    let (_, losses) = stl::write(&scene, 0, &scene.rest());
    wrong.extend(silent("STL", THINGS, None, &losses));
    let (written, losses) = dae::write(&scene, "room");
    let mut files = |name: &str| Some(written.files.iter().find(|(file, _)| file == name)?.1.clone());
    let (back, _) = read(&written.dae, &options, &mut files).unwrap();
    wrong.extend(silent("Collada", THINGS, Some(&back), &losses));
    // glTF has everything but polygons; without extras, less.
    let (glb, warnings) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(warnings.list, []);
    for extras in [true, false] {
        let mut to = ExchangeOptions::to(Format::Glb);
        to.scene = to.scene.extras(extras);
        let made = convert(&glb, &to, &mut |_| None).unwrap();
        let (back, _) = read(&made.bytes, &options, &mut |_| None).unwrap();
        wrong.extend(silent(&format!("GLB, extras: {extras}"), &THINGS[1..], Some(&back), &made.losses));
        if extras {
            assert_eq!(made.losses, []);
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_plain_triangle_loses_nothing() {
    let mut plain = Scene { meshes: vec![Mesh { shape: square(), ..Mesh::default() }], ..Scene::default() };
    plain.meshes[0].shape.normals = vec![Vec3::Z; 4];
    plain.nodes.push(Node { name: "square".into(), mesh: Some(0), ..Node::default() });
    assert_eq!(obj::write(&plain, 0, &plain.rest(), "square").1, []);
    let (_, losses) = from_scene(&plain, Format::M3d, &AssetOptions::default()).unwrap();
    assert_eq!(losses, []);
    let (_, losses) = from_scene(&plain, Format::RbxMesh, &AssetOptions::default()).unwrap();
    assert_eq!(losses, []);
    plain.meshes[0].shape.normals.clear();
    assert_eq!(stl::write(&plain, 0, &plain.rest()).1, []);
    // Quads become triangles in glTF, and stay quads in OBJ.
    let quad = b"o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let codes = |format| {
        let made = convert(quad, &ExchangeOptions::to(format), &mut |_| None).unwrap();
        made.losses.iter().map(|loss| loss.code).collect::<Vec<_>>()
    };
    assert_eq!((codes(Format::Glb), codes(Format::Obj)), (vec![LossCode::NgonSplit], vec![]));
}

/// Notes say that something comes back, which is so in the extras of glTF alone.
#[test]
fn only_gltf_keeps_what_a_scene_does_not_show() {
    let head = std::fs::read(crate::support::fixtures().join("rbxmesh/valid/v500.mesh")).unwrap();
    for format in [Format::Obj, Format::Stl] {
        let made = convert(&head, &ExchangeOptions::to(format), &mut |_| None).unwrap();
        let lost =
            |code| made.losses.iter().any(|loss| loss.code == code && loss.severity == LossSeverity::Lost);
        let all =
            [LossCode::FileFields, LossCode::AnimResampled, LossCode::JointUnknown, LossCode::LodDropped];
        assert!(all.into_iter().all(lost), "{:#?}", made.losses);
    }
}
