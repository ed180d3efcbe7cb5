//! Second Life: mesh assets, and saved uploads, which contain mesh assets.

mod outline;
mod shapes;

use super::Format;
use super::codec::Codec;
use super::facts::{Facts, StreamingCost};
use super::identify::Found;
use super::items::{Item, Items, List, of_rules, repeated};
use super::laws::Exact;
use super::layout::{Layout, Located};
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::Viewer;
use super::rules::{Findings, Profile, Rule};
use super::shapes::See;
use geom::{Aabb, Vec3};
use scene::problem::{Problem, Warnings};
use slmesh::slm::{self, Container};
use slmesh::{Level, LodSizes, MeshAsset};
use std::ops::ControlFlow;

/// The functions and types for uploads, some of which they share with mesh assets.
mod container {
    pub(super) use slmesh::slm::*;
    pub(super) use slmesh::{
        Error, ErrorKind, Finding, Findings, Limits, Place, ReadOptions, Rule, Same, Severity, Warnings,
        WriteOptions, rules,
    };
}

codec!(slmesh, ::slmesh, MeshAsset; output_bytes depth elements);
codec_recorded!(slm, self::container, Container; output_bytes depth elements);

/// A file of either kind: mesh asset or saved upload.
#[derive(Debug)]
pub enum SecondLife {
    /// An asset.
    Asset(Box<MeshAsset>),
    /// A saved upload.
    Container(Box<Container>),
}

impl Codec for SecondLife {
    const NAME: &'static str = MeshAsset::NAME;

    fn detect(bytes: &[u8]) -> bool {
        slmesh::detect(bytes) || slm::detect(bytes)
    }

    fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem> {
        Ok(if slm::detect(bytes) {
            let (container, warnings) = Container::read(bytes, options)?;
            (Self::Container(Box::new(container)), warnings)
        } else {
            let (asset, warnings) = MeshAsset::read(bytes, options)?;
            (Self::Asset(Box::new(asset)), warnings)
        })
    }

    fn write(&self) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Asset(asset) => asset.write(),
            Self::Container(container) => container.write(),
        }
    }

    fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Asset(asset) => asset.write_onto(original, options),
            Self::Container(container) => container.write_onto(original, options),
        }
    }

    fn difference(&self, other: &Self) -> Option<String> {
        match (self, other) {
            (Self::Asset(asset), Self::Asset(other)) => asset.difference(other),
            (Self::Container(container), Self::Container(other)) => container.difference(other),
            _ => Some(" is of another kind".into()),
        }
    }

    fn validate(&self) -> Findings {
        match self {
            Self::Asset(asset) => asset.validate(),
            Self::Container(container) => container.validate(),
        }
    }

    fn rules() -> Vec<Rule> {
        MeshAsset::rules()
    }

    fn locate(bytes: &[u8], options: Options, paths: &[&str]) -> Vec<Option<Located>> {
        let locate = if slm::detect(bytes) { Container::locate } else { MeshAsset::locate };
        locate(bytes, options, paths)
    }

    fn traced(bytes: &[u8], options: Options) -> (Layout<'_>, Result<Self, Problem>) {
        if slm::detect(bytes) {
            let (layout, container) = Container::traced(bytes, options);
            (layout, container.map(Box::new).map(Self::Container))
        } else {
            let (layout, asset) = MeshAsset::traced(bytes, options);
            (layout, asset.map(Box::new).map(Self::Asset))
        }
    }
}

impl Described for SecondLife {
    const TITLE: &'static str = "Second Life mesh";
    const BYTES_OF_ELEMENT: usize = 40;

    /// Identifies mesh assets and uploads by their keys, since both are LLSD maps.
    fn recognise(bytes: &[u8]) -> Option<Found> {
        match () {
            () if slm::detect(bytes) => Some(Found::new(Format::Slm)),
            () if slmesh::detect(bytes) => Some(Found::new(Format::SlMesh)),
            () => None,
        }
    }
}

