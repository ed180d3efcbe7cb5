//! Magic numbers.

use super::Format;

/// The magic number of a format, and its offset.
pub(super) struct Magic {
    pub(super) format: Format,
    pub(super) at: usize,
    pub(super) bytes: &'static [u8],
}

const fn magic(format: Format, bytes: &'static [u8]) -> Magic {
    Magic { format, at: 0, bytes }
}

/// The magic numbers; a longer one precedes a shorter one with which it begins.
pub(super) const MAGICS: &[Magic] = &[
    magic(Format::LfsPointer, b"version https://git-lfs.github.com/spec/"),
    magic(Format::Glb, b"glTF"),
    magic(Format::Fbx, b"Kaydara FBX Binary"),
    magic(Format::Fbx, b"; FBX "),
    magic(Format::Blend, b"BLENDER"),
    magic(Format::Usd, b"PXR-USDC"),
    magic(Format::Usd, b"#usda "),
    magic(Format::Bvh, b"HIERARCHY\n"),
    magic(Format::Bvh, b"HIERARCHY\r"),
    magic(Format::Ply, b"ply\n"),
    magic(Format::Ply, b"ply\r"),
    magic(Format::Png, b"\x89PNG"),
    magic(Format::Jpeg, b"\xff\xd8\xff"),
    magic(Format::Jpeg2000, b"\xff\x4f\xff\x51"),
    magic(Format::Jpeg2000, b"\0\0\0\x0cjP  "),
    magic(Format::Gif, b"GIF8"),
    magic(Format::Dds, b"DDS "),
    magic(Format::Ktx, b"\xabKTX "),
    magic(Format::Ogg, b"OggS"),
    magic(Format::Mp3, b"ID3"),
    magic(Format::Mp3, b"\xff\xfb"),
    magic(Format::Flac, b"fLaC"),
    magic(Format::WebM, b"\x1a\x45\xdf\xa3"),
    magic(Format::Playlist, b"#EXTM3U"),
    magic(Format::Typeface, b"\0\x01\0\0\0"),
    magic(Format::Typeface, b"OTTO\0"),
    magic(Format::Typeface, b"ttcf\0"),
    magic(Format::Typeface, b"wOFF"),
    magic(Format::Typeface, b"wOF2"),
    magic(Format::Zip, b"PK\x03\x04"),
    magic(Format::Zip, b"PK\x05\x06"),
    magic(Format::SevenZip, b"7z\xbc\xaf\x27\x1c"),
    magic(Format::Rar, b"Rar!\x1a\x07"),
    magic(Format::Pdf, b"%PDF-"),
    magic(Format::Program, b"\x7fELF"),
    magic(Format::Program, b"MZ\x90\0"),
    magic(Format::Program, b"\xcf\xfa\xed\xfe"),
    magic(Format::Program, b"\0asm"),
    Magic { format: Format::WebP, at: 8, bytes: b"WEBP" },
    Magic { format: Format::Wave, at: 8, bytes: b"WAVE" },
    Magic { format: Format::Mp4, at: 4, bytes: b"ftyp" },
];

/// The format whose magic number these bytes have.
pub(crate) fn by_magic(bytes: &[u8]) -> Option<Format> {
    let is_of = |magic: &&Magic| bytes.get(magic.at..).is_some_and(|rest| rest.starts_with(magic.bytes));
    MAGICS.iter().find(is_of).map(|magic| magic.format)
}
