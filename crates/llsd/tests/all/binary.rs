//! Binary: the vectors, the documents, the borrowed form, and hostile bytes.

use crate::recorder::{Span, check_traced, traced};
use crate::samples::vectors;
use crate::support;
use llsd::{
    Document, Duplicates, Error, ErrorKind, Header, Place, ReadOptions, Same, SpanKind, Value, WriteOptions,
    binary,
};

fn raw() -> WriteOptions {
    WriteOptions::default().header(Header::None)
}

#[test]
fn all_vectors_read_and_write_back() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 54);
    for vector in vectors {
        let value = binary::read(&vector.binary).unwrap();
        assert_eq!(value.difference(&vector.value), None, "{}", vector.id);
        assert_eq!(binary::write_with(&value, &raw()).unwrap(), vector.binary, "{}", vector.id);
    }
}

#[test]
fn documents_of_others_are_the_same_bytes_again() {
    let mut n_files = 0;
    for (name, bytes) in support::samples("llsd/files") {
        // Their ends are those of binary documents in the corpus, and among those of `fixtures/foreign`.
        if !name.ends_with(".llsdb") && !name.ends_with(".llsd") {
            continue;
        }
        let value = llsd::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let header = match () {
            () if bytes.starts_with(b"<? ") => Header::Viewer,
            () if bytes.starts_with(b"<?") => Header::Python,
            () => Header::None,
        };
        let written = llsd::write_with(&value, &WriteOptions::default().header(header)).unwrap();
        // The one of OpenSim ends in the zero of a text in C.
        assert_eq!(written, bytes.strip_suffix(b"\0").unwrap_or(&bytes), "{name}");
        n_files += 1;
    }
    // So many are in `fixtures/foreign`.
    assert!(n_files >= 13, "{n_files}");
}

#[test]
fn a_document_tells_what_it_borrows() {
    let Some(files) = support::corpus("llsd/files") else { return };
    let (_, bytes) = files.iter().find(|(name, _)| name == "go_llsd_basic.llsdb").unwrap();
    let document = Document::read(bytes).unwrap();
    let root = document.root();
    assert_eq!((root.len(), document.end(), document.bytes()), (5, bytes.len(), &**bytes));
    assert_eq!(root.get("region_id").unwrap().to_uuid().to_string(), "67153d5b-3659-afb4-8510-adda2c034649");
    assert_eq!(root.get("scale").unwrap().to_text(), "one minute");
    assert_eq!(root.get("simulator statistics").unwrap().get("time dilation").unwrap().to_real(), 0.9878624);
    assert_eq!(root.get("array example").unwrap().get(0).unwrap().to_real(), 100.1);
    let data = root.get("base16").unwrap();
    assert_eq!(data.as_binary(), Some(&b"Binary data"[..]));
    assert_eq!(&bytes[data.range()], b"b\0\0\0\x0bBinary data");
    assert!(root.get("nothing").is_none() && root.get(0).is_none() && data.get("x").is_none());
    let keys: Vec<_> = root.entries().map(|(key, _)| String::from_utf8(key.into()).unwrap()).collect();
    assert_eq!(keys, ["region_id", "scale", "simulator statistics", "array example", "base16"]);
    assert_eq!(document.to_value().difference(&llsd::read(bytes).unwrap()), None);
    assert_eq!(
        root.get("array example").unwrap().to_value(),
        Value::from(vec![Value::Real(100.1), Value::Real(0.0)])
    );
}

#[test]
fn a_prefix_says_where_it_ends() {
    let bytes = b"{\0\0\0\x01k\0\0\0\x01ai\0\0\0\x07}what follows";
    let options = ReadOptions::default();
    let (document, warnings) = Document::read_prefix(bytes, &options).unwrap();
    assert_eq!((document.end(), warnings.total()), (17, 0));
    let (value, n_read, _) = binary::read_prefix(bytes, &options).unwrap();
    assert_eq!((value.get("a"), n_read), (Some(&Value::Integer(7)), 17));
    let (_, warnings) = binary::read_with(bytes, &options).unwrap();
    assert_eq!(warnings[0].to_string(), "12 bytes are left over (at byte 0x11)");
}

