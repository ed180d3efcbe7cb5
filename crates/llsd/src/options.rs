//! What callers may choose.

use crate::Limits;
use crate::mould::limits::{Defaults, Scale};

/// The three ways in which LLSD is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// `application/llsd+binary`: tags, lengths, big-endian numbers.
    #[default]
    Binary,
    /// `application/llsd+xml`.
    Xml,
    /// `application/llsd+notation`: text in the manner of JSON.
    Notation,
}

/// Which value of a key that a map has twice is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplicates {
    /// The first, as the Second Life viewer does in binary and notation.
    First,
    /// The last, as python-llsd does everywhere, and the viewer in XML.
    #[default]
    Last,
    /// None: reading fails.
    Error,
}

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) duplicates: Duplicates,
}

impl ReadOptions {
    /// Whether the first thing that is wrong ends the reading.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// What reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Which value of a duplicate key is kept. Each one is a warning.
    #[must_use]
    pub fn duplicates(mut self, duplicates: Duplicates) -> Self {
        self.duplicates = duplicates;
        self
    }
}

/// What reading may produce where nothing is set. A value takes at least one byte of the input; nothing is compressed.
pub(crate) const DEFAULTS: Defaults = Defaults {
    output_bytes: Scale { floor: 64 << 20, per_kilobyte: 0 },
    depth: 128,
    elements: Scale { floor: 1 << 20, per_kilobyte: 1 << 10 },
    spans: Scale { floor: 1 << 20, per_kilobyte: 0 },
};

/// The line before a document that says how it is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Header {
    /// No such line, as inside of other files.
    None,
    /// What most readers know: `<? LLSD/Binary ?>`, `<?xml version="1.0" ?>`, `<? llsd/notation ?>`.
    #[default]
    Usual,
    /// What the viewer writes: as usual, but `<? LLSD/XML ?>`, which is no XML.
    Viewer,
    /// What python-llsd writes: `<?llsd/binary?>`, `<?xml version="1.0" ?>`, `<?llsd/notation?>`.
    Python,
}

/// How text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// On one line.
    #[default]
    Compact,
    /// A line for each value, indented.
    Pretty,
}

/// How values are spelt in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spelling {
    /// The shortest text that reads as the same value.
    #[default]
    Exact,
    /// The viewer's, which loses digits: six of a real in notation, hundredths of a second in dates.
    Viewer,
}

/// How to write. By default in binary with a header line, keys in the order of the map.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    pub(crate) encoding: Encoding,
    pub(crate) header: Header,
    pub(crate) style: Style,
    pub(crate) spelling: Spelling,
    pub(crate) sorted: bool,
    pub(crate) lossy: bool,
}

impl WriteOptions {
    /// The bytes that the viewer would write: keys sorted, its spelling, no header line.
    #[must_use]
    pub fn viewer() -> Self {
        Self { header: Header::None, spelling: Spelling::Viewer, sorted: true, ..Self::default() }
    }

    /// Which encoding [`write_with`](crate::write_with) writes; the modules have their own.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Which line comes first.
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.header = header;
        self
    }

    /// How text is laid out.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// How values are spelt in text.
    #[must_use]
    pub fn spelling(mut self, spelling: Spelling) -> Self {
        self.spelling = spelling;
        self
    }

    /// Whether the keys of each map are written in the order of their bytes.
    #[must_use]
    pub fn sorted(mut self, sorted: bool) -> Self {
        self.sorted = sorted;
        self
    }

    /// Whether what the encoding cannot carry is left out or replaced. By default it is an error.
    ///
    /// XML: control characters, U+FFFE and U+FFFF are left out, bytes that are not UTF-8 become U+FFFD.
    /// XML and notation: dates outside of the years 0 to 9999 become 1970.
    #[must_use]
    pub fn lossy(mut self, lossy: bool) -> Self {
        self.lossy = lossy;
        self
    }
}
