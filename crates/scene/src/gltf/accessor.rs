//! Typed arrays in buffers: strides, normalised integers, sparse replacements.

use super::buffers::{View, view};
use super::context::Context;
use super::cursor::At;
use super::document::Document;
use crate::counted::counted;
use crate::problem::{Problem, ProblemKind};

/// The type of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub(super) fn from_code(code: usize) -> Option<Self> {
        Some(match code {
            // The codes are those of OpenGL.
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

/// The properties of an accessor, checked against its view.
pub(super) struct Accessor<'v> {
    pub(super) at: At<'v>,
    pub(super) component: Component,
    /// The number of components of an element.
    pub(super) width: usize,
    pub(super) count: usize,
    pub(super) normalised: bool,
    /// The bytes from the first element on; `None` if all are zero.
    bytes: Option<&'v [u8]>,
    stride: usize,
    sparse: Option<Sparse<'v>>,
}

/// Elements that replace others.
struct Sparse<'v> {
    indices: Vec<usize>,
    values: &'v [u8],
}

impl Document<'_> {
    /// The accessor to which a key of `at` refers.
    pub(super) fn accessor<'v>(
        &'v self,
        at: At<'v>,
        key: &'v str,
        context: &mut Context,
    ) -> Result<Option<Accessor<'v>>, Problem> {
        let accessors = self.root().list("accessors");
        let index = at.index(key, accessors.len(), "accessor")?;
        let Some(accessor) = index.and_then(|index| accessors.get(index)) else { return Ok(None) };
        self.accessor_at(accessor, context).map(Some)
    }

    fn accessor_at<'v>(&'v self, at: At<'v>, context: &mut Context) -> Result<Accessor<'v>, Problem> {
        let code = at.needed_whole("componentType")?;
        let component = Component::from_code(code)
            .ok_or_else(|| at.fault(ProblemKind::Value, format!("{code} is not a component type")))?;
        let (width, is_matrix) = match at.needed_text("type")? {
            "SCALAR" => (1, false),
            "VEC2" => (2, false),
            "VEC3" => (3, false),
            "VEC4" => (4, false),
            "MAT4" => (16, true),
            // The columns of small matrices are padded, but no attribute that we read has such a type.
            other => {
                return Err(at.fault(ProblemKind::Value, format!("{other:?} is not a valid type here")));
            }
        };
        if is_matrix && component != Component::F32 {
            return Err(at.fault(ProblemKind::Value, "matrices must have components of type FLOAT"));
        }
        let count = at.needed_whole("count")?;
        let size = component.size().saturating_mul(width);
        let view = view(self.root(), &self.buffers, at, "bufferView")?;
        let stride = view.and_then(|view| view.stride).unwrap_or(size).max(1);
        let offset = at.maybe_whole("byteOffset")?.unwrap_or(0);
        let bytes = view.map(|view| within(at, view, offset, stride, size, count)).transpose()?;
        let sparse = at.get("sparse").map(|sparse| self.sparse(sparse, size, count, context)).transpose()?;
        let normalised = at.get("normalized").and_then(|at| at.value.as_bool()).unwrap_or(false);
        Ok(Accessor { at, component, width, count, normalised, bytes, stride, sparse })
    }

    fn sparse<'v>(
        &'v self,
        at: At<'v>,
        size: usize,
        count: usize,
        context: &mut Context,
    ) -> Result<Sparse<'v>, Problem> {
        let missing = |what: &str| at.fault(ProblemKind::Value, format!("{what} is missing"));
        let n_sparse = at.needed_whole("count")?;
        let (indices, values) = at.get("indices").zip(at.get("values")).ok_or_else(|| missing("a part"))?;
        let component = Component::from_code(indices.needed_whole("componentType")?)
            .filter(|it| matches!(it, Component::U8 | Component::U16 | Component::U32))
            .ok_or_else(|| indices.fault(ProblemKind::Value, "indices must be unsigned integers"))?;
        let part = |at: At<'v>, size: usize| {
            let view =
                view(self.root(), &self.buffers, at, "bufferView")?.ok_or_else(|| missing("a view"))?;
            let offset = at.maybe_whole("byteOffset")?.unwrap_or(0);
            within(at, view, offset, size, size, n_sparse)
        };
        let (index_bytes, values) = (part(indices, component.size())?, part(values, size)?);
        context.charge::<usize>(&at, n_sparse)?;
        let indices = index_bytes.chunks_exact(component.size()).take(n_sparse).map(unsigned);
        let indices: Vec<usize> = indices.collect();
        if !indices.is_sorted_by(|a, b| a < b) || indices.last().is_some_and(|last| *last >= count) {
            return Err(
                at.fault(ProblemKind::Reference, format!("sparse indices must ascend and be below {count}"))
            );
        }
        Ok(Sparse { indices, values })
    }
}

