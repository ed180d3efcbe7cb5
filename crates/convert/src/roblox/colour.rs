//! The colours of parts, and the materials that represent them in scenes.

use super::finish::finish;
use super::light::hex;
use super::variant::Variant;
use geom::Vec3;
use scene::colour::linear;
use scene::names::Names;
use scene::{Alpha, Grain, Material, Slot, Texture};

/// The appearance of a part. Parts of equal appearance share a material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look {
    colour: [u8; 3],
    /// The bits of the fraction.
    transparency: u32,
    reflectance: u32,
    /// A value of the enum `Material`.
    material: u32,
    texture: Option<usize>,
    /// Uses the alpha channel of the texture as the opacity of the part.
    is_clear: bool,
    normal: Option<usize>,
    /// Shows the colours without lighting, from both sides.
    is_unlit: bool,
    /// The texture of roughness and metalness; the flag is set if it has metalness.
    rough_metal: Option<(usize, bool)>,
}

/// Values of the enum `Material`.
pub(super) const PLASTIC: u32 = 256;
const NEON: u32 = 288;

impl Look {
    pub(super) fn new(colour: [u8; 3], transparency: f32, reflectance: f32, material: u32) -> Self {
        let [transparency, reflectance] =
            // Adding 0 turns -0 into 0, so that both are one appearance.
            [transparency, reflectance].map(|fraction| (fraction + 0.0).to_bits());
        Self {
            colour,
            transparency,
            reflectance,
            material,
            texture: None,
            is_clear: false,
            is_unlit: false,
            normal: None,
            rough_metal: None,
        }
    }

    /// A texture tinted with a colour.
    pub(super) fn decal(colour: [u8; 3], transparency: f32, texture: usize) -> Self {
        let plain = Self::new(colour, transparency, 0.0, PLASTIC);
        Self { texture: Some(texture), is_clear: true, ..plain }
    }

    /// The appearance of a sprite that faces the camera: a picture, or a plain colour without one.
    pub(super) fn sprite(colour: [u8; 3], transparency: f32, texture: Option<usize>) -> Self {
        let plain = Self::new(colour, transparency, 0.0, PLASTIC);
        Self { texture, is_clear: texture.is_some(), is_unlit: true, ..plain }
    }

    /// The appearance of a texture that covers a part of this appearance.
    pub(super) fn covered(self, texture: usize) -> Self {
        Self::decal([255; 3], f32::from_bits(self.transparency), texture)
    }

    /// The appearance with vertex colours, which replace the colour of the part.
    pub(super) fn of_vertices(self) -> Self {
        Self { colour: [255; 3], ..self }
    }

    /// The appearance with a texture, which replaces the colour; unchanged if there is none.
    pub(super) fn textured(self, texture: Option<usize>, tint: [u8; 3]) -> Self {
        let colour = if texture.is_some() { tint } else { self.colour };
        Self { colour, texture, ..self }
    }

    /// The appearance with textures for normals, roughness and metalness instead of those of its material.
    pub(super) fn dressed(
        self,
        normal: Option<usize>,
        rough_metal: Option<(usize, bool)>,
        is_clear: bool,
    ) -> Self {
        Self { material: PLASTIC, normal, rough_metal, is_clear, ..self }
    }

    /// The value of the enum `Material`, unless textures hide it.
    pub(super) fn plain_material(&self) -> Option<u32> {
        let has_pictures = self.texture.is_some() || self.normal.is_some() || self.rough_metal.is_some();
        (!has_pictures).then_some(self.material)
    }

    /// True if the material has a finish, which stands in for Roblox's own textures.
    pub(super) fn has_finish(&self) -> bool {
        finish(self.material).is_some()
    }

    /// The appearance with the textures of a custom material instead of those of its material.
    pub(super) fn varied(self, variant: &Variant) -> Self {
        let Variant { colour, normal, rough_metal, .. } = *variant;
        Self { material: PLASTIC, texture: colour, normal, rough_metal, ..self }
    }

    pub(super) const fn colour(&self) -> [u8; 3] {
        self.colour
    }
}

