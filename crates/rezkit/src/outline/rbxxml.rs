//! XML models and places.

use super::datum::{Hashes, floats};
use super::rbx::{AXES, FACES, bits, font, frame, keypoints, text};
use super::{Datum, Label, Look, Outline, Step, Visit, call};
use crate::Problem;
use ::rbxxml::{Content, ContentId, Document, FontStyle, Item, ItemId, Reference, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// Takes no more memory than in proportion to the document, whose items have names of their own.
pub(crate) fn of_document(document: &Document, _: usize, look: &mut Look<'_>) -> Result<(), Problem> {
    let mut nodes = Vec::with_capacity(document.len());
    let mut numbers: HashMap<ItemId, u32> = HashMap::with_capacity(document.len());
    for (visit, number) in document.walk().zip(1..) {
        let parent = document.parent(visit.id).and_then(|parent| numbers.get(&parent).copied());
        numbers.insert(visit.id, number);
        nodes.push((visit.item, parent.unwrap_or(0)));
    }
    let hashes = Hashes::new(document.shared_strings.as_slice().len());
    look(&Xml { document, nodes, numbers, hashes });
    Ok(())
}

struct Xml<'d> {
    document: &'d Document,
    /// All items, with the numbers of their parents; the first has number 1.
    nodes: Vec<(&'d Item, u32)>,
    numbers: HashMap<ItemId, u32>,
    /// Of shared strings.
    hashes: Hashes,
}

impl Xml<'_> {
    fn item(&self, number: u32) -> Option<&Item> {
        let index = (number as usize).checked_sub(1)?;
        self.nodes.get(index).map(|(item, _)| *item)
    }

    fn reference(&self, reference: &Reference) -> Datum<'static> {
        match reference {
            Reference::None => Datum::Nil,
            Reference::Item(id) => self.numbers.get(id).map_or(Datum::Nil, |number| Datum::Node(*number)),
            Reference::Unresolved(_) => Datum::Word("missing"),
        }
    }

    fn value(&self, name: &[u8], value: &Value, visit: &mut Visit<'_>) {
        match value {
            Value::String(bytes) | Value::ProtectedString(bytes) => text(name, bytes.as_bytes(), visit),
            Value::BinaryString(bytes) => text(name, bytes, visit),
            Value::ContentId(content) if content.url().is_some() => text(name, address(content), visit),
            Value::ContentId(ContentId::None) => text(name, b"", visit),
            value => {
                let label = Label::name(name);
                self.other(value, &mut |value| visit(&label, value));
            }
        }
    }

    /// Values other than strings.
    fn other(&self, value: &Value, take: &mut dyn FnMut(&Datum<'_>)) {
        match value {
            Value::String(bytes) | Value::ProtectedString(bytes) => take(&Datum::Text(bytes.as_bytes())),
            Value::BinaryString(bytes) => take(&Datum::Text(bytes)),
            Value::Bool(value) => take(&Datum::Bool(*value)),
            Value::Int32(number) => take(&Datum::from(*number)),
            Value::Int64(number) => take(&Datum::from(*number)),
            Value::Float32(number) => take(&Datum::Float(*number)),
            Value::Float64(number) => take(&Datum::Double(*number)),
            Value::Enum(number) | Value::BrickColor(number) => take(&Datum::from(*number)),
            Value::SecurityCapabilities(set) => take(&Datum::Unsigned(*set)),
            Value::UDim(one) => take(&call!("UDim", one.scale, one.offset)),
            Value::UDim2(two) => take(&call!("UDim2", two.x.scale, two.x.offset, two.y.scale, two.y.offset)),
            Value::Ray(ray) => {
                let numbers = [ray.origin.to_array(), ray.direction.to_array()].concat();
                take(&Datum::Call("Ray", &floats(&numbers)));
            }
            Value::Faces(set) => bits("Faces", FACES, set.bits, take),
            Value::Axes(set) => bits("Axes", AXES, set.bits, take),
            Value::Color3(color) => take(&call!("Color3", color.r, color.g, color.b)),
            Value::Color3uint8(color) => take(&call!("Color3uint8", color.r, color.g, color.b)),
            Value::Vector2(vector) => take(&call!("Vector2", vector.x, vector.y)),
            Value::Vector3(vector) => take(&call!("Vector3", vector.x, vector.y, vector.z)),
            Value::Vector2int16(vector) => take(&call!("Vector2int16", vector.x, vector.y)),
            Value::Vector3int16(vector) => take(&call!("Vector3int16", vector.x, vector.y, vector.z)),
            Value::Rect(rect) => take(&call!("Rect", rect.min.x, rect.min.y, rect.max.x, rect.max.y)),
            Value::CFrame(pose) => frame(pose.position, pose.rotation, take),
            Value::Optional(None) | Value::PhysicalProperties(None) | Value::Content(Content::None) => {
                take(&Datum::Nil);
            }
            Value::Optional(Some(inner)) => match &**inner {
                // One level is all that the format has.
                Value::Optional(_) => take(&Datum::Nil),
                inner => self.other(inner, take),
            },
            Value::NumberRange(range) => take(&call!("NumberRange", range.min, range.max)),
            Value::NumberSequence(points) => {
                let points = points.iter().map(|point| [point.time, point.value, point.envelope]);
                keypoints("NumberSequence", points, take);
            }
            Value::ColorSequence(points) => {
                let points = points
                    .iter()
                    .map(|point| [point.time, point.color.r, point.color.g, point.color.b, point.envelope]);
                keypoints("ColorSequence", points, take);
            }
            Value::PhysicalProperties(Some(own)) => {
                let mut numbers = vec![
                    own.density,
                    own.friction,
                    own.elasticity,
                    own.friction_weight,
                    own.elasticity_weight,
                ];
                numbers.extend(own.acoustic_absorption);
                take(&Datum::Call("PhysicalProperties", &floats(&numbers)));
            }
            Value::ContentId(content) => match content {
                ContentId::Binary(text) => take(&Datum::Call("binary", &[Datum::Text(text.as_bytes())])),
                ContentId::Hash(text) => take(&Datum::Call("hash", &[Datum::Text(text.as_bytes())])),
                content => take(&Datum::Text(address(content))),
            },
            Value::Content(Content::Uri(uri)) => take(&Datum::Text(uri.as_bytes())),
            Value::Content(Content::Object(reference)) | Value::Referent(reference) => {
                take(&self.reference(reference));
            }
            Value::Font(of) => {
                let style = match &of.style {
                    FontStyle::Normal => Datum::Unsigned(0),
                    FontStyle::Italic => Datum::Unsigned(1),
                    FontStyle::Other(word) => Datum::Text(word.as_bytes()),
                };
                let face = of.cached_face_id.as_ref().map(address).unwrap_or_default();
                font(address(&of.family), of.weight, style, face, take);
            }
            Value::SharedString(key) | Value::NetAssetRef(key) => {
                let strings = &self.document.shared_strings;
                match strings.position(key).and_then(|at| Some((at, strings.as_slice().get(at)?))) {
                    Some((at, string)) => take(&self.hashes.datum(at, &string.data)),
                    None => take(&Datum::Word("missing")),
                }
            }
            Value::UniqueId(id) => take(&Datum::Id(number(*id))),
            Value::QDir(text) | Value::QFont(text) => take(&Datum::Text(text.as_bytes())),
            Value::Raw(source) => take(&Datum::Call("source", &[Datum::Text(source.as_bytes())])),
            // What a later version of the format crate knows.
            other => take(&Datum::Word(&format!("{other:?}"))),
        }
    }

    /// What belongs to no item: the metadata, and what the format does not know.
    fn of_file(&self, visit: &mut Visit<'_>) {
        for meta in &self.document.metas {
            visit(&Label::name(meta.name.as_bytes()), &Datum::Text(meta.value.as_bytes()));
        }
        for (i, element) in self.document.elements.iter().enumerate() {
            let label = Label::Name(Cow::Owned(format!("element #{i}").into_bytes()));
            visit(&label, &Datum::Text(element.source.as_bytes()));
        }
    }
}

