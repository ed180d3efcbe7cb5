//! The data, as plain types.

use crate::mould::same::same;

/// A file of this format.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Template {
    /// What follows the last part; kept, and written back.
    pub trailing: Vec<u8>,
}

same! {
    Template { trailing }
}
