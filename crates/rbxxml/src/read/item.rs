//! Items and their lists of properties. Format document, section 2.3.

use super::document::{Reader, end_tag, stray_end, title};
use super::element::Home;
use super::markup::between;
use super::opening::{Opening, broken_tag, start_tag, unexpected};
use crate::model::{Item, List, Name, Property, trimmed};
use crate::mould::by_hand::Opened;
use crate::mould::error::Error;
use crate::mould::input::{Input, Label};
use crate::mould::show::Look;
use crate::trace::Role;
use crate::wire::is_null;
use crate::{ErrorKind, ItemId, Text};
use nom::Err;
use std::collections::HashSet;

/// An item whose end has not been reached.
pub(super) struct Open {
    pub(super) id: ItemId,
    span: Opened,
    property_lists: Vec<List>,
    /// The names of the properties, if there are several lists.
    names: HashSet<Text>,
    /// Whether a name occurs twice.
    has_twins: bool,
}

/// The properties of an item that are being read.
pub(super) struct Properties {
    pub(super) id: ItemId,
    pub(super) class: Name,
    /// The previous item of the class, or, with a model to compare with, the item itself.
    pub(super) like: Option<ItemId>,
    /// Whether the properties so far have the same names as those of that item.
    pub(super) is_alike: bool,
    pub(super) properties: Vec<Property>,
    /// The names of all of them, if a layout is being made.
    names: HashSet<Text>,
}

impl Properties {
    /// The label of a property: its name, with its number if it is not the first with this name.
    pub(super) fn label<'a>(&mut self, source: &'a [u8], name: &Text, input: Input<'a>) -> Label<'a> {
        let text = Label { text: source, ..Label::default() };
        if !input.is_recording() || self.names.insert(name.clone()) {
            return text;
        }
        Label { word: "properties", index: Some(self.properties.len()), ..text }
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn open_item(
        &mut self,
        parent: Option<ItemId>,
        element: &Opening<'a, '_>,
    ) -> Result<Open, Err<Error>> {
        let Opening { ref tag, start, inside, .. } = *element;
        start.grant_elements(1)?;
        start.enter()?;
        let class = match tag.attribute(b"class") {
            Some(class) => self.name(class, start)?,
            None => {
                start.warn(|| ErrorKind::Missing { what: "class" })?;
                self.name(b"", start)?
            }
        };
        let mut item = Item { class, ..Item::default() };
        item.referent = element.attribute(b"referent")?.as_deref().map(Text::from);
        let referent = item.referent.clone().map(trimmed);
        let attributes = element.attributes([b"class", b"referent"])?;
        if !attributes.is_empty() {
            item.extras.get_or_insert_default().attributes = attributes;
        }
        let id = self.document.add(parent, item).map_err(|error| start.fatal(error.kind().clone()))?;
        if let Some(expected) = &mut self.expected {
            expected.next_item();
        }
        if let Some(referent) = referent.filter(|referent| !is_null(referent)) {
            match self.referents.get(&referent) {
                None => {
                    self.referents.insert(referent, id);
                }
                Some(_) => {
                    let name = || referent.escape_ascii().to_string();
                    let place = start.with(tag.attribute(b"referent").unwrap_or_default());
                    place.warn_with(|| {
                        let error = place.error(ErrorKind::Duplicate { what: "referent", name: name() });
                        let class = self.document.item(id).map(|item| item.class.clone());
                        error.inside("referent").inside(title(id, &class.unwrap_or_default()))
                    })?;
                }
            }
        }
        let text = tag.attribute(b"class").unwrap_or_default();
        let span = start.open(Label { word: "items", index: Some(id.index()), text }, Look::PART);
        element.record_with(&["class", "referent"]);
        self.trace(|trace| trace.open(Role::Item, id.index(), start.at(), inside.at()));
        Ok(Open { id, span, property_lists: Vec::new(), names: HashSet::new(), has_twins: false })
    }

    /// `end` is where the end tag is, if there is one, and `after` what follows it.
    pub(super) fn close_item(&mut self, open: Open, end: Input<'a>, after: Input<'a>) {
        let is_usual = matches!(open.property_lists.as_slice(), [list] if list.attributes.is_empty());
        if !is_usual && let Some(extras) = self.document.extras_mut(open.id) {
            extras.property_lists = open.property_lists;
        }
        self.compare_item(open.id);
        self.trace(|trace| trace.close(end.at(), after.at()));
        after.close(open.span, 0);
        after.leave();
    }

    /// A list of properties. If an item has several, it has the properties of all.
    pub(super) fn properties(
        &mut self,
        open: &mut Open,
        element: &Opening<'a, '_>,
    ) -> Result<Input<'a>, Err<Error>> {
        let Opening { ref tag, start, inside, .. } = *element;
        let number = open.property_lists.len();
        open.property_lists.push(List { attributes: element.attributes([])? });
        element.record();
        self.trace(|trace| trace.open(Role::Properties, number, start.at(), inside.at()));
        let item = self.document.item_without_references(open.id);
        // Those of earlier lists stay in front.
        let (class, mut properties) =
            item.map(|item| (item.class.clone(), std::mem::take(&mut item.properties))).unwrap_or_default();
        // With a model to compare with, warnings do not matter, nor does it whether names occur twice.
        let (like, like_has_twins) = match &self.expected {
            Some(_) => (Some(open.id), Some(false)),
            None => self.last_of_class.get(&class).copied().unzip(),
        };
        // Usually there are exactly as many as in the last item of the class.
        match self.like(like) {
            Some(item) => properties.reserve_exact(item.properties.len()),
            None if properties.is_empty() => properties = std::mem::take(&mut self.room),
            None => {}
        }
        let n_before = properties.len();
        let is_alike = properties.is_empty() && (like != Some(open.id) || self.expected.is_some());
        let mut list = Properties { id: open.id, class, like, is_alike, properties, names: HashSet::new() };
        if inside.is_recording() {
            list.names.extend(list.properties.iter().map(|property| property.name().clone()));
        }
        self.starts.clear();
        let (end, after) = if tag.is_closed { (inside, inside) } else { self.list(&mut list, inside)? };
        self.trace(|trace| trace.close(end.at(), after.at()));
        let twins = match number {
            // With the same names as an item without duplicates, there are no duplicates.
            0 if list.is_alike && like_has_twins == Some(false) => Vec::new(),
            0 => twins(&list.properties),
            _ => open.twins(&list.properties, n_before),
        };
        open.has_twins |= !twins.is_empty();
        if self.expected.is_none() {
            self.last_of_class.insert(list.class.clone(), (open.id, open.has_twins));
        }
        for twin in twins {
            let start = twin.checked_sub(n_before).and_then(|number| self.starts.get(number));
            if let (Some(start), Some(property)) = (start, list.properties.get(twin)) {
                start.warn_with(|| {
                    let name = property.name().to_string();
                    let error = start.error(ErrorKind::Duplicate { what: "property", name });
                    error.inside(title(list.id, &list.class))
                })?;
            }
        }
        if let Some(item) = self.document.item_without_references(open.id) {
            if like.is_none() {
                // Growing and shrinking a list of each class would take longer.
                item.properties = list.properties.drain(..).collect();
                self.room = list.properties;
            } else {
                list.properties.shrink_to_fit();
                item.properties = list.properties;
            }
        }
        Ok(after)
    }

