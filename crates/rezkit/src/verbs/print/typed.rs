//! Typed values of properties, for programs.

use files::outline::{Datum, Outline, Paths, short_hash};
use serde::Serialize;
use std::collections::BTreeMap;

/// The value of a property in JSON: `null`, booleans, numbers and text as such, lists as arrays, and anything
/// else as an object that names its type.
///
/// Numbers that JSON lacks are the strings `NaN`, `inf` and `-inf`, and integers beyond 2^53 are strings.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Typed {
    /// No value.
    None,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A 32-bit floating-point number.
    Float(f32),
    /// A 64-bit floating-point number.
    Double(f64),
    /// A text, an id or a UUID.
    Text(String),
    /// Several values in order.
    List(Vec<Typed>),
    /// Another part of the file.
    Reference {
        /// Its path.
        reference: String,
    },
    /// Bytes that are not text.
    Bytes {
        /// The number of bytes.
        n_bytes: usize,
        /// The first twelve digits of a BLAKE2b hash, which identify the content.
        hash: String,
    },
    /// A type, and its components: `{"Vector3": [4, 1, 2]}`.
    Call(BTreeMap<String, Vec<Typed>>),
}

impl Typed {
    pub(crate) fn from_value(value: &Datum<'_>, outline: &dyn Outline, paths: &Paths) -> Self {
        let all =
            |parts: &[Datum<'_>]| parts.iter().map(|part| Self::from_value(part, outline, paths)).collect();
        let bytes = |bytes: &[u8]| Self::Bytes { n_bytes: bytes.len(), hash: short_hash([bytes]) };
        match value {
            Datum::Nil => Self::None,
            Datum::Bool(value) => Self::Bool(*value),
            Datum::Int(number) => Self::whole(*number),
            Datum::Unsigned(number) => {
                i64::try_from(*number).map_or_else(|_| Self::Text(number.to_string()), Self::whole)
            }
            Datum::Float(number) if number.is_finite() => Self::Float(*number),
            Datum::Float(number) => Self::Text(number.to_string()),
            Datum::Double(number) | Datum::Real(number) if number.is_finite() => Self::Double(*number),
            Datum::Double(number) | Datum::Real(number) => Self::Text(number.to_string()),
            Datum::Text(text) => value.text().map_or_else(|| bytes(text), |text| Self::Text(text.to_owned())),
            Datum::Blob(blob) => bytes(blob),
            Datum::Shared(shared) => {
                Self::Bytes { n_bytes: shared.bytes.len(), hash: shared.short_hash().to_owned() }
            }
            Datum::Word(word) => Self::Text((*word).to_owned()),
            Datum::Id(id) => Self::Text(format!("{id:032x}")),
            Datum::Node(number) => Self::Reference { reference: paths.path(outline, *number) },
            Datum::Call(name, parts) => Self::Call([((*name).to_owned(), all(parts))].into()),
            Datum::Frame(frame) => {
                let numbers = frame.numbers(false).into_iter();
                let numbers =
                    numbers.map(|number| Self::from_value(&Datum::Float(number), outline, paths)).collect();
                Self::Call([("CFrame".to_owned(), numbers)].into())
            }
            Datum::List(parts) => Self::List(all(parts)),
        }
    }

    /// The approximate size of the value, in memory and as JSON, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        const SCALAR: usize = 24;
        let all = |list: &[Self]| list.iter().map(Self::n_bytes).fold(SCALAR, usize::saturating_add);
        match self {
            Self::Text(text) | Self::Reference { reference: text } => text.len().saturating_add(SCALAR),
            Self::List(list) => all(list),
            Self::Call(call) => call.values().map(|list| all(list)).fold(SCALAR, usize::saturating_add),
            _ => SCALAR,
        }
    }

    fn whole(number: i64) -> Self {
        // Most readers of JSON only have doubles, which represent integers up to 2^53 exactly.
        match number.unsigned_abs() <= 1 << 53 {
            true => Self::Integer(number),
            false => Self::Text(number.to_string()),
        }
    }
}
