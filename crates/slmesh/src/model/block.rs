//! Blocks with any content.

use super::{Convex, Lod, Skin};
use geom::{Same, same};
use llsd::{Map, Text, Value};

/// A block, together with its entry in the header except for offset and size.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Block<T> {
    /// The content.
    pub content: Content<T>,
    /// The hash, if the header has one.
    pub hash: Option<Hash>,
    /// Bytes around the value that readers skip.
    pub surplus: Surplus,
    /// Other keys of the block's entry in the header.
    pub other: Map,
    /// The order of the keys of the entry; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
}

/// The content of a block.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Content<T> {
    /// A value of the expected kind.
    Value(T),
    /// A value of another kind. For models that it has split, the viewer writes undef instead of hulls.
    Other(Value),
    /// Bytes that could not be read, unchanged.
    Raw(Vec<u8>),
    /// Zeros, with their number. A viewer's cache has reserved space for the block and has not loaded it.
    NotLoaded(usize),
    /// No bytes: the entry in the header has size 0 or refers beyond the end of the file. It is written with size 0.
    Absent,
}

/// The hash of a block in the header.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Hash {
    /// The MD5 of the compressed block.
    OfBlock,
    /// Bytes that are not the MD5 of the compressed block.
    Other(Vec<u8>),
}

/// Bytes of a block that do not belong to its value; readers skip them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surplus {
    /// The line `<? LLSD/Binary ?>` before the value in old files, with its line end.
    pub line: Vec<u8>,
    /// Bytes after the value, in the decompressed data.
    pub after_value: Vec<u8>,
    /// Bytes after the compressed stream.
    pub after_stream: Vec<u8>,
}

impl<T> Block<T> {
    /// A block whose entry in the header has only an offset and a size.
    pub fn new(value: T) -> Self {
        Self {
            content: Content::Value(value),
            hash: None,
            surplus: Surplus::default(),
            other: Map::new(),
            order: Vec::new(),
        }
    }

    /// The value, if it is of the expected kind.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        match &self.content {
            Content::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The value, mutable, if it is of the expected kind.
    #[must_use]
    pub fn value_mut(&mut self) -> Option<&mut T> {
        match &mut self.content {
            Content::Value(value) => Some(value),
            _ => None,
        }
    }
}

impl<T> From<T> for Block<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Same> Block<T> {
    /// Returns true if both blocks have the same decompressed data.
    fn holds_same(&self, other: &Self) -> bool {
        self.content.same(&other.content) && self.surplus.same(&other.surplus)
    }
}

/// A block of any kind.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum BlockRef<'a> {
    /// A level of detail, or a physics shape of triangles.
    Lod(&'a Block<Lod>),
    /// A physics shape of hulls.
    Convex(&'a Block<Convex>),
    /// A skin: the joints that move the mesh.
    Skin(&'a Block<Skin>),
    /// An undocumented block.
    Value(&'a Block<Value>),
}

/// Evaluates an expression with the [`Block`] that a [`BlockRef`] refers to.
macro_rules! with_kind {
    ($block:expr, |$it:ident| $body:expr) => {
        match $block {
            BlockRef::Lod($it) => $body,
            BlockRef::Convex($it) => $body,
            BlockRef::Skin($it) => $body,
            BlockRef::Value($it) => $body,
        }
    };
}

impl<'a> BlockRef<'a> {
    /// The hash, if the header has one.
    #[must_use]
    pub fn hash(self) -> Option<&'a Hash> {
        with_kind!(self, |block| block.hash.as_ref())
    }

    /// Bytes around the value that readers skip.
    #[must_use]
    pub fn surplus(self) -> &'a Surplus {
        with_kind!(self, |block| &block.surplus)
    }

    /// Other keys of the block's entry in the header.
    #[must_use]
    pub fn other(self) -> &'a Map {
        with_kind!(self, |block| &block.other)
    }

    pub(crate) fn order(self) -> &'a [Text] {
        with_kind!(self, |block| &block.order)
    }

    /// The content. A value of the expected kind is replaced by `()`.
    #[must_use]
    pub fn content(self) -> Content<()> {
        with_kind!(self, |block| match &block.content {
            Content::Value(_) => Content::Value(()),
            Content::Other(value) => Content::Other(value.clone()),
            Content::Raw(bytes) => Content::Raw(bytes.clone()),
            Content::NotLoaded(n_bytes) => Content::NotLoaded(*n_bytes),
            Content::Absent => Content::Absent,
        })
    }

    /// Returns true if the block takes up bytes in the file.
    #[must_use]
    pub fn is_stored(self) -> bool {
        with_kind!(self, |block| !matches!(block.content, Content::Absent))
    }

    /// Returns true if the file contains the block, rather than only space reserved for it.
    pub(crate) fn is_loaded(self) -> bool {
        self.is_stored() && with_kind!(self, |block| !matches!(block.content, Content::NotLoaded(_)))
    }

    /// Returns true if both blocks have the same decompressed data.
    pub(crate) fn holds_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Lod(a), Self::Lod(b)) => a.holds_same(b),
            (Self::Convex(a), Self::Convex(b)) => a.holds_same(b),
            (Self::Skin(a), Self::Skin(b)) => a.holds_same(b),
            (Self::Value(a), Self::Value(b)) => a.holds_same(b),
            _ => false,
        }
    }
}

impl<T: Same> Same for Block<T> {
    fn difference(&self, other: &Self) -> Option<String> {
        let Self { content, hash, surplus, other: rest, order } = self;
        let name = |name: &'static str| move |rest: String| format!(".{name}{rest}");
        (content.difference(&other.content).map(name("content")))
            .or_else(|| hash.difference(&other.hash).map(name("hash")))
            .or_else(|| surplus.difference(&other.surplus).map(name("surplus")))
            .or_else(|| rest.difference(&other.other).map(name("other")))
            .or_else(|| order.difference(&other.order).map(name("order")))
    }
}

impl<T: Same> Same for Content<T> {
    fn difference(&self, other: &Self) -> Option<String> {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) => a.difference(b),
            (Self::Other(a), Self::Other(b)) => a.difference(b),
            (Self::Raw(a), Self::Raw(b)) => a.difference(b),
            (Self::NotLoaded(a), Self::NotLoaded(b)) => a.difference(b),
            (Self::Absent, Self::Absent) => None,
            _ => Some(": one is decoded, raw or absent, and the other is not".into()),
        }
    }
}

same! {
    enum Hash { OfBlock, Other(bytes) }
    Surplus { line, after_value, after_stream }
}
