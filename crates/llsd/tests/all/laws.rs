//! The laws (docs/laws.md) on generated values and bytes.

#![cfg(feature = "xml")]

use crate::json::traced_json;
use crate::recorder::traced;
use crate::support;
use llsd::{
    Array, Date, Encoding, ErrorKind, Limits, Map, Place, ReadOptions, Same, Style, Text, Uri, Uuid, Value,
    WriteOptions, encoding, read, read_with, write, write_onto, write_with,
};
use proptest::prelude::*;

/// Any value; texts and dates only such as XML can carry if `is_plain`.
fn any_value(is_plain: bool) -> BoxedStrategy<Value> {
    let text = if is_plain {
        "[ -~\t\n\r\u{a0}-\u{2fff}\u{10000}-\u{1ffff}]{0,12}".prop_map(Text::from).boxed()
    } else {
        any::<Vec<u8>>().prop_map(Text::from).boxed()
    };
    // A NaN has only one text, and so has a date of zero.
    let real = if is_plain {
        prop_oneof![any::<f64>(), Just(f64::NAN), Just(-0.0), Just(f64::INFINITY)].boxed()
    } else {
        any::<u64>().prop_map(f64::from_bits).boxed()
    };
    let date = if is_plain {
        (-62_167_219_200.0..253_402_300_800.0).prop_map(Date).boxed()
    } else {
        any::<u64>().prop_map(|bits| Date(f64::from_bits(bits))).boxed()
    };
    let scalar = prop_oneof![
        Just(Value::Undef),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        real.prop_map(Value::from),
        prop_oneof![Just([0; 16]), any::<[u8; 16]>()].prop_map(|bytes| Uuid(bytes).into()),
        text.clone().prop_map(Value::from),
        date.prop_map(Value::from),
        text.clone().prop_map(|text| Uri(text).into()),
        any::<Vec<u8>>().prop_map(Value::from),
    ];
    scalar
        .prop_recursive(5, 60, 8, move |value| {
            prop_oneof![
                prop::collection::vec(value.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec((text.clone(), value), 0..24)
                    .prop_map(|all| Map::from_iter(all).into()),
            ]
        })
        .boxed()
}

const ENCODINGS: [Encoding; 3] = [Encoding::Binary, Encoding::Xml, Encoding::Notation];

proptest! {
    /// Laws 1, 3 and 7, of whatever binary can say, which is all.
    #[test]
    fn reading_undoes_writing_in_binary(value in any_value(false)) {
        let bytes = write(&value).unwrap();
        let (again, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
        prop_assert_eq!(again.difference(&value), None);
        prop_assert_eq!(warnings.total(), 0);
        prop_assert_eq!(write(&again).unwrap(), bytes.clone());
        prop_assert_eq!(told(&bytes), 1.0);
        prop_assert_eq!(value.clone().difference(&value), None);
    }

    /// Laws 1, 3, 4 and 7 for JSON with tags. Other crates write and read the same through serde.
    #[test]
    fn reading_undoes_writing_in_tagged_json(value in any_value(true), is_pretty: bool) {
        use llsd::json::{self, JsonForm};
        let style = if is_pretty { Style::Pretty } else { Style::Compact };
        let options = WriteOptions::default().style(style);
        let bytes = json::write_with(&value, JsonForm::Tagged, &options).unwrap();
        let strict = ReadOptions::default().strict(true);
        let (again, warnings) = json::read_with(&bytes, JsonForm::Tagged, &strict).unwrap();
        prop_assert_eq!(again.difference(&value), None);
        prop_assert_eq!(warnings.total(), 0);
        prop_assert_eq!(traced_json(&bytes, JsonForm::Tagged).check(&bytes, "JSON"), 1.0);
        #[cfg(feature = "serde")]
        {
            let of_serde: Value = serde_json::from_slice(&bytes).unwrap();
            prop_assert_eq!(of_serde.difference(&value), None);
            let text = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(json::read(text.as_bytes(), JsonForm::Tagged).unwrap().difference(&value), None);
        }
        let plain = json::write_with(&value, JsonForm::Plain, &options).unwrap();
        let first = json::read_with(&plain, JsonForm::Plain, &strict).unwrap().0;
        let settled = json::write_with(&first, JsonForm::Plain, &options).unwrap();
        prop_assert_eq!(settled, plain);
    }

    /// Law 5: cut anywhere, JSON is an error inside what is left.
    #[test]
    fn cut_json_is_an_error(value in any_value(true)) {
        use llsd::json::{self, JsonForm};
        let bytes = json::write(&value, JsonForm::Tagged).unwrap();
        // A number may end anywhere.
        if matches!(bytes.last(), Some(b']' | b'}' | b'"')) {
            for end in (0..bytes.len()).rev().step_by(1 + bytes.len() / 64) {
                let error = json::read(&bytes[..end], JsonForm::Tagged).unwrap_err();
                prop_assert!(matches!(error.place(), Place::Input(at) if at <= end), "{}", error);
            }
        }
    }

    /// Law 4.
    #[test]
    fn any_json_gives_a_value_or_an_error(text in "[\\[\\]{},:\"\\\\a-fu$0-9.eE+ -]{0,40}") {
        use llsd::json::{self, JsonForm};
        for form in [JsonForm::Plain, JsonForm::Tagged] {
            let ours = json::read_with(text.as_bytes(), form, &ReadOptions::default());
            // Bytes after the value are a warning here, and an error there.
            let is_whole = |kind: &ErrorKind| !matches!(kind, ErrorKind::Surplus { .. });
            let ours = ours.is_ok_and(|(_, warnings)| warnings.iter().all(|warning| is_whole(warning.kind())));
            traced_json(text.as_bytes(), form);
            // Without escapes, serde_json reads the same; it rejects numbers outside the range of reals.
            if !text.contains(['\\', 'e', 'E']) && form == JsonForm::Plain {
                let theirs = serde_json::from_str::<serde_json::Value>(&text);
                prop_assert_eq!(ours, theirs.is_ok(), "{} {:?}", text, theirs);
            }
        }
    }

    /// Laws 1, 3, 6, 7 and 8, of what all encodings can say.
    #[test]
    fn reading_undoes_writing_in_all_encodings(value in any_value(true), is_pretty: bool) {
        let style = if is_pretty { Style::Pretty } else { Style::Compact };
        for encoding in ENCODINGS {
            let options = WriteOptions::default().encoding(encoding).style(style);
            let bytes = write_with(&value, &options).unwrap();
            prop_assert_eq!(llsd::encoding(&bytes), encoding);
            let (again, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
            prop_assert_eq!(again.difference(&value), None);
            prop_assert_eq!(warnings.total(), 0);
            prop_assert_eq!(write_with(&again, &options).unwrap(), bytes.clone());
            prop_assert_eq!(told(&bytes), 1.0);
            prop_assert_eq!(write_onto(&again, &bytes).unwrap(), bytes);
        }
    }

    /// Law 6, of an edit that changes all: it reads as what was written.
    #[test]
    fn any_value_can_be_written_onto_any(value in any_value(true), original in any_value(true), is_pretty: bool) {
        let style = if is_pretty { Style::Pretty } else { Style::Compact };
        for encoding in ENCODINGS {
            let original = write_with(&original, &WriteOptions::default().encoding(encoding).style(style)).unwrap();
            let written = write_onto(&value, &original).unwrap();
            prop_assert_eq!(read(&written).unwrap().difference(&value), None);
        }
    }
}

/// The share of the bytes that lie in leaves of a known kind, of which no two share a byte.
fn told(bytes: &[u8]) -> f64 {
    traced(bytes, &ReadOptions::default()).check(bytes, "told")
}

/// Laws 3, 4 and 7 of any bytes.
fn check_any(bytes: &[u8]) {
    told(bytes);
    let strict = read_with(bytes, &ReadOptions::default().strict(true));
    if let Err(error) = &strict {
        assert!(matches!(error.place(), Place::Input(at) if at <= bytes.len()), "{error}");
    }
    let Ok((value, warnings)) = read_with(bytes, &ReadOptions::default()) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(strict.err().as_ref(), warnings.first());
    assert_eq!(write_onto(&value, bytes).as_deref(), Ok(bytes));
    let written = write(&value).unwrap();
    assert_eq!(read(&written).unwrap().difference(&value), None);
    let lossy = WriteOptions::default().lossy(true);
    for encoding in [Encoding::Xml, Encoding::Notation] {
        let written = write_with(&value, &lossy.clone().encoding(encoding)).unwrap();
        let again = read(&written).unwrap();
        assert_eq!(write_with(&again, &lossy.clone().encoding(encoding)).unwrap(), written);
    }
}

/// A small document with everything, in each encoding.
fn samples() -> Vec<Vec<u8>> {
    let value = llsd::notation::read(
        b"{'a':[!,true,i-7,r1.5,u01234567-89ab-cdef-0123-456789abcdef],'b':{'c':'g\\'day','d':d\"2006-02-01T14:29:53.5Z\"},\
          's':s(3)\"a'b\",'u':l\"x\",'e':b16\"00ff\",'f':b(2)\"]}\"}",
    )
    .unwrap();
    let write = |encoding| write_with(&value, &WriteOptions::default().encoding(encoding)).unwrap();
    ENCODINGS.map(write).to_vec()
}

/// Law 5.
#[test]
fn every_cut_is_seen() {
    for bytes in samples() {
        let encoding = encoding(&bytes);
        let value = read(&bytes).unwrap();
        for cut in 0..bytes.len() {
            let prefix = &bytes[..cut];
            check_any(prefix);
            match read_with(prefix, &ReadOptions::default().strict(true)) {
                Err(_) => {}
                // The line end after a document is no part of it.
                Ok((again, _)) => {
                    assert!(encoding == Encoding::Xml && cut == bytes.len() - 1, "{encoding:?} {cut}");
                    assert_eq!(again.difference(&value), None);
                }
            }
        }
    }
}

/// A limit is exceeded at the same byte with a tracer and without.
#[test]
fn limits_are_those_of_a_trace() {
    for bytes in samples() {
        let check = |limits: Limits| {
            let options = ReadOptions::default().limits(limits);
            traced(&bytes, &options);
            read_with(&bytes, &options).is_ok()
        };
        let fits: Vec<_> = (0..20).map(|n| check(Limits::default().elements(n))).collect();
        assert_eq!(fits.iter().position(|fits| *fits), Some(14));
        let fits: Vec<_> = (0..4).map(|n| check(Limits::default().depth(n))).collect();
        assert_eq!(fits.iter().position(|fits| *fits), Some(2));
    }
}

#[test]
fn documents_of_others_settle_in_every_encoding() {
    for (name, bytes) in support::samples("llsd/files") {
        let value = read(&bytes).unwrap();
        for encoding in ENCODINGS {
            for options in
                [WriteOptions::default(), WriteOptions::default().style(Style::Pretty).sorted(true)]
            {
                let options = options.encoding(encoding);
                let written = write_with(&value, &options).unwrap();
                let again = read(&written).unwrap();
                assert!(again == value, "{name} {encoding:?}");
                assert_eq!(write_with(&again, &options).unwrap(), written, "{name} {encoding:?}");
            }
        }
    }
}

#[test]
fn large_maps_are_not_quadratic() {
    const N: i32 = 100_000;
    let key = |i: i32| format!("key {}", i.wrapping_mul(7_919));
    let map: Map = (0..N).map(|i| (key(i), i)).collect();
    assert_eq!(map.len(), N as usize);
    assert!((0..N).all(|i| map.get(key(i)) == Some(&Value::Integer(i))));
    let backwards: Map = (0..N).rev().map(|i| (key(i), i)).collect();
    assert!(map == backwards && !map.same(&backwards));
    let value = Value::from(map);
    for encoding in ENCODINGS {
        let bytes = write_with(&value, &WriteOptions::default().encoding(encoding)).unwrap();
        assert_eq!(read(&bytes).unwrap().difference(&value), None);
        assert_eq!(
            write_onto(&backwards.clone().into(), &bytes).map(|bytes| read(&bytes).unwrap() == value),
            Ok(true)
        );
    }
}

#[test]
fn identity_is_not_equality() {
    let pair = |a: f64| Value::from(vec![Value::from(a)]);
    assert!(pair(0.0) == pair(-0.0) && !pair(0.0).same(&pair(-0.0)));
    assert!(pair(f64::NAN) != pair(f64::NAN) && pair(f64::NAN).same(&pair(f64::NAN)));
    assert_eq!(pair(1.0).difference(&pair(2.0)).unwrap(), "[0]: 1.0 is not 2.0");
    assert_eq!(Value::from(1).difference(&"1".into()).unwrap(), ": Integer is not String");
    let array: Array = [1, 2].into_iter().collect();
    assert_eq!(Value::from(array).difference(&pair(1.0)).unwrap(), ": 2 values are not 1");
    assert!(Uuid([1; 16]).same(&Uuid([1; 16])) && !Uuid([1; 16]).same(&Uuid([2; 16])));
}

#[test]
fn dates_beyond_the_calendar_are_refused_or_lost() {
    let date = Value::from(Date(1e300));
    for encoding in [Encoding::Xml, Encoding::Notation] {
        let options = WriteOptions::default().encoding(encoding);
        let error = write_with(&date, &options).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Unwritable { what: "date", .. }), "{error}");
        let written = write_with(&date, &options.lossy(true)).unwrap();
        assert_eq!(read(&written).unwrap(), Value::from(Date(0.0)));
    }
}
