//! Values of type Content: an address, an object, or nothing.

use super::{Referent, Strings};
use crate::mould::same::same;
use crate::{Error, ErrorKind};

/// Where the content of a property comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content<'a> {
    /// From nowhere.
    #[default]
    None,
    /// From an address.
    Uri(&'a [u8]),
    /// From an instance of the file.
    Object(Referent),
    /// From a kind of source not known yet.
    Other(i32),
}

/// Values of type 22.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contents {
    entries: Vec<Entry>,
    uris: Strings,
    objects: Vec<Referent>,
    /// Instances outside the file; clipboards have them, and nothing points at them.
    pub externals: Vec<Referent>,
}

/// One value: its kind, and the place in the list of that kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Entry {
    kind: i32,
    slot: u32,
}

pub(crate) const NONE: i32 = 0;
pub(crate) const URI: i32 = 1;
pub(crate) const OBJECT: i32 = 2;

impl Contents {
    /// Of the lists of a file.
    pub(crate) fn of_lists(
        kinds: &[i32],
        uris: Strings,
        objects: Vec<Referent>,
        externals: Vec<Referent>,
    ) -> Self {
        let (mut n_uris, mut n_objects) = (0_u32, 0_u32);
        let entry = |kind: &i32| {
            let next = match *kind {
                URI => &mut n_uris,
                OBJECT => &mut n_objects,
                _ => return Entry { kind: *kind, slot: 0 },
            };
            let slot = *next;
            *next = next.saturating_add(1);
            Entry { kind: *kind, slot }
        };
        Self { entries: kinds.iter().map(entry).collect(), uris, objects, externals }
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// One value. What the file has no address or object for is [`Content::None`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Content<'_>> {
        let Entry { kind, slot } = *self.entries.get(index)?;
        Some(match kind {
            NONE => Content::None,
            URI => self.uris.get(slot as usize).map_or(Content::None, Content::Uri),
            OBJECT => self.objects.get(slot as usize).map_or(Content::None, |one| Content::Object(*one)),
            other => Content::Other(other),
        })
    }

    /// The values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Content<'_>> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Adds a value.
    ///
    /// # Errors
    ///
    /// If all addresses take more than 4 GiB together, or [`Content::Other`] has the number of a kind that is known.
    pub fn push(&mut self, content: Content<'_>) -> Result<(), Error> {
        let (kind, slot) = match content {
            Content::None => (NONE, 0),
            Content::Uri(uri) => {
                self.uris.push(uri)?;
                (URI, self.uris.len().saturating_sub(1))
            }
            Content::Object(object) => {
                self.objects.push(object);
                (OBJECT, self.objects.len().saturating_sub(1))
            }
            Content::Other(kind @ (NONE | URI | OBJECT)) => {
                let (expected, found) = ("a kind not known".into(), kind.to_string());
                return Err(Error::model(ErrorKind::Unexpected { expected, found }));
            }
            Content::Other(kind) => (kind, 0),
        };
        // Each takes four bytes or more of a chunk.
        self.entries.push(Entry { kind, slot: u32::try_from(slot).unwrap_or(u32::MAX) });
        Ok(())
    }

    /// Changes a value; one of another kind in time that grows with all of them. Says whether there is one.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push); then nothing is changed.
    pub fn set(&mut self, index: usize, content: Content<'_>) -> Result<bool, Error> {
        let Some(Entry { kind, slot }) = self.entries.get(index).copied() else { return Ok(false) };
        match content {
            // Also a value whose list is too short for it: setting it to itself changes nothing.
            _ if self.get(index) == Some(content) => {}
            Content::Uri(uri) if kind == URI && (slot as usize) < self.uris.len() => {
                self.uris.set(slot as usize, uri)?;
            }
            Content::Object(object) if kind == OBJECT && (slot as usize) < self.objects.len() => {
                self.objects.get_mut(slot as usize).into_iter().for_each(|place| *place = object);
            }
            _ => {
                let mut all = Self::default();
                for (i, old) in self.iter().enumerate() {
                    all.push(if i == index { content } else { old })?;
                }
                all.externals = std::mem::take(&mut self.externals);
                *self = all;
            }
        }
        Ok(true)
    }

    /// The lists, as the file has them.
    pub(crate) fn lists(&self) -> (impl Iterator<Item = i32>, &Strings, &[Referent]) {
        (self.entries.iter().map(|entry| entry.kind), &self.uris, &self.objects)
    }

    /// The instances that values point at, and the numbers of those values.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (usize, Referent)> {
        self.iter().enumerate().filter_map(|(i, content)| match content {
            Content::Object(object) => Some((i, object)),
            _ => None,
        })
    }
}

same! {
    Contents { entries, uris, objects, externals }
    Entry { kind, slot }
}
