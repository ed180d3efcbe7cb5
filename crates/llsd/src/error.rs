//! The ways in which this format fails.

crate::mould::kinds::kinds! {
    /// A container ends before the count that it begins with.
    EarlyEnd { n_missing: usize } => "ends before {n_missing} values that its count speaks of";
    /// Text that says a value in a way that loses or guesses some of it.
    Lossy { what: &'static str, found: String, read_as: String } => "{what} {found} is read as {read_as}";
    /// A part that has no place where it stands; it is left out.
    Misplaced { what: &'static str, found: String } => "{what} {found} is left out";
    /// A value that the encoding has no form for.
    Unwritable { what: &'static str, found: String } => "{found} is no {what} that this encoding can carry";
    /// The encoding is a feature of this crate that is switched off.
    NotBuilt { encoding: &'static str } => "this build does not read or write {encoding}";
}
