//! Roblox meshes.

mod outline;
mod shapes;

use super::Format;
use super::codec::Codec;
use super::facts::Facts;
use super::identify::{Found, Version};
use super::items::{Item, Items, List, of_rules};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::Viewer;
use super::rules::{Finding, Findings, MOST_TRIANGLES, Profile, RZK010, RZK011};
use super::shapes::See;
use rbxmesh::Mesh;
use scene::problem::Problem;
use std::ops::ControlFlow;

codec!(rbxmesh, ::rbxmesh, Mesh; output_bytes elements => ::rbxmesh::paths_in_file);

impl Described for Mesh {
    const TITLE: &'static str = "Roblox mesh";
    const BYTES_OF_ELEMENT: usize = 64;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        let text =
            bytes.strip_prefix(b"version ")?.get(..4).and_then(|text| std::str::from_utf8(text).ok())?;
        Some(Found::version(Format::RbxMesh, Version::of_text(text).filter(|it| it.major < 10)?))
    }
}

impl AnyModel for Mesh {
    fn owed(&self, _: &[u8]) -> Exact {
        // The text version is formatted differently by people and old programs.
        if self.version.major == 1 { Exact::Values } else { Exact::Bytes }
    }

    /// Also checks Studio's requirements for imported meshes, with the profile `roblox`.
    fn findings(&self, _: &[u8], _: Options, profiles: &[Profile]) -> Result<Findings, Problem> {
        let mut findings = Codec::validate(self);
        if profiles.contains(&Profile::Roblox) {
            findings.extend(for_studio(self));
        }
        Ok(findings)
    }

    fn facts(&self, bytes: &[u8], facts: &mut Facts) {
        facts.version = Some(self.version.to_string());
        facts.count("vertices", self.n_vertices());
        facts.count("faces", self.n_faces());
        facts.levels = self.lods().into_iter().map(|faces| faces.len()).collect();
        facts.bounds = self.bounds();
        if let Ok(info) = rbxmesh::info(bytes) {
            if let Some(size) = info.vertex_size {
                facts.text("vertex", format!("{size} bytes"));
            }
            facts.count("bones", info.n_bones);
            facts.count("subsets", info.n_subsets);
            if let Some(facs) = info.facs {
                facts.count("face controls", facs.n_controls);
                facts.count("face bones", facs.n_bones);
            }
            let chunks: Vec<_> =
                info.chunks.iter().map(|(name, version)| format!("{name} {version}")).collect();
            facts.text("chunks", chunks.join(", "));
            facts.count("bytes after the end", info.n_trailing);
        }
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        match what {
            List::Strings => {
                let names = self.bones.iter().enumerate();
                items.extend(names.filter_map(|(i, bone)| {
                    let name = self.bone_name(bone)?;
                    Some(Item::new(format!("bones[{i}]"), "bone", name.as_ref(), 0))
                }))
            }
            List::Classes => {
                let counts = [
                    ("vertex", self.n_vertices()),
                    ("face", self.n_faces()),
                    ("level", self.lods().len()),
                    ("bone", self.bones.len()),
                    ("subset", self.subsets.len()),
                ];
                let some = counts.into_iter().filter(|(_, count)| *count > 0);
                items.extend(some.map(|(kind, count)| Item::new("", kind, "", count)))
            }
            List::Dangling => of_rules(
                Codec::validate(self),
                &["RBM001", "RBM002", "RBM003", "RBM005", "RBM006", "RBM008", "RBM010", "RBM011"],
                items,
            ),
            List::Duplicates => of_rules(Codec::validate(self), &["RBM031"], items),
            _ => ControlFlow::Continue(()),
        }
    }

    fn shapes(&self, see: &mut See<'_>) -> ControlFlow<()> {
        shapes::of_mesh(self, see)
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_mesh(self, memory, look)
    }
}

fn for_studio(mesh: &Mesh) -> Vec<Finding> {
    let n_triangles = mesh.lods().first().map_or(0, |faces| faces.len());
    let mut findings = Vec::new();
    if n_triangles > MOST_TRIANGLES {
        findings.push(Finding {
            rule: RZK010,
            path: "faces".into(),
            found: n_triangles.to_string(),
            limit: MOST_TRIANGLES.to_string(),
        });
    }
    let size = mesh.bounds().filter(|_| n_triangles > 0).map(|bounds| bounds.size().to_array());
    if let Some([x, y, z]) = size.filter(|size| size.contains(&0.0)) {
        let (path, limit) = ("vertices".into(), String::new());
        findings.push(Finding { rule: RZK011, path, found: format!("{x} × {y} × {z}"), limit });
    }
    findings
}
