//! Reads values that are a code of one byte, or a code and a larger value. Format document, section 5, 10 and 19.

use super::columns::collect;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::ParseFn;
use crate::common::show::SpanType;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Coded, PhysicalProperties, RotationId};
use geom::{Mat3, Quat};
use std::fmt;

/// A value larger than a byte, which follows its code in the file.
pub(super) trait InCode: Copy + fmt::Debug {
    /// The size of a value with this code, without the code.
    fn size(code: u8) -> usize;

    /// Decodes a code, or the larger value that follows it. Returns it with the number of bytes read; `None` if the
    /// code is invalid or bytes are missing.
    fn decode(bytes: &[u8]) -> Option<(Result<Self, u8>, usize)>;

    /// The error for an invalid code; `None` if the code is valid.
    fn fault(byte: u8) -> Option<ErrorKind>;

    const SPAN_TYPE: &'static SpanType = &SpanType::field(|bytes, _, out| match Self::decode(bytes) {
        Some((Ok(value), _)) => write!(out, "{value:?}"),
        Some((Err(byte), _)) => write!(out, "{byte:#04x}"),
        None => Ok(()),
    });
}

/// Reads `n` values, at most `n_large` of them larger than a code.
pub(super) fn coded<'a, T: InCode + 'static>(
    name: &'static str,
    n: usize,
    n_large: usize,
) -> impl ParseFn<'a, Coded<T>> {
    let step = |all: &mut Coded<T>, bytes: &[u8]| {
        let (value, len) = T::decode(bytes)?;
        all.push(value);
        Some(len)
    };
    let parser = |all: &mut Coded<T>, data| item(data).map(|(rest, value)| (rest, all.push(value)));
    collect(name, n, 1, move || Coded::with_capacity(n, n_large.min(n)), step, parser)
}

/// Reads one value.
fn item<T: InCode>(data: Input<'_>) -> Parsed<'_, Result<T, u8>> {
    match T::decode(data.bytes()) {
        Some((value, len)) => {
            let (rest, _) = data.split(len)?;
            data.span(rest, "value", T::SPAN_TYPE, 0)?;
            Ok((rest, value))
        }
        None => {
            let code = data.bytes().first().copied();
            // A valid code means that bytes after it are missing.
            let end = ErrorKind::UnexpectedEnd {
                needed: code.map_or(0, T::size).saturating_add(1),
                left: data.bytes().len(),
            };
            Err(data.fatal(code.and_then(T::fault).unwrap_or(end)))
        }
    }
}

macro_rules! rotations {
    ($($ty:ty = $n:literal),*) => { $(
        impl InCode for $ty {
            fn size(_: u8) -> usize {
                $n
            }

            #[inline]
            fn decode(bytes: &[u8]) -> Option<(Result<Self, u8>, usize)> {
                match *bytes.first()? {
                    // Format document, section 5, 10: only 0 is followed by a matrix or a quaternion.
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
    fn size(code: u8) -> usize {
        if code == 3 { 24 } else { 20 }
    }

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
            // The layout after other flags is unknown, so the column cannot be decoded further. Format document,
            // section 5, 19.
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
    use super::coded;
    use crate::common::input::{Input, Parsed, Reading};
    use crate::common::limits::Limits;
    use crate::common::trace::{Descent, SpanStart, Trace};
    use crate::model::PhysicalProperties;
    use crate::read::values::consecutive;
    use geom::{Mat3, Quat};
    use proptest::prelude::*;

    /// A tracer that requests all spans.
    struct All;

    impl Trace for All {
        fn enter(&self, _: &SpanStart<'_>) -> Descent {
            Descent::All
        }

        fn leave(&self, _: &[u8], _: u64) {}

        fn fail(&self, _: bool) {}
    }

    /// Checks that reading all values at once has the same result, values or error, as reading them one by one for a
    /// tracer.
    fn compare<T: std::fmt::Debug>(
        bytes: &[u8],
        list: impl for<'b> Fn(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<(), TestCaseError> {
        let list = |reading: Reading<'_>| {
            reading.read(bytes, |input| list(input).map(|(rest, all)| (rest, (rest.position(), all))))
        };
        let at_once = list(Reading::new(false, Limits::default(), bytes.len()));
        let one_by_one = list(Reading::new(false, Limits::default(), bytes.len()).with_trace(&All));
        // The values are compared as text, because NaN differs from itself.
        prop_assert_eq!(format!("{at_once:?}"), format!("{one_by_one:?}"));
        Ok(())
    }

    #[test]
    fn what_is_cut_off_says_how_long_it_is() {
        for (flags, n_needed) in [(1, 21), (3, 25)] {
            let bytes = [[flags].as_slice(), &[0; 19]].concat();
            let error = Reading::new(false, Limits::default(), bytes.len())
                .read(&bytes, |input| coded::<PhysicalProperties>("list", 1, 1)(input))
                .unwrap_err();
            let expected = format!("needs {n_needed} bytes, and 20 are left");
            assert!(error.to_string().contains(&expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn a_list_is_read_at_once_as_one_by_one(
            bytes in prop::collection::vec(prop_oneof![Just(0_u8), 0..4_u8, any::<u8>()], 0..120),
            n in 0..12_usize,
        ) {
            compare(&bytes, |input| coded::<Mat3>("list", n, n)(input))?;
            compare(&bytes, |input| coded::<Quat>("list", n, n)(input))?;
            compare(&bytes, |input| coded::<PhysicalProperties>("list", n, n)(input))?;
            compare(&bytes, |input| consecutive("list", input, n, false))?;
        }
    }
}
