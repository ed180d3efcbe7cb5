//! The data model: chunks in file order, columns as in the file.

mod coded;
mod columns;
mod contents;
mod fonts;
mod ids;
mod kinds;
mod lanes;
mod lists;
mod name;
mod placements;
mod rows;
mod strings;
mod value;
mod values;

pub use coded::Coded;
pub(crate) use columns::{GrowingColumn, ValueColumn};
pub use columns::{OptionalCFrames, UDim2s, UDims};
pub use contents::{Content, Contents};
pub(crate) use contents::{OBJECT, URI};
pub use fonts::{Font, Fonts};
pub use ids::{ClassId, Referent, RotationId, SharedIndex};
pub(crate) use kinds::with_kinds;
pub use lanes::Lanes;
pub use lists::Lists;
pub use name::Name;
pub(crate) use name::shown;
pub use placements::{CFrames, Placements, QuaternionFrames, UniqueIds};
pub use rows::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Rotation, UniqueId};
pub use strings::Strings;
pub(crate) use strings::{Escaped, FEW};
pub(crate) use value::Type;
pub use value::Value;
pub use values::Values;

use geom::same;

/// A model or a place.
///
/// The model is plain data. It does not record compression or positions in the file. Use a
/// [`Tree`](crate::Tree) to work with instances, names and paths.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// The data of the file header that does not follow from the chunks.
    pub header: Header,
    /// The chunks, in file order.
    pub chunks: Vec<Chunk>,
    /// Bytes after the last chunk, which are kept and written back.
    pub trailing: Vec<u8>,
}

/// The data of the file header that does not follow from the chunks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Header {
    /// The numbers of classes and instances in the header, if they differ from the real ones. With `None`, the writer
    /// counts.
    pub counts: Option<(u32, u32)>,
    /// Reserved bytes; zero in every known file.
    pub reserved: [u8; 8],
}

/// A chunk of the file.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Chunk {
    /// META: keys and values that describe the whole file.
    Metadata(Metadata),
    /// SSTR: strings that properties share.
    SharedStrings(SharedStrings),
    /// INST: a class and its instances.
    Class(Class),
    /// PROP: one property of all instances of a class.
    Column(Column),
    /// PRNT: the parent of each instance.
    Hierarchy(Hierarchy),
    /// SIGN: signatures.
    Signatures(Signatures),
    /// END, with its payload, normally `</roblox>`.
    End(Vec<u8>),
    /// A chunk that is unknown or cannot be read, with its decompressed payload.
    Unknown(Unknown),
    /// A chunk that was not decompressed, because it cannot be or because the options exclude it.
    Packed(Packed),
}

/// META: keys and values that describe the whole file.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metadata {
    /// Keys and values; `ExplicitAutoJoints` is the only known key.
    pub entries: Vec<(Name, Vec<u8>)>,
    /// Bytes after the entries.
    pub surplus: Vec<u8>,
}

/// SSTR: strings that properties share.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedStrings {
    /// The version of the chunk; zero in every known file.
    pub version: u32,
    /// A hash for each string: MD5 in files from 2020, zeros in current ones. No program reads it.
    /// Writing fails unless there are as many hashes as strings.
    pub hashes: Vec<[u8; 16]>,
    /// The strings.
    pub strings: Strings,
    /// Bytes after the strings.
    pub surplus: Vec<u8>,
}

/// INST: a class and its instances.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Class {
    /// The id by which columns refer to the class.
    pub id: ClassId,
    /// The name of the class, such as `Part`.
    pub name: Name,
    /// 0, or 1 for a class of services. If it is not 0, the class has `markers`.
    pub format: u8,
    /// The referent of each instance, used by the hierarchy and by properties. Columns have their values in this order.
    pub referents: Vec<Referent>,
    /// One marker per instance if `format` is not 0, otherwise empty. 1 marks a service in its usual place at the top
    /// level.
    pub markers: Vec<u8>,
    /// Bytes after the markers.
    pub surplus: Vec<u8>,
}

/// PROP: one property of all instances of a class.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Column {
    /// The id of the class.
    pub class: ClassId,
    /// The serialization name of the property, such as `size`. It often differs from the name in scripts.
    pub name: Name,
    /// One value per instance of the class, in the order of its referents.
    pub values: Values,
    /// Bytes after the values.
    pub surplus: Vec<u8>,
}

