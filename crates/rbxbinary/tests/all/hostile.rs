//! Adversarial files that try to exhaust resources or to be misread. Their bytes are built by hand, not by our writer.

use rbxbinary::{
    Attributes, Content, ErrorKind, Font, Fonts, Limits, ReadOptions, Referent, Tree, Values, read,
    read_with, validate,
};

/// The file header, with numbers of classes and instances.
fn file(n_classes: u8, n_instances: u32, chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"<roblox!\x89\xff\r\n\x1a\n\0\0".to_vec();
    file.extend([n_classes, 0, 0, 0]);
    file.extend(n_instances.to_le_bytes());
    file.extend([0; 8]);
    file.extend(chunks.concat());
    file.extend(stored(b"END\0", b"</roblox>"));
    file
}

fn len(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap().to_le_bytes()
}

fn stored(name: &[u8; 4], plain: &[u8]) -> Vec<u8> {
    [name, &[0; 4], &len(plain), &[0; 4], plain].concat()
}

fn string(bytes: &[u8]) -> Vec<u8> {
    [&len(bytes), bytes].concat()
}

/// Referents, each stored as the difference to the one before.
fn referents(all: &[i32]) -> Vec<u8> {
    let before = [0].into_iter().chain(all.iter().copied());
    let zigzag = |n: i32| ((n << 1) ^ (n >> 31)).to_be_bytes();
    let stored: Vec<_> = all.iter().zip(before).map(|(n, before)| zigzag(n - before)).collect();
    (0..4).flat_map(|plane| stored.iter().map(move |bytes| bytes[plane])).collect()
}

fn inst(id: u8, name: &[u8], all: &[i32]) -> Vec<u8> {
    let count = u32::try_from(all.len()).unwrap().to_le_bytes();
    stored(b"INST", &[&[id, 0, 0, 0], &*string(name), &[0], &count, &referents(all)].concat())
}

/// A column of class 0; without a type if `typed_values` is empty.
fn prop(name: &[u8], typed_values: &[u8]) -> Vec<u8> {
    stored(b"PROP", &[&[0; 4], &*string(name), typed_values].concat())
}

fn prnt(children: &[i32], parents: &[i32]) -> Vec<u8> {
    let count = u32::try_from(children.len()).unwrap().to_le_bytes();
    stored(b"PRNT", &[&[0], &count[..], &referents(children), &referents(parents)].concat())
}

#[test]
fn messages_have_the_start_of_long_names() {
    let long = [b'x'; 100_000];
    let chunks =
        [inst(0, &long, &[0]), prop(&long, &[&[0x13], &*referents(&[7])].concat()), prnt(&[0], &[-1])];
    let (model, warnings) = read_with(&file(1, 1, &chunks), &ReadOptions::default()).unwrap();
    let start = "x".repeat(100);
    let expected =
        format!("chunks[1] PROP {start}….{start}…, values[0]: there is no instance 7 (at byte 0x30d9a)");
    assert_eq!(warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    let findings: Vec<_> = validate(&model).iter().map(|one| (one.rule.id, one.path.len())).collect();
    assert_eq!(findings, [("RBX003", 233), ("RBX004", 118)]);
}

/// A zstd frame of blocks that decompress to 128 KiB each, which does not declare its length.
fn too_much(n_blocks: u8) -> Vec<u8> {
    let window_of_64_mib = 0x80;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, window_of_64_mib];
    for block in 1..=n_blocks {
        frame.extend([0x02 | u8::from(block == n_blocks), 0x00, 0x10, b'x']);
    }
    [b"PROP", &len(&frame), &len(&[0; 300]), &[0; 4], &*frame].concat()
}

