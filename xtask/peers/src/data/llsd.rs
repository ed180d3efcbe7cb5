//! Object records for the LLSD benches: the content of an object update in Second Life.

use super::random::Random;

/// One object; written as a map whose keys are the fields' names, with `texture` as a URI and `created` as a date.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectRecord {
    pub id: [u8; 16],
    pub local_id: i32,
    pub name: String,
    pub description: String,
    pub position: [f64; 3],
    pub rotation: [f64; 4],
    pub scale: [f64; 3],
    pub owner: [u8; 16],
    /// Seconds since 1970.
    pub created: f64,
    pub texture: String,
    pub flags: i32,
    pub tags: Vec<String>,
    pub data: Vec<u8>,
}

/// `count` records; the recipe's 10,000 are 5.3 MB of binary LLSD.
pub fn records(count: i32) -> Vec<ObjectRecord> {
    let mut random = Random::new(0x6c6c_7364);
    let owners = [(); 40].map(|()| random.uuid());
    (1..=count).map(|local_id| record(local_id, &owners, &mut random)).collect()
}

fn record(local_id: i32, owners: &[[u8; 16]], random: &mut Random) -> ObjectRecord {
    let words = |count, random: &mut Random| {
        let words: Vec<_> = (0..count).map(|_| random.pick(&WORDS)).collect();
        words.join(" ")
    };
    let (n_words, n_tags, n_bytes) = (random.below(12), random.below(5), random.below(128));
    ObjectRecord {
        id: random.uuid(),
        local_id,
        name: words(2, random),
        description: words(n_words, random),
        position: [256, 256, 4096].map(|high| random.snapped(0, high, 1000)),
        rotation: random.direction().map(f64::from),
        scale: [(); 3].map(|()| random.snapped(0, 64, 1000)),
        owner: random.pick(owners),
        created: f64::from(1_600_000_000 + random.below(100_000_000)),
        texture: format!("http://assets.example/texture/{:032x}", u128::from_be_bytes(random.uuid())),
        flags: random.bits() as i32,
        tags: (0..n_tags).map(|_| random.pick(&WORDS).to_owned()).collect(),
        data: random.bytes(n_bytes as usize),
    }
}

// With markup that XML must escape, and letters beyond ASCII.
const WORDS: [&str; 16] = [
    "chair", "oak", "door", "<sign>", "lamp", "Café", "wall", "glass", "fence", "Tom & Co", "tree", "bridge",
    "roof", "stone", "window", "grün",
];

#[cfg(test)]
mod tests {
    use super::{ObjectRecord, records};
    use crate::data::checksum;

    /// The size of a record in binary LLSD: a tag for each value, a length where it varies, and the keys.
    fn binary_size(record: &ObjectRecord) -> usize {
        let keys = "idlocal_idnamedescriptionpositionrotationscaleownercreatedtextureflagstagsdata";
        let texts = [&record.name, &record.description, &record.texture];
        let varying = texts.into_iter().chain(&record.tags).map(|text| 5 + text.len()).sum::<usize>();
        let arrays = 4 * 6 + 10 * 9;
        6 + 13 * 5 + keys.len() + 2 * 17 + 2 * 5 + 9 + arrays + varying + 5 + record.data.len()
    }

    #[test]
    fn ten_thousand_records_have_the_size_of_the_recipe() {
        let records = records(10_000);
        let bytes: usize = records.iter().map(binary_size).sum();
        assert!((5_200_000..5_400_000).contains(&bytes), "{bytes}");
        assert_eq!(checksum(format!("{:?}", &records[..100]).as_bytes()), 0x476b_8a25_2848_2a34);
    }
}
