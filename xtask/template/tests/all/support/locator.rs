// Finds the bytes of one path of an error or a finding; rezkit does so for many paths at once. (No `//!`: rezkit's tests include this file.)

use super::format::{Buffer, Descent, SpanKind, SpanStart, SpanType, Trace};
use std::cell::RefCell;
use std::ops::Range;

/// Finds the bytes that a path names, such as `chunks[2] SKINNING, bones[1].parent`, in the trace that `report` makes.
///
/// A path names spans from the outside in, and may leave some out. It is followed as far as spans have its names; of
/// several spans, the one with the fewest spans around it is found, and of those the first.
pub(crate) fn located(path: &str, report: impl FnOnce(&dyn Trace)) -> Option<Bytes> {
    let locator = Locator { names: split_names(path).collect(), ..Locator::default() };
    report(&locator);
    locator.found.into_inner().map(|(.., place)| place)
}

/// The names of a path. Text after an index is left out, because the index identifies the span.
fn split_names(path: &str) -> impl Iterator<Item = &str> {
    let spans = path.split(", ").map(|name| name.split_once("] ").map_or(name, |(name, _)| name));
    spans.flat_map(|name| name.split(['.', '[', ']'])).filter(|name| !name.is_empty())
}

pub(crate) type Bytes = (Buffer, Range<usize>);

#[derive(Default)]
struct Locator<'p> {
    names: Vec<&'p str>,
    /// The open spans, each with the number of names of the path that lead to it.
    open: RefCell<Vec<(usize, Bytes, &'static SpanType)>>,
    /// The best span so far: the number of names that lead to it, the number of spans around it, and its bytes.
    found: RefCell<Option<(usize, usize, Bytes)>>,
}

impl Locator<'_> {
    /// The number of names that lead to a span of this name and index, whose parent `n` names lead to.
    fn n_names(&self, n: usize, name: &str, index: Option<usize>) -> usize {
        let mut rest = self.names.iter().skip(n);
        let is_name = split_names(name).all(|name| rest.next() == Some(&name));
        let is_it =
            is_name && index.is_none_or(|index| rest.next().is_some_and(|own| own.parse() == Ok(index)));
        if is_it { self.names.len().saturating_sub(rest.len()) } else { n }
    }

    /// Keeps a span to which `n` names lead, if that is more than lead to its parent and it is better than the best.
    fn consider(&self, [outer, n]: [usize; 2], n_around: usize, place: Bytes) {
        let mut found = self.found.borrow_mut();
        let is_closer = found.as_ref().is_none_or(|(most, fewest, _)| (n, *fewest) > (*most, n_around));
        if n > outer && is_closer {
            *found = Some((n, n_around, place));
        }
    }
}

impl Trace for Locator<'_> {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        let (mut open, SpanStart { buffer, start, label, span_type, .. }) = (self.open.borrow_mut(), *span);
        let (outer, is_item) =
            open.last().map_or((0, false), |(n, .., outer)| (*n, outer.kind == SpanKind::List));
        let by_text = self.n_names(outer, &String::from_utf8_lossy(label.text), None);
        let n = by_text.max(self.n_names(outer, label.word, label.index));
        open.push((n, (buffer, start..start), span_type));
        if is_item && n == outer { Descent::Skip } else { Descent::All }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let mut open = self.open.borrow_mut();
        let Some((mut n, (buffer, Range { mut start, end }), span_type)) = open.pop() else { return };
        let end = end.max(start.saturating_add(bytes.len()));
        let around = open.last_mut().map(|(n, (outer, range), _)| {
            range.end = if *outer == buffer { range.end.max(end) } else { range.end };
            *n
        });
        self.consider([around.unwrap_or_default(), n], open.len(), (buffer, start..end));
        let Some(fields) = span_type.table.map(|table| table(context)) else { return };
        let n_around = open.len().saturating_add(1);
        if span_type.kind == SpanKind::Table {
            let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
            let row = self.names.get(n).and_then(|name| name.parse::<usize>().ok());
            let n_rows = bytes.len().checked_div(len).unwrap_or_default();
            let Some(row) = row.filter(|row| *row < n_rows) else { return };
            start = start.saturating_add(row.saturating_mul(len));
            self.consider([n, n.saturating_add(1)], n_around, (buffer, start..start.saturating_add(len)));
            n = n.saturating_add(1);
        }
        for field in &*fields {
            let start = start.saturating_add(field.at);
            let place = (buffer, start..start.saturating_add(field.len));
            self.consider([n, self.n_names(n, field.name, None)], n_around, place);
        }
    }

    fn fail(&self, tries_another: bool) {
        match tries_another {
            true => drop(self.open.borrow_mut().pop()),
            false => self.leave(&[], 0),
        }
    }
}
