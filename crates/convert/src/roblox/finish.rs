//! Finishes: the appearance of materials without Roblox's textures.

use scene::Grain;

/// The appearance of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Finish {
    /// The name of the material in the enum `Material`.
    pub(super) name: &'static str,
    /// The roughness as in glTF.
    pub(super) roughness: f32,
    pub(super) metallic: f32,
    /// The factor on the colour of the part: textures of wood, earth and the like are darker than that colour.
    pub(super) shade: f32,
    /// The pattern of the surface.
    pub(super) grain: Grain,
}

/// The finish of a value of the enum `Material`; `None` for plastic, neon, and unknown values.
pub(super) fn finish(number: u32) -> Option<Finish> {
    let at = FINISHES.binary_search_by_key(&number, |(number, ..)| *number).ok()?;
    let (_, name, [roughness, metallic, shade], grain) = *FINISHES.get(at)?;
    Some(Finish { name, roughness, metallic, shade, grain })
}

/// The value and the finish of the item of the enum `Material` with this name.
pub(super) fn named(name: &str) -> Option<(u32, Finish)> {
    let (number, ..) = FINISHES.iter().find(|(_, own, ..)| *own == name)?;
    Some((*number, finish(*number)?))
}

/// The values, names, roughness, metalness, shade and grain of materials, in ascending order. The numbers were chosen
/// by eye.
#[rustfmt::skip]
const FINISHES: &[(u32, &str, [f32; 3], Grain)] = &[
    (512, "Wood", [0.75, 0.0, 0.8], Grain::Wood),
    (528, "WoodPlanks", [0.7, 0.0, 0.8], Grain::Planks),
    (784, "Marble", [0.25, 0.0, 0.95], Grain::Veins),
    (788, "Basalt", [0.9, 0.0, 0.6], Grain::Speckles),
    (800, "Slate", [0.85, 0.0, 0.8], Grain::Veins),
    (804, "CrackedLava", [0.8, 0.0, 0.7], Grain::Stones),
    (816, "Concrete", [0.9, 0.0, 0.85], Grain::Speckles),
    (820, "Limestone", [0.9, 0.0, 0.85], Grain::Speckles),
    (832, "Granite", [0.5, 0.0, 0.85], Grain::Speckles),
    (836, "Pavement", [0.9, 0.0, 0.75], Grain::Tiles),
    (848, "Brick", [0.9, 0.0, 0.8], Grain::Bricks),
    (864, "Pebble", [0.8, 0.0, 0.75], Grain::Stones),
    (880, "Cobblestone", [0.85, 0.0, 0.7], Grain::Stones),
    (896, "Rock", [0.9, 0.0, 0.7], Grain::Stones),
    (912, "Sandstone", [0.9, 0.0, 0.85], Grain::Speckles),
    (1040, "CorrodedMetal", [0.8, 0.6, 0.7], Grain::Speckles),
    (1056, "DiamondPlate", [0.35, 1.0, 0.9], Grain::Plates),
    (1072, "Foil", [0.25, 1.0, 0.95], Grain::Brushed),
    (1088, "Metal", [0.4, 1.0, 0.9], Grain::Brushed),
    (1280, "Grass", [0.95, 0.0, 0.7], Grain::Grass),
    (1284, "LeafyGrass", [0.95, 0.0, 0.65], Grain::Grass),
    (1296, "Sand", [0.95, 0.0, 0.9], Grain::Speckles),
    (1312, "Fabric", [1.0, 0.0, 0.8], Grain::Weave),
    (1328, "Snow", [0.8, 0.0, 1.0], Grain::Speckles),
    (1344, "Mud", [0.7, 0.0, 0.65], Grain::Speckles),
    (1360, "Ground", [0.95, 0.0, 0.65], Grain::Speckles),
    (1376, "Asphalt", [0.9, 0.0, 0.6], Grain::Speckles),
    (1392, "Salt", [0.75, 0.0, 0.95], Grain::Speckles),
    (1536, "Ice", [0.15, 0.0, 0.95], Grain::Veins),
    (1552, "Glacier", [0.2, 0.0, 0.95], Grain::Veins),
    (1568, "Glass", [0.05, 0.0, 1.0], Grain::None),
    (1584, "ForceField", [0.3, 0.0, 1.0], Grain::None),
    (2304, "Cardboard", [0.95, 0.0, 0.85], Grain::Speckles),
    (2305, "Carpet", [1.0, 0.0, 0.75], Grain::Weave),
    (2306, "CeramicTiles", [0.2, 0.0, 0.95], Grain::Tiles),
    (2307, "ClayRoofTiles", [0.8, 0.0, 0.8], Grain::Bricks),
    (2308, "RoofShingles", [0.9, 0.0, 0.7], Grain::Bricks),
    (2309, "Leather", [0.6, 0.0, 0.8], Grain::Speckles),
    (2310, "Plaster", [0.95, 0.0, 0.95], Grain::Speckles),
    (2311, "Rubber", [0.9, 0.0, 0.7], Grain::Speckles),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_found_by_number() {
        assert!(FINISHES.is_sorted_by_key(|(number, ..)| *number));
        assert_eq!(finish(1088).map(|it| (it.name, it.metallic)), Some(("Metal", 1.0)));
        assert_eq!([256, 272, 288, 1, 70_000].map(finish), [None; 5]);
        for (_, name, numbers, _) in FINISHES {
            assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)), "{name}");
        }
    }

    #[cfg(feature = "classes")]
    #[test]
    fn names_are_those_of_the_engine() {
        let known = dom::classes::enumeration(b"Part", b"Material").unwrap();
        for (number, name, ..) in FINISHES {
            assert_eq!(known.number(name), Some(*number), "{name}");
        }
    }
}
