//! Format document, section 5: the values of a column.

use super::columns::{lanes, referents};
use super::string::string;
use crate::model::{Coded, Contents, Fonts, Lists, PhysicalProperties, Placements, Strings, Values};
use crate::mould::output::{Output, count};
use crate::mould::wire::Wire;
use crate::wire::numbers::{rotated, zigzag, zigzag64};
use crate::{Error, ErrorKind};

pub(super) fn values(data: &mut Output, values: &Values) -> Result<(), Error> {
    match values {
        Values::Absent => {}
        Values::String(all) | Values::Bytecode(all) => return strings(data, all),
        Values::Bool(all) | Values::Faces(all) | Values::Axes(all) | Values::Raw { data: all, .. } => {
            data.bytes(all)
        }
        Values::Int32(all) => data.planes(all, |one| zigzag(*one)),
        Values::Float32(all) => data.planes(all, |one| rotated(*one)),
        Values::Float64(all) => data.rows(all),
        Values::UDim { scale, offset } => {
            same_length(scale.len(), offset.len(), "offset")?;
            data.planes(scale, |one| rotated(*one));
            data.planes(offset, |one| zigzag(*one));
        }
        Values::UDim2 { scale, offset } => {
            same_length(scale.len(), offset.len(), "offset")?;
            lanes(data, scale, rotated);
            lanes(data, offset, zigzag);
        }
        Values::Ray(all) => data.rows(all),
        Values::BrickColor(all) | Values::Enum(all) => data.planes(all, |one| one.to_be_bytes()),
        Values::Color3(all) | Values::Vector3(all) => lanes(data, all, rotated),
        Values::Vector2(all) => lanes(data, all, rotated),
        Values::Vector2int16(all) => data.rows(all),
        Values::CFrame(all) => placements(data, all),
        Values::CFrameQuat(all) => placements(data, all),
        Values::Referent(all) => referents(data, all),
        Values::Vector3int16(all) => data.rows(all),
        Values::NumberSequence(all) => return sequences(data, all),
        Values::ColorSequence(all) => return sequences(data, all),
        Values::NumberRange(all) => data.rows(all),
        Values::Rect(all) => lanes(data, all, rotated),
        Values::PhysicalProperties(all) => return physical_properties(data, all),
        Values::Color3uint8(all) => data.bytes(&all.numbers),
        Values::Int64(all) => data.planes(all, |one| zigzag64(*one)),
        Values::SharedString(all) => data.planes(all, |one| one.0.to_be_bytes()),
        Values::OptionalCFrame { frames, present } => {
            same_length(frames.len(), present.len(), "flags")?;
            data.value(&0x10_u8);
            placements(data, frames);
            data.value(&0x02_u8);
            data.bytes(present);
        }
        Values::UniqueId(all) => lanes(data, &all.words, u32::to_be_bytes),
        Values::Font(all) => return fonts(data, all),
        Values::SecurityCapabilities(all) => data.planes(all, |one| zigzag64(one.cast_signed())),
        Values::Content(all) => return contents(data, all),
    }
    Ok(())
}

fn same_length(expected: usize, found: usize, what: &'static str) -> Result<(), Error> {
    match expected == found {
        true => Ok(()),
        false => Err(Error::model(ErrorKind::Length { expected, found }).inside(what)),
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
    for rotation in all.rotations.iter() {
        match rotation {
            Ok(free) => {
                data.value(&0_u8);
                data.value(&free);
            }
            Err(id) => data.value(&id),
        }
    }
    lanes(data, &all.positions, rotated);
}

fn sequences<const N: usize, T: Wire<N>>(data: &mut Output, all: &Lists<T>) -> Result<(), Error> {
    all.iter().try_for_each(|points| {
        data.value(&count::<u32>(points.len(), "keypoints")?);
        data.rows(points);
        Ok(())
    })
}

fn physical_properties(data: &mut Output, all: &Coded<PhysicalProperties>) -> Result<(), Error> {
    for (i, one) in all.iter().enumerate() {
        match one {
            Ok(properties) => physical(data, &properties),
            Err(flags @ (0 | 2)) => data.value(&flags),
            Err(flags) => {
                let (expected, found) = ("0 or 2 as flags".into(), flags.to_string());
                return Err(
                    Error::model(ErrorKind::Unexpected { expected, found }).inside(format!("value {i}"))
                );
            }
        }
    }
    Ok(())
}

fn physical(data: &mut Output, properties: &PhysicalProperties) {
    let PhysicalProperties { density, friction, elasticity, .. } = *properties;
    let PhysicalProperties { friction_weight, elasticity_weight, acoustic_absorption, .. } = *properties;
    data.value(&if acoustic_absorption.is_some() { 3_u8 } else { 1 });
    data.value(&[density, friction, elasticity, friction_weight, elasticity_weight]);
    if let Some(absorption) = acoustic_absorption {
        data.value(&absorption);
    }
}

fn fonts(data: &mut Output, all: &Fonts) -> Result<(), Error> {
    all.iter().try_for_each(|font| {
        string(data, font.family)?;
        data.value(&font.weight);
        data.value(&font.style);
        string(data, font.cached_face)
    })
}

fn contents(data: &mut Output, all: &Contents) -> Result<(), Error> {
    let (kinds, uris, objects) = all.lists();
    data.planes(&kinds.collect::<Vec<_>>(), |kind| zigzag(*kind));
    data.value(&count::<u32>(uris.len(), "uris")?);
    strings(data, uris)?;
    data.value(&count::<u32>(objects.len(), "objects")?);
    referents(data, objects);
    data.value(&count::<u32>(all.externals.len(), "externals")?);
    referents(data, &all.externals);
    Ok(())
}
