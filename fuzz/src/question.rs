//! Expressions and selectors from any text.

use rezkit::roblox::Document;
use rezkit::{File, OpenOptions, Query, query};
use std::ops::ControlFlow;

/// A place with a bit of all that can be asked.
const PLACE: &[u8] = br#"<roblox version="4"><Item class="Model" referent="m"><Properties><string name="Name">Door</string></Properties>
    <Item class="Part" referent="p"><Properties><string name="Name">a</string><bool name="Anchored">true</bool>
    <Vector3 name="size"><X>1</X><Y>2</Y><Z>3</Z></Vector3><BinaryString name="Tags">YQ==</BinaryString>
    <BinaryString name="AttributesSerialize">AQAAAAYAAABPbkZpcmUDAQ==</BinaryString></Properties>
    <Item class="Script" referent="s"><Properties/></Item></Item></Item></roblox>"#;

/// Checks that a query has equal results on a file and on a document, or is an error for both; an error in the text has
/// a column.
///
/// # Panics
///
/// If that does not hold.
pub(crate) fn check_query(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let asked: Query = match text.parse() {
        Ok(asked) => asked,
        Err(problem) => {
            let column = problem.path.strip_prefix("column ").and_then(|column| column.parse::<usize>().ok());
            let most = text.chars().count() + 1;
            assert!(column.is_some_and(|column| (1..=most).contains(&column)), "{text}: {problem}");
            return;
        }
    };
    assert_eq!(asked.to_string(), text);
    let document = Document::open(PLACE).expect("a good place");
    let file = File::open(PLACE, &OpenOptions::default()).expect("a good place");
    let mut paths = Vec::new();
    let by_file = query(&file, &asked, &mut |part| {
        paths.push(part.path().to_owned());
        ControlFlow::Continue(())
    });
    match (document.select(&asked), by_file) {
        (Ok(ids), Ok(_)) => {
            let ids: Vec<_> = ids.into_iter().map(|id| document.path(id)).collect();
            assert_eq!(ids, paths, "{text}");
        }
        (Err(one), Err(other)) => assert_eq!(one.message, other.message, "{text}"),
        (one, other) => panic!("{text}: {one:?} and {other:?}"),
    }
}
