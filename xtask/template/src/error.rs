//! The ways in which this format fails.

crate::common::kinds::kinds! {
    /// This crate does not read or write anything yet.
    NotYet => "the template format is not read or written yet";
}
