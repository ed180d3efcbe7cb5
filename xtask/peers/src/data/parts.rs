//! `partsN`: Workspace > one Model per 50 parts > N parts, and after every 20th part an ObjectValue.

use super::random::Random;

/// The number of parts in a model.
pub const PER_MODEL: usize = 50;

/// The number of parts after which an ObjectValue `Target` follows, whose Value refers to the last of them.
pub const PER_TARGET: usize = 20;

/// The number of blobs of [`Parts::blobs`].
const N_BLOBS: u32 = 200;

/// A world of parts. Model K holds `rows` 50 K to 50 K + 49; its PrimaryPart is the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The unique id of each model; it is named `ModelK`.
    pub models: Vec<UniqueId>,
    pub rows: Vec<PartRow>,
    /// The shared strings that mesh parts refer to.
    pub blobs: Vec<Vec<u8>>,
}

/// One Part or MeshPart. AssemblyLinearVelocity is zero in all.
#[derive(Debug, Clone, PartialEq)]
pub struct PartRow {
    pub name: String,
    pub position: [f32; 3],
    /// The rotation matrix, row by row.
    pub rotation: [f32; 9],
    pub size: [f32; 3],
    pub color: [u8; 3],
    pub material: u32,
    pub anchored: bool,
    pub can_collide: bool,
    pub can_touch: bool,
    pub can_query: bool,
    pub cast_shadow: bool,
    pub locked: bool,
    pub massless: bool,
    pub transparency: f32,
    pub reflectance: f32,
    pub collision_group: String,
    pub root_priority: i32,
    /// Density, friction, elasticity, and the weights of the latter two.
    pub custom_physics: Option<[f32; 5]>,
    pub unique_id: UniqueId,
    pub source_asset_id: i64,
    pub attributes: Option<Attributes>,
    pub tags: Vec<String>,
    pub class: Class,
}

/// The values that only one of the classes has.
#[derive(Debug, Clone, PartialEq)]
pub enum Class {
    Part {
        shape: u32,
        top_surface: u32,
        bottom_surface: u32,
    },
    /// `physical_config_data` is an index into [`Parts::blobs`].
    MeshPart {
        physical_config_data: usize,
        mesh_content: String,
        initial_size: [f32; 3],
    },
}

/// The attributes of one part, `Health`, `Kind` and `Enabled`.
#[derive(Debug, Clone, PartialEq)]
pub struct Attributes {
    pub health: f64,
    pub kind: String,
    pub enabled: bool,
}

/// The value of a UniqueId property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UniqueId {
    pub index: u32,
    pub time: u32,
    pub random: i64,
}

impl UniqueId {
    /// An id such as Studio assigns in one session: the index is counted, and the time is the same in all.
    pub(super) fn new(index: u32, random: &mut Random) -> Self {
        Self { index, time: 0x0a00_0000, random: (random.bits() >> 1).cast_signed() }
    }
}

/// `count` parts; the recipe's `parts100k` has 100,000.
pub fn parts(count: u32) -> Parts {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let palette = [(); 64].map(|()| [(); 3].map(|()| random.below(256) as u8));
    let blobs = (0..N_BLOBS).map(|_| 200 + random.below(401)).collect::<Vec<_>>();
    let blobs = blobs.into_iter().map(|size| random.bytes(size as usize)).collect();
    let n_models = count.div_ceil(PER_MODEL as u32);
    Parts {
        rows: (0..count).map(|index| row(index, &palette, &mut random)).collect(),
        models: (0..n_models).map(|model| UniqueId::new(count + 1 + model, &mut random)).collect(),
        blobs,
    }
}

