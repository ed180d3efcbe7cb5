//! Materials from a library.

use crate::canonical::colours::{self, Inline};
use crate::canonical::strings::StringMerger;
use crate::model::{Chunk, Command, Material, Model, Name, Record, Width};
use crate::visit::{Visitor, visit, visit_chunk};
use std::collections::{HashMap, HashSet};

impl Model {
    /// The names of the materials that meshes, shapes and voxels use, without duplicates, in order of first use.
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

    /// Returns a copy of the model, with the materials that it uses but does not define added from a library,
    /// which is another model.
    ///
    /// Textures are copied as names only: their assets stay in the library. The [types](Self::types) are widened as
    /// needed. Names of 255 bytes and more are not looked up. If names in the library share strings so heavily that
    /// writing them out would take 16 times its table or more than 16 MiB, the remaining materials are left out.
    #[must_use]
    pub fn with_materials_of(&self, library: &Self) -> Self {
        let mut model = self.clone();
        let found = self.missing_in(library);
        if found.is_empty() {
            return model;
        }
        let keeps_inline = model.types.colour == Width::Four;
        colours::inline(&mut model);
        let mut merge = StringMerger::new(&library.strings, std::mem::take(&mut model.strings));
        merge.found.extend(self.strings.names().map(|(name, string)| (string, name)));
        let mut inline = Inline::new(library);
        let mut materials = Vec::new();
        for material in found {
            let mut copy = Chunk::Material(Material { surplus: Vec::new(), ..material.clone() });
            visit_chunk(&mut copy, &mut inline);
            visit_chunk(&mut copy, &mut merge);
            if merge.error.is_some() {
                break;
            }
            materials.push(copy);
        }
        model.strings = merge.new;
        let after = model.strings.n_ended();
        visit(&mut model, &mut KeepDangling { before: self.strings.n_ended(), after });
        let first_user = model.chunks.iter().position(|chunk| {
            matches!(chunk, Chunk::Mesh(_) | Chunk::Shape(_) | Chunk::VoxelTypes(_) | Chunk::Procedure(_))
        });
        let at = first_user.unwrap_or(model.chunks.len());
        model.chunks.splice(at..at, materials);
        if !keeps_inline {
            colours::map(&mut model);
        }
        model.fit();
        model
    }

    /// The materials in a library that this model uses but does not define.
    fn missing_in<'l>(&self, library: &'l Self) -> Vec<&'l Material> {
        // Long strings are not compared, because all names may share one, which would take quadratic time.
        let mut offered: HashMap<&[u8], &Material> = HashMap::new();
        for material in library.materials() {
            if let (name, Name::NONE) = library.strings.key(material.name) {
                offered.entry(name).or_insert(material);
            }
        }
        // The materials that the model defines, and those found so far.
        let mut has: HashSet<_> = self.materials().map(|material| self.strings.key(material.name)).collect();
        let names = self.used_materials().into_iter().map(|name| self.strings.key(name));
        let missing = names.filter(|key| !key.0.is_empty() && has.insert(*key));
        missing.filter(|key| key.1 == Name::NONE).filter_map(|key| offered.get(key.0).copied()).collect()
    }
}

/// Keeps dangling names dangling after the table has grown.
struct KeepDangling {
    before: usize,
    after: usize,
}

impl Visitor for KeepDangling {
    fn name(&mut self, name: &mut Name) {
        name.keep_dangling(self.before, self.after);
    }
}
