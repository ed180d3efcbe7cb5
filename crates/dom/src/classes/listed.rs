//! The defaults of properties, for programs without the database of classes, such as the page.
//!
//! They are stored as a model: an instance of each class, inside that of the class that it inherits from, with the
//! values that differ from inherited ones. An abstract class has the most frequent values of its subclasses.

use crate::value::Value;
use rbxbinary::{Instance, Tree};
use std::collections::HashMap;
use std::iter::successors;
use std::sync::OnceLock;

/// `REZ_SCHEMAS=write cargo test -p rezkit-dom --features classes listed` updates it.
static MODEL: &[u8] = include_bytes!("listed.rbxm");

/// Lines of a class, a property that was replaced without a change of its value, and the property that replaced it. The
/// same test updates it.
static REPLACED: &str = include_str!("replaced.txt");

/// A class in the model.
struct Listed {
    superclass: Option<String>,
    values: HashMap<String, Value<'static>>,
}

/// The value of a property in a new instance of a class.
#[cfg_attr(feature = "classes", expect(unreachable_pub, reason = "the database is used instead"))]
pub fn default(class: &[u8], property: &[u8]) -> Option<Value<'static>> {
    let (class, property) = (std::str::from_utf8(class).ok()?, std::str::from_utf8(property).ok()?);
    line(class).find_map(|(_, class)| class.values.get(property)).cloned()
}

/// The properties of a class that were replaced without a change of their values, with those that replaced them.
pub(crate) fn replaced(class: &[u8]) -> Vec<[&'static str; 2]> {
    let classes: Vec<_> =
        std::str::from_utf8(class).into_iter().flat_map(line).map(|(name, _)| name).collect();
    let pair = |line: &'static str| {
        let (class, names) = line.split_once(' ')?;
        classes.contains(&class).then(|| names.split_once(' '))?
    };
    REPLACED.lines().filter_map(pair).map(|(old, new)| [old, new]).collect()
}

/// A class and all classes that it inherits from, with their names.
fn line(class: &str) -> impl Iterator<Item = (&str, &'static Listed)> {
    let listed = |class| Some((class, classes().get(class)?));
    successors(listed(class), move |(_, class)| listed(class.superclass.as_deref()?))
}

fn classes() -> &'static HashMap<String, Listed> {
    static CLASSES: OnceLock<HashMap<String, Listed>> = OnceLock::new();
    CLASSES.get_or_init(|| rbxbinary::read(MODEL).map(|model| read(&Tree::new(&model))).unwrap_or_default())
}

