//! From the path of a finding, which has the words of the model, to the line of a text.

use super::materials;
use crate::mould::layout::{Layout, Span};
use crate::{Chunk, Labels, Mesh, Model, Record, VoxelBlock};

/// The path of the same value in the layout of a text, if it is called differently there.
pub(crate) fn in_text(layout: &Layout<'_>, path: &str) -> Option<String> {
    if let Some((number, rest)) = indexed(path, "strings") {
        // All other strings are names, which occur wherever they are used.
        let title = ["name", "licence", "author", "description"].get(number)?;
        return Some(format!("header.{title}{rest}"));
    }
    if path == "preview.image" {
        return Some("preview.file".into());
    }
    let (chunk, rest) = indexed(path, "chunks")?;
    let (word, inside) = rest.split_once(", ").unwrap_or((rest, ""));
    let own = Section::of(layout, |section| section.first <= chunk)?;
    // In the words of the layout already.
    if word.trim_start() == own.keyword {
        return None;
    }
    let offset = chunk.saturating_sub(own.first);
    if let Some((skin, _)) = indexed(inside, "skins") {
        let user = Section::of(layout, |section| section.keyword == "Vertex")?;
        let vertices = user.model()?;
        let line = vertices.vertices()?.skins.iter().position(|one| one.get() == Some(skin))?;
        return Some(user.path("vertices", line, ""));
    }
    match &*own.keyword {
        "Assets" => Some(own.path("files", offset, "")),
        "Bones" => {
            let (bone, rest) = indexed(inside, "bones")?;
            Some(own.path("bones", bone, &rest.replace("parent", "depth")))
        }
        "Material" => {
            let (property, rest) = indexed(inside, "properties")?;
            let line = own.nth_line(property, materials::is_key)?;
            Some(own.path("lines", line, &rest.replace("id", "key")))
        }
        "Shape" => {
            let is_group = |word: &[u8]| word == b"group";
            if inside == "group" {
                return Some(own.path("lines", own.last_line(usize::MAX, is_group)?, ".group"));
            }
            let (command, rest) = indexed(inside, "commands")?;
            Some(own.path("lines", own.nth_line(command, |word| !is_group(word))?, rest))
        }
        "Mesh" => {
            let (line, rest) = in_mesh(own.model()?.meshes().next()?, inside)?;
            Some(own.path("lines", line, &rest))
        }
        "Action" => {
            let (frame, rest) = indexed(inside, "frames")?;
            let model = own.model()?;
            let before = model.actions().next()?.frames.get(..frame)?;
            let n_before: usize = before.iter().map(|frame| frame.transforms.len().saturating_add(1)).sum();
            match rest.strip_prefix('.').and_then(|rest| indexed(rest, "transforms")) {
                Some((transform, rest)) => {
                    Some(own.path("lines", n_before.saturating_add(transform).saturating_add(1), rest))
                }
                None => Some(own.path("lines", n_before, rest)),
            }
        }
        "Labels" => in_labels(&own, offset, inside),
        "Voxel" => in_voxels(&own, inside),
        _ => None,
    }
}

/// A section of a text.
struct Section<'l> {
    span: Span<'l>,
    keyword: String,
    /// The index of its first chunk.
    first: usize,
}

impl<'l> Section<'l> {
    /// The last section for which this holds, up to the first one for which it does not hold any more.
    fn of(layout: &'l Layout<'_>, is_it: impl Fn(&Self) -> bool) -> Option<Self> {
        let sections = layout.spans().filter(|span| span.depth() == 1).filter_map(|span| {
            let name = span.name();
            let (first, keyword) = indexed(&name, "chunks")?;
            Some(Self { first, keyword: keyword.trim_start().to_owned(), span })
        });
        sections.skip_while(|section| !is_it(section)).take_while(&is_it).last()
    }

    fn path(&self, list: &str, index: usize, rest: &str) -> String {
        format!("{}, {list}[{index}]{rest}", self.span.name())
    }

    /// The model that it makes by itself.
    fn model(&self) -> Option<Model> {
        crate::ascii::read(&[b"3dmodel\n\n\n\n\n\n", self.span.bytes()].concat()).ok()
    }

    /// The first word of each line behind the keyword.
    fn words(&self) -> impl Iterator<Item = &'l [u8]> {
        let lines = self.span.bytes().split(|byte| *byte == b'\n').skip(1);
        lines.map(|line| {
            line.trim_ascii_start().split(|byte| super::line::is_blank(*byte)).next().unwrap_or_default()
        })
    }

    /// The number of the line that is the `n`th of which this holds.
    fn nth_line(&self, n: usize, is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.words().enumerate().filter(|(_, word)| is_it(word)).nth(n).map(|(line, _)| line)
    }

    /// The last one before `end` of which it holds.
    fn last_line(&self, end: usize, is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.words().enumerate().take(end).filter(|(_, word)| is_it(word)).last().map(|(line, _)| line)
    }
}

/// Each change of material or parameter is a line, and each polygon.
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

/// Of the chunks that a section of labels makes, the one with this number.
fn in_labels(own: &Section<'_>, number: usize, inside: &str) -> Option<String> {
    let is_label = |word: &[u8]| !matches!(word, b"color" | b"lang");
    let model = own.model()?;
    let n_labels = |labels: &Labels| labels.labels.len();
    let n_before: usize = model.labels().take(number).map(n_labels).sum();
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

fn in_voxels(own: &Section<'_>, inside: &str) -> Option<String> {
    let keyword: &[u8] = match inside.split(['[', '.']).next()? {
        "uncertainty" | "group" => b"uncertain",
        "position" => b"pos",
        "size" => b"dim",
        _ => {
            let (run, rest) = indexed(inside, "runs")?;
            let voxel = rest.strip_prefix('.').and_then(|rest| indexed(rest, "voxels"));
            let model = own.model()?;
            let Some(Chunk::VoxelBlock(block)) = model.chunks.first() else { return None };
            return row_of(own, block, run, voxel.map_or(0, |(voxel, _)| voxel));
        }
    };
    Some(own.path("lines", own.last_line(usize::MAX, |one| one == keyword)?, &format!(".{inside}")))
}

/// The row with a voxel of a run.
fn row_of(own: &Section<'_>, block: &VoxelBlock, run: usize, voxel: usize) -> Option<String> {
    let [width, _, depth] = block.size.map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let n_before =
        block.runs.get(..run)?.iter().map(|run| usize::from(run.len)).fold(0, usize::saturating_add);
    let row = n_before.saturating_add(voxel).checked_div(width)?;
    let (layer, row) = (row.checked_div(depth)?, row.checked_rem(depth)?);
    let start = own.nth_line(layer, |word| word == b"layer")?;
    Some(own.path("lines", start.saturating_add(row).saturating_add(1), ""))
}

/// The number behind a word, and what follows it: `faces[3].x` begins with `faces`, 3.
fn indexed<'p>(path: &'p str, word: &str) -> Option<(usize, &'p str)> {
    let (number, rest) = path.strip_prefix(word)?.strip_prefix('[')?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
