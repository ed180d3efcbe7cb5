//! Tests of the Collada reader and writer, with files in the manner of several exporters.

use ::scene::dae::{self, DaeOptions};
use ::scene::geom::{Group, Mat4, Quat, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use ::scene::{
    Alpha, Animation, Interpolation, Material, Mesh, Node, Path, ProblemKind, Role, Scene, Skin, Track, Trs,
    Unit,
};

/// Returns a Collada file with this asset and these libraries.
fn file(asset: &str, rest: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\
         <asset>{asset}</asset>{rest}</COLLADA>"
    )
    .into_bytes()
}

fn source(id: &str, stride: usize, values: &str) -> String {
    let count = values.split_whitespace().count();
    format!(
        "<source id=\"{id}\"><float_array id=\"{id}-array\" count=\"{count}\">{values}</float_array><technique_common>\
         <accessor source=\"#{id}-array\" count=\"{}\" stride=\"{stride}\"/></technique_common></source>",
        count / stride
    )
}

/// Returns a geometry of four vertices with these primitives.
fn sheet(primitives: &str) -> String {
    format!(
        "<library_geometries><geometry id=\"g\" name=\"sheet\"><mesh>{}{}{}<vertices id=\"v\"><input semantic=\"POSITION\" \
         source=\"#p\"/></vertices>{primitives}</mesh></geometry></library_geometries>",
        source("p", 3, "0 0 0  1 0 0  1 1 0  0 1 0"),
        source("n", 3, "0 0 1"),
        source("t", 2, "0 0  1 0  1 1  0 1"),
    )
}

const SHOWN: &str = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n1\" name=\"wall\"><instance_geometry \
                     url=\"#g\"/></node></visual_scene></library_visual_scenes>\
                     <scene><instance_visual_scene url=\"#s\"/></scene>";

fn read(file: &[u8]) -> Scene {
    let (scene, warnings) = dae::read_with(file, &DaeOptions::default(), &mut |_| None).unwrap();
    assert_eq!(warnings.list, []);
    assert_eq!(scene.check(), []);
    scene
}

#[test]
fn primitives_of_all_kinds_are_triangles() {
    let inputs = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" \
                  offset=\"1\"/><input semantic=\"TEXCOORD\" source=\"#t\" offset=\"2\" set=\"0\"/>";
    let polygon = "0 0 0  1 0 1  2 0 2  3 0 3";
    for (primitive, expected) in [
        (format!("<triangles count=\"1\">{inputs}<p>0 0 0 1 0 1 2 0 2</p></triangles>"), vec![[0, 1, 2]]),
        (
            format!("<polylist count=\"1\">{inputs}<vcount>4</vcount><p>{polygon}</p></polylist>"),
            vec![[0, 1, 2], [0, 2, 3]],
        ),
        (format!("<polygons count=\"1\">{inputs}<p>{polygon}</p></polygons>"), vec![[0, 1, 2], [0, 2, 3]]),
        (format!("<trifans count=\"1\">{inputs}<p>{polygon}</p></trifans>"), vec![[0, 1, 2], [0, 2, 3]]),
        (format!("<tristrips count=\"1\">{inputs}<p>{polygon}</p></tristrips>"), vec![[0, 1, 2], [2, 1, 3]]),
    ] {
        let scene = read(&file("<up_axis>Y_UP</up_axis>", &(sheet(&primitive) + SHOWN)));
        let shape = &scene.meshes[0].shape;
        assert_eq!(shape.indices, expected, "{primitive}");
        assert_eq!(shape.normals[0].to_array(), [0.0, 0.0, 1.0]);
        // The scene's V axis points down, Collada's up.
        assert_eq!(shape.uvs[1], Vec2::new(1.0, 1.0));
    }
}

