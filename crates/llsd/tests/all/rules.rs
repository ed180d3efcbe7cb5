//! Each rule fires where it should, and not where it just should not.

#![cfg(feature = "xml")]

use crate::support;
use llsd::{Date, Map, ReadOptions, Uri, Value, rules, validate, validate_with};

fn ids(value: &Value) -> Vec<&'static str> {
    validate(value).iter().map(|finding| finding.rule.id).collect()
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(Value::Undef, |value, _| Value::from(vec![value]))
}

#[test]
fn rules_fire_and_stay_silent() {
    let date = |seconds: f64| Value::from(Date(seconds));
    let map = |key: &str| Value::from(Map::from([(key, 1)]));
    let uri = |text: &str| Value::from(Uri::from(text));
    for (id, fires, silent) in [
        ("LSD001", date(253_402_300_800.0), date(253_402_300_799.0)),
        ("LSD001", date(f64::NAN), date(-62_167_219_200.0)),
        ("LSD002", date(f64::from_bits(0x0000_00ac_e63c_d241)), date(1.0)),
        ("LSD003", Value::String(vec![0xff].into()), Value::from("\u{ff}")),
        ("LSD004", Value::from("\u{1}"), Value::from("\t\n")),
        ("LSD004", Value::from("\u{ffff}"), Value::from("\u{fffd}")),
        ("LSD006", map(""), map(" ")),
        ("LSD007", nested(96), nested(95)),
        ("LSD008", Value::from(f64::INFINITY), Value::from(f64::MAX)),
        ("LSD009", Value::from("a\r\n"), Value::from("a\n")),
        ("LSD010", uri("x\"y"), uri("x%22y")),
    ] {
        assert_eq!(ids(&fires), [id], "{fires:?}");
        assert_eq!(ids(&silent), [""; 0], "{silent:?}");
    }
    assert_eq!(ids(&nested(1000)), ["LSD007"]);
}

#[test]
fn findings_say_where() {
    let value = llsd::notation::read(b"{'a': [i1, {'b\\x01': d\"\"}]}").unwrap();
    let findings = validate(&value);
    let text = "warning LSD004: a[1].b …: A text has characters that XML cannot express; found \"b\\x01\"";
    assert_eq!(findings[0].to_string(), text);
}

#[test]
fn keys_that_are_there_twice_are_found_in_the_bytes() {
    let options = ReadOptions::default();
    let find = |text: &str| validate_with(text.as_bytes(), &options).unwrap();
    let findings = find("[{'a':i1,'b':i2,'a':i3}]");
    assert_eq!((findings.len(), findings[0].rule), (1, &rules::LSD005));
    assert_eq!(findings[0].path, "[0].a");
    assert!(find("[{'a':i1},{'a':i3}]").is_empty());
    let twice = "<llsd><map><key>a</key><undef/><key>a</key><undef/></map></llsd>";
    assert_eq!(find(twice)[0].rule, &rules::LSD005);
    assert!(validate_with(b"[", &options).is_err());
    assert_eq!(llsd::validate_bytes(twice.as_bytes()).unwrap()[0].path, "a");
}

#[test]
fn real_documents_are_sound() {
    for (name, bytes) in support::samples("llsd/files") {
        let findings = validate_with(&bytes, &ReadOptions::default()).unwrap();
        // The message template of the viewer has four keys twice.
        let expected = if name == "viewer_message.xml" { findings.len() } else { 0 };
        assert_eq!(findings.len(), expected, "{name}: {findings:?}");
        assert!(findings.iter().all(|finding| finding.rule == &rules::LSD005), "{name}");
    }
}
