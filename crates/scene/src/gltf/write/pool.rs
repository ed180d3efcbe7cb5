//! The arrays of a file: one view of the buffer for each kind, and their accessors.

use crate::gltf::uri::encoded;
use crate::json::Writer;
use crate::meshopt::{self, Mode};
use geom::le;
use std::borrow::Cow;
use std::collections::HashMap;

/// The kinds of arrays, in their order in the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArrayKind {
    Vec3,
    Vec2,
    Vec4,
    Colours,
    Joints8,
    Joints16,
    Weights8,
    Weights16,
    /// Quantised positions, which the transform of a node scales.
    Steps,
    Normals8,
    Tangents8,
    Uvs16,
    Colours8,
    Indices16,
    Indices32,
    /// The indices of lines and points.
    Ends16,
    Ends32,
    Matrices,
    Keys,
}

/// All kinds, in order.
const KINDS: [ArrayKind; 19] = [
    ArrayKind::Vec3,
    ArrayKind::Vec2,
    ArrayKind::Vec4,
    ArrayKind::Colours,
    ArrayKind::Joints8,
    ArrayKind::Joints16,
    ArrayKind::Weights8,
    ArrayKind::Weights16,
    ArrayKind::Steps,
    ArrayKind::Normals8,
    ArrayKind::Tangents8,
    ArrayKind::Uvs16,
    ArrayKind::Colours8,
    ArrayKind::Indices16,
    ArrayKind::Indices32,
    ArrayKind::Ends16,
    ArrayKind::Ends32,
    ArrayKind::Matrices,
    ArrayKind::Keys,
];

/// The target of a view: vertex attributes, indices, or neither. The codes are those of OpenGL.
const ATTRIBUTES: Option<u32> = Some(34962);
const INDICES: Option<u32> = Some(34963);

impl ArrayKind {
    /// The component type, the flag for normalised components, and the size of an element in the buffer.
    const fn layout(self) -> (u32, bool, usize) {
        match self {
            Self::Vec3 => (5126, false, 12),
            Self::Vec2 => (5126, false, 8),
            Self::Vec4 => (5126, false, 16),
            Self::Colours => (5123, true, 8),
            Self::Joints8 => (5121, false, 4),
            Self::Joints16 => (5123, false, 8),
            Self::Weights8 => (5121, true, 4),
            Self::Weights16 => (5123, true, 8),
            // Elements of attributes start at multiples of four bytes, so three of these are padded.
            Self::Steps => (5123, false, 8),
            Self::Normals8 | Self::Tangents8 => (5120, true, 4),
            Self::Uvs16 => (5123, true, 4),
            Self::Colours8 => (5121, true, 4),
            Self::Indices16 | Self::Ends16 => (5123, false, 2),
            Self::Indices32 | Self::Ends32 => (5125, false, 4),
            Self::Matrices => (5126, false, 64),
            Self::Keys => (5126, false, 4),
        }
    }

    const fn target(self) -> Option<u32> {
        match self {
            Self::Indices16 | Self::Indices32 | Self::Ends16 | Self::Ends32 => INDICES,
            Self::Matrices | Self::Keys => None,
            _ => ATTRIBUTES,
        }
    }

    /// The compression mode of this kind.
    const fn mode(self) -> Mode {
        match self {
            Self::Indices16 | Self::Indices32 => Mode::Triangles,
            Self::Ends16 | Self::Ends32 => Mode::Indices,
            _ => Mode::Attributes,
        }
    }
}

/// An accessor, with fields named as in glTF.
struct Accessor {
    kind: ArrayKind,
    offset: usize,
    count: usize,
    shape: &'static str,
    bounds: Option<(Vec<f32>, Vec<f32>)>,
}

/// An array that is encoded when the file is assembled: an earlier copy would need as much memory as the file.
struct Encoder<'a> {
    len: usize,
    encode: Encode<'a>,
}

/// A function that appends the bytes of an array.
type Encode<'a> = Box<dyn Fn(&mut Vec<u8>) + 'a>;

/// The arrays of one kind, each aligned to four bytes, except compressed indices, which are contiguous.
#[derive(Default)]
struct Encoded<'a> {
    list: Vec<Encoder<'a>>,
    len: usize,
    /// The compressed bytes, if they are smaller.
    packed: Option<Vec<u8>>,
}

impl Encoded<'_> {
    /// The number of bytes in the buffer.
    fn stored_len(&self) -> usize {
        self.packed.as_ref().map_or(self.len, Vec::len)
    }

    fn append_to(&self, is_dense: bool, out: &mut Vec<u8>) {
        for array in &self.list {
            (array.encode)(out);
            if !is_dense {
                out.resize(out.len().next_multiple_of(4), 0);
            }
        }
    }
}

/// The extension for compressed views, and for their fallback buffer.
pub(in super::super) const MESHOPT: &str = "EXT_meshopt_compression";

/// The content of the buffer.
#[derive(Default)]
pub(super) struct Pool<'a> {
    kinds: [Encoded<'a>; KINDS.len()],
    /// Compresses arrays.
    is_packed: bool,
    accessors: Vec<Accessor>,
    /// Images, each in a view of its own.
    files: Vec<&'a [u8]>,
    /// The times that several tracks share, by their bits.
    times: HashMap<Vec<u32>, usize>,
}

