//! Folding: if there are too many spans, one span replaces those in a large part, or many siblings.

use super::layout::SpanKind;
use super::tape::{NONE, Record, Tape, set, to_u32};
use std::cmp::Reverse;

/// What happens to a span.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Kept,
    /// Replaces the spans inside it.
    Folded,
    /// As `Folded`, and also replaces its siblings up to this one.
    First(u32),
    Gone,
}

impl Record {
    /// The number of spans that it stands for, including itself.
    fn n_spans(&self) -> u64 {
        let folded = if self.kind == SpanKind::Folded { self.context & 0xffff_ffff } else { 0 };
        folded.saturating_add(1)
    }
}

impl Tape {
    /// Removes a quarter of the spans. This takes linear time in total, because as many spans have to be recorded
    /// first.
    ///
    /// A span precedes those inside it, so the contents of a span follow it, `sizes` long.
    #[cold]
    pub(super) fn fold(&mut self) {
        let n = self.records.len();
        let sizes = self.sizes();
        let mut fates = vec![Fate::Kept; n];
        let wanted = n / 4;
        let mut freed = self.fold_beside_focus(&sizes, &mut fates);
        if freed < wanted {
            freed = freed.saturating_add(self.fold_largest(&sizes, &mut fates, wanted));
        }
        if freed < wanted / 2 {
            // Only open spans are left: deeply nested values, which another limit bounds.
            self.limit = n.saturating_mul(2);
        }
        self.apply(&sizes, fates);
    }

