//! Sections of the text form. Text format document, section 1.

use memchr::memchr_iter;

/// The sections of a text, and the lengths of the lists that other sections refer to.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The sections before `End`.
    pub(crate) sections: Vec<Section>,
    pub(crate) n_tex_coords: usize,
    pub(crate) n_vertices: usize,
    pub(crate) n_bones: usize,
    pub(crate) n_shapes: usize,
    pub(crate) n_voxel_types: usize,
}

/// A section: a line with a keyword, lines of data, and the empty lines after them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section {
    pub(crate) keyword_len: usize,
    /// The size of the lines in bytes.
    pub(crate) lines_len: usize,
    /// The size of the lines and of the empty lines after them in bytes.
    pub(crate) len: usize,
    /// The number of lines after the first.
    pub(crate) n_lines: usize,
}

impl Outline {
    /// Finds the sections in `text`, which is the rest after the header.
    pub(crate) fn scan(text: &[u8]) -> Self {
        let mut outline = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let is_end = |byte: &u8| byte.is_ascii_whitespace();
            let keyword_len = rest.iter().position(is_end).unwrap_or(rest.len());
            let keyword = rest.get(..keyword_len).unwrap_or_default();
            if keyword == b"End" {
                break;
            }
            let (lines_len, n_lines) = lines(rest);
            let after = rest.get(lines_len..).unwrap_or_default();
            let len = lines_len.saturating_add(n_empty(after));
            outline.count(keyword, n_lines);
            outline.sections.push(Section { keyword_len, lines_len, len, n_lines });
            rest = rest.get(len..).unwrap_or_default();
        }
        outline
    }

    /// Counts the items of a section. If a section that may occur only once occurs again, the first one
    /// counts.
    fn count(&mut self, keyword: &[u8], n_lines: usize) {
        let first = |count: &mut usize| *count = if *count == 0 { n_lines } else { *count };
        match keyword {
            b"Textmap" => first(&mut self.n_tex_coords),
            b"Vertex" => first(&mut self.n_vertices),
            b"Bones" => first(&mut self.n_bones),
            b"VoxTypes" | b"Voxtypes" => first(&mut self.n_voxel_types),
            b"Shape" if n_lines > 0 => self.n_shapes = self.n_shapes.saturating_add(1),
            _ => {}
        }
    }
}

/// The length of the lines up to an empty one, and the number of lines after the first. The first line is accepted
/// even if it is empty.
fn lines(text: &[u8]) -> (usize, usize) {
    for (n_lines, end) in memchr_iter(b'\n', text).enumerate() {
        let len = end.saturating_add(1);
        let rest = text.get(len..).unwrap_or_default();
        if rest.is_empty() || empty_line(rest).is_some() {
            return (len, n_lines);
        }
    }
    // The last line of a text need not end with a line feed.
    (text.len(), memchr_iter(b'\n', text).count())
}

/// The length in bytes of the empty lines at the start of a text.
pub(crate) fn n_empty(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(len) = empty_line(rest) {
        rest = rest.get(len..).unwrap_or_default();
    }
    text.len().saturating_sub(rest.len())
}

/// The length in bytes of the first line, if it is empty or blank.
#[inline]
fn empty_line(text: &[u8]) -> Option<usize> {
    let len = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    match text.get(len) {
        Some(b'\n') => len.checked_add(1),
        // The text ends with blanks.
        None if len > 0 => Some(len),
        _ => None,
    }
}
