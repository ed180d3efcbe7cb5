//! Assets built from meshes.

use crate::support;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use slmesh::geom::{Group, TriMesh, Vec2, Vec3, Vec4};
use slmesh::llsd::Text;
use slmesh::*;

/// The mesh of a level, with the weights as stored; viewers clamp them.
fn mesh_of(asset: &MeshAsset, level: Level) -> TriMesh {
    let (mut mesh, n_left_out) = asset.to_trimesh(level).unwrap();
    assert_eq!(n_left_out, 0);
    let stored = asset.level(level).unwrap().faces.iter().flat_map(|face| face.weights.iter().flatten());
    for (weights, stored) in mesh.weights.iter_mut().zip(stored) {
        let mut shares = [0.0; 4];
        shares.iter_mut().zip(stored.iter()).for_each(|(share, one)| *share = one.share());
        *weights = Vec4::from_array(shares);
    }
    mesh
}

fn one_apart<const N: usize>(a: Option<&Vec<[u16; N]>>, b: Option<&Vec<[u16; N]>>, what: &str) {
    let (Some(a), Some(b)) = (a, b) else {
        assert!(a.is_none() && b.is_none(), "{what}");
        return;
    };
    assert_eq!(a.len(), b.len(), "{what}");
    let all = a.as_flattened().iter().zip(b.as_flattened());
    let worst = all.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or_default();
    assert!(worst <= 1, "{what}: {worst}");
}

/// Checks that two levels have the same fields, the same sharing, and stored numbers that differ by at most one.
fn compare(built: &Lod, original: &Lod, what: &str) {
    assert_eq!(built.faces.len(), original.faces.len(), "{what}");
    for (number, (built, original)) in built.faces.iter().zip(&original.faces).enumerate() {
        let what = &format!("{what}[{number}]");
        assert_eq!(built.order, original.order, "{what}");
        assert_eq!(built.other, original.other, "{what}");
        assert_eq!(built.no_geometry, original.no_geometry, "{what}");
        assert_eq!(built.normalized_scale, original.normalized_scale, "{what}");
        assert_eq!(built.triangle_list, original.triangle_list, "{what}");
        one_apart(built.position.as_ref(), original.position.as_ref(), what);
        one_apart(built.normal.as_ref(), original.normal.as_ref(), what);
        one_apart(built.tex_coord0.as_ref(), original.tex_coord0.as_ref(), what);
        assert_eq!(built.tex_coord0_domain.is_some(), original.tex_coord0_domain.is_some(), "{what}");
        let (a, b) = (built.position_domain.unwrap(), original.position_domain.unwrap());
        let corners = a.min.iter().chain(&a.max).zip(b.min.iter().chain(&b.max));
        assert!(corners.into_iter().all(|(a, b)| (a - b).abs() < 2e-5), "{what}: {a:?}, {b:?}");
        assert_eq!(built.weights.is_some(), original.weights.is_some(), "{what}");
        for (built, original) in built.weights.iter().flatten().zip(original.weights.iter().flatten()) {
            // An influence of 0 has no meaning, and is left out.
            let original: Vec<_> = original.iter().filter(|one| one.weight > 0).collect();
            assert_eq!(built.len(), original.len(), "{what}");
            for (built, original) in built.iter().zip(original) {
                assert_eq!(built.joint, original.joint, "{what}");
                assert!(built.weight.abs_diff(original.weight) <= 1, "{what}: {built:?}, {original:?}");
            }
        }
    }
    let domains: Vec<_> = built.faces.iter().filter_map(|face| face.position_domain).collect();
    assert!(domains.windows(2).all(|pair| pair[0] == pair[1]), "{what}");
}

