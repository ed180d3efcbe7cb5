//! Models embedded in models, such as the source parts of a union.

use crate::verbs::print;
use files::outline::Datum;
use files::{File, OpenOptions};
use std::fmt::Write;
use std::ops::ControlFlow;

/// Upper bounds on the memory for reading an embedded model: for each of its bytes, and in any case.
const MEMORY: (usize, usize) = (64, 1 << 20);

/// The canonical text of the model that a value contains, if it can be read.
pub(super) fn text(value: &Datum<'_>) -> Option<String> {
    let bytes = match value {
        Datum::Blob(bytes) | Datum::Text(bytes) => *bytes,
        Datum::Shared(shared) => shared.bytes,
        _ => return None,
    };
    if !bytes.starts_with(b"<roblox!") {
        return None;
    }
    let memory = bytes.len().saturating_mul(MEMORY.0).saturating_add(MEMORY.1);
    let file = File::open(bytes, &OpenOptions::default().max_memory(memory)).ok()?;
    let mut text = String::new();
    let printed = print(&file, &mut |line| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}");
        ControlFlow::Continue(())
    });
    printed.is_ok().then_some(text)
}
