//! An interface to a Draco decoder, which the caller supplies.

/// A function that decodes a Draco stream into at most this many bytes.
pub type DracoDecoder = fn(stream: &[u8], max_bytes: usize) -> Result<DracoMesh, DracoError>;

/// The content of a Draco stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DracoMesh {
    /// The number of vertices.
    pub n_points: usize,
    /// The vertices of each triangle.
    pub faces: Vec<[u32; 3]>,
    /// The attributes of the vertices.
    pub attributes: Vec<DracoAttribute>,
    /// Faults of the stream that did not prevent decoding.
    pub warnings: Vec<String>,
}

/// An attribute of the vertices of a [`DracoMesh`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DracoAttribute {
    /// The id by which the extension refers to the attribute.
    pub id: u32,
    /// The `componentType` of its numbers in accessors, or the name of a type that accessors do not have.
    pub component: Result<usize, String>,
    /// The number of components for each vertex.
    pub width: u8,
    /// The components as little-endian bytes.
    pub values: Vec<u8>,
}

/// The reason why a Draco stream is not decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DracoError {
    /// The stream uses a feature that the decoder does not support.
    Unsupported,
    /// The stream exceeds the limit; with a message.
    Limit(String),
    /// The stream is damaged; with a message.
    Broken(String),
}
