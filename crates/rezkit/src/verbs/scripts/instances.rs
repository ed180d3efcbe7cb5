//! The instances that scripts name.

use super::value::Value;
use dom::names::is_service;
use dom::{ATTRIBUTES, Property, View};
use files::outline::{Children, Outline};
use std::collections::HashMap;

/// The instances of a model or place, by parent and name.
pub(super) struct Instances<'o> {
    view: &'o View<'o>,
    children: Children,
    /// A cache: for each parent that was looked up, its first child of each name.
    names: std::cell::RefCell<HashMap<u32, HashMap<&'o [u8], u32>>>,
}

impl<'o> Instances<'o> {
    pub(super) fn new(outline: &'o dyn Outline, view: &'o View<'o>) -> Self {
        Self { view, children: Children::new(outline), names: std::cell::RefCell::default() }
    }

    pub(super) fn class(&self, number: u32) -> &'o [u8] {
        self.view.get(number).map_or(b"", |instance| instance.class())
    }

    pub(super) fn name(&self, number: u32) -> &'o [u8] {
        self.view.get(number).map_or(b"game", |instance| instance.name())
    }

    pub(super) fn parent(&self, number: u32) -> u32 {
        self.view.parent(number)
    }

    /// The first child with a name, which is the one that scripts get.
    pub(super) fn child(&self, parent: u32, name: &[u8]) -> Option<u32> {
        let mut names = self.names.borrow_mut();
        let of_parent = names.entry(parent).or_insert_with(|| {
            let named = self.children.get(parent).iter().rev().filter_map(|child| {
                let instance = self.view.get(*child)?;
                Some((instance.name(), *child))
            });
            named.collect()
        });
        of_parent.get(name).copied()
    }

    /// The value of a property with which scripts compute: a name, or the value of a `StringValue`,
    /// `IntValue` or `NumberValue`.
    pub(super) fn property(&self, number: u32, name: &str) -> Option<Value> {
        let instance = self.view.get(number)?;
        match (name, instance.class()) {
            ("Name", _) => Some(Value::text(instance.name(), false)),
            ("Value", b"StringValue") => {
                Some(Value::text(instance.bytes("Value").unwrap_or_default(), false))
            }
            ("Value", b"IntValue" | b"NumberValue") => {
                Some(instance.get("Value").as_ref().and_then(of_file).unwrap_or(Value::SomeNumber))
            }
            _ => None,
        }
    }

    /// The value of an attribute; an unknown number if it is not in the file.
    pub(super) fn attribute(&self, number: u32, name: &str) -> Option<Value> {
        let mut found = Value::SomeNumber;
        self.attributes(number, &mut |own, value| {
            if own == name.as_bytes() {
                found = of_file(value).unwrap_or_default();
            }
        });
        Some(found)
    }

    /// Visits the attributes of an instance.
    pub(super) fn attributes(&self, number: u32, visit: &mut dyn FnMut(&[u8], &dom::Value<'_>)) {
        let Some(instance) = self.view.get(number) else { return };
        if instance.bytes(ATTRIBUTES).is_none_or(<[u8]>::is_empty) {
            return;
        }
        instance.sorted(None, &mut |_, property| {
            let Property::Attributes(all) = property else { return };
            for (name, entry) in &all.entries {
                if let Some(value) = entry.value() {
                    visit(name, &value);
                }
            }
        });
    }

    /// The service of this class.
    pub(super) fn service(&self, name: &[u8]) -> Option<u32> {
        let is_it = |number: &&u32| self.class(**number) == name && is_service(name);
        self.children.get(0).iter().find(is_it).copied()
    }

    pub(super) fn child_of_class(&self, parent: u32, class: &[u8]) -> Option<u32> {
        self.children.get(parent).iter().find(|child| self.class(**child) == class).copied()
    }

    /// The nearest ancestor for which `fits` returns true.
    pub(super) fn ancestor(&self, number: u32, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let above = std::iter::successors(Some(self.parent(number)), |number| Some(self.parent(*number)));
        above.take_while(|number| *number != 0).find(|number| fits(*number))
    }
}

/// Converts a value of a file to the one with which scripts compute.
fn of_file(value: &dom::Value<'_>) -> Option<Value> {
    Some(match value {
        dom::Value::String(text) => Value::text(text.to_vec(), true),
        dom::Value::Int32(number) => Value::number((*number).into()),
        dom::Value::Float32(number) => Value::number((*number).into()),
        dom::Value::Float64(number) => Value::number(*number),
        #[expect(clippy::cast_precision_loss, reason = "as scripts do")]
        dom::Value::Int64(number) => Value::number(*number as f64),
        _ => return None,
    })
}
