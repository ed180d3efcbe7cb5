//! The kinds of error of this format.

crate::common::kinds::kinds! {
    /// The stored checksum does not match the decompressed data.
    Checksum { expected: u32, found: u32 } => "the checksum of the decompressed data is {expected:#010x}, and {found:#010x} is stored";
    /// The header or a block is not valid LLSD, or cannot be written as LLSD. The error is also the
    /// [source](std::error::Error::source); its place counts from the start of the value.
    Llsd { error: llsd::Error } => "{}", error.kind();
    /// A block is not a valid zlib stream, but could be read.
    Packing { found: &'static str } => "expected a zlib stream, found {found}";
    /// The hash of a block in the header is not the MD5 of its bytes.
    Hash { expected: String, found: String } => "the MD5 of the block is {expected}, and {found} is stored";
    /// Two blocks claim the same bytes.
    Overlap { with: String } => "overlaps {with}";
    /// A block is in the header, but not in the file.
    OutsideFile { offset: i64, size: i64, body: usize } => "offset {offset} and size {size} lie outside of the body of {}", counted(*body, "byte");
    /// A block consists of zeros: a viewer's cache has reserved space for it and has not loaded it.
    NotLoaded { n_bytes: usize } => "{n_bytes} zeros stand for a block that was not loaded";
    /// An index refers to a missing vertex.
    Index { triangle: usize, index: u16, n_vertices: usize } => "triangle {triangle} has index {index}, and there are {n_vertices} vertices";
    /// There are more than eight faces.
    TooManyFaces { names: Vec<String> } => "there are {} faces, and the limit is eight: {}", names.len(), listed(names);
}

impl ErrorKind {
    /// The error of another crate that this error wraps.
    pub(crate) fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Llsd { error } => Some(error),
            _ => None,
        }
    }
}

/// Lists the first names, and the number of others.
fn listed(names: &[String]) -> String {
    let (first, rest) = names.split_at(names.len().min(20));
    let more = if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
    first.join(", ") + &more
}
