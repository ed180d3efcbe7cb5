//! Writing of materials and their textures.

use super::Writer;
use super::text::{escaped, numbers};
use crate::colour::srgb_of;
use crate::dae::material::PROFILE;
use crate::file_names::ImageFiles;
use crate::material::{Alpha, Material, Slot, Specular, Texture, Wrap};
use geom::Vec4;
use std::fmt::Write as _;

impl Writer<'_> {
    pub(super) fn materials(&mut self, images: &ImageFiles) {
        if !self.images.is_empty() {
            self.line("<library_images>");
            for number in self.images.clone() {
                let Some(image) = self.scene.images.get(number) else { continue };
                let path = images.get(number).map(escaped).unwrap_or_default();
                let _ = writeln!(
                    self.text,
                    "<image id=\"image.{number}\" name=\"{}\"><init_from>{path}</init_from></image>",
                    escaped(&image.name)
                );
            }
            self.line("</library_images>");
        }
        if self.scene.materials.is_empty() {
            return;
        }
        self.line("<library_effects>");
        for (material, own) in self.scene.materials.iter().zip(self.materials.clone()) {
            self.effect(&own, material);
        }
        self.line("</library_effects>\n<library_materials>");
        for (material, own) in self.scene.materials.iter().zip(&self.materials) {
            let name = escaped(&material.name);
            let _ = writeln!(
                self.text,
                "<material id=\"{own}\" name=\"{name}\"><instance_effect url=\"#{own}.effect\"/></material>"
            );
        }
        self.line("</library_materials>");
    }

    fn effect(&mut self, own: &str, material: &Material) {
        let _ = writeln!(self.text, "<effect id=\"{own}.effect\"><profile_COMMON>");
        let n_images = self.scene.images.len();
        let texture = |slot: Slot| material.texture(slot).filter(|texture| texture.image < n_images);
        // The uploader uses the first texture for the colour.
        for (slot, texture) in textures(material).filter(|(_, texture)| texture.image < n_images) {
            let (name, image) = (sampler(slot), texture.image);
            let [s, t] = texture.wrap.map(|wrap| match wrap {
                Wrap::Repeat => "WRAP",
                Wrap::Mirror => "MIRROR",
                Wrap::Clamp => "CLAMP",
            });
            let _ = writeln!(
                self.text,
                "<newparam sid=\"{name}-surface\"><surface type=\"2D\"><init_from>image.{image}</init_from></surface>\
                 </newparam>\n<newparam sid=\"{name}\"><sampler2D><source>{name}-surface</source><wrap_s>{s}</wrap_s>\
                 <wrap_t>{t}</wrap_t></sampler2D></newparam>"
            );
        }
        let slot = |name: &str, slot: Slot, colour: Vec4| match texture(slot) {
            Some(_) => {
                format!("<{name}><texture texture=\"{}\" texcoord=\"UVMap\"/></{name}>", sampler(slot))
            }
            None => format!("<{name}><color>{}</color></{name}>", numbers(&shown(colour).to_array())),
        };
        let shading = if material.unlit { "constant" } else { "phong" };
        let _ = writeln!(self.text, "<technique sid=\"common\"><{shading}>");
        if material.unlit {
            self.line(&slot("emission", Slot::Base, material.base));
        } else {
            self.line(&slot("emission", Slot::Emissive, material.emissive.extend(1.0)));
            self.line(&slot("diffuse", Slot::Base, material.base));
            // The Blinn-Phong exponent that corresponds to a roughness, bounded for a mirror.
            let exponent = 2.0 / (material.roughness * material.roughness).max(1e-6) - 2.0;
            let _ = writeln!(self.text, "<shininess><float>{}</float></shininess>", exponent.max(0.0));
        }
        // Without a texture, an opacity of 1 is not transparent.
        if material.alpha != Alpha::Opaque && (texture(Slot::Base).is_some() || material.base.w < 1.0) {
            let transparent = slot("transparent", Slot::Base, Vec4::ONE);
            let transparent = transparent.replacen("<transparent>", "<transparent opaque=\"A_ONE\">", 1);
            let opacity = material.base.w;
            let _ = writeln!(self.text, "{transparent}<transparency><float>{opacity}</float></transparency>");
        }
        if let Some(ior) = material.ior {
            let _ = writeln!(self.text, "<index_of_refraction><float>{ior}</float></index_of_refraction>");
        }
        let _ = writeln!(self.text, "</{shading}>");
        if texture(Slot::Normal).is_some() {
            let name = sampler(Slot::Normal);
            let _ = writeln!(
                self.text,
                "<extra><technique profile=\"FCOLLADA\"><bump><texture texture=\"{name}\" texcoord=\"UVMap\"/></bump>\
                 </technique></extra>"
            );
        }
        self.line("</technique>");
        if material.double_sided {
            let double_sided =
                "<technique profile=\"GOOGLEEARTH\"><double_sided>1</double_sided></technique>";
            let _ = writeln!(self.text, "<extra>{double_sided}</extra>");
        }
        self.own(material);
        self.line("</profile_COMMON></effect>");
        let Vec4 { x, y, z, .. } = material.base;
        let is_tinted = texture(Slot::Base).is_some() && [x, y, z] != [1.0; 3];
        self.counts.n_tinted = self.counts.n_tinted.saturating_add(usize::from(is_tinted));
    }
}

impl Writer<'_> {
    /// Writes properties that Collada lacks in an element that other tools ignore.
    fn own(&mut self, material: &Material) {
        let mut own = String::new();
        if material.metallic != 0.0 {
            let _ = write!(own, "<metallic>{}</metallic>", material.metallic);
        }
        if let Alpha::Mask(cutoff) = material.alpha {
            let _ = write!(own, "<alpha_cutoff>{cutoff}</alpha_cutoff>");
        }
        if let Some(Specular { factor, colour }) = material.specular {
            let colour = numbers(&colour.to_array());
            let _ = write!(
                own,
                "<specular_factor>{factor}</specular_factor><specular_colour>{colour}</specular_colour>"
            );
        }
        if !own.is_empty() {
            let _ = writeln!(self.text, "<extra><technique profile=\"{PROFILE}\">{own}</technique></extra>");
        }
    }
}

/// The textures that Collada can represent.
pub(super) fn textures(material: &Material) -> impl Iterator<Item = (Slot, Texture)> {
    let slots = [Slot::Base, Slot::Emissive, Slot::Normal].into_iter();
    slots.filter_map(|slot| Some((slot, material.texture(slot)?)))
}

/// A colour converted to sRGB.
#[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
fn shown(Vec4 { x, y, z, w }: Vec4) -> Vec4 {
    let shown = |part: f32| srgb_of(f64::from(part)) as f32;
    Vec4::new(shown(x), shown(y), shown(z), w)
}

fn sampler(slot: Slot) -> &'static str {
    match slot {
        Slot::Emissive => "emission-sampler",
        Slot::Normal => "bump-sampler",
        _ => "diffuse-sampler",
    }
}
