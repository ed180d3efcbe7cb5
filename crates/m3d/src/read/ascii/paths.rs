//! Translation of the paths of findings from the names of the model to the lines of a text.

use super::{SectionedModel, file_with_sections, materials};
use crate::common::input::Reading;
use crate::model::{Chunk, Labels, Mesh, Record, VoxelBlock};
use crate::options::ReadOptions;
use crate::wire::{TEXT_MAGIC, title};

/// A text that was read in order to translate paths.
pub(crate) struct Paths<'t> {
    text: &'t [u8],
    read: SectionedModel,
}

impl<'t> Paths<'t> {
    /// Reads a text; returns `None` if it is not a text, or cannot be read.
    pub(crate) fn new(text: &'t [u8], options: &ReadOptions) -> Option<Self> {
        text.starts_with(TEXT_MAGIC).then_some(())?;
        let reading = Reading::new(false, options.limits, text.len());
        let read = reading.read(text, |input| file_with_sections(input, options, &|_| None)).ok()?;
        Some(Self { text, read })
    }

    /// The path of the same value in the text, if it has another name there.
    pub(crate) fn path(&self, path: &str) -> Option<String> {
        if let Some((number, rest)) = indexed(path, "strings") {
            // All other strings are names, which occur wherever they are used.
            let title = ["name", "licence", "author", "description"].get(number)?;
            return Some(format!("header.{title}{rest}"));
        }
        if path == "preview.image" {
            return Some("preview.file".into());
        }
        let (number, rest) = indexed(path, "chunks")?;
        let (word, inside) = rest.split_once(", ").unwrap_or((rest, ""));
        let own = self.section_of(number)?;
        // The path has the names of the text already.
        if word.trim_start().as_bytes() == own.keyword {
            return None;
        }
        let offset = number.saturating_sub(own.first);
        if let Some((skin, _)) = indexed(inside, "skins") {
            let chunks = self.read.model.chunks.iter();
            let vertices = chunks.clone().position(|chunk| matches!(chunk, Chunk::Vertices(_)))?;
            let skins = &self.read.model.vertices()?.skins;
            let line = skins.iter().position(|one| one.get() == Some(skin))?;
            return Some(self.section_of(vertices)?.path("vertices", line, ""));
        }
        match (own.keyword, self.read.model.chunks.get(number)?) {
            (b"Assets", _) => Some(own.path("files", offset, "")),
            (b"Bones", _) => {
                let (bone, rest) = indexed(inside, "bones")?;
                Some(own.path("bones", bone, &rest.replace("parent", "depth")))
            }
            (_, Chunk::Material(_)) => {
                let (property, rest) = indexed(inside, "properties")?;
                let line = own.nth_line(property, materials::is_key)?;
                Some(own.path("lines", line, &rest.replace("id", "key")))
            }
            (_, Chunk::Shape(_)) => {
                let is_group = |word: &[u8]| word == b"group";
                if inside == "group" {
                    return Some(own.path("lines", own.last_line(usize::MAX, is_group)?, ".group"));
                }
                let (command, rest) = indexed(inside, "commands")?;
                Some(own.path("lines", own.nth_line(command, |word| !is_group(word))?, rest))
            }
            (_, Chunk::Mesh(mesh)) => {
                let (line, rest) = in_mesh(mesh, inside)?;
                Some(own.path("lines", line, &rest))
            }
            (_, Chunk::Action(action)) => {
                let (frame, rest) = indexed(inside, "frames")?;
                let before = action.frames.get(..frame)?;
                let n_before: usize =
                    before.iter().map(|frame| frame.transforms.len().saturating_add(1)).sum();
                match rest.strip_prefix('.').and_then(|rest| indexed(rest, "transforms")) {
                    Some((transform, rest)) => {
                        Some(own.path("lines", n_before.saturating_add(transform).saturating_add(1), rest))
                    }
                    None => Some(own.path("lines", n_before, rest)),
                }
            }
            (_, Chunk::Labels(_)) => in_labels(&own, offset, inside),
            (_, Chunk::VoxelBlock(block)) => in_voxels(&own, block, inside),
            _ => None,
        }
    }

    /// The section of the text for a chunk.
    fn section_of(&self, number: usize) -> Option<Section<'_>> {
        let source = self.read.sections.iter().find(|source| source.chunks.contains(&number))?;
        let bytes = self.text.get(source.bytes.clone())?;
        let keyword = bytes.split(u8::is_ascii_whitespace).next()?;
        let chunks = self.read.model.chunks.get(source.chunks.clone())?;
        Some(Section { bytes, keyword, chunks, first: source.chunks.start })
    }
}

