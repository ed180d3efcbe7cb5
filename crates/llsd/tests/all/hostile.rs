//! Input made to break readers: an error with its place, and no memory for what is not there.

#![cfg(feature = "xml")]

use crate::json::traced_json;
use crate::recorder::{check_traced, traced};
use llsd::json::{self, JsonForm};
use llsd::{
    Duplicates, Encoding, Error, Limits, ReadOptions, Same, WriteOptions, read, read_with, write_with,
};

fn error(bytes: &[u8]) -> Error {
    read(bytes).unwrap_err()
}

/// The message, which is that of a trace, too.
fn message(bytes: impl AsRef<[u8]>) -> String {
    let message = error(bytes.as_ref()).to_string();
    check_traced(bytes.as_ref());
    message
}

const DEPTH: usize = 250_000;

fn nested(encoding: Encoding) -> Vec<u8> {
    let (open, middle, close): (&[u8], &[u8], &[u8]) = match encoding {
        Encoding::Binary => (b"[\0\0\0\x01", b"!", b"]"),
        Encoding::Xml => (b"<array>", b"<undef />", b"</array>"),
        Encoding::Notation => (b"[", b"!", b"]"),
    };
    let around: (&[u8], &[u8]) =
        if encoding == Encoding::Xml { (b"<llsd>", b"</llsd>\n") } else { (b"", b"") };
    [around.0, &open.repeat(DEPTH), middle, &close.repeat(DEPTH), around.1].concat()
}

#[test]
fn levels_without_end() {
    for (encoding, at) in [(Encoding::Binary, 0x280), (Encoding::Xml, 0x386), (Encoding::Notation, 0x80)] {
        let bytes = nested(encoding);
        let text = error(&bytes).to_string();
        let end = format!(
            "exceeds the limit of levels of depth: 1 requested, 0 left; raise it with `Limits::depth` (at byte {at:#x})"
        );
        assert!(text.ends_with(&end), "{text}");
        assert!(text.len() < 1_000, "{text}");

        let options = ReadOptions::default().limits(Limits::default().depth(DEPTH));
        let (value, warnings) = read_with(&bytes, &options).unwrap();
        assert_eq!(warnings.total(), 0);
        let copy = value.clone();
        assert!(copy == value && copy.same(&value));
        let plain = WriteOptions::default().encoding(encoding).header(llsd::Header::None);
        assert!(write_with(&copy, &plain).unwrap() == bytes);
        assert_eq!(format!("{copy:?}").len(), 2 * DEPTH + 1);
        if encoding == Encoding::Notation {
            assert_eq!(traced(&bytes, &options).check(&bytes, "levels without end"), 1.0);
        }
        assert_eq!(llsd::validate(&value).len(), 1);
    }
}

