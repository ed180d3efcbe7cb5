//! Changes of single values, and views on a model.

use crate::support;
use m3d::*;

fn fixture(name: &str) -> (Model, Vec<u8>) {
    let bytes = support::fixture(format!("m3d/valid/{name}.m3d"));
    (read(&bytes).unwrap(), bytes)
}

#[test]
fn a_title_moves_all_names_behind_it() {
    let (model, _) = fixture("hand/hand_all_u8");
    let texts = |model: &Model| {
        let material = model.material("mat_a").expect("a material").name;
        let bones: Vec<_> =
            model.skeleton().unwrap().bones.iter().map(|bone| model.text(bone.name).into_owned()).collect();
        (
            model.text(material).into_owned(),
            bones,
            model.action("walk").is_some(),
            model.asset("surf.lua").is_some(),
        )
    };
    for text in ["", "x", "a much longer name than before", "cut\0here"] {
        let mut edited = model.clone();
        edited.set_title(Title::Licence, text);
        assert_eq!(edited.title(Title::Licence), text.split('\0').next().unwrap());
        assert_eq!(edited.title(Title::Description), "made by hand");
        assert_eq!(texts(&edited), texts(&model));
        edited.fit();
        assert_eq!(read(&write(&edited).unwrap()).unwrap().difference(&edited), None);
    }
    let mut bare = Model { strings: Strings { bytes: vec![] }, ..Model::default() };
    bare.set_title(Title::Author, "Me Name <me@github>, John <https://example.org>,, ");
    let authors: Vec<_> =
        bare.authors().map(|author| (author.name.into_owned(), author.contact.into_owned())).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(authors, [pair("Me Name", "me@github"), pair("John", "https://example.org")]);
    assert_eq!(bare.keywords(), None);
    bare.set_title(Title::Description, "META\nGENERATOR=rezkit-1\nnot one\nX=1=2");
    assert_eq!(
        bare.keywords().unwrap(),
        [("GENERATOR".into(), "rezkit-1".into()), ("X".into(), "1=2".into())]
    );
}

/// Names may share strings.
#[test]
fn a_title_leaves_names_that_share_its_bytes() {
    let mut model = Model::default();
    model.set_title(Title::Name, "a body");
    model.set_title(Title::Licence, "CC0");
    let own = model.strings.intern("own");
    // The suffixes of both titles, the empty string after the first, a name, and a dangling name.
    let names = [Name(2), Name(7), Name(8), Name(6), own, Name(u32::MAX)];
    model.chunks.extend(names.map(|script| Chunk::Procedure(Procedure { script, ..Procedure::default() })));
    let texts =
        |model: &Model| model.procedures().map(|one| model.text(one.script).into_owned()).collect::<Vec<_>>();
    let before = texts(&model);
    assert_eq!(before, ["body", "CC0", "C0", "", "own", ""]);
    for (title, text) in [(Title::Name, "x"), (Title::Licence, "a longer one"), (Title::Name, "")] {
        model.set_title(title, text);
        assert_eq!((&*model.title(title), texts(&model)), (text, before.clone()));
    }
    assert_eq!(model.procedures().last().unwrap().script, Name(u32::MAX));
}

