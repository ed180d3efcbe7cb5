//! The arrays of a file: one view of the buffer for each kind, and their accessors.

use crate::gltf::uri::encoded;
use crate::json::Writer;
use geom::le;
use std::borrow::Cow;
use std::collections::HashMap;

/// The kinds of arrays, in their order in the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Vec3,
    Vec2,
    Vec4,
    Colours,
    Joints8,
    Joints16,
    Weights8,
    Weights16,
    Indices16,
    Indices32,
    Matrices,
    Keys,
}

const N_KINDS: usize = 12;

/// The target of a view: vertex attributes, indices, or neither.
const ATTRIBUTES: Option<u32> = Some(34962);
const INDICES: Option<u32> = Some(34963);

impl Kind {
    /// The component type, whether it is normalised, and the size of an element in the buffer.
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
            Self::Indices16 => (5123, false, 2),
            Self::Indices32 => (5125, false, 4),
            Self::Matrices => (5126, false, 64),
            Self::Keys => (5126, false, 4),
        }
    }

    const fn target(self) -> Option<u32> {
        match self {
            Self::Indices16 | Self::Indices32 => INDICES,
            Self::Matrices | Self::Keys => None,
            _ => ATTRIBUTES,
        }
    }
}

/// An accessor, named as in glTF.
struct Accessor {
    kind: Kind,
    offset: usize,
    count: usize,
    shape: &'static str,
    bounds: Option<(Vec<f32>, Vec<f32>)>,
}

/// An array that is encoded when the file is put together: a copy before that would need as much memory as the file.
struct Encoder<'a> {
    len: usize,
    encode: Encode<'a>,
}

/// Adds the bytes of an array.
type Encode<'a> = Box<dyn Fn(&mut Vec<u8>) + 'a>;

/// The arrays of one kind, each at a multiple of four bytes.
#[derive(Default)]
struct Encoded<'a> {
    list: Vec<Encoder<'a>>,
    len: usize,
}

/// Everything that goes into the buffer.
#[derive(Default)]
pub(super) struct Pool<'a> {
    kinds: [Encoded<'a>; N_KINDS],
    accessors: Vec<Accessor>,
    /// Images, each in a view of its own.
    files: Vec<&'a [u8]>,
    /// The times that several tracks share, by their bits.
    times: HashMap<Vec<u32>, usize>,
}

impl<'a> Pool<'a> {
    /// Adds an array and returns the index of its accessor; `shape` is the type in glTF.
    pub(super) fn add<T: le::Element + Clone>(
        &mut self,
        kind: Kind,
        shape: &'static str,
        elements: Cow<'a, [T]>,
        count: usize,
    ) -> usize {
        self.add_bounded(kind, shape, elements, count, None)
    }

    /// As [`add`](Self::add), with the smallest and largest numbers.
    pub(super) fn add_bounded<T: le::Element + Clone>(
        &mut self,
        kind: Kind,
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
    pub(super) fn add_bytes(&mut self, kind: Kind, vectors: Vec<u8>, count: usize) -> usize {
        let len = vectors.len();
        let encode = Box::new(move |out: &mut Vec<u8>| out.extend_from_slice(&vectors));
        self.push(kind, "VEC4", count, Encoder { len, encode }, None)
    }

    /// Adds vectors of the size that the kind has, encoded by this function.
    pub(super) fn add_encoded(
        &mut self,
        kind: Kind,
        shape: &'static str,
        count: usize,
        encode: impl Fn(&mut Vec<u8>) + 'a,
    ) -> usize {
        let len = count.saturating_mul(kind.layout().2);
        self.push(kind, shape, count, Encoder { len, encode: Box::new(encode) }, None)
    }

    fn push(
        &mut self,
        kind: Kind,
        shape: &'static str,
        count: usize,
        array: Encoder<'a>,
        bounds: Option<(Vec<f32>, Vec<f32>)>,
    ) -> usize {
        let mut offset = 0;
        if let Some(arrays) = self.kinds.get_mut(kind as usize) {
            offset = arrays.len.next_multiple_of(4);
            arrays.len = offset.saturating_add(array.len);
            arrays.list.push(array);
        }
        self.accessors.push(Accessor { kind, offset, count, shape, bounds });
        self.accessors.len().saturating_sub(1)
    }

    /// The times of keys; equal lists are stored once.
    pub(super) fn times(&mut self, times: &'a [f32]) -> usize {
        let bits: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
        if let Some(known) = self.times.get(&bits) {
            return *known;
        }
        let bounds = times.first().zip(times.last()).map(|(first, last)| (vec![*first], vec![*last]));
        let accessor = self.add_bounded(Kind::Keys, "SCALAR", times.into(), times.len(), bounds);
        self.times.insert(bits, accessor);
        accessor
    }

    /// Adds a file in a view of its own; [`view_of_file`](Self::view_of_file) gives the index of the view.
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
            self.kinds.iter().map(|arrays| arrays.len).chain(self.files.iter().map(|file| file.len()));
        parts.map(|len| len.next_multiple_of(4)).fold(0, usize::saturating_add)
    }

    /// Appends the buffer to output whose length is a multiple of four bytes.
    pub(super) fn append_to(&self, out: &mut Vec<u8>) {
        for array in self.kinds.iter().flat_map(|arrays| &arrays.list) {
            (array.encode)(out);
            out.resize(out.len().next_multiple_of(4), 0);
        }
        for file in &self.files {
            out.extend_from_slice(file);
            out.resize(out.len().next_multiple_of(4), 0);
        }
    }

    /// Accessors, views, and the buffer, which may be a file of its own.
    pub(super) fn describe(&self, root: &mut Writer, file: Option<&str>) {
        if !self.accessors.is_empty() {
            root.key("accessors").list(|list| self.accessors.iter().for_each(|it| self.accessor(it, list)));
        }
        if self.len() == 0 {
            return;
        }
        let kinds = [
            Kind::Vec3,
            Kind::Vec2,
            Kind::Vec4,
            Kind::Colours,
            Kind::Joints8,
            Kind::Joints16,
            Kind::Weights8,
            Kind::Weights16,
            Kind::Indices16,
            Kind::Indices32,
            Kind::Matrices,
            Kind::Keys,
        ];
        root.key("bufferViews").list(|list| {
            let mut offset: usize = 0;
            let mut view = |len: usize, kind: Option<Kind>| {
                list.map(|view| {
                    view.key("buffer").integer(0);
                    view.key("byteOffset").integer(offset);
                    view.key("byteLength").integer(len);
                    let Some(kind) = kind else { return };
                    if kind.target() == ATTRIBUTES {
                        view.key("byteStride").integer(kind.layout().2);
                    }
                    if let Some(target) = kind.target() {
                        view.key("target").integer(target as usize);
                    }
                });
                offset = offset.saturating_add(len.next_multiple_of(4));
            };
            for kind in kinds {
                let len = self.kinds.get(kind as usize).map_or(0, |arrays| arrays.len);
                if len > 0 {
                    view(len, Some(kind));
                }
            }
            self.files.iter().for_each(|file| view(file.len(), None));
        });
        root.key("buffers").list(|list| {
            list.map(|buffer| {
                buffer.key("byteLength").integer(self.len());
                if let Some(file) = file {
                    buffer.key("uri").text(&encoded(file));
                }
            });
        });
    }

    fn accessor(&self, accessor: &Accessor, list: &mut Writer) {
        let before = self.kinds.get(..accessor.kind as usize).unwrap_or_default();
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
