//! Values of fixed size. One table of offsets defines the reader, the writer and the trace of a record.

use super::input::{Input, Parsed};
use super::parsers::{ParseFn, fixed, named};
use super::show::{Field, Show, SpanType};
use super::trace::Name;
use std::borrow::Cow;
use std::fmt::{self, Debug, Write};

/// A value of fixed size, `N` bytes.
pub(crate) trait Wire<const N: usize>: Show + Debug + Sized {
    /// The fields; a single value is one field without a name.
    const FIELDS: &'static [Field] = &[field_at::<N, Self>("", 0)];
    /// The span type of a table of such records.
    const TABLE: &'static SpanType = &SpanType::table(|_| Cow::Borrowed(Self::FIELDS));
    /// The span type of one such record.
    const RECORD: &'static SpanType = &SpanType::record(|_| Cow::Borrowed(Self::FIELDS), debug::<N, Self>);
    fn decode(bytes: &[u8; N]) -> Self;
    fn encode(&self) -> [u8; N];
}

/// Prints a value by [`Show`].
pub(crate) fn show<const N: usize, T: Wire<N>>(bytes: &[u8], _: u64, out: &mut dyn Write) -> fmt::Result {
    let whole = <&[u8; N]>::try_from(bytes);
    whole.map_or(Ok(()), |whole| (T::SPAN_TYPE.show)(bytes, T::decode(whole).context(), out))
}

/// Prints a value by `Debug`.
pub(crate) fn debug<const N: usize, T: Wire<N>>(bytes: &[u8], _: u64, out: &mut dyn Write) -> fmt::Result {
    <&[u8; N]>::try_from(bytes).map_or(Ok(()), |bytes| write!(out, "{:?}", T::decode(bytes)))
}

macro_rules! little_endian {
    ($($ty:ty = $n:literal),*) => { $(
        impl Wire<$n> for $ty {
            #[inline]
            fn decode(bytes: &[u8; $n]) -> Self {
                <$ty>::from_le_bytes(*bytes)
            }

            #[inline]
            fn encode(&self) -> [u8; $n] {
                self.to_le_bytes()
            }
        }
    )* };
}
little_endian!(u8 = 1, u16 = 2, u32 = 4, u64 = 8, i8 = 1, i16 = 2, i32 = 4, i64 = 8, f32 = 4, f64 = 8);

/// Implements `Wire` for arrays: `arrays!(f32, 9 = 36; u16, 26 = 52)`, items and bytes.
macro_rules! arrays {
    ($($ty:ty, $count:literal = $n:literal);* $(;)?) => { $(
        impl $crate::common::show::Show for [$ty; $count] {
            const SPAN_TYPE: &'static $crate::common::show::SpanType =
                &$crate::common::show::SpanType::field($crate::common::wire::debug::<$n, Self>);
        }

        #[allow(clippy::indexing_slicing, reason = "the sizes are those of this line")]
        impl $crate::common::wire::Wire<$n> for [$ty; $count] {
            #[inline]
            fn decode(bytes: &[u8; $n]) -> Self {
                let (items, _) = bytes.as_chunks::<{ $n / $count }>();
                std::array::from_fn(|i| $crate::common::wire::Wire::decode(&items[i]))
            }

            #[inline]
            fn encode(&self) -> [u8; $n] {
                let items = self.map(|item| $crate::common::wire::Wire::encode(&item));
                let bytes: &[u8] = items.as_flattened();
                std::array::from_fn(|i| bytes[i])
            }
        }
    )* };
}
pub(crate) use arrays;

/// Implements `Wire` for a struct by its table of offsets in the format document; the struct may be from another crate.
///
/// The compiler checks that the fields fill the record without gap or overlap.
macro_rules! wire {
    ($($record:ident = $size:literal bytes { $($at:literal $field:ident: $ty:ty,)* })*) => { $(
        impl $crate::common::show::Show for $record {
            const SPAN_TYPE: &'static $crate::common::show::SpanType = <Self as $crate::common::wire::Wire<$size>>::RECORD;
        }

        #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "checked when compiled")]
        impl $crate::common::wire::Wire<$size> for $record {
            const FIELDS: &'static [$crate::common::show::Field] =
                $crate::common::wire::tiled::<$size>(&[$(
                    $crate::common::wire::field_at::<_, $ty>(stringify!($field), $at),
                )*]);

            #[inline]
            fn decode(bytes: &[u8; $size]) -> Self {
                // Evaluated here, so that `cargo check` reports a table that does not fill the record.
                const _: &[$crate::common::show::Field] = <$record as $crate::common::wire::Wire<$size>>::FIELDS;
                Self { $($field: <$ty as $crate::common::wire::Wire<_>>::decode(
                    &std::array::from_fn(|i| bytes[$at + i])),)* }
            }

            #[inline]
            fn encode(&self) -> [u8; $size] {
                let mut bytes = [0; $size];
                $(
                    let field = <$ty as $crate::common::wire::Wire<_>>::encode(&self.$field);
                    bytes[$at..][..field.len()].copy_from_slice(&field);
                )*
                bytes
            }
        }
    )* };
}
pub(crate) use wire;

/// The field of type `T` that begins at this byte of a record.
pub(crate) const fn field_at<const N: usize, T: Wire<N>>(name: &'static str, at: usize) -> Field {
    Field { name, at, len: N, show: show::<N, T> }
}

/// Returns `fields` after checking that they fill the record; evaluated at compile time.
#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "runs when compiled")]
pub(crate) const fn tiled<const N: usize>(fields: &'static [Field]) -> &'static [Field] {
    let (mut at, mut i) = (0, 0);
    while i < fields.len() {
        assert!(fields[i].at == at, "a field does not start where the one before it ends");
        at += fields[i].len;
        i += 1;
    }
    assert!(at == N, "the fields do not fill the record");
    fields
}

/// Reads one value of fixed size.
#[inline]
pub(crate) fn value<const N: usize, T: Wire<N>>(input: Input<'_>) -> Parsed<'_, T> {
    fixed(input).map(|(rest, bytes)| (rest, T::decode(&bytes)))
}

/// Takes the bytes of `count` records of `stride` bytes, counted against the limit and not decoded: nom's `take` with a
/// name.
///
/// The context has what `span_type` needs to know about the fields from the rest of the file.
#[inline]
pub(crate) fn records<'a>(
    name: impl Name,
    count: usize,
    stride: usize,
    span_type: &'static SpanType,
    context: u64,
) -> impl ParseFn<'a, &'a [u8]> {
    let read = move |input: Input<'a>| {
        let (rest, taken) = input.split(count.saturating_mul(stride))?;
        input.charge_elements(count).map(|()| (rest, taken.rest))
    };
    named(name, span_type, read, move |bytes| (bytes, context))
}

/// Reads `count` records of a table: nom's `count`, but in bulk, because one call of a parser for each record is ten
/// times slower. Nothing is allocated before the bytes are known to exist.
#[inline]
pub(crate) fn rows<'a, const N: usize, T: Wire<N>>(
    name: impl Name,
    count: usize,
) -> impl ParseFn<'a, Vec<T>> {
    let mut records = records(name, count, N, T::TABLE, 0);
    move |input| {
        let (rest, bytes) = records(input)?;
        Ok((rest, bytes.as_chunks::<N>().0.iter().map(T::decode).collect()))
    }
}
