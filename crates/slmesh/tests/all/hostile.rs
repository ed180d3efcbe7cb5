//! Bytes that were made to break readers.

use crate::corpus::blocks;
use crate::each::{CountingTracer, check_stops, fixtures};
use crate::odd::{bytes_of, entry};
use crate::recorder::{Recorder, check_traced};
use crate::support;
use slmesh::*;

/// A file with one block: its entry in the header, and its bytes.
fn file(offset: i32, size: i32, block: &[u8]) -> Vec<u8> {
    let entry = llsd::Map::from([("offset", offset), ("size", size)]);
    [&bytes_of(llsd::Map::from([("high_lod", entry)]))[..], block].concat()
}

fn around(block: &[u8]) -> Vec<u8> {
    file(0, i32::try_from(block.len()).unwrap(), block)
}

fn packed(plain: &[u8]) -> Vec<u8> {
    around(&miniz_oxide::deflate::compress_to_vec_zlib(plain, 9))
}

/// One megabyte that would decompress to a gigabyte: a stream of zeros, over and over.
#[test]
fn a_bomb_stops_at_the_limit() {
    // Eight times 128 MiB, in blocks of one stream: a stored end and the middle of a stream of zeros.
    let zeros = miniz_oxide::deflate::compress_to_vec(&vec![0; 1 << 27], 9);
    let bomb = around(&[&[0x78, 0xda][..], &zeros].concat());
    for (limit, left) in [(1 << 20, true), (1 << 26, true), (1 << 27, false)] {
        let options = ReadOptions::default().limits(Limits::default().output_bytes(limit));
        let result = read_with(&bomb, &options);
        let Err(error) = result else {
            assert!(!left, "{limit}");
            continue;
        };
        assert!(left, "{error}");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "output bytes", .. }), "{error}");
        assert_eq!(error.path().next(), Some("high_lod"));
    }
}

/// A hundred thousand entries that all claim the same bytes.
#[test]
fn blocks_of_the_same_bytes_draw_on_the_limit() {
    let header: llsd::Map = (0..100_000).map(|n| (format!("block {n}"), entry(0, 100_000))).collect();
    let mut bytes = bytes_of(header);
    bytes.resize(bytes.len() + 100_000, 0x55);
    let error = read(&bytes).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "output bytes", .. }), "{error}");
}

#[test]
fn places_outside_of_the_file_are_no_blocks() {
    let cases =
        [(i32::MAX, i32::MAX), (-1, 5), (i32::MIN, i32::MAX), (4, 1), (0, i32::MIN), (5, 0), (-9, -9)];
    for (offset, size) in cases {
        let bytes = file(offset, size, b"abcd");
        let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(asset.high_lod.as_ref().unwrap().content, Content::Absent, "{offset}, {size}");
        assert_eq!(asset.trailing, b"abcd");
        // The trailing bytes are the second warning, or the only one if the entry says that the block is absent.
        assert_eq!(warnings.total(), if size > 0 { 2 } else { 1 }, "{warnings:?}");
        assert_eq!(write_onto(&asset, &bytes).as_ref(), Ok(&bytes));
        assert_eq!(read(&write(&asset).unwrap()).unwrap().difference(&asset), None);
        check_traced(&bytes);
    }
    let (_, warnings) = read_with(&file(i32::MAX, i32::MAX, b"abcd"), &ReadOptions::default()).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "high_lod: offset 2147483647 and size 2147483647 lie outside of the body of 4 bytes (at byte 0x12)"
    );
}

/// Deep nesting in an undocumented block: an error at the limit, and no deep recursion with a higher limit.
#[test]
fn nesting_is_bound_by_the_limit_alone() {
    let deep = |levels: usize| {
        let mut plain = b"[\0\0\0\x01".repeat(levels);
        plain.push(b'!');
        plain.extend(b"]".repeat(levels));
        packed(&plain)
    };
    assert!(read(&deep(128)).is_ok());
    let error = read(&deep(129)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "levels of depth", .. }), "{error}");
    let bytes = deep(100_000);
    let options = ReadOptions::default().limits(Limits::default().depth(usize::MAX));
    let (asset, warnings) = read_with(&bytes, &options).unwrap();
    assert_eq!(warnings.total(), 1, "{warnings:?}");
    assert!(matches!(asset.high_lod.as_ref().unwrap().content, Content::Other(_)));
    let again = asset.clone();
    assert!(again.same(&asset));
    let recorder = Recorder::default();
    let (traced, _) = trace(&bytes, &options, &recorder);
    assert!(traced.unwrap().same(&asset));
    assert_eq!(recorder.check(&bytes, "deep"), 1.0);
    assert!(!write(&asset).unwrap().is_empty());
}

