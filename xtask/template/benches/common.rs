//! The cost of names in a read without a tracer: `cargo bench -p template --bench common`.
//!
//! The same reader is compiled with the parsers of the common part, and with parsers
//! that drop the names. Both take turns; the ratio is that of the medians.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]
#![allow(unreachable_pub, reason = "public in the crates that these files are part of")]

#[path = "../src/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "a bench of parts")]
#[path = "../src/error.rs"]
mod error;

mod defaults {
    pub(crate) fn output_bytes(_: usize) -> usize {
        1 << 30
    }

    pub(crate) const DEPTH: usize = 128;

    pub(crate) fn elements(_: usize) -> usize {
        1 << 30
    }
}

use common::limits::Limits;
use common::wire::wire;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Debug)]
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    uv: [f32; 2],
    tangent: [u8; 4],
    colour: [u8; 4],
}

#[derive(Debug)]
struct Frame {
    tag: [u8; 4],
    packed: u32,
    plain: u32,
    reserved: u32,
}

common::wire::arrays!(f32, 2 = 8; f32, 3 = 12; u8, 4 = 4; u32, 3 = 12);

wire! {
    Vertex = 40 bytes {
         0 position: [f32; 3],
        12 normal: [f32; 3],
        24 uv: [f32; 2],
        32 tangent: [u8; 4],
        36 colour: [u8; 4],
    }
    Frame = 16 bytes {
         0 tag: [u8; 4],
         4 packed: u32,
         8 plain: u32,
        12 reserved: u32,
    }
}

/// Parsers that drop the names.
mod unnamed {
    pub(crate) use crate::common::input::{Input, Parsed, Reading};
    pub(crate) use crate::common::parsers::bytes;
    use crate::common::wire::Wire;
    pub(crate) use crate::common::wire::value;

    pub(crate) fn part<'a, T>(
        _: (&'static str, usize),
        parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    ) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
        parser
    }

    pub(crate) fn field<'a, T>(
        _: &'static str,
        parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    ) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
        parser
    }

    pub(crate) fn rows<'a, const N: usize, T: Wire<N>>(
        _: &'static str,
        count: usize,
    ) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
        move |input: Input<'a>| {
            let (rest, taken) = input.split(count.saturating_mul(N))?;
            input.charge_elements(count)?;
            let (rows, _) = taken.bytes().as_chunks::<N>();
            Ok((rest, rows.iter().map(T::decode).collect()))
        }
    }
}

/// The parsers of the common part.
mod named_parsers {
    pub(crate) use crate::common::input::{Input, Parsed, Reading};
    pub(crate) use crate::common::parsers::*;
    pub(crate) use crate::common::wire::*;
}

macro_rules! reader {
    ($module:ident, $($parsers:ident)::+) => {
        mod $module {
            use crate::$($parsers)::+::{Input, Parsed, Reading, bytes, field, part, rows, value};
            use crate::{Frame, LIMITS, Vertex};

            type Column = (Vec<u8>, Vec<i32>);

            type Mesh = (Vec<Vertex>, Vec<[u32; 3]>);

            pub(crate) fn read_mesh(bytes: &[u8]) -> Mesh {
                Reading::new(false, LIMITS, bytes.len()).read(bytes, mesh).expect("a mesh")
            }

            pub(crate) fn read_chunks(bytes: &[u8]) -> Vec<Column> {
                Reading::new(false, LIMITS, bytes.len()).read(bytes, chunks).expect("chunks")
            }

            fn mesh(input: Input<'_>) -> Parsed<'_, Mesh> {
                let (input, n_vertices) = field("vertex count", value::<_, u32>)(input)?;
                let (input, n_faces) = field("face count", value::<_, u32>)(input)?;
                let (input, vertices) = rows("vertices", n_vertices as usize)(input)?;
                let (input, faces) = rows("faces", n_faces as usize)(input)?;
                Ok((input, (vertices, faces)))
            }

            fn chunks(mut input: Input<'_>) -> Parsed<'_, Vec<Column>> {
                let mut all = Vec::new();
                while !input.bytes().is_empty() {
                    let number = all.len();
                    let (rest, column) = part(("chunks", number), column)(input)?;
                    all.push(column);
                    input = rest;
                }
                Ok((input, all))
            }

            fn column(input: Input<'_>) -> Parsed<'_, Column> {
                let (input, frame) = field("frame", value::<_, Frame>)(input)?;
                let (input, name) = field("name", bytes(frame.reserved as usize))(input)?;
                let (input, values) = part(("values", 0), rows("values", (frame.plain as usize) / 4))(input)?;
                let _ = (frame.tag, frame.packed);
                Ok((input, (name.to_vec(), values)))
            }
        }
    };
}
reader!(plain, unnamed);
reader!(named, named_parsers);

const LIMITS: Limits = Limits { output_bytes: None, depth: None, elements: None };

fn mesh(n_vertices: u32, n_faces: u32) -> Vec<u8> {
    let mut bytes = [n_vertices.to_le_bytes(), n_faces.to_le_bytes()].concat();
    bytes.resize(8 + n_vertices as usize * 40 + n_faces as usize * 12, 1);
    bytes
}

fn chunks(n_chunks: usize, n_values: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..n_chunks {
        bytes.extend_from_slice(b"PROP");
        for number in [0, n_values * 4, 8] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(b"Property");
        bytes.resize(bytes.len() + n_values as usize * 4, 3);
    }
    bytes
}

/// Prints the medians of 41 rounds of each reader, taking turns: an odd number, so that one round is the median.
fn compare<T>(title: &str, bytes: &[u8], plain: fn(&[u8]) -> T, named: fn(&[u8]) -> T) {
    let repeat = 1 + 2_000_000 / bytes.len();
    let time = |read: fn(&[u8]) -> T| {
        let start = Instant::now();
        (0..repeat).for_each(|_| drop(black_box(read(black_box(bytes)))));
        start.elapsed() / u32::try_from(repeat).unwrap_or(1)
    };
    let (mut plains, mut nameds): (Vec<Duration>, Vec<Duration>) =
        (0..41).map(|_| (time(plain), time(named))).unzip();
    plains.sort_unstable();
    nameds.sort_unstable();
    let ratio = nameds[20].as_secs_f64() / plains[20].as_secs_f64();
    println!("| {title} | {} | {:?} | {:?} | {ratio:.3} |", bytes.len(), plains[20], nameds[20]);
}

fn main() {
    println!("| data | bytes | without names | with names | ratio |\n|---|---|---|---|---|");
    compare("records, 5,000 vertices", &mesh(5_000, 8_000), plain::read_mesh, named::read_mesh);
    compare("records, 42 vertices", &mesh(42, 44), plain::read_mesh, named::read_mesh);
    compare("60 chunks of 8 KB", &chunks(60, 2048), plain::read_chunks, named::read_chunks);
    compare("800 chunks of 512 bytes", &chunks(800, 128), plain::read_chunks, named::read_chunks);
    compare("3,000 chunks of 20 bytes", &chunks(3_000, 5), plain::read_chunks, named::read_chunks);
}
