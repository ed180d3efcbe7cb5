//! Conversion of Roblox models and places from XML to binary.

use super::names::{is_brick_color, is_service};
use super::{ConvertOptions, Converted, Losses, refused};
use crate::codec::Codec;
use crate::{File, Problem};
use rbxbinary::{
    Chunk, Class, ClassId, Column, Contents, Font, Fonts, Hierarchy, Metadata, Model, Name, Referent,
    Rotation, RotationId, SharedIndex, SharedStrings, Strings, Values, WriteOptions,
};
use rbxxml::{Content, ContentId, Document, Item, ItemId, Reference, Value as Xml};
use std::collections::{BTreeMap, HashMap};

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let (document, warnings) = Document::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    let model = Build::new(&document, &mut losses).model().map_err(refused)?;
    let options = WriteOptions::default().compression(options.packing.into());
    let bytes = rbxbinary::write_with(&model, &options).map_err(refused)?;
    Ok(losses.with(bytes))
}

/// A type of the binary format for which XML has values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    String,
    Bool,
    Int32,
    Float32,
    Float64,
    UDim,
    UDim2,
    Ray,
    Faces,
    Axes,
    BrickColor,
    Color3,
    Vector2,
    Vector3,
    Vector2int16,
    CFrame,
    Enum,
    Referent,
    Vector3int16,
    NumberSequence,
    ColorSequence,
    NumberRange,
    Rect,
    PhysicalProperties,
    Color3uint8,
    Int64,
    SharedString,
    OptionalCFrame,
    UniqueId,
    Font,
    SecurityCapabilities,
    Content,
}

fn kind(class: &[u8], property: &[u8], value: &Xml) -> Option<Kind> {
    Some(match value {
        Xml::String(_)
        | Xml::ProtectedString(_)
        | Xml::BinaryString(_)
        | Xml::ContentId(_)
        | Xml::QDir(_)
        | Xml::QFont(_) => Kind::String,
        Xml::Bool(_) => Kind::Bool,
        Xml::Int(_) if is_brick_color(class, property) => Kind::BrickColor,
        Xml::Int(_) => Kind::Int32,
        Xml::BrickColor(_) => Kind::BrickColor,
        Xml::Int64(_) => Kind::Int64,
        Xml::Float(_) => Kind::Float32,
        Xml::Double(_) => Kind::Float64,
        Xml::Token(_) => Kind::Enum,
        Xml::SecurityCapabilities(_) => Kind::SecurityCapabilities,
        Xml::Vector2(_) => Kind::Vector2,
        Xml::Vector3(_) => Kind::Vector3,
        Xml::Vector2int16(_) => Kind::Vector2int16,
        Xml::Vector3int16(_) => Kind::Vector3int16,
        Xml::UDim(_) => Kind::UDim,
        Xml::UDim2(_) => Kind::UDim2,
        Xml::Rect(_) => Kind::Rect,
        Xml::Ray(_) => Kind::Ray,
        Xml::CFrame(_) => Kind::CFrame,
        Xml::Optional(None) => Kind::OptionalCFrame,
        Xml::Optional(Some(value)) if matches!(**value, Xml::CFrame(_)) => Kind::OptionalCFrame,
        Xml::Color3(_) => Kind::Color3,
        Xml::Color3uint8(_) => Kind::Color3uint8,
        Xml::Axes(_) => Kind::Axes,
        Xml::Faces(_) => Kind::Faces,
        Xml::NumberRange(_) => Kind::NumberRange,
        Xml::NumberSequence(_) => Kind::NumberSequence,
        Xml::ColorSequence(_) => Kind::ColorSequence,
        Xml::PhysicalProperties(_) => Kind::PhysicalProperties,
        Xml::Content(_) => Kind::Content,
        Xml::Font(_) => Kind::Font,
        Xml::Ref(_) => Kind::Referent,
        Xml::SharedString(_) | Xml::NetAssetRef(_) => Kind::SharedString,
        Xml::UniqueId(_) => Kind::UniqueId,
        _ => return None,
    })
}

/// The instances of a class, in the order of their numbers.
type Instances<'d> = Vec<(Referent, ItemId, &'d Item)>;

struct Build<'d, 'l> {
    document: &'d Document,
    losses: &'l mut Losses,
    numbers: HashMap<ItemId, Referent>,
    shared: HashMap<&'d [u8], SharedIndex>,
    strings: Vec<&'d [u8]>,
}

