//! What stands in for the database where it is left out: no class is known.

use crate::formats::roblox::{Kind, Value};

#[derive(Debug, Clone, Copy)]
pub(crate) enum Class {}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Property {}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Enumeration {}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Migration {}

/// The release of Roblox's engine whose classes are known; `None` without the feature `classes`.
pub fn version() -> Option<String> {
    None
}

impl Class {
    pub(crate) fn of(_: &[u8]) -> Option<Self> {
        None
    }

    pub(crate) fn all() -> Vec<&'static str> {
        Vec::new()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {}
    }

    pub(crate) fn superclass(self) -> Option<Self> {
        match self {}
    }

    pub(crate) fn like(_: &str) -> Option<Self> {
        None
    }

    pub(crate) fn is_a(self, _: &str) -> bool {
        match self {}
    }

    pub(crate) fn is_abstract(self) -> bool {
        match self {}
    }

    pub(crate) fn property(self, _: &[u8]) -> Option<Property> {
        match self {}
    }

    pub(crate) fn default(self, _: &[u8]) -> Option<Value<'static>> {
        match self {}
    }

    pub(crate) fn became(self, _: &[u8]) -> Vec<(&'static str, Migration)> {
        match self {}
    }

    pub(crate) fn names(self) -> Vec<&'static str> {
        match self {}
    }
}

pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub(crate) fn all_properties() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub(crate) fn brick_colour(_: u32) -> Option<[u8; 3]> {
    None
}

pub(crate) fn brick_number(_: [u8; 3]) -> Option<u32> {
    None
}

pub(crate) fn brick_named(_: &str) -> Option<u32> {
    None
}

pub(crate) fn brick_name(_: u32) -> Option<String> {
    None
}

impl Property {
    pub(crate) fn takes(self, _: &Value<'_>) -> bool {
        match self {}
    }

    pub(crate) fn kind(self) -> String {
        match self {}
    }

    pub(crate) fn value_kind(self) -> Option<Kind> {
        match self {}
    }

    pub(crate) fn in_files(self) -> &'static str {
        match self {}
    }

    pub(crate) fn is_in_files(self) -> bool {
        match self {}
    }

    pub(crate) fn enumeration(self) -> Option<Enumeration> {
        match self {}
    }

    pub(crate) fn migration(self) -> Option<Migration> {
        match self {}
    }
}

impl Enumeration {
    pub(crate) fn of(_: &str) -> Option<Self> {
        None
    }

    pub(crate) fn all() -> Vec<&'static str> {
        Vec::new()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {}
    }

    pub(crate) fn item(self, _: u32) -> Option<&'static str> {
        match self {}
    }

    pub(crate) fn items(self) -> Vec<&'static str> {
        match self {}
    }

    pub(crate) fn number(self, _: &str) -> Option<u32> {
        match self {}
    }
}

impl Migration {
    pub(crate) fn to(self) -> Vec<&'static str> {
        match self {}
    }

    pub(crate) fn is_to_default(self, _: &Value<'_>) -> bool {
        match self {}
    }

    pub(crate) fn perform(self, _: &Value<'_>) -> Option<Value<'static>> {
        match self {}
    }
}
