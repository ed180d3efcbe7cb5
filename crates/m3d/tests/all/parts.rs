//! Files inside models, models without some of their parts, and coordinates of other types.

use crate::models::fixture;
use crate::support;
use m3d::*;

/// All binary samples that can be read.
fn samples() -> Vec<(String, Model)> {
    let ours = support::fixtures("m3d/valid");
    let all = ours.into_iter().chain(support::samples("m3d"));
    let all = all.filter(|(name, _)| name.ends_with(".m3d"));
    all.filter_map(|(name, bytes)| Some((name, read(&bytes).ok()?))).collect()
}

fn kinds(model: &Model) -> Vec<String> {
    model.chunks.iter().map(|chunk| chunk.magic().escape_ascii().to_string()).collect()
}

#[test]
fn files_come_out_and_go_in_again() {
    let original = fixture("authored/auth_texquad.fixedsdk.m3d");
    let mut model = original.clone();
    let files = model.extract();
    assert_eq!((files.len(), &files[0].file[..], files[0].data.len()), (1, "checker.png", 81));
    assert!(model.asset("checker").is_none());
    assert_eq!(model.inline(|_| None), ["checker"]);
    let read_file = |name: &str| files.iter().find(|file| file.file == name).map(|file| file.data.clone());
    assert_eq!(model.inline(read_file), [""; 0]);
    assert!(model.same(&original));
    // Embedded files are not looked up.
    assert_eq!(model.inline(|name| panic!("{name}")), [""; 0]);
}

#[test]
fn scripts_keep_their_names() {
    let mut model = fixture("authored/auth_proc.sdk.m3d");
    let files = model.extract();
    assert_eq!(files.iter().map(|file| &file.file[..]).collect::<Vec<_>>(), ["wave.lua"]);
    let read_file = |name: &str| (name == "wave.lua").then(|| b"return 1".to_vec());
    assert_eq!(model.inline(read_file), [""; 0]);
    assert_eq!(model.asset("wave.lua").unwrap().data, b"return 1");
}

#[test]
fn set_asset_replaces_and_widens() {
    let mut model = fixture("hand/hand_tiny.m3d");
    assert_eq!(model.types.string, Width::One);
    model.set_asset("skin", vec![1]);
    model.set_asset("skin", vec![2]);
    model.set_asset(&"a".repeat(300), vec![3]);
    assert_eq!((model.assets().count(), &model.asset("skin").unwrap().data[..]), (2, &[2][..]));
    assert_eq!(model.types.string, Width::Two);
    assert!(read(&write(&model).unwrap()).unwrap().same(&model));
}

/// A valid model from which parts are removed stays valid, and can be written.
#[test]
fn stripped_models_stay_sound() {
    use Part::*;
    let parts = [
        Preview, Surface, Normals, TexCoords, Colours, Materials, Skeleton, Actions, Labels, Assets, Unknown,
    ];
    for (name, model) in samples() {
        let errors = |model: &Model| {
            let found =
                validate(model).into_iter().filter(|finding| finding.rule.severity == Severity::Error);
            found.map(|finding| finding.to_string()).collect::<Vec<_>>()
        };
        if !errors(&model).is_empty() {
            continue;
        }
        for set in parts.iter().map(std::slice::from_ref).chain([&parts[..]]) {
            let mut stripped = model.clone();
            stripped.strip(set);
            assert_eq!(errors(&stripped), [""; 0], "{name} without {set:?}");
            let bytes = write(&stripped).unwrap_or_else(|error| panic!("{name} without {set:?}: {error}"));
            assert!(read(&bytes).unwrap().same(&stripped), "{name} without {set:?}");
            let mut again = stripped.clone();
            again.strip(set);
            assert!(again.same(&stripped), "{name} without {set:?}");
        }
        let mut nothing = model.clone();
        nothing.strip(&parts);
        assert!(nothing.chunks.is_empty(), "{name}: {:?}", kinds(&nothing));
    }
}