/// PRNT: the parent of each instance.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hierarchy {
    /// The version of the chunk; zero in every known file.
    pub version: u8,
    /// Every instance once. Children of the same parent appear in the order of this list.
    pub children: Vec<Referent>,
    /// The parent of each child; [`Referent::NONE`] at the top level.
    pub parents: Vec<Referent>,
    /// Bytes after the parents.
    pub surplus: Vec<u8>,
}

/// SIGN: signatures of files with compiled code. Any edit invalidates them, and Studio ignores them.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Signatures {
    /// The signatures, in file order.
    pub signatures: Vec<Signature>,
    /// Bytes after the signatures.
    pub surplus: Vec<u8>,
}

/// One signature.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Signature {
    /// The kind of signature; 0 is Ed25519.
    pub kind: u32,
    /// The id of the public key.
    pub key: u64,
    /// The bytes of the signature.
    pub data: Vec<u8>,
}

/// A chunk that is unknown or cannot be read.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unknown {
    /// The chunk's name, padded with zeros.
    pub name: [u8; 4],
    /// The decompressed payload.
    pub data: Vec<u8>,
}

/// A chunk that was not decompressed; see [`Model::unpack`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Packed {
    pub(crate) name: [u8; 4],
    /// Set if `body` is the uncompressed payload.
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

    /// The class and property of a column that the options exclude; `None` for a chunk that does not decompress.
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

/// Sets all hashes to zeros, as current versions of Studio do.
impl From<Strings> for SharedStrings {
    fn from(strings: Strings) -> Self {
        Self { hashes: vec![[0; 16]; strings.len()], strings, ..Self::default() }
    }
}

#[cfg(feature = "md5")]
impl SharedStrings {
    /// Sets each hash to the MD5 of its string, as in files from 2020.
    pub fn hash(&mut self) {
        use md5::{Digest, Md5};
        self.hashes = self.strings.iter().map(|one| Md5::digest(one).into()).collect();
    }
}

impl Model {
    /// The classes, in file order.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Class(class) => Some(class),
            _ => None,
        })
    }

    /// The columns, in file order.
    pub fn columns(&self) -> impl Iterator<Item = &Column> {
        self.chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some(column),
            _ => None,
        })
    }

    /// The columns, mutably.
    pub fn columns_mut(&mut self) -> impl Iterator<Item = &mut Column> {
        self.chunks.iter_mut().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some(column),
            _ => None,
        })
    }

    /// The column of a property of the first class with this name. If the property has several columns, the last is
    /// used.
    #[must_use]
    pub fn column(&self, class: &str, property: &str) -> Option<&Column> {
        let id = self.class_id(class)?;
        // The format document, section 8, uses the last of two columns.
        self.columns().filter(|column| column.class == id && column.name == *property).last()
    }

    /// Returns a column like [`column`](Self::column), mutably.
    pub fn column_mut(&mut self, class: &str, property: &str) -> Option<&mut Column> {
        let id = self.class_id(class)?;
        self.columns_mut().filter(|column| column.class == id && column.name == *property).last()
    }

    fn class_id(&self, name: &str) -> Option<ClassId> {
        self.classes().find(|class| class.name == *name).map(|class| class.id)
    }

    /// The shared strings of all SSTR chunks, numbered as in properties.
    #[must_use]
    pub fn shared_strings(&self) -> SharedTable<'_> {
        SharedTable::new(self)
    }
}

/// The shared strings of all SSTR chunks of a model, looked up by [`SharedIndex`].
///
/// Indices continue from one chunk to the next. Build the table once and use it for many look-ups, because a file may
/// have many chunks.
#[derive(Debug, Clone)]
pub struct SharedTable<'m> {
    /// The strings of each chunk, with the total number of strings up to its end.
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

    /// The string with this index.
    #[must_use]
    pub fn get(&self, index: SharedIndex) -> Option<&'m [u8]> {
        let index = index.0 as usize;
        let chunk = self.chunks.partition_point(|(end, _)| *end <= index);
        let (end, strings) = self.chunks.get(chunk)?;
        strings.get(index.checked_sub(end.checked_sub(strings.len())?)?)
    }

    /// The number of shared strings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |(end, _)| *end)
    }

    /// Returns true if there are no shared strings.
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
    Metadata { entries, surplus }
    SharedStrings { version, hashes, strings, surplus }
    Class { id, name, format, referents, markers, surplus }
    Column { class, name, values, surplus }
    Hierarchy { version, children, parents, surplus }
    Signatures { signatures, surplus }
    Signature { kind, key, data }
    Unknown { name, data }
    Packed { name, is_stored, plain_len, reserved, body, column }
}
