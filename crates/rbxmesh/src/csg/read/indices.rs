//! Reads indices as differences of one or three bytes. Format document, section 3.3.

use crate::common::input::Input;
use crate::common::kinds::counted;
use crate::common::parsers::{ParseFn, named};
use crate::common::show::SpanType;
use crate::error::ErrorKind;

/// Shows the number of triangles in a trace.
const CODED: &SpanType = &SpanType::field(|_, n, out| write!(out, "coded, of {}", counted(n, "triangle")));

/// Reads the encoded indices of this many triangles.
pub(super) fn coded<'a>(name: &'static str, n_triangles: usize) -> impl ParseFn<'a, Vec<[u32; 3]>> {
    let read = move |input: Input<'a>| {
        // An index takes at least a byte.
        input.split(n_triangles.saturating_mul(3))?;
        input.charge_elements(n_triangles)?;
        let mut stream = Stream { bytes: input.bytes(), cursor: 0 };
        let mut triangles = Vec::with_capacity(n_triangles);
        while triangles.len() < n_triangles {
            let Some(triangle) = stream.triangle() else {
                let (rest, left) = (input.with(stream.bytes), stream.bytes.len());
                return Err(rest.fatal(ErrorKind::UnexpectedEnd { needed: 3, left }));
            };
            triangles.push(triangle);
        }
        Ok((input.with(stream.bytes), triangles))
    };
    named(name, CODED, read, |triangles| {
        let n_triangles = triangles.len() as u64;
        (triangles, n_triangles)
    })
}

/// The remaining bytes of the stream, and the previous index.
struct Stream<'a> {
    bytes: &'a [u8],
    cursor: u32,
}

impl Stream<'_> {
    #[inline]
    fn triangle(&mut self) -> Option<[u32; 3]> {
        Some([self.index()?, self.index()?, self.index()?])
    }

    #[inline]
    fn index(&mut self) -> Option<u32> {
        /// Indices have 23 bits, and their sums wrap.
        const MASK: u32 = 0x7f_ffff;
        let (difference, rest) = match *self.bytes {
            [a @ ..0x40, ref rest @ ..] => (a.into(), rest),
            [a @ ..0x80, ref rest @ ..] => (u32::from(a).wrapping_sub(0x80), rest),
            [a, b, c, ref rest @ ..] => (u32::from_be_bytes([0, a & 0x7f, b, c]), rest),
            _ => return None,
        };
        self.bytes = rest;
        self.cursor = self.cursor.wrapping_add(difference) & MASK;
        Some(self.cursor)
    }
}
