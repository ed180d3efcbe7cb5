//! Texts and lists that both sides changed.

use crate::verbs::diff::Budget;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashSet;

/// The text with the changes of both; `None` if they touch, or there are too many.
pub(super) fn text(base: &[u8], ours: &[u8], theirs: &[u8], budget: &mut Budget) -> Option<Vec<u8>> {
    let [base, ours, theirs] = [base, ours, theirs].map(lines);
    let [our_changes, their_changes] = [changes(&base, &ours, budget)?, changes(&base, &theirs, budget)?];
    let mut merged = Vec::new();
    let (mut at, mut a, mut b) = (0, &our_changes[..], &their_changes[..]);
    loop {
        let (change, lines) = match (a.first(), b.first()) {
            (None, None) => break,
            (Some(one), Some(other)) if one.old == other.old && new(one, &ours) == new(other, &theirs) => {
                (a, b) = (a.get(1..)?, b.get(1..)?);
                (one, &ours)
            }
            (Some(one), Some(other)) if touches(one, other) => return None,
            (Some(one), other) if other.is_none_or(|other| one.old.start < other.old.start) => {
                a = a.get(1..)?;
                (one, &ours)
            }
            (_, Some(other)) => {
                b = b.get(1..)?;
                (other, &theirs)
            }
            (Some(_), None) => return None,
        };
        merged.extend_from_slice(base.get(at..change.old.start)?);
        merged.extend_from_slice(new(change, lines)?);
        at = change.old.end;
    }
    merged.extend_from_slice(base.get(at..)?);
    Some(merged.concat())
}

/// Lines of the base, and the lines that replace them.
struct Change {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

fn new<'l, 't>(change: &Change, lines: &'l [&'t [u8]]) -> Option<&'l [&'t [u8]]> {
    lines.get(change.new.clone())
}

/// Whether no unchanged line is between them.
fn touches(one: &Change, other: &Change) -> bool {
    one.old.start <= other.old.end && other.old.start <= one.old.end
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
    budget.pay(old.len().saturating_add(new.len()))?;
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let moved =
        |range: std::ops::Range<usize>| range.start.saturating_add(before)..range.end.saturating_add(before);
    let changed = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    Some(changed.map(|op| Change { old: moved(op.old_range()), new: moved(op.new_range()) }).collect())
}

/// The parts of a list that are left of the base, and those that either side added.
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

    fn merged(base: &str, ours: &str, theirs: &str) -> Option<String> {
        text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), &mut Budget::new())
            .map(|text| String::from_utf8(text).unwrap())
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
    fn tags_are_merged_one_by_one() {
        assert_eq!(list(b"a\0b", b"b\0c", b"a\0b\0d"), b"b\0c\0d");
        assert_eq!(list(b"a\0b", b"a\0b\0c", b"b"), b"b\0c");
        assert_eq!(list(b"", b"x", b"x"), b"x");
    }
}
