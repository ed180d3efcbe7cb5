//! Conversion of Roblox models and places from XML to binary.

use super::{ConvertOptions, Converted, Losses, with};
use dom::attributes::{Whole, crossed, reference_beside};
use dom::document::{Filling, fill_xml};
use dom::names::{in_binary, is_service};
use dom::{ATTRIBUTES, Font, FontStyle, Id, Kind, Links, Shared, Target, Value};
use files::File;
use files::codec::Codec;
use files::documents::{self, problem};
use files::fault::refused;
use rbxbinary::{
    Chunk, Class, ClassId, Column, Hierarchy, Holder, Metadata, Model, Name, NewValues, Referent,
    SharedIndex, SharedStrings, Strings, Value as Binary, WriteOptions,
};
use rbxxml::{Document, Item, ItemId, Value as Xml};
use scene::allowance::Allowance;
use scene::{Problem, counted, threads};
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::discriminant;

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let (mut document, warnings) = Document::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    add_strings(&mut document);
    let mut filling = fill_xml(&mut document).map_err(problem)?;
    losses.0.extend(documents::losses(std::mem::take(&mut filling.losses)));
    let mut notes = std::mem::take(&mut filling.notes);
    let numbers = numbers(&document);
    let held = held(&document, &numbers, &file.allowance(), &mut losses)?;
    let memory = file.allowance();
    let model = Build::new(&document, (&filling, numbers, &held), memory, &mut losses, &mut notes).model()?;
    let options = WriteOptions::default().compression(options.packing.into()).threads(threads::count());
    let bytes = rbxbinary::write_with(&model, &options).map_err(refused)?;
    Ok(Converted { notes, ..with(losses, bytes) })
}

/// Adds an attribute string to items that have only references next to it, so that the column builder sees that other
/// instances of their class lack the property.
fn add_strings(document: &mut Document) {
    let has_only_references = |item: &Item| {
        item.get(ATTRIBUTES).is_none() && item.properties.iter().any(|one| reference_beside(one).is_some())
    };
    let without: Vec<_> =
        document.walk().filter(|visit| has_only_references(visit.item)).map(|visit| visit.id).collect();
    for id in without {
        if let Some(item) = document.item_mut(id) {
            item.set(ATTRIBUTES, Xml::BinaryString(Default::default()));
        }
    }
}

/// Numbers the items as Studio does: each item before its descendants.
fn numbers(document: &Document) -> HashMap<Id, Referent> {
    let numbers = document.walk().zip(0..).map(|(visit, number)| (visit.id.into(), Referent(number)));
    numbers.collect()
}

/// Strings that differ in the binary format because they refer to items, by item and property.
type ReferenceStrings = HashMap<(ItemId, &'static str), Xml>;

/// Collects the strings of all items that may refer to others. In the binary format, attribute strings contain the
/// references that XML stores next to them.
fn held(
    document: &Document,
    numbers: &HashMap<Id, Referent>,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<ReferenceStrings, Problem> {
    let mut held = ReferenceStrings::new();
    for visit in document.walk() {
        for holder in Holder::of_class(visit.item.class.as_bytes()) {
            let property = holder.property();
            let string = document.bytes(visit.id, property);
            let mut lose = |what: &str, name: &[u8]| losses.add(what, || place(document, visit.id, name));
            let (new, lost) = if property == ATTRIBUTES {
                let mut beside = visit.item.properties.iter().filter_map(reference_beside).peekable();
                if string.is_none() && beside.peek().is_none() {
                    continue;
                }
                let string = string.unwrap_or_default();
                let mut all = Whole::of_xml(string, beside);
                let lost = all.cross();
                let new = all.to_binary(&mut |name, target| {
                    if target == Target::Missing {
                        lose(DANGLING, &[b"@", &**name].concat());
                    }
                    target.id().and_then(|id| numbers.get(&id).copied()).unwrap_or(Referent::NONE)
                });
                let new = new.map_err(problem)?;
                (Some(new).filter(|new| new != string), lost)
            } else {
                crossed(holder, string.unwrap_or_default())
            };
            lost.words().for_each(|what| lose(what, property.as_bytes()));
            if let Some(new) = new {
                memory.take(new.len().saturating_mul(2).saturating_add(BYTES_OF_CELL))?;
                held.insert((visit.id, property), Xml::BinaryString(new.into()));
            }
        }
    }
    Ok(held)
}

/// A value as the binary format stores it, given its class and property.
fn neutral<'d>(document: &'d Document, class: &[u8], property: &[u8], value: &'d Xml) -> Option<Value<'d>> {
    Value::of_xml(value, &document.shared_strings).map(|value| in_binary(class, property, value))
}

/// The first value, if all values have one XML element that determines their type, as in nearly all columns.
fn uniform<'d>(values: &[Option<&'d Xml>]) -> Option<&'d Xml> {
    let first = *values.iter().flatten().next()?;
    // The content of these elements determines their type.
    let may_differ = matches!(first, Xml::ContentId(_) | Xml::Content(_) | Xml::Optional(_));
    let is_same = |value: &&Xml| discriminant(*value) == discriminant(first);
    (!may_differ && values.iter().flatten().all(is_same)).then_some(first)
}

