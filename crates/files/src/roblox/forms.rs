//! Strings with a structure of their own, in both encodings. The readers of `rbxbinary` serve both, because
//! such strings have the same bytes in XML.

use crate::codec::Adapted;
use crate::rules::{Finding, Findings};
use dom::Instance;
use rbxbinary::forms::{CollisionGroup, Data, StringForm};
use rbxbinary::{Holder, Model, rules};
use rbxxml::Document;

/// The values in a string of a property; `None` for strings without a structure, and for empty ones.
pub fn read(class: &[u8], property: &[u8], bytes: &[u8]) -> Option<(StringForm, Vec<Data>)> {
    let form = StringForm::for_property(class, property).filter(|_| !bytes.is_empty())?;
    Some((form, form.read(bytes).ok()?))
}

/// The collision groups of a workspace; `None` for other instances.
pub fn groups(instance: Instance<'_>) -> Option<Vec<CollisionGroup>> {
    let class = Some(instance.class()).filter(|class| *class == b"Workspace")?;
    let read = |property: &str| read(class, property.as_bytes(), instance.bytes(property)?);
    // Older files have the text CollisionGroups instead (docs/formats/rbxbinary.md, 6.5).
    let (_, data) = read("CollisionGroupData").or_else(|| read("CollisionGroups"))?;
    Some(CollisionGroup::all(&data))
}

/// Checks the structured strings of an XML file by the rules of binary files.
pub fn findings(document: &Document) -> Findings {
    let mut findings = Findings::default();
    let all = Instance::all_of_xml(document).find_map(groups);
    let names = all.as_deref().map(CollisionGroup::names).unwrap_or_default();
    for (number, instance) in Instance::all_of_xml(document).enumerate() {
        let class = instance.class();
        let mut add = |rule, property: &str, found, limit| {
            let path = format!("items[{number}] {}, {property}", String::from_utf8_lossy(class));
            findings.extend([Finding { rule: Model::rule(rule), path, found, limit }]);
        };
        // Strings that hold references are checked together with attributes.
        let forms = StringForm::of_class(class)
            .filter(|form| Holder::for_property(class, form.property().as_bytes()).is_none());
        for form in forms {
            let bytes = instance.bytes(form.property()).filter(|bytes| !bytes.is_empty());
            if let Some(error) = bytes.and_then(|bytes| form.read(bytes).err()) {
                add(&rules::RBX022, form.property(), error.to_string(), String::new());
            }
        }
        let Some(all) = &all else { continue };
        let name = instance.bytes("CollisionGroup").filter(|name| !CollisionGroup::has_name(all, name));
        if let Some(name) = name {
            let found = String::from_utf8_lossy(name).into_owned();
            add(&rules::RBX023, "CollisionGroup", found, names.clone());
        }
        let id = instance.get("CollisionGroupId").and_then(|value| i32::try_from(value.as_i64()?).ok());
        if let Some(id) = id.filter(|id| !CollisionGroup::has_id(all, *id)) {
            add(&rules::RBX023, "CollisionGroupId", format!("group {id}"), names.clone());
        }
    }
    findings
}