#[test]
fn stripping_removes_what_it_says() {
    let mut model = fixture("authored/auth_texquad.fixedsdk.m3d");
    model.strip(&[Part::TexCoords]);
    assert_eq!(kinds(&model), ["CMAP", "VRTS", "MTRL", "MESH", "ASET"]);
    model.strip(&[Part::Normals]);
    assert_eq!(model.vertices().unwrap().len(), 4);
    model.strip(&[Part::Materials, Part::Assets]);
    assert_eq!(kinds(&model), ["VRTS", "MESH"]);
    assert_eq!(model.meshes().flat_map(Mesh::faces).map(|face| face.material).max(), Some(Name::NONE));
    assert_eq!(model.types.colour, Width::Absent);
}

#[test]
fn animations_work_without_the_rest() {
    let mut n_actions = 0;
    for (name, model) in samples().into_iter().filter(|(name, _)| !name.starts_with("malformed")) {
        let alone = model.animation_only();
        assert!(kinds(&alone).iter().all(|kind| ["VRTS", "BONE", "ACTN"].contains(&&kind[..])), "{name}");
        let alone = read(&write(&alone).unwrap()).unwrap();
        for (action, copy) in model.actions().zip(alone.actions()) {
            assert!(model.key_poses(action).eq(alone.key_poses(copy)), "{name}");
            assert_eq!(model.text(action.name), alone.text(copy.name), "{name}");
            n_actions += 1;
        }
    }
    assert!(n_actions >= 3);
}

#[test]
fn a_library_gives_the_materials_back() {
    let model = fixture("authored/auth_texquad.fixedsdk.m3d");
    let library = read(&write(&model.material_library()).unwrap()).unwrap();
    assert_eq!(kinds(&library), ["CMAP", "MTRL", "ASET"]);
    let mut bare = model.clone();
    bare.chunks.retain(|chunk| !matches!(chunk, Chunk::Material(_)));
    let restored = bare.with_materials_of(&library);
    let look = |model: &Model| {
        let board = model.material("board").unwrap();
        let colour = board.get(PropertyId::DIFFUSE);
        let Some(PropertyValue::Colour(colour)) = colour else { panic!("{colour:?}") };
        (model.colour(colour), board.properties.len())
    };
    assert_eq!(look(&restored), look(&model));
}

#[test]
fn coordinates_change_their_type() {
    for (name, model) in samples() {
        let mut wide = model.clone();
        assert_eq!(wide.requantise(CoordinateType::Double).unwrap(), 0.0, "{name}");
        // Converted back, integers and floats are what they were.
        let mut back = wide.clone();
        if let Ok(difference) = back.requantise(model.types.coordinate) {
            assert_eq!(difference, 0.0, "{name}");
            assert!(back.same(&model), "{name}: {:?}", back.difference(&model));
        }
        for (coordinate, step) in [(CoordinateType::Int8, 127.0), (CoordinateType::Int16, 32767.0)] {
            let mut small = model.clone();
            match small.requantise(coordinate) {
                Ok(difference) => {
                    assert!(difference <= 0.5 / step + 1e-9, "{name}: {difference}");
                    write(&small).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
                Err(error) => {
                    assert!(matches!(error.kind(), ErrorKind::DoesNotFit { .. }), "{name}: {error}");
                    assert!(small.same(&model), "{name}");
                }
            }
        }
    }
}

#[test]
fn texture_coordinates_are_fractions_in_any_type() {
    for pairs in [
        TexCoords::U8(vec![[255, 51]]),
        TexCoords::U16(vec![[65535, 13107]]),
        TexCoords::F32(vec![[1.0, 0.2]]),
        TexCoords::F64(vec![[1.0, 0.2]]),
    ] {
        assert_eq!((pairs.get(0), pairs.get(1)), (Some(geom::Vec2::new(1.0, 0.2)), None));
    }
}
