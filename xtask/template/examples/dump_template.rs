//! Prints what each byte of a file is, while it is read: `cargo run --example dump FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::cell::RefCell;
use std::io::Error;
use template::{Inside, Named, ReadOptions, Shown, Trace};

/// Prints spans as they begin, and values as they end. It keeps nothing but the spans that are open.
#[derive(Default)]
struct Printer(RefCell<Vec<&'static Shown>>);

impl Trace for Printer {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let indent = 2 * self.0.borrow().len();
        print!("\n{:indent$}{:08x} {}", "", span.start, span.label);
        self.0.borrow_mut().push(span.shown);
        Inside::Wanted
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let mut value = String::new();
        let shown = self.0.borrow_mut().pop();
        if shown.is_some_and(|shown| (shown.show)(bytes, context, &mut value).is_ok()) && !value.is_empty() {
            print!(" = {value}");
        }
    }

    fn fail(&self, _: bool) {
        self.0.borrow_mut().pop();
        print!(" cannot be read");
    }
}

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: dump_template FILE"))?;
    let (result, warnings) =
        template::trace(&std::fs::read(path)?, &ReadOptions::default(), &Printer::default());
    println!();
    for warning in &warnings {
        println!("warning: {warning}");
    }
    result.map(drop).map_err(|error| Error::other(error.to_string()))
}