/// The type of a column: the one to which most values can be converted, and among several such the one that most values
/// have. Null values count only if there are no others.
fn common<'d>(values: &[Option<&'d Xml>], own: impl Fn(&'d Xml) -> Option<Value<'d>>) -> Option<u8> {
    let mut counts = [BTreeMap::<u8, usize>::new(), BTreeMap::new()];
    for value in values.iter().flatten().filter_map(|value| own(value)) {
        let [others, nulls] = &mut counts;
        let counts = if value.is_null() { nulls } else { others };
        if let Some(of) = value.type_id() {
            let count = counts.entry(of).or_default();
            *count = count.saturating_add(1);
        }
    }
    let [others, nulls] = counts;
    let counts = if others.is_empty() { nulls } else { others };
    if counts.len() < 2 {
        return counts.into_keys().next();
    }
    let n_fitting = |to| {
        let fits = |value: &&&'d Xml| own(value).and_then(|value| value.of_type(to)).is_some();
        values.iter().flatten().filter(fits).count()
    };
    counts.into_iter().max_by_key(|(of, count)| (n_fitting(*of), *count)).map(|(of, _)| of)
}

/// The instances of a class, in the order of their numbers.
type Instances<'d> = Vec<(Referent, ItemId, &'d Item)>;

struct Build<'d, 'l> {
    document: &'d Document,
    filling: &'d Filling,
    losses: &'l mut Losses,
    notes: &'l mut Vec<String>,
    /// The number of values that were converted to the type of the column, and the path of the first.
    n_cast: usize,
    first_cast: String,
    numbers: HashMap<Id, Referent>,
    held: &'d ReferenceStrings,
    shared: HashMap<&'d [u8], SharedIndex>,
    /// Indices of shared strings by address: many properties may share a long string, which is hashed once.
    shared_at: HashMap<(*const u8, usize), SharedIndex>,
    strings: Vec<&'d [u8]>,
    memory: Allowance,
}

/// The memory of a cell of a column, under construction and in the model, in bytes. A column has a cell for each
/// instance of its class, even if only one of them has the property.
const BYTES_OF_CELL: usize = 64;

/// Upper bound on the copies of a string in memory: in the file, in the document, in a growing column, in its chunk,
/// and packed.
const COPIES_OF_STRING: usize = 5;

const DANGLING: &str = "references to missing items";
const HOLE: &str = "values missing from an instance and copied from another of its class";
const NO_TYPE: &str = "values of a type that the binary format cannot store";
const OTHER_TYPE: &str = "values whose type differs from the other values of the property";

impl<'d, 'l> Build<'d, 'l> {
    fn new(
        document: &'d Document,
        (filling, numbers, held): (&'d Filling, HashMap<Id, Referent>, &'d ReferenceStrings),
        memory: Allowance,
        losses: &'l mut Losses,
        notes: &'l mut Vec<String>,
    ) -> Self {
        Self {
            document,
            filling,
            losses,
            notes,
            n_cast: 0,
            first_cast: String::new(),
            numbers,
            held,
            shared: HashMap::new(),
            shared_at: HashMap::new(),
            strings: Vec::new(),
            memory,
        }
    }

