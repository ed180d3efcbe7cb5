//! Random assignments, after which the engine reads every property of the file.

use dom::classes::{self, Class};
use dom::{Document, Encoding, Kind, Target, Value};
use geom::Pose;
use std::collections::BTreeMap;

/// Assignments to a document, and the documents in either encoding: 20,000 in all.
const ASSIGNMENTS: usize = 500;
const DOCUMENTS: usize = 20;
const INSTANCES: usize = 20;

/// xorshift64* after Marsaglia and Vigna.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        // The high bits are the better ones.
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).unwrap() % limit
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A few values of each kind: defaults of the classes, and mistakes of programs.
fn values() -> Vec<Value<'static>> {
    let mut kinds = BTreeMap::<Kind, Vec<_>>::new();
    for class in classes::names().into_iter().filter_map(classes::class) {
        for (name, _) in class.properties() {
            let Some(value) = class.default(name) else { continue };
            let of_kind = kinds.entry(value.kind()).or_default();
            if of_kind.len() < 4 && !of_kind.contains(&value) {
                of_kind.push(value);
            }
        }
    }
    assert!(kinds.len() > 25, "{} kinds have defaults", kinds.len());
    let mut values: Vec<_> = kinds.into_values().flatten().collect();
    values.extend(["yes", "true", "4", "Neon", "Bright red", ""].map(Value::from));
    values.extend([-1, 300, i32::MAX].map(Value::from));
    values.extend([f64::NAN, 0.5, 288.0, 1e300, -1e15].map(Value::from));
    values.extend([288, u32::MAX].map(Value::Enum));
    values.extend([
        Value::BrickColor(21),
        Value::CFrameQuat(Pose::IDENTITY),
        Value::EnumItem(b"Material".into(), 288),
        Value::Int64(i64::MAX),
        Value::Referent(Target::Missing),
        Value::SharedString(b"shared".as_slice().into()),
        Value::Vector2int16([1, -1]),
    ]);
    values
}

/// A document after random assignments, and how many of these were taken.
fn assigned(encoding: Encoding, values: &[Value<'_>], random: &mut Random) -> (Document, usize) {
    let classes = classes::names();
    let mut document = Document::new(encoding);
    let ids: Vec<_> = (0..INSTANCES)
        .map(|number| {
            let class = random.pick(&classes);
            if number % 2 == 0 {
                document.create(None, class).unwrap()
            } else {
                document.add(None, class).unwrap()
            }
        })
        .collect();
    let mut n_taken = 0;
    for _ in 0..ASSIGNMENTS {
        let id = *random.pick(&ids);
        // One name in eight is of another class.
        let class = if random.below(8) == 0 { (*random.pick(&classes)).into() } else { document.class(id) };
        let all = classes::class(&class).unwrap().properties();
        if all.is_empty() {
            continue;
        }
        let (in_scripts, known) = random.pick(&all);
        let name = if random.below(3) == 0 { known.name } else { *in_scripts };
        n_taken += usize::from(document.assign(id, name, random.pick(values).clone()).is_ok());
    }
    (document, n_taken)
}

#[test]
fn the_engine_reads_what_random_assignments_leave() {
    let values = values();
    let (mut n_taken, mut n_read) = (0, 0);
    for encoding in [Encoding::Binary, Encoding::Xml] {
        for seed in 1..=DOCUMENTS as u64 {
            let (document, taken) = assigned(encoding, &values, &mut Random(seed));
            n_taken += taken;
            let saved = document.save().unwrap();
            let document = Document::open(&saved.bytes).unwrap();
            for id in document.ids() {
                let class = Class::from_name(document.class(id).as_bytes()).unwrap();
                for (name, value) in document.properties(id) {
                    let Some(property) = class.property(name.as_bytes()) else { continue };
                    assert!(
                        property.takes(&value),
                        "{encoding:?}, seed {seed}: {}.{name} is {value:?}",
                        class.name()
                    );
                    n_read += 1;
                }
            }
        }
    }
    // Neither is all refused nor all taken.
    let n_all = 2 * ASSIGNMENTS * DOCUMENTS;
    assert!(n_taken > n_all / 50 && n_taken < n_all / 2, "{n_taken} of {n_all} are taken");
    assert!(n_read > 4_000, "{n_read} properties are read");
}