#[test]
fn axes_and_units_are_those_of_a_scene() {
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
    let moved = SHOWN.replace("name=\"wall\">", "name=\"wall\"><translate>0 0 5</translate>");
    let of = |unit: &str| read(&file(&format!("{unit}<up_axis>Z_UP</up_axis>"), &(sheet(triangle) + &moved)));
    let scene = of("<unit meter=\"0.25\"/>");
    assert_eq!(scene.unit, Unit::Metre);
    assert_eq!(scene.meshes[0].shape.positions[2].to_array(), [0.25, 0.0, -0.25]);
    assert_eq!(scene.nodes[0].local.translation.to_array(), [0.0, 1.25, 0.0]);
    // A unit of 0.28 m is read as studs.
    let scene = of("<unit meter=\"0.28\"/>");
    assert_eq!((scene.unit, scene.nodes[0].local.translation.to_array()), (Unit::Stud, [0.0, 5.0, 0.0]));
    let again = read(&dae::write(&scene, "wall").0.dae);
    assert_eq!(
        (again.unit, &again.meshes[0].shape.positions),
        (Unit::Stud, &scene.meshes[0].shape.positions)
    );
    // A unit that is not a positive length is ignored.
    assert_eq!(of("<unit meter=\"-1\"/>").nodes[0].local.translation.to_array(), [0.0, 5.0, 0.0]);
}

/// A rotation followed by a non-uniform scale is a shear; SketchUp writes such matrices.
#[test]
fn what_nodes_have_no_place_for_is_in_the_vertices() {
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
    let turned = "<node name=\"turned\"><rotate>0 0 1 45</rotate><instance_geometry url=\"#g\"/></node>";
    let sheared = turned.replace("<rotate>", "<scale>3 1 1</scale><rotate>");
    let nodes = |more: &str| {
        format!(
            "<library_visual_scenes><visual_scene id=\"s\">{sheared}{more}</visual_scene></library_visual_scenes>"
        )
    };
    let scene = read(&file("", &(sheet(triangle) + &nodes(turned))));
    let placed = scene.skinned(0, &scene.rest());
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert!(near(&placed[1].to_array(), &[3.0 * half, half, 0.0]), "{placed:?}");
    assert!(near(&placed[2].to_array(), &[0.0, 2.0 * half, 0.0]), "{placed:?}");
    // The node without the shear shows the mesh unchanged.
    assert_eq!(scene.meshes[1].shape.positions[1].to_array(), [1.0, 0.0, 0.0]);
    assert!(near(&scene.skinned(1, &scene.rest())[1].to_array(), &[half, half, 0.0]));
    // An animated node keeps its own transform, and a warning reports the lost shear.
    let moved = nodes("").replace("name=\"turned\"", "id=\"t\"");
    let channel = "<library_animations><animation><channel source=\"#a\" target=\"t/r\"/></animation></library_animations>";
    let moved = file("", &(sheet(triangle) + channel + &moved));
    let (_, warnings) = dae::read_with(&moved, &DaeOptions::default(), &mut |_| None).unwrap();
    assert_eq!(warnings.list[0].to_string(), "a shear was left out: 1 node");
}

/// Tests habits of exporters: normals in `<vertices>` and zero normals of edges (SketchUp), decimal commas, and one
/// name per line.
#[test]
fn habits_of_exporters_are_understood() {
    let mesh = format!(
        "<library_geometries><geometry id=\"g\"><mesh>{}{}<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/>\
         <input semantic=\"NORMAL\" source=\"#n\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" \
         source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles><lines count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" \
         offset=\"0\"/><p>3 2</p></lines></mesh></geometry></library_geometries>",
        source("p", 3, "0 0 0  1,5 0 0  1 1 0  0 1 0"),
        source("n", 3, "0 0 1  0 0 1  0 0 1  0 0 0"),
    );
    let scene = read(&file("<unit meter=\"0,5\"/>", &(mesh + SHOWN)));
    let shown = &scene.meshes[0];
    assert_eq!(shown.shape.positions[1].to_array(), [0.75, 0.0, 0.0]);
    assert_eq!((shown.shape.normals[0], shown.lines.len()), (Vec3::Z, 1));
    let controller = "<library_controllers><controller id=\"c\"><skin source=\"#g\"><source id=\"j\"><Name_array id=\"ja\" \
        count=\"2\">\nBip01 Head\nBip01\n</Name_array></source><joints><input semantic=\"JOINT\" source=\"#j\"/></joints>\
        <vertex_weights count=\"0\"><input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input semantic=\"WEIGHT\" \
        source=\"#p\" offset=\"1\"/><vcount/><v/></vertex_weights></skin></controller></library_controllers>";
    let nodes = "<library_visual_scenes><visual_scene id=\"s\"><node sid=\"Bip01\" type=\"JOINT\"><node sid=\"Bip01 Head\" \
        type=\"JOINT\"/></node><node><instance_controller url=\"#c\"/></node></visual_scene></library_visual_scenes>";
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
    let scene = read(&file("", &(sheet(triangle) + controller + nodes)));
    assert_eq!(scene.skins[0].joints, [1, 0]);
}

