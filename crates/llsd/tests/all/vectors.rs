//! The vectors: all encodings agree, and each edge input gives what the documents say.

#![cfg(feature = "xml")]

use crate::samples::{inputs, vectors};
use llsd::{Encoding, ReadOptions, Same, WriteOptions, binary, notation};

#[test]
fn all_values_are_the_same_in_all_encodings() {
    for vector in vectors() {
        let texts = [(Encoding::Notation, &vector.notation), (Encoding::Xml, &vector.xml)];
        for (encoding, text) in texts {
            let (value, warnings) = llsd::read_with(text.as_bytes(), &ReadOptions::default().strict(true))
                .unwrap_or_else(|error| panic!("{}: {error}", vector.id));
            assert_eq!(value.difference(&vector.value), None, "{} {encoding:?}", vector.id);
            assert_eq!(warnings.total(), 0, "{}", vector.id);
            let written = llsd::write_with(&value, &WriteOptions::default().encoding(encoding)).unwrap();
            let again = llsd::read(&written).unwrap_or_else(|error| panic!("{}: {error}", vector.id));
            assert_eq!(again.difference(&vector.value), None, "{} {encoding:?}, written", vector.id);
        }
    }
}

#[test]
fn llsd_is_told_from_other_text() {
    for text in [
        "[i1]",
        " [\n\"a\"]",
        "[]",
        "{'a':i1}",
        "{ s(1)\"a\":!}",
        "{}",
        "<? llsd/notation ?>\ni1",
        "<llsd />",
        "[[i1]]",
        "[r-1.5]",
        "[rnan]",
        "[u550e8400-e29b-41d4-a716-446655440000]",
        "[b64\"aGk=\"]",
        "[d\"2026-01-01T00:00:00Z\"]",
    ] {
        assert!(llsd::detect(text.as_bytes()), "{text}");
    }
    for text in ["", "i1", "[", "[x]", "{\"a\":1}", "<html>", "(llsd)"] {
        assert!(!llsd::detect(text.as_bytes()), "{text}");
    }
    // Sections of INI and TOML.
    for text in
        ["[remap]\n\nimporter=1", "[build-system]", "[user]", "[info]", "[[bin]]", "[rules]", "[default]"]
    {
        assert!(!llsd::detect(text.as_bytes()), "{text}");
    }
}

#[test]
fn texts_differ_by_their_bytes() {
    let [one, other] = [&b"a"[..], b"a\xff"].map(llsd::Text::from);
    assert_eq!(one.difference(&one.clone()), None);
    assert!(one.difference(&other).is_some_and(|text| text.contains(" is not ")) && !one.same(&other));
    let [one, other] = ["x", "y"].map(llsd::Uri::from);
    assert_eq!((one.difference(&one), one.difference(&other)), (None, Some(": \"x\" is not \"y\"".into())));
}

/// Any punctuation delimits text in notation, and nothing else does.
#[test]
fn text_is_between_equal_marks() {
    assert_eq!(notation::read(b"b16|0405|").unwrap().as_binary(), Some(&[4, 5][..]));
    for wrong in ["b16x0405x", "b16\\0405\\", "b16\n0405\n"] {
        let error = notation::read(wrong.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("expected a quote, found"), "{error}");
    }
}

#[test]
fn maps_differ_by_their_keys_and_by_what_is_inside() {
    let read = |text: &str| notation::read(text.as_bytes()).unwrap();
    let value = read("{'a':{'b':i1,'c':[i2]}}");
    for (text, expected) in [
        ("{'a':{'x':i1,'c':[i2]}}", ".a.b: the key is another"),
        ("{'a':{'b':i3,'c':[i2]}}", ".a.b: i1 is not i3"),
        ("{'a':{'b':i1,'c':[i4]}}", ".a.c[0]: i2 is not i4"),
        ("{'a':{'b':i1}}", ".a: 2 values are not 1"),
    ] {
        let other = read(text);
        assert_eq!(value.difference(&other).as_deref(), Some(expected), "{text}");
        assert_ne!(value, other, "{text}");
    }
    // Equality ignores the order of keys.
    let turned = read("{'a':{'c':[i2],'b':i1}}");
    assert!(value == turned && !value.same(&turned));
}

#[test]
fn containers_are_printed_on_one_line_or_on_several() {
    let value = notation::read(b"{'a':[i1,i2]}").unwrap();
    let map = value.as_map().unwrap();
    assert_eq!(format!("{map:?}"), "{'a':[i1,i2]}");
    assert_eq!(format!("{map:#?}"), format!("{value:#?}"));
    assert_eq!(format!("{:#?}", llsd::Map::new()), "{}");
    assert_eq!(format!("{:#?}", map["a"].as_array().unwrap()), "[\n    i1,\n    i2\n]");
}

/// Returns the result of an edge input as text: the value and the warnings, or the error.
fn outcome(bytes: &[u8], format: &str) -> String {
    let options = ReadOptions::default();
    let read = match format {
        "binary" => binary::read_with(bytes, &options),
        "notation" => notation::read_with(bytes, &options),
        "xml" => llsd::read_with(bytes, &options),
        other => panic!("{other}"),
    };
    match read {
        Ok((value, warnings)) => {
            let warnings: String = warnings.iter().map(|warning| format!("\n  warning: {warning}")).collect();
            format!("{value:?}{warnings}")
        }
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn edge_inputs_give_what_is_documented() {
    let inputs = inputs();
    assert_eq!(inputs.len(), 90);
    let lines: Vec<String> = inputs
        .iter()
        .map(|input| format!("{}: {}", input.id, outcome(&input.bytes, &input.format)))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
