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

#[doc(hidden)]
pub mod address;
#[doc(hidden)]
pub mod attributes;
#[doc(hidden)]
pub mod binary;
mod cast;
pub mod classes;
mod counted;
#[doc(hidden)]
pub mod document;
mod encoding;
#[doc(hidden)]
pub mod equivalent;
mod error;
mod font_weight;
mod id;
#[doc(hidden)]
pub mod implied;
mod loss;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod near;
#[doc(hidden)]
pub mod script_path;
mod sets;
#[cfg(feature = "rbx-dom")]
mod to_variant;
mod value;
#[cfg(feature = "classes")]
mod variant;
#[doc(hidden)]
mod view;
#[doc(hidden)]
pub mod words;
mod xml;

pub use document::{Document, Filling, Inserted, Model, Position, Saved};
pub use encoding::Encoding;
pub use error::{Error, ErrorKind};
pub use font_weight::FontWeight;
pub use id::Id;
pub use loss::Loss;
pub use names::StringKind;
pub use sets::{Axes, Faces};
pub use value::{Content, Font, FontStyle, Kind, Shared, Target, Value};
pub use words::name_in_scripts;

#[doc(hidden)]
pub use attributes::ATTRIBUTES;
#[doc(hidden)]
pub use binary::Links;
#[doc(hidden)]
pub use view::{Instance, Property, SortKey, View, ViewSource};

#[cfg(feature = "rbx-dom")]
pub use rbx_dom_weak;
/// Strings with a structure of their own, such as collision groups and curves.
pub use rbxbinary::forms::{CollisionGroup, Data, StringForm};
/// Types that occur in values.
pub use rbxbinary::{
    Attribute, ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo, UniqueId,
};
/// The format crates whose types occur in this crate's signatures, in the versions that these use.
pub use {rbxbinary, rbxxml};
