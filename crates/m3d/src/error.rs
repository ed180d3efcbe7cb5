//! The ways in which this format fails.

crate::mould::error::kinds! {
    /// This crate does not read or write anything yet.
    NotYet => "the m3d format is not read or written yet";
}
