//! Losses of saving.

/// Values that could not be kept, or had to be made up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// A description.
    pub what: String,
    /// How many values these are.
    pub count: usize,
    /// The property of the first instance; empty if there is none.
    pub first: String,
    /// Whether values were made up; otherwise they are gone.
    pub is_made_up: bool,
}