/// The table may grow by a copy of the title that names share, and by missing titles.
#[test]
fn names_of_nothing_stay_so() {
    let tables = ["a body\0CC0\0\0\0", "a body\0CC0\0\0\0open end", "a body\0", "open", ""];
    for table in tables {
        let len = table.len() as u32;
        let mut model = Model { strings: Strings { bytes: table.into() }, ..Model::default() };
        let names = (0..len + 20).chain([u32::MAX - 3, u32::MAX - 1, u32::MAX]).map(Name);
        model.chunks.extend(names.map(|script| Chunk::Procedure(Procedure { script, surplus: vec![] })));
        let strings = |model: &Model| {
            let names = model.procedures().map(|one| model.strings.get(one.script).map(<[u8]>::to_vec));
            names.collect::<Vec<_>>()
        };
        let before = strings(&model);
        for title in Title::ALL {
            for text in ["", "x", "a longer text"] {
                let mut edited = model.clone();
                edited.set_title(title, text);
                assert_eq!(edited.title(title), text);
                for (before, after) in before.iter().zip(strings(&edited)) {
                    // The empty suffix of the first title is no string once the title is empty.
                    let is_same = after == *before || (after.is_none() && before.as_deref() == Some(b""));
                    assert!(is_same, "{table:?}, {title:?}, {text:?}: {before:?} became {after:?}");
                }
            }
        }
        // The materials of a library keep dangling names, too.
        let mut library = Model::default();
        let [red, texture] = ["red", "a texture"].map(|name| library.strings.intern(name));
        let properties = vec![Property { id: PropertyId(128), value: PropertyValue::Texture(texture) }];
        library.chunks.push(Chunk::Material(Material { name: red, properties, surplus: vec![] }));
        let name = model.strings.intern("red");
        let before = strings(&model);
        let uses = Mesh { records: vec![Record::Material(name)], ..Mesh::default() };
        model.chunks.push(Chunk::Mesh(uses));
        let whole = model.with_materials_of(&library);
        assert!(whole.strings.bytes.len() > model.strings.bytes.len());
        assert_eq!(strings(&whole), before, "{table:?}");
    }
}

/// A map that needs all two-byte indices must not be taken for inline colours.
#[test]
fn the_widths_chosen_are_the_smallest_that_mean_the_same() {
    let colours = (0..=u16::MAX).map(|i| geom::Rgba8::new(i as u8, (i >> 8) as u8, 7, 255)).collect();
    let mut vertices = Vertices::from_positions([[0.0; 3]]);
    vertices.colours = vec![ColourRef(0xffff)];
    let mut model = Model::default();
    model.types.colour = Width::Two;
    model.chunks = vec![
        Chunk::ColourMap(ColourMap { colours, surplus: vec![] }),
        Chunk::Vertices(vertices),
        Chunk::Action(Action { frames: vec![Frame::default()], ..Action::default() }),
    ];
    model.fit();
    let again = read(&write(&model).unwrap()).unwrap();
    let colour = again.vertices().unwrap().get(0).unwrap().colour;
    assert_eq!(again.colour(colour), Some(geom::Rgba8::new(255, 255, 7, 255)));
    assert_eq!((again.types.colour, again.types.transforms), (Width::Two, Width::Absent));
    for (count, width) in [(1, Width::One), (253, Width::One), (254, Width::Two)] {
        let Some(Chunk::Action(action)) = model.chunks.last_mut() else { panic!() };
        action.frames[0].transforms = vec![Transform::default(); count];
        model.fit();
        assert_eq!(model.types.transforms, width);
        assert!(write(&model).is_ok());
    }
}

/// Shapes refer to faces by number, so faces keep their order; the scale of a mesh is no point, and does not shrink.
#[test]
fn faces_that_shapes_name_stay_in_their_order() {
    let mut model = untidy();
    let scaling = VertexIndex(0);
    let part = MeshArguments::ScaledRange {
        faces: (FaceIndex(0), FaceIndex::NONE),
        position: VertexIndex(2),
        orientation: OrientationIndex(4),
        scale: scaling,
    };
    let commands = vec![Command::Mesh { part }];
    model.chunks.push(Chunk::Shape(Shape { commands, ..Shape::default() }));
    let canonical = model.canonical(&CanonicalOptions::default().normalise(true)).unwrap();
    let names = |model: &Model| {
        let faces = model.meshes().flat_map(Mesh::faces).map(|face| model.text(face.material).into_owned());
        faces.collect::<Vec<_>>()
    };
    assert_eq!(names(&canonical), names(&model));
    assert_eq!(names(&canonical), ["glass", "wall", "glass", ""]);
    let [Command::Mesh { part: MeshArguments::ScaledRange { position, scale, .. } }] =
        canonical.shapes().next().unwrap().commands[..]
    else {
        panic!()
    };
    let at = |index: VertexIndex| canonical.vertices().unwrap().get(index.get().unwrap()).unwrap().position.x;
    assert_eq!((at(position), at(scale)), (-1.0 / 3.0, 3.0));
}

