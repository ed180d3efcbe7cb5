//! Every type as every other: the table of section 3 of the document.

use llsd::{Array, Date, Kind, Map, Text, Uri, Uuid, Value};

const UUID: Uuid = Uuid([0x11; 16]);

/// The conversions to boolean, integer, real, string, UUID, date, URI and binary.
type All = (bool, i32, f64, Text, Uuid, Date, Uri, Vec<u8>);

fn all(value: &Value) -> All {
    (
        value.to_boolean(),
        value.to_integer(),
        value.to_real(),
        value.to_text(),
        value.to_uuid(),
        value.to_date(),
        value.to_uri(),
        value.as_binary().unwrap_or_default().to_vec(),
    )
}

fn defaults() -> All {
    (false, 0, 0.0, Text::default(), Uuid::NIL, Date(0.0), Uri::default(), vec![])
}

#[test]
fn the_table_is_as_documented() {
    let d = defaults();
    let uri = |text: &str| Uri::from(text);
    let text = |value: &str, real: f64, integer: i32| {
        (
            Value::from(value),
            (!value.is_empty(), integer, real, value.into(), Uuid::NIL, Date(0.0), uri(value), vec![]),
        )
    };
    let real = |value: f64, boolean: bool, integer: i32, text: &str| {
        (
            Value::from(value),
            (boolean, integer, value, text.into(), Uuid::NIL, Date(0.0), Uri::default(), vec![]),
        )
    };
    let iso = "2006-02-01T14:29:53Z";
    let seconds = 1_138_804_193;
    let cases: Vec<(Value, All)> = vec![
        (Value::Undef, d.clone()),
        (true.into(), (true, 1, 1.0, "true".into(), d.4, d.5, d.6.clone(), vec![])),
        (false.into(), d.clone()),
        (42.into(), (true, 42, 42.0, "42".into(), d.4, d.5, d.6.clone(), vec![])),
        (0.into(), (false, 0, 0.0, "0".into(), d.4, d.5, d.6.clone(), vec![])),
        real(-1.9, true, -1, "-1.9"),
        real(1.0 / 3.0, true, 0, "0.3333333333333333"),
        real(2.0, true, 2, "2"),
        real(1e20, true, i32::MAX, "1e+20"),
        real(-1e20, true, i32::MIN, "-1e+20"),
        real(0.0, false, 0, "0"),
        text("", 0.0, 0),
        text("0", 0.0, 0),
        text("false", 0.0, 0),
        text("  42.375", 42.375, 42),
        text("10 ", 0.0, 0),
        text("33bob", 0.0, 0),
        text("1e3", 1000.0, 1000),
        text("inf", 0.0, 0),
        (
            "11111111-1111-1111-1111-111111111111".into(),
            (
                true,
                0,
                0.0,
                UUID.to_string().into(),
                UUID,
                d.5,
                uri("11111111-1111-1111-1111-111111111111"),
                vec![],
            ),
        ),
        (iso.into(), (true, 0, 0.0, iso.into(), d.4, Date(f64::from(seconds)), uri(iso), vec![])),
        (UUID.into(), (false, 0, 0.0, UUID.to_string().into(), UUID, d.5, d.6.clone(), vec![])),
        (
            Uuid::NIL.into(),
            (false, 0, 0.0, "00000000-0000-0000-0000-000000000000".into(), d.4, d.5, d.6.clone(), vec![]),
        ),
        (
            Date(f64::from(seconds)).into(),
            (
                false,
                seconds,
                f64::from(seconds),
                iso.into(),
                d.4,
                Date(f64::from(seconds)),
                d.6.clone(),
                vec![],
            ),
        ),
        (uri("urn:x").into(), (false, 0, 0.0, "urn:x".into(), d.4, d.5, uri("urn:x"), vec![])),
        (vec![1_u8, 2].into(), (false, 0, 0.0, Text::default(), d.4, d.5, d.6.clone(), vec![1, 2])),
        (Array::default().into(), d.clone()),
        (vec![Value::Undef].into(), (true, 0, 0.0, Text::default(), d.4, d.5, d.6.clone(), vec![])),
        (Map::new().into(), d.clone()),
        (Map::from([("a", 1)]).into(), (true, 0, 0.0, Text::default(), d.4, d.5, d.6.clone(), vec![])),
    ];
    for (value, expected) in cases {
        assert_eq!(all(&value), expected, "{value:?}");
        // The borrowed form converts alike.
        let bytes = llsd::binary::write(&value).unwrap();
        let document = llsd::Document::read(&bytes).unwrap();
        let node = document.root();
        assert_eq!(
            (node.to_boolean(), node.to_integer(), node.to_real()),
            (expected.0, expected.1, expected.2)
        );
        assert_eq!((node.to_text(), node.to_uuid(), node.to_date()), (expected.3, expected.4, expected.5));
        assert_eq!((node.to_uri(), node.as_binary().unwrap_or_default()), (expected.6, &*expected.7));
        assert_eq!((node.kind(), node.as_str().as_deref()), (value.kind(), value.as_str()));
    }
    let nan = Value::from(f64::NAN);
    assert_eq!((nan.to_boolean(), nan.to_integer(), nan.to_text()), (false, 0, "nan".into()));
}

