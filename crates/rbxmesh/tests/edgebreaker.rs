//! The memory that edgebreaker streams take, which another crate decodes: within what SECURITY.md allows.

#![cfg(feature = "draco")]

#[allow(dead_code, unreachable_pub, reason = "a file of another crate, of which the damage is wanted")]
#[path = "../../../fuzz/src/mutate.rs"]
mod mutate;

use draco_core::{
    DataType, EncoderBuffer, EncoderOptions, FaceIndex, GeometryAttributeType, MeshEncoder, PointAttribute,
    PointIndex,
};
use peak_alloc::PeakAlloc;
use std::hint::black_box;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Where the points of faces are.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// Each face has three of its own.
    Loose,
    /// All faces share one.
    Fan,
    Sheet,
}

impl Shape {
    fn faces(self, n_faces: u32) -> Vec<[u32; 3]> {
        // Of a sheet of this many cells a side.
        let side = (n_faces / 2).isqrt().max(1);
        let cell = |index: u32| index / 2 % side + index / 2 / side * (side + 1);
        let face = |index: u32| match self {
            Self::Loose => [3 * index, 3 * index + 1, 3 * index + 2],
            Self::Fan => [0, index + 1, index + 2],
            Self::Sheet if index.is_multiple_of(2) => [cell(index), cell(index) + side + 1, cell(index) + 1],
            Self::Sheet => [cell(index) + 1, cell(index) + side + 1, cell(index) + side + 2],
        };
        (0..n_faces).map(face).collect()
    }
}

/// The type and the width of each attribute of a mesh.
const FORMATS: [(GeometryAttributeType, DataType, u8); 5] = [
    (GeometryAttributeType::Position, DataType::Float32, 3),
    (GeometryAttributeType::Generic, DataType::Float32, 3),
    (GeometryAttributeType::TexCoord, DataType::Float32, 2),
    (GeometryAttributeType::Generic, DataType::Uint8, 4),
    (GeometryAttributeType::Color, DataType::Uint8, 4),
];

/// A file of 7.00 whose geometry is coded by edgebreaker, with so many attributes. Fast encoders store no seams.
fn file(shape: Shape, n_faces: u32, n_attributes: usize, speed: i32) -> Vec<u8> {
    let faces = shape.faces(n_faces);
    let n_points = faces.as_flattened().iter().max().map_or(0, |most| most + 1);
    let (mut mesh, mut options) = (draco_core::Mesh::new(), EncoderOptions::new());
    options.set_encoding_method(1);
    options.set_global_int("encoding_speed", speed);
    options.set_global_int("decoding_speed", speed);
    let other = (GeometryAttributeType::Generic, DataType::Uint8, 1);
    for (number, (kind, data_type, width)) in
        (0..).zip(FORMATS.into_iter().chain([other; 40])).take(n_attributes)
    {
        let mut attribute = PointAttribute::new();
        attribute.init(kind, width, data_type, false, n_points as usize);
        let size = if data_type == DataType::Float32 { 4 } else { 1 } * usize::from(width);
        attribute.buffer_mut().write(0, &vec![0; size * n_points as usize]);
        mesh.add_attribute(attribute);
        options.set_attribute_quantization(number, 8);
    }
    mesh.set_num_faces(faces.len());
    for (face, points) in (0..).zip(faces) {
        mesh.set_face(FaceIndex(face), points.map(PointIndex));
    }
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(mesh);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).unwrap();
    let size = u32::try_from(out.data().len()).unwrap();
    let sizes = [2, size + 4, size].map(u32::to_le_bytes);
    [b"version 7.00\nCOREMESH", sizes.as_flattened(), out.data()].concat()
}

/// The peak of the heap while a file is read, above what was in use, and whether it has vertices.
fn peak_of(file: &[u8]) -> (usize, bool) {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let mesh = black_box(rbxmesh::read(file));
    let peak = HEAP.peak_usage().saturating_sub(before);
    (peak, mesh.is_ok_and(|mesh| !mesh.vertices.is_empty()))
}

fn assert_within(file: &[u8], name: &str) -> (usize, bool) {
    let (peak, decodes) = peak_of(file);
    let allowed = 256_000_000 + 64 * file.len();
    assert!(peak <= allowed, "{name}: {peak} bytes of heap for {} bytes, {allowed} are allowed", file.len());
    (peak, decodes)
}

/// One test alone, since what other threads allocate would count, too.
#[test]
fn edgebreaker_streams_take_no_more_memory_than_is_allowed() {
    let (mut most, mut n_decoded, mut n_mutants_decoded) = (0, 0, 0);
    // Up to about as many faces as the limits allow, which count tables of seams, and beyond.
    for (shape, n_faces, n_attributes, speed) in [
        (Shape::Loose, 100_000, 5, 0),
        (Shape::Loose, 240_000, 5, 0),
        (Shape::Loose, 440_000, 5, 0),
        (Shape::Loose, 440_000, 5, 10),
        (Shape::Fan, 240_000, 5, 0),
        (Shape::Fan, 440_000, 20, 10),
        (Shape::Sheet, 240_000, 5, 0),
        (Shape::Sheet, 440_000, 1, 10),
    ] {
        let name = format!("{n_faces} faces, {shape:?}, {n_attributes} attributes, speed {speed}");
        let whole = file(shape, n_faces, n_attributes, speed);
        let (peak, decodes) = assert_within(&whole, &name);
        (most, n_decoded) = (most.max(peak), n_decoded + usize::from(decodes));
        // The counts of the large ones stay, what follows them does not.
        for (small, n_mutants) in [(file(shape, 1000, n_attributes, speed), 40), (whole, 2)] {
            for seed in 0..n_mutants {
                let (_, decodes) =
                    assert_within(&mutate::mutant(&small, seed), &format!("mutant {seed} of {name}"));
                n_mutants_decoded += usize::from(decodes);
            }
        }
    }
    // Otherwise nothing was measured.
    assert!(
        most > 120_000_000 && n_decoded > 0 && n_mutants_decoded > 8,
        "{most}, {n_decoded}, {n_mutants_decoded}"
    );
}
