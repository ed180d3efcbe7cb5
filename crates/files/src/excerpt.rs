//! Excerpts of the bytes around a position.

use crate::layout::{Layout, Leaf};
use scene::problem::{Excerpt, ExcerptLine};
use scene::visible::is_hidden;
use std::ops::ControlFlow;

/// The position of a byte: a space of a layout, and an offset in it.
#[derive(Debug, Clone, Copy)]
pub struct BytePosition {
    pub space: usize,
    pub at: usize,
}

/// The number of lines shown before and after the position.
const AROUND: usize = 2;

/// The distance from the position within which other leaves are shown, in bytes.
const WINDOW: usize = 64;

/// An excerpt with the leaves around a position.
pub(crate) fn of_bytes(layout: &Layout<'_>, place: BytePosition) -> Option<Excerpt> {
    let BytePosition { space, at } = place;
    let (bytes, packed_at) = layout.space(space);
    // After the last byte, the excerpt shows the last leaf.
    let at = at.min(bytes.len().checked_sub(1)?);
    let mut before = Vec::new();
    let mut after = Vec::new();
    let window = at.saturating_sub(WINDOW)..at.saturating_add(WINDOW);
    layout.leaves_in(space, window, &mut |leaf| {
        let is_marked = leaf.start <= at && at < leaf.end;
        if leaf.end <= at || is_marked {
            // The list includes the place itself, so it may have one more.
            if before.len() > AROUND {
                before.remove(0);
            }
        } else if after.len() >= AROUND {
            return ControlFlow::Break(());
        }
        let (name, value) = (full_name(layout, &leaf), leaf.value());
        let text = if value.is_empty() { name } else { format!("{name} = {}", cut(&value, 60)) };
        let mut line = ExcerptLine::new(leaf.start, leaf.end, text);
        line.hex = hex(bytes.get(leaf.start..leaf.end).unwrap_or_default(), 8);
        line.is_marked = is_marked;
        if leaf.end <= at || is_marked {
            before.push(line)
        } else {
            after.push(line)
        }
        ControlFlow::Continue(())
    });
    before.extend(after);
    Some(Excerpt::new(packed_at, before))
}

/// An excerpt with the lines of a text around an offset.
pub fn of_text(bytes: &[u8], at: usize) -> Option<Excerpt> {
    let at = at.min(bytes.len());
    let (before, _) = bytes.split_at_checked(at)?;
    let number = before.iter().filter(|byte| **byte == b'\n').count();
    let first = number.saturating_sub(AROUND.saturating_sub(1));
    let mut start = 0_usize;
    let mut lines = Vec::new();
    for (i, line) in bytes.split(|byte| *byte == b'\n').enumerate().take(number.saturating_add(AROUND)) {
        let end = start.saturating_add(line.len());
        if i >= first {
            let is_marked = i == number;
            lines.push(of_line(line, start, i.saturating_add(1), is_marked.then_some(at)));
        }
        start = end.saturating_add(1);
    }
    Some(Excerpt::new(None, lines))
}

/// A line of an excerpt; of a long line, only the part around the position.
fn of_line(line: &[u8], start: usize, number: usize, at: Option<usize>) -> ExcerptLine {
    const WIDEST: usize = 100;
    let end = start.saturating_add(line.len());
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let column = at.map(|at| at.saturating_sub(start).min(line.len()));
    let from = column
        .filter(|column| *column > WIDEST * 2 / 3)
        .map_or(0, |column| column.saturating_sub(WIDEST / 2));
    let to = from.saturating_add(WIDEST).min(line.len());
    let (head, tail) = (if from > 0 { "…" } else { "" }, if to < line.len() { "…" } else { "" });
    let shown = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace('\t', " ");
        text.chars().map(|letter| if is_hidden(letter) { '·' } else { letter }).collect::<String>()
    };
    let text = format!("{head}{}{tail}", shown(line.get(from..to).unwrap_or_default()));
    let column = column.map(|column| {
        let before = shown(line.get(from..column).unwrap_or_default()).chars().count();
        before.saturating_add(head.chars().count())
    });
    let mut excerpt = ExcerptLine::new(start, end, text);
    (excerpt.line, excerpt.is_marked, excerpt.column) = (Some(number), at.is_some(), column);
    excerpt
}

/// The name of a leaf, preceded by that of the part that contains it.
pub(crate) fn full_name(layout: &Layout<'_>, leaf: &Leaf<'_>) -> String {
    let name = leaf.name();
    let outer = match leaf.is_value {
        true => Some(leaf.span),
        false => layout.span(leaf.span).and_then(|span| span.parent),
    };
    let outer = outer.map(|outer| layout.name(outer)).filter(|outer| !outer.is_empty() && outer != "file");
    match outer {
        Some(outer) if name.starts_with('[') => format!("{outer}{name}"),
        Some(outer) => format!("{outer}.{name}"),
        None => name,
    }
}

/// The first bytes in hexadecimal, at most `most` of them.
pub fn hex(bytes: &[u8], most: usize) -> String {
    let shown = bytes.get(..most).unwrap_or(bytes);
    let mut text = shown.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    if shown.len() < bytes.len() {
        text.push_str(" …");
    }
    text
}

/// The first characters of a text, at most `most` of them.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
