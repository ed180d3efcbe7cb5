//! Model 3D beside its reference library, which derives nothing here that is not in the file.

use super::Compare;
use crate::data::grid;
use crate::harness::Contender;
use m3d::{Canonical, Chunk, Engine, Mesh, Model, ReadOptions, Title, Vertices, WriteOptions};
use m3d_sdk::Sound;
use std::path::Path;

pub(super) fn read_suzanne(compare: &mut Compare) {
    read_sample("suzanne", compare);
}

pub(super) fn read_wuson(compare: &mut Compare) {
    read_sample("WusonBlitz2", compare);
}

pub(super) fn read_seagull(compare: &mut Compare) {
    read_sample("seagull", compare);
}

pub(super) fn read_grid(compare: &mut Compare) {
    read(&write(&jagged(320), Engine::Miniz), compare);
}

pub(super) fn read_plain_grid(compare: &mut Compare) {
    let options = WriteOptions::default().canonical(Canonical::default()).packing(m3d::Packing::Plain);
    read(&m3d::write_with(&jagged(320), &options).expect("a model"), compare);
}

/// A sample of the folder that `REZKIT_CORPUS` names; without it the row is left out.
fn read_sample(name: &str, compare: &mut Compare) {
    let Some(root) = std::env::var_os("REZKIT_CORPUS") else {
        return eprintln!("left out: REZKIT_CORPUS is not set");
    };
    let path = Path::new(&root).join(format!("m3d/upstream/{name}.m3d"));
    read(&std::fs::read(path).expect("a sample"), compare);
}

fn read(bytes: &[u8], compare: &mut Compare) {
    let with =
        |engine| move || m3d::read_with(bytes, &ReadOptions::default().engine(engine)).expect("a model").0;
    let sound = Sound::new(bytes).expect("a sound file");
    let (ours, theirs) = (m3d::read(bytes).expect("a model"), sound.load().expect("a model"));
    assert_eq!(ours.vertices().map_or(0, Vertices::len), theirs.n_vertices() as usize);
    assert_eq!(ours.meshes().map(Mesh::n_faces).sum::<usize>(), theirs.n_faces() as usize);
    compare(&mut [
        Contender::new("m3d, zlib-rs", with(Engine::ZlibRs)),
        Contender::new("C SDK", || sound.load().expect("a model")),
        Contender::new("m3d, miniz_oxide", with(Engine::Miniz)),
    ]);
}

pub(super) fn write_grid(compare: &mut Compare) {
    let model = jagged(320);
    let sizes = [Engine::ZlibRs, Engine::Miniz].map(|engine| write(&model, engine).len());
    let sound = Sound::new(&write(&model, Engine::Miniz)).expect("a sound file");
    let mut loaded = sound.load().expect("a model");
    let theirs = loaded.save().expect("a file").len();
    eprintln!("  bytes: {} by zlib-rs, {} by miniz_oxide, {theirs} by the C SDK", sizes[0], sizes[1]);
    compare(&mut [
        Contender::new("m3d, zlib-rs", || write(&model, Engine::ZlibRs)),
        Contender::new("C SDK", || loaded.save().expect("a file").len()),
        Contender::new("m3d, miniz_oxide", || write(&model, Engine::Miniz)),
    ]);
}

/// Four times the vertices take at most five times as long: 0.2x at least.
pub(super) fn write_linear(compare: &mut Compare) {
    let (large, small) = (jagged(640), jagged(320));
    compare(&mut [
        Contender::new("grid640", || write(&large, Engine::ZlibRs)),
        Contender::new("grid320", || write(&small, Engine::ZlibRs)),
    ]);
}

fn write(model: &Model, engine: Engine) -> Vec<u8> {
    let options =
        WriteOptions::default().canonical(Canonical::default()).engine(engine).packing(m3d::Packing::Zlib);
    m3d::write_with(model, &options).expect("a model")
}

fn jagged(side: u32) -> Model {
    let grid = grid::jagged(side);
    let mut model = Model::default();
    for (title, text) in [(Title::Name, "grid"), (Title::Licence, "CC0-1.0"), (Title::Author, "rezkit")] {
        model.set_title(title, text);
    }
    model.chunks.push(Chunk::Vertices(Vertices::from_positions(grid.positions)));
    model.chunks.push(Chunk::Mesh(Mesh::from_triangles(grid.triangles)));
    model.fit();
    model
}
