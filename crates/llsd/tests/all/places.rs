//! Positions of paths in a document, and the paths of warnings.

use crate::locate;
use crate::recorder::traced;
use llsd::{ReadOptions, read_with};

/// A key without a value is gone when the next one is read.
#[test]
fn a_warning_about_a_key_without_a_value_names_it() {
    let text = "<llsd><map><key>a</key><key><b/>c</key><integer>x</integer><key>d</key></map></llsd>";
    let (value, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
    let said: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(value.to_string(), "{'c':i0}");
    assert_eq!(
        said,
        [
            "a: the key before this one, which has no value, is skipped (at byte 0x17)",
            "inside a value, the element \"b\" is skipped (at byte 0x1c)",
            "c: the integer \"x\" is read as 0 (at byte 0x30)",
            "d: the key without a value is skipped (at byte 0x47)",
        ]
    );
}

/// Keys may contain any characters; the trace's own names are in angle brackets, and never taken for keys.
#[test]
fn keys_are_told_from_the_names_of_a_trace() {
    let text = "{'end':i1,'key':i2,'map':[i3,{'value':i4}],'a.b, c':{'':i5},'header':i6,'é d':{'x':[[i7]]}}";
    let value = llsd::read(text.as_bytes()).unwrap();
    for encoding in [llsd::Encoding::Binary, llsd::Encoding::Xml, llsd::Encoding::Notation] {
        let bytes = llsd::write_with(&value, &llsd::WriteOptions::default().encoding(encoding)).unwrap();
        let recorder = traced(&bytes, &ReadOptions::default());
        for (path, expected) in [
            ("end", "1"),
            ("key", "2"),
            ("map[0]", "3"),
            ("map[1].value", "4"),
            ("a.b, c, \"\"", "5"),
            ("header", "6"),
            ("é d, x[0][0]", "7"),
        ] {
            let (_, range) = locate(&bytes, path).unwrap();
            let spans = recorder.spans.borrow();
            let found = spans.iter().find(|span| span.range == range).unwrap();
            assert_eq!(found.value, expected, "{path} {encoding:?}");
        }
    }
}
