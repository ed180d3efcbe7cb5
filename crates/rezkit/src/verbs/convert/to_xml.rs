//! Conversion of Roblox models and places from binary to XML.

use super::{ConvertOptions, Converted, Losses, with};
use dom::attributes::{Whole, beside, crossed};
use dom::names::is_service;
use dom::{ATTRIBUTES, Id, Links, Shared, Target};
use files::File;
use files::codec::Codec;
use files::documents::problem;
use files::fault::refused;
use files::outline::n_name_bytes;
use rbxbinary::{Chunk, Holder, Instance, Model, Rotation, Tree, Value, Values};
use rbxxml::{Document, Item, ItemId, Meta, Property, Reference, Text, Value as Xml, WriteOptions};
use scene::allowance::Allowance;
use scene::{Loss, LossCode, LossSeverity, Problem, counted};
use std::collections::HashMap;

/// Converts a file, and hands out the new one in pieces.
pub(super) fn convert(
    file: &File<'_>,
    options: &ConvertOptions,
    give: &mut dyn FnMut(&[u8], &[Loss]),
) -> Result<Converted, Problem> {
    let (model, warnings) = Model::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    let document = document(&model, options, &file.allowance(), &mut losses)?;
    drop(model);
    let give = &mut |piece: &[u8]| give(piece, &losses.0);
    rbxxml::write_in_pieces(&document, &WriteOptions::default(), give).map_err(refused)?;
    Ok(with(losses, Vec::new()))
}

fn document(
    model: &Model,
    options: &ConvertOptions,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<Document, Problem> {
    let mut document = Document::new();
    // A new document starts with the metadata that Studio writes into models.
    document.metas.clear();
    let tree = Tree::new(model);
    left_behind(model, &tree, losses);
    for chunk in &model.chunks {
        if let Chunk::Metadata(metadata) = chunk {
            document.metas.extend(metadata.entries.iter().map(|(name, value)| Meta {
                name: Text::from(&**name),
                value: Text::from(&**value),
                ..Meta::default()
            }));
        }
    }
    // The memory for items and names is charged before the first item is built: in XML, each instance has its own copy
    // of the names.
    let n_bytes = tree.len().saturating_mul(BYTES_OF_ITEM);
    memory.take(n_bytes.saturating_add(n_name_bytes(model)))?;
    let mut items: HashMap<Id, ItemId> = HashMap::new();
    // Parents come first, so each child finds its parent's item.
    for (number, instance) in tree.walk().enumerate() {
        let parent = instance.parent().and_then(|parent| items.get(&parent.referent().into()).copied());
        let mut item = Item::new(instance.class_name());
        // Studio writes random digits; these are reproducible (docs/formats/rbxxml.md, 2.3).
        item.referent = Some(Text::from(&*format!("RBX{number:032X}")));
        let id = document.add(parent, item).map_err(refused)?;
        items.insert(instance.referent().into(), id);
    }
    let mut keys = HashMap::new();
    for instance in tree.walk() {
        let Some(id) = items.get(&instance.referent().into()).copied() else { continue };
        let mut properties: Vec<Property> = Vec::new();
        for (name, value) in instance.properties() {
            memory.take(cost_of_property(&value))?;
            if let Value::SharedString(index) = value
                && !keys.contains_key(&(index.0 as usize))
            {
                let n_bytes = tree.shared_string(index).map_or(0, <[u8]>::len);
                memory.take(n_bytes.saturating_mul(COPIES_OF_STRING))?;
            }
            let mut links =
                Placed { items: &items, keys: &mut keys, document: &mut document, lost: Vec::new() };
            let (string, beside) = match Holder::for_property(instance.class_name(), name) {
                Some(holder) => held(holder, bytes_of(value, &tree), memory, &mut links)?,
                None => Default::default(),
            };
            let value = match string {
                Some(string) => Some(Xml::BinaryString(string.into())),
                None => converted(instance, name, value, &tree, options, &mut links),
            };
            properties.extend(value.map(|value| Property::new(name, value)));
            properties.extend(beside);
            for (severity, what) in links.lost {
                let place = || format!("{}.{}", instance.path(), String::from_utf8_lossy(name));
                losses.report_at(LossCode::Value, severity, what, 1, place);
            }
        }
        document.set_properties(id, properties);
    }
    Ok(document)
}

fn bytes_of<'m>(value: Value<'m>, tree: &'m Tree<'m>) -> &'m [u8] {
    let bytes = match value {
        Value::SharedString(index) => tree.shared_string(index),
        value => value.as_bytes(),
    };
    bytes.unwrap_or_default()
}

