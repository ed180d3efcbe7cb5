//! Reads properties: the elements around values. Format document, sections 2.4 and 4.

use super::element::Home;
use super::item::{Before, List, inside_item};
use super::markup::next_property;
use super::opening::{Opening, source};
use super::text::attribute;
use super::value::{Notes, Spelled, value};
use super::{Pointing, Reader, title};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::part;
use crate::common::show::SpanType;
use crate::defaults;
use crate::error::ErrorKind;
use crate::model::{Content, ContentId, Head, Name, Spelling, Text, Value, can_be_common};
use crate::nodes::Role;
use crate::wire::{Type, brief};

impl<'a> Reader<'a, '_> {
    /// Reads a property. If it is broken, only this property is lost.
    pub(super) fn property(
        &mut self,
        list: &mut List,
        element: &Opening<'a, '_>,
        before: Before,
    ) -> Checked<Input<'a>> {
        let Opening { ref tag, start, inside, .. } = *element;
        start.charge_elements(1)?;
        // Format document, section 2.4.
        let Some(name) = tag.attribute(b"name") else { return self.nameless(list, element) };
        // Usually the properties are those of the last item of the class, in the same order.
        let head = match list.usual_head().filter(|head| head.is_written(name)) {
            Some(head) => head.clone(),
            None => self.head(name, start)?,
        };
        let label = list.label(name, head.name(), start);
        let name = head.name();
        let (rest, found) = inside_item(
            || title(list.id, &list.class),
            start,
            || {
                let read = |_| {
                    element.tell()?;
                    self.content_of(&list.class, name, element)
                };
                part((label, || brief(name)), read)(start)
            },
        )?;
        let Some(Spelled { value, notes }) = found else { return Ok(rest) };
        self.note(|nodes| nodes.leaf(Role::Property, list.len, start.position(), rest.position()));
        let spelling = self.spelling(element, &value, notes)?;
        let head =
            if spelling.as_ref() == head.spelling() { head } else { Head::new(name.clone(), spelling) };
        let can_be_common = can_be_common(&value);
        let can_be_passed = can_be_common && !matches!(value, Value::Raw(_)) && before.is_all_but_one(start);
        let end = if can_be_passed { rest } else { start };
        let source = source(start, end);
        self.starts.push(start.with(source));
        if !can_be_common && let Ok(number) = u32::try_from(list.len) {
            self.pointing.push(Pointing { item: list.id, number, at: inside.position() });
        }
        if !source.is_empty() {
            self.remember(list, start, source);
        }
        start.charge_elements(value.as_bytes().map_or(0, |text| defaults::of_text(text.len())))?;
        self.keep_property(list, head, value);
        Ok(rest)
    }

    /// Adds a property to its list.
    fn keep_property(&mut self, list: &mut List, head: Head, mut value: Value) {
        if let Value::String(text) | Value::SharedString(text) = &mut value {
            let last = list.last.and_then(|last| self.document.item(last)?.properties.get(list.len));
            share(text, last.map(|last| last.value));
        }
        list.push(head, value);
    }

    /// Makes the head of a property with this name and the usual spelling.
    fn head(&mut self, name: &'a [u8], input: Input<'a>) -> Checked<Head> {
        match Head::written(name) {
            Some(head) => Ok(head),
            None => Ok(Head::with_name(&attribute(self.cx, name, input.with(name))?)),
        }
    }

    /// Reads the value; `None` if the element has no end tag.
    #[inline(always)]
    fn content_of(
        &mut self,
        class: &Name,
        name: &Text,
        element: &Opening<'a, '_>,
    ) -> Parsed<'a, Option<Spelled<Value>>> {
        let Opening { ref tag, start, inside, .. } = *element;
        let by_name = Type::of_element(tag.name);
        let told = self.cx.options.types.0.as_ref();
        let told = told.and_then(|table| table(class.as_str()?, name.as_str()?));
        // Only the element shows if the bytes are here or in a shared string.
        let told = told.filter(|told| by_name.is_none_or(|by_name| is_key(*told) == is_key(by_name)));
        // The type of the table is tried first, then that of the element, if the content does not fit.
        let mut next = told.or(by_name);
        while let Some(ty) = next {
            match value(ty, element) {
                Ok((rest, found)) => {
                    let found = match told {
                        Some(told) => found.map(|value| as_told(value, told)),
                        None => found,
                    };
                    return Ok((rest, Some(found)));
                }
                Err(failure) => start.recover(failure)?,
            }
            next = by_name.filter(|by_name| *by_name != ty);
        }
        let found = element.whole();
        match found {
            _ if told.or(by_name).is_some() => {}
            Some(_) => self.warn_of_unknown(element)?,
            None => start.warn(|| ErrorKind::Unclosed { element: element.name() })?,
        }
        // Without an end tag, the property is lost, but not those that follow it.
        let Some((source, rest)) = found else { return Ok((next_property(inside), None)) };
        if by_name.is_none() {
            inside.span(rest, "unknown", SpanType::UNKNOWN, 0)?;
        }
        Ok((rest, Some(Value::Raw(source.into()).into())))
    }

    /// Returns the differences between the element and the one that would be written for the value.
    fn spelling(
        &mut self,
        element: &Opening<'a, '_>,
        value: &Value,
        notes: Notes,
    ) -> Checked<Option<Spelling>> {
        let tag = &element.tag;
        let is_usual = value.kind().is_some_and(|ty| ty.element().as_bytes() == tag.name);
        let has_others = tag.has_several_attributes();
        if is_usual && notes.is_none() && !has_others {
            return Ok(None);
        }
        let mut spelling = notes.map(|notes| *notes).unwrap_or_default();
        if !is_usual {
            spelling.element = Some(self.name(tag.name, element.start)?);
        }
        if has_others {
            spelling.attributes = element.attributes([b"name"])?;
        }
        spelling.sort_parts();
        Ok(Some(spelling))
    }

    /// Keeps an element without a name, which is not a property, as it is.
    fn nameless(&mut self, list: &List, element: &Opening<'a, '_>) -> Checked<Input<'a>> {
        let Opening { ref tag, start, inside, .. } = *element;
        let title = || title(list.id, &list.class);
        inside_item(title, start, || start.warn(|| ErrorKind::Missing { what: "name" }))?;
        match self.keep_whole(Home::Properties(list.id), element)? {
            // It has no end.
            rest if rest.position() == inside.position() && !tag.is_closed => Ok(next_property(inside)),
            rest => Ok(rest),
        }
    }
}

/// Makes equal texts share memory: many items of a class have the same name and the same tags.
fn share(text: &mut Text, other: Option<&Value>) {
    match other {
        Some(Value::String(other) | Value::SharedString(other)) if text == other => text.clone_from(other),
        _ => {}
    }
}

/// Returns true if values of the type are keys of shared strings.
fn is_key(ty: Type) -> bool {
    matches!(ty, Type::SharedString | Type::NetAssetRef)
}

/// Converts a value to the type that a table of types requires. Two types share the element `Content`; if it is null,
/// only the table can distinguish them.
fn as_told(value: Value, told: Type) -> Value {
    match (told, value) {
        (Type::Content, Value::ContentId(ContentId::None)) => Value::Content(Content::None),
        (Type::Content, Value::ContentId(ContentId::Url(url))) => Value::Content(Content::Uri(url.into())),
        (_, value) => value,
    }
}
