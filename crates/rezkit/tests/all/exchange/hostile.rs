//! Models that nobody would write, to scenes and back: a value or an error, and nothing else.

use crate::random::Random;
use crate::support::{files, fixtures};
use rezkit::Format;
use rezkit::exchange::{ExchangeOptions, RigPreset, convert};

const MODELS: [Format; 3] = [Format::RbxMesh, Format::SlMesh, Format::M3d];

fn samples() -> Vec<Vec<u8>> {
    let folders = ["rbxmesh", "slmesh", "m3d"];
    let paths = folders.iter().flat_map(|folder| files(&fixtures().join(folder).join("valid")));
    let small = paths.map(|path| std::fs::read(path).unwrap()).filter(|bytes| bytes.len() < 20_000);
    small.collect()
}

/// To GLB, and from it to each format.
fn body(file: &[u8]) -> Option<Vec<u8>> {
    let glb = convert(file, &ExchangeOptions::to(Format::Glb), &mut |_| None).ok()?.bytes;
    for to in MODELS {
        let _ = convert(&glb, &ExchangeOptions::to(to), &mut |_| None);
    }
    Some(glb)
}

#[test]
fn damaged_models_do_no_harm() {
    let mut random = Random::new(3);
    for sample in samples() {
        for _ in 0..6 {
            let mut file = sample.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(file.len());
                file[at] = [0, 1, 0x7f, 0x80, 0xff, b'9'][random.below(6)];
            }
            file.truncate(file.len() - random.below(3) * random.below(file.len() / 3));
            body(&file);
        }
    }
}

#[test]
fn damaged_extras_do_no_harm() {
    let mut random = Random::new(5);
    for glb in samples().iter().filter_map(|sample| body(sample)) {
        for _ in 0..6 {
            let mut file = glb.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(file.len());
                // Digits and letters leave the JSON and the base64 what they are.
                file[at] = [b'0', b'9', b'A', b'z', b'_', 0][random.below(6)];
            }
            for to in MODELS {
                let _ = convert(&file, &ExchangeOptions::to(to), &mut |_| None);
            }
        }
    }
}

/// Extras of one format do not affect conversions to another.
#[test]
fn a_model_of_one_format_becomes_one_of_another() {
    for (folder, name) in [("rbxmesh", "v500.mesh"), ("slmesh", "sound.llmesh"), ("m3d", "rigged.m3d")] {
        let file = std::fs::read(fixtures().join(folder).join("valid").join(name)).unwrap();
        for to in MODELS {
            let mut options = ExchangeOptions::to(to);
            options.asset = options.asset.rig(RigPreset::Unrigged);
            let made = convert(&file, &options, &mut |_| None).unwrap();
            assert_eq!(rezkit::identify(&made.bytes).format, to, "{name}");
        }
    }
}
