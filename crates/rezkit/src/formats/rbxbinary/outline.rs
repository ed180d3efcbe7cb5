//! Binary models and places.

use crate::Problem;
use crate::formats::allowance::Allowance;
use crate::formats::outline::datum::{Hashes, floats};
use crate::formats::outline::rbx::{AXES, FACES, bits, color_keypoint, font, frame, keypoints, text};
use crate::formats::outline::{Datum, Label, Look, Outline, Step, Visit, call};
use ::rbxbinary::{Chunk, ClassId, Content, Instance, Model, Referent, Tree, Value, Values};
use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) fn of_model(model: &Model, memory: usize, look: &mut Look<'_>) -> Result<(), Problem> {
    let tree = Tree::new(model);
    let n_bytes = tree.len().saturating_mul(BYTES_OF_INSTANCE);
    Allowance::new(memory).take(n_name_bytes(model).saturating_add(n_bytes))?;
    let mut nodes = Vec::with_capacity(tree.len());
    let mut numbers = HashMap::with_capacity(tree.len());
    for (instance, number) in tree.walk().zip(1..) {
        let parent = instance.parent().and_then(|parent| numbers.get(&parent.referent()).copied());
        numbers.entry(instance.referent()).or_insert(number);
        nodes.push((instance, parent.unwrap_or(0)));
    }
    let hashes = Hashes::new(model.shared_strings().len());
    look(&Binary { tree: &tree, nodes, numbers, hashes });
    Ok(())
}

/// What an instance takes in the model, in the tree, and in what is made of it.
const BYTES_OF_INSTANCE: usize = 128;

/// The length of the names of classes and properties, each as often as it is used: a file has them once, however many
/// instances there are. An instance without a name of its own has that of its class.
pub(crate) fn n_name_bytes(model: &Model) -> usize {
    let n_instances: HashMap<ClassId, usize> =
        model.classes().map(|class| (class.id, class.referents.len())).collect();
    let of = |class: &ClassId, name: &[u8]| {
        n_instances.get(class).copied().unwrap_or_default().saturating_mul(name.len())
    };
    let classes = model.classes().map(|class| of(&class.id, &class.name).saturating_mul(2));
    let columns = model.columns().map(|column| of(&column.class, &column.name));
    classes.chain(columns).fold(0, usize::saturating_add)
}

struct Binary<'t> {
    tree: &'t Tree<'t>,
    /// All instances, with the numbers of their parents; the first has number 1.
    nodes: Vec<(Instance<'t>, u32)>,
    numbers: HashMap<Referent, u32>,
    /// Of shared strings.
    hashes: Hashes,
}

