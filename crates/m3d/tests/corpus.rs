//! Every sample of the corpus: the laws that files obey, and what the layout says of them.

mod support;

use m3d::{Layout, Model, Place, ReadOptions, Same, SpanKind};
use m3d::{layout, read, read_with, write, write_onto};

/// The binary samples that a lenient reader reads.
fn samples() -> Vec<support::File> {
    let all = support::corpus("m3d").unwrap_or_default();
    all.into_iter().filter(|(name, bytes)| name.ends_with(".m3d") && read(bytes).is_ok()).collect()
}

/// The chunks of a file as they are before packing, without what follows them.
fn payload(bytes: &[u8]) -> Vec<u8> {
    let layout = layout(bytes);
    if layout.n_spaces() > 1 {
        return layout.space(1).to_vec();
    }
    let head = layout.spans().iter().find(|span| span.name == "HEAD").expect("a header");
    bytes[head.start..].to_vec()
}

/// Sets every decoded value to itself, through the values alone.
fn rebuilt(model: &Model) -> Model {
    let mut copy = Model::default();
    let Model { preview, packing, scale, types, strings, chunks, end, trailing } = model;
    copy.preview.clone_from(preview);
    copy.packing = *packing;
    copy.scale = *scale;
    copy.types = m3d::Types::from_bits(types.to_bits());
    copy.strings.bytes = strings.bytes.clone();
    copy.chunks = chunks.iter().map(rebuilt_chunk).collect();
    copy.end.clone_from(end);
    copy.trailing.clone_from(trailing);
    copy
}

/// Meshes face by face, blocks voxel by voxel, vertices one by one.
fn rebuilt_chunk(chunk: &m3d::Chunk) -> m3d::Chunk {
    use m3d::{Chunk, Mesh, Record};
    match chunk {
        Chunk::Mesh(mesh) => {
            let mut copy = Mesh { rest: mesh.rest.clone(), ..Mesh::default() };
            let mut faces = mesh.faces();
            for record in &mesh.records {
                match record {
                    Record::Polygons { count, .. } => {
                        faces.by_ref().take(*count as usize).for_each(|face| copy.push(&face));
                    }
                    special => copy.records.push(*special),
                }
            }
            Chunk::Mesh(copy)
        }
        other => other.clone(),
    }
}

#[test]
fn every_sample_keeps_the_laws() {
    let samples = samples();
    for (name, bytes) in &samples {
        let model = read(bytes).unwrap();
        let written = write(&model).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(payload(&written) == payload(bytes), "{name}: another payload");
        assert!(
            payload(&write(&rebuilt(&model)).unwrap()) == payload(bytes),
            "{name}: another payload, rebuilt"
        );
        assert!(write_onto(&model, bytes).as_ref() == Ok(bytes), "{name}: another file");
        let again = read(&written).unwrap();
        assert_eq!(again.difference(&model), None, "{name}");
        assert!(write(&again).as_ref() == Ok(&written), "{name} does not settle");
    }
    assert!(samples.is_empty() || samples.len() == 103, "{} samples", samples.len());
}

/// Bytes in leaves of each kind, of the file and of the plain data.
fn share(layout: &Layout<'_>) -> [(usize, usize); 2] {
    let mut share = [(0, 0); 2];
    for leaf in layout.leaves() {
        let known = matches!(leaf.kind, SpanKind::Field | SpanKind::Array);
        let len = leaf.end - leaf.start;
        share[leaf.space.min(1)].0 += if known { len } else { 0 };
        share[leaf.space.min(1)].1 += len;
    }
    share
}

#[test]
fn every_byte_is_named() {
    for (name, bytes) in support::corpus("m3d").unwrap_or_default() {
        let layout = layout(&bytes);
        assert_eq!(layout.flaw(), None, "{name}");
        let has_unknown = layout.spans().iter().any(|span| span.kind == SpanKind::Unknown);
        if name.starts_with("malformed") || !name.ends_with(".m3d") || has_unknown {
            continue;
        }
        for (known, all) in share(&layout) {
            assert!(known * 100 >= all * 99, "{name}: {known} of {all} bytes are known");
        }
    }
}

#[test]
fn what_strict_reading_says_lenient_reading_warns_of_first() {
    for (name, bytes) in samples() {
        let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).map(drop);
        // A warning of the framing may be older than one inside: the first by place is not the first found.
        assert_eq!(strict.is_ok(), warnings.is_empty(), "{name}: {strict:?} {warnings:?}");
        if let Err(error) = strict {
            assert!(warnings.contains(&error), "{name}: {error} is not among {warnings:?}");
            assert!(matches!(error.place(), Place::Input(_) | Place::Chunk { .. }), "{name}");
        }
    }
}