/// The material of an appearance, with a unique name.
pub(super) fn material(look: &Look, names: &mut Names) -> Material {
    let [transparency, reflectance] = [look.transparency, look.reflectance].map(f32::from_bits);
    let finish = finish(look.material).filter(|_| look.texture.is_none());
    let is_neon = look.material == NEON;
    let mut name = hex(look.colour);
    for (letter, fraction) in [("T", transparency), ("R", reflectance)] {
        if fraction > 0.0 {
            name.push_str(&format!("_{letter}{:.0}", fraction * 100.0));
        }
    }
    if is_neon {
        name.push_str("_Neon");
    }
    if let Some(finish) = finish {
        name.push('_');
        name.push_str(finish.name);
    }
    if let Some(texture) = look.texture {
        name.push_str(&format!("_Texture{texture}"));
    }
    let colour = Vec3::from_array(look.colour.map(linear)) * finish.map_or(1.0, |finish| finish.shade);
    let (metallic, roughness) = match (look.rough_metal, finish) {
        (Some((_, has_metal)), _) => (if has_metal { 1.0 } else { 0.0 }, 1.0),
        (_, Some(finish)) => (finish.metallic.max(reflectance), finish.roughness * (1.0 - reflectance)),
        _ => (reflectance, 1.0 - reflectance),
    };
    let mut material = Material {
        name: names.take(&name),
        base: colour.extend(1.0 - transparency),
        metallic,
        roughness,
        emissive: if is_neon { colour } else { Vec3::ZERO },
        alpha: if transparency > 0.0 || look.is_clear { Alpha::Blend } else { Alpha::Opaque },
        grain: finish.map_or(Grain::None, |finish| finish.grain),
        double_sided: look.is_unlit,
        unlit: look.is_unlit,
        ..Material::default()
    };
    material.set_texture(Slot::Base, look.texture.map(Texture::new));
    material.set_texture(Slot::Normal, look.normal.map(Texture::new));
    material.set_texture(Slot::MetallicRoughness, look.rough_metal.map(|(image, _)| Texture::new(image)));
    material
}

/// The colour of an index into the palette that files from before 2017 use.
pub(super) fn palette(number: u32) -> Option<[u8; 3]> {
    let number = u16::try_from(number).ok()?;
    let at = PALETTE.binary_search_by_key(&number, |(number, _)| *number).ok()?;
    let [_, red, green, blue] = PALETTE.get(at)?.1.to_be_bytes();
    Some([red, green, blue])
}

