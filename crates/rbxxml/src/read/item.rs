//! Items, and the list of an item's properties. Format document, section 2.3.

use super::document::{Reader, stray_end, title};
use super::element::Home;
use super::markup::{Tag, between, broken_tag, end_tag, record_tag, recorded, start_tag, unexpected};
use super::text::attributes;
use crate::model::{Item, List, Name, Property, trimmed};
use crate::mould::by_hand::Opened;
use crate::mould::error::Error;
use crate::mould::input::{Input, Label};
use crate::mould::show::Look;
use crate::trace::Part;
use crate::wire::is_null;
use crate::{ErrorKind, ItemId, Text};
use nom::Err;
use std::collections::HashSet;

/// An item whose end has not come yet.
pub(super) struct Open {
    pub(super) id: ItemId,
    span: Opened,
    property_lists: Vec<List>,
    /// Of the properties, where there are several lists.
    names: HashSet<Name>,
    /// A name is there twice.
    has_twins: bool,
}

/// The properties of an item, being read.
pub(super) struct Properties {
    pub(super) id: ItemId,
    pub(super) class: Name,
    /// The item of the class that came before.
    pub(super) like: Option<ItemId>,
    /// The properties so far have the names of those of that item.
    pub(super) is_alike: bool,
    pub(super) properties: Vec<Property>,
    /// The names of them all, if a layout is being made.
    names: HashSet<Name>,
}

impl Properties {
    /// What a property is called: by its name, and by its number if it is not the first of that name.
    pub(super) fn label<'a>(&mut self, source: &'a [u8], name: &Name, input: Input<'a>) -> Label<'a> {
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
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Open, Err<Error>> {
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
        item.referent = self.attribute(tag, b"referent", start)?.as_deref().map(Text::from);
        let referent = item.referent.clone().map(trimmed);
        let attributes = attributes(&self.cx, tag, [b"class", b"referent"], start)?;
        if !attributes.is_empty() {
            item.extras.get_or_insert_default().attributes = attributes;
        }
        let id = self.document.add(parent, item).map_err(|error| start.fatal(error.kind().clone()))?;
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
        record_tag(tag, start, inside, &["class", "referent"]);
        self.trace(|trace| trace.open(Part::Item, id.index(), start.at(), inside.at()));
        Ok(Open { id, span, property_lists: Vec::new(), names: HashSet::new(), has_twins: false })
    }

    /// At `end`, the end tag if there is one, which `after` follows.
    pub(super) fn close_item(&mut self, open: Open, end: Input<'a>, after: Input<'a>) {
        if let Some(item) = self.document.item_mut(open.id) {
            if !matches!(open.property_lists.as_slice(), [list] if list.attributes.is_empty()) {
                item.extras.get_or_insert_default().property_lists = open.property_lists;
            }
            item.properties.shrink_to_fit();
        }
        self.trace(|trace| trace.close(end.at(), after.at()));
        after.close(open.span, 0);
        after.leave();
    }

    /// One list; an item may have several, and then its properties are those of all.
    pub(super) fn properties(
        &mut self,
        open: &mut Open,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        let number = open.property_lists.len();
        open.property_lists.push(List { attributes: attributes(&self.cx, tag, [], start)? });
        recorded("start_tag", start, inside);
        self.trace(|trace| trace.open(Part::Properties, number, start.at(), inside.at()));
        let item = self.document.item_mut(open.id);
        // Those of a list before this one stay where they are, in front.
        let (class, mut properties) =
            item.map(|item| (item.class.clone(), std::mem::take(&mut item.properties))).unwrap_or_default();
        let (like, like_has_twins) = self.last_of_class.get(&class).copied().unzip();
        // As many as the last item of the class has: mostly that is right to the last one.
        properties.reserve_exact(
            like.and_then(|id| self.document.item(id)).map_or(0, |item| item.properties.len()),
        );
        let n_before = properties.len();
        let is_alike = properties.is_empty() && like != Some(open.id);
        let mut list = Properties { id: open.id, class, like, is_alike, properties, names: HashSet::new() };
        if inside.is_recording() {
            list.names.extend(list.properties.iter().map(|property| property.name().clone()));
        }
        self.starts.clear();
        let (end, after) = if tag.is_closed { (inside, inside) } else { self.list(&mut list, inside)? };
        self.trace(|trace| trace.close(end.at(), after.at()));
        let twins = match number {
            // What has the names of an item that has none twice has none twice.
            0 if list.is_alike && like_has_twins == Some(false) => Vec::new(),
            0 => twins(&list.properties),
            _ => open.twins(&list.properties, n_before),
        };
        open.has_twins |= !twins.is_empty();
        self.last_of_class.insert(list.class.clone(), (open.id, open.has_twins));
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
        if let Some(item) = self.document.item_mut(open.id) {
            item.properties = list.properties;
        }
        Ok(after)
    }

    /// To the end of the list: gives where its end tag stands, and what follows.
    fn list(
        &mut self,
        list: &mut Properties,
        inside: Input<'a>,
    ) -> Result<(Input<'a>, Input<'a>), Err<Error>> {
        let unclosed = || ErrorKind::Unclosed { element: "Properties".into() };
        let mut input = inside;
        loop {
            input = between(&self.cx, input)?;
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
            } else if let Some((after, tag)) = start_tag(input) {
                if tag.name == b"Item" {
                    input.warn(unclosed)?;
                    return Ok((input, input));
                }
                self.property(list, &tag, input, after)?
            } else if input.bytes().is_empty() {
                return Ok((input, input));
            } else {
                match broken_tag(input) {
                    Some((_, tag)) if tag.name == b"Item" => {
                        input.warn(unclosed)?;
                        return Ok((input, input));
                    }
                    Some((after, tag)) if tag.attribute(b"name").is_some() => {
                        input.warn_with(|| unexpected(input, "a tag"))?;
                        self.property(list, &tag, input, after)?
                    }
                    _ => self.stray(Home::Properties(list.id), input)?,
                }
            };
        }
    }
}

impl Open {
    /// Which properties, after so many, have a name that is there already.
    fn twins(&mut self, properties: &[Property], n_before: usize) -> Vec<usize> {
        let (before, new) = properties.split_at_checked(n_before).unwrap_or((properties, &[]));
        if self.names.is_empty() {
            self.names.extend(before.iter().map(|property| property.name().clone()));
        }
        let new = (n_before..).zip(new);
        new.filter(|(_, one)| !self.names.insert(one.name().clone())).map(|(number, _)| number).collect()
    }
}

/// Which properties have a name that is there already.
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

/// Gives what is read in an item its name, before the name of the part of it.
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
