//! Compares the decoder with another one, and tests it on damaged streams.

use super::rans::fill_together;
use super::symbols::symbols;
use super::{encode, mesh, vertex_attributes, whole};
use crate::common::input::Reading;
use crate::{
    Descent, DracoFormat, DracoMesh, DracoOptions, DracoType, Limits, ReadOptions, Same, SpanStart, SpanType,
    Tangent, Trace, Vertex,
};
use draco_core::symbol_encoding::{SymbolEncodingOptions, encode_raw_symbols, encode_symbols};
use draco_core::{
    DataType, DecoderBuffer, EncoderBuffer, EncoderOptions, FaceIndex, GeometryAttributeType, MeshDecoder,
    MeshEncoder, PointAttribute, PointIndex,
};
use geom::{Rgba8, Vec2, Vec3};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A pseudo-random number generator: xorshift.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.next() % bound
    }

    fn float(&mut self) -> f32 {
        self.next() as f32 / u32::MAX as f32 * 20.0 - 10.0
    }
}

/// Returns a copy with one to four defects: a flipped bit, a changed byte, or missing or repeated bytes.
// A copy of the generator of damage, so that the tests also run in the published package, which has no neighbouring
// crate.
fn damaged(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1) as u32) as usize;
        let end = bytes.len().min(at + random.below(16) as usize);
        match (random.below(4), bytes.get_mut(at)) {
            (0, Some(byte)) => *byte ^= 1 << random.below(8),
            (1, Some(byte)) => *byte = random.next().to_le_bytes()[3],
            (2, _) => drop(bytes.drain(at..end)),
            _ => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
        }
    }
    bytes
}

/// Lists mesh files: the one in this crate; in the repository, also those of other programs, and the samples in the
/// folder that `REZKIT_CORPUS` specifies.
fn samples() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = std::env::var_os("REZKIT_CORPUS").map(|corpus| Path::new(&corpus).join("rbxmesh"));
    let folders = [here.join("fixtures/rbxmesh/valid"), here.join("../../fixtures/foreign/rbxmesh")];
    let mut folders: Vec<_> = folders.into_iter().chain(corpus).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

fn decode(stream: &[u8], options: &ReadOptions) -> Result<DracoMesh, crate::Error> {
    DracoMesh::read(stream, options).map(|(whole, _)| whole)
}

/// Records the names and values that a trace receives, in the order in which spans end.
#[derive(Default)]
struct Names {
    open: RefCell<Vec<(String, &'static SpanType)>>,
    told: RefCell<Vec<(String, String)>>,
}

impl Trace for Names {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        self.open.borrow_mut().push((span.label.to_string(), span.span_type));
        Descent::All
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let (name, shown) = self.open.borrow_mut().pop().unwrap();
        let mut value = String::new();
        (shown.show)(bytes, context, &mut value).unwrap();
        self.told.borrow_mut().push((name, value));
    }

    fn fail(&self, _: bool) {
        self.open.borrow_mut().pop().unwrap();
    }
}

/// Reads a stream with a trace, checks that the result is the same as without, and returns the trace.
fn told(stream: &[u8], limits: Limits) -> Vec<(String, String)> {
    let names = Names::default();
    let traced = Reading::new(false, limits, stream.len()).with_trace(&names).read(stream, whole);
    assert_eq!(traced, Reading::new(false, limits, stream.len()).read(stream, whole));
    assert!(names.open.into_inner().is_empty());
    names.told.into_inner()
}

/// Decodes a stream with draco-core.
fn by_other(stream: &[u8]) -> Result<draco_core::Mesh, String> {
    let mut mesh = draco_core::Mesh::new();
    MeshDecoder::new()
        .decode(&mut DecoderBuffer::new(stream), &mut mesh)
        .map_err(|error| error.to_string())?;
    Ok(mesh)
}

/// Compares faces, formats and the bytes of all values.
fn assert_same(ours: &DracoMesh, theirs: &draco_core::Mesh, name: &str) {
    assert_eq!(ours.n_points, theirs.num_points(), "{name}");
    let faces: Vec<[u32; 3]> = (0..theirs.num_faces())
        .map(|face| theirs.face(FaceIndex(face as u32)).map(|point| point.0))
        .collect();
    assert!(ours.faces == faces, "{name}: faces");
    assert_eq!(ours.attributes.len(), theirs.num_attributes() as usize, "{name}");
    for (number, attribute) in ours.attributes.iter().enumerate() {
        let other = theirs.attribute(number as i32);
        let format = attribute.format;
        let found = (format.id, format.kind, format.value_type as u8, format.width, format.is_normalised);
        let expected = (
            other.unique_id(),
            other.attribute_type() as u8,
            other.data_type() as u8,
            other.num_components(),
            other.normalized(),
        );
        assert_eq!(found, expected, "{name}, attribute {number}");
        let size = format.value_type.size() * usize::from(format.width);
        let values = other.buffer().data().get(..size * theirs.num_points()).unwrap_or_default();
        if let Some(at) = (0..values.len()).find(|at| attribute.values.get(*at) != values.get(*at)) {
            panic!("{name}, attribute {number} ({format:?}): byte {at}");
        }
        assert_eq!(attribute.values.len(), values.len(), "{name}, attribute {number}");
    }
}

fn attribute(
    random: &mut Random,
    n_points: usize,
    number: i32,
    options: &mut EncoderOptions,
) -> PointAttribute {
    let integers = [
        DataType::Int8,
        DataType::Uint8,
        DataType::Int16,
        DataType::Uint16,
        DataType::Int32,
        DataType::Uint32,
    ];
    let (kind, data_type, width) = match random.below(8) {
        _ if number == 0 => (GeometryAttributeType::Position, DataType::Float32, 3),
        0 => (GeometryAttributeType::Normal, DataType::Float32, 3),
        1..=3 => (GeometryAttributeType::Generic, DataType::Float32, 1 + random.below(4) as u8),
        4 => (GeometryAttributeType::TexCoord, DataType::Float64, 2),
        5 => (GeometryAttributeType::Generic, DataType::Bool, 1),
        _ => (GeometryAttributeType::Color, integers[random.below(6) as usize], 1 + random.below(4) as u8),
    };
    if random.below(4) > 0 {
        let least = if kind == GeometryAttributeType::Normal { 2 } else { 1 };
        options.set_attribute_quantization(number, least + random.below(31 - least as u32) as i32);
    }
    let mut attribute = PointAttribute::new();
    attribute.init(kind, width, data_type, random.below(2) == 0, n_points);
    // Smooth, random, or all the same: each suits another way to store symbols.
    let (shape, spread) = (random.below(4), 1 << random.below(31));
    let mut bytes = Vec::new();
    for index in 0..n_points * usize::from(width) {
        let number = match shape {
            0 => 7,
            1 => index as u32 / 3,
            _ => random.below(spread),
        };
        match data_type {
            DataType::Float32 if shape == 0 => bytes.extend(0.25_f32.to_le_bytes()),
            DataType::Float32 if shape == 1 => bytes.extend((index as f32).sin().to_le_bytes()),
            DataType::Float32 => bytes.extend(random.float().to_le_bytes()),
            DataType::Float64 => bytes.extend(f64::from(number).to_le_bytes()),
            DataType::Int8 | DataType::Uint8 => bytes.push(number as u8),
            DataType::Bool => bytes.push((number & 1) as u8),
            DataType::Int16 | DataType::Uint16 => bytes.extend((number as u16).to_le_bytes()),
            // More than the bounds of wrapping can hold is coded in another way.
            _ => bytes.extend((number & 0x3fff_ffff).to_le_bytes()),
        }
    }
    attribute.buffer_mut().write(0, &bytes);
    attribute
}

