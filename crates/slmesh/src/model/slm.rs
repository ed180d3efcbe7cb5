//! A viewer's saved upload.

use super::{Matrix, MeshAsset};
use crate::mould::same::same;
use llsd::{Map, Text, Value};

/// What a viewer saves of a model before it uploads it, as `.slm`: assets, and where they stand.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Container {
    /// The line that old files have before all, `<? LLSD/Binary ?>`, with what ends it.
    pub line: Vec<u8>,
    /// The version of the container; 3.
    pub version: Option<i32>,
    /// The name of the model.
    pub name: Option<Text>,
    /// The assets.
    pub mesh: Option<Vec<Item>>,
    /// Where they stand.
    pub instance: Option<Vec<Instance>>,
    /// What else there is.
    pub other: Map,
    /// The order of the keys, if it is not that of their bytes.
    pub order: Vec<Text>,
    /// What follows the map.
    pub trailing: Vec<u8>,
}

/// An asset of a container.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Item {
    /// One that was read.
    Asset(Box<MeshAsset>),
    /// One that could not be read, as it is in the file.
    Raw(Vec<u8>),
}

/// An asset at a place.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Instance {
    /// The number of the asset.
    pub mesh_id: Option<i32>,
    /// Its name.
    pub label: Option<Text>,
    /// Where it stands, how large and how turned.
    pub transform: Option<Matrix>,
    /// A material for each face, as the viewer has it.
    pub material: Option<Vec<Value>>,
    /// What else there is.
    pub other: Map,
    /// The order of the keys, if it is not that of their bytes.
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
