//! Upper bounds on the size of a file, because a 32-bit module has at most 4 GiB of memory.

use rezkit::{Family, Format, identify};
use serde::Serialize;

/// The maximum size of a file, as [`room`] estimates it.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Room {
    /// The title of the format.
    pub title: &'static str,
    /// The maximum number of bytes of such a file.
    pub most: usize,
}

const MIB: usize = 1 << 20;

/// The memory for reading a file that a person has chosen, in bytes: as much as [`room`] allows for, and far more than
/// the usual limit, which a place of very many equal parts exceeds.
pub(crate) const MEMORY: usize = 2048 * MIB;

/// The maximum size of a file that begins with these bytes, so that reading and explaining it fits the memory of
/// WebAssembly: an estimate from the memory per byte of one large file of each format. It has a margin, since packed
/// data may be many times larger than the file.
#[must_use]
pub fn room(head: &[u8]) -> Room {
    let identity = identify(head);
    let most: usize = match identity.format.family() {
        Family::RbxXml => 96,
        Family::Llsd => 96,
        Family::RbxBinary => 160,
        Family::M3d if identity.format == Format::A3d => 64,
        Family::M3d => 128,
        Family::SlMesh => 256,
        Family::RbxMesh if identity.version.is_some_and(|version| version.major == 1) => 96,
        Family::RbxMesh => 512,
        Family::Exchange => 256,
        _ => 1024,
    };
    let most = if identity.wrappers.is_empty() { most } else { most / 8 };
    Room { title: identity.title, most: most.saturating_mul(MIB) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_less_room_than_arrays() {
        let most = |head: &[u8]| room(head).most / MIB;
        assert_eq!(
            [most(b"version 2.00\n"), most(b"version 1.00\n1\n"), most(b"<roblox version=\"4\">")],
            [512, 96, 96]
        );
        assert_eq!(room(b"").title, Format::Empty.in_words());
    }
}
