//! The tables, their columns and their rows. This is the only place that lists them.

use files::Timestamp;
use scene::visible::json_len;
use std::sync::Arc;

/// The type of a column, one of those that all database engines have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// A 32-bit floating-point number.
    Float32,
    /// A 64-bit floating-point number.
    Float64,
    /// A boolean.
    Bool,
    /// Text.
    String,
    /// Bytes.
    Binary,
    /// A list of 32-bit floating-point numbers.
    Floats,
    /// A time in UTC, in microseconds since 1970.
    Timestamp,
}

impl Type {
    /// The name of the type, as in docs/tables.md.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Bool => "bool",
            Self::String => "string",
            Self::Binary => "binary",
            Self::Floats => "list<float32>",
            Self::Timestamp => "timestamp",
        }
    }
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// The type of the cells.
    pub of: Type,
    /// True if cells may be empty.
    pub is_nullable: bool,
    /// A description of the content.
    pub about: &'static str,
}

/// The value in one column of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Cell<'r> {
    /// An empty cell.
    Null,
    /// A value of type [`Type::Int32`].
    Int32(i32),
    /// A value of type [`Type::Int64`].
    Int64(i64),
    /// A value of type [`Type::Float32`].
    Float32(f32),
    /// A value of type [`Type::Float64`].
    Float64(f64),
    /// A value of type [`Type::Bool`].
    Bool(bool),
    /// A value of type [`Type::String`].
    String(&'r str),
    /// A value of type [`Type::Binary`].
    Binary(&'r [u8]),
    /// A value of type [`Type::Floats`].
    Floats(&'r [f32]),
    /// A value of type [`Type::Timestamp`].
    Timestamp(Timestamp),
}

impl Cell<'_> {
    /// The number of bytes of text or data.
    pub(super) fn n_copied(self) -> usize {
        match self {
            Self::String(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
            _ => 0,
        }
    }

    /// Upper bound on the memory that the cell takes in its row and as text, in bytes.
    fn cost(self) -> usize {
        match self {
            Self::Null | Self::Bool(_) => 8,
            Self::Int32(_) | Self::Int64(_) | Self::Float32(_) | Self::Float64(_) | Self::Timestamp(_) => 40,
            Self::String(text) => json_len(text).saturating_mul(3).saturating_add(40),
            Self::Binary(bytes) => bytes.len().saturating_mul(4).saturating_add(40),
            Self::Floats(numbers) => numbers.len().saturating_mul(24).saturating_add(40),
        }
    }
}

/// A row of a table.
pub trait Row {
    /// The table that the row belongs to.
    fn table(&self) -> Table;

    /// The cell at an index of [`Table::columns`]; [`Cell::Null`] after the last column.
    fn cell(&self, column: usize) -> Cell<'_>;

    /// The cells, in the order of the columns.
    fn cells(&self) -> impl Iterator<Item = Cell<'_>>
    where
        Self: Sized,
    {
        (0..self.table().columns().len()).map(|column| self.cell(column))
    }
}

/// A row type with its list in [`Rows`].
pub(super) trait Listed: Row + Sized {
    fn list(rows: &mut Rows) -> &mut Vec<Self>;

    /// Upper bound on the memory that the row takes, in bytes: in its list, which may double while it grows, and as
    /// text with the names of its columns.
    fn cost(&self) -> usize {
        let columns = self.table().columns().iter();
        let names = columns.map(|column| column.name.len().saturating_add(8)).fold(0, usize::saturating_add);
        let own = size_of::<Self>().saturating_mul(3).saturating_add(names);
        self.cells().map(Cell::cost).fold(own, usize::saturating_add)
    }
}

/// A Rust type that can be stored in a cell.
trait Value {
    const TYPE: Type;
    const IS_NULLABLE: bool = false;

    fn cell(&self) -> Cell<'_>;
}

impl<T: Value> Value for Option<T> {
    const TYPE: Type = T::TYPE;
    const IS_NULLABLE: bool = true;

    fn cell(&self) -> Cell<'_> {
        self.as_ref().map_or(Cell::Null, Value::cell)
    }
}

macro_rules! values {
    ($($ty:ty: $Type:ident |$value:ident| $cell:expr;)*) => { $(
        impl Value for $ty {
            const TYPE: Type = Type::$Type;

            fn cell(&self) -> Cell<'_> {
                let $value = self;
                Cell::$Type($cell)
            }
        }
    )* };
}
values! {
    i32: Int32 |number| *number;
    i64: Int64 |number| *number;
    f32: Float32 |number| *number;
    f64: Float64 |number| *number;
    bool: Bool |value| *value;
    String: String |text| text;
    Arc<str>: String |text| text;
    &'static str: String |text| text;
    Vec<u8>: Binary |bytes| bytes;
    Vec<f32>: Floats |numbers| numbers;
    Timestamp: Timestamp |time| *time;
}