#[test]
fn real_assets_are_rebuilt_from_their_own_meshes() {
    let Some(real) = support::corpus("slmesh/real") else { return };
    assert_eq!(real.len(), 2);
    for (name, bytes) in real {
        let original = read(&bytes).unwrap();
        let meshes = Level::ALL.map(|level| mesh_of(&original, level));
        let convex = original.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
        let skin = original.skin.as_ref().and_then(|block| block.value()).unwrap();
        let mut builder = Builder::new(&meshes[3])
            .hulls(convex.hull_points().collect())
            .bounding_points(convex.bounding_points().collect())
            .skin(skin.clone())
            .material_names(original.material_list.is_some())
            .normalized_scale(false) // both are older
            .fit(false);
        for (level, mesh) in Level::ALL.into_iter().zip(&meshes) {
            builder = builder.level(level, mesh);
        }
        let built = builder.build().unwrap();
        assert_eq!(built.report, Report::default(), "{name}");
        // The asset after writing and reading.
        let read = read(&write(&built.asset).unwrap()).unwrap();
        assert!(read.same(&built.asset), "{name}: {:?}", read.difference(&built.asset));
        let names =
            |asset: &MeshAsset| asset.blocks().into_iter().map(|(name, _)| name.to_vec()).collect::<Vec<_>>();
        assert_eq!(names(&read), names(&original), "{name}");
        assert_eq!((&read.order, &read.body), (&original.order, &original.body), "{name}");
        assert_eq!(read.material_list, original.material_list, "{name}");
        assert_eq!(read.skin, original.skin, "{name}");
        for level in Level::ALL {
            let what = format!("{name}, {}", level.name());
            compare(read.level(level).unwrap(), original.level(level).unwrap(), &what);
        }
        let found = read.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
        assert_eq!((&found.hull_list, &found.order), (&convex.hull_list, &convex.order), "{name}");
        one_apart(found.positions.as_ref(), convex.positions.as_ref(), &name);
        one_apart(found.bounding_verts.as_ref(), convex.bounding_verts.as_ref(), &name);
        let new = |finding: &Finding| finding.rule.severity == Severity::Error;
        assert!(!validate(&read).iter().any(new), "{name}: {}", validate(&read));
    }
}

/// A sphere of `n` rings, with normals, texture coordinates, and weights of two joints.
fn sphere(n: u32, materials: &[&str]) -> TriMesh {
    let mut mesh = TriMesh::default();
    for ring in 0..=n {
        for step in 0..=2 * n {
            let (v, u) = (ring as f32 / n as f32, step as f32 / (2 * n) as f32);
            let (a, b) = (v * std::f32::consts::PI, u * std::f32::consts::TAU);
            let normal = Vec3::new(a.sin() * b.cos(), a.sin() * b.sin(), a.cos());
            mesh.positions.push(Vec3::new(normal.x * 2.0 + 7.0, normal.y, normal.z * 0.5));
            mesh.normals.push(normal);
            mesh.uvs.push(Vec2::new(u, v));
            mesh.joints.push([0, 1, 0, 0]);
            mesh.weights.push(Vec4::from_array([v, 1.0 - v, 0.0, 0.0]));
        }
    }
    let row = 2 * n + 1;
    for ring in 0..n {
        for step in 0..2 * n {
            let at = ring * row + step;
            if ring > 0 {
                mesh.indices.push([at, at + row, at + 1]);
            }
            if ring + 1 < n {
                mesh.indices.push([at + 1, at + row, at + row + 1]);
            }
        }
    }
    let share = mesh.indices.len() / materials.len().max(1);
    for (number, material) in materials.iter().enumerate() {
        mesh.groups.push(Group {
            name: format!("part {number}"),
            material: Some((*material).to_owned()),
            triangles: number * share..if number + 1 == materials.len() {
                mesh.indices.len()
            } else {
                (number + 1) * share
            },
        });
    }
    mesh
}

fn two_joints() -> Skin {
    let mut matrix = [0.0; 16];
    [0, 5, 10, 15].iter().for_each(|at| matrix[*at] = 1.0);
    Skin {
        joint_names: Some(["mPelvis", "mTorso"].map(Text::from).to_vec()),
        inverse_bind_matrix: Some(vec![matrix; 2]),
        bind_shape_matrix: Some(matrix),
        ..Skin::default()
    }
}

/// An asset with every feature, for these tests and for checks with other programs.
fn whole() -> Built {
    let [high, medium, low, lowest] = [16, 10, 6, 3].map(|n| sphere(n, &["skin", "cloth"]));
    let cube = |at: f32| {
        (0..8_u8)
            .map(move |n| Vec3::new(at + f32::from(n & 1), f32::from(n >> 1 & 1), f32::from(n >> 2) - 0.5))
    };
    Builder::new(&high)
        .level(Level::Medium, &medium)
        .level(Level::Low, &low)
        .level(Level::Lowest, &lowest)
        .hulls(vec![cube(5.5).collect(), cube(7.0).collect()])
        .skin(two_joints())
        .rounding(Rounding::Nearest)
        .build()
        .unwrap()
}