#[test]
fn objects_of_other_scenes_are_hidden() {
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
    let scenes = "<library_visual_scenes>\
        <visual_scene id=\"a\"><node name=\"first\"><instance_geometry url=\"#g\"/></node></visual_scene>\
        <visual_scene id=\"b\"><node name=\"second\"><instance_geometry url=\"#g\"/></node></visual_scene>\
        </library_visual_scenes><scene><instance_visual_scene url=\"#b\"/></scene>";
    let scene = read(&file("", &(sheet(triangle) + scenes)));
    let found: Vec<_> = scene.nodes.iter().map(|node| (&*node.name, node.hidden)).collect();
    assert_eq!(found, [("first", true), ("second", false)]);
    // Both nodes show one mesh.
    assert_eq!((scene.meshes.len(), scene.nodes[0].mesh, scene.nodes[1].mesh), (1, Some(0), Some(0)));
}

#[test]
fn materials_have_colours_and_textures() {
    let triangle = "<triangles count=\"1\" material=\"wood\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
                    <p>0 1 2</p></triangles>";
    let materials = "<library_images><image id=\"i\" name=\"oak\"><init_from>textures/oak%20wood.png</init_from></image></library_images>\
        <library_effects><effect id=\"e\"><profile_COMMON>\
        <newparam sid=\"surface\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam>\
        <newparam sid=\"sampler\"><sampler2D><source>surface</source><wrap_s>CLAMP</wrap_s></sampler2D></newparam>\
        <technique sid=\"common\"><phong><emission><color>0.5 0.25 0 1</color></emission>\
        <diffuse><texture texture=\"sampler\" texcoord=\"UV\"/></diffuse>\
        <transparent opaque=\"RGB_ZERO\"><color>0.25 0.25 0.25 1</color></transparent><transparency><float>1</float></transparency>\
        </phong></technique></profile_COMMON></effect></library_effects>\
        <library_materials><material id=\"m\" name=\"Oak\"><instance_effect url=\"#e\"/></material></library_materials>";
    let bound = SHOWN.replace(
        "<instance_geometry url=\"#g\"/>",
        "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"wood\" target=\"#m\"/>\
         </technique_common></bind_material></instance_geometry>",
    );
    let file = file("", &(sheet(triangle) + materials + &bound));
    let mut asked = Vec::new();
    let (scene, warnings) = dae::read_with(&file, &DaeOptions::default(), &mut |path| {
        asked.push(path.to_owned());
        None
    })
    .unwrap();
    assert_eq!(asked, ["textures/oak wood.png"]);
    assert_eq!(warnings.list[0].kind, ProblemKind::MissingFile);
    let material = &scene.materials[0];
    // Collada's colours are sRGB.
    assert_eq!((&*material.name, material.emissive.to_array()), ("Oak", [0.214_041_14, 0.050_876_09, 0.0]));
    assert!((material.base.w - 0.75).abs() < 1e-5 && material.alpha == Alpha::Blend);
    assert_eq!(material.textures[0].unwrap().wrap, [::scene::Wrap::Clamp, ::scene::Wrap::Repeat]);
    assert_eq!(scene.meshes[0].shape.groups[0].material.as_deref(), Some("Oak"));
}

