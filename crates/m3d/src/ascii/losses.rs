//! Features of a model that the text form cannot represent.

use crate::common::kinds::counted;
use crate::model::{
    BoneIndex, Chunk, Material, Mesh, Model, Name, Parts, PropertyValue, Record, Shape, Title, VoxelBlock,
};
use crate::wire::{MAX_NAME_BYTES, PREVIEW_FILE, identifier, is_reserved, text_file};
use std::fmt;

/// A feature of a model that [`write`](super::write()) leaves out or changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The path in the model.
    pub path: String,
    /// A description of the feature.
    pub what: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what)
    }
}

/// Lists the features that [`write`](super::write()) leaves out or changes, apart from field widths and the order and
/// sharing of strings, colours and skins.
///
/// ```
/// let mut model = m3d::Model::default();
/// model.end.extend(b"more");
/// let losses = m3d::ascii::losses(&model);
/// assert_eq!(losses[0].to_string(), "end: left out after the end: 4 bytes");
/// ```
///
/// The list has at most 1,000 entries and, if there are more losses, another one with their number.
#[must_use]
pub fn losses(model: &Model) -> Vec<Loss> {
    const MAX: usize = 1000;
    let (mut all, mut n_more, mut n_name_bytes) = (Vec::new(), 0_usize, 0_usize);
    let mut add = |path: String, what: String| match all.len() {
        ..MAX => all.push(Loss { path, what }),
        _ => n_more = n_more.saturating_add(1),
    };
    for title in Title::ALL {
        let text = model.strings.title(title).unwrap_or_default();
        if let Some(what) = of_title(title, text) {
            add(format!("{title:?}").to_lowercase(), what.into());
        }
    }
    if model.preview.is_some() {
        add("preview".into(), format!("the preview picture belongs in the separate file {PREVIEW_FILE}"));
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        let title = crate::wire::title(number, &chunk.magic());
        of_chunk(model, chunk, &mut n_name_bytes, &mut |what| add(title.clone(), what));
    }
    let n_behind =
        model.end.len().saturating_sub(crate::model::END.len()).saturating_add(model.trailing.len());
    if n_behind > 0 {
        add("end".into(), format!("left out after the end: {}", counted(n_behind, "byte")));
    }
    if n_more > 0 {
        all.push(Loss { path: String::new(), what: format!("{n_more} more losses of this kind") });
    }
    all
}

/// The maximum length of a name in a message, in bytes.
const MAX_SHOWN: usize = 255;

fn of_title(title: Title, text: &[u8]) -> Option<&'static str> {
    let lines = || text.split(|byte| *byte == b'\n');
    match title {
        Title::Description if !text.is_empty() && lines().any(|line| line.trim_ascii().is_empty()) => {
            Some("empty lines are left out")
        }
        Title::Description => None,
        _ if text.contains(&b'\n') => Some("line ends become spaces"),
        _ => None,
    }
}

