//! An original document, which is used in place: its values are read again when they are needed.

use crate::common::error::Error;
use crate::common::input::{Input, Parsed, Reading};
use crate::document::{self, Extent, Tape};
use crate::hash::{Hash, Hasher, Hashes};
use crate::model::{Text, Value};
use crate::options::{Duplicates, Encoding, ReadOptions};
use crate::read;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

pub(super) struct Original<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) encoding: Encoding,
    options: &'a ReadOptions,
    tape: Tape,
    /// The numbers and hashes of the extents that contain others, in order.
    hashes: Vec<(usize, Hash)>,
}

impl<'a> Original<'a> {
    pub(super) fn read(
        bytes: &'a [u8],
        encoding: Encoding,
        options: &'a ReadOptions,
        hasher: &Hasher,
    ) -> Result<Self, Error> {
        let reading = Reading::new(false, options.limits, bytes.len());
        // Text is hashed while it is read, so that it does not have to be read again.
        let mut hashes = Hashes::new(hasher);
        let tape = match encoding {
            Encoding::Binary => reading.read(bytes, |input| read::binary::prefix_tape(input, options))?,
            #[cfg(feature = "xml")]
            Encoding::Xml => {
                reading.read(bytes, |input| read::xml::tape(input, options, Some(&mut hashes)))?
            }
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => return Err(Error::model(crate::error::ErrorKind::NotBuilt { encoding: "XML" })),
            Encoding::Notation => {
                reading.read(bytes, |input| read::notation::tape(input, options, Some(&mut hashes)))?
            }
        };
        let mut original = Self { bytes, encoding, options, tape, hashes: hashes.into_done() };
        // Only at the end of a map is it known which value of a key counts.
        if encoding == Encoding::Binary || original.tape.has_duplicates {
            original.hash_all(hasher);
        }
        Ok(original)
    }

    /// Returns true if the original has no value.
    pub(super) fn is_empty(&self) -> bool {
        self.tape.extents.is_empty()
    }

    pub(super) fn extent(&self, number: usize) -> Extent {
        self.tape.extent(number)
    }

    /// The extent numbers of the direct children of a value, in the order of the bytes.
    pub(super) fn children(&self, number: usize) -> Vec<u32> {
        let end = self.extent(number).next;
        let first = u32::try_from(number).ok().and_then(|number| number.checked_add(1));
        let next = |at: &u32| Some(self.extent(*at as usize).next).filter(|next| *next < end);
        let children = || std::iter::successors(first.filter(|first| *first < end), next);
        let mut all = Vec::with_capacity(children().count());
        all.extend(children());
        all
    }

    /// Returns true if the value with these children is a map.
    pub(super) fn is_map(&self, children: &[u32]) -> bool {
        children.first().is_some_and(|first| self.extent(*first as usize).key != u32::MAX)
    }

    /// The key of a value in a map.
    pub(super) fn key(&self, number: usize) -> Text {
        let Extent { key, start, .. } = self.extent(number);
        let bytes = self.slice(key, start);
        match self.encoding {
            Encoding::Binary => document::key(bytes, 0).into(),
            #[cfg(feature = "xml")]
            Encoding::Xml => self.again(bytes, read::xml::key),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Text::default(),
            Encoding::Notation => self.again(bytes, read::notation::key),
        }
    }

    /// The start of the contents of a container.
    pub(super) fn inside(&self, number: usize) -> u32 {
        let Extent { start, end, .. } = self.extent(number);
        let n_bytes = match self.encoding {
            // The tag and the count.
            Encoding::Binary => 5,
            #[cfg(feature = "xml")]
            Encoding::Xml => self.again(self.slice(start, end), |input| {
                read::xml::start_tag(input)
                    .map(|(rest, _)| (rest, u32::try_from(rest.position()).unwrap_or_default()))
            }),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => end.saturating_sub(start),
            Encoding::Notation => 1,
        };
        start.saturating_add(n_bytes)
    }

    pub(super) fn hash(&self, number: usize, hasher: &Hasher) -> Hash {
        self.container(number).unwrap_or_else(|| hasher.scalar(&self.value(number)))
    }

    /// The hash of a container; `None` if the value contains no others.
    fn container(&self, number: usize) -> Option<Hash> {
        self.extent(number).holds_more(number).then_some(())?;
        let at = self.hashes.binary_search_by_key(&number, |(of, _)| *of).ok()?;
        self.hashes.get(at).map(|(_, hash)| *hash)
    }

    pub(super) fn slice(&self, start: u32, end: u32) -> &'a [u8] {
        let end = (end as usize).min(self.bytes.len());
        self.bytes.get(start as usize..end).unwrap_or_default()
    }

    /// Returns true if the last value of a duplicate key is used, and false if the first is.
    pub(super) fn last_counts(&self) -> bool {
        self.options.duplicates != Duplicates::First
    }

    fn hash_all(&mut self, hasher: &Hasher) {
        let extents = self.tape.extents.iter().enumerate();
        let n_containers = extents.filter(|(number, extent)| extent.holds_more(*number)).count();
        self.hashes = Vec::with_capacity(n_containers);
        let containers = self.tape.extents.iter().enumerate();
        let containers = containers.filter(|(number, extent)| extent.holds_more(*number));
        self.hashes.extend(containers.map(|(number, _)| (number, Hash::default())));
        // Iterates from the innermost container to the outermost, instead of recursing.
        for place in (0..self.hashes.len()).rev() {
            let number = self.hashes.get(place).map_or(0, |(number, _)| *number);
            let children = self.children(number);
            let is_map = self.is_map(&children);
            let mut sum = hasher.begin(is_map);
            for child in self.counting(children, is_map) {
                let child = child as usize;
                if is_map {
                    sum.key(&self.key(child));
                }
                match self.container(child) {
                    Some(hash) => sum.container(hash),
                    None => sum.scalar(&self.value(child)),
                }
            }
            if let Some((_, hash)) = self.hashes.get_mut(place) {
                *hash = sum.finish();
            }
        }
    }

    /// Keeps only the value that counts of each duplicate key, at the position of the first.
    fn counting(&self, children: Vec<u32>, is_map: bool) -> Vec<u32> {
        if !is_map || !self.tape.has_duplicates {
            return children;
        }
        let mut places = HashMap::new();
        let mut counting: Vec<u32> = Vec::new();
        for child in children {
            match places.entry(self.key(child as usize)) {
                Slot::Vacant(slot) => {
                    slot.insert(counting.len());
                    counting.push(child);
                }
                Slot::Occupied(place) if self.last_counts() => {
                    if let Some(of_key) = counting.get_mut(*place.get()) {
                        *of_key = child;
                    }
                }
                Slot::Occupied(_) => {}
            }
        }
        counting
    }

    /// Reads a value that is not a container.
    fn value(&self, number: usize) -> Value {
        let Extent { start, end, .. } = self.extent(number);
        let bytes = self.slice(start, end);
        match self.encoding {
            Encoding::Binary => document::scalar(bytes, 0).into(),
            #[cfg(feature = "xml")]
            Encoding::Xml => self.again(bytes, |input| read::xml::value(input, self.options)),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Value::Undef,
            Encoding::Notation => self.again(bytes, |input| read::notation::value(input, self.options)),
        }
    }

    /// Reads bytes that were read before, so that this cannot fail.
    fn again<T: Default>(&self, bytes: &[u8], parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>) -> T {
        Reading::new(false, self.options.limits, bytes.len()).read(bytes, parser).unwrap_or_default()
    }
}
