//! Hostile input: every prefix and many damaged files cost no more than others, and reading ends.

use crate::format::{Csg, ReadOptions, read_with, validate};
use crate::recorder::check_traced;
use crate::support;
use rbxmesh::Place;

fn fixtures() -> Vec<support::File> {
    support::fixtures("rbxcsg/valid")
}

/// Hulls follow each other until the input ends, so a prefix that ends after one is complete.
#[test]
fn a_prefix_is_refused_inside_of_it() {
    for (name, bytes) in fixtures() {
        for len in 0..bytes.len() {
            let prefix = &bytes[..len];
            let strict = ReadOptions::default().strict(true);
            match read_with(prefix, &strict) {
                Err(error) => {
                    let at = match error.place() {
                        Place::Input(at) => at,
                        Place::Inner { start, .. } => start,
                        _ => panic!("{name}, {len}: {error}"),
                    };
                    assert!(at <= len, "{name}, {len}: {error}");
                }
                Ok((model, _)) => {
                    let Csg::Collision(collision) = model else { panic!("{name}, {len}") };
                    assert_eq!((&*name, collision.hulls().len()), ("collision_3.csg", 1));
                }
            }
        }
    }
}

/// Each byte in turn gets values that counts, sizes and symbols do not have.
#[test]
fn damaged_bytes_end_in_a_model_or_an_error() {
    let mut n_read = 0;
    for (_, bytes) in fixtures() {
        // All of small files, and some of large ones.
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 600) {
            for flip in [0xff, 0x01, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                if let Ok((model, _)) = read_with(&damaged, &ReadOptions::default()) {
                    let _ = validate(&model);
                    match &model {
                        Csg::Mesh(mesh) => {
                            assert!((0..mesh.levels().len()).all(|level| mesh.to_trimesh(level).is_some()));
                        }
                        Csg::Solid(solid) => drop(solid.to_trimesh()),
                        Csg::Collision(collision) => drop(collision.to_trimesh()),
                        _ => {}
                    }
                    n_read += 1;
                }
                check_traced(&damaged);
            }
        }
    }
    assert!(n_read > 1000, "{n_read}");
}