fn of_chunk(model: &Model, chunk: &Chunk, n_name_bytes: &mut usize, add: &mut dyn FnMut(String)) {
    let mut name = |name: Name| {
        // A model with longer names cannot be written at all.
        if *n_name_bytes > MAX_NAME_BYTES {
            return;
        }
        let text = model.strings.get(name).unwrap_or_default();
        *n_name_bytes = n_name_bytes.saturating_add(text.len());
        let said = identifier(text);
        if *said != *text {
            let [text, said] = [text, &said].map(|name| lossy(name.get(..MAX_SHOWN).unwrap_or(name)));
            add(format!("the name {text:?} becomes {said:?}"));
        }
    };
    match chunk {
        Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Vertices(_) | Chunk::Unknown(_) => {}
        Chunk::Skeleton(skeleton) => skeleton.bones.iter().for_each(|bone| name(bone.name)),
        Chunk::Material(material) => {
            name(material.name);
            for property in &material.properties {
                if let PropertyValue::Texture(texture) = property.value {
                    name(texture);
                }
            }
        }
        Chunk::Procedure(procedure) => name(procedure.script),
        Chunk::Mesh(mesh) => {
            for record in &mesh.records {
                if let Record::Material(of) | Record::Parameter { name: of, .. } = record {
                    name(*of);
                }
            }
        }
        Chunk::VoxelTypes(types) => {
            for one in &types.types {
                name(one.name);
                one.items.iter().for_each(|item| name(item.name));
            }
        }
        Chunk::VoxelBlock(block) => name(block.name),
        Chunk::Shape(shape) => name(shape.name),
        Chunk::Labels(labels) => {
            name(labels.group);
            name(labels.language);
        }
        Chunk::Action(action) => name(action.name),
        Chunk::Asset(asset) => name(asset.name),
    }
    match chunk {
        Chunk::Material(material) => of_material(material, add),
        Chunk::Mesh(mesh) => of_mesh(mesh, add),
        Chunk::VoxelBlock(block) => of_block(block, add),
        Chunk::Skeleton(skeleton) => {
            let n_lost = skeleton.bones.len().saturating_sub(skeleton.walk().len());
            if n_lost > 0 {
                add(format!("left out, since they are not connected to a root: {}", counted(n_lost, "bone")));
            }
            // Sums from 0.95 to 1.05 are read unchanged: text format document, section 5.
            let is_odd = |skin: &&crate::model::Skin| !(243..=267).contains(&skin.sum());
            let n_odd = skeleton.skins.iter().filter(is_odd).count();
            if n_odd > 0 {
                add(format!("weights scaled to add up to 1: {}", counted(n_odd, "skin")));
            }
        }
        Chunk::Asset(asset) => {
            let file = model.strings.start(asset.name);
            add(format!(
                "{} for the separate file {:?}",
                counted(asset.data.len(), "byte"),
                lossy(&text_file(file))
            ));
        }
        Chunk::Unknown(unknown) if is_reserved(unknown.magic) => {
            add("a chunk that could not be decoded is left out".into());
        }
        Chunk::Unknown(unknown) if !unknown.magic.iter().all(u8::is_ascii_graphic) => {
            add("a chunk whose name is not printable is left out".into());
        }
        _ => {}
    }
    if is_empty(chunk) {
        add("an empty chunk is left out".into());
    }
    let surplus = chunk.surplus().unwrap_or_default();
    if !surplus.is_empty() {
        add(format!("left out, since they cannot be decoded: {}", counted(surplus.len(), "byte")));
    }
}

fn lossy(text: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text)
}

fn of_material(material: &Material, add: &mut dyn FnMut(String)) {
    for property in &material.properties {
        if property.id.keyword().is_none() {
            add(format!("the property {} has no key", property.id.0));
        }
    }
}

fn of_mesh(mesh: &Mesh, add: &mut dyn FnMut(String)) {
    for record in &mesh.records {
        match record {
            Record::Parameter { kind: 2.., .. } => add("the kind of a parameter is left out".into()),
            Record::Polygons { parts, .. } if parts.has(Parts::RESERVED) => {
                add("a reserved bit of polygons is left out".into());
            }
            _ => {}
        }
    }
}

fn of_block(block: &VoxelBlock, add: &mut dyn FnMut(String)) {
    if block.n_stored() > block.n_voxels() {
        add("voxels beyond the size of the block are left out".into());
    }
    let byte = u32::from(block.uncertainty);
    let is_exact = |percent: u32| percent.saturating_mul(255) / 100 == byte;
    let percent = byte.saturating_mul(100) / 255;
    if !is_exact(percent) && !is_exact(percent.saturating_add(1)) {
        add(format!("the uncertainty {byte} of 255 is rounded to per cent"));
    }
}

/// Returns true if the chunk's section of the text would have no lines.
fn is_empty(chunk: &Chunk) -> bool {
    match chunk {
        Chunk::TextureMap(map) => map.pairs.is_empty(),
        Chunk::Vertices(vertices) => vertices.is_empty(),
        Chunk::Skeleton(skeleton) => skeleton.bones.is_empty() && skeleton.skins.is_empty(),
        Chunk::Material(material) => material.properties.is_empty(),
        Chunk::Mesh(mesh) => mesh.records.is_empty(),
        Chunk::VoxelTypes(types) => types.types.is_empty(),
        Chunk::Shape(Shape { commands, group, .. }) => commands.is_empty() && *group == BoneIndex::NONE,
        Chunk::Labels(labels) => labels.labels.is_empty(),
        Chunk::Action(action) => action.frames.is_empty(),
        Chunk::Unknown(unknown) => unknown.data.is_empty(),
        Chunk::Procedure(procedure) => procedure.script == Name::NONE,
        Chunk::Asset(asset) => asset.name == Name::NONE,
        Chunk::ColourMap(_) | Chunk::VoxelBlock(_) => false,
    }
}
