//! The memory and the time that edgebreaker streams take, which another crate decodes: within what SECURITY.md allows.
//!
//! `REZKIT_MUTANTS` says how many damaged streams are read.

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
use std::time::{Duration, Instant};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The positions of the points of faces.
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
        // A sheet has this many cells per side.
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

/// Geometry with so many attributes as an edgebreaker stream. Fast encoders store no seams.
///
/// Encodes a stream. If `is_varied` is false, all values are 0, and hardly take any bytes.
fn stream(shape: Shape, n_faces: u32, n_attributes: usize, speed: i32, is_varied: bool) -> Vec<u8> {
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
        let n_numbers = n_points * u32::from(width);
        let value = |at: u32| if is_varied { (at / 3 * 7 + at * at % 11) % 251 } else { 0 };
        let values: Vec<u8> = match data_type {
            DataType::Float32 => (0..n_numbers).flat_map(|at| (value(at) as f32).to_le_bytes()).collect(),
            _ => (0..n_numbers).map(|at| value(at) as u8).collect(),
        };
        attribute.buffer_mut().write(0, &values);
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
    out.data().to_vec()
}

/// A file of 7.00 with this stream.
fn file_of(stream: &[u8]) -> Vec<u8> {
    let size = u32::try_from(stream.len()).unwrap();
    let sizes = [2, size + 4, size].map(u32::to_le_bytes);
    [b"version 7.00\nCOREMESH", sizes.as_flattened(), stream].concat()
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
    let (mut most, mut n_decoded) = (0, 0);
    // Up to about as many faces as the limits allow, which count tables of seams and values, and beyond.
    for (shape, n_faces, n_attributes, speed) in [
        (Shape::Loose, 240_000, 5, 0),
        (Shape::Loose, 440_000, 5, 10),
        (Shape::Loose, 100_000, 45, 10),
        (Shape::Fan, 240_000, 5, 0),
        (Shape::Sheet, 240_000, 5, 0),
        (Shape::Sheet, 1_000_000, 1, 10),
    ] {
        let name = format!("{n_faces} faces, {shape:?}, {n_attributes} attributes, speed {speed}");
        let whole = stream(shape, n_faces, n_attributes, speed, false);
        let (peak, decodes) = assert_within(&file_of(&whole), &name);
        (most, n_decoded) = (most.max(peak), n_decoded + usize::from(decodes));
        // The counts stay, what follows them does not.
        assert_within(&file_of(&mutate::mutant(&whole, 1)), &format!("mutant of {name}"));
    }
    assert!(most > 100_000_000 && n_decoded > 3, "{most}, {n_decoded}: nothing was measured");
    mutants();
}

/// Small streams of all kinds, damaged.
fn mutants() {
    let mut streams = Vec::new();
    for shape in [Shape::Loose, Shape::Fan, Shape::Sheet] {
        for (n_faces, n_attributes) in [(2, 5), (30, 1), (100, 5), (300, 3), (1000, 45)] {
            for speed in [0, 3, 5, 7, 10] {
                let whole = stream(shape, n_faces, n_attributes, speed, true);
                let name = format!("{n_faces} faces, {shape:?}, {n_attributes} attributes, speed {speed}");
                assert!(assert_within(&file_of(&whole), &name).1, "{name}: does not decode");
                streams.push((name, whole));
            }
        }
    }
    let n_mutants = std::env::var("REZKIT_MUTANTS").map_or(60, |number| number.parse().expect("a number"));
    let (mut most, mut longest, mut n_decoded) = (0, Duration::ZERO, 0);
    for (seed, (name, whole)) in (0..n_mutants).zip(streams.iter().cycle()) {
        let (mutant, start) = (file_of(&mutate::mutant(whole, seed)), Instant::now());
        let (peak, decodes) = assert_within(&mutant, &format!("mutant {seed} of {name}"));
        assert!(start.elapsed() < Duration::from_secs(20), "mutant {seed} of {name}: {:?}", start.elapsed());
        (most, longest) = (most.max(peak), longest.max(start.elapsed()));
        n_decoded += u64::from(decodes);
    }
    eprintln!("{n_mutants} mutants: {n_decoded} decode, {most} bytes at most, {longest:?} at most");
    assert!(n_decoded * 10 > n_mutants, "{n_decoded} of {n_mutants} decode");
}
