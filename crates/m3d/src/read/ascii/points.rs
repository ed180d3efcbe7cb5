//! Reading of texture coordinates, and of vertices with their skins, in the text form. Text format document,
//! section 5.

use super::line::{blanks, check, colour, coordinate, integer, line_end, next, real, reference, value};
use super::{Text, comment};
use crate::common::input::{Input, Parsed};
use crate::error::ErrorKind;
use crate::model::{
    BoneIndex, Chunk, ColourRef, Coordinates, Skin, SkinIndex, TexCoords, TextureMap, Vertices,
};
use crate::read::frame::list_to_end;
use crate::wire::Real;

pub(super) fn textmap<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    let (rest, pairs) = match text.has_doubles {
        false => pairs(rest, TexCoords::F32)?,
        true => pairs(rest, TexCoords::F64)?,
    };
    text.push_unique(input, Chunk::TextureMap(TextureMap { pairs, surplus: Vec::new() }))?;
    Ok((rest, ()))
}

fn pairs<'a, T: Real>(input: Input<'a>, make: fn(Vec<[T; 2]>) -> TexCoords) -> Parsed<'a, TexCoords> {
    let mut all = Vec::new();
    let read = |input: Input<'a>| {
        let (rest, one) = match input.is_traced() {
            true => pair::<true, T>(input)?,
            false => pair::<false, T>(input).or_else(|_| pair::<true, T>(input))?,
        };
        // A line of text may take the memory of two elements.
        rest.charge_elements(2)?;
        all.push(one);
        Ok((rest, ()))
    };
    input.source.reading.is_independent.set(true);
    let (input, _) = list_to_end("pairs", read)(input)?;
    Ok((input, make(all)))
}

#[inline]
fn pair<const NAMED: bool, T: Real>(input: Input<'_>) -> Parsed<'_, [T; 2]> {
    // Here and below, a tuple of nom's would take longer, and each of these lines is a vertex.
    let (input, u) = coordinate::<NAMED, T>("u")(input)?;
    let (input, v) = coordinate::<NAMED, T>("v")(input)?;
    let (input, ()) = value::<NAMED, _>("line_end", line_end)(input)?;
    Ok((input, [u, v]))
}

pub(super) fn vertex<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    let mut vertices = Vertices::default();
    let (rest, coordinates) = match text.has_doubles {
        false => lines(rest, text, &mut vertices, Coordinates::F32)?,
        true => lines(rest, text, &mut vertices, Coordinates::F64)?,
    };
    vertices.coordinates = coordinates;
    text.push_unique(input, Chunk::Vertices(vertices))?;
    text.add_skeleton();
    Ok((rest, ()))
}

fn lines<'a, T: Real>(
    input: Input<'a>,
    text: &mut Text<'_>,
    vertices: &mut Vertices,
    make: fn(Vec<[T; 4]>) -> Coordinates,
) -> Parsed<'a, Coordinates> {
    // Vertices are pushed here, because a list would move each of them once more.
    let mut all = Vec::new();
    let mut influences = Influences::default();
    let read = |input: Input<'a>| {
        let (rest, (coordinates, colour)) = match input.is_traced() {
            true => line::<true, T>(input, &mut influences)?,
            false => line::<false, T>(input, &mut influences)
                .or_else(|_| line::<true, T>(input, &mut influences))?,
        };
        // A vertex counts as in the binary form.
        rest.charge_elements(4)?;
        vertices.skins.push(skin(input, &influences, text)?);
        vertices.colours.push(ColourRef(colour));
        all.push(coordinates);
        Ok((rest, ()))
    };
    input.source.reading.is_independent.set(true);
    let (input, _) = list_to_end("vertices", read)(input)?;
    Ok((input, make(all)))
}

