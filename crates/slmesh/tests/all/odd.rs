//! Unusual files that occur: those of caches and of other programs, built byte by byte.

use crate::support;
use llsd::{Map, Value};
use slmesh::*;

pub(crate) fn bytes_of(value: impl Into<Value>) -> Vec<u8> {
    let options = llsd::WriteOptions::default().header(llsd::Header::None);
    llsd::binary::write_with(&value.into(), &options).unwrap()
}

pub(crate) fn packed(plain: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(plain, 9)
}

pub(crate) fn entry(offset: usize, size: usize) -> Map {
    Map::from([("offset", offset), ("size", size)].map(|(key, n)| (key, i32::try_from(n).unwrap())))
}

/// A level of one face without geometry.
fn nothing() -> Lod {
    Lod { faces: vec![Face { no_geometry: Some(true), ..Face::default() }] }
}

fn fixture(name: &str) -> Vec<u8> {
    support::fixture(format!("slmesh/{name}"))
}

fn rules_of(asset: &MeshAsset) -> Vec<&'static str> {
    validate(asset).iter().map(|finding| finding.rule.id).collect()
}

/// A value in place of a block's entry that is no map is replaced by a block.
#[test]
fn a_block_takes_the_place_of_what_is_no_map() {
    let bytes = bytes_of(Map::from([("high_lod", Value::Undef), ("low_lod", entry(0, 0).into())]));
    let (mut asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(warnings[0].to_string(), "header.high_lod: expected a map, found undef (at byte 0x12)");
    assert_eq!(write(&asset).unwrap(), bytes);
    asset.high_lod = Some(Block::new(nothing()));
    let again = read(&write(&asset).unwrap()).unwrap();
    assert_eq!(again.high_lod, asset.high_lod);
    assert!(again.other.is_empty());
}

#[test]
fn values_of_other_types_are_named_and_kept() {
    let list = |value: Value| Value::Array([value].into_iter().collect());
    let of_face = |key: &str, value: Value| {
        let block = packed(&bytes_of(list(Map::from([(key, value)]).into())));
        [bytes_of(Map::from([("high_lod", entry(0, block.len()))])), block].concat()
    };
    for (bytes, expected) in [
        (
            bytes_of(Map::from([("physics_cost_data", 1)])),
            "header.physics_cost_data: expected a map, found integer (at byte 0x1b)",
        ),
        (
            of_face("PositionDomain", 1.into()),
            "high_lod[0].PositionDomain: expected a map of Min and Max, found integer (at byte 0x1d of the data decompressed from byte 0x37)",
        ),
        (
            of_face("NormalizedScale", 1.into()),
            "high_lod[0].NormalizedScale: expected an array of numbers, found integer (at byte 0x1e of the data decompressed from byte 0x37)",
        ),
        (
            of_face("NormalizedScale", list("1".into())),
            "high_lod[0].NormalizedScale[0]: expected a number, found string (at byte 0x23 of the data decompressed from byte 0x37)",
        ),
    ] {
        let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings[0].to_string(), expected);
        assert_eq!(write_onto(&asset, &bytes).unwrap(), bytes);
        assert_eq!(read(&write(&asset).unwrap()).unwrap().difference(&asset), None);
    }
    let bytes = bytes_of(Map::from([("instance", list(1.into()))]));
    let (container, warnings) = slm::read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(warnings[0].to_string(), "instance[0]: expected a map, found integer (at byte 0x17)");
    assert_eq!(slm::write_onto(&container, &bytes).unwrap(), bytes);
}

/// The kept form of the assets of a container is given up after an edit, and only then.
#[test]
fn an_edit_of_a_container_outweighs_what_is_kept() {
    let text = |bytes: Vec<u8>| Value::from(llsd::Text::from(bytes));
    let mesh = Value::Array([text(fixture("valid/part.llmesh")), 7.into()].into_iter().collect());
    let bytes = bytes_of(Map::from([("mesh", mesh)]));
    let (mut container, warnings) = slm::read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(warnings.total(), 1, "{warnings:?}");
    assert_eq!(slm::read(&slm::write(&container).unwrap()).unwrap().difference(&container), None);
    let Some([slm::Item::Asset(asset), _]) = container.mesh.as_deref_mut() else { panic!("an asset") };
    asset.submodel_id = Some(42);
    for written in [slm::write(&container), slm::write_onto(&container, &bytes)] {
        let again = slm::read(&written.unwrap()).unwrap();
        assert_eq!(again.assets().next().unwrap().submodel_id, Some(42));
    }
}

