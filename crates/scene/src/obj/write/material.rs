//! The writer of material libraries, with the extension for physically based rendering (`Pr`, `Pm`, `map_Pr`, `norm`).

use crate::file_names::ImageFiles;
use crate::loss::Losses;
use crate::material::{Alpha, Material, Slot, Wrap};
use crate::material_json::{self, HOLDS};
use crate::material_loss::{self, Property};
use crate::scene::Scene;
use crate::visible::visible;
use geom::Vec3;
use std::fmt::Write as _;

/// Textures: the keyword, the channel of a packed image, and the slot. glTF packs roughness and metalness in one image.
const MAPS: [(&str, &str, Slot); 5] = [
    ("map_Kd", "", Slot::Base),
    ("map_Ke", "", Slot::Emissive),
    ("map_Pr", " -imfchan g", Slot::MetallicRoughness),
    ("map_Pm", " -imfchan b", Slot::MetallicRoughness),
    ("norm", "", Slot::Normal),
];

/// Properties that are written as statements of the library. Occlusion is reported as a whole, so that its strength is not
/// a loss of its own.
const STATEMENTS: [Property; 4] =
    [Property::Metallic, Property::MetallicRoughnessMap, Property::Clamp, Property::Strength];

/// Reports the properties of materials that a library lacks, and those that it holds in comments.
pub(super) fn report(scene: &Scene, losses: &mut Losses) {
    material_loss::report_elsewhere(&scene.materials, &HOLDS, losses);
    material_loss::report(&scene.materials, &[&STATEMENTS[..], &HOLDS].concat(), losses);
}

/// Writes the text of a library.
pub(super) fn library<'m>(
    materials: impl Iterator<Item = (&'m Material, &'m String)>,
    scene: &Scene,
    images: &ImageFiles,
) -> String {
    let mut text = String::from("# rezkit\n");
    for (material, name) in materials {
        let Material { base: colour, emissive, alpha, metallic, roughness, .. } = material;
        let _ = writeln!(text, "newmtl {name}");
        let _ = writeln!(text, "Kd {} {} {}", colour.x, colour.y, colour.z);
        if *emissive != Vec3::ZERO {
            let _ = writeln!(text, "Ke {} {} {}", emissive.x, emissive.y, emissive.z);
        }
        let opacity = if *alpha == Alpha::Opaque { 1.0 } else { colour.w };
        let _ = writeln!(text, "d {opacity}");
        if let Some(index) = material.ior {
            let _ = writeln!(text, "Ni {index}");
        }
        let _ = writeln!(text, "Pr {roughness}");
        let _ = writeln!(text, "Pm {metallic}");
        for (keyword, channel, slot) in MAPS {
            let Some(texture) = material.texture(slot) else { continue };
            // An image without bytes keeps the path that it had.
            let reference = || scene.images.get(texture.image)?.uri.as_deref();
            let Some(path) = images.get(texture.image).or_else(reference) else { continue };
            text.push_str(keyword);
            text.push_str(channel);
            if texture.wrap == [Wrap::Clamp; 2] {
                text.push_str(" -clamp on");
            }
            if slot == Slot::Normal && texture.strength != 1.0 {
                let _ = write!(text, " -bm {}", texture.strength);
            }
            let _ = writeln!(text, " {}", visible(path));
        }
        if let Some(rest) = material_json::to_json(material) {
            let _ = writeln!(text, "# rezkit {rest}");
        }
    }
    text
}