impl<'d, 'l> Build<'d, 'l> {
    fn new(document: &'d Document, losses: &'l mut Losses) -> Self {
        Self { document, losses, numbers: HashMap::new(), shared: HashMap::new(), strings: Vec::new() }
    }

    fn model(mut self) -> Result<Model, rbxbinary::Error> {
        let document = self.document;
        self.left_behind();
        let mut classes: BTreeMap<&[u8], Instances<'d>> = BTreeMap::new();
        // Each item before its descendants, as Studio numbers them.
        for (number, visit) in document.walk().enumerate() {
            let referent = Referent(i32::try_from(number).unwrap_or(i32::MAX));
            self.numbers.insert(visit.id, referent);
            classes.entry(visit.item.class.as_bytes()).or_default().push((referent, visit.id, visit.item));
        }
        let mut columns = Vec::new();
        let mut chunks = Vec::new();
        for (number, (name, instances)) in classes.iter().enumerate() {
            let id = ClassId(u32::try_from(number).unwrap_or(u32::MAX));
            self.columns(id, name, instances, &mut columns)?;
            let is_service = is_service(name);
            let marker = |id: ItemId| u8::from(document.parent(id).is_none());
            chunks.push(Chunk::Class(Class {
                id,
                name: Name::from(*name),
                format: u8::from(is_service),
                referents: instances.iter().map(|(referent, ..)| *referent).collect(),
                markers: if is_service {
                    instances.iter().map(|(_, id, _)| marker(*id)).collect()
                } else {
                    Vec::new()
                },
                ..Class::default()
            }));
        }
        chunks.extend(columns.into_iter().map(Chunk::Column));
        let mut before = Vec::new();
        if !document.metas.is_empty() {
            let entries =
                document.metas.iter().map(|meta| (Name::from(meta.name.as_bytes()), meta.value.to_vec()));
            before.push(Chunk::Metadata(Metadata { entries: entries.collect(), ..Metadata::default() }));
        }
        if !self.strings.is_empty() {
            before.push(Chunk::SharedStrings(SharedStrings::from(Strings::new(&self.strings)?)));
        }
        before.append(&mut chunks);
        before.push(Chunk::Hierarchy(self.hierarchy()));
        before.push(Chunk::End(b"</roblox>".to_vec()));
        Ok(Model { chunks: before, ..Model::default() })
    }

    /// What the binary format cannot express.
    fn left_behind(&mut self) {
        let document = self.document;
        for element in &document.elements {
            self.losses.add("unknown elements", || String::from_utf8_lossy(element.name()).into_owned());
        }
        for visit in document.walk() {
            if let Some(extras) = &visit.item.extras {
                for element in &extras.elements {
                    let name = String::from_utf8_lossy(element.name()).into_owned();
                    self.losses.add("unknown elements", || format!("{}, {name}", document.path(visit.id)));
                }
                for attribute in &extras.attributes {
                    let name = attribute.name.to_string_lossy().into_owned();
                    self.losses.add("attributes of items", || format!("{}, {name}", document.path(visit.id)));
                }
            }
        }
    }

    /// Children before their parents, as Studio writes them; siblings in order.
    fn hierarchy(&self) -> Hierarchy {
        let document = self.document;
        let mut hierarchy = Hierarchy::default();
        // Each parent is visited twice: before its children and after them.
        let mut pending: Vec<(ItemId, bool)> = document.roots().rev().map(|id| (id, false)).collect();
        while let Some((id, is_open)) = pending.pop() {
            if !is_open {
                pending.push((id, true));
                pending.extend(document.children(id).rev().map(|id| (id, false)));
                continue;
            }
            let number = |id: ItemId| self.numbers.get(&id).copied().unwrap_or(Referent::NONE);
            hierarchy.children.push(number(id));
            hierarchy.parents.push(document.parent(id).map_or(Referent::NONE, number));
        }
        hierarchy
    }

