//! Identification of files by their content.

pub(super) mod damage;
pub mod magic;
pub(super) mod text;

use super::wrapper::{Wrapper, opened};
use super::{Family, Format, GUESS, RECOGNISE};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The result of [`identify`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Identity {
    /// The schema of this result, for programs that read it as JSON: `rezkit.identity/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.identity/1")))]
    pub schema: &'static str,
    /// The format of the content.
    pub format: Format,
    /// The name of the format.
    pub title: &'static str,
    /// The crate that reads it.
    pub family: Family,
    /// The version, if the format states one at its start.
    #[cfg_attr(any(test, feature = "schemars"), schemars(with = "Option<String>"))]
    pub version: Option<Version>,
    /// The compression formats around the content, outermost first.
    pub wrappers: Vec<Wrapper>,
    /// Damage that can be recognised: sent as text, truncated, a broken stream.
    pub damage: Option<Cow<'static, str>>,
    /// The format that the file name suggests, if it is another one.
    pub disagreement: Option<String>,
}

/// A version as files state it: `1.00`, `2.0`, or an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The integer, or the number before the dot.
    pub major: u32,
    /// The number after the dot.
    pub minor: Option<u32>,
    /// The number of digits after the dot.
    n_digits: usize,
}

impl Version {
    /// A version that is an integer.
    pub(super) fn whole(number: impl Into<u32>) -> Self {
        Self { major: number.into(), minor: None, n_digits: 0 }
    }

    /// Parses two numbers with a dot between them.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let number =
            |text: &str| text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?;
        let (major, minor) = text.split_once('.')?;
        Some(Self { major: number(major)?, minor: Some(number(minor)?), n_digits: minor.len() })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.minor {
            Some(minor) => write!(f, "{}.{minor:0width$}", self.major, width = self.n_digits),
            None => write!(f, "{}", self.major),
        }
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The format, version and damage of a file, as recognised from its start.
#[derive(Debug)]
pub struct Found {
    pub(super) format: Format,
    pub(super) version: Option<Version>,
    pub(super) damage: Option<Cow<'static, str>>,
}

impl Found {
    pub(super) fn new(format: Format) -> Self {
        Self { format, version: None, damage: None }
    }

    pub(super) fn version(format: Format, version: Version) -> Self {
        Self { version: Some(version), ..Self::new(format) }
    }
}

/// Upper bound on the bytes that are decompressed, which are enough to identify a file.
const MOST_UNPACKED: usize = 8 << 20;

/// Identifies a file by its content alone, also inside gzip, zlib and zstd.
///
/// ```
/// use files::{Format, identify};
///
/// assert_eq!(identify(b"\x89PNG\r\n\x1a\n").format, Format::Png);
/// let identity = identify(b"<roblox!\x89\xff\n\x1a\n\0\0");
/// assert_eq!(identity.format, Format::RbxBinary);
/// assert_eq!(identity.damage.as_deref(), Some("line ends became LF: the file was sent as text"));
/// ```
#[must_use]
pub fn identify(bytes: &[u8]) -> Identity {
    let opened = opened(bytes, MOST_UNPACKED);
    let broken = opened.trouble.map(|trouble| Cow::Owned(trouble.message));
    let found = match broken {
        Some(_) => Found::new(Format::Compressed),
        None => found(&opened.bytes, opened.is_whole),
    };
    Identity {
        schema: "rezkit.identity/1",
        format: found.format,
        title: found.format.in_words(),
        family: found.format.family(),
        version: found.version,
        wrappers: opened.wrappers,
        damage: broken.or(found.damage),
        disagreement: None,
    }
}

/// Identifies like [`identify`], and reports a file extension that belongs to another format. The content always
/// decides. Unknown extensions are ignored.
#[must_use]
pub fn identify_named(bytes: &[u8], name: &str) -> Identity {
    let mut identity = identify(bytes);
    identity.disagreement = disagreement(identity.format, name);
    identity
}

fn disagreement(format: Format, name: &str) -> Option<String> {
    let ending = ending(name)?;
    if format.extensions().contains(&&*ending) {
        return None;
    }
    let named = of_ending(&ending)?;
    let content = match format {
        Format::Unknown => "of no known format",
        _ => format.in_words(),
    };
    // Of several, the one for the same purpose: `.rbxlx` for a place.
    let of_format = format.extensions();
    let is_like = |other: &&&str| other.starts_with(&*ending) || ending.starts_with(**other);
    let expected = of_format.iter().find(is_like).or(of_format.first());
    let expected = expected.map_or_else(String::new, |expected| format!(" (.{expected})"));
    Some(format!("the name says {}, the content is {content}{expected}", named.in_words()))
}

impl Format {
    /// The format that the extension of a file name belongs to, ignoring a further extension such as `.gz`;
    /// `None` for unknown or missing extensions. If several formats share the extension, the most usual one
    /// is returned.
    ///
    /// ```
    /// use files::Format;
    ///
    /// assert_eq!(Format::of_name("places/Town.RBXL.gz"), Some(Format::RbxBinary));
    /// assert_eq!([Format::of_name("1234567"), Format::of_name("a.new")], [None, None]);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        of_ending(&ending(name)?)
    }

