//! Conversion of Roblox models and places from binary to XML.

use super::names::is_service;
use super::{ConvertOptions, Converted, Losses, StringKind, refused};
use crate::allowance::Allowance;
use crate::codec::Codec;
use crate::counted::counted;
use crate::outline::n_name_bytes;
use crate::{File, Problem};
use rbxbinary::{Chunk, Instance, Model, Referent, Rotation, SharedIndex, Tree, Value, Values};
use rbxxml::{ContentId, Document, Item, ItemId, Meta, Property, Reference, Text, Value as Xml};
use std::collections::HashMap;

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let (model, warnings) = Model::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    let document = document(&model, options, &file.allowance(), &mut losses)?;
    let bytes = rbxxml::write(&document).map_err(refused)?;
    Ok(losses.with(bytes))
}

fn document(
    model: &Model,
    options: &ConvertOptions,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<Document, Problem> {
    let mut document = Document::new();
    // A new document has the metadata that Studio writes into models.
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
    // What items and names take is counted before the first is made: names are written out for each instance.
    let n_bytes = tree.len().saturating_mul(BYTES_OF_ITEM);
    memory.take(n_bytes.saturating_add(n_name_bytes(model)))?;
    let mut items: HashMap<Referent, ItemId> = HashMap::new();
    // Parents come first, so each child finds its own.
    for (number, instance) in tree.walk().enumerate() {
        let parent = instance.parent().and_then(|parent| items.get(&parent.referent()).copied());
        let mut item = Item::new(instance.class_name());
        item.referent = Some(Text::from(&*format!("RBX{number:032X}")));
        let id = document.add(parent, item).map_err(refused)?;
        items.insert(instance.referent(), id);
    }
    let mut keys = HashMap::new();
    for instance in tree.walk() {
        let Some(id) = items.get(&instance.referent()).copied() else { continue };
        let mut properties: Vec<Property> = Vec::new();
        for (name, value) in instance.properties() {
            memory.take(cost_of_property(&value))?;
            if let Value::SharedString(index) = value
                && !keys.contains_key(&index)
            {
                let n_bytes = tree.shared_string(index).map_or(0, <[u8]>::len);
                memory.take(n_bytes.saturating_mul(COPIES_OF_STRING))?;
            }
            let mut writer =
                One { instance, name, options, items: &items, keys: &mut keys, tree: &tree, losses };
            if let Some(value) = writer.value(value, &mut document) {
                properties.push(Property::new(name, value));
            }
        }
        if let Some(item) = document.item_mut(id) {
            item.properties = properties.into();
        }
    }
    Ok(document)
}

/// What an item takes in the document and in the text, beside names.
const BYTES_OF_ITEM: usize = size_of::<Item>() + 200;

/// How often a shared string is there: in both models, in base64, and in a text that is there twice while it grows.
const COPIES_OF_STRING: usize = 8;

/// What a property takes beside its name.
fn cost_of_property(value: &Value<'_>) -> usize {
    /// Both tags, and a number with tags of its own.
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

/// How long a text is at most, written with references.
fn escaped(text: &[u8]) -> usize {
    let is_plain = |byte: &&u8| matches!(byte, b'\t' | b'\n' | b' '..=b'~') && !b"<>&\"'".contains(byte);
    let n_plain = text.iter().filter(is_plain).count();
    n_plain.saturating_add(text.len().saturating_sub(n_plain).saturating_mul(6))
}

/// What XML cannot express.
fn left_behind(model: &Model, tree: &Tree<'_>, losses: &mut Losses) {
    for instance in tree.walk() {
        let is_marked = instance.row().is_some_and(|(class, _)| class.format != 0 && is_service(&class.name));
        if is_marked && instance.is_service() != instance.parent().is_none() {
            losses
                .add("marks of services that are not at the top, or the other way round", || instance.path());
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
            Chunk::Class(class) if (class.format != 0) != is_service(&class.name) => {
                losses
                    .add("marks of services at classes that usually are none, or the other way round", place);
            }
            Chunk::SharedStrings(shared) if shared.hashes.iter().any(|hash| *hash != [0; 16]) => {
                losses.add("hashes of shared strings, which no program reads", place);
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

/// A value that is being converted.
struct One<'o, 't> {
    instance: Instance<'t>,
    name: &'t [u8],
    options: &'o ConvertOptions,
    items: &'o HashMap<Referent, ItemId>,
    /// Of the shared strings that were met.
    keys: &'o mut HashMap<SharedIndex, Text>,
    tree: &'o Tree<'t>,
    losses: &'o mut Losses,
}

impl One<'_, '_> {
    fn lose(&mut self, what: &str) {
        let (instance, name) = (self.instance, self.name);
        self.losses.add(what, || format!("{}.{}", instance.path(), String::from_utf8_lossy(name)));
    }

    fn value(&mut self, value: Value<'_>, document: &mut Document) -> Option<Xml> {
        Some(match value {
            Value::String(bytes) => self.string(bytes),
            Value::Bool(byte) => {
                if byte > 1 {
                    self.lose("truth values other than 0 and 1");
                }
                Xml::Bool(byte != 0)
            }
            Value::Int32(number) => Xml::Int32(number),
            Value::Int64(number) => Xml::Int64(number),
            Value::Float32(number) => Xml::Float32(self.float(number)),
            Value::Float64(number) => {
                if number.is_nan() && number.to_bits() != f64::NAN.to_bits() {
                    self.lose("kinds of NaN, of which XML has one");
                }
                Xml::Float64(number)
            }
            Value::BrickColor(number) => match i32::try_from(number) {
                Ok(number) => Xml::Int32(number),
                Err(_) => return self.gone("palette numbers that XML cannot hold"),
            },
            Value::Enum(number) => Xml::Enum(number),
            Value::SecurityCapabilities(bits) => Xml::SecurityCapabilities(bits),
            Value::UDim(scale, offset) => Xml::UDim(rbxxml::UDim { scale: self.float(scale), offset }),
            Value::UDim2([x, y], [u, v]) => Xml::UDim2(rbxxml::UDim2 {
                x: rbxxml::UDim { scale: self.float(x), offset: u },
                y: rbxxml::UDim { scale: self.float(y), offset: v },
            }),
            Value::Ray(ray) => {
                self.floats(&ray.origin.to_array());
                self.floats(&ray.direction.to_array());
                Xml::Ray(Box::new(rbxxml::Ray { origin: ray.origin, direction: ray.direction }))
            }
            Value::Faces(bits) => Xml::Faces(rbxxml::Faces { bits: bits.into() }),
            Value::Axes(bits) => Xml::Axes(rbxxml::Axes { bits: bits.into() }),
            Value::Color3(color) => {
                self.floats(&color);
                let [r, g, b] = color;
                Xml::Color3(rbxxml::Color3 { r, g, b })
            }
            Value::Color3uint8([r, g, b]) => Xml::Color3uint8(rbxxml::Color3uint8 { r, g, b }),
            Value::Vector2(vector) => {
                self.floats(&vector.to_array());
                Xml::Vector2(vector)
            }
            Value::Vector3(vector) => {
                self.floats(&vector.to_array());
                Xml::Vector3(vector)
            }
            Value::Vector2int16([x, y]) => Xml::Vector2int16(rbxxml::Vector2int16 { x, y }),
            Value::Vector3int16([x, y, z]) => Xml::Vector3int16(rbxxml::Vector3int16 { x, y, z }),
            Value::Rect([a, b, c, d]) => {
                self.floats(&[a, b, c, d]);
                Xml::Rect(rbxxml::Rect { min: geom::Vec2::new(a, b), max: geom::Vec2::new(c, d) })
            }
            Value::CFrame(rotation, position) => self.pose(rotation, position),
            Value::CFrameQuat(rotation, position) => {
                self.lose("quaternions, which become matrices");
                let pose = geom::Pose { rotation: rotation.matrix(), position };
                Xml::CFrame(Box::new(pose))
            }
            Value::OptionalCFrame(frame) => {
                Xml::Optional(frame.map(|(rotation, position)| Box::new(self.pose(rotation, position))))
            }
            Value::NumberRange(range) => {
                self.floats(&[range.min, range.max]);
                Xml::NumberRange(rbxxml::NumberRange { min: range.min, max: range.max })
            }
            Value::NumberSequence(points) => Xml::NumberSequence(
                points
                    .iter()
                    .map(|point| {
                        self.floats(&[point.time, point.value, point.envelope]);
                        let rbxbinary::NumberKeypoint { time, value, envelope } = *point;
                        rbxxml::NumberKeypoint { time, value, envelope }
                    })
                    .collect(),
            ),
            Value::ColorSequence(points) => Xml::ColorSequence(
                points
                    .iter()
                    .map(|point| {
                        let [r, g, b] = point.color.to_array();
                        self.floats(&[point.time, r, g, b, point.envelope]);
                        let color = rbxxml::Color3 { r, g, b };
                        rbxxml::ColorKeypoint { time: point.time, color, envelope: point.envelope }
                    })
                    .collect(),
            ),
            Value::PhysicalProperties(Ok(own)) => {
                let rbxbinary::PhysicalProperties {
                    density,
                    friction,
                    elasticity,
                    friction_weight,
                    elasticity_weight,
                    acoustic_absorption,
                    ..
                } = own;
                self.floats(&[density, friction, elasticity, friction_weight, elasticity_weight]);
                Xml::PhysicalProperties(Some(Box::new(rbxxml::PhysicalProperties {
                    density,
                    friction,
                    elasticity,
                    friction_weight,
                    elasticity_weight,
                    acoustic_absorption,
                })))
            }
            Value::PhysicalProperties(Err(_)) => Xml::PhysicalProperties(None),
            Value::Font(font) => {
                let style = match font.style {
                    0 => rbxxml::FontStyle::Normal,
                    1 => rbxxml::FontStyle::Italic,
                    _ => {
                        self.lose("styles of fonts other than normal and italic");
                        rbxxml::FontStyle::Normal
                    }
                };
                let cached =
                    (!font.cached_face.is_empty()).then(|| ContentId::Url(Text::from(font.cached_face)));
                Xml::Font(Box::new(rbxxml::Font {
                    family: content(font.family),
                    weight: font.weight.into(),
                    style,
                    cached_face_id: cached,
                }))
            }
            Value::Referent(referent) => Xml::Referent(self.reference(referent)),
            Value::Content(rbxbinary::Content::None) => Xml::Content(rbxxml::Content::None),
            Value::Content(rbxbinary::Content::Uri(uri)) => Xml::Content(rbxxml::Content::Uri(uri.into())),
            Value::Content(rbxbinary::Content::Object(referent)) => {
                Xml::Content(rbxxml::Content::Object(self.reference(referent)))
            }
            Value::SharedString(index) => {
                let Some(data) = self.tree.shared_string(index) else {
                    return self.gone("shared strings that are not there");
                };
                let kind = self.options.kinds.of(self.instance.class_name(), self.name, b"");
                let insert = || document.share(data);
                let key = self.keys.entry(index).or_insert_with(insert).clone();
                if kind == StringKind::NetAssetRef { Xml::NetAssetRef(key) } else { Xml::SharedString(key) }
            }
            Value::UniqueId(id) => {
                Xml::UniqueId(rbxxml::UniqueId { random: id.random, time: id.time, index: id.index })
            }
            Value::Bytecode(bytes) => {
                self.lose("compiled code, which becomes bytes without a type");
                Xml::BinaryString(bytes.into())
            }
            _ => return self.gone("values of a type that XML does not have"),
        })
    }

    #[cold]
    fn gone(&mut self, what: &str) -> Option<Xml> {
        self.lose(what);
        None
    }

    fn string(&mut self, bytes: &[u8]) -> Xml {
        let kind = self.options.kinds.of(self.instance.class_name(), self.name, bytes);
        match kind {
            StringKind::ProtectedString => Xml::ProtectedString(bytes.into()),
            StringKind::BinaryString => Xml::BinaryString(bytes.into()),
            StringKind::Content => Xml::ContentId(content(bytes)),
            StringKind::String | StringKind::NetAssetRef => Xml::String(bytes.into()),
        }
    }

    fn reference(&mut self, referent: Referent) -> Reference {
        match self.items.get(&referent) {
            _ if referent.is_none() => Reference::None,
            Some(id) => Reference::Item(*id),
            None => {
                self.lose("references to instances that are not there");
                Reference::None
            }
        }
    }

    fn pose(&mut self, rotation: Rotation, position: geom::Vec3) -> Xml {
        self.floats(&position.to_array());
        let matrix = rotation.matrix();
        if let Rotation::Free(matrix) = rotation {
            self.floats(&matrix.to_rows_array());
            if rbxbinary::RotationId::of(matrix).is_some() {
                // Studio writes such a rotation as an id, and so does the conversion back.
                self.lose("rotations spelled as matrices that have a number");
            }
        }
        Xml::CFrame(Box::new(geom::Pose { rotation: matrix, position }))
    }

    fn float(&mut self, number: f32) -> f32 {
        self.floats(&[number]);
        number
    }

    fn floats(&mut self, numbers: &[f32]) {
        if numbers.iter().any(|number| number.is_nan() && number.to_bits() != f32::NAN.to_bits()) {
            self.lose("kinds of NaN, of which XML has one");
        }
    }
}

fn content(bytes: &[u8]) -> ContentId {
    if bytes.is_empty() { ContentId::None } else { ContentId::Url(Text::from(bytes)) }
}