/// The XML form of a string that may refer to instances, if it differs, and the properties that XML stores next to it
/// for references in attributes.
fn held(
    holder: Holder,
    string: &[u8],
    memory: &Allowance,
    links: &mut Placed<'_>,
) -> Result<(Option<Vec<u8>>, Vec<Property>), Problem> {
    if holder.property() != ATTRIBUTES {
        let (new, lost) = crossed(holder, string);
        links.lost.extend(lost.words().map(|what| (LossSeverity::Lost, what)));
        return Ok((new, Vec::new()));
    }
    memory.take(string.len())?;
    let mut all = Whole::of_binary(string);
    let lost = all.cross();
    let (new, references) = all.to_xml().map_err(problem)?;
    let mut properties = Vec::with_capacity(references.len());
    for (attribute, target) in references {
        memory.take(cost_of_property(&Value::String(attribute)))?;
        let reference = Xml::Referent(links.reference(target));
        properties.push(Property::new(beside(attribute), reference));
    }
    links.lost.extend(lost.words().map(|what| (LossSeverity::Lost, what)));
    Ok((Some(new).filter(|new| new != string), properties))
}

/// The approximate memory of an item in the document and as text, without names, in bytes.
const BYTES_OF_ITEM: usize = size_of::<Item>() + 200;

/// Upper bound on the copies of a shared string: in both models, in base64, and in the text, which may exist twice
/// while it grows.
const COPIES_OF_STRING: usize = 8;

/// The approximate memory of a property as text, without its name, in bytes.
fn cost_of_property(value: &Value<'_>) -> usize {
    /// The lengths of the two tags, and of a number with its own tags.
    const TAGS: usize = 40;
    const NUMBER: usize = 20;
    let n_bytes = match value {
        Value::CFrame(..) | Value::CFrameQuat(..) | Value::OptionalCFrame(Some(_)) => 12 * NUMBER,
        Value::NumberSequence(points) => points.len().saturating_mul(3 * NUMBER),
        Value::ColorSequence(points) => points.len().saturating_mul(5 * NUMBER),
        Value::Font(font) => font.family.len().saturating_add(font.cached_face.len()).saturating_mul(2),
        value => value.as_bytes().map_or(2 * NUMBER, |bytes| bytes.len().saturating_add(escaped(bytes))),
    };
    [size_of::<Property>(), TAGS, n_bytes].into_iter().fold(0, usize::saturating_add)
}

/// Upper bound on the length of a text with its special characters escaped.
fn escaped(text: &[u8]) -> usize {
    let is_plain = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b' '..=b'~') && !b"<>&\"'".contains(byte);
    let n_plain = text.iter().filter(is_plain).count();
    // No escape is longer than `&quot;`.
    n_plain.saturating_add(text.len().saturating_sub(n_plain).saturating_mul(6))
}

