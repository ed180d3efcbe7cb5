//! What xtask knows about each format crate.

use fixtures::{FORMATS, Fixture};
use rezkit::{READERS, Reader};
use std::ops::Deref;

/// All formats, by name.
pub(crate) fn all() -> Vec<Format> {
    FORMATS.into_iter().map(|(name, extension, fixtures)| Format::of(name, extension, fixtures)).collect()
}

/// A format: what `rezkit` does with its files, and how fixtures are made.
pub(crate) struct Format {
    reader: &'static Reader,
    /// The most common extension, without the dot.
    pub(crate) extension: &'static str,
    pub(crate) fixtures: fn() -> Vec<Fixture>,
}

impl Deref for Format {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        self.reader
    }
}

impl Format {
    pub(crate) fn of(name: &str, extension: &'static str, fixtures: fn() -> Vec<Fixture>) -> Self {
        let reader = READERS.iter().find(|reader| reader.name == name).expect("rezkit knows all formats");
        Self { reader, extension, fixtures }
    }
}
