//! The data, as plain types.

use geom::same;

/// A file of this format.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Template {
    /// The bytes after the last part, which are written back.
    pub trailing: Vec<u8>,
}

same! {
    Template { trailing }
}
