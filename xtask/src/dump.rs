//! What each byte of a file is.

use crate::workspace::{Workspace, grouped};
use anyhow::{Result, bail};
use fuzz::codec::{Kind, Layout, Leaf, Span};
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::str::FromStr;

/// A byte of the input (space 0) or of the plain data of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct At {
    space: usize,
    offset: usize,
}

impl FromStr for At {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(digits) => usize::from_str_radix(digits, 16),
            None => text.parse(),
        };
        let (space, offset) = text.split_once(':').unwrap_or(("0", text));
        Ok(Self { space: number(space)?, offset: number(offset)? })
    }
}

impl At {
    fn lies_in(self, space: usize, start: usize, end: usize) -> bool {
        self.space == space && (start..end).contains(&self.offset)
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    file: &Path,
    depth: Option<usize>,
    at: Option<At>,
    out: &mut dyn Write,
) -> Result<()> {
    let Some((format, bytes)) = workspace.open(file)? else { return Ok(()) };
    let layout = &*(format.layout)(&bytes);
    let is_wanted = wanted(layout, at);
    let mut dump = Dump { layout, depth: depth.unwrap_or(usize::MAX), is_wanted, next: 0, out };
    let mut result = Ok(());
    let mut visit = |leaf: Leaf<'_>| {
        result = dump.leaf(leaf);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match at {
        Some(At { space, offset }) => layout.leaves_in(space, offset..offset + 1, &mut visit),
        None => layout.leaves(&mut visit),
    }
    result?;
    dump.spans_before(layout.n_spans())?;
    for warning in &layout.warnings().kept {
        writeln!(out, "warning: {}", warning.text)?;
    }
    match layout.error() {
        Some(error) => bail!("refused: {}", error.text),
        None => Ok(()),
    }
}

/// Which spans hold the byte, or all.
fn wanted(layout: &dyn Layout, at: Option<At>) -> Vec<bool> {
    let Some(at) = at else { return vec![true; layout.n_spans()] };
    let mut is_wanted = vec![false; layout.n_spans()];
    // Each span stands after the one that it is in.
    for i in (0..layout.n_spans()).rev() {
        let Some(span) = layout.span(i) else { continue };
        is_wanted[i] |= at.lies_in(span.space, span.start, span.end);
        if let (true, Some(parent)) = (is_wanted[i], span.parent) {
            is_wanted[parent] = true;
        }
    }
    is_wanted
}

/// A dump being printed, span by span.
struct Dump<'d> {
    layout: &'d dyn Layout,
    depth: usize,
    is_wanted: Vec<bool>,
    /// The first span that is not printed yet.
    next: usize,
    out: &'d mut dyn Write,
}

impl Dump<'_> {
    fn leaf(&mut self, leaf: Leaf<'_>) -> io::Result<()> {
        self.spans_before(leaf.span + usize::from(leaf.is_value))?;
        self.next = self.next.max(leaf.span + 1);
        let depth = self.layout.span(leaf.span).map_or(0, |span| span.depth) + usize::from(leaf.is_value);
        if depth > self.depth {
            // Shown by the span that it is in.
            return Ok(());
        }
        let mark = match leaf.kind {
            Kind::Unknown => " (unknown)",
            Kind::Folded => " (folded)",
            _ => "",
        };
        let (name, value) = (leaf.text.name(), leaf.text.value());
        let value = if value.is_empty() { String::new() } else { format!(" = {value}") };
        self.line(leaf.space, leaf.start..leaf.end, depth, true, &format!("{name}{mark}{value}"))
    }

    /// The spans that have spans inside, or are counted elsewhere.
    fn spans_before(&mut self, end: usize) -> io::Result<()> {
        while self.next < end {
            let Some(Span { space, start, end, kind, depth, .. }) = self.layout.span(self.next) else {
                break;
            };
            if self.is_wanted[self.next] && depth <= self.depth {
                let name = self.layout.name(self.next);
                let mark = if kind == Kind::Reference { " (also part of the above)" } else { "" };
                self.line(space, start..end, depth, depth == self.depth, &format!("{name}{mark}"))?;
            }
            self.next += 1;
        }
        Ok(())
    }

    fn line(
        &mut self,
        space: usize,
        range: Range<usize>,
        depth: usize,
        with_hex: bool,
        text: &str,
    ) -> io::Result<()> {
        let n_blocks = self.layout.n_spaces() - 1;
        let width = if n_blocks == 0 { 0 } else { n_blocks.to_string().len() + 1 };
        let prefix = if space == 0 { String::new() } else { format!("{space}:") };
        let (whole, _) = self.layout.space(space);
        let start = range.start;
        let bytes = whole.get(range).unwrap_or_default();
        let shown = match bytes.len() {
            _ if !with_hex => &[],
            17.. => &bytes[..15],
            _ => bytes,
        };
        let mut hex: String = shown.iter().map(|byte| format!("{byte:02x} ")).collect();
        if with_hex && shown.len() < bytes.len() {
            hex.push('…');
        }
        let len = if bytes.len() > 16 { format!(" ({} bytes)", grouped(bytes.len())) } else { String::new() };
        writeln!(
            self.out,
            "{prefix:>width$}{start:08x}  {hex:48} {:indent$}{text}{len}",
            "",
            indent = 2 * depth
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::toy;
    use crate::workspace::scratch::Scratch;

    fn dumped(text: &str, depth: Option<usize>, at: Option<&str>) -> Vec<String> {
        let tree = Scratch::new(&[("a.toy", text)]).formats([toy::format()]);
        let mut out = Vec::new();
        let _ = run(&tree.0, &tree.0.root.join("a.toy"), depth, at.map(|at| at.parse().unwrap()), &mut out);
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_dump_names_every_byte_inside_its_parts() {
        let line = |at: &str, hex: &str, text: &str| format!("{at}  {hex:48} {text}");
        assert_eq!(
            dumped("TOY~b", None, None),
            [
                line("00000000", "", "file"),
                line("00000000", "54 4f 59 ", "  magic"),
                line("00000003", "", "  text"),
                line("00000003", "7e ", "    [0] = ~"),
                line("00000004", "62 ", "    [1] = b"),
                "warning: a tilde (at byte 0x3)".into(),
            ]
        );
        assert_eq!(
            dumped("TOY 0123456789abcdef", Some(1), None)[2..],
            [line("00000003", "20 30 31 32 33 34 35 36 37 38 39 61 62 63 64 …", "  text (17 bytes)")]
        );
        assert_eq!(
            dumped("TOY b", None, Some("0x4")),
            [
                line("00000000", "", "file"),
                line("00000003", "", "  text"),
                line("00000004", "62 ", "    [1] = b"),
            ]
        );
    }

    #[test]
    fn an_offset_is_a_number_in_a_space() {
        assert_eq!("0x1f".parse(), Ok(At { space: 0, offset: 31 }));
        assert_eq!("2:7".parse(), Ok(At { space: 2, offset: 7 }));
        assert!("x".parse::<At>().is_err());
    }
}