fn row(index: u32, palette: &[[u8; 3]], random: &mut Random) -> PartRow {
    let is_mesh = index % 8 == 5;
    let size = [201, 101, 201].map(|steps| (f64::from(1 + random.below(steps)) / 5.0) as f32);
    let class = if is_mesh {
        Class::MeshPart {
            physical_config_data: random.below(N_BLOBS) as usize,
            mesh_content: format!("rbxassetid://{}", 4_000_000_000 + u64::from(random.below(500))),
            initial_size: size,
        }
    } else {
        let shape = if random.chance(92) { 1 } else { random.below(5) };
        Class::Part { shape, top_surface: 0, bottom_surface: 0 }
    };
    let class_name = if is_mesh { "MeshPart" } else { "Part" };
    // One in twenty: 0.05, 0.1 and so on.
    let fraction = |random: &mut Random| random.snapped(0, 1, 20) as f32;
    PartRow {
        name: if random.chance(80) { class_name.to_owned() } else { format!("Block{}", random.below(5000)) },
        position: [(-2000, 2000), (0, 400), (-2000, 2000)]
            .map(|(low, high)| random.snapped(low, high, 20) as f32),
        rotation: rotation(random),
        size,
        color: random.pick(palette),
        material: random.pick(&MATERIALS),
        anchored: random.chance(90),
        can_collide: random.chance(85),
        can_touch: random.chance(85),
        can_query: random.chance(95),
        cast_shadow: random.chance(95),
        locked: random.chance(10),
        massless: random.chance(5),
        transparency: if random.chance(90) { 0.0 } else { fraction(random) },
        reflectance: if random.chance(95) { 0.0 } else { fraction(random) },
        collision_group: if random.chance(95) {
            "Default".to_owned()
        } else {
            format!("Group{}", random.below(8))
        },
        root_priority: if random.chance(98) { 0 } else { 1 + random.below(100) as i32 },
        custom_physics: random.chance(5).then_some([0.7, 0.3, 0.5, 1.0, 1.0]),
        unique_id: UniqueId::new(index + 1, random),
        source_asset_id: if random.chance(90) { -1 } else { i64::from(random.bits() as u32) },
        attributes: random.chance(10).then(|| Attributes {
            health: random.snapped(0, 100, 2),
            kind: format!("kind{}", random.below(12)),
            enabled: random.chance(50),
        }),
        tags: if random.chance(5) {
            vec![format!("Tag{}", random.below(30)), "Scenery".to_owned()]
        } else {
            vec![]
        },
        class,
    }
}

/// A random rotation: the identity in 42 %, one of seven that files store in a byte in 28 %, and any other in 30 % of
/// cases.
fn rotation(random: &mut Random) -> [f32; 9] {
    let percent = random.below(100);
    if percent < 42 {
        [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    } else if percent < 70 {
        random.pick(&BASIC_ROTATIONS).map(f32::from)
    } else {
        let [x, y, z, w]: [f32; 4] = random.direction();
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ]
        .as_flattened()
        .try_into()
        .expect("three rows of three")
    }
}

/// The rotations with the ids 03, 05, 06, 07, 09, 0A and 20.
const BASIC_ROTATIONS: [[i8; 9]; 7] = [
    [1, 0, 0, 0, 0, -1, 0, 1, 0],
    [1, 0, 0, 0, -1, 0, 0, 0, -1],
    [1, 0, 0, 0, 0, 1, 0, -1, 0],
    [0, 1, 0, 1, 0, 0, 0, 0, -1],
    [0, 0, 1, 1, 0, 0, 0, 1, 0],
    [0, -1, 0, 1, 0, 0, 0, 0, 1],
    [0, 0, 1, 0, 1, 0, -1, 0, 0],
];

/// Values of the enum Material.
const MATERIALS: [u32; 20] = [
    256, 272, 288, 512, 528, 784, 800, 816, 832, 848, 864, 880, 1040, 1056, 1072, 1088, 1280, 1312, 1568,
    1584,
];

#[cfg(test)]
mod tests {
    use super::{Class, PER_TARGET, PartRow, parts};
    use crate::data::checksum;

    #[test]
    fn parts_have_the_counts_of_the_recipe() {
        let parts = parts(100_000);
        // And the Workspace.
        let instances = 1 + parts.models.len() + parts.rows.len() + parts.rows.len() / PER_TARGET;
        assert_eq!(instances, 107_001);
        assert!(parts.blobs.len() == 200 && parts.blobs.iter().all(|blob| (200..=600).contains(&blob.len())));

        let share = |has: fn(&PartRow) -> bool| parts.rows.iter().filter(|row| has(row)).count() / 1000;
        assert_eq!(share(|row| matches!(row.class, Class::MeshPart { .. })), 12);
        assert_eq!(share(|row| row.rotation == [1., 0., 0., 0., 1., 0., 0., 0., 1.]), 42);
        assert_eq!(share(|row| row.rotation.iter().all(|part| part.fract() == 0.0)), 70);
        assert!((9..=10).contains(&share(|row| row.attributes.is_some())));
        assert!((4..=5).contains(&share(|row| row.tags.len() == 2)));
    }

    #[test]
    fn rotations_are_rotations() {
        for PartRow { rotation: r, .. } in &parts(1000).rows {
            let determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6])
                + r[2] * (r[3] * r[7] - r[4] * r[6]);
            assert!((determinant - 1.0).abs() < 1e-5, "{r:?}");
        }
    }

    #[test]
    fn parts_are_the_same_each_time() {
        assert_eq!(checksum(format!("{:?}", parts(100)).as_bytes()), 0x9b1f_4289_97d8_243e);
    }
}
