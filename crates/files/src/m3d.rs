//! Model 3D.

mod outline;
mod shapes;

use super::Format;
use super::codec::{Adapted, Codec};
use super::facts::Facts;
use super::identify::Found;
use super::items::{Item, Items, List, of_rules, repeated};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::Viewer;
use super::rules::{Findings, Profile, Rule};
use super::shapes::See;
use geom::{Aabb, Vec3};
use m3d::{Chunk, Model, Title, VoxelBlock, VoxelIndex};
use scene::counted;
use scene::problem::Problem;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The ids of the rules on the preview and the assets. The text form only names these; their bytes are in
/// separate files.
const OF_FILES_BESIDE: [&str; 3] = ["M3D032", "M3D055", "M3D066"];

codec!(m3d, ::m3d, Model; output_bytes elements => ::m3d::paths_in_file);

impl Described for Model {
    const TITLE: &'static str = "Model 3D";
    const BYTES_OF_ELEMENT: usize = 24;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        if bytes.starts_with(b"3DMO") {
            return Some(Found::new(Format::M3d));
        }
        let scale = bytes.strip_prefix(b"3dmodel ")?.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let has_scale = std::str::from_utf8(scale).is_ok_and(|scale| !scale.trim().is_empty());
        let damage = (!has_scale).then_some(Cow::Borrowed("the first line has no scale"));
        Some(Found { damage, ..Found::new(Format::A3d) })
    }

    /// Also returns the rules of programs whose behaviour can be predicted, such as raylib.
    fn all_rules() -> Vec<Rule> {
        let programs = m3d::rules::raylib::RULES.iter().map(|of| Self::rule(of));
        <Self as Codec>::rules().into_iter().chain(programs).collect()
    }
}

impl AnyModel for Model {
    fn owed(&self, bytes: &[u8]) -> Exact {
        if m3d::ascii::detect(bytes) { Exact::Values } else { Exact::Payloads }
    }

