//! The kinds of errors.

crate::common::kinds::kinds! {
    /// The signature after the magic is wrong, typically because the file was transferred in text mode.
    DamagedSignature { found: Vec<u8> }
        => "the signature is damaged, possibly by a transfer in text mode: found \"{}\"", found.escape_ascii();
    /// A type that this crate does not know; its values are kept as bytes.
    UnknownType { type_id: u8 } => "unknown type {type_id:#04x}; its values are kept as bytes";
    /// A chunk whose name this crate does not know; its payload is kept.
    UnknownChunk => "unknown chunk; its payload is kept";
    /// A property of a class that no INST declares.
    UnknownClass { id: u32 } => "no INST declares class {id}";
    /// An edit of an item that is not in the document, or at a position next to such an item.
    NoSuchItem => "there is no such item";
    /// An instance that is missing in the hierarchy; it is treated as being at the top level.
    NotInHierarchy { referent: i32 } => "instance {referent} is not in the hierarchy";
}
