//! Decodes the examples of docs/formats/slmesh.md, so that the page cannot become outdated.

use slmesh::*;

const PAGE: &str = include_str!("../../../../docs/formats/slmesh.md");

/// The bytes of the example with this title.
fn example(title: &str) -> Vec<u8> {
    example_of(PAGE, title)
}

/// The bytes of the example of a page with this title.
pub(crate) fn example_of(page: &str, title: &str) -> Vec<u8> {
    let start = format!("```hex {title}\n");
    let block = page.split(&start).nth(1).unwrap_or_else(|| panic!("no example {title}"));
    let lines = block.split("```").next().unwrap().lines();
    let digits = lines.flat_map(|line| line.split(';').next().unwrap().split_whitespace());
    digits.map(|byte| u8::from_str_radix(byte, 16).unwrap_or_else(|_| panic!("{title}: {byte}"))).collect()
}

#[test]
fn all_examples_are_decoded_here() {
    let titles: Vec<&str> =
        PAGE.split("```hex ").skip(1).map(|rest| rest.split('\n').next().unwrap()).collect();
    let known =
        ["file", "preamble", "block", "plain", "face", "weights of 2 and 3", "weights of 1, 2, 3 and 5"];
    assert_eq!(titles, known);
}

#[test]
fn the_file_reads_and_is_what_the_writer_would_read() {
    let (asset, warnings) = read_with(&example("file"), &ReadOptions::default().strict(true)).unwrap();
    assert!(warnings.is_empty());
    let faces = &asset.high_lod.as_ref().unwrap().value().unwrap().faces;
    assert_eq!(faces.len(), 1);
    assert_eq!(faces[0].no_geometry, Some(true));
    assert_eq!(write_onto(&asset, &example("file")).unwrap(), example("file"));
    let cached = [example("preamble"), example("file")].concat();
    let (asset, warnings) = read_with(&cached, &ReadOptions::default()).unwrap();
    assert!(warnings.is_empty());
    assert_eq!(asset.preamble, Some(Preamble { flags: 8 }));
    assert_eq!(write_onto(&asset, &cached).unwrap(), cached);
}

#[test]
fn the_block_inflates_to_the_plain_data() {
    let plain = miniz_oxide::inflate::decompress_to_vec_zlib(&example("block")).unwrap();
    assert_eq!(plain, example("plain"));
    assert!(example("file").ends_with(&example("block")));
}

#[test]
fn the_face_has_the_values_of_its_comments() {
    let content = Content::Other(llsd::binary::read(&example("face")).unwrap());
    let block = Block { content, ..Block::new(Lod::default()) };
    let bytes = write(&MeshAsset { high_lod: Some(block), ..MeshAsset::default() }).unwrap();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert!(warnings.is_empty());
    let face = &asset.high_lod.as_ref().unwrap().value().unwrap().faces[0];
    let positions: Vec<_> = face.positions().map(|position| position.to_array()).collect();
    assert_eq!(positions[..2], [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5]]);
    assert_eq!(positions[2], [-0.5, -7.6293945e-6, -0.5]);
    assert_eq!(face.triangles().collect::<Vec<_>>(), [[0, 1, 2]]);
}

#[test]
fn weights_are_those_of_the_text() {
    for (title, joints, weight) in
        [("weights of 2 and 3", vec![2, 3], 0.5), ("weights of 1, 2, 3 and 5", vec![1, 2, 3, 5], 0.25)]
    {
        let face = llsd::Map::from([
            ("Position", llsd::Value::Binary(vec![0; 6])),
            ("Weights", llsd::Value::Binary(example(title))),
        ]);
        let content = Content::Other(llsd::Value::Array([llsd::Value::Map(face)].into_iter().collect()));
        let block = Block { content, ..Block::new(Lod::default()) };
        let bytes = write(&MeshAsset { high_lod: Some(block), ..MeshAsset::default() }).unwrap();
        let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
        assert!(warnings.is_empty(), "{title}");
        let weights = asset.high_lod.unwrap().value().unwrap().faces[0].weights.clone().unwrap();
        assert_eq!(weights[0].iter().map(|one| one.joint).collect::<Vec<_>>(), joints, "{title}");
        let mean = weights[0].iter().map(|one| one.share()).sum::<f32>() / joints.len() as f32;
        assert!((mean - weight).abs() < 1e-4, "{title}: {mean}");
        let truncated =
            Influences::from_shares(weights[0].iter().map(|one| (one.joint, one.share())), Rounding::Nearest);
        assert_eq!(truncated, Some(weights[0]), "{title}");
    }
}

/// Every rule in the page exists, and every sentence that has a rule names it.
#[test]
fn the_page_names_rules_that_there_are() {
    let ids: Vec<&str> = rules::RULES.iter().map(|rule| rule.id).collect();
    let named = PAGE.match_indices("SLM").map(|(at, _)| &PAGE[at..at + 6]);
    named.for_each(|id| assert!(ids.contains(&id), "{id}"));
}