/// The bytes of a view from an offset on, if it contains that many elements.
fn within<'v>(
    at: At<'_>,
    view: View<'v>,
    offset: usize,
    stride: usize,
    size: usize,
    count: usize,
) -> Result<&'v [u8], Problem> {
    // The last element needs only its size, not a whole stride.
    let before_last = count.saturating_sub(1).checked_mul(stride);
    let needed = before_last.and_then(|before| before.checked_add(if count == 0 { 0 } else { size }));
    let end = needed.and_then(|needed| needed.checked_add(offset));
    let part = end.and_then(|end| view.bytes.get(offset..end));
    part.ok_or_else(|| {
        let message = format!(
            "the buffer view of {} is too short for {} of {} with a stride of {} from byte {offset}",
            counted(view.bytes.len(), "byte"),
            counted(count, "element"),
            counted(size, "byte"),
            counted(stride, "byte")
        );
        at.fault(ProblemKind::Framing, message)
    })
}

/// A little-endian number of one, two or four bytes.
fn unsigned(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |value, byte| (value << 8) | usize::from(*byte))
}

impl<'v> Accessor<'v> {
    /// Returns an error if all elements are 0 because none are stored, as in accessors whose data an extension
    /// replaces.
    pub(super) fn needs_data(&self) -> Result<(), Problem> {
        if self.bytes.is_some() || self.sparse.is_some() || self.count == 0 {
            return Ok(());
        }
        Err(self.at.fault(ProblemKind::Value, "the accessor has no data"))
    }

    /// The accessor with other values, which are contiguous.
    pub(super) fn with_values(self, component: Component, count: usize, values: &'v [u8]) -> Self {
        let stride = component.size().saturating_mul(self.width);
        Self { component, count, bytes: Some(values), stride, sparse: None, ..self }
    }