    fn columns(
        &mut self,
        class: ClassId,
        class_name: &[u8],
        instances: &Instances<'d>,
        columns: &mut Vec<Column>,
    ) -> Result<(), rbxbinary::Error> {
        // By name, the values by instance; if two properties have one name, the last one.
        let mut by_name: BTreeMap<&[u8], Vec<Option<&'d Xml>>> = BTreeMap::new();
        for (row, (_, id, item)) in instances.iter().enumerate() {
            for property in &item.properties {
                let name: &'d [u8] = property.name().as_bytes();
                let cells = by_name.entry(name).or_insert_with(|| vec![None; instances.len()]);
                let Some(cell) = cells.get_mut(row) else { continue };
                if cell.replace(property.value).is_some() {
                    self.lose("properties of the same name", *id, name);
                }
            }
        }
        for (name, mut cells) in by_name {
            let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
            for kind in cells.iter().flatten().filter_map(|value| kind(class_name, name, value)) {
                let count = counts.entry(kind).or_default();
                *count = count.saturating_add(1);
            }
            let most = counts.iter().max_by_key(|(_, count)| **count).map(|(kind, _)| *kind);
            for (cell, (_, id, _)) in cells.iter_mut().zip(instances) {
                match cell {
                    None => self.lose(
                        "holes: an instance lacks a property that others of its class have",
                        *id,
                        name,
                    ),
                    Some(value) => {
                        let own = kind(class_name, name, value);
                        if own.is_none() {
                            self.lose("values of a type that the binary format does not have", *id, name);
                            *cell = None;
                        } else if own != most {
                            self.lose("values of another type than those of the same property", *id, name);
                            *cell = None;
                        }
                    }
                }
            }
            let Some(most) = most else { continue };
            let values = self.values(most, &cells, instances, name)?;
            columns.push(Column { class, name: Name::from(name), values, ..Column::default() });
        }
        Ok(())
    }

    fn lose(&mut self, what: &str, id: ItemId, name: &[u8]) {
        let document = self.document;
        self.losses.add(what, || format!("{}.{}", document.path(id), String::from_utf8_lossy(name)));
    }

