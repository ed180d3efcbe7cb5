//! Models inside of models, such as what a union was made of.

use crate::verbs::print;
use files::outline::Datum;
use files::{File, OpenOptions};
use std::fmt::Write;
use std::ops::ControlFlow;

/// How much memory a byte of such a model may take, and how much any may.
const MEMORY: (usize, usize) = (64, 1 << 20);

/// The canonical text of the model that a value holds, if it holds one that can be read.
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
