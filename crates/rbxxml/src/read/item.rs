//! Reads items and their lists of properties. Format document, section 2.3.

mod list;
mod repeats;

use super::element::Home;
use super::markup::between;
use super::opening::{Opening, broken_tag, end_tag, start_tag, stray_end, unexpected};
use super::text::attribute;
use super::{Reader, title};
use crate::common::input::{self, Checked, Input};
use crate::common::show::SpanType;
use crate::common::trace::Label;
use crate::defaults;
use crate::error::ErrorKind;
use crate::model::{self, Item, ItemId, Property, Text};
use crate::nodes::Role;
use crate::wire::trim;
pub(super) use list::{List, Usual};
pub(super) use repeats::Repeats;
use std::collections::HashSet;

/// An item whose end tag has not been reached.
pub(super) struct OpenItem {
    pub(super) id: ItemId,
    span: input::OpenSpan,
    property_lists: Vec<model::List>,
    /// The names of the properties, if there are several lists.
    names: HashSet<Text>,
    /// Set if several properties have the same name.
    has_twins: bool,
    /// The number of properties in all lists.
    pub(super) n_properties: usize,
}

/// The state of reading before a property was read.
pub(super) struct Before {
    n_warnings: usize,
    elements_left: usize,
}

impl Before {
    /// Records the state at the beginning of a property.
    pub(super) fn record(input: Input<'_>) -> Self {
        Self { n_warnings: input.n_warnings(), elements_left: input.remaining().elements.get() }
    }

    /// Returns true if, since then, only one element was charged and no warning recorded.
    pub(super) fn is_all_but_one(&self, input: Input<'_>) -> bool {
        /// The number of warnings from which warnings may be only counted.
        const FEW: usize = 100;
        input.n_warnings() == self.n_warnings
            && self.n_warnings < FEW
            && input.remaining().elements.get().checked_add(1) == Some(self.elements_left)
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn open_item(
        &mut self,
        parent: Option<ItemId>,
        element: &Opening<'a, '_>,
    ) -> Checked<OpenItem> {
        let Opening { start, inside, .. } = *element;
        start.charge_elements(defaults::OF_ITEM)?;
        start.enter()?;
        let ([class_source, referent], attributes) = element.known_and_others([b"class", b"referent"])?;
        // An item without a class is read as one with an empty class, so that its children are not lost.
        if class_source.is_none() {
            start.warn(|| ErrorKind::Missing { what: "class" })?;
        }
        let class_source = class_source.unwrap_or_default();
        let class = self.name(class_source, start)?;
        let mut item = Item { class, ..Item::default() };
        if let Some(referent) = referent {
            let referent = attribute(self.cx, referent, start.with(referent))?;
            item.referent = Some(referent.as_ref().into());
        }
        if !attributes.is_empty() {
            item.extras.get_or_insert_default().attributes = attributes;
        }
        let id = start.check(self.document.push(parent, item))?;
        self.places.begin(start.position());
        // If two items have the same referent, references lead to the first. Format document, section 2.3.
        if !self.referents.insert(&self.document, id) {
            let place = start.with(referent.unwrap_or_default());
            place.warn_with(|| {
                let item = self.document.item(id);
                let referent = item.and_then(|item| item.referent.as_deref()).map(trim).unwrap_or_default();
                let name = referent.escape_ascii().to_string();
                let error = place.error(ErrorKind::Duplicate { what: "referent", name });
                let class = item.map(|item| item.class.clone()).unwrap_or_default();
                error.inside("referent").inside(title(id, &class))
            })?;
        }
        let label = Label { word: "items", index: Some(id.index()), text: class_source };
        let span = start.open(label, SpanType::PART)?;
        element.tell_with(&["class", "referent"])?;
        self.note(|nodes| nodes.open(Role::Item, id.index(), start.position(), inside.position()));
        let (property_lists, names) = (Vec::new(), HashSet::new());
        Ok(OpenItem { id, span, property_lists, names, has_twins: false, n_properties: 0 })
    }

    /// Closes an item. `end` is its end tag, if there is one, and `after` the input after it.
    pub(super) fn close_item(&mut self, open: OpenItem, end: Input<'a>, after: Input<'a>) {
        let is_usual = matches!(open.property_lists.as_slice(), [list] if list.attributes.is_empty());
        if !is_usual && let Some(extras) = self.document.extras_mut(open.id) {
            extras.property_lists = open.property_lists;
        }
        self.places.end(open.id, after.position());
        self.note(|nodes| nodes.close(end.position(), after.position()));
        after.close(open.span, 0);
        after.leave();
    }

    /// Reads a list of properties. An item with several lists has the properties of all of them.
    pub(super) fn properties(
        &mut self,
        open: &mut OpenItem,
        element: &Opening<'a, '_>,
    ) -> Checked<Input<'a>> {
        let Opening { ref tag, start, inside, .. } = *element;
        let number = open.property_lists.len();
        open.property_lists.push(model::List { attributes: element.attributes([])? });
        element.tell()?;
        self.note(|nodes| nodes.open(Role::Properties, number, start.position(), inside.position()));
        let mut list = self.open_list(open, number, inside.is_traced());
        let n_before = list.len;
        self.starts.clear();
        let (end, after) = if tag.is_closed { (inside, inside) } else { self.list(&mut list, inside)? };
        self.note(|nodes| nodes.close(end.position(), after.position()));
        let twins = match number {
            0 => self.twins_of(&list),
            _ => open.twins(list.others(), n_before),
        };
        open.has_twins |= !twins.is_empty();
        open.n_properties = list.len;
        for twin in twins {
            let start = twin.checked_sub(n_before).and_then(|number| self.starts.get(number));
            if let (Some(start), Some(name)) = (start, list.name(twin)) {
                start.warn_with(|| {
                    let name = name.to_string();
                    let error = start.error(ErrorKind::Duplicate { what: "property", name });
                    error.inside(title(list.id, &list.class))
                })?;
            }
        }
        self.close_list(list, number, open.has_twins);
        Ok(after)
    }

