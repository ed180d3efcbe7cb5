//! The neutral scene, into which all formats are converted, and from which files are written.
//!
//! The conventions of a scene are those of glTF: right-handed, Y up, triangles counter-clockwise seen from the front,
//! texture coordinates with `v` down, factors of materials linear. Vertex colours ([`geom::Rgba8`]) are sRGB.

use crate::animation::Animation;
use crate::json::Json;
use crate::light::{Camera, Light};
use crate::material::{Image, Material};
use crate::mesh::{Mesh, Skin};
use crate::node::Node;
use geom::Vec3;

/// Nodes, meshes and the objects to which they refer, by index.
///
/// The fields are public, so a scene can contain references to objects that do not exist. [`check`](Self::check) lists
/// them, and functions that draw or write scenes ignore them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// The name of the scene.
    pub name: String,
    /// The node hierarchy; see [`Node::parent`].
    pub nodes: Vec<Node>,
    /// Geometry; any number of nodes can use a mesh.
    pub meshes: Vec<Mesh>,
    /// The skins that deform meshes.
    pub skins: Vec<Skin>,
    /// Materials. Groups of meshes refer to them by name, so the names are unique.
    pub materials: Vec<Material>,
    /// Textures and unused images.
    pub images: Vec<Image>,
    /// Animations of nodes.
    pub animations: Vec<Animation>,
    /// Lights, to which nodes refer.
    pub lights: Vec<Light>,
    /// Cameras, to which nodes refer.
    pub cameras: Vec<Camera>,
    /// The length of one unit.
    pub unit: Unit,
    /// The copyright; `asset.copyright` in glTF.
    pub copyright: String,
    /// Custom properties of the whole file, as in `extras` of glTF; null if there are none.
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
    /// Another length, in metres.
    Other(f32),
}

impl Unit {
    /// The length of the unit in metres.
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

    /// The direction that models face: -Z for Roblox, +X for Second Life, +Z for all others.
    #[must_use]
    pub fn front(&self) -> Vec3 {
        let source = self.extras.get("rezkit").and_then(|own| own.get("source")).and_then(Json::as_text);
        match source {
            Some("slmesh") => Vec3::X,
            _ if self.unit == Unit::Stud => -Vec3::Z,
            _ => Vec3::Z,
        }
    }

    /// True if the scene is a Roblox place, which has a ground.
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
