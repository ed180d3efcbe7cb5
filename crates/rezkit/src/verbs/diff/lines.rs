//! Line-by-line differences of two texts.

use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// A line of a text that changed.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineChange {
    /// The kind of difference.
    pub kind: LineKind,
    /// Its number, counted from 1: of a removed line in the old text, of other lines in the new text.
    pub line: usize,
    /// The line; empty for omitted lines.
    pub text: String,
}

/// The kind of difference in a line.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LineKind {
    /// A line of both texts.
    Same,
    /// A line of the new text only.
    Added,
    /// A line of the old text only.
    Removed,
    /// Lines that are in both texts are omitted before the next.
    Gap,
}

/// The remaining budget for line differences, which cost the square of the number of different lines.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn new() -> Self {
        Self(20_000 * 20_000)
    }

    /// Charges for this many lines; `None` if the budget is exceeded.
    pub(crate) fn pay(&mut self, n_lines: usize) -> Option<()> {
        self.0 = self.0.checked_sub(n_lines.checked_mul(n_lines)?)?;
        Some(())
    }
}

/// The differences of two texts, with `context` unchanged lines around changes; `None` if the budget is exceeded.
pub(crate) fn compare(old: &str, new: &str, context: usize, budget: &mut Budget) -> Option<Vec<LineChange>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = |lines: &[&'_ str]| lines.len().saturating_sub(before);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let after = after.min(rest(&old)).min(rest(&new));
    let middle = |lines: &'_ Vec<&'_ str>| before..lines.len().saturating_sub(after);
    let n = middle(&old).len().saturating_add(middle(&new).len());
    budget.pay(n)?;
    let ops = capture_diff_slices(Algorithm::Myers, old.get(middle(&old))?, new.get(middle(&new))?);
    let mut all = Lines { old: &old, new: &new, context, changes: Vec::new() };
    all.same(before.saturating_sub(context)..before, before > context);
    for op in ops {
        let shift = |range: std::ops::Range<usize>| {
            range.start.saturating_add(before)..range.end.saturating_add(before)
        };
        match op.tag() {
            DiffTag::Equal => all.equal(shift(op.new_range())),
            _ => {
                all.push(LineKind::Removed, shift(op.old_range()));
                all.push(LineKind::Added, shift(op.new_range()));
            }
        }
    }
    let end = new.len().saturating_sub(after);
    all.same(end..new.len().min(end.saturating_add(context)), false);
    Some(all.changes)
}

struct Lines<'t> {
    old: &'t [&'t str],
    new: &'t [&'t str],
    context: usize,
    changes: Vec<LineChange>,
}

impl Lines<'_> {
    fn push(&mut self, kind: LineKind, range: std::ops::Range<usize>) {
        let lines = if kind == LineKind::Removed { self.old } else { self.new };
        for number in range {
            let text = lines.get(number).copied().unwrap_or_default().to_owned();
            self.changes.push(LineChange { kind, line: number.saturating_add(1), text });
        }
    }

    fn same(&mut self, range: std::ops::Range<usize>, leaves_out: bool) {
        if leaves_out {
            let line = range.start.saturating_add(1);
            self.changes.push(LineChange { kind: LineKind::Gap, line, text: String::new() });
        }
        self.push(LineKind::Same, range);
    }

    /// Adds the first and last of the unchanged lines between changes.
    fn equal(&mut self, range: std::ops::Range<usize>) {
        // A gap takes a line itself, so a single line is not left out.
        if range.len() <= self.context.saturating_mul(2).saturating_add(1) {
            return self.same(range, false);
        }
        self.same(range.start..range.start.saturating_add(self.context), false);
        self.same(range.end.saturating_sub(self.context)..range.end, true);
    }
}
