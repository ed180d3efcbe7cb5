//! Input made to break readers costs no more than other input.

use crate::models::plain::{ALL_ONE, FLOATS, File, file, warning};
use crate::recorder::traced;
use m3d::{Error, ErrorKind, Limits, Model, Place, ReadOptions, read, read_with};

#[test]
fn counts_beyond_the_bytes_allocate_nothing() {
    // Counts of four thousand million bones, skins, transforms and arguments.
    let wide = 0x03ff_0000_u32 & !(3 << 14) & !(3 << 16) | (2 << 10) | (2 << 14) | (2 << 16) | 0xc2;
    let many = (u32::MAX - 2).to_le_bytes();
    let (_, text) = warning(&file(wide).chunk(b"BONE", &[&many, &many]).end());
    assert_eq!(text, "chunks[0] BONE, bones[0].parent: needs 4 bytes, and 0 are left (at byte 0x2c)");
    let (_, text) = warning(&file(wide).chunk(b"BONE", &[&[0; 4], &many, &[0]]).end());
    assert_eq!(text, "chunks[0] BONE, skins[0].bones[0]: needs 4 bytes, and 1 is left (at byte 0x2c)");
    let frame = [0, 1, 0, 9, 9, 9, 9, 0, 0, 0, 0];
    let (_, text) = warning(&file(wide).chunk(b"ACTN", &[&frame, &many]).end());
    assert_eq!(
        text,
        "chunks[0] ACTN, frames[0].transforms: needs 25769803758 bytes, and 0 are left (at byte 0x33)"
    );
    let (model, text) = warning(&file(wide).chunk(b"SHPE", &[&[0, 0xff, 0xff, 0xff, 0xff, 11], &many]).end());
    assert_eq!(
        text,
        "chunks[0] SHPE, commands[0].values: needs 17179869172 bytes, and 0 are left (at byte 0x2e)"
    );
    assert_eq!(model.shapes().next().unwrap().surplus.len(), 5);
}

/// Bones in a cycle end all walks.
#[test]
fn cyclic_bones_end() {
    let mut bytes = file(ALL_ONE);
    bytes.chunk(b"VRTS", &[&[0; 16], &[0, 0xff]]);
    // Two bones that are each other's parent, one that is its own, a root bone, and a child of it.
    let bones = [[1, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0], [0xff, 0, 0, 0], [3, 0, 0, 0]].concat();
    let bytes = bytes.chunk(b"CMAP", &[&[0; 4]]).chunk(b"BONE", &[&[5, 0], &bones]).end();
    let model = read(&bytes).unwrap();
    let walk = model.skeleton().unwrap().walk();
    assert_eq!(walk, [(m3d::BoneIndex(3), 0), (m3d::BoneIndex(4), 1)]);
    let findings = m3d::validate(&model);
    assert_eq!(findings.iter().filter(|finding| finding.rule.id == "M3D018").count(), 3);
    let canonical = model.canonical(&m3d::CanonicalOptions::default()).unwrap();
    assert_eq!(canonical.skeleton().unwrap().bones.len(), 5);
}

/// 2048 × 2048 × 512 voxels of two bytes would take 4 GiB.
#[test]
fn voxel_blocks_take_the_memory_of_their_bytes() {
    let types = FLOATS & !(3 << 22) & !(3 << 24) | (1 << 22) | (1 << 24);
    let size: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0, 2];
    let bytes = file(types).chunk(b"VOXD", &[&[0], &size, &[0, 0], &[0xff, 0xff, 0xff]]).end();
    let (model, text) = warning(&bytes);
    assert_eq!(
        text,
        "chunks[0] VOXD, size[0]: a block of 2147483648 voxels exceeds the limit of 67108864 (at byte 0x2b)"
    );
    let block = model.voxel_blocks().next().unwrap();
    assert_eq!((block.n_voxels(), block.n_stored(), block.voxels.len()), (1 << 31, 128, 1));
    assert_eq!(block.spread().take(1000).filter(|voxel| *voxel == m3d::VoxelIndex::UNSET).count(), 1000);
    // Sides of four bytes, whose product overflows 64 bits.
    let types = FLOATS & !(3 << 22) & !(3 << 24) | (2 << 22);
    let bytes = file(types).chunk(b"VOXD", &[&[0], &[0; 12], &[0xff; 12], &[0, 0]]).end();
    let (model, text) = warning(&bytes);
    assert!(text.contains(&format!("a block of {} voxels", u64::MAX)), "{text}");
    assert_eq!(model.voxel_blocks().next().unwrap().n_voxels(), u64::MAX);
}

