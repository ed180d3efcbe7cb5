//! Losses of saving.

/// Values that could not be kept, or had to be made up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// A description.
    pub what: String,
    /// The paths of the instances, each with the property, such as `Workspace/Car.Speed`.
    pub places: Vec<String>,
    /// Whether values were made up; otherwise they are gone.
    pub is_made_up: bool,
}