/// A refused polygon leaves the mesh unchanged.
#[test]
fn polygons_that_no_file_has_are_refused() {
    let points = [VertexIndex(0); 256];
    let pairs = [TexCoordIndex(0); 15];
    let face = |n: usize| Face {
        material: Name::NONE,
        parameter: Name::NONE,
        parts: Parts(0),
        vertices: &points[..n],
        tex_coords: &[],
        normals: &[],
        max_vertices: &[],
    };
    let mut mesh = Mesh::default();
    mesh.push(&Face { tex_coords: &pairs, ..face(15) }).unwrap();
    let before = mesh.clone();
    for n in [0, 16, 255, 256] {
        let error = mesh.push(&face(n)).unwrap_err();
        assert_eq!(error.to_string(), format!("number of corners {n} does not fit 1 to 15"));
    }
    let error = mesh.push(&Face { normals: &points[..2], tex_coords: &pairs[..3], ..face(3) }).unwrap_err();
    assert_eq!(error.to_string(), "expected 3 as the number of normals, found 2");
    assert_eq!(mesh, before);
}

#[test]
fn the_authored_files_say_what_their_texts_do() {
    let (quad, _) = fixture("authored/auth_texquad.fixedsdk");
    let board = quad.material("board").unwrap();
    let Some(PropertyValue::Colour(colour)) = board.get(PropertyId::DIFFUSE) else { panic!() };
    assert_eq!(quad.colour(colour), Some(geom::Rgba8::new(0x30, 0x20, 0x10, 0xff)));
    assert_eq!(board.get(PropertyId::ILLUMINATION), Some(PropertyValue::Byte(2)));
    let texture = quad.texture("checker", |_| None).unwrap();
    assert!(texture.file.is_none() && texture.data.starts_with(b"\x89PNG"));

    let (poles, _) = fixture("authored/auth_bones2.fixedsdk");
    let bend = poles.action("bend").unwrap();
    assert_eq!(
        (bend.duration, bend.frames.iter().map(|frame| frame.time).collect::<Vec<_>>()),
        (1000, vec![0, 400, 1000])
    );
    let tree: Vec<_> = poles.skeleton().unwrap().walk();
    assert_eq!(tree, [(BoneIndex(0), 0), (BoneIndex(1), 1)]);
    assert_eq!(poles.skeleton().unwrap().children(BoneIndex::NONE).collect::<Vec<_>>(), [BoneIndex(0)]);

    let (labels, _) = fixture("authored/auth_labels.fixedsdk");
    let german = labels.labels().find(|group| labels.text(group.language) == "de_DE").unwrap();
    let texts: Vec<_> = german.labels.iter().map(|label| labels.text(label.text).into_owned()).collect();
    assert_eq!(texts, ["Ende_X", "Ursprung"]);

    let (hut, _) = fixture("authored/auth_voxel.fixedsdk");
    let roof = hut.voxel_blocks().nth(1).unwrap();
    assert_eq!((roof.uncertainty, roof.group, roof.size, roof.position), (102, 7, [4, 1, 3], [-2, 2, -1]));
    let voxels: Vec<_> = roof.spread().map(|voxel| voxel.0.cast_signed()).collect();
    assert_eq!(voxels, [1, 1, 1, 1, 1, -2, -1, 1, 1, 1, 1, 1]);
    let chest = &hut.voxel_types().unwrap().types[3];
    assert_eq!((hut.text(chest.name), chest.shape, chest.items.len()), ("core:chest".into(), 272, 2));
    assert_eq!(chest.quarter_turns(), [0, 2, 0]);

    let (shapes, _) = fixture("authored/auth_shapes.fixedsdk");
    let mut ids: Vec<_> = shapes.shapes().flat_map(|shape| shape.commands.iter().map(Command::id)).collect();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() >= 36, "{ids:?}");
}

