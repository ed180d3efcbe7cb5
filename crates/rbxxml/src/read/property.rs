//! A property: the element around a value. Format document, sections 2.4 and 4.

use super::document::{Reader, title};
use super::element::Home;
use super::item::{Properties, inside_item};
use super::markup::{Tag, next_property, recorded};
use super::text::{attribute, attributes};
use super::value::value;
use crate::model::{Content, ContentId, Head, Name, Property, Spelling, Value};
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed};
use crate::mould::show::Look;
use crate::mould::words::part;
use crate::trace::Part;
use crate::wire::brief;
use crate::{ErrorKind, Type};
use nom::Err;

impl<'a> Reader<'a, '_> {
    /// Reads a property. One that is broken costs itself alone.
    pub(super) fn property(
        &mut self,
        list: &mut Properties,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        let number = list.properties.len();
        let Some(source) = tag.attribute(b"name") else { return self.nameless(list, tag, start, inside) };
        // Mostly, the properties are those of the last item of the class, in the same order.
        let expected = list.like.and_then(|id| self.document.item(id)?.properties.get(number));
        let head = match expected.map(Property::head).filter(|head| head.is_written(source)) {
            Some(head) => head.clone(),
            None => {
                list.is_alike = false;
                self.head(source, start)?
            }
        };
        let name = head.name();
        let label = list.label(source, name, start);
        let (rest, found) = inside_item(
            || title(list.id, &list.class),
            start,
            || {
                let read = |start| {
                    recorded("start_tag", start, inside);
                    self.content_of(&list.class, name, tag, start, inside)
                };
                part((label, || brief(name)), read)(start)
            },
        )?;
        let Some(mut value) = found else { return Ok(rest) };
        self.trace(|trace| trace.leaf(Part::Property, number, start.at(), rest.at()));
        if value.reference().is_some() || value.shared_key().is_some() {
            self.pointing.push((list.id, number, inside));
        }
        if let Some(other) = list.like.and_then(|id| self.document.item(id)?.properties.get(number)) {
            share(&mut value, &other.value);
        }
        let spelling = self.spelling(tag, &value, start)?;
        let head =
            if spelling.as_ref() == head.spelling() { head } else { Head::new(name.clone(), spelling) };
        self.starts.push(start);
        list.properties.push(Property::with_head(head, value));
        Ok(rest)
    }

    /// For a property of this name, as Studio would write it.
    fn head(&mut self, name: &'a [u8], input: Input<'a>) -> Result<Head, Err<Error>> {
        if let Some(head) = self.heads.get(name) {
            return Ok(head.clone());
        }
        let head = Head::new(attribute(&self.cx, name, input.with(name))?.as_ref().into(), None);
        self.heads.insert(name, head.clone());
        Ok(head)
    }

    /// The value; nothing if the element has no end.
    fn content_of(
        &mut self,
        class: &Name,
        name: &Name,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Parsed<'a, Option<Value>> {
        let by_name = Type::of_element(tag.name);
        let told = self.cx.options.types.0.as_ref();
        let told = told.and_then(|table| table(class.to_str()?, name.to_str()?));
        // Whether a property of bytes has them or a key of them, only the element says.
        let told = told.filter(|told| by_name.is_none_or(|by_name| is_key(*told) == is_key(by_name)));
        let mut next = told.or(by_name);
        while let Some(ty) = next {
            match value(&self.cx, ty, tag, inside) {
                Ok((rest, value)) => return Ok((rest, Some(as_told(value, told)))),
                Err(failure) => start.excuse(failure)?,
            }
            self.cx.forget();
            next = by_name.filter(|by_name| *by_name != ty);
        }
        let found = self.cx.end_of(tag, inside);
        match found {
            _ if told.or(by_name).is_some() => {}
            Some(_) => self.warn_of_unknown(tag, start)?,
            None => start.warn(|| ErrorKind::Unclosed { element: tag.name.escape_ascii().to_string() })?,
        }
        let Some((source, rest)) = found else { return Ok((next_property(inside), None)) };
        if by_name.is_none() {
            inside.span(rest, "unknown", Look::UNKNOWN, 0);
        }
        Ok((rest, Some(Value::Raw(source.into()))))
    }

    /// How the element differs from the one that would be written for the value.
    fn spelling(
        &mut self,
        tag: &Tag<'a>,
        value: &Value,
        start: Input<'a>,
    ) -> Result<Option<Spelling>, Err<Error>> {
        let is_usual = value.kind().is_some_and(|ty| ty.element().as_bytes() == tag.name);
        let parts = self.cx.parts.take();
        let (plain_space, is_text) = (self.cx.plain_space.take(), self.cx.is_text.take());
        let others = tag.attributes().nth(1).is_some();
        if is_usual && parts.is_empty() && !plain_space && !is_text && !others {
            return Ok(None);
        }
        let element = if is_usual { None } else { Some(self.name(tag.name, start)?) };
        let attributes = if others { attributes(&self.cx, tag, [b"name"], start)? } else { Vec::new() };
        let (own, parts): (Vec<_>, _) = parts.into_iter().partition(|part| part.path.is_empty());
        let children = own.into_iter().flat_map(|own| own.children).collect();
        let mut spelling = Spelling { element, attributes, parts, children, plain_space, is_text };
        spelling.sort_parts();
        Ok(Some(spelling))
    }

    /// An element without a name is no property, and kept as it is.
    fn nameless(
        &mut self,
        list: &Properties,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        let title = || title(list.id, &list.class);
        inside_item(title, start, || start.warn(|| ErrorKind::Missing { what: "name" }))?;
        match self.keep_whole(Home::Properties(list.id), tag, start, inside)? {
            // It has no end.
            rest if rest.at() == inside.at() && !tag.is_closed => Ok(next_property(inside)),
            rest => Ok(rest),
        }
    }
}

/// Texts that are the same are there once: most parts are called so, and are in the default group.
fn share(value: &mut Value, other: &Value) {
    match (value, other) {
        (Value::String(text), Value::String(other))
        | (Value::SharedString(text), Value::SharedString(other))
            if text == other =>
        {
            text.clone_from(other);
        }
        _ => {}
    }
}

/// Whether it is a shared string that stands for the bytes.
fn is_key(ty: Type) -> bool {
    matches!(ty, Type::SharedString | Type::NetAssetRef)
}

/// Two types share an element, and only a table can tell which of them it is if it holds nothing.
fn as_told(value: Value, told: Option<Type>) -> Value {
    match (told, value) {
        (Some(Type::Content), Value::ContentId(ContentId::Null)) => Value::Content(Content::Null),
        (Some(Type::Content), Value::ContentId(ContentId::Url(url))) => {
            Value::Content(Content::Uri(url.into()))
        }
        (_, value) => value,
    }
}
