//! What files say of models and places of Roblox in addition to their documents: facts, findings, and names of enum items.

pub mod attributes;
pub mod forms;
pub mod gist;
pub mod items;
pub mod string_kinds;
pub mod terrain;
pub mod unions;

pub use self::string_kinds::StringKinds;
