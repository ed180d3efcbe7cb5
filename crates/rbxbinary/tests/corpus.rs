//! The samples: what is in them, and the laws that they obey.

mod support;

use rbxbinary::{
    Attributes, Chunk, Compression, Contents, Fonts, Lanes, MaterialColors, Model, ReadOptions, Same,
    SpanKind, Strings, Tree, Values, WriteOptions, chunks, layout, read, read_with, recompress, tags, write,
    write_onto, write_with,
};
use support::File;

/// The samples in the binary format; none if there is no corpus.
fn samples() -> Vec<File> {
    let mut all = support::corpus("roblox").unwrap_or_default();
    all.retain(|(name, _)| name.ends_with(".rbxm") || name.ends_with(".rbxl"));
    assert!(all.is_empty() || all.len() == 43, "{} samples", all.len());
    all
}

/// Name and payload of each chunk.
fn payloads(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let options = ReadOptions::default();
    chunks(bytes).unwrap().map(|chunk| (chunk.name(), chunk.plain(&options).unwrap())).collect()
}

#[test]
fn every_sample_reads_without_a_warning_and_obeys_the_laws() {
    for (name, bytes) in samples() {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        let is_known = |chunk: &Chunk| !matches!(chunk, Chunk::Unknown(_) | Chunk::Packed(_));
        assert!(model.chunks.iter().all(is_known), "{name}");
        let written = write(&model).unwrap();
        assert!(payloads(&written) == payloads(&bytes), "{name}");
        assert_eq!(written[..32], bytes[..32], "{name}");
        assert_eq!(read(&written).unwrap().difference(&model), None, "{name}");
        assert!(write(&read(&written).unwrap()).unwrap() == written, "{name}");
        assert!(write_onto(&model, &bytes).unwrap() == bytes, "{name}");
        assert!(read_with(&bytes, &ReadOptions::default().strict(true)).is_ok(), "{name}");
        assert_eq!(layout(&bytes).flaw(), None, "{name}");
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
        Values::UDim2 { scale, offset } => {
            rebuilt(scale);
            rebuilt(offset);
        }
        Values::Color3(all) | Values::Vector3(all) => rebuilt(all),
        Values::Vector2(all) => rebuilt(all),
        Values::Rect(all) => rebuilt(all),
        Values::Color3uint8(all) => rebuilt(all),
        Values::CFrame(all) | Values::OptionalCFrame { frames: all, .. } => frames(all),
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
        // Plain vectors, of which nothing else is written.
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

/// Which chunks of two files differ, frames and all.
fn changed(a: &[u8], b: &[u8]) -> Vec<usize> {
    let (a, b): (Vec<_>, Vec<_>) = (chunks(a).unwrap().collect(), chunks(b).unwrap().collect());
    assert_eq!(a.len(), b.len());
    let differs = |i: &usize| a[*i].body() != b[*i].body() || a[*i].name() != b[*i].name();
    (0..a.len()).filter(differs).collect()
}

#[test]
fn one_edit_changes_one_chunk() {
    for (name, bytes) in samples() {
        let original = read(&bytes).unwrap();
        let mut n_edits = 0;
        let mut kinds = Vec::new();
        for (i, chunk) in original.chunks.iter().enumerate() {
            // One column of each type, and what else is edited.
            match chunk {
                Chunk::Column(column) if !kinds.contains(&column.values.type_id()) => {}
                Chunk::Metadata(_) | Chunk::Hierarchy(_) => {}
                _ => continue,
            }
            let mut edited = original.clone();
            match (&mut edited.chunks[i], chunk) {
                (Chunk::Column(column), Chunk::Column(old)) => {
                    kinds.push(old.values.type_id());
                    match &mut column.values {
                        Values::String(all) if !all.is_empty() => all.set(0, b"an edit").unwrap(),
                        Values::Bool(all) if !all.is_empty() => all[0] ^= 1,
                        Values::Int32(all) if !all.is_empty() => all[0] ^= 1,
                        Values::Float32(all) if !all.is_empty() => {
                            all[0] = f32::from_bits(all[0].to_bits() ^ 1)
                        }
                        Values::Vector3(all) if !all.is_empty() => assert!(all.set(0, [1e9, 0.0, -0.0])),
                        Values::CFrame(all) if !all.is_empty() => {
                            let (rotation, _) = all.get(0).unwrap();
                            assert!(all.set(0, rotation, geom::Vec3::new(1e9, 0.0, 0.0)));
                        }
                        Values::Enum(all) if !all.is_empty() => all[0] ^= 1,
                        _ => continue,
                    }
                }
                (Chunk::Metadata(metadata), _) => {
                    metadata.entries.push(("Made by".into(), b"a test".to_vec()))
                }
                (Chunk::Hierarchy(hierarchy), _) if hierarchy.children.len() > 1 => {
                    hierarchy.children.swap(0, 1)
                }
                _ => continue,
            }
            let written = write_onto(&edited, &bytes).unwrap();
            assert_eq!(changed(&written, &bytes), [i], "{name}");
            assert_eq!(read(&written).unwrap().difference(&edited), None, "{name}");
            n_edits += 1;
        }
        assert!(n_edits > 1, "{name}");
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

#[test]
fn every_column_survives_every_other_type() {
    let options = ReadOptions::default();
    let stored_form = WriteOptions::default().compression(Compression::Stored);
    for (name, bytes) in samples() {
        let stored = recompress(&bytes, Compression::Stored, &options).unwrap();
        let model = read(&bytes).unwrap();
        for (i, chunk) in chunks(&stored).unwrap().enumerate() {
            let Chunk::Column(column) = &model.chunks[i] else { continue };
            // The chunk alone, after its class.
            let class = model.classes().find(|class| class.id == column.class).unwrap();
            let class = Model { chunks: vec![Chunk::Class(class.clone())], ..Model::default() };
            let mut alone = write_with(&class, &stored_form).unwrap();
            let head = alone.len();
            alone.extend_from_slice(&stored[chunk.start()..][..16 + chunk.body().len()]);
            let type_at = 8 + column.name.len();
            // Types beyond those known are all one to the reader; of long columns a few of them will do.
            for type_id in (0..=255_u8).filter(|id| chunk.body().len() < 4096 || *id < 0x25 || *id == 255) {
                alone[head + 16 + type_at] = type_id;
                let (model, _) = read_with(&alone, &options).unwrap();
                let written = write_with(&model, &stored_form).unwrap();
                assert!(written[head..] == alone[head..], "{name} #{i} as {type_id:#04x}");
            }
            if bytes.len() < 65_536 {
                let mut whole = stored.clone();
                whole[chunk.start() + 16 + type_at] ^= 0x12;
                let (changed, _) = read_with(&whole, &options).unwrap();
                let others = |model: &Model| {
                    let others = model.chunks.iter().enumerate().filter(|(other, _)| *other != i);
                    others.map(|(_, chunk)| chunk.clone()).collect::<Vec<_>>()
                };
                assert_eq!(others(&changed).difference(&others(&model)), None, "{name} #{i}");
                assert!(write_onto(&changed, &whole).unwrap() == whole, "{name} #{i}");
            }
        }
    }
}

#[test]
fn every_cut_is_a_value_or_an_error_within_it() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (name, bytes) in samples() {
        let cuts: Vec<usize> = if bytes.len() < 4096 {
            (0..bytes.len()).collect()
        } else {
            let mut cuts: Vec<usize> = (0..200).map(|_| random(bytes.len())).collect();
            let starts: Vec<usize> = chunks(&bytes).unwrap().map(|chunk| chunk.start()).collect();
            let step = starts.len().div_ceil(100);
            for start in starts.into_iter().step_by(step) {
                cuts.extend([start - 8, start - 1, start, start + 1, start + 8]);
            }
            cuts
        };
        for cut in cuts {
            let prefix = &bytes[..cut];
            match read_with(prefix, &ReadOptions::default()) {
                Ok((model, warnings)) => {
                    assert!(warnings.count() > 0, "{name} cut at {cut}");
                    let whole = chunks(prefix).unwrap().count();
                    assert_eq!(model.chunks.len(), whole, "{name} cut at {cut}");
                    assert!(write_onto(&model, prefix).unwrap() == prefix, "{name} cut at {cut}");
                }
                Err(error) => assert!(cut < 32, "{name} cut at {cut}: {error}"),
            }
        }
    }
}

#[test]
fn attributes_tags_and_colours_come_back() {
    let (mut n_attributes, mut n_tags, mut n_colours) = (0, 0, 0);
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
                        let layout = Attributes::layout(bytes);
                        assert_eq!(layout.flaw(), None);
                        assert!(layout.leaves().all(|leaf| leaf.kind != SpanKind::Unknown));
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
                    _ => {}
                }
            }
        }
    }
    if support::corpus("roblox").is_some() {
        assert!(n_attributes > 3000 && n_tags > 1000 && n_colours > 2, "{n_attributes} {n_tags} {n_colours}");
    }
}

#[test]
fn nearly_all_bytes_are_typed() {
    for (name, bytes) in samples() {
        let layout = layout(&bytes);
        let (mut typed, mut all) = (0, 0);
        for leaf in layout.leaves() {
            let len = leaf.end - leaf.start;
            all += len;
            typed += if matches!(leaf.kind, SpanKind::Field | SpanKind::Array) { len } else { 0 };
        }
        assert!(typed * 100 >= all * 99, "{name}: {typed} of {all}");
        assert_eq!(layout.warnings().count(), 0, "{name}");
    }
}

/// Counts that another program counted.
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
