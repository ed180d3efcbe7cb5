//! Line-by-line merges of texts, and merges of lists.

use super::{LineConflict, OnConflict};
use crate::verbs::diff::Budget;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashSet;

/// A text with the changes of both sides.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    /// The lines that both sides changed in different ways.
    pub(super) conflicts: Vec<LineConflict>,
    /// The number of bytes in which lines were counted so far, and the number of lines in them.
    pub(super) counted: (usize, usize),
}

/// Merges a text; `None` if both sides changed too many lines.
pub(super) fn text(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    on_conflict: OnConflict,
    budget: &mut Budget,
) -> Option<Text> {
    let all = [base, ours, theirs].map(lines);
    let [base, ours, theirs] = &all;
    let [our_changes, their_changes] = [changes(base, ours, budget)?, changes(base, theirs, budget)?];
    let (mut text, mut at) = (Text::default(), 0);
    let (mut a, mut b) = (Side::new(&our_changes), Side::new(&their_changes));
    while let Some(start) = [a.next_start(), b.next_start()].into_iter().flatten().min() {
        put(&mut text.bytes, base.get(at..start)?);
        // A range of lines in the base that covers all changes that touch one another.
        let mut end = start;
        while a.take_to(&mut end) || b.take_to(&mut end) {}
        let stretch =
            [base.get(start..end)?, ours.get(a.there(start, end))?, theirs.get(b.there(start, end))?];
        text.stretch(stretch, [a.is_changed(), b.is_changed()], on_conflict);
        (a, b) = (a.after(), b.after());
        at = end;
    }
    put(&mut text.bytes, base.get(at..)?);
    Some(text)
}

/// The changes of one side that are not merged yet.
struct Side<'c> {
    left: &'c [Change],
    /// The number of these changes in the current range.
    n: usize,
    /// The number of lines that this side added, minus those that it removed, before the current range and in
    /// it.
    before: isize,
    inside: isize,
}

impl<'c> Side<'c> {
    fn new(left: &'c [Change]) -> Self {
        Self { left, n: 0, before: 0, inside: 0 }
    }

    fn next_start(&self) -> Option<usize> {
        Some(self.left.first()?.old.start)
    }

    /// Adds the next change to the range if it touches it, and extends the range.
    fn take_to(&mut self, end: &mut usize) -> bool {
        let Some(change) = self.left.get(self.n).filter(|change| change.old.start <= *end) else {
            return false;
        };
        *end = change.old.end.max(*end);
        self.n = self.n.saturating_add(1);
        self.inside =
            self.inside.saturating_add_unsigned(change.new.len()).saturating_sub_unsigned(change.old.len());
        true
    }

    fn is_changed(&self) -> bool {
        self.n > 0
    }

    /// The lines of this side that correspond to a range of the base.
    fn there(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        let first = start.saturating_add_signed(self.before);
        first..end.saturating_add_signed(self.before.saturating_add(self.inside))
    }

    fn after(self) -> Self {
        let left = self.left.get(self.n..).unwrap_or_default();
        Self { left, n: 0, before: self.before.saturating_add(self.inside), inside: 0 }
    }
}

fn put(bytes: &mut Vec<u8>, lines: &[&[u8]]) {
    lines.iter().for_each(|line| bytes.extend_from_slice(line));
}