/// A name for each byte of one long string, and chunks that could each be searched for in all others.
#[test]
fn what_is_shared_is_not_looked_at_again_and_again() {
    let n = 1_u32 << 16;
    let types = FLOATS | (2 << 4);
    let mut bytes = File(b"3DMO\0\0\0\0".to_vec());
    let strings = [&b"\0\0\0\0"[..], &vec![b'a'; n as usize], b"\0"].concat();
    bytes.chunk(b"HEAD", &[&[0; 4], &types.to_le_bytes(), &strings]);
    for name in 4..n {
        bytes.chunk(b"MTRL", &[&name.to_le_bytes()]);
        bytes.chunk(b"LBLS", &[&name.to_le_bytes(), &name.to_le_bytes()]);
        bytes.chunk(b"VOXT", &[]);
    }
    let model = read(&bytes.end()).unwrap();
    let findings = m3d::validate(&model);
    let count = |rule| findings.iter().filter(|finding| finding.rule == rule).count();
    assert_eq!((count(&m3d::rules::M3D004), count(&m3d::rules::M3D048)), (1000, 1000));
    // Names that end after at most 255 bytes have keys of their own; longer ones are compared by number only.
    assert_eq!(count(&m3d::rules::M3D023), 0);
    assert!(findings.iter().all(|finding| finding.to_string().len() < 500));
    let error = model.canonical(&m3d::CanonicalOptions::default()).unwrap_err();
    let text = "strings: exceeds the limit of bytes of strings: 65520 requested, 200 left";
    assert_eq!(error.to_string(), text);
    assert_eq!((model.material("red"), model.action("red"), model.asset("red")), (None, None, None));
}

/// The same file, where each material has a texture, which is longer the shorter the material's name is; and a model
/// that uses them all.
#[test]
fn a_library_of_shared_names_gives_what_it_has_room_for() {
    let n = 1_u32 << 16;
    let types = FLOATS | (2 << 4);
    let file = |end: &[u8]| {
        let mut file = File(b"3DMO\0\0\0\0".to_vec());
        let strings = [&b"\0\0\0\0"[..], &vec![b'a'; n as usize], end, b"\0"].concat();
        file.chunk(b"HEAD", &[&[0; 4], &types.to_le_bytes(), &strings]);
        file
    };
    let (mut library, mut user) = (file(b"z"), file(b"z"));
    let mut uses = Vec::new();
    for name in 4..n {
        library.chunk(b"MTRL", &[&name.to_le_bytes(), &[128], &(n + 3 - name).to_le_bytes()]);
        uses.extend([&[0][..], &name.to_le_bytes()].concat());
    }
    let library = read(&library.end()).unwrap();
    let user = read(&user.chunk(b"MESH", &[&uses]).end()).unwrap();
    let whole = user.with_materials_of(&library);
    // Materials with names of at most 254 bytes are copied until 16 times the table is used up.
    assert_eq!(whole.materials().count(), 15);
    let (table, before) = (whole.strings.bytes.len(), user.strings.bytes.len());
    assert!(table < 17 * before, "{table}");
}

/// The colours of materials and voxels are found without searching all chunks each time.
#[test]
fn colours_without_a_map_are_looked_for_once() {
    let n = 1_u32 << 15;
    let types = FLOATS & !(3 << 6) | (2 << 4);
    let mut bytes = File(b"3DMO\0\0\0\0".to_vec());
    let strings = [&[0; 4][..], &b"a\0".repeat(n as usize)].concat();
    bytes.chunk(b"HEAD", &[&[0; 4], &types.to_le_bytes(), &strings]);
    bytes.chunk(b"VOXT", &[&vec![0; 8 * n as usize]]);
    for name in 4..n {
        bytes.chunk(b"MTRL", &[&name.to_le_bytes(), &[0, 0]]);
    }
    let findings = m3d::validate(&read(&bytes.end()).unwrap());
    assert_eq!(findings.iter().filter(|finding| finding.rule == &m3d::rules::M3D046).count(), 1000);
}