    /// The bytes of contiguous elements without sparse replacements, which can be decoded in bulk.
    pub(super) fn plain(&self, component: Component) -> Option<&'v [u8]> {
        let size = self.component.size().checked_mul(self.width)?;
        let is_plain = self.component == component && self.stride == size && self.sparse.is_none();
        self.bytes?.get(..size.checked_mul(self.count)?).filter(|_| is_plain)
    }

    /// Reads vectors of floats, converting other component types.
    pub(super) fn vectors<const N: usize, T: geom::le::Element>(
        &self,
        make: fn([f32; N]) -> T,
        context: &mut Context,
    ) -> Result<Vec<T>, Problem> {
        if self.width != N {
            return Err(self.at.fault(ProblemKind::Value, format!("expected vectors of {N} numbers")));
        }
        context.charge::<T>(&self.at, self.count)?;
        if let Some(decoded) = self.plain(Component::F32).and_then(geom::le::decode) {
            return Ok(decoded);
        }
        let floats = self.floats(context)?;
        Ok(floats.as_chunks::<N>().0.iter().map(|numbers| make(*numbers)).collect())
    }

    /// Reads all components as floats: normalised ones as fractions, others unchanged.
    pub(super) fn floats(&self, context: &mut Context) -> Result<Vec<f32>, Problem> {
        let n_numbers = self.count.saturating_mul(self.width);
        context.charge::<f32>(&self.at, n_numbers)?;
        if let Some(decoded) = self.plain(Component::F32).and_then(geom::le::decode) {
            return Ok(decoded);
        }
        let mut floats = vec![0.0; n_numbers];
        let decode = self.decoder();
        let size = self.component.size();
        let element = size.saturating_mul(self.width);
        if let Some(bytes) = self.bytes {
            for (to, from) in floats.chunks_exact_mut(self.width).zip(bytes.chunks(self.stride)) {
                let numbers = from.get(..element).unwrap_or_default().chunks_exact(size);
                to.iter_mut().zip(numbers).for_each(|(to, bytes)| *to = decode(bytes));
            }
        }
        if let Some(sparse) = &self.sparse {
            for (index, from) in sparse.indices.iter().zip(sparse.values.chunks_exact(element.max(1))) {
                let start = index.saturating_mul(self.width);
                let to = floats.get_mut(start..start.saturating_add(self.width)).unwrap_or_default();
                to.iter_mut().zip(from.chunks_exact(size)).for_each(|(to, bytes)| *to = decode(bytes));
            }
        }
        Ok(floats)
    }

    /// The conversion of a stored component to a float, by section 3.11 of the specification and KHR_mesh_quantization.
    fn decoder(&self) -> fn(&[u8]) -> f32 {
        fn i8s(bytes: &[u8]) -> f32 {
            bytes.first().map_or(0.0, |byte| f32::from(byte.cast_signed()))
        }
        fn u8s(bytes: &[u8]) -> f32 {
            bytes.first().map_or(0.0, |byte| f32::from(*byte))
        }
        fn i16s(bytes: &[u8]) -> f32 {
            bytes.first_chunk().map_or(0.0, |bytes| f32::from(i16::from_le_bytes(*bytes)))
        }
        fn u16s(bytes: &[u8]) -> f32 {
            bytes.first_chunk().map_or(0.0, |bytes| f32::from(u16::from_le_bytes(*bytes)))
        }
        #[expect(clippy::cast_precision_loss, reason = "that is what a float of it is")]
        fn u32s(bytes: &[u8]) -> f32 {
            bytes.first_chunk().map_or(0.0, |bytes| u32::from_le_bytes(*bytes) as f32)
        }
        match (self.component, self.normalised) {
            (Component::F32, _) => {
                |bytes| bytes.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes))
            }
            // The lowest integer means −1 as well.
            (Component::I8, true) => |bytes| (i8s(bytes) / 127.0).max(-1.0),
            (Component::U8, true) => |bytes| u8s(bytes) / 255.0,
            (Component::I16, true) => |bytes| (i16s(bytes) / 32767.0).max(-1.0),
            (Component::U16, true) => |bytes| u16s(bytes) / 65535.0,
            (Component::I8, false) => i8s,
            (Component::U8, false) => u8s,
            (Component::I16, false) => i16s,
            (Component::U16, false) => u16s,
            (Component::U32, _) => u32s,
        }
    }

    /// Reads triangles of indices; one or two surplus indices are dropped.
    pub(super) fn triangles(&self, context: &mut Context) -> Result<Vec<[u32; 3]>, Problem> {
        let n_triangles = self.count / 3;
        context.charge::<[u32; 3]>(&self.at, n_triangles)?;
        if let Some(bytes) = self.plain(Component::U32) {
            let bytes = bytes.get(..n_triangles.saturating_mul(12)).unwrap_or_default();
            return Ok(geom::le::decode(bytes).unwrap_or_default());
        }
        if let Some(bytes) = self.plain(Component::U16) {
            let wide = |[a, b, c, d, e, f]: &[u8; 6]| {
                [[*a, *b], [*c, *d], [*e, *f]].map(|bytes| u32::from(u16::from_le_bytes(bytes)))
            };
            return Ok(bytes.as_chunks().0.iter().map(wide).collect());
        }
        Ok(self.whole(context)?.as_chunks().0.to_vec())
    }

    /// Reads unsigned integers: indices of vertices or joints.
    pub(super) fn whole(&self, context: &mut Context) -> Result<Vec<u32>, Problem> {
        let size = self.component.size();
        if !matches!(self.component, Component::U8 | Component::U16 | Component::U32) {
            return Err(self.at.fault(ProblemKind::Value, "expected unsigned integers"));
        }
        let n_numbers = self.count.saturating_mul(self.width);
        context.charge::<u32>(&self.at, n_numbers)?;
        if let Some(bytes) = self.plain(Component::U32) {
            return Ok(bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect());
        }
        if let Some(bytes) = self.plain(Component::U16) {
            return Ok(bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes).into()).collect());
        }
        let number = |bytes: &[u8]| u32::try_from(unsigned(bytes)).unwrap_or(u32::MAX);
        let mut numbers = vec![0; n_numbers];
        if let Some(bytes) = self.bytes {
            for (to, from) in numbers.chunks_exact_mut(self.width).zip(bytes.chunks(self.stride)) {
                to.iter_mut().zip(from.chunks_exact(size)).for_each(|(to, bytes)| *to = number(bytes));
            }
        }
        if let Some(sparse) = &self.sparse {
            let element = size.saturating_mul(self.width).max(1);
            for (index, from) in sparse.indices.iter().zip(sparse.values.chunks_exact(element)) {
                let start = index.saturating_mul(self.width);
                let to = numbers.get_mut(start..start.saturating_add(self.width)).unwrap_or_default();
                to.iter_mut().zip(from.chunks_exact(size)).for_each(|(to, bytes)| *to = number(bytes));
            }
        }
        Ok(numbers)
    }
}