/// Fifty thousand blocks, each with its own bytes: time grows linearly with the file.
#[test]
fn many_blocks_take_a_linear_time() {
    let block = miniz_oxide::deflate::compress_to_vec_zlib(b"!", 9);
    let len = block.len();
    let header: llsd::Map = (0..50_000).map(|n| (format!("block {n:05}"), entry(n * len, len))).collect();
    let mut bytes = bytes_of(header);
    bytes.extend(block.repeat(50_000));
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!((asset.unknown.len(), warnings.total()), (50_000, 0));
    assert_eq!(write_onto(&asset, &bytes).unwrap(), bytes);
    assert_eq!(write(&asset).unwrap(), bytes);
}

#[test]
fn a_count_is_not_believed() {
    let bytes = packed(b"[\x7f\xff\xff\xff");
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert!(matches!(asset.high_lod.unwrap().content, Content::Raw(_)));
    let text = warnings[0].to_string();
    assert!(text.starts_with("high_lod: needs 2147483648 bytes, and 0 are left (at byte 0x1 of"), "{text}");
}

/// Calls every accessor, none of which may panic on values of the file.
fn use_all(asset: &MeshAsset) {
    for (_, block) in asset.blocks() {
        match block {
            BlockRef::Lod(block) => {
                for face in block.value().iter().flat_map(|lod| &lod.faces) {
                    let _ = (face.positions().count(), face.normals().count(), face.tex_coords().count());
                    face.triangles().for_each(|corners| {
                        assert!(corners.iter().all(|index| usize::from(*index) < face.n_vertices()));
                    });
                    face.weights.iter().flatten().for_each(|one| drop(one.as_in_viewer()));
                }
            }
            BlockRef::Convex(block) => {
                let _ = block.value().map(|convex| convex.hulls().map(<[_]>::len).sum::<usize>());
            }
            _ => {}
        }
    }
    let _ = (validate(asset), asset.shown_level(Level::Medium));
    for level in Level::ALL {
        assert!(asset.to_trimesh(level).is_none_or(|(mesh, _)| mesh.check().is_empty()));
    }
}

fn sample() -> Vec<u8> {
    support::fixture("slmesh/valid/influences.llmesh")
}

/// Checks the laws on a file whose decompressed data are damaged, because compression hides them from ordinary
/// mutations.
fn check(bytes: &[u8]) {
    check_traced(bytes);
    let Ok((asset, warnings)) = read_with(bytes, &ReadOptions::default()) else { return };
    let strict = read_with(bytes, &ReadOptions::default().strict(true)).err();
    assert_eq!(strict.as_ref(), warnings.first());
    use_all(&asset);
    let written = write(&asset).unwrap();
    assert_eq!(read(&written).unwrap().difference(&asset), None);
    assert_eq!(write(&read(&written).unwrap()).unwrap(), written);
    assert_eq!(write_onto(&asset, bytes).unwrap(), bytes);
}

#[test]
fn every_cut_of_a_file_is_seen() {
    let whole = sample();
    for cut in 0..whole.len() {
        let bytes = &whole[..cut];
        check(bytes);
        let error = read_with(bytes, &ReadOptions::default().strict(true)).unwrap_err();
        match error.place() {
            Place::Input(at) | Place::Inner { start: at, .. } => assert!(at <= cut, "{error}"),
            place => panic!("{place:?}"),
        }
        if let Ok((_, warnings)) = read_with(bytes, &ReadOptions::default()) {
            assert!(!warnings.is_empty(), "cut at {cut}");
        }
    }
}

