//! From the paths of errors and findings to the bytes.

use super::beginnings::Beginnings;
use super::show::{Shown, SpanKind};
use super::trace::{Buffer, Inside, Label, Name, Named, Trace};
use std::cell::RefCell;
use std::ops::Range;

/// Looks for the spans that paths name, such as `chunks[2] SKINNING, bones[1].parent`.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
pub(crate) struct Locator<'p>(RefCell<(Beginnings<'p>, Vec<Open>)>);

/// A span that has begun, and how many beginnings were reached before it.
struct Open {
    buffer: Buffer,
    range: Range<usize>,
    shown: &'static Shown,
    n_reached: usize,
}

impl<'p> Locator<'p> {
    /// The paths have the words of the file.
    pub(crate) fn new(paths: &'p [impl AsRef<str>]) -> Self {
        Self((Beginnings::of(paths), Vec::new()).into())
    }

    /// The bytes that one of the paths leads to.
    pub(crate) fn found(&self, path: impl AsRef<str>) -> Option<(Buffer, Range<usize>)> {
        self.0.borrow().0.found(path.as_ref())
    }
}

impl Trace for Locator<'_> {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let (paths, open) = &mut *self.0.borrow_mut();
        let Named { buffer, start, label, shown, .. } = *span;
        let n_reached = paths.reached.len();
        paths.enter(0..n_reached, label.word, label.index);
        paths.enter(0..n_reached, &String::from_utf8_lossy(label.text), None);
        let is_item = open.last().is_some_and(|outer| outer.shown.kind == SpanKind::List);
        open.push(Open { buffer, range: start..start, shown, n_reached });
        match shown.kind {
            SpanKind::List if paths.after(n_reached, u64::MAX).next().is_none() => Inside::Skipped,
            _ if is_item && paths.reached.len() == n_reached => Inside::Skipped,
            _ => Inside::Wanted,
        }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let (paths, open) = &mut *self.0.borrow_mut();
        let Some(Open { buffer, range: Range { start, end }, shown, n_reached }) = open.pop() else { return };
        let end = end.max(start.saturating_add(bytes.len()));
        if let Some(outer) = open.last_mut().filter(|outer| outer.buffer == buffer) {
            outer.range.end = outer.range.end.max(end);
        }
        if let Some(table) = shown.table {
            let fields = table(context);
            let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
            let n_rows = bytes.len().checked_div(len).unwrap_or_default() as u64;
            // In a table, the rows that paths name.
            let rows: Vec<Option<usize>> = match shown.kind {
                SpanKind::Table => paths.after(n_reached, n_rows).map(|row| row.try_into().ok()).collect(),
                _ => vec![None],
            };
            // The values count as spans of their own.
            let n_around = open.len().saturating_add(1);
            for index in rows {
                let start = start.saturating_add(index.unwrap_or_default().saturating_mul(len));
                let of_row = paths.reached.len();
                paths.enter(n_reached..of_row, "", index);
                let of_field = paths.reached.len();
                let outer = if index.is_some() { of_row } else { 0 };
                for field in &*fields {
                    paths.enter(outer..of_field, field.name, None);
                    let start = start.saturating_add(field.at);
                    paths.leave(of_field, n_around, buffer, start..start.saturating_add(field.len));
                }
                paths.leave(of_row, n_around, buffer, start..start.saturating_add(len));
            }
        }
        paths.leave(n_reached, open.len(), buffer, start..end);
    }

    fn fail(&self, tries_another: bool) {
        if !tries_another {
            return self.leave(&[], 0);
        }
        let (paths, open) = &mut *self.0.borrow_mut();
        paths.reached.truncate(open.pop().map_or(1, |span| span.n_reached));
    }
}
