//! Outlines of models and places. Equal values have equal text in both encodings.

use super::datum::{Frame, Hashes, floats};
use super::forms::show;
use super::{Datum, Label, Outline, SLASH, Step, Viewer, Visit, call};
use crate::roblox::forms;
use ::rbxbinary::{Chunk, ClassId, Model, Tree, Values, tags};
use ::rbxxml::Document;
use dom::attributes::Whole;
use dom::words::in_words;
use dom::{
    ATTRIBUTES, Content, FontStyle, Id, Instance, Property, SortKey, Target, UniqueId, Value, View,
    ViewSource, with_rows,
};
use geom::Pose;
use scene::Problem;
use scene::allowance::Allowance;
use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) fn of_model(model: &Model, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let tree = Tree::new(model);
    let n_bytes = tree.len().saturating_mul(BYTES_OF_INSTANCE);
    Allowance::new(memory).take(n_name_bytes(model).saturating_add(n_bytes))?;
    look(&Rbx { view: View::of_binary(&tree), hashes: Hashes::new(model.shared_strings().len()) });
    Ok(())
}

/// Shows an XML model. Each of its items stores its own name, so memory is proportional to the document and
/// needs no limit.
pub(crate) fn of_document(document: &Document, _: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let hashes = Hashes::new(document.shared_strings.as_slice().len());
    look(&Rbx { view: View::of_xml(document), hashes });
    Ok(())
}

/// The memory in bytes that an instance takes in the model, the tree and the results.
const BYTES_OF_INSTANCE: usize = 128;

/// The total length of the names of classes and properties for all instances: a binary file stores each name
/// once. An instance without a name counts with that of its class.
pub fn n_name_bytes(model: &Model) -> usize {
    let n_instances: HashMap<ClassId, usize> =
        model.classes().map(|class| (class.id, class.referents.len())).collect();
    let of = |class: &ClassId, name: &[u8]| {
        n_instances.get(class).copied().unwrap_or_default().saturating_mul(name.len())
    };
    let classes = model.classes().map(|class| of(&class.id, &class.name).saturating_mul(2));
    let columns = model.columns().map(|column| of(&column.class, &column.name));
    classes.chain(columns).fold(0, usize::saturating_add)
}

struct Rbx<'m> {
    view: View<'m>,
    /// The hashes of shared strings.
    hashes: Hashes,
}

impl Rbx<'_> {
    fn instance(&self, number: u32) -> Option<Instance<'_>> {
        self.view.get(number)
    }

    fn reference(&self, target: Target) -> Datum<'static> {
        match target {
            Target::None => Datum::Nil,
            Target::Instance(id) => self.view.number(id).map_or(Datum::Word("missing"), Datum::Node),
            _ => Datum::Word("missing"),
        }
    }

    fn value(&self, class: &[u8], name: &[u8], value: &Value<'_>, visit: &mut Visit<'_>) {
        if formed(class, name, value, visit) {
            return;
        }
        match value {
            Value::String(text) | Value::ProtectedString(text) | Value::BinaryString(text) => {
                string(name, text, visit);
            }
            Value::ContentId(address) => string(name, address.as_deref().unwrap_or_default(), visit),
            value => {
                let label = Label::name(name);
                self.other(value, &mut |value| visit(&label, value));
            }
        }
    }

    /// Visits a value other than a string.
    fn other(&self, value: &Value<'_>, take: &mut dyn FnMut(&Datum<'_>)) {
        match value {
            Value::Content(Content::Object(target)) | Value::Referent(target) => {
                take(&self.reference(*target))
            }
            Value::SharedString(string) | Value::NetAssetRef(string) => match &string.content {
                Some(bytes) => take(&self.hashes.datum(string.number, bytes)),
                None => take(&Datum::Word("missing")),
            },
            Value::Optional(inner) => self.other(inner, take),
            value => datum(value, take),
        }
    }

    /// Visits content that belongs to no instance: the metadata, and unknown parts.
    fn of_file(&self, visit: &mut Visit<'_>) {
        match self.view.source() {
            ViewSource::Binary(tree) => of_binary_file(tree.model(), visit),
            ViewSource::Xml(document) => {
                for meta in &document.metas {
                    visit(&Label::name(meta.name.as_bytes()), &Datum::Text(meta.value.as_bytes()));
                }
                for element in &document.elements {
                    visit(&Label::Plain("(element)"), &Datum::Text(element.source.as_bytes()));
                }
            }
        }
    }
}