/// The decompressed data of each block of the sample, to be damaged.
fn plain_blocks() -> Vec<(String, Vec<u8>)> {
    blocks(&sample()).into_iter().map(|(name, _, plain)| (name, plain)).collect()
}

/// A file with one block.
fn one(name: &str, plain: &[u8]) -> Vec<u8> {
    let block = miniz_oxide::deflate::compress_to_vec_zlib(plain, 1);
    [bytes_of(llsd::Map::from([(name, entry(0, block.len()))])), block].concat()
}

#[test]
fn every_byte_of_plain_data_may_be_anything() {
    for (name, plain) in plain_blocks() {
        for at in 0..plain.len() {
            let mut damaged = plain.clone();
            damaged[at] ^= [1, 0x80, 0xff][at % 3];
            check(&one(&name, &damaged));
            if at % 3 == 0 {
                check(&one(&name, &plain[..at]));
            }
        }
    }
}

/// Containers that are truncated or damaged anywhere keep the laws of any bytes.
#[test]
fn broken_containers_keep_the_laws() {
    let bytes = include_bytes!("../../../../fixtures/slmesh/containers/two_parts.slm");
    let damaged = |at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= [0x01, 0x80, 0xff][at % 3];
        bytes
    };
    let (mut n_read, mut n_refused) = (0, 0);
    for broken in (0..bytes.len()).step_by(3).flat_map(|at| [bytes[..at].to_vec(), damaged(at)]) {
        let recorder = Recorder::default();
        let (traced, told) = slm::trace(&broken, &ReadOptions::default(), &recorder);
        recorder.check_ended();
        match slm::read_with(&broken, &ReadOptions::default()) {
            Ok((container, warnings)) => {
                let written = slm::write(&container).unwrap();
                assert_eq!(slm::read(&written).unwrap().difference(&container), None);
                assert_eq!(
                    slm::read(&slm::write_onto(&container, &broken).unwrap()).unwrap().difference(&container),
                    None
                );
                assert_eq!((traced.unwrap().difference(&container), told), (None, warnings));
                n_read += 1;
            }
            Err(error) => {
                assert_eq!(traced.err(), Some(error));
                n_refused += 1;
            }
        }
    }
    assert!(n_read > 500 && n_refused > 500, "{n_read} read, {n_refused} refused");
}

/// A block with an array of `n` values.
fn array(start: &[u8], value: &[u8], n: u32, end: &[u8]) -> Vec<u8> {
    let plain = [start, b"[", &n.to_be_bytes(), &value.repeat(n as usize), b"]", end].concat();
    miniz_oxide::deflate::compress_to_vec_zlib(&plain, 9)
}

/// Records that are small in the file and large in memory end at the limit of elements, which is shared by the whole
/// file.
#[test]
fn records_draw_on_the_limit_by_their_size() {
    let of = |names: [&str; 2], block: &[u8]| {
        let header = names.iter().zip(0..).map(|(name, n)| (*name, entry(n * block.len(), block.len())));
        [&bytes_of(header.collect::<llsd::Map>()), block, block].concat()
    };
    let matrices = b"{\0\0\0\x01k\0\0\0\x13inverse_bind_matrix";
    let cases = [
        // Each half of the file stays within the limit, and both together do not.
        (of(["one", "two"], &array(b"", b"!", 1000, b"")), 1500),
        // Records of hundreds of bytes in memory, and six in the file.
        (of(["high_lod", "low_lod"], &array(b"", b"{\0\0\0\0}", 1000, b"")), 5000),
        (of(["skin", "two"], &array(matrices, b"[\0\0\0\0]", 1000, b"}")), 4000),
    ];
    for (bytes, elements) in cases {
        let limits = Limits::default().elements(elements);
        let error = read_with(&bytes, &ReadOptions::default().limits(limits)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "elements", .. }), "{error}");
        assert!(read(&bytes).is_ok());
    }
    let assets = [
        b"{\0\0\0\x01k\0\0\0\x04mesh[\0\0\x03\xe8".as_slice(),
        &b"s\0\0\0\x06{\0\0\0\0}".repeat(1000),
        b"]}",
    ];
    let limits = Limits::default().elements(10_000);
    let error = slm::read_with(&assets.concat(), &ReadOptions::default().limits(limits)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "elements", .. }), "{error}");
}

