//! Rows about the spans at the top levels of files.

use super::columns::{PartRow, Table};
use super::sink::{Sink, int32, int64};
use crate::verbs::info::parts::kin;
use files::Format;
use files::hash::sha256;
use files::layout::{Kind, Layout, Span};
use std::ops::ControlFlow;

pub(super) fn of_layout(layout: &Layout<'_>, format: Format, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let packed = packed(layout);
    for i in 0..layout.n_spans() {
        let Some(span) = layout.span(i).filter(|span| is_part(layout, *span, format)) else { continue };
        let (bytes, _) = layout.space(span.space);
        let own = bytes.get(span.start..span.end).unwrap_or_default();
        let inner = packed.get(i).copied().flatten().map(|space| layout.space(space));
        let plain = inner.map(|(plain, _)| plain);
        sink.pay(plain.unwrap_or(own).len())?;
        let start = inner.and_then(|(_, start)| start).unwrap_or(span.start);
        sink.add(PartRow {
            sha256: sink.sha256.clone(),
            part: int32(sink.len(Table::Parts)),
            kind: kin(layout, i),
            name: layout.name(i),
            byte_offset: int64(span.start),
            n_bytes: int64(own.len()),
            n_plain: plain.map(|plain| int64(plain.len())),
            compression: plain
                .map(|_| compression(format, bytes.get(start..).unwrap_or_default()).to_owned()),
            part_sha256: sha256(plain.unwrap_or(own)).to_string(),
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns true if a span has a row. The chunks of Model 3D are inside a stream for the whole file, and an XML file has
/// a single root element.
fn is_part(layout: &Layout<'_>, span: Span, format: Format) -> bool {
    let is_in_stream = || {
        let outer = span.parent.and_then(|parent| layout.span(parent));
        span.space > 0 && outer.is_some_and(|outer| outer.depth == 1 && outer.space > 0)
    };
    match format {
        Format::RbxXml => span.depth == 2 && span.kind == Kind::Part,
        _ => span.depth == 1 && span.space == 0 || span.depth == 2 && is_in_stream(),
    }
}

/// For each span at the top levels, the space with its decompressed data.
fn packed(layout: &Layout<'_>) -> Vec<Option<usize>> {
    let mut packed = vec![None; layout.n_spans()];
    let mut last = 0;
    for i in 0..layout.n_spans() {
        // The parent of the first span of each space is the packed part.
        let Some(span) = layout.span(i).filter(|span| span.space > last) else { continue };
        last = span.space;
        let Some(mut above) = span.parent else { continue };
        while let Some((parent, outer)) = layout.span(above).and_then(|outer| Some((outer.parent?, outer))) {
            if outer.depth <= 1 {
                break;
            }
            above = parent;
        }
        if let Some(slot) = packed.get_mut(above) {
            slot.get_or_insert(last);
        }
    }
    packed
}

/// The compression of data, by their first bytes. A block of LZ4 has no magic number. Data of unions are masked, which
/// keeps their length.
fn compression(format: Format, bytes: &[u8]) -> &'static str {
    // The magic number of Zstandard, and the zlib headers for each level.
    match bytes {
        _ if format == Format::CsgMesh => "mask",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "zstd",
        // A block of LZ4 may begin with the same bytes.
        [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..] if format != Format::RbxBinary => "zlib",
        _ => "lz4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_lz4_may_begin_as_zlib_does() {
        let bytes = [0x78, 0x9c, 0, 0];
        assert_eq!(
            [Format::RbxBinary, Format::SlMesh].map(|format| compression(format, &bytes)),
            ["lz4", "zlib"]
        );
    }
}
