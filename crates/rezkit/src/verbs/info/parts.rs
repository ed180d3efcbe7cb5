//! The spans at the top levels of a file, with their sizes.

use super::Packed;
use files::layout::{Label, Layout};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Spans of the same name inside the same part, taken together.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Part {
    /// The name; without numbers if there are several.
    pub name: String,
    /// The number of parts around it.
    pub depth: usize,
    /// The number of spans with this name.
    pub n_spans: usize,
    /// The bytes of these spans together.
    pub n_bytes: usize,
    /// Set for bytes of the file, as opposed to the plain data of a packed part.
    pub is_in_file: bool,
    #[serde(skip)]
    parent: Option<usize>,
}

/// The spans at the top levels, each one after its parent. Spans of one kind are combined.
pub(crate) fn parts(layout: &Layout<'_>) -> Vec<Part> {
    const DEEPEST: usize = 2;
    let mut parts: Vec<Part> = Vec::new();
    // The index of each part, by its parent and its name without a number.
    let mut numbers = BTreeMap::<(Option<usize>, String), usize>::new();
    // The part of each span that may contain others.
    let mut part_of = HashMap::new();
    for i in 0..layout.n_spans() {
        let Some(span) = layout.span(i).filter(|span| span.depth <= DEEPEST) else { continue };
        let name = layout.name(i);
        let kin = kin(layout, i);
        let parent = span.parent.and_then(|parent| part_of.get(&parent).copied());
        let number = *numbers.entry((parent, kin.clone())).or_insert(parts.len());
        let n_bytes = span.end.saturating_sub(span.start);
        match parts.get_mut(number) {
            None => {
                let (depth, is_in_file) = (span.depth, span.space == 0);
                parts.push(Part { name, depth, n_spans: 1, n_bytes, is_in_file, parent });
            }
            Some(part) => {
                part.name = kin;
                part.n_spans = part.n_spans.saturating_add(1);
                part.n_bytes = part.n_bytes.saturating_add(n_bytes);
            }
        }
        if span.depth < DEEPEST {
            part_of.insert(i, number);
        }
    }
    // A part may first occur inside the second of its kind, so parts are sorted by path.
    let path = |number: usize| {
        let parent = parts.get(number).and_then(|part| part.parent);
        let above = parent.and_then(|parent| parts.get(parent)?.parent);
        [above, parent, Some(number)].into_iter().flatten().collect()
    };
    let paths: Vec<Vec<usize>> = (0..parts.len()).map(path).collect();
    let mut parts: Vec<_> = paths.into_iter().zip(parts).collect();
    parts.sort_by(|(a, _), (b, _)| a.cmp(b));
    parts.into_iter().map(|(_, part)| part).collect()
}

/// The name under which a span is combined with others: `chunks[3] PROP Part.size` with all `chunks PROP`.
pub(crate) fn kin(layout: &Layout<'_>, span: usize) -> String {
    let Label { word, index: Some(_), text } = layout.label(span) else { return layout.name(span) };
    match text.split([' ', ',']).next() {
        // Four capitals are the name of a chunk in the format, not one that a user chose.
        Some(letters) if letters.len() == 4 && letters.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            format!("{word} {letters}")
        }
        _ => word.to_owned(),
    }
}

/// The packed and unpacked sizes of all packed parts.
pub(super) fn packed(layout: &Layout<'_>) -> Option<Packed> {
    let mut packed = Packed { n_parts: 0, n_bytes: 0, n_plain_bytes: 0 };
    let mut last = 0;
    for i in 0..layout.n_spans() {
        // The parent of the first span of each space is the packed part.
        let Some(span) = layout.span(i).filter(|span| span.space > last) else { continue };
        last = span.space;
        let outer = span.parent.and_then(|parent| layout.span(parent)).filter(|outer| outer.space == 0);
        let Some(outer) = outer else { continue };
        packed.n_parts = packed.n_parts.saturating_add(1);
        let (plain, start) = layout.space(span.space);
        packed.n_plain_bytes = packed.n_plain_bytes.saturating_add(plain.len());
        // Bytes of the part before its packed data do not count.
        let start = start.unwrap_or_default().max(outer.start);
        packed.n_bytes = packed.n_bytes.saturating_add(outer.end.saturating_sub(start));
    }
    (packed.n_parts > 0).then_some(packed)
}
