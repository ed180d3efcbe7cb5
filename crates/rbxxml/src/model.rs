//! The data model.

mod access;
mod children;
mod compare;
mod edit;
mod head;
mod item;
mod links;
mod origin;
mod path;
mod properties;
mod property;
mod query;
mod recent;
mod referents;
mod referrers;
#[cfg(feature = "serde")]
mod serial;
mod shared;
mod spelling;
mod text;
mod tree;
mod value;

pub use children::Children;
pub use edit::{Inserted, Removed};
pub(crate) use head::Head;
pub use item::{ATTRIBUTE_REFERENCE, External, Extras, Item, List, Meta};
pub use links::Position;
pub(crate) use origin::{Origin, Places};
pub use path::Paths;
pub(crate) use properties::{N_COMMON, bit, can_be_common};
pub use properties::{Properties, PropertiesIter};
pub use property::{Property, PropertyRef};
pub use query::{Visit, Walk};
pub(crate) use recent::is_plain;
pub(crate) use referents::NewReferents;
pub use shared::{SharedString, SharedStrings};
pub use spelling::{Attribute, Element, PartSpelling, Spelling};
pub use text::{Name, Text};
pub use tree::Document;
pub use value::{
    ColorKeypoint, Content, ContentId, Font, FontStyle, ItemId, NumberKeypoint, NumberRange,
    PhysicalProperties, Ray, Reference, UniqueId, Value,
};
