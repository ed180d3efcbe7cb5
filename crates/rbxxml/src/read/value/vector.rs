//! Reads values that consist of numbers in child elements. Format document, section 6.

use super::children::{Children, Names, array, children, children_after, leaf, set};
use super::scalar::{float, int, unsigned, whole};
use super::spelled::{Spelled, map};
use crate::common::input::Parsed;
use crate::model::Ray;
use crate::read::number;
use crate::read::opening::Opening;
use crate::types::with_vectors;
use crate::wire::{self, trim};
use geom::{Mat3, Pose, Vec2, Vec3};

/// Reads children that are floats; the result is in the order of `names`.
pub(super) fn floats<'a, const N: usize>(
    value: &Opening<'a, '_>,
    names: Names,
) -> Parsed<'a, Spelled<[f32; N]>> {
    let mut numbers = [0.0; N];
    // The children usually follow each other in order, without attributes; any other layout is left to
    // `children_after`.
    let mut at = value.inside;
    let mut n_found = 0_usize;
    for (name, number) in names.iter().zip(&mut numbers) {
        let Some((rest, text)) = leaf(name.as_bytes(), at).filter(|_| !value.tag.is_closed) else { break };
        let Some(found) = number::float(trim(text)) else { break };
        value.cx.note_exponent(text);
        (at, *number) = (rest, found);
        n_found = n_found.saturating_add(1);
    }
    let (rest, children) = children_after(value, Children::after(names, n_found), at, |number, child| {
        let (rest, found) = float(child)?;
        if let Some(number) = numbers.get_mut(number) {
            *number = found;
        }
        Ok((rest, None))
    })?;
    Ok((rest, children.make(numbers, value.inside)?))
}

/// Reads children that are 16-bit integers; the result is in the order of `names`.
fn shorts<'a, const N: usize>(value: &Opening<'a, '_>, names: Names) -> Parsed<'a, Spelled<[i16; N]>> {
    let (rest, (children, numbers)) = array(value, names, |child| whole(child, i16::MIN, i16::MAX))?;
    Ok((rest, children.make(numbers, value.inside)?))
}

macro_rules! readers {
    ($($row:ident($Row:ty): $numbers:ident $names:expr;)*) => { $(
        pub(super) fn $row<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<$Row>> {
            $numbers(value, &$names).map(map(<$Row>::from))
        }
    )* };
}
with_vectors!(readers);

pub(super) fn udim<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<(f32, i32)>> {
    let (mut scale, mut offset) = (0.0, 0);
    let (rest, children) = children(value, wire::UDIM, |name, child| match name {
        "S" => float(child).map(set(&mut scale)),
        _ => int(child).map(set(&mut offset)),
    })?;
    Ok((rest, children.make((scale, offset), value.inside)?))
}

pub(super) fn udim2<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<[(f32, i32); 2]>> {
    let [mut x, mut y] = [(0.0, 0); 2];
    let (rest, children) = children(value, wire::UDIM2, |name, child| match name {
        "XS" => float(child).map(set(&mut x.0)),
        "XO" => int(child).map(set(&mut x.1)),
        "YS" => float(child).map(set(&mut y.0)),
        _ => int(child).map(set(&mut y.1)),
    })?;
    Ok((rest, children.make([x, y], value.inside)?))
}

pub(super) fn rect<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<[f32; 4]>> {
    let (rest, (children, [min, max])): (_, (_, [Vec2; 2])) = array(value, wire::RECT, vec2)?;
    Ok((rest, children.make([min.x, min.y, max.x, max.y], value.inside)?))
}

pub(super) fn ray<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Box<Ray>>> {
    let (rest, (children, [origin, direction])) = array(value, wire::RAY, vec3)?;
    Ok((rest, children.make(Box::new(Ray { origin, direction }), value.inside)?))
}

pub(super) fn cframe<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Box<Pose>>> {
    // The position, then the matrix by rows: R00, R01, R02, R10 and so on.
    floats(value, wire::CFRAME).map(map(|[x, y, z, rotation @ ..]: [f32; 12]| {
        Box::new(Pose { rotation: Mat3::from_rows_array(rotation), position: Vec3::new(x, y, z) })
    }))
}

pub(super) fn axes<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<u32>> {
    let (rest, (children, [bits])) = array(value, wire::AXES, unsigned)?;
    Ok((rest, children.make(bits, value.inside)?))
}

pub(super) fn faces<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<u32>> {
    let (rest, (children, [bits])) = array(value, wire::FACES, unsigned)?;
    Ok((rest, children.make(bits, value.inside)?))
}