fn address(content: &ContentId) -> &[u8] {
    content.url().map(|url| url.as_bytes()).unwrap_or_default()
}

fn number(id: ::rbxxml::UniqueId) -> u128 {
    u128::from(id.random) << 64 | u128::from(id.time) << 32 | u128::from(id.index)
}

impl Outline for Xml<'_> {
    fn len(&self) -> usize {
        self.nodes.len().saturating_add(1)
    }

    fn parent(&self, number: u32) -> u32 {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.nodes.get(index)).map_or(0, |(_, parent)| *parent)
    }

    fn kind(&self, number: u32) -> &[u8] {
        self.item(number).map_or(b"Roblox", |item| item.class.as_bytes())
    }

    fn step(&self, number: u32) -> Step<'_> {
        Step::Name(self.item(number).map_or(b"", |item| item.name().as_bytes()))
    }

    fn id(&self, of: u32) -> u128 {
        match self.item(of).and_then(|item| item.get("UniqueId")) {
            Some(Value::UniqueId(id)) => number(*id),
            _ => 0,
        }
    }

    fn properties(&self, number: u32, visit: &mut Visit<'_>) {
        let Some(item) = self.item(number) else { return self.of_file(visit) };
        // Of two properties with one name the last is used, and sorting keeps their order.
        let mut properties: Vec<_> = item.properties.iter().rev().collect();
        properties.sort_by(|one, other| one.name().cmp(other.name()));
        properties.dedup_by(|next, one| next.name() == one.name());
        for property in properties {
            let name = property.name().as_bytes();
            // The name is in the path.
            if name != b"Name" || !matches!(property.value, Value::String(_)) {
                self.value(name, property.value, visit);
            }
        }
        for element in item.extras.iter().flat_map(|extras| &extras.elements) {
            visit(&Label::Plain("(element)"), &Datum::Text(element.source.as_bytes()));
        }
    }

    fn at(&self, path: &str) -> Option<u32> {
        // Both count in the order of the document.
        let (index, _) = path.strip_prefix("items[")?.split_once(']')?;
        let number = index.parse::<u32>().ok()?.checked_add(1)?;
        self.item(number).map(|_| number)
    }

    fn separator(&self) -> char {
        '/'
    }
}
