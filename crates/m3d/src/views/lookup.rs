//! Look-up of parts by kind, index and name.

use crate::model::{
    Action, Asset, Chunk, ColourMap, ColourRef, Labels, Material, Mesh, Model, Name, Procedure, PropertyId,
    PropertyValue, Shape, Skeleton, TextureMap, Vertices, VoxelBlock, VoxelTypes, Width,
};
use geom::Rgba8;
use std::borrow::Cow;

/// Implements accessors for the first chunk of a kind, and for all chunks of a kind.
macro_rules! chunks {
    (first $($(#[$doc:meta])+ $name:ident $name_mut:ident $Kind:ident $ty:ty;)* all $($(#[$all_doc:meta])+ $all:ident $AllKind:ident $all_ty:ty;)*) => {
        impl Model {
            $(
                $(#[$doc])+
                #[must_use]
                pub fn $name(&self) -> Option<&$ty> {
                    self.chunks.iter().find_map(|chunk| match chunk {
                        Chunk::$Kind(found) => Some(found),
                        _ => None,
                    })
                }

                #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), to change it.")]
                pub fn $name_mut(&mut self) -> Option<&mut $ty> {
                    self.chunks.iter_mut().find_map(|chunk| match chunk {
                        Chunk::$Kind(found) => Some(found),
                        _ => None,
                    })
                }
            )*
            $(
                $(#[$all_doc])+
                pub fn $all(&self) -> impl Iterator<Item = &$all_ty> {
                    self.chunks.iter().filter_map(|chunk| match chunk {
                        Chunk::$AllKind(found) => Some(found),
                        _ => None,
                    })
                }
            )*
        }
    };
}
chunks! {
    first
    /// The colour map.
    colour_map colour_map_mut ColourMap ColourMap;
    /// The texture map.
    texture_map texture_map_mut TextureMap TextureMap;
    /// The vertices.
    vertices vertices_mut Vertices Vertices;
    /// The bones and skins.
    skeleton skeleton_mut Skeleton Skeleton;
    /// The voxel types.
    voxel_types voxel_types_mut VoxelTypes VoxelTypes;

    all
    /// The materials. If two have the same name, readers use the first.
    materials Material Material;
    /// The scripts that generate surfaces.
    procedures Procedure Procedure;
    /// The meshes, which together form one mesh.
    meshes Mesh Mesh;
    /// The blocks of voxels.
    voxel_blocks VoxelBlock VoxelBlock;
    /// The shapes.
    shapes Shape Shape;
    /// The groups of labels.
    labels Labels Labels;
    /// The actions.
    actions Action Action;
    /// The embedded files.
    assets Asset Asset;
}

impl Model {
    /// The string of a name, with � for invalid UTF-8; empty if the name is 0 or dangles.
    #[must_use]
    pub fn text(&self, name: Name) -> Cow<'_, str> {
        String::from_utf8_lossy(self.strings.get(name).unwrap_or_default())
    }

    /// The colour of a colour field; `None` if the model has no colours, or if the index is out of range.
    #[must_use]
    pub fn colour(&self, colour: ColourRef) -> Option<Rgba8> {
        self.colours().get(colour)
    }

    /// A view of the colours. It finds the colour map once, which is faster for many look-ups.
    #[must_use]
    pub fn colours(&self) -> Colours<'_> {
        Colours { width: self.types.colour, map: self.colour_map().map_or(&[], |map| &map.colours) }
    }

    /// The first material of this name, which is the one that readers use.
    #[must_use]
    pub fn material(&self, name: &str) -> Option<&Material> {
        self.materials().find(|material| self.is_called(material.name, name))
    }

    /// The action of this name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<&Action> {
        self.actions().find(|action| self.is_called(action.name, name))
    }

    /// The asset of this name: that of a texture has no extension, that of a script has one.
    #[must_use]
    pub fn asset(&self, name: &str) -> Option<&Asset> {
        self.assets().find(|asset| self.is_called(asset.name, name))
    }

    /// The opacity of a material: the alpha of its diffuse colour, otherwise its dissolve; 255 if it has neither.
    #[must_use]
    pub fn opacity(&self, material: &Material) -> u8 {
        self.colours().opacity(material)
    }

    fn is_called(&self, name: Name, string: &str) -> bool {
        self.strings.is(name, string.as_bytes())
    }
}

/// A view of the colours of a model, which resolves colour fields.
#[derive(Debug, Clone, Copy)]
pub struct Colours<'a> {
    width: Width,
    map: &'a [Rgba8],
}

impl Colours<'_> {
    /// The colour of a colour field; see [`Model::colour`].
    #[must_use]
    pub fn get(&self, colour: ColourRef) -> Option<Rgba8> {
        match self.width {
            Width::One | Width::Two => self.map.get(colour.0 as usize).copied(),
            Width::Four => {
                let [r, g, b, a] = colour.0.to_le_bytes();
                Some(Rgba8::new(r, g, b, a))
            }
            Width::Absent => None,
        }
    }

    /// The opacity of a material; see [`Model::opacity`].
    pub(crate) fn opacity(&self, material: &Material) -> u8 {
        match (material.get(PropertyId::DIFFUSE), material.get(PropertyId::DISSOLVE)) {
            (Some(PropertyValue::Colour(colour)), _) => self.get(colour).map_or(u8::MAX, |colour| colour.a),
            (_, Some(PropertyValue::Float(dissolve))) => Rgba8::from_vec4(geom::Vec4::splat(dissolve)).a,
            _ => u8::MAX,
        }
    }
}