fn of_binary_file(model: &Model, visit: &mut Visit<'_>) {
    for (i, chunk) in model.chunks.iter().enumerate() {
        let kept = |what: &str| Label::Name(Cow::Owned(format!("{what} #{i}").into_bytes()));
        match chunk {
            Chunk::Metadata(metadata) => {
                for (name, value) in &metadata.entries {
                    visit(&Label::name(name), &Datum::Text(value));
                }
            }
            Chunk::Column(column) => {
                if let Values::Raw { type_id, data } = &column.values {
                    let name = String::from_utf8_lossy(&column.name);
                    visit(&kept(&format!("values of type {type_id:#04x}, {name}")), &Datum::Blob(data));
                }
            }
            Chunk::Signatures(signatures) => {
                for signature in &signatures.signatures {
                    visit(&kept("signature"), &Datum::Blob(&signature.data));
                }
            }
            Chunk::Unknown(unknown) => {
                let name = unknown.name.escape_ascii().to_string();
                visit(&kept(&format!("chunk {name}")), &Datum::Blob(&unknown.data));
            }
            Chunk::Packed(packed) => {
                let name = packed.name().escape_ascii().to_string();
                visit(&kept(&format!("chunk {name}")), &Datum::Word("not readable"));
            }
            _ => {}
        }
    }
    if !model.trailing.is_empty() {
        visit(&Label::Plain("trailing"), &Datum::Blob(&model.trailing));
    }
}

impl Rbx<'_> {
    fn one(&self, of: Instance<'_>, name: &[u8], value: Option<Value<'_>>, visit: &mut Visit<'_>) {
        match value {
            // The name is part of the path.
            Some(Value::String(_) | Value::BinaryString(_)) if name == b"Name" => {}
            Some(value) => self.value(of.class(), name, &value, visit),
            None => visit(&Label::name(name), &Datum::Nil),
        }
    }

    fn sorted(&self, number: u32, by: Option<SortKey>, visit: &mut Visit<'_>) {
        let Some(instance) = self.instance(number) else { return self.of_file(visit) };
        instance.sorted(by, &mut |name, property| match property {
            Property::Value(value) => self.one(instance, name, value, visit),
            Property::Attributes(all) => {
                attributes_of(&all, &mut |value, take| self.other(value, take), visit);
            }
        });
        let extras = instance.item().and_then(|item| item.extras.as_ref());
        let elements = extras.into_iter().flat_map(|extras| &extras.elements);
        for element in elements.filter(|element| !element.is_external()) {
            visit(&Label::Plain("(element)"), &Datum::Text(element.source.as_bytes()));
        }
    }
}

impl Outline for Rbx<'_> {
    fn len(&self) -> usize {
        self.view.len().saturating_add(1)
    }

    fn parent(&self, number: u32) -> u32 {
        self.view.parent(number)
    }

    fn kind(&self, number: u32) -> &[u8] {
        self.instance(number).map_or(b"Roblox", Instance::class)
    }

    fn step(&self, number: u32) -> Step<'_> {
        Step::Name(self.instance(number).map_or(b"", Instance::name))
    }

    fn id(&self, of: u32) -> u128 {
        match self.instance(of).and_then(|instance| instance.get("UniqueId")) {
            Some(Value::UniqueId(id)) => number(id),
            _ => 0,
        }
    }

    fn properties(&self, number: u32, visit: &mut Visit<'_>) {
        self.sorted(number, None, visit);
    }

    fn property(&self, number: u32, name: &str, visit: &mut Visit<'_>) {
        // Attributes are decoded as a whole, and names in parentheses are not properties.
        let is_apart = name.starts_with(ATTRIBUTES) || name.starts_with('(');
        match self.instance(number).filter(|_| !is_apart) {
            Some(instance) => {
                if let Some(value) = instance.property(name) {
                    self.one(instance, name.as_bytes(), value, visit);
                }
            }
            None => self.properties(number, visit),
        }
    }

    fn shown_properties(&self, number: u32, visit: &mut Visit<'_>) {
        self.sorted(number, Some(in_words), visit);
    }

    fn node_at(&self, path: &str) -> Option<u32> {
        let number = match self.view.source() {
            ViewSource::Binary(tree) => in_chunks(tree.model(), path).and_then(|id| self.view.number(id))?,
            // Both count items in the order of the document.
            ViewSource::Xml(_) => {
                // Node 0 is the file itself.
                path.strip_prefix("items[")?.split_once(']')?.0.parse::<u32>().ok()?.checked_add(1)?
            }
        };
        self.instance(number).map(|_| number)
    }

    fn instances(&self) -> Option<&View<'_>> {
        Some(&self.view)
    }

    fn separator(&self) -> char {
        SLASH
    }
}

