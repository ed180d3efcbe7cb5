//! The data: chunks in the file's order, columns as in the file.

mod coded;
mod contents;
mod fonts;
mod ids;
mod lanes;
mod lists;
mod name;
mod rows;
mod strings;
mod value;
mod values;

pub use coded::Coded;
pub use contents::{Content, Contents};
pub(crate) use contents::{OBJECT, URI};
pub use fonts::{Font, Fonts};
pub use ids::{ClassId, Referent, RotationId, SharedIndex};
pub use lanes::Lanes;
pub use lists::Lists;
pub use name::Name;
pub(crate) use name::shown;
pub use rows::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Rotation, UniqueId};
pub(crate) use strings::FEW;
pub use strings::Strings;
pub use value::Value;
pub use values::{CFrames, Placements, QuaternionFrames, UniqueIds, Values};

use crate::mould::same::same;

/// A model or a place.
///
/// It is plain: nothing here remembers how the file was compressed, or where a part of it lay.
/// For instances, names and paths look at it through a [`Tree`](crate::Tree).
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// What the file header says that the chunks do not.
    pub header: Header,
    /// The chunks, in the file's order.
    pub chunks: Vec<Chunk>,
    /// What follows the last chunk; kept, and written back.
    pub trailing: Vec<u8>,
}

/// What the file header says that the chunks do not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Header {
    /// Numbers of classes and instances, where they are not those of the chunks; with `None`, the writer counts.
    pub counts: Option<(u32, u32)>,
    /// Zero in every file known.
    pub reserved: [u8; 8],
}

/// A chunk of the file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Chunk {
    /// META.
    Metadata(Metadata),
    /// SSTR.
    SharedStrings(SharedStrings),
    /// INST: a class, and the instances of it.
    Class(Class),
    /// PROP: a property of all instances of a class.
    Column(Column),
    /// PRNT: who is inside whom.
    Hierarchy(Hierarchy),
    /// SIGN.
    Signatures(Signatures),
    /// END, with what it holds: `</roblox>`.
    End(Vec<u8>),
    /// A chunk of another name, or one that cannot be read: its plain payload.
    Unknown(Unknown),
    /// A chunk that was not decompressed, since it cannot be, or since the options leave it out.
    Packed(Packed),
}

/// META: what is said of the file as a whole.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metadata {
    /// Keys and values; `ExplicitAutoJoints` is the only key known.
    pub entries: Vec<(Name, Vec<u8>)>,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// SSTR: strings that properties share.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedStrings {
    /// Zero, as far as is known.
    pub version: u32,
    /// A hash for each string: MD5 in files of 2020, zeros in those of today; no program reads it.
    /// Writing fails unless there are as many as strings.
    pub hashes: Vec<[u8; 16]>,
    /// The strings.
    pub strings: Strings,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// INST: a class, and the instances of it.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Class {
    /// What the columns call it by.
    pub id: ClassId,
    /// Such as `Part`.
    pub name: Name,
    /// 0, or 1 for a class of services: then there are `markers`.
    pub format: u8,
    /// What the hierarchy and other properties call the instances by, in the order of the columns' values.
    pub referents: Vec<Referent>,
    /// One for each instance if `format` is not 0, else none; 1 for a service in its place at the root.
    pub markers: Vec<u8>,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// PROP: a property of all instances of a class.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Column {
    /// The class.
    pub class: ClassId,
    /// The property, such as `size`: often not spelt as in scripts.
    pub name: Name,
    /// A value for each instance of the class, in the order of its referents.
    pub values: Values,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// PRNT: who is inside whom.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hierarchy {
    /// Zero, as far as is known.
    pub version: u8,
    /// Each instance once; children of one parent are in their order.
    pub children: Vec<Referent>,
    /// The parent of each child; [`Referent::NONE`] at the top level.
    pub parents: Vec<Referent>,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// SIGN: signatures of files with compiled code. Any edit makes them invalid, and Studio ignores them.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Signatures {
    /// The signatures.
    pub signatures: Vec<Signature>,
    /// What follows them.
    pub left_over: Vec<u8>,
}

/// One signature.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Signature {
    /// 0 is Ed25519.
    pub kind: u32,
    /// Which public key.
    pub key: u64,
    /// The signature itself.
    pub data: Vec<u8>,
}

/// A chunk of another name, or one that cannot be read.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unknown {
    /// Its name, padded with zeros.
    pub name: [u8; 4],
    /// Its plain payload.
    pub data: Vec<u8>,
}

/// A chunk that was not decompressed. [`Model::unpack`] does it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Packed {
    pub(crate) name: [u8; 4],
    /// Whether `body` is the payload itself.
    pub(crate) is_stored: bool,
    pub(crate) plain_len: u32,
    pub(crate) reserved: u32,
    pub(crate) body: Vec<u8>,
    pub(crate) column: Option<(ClassId, Name)>,
}

