//! Tests on the corpus and on `fixtures/foreign`: the contents of the samples, and the laws that they obey.

use crate::recorder::Recorder;
use crate::support;
use crate::support::File;
use rbxbinary::terrain::{Grid, NO_PHYSICS_GRID};
use rbxbinary::{
    Attributes, Chunk, Class, Column, Compression, Contents, Fonts, Lanes, MaterialColors, Model,
    OptionalCFrames, ReadOptions, Same, SpanKind, Strings, Tree, UDim2s, Values, WriteOptions, chunks, read,
    read_with, recompress, tags, write, write_onto, write_with,
};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The samples in the binary format.
fn samples() -> Vec<File> {
    let mut all = support::samples("roblox");
    all.retain(|(name, _)| name.ends_with(".rbxm") || name.ends_with(".rbxl"));
    let n_samples = all.iter().filter(|(name, _)| !name.starts_with(support::FOREIGN)).count();
    assert!(n_samples == 0 || n_samples == 43, "{n_samples} samples");
    all
}

/// Name and payload of each chunk.
fn payloads(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let options = ReadOptions::default();
    chunks(bytes).unwrap().map(|chunk| (chunk.name(), chunk.plain(&options).unwrap())).collect()
}

/// `cargo xtask roundtrip` holds the laws against them.
#[test]
fn every_sample_reads_without_a_warning() {
    for (name, bytes) in samples() {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        let is_known = |chunk: &Chunk| !matches!(chunk, Chunk::Unknown(_) | Chunk::Packed(_));
        assert!(model.chunks.iter().all(is_known), "{name}");
        assert_eq!(write(&model).unwrap()[..32], bytes[..32], "{name}");
    }
}

/// Law (e): identity comes from the values, not from bytes that are kept.
fn set_to_itself(values: &mut Values) {
    fn rebuilt<T: Copy, const K: usize>(all: &mut Lanes<T, K>) {
        for i in 0..all.len() {
            let value = all.get(i).unwrap();
            assert!(all.set(i, value));
        }
        *all = all.iter().collect();
    }
    fn frames<M: Copy>(all: &mut rbxbinary::Placements<M>) {
        for i in 0..all.len() {
            let (rotation, position) = all.get(i).unwrap();
            assert!(all.set(i, rotation, position));
        }
        *all = (0..all.len()).map(|i| all.get(i).unwrap()).collect();
    }
    match values {
        Values::String(all) | Values::Bytecode(all) => {
            for i in 0..all.len() {
                let value = all.get(i).unwrap().to_vec();
                all.set(i, b"something else").unwrap();
                all.set(i, &value).unwrap();
            }
        }
        Values::UDim2(UDim2s { scale, offset }) => {
            rebuilt(scale);
            rebuilt(offset);
        }
        Values::Color3(all) | Values::Vector3(all) => rebuilt(all),
        Values::Vector2(all) => rebuilt(all),
        Values::Rect(all) => rebuilt(all),
        Values::Color3uint8(all) => rebuilt(all),
        Values::CFrame(all) | Values::OptionalCFrame(OptionalCFrames { frames: all, .. }) => frames(all),
        Values::CFrameQuat(all) => frames(all),
        Values::NumberSequence(all) => *all = all.iter().map(<[_]>::to_vec).collect(),
        Values::ColorSequence(all) => *all = all.iter().map(<[_]>::to_vec).collect(),
        Values::PhysicalProperties(all) => *all = all.iter().collect(),
        Values::UniqueId(all) => {
            for i in 0..all.len() {
                let value = all.get(i).unwrap();
                assert!(all.set(i, value));
            }
            *all = all.iter().collect();
        }
        Values::Font(all) => {
            let mut again = Fonts::default();
            all.iter().for_each(|font| again.push(font).unwrap());
            *all = again;
        }
        Values::Content(all) => {
            let mut again = Contents::default();
            again.externals = all.externals.clone();
            all.iter().for_each(|content| again.push(content).unwrap());
            **all = again;
        }
        // Types stored as plain vectors, for which the writer has no other source.
        _ => {}
    }
}

#[test]
fn values_alone_make_the_payloads() {
    for (name, bytes) in samples() {
        let mut model = read(&bytes).unwrap();
        model.columns_mut().for_each(|column| set_to_itself(&mut column.values));
        for chunk in &mut model.chunks {
            if let Chunk::SharedStrings(shared) = chunk {
                shared.strings = Strings::new(shared.strings.iter()).unwrap();
            }
        }
        assert!(payloads(&write(&model).unwrap()) == payloads(&bytes), "{name}");
        assert!(write_onto(&model, &bytes).unwrap() == bytes, "{name}");
    }
}

