//! The data, as plain types.

use crate::mould::same::same;

/// A file of this format.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeshAsset {
    /// What follows the last part; kept, and written back.
    pub trailing: Vec<u8>,
}

same! {
    MeshAsset { trailing }
}
