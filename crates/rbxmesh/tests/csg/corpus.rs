//! Blobs of real unions and meshes.

use crate::format::{Csg, ReadOptions, read_with, validate};
use crate::recorder::traced;
use crate::{bulge, support, volume_by_prisms};

/// A render mesh: vertices, and the triangles of each level.
const MESHES: &[(&str, usize, &[usize])] = &[
    ("13626979828.meshdata5", 981, &[1342, 670, 336, 276]),
    ("14846974687_5.meshdata", 103, &[68, 66]),
    ("394453730.meshdata", 783, &[506]),
    ("4500696697_4.meshdata", 468, &[350, 34]),
    ("5692112940_2.meshdata", 58, &[36]),
];

/// Collision data: version, hulls, points, triangles, and the volume by another calculation than the library's.
const COLLISIONS: &[(&str, u32, [usize; 3], f64)] = &[
    ("CSGPHS_3.data", 3, [14, 120, 184], 6271.998),
    ("CSGPHS_7.data", 7, [15, 149, 238], 13359.766),
    ("CSGPHS_8_00.data", 8, [42, 956, 1744], 4498.562),
    ("CSGPHS_8_01.data", 8, [62, 836, 1424], 3815.129),
    ("CSGPHS_8_02.data", 8, [61, 1325, 2406], 11.530),
    ("CSGPHS_8_04.data", 8, [58, 3704, 7176], 34.063),
    ("CSGPHS_8_raw_hulls_206.data", 8, [47, 665, 1142], 4.505),
    ("CSGPHS_8_raw_hulls_972.data", 8, [9, 65, 94], 2308.389),
];

#[test]
fn samples_hold_what_is_known_of_them() {
    let (mut meshes, mut collisions) = (0, 0);
    let Some(all) = support::corpus("rbxmesh/csg") else { return };
    for (name, bytes) in all {
        let strict = ReadOptions::default().strict(true);
        let (model, _) = read_with(&bytes, &strict).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(traced(&bytes, &strict).check(&bytes, &name), 1.0, "{name}");
        assert_eq!(validate(&model).total(), 0, "{name}: {}", validate(&model));
        match &model {
            Csg::Mesh(mesh) => {
                let levels: Vec<_> = mesh.levels().into_iter().map(|level| level.len()).collect();
                let found = (&*name, mesh.positions.len(), &*levels);
                assert!(MESHES.contains(&found), "{found:?}");
                let (shape, n_left_out) = mesh.to_trimesh(0).unwrap();
                assert_eq!(
                    (shape.indices.len(), n_left_out, shape.check()),
                    (levels[0], 0, vec![]),
                    "{name}"
                );
                // Studio puts the box of a union into its middle.
                let centre = mesh.extents().unwrap().centre();
                assert!(centre.length() < 0.001, "{name}: {centre:?}");
                meshes += 1;
            }
            Csg::Collision(collision) => {
                let hulls = collision.hulls();
                let n_points = hulls.iter().map(|hull| hull.points.len()).sum();
                let n_triangles = hulls.iter().map(|hull| hull.triangles.len()).sum();
                let found = (&*name, collision.version, [hulls.len(), n_points, n_triangles]);
                let known = COLLISIONS.iter().find(|known| known.0 == name).expect(&name);
                assert_eq!(found, (known.0, known.1, known.2));
                let by_prisms: f64 = hulls.iter().map(volume_by_prisms).sum();
                let volume = collision.volume();
                assert!((volume - by_prisms).abs() < 1e-5 * volume, "{name}: {volume}, {by_prisms}");
                assert!((volume - known.3).abs() < 1e-3, "{name}: {volume}");
                for hull in hulls {
                    assert!(bulge(hull) < 1e-3, "{name}: {}", bulge(hull));
                    // The count follows from Euler's formula; a flat hull may have its triangles on both sides.
                    assert_eq!(hull.triangles.len(), 2 * hull.points.len() - 4, "{name}");
                }
                if let Some([lowest, highest]) = collision.bounds {
                    let bounds = collision.extents().unwrap();
                    assert_eq!((bounds.min, bounds.max), (lowest, highest), "{name}");
                }
                collisions += 1;
            }
            other => assert!(matches!(other, Csg::Key(key) if key.0.starts_with(b"039c")), "{other:?}"),
        }
    }
    assert_eq!((meshes, collisions), (MESHES.len(), COLLISIONS.len()));
}