#[test]
fn every_byte_has_a_name() {
    let bytes = b"<?llsd/binary?>\n{\0\0\0\x02k\0\0\0\x01a[\0\0\0\x02!1]'b's\0\0\0\x02\xc3\xa9}";
    let recorder = traced(bytes, &ReadOptions::default());
    assert_eq!(recorder.check(bytes, "bytes"), 1.0);
    let spans = recorder.spans.borrow();
    let line = |span: &Span| {
        format!("{:02x}..{:02x} {} = {}", span.range.start, span.range.end, span.name, span.value)
    };
    let lines: Vec<_> = spans.iter().filter(|span| !span.has_inside).map(line).collect();
    assert_eq!(
        lines,
        [
            "00..10 <header> = \"<?llsd/binary?>\\n\"",
            "10..15 <map> = 2 values",
            "15..1b <key> = \"a\"",
            "1b..20 <array> = 2 values",
            "20..21 [0] = undef",
            "21..22 [1] = true",
            "22..23 <end> = ",
            "23..26 <key> = \"b\"",
            "26..2d b = \"\\xc3\\xa9\"",
            "2d..2e <end> = ",
        ]
    );
    let parts: Vec<_> = spans.iter().filter(|span| span.kind == SpanKind::Part).map(line).collect();
    assert_eq!(parts, ["1b..23 a = ", "10..2e <value> = "]);
}

fn error(bytes: &[u8]) -> Error {
    check_traced(bytes);
    binary::read(bytes).unwrap_err()
}

#[test]
fn what_is_wrong_has_a_place_and_a_path() {
    let message = |bytes: &[u8]| error(bytes).to_string();
    assert_eq!(message(b""), "expected a value, found the end (at byte 0x0)");
    assert_eq!(message(b"s\xff\xff\xff\xffa"), "needs 4294967295 bytes, and 1 is left (at byte 0x5)");
    assert_eq!(message(b"[\x7f\xff\xff\xff1]"), "needs 2147483648 bytes, and 2 are left (at byte 0x1)");
    assert_eq!(message(b"{\x7f\xff\xff\xff1}"), "expected a key, found \"1\" (at byte 0x5)");
    assert_eq!(message(b"[\0\0\0\x021]]"), "[1]: expected a value, found \"]\" (at byte 0x6)");
    assert_eq!(message(b"[\0\0\0\x011}"), "expected ], found \"}\" (at byte 0x6)");
    assert_eq!(message(b"{\0\0\0\x01s\0\0\0\x01a1}"), "expected a key, found \"s\" (at byte 0x5)");
    assert_eq!(message(b"\"abc"), "needs 4 bytes, and 3 are left (at byte 0x1)");
    // The error of a key is at its map, because the value before the key is valid.
    let second = b"{\0\0\0\x02k\0\0\0\x01a1s\0\0\0\x01b1}";
    assert_eq!(message(second), "expected a key, found \"s\" (at byte 0xc)");
    let nested = b"{\0\0\0\x02k\0\0\0\x01a1k\0\0\0\x04size[\0\0\0\x02!r\0]";
    assert_eq!(message(nested), "size[1]: needs 8 bytes, and 2 are left (at byte 0x1c)");
    assert_eq!(error(nested).path().collect::<Vec<_>>(), ["size", "[1]"]);
}