/// The public page has physics_cost_data as a block, so its bytes are no gap.
#[test]
fn costs_in_a_block_are_a_block() {
    let block = packed(b"!");
    let header = Map::from([("physics_cost_data", entry(0, block.len()))]);
    let bytes = [bytes_of(header), block].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert!(warnings.is_empty() && asset.physics_cost_data.is_none());
    assert!(matches!(asset.block("physics_cost_data").unwrap().content(), Content::Value(())));
    assert_eq!(write(&asset).unwrap(), bytes);
}

/// After the checksum of gzip comes a length, which is ignored, and may be truncated.
#[test]
fn the_end_of_gzip_is_its_checksum() {
    let plain =
        bytes_of(Value::Array([Value::from(Map::from([("NoGeometry", true)]))].into_iter().collect()));
    let deflated = miniz_oxide::deflate::compress_to_vec(&plain, 9);
    let checksum = "the checksum of the decompressed data is 0x7c12e0cf, and 0x00000000 is stored";
    for (n_bytes, warning) in [(3, "needs 4 bytes, and 3 are left"), (4, checksum), (8, checksum)] {
        let block = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255], &*deflated, &[0; 8][..n_bytes]].concat();
        let header = bytes_of(Map::from([("high_lod", entry(0, block.len()))]));
        let (asset, warnings) = read_with(&[header, block].concat(), &ReadOptions::default()).unwrap();
        assert!(asset.high_lod.unwrap().value().is_some());
        let found: Vec<_> = warnings.iter().map(|warning| warning.kind().to_string()).collect();
        assert_eq!(found, ["expected a zlib stream, found gzip", warning]);
    }
}

/// The header of an uploaded asset has hashes of blocks that a viewer's cache has not loaded.
#[test]
fn a_block_that_was_not_loaded_has_the_hash_of_another() {
    let level = packed(&bytes_of(Value::Array(
        [Value::from(Map::from([("NoGeometry", true)]))].into_iter().collect(),
    )));
    let mut hulls = entry(level.len(), 20);
    hulls.insert("hash", vec![7_u8; 16]);
    let header = bytes_of(Map::from([("high_lod", entry(0, level.len())), ("physics_convex", hulls)]));
    let size = u32::try_from(header.len()).unwrap().to_le_bytes();
    let bytes = [&[1, 0, 0, 0], &size, &[8, 0, 0, 0], &header[..], &level, &[0; 20]].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert!(warnings.is_empty());
    assert!(!rules_of(&asset).contains(&"SLM011"));
    let options = WriteOptions::default().hashes(Hashes::Recompute);
    for written in [write(&asset), write_with(&asset, &options), write_onto(&asset, &bytes)] {
        assert_eq!(written.unwrap(), bytes);
    }
}

/// The viewer fetches 4,096 bytes, which include hashes.
#[test]
fn the_size_of_a_header_counts_its_hashes() {
    let mut asset = read(&fixture("valid/uploaded.llmesh")).unwrap();
    asset.other.insert("long", "x".repeat(5000));
    let preamble = Some(Preamble { flags: 0 });
    let written = write(&MeshAsset { preamble, ..asset.clone() }).unwrap();
    let size = u32::from_le_bytes(written[4..8].try_into().unwrap());
    let finding = validate(&asset).into_iter().find(|finding| finding.rule == &rules::SLM001).unwrap();
    assert_eq!(finding.found, format!("{size} bytes"));
}

/// An entry of size 0 is an absent block.
#[test]
fn an_absent_block_is_not_there() {
    let mut asset = read(&fixture("valid/sound.llmesh")).unwrap();
    asset.skin.as_mut().unwrap().content = Content::Absent;
    assert_eq!(rules_of(&asset), ["SLM054", "SLM038", "SLM038", "SLM038", "SLM038"]);
    for level in [&mut asset.high_lod, &mut asset.medium_lod, &mut asset.low_lod, &mut asset.lowest_lod] {
        level.as_mut().unwrap().value_mut().unwrap().faces[0].weights = None;
    }
    asset.physics_shape = Some(Block { content: Content::Absent, ..Block::new(Lod::default()) });
    assert_eq!(rules_of(&asset), ["SLM054"; 2]);
}

