//! Documents that four other programs wrote: the values are those that went in.

use crate::{samples, support};
use llsd::{Date, Encoding, Uri, Value, encoding};
use serde_json::Value as Json;

/// Converts a value as a program does that does not preserve it.
fn as_written(value: Value, program: &str, encoding: Encoding) -> Value {
    match value {
        Value::Array(array) => {
            array.into_iter().map(|value| as_written(value, program, encoding)).collect::<Vec<_>>().into()
        }
        Value::Map(map) => {
            let entries = map.into_iter().map(|(key, value)| (key, as_written(value, program, encoding)));
            Value::Map(entries.collect())
        }
        Value::Uri(uri) => match (program, encoding) {
            ("python-llsd", Encoding::Binary) => uri.to_string().into(),
            ("serde-llsd", Encoding::Notation) => {
                let letter = |letter: char| match letter {
                    letter if letter.is_ascii_alphanumeric() || "-._~".contains(letter) => letter.to_string(),
                    other => format!("%{:02X}", u32::from(other)),
                };
                Uri::from(uri.to_string().chars().map(letter).collect::<String>().as_str()).into()
            }
            _ => uri.into(),
        },
        Value::Date(Date(seconds)) => Date(match (program, encoding) {
            ("python-llsd", Encoding::Binary) => seconds.floor(),
            // Both write numbers with the first byte first, and serde-llsd whole ones.
            ("serde-llsd", Encoding::Binary) => f64::from_le_bytes((seconds as i64).to_be_bytes()),
            ("serde-llsd", _) => seconds.floor(),
            ("node-metaverse", Encoding::Binary) => f64::from_le_bytes(seconds.to_be_bytes()),
            _ => seconds,
        })
        .into(),
        other => other,
    }
}

/// Dates whose bytes are in the wrong order are noticed. Whole seconds in that order may be any number; the first second
/// of 1970 is one that no clock has.
#[test]
fn dates_of_another_order_are_found() {
    for (name, bytes) in support::foreign("llsd/reversed") {
        let findings = llsd::validate_bytes(&bytes).unwrap();
        let n_found = findings.iter().filter(|finding| finding.rule == &llsd::rules::LSD002).count();
        assert_eq!(n_found, if name.contains("node-metaverse") { 5 } else { 1 }, "{name}: {findings:?}");
    }
}

#[test]
fn values_are_those_that_went_in() {
    let inputs = support::foreign("llsd");
    let mut n_files = 0;
    let files = support::foreign("llsd/files").into_iter().chain(support::foreign("llsd/reversed"));
    for (name, bytes) in files {
        let parts: Vec<_> = name.split('.').collect();
        let [_, program, extension] = parts[..] else { panic!("{name}") };
        if extension == "xml" && !cfg!(feature = "xml") {
            continue;
        }
        let input: Json = serde_json::from_slice(support::input(&inputs, &name)).unwrap();
        let expected = as_written(samples::value(&input["value"]).unwrap(), program, encoding(&bytes));
        let found = llsd::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Two of the programs have no order of keys, so it is not compared.
        assert!(found == expected, "{name}: {found:?} is not {expected:?}");
        n_files += 1;
    }
    assert_eq!(n_files, if cfg!(feature = "xml") { 46 } else { 30 });
}
