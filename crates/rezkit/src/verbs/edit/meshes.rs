//! Edits of Roblox and Second Life meshes and of Model 3D.

use super::paths::Targets;
use super::{Edit, Edited, NodeEdit, no_part};
use crate::roblox::Saved;
use crate::verbs::quotes::plain;
use ::m3d::{Chunk, Part as ModelPart, PropertyValue, Title};
use ::rbxmesh::{ChunkPart, FacsBlock};
use ::slmesh::{Hash, MeshAsset, slm::Item};
use files::File;
use files::fault::refused;
use files::model::Described;
use files::outline::{Outline, Step};
use files::slmesh::SecondLife;
use geom::Rgba8;
use scene::{Problem, ProblemKind};
use std::str::FromStr;

/// A format with removable parts and some values that can be set.
pub(super) trait Parts: Described {
    /// The names of the removable parts.
    const NAMES: &[&str];

    /// Removes a part, and returns the number of items removed; `None` if there is no such part.
    fn strip(&mut self, part: &str) -> Option<usize>;

    /// Sets a property of a node, by its kind and name; returns `false` if there is no such property.
    fn set(&mut self, node: &Node, property: &str, text: &str) -> Result<bool, Problem>;
}

/// A node of an outline.
pub(super) struct Node {
    pub(super) is_file: bool,
    pub(super) kind: Vec<u8>,
    pub(super) name: Vec<u8>,
}

impl Node {
    fn read(outline: &dyn Outline, number: u32) -> Self {
        let name = if let Step::Name(name) = outline.step(number) { name.to_vec() } else { Vec::new() };
        Self { is_file: number == 0, kind: outline.kind(number).to_vec(), name }
    }
}

pub(super) fn m3d(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    edited::<::m3d::Model>(file, edits)
}

pub(super) fn m3d_nodes(file: &File<'_>, edits: &[NodeEdit]) -> Result<Edited, Problem> {
    edited_nodes::<::m3d::Model>(file, edits)
}

pub(super) fn rbxmesh(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    edited::<::rbxmesh::Mesh>(file, edits)
}

pub(super) fn anim(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    edited::<::slmesh::anim::Animation>(file, edits)
}

pub(super) fn slmesh(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    edited::<SecondLife>(file, edits)
}

fn edited<P: Parts>(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut model, warnings) = P::read(file.bytes(), file.options())?;
    let mut sets = Ok(Vec::new());
    model.outline(file.memory(), &mut |outline| sets = sets_of(outline, edits))?;
    let (mut n_values, mut notes) = (0_usize, Vec::from_iter(warnings.in_words()));
    for (node, property, text) in sets? {
        set(&mut model, &node, &property, text)?;
        n_values = n_values.saturating_add(1);
    }
    for edit in edits {
        let (n, part) = match edit {
            Edit::StripPart { part } => (model.strip(part), part.clone()),
            Edit::Strip { class, property } => (None, format!("{class}.{property}")),
            Edit::Set { .. } => continue,
            _ => {
                let words = file.identity().format.in_words();
                let message = format!("this works only on models, places and LLSD, and the file is {words}");
                return Err(Problem::new(ProblemKind::Unsupported, message));
            }
        };
        let n = n.ok_or_else(|| {
            let names = P::NAMES.join(", ");
            Problem::new(
                ProblemKind::Value,
                format!("{part} cannot be removed; the removable parts are {names}"),
            )
        })?;
        if n == 0 {
            notes.push(format!("{part}: there is nothing to remove"));
        }
        n_values = n_values.saturating_add(n);
    }
    Edited::on(file, n_values, notes, || Ok(Saved::plain(model.write_onto(file.bytes(), file.options())?)))
}

/// The values to set: the node, the property and the text of each.
fn sets_of<'e>(outline: &dyn Outline, edits: &'e [Edit]) -> Result<Vec<(Node, String, &'e str)>, Problem> {
    let targets = Targets::new(outline, edits)?;
    let sets = edits.iter().filter_map(|edit| match edit {
        Edit::Set { path, value, .. } => Some((path, value)),
        _ => None,
    });
    let resolved = sets.map(|(path, value)| {
        let (number, property) = targets.property(path, no_part)?;
        Ok((Node::read(outline, number), property, &**value))
    });
    resolved.collect()
}

