//! Warnings and errors about damage.

use crate::models::plain::{ALL_ONE, FLOATS, File, file, warning};
use crate::models::random::unpacked;
use m3d::read;

#[test]
fn sizes_that_lie_are_noted_and_frames_are_followed() {
    let sound = file(FLOATS).end();
    for lie in [0, 7, 8, sound.len() as u32 - 1, sound.len() as u32 + 1, u32::MAX] {
        let bytes = [&sound[..4], &lie.to_le_bytes(), &sound[8..]].concat();
        let (model, text) = warning(&bytes);
        assert_eq!(text, format!("size: expected a size of 32 bytes, found {lie} (at byte 0x4)"));
        assert_eq!(m3d::write_onto(&model, &bytes).unwrap(), bytes);
        assert_eq!(m3d::write(&model).unwrap(), sound);
    }
}

/// A plain file and a packed one with bytes after the end, both beyond the size and included in it.
#[test]
fn what_follows_the_end_is_noted_and_kept() {
    let plain = file(FLOATS).end();
    let (model, text) = warning(&[&plain[..], b"more"].concat());
    assert_eq!(text, "4 bytes are left over (at byte 0x20)");
    assert_eq!((&model.end[..], &model.trailing[..]), (&b"OMD3more"[..], &b""[..]));
    assert_eq!(m3d::write(&model).unwrap(), [&plain[..], b"more"].concat());

    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&plain[8..], 6);
    let end = u32::try_from(8 + packed.len()).unwrap();
    for size in [end, end + 4] {
        let bytes = [&b"3DMO"[..], &size.to_le_bytes(), &packed, b"more"].concat();
        let (model, text) = warning(&bytes);
        assert_eq!(text, format!("4 bytes are left over (at byte {end:#x})"));
        assert_eq!((&model.end[..], &model.trailing[..]), (&b"OMD3"[..], &b"more"[..]));
        assert_eq!(m3d::write_onto(&model, &bytes).unwrap(), bytes);
    }
    // A size before the end, and one of a plain file that counts the bytes after its end.
    let with_size = |size: u32, rest: &[u8]| [&b"3DMO"[..], &size.to_le_bytes(), rest].concat();
    let (_, text) = warning(&with_size(end - 1, &packed));
    assert_eq!(text, format!("size: expected a size of {end} bytes, found {} (at byte 0x4)", end - 1));
    let (_, warnings) =
        m3d::read_with(&with_size(36, &[&plain[8..], b"more"].concat()), &m3d::ReadOptions::default())
            .unwrap();
    let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert!(
        texts.contains(&"size: expected a size of 32 bytes, found 36 (at byte 0x4)".to_owned()),
        "{texts:?}"
    );
}

#[test]
fn previews_longer_than_the_file_are_refused() {
    let bytes = [&b"3DMO\0\0\0\0PRVW"[..], &u32::MAX.to_le_bytes(), b"HEAD"].concat();
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "preview: needs 4294967287 bytes, and 4 are left (at byte 0x10)");
    let bytes = [&b"3DMO\0\0\0\0PRVW"[..], &7_u32.to_le_bytes(), b"HEAD"].concat();
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "preview: expected a length of 8 or more, found 7 (at byte 0x8)");
}

#[test]
fn strings_outside_the_table_or_without_end_are_noted() {
    let (model, text) = warning(&file(FLOATS).chunk(b"PROC", &[&[200]]).end());
    assert_eq!(text, "chunks[0] PROC, script: string 200 is not below 4 (at byte 0x24)");
    assert_eq!(model.text(model.procedures().next().unwrap().script), "");

    let (_, text) = warning(&file(FLOATS).chunk(b"PROC", &[&[255]]).end());
    assert_eq!(text, "chunks[0] PROC, script: expected a string, found -1 (at byte 0x24)");
    let mut none = File(b"3DMO\0\0\0\0".to_vec());
    none.chunk(b"HEAD", &[&[0; 4], &FLOATS.to_le_bytes()]);
    let (_, text) = warning(&none.chunk(b"PROC", &[&[0]]).end());
    assert_eq!(text, "header.strings: expected four titles, found 0 (at byte 0x18)");

    let mut open = File(b"3DMO\0\0\0\0".to_vec());
    open.chunk(b"HEAD", &[&[0; 4], &FLOATS.to_le_bytes(), b"\0\0\0\0open"]);
    let (model, text) = warning(&open.end());
    assert_eq!(text, "header.strings: expected a zero byte at the end (at byte 0x18)");
    assert_eq!(model.strings.get(m3d::Name(4)), None);
}