impl Text {
    /// Merges a range of the base, OURS and THEIRS that one or both sides changed.
    fn stretch(&mut self, [base, ours, theirs]: [&[&[u8]]; 3], changed: [bool; 2], on_conflict: OnConflict) {
        match changed {
            [true, true] if ours != theirs => {}
            [true, _] => return put(&mut self.bytes, ours),
            _ => return put(&mut self.bytes, theirs),
        }
        let whole = |lines: &[&[u8]]| String::from_utf8_lossy(&lines.concat()).into_owned();
        let (n_bytes, n_before) = self.counted;
        let new = self.bytes.get(n_bytes..).unwrap_or_default();
        let n_lines = n_before.saturating_add(new.iter().filter(|byte| **byte == b'\n').count());
        self.counted = (self.bytes.len(), n_lines);
        self.conflicts.push(LineConflict {
            line: n_lines.saturating_add(1),
            base: whole(base),
            ours: whole(ours),
            theirs: whole(theirs),
        });
        match on_conflict {
            OnConflict::Base => put(&mut self.bytes, base),
            OnConflict::Ours => put(&mut self.bytes, ours),
            OnConflict::Theirs => put(&mut self.bytes, theirs),
            OnConflict::Markers => {
                let parts = [("<<<<<<< OURS", ours), ("||||||| BASE", base), ("=======", theirs)];
                for (marker, lines) in parts {
                    self.marker(marker);
                    put(&mut self.bytes, lines);
                }
                self.marker(">>>>>>> THEIRS");
            }
        }
    }

    /// Adds a conflict marker on a line of its own.
    fn marker(&mut self, marker: &str) {
        if self.bytes.last().is_some_and(|byte| *byte != b'\n') {
            self.bytes.push(b'\n');
        }
        self.bytes.extend_from_slice(marker.as_bytes());
        self.bytes.push(b'\n');
    }
}

/// Lines of the base, and the lines that replace them.
struct Change {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn changes(old: &[&[u8]], new: &[&[u8]], budget: &mut Budget) -> Option<Vec<Change>> {
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()).saturating_sub(before);
    let after = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (end, new_end) = (old.len().saturating_sub(after), new.len().saturating_sub(after));
    let (old, new) = (old.get(before..end)?, new.get(before..new_end)?);
    // Equal lines at the start and the end are free.
    budget.pay(old.len().saturating_add(new.len()))?;
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let moved =
        |range: std::ops::Range<usize>| range.start.saturating_add(before)..range.end.saturating_add(before);
    let changed = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    Some(changed.map(|op| Change { old: moved(op.old_range()), new: moved(op.new_range()) }).collect())
}