/// Strips the `r#` of raw identifiers from a name.
const fn plain(name: &'static str) -> &'static str {
    let [b'r', b'#', rest @ ..] = name.as_bytes() else { return name };
    match std::str::from_utf8(rest) {
        Ok(plain) => plain,
        Err(_) => name,
    }
}

/// Defines each table by its description, the names of its list and its row type, and its columns.
macro_rules! tables {
    ($(
        $(#[doc = $about:literal])+
        $Table:ident $list:ident $Row:ident {
            $($(#[doc = $doc:literal])+ $column:ident: $ty:ty;)+
        }
    )+) => {
        /// The tables that [`extract`](super::extract()) fills.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Table {
            $($(#[doc = $about])+ $Table,)+
        }

        impl Table {
            /// All tables.
            pub const ALL: &[Self] = &[$(Self::$Table),+];

            /// The name of the table.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Table => stringify!($list),)+ }
            }

            /// A description of its rows.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $(Self::$Table => concat!($($about),+).trim(),)+ }
            }

            /// The columns. Later versions may add columns at the end; they never rename one or change its type.
            #[must_use]
            pub const fn columns(self) -> &'static [Column] {
                match self { $(Self::$Table => $Row::COLUMNS,)+ }
            }
        }

        $(
            $(#[doc = $about])+
            #[derive(Debug, Clone, PartialEq)]
            #[non_exhaustive]
            pub struct $Row {
                $($(#[doc = $doc])+ pub $column: $ty,)+
            }

            impl $Row {
                const COLUMNS: &[Column] = &[$(Column {
                    name: plain(stringify!($column)),
                    of: <$ty as Value>::TYPE,
                    is_nullable: <$ty as Value>::IS_NULLABLE,
                    about: concat!($($doc),+).trim_ascii(),
                }),+];

                const CELLS: &[fn(&Self) -> Cell<'_>] = &[$(|row| Value::cell(&row.$column)),+];
            }

            impl Row for $Row {
                fn table(&self) -> Table {
                    Table::$Table
                }

                fn cell(&self, column: usize) -> Cell<'_> {
                    Self::CELLS.get(column).map_or(Cell::Null, |cell| cell(self))
                }
            }

            impl Listed for $Row {
                fn list(rows: &mut Rows) -> &mut Vec<Self> {
                    &mut rows.$list
                }
            }
        )+

        /// Rows of all tables.
        #[derive(Debug, Clone, Default, PartialEq)]
        #[non_exhaustive]
        pub struct Rows {
            $($(#[doc = $about])+ pub $list: Vec<$Row>,)+
        }

        impl Rows {
            /// Upper bound on the memory that the rows take, also as text, in bytes.
            #[must_use]
            pub fn cost(&self) -> usize {
                let costs = [$(self.$list.iter().map(Listed::cost).fold(0, usize::saturating_add)),+];
                costs.into_iter().fold(0, usize::saturating_add)
            }

            /// The number of rows in a table.
            #[must_use]
            pub fn len(&self, table: Table) -> usize {
                match table { $(Table::$Table => self.$list.len(),)+ }
            }

            /// Returns true if no table has any row.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                Table::ALL.iter().all(|table| self.len(*table) == 0)
            }

            /// Appends the rows of another call.
            pub fn append(&mut self, mut others: Self) {
                $(self.$list.append(&mut others.$list);)+
            }

            /// Calls `visit` with each row of a table.
            pub fn each(&self, table: Table, visit: &mut dyn FnMut(&dyn Row)) {
                match table { $(Table::$Table => self.$list.iter().for_each(|row| visit(row)),)+ }
            }
        }
    };
}
tables! {
    /// Every file that was examined, and every member of an archive, with its path and the hash of its
    /// content.
    Files files FileRow {
        /// The path of the file; of a member, the path of the archive, a slash, and the path inside.
        path: String;
        /// The shard: an archive by its path, or the name of a group of files.
        shard: String;
        /// The path inside of the archive; of nested archives with a slash between them.
        member: Option<String>;
        /// SHA-256 of the bytes, by which the other tables refer to the content; empty if they could not be
        /// read.
        sha256: Option<Arc<str>>;
        /// The number of bytes of the file.
        n_bytes: Option<i64>;
        /// The wrappers of the content, outermost first: gzip, zlib or zstd.
        wrapper: Option<String>;
        /// The time of the last change, or of the download.
        mtime: Option<Timestamp>;
        /// The extension of its name in lower case, without the dot.
        named_as: Option<String>;
        /// The reason why it could not be read; next to a hash, a problem that did not prevent it.
        error: Option<String>;
        /// The byte of the archive at which reading failed.
        error_offset: Option<i64>;
    }
    /// Every distinct content, with its format, its counts and its bounds.
    Contents contents ContentRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The format, as `rez identify --json` names it, such as `rbx-mesh`.
        format: String;
        /// The version, where the format has one.
        version: Option<String>;
        /// The number of vertices; of meshes with levels of detail, as `rez info` counts them.
        n_vertices: Option<i64>;
        /// The number of triangles or polygons.
        n_faces: Option<i64>;
        /// The number of instances of models, places and uploads.
        n_instances: Option<i64>;
        /// The number of bones or joints.
        n_bones: Option<i32>;
        /// The number of images in the file.
        n_textures: Option<i32>;
        /// The lowest coordinate of all vertices along x.
        min_x: Option<f32>;
        /// The lowest coordinate along y.
        min_y: Option<f32>;
        /// The lowest coordinate along z.
        min_z: Option<f32>;
        /// The highest coordinate of all vertices along x.
        max_x: Option<f32>;
        /// The highest coordinate along y.
        max_y: Option<f32>;
        /// The highest coordinate along z.
        max_z: Option<f32>;
        /// The number of notes of `rez check`.
        n_notes: Option<i32>;
        /// The number of its warnings.
        n_warnings: Option<i32>;
        /// The number of its errors.
        n_errors: Option<i32>;
        /// The reason why the content could not be read, or not be put into the tables completely.
        error: Option<String>;
        /// The offset of the error; in packed data, the offset at which these begin.
        error_offset: Option<i64>;
        /// The part of the file with the error.
        error_path: Option<String>;
        /// The program that made the row, and its version.
        tool: &'static str;
    }
    /// The chunks, blocks and other parts at the top levels of files.
    Parts parts PartRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the part in the file, from 0.
        part: i32;
        /// The kind of part, such as `chunks PROP`.
        kind: String;
        /// The name in messages and in `rez dump`, such as `chunks[3] PROP Part.size`.
        name: String;
        /// The first byte in the file, or in the plain data of a file that is packed as a whole.
        byte_offset: i64;
        /// The number of bytes there.
        n_bytes: i64;
        /// The number of bytes of its unpacked data; empty if they are not packed.
        n_plain: Option<i64>;
        /// The packing of its data: lz4, zlib, zstd, or only a mask that obscures them.
        compression: Option<String>;
        /// SHA-256 of its plain data, or of its bytes if they are not packed.
        part_sha256: String;
    }
    /// The instances of Roblox models and places.
    Instances instances InstanceRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the instance in the file, from 1; parents come before their children.
        instance: i32;
        /// Its class.
        class: String;
        /// Its name.
        name: String;
        /// The number of its parent; empty at the top.
        parent: Option<i32>;
        /// The number of its ancestors.
        depth: i32;
        /// Its path, as `rez print` shows it.
        path: String;
        /// An id that stays the same when it is moved and renamed: 32 hexadecimal digits.
        unique_id: Option<String>;
    }
    /// The properties and attributes of instances, about 20 to 40 rows for each instance.
    Properties properties PropertyRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the instance; 0 for metadata of the file.
        instance: i32;
        /// The name of the property, or `@` and the name of an attribute.
        name: String;
        /// The type: `Bool`, `Int`, `Float`, `String`, `Binary`, `Ref`, `UniqueId`, `CFrame`, `Vector3` and so on.
        r#type: &'static str;
        /// A text, unless it is too long; of tags and other values that consist of words, these joined by
        /// commas.
        text: Option<String>;
        /// Bytes that are not text, unless there are too many.
        bytes: Option<Vec<u8>>;
        /// The number of bytes of a text or of other bytes.
        n_bytes: Option<i64>;
        /// SHA-256 of bytes that are not text, and of texts that are too long.
        value_sha256: Option<Arc<str>>;
        /// An integer, the number of an enum item, or 1 for yes and 0 for no.
        int: Option<i64>;
        /// The numbers that other values consist of: for a CFrame, the position and the rows of the rotation;
        /// otherwise those that `rez print` shows, in the same order.
        num: Option<Vec<f32>>;
        /// The number of the instance that is referred to.
        r#ref: Option<i32>;
        /// The name of the property in scripts, if it differs, such as `Size` for `size`.
        script_name: Option<String>;
        /// A number that the file stores with 64 bits, such as `NumberValue.Value`; `num` has it rounded.
        num64: Option<f64>;
    }
    /// The scripts in Roblox models and places.
    Scripts scripts ScriptRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the instance.
        instance: i32;
        /// Its class.
        class: String;
        /// Its path.
        path: String;
        /// The source; bytes that are not text became �.
        source: String;
        /// SHA-256 of the source as it is stored.
        source_sha256: String;
        /// The number of its lines.
        n_lines: i32;
        /// True if it runs, where the file says so.
        enabled: Option<bool>;
    }
    /// The assets, addresses and textures that files refer to.
    References references ReferenceRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the instance that refers to it; empty for other formats.
        instance: Option<i32>;
        /// The property that contains it; in other formats, the path.
        property: String;
        /// The asset id, if it is a Roblox asset.
        asset_id: Option<i64>;
        /// The reference as it is stored.
        uri: String;
        /// The scheme, such as `rbxassetid`; for references without a scheme, `agent`, `uuid` or `file`.
        kind: String;
    }
    /// The meshes in files, level by level and material by material.
    Meshes meshes MeshRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The level of detail; 0 is the finest.
        lod: i32;
        /// The number of the mesh in its level, from 0.
        surface: i32;
        /// The number of its vertices.
        n_vertices: i64;
        /// The number of its triangles; of Model 3D, polygons.
        n_faces: i64;
        /// The lowest coordinate along x.
        min_x: Option<f32>;
        /// The lowest coordinate along y.
        min_y: Option<f32>;
        /// The lowest coordinate along z.
        min_z: Option<f32>;
        /// The highest coordinate along x.
        max_x: Option<f32>;
        /// The highest coordinate along y.
        max_y: Option<f32>;
        /// The highest coordinate along z.
        max_z: Option<f32>;
        /// True if vertices have texture coordinates.
        has_uv: bool;
        /// True if bones move vertices.
        has_skin: bool;
        /// True if vertices have colours.
        has_colour: bool;
        /// The material, where the format has it.
        material: Option<String>;
        /// SHA-256 of the corners of all triangles in their order, nine 32-bit numbers for each: equal shapes
        /// have equal hashes, however their vertices are shared.
        geometry_sha256: String;
    }
    /// The bones and joints of meshes.
    Bones bones BoneRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the bone, from 0.
        bone: i32;
        /// Its name.
        name: String;
        /// The number of its parent, where the format has it.
        parent: Option<i32>;
        /// The position at rest, along x.
        x: Option<f32>;
        /// The position at rest, along y.
        y: Option<f32>;
        /// The position at rest, along z.
        z: Option<f32>;
        /// The number of vertices that it moves.
        n_influenced: i64;
    }
    /// The images inside of files.
    Textures textures TextureRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The number of the image in the file, from 0.
        asset: i32;
        /// Its name, or the path of the property.
        name: String;
        /// Its format, such as `png`.
        media: String;
        /// The width in pixels.
        width: Option<i32>;
        /// The height in pixels.
        height: Option<i32>;
        /// The number of its bytes.
        n_bytes: i64;
        /// SHA-256 of its bytes.
        data_sha256: String;
    }
    /// The findings of `rez check`.
    Findings findings FindingRow {
        /// SHA-256 of the file.
        sha256: Arc<str>;
        /// The id of the rule.
        rule: &'static str;
        /// The number of the finding among those of its rule, from 0.
        n: i32;
        /// The severity: note, warning or error.
        severity: String;
        /// The part of the file.
        path: String;
        /// The value in the file.
        found: String;
        /// The allowed values.
        allowed: Option<String>;
        /// The byte offset, if known; in packed data, the offset at which these begin.
        byte_offset: Option<i64>;
    }
}
