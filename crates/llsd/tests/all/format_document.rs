//! The examples of docs/formats/llsd.md, each read.

#![cfg(feature = "xml")]

use crate::samples;
use llsd::json::{self, JsonForm};
use llsd::{ReadOptions, binary, notation, xml};

#[test]
fn the_examples_of_the_document_are_true() {
    let page = include_str!("../../../../docs/formats/llsd.md");
    let mut n_examples = 0;
    for block in page.split("\n```").collect::<Vec<_>>().chunks(2).filter_map(|pair| pair.get(1)) {
        let (encoding, lines) = block.split_once('\n').unwrap();
        for line in lines.lines() {
            let (input, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("{line}"));
            let options = ReadOptions::default();
            let read = match encoding {
                "binary" => binary::read_with(&samples::hex(input), &options),
                "xml" => xml::read_with(input.as_bytes(), &options),
                "notation" => notation::read_with(input.as_bytes(), &options),
                "json" => json::read_with(input.as_bytes(), JsonForm::Tagged, &options),
                other => panic!("{other}"),
            };
            let found = read.map_or_else(|_| "error".into(), |(value, _)| format!("{value:?}"));
            assert_eq!(found, expected, "{line}");
            n_examples += 1;
        }
    }
    assert_eq!(n_examples, 91);
}