impl AnyModel for SecondLife {
    fn owed(&self, _: &[u8]) -> Exact {
        Exact::Payloads
    }

    fn findings(&self, _: &[u8], _: Options, _: &[Profile]) -> Result<Findings, Problem> {
        Ok(self.validate())
    }

    fn facts(&self, bytes: &[u8], facts: &mut Facts) {
        match self {
            Self::Asset(asset) => {
                of_asset(asset, facts);
                facts.cost = cost_of_asset(asset, bytes, facts.scale);
            }
            Self::Container(container) => {
                facts.version = container.version.map(|version| version.to_string());
                if let Some(name) = &container.name {
                    facts.text("name", name.to_str_lossy());
                }
                facts.cost = cost_of_upload(container, bytes, facts.scale);
                facts.count("assets", container.mesh.as_ref().map_or(0, Vec::len));
                facts.count("instances", container.instance.as_ref().map_or(0, Vec::len));
                // The list begins with the coarsest level, and facts begin with the finest.
                for level in Level::ALL.into_iter().rev() {
                    let triangles = container.assets().filter_map(|asset| asset.level(level));
                    facts.levels.push(triangles.fold(0, |sum, lod| sum.saturating_add(lod.n_triangles())));
                }
            }
        }
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        match self {
            Self::Asset(asset) => list_asset(asset, "", what, items)?,
            Self::Container(container) => {
                for (i, asset) in container.assets().enumerate() {
                    list_asset(asset, &format!("mesh[{i}]."), what, items)?;
                }
                let instances = container.instance.iter().flatten().enumerate();
                if what == List::Strings {
                    items.extend(instances.filter_map(|(i, instance)| {
                        let label = instance.label.as_ref()?;
                        Some(Item::new(format!("instance[{i}].label"), "label", label.to_str_lossy(), 0))
                    }))?;
                }
            }
        }
        match (what, self) {
            (List::Dangling, _) => of_rules(self.validate(), &["SLM024", "SLM039", "SLM055"], items),
            (List::Duplicates, Self::Container(container)) => {
                let written = container
                    .assets()
                    .enumerate()
                    .filter_map(|(i, asset)| Some((slmesh::write(asset).ok()?, i)));
                repeated(written, "asset", |i| format!("mesh[{i}]"), items)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn shapes(&self, see: &mut See<'_>) -> ControlFlow<()> {
        shapes::of_second_life(self, see)
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_second_life(self, memory, look)
    }
}

/// The streaming cost of a mesh of which some level can be read.
fn cost_of_asset(asset: &MeshAsset, bytes: &[u8], scale: Option<Vec3>) -> Option<StreamingCost> {
    asset.shown_level(Level::High)?;
    #[expect(clippy::cast_possible_truncation, reason = "the viewer has scales in this precision")]
    let uploaded = || {
        let faces = asset.level(Level::High).into_iter().flat_map(|lod| &lod.faces);
        // The size of the model before it was scaled to the unit cube (docs/formats/slmesh.md, 4.1).
        let scale = faces.filter_map(|face| face.normalized_scale).next()?;
        Some(Vec3::from_array(scale.map(|length| length as f32)))
    };
    let scale = scale.or_else(uploaded).unwrap_or(Vec3::new(1.0, 1.0, 1.0));
    let cost = LodSizes::of_file(bytes).ok()?.cost(scale);
    let scale = Some(scale.to_array());
    Some(StreamingCost { scale, cost: cost.streaming, largest_level: cost.dominant.name() })
}

/// The streaming cost of all instances in an upload together.
fn cost_of_upload(container: &Container, bytes: &[u8], scale: Option<Vec3>) -> Option<StreamingCost> {
    // The blocks are measured in the file, because writing the model would compress them again.
    let document = llsd::Document::read(bytes).ok()?;
    let mesh = document.root().get("mesh")?;
    let sizes: Vec<_> =
        mesh.items().map(|item| LodSizes::of_file(&item.to_text().into_bytes()).ok()).collect();
    let mut sum = 0.0;
    let mut largest = (f64::MIN, Level::High);
    for instance in container.instance.iter().flatten() {
        let number = instance.mesh_id.and_then(|id| usize::try_from(id).ok())?;
        let Some(sizes) = sizes.get(number).copied().flatten() else { continue };
        let own = instance.transform.map_or(Vec3::new(1.0, 1.0, 1.0), size_of);
        let cost = sizes.cost(scale.unwrap_or(own));
        sum += cost.streaming;
        if cost.streaming > largest.0 {
            largest = (cost.streaming, cost.dominant);
        }
    }
    Some(StreamingCost {
        scale: scale.map(|scale| scale.to_array()),
        cost: sum,
        largest_level: largest.1.name(),
    })
}

/// The scale in a matrix: the lengths of its first three rows, which are the axes.
#[expect(clippy::cast_possible_truncation, reason = "the viewer has scales in this precision")]
fn size_of(matrix: slmesh::Matrix) -> Vec3 {
    let length = |row: [f64; 3]| row.iter().map(|number| number * number).sum::<f64>().sqrt() as f32;
    let [a, b, c, _, d, e, f, _, g, h, i, ..] = matrix;
    Vec3::new(length([a, b, c]), length([d, e, f]), length([g, h, i]))
}

fn of_asset(asset: &MeshAsset, facts: &mut Facts) {
    facts.version = asset.version.map(|version| version.to_string());
    if let Some(high) = asset.level(Level::High) {
        facts.count("faces", high.faces.len());
        facts.count("vertices", high.n_vertices());
        facts.count("triangles", high.n_triangles());
        facts.bounds = Aabb::from_points(high.faces.iter().flat_map(slmesh::Face::positions));
    }
    let levels = Level::ALL.into_iter().rev().filter_map(|level| asset.level(level));
    facts.levels = levels.map(slmesh::Lod::n_triangles).collect();
    if let Some(physics) = asset.physics_triangles() {
        facts.count("physics triangles", physics.n_triangles());
    }
    if let Some(convex) = asset.physics_convex.as_ref().and_then(slmesh::Block::value) {
        facts.count("physics hulls", convex.hulls().count());
        facts.count("bounding points", convex.bounding_points().len());
    }
    if let Some(skin) = asset.skin.as_ref().and_then(slmesh::Block::value) {
        facts.count("joints", skin.n_joints());
    }
    facts.count("unknown blocks", asset.unknown.len());
}

fn list_asset(asset: &MeshAsset, before: &str, what: List, items: &mut Items) -> ControlFlow<()> {
    match what {
        List::Classes => {
            let path = before.trim_end_matches('.');
            let blocks = asset.blocks();
            items.extend(
                blocks.into_iter().map(|(name, _)| Item::new(path, String::from_utf8_lossy(name), "", 1)),
            )
        }
        List::Assets => {
            let creator = asset.creator.iter();
            items.extend(creator.map(|id| Item::new(format!("{before}creator"), "agent", id.to_string(), 0)))
        }
        List::Strings => {
            let materials = asset.material_list.iter().flatten().enumerate();
            items.extend(materials.map(|(i, name)| {
                Item::new(format!("{before}material_list[{i}]"), "material", name.to_str_lossy(), 0)
            }))?;
            let skin = asset.skin.as_ref().and_then(slmesh::Block::value);
            let joints = skin.iter().flat_map(|skin| skin.joint_names.iter().flatten()).enumerate();
            items.extend(joints.map(|(i, name)| {
                Item::new(format!("{before}skin.joint_names[{i}]"), "joint", name.to_str_lossy(), 0)
            }))
        }
        _ => ControlFlow::Continue(()),
    }
}
