//! Prints a trace.

use super::show::SpanType;
use super::trace::{Descent, SpanStart, Trace};
use std::cell::{Cell, RefCell};
use std::io::Write;

/// Prints what each byte is: one line with the place and the name of each span, indented by its depth, and with its value if it
/// has one.
///
/// It stores only the spans that are open. If its writer fails, reading ends with
/// [`Stopped`](crate::ErrorKind::Stopped).
#[derive(Debug)]
pub struct Printer<W> {
    out: RefCell<W>,
    open: RefCell<Vec<&'static SpanType>>,
    is_begun: Cell<bool>,
}

impl<W: Write> Printer<W> {
    /// Prints to a writer, such as [`std::io::stdout`] or a `Vec<u8>`.
    pub fn new(out: W) -> Self {
        Self { out: out.into(), open: RefCell::default(), is_begun: false.into() }
    }

    /// Returns the writer.
    pub fn into_inner(self) -> W {
        self.out.into_inner()
    }
}

impl<W: Write> Trace for Printer<W> {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        let mut open = self.open.borrow_mut();
        let line = if self.is_begun.replace(true) { "\n" } else { "" };
        let indent = open.len().saturating_mul(2);
        let written = write!(self.out.borrow_mut(), "{line}{:indent$}{:08x} {}", "", span.start, span.label);
        open.push(span.span_type);
        if written.is_ok() { Descent::All } else { Descent::Stop }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let mut value = String::new();
        let span_type = self.open.borrow_mut().pop();
        if span_type.is_some_and(|span| (span.show)(bytes, context, &mut value).is_ok()) && !value.is_empty()
        {
            // The next line fails, too, and ends reading.
            let _ = write!(self.out.borrow_mut(), " = {value}");
        }
    }

    fn fail(&self, _: bool) {
        self.open.borrow_mut().pop();
        let _ = write!(self.out.borrow_mut(), " cannot be read");
    }
}
