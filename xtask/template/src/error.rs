//! The ways in which this format fails.

crate::common::kinds::kinds! {
    /// The crate does not read or write the format yet.
    NotYet => "the template format is not read or written yet";
}
