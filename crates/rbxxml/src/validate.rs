//! Validates a document.

use crate::common::error::separator;
use crate::common::kinds::counted;
use crate::common::rules::{Findings, Rule};
use crate::model::{
    ColorKeypoint, ContentId, Document, Element, Font, Item, PropertyRef, Reference, SharedString, Text,
    UniqueId, Value,
};
use crate::read::numbered;
use crate::rules::*;
use crate::wire::{BASE64, Type, brief, is_null, is_space, trim};
use base64::Engine;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Checks a model against all [rules](crate::rules), in the order of its parts.
///
/// All findings are counted, but only the first 1,000 of each rule are kept.
///
/// ```
/// let file = b"<roblox version='4'><Item class='Part' referent='a'><Properties>\
///     <Axes name='Axes'><axes>8</axes></Axes></Properties></Item></roblox>";
/// let findings = rbxxml::validate(&rbxxml::read(file)?);
/// assert_eq!(findings[0].rule, &rbxxml::rules::RXX006);
/// assert_eq!(findings[0].path, "items[0] Part, Axes.axes");
/// # Ok::<(), rbxxml::Error>(())
/// ```
#[must_use]
pub fn validate(model: &Document) -> Findings {
    let mut check = Check { model, findings: Findings::default(), seen: SeenIds::default() };
    check.root();
    check.shared_strings();
    for (number, visit) in model.walk().enumerate() {
        let item = ItemPlace { number, item: visit.item, property: None, twin: None, part: "" };
        check.item(item);
        for (number, property) in visit.item.properties.iter().enumerate() {
            let is_twin = !check.seen.names.insert(property.name());
            let twin = is_twin.then_some(number);
            check.property(ItemPlace { property: Some(property.name()), twin, ..item }, property);
        }
        check.seen.forget_names();
    }
    check.unused_strings();
    check.findings
}

/// The state of validation.
struct Check<'m> {
    model: &'m Document,
    findings: Findings,
    seen: SeenIds<'m>,
}

#[derive(Default)]
struct SeenIds<'m> {
    referents: HashSet<&'m [u8]>,
    unique_ids: HashSet<(u64, u32, u32)>,
    /// The property names of the current item.
    names: HashSet<&'m Text>,
    /// The keys of shared strings that properties refer to.
    keys: HashSet<&'m [u8]>,
}

impl SeenIds<'_> {
    fn forget_names(&mut self) {
        /// The capacity above which the set is replaced. Clearing takes time in proportion to the capacity, which one
        /// item may have made large.
        const LARGE: usize = 1024;
        if self.names.capacity() > LARGE { self.names = HashSet::new() } else { self.names.clear() }
    }
}

/// The path of an item, or of one of its properties.
#[derive(Clone, Copy)]
struct ItemPlace<'m> {
    number: usize,
    item: &'m Item,
    property: Option<&'m Text>,
    /// The property's index, if an earlier property of the item has the same name.
    twin: Option<usize>,
    /// The part of the item or property, named as in traces.
    part: &'static str,
}

impl ItemPlace<'_> {
    fn part(self, part: &'static str) -> Self {
        Self { part, ..self }
    }

    /// The separator in a path between an item and a name inside it.
    fn then(self) -> &'static str {
        if self.item.class.is_empty() { "." } else { ", " }
    }
}

impl fmt::Display for ItemPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = numbered("items", self.number, &brief(&self.item.class));
        f.write_str(&before)?;
        let property = self.property.map(|name| brief(name)).unwrap_or_default();
        let property = match self.twin {
            Some(number) => numbered("properties", number, &property),
            None => property,
        };
        for name in [property, self.part.to_owned()] {
            if !name.is_empty() {
                write!(f, "{}{name}", separator(Some(&before), &name))?;
                before = name;
            }
        }
        Ok(())
    }
}

/// The path of a shared string.
#[derive(Clone, Copy)]
struct Key<'m> {
    number: usize,
    key: &'m Text,
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&numbered("shared_strings", self.number, &brief(self.key)))
    }
}

impl<'m> Check<'m> {
    fn found(
        &mut self,
        rule: &'static Rule,
        place: impl fmt::Display,
        found: impl fmt::Display,
        limit: &str,
    ) {
        self.findings.add(rule, place, found, limit);
    }

    /// Checks the root, and the parts next to the items.
    fn root(&mut self) {
        let model = self.model;
        match model.attribute("version") {
            Some(version) if trim(version) == b"4" => {}
            Some(version) => self.found(&RXX012, "roblox.version", format_args!("{version:?}"), "4"),
            None => self.found(&RXX012, "roblox.version", "none", "4"),
        }
        for (number, meta) in model.metas.iter().enumerate().filter(|(_, meta)| meta.name.is_empty()) {
            self.found(&RXX026, format_args!("metas[{number}]"), format!("{:?}", meta.value), "");
        }
        if model.is_empty() {
            self.found(&RXX022, "roblox", "no item", "");
        }
        for (number, element) in model.elements.iter().enumerate() {
            self.unknown(format_args!("roblox.elements[{number}]"), element);
        }
    }