    /// The item that another one is likely to resemble: an earlier one, or that of the model to compare with.
    pub(super) fn like(&self, like: Option<ItemId>) -> Option<&Item> {
        match &self.expected {
            Some(expected) => expected.item(like?),
            None => self.document.item(like?),
        }
    }

    /// Reads to the end of the list; gives where its end tag is, and what follows.
    fn list(
        &mut self,
        list: &mut Properties,
        inside: Input<'a>,
    ) -> Result<(Input<'a>, Input<'a>), Err<Error>> {
        let unclosed = || ErrorKind::Unclosed { element: "Properties".into() };
        let mut input = inside;
        loop {
            input = between(self.cx, input)?;
            input = if let Some((rest, name)) = end_tag(input) {
                match name {
                    b"Properties" => return Ok((input, rest)),
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
                self.property(list, &element)?
            } else if input.bytes().is_empty() {
                return Ok((input, input));
            } else {
                match broken_tag(self.cx, input) {
                    Some(element) if element.tag.name == b"Item" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    Some(element) if element.tag.attribute(b"name").is_some() => {
                        input.warn_with(|| unexpected(input, "a tag"))?;
                        self.property(list, &element)?
                    }
                    _ => self.stray(Home::Properties(list.id), input)?,
                }
            };
        }
    }
}

impl Open {
    /// The properties from `n_before` on whose names occur earlier.
    fn twins(&mut self, properties: &[Property], n_before: usize) -> Vec<usize> {
        let (before, new) = properties.split_at_checked(n_before).unwrap_or((properties, &[]));
        if self.names.is_empty() {
            self.names.extend(before.iter().map(|property| property.name().clone()));
        }
        let new = (n_before..).zip(new);
        new.filter(|(_, one)| !self.names.insert(one.name().clone())).map(|(number, _)| number).collect()
    }
}

/// The properties whose names occur earlier.
fn twins(properties: &[Property]) -> Vec<usize> {
    const FEW: usize = 64;
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
pub(super) fn inside_item<'a, T>(
    title: impl Fn() -> String + Copy,
    input: Input<'a>,
    read: impl FnOnce() -> Result<T, Err<Error>>,
) -> Result<T, Err<Error>> {
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
