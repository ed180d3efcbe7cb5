//! Writing onto an original: what is untouched stays, and an edit changes its unit alone.

#![cfg(feature = "xml")]

use crate::support;
use llsd::{
    Array, Duplicates, Encoding, Limits, ReadOptions, Same, Spelling, Style, Value, WriteOptions, encoding,
    read, read_with, write_onto, write_onto_with, write_with,
};

#[test]
fn an_untouched_document_stays_as_it_is() {
    for (name, bytes) in support::samples("llsd/files") {
        let value = read(&bytes).unwrap();
        assert_eq!(write_onto(&value, &bytes).unwrap(), bytes, "{name}");
    }
}

/// The paths of all values, as keys and numbers.
fn paths(value: &Value) -> Vec<Vec<String>> {
    let mut found = vec![];
    let mut pending = vec![(vec![], value)];
    while let Some((path, value)) = pending.pop() {
        let below = |name: String| [path.clone(), vec![name]].concat();
        match value {
            Value::Array(array) => {
                pending.extend(array.iter().enumerate().map(|(i, value)| (below(i.to_string()), value)));
            }
            Value::Map(map) => {
                pending.extend(map.iter().map(|(key, value)| (below(key.to_string()), value)));
            }
            _ => {}
        }
        found.push(path);
    }
    found
}

fn at<'v>(mut value: &'v mut Value, path: &[String]) -> &'v mut Value {
    for name in path {
        value = match value {
            Value::Array(array) => &mut array[name.parse::<usize>().unwrap()],
            Value::Map(map) => map.get_mut(name).unwrap(),
            _ => unreachable!(),
        };
    }
    value
}

/// How many bytes are the same at the start and at the end of both, and how many lie between.
fn changed<'b>(a: &'b [u8], b: &'b [u8]) -> (&'b [u8], &'b [u8]) {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    (&a[start..a.len() - end], &b[start..b.len() - end])
}

#[test]
fn an_edit_of_any_value_changes_its_text_alone() {
    let mut n_edits = 0;
    for (name, bytes) in support::samples("llsd/files") {
        let value = read(&bytes).unwrap();
        let all = paths(&value);
        for path in all.iter().step_by(1 + all.len() / 60) {
            let mut edited = value.clone();
            let place = at(&mut edited, path);
            let was = std::mem::replace(place, Value::String("§".into()));
            let written = write_onto(&edited, &bytes).unwrap();
            assert_eq!(read(&written).unwrap().difference(&edited), None, "{name} {path:?}");
            // What differs is not longer than the value: alone, it is written to as many bytes or fewer.
            let (old, new) = changed(&bytes, &written);
            if was.as_array().is_none() && was.as_map().is_none() {
                let text = String::from_utf8_lossy(old);
                let n_tags = text.matches(['\n', ',']).count();
                let is_binary = encoding(&bytes) == Encoding::Binary;
                assert!(
                    is_binary || n_tags == 0 || was.to_text().len() >= old.len(),
                    "{name} {path:?}: {text}"
                );
            }
            assert!(new.len() < 40, "{name} {path:?}");
            n_edits += 1;
        }
    }
    assert!(n_edits > 500, "{n_edits}");
}