    fn findings(&self, bytes: &[u8], _: Options, profiles: &[Profile]) -> Result<Findings, Problem> {
        let mut findings = Codec::validate(self);
        if m3d::ascii::detect(bytes) {
            findings.retain(|rule| !OF_FILES_BESIDE.contains(&rule));
        }
        if profiles.contains(&Profile::Raylib) {
            findings.append(Self::found(m3d::validate_for(self, m3d::Program::Raylib)));
        }
        Ok(findings)
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        facts.text("name", self.title(Title::Name));
        facts.text("author", self.title(Title::Author));
        facts.text("licence", self.title(Title::Licence));
        let points = self.points();
        facts.count("triangles", self.meshes().fold(0, |sum, mesh| sum.saturating_add(mesh.n_faces())));
        facts.count("vertices", points.len());
        facts.count("materials", self.materials().count());
        if let Some(skeleton) = self.skeleton() {
            facts.count("bones", skeleton.bones.len());
            facts.count("skins", skeleton.skins.len());
        }
        for chunk in &self.chunks {
            let magic = chunk.magic();
            let name = String::from_utf8_lossy(&magic).into_owned();
            let count = facts.classes.entry(name).or_default();
            *count = count.saturating_add(1);
        }
        for (name, wanted) in
            [("actions", *b"ACTN"), ("voxel blocks", *b"VOXD"), ("shapes", *b"SHPE"), ("assets", *b"ASET")]
        {
            facts.count(name, self.chunks.iter().filter(|chunk| chunk.magic() == wanted).count());
        }
        let n_voxels = self.voxel_blocks().map(n_set).fold(0, u64::saturating_add);
        facts.count("voxels", usize::try_from(n_voxels).unwrap_or(usize::MAX));
        if let Some(preview) = &self.preview {
            facts.text("preview", counted(preview.len(), "byte"));
        }
        facts.text("packing", format!("{:?}", self.packing).to_lowercase());
        facts.unit = self.scale;
        facts.bounds = Aabb::from_points(points.iter().map(|point| point.position.xyz()));
        if let (None, Some(voxels)) = (facts.bounds, around_voxels(self)) {
            let sides = voxels.size().to_array().map(|side| side.to_string());
            facts.text("extent", format!("{} voxels", sides.join(" × ")));
        }
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let chunks = || self.chunks.iter().enumerate();
        match what {
            List::Scripts => {
                items.extend(chunks().filter_map(|(i, chunk)| match chunk {
                    Chunk::Procedure(procedure) => {
                        Some(Item::new(format!("chunks[{i}]"), "PROC", self.text(procedure.script), 0))
                    }
                    _ => None,
                }))?;
            }
            List::Assets => {
                items.extend(chunks().filter_map(|(i, chunk)| match chunk {
                    Chunk::Asset(asset) => Some(Item::new(
                        format!("chunks[{i}]"),
                        "ASET",
                        self.text(asset.name),
                        asset.data.len(),
                    )),
                    _ => None,
                }))?;
                for material in self.materials() {
                    let name = self.text(material.name);
                    items.extend(material.properties.iter().filter_map(
                        |property| match &property.value {
                            m3d::PropertyValue::Texture(texture) => Some(Item::new(
                                name.clone(),
                                property.id.keyword().unwrap_or("texture"),
                                self.text(*texture),
                                0,
                            )),
                            _ => None,
                        },
                    ))?;
                }
            }
            List::Classes => {
                let mut facts = Facts::default();
                self.facts(&[], &mut facts);
                items
                    .extend(facts.classes.into_iter().map(|(kind, count)| Item::new("", kind, "", count)))?;
            }
            List::Strings => {
                // A compressed file can have millions of equal strings in a few bytes.
                let mut known = std::collections::HashSet::new();
                let names = self.strings.names().map(|(_, text)| text);
                let names = names.filter(|text| !text.is_empty() && known.insert(*text));
                items.extend(
                    names.map(|text| Item::new("", "string", String::from_utf8_lossy(text), text.len())),
                )?;
            }
            List::Duplicates => {
                of_rules(Codec::validate(self), &["M3D023", "M3D025"], items)?;
                let assets = chunks().filter_map(|(i, chunk)| match chunk {
                    Chunk::Asset(asset) => Some((&asset.data, i)),
                    _ => None,
                });
                repeated(assets, "ASET", |i| format!("chunks[{i}]"), items)?;
            }
            List::Dangling => {
                let rules = [
                    "M3D010", "M3D011", "M3D012", "M3D013", "M3D014", "M3D015", "M3D016", "M3D017", "M3D024",
                ];
                of_rules(Codec::validate(self), &rules, items)?;
            }
            List::Requires | List::Remotes | List::Services => {}
        }
        ControlFlow::Continue(())
    }

    fn shapes(&self, see: &mut See<'_>) -> ControlFlow<()> {
        shapes::of_m3d(self, see)
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_m3d(self, memory, look)
    }
}

/// The number of voxels of a block that have a type.
fn n_set(block: &VoxelBlock) -> u64 {
    let mut voxels = block.voxels.iter();
    let set = block.runs.iter().map(|run| {
        let (n_stored, times) = if run.repeats { (1, run.len) } else { (run.len, 1) };
        let stored = voxels.by_ref().take(n_stored.into());
        let n_typed =
            stored.filter(|voxel| **voxel != VoxelIndex::UNSET).fold(0_u64, |n, _| n.saturating_add(1));
        n_typed.saturating_mul(times.into())
    });
    set.fold(0, u64::saturating_add).min(block.n_voxels())
}

/// The box around all blocks of voxels.
#[expect(clippy::cast_precision_loss, reason = "no file has so many voxels along an axis")]
fn around_voxels(model: &Model) -> Option<Aabb> {
    Aabb::from_points(model.voxel_blocks().flat_map(|block| {
        let start = Vec3::from_array(block.position.map(|axis| axis as f32));
        [start, start + Vec3::from_array(block.size.map(|side| side as f32))]
    }))
}
