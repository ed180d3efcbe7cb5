//! The ways in which this format fails.

crate::mould::kinds::kinds! {
    /// The LLSD of the header or of a block is not sound; the message is that of its reader.
    Llsd { message: String } => "{message}";
    /// A block is not the zlib stream that it should be, and was read all the same.
    Packing { found: &'static str } => "expected a zlib stream, found {found}";
    /// The hash that the header has for a block is not the MD5 of its bytes.
    Hash { expected: String, found: String } => "the MD5 of the block is {expected}, and {found} is stored";
    /// Bytes that two blocks claim.
    Overlap { with: String } => "takes bytes of {with}, too";
    /// A block that the header has, and the file not.
    OutsideFile { offset: i64, size: i64, body: usize } => "offset {offset} and size {size} lie outside of the body of {body} bytes";
    /// A block of nothing but zeros: a viewer's cache has room for it, and has not loaded it.
    NotLoaded { n_bytes: usize } => "{n_bytes} zeros stand for a block that was not loaded";
    /// An index names no vertex.
    Index { triangle: usize, index: u16, n_vertices: usize } => "triangle {triangle} has index {index}, and there are {n_vertices} vertices";
    /// An asset has eight faces at most.
    TooManyFaces { names: Vec<String> } => "there are {} faces, and at most eight are possible: {}", names.len(), names.join(", ");
}