#[test]
fn what_is_missing_is_undef() {
    let value = llsd::notation::read(b"{'a': [i1, {'b': i2}]}").unwrap();
    assert_eq!(value["a"][1]["b"].to_integer(), 2);
    assert_eq!(value["x"][7]["y"], Value::Undef);
    assert_eq!(
        (value.get("x"), value.get(0), value["a"].get(2), value["a"].get("b")),
        (None, None, None, None)
    );
    assert_eq!(value["a"].values().map(Value::kind).collect::<Vec<_>>(), [Kind::Integer, Kind::Map]);
}

#[test]
fn a_path_leads_to_a_value() {
    let mut value = llsd::notation::read(b"{'a': [i1, {'b': i2, '': i3}], '0': i4}").unwrap();
    let found = |path: &str| value.at(path).map(Value::to_integer);
    assert_eq!([found("a/1/b"), found("a/1/"), found("0"), found("a/0")], [2, 3, 4, 1].map(Some));
    assert_eq!(
        [found("a/2"), found("a/b"), found("a/-1"), found("a/+1"), found("a//b"), found("/a")],
        [None; 6]
    );
    assert_eq!(value.at(""), Some(&value));
    let bytes = llsd::binary::write(&value).unwrap();
    let document = llsd::Document::try_from(&*bytes).unwrap();
    let found = |path: &str| document.root().at(path).map(|node| node.to_integer());
    assert_eq!([found("a/1/b"), found("a/1/"), found("0"), found("a/0")], [2, 3, 4, 1].map(Some));
    assert_eq!([found("a/2"), found("a/b"), found("a/-1"), found("a//b")], [None; 4]);
    *value.at_mut("a/1/b").unwrap() = "two".into();
    assert_eq!(value["a"][1]["b"].as_str(), Some("two"));
}

#[test]
fn what_is_set_by_index_is_there_afterwards() {
    let mut value = Value::from(5);
    value["a"]["b"] = true.into();
    value["a"]["c"] = Value::from_iter([1, 2]);
    value["a"]["b"] = false.into();
    assert_eq!(value.to_string(), "{'a':{'b':false,'c':[i1,i2]}}");
    value["a"]["c"][3] = "end".into();
    value["a"]["b"][0] = 5.into();
    assert_eq!(value.to_string(), "{'a':{'b':[i5],'c':[i1,i2,!,'end']}}");
    let mut map = Map::new();
    map["x"] = 1.into();
    assert_eq!((&map["x"], &map["y"], map.len()), (&Value::Integer(1), &Value::Undef, 1));
}

#[test]
fn values_are_made_of_what_rust_has() {
    assert_eq!(Value::from(Some("x")), Value::String("x".into()));
    assert_eq!(Value::from(None::<i32>), Value::Undef);
    assert_eq!(Value::from(["a", "b"]), ["a", "b"].into_iter().collect());
    assert_eq!(Value::from_iter([("a", 1), ("a", 2)]), Map::from([("a", 2)]).into());
    assert_eq!((Value::from(7_u16), Value::from(0.5_f32)), (Value::Integer(7), Value::Real(0.5)));
    assert_eq!(Uuid::from(0x11111111_11111111_11111111_11111111), UUID);
    assert_eq!("[i1]".parse::<Value>().unwrap(), Value::from([1]));
    assert_eq!(Value::try_from(&b"[\0\0\0\x01!]"[..]).unwrap(), Value::from([Value::Undef]));
    assert_eq!(
        "[i1".parse::<Value>().unwrap_err().to_string(),
        "[1]: expected a value, found the end (at byte 0x3)"
    );
}

/// The `as_` functions return stored values and convert nothing.
#[test]
fn parts_are_given_as_they_are() {
    let value = llsd::read(b"[i1, r2, '3', 1, b16\"0405\", l\"x\", !]").unwrap();
    let [integer, real, text, boolean, binary, uri, undef] = value.as_array().unwrap().as_slice() else {
        panic!()
    };
    assert_eq!((integer.as_integer(), real.as_integer(), text.as_integer()), (Some(1), None, None));
    assert_eq!((integer.as_real(), real.as_real(), text.as_real()), (None, Some(2.0), None));
    assert_eq!((text.as_str(), uri.as_str(), uri.as_uri()), (Some("3"), None, Some(&Uri::from("x"))));
    assert_eq!((boolean.as_boolean(), integer.as_boolean()), (Some(true), None));
    assert_eq!((binary.as_binary(), text.as_binary()), (Some(&[4, 5][..]), None));
    assert!(undef.is_undef() && !real.is_undef());
    assert_eq!(Value::from(Text::from(vec![0xff])).as_str(), None);
}