fn set<P: Parts>(model: &mut P, node: &Node, property: &str, text: &str) -> Result<(), Problem> {
    if model.set(node, property, text)? {
        return Ok(());
    }
    let message = format!("{property} is not a property that can be set here");
    Err(Problem::new(ProblemKind::Reference, message))
}

/// Edits like [`edited`], with nodes given by number.
fn edited_nodes<P: Parts>(file: &File<'_>, edits: &[NodeEdit]) -> Result<Edited, Problem> {
    let (mut model, warnings) = P::read(file.bytes(), file.options())?;
    let mut nodes = Vec::new();
    model.outline(file.memory(), &mut |outline| {
        let number = |edit: &NodeEdit| match edit {
            NodeEdit::Set { node, .. }
            | NodeEdit::Rename { node, .. }
            | NodeEdit::Move { node, .. }
            | NodeEdit::Remove { node } => *node,
        };
        nodes = edits.iter().map(|edit| Node::read(outline, number(edit))).collect();
    })?;
    for (edit, node) in edits.iter().zip(&nodes) {
        match edit {
            NodeEdit::Set { property, value, .. } => set(&mut model, node, property, value)?,
            _ => {
                let message = "in this format, only values can be set, and parts removed by name";
                return Err(Problem::new(ProblemKind::Unsupported, message));
            }
        }
    }
    Edited::on(file, edits.len(), Vec::from_iter(warnings.in_words()), || {
        Ok(Saved::plain(model.write_onto(file.bytes(), file.options())?))
    })
}

/// Parses a value of the required type.
pub(super) fn parsed<T: FromStr>(text: &str) -> Result<T, Problem> {
    text.trim()
        .parse()
        .map_err(|_| Problem::new(ProblemKind::Value, format!("{text} is not a value of the required type")))
}

/// Empties a list, and returns its length.
fn taken<T: Default>(list: &mut Vec<T>) -> usize {
    std::mem::take(list).len()
}

const TITLES: [(&str, Title); 4] = [
    ("name", Title::Name),
    ("licence", Title::Licence),
    ("author", Title::Author),
    ("description", Title::Description),
];

/// Parts that are removed together with the vertices, texture coordinates and colours that only they use.
const WITH_VERTICES: [(&str, ModelPart); 8] = [
    ("surface", ModelPart::Surface),
    ("normals", ModelPart::Normals),
    ("texture_coordinates", ModelPart::TexCoords),
    ("colours", ModelPart::Colours),
    ("materials", ModelPart::Materials),
    ("skeleton", ModelPart::Skeleton),
    ("actions", ModelPart::Actions),
    ("labels", ModelPart::Labels),
];

/// The number of items of a part in a chunk.
fn n_of(chunk: &Chunk, part: ModelPart) -> usize {
    use ModelPart::{Actions, Colours, Labels, Materials, Normals, Skeleton, Surface, TexCoords};
    match (chunk, part) {
        (Chunk::Mesh(mesh), Normals) => mesh.normals.len(),
        (Chunk::Mesh(mesh), TexCoords) => mesh.tex_coords.len(),
        (Chunk::Vertices(vertices), Colours) => {
            vertices.colours.iter().filter(|colour| colour.0 != 0).count()
        }
        (Chunk::Mesh(_) | Chunk::VoxelBlock(_) | Chunk::Shape(_) | Chunk::Procedure(_), Surface)
        | (Chunk::Material(_), Materials)
        | (Chunk::Skeleton(_), Skeleton)
        | (Chunk::Action(_), Actions)
        | (Chunk::Labels(_), Labels) => 1,
        _ => 0,
    }
}

