//! A dump of a file that names each byte, line by line.

use files::File;
use files::layout::{Kind, Layout, Leaf, Span};
use scene::{Problem, ProblemKind, Warnings};
use serde::{Serialize, Serializer};
use std::fmt::Write;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;

/// The part of a file to show.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DumpOptions {
    /// The maximum number of levels of nested parts; by default, all.
    pub depth: Option<usize>,
    /// Shows only the spans that contain this byte.
    pub at: Option<At>,
    /// Shows only the part with this path, and its contents.
    pub part: Option<String>,
}

/// A byte of the input, or of the decompressed data of a packed part: `0x1f0`, `496`, or `3:0x10` in the third packed
/// part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// 0 for the input, otherwise the number of the packed part.
    pub space: usize,
    /// The offset of the byte.
    pub offset: usize,
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

/// A span or a value, to be shown on a line of its own.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct DumpLine<'l> {
    /// The schema of this result: `rezkit.dump/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.dump/1")))]
    pub schema: &'static str,
    /// 0 for the input, otherwise the number of the packed part whose decompressed data contain it.
    pub space: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The number of parts that contain it.
    pub depth: usize,
    /// The kind of these bytes.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The decoded value; empty for a part.
    pub value: String,
    /// Its bytes; none if its parts are shown as well. In JSON, the first 64 in hexadecimal.
    #[serde(rename = "hex", serialize_with = "as_hex", skip_serializing_if = "<[u8]>::is_empty")]
    #[cfg_attr(any(test, feature = "schemars"), schemars(with = "String"))]
    pub bytes: &'l [u8],
}

fn as_hex<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let mut hex = String::with_capacity(128);
    for byte in bytes.iter().take(64) {
        let _ = write!(hex, "{byte:02x}");
    }
    serializer.serialize_str(&hex)
}

/// The summary that [`dump`] returns after the last line.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DumpEnd {
    /// Recoverable errors.
    pub warnings: Warnings,
    /// The error that ended reading; the bytes after it are shown as a gap.
    pub error: Option<Problem>,
    /// The number of packed parts.
    pub n_packed: usize,
    /// The number of folded parts that were shown as one line; [`DumpOptions::at`] opens those around a byte.
    pub n_folded: usize,
}

/// Passes a line for each span to `show`, in the order of the file; the decompressed data of a packed part come after
/// it.
///
/// Lines are not kept, so that a large file takes no more memory than its layout. A part with more spans than the
/// layout may have is folded, and is unfolded when it is reached. Each unfolding reads the file again, so at most the
/// first eight are unfolded.
///
/// ```
/// use rezkit::{DumpOptions, File, OpenOptions, dump};
/// use std::ops::ControlFlow;
///
/// let file = File::open(b"version 2.00\n\x0c\0\x28\x0c\0\0\0\0\0\0\0\0", &OpenOptions::default())?;
/// let mut names = Vec::new();
/// dump(&file, &DumpOptions::default(), &mut |line| {
///     names.push(line.name);
///     ControlFlow::Continue(())
/// })?;
/// assert!(names.iter().any(|name| name == "n_vertices"), "{names:?}");
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the part that the options name is missing, the whole file is to be shown and exceeds its limits, or the lines
/// exceed the memory limit: [`OpenOptions::max_memory`](crate::OpenOptions::max_memory).
pub fn dump(
    file: &File<'_>,
    options: &DumpOptions,
    show: &mut dyn FnMut(DumpLine<'_>) -> ControlFlow<()>,
) -> Result<DumpEnd, Problem> {
    let layout = &file.layout();
    let window = match (&options.part, options.at) {
        (Some(path), _) => {
            let none = || Problem::new(ProblemKind::Reference, format!("there is no part {path}"));
            let (space, range) = layout.find(path).ok_or_else(none)?;
            Some((space, range))
        }
        (None, Some(At { space, offset })) => Some((space, offset..offset.saturating_add(1))),
        (None, None) => None,
    };
    // The values up to the limit could be millions of lines before the one that reports the error.
    if window.is_none()
        && let Some(error) = layout.error().filter(|error| error.kind == ProblemKind::Limit)
    {
        return Err(error);
    }
    let is_byte = options.part.is_none() && options.at.is_some();
    let wanted = Excerpt::select(layout, window, is_byte);
    let depth = options.depth.unwrap_or(usize::MAX);
    let mut folds = Folds::new(file);
    let written = file.allowance();
    let show = &mut |line: DumpLine<'_>| {
        written.pay(line.name.len().saturating_add(line.value.len()).saturating_add(COST_OF_LINE))?;
        show(line)
    };
    let mut walk = Walk { layout, depth, base: 0, level: 0, wanted, next: 0, folds: &mut folds, show };
    // The walk ends early if the caller wants no more lines, or the limit is exceeded.
    let _ = walk.visit();
    written.end()?;
    Ok(DumpEnd {
        warnings: layout.warnings(),
        error: layout.error(),
        // The first space is the input.
        n_packed: layout.n_spaces().saturating_sub(1),
        n_folded: folds.n_left,
    })
}