/// A few bytes of deflated zeros are millions of triangles that refer to no vertex.
#[test]
fn findings_are_bound_for_each_rule() {
    let face = Face { triangle_list: Some(vec![[0; 3]; 5000]), ..Face::default() };
    let asset = MeshAsset { high_lod: Some(Block::new(Lod { faces: vec![face] })), ..MeshAsset::default() };
    let findings = validate(&asset);
    let count = |rule| findings.iter().filter(|finding| finding.rule == rule).count();
    assert_eq!((count(&rules::SLM024), count(&rules::SLM023)), (1000, 1));
    assert_eq!((count(&rules::SLM009), count(&rules::SLM026)), (1, 1000));
}

/// Eight faces of 65,535 vertices, with all arrays, in four levels and in the physics shape; the numbers are as hard
/// to compress as real ones.
#[test]
fn the_default_limits_admit_the_largest_asset() {
    const N: usize = 65_535;
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u16::try_from(state >> 48).unwrap()
    };
    let mut row = || [number(), number(), number()];
    let points: Vec<[u16; 3]> = (0..N).map(|_| row()).collect();
    let weights = points.iter().map(|[a, b, c]| [*a, *b, *c, 9].map(|weight| Influence { joint: 0, weight }));
    let weights = weights.map(|all| Influences::new(&all).unwrap()).collect();
    let face = Face {
        position: Some(points.clone()),
        normal: Some((0..N).map(|_| row()).collect()),
        tex_coord0: Some((0..N).map(|_| row()).map(|[u, v, _]| [u, v]).collect()),
        triangle_list: Some((0..2 * N).map(|_| row()).collect()),
        weights: Some(weights),
        ..Face::default()
    };
    let level = Block::new(Lod { faces: vec![face; 8] });
    let asset = MeshAsset { high_lod: Some(level), ..MeshAsset::default() };
    let written = write_with(&asset, &WriteOptions::default().level(1)).unwrap();
    let (_, place) = crate::locate(&written, "high_lod").unwrap();
    let block = &written[place];
    let names = ["high_lod", "medium_lod", "low_lod", "lowest_lod", "physics_mesh"];
    let entry = |n: usize| entry(n * block.len(), block.len());
    let header: llsd::Map = names.into_iter().zip(0..).map(|(name, n)| (name, entry(n))).collect();
    let asset = read(&[bytes_of(header), block.repeat(5)].concat()).unwrap();
    assert!(Level::ALL.iter().all(|level| asset.level(*level).unwrap().n_vertices() == 8 * N));
    assert_eq!(asset.physics_triangles().unwrap().n_triangles(), 16 * N);
}

/// A default limit grows with the input; a limit that is set is used as it is.
#[test]
fn default_limits_follow_the_size_of_the_input() {
    let zeros = |n_bytes: usize| {
        let plain =
            [b"[\0\0\0\x01b", &u32::try_from(n_bytes).unwrap().to_be_bytes()[..], &vec![0; n_bytes], b"]"];
        packed(&plain.concat())
    };
    let padded = |mut bytes: Vec<u8>| {
        bytes.resize(6 << 20, 0x55);
        bytes
    };
    let exceeds = |bytes: &[u8], options: &ReadOptions| match read_with(bytes, options) {
        Err(error) => match error.kind() {
            ErrorKind::LimitExceeded { limit, .. } => Some(*limit),
            _ => panic!("{error}"),
        },
        Ok(_) => None,
    };
    let default = ReadOptions::default();
    let outputs = |n| default.clone().limits(Limits::default().output_bytes(n));
    assert_eq!(exceeds(&zeros(32_000_000), &default), None);
    let more = zeros(40_000_000);
    assert_eq!(exceeds(&more, &default), Some("output bytes"));
    assert_eq!(exceeds(&more, &outputs(41_000_000)), None);
    assert_eq!(exceeds(&padded(more.clone()), &default), None);
    assert_eq!(exceeds(&padded(more), &outputs(39_000_000)), Some("output bytes"));

    // 11.7 KB that were a gigabyte in memory.
    let undefs = |n| around(&array(b"", b"!", n, b""));
    assert_eq!(exceeds(&undefs(12_000_000), &default), Some("elements"));
    assert_eq!(exceeds(&undefs(700_000), &default), None);
    assert_eq!(exceeds(&undefs(1_000_000), &default), Some("elements"));
    assert_eq!(exceeds(&padded(undefs(1_000_000)), &default), None);
}