#[test]
fn columns_that_are_left_out_are_written_back() {
    for (name, bytes) in samples() {
        let only_names = ReadOptions::default().columns(|_, property| property == b"Name");
        let (mut model, warnings) = read_with(&bytes, &only_names).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        assert!(model.columns().all(|column| column.name == *"Name"));
        assert!(write_onto(&model, &bytes).unwrap() == bytes, "{name}");
        assert!(payloads(&write(&model).unwrap()) == payloads(&bytes), "{name}");
        let full = read(&bytes).unwrap();
        assert_eq!(
            Tree::new(&model).walk().map(|one| one.path()).collect::<Vec<_>>(),
            Tree::new(&full).walk().map(|one| one.path()).collect::<Vec<_>>(),
            "{name}"
        );
        for i in 0..model.chunks.len() {
            model.unpack(i, &ReadOptions::default()).unwrap();
        }
        assert_eq!(model.difference(&full), None, "{name}");
    }
}

#[test]
fn compression_can_be_changed_without_touching_payloads() {
    let options = ReadOptions::default();
    for (name, bytes) in samples() {
        let stored = recompress(&bytes, Compression::Stored, &options).unwrap();
        assert!(payloads(&stored) == payloads(&bytes), "{name}");
        assert!(chunks(&stored).unwrap().all(|chunk| chunk.compression() == Compression::Stored));
        let packed = recompress(&stored, Compression::Lz4, &options).unwrap();
        assert!(payloads(&packed) == payloads(&bytes), "{name}");
        assert_eq!(read(&stored).unwrap().difference(&read(&bytes).unwrap()), None, "{name}");
        let model = read(&bytes).unwrap();
        assert!(
            write_with(&model, &WriteOptions::default().compression(Compression::Stored)).unwrap() == stored,
            "{name}"
        );
        #[cfg(feature = "zstd")]
        {
            let zstd = recompress(&bytes, Compression::Zstd, &options).unwrap();
            assert!(payloads(&zstd) == payloads(&bytes), "{name}");
            assert!(write_onto(&model, &zstd).unwrap() == zstd, "{name}");
        }
    }
}

/// Processes all items in parallel, on all cores.
fn on_all_cores<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(one);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(worker);
        }
    });
}

/// The position of the type in a column's payload.
fn type_at(column: &Column) -> usize {
    8 + column.name.len()
}

#[test]
fn every_column_survives_every_other_type() {
    for (name, bytes) in samples() {
        let stored = recompress(&bytes, Compression::Stored, &ReadOptions::default()).unwrap();
        let model = read(&bytes).unwrap();
        let mut chunks: Vec<_> = chunks(&stored).unwrap().enumerate().collect();
        // Three samples per type are enough: further ones repeat the same cases.
        let mut n_of_type = [0; 256];
        chunks.retain(|(i, _)| {
            let Chunk::Column(column) = &model.chunks[*i] else { return false };
            let n = &mut n_of_type[usize::from(column.values.type_id().unwrap_or_default())];
            *n += 1;
            *n <= 3
        });
        on_all_cores(&chunks, |(i, chunk)| {
            let Chunk::Column(column) = &model.chunks[*i] else { return };
            let class = model.classes().find(|class| class.id == column.class).unwrap();
            under_every_other_type(&format!("{name} #{i}"), class, column, chunk.body());
            if bytes.len() < 65_536 {
                let mut whole = stored.clone();
                whole[chunk.start() + 16 + type_at(column)] ^= 0x12;
                let (changed, _) = read_with(&whole, &ReadOptions::default()).unwrap();
                assert_eq!(changed.chunks.len(), model.chunks.len());
                for (other, (chunk, old)) in changed.chunks.iter().zip(&model.chunks).enumerate() {
                    assert!(other == *i || chunk.same(old), "{name} #{other} with another #{i}");
                }
                assert!(write_onto(&changed, &whole).unwrap() == whole, "{name} #{i}");
            }
        });
    }
}

