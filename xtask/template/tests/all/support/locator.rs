// From the path of an error or a finding to its bytes, one path at a time: what rezkit does for many at once. (No `//!`: rezkit's tests include it.)

use super::format::{Buffer, Inside, Named, Shown, SpanKind, Trace};
use std::cell::RefCell;
use std::ops::Range;

/// Finds what a path names, such as `chunks[2] SKINNING, bones[1].parent`, in what `tell` tells.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
pub(crate) fn located(path: &str, tell: impl FnOnce(&dyn Trace)) -> Option<Bytes> {
    let locator = Locator { names: divided(path).collect(), ..Locator::default() };
    tell(&locator);
    locator.found.into_inner().map(|(.., place)| place)
}

/// The names of a path. What follows an index in the name of a span says no more.
fn divided(path: &str) -> impl Iterator<Item = &str> {
    let spans = path.split(", ").map(|name| name.split_once("] ").map_or(name, |(name, _)| name));
    spans.flat_map(|name| name.split(['.', '[', ']'])).filter(|name| !name.is_empty())
}

pub(crate) type Bytes = (Buffer, Range<usize>);

#[derive(Default)]
struct Locator<'p> {
    names: Vec<&'p str>,
    /// What has begun, and how many names lead there.
    open: RefCell<Vec<(usize, Bytes, &'static Shown)>>,
    /// Where most names lead: how many, and how many spans are around that.
    found: RefCell<Option<(usize, usize, Bytes)>>,
}

impl Locator<'_> {
    /// How many names lead to what is called this, in what so many lead to.
    fn inside(&self, n: usize, name: &str, index: Option<usize>) -> usize {
        let mut rest = self.names.iter().skip(n);
        let is_name = divided(name).all(|name| rest.next() == Some(&name));
        let is_it =
            is_name && index.is_none_or(|index| rest.next().is_some_and(|own| own.parse() == Ok(index)));
        if is_it { self.names.len().saturating_sub(rest.len()) } else { n }
    }

    /// So many names lead here: more than to what is around it, if they name it.
    fn find(&self, [outer, n]: [usize; 2], n_around: usize, place: Bytes) {
        let mut found = self.found.borrow_mut();
        let is_closer = found.as_ref().is_none_or(|(most, fewest, _)| (n, *fewest) > (*most, n_around));
        if n > outer && is_closer {
            *found = Some((n, n_around, place));
        }
    }
}

impl Trace for Locator<'_> {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let (mut open, Named { buffer, start, label, shown, .. }) = (self.open.borrow_mut(), *span);
        let (outer, is_item) =
            open.last().map_or((0, false), |(n, .., outer)| (*n, outer.kind == SpanKind::List));
        let by_text = self.inside(outer, &String::from_utf8_lossy(label.text), None);
        let n = by_text.max(self.inside(outer, label.word, label.index));
        open.push((n, (buffer, start..start), shown));
        if is_item && n == outer { Inside::Skipped } else { Inside::Wanted }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let mut open = self.open.borrow_mut();
        let Some((mut n, (buffer, Range { mut start, end }), shown)) = open.pop() else { return };
        let end = end.max(start.saturating_add(bytes.len()));
        let around = open.last_mut().map(|(n, (outer, range), _)| {
            range.end = if *outer == buffer { range.end.max(end) } else { range.end };
            *n
        });
        self.find([around.unwrap_or_default(), n], open.len(), (buffer, start..end));
        let Some(fields) = shown.table.map(|table| table(context)) else { return };
        let n_around = open.len().saturating_add(1);
        if shown.kind == SpanKind::Table {
            let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
            let row = self.names.get(n).and_then(|name| name.parse::<usize>().ok());
            let n_rows = bytes.len().checked_div(len).unwrap_or_default();
            let Some(row) = row.filter(|row| *row < n_rows) else { return };
            start = start.saturating_add(row.saturating_mul(len));
            self.find([n, n.saturating_add(1)], n_around, (buffer, start..start.saturating_add(len)));
            n = n.saturating_add(1);
        }
        for field in &*fields {
            let start = start.saturating_add(field.at);
            let place = (buffer, start..start.saturating_add(field.len));
            self.find([n, self.inside(n, field.name, None)], n_around, place);
        }
    }

    fn fail(&self, tries_another: bool) {
        match tries_another {
            true => drop(self.open.borrow_mut().pop()),
            false => self.leave(&[], 0),
        }
    }
}
