//! The ways in which reading or writing fails, and numbers in messages: `1 byte`, `2 bytes`.

/// Defines a crate's `ErrorKind` and its `Display`: the kinds of the common part, then those of the crate, each with
/// its documentation, its fields and its message.
macro_rules! kinds {
    (@all $(
        $(#[doc = $doc:literal])+
        $kind:ident $({ $($field:ident: $ty:ty),+ $(,)? })? => $message:literal $(, $argument:expr)* $(,)? ;
    )*) => {
        /// The ways in which reading or writing fails.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the message of a kind says what its fields are")]
        pub enum ErrorKind {
            $( $(#[doc = $doc])+ $kind $({ $($field: $ty),+ })?, )*
        }

        impl std::fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::common::kinds::{counted, is_or_are};

                match self {
                    $( Self::$kind $({ $($field),+ })? => write!(f, $message $(, $argument)*), )*
                }
            }
        }
    };
    (#$($own:tt)*) => {
        $crate::common::kinds::kinds! { @all
            /// The input ends before a value is complete.
            UnexpectedEnd { needed: usize, left: usize } => "needs {}, and {left} {} left", counted(*needed, "byte"), is_or_are(*left);
            /// A limit is exceeded. This is never a warning. `option` is the method of [`Limits`](crate::Limits) that
            /// raises the limit, if the limit is a default.
            LimitExceeded { limit: &'static str, requested: usize, left: usize, option: Option<&'static str> }
                => "exceeds the limit of {limit}: {requested} requested, {left} left{}",
                option.map(|option| format!("; raise it with `Limits::{option}`")).unwrap_or_default();
            /// The tracer has [stopped](crate::Descent::Stop) the reading.
            Stopped => "reading was stopped";
            /// Bytes that the format does not account for; they are kept.
            Surplus { n_bytes: usize } => "{} {} left over", counted(*n_bytes, "byte"), is_or_are(*n_bytes);
            /// A fixed sequence of bytes is missing.
            UnexpectedBytes { expected: &'static [u8], found: Vec<u8> } => "expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii();
            /// A value is not one that the format allows here.
            Unexpected { expected: std::borrow::Cow<'static, str>, found: String } => "expected {expected}, found {found}";
            /// A number is not below a bound.
            OutOfRange { what: &'static str, found: u64, bound: u64 } => "{what} {found} is not below {bound}";
            /// There are more of these than the format can count.
            TooLong { len: usize } => "there are {len}, more than the format can count";
            /// Text does not have the form that the format requires here.
            Malformed { expected: &'static str } => "expected {expected}";
            /// The bytes are in another format that is easily confused with this one.
            OtherFormat { found: &'static str } => "this is {found}";
            /// Something required is missing.
            Missing { what: &'static str } => "there is no {what}";
            /// Two counts that must be equal differ.
            Mismatch { what: &'static str, found: usize, expected: usize } => "expected {expected} as the number of {what}, found {found}";
            /// Something that must be unique occurs twice.
            Duplicate { what: &'static str, name: String } => "{what} {name} already exists";
            /// A name or a number refers to nothing.
            Dangling { what: &'static str, name: String } => "there is no {what} {name}";
            /// Something contains itself.
            Cycle { what: &'static str, name: String } => "{what} {name} is inside itself";
            /// Compressed data are damaged.
            Compression { reason: std::borrow::Cow<'static, str> } => "does not decompress: {reason}";
            #$($own)*
        }
    };
}
pub(crate) use kinds;

/// A number and what it counts, in the singular or the plural.
pub(crate) fn counted<N: std::fmt::Display + PartialEq + From<u8>>(number: N, one: &'static str) -> String {
    match one.strip_suffix("ex") {
        _ if number == N::from(1) => format!("{number} {one}"),
        Some(stem) => format!("{number} {stem}ices"),
        None => format!("{number} {one}s"),
    }
}

/// The verb that agrees with a number.
pub(crate) fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}