#[test]
fn what_a_zstd_frame_gives_too_much_counts() {
    let twenty = vec![too_much(16); 20].concat();
    let file = file(1, 1, &[inst(0, b"Folder", &[0]), twenty, prnt(&[0], &[-1])]);
    let (_, warnings) = read_with(&file, &ReadOptions::default()).unwrap();
    let expected = "chunks[1] PROP: does not decompress: expected 300 bytes (at byte 0x57)";
    assert_eq!(warnings[0].to_string(), expected);
    // Each is rejected after two blocks.
    let limits = |n_bytes| Limits::default().output_bytes(n_bytes);
    assert!(read_with(&file, &ReadOptions::default().limits(limits(5_500_000))).is_ok());
    let limits = limits(5_000_000);
    for options in [ReadOptions::default(), ReadOptions::default().columns(|_, _| false)] {
        let error = read_with(&file, &options.limits(limits)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "output bytes", .. }), "{error}");
    }
}

#[test]
fn findings_are_bounded() {
    let many: Vec<_> = (0..1500).collect();
    let chunks = [
        inst(0, b"Folder", &many),
        prop(b"Link", &[&[0x13], &*referents(&[9999; 1500])].concat()),
        prnt(&many, &[-1; 1500]),
    ];
    let findings = validate(&read(&file(1, 1500, &chunks)).unwrap());
    assert_eq!(findings.iter().filter(|one| one.rule.id == "RBX003").count(), 1000);
    assert_eq!((findings.len(), findings.total()), (1001, 1501));
}