/// Reads a file of this class and 255 columns, each with the payload of one column under another type.
fn under_every_other_type(title: &str, class: &Class, column: &Column, payload: &[u8]) {
    let stored_form = WriteOptions::default().compression(Compression::Stored);
    let class = Model { chunks: vec![Chunk::Class(class.clone())], ..Model::default() };
    let mut file = write_with(&class, &stored_form).unwrap();
    let others: Vec<u8> = (0..=u8::MAX).filter(|id| Some(*id) != column.values.type_id()).collect();
    assert_eq!(others.len(), 255, "{title}");
    let type_at = type_at(column);
    for type_id in &others {
        let len = u32::try_from(payload.len()).unwrap().to_le_bytes();
        file.extend([b"PROP".as_slice(), &[0; 4], &len, &[0; 4], &payload[..type_at]].concat());
        file.push(*type_id);
        file.extend(&payload[type_at + 1..]);
    }
    let (model, warnings) = read_with(&file, &ReadOptions::default()).unwrap();
    assert_eq!(model.chunks.len(), 1 + 255, "{title}");
    let mut n_raw = 0;
    for (type_id, read) in others.into_iter().zip(model.columns()) {
        assert_eq!((read.class, &read.name), (column.class, &column.name), "{title} as {type_id:#04x}");
        assert_eq!(read.values.type_id(), Some(type_id), "{title}");
        match &read.values {
            Values::Raw { data, .. } => {
                assert!(*data == payload[type_at + 1..], "{title} as {type_id:#04x}");
                n_raw += 1;
            }
            values => assert_eq!(values.len(), column.values.len(), "{title} as {type_id:#04x}"),
        }
    }
    // Unassigned types: 00, and 23 and above.
    assert!(n_raw >= 1 + 0xff - 0x22, "{title}: {n_raw}");
    // One warning per unknown type, one per duplicate column, and one for the missing END.
    assert!(warnings.total() > n_raw + 254, "{title}: {} and {n_raw}", warnings.total());
    assert!(write_with(&model, &stored_form).unwrap() == file, "{title}");
}

#[test]
fn every_cut_leaves_the_chunks_before_it() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (name, bytes) in samples() {
        let whole = Whole::new(name, bytes);
        let len = whole.bytes.len();
        if len < 4096 {
            on_all_cores(&(0..len).collect::<Vec<_>>(), |cut| whole.cut(*cut));
            continue;
        }
        on_all_cores(&[(); 8].map(|()| random(len)), |cut| whole.cut(*cut));
        // Every cut reads all chunks before it, of which there may be thousands.
        let some = whole.starts.iter().step_by(1 + whole.starts.len() / 30);
        let near = some.flat_map(|at| [at - 8, at - 1, *at, at + 1, at + 8]);
        let near: Vec<_> = near.filter(|cut| *cut < len).collect();
        on_all_cores(&near, |cut| whole.cut(*cut));
    }
}

/// A sample that is truncated at many positions.
struct Whole {
    name: String,
    bytes: Vec<u8>,
    chunks: Vec<Chunk>,
    /// The start of each chunk, and finally the end of the last one.
    starts: Vec<usize>,
}

impl Whole {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let starts = chunks(&bytes).unwrap().map(|chunk| chunk.start()).chain([bytes.len()]).collect();
        let chunks = read(&bytes).unwrap().chunks;
        Self { name, bytes, chunks, starts }
    }

    /// Everything before the cut is read, with a warning about what is missing.
    fn cut(&self, at: usize) {
        let (prefix, name) = (&self.bytes[..at], &self.name);
        let Some(model) = self.read(at, &ReadOptions::default()) else { return };
        assert_eq!(model.chunks.len(), self.n_before(at), "{name} cut at {at}");
        for (i, (chunk, old)) in model.chunks.iter().zip(&self.chunks).enumerate() {
            assert!(chunk.same(old), "{name} cut at {at}: #{i}");
        }
        assert!(write_onto(&model, prefix).unwrap() == prefix, "{name} cut at {at}");
    }

    fn read(&self, at: usize, options: &ReadOptions) -> Option<Model> {
        let (prefix, name) = (&self.bytes[..at], &self.name);
        match read_with(prefix, options) {
            Ok((model, warnings)) => {
                assert!(warnings.total() > 0, "{name} cut at {at}");
                assert!(model.trailing == prefix[self.starts[self.n_before(at)]..], "{name} cut at {at}");
                Some(model)
            }
            Err(error) => {
                assert!(at < 32, "{name} cut at {at}: {error}");
                None
            }
        }
    }

    /// Returns the number of chunks that end at a position or before it.
    fn n_before(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1
    }
}

