//! Comparison of models and places with rbx_binary and rbx_xml, property by property. The class database is not used,
//! so that both sides return the values in the file.

use super::{Peer, Values, text, warning};
use rbx_dom_weak::WeakDom;
use rbx_dom_weak::types::{
    CFrame, ContentType, PhysicalProperties, Ref, Variant, VariantType, Vector2, Vector3,
};
use rbx_reflection::{ClassDescriptor, DataType, PropertyDescriptor, ReflectionDatabase};
use rbx_xml::{DecodeOptions, DecodePropertyBehavior};
use rezkit::Format;
use rezkit::roblox::{Content, Document, FontStyle, Id, Target, Value};
use std::collections::{BTreeMap, HashMap};

pub(super) const BINARY: Peer = Peer {
    name: "rbx_binary 3.0.1",
    supports: |bytes| rezkit::identify(bytes).format == Format::RbxBinary,
    ours: |bytes| opened(bytes, Format::RbxBinary).map(|document| by_us(&document)),
    theirs: by_rbx_binary,
    warning: warning::<rbxbinary::Model>,
};

pub(super) const XML: Peer = Peer {
    name: "rbx_xml 3.0.1",
    supports: |bytes| rezkit::identify(bytes).format == Format::RbxXml,
    ours: |bytes| opened(bytes, Format::RbxXml).map(|document| by_us(&document)),
    theirs: |bytes| {
        let options = DecodeOptions::new().property_behavior(DecodePropertyBehavior::NoReflection);
        rbx_xml::from_reader(bytes, options).map(|dom| by_dom(&dom)).map_err(|error| error.to_string())
    },
    warning: warning::<rbxxml::Document>,
};

fn by_rbx_binary(bytes: &[u8]) -> Result<Values, String> {
    let types = opened(bytes, Format::RbxBinary).map(|document| types(&document)).unwrap_or_default();
    let mut database = ReflectionDatabase::new();
    for (class, properties) in &types {
        let mut known = ClassDescriptor::new(class);
        let all = properties
            .iter()
            .map(|(name, of)| (&**name, PropertyDescriptor::new(name, DataType::Value(*of))));
        known.properties.extend(all);
        database.classes.insert(class, known);
    }
    let read = rbx_binary::Deserializer::new().reflection_database(&database).deserialize(bytes);
    read.map(|dom| by_dom(&dom)).map_err(|error| error.to_string())
}

/// The types that rbx_binary needs to know for properties of each class: strings that may not be UTF-8, and colours in
/// bytes.
fn types(document: &Document) -> BTreeMap<String, BTreeMap<String, VariantType>> {
    let mut types = BTreeMap::<_, BTreeMap<_, _>>::new();
    for id in document.ids() {
        for (name, value) in document.properties(id).into_iter().filter(|(name, _)| name != "Name") {
            let of = match value {
                Value::String(_) => VariantType::BinaryString,
                Value::Color3uint8(_) => VariantType::Color3,
                _ => continue,
            };
            types.entry(document.class(id).into_owned()).or_default().insert(name.into_owned(), of);
        }
    }
    types
}

/// Opens an uncompressed model of this format; the peers do not decompress files.
fn opened(bytes: &[u8], format: Format) -> Result<Document, String> {
    if rezkit::identify(bytes).format != format {
        return Err("another format".into());
    }
    Document::open(bytes).map_err(|error| error.to_string())
}

/// Adds the parent and the name of an instance, by its index in document order.
fn instance(values: &mut Values, place: usize, parent: Option<usize>, class: &str, name: &str) {
    values.insert(format!("{place:06} {class}"), format!("{} in {parent:?}", text(name)));
}

fn by_us(document: &Document) -> Values {
    let mut pending: Vec<_> = document.roots().into_iter().rev().map(|id| (id, None)).collect();
    let mut order = Vec::new();
    while let Some((id, parent)) = pending.pop() {
        let place = order.len();
        order.push((id, parent));
        pending.extend(document.children(id).into_iter().rev().map(|child| (child, Some(place))));
    }
    let places: HashMap<Id, usize> = order.iter().map(|(id, _)| *id).zip(0..).collect();
    let mut values = Values::new();
    for (place, (id, parent)) in order.iter().enumerate() {
        let class = document.class(*id);
        instance(&mut values, place, *parent, &class, &document.name(*id));
        for (name, value) in document.properties(*id).into_iter().filter(|(name, _)| name != "Name") {
            values.insert(format!("{place:06} {class}.{name}"), our_text(&value, &places));
        }
    }
    values
}

