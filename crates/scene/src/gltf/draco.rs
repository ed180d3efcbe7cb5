//! What decodes streams of Draco: whoever has a decoder passes it in.

/// A function that decodes a stream of Draco, of which the result may take so many bytes.
pub type DracoDecoder = fn(stream: &[u8], max_bytes: usize) -> Result<DracoMesh, DracoError>;

/// What a stream of Draco holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DracoMesh {
    /// The number of vertices.
    pub n_points: usize,
    /// The vertices of each triangle.
    pub faces: Vec<[u32; 3]>,
    /// What each vertex has.
    pub attributes: Vec<DracoAttribute>,
    /// What was wrong with the stream and did not hinder its decoding.
    pub warnings: Vec<String>,
}

/// What each vertex of a [`DracoMesh`] has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DracoAttribute {
    /// The number that the extension names it by.
    pub id: u32,
    /// The `componentType` that accessors have for its numbers, or the name of a type that they have none for.
    pub component: Result<usize, String>,
    /// How many numbers a vertex has.
    pub width: u8,
    /// The numbers, in little-endian order.
    pub values: Vec<u8>,
}

/// Why a stream of Draco is not decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DracoError {
    /// It is of a form that the decoder does not have.
    Unsupported,
    /// It takes more than is granted; with the message.
    Limit(String),
    /// It is broken; with the message.
    Broken(String),
}
