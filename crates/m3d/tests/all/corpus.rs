//! Laws and traces of every sample, of the corpus and of `fixtures/foreign`.

use crate::models::random::unpacked;
use crate::support;
use m3d::{Model, Place, ReadOptions, Same, read, read_with, write};

/// The binary samples that can be read by default.
fn samples() -> Vec<support::File> {
    let all = support::samples("m3d");
    all.into_iter().filter(|(name, bytes)| name.ends_with(".m3d") && read(bytes).is_ok()).collect()
}

/// The chunks of a file before packing, without the bytes after them.
fn payload(bytes: &[u8]) -> Vec<u8> {
    unpacked(bytes).unwrap_or_else(|| {
        let header = crate::locate(bytes, "header");
        bytes[header.expect("a header").1.start..].to_vec()
    })
}

/// Sets every decoded value to itself, through the public API only.
fn rebuilt(model: &Model) -> Model {
    let mut copy = Model::default();
    let Model { preview, packing, scale, types, strings, chunks, end, trailing } = model;
    copy.preview.clone_from(preview);
    copy.packing = *packing;
    copy.scale = *scale;
    copy.types = m3d::Types::from_bits(types.to_bits());
    copy.strings.bytes = strings.bytes.clone();
    copy.chunks = chunks.iter().map(rebuilt_chunk).collect();
    copy.end.clone_from(end);
    copy.trailing.clone_from(trailing);
    copy
}

/// Rebuilds meshes face by face; other chunks have only plain fields.
fn rebuilt_chunk(chunk: &m3d::Chunk) -> m3d::Chunk {
    use m3d::{Chunk, Mesh, Record};
    match chunk {
        Chunk::Mesh(mesh) => {
            let mut copy = Mesh { surplus: mesh.surplus.clone(), ..Mesh::default() };
            let mut faces = mesh.faces();
            for record in &mesh.records {
                match record {
                    Record::Polygons { count, .. } => {
                        faces.by_ref().take(*count as usize).for_each(|face| copy.push(&face).unwrap());
                    }
                    special => copy.records.push(*special),
                }
            }
            Chunk::Mesh(copy)
        }
        other => other.clone(),
    }
}

#[test]
fn the_values_of_samples_say_it_all() {
    let samples = samples();
    for (name, bytes) in &samples {
        let model = read(bytes).unwrap();
        assert!(payload(&write(&rebuilt(&model)).unwrap()) == payload(bytes), "{name}: another payload");
    }
    let n_samples = samples.iter().filter(|(name, _)| !name.starts_with(support::FOREIGN)).count();
    assert!(n_samples == 0 || n_samples == 103, "{n_samples} samples");
}

#[test]
fn what_strict_reading_says_lenient_reading_warns_of_first() {
    for (name, bytes) in samples() {
        let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).map(drop);
        // A warning about framing may be found before one inside the frame, so the first by place need not be the
        // first found.
        assert_eq!(strict.is_ok(), warnings.is_empty(), "{name}: {strict:?} {warnings:?}");
        if let Err(error) = strict {
            assert!(warnings.contains(&error), "{name}: {error} is not among {warnings:?}");
            assert!(matches!(error.place(), Place::Input(_) | Place::Inner { .. }), "{name}");
        }
    }
}

