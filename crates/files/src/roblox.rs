//! Additions to the documents of Roblox models and places: facts, findings, and names of enum items.

pub mod attributes;
pub mod forms;
pub mod gist;
pub mod items;
pub mod string_kinds;
pub mod terrain;
pub mod unions;

pub use self::string_kinds::StringKinds;
