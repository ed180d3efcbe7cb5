//! Editing without knowledge of how a model is stored.

use crate::models::fixture;
use crate::support;
use geom::{Quat, Rgba8, Vec2, Vec3, Vec4};
use m3d::*;

/// Every model of the fixtures: all widths, with and without colours, skins and texture coordinates.
fn models() -> Vec<(String, Model)> {
    let files = support::fixtures("m3d/valid").into_iter().filter(|(name, _)| name.ends_with(".m3d"));
    let found: Vec<_> = files.map(|(name, bytes)| (name, read(&bytes).unwrap())).collect();
    assert!(found.len() > 20);
    found
}

/// Additions can be written and read back, whatever the widths of the model; the rest stays unchanged.
#[test]
fn everything_can_be_added_to_every_model() {
    for (name, original) in models() {
        let mut model = original.clone();
        let n_vertices = model.vertices().map_or(0, Vertices::len);
        let points: Vec<_> =
            (0..300).map(|at| model.add_point(Vec3::new(at as f32 / 300.0, -1.0, 0.25)).unwrap()).collect();
        assert_eq!(points[299], VertexIndex(n_vertices as u32 + 299), "{name}");
        let colour = model.add_colour(Rgba8::new(1, 2, 3, 255)).unwrap();
        let vertex = Vertex { position: Vec4::ONE, colour, skin: SkinIndex::NONE };
        let coloured = model.add_vertex(vertex).unwrap();
        let root = model.add_bone("new root", None, Vec3::X, Quat::IDENTITY).unwrap();
        let tip = model.add_bone("tip", Some(root), Vec3::Y, Quat::IDENTITY).unwrap();
        let skin = model.add_skin(&[(root, 1.0), (tip, 3.0)]).unwrap();
        let skinned = model.add_vertex(Vertex { colour: ColourRef(0), skin, ..vertex }).unwrap();
        let pair = model.add_tex_coord(Vec2::new(0.25, 1.0)).unwrap();
        let steel = model
            .set_material(
                "steel",
                &[
                    (PropertyId::DIFFUSE, NewValue::Colour(Rgba8::new(9, 9, 9, 255))),
                    (PropertyId::DIFFUSE_MAP, NewValue::Texture("scratches")),
                ],
            )
            .unwrap();
        let action = model.add_action("new", 100).unwrap();
        model.add_frame(action, 50, &[(tip, Vec3::Z, Quat::IDENTITY)]).unwrap();
        model.add_frame(action, 20, &[]).unwrap();
        let mut mesh = Mesh { records: vec![Record::Material(steel)], ..Mesh::default() };
        let face = Face {
            material: steel,
            parameter: Name::NONE,
            parts: Parts::default(),
            vertices: &points[..3],
            tex_coords: &[pair; 3],
            normals: &[],
            max_vertices: &[],
        };
        mesh.push(&face).unwrap();
        model.chunks.push(Chunk::Mesh(mesh));

        let back = read(&write(&model).unwrap_or_else(|error| panic!("{name}: {error}"))).unwrap();
        let differs = back.difference(&model);
        // Labels and other chunks that could not be decoded may be decoded with wider fields.
        assert!(differs.is_none(), "{name}: {differs:?}");
        let vertices = back.vertices().unwrap();
        let place = |index: VertexIndex| vertices.get(index.0 as usize).unwrap();
        assert!((place(points[150]).position.x - 0.5).abs() < 0.005, "{name}");
        assert_eq!(back.colour(place(coloured).colour), Some(Rgba8::new(1, 2, 3, 255)), "{name}");
        assert_eq!(place(skinned).skin, skin, "{name}");
        let found = back.skeleton().unwrap().skins[skin.0 as usize];
        assert_eq!((found.weights[..2].to_vec(), found.bones[0]), (vec![191, 64], tip), "{name}");
        let uv = back.texture_map().unwrap().pairs.get(pair.0 as usize).unwrap();
        assert!((uv.x - 0.25).abs() < 0.003 && uv.y == 1.0, "{name}");
        let frames: Vec<_> =
            back.actions().nth(action).unwrap().frames.iter().map(|frame| frame.time).collect();
        assert_eq!(frames, [20, 50], "{name}");
        let pose = back.pose(back.actions().nth(action).unwrap(), 50.0, Playback::Hold);
        assert_eq!(pose.bones[tip.0 as usize].position, Vec3::Z, "{name}");

        // The original parts are unchanged.
        for (at, vertex) in original.vertices().into_iter().flat_map(Vertices::iter).enumerate() {
            let now = vertices.get(at).unwrap();
            assert_eq!((now.position, now.skin), (vertex.position, vertex.skin), "{name}");
            assert_eq!(
                back.colour(now.colour).unwrap_or_default(),
                original.colour(vertex.colour).unwrap_or_default(),
                "{name}"
            );
        }
    }
}

