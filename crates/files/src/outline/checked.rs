//! Checks for classes, properties and values that the engine does not know, most of them only for the profile
//! `roblox`.

use super::{Outline, Paths, step};
use crate::rules::{Finding, Findings, Profile, RZK020, RZK021, RZK022, RZK023, RZK024, Rule};
use dom::classes::{Class, Property, version};
use dom::{Instance, Value};
use scene::counted;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The class under which objects without a public class are stored.
const NO_CLASS: &[u8] = b"Instance";

/// Checks the kinds of values in a model or place, and with the profile `roblox` its classes, properties and enums.
pub fn findings(outline: &dyn Outline, profiles: &[Profile]) -> Findings {
    // Without the class database, every class would be unknown.
    let view = version().and_then(|_| outline.instances());
    let Some(view) = view else { return Findings::default() };
    let mut check = Check { classes: HashMap::new(), groups: Vec::new(), places: HashMap::new() };
    for (number, instance) in view.iter() {
        check.instance(number, instance);
    }
    if !profiles.contains(&Profile::Roblox) {
        check.groups.retain(|group| group.rule.id == RZK022.id);
    }
    let mut findings = Findings::default();
    if check.groups.is_empty() {
        return findings;
    }
    let paths = Paths::new(outline);
    for Group { rule, number, property, n, what, limit } in check.groups {
        let found = format!("{what} in {}", counted(n, "instance"));
        findings.add(rule, || Finding { rule, path: path(outline, &paths, number, property), found, limit });
    }
    findings
}

/// The path of an instance, or of one of its properties.
fn path(outline: &dyn Outline, paths: &Paths, number: u32, property: &[u8]) -> String {
    let mut path = String::new();
    paths.write(&mut path, outline, number);
    if !property.is_empty() {
        path.push('.');
        path.push_str(&step(property, '.'));
    }
    path
}

/// A finding that is combined for all instances of a class.
struct Group<'m> {
    rule: Rule,
    /// The node number of the first instance.
    number: u32,
    property: &'m [u8],
    n: usize,
    /// The class, the property, and the value in the first instance, as text.
    what: String,
    limit: String,
}

/// A cache of a class and its properties.
type Met<'m> = (Option<Class>, HashMap<&'m [u8], Option<Property>>);

struct Check<'m> {
    classes: HashMap<&'m [u8], Met<'m>>,
    groups: Vec<Group<'m>>,
    /// The index of the group for a rule, a class and a property.
    places: HashMap<(&'static str, &'m [u8], &'m [u8]), usize>,
}

impl<'m> Check<'m> {
    fn instance(&mut self, number: u32, instance: Instance<'m>) {
        let class = instance.class();
        if class == NO_CLASS {
            return;
        }
        let (known, properties) =
            self.classes.entry(class).or_insert_with(|| (Class::from_name(class), HashMap::new()));
        let Some(known) = *known else {
            let what = String::from_utf8_lossy(class).into_owned();
            return self.group(RZK020, (number, class, b""), what, String::new());
        };
        let mut found = Vec::new();
        // The callback never ends the iteration.
        let _ = instance.each(&mut |name, value| {
            match properties.entry(name).or_insert_with(|| known.property(name)) {
                None => found.push((RZK021, name, String::new(), String::new())),
                Some(property) => {
                    let wrong = wrong(*property, &value).or_else(|| old(*property, &value, instance));
                    found.extend(wrong.map(|(rule, what, limit)| (rule, name, what, limit)));
                }
            }
            ControlFlow::Continue(())
        });
        for (rule, name, value, limit) in found {
            let [class_name, property] = [class, name].map(String::from_utf8_lossy);
            let what = format!("{class_name}.{property}{value}");
            self.group(rule, (number, class, name), what, limit);
        }
    }

    fn group(&mut self, rule: Rule, at: (u32, &'m [u8], &'m [u8]), what: String, limit: String) {
        let (number, class, property) = at;
        let next = self.groups.len();
        let place = *self.places.entry((rule.id, class, property)).or_insert(next);
        match self.groups.get_mut(place) {
            Some(group) => group.n = group.n.saturating_add(1),
            None => self.groups.push(Group { rule, number, property, n: 1, what, limit }),
        }
    }
}

/// A rule, the value found, and the value allowed.
type Wrong = (Rule, String, String);

/// The rule that a value of a known property violates.
fn wrong(property: Property, value: &Value<'_>) -> Option<Wrong> {
    if !property.takes(value) {
        return Some((RZK022, format!(" of the kind {}", value.kind().name()), property.kind()));
    }
    let (enumeration, item) = (property.enumeration()?, value.as_enum()?);
    if enumeration.item(item).is_some() {
        return None;
    }
    Some((RZK023, format!(" {item}"), format!("the items of Enum.{}", enumeration.name())))
}

/// The finding for a property that the engine has replaced by another, unless the instance has the new one as well, or
/// the value equals the default of the new one.
fn old(property: Property, value: &Value<'_>, instance: Instance<'_>) -> Option<Wrong> {
    let migration = property.migration()?;
    let to = migration.to();
    let is_there = to.iter().any(|name| instance.get(name).is_some());
    (!is_there && !migration.is_to_default(value)).then(|| (RZK024, String::new(), to.join(", ")))
}
