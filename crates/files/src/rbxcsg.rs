//! The render and collision data of Roblox unions, which are only read.

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
use super::rules::{Findings, Profile};
use super::shapes::See;
use rbxmesh::csg::{Csg, Shape};
use scene::problem::Problem;
use std::ops::ControlFlow;

/// The functions and types of the union formats, some of which they share with meshes.
mod blob {
    pub(super) use rbxmesh::csg::*;
    pub(super) use rbxmesh::{
        Error, ErrorKind, Finding, Findings, Limits, Place, ReadOptions, Rule, Same, Severity, Warnings,
    };
}

codec_recorded!(rbxcsg, self::blob, Csg; output_bytes elements; read only);

/// The format of the data of a union.
pub(crate) fn format_of(model: &Csg) -> Format {
    match model {
        Csg::Mesh(_) => Format::CsgMesh,
        Csg::Solid(_) => Format::CsgSolid,
        Csg::Collision(_) => Format::CsgPhysics,
        _ => Format::CsgKey,
    }
}

impl Described for Csg {
    const TITLE: &'static str = "Roblox union data";
    const BYTES_OF_ELEMENT: usize = 128;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        // `CSGMDL`, XORed with the key that hides it; the version is hidden as well.
        const HIDDEN: &[u8] = b"\x15\x7d\x29\x15\x75\x6c";
        let number = |key: u8| bytes.get(6).map(|version| Version::whole(u32::from(version ^ key)));
        let (format, version) = match bytes {
            bytes if bytes.starts_with(HIDDEN) => (Format::CsgMesh, number(0x30)),
            bytes if bytes.starts_with(b"CSGPHS") => (Format::CsgPhysics, number(0)),
            bytes if bytes.starts_with(b"CSGK") => (Format::CsgKey, None),
            bytes if rbxmesh::csg::detect(bytes) => (Format::CsgSolid, None),
            _ => return None,
        };
        Some(Found { version, ..Found::new(format) })
    }
}

impl AnyModel for Csg {
    /// Returns the weakest form of the law, since these formats are never written.
    fn owed(&self, _: &[u8]) -> Exact {
        Exact::Values
    }

    fn findings(&self, _: &[u8], _: Options, _: &[Profile]) -> Result<Findings, Problem> {
        Ok(Codec::validate(self))
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        match self {
            Self::Mesh(mesh) => {
                facts.version = Some(mesh.version.to_string());
                facts.count("vertices", mesh.positions.len());
                facts.count("triangles", mesh.triangles.len());
                facts.levels = mesh.levels().into_iter().map(|triangles| triangles.len()).collect();
                facts.bounds = mesh.extents();
                facts.count("bytes after the end", mesh.trailing.len());
            }
            Self::Solid(solid) => {
                facts.count("points", solid.positions.len());
                facts.count("triangles", solid.position_corners.len());
                facts.bounds = solid.extents();
                facts.count("bytes after the end", solid.trailing.len());
            }
            Self::Collision(collision) => {
                facts.version = Some(collision.version.to_string());
                if collision.shape == Shape::Block {
                    facts.text("shape", "a box of the size of its part");
                }
                let hulls = collision.hulls();
                facts.count("hulls", hulls.len());
                facts.count("points", hulls.iter().map(|hull| hull.points.len()).sum());
                facts.count("triangles", hulls.iter().map(|hull| hull.triangles.len()).sum());
                let n_flat = hulls.iter().filter(|hull| hull.volume() == 0.0).count();
                facts.count("flat hulls", n_flat);
                if !hulls.is_empty() {
                    facts.text("volume", format!("{:.4} cubic studs", collision.volume()));
                }
                facts.bounds = collision.extents();
                facts.count("bytes after the end", collision.trailing.len());
            }
            Self::Key(key) => facts.text("key", key.to_string()),
            _ => {}
        }
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        match what {
            List::Strings => match self {
                Self::Key(key) => items.extend([Item::new("key", "key", key.to_string(), 0)]),
                _ => ControlFlow::Continue(()),
            },
            List::Classes => {
                let counts = match self {
                    Self::Mesh(mesh) => vec![
                        ("vertex", mesh.positions.len()),
                        ("triangle", mesh.triangles.len()),
                        ("level", mesh.levels().len()),
                    ],
                    Self::Solid(solid) => {
                        vec![("point", solid.positions.len()), ("triangle", solid.position_corners.len())]
                    }
                    Self::Collision(collision) => vec![("hull", collision.hulls().len())],
                    _ => vec![],
                };
                let some = counts.into_iter().filter(|(_, count)| *count > 0);
                items.extend(some.map(|(kind, count)| Item::new("", kind, "", count)))
            }
            List::Dangling => of_rules(Codec::validate(self), &["RBC001"], items),
            _ => ControlFlow::Continue(()),
        }
    }

    fn shapes(&self, see: &mut See<'_>) -> ControlFlow<()> {
        shapes::of_blob(self, see)
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_blob(self, memory, look)
    }
}
