//! Writing onto an original: what is untouched stays, and an edit changes its unit alone.

#![cfg(feature = "xml")]

use llsd::{
    Array, Duplicates, Encoding, Limits, ReadOptions, Same, Spelling, Style, Value, WriteOptions, encoding,
    read, read_with, write_onto, write_onto_with, write_with,
};

/// Returns the parts of both between their common start and their common end.
fn changed<'b>(a: &'b [u8], b: &'b [u8]) -> (&'b [u8], &'b [u8]) {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    (&a[start..a.len() - end], &b[start..b.len() - end])
}

#[test]
fn an_original_that_is_broken_gives_its_encoding() {
    let value = Value::from(vec![Value::from(1)]);
    assert_eq!(write_onto(&value, b"[i1").unwrap(), b"<? llsd/notation ?>\n[i1]");
    let xml = b"<?xml version=\"1.0\" ?>\n<llsd><array><integer>1</integer></array></llsd>\n";
    assert_eq!(write_onto(&value, b"<llsd><array>").unwrap(), xml);
    assert_eq!(write_onto(&value, b"[\0\0").unwrap(), b"<? LLSD/Binary ?>\n[\0\0\0\x01i\0\0\0\x01]");
}

#[test]
fn what_was_left_out_in_reading_does_not_shift_the_rest() {
    for original in [
        "{'a':i1,'a':i2,'b':i3}",
        "<llsd><map><key>a</key><integer>1</integer><key>a</key><integer>2</integer><key>b</key><integer>3</integer></map></llsd>",
    ] {
        let mut value = read(original.as_bytes()).unwrap();
        assert_eq!(write_onto(&value, original.as_bytes()).unwrap(), original.as_bytes());
        *value.get_mut("b").unwrap() = 4.into();
        let written = write_onto(&value, original.as_bytes()).unwrap();
        assert_eq!(read(&written).unwrap().difference(&value), None);
        assert_eq!(changed(original.as_bytes(), &written), (&b"3"[..], &b"4"[..]));
    }
}

/// The document is `{'a':i1,'a':i2,'b':i3}`, which only bytes can express.
#[test]
fn duplicate_keys_of_binary_do_not_shift_the_rest() {
    let document = |a: u8, b: u8| {
        let entries =
            [(b'a', 1), (b'a', a), (b'b', b)].map(|(key, n)| [b'k', 0, 0, 0, 1, key, b'i', 0, 0, 0, n]);
        [b"{\0\0\0\x03".as_slice(), entries.as_flattened(), b"}"].concat()
    };
    let original = document(2, 3);
    let onto = |text: &str| write_onto(&notation(text), &original).unwrap();
    assert_eq!(onto("{'a':i2,'b':i3}"), original);
    assert_eq!(onto("{'a':i2,'b':i4}"), document(2, 4));
    assert_eq!(onto("{'a':i5,'b':i3}"), document(5, 3));
    assert_eq!(onto("{'b':i3}"), b"{\0\0\0\x01k\0\0\0\x01bi\0\0\0\x03}");
    // After reordering, both values of one key are still adjacent.
    assert_eq!(onto("{'b':i3,'a':i2}"), {
        let entry = |key: u8, n: u8| [b'k', 0, 0, 0, 1, key, b'i', 0, 0, 0, n];
        [&b"{\0\0\0\x03"[..], &entry(b'b', 3), &entry(b'a', 1), &entry(b'a', 2), b"}"].concat()
    });
}

fn notation(text: &str) -> Value {
    llsd::notation::read(text.as_bytes()).unwrap()
}

#[test]
fn a_document_without_a_value_gets_one() {
    for original in ["<llsd/>", "<llsd> <!-- none --> </llsd>"] {
        assert_eq!(write_onto(&Value::Undef, original.as_bytes()).unwrap(), original.as_bytes());
        let written = write_onto(&1.into(), original.as_bytes()).unwrap();
        assert_eq!(written, b"<?xml version=\"1.0\" ?>\n<llsd><integer>1</integer></llsd>\n");
    }
}

/// Binary without a header line is detected by its first bytes, which only arrays and maps have.
#[test]
fn a_root_of_another_kind_can_be_read() {
    let original = b"[\0\0\0\x01!]\0";
    for text in ["!", "true", "i5", "r1.5", "'text'", "l'uri'", "b64'AA=='", "d''"] {
        let value = notation(text);
        let written = write_onto(&value, original).unwrap();
        assert_eq!(read(&written).unwrap().difference(&value), None, "{}", written.escape_ascii());
        assert!(written.starts_with(b"<? LLSD/Binary ?>\n") && written.ends_with(b"\0"));
    }
    let other = write_onto(&notation("{'a':!}"), original).unwrap();
    assert_eq!(other, b"{\0\0\0\x01k\0\0\0\x01a!}\0");
    // An existing header line is kept.
    let written = write_onto(&notation("i5"), b"<?llsd/binary?>\n[\0\0\0\x01!]").unwrap();
    assert_eq!(written, b"<?llsd/binary?>\ni\0\0\0\x05");
}