/// Encodes a stream with draco-core; `None` if that fails.
fn stream(seed: u64) -> Option<Vec<u8>> {
    let mut random = Random::new(seed);
    let n_points = match seed % 100 {
        99 => 65_536 + random.below(40_000),
        90..99 => 200 + random.below(20_000),
        _ => 1 + random.below(400),
    } as usize;
    let mut options = EncoderOptions::new();
    options.set_encoding_method(0);
    options.set_global_int("encoding_speed", random.below(11) as i32);
    // Left to itself, that encoder gives some normals a transform that they cannot have.
    options.set_prediction_scheme(if random.below(4) == 0 { -2 } else { 0 });
    let mut mesh = draco_core::Mesh::new();
    for number in 0..1 + random.below(5) {
        let attribute = attribute(&mut random, n_points, number as i32, &mut options);
        mesh.add_attribute(attribute);
    }
    let n_faces = random.below(2 * n_points as u32);
    mesh.set_num_faces(n_faces as usize);
    for face in 0..n_faces {
        mesh.set_face(FaceIndex(face), [(); 3].map(|()| PointIndex(random.below(n_points as u32))));
    }
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(mesh);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).ok()?;
    Some(out.data().to_vec())
}

fn usual(stream: &[u8]) -> DracoMesh {
    decode(stream, &ReadOptions::default().strict(true)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn generated_streams_hold_what_another_decoder_says() {
    let (mut n_streams, mut kinds) = (0, BTreeSet::new());
    for seed in 0..700 {
        let Some(stream) = stream(seed) else { continue };
        n_streams += 1;
        assert_same(&usual(&stream), &by_other(&stream).unwrap(), &format!("seed {seed}"));
        if stream.len() < 5000 {
            let kind = |(name, value): (String, String)| match &*name {
                "quantisation_bits" => Some(format!("{value} bits")),
                _ => name.ends_with("_symbols").then_some(name),
            };
            kinds.extend(told(&stream, Limits::default()).into_iter().filter_map(kind));
        }
    }
    assert!(n_streams > 500, "{n_streams} streams");
    // Both schemes of symbols, and all depths.
    for kind in ["tagged_symbols".into(), "raw_symbols".into()]
        .into_iter()
        .chain((1..=30).map(|n| format!("{n} bits")))
    {
        assert!(kinds.contains(&kind), "{kind} of {kinds:?}");
    }
}

#[test]
fn samples_hold_what_another_decoder_says() {
    let mut n_streams = 0;
    for path in samples() {
        let Some(stream) = crate::read(&std::fs::read(&path).unwrap()).ok().and_then(|mesh| mesh.draco)
        else {
            continue;
        };
        n_streams += 1;
        assert_same(&usual(&stream), &by_other(&stream).unwrap(), &path.display().to_string());
    }
    assert!(n_streams > 0);
}

/// Tests both schemes with numbers of every length.
#[test]
fn symbols_come_back() {
    let mut random = Random::new(1);
    let mut n_of_scheme = [0; 2];
    for case in 0..1000 {
        let (width, n_bits) = (1 + case % 4, random.below(33));
        let mask = 1_u64.wrapping_shl(n_bits).wrapping_sub(1) as u32;
        let is_rare = random.below(2) == 0;
        let numbers: Vec<u32> =
            (0..width * (1 + random.below(300) as usize))
                .map(|_| {
                    if is_rare && random.below(50) > 0 {
                        random.below(3) & mask
                    } else {
                        random.next() & mask
                    }
                })
                .collect();
        let mut out = EncoderBuffer::new();
        // That encoder does not write numbers of more than 30 bits.
        let options = SymbolEncodingOptions::default();
        if encode_symbols(&numbers, width, &options, &mut out).is_err() {
            continue;
        }
        let bytes = [out.data(), b"after"].concat();
        n_of_scheme[usize::from(bytes[0])] += 1;
        let reading = Reading::new(true, Limits::default(), bytes.len());
        let found = reading.read(&bytes, |input| {
            let (rest, coded) = symbols("numbers", numbers.len(), width)(input)?;
            let (greatest, mut found) = (coded.greatest, vec![[0]; numbers.len()]);
            coded.fill(&mut found, |_, number| number)?;
            let found = found.into_flattened();
            assert!(found.iter().all(|number| *number <= greatest));
            assert_eq!(rest.bytes(), b"after");
            Ok((rest, found))
        });
        assert_eq!(found.unwrap_or_else(|error| panic!("{n_bits} bits: {error}")), numbers);
    }
    assert!(n_of_scheme.iter().all(|count| *count > 100), "{n_of_scheme:?}");
}

/// Tests a symbol that has half of 2^18 or more units, which is more than a list of units can count.
#[test]
fn symbols_of_many_units_come_back() {
    let mut random = Random::new(2);
    let numbers: Vec<u32> = (0..100_000).map(|_| random.below(2) * random.below(8000)).collect();
    let mut out = EncoderBuffer::new();
    encode_raw_symbols(&numbers, 7999, &mut out, 7).unwrap();
    let bytes = [&[1], out.data()].concat();
    assert!(bytes[1] >= 12, "{} bits", bytes[1]);
    let found = Reading::new(true, Limits::default(), bytes.len()).read(&bytes, |input| {
        let (rest, coded) = symbols("numbers", numbers.len(), 1)(input)?;
        let mut found = vec![[0]; numbers.len()];
        coded.fill(&mut found, |_, number| number)?;
        Ok((rest, found.into_flattened()))
    });
    assert!(found.unwrap_or_else(|error| panic!("{error}")) == numbers);
}

/// Tests streams in which nearly all symbols are the same, so that many are decoded at once. They are read in parts,
/// like the values of vertices.
#[test]
fn long_runs_come_back() {
    let mut random = Random::new(4);
    let mut n_raw = 0;
    for case in 0..100 {
        let count = 5000 + random.below(8000);
        let mut numbers = vec![case % 5; count as usize];
        for _ in 0..1 + case % 3 {
            numbers[random.below(count) as usize] = random.below(40);
        }
        let mut out = EncoderBuffer::new();
        encode_symbols(&numbers, 1, &SymbolEncodingOptions::default(), &mut out).unwrap();
        n_raw += usize::from(out.data()[0]);
        let found = Reading::new(true, Limits::default(), out.data().len()).read(out.data(), |input| {
            let (rest, mut coded) = symbols("numbers", numbers.len(), 1)(input)?;
            let mut found = vec![[0]; numbers.len()];
            for part in found.chunks_mut(1 + case as usize * 10) {
                coded.fill_next(part, |_, number| number)?;
            }
            coded.finish()?;
            Ok((rest, found.into_flattened()))
        });
        assert!(found.unwrap_or_else(|error| panic!("{error}")) == numbers, "case {case}");
    }
    assert!(n_raw > 50, "{n_raw}");
}

/// Decodes symbols of three sources side by side, and checks that numbers and errors are the same as for each source
/// alone.
#[test]
fn symbols_side_by_side_are_as_alone() {
    let mut random = Random::new(9);
    let (mut n_together, mut n_ahead, mut n_broken) = (0, 0, 0);
    let mut coded = |is_broken: bool| {
        let (count, bound) = (1 + random.below(4000) as usize, 2 + random.below(200));
        let numbers: Vec<_> = (0..count).map(|_| random.below(bound).min(random.below(bound))).collect();
        let mut out = EncoderBuffer::new();
        encode_symbols(&numbers, 1, &SymbolEncodingOptions::default(), &mut out).unwrap();
        let mut bytes = out.data().to_vec();
        if is_broken {
            // The damage is in the symbols, which end with the state.
            let at = bytes.len() - bytes.len().min(4 + random.below(100) as usize);
            bytes[at] ^= 1 << random.below(8);
        }
        (count, bytes)
    };
    let text = |error: crate::Error| error.to_string().split(" (at").next().unwrap_or_default().to_owned();
    for case in 0..300 {
        let sources = [(); 3].map(|()| coded(case % 3 > 0));
        let bytes = sources.each_ref().map(|(_, bytes)| bytes.as_slice()).concat();
        let reading = Reading::new(true, Limits::default(), bytes.len());
        let together = reading.read(&bytes, |mut input| {
            let mut all = Vec::new();
            for (count, _) in &sources {
                let numbers;
                (input, numbers) = symbols("numbers", *count, 1)(input)?;
                all.push((numbers, *count));
            }
            let mut rooms: Vec<_> = all.iter().map(|(_, count)| vec![[0; 4]; *count]).collect();
            let mut lanes: Vec<_> = all
                .iter_mut()
                .zip(&mut rooms)
                .filter_map(|((numbers, _), room)| numbers.lane(room))
                .collect();
            n_together += usize::from(lanes.len() == 3);
            fill_together(&mut lanes);
            let found = all.into_iter().zip(rooms).map(|((mut numbers, _), mut room)| {
                let n_done = numbers.take_ahead();
                n_ahead += n_done;
                numbers.fill(room[n_done..].as_chunks_mut::<1>().0, |_, number| number.to_le_bytes())?;
                Ok(room)
            });
            Ok((input, found.collect::<Vec<Result<_, nom::Err<_>>>>()))
        });
        let Ok(together) = together else { continue };
        for ((count, bytes), together) in sources.iter().zip(together) {
            let alone = Reading::new(true, Limits::default(), bytes.len()).read(bytes, |input| {
                let mut values = vec![[[0; 4]]; *count];
                let (rest, numbers) = symbols("numbers", *count, 1)(input)?;
                numbers.fill(&mut values, |_, number| number.to_le_bytes())?;
                Ok((rest, values.into_flattened()))
            });
            n_broken += usize::from(alone.is_err());
            match (alone, together) {
                (Ok(alone), Ok(together)) => assert!(alone == together),
                (Err(alone), Err(nom::Err::Failure(together))) => {
                    // `fill` names what is inside of the numbers.
                    assert_eq!(text(alone), text(together));
                }
                (alone, together) => panic!("{:?} and {:?}", alone.err(), together.err()),
            }
        }
    }
    assert!(n_together > 50 && n_ahead > 100_000 && n_broken > 100, "{n_together}, {n_ahead}, {n_broken}");
}

/// A stream with this connectivity and without attributes.
fn connected(n_faces: u8, n_points: u8, connectivity: &[u8]) -> Vec<u8> {
    [b"DRACO\x02\x02\x01\0\0\0".as_slice(), &[n_faces, n_points], connectivity, &[0]].concat()
}

#[test]
fn indices_may_be_compressed() {
    let mut random = Random::new(2);
    for n_faces in 0..100_u8 {
        let n_points = 1 + random.below(127);
        let indices: Vec<u32> = (0..3 * u32::from(n_faces)).map(|_| random.below(n_points)).collect();
        let mut last = 0;
        let differences: Vec<u32> = indices
            .iter()
            .map(|index| {
                let difference = index.abs_diff(last) << 1 | u32::from(*index < last);
                last = *index;
                difference
            })
            .collect();
        let mut out = EncoderBuffer::new();
        out.encode_u8(0);
        encode_symbols(&differences, 1, &SymbolEncodingOptions::default(), &mut out).unwrap();
        let stream = connected(n_faces, n_points as u8, out.data());
        let ours = usual(&stream);
        assert_eq!(ours.faces.as_flattened(), indices);
        assert_same(&ours, &by_other(&stream).unwrap(), "compressed");
    }
}

#[test]
fn an_empty_stream_holds_nothing() {
    let empty = usual(&connected(0, 0, &[1]));
    assert_eq!((empty.n_points, empty.faces.len(), empty.attributes.len()), (0, 0, 0));
}

/// Checks that every damaged stream that is decoded gives the same mesh as draco-core, if that decodes it too.
#[test]
fn damage_is_survived() {
    let mut n_decoded = 0;
    for seed in 0..400 {
        let Some(whole) = stream(seed % 90 + 100 * (seed / 90)) else { continue };
        for number in 0..12 {
            let broken = damaged(&whole, seed * 12 + number);
            let limits = Limits::default().output_bytes(1 << 22).elements(1 << 18);
            told(&broken, limits);
            let Ok(ours) = decode(&broken, &ReadOptions::default().limits(limits)) else { continue };
            n_decoded += 1;
            for attribute in &ours.attributes {
                let size = attribute.format.value_type.size() * usize::from(attribute.format.width);
                assert_eq!(attribute.values.len(), size * ours.n_points);
            }
            assert!(ours.faces.as_flattened().iter().all(|point| (*point as usize) < ours.n_points));
            if let Ok(theirs) = by_other(&broken) {
                assert_same(&ours, &theirs, &format!("seed {seed}, mutant {number}"));
            }
        }
        for len in (0..whole.len()).step_by(1 + whole.len() / 64) {
            let error = decode(&whole[..len], &ReadOptions::default()).unwrap_err();
            assert!(matches!(error.place(), crate::Place::Input(at) if at <= len), "{error}");
        }
    }
    assert!(n_decoded > 300, "{n_decoded} mutants decode");
}

/// A stream with a face, three points, and attributes with the given types, widths and coders. Their ids start at 9.
fn of_attributes(formats: &[[u8; 3]], rest: &[u8]) -> Vec<u8> {
    let mut stream = connected(1, 3, &[1, 0, 1, 2]);
    stream.pop();
    stream.extend([1, formats.len() as u8]);
    for ([value_type, width, _], id) in formats.iter().zip(9..) {
        stream.extend([4, *value_type, *width, 0, id]);
    }
    stream.extend(formats.iter().map(|[.., coder]| coder));
    stream.extend(rest);
    stream
}

/// Symbols of one bit, all of which are 0.
const ONLY_ZEROS: &[u8] = &[1, 1, 1, 1, 1, 64, 1, 0];

#[test]
fn errors_name_the_stage_and_the_place() {
    let says = |stream: &[u8], expected: &str| {
        let error = decode(stream, &ReadOptions::default().strict(true)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let what = "a Draco stream that is not sequential, or not of version 2.2";
    says(
        b"DRACO\x02\x01\x01\x01\0\0",
        &format!("{what} is not decoded; it is kept as raw bytes (at byte 0x0)"),
    );
    for (connectivity, expected) in [
        (&[1, 0, 1, 3][..], ".faces[0]: point 3 is not below 3 (at byte 0xe)"),
        (&[2], ": expected method 0 or 1 of connectivity, found 2 (at byte 0xd)"),
        (&[0, 2], ".compressed_indices: expected scheme 0 or 1 of symbols, found 2 (at byte 0xe)"),
        (
            &[0, 1, 0],
            ".compressed_indices.raw_symbols: expected a bit length of 1 to 18, found 0 (at byte 0xf)",
        ),
        (
            &[0, 1, 19],
            ".compressed_indices.raw_symbols: expected a bit length of 1 to 18, found 19 (at byte 0xf)",
        ),
        (
            &[0, 1, 31],
            ".compressed_indices.raw_symbols: expected a bit length of 1 to 18, found 31 (at byte 0xf)",
        ),
        // All symbols are 3: one less than the one before.
        (
            &[0, 1, 2, 4, 11, 1, 64, 1, 0],
            ".compressed_indices.faces[0]: expected an index from 0 on (at byte 0xe)",
        ),
    ] {
        says(&connected(1, 3, connectivity), &format!("connectivity{expected}"));
    }
    let bytes = |rest: &[u8]| of_attributes(&[[2, 1, 1]], rest);
    assert_eq!(usual(&bytes(&[0xfe, 0, 1, 2, 3, 4])).attributes[0].values[..], [1, 0xfe, 2]);
    assert_eq!(usual(&bytes(&[&[0xfe], ONLY_ZEROS].concat())).attributes[0].values[..], [0; 3]);
    for (rest, expected) in [
        (&[1][..], ": expected prediction method -2 or 0, found 1 (at byte 0x19)"),
        (&[0, 3], ": expected prediction transform 1, found 3 (at byte 0x1a)"),
        (&[0xfe, 0, 0], ": expected a value size of 1 to 4, found 0 (at byte 0x1b)"),
        (&[0xfe, 0, 5], ": expected a value size of 1 to 4, found 5 (at byte 0x1b)"),
        (&[0xfe, 0, 1, 2], ".corrections: needs 3 bytes, and 1 is left (at byte 0x1c)"),
        (
            &[0, 1, 0, 1, 2, 2, 2, 9, 0, 0, 0, 8, 0, 0, 0],
            ": expected less than 2^31 values from 9, found 8 as the greatest (at byte 0x20)",
        ),
        (
            &[0, 1, 0, 1, 2, 2, 2, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f],
            ": expected less than 2^31 values from 0, found 2147483647 as the greatest (at byte 0x20)",
        ),
        // The table: too little, too much, and zeros beyond its end.
        (
            &[0xfe, 1, 1, 1, 1, 4],
            ".corrections.raw_symbols.probabilities: expected probabilities of 4096 together, found 1 (at byte 0x1e)",
        ),
        (
            &[0xfe, 1, 1, 1, 2, 4, 1, 64],
            ".corrections.raw_symbols.probabilities.tokens[1]: probability 4096 is not below 4096 (at byte 0x1f)",
        ),
        (
            &[0xfe, 1, 1, 1, 2, 11],
            ".corrections.raw_symbols.probabilities.tokens[0]: number of symbols 3 is not below 3 (at byte 0x1e)",
        ),
        (
            &[0xfe, 1, 1, 1, 0, 1, 0],
            ".corrections.raw_symbols.probabilities: expected probabilities of 4096 together, found 0 (at byte 0x1e)",
        ),
        // The symbols: no state, a state that is too large, too few bytes, too many.
        (
            &[0xfe, 1, 1, 1, 1, 1, 64, 0],
            ".corrections.raw_symbols: needs 1 byte, and 0 are left (at byte 0x21)",
        ),
        (
            &[0xfe, 1, 1, 1, 1, 1, 64, 4, 0xff, 0xff, 0xff, 0xff],
            ".corrections.raw_symbols: state 1073758207 is not below 4194304 (at byte 0x21)",
        ),
        (
            &[0xfe, 1, 1, 1, 2, 1, 32, 1, 32, 1, 0],
            ".corrections.raw_symbols.symbols[1]: expected bytes for another symbol (at byte 0x22)",
        ),
        (
            &[0xfe, 1, 1, 1, 1, 1, 64, 2, 0, 0],
            ".corrections.raw_symbols: expected no more symbols than are needed (at byte 0x20)",
        ),
        (
            &[0xfe, 1, 0, 34, 0x83, 1, 64, 1, 0],
            ".corrections.tagged_symbols.symbols[0]: bit length 33 is not below 33 (at byte 0x20)",
        ),
        // 0, 33 and 0.
        (
            &[0xfe, 1, 0, 34, 1, 32, 0x7f, 1, 32, 3, 0x00, 0xd0, 0x81],
            ".corrections.tagged_symbols.symbols[1]: bit length 33 is not below 33 (at byte 0x22)",
        ),
        (
            &[0xfe, 1, 0, 6, 0x13, 1, 64, 1, 0, 0xff],
            ".corrections.tagged_symbols.numbers[1] (5 bits from bit 5): needs 2 bytes, and 1 is left (at byte 0x22)",
        ),
    ] {
        says(&bytes(rest), &format!("values[9]{expected}"));
    }
    says(&[&bytes(&[0xfe, 0, 1, 2, 3, 4])[..], b"more"].concat(), "4 bytes are left over (at byte 0x1f)");
    for (format, expected) in [
        ([12, 1, 0], "attributes[0]: expected a type of 1 to 11, found 12 (at byte 0x14)"),
        ([2, 0, 0], "attributes[0]: expected a width of 1 or more, found 0 (at byte 0x15)"),
        ([2, 1, 4], "coders[0]: expected a coder of 0 to 3, found 4 (at byte 0x18)"),
        ([8, 1, 1], "coders[0]: expected integers of 32 bits at most, found 1 of U64 (at byte 0x18)"),
        ([2, 1, 2], "coders[0]: expected floats of 32 bits to quantise, found 1 of U8 (at byte 0x18)"),
        ([9, 2, 3], "coders[0]: expected three floats as a normal, found 2 of F32 (at byte 0x18)"),
    ] {
        says(&of_attributes(&[format], &[]), &format!("attribute_groups[0].{expected}"));
    }
    // More groups and attributes than there are bytes.
    let counts = |counts: &[u8]| {
        let mut stream = connected(1, 3, &[1, 0, 1, 2]);
        stream.pop();
        [&stream, counts].concat()
    };
    says(&counts(&[255]), "attribute_groups[0].attribute_count: needs 1 byte, and 0 are left (at byte 0x12)");
    says(
        &counts(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f]),
        "attribute_groups[0].attributes[0].kind: needs 1 byte, and 0 are left (at byte 0x17)",
    );
    let mut twice = of_attributes(&[[2, 1, 0]; 2], &[]);
    twice[0x1c] = 9;
    says(&twice, "attribute_groups[0].attributes[1]: attribute 9 already exists (at byte 0x1c)");
    for n_bits in [0, 31] {
        let floats = of_attributes(&[[9, 1, 2]], &[&[0xfe], ONLY_ZEROS, &[0; 8], &[n_bits]].concat());
        let expected =
            format!("transforms[9]: expected 1 to 30 bits of quantisation, found {n_bits} (at byte 0x2a)");
        says(&floats, &expected);
    }
    // All symbols are present, but the decoder does not end in the state that encoders start with.
    let another_end = [&ONLY_ZEROS[..ONLY_ZEROS.len() - 1], &[5]].concat();
    let floats = of_attributes(&[[9, 1, 2]], &[&[0xfe], &another_end[..], &[0; 8], &[11]].concat());
    says(
        &floats,
        "values[9].corrections.raw_symbols: expected no more symbols than are needed (at byte 0x20)",
    );
    for n_bits in [1, 31] {
        let normals = of_attributes(&[[9, 3, 3]], &[&[0xfe], ONLY_ZEROS, &[n_bits]].concat());
        let expected =
            format!("transforms[9]: expected 2 to 30 bits of quantisation, found {n_bits} (at byte 0x22)");
        says(&normals, &expected);
    }
    let even = of_attributes(&[[9, 3, 3]], &[&[0, 3], ONLY_ZEROS, &[6, 0, 0, 0]].concat());
    let expected = "an odd number of 2 to 30 bits as the greatest coordinate, found 6 (at byte 0x23)";
    says(&even, &format!("values[9]: expected {expected}"));
}

/// Tests numbers of 0 bits, and of the maximum number of bits.
#[test]
fn tags_give_any_bit_length() {
    for n_bits in [0_u8, 1, 31, 32] {
        let zeros: &[u8] = if n_bits == 0 { &[] } else { &[(n_bits - 1) << 2 | 3] };
        let table = [&[n_bits + 1], zeros, &[1, 64, 1, 0]].concat();
        let n_bytes = (3 * usize::from(n_bits)).div_ceil(8);
        let stream = of_attributes(&[[6, 1, 1]], &[&[0xfe, 1, 0], &table[..], &vec![0xff; n_bytes]].concat());
        // All bits are set, and the lowest one is the sign.
        let magnitude = (u64::from(u32::MAX) >> (32 - u32::from(n_bits)) >> 1) as i32;
        let number = if n_bits == 0 { 0 } else { -magnitude - 1 };
        let ours = usual(&stream);
        assert_eq!(ours.attributes[0].values.as_chunks().0, [number.to_le_bytes(); 3], "{n_bits} bits");
        if let Ok(theirs) = by_other(&stream) {
            assert_same(&ours, &theirs, &format!("{n_bits} bits"));
        }
    }
}

/// Tests variant 3 of the transform without the rotation. The expected values come from its definition, because no
/// current program writes it.
#[test]
fn normals_of_older_programs_are_not_turned() {
    // Coordinates to 6, with the centre at 3. The first place before is a corner, 0 and 0, which folds to the centre.
    // 5 and 3 on from there wrap to -2 and 3, which fold back to 0 and 1. The next are 1 and 1 further, and there.
    let values = &[0, 2, 0, 1, 5, 3, 1, 1, 0, 0, 7, 0, 0, 0, 3][..];
    let normals = usual(&of_attributes(&[[9, 3, 3]], values));
    let numbers = normals.attributes[0].values.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let length = 5_f32.sqrt();
    let expected = [2.0, 0.0, 1.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0].map(|number| number / length);
    assert_eq!(numbers.len(), expected.len());
    assert!(numbers.zip(expected).all(|(number, expected)| (number - expected).abs() < 1e-6));
}

/// Tests a few bytes that expand to very many values, and, repeatedly, a long table for few symbols.
#[test]
fn bombs_do_not_go_off() {
    let with_points = |n_points: &[u8], rest: &[u8]| {
        [b"DRACO\x02\x02\x01\0\0\0\0", n_points, b"\x01\x01\x01\x04\x02\x01\0\0\x01", rest].concat()
    };
    let says = |stream: &[u8], expected: &str| {
        assert_eq!(decode(stream, &ReadOptions::default()).unwrap_err().to_string(), expected);
    };
    let zeros = [&[0xfe], ONLY_ZEROS].concat();
    says(
        &with_points(&[0xff, 0xff, 0xff, 0xff, 0x0f], &zeros),
        "exceeds the limit of elements: 4294967295 requested, 2097152 left; raise it with `Limits::elements` (at byte 0x0)",
    );
    let two_million = usual(&with_points(&[0x80, 0x80, 0x80, 0x01], &zeros));
    assert_eq!(two_million.attributes[0].values.len(), 1 << 21);
    // Eight numbers per point use up the limit for this many points.
    let wide = |width: u8| {
        let mut stream = with_points(&[0x80, 0x80, 0x80, 0x01], &zeros);
        let at = stream.len() - zeros.len() - 4;
        stream[at] = width;
        stream
    };
    assert_eq!(usual(&wide(8)).attributes[0].values.len(), 1 << 24);
    says(
        &wide(9),
        "values[0]: exceeds the limit of output bytes: 75497472 requested, 67108864 left; \
         raise it with `Limits::output_bytes` (at byte 0x19)",
    );
    // Each table has a million units, of which three points use three.
    let many = 20_000_u32;
    let mut stream = connected(1, 3, &[1, 0, 1, 2]);
    stream.pop();
    stream.extend([1, 0xa0, 0x9c, 0x01]);
    for id in 0..many {
        stream.extend([4, 2, 1, 0, 0x80 | id as u8 & 0x7f, 0x80 | (id >> 7) as u8 & 0x7f, (id >> 14) as u8]);
    }
    stream.extend(vec![1; many as usize]);
    for _ in 0..many {
        stream.extend([0xfe, 1, 1, 14, 1, 2, 0, 64, 1, 0]);
    }
    assert_eq!(usual(&stream).attributes.len(), many as usize);
}

/// Generates vertices of a wavy sheet, of noise, or all the same.
fn vertices(random: &mut Random, count: u32) -> Vec<Vertex> {
    let shape = random.below(3);
    let mut vertex = |index: u32| {
        let mut number = |scale: f32| match shape {
            0 => (index as f32 * scale).sin(),
            1 => random.float(),
            _ => 0.1,
        };
        Vertex {
            position: Vec3::new(number(0.1), number(0.2), number(0.3)),
            normal: Vec3::new(number(0.4), number(0.5), number(0.6)),
            uv: Vec2::new(number(0.7), number(0.8)),
            tangent: Tangent([0.3, 0.4, 0.5, 0.6].map(|scale| (number(scale) * 127.0 + 127.0) as u8)),
            colour: Rgba8 { g: index as u8, ..Rgba8::WHITE },
        }
    };
    (0..count).map(&mut vertex).collect()
}

#[test]
fn encoded_meshes_hold_what_they_are_made_of() {
    let mut random = Random::new(3);
    let (mut n_schemes, mut sizes) = ([0; 3], BTreeSet::new());
    for case in 0..200 {
        let n_points = match case {
            194..196 => 60_000 + random.below(10_000),
            196.. => 250 + random.below(10),
            _ => 1 + random.below(300),
        };
        let vertices = vertices(&mut random, n_points);
        let faces: Vec<_> =
            (0..random.below(2 * n_points)).map(|_| [(); 3].map(|()| random.below(n_points))).collect();
        let mut bits = || (random.below(2) == 0).then(|| 1 + random.below(30) as u8);
        let options = match case % 2 {
            0 => DracoOptions::default(),
            _ => DracoOptions { position_bits: bits(), normal_bits: bits(), uv_bits: bits() },
        };
        let stream = encode(&vertices, &faces, &options, None).unwrap();
        let name = format!("case {case}, {options:?}");
        let ours = usual(&stream);
        assert_same(&ours, &by_other(&stream).unwrap_or_else(|error| panic!("{name}: {error}")), &name);
        assert_eq!(ours.faces, faces, "{name}");
        let (found, _) = Reading::new(true, Limits::default(), stream.len()).read(&stream, mesh).unwrap();
        if case % 2 == 0 {
            assert_eq!(found.difference(&vertices), None, "{name}");
        }
        let range = |value: &dyn Fn(&Vertex) -> f32| {
            let all = || vertices.iter().map(value);
            all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
        };
        let [x, y, z] = [|v: &Vertex| v.position.x, |v: &Vertex| v.position.y, |v: &Vertex| v.position.z]
            .map(|value| range(&value));
        let range = x.max(y).max(z);
        for (found, vertex) in found.iter().zip(&vertices) {
            assert_eq!((found.tangent, found.colour), (vertex.tangent, vertex.colour), "{name}");
            let step = options.position_bits.map_or(0.0, |bits| range / ((1_u32 << bits) - 1) as f32);
            let off = (found.position - vertex.position).length();
            // Half a step along each axis, and what floats round.
            assert!(off <= step * 0.867 + range * 1e-6, "{name}: {off} of {step}");
        }
        let told = told(&stream, Limits::default());
        let plain = told.iter().filter(|(name, _)| name == "value_size");
        sizes.extend(plain.map(|(_, size)| size.clone()));
        for (count, part) in n_schemes.iter_mut().zip(["tagged_symbols", "raw_symbols", "value_size"]) {
            *count += told.iter().filter(|(name, _)| name == part).count();
        }
    }
    assert!(n_schemes.iter().all(|count| *count > 15), "{n_schemes:?}");
    assert_eq!(sizes.iter().map(String::as_str).collect::<Vec<_>>(), ["1", "2"]);
}

/// Tests that positions without a finite bounding box are not quantised, and that faces without vertices are rejected.
#[test]
fn what_cannot_be_encoded_is_not() {
    let mut three = vec![Vertex::default(); 3];
    let bits = DracoOptions { position_bits: Some(11), ..DracoOptions::default() };
    for number in [f32::NAN, f32::INFINITY] {
        three[1].position.x = number;
        let stream = encode(&three, &[[0, 1, 2]], &bits, None).unwrap();
        let (found, _) = Reading::new(true, Limits::default(), stream.len()).read(&stream, mesh).unwrap();
        assert_eq!(found.difference(&three), None);
    }
    let error = encode(&three, &[[0, 1, 2], [0, 1, 3]], &bits, None).unwrap_err();
    assert_eq!(error.to_string(), "faces[1]: vertex 3 is not below 3");
}

/// Tests that all attributes except positions may be missing.
#[test]
fn vertices_need_positions() {
    let read = |kind: u8, value_type: u8, n_bytes: usize| {
        let mut stream = of_attributes(&[[value_type, 3, 0]], &vec![0; n_bytes]);
        // The kind of the attribute.
        stream[0x13] = kind;
        let reading = Reading::new(false, Limits::default(), stream.len());
        let result = reading.read(&stream, mesh).map(|(vertices, _)| vertices.len());
        (result.map_err(|error| error.to_string()), reading.into_warnings().total())
    };
    assert_eq!(read(0, 9, 36), (Ok(3), 0));
    assert!(read(4, 9, 36).0.unwrap_err().contains("position attribute"));
    assert!(read(0, 2, 9).0.unwrap_err().contains("expected 3 of F32 as a"));
}

/// Encodes a sheet with the attributes that meshes have, using draco-core.
fn edgebreaker(random: &mut Random, side: u32, speed: i32) -> Vec<u8> {
    let n_points = side * side;
    let mut mesh = draco_core::Mesh::new();
    let mut options = EncoderOptions::new();
    options.set_encoding_method(1);
    options.set_global_int("encoding_speed", speed);
    options.set_global_int("decoding_speed", speed);
    let floats = |random: &mut Random, width: u32| {
        let number = |index: u32| (index as f32 * 0.1).sin() + random.float() * 0.01;
        (0..n_points * width).map(number).flat_map(f32::to_le_bytes).collect::<Vec<_>>()
    };
    let (float, byte) = (DataType::Float32, DataType::Uint8);
    let formats = [(0, float, 3), (4, float, 3), (3, float, 2), (4, byte, 4), (2, byte, 4)];
    for (number, (kind, data_type, width)) in formats.into_iter().enumerate() {
        let mut attribute = PointAttribute::new();
        let kind = GeometryAttributeType::try_from(kind).unwrap();
        attribute.init(kind, width, data_type, false, n_points as usize);
        let bytes = match data_type {
            DataType::Float32 => floats(random, width.into()),
            _ => (0..n_points * u32::from(width)).map(|index| (index / 40) as u8).collect(),
        };
        attribute.buffer_mut().write(0, &bytes);
        mesh.add_attribute(attribute);
        if number < 3 {
            options.set_attribute_quantization(number as i32, 12);
        }
    }
    let cells = (0..(side - 1) * (side - 1)).flat_map(|index| {
        let corner = index / (side - 1) * side + index % (side - 1);
        [[corner, corner + side, corner + 1], [corner + 1, corner + side, corner + side + 1]]
    });
    let faces: Vec<_> = cells.collect();
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

/// A file of version 7.00 with this stream.
fn file_of(stream: &[u8]) -> Vec<u8> {
    let size = stream.len() as u32;
    let sizes = [2, size + 4, size].map(u32::to_le_bytes);
    [b"version 7.00\nCOREMESH", sizes.as_flattened(), stream].concat()
}

#[test]
fn attributes_are_found_by_their_kind_where_ids_differ() {
    use DracoType::{F32, U8, U16};
    let [position, normal, colour, uv, anything] = [0, 1, 2, 3, 4];
    let found = |formats: &[(u32, u8, DracoType, u8)]| {
        let format =
            |(id, kind, value_type, width)| DracoFormat { id, kind, value_type, width, is_normalised: false };
        vertex_attributes::ids(&formats.iter().copied().map(format).collect::<Vec<_>>())
    };
    let by_roblox = [
        (0, position, F32, 3),
        (1, anything, F32, 3),
        (2, uv, F32, 2),
        (3, anything, U8, 4),
        (4, colour, U8, 4),
    ];
    assert_eq!(found(&by_roblox), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
    let by_draco_py = [(0, colour, U8, 4), (1, uv, F32, 2), (2, normal, F32, 3), (3, position, F32, 3)];
    assert_eq!(found(&by_draco_py), [Some(3), Some(2), Some(1), None, Some(0)]);
    // The kind is worth more than the id, and what could be anything needs the type, too.
    let both = [(0, anything, F32, 3), (1, anything, F32, 3), (7, position, F32, 3), (9, normal, F32, 3)];
    assert_eq!(found(&both)[..2], [Some(7), Some(9)]);
    let others = [(0, position, F32, 3), (1, anything, U16, 4), (2, anything, F32, 4), (4, anything, U8, 3)];
    assert_eq!(found(&others), [Some(0), None, None, None, None]);
    // Among several attributes of a type, the one that fits comes first, then the lower id, then the order of the
    // stream.
    let several =
        [(9, uv, F32, 2), (2, uv, F32, 2), (4, colour, U8, 3), (8, colour, U8, 4), (7, colour, U8, 4)];
    assert_eq!(found(&several)[2..], [Some(2), None, Some(8)]);
    // An attribute that does not fit is left out with a warning.
    assert_eq!(found(&[(4, colour, U8, 3)])[4], Some(4));
}

/// The bytes of a metadata block: names and values, and then nested blocks with their names.
fn block(entries: &[(&str, &str)], blocks: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let text = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
    let mut bytes = vec![entries.len() as u8];
    entries.iter().for_each(|(name, value)| bytes.extend([text(name), text(value)].concat()));
    bytes.push(blocks.len() as u8);
    blocks.iter().for_each(|(name, block)| bytes.extend([text(name), block.clone()].concat()));
    bytes
}

/// Adds metadata to a stream without any.
fn with_metadata(stream: &[u8], attributes: &[(u8, Vec<u8>)], geometry: &[u8]) -> Vec<u8> {
    let mut metadata = vec![attributes.len() as u8];
    attributes.iter().for_each(|(id, block)| metadata.extend([&[*id], block.as_slice()].concat()));
    [&stream[..10], &[0x80], &metadata, geometry, &stream[11..]].concat()
}

#[test]
fn metadata_come_back() {
    let vertices = vertices(&mut Random::new(11), 20);
    let mut plain = encode(&vertices, &[[0, 1, 2], [3, 4, 5]], &DracoOptions::default(), None).unwrap();
    // The colours, with an id that Roblox does not give them.
    let formats = plain.windows(2).position(|bytes| bytes == [1, 5]).unwrap() + 2;
    assert_eq!(plain[formats + 20..][..5], [2, 2, 4, 0, 4]);
    plain[formats + 24] = 12;
    let geometry = block(
        &[("made by", "us")],
        &[("outer", block(&[], &[("inner", block(&[("a", "b")], &[]))])), ("b", block(&[], &[]))],
    );
    let colour = block(&[("name", "paint")], &[]);
    let others = [(12, colour.clone()), (9, block(&[("name", "of nothing")], &[]))];
    let stream = with_metadata(&plain, &others, &geometry);
    let ids = told(&stream, Limits::default()).into_iter().filter(|(name, _)| name == "id");
    assert_eq!(ids.map(|(_, id)| id).collect::<Vec<_>>()[..2], ["12", "9"]);
    let theirs = by_other(&stream).unwrap();
    let theirs = theirs.metadata().unwrap();
    assert_eq!(theirs.attribute_metadata_by_string_entry("name", "paint").unwrap().attribute_unique_id(), 12);

    let bytes = file_of(&stream);
    let (mesh, warnings) = crate::read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert_eq!((warnings.total(), mesh.vertices.difference(&vertices)), (0, None));
    assert_eq!(
        mesh.draco_header().map(|header| (header.has_metadata(), header.n_points)),
        Some((true, Some(20)))
    );
    assert_eq!(crate::write(&mesh).unwrap(), bytes);
    // A new stream keeps the metadata, with the new ids of the attributes.
    let mut edited = mesh.clone();
    edited.vertices[0].position.x += 1.0;
    let edited = crate::read(&crate::write(&edited).unwrap()).unwrap();
    let mut rounded = mesh.clone();
    rounded.compress(&DracoOptions::default().position_bits(9)).unwrap();
    for new in [edited.draco.unwrap(), rounded.draco.unwrap()] {
        let start = with_metadata(&plain[..11], &[(4, colour.clone())], &geometry);
        assert_eq!(new[..start.len()], start);
        let new = by_other(&new).unwrap();
        assert_eq!(new.metadata().unwrap().metadata(), theirs.metadata());
    }
    let mut old = mesh;
    let lost = old.transcode(crate::Version::V5_00).unwrap().count(crate::LossKind::UnknownBytes);
    assert_eq!(lost, geometry.len() + others.iter().map(|(_, block)| block.len()).sum::<usize>());

    // Any number of blocks in each other.
    let deep = [[0, 1, 0].repeat(100_000), vec![0, 0]].concat();
    usual(&with_metadata(&plain, &[], &deep));
    let error = decode(&with_metadata(&plain, &[], &deep)[..50], &ReadOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "header.metadata.geometry.blocks[12].name_length: needs 1 byte, and 0 are left (at byte 0x32)"
    );
}

#[cfg(not(feature = "draco"))]
#[test]
fn edgebreaker_streams_are_kept() {
    let stream = edgebreaker(&mut Random::new(5), 4, 5);
    let (mesh, warnings) = crate::read_with(&file_of(&stream), &ReadOptions::default()).unwrap();
    assert_eq!((mesh.vertices.len(), warnings.total(), mesh.draco), (0, 1, Some(stream)));
}

#[cfg(feature = "draco")]
#[test]
fn edgebreaker_streams_become_vertices() {
    let mut random = Random::new(5);
    for case in 0..60 {
        let (side, speed) = (2 + random.below(40), case % 11);
        let stream = edgebreaker(&mut random, side, speed);
        assert_eq!(stream[8], 1, "edgebreaker");
        let theirs = by_other(&stream).unwrap();
        let bytes = file_of(&stream);
        let (mesh, warnings) = crate::read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
        assert_eq!((warnings.total(), mesh.faces.len()), (0, 2 * (side as usize - 1).pow(2)));
        assert_eq!(mesh.vertices.len(), theirs.num_points());
        let values = |number: i32, width| theirs.attribute(number).read_f32s(theirs.num_points(), width);
        let (positions, normals, uvs) = (values(0, 3), values(1, 3), values(2, 2));
        let (tangents, colours) = (values(3, 4), values(4, 4));
        for (index, vertex) in mesh.vertices.iter().enumerate() {
            assert_eq!(vertex.position.to_array(), positions[3 * index..][..3]);
            assert_eq!(vertex.normal.to_array(), normals[3 * index..][..3]);
            assert_eq!([vertex.uv.x, vertex.uv.y], uvs[2 * index..][..2]);
            assert_eq!(vertex.tangent.0.map(f32::from), tangents[4 * index..][..4]);
            assert_eq!(vertex.colour.to_array().map(f32::from), colours[4 * index..][..4]);
        }
        // The stream is kept as long as it equals the mesh.
        assert_eq!(crate::write(&mesh).unwrap(), bytes);
        let mut edited = mesh.clone();
        edited.vertices[0].position.x += 1.0;
        let again = crate::read(&crate::write(&edited).unwrap()).unwrap();
        assert_eq!(again.vertices[0].position, edited.vertices[0].position);
        assert!(again.draco_header().unwrap().is_sequential_mesh());
    }
}

/// Tests that the memory that a face takes while it is decoded counts against the limit, and not only its output.
#[cfg(feature = "draco")]
#[test]
fn faces_of_edgebreaker_draw_on_the_limit() {
    let stream = edgebreaker(&mut Random::new(5), 40, 5);
    let read = |n| decode(&stream, &ReadOptions::default().limits(Limits::default().output_bytes(n)));
    let n_faces = 2 * 39 * 39;
    assert!(matches!(
        read(n_faces * 55).unwrap_err().kind(),
        crate::ErrorKind::LimitExceeded { limit: "output bytes", .. }
    ));
    assert_eq!(read(1 << 22).unwrap().faces.len(), n_faces);
}

/// Tests that metadata are read at any depth, and that draco-core gets the stream without them.
#[cfg(feature = "draco")]
#[test]
fn edgebreaker_streams_may_have_metadata() {
    let plain = edgebreaker(&mut Random::new(5), 7, 5);
    let deep = [[0, 1, 0].repeat(100_000), vec![0, 0]].concat();
    let stream = with_metadata(&plain, &[(4, block(&[("name", "paint")], &[]))], &deep);
    assert_eq!(usual(&stream), usual(&plain));
    let bytes = file_of(&stream);
    assert_eq!(crate::write(&crate::read(&bytes).unwrap()).unwrap(), bytes);
}

/// Tests that LOD offsets count the faces in the order of the decoder, also after edits. An encoder of edgebreaker
/// streams reorders faces.
#[cfg(feature = "draco")]
#[test]
fn levels_count_the_faces_that_edgebreaker_gives() {
    let stream = edgebreaker(&mut Random::new(8), 9, 5);
    let theirs = by_other(&stream).unwrap();
    let n_points = theirs.num_points();
    // The chunk LODS: a level of 64 faces, one of 36, and one of 28.
    let [size, count] = [7 + 16, 4].map(u32::to_le_bytes);
    let offsets = [0, 64, 100, 128].map(u32::to_le_bytes);
    let lods =
        [b"LODS\0\0\0\0\x01\0\0\0".as_slice(), &size, &[0, 0, 1], &count, offsets.as_flattened()].concat();
    let bytes = [file_of(&stream), lods].concat();
    let (mesh, warnings) = crate::read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert_eq!((warnings.total(), mesh.lods()), (0, vec![0..64, 64..100, 100..128]));
    let faces: Vec<_> = (0..128).map(|face| theirs.face(FaceIndex(face)).map(|point| point.0)).collect();
    assert_eq!((mesh.vertices.len(), mesh.lod_faces(1)), (n_points, &faces[64..100]));
    let shown = |mesh: &crate::Mesh, level| {
        let corners = mesh.lod_faces(level).iter().flatten();
        corners.map(|index| mesh.vertices[*index as usize].position.to_array()).collect::<Vec<_>>()
    };
    let levels = [0, 1, 2].map(|level| shown(&mesh, level));
    // An edit outdates the stream: the one in its place is sequential.
    let mut edited = mesh.clone();
    edited.recolour(Rgba8::new(1, 2, 3, 4));
    let again = crate::read(&crate::write(&edited).unwrap()).unwrap();
    assert!(again.draco_header().unwrap().is_sequential_mesh());
    assert_eq!([0, 1, 2].map(|level| shown(&again, level)), levels);
    for version in [crate::Version::V3_00, crate::Version::V5_00, crate::Version::V6_00] {
        let mut other = mesh.clone();
        other.transcode(version).unwrap();
        let again = crate::read(&crate::write(&other).unwrap()).unwrap();
        assert_eq!([0, 1, 2].map(|level| shown(&again, level)), levels, "{version}");
    }
    let mut finest = mesh;
    assert_eq!(finest.transcode(crate::Version::V2_00).unwrap().count(crate::LossKind::Faces), 64);
    assert_eq!(shown(&finest, 0), levels[0]);
}

#[cfg(feature = "draco")]
#[test]
fn damaged_edgebreaker_streams_stay_within_the_limits() {
    let (mut random, mut n_decoded) = (Random::new(6), 0);
    for seed in 0..30 {
        let whole = edgebreaker(&mut random, 2 + seed % 12, seed as i32 % 11);
        for number in 0..60 {
            let broken = damaged(&whole, u64::from(seed) * 60 + number);
            let limits = Limits::default().output_bytes(1 << 22).elements(1 << 16);
            let Ok(ours) = decode(&broken, &ReadOptions::default().limits(limits)) else { continue };
            n_decoded += 1;
            assert!(ours.faces.as_flattened().iter().all(|point| (*point as usize) < ours.n_points));
            for attribute in &ours.attributes {
                let size = attribute.format.value_type.size() * usize::from(attribute.format.width);
                assert_eq!(attribute.values.len(), size * ours.n_points);
            }
        }
    }
    assert!(n_decoded > 100, "{n_decoded} mutants decode");
    // A count of faces that would take more than is allowed, before the other decoder sees it.
    let many = b"DRACO\x02\x02\x01\x01\0\0\0\x03\xff\xff\xff\xff\x0f\0";
    let error = decode(many, &ReadOptions::default()).unwrap_err();
    assert!(
        matches!(error.kind(), crate::ErrorKind::LimitExceeded { requested: 0xffff_ffff, .. }),
        "{error}"
    );
    // The error has the message of the other decoder, and the place of the stream.
    let error = decode(&many[..13], &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "faces: needs 1 byte, and 0 are left (at byte 0xd)");
}
