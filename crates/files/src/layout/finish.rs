//! Conversion of a recording to a layout.

use super::tape::{NONE, Record, Tape, Word, to_u32};
use super::{Kind, Layout, SpanSource};
use scene::{Problem, Warnings};
use std::sync::{Arc, OnceLock};

impl Tape {
    /// Turns the spans that readers reported into a tree whose leaves cover each byte once: sorts them by
    /// position, adds a span for each gap, and turns overlapping spans into references.
    pub(super) fn finish(
        mut self,
        bytes: &[u8],
        source: Arc<dyn SpanSource>,
        (error, warnings): (Option<Problem>, Warnings),
        most_spans: usize,
    ) -> Layout<'_> {
        let records = self.tree();
        let Self { words, blocks, lists, problem, .. } = self;
        let (order, error) = (OnceLock::new(), problem.or(error));
        Layout { bytes, records, words, blocks, lists, warnings, error, order, source, most_spans }
    }

    fn tree(&mut self) -> Vec<Record> {
        let Ok(gap) = u16::try_from(self.words.len()) else { return Vec::new() };
        self.words.extend([Word::new("gap", Kind::Gap), Word::new("trailing", Kind::Gap)]);
        if self.is_complete() {
            return std::mem::take(&mut self.records);
        }
        // A span reaches as far as those in it, which come after it.
        for i in (0..self.records.len()).rev() {
            let Some(Record { space, start, end, parent, .. }) = self.records.get(i).copied() else {
                continue;
            };
            let parent = self.records.get_mut(parent as usize).filter(|parent| parent.space == space);
            if let Some(parent) = parent {
                (parent.start, parent.end) = (parent.start.min(start), parent.end.max(end));
            }
        }
        let sizes = self.sizes();
        let mut done = Vec::with_capacity(self.records.len());
        // From the root down, and without recursion: files can nest deeply. What is in one part waits in reverse.
        let mut pending: Vec<(Record, u32)> =
            self.records.first().map(|root| (*root, 0)).into_iter().collect();
        let mut inside = Vec::new();
        while let Some((record, old)) = pending.pop() {
            let number = to_u32(done.len());
            done.push(record);
            if old == NONE {
                continue;
            }
            self.inside(old as usize, record, &sizes, gap, &mut inside);
            let has_inside =
                inside.iter().any(|(child, _)| child.space == record.space && child.kind != Kind::Reference);
            if let Some(record) = done.last_mut() {
                record.has_inside = has_inside;
                if has_inside && !matches!(record.kind, Kind::Reference | Kind::Folded) {
                    record.kind = Kind::Part;
                }
            }
            let depth = record.depth.saturating_add(1);
            let children = inside.drain(..).rev();
            pending.extend(children.map(|(child, old)| (Record { parent: number, depth, ..child }, old)));
        }
        done
    }

    /// Returns true if the spans form a layout already, as in most files: without gaps, overlaps and
    /// references, in the order of the bytes. If so, sets their depths, and marks those that contain spans.
    fn is_complete(&mut self) -> bool {
        // How far each span is covered by those in it; nothing for those without.
        let mut covered = vec![NONE; self.records.len()];
        for i in 0..self.records.len() {
            let Some(Record { space, start, end, parent, kind, .. }) = self.records.get(i).copied() else {
                break;
            };
            let Some(above) = self.records.get(parent as usize).copied() else { continue };
            if above.space == space {
                let Some(covered) = covered.get_mut(parent as usize) else { continue };
                let next = if *covered == NONE { above.start } else { *covered };
                if next != start || kind == Kind::Reference || above.kind == Kind::Reference {
                    return false;
                }
                *covered = end;
            }
            if let Some(record) = self.records.get_mut(i) {
                record.depth = above.depth.saturating_add(1);
            }
        }
        let mut spans = self.records.iter().zip(&covered);
        if spans.any(|(record, covered)| *covered != NONE && *covered != record.end) {
            return false;
        }
        for (record, _) in self.records.iter_mut().zip(covered).filter(|(_, covered)| *covered != NONE) {
            record.has_inside = true;
            if record.kind != Kind::Folded {
                record.kind = Kind::Part;
            }
        }
        true
    }

    /// Collects the spans directly inside a span, with their indices on the tape, and a span for each gap
    /// between them.
    fn inside(&self, old: usize, parent: Record, sizes: &[u32], gap: u16, all: &mut Vec<(Record, u32)>) {
        let end = old.saturating_add(sizes.get(old).map_or(0, |size| *size as usize));
        let mut child = old.saturating_add(1);
        // Plain data stays after the span that was opened before it.
        let mut before = parent.start;
        let mut is_sorted = true;
        while let Some(record) = self.records.get(child).filter(|_| child < end) {
            if record.space == parent.space {
                is_sorted &= before <= record.start;
                before = record.start;
            }
            all.push((*record, to_u32(child)));
            child = child.saturating_add(sizes.get(child).map_or(1, |size| *size as usize));
        }
        if all.is_empty() {
            return;
        }
        if !is_sorted {
            let mut before = parent.start;
            let placed = all.drain(..).map(|(record, old)| {
                if record.space == parent.space {
                    before = record.start;
                }
                (before, record, old)
            });
            let mut placed: Vec<_> = placed.collect();
            placed.sort_by_key(|(at, ..)| *at);
            all.extend(placed.into_iter().map(|(_, record, old)| (record, old)));
        }
        let is_reference = parent.kind == Kind::Reference;
        let is_root = parent.parent == NONE || parent.has_inside;
        let (mut at, mut n_gaps) = (None, 0_usize);
        for (record, _) in all.iter_mut().filter(|(record, _)| record.space == parent.space) {
            let covered = *at.get_or_insert(parent.start);
            if is_reference || (record.start < covered && record.start < record.end) {
                record.kind = Kind::Reference;
            } else {
                n_gaps = n_gaps.saturating_add(usize::from(covered < record.start));
                at = Some(record.end.max(covered));
            }
        }
        let Some(covered) = at.filter(|_| !is_reference) else { return };
        let (space, number) = (parent.space, to_u32(old));
        let new_gap = |word, range| (Record::new(word, Kind::Gap, space, range, number), NONE);
        if n_gaps > 0 {
            let (mut at, mut with_gaps) =
                (parent.start, Vec::with_capacity(all.len().saturating_add(n_gaps)));
            for (record, old) in all.drain(..) {
                if record.space == parent.space && record.kind != Kind::Reference {
                    if at < record.start {
                        with_gaps.push(new_gap(gap, at..record.start));
                    }
                    at = record.end.max(at);
                }
                with_gaps.push((record, old));
            }
            *all = with_gaps;
        }
        if covered < parent.end {
            let word = if is_root { gap.saturating_add(1) } else { gap };
            all.push(new_gap(word, covered..parent.end));
        }
    }
}
