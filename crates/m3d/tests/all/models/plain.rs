//! Files built chunk by chunk.

#![allow(dead_code, reason = "each test uses what it needs")]

use m3d::{Model, ReadOptions, read_with};

/// An uncompressed file, built chunk by chunk.
pub(crate) struct File(pub(crate) Vec<u8>);

/// Starts a file with these types, such as float coordinates, one byte for present fields, no colours, no skins.
pub(crate) fn file(types: u32) -> File {
    let mut file = File(b"3DMO\0\0\0\0".to_vec());
    file.chunk(b"HEAD", &[&1_f32.to_le_bytes()[..], &types.to_le_bytes(), b"\0\0\0\0"]);
    file
}

pub(crate) const ALL_ONE: u32 = 0x0000_0002;
pub(crate) const FLOATS: u32 = 0x03ff_cfc2;

impl File {
    pub(crate) fn chunk(&mut self, magic: &[u8; 4], body: &[&[u8]]) -> &mut Self {
        let body = body.concat();
        self.0.extend_from_slice(magic);
        self.0.extend((body.len() as u32 + 8).to_le_bytes());
        self.0.extend(body);
        self
    }

    pub(crate) fn end(&mut self) -> Vec<u8> {
        let mut bytes = [&self.0[..], b"OMD3"].concat();
        let size = (bytes.len() as u32).to_le_bytes();
        bytes[4..8].copy_from_slice(&size);
        bytes
    }
}

/// The model and the only warning of a file.
pub(crate) fn warning(bytes: &[u8]) -> (Model, String) {
    let (model, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
    assert_eq!(warnings.total(), 1, "{warnings:?}");
    let strict = read_with(bytes, &ReadOptions::default().strict(true)).unwrap_err();
    assert_eq!(strict, warnings[0]);
    (model, warnings[0].to_string())
}
