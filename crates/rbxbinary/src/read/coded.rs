//! Format document, section 5, 10 and 19: values that are a code of one byte, or a code and a larger value.

use super::columns::list;
use crate::ErrorKind;
use crate::model::{Coded, PhysicalProperties, RotationId};
use crate::mould::input::{Input, Parsed};
use crate::mould::show::Look;
use crate::mould::wire::Wire;
use geom::{Mat3, Quat};
use std::fmt;

/// A larger value, which follows its code.
pub(super) trait InCode: Copy + fmt::Debug {
    /// The size of the shortest value, without the code.
    const SIZE: usize;

    /// The code, or the value after it; and the number of bytes they take.
    fn decode(bytes: &[u8]) -> Option<(Result<Self, u8>, usize)>;

    /// The error for an invalid code.
    fn fault(byte: u8) -> Option<ErrorKind>;

    const LOOK: &'static Look = &Look::field(|bytes, _, out| match Self::decode(bytes) {
        Some((Ok(value), _)) => write!(out, "{value:?}"),
        Some((Err(byte), _)) => write!(out, "{byte:#04x}"),
        None => Ok(()),
    });
}

/// `n` values, at most `n_large` of them larger than a code.
pub(super) fn coded<'a, T: InCode + 'static>(
    name: &'static str,
    n: usize,
    n_large: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Coded<T>> {
    move |data| {
        let most = n.min(data.bytes().len());
        let mut all = Coded::with_capacity(most, n_large.min(most));
        let step = |bytes: &[u8]| {
            let (value, len) = T::decode(bytes)?;
            all.push(value);
            Some(len)
        };
        let (rest, _) = list(name, n, 1, step, item::<T>)(data)?;
        Ok((rest, all))
    }
}

/// One value, for the layout and for errors.
pub(super) fn item<T: InCode>(data: Input<'_>, _: u64) -> Parsed<'_, Result<T, u8>> {
    match T::decode(data.bytes()) {
        Some((value, len)) => {
            let (rest, _) = data.split(len)?;
            data.span(rest, "value", T::LOOK, 0);
            Ok((rest, value))
        }
        None => {
            let left = data.bytes().len();
            let end = ErrorKind::UnexpectedEnd { needed: T::SIZE.saturating_add(1), left };
            Err(data.fatal(data.bytes().first().and_then(|byte| T::fault(*byte)).unwrap_or(end)))
        }
    }
}

macro_rules! rotations {
    ($($ty:ty = $n:literal),*) => { $(
        impl InCode for $ty {
            const SIZE: usize = $n;

            #[inline]
            fn decode(bytes: &[u8]) -> Option<(Result<Self, u8>, usize)> {
                match *bytes.first()? {
                    0 => bytes.get(1..)?.first_chunk().map(|free| (Ok(Wire::<$n>::decode(free)), $n + 1)),
                    id => RotationId(id).is_known().then_some((Err(id), 1)),
                }
            }

            fn fault(byte: u8) -> Option<ErrorKind> {
                let (expected, found) = ("a rotation id".into(), format!("{byte:#04x}"));
                (byte != 0).then_some(ErrorKind::Unexpected { expected, found })
            }
        }
    )* };
}
rotations!(Mat3 = 36, Quat = 16);

impl InCode for PhysicalProperties {
    const SIZE: usize = 20;

    fn decode(bytes: &[u8]) -> Option<(Result<Self, u8>, usize)> {
        let (flags, rest) = bytes.split_first()?;
        let five = || rest.split_first_chunk::<20>();
        match flags {
            0 | 2 => Some((Err(*flags), 1)),
            1 => five().map(|(five, _)| (Ok(properties(Wire::decode(five), None)), 21)),
            3 => {
                let (five, rest) = five()?;
                let absorption = f32::from_le_bytes(*rest.first_chunk()?);
                Some((Ok(properties(Wire::decode(five), Some(absorption))), 25))
            }
            _ => None,
        }
    }

    fn fault(byte: u8) -> Option<ErrorKind> {
        let (expected, found) = ("flags from 0 to 3".into(), byte.to_string());
        (byte > 3).then_some(ErrorKind::Unexpected { expected, found })
    }
}

fn properties(five: [f32; 5], acoustic_absorption: Option<f32>) -> PhysicalProperties {
    let [density, friction, elasticity, friction_weight, elasticity_weight] = five;
    PhysicalProperties {
        density,
        friction,
        elasticity,
        friction_weight,
        elasticity_weight,
        acoustic_absorption,
    }
}

#[cfg(test)]
mod tests {
    use super::{InCode, coded, item as coded_item};
    use crate::Limits;
    use crate::model::{PhysicalProperties, Strings};
    use crate::mould::divided::Item;
    use crate::mould::input::{Input, Parsed, Reading};
    use crate::read::string::item as string_item;
    use crate::read::values::strings;
    use geom::{Mat3, Quat};
    use proptest::prelude::*;

    /// How far `n` values reach, or where the first is that is not valid.
    fn one_by_one<F: for<'b> Item<'b>>(bytes: &[u8], n: usize, item: F) -> Result<usize, String> {
        let reading = Reading::new(false, Limits::default(), bytes.len());
        let read = reading.read(bytes, |mut at| {
            for i in 0..n {
                let one = item.item(at, 0);
                (at, _) = one.map_err(|error| at.name_failure(0, ("list", i), error))?;
            }
            let len = at.at();
            Ok((at, len))
        });
        read.map_err(|error| error.to_string())
    }

    fn at_once<T>(
        bytes: &[u8],
        list: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<(usize, T), String> {
        let reading = Reading::new(false, Limits::default(), bytes.len());
        let read = reading.read(bytes, |input| list(input).map(|(rest, all)| (rest, (rest.at(), all))));
        read.map_err(|error| error.to_string())
    }

    /// Both ways stop at the same place, or say the same; unless the bytes are too few for any values.
    fn compare<T: InCode + 'static>(bytes: &[u8], n: usize) -> Result<(), TestCaseError> {
        let whole =
            at_once(bytes, |input| coded::<T>("list", n, n)(input)).map(|(len, all)| (len, all.len()));
        let expected = one_by_one(bytes, n, coded_item::<T>).map(|len| (len, n));
        prop_assert!(whole == expected || bytes.len() < n, "{whole:?} {expected:?}");
        Ok(())
    }

    proptest! {
        #[test]
        fn a_list_is_read_at_once_as_one_by_one(
            bytes in prop::collection::vec(prop_oneof![Just(0_u8), 0..4_u8, any::<u8>()], 0..120),
            n in 0..12_usize,
        ) {
            compare::<Mat3>(&bytes, n)?;
            compare::<Quat>(&bytes, n)?;
            compare::<PhysicalProperties>(&bytes, n)?;
            let whole = at_once(&bytes, |input| strings("list", input, n, false));
            let whole = whole.map(|(len, all): (_, Strings)| (len, all.len()));
            let expected = one_by_one(&bytes, n, string_item).map(|len| (len, n));
            prop_assert!(whole == expected || bytes.len() < 4 * n, "{whole:?} {expected:?}");
        }
    }
}