#[test]
fn levels_without_end_of_what_is_skipped() {
    let bytes = ["<llsd>", &"<x>".repeat(DEPTH), &"</x>".repeat(DEPTH), "</llsd>"].concat();
    assert!(message(&bytes).contains("levels of depth"), "{}", message(&bytes));
    let bytes = ["<llsd><string>", &"<x>".repeat(DEPTH)].concat();
    assert!(message(&bytes).contains("levels of depth"), "{}", message(&bytes));
    let bytes = ["<llsd><string>", &"<x/>".repeat(100_000), "a</string></llsd>"].concat();
    let (value, warnings) = read_with(bytes.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!((value.to_text().as_str(), warnings.total(), warnings.len()), (Some("a"), 100_000, 1_000));
}

#[test]
fn markup_that_costs_more_than_its_bytes() {
    let attributes: String = (0..80_000).map(|i| format!(" a{i}='1'")).collect();
    assert_eq!(
        message(format!("<llsd><array{attributes}></array></llsd>")),
        "exceeds the limit of attributes of a tag: 1 requested, 0 left (at byte 0x83)"
    );
    let name_spaces: String = (0..4_000).map(|i| format!("<x xmlns:n{i}='u'/>")).collect();
    assert_eq!(
        message(format!("<llsd><array>{name_spaces}</array></llsd>")),
        "[16]: exceeds the limit of declarations of name spaces: 1 requested, 0 left (at byte 0x126)"
    );
    assert_eq!(message("<!-- -->text<llsd/>"), "expected <llsd>, found \"text\" (at byte 0x8)");
    assert_eq!(message("<llsd>"), "expected </llsd>, found the end (at byte 0x6)");
    assert_eq!(
        message("<llsd><map><key>a</key>"),
        "a: expected a value or an end tag, found the end (at byte 0x17)"
    );
    assert_eq!(message("<llsd><string>a"), "expected </string>, found the end (at byte 0xf)");
    assert_eq!(message("<llsd><array></map></llsd>"), "[0]: expected </array>, found </map> (at byte 0xd)");
    assert_eq!(message("<llsd><!-- "), "expected a comment that ends (at byte 0x6)");
    assert_eq!(
        message("<llsd><string><![CDATA[x"),
        "expected a section of characters that ends (at byte 0xe)"
    );
    assert_eq!(message("<llsd a"), "expected =, found \"\" (at byte 0x7)");
    assert_eq!(message("<llsd a=x>"), "expected a quote (at byte 0x8)");
    assert_eq!(message("<llsd a='x<"), "expected ', found \"<\" (at byte 0xa)");
    let bomb =
        "<!DOCTYPE llsd [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><llsd><string>&b;</string></llsd>";
    assert_eq!(message(bomb), "expected no definitions of a document type (at byte 0x0)");
    let open = "<!-- ".repeat(200_000);
    assert_eq!(message(format!("<llsd>{open}")), "expected a comment that ends (at byte 0x6)");
}

#[test]
fn texts_and_bytes_that_do_not_end() {
    assert_eq!(message("'abc"), "needs 4 bytes, and 3 are left (at byte 0x1)");
    assert_eq!(message("'abc\\"), "needs 5 bytes, and 4 are left (at byte 0x1)");
    assert_eq!(message("b(4294967295)\"x\""), "needs 4294967295 bytes, and 2 are left (at byte 0xe)");
    assert_eq!(
        message("s(99999999999999999999)\"x\""),
        "expected a size in parentheses, found \"(\" (at byte 0x1)"
    );
    assert_eq!(message("s(-1)\"x\""), "expected a size in parentheses, found \"(\" (at byte 0x1)");
    assert_eq!(message("b16\"123\""), "expected base 16, two digits a byte (at byte 0x3)");
    assert_eq!(message("b16\"12"), "needs 3 bytes, and 2 are left (at byte 0x4)");
    assert_eq!(message("b64\"A*\""), "expected base 64 (at byte 0x3)");
    assert_eq!(message("b(3)\"ab\""), "expected a quote, found the end (at byte 0x8)");
    let odd = "<llsd><binary encoding=\"base16\">123</binary></llsd>";
    assert_eq!(message(odd), "expected base 16, two digits a byte (at byte 0x20)");
    let unknown = "<llsd><binary encoding=\"rot13\">123</binary></llsd>";
    assert_eq!(message(unknown), "expected base64, base16 or base85, found \"rot13\" (at byte 0x1f)");
    assert_eq!(
        message("[[[[[[[[u123"),
        format!("{}needs 36 bytes, and 3 are left (at byte 0x9)", "[0]".repeat(8) + ": ")
    );
    assert_eq!(message("{'a':{'b':[i1,i2,x"), "a.b[2]: expected a value, found \"x\" (at byte 0x11)");
    assert_eq!(message(""), "expected a value, found the end (at byte 0x0)");
}

#[test]
fn bytes_that_are_no_text_survive() {
    for bytes in [
        &b"'\xff\xfe'"[..],
        b"<llsd><string>\xff\xfe</string></llsd>",
        b"<?llsd/binary?>\ns\0\0\0\x02\xff\xfe",
    ] {
        let value = read(bytes).unwrap();
        assert_eq!(value, llsd::Value::String(vec![0xff, 0xfe].into()));
    }
    let options = ReadOptions::default().strict(true);
    let error = read_with(b"<llsd><string>\xff</string></llsd>", &options).unwrap_err();
    assert_eq!(error.to_string(), "expected text in UTF-8 (at byte 0xe)");
    let error =
        write_with(&read(b"{'a':'\\xff'}").unwrap(), &WriteOptions::default().encoding(Encoding::Xml));
    assert_eq!(error.unwrap_err().to_string(), "a: this encoding cannot express the text \"\\xff\"");
}

#[test]
fn limits_hold_in_every_encoding() {
    let value = read(b"[i1,[i2,{'a':i3}]]").unwrap();
    for encoding in [Encoding::Binary, Encoding::Xml, Encoding::Notation] {
        let bytes = write_with(&value, &WriteOptions::default().encoding(encoding)).unwrap();
        let read = |limits| read_with(&bytes, &ReadOptions::default().limits(limits));
        assert!(read(Limits::default().depth(3).elements(6)).is_ok());
        let error = read(Limits::default().depth(2)).unwrap_err();
        assert!(
            error.to_string().starts_with("[1][1]: exceeds the limit of levels of depth: 1 requested"),
            "{error}"
        );
        let error = read(Limits::default().elements(5)).unwrap_err();
        assert!(
            error.to_string().starts_with("[1][1].a: exceeds the limit of elements: 1 requested"),
            "{error}"
        );
    }
}

/// The path of an error is the part in which it occurs, and not one that begins or ends right after it.
#[test]
fn the_strict_error_is_the_first_warning() {
    for (bytes, expected) in [
        (
            &b"<llsd><map><key>a</key></map></llsd>"[..],
            "a: the key without a value is skipped (at byte 0x17)",
        ),
        (
            b"<llsd><map><key>a</key><key>&b;</key><undef/></map></llsd>",
            "a: the key before this one, which has no value, is skipped (at byte 0x17)",
        ),
        (
            b"<llsd><map><key>a</key><map><key>&b;</key><undef/></map></map></llsd>",
            "a: the reference \"&b;\" is read as itself (at byte 0x21)",
        ),
        (
            b"<llsd><undef/><array><undef/></array></llsd>",
            "the value before this one, because a document has only one, is skipped (at byte 0xe)",
        ),
        (b"{\0\0\0\x01'\\x4'!}", "the escape of \"\\\\x4\" is read as 0 (at byte 0x6)"),
        (b"{\0\0\0\x01'a'{\0\0\0\x02'\\x4'!}}", "a: the escape of \"\\\\x4\" is read as 0 (at byte 0xe)"),
        (b"{'a':{'\\x4':!}}", "a: the escape of \"\\\\x4\" is read as 0 (at byte 0x7)"),
        (b"{'a':[!,d'x']}", "a[1]: the date \"x\" is read as 1970 (at byte 0x9)"),
    ] {
        let (_, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings[0].to_string(), expected, "{}", bytes.escape_ascii());
        let strict = read_with(bytes, &ReadOptions::default().strict(true)).unwrap_err();
        assert_eq!(strict, warnings[0], "{}", bytes.escape_ascii());
        check_traced(bytes);
    }
}

/// A map ends where it says, whatever its count says, and whatever follows it.
#[test]
fn what_follows_a_prefix_does_not_matter() {
    let early = b"{\0\0\0\x01}";
    let after = |rest: &[u8]| {
        let bytes = [early, rest].concat();
        let (value, n_read, warnings) = llsd::binary::read_prefix(&bytes, &ReadOptions::default()).unwrap();
        (value, n_read, warnings.into_iter().map(|warning| warning.to_string()).collect::<Vec<_>>())
    };
    let expected = "has 1 fewer values than its count (at byte 0x5)";
    for rest in [&b""[..], b"\0", b"\0\0\0\0", b"}}}}}}}}"] {
        assert_eq!(
            after(rest),
            (llsd::Map::new().into(), 6, vec![expected.into()]),
            "{}",
            rest.escape_ascii()
        );
    }
    assert_eq!(read(early).unwrap(), read(b"{\0\0\0\0}").unwrap());
    assert_eq!(message(b"{\x08\xff\xff\xff"), "expected a key, found the end (at byte 0x5)");
}

/// One warning for each text: of five million, each would cost more than what it warns of.
#[test]
fn references_to_nothing_are_warned_of_once_for_each_text() {
    let bytes = ["<llsd><string>a&lt;", &"&".repeat(5_000_000), "</string></llsd>"].concat();
    let (value, warnings) = read_with(bytes.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(value.to_text().len(), 5_000_002);
    assert_eq!(warnings.total(), 1);
    assert!(warnings[0].to_string().ends_with("is read as itself (at byte 0x13)"), "{}", warnings[0]);
}

#[test]
fn what_follows_a_document_does_not_cost_it() {
    for text in ["<llsd><undef/></llsd><!-- ", "<llsd><undef/></llsd><a>", "!<!--", "<?llsd/binary?>!!"] {
        let (value, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!((value, warnings.total()), (llsd::Value::Undef, 1), "{text}");
    }
    for text in ["<llsd><undef/></llsd>\n<!-- --> <?x?>\n", "! \n\0", "<?llsd/binary?>!\0"] {
        assert_eq!(read_with(text.as_bytes(), &ReadOptions::default()).unwrap().1.total(), 0, "{text}");
    }
}

/// A scan of all following letters, for each word, would take minutes.
#[test]
fn a_million_words_without_a_sign_between_them() {
    let value = read(format!("[{}]", "true".repeat(1_000_000)).as_bytes()).unwrap();
    assert_eq!(value.len(), 1_000_000);
    assert_eq!(message("[truetru]"), "[1]: expected true or its first letter, found \"tru\" (at byte 0x5)");
}

/// A path is in each warning and each finding: long keys and many levels must not be in all of them.
#[test]
fn paths_are_short() {
    let inside = |key: &str, values: &str| format!("{{'{key}':[{}]}}", values.repeat(1_000));
    let key = "ké".repeat(40_000);
    let (_, warnings) = read_with(inside(&key, "d'x',").as_bytes(), &ReadOptions::default()).unwrap();
    let name = "ké".repeat(24) + " …";
    assert_eq!(warnings[999].path().collect::<Vec<_>>(), [name.as_str(), "[999]"]);
    let findings = llsd::validate(&read(inside(&key, "rnan,").as_bytes()).unwrap());
    assert_eq!((findings.len(), &findings[999].path), (1_000, &format!("{name}[999]")));

    let levels = |open: &str, close: &str| {
        let text = [&open.repeat(100_000), &"d'x',rnan,".repeat(1_000), &*close.repeat(100_000)].concat();
        let options = ReadOptions::default().limits(Limits::default().depth(DEPTH));
        read_with(text.as_bytes(), &options).unwrap()
    };
    let (value, warnings) = levels("[", "]");
    assert_eq!(warnings[999].path().count(), 129);
    assert_eq!(warnings[999].path().nth(8), Some("[… 99872 more …]"));
    assert_eq!(warnings[999].path().last(), Some("[1998]"));
    let findings = llsd::validate(&value);
    let end = "[0]".repeat(119) + "[1999]";
    assert_eq!(findings.len(), 1_001);
    assert_eq!(findings[1_000].path, ["[0]".repeat(8), "[… 99872 more …]".into(), end].concat());
}

/// The message about JSON, which is that of a trace, too.
fn json_message(text: impl AsRef<[u8]>, form: JsonForm) -> String {
    let message = json::read(text.as_ref(), form).unwrap_err().to_string();
    traced_json(text.as_ref(), form);
    message
}

#[test]
fn levels_without_end_of_json() {
    let end = "exceeds the limit of levels of depth: 1 requested, 0 left; raise it with `Limits::depth`";
    for (open, at) in [("[", 0x80), ("{\"a\":", 0x280), ("{\"$uuid\":", 0x480)] {
        for form in [JsonForm::Plain, JsonForm::Tagged] {
            let message = json_message(open.repeat(DEPTH), form);
            assert!(message.ends_with(&format!("{end} (at byte {at:#x})")), "{message}");
            assert!(message.len() < 1_100, "{message}");
        }
    }
    let options = ReadOptions::default().limits(Limits::default().depth(2 * DEPTH));
    for (open, middle, close) in [("[", "null", "]"), ("{\"a\":", "1", "}")] {
        let text = [&open.repeat(DEPTH), middle, &close.repeat(DEPTH)].concat();
        let (value, warnings) = json::read_with(text.as_bytes(), JsonForm::Tagged, &options).unwrap();
        assert_eq!(warnings.total(), 0);
        assert!(json::write(&value, JsonForm::Tagged).unwrap() == text.as_bytes());
    }
    // Each level is the content of a tag, and no UUID.
    let text = ["{\"$uuid\":".repeat(DEPTH), "1".into(), "}".repeat(DEPTH)].concat();
    let error = json::read_with(text.as_bytes(), JsonForm::Tagged, &options).unwrap_err().to_string();
    assert!(error.contains(": expected a UUID (at byte "), "{error}");
}

#[test]
fn json_that_does_not_end() {
    assert_eq!(json_message("[", JsonForm::Plain), "[0]: expected a value, found the end (at byte 0x1)");
    assert_eq!(json_message("[[1],", JsonForm::Plain), "[1]: expected a value, found the end (at byte 0x5)");
    assert_eq!(json_message("{\"a\"", JsonForm::Plain), "a: expected :, found the end (at byte 0x4)");
    let zeros = ["[", &"0,".repeat(1_000_000)].concat();
    let end = "[1000000]: expected a value, found the end (at byte 0x1e8481)";
    assert_eq!(json_message(zeros, JsonForm::Tagged), end);
    let escapes = ["\"", &"\\\\".repeat(1_000_000)].concat();
    let end = "needs 2000001 bytes, and 2000000 are left (at byte 0x1)";
    assert_eq!(json_message(escapes, JsonForm::Plain), end);
    assert_eq!(json_message("\"a\\", JsonForm::Plain), "needs 3 bytes, and 2 are left (at byte 0x1)");
}

#[test]
fn huge_arrays_and_numbers_of_json() {
    let text = ["[", &"{},".repeat(1_000_000), "{}]"].concat();
    assert_eq!(json::read(text.as_bytes(), JsonForm::Tagged).unwrap().len(), 1_000_001);
    let options = ReadOptions::default().limits(Limits::default().elements(1_000));
    let error = json::read_with(text.as_bytes(), JsonForm::Tagged, &options).unwrap_err();
    assert!(
        error.to_string().starts_with("[999]: exceeds the limit of elements: 1 requested, 0 left"),
        "{error}"
    );
    for (text, expected) in [
        ("9".repeat(1_000_000), f64::INFINITY),
        (["0.", &"0".repeat(1_000_000), "1"].concat(), 0.0),
        (["1e-", &"9".repeat(1_000_000)].concat(), 0.0),
        ("1".repeat(300), "1".repeat(300).parse().unwrap()),
    ] {
        let (value, warnings) =
            json::read_with(text.as_bytes(), JsonForm::Plain, &ReadOptions::default()).unwrap();
        assert_eq!(value.as_real(), Some(expected));
        assert!(warnings.iter().all(|warning| warning.to_string().len() < 400), "{}", warnings[0]);
    }
}

#[test]
fn tags_of_json_with_something_else() {
    for (text, expected) in [
        (r#"[{"$uuid":5}]"#, "[0]: expected a UUID (at byte 0xb)"),
        (r#"[{"$uuid":"11111111-1111"}]"#, "[0]: expected a UUID (at byte 0x19)"),
        (r#"{"a":{"$uuid":[]}}"#, "a: expected a UUID (at byte 0x10)"),
        (r#"{"$date":"yesterday"}"#, "expected a date (at byte 0x14)"),
        (r#"{"$date":{}}"#, "expected a date (at byte 0xb)"),
        (r#"{"$uri":5}"#, "expected a URI (at byte 0x9)"),
        (r#"{"$real":"one"}"#, "expected a real (at byte 0xe)"),
        (r#"{"$real":null}"#, "expected a real (at byte 0xd)"),
        (r#"{"$binary":"A*=="}"#, "expected base 64 (at byte 0x11)"),
        (r#"{"$binary":[1,256]}"#, "expected base 64 (at byte 0x12)"),
        (r#"{"$text":{"$text":5}}"#, "$text: expected base 64 (at byte 0x13)"),
    ] {
        assert_eq!(json_message(text, JsonForm::Tagged), expected, "{text}");
        assert!(json::read(text.as_bytes(), JsonForm::Plain).is_ok(), "{text}");
    }
    // Not alone, unknown, or escaped: keys like any other.
    let text = r#"[{"$uuid":5,"a":1},{"$what":5},{"$$uuid":5}]"#;
    let value = json::read(text.as_bytes(), JsonForm::Tagged).unwrap();
    assert_eq!(value.to_string(), "[{'$uuid':i5,'a':i1},{'$what':i5},{'$uuid':i5}]");
}

#[test]
fn duplicate_keys_of_json() {
    let text = ["{", &"\"a\":1,".repeat(100_000), "\"a\":2}"].concat();
    for (duplicates, expected) in [(Duplicates::First, 1), (Duplicates::Last, 2)] {
        let options = ReadOptions::default().duplicates(duplicates);
        let (value, warnings) = json::read_with(text.as_bytes(), JsonForm::Plain, &options).unwrap();
        assert_eq!((value.len(), value["a"].as_integer()), (1, Some(expected)));
        assert_eq!((warnings.total(), warnings.len()), (100_000, 1_000));
    }
    let options = ReadOptions::default().duplicates(Duplicates::Error);
    let error = json::read_with(text.as_bytes(), JsonForm::Plain, &options).unwrap_err();
    assert_eq!(error.to_string(), "a: key \"a\" already exists (at byte 0x7)");
    // A tag that occurs twice is one, of which the last counts.
    let twice = r#"{"$uri":"x","$uri":"y"}"#.as_bytes();
    let (value, warnings) = json::read_with(twice, JsonForm::Tagged, &ReadOptions::default()).unwrap();
    assert_eq!((value, warnings.total()), (llsd::Uri::from("y").into(), 1));
}

/// Positions have 32 bits. Miri would have to fill the memory, and zeros that nobody reads take none.
#[test]
#[cfg(all(target_pointer_width = "64", not(miri)))]
fn documents_are_shorter_than_4_gib() {
    let bytes = vec![0; 1 << 32];
    let errors =
        [llsd::binary::read(&bytes).unwrap_err(), llsd::binary::from_slice::<bool>(&bytes).unwrap_err()];
    let text = "exceeds the limit of bytes: 4294967296 requested, 4294967295 left (at byte 0x0)";
    assert_eq!(errors.map(|error| error.to_string()), [text, text]);
}
