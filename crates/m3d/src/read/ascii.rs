//! Reading the text form: the file and its sections. Text format document.

mod bones;
mod header;
mod line;
mod materials;
mod mesh;
mod paths;
mod points;
mod shapes;
mod small;
mod voxels;

use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part, remainder, surplus, unknown};
use crate::common::trace::Label;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Chunk, Model, OrientationIndex, Skeleton, Skin, SkinIndex};
use crate::options::ReadOptions;
use crate::wire::{Context, Names, Outline, Section};
use line::{empty_lines, word};
use nom::Parser;
use nom::sequence::{preceded, terminated};
pub(crate) use paths::Paths;
use std::collections::HashMap;
use std::ops::Range;

/// A function that returns the content of a file next to the text, if it exists.
pub(crate) type ReadFile<'f> = &'f dyn Fn(&str) -> Option<Vec<u8>>;

/// The state that the readers of the sections share.
struct Text<'f> {
    context: Context,
    names: Names,
    skins: Skins,
    /// The vertices that bones, frames and shapes use as orientations.
    orientations: Vec<OrientationIndex>,
    /// Set if coordinates are doubles.
    has_doubles: bool,
    /// The index of the skeleton among the chunks, once it exists.
    skeleton: Option<usize>,
    chunks: Vec<Chunk>,
    /// The kinds of chunks that may occur only once and were read already.
    seen: Vec<[u8; 4]>,
    preview: Option<Vec<u8>>,
    read_file: ReadFile<'f>,
}

/// A model, with the sections of the text and the chunks that each was converted to.
pub(crate) struct SectionedModel {
    pub(crate) model: Model,
    /// The offset of the first section.
    pub(crate) start: usize,
    pub(crate) sections: Vec<SectionRange>,
}

/// The range of bytes of a section, including the empty lines after it, and the range of its chunks.
pub(crate) struct SectionRange {
    pub(crate) bytes: Range<usize>,
    pub(crate) chunks: Range<usize>,
}

/// The distinct skins read so far.
#[derive(Default)]
struct Skins {
    list: Vec<Skin>,
    numbers: HashMap<([u8; 8], [BoneIndex; 8]), SkinIndex>,
}

impl Skins {
    fn add(&mut self, skin: Skin) -> SkinIndex {
        let next = SkinIndex(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        *self.numbers.entry((skin.weights, skin.bones)).or_insert_with(|| {
            self.list.push(skin);
            next
        })
    }
}

/// Reads a text. The model has the smallest field widths that hold it. Text format document, section 1.
pub(super) fn file<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    read_file: ReadFile<'_>,
) -> Parsed<'a, Model> {
    file_with_sections(input, options, read_file)
        .map(|(rest, file_with_sections)| (rest, file_with_sections.model))
}

/// Reads a text as [`file`] does, and returns the section of each chunk.
pub(crate) fn file_with_sections<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    read_file: ReadFile<'_>,
) -> Parsed<'a, SectionedModel> {
    let (input, header) = part("header", header::header)(input)?;
    let outline = Outline::scan(input.bytes());
    let mut text = Text {
        context: Context::of_text(&outline, options),
        names: Names::new(&header.titles),
        skins: Skins::default(),
        orientations: Vec::new(),
        has_doubles: options.doubles,
        skeleton: None,
        chunks: Vec::new(),
        seen: Vec::new(),
        preview: None,
        read_file,
    };
    let start = input.position();
    let mut sections = Vec::with_capacity(outline.sections.len());
    let mut input = input;
    for (number, of) in outline.sections.iter().enumerate() {
        let (rest, own) = input.split(of.len)?;
        let n_chunks = text.chunks.len();
        section(own, number, of, &mut text)?;
        sections.push(SectionRange {
            bytes: input.position()..rest.position(),
            chunks: n_chunks..text.chunks.len(),
        });
        input = rest;
    }
    let (input, ()) = end(input)?;
    // All skins and orientations are known only at the end, because sections come in any order.
    text.set_skins();
    text.mark_orientations();
    Ok((input, SectionedModel { model: text.finish(header.scale), start, sections }))
}

/// Reads a section. The first line that cannot be read ends it, with a warning.
fn section<'a>(input: Input<'a>, number: usize, of: &Section, text: &mut Text<'_>) -> Parsed<'a, ()> {
    // A section may be a few bytes, but takes the memory of many elements.
    input.charge_elements(24)?;
    let letters = input.bytes().get(..of.keyword_len).unwrap_or_default();
    let label = match letters {
        // The binary form has this name for the preview, too.
        b"Preview" => Label { word: "preview", index: None, text: &[] },
        _ if reader(letters).is_none() => Label { word: "sections", index: Some(number), text: letters },
        _ => Label { word: "chunks", index: Some(text.chunks.len()), text: letters },
    };
    part(label, |input: Input<'a>| {
        let (blank, own) = input.split(of.lines_len)?;
        match content(own, of, text) {
            Ok((rest, ())) if rest.bytes().is_empty() => {}
            // The warning has reported the first of these lines.
            Ok((rest, ())) => _ = unknown("unread")(rest)?,
            Err(error) => input.recover(error)?,
        }
        field("empty_lines", empty_lines)(blank)
    })(input)
}

