//! A viewer's saved upload.

use super::{Matrix, MeshAsset};
use geom::same;
use llsd::{Map, Text, Value};

/// A saved upload, `.slm`: the assets of a model, and their instances.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Container {
    /// The line `<? LLSD/Binary ?>` at the start of old files, with its line end.
    pub line: Vec<u8>,
    /// The version of the container, which is 3.
    pub version: Option<i32>,
    /// The name of the model.
    pub name: Option<Text>,
    /// The assets.
    pub mesh: Option<Vec<Item>>,
    /// The instances of the assets.
    pub instance: Option<Vec<Instance>>,
    /// Other keys.
    pub other: Map,
    /// The order of the keys; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
    /// Bytes after the map.
    pub trailing: Vec<u8>,
}

/// An asset of a container.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Item {
    /// An asset that was read.
    Asset(Box<MeshAsset>),
    /// The bytes of an asset that could not be read.
    Raw(Vec<u8>),
}

/// An instance of an asset.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Instance {
    /// The index of the asset.
    pub mesh_id: Option<i32>,
    /// The name.
    pub label: Option<Text>,
    /// The position, rotation and scale.
    pub transform: Option<Matrix>,
    /// A material for each face, in the viewer's form.
    pub material: Option<Vec<Value>>,
    /// Other keys.
    pub other: Map,
    /// The order of the keys; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
}

impl Container {
    /// The assets that were read.
    pub fn assets(&self) -> impl Iterator<Item = &MeshAsset> {
        self.mesh.iter().flatten().filter_map(|item| match item {
            Item::Asset(asset) => Some(&**asset),
            Item::Raw(_) => None,
        })
    }
}

same! {
    Container { line, version, name, mesh, instance, other, order, trailing }
    enum Item { Asset(asset), Raw(bytes) }
    Instance { mesh_id, label, transform, material, other, order }
}
