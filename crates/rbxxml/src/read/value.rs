//! Reads the values of properties. Format document, section 6.

mod children;
mod color;
mod content;
mod font;
mod physical;
mod scalar;
mod sequence;
mod spelled;
mod text;
mod vector;

use super::markup::between;
use super::opening::Opening;
use crate::common::input::Parsed;
use crate::error::ErrorKind;
use crate::model::{
    ColorKeypoint, Content, ContentId, Font, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Reference,
    Text, UniqueId, Value,
};
use crate::types::with_types;
use crate::wire;
use crate::wire::Type;
use children::{child_tag, unknown_child};
use color::{color3, color3uint8};
use content::{content, content_id, key, reference, start_of_newer};
use font::font;
use geom::{Pose, Vec2, Vec3};
use physical::physical;
use scalar::{binary_string, bool, capabilities, double, float, int, long, unique_id, unsigned};
use sequence::{color_sequence, number_range, number_sequence};
use spelled::add_child;
pub(super) use spelled::{Notes, Spelled};
use text::{script, string};
use vector::*;

/// Reads the value of an element, and its end tag.
pub(super) fn value<'a>(ty: Type, value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Value>> {
    if ty != Type::Content {
        return of_type(ty, value);
    }
    match start_of_newer(value)? {
        Some(inside) => of_type(Type::Content, &Opening { inside, ..*value }),
        None => of_type(Type::ContentId, value),
    }
}

macro_rules! reader {
    ($($(#[$doc:meta])* $ty:ident($Inner:ty): $written:literal from $($spelt:literal)|+,
        $read:ident, $pass:ident $write:ident($($how:ident),*);)*) => {
        fn of_type<'a>(ty: Type, value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Value>> {
            match ty {
                $(Type::$ty => {
                    let (rest, found) = $read(value)?;
                    Ok((rest, Spelled::<$Inner>::from(found).map(Value::$ty)))
                })*
            }
        }
    };
}
with_types!(reader);

/// Reads an optional value, which may be absent. Its type is given by the name of the child, or else by the rest of the
/// element's own name.
fn optional<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Option<Box<Value>>>> {
    let mut found = Spelled::from(None);
    let mut input = value.inside;
    if value.tag.is_closed {
        return Ok((input, found));
    }
    loop {
        input = between(value.cx, input)?;
        if input.bytes().starts_with(b"</") {
            return value.end(input).map(|(rest, ())| (rest, found));
        }
        let child = child_tag(value.cx, input)?;
        if found.value.is_some() {
            input = unknown_child(&mut found.notes, &child)?;
            continue;
        }
        let ty = Type::of_element(child.tag.name);
        let ty = ty.or_else(|| Type::of_element(wire::optional(value.tag.name)?));
        let Some(ty) = ty.filter(|ty| *ty != Type::Optional) else {
            return Err(input.fatal(ErrorKind::UnknownElement { element: child.name() }));
        };
        let attributes = child.attributes([])?;
        child.tell()?;
        let (rest, inner) = self::value(ty, &child)?;
        if inner.notes.is_some() || !attributes.is_empty() {
            add_child(&mut found.notes, inner.value.element_inside(), attributes, inner.notes);
        }
        input = rest;
        found.value = Some(Box::new(inner.value));
    }
}