/// A name of a megabyte, and a thousand warnings below it.
#[test]
fn messages_have_the_beginning_of_a_name() {
    let name = "x".repeat(1 << 20);
    let twice = b"{\0\0\x07\xd0".iter().copied().chain(b"k\0\0\0\x01a!".repeat(2000)).chain(*b"}");
    let block = miniz_oxide::deflate::compress_to_vec_zlib(&twice.collect::<Vec<u8>>(), 9);
    let bytes = [bytes_of(llsd::Map::from([(name.as_str(), entry(0, block.len()))])), block].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!((warnings.len(), warnings.total()), (1000, 1999));
    assert!(warnings.iter().all(|warning| warning.path().all(|part| part.chars().count() <= 49)));
    assert_eq!(warnings[0].path().next(), Some(&*format!("{}…", "x".repeat(48))));
    assert_eq!(asset.unknown[0].0.as_bytes(), name.as_bytes());
}

/// The first thousand findings of each rule are kept, of a container as of an asset, with the number of the asset.
#[test]
fn findings_are_bound_for_a_container() {
    let asset = MeshAsset { skin: Some(Block::new(Skin::default())), ..MeshAsset::default() };
    let mesh = Some(vec![slm::Item::Asset(Box::new(asset)); 3000]);
    let findings = slm::validate(&slm::Container { mesh, ..slm::Container::default() });
    let of: Vec<_> = findings.iter().filter(|finding| finding.rule == &rules::SLM005).collect();
    assert_eq!(of.len(), 1000);
    assert_eq!((of[0].path.as_str(), of[999].path.as_str()), ("mesh[0].header", "mesh[999].header"));
}

/// Millions of hulls without distinct points.
#[test]
fn hulls_are_counted_by_what_differs() {
    let hull_list = Some(vec![4, 4, 5, 1]);
    let (a, b, c, d) = ([0; 3], [1; 3], [2; 3], [3; 3]);
    let positions = Some(vec![a, b, c, d, a, b, a, c, a, b, c, c, d]);
    let convex = Convex { hull_list, positions, ..Convex::default() };
    let asset = MeshAsset { physics_convex: Some(Block::new(convex)), ..MeshAsset::default() };
    let flat: Vec<_> =
        validate(&asset).into_iter().filter(|finding| finding.rule == &rules::SLM050).collect();
    let told: Vec<_> = flat.iter().map(|finding| (finding.path.as_str(), finding.found.as_str())).collect();
    assert_eq!(
        told,
        [("physics_convex.HullList.values[1]", "3"), ("physics_convex.HullList.values[3]", "0")]
    );
}

#[test]
fn a_trace_of_a_container_can_end_reading() {
    for (name, bytes) in fixtures("containers") {
        check_stops(&name, |tracer| slm::trace(&bytes, &ReadOptions::default(), tracer).0.map(drop));
    }
}

/// Skipped blocks are not decompressed, and stay bytes in the model.
#[test]
fn blocks_that_are_skipped_are_not_decompressed() {
    let (bytes, options) = (sample(), ReadOptions::default());
    let blocks = blocks(&bytes);
    let is_block = |span: &SpanStart<'_>| blocks.iter().any(|(_, range, _)| span.start == range.start);
    let tracer = CountingTracer::new(|_, span| if is_block(span) { Descent::Skip } else { Descent::All });
    let asset = trace(&bytes, &options, &tracer).0.unwrap();
    assert_eq!(tracer.n_unpacked.get(), 0);
    for (name, range, _) in &blocks {
        let content = asset.block(name).unwrap().content();
        assert_eq!(content, Content::Raw(bytes[range.clone()].to_vec()), "{name}");
    }
    assert_eq!(write_onto(&asset, &bytes).unwrap(), bytes);
}