/// The instance that a path to a row of a class or a column refers to, such as `chunks[2] PROP Part.size,
/// x[5]`.
fn in_chunks(model: &Model, path: &str) -> Option<Id> {
    let (chunk, rest) = path.strip_prefix("chunks[")?.split_once(']')?;
    let (_, row) = rest.rsplit_once(", ")?.1.split_once('[')?;
    let row: usize = row.split_once(']')?.0.parse().ok()?;
    let class = match model.chunks.get(chunk.parse::<usize>().ok()?)? {
        Chunk::Class(class) => class,
        Chunk::Column(column) => model.classes().find(|class| class.id == column.class)?,
        _ => return None,
    };
    class.referents.get(row).map(|referent| (*referent).into())
}

fn number(id: UniqueId) -> u128 {
    u128::from(id.random) << 64 | u128::from(id.time) << 32 | u128::from(id.index)
}

/// Visits the value of a structured string; returns `false` for other strings.
fn formed(class: &[u8], name: &[u8], value: &Value<'_>, visit: &mut Visit<'_>) -> bool {
    let Some((form, all)) = value.as_bytes().and_then(|bytes| forms::read(class, name, bytes)) else {
        return false;
    };
    show(form, &all, &mut |value| visit(&Label::name(name), value));
    true
}

/// Visits a property of an instance without a view. References are shown as the paths that `path` returns.
pub fn property_of(
    class: &[u8],
    name: &[u8],
    value: &Value<'_>,
    path: &dyn Fn(Id) -> String,
    visit: &mut Visit<'_>,
) {
    if formed(class, name, value, visit) {
        return;
    }
    match value {
        Value::String(text) | Value::ProtectedString(text) | Value::BinaryString(text) => {
            string(name, text, visit);
        }
        value => alone(value, path, &mut |value| visit(&Label::name(name), value)),
    }
}

/// Visits the attributes of an instance without a view.
pub fn attributes_alone(all: &Whole, path: &dyn Fn(Id) -> String, visit: &mut Visit<'_>) {
    attributes_of(all, &mut |value, take| alone(value, path, take), visit);
}

/// Visits a value, other than a string, of an instance without a view.
fn alone(value: &Value<'_>, path: &dyn Fn(Id) -> String, take: &mut dyn FnMut(&Datum<'_>)) {
    match value {
        Value::Content(Content::Object(target)) | Value::Referent(target) => match target.id() {
            Some(id) => take(&Datum::Text(path(id).as_bytes())),
            None if *target == Target::None => take(&Datum::Nil),
            None => take(&Datum::Word("missing")),
        },
        Value::SharedString(shared) | Value::NetAssetRef(shared) => match &shared.content {
            Some(bytes) => take(&Datum::Blob(bytes)),
            None => take(&Datum::Word("missing")),
        },
        value => datum(value, take),
    }
}

/// Visits a string; tags are visited as a list.
fn string(name: &[u8], bytes: &[u8], visit: &mut Visit<'_>) {
    match name {
        b"Tags" => {
            let tags: Vec<_> = tags::read(bytes).map(Datum::Text).collect();
            visit(&Label::name(name), &Datum::List(&tags));
        }
        _ => visit(&Label::name(name), &Datum::Text(bytes)),
    }
}

