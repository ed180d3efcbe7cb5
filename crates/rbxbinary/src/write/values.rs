//! Writes the values of a column. Format document, section 5.

use super::coded::{physical_properties, rotations};
use super::columns::{lanes, numbers, referents};
use super::string::{reserve, string};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{
    Contents, Fonts, Lanes, Lists, OptionalCFrames, Placements, Strings, Type, UDim2s, UDims, UniqueIds,
    Values, with_kinds,
};

/// The result of a value writer, which is `()` or a `Result`.
trait Written {
    fn done(self) -> Result<(), Error>;
}

impl Written for () {
    fn done(self) -> Result<(), Error> {
        Ok(())
    }
}

impl Written for Result<(), Error> {
    fn done(self) -> Self {
        self
    }
}

macro_rules! writer {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        pub(super) fn values(data: &mut Output, values: &Values) -> Result<(), Error> {
            match values {
                Values::Absent => Ok(()),
                $(Values::$Kind(all) => $write(data, all).done(),)*
                Values::Raw { data: all, .. } => data.bytes(all).done(),
            }
        }
    };
}
with_kinds!(writer);

fn flags(data: &mut Output, all: &[u8]) {
    data.bytes(all);
}

fn rows<const N: usize, T: Wire<N>>(data: &mut Output, all: &[T]) {
    data.rows(all);
}

fn udim(data: &mut Output, UDims { scale, offset }: &UDims) -> Result<(), Error> {
    same_length(scale.len(), offset.len(), "offset")?;
    numbers(data, scale);
    numbers(data, offset);
    Ok(())
}

fn udim2(data: &mut Output, UDim2s { scale, offset }: &UDim2s) -> Result<(), Error> {
    same_length(scale.len(), offset.len(), "offset")?;
    lanes(data, scale);
    lanes(data, offset);
    Ok(())
}

fn color3uint8(data: &mut Output, all: &Lanes<u8, 3>) {
    data.bytes(&all.numbers);
}

fn unique_ids(data: &mut Output, all: &UniqueIds) {
    // The interleaved words, one after the other, are the sixteen interleaved bytes of type 1F.
    lanes(data, &all.words);
}

fn optional(data: &mut Output, OptionalCFrames { frames, present }: &OptionalCFrames) -> Result<(), Error> {
    same_length(frames.len(), present.len(), "flags")?;
    // Format document, section 5, 1E: the flags have a type of their own, too.
    data.value(&(Type::CFrame as u8));
    placements(data, frames);
    data.value(&(Type::Bool as u8));
    data.bytes(present);
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