    /// Returns true if files of this format have instances.
    #[doc(hidden)]
    pub fn is_roblox(self) -> bool {
        matches!(self, Self::RbxBinary | Self::RbxXml)
    }
}

/// The extension of a file name, in lower case, ignoring a further one such as `.gz`.
fn ending(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let (before, last) = name.rsplit_once('.')?;
    let is_packed = ["gz", "zst", "zstd", "zlib", "z"].contains(&last);
    let inner = before.rsplit('.').next().filter(|_| is_packed);
    Some(inner.unwrap_or(last).to_owned())
}

fn of_ending(ending: &str) -> Option<Format> {
    let is_first = |format: &&Format| format.extensions().first() == Some(&ending);
    let is_any = |format: &&Format| format.extensions().contains(&ending);
    Format::ALL.iter().find(is_first).or_else(|| Format::ALL.iter().find(is_any)).copied()
}

fn found(bytes: &[u8], is_whole: bool) -> Found {
    if bytes.is_empty() {
        return Found::new(Format::Empty);
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return Found::new(Format::Zeros);
    }
    // Backwards, because mesh assets and uploads are LLSD as well, which is first in the table.
    let own = RECOGNISE.iter().rev().find_map(|recognise| recognise(bytes));
    let found = own.or_else(|| {
        let others = [magic, structure, utf16, text_of];
        others.iter().find_map(|recognise| recognise(bytes, is_whole))
    });
    let mut found = found.unwrap_or_else(|| Found::new(Format::Unknown));
    if found.damage.is_none() {
        found.damage = damage::of_binary(bytes).map(Cow::Borrowed);
    }
    found
}

fn magic(bytes: &[u8], _: bool) -> Option<Found> {
    let format = magic::by_magic(bytes)?;
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let (version, damage) = match format {
        Format::Glb => (number(4).map(Version::whole), None),
        Format::Png => (None, damage::of_png(bytes)),
        _ => (None, None),
    };
    Some(Found { version, damage: damage.map(Cow::Borrowed), ..Found::new(format) })
}

/// Recognises binary formats without magic numbers by the consistency of their fields.
fn structure(bytes: &[u8], _: bool) -> Option<Found> {
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    // Binary STL: a header of 80 bytes, a count, and 50 bytes for each triangle.
    let is_stl = number(80).is_some_and(|n| {
        usize::try_from(n).ok().and_then(|n| n.checked_mul(50)?.checked_add(84)) == Some(bytes.len()) && n > 0
    });
    // Two characters are too weak a signature, so the length after them has to match.
    let is_bmp = bytes.starts_with(b"BM") && number(2).is_some_and(|size| size as usize == bytes.len());
    match () {
        () if is_stl => Some(Found::new(Format::Stl)),
        () if is_bmp => Some(Found::new(Format::Bmp)),
        () => None,
    }
}

/// Recognises text in UTF-16, which none of our formats uses, as the format that it would have in UTF-8.
fn utf16(bytes: &[u8], _: bool) -> Option<Found> {
    let text = damage::from_utf16(bytes)?;
    let inner = text_of(&text, false)?;
    Some(Found { damage: Some("the text is UTF-16, not UTF-8".into()), ..inner })
}

fn text_of(bytes: &[u8], is_whole: bool) -> Option<Found> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text::markup(text)
        .or_else(|| text::json(text, is_whole))
        .or_else(|| GUESS.iter().find_map(|guess| guess(bytes)))
        .or_else(|| text::lines(text))
        .or_else(|| text::is_text(text).then(|| Found::new(Format::Text)))
}
