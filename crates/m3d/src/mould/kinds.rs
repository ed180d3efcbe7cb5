//! The ways in which reading or writing fails.

/// Writes a crate's `ErrorKind` and its `Display`: the kinds of the common
/// part, then the crate's own, each with its doc, its fields and its message.
macro_rules! kinds {
    ($($own:tt)*) => {
        $crate::mould::kinds::all_kinds! {
            /// The input stops before a value is complete.
            UnexpectedEnd { needed: usize, left: usize } => "needs {needed} bytes, and {left} are left";
            /// More than the limits grant. Never a warning. `option` is the method of
            /// [`Limits`](crate::Limits) that raises the limit, if it is a default.
            LimitExceeded { limit: &'static str, requested: usize, left: usize, option: Option<&'static str> }
                => "would take {requested} {limit}, and {left} of the limit are left{}",
                option.map(|option| format!("; raise it with `Limits::{option}`")).unwrap_or_default();
            /// Bytes that nothing in the format accounts for; they are kept.
            Surplus { n_bytes: usize } => "{n_bytes} bytes are left over";
            /// A fixed sequence of bytes is not there.
            UnexpectedBytes { expected: &'static [u8], found: Vec<u8> }
                => "expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii();
            /// A value is not what the format has at this place.
            Unexpected { expected: std::borrow::Cow<'static, str>, found: String }
                => "expected {expected}, found {found}";
            /// A number is not below a bound.
            OutOfRange { what: &'static str, found: u64, bound: u64 } => "{what} {found} is not below {bound}";
            /// There are more of these than the format can count.
            TooLong { len: usize } => "there are {len}, more than the format can count";
            /// Text is not in the form that the format has at this place.
            Malformed { expected: &'static str } => "expected {expected}";
            /// The bytes are of another format, which this one is often taken for.
            OtherFormat { found: &'static str } => "this is {found}";
            /// Something is not there that has to be.
            Missing { what: &'static str } => "there is no {what}";
            /// There are not as many of these as something else in the file asks for.
            Mismatch { what: &'static str, found: usize, expected: usize }
                => "expected {expected} {what}, found {found}";
            /// Something is there twice that may be there once.
            Duplicate { what: &'static str, name: String } => "{what} {name} is there already";
            /// A name or number leads to nothing.
            Dangling { what: &'static str, name: String } => "there is no {what} {name}";
            /// Something is inside itself, or among its own ancestors.
            Cycle { what: &'static str, name: String } => "{what} {name} is inside itself";
            /// A compressed part does not give its plain data.
            Compression { reason: std::borrow::Cow<'static, str> } => "does not decompress: {reason}";
            /// The checksum that is stored is not that of the plain data.
            Checksum { expected: u32, found: u32 }
                => "the checksum of the plain data is {expected:#010x}, and {found:#010x} is stored";
            $($own)*
        }
    };
}
pub(crate) use kinds;

macro_rules! all_kinds {
    ($(
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
                match self {
                    $( Self::$kind $({ $($field),+ })? => write!(f, $message $(, $argument)*), )*
                }
            }
        }
    };
}
pub(crate) use all_kinds;
