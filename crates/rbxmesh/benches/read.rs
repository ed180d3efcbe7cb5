//! Bytes a second, and allocations: `cargo bench -p rbxmesh`.

use divan::{AllocProfiler, Bencher, counter::BytesCount};
use geom::{Rgba8, Vec2, Vec3};
use rbxmesh::{Mesh, MeshRef, Tangent, VDirection, Version, Vertex, info, read, validate, write, write_onto};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A wavy sheet of this many vertices a side.
fn sheet(version: Version, side: u32) -> Mesh {
    let vertex = |index: u32| {
        let (x, z) = ((index % side) as f32 / side as f32, (index / side) as f32 / side as f32);
        let y = 0.3 * (index as f32 * 0.37).sin();
        Vertex {
            position: Vec3::new(x, y, z),
            normal: Vec3::Y,
            uv: Vec2::new(x, z),
            tangent: Tangent([254, 127, 127, 254]),
            colour: Rgba8::WHITE,
        }
    };
    let cell = |index: u32| {
        let corner = index / (side - 1) * side + index % (side - 1);
        [[corner, corner + side, corner + 1], [corner + 1, corner + side, corner + side + 1]]
    };
    let vertices = (0..side * side).map(vertex).collect();
    let faces = (0..(side - 1) * (side - 1)).flat_map(cell).collect();
    Mesh { version, v_direction: VDirection::for_version(version), vertices, faces, ..Mesh::default() }
}

/// The sheet as text: a vertex for each corner, and no tangents.
fn text(side: u32) -> Mesh {
    let sheet = sheet(Version::V1_00, side);
    let corners = sheet.faces.as_flattened().iter().map(|index| sheet.vertices[*index as usize]);
    let vertices: Vec<_> = corners.map(|vertex| Vertex { tangent: Tangent::NONE, ..vertex }).collect();
    let faces =
        (0..vertices.len() as u32 / 3).map(|face| [0, 1, 2].map(|corner| 3 * face + corner)).collect();
    Mesh { vertices, faces, ..sheet }
}

const BINARY: [Version; 4] = [Version::V2_00, Version::V3_00, Version::V5_00, Version::V7_00];

#[divan::bench(args = BINARY)]
fn read_binary(bencher: Bencher, version: Version) {
    let bytes = write(&sheet(version, 70)).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench]
fn read_large(bencher: Bencher) {
    let bytes = write(&sheet(Version::V2_00, 700)).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench]
fn read_text(bencher: Bencher) {
    let bytes = write(&text(70)).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench]
fn view_large(bencher: Bencher) {
    let bytes = write(&sheet(Version::V2_00, 700)).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| MeshRef::read(&bytes));
}

#[divan::bench]
fn info_of_large(bencher: Bencher) {
    let bytes = write(&sheet(Version::V2_00, 700)).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| info(&bytes));
}

#[divan::bench(args = BINARY)]
fn write_binary(bencher: Bencher, version: Version) {
    let mesh = sheet(version, 70);
    let bytes = write(&mesh).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| write(&mesh));
}

#[divan::bench]
fn write_text(bencher: Bencher) {
    let mesh = text(70);
    let bytes = write(&mesh).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| write(&mesh));
}

#[divan::bench]
fn write_onto_itself(bencher: Bencher) {
    let mesh = sheet(Version::V2_00, 70);
    let bytes = write(&mesh).unwrap();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| write_onto(&mesh, &bytes));
}

#[divan::bench]
fn validate_all(bencher: Bencher) {
    let mesh = sheet(Version::V2_00, 70);
    bencher.bench(|| validate(&mesh));
}