/// Merges a list: items of the base that neither side removed, and those that either side added.
pub(super) fn list(base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    use ::rbxbinary::tags;
    let [in_base, in_ours, in_theirs] =
        [base, ours, theirs].map(|bytes| tags::read(bytes).collect::<HashSet<_>>());
    let kept = tags::read(ours).filter(|name| in_theirs.contains(name) || !in_base.contains(name));
    let new = tags::read(theirs).filter(|name| !in_ours.contains(name) && !in_base.contains(name));
    tags::write(kept.chain(new))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(base: &str, ours: &str, theirs: &str, on_conflict: OnConflict) -> (String, usize) {
        let [base, ours, theirs] = [base, ours, theirs].map(str::as_bytes);
        let text = text(base, ours, theirs, on_conflict, &mut Budget::new()).unwrap();
        (String::from_utf8(text.bytes).unwrap(), text.conflicts.len())
    }

    fn merged(base: &str, ours: &str, theirs: &str) -> Option<String> {
        let (text, n_conflicts) = with(base, ours, theirs, OnConflict::Ours);
        (n_conflicts == 0).then_some(text)
    }

    #[test]
    fn changes_of_different_lines_are_both_taken() {
        let base = "a\nb\nc\nd\ne";
        assert_eq!(merged(base, "A\nb\nc\nd\ne", "a\nb\nc\nd\nE").unwrap(), "A\nb\nc\nd\nE");
        assert_eq!(merged(base, "a\nb\nc\nd\ne\nf\n", "x\na\nb\nd\ne").unwrap(), "x\na\nb\nd\ne\nf\n");
        assert_eq!(merged(base, "a\nx\nc\nd\ne", "a\nx\nc\ne").unwrap(), "a\nx\nc\ne");
        assert_eq!(merged(base, base, "").unwrap(), "");
        assert_eq!(merged("", "x", "x").unwrap(), "x");
    }

    #[test]
    fn changes_that_touch_do_not_go_together() {
        let base = "a\nb\nc\nd\ne";
        assert_eq!(merged(base, "a\nx\nc\nd\ne", "a\ny\nc\nd\ne"), None);
        assert_eq!(merged(base, "a\nx\nc\nd\ne", "a\nb\ny\nd\ne"), None);
        assert_eq!(merged("", "x", "y"), None);
    }

    #[test]
    fn lines_that_do_not_touch_are_taken_beside_a_conflict() {
        let (base, ours, theirs) = ("a\nb\nc\nd\ne\n", "A\nb\nx\nd\ne\n", "a\nb\ny\nz\nd\nE\n");
        assert_eq!(with(base, ours, theirs, OnConflict::Ours), ("A\nb\nx\nd\nE\n".into(), 1));
        assert_eq!(with(base, ours, theirs, OnConflict::Theirs), ("A\nb\ny\nz\nd\nE\n".into(), 1));
        assert_eq!(with(base, ours, theirs, OnConflict::Base), ("A\nb\nc\nd\nE\n".into(), 1));
        let marked = "A\nb\n<<<<<<< OURS\nx\n||||||| BASE\nc\n=======\ny\nz\n>>>>>>> THEIRS\nd\nE\n";
        assert_eq!(with(base, ours, theirs, OnConflict::Markers), (marked.into(), 1));
        // Overlapping changes form one range; if the text lacks a final line end, markers still get lines of their own.
        let (text, n) = with("a\nb\nc\nd", "1\n2\nc\nd", "a\n3\n4\n5", OnConflict::Markers);
        let marked =
            "<<<<<<< OURS\n1\n2\nc\nd\n||||||| BASE\na\nb\nc\nd\n=======\na\n3\n4\n5\n>>>>>>> THEIRS\n";
        assert_eq!((&*text, n), (marked, 1));
    }

    #[test]
    fn conflicts_have_the_lines_of_what_is_made() {
        let [base, ours, theirs] = ["a\nb\nc\nd\n", "1\nb\nc\n2\n", "3\n4\nb\nc\n5\n"].map(str::as_bytes);
        let lines = |on_conflict| {
            let text = text(base, ours, theirs, on_conflict, &mut Budget::new()).unwrap();
            text.conflicts.iter().map(|conflict| conflict.line).collect::<Vec<_>>()
        };
        assert_eq!([OnConflict::Ours, OnConflict::Theirs].map(lines), [[1, 4], [1, 5]]);
    }

    #[test]
    fn what_one_side_changed_comes_through_whatever_the_other_did() {
        // Insertions and removals of all lengths, so that line numbers of the two sides diverge.
        let lines: Vec<String> = (0..40).map(|i| format!("line {i}\n")).collect();
        for n in 0..4_usize {
            let ours = lines.iter().enumerate().flat_map(|(i, line)| {
                let added = if i % 8 == 3 { vec!["ours\n".to_owned(); n] } else { Vec::new() };
                added.into_iter().chain([line.clone()])
            });
            let theirs =
                lines.iter().enumerate().filter(|(i, _)| i % 8 != 6 || n == 0).map(|(_, line)| line.clone());
            let (ours, theirs): (String, String) = (ours.collect(), theirs.collect());
            let text = merged(&lines.concat(), &ours, &theirs).unwrap();
            let stays = |line: &&str| *line == "ours" || theirs.lines().any(|other| other == *line);
            let wanted: Vec<_> = ours.lines().filter(stays).collect();
            assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn tags_are_merged_one_by_one() {
        assert_eq!(list(b"a\0b", b"b\0c", b"a\0b\0d"), b"b\0c\0d");
        assert_eq!(list(b"a\0b", b"a\0b\0c", b"b"), b"b\0c");
        assert_eq!(list(b"", b"x", b"x"), b"x");
    }
}