#[test]
fn options_count_for_the_original_and_for_what_is_new() {
    let onto = |value: &Value, original: &str, read: &ReadOptions, options: &WriteOptions| {
        let written =
            write_onto_with(value, original.as_bytes(), read, options).map_err(|e| e.to_string())?;
        Ok::<_, String>(String::from_utf8(written).unwrap())
    };
    let (usual, plain) = (ReadOptions::default(), WriteOptions::default());

    let original = "{'a':i1,'a':i2,'b':i3}";
    let first = usual.clone().duplicates(Duplicates::First);
    let (mut value, _) = read_with(original.as_bytes(), &first).unwrap();
    assert_eq!(onto(&value, original, &first, &plain).unwrap(), original);
    *value.get_mut("a").unwrap() = 4.into();
    assert_eq!(onto(&value, original, &first, &plain).unwrap(), "{'a':i4,'a':i2,'b':i3}");

    let original = "<llsd><array>\n<undef/>\n</array></llsd>";
    let value = Value::from(vec![Value::Undef, "a\u{1}b".into()]);
    let refused = onto(&value, original, &usual, &plain).unwrap_err();
    assert_eq!(refused, r#"[1]: this encoding cannot express the text "a\x01b""#);
    let written = onto(&value, original, &usual, &plain.clone().lossy(true)).unwrap();
    assert_eq!(written, "<llsd><array>\n<undef/>\n<string>ab</string>\n</array></llsd>");

    let value = notation("[{'b':true,'a':i1}]");
    let style = plain.clone().sorted(true).style(Style::Pretty);
    assert_eq!(onto(&value, "[ ! ]", &usual, &style).unwrap(), "[ {'a':i1,'b':true} ]");
    let viewer = plain.spelling(Spelling::Viewer);
    assert_eq!(onto(&value, "[ ! ]", &usual, &viewer).unwrap(), "[ {'b':1,'a':i1} ]");
}

#[test]
fn errors_say_where_in_the_value_they_are() {
    let original = b"<llsd><map><key>old</key><array><undef/><undef/></array></map></llsd>";
    for (value, expected) in [
        ("{'old':[!,{'k':[i1,'\u{1}']}]}", r#"old[1].k[1]: this encoding cannot express the text "\x01""#),
        ("{'old':[!,!,'\u{1}']}", r#"old[2]: this encoding cannot express the text "\x01""#),
        ("{'old':[!,!],'a\u{1}':i1}", r#"a …: this encoding cannot express the text "a\x01""#),
    ] {
        let value = notation(value);
        let error = write_onto(&value, original).unwrap_err().to_string();
        assert_eq!(error, expected);
        let whole = write_with(&value, &WriteOptions::default().encoding(Encoding::Xml)).unwrap_err();
        assert_eq!(whole.to_string(), expected);
    }
}

/// The time is linear: the whole array is reversed, each second value replaced, each second value removed.
#[test]
fn many_values_are_written_onto() {
    let value = Value::from((0..200_000).map(Value::from).collect::<Vec<_>>());
    for encoding in [Encoding::Binary, Encoding::Xml, Encoding::Notation] {
        let original = write_with(&value, &WriteOptions::default().encoding(encoding)).unwrap();
        let edited = |edit: fn(&mut Array)| {
            let mut edited = value.clone();
            let Value::Array(array) = &mut edited else { panic!() };
            edit(array);
            assert!(read(&write_onto(&edited, &original).unwrap()).unwrap().same(&edited));
        };
        edited(|array| array.reverse());
        edited(|array| array.iter_mut().step_by(2).for_each(|value| *value = true.into()));
        edited(|array| array.retain(|value| value.to_integer() % 2 == 0));
    }
}

/// The depth is the limit: the innermost value is edited, and the outermost.
#[test]
fn deep_documents_are_written_onto() {
    let n = 100_000;
    let limits = Limits::default().depth(n + 1);
    let deep = ReadOptions::default().limits(limits);
    for (opening, inner, other, closing) in [
        ("[ ", "i1", "i2", " ]"),
        ("{ 'k' : ", "i1", "i2", " }"),
        ("<array> ", "<integer>1</integer>", "<integer>2</integer>", " </array>"),
    ] {
        let text = |inner: &str| {
            let value = [&opening.repeat(n), inner, &closing.repeat(n)].concat();
            if opening.starts_with('<') { format!("<llsd>{value}</llsd>") } else { value }
        };
        let (original, edited) = (text(inner), text(other));
        let (value, _) = read_with(edited.as_bytes(), &deep).unwrap();
        let onto = |read| write_onto_with(&value, original.as_bytes(), read, &WriteOptions::default());
        assert!(onto(&deep).unwrap() == edited.as_bytes(), "{opening}");
        // Without them, the original cannot be read.
        let alone = write_with(&value, &WriteOptions::default().encoding(encoding(original.as_bytes())));
        assert!(onto(&ReadOptions::default()) == alone, "{opening}");
    }
}