#[test]
fn maps_keep_their_order_and_their_index() {
    let mut map: Map = (0..40).map(|i| (format!("{i}"), i)).collect();
    assert_eq!(map.insert("7", "seven"), Some(7.into()));
    assert_eq!(map.remove("3"), Some(3.into()));
    assert_eq!((map.len(), map.position("7"), map.position("3")), (39, Some(6), None));
    assert_eq!((map.iter().len(), map.iter().nth(3)), (39, Some((&Text::from("4"), &4.into()))));
    map.retain(|key, _| key.len() == 2);
    assert_eq!((map.len(), map.position("10"), map.contains_key("9")), (30, Some(0), false));
    map.extend([("9", 9)]);
    map.sort();
    assert_eq!(map.keys().next_back().map(ToString::to_string).as_deref(), Some("9"));
    map.iter_mut().for_each(|(_, value)| *value = Value::Undef);
    assert!(map.values().all(|value| *value == Value::Undef));
    assert_eq!(map.get_index(0), Some((&Text::from("10"), &Value::Undef)));
}

#[test]
fn maps_that_share_their_keys_are_changed_apart() {
    let text = "[{'a':i1,'b':i2,'c':i3},{'a':i4,'b':i5,'c':i6},{'a':i7,'b':i8},{'a':i9,'c':i10,'b':i11},{'a':i12,'b':i13,\
                'c':i14,'d':i15},{'a':i16,'b':i17,'c':i18}]";
    let mut value = llsd::read(text.as_bytes()).unwrap();
    let binary = llsd::binary::write(&value).unwrap();
    assert_eq!(llsd::read(&binary).unwrap().to_string(), text.replace(' ', ""));
    value = llsd::read(&binary).unwrap();
    assert_eq!(value[1].as_map_mut().unwrap().remove("b"), Some(Value::Integer(5)));
    value[1]["z"] = 99.into();
    value[0].as_map_mut().unwrap().sort();
    value[5].as_map_mut().unwrap().retain(|key, _| *key != "a");
    let keys = |at: usize| value[at].as_map().unwrap().keys().map(ToString::to_string).collect::<String>();
    assert_eq!([0, 1, 2, 3, 4, 5].map(keys), ["abc", "acz", "ab", "acb", "abcd", "bc"]);
    assert_eq!(value[5].as_map().unwrap().iter().map(|(_, value)| value.to_integer()).sum::<i32>(), 35);
    let entries: Vec<_> = value[4].as_map().unwrap().clone().into_iter().collect();
    assert_eq!(entries[3], ("d".into(), Value::Integer(15)));
}

#[test]
fn values_are_small() {
    // The README's figures on memory depend on these sizes.
    assert_eq!((size_of::<Value>(), size_of::<Text>(), size_of::<(Text, Value)>()), (32, 24, 56));
}

#[test]
fn texts_are_kept_short_and_long() {
    for len in 0..60 {
        let bytes: Vec<u8> = (0..len).collect();
        let text = Text::from(bytes.clone());
        assert_eq!((text.len(), text.is_empty(), text.as_bytes()), (bytes.len(), len == 0, &*bytes));
        assert_eq!((Text::from(&*bytes), text.clone().into_bytes()), (text, bytes));
    }
    let mut texts = ["b", "ab", "a", ""].map(Text::from);
    texts.sort();
    assert_eq!(texts, ["", "a", "ab", "b"]);
}

#[test]
fn a_time_of_the_system_is_a_date() {
    use std::time::{Duration, SystemTime};
    let date = |time: SystemTime| llsd::Date::from(time).0;
    assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_millis(1_500)), 1.5);
    assert_eq!(date(SystemTime::UNIX_EPOCH - Duration::from_millis(1_500)), -1.5);
    for seconds in [-1.5, 0.0, 1_138_804_193.5] {
        let time = SystemTime::try_from(llsd::Date(seconds)).unwrap();
        assert_eq!(date(time), seconds);
    }
    for seconds in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        let error = SystemTime::try_from(llsd::Date(seconds)).unwrap_err();
        assert_eq!(error.to_string(), "expected a date that the system can express", "{seconds}");
    }
}

#[test]
fn encodings_have_names() {
    for encoding in llsd::Encoding::ALL {
        assert_eq!(encoding.to_string().parse(), Ok(encoding));
    }
    let error = "json".parse::<llsd::Encoding>().unwrap_err();
    assert_eq!(error.to_string(), "expected binary, xml or notation, found \"json\"");
}

#[test]
fn uuids_are_numbers_and_bytes() {
    let number = 0xd7f4_aeca_88f1_42a1_b385_b97b_18ab_b255_u128;
    let uuid = llsd::Uuid::from(number);
    assert_eq!(uuid.to_string(), "d7f4aeca-88f1-42a1-b385-b97b18abb255");
    assert_eq!((u128::from(uuid), <[u8; 16]>::from(uuid)[0]), (number, 0xd7));
}