/// An overlap names the block that reaches into the bytes, not the previous one.
#[test]
fn overlaps_name_the_block_whose_bytes_they_are() {
    let names = ["a", "b", "c", "d", "e"];
    let places = [(0, 100), (10, 10), (50, 10), (0, 10), (0, 100)];
    let header: Map = names.into_iter().zip(places.map(|(offset, size)| entry(offset, size))).collect();
    let bytes = [bytes_of(header), vec![0x55; 100]].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let overlaps: Vec<_> =
        warnings.iter().filter(|warning| matches!(warning.kind(), ErrorKind::Overlap { .. })).collect();
    assert_eq!(overlaps.len(), 4);
    for (warning, name) in overlaps.iter().zip(["e", "d", "b", "c"]) {
        let text = warning.to_string();
        assert!(text.starts_with(&format!("{name}: overlaps a")), "{text}");
    }
    assert_eq!(asset.body[0], Piece::Blocks(vec!["a".into(), "e".into()]));
    assert_eq!(write_onto(&asset, &bytes).unwrap(), bytes);
}

#[test]
fn a_container_is_no_asset() {
    let bytes = fixture("containers/two_parts.slm");
    assert!(slm::detect(&bytes) && !detect(&bytes));
    let asset = fixture("valid/uploaded.llmesh");
    assert!(detect(&asset) && !slm::detect(&asset));
}

/// The uploader accepts attachment points as joints, as well as bones and collision volumes.
#[test]
fn joints_may_be_attachment_points() {
    let mut asset = read(&fixture("valid/sound.llmesh")).unwrap();
    for (name, rules) in [("Left Hand", [].as_slice()), ("Avatar Center", &[]), ("Left_Hand", &["SLM045"])] {
        let skin = asset.skin.as_mut().unwrap().value_mut().unwrap();
        skin.joint_names = Some(vec![name.into()]);
        assert_eq!(rules_of(&asset), rules, "{name}");
    }
}

/// Writes by [`write_onto`] with the default options.
#[test]
fn options_count_in_writing_onto() {
    let bytes = fixture("valid/uploaded.llmesh");
    let asset = read(&bytes).unwrap();
    let (usual, stored) = (ReadOptions::default(), WriteOptions::default().level(0));
    assert_eq!(write_onto_with(&asset, &bytes, &usual, &stored).unwrap(), bytes);
    // An original that exceeds the limits is treated as missing.
    let none = usual.clone().limits(Limits::default().output_bytes(1));
    let alone = write_with(&asset, &stored).unwrap();
    assert!(alone.len() > bytes.len());
    assert_eq!(write_onto_with(&asset, &bytes, &none, &stored).unwrap(), alone);

    let mesh = Some(vec![slm::Item::Asset(Box::new(asset))]);
    let container = slm::Container { mesh, ..slm::Container::default() };
    let bytes = slm::write_with(&container, &stored).unwrap();
    let without = WriteOptions::default().hashes(Hashes::Drop);
    let hashes = |container: &slm::Container| {
        let blocks = container.assets().flat_map(|asset| asset.blocks()).collect::<Vec<_>>();
        blocks.iter().filter(|(_, block)| block.hash().is_some()).count()
    };
    let container = slm::read(&bytes).unwrap();
    let written = slm::write_onto_with(&container, &bytes, &usual, &without).unwrap();
    assert_eq!((hashes(&container), hashes(&slm::read(&written).unwrap())), (2, 0));
    assert_eq!(slm::write_onto_with(&container, &bytes, &usual, &WriteOptions::default()).unwrap(), bytes);
    let none = slm::write_onto_with(&container, &bytes, &none, &WriteOptions::default()).unwrap();
    assert_eq!(none, slm::write(&container).unwrap());
}

/// A size that reaches beyond the end of the file would swallow bytes added there.
#[test]
fn what_is_added_behind_a_file_is_in_no_block() {
    let block = packed(&bytes_of(Value::Array(
        [Value::Map(Map::from([("NoGeometry", true)]))].into_iter().collect(),
    )));
    for (name, size) in [("high_lod", 50), ("what", 1000)] {
        let bytes = [bytes_of(Map::from([(name, entry(0, block.len() + size))])), block.clone()].concat();
        let mut asset = read(&bytes).unwrap();
        assert_eq!(write_onto(&asset, &bytes).unwrap(), bytes);
        asset.trailing = b"behind".to_vec();
        let written = write_onto(&asset, &bytes).unwrap();
        assert_eq!(read(&written).unwrap().difference(&asset), None);
        // The block is unchanged, and so is everything but its size.
        assert_eq!(written.len(), bytes.len() + asset.trailing.len());
        assert!(written.ends_with(&[&block[..], b"behind"].concat()));
    }
}