    fn shared_strings(&mut self) {
        let strings = &self.model.shared_strings;
        let mut first: HashMap<&Text, &SharedString> = HashMap::new();
        for (number, string) in strings.as_slice().iter().enumerate() {
            let place = Key { number, key: &string.key };
            if string.broken.is_some() {
                self.found(&RXX014, place, "another text", "");
            }
            // If two strings have the same key, the first is used. Format document, section 2.5.
            if first.entry(&string.key).or_insert(string).data != string.data {
                self.found(&RXX005, place, format_args!("{} other bytes", string.data.len()), "");
            }
            // A key encodes a digest of 16 bytes. Format document, section 2.5.
            match BASE64.decode(&*string.key) {
                Ok(digest) if digest.len() == 16 => {}
                Ok(digest) => self.found(&RXX023, place, counted(digest.len(), "byte"), "16 bytes"),
                Err(_) => self.found(&RXX023, place, "no base64", "16 bytes"),
            }
        }
        for (number, element) in strings.elements().iter().enumerate() {
            self.unknown(format_args!("SharedStrings.elements[{number}]"), element);
        }
    }

    fn unused_strings(&mut self) {
        for (number, string) in self.model.shared_strings.as_slice().iter().enumerate() {
            if !self.seen.keys.contains(trim(&string.key)) {
                let place = Key { number, key: &string.key };
                self.found(&RXX028, place, counted(string.data.len(), "byte"), "");
            }
        }
    }

    /// Checks an item without its properties.
    fn item(&mut self, place: ItemPlace<'m>) {
        let item = place.item;
        if item.class.is_empty() {
            self.found(&RXX024, place.part("class"), "none", "");
        }
        match &item.referent {
            None => self.found(&RXX021, place, "none", ""),
            Some(referent) if is_null(trim(referent)) => {
                self.found(&RXX002, place.part("referent"), format_args!("{referent:?}"), "")
            }
            Some(referent) => {
                if !self.seen.referents.insert(trim(referent)) {
                    self.found(&RXX001, place.part("referent"), format_args!("{referent:?} again"), "");
                }
            }
        }
        let Some(extras) = &item.extras else { return };
        if extras.property_lists.len() != 1 {
            self.found(&RXX011, place, extras.property_lists.len(), "1");
        }
        for (number, element) in extras.elements.iter().enumerate() {
            let place = format_args!("{place}{}elements[{number}]", place.then());
            match element.name() {
                b"Meta" | b"SharedStrings" => self.found(&RXX010, place, tag(element), ""),
                // Studio wrote these, and they carry nothing. Format document, section 2.2.
                b"External" => {}
                _ => self.unknown(place, element),
            }
        }
        for (number, element) in extras.nameless.iter().enumerate() {
            let place = format_args!("{place}{}nameless[{number}]", place.then());
            if element.is_text() {
                self.unknown(place, element);
            } else {
                self.found(&RXX025, place, tag(element), "");
            }
        }
    }

    /// Reports an unknown element, or text between elements.
    fn unknown(&mut self, place: impl fmt::Display, element: &Element) {
        if element.is_text() {
            self.found(&RXX029, place, excerpt(&element.source), "");
        } else {
            self.found(&RXX009, place, tag(element), "");
        }
    }

    fn property(&mut self, place: ItemPlace<'m>, property: PropertyRef<'m>) {
        if place.twin.is_some() {
            self.found(&RXX019, place, format_args!("{} again", property.name()), "");
        }
        if let Some(spelling) = property.spelling() {
            // Studio itself writes white space at the end of a text like this.
            let starts_with_space = |text: &Text| text.first().is_some_and(|byte| is_space(*byte));
            if spelling.plain_space && property.value.as_text().is_none_or(starts_with_space) {
                self.found(&RXX013, place, "white space", "");
            }
            spelling.children.iter().for_each(|child| self.unknown(place.part("unknown"), child));
        }
        self.points(place, property.value);
        self.value(place, property);
    }

    /// Checks that the item exists to which a value refers, and notes the key of a shared string.
    fn points(&mut self, place: ItemPlace<'m>, value: &'m Value) {
        if let Some(Reference::Unresolved(referent)) = value.reference() {
            self.found(&RXX003, place, format_args!("{referent:?}"), "");
        }
        if let Some(key) = value.shared_key() {
            self.seen.keys.insert(trim(key));
            if self.model.shared_strings.get(key).is_none() {
                self.found(&RXX004, place, format_args!("{key:?}"), "");
            }
        }
    }

