//! Files inside models, materials from a library, and coordinates of other types.

use crate::support;
use m3d::*;

fn fixture(name: &str) -> Model {
    let path = format!("{}/../../fixtures/m3d/valid/{name}", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read(path).unwrap()).unwrap()
}

/// All binary samples that can be read.
fn samples() -> Vec<(String, Model)> {
    let ours = support::files(format!("{}/../../fixtures/m3d/valid", env!("CARGO_MANIFEST_DIR")));
    let all = ours.into_iter().chain(support::samples("m3d"));
    let all = all.filter(|(name, _)| name.ends_with(".m3d"));
    all.filter_map(|(name, bytes)| Some((name, read(&bytes).ok()?))).collect()
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

#[test]
fn a_library_gives_the_materials_back() {
    let model = fixture("authored/auth_texquad.fixedsdk.m3d");
    let mut bare = model.clone();
    bare.chunks.retain(|chunk| !matches!(chunk, Chunk::Material(_)));
    let restored = bare.with_materials_of(&model);
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
        // Back again: integers and floats are what they were.
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
