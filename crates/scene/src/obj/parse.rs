//! Parsing of the lines of an OBJ file.

use crate::allowance::too_much;
use crate::counted::counted;
use crate::problem::{Problem, ProblemKind, Reports};
use geom::{Vec2, Vec3};
use std::borrow::Cow;
use std::collections::HashMap;

/// A corner: the indices of its position, texture coordinate and normal, counted from 0; `NONE` if it has none.
pub(super) type Corner = [u32; 3];

pub(super) const NONE: u32 = u32::MAX;

/// The content of a file, before it is converted to a scene.
#[derive(Default)]
pub(super) struct Parsed {
    pub(super) positions: Vec<Vec3>,
    /// The colours of the vertices up to the last one with a colour; `None` for vertices without a colour. Empty if no
    /// vertex has one.
    pub(super) colours: Vec<Option<Vec3>>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) normals: Vec<Vec3>,
    pub(super) parts: Vec<FaceGroup>,
    pub(super) libraries: Vec<(String, usize)>,
    pub(super) n_ignored: HashMap<String, usize>,
    pub(super) has_objects: bool,
    /// The remaining bytes of the limit.
    pub(super) bytes_left: usize,
    names: HashMap<String, u32>,
    /// The parts by object, group and material.
    by_key: HashMap<[u32; 3], usize>,
}

/// The faces of one object, group and material.
#[derive(Default)]
pub(super) struct FaceGroup {
    pub(super) object: Option<String>,
    pub(super) group: Option<String>,
    pub(super) material: Option<String>,
    /// The corners of all faces, one face after the other.
    pub(super) corners: Vec<Corner>,
    /// The number of corners of each face.
    pub(super) sizes: Vec<u32>,
    pub(super) lines: Vec<[Corner; 2]>,
    pub(super) points: Vec<Corner>,
}

/// The object, group and material of the lines that follow.
#[derive(Default)]
struct Current {
    object: Option<String>,
    group: Option<String>,
    material: Option<String>,
    part: Option<usize>,
}

pub(super) fn parse(file: &[u8], bytes_left: usize, reports: &mut Reports) -> Result<Parsed, Problem> {
    let mut parsed = Parsed { bytes_left, ..Parsed::default() };
    let mut current = Current::default();
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    for line in (Lines { file, rest: text, number: 0 }) {
        let words = words(&line.text);
        let mut words = words.iter().copied();
        let Some(keyword) = words.next() else { continue };
        let result = parsed.statement(keyword, words, &line, &mut current);
        if let Err(problem) = result {
            reports.excuse(problem.with_path(format!("line {}", line.number)).on_byte(line.start))?;
        }
    }
    Ok(parsed)
}