#[test]
fn vertices_beyond_one_make_floats() {
    for (name, mut model) in models() {
        let coordinate = model.types.coordinate;
        let near = model.add_point(Vec3::new(0.5, -1.0, 0.0)).unwrap();
        assert!(model.types.coordinate == coordinate || model.vertices().unwrap().len() == 1, "{name}");
        let place = |model: &Model, index: VertexIndex| {
            model.vertices().unwrap().get(index.0 as usize).unwrap().position.xyz()
        };
        assert!((place(&model, near) - Vec3::new(0.5, -1.0, 0.0)).length() < 0.005, "{name}");
        let far = model.add_point(Vec3::new(0.0, 100.0, 0.0)).unwrap();
        assert_eq!(place(&model, far), Vec3::new(0.0, 100.0, 0.0), "{name}");
        assert!(read(&write(&model).unwrap()).unwrap().same(&model), "{name}");
        assert!(model.add_point(Vec3::splat(f32::NAN)).is_err());
    }
}

#[test]
fn texture_coordinates_beyond_one_make_floats() {
    let mut model = fixture("hand/hand_tiny.m3d");
    model.add_tex_coord(Vec2::new(1.5, -2.0)).unwrap();
    assert_eq!(model.types.coordinate, CoordinateType::Float);
    assert_eq!(model.texture_map().unwrap().pairs.get(2), Some(Vec2::new(1.5, -2.0)));
    assert_eq!(model.texture_map().unwrap().pairs.get(1), Some(Vec2::new(1.0, 32768.0 / 65535.0)));
}

#[test]
fn colours_are_found_or_added() {
    let mut model = fixture("hand/hand_tiny.m3d");
    let red = Rgba8::new(255, 0, 0, 255);
    assert_eq!(model.add_colour(red).unwrap(), ColourRef(1));
    for at in 0..=255 {
        model.add_colour(Rgba8::new(0, at, 0, 255)).unwrap();
    }
    assert_eq!((model.types.colour, model.colour_map().unwrap().colours.len()), (Width::Two, 258));
    assert!(read(&write(&model).unwrap()).unwrap().same(&model));
}

#[test]
fn a_material_is_renamed_everywhere() {
    let mut model = fixture("authored/auth_shapes.fixedsdk.m3d");
    // The material is used by two shapes, and defined once.
    assert_eq!(model.rename_material("steel", "rusty steel"), 3);
    let used: Vec<_> = model.used_materials().into_iter().map(|name| model.text(name)).collect();
    assert_eq!(used, ["rusty steel"]);
    assert_eq!(model.rename_material("steel", "x"), 0);

    let mut hut = fixture("authored/auth_voxel.fixedsdk.m3d");
    assert_eq!(hut.rename_material("core:wood", "core:oak"), 1);
    assert_eq!(hut.rename_material("core:apple", "core:pear"), 1);
    let items = &hut.voxel_types().unwrap().types[3].items;
    assert_eq!(hut.text(items[0].name), "core:pear");

    // A texture of the same name keeps its name.
    let mut model = Model::default();
    model.set_material("skin", &[(PropertyId::DIFFUSE_MAP, NewValue::Texture("skin"))]).unwrap();
    assert_eq!(model.rename_material("skin", "fur"), 1);
    let Some(PropertyValue::Texture(texture)) = model.material("fur").unwrap().get(PropertyId::DIFFUSE_MAP)
    else {
        unreachable!()
    };
    assert_eq!(model.text(texture), "skin");
}

#[test]
fn set_material_replaces() {
    let mut model = fixture("hand/hand_tiny.m3d");
    model.set_material("red", &[(PropertyId::METALLIC, NewValue::Float(1.0))]).unwrap();
    assert_eq!(model.materials().count(), 1);
    assert_eq!(model.material("red").unwrap().get(PropertyId::METALLIC), Some(PropertyValue::Float(1.0)));
}

#[test]
fn what_is_missing_is_an_error() {
    let mut model = Model::default();
    let bone = BoneIndex(0);
    let errors = [
        model.add_bone("a", Some(bone), Vec3::ZERO, Quat::IDENTITY).unwrap_err(),
        model.add_skin(&[(bone, 1.0)]).unwrap_err(),
        model.add_frame(0, 0, &[]).unwrap_err(),
        model.add_point(Vec3::new(f32::INFINITY, 0.0, 0.0)).unwrap_err(),
    ];
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "bone 0 is not below 0",
            "bone 0 is not below 0",
            "action 0 is not below 0",
            "coordinate inf does not fit a finite number",
        ]
    );
    assert_eq!(model, Model::default());
    let root = model.add_bone("a", None, Vec3::ZERO, Quat::IDENTITY).unwrap();
    assert!(model.add_skin(&[(root, 0.0)]).is_err());
}