#[test]
fn the_hand_made_files_have_every_width() {
    let types = |name: &str| fixture(&format!("hand/{name}")).0.types;
    assert_eq!(
        (types("hand_all_u8").coordinate, types("hand_all_u8").colour),
        (CoordinateType::Int8, Width::One)
    );
    let wide = types("hand_all_u32_float");
    assert_eq!(
        (wide.coordinate, wide.vertex, wide.colour, wide.skin),
        (CoordinateType::Float, Width::Four, Width::Four, Width::Four)
    );
    let double = types("hand_all_double_nb8");
    assert_eq!(
        (double.coordinate, double.vertex, double.weights),
        (CoordinateType::Double, Width::Two, WeightCount::Eight)
    );
    assert_eq!(types("hand_all_nb1").weights, WeightCount::One);
    // All four files have the same meaning.
    let faces = |name: &str| fixture(&format!("hand/{name}")).0.meshes().map(Mesh::n_faces).sum::<usize>();
    assert_eq!(
        ["hand_all_u8", "hand_all_u32_float", "hand_all_double_nb8", "hand_all_nb1"].map(faces),
        [11; 4]
    );

    let (sentinels, _) = fixture("hand/hand_sentinel_u8");
    let face = sentinels.meshes().next().unwrap().faces().nth(3).unwrap();
    assert_eq!(face.vertices.iter().map(|vertex| vertex.0.cast_signed()).collect::<Vec<_>>(), [253, -2, -1]);
    let (lowest, _) = fixture("hand/hand_minus128");
    let sides = lowest.vertices().unwrap().iter().flat_map(|vertex| vertex.position.to_array());
    assert_eq!(sides.fold(0.0, f32::min), -128.0 / 127.0);
    let (quad, _) = fixture("hand/hand_quad");
    let sides: Vec<_> = quad.meshes().flat_map(Mesh::faces).map(|face| face.vertices.len()).collect();
    assert_eq!(sides, [3, 4]);
    let (vox, _) = fixture("hand/hand_vox_vd16_vp16");
    assert!(vox.voxel_blocks().any(|block| block.size == [200, 2, 200] && block.spread().count() == 80_000));
}

#[test]
fn materials_come_from_a_library() {
    let (library, _) = fixture("hand/hand_mtllib");
    let names: Vec<_> =
        library.materials().map(|material| library.text(material.name).into_owned()).collect();
    let mut model = Model::default();
    model.chunks.push(Chunk::Vertices(Vertices::from_positions([[0.0; 3]])));
    let mut mesh = Mesh::from_triangles([[0, 0, 0]]);
    for name in names.iter().map(String::as_str).chain(["nowhere"]) {
        mesh.records.insert(0, Record::Material(model.strings.intern(name)));
    }
    model.chunks.push(Chunk::Mesh(mesh));
    for inline in [true, false] {
        let mut user = model.clone();
        if !inline {
            user.fit();
            assert_eq!(user.types.colour, Width::Absent);
        }
        let whole = user.with_materials_of(&library);
        assert_eq!(whole.materials().count(), names.len());
        for name in &names {
            let (mine, theirs) = (whole.material(name).unwrap(), library.material(name).unwrap());
            assert_eq!(whole.opacity(mine), library.opacity(theirs));
            for (a, b) in mine.properties.iter().zip(&theirs.properties) {
                match (a.value, b.value) {
                    (PropertyValue::Colour(a), PropertyValue::Colour(b)) => {
                        assert_eq!(
                            whole.colour(a).unwrap_or_default(),
                            library.colour(b).unwrap_or_default()
                        );
                    }
                    (PropertyValue::Texture(a), PropertyValue::Texture(b)) => {
                        assert_eq!(whole.text(a), library.text(b))
                    }
                    (a, b) => assert_eq!(a, b),
                }
            }
        }
        let bytes = write(&whole).unwrap();
        assert_eq!(read(&bytes).unwrap().difference(&whole), None);
        assert_eq!(whole.with_materials_of(&library).difference(&whole), None);
    }
}

#[test]
fn textures_are_looked_for_in_order() {
    let asked = std::cell::RefCell::new(Vec::new());
    let none = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        None
    };
    let mut model = Model::default();
    assert_eq!(model.texture("skin", none), None);
    assert_eq!(model.texture("skin.jpg", none), None);
    assert_eq!(model.texture("", none), None);
    assert_eq!(*asked.borrow(), ["skin.png", "skin", "skin.jpg"]);
    // Readers ignore an asset without data.
    let name = model.strings.intern("skin");
    model.chunks.extend([vec![], vec![1]].map(|data| Chunk::Asset(Asset { name, data })));
    assert_eq!(*model.texture("skin", none).unwrap().data, [1]);
}