impl Packed {
    /// The chunk's name, padded with zeros.
    #[must_use]
    pub fn name(&self) -> [u8; 4] {
        self.name
    }

    /// Class and property of a column that the options left out; `None` for a chunk that does not decompress.
    #[must_use]
    pub fn column(&self) -> Option<(ClassId, &[u8])> {
        self.column.as_ref().map(|(class, name)| (*class, &**name))
    }
}

impl Chunk {
    /// The chunk's name in the file, padded with zeros.
    #[must_use]
    pub fn name(&self) -> [u8; 4] {
        match self {
            Self::Metadata(_) => *b"META",
            Self::SharedStrings(_) => *b"SSTR",
            Self::Class(_) => *b"INST",
            Self::Column(_) => *b"PROP",
            Self::Hierarchy(_) => *b"PRNT",
            Self::Signatures(_) => *b"SIGN",
            Self::End(_) => *b"END\0",
            Self::Unknown(unknown) => unknown.name,
            Self::Packed(packed) => packed.name,
        }
    }
}

/// With zeros as hashes, as Studio writes them today.
impl From<Strings> for SharedStrings {
    fn from(strings: Strings) -> Self {
        Self { hashes: vec![[0; 16]; strings.len()], strings, ..Self::default() }
    }
}

#[cfg(feature = "md5")]
impl SharedStrings {
    /// Sets the hashes to those that files of 2020 have: MD5 of each string.
    pub fn hash(&mut self) {
        use md5::Digest;
        self.hashes = self.strings.iter().map(|one| md5::Md5::digest(one).into()).collect();
    }
}

impl Model {
    /// The classes, in the file's order.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Class(class) => Some(class),
            _ => None,
        })
    }

    /// The columns, in the file's order.
    pub fn columns(&self) -> impl Iterator<Item = &Column> {
        self.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some(column),
            _ => None,
        })
    }

    /// The columns, to be changed.
    pub fn columns_mut(&mut self) -> impl Iterator<Item = &mut Column> {
        self.chunks.iter_mut().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some(column),
            _ => None,
        })
    }

    /// The column of a property of the first class with this name.
    #[must_use]
    pub fn column(&self, class: &str, property: &str) -> Option<&Column> {
        let id = self.class_id(class)?;
        // Of two columns for one property the last counts.
        self.columns().filter(|column| column.class == id && column.name == *property).last()
    }

    /// As [`column`](Self::column), to be changed.
    pub fn column_mut(&mut self, class: &str, property: &str) -> Option<&mut Column> {
        let id = self.class_id(class)?;
        self.columns_mut().filter(|column| column.class == id && column.name == *property).last()
    }

    fn class_id(&self, name: &str) -> Option<ClassId> {
        self.classes().find(|class| class.name == *name).map(|class| class.id)
    }

    /// The shared strings of all SSTR chunks, as properties number them.
    #[must_use]
    pub fn shared_strings(&self) -> SharedTable<'_> {
        SharedTable::new(self)
    }
}

/// The shared strings of all SSTR chunks of a model: what a [`SharedIndex`] means.
///
/// Indices go on from one chunk to the next. Made once for many questions, since there may be many chunks.
#[derive(Debug, Clone)]
pub struct SharedTable<'m> {
    /// With the number of strings up to the end of each.
    chunks: Vec<(usize, &'m Strings)>,
}

impl<'m> SharedTable<'m> {
    fn new(model: &'m Model) -> Self {
        let mut end = 0_usize;
        let strings = model.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::SharedStrings(shared) => Some(&shared.strings),
            _ => None,
        });
        let with_end = |strings: &'m Strings| {
            end = end.saturating_add(strings.len());
            (end, strings)
        };
        Self { chunks: strings.map(with_end).collect() }
    }

    /// One string.
    #[must_use]
    pub fn get(&self, index: SharedIndex) -> Option<&'m [u8]> {
        let index = index.0 as usize;
        let chunk = self.chunks.partition_point(|(end, _)| *end <= index);
        let (end, strings) = self.chunks.get(chunk)?;
        strings.get(index.checked_sub(end.checked_sub(strings.len())?)?)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |(end, _)| *end)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

same! {
    Model { header, chunks, trailing }
    Header { counts, reserved }
    enum Chunk {
        Metadata(metadata), SharedStrings(shared), Class(class), Column(column), Hierarchy(hierarchy),
        Signatures(signatures), End(content), Unknown(unknown), Packed(packed),
    }
    Metadata { entries, left_over }
    SharedStrings { version, hashes, strings, left_over }
    Class { id, name, format, referents, markers, left_over }
    Column { class, name, values, left_over }
    Hierarchy { version, children, parents, left_over }
    Signatures { signatures, left_over }
    Signature { kind, key, data }
    Unknown { name, data }
    Packed { name, is_stored, plain_len, reserved, body, column }
}