#[test]
fn entries_come_and_go_with_what_stands_around_them() {
    let original = "<llsd>\n  <!-- all -->\n  <map>\n    <key>a</key>\n    <integer>1</integer>\n    \
                    <!-- of b --> <key>b</key>\n    <real>1.50</real>\n    <key>c</key><undef/>\n  </map>\n</llsd>\n";
    let mut value = read(original.as_bytes()).unwrap();
    let Value::Map(map) = &mut value else { panic!() };
    map.remove("a");
    map.insert("d", true);
    *map.get_mut("c").unwrap() = "<".into();
    let written = String::from_utf8(write_onto(&value, original.as_bytes()).unwrap()).unwrap();
    assert_eq!(
        written,
        "<llsd>\n  <!-- all -->\n  <map>\n    <!-- of b --> <key>b</key>\n    <real>1.50</real>\n    \
         <key>c</key><string>&lt;</string>\n    <key>d</key><boolean>true</boolean>\n  </map>\n</llsd>\n"
    );
    assert_eq!(read(written.as_bytes()).unwrap().difference(&value), None);

    let original = b"<? llsd/notation ?>\n[ i1, r1.50 , 'two' ]\0";
    let mut value = read(original).unwrap();
    let Value::Array(array) = &mut value else { panic!() };
    array.insert(1, "new".into());
    let expected = b"<? llsd/notation ?>\n[ i1, 'new', r1.50 , 'two' ]\0";
    assert_eq!(write_onto(&value, original).unwrap(), expected);
    let Value::Array(array) = &mut value else { panic!() };
    array.drain(..2);
    assert_eq!(write_onto(&value, original).unwrap(), b"<? llsd/notation ?>\n[ r1.50 , 'two' ]\0");
    let Value::Array(array) = &mut value else { panic!() };
    array.clear();
    assert_eq!(write_onto(&value, original).unwrap(), b"<? llsd/notation ?>\n[]\0");

    let original = b"<?llsd/binary?>\n{\0\0\0\x02k\0\0\0\x01a'1'k\0\0\0\x01b[\0\0\0\x01!]}";
    let mut value = read(original).unwrap();
    *value.get_mut("b").unwrap() = Value::Array(Array::from(vec![Value::Undef, true.into()]));
    let expected = b"<?llsd/binary?>\n{\0\0\0\x02k\0\0\0\x01a'1'k\0\0\0\x01b[\0\0\0\x02!1]}";
    assert_eq!(write_onto(&value, original).unwrap(), expected);
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

/// Of `{'a':i1,'a':i2,'b':i3}`, which only bytes can say.
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
    // In another order, both of one key still stand together.
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

#[test]
fn values_do_not_run_into_each_other() {
    for (original, value, expected) in [
        ("[!!]", "[true,false]", "[true,false]"),
        ("[!1]", "[i5,true]", "[i5,1]"),
        ("[r1.!!]", "[r1,true,!]", "[r1.,true!]"),
        ("{'a'!s(1)'b'!}", "{'a':true,'b':!}", "{'a'true,s(1)'b'!}"),
        ("[[!][!]'a'!]", "[[!],[i1],'a',!]", "[[!][i1]'a'!]"),
        // What stands before a key, and behind the root.
        ("{'a':'x'5 'b':i2}", "{'a':i1,'b':i2}", "{'a':i1,5 'b':i2}"),
        ("{'a':!.5'b':!}", "{'a':r1,'b':!}", "{'a':r1.0,.5'b':!}"),
        ("{'a':rnan,'b':!(ind)'c':!}", "{'a':rnan,'c':!}", "{'a':rnan,(ind)'c':!}"),
        ("{'a':t,'b':!x'c':!}", "{'a':true,'c':!}", "{'a':t,x'c':!}"),
        ("{'a':'x'5}", "{'a':i1}", "{'a':i1,5}"),
        ("{'a':!}5", "i7", "i7 5"),
        ("'x'.5", "r7", "r7.0 .5"),
        // A byte that would make it binary.
        ("{'a':!,\x02'b':!}", "{'b':!}", "<? llsd/notation ?>\n{\x02'b':!}"),
    ] {
        let written = write_onto(&notation(value), original.as_bytes()).unwrap();
        assert_eq!(written.escape_ascii().to_string(), expected.as_bytes().escape_ascii().to_string());
        assert_eq!(read(&written).unwrap().difference(&notation(value)), None);
    }
}

fn xml(values: &str) -> String {
    format!("<llsd>{values}</llsd>")
}

/// The unit is an element with the blanks and comments before it, wherever it goes.
#[test]
fn comments_stay_with_what_they_stand_before() {
    let one = "\n <!-- 1 --> <integer>1</integer>";
    let two = "<!-- 2 -->\n<real>2.50</real>";
    let three = "\n <!-- 3 -->\n\n <array><!-- in 3 --><undef/></array>";
    let end = "<!-- end -->\n";
    let array = |parts: &[&str]| xml(&format!("<array>{}{end}</array>", parts.concat()));
    let original = array(&[one, two, three]);
    let value = read(original.as_bytes()).unwrap();
    type Edit = fn(&mut Vec<Value>);
    let new = "\n <integer>7</integer>";
    let edits: &[(Edit, String)] = &[
        (|array| drop(array.remove(0)), array(&[two, three])),
        (|array| drop(array.remove(1)), array(&[one, three])),
        (|array| drop(array.remove(2)), array(&[one, two])),
        (|array| array.insert(0, 7.into()), array(&[new, one, two, three])),
        (|array| array.insert(1, 7.into()), array(&[one, new, two, three])),
        (|array| array.push(7.into()), array(&[one, two, three, new])),
        (|array| array.swap(0, 1), array(&[two, one, three])),
        (|array| array.swap(0, 2), array(&[three, two, one])),
        (|array| array.rotate_left(1), array(&[two, three, one])),
        (
            |array| {
                *array[2].get_mut(0).unwrap() = true.into();
                array.remove(0);
            },
            array(&[two, "\n <!-- 3 -->\n\n <array><!-- in 3 --><boolean>true</boolean></array>"]),
        ),
    ];
    for (edit, expected) in edits {
        let mut edited = value.clone();
        let Value::Array(array) = &mut edited else { panic!() };
        edit(array);
        let written = String::from_utf8(write_onto(&edited, original.as_bytes()).unwrap()).unwrap();
        assert_eq!(&written, expected);
        assert_eq!(read(written.as_bytes()).unwrap().difference(&edited), None);
    }

    // Entries of a map, whose order is another.
    let a = "<!-- a --><key>a</key><!-- of a --><undef/>";
    let b = " <key>b</key><integer>1</integer>";
    let map = |parts: &[&str]| xml(&format!("<map>{}{end}</map>", parts.concat()));
    let original = map(&[a, b]);
    let value = notation("{'b':i1,'n':i2,'a':!}");
    let written = write_onto(&value, original.as_bytes()).unwrap();
    let expected = map(&[b, " <key>n</key><integer>2</integer>", a]);
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}

/// Binary without a header line is told by its first bytes, which only arrays and maps have.
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
    // A header line that is there stays.
    let written = write_onto(&notation("i5"), b"<?llsd/binary?>\n[\0\0\0\x01!]").unwrap();
    assert_eq!(written, b"<?llsd/binary?>\ni\0\0\0\x05");
}

