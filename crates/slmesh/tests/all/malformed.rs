//! The boundary and damaged files of the corpus, one by one: the result of reading, its warnings, and findings in
//! addition to those of a valid file.

use crate::support;
use slmesh::*;

/// The findings in the valid file from which all others are derived.
const BASE: [&str; 3] = ["SLM008", "SLM008", "SLM008"];

struct Case {
    name: &'static str,
    /// The messages of default reading: an error, or warnings, of which strict reading returns the first.
    says: &'static [&'static str],
    is_refused: bool,
    /// The findings in addition to those of the valid file.
    rules: &'static [&'static str],
}

const fn ok(name: &'static str, rules: &'static [&'static str]) -> Case {
    Case { name, says: &[], is_refused: false, rules }
}

const fn warned(name: &'static str, says: &'static [&'static str], rules: &'static [&'static str]) -> Case {
    Case { name, says, is_refused: false, rules }
}

const fn refused(name: &'static str, says: &'static [&'static str]) -> Case {
    Case { name, says, is_refused: true, rules: &[] }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    warned("array_count_huge",
        &["high_lod: needs 2147483648 bytes, and 1 is left (at byte 0x1 of the data decompressed from byte 0x37)"],
        &["SLM005", "SLM009", "SLM010"]),
    warned("block_past_end",
        &["high_lod: needs 99999 bytes, and 116 are left (at byte 0xb3)"],
        &[]),
    warned("blocks_bad_adler",
        &["physics_convex.checksum: the checksum of the decompressed data is 0xcf101cb4, and 0x00000001 is stored (at byte 0xaf)",
          "high_lod.checksum: the checksum of the decompressed data is 0xbb812868, and 0x00000001 is stored (at byte 0x123)"],
        &[]),
    warned("blocks_no_adler",
        &["physics_convex.checksum: needs 4 bytes, and 0 are left (at byte 0xaf)",
          "high_lod.checksum: needs 4 bytes, and 0 are left (at byte 0x11f)"],
        &[]),
    warned("blocks_uncompressed",
        &["physics_convex: expected a zlib stream, found \"{\\x00\\x00\\x00\\x03k\\x00\\x00\" (at byte 0x6e)",
          "high_lod: expected a zlib stream, found \"[\\x00\\x00\\x00\\x01{\\x00\\x00\" (at byte 0xf5)"],
        &["SLM005", "SLM009", "SLM010", "SLM010"]),
    ok("degenerate_triangle", &["SLM026", "SLM025"]),
    ok("domain_too_large", &["SLM029"]),
    warned("gap_between_blocks",
        &["gaps[0]: 64 bytes are left over (at byte 0xb3)"],
        &["SLM016"]),
    refused("header_not_map", &[r#"header: expected a map, found "[\x00\x00\x00" (at byte 0x0)"#]),
    ok("hull_no_domain", &["SLM052", "SLM052"]),
    ok("hull_with_three_points", &["SLM050"]),
    warned("index_out_of_range",
        &["high_lod[0].TriangleList.values[0]: triangle 0 has index 4, and there are 4 vertices (at byte 0xb5 of the data decompressed from byte 0xb3)"],
        &["SLM024", "SLM025"]),
    warned("lod_is_map_not_list",
        &["high_lod: expected an array of faces, found map (at byte 0x0 of the data decompressed from byte 0xb3)"],
        &["SLM005", "SLM010"]),
    ok("lower_lod_has_more_triangles", &["SLM020", "SLM025", "+level"]),
    ok("nine_faces", &["SLM017"]),
    ok("no_physics_convex", &["SLM009"]),
    ok("nogeometry_false", &["SLM022"]),
    warned("normal_too_short",
        &["high_lod[0].Normal: expected 4 as the number of normals, found 2 (at byte 0x15 of the data decompressed from byte 0xb3)"],
        &["SLM032"]),
    ok("ok_tetra", &[]),
    warned("overlapping_blocks",
        &["medium_lod: overlaps high_lod (at byte 0xe6)"],
        &["SLM020", "+level"]),
    ok("real_numbers_as_integers", &["SLM036", "SLM029"]),
    warned("skin_matrix_15_numbers",
        &["skin.inverse_bind_matrix[0]: expected 16 as the number of numbers, found 15 (at byte 0xce of the data decompressed from byte 0x9b)"],
        &["SLM048"]),
    ok("texcoord_without_domain", &["SLM031"]),
    warned("truncated_file",
        &["high_lod: needs 116 bytes, and 96 are left (at byte 0xb3)",
          "high_lod.deflate: does not decompress: it is cut short (at byte 0xb5)"],
        &["SLM005", "SLM010"]),
    warned("version_1000",
        &["header.version: expected a version up to 999, found 1000 (at byte 0x79)"],
        &["SLM002", "SLM003", "SLM003", "SLM012"]),
    warned("weights_joint_out_of_range",
        &["high_lod[0].Weights.values[0].influences[0].joint: joint 5 is not below 1 (at byte 0x144)"],
        &["SLM039", "SLM039", "SLM039", "SLM039"]),
    warned("weights_trailing_bytes",
        &["high_lod[0].Weights: 2 bytes are left over (at byte 0xee of the data decompressed from byte 0x144)"],
        &["SLM035"]),
    refused("zip_bomb_64MiB",
        &["high_lod.deflate: exceeds the limit of output bytes: 33554433 requested, 33554432 left; raise it with `Limits::output_bytes` (at byte 0x39)"]),
];

#[test]
fn each_file_is_read_warned_of_or_refused_as_its_name_says() {
    let Some(files) = support::corpus("slmesh/malformed") else { return };
    assert_eq!(files.len(), CASES.len());
    let mut wrong = Vec::new();
    for (case, (name, bytes)) in CASES.iter().zip(&files) {
        assert_eq!(name.strip_suffix(".llmesh"), Some(case.name));
        let strict = read_with(bytes, &ReadOptions::default().strict(true));
        let (says, rules) = match read_with(bytes, &ReadOptions::default()) {
            Err(error) => {
                if !case.is_refused || strict != Err(error.clone()) {
                    wrong.push(format!("{name} is refused"));
                }
                (vec![error.to_string()], Vec::new())
            }
            Ok((asset, warnings)) => {
                if case.is_refused || strict.err().as_ref() != warnings.first() {
                    wrong.push(format!("{name}: strict reading does not stop at the first warning"));
                }
                let mut rules: Vec<_> = validate(&asset).iter().map(|finding| finding.rule.id).collect();
                for base in BASE {
                    match rules.iter().position(|rule| *rule == base) {
                        Some(at) => drop(rules.remove(at)),
                        // The file has a level that the valid file does not have.
                        None => rules.push("+level"),
                    }
                }
                (warnings.iter().map(ToString::to_string).collect(), rules)
            }
        };
        if says != case.says || rules != case.rules {
            wrong.push(format!("{:?}, &{says:?}, &{rules:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An error of the crate llsd is the source of the one that it becomes.
#[test]
fn errors_of_llsd_are_sources() {
    let header = b"{\0\0\0\x02k\0\0\0\x01a!k\0\0\0\x01a!}";
    let (_, warnings) = slmesh::read_with(header, &slmesh::ReadOptions::default()).unwrap();
    let source = warnings.iter().find_map(std::error::Error::source).expect("a source");
    let source = source.downcast_ref::<slmesh::llsd::Error>().unwrap();
    assert_eq!(source.kind().to_string(), "key \"a\" already exists");
    let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert!(texts.contains(&"header.a: key \"a\" already exists (at byte 0xc)".to_owned()), "{texts:?}");
}
