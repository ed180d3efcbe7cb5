//! LLSD as JSON.

use crate::locator::located;
use crate::recorder::Recorder;
use llsd::json::{self, JsonForm};
use llsd::{Date, Duplicates, Limits, ReadOptions, Same, Style, Trace, Value, WriteOptions};

fn plain(text: &str) -> Result<String, String> {
    match json::read_with(text.as_bytes(), JsonForm::Plain, &ReadOptions::default()) {
        Ok((value, warnings)) if warnings.total() == 0 => Ok(value.to_string()),
        Ok((value, warnings)) => Ok(format!("{value} {}", warnings[0])),
        Err(error) => Err(error.to_string()),
    }
}

/// Plain JSON equals the output of the viewer, and is read as the viewer reads it.
#[test]
fn plain_json_is_that_of_servers() {
    let value = llsd::read(
        b"{'u':!,'b':true,'i':i-5,'r':[r1,r0.1,rnan,rinf,r-inf,r1e300],'id':u11111111-1111-1111-1111-111111111111,\
          'd':d\"2006-02-01T14:29:53.5Z\",'l':l\"http://x/\",'x':b16\"00ff\",'s':'\"\\\\/\n\\x01\xc3\xa9'}",
    )
    .unwrap();
    let text = String::from_utf8(json::write(&value, JsonForm::Plain).unwrap()).unwrap();
    assert_eq!(
        text,
        r#"{"u":null,"b":true,"i":-5,"r":[1.0,0.1,"NaNS","+Infinity","-Infinity",1e+300],"id":"11111111-1111-1111-1111-111111111111","d":"2006-02-01T14:29:53.5Z","l":"http://x/","x":"AP8=","s":"\"\\/\n\u0001é"}"#
    );
    // Not one of ours reads the same.
    let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((theirs["r"][5].as_f64(), theirs["s"].as_str()), (Some(1e300), Some("\"\\/\n\u{1}é")));
    let again = json::read(text.as_bytes(), JsonForm::Plain).unwrap();
    assert_eq!(again["id"].as_str(), Some("11111111-1111-1111-1111-111111111111"));
    assert_eq!(again["id"].to_uuid(), value["id"].to_uuid());
    assert_eq!(again["r"][1].as_real(), Some(0.1));
}

