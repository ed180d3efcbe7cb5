//! The ways in which reading or writing fails.

/// Writes a crate's `ErrorKind` and its `Display`: the kinds of the common
/// part, then the crate's own, each with its doc, its fields and its message.
macro_rules! kinds {
    ($($own:tt)*) => {
        $crate::mould::kinds::all_kinds! {
            /// The input stops before a value is complete.
            UnexpectedEnd { needed: usize, left: usize } => "needs {needed} bytes, and {left} are left";
            /// More than the options grant. Never a warning.
            LimitExceeded { limit: &'static str, requested: usize, left: usize }
                => "would take {requested} {limit}, and {left} of the limit are left";
            /// Bytes that nothing in the format accounts for.
            LeftOver { n_bytes: usize } => "{n_bytes} bytes are left over";
            /// A fixed sequence of bytes is not there.
            UnexpectedBytes { expected: &'static [u8], found: Vec<u8> }
                => "expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii();
            /// A value is not what the format has at this place.
            Unexpected { expected: std::borrow::Cow<'static, str>, found: String }
                => "expected {expected}, found {found}";
            /// A number is not below a bound.
            OutOfRange { what: &'static str, found: u64, bound: u64 } => "{what} {found} is not below {bound}";
            /// A compressed part does not give the plain data it promises.
            Compression { expected: usize } => "does not decompress to {expected} bytes";
            /// There are more of these than the format can count.
            TooLong { len: usize } => "there are {len}, more than the format can count";
            /// Text is not in the form that the format has at this place.
            Malformed { expected: &'static str } => "expected {expected}";
            $($own)*
        }
    };
}
pub(crate) use kinds;

macro_rules! all_kinds {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident $({ $($field:ident: $ty:ty),+ $(,)? })? => $message:literal $(, $argument:expr)* ;
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
                match self {
                    $( Self::$kind $({ $($field),+ })? => write!(f, $message $(, $argument)*), )*
                }
            }
        }
    };
}
pub(crate) use all_kinds;
