//! Removal of parts of a model.

use crate::model::{BoneIndex, Chunk, ColourRef, Mesh, Model, Name, Parts, Record, SkinIndex};

/// A part of a model that [`Model::strip`] can remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The preview image.
    Preview,
    /// Meshes, voxels, shapes and scripts that generate surfaces.
    Surface,
    /// The normals of polygons.
    Normals,
    /// The texture coordinates of polygons.
    TexCoords,
    /// The colours of vertices.
    Colours,
    /// Materials, and references to them.
    Materials,
    /// Bones and skins, and the actions that move them.
    Skeleton,
    /// Actions.
    Actions,
    /// Labels.
    Labels,
    /// Files inside the model.
    Assets,
    /// Chunks of applications.
    Unknown,
}

impl Model {
    /// Removes parts, the vertices and texture coordinates that only they used, and the colour map if no
    /// colour is left. The [types](Self::types) become the smallest that fit. Strings are kept; the canonical
    /// form drops unused ones.
    ///
    /// ```rust,standalone_crate
    /// use m3d::Part;
    ///
    /// let mut model = m3d::read(include_bytes!("../../fixtures/m3d/valid/rigged.m3d"))?;
    /// model.strip(&[Part::Skeleton, Part::TexCoords, Part::Colours, Part::Materials]);
    /// let kinds: Vec<_> = model.chunks.iter().map(|chunk| chunk.magic()).collect();
    /// assert_eq!(kinds, [*b"VRTS", *b"MESH"]);
    /// assert_eq!(model.vertices().unwrap().len(), 3);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn strip(&mut self, parts: &[Part]) {
        let has = |part| parts.contains(&part);
        if has(Part::Preview) {
            self.preview = None;
        }
        self.chunks.retain(|chunk| match chunk {
            Chunk::Mesh(_) | Chunk::VoxelTypes(_) | Chunk::VoxelBlock(_) => !has(Part::Surface),
            Chunk::Shape(_) | Chunk::Procedure(_) => !has(Part::Surface),
            Chunk::Material(_) => !has(Part::Materials),
            Chunk::Skeleton(_) => !has(Part::Skeleton),
            Chunk::Action(_) => !has(Part::Actions) && !has(Part::Skeleton),
            Chunk::Labels(_) => !has(Part::Labels),
            Chunk::Asset(_) => !has(Part::Assets),
            Chunk::Unknown(_) => !has(Part::Unknown),
            Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Vertices(_) => true,
        });
        for chunk in &mut self.chunks {
            match chunk {
                Chunk::Mesh(mesh) => strip_mesh(mesh, parts),
                Chunk::Vertices(vertices) => {
                    if has(Part::Colours) {
                        vertices.colours.fill(ColourRef(0));
                    }
                    if has(Part::Skeleton) {
                        vertices.skins.fill(SkinIndex::NONE);
                    }
                }
                Chunk::Shape(shape) => {
                    if has(Part::Skeleton) {
                        shape.group = BoneIndex::NONE;
                    }
                    if has(Part::Materials) {
                        shape
                            .commands
                            .retain(|command| !matches!(command, crate::model::Command::Use { .. }));
                    }
                }
                Chunk::VoxelTypes(voxels) if has(Part::Skeleton) => {
                    voxels.types.iter_mut().for_each(|voxel| voxel.skin = SkinIndex::NONE);
                }
                _ => {}
            }
        }
        self.drop_unused();
        self.drop_unused_colours();
        self.fit();
    }

    /// Returns a model with only the skeleton, the actions and the titles. Programs apply such a file to
    /// models that have the same bones.
    #[must_use]
    pub fn animation_only(&self) -> Self {
        let mut model =
            self.only(|chunk| matches!(chunk, Chunk::Skeleton(_) | Chunk::Action(_) | Chunk::Vertices(_)));
        if let Some(skeleton) = model.skeleton_mut() {
            skeleton.skins.clear();
        }
        model.strip(&[Part::Colours]);
        model
    }

    /// Returns a model with only the materials, the titles and the embedded textures: a library for
    /// [`with_materials_of`](Self::with_materials_of).
    #[must_use]
    pub fn material_library(&self) -> Self {
        let mut model =
            self.only(|chunk| matches!(chunk, Chunk::Material(_) | Chunk::Asset(_) | Chunk::ColourMap(_)));
        model.fit();
        model
    }

    fn only(&self, keep: impl Fn(&Chunk) -> bool) -> Self {
        let chunks = self.chunks.iter().filter(|chunk| keep(chunk)).cloned().collect();
        let (strings, end) = (self.strings.clone(), self.end.clone());
        Self { chunks, strings, end, preview: None, trailing: Vec::new(), ..*self }
    }

    /// Removes the colour map if no field of the model refers to a colour.
    fn drop_unused_colours(&mut self) {
        use crate::visit::{Visitor, visit};
        struct AnyColour(bool);
        impl Visitor for AnyColour {
            fn colour(&mut self, colour: &mut ColourRef) {
                self.0 |= colour.0 != 0;
            }
        }
        let mut any = AnyColour(false);
        visit(self, &mut any);
        if !any.0 {
            self.chunks.retain(|chunk| !matches!(chunk, Chunk::ColourMap(_)));
        }
    }
}

/// Removes normals, texture coordinates and materials of a mesh.
fn strip_mesh(mesh: &mut Mesh, parts: &[Part]) {
    let has = |part| parts.contains(&part);
    let mut lost = 0;
    if has(Part::Normals) {
        mesh.normals.clear();
        lost |= Parts::NORMAL.0;
    }
    if has(Part::TexCoords) {
        mesh.tex_coords.clear();
        lost |= Parts::TEX_COORD.0;
    }
    for record in &mut mesh.records {
        if let Record::Polygons { parts, .. } = record {
            parts.0 &= !lost;
        }
    }
    if has(Part::Materials) {
        mesh.records.retain(|record| !matches!(record, Record::Material(name) if *name != Name::NONE));
    }
    // Polygons of different kinds may have become equal in kind.
    mesh.records.dedup_by(|next, last| {
        let (Record::Polygons { sides, parts, count }, Record::Polygons { sides: n, parts: p, count: c }) =
            (next, last)
        else {
            return false;
        };
        let both = c.checked_add(*count).filter(|_| (*sides, *parts) == (*n, *p));
        *c = both.unwrap_or(*c);
        both.is_some()
    });
}
