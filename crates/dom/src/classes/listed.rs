//! The defaults of properties, for programs that do without the database of classes, such as the page: what a value has to
//! be equal to, though not what it is.
//!
//! The table has sorted hashes of four bytes: of each property with the default that most classes have, of the classes
//! whose default is another one, and of these defaults. That another value has a hash of the table happens once in a
//! million.

use crate::value::Value;
use std::borrow::Cow;

/// `REZ_SCHEMAS=write cargo test -p rezkit-dom --features classes listed` updates it.
static TABLE: &[u8] = include_bytes!("listed.bin");

/// Upper bound on the bytes of a value that may be a default.
const LONGEST: usize = 1024;

/// Returns true if a value is the default of a property of a class.
pub(crate) fn is_listed(class: &[u8], property: &[u8], value: &Value<'_>) -> bool {
    if value.as_bytes().is_some_and(|bytes| bytes.len() > LONGEST) {
        return false;
    }
    let value = &*text(value);
    let is_of_most = has(hash(&[property, value])) && !has(hash(&[class, property, b"", b""]));
    is_of_most || has(hash(&[class, property, value]))
}

fn has(hash: u32) -> bool {
    let (hashes, _) = TABLE.as_chunks::<4>();
    hashes.binary_search_by_key(&hash, |bytes| u32::from_le_bytes(*bytes)).is_ok()
}

/// The value without what the engine does not compare, as [`is_same`](super::is_same) does.
fn text<'v>(value: &'v Value<'_>) -> Cow<'v, [u8]> {
    match (value.as_bytes(), value) {
        (Some(bytes), _) => Cow::Borrowed(bytes),
        (None, Value::Font(font)) => {
            Cow::Owned(format!("{:?}", (&font.family, font.weight, &font.style)).into_bytes())
        }
        (None, value) => Cow::Owned(format!("{value:?}").into_bytes()),
    }
}

/// The 64 bits of FNV-1a over the parts and their lengths, folded.
fn hash(parts: &[&[u8]]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        let length = (part.len() as u64).to_le_bytes();
        for byte in length.iter().chain(*part) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let [a, b, c, d, e, f, g, h] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes([e, f, g, h])
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::classes::Class;
    use crate::classes::defaults::ALL;
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    /// The defaults of all classes by the name of the property in files.
    fn defaults() -> BTreeMap<&'static str, BTreeMap<&'static str, Value<'static>>> {
        let mut defaults = BTreeMap::<_, BTreeMap<_, _>>::new();
        for class in Class::all().into_iter().filter_map(|name| Class::from_name(name.as_bytes())) {
            let in_files = class.names().into_iter().filter_map(|name| class.property(name.as_bytes()));
            let former = ALL.iter().filter(|(of, ..)| class.is_a(of)).flat_map(|(_, names, _)| *names);
            for name in in_files.map(|property| property.in_files()).chain(former.copied()) {
                if let Some(default) = class.default(name.as_bytes()) {
                    defaults.entry(name).or_default().insert(class.name(), default);
                }
            }
        }
        defaults
    }

    fn table() -> Vec<u8> {
        let mut hashes = BTreeSet::new();
        for (name, of_classes) in defaults() {
            let name = name.as_bytes();
            let mut n_classes = BTreeMap::<_, usize>::new();
            for default in of_classes.values() {
                *n_classes.entry(text(default).into_owned()).or_default() += 1;
            }
            let (most, _) = n_classes.iter().max_by_key(|(_, n)| **n).unwrap();
            hashes.insert(hash(&[name, most]));
            for (class, default) in of_classes.iter().filter(|(_, default)| *text(default) != **most) {
                hashes.insert(hash(&[class.as_bytes(), name, b"", b""]));
                hashes.insert(hash(&[class.as_bytes(), name, &text(default)]));
            }
        }
        hashes.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn the_table_is_that_of_the_database() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/classes/listed.bin");
        let table = table();
        if std::env::var_os("REZ_SCHEMAS").is_some() {
            std::fs::write(&path, &table).unwrap();
        }
        assert!(
            std::fs::read(&path).unwrap() == table,
            "listed.bin is not current: run with REZ_SCHEMAS=write"
        );
    }

    #[test]
    fn defaults_are_listed_and_other_values_are_not() {
        let all = defaults();
        for (name, of_classes) in &all {
            for (class, default) in of_classes {
                let is_listed = |value: &Value<'_>| is_listed(class.as_bytes(), name.as_bytes(), value);
                assert!(is_listed(default), "{class}.{name}");
                for other in of_classes.values().filter(|other| text(other) != text(default)) {
                    assert!(!is_listed(other), "{class}.{name}: {other:?}");
                }
            }
        }
        assert!(is_listed(b"Model", b"ScaleFactor", &all["ScaleFactor"]["Model"]));
        assert!(!is_listed(b"Part", b"Anchored", &Value::Bool(true)));
    }
}