#[test]
fn an_asset_with_everything_is_sound() {
    let built = whole();
    let findings = validate(&built.asset);
    assert!(findings.is_empty(), "{findings}");
    assert_eq!((built.scale, built.centre), (Vec3::new(4.0, 2.0, 1.0), Vec3::new(7.0, 0.0, 0.0)));
    let Report { copied, split, n_triangles_left_out, n_renormalised, n_unweighted, .. } = built.report;
    assert!(copied.is_empty() && split.is_empty());
    assert_eq!((n_triangles_left_out, n_renormalised, n_unweighted), (0, 0, 0));
    let bytes = write(&built.asset).unwrap();
    let (read, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert!(warnings.is_empty() && read.same(&built.asset));
    // The mesh at rest is in the unit cube, with the bind shape of the mesh.
    let high = sphere(16, &["skin", "cloth"]);
    let (unit, _) = read.to_trimesh(Level::High).unwrap();
    assert_eq!(unit.bounds().unwrap().size(), Vec3::ONE);
    let (bound, _) = read.to_trimesh_in(Level::High, Space::Bind).unwrap();
    assert_eq!(bound.indices.len(), high.indices.len());
    for (a, b) in bound.triangles().zip(high.triangles()) {
        for (a, b) in a.into_iter().zip(b) {
            let apart = (bound.positions[a] - high.positions[b]).length();
            assert!(apart < 1e-4, "{apart}");
            assert!((bound.normals[a] - high.normals[b]).length() < 1e-3);
            assert!((bound.uvs[a].y - high.uvs[b].y).abs() < 1e-4);
            assert!(bound.weights[a].to_array()[0] >= 0.499);
        }
    }
}

/// The values of a face, by the keys of the file.
fn values(face: &Face) -> Json {
    let weights = face.weights.iter().flatten();
    let weights = weights.map(|one| one.iter().map(|one| (one.joint, one.share())).collect::<Vec<_>>());
    json!({
        "Position": face.positions().map(Vec3::to_array).collect::<Vec<_>>(),
        "Normal": face.normals().map(Vec3::to_array).collect::<Vec<_>>(),
        "TexCoord0": face.tex_coords().map(Vec2::to_array).collect::<Vec<_>>(),
        "TriangleList": face.triangle_list,
        "Weights": weights.collect::<Vec<_>>(),
    })
}

/// `REZKIT_SLMESH_BUILT` names a folder for the assets and their values, which other programs compare.
#[test]
fn built_assets_come_back() {
    let folder = std::env::var_os("REZKIT_SLMESH_BUILT").map(std::path::PathBuf::from);
    let shape = sphere(5, &[]);
    let triangles = Builder::new(&shape).physics_mesh(&shape).build().unwrap();
    for (name, asset) in [("whole", whole().asset), ("triangles", triangles.asset)] {
        let bytes = write(&asset).unwrap();
        assert_eq!(read(&bytes).unwrap().difference(&asset), None, "{name}");
        let Some(folder) = &folder else { continue };
        std::fs::write(folder.join(format!("{name}.llmesh")), bytes).unwrap();
        let mut all = serde_json::Map::new();
        let levels = Level::ALL.map(|level| (level.name(), asset.level(level)));
        for (key, lod) in levels.into_iter().chain([("physics_mesh", asset.physics_triangles())]) {
            let faces = lod.map(|lod| lod.faces.iter().map(values).collect::<Vec<_>>());
            all.insert(key.to_owned(), faces.into());
        }
        let convex = asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
        let points =
            convex.hull_points().map(|hull| hull.into_iter().map(Vec3::to_array).collect::<Vec<_>>());
        all.insert("hulls".to_owned(), json!(points.collect::<Vec<_>>()));
        let points = convex.bounding_points().map(Vec3::to_array);
        all.insert("BoundingVerts".to_owned(), json!(points.collect::<Vec<_>>()));
        let skin = asset.skin.as_ref().and_then(|block| block.value());
        let skin = skin.map(|skin| json!([skin.bind_shape_matrix, skin.inverse_bind_matrix]));
        all.insert("skin".to_owned(), skin.into());
        std::fs::write(folder.join(format!("{name}.json")), Json::from(all).to_string()).unwrap();
    }
}

/// The positions of a level are stored in the unit cube, whatever the size of the mesh.
#[test]
fn meshes_fill_the_unit_cube() {
    let mut shape = sphere(5, &[]);
    shape.positions.iter_mut().for_each(|at| *at = Vec3::new(at.x * 2.0 + 1.0, at.y * 3.0, at.z * 5.0 - 7.0));
    let asset = Builder::new(&shape).build().unwrap().asset;
    let positions: Vec<_> = asset.level(Level::High).unwrap().faces[0].positions().collect();
    let ends = |start: f32, end: fn(f32, f32) -> f32| {
        [0, 1, 2].map(|axis| positions.iter().fold(start, |all, at| end(all, at.to_array()[axis])))
    };
    for (found, expected) in [(ends(f32::MAX, f32::min), -0.5), (ends(f32::MIN, f32::max), 0.5)] {
        assert!(found.iter().all(|side| (side - expected).abs() < 1e-4), "{found:?}");
    }
}

/// The largest distance of vertices of the high level outside the hull around everything: in steps of the hull's
/// numbers, on each axis.
fn steps_outside(asset: &MeshAsset) -> f64 {
    let convex = asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
    let (hull, domain) = (convex.bounding_to_trimesh(), convex.domain());
    let step = [0, 1, 2].map(|axis| (domain.max[axis] - domain.min[axis]) / 65_535.0);
    let minus = |a: Vec3, b: Vec3| {
        let (a, b) = (a.to_array().map(f64::from), b.to_array().map(f64::from));
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    };
    let (high, _) = asset.to_trimesh(Level::High).unwrap();
    let mut worst = 0.0_f64;
    for [a, b, c] in hull.triangles().map(|corners| corners.map(|corner| hull.positions[corner])) {
        let ([ux, uy, uz], [vx, vy, vz]) = (minus(b, a), minus(c, a));
        let normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let dot = |vector: [f64; 3]| normal.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>();
        let one_step: f64 = normal.iter().zip(step).map(|(part, step)| part.abs() * step).sum();
        for position in &high.positions {
            worst = worst.max(dot(minus(*position, a)) / one_step);
        }
    }
    worst
}

/// All vertices are inside the hull within one step of its numbers, or half a step if they are rounded.
#[test]
fn the_hull_is_around_every_vertex() {
    let mesh = sphere(6, &[]);
    for (rounding, n_steps) in [(Rounding::Truncate, 1.01), (Rounding::Nearest, 0.51)] {
        let built = Builder::new(&mesh).rounding(rounding).build().unwrap();
        assert_eq!(built.report.n_hull_points_left_out, 0);
        let convex = built.asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
        assert!(convex.bounding_verts.as_ref().unwrap().len() <= Builder::MAX_HULL_POINTS);
        let worst = steps_outside(&built.asset);
        assert!(worst < n_steps, "{rounding:?}: {worst}");
    }
    // A sphere with more corners than a hull may have loses some, and the report has their number.
    let mesh = sphere(24, &[]);
    let built = Builder::new(&mesh).build().unwrap();
    assert!(built.report.n_hull_points_left_out > 500, "{:?}", built.report);
    let convex = built.asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
    assert!((200..=256).contains(&convex.bounding_verts.as_ref().unwrap().len()));
    // The distance is still below a hundredth of the object.
    assert!((1.0..656.0).contains(&steps_outside(&built.asset)), "{}", steps_outside(&built.asset));
}

proptest! {
    #[test]
    fn the_hull_of_any_points_is_around_them(
        points in vec([-3.0_f32..3.0, 0.0..0.01_f32, 10.0..500.0_f32], 12..120),
        nearest in any::<bool>(),
    ) {
        let n = u32::try_from(points.len() / 3).unwrap();
        let mesh = TriMesh {
            positions: points.into_iter().map(Vec3::from_array).collect(),
            indices: (0..n).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
            ..TriMesh::default()
        };
        let (rounding, n_steps) = if nearest { (Rounding::Nearest, 0.51) } else { (Rounding::Truncate, 1.01) };
        let built = Builder::new(&mesh).rounding(rounding).build().unwrap();
        let worst = steps_outside(&built.asset);
        prop_assert!(worst < n_steps, "{worst}");
    }
}

#[test]
fn a_flat_mesh_has_a_hull_of_its_points() {
    let mesh = TriMesh {
        positions: [[0.0, 0.0, 3.0], [1.0, 0.0, 3.0], [1.0, 2.0, 3.0], [0.0, 2.0, 3.0]]
            .map(Vec3::from_array)
            .to_vec(),
        indices: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    };
    let built = Builder::new(&mesh).build().unwrap();
    let convex = built.asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
    assert_eq!(convex.bounding_verts.as_ref().map(Vec::len), Some(4));
    // An axis without extent is not scaled.
    assert_eq!(built.scale, Vec3::new(1.0, 2.0, 1.0));
    assert!(validate(&built.asset).iter().all(|finding| finding.rule.severity == Severity::Note));
}

#[test]
fn missing_levels_are_copied_or_left_out() {
    let (high, low) = (sphere(8, &[]), sphere(4, &[]));
    let built = Builder::new(&high).level(Level::Low, &low).build().unwrap();
    assert_eq!(built.report.copied, [Level::Medium, Level::Lowest]);
    assert_eq!(built.asset.medium_lod, built.asset.high_lod);
    assert_eq!(built.asset.lowest_lod, built.asset.low_lod);
    let left =
        Builder::new(&high).level(Level::Low, &low).missing_levels(MissingLevels::LeaveOut).build().unwrap();
    assert_eq!((left.report.copied.len(), left.asset.medium_lod, left.asset.lowest_lod), (0, None, None));
}

#[test]
fn groups_are_matched_by_material() {
    let (high, mut low) = (sphere(8, &["skin", "cloth", "hair"]), sphere(4, &["hair", "skin"]));
    let built = Builder::new(&high).level(Level::Low, &low).material_names(true).build().unwrap();
    let faces = &built.asset.low_lod.as_ref().and_then(|block| block.value()).unwrap().faces;
    let n_triangles: Vec<usize> = faces.iter().map(Face::n_triangles).collect();
    let groups = low.groups.clone();
    let of = |number: usize| groups[number].triangles.len();
    assert_eq!(n_triangles, [of(1), 0, of(0)]);
    assert_eq!(faces[1].no_geometry, Some(true));
    assert_eq!(built.asset.material_list, Some(["skin", "cloth", "hair"].map(Text::from).to_vec()));
    low.groups[0].material = Some("wood".into());
    let error = Builder::new(&high).level(Level::Low, &low).build().unwrap_err();
    assert_eq!(error.to_string(), "low_lod: there is no material in high_lod wood");
    // Without names, groups are matched by their order; more than the high level has are an error.
    low.groups.iter_mut().for_each(|group| group.material = None);
    let built = Builder::new(&high).level(Level::Low, &low).build().unwrap();
    let faces = &built.asset.low_lod.as_ref().and_then(|block| block.value()).unwrap().faces;
    assert_eq!(faces.iter().map(Face::n_triangles).collect::<Vec<_>>(), [of(0), of(1), 0]);
    let error = Builder::new(&low).level(Level::Low, &high).build().unwrap_err();
    assert_eq!(error.to_string(), "low_lod: expected 2 as the number of faces, or fewer, found 3");
    // A group that takes two faces, where the high level has one of its material.
    let n = 70_000_u32;
    let mut large = TriMesh {
        positions: (0..n).map(|i| Vec3::new(i as f32, (i % 7) as f32, (i % 11) as f32)).collect(),
        indices: (0..n / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        ..TriMesh::default()
    };
    large.groups = sphere(4, &["skin"]).groups;
    large.groups[0].triangles = 0..large.indices.len();
    let error = Builder::new(&high).level(Level::Low, &large).build().unwrap_err();
    assert_eq!(error.to_string(), "low_lod.part 0: expected 1 as the number of faces, or fewer, found 2");
}

#[test]
fn more_than_eight_faces_are_an_error_that_names_them() {
    let mesh = sphere(8, &["a"; 9]);
    let error = Builder::new(&mesh).build().unwrap_err();
    let names = "part 0, part 1, part 2, part 3, part 4, part 5, part 6, part 7, part 8";
    assert_eq!(error.to_string(), format!("high_lod: there are 9 faces, and the limit is eight: {names}"));
    // Groups without a name are called by their material or number.
    let mut mesh = sphere(8, &["a"; 30]);
    mesh.groups.iter_mut().for_each(|group| (group.name, group.material) = (String::new(), None));
    mesh.groups[1].material = Some("wood".into());
    let error = Builder::new(&mesh).build().unwrap_err().to_string();
    assert!(
        error.starts_with("high_lod: there are 30 faces, and the limit is eight: number 1, wood, number 3")
    );
    assert!(error.ends_with("number 20, and 10 more"), "{error}");
    let n = 9 * 65_534;
    let positions = (0..n).map(|x| Vec3::new(x as f32, (x % 7) as f32, (x % 11) as f32)).collect();
    let indices = (0..n / 3).map(|x| [3 * x, 3 * x + 1, 3 * x + 2]).collect();
    let error = Builder::new(&TriMesh { positions, indices, ..TriMesh::default() }).build().unwrap_err();
    assert!(error.to_string().contains("without group (1), without group (2)"), "{error}");
}

#[test]
fn a_face_with_too_many_vertices_is_split() {
    let n = 70_000_u32;
    let mesh = TriMesh {
        positions: (0..n).map(|i| Vec3::new(i as f32, (i % 7) as f32, (i % 11) as f32)).collect(),
        indices: (0..n / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        ..TriMesh::default()
    };
    let built = Builder::new(&mesh).build().unwrap();
    assert_eq!(built.report.split, ["without group"]);
    let faces = &built.asset.high_lod.as_ref().and_then(|block| block.value()).unwrap().faces;
    // Faces have as many whole triangles as fit.
    assert_eq!(faces.iter().map(Face::n_vertices).collect::<Vec<_>>(), [65_532, 4467]);
    let n_triangles: usize = faces.iter().map(Face::n_triangles).sum();
    assert_eq!(n_triangles, mesh.indices.len());
    assert_eq!(faces[1].triangle_list.as_ref().unwrap()[0], [0, 1, 2]);
    assert_eq!(faces[0].position_domain, faces[1].position_domain);
}

#[test]
fn weights_are_made_to_add_up() {
    let mut mesh = sphere(4, &[]);
    mesh.weights[10] = Vec4::from_array([1.0, 3.0, 0.0, 0.0]);
    mesh.weights[11] = Vec4::from_array([0.0; 4]);
    let built = Builder::new(&mesh).skin(two_joints()).build().unwrap();
    assert_eq!((built.report.n_renormalised, built.report.n_unweighted), (1, 1));
    let face = &built.asset.level(Level::High).unwrap().faces[0];
    let weights = face.weights.as_ref().unwrap();
    // The strongest influences come first. The poles have vertices that no triangle uses, which are left out.
    let stored: Vec<_> = weights.iter().filter(|one| one.iter().any(|one| one.weight == 49_151)).collect();
    assert!(stored.iter().any(|one| one[0] == Influence { joint: 1, weight: 49_151 }));
    mesh.joints[10] = [2, 0, 0, 0];
    let error = Builder::new(&mesh).skin(two_joints()).build().unwrap_err();
    assert_eq!(error.to_string(), "high_lod[0]: joint 2 is not below 2");
    // Without a skin, weights are left out.
    let built = Builder::new(&mesh).build().unwrap();
    assert_eq!(built.asset.level(Level::High).unwrap().faces[0].weights, None);
}

#[test]
fn a_mesh_that_contradicts_itself_is_refused() {
    let mut mesh = sphere(4, &[]);
    mesh.indices.push([0, 1, 9999]);
    assert_eq!(Builder::new(&mesh).build().unwrap().report.n_triangles_left_out, 1);
    mesh.normals.pop();
    let error = Builder::new(&mesh).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "high_lod: expected a sound mesh, found normals does not have one entry per vertex"
    );
    let sound = sphere(4, &[]);
    let error = Builder::new(&sound).physics_mesh(&mesh).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "physics_mesh: expected a sound mesh, found normals does not have one entry per vertex"
    );
    let error = Builder::new(&sound).hulls(vec![vec![]]).build().unwrap_err();
    assert_eq!(error.to_string(), "hulls[0]: there is no point");
}

/// The bind shape transforms the unit cube to the mesh as it was given, and on.
#[test]
fn a_bind_shape_begins_in_the_unit_cube() {
    let mesh = sphere(4, &[]);
    let mut skin = two_joints();
    // Twice as large, and then up by 3.
    skin.bind_shape_matrix = Some([2.0, 0., 0., 0., 0., 2.0, 0., 0., 0., 0., 2.0, 0., 0., 0., 3.0, 1.0]);
    let built = Builder::new(&mesh).skin(skin.clone()).build().unwrap();
    let shape = built.asset.skin.as_ref().and_then(|block| block.value()).unwrap().bind_shape();
    let corner = shape.transform_point(Vec3::splat(0.5));
    assert_eq!(corner, Vec3::new((7.0 + 2.0) * 2.0, 2.0, 0.5 * 2.0 + 3.0));
    let kept = Builder::new(&mesh).skin(skin.clone()).fit(false).build().unwrap();
    assert_eq!(kept.asset.skin.as_ref().and_then(|block| block.value()), Some(&skin));
}