    fn value(&mut self, place: ItemPlace<'m>, property: PropertyRef<'_>) {
        match &property.value {
            // Three bits have a meaning, and six of faces. Format document, section 6.2.
            Value::Axes(bits) if *bits > 7 => self.found(&RXX006, place.part("axes"), *bits, "7"),
            Value::Faces(bits) if *bits > 63 => self.found(&RXX007, place.part("faces"), *bits, "63"),
            Value::String(text) | Value::ProtectedString(text) if is_conflicted(text) => {
                self.found(&RXX030, place, "<<<<<<<", "");
            }
            Value::Font(font) => self.font(place, font),
            Value::ContentId(content) => self.content_id(place, content),
            Value::NumberSequence(keypoints) => {
                self.times(place, keypoints.iter().map(|keypoint| keypoint.time));
            }
            Value::ColorSequence(keypoints) => {
                self.times(place, keypoints.iter().map(|keypoint| keypoint.time));
                let odd = |keypoint: &&ColorKeypoint| keypoint.envelope != 0.0;
                if let Some(keypoint) = keypoints.iter().find(odd) {
                    self.found(&RXX018, place, keypoint.envelope, "0");
                }
            }
            Value::UniqueId(id) if *property.name() == *"UniqueId" => self.unique_id(place, *id),
            Value::Raw(source) => self.raw(place, property, source),
            _ => {}
        }
    }

    fn font(&mut self, place: ItemPlace<'m>, font: &Font) {
        if !(100..=900).contains(&font.weight) || !font.weight.is_multiple_of(100) {
            self.found(&RXX008, place.part("Weight"), font.weight, "100 to 900");
        }
        self.content_id(place.part("Family"), &font.family);
        if let Some(face) = &font.cached_face_id {
            self.content_id(place.part("CachedFaceId"), face);
        }
    }

    fn content_id(&mut self, place: ItemPlace<'m>, content: &ContentId) {
        let (name, text) = match content {
            ContentId::Binary(text) => ("binary", text),
            ContentId::Hash(text) => ("hash", text),
            ContentId::None | ContentId::Url(_) => return,
        };
        let n_bytes = text.as_bytes().len();
        self.found(&RXX020, place, format_args!("<{name}> with {}", counted(n_bytes, "character")), "");
    }

    /// Checks the times of the keypoints of a sequence.
    fn times(&mut self, place: ItemPlace<'m>, times: impl Iterator<Item = f32> + Clone) {
        for end in [0.0, 1.0] {
            if !times.clone().any(|time| time == end) {
                self.found(&RXX016, place, format_args!("none at {end}"), "");
            }
        }
        let mut pairs = times.clone().zip(times.skip(1));
        if let Some((before, after)) = pairs.find(|(before, after)| before > after) {
            self.found(&RXX017, place, format_args!("{after} after {before}"), "");
        }
    }

    fn unique_id(&mut self, place: ItemPlace<'m>, id: UniqueId) {
        let UniqueId { random, time, index } = id;
        let is_set = id != UniqueId::default();
        if is_set && !self.seen.unique_ids.insert((random, time, index)) {
            self.found(&RXX027, place, format_args!("{random:016x}{time:08x}{index:08x} again"), "");
        }
    }

    /// Reports a value that could not be read.
    fn raw(&mut self, place: ItemPlace<'m>, property: PropertyRef<'_>, source: &[u8]) {
        let element = property.spelling().and_then(|spelling| spelling.element.as_ref());
        let element = element.map(|name| name.as_bytes()).unwrap_or_default();
        let rule = match Type::of_element(element) {
            None => &RXX009,
            Some(Type::BinaryString) => &RXX014,
            Some(_) => &RXX015,
        };
        self.found(rule, place, format_args!("<{}> with {}", element.escape_ascii(), excerpt(source)), "");
    }
}

/// Returns true if a text has the markers of a Git conflict.
fn is_conflicted(text: &[u8]) -> bool {
    // One iterator for all markers, since they come in this order.
    let mut lines = text.split(|byte| *byte == b'\n');
    [&b"<<<<<<< "[..], b"=======", b">>>>>>> "]
        .iter()
        .all(|marker| lines.any(|line| line.starts_with(marker)))
}

/// The start tag of an unknown element without its attributes, for messages.
fn tag(element: &Element) -> String {
    format!("<{}>", element.name().escape_ascii())
}

/// The first 32 bytes of a text, for messages.
fn excerpt(text: &[u8]) -> String {
    format!("\"{}\"", text.get(..32).unwrap_or(text).escape_ascii())
}
