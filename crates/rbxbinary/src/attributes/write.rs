//! Writes attributes. Format document, section 6.1.

use super::{Attribute, Attributes, with_attributes};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::wire::Wire;
use crate::model::{ColorKeypoint, Name, NumberKeypoint, PhysicalProperties, Referent, Rotation};
use geom::{Vec2, Vec3};

impl Attributes {
    /// Writes the bytes of the property.
    ///
    /// # Errors
    ///
    /// If a length or count does not fit in 32 bits.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let n_entries = count::<u32>(self.entries.len(), "attributes")?;
        let has_acoustics = self.values().any(|(_, value)| {
            matches!(value, Attribute::PhysicalProperties { custom: 1.., own } if own.acoustic_absorption.is_some())
        });
        let mut blob = Blob { out: Output::default(), has_acoustics };
        // A string that was too short for a count had no count either, so only its bytes are written.
        let has_count = self.n_undecoded > 0 || n_entries > 0 || self.counts_none;
        if has_count {
            blob.out.value(&n_entries.saturating_add(self.n_undecoded));
        }
        self.entries.iter().try_for_each(|one| entry(&mut blob, one))?;
        // The entries in it, if there are any, are part of the count.
        blob.out.bytes(&self.undecoded);
        Ok(blob.out.0)
    }
}

impl Attribute {
    /// The bytes of the attribute: its type, then its value.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut blob = Blob { out: Output::default(), has_acoustics: true };
        attribute(&mut blob, self)?;
        Ok(blob.out.0)
    }
}

fn entry(blob: &mut Blob, (name, value): &(Name, Attribute)) -> Written {
    string(&mut blob.out, name)?;
    attribute(blob, value).map_err(|error| error.inside(name.to_string()))
}

fn string(out: &mut Output, bytes: &[u8]) -> Result<(), Error> {
    out.value(&count::<u32>(bytes.len(), "string")?);
    out.bytes(bytes);
    Ok(())
}

/// The output, and the form of its physical properties. Readers cannot distinguish values with acoustics from values
/// without, so either all values of a blob have the sixth number or none has.
struct Blob {
    out: Output,
    has_acoustics: bool,
}

type Written = Result<(), Error>;

macro_rules! writer {
    ($($(#[$doc:meta])+ $id:literal $Kind:ident $(($value:ident: $ty:ty))?
        $({ $($(#[$doc_of_field:meta])+ $field:ident: $Field:ty,)+ })?: $read:ident, $write:ident;)*) => {
        fn attribute(blob: &mut Blob, attribute: &Attribute) -> Written {
            blob.out.value(&attribute.type_id());
            match attribute {
                $(Attribute::$Kind $(($value))? $({ $($field),+ })? => $write(blob, ($($value)? $($($field),+)?)),)*
            }
        }
    };
}
with_attributes!(writer);

fn nothing(_: &mut Blob, (): ()) -> Written {
    Ok(())
}

fn plain<const N: usize, T: Wire<N>>(blob: &mut Blob, value: &T) -> Written {
    blob.out.value(value);
    Ok(())
}

fn text(blob: &mut Blob, value: &[u8]) -> Written {
    string(&mut blob.out, value)
}

fn array(blob: &mut Blob, all: &[Attribute]) -> Written {
    list(blob, all, attribute)
}

fn dictionary(blob: &mut Blob, all: &[(Name, Attribute)]) -> Written {
    list(blob, all, entry)
}

fn color3(blob: &mut Blob, color: &[f32; 3]) -> Written {
    blob.out.rows(color);
    Ok(())
}

fn vec2(blob: &mut Blob, vector: &Vec2) -> Written {
    blob.out.rows(&vector.to_array());
    Ok(())
}

fn reference(blob: &mut Blob, referent: &Referent) -> Written {
    plain(blob, &referent.0)
}

fn enum_item(blob: &mut Blob, (name, value): (&Name, &u32)) -> Written {
    text(blob, name)?;
    plain(blob, value)
}

fn number_sequence(blob: &mut Blob, all: &[NumberKeypoint]) -> Written {
    list(blob, all, number_keypoint)
}

fn color_sequence(blob: &mut Blob, all: &[ColorKeypoint]) -> Written {
    list(blob, all, color_keypoint)
}

fn font(blob: &mut Blob, (weight, style, family, cached_face): (&u16, &u8, &Vec<u8>, &Vec<u8>)) -> Written {
    plain(blob, weight)?;
    plain(blob, style)?;
    text(blob, family)?;
    text(blob, cached_face)
}

fn control_point(blob: &mut Blob, all: &[[(f32, i32); 2]; 3]) -> Written {
    all.iter().try_for_each(|one| udim2(blob, one))
}

fn list<T>(blob: &mut Blob, all: &[T], write: impl Fn(&mut Blob, &T) -> Written) -> Written {
    blob.out.value(&count::<u32>(all.len(), "values")?);
    all.iter().try_for_each(|one| write(blob, one))
}

fn udim(blob: &mut Blob, (scale, offset): &(f32, i32)) -> Written {
    plain(blob, scale)?;
    plain(blob, offset)
}

fn udim2(blob: &mut Blob, axes: &[(f32, i32); 2]) -> Written {
    axes.iter().try_for_each(|axis| udim(blob, axis))
}

fn physical(blob: &mut Blob, (custom, own): (&u8, &PhysicalProperties)) -> Written {
    plain(blob, custom)?;
    if *custom != 0 {
        let PhysicalProperties { density, friction, elasticity, .. } = *own;
        blob.out.rows(&[density, friction, elasticity, own.friction_weight, own.elasticity_weight]);
        if blob.has_acoustics {
            // 1 is the absorption of values that store none. Format document, section 5, 19.
            plain(blob, &own.acoustic_absorption.unwrap_or(1.0))?;
        }
    }
    Ok(())
}

fn cframe(blob: &mut Blob, (rotation, position): &(Rotation, Vec3)) -> Written {
    plain(blob, position)?;
    match rotation {
        Rotation::Id(id) => plain(blob, &id.0),
        Rotation::Free(matrix) => {
            plain(blob, &0_u8)?;
            plain(blob, matrix)
        }
    }
}

fn number_keypoint(blob: &mut Blob, point: &NumberKeypoint) -> Written {
    // Unlike in columns, the envelope comes first. Format document, section 6.1, 17.
    blob.out.rows(&[point.envelope, point.time, point.value]);
    Ok(())
}

fn color_keypoint(blob: &mut Blob, point: &ColorKeypoint) -> Written {
    blob.out.rows(&[point.envelope, point.time]);
    plain(blob, &point.color)
}
