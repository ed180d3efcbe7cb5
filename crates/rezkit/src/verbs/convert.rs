//! Conversions between formats of one family, with a report of the losses.

pub(crate) mod by_scene;
mod llsd;
mod m3d;
mod mesh;
mod packing;
mod target;
mod to_binary;
mod to_target;
mod to_xml;
mod upload;

pub use llsd::convert_json;
pub use packing::Packing;
pub use target::Target;
pub use to_target::{ConvertedParts, ConvertedTo, TargetOptions, convert_to, convert_to_in_pieces};
pub use upload::{Extracted, bundle_assets, extract_assets};

use crate::roblox::{Document, Saved};
use files::Format;
use files::codec::{Adapted, Codec};
use files::fault::refused;
use files::{File, OpenOptions, StringKinds};
use rbxmesh::{DracoOptions, Version, WeldOptions};
use scene::loss::Losses;
use scene::{Loss, Problem, ProblemKind};

/// Options of [`convert`](fn@convert).
#[derive(Debug, Clone)]
#[non_exhaustive]
#[must_use]
pub struct ConvertOptions {
    /// The format to convert to.
    pub to: Format,
    /// The compression of the chunks of a binary Roblox file.
    pub packing: Packing,
    /// The XML types of strings of a binary Roblox file, by class and property.
    pub kinds: StringKinds,
    /// The version of a Roblox mesh.
    pub mesh_version: Option<Version>,
    /// Welds vertices of a Roblox mesh that differ by no more than this.
    pub weld: Option<WeldOptions>,
    /// Compresses the geometry of a Roblox mesh by Draco with these options, which makes it version 7.00.
    pub draco: Option<DracoOptions>,
    /// Converts LLSD to plain JSON, in which UUIDs, dates, URIs and binary values are strings.
    pub is_plain_json: bool,
}

impl ConvertOptions {
    /// Options for this format. The other fields have the values that the format's own programs use.
    pub fn to(to: Format) -> Self {
        let (packing, kinds) = (Packing::default(), StringKinds::default());
        Self { to, packing, kinds, mesh_version: None, weld: None, draco: None, is_plain_json: false }
    }

    /// Sets the compression of the chunks of a binary Roblox file.
    pub fn packing(self, packing: Packing) -> Self {
        Self { packing, ..self }
    }

    /// Sets the XML types of strings of a binary Roblox file, by class and property.
    pub fn kinds(self, kinds: StringKinds) -> Self {
        Self { kinds, ..self }
    }

    /// Sets the version of a Roblox mesh.
    pub fn mesh_version(self, version: Version) -> Self {
        Self { mesh_version: Some(version), ..self }
    }

    /// Welds vertices of a Roblox mesh that differ by no more than this.
    pub fn weld(self, options: WeldOptions) -> Self {
        Self { weld: Some(options), ..self }
    }

    /// Converts LLSD to plain JSON, in which UUIDs, dates, URIs and binary values are strings. By default, these are
    /// objects with one key, such as `{"$uuid": "…"}`, and nothing is lost.
    pub fn plain_json(self, is_plain: bool) -> Self {
        Self { is_plain_json: is_plain, ..self }
    }
}

/// The result of [`convert`](fn@convert).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Features that the new format cannot represent, or represents differently; empty if nothing is lost.
    pub losses: Vec<Loss>,
    /// Remarks that are not losses.
    pub notes: Vec<String>,
}

impl Converted {
    /// A converted file with these losses.
    #[must_use]
    pub fn new(bytes: Vec<u8>, losses: Vec<Loss>) -> Self {
        Self { bytes, losses, notes: Vec::new() }
    }
}

/// A converted file with these losses.
fn with(losses: Losses, bytes: Vec<u8>) -> Converted {
    Converted::new(bytes, losses.0)
}

/// Converts a file to another format of its family, and reports the losses.
///
/// | From | To |
/// |---|---|
/// | binary Roblox model or place | XML; the same with other packing |
/// | XML Roblox model or place | binary |
/// | Roblox mesh | another version |
/// | LLSD in any encoding | any other, and JSON; [`convert_json`] is the way back |
/// | Model 3D, binary or text | the other form, or the same as our writer writes it |
/// | saved upload (`.slm`) with one asset | the asset; [`extract_assets`] and [`bundle_assets`] are for several |
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
    let mut bytes = Vec::new();
    let converted = convert_in_pieces(file, options, &mut |piece, _| bytes.extend_from_slice(piece))?;
    // Only text is handed out before the end.
    Ok(if bytes.is_empty() { converted } else { Converted { bytes, ..converted } })
}

