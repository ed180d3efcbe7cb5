//! Stored properties that hold the value of another property.

use crate::cast::fit;
use crate::classes::{Class, Migration, Property};
use crate::value::Value;
use crate::words::{in_files, in_scripts};

/// Properties from which the value of another property of the same class follows, if a file stores them instead: its
/// other name, the property that it replaced, or those that replaced it.
#[derive(Debug, Clone)]
pub struct Equivalent {
    class: Vec<u8>,
    names: Vec<String>,
    relation: Relation,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "classes"), expect(dead_code, reason = "the list has no conversions"))]
enum Relation {
    /// The stored value is the same.
    Same,
    /// The engine moves the stored value to the wanted property.
    Older(Migration),
    /// The engine has moved the wanted property to the stored ones.
    Newer(Migration),
}

impl Equivalent {
    fn new(class: &[u8], names: &[&str], relation: Relation) -> Self {
        Self { class: class.to_vec(), names: names.iter().map(|name| (*name).to_owned()).collect(), relation }
    }

    /// The names in files of the properties that are needed.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The value of the wanted property, given access to those that are stored; `None` if one of them is missing, or
    /// if the wanted property cannot express their value.
    pub fn read<'v>(&self, get: impl Fn(&str) -> Option<Value<'v>>) -> Option<Value<'static>> {
        let mut stored = self.names.iter().map(|name| Some(as_engine(&self.class, name, get(name)?)));
        let first = stored.next()??;
        // One radius stands for four corners only if they are the same.
        if !stored.all(|value| value.as_ref() == Some(&first)) {
            return None;
        }
        match self.relation {
            Relation::Same => Some(first.into_owned()),
            Relation::Older(migration) => migration.perform(&first),
            Relation::Newer(migration) => migration.invert(&first),
        }
    }
}

/// The properties that files may store in place of a property of a class, given by any of its names in any case. The
/// first is the property itself.
#[cfg(feature = "classes")]
pub fn equivalents(class: &[u8], name: &str) -> Vec<Equivalent> {
    let Some((known, (own, property))) =
        Class::from_name(class).and_then(|known| Some((known, like(known, name)?)))
    else {
        return Vec::new();
    };
    let stored = |names: &[&str], relation| Equivalent::new(class, names, relation);
    let same = [own].into_iter().chain(known.other_names(own));
    let same = same.map(|other| stored(&[other], Relation::Same));
    let older = known.became(own.as_bytes()).into_iter();
    let older = older.map(|(old, migration)| stored(&[old], Relation::Older(migration)));
    let newer = property.migration().map(|migration| stored(&migration.to(), Relation::Newer(migration)));
    same.chain(older).chain(newer).collect()
}

/// The property of a class with this name, which may be its name in files or in scripts, in any case.
#[cfg(feature = "classes")]
fn like(class: Class, name: &str) -> Option<(&'static str, Property)> {
    let all = || class.all_names();
    let mut names = [name].into_iter().chain(in_files(name)).chain(in_scripts(name.as_bytes()));
    let exact = names.find_map(|name| all().find(|known| *known == name));
    // Not in the order of a hash table.
    let found = exact.or_else(|| all().filter(|known| known.eq_ignore_ascii_case(name)).min())?;
    Some((found, class.property(found.as_bytes())?))
}

#[cfg(not(feature = "classes"))]
pub use self::listed as equivalents;

/// The properties whose values are the same in place of a property of a class, as a list has them.
#[cfg(any(test, not(feature = "classes")))]
pub fn listed(class: &[u8], name: &str) -> Vec<Equivalent> {
    let is_name = |known: &str| {
        let mut names = [name].into_iter().chain(in_files(name)).chain(in_scripts(name.as_bytes()));
        names.any(|name| name.eq_ignore_ascii_case(known))
    };
    let pairs = crate::classes::replaced(class).into_iter().flat_map(|[old, new]| [[old, new], [new, old]]);
    let mut names: Vec<_> = pairs.filter(|[own, _]| is_name(own)).flatten().collect();
    names.dedup();
    names.into_iter().map(|name| Equivalent::new(class, &[name], Relation::Same)).collect()
}

/// Converts a number to the kind that the engine uses for a property of a class; returns other values unchanged.
pub(crate) fn as_engine<'v>(class: &[u8], name: &str, value: Value<'v>) -> Value<'v> {
    let known = Class::from_name(class).and_then(|class| class.property(name.as_bytes()));
    let kind = known.filter(|known| known.takes(&value)).and_then(Property::value_kind);
    match kind {
        // All texts are read alike.
        Some(kind) if value.as_bytes().is_none() => fit(&value, kind, known).unwrap_or(value),
        _ => value,
    }
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::classes::replaced;

    #[test]
    fn the_list_gives_what_the_database_gives() {
        let mut n = 0;
        for class in Class::all() {
            for [old, new] in replaced(class.as_bytes()) {
                let is_number = class == "Sound" && old != "SoundId";
                let value = if is_number {
                    Value::Float32(1.5)
                } else {
                    Value::ContentId(Some(b"rbxassetid://1".into()))
                };
                for (wanted, stored) in [(old, new), (new, old)] {
                    let read = |all: Vec<Equivalent>| {
                        let get = |name: &str| (name == stored).then(|| value.clone());
                        let value = all.iter().find_map(|equivalent| equivalent.read(get))?;
                        value.as_str().map(str::to_owned).or_else(|| Some(value.as_f64()?.to_string()))
                    };
                    let found = read(listed(class.as_bytes(), wanted));
                    assert!(found.is_some(), "{class}: {old} and {new}");
                    assert_eq!(
                        found,
                        read(equivalents(class.as_bytes(), wanted)),
                        "{class}: {old} and {new}"
                    );
                    n += 1;
                }
            }
        }
        assert!(n > 100, "{n}");
        assert!(listed(b"Folder", "Pitch").is_empty());
    }
}
