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
    let layout = (format.layout)(&bytes);
    let is_wanted = wanted(&layout, at);
    let mut dump =
        Dump { bytes: &bytes, layout: &layout, depth: depth.unwrap_or(usize::MAX), is_wanted, next: 0, out };
    let mut result = Ok(());
    (format.leaves)(&bytes, &mut |leaf| {
        if at.is_some_and(|at| !at.lies_in(leaf.space, leaf.start, leaf.end)) {
            return ControlFlow::Continue(());
        }
        result = dump.leaf(leaf);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    dump.spans_before(layout.spans.len())?;
    for warning in &layout.warnings.kept {
        writeln!(out, "warning: {}", warning.text)?;
    }
    match &layout.error {
        Some(error) => bail!("refused: {}", error.text),
        None => Ok(()),
    }
}

/// Which spans hold the byte, or all.
fn wanted(layout: &Layout, at: Option<At>) -> Vec<bool> {
    let Some(at) = at else { return vec![true; layout.spans.len()] };
    let mut is_wanted = vec![false; layout.spans.len()];
    // Each span stands after the one that it is in.
    for (i, span) in layout.spans.iter().enumerate().rev() {
        is_wanted[i] |= at.lies_in(span.space, span.start, span.end);
        if let (true, Some(parent)) = (is_wanted[i], span.parent) {
            is_wanted[parent] = true;
        }
    }
    is_wanted
}

/// A dump being printed, span by span.
struct Dump<'d> {
    bytes: &'d [u8],
    layout: &'d Layout,
    depth: usize,
    is_wanted: Vec<bool>,
    /// The first span that is not printed yet.
    next: usize,
    out: &'d mut dyn Write,
}

impl Dump<'_> {
    fn leaf(&mut self, leaf: Leaf<'_>) -> io::Result<()> {
        self.spans_before(leaf.span)?;
        let span = &self.layout.spans[leaf.span];
        let is_span = (leaf.start, leaf.end) == (span.start, span.end) && leaf.name == span.name;
        if is_span {
            self.next = self.next.max(leaf.span + 1);
        } else {
            self.spans_before(leaf.span + 1)?;
        }
        let depth = if is_span { span.depth } else { span.depth + 1 };
        if depth > self.depth {
            // Shown by the span that it is in.
            return Ok(());
        }
        let mark = if leaf.kind == Kind::Unknown { " (unknown)" } else { "" };
        let value = if leaf.value.is_empty() { String::new() } else { format!(" = {}", leaf.value) };
        self.line(leaf.space, leaf.start..leaf.end, depth, true, &format!("{}{mark}{value}", leaf.name))
    }

    /// The spans that have spans inside, or are counted elsewhere.
    fn spans_before(&mut self, end: usize) -> io::Result<()> {
        let layout = self.layout;
        while self.next < end {
            let Span { name, space, start, end, kind, depth, .. } = &layout.spans[self.next];
            if self.is_wanted[self.next] && *depth <= self.depth {
                let name = match kind {
                    Kind::Reference => format!("{name} (also part of the above)"),
                    _ => name.clone(),
                };
                self.line(*space, *start..*end, *depth, *depth == self.depth, &name)?;
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
        let blocks = &self.layout.blocks;
        let width = if blocks.is_empty() { 0 } else { blocks.len().to_string().len() + 1 };
        let (prefix, whole) = match space.checked_sub(1) {
            None => (String::new(), self.bytes),
            Some(block) => (format!("{space}:"), blocks.get(block).map_or(&[][..], |(_, plain)| plain)),
        };
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