/// A section of a text.
struct Section<'t> {
    bytes: &'t [u8],
    keyword: &'t [u8],
    chunks: &'t [Chunk],
    /// The index of the section's first chunk in the model.
    first: usize,
}

impl<'t> Section<'t> {
    fn path(&self, list: &str, index: usize, rest: &str) -> String {
        format!("{}, {list}[{index}]{rest}", title(self.first, self.keyword))
    }

    /// The first word of each line after the keyword.
    fn words(&self) -> impl Iterator<Item = &'t [u8]> {
        let lines = self.bytes.split(|byte| *byte == b'\n').skip(1);
        lines.map(|line| {
            line.trim_ascii_start().split(|byte| super::line::is_blank(*byte)).next().unwrap_or_default()
        })
    }

    /// The number of the `n`th line for which `is_it` returns true.
    fn nth_line(&self, n: usize, is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.words().enumerate().filter(|(_, word)| is_it(word)).nth(n).map(|(line, _)| line)
    }

    /// The number of the last line before `end` for which `is_it` returns true.
    fn last_line(&self, end: usize, is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.words().enumerate().take(end).filter(|(_, word)| is_it(word)).last().map(|(line, _)| line)
    }
}

/// The line of a record or polygon in a section, where each change of a material or parameter and each
/// polygon has its own line.
fn in_mesh(mesh: &Mesh, inside: &str) -> Option<(usize, String)> {
    let (record, rest) = indexed(inside, "records")?;
    let n_lines = |record: &Record| match record {
        Record::Polygons { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        Record::Material(_) | Record::Parameter { .. } => 1,
    };
    let n_before = mesh.records.get(..record)?.iter().map(n_lines).fold(0, usize::saturating_add);
    match rest.strip_prefix('.').and_then(|rest| indexed(rest, "polygons")) {
        Some((polygon, rest)) => Some((n_before.saturating_add(polygon), rest.to_owned())),
        None => Some((n_before, rest.replace("material", "name").replace("parameter", "name"))),
    }
}

/// The path to the line of a label or field of the chunk `number` in a section of labels, which may contain
/// several chunks.
fn in_labels(own: &Section<'_>, number: usize, inside: &str) -> Option<String> {
    let is_label = |word: &[u8]| !matches!(word, b"color" | b"lang");
    let n_labels = |chunk: &Chunk| match chunk {
        Chunk::Labels(Labels { labels, .. }) => labels.len(),
        _ => 0,
    };
    let n_before: usize = own.chunks.iter().take(number).map(n_labels).sum();
    if let Some((label, rest)) = indexed(inside, "labels") {
        return Some(own.path("lines", own.nth_line(n_before.saturating_add(label), is_label)?, rest));
    }
    let word: &[u8] = match inside {
        "language" => b"lang",
        "colour" => b"color",
        _ => return None,
    };
    let end = own.nth_line(n_before, is_label).unwrap_or(usize::MAX);
    Some(own.path("lines", own.last_line(end, |one| one == word)?, &format!(".{inside}")))
}

fn in_voxels(own: &Section<'_>, block: &VoxelBlock, inside: &str) -> Option<String> {
    let keyword: &[u8] = match inside.split(['[', '.']).next()? {
        "uncertainty" | "group" => b"uncertain",
        "position" => b"pos",
        "size" => b"dim",
        _ => {
            let (run, rest) = indexed(inside, "runs")?;
            let voxel = rest.strip_prefix('.').and_then(|rest| indexed(rest, "voxels"));
            return row_of(own, block, run, voxel.map_or(0, |(voxel, _)| voxel));
        }
    };
    Some(own.path("lines", own.last_line(usize::MAX, |one| one == keyword)?, &format!(".{inside}")))
}

/// The path to the line and word of a voxel, given its run and its index in the run.
fn row_of(own: &Section<'_>, block: &VoxelBlock, run: usize, voxel: usize) -> Option<String> {
    let [width, _, depth] = block.size.map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let n_before =
        block.runs.get(..run)?.iter().map(|run| usize::from(run.len)).fold(0, usize::saturating_add);
    let row = n_before.saturating_add(voxel).checked_div(width)?;
    let (layer, row) = (row.checked_div(depth)?, row.checked_rem(depth)?);
    let start = own.nth_line(layer, |word| word == b"layer")?;
    Some(own.path("lines", start.saturating_add(row).saturating_add(1), ""))
}

/// Parses a word and an index at the start of a path, such as `faces[3]` in `faces[3].x`; returns the index
/// and the rest.
fn indexed<'p>(path: &'p str, word: &str) -> Option<(usize, &'p str)> {
    let (number, rest) = path.strip_prefix(word)?.strip_prefix('[')?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
