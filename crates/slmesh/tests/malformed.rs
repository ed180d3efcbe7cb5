//! The boundary and broken files of the corpus, one by one: what reading makes
//! of each, what it warns of, and what validation finds beyond a sound file.

mod support;

use slmesh::*;

/// What there is to find in the sound file that all others are made from.
const BASE: [&str; 3] = ["SLM008", "SLM008", "SLM008"];

struct Case {
    name: &'static str,
    /// Of lenient reading: an error, or warnings, of which strict reading gives the first.
    says: &'static [&'static str],
    is_refused: bool,
    /// Findings beyond those of the sound file.
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
    ok("array_count_huge", &[]),
    ok("block_past_end", &[]),
    ok("blocks_bad_adler", &[]),
    ok("blocks_no_adler", &[]),
    ok("blocks_uncompressed", &[]),
    ok("degenerate_triangle", &[]),
    ok("domain_too_large", &[]),
    ok("gap_between_blocks", &[]),
    refused("header_not_map", &[]),
    ok("hull_no_domain", &[]),
    ok("hull_with_three_points", &[]),
    ok("index_out_of_range", &[]),
    ok("lod_is_map_not_list", &[]),
    ok("lower_lod_has_more_triangles", &[]),
    ok("nine_faces", &[]),
    ok("no_physics_convex", &[]),
    ok("nogeometry_false", &[]),
    ok("normal_too_short", &[]),
    ok("ok_tetra", &[]),
    ok("overlapping_blocks", &[]),
    ok("real_numbers_as_integers", &[]),
    ok("skin_matrix_15_numbers", &[]),
    ok("texcoord_without_domain", &[]),
    ok("truncated_file", &[]),
    ok("version_1000", &[]),
    ok("weights_joint_out_of_range", &[]),
    ok("weights_trailing_bytes", &[]),
    warned("zip_bomb_64MiB", &[], &[]),
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
                        // A level is there that the sound file has not.
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
