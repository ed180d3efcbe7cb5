//! Materials in the form that the renderer needs.

use super::blocks;
use super::texture::Pixels;
use crate::colour::Curve;
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::material::{Alpha, Grain, Image, Material, Mime, Slot, Texture};
use crate::scene::Scene;
use geom::{Vec3, Vec4};
use std::collections::HashMap;

/// A material with its available textures.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) base: Vec4,
    pub(super) metallic: f32,
    pub(super) roughness: f32,
    pub(super) emissive: Vec3,
    pub(super) alpha: Alpha,
    pub(super) unlit: bool,
    pub(super) texture: Option<Texture>,
    pub(super) glow: Option<Texture>,
    pub(super) grain: Grain,
}

impl Surface {
    fn from_material(material: &Material) -> Self {
        Self {
            base: material.base,
            metallic: material.metallic.clamp(0.0, 1.0),
            roughness: material.roughness.clamp(0.0, 1.0),
            emissive: material.emissive,
            alpha: material.alpha,
            unlit: material.unlit,
            texture: material.texture(Slot::Base),
            glow: material.texture(Slot::Emissive),
            grain: material.grain,
        }
    }
}

/// All surfaces; index 0 is for triangles without a material.
#[derive(Debug)]
pub(super) struct Surfaces {
    list: Vec<Surface>,
    by_name: HashMap<String, u32>,
    /// The decoded images, by their indices in the scene; `None` for those that are not drawn.
    pixels: HashMap<usize, Option<Pixels>>,
    /// The reasons why images are not drawn.
    pub(super) losses: Losses,
}

impl Surfaces {
    pub(super) fn from_scene(scene: &Scene, most_bytes: usize) -> Self {
        let plain = Material { roughness: 0.6, ..Material::default() };
        let mut surfaces = Self {
            list: vec![Surface::from_material(&plain)],
            by_name: HashMap::new(),
            pixels: HashMap::new(),
            losses: Losses::default(),
        };
        let (mut bytes_left, curve) = (most_bytes, Curve::default());
        for (number, material) in (1_u32..).zip(&scene.materials) {
            let surface = Surface::from_material(material);
            for texture in [surface.texture, surface.glow].into_iter().flatten() {
                if surfaces.pixels.contains_key(&texture.image) {
                    continue;
                }
                let image = scene.images.get(texture.image);
                let pixels = image.and_then(|image| Pixels::decode(&image.bytes, bytes_left, &curve));
                match &pixels {
                    Some(pixels) => bytes_left = bytes_left.saturating_sub(pixels.n_bytes()),
                    None => surfaces.report(image),
                }
                surfaces.pixels.insert(texture.image, pixels);
            }
            surfaces.list.push(surface);
            surfaces.by_name.entry(material.name.clone()).or_insert(number);
        }
        surfaces
    }

    /// Reports a texture that is not drawn.
    fn report(&mut self, image: Option<&Image>) {
        let (code, what) = match image.filter(|image| !image.bytes.is_empty()) {
            None => (LossCode::TextureExternal, "textures that were not found are not drawn"),
            Some(image) if blocks::is_one(&image.bytes) => {
                let what =
                    "DDS and KTX files that are damaged, too large or stored in other ways are not drawn";
                (LossCode::TextureFormat, what)
            }
            Some(image) if !matches!(Mime::detect(&image.bytes), Mime::Png | Mime::Jpeg) => {
                (LossCode::TextureFormat, "textures that are neither PNG, JPEG, DDS nor KTX are not drawn")
            }
            Some(_) => (LossCode::TextureFormat, "textures that are damaged or too large are not drawn"),
        };
        let name = image.map_or("", |image| image.uri.as_deref().unwrap_or(&image.name));
        self.losses.report(code, LossSeverity::Lost, what, 1, name);
    }

    /// The index of the surface of a material, by its name.
    pub(super) fn number(&self, name: Option<&str>) -> u32 {
        name.and_then(|name| self.by_name.get(name).copied()).unwrap_or(0)
    }

    /// The index of the surface of a material, by its index in the scene.
    pub(super) fn of_material(&self, material: usize) -> u32 {
        u32::try_from(material.saturating_add(1)).unwrap_or(0)
    }

    /// True if a surface is invisible.
    pub(super) fn is_unseen(&self, number: u32) -> bool {
        self.get(number).is_some_and(|surface| surface.alpha == Alpha::Blend && surface.base.w <= 0.0)
    }

    pub(super) fn get(&self, number: u32) -> Option<&Surface> {
        self.list.get(number as usize).or_else(|| self.list.first())
    }

    pub(super) fn pixels(&self, texture: &Texture) -> Option<&Pixels> {
        self.pixels.get(&texture.image)?.as_ref()
    }
}
