//! The ways in which this format fails.

crate::mould::error::kinds! {
    /// This crate does not read or write anything yet.
    NotYet => "the slmesh format is not read or written yet";
}