/// Returns a scene of a quad with two joints, one of which is animated, and two levels of detail.
fn rig() -> Scene {
    let positions: Vec<Vec3> =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 0.5]].map(Vec3::from_array).to_vec();
    let group = Group { name: String::new(), material: Some("Cloth & <silk>".into()), triangles: 0..2 };
    let shape = TriMesh {
        normals: vec![Vec3::Z; 4],
        uvs: vec![Vec2::new(0.0, 0.25); 4],
        colours: vec![Rgba8 { r: 255, g: 0, b: 51, a: 255 }; 4],
        joints: vec![[0, 1, 0, 0]; 4],
        weights: vec![Vec4::new(0.75, 0.25, 0.0, 0.0); 4],
        indices: vec![[0, 1, 2], [0, 2, 3]],
        groups: vec![group],
        positions,
        ..TriMesh::default()
    };
    let coarse = TriMesh {
        positions: shape.positions[..3].to_vec(),
        normals: shape.normals[..3].to_vec(),
        uvs: shape.uvs[..3].to_vec(),
        colours: shape.colours[..3].to_vec(),
        joints: shape.joints[..3].to_vec(),
        weights: shape.weights[..3].to_vec(),
        indices: vec![[0, 1, 2]],
        groups: vec![Group { triangles: 0..1, ..shape.groups[0].clone() }],
        ..TriMesh::default()
    };
    let node = |name: &str| Node { name: name.into(), ..Node::default() };
    let at = |x: f32, y: f32, z: f32| Trs { translation: Vec3::new(x, y, z), ..Trs::IDENTITY };
    let turned = Trs { rotation: Quat::new(0.6, 0.0, 0.0, 0.8), ..at(0.0, 1.0, 0.0) };
    let skin = Skin {
        joints: vec![0, 1],
        inverse_bind: vec![
            Mat4::IDENTITY,
            Mat4::from_translation_rotation_scale(Vec3::new(0.0, -1.0, 0.5), Quat::IDENTITY, Vec3::ONE),
        ],
        ..Skin::default()
    };
    let track = Track {
        node: 1,
        path: Path::Rotation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.5],
        values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8],
    };
    Scene {
        nodes: vec![
            Node { role: Role::Joint, local: at(0.0, 0.5, 0.25), ..node("mPelvis") },
            Node { role: Role::Joint, parent: Some(0), local: turned, ..node("mTorso") },
            Node { mesh: Some(0), skin: Some(0), ..node("shirt") },
            Node {
                mesh: Some(1),
                skin: Some(0),
                hidden: true,
                role: Role::Lod { of: 2, level: 1 },
                ..node("shirt coarse")
            },
        ],
        meshes: vec![Mesh { shape, ..Mesh::default() }, Mesh { shape: coarse, ..Mesh::default() }],
        skins: vec![skin],
        materials: vec![Material {
            name: "Cloth & <silk>".into(),
            base: Vec4::new(0.5, 0.25, 0.125, 0.5),
            alpha: Alpha::Blend,
            double_sided: true,
            ..Material::default()
        }],
        animations: vec![Animation { name: "turn".into(), tracks: vec![track], ..Animation::default() }],
        ..Scene::default()
    }
}

