//! Values lost in conversions.

/// Values that could not be kept, or had to be made up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// A description.
    pub what: String,
    /// The paths of the instances, each with the property, such as `Workspace/Car.Speed`.
    pub places: Vec<String>,
    /// Set if values were made up; otherwise they were dropped.
    pub is_made_up: bool,
}
