//! The neutral scene that stands between formats and files.
//!
//! The conventions are those of glTF: right-handed, Y up, triangles counter-clockwise seen from the front,
//! texture coordinates with `v` down, factors of materials linear. Vertex colours ([`geom::Rgba8`]) are sRGB.

use crate::animation::Animation;
use crate::json::Json;
use crate::light::{Camera, Light};
use crate::material::{Image, Material};
use crate::mesh::{Mesh, Skin};
use crate::node::Node;
use geom::Vec3;

/// Nodes, meshes and what they refer to, by index.
///
/// The fields are public, so a scene can contain references that lead to nothing. [`check`](Self::check) lists them,
/// and functions that draw or write scenes ignore them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// The name of the scene.
    pub name: String,
    /// The tree; see [`Node::parent`].
    pub nodes: Vec<Node>,
    /// Shapes, each used by any number of nodes.
    pub meshes: Vec<Mesh>,
    /// The joints that move meshes.
    pub skins: Vec<Skin>,
    /// Materials. Groups of meshes refer to them by name, so the names are unique.
    pub materials: Vec<Material>,
    /// Textures and unused images.
    pub images: Vec<Image>,
    /// Animations of nodes.
    pub animations: Vec<Animation>,
    /// Lights, which nodes refer to.
    pub lights: Vec<Light>,
    /// Cameras, which nodes refer to.
    pub cameras: Vec<Camera>,
    /// The length of one unit.
    pub unit: Unit,
    /// The copyright; `asset.copyright` in glTF.
    pub copyright: String,
    /// Data of the whole file that have no field.
    pub extras: Json,
}

/// The length of one unit.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum Unit {
    /// One metre, as in glTF.
    #[default]
    Metre,
    /// A stud of Roblox: 0.28 metres.
    Stud,
    /// This many metres.
    Other(f32),
}

impl Unit {
    /// Its length in metres.
    #[must_use]
    pub const fn metres(self) -> f32 {
        match self {
            Self::Metre => 1.0,
            Self::Stud => 0.28,
            Self::Other(metres) => metres,
        }
    }
}

impl Scene {
    /// The number of triangles in visible nodes, counting each instance.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        let shown = self.nodes.iter().filter(|node| !node.hidden);
        let meshes = shown.filter_map(|node| self.meshes.get(node.mesh?));
        meshes.map(|mesh| mesh.shape.indices.len()).fold(0, usize::saturating_add)
    }

    /// The direction that models look in: -Z of those of Roblox, +X of those of Second Life, +Z of all others.
    #[must_use]
    pub fn front(&self) -> Vec3 {
        let source = self.extras.get("rezkit").and_then(|own| own.get("source")).and_then(Json::as_text);
        match source {
            Some("slmesh") => Vec3::X,
            _ if self.unit == Unit::Stud => -Vec3::Z,
            _ => Vec3::Z,
        }
    }

    /// Whether it is a place of Roblox, which stands on a ground.
    #[must_use]
    pub fn is_place(&self) -> bool {
        let own = self.extras.get("rezkit");
        own.and_then(|own| own.get("place")) == Some(&Json::Bool(true))
    }

    /// The material with this name.
    #[must_use]
    pub fn material(&self, name: &str) -> Option<&Material> {
        self.materials.iter().find(|material| material.name == name)
    }
}