/// Reports features that XML cannot represent.
fn left_behind(model: &Model, tree: &Tree<'_>, losses: &mut Losses) {
    for instance in tree.walk() {
        let is_marked = instance.row().is_some_and(|(class, _)| class.format != 0 && is_service(&class.name));
        if is_marked && instance.is_service() != instance.parent().is_none() {
            let what = "service markers that do not match the position of the instance in the tree";
            losses.note(what, || instance.path());
        }
    }
    if model.header.reserved != [0; 8] {
        losses.add("reserved bytes of the header", || "header".into());
    }
    if !model.trailing.is_empty() {
        losses.add("bytes after the end", || counted(model.trailing.len(), "byte"));
    }
    for (i, chunk) in model.chunks.iter().enumerate() {
        let magic = chunk.name();
        let place = || format!("chunk {i}, {}", String::from_utf8_lossy(&magic).trim_end_matches('\0'));
        match chunk {
            Chunk::Signatures(_) => losses.add("signatures", place),
            Chunk::Unknown(_) | Chunk::Packed(_) => losses.add("unknown chunks", place),
            // XML has no marks of services; the engine knows services by their class.
            Chunk::Class(class) if (class.format != 0) != is_service(&class.name) => {
                losses.note("service markers that do not match the class", place);
            }
            Chunk::SharedStrings(shared) if shared.hashes.iter().any(|hash| *hash != [0; 16]) => {
                losses.note("hashes of shared strings, which no program reads", place);
            }
            Chunk::Column(column) => match &column.values {
                Values::Absent => losses.add("columns without a type", place),
                Values::Raw { type_id, .. } => {
                    losses.add(&format!("values of the unknown type {type_id:#04x}"), place);
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// The counterparts in the document of the instances and shared strings of a binary file, and the losses of
/// the current value.
struct Placed<'d> {
    items: &'d HashMap<Id, ItemId>,
    /// The keys of shared strings used so far, by index.
    keys: &'d mut HashMap<usize, Text>,
    document: &'d mut Document,
    lost: Vec<Lost>,
}

/// A loss of a value: its severity and description.
type Lost = (LossSeverity, &'static str);

impl<'a> Links<'a> for Placed<'_> {
    type Reference = Reference;
    type Shared = Text;

    fn reference(&mut self, target: Target) -> Reference {
        let Some(id) = target.id() else { return Reference::None };
        self.items.get(&id).map_or_else(
            || {
                self.lost.push((LossSeverity::Lost, "references to missing instances"));
                Reference::None
            },
            |item| Reference::Item(*item),
        )
    }

    fn shared(&mut self, string: &Shared<'a>) -> Option<Text> {
        let Some(content) = &string.content else {
            self.lost.push((LossSeverity::Lost, "missing shared strings"));
            return None;
        };
        let Self { keys, document, .. } = self;
        Some(keys.entry(string.number).or_insert_with(|| document.share(content)).clone())
    }
}

/// The value of a property in XML; `None` if XML has no counterpart.
fn converted(
    instance: Instance<'_>,
    name: &[u8],
    value: Value<'_>,
    tree: &Tree<'_>,
    options: &ConvertOptions,
    links: &mut Placed<'_>,
) -> Option<Xml> {
    let n_lost = links.lost.len();
    lost(&value, &mut links.lost);
    let neutral = dom::Value::of_binary(value, |index| tree.shared_string(index));
    let neutral = neutral.map(|value| options.kinds.in_xml(instance.class_name(), name, value));
    let xml = neutral.and_then(|value| value.to_xml(links));
    if xml.is_none() && links.lost.len() == n_lost {
        let what = match value {
            Value::BrickColor(_) => "palette numbers that XML cannot hold",
            _ => "values of a type that XML does not have",
        };
        links.lost.push((LossSeverity::Lost, what));
    }
    xml
}

/// Adds the losses of converting a value to XML.
fn lost(value: &Value<'_>, all: &mut Vec<Lost>) {
    /// No program distinguishes NaNs, so this is only a note.
    const NAN: Lost = (LossSeverity::Note, "NaN bit patterns, of which XML has only one");
    let mut floats = |numbers: &[f32]| {
        if numbers.iter().any(|number| number.is_nan() && number.to_bits() != f32::NAN.to_bits()) {
            all.push(NAN);
        }
    };
    match value {
        Value::Float32(number) | Value::UDim((number, _)) => floats(&[*number]),
        Value::UDim2([(x, _), (y, _)]) => floats(&[*x, *y]),
        Value::Ray(ray) => floats(&[ray.origin.to_array(), ray.direction.to_array()].concat()),
        Value::Color3(color) => floats(color),
        Value::Vector2(vector) => floats(&vector.to_array()),
        Value::Vector3(vector) => floats(&vector.to_array()),
        Value::Rect(corners) => floats(corners),
        Value::NumberRange(range) => floats(&[range.min, range.max]),
        Value::NumberSequence(points) => {
            points.iter().for_each(|point| floats(&[point.time, point.value, point.envelope]));
        }
        Value::ColorSequence(points) => points.iter().for_each(|point| {
            let [r, g, b] = point.color;
            floats(&[point.time, r, g, b, point.envelope]);
        }),
        Value::PhysicalProperties(Ok(own)) => {
            floats(&[own.density, own.friction, own.elasticity, own.friction_weight, own.elasticity_weight])
        }
        Value::CFrame(rotation, position) | Value::OptionalCFrame(Some((rotation, position))) => {
            floats(&position.to_array());
            if let Rotation::Free(matrix) = rotation {
                floats(&matrix.to_rows_array());
                if rbxbinary::RotationId::from_matrix(*matrix).is_some() {
                    // Studio stores such a rotation as an id, and so does the conversion back to binary.
                    all.push((
                        LossSeverity::Note,
                        "rotations stored as matrices although the format has a number for them",
                    ));
                }
            }
        }
        Value::Float64(number) if number.is_nan() && number.to_bits() != f64::NAN.to_bits() => all.push(NAN),
        _ => {
            let what = match value {
                Value::CFrameQuat(..) => "quaternions, which became matrices",
                Value::Bool(2..) => "truth values other than 0 and 1",
                Value::Font(font) if font.style > 1 => "styles of fonts other than normal and italic",
                Value::Bytecode(_) => "compiled code, which became bytes without a type",
                // XML represents the other kinds exactly.
                _ => return,
            };
            all.push((LossSeverity::Lost, what));
        }
    }
}
