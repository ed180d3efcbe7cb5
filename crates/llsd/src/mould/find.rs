//! From the path of a finding or an error to the bytes.

use super::items::EVERY;
use super::layout::{Layout, Piece, Span, SpanKind, Values, stride};
use super::show::{Field, nothing};
use super::tape::{NONE, Record};
use std::borrow::Cow;
use std::sync::Arc;

/// How much of a path a span stands for, and what leads to it past how many spans that the path leaves out.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    n_letters: usize,
    n_passed: usize,
}

impl<'a> Layout<'a> {
    /// Where the path of a finding, an error, a span or a leaf leads, such as `faces[3]` or
    /// `chunks[2] SKINNING, bones[1].parent`: the value, or the part as a whole. Where the value is not there, the
    /// smallest part that should hold it; `None` if nothing of the path is there.
    ///
    /// A path names parts from the outside in, and may leave out parts; if several fit, it is the one with the
    /// fewest left out, and of those the first.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<Span<'_>> {
        self.found(&self.translated(path)).map(|(span, _)| span)
    }

    /// As [`find`](Self::find), of a path in the words of the layout, and how many of its letters lead there.
    fn found(&self, path: &str) -> Option<(Span<'_>, usize)> {
        let mut reached: Vec<Found> = Vec::with_capacity(self.records.len());
        let mut best: Option<(Found, usize, Option<Span<'_>>)> = None;
        for (index, record) in self.records.iter().enumerate() {
            let outer = reached.get(record.parent as usize).copied().unwrap_or_default();
            let rest = path.get(outer.n_letters..).unwrap_or_default();
            let own = self.n_letters(record, rest);
            let found = match own {
                0 => Found { n_passed: outer.n_passed.saturating_add(1), ..outer },
                n => Found { n_letters: outer.n_letters.saturating_add(n), ..outer },
            };
            reached.push(found);
            if matches!(record.kind, SpanKind::Reference | SpanKind::Gap) {
                continue;
            }
            let rest = path.get(found.n_letters..).unwrap_or_default();
            let (inside, leaf) = match self.value_in(index, record, rest, own > 0) {
                Some((n, leaf)) => (n, Some(leaf)),
                None => (0, None),
            };
            if own == 0 && inside == 0 {
                continue;
            }
            let found = Found { n_letters: found.n_letters.saturating_add(inside), ..found };
            let is_better = best
                .as_ref()
                .is_none_or(|(best, ..)| (found.n_letters, best.n_passed) > (best.n_letters, found.n_passed));
            if is_better {
                best = Some((found, index, leaf));
            }
        }
        let (found, index, leaf) = best?;
        Some((leaf.or_else(|| self.span(index))?, found.n_letters))
    }

    /// The path in the words of the layout.
    fn translated<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if let Some(path) = self.translate.and_then(|translate| translate(self, path)) {
            return path.into();
        }
        let translate = |(from, to): &(&str, &str)| {
            let (before, after) = from.split_once("[]").unwrap_or((from, ""));
            let mut rest = path.strip_prefix(before)?;
            let mut number = "";
            if from.contains("[]") {
                let end = rest.strip_prefix('[')?.find(']')?.saturating_add(2);
                (number, rest) = rest.split_at_checked(end)?;
                rest = rest.strip_prefix(after)?;
            }
            let is_whole = rest.is_empty() || rest.starts_with(['.', ',', '[', ' ']);
            is_whole.then(|| format!("{}{rest}", to.replace("[]", number)))
        };
        self.aliases.iter().find_map(translate).map_or(Cow::Borrowed(path), Cow::Owned)
    }

    /// How many letters at the beginning of a path name a span, with what separates them from the next name.
    fn n_letters(&self, record: &Record, path: &str) -> usize {
        // Most spans are others, and no text has to be made to see that.
        let word = self.word(record).name;
        let name = || self.name(record);
        if word.is_empty() && record.index == NONE {
            return if record.n_letters == 0 { 0 } else { eaten(path, &name()).unwrap_or_default() };
        }
        let Some(rest) = path.strip_prefix(word) else {
            // By the letters alone, such as `COREMESH`.
            let letters = || name().split_once(' ').map(|(_, letters)| letters.to_owned());
            return if record.n_letters == 0 {
                0
            } else {
                letters().and_then(|name| eaten(path, &name)).unwrap_or_default()
            };
        };
        if record.index == NONE {
            let with_letters = if record.n_letters > 0 { eaten(path, &name()) } else { None };
            return with_letters.or_else(|| eaten(path, word)).unwrap_or_default();
        }
        let Some((number, _)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            return 0;
        };
        let last = if record.kind == SpanKind::Folded { record.context >> 32 } else { 0 };
        let is_it = number.parse::<u64>().is_ok_and(|number| {
            number == u64::from(record.index) || (number > record.index.into() && number <= last)
        });
        if !is_it {
            return 0;
        }
        let with_letters = if record.n_letters > 0 { eaten(path, &name()) } else { None };
        let len = word.len().saturating_add(number.len()).saturating_add(2);
        with_letters.or_else(|| eaten(path, path.get(..len)?)).unwrap_or_default()
    }

    /// The value inside of an array that a path leads to, and how many of its letters do.
    ///
    /// Of a record all fields are looked at, of a table only if its own name is in the path.
    fn value_in(
        &self,
        index: usize,
        record: &Record,
        path: &str,
        is_named: bool,
    ) -> Option<(usize, Span<'_>)> {
        if path.is_empty() {
            return None;
        }
        let start = record.start as usize;
        if let Some(fields) = self.fields(record) {
            let (row, n_row) = match (record.kind == SpanKind::Record, is_named) {
                (true, _) => (0, 0),
                (false, true) => number(path)?,
                (false, false) => return None,
            };
            let rest = path.get(n_row..).unwrap_or_default();
            let base = start.saturating_add(row.checked_mul(stride(&fields))?);
            let inside = fields.iter().find_map(|field| Some((field, eaten(rest, field.name)?)));
            let (field, n_field) = match inside {
                Some((field, n)) => (*field, n),
                None if n_row > 0 => match &*fields {
                    [only] => (*only, 0),
                    // The record as a whole.
                    _ => (Field { name: "", at: 0, len: stride(&fields), show: nothing }, 0),
                },
                None => return None,
            };
            let at = base.saturating_add(field.at);
            let end = at.saturating_add(field.len);
            (end <= record.end as usize).then_some(())?;
            let leaf = self.piece(index, *record, at..end, Piece::Row(row, field));
            return Some((n_row.saturating_add(n_field), leaf));
        }
        self.word(record).parser.as_ref().filter(|_| is_named)?;
        let (base, values) = self.values(record, number(path)?.0 / EVERY)?;
        // The layout of some values names them by their numbers.
        let (inner, n_letters) = values.found(path).map(|(found, n)| (found.into_inner(), n))?;
        let range = base.saturating_add(inner.range.start)..base.saturating_add(inner.range.end);
        let values = Values { layout: Arc::new(values), inner: vec![inner] };
        Some((n_letters, self.piece(index, *record, range, Piece::Item(Arc::new(values), 0))))
    }
}

/// `[3]`, and how many letters that is.
fn number(path: &str) -> Option<(usize, usize)> {
    let (number, _) = path.strip_prefix('[')?.split_once(']')?;
    let row = number.parse().ok()?;
    let len = number.len().saturating_add(2);
    eaten(path, path.get(..len)?).map(|n| (row, n))
}

/// How many letters of a path are this name and what separates it from the next; `None` if it does not begin with it.
fn eaten(path: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let rest = path.strip_prefix(name)?;
    let n_separators = match rest.as_bytes() {
        [] | [b'[', ..] => 0,
        [b'.', ..] => 1,
        [b',', b' ', ..] => 2,
        // What else the path says of this part; the file does not have it.
        [b' ', ..] => rest.find(", ").map_or(rest.len(), |at| at.saturating_add(2)),
        _ => return None,
    };
    Some(name.len().saturating_add(n_separators))
}
