//! The error kinds of LLSD.

crate::common::kinds::kinds! {
    /// A map ends before its count.
    EarlyEnd { n_missing: usize } => "has {n_missing} fewer values than its count";
    /// Text that is not a valid value; part of it is lost or guessed.
    Lossy { what: &'static str, found: String, read_as: String } => "{what} {found} is read as {read_as}";
    /// Content that is not allowed in its position, and is skipped.
    Misplaced { what: &'static str, found: String } => "{what} {found} is skipped";
    /// A value that the encoding cannot express.
    Unwritable { what: &'static str, found: String } => "this encoding cannot express the {what} {found}";
    /// Data that LLSD cannot express, or a value that does not fit the type of the data; see the feature `serde`.
    Data { message: String } => "{message}";
    /// The encoding requires a feature of this crate that is not enabled.
    NotBuilt { encoding: &'static str } => "this build does not read or write {encoding}";
}
