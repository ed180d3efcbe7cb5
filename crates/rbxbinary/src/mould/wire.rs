//! Tables of offsets: one table defines the reader, the writer and the layout of a record.

use super::layout::SpanKind;
use super::show::{Field, Look, Show, ShowFn, TableFn, nothing};
use std::borrow::Cow;
use std::fmt;

/// A value of fixed size, `N` bytes.
pub(crate) trait Wire<const N: usize>: Show + Sized {
    /// How a layout shows it.
    const FIELDS: &'static [Field] = &[Field { name: "", at: 0, len: N, show: show::<N, Self> }];
    /// Records of this type, one after the other.
    const TABLE: &'static Look = &Look::table(|_| Cow::Borrowed(Self::FIELDS));
    fn decode(bytes: &[u8; N]) -> Self;
    fn encode(&self) -> [u8; N];
}

impl Look {
    /// Records of the same size.
    pub(crate) const fn table(table: TableFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Array, nothing) }
    }

    /// One record.
    pub(crate) const fn record(table: TableFn, show: ShowFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Record, show) }
    }
}

/// Shows a value as its type does.
pub(crate) fn show<const N: usize, T: Wire<N>>(
    bytes: &[u8],
    _: u64,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    match <&[u8; N]>::try_from(bytes) {
        Ok(whole) => (T::LOOK.show)(bytes, T::decode(whole).context(), out),
        // Cases that a table rules out.
        Err(_) => Ok(()),
    }
}

/// Shows a value as `Debug` prints it.
pub(crate) fn debug<const N: usize, T: Wire<N> + fmt::Debug>(
    bytes: &[u8],
    _: u64,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
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
#[allow(unused_macros, reason = "not every format has arrays in its records")]
macro_rules! arrays {
    ($($ty:ty, $count:literal = $n:literal);* $(;)?) => { $(
        impl $crate::mould::show::Show for [$ty; $count] {
            const LOOK: &'static $crate::mould::show::Look =
                &$crate::mould::show::Look::field($crate::mould::wire::debug::<$n, Self>);
        }

        impl $crate::mould::wire::Wire<$n> for [$ty; $count] {
            #[inline]
            #[allow(clippy::indexing_slicing, reason = "the sizes are those of this line")]
            fn decode(bytes: &[u8; $n]) -> Self {
                let (items, _) = bytes.as_chunks::<{ $n / $count }>();
                std::array::from_fn(|i| $crate::mould::wire::Wire::decode(&items[i]))
            }

            #[inline]
            #[allow(clippy::indexing_slicing, reason = "the sizes are those of this line")]
            fn encode(&self) -> [u8; $n] {
                let items = self.map(|item| $crate::mould::wire::Wire::encode(&item));
                let bytes: &[u8] = items.as_flattened();
                std::array::from_fn(|i| bytes[i])
            }
        }
    )* };
}
#[allow(unused_imports, reason = "as above")]
pub(crate) use arrays;

/// Defines the table of offsets of the format document for a struct with these fields; the struct may be from another
/// crate.
///
/// That the fields fill the record without gap or overlap is checked at compile time.
#[allow(unused_macros, reason = "as above")]
macro_rules! wire {
    ($($record:ident = $size:literal bytes { $($at:literal $field:ident: $ty:ty,)* })*) => { $(
        impl $crate::mould::show::Show for $record {
            const LOOK: &'static $crate::mould::show::Look = &$crate::mould::show::Look::record(
                |_| std::borrow::Cow::Borrowed(<Self as $crate::mould::wire::Wire<$size>>::FIELDS),
                $crate::mould::wire::debug::<$size, Self>,
            );
        }

        impl $crate::mould::wire::Wire<$size> for $record {
            const FIELDS: &'static [$crate::mould::show::Field] =
                $crate::mould::wire::tiled::<$size>(&[$(
                    $crate::mould::show::Field {
                        name: stringify!($field),
                        at: $at,
                        len: $crate::mould::wire::size_of_wire::<_, $ty>(),
                        show: $crate::mould::wire::show::<_, $ty>,
                    },
                )*]);

            #[inline]
            fn decode(bytes: &[u8; $size]) -> Self {
                // Evaluated here, so that `cargo check` reports a table that does not fill the record.
                const _: &[$crate::mould::show::Field] =
                    <$record as $crate::mould::wire::Wire<$size>>::FIELDS;
                Self { $($field: <$ty as $crate::mould::wire::Wire<_>>::decode(
                    &$crate::mould::wire::get::<$at, _, $size>(bytes)),)* }
            }

            #[inline]
            fn encode(&self) -> [u8; $size] {
                let mut bytes = [0; $size];
                $($crate::mould::wire::put::<$at, _, $size>(
                    &mut bytes, <$ty as $crate::mould::wire::Wire<_>>::encode(&self.$field));)*
                bytes
            }
        }
    )* };
}
#[allow(unused_imports, reason = "as above")]
pub(crate) use wire;

pub(crate) const fn size_of_wire<const N: usize, T: Wire<N>>() -> usize {
    N
}

/// The `N` bytes at offset `AT` of a record.
#[inline]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "asserted when compiled")]
pub(crate) fn get<const AT: usize, const N: usize, const LEN: usize>(record: &[u8; LEN]) -> [u8; N] {
    const { assert!(AT + N <= LEN) };
    std::array::from_fn(|i| record[AT + i])
}

/// The inverse of [`get`].
#[inline]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "asserted when compiled")]
pub(crate) fn put<const AT: usize, const N: usize, const LEN: usize>(record: &mut [u8; LEN], bytes: [u8; N]) {
    const { assert!(AT + N <= LEN) };
    record[AT..AT + N].copy_from_slice(&bytes);
}

/// Checks at compile time that the fields fill the record.
#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "runs when compiled")]
pub(crate) const fn tiled<const N: usize>(fields: &'static [Field]) -> &'static [Field] {
    let mut at = 0;
    let mut i = 0;
    while i < fields.len() {
        assert!(fields[i].at == at, "a field does not start where the one before it ends");
        at += fields[i].len;
        i += 1;
    }
    assert!(at == N, "the fields do not fill the record");
    fields
}