#[test]
fn a_shared_string_of_attributes_is_checked_once() {
    let unknown_type = string(b"\x01\0\0\0\x01\0\0\0a\xff");
    let shared = [&[0, 0, 0, 0, 1, 0, 0, 0][..], &[0; 16], &*unknown_type].concat();
    let chunks = [
        stored(b"SSTR", &shared),
        inst(0, b"Folder", &[0, 1, 2]),
        prop(b"AttributesSerialize", &[0x1c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        prnt(&[0, 1, 2], &[-1, -1, -1]),
    ];
    let findings = validate(&read(&file(1, 3, &chunks)).unwrap());
    let paths: Vec<_> = findings.iter().map(|one| (one.rule.id, &*one.path)).collect();
    assert_eq!(
        paths,
        [
            ("RBX008", "chunks[2] PROP Folder.AttributesSerialize, values[0]"),
            ("RBX004", "chunks[1] INST Folder")
        ]
    );
}

#[test]
fn of_two_classes_with_one_id_the_first_is_validated() {
    let chunks = [
        inst(0, b"Folder", &[0]),
        inst(0, b"Model", &[1, 2]),
        prop(b"Name", &[&[1], &*string(b"x")].concat()),
        prnt(&[0, 1, 2], &[-1, -1, -1]),
    ];
    let findings = validate(&read(&file(2, 3, &chunks)).unwrap());
    let paths: Vec<_> = findings.iter().map(|one| (one.rule.id, &*one.path)).collect();
    assert_eq!(paths, [("RBX014", "chunks[1] INST Model, id")]);
}

#[test]
fn the_top_level_is_no_instance() {
    let chunks = [inst(0, b"Folder", &[-1, 0, 1]), prnt(&[0, 1, -1], &[-1, 0, 0])];
    let (model, warnings) = read_with(&file(1, 3, &chunks), &ReadOptions::default()).unwrap();
    assert_eq!(warnings.first(), None);
    let tree = Tree::new(&model);
    let roots: Vec<_> = tree.roots().map(|one| one.referent()).collect();
    assert_eq!(roots, [Referent(0)]);
    assert_eq!(tree.roots().next().unwrap().children().count(), 2);
}

#[test]
fn a_column_without_a_type_hides_none() {
    let names = prop(b"Name", &[&[1], &*string(b"x")].concat());
    let chunks = [inst(0, b"Folder", &[0]), names, prop(b"Name", &[]), prnt(&[0], &[-1])];
    let model = read_with(&file(1, 1, &chunks), &ReadOptions::default().strict(true)).unwrap().0;
    assert_eq!(Tree::new(&model).roots().next().unwrap().name(), b"x");
    assert!(validate(&model).is_empty());
}

/// One attribute: nested arrays, with the given bytes in the innermost one.
fn attribute(n_levels: usize, value: &[u8]) -> Vec<u8> {
    [b"\x01\0\0\0\x04\0\0\0deep", &*b"\x07\x01\0\0\0".repeat(n_levels), value].concat()
}

#[test]
fn a_rotation_of_an_attribute_has_a_known_id() {
    let placed = [&b"\x01\0\0\0\x01\0\0\0a\x14"[..], &[0; 12], &[1]].concat();
    let (attributes, error) = Attributes::read(&placed);
    assert_eq!(attributes.n_undecoded, 1);
    assert_eq!(error.unwrap().to_string(), "entries[0].a: expected a rotation id, found 0x01 (at byte 0x16)");
}

#[test]
fn attributes_that_are_too_deep_or_too_many_stay_as_they_are() {
    let (attributes, error) = Attributes::read(&attribute(32, &[3, 1]));
    assert_eq!((attributes.entries.len(), error), (1, None));
    let many = [&[7, 0, 0, 0x20, 0], &*vec![1; 0x20_0000]].concat();
    for bytes in [attribute(33, &[3, 1]), attribute(1, &many)] {
        let (attributes, error) = Attributes::read(&bytes);
        assert_eq!((attributes.entries.len(), attributes.n_undecoded), (0, 1));
        assert!(matches!(error.unwrap().kind(), ErrorKind::Unexpected { .. }));
        assert!(attributes.write().unwrap() == bytes);
    }
}

#[test]
fn content_whose_list_lacks_it_can_be_set() {
    let kinds_1_and_2_and_no_lists = [&[0x22, 0, 0, 0, 0, 0, 0, 2, 4][..], &[0; 12]].concat();
    let chunks =
        [inst(0, b"Decal", &[0, 1]), prop(b"Image", &kinds_1_and_2_and_no_lists), prnt(&[0, 1], &[-1, -1])];
    let mut model = read(&file(1, 2, &chunks)).unwrap();
    let Values::Content(all) = &mut model.column_mut("Decal", "Image").unwrap().values else {
        panic!("content")
    };
    assert!(all.iter().eq([Content::None, Content::None]));
    assert_eq!(all.set(1, Content::Object(Referent(0))), Ok(true));
    assert_eq!(all.set(0, Content::Uri(b"rbxassetid://1")), Ok(true));
    assert_eq!(all.set(2, Content::None), Ok(false));
    all.externals = vec![Referent(7)];
    let error = all.set(1, Content::Other(1)).unwrap_err();
    assert_eq!(error.to_string(), "expected an unknown kind, found 1");
    assert_eq!((all.externals.len(), all.push(Content::Other(2)).is_err()), (1, true));
    assert!(all.iter().eq([Content::Uri(b"rbxassetid://1"), Content::Object(Referent(0))]));
    let mut fonts = Fonts::default();
    fonts.push(Font::default()).unwrap();
    assert_eq!(fonts.set(1, Font::default()).unwrap_err().to_string(), "font 1 is not below 1");
}

const IS_XML: ErrorKind = ErrorKind::OtherFormat { found: "a model in the XML format" };

#[test]
fn the_xml_format_is_called_so() {
    let forms: [&[u8]; 4] =
        [b"<roblox version", b"\xef\xbb\xbf<roblox version", b" \r\n<roblox>", b"<?xml version=\"1.0\"?>"];
    for bytes in forms {
        assert_eq!(read(bytes).unwrap_err().kind(), &IS_XML, "{}", bytes.escape_ascii());
    }
    for bytes in [&b""[..], b"<roblox", b"<rob", b"\xef\xbb\xbf", b"<html>", b"<roblox!"] {
        assert_ne!(read(bytes).unwrap_err().kind(), &IS_XML, "{}", bytes.escape_ascii());
    }
}
