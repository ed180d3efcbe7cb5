//! The canonical form of a canonical model is the model itself: for fixtures and samples, damaged files, and
//! generated models.

use crate::models::edit::Edit;
use crate::models::random::{Random, damaged};
use crate::{models, support};
use m3d::*;

/// Every combination of options.
fn options() -> Vec<CanonicalOptions> {
    use CoordinateType::{Double, Float, Int8, Int16};
    let mut all = Vec::new();
    for coordinates in [None, Some(Int8), Some(Int16), Some(Float), Some(Double)] {
        for (normalise, drop_unused) in [(false, false), (false, true), (true, false), (true, true)] {
            let canonical = CanonicalOptions::default().normalise(normalise).drop_unused(drop_unused);
            all.push(coordinates.map_or(canonical.clone(), |coordinates| canonical.coordinates(coordinates)));
        }
    }
    all
}

/// The canonical form of a model, which is checked to be its own canonical form.
fn settled(name: &str, model: &Model, options: &CanonicalOptions) -> Option<Model> {
    let canonical = model.canonical(options).ok()?;
    let again = canonical.canonical(options).unwrap_or_else(|error| panic!("{name}, {options:?}: {error}"));
    assert_eq!(again.difference(&canonical), None, "{name}, {options:?}: does not settle");
    Some(canonical)
}

/// Checks a model with every combination of options.
fn settles(name: &str, model: &Model) {
    for options in options() {
        settled(name, model, &options);
    }
}

/// Checks a model read from a file, which must also survive writing and reading.
fn settles_in_files(name: &str, model: &Model, every: usize) {
    for options in options().into_iter().step_by(every) {
        let Some(canonical) = settled(name, model, &options) else { continue };
        let written = write(&canonical).unwrap_or_else(|error| panic!("{name}, {options:?}: {error}"));
        let read = read(&written).unwrap_or_else(|error| panic!("{name}, {options:?}: {error}"));
        assert_eq!(read.difference(&canonical), None, "{name}, {options:?}: reads otherwise");
    }
}

fn files() -> Vec<support::File> {
    let mut files = support::fixtures("m3d");
    files.extend(support::samples("m3d"));
    files
}

#[test]
fn files_settle() {
    for (name, bytes) in files() {
        if let Ok(model) = read(&bytes) {
            // Large files are checked with fewer combinations.
            let every = if bytes.len() > 1 << 15 { 7 } else { 1 };
            settles_in_files(&name, &model, every);
        }
    }
}

/// The number of edits is `REZKIT_EDITS`, if set, for long runs.
#[test]
fn damaged_files_and_edited_models_settle() {
    let mut files = files();
    files.retain(|(_, bytes)| bytes.len() < 1 << 13);
    for seed in 0..models::n_edits(200) {
        let mut random = Random::new(seed);
        let mut models = Vec::new();
        let (name, bytes) = &files[random.below(files.len())];
        models.extend(read(&damaged(bytes, &mut random)));
        if random.once_in(2) {
            models.push(models::any::seeded(&mut random));
        }
        for mut model in models {
            settles_in_files(&format!("{name}, seed {seed}"), &model, 1);
            (0..=random.below(4)).for_each(|_| model.edit(&mut random));
            settles(&format!("{name}, seed {seed}, edited"), &model);
        }
    }
}

/// A triangle of size 1, and an unused vertex 300 away.
fn with_an_unused_vertex() -> Model {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [300.0, 0.0, 0.0]];
    let mut model = Model::default();
    model.chunks.push(Chunk::Vertices(Vertices::from_positions(corners)));
    model.chunks.push(Chunk::Mesh(Mesh::from_triangles([[0, 1, 2]])));
    model.fit();
    model
}

#[test]
fn what_is_dropped_does_not_scale() {
    let small = CanonicalOptions::default().normalise(true).coordinates(CoordinateType::Int8);
    let model = with_an_unused_vertex().canonical(&small.clone().drop_unused(true)).unwrap();
    let rows = vec![[0, 0, 0, 127], [127, 0, 0, 127], [0, 127, 0, 127]];
    assert_eq!(model.vertices().unwrap().coordinates, Coordinates::I8(rows));
    assert_eq!(model.scale, 1.0);
    // An unused vertex that is kept counts as part of the model.
    let model = with_an_unused_vertex().canonical(&small).unwrap();
    assert_eq!((model.vertices().unwrap().len(), model.scale), (2, 300.0));
}

/// A skin may mark a vertex that is used as a point, or an unused one, as an orientation.
#[test]
fn points_marked_as_orientations_are_points() {
    let mut model = with_an_unused_vertex();
    let vertices = model.vertices_mut().unwrap();
    vertices.coordinates = Coordinates::F32(vec![[0.0; 4], [2.0; 4], [0.0, 2.0, 0.0, 1.0], [9.0; 4]]);
    vertices.skins = vec![SkinIndex::ORIENTATION; 4];
    model.fit();
    let options = CanonicalOptions::default().normalise(true);
    let rows = |options: CanonicalOptions| {
        let canonical = model.canonical(&options).unwrap();
        assert_eq!(canonical.canonical(&options).unwrap().difference(&canonical), None);
        let vertices = canonical.vertices().unwrap();
        (canonical.scale, vertices.iter().map(|vertex| vertex.position.x).collect::<Vec<_>>())
    };
    assert_eq!(rows(options.clone()), (2.0, vec![0.0, 1.0, 0.0, 9.0]));
    assert_eq!(rows(options.drop_unused(true)), (2.0, vec![0.0, 1.0, 0.0]));
}

/// A scale too small for a float becomes 0, which means unknown, and stays 0.
#[test]
fn a_scale_that_vanishes_stays() {
    let mut model = with_an_unused_vertex();
    model.scale = f32::MIN_POSITIVE;
    model.types.coordinate = CoordinateType::Double;
    let rows = vec![[0.0, 0.0, 0.0, 1.0], [1e-300, 0.0, 0.0, 1.0], [0.0, 1e-300, 0.0, 1.0]];
    model.vertices_mut().unwrap().coordinates = Coordinates::F64(rows);
    let options = CanonicalOptions::default().normalise(true);
    let canonical = model.canonical(&options).unwrap();
    assert_eq!(canonical.scale, 0.0);
    assert_eq!(canonical.vertices().unwrap().get(1).unwrap().position.x, 1.0);
    assert_eq!(canonical.canonical(&options).unwrap().difference(&canonical), None);
}