    fn model(mut self) -> Result<Model, Problem> {
        let document = self.document;
        self.left_behind();
        // Studio sorts classes, and the columns of each, by the bytes of their names (docs/formats/rbxbinary.md, 3).
        let mut classes: BTreeMap<&[u8], Instances<'d>> = BTreeMap::new();
        for visit in document.walk() {
            let referent = self.numbers.get(&visit.id.into()).copied().unwrap_or(Referent::NONE);
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
                // A format of 1 means that markers follow (docs/formats/rbxbinary.md, 3).
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
        // The order of chunks in Studio's files (docs/formats/rbxbinary.md, 3).
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

    /// Adds notes on unknown root classes of a place: its roots are services, so these may be services of a later
    /// version.
    fn note_unmarked(&mut self) {
        let document = self.document;
        let classes = || document.roots().filter_map(|id| Some(document.item(id)?.class.as_bytes()));
        let others: BTreeSet<_> = classes().filter(|class| !is_service(class)).collect();
        let Some(first) = others.first().filter(|_| classes().any(|class| class == b"Workspace")) else {
            return;
        };
        let first = String::from_utf8_lossy(first);
        self.notes.push(match others.len() {
            1 => format!("{first} at the top of the place is not a known service, and was not marked as a \
                service"),
            n => format!(
                "{n} classes at the top of the place, such as {first}, are not known services, and were not marked as services"
            ),
        });
    }

    fn note_casts(&mut self) {
        if self.n_cast > 0 {
            let (values, first) = (counted(self.n_cast, "value"), &self.first_cast);
            self.notes.push(format!(
                "{values} converted to the type that the property has elsewhere, first at {first}"
            ));
        }
    }

    /// Reports features that the binary format cannot represent.
    fn left_behind(&mut self) {
        let document = self.document;
        for element in &document.elements {
            self.losses.add("unknown elements", || String::from_utf8_lossy(element.name()).into_owned());
        }
        for visit in document.walk() {
            if let Some(extras) = &visit.item.extras {
                for element in extras.elements.iter().filter(|element| !element.is_external()) {
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

    /// Lists children before their parents, as Studio does, and siblings in order.
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
            let number = |id: ItemId| self.numbers.get(&Id::from(id)).copied().unwrap_or(Referent::NONE);
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
        // Values by property name, indexed by instance; of two properties with one name, the last one counts.
        let mut by_name: BTreeMap<&[u8], Vec<Option<&'d Xml>>> = BTreeMap::new();
        for (row, (_, id, item)) in instances.iter().enumerate() {
            let plain = item.properties.iter().filter(|property| reference_beside(*property).is_none());
            let plain = plain.map(|property| (property.name().as_bytes(), property.value));
            for (name, value) in plain {
                let name: &'d [u8] = name;
                let new = Holder::for_property(class_name, name)
                    .and_then(|holder| self.held.get(&(*id, holder.property())));
                let cells = match by_name.entry(name) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        // Properties that only one instance has take a cell for each, so that memory could grow
                        // quadratically.
                        self.memory.take(instances.len().saturating_mul(BYTES_OF_CELL))?;
                        entry.insert(vec![None; instances.len()])
                    }
                };
                let Some(cell) = cells.get_mut(row) else { continue };
                if cell.replace(new.unwrap_or(value)).is_some() {
                    self.lose("properties of the same name", *id, name);
                }
            }
        }
        for (name, values) in by_name {
            let document = self.document;
            let own = |value| neutral(document, class_name, name, value);
            let uniform = uniform(&values).and_then(own).as_ref().and_then(Value::type_id);
            let most = uniform.or_else(|| common(&values, own));
            for (value, (_, id, _)) in values.iter().zip(instances) {
                let Some(value) = value.filter(|_| uniform.is_none()) else { continue };
                let value = own(value);
                let of = value.as_ref().and_then(Value::type_id);
                let is_null = value.as_ref().is_some_and(Value::is_null);
                if value.zip(most).and_then(|(value, most)| value.of_type(most)).is_none() {
                    let what = if of.is_none() { NO_TYPE } else { OTHER_TYPE };
                    self.lose(what, *id, name);
                } else if of != most && !is_null {
                    self.n_cast = self.n_cast.saturating_add(1);
                    if self.n_cast == 1 {
                        self.first_cast = place(self.document, *id, name);
                    }
                }
            }
            let Some(most) = most else { continue };
            let has_acoustics = most == PHYSICAL
                && values.iter().flatten().any(|value| {
                    matches!(value, Xml::PhysicalProperties(Some(own)) if own.acoustic_absorption.is_some())
                });
            let mut cells = NewValues::new(most, instances.len()).map_err(refused)?;
            let fitting = |value: &Option<&'d Xml>| own((*value)?)?.of_type(most);
            let is_whole = uniform.is_some() && !values.contains(&None);
            let default = if is_whole { None } else { self.filling.value(class_name, name, most) };
            // If the default is unknown, an instance without the property gets the value of another one.
            let other = if is_whole { None } else { values.iter().find_map(fitting) };
            for (value, (_, id, _)) in values.iter().zip(instances) {
                if value.is_none() && default.is_none() {
                    self.lose(HOLE, *id, name);
                }
                let value = fitting(value).or_else(|| default.clone()).or_else(|| other.clone());
                let n_bytes = value.as_ref().and_then(Value::as_bytes).map_or(0, <[u8]>::len);
                self.memory.take(n_bytes.saturating_mul(COPIES_OF_STRING))?;
                self.cell(value, (*id, name), has_acoustics, &mut cells).map_err(refused)?;
            }
            let values = cells.into();
            columns.push(Column { class, name: Name::from(name), values, ..Column::default() });
        }
        Ok(())
    }

    /// Adds a value to a column. A value that binary files cannot represent is replaced by the most neutral
    /// value of the column's type.
    fn cell(
        &mut self,
        value: Option<Value<'d>>,
        at: (ItemId, &[u8]),
        has_acoustics: bool,
        cells: &mut NewValues,
    ) -> Result<(), rbxbinary::Error> {
        let (id, name) = at;
        match &value {
            Some(Value::QDir(_) | Value::QFont(_)) => {
                self.lose("elements of settings files, which became strings", id, name);
            }
            Some(Value::OldContent("binary", _)) => {
                self.lose(
                    "files embedded in Content values: `rez extract` can extract them from the XML file",
                    id,
                    name,
                );
            }
            Some(Value::OldContent(..)) => {
                self.lose(
                    "hashes of Content values of old files, which the engine now reads as empty",
                    id,
                    name,
                );
            }
            Some(Value::Font(Font { style: FontStyle::Word(_), .. })) => self.lose(FONT, id, name),
            Some(Value::Font(font)) if u16::try_from(font.weight).is_err() => self.lose(FONT, id, name),
            Some(Value::Faces(bits) | Value::Axes(bits)) if *bits > 255 => {
                self.lose("faces and axes above 255", id, name);
            }
            _ => {}
        }
        let mut links = Placed { build: self, at };
        let binary = value.as_ref().and_then(|value| value.to_binary(&mut links));
        let binary = match binary {
            // Programs that support acoustics mark every value, even if the material determines the properties.
            Some(Binary::PhysicalProperties(Err(_))) | None if has_acoustics => {
                Binary::PhysicalProperties(Err(2))
            }
            Some(binary) => binary,
            None => return cells.push_neutral(),
        };
        if cells.push(&binary)? { Ok(()) } else { cells.push_neutral() }
    }

    fn lose(&mut self, what: &str, id: ItemId, name: &[u8]) {
        let document = self.document;
        self.losses.add(what, || place(document, id, name));
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
}

/// The type number of `PhysicalProperties`.
const PHYSICAL: u8 = Kind::PhysicalProperties.in_data();

const FONT: &str = "styles and weights of fonts that the binary format does not have";

/// The positions in the model of the items and shared strings of a value.
struct Placed<'b, 'd, 'l> {
    build: &'b mut Build<'d, 'l>,
    /// The item and the property.
    at: (ItemId, &'b [u8]),
}

impl<'d> Links<'d> for Placed<'_, 'd, '_> {
    type Reference = Referent;
    type Shared = SharedIndex;

    fn reference(&mut self, target: Target) -> Referent {
        if target == Target::Missing {
            self.build.lose(DANGLING, self.at.0, self.at.1);
        }
        target.id().and_then(|id| self.build.numbers.get(&id).copied()).unwrap_or(Referent::NONE)
    }

    fn shared(&mut self, string: &Shared<'d>) -> Option<SharedIndex> {
        let data = match &string.content {
            Some(Cow::Borrowed(data)) => *data,
            _ => {
                self.build.lose("missing shared strings", self.at.0, self.at.1);
                b""
            }
        };
        Some(self.build.share(data))
    }
}

fn place(document: &Document, id: ItemId, property: &[u8]) -> String {
    format!("{}.{}", document.path(id), String::from_utf8_lossy(property))
}
