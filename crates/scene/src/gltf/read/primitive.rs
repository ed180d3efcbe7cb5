//! Reading of primitives: the attributes of their vertices, and their triangles, lines or points.

use super::super::accessor::{Accessor, Component};
use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use super::draco::Unpacked;
use super::materials::Layout;
use crate::colour::{alpha, is_rounded, linear_table, rgba8, srgb_table};
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind};
use geom::{Rgba8, Vec2, Vec3, Vec4};

/// The vertices of a primitive; each list is empty or has one entry per vertex.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) tangents: Vec<Vec4>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) colours: Vec<Rgba8>,
    pub(super) joints: Vec<[u16; 4]>,
    pub(super) weights: Vec<Vec4>,
    pub(super) extra_influences: Vec<([u16; 4], Vec4)>,
    pub(super) morphs: Vec<Vec<(u32, Vec3)>>,
}

/// Reads the attributes. Invalid positions are an error; other invalid attributes are dropped with a warning.
pub(super) fn attributes(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    unpacked: Option<&Unpacked>,
    layout: &Layout,
) -> Result<Attributes, Problem> {
    let map =
        at.get("attributes").ok_or_else(|| at.fault(ProblemKind::Value, "\"attributes\" is missing"))?;
    let position = accessor(document, context, map, "POSITION", unpacked)?;
    let position = position.ok_or_else(|| map.fault(ProblemKind::Value, "\"POSITION\" is missing"))?;
    position.needs_data()?;
    let count = position.count;
    let mut out =
        Attributes { positions: position.vectors(Vec3::from_array, context)?, ..Attributes::default() };

    let mut reader = Reader { document, context, map, unpacked, count, needs_data: true };
    out.normals = reader.read("NORMAL", |accessor, context| accessor.vectors(Vec3::from_array, context))?;
    out.tangents = reader.read("TANGENT", |accessor, context| accessor.vectors(Vec4::from_array, context))?;
    let uv_names = ["TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"];
    if let Some(name) = uv_names.get(layout.set) {
        out.uvs = reader.read(name, |accessor, context| accessor.vectors(Vec2::from_array, context))?;
        layout.apply(&mut out.uvs);
    }
    out.colours = reader.read("COLOR_0", colours)?;
    out.joints = reader.read("JOINTS_0", joints)?;
    out.weights =
        reader.read("WEIGHTS_0", |accessor, context| accessor.vectors(Vec4::from_array, context))?;
    let more_joints = reader.read("JOINTS_1", joints)?;
    let more_weights =
        reader.read("WEIGHTS_1", |accessor, context| accessor.vectors(Vec4::from_array, context))?;
    if out.joints.is_empty() != out.weights.is_empty() {
        let message = "there are only joints or only weights, so they are left out";
        reader.context.excuse(map.fault(ProblemKind::Value, message))?;
        (out.joints, out.weights) = (Vec::new(), Vec::new());
    }
    reader.context.charge::<([u16; 4], Vec4)>(&map, more_joints.len())?;
    out.extra_influences = more_joints.into_iter().zip(more_weights).collect();
    reader.report_others(uv_names.get(layout.set).copied())?;
    out.morphs = morphs(document, context, at, count)?;
    Ok(out)
}

/// The accessor of an attribute, with the values of a Draco stream if it has them.
fn accessor<'v>(
    document: &'v Document<'_>,
    context: &mut Context,
    map: At<'v>,
    name: &'v str,
    unpacked: Option<&'v Unpacked>,
) -> Result<Option<Accessor<'v>>, Problem> {
    let accessor = document.accessor(map, name, context)?;
    let with_values = |accessor| match unpacked {
        Some(unpacked) => unpacked.attribute(name, accessor),
        None => Ok(accessor),
    };
    accessor.map(with_values).transpose()
}

/// Reads the attributes of one map.
struct Reader<'c, 'v, 'b> {
    document: &'v Document<'b>,
    context: &'c mut Context,
    map: At<'v>,
    unpacked: Option<&'v Unpacked>,
    count: usize,
    /// Treats attributes without data as errors; offsets of morph targets without data are 0.
    needs_data: bool,
}

