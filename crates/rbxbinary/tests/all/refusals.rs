//! Every invalid fixture: its error, or its warnings, as a snapshot.

use crate::recorder::check_traced;
use crate::support;
use rbxbinary::{ReadOptions, read_with};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

#[test]
fn invalid_fixtures_say_what_is_wrong() {
    let files = support::files(format!("{FIXTURES}/invalid"));
    assert!(!files.is_empty());
    for (name, bytes) in files {
        let lenient = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => warnings.iter().map(|warning| format!("warning: {warning}\n")).collect(),
            Err(error) => format!("error: {error}\n"),
        };
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).expect_err(&name);
        insta::assert_snapshot!(name.clone(), format!("{lenient}strict: {strict}"));
        check_traced(&bytes);
    }
}