#[test]
fn references_to_nothing_are_kept_and_noted() {
    let one_vertex = [0; 16 + 2];
    let mut all = file(ALL_ONE);
    all.chunk(b"CMAP", &[&[0; 4]])
        .chunk(b"TMAP", &[&[0; 8]])
        .chunk(b"VRTS", &[&one_vertex[..16], &[0, 0xff]]);
    let (_, text) = warning(&File(all.0.clone()).chunk(b"MESH", &[&[0x30, 0, 0, 1]]).end());
    assert_eq!(
        text,
        "chunks[3] MESH, records[0].polygons[0].vertices[2]: vertex 1 is not below 1 (at byte 0x5d)"
    );
    let (_, text) = warning(&File(all.0.clone()).chunk(b"MESH", &[&[0x31, 0, 0, 0, 1, 0, 0]]).end());
    assert_eq!(
        text,
        "chunks[3] MESH, records[0].polygons[0].tex_coords[1]: texture coordinate 1 is not below 1 (at byte 0x5e)"
    );
    let (_, text) = warning(&File(all.0.clone()).chunk(b"MESH", &[&[0x38, 0, 0, 0]]).end());
    assert_eq!(text, "chunks[3] MESH, records[0]: expected a reserved bit of 0, found 1 (at byte 0x5a)");
    let (_, text) = warning(&File(all.0.clone()).chunk(b"LBLS", &[&[0, 0, 1]]).end());
    assert_eq!(text, "chunks[3] LBLS, colour: colour 1 is not below 1 (at byte 0x5c)");
    let (_, text) = warning(&File(all.0.clone()).chunk(b"VOXT", &[&[0, 0, 0, 0, 0, 7]]).end());
    assert_eq!(text, "chunks[3] VOXT, types[0].skin: skin 7 is not below 0 (at byte 0x5f)");
    // Two frames of two transforms, and a bone in the third.
    let frame = [0, 0, 0, 0, 2, 0xff, 0, 0];
    let action = [&[0, 2, 0, 9, 0, 0, 0], &frame[..], &[0xff, 0, 0], &frame, &[4, 0, 0]].concat();
    let (_, text) = warning(&File(all.0.clone()).chunk(b"ACTN", &[&action]).end());
    assert_eq!(text, "chunks[3] ACTN, frames[1].transforms[1].bone: bone 4 is not below 0 (at byte 0x74)");
}

#[test]
fn packed_data_that_are_no_chunks_are_refused_and_shown() {
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(b"no header", 6);
    let bytes = [&b"3DMO\0\0\0\0"[..], &packed].concat();
    let error = read(&bytes).unwrap_err();
    let text =
        "header: expected \"HEAD\", found \"no h\" (at byte 0x0 of the data decompressed from byte 0x8)";
    assert_eq!(error.to_string(), text);
    assert_eq!(unpacked(&bytes).unwrap(), b"no header");
}

#[test]
fn blocks_need_the_types_of_voxels() {
    let (_, text) = warning(&file(FLOATS).chunk(b"VOXD", &[&[0; 20]]).end());
    assert_eq!(text, "chunks[0] VOXD: the header says that there is no size of voxel blocks (at byte 0x24)");
}

#[test]
fn a_number_of_a_command_is_not_longer_than_it_has_to_be() {
    let mut all = file(ALL_ONE);
    let (_, text) = warning(&all.chunk(b"SHPE", &[&[0, 0xff, 0x80 | 1, 0]]).end());
    assert_eq!(
        text,
        "chunks[0] SHPE, commands[0].id: expected a number of 128 or more in two bytes, found 1 (at byte 0x26)"
    );
}