impl<'a> Pool<'a> {
    /// An empty pool, whose arrays are compressed if `is_packed` is set.
    pub(super) fn new(is_packed: bool) -> Self {
        Self { is_packed, ..Self::default() }
    }

    /// True if arrays of a kind are contiguous: three 16-bit indices are not a multiple of four bytes.
    fn is_dense(&self, kind: ArrayKind) -> bool {
        self.is_packed && kind.mode() != Mode::Attributes
    }

    /// Compresses the arrays of each kind if that makes them smaller; true if any are compressed.
    pub(super) fn compress(&mut self) -> bool {
        let mut is_any = false;
        for kind in KINDS {
            let is_dense = self.is_dense(kind);
            let Some(arrays) = self.kinds.get_mut(kind as usize).filter(|arrays| arrays.len > 0) else {
                continue;
            };
            let mut plain = Vec::with_capacity(arrays.len);
            arrays.append_to(is_dense, &mut plain);
            // Padding after the last element is not part of the data.
            plain.truncate(arrays.len);
            let packed = meshopt::encode(kind.mode(), kind.layout().2, &plain);
            // The description of a compressed view takes about 200 bytes of JSON.
            if packed.len().saturating_add(200) < arrays.len {
                arrays.packed = Some(packed);
                is_any = true;
            }
        }
        is_any
    }

    /// Adds an array and returns the index of its accessor; `shape` is the type in glTF.
    pub(super) fn add<T: le::Element + Clone>(
        &mut self,
        kind: ArrayKind,
        shape: &'static str,
        elements: Cow<'a, [T]>,
        count: usize,
    ) -> usize {
        self.add_bounded(kind, shape, elements, count, None)
    }

    /// Adds an array as [`add`](Self::add) does, with the smallest and largest values.
    pub(super) fn add_bounded<T: le::Element + Clone>(
        &mut self,
        kind: ArrayKind,
        shape: &'static str,
        elements: Cow<'a, [T]>,
        count: usize,
        bounds: Option<(Vec<f32>, Vec<f32>)>,
    ) -> usize {
        let len = elements.len().saturating_mul(T::SIZE);
        let encode = Box::new(move |out: &mut Vec<u8>| le::encode(&elements, out));
        self.push(kind, shape, count, Encoder { len, encode }, bounds)
    }

    /// Adds vectors of four bytes.
    pub(super) fn add_bytes(&mut self, kind: ArrayKind, vectors: Vec<u8>, count: usize) -> usize {
        let len = vectors.len();
        let encode = Box::new(move |out: &mut Vec<u8>| out.extend_from_slice(&vectors));
        self.push(kind, "VEC4", count, Encoder { len, encode }, None)
    }

    /// Adds vectors with the element size of the kind, which a function encodes.
    pub(super) fn add_encoded(
        &mut self,
        kind: ArrayKind,
        shape: &'static str,
        count: usize,
        encode: impl Fn(&mut Vec<u8>) + 'a,
    ) -> usize {
        self.add_encoded_bounded(kind, shape, count, encode, None)
    }

    /// Adds vectors as [`add_encoded`](Self::add_encoded) does, with the smallest and largest values.
    pub(super) fn add_encoded_bounded(
        &mut self,
        kind: ArrayKind,
        shape: &'static str,
        count: usize,
        encode: impl Fn(&mut Vec<u8>) + 'a,
        bounds: Option<(Vec<f32>, Vec<f32>)>,
    ) -> usize {
        let len = count.saturating_mul(kind.layout().2);
        self.push(kind, shape, count, Encoder { len, encode: Box::new(encode) }, bounds)
    }

    fn push(
        &mut self,
        kind: ArrayKind,
        shape: &'static str,
        count: usize,
        array: Encoder<'a>,
        bounds: Option<(Vec<f32>, Vec<f32>)>,
    ) -> usize {
        let (mut offset, is_dense) = (0, self.is_dense(kind));
        if let Some(arrays) = self.kinds.get_mut(kind as usize) {
            offset = if is_dense { arrays.len } else { arrays.len.next_multiple_of(4) };
            arrays.len = offset.saturating_add(array.len);
            arrays.list.push(array);
        }
        self.accessors.push(Accessor { kind, offset, count, shape, bounds });
        self.accessors.len().saturating_sub(1)
    }

    /// Adds the times of keys; equal lists are stored once.
    pub(super) fn times(&mut self, times: &'a [f32]) -> usize {
        let bits: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
        if let Some(known) = self.times.get(&bits) {
            return *known;
        }
        let bounds = times.first().zip(times.last()).map(|(first, last)| (vec![*first], vec![*last]));
        let accessor = self.add_bounded(ArrayKind::Keys, "SCALAR", times.into(), times.len(), bounds);
        self.times.insert(bits, accessor);
        accessor
    }

    /// Adds a file in a view of its own; [`view_of_file`](Self::view_of_file) returns the index of the view.
    pub(super) fn add_file(&mut self, bytes: &'a [u8]) -> usize {
        self.files.push(bytes);
        self.files.len().saturating_sub(1)
    }