#[test]
fn many_strings_come_once_each() {
    let mut strings = Strings::default();
    let first = strings.intern("3");
    let mut names = strings.interner();
    let all: Vec<_> = (0..100_000).map(|i| names.intern(&format!("{}\0rest", i % 50_000))).collect();
    assert_eq!(all[..50_000], all[50_000..]);
    assert_eq!((all[3], strings.names().count()), (first, 50_000));
    assert_eq!(strings.get(all[49_999]), Some(&b"49999"[..]));
}

#[test]
fn bones_whose_parent_is_not_there_are_at_the_top() {
    let bone = |parent| Bone { parent: BoneIndex(parent), ..Bone::default() };
    let bones = [u32::MAX, 0, 9, u32::MAX - 1, 2].map(bone).to_vec();
    let skeleton = Skeleton { bones, ..Skeleton::default() };
    let top: Vec<_> = skeleton.children(BoneIndex::NONE).collect();
    assert_eq!(top, [0, 2, 3].map(BoneIndex));
    assert_eq!(skeleton.children(BoneIndex(2)).collect::<Vec<_>>(), [BoneIndex(4)]);
    let walked: Vec<_> = skeleton.walk().into_iter().filter(|(_, depth)| *depth == 0).collect();
    assert_eq!(walked, top.into_iter().map(|bone| (bone, 0)).collect::<Vec<_>>());
}

/// A square of four triangles in two sizes, with a colour, two materials and a skin whose weights do not add up to
/// 255.
fn untidy() -> Model {
    let mut model = Model { packing: Packing::Plain, ..Model::default() };
    let [glass, wall] = ["glass", "wall"].map(|name| model.strings.intern(name));
    let _ = model.strings.intern("unused");
    let rows = vec![[3.0, 0.0, 0.0], [3.0, 0.0, 0.0], [-1.0, 1.5, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]];
    let mut vertices = Vertices::from_positions(rows);
    let blue = ColourRef::inline(geom::Rgba8::new(0, 0, 99, 255));
    vertices.colours = vec![blue, blue, blue, ColourRef(0), ColourRef(0)];
    vertices.skins = vec![SkinIndex(1), SkinIndex(0), SkinIndex::NONE, SkinIndex::NONE, SkinIndex::NONE];
    let mut skin = Skin::single(BoneIndex(0));
    (skin.weights[0], skin.weights[3], skin.bones[3]) = (100, 100, BoneIndex(1));
    let bone = |parent| Bone {
        parent,
        name: Name::NONE,
        position: VertexIndex(3),
        orientation: OrientationIndex(4),
    };
    let bones = vec![bone(BoneIndex(1)), bone(BoneIndex::NONE)];
    let material = |name, alpha| {
        let colour = ColourRef::inline(geom::Rgba8::new(9, 9, 9, alpha));
        let properties = vec![Property { id: PropertyId::DIFFUSE, value: PropertyValue::Colour(colour) }];
        Chunk::Material(Material { name, properties, surplus: vec![] })
    };
    let mut mesh = Mesh::default();
    for name in [glass, wall, glass, Name::NONE] {
        mesh.records.push(Record::Material(name));
        mesh.push(&Face {
            material: name,
            parameter: Name::NONE,
            parts: Parts::NORMAL,
            vertices: &[0, 1, 2].map(VertexIndex),
            tex_coords: &[],
            normals: &[4, 4, 4].map(VertexIndex),
            max_vertices: &[],
        })
        .unwrap();
    }
    model.chunks = vec![
        Chunk::Mesh(mesh),
        Chunk::Unknown(Unknown { magic: *b"mine", data: vec![1] }),
        material(glass, 100),
        material(wall, 255),
        Chunk::Skeleton(Skeleton { bones, skins: vec![skin, skin], surplus: vec![1] }),
        Chunk::Vertices(vertices),
    ];
    model
}