/// Reads coordinates, a colour, and the bones of a skin.
#[inline]
fn line<'a, const NAMED: bool, T: Real>(
    input: Input<'a>,
    skin: &mut Influences,
) -> Parsed<'a, ([T; 4], u32)> {
    let (input, x) = coordinate::<NAMED, T>("x")(input)?;
    let (input, y) = coordinate::<NAMED, T>("y")(input)?;
    let (input, z) = coordinate::<NAMED, T>("z")(input)?;
    let (input, w) = match next(input) {
        // Programs always write w, but it is optional in the public document.
        None | Some(b'#') => (input, T::ONE),
        Some(_) => coordinate::<NAMED, T>("w")(input)?,
    };
    let (input, colour) = match next(input) {
        Some(b'#') => value::<NAMED, _>("colour", colour)(input)?,
        _ => (input, 0),
    };
    let (input, ()) = influences::<NAMED>(input, skin)?;
    let (input, ()) = value::<NAMED, _>("line_end", line_end)(input)?;
    Ok((input, ([x, y, z, w], colour)))
}

/// The bones and weights of a skin in the text.
#[derive(Default)]
pub(super) struct Influences {
    n: usize,
    bones: [i64; 8],
    weights: [f32; 8],
}

/// Reads up to eight bones, each with a weight unless it is the only one.
#[inline]
pub(super) fn influences<'a, const NAMED: bool>(
    mut input: Input<'a>,
    all: &mut Influences,
) -> Parsed<'a, ()> {
    all.n = 0;
    // A brace begins the items of a voxel type: text format document, section 10.
    while next(input).is_some_and(|byte| byte != b'{') {
        let (Some(bone), Some(weight)) = (all.bones.get_mut(all.n), all.weights.get_mut(all.n)) else {
            return Err(super::line::expected(input, "at most eight bones"));
        };
        (input, *bone) = value::<NAMED, _>(("bones", all.n), integer)(input)?;
        (input, *weight) = match input.bytes() {
            [b':', rest @ ..] => value::<NAMED, _>(("weights", all.n), real)(input.with(rest))?,
            _ => (input, 1.0),
        };
        all.n = all.n.saturating_add(1);
    }
    Ok((input, ()))
}

/// Converts bones and weights to a skin. `input` is the line, for warnings.
pub(super) fn skin(
    input: Input<'_>,
    from: &Influences,
    text: &mut Text<'_>,
) -> Result<SkinIndex, nom::Err<crate::common::error::Error>> {
    if from.n == 0 {
        return Ok(SkinIndex::NONE);
    }
    let used = from.weights.get(..from.n).unwrap_or_default();
    let sum: f32 = used.iter().sum();
    if !used.iter().all(|weight| (0.0..=1e6).contains(weight)) || sum <= 0.0 {
        input.warn(|| ErrorKind::Unexpected {
            expected: "weights from 0 to 1".into(),
            found: sum.to_string(),
        })?;
        return Ok(SkinIndex::NONE);
    }
    // Sums that bytes cannot reach exactly count as 1, so that weights read back as they were written.
    let scale = if (0.95..=1.05).contains(&sum) { 255.0 } else { 255.0 / sum };
    let mut skin = Skin { weights: [0; 8], bones: [BoneIndex::NONE; 8] };
    let slots = skin.weights.iter_mut().zip(&mut skin.bones);
    for ((weight, bone), (from_weight, from_bone)) in slots.zip(used.iter().zip(from.bones)) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
        let scaled = (from_weight * scale).round().clamp(0.0, 255.0) as u8;
        // A bone with a small weight stays, because a slot of weight 0 has no bone.
        *weight = if *from_weight > 0.0 { scaled.max(1) } else { 0 };
        if *weight > 0 {
            *bone = reference(from_bone).unwrap_or(BoneIndex::NONE);
            check(blanks(input), 0, *bone, &text.context, || "skin".into())?;
        }
    }
    // Weights that add up to 1, or were scaled to 1, add up to 255 as bytes; others are kept as they are.
    if scale != 255.0 || (0.998..=1.002).contains(&sum) {
        add_up(&mut skin.weights);
    }
    // A skin takes the memory of eight elements.
    input.charge_elements(8)?;
    Ok(text.skins.add(skin))
}

/// Makes weights add up to 255 if those in the text add up to 1: two halves would be 256 after rounding.
fn add_up(weights: &mut [u8; 8]) {
    let sum: u16 = weights.iter().copied().map(u16::from).sum();
    if let Some(largest) = weights.iter_mut().max() {
        let whole = u16::from(*largest).saturating_add(255).saturating_sub(sum);
        *largest = u8::try_from(whole).unwrap_or(u8::MAX);
    }
}
