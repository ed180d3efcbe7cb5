//! Writes blocks. Format document, section 2.

use super::llsd::document;
use super::zlib::deflate;
use super::{count, lod, physics, skin};
use crate::common::error::Error;
use crate::model::{Block, BlockRef, Content};
use crate::options::WriteOptions;
use llsd::Value;

/// Writes a block, unless it is absent.
pub(super) fn block(out: &mut Vec<u8>, block: BlockRef<'_>, options: &WriteOptions) -> Result<(), Error> {
    match block {
        BlockRef::Lod(block) => content(out, block, options, lod::lod),
        BlockRef::Convex(block) => {
            content(out, block, options, |convex| physics::convex(convex).finish().into())
        }
        BlockRef::Skin(block) => content(out, block, options, |skin| skin::skin(skin).finish().into()),
        BlockRef::Value(block) => content(out, block, options, Value::clone),
    }
}

/// Returns true if both blocks are written as the same bytes.
pub(crate) fn holds_same_bytes(a: BlockRef<'_>, b: BlockRef<'_>) -> bool {
    // Compression would only take time: equal decompressed data suffice.
    let options = WriteOptions::default().level(0);
    let bytes = |of: BlockRef<'_>| {
        let mut out = Vec::new();
        block(&mut out, of, &options).map(|()| out)
    };
    a.holds_same(b) || matches!((bytes(a), bytes(b)), (Ok(a), Ok(b)) if a == b)
}

/// Writes the content of a block: format document, section 2.
fn content<T>(
    out: &mut Vec<u8>,
    block: &Block<T>,
    options: &WriteOptions,
    write: impl Fn(&T) -> Value,
) -> Result<(), Error> {
    let value = match &block.content {
        Content::Value(value) => &write(value),
        Content::Other(value) => value,
        Content::Raw(bytes) => {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        Content::NotLoaded(n_bytes) => {
            // The size is checked before the memory is allocated.
            count::<i32>(*n_bytes, "size")?;
            out.resize(out.len().saturating_add(*n_bytes), 0);
            return Ok(());
        }
        Content::Absent => return Ok(()),
    };
    let mut plain = document(&block.surplus.line, value)?;
    plain.extend_from_slice(&block.surplus.after_value);
    out.extend_from_slice(&deflate(&plain, options));
    out.extend_from_slice(&block.surplus.after_stream);
    Ok(())
}
