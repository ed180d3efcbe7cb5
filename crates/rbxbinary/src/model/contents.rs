//! Values of type Content: a URI, an object, or nothing.

use super::strings::Escaped;
use super::{Referent, Strings};
use crate::common::error::Error;
use crate::error::ErrorKind;
use geom::same;
use std::fmt;

/// The source of the content of a property.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content<'a> {
    /// No content.
    #[default]
    None,
    /// A URI.
    Uri(&'a [u8]),
    /// An instance in the file.
    Object(Referent),
    /// An unknown kind of source, with its number.
    Other(i32),
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Uri(uri) => f.debug_tuple("Uri").field(&Escaped(uri)).finish(),
            Self::Object(referent) => f.debug_tuple("Object").field(referent).finish(),
            Self::Other(number) => f.debug_tuple("Other").field(number).finish(),
        }
    }
}

/// Values of type 22, [`Content`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contents {
    slots: Vec<Slot>,
    uris: Strings,
    objects: Vec<Referent>,
    /// Instances outside the file. Only clipboard data contains them, and no value refers to them.
    pub externals: Vec<Referent>,
}

/// A value: its kind, and its index in the list of values of that kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot {
    kind: i32,
    index: u32,
}

pub(crate) const NONE: i32 = 0;
pub(crate) const URI: i32 = 1;
pub(crate) const OBJECT: i32 = 2;

impl Contents {
    /// Builds the values from the lists in the file.
    pub(crate) fn of_lists(
        kinds: &[i32],
        uris: Strings,
        objects: Vec<Referent>,
        externals: Vec<Referent>,
    ) -> Self {
        let (mut n_uris, mut n_objects) = (0_u32, 0_u32);
        let slot = |kind: &i32| {
            let next = match *kind {
                // Each list has the values of its kind in their order. Format document, section 5, 22.
                URI => &mut n_uris,
                OBJECT => &mut n_objects,
                _ => return Slot { kind: *kind, index: 0 },
            };
            let index = *next;
            *next = next.saturating_add(1);
            Slot { kind: *kind, index }
        };
        Self { slots: kinds.iter().map(slot).collect(), uris, objects, externals }
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns true if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The value at `index`. It is [`Content::None`] if the file has no URI or object for it.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Content<'_>> {
        let Slot { kind, index: slot } = *self.slots.get(index)?;
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
    /// If all URIs together take more than 4 GiB, or [`Content::Other`] has the number of a known kind.
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
                let (expected, found) = ("an unknown kind".into(), kind.to_string());
                return Err(Error::model(ErrorKind::Unexpected { expected, found }));
            }
            Content::Other(kind) => (kind, 0),
        };
        // Each value takes at least four bytes of a chunk, so 32 bits can number them.
        self.slots.push(Slot { kind, index: u32::try_from(slot).unwrap_or(u32::MAX) });
        Ok(())
    }

    /// Changes the value at `index`; returns false if there is none. Changing its kind takes time proportional to the
    /// number of values.
    ///
    /// # Errors
    ///
    /// The errors of [`push`](Self::push). Nothing is changed on error.
    pub fn set(&mut self, index: usize, content: Content<'_>) -> Result<bool, Error> {
        let Some(Slot { kind, index: slot }) = self.slots.get(index).copied() else { return Ok(false) };
        match content {
            // Includes values whose list is too short: setting one to its current value changes nothing.
            _ if self.get(index) == Some(content) => {}
            Content::Uri(uri) if kind == URI && (slot as usize) < self.uris.len() => {
                self.uris.set(slot as usize, uri)?;
            }
            Content::Object(object) if kind == OBJECT && (slot as usize) < self.objects.len() => {
                if let Some(place) = self.objects.get_mut(slot as usize) {
                    *place = object;
                }
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

    /// The kinds, URIs, objects and externals, as in the file.
    pub(crate) fn lists(&self) -> (impl Iterator<Item = i32>, &Strings, &[Referent]) {
        (self.slots.iter().map(|entry| entry.kind), &self.uris, &self.objects)
    }

    /// The instances that values refer to, each with the index of its value.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (usize, Referent)> {
        // Hardly any file has objects.
        let n = if self.objects.is_empty() { 0 } else { self.len() };
        self.iter().take(n).enumerate().filter_map(|(i, content)| match content {
            Content::Object(object) => Some((i, object)),
            _ => None,
        })
    }
}

same! {
    Contents { slots, uris, objects, externals }
    Slot { kind, index }
}
