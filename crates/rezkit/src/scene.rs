//! The neutral scene that stands between formats and files.
//!
//! The conventions are those of glTF: right-handed, Y up, triangles counter-clockwise seen from the front,
//! texture coordinates with `v` down, factors of materials linear. Vertex colours ([`geom::Rgba8`]) are sRGB.

pub(crate) mod affine;
mod animation;
mod check;
pub(crate) mod colour;
mod levels;
mod material;
mod mesh;
pub(crate) mod names;
mod node;
pub(crate) mod pose;
mod select;

pub use animation::{Animation, Interpolation, Path, Track};
pub use check::SceneFault;
pub use levels::LevelOrder;
pub use material::{Alpha, Image, Material, Mime, Slot, Specular, Texture, Wrap};
pub use mesh::{Mesh, Morph, Skin};
pub use node::{Node, Role, Trs};
pub use pose::Pose;

use crate::Json;
use geom::Aabb;

/// Nodes, meshes and what they refer to, by index.
///
/// The fields are public, so a scene can refer to what is not there: [`check`](Self::check) tells,
/// and everything that draws or writes scenes passes over such references.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// What the scene is called.
    pub name: String,
    /// The tree; see [`Node::parent`].
    pub nodes: Vec<Node>,
    /// Shapes, each used by any number of nodes.
    pub meshes: Vec<Mesh>,
    /// Joints by which meshes are moved.
    pub skins: Vec<Skin>,
    /// Surfaces. Groups of meshes name them, so the names are unique.
    pub materials: Vec<Material>,
    /// Textures, and pictures that nothing uses.
    pub images: Vec<Image>,
    /// Movements of nodes.
    pub animations: Vec<Animation>,
    /// What a length of 1 means.
    pub unit: Unit,
    /// Who may use it, and whose it is; `asset.copyright` in glTF.
    pub copyright: String,
    /// What belongs to the whole file and has no field.
    pub extras: Json,
}

/// What a length of 1 means.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum Unit {
    /// As glTF has it.
    #[default]
    Metre,
    /// Of Roblox: 0.28 metres.
    Stud,
    /// This many metres.
    Other(f32),
}

impl Scene {
    /// The number of triangles in the nodes that are shown, each instance counted.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        let shown = self.nodes.iter().filter(|node| !node.hidden);
        let meshes = shown.filter_map(|node| self.meshes.get(node.mesh?));
        meshes.map(|mesh| mesh.shape.indices.len()).fold(0, usize::saturating_add)
    }

    /// The box around all vertices of the nodes that are shown, at rest.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        self.bounds_in(&self.rest())
    }

    /// The box around all vertices of the nodes that are shown, in a pose.
    #[must_use]
    pub fn bounds_in(&self, pose: &Pose) -> Option<Aabb> {
        let worlds = self.worlds(pose);
        let shown =
            (0..self.nodes.len()).filter(|index| self.nodes.get(*index).is_some_and(|node| !node.hidden));
        let boxes = shown.filter_map(|index| Aabb::of(self.posed(index, pose, &worlds)));
        boxes.reduce(Aabb::union)
    }

    /// The material of a name.
    #[must_use]
    pub fn material(&self, name: &str) -> Option<&Material> {
        self.materials.iter().find(|material| material.name == name)
    }
}