/// The meaning of a model, independent of its indices: faces by the values of their corners, bones, actions and so
/// on.
fn meaning(model: &Model) -> Vec<String> {
    let vertices = model.vertices().cloned().unwrap_or_default();
    let point = |index: Option<usize>| {
        let vertex = index.and_then(|at| vertices.get(at));
        vertex.map(|vertex| {
            (vertex.position.to_array(), model.colour(vertex.colour).filter(|c| *c != geom::Rgba8::default()))
        })
    };
    let bones = model.skeleton().map(|skeleton| skeleton.bones.clone()).unwrap_or_default();
    let bone = |index: m3d::BoneIndex| {
        index.get().and_then(|at| bones.get(at)).map(|bone| model.text(bone.name).into_owned())
    };
    let mut all: Vec<String> = m3d::Title::ALL.map(|title| model.title(title).into_owned()).into();
    for mesh in model.meshes() {
        let mut faces: Vec<String> = mesh
            .faces()
            .map(|face| {
                let points: Vec<_> = face.vertices.iter().map(|index| point(index.get())).collect();
                let normals: Vec<_> =
                    face.normals.iter().map(|index| point(index.get()).map(|(at, _)| at)).collect();
                let skins: Vec<Vec<_>> = face
                    .vertices
                    .iter()
                    .map(|index| {
                        let skin =
                            index.get().and_then(|at| vertices.get(at)).and_then(|vertex| vertex.skin.get());
                        let skin = skin.and_then(|at| model.skeleton()?.skins.get(at).copied());
                        skin.into_iter()
                            .flat_map(|skin| skin.influences().map(|(b, _)| bone(b)).collect::<Vec<_>>())
                            .collect()
                    })
                    .collect();
                let map = model.texture_map();
                let pairs: Vec<_> =
                    face.tex_coords.iter().map(|pair| pair.get().and_then(|at| map?.pairs.get(at))).collect();
                format!("{:?} {points:?} {normals:?} {skins:?} {pairs:?}", model.text(face.material))
            })
            .collect();
        faces.sort();
        all.extend(faces);
    }
    for bone_of in &bones {
        let parent = bone(bone_of.parent);
        let (at, turned) = (point(bone_of.position.get()), point(bone_of.orientation.get()));
        all.push(format!("{:?} {parent:?} {at:?} {turned:?}", model.text(bone_of.name)));
    }
    for material in model.materials() {
        let values: Vec<_> = material
            .properties
            .iter()
            .map(|property| match property.value {
                m3d::PropertyValue::Colour(colour) => {
                    format!("{:?}", model.colour(colour).unwrap_or_default())
                }
                m3d::PropertyValue::Texture(name) => model.text(name).into_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        all.push(format!("{:?} {values:?}", model.text(material.name)));
    }
    for action in model.actions() {
        for frame in &action.frames {
            let moves: Vec<_> = frame
                .transforms
                .iter()
                .map(|t| (bone(t.bone), point(t.position.get()), point(t.orientation.get())))
                .collect();
            all.push(format!("{:?} {} {} {moves:?}", model.text(action.name), action.duration, frame.time));
        }
    }
    for labels in model.labels() {
        let texts: Vec<_> =
            labels.labels.iter().map(|label| (point(label.vertex.get()), model.text(label.text))).collect();
        all.push(format!("{:?} {:?} {texts:?}", model.text(labels.group), model.text(labels.language)));
    }
    for block in model.voxel_blocks() {
        let cells = block
            .spread()
            .take(100_000)
            .fold(0_u64, |sum, voxel| sum.wrapping_mul(31).wrapping_add(voxel.0.into()));
        all.push(format!("{:?} {:?} {:?} {cells}", model.text(block.name), block.position, block.size));
    }
    all.extend(model.assets().map(|asset| format!("{:?} {:?}", model.text(asset.name), asset.data)));
    all
}

#[test]
fn the_canonical_form_says_the_same_and_settles() {
    let options = m3d::CanonicalOptions::default();
    for (name, bytes) in samples() {
        let model = read(&bytes).unwrap();
        let canonical = match model.canonical(&options) {
            Ok(canonical) => canonical,
            Err(error) => {
                assert!(name.starts_with("malformed"), "{name}: {error}");
                continue;
            }
        };
        let written = write(&canonical).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = read(&written).unwrap();
        assert_eq!(again.difference(&canonical), None, "{name}");
        assert_eq!(again.canonical(&options).unwrap().difference(&canonical), None, "{name} does not settle");
        if !name.starts_with("malformed") && !name.contains("sentinel") && !name.contains("vrts_twice") {
            assert_eq!(meaning(&canonical), meaning(&model), "{name}");
        }
        let before = payload(&bytes).len();
        assert!(
            payload(&written).len() <= before + 4 * 65534,
            "{name}: {} of {before}",
            payload(&written).len()
        );
        for coordinates in [m3d::CoordinateType::Float, m3d::CoordinateType::Double] {
            let wide = model.canonical(&options.clone().coordinates(coordinates).normalise(true)).unwrap();
            assert!(
                wide.vertices().is_none_or(|all| all.coordinates.coordinate_type() == coordinates),
                "{name}"
            );
            write(&wide).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Real files break rules, but none whose findings are errors. Fixtures do so on purpose.
#[test]
fn errors_are_found_where_they_are() {
    for (name, bytes) in samples() {
        let findings = m3d::validate(&read(&bytes).unwrap());
        let errors = findings.iter().filter(|finding| finding.rule.severity == m3d::Severity::Error);
        let mut ids: Vec<_> = errors.map(|finding| finding.rule.id).collect();
        ids.dedup();
        let expected: &[&str] = match name.rsplit(['/', '.']).nth(1).unwrap_or_default() {
            "hand_sentinel_u8" | "bad_face_oob" => &["M3D012"],
            "hand_minus128" | "bad_chunk_len_huge" | "bad_chunk_len_zero" | "bad_no_omd3" => &["M3D002"],
            "hand_quad" => &["M3D041"],
            "bad_bone_count_short" => &["M3D006"],
            "bad_color_no_cmap" => &["M3D011"],
            "bad_mesh_short_rec" | "bad_mtrl_unknown_prop" | "bad_shape_unknown_cmd" => &["M3D003"],
            "bad_vox_dim_2G" => &["M3D043"],
            "bad_vox_type_oob" => &["M3D017"],
            "bad_vrts_twice" => &["M3D004"],
            _ => &[],
        };
        assert_eq!(ids, expected, "{name}: {findings:?}");
    }
}

/// Counts agree with the description of the corpus, for one file of each program.
#[test]
fn samples_hold_what_is_known_of_them() {
    if support::corpus("m3d").is_none() {
        return;
    }
    let all = samples();
    let model = |name: &str| read(&all.iter().find(|(path, _)| path == name).expect(name).1).unwrap();
    let faces = |model: &Model| model.meshes().map(m3d::Mesh::n_faces).sum::<usize>();

    // Old files have texture coordinates at every corner that take no bytes.
    let wuson = model("upstream/WusonBlitz0.m3d");
    assert_eq!((wuson.types.to_bits(), faces(&wuson)), (0x0000_cfc4, 3732));
    assert!(
        wuson
            .meshes()
            .flat_map(m3d::Mesh::faces)
            .all(|face| face.tex_coords == [m3d::TexCoordIndex::NONE; 3])
    );

    let monu = model("upstream/monu1.m3d");
    let block = monu.voxel_blocks().next().unwrap();
    assert_eq!((monu.types.to_bits(), monu.voxel_types().unwrap().types.len()), (0x014f_cf80, 8));
    assert_eq!(block.n_stored(), block.n_voxels());

    let seagull = model("upstream/seagull.m3d");
    assert_eq!((seagull.skeleton().unwrap().bones.len(), seagull.actions().count()), (8, 1));
    assert!(seagull.asset("gull").unwrap().data.starts_with(b"\x89PNG"));

    let cube = model("upstream/cube_with_vertexcolors.m3d");
    let colour = cube.vertices().unwrap().iter().map(|vertex| cube.colour(vertex.colour).unwrap());
    assert!(colour.into_iter().any(|colour| colour == geom::Rgba8::new(0x7b, 0x6d, 0x78, 0xff)));
    assert_eq!(cube.types.tex_coord, m3d::Width::One);

    let suzanne = model("upstream/suzanne.m3d");
    assert_eq!((suzanne.types.weights, suzanne.skeleton().is_none()), (m3d::WeightCount::Two, true));
    assert_eq!(suzanne.title(m3d::Title::Licence), "GPL");
    let wide = model("hand/hand_vi32.m3d");
    assert_eq!((wide.vertices().unwrap().len(), wide.types.vertex), (67_600, m3d::Width::Four));
    assert_eq!(wide.types.coordinate, m3d::CoordinateType::Int16);
    let grid = model("generated/grid100x100.m3d");
    assert_eq!((grid.vertices().unwrap().len(), faces(&grid)), (10_000, 2 * 99 * 99));
}
