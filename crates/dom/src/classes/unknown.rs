//! A replacement for the class database without the feature `classes`: no class is known.

use super::Scriptability;
use crate::value::{Kind, Value};

#[derive(Debug, Clone, Copy)]
pub enum Class {}

#[derive(Debug, Clone, Copy)]
pub enum Property {}

#[derive(Debug, Clone, Copy)]
pub enum Enumeration {}

#[derive(Debug, Clone, Copy)]
pub enum Migration {}

/// The release of Roblox's engine that the class database describes; `None`, since there is none without the
/// feature `classes`.
pub fn version() -> Option<String> {
    None
}

impl Class {
    pub fn from_name(_: &[u8]) -> Option<Self> {
        None
    }

    pub fn all() -> Vec<&'static str> {
        Vec::new()
    }

    pub fn name(self) -> &'static str {
        match self {}
    }

    pub(crate) fn superclass(self) -> Option<Self> {
        match self {}
    }

    pub fn like(_: &str) -> Option<Self> {
        None
    }

    pub fn is_a(self, _: &str) -> bool {
        match self {}
    }

    pub fn is_abstract(self) -> bool {
        match self {}
    }

    pub(crate) fn tags(self) -> Vec<&'static str> {
        match self {}
    }

    pub fn property(self, _: &[u8]) -> Option<Property> {
        match self {}
    }

    pub fn default(self, _: &[u8]) -> Option<Value<'static>> {
        match self {}
    }

    pub fn other_names(self, _: &str) -> Vec<&'static str> {
        match self {}
    }

    pub fn became(self, _: &[u8]) -> Vec<(&'static str, Migration)> {
        match self {}
    }

    pub fn names(self) -> Vec<&'static str> {
        match self {}
    }
}

pub fn alike(_: &str) -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub fn all_names() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub fn all_properties() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

pub fn brick_colour(_: u32) -> Option<[u8; 3]> {
    None
}

pub fn brick_number(_: [u8; 3]) -> Option<u32> {
    None
}

pub fn brick_named(_: &str) -> Option<u32> {
    None
}

pub fn brick_name(_: u32) -> Option<String> {
    None
}

impl Property {
    pub(crate) fn in_scripts(self) -> &'static str {
        match self {}
    }

    pub(crate) fn scriptability(self) -> Scriptability {
        match self {}
    }

    pub(crate) fn tags(self) -> Vec<&'static str> {
        match self {}
    }

    pub fn takes(self, _: &Value<'_>) -> bool {
        match self {}
    }

    pub fn kind(self) -> String {
        match self {}
    }

    pub fn value_kind(self) -> Option<Kind> {
        match self {}
    }

    pub fn in_files(self) -> &'static str {
        match self {}
    }

    pub(crate) fn is_in_files(self) -> bool {
        match self {}
    }

    pub fn enumeration(self) -> Option<Enumeration> {
        match self {}
    }

    pub fn migration(self) -> Option<Migration> {
        match self {}
    }
}

impl Enumeration {
    pub fn from_name(_: &str) -> Option<Self> {
        None
    }

    pub fn all() -> Vec<&'static str> {
        Vec::new()
    }

    pub fn name(self) -> &'static str {
        match self {}
    }

    pub fn item(self, _: u32) -> Option<&'static str> {
        match self {}
    }

    pub fn items(self) -> Vec<&'static str> {
        match self {}
    }

    pub fn number(self, _: &str) -> Option<u32> {
        match self {}
    }
}

impl Migration {
    pub fn to(self) -> Vec<&'static str> {
        match self {}
    }

    pub fn is_to_default(self, _: &Value<'_>) -> bool {
        match self {}
    }

    pub(crate) fn invert(self, _: &Value<'_>) -> Option<Value<'static>> {
        match self {}
    }

    pub(crate) fn perform(self, _: &Value<'_>) -> Option<Value<'static>> {
        match self {}
    }
}