    /// Values of one type; a missing value becomes the neutral one.
    fn values(
        &mut self,
        kind: Kind,
        cells: &[Option<&'d Xml>],
        instances: &Instances<'d>,
        name: &[u8],
    ) -> Result<Values, rbxbinary::Error> {
        /// Matches each value with a pattern, or uses the neutral value.
        macro_rules! each {
            ($pattern:pat => $value:expr, $neutral:expr) => {
                cells
                    .iter()
                    .map(|cell| match cell {
                        Some($pattern) => $value,
                        _ => $neutral,
                    })
                    .collect()
            };
        }
        Ok(match kind {
            Kind::String => {
                let mut strings = Strings::default();
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    let bytes: &[u8] = match cell {
                        Some(Xml::String(text) | Xml::ProtectedString(text)) => text.as_bytes(),
                        Some(Xml::QDir(text) | Xml::QFont(text)) => {
                            self.lose("elements of settings files, which become strings", *id, name);
                            text.as_bytes()
                        }
                        Some(Xml::BinaryString(bytes)) => bytes,
                        Some(Xml::ContentId(content)) => {
                            if matches!(content, ContentId::Binary(_) | ContentId::Hash(_)) {
                                self.lose("contents of old files, which mean none today", *id, name);
                            }
                            url(content)
                        }
                        _ => b"",
                    };
                    strings.push(bytes)?;
                }
                Values::String(strings)
            }
            Kind::Bool => Values::Bool(each!(Xml::Bool(value) => u8::from(*value), 0)),
            Kind::Int32 => Values::Int32(each!(Xml::Int(value) => *value, 0)),
            Kind::Int64 => Values::Int64(each!(Xml::Int64(value) => *value, 0)),
            Kind::Float32 => Values::Float32(each!(Xml::Float(value) => *value, 0.0)),
            Kind::Float64 => Values::Float64(each!(Xml::Double(value) => *value, 0.0)),
            Kind::Enum => Values::Enum(each!(Xml::Token(value) => *value, 0)),
            Kind::SecurityCapabilities => {
                Values::SecurityCapabilities(each!(Xml::SecurityCapabilities(bits) => *bits, 0))
            }
            Kind::BrickColor => Values::BrickColor(
                cells
                    .iter()
                    .map(|cell| match cell {
                        Some(Xml::Int(value)) => value.cast_unsigned(),
                        Some(Xml::BrickColor(value)) => *value,
                        _ => 0,
                    })
                    .collect(),
            ),
            Kind::UDim => Values::UDim {
                scale: each!(Xml::UDim(value) => value.scale, 0.0),
                offset: each!(Xml::UDim(value) => value.offset, 0),
            },
            Kind::UDim2 => Values::UDim2 {
                scale: each!(Xml::UDim2(value) => [value.x.scale, value.y.scale], [0.0; 2]),
                offset: each!(Xml::UDim2(value) => [value.x.offset, value.y.offset], [0; 2]),
            },
            Kind::Ray => Values::Ray(each!(
                Xml::Ray(ray) => rbxbinary::Ray { origin: ray.origin, direction: ray.direction },
                rbxbinary::Ray::default()
            )),
            Kind::Faces => Values::Faces(self.bits(cells, instances, name)),
            Kind::Axes => Values::Axes(self.bits(cells, instances, name)),
            Kind::Color3 => {
                Values::Color3(each!(Xml::Color3(color) => [color.r, color.g, color.b], [0.0; 3]))
            }
            Kind::Color3uint8 => {
                Values::Color3uint8(each!(Xml::Color3uint8(color) => [color.r, color.g, color.b], [0; 3]))
            }
            Kind::Vector2 => Values::Vector2(each!(Xml::Vector2(value) => value.to_array(), [0.0; 2])),
            Kind::Vector3 => Values::Vector3(each!(Xml::Vector3(value) => value.to_array(), [0.0; 3])),
            Kind::Vector2int16 => {
                Values::Vector2int16(each!(Xml::Vector2int16(value) => [value.x, value.y], [0; 2]))
            }
            Kind::Vector3int16 => {
                Values::Vector3int16(each!(Xml::Vector3int16(value) => [value.x, value.y, value.z], [0; 3]))
            }
            Kind::Rect => Values::Rect(each!(
                Xml::Rect(rect) => [rect.min.x, rect.min.y, rect.max.x, rect.max.y],
                [0.0; 4]
            )),
            Kind::CFrame => Values::CFrame(each!(Xml::CFrame(pose) => frame(pose), nowhere())),
            Kind::OptionalCFrame => Values::OptionalCFrame {
                frames: cells.iter().map(|cell| optional(*cell).unwrap_or_else(nowhere)).collect(),
                present: cells.iter().map(|cell| u8::from(optional(*cell).is_some())).collect(),
            },
            Kind::NumberRange => Values::NumberRange(each!(
                Xml::NumberRange(range) => rbxbinary::NumberRange { min: range.min, max: range.max },
                rbxbinary::NumberRange::default()
            )),
            Kind::NumberSequence => Values::NumberSequence(
                cells
                    .iter()
                    .map(|cell| match cell {
                        Some(Xml::NumberSequence(points)) => points.iter().map(number_point).collect(),
                        _ => Vec::new(),
                    })
                    .collect(),
            ),
            Kind::ColorSequence => Values::ColorSequence(
                cells
                    .iter()
                    .map(|cell| match cell {
                        Some(Xml::ColorSequence(points)) => points.iter().map(color_point).collect(),
                        _ => Vec::new(),
                    })
                    .collect(),
            ),
            Kind::PhysicalProperties => {
                // Files of programs that support acoustics mark each value, even if the material determines the
                // properties.
                let has_acoustics = cells.iter().any(|cell| {
                    matches!(cell, Some(Xml::PhysicalProperties(Some(own))) if own.acoustic_absorption.is_some())
                });
                let none = if has_acoustics { 2 } else { 0 };
                Values::PhysicalProperties(
                    cells
                        .iter()
                        .map(|cell| match cell {
                            Some(Xml::PhysicalProperties(Some(own))) => Ok(physical(own)),
                            _ => Err(none),
                        })
                        .collect(),
                )
            }
            Kind::Font => {
                let mut fonts = Fonts::default();
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    let Some(Xml::Font(font)) = cell else {
                        fonts.push(Font { family: b"", weight: 400, style: 0, cached_face: b"" })?;
                        continue;
                    };
                    if matches!(font.style, rbxxml::FontStyle::Other(_))
                        || u16::try_from(font.weight).is_err()
                    {
                        self.lose(
                            "styles and weights of fonts that the binary format does not have",
                            *id,
                            name,
                        );
                    }
                    fonts.push(Font {
                        family: url(&font.family),
                        weight: u16::try_from(font.weight).unwrap_or(400),
                        style: u8::from(font.style == rbxxml::FontStyle::Italic),
                        cached_face: font.cached_face_id.as_ref().map(url).unwrap_or_default(),
                    })?;
                }
                Values::Font(fonts)
            }
            Kind::Referent => {
                let mut referents = Vec::with_capacity(cells.len());
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    referents.push(match cell {
                        Some(Xml::Ref(reference)) => self.referent(reference, *id, name),
                        _ => Referent::NONE,
                    });
                }
                Values::Referent(referents)
            }
            Kind::Content => {
                let mut contents = Contents::default();
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    contents.push(match cell {
                        Some(Xml::Content(Content::Uri(uri))) => rbxbinary::Content::Uri(uri.as_bytes()),
                        Some(Xml::Content(Content::Object(reference))) => {
                            rbxbinary::Content::Object(self.referent(reference, *id, name))
                        }
                        _ => rbxbinary::Content::None,
                    })?;
                }
                Values::Content(Box::new(contents))
            }
            Kind::SharedString => {
                let mut indices = Vec::with_capacity(cells.len());
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    let data: &'d [u8] = match cell {
                        Some(Xml::SharedString(key) | Xml::NetAssetRef(key)) => {
                            match self.document.shared_strings.get(key) {
                                Some(string) => &string.data,
                                None => {
                                    self.lose("shared strings that are not there", *id, name);
                                    b""
                                }
                            }
                        }
                        _ => b"",
                    };
                    let next = SharedIndex(u32::try_from(self.strings.len()).unwrap_or(u32::MAX));
                    let index = *self.shared.entry(data).or_insert(next);
                    if index == next {
                        self.strings.push(data);
                    }
                    indices.push(index);
                }
                Values::SharedString(indices)
            }
            Kind::UniqueId => Values::UniqueId(each!(
                Xml::UniqueId(id) => rbxbinary::UniqueId { random: id.random, time: id.time, index: id.index },
                rbxbinary::UniqueId { random: 0, time: 0, index: 0 }
            )),
        })
    }

    fn bits(&mut self, cells: &[Option<&Xml>], instances: &Instances<'d>, name: &[u8]) -> Vec<u8> {
        let bits = cells.iter().zip(instances).map(|(cell, (_, id, _))| {
            let bits = match cell {
                Some(Xml::Faces(faces)) => faces.bits,
                Some(Xml::Axes(axes)) => axes.bits,
                _ => 0,
            };
            u8::try_from(bits).unwrap_or_else(|_| {
                self.lose("faces and axes above 255", *id, name);
                0
            })
        });
        bits.collect()
    }

    fn referent(&mut self, reference: &Reference, id: ItemId, name: &[u8]) -> Referent {
        match reference {
            Reference::Item(item) => self.numbers.get(item).copied().unwrap_or(Referent::NONE),
            Reference::Null => Referent::NONE,
            Reference::Unresolved(_) => {
                self.lose("references to items that are not there", id, name);
                Referent::NONE
            }
        }
    }
}

