//! Options for reading and writing.

use crate::common::error::Error;
use crate::common::limits::Limits;
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use std::fmt;
use std::str::FromStr;

/// The three ways in which LLSD is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// `application/llsd+binary`: tags, lengths, big-endian numbers.
    #[default]
    Binary,
    /// `application/llsd+xml`.
    Xml,
    /// `application/llsd+notation`: text that resembles JSON.
    Notation,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Binary, Self::Xml, Self::Notation];

    /// The name of the encoding: `binary`, `xml` or `notation`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Xml => "xml",
            Self::Notation => "notation",
        }
    }
}

/// Prints the name of the encoding.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == text).ok_or_else(|| {
            let found = in_quotes(text.as_bytes());
            Error::model(ErrorKind::Unexpected { expected: "binary, xml or notation".into(), found })
        })
    }
}

/// The value that is kept if a key occurs more than once in a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplicates {
    /// The first value, as the Second Life viewer keeps it in binary and notation.
    First,
    /// The last, as python-llsd does everywhere, and the viewer in XML.
    #[default]
    Last,
    /// No value: a duplicate key is an error.
    Error,
}

/// Options for reading.
///
/// By default, recoverable errors become [`Warnings`](crate::Warnings), and the default [`Limits`] apply.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) duplicates: Duplicates,
}

impl ReadOptions {
    /// Makes recoverable errors end the reading, instead of being warnings.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on the output of reading.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets which value of a duplicate key is kept. Each duplicate is a warning.
    pub fn duplicates(self, duplicates: Duplicates) -> Self {
        Self { duplicates, ..self }
    }
}

/// The representation of LLSD in JSON, which has fewer types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonForm {
    /// The form of servers and the viewer: UUIDs, dates, URIs and binary (in base 64) are strings, and are read back as
    /// strings.
    Plain,
    /// A form without loss: a value that JSON lacks is written as an object with one key, such as `{"$uuid": "…"}`.
    Tagged,
}

/// The header line before a document, which names its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Header {
    /// No header line, as inside other files.
    None,
    /// The lines that most programs read: `<? LLSD/Binary ?>`, `<?xml version="1.0" ?>`, `<? llsd/notation
    /// ?>`.
    #[default]
    Usual,
    /// The lines that the viewer writes: the usual ones, but `<? LLSD/XML ?>`, which is not well-formed XML.
    Viewer,
    /// The lines that python-llsd writes: `<?llsd/binary?>`, `<?xml version="1.0" ?>`, `<?llsd/notation?>`.
    Python,
}

/// The layout of XML and notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// Writes everything on one line.
    #[default]
    Compact,
    /// Writes one line per value, indented.
    Pretty,
}

/// The spelling of values in XML and notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spelling {
    /// The shortest text that reads as the same value.
    #[default]
    Exact,
    /// The viewer's spelling, which loses precision: six digits of a real in notation, hundredths of a second in dates.
    Viewer,
}

/// Treatment of the characters that XML cannot express: controls other than tab, line feed and carriage return, U+FFFE and
/// U+FFFF. Binary and notation can express all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Control {
    /// Makes writing text with such a character an error.
    #[default]
    Refuse,
    /// Omits them, as python-llsd does; [`losses`](crate::losses) returns a warning for each text that they are omitted from.
    Strip,
}

/// Options for writing. The default is binary with a header line, and the keys in the order of the map.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct WriteOptions {
    pub(crate) encoding: Encoding,
    pub(crate) header: Header,
    pub(crate) style: Style,
    pub(crate) spelling: Spelling,
    pub(crate) sorted: bool,
    #[cfg_attr(not(feature = "xml"), expect(dead_code, reason = "the other encodings have all characters"))]
    pub(crate) control: Control,
    pub(crate) lossy: bool,
}

impl WriteOptions {
    /// The options of the viewer: sorted keys, its spelling, no header line.
    pub fn viewer() -> Self {
        Self { header: Header::None, spelling: Spelling::Viewer, sorted: true, ..Self::default() }
    }

    /// Sets the encoding that [`write_with`](crate::write_with) writes. The functions of an encoding's module ignore
    /// it.
    pub fn encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Sets the header line of the document.
    pub fn header(self, header: Header) -> Self {
        Self { header, ..self }
    }

    /// Sets the layout of XML and notation.
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Sets the spelling of values in text.
    pub fn spelling(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }

    /// Sorts the keys of each map by their bytes.
    pub fn sorted(self, sorted: bool) -> Self {
        Self { sorted, ..self }
    }

    /// Sets the treatment of characters that XML cannot express.
    pub fn control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    /// Omits or replaces values that the encoding cannot express, which are an error by default;
    /// [`losses`](crate::losses) lists them.
    ///
    /// XML omits control characters as with [`Control::Strip`], and replaces bytes that are not UTF-8 by U+FFFD. XML and
    /// notation replace dates outside the years 0 to 9999 by 1970.
    pub fn lossy(self, lossy: bool) -> Self {
        Self { lossy, ..self }
    }

    /// Omits control characters instead of refusing them.
    #[cfg(feature = "xml")]
    pub(crate) fn strips(&self) -> bool {
        self.lossy || self.control == Control::Strip
    }
}