/// A place outside the file does not become one inside when the file grows.
#[test]
fn an_absent_block_stays_so_when_the_file_grows() {
    let block = packed(b"!");
    let header = Map::from([("high_lod", entry(block.len() + 2, 9)), ("skin", entry(0, block.len()))]);
    let bytes = [bytes_of(header), block].concat();
    let mut asset = read(&bytes).unwrap();
    assert_eq!(asset.high_lod.as_ref().unwrap().content, Content::Absent);
    asset.trailing = b"behind".to_vec();
    assert_eq!(read(&write_onto(&asset, &bytes).unwrap()).unwrap().difference(&asset), None);
}

/// Undocumented blocks keep their order in the file.
#[test]
fn blocks_change_places() {
    let block = |value: i32| Block::new(Value::from(value));
    let asset = |names: [(&str, i32); 2]| MeshAsset {
        unknown: names.map(|(name, value)| (name.into(), block(value))).to_vec(),
        ..MeshAsset::default()
    };
    let (one, two) = (asset([("one", 1), ("two", 2)]), asset([("two", 2), ("one", 1)]));
    let written = write_onto(&two, &write(&one).unwrap()).unwrap();
    assert_eq!(read(&written).unwrap().difference(&two), None);
}

/// Blocks that were compressed in different ways share their bytes as soon as they are set to.
#[test]
fn what_shares_its_bytes_is_told_by_its_value() {
    let mut asset = MeshAsset {
        low_lod: Some(Block::new(nothing())),
        lowest_lod: Some(Block::new(nothing())),
        ..MeshAsset::default()
    };
    let stored =
        write_with(&MeshAsset { low_lod: None, ..asset.clone() }, &WriteOptions::default().level(0)).unwrap();
    let bytes = write_onto(&asset, &stored).unwrap();
    assert_eq!(read(&bytes).unwrap().difference(&asset), None);
    asset.body = vec![Piece::Blocks(vec!["low_lod".into(), "lowest_lod".into()])];
    for written in [write(&asset), write_onto(&asset, &bytes)] {
        assert_eq!(read(&written.unwrap()).unwrap().difference(&asset), None);
    }
}

#[test]
fn what_would_be_read_as_something_else_is_refused() {
    let says = |edit: &dyn Fn(&mut MeshAsset)| {
        let mut asset = read(&fixture("valid/uploaded.llmesh")).unwrap();
        edit(&mut asset);
        write(&asset).unwrap_err().to_string()
    };
    let block = || Block::new(Value::from(1));
    let twice = |name: &'static str| {
        says(&move |asset| asset.unknown = vec![("y".into(), block()), (name.into(), block())])
    };
    for name in ["y", "version", "high_lod", "physics_cost_data"] {
        let expected =
            format!("header.{name}: expected a name of its own, found a block with that of another");
        assert_eq!(twice(name), expected);
    }
    let other = |key: &'static str, map: Map| says(&move |asset| drop(asset.other.insert(key, map.clone())));
    assert_eq!(
        other("x", entry(1, 2)),
        "header.x: expected something other than a block, found a place and a size"
    );
    assert_eq!(
        other("physics_shape", Map::new()),
        "header.physics_shape: expected something other than a block, found a place and a size"
    );
    let mut asset = read(&fixture("valid/uploaded.llmesh")).unwrap();
    asset.other.insert("skin", Map::new());
    asset.other.insert("x", Map::from([("offset", 1)]));
    assert!(write(&asset).is_ok());

    let line = "line: expected a line such as <? LLSD/Binary ?>";
    assert_eq!(says(&|asset| asset.line = b"!".to_vec()), line);
    assert_eq!(says(&|asset| asset.line = b"<? LLSD/Binary ?>\n{".to_vec()), line);
    assert_eq!(
        says(&|asset| asset.high_lod.as_mut().unwrap().surplus.line = b"line".to_vec()),
        format!("high_lod.{line}")
    );
    assert_eq!(
        says(&|asset| (asset.preamble, asset.line) =
            (Some(Preamble { flags: 0 }), b" <?llsd/binary?>".to_vec())),
        "header.line: expected a line that begins with <"
    );
    assert_eq!(
        says(&|asset| asset.skin.as_mut().unwrap().content = Content::NotLoaded(usize::MAX)),
        format!("skin.size: there are {}, more than the format can count", usize::MAX)
    );
}

