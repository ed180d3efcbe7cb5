//! Throughput and allocations: `cargo bench -p rezkit-m3d`.

use divan::{AllocProfiler, Bencher, counter::BytesCount};
use m3d::{CanonicalOptions, Chunk, Mesh, Model, Packing, Vertices, WriteOptions};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A square grid of vertices with two triangles per cell.
fn grid(side: u32) -> Model {
    let at = |i: u32| {
        let [x, y] = [i % side, i / side].map(|step| step as f32 / side as f32);
        [x, y, 0.3 * (0.37 * i as f32).sin() * (0.013 * i as f32).cos()]
    };
    let corners = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    let cells = corners.flat_map(|a| [[a, a + 1, a + side], [a + 1, a + side + 1, a + side]]);
    let mut model = Model::default();
    model.chunks.push(Chunk::Vertices(Vertices::from_positions((0..side * side).map(at))));
    model.chunks.push(Chunk::Mesh(Mesh::from_triangles(cells)));
    model.fit();
    model
}

fn file(side: u32, packing: Packing) -> Vec<u8> {
    m3d::write_with(&grid(side), &WriteOptions::default().packing(packing)).expect("a model")
}

#[divan::bench(args = [Packing::Plain, Packing::Zlib])]
fn read(bencher: Bencher, packing: Packing) {
    let bytes = file(320, packing);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| m3d::read(&bytes));
}

/// Reads the text form of the same model.
#[divan::bench]
fn read_text(bencher: Bencher) {
    let text = m3d::ascii::write(&grid(320)).expect("a text");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| m3d::read(&text));
}

#[divan::bench]
fn write_text(bencher: Bencher) {
    let model = grid(320);
    let text = m3d::ascii::write(&model).expect("a text");
    bencher.counter(BytesCount::of_slice(&text)).bench(|| m3d::ascii::write(&model));
}

#[divan::bench(args = [Packing::Plain, Packing::Zlib])]
fn write(bencher: Bencher, packing: Packing) {
    let (model, options) = (grid(320), WriteOptions::default().packing(packing));
    let counter = BytesCount::of_slice(&file(320, Packing::Plain));
    bencher.counter(counter).bench(|| m3d::write_with(&model, &options));
}

/// Canonicalises models of two sizes; the time per vertex should be constant.
#[divan::bench(args = [160, 320, 640])]
fn canonical(bencher: Bencher, side: u32) {
    let model = grid(side);
    bencher
        .counter(divan::counter::ItemsCount::new(side * side))
        .bench(|| model.canonical(&CanonicalOptions::default()));
}

#[divan::bench]
fn validate(bencher: Bencher) {
    let model = grid(320);
    bencher.bench(|| m3d::validate(&model));
}

/// Writes an unmodified model, which costs no more than decompressing the original.
#[divan::bench]
fn write_onto(bencher: Bencher) {
    let bytes = file(320, Packing::Zlib);
    let model = m3d::read(&bytes).expect("a model");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| m3d::write_onto(&model, &bytes));
}

/// Rejects bytes of another format.
#[divan::bench]
fn refuse(bencher: Bencher) {
    let bytes = vec![0; 1 << 20];
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| m3d::read(&bytes));
}
