//! Conversion of Roblox models and places from XML to binary.

use super::names::{is_brick_color, is_service, is_string};
use super::{ConvertOptions, Converted, Losses, refused};
use crate::allowance::Allowance;
use crate::codec::Codec;
use crate::counted::counted;
use crate::{File, Problem};
use rbxbinary::{
    Chunk, Class, ClassId, Column, Contents, Font, Fonts, Hierarchy, Metadata, Model, Name, Referent,
    Rotation, RotationId, SharedIndex, SharedStrings, Strings, Values, WriteOptions,
};
use rbxxml::{Content, ContentId, Document, Item, ItemId, Reference, Value as Xml};
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let (document, warnings) = Document::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    let mut notes = Vec::new();
    let model = Build::new(&document, file.allowance(), &mut losses, &mut notes).model()?;
    let options = WriteOptions::default().compression(options.packing.into());
    let bytes = rbxbinary::write_with(&model, &options).map_err(refused)?;
    Ok(Converted { notes, ..losses.with(bytes) })
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

/// The type of a value; `None` if the binary format has none for it.
fn kind(class: &[u8], property: &[u8], value: &Xml) -> Option<Kind> {
    Some(match value {
        // The layout tells null values of the two types apart, and only Studio has that layout.
        Xml::ContentId(ContentId::None) if is_string(property) == Some(false) => Kind::Content,
        Xml::Content(Content::None) if is_string(property) == Some(true) => Kind::String,
        Xml::String(_)
        | Xml::ProtectedString(_)
        | Xml::BinaryString(_)
        | Xml::ContentId(_)
        | Xml::QDir(_)
        | Xml::QFont(_) => Kind::String,
        Xml::Bool(_) => Kind::Bool,
        Xml::Int32(_) if is_brick_color(class, property) => Kind::BrickColor,
        Xml::Int32(_) => Kind::Int32,
        Xml::BrickColor(_) => Kind::BrickColor,
        Xml::Int64(_) => Kind::Int64,
        Xml::Float32(_) => Kind::Float32,
        Xml::Float64(_) => Kind::Float64,
        Xml::Enum(_) => Kind::Enum,
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
        Xml::Referent(_) => Kind::Referent,
        Xml::SharedString(_) | Xml::NetAssetRef(_) => Kind::SharedString,
        Xml::UniqueId(_) => Kind::UniqueId,
        _ => return None,
    })
}

/// Whether a value says as little in one type as in another.
fn is_null(value: &Xml) -> bool {
    matches!(value, Xml::ContentId(ContentId::None) | Xml::Content(Content::None))
}

/// The same as a value of another type, if nothing is lost by it. A value that may be of either type stays as it is.
fn cast(value: &Xml, to: Kind) -> Option<Cow<'_, Xml>> {
    Some(Cow::Owned(match (value, to) {
        (value, Kind::String | Kind::Content | Kind::SharedString) if is_null(value) => {
            return Some(Cow::Borrowed(value));
        }
        (Xml::ContentId(ContentId::Binary(_) | ContentId::Hash(_)), _) => return None,
        (value, Kind::SharedString) if text(value).is_some() => return Some(Cow::Borrowed(value)),
        (Xml::Optional(Some(value)), Kind::CFrame) if matches!(**value, Xml::CFrame(_)) => {
            return Some(Cow::Borrowed(value));
        }
        (Xml::CFrame(_), Kind::OptionalCFrame) => Xml::Optional(Some(Box::new(value.clone()))),
        (Xml::Content(Content::Uri(uri)), Kind::String) => {
            Xml::ContentId(ContentId::Url(uri.as_bytes().into()))
        }
        (Xml::ContentId(ContentId::Url(text)) | Xml::String(text), Kind::Content) => {
            Xml::Content(if text.is_empty() { Content::None } else { Content::Uri(text.as_bytes().into()) })
        }
        (Xml::Int32(number), Kind::Int64) => Xml::Int64((*number).into()),
        (Xml::Int32(number), Kind::Enum) => Xml::Enum(u32::try_from(*number).ok()?),
        (Xml::Int32(number), Kind::Float64) => Xml::Float64((*number).into()),
        (Xml::Int64(number), Kind::Int32) => Xml::Int32(i32::try_from(*number).ok()?),
        (Xml::Enum(number), Kind::Int32) => Xml::Int32(i32::try_from(*number).ok()?),
        (Xml::Enum(number), Kind::BrickColor) => Xml::BrickColor(*number),
        (Xml::Float32(number), Kind::Float64) => Xml::Float64((*number).into()),
        (Xml::Int32(number), Kind::Float32) => Xml::Float32(short((*number).into())?),
        (Xml::Float64(number), Kind::Float32) => Xml::Float32(short(*number)?),
        (Xml::Color3uint8(color), Kind::Color3) => Xml::Color3((*color).into()),
        _ => return None,
    }))
}

