//! Materials and textures.

use crate::json::Json;
use geom::{Vec3, Vec4};

/// A material, in the terms of glTF.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// The name of the material; unique in a scene.
    pub name: String,
    /// Linear colour and opacity, multiplied by texture and vertex colour.
    pub base: Vec4,
    /// The metalness: 0 for non-metals, 1 for metals.
    pub metallic: f32,
    /// The roughness: 0 is a mirror, 1 is chalk.
    pub roughness: f32,
    /// Linear colour of emitted light.
    pub emissive: Vec3,
    /// The meaning of the opacity.
    pub alpha: Alpha,
    /// Shows the back faces of triangles.
    pub double_sided: bool,
    /// Shows the material without lighting.
    pub unlit: bool,
    /// The index of refraction, if it is stated.
    pub ior: Option<f32>,
    /// The reflection of non-metals, if it is stated.
    pub specular: Option<Specular>,
    /// The textures, by [`Slot`].
    pub textures: [Option<Texture>; 5],
    /// The pattern of the surface, for renderers that draw patterns where no texture is available.
    pub grain: Grain,
    /// Custom properties, as in `extras` of glTF; null if there are none.
    pub extras: Json,
}

impl Default for Material {
    /// White, rough, not metallic.
    fn default() -> Self {
        Self {
            name: String::new(),
            base: Vec4::ONE,
            metallic: 0.0,
            roughness: 1.0,
            emissive: Vec3::ZERO,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            ior: None,
            specular: None,
            textures: [None; 5],
            grain: Grain::None,
            extras: Json::Null,
        }
    }
}

impl Material {
    /// The texture in a slot.
    #[must_use]
    pub fn texture(&self, slot: Slot) -> Option<Texture> {
        self.textures.get(slot as usize).copied().flatten()
    }

    /// Sets the texture of a slot.
    pub fn set_texture(&mut self, slot: Slot, texture: Option<Texture>) {
        if let Some(place) = self.textures.get_mut(slot as usize) {
            *place = texture;
        }
    }
}

/// A surface pattern. No file stores it; it follows from the names of materials.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grain {
    /// No pattern.
    #[default]
    None,
    /// A lawn.
    Grass,
    /// Sand, earth, concrete, asphalt, snow.
    Speckles,
    /// Marble and ice.
    Veins,
    /// A block of wood.
    Wood,
    /// Boards.
    Planks,
    /// Courses of bricks.
    Bricks,
    /// Square slabs.
    Tiles,
    /// Cobbles, pebbles and rock.
    Stones,
    /// Sheets of metal with a pattern of ridges.
    Plates,
    /// Metal.
    Brushed,
    /// Cloth.
    Weave,
    /// The surface of water, which also reflects the sky of a place.
    Waves,
}

/// The purpose of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slot {
    /// Colour and opacity, sRGB.
    Base,
    /// Roughness in green, metalness in blue.
    MetallicRoughness,
    /// Normals in tangent space.
    Normal,
    /// Ambient occlusion, in red.
    Occlusion,
    /// Emitted light, sRGB.
    Emissive,
}

impl Slot {
    /// All slots, in the order of [`Material::textures`].
    pub const ALL: [Self; 5] =
        [Self::Base, Self::MetallicRoughness, Self::Normal, Self::Occlusion, Self::Emissive];
}

/// An image on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texture {
    /// The index in [`Scene::images`](super::Scene::images).
    pub image: usize,
    /// The wrap modes along `u` and `v`.
    pub wrap: [Wrap; 2],
    /// Shows pixels as squares, without interpolation.
    pub nearest: bool,
    /// The scale of normals, or the strength of occlusion.
    pub strength: f32,
}

impl Texture {
    /// A texture with this image, repeated and smooth.
    #[must_use]
    pub const fn new(image: usize) -> Self {
        Self { image, wrap: [Wrap::Repeat; 2], nearest: false, strength: 1.0 }
    }
}

/// The continuation of a texture beyond its edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The texture is repeated.
    #[default]
    Repeat,
    /// The texture is repeated, and every second copy is mirrored.
    Mirror,
    /// The pixels of the edge are repeated.
    Clamp,
}

/// The meaning of the opacity.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Alpha {
    /// The material is opaque, whatever its opacity.
    #[default]
    Opaque,
    /// Opacities below this value are invisible, all others opaque.
    Mask(f32),
    /// The material is blended with the background.
    Blend,
}

/// The reflection of non-metals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specular {
    /// The strength of the reflection: 0 is none, 1 the usual.
    pub factor: f32,
    /// The linear colour of the reflection.
    pub colour: Vec3,
}

/// An image file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Image {
    /// The name of the image.
    pub name: String,
    /// The kind of file, by its first bytes.
    pub mime: Mime,
    /// The bytes of the file; empty if it is not available.
    pub bytes: Vec<u8>,
    /// The path of the file relative to the model, if it is not embedded; a reference with a scheme, such as `https:`,
    /// is kept as it was written.
    pub uri: Option<String>,
}

/// Kinds of image files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mime {
    /// `image/png`.
    #[default]
    Png,
    /// `image/jpeg`.
    Jpeg,
    /// `image/webp`.
    WebP,
    /// `image/ktx2`.
    Ktx2,
    /// Another kind, or not available.
    Other,
}

impl Mime {
    /// The kind of a file, by its first bytes.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Self {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Self::Png,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Self::WebP,
            [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Self::Ktx2,
            _ => Self::Other,
        }
    }

    /// The extension of such files, with the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => ".png",
            Self::Jpeg => ".jpg",
            Self::WebP => ".webp",
            Self::Ktx2 => ".ktx2",
            Self::Other => ".bin",
        }
    }

    /// The MIME type; `None` for [`Mime::Other`].
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Png => Some("image/png"),
            Self::Jpeg => Some("image/jpeg"),
            Self::WebP => Some("image/webp"),
            Self::Ktx2 => Some("image/ktx2"),
            Self::Other => None,
        }
    }
}
