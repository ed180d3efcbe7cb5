//! Format document, section 6.1: writing attributes.

use super::{Attribute, Attributes};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::{ColorKeypoint, Name, NumberKeypoint, Rotation};

impl Attributes {
    /// Writes the bytes of the property.
    ///
    /// # Errors
    ///
    /// If a length or count does not fit in 32 bits.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Output::default();
        let n_entries = count::<u32>(self.entries.len(), "attributes")?;
        // If the string that was read is too short for a count, only its bytes are written.
        let has_count = self.n_undecoded > 0 || n_entries > 0 || self.counts_none;
        if has_count {
            out.value(&n_entries.saturating_add(self.n_undecoded));
        }
        self.entries.iter().try_for_each(|one| entry(&mut out, one))?;
        out.bytes(&self.undecoded);
        Ok(out.0)
    }
}

fn entry(out: &mut Output, (name, value): &(Name, Attribute)) -> Result<(), Error> {
    string(out, name)?;
    attribute(out, value).map_err(|error| error.inside(name.to_string()))
}

fn string(out: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    out.value(&count::<u32>(bytes.len(), "string")?);
    out.bytes(bytes);
    Ok(())
}

fn attribute(out: &mut Output, attribute: &Attribute) -> Result<(), Error> {
    out.value(&attribute.type_id());
    match attribute {
        Attribute::None => {}
        Attribute::String(value) => string(out, value)?,
        Attribute::Bool(value) => out.value(value),
        Attribute::Int32(value) => out.value(value),
        Attribute::Float32(value) => out.value(value),
        Attribute::Float64(value) => out.value(value),
        Attribute::Array(all) => list(out, all, self::attribute)?,
        Attribute::Dictionary(all) => list(out, all, entry)?,
        Attribute::UDim(value) => udim(out, *value),
        Attribute::UDim2([x, y]) => {
            udim(out, *x);
            udim(out, *y);
        }
        Attribute::Ray(value) => out.value(value),
        Attribute::Faces(value) | Attribute::Axes(value) | Attribute::BrickColor(value) => out.value(value),
        Attribute::Color3(value) => out.rows(value),
        Attribute::Vector2(value) => out.rows(&value.to_array()),
        Attribute::Vector3(value) => out.value(value),
        Attribute::Vector2int16(value) => out.value(value),
        Attribute::Vector3int16(value) => out.value(value),
        Attribute::CFrame((rotation, position)) => cframe(out, *rotation, position),
        Attribute::EnumItem { name, value } => {
            string(out, name)?;
            out.value(value);
        }
        Attribute::NumberSequence(all) => list(out, all, number_keypoint)?,
        Attribute::NumberKeypoint(point) => number_keypoint(out, point)?,
        Attribute::ColorSequence(all) => list(out, all, color_keypoint)?,
        Attribute::ColorKeypoint(point) => color_keypoint(out, point)?,
        Attribute::NumberRange(value) => out.value(value),
        Attribute::Rect(value) => out.value(value),
        Attribute::PhysicalProperties { custom, numbers } => {
            out.value(custom);
            out.value(numbers);
        }
        Attribute::Region3(value) => out.value(value),
        Attribute::Region3int16(value) => out.value(value),
        Attribute::Font { weight, style, family, cached_face } => {
            out.value(weight);
            out.value(style);
            string(out, family)?;
            string(out, cached_face)?;
        }
    }
    Ok(())
}

fn list<T>(
    out: &mut Output,
    all: &[T],
    write: impl Fn(&mut Output, &T) -> Result<(), Error>,
) -> Result<(), Error> {
    out.value(&count::<u32>(all.len(), "values")?);
    all.iter().try_for_each(|one| write(out, one))
}

fn udim(out: &mut Output, (scale, offset): (f32, i32)) {
    out.value(&scale);
    out.value(&offset);
}

fn cframe(out: &mut Output, rotation: Rotation, position: &geom::Vec3) {
    out.value(position);
    match rotation {
        Rotation::Id(id) => out.value(&id.0),
        Rotation::Free(matrix) => {
            out.value(&0_u8);
            out.value(&matrix);
        }
    }
}

fn number_keypoint(out: &mut Output, point: &NumberKeypoint) -> Result<(), Error> {
    out.rows(&[point.envelope, point.time, point.value]);
    Ok(())
}

fn color_keypoint(out: &mut Output, point: &ColorKeypoint) -> Result<(), Error> {
    out.rows(&[point.envelope, point.time]);
    out.value(&point.color);
    Ok(())
}