/// The spans to show.
struct Excerpt {
    /// True for each span to show; `None` for all spans.
    spans: Option<Vec<bool>>,
    window: Option<(usize, Range<usize>)>,
    /// True if the window is a single byte; then only spans that contain it are shown.
    is_byte: bool,
}

impl Excerpt {
    fn select(layout: &Layout<'_>, window: Option<(usize, Range<usize>)>, is_byte: bool) -> Self {
        let Some((space, range)) = &window else { return Self { spans: None, window, is_byte } };
        let n = layout.n_spans();
        let (mut is_inside, mut is_wanted) = (vec![false; n], vec![false; n]);
        // Spans follow the span that contains them.
        for i in 0..n {
            let Some(span) = layout.span(i) else { continue };
            let inherits = || {
                span.parent.is_some_and(|parent| {
                    is_inside.get(parent).copied().unwrap_or_default()
                        && layout.span(parent).is_some_and(|parent| parent.space != span.space || !is_byte)
                })
            };
            let lies_in = span.space == *space
                && if is_byte {
                    span.start <= range.start && range.start < span.end
                } else {
                    range.start <= span.start && span.end <= range.end
                };
            // Decompressed data do not lie at the byte of their packed data.
            let is_it = lies_in || !is_byte && inherits();
            if let Some(inside) = is_inside.get_mut(i) {
                *inside = is_it;
            }
        }
        for i in (0..n).rev() {
            let has = is_inside.get(i).copied().unwrap_or_default()
                || is_wanted.get(i).copied().unwrap_or_default();
            // An array may have values inside the window even if it is not entirely inside.
            let holds = layout
                .span(i)
                .is_some_and(|span| span.space == *space && span.start < range.end && range.start < span.end);
            if let (true, Some(wanted)) = (has || holds, is_wanted.get_mut(i)) {
                *wanted = true;
                if let Some(parent) = layout.span(i).and_then(|span| span.parent)
                    && let Some(parent) = is_wanted.get_mut(parent)
                {
                    *parent = true;
                }
            }
        }
        Self { spans: Some(is_wanted), window, is_byte }
    }

    fn span(&self, index: usize) -> bool {
        self.spans.as_ref().is_none_or(|spans| spans.get(index).copied().unwrap_or_default())
    }

    fn leaf(&self, leaf: &Leaf<'_>) -> bool {
        self.span(leaf.span)
            && self.window.as_ref().is_none_or(|(space, range)| {
                leaf.space != *space || leaf.start < range.end && range.start < leaf.end
            })
    }
}

/// The maximum number of folded parts that are opened inside each other.
const MOST_LEVELS: usize = 8;

/// The maximum number of folded parts that are opened: for each, the file is read again.
const MOST_OPENED: usize = 8;

/// The overhead of a line in addition to its text, for offset, bytes and indentation, in bytes.
const COST_OF_LINE: usize = 80;

/// The bytes that may be read again for folded parts of a compressed file, in addition to those allowed for an
/// uncompressed file of its stored size.
const MOST_READ: usize = 16 << 20;

/// Counts of the folded parts that were unfolded, and of those left folded.
struct Folds {
    most: usize,
    n_opened: usize,
    /// The number of parts that were shown as one line.
    n_left: usize,
}

impl Folds {
    fn new(file: &File<'_>) -> Self {
        let n_read = file.n_packed_bytes().saturating_mul(MOST_OPENED).saturating_add(MOST_READ);
        Self {
            most: n_read.div_euclid(file.bytes().len().max(1)).clamp(1, MOST_OPENED),
            n_opened: 0,
            n_left: 0,
        }
    }
}

struct Walk<'d> {
    layout: &'d Layout<'d>,
    depth: usize,
    /// An offset added to the depth of spans, which is counted from the unfolded part.
    base: usize,
    level: usize,
    wanted: Excerpt,
    /// The first span that has not been shown.
    next: usize,
    folds: &'d mut Folds,
    show: &'d mut dyn FnMut(DumpLine<'_>) -> ControlFlow<()>,
}