/// The type of a column: the one that the most values can have, and of several such the one that the most do have. Where
/// there are others, null values do not count.
fn common(values: &[Option<&Xml>], own: impl Fn(&Xml) -> Option<Kind>) -> Option<Kind> {
    let count = |nulls: bool| {
        let mut counts = BTreeMap::<Kind, usize>::new();
        let counted = values.iter().flatten().filter(|value| is_null(value) == nulls);
        for kind in counted.filter_map(|value| own(value)) {
            let count = counts.entry(kind).or_default();
            *count = count.saturating_add(1);
        }
        counts
    };
    let counts = Some(count(false)).filter(|counts| !counts.is_empty()).unwrap_or_else(|| count(true));
    if counts.len() < 2 {
        return counts.into_keys().next();
    }
    let n_fitting = |to| {
        let fits = |value: &&&Xml| own(value) == Some(to) || cast(value, to).is_some();
        values.iter().flatten().filter(fits).count()
    };
    counts.into_iter().max_by_key(|(kind, count)| (n_fitting(*kind), *count)).map(|(kind, _)| kind)
}

/// A number with fewer bits, if it is the same.
#[expect(clippy::cast_possible_truncation, reason = "a number that is rounded is not taken")]
fn short(number: f64) -> Option<f32> {
    let short = number as f32;
    (f64::from(short).to_bits() == number.to_bits()).then_some(short)
}

/// The bytes of a value that is a string in the binary format.
fn text(value: &Xml) -> Option<&[u8]> {
    Some(match value {
        Xml::String(text) | Xml::ProtectedString(text) | Xml::QDir(text) | Xml::QFont(text) => {
            text.as_bytes()
        }
        Xml::BinaryString(bytes) => bytes,
        Xml::ContentId(content) => url(content),
        _ => return None,
    })
}

/// The instances of a class, in the order of their numbers.
type Instances<'d> = Vec<(Referent, ItemId, &'d Item)>;

/// The values of a property; `None` for an instance without it.
type Cells<'d> = [Option<Cow<'d, Xml>>];

struct Build<'d, 'l> {
    document: &'d Document,
    losses: &'l mut Losses,
    notes: &'l mut Vec<String>,
    /// How many values got the type of others, and where the first is.
    n_cast: usize,
    first_cast: String,
    numbers: HashMap<ItemId, Referent>,
    shared: HashMap<&'d [u8], SharedIndex>,
    /// By where the bytes are: many properties may share a long string, which is looked at once.
    shared_at: HashMap<(*const u8, usize), SharedIndex>,
    strings: Vec<&'d [u8]>,
    memory: Allowance,
}

/// What a cell of a column takes while it is made, and in the model. A column has one for each instance of its class, of
/// which only one may have the property.
const BYTES_OF_CELL: usize = 64;