/// The first of two lists of assets counts, as with all values of a key.
#[test]
fn an_asset_that_is_moved_in_its_container_stays_as_it_is() {
    let text = |bytes: &[u8]| [b"s", &u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat();
    let names = ["valid/uploaded.llmesh", "invalid/gap.llmesh", "invalid/size_beyond_the_file.llmesh"];
    let files = names.map(fixture);
    let mesh = |files: &[&Vec<u8>]| {
        let items: Vec<u8> = files.iter().flat_map(|file| text(file)).collect();
        [b"k\0\0\0\x04mesh[\0\0\0", &[u8::try_from(files.len()).unwrap()][..], &items, b"]"].concat()
    };
    let all: Vec<&Vec<u8>> = files.iter().collect();
    // A second list of assets does not count.
    let bytes = [b"{\0\0\0\x02", &mesh(&all)[..], &mesh(&all[..1]), b"}"].concat();
    let container = slm::read(&bytes).unwrap();
    assert_eq!(slm::write_onto(&container, &bytes).unwrap(), bytes);
    type Edit<'a> = (&'a [usize], &'a dyn Fn(&mut Vec<slm::Item>));
    let edits: [Edit<'_>; 4] = [
        (&[2, 1, 0], &|list| list.swap(0, 2)),
        (&[1, 2], &|list| drop(list.remove(0))),
        (&[1, 2, 0], &|list| list.rotate_left(1)),
        (&[0, 0, 1, 2], &|list| list.insert(0, list[0].clone())),
    ];
    for (order, edit) in edits {
        let mut edited = container.clone();
        edit(edited.mesh.as_mut().unwrap());
        let written = slm::write_onto(&edited, &bytes).unwrap();
        let expected: Vec<&Vec<u8>> = order.iter().map(|at| &files[*at]).collect();
        assert_eq!(written, [b"{\0\0\0\x01", &mesh(&expected)[..], b"}"].concat(), "{order:?}");
        assert_eq!(slm::read(&written).unwrap().difference(&edited), None, "{order:?}");
    }
}

#[test]
fn what_is_no_part_of_an_asset_is_named() {
    let error = "top".parse::<Level>().unwrap_err();
    assert_eq!(error.to_string(), "expected lowest, low, medium or high, found \"top\"");
    let error = slm::read(&bytes_of(Value::Array([Value::from(1)].into_iter().collect()))).unwrap_err();
    assert_eq!(error.to_string(), "expected a map, found array (at byte 0x0)");
    // A raw deflate stream beyond the limit.
    let block = miniz_oxide::deflate::compress_to_vec(&[0; 1 << 16], 9);
    let bytes = [bytes_of(Map::from([("high_lod", entry(0, block.len()))])), block].concat();
    let limits = Limits::default().output_bytes(1 << 15);
    let error = read_with(&bytes, &ReadOptions::default().limits(limits)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "high_lod.deflate: exceeds the limit of output bytes: 32769 requested, 32768 left (at byte 0x37)"
    );
    let mut bytes = fixture("valid/cache_entry.llmesh");
    bytes[4] += 1;
    let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(warnings[0].to_string(), "expected the header's size, 305, found 306 (at byte 0x0)");
    // More duplicate keys than warnings that are kept.
    let n = 1200_u32;
    let bytes = [&b"{"[..], &n.to_be_bytes(), &b"k\0\0\0\x01a!".repeat(n as usize), b"}"].concat();
    let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!((warnings.total(), warnings.len()), (1200, 1000));
    let mut asset = read(&fixture("valid/influences.llmesh")).unwrap();
    let face = &mut asset.high_lod.as_mut().unwrap().value_mut().unwrap().faces[0];
    let none = Influence { joint: 0, weight: 0 };
    face.weights.as_mut().unwrap()[0] = Influences::new(&[none]).unwrap();
    let found = validate(&asset);
    let finding = found.iter().find(|finding| finding.found == "a weight of 0").unwrap();
    assert_eq!(
        (finding.rule.id, &*finding.path),
        ("SLM042", "high_lod[0].Weights.values[0].influences[0].weight")
    );
    let mut asset = read(&fixture("valid/influences.llmesh")).unwrap();
    let one = Value::Array((0..16).map(Value::from).collect());
    asset
        .skin
        .as_mut()
        .unwrap()
        .value_mut()
        .unwrap()
        .other
        .insert("inverse_bind_matrix", Value::Array([one].into_iter().collect()));
    let found = validate(&asset);
    let finding = found.iter().find(|finding| finding.found == "a number of another type").unwrap();
    assert_eq!((finding.rule.id, &*finding.path), ("SLM036", "skin.inverse_bind_matrix[0][0]"));
}
