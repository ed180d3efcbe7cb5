//! Format document, section 5: the values of a column.

use super::coded::{physical_properties, rotations};
use super::columns::{lanes, numbers, referents};
use super::string::{reserve, string};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Contents, Fonts, Lists, Placements, Strings, Values};

pub(super) fn values(data: &mut Output, values: &Values) -> Result<(), Error> {
    match values {
        Values::Absent => {}
        Values::String(all) | Values::Bytecode(all) => return strings(data, all),
        Values::Bool(all) | Values::Faces(all) | Values::Axes(all) | Values::Raw { data: all, .. } => {
            data.bytes(all)
        }
        Values::Int32(all) => numbers(data, all),
        Values::Float32(all) => numbers(data, all),
        Values::Float64(all) => data.rows(all),
        Values::UDim { scale, offset } => {
            same_length(scale.len(), offset.len(), "offset")?;
            numbers(data, scale);
            numbers(data, offset);
        }
        Values::UDim2 { scale, offset } => {
            same_length(scale.len(), offset.len(), "offset")?;
            lanes(data, scale);
            lanes(data, offset);
        }
        Values::Ray(all) => data.rows(all),
        Values::BrickColor(all) | Values::Enum(all) => numbers(data, all),
        Values::Color3(all) | Values::Vector3(all) => lanes(data, all),
        Values::Vector2(all) => lanes(data, all),
        Values::Vector2int16(all) => data.rows(all),
        Values::CFrame(all) => placements(data, all),
        Values::CFrameQuat(all) => placements(data, all),
        Values::Referent(all) => referents(data, all),
        Values::Vector3int16(all) => data.rows(all),
        Values::NumberSequence(all) => return sequences(data, all),
        Values::ColorSequence(all) => return sequences(data, all),
        Values::NumberRange(all) => data.rows(all),
        Values::Rect(all) => lanes(data, all),
        Values::PhysicalProperties(all) => return physical_properties(data, all),
        Values::Color3uint8(all) => data.bytes(&all.numbers),
        Values::Int64(all) => numbers(data, all),
        Values::SharedString(all) => numbers(data, all),
        Values::OptionalCFrame { frames, present } => {
            same_length(frames.len(), present.len(), "flags")?;
            data.value(&0x10_u8);
            placements(data, frames);
            data.value(&0x02_u8);
            data.bytes(present);
        }
        Values::UniqueId(all) => lanes(data, &all.words),
        Values::Font(all) => return fonts(data, all),
        Values::SecurityCapabilities(all) => numbers(data, all),
        Values::Content(all) => return contents(data, all),
    }
    Ok(())
}

fn same_length(expected: usize, found: usize, what: &'static str) -> Result<(), Error> {
    match expected == found {
        true => Ok(()),
        false => Err(Error::model(ErrorKind::Mismatch { what, found, expected })),
    }
}

/// Writes consecutive strings; copies the whole buffer if it has the form of the file.
fn strings(data: &mut Output, all: &Strings) -> Result<(), Error> {
    if let Some(wire) = all.wire() {
        data.bytes(wire);
        return Ok(());
    }
    all.iter().try_for_each(|one| string(data, one))
}

fn placements<const N: usize, M: Wire<N> + Copy>(data: &mut Output, all: &Placements<M>) {
    rotations(data, &all.rotations);
    lanes(data, &all.positions);
}

fn sequences<const N: usize, T: Wire<N>>(data: &mut Output, all: &Lists<T>) -> Result<(), Error> {
    all.iter().try_for_each(|points| {
        data.value(&count::<u32>(points.len(), "keypoints")?);
        data.rows(points);
        Ok(())
    })
}

fn fonts(data: &mut Output, all: &Fonts) -> Result<(), Error> {
    reserve(data, all.n_bytes());
    all.iter().try_for_each(|font| {
        string(data, font.family)?;
        data.value(&font.weight);
        data.value(&font.style);
        string(data, font.cached_face)
    })
}

fn contents(data: &mut Output, all: &Contents) -> Result<(), Error> {
    let (kinds, uris, objects) = all.lists();
    numbers(data, &kinds.collect::<Vec<_>>());
    data.value(&count::<u32>(uris.len(), "uris")?);
    strings(data, uris)?;
    data.value(&count::<u32>(objects.len(), "objects")?);
    referents(data, objects);
    data.value(&count::<u32>(all.externals.len(), "externals")?);
    referents(data, &all.externals);
    Ok(())
}
