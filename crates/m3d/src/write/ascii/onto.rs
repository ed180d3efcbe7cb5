//! Writing onto an original text, section by section.

use super::line::Lines;
use super::{Text, header, section, small};
use crate::common::error::Error;
use crate::common::input::Reading;
use crate::model::{Chunk, Model};
use crate::options::{LineEnd, ReadOptions};
use crate::read::ascii::{SectionRange, SectionedModel, file_with_sections};
use geom::Same;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// Writes a text, and copies the unchanged sections of `original` with the empty lines after them, and the
/// sections that have no counterpart in a model.
pub(in crate::write) fn onto(model: &Model, original: &[u8], read: &ReadOptions) -> Result<Vec<u8>, Error> {
    let line_end = if original.contains(&b'\r') { LineEnd::CrLf } else { LineEnd::Lf };
    let reading = Reading::new(false, read.limits, original.len());
    let Ok(before) = reading.read(original, |input| file_with_sections(input, read, &|_| None)) else {
        return super::file(model, line_end);
    };
    // An unchanged model needs no second text, which cannot be written if a block of voxels is too large.
    if model.same(&before.model) {
        return Ok(original.to_vec());
    }
    let (old, new) = (Units::new(&before.model, line_end)?, Units::new(model, line_end)?);
    let mut onto = Onto { original, line_end, out: Vec::new() };
    // A header at the end of the text may lack its last lines.
    let has_header = old.get(0) == new.get(0) && before.start < original.len();
    onto.add(if has_header { original.get(..before.start) } else { new.get(0) });
    if model.preview.is_some() && before.model.preview.is_none() {
        let mut preview = Lines::new(line_end);
        small::preview(&mut preview, model);
        onto.add(Some(&preview.into_bytes()));
    }
    onto.sections(&before, &old, &new, model);
    let end = before.sections.last().map_or(before.start, |last| last.bytes.end);
    onto.add(original.get(end..));
    Ok(onto.out)
}

struct Onto<'a> {
    original: &'a [u8],
    line_end: LineEnd,
    out: Vec<u8>,
}