#[test]
fn the_canonical_form_is_tidy() {
    let options = CanonicalOptions::default().normalise(true).coordinates(CoordinateType::Int16);
    let model = untidy().canonical(&options).unwrap();
    let magic: Vec<_> = model.chunks.iter().map(|chunk| chunk.magic().escape_ascii().to_string()).collect();
    assert_eq!(magic, ["CMAP", "VRTS", "BONE", "MTRL", "MTRL", "MESH", "mine"]);
    // Faces without a material come first, then opaque ones; each material occurs once; equal corners are merged.
    let materials: Vec<_> =
        model.meshes().flat_map(Mesh::faces).map(|face| model.text(face.material).into_owned()).collect();
    assert_eq!(materials, ["", "wall", "glass", "glass"]);
    let vertices = model.vertices().unwrap();
    let Coordinates::I16(rows) = &vertices.coordinates else { panic!() };
    // Points and the positions of bones are scaled; normals and orientations are not.
    assert_eq!(
        *rows,
        [[32767, 0, 0, 32767], [-10922, 16384, 0, 32767], [0, 0, 10922, 32767], [0, 0, 32767, 32767]]
    );
    assert_eq!(model.scale, 3.0);
    let skeleton = model.skeleton().unwrap();
    assert_eq!(
        skeleton.bones.iter().map(|bone| bone.parent).collect::<Vec<_>>(),
        [BoneIndex::NONE, BoneIndex(0)]
    );
    assert_eq!((skeleton.skins.len(), skeleton.skins[0].sum()), (1, 255));
    assert_eq!(skeleton.skins[0].bones[..2], [BoneIndex(1), BoneIndex(0)]);
    assert_eq!(
        (model.types.weights, model.types.vertex, model.types.tex_coord),
        (WeightCount::Two, Width::One, Width::Absent)
    );
    assert_eq!(model.strings.find("unused"), None);
    let brightness: Vec<_> = model
        .colour_map()
        .unwrap()
        .colours
        .iter()
        .map(|colour| colour.r.max(colour.g).max(colour.b))
        .collect();
    assert!(brightness.is_sorted() && brightness.len() == 4, "{brightness:?}");
    let written = write_with(&untidy(), &WriteOptions::default().canonical(options)).unwrap();
    assert!(written.len() < write(&untidy()).unwrap().len() / 2);
    let errors = validate(&model).into_iter().filter(|finding| finding.rule.severity == Severity::Error);
    assert_eq!(errors.count(), 0);
}