const HOLE: &str = "holes: an instance lacks a property that others of its class have";
const NO_TYPE: &str = "values of a type that the binary format does not have";
const OTHER_TYPE: &str = "values of another type than those of the same property";

impl<'d, 'l> Build<'d, 'l> {
    fn new(
        document: &'d Document,
        memory: Allowance,
        losses: &'l mut Losses,
        notes: &'l mut Vec<String>,
    ) -> Self {
        Self {
            document,
            losses,
            notes,
            n_cast: 0,
            first_cast: String::new(),
            numbers: HashMap::new(),
            shared: HashMap::new(),
            shared_at: HashMap::new(),
            strings: Vec::new(),
            memory,
        }
    }

    fn model(mut self) -> Result<Model, Problem> {
        let document = self.document;
        self.left_behind();
        let mut classes: BTreeMap<&[u8], Instances<'d>> = BTreeMap::new();
        // Each item before its descendants, as Studio numbers them.
        for (number, visit) in document.walk().enumerate() {
            let referent = Referent(i32::try_from(number).unwrap_or(i32::MAX));
            self.numbers.insert(visit.id, referent);
            classes.entry(visit.item.class.as_bytes()).or_default().push((referent, visit.id, visit.item));
        }
        self.note_unmarked();
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
        self.note_casts();
        let mut before = Vec::new();
        if !document.metas.is_empty() {
            let entries =
                document.metas.iter().map(|meta| (Name::from(meta.name.as_bytes()), meta.value.to_vec()));
            before.push(Chunk::Metadata(Metadata { entries: entries.collect(), ..Metadata::default() }));
        }
        if !self.strings.is_empty() {
            before.push(Chunk::SharedStrings(SharedStrings::from(
                Strings::new(&self.strings).map_err(refused)?,
            )));
        }
        before.append(&mut chunks);
        before.push(Chunk::Hierarchy(self.hierarchy()));
        before.push(Chunk::End(b"</roblox>".to_vec()));
        Ok(Model { chunks: before, ..Model::default() })
    }

    /// A place has services at its top and nothing else, so what is not known as one may be one of a later version.
    fn note_unmarked(&mut self) {
        let document = self.document;
        let classes = || document.roots().filter_map(|id| Some(document.item(id)?.class.as_bytes()));
        let others: BTreeSet<_> = classes().filter(|class| !is_service(class)).collect();
        let Some(first) = others.first().filter(|_| classes().any(|class| class == b"Workspace")) else {
            return;
        };
        let first = String::from_utf8_lossy(first);
        self.notes.push(match others.len() {
            1 => format!("{first} at the top of the place is not known as a service, and not marked as one"),
            n => format!(
                "{n} classes at the top of the place, such as {first}, are not known as services, and not marked as such"
            ),
        });
    }