impl Walk<'_> {
    fn visit(&mut self) -> ControlFlow<()> {
        let layout = self.layout;
        let byte = self.wanted.window.clone().filter(|_| self.wanted.is_byte);
        let mut flow = ControlFlow::Continue(());
        let mut visit = |leaf: Leaf<'_>| {
            flow = self.leaf(&leaf);
            flow
        };
        match byte {
            // Only the leaves in the window are visited.
            Some((space, range)) => layout.leaves_in(space, range, &mut visit),
            None => layout.leaves(&mut visit),
        }
        flow?;
        self.spans_before(layout.n_spans())
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) -> ControlFlow<()> {
        self.spans_before(leaf.span.saturating_add(usize::from(leaf.is_value)))?;
        self.next = self.next.max(leaf.span.saturating_add(1));
        if !self.wanted.leaf(leaf) {
            return ControlFlow::Continue(());
        }
        let depth = self.layout.span(leaf.span).map_or(0, |span| span.depth);
        let depth = depth.saturating_add(usize::from(leaf.is_value));
        if depth > self.depth {
            // The enclosing span shows it.
            return ControlFlow::Continue(());
        }
        if leaf.kind == Kind::Folded && depth < self.depth {
            if self.level < MOST_LEVELS && self.folds.n_opened < self.folds.most {
                self.folds.n_opened = self.folds.n_opened.saturating_add(1);
                return self.unfolded(leaf);
            }
            self.folds.n_left = self.folds.n_left.saturating_add(1);
        }
        let (name, value) = (leaf.name(), leaf.value());
        self.line(leaf.space, leaf.start..leaf.end, depth, leaf.kind, name, value, true)
    }

    /// Unfolds a part, and shows its contents.
    fn unfolded(&mut self, leaf: &Leaf<'_>) -> ControlFlow<()> {
        let Some(layout) = self.layout.unfold(leaf.span) else {
            let (name, value) = (leaf.name(), leaf.value());
            let depth = self.layout.span(leaf.span).map_or(0, |span| span.depth);
            return self.line(leaf.space, leaf.start..leaf.end, depth, leaf.kind, name, value, true);
        };
        let whole = Some((leaf.space, leaf.start..leaf.end));
        let is_byte = self.wanted.is_byte;
        let window = if is_byte { self.wanted.window.clone() } else { whole };
        let mut wanted = Excerpt::select(&layout, window, is_byte);
        // The enclosing parts have already been shown.
        if let Some(spans) = &mut wanted.spans {
            for (i, is_wanted) in spans.iter_mut().enumerate() {
                let is_around = layout.span(i).is_some_and(|span| {
                    span.space == leaf.space && (span.start < leaf.start || span.end > leaf.end)
                });
                *is_wanted &= !is_around;
            }
        }
        let (depth, base, level) = (self.depth, self.base, self.level.saturating_add(1));
        let (folds, show) = (&mut *self.folds, &mut *self.show);
        Walk { layout: &layout, depth, base, level, wanted, next: 0, folds, show }.visit()
    }

    /// Shows the spans before `end`.
    fn spans_before(&mut self, end: usize) -> ControlFlow<()> {
        while self.next < end {
            let index = self.next;
            let Some(Span { space, start, end, kind, depth, .. }) = self.layout.span(index) else { break };
            self.next = self.next.saturating_add(1);
            if self.wanted.span(index) && depth <= self.depth {
                let name = self.layout.name(index);
                self.line(space, start..end, depth, kind, name, String::new(), depth == self.depth)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::too_many_arguments, reason = "they are the fields of a line")]
    fn line(
        &mut self,
        space: usize,
        Range { start, end }: Range<usize>,
        depth: usize,
        kind: Kind,
        name: String,
        value: String,
        is_closed: bool,
    ) -> ControlFlow<()> {
        let (whole, _) = self.layout.space(space);
        let bytes = whole.get(start..end).filter(|_| is_closed).unwrap_or_default();
        let schema = "rezkit.dump/1";
        (self.show)(DumpLine { schema, space, start, end, depth, kind, name, value, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::OpenOptions;

    /// The number of unfolded parts is bounded: unfolding every part would take hours.
    #[test]
    fn a_part_of_a_million_values_is_opened_a_few_times() {
        const N: usize = 1_200_000;
        let number = u32::try_from(N).unwrap().to_be_bytes();
        let bytes = [&b"<? LLSD/Binary ?>\n["[..], &number, &vec![b'!'; N], b"]"].concat();
        let file = File::open(&bytes, &OpenOptions::default()).unwrap();
        let mut n_lines = 0;
        let end = dump(&file, &DumpOptions::default(), &mut |_| {
            n_lines += 1;
            ControlFlow::Continue(())
        });
        let end = end.unwrap();
        assert!(end.n_folded > 1000 && n_lines > end.n_folded, "{} of {n_lines}", end.n_folded);
        // A part around the requested byte is unfolded wherever it is.
        let at = At { space: 0, offset: bytes.len() - 2 };
        let options = DumpOptions { at: Some(at), ..DumpOptions::default() };
        let mut last = String::new();
        let end = dump(&file, &options, &mut |line| {
            last = line.name;
            ControlFlow::Continue(())
        });
        assert_eq!((end.unwrap().n_folded, &*last), (0, "[1199999]"));
    }
}