impl<'v> Reader<'_, 'v, '_> {
    /// Reads an attribute; an empty list if it is missing or invalid.
    fn read<T>(
        &mut self,
        name: &'v str,
        decode: impl FnOnce(&Accessor<'v>, &mut Context) -> Result<Vec<T>, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let accessor = accessor(self.document, self.context, self.map, name, self.unpacked);
        let read = accessor.and_then(|accessor| match accessor {
            None => Ok(Vec::new()),
            Some(accessor) if accessor.count != self.count => {
                let message = format!("{name} has {} entries for {} vertices", accessor.count, self.count);
                let problem = self.map.fault(ProblemKind::Value, message);
                let is_uv = name.starts_with("TEXCOORD");
                Err(if is_uv { problem.code(LossCode::UvMissing) } else { problem })
            }
            Some(accessor) => {
                let checked = if self.needs_data { accessor.needs_data() } else { Ok(()) };
                checked.and_then(|()| decode(&accessor, self.context))
            }
        });
        Ok(self.context.or_warn(read)?.unwrap_or_default())
    }

    /// Reports the attributes that were not read.
    fn report_others(&mut self, uvs: Option<&str>) -> Result<(), Problem> {
        const KNOWN: &[&str] =
            &["POSITION", "NORMAL", "TANGENT", "COLOR_0", "JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1"];
        for (name, at) in self.map.entries() {
            // If the material has no textures, the first set of coordinates is used.
            if !KNOWN.contains(&name) && Some(name) != uvs {
                self.context.excuse(at.fault(ProblemKind::Dropped, "the attribute is left out"))?;
            }
        }
        Ok(())
    }
}

/// Converts linear colours to sRGB bytes.
fn colours(accessor: &Accessor<'_>, context: &mut Context) -> Result<Vec<Rgba8>, Problem> {
    let is_type = accessor.component == Component::F32
        || matches!(accessor.component, Component::U8 | Component::U16) && accessor.normalised;
    if !matches!(accessor.width, 3 | 4) || !is_type {
        return Err(accessor.at.fault(ProblemKind::Value, "colours must be vectors of 3 or 4 fractions"));
    }
    // The table pays off only for many colours, since it has to be computed first.
    if let Some(bytes) =
        accessor.plain(Component::U16).filter(|_| accessor.width == 4 && accessor.count > 1 << 12)
    {
        context.charge::<Rgba8>(&accessor.at, accessor.count)?;
        let (table, linear) = (srgb_table(), linear_table());
        let light = |word: u16| table.get(usize::from(word)).copied().unwrap_or_default();
        let mut n_rounded = 0_usize;
        let colour = |words: &[[u8; 2]; 4]| {
            let words = words.map(u16::from_le_bytes);
            let [r, g, b, a] = words;
            let colour = Rgba8::new(light(r), light(g), light(b), alpha(a));
            let exact = Vec4::from_array(words.map(|word| f32::from(word) / 65535.0));
            n_rounded = n_rounded.saturating_add(usize::from(is_rounded(exact, colour, &linear)));
            colour
        };
        let colours = bytes.as_chunks().0.as_chunks().0.iter().map(colour).collect();
        context.n_rounded_colours = context.n_rounded_colours.saturating_add(n_rounded);
        return Ok(colours);
    }
    let floats = accessor.floats(context)?;
    context.charge::<Rgba8>(&accessor.at, accessor.count)?;
    // Consecutive colours are often equal, and the conversion is slow.
    let mut last = (Vec4::ONE, Rgba8::WHITE, false);
    let (table, mut n_rounded) = (linear_table(), 0_usize);
    let colour = |numbers: &[f32]| {
        let mut colour = [1.0; 4];
        colour.iter_mut().zip(numbers).for_each(|(to, from)| *to = *from);
        let linear = Vec4::from_array(colour);
        if linear != last.0 {
            let colour = rgba8(linear);
            last = (linear, colour, is_rounded(linear, colour, &table));
        }
        n_rounded = n_rounded.saturating_add(usize::from(last.2));
        last.1
    };
    let colours = floats.chunks_exact(accessor.width).map(colour).collect();
    context.n_rounded_colours = context.n_rounded_colours.saturating_add(n_rounded);
    Ok(colours)
}

fn joints(accessor: &Accessor<'_>, context: &mut Context) -> Result<Vec<[u16; 4]>, Problem> {
    if accessor.width != 4 || accessor.component == Component::U32 {
        return Err(accessor
            .at
            .fault(ProblemKind::Value, "joints must be vectors of 4 bytes or 16-bit integers"));
    }
    let whole = accessor.whole(context)?;
    context.charge::<[u16; 4]>(&accessor.at, accessor.count)?;
    let narrow = |joints: &[u32; 4]| joints.map(|joint| u16::try_from(joint).unwrap_or(u16::MAX));
    Ok(whole.as_chunks().0.iter().map(narrow).collect())
}

/// Reads the offsets of vertices in each morph target, without those that are zero.
fn morphs(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    count: usize,
) -> Result<Vec<Vec<(u32, Vec3)>>, Problem> {
    let mut morphs = Vec::new();
    for target in at.list("targets").iter() {
        context.charge::<Vec<(u32, Vec3)>>(&target, 1)?;
        let mut reader = Reader { document, context, map: target, unpacked: None, count, needs_data: false };
        let offsets: Vec<Vec3> =
            reader.read("POSITION", |accessor, context| accessor.vectors(Vec3::from_array, context))?;
        let moved = offsets.iter().filter(|offset| **offset != Vec3::ZERO).count();
        context.charge::<(u32, Vec3)>(&target, moved)?;
        let numbered = (0_u32..).zip(offsets);
        morphs.push(numbered.filter(|(_, offset)| *offset != Vec3::ZERO).collect());
    }
    Ok(morphs)
}

/// The triangles, lines and points, as indices into the vertices of the mesh.
#[derive(Default)]
pub(super) struct Faces {
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) lines: Vec<[u32; 2]>,
    pub(super) points: Vec<u32>,
}