    fn note_casts(&mut self) {
        if self.n_cast > 0 {
            let (values, first) = (counted(self.n_cast, "value"), &self.first_cast);
            self.notes
                .push(format!("{values} got the type that others of the property have, first at {first}"));
        }
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
    ) -> Result<(), Problem> {
        // By name, the values by instance; if two properties have one name, the last one.
        let mut by_name: BTreeMap<&[u8], Vec<Option<&'d Xml>>> = BTreeMap::new();
        for (row, (_, id, item)) in instances.iter().enumerate() {
            for property in &item.properties {
                let name: &'d [u8] = property.name().as_bytes();
                let cells = match by_name.entry(name) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        self.memory.take(instances.len().saturating_mul(BYTES_OF_CELL))?;
                        entry.insert(vec![None; instances.len()])
                    }
                };
                let Some(cell) = cells.get_mut(row) else { continue };
                if cell.replace(property.value).is_some() {
                    self.lose("properties of the same name", *id, name);
                }
            }
        }
        for (name, values) in by_name {
            let own = |value: &Xml| kind(class_name, name, value);
            let most = common(&values, own);
            let mut cells = Vec::with_capacity(values.len());
            for (value, (_, id, _)) in values.iter().zip(instances) {
                let Some(value) = *value else {
                    self.lose(HOLE, *id, name);
                    // An instance without a name has the name of its class.
                    let filling = (name == b"Name").then(|| Cow::Owned(Xml::String(class_name.into())));
                    cells.push(filling);
                    continue;
                };
                let kind = own(value);
                let cell = match most {
                    Some(most) if kind == Some(most) => Some(Cow::Borrowed(value)),
                    Some(most) => cast(value, most),
                    None => None,
                };
                if cell.is_none() {
                    let what = if kind.is_none() { NO_TYPE } else { OTHER_TYPE };
                    self.lose(what, *id, name);
                } else if kind != most && !is_null(value) {
                    self.n_cast = self.n_cast.saturating_add(1);
                    if self.n_cast == 1 {
                        self.first_cast = place(self.document, *id, name);
                    }
                }
                cells.push(cell);
            }
            let Some(most) = most else { continue };
            let values = self.values(most, &cells, instances, name).map_err(refused)?;
            columns.push(Column { class, name: Name::from(name), values, ..Column::default() });
        }
        Ok(())
    }

    fn lose(&mut self, what: &str, id: ItemId, name: &[u8]) {
        let document = self.document;
        self.losses.add(what, || place(document, id, name));
    }

    /// Values of one type; a missing value becomes the neutral one.
    fn values(
        &mut self,
        kind: Kind,
        cells: &Cells<'d>,
        instances: &Instances<'d>,
        name: &[u8],
    ) -> Result<Values, rbxbinary::Error> {
        /// Matches each value with a pattern, or uses the neutral value.
        macro_rules! each {
            ($pattern:pat => $value:expr, $neutral:expr) => {
                cells
                    .iter()
                    .map(|cell| match cell.as_deref() {
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
                    let value = cell.as_deref();
                    match value {
                        Some(Xml::QDir(_) | Xml::QFont(_)) => {
                            self.lose("elements of settings files, which become strings", *id, name);
                        }
                        Some(Xml::ContentId(ContentId::Binary(_) | ContentId::Hash(_))) => {
                            self.lose("contents of old files, which mean none today", *id, name);
                        }
                        _ => {}
                    }
                    strings.push(value.and_then(text).unwrap_or_default())?;
                }
                Values::String(strings)
            }
            Kind::Bool => Values::Bool(each!(Xml::Bool(value) => u8::from(*value), 0)),
            Kind::Int32 => Values::Int32(each!(Xml::Int32(value) => *value, 0)),
            Kind::Int64 => Values::Int64(each!(Xml::Int64(value) => *value, 0)),
            Kind::Float32 => Values::Float32(each!(Xml::Float32(value) => *value, 0.0)),
            Kind::Float64 => Values::Float64(each!(Xml::Float64(value) => *value, 0.0)),
            Kind::Enum => Values::Enum(each!(Xml::Enum(value) => *value, 0)),
            Kind::SecurityCapabilities => {
                Values::SecurityCapabilities(each!(Xml::SecurityCapabilities(bits) => *bits, 0))
            }
            Kind::BrickColor => Values::BrickColor(
                cells
                    .iter()
                    .map(|cell| match cell.as_deref() {
                        Some(Xml::Int32(value)) => value.cast_unsigned(),
                        Some(Xml::BrickColor(value)) => *value,
                        // Medium stone grey, Roblox's default; there is no number 0.
                        _ => 194,
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
                frames: cells.iter().map(|cell| optional(cell.as_deref()).unwrap_or_else(nowhere)).collect(),
                present: cells.iter().map(|cell| u8::from(optional(cell.as_deref()).is_some())).collect(),
            },
            Kind::NumberRange => Values::NumberRange(each!(
                Xml::NumberRange(range) => rbxbinary::NumberRange { min: range.min, max: range.max },
                rbxbinary::NumberRange::default()
            )),
            Kind::NumberSequence => Values::NumberSequence(
                cells
                    .iter()
                    .map(|cell| match cell.as_deref() {
                        Some(Xml::NumberSequence(points)) => points.iter().map(number_point).collect(),
                        _ => Vec::new(),
                    })
                    .collect(),
            ),
            Kind::ColorSequence => Values::ColorSequence(
                cells
                    .iter()
                    .map(|cell| match cell.as_deref() {
                        Some(Xml::ColorSequence(points)) => points.iter().map(color_point).collect(),
                        _ => Vec::new(),
                    })
                    .collect(),
            ),
            Kind::PhysicalProperties => {
                // Files of programs that support acoustics mark each value, even if the material determines the
                // properties.
                let has_acoustics = cells.iter().any(|cell| {
                    matches!(cell.as_deref(), Some(Xml::PhysicalProperties(Some(own))) if own.acoustic_absorption.is_some())
                });
                let none = if has_acoustics { 2 } else { 0 };
                Values::PhysicalProperties(
                    cells
                        .iter()
                        .map(|cell| match cell.as_deref() {
                            Some(Xml::PhysicalProperties(Some(own))) => Ok(physical(own)),
                            _ => Err(none),
                        })
                        .collect(),
                )
            }
            Kind::Font => {
                let mut fonts = Fonts::default();
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    let Some(Xml::Font(font)) = cell.as_deref() else {
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
                    referents.push(match cell.as_deref() {
                        Some(Xml::Referent(reference)) => self.referent(reference, *id, name),
                        _ => Referent::NONE,
                    });
                }
                Values::Referent(referents)
            }
            Kind::Content => {
                let mut contents = Contents::default();
                for (cell, (_, id, _)) in cells.iter().zip(instances) {
                    contents.push(match cell.as_deref() {
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
                    let data = match cell {
                        Some(Cow::Borrowed(value)) => self.shared(value, *id, name),
                        _ => b"",
                    };
                    indices.push(self.share(data));
                }
                Values::SharedString(indices)
            }
            Kind::UniqueId => Values::UniqueId(each!(
                Xml::UniqueId(id) => rbxbinary::UniqueId { random: id.random, time: id.time, index: id.index },
                rbxbinary::UniqueId { random: 0, time: 0, index: 0 }
            )),
        })
    }

    fn share(&mut self, data: &'d [u8]) -> SharedIndex {
        let Self { shared, shared_at, strings, .. } = self;
        *shared_at.entry((data.as_ptr(), data.len())).or_insert_with(|| {
            *shared.entry(data).or_insert_with(|| {
                strings.push(data);
                SharedIndex(u32::try_from(strings.len().saturating_sub(1)).unwrap_or(u32::MAX))
            })
        })
    }

    /// The bytes of a shared string, or of one that is not shared yet.
    fn shared(&mut self, value: &'d Xml, id: ItemId, name: &[u8]) -> &'d [u8] {
        let (Xml::SharedString(key) | Xml::NetAssetRef(key)) = value else {
            return text(value).unwrap_or_default();
        };
        match self.document.shared_strings.get(key) {
            Some(string) => &string.data,
            None => {
                self.lose("shared strings that are not there", id, name);
                b""
            }
        }
    }

    fn bits(&mut self, cells: &Cells<'d>, instances: &Instances<'d>, name: &[u8]) -> Vec<u8> {
        let bits = cells.iter().zip(instances).map(|(cell, (_, id, _))| {
            let bits = match cell.as_deref() {
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
            Reference::None => Referent::NONE,
            Reference::Unresolved(_) => {
                self.lose("references to items that are not there", id, name);
                Referent::NONE
            }
        }
    }
}

fn place(document: &Document, id: ItemId, property: &[u8]) -> String {
    format!("{}.{}", document.path(id), String::from_utf8_lossy(property))
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