fn url(content: &ContentId) -> &[u8] {
    content.url().map(|url| url.as_bytes()).unwrap_or_default()
}

fn frame(pose: &geom::Pose) -> (Rotation, geom::Vec3) {
    // If a rotation has a number, Studio writes the number.
    let rotation = RotationId::of(pose.rotation).map_or(Rotation::Free(pose.rotation), Rotation::Id);
    (rotation, pose.position)
}

fn nowhere() -> (Rotation, geom::Vec3) {
    (Rotation::Id(RotationId::IDENTITY), geom::Vec3::default())
}

fn optional(cell: Option<&Xml>) -> Option<(Rotation, geom::Vec3)> {
    match cell {
        Some(Xml::Optional(Some(value))) => match &**value {
            Xml::CFrame(pose) => Some(frame(pose)),
            _ => None,
        },
        _ => None,
    }
}

fn number_point(point: &rbxxml::NumberKeypoint) -> rbxbinary::NumberKeypoint {
    rbxbinary::NumberKeypoint { time: point.time, value: point.value, envelope: point.envelope }
}

fn color_point(point: &rbxxml::ColorKeypoint) -> rbxbinary::ColorKeypoint {
    let color = geom::Vec3::new(point.color.r, point.color.g, point.color.b);
    rbxbinary::ColorKeypoint { time: point.time, color, envelope: point.envelope }
}

fn physical(own: &rbxxml::PhysicalProperties) -> rbxbinary::PhysicalProperties {
    rbxbinary::PhysicalProperties {
        density: own.density,
        friction: own.friction,
        elasticity: own.elasticity,
        friction_weight: own.friction_weight,
        elasticity_weight: own.elasticity_weight,
        acoustic_absorption: own.acoustic_absorption,
    }
}