/// A callback that visits a value.
type Show<'s> = dyn FnMut(&Value<'_>, &mut dyn FnMut(&Datum<'_>)) + 's;

/// Visits attributes one by one, and the undecoded remainder of their string.
fn attributes_of(all: &Whole, show: &mut Show<'_>, visit: &mut Visit<'_>) {
    let mut entries: Vec<_> = all.entries.iter().collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (name, entry) in entries {
        let label = Label::Attribute(name);
        match entry.value() {
            Some(Value::BrickColor(number)) => visit(&label, &call!("BrickColor", number)),
            Some(value) => show(&value, &mut |value| visit(&label, value)),
            None if entry.is_none() => visit(&label, &Datum::Nil),
            None => {}
        }
    }
    if let Some(rest) = all.unshown() {
        visit(&Label::name(ATTRIBUTES.as_bytes()), &Datum::Blob(&rest));
    }
}

pub const FACES: &[&str] = &["Right", "Top", "Back", "Left", "Bottom", "Front"];
pub const AXES: &[&str] = &["X", "Y", "Z"];

/// Visits a set of bits as the names of these, or as a number if bits without a name are set.
fn bits(name: &'static str, words: &[&'static str], bits: u32, take: &mut dyn FnMut(&Datum<'_>)) {
    if bits >> words.len() != 0 {
        return take(&call!(name, bits));
    }
    let is_set = |(i, word): (usize, &&'static str)| (bits >> i & 1 != 0).then_some(Datum::Word(word));
    let set: Vec<_> = words.iter().enumerate().filter_map(is_set).collect();
    take(&Datum::Call(name, &set));
}

/// Visits keypoints, each as a list.
fn keypoints<const N: usize>(
    name: &'static str,
    points: impl Iterator<Item = [f32; N]>,
    take: &mut dyn FnMut(&Datum<'_>),
) {
    let points: Vec<_> = points.map(|numbers| floats(&numbers)).collect();
    let points: Vec<_> = points.iter().map(|numbers| Datum::List(numbers)).collect();
    take(&Datum::Call(name, &points));
}

fn frame(pose: Pose) -> Datum<'static> {
    Datum::Frame(Frame { position: pose.position, rotation: pose.rotation })
}

/// The time, red, green, blue and envelope of a keypoint.
fn color_keypoint(point: &::rbxbinary::ColorKeypoint) -> [f32; 5] {
    let [r, g, b] = point.color;
    [point.time, r, g, b, point.envelope]
}

/// Visits values without references to other parts of the file, and attributes.
pub(super) fn datum(value: &Value<'_>, take: &mut dyn FnMut(&Datum<'_>)) {
    /// Matches a value: first the kinds that are rows of numbers, then the given arms.
    macro_rules! printed {
        (($value:ident { $($others:tt)* }) $($Kind:ident $parts:tt: $($number:ident)+;)*) => {
            match $value {
                $(Value::$Kind $parts => take(&call!(stringify!($Kind), $(*$number),+)),)*
                $($others)*
            }
        };
    }
    with_rows! { printed (value {
        Value::String(text) | Value::ProtectedString(text) | Value::BinaryString(text) => {
            take(&Datum::Text(text))
        }
        Value::QDir(text) | Value::QFont(text) | Value::Content(Content::Uri(text)) => {
            take(&Datum::Text(text))
        }
        Value::ContentId(address) => take(&Datum::Text(address.as_deref().unwrap_or_default())),
        Value::OldContent(name, text) => take(&Datum::Call(name, &[Datum::Text(text)])),
        Value::Source(source) => take(&Datum::Call("source", &[Datum::Text(source)])),
        Value::Bytecode(bytes) => take(&Datum::Blob(bytes)),
        Value::Content(Content::None) | Value::OptionalCFrame(None) | Value::PhysicalProperties(None) => {
            take(&Datum::Nil);
        }
        Value::Bool(value) => take(&Datum::Bool(*value)),
        Value::Int32(number) => take(&Datum::from(*number)),
        Value::Int64(number) => take(&Datum::from(*number)),
        Value::Float32(number) => take(&Datum::Float(*number)),
        Value::Float64(number) => take(&Datum::Double(*number)),
        Value::BrickColor(number) | Value::Enum(number) => take(&Datum::from(*number)),
        Value::SecurityCapabilities(set) => take(&Datum::Unsigned(*set)),
        Value::EnumItem(name, value) => take(&Datum::Call("Enum", &[Datum::Text(name), Datum::from(*value)])),
        Value::Faces(set) => bits("Faces", FACES, *set, take),
        Value::Axes(set) => bits("Axes", AXES, *set, take),
        Value::CFrame(pose) | Value::CFrameQuat(pose) | Value::OptionalCFrame(Some(pose)) => {
            take(&frame(*pose))
        }
        Value::NumberSequence(points) => {
            let points = points.iter().map(|point| [point.time, point.value, point.envelope]);
            keypoints("NumberSequence", points, take);
        }
        Value::NumberKeypoint(point) => {
            take(&call!("NumberSequenceKeypoint", point.time, point.value, point.envelope));
        }
        Value::ColorSequence(points) => keypoints("ColorSequence", points.iter().map(color_keypoint), take),
        Value::ColorKeypoint(point) => {
            take(&Datum::Call("ColorSequenceKeypoint", &floats(&color_keypoint(point))));
        }
        Value::PhysicalProperties(Some(own)) => {
            let mut numbers =
                vec![own.density, own.friction, own.elasticity, own.friction_weight, own.elasticity_weight];
            numbers.extend(own.acoustic_absorption);
            take(&Datum::Call("PhysicalProperties", &floats(&numbers)));
        }
        Value::Font(font) => {
            let style = match &font.style {
                FontStyle::Number(style) => Datum::from(*style),
                FontStyle::Word(word) => Datum::Text(word),
                _ => Datum::Nil,
            };
            // The font file that the engine last resolved, if there is one.
            let face = Datum::Text(&font.cached_face);
            let all = [Datum::Text(&font.family), Datum::from(font.weight), style, face];
            take(&Datum::Call("Font", if font.cached_face.is_empty() { &all[..3] } else { &all }));
        }
        Value::UniqueId(id) => take(&Datum::Id(number(*id))),
        // An unknown kind of content, or a reference whose target is not known here.
        _ => take(&Datum::Word(&format!("{value:?}"))),
    }) }
}
