#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod common;
mod defaults;
mod error;
mod hash;
mod options;

mod assembly;
mod convert;
mod document;
mod model;
mod onto;
mod owned;
mod read;
pub mod rules;
#[cfg(feature = "serde")]
mod typed;
mod validate;
mod wire;
mod write;

pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use document::{Document, Entries, Items, Node};
pub use error::ErrorKind;
pub use model::{Array, Binary, Date, Iter, Kind, Lookup, Map, Same, Scalar, Text, Uri, Uuid, Value};
pub use onto::{write_onto, write_onto_with};
pub use options::{Control, Duplicates, Encoding, Header, ReadOptions, Spelling, Style, WriteOptions};
pub use read::{detect, encoding, read, read_with, trace};
#[cfg(feature = "serde")]
pub use typed::{from_slice, from_slice_with, from_str, from_value, to_value, to_vec, to_vec_with};
pub use validate::{validate, validate_bytes, validate_with};
pub use write::{losses, write, write_with};

/// `application/llsd+binary`.
pub mod binary {
    pub use crate::read::binary::{read, read_prefix, read_with};
    pub use crate::write::binary::{write, write_with};

    #[cfg(feature = "serde")]
    pub use crate::typed::binary::{from_slice, to_vec};
}

/// Reading of fields in the forms in which services really send them, through serde.
///
/// | Type | Is also read from |
/// |---|---|
/// | every [`Target`](lenient::Target) | undef, as the default of the type; text that is not a value of its element, as [`read`](fn@read) guesses it |
/// | `bool` | an integer, which is true unless it is 0 |
/// | [`Uuid`] | the empty string, as nil |
/// | numbers | binary of their size, the most significant byte first: services send numbers of more than 31 bits in this form |
/// | `u32` | a negative integer, as its 32 bits: the viewer sends masks in this form |
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Parcel {
///     #[serde(with = "llsd::lenient")]
///     owner_id: llsd::Uuid,
///     #[serde(with = "llsd::lenient")]
///     for_sale: bool,
///     #[serde(with = "llsd::lenient")]
///     flags: u32,
///     #[serde(deserialize_with = "llsd::lenient::or_default")]
///     prims: Vec<llsd::lenient::Lenient<u64>>,
/// }
///
/// let sent = "{'owner_id': '', 'for_sale': i1, 'flags': b16\"80000001\", 'prims': !}";
/// let parcel: Parcel = llsd::from_str(sent)?;
/// assert_eq!((parcel.owner_id, parcel.for_sale), (llsd::Uuid::NIL, true));
/// assert_eq!((parcel.flags, parcel.prims.len()), (0x8000_0001, 0));
/// # Ok::<(), llsd::Error>(())
/// ```
#[cfg(feature = "serde")]
pub mod lenient {
    pub use crate::typed::lenient::{Lenient, Target, deserialize, or_default, serialize};
}

/// `application/llsd+xml`.
#[cfg(feature = "xml")]
pub mod xml {
    pub use crate::read::xml::{read, read_prefix, read_with};
    pub use crate::write::xml::{write, write_with};

    #[cfg(feature = "serde")]
    pub use crate::typed::xml::{from_slice, from_str, to_string, to_vec};
}

/// `application/llsd+notation`.
pub mod notation {
    pub use crate::read::notation::{read, read_prefix, read_with};
    pub use crate::write::notation::{write, write_with};

    #[cfg(feature = "serde")]
    pub use crate::typed::notation::{from_slice, from_str, to_string, to_vec};
}

/// LLSD as JSON.
pub mod json {
    pub use crate::options::JsonForm;
    pub use crate::read::json::{read, read_with, trace};
    pub use crate::write::json::{write, write_with};
}

/// Asserts that the public types can be shared between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Value, Document<'static>, Error, Warnings, ReadOptions, WriteOptions, Finding, Findings)>();
};