/// Reads the indices, or uses the order of the vertices if there are none. Strips and fans are converted to triangles.
pub(super) fn faces(
    document: &Document<'_>,
    context: &mut Context,
    at: At<'_>,
    unpacked: Option<&Unpacked>,
    start: u32,
    count: u32,
) -> Result<Faces, Problem> {
    let mode = at.maybe_whole("mode")?.unwrap_or(4);
    let mut faces = Faces::default();
    let accessor = document.accessor(at, "indices", context)?;
    let accessor = accessor.map(|accessor| match unpacked {
        Some(unpacked) => unpacked.indices(accessor),
        None => accessor,
    });
    if let Some(accessor) = &accessor {
        accessor.needs_data()?;
        if accessor.width != 1 {
            return Err(accessor.at.fault(ProblemKind::Value, "indices must be single numbers"));
        }
    }
    match accessor {
        // A fast path for lists of triangles, which are decoded in place; nearly all primitives are such lists.
        Some(accessor) if mode == 4 => faces.triangles = accessor.triangles(context)?,
        Some(accessor) => faces = Faces::joined(accessor.whole(context)?, mode, context, at)?,
        None => {
            context.charge::<u32>(&at, count as usize)?;
            faces = Faces::joined((0..count).collect(), mode, context, at)?;
        }
    }
    let n_before = faces.len();
    faces.keep_below(count);
    let n_dropped = n_before.saturating_sub(faces.len());
    if n_dropped > 0 {
        let message = format!("triangles, lines or points left out, since a vertex is missing: {n_dropped}");
        context.excuse(at.fault(ProblemKind::Reference, message))?;
    }
    faces.shift(start);
    Ok(faces)
}

impl Faces {
    /// Connects vertices in one of glTF's modes.
    fn joined(indices: Vec<u32>, mode: usize, context: &mut Context, at: At<'_>) -> Result<Self, Problem> {
        let per_index = if mode == 4 { 1 } else { 3 };
        context.charge::<u32>(&at, indices.len().saturating_mul(per_index))?;
        let mut faces = Self::default();
        match mode {
            0 => faces.points = indices,
            1 => faces.lines = indices.as_chunks().0.to_vec(),
            2 | 3 => {
                faces.lines = indices.windows(2).filter_map(|pair| pair.first_chunk().copied()).collect();
                if let (2, [first, .., last]) = (mode, &indices[..]) {
                    faces.lines.push([*last, *first]);
                }
            }
            4 => faces.triangles = indices.as_chunks().0.to_vec(),
            // Every second triangle of a strip is reversed, so that all have the same winding.
            5 => {
                let corners = indices.windows(3).filter_map(<[u32]>::first_chunk::<3>);
                let turned = |(number, &[a, b, c]): (usize, &[u32; 3])| {
                    if number % 2 == 0 { [a, b, c] } else { [a, c, b] }
                };
                faces.triangles = corners.enumerate().map(turned).collect();
            }
            6 => {
                let hub = indices.first().copied().unwrap_or_default();
                let rim = indices.get(1..).unwrap_or_default();
                let around = |pair: &[u32]| Some([*pair.first()?, *pair.get(1)?, hub]);
                faces.triangles = rim.windows(2).filter_map(around).collect();
            }
            other => return Err(at.fault(ProblemKind::Value, format!("{other} is not a mode"))),
        }
        Ok(faces)
    }

    fn len(&self) -> usize {
        self.triangles.len().saturating_add(self.lines.len()).saturating_add(self.points.len())
    }

    fn keep_below(&mut self, count: u32) {
        let is_below = |index: &u32| *index < count;
        // Nearly all files are valid, and checking is cheaper than copying everything.
        if !self.triangles.as_flattened().iter().all(is_below) {
            self.triangles.retain(|corners| corners.iter().all(is_below));
        }
        self.lines.retain(|ends| ends.iter().all(is_below));
        self.points.retain(is_below);
    }

    fn shift(&mut self, start: u32) {
        if start == 0 {
            return;
        }
        let all = self.triangles.as_flattened_mut().iter_mut();
        let all = all.chain(self.lines.as_flattened_mut()).chain(&mut self.points);
        all.for_each(|index| *index = index.saturating_add(start));
    }
}
