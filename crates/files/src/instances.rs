//! Lists of the instances of models and places.

use super::addresses::is_address;
use super::items::{Item, Items, List, n_lines, of_rules, repeated};
use super::outline::{Outline, Paths};
use super::rules::Findings;
use dom::names::is_script;
use dom::{Content, Value};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

/// The parts of these lists that depend on the encoding.
pub(super) struct Instances<C, F> {
    pub(super) classes: C,
    pub(super) findings: F,
    /// The ids of the rules on values that must be unique.
    pub(super) duplicates: &'static [&'static str],
    /// The ids of the rules on the targets of references.
    pub(super) dangling: &'static [&'static str],
}

impl<C: Fn() -> BTreeMap<String, usize>, F: Fn() -> Findings> Instances<C, F> {
    pub(super) fn list(&self, outline: &dyn Outline, what: List, items: &mut Items) -> ControlFlow<()> {
        let Some(view) = outline.instances() else { return ControlFlow::Continue(()) };
        let paths = Paths::new(outline);
        let path = |number: u32| paths.path(outline, number);
        let choice = items.choice();
        let is_chosen = |number: u32| choice.as_ref().is_none_or(|choice| choice.contains(&number));
        let mut chosen = view.iter().filter(|(number, _)| is_chosen(*number));
        match what {
            List::Scripts => items.extend(chosen.filter_map(|(number, instance)| {
                let class = instance.class();
                is_script(class).then(|| {
                    let source = instance.bytes("Source").unwrap_or_default();
                    Item::new(path(number), String::from_utf8_lossy(class), n_lines(source), source.len())
                })
            })),
            List::Assets | List::Strings => chosen.try_for_each(|(number, instance)| {
                // The path is built only if there is an item to list.
                let mut own = None;
                instance.each(&mut |name, value| {
                    let text = match &value {
                        Value::String(text) | Value::ProtectedString(text) | Value::ContentId(Some(text)) => {
                            text
                        }
                        Value::Content(Content::Uri(text)) => text,
                        _ => return ControlFlow::Continue(()),
                    };
                    let Ok(text) = std::str::from_utf8(text) else { return ControlFlow::Continue(()) };
                    if text.is_empty() || what == List::Assets && !is_address(text) {
                        return ControlFlow::Continue(());
                    }
                    let own = own.get_or_insert_with(|| path(number));
                    let count = if what == List::Strings { text.len() } else { 0 };
                    items.push(Item::new(own.clone(), String::from_utf8_lossy(name), text, count))
                })
            }),
            List::Classes => {
                let classes = match choice.is_some() {
                    true => of_class(chosen.map(|(_, instance)| instance.class())),
                    false => (self.classes)(),
                };
                items.extend(classes.into_iter().map(|(class, count)| Item::new("", class, "", count)))
            }
            List::Duplicates => {
                of_rules(self.found(outline, &paths, choice.as_deref()), self.duplicates, items)?;
                let sources = chosen.filter_map(|(number, instance)| {
                    let source = instance.bytes("Source").filter(|source| source.len() >= 64)?;
                    Some((source, number))
                });
                repeated(sources, "Source", path, items)
            }
            List::Dangling => of_rules(self.found(outline, &paths, choice.as_deref()), self.dangling, items),
            List::Requires | List::Remotes | List::Services => ControlFlow::Continue(()),
        }
    }

    /// The findings about the chosen instances, with paths as the outline prints them.
    fn found(&self, outline: &dyn Outline, paths: &Paths, choice: Option<&HashSet<u32>>) -> Findings {
        let mut findings = (self.findings)();
        findings.list.retain_mut(|finding| match outline.node_at(&finding.path) {
            Some(number) => {
                finding.path = paths.path(outline, number);
                choice.is_none_or(|choice| choice.contains(&number))
            }
            None => choice.is_none(),
        });
        findings
    }
}

/// The number of instances of each class.
fn of_class<'c>(classes: impl Iterator<Item = &'c [u8]>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::<&[u8], usize>::new();
    for class in classes {
        let count = counts.entry(class).or_default();
        *count = count.saturating_add(1);
    }
    counts.into_iter().map(|(class, count)| (String::from_utf8_lossy(class).into_owned(), count)).collect()
}