/// Bugs of the reference writer: one text for all labels, outdated vertex indices in shapes, one alpha for all
/// colours of a material, eight weights with the code for four, and parameters written as materials.
#[test]
fn the_canonical_form_keeps_what_the_reference_writer_loses() {
    let mut model = Model { packing: Packing::Plain, ..Model::default() };
    let [group, near, far, width, glass] =
        ["group", "near", "far", "width", "glass"].map(|name| model.strings.intern(name));
    // Three points, one of them twice, an orientation, and two unused vertices.
    let rows = [[9.0; 3], [1.0, 0.0, 0.0], [8.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5]];
    let mut vertices = Vertices::from_positions(rows);
    vertices.skins = vec![SkinIndex(0); 6];
    let point = VertexIndex;
    let (centre, orientation) = (point(4), OrientationIndex(5));
    let commands = vec![
        Command::Line { points: vec![point(1), point(3), point(4)] },
        Command::BezierNormal { points: vec![(point(4), point(5))] },
        Command::Circle { centre, orientation, radius: Scalar::F32(0.25) },
    ];
    let weights = [32, 32, 32, 32, 32, 32, 32, 31];
    let skin = Skin { weights, bones: [0, 1, 0, 1, 0, 1, 0, 1].map(BoneIndex) };
    let bone = Bone { position: centre, orientation, ..Bone::default() };
    let colour = |alpha| PropertyValue::Colour(ColourRef::inline(geom::Rgba8::new(1, 2, 3, alpha)));
    let property = |id, alpha| Property { id, value: colour(alpha) };
    let properties = vec![property(PropertyId::DIFFUSE, 100), property(PropertyId::SPECULAR, 255)];
    let mut mesh = Mesh { records: vec![Record::Parameter { kind: 1, name: width }], ..Mesh::default() };
    mesh.push(&Face {
        material: Name::NONE,
        parameter: width,
        parts: Parts::MAX_VERTEX,
        vertices: &[1, 3, 4, 1].map(point),
        tex_coords: &[],
        normals: &[],
        max_vertices: &[4, 4, 3, 1].map(point),
    })
    .unwrap();
    let label = |vertex, text| Label { vertex: point(vertex), text };
    let labels = vec![label(4, near), label(3, far)];
    model.chunks = vec![
        Chunk::Vertices(vertices),
        Chunk::Skeleton(Skeleton { bones: vec![bone, bone], skins: vec![skin], surplus: vec![] }),
        Chunk::Material(Material { name: glass, properties, surplus: vec![] }),
        Chunk::Mesh(mesh),
        Chunk::Shape(Shape { name: group, group: BoneIndex(1), commands, surplus: vec![] }),
        Chunk::Labels(Labels { group, language: Name::NONE, colour: ColourRef(0), labels, surplus: vec![] }),
    ];
    model.fit();
    let options = WriteOptions::default().canonical(CanonicalOptions::default().drop_unused(true));
    let after = read(&write_with(&model, &options).unwrap()).unwrap();

    let rows = after.vertices().unwrap();
    assert_eq!(rows.len(), 3);
    let at = |index: Option<usize>| {
        let [x, y, z, _] = rows.get(index.unwrap()).unwrap().position.to_array();
        [x, y, z]
    };
    let (right, up, front) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5]);
    let [line, patch, circle] = &after.shapes().next().unwrap().commands[..] else { panic!() };
    let Command::Line { points } = line else { panic!() };
    assert_eq!(points.iter().map(|point| at(point.get())).collect::<Vec<_>>(), [right, right, up]);
    let Command::BezierNormal { points } = patch else { panic!() };
    assert_eq!((at(points[0].0.get()), at(points[0].1.get())), (up, front));
    let Command::Circle { centre, orientation, radius } = circle else { panic!() };
    assert_eq!((at(centre.get()), at(orientation.get()), radius.get()), (up, front, 0.25));

    let labels = &after.labels().next().unwrap().labels;
    let texts: Vec<_> = labels.iter().map(|label| (after.text(label.text), at(label.vertex.get()))).collect();
    assert_eq!(texts, [("near".into(), up), ("far".into(), right)]);
    let glass = after.material("glass").unwrap();
    let alpha = |id| match glass.get(id) {
        Some(PropertyValue::Colour(colour)) => after.colour(colour).unwrap().a,
        other => panic!("{other:?}"),
    };
    assert_eq!([PropertyId::DIFFUSE, PropertyId::SPECULAR].map(alpha), [100, 255]);
    let face = after.meshes().next().unwrap().faces().next().unwrap();
    assert_eq!((after.text(face.parameter), face.vertices.len()), ("width".into(), 4));
    assert_eq!(face.max_vertices.iter().map(|max| at(max.get())).collect::<Vec<_>>(), [up, up, right, right]);
    let skeleton = after.skeleton().unwrap();
    assert_eq!((after.types.weights, skeleton.skins[0]), (WeightCount::Eight, skin));
}