#[test]
fn numbers_are_integers_or_reals() {
    assert_eq!(plain("[0, -0, 2147483647, -2147483648]").unwrap(), "[i0,i0,i2147483647,i-2147483648]");
    assert_eq!(plain("[2147483648, -0.0, 1E2, 0.5e-1]").unwrap(), "[r2147483648.0,r-0.0,r100.0,r0.05]");
    assert_eq!(
        plain("[9007199254740993]").unwrap(),
        "[r9007199254740992.0] [0]: the number \"9007199254740993\" is read as 9007199254740992 (at byte 0x1)"
    );
    let lost = "rinf the real \"1e999\" is read as inf (at byte 0x0)";
    assert_eq!(plain("1e999").unwrap(), lost);
    for wrong in ["01", "-", "1.", ".5", "1.e5", "+1", "1e", "--1", "1-1", "-.5"] {
        assert!(plain(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_no_json_is_an_error_with_a_place() {
    for (text, expected) in [
        ("", "expected a value, found the end (at byte 0x0)"),
        ("[1 2]", "[1]: expected a comma or the end of the container, found \"2\" (at byte 0x3)"),
        ("[1,]", "[1]: expected a value, found \"]\" (at byte 0x3)"),
        ("[,1]", "[0]: expected a value, found \",\" (at byte 0x1)"),
        ("{\"a\" 1}", "a: expected :, found \"1\" (at byte 0x5)"),
        ("{\"a\":}", "a: expected a value, found \"}\" (at byte 0x5)"),
        ("{\"a\":1,}", "expected a key in quotes, found \"}\" (at byte 0x7)"),
        ("{a:1}", "expected a key in quotes, found \"a\" (at byte 0x1)"),
        ("[}", "[0]: expected a value, found \"}\" (at byte 0x1)"),
        ("{\"a\":{\"b\":nul", "a.b: expected a value, found \"n\" (at byte 0xa)"),
        ("\"abc", "needs 4 bytes, and 3 are left (at byte 0x1)"),
        ("'a'", "expected a value, found \"\\'\" (at byte 0x0)"),
    ] {
        assert_eq!(plain(text).unwrap_err(), expected, "{text}");
    }
    assert_eq!(plain("1 x").unwrap(), "i1 2 bytes are left over (at byte 0x1)");
}

#[test]
fn escapes_are_characters() {
    assert_eq!(plain(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#).unwrap(), "'\"\\\\/\\b\\f\\n\\r\\té😀'");
    assert_eq!(
        plain(r#""\ud83d!\udE00""#).unwrap(),
        "'\u{fffd}!\u{fffd}' the escape \"\\\\ud83d\" is read as U+FFFD (at byte 0x1)"
    );
    assert_eq!(plain(r#""\x""#).unwrap(), "'\u{fffd}' the escape \"\\\\x\" is read as U+FFFD (at byte 0x1)");
    assert_eq!(plain("\"a\nb\"").unwrap(), "'a\\nb' expected no control characters in JSON (at byte 0x1)");
}

#[test]
fn tags_keep_all_bits() {
    let nan = f64::from_bits(0xfff8_0000_0000_0001);
    for seconds in [0.0, -0.0, 1e300, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, nan, 5e-324] {
        for value in [Value::from(Date(seconds)), Value::from(seconds)] {
            let bytes = json::write(&value, JsonForm::Tagged).unwrap();
            let again = json::read(&bytes, JsonForm::Tagged).unwrap();
            assert_eq!(again.difference(&value), None, "{}", bytes.escape_ascii());
        }
    }
    let value =
        llsd::read(b"[{'$uuid':'x'},{'$$':i1},{'$':[{'$real':!}]},{'$a':i1,'b':i2},'\xff',l'\xff']").unwrap();
    let bytes = json::write(&value, JsonForm::Tagged).unwrap();
    assert_eq!(json::read(&bytes, JsonForm::Tagged).unwrap().difference(&value), None);
    assert!(
        bytes.starts_with(br#"[{"$$uuid":"x"},{"$$$":1},{"$$":[{"$$real":null}]}"#),
        "{}",
        bytes.escape_ascii()
    );
    let (_, warnings) = json::read_with(b"[\"\xff\"]", JsonForm::Plain, &ReadOptions::default()).unwrap();
    assert_eq!(warnings[0].to_string(), "[0]: expected text in UTF-8 (at byte 0x2)");
    // Plain JSON knows no tags.
    assert_eq!(plain(r#"{"$uuid":"x"}"#).unwrap(), "{'$uuid':'x'}");
    let error = json::read(br#"{"$uuid": {"$binary": "AAAA"}}"#, JsonForm::Tagged).unwrap_err();
    assert_eq!(error.to_string(), "expected a UUID (at byte 0x1d)");
    let error = json::read(br#"[1, {"$uuid": "x"}]"#, JsonForm::Tagged).unwrap_err();
    assert_eq!(error.to_string(), "[1]: expected a UUID (at byte 0x11)");
}

#[test]
fn what_json_cannot_express_is_an_error() {
    let refused = |text: &[u8], form| json::write(&llsd::read(text).unwrap(), form).unwrap_err().to_string();
    assert_eq!(refused(b"['\xff']", JsonForm::Plain), "[0]: this encoding cannot express the text \"\\xff\"");
    assert_eq!(
        refused(b"{'\xff':i1}", JsonForm::Tagged),
        "\u{fffd}: this encoding cannot express the text \"\\xff\"".replace('\u{fffd}', " …")
    );
    let date = Value::from(Date(1e300));
    assert!(json::write(&date, JsonForm::Plain).is_err());
    let lossy = WriteOptions::default().lossy(true);
    assert_eq!(json::write_with(&date, JsonForm::Plain, &lossy).unwrap(), b"\"1970-01-01T00:00:00Z\"");
    let text = llsd::read(b"'a\xffb'").unwrap();
    assert_eq!(json::write_with(&text, JsonForm::Plain, &lossy).unwrap(), "\"a\u{fffd}b\"".as_bytes());
}

#[test]
fn options_hold() {
    let value = llsd::read(b"{'b':[i1,{}],'a':[]}").unwrap();
    let options = WriteOptions::default().sorted(true).style(Style::Pretty);
    let pretty = "{\n    \"a\": [],\n    \"b\": [\n        1,\n        {}\n    ]\n}\n";
    assert_eq!(json::write_with(&value, JsonForm::Plain, &options).unwrap(), pretty.as_bytes());
    let twice = br#"{"a":1,"a":2}"#;
    let first = ReadOptions::default().duplicates(Duplicates::First);
    let (value, warnings) = json::read_with(twice, JsonForm::Plain, &first).unwrap();
    assert_eq!(
        (value.to_string(), warnings[0].to_string()),
        ("{'a':i1}".into(), "a: key \"a\" already exists (at byte 0x7)".into())
    );
    let deep = "[".repeat(200_000);
    assert!(json::read(deep.as_bytes(), JsonForm::Tagged).is_err());
    let options = ReadOptions::default().limits(Limits::default().depth(1_000_000));
    let deep = [deep, "]".repeat(200_000)].concat();
    let (value, _) = json::read_with(deep.as_bytes(), JsonForm::Tagged, &options).unwrap();
    assert_eq!(json::write(&value, JsonForm::Tagged).unwrap(), deep.as_bytes());
}

/// Checks that reading JSON with a tracer gives the same result, and that the tracer receives the end of every span.
/// Returns the record of the trace.
pub(crate) fn traced_json(bytes: &[u8], form: JsonForm) -> Recorder {
    let (recorder, options) = (Recorder::default(), ReadOptions::default());
    let (result, warnings) = json::trace(bytes, form, &options, &recorder);
    match (result, json::read_with(bytes, form, &options)) {
        (Ok(traced), Ok((read, expected))) => {
            assert_eq!((traced.difference(&read), warnings), (None, expected));
        }
        (result, expected) => assert_eq!(result.err(), expected.err()),
    }
    recorder.check(bytes, "JSON");
    recorder
}

#[test]
fn a_byte_order_mark_is_a_header() {
    let bytes = b"\xef\xbb\xbf[1]";
    let recorder = traced_json(bytes, JsonForm::Plain);
    let spans = recorder.spans.borrow();
    assert_eq!((spans[0].name.as_str(), spans[0].range.clone()), ("<header>", 0..3));
    assert_eq!(json::read(bytes, JsonForm::Plain).unwrap(), Value::from(vec![Value::from(1)]));
}

#[test]
fn a_trace_names_what_is_read() {
    let bytes = br#"{"a": [1, {"$uuid": "d7f4aeca-88f1-42a1-b385-b97b18abb255"}], "b": "x\n"}"#;
    let recorder = traced_json(bytes, JsonForm::Tagged);
    assert_eq!(recorder.check(bytes, "JSON"), 1.0);
    let paths = ["a[0]", "a[1].$uuid", "b"];
    let expected = ["1", "\"d7f4aeca-88f1-42a1-b385-b97b18ab\" …", "\"x\\n\""];
    for (path, expected) in paths.into_iter().zip(expected) {
        let tell =
            |trace: &dyn Trace| drop(json::trace(bytes, JsonForm::Tagged, &ReadOptions::default(), trace));
        let (_, range) = located(path, tell).unwrap();
        let spans = recorder.spans.borrow();
        assert_eq!(spans.iter().find(|span| span.range == range).unwrap().value, expected);
    }
}
