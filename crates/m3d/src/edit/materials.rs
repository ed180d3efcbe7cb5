//! Changes of materials.

use crate::common::error::Error;
use crate::model::{Chunk, Command, Material, Model, Name, Property, PropertyId, PropertyValue, Record};
use geom::Rgba8;

/// The value of a property to set, with the colour or string itself instead of a reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NewValue<'a> {
    /// A colour.
    Colour(Rgba8),
    /// A number.
    Float(f32),
    /// A small integer.
    Byte(u8),
    /// The name of a texture.
    Texture(&'a str),
}

impl Model {
    /// Defines a material, and replaces any material of this name. Returns the name by which polygons refer
    /// to it.
    ///
    /// # Errors
    ///
    /// If the colour map is full.
    ///
    /// ```
    /// use geom::Rgba8;
    /// use m3d::{NewValue, PropertyId};
    ///
    /// let mut model = m3d::Model::default();
    /// let steel = model.set_material("steel", &[
    ///     (PropertyId::DIFFUSE, NewValue::Colour(Rgba8::new(128, 128, 128, 255))),
    ///     (PropertyId::METALLIC, NewValue::Float(1.0)),
    ///     (PropertyId::DIFFUSE_MAP, NewValue::Texture("scratches")),
    /// ])?;
    /// assert_eq!(model.text(steel), "steel");
    /// assert_eq!(model.material("steel").unwrap().properties.len(), 3);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn set_material(
        &mut self,
        name: &str,
        properties: &[(PropertyId, NewValue<'_>)],
    ) -> Result<Name, Error> {
        let mut list = Vec::with_capacity(properties.len());
        for (id, value) in properties {
            let value = match *value {
                NewValue::Colour(colour) => PropertyValue::Colour(self.add_colour(colour)?),
                NewValue::Float(number) => PropertyValue::Float(number),
                NewValue::Byte(number) => PropertyValue::Byte(number),
                NewValue::Texture(texture) => PropertyValue::Texture(self.name_of(texture)),
            };
            list.push(Property { id: *id, value });
        }
        let name = self.name_of(name);
        let text = self.strings.get(name).unwrap_or_default();
        let mut materials = self.chunks.iter_mut().filter_map(|chunk| match chunk {
            Chunk::Material(material) => Some(material),
            _ => None,
        });
        match materials.find(|material| self.strings.is(material.name, text)) {
            Some(material) => {
                material.properties = list;
                material.surplus.clear();
                return Ok(material.name);
            }
            None => {
                let material = Material { name, properties: list, surplus: Vec::new() };
                self.insert(Chunk::Material(material));
            }
        }
        Ok(name)
    }

    /// Renames a material, where it is defined and where meshes, shapes, voxels and their items refer to it. Returns
    /// the number of changed references. Other uses of the same string, such as a texture, keep it.
    ///
    /// ```
    /// # let bytes = std::fs::read("fixtures/m3d/valid/hand/hand_tiny.m3d")?;
    /// let mut model = m3d::read(&bytes)?;
    /// assert_eq!(model.rename_material("red", "crimson"), 2);
    /// assert!(model.material("red").is_none());
    /// assert_eq!(m3d::read(&m3d::write(&model)?)?.material("crimson").unwrap().properties.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rename_material(&mut self, from: &str, to: &str) -> usize {
        if from.is_empty() || from == to {
            return 0;
        }
        let new = self.name_of(to);
        let strings = &self.strings;
        let mut n_changed: usize = 0;
        // The result of the last comparison of strings, because many references in a row share a name.
        let mut last = (Name::NONE, false);
        let mut rename = |name: &mut Name| {
            if last.0 != *name {
                last = (*name, strings.is(*name, from.as_bytes()));
            }
            if last.1 {
                *name = new;
                n_changed = n_changed.saturating_add(1);
            }
        };
        for chunk in &mut self.chunks {
            match chunk {
                Chunk::Material(material) => rename(&mut material.name),
                Chunk::Mesh(mesh) => mesh.records.iter_mut().for_each(|record| {
                    if let Record::Material(name) = record {
                        rename(name);
                    }
                }),
                Chunk::Shape(shape) => shape.commands.iter_mut().for_each(|command| {
                    if let Command::Use { material } = command {
                        rename(material);
                    }
                }),
                Chunk::VoxelTypes(voxels) => voxels.types.iter_mut().for_each(|voxel| {
                    rename(&mut voxel.name);
                    voxel.items.iter_mut().for_each(|item| rename(&mut item.name));
                }),
                _ => {}
            }
        }
        n_changed
    }
}