fn near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[test]
fn what_is_written_comes_back() {
    let scene = rig();
    let (written, losses) = dae::write(&scene, "shirt");
    assert!(losses.is_empty(), "{losses:?}");
    let text = String::from_utf8(written.dae.clone()).unwrap();
    // Second Life's uploader looks for these parts.
    for part in [
        "<up_axis>Z_UP</up_axis>",
        "name=\"shirt_LOD2\"",
        "sid=\"mTorso\"",
        "<skeleton>#mPelvis</skeleton>",
        "sid=\"transform\"",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let mut back = read(&written.dae);
    assert_eq!(back.recognise_names(::scene::LevelOrder::Guess), []);
    assert_eq!(back.nodes[3].role, Role::Lod { of: 2, level: 1 });
    assert_eq!(back.nodes[1].role, Role::Joint);
    for (was, is) in scene.meshes.iter().zip(&back.meshes) {
        assert_eq!(was.shape.positions, is.shape.positions);
        assert_eq!(was.shape.indices, is.shape.indices);
        assert_eq!((&was.shape.normals, &was.shape.colours), (&is.shape.normals, &is.shape.colours));
        assert_eq!(was.shape.uvs, is.shape.uvs);
        assert_eq!((&was.shape.joints[0], was.shape.weights[0]), (&is.shape.joints[0], is.shape.weights[0]));
        assert_eq!(was.shape.groups[0].material, is.shape.groups[0].material);
    }
    for (was, is) in scene.skins[0].inverse_bind.iter().zip(&back.skins[0].inverse_bind) {
        assert!(near(&was.to_rows_array(), &is.to_rows_array()), "{is:?}");
    }
    for (was, is) in scene.nodes.iter().zip(&back.nodes) {
        assert!(near(&was.local.matrix().to_rows_array(), &is.local.matrix().to_rows_array()), "{is:?}");
        assert_eq!(was.parent, is.parent);
    }
    let (was, is) = (&scene.animations[0].tracks[0], &back.animations[0].tracks[0]);
    assert_eq!((was.node, was.path, &was.times), (is.node, is.path, &is.times));
    assert!(near(&was.values, &is.values), "{:?}", is.values);
    let (was, is) = (&scene.materials[0], &back.materials[0]);
    assert_eq!((&was.name, was.alpha, was.double_sided), (&is.name, is.alpha, is.double_sided));
    // Colours are sRGB in the file.
    assert!(near(&was.base.to_array(), &is.base.to_array()), "{:?}", is.base);
}

/// The bind shape matrix applies before the joints.
#[test]
fn a_skin_is_where_its_bind_shape_says() {
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>";
    let controller = format!(
        "<library_controllers><controller id=\"c\"><skin source=\"#g\"><bind_shape_matrix>2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1\
         </bind_shape_matrix><source id=\"j\"><Name_array id=\"ja\" count=\"1\">bone</Name_array></source>{}{}\
         <joints><input semantic=\"JOINT\" source=\"#j\"/><input semantic=\"INV_BIND_MATRIX\" source=\"#b\"/></joints>\
         <vertex_weights count=\"4\"><input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input semantic=\"WEIGHT\" \
         source=\"#w\" offset=\"1\"/><vcount>1 1 1 1</vcount><v>0 0 0 0 0 0 0 0</v></vertex_weights></skin></controller>\
         </library_controllers>",
        source("b", 16, "1 0 0 -1 0 1 0 0 0 0 1 0 0 0 0 1"),
        source("w", 1, "1"),
    );
    let nodes = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"b0\" sid=\"bone\" type=\"JOINT\"><translate>5 0 0\
        </translate></node><node><instance_controller url=\"#c\"><skeleton>#b0</skeleton></instance_controller></node>\
        </visual_scene></library_visual_scenes>";
    let scene = read(&file("", &(sheet(triangle) + &controller + nodes)));
    let placed = scene.skinned(1, &scene.rest());
    // The bind shape doubles the size, the inverse bind matrix moves by −1 and the joint by +5.
    assert_eq!(placed[1].to_array(), [6.0, 0.0, 0.0]);
}

#[test]
fn what_is_broken_is_said() {
    let problem = |file: &[u8]| dae::read(file).unwrap_err();
    assert_eq!(problem(b"<COLLADA><asset>").kind, ProblemKind::Framing);
    assert_eq!(problem(b"<html/>").kind, ProblemKind::Value);
    assert_eq!(problem(b"\xff").kind, ProblemKind::Framing);
    // These files would take the XML reader quadratic time.
    let many: String = (0..200).map(|number| format!(" a{number}='>'")).collect();
    assert_eq!(problem(format!("<COLLADA{many}/>").as_bytes()).kind, ProblemKind::Limit);
    let spaces: String = (0..2000).map(|number| format!("<a xmlns:b{number}='c'/>")).collect();
    assert_eq!(problem(format!("<COLLADA>{spaces}</COLLADA>").as_bytes()).kind, ProblemKind::Limit);
    // A node that contains itself would never end.
    let circle = "<library_nodes><node id=\"n\"><instance_node url=\"#n\"/></node></library_nodes>\
        <library_visual_scenes><visual_scene><node><instance_node url=\"#n\"/></node></visual_scene></library_visual_scenes>";
    assert_eq!(problem(&file("", circle)).kind, ProblemKind::Limit);
    // The vertex, the joint and the texture referred to here do not exist.
    let triangle = "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 9 0 1 2</p></triangles>";
    let broken = file("", &(sheet(triangle) + SHOWN));
    let (scene, warnings) = dae::read_with(&broken, &DaeOptions::default(), &mut |_| None).unwrap();
    assert_eq!(scene.meshes[0].shape.indices.len(), 1);
    assert_eq!(
        warnings.list[0].to_string(),
        "geometry \"g\": left out, since a vertex is missing: 1 polygon (at byte 0x88)"
    );
    let strict = DaeOptions::default().strict(true);
    assert!(dae::read_with(&broken, &strict, &mut |_| None).is_err());
}

/// Tests Bézier tangents in the form that Blender and Maya write for a single component.
#[test]
fn curves_between_keys_are_followed() {
    let nodes = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\" name=\"n\"><translate sid=\"location\">0 0 0\
        </translate></node></visual_scene></library_visual_scenes>";
    let animation = format!(
        "<library_animations><animation id=\"a\" name=\"rise\">{}{}{}{}<source id=\"w\"><Name_array id=\"wa\" count=\"2\">BEZIER \
         BEZIER</Name_array></source><sampler id=\"s1\"><input semantic=\"INPUT\" source=\"#i\"/><input semantic=\"OUTPUT\" \
         source=\"#o\"/><input semantic=\"INTERPOLATION\" source=\"#w\"/><input semantic=\"IN_TANGENT\" source=\"#in\"/><input \
         semantic=\"OUT_TANGENT\" source=\"#out\"/></sampler><channel source=\"#s1\" target=\"n/location.Y\"/></animation>\
         </library_animations>",
        source("i", 1, "0 2"),
        source("o", 1, "0 8"),
        source("in", 2, "0 0 1 8"),
        source("out", 2, "1 0 3 8"),
    );
    let scene = read(&file("", &(animation.clone() + nodes)));
    let track = &scene.animations[0].tracks[0];
    assert_eq!(
        (scene.animations[0].name.as_str(), track.path, track.times.len()),
        ("rise", Path::Translation, 9)
    );
    // The curve starts and ends flat.
    assert!((track.sample(1.0).unwrap()[1] - 4.0).abs() < 1e-4);
    assert!(track.sample(0.25).unwrap()[1] < 0.5);
    // The same animation addresses one element of a matrix by column and row.
    let matrix = nodes.replace(
        "<translate sid=\"location\">0 0 0\
        </translate>",
        "<matrix sid=\"location\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
    );
    let scene = read(&file("", &(animation.replace("location.Y", "location(3)(1)") + &matrix)));
    assert_eq!(scene.animations[0].tracks[0].values, track.values);
}

/// Tests rotations by more than half a turn, such as those of wheels: quaternion keys would take the shorter way.
#[test]
fn more_than_half_a_turn_stays_what_it_is() {
    let nodes = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\" name=\"n\"><rotate sid=\"z\">0 0 1 0</rotate>\
        </node></visual_scene></library_visual_scenes>";
    let turned = |to: &str| {
        let animation = format!(
            "<library_animations><animation id=\"a\" name=\"spin\">{}{}<sampler id=\"s1\"><input semantic=\"INPUT\" \
             source=\"#i\"/><input semantic=\"OUTPUT\" source=\"#o\"/></sampler><channel source=\"#s1\" target=\"n/z.ANGLE\"/>\
             </animation></library_animations>",
            source("i", 1, "0 4"),
            source("o", 1, &format!("0 {to}")),
        );
        read(&file("", &(animation + nodes)))
    };
    for (to, n_keys) in [("90", 2), ("270", 4), ("360", 5), ("720", 9), ("-360", 5), ("1e30", 4097)] {
        let scene = turned(to);
        let track = &scene.animations[0].tracks[0];
        assert_eq!((track.path, track.times.len()), (Path::Rotation, n_keys), "{to}");
    }
    // At an eighth of the duration, the node has turned by an eighth of a whole turn.
    let scene = turned("360");
    let turn = scene.animations[0].tracks[0].sample(0.5).unwrap();
    let sine = (std::f32::consts::PI / 8.0).sin();
    assert!((turn[0].hypot(turn[1]).hypot(turn[2]) - sine).abs() < 1e-5, "{turn:?}");
}
