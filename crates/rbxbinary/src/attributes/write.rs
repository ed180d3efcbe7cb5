//! Format document, section 6.1: writing attributes.

use super::{Attribute, Attributes};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::{ColorKeypoint, Name, NumberKeypoint, PhysicalProperties, Rotation};

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
        let has_acoustics = self.values().any(|(_, value)| match value {
            Attribute::PhysicalProperties { custom, own } => {
                *custom != 0 && own.acoustic_absorption.is_some()
            }
            _ => false,
        });
        self.entries.iter().try_for_each(|one| entry(&mut out, one, has_acoustics))?;
        out.bytes(&self.undecoded);
        Ok(out.0)
    }
}

impl Attribute {
    /// Its type and its value.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut out = Output::default();
        attribute(&mut out, self, true)?;
        Ok(out.0)
    }
}

fn entry(out: &mut Output, (name, value): &(Name, Attribute), has_acoustics: bool) -> Result<(), Error> {
    string(out, name)?;
    attribute(out, value, has_acoustics).map_err(|error| error.inside(name.to_string()))
}

fn string(out: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    out.value(&count::<u32>(bytes.len(), "string")?);
    out.bytes(bytes);
    Ok(())
}

/// Readers cannot tell values with acoustics from others, so that all of a blob have them or none.
fn attribute(out: &mut Output, attribute: &Attribute, has_acoustics: bool) -> Result<(), Error> {
    out.value(&attribute.type_id());
    match attribute {
        Attribute::None => {}
        Attribute::String(value) => string(out, value)?,
        Attribute::Bool(value) => out.value(value),
        Attribute::Int32(value) => out.value(value),
        Attribute::Float32(value) => out.value(value),
        Attribute::Float64(value) => out.value(value),
        Attribute::Array(all) => list(out, all, |out, one| self::attribute(out, one, has_acoustics))?,
        Attribute::Dictionary(all) => list(out, all, |out, one| entry(out, one, has_acoustics))?,
        Attribute::UDim(value) => udim(out, *value),
        Attribute::UDim2(value) => udim2(out, value),
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
        Attribute::PhysicalProperties { custom, own } => physical(out, *custom, own, has_acoustics),
        Attribute::Color3uint8(value) => out.bytes(value),
        Attribute::Region3(value) => out.value(value),
        Attribute::Region3int16(value) => out.value(value),
        Attribute::Font { weight, style, family, cached_face } => {
            out.value(weight);
            out.value(style);
            string(out, family)?;
            string(out, cached_face)?;
        }
        Attribute::SecurityCapabilities(value) => out.value(value),
        Attribute::Path2DControlPoint(all) => all.iter().for_each(|one| udim2(out, one)),
        Attribute::TweenInfo(value) => out.value(value),
        Attribute::Ref(referent) => out.value(&referent.0),
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

fn udim2(out: &mut Output, axes: &[(f32, i32); 2]) {
    axes.iter().for_each(|axis| udim(out, *axis));
}

fn physical(out: &mut Output, custom: u8, own: &PhysicalProperties, has_acoustics: bool) {
    out.value(&custom);
    if custom != 0 {
        let PhysicalProperties { density, friction, elasticity, .. } = *own;
        out.rows(&[density, friction, elasticity, own.friction_weight, own.elasticity_weight]);
        if has_acoustics {
            out.value(&own.acoustic_absorption.unwrap_or(1.0));
        }
    }
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