fn by_dom(dom: &WeakDom) -> Values {
    let children =
        |id: Ref| dom.get_by_ref(id).map(|one| one.children()).unwrap_or_default().iter().rev().copied();
    let mut pending: Vec<_> = children(dom.root_ref()).map(|id| (id, None)).collect();
    let mut order = Vec::new();
    while let Some((id, parent)) = pending.pop() {
        let place = order.len();
        order.push((id, parent));
        pending.extend(children(id).map(|child| (child, Some(place))));
    }
    let places: HashMap<Ref, usize> = order.iter().map(|(id, _)| *id).zip(0..).collect();
    let mut values = Values::new();
    for (place, (id, parent)) in order.iter().enumerate() {
        let Some(one) = dom.get_by_ref(*id) else { continue };
        instance(&mut values, place, *parent, &one.class, &one.name);
        for (name, value) in &one.properties {
            values.insert(format!("{place:06} {}.{name}", one.class), their_text(value, &places));
        }
    }
    values
}

/// Formats a reference. References to instances outside the file are null for the peers.
fn target(place: Option<usize>) -> String {
    place.map_or_else(|| "to nothing".into(), |place| format!("to {place:06}"))
}

fn our_text(value: &Value<'_>, places: &HashMap<Id, usize>) -> String {
    let to = |of: &Target| target(of.id().and_then(|id| places.get(&id).copied()));
    let pose =
        |pose: &geom::Pose| format!("{:?} {:?}", pose.position.to_array(), pose.rotation.to_rows_array());
    // Any text, also addresses: rbx_xml takes both kinds of content for one.
    if let Some(bytes) = value.as_bytes() {
        return text(bytes);
    }
    match value {
        Value::SharedString(shared) | Value::NetAssetRef(shared) => format!("{shared:?}"),
        Value::Content(Content::Object(object)) => format!("content {}", to(object)),
        Value::Referent(referent) => to(referent),
        Value::CFrame(frame) | Value::CFrameQuat(frame) => pose(frame),
        Value::OptionalCFrame(frame) => frame.as_ref().map_or_else(|| "no frame".into(), pose),
        Value::Optional(inner) => our_text(inner, places),
        Value::UDim(value) => format!("{value:?}"),
        Value::UDim2(axes) => format!("{axes:?}"),
        Value::Ray(ray) => format!("{:?} {:?}", ray.origin.to_array(), ray.direction.to_array()),
        Value::Faces(bits) | Value::Axes(bits) => format!("bits {bits}"),
        Value::BrickColor(number) => format!("BrickColor {number}"),
        Value::Enum(number) => format!("Enum {number}"),
        Value::Vector2(vector) => format!("{:?}", vector.to_array()),
        Value::Vector3(vector) => format!("{:?}", vector.to_array()),
        Value::Vector2int16(numbers) => format!("{numbers:?}"),
        Value::Vector3int16(numbers) => format!("{numbers:?}"),
        Value::Color3(numbers) => format!("{numbers:?}"),
        Value::Color3uint8(numbers) => format!("{numbers:?}"),
        Value::Rect(numbers) => format!("{numbers:?}"),
        Value::NumberRange(range) => format!("{:?}", [range.min, range.max]),
        Value::NumberSequence(points) => {
            format!(
                "{:?}",
                points.iter().map(|point| [point.time, point.value, point.envelope]).collect::<Vec<_>>()
            )
        }
        // Their model has no envelope of colours.
        Value::ColorSequence(points) => {
            format!("{:?}", points.iter().map(|point| (point.time, point.color)).collect::<Vec<_>>())
        }
        Value::PhysicalProperties(None) => "those of the material".into(),
        Value::PhysicalProperties(Some(all)) => {
            let absorption = all.acoustic_absorption.unwrap_or(1.0);
            let weights = [all.friction_weight, all.elasticity_weight];
            format!("{:?} {weights:?} {absorption:?}", [all.density, all.friction, all.elasticity])
        }
        Value::Font(font) => {
            let style = match &font.style {
                FontStyle::Number(number) => number.to_string(),
                other => format!("{other:?}"),
            };
            format!("{} {} {style} {}", text(&font.family), font.weight, text(&font.cached_face))
        }
        Value::UniqueId(id) => format!("{} {} {}", id.index, id.time, id.random.cast_signed()),
        Value::SecurityCapabilities(bits) => format!("capabilities {bits}"),
        Value::Bool(is) => is.to_string(),
        Value::Int32(number) => format!("Int32 {number}"),
        Value::Int64(number) => format!("Int64 {number}"),
        Value::Float32(number) => format!("Float32 {number:?}"),
        Value::Float64(number) => format!("Float64 {number:?}"),
        other => format!("{other:?}"),
    }
}