impl Parts for ::m3d::Model {
    const NAMES: &[&str] = &[
        "titles",
        "name",
        "licence",
        "author",
        "description",
        "preview",
        "assets",
        "unknown",
        "surface",
        "normals",
        "texture_coordinates",
        "colours",
        "materials",
        "skeleton",
        "actions",
        "labels",
    ];

    fn strip(&mut self, part: &str) -> Option<usize> {
        if let Some((_, part)) = WITH_VERTICES.iter().find(|(name, _)| *name == part) {
            let n = self.chunks.iter().map(|chunk| n_of(chunk, *part)).fold(0, usize::saturating_add);
            if n > 0 {
                self.strip(&[*part]);
            }
            return Some(n);
        }
        let n_chunks = self.chunks.len();
        match part {
            "preview" => return Some(self.preview.take().into_iter().count()),
            "assets" => self.chunks.retain(|chunk| !matches!(chunk, Chunk::Asset(_))),
            "unknown" => self.chunks.retain(|chunk| !matches!(chunk, Chunk::Unknown(_))),
            _ => {
                let meant = TITLES.iter().filter(|(name, _)| part == "titles" || part == *name);
                let meant: Vec<_> = meant.map(|(_, title)| *title).collect();
                let there = meant.iter().filter(|title| !self.title(**title).is_empty()).copied();
                let there: Vec<_> = there.collect();
                there.iter().for_each(|title| self.set_title(*title, ""));
                return (!meant.is_empty()).then_some(there.len());
            }
        }
        Some(n_chunks.saturating_sub(self.chunks.len()))
    }

    fn set(&mut self, node: &Node, property: &str, text: &str) -> Result<bool, Problem> {
        if node.is_file {
            if let Some((_, title)) = TITLES.iter().find(|(name, _)| *name == property) {
                self.set_title(*title, &plain(text));
                return Ok(true);
            }
            if property == "scale" {
                self.scale = parsed(text)?;
                return Ok(true);
            }
        }
        if node.kind != b"material" {
            return Ok(false);
        }
        let found = self.chunks.iter().enumerate().find_map(|(i, chunk)| match chunk {
            Chunk::Material(material) if self.strings.start(material.name) == node.name => {
                let has = |found: &::m3d::Property| found.id.keyword() == Some(property);
                material.properties.iter().position(has).map(|at| (i, at))
            }
            _ => None,
        });
        let Some((chunk, at)) = found else { return Ok(false) };
        let old = match self.chunks.get(chunk) {
            Some(Chunk::Material(material)) => material.properties.get(at).map(|property| property.value),
            _ => None,
        };
        let new = match old {
            Some(PropertyValue::Colour(_)) => {
                PropertyValue::Colour(self.add_colour(colour(text)?).map_err(refused)?)
            }
            Some(PropertyValue::Float(_)) => PropertyValue::Float(parsed(text)?),
            Some(PropertyValue::Byte(_)) => PropertyValue::Byte(parsed(text)?),
            Some(PropertyValue::Texture(_)) => PropertyValue::Texture(self.strings.intern(&plain(text))),
            None => return Ok(false),
        };
        if let Some(Chunk::Material(material)) = self.chunks.get_mut(chunk)
            && let Some(property) = material.properties.get_mut(at)
        {
            property.value = new;
        }
        Ok(true)
    }
}

/// Parses a colour such as `#rrggbbaa`, which is opaque without `aa`.
fn colour(text: &str) -> Result<Rgba8, Problem> {
    let digits = text.trim().trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).ok();
    let [r, g, b, a] = match (number, digits.len()) {
        (Some(number), 8) => number.to_be_bytes(),
        (Some(number), 6) => (number << 8 | 0xff).to_be_bytes(),
        _ => {
            return Err(Problem::new(
                ProblemKind::Value,
                format!("{text} is not a colour such as #ff8000ff"),
            ));
        }
    };
    Ok(Rgba8::new(r, g, b, a))
}

impl Parts for ::rbxmesh::Mesh {
    const NAMES: &[&str] = &["unknown", "facs", "lods", "hsr", "trailing"];