    /// Reads to the end of the list; returns the positions before and after its end tag.
    fn list(&mut self, list: &mut List, inside: Input<'a>) -> Checked<(Input<'a>, Input<'a>)> {
        let unclosed = || ErrorKind::Unclosed { element: "Properties".into() };
        let mut input = inside;
        loop {
            input = between(self.cx, input)?;
            input = if let Some(rest) = self.usual_property(list, input)? {
                rest
            } else if let Some(rest) = self.repeated_property(list, input)? {
                rest
            } else if let Some((rest, name)) = end_tag(input)? {
                match name {
                    b"Properties" => return Ok((input, rest)),
                    // The end of something around the list, so the list ends here, too.
                    b"Item" | b"roblox" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    _ => stray_end(input, name)?,
                }
                rest
            } else if let Some(element) = start_tag(self.cx, input) {
                if element.tag.name == b"Item" {
                    input.warn(unclosed)?;
                    return Ok((input, input));
                }
                self.property(list, &element, Before::record(input))?
            } else if input.bytes().is_empty() {
                return Ok((input, input));
            } else {
                match broken_tag(self.cx, input) {
                    Some(element) if element.tag.name == b"Item" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    Some(element) if element.tag.attribute(b"name").is_some() => {
                        let before = Before::record(input);
                        input.warn_with(|| unexpected(input, "a tag"))?;
                        self.property(list, &element, before)?
                    }
                    _ => self.stray(Home::Properties(list.id), input)?,
                }
            };
        }
    }
}

impl OpenItem {
    /// The indices, from `n_before`, of properties whose name an earlier property has.
    fn twins(&mut self, properties: &[Property], n_before: usize) -> Vec<usize> {
        let (before, new) = properties.split_at_checked(n_before).unwrap_or((properties, &[]));
        if self.names.is_empty() {
            self.names.extend(before.iter().map(|property| property.name().clone()));
        }
        let new = (n_before..).zip(new);
        new.filter(|(_, one)| !self.names.insert(one.name().clone())).map(|(number, _)| number).collect()
    }
}

/// The indices of properties whose name an earlier property has.
fn twins(properties: &[Property]) -> Vec<usize> {
    const FEW: usize = 64;
    // Studio sorted them until 2025, and if each name is above the one before, none occurs twice.
    // Format document, section 2.4.
    if properties.is_sorted_by(|a, b| a.name() < b.name()) {
        return Vec::new();
    }
    let names = properties.iter().map(Property::name).enumerate();
    if properties.len() > FEW {
        let mut seen = HashSet::new();
        return names.filter(|(_, name)| !seen.insert(*name)).map(|(number, _)| number).collect();
    }
    let is_there = |number: usize, name| properties.iter().take(number).any(|other| other.name() == name);
    names.filter(|(number, name)| is_there(*number, *name)).map(|(number, _)| number).collect()
}

/// Adds the item's name to the paths of errors and warnings.
// `inline(always)`, as with `content_of`: a result is eight words, which each call would store and load.
#[inline(always)]
pub(super) fn inside_item<'a, T>(
    title: impl Fn() -> String + Copy,
    input: Input<'a>,
    read: impl FnOnce() -> Checked<T>,
) -> Checked<T> {
    let name = (Label::default(), title);
    let mark = input.n_warnings();
    match read() {
        Err(failure) => Err(input.name_failure(mark, name, failure)),
        done => {
            if input.n_warnings() > mark {
                input.name_warnings(mark, name);
            }
            done
        }
    }
}
