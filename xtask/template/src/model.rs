//! The data, as plain types.

use geom::same;

/// A file of this format.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Template {
    /// What follows the last part; kept, and written back.
    pub trailing: Vec<u8>,
}

same! {
    Template { trailing }
}