impl Binary<'_> {
    fn instance(&self, number: u32) -> Option<Instance<'_>> {
        let index = (number as usize).checked_sub(1)?;
        self.nodes.get(index).map(|(instance, _)| *instance)
    }

    fn reference(&self, referent: Referent) -> Datum<'static> {
        match self.numbers.get(&referent) {
            Some(number) => Datum::Node(*number),
            None if referent.is_none() => Datum::Nil,
            None => Datum::Word("missing"),
        }
    }

    fn value(&self, name: &[u8], value: Value<'_>, visit: &mut Visit<'_>) {
        if let Value::String(bytes) = value {
            return text(name, bytes, visit);
        }
        let label = Label::name(name);
        self.other(value, &mut |value| visit(&label, value));
    }

    /// Values other than strings.
    fn other(&self, value: Value<'_>, take: &mut dyn FnMut(&Datum<'_>)) {
        match value {
            Value::String(bytes) => take(&Datum::Text(bytes)),
            Value::Bool(byte) => take(&Datum::Bool(byte != 0)),
            Value::Int32(number) => take(&Datum::from(number)),
            Value::Int64(number) => take(&Datum::from(number)),
            Value::Float32(number) => take(&Datum::Float(number)),
            Value::Float64(number) => take(&Datum::Double(number)),
            Value::BrickColor(number) | Value::Enum(number) => take(&Datum::from(number)),
            Value::SecurityCapabilities(set) => take(&Datum::Unsigned(set)),
            Value::UDim(scale, offset) => take(&call!("UDim", scale, offset)),
            Value::UDim2([x, y], [u, v]) => take(&call!("UDim2", x, u, y, v)),
            Value::Ray(ray) => {
                let numbers = [ray.origin.to_array(), ray.direction.to_array()].concat();
                take(&Datum::Call("Ray", &floats(&numbers)));
            }
            Value::Faces(set) => bits("Faces", FACES, set.into(), take),
            Value::Axes(set) => bits("Axes", AXES, set.into(), take),
            Value::Color3([r, g, b]) => take(&call!("Color3", r, g, b)),
            Value::Color3uint8([r, g, b]) => take(&call!("Color3uint8", r, g, b)),
            Value::Vector2(vector) => take(&call!("Vector2", vector.x, vector.y)),
            Value::Vector3(vector) => take(&call!("Vector3", vector.x, vector.y, vector.z)),
            Value::Vector2int16([x, y]) => take(&call!("Vector2int16", x, y)),
            Value::Vector3int16([x, y, z]) => take(&call!("Vector3int16", x, y, z)),
            Value::Rect([a, b, c, d]) => take(&call!("Rect", a, b, c, d)),
            Value::CFrame(rotation, position) => frame(position, rotation.matrix(), take),
            Value::CFrameQuat(rotation, position) => frame(position, rotation.matrix(), take),
            Value::OptionalCFrame(None) => take(&Datum::Nil),
            Value::OptionalCFrame(Some((rotation, position))) => frame(position, rotation.matrix(), take),
            Value::NumberRange(range) => take(&call!("NumberRange", range.min, range.max)),
            Value::NumberSequence(points) => {
                let points = points.iter().map(|point| [point.time, point.value, point.envelope]);
                keypoints("NumberSequence", points, take);
            }
            Value::ColorSequence(points) => {
                keypoints("ColorSequence", points.iter().map(color_keypoint), take)
            }
            Value::PhysicalProperties(Err(_)) => take(&Datum::Nil),
            Value::PhysicalProperties(Ok(own)) => {
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
            Value::Font(of) => font(of.family, of.weight.into(), Datum::from(of.style), of.cached_face, take),
            Value::Referent(referent) | Value::Content(Content::Object(referent)) => {
                take(&self.reference(referent));
            }
            Value::Content(Content::None) => take(&Datum::Nil),
            Value::Content(Content::Uri(uri)) => take(&Datum::Text(uri)),
            Value::SharedString(index) => match self.tree.shared_string(index) {
                Some(bytes) => take(&self.hashes.datum(index.0 as usize, bytes)),
                None => take(&Datum::Word("missing")),
            },
            Value::UniqueId(id) => take(&Datum::Id(number(id))),
            Value::Bytecode(bytes) => take(&Datum::Blob(bytes)),
            // What a later version of the format crate knows.
            other => take(&Datum::Word(&format!("{other:?}"))),
        }
    }

    /// What belongs to no instance: the metadata, and all that was kept as bytes.
    fn of_file(&self, visit: &mut Visit<'_>) {
        let model = self.tree.model();
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
}

fn number(id: ::rbxbinary::UniqueId) -> u128 {
    u128::from(id.random) << 64 | u128::from(id.time) << 32 | u128::from(id.index)
}

impl Outline for Binary<'_> {
    fn len(&self) -> usize {
        self.nodes.len().saturating_add(1)
    }

    fn parent(&self, number: u32) -> u32 {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.nodes.get(index)).map_or(0, |(_, parent)| *parent)
    }

    fn kind(&self, number: u32) -> &[u8] {
        self.instance(number).map_or(b"Roblox", |instance| instance.class_name())
    }

    fn step(&self, number: u32) -> Step<'_> {
        Step::Name(self.instance(number).map_or(b"", |instance| instance.name()))
    }

    fn id(&self, of: u32) -> u128 {
        match self.instance(of).and_then(|instance| instance.get("UniqueId")) {
            Some(Value::UniqueId(id)) => number(id),
            _ => 0,
        }
    }

    fn properties(&self, number: u32, visit: &mut Visit<'_>) {
        let Some(instance) = self.instance(number) else { return self.of_file(visit) };
        for (name, value) in instance.properties() {
            // The name is in the path.
            if name != b"Name" || !matches!(value, Value::String(_)) {
                self.value(name, value, visit);
            }
        }
    }

    fn at(&self, path: &str) -> Option<u32> {
        // `chunks[2] PROP Part.size, x[5]`: a row of a class, or of a column of it.
        let (chunk, rest) = path.strip_prefix("chunks[")?.split_once(']')?;
        let (_, row) = rest.rsplit_once(", ")?.1.split_once('[')?;
        let row: usize = row.split_once(']')?.0.parse().ok()?;
        let chunks = &self.tree.model().chunks;
        let class = match chunks.get(chunk.parse::<usize>().ok()?)? {
            Chunk::Class(class) => class,
            Chunk::Column(column) => chunks.iter().find_map(|chunk| match chunk {
                Chunk::Class(class) if class.id == column.class => Some(class),
                _ => None,
            })?,
            _ => return None,
        };
        self.numbers.get(class.referents.get(row)?).copied()
    }

    fn separator(&self) -> char {
        '/'
    }
}
