//! The ways in which this format fails.

crate::mould::kinds::kinds! {
    /// The file is in the XML format.
    IsXml => "this is a model in the XML format";
    /// The bytes after the magic are such that a transfer changes if it takes the file for text.
    DamagedSignature { found: Vec<u8> }
        => "the signature is damaged, as by a transfer as text: found \"{}\"", found.escape_ascii();
    /// A type that came after this reader; its values are kept as bytes.
    UnknownType { type_id: u8 } => "type {type_id:#04x} is not known; its values are kept as bytes";
    /// A chunk of a name that came after this reader; its payload is kept.
    UnknownChunk => "no chunk of this name is known; its payload is kept";
    /// A property of a class that no INST declares.
    UnknownClass { id: u32 } => "no INST declares class {id}";
    /// A reference that leads nowhere; it is kept.
    Dangling { what: &'static str, found: i64 } => "{what} {found} does not exist";
    /// Something that is there once in sound files.
    Duplicate { what: &'static str, found: String } => "{what} {found} is there already";
    /// An instance that the hierarchy leaves out; it counts as being at the top level.
    NotInHierarchy { referent: i32 } => "instance {referent} is not in the hierarchy";
    /// An instance that is inside itself; it counts as being at the top level.
    Cycle { referent: i32 } => "instance {referent} is inside itself";
    /// A chunk that every file has.
    Missing { what: &'static str } => "there is no {what}";
    /// A list that is to be as long as another.
    Length { expected: usize, found: usize } => "expected {expected}, found {found}";
}