#[test]
fn what_does_not_fit_is_said() {
    let mut model = Model::default();
    model.chunks.push(Chunk::Vertices(Vertices::from_positions([[0.0; 3], [0.0, -1.5, 0.0]])));
    model.fit();
    let small = CanonicalOptions::default().coordinates(CoordinateType::Int8);
    let error = model.canonical(&small).unwrap_err();
    assert_eq!(
        error.to_string(),
        "VRTS.vertices[1]: coordinate -1.5 does not fit one byte, which holds -1 to 1"
    );
    assert_eq!(error.place(), Place::Model);
    assert!(model.canonical(&small.normalise(true)).is_ok());

    let says = |edit: &dyn Fn(&mut Model)| {
        let mut model = model.clone();
        edit(&mut model);
        write(&model).unwrap_err().to_string()
    };
    assert_eq!(says(&|m| m.types.reserved = 64), "header.types: reserved 64 does not fit six bits");
    assert_eq!(
        says(&|m| m.types.string = Width::Absent),
        "header.types: the header says that there is no string"
    );
    let unfitted = "found 0 colours, but the header's types require 2; `Model::fit` corrects both";
    assert_eq!(says(&|m| m.types.colour = Width::One), format!("chunks[0] VRTS: {unfitted}"));
    assert_eq!(says(&|m| m.types = Types::default()), format!("chunks[0] VRTS: {unfitted}"));
    assert_eq!(
        says(&|m| m.types.coordinate = CoordinateType::Int8),
        "chunks[0] VRTS: expected coordinates of type Int8, found Float"
    );
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Mesh(Mesh::from_triangles([[0, 1, 254]])))),
        "chunks[1] MESH, records[0]: vertex 254 does not fit one byte; `Model::fit` widens fields"
    );
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Skeleton(Skeleton::default()))),
        "chunks[1] BONE: the header says that there is no bone"
    );
    let uneven =
        Mesh { records: vec![Record::Polygons { sides: 4, parts: Parts(0), count: 1 }], ..Mesh::default() };
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Mesh(uneven.clone()))),
        "chunks[1] MESH, records[0]: expected 4 as the number of corners, found 0"
    );
    let mut all = model.clone();
    all.chunks.push(Chunk::Mesh(uneven.clone()));
    let error = all.canonical(&CanonicalOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "chunks[1] MESH: expected 4 as the number of corners, found 0");
    // Claimed counts of records are compared with the lists.
    let many = Record::Polygons { sides: 15, parts: Parts(0), count: u32::MAX };
    let claims = Mesh { records: vec![many; 1000], ..Mesh::default() };
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Mesh(claims.clone()))),
        "chunks[1] MESH, records[0]: expected 64424509425 as the number of corners, found 0"
    );
    let wrong = Property { id: PropertyId::DIFFUSE, value: PropertyValue::Float(1.0) };
    let material = Material { properties: vec![wrong], ..Material::default() };
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Material(material.clone()))),
        "chunks[1] MTRL, properties[0]: expected a value of kind Colour for property 0, found Float(1.0)"
    );
    let parameter = Record::Parameter { kind: 0, name: Name(4) };
    let no_corners = Record::Polygons { sides: 0, parts: Parts(0), count: 1 };
    for (record, text) in [
        (parameter, "chunks[1] MESH, records[0]: kind of a record 0 does not fit 1 to 15"),
        (no_corners, "chunks[1] MESH, records[0]: number of corners 0 does not fit 1 to 15"),
    ] {
        let mesh = Mesh { records: vec![record], ..Mesh::default() };
        assert_eq!(says(&|m| m.chunks.push(Chunk::Mesh(mesh.clone()))), text);
    }
    let end = Unknown { magic: *b"OMD3", data: vec![] };
    assert_eq!(
        says(&|m| m.chunks.push(Chunk::Unknown(end.clone()))),
        "chunks[1] OMD3: expected a chunk, found the end mark"
    );
    assert_eq!(
        says(&|m| (m.packing, m.trailing) = (Packing::Plain, vec![1])),
        "expected 0 as the number of trailing bytes of a model that is not packed, found 1"
    );
}

/// Strict reading finds no error at any level.
#[test]
fn any_level_writes_the_same_model() {
    let (model, _) = fixture("rigged");
    for level in 0..=9 {
        let options = WriteOptions::default().packing(Packing::Zlib).level(level);
        let bytes = write_with(&model, &options).unwrap();
        let (again, _) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
        assert_eq!(again.difference(&Model { packing: Packing::Zlib, ..model.clone() }), None);
    }
}

#[test]
fn what_is_packed_anew_is_packed_as_asked() {
    let (mut model, bytes) = fixture("authored/auth_extra.sdk");
    let onto = |model: &Model, original: &[u8], options: WriteOptions| {
        write_onto_with(model, original, &ReadOptions::default(), &options).unwrap()
    };
    let level = |level| WriteOptions::default().level(level);
    assert_eq!(onto(&model, &bytes, level(0)), bytes);
    model.scale = 7.0;
    let (loose, tight) = (onto(&model, &bytes, level(0)), onto(&model, &bytes, level(9)));
    assert!(loose.len() > tight.len(), "{} and {} bytes", loose.len(), tight.len());
    assert_eq!(read(&loose).unwrap(), read(&tight).unwrap());
    // A canonical file whose data are compressed differently.
    let canonical = |n| level(n).canonical(CanonicalOptions::default()).packing(Packing::Zlib);
    let small = write_with(&model, &canonical(1)).unwrap();
    assert_ne!(small, write_with(&model, &canonical(9)).unwrap());
    assert_eq!(onto(&model, &small, canonical(9)), small);
}
