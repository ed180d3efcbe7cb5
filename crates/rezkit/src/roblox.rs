//! Roblox models and places in either encoding: [`Document`] is the same for binary and XML files.
//!
//! ```rust,standalone_crate
//! use rezkit::roblox::{Document, Value};
//! # let place = include_bytes!("../../../../fixtures/rbxbinary/valid/place.rbxl");
//! # let kit = br#"<roblox version="4"><Item class="Model" referent="a"><Properties><string name="Name">Kit</string>
//! #     <Ref name="PrimaryPart">b</Ref></Properties><Item class="Part" referent="b"><Properties/></Item></Item></roblox>"#;
//!
//! let mut document = Document::open(place)?;
//! for part in document.of_class("Part") {
//!     document.set(part, "Anchored", true)?;
//!     document.set_attribute(part, "Checked", 1.0)?;
//! }
//! // What is inserted may come from the other encoding.
//! let kit = Document::open(kit)?;
//! let workspace = document.find("Workspace");
//! let inserted = document.insert(&kit, &kit.roots(), workspace)?;
//! let primary = document.get(inserted.ids[0], "PrimaryPart").and_then(|value| value.as_id());
//! assert_eq!(primary, document.children(inserted.ids[0]).first().copied());
//! // All that is not changed stays as it is, byte for byte.
//! let saved = document.save_onto(place)?;
//! assert!(Document::open(&saved.bytes)?.find("Workspace/Kit").is_some());
//! # Ok::<(), rezkit::Problem>(())
//! ```

pub(crate) mod address;
pub(crate) mod attributes;
pub(super) mod binary;
pub mod classes;
pub(crate) mod forms;
pub(crate) mod gist;
pub(super) mod id;
pub(crate) mod items;
pub(crate) mod names;
pub(crate) mod terrain;
pub(crate) mod unions;
mod value;
mod view;
pub(crate) mod words;
mod xml;

pub(crate) use self::attributes::ATTRIBUTES;
pub(crate) use self::binary::Links;
pub use self::id::Id;
pub(crate) use self::value::with_rows;
pub use self::value::{Content, Font, FontStyle, Kind, Shared, Target, Value};
pub(crate) use self::view::{Instance, Property, SortKey, Source, View};
pub use self::words::name_in_scripts;
pub use super::document::{Document, Inserted, Position, Saved};
pub(crate) use super::document::{Model, Sink};
/// Strings that have a form of their own, such as collision groups and curves.
pub use rbxbinary::forms::{CollisionGroup, Data, Form};
/// What some values are made of.
pub use rbxbinary::{
    Attribute, ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo, UniqueId,
};
