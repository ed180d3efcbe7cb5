//! Model 3D, compared with its reference library, in which derived data such as normals are disabled.

use super::Compare;
use crate::data::grid;
use crate::harness::Contender;
use m3d::{CanonicalOptions, Chunk, Mesh, Model, Title, Vertices, WriteOptions};
use m3d_sdk::Sound;
use std::path::Path;

/// The name of ours, with the decompressor that the features of this package select.
const OURS: &str = if cfg!(feature = "zlib-rs") { "m3d, zlib-rs" } else { "m3d" };

pub(super) fn read_suzanne(compare: &mut Compare) {
    sample("suzanne", |bytes| read(bytes, compare));
}

pub(super) fn read_seagull(compare: &mut Compare) {
    sample("seagull", |bytes| read(bytes, compare));
}

pub(super) fn read_grid(compare: &mut Compare) {
    read(&write(&jagged(320)), compare);
}

pub(super) fn read_plain_grid(compare: &mut Compare) {
    let options = WriteOptions::default().canonical(CanonicalOptions::default()).packing(m3d::Packing::Plain);
    let bytes = m3d::write_with(&jagged(320), &options).expect("a model");
    read(&bytes, compare);
}

pub(super) fn inflate_suzanne(compare: &mut Compare) {
    sample("suzanne", |bytes| inflate(bytes, compare));
}

pub(super) fn inflate_grid(compare: &mut Compare) {
    inflate(&write(&jagged(320)), compare);
}

/// A sample of the folder that `REZKIT_CORPUS` names; without that folder, the row is left out.
fn sample(name: &str, row: impl FnOnce(&[u8])) {
    let Some(root) = std::env::var_os("REZKIT_CORPUS") else {
        return eprintln!("left out: REZKIT_CORPUS is not set");
    };
    let path = Path::new(&root).join(format!("m3d/upstream/{name}.m3d"));
    row(&std::fs::read(path).expect("a sample"));
}

fn read(bytes: &[u8], compare: &mut Compare) {
    let sound = Sound::new(bytes).expect("a sound file");
    let (ours, theirs) = (m3d::read(bytes).expect("a model"), sound.load().expect("a model"));
    assert_eq!(ours.vertices().map_or(0, Vertices::len), theirs.n_vertices() as usize);
    assert_eq!(ours.meshes().map(Mesh::n_faces).sum::<usize>(), theirs.n_faces() as usize);
    compare(&mut [
        Contender::new(OURS, || m3d::read(bytes).expect("a model")),
        Contender::new("C SDK", || sound.load().expect("a model")),
    ]);
}

/// Compares decompression alone, by each of the two crates into a buffer of the exact size, with reading: the lower
/// bound on its time.
fn inflate(bytes: &[u8], compare: &mut Compare) {
    let sound = Sound::new(bytes).expect("a sound file");
    let packed = &bytes[8..];
    let plain = miniz_oxide::inflate::decompress_to_vec_zlib(packed).expect("a stream");
    assert!(inflate_miniz(packed, plain.len()) == plain && inflate_zlib_rs(packed, plain.len()) == plain);
    compare(&mut [
        Contender::new("inflate alone, miniz_oxide", || inflate_miniz(packed, plain.len())),
        Contender::new("C SDK", || sound.load().expect("a model")),
        Contender::new("inflate alone, zlib-rs", || inflate_zlib_rs(packed, plain.len())),
        Contender::new(OURS, || m3d::read(bytes).expect("a model")),
    ]);
}

fn inflate_miniz(packed: &[u8], n_plain: usize) -> Vec<u8> {
    use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags::*};

    let mut plain = vec![0; n_plain];
    let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    decompress(&mut DecompressorOxide::default(), packed, &mut plain, 0, flags);
    plain
}

fn inflate_zlib_rs(packed: &[u8], n_plain: usize) -> Vec<u8> {
    let mut plain = vec![0; n_plain];
    let done = zlib_rs::Inflate::new(true, 15).decompress(packed, &mut plain, zlib_rs::InflateFlush::Finish);
    done.expect("a stream");
    plain
}

pub(super) fn write_grid(compare: &mut Compare) {
    let model = jagged(320);
    let bytes = write(&model);
    let sound = Sound::new(&bytes).expect("a sound file");
    let mut loaded = sound.load().expect("a model");
    let n_theirs = loaded.save().expect("a file").len();
    eprintln!("  bytes: {} by us, {n_theirs} by the C SDK", bytes.len());
    compare(&mut [
        Contender::new("m3d", || write(&model)),
        Contender::new("C SDK", || loaded.save().expect("a file").len()),
    ]);
}

pub(super) fn read_text_grid(compare: &mut Compare) {
    read(&text(&jagged(320)), compare);
}

pub(super) fn read_text_suzanne(compare: &mut Compare) {
    let text = |bytes: &[u8]| text(&m3d::read(bytes).expect("a model"));
    sample("suzanne", |bytes| read(&text(bytes), compare));
}

pub(super) fn write_text_grid(compare: &mut Compare) {
    write_text(&jagged(320), compare);
}

pub(super) fn write_text_suzanne(compare: &mut Compare) {
    sample("suzanne", |bytes| write_text(&m3d::read(bytes).expect("a model"), compare));
}

/// Compares writing text, of the canonical form as in [`write_grid`], because the library has no other. It writes six
/// digits, and we as many as identify the number.
fn write_text(model: &Model, compare: &mut Compare) {
    let sound = Sound::new(&write(model)).expect("a sound file");
    let mut loaded = sound.load().expect("a model");
    let n_theirs = loaded.save_text().expect("a text").len();
    eprintln!("  bytes: {} by us, {n_theirs} by the C SDK", text(model).len());
    compare(&mut [
        Contender::new("m3d", || text(model)),
        Contender::new("C SDK", || loaded.save_text().expect("a text").len()),
    ]);
}

fn text(model: &Model) -> Vec<u8> {
    let canonical = model.canonical(&CanonicalOptions::default()).expect("a model");
    m3d::ascii::write(&canonical).expect("a text")
}

fn write(model: &Model) -> Vec<u8> {
    let options = WriteOptions::default().canonical(CanonicalOptions::default()).packing(m3d::Packing::Zlib);
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
