//! Every invalid fixture: its error, or its warnings, as a snapshot.

#![cfg(feature = "xml")]

use crate::recorder::traced;
use crate::support;
use llsd::{ReadOptions, read_with};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/llsd");

#[test]
fn invalid_fixtures_say_what_is_wrong() {
    let files =
        [support::files(format!("{FIXTURES}/invalid")), support::files(format!("{FIXTURES}/crashers"))];
    assert!(files.iter().all(|files| !files.is_empty()));
    for (name, bytes) in files.into_iter().flatten() {
        let lenient = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => warnings.iter().map(|warning| format!("warning: {warning}\n")).collect(),
            Err(error) => format!("error: {error}\n"),
        };
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).expect_err(&name);
        insta::assert_snapshot!(name.clone(), format!("{lenient}strict: {strict}"));
        traced(&bytes, &ReadOptions::default()).check(&bytes, &name);
    }
}
