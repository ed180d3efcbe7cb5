//! The names of enum items.
//!
//! The names are listed here instead of being looked up in the class database, which would make printing a file nine
//! times as slow.

use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The enums of properties, and the names of their items. The list is generated from the class database.
#[derive(Deserialize)]
struct Listing {
    /// The items of each enum in the order of their numbers, which count from 0 unless stated, as in `Ball
    /// Block 7=Wedge`.
    #[serde(borrow)]
    enums: HashMap<&'static str, &'static str>,
    /// The enum of each property, by its name in files or in scripts, if it is the same in all classes.
    #[serde(borrow)]
    properties: HashMap<&'static str, &'static str>,
    /// The enums of the other properties: by the name of the property, then by class.
    #[serde(borrow)]
    by_class: HashMap<&'static str, HashMap<&'static str, &'static str>>,
}

static LISTING: LazyLock<Option<Listing>> = LazyLock::new(|| serde_json::from_str(ENUM_ITEMS).ok());

/// The same list as JSON.
pub const ENUM_ITEMS: &str = include_str!("items.json");

/// The items of each enum by number. A printed file may contain an item in every third line, so lookups must
/// be fast.
static ITEMS: LazyLock<HashMap<&str, Vec<(u32, &str)>>> = LazyLock::new(|| {
    let enums = LISTING.iter().flat_map(|listing| &listing.enums);
    enums.map(|(of, items)| (*of, numbered(items))).collect()
});

fn numbered(items: &'static str) -> Vec<(u32, &'static str)> {
    let mut next = 0_u32;
    let item = |text: &'static str| {
        let (own, name) =
            text.split_once('=').map_or((next, text), |(own, name)| (own.parse().unwrap_or(next), name));
        next = own.saturating_add(1);
        (own, name)
    };
    items.split(' ').map(item).collect()
}

/// The names of the enum and of the item with this number in a property.
pub fn item(class: &[u8], property: &[u8], number: u32) -> Option<(&'static str, &'static str)> {
    let (of, items) = enumeration(class, property)?;
    let at = items.binary_search_by_key(&number, |(own, _)| *own).ok()?;
    items.get(at).map(|(_, name)| (of, *name))
}

/// The number of the item with this name in a property; the name may follow that of the enum, as in `Enum.Material.Wood`.
pub fn number(class: &[u8], property: &[u8], name: &str) -> Option<u32> {
    let (of, items) = enumeration(class, property)?;
    let own = name.strip_prefix("Enum.").unwrap_or(name);
    let own = own.strip_prefix(of).and_then(|own| own.strip_prefix('.')).unwrap_or(name);
    items.iter().find(|(_, item)| item.eq_ignore_ascii_case(own)).map(|(number, _)| *number)
}

/// The enum of a property, and its items in the order of their numbers.
fn enumeration(class: &[u8], property: &[u8]) -> Option<(&'static str, &'static [(u32, &'static str)])> {
    let (class, property) = (std::str::from_utf8(class).ok()?, std::str::from_utf8(property).ok()?);
    let listing = LISTING.as_ref()?;
    // In another class, a property with this name may have another enum, or none.
    let of = match listing.by_class.get(property) {
        Some(by_class) => by_class.get(class)?,
        None => listing.properties.get(property)?,
    };
    Some((of, ITEMS.get(of)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_called_as_in_scripts() {
        let of = |class: &str, property: &str, number| item(class.as_bytes(), property.as_bytes(), number);
        assert_eq!(of("Part", "Material", 512), Some(("Material", "Wood")));
        assert_eq!(of("Part", "shape", 0), Some(("PartType", "Ball")));
        assert_eq!(of("ParticleEmitter", "Shape", 0), Some(("ParticleEmitterShape", "Box")));
        assert_eq!(of("Animation", "Priority", 1000), None);
        assert_eq!(of("KeyframeSequence", "Priority", 1000), Some(("AnimationPriority", "Core")));
        assert_eq!((of("Part", "Material", 1), of("Part", "Transparency", 0)), (None, None));
        // For a class that is newer than the list, only names that all classes agree on are known.
        assert_eq!(of("Newer", "Material", 512), Some(("Material", "Wood")));
        assert_eq!(of("Newer", "Shape", 0), None);
    }

    #[test]
    fn items_are_found_by_name() {
        let of = |property: &str, name| number(b"Part", property.as_bytes(), name);
        let names = ["Wood", "wood", "Enum.Material.Wood", "Material.Wood", "Enum.Wood", "Wooden"];
        assert_eq!(
            names.map(|name| of("Material", name)),
            [Some(512), Some(512), Some(512), Some(512), None, None]
        );
        assert_eq!((of("Transparency", "Wood"), of("shape", "Cylinder")), (None, Some(2)));
    }
}
