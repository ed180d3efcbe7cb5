//! Surfaces.

use crate::Json;
use geom::{Vec3, Vec4};

/// How a surface looks, in the terms of glTF.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// What it is called; unique in a scene.
    pub name: String,
    /// Linear colour and opacity, multiplied with texture and vertex colour.
    pub base: Vec4,
    /// 0 for all but metals.
    pub metallic: f32,
    /// 0 for a mirror, 1 for chalk.
    pub roughness: f32,
    /// Linear light that it gives by itself.
    pub emissive: Vec3,
    /// What the opacity does.
    pub alpha: Alpha,
    /// Whether the back of triangles is seen.
    pub double_sided: bool,
    /// Whether light does not matter.
    pub unlit: bool,
    /// Index of refraction, if it is told.
    pub ior: Option<f32>,
    /// The reflection of what is no metal, if it is told.
    pub specular: Option<Specular>,
    /// By [`Slot`].
    pub textures: [Option<Texture>; 5],
    /// What has no field.
    pub extras: Json,
}

impl Default for Material {
    /// White, rough, no metal.
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

    /// Puts a texture into a slot.
    pub fn set_texture(&mut self, slot: Slot, texture: Option<Texture>) {
        if let Some(place) = self.textures.get_mut(slot as usize) {
            *place = texture;
        }
    }
}

/// What a texture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slot {
    /// Colour and opacity, sRGB.
    Base,
    /// Roughness in green, metallicity in blue.
    MetallicRoughness,
    /// Directions in the space of the tangent.
    Normal,
    /// How much of the light of the surroundings arrives, in red.
    Occlusion,
    /// Light given, sRGB.
    Emissive,
}

impl Slot {
    /// All, in the order of [`Material::textures`].
    pub const ALL: [Self; 5] =
        [Self::Base, Self::MetallicRoughness, Self::Normal, Self::Occlusion, Self::Emissive];
}

/// An image on a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texture {
    /// Which of [`Scene::images`](super::Scene::images).
    pub image: usize,
    /// What is beyond its edges, along `u` and `v`.
    pub wrap: [Wrap; 2],
    /// Whether pixels are to be seen as squares.
    pub nearest: bool,
    /// The scale of normals, or the strength of occlusion.
    pub strength: f32,
}

impl Texture {
    /// Of an image, repeated and smooth.
    #[must_use]
    pub const fn new(image: usize) -> Self {
        Self { image, wrap: [Wrap::Repeat; 2], nearest: false, strength: 1.0 }
    }
}

/// What is beyond the edge of a texture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The texture again.
    #[default]
    Repeat,
    /// The texture again, each second one mirrored.
    Mirror,
    /// The pixels of the edge.
    Clamp,
}

/// What opacity does.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Alpha {
    /// Nothing.
    #[default]
    Opaque,
    /// What is below this value is not seen, all else is.
    Mask(f32),
    /// What is behind shines through.
    Blend,
}

/// How what is no metal reflects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specular {
    /// How much.
    pub factor: f32,
    /// In which linear colour.
    pub colour: Vec3,
}

/// A picture, as its file is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Image {
    /// What it is called.
    pub name: String,
    /// What kind of file it is, by its first bytes.
    pub mime: Mime,
    /// The file; empty if it was not at hand.
    pub bytes: Vec<u8>,
    /// Where the file is, if it is not part of the model.
    pub uri: Option<String>,
}

/// Kinds of pictures.
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
    /// None of these, or not at hand.
    Other,
}

impl Mime {
    /// The kind, by the first bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Self::Png,
            [0xff, 0xd8, 0xff, ..] => Self::Jpeg,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Self::WebP,
            [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Self::Ktx2,
            _ => Self::Other,
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