fn vector(vector: &Vector3) -> [f32; 3] {
    [vector.x, vector.y, vector.z]
}

fn flat(vector: &Vector2) -> [f32; 2] {
    [vector.x, vector.y]
}

fn frame(frame: &CFrame) -> String {
    let rows = [frame.orientation.x, frame.orientation.y, frame.orientation.z].map(|row| vector(&row));
    format!("{:?} {:?}", vector(&frame.position), rows.as_flattened())
}

fn their_text(value: &Variant, places: &HashMap<Ref, usize>) -> String {
    let to = |id: &Ref| target(places.get(id).copied());
    match value {
        Variant::String(bytes) => text(bytes),
        Variant::BinaryString(bytes) => text(bytes),
        Variant::ContentId(address) => text(address.as_str()),
        Variant::SharedString(shared) => text(shared.data()),
        Variant::NetAssetRef(shared) => text(shared.data()),
        Variant::Content(content) => match content.value() {
            ContentType::None => text(""),
            ContentType::Uri(uri) => text(uri),
            ContentType::Object(id) => format!("content {}", to(id)),
            other => format!("{other:?}"),
        },
        Variant::Ref(id) => to(id),
        Variant::CFrame(of) => frame(of),
        Variant::OptionalCFrame(of) => of.as_ref().map_or_else(|| "no frame".into(), frame),
        Variant::UDim(of) => format!("{:?}", (of.scale, of.offset)),
        Variant::UDim2(of) => format!("{:?}", [(of.x.scale, of.x.offset), (of.y.scale, of.y.offset)]),
        Variant::Ray(ray) => format!("{:?} {:?}", vector(&ray.origin), vector(&ray.direction)),
        Variant::Faces(faces) => format!("bits {}", faces.bits()),
        Variant::Axes(axes) => format!("bits {}", axes.bits()),
        Variant::BrickColor(colour) => format!("BrickColor {}", *colour as u16),
        Variant::Enum(number) => format!("Enum {}", number.to_u32()),
        Variant::Vector2(of) => format!("{:?}", flat(of)),
        Variant::Vector3(of) => format!("{:?}", vector(of)),
        Variant::Vector2int16(of) => format!("{:?}", [of.x, of.y]),
        Variant::Vector3int16(of) => format!("{:?}", [of.x, of.y, of.z]),
        Variant::Color3(of) => format!("{:?}", [of.r, of.g, of.b]),
        Variant::Color3uint8(of) => format!("{:?}", [of.r, of.g, of.b]),
        Variant::Rect(of) => format!("{:?}", [flat(&of.min), flat(&of.max)].as_flattened()),
        Variant::NumberRange(of) => format!("{:?}", [of.min, of.max]),
        Variant::NumberSequence(of) => {
            let points = of.keypoints.iter().map(|point| [point.time, point.value, point.envelope]);
            format!("{:?}", points.collect::<Vec<_>>())
        }
        Variant::ColorSequence(of) => {
            let points =
                of.keypoints.iter().map(|point| (point.time, [point.color.r, point.color.g, point.color.b]));
            format!("{:?}", points.collect::<Vec<_>>())
        }
        Variant::PhysicalProperties(PhysicalProperties::Default) => "those of the material".into(),
        Variant::PhysicalProperties(PhysicalProperties::Custom(all)) => {
            let weights = [all.friction_weight(), all.elasticity_weight()];
            let own = [all.density(), all.friction(), all.elasticity()];
            format!("{own:?} {weights:?} {:?}", all.acoustic_absorption())
        }
        Variant::Font(font) => {
            let cached = font.cached_face_id.as_deref().unwrap_or_default();
            let (weight, style) = (font.weight.as_u16(), font.style.as_u8());
            format!("{} {weight} {style} {}", text(&font.family), text(cached))
        }
        Variant::UniqueId(id) => format!("{} {} {}", id.index(), id.time(), id.random()),
        Variant::SecurityCapabilities(of) => format!("capabilities {}", of.bits()),
        Variant::Bool(is) => is.to_string(),
        Variant::Int32(number) => format!("Int32 {number}"),
        Variant::Int64(number) => format!("Int64 {number}"),
        Variant::Float32(number) => format!("Float32 {number:?}"),
        Variant::Float64(number) => format!("Float64 {number:?}"),
        other => format!("{other:?}"),
    }
}