/// Converts a file like [`convert`](fn@convert), but hands out XML in pieces, since that of a place can be a hundred
/// times as long, each with all losses. The result has the bytes that were not handed out: none, or all of them.
///
/// # Errors
///
/// The errors of [`convert`](fn@convert). Some pieces may have been handed out by then.
pub fn convert_in_pieces(
    file: &File<'_>,
    options: &ConvertOptions,
    give: &mut dyn FnMut(&[u8], &[Loss]),
) -> Result<Converted, Problem> {
    let from = file.identity().format;
    let is_possible = from.conversions().contains(&options.to);
    let converted = match (from, options.to) {
        (_, to) if !is_possible => Err(impossible(from, to)),
        (Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation, _) => llsd::convert(file, options),
        (Format::RbxBinary, Format::RbxBinary) => repacked(file, options.packing),
        (Format::RbxBinary, Format::RbxXml) => to_xml::convert(file, options, give),
        (Format::RbxXml, Format::RbxBinary) => to_binary::convert(file, options),
        (Format::RbxXml, Format::RbxXml) => rewritten(file),
        (Format::RbxMesh, Format::RbxMesh) => mesh::convert(file, options),
        (Format::M3d | Format::A3d, to) => m3d::convert(file, to),
        (Format::Slm, Format::SlMesh) => upload::only_asset(file),
        (Format::SlMesh, Format::Slm) => upload::bundle_assets("", [("", file)]),
        (_, to) => Err(impossible(from, to)),
    };
    converted.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

/// Upper bound on the memory for reading a file and writing its text with escapes, in bytes. The output may exist twice
/// while it grows.
fn cost_of_text(bytes: &[u8]) -> usize {
    let is_plain = |byte: &&u8| matches!(byte, b' '..=b'~') && !b"<>&\"'\\".contains(byte);
    let n_plain = bytes.iter().filter(is_plain).count();
    let n_escaped = bytes.len().saturating_sub(n_plain).saturating_mul(6);
    let n_written = n_plain.saturating_add(n_escaped);
    n_written.saturating_mul(3).saturating_add(bytes.len().saturating_mul(2))
}

/// Rewrites XML as Studio would write it.
fn rewritten(file: &File<'_>) -> Result<Converted, Problem> {
    file.allowance().take(cost_of_text(file.bytes()))?;
    let (document, warnings) = rbxxml::Document::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    Ok(with(losses, rbxxml::write(&document).map_err(refused)?))
}

fn repacked(file: &File<'_>, packing: Packing) -> Result<Converted, Problem> {
    let options = rbxbinary::Model::read_options(file.options());
    let packed = rbxbinary::recompress(file.bytes(), packing.into(), &options);
    let bytes = packed.map_err(|error| rbxbinary::Model::problem(&error))?;
    let (n_before, n_now) = (file.bytes().len(), bytes.len());
    let note = (n_now > n_before).then(|| match packing {
        Packing::Stored => format!("unpacked, the file takes {n_now} bytes instead of {n_before}"),
        _ => format!(
            "packed with {packing}, the file is larger than before: {n_now} bytes instead of {n_before}"
        ),
    });
    Ok(Converted { bytes, losses: Vec::new(), notes: note.into_iter().collect() })
}

impl Document {
    /// Writes the document anew in either encoding. The other encoding is written as by
    /// [`convert`](fn@convert), with the same losses.
    ///
    /// ```
    /// use rezkit::Format;
    /// use rezkit::roblox::Document;
    ///
    /// let mut model = Document::new(Format::RbxBinary)?;
    /// let part = model.add(None, "Part")?;
    /// model.set(part, "Name", "Brick")?;
    /// let xml = model.save_as(Format::RbxXml)?.bytes;
    /// assert!(Document::open(&xml)?.find("Brick").is_some() && xml.starts_with(b"<roblox "));
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`save`](Self::save), and an error if the format is not one of Roblox models and places.
    pub fn save_as(&self, format: Format) -> Result<Saved, Problem> {
        let mut saved = self.save()?;
        if format == self.format() {
            return Ok(saved);
        }
        let converted = {
            // The document is already in memory, so it needs no limit.
            let file = File::open(&saved.bytes, &OpenOptions::default().max_memory(usize::MAX / 8))?;
            convert(&file, &ConvertOptions::to(format))?
        };
        saved.bytes = converted.bytes;
        saved.losses.extend(converted.losses);
        saved.notes.extend(converted.notes);
        Ok(saved)
    }
}

#[cold]
fn impossible(from: Format, to: Format) -> Problem {
    let message = format!("{} cannot become {}", from.in_words(), to.in_words());
    let problem = Problem::new(ProblemKind::Unsupported, message);
    let possible: Vec<_> = from.conversions().iter().map(|to| to.in_words()).collect();
    if possible.is_empty() { problem } else { problem.help(format!("it can become {}", possible.join(", "))) }
}