/// An empty chunk of eight bytes takes the memory of many elements.
#[test]
fn empty_chunks_count() {
    let mut bytes = file(FLOATS);
    for _ in 0..1000 {
        bytes.chunk(b"aaaa", &[]);
    }
    let limit = |elements| ReadOptions::default().limits(Limits::default().elements(elements));
    let bytes = bytes.end();
    assert!(read_with(&bytes, &limit(24_004)).is_ok());
    let error = read_with(&bytes, &limit(24_003)).unwrap_err();
    let text = "chunks[999] aaaa: exceeds the limit of elements: 24 requested, 23 left (at byte 0x1f54)";
    assert_eq!(error.to_string(), text);
}

/// Texts in findings are bounded, however long the text is.
#[test]
fn findings_are_short() {
    let mut model = Model::default();
    let text = "\n\t ".repeat(10_000);
    for title in m3d::Title::ALL {
        model.set_title(title, &text);
    }
    model.strings.intern(&text);
    let texture = m3d::PropertyValue::Texture(m3d::Name::NONE);
    let property = m3d::Property { id: m3d::PropertyId(200), value: texture };
    let properties = vec![property; 10_000];
    model.chunks.push(m3d::Chunk::Material(m3d::Material { properties, ..m3d::Material::default() }));
    let mut findings = m3d::validate(&model).to_vec();
    findings.extend(m3d::validate_for(&model, m3d::Program::Raylib));
    assert_eq!(findings.last().unwrap().found, "200");
    assert!(findings.len() >= 6 && findings.iter().all(|finding| finding.to_string().len() < 1000));
}

fn zeros(n: usize) -> Vec<u8> {
    let mut plain = file(FLOATS).end()[8..].to_vec();
    plain.truncate(plain.len() - 4);
    plain.extend(*b"zero");
    plain.extend((n as u32 + 8).to_le_bytes());
    plain.resize(plain.len() + n, 0);
    plain.extend(*b"OMD3");
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&plain, 6);
    [&b"3DMO"[..], &(packed.len() as u32 + 8).to_le_bytes(), &packed].concat()
}

#[test]
fn inflating_stops_at_the_limit() {
    let bytes = zeros(16 << 20);
    assert!(bytes.len() < 17_000);
    let limit = |output_bytes| ReadOptions::default().limits(Limits::default().output_bytes(output_bytes));
    let error = read_with(&bytes, &limit(1 << 20)).unwrap_err();
    let kind = ErrorKind::LimitExceeded {
        limit: "output bytes",
        requested: (1 << 20) + 1,
        left: 1 << 20,
        option: None,
    };
    assert_eq!((error.kind(), error.place()), (&kind, Place::Input(8)));
    let (_, warnings) = read_with(&bytes, &limit(17 << 20)).unwrap();
    assert!(warnings.iter().any(|warning| matches!(warning.kind(), ErrorKind::Inflated { .. })));
}

#[test]
fn elements_stop_at_the_limit() {
    let types = FLOATS;
    let bytes = file(types).chunk(b"VRTS", &[&[0; 16 * 9]]).chunk(b"MESH", &[&[0x30, 0, 1, 2]]).end();
    let limit = |elements| ReadOptions::default().limits(Limits::default().elements(elements));
    // Four strings, a chunk of 24, and nine vertices of 4.
    let error: Error = read_with(&bytes, &limit(63)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chunks[0] VRTS: exceeds the limit of elements: 27 requested, 26 left (at byte 0x24)"
    );
    // Another chunk, a polygon, a record of 10, and three references.
    let error = read_with(&bytes, &limit(100)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chunks[1] MESH, records[0]: exceeds the limit of elements: 12 requested, 11 left (at byte 0xbc)"
    );
    assert!(read_with(&bytes, &limit(101)).is_ok());
    // A traced read stops at the same places.
    for elements in 0..102 {
        traced(&bytes, &limit(elements));
    }
}

