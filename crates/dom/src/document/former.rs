//! Renaming of properties that the engine replaced to the names that the file uses.

use super::moves::Moves;
use super::{Document, Held};
use crate::classes::{Class, Migration, alike};
use crate::error::Error;
use crate::id::Id;
use crate::implied::is_nothing;
use crate::value::Value;
use std::collections::BTreeMap;

impl Document {
    /// Renames values of these properties, each given with its class, to the names that the file uses;
    /// returns true if anything changed. Values of properties that the file lacks move to their replacements.
    pub(super) fn settle_names<'h>(
        &mut self,
        properties: impl Iterator<Item = (&'h str, &'h str)>,
        notes: &mut Vec<String>,
    ) -> Result<bool, Error> {
        let mut all: BTreeMap<&str, BTreeMap<&str, Moves>> = BTreeMap::new();
        let mut is_renamed = false;
        for (name, property) in properties {
            let Some(class) = Class::from_name(name.as_bytes()) else { continue };
            is_renamed |= self.rename_property(class, property)?;
            let own = class.property(property.as_bytes()).and_then(|property| property.migration());
            let own = own.map(|migration| (property, migration));
            for (old, migration) in class.became(property.as_bytes()).into_iter().chain(own) {
                all.entry(name).or_default().entry(old).or_insert_with(|| Moves::new(migration));
            }
        }
        for (class, names) in &mut all {
            let ids = self.of_class(class);
            for (name, moves) in &mut *names {
                match (self.is_in_file(class, name), moves.to().iter().any(|new| self.is_in_file(class, new)))
                {
                    (true, false) if ids.iter().all(|id| moves.can_keep(self, *id)) => {
                        ids.iter().try_for_each(|id| moves.keep(self, *id, name))?;
                    }
                    (true, _) => ids.iter().try_for_each(|id| moves.double(self, *id, name))?,
                    (false, _) => ids.iter().try_for_each(|id| moves.carry_out(self, *id, name))?,
                }
            }
            notes.extend(names.iter().flat_map(|(name, moves)| moves.notes(class, name)));
        }
        Ok(is_renamed || all.values().flat_map(BTreeMap::values).any(Moves::has_changed))
    }

    /// Moves values of a property to its other name, such as `CFrame` for `CoordinateFrame`, if the file uses
    /// that; returns true if there were any.
    fn rename_property(&mut self, class: Class, property: &str) -> Result<bool, Error> {
        let name = class.name();
        if self.is_in_file(name, property) {
            return Ok(false);
        }
        let others = class.other_names(property);
        let Some(other) = others.into_iter().find(|other| self.is_in_file(name, other)) else {
            return Ok(false);
        };
        let mut is_renamed = false;
        for id in self.of_class(name) {
            let Some(value) = self.get(id, property).map(Value::into_owned) else { continue };
            let Ok(fitted) = self.fitted(id, other, value.clone()).map(Value::into_owned) else {
                // MaterialVariant was a reference in files of late 2021, and its other name is that of a string.
                is_renamed |= is_nothing(&value) && self.unset(id, property);
                continue;
            };
            if self.get(id, other).is_none() || self.is_from_file(id) {
                self.put(id, other, &fitted)?;
            }
            is_renamed |= self.unset(id, property);
        }
        Ok(is_renamed)
    }

    /// The name under which an instance has a property instead of under this one, such as `Size` for `size`.
    pub(super) fn other_name(&self, id: Id, property: &str) -> Option<&'static str> {
        if self.get(id, property).is_some() {
            return None;
        }
        let other = alike(property).find(|other| self.get(id, other).is_some())?;
        let class = Class::from_name(self.class(id).as_bytes())?;
        class.other_names(property).contains(&other).then_some(other)
    }

    /// Returns true if the binary file that the document was read from has a property for the instances of a
    /// class.
    fn is_in_file(&self, class: &str, property: &str) -> bool {
        let Held::Binary(document) = &self.encoding else { return false };
        document.first_in_file(class.as_bytes(), property).is_some()
    }

    /// Returns true if an instance was read from the file rather than added later.
    pub(super) fn is_from_file(&self, id: Id) -> bool {
        let Held::Binary(document) = &self.encoding else { return false };
        document.is_from_file(id.referent())
    }

    /// The former property that an instance has instead of this one, and the value of the former property
    /// that means the same as this value.
    pub(super) fn in_former(
        &self,
        id: Id,
        name: &str,
        value: &Value<'_>,
    ) -> Option<(&'static str, Value<'static>)> {
        let class = Class::from_name(self.class(id).as_bytes())?;
        let value = self.as_engine(id, name, value.clone());
        let former = |(old, migration): (&'static str, Migration)| {
            self.get(id, old)?;
            // One of several properties that one old property became cannot be set by that.
            let alone = migration.to().len() == 1;
            Some((old, migration.invert(&value).filter(|_| alone)?))
        };
        class.became(name.as_bytes()).into_iter().find_map(former)
    }
}
