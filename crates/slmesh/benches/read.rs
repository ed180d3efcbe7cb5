//! Bytes per second and allocations: `cargo bench -p slmesh`.

use divan::{AllocProfiler, Bencher, counter::BytesCount};
use slmesh::{Block, Domain, Face, Lod, MeshAsset, Rounding, WriteOptions, quantise_normal};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A wave of side × side vertices with normals and coordinates that vary as those of real surfaces.
fn asset(side: u16) -> MeshAsset {
    let at = |n: u32| n as f32 / f32::from(side);
    let cells = (0..u32::from(side) * u32::from(side)).map(|n| (n % u32::from(side), n / u32::from(side)));
    let heights = |(x, y): (u32, u32)| {
        let (x, y) = (at(x), at(y));
        let slopes = [1.8 * (6.0 * x).cos() * (4.0 * y).cos(), -1.2 * (6.0 * x).sin() * (4.0 * y).sin()];
        ([x - 0.5, y - 0.5, 0.3 * (6.0 * x).sin() * (4.0 * y).cos()], slopes)
    };
    let all: Vec<_> = cells.map(heights).collect();
    let domain = Domain::new([-0.5; 3], [0.5; 3]);
    let normal = |[x, y]: [f32; 2]| {
        let length = (x * x + y * y + 1.0).sqrt();
        quantise_normal([-x / length, -y / length, 1.0 / length], Rounding::Truncate)
    };
    let corners = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    let triangles = corners.flat_map(|at| [[at, at + 1, at + side], [at + 1, at + side + 1, at + side]]);
    let coordinates = Domain::new([0.0; 2], [1.0; 2]);
    let points = all.iter().map(|([x, y, _], _)| [x + 0.5, y + 0.5]);
    let face = Face {
        position: Some(domain.quantise_all(all.iter().map(|(position, _)| *position), Rounding::Truncate)),
        position_domain: Some(domain),
        normal: Some(all.iter().map(|(_, slopes)| normal(*slopes)).collect()),
        tex_coord0: Some(coordinates.quantise_all(points, Rounding::Truncate)),
        tex_coord0_domain: Some(coordinates),
        triangle_list: Some(triangles.collect()),
        ..Face::default()
    };
    MeshAsset { high_lod: Some(Block::new(Lod { faces: vec![face] })), ..MeshAsset::default() }
}

/// The sides of meshes with 2,025 and 62,500 vertices.
const SIDES: [u16; 2] = [45, 250];

#[divan::bench(args = SIDES)]
fn read(bencher: Bencher, side: u16) {
    let bytes = slmesh::write(&asset(side)).expect("an asset");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| slmesh::read(&bytes));
}

/// Only decompresses, which is a lower bound of the time of reading.
#[divan::bench(args = SIDES)]
fn inflate_alone(bencher: Bencher, side: u16) {
    let bytes = slmesh::write(&asset(side)).expect("an asset");
    let start = bytes.windows(2).position(|bytes| bytes == [0x78, 0xda]).expect("a block");
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[start..]).map(|plain| plain.len()));
}

#[divan::bench(args = SIDES)]
fn write(bencher: Bencher, side: u16) {
    let asset = asset(side);
    bencher.bench(|| slmesh::write_with(&asset, &WriteOptions::default()));
}

#[divan::bench(args = SIDES)]
fn write_onto(bencher: Bencher, side: u16) {
    let asset = asset(side);
    let bytes = slmesh::write(&asset).expect("an asset");
    bencher.bench(|| slmesh::write_onto(&asset, &bytes));
}

#[divan::bench(args = SIDES)]
fn validate(bencher: Bencher, side: u16) {
    let asset = asset(side);
    bencher.bench(|| slmesh::validate(&asset));
}
