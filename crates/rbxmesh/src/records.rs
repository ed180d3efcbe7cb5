//! Arrays of records in a file, decoded on access.

use crate::common::wire::Wire;
use crate::model::{Envelope, Vertex};
use crate::wire::{PLAIN_VERTEX_SIZE, PlainVertex, VERTEX_SIZE, size_of_wire};
use std::marker::PhantomData;

/// An array of records in a file, decoded on access.
#[derive(Debug, Clone, Copy)]
pub struct Records<'a, T> {
    bytes: &'a [u8],
    stride: usize,
    of: PhantomData<T>,
}

/// A type of record of which a [`MeshRef`](crate::MeshRef) has arrays.
pub trait Record: sealed::Decode + 'static {}

pub(crate) mod sealed {
    /// A record that is decoded on access. It may be longer than its known fields.
    pub trait Decode: Sized {
        fn from_record(record: &[u8]) -> Option<Self>;
        fn from_records(records: &[u8], stride: usize) -> Vec<Self>;
    }
}

impl<'a, T> Records<'a, T> {
    pub(crate) fn new(bytes: &'a [u8], stride: usize) -> Self {
        Self { bytes, stride, of: PhantomData }
    }

    /// Reinterprets the bytes as records of another type.
    pub(crate) fn cast<U>(self) -> Records<'a, U> {
        Records::new(self.bytes, self.stride)
    }

    /// The bytes of each record after the first `size`, concatenated.
    pub(crate) fn surplus(&self, size: usize) -> Vec<u8> {
        if self.stride <= size {
            return Vec::new();
        }
        let records = self.bytes.chunks_exact(self.stride);
        records.flat_map(|record| record.get(size..).unwrap_or_default()).copied().collect()
    }
}

impl<'a, T: Record> Records<'a, T> {
    /// The number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.stride).unwrap_or_default()
    }

    /// Returns true if there are no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The record at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(self.stride)?;
        T::from_record(self.bytes.get(start..)?.get(..self.stride)?)
    }

    /// All records in their order.
    pub fn iter(&self) -> impl Iterator<Item = T> + 'a {
        self.bytes.chunks_exact(self.stride.max(1)).filter_map(T::from_record)
    }

    /// All records, decoded at once: much faster than collecting [`iter`](Self::iter).
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        T::from_records(self.bytes, self.stride)
    }

    /// The records as stored, little-endian, for example to upload them to a GPU.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The size of a record in bytes.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.stride
    }
}

/// The position of an array of records in the file.
#[derive(Debug)]
pub(crate) struct Region<T> {
    start: usize,
    len: usize,
    stride: usize,
    of: PhantomData<T>,
}

impl<T> Default for Region<T> {
    fn default() -> Self {
        Self { start: 0, len: 0, stride: 0, of: PhantomData }
    }
}

impl<T> Region<T> {
    /// The position of `records`, which begin at `start`.
    pub(crate) fn new(start: usize, records: Records<'_, T>) -> Self {
        Self { start, len: records.bytes.len(), stride: records.stride, of: PhantomData }
    }

    /// The number of records.
    pub(crate) fn count(&self) -> usize {
        self.len.checked_div(self.stride).unwrap_or_default()
    }

    /// The records, given the file in which they were found.
    pub(crate) fn on<'a>(&self, file: &'a [u8]) -> Records<'a, T> {
        let bytes = file.get(self.start..).and_then(|rest| rest.get(..self.len));
        Records { bytes: bytes.unwrap_or_default(), stride: self.stride, of: PhantomData }
    }
}

macro_rules! records {
    ($($ty:ty),*) => { $(
        impl Record for $ty {}

        impl sealed::Decode for $ty {
            #[inline]
            fn from_record(record: &[u8]) -> Option<Self> {
                record.first_chunk::<{ size_of_wire::<_, $ty>() }>().map(Wire::decode)
            }

            fn from_records(records: &[u8], stride: usize) -> Vec<Self> {
                const SIZE: usize = size_of_wire::<_, $ty>();
                match stride {
                    // Without a surplus, the compiler knows the size and vectorises the loop.
                    SIZE => records.as_chunks::<SIZE>().0.iter().map(Wire::decode).collect(),
                    _ => records.chunks_exact(stride.max(1)).filter_map(Self::from_record).collect(),
                }
            }
        }
    )* };
}
records! { [u32; 3], u32, Envelope }

impl Record for Vertex {}

/// Decodes a vertex, which has no colour if its record has fewer than 40 bytes.
impl sealed::Decode for Vertex {
    #[inline]
    fn from_record(record: &[u8]) -> Option<Self> {
        match record.first_chunk::<VERTEX_SIZE>() {
            Some(record) => Some(Wire::decode(record)),
            None => {
                record.first_chunk::<PLAIN_VERTEX_SIZE>().map(|record| PlainVertex::decode(record).into())
            }
        }
    }

    fn from_records(records: &[u8], stride: usize) -> Vec<Self> {
        match stride {
            VERTEX_SIZE => records.as_chunks::<VERTEX_SIZE>().0.iter().map(Wire::decode).collect(),
            PLAIN_VERTEX_SIZE => {
                let plain = records.as_chunks::<PLAIN_VERTEX_SIZE>().0.iter();
                plain.map(|record| PlainVertex::decode(record).into()).collect()
            }
            _ => records.chunks_exact(stride.max(1)).filter_map(Self::from_record).collect(),
        }
    }
}