impl Parsed {
    fn statement<'w>(
        &mut self,
        keyword: &[u8],
        words: impl Iterator<Item = &'w [u8]>,
        line: &Line<'_>,
        current: &mut Current,
    ) -> Result<(), Problem> {
        match keyword {
            b"v" => self.vertex(words),
            b"vt" => {
                self.charge(size_of::<Vec2>())?;
                let numbers = numbers(words);
                let at = |index: usize| numbers.get(index).copied().flatten().unwrap_or(0.0);
                self.uvs.push(Vec2::new(at(0), at(1)));
                good(&numbers, 1)
            }
            b"vn" => {
                self.charge(size_of::<Vec3>())?;
                let numbers = numbers(words);
                let at = |index: usize| numbers.get(index).copied().flatten().unwrap_or(0.0);
                self.normals.push(Vec3::new(at(0), at(1), at(2)));
                good(&numbers, 3)
            }
            // `fo` is an older name of `f`.
            b"f" | b"fo" => self.face(words, current),
            b"l" => {
                let (corners, missing) = self.corners(words)?;
                self.charge(size_of_val(&corners[..]).saturating_mul(2))?;
                let part = self.part(current)?;
                part.lines.extend(corners.windows(2).filter_map(|pair| pair.first_chunk::<2>().copied()));
                missing
            }
            b"p" => {
                let (corners, missing) = self.corners(words)?;
                self.charge(size_of_val(&corners[..]))?;
                self.part(current)?.points.extend(corners);
                missing
            }
            b"o" => {
                self.has_objects = true;
                (current.object, current.part) = (line.name(), None);
                Ok(())
            }
            b"g" => {
                (current.group, current.part) = (line.name(), None);
                Ok(())
            }
            b"usemtl" => {
                (current.material, current.part) = (line.name(), None);
                Ok(())
            }
            b"mtllib" => {
                self.libraries.extend(line.name().map(|name| (name, line.start)));
                Ok(())
            }
            // Smoothing groups are ignored, because normals express the same more precisely.
            b"s" => Ok(()),
            other => {
                let name = String::from_utf8_lossy(other.get(..40).unwrap_or(other)).into_owned();
                // The number of keywords is bounded, because a file may have a different one on each line.
                if self.n_ignored.len() < 100 || self.n_ignored.contains_key(&name) {
                    let count = self.n_ignored.entry(name).or_default();
                    *count = count.saturating_add(1);
                }
                Ok(())
            }
        }
    }

    fn vertex<'w>(&mut self, words: impl Iterator<Item = &'w [u8]>) -> Result<(), Problem> {
        let numbers = numbers(words);
        let at = |index: usize| numbers.get(index).copied().flatten().unwrap_or(0.0);
        self.charge(size_of::<Vec3>())?;
        self.positions.push(Vec3::new(at(0), at(1), at(2)));
        // With four numbers, the last is a weight, which is ignored. With six, the last three are a colour.
        if numbers.len() >= 6 {
            let n_new = self.positions.len().saturating_sub(self.colours.len());
            self.charge(n_new.saturating_mul(size_of::<Option<Vec3>>()))?;
            self.colours.resize(self.positions.len().saturating_sub(1), None);
            self.colours.push(Some(Vec3::new(at(3), at(4), at(5))));
        }
        good(&numbers, 3)
    }

    fn face<'w>(
        &mut self,
        words: impl Iterator<Item = &'w [u8]>,
        current: &mut Current,
    ) -> Result<(), Problem> {
        let (corners, missing) = self.corners(words)?;
        if corners.len() < 3 {
            return Err(Problem::new(ProblemKind::Value, "a face of fewer than three corners is left out"));
        }
        self.charge(size_of_val(&corners[..]).saturating_add(size_of::<u32>()))?;
        let part = self.part(current)?;
        part.sizes.push(u32::try_from(corners.len()).unwrap_or(u32::MAX));
        part.corners.extend(corners);
        missing
    }

    /// The corners of a face, line or point, whose positions must exist. If a texture coordinate or a normal does not
    /// exist, the corner has none, and an error is returned in addition.
    fn corners<'w>(
        &self,
        words: impl Iterator<Item = &'w [u8]>,
    ) -> Result<(Vec<Corner>, Result<(), Problem>), Problem> {
        let lens = [self.positions.len(), self.uvs.len(), self.normals.len()];
        let mut missing = Ok(());
        let mut corners = Vec::new();
        for word in words {
            let (corner, is_whole) = corner(word, lens)?;
            if !is_whole && missing.is_ok() {
                let message = "missing texture coordinates or normals are left out";
                missing = Err(Problem::new(ProblemKind::Reference, message));
            }
            corners.push(corner);
        }
        Ok((corners, missing))
    }

    fn part(&mut self, current: &mut Current) -> Result<&mut FaceGroup, Problem> {
        let index = match current.part {
            Some(index) => index,
            None => {
                let key =
                    [&current.object, &current.group, &current.material].map(|name| self.name(name.as_ref()));
                match self.by_key.get(&key) {
                    Some(index) => *index,
                    None => self.add_part(key, current)?,
                }
            }
        };
        current.part = Some(index);
        self.parts.get_mut(index).ok_or_else(|| Problem::new(ProblemKind::Limit, "too many parts"))
    }

    fn add_part(&mut self, key: [u32; 3], current: &Current) -> Result<usize, Problem> {
        // In the worst case, a part becomes a node, a mesh and a group, each with its name.
        let names = [&current.object, &current.group, &current.material].into_iter().flatten();
        let names: usize = names.map(String::len).sum();
        let wanted = names.saturating_mul(3).saturating_add(1024);
        self.charge(wanted)?;
        let Current { object, group, material, .. } = current;
        let part = FaceGroup {
            object: object.clone(),
            group: group.clone(),
            material: material.clone(),
            ..FaceGroup::default()
        };
        self.parts.push(part);
        let index = self.parts.len().saturating_sub(1);
        self.by_key.insert(key, index);
        Ok(index)
    }

    fn charge(&mut self, n_bytes: usize) -> Result<(), Problem> {
        charge(&mut self.bytes_left, n_bytes)
    }

    /// The index of a name, which is added if it is new.
    fn name(&mut self, name: Option<&String>) -> u32 {
        let Some(name) = name else { return NONE };
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(NONE);
        self.names.insert(name.clone(), number);
        number
    }
}