/// A comment is about what it stands before, and a stray key would be there twice.
#[test]
fn new_values_come_without_the_comments_of_others() {
    for (original, expected) in [
        (
            "<llsd><array>\n <undef />\n <!-- 1 -->\n <undef />\n</array></llsd>",
            "<llsd><array>\n <undef />\n <!-- 1 -->\n <undef />\n <undef />\n</array></llsd>",
        ),
        (
            "<llsd><array>\n <undef /><!-- 1 -->\n <undef />\n</array></llsd>",
            "<llsd><array>\n <undef /><!-- 1 -->\n <undef />\n <undef />\n</array></llsd>",
        ),
        (
            "<llsd><map><key>0</key><undef /><key>x</key><key>1</key><undef /></map></llsd>",
            "<llsd><map><key>0</key><undef /><key>x</key><key>1</key><undef /><key>2</key><undef /></map></llsd>",
        ),
        ("{'0':!, what '1':!}", "{'0':!, what '1':!, '2':!}"),
    ] {
        let mut value = read(original.as_bytes()).unwrap();
        match &mut value {
            Value::Array(array) => array.push(Value::Undef),
            Value::Map(map) => drop(map.insert("2", Value::Undef)),
            _ => unreachable!(),
        }
        let written = write_onto(&value, original.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
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

/// In linear time: the whole array turned around, each second value another, each second one taken out.
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

/// As deep as limits allow: an edit of the innermost value, and of the outermost.
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