fn read(tree: &Tree<'_>) -> HashMap<String, Listed> {
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let listed = |instance: Instance<'_>| {
        let values = instance.properties().filter_map(|(name, value)| {
            let value = Value::of_binary(value, |index| tree.shared_string(index))?;
            Some((text(name), value.into_owned()))
        });
        let superclass = instance.parent().map(|parent| text(parent.class_name()));
        (text(instance.class_name()), Listed { superclass, values: values.collect() })
    };
    tree.instances().map(listed).collect()
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::classes::Class;
    use crate::classes::defaults::{ALL, Conversion, FormerMove, MOVES};
    use crate::document::Document;
    use crate::encoding::Encoding;
    use crate::id::Id;
    use crate::implied::{IDENTITY, equals_default};
    use rbxbinary::{Compression, ReadOptions, recompress};
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    type Values = BTreeMap<&'static str, Value<'static>>;

    /// The names in files of the properties of a class, except for identity.
    fn names(class: Class) -> BTreeSet<&'static str> {
        let in_files = class.names().into_iter().filter_map(|name| class.property(name.as_bytes()));
        let former = ALL.iter().filter(|(of, ..)| class.is_a(of)).flat_map(|(_, names, _)| *names);
        let names = in_files.map(|property| property.in_files()).chain(former.copied());
        names.filter(|name| !IDENTITY.contains(name)).collect()
    }

    fn known() -> BTreeMap<&'static str, Class> {
        Class::all().into_iter().filter_map(|name| Some((name, Class::from_name(name.as_bytes())?))).collect()
    }

    /// The most frequent value of a property in these classes.
    fn most(classes: &[&Values], name: &str) -> Option<Value<'static>> {
        let all = || classes.iter().filter_map(|values| values.get(name));
        all().max_by_key(|value| all().filter(|other| other == value).count()).cloned()
    }

    fn model() -> Vec<u8> {
        let known = known();
        let mut subclasses = BTreeMap::<_, Vec<_>>::new();
        for (name, class) in &known {
            subclasses.entry(class.superclass().map(Class::name)).or_default().push(*name);
        }
        // Superclasses first, as instances are added.
        let mut order = Vec::new();
        let mut pending = subclasses[&None].clone();
        while let Some(name) = pending.pop() {
            order.push(name);
            pending.extend(subclasses.get(&Some(name)).into_iter().flatten());
        }
        let mut all = BTreeMap::<&str, Values>::new();
        for name in order.iter().rev() {
            let below = subclasses.get(&Some(*name)).into_iter().flatten();
            let below: Vec<&Values> = below.filter_map(|name| all.get(name)).collect();
            let default =
                |property: &str| known[name].default(property.as_bytes()).or_else(|| most(&below, property));
            let values: Values =
                names(known[name]).into_iter().filter_map(|name| Some((name, default(name)?))).collect();
            all.insert(*name, values);
        }
        let mut document = Document::new(Encoding::Binary);
        let mut ids = BTreeMap::<&str, Id>::new();
        for name in order {
            let superclass = known[name].superclass().map(Class::name);
            let id = document.add(superclass.map(|superclass| ids[superclass]), name).unwrap();
            ids.insert(name, id);
            let inherited = superclass.map(|superclass| &all[superclass]);
            for (property, value) in &all[name] {
                if inherited.and_then(|inherited| inherited.get(property)) != Some(value) {
                    document.set_unknown(id, property, value.clone()).unwrap();
                }
            }
        }
        // The page is compressed as a whole.
        let bytes = document.save().unwrap().bytes;
        recompress(&bytes, Compression::Stored, &ReadOptions::default()).unwrap()
    }

    /// The lines of replaced properties whose values stay the same: numbers, and addresses of assets.
    fn lines() -> String {
        let mut lines = BTreeSet::new();
        for (name, class) in known() {
            for property in class.names() {
                let property = class.property(property.as_bytes()).unwrap();
                let Some(migration) = property.migration() else { continue };
                let is_same = ["rbxassetid://1", "rbxasset://a.png"].iter().all(|uri| {
                    let moved = migration.perform(&Value::ContentId(Some(uri.as_bytes().into())));
                    moved.is_some_and(|moved| moved.as_str() == Some(uri))
                });
                let own = property.in_files();
                let inherited =
                    class.superclass().is_some_and(|class| class.property(own.as_bytes()).is_some());
                if let ([new], true, false) = (&migration.to()[..], is_same, inherited) {
                    lines.insert(format!("{name} {own} {new}\n"));
                }
            }
        }
        let same = MOVES.iter().filter(|known| matches!(known.conversion, Conversion::Same));
        lines.extend(same.map(|FormerMove { class, from, to, .. }| {
            let to = known()[class].property(to.as_bytes()).unwrap().in_files();
            format!("{class} {from} {to}\n")
        }));
        lines.into_iter().collect()
    }

    #[test]
    fn the_lists_are_those_of_the_database() {
        for (name, content) in [("listed.rbxm", model()), ("replaced.txt", lines().into_bytes())] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/classes").join(name);
            if std::env::var_os("REZ_SCHEMAS").is_some() {
                std::fs::write(&path, &content).unwrap();
            }
            assert!(
                std::fs::read(&path).unwrap() == content,
                "{name} is not current: run with REZ_SCHEMAS=write"
            );
        }
    }

    #[test]
    fn defaults_are_those_of_the_database() {
        let mut n = 0;
        for (name, class) in known() {
            for property in names(class) {
                let Some(wanted) = class.default(property.as_bytes()) else { continue };
                let found = default(name.as_bytes(), property.as_bytes());
                let is_same =
                    |found: &Value<'_>| equals_default(found, &wanted) && equals_default(&wanted, found);
                assert!(found.as_ref().is_some_and(is_same), "{name}.{property}: {found:?}, {wanted:?}");
                n += 1;
            }
        }
        assert!(n > 5000, "{n}");
        assert_eq!(default(b"Folder", b"Anchored"), None);
        assert_eq!(default(b"NoClass", b"Anchored"), None);
    }
}