fn content<'a>(input: Input<'a>, of: &Section, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, keyword) = field("keyword", word)(input)?;
    match reader(keyword) {
        // A section has at least one line of data: text format document, section 1.
        Some(read) if of.n_lines > 0 => return read(rest, text),
        Some(_) => input.warn(|| ErrorKind::Missing { what: "line in this section" })?,
        None => {
            let name = || String::from_utf8_lossy(keyword).into_owned();
            input.warn(|| ErrorKind::Dangling { what: "section", name: name() })?;
        }
    }
    unknown("unread")(rest).map(|(rest, _)| (rest, ()))
}

/// The reader of a section after its keyword.
type Reader = for<'a> fn(Input<'a>, &mut Text<'_>) -> Parsed<'a, ()>;

fn reader(keyword: &[u8]) -> Option<Reader> {
    Some(match keyword {
        b"Preview" => small::preview,
        b"Textmap" => points::textmap,
        b"Vertex" => points::vertex,
        b"Bones" => bones::bones,
        b"Material" => materials::material,
        b"Procedural" => small::procedural,
        b"Mesh" => mesh::mesh,
        b"VoxTypes" | b"Voxtypes" => voxels::types,
        b"Voxel" => voxels::block,
        b"Shape" => shapes::shape,
        b"Labels" => small::labels,
        b"Action" => bones::action,
        b"Assets" => small::assets,
        b"Extra" => small::extra,
        _ => return None,
    })
}

/// Reads the word `End`, which programs may leave out. They ignore everything after it. Text format document, section
/// 1.
fn end(input: Input<'_>) -> Parsed<'_, ()> {
    if input.bytes().is_empty() {
        return Ok((input, ()));
    }
    let (rest, _) = field("end", word)(input)?;
    if rest.bytes().trim_ascii().is_empty() {
        return field("empty_lines", empty_lines)(rest);
    }
    surplus("trailing")(rest).map(|(rest, _)| (rest, ()))
}

impl Text<'_> {
    /// Adds a chunk that may occur once; readers use the first.
    fn push_unique(
        &mut self,
        input: Input<'_>,
        chunk: Chunk,
    ) -> Result<(), nom::Err<crate::common::error::Error>> {
        let magic = chunk.magic();
        if !self.seen.contains(&magic) {
            self.seen.push(magic);
        } else {
            let name = magic.escape_ascii().to_string();
            input.warn(|| ErrorKind::Duplicate { what: "chunk", name })?;
        }
        self.chunks.push(chunk);
        Ok(())
    }

    fn finish(self, scale: f32) -> Model {
        let mut model = Model {
            preview: self.preview,
            scale,
            strings: self.names.into_strings(),
            chunks: self.chunks,
            ..Model::default()
        };
        model.fit();
        model
    }

    /// Adds a skeleton for the skins, if there is no section of bones.
    fn add_skeleton(&mut self) {
        if self.skeleton.is_none() && self.context.n_bones == 0 && !self.skins.list.is_empty() {
            self.skeleton = Some(self.chunks.len());
            self.chunks.push(Chunk::Skeleton(Skeleton::default()));
        }
    }

    fn set_skins(&mut self) {
        if let Some(Chunk::Skeleton(skeleton)) = self.skeleton.and_then(|at| self.chunks.get_mut(at)) {
            skeleton.skins = std::mem::take(&mut self.skins.list);
        }
    }

    /// Sets the skin of vertices that are used as orientations to −2: text format document, section 5.
    fn mark_orientations(&mut self) {
        let vertices = self.chunks.iter_mut().find_map(|chunk| match chunk {
            Chunk::Vertices(vertices) => Some(vertices),
            _ => None,
        });
        let Some(vertices) = vertices else { return };
        for index in self.orientations.iter().filter_map(|index| index.get()) {
            if let Some(skin @ &mut SkinIndex::NONE) = vertices.skins.get_mut(index) {
                *skin = SkinIndex::ORIENTATION;
            }
        }
    }
}

/// Skips the rest of a line, which programs ignore, such as a comment after a keyword.
fn comment(input: Input<'_>) -> Parsed<'_, ()> {
    preceded(field("comment", line::words), field("keyword_end", line::line_end)).parse(input)
}

/// Reads the name that follows a keyword, up to the end of the line.
fn name<'a>(input: Input<'a>, word: &'static str) -> Parsed<'a, &'a [u8]> {
    terminated(field(word, line::words), field("keyword_end", line::line_end)).parse(input)
}

/// Skips the rest of the input; see [`remainder`].
fn skip(input: Input<'_>) -> Parsed<'_, ()> {
    remainder(input).map(|(rest, _)| (rest, ()))
}