    /// The number of spans that each span takes on the tape, including itself.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![1_u32; self.records.len()];
        for (i, record) in self.records.iter().enumerate().rev() {
            let size = sizes.get(i).copied().unwrap_or_default();
            if let Some(parent) = sizes.get_mut(record.parent as usize) {
                *parent = parent.saturating_add(size);
            }
        }
        sizes
    }

    /// The closed spans in a part.
    fn closed<'t>(&'t self, part: usize, sizes: &'t [u32]) -> impl Iterator<Item = usize> + 't {
        let end = part.saturating_add(sizes.get(part).map_or(0, |size| *size as usize));
        let mut next = part.saturating_add(1);
        let all = std::iter::from_fn(move || {
            let child = next;
            next = next.saturating_add(*sizes.get(child)? as usize);
            (child < end).then_some(child)
        });
        // Open spans are the last ones of their level.
        all.filter(|child| self.open.binary_search(&to_u32(*child)).is_err())
    }

    /// Folds all siblings that do not overlap the focus.
    fn fold_beside_focus(&self, sizes: &[u32], fates: &mut [Fate]) -> usize {
        let Some(focus) = &self.focus else { return 0 };
        let mut touches = Vec::with_capacity(self.records.len());
        for record in &self.records {
            touches.push(match record.space == focus.space {
                true => record.start < focus.range.end && focus.range.start < record.end,
                // The decompressed data of a part that overlaps it.
                false => touches.get(record.parent as usize) == Some(&true),
            });
        }
        for (i, record) in self.records.iter().enumerate().rev() {
            if touches.get(i) == Some(&true) {
                set(&mut touches, record.parent as usize, true);
            }
        }
        // An open span may still grow into the focus.
        for open in &self.open {
            set(&mut touches, *open as usize, true);
        }
        let mut freed = 0_usize;
        for part in (0..self.records.len()).filter(|part| touches.get(*part) == Some(&true)) {
            let beside = self.closed(part, sizes).filter(|child| touches.get(*child) == Some(&false));
            freed = freed.saturating_add(self.group(&beside.collect::<Vec<_>>(), 1, sizes, fates));
        }
        freed
    }

    /// Folds the largest parts of the smallest part that has half of all spans, or groups of them if they are small.
    fn fold_largest(&self, sizes: &[u32], fates: &mut [Fate], wanted: usize) -> usize {
        let mut part = 0_usize;
        let half = self.records.len() / 2;
        // Descends once: the parts of one level follow each other.
        let size_of = |span: usize| sizes.get(span).map_or(0, |size| *size as usize);
        loop {
            let end = part.saturating_add(size_of(part));
            let mut child = part.saturating_add(1);
            while child < end && size_of(child) < half {
                child = child.saturating_add(size_of(child).max(1));
            }
            if child >= end {
                break;
            }
            part = child;
        }
        let is_kept = |child: &usize| fates.get(*child) == Some(&Fate::Kept);
        let inside: Vec<_> = self.closed(part, sizes).filter(is_kept).collect();
        let mut by_size: Vec<_> = inside.iter().copied().filter(|child| size_of(*child) > 1).collect();
        by_size.sort_by_key(|child| Reverse(size_of(*child)));
        let mut freed = 0_usize;
        for child in by_size {
            if freed >= wanted {
                return freed;
            }
            set(fates, child, Fate::Folded);
            freed = freed.saturating_add(size_of(child).saturating_sub(1));
        }
        if freed >= wanted {
            return freed;
        }
        self.group(&inside, self.records.len() / 8, sizes, fates)
    }

    /// Folds consecutive siblings into this many groups of about the same number of spans.
    fn group(&self, all: &[usize], n_groups: usize, sizes: &[u32], fates: &mut [Fate]) -> usize {
        let size_of = |span: usize| sizes.get(span).map_or(0, |size| *size as usize);
        let n_spans = |span: &usize| {
            let own = self.records.get(*span..span.saturating_add(size_of(*span))).unwrap_or_default();
            own.iter().fold(0_u64, |sum, record| sum.saturating_add(record.n_spans()))
        };
        let total = all.iter().map(n_spans).fold(0, u64::saturating_add);
        let wanted = total.checked_div(n_groups as u64).unwrap_or(total).saturating_add(1);
        let mut in_group = 0_u64;
        let belongs = |a: &usize, b: &usize| match (self.records.get(*a), self.records.get(*b)) {
            (Some(first), Some(second)) => {
                in_group = in_group.saturating_add(n_spans(a));
                let is_next = a.saturating_add(size_of(*a)) == *b
                    && first.space == second.space
                    && first.end <= second.start
                    && in_group < wanted;
                if !is_next {
                    in_group = 0;
                }
                is_next
            }
            _ => false,
        };
        let mut freed = 0_usize;
        for group in all.chunk_by(belongs) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let n_spans: usize = group.iter().map(|span| size_of(*span)).sum();
            if n_spans > 1 {
                for span in group {
                    set(fates, *span, Fate::Gone);
                }
                let fate = if first == last { Fate::Folded } else { Fate::First(to_u32(*last)) };
                set(fates, *first, fate);
                freed = freed.saturating_add(n_spans.saturating_sub(1));
            }
        }
        freed
    }

    /// Removes the folded spans and renumbers the others.
    fn apply(&mut self, sizes: &[u32], fates: Vec<Fate>) {
        let mut numbers = vec![NONE; fates.len()];
        let mut n_kept = 0_usize;
        let mut old = 0_usize;
        while let (Some(fate), Some(record)) = (fates.get(old), self.records.get(old).copied()) {
            let last = match fate {
                Fate::First(last) => *last as usize,
                _ => old,
            };
            let end = match fate {
                Fate::Kept => old.saturating_add(1),
                _ => last.saturating_add(sizes.get(last).map_or(1, |size| *size as usize)),
            };
            if *fate == Fate::Gone {
                old = old.saturating_add(1);
                continue;
            }
            set(&mut numbers, old, to_u32(n_kept));
            let parent = numbers.get(record.parent as usize).copied().unwrap_or(NONE);
            let mut record = Record { parent, ..record };
            if *fate != Fate::Kept {
                record = self.folded(record, old..end, last);
            }
            set(&mut self.records, n_kept, record);
            n_kept = n_kept.saturating_add(1);
            old = end;
        }
        self.records.truncate(n_kept);
        for open in &mut self.open {
            *open = numbers.get(*open as usize).copied().unwrap_or_default();
        }
    }

    /// One span for a range of the tape; `last` is the last one on the upper level.
    fn folded(&mut self, first: Record, range: std::ops::Range<usize>, last: usize) -> Record {
        let mut folded = Record { kind: SpanKind::Folded, ..first };
        let mut n_spans = 0_u64;
        let records = self.records.get(range).unwrap_or_default();
        for record in records {
            n_spans = n_spans.saturating_add(record.n_spans());
            if record.space == folded.space {
                folded.start = folded.start.min(record.start);
                folded.end = folded.end.max(record.end);
            }
        }
        // Without a span that contains them, decompressed data are not shown.
        let spaces: Vec<u32> =
            records.iter().map(|record| record.space).filter(|space| *space != folded.space).collect();
        let last = self.records.get(last).copied().unwrap_or(first);
        let last_index = match last.kind {
            SpanKind::Folded => last.context >> 32,
            _ => last.index.into(),
        };
        folded.context = last_index << 32 | n_spans.saturating_sub(1).min(0xffff_ffff);
        for space in spaces {
            self.keep_block(space, Vec::new());
        }
        folded
    }
}