    /// The index of the view of a file, once all arrays have been added.
    pub(super) fn view_of_file(&self, file: usize) -> usize {
        self.kinds.iter().filter(|arrays| arrays.len > 0).count().saturating_add(file)
    }

    /// The size of the buffer.
    pub(super) fn len(&self) -> usize {
        let parts =
            self.kinds.iter().map(Encoded::stored_len).chain(self.files.iter().map(|file| file.len()));
        parts.map(|len| len.next_multiple_of(4)).fold(0, usize::saturating_add)
    }

    /// Appends the buffer to output whose length is a multiple of four bytes.
    pub(super) fn append_to(&self, out: &mut Vec<u8>) {
        for (kind, arrays) in KINDS.into_iter().zip(&self.kinds) {
            match &arrays.packed {
                Some(packed) => out.extend_from_slice(packed),
                None => arrays.append_to(self.is_dense(kind), out),
            }
            out.resize(out.len().next_multiple_of(4), 0);
        }
        for file in &self.files {
            out.extend_from_slice(file);
            out.resize(out.len().next_multiple_of(4), 0);
        }
    }

    /// Writes accessors, views, and the buffer, which is a separate file if `file` names one.
    pub(super) fn describe(&self, root: &mut Writer, file: Option<&str>) {
        if !self.accessors.is_empty() {
            root.key("accessors").list(|list| self.accessors.iter().for_each(|it| self.accessor(it, list)));
        }
        if self.len() == 0 {
            return;
        }
        // Decompressed views refer to a fallback buffer without data, which readers with the extension do not need.
        let mut n_unpacked: usize = 0;
        root.key("bufferViews").list(|list| {
            let mut offset: usize = 0;
            for (kind, arrays) in KINDS.into_iter().zip(&self.kinds).filter(|(_, arrays)| arrays.len > 0) {
                let place = if arrays.packed.is_some() { (1, n_unpacked) } else { (0, offset) };
                list.map(|view| {
                    view_of(view, kind, place, arrays.len);
                    if let Some(packed) = &arrays.packed {
                        view.key("extensions").map(|map| {
                            map.key(MESHOPT)
                                .map(|map| compressed(map, kind, offset, packed.len(), arrays.len));
                        });
                        n_unpacked = n_unpacked.saturating_add(arrays.len.next_multiple_of(4));
                    }
                });
                offset = offset.saturating_add(arrays.stored_len().next_multiple_of(4));
            }
            for file in &self.files {
                list.map(|view| place(view, 0, offset, file.len()));
                offset = offset.saturating_add(file.len().next_multiple_of(4));
            }
        });
        root.key("buffers").list(|list| {
            list.map(|buffer| {
                buffer.key("byteLength").integer(self.len());
                if let Some(file) = file {
                    buffer.key("uri").text(&encoded(file));
                }
            });
            if n_unpacked > 0 {
                list.map(|buffer| {
                    buffer.key("byteLength").integer(n_unpacked);
                    buffer
                        .key("extensions")
                        .map(|map| map.key(MESHOPT).map(|map| map.key("fallback").bool(true)));
                });
            }
        });
    }

    fn accessor(&self, accessor: &Accessor, list: &mut Writer) {
        let before = self.kinds.get(..accessor.kind as usize).unwrap_or_default();
        // Views are written in the order of their kinds, without empty ones.
        let view = before.iter().filter(|arrays| arrays.len > 0).count();
        let (component, normalised, _) = accessor.kind.layout();
        list.map(|map| {
            map.key("bufferView").integer(view);
            if accessor.offset > 0 {
                map.key("byteOffset").integer(accessor.offset);
            }
            map.key("componentType").integer(component as usize);
            if normalised {
                map.key("normalized").bool(true);
            }
            map.key("count").integer(accessor.count);
            map.key("type").text(accessor.shape);
            if let Some((min, max)) = &accessor.bounds {
                map.key("min").numbers(min);
                map.key("max").numbers(max);
            }
        });
    }
}

/// Writes the position of a view in a buffer.
fn place(view: &mut Writer, buffer: usize, offset: usize, len: usize) {
    view.key("buffer").integer(buffer);
    view.key("byteOffset").integer(offset);
    view.key("byteLength").integer(len);
}

fn view_of(view: &mut Writer, kind: ArrayKind, (buffer, offset): (usize, usize), len: usize) {
    place(view, buffer, offset, len);
    if kind.target() == ATTRIBUTES {
        view.key("byteStride").integer(kind.layout().2);
    }
    if let Some(target) = kind.target() {
        view.key("target").integer(target as usize);
    }
}

/// Writes the position and the format of a view's compressed data.
fn compressed(map: &mut Writer, kind: ArrayKind, offset: usize, len: usize, plain_len: usize) {
    let stride = kind.layout().2;
    place(map, 0, offset, len);
    map.key("byteStride").integer(stride);
    map.key("mode").text(kind.mode().name());
    map.key("count").integer(plain_len.checked_div(stride).unwrap_or_default());
}