    fn strip(&mut self, part: &str) -> Option<usize> {
        let without = |mesh: &mut Self, part: ChunkPart| {
            mesh.chunks
                .retain(|chunk| !matches!(chunk, ::rbxmesh::Chunk::Part { part: one, .. } if *one == part));
        };
        Some(match part {
            "unknown" => {
                let n_chunks = self.chunks.len();
                self.chunks.retain(|chunk| !matches!(chunk, ::rbxmesh::Chunk::Raw { .. }));
                n_chunks.saturating_sub(self.chunks.len())
            }
            "facs" => {
                without(self, ChunkPart::Facs);
                usize::from(std::mem::take(&mut self.facs) != FacsBlock::None)
            }
            "hsr" => {
                without(self, ChunkPart::HsrVisibility);
                self.hsr_visibility.take().into_iter().count()
            }
            // The finest level remains.
            "lods" => self.keep_levels(0..1),
            "trailing" => taken(&mut self.trailing),
            _ => return None,
        })
    }

    fn set(&mut self, _: &Node, _: &str, _: &str) -> Result<bool, Problem> {
        Ok(false)
    }
}

impl Parts for SecondLife {
    const NAMES: &[&str] = &[
        "hashes",
        "creator",
        "date",
        "physics_havok",
        "physics_convex",
        "physics_mesh",
        "physics_shape",
        "skin",
        "lowest_lod",
        "low_lod",
        "medium_lod",
        "high_lod",
        "the names of other blocks",
    ];

    fn strip(&mut self, part: &str) -> Option<usize> {
        let (mut n, mut is_known) = (0_usize, Self::NAMES.contains(&part));
        for asset in assets(self) {
            is_known |= asset.block(part).is_some();
            n = n.saturating_add(match part {
                "hashes" => without_hashes(asset),
                "creator" => asset.creator.take().into_iter().count(),
                "date" => asset.date.take().into_iter().count(),
                block => asset.remove_block(block).into(),
            });
            asset.settle();
        }
        is_known.then_some(n)
    }

    fn set(&mut self, node: &Node, property: &str, text: &str) -> Result<bool, Problem> {
        let Self::Asset(asset) = self else { return Ok(false) };
        if !node.is_file {
            return Ok(false);
        }
        match property {
            "version" => asset.version = Some(parsed(text)?),
            "creator" => asset.creator = Some(parsed(text)?),
            "date" => asset.date = Some(parsed(text)?),
            "submodel_id" => asset.submodel_id = Some(parsed(text)?),
            _ => return Ok(false),
        }
        asset.settle();
        Ok(true)
    }
}

/// The meshes of a file. A saved upload may have several.
fn assets(file: &mut SecondLife) -> Vec<&mut MeshAsset> {
    match file {
        SecondLife::Asset(asset) => vec![asset],
        SecondLife::Container(container) => {
            let items = container.mesh.iter_mut().flatten();
            items
                .filter_map(|item| match item {
                    Item::Asset(asset) => Some(&mut **asset),
                    Item::Raw(_) => None,
                })
                .collect()
        }
    }
}

fn without_hashes(asset: &mut MeshAsset) -> usize {
    let mut n = 0_usize;
    let mut take = |hash: Option<&mut Option<Hash>>| {
        n = n.saturating_add(hash.and_then(Option::take).into_iter().count());
    };
    take(asset.skin.as_mut().map(|block| &mut block.hash));
    take(asset.physics_convex.as_mut().map(|block| &mut block.hash));
    take(asset.physics_havok.as_mut().map(|block| &mut block.hash));
    for block in [
        &mut asset.lowest_lod,
        &mut asset.low_lod,
        &mut asset.medium_lod,
        &mut asset.high_lod,
        &mut asset.physics_mesh,
        &mut asset.physics_shape,
    ] {
        take(block.as_mut().map(|block| &mut block.hash));
    }
    asset.unknown.iter_mut().for_each(|(_, block)| take(Some(&mut block.hash)));
    n
}