impl Onto<'_> {
    /// Adds a part after an empty line.
    fn add(&mut self, part: Option<&[u8]>) {
        let part = part.unwrap_or_default();
        if part.is_empty() {
            return;
        }
        while !self.out.is_empty() && !ends_with_empty_line(&self.out) {
            self.out.extend_from_slice(self.line_end.bytes());
        }
        self.out.extend_from_slice(part);
    }

    /// Adds the sections of the model in their order. For each, a section of the original with the same text
    /// is copied, if there is one, together with the preceding sections that have no counterpart in a model.
    fn sections(&mut self, before: &SectionedModel, old: &Units, new: &Units, model: &Model) {
        let is_kept = |source: &SectionRange| match old.of_chunks(&source.chunks) {
            [] => model.preview.is_some() || !self.original_of(source).starts_with(b"Preview"),
            _ => false,
        };
        let kept: Vec<bool> = before.sections.iter().map(is_kept).collect();
        let mut places: HashMap<&[u8], VecDeque<usize>> = HashMap::new();
        for (place, source) in before.sections.iter().enumerate() {
            places.entry(old.of_chunks(&first(&source.chunks))).or_default().push_back(place);
        }
        let texts = (0..model.chunks.len()).map(|chunk| new.of_chunks(&(chunk..chunk.saturating_add(1))));
        let mut wanted: HashMap<&[u8], usize> = HashMap::new();
        for text in texts {
            let count = wanted.entry(text).or_default();
            *count = count.saturating_add(1);
        }
        let (mut next, mut chunk, mut is_after_asset) = (0, 0, false);
        while chunk < model.chunks.len() {
            let text = new.of_chunks(&(chunk..chunk.saturating_add(1)));
            let place = if text.is_empty() {
                None
            } else {
                places.get_mut(text).and_then(|all| take_place(all, next))
            };
            if let Some(count) = wanted.get_mut(text) {
                *count = count.saturating_sub(1);
            }
            let source = place.and_then(|place| before.sections.get(place)).filter(|source| {
                let own = chunk..chunk.saturating_add(source.chunks.len());
                new.of_chunks(&own) == old.of_chunks(&source.chunks)
            });
            match (source, place) {
                (Some(source), Some(place)) => {
                    self.kept(before, &kept, next..place);
                    self.add(self.original.get(source.bytes.clone()));
                    (next, is_after_asset) = (place.saturating_add(1), false);
                    chunk = chunk.saturating_add(source.chunks.len());
                }
                _ if text.is_empty() => chunk = chunk.saturating_add(1),
                _ => {
                    let len = self.out.len();
                    next = self.replaced(before, old, &kept, &wanted, next);
                    is_after_asset &= self.out.len() == len;
                    let is_asset = matches!(model.chunks.get(chunk), Some(Chunk::Asset(_)));
                    if is_asset && is_after_asset {
                        self.one_more_asset(text);
                    } else {
                        self.add(Some(text));
                    }
                    (chunk, is_after_asset) = (chunk.saturating_add(1), is_asset);
                }
            }
        }
        self.kept(before, &kept, next..before.sections.len());
    }

    /// Copies the kept sections from `from` on, and skips the section after them, which was replaced, unless
    /// the model still uses it.
    fn replaced(
        &mut self,
        before: &SectionedModel,
        old: &Units,
        kept: &[bool],
        wanted: &HashMap<&[u8], usize>,
        from: usize,
    ) -> usize {
        let n_kept = kept.iter().skip(from).take_while(|is_kept| **is_kept).count();
        let next = from.saturating_add(n_kept);
        self.kept(before, kept, from..next);
        let text = before.sections.get(next).map(|source| old.of_chunks(&first(&source.chunks)));
        let is_replaced = text.is_some_and(|text| wanted.get(text).is_none_or(|count| *count == 0));
        next.saturating_add(is_replaced.into())
    }

    fn original_of(&self, source: &SectionRange) -> &[u8] {
        self.original.get(source.bytes.clone()).unwrap_or_default()
    }

    /// Copies sections of the original that have no counterpart in a model.
    fn kept(&mut self, before: &SectionedModel, kept: &[bool], places: Range<usize>) {
        let sections = before.sections.get(places.clone()).unwrap_or_default();
        let kept = kept.get(places).unwrap_or_default();
        for (source, _) in sections.iter().zip(kept).filter(|(_, is_kept)| **is_kept) {
            self.add(self.original.get(source.bytes.clone()));
        }
    }

    /// Adds the file name in a section of assets to the preceding section.
    fn one_more_asset(&mut self, text: &[u8]) {
        let end = self.line_end.bytes();
        let keyword_len = text.iter().position(|byte| *byte == b'\n').map_or(0, |at| at.saturating_add(1));
        let len = self.out.len().saturating_sub(end.len());
        self.out.truncate(len);
        self.out.extend_from_slice(text.get(keyword_len..).unwrap_or_default());
    }
}

/// Removes and returns the first index that is at least `next`.
fn take_place(places: &mut VecDeque<usize>, next: usize) -> Option<usize> {
    while places.front().is_some_and(|place| *place < next) {
        places.pop_front();
    }
    places.pop_front()
}

fn first(chunks: &Range<usize>) -> Range<usize> {
    chunks.start..chunks.end.min(chunks.start.saturating_add(1))
}

fn ends_with_empty_line(text: &[u8]) -> bool {
    let Some((b'\n', before)) = text.split_last() else { return false };
    let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.iter().all(u8::is_ascii_whitespace) && before.contains(&b'\n')
}

/// The texts of the header and of each chunk, one after another.
struct Units {
    text: Vec<u8>,
    ranges: Vec<Range<usize>>,
}

impl Units {
    fn new(model: &Model, line_end: LineEnd) -> Result<Self, Error> {
        let mut out = Lines::new(line_end);
        let text = Text::new(model);
        header::header(&mut out, model)?;
        let mut ranges: Vec<_> = std::iter::once(0..out.len()).collect();
        let mut n_cells = 0;
        for (number, chunk) in model.chunks.iter().enumerate() {
            let start = out.len();
            section(&mut out, &text, number, chunk, &mut n_cells)?;
            ranges.push(start..out.len());
        }
        Ok(Self { text: out.into_bytes(), ranges })
    }

    fn get(&self, number: usize) -> Option<&[u8]> {
        self.text.get(self.ranges.get(number)?.clone())
    }

    /// The text of consecutive chunks.
    fn of_chunks(&self, chunks: &Range<usize>) -> &[u8] {
        let first = chunks.start.saturating_add(1);
        let start = self.ranges.get(first).map_or(0, |range| range.start);
        let end = self.ranges.get(chunks.end).map_or(0, |range| range.end);
        if chunks.is_empty() { &[] } else { self.text.get(start..end).unwrap_or_default() }
    }
}
