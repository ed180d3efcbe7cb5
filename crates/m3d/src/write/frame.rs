//! Writing of the frame of a chunk. Format document, section 2.2.

use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::wire::{Frame, Tag};

/// Writes the frame of a chunk, then its content. The length includes the frame.
pub(super) fn frame(
    out: &mut Output,
    magic: [u8; 4],
    body: impl FnOnce(&mut Output) -> Result<(), Error>,
) -> Result<(), Error> {
    let head =
        |len: usize| Ok(Frame { magic: Tag(magic), length: count(len.saturating_add(Frame::LEN), "chunk")? });
    out.prefixed(head, body)
}