#[test]
fn attributes_tags_colours_and_terrain_come_back() {
    let (mut n_attributes, mut n_tags, mut n_colours, mut n_grids) = (0, 0, 0, 0);
    for (name, bytes) in samples() {
        let model = read(&bytes).unwrap();
        for column in model.columns() {
            let Values::String(all) = &column.values else { continue };
            for bytes in all.iter() {
                match &*column.name.to_string_lossy() {
                    "AttributesSerialize" | "PropertiesSerialize" => {
                        let (attributes, error) = Attributes::read(bytes);
                        assert_eq!(error, None, "{name}");
                        assert_eq!(attributes.write().unwrap(), bytes, "{name}");
                        let recorder = Recorder::default();
                        let (traced, error) = Attributes::trace(bytes, &recorder);
                        assert_eq!((traced.difference(&attributes), error), (None, None), "{name}");
                        recorder.check(bytes, &name);
                        assert!(recorder.spans.borrow().iter().all(|span| span.kind != SpanKind::Unknown));
                        n_attributes += attributes.entries.len();
                    }
                    "Tags" => {
                        assert_eq!(tags::write(tags::read(bytes)), bytes, "{name}");
                        n_tags += tags::read(bytes).count();
                    }
                    "MaterialColors" => {
                        assert_eq!(MaterialColors::read(bytes).unwrap().write(), bytes, "{name}");
                        n_colours += 1;
                    }
                    "SmoothGrid" => {
                        let (mut grid, error) = Grid::read(bytes);
                        assert_eq!(error, None, "{name}");
                        assert_eq!(grid.write(), bytes, "{name}");
                        let recorder = Recorder::default();
                        assert!(Grid::trace(bytes, &recorder) == (grid.clone(), None), "{name}");
                        recorder.check(bytes, &name);
                        // Law (e): packed anew, the same voxels are the same bytes.
                        for [x, y, z] in
                            grid.clone().chunks().iter().map(|chunk| chunk.position().map(|it| it * 32))
                        {
                            grid.set(x, y, z, grid.voxel(x, y, z)).unwrap();
                        }
                        assert_eq!(grid.write(), bytes, "{name}");
                        n_grids += 1;
                    }
                    "PhysicsGrid" if bytes.len() == NO_PHYSICS_GRID.len() => {
                        assert_eq!(bytes, NO_PHYSICS_GRID)
                    }
                    _ => {}
                }
            }
        }
    }
    if support::corpus("roblox").is_some() {
        let counts = [n_attributes, n_tags, n_colours, n_grids];
        assert!(counts.iter().zip([3000, 1000, 2, 2]).all(|(n, least)| *n > least), "{counts:?}");
    }
}

/// The counts were determined with another program.
#[test]
fn samples_hold_what_they_are_known_to_hold() {
    let facts = [
        ("models/default-inserted-folder/binary.rbxm", 1, 1, 7),
        ("models/three-nested-folders/binary.rbxm", 3, 3, 7),
        ("places/all-instances-415/binary.rbxl", 249, 0, 2999),
        ("generated/parts10k.rbxl", 10_701, 3, 0),
        ("all-types/Binary.rbxl", 1205, 0, 6532),
    ];
    for (name, bytes) in samples() {
        let Some((_, n, depth, n_chunks)) = facts.iter().find(|fact| fact.0 == name) else { continue };
        let model = read(&bytes).unwrap();
        let tree = Tree::new(&model);
        assert_eq!(tree.len(), *n, "{name}");
        assert_eq!(tree.walk().count(), *n, "{name}");
        assert!(*depth == 0 || tree.depth() == *depth, "{name}: {}", tree.depth());
        assert!(*n_chunks == 0 || model.chunks.len() == *n_chunks, "{name}: {}", model.chunks.len());
        if name.contains("three-nested") {
            let inner = tree.find("Grandparent/Parent/Child").or_else(|| tree.walk().last()).unwrap();
            assert_eq!(inner.ancestors().count(), 2);
        }
    }
}

#[cfg(feature = "md5")]
#[test]
fn files_of_2020_have_md5_of_their_shared_strings() {
    for (name, bytes) in samples().into_iter().filter(|(name, _)| name.contains("415")) {
        let model = read(&bytes).unwrap();
        let shared = model.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::SharedStrings(shared) => Some(shared),
            _ => None,
        });
        for shared in shared {
            let mut again = shared.clone();
            again.hash();
            assert_eq!(again.hashes, shared.hashes, "{name}");
        }
    }
}
