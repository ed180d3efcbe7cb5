//! Materials from another file.

use crate::canonical::colours;
use crate::{Chunk, ColourRef, Command, Material, Model, Name, PropertyValue, Record, Width};
use std::collections::{HashMap, HashSet};

impl Model {
    /// The materials that meshes, shapes and voxels name, each once, in the order in which they do.
    #[must_use]
    pub fn used_materials(&self) -> Vec<Name> {
        let mut seen = HashSet::new();
        let mut used = Vec::new();
        let mut add = |name: Name| {
            if name != Name::NONE && seen.insert(name) {
                used.push(name);
            }
        };
        for chunk in &self.chunks {
            match chunk {
                Chunk::Mesh(mesh) => {
                    for record in &mesh.records {
                        if let Record::Material(name) = record {
                            add(*name);
                        }
                    }
                }
                Chunk::Shape(shape) => {
                    for command in &shape.commands {
                        if let Command::Use { material } = command {
                            add(*material);
                        }
                    }
                }
                Chunk::VoxelTypes(voxels) => voxels.types.iter().for_each(|voxel| add(voxel.name)),
                _ => {}
            }
        }
        used
    }

    /// The model with the materials that it uses and does not define taken from a library, which is another model.
    ///
    /// Textures stay names: their assets are the library's. The [types](Self::types) are as wide as is needed then.
    #[must_use]
    pub fn with_materials_of(&self, library: &Self) -> Self {
        let mut model = self.clone();
        let defined: HashSet<&[u8]> =
            self.materials().filter_map(|material| self.strings.get(material.name)).collect();
        let mut offered: HashMap<&[u8], &Material> = HashMap::new();
        for material in library.materials() {
            if let Some(name) = library.strings.get(material.name) {
                offered.entry(name).or_insert(material);
            }
        }
        let mut taken = HashSet::new();
        let used = self.used_materials();
        let missing =
            used.iter().filter_map(|name| self.strings.get(*name)).filter(|name| !defined.contains(name));
        let found: Vec<&Material> = missing
            .filter(|name| taken.insert(*name))
            .filter_map(|name| offered.get(name).copied())
            .collect();
        if found.is_empty() {
            return model;
        }
        let keeps_inline = model.types.colour == Width::Four;
        colours::inline(&mut model);
        let mut names: HashMap<Vec<u8>, Name> =
            self.strings.names().map(|(name, string)| (string.to_vec(), name)).collect();
        let materials: Vec<_> = found
            .into_iter()
            .map(|material| {
                let strings = &mut model.strings;
                import(material, library, |string| {
                    *names.entry(string.to_vec()).or_insert_with(|| strings.push(string))
                })
            })
            .collect();
        let first_user = model.chunks.iter().position(|chunk| {
            matches!(chunk, Chunk::Mesh(_) | Chunk::Shape(_) | Chunk::VoxelTypes(_) | Chunk::Procedure(_))
        });
        let at = first_user.unwrap_or(model.chunks.len());
        model.chunks.splice(at..at, materials.into_iter().map(Chunk::Material));
        if !keeps_inline {
            colours::map(&mut model);
        }
        model.fit();
        model
    }
}

/// A material of a library with names of the model, and inline colours.
fn import(material: &Material, library: &Model, mut name_of: impl FnMut(&[u8]) -> Name) -> Material {
    let mut copy = Material { rest: Vec::new(), ..material.clone() };
    let mut name = |name| match library.strings.get(name) {
        None | Some([]) => Name::NONE,
        Some(string) => name_of(string),
    };
    copy.name = name(copy.name);
    for property in &mut copy.properties {
        match &mut property.value {
            PropertyValue::Texture(texture) => *texture = name(*texture),
            PropertyValue::Colour(colour) => {
                *colour = library.colour(*colour).map_or(ColourRef(0), ColourRef::inline);
            }
            PropertyValue::Float(_) | PropertyValue::Byte(_) => {}
        }
    }
    copy
}