/// A file of a few kilobytes whose decompressed data consist mostly of these bytes.
fn bomb(types: u32, chunk: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    let plain = file(types).chunk(chunk, body).end();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&plain[8..], 6);
    [&b"3DMO"[..], &(packed.len() as u32 + 8).to_le_bytes(), &packed].concat()
}

/// High compression ratios: the default limits keep every operation on each kind of record below 256 MB.
#[test]
fn small_files_stay_small() {
    let skins = FLOATS & !(3 << 10) & !(3 << 12) & !(3 << 14) | (2 << 14);
    let n = 2_000_000;
    let refused: [(&str, Vec<u8>); 5] = [
        // Records of one byte in the file, and 40 bytes in memory.
        (
            "chunks[0] BONE, skins[655356]",
            bomb(skins, b"BONE", &[&[0], &(n as u32).to_le_bytes(), &vec![255; n]]),
        ),
        ("chunks[0] SHPE, commands[748978]", bomb(FLOATS, b"SHPE", &[&[0], &vec![9; n]])),
        ("chunks[0] MTRL, properties[873808]", bomb(FLOATS, b"MTRL", &[&[0], &vec![0; n]])),
        ("chunks[0] LBLS, labels[873808]", bomb(FLOATS, b"LBLS", &[&[0; 2], &vec![0; n]])),
        ("chunks[0] MESH, records[524285]", bomb(FLOATS, b"MESH", &[&vec![0; n]])),
    ];
    for (path, bytes) in refused {
        assert!(bytes.len() < 8000);
        let error = read(&bytes).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{path}: exceeds the limit of ")), "{error}");
        // A limit that the caller sets is exact, and does not affect the others.
        let limits = Limits::default().elements(64 << 20);
        assert!(read_with(&bytes, &ReadOptions::default().limits(limits)).is_ok(), "{path}");
    }
    let asset = |n| bomb(FLOATS, b"ASET", &[&[0], &vec![1; n]]);
    assert!(read(&asset((1 << 25) - 100)).is_ok());
    let error = read(&asset(1 << 25)).unwrap_err();
    let kind = ErrorKind::LimitExceeded {
        limit: "output bytes",
        requested: (1 << 25) + 1,
        left: 1 << 25,
        option: Some("output_bytes"),
    };
    assert_eq!(error.kind(), &kind);
}

/// Default limits grow with the length of the file.
#[test]
fn the_limits_by_default_grow_with_the_file() {
    let n = 9 << 20;
    // Labels of two bytes, which count as six elements. Bytes appended after the end belong to no chunk.
    let labels = file(FLOATS).chunk(b"LBLS", &[&[0; 2], &vec![0; 2 << 20]]).end();
    let error = read(&labels).unwrap_err();
    let left = ErrorKind::LimitExceeded {
        limit: "elements",
        requested: 6,
        left: (5 << 20) - 4 - 24 - 6 * 873_808,
        option: Some("elements"),
    };
    assert_eq!(error.kind(), &left);
    let long = [&labels[..], &vec![0; n]].concat();
    assert!(read(&long).is_ok());
    // A limit that the caller sets does not grow.
    let limits = Limits::default().elements(5 << 10);
    assert!(read_with(&long, &ReadOptions::default().limits(limits)).is_err());
}

/// The number of elements that an item counts as depends on its size in memory.
#[test]
fn things_count_as_many_elements_as_they_take_memory() {
    assert!(size_of::<m3d::Bone>() <= 5 * 8);
    assert!(size_of::<m3d::Skin>() <= 8 * 8);
    assert!(size_of::<m3d::Property>() <= 6 * 8);
    assert!(size_of::<m3d::Record>() <= 10 * 8);
    assert!(size_of::<m3d::VoxelType>() <= 10 * 8);
    assert!(size_of::<m3d::Item>() <= 6 * 8);
    assert!(size_of::<m3d::Command>() <= 7 * 8);
    assert!(size_of::<m3d::Label>() <= 6 * 8);
    assert!(size_of::<m3d::Frame>() <= 4 * 8);
    assert!(size_of::<m3d::Transform>() <= 2 * 8);
    assert!(size_of::<m3d::Chunk>() <= 24 * 8);
}