/// Charges bytes against the limit.
pub(super) fn charge(bytes_left: &mut usize, n_bytes: usize) -> Result<(), Problem> {
    *bytes_left = bytes_left
        .checked_sub(n_bytes)
        .ok_or_else(|| too_much("vertices, faces, objects and materials take more than the limit allows"))?;
    Ok(())
}

/// Parses `7`, `7/2`, `7//3` or `7/2/3`; negative indices count from the last. The flag is set unless the corner refers
/// to a texture coordinate or a normal that does not exist.
fn corner(word: &[u8], lens: [usize; 3]) -> Result<(Corner, bool), Problem> {
    let mut corner = [NONE; 3];
    let mut is_whole = true;
    for ((place, part), len) in corner.iter_mut().zip(word.split(|byte| *byte == b'/')).zip(lens) {
        if part.is_empty() {
            continue;
        }
        let number = std::str::from_utf8(part).ok().and_then(|text| text.parse::<i64>().ok());
        let index = number.and_then(|number| match number {
            0 => None,
            1.. => usize::try_from(number).ok()?.checked_sub(1),
            _ => len.checked_sub(usize::try_from(number.unsigned_abs()).ok()?),
        });
        let index = index.filter(|index| *index < len).and_then(|index| u32::try_from(index).ok());
        is_whole &= index.is_some();
        *place = index.unwrap_or(NONE);
    }
    match corner {
        [NONE, ..] => Err(Problem::new(
            ProblemKind::Reference,
            "the position of a corner is missing, so the element is left out",
        )),
        corner => Ok((corner, is_whole)),
    }
}

/// Up to eight numbers; `None` for words that are not numbers.
fn numbers<'w>(words: impl Iterator<Item = &'w [u8]>) -> Vec<Option<f32>> {
    words.take(8).map(|word| std::str::from_utf8(word).ok().and_then(|text| text.parse().ok())).collect()
}

fn good(numbers: &[Option<f32>], n_needed: usize) -> Result<(), Problem> {
    let n_good = numbers.iter().take(n_needed).filter(|number| number.is_some_and(f32::is_finite)).count();
    if n_good == n_needed {
        return Ok(());
    }
    Err(Problem::new(
        ProblemKind::Value,
        format!("expected {}; missing ones became 0", counted(n_needed, "number")),
    ))
}

/// The words of a line, without its comment.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.take_while(|word| !word.starts_with(b"#")).collect()
}

/// A line, including those that a backslash joins to it.
pub(super) struct Line<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) start: usize,
    pub(super) number: usize,
}

impl Line<'_> {
    /// The rest of the line after the keyword, including spaces.
    pub(super) fn name(&self) -> Option<String> {
        let text = self.text.trim_ascii();
        let end = text.iter().position(u8::is_ascii_whitespace)?;
        let name = text.get(end..)?.trim_ascii();
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    }
}

pub(super) struct Lines<'a> {
    pub(super) file: &'a [u8],
    pub(super) rest: &'a [u8],
    pub(super) number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.file.len().saturating_sub(self.rest.len());
        let mut text: Cow<'a, [u8]> = Cow::Borrowed(&[]);
        let number = self.number.saturating_add(1);
        loop {
            let end =
                self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(self.rest.len());
            let (line, rest) = self.rest.split_at_checked(end)?;
            let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
            self.rest = rest;
            self.number = self.number.saturating_add(1);
            let joined = line.strip_suffix(b"\\").filter(|_| !self.rest.is_empty());
            let part = joined.unwrap_or(line);
            if text.is_empty() {
                text = Cow::Borrowed(part);
            } else {
                text.to_mut().push(b' ');
                text.to_mut().extend_from_slice(part);
            }
            if joined.is_none() {
                return Some(Line { text, start, number });
            }
        }
    }
}