#[test]
fn full_maps_and_actions_take_no_more() {
    let mut model = fixture("hand/hand_tiny.m3d");
    model.types.colour = m3d::Width::Two;
    let colours = (0..0x1_0000_u32).map(|n| Rgba8::new(n as u8, (n >> 8) as u8, 0, 0)).collect();
    model.chunks.retain(|chunk| !matches!(chunk, Chunk::ColourMap(_)));
    model.chunks.push(Chunk::ColourMap(m3d::ColourMap { colours, surplus: Vec::new() }));
    let error = model.add_colour(Rgba8::new(1, 2, 3, 4)).unwrap_err();
    assert_eq!(error.kind(), &m3d::ErrorKind::TooLong { len: 0x1_0000 });
    let frames = vec![m3d::Frame::default(); 0xffff];
    model.chunks.push(Chunk::Action(m3d::Action { frames, ..m3d::Action::default() }));
    let error = model.add_frame(model.actions().count() - 1, 0, &[]).unwrap_err();
    assert_eq!(error.kind(), &m3d::ErrorKind::TooLong { len: 0x1_0000 });
}

#[test]
fn models_that_no_file_can_hold_are_refused() {
    let mut none = Model::default();
    none.types.vertex = m3d::Width::Absent;
    assert_eq!(
        write(&none).unwrap_err().to_string(),
        "header.types: the header says that there is no vertex"
    );
    // A single weight is not stored.
    let with = |chunk| Model { chunks: vec![chunk], ..Model::default() };
    let skin = m3d::Skin { weights: [254, 0, 0, 0, 0, 0, 0, 0], bones: [BoneIndex(0); 8] };
    let skeleton = m3d::Skeleton { skins: vec![skin], ..m3d::Skeleton::default() };
    let mut one = with(Chunk::Skeleton(skeleton));
    one.fit();
    one.types.weights = m3d::WeightCount::One;
    let text = "chunks[0] BONE, skins[0]: weights [254, 0, 0, 0, 0, 0, 0, 0] does not fit the header's number of weights";
    assert_eq!(write(&one).unwrap_err().to_string(), text);
    let frames = vec![m3d::Frame::default(); 0x1_0000];
    let action = with(Chunk::Action(m3d::Action { frames, ..m3d::Action::default() }));
    let text = "chunks[0] ACTN, frames: there are 65536, more than the format can count";
    assert_eq!(write(&action).unwrap_err().to_string(), text);
    let records = vec![m3d::Record::Polygons { sides: 0, parts: m3d::Parts::default(), count: 1 }];
    let mesh = with(Chunk::Mesh(m3d::Mesh { records, ..m3d::Mesh::default() }));
    let text = "chunks[0] MESH, records[0]: the text form cannot express number of corners 0";
    assert_eq!(m3d::ascii::write(&mesh).unwrap_err().to_string(), text);
    let pairs = m3d::TexCoords::F32(vec![[0.0, 0.0], [0.0, f32::INFINITY]]);
    let map = with(Chunk::TextureMap(m3d::TextureMap { pairs, ..m3d::TextureMap::default() }));
    let coordinates = m3d::Coordinates::F32(vec![[f32::NAN, 0.0, 0.0, 1.0]]);
    let vertices = m3d::Vertices { coordinates, skins: vec![SkinIndex::NONE], ..m3d::Vertices::default() };
    let rate = m3d::Command::Divide { rate: m3d::Scalar::F32(f32::INFINITY) };
    let shape = with(Chunk::Shape(m3d::Shape { commands: vec![rate], ..m3d::Shape::default() }));
    let errors = [map, with(Chunk::Vertices(vertices)), shape];
    let paths = ["TMAP, pairs[1]", "VRTS, vertices[0]", "SHPE, commands[0].rate"];
    let values = ["v inf", "x NaN", "number inf"];
    let texts =
        [0, 1, 2].map(|n| format!("chunks[0] {}: the text form cannot express {}", paths[n], values[n]));
    assert_eq!(errors.map(|model| m3d::ascii::write(&model).unwrap_err().to_string()), texts);
    let rate = m3d::Command::Divide { rate: m3d::Scalar::F32(f32::INFINITY) };
    let mut shape = with(Chunk::Shape(m3d::Shape { commands: vec![rate], ..m3d::Shape::default() }));
    let text = "SHPE: coordinate inf does not fit one byte, which holds -1 to 1";
    assert_eq!(shape.requantise(m3d::CoordinateType::Int8).unwrap_err().to_string(), text);
}

/// `write` never changes widths; its error names the method that does.
#[test]
fn write_names_fit() {
    let mut model = fixture("hand/hand_tiny.m3d");
    let Some(Chunk::Mesh(mesh)) = model.chunks.iter_mut().find(|chunk| matches!(chunk, Chunk::Mesh(_)))
    else {
        unreachable!()
    };
    mesh.vertices[0] = VertexIndex(300);
    let error = write(&model).unwrap_err();
    assert!(error.to_string().contains("300 does not fit one byte; `Model::fit` widens fields"), "{error}");
    model.fit();
    assert!(write(&model).is_ok());
}
