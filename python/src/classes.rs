//! The classes and enums of Roblox's engine.

use pyo3::prelude::*;
use rezkit::roblox::classes;

/// The items of an enum with their numbers, sorted by number.
#[pyfunction]
pub(crate) fn _enum(name: &str) -> Option<Vec<(&'static str, u32)>> {
    let of = classes::enum_of(name)?;
    Some(of.items().into_iter().filter_map(|item| Some((item, of.number(item)?))).collect())
}

/// The names of all classes.
#[pyfunction]
pub(crate) fn _classes() -> Vec<&'static str> {
    classes::names()
}

/// The names of all enums.
#[pyfunction]
pub(crate) fn _enums() -> Vec<&'static str> {
    classes::enums()
}
