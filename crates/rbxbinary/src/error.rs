//! The kinds of errors.

crate::mould::kinds::kinds! {
    /// The file is in the XML format.
    IsXml => "this is a model in the XML format";
    /// The signature after the magic is wrong, typically because the file was transferred in text mode.
    DamagedSignature { found: Vec<u8> }
        => "the signature is damaged, possibly by a transfer in text mode: found \"{}\"", found.escape_ascii();
    /// A type that this crate does not know; its values are kept as bytes.
    UnknownType { type_id: u8 } => "unknown type {type_id:#04x}; its values are kept as bytes";
    /// A chunk whose name this crate does not know; its payload is kept.
    UnknownChunk => "unknown chunk; its payload is kept";
    /// A property of a class that no INST declares.
    UnknownClass { id: u32 } => "no INST declares class {id}";
    /// A reference to something that does not exist; the reference is kept.
    Dangling { what: &'static str, found: i64 } => "{what} {found} does not exist";
    /// A second item where valid files have only one.
    Duplicate { what: &'static str, found: String } => "duplicate {what} {found}";
    /// An instance that is missing in the hierarchy; it is treated as being at the top level.
    NotInHierarchy { referent: i32 } => "instance {referent} is not in the hierarchy";
    /// An instance that is its own ancestor; it is treated as being at the top level.
    Cycle { referent: i32 } => "instance {referent} is its own ancestor";
    /// A chunk that every file needs is missing.
    Missing { what: &'static str } => "there is no {what}";
    /// A list whose length does not match that of another.
    Length { expected: usize, found: usize } => "expected length {expected}, found {found}";
}
