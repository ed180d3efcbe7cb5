//! From one format of a family to another, with a report of what is lost.

mod names;
mod to_binary;
mod to_xml;

pub use names::{StringKind, StringKinds};

use crate::{Family, File, Format, Problem, ProblemKind};
use serde::Serialize;
use std::fmt;

/// How to convert.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The format to convert to.
    pub to: Format,
    /// How the chunks of a binary Roblox file are packed.
    pub packing: Packing,
    /// What strings of a binary Roblox file are in XML, by class and property.
    pub kinds: StringKinds,
}

impl ConvertOptions {
    /// To a format, with everything else as its own programs write it.
    #[must_use]
    pub fn to(to: Format) -> Self {
        Self { to, packing: Packing::default(), kinds: StringKinds::default() }
    }

    /// How the chunks of a binary Roblox file are packed.
    #[must_use]
    pub fn packing(mut self, packing: Packing) -> Self {
        self.packing = packing;
        self
    }

    /// What strings of a binary Roblox file are in XML, by class and property.
    #[must_use]
    pub fn kinds(mut self, kinds: StringKinds) -> Self {
        self.kinds = kinds;
        self
    }
}

/// How the chunks of a binary Roblox file are packed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// LZ4, as Studio packs.
    #[default]
    Lz4,
    /// Zstandard, as Roblox's servers pack.
    Zstd,
    /// Not at all.
    Stored,
}

impl From<Packing> for rbxbinary::Compression {
    fn from(packing: Packing) -> Self {
        match packing {
            Packing::Lz4 => Self::Lz4,
            Packing::Zstd => Self::Zstd,
            Packing::Stored => Self::Stored,
        }
    }
}

/// What [`convert`] gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it could not hold, or holds in another way; empty if nothing is lost.
    pub losses: Vec<Loss>,
}

/// Something that the new file could not hold, or holds in another way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// What, in words.
    pub what: String,
    /// How often.
    pub count: usize,
    /// Where, the first few times.
    pub places: Vec<String>,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = if self.count == 1 { "once".to_owned() } else { format!("{} times", self.count) };
        write!(f, "{}: {times}", self.what)?;
        match self.places.first() {
            Some(place) if !place.is_empty() && self.count == 1 => write!(f, ", at {place}"),
            Some(place) if !place.is_empty() => write!(f, ", first at {place}"),
            _ => Ok(()),
        }
    }
}

/// Losses while they come in.
#[derive(Debug, Default)]
pub(crate) struct Losses(Vec<Loss>);

impl Losses {
    const PLACES: usize = 5;

    pub(crate) fn add(&mut self, what: &str, place: impl FnOnce() -> String) {
        let loss = match self.0.iter_mut().find(|loss| loss.what == what) {
            Some(loss) => loss,
            None => {
                self.0.push(Loss { what: what.to_owned(), count: 0, places: Vec::new() });
                let Some(loss) = self.0.last_mut() else { return };
                loss
            }
        };
        loss.count = loss.count.saturating_add(1);
        if loss.places.len() < Self::PLACES {
            loss.places.push(place());
        }
    }
}

/// Converts a file to another format of its family, and says what is lost.
///
/// | From | To |
/// |---|---|
/// | binary Roblox model or place | XML; the same with other packing |
/// | XML Roblox model or place | binary |
/// | LLSD in any encoding | LLSD in any other |
///
/// ```
/// use rezkit::{ConvertOptions, File, Format, OpenOptions, convert};
///
/// let file = File::open(b"{'name':'chair','legs':i4}", &OpenOptions::default())?;
/// let xml = convert(&file, &ConvertOptions::to(Format::LlsdXml))?;
/// assert!(xml.losses.is_empty());
/// assert!(String::from_utf8_lossy(&xml.bytes).contains("<key>legs</key><integer>4</integer>"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, the two formats are not of one family, or the new one cannot hold the model at all.
pub fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let from = file.identity().format;
    let converted = match (from.family(), options.to) {
        (Family::Llsd, Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation) => llsd(file, options.to),
        (Family::RbxBinary, Format::RbxBinary) => repacked(file, options.packing),
        (Family::RbxBinary, Format::RbxXml) => to_xml::convert(file, options),
        (Family::RbxXml, Format::RbxBinary) => to_binary::convert(file, options),
        _ => Err(Problem::new(
            ProblemKind::Unsupported,
            format!("{} cannot become {}", from.in_words(), options.to.in_words()),
        )),
    };
    converted.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

fn llsd(file: &File<'_>, to: Format) -> Result<Converted, Problem> {
    let (value, _) = <::llsd::Value as crate::codec::Codec>::read(file.bytes(), file.options())?;
    let written = match to {
        Format::LlsdBinary => ::llsd::binary::write(&value),
        Format::LlsdXml => ::llsd::xml::write(&value),
        _ => ::llsd::notation::write(&value),
    };
    let bytes = written.map_err(|error| Problem::new(ProblemKind::Unsupported, error.to_string()))?;
    // What an encoding has no word for would be an error above; reading again proves the rest.
    let mut losses = Losses::default();
    match <::llsd::Value as crate::codec::Codec>::read(&bytes, crate::codec::Options::default()) {
        Ok((again, _)) => {
            if let Some(difference) = ::llsd::Same::difference(&value, &again) {
                losses.add("values that the encoding spells in another way", || difference);
            }
        }
        Err(problem) => losses.add("what cannot be read again", || problem.to_string()),
    }
    Ok(Converted { bytes, losses: losses.0 })
}

fn repacked(file: &File<'_>, packing: Packing) -> Result<Converted, Problem> {
    let bytes = rbxbinary::recompress(file.bytes(), packing.into(), &rbxbinary::ReadOptions::default());
    let bytes = bytes.map_err(|error| Problem::new(ProblemKind::Unsupported, error.to_string()))?;
    Ok(Converted { bytes, losses: Vec::new() })
}
