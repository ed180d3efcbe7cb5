//! The names of enum items, as the page has them: it has no room for the whole database.
//! `REZ_SCHEMAS=write cargo test -p rezkit --features classes classes` updates them.

use crate::formats::roblox::words::in_scripts;
use rbx_reflection::{
    ClassDescriptor, DataType, EnumDescriptor, PropertyDescriptor, PropertyKind, PropertySerialization,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What a number means, by the class and the name of the property, both in files and in scripts.
#[derive(Default, Serialize)]
struct Listing {
    /// The items of each enum, in the order of their numbers: those that do not follow on one another have numbers.
    enums: BTreeMap<&'static str, String>,
    /// The enum of properties of this name, in most classes.
    properties: BTreeMap<&'static str, &'static str>,
    /// Where it is another one, or none, by class and name.
    exceptions: BTreeMap<String, &'static str>,
}

#[test]
fn the_page_names_the_items_of_enums() {
    let text = serde_json::to_string_pretty(&listing()).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/enums.json");
    if std::env::var_os("REZ_SCHEMAS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(found == text, "{} is not current: run with REZ_SCHEMAS=write", path.display());
}

fn listing() -> Listing {
    let database = rbx_reflection_database::get_bundled();
    let mut by_name: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for class in database.classes.values() {
        for (name, of) in saved(class) {
            by_name.entry(name).or_default().push((class.name, of));
        }
    }
    let (mut listing, mut used) = (Listing::default(), BTreeSet::new());
    for (name, of) in by_name {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        of.iter().for_each(|(_, of)| *counts.entry(of).or_default() += 1);
        let most = counts.iter().filter(|(of, _)| !of.is_empty()).max_by_key(|(_, n)| **n);
        let Some((most, _)) = most else { continue };
        listing.properties.insert(name, most);
        used.extend(counts.keys().copied());
        let others = of.iter().filter(|(_, of)| of != most);
        listing.exceptions.extend(others.map(|(class, of)| (format!("{class}.{name}"), *of)));
    }
    let enums = database.enums.values().filter(|of| used.contains(of.name));
    listing.enums = enums.map(|of| (of.name, items(of))).collect();
    listing
}

/// The properties that a class has in files, those that it inherits included, each with its enum or an empty name.
fn saved(class: &'static ClassDescriptor<'static>) -> BTreeMap<&'static str, &'static str> {
    let database = rbx_reflection_database::get_bundled();
    let properties = database.superclasses_iter(class).flat_map(|class| class.properties.values());
    let mut all: BTreeMap<_, &str> = BTreeMap::new();
    for property in properties {
        for name in names(property) {
            let known = all.entry(name).or_default();
            // A property of scripts may stand for one of files, which need not be of an enum.
            if let DataType::Enum(of) = property.data_type
                && known.is_empty()
            {
                *known = of;
            }
        }
    }
    all
}

/// What files and scripts call a property that files have.
fn names(property: &PropertyDescriptor<'static>) -> impl Iterator<Item = &'static str> {
    let in_files = name_in_files(property);
    let in_scripts = in_files.and_then(|name| in_scripts(name.as_bytes()));
    in_files.into_iter().chain(in_scripts)
}

fn name_in_files(property: &PropertyDescriptor<'static>) -> Option<&'static str> {
    match &property.kind {
        PropertyKind::Canonical { serialization: PropertySerialization::SerializesAs(name) } => Some(name),
        PropertyKind::Canonical { serialization: PropertySerialization::DoesNotSerialize } => None,
        PropertyKind::Canonical { .. } => Some(property.name),
        _ => None,
    }
}

fn items(of: &EnumDescriptor<'static>) -> String {
    let mut items: Vec<(u32, &str)> = of.items.iter().map(|(name, number)| (*number, *name)).collect();
    items.sort_unstable();
    // Some numbers have several names.
    items.dedup_by_key(|(number, _)| *number);
    let mut next = 0;
    let texts = items.iter().map(|(number, name)| {
        let text = if *number == next { (*name).to_owned() } else { format!("{number}={name}") };
        next = number + 1;
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}
