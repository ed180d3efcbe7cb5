//! Roblox models and places in either encoding: [`Document`] is the same for binary and XML files.
//!
//! ```rust,standalone_crate
//! use rezkit::roblox::{Document, Value};
//! # let place = include_bytes!("../fixtures/rbxbinary/valid/place.rbxl");
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

mod document;

pub(crate) use self::document::Sink;
pub use self::document::{Document, Saved};
pub use dom::classes;
pub use dom::name_in_scripts;
#[cfg(feature = "rbx-dom")]
pub use dom::rbx_dom_weak;
/// The types of values that are parts of other values, such as the keypoints of a sequence, and of
/// attributes.
pub use dom::{
    Attribute, ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo, UniqueId,
};
pub use dom::{
    Axes, Content, Faces, Font, FontStyle, FontWeight, Id, Inserted, Kind, Position, Shared, Target, Value,
};
/// Strings with a structure of their own, such as collision groups and curves.
pub use dom::{CollisionGroup, Data, StringForm};