/// Palette indices and colours, in ascending order.
#[rustfmt::skip]
const PALETTE: &[(u16, u32)] = &[
    (1, 0xF2F3F3), (2, 0xA1A5A2), (3, 0xF9E999), (5, 0xD7C59A), (6, 0xC2DAB8), (9, 0xE8BAC8), (11, 0x80BBDB),
    (12, 0xCB8442), (18, 0xCC8E69), (21, 0xC4281C), (22, 0xC470A0), (23, 0x0D69AC), (24, 0xF5CD30),
    (25, 0x624732), (26, 0x1B2A35), (27, 0x6D6E6C), (28, 0x287F47), (29, 0xA1C48C), (36, 0xF3CF9B),
    (37, 0x4B974B), (38, 0xA05F35), (39, 0xC1CADE), (40, 0xECECEC), (41, 0xCD544B), (42, 0xC1DFF0),
    (43, 0x7BB6E8), (44, 0xF7F18D), (45, 0xB4D2E4), (47, 0xD9856C), (48, 0x84B68D), (49, 0xF8F184),
    (50, 0xECE8DE), (100, 0xEEC4B6), (101, 0xDA867A), (102, 0x6E99CA), (103, 0xC7C1B7), (104, 0x6B327C),
    (105, 0xE29B40), (106, 0xDA8541), (107, 0x008F9C), (108, 0x685C43), (110, 0x435493), (111, 0xBFB7B1),
    (112, 0x6874AC), (113, 0xE5ADC8), (115, 0xC7D23C), (116, 0x55A5AF), (118, 0xB7D7D5), (119, 0xA4BD47),
    (120, 0xD9E4A7), (121, 0xE7AC58), (123, 0xD36F4C), (124, 0x923978), (125, 0xEAB892), (126, 0xA5A5CB),
    (127, 0xDCBC81), (128, 0xAE7A59), (131, 0x9CA3A8), (133, 0xD5733D), (134, 0xD8DD56), (135, 0x74869D),
    (136, 0x877C90), (137, 0xE09864), (138, 0x958A73), (140, 0x203A56), (141, 0x27462D), (143, 0xCFE2F7),
    (145, 0x7988A1), (146, 0x958EA3), (147, 0x938767), (148, 0x575857), (149, 0x161D32), (150, 0xABADAC),
    (151, 0x789082), (153, 0x957977), (154, 0x7B2E2F), (157, 0xFFF67B), (158, 0xE1A4C2), (168, 0x756C62),
    (176, 0x97695B), (178, 0xB48455), (179, 0x898788), (180, 0xD7A94B), (190, 0xF9D62E), (191, 0xE8AB2D),
    (192, 0x694028), (193, 0xCF6024), (194, 0xA3A2A5), (195, 0x4667A4), (196, 0x23478B), (198, 0x8E4285),
    (199, 0x635F62), (200, 0x828A5D), (208, 0xE5E4DF), (209, 0xB08E44), (210, 0x709578), (211, 0x79B5B5),
    (212, 0x9FC3E9), (213, 0x6C81B7), (216, 0x904C2A), (217, 0x7C5C46), (218, 0x96709F), (219, 0x6B629B),
    (220, 0xA7A9CE), (221, 0xCD6298), (222, 0xE4ADC8), (223, 0xDC9095), (224, 0xF0D5A0), (225, 0xEBB87F),
    (226, 0xFDEA8D), (232, 0x7DBBDD), (268, 0x342B75), (301, 0x506D54), (302, 0x5B5D69), (303, 0x0010B0),
    (304, 0x2C651D), (305, 0x527CAE), (306, 0x335882), (307, 0x102ADC), (308, 0x3D1585), (309, 0x348E40),
    (310, 0x5B9A4C), (311, 0x9FA1AC), (312, 0x592259), (313, 0x1F801D), (314, 0x9FADC0), (315, 0x0989CF),
    (316, 0x7B007B), (317, 0x7C9C6B), (318, 0x8AAB85), (319, 0xB9C4B1), (320, 0xCACBD1), (321, 0xA75E9B),
    (322, 0x7B2F7B), (323, 0x94BE81), (324, 0xA8BD99), (325, 0xDFDFDE), (327, 0x970000), (328, 0xB1E5A6),
    (329, 0x98C2DB), (330, 0xFF98DC), (331, 0xFF5959), (332, 0x750000), (333, 0xEFB838), (334, 0xF8D96D),
    (335, 0xE7E7EC), (336, 0xC7D4E4), (337, 0xFF9494), (338, 0xBE6862), (339, 0x562424), (340, 0xF1E7C7),
    (341, 0xFEF3BB), (342, 0xE0B2D0), (343, 0xD490BD), (344, 0x965555), (345, 0x8F4C2A), (346, 0xD3BE96),
    (347, 0xE2DCBC), (348, 0xEDEAEA), (349, 0xE9DADA), (350, 0x883E3E), (351, 0xBC9B5D), (352, 0xC7AC78),
    (353, 0xCABFA3), (354, 0xBBB3B2), (355, 0x6C584B), (356, 0xA0844F), (357, 0x958988), (358, 0xABA89E),
    (359, 0xAF9483), (360, 0x966766), (361, 0x564236), (362, 0x7E683F), (363, 0x69665C), (364, 0x5A4C42),
    (365, 0x6A3909), (1001, 0xF8F8F8), (1002, 0xCDCDCD), (1003, 0x111111), (1004, 0xFF0000), (1005, 0xFFB000),
    (1006, 0xB480FF), (1007, 0xA34B4B), (1008, 0xC1BE42), (1009, 0xFFFF00), (1010, 0x0000FF),
    (1011, 0x002060), (1012, 0x2154B9), (1013, 0x04AFEC), (1014, 0xAA5500), (1015, 0xAA00AA),
    (1016, 0xFF66CC), (1017, 0xFFAF00), (1018, 0x12EED4), (1019, 0x00FFFF), (1020, 0x00FF00),
    (1021, 0x3A7D15), (1022, 0x7F8E64), (1023, 0x8C5B9F), (1024, 0xAFDDFF), (1025, 0xFFC9C9),
    (1026, 0xB1A7FF), (1027, 0x9FF3E9), (1028, 0xCCFFCC), (1029, 0xFFFFCC), (1030, 0xFFCC99),
    (1031, 0x6225D1), (1032, 0xFF00BF),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_found_by_number() {
        assert!(PALETTE.is_sorted_by_key(|(number, _)| *number));
        assert_eq!(palette(194), Some([163, 162, 165]));
        assert_eq!(
            [1, 1032, 4, 70_000].map(palette),
            [Some([242, 243, 243]), Some([255, 0, 191]), None, None]
        );
    }

    #[test]
    fn materials_have_names_of_their_own() {
        let looks =
            [0.0, 0.5, 0.501, 0.0].map(|transparency| Look::new([255, 0, 128], transparency, 0.0, PLASTIC));
        let (mut taken, looks) = (
            Names::default(),
            looks.into_iter().chain([NEON, 1088].map(|it| Look::new([0; 3], 0.0, 0.25, it))),
        );
        let materials: Vec<Material> = looks.map(|look| material(&look, &mut taken)).collect();
        let names: Vec<_> = materials.iter().map(|material| material.name.as_str()).collect();
        assert_eq!(
            names,
            ["FF0080", "FF0080_T50", "FF0080_T50_2", "FF0080_2", "000000_R25_Neon", "000000_R25_Metal"]
        );
        assert_eq!((materials[1].alpha, materials[1].base.w), (Alpha::Blend, 0.5));
        assert_eq!((materials[4].metallic, materials[4].roughness), (0.25, 0.75));
        // The roughness of the material Metal is 0.4, of which the reflectance takes a quarter.
        assert_eq!((materials[5].metallic, materials[5].roughness), (1.0, 0.4 * 0.75));
    }
}
