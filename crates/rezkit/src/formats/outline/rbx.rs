//! What binary and XML models and places share: the same value gives the same text.

use super::datum::{Frame, floats};
use super::{Datum, Label, Visit, call};
use ::rbxbinary::{Attribute, Attributes, tags};
use geom::{Mat3, Vec3};

/// Visits a string, by its property: attributes one by one, tags as a list.
pub(in crate::formats) fn text(name: &[u8], bytes: &[u8], visit: &mut Visit<'_>) {
    match name {
        b"AttributesSerialize" => attributes(name, bytes, visit),
        b"Tags" => {
            let tags: Vec<_> = tags::read(bytes).map(Datum::Text).collect();
            visit(&Label::name(name), &Datum::List(&tags));
        }
        _ => visit(&Label::name(name), &Datum::Text(bytes)),
    }
}

pub(in crate::formats) fn frame(position: Vec3, rotation: Mat3, take: &mut dyn FnMut(&Datum<'_>)) {
    take(&Datum::Frame(Frame { position, rotation }));
}

/// The names of bits; a number if others are set.
pub(in crate::formats) fn bits(
    name: &'static str,
    words: &[&'static str],
    bits: u32,
    take: &mut dyn FnMut(&Datum<'_>),
) {
    if bits >> words.len() != 0 {
        return take(&call!(name, bits));
    }
    let is_set = |(i, word): (usize, &&'static str)| (bits >> i & 1 != 0).then_some(Datum::Word(word));
    let set: Vec<_> = words.iter().enumerate().filter_map(is_set).collect();
    take(&Datum::Call(name, &set));
}

pub(crate) const FACES: &[&str] = &["Right", "Top", "Back", "Left", "Bottom", "Front"];
pub(crate) const AXES: &[&str] = &["X", "Y", "Z"];

/// Keypoints, each in brackets.
pub(in crate::formats) fn keypoints<const N: usize>(
    name: &'static str,
    points: impl Iterator<Item = [f32; N]>,
    take: &mut dyn FnMut(&Datum<'_>),
) {
    let points: Vec<_> = points.map(|numbers| floats(&numbers)).collect();
    let points: Vec<_> = points.iter().map(|numbers| Datum::List(numbers)).collect();
    take(&Datum::Call(name, &points));
}

fn attributes(name: &[u8], bytes: &[u8], visit: &mut Visit<'_>) {
    let (attributes, error) = Attributes::read(bytes);
    let is_nested =
        |(_, value): &(_, Attribute)| matches!(value, Attribute::Array(_) | Attribute::Dictionary(_));
    if error.is_some() || attributes.n_undecoded > 0 || attributes.entries.iter().any(is_nested) {
        return visit(&Label::name(name), &Datum::Blob(bytes));
    }
    let mut entries: Vec<_> = attributes.entries.iter().collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (name, value) in entries {
        attribute(value, &mut |value| visit(&Label::Attribute(name), value));
    }
}

fn attribute(value: &Attribute, take: &mut dyn FnMut(&Datum<'_>)) {
    match value {
        Attribute::String(bytes) => take(&Datum::Text(bytes)),
        Attribute::Bool(byte) => take(&Datum::Bool(*byte != 0)),
        Attribute::Int32(number) => take(&Datum::from(*number)),
        Attribute::Float32(number) => take(&Datum::Float(*number)),
        Attribute::Float64(number) => take(&Datum::Double(*number)),
        Attribute::UDim((scale, offset)) => take(&call!("UDim", *scale, *offset)),
        Attribute::UDim2([(x, u), (y, v)]) => take(&call!("UDim2", *x, *u, *y, *v)),
        Attribute::Ray(ray) => {
            let numbers = [ray.origin.to_array(), ray.direction.to_array()].concat();
            take(&Datum::Call("Ray", &floats(&numbers)));
        }
        Attribute::Faces(set) => bits("Faces", FACES, *set, take),
        Attribute::Axes(set) => bits("Axes", AXES, *set, take),
        Attribute::BrickColor(number) => take(&call!("BrickColor", *number)),
        Attribute::Color3(color) => take(&Datum::Call("Color3", &floats(color))),
        Attribute::Vector2(vector) => take(&Datum::Call("Vector2", &floats(&vector.to_array()))),
        Attribute::Vector3(vector) => take(&Datum::Call("Vector3", &floats(&vector.to_array()))),
        Attribute::Vector2int16([x, y]) => take(&call!("Vector2int16", *x, *y)),
        Attribute::Vector3int16([x, y, z]) => take(&call!("Vector3int16", *x, *y, *z)),
        Attribute::CFrame((rotation, position)) => frame(*position, rotation.matrix(), take),
        Attribute::EnumItem { name, value } => {
            take(&Datum::Call("Enum", &[Datum::Text(name), Datum::from(*value)]));
        }
        Attribute::NumberSequence(points) => {
            let points = points.iter().map(|point| [point.time, point.value, point.envelope]);
            keypoints("NumberSequence", points, take);
        }
        Attribute::NumberKeypoint(point) => {
            take(&call!("NumberSequenceKeypoint", point.time, point.value, point.envelope));
        }
        Attribute::ColorSequence(points) => {
            keypoints("ColorSequence", points.iter().map(color_keypoint), take)
        }
        Attribute::ColorKeypoint(point) => {
            take(&Datum::Call("ColorSequenceKeypoint", &floats(&color_keypoint(point))));
        }
        Attribute::NumberRange(range) => take(&call!("NumberRange", range.min, range.max)),
        Attribute::Rect(corners) => take(&Datum::Call("Rect", &floats(corners))),
        Attribute::PhysicalProperties { custom: 0, .. } => take(&Datum::Nil),
        Attribute::PhysicalProperties { numbers, .. } => {
            take(&Datum::Call("PhysicalProperties", &floats(numbers)));
        }
        Attribute::Region3(corners) => {
            take(&Datum::Call("Region3", &floats(&corners.map(Vec3::to_array).concat())));
        }
        Attribute::Region3int16([[a, b, c], [d, e, f]]) => {
            take(&call!("Region3int16", *a, *b, *c, *d, *e, *f));
        }
        Attribute::Font { weight, style, family, cached_face } => {
            font(family, u32::from(*weight), Datum::from(*style), cached_face, take);
        }
        // Arrays and dictionaries do not get here.
        _ => take(&Datum::Nil),
    }
}

/// Time, red, green, blue; what the format calls the envelope is unused, and shown if it is not 0.
pub(in crate::formats) fn color_keypoint(point: &::rbxbinary::ColorKeypoint) -> [f32; 5] {
    let [r, g, b] = point.color.to_array();
    [point.time, r, g, b, point.envelope]
}

/// Family, weight, style, and the face that the engine last resolved if there is one.
pub(in crate::formats) fn font(
    family: &[u8],
    weight: u32,
    style: Datum<'_>,
    face: &[u8],
    take: &mut dyn FnMut(&Datum<'_>),
) {
    let all = [Datum::Text(family), Datum::from(weight), style, Datum::Text(face)];
    take(&Datum::Call("Font", if face.is_empty() { &all[..3] } else { &all }));
}
