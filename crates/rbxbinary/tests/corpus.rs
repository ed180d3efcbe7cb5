//! The samples: what is in them, and the laws that they obey.

mod support;

use rbxbinary::{
    Chunk, Compression, ReadOptions, Same, WriteOptions, chunks, layout, read, read_with, recompress, write,
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