#[test]
fn a_key_that_is_there_twice_is_a_warning() {
    let bytes = b"[\0\0\0\x01{\0\0\0\x03k\0\0\0\x01a1k\0\0\0\x01b!k\0\0\0\x01a0}]";
    let read = |options: &ReadOptions| binary::read_with(bytes, options);
    let (value, warnings) = read(&ReadOptions::default()).unwrap();
    assert_eq!(warnings[0].to_string(), "[0].a: key \"a\" already exists (at byte 0x18)");
    assert_eq!((value[0]["a"].to_boolean(), value[0].len(), warnings.total()), (false, 2, 1));
    let (value, warnings) = read(&ReadOptions::default().duplicates(Duplicates::First)).unwrap();
    assert_eq!((value[0]["a"].to_boolean(), warnings.total()), (true, 1));
    let error = read(&ReadOptions::default().duplicates(Duplicates::Error)).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Duplicate { what: "key", name: "\"a\"".into() });
    assert_eq!(read(&ReadOptions::default().strict(true)).unwrap_err(), warnings[0]);
    for (duplicates, is_first) in [(Duplicates::First, true), (Duplicates::Last, false)] {
        let options = ReadOptions::default().duplicates(duplicates);
        let (document, _) = Document::read_with(bytes, &options).unwrap();
        assert_eq!(document.root().get(0).unwrap().get("a").unwrap().to_boolean(), is_first);
    }
}

#[test]
fn a_key_is_found_twice_after_maps_that_begin_alike() {
    let map =
        |keys: [&str; 3]| format!("{{\0\0\0\x03{}}}", keys.map(|key| format!("k\0\0\0\x01{key}1")).concat());
    let maps = [["a", "b", "c"], ["a", "b", "a"], ["a", "b", "b"], ["a", "b", "c"]].map(map).concat();
    let (value, warnings) =
        llsd::read_with(format!("[\0\0\0\x04{maps}]").as_bytes(), &ReadOptions::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(|warning| warning.path().collect::<String>()).collect();
    assert_eq!(
        (warnings, value[1].len(), value[3].len()),
        (vec!["[1]a".to_owned(), "[2]b".to_owned()], 2, 3)
    );
}

#[test]
fn a_map_may_end_before_its_count() {
    let bytes = b"{\0\0\0\x03k\0\0\0\x01a1k\0\0\0\x01b!k\0\0\0\x01}";
    assert!(binary::read(bytes).is_err());
    let bytes = b"{\0\0\0\x03k\0\0\0\x01a1k\0\0\0\x01b!}";
    let (value, warnings) = binary::read_with(bytes, &ReadOptions::default()).unwrap();
    assert_eq!(value.len(), 2);
    assert_eq!(warnings[0].to_string(), "has 1 fewer values than its count (at byte 0x13)");
    assert_eq!(Document::read(bytes).unwrap().root().len(), 2);
}

#[test]
fn counts_that_lie_take_no_memory() {
    // Each level claims what is left; a reader that believes it takes a terabyte.
    let mut bytes = Vec::new();
    for level in 0_u32..120 {
        bytes.push(b'[');
        bytes.extend_from_slice(&(1_000_000 - level * 6).to_be_bytes());
    }
    bytes.resize(1_100_000, b'!');
    assert!(matches!(error(&bytes).place(), Place::Input(_)));
}

/// A part of a document is the same part of its value, wherever it lies and whether or not maps end early.
#[test]
fn parts_become_the_same_values() {
    let text =
        "{'a':[],'b':{},'c':[{'d':[i1,[[]],'a text that is too long to be short'],'e':!},i2,[]],'f':'x'}";
    let value = llsd::notation::read(text.as_bytes()).unwrap();
    let bytes = llsd::binary::write(&value).unwrap();
    let early = bytes.iter().position(|byte| *byte == b'{').unwrap() + 4;
    let mut early_end = bytes.clone();
    early_end[early] += 1;
    for bytes in [bytes, early_end] {
        let document = Document::read(&bytes).unwrap();
        assert_eq!(document.to_value().difference(&value), None);
        for path in
            ["", "a", "b", "c", "c/0", "c/0/d", "c/0/d/1", "c/0/d/1/0", "c/0/d/2", "c/0/e", "c/2", "f"]
        {
            let part = document.root().at(path).unwrap().to_value();
            assert_eq!(part.difference(value.at(path).unwrap()), None, "{path}");
        }
    }
}
