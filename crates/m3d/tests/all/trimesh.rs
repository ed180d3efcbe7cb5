//! Conversion of models to triangle meshes.

use crate::models::fixture;
use crate::support;
use geom::{Rgba8, Vec2, Vec3, Vec4};
use m3d::*;

fn upstream(name: &str) -> Option<Model> {
    let files = support::corpus("m3d/upstream")?;
    let (_, bytes) = files.into_iter().find(|(file, _)| file == name).unwrap();
    Some(read(&bytes).unwrap())
}

fn triangles(model: &Model) -> Triangles {
    with(model, TrimeshOptions::default())
}

fn with(model: &Model, options: TrimeshOptions) -> Triangles {
    let triangles = model.to_trimesh(&options).unwrap();
    assert_eq!(triangles.mesh.check(), []);
    assert_eq!(triangles.textures.len(), triangles.mesh.groups.len());
    triangles
}

/// A model of one polygon with these points.
fn polygon(points: &[[f32; 3]]) -> Model {
    let mut mesh = Mesh::default();
    let corners: Vec<_> = (0..points.len() as u32).map(VertexIndex).collect();
    mesh.push(&Face { vertices: &corners, ..NO_FACE }).unwrap();
    let vertices = Vertices::from_positions(points.iter().copied());
    Model { chunks: vec![Chunk::Vertices(vertices), Chunk::Mesh(mesh)], ..Model::default() }
}

const NO_FACE: Face<'static> = Face {
    material: Name::NONE,
    parameter: Name::NONE,
    parts: Parts(0),
    vertices: &[],
    tex_coords: &[],
    normals: &[],
    max_vertices: &[],
};

#[test]
fn the_textured_quad() {
    let found = triangles(&fixture("authored/auth_texquad.fixedsdk.m3d"));
    let mesh = found.mesh;
    assert_eq!((mesh.positions.len(), mesh.indices.len()), (4, 2));
    assert_eq!(mesh.normals, [Vec3::Z; 4]);
    for (position, uv) in mesh.positions.iter().zip(&mesh.uvs) {
        // The lower left corner of the quad has V 0 in the file, where it points up.
        assert_eq!(*uv, Vec2::new((position.x + 1.0) / 2.0, 1.0 - (position.y + 1.0) / 2.0));
    }
    assert_eq!((mesh.groups.len(), &mesh.groups[0].name[..]), (1, "mesh 0"));
    assert_eq!(
        (mesh.groups[0].material.as_deref(), found.textures[0].as_deref()),
        (Some("board"), Some("checker"))
    );
    assert_eq!((mesh.colours.len(), mesh.joints.len(), found.skins.len()), (0, 0, 0));
    assert!(found.report.is_empty());

    let down = with(&fixture("authored/auth_texquad.fixedsdk.m3d"), TrimeshOptions::default().v_down(true));
    assert_eq!(down.mesh.uvs[0].y, (down.mesh.positions[0].y + 1.0) / 2.0);
}

#[test]
fn the_pole_has_joints_and_weights() {
    let found = triangles(&fixture("authored/auth_bones2.fixedsdk.m3d"));
    let mesh = &found.mesh;
    assert_eq!((mesh.positions.len(), mesh.indices.len()), (5, 2));
    let at = |x, y| mesh.positions.iter().position(|place| *place == Vec3::new(x, y, 0.0)).unwrap();
    let (lower, middle, upper, mixed) = (at(0.1, 0.0), at(0.0, 0.5), at(-0.1, 1.0), at(0.1, 1.0));
    assert_eq!((mesh.joints[lower][0], mesh.weights[lower]), (0, Vec4::new(1.0, 0.0, 0.0, 0.0)));
    assert_eq!((mesh.joints[upper][0], mesh.weights[upper]), (1, Vec4::new(1.0, 0.0, 0.0, 0.0)));
    assert_eq!((mesh.joints[middle], mesh.weights[middle]), ([0, 1, 0, 0], Vec4::new(0.5, 0.5, 0.0, 0.0)));
    // The largest weight comes first.
    assert_eq!(mesh.joints[mixed], [1, 0, 0, 0]);
    assert_eq!(mesh.weights[mixed], Vec4::new(191.0 / 254.0, 63.0 / 254.0, 0.0, 0.0));
    assert_eq!(mesh.colours[lower], Rgba8::new(0, 255, 0, 255));
    assert_eq!(mesh.colours[upper], Rgba8::WHITE);
    assert_eq!(mesh.normals, [Vec3::Z; 5]);
    assert_eq!(found.report.to_string(), "corners that got a normal: 6\n");
}

#[test]
fn eight_weights_become_four() {
    let mut model = fixture("authored/auth_bones2.fixedsdk.m3d");
    let bone = model.skeleton().unwrap().bones[0];
    let skeleton = model.skeleton_mut().unwrap();
    skeleton.bones = vec![bone; 8];
    let weights = [10, 60, 20, 50, 5, 40, 30, 40];
    skeleton.skins =
        vec![Skin { weights, bones: [0, 1, 2, 3, 4, 5, 6, 7].map(BoneIndex) }; skeleton.skins.len()];
    let found = triangles(&model);
    assert_eq!(found.mesh.joints, [[1, 3, 5, 7]; 5]);
    assert_eq!(found.mesh.weights[0].to_array(), [60.0, 50.0, 40.0, 40.0].map(|weight: f32| weight / 190.0));
    assert_eq!(found.report.n_reduced_skins, 5);
    assert_eq!(found.skins.len(), 5);
    let one = with(&model, TrimeshOptions::default().weights(1));
    assert_eq!((one.mesh.joints[0], one.mesh.weights[0].to_array()), ([1, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
    // Two slots of one bone count together; a bone that does not exist does not count.
    let weights = [90, 100, 90, 60, 0, 0, 0, 0];
    let bones = [0, 1, 0, 99, 0, 0, 0, 0].map(BoneIndex);
    model.skeleton_mut().unwrap().skins[0] = Skin { weights, bones };
    let found = triangles(&model);
    let of_first = found.skins.iter().position(|skin| *skin == SkinIndex(0)).unwrap();
    assert_eq!(found.mesh.joints[of_first], [0, 1, 0, 0]);
    let weights = found.mesh.weights[of_first];
    assert!((weights.x - 180.0 / 280.0).abs() < 1e-6 && (weights.x + weights.y - 1.0).abs() < 1e-6);
    assert!(found.report.n_dangling_skins >= 1);
}

#[test]
fn polygons_are_cut() {
    let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let found = triangles(&polygon(&square));
    assert_eq!(found.mesh.indices, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!((found.report.n_cut_polygons, found.report.n_concave_polygons), (1, 0));

    // An arrow, turned along each axis and direction: no triangle may be outside it.
    let arrow = [[0.0, 0.0], [2.0, -1.0], [0.0, 2.0], [-2.0, -1.0]];
    for flip in [1.0, -1.0] {
        for axis in 0..3 {
            let points = arrow.map(|[x, y]| {
                let mut point = [0.0; 3];
                (point[axis], point[(axis + 1) % 3]) = (x * flip, y);
                point
            });
            let found = triangles(&polygon(&points));
            assert_eq!((found.report.n_cut_polygons, found.report.n_concave_polygons), (1, 1));
            let area: f32 = found.mesh.triangles().map(|triangle| area(&found, triangle)).sum();
            assert!((area - 4.0).abs() < 1e-6, "{area} in {:?}", found.mesh.indices);
            let facing = found.mesh.triangles().map(|triangle| facing(&found, triangle));
            let facing: Vec<_> = facing.map(|normal| normal.to_array()[(axis + 2) % 3] * flip).collect();
            assert!(facing.iter().all(|side| *side > 0.0), "{facing:?}");
        }
    }

    // A star that crosses itself has no right result, but keeps all its corners.
    let star = [0.0_f32, 144.0, 288.0, 72.0, 216.0].map(|degrees| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [cos, sin, 0.0]
    });
    assert_eq!(triangles(&polygon(&star)).mesh.indices.len(), 3);
    // Points and lines have no triangles.
    let line = triangles(&polygon(&square[..2]));
    assert_eq!(
        (line.mesh.indices.len(), line.report.to_string()),
        (0, "points and lines left out: 1\n".into())
    );
}

/// A random simple polygon, cut into triangles, keeps its area.
#[test]
fn concave_polygons_keep_their_area() {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 40) as f32 / (1 << 24) as f32
    };
    for n in 4..=15 {
        for _ in 0..200 {
            // Corners are sorted by angle around the origin, so that the polygon never crosses itself.
            let points: Vec<_> = (0..n)
                .map(|corner| {
                    let (sin, cos) = (corner as f32 / n as f32 * std::f32::consts::TAU).sin_cos();
                    let radius = 0.2 + random();
                    [cos * radius, sin * radius, 0.0]
                })
                .collect();
            let found = triangles(&polygon(&points));
            assert_eq!(found.mesh.indices.len(), n - 2);
            let next = points.iter().cycle().skip(1);
            let expected: f32 = points.iter().zip(next).map(|(a, b)| (a[0] * b[1] - a[1] * b[0]) / 2.0).sum();
            let area: f32 = found.mesh.triangles().map(|triangle| area(&found, triangle)).sum();
            assert!((area - expected).abs() < 1e-5, "{area}, not {expected}: {points:?}");
        }
    }
}

fn facing(found: &Triangles, triangle: [usize; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|corner| found.mesh.positions[corner]);
    (b - a).cross(c - a)
}

fn area(found: &Triangles, triangle: [usize; 3]) -> f32 {
    facing(found, triangle).length() / 2.0
}

#[test]
fn parameters_place_polygons() {
    let mut model = Model::default();
    let [width, height] = ["width", "height"].map(|name| model.strings.intern(name));
    let low = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let points = low.into_iter().chain(low.map(|[x, y, _]| [x, y, 4.0]));
    let mut mesh = Mesh::default();
    let [min, max] = [[0, 1, 2], [3, 4, 5]].map(|corners| corners.map(VertexIndex));
    for name in [width, height] {
        mesh.records.push(Record::Parameter { kind: 1, name });
        mesh.push(&Face { vertices: &min, max_vertices: &max, ..NO_FACE }).unwrap();
    }
    model.chunks = vec![Chunk::Vertices(Vertices::from_positions(points)), Chunk::Mesh(mesh)];
    let heights = |options| {
        let found = with(&model, options);
        assert_eq!(found.report.n_placed_polygons, 2);
        found.mesh.triangles().map(|[corner, ..]| found.mesh.positions[corner].z).collect::<Vec<_>>()
    };
    assert_eq!(heights(TrimeshOptions::default()), [0.0, 0.0]);
    assert_eq!(heights(TrimeshOptions::default().parameter("width", 0.25)), [1.0, 0.0]);
    let both = TrimeshOptions::default().parameter("width", 0.25).other_parameters(1.0);
    assert_eq!(heights(both), [1.0, 4.0]);
}

/// The corners of a cube, with six sides of two triangles.
fn cube() -> Model {
    let corner = |bits: u32| [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 0.0 } else { 1.0 });
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let all = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let vertices = Vertices::from_positions((0..8).map(corner));
    Model {
        chunks: vec![Chunk::Vertices(vertices), Chunk::Mesh(Mesh::from_triangles(all))],
        ..Model::default()
    }
}

#[test]
fn missing_normals_are_generated() {
    let smooth = triangles(&cube());
    assert_eq!((smooth.mesh.positions.len(), smooth.report.n_generated_normals), (8, 36));
    for (position, normal) in smooth.mesh.positions.iter().zip(&smooth.mesh.normals) {
        assert!((normal.length() - 1.0).abs() < 1e-6);
        assert!(normal.dot(*position - Vec3::splat(0.5)) > 0.7, "{normal:?} at {position:?}");
    }
    let sharp = with(&cube(), TrimeshOptions::default().smooth_angle(Some(30.0)));
    assert_eq!(sharp.mesh.positions.len(), 24);
    for triangle in sharp.mesh.triangles() {
        let facing = facing(&sharp, triangle).normalised().unwrap();
        assert!(triangle.iter().all(|corner| sharp.mesh.normals[*corner] == facing), "{triangle:?}");
    }
    let flat = with(&cube(), TrimeshOptions::default().smooth_angle(Some(0.0)));
    assert_eq!(flat.mesh.positions.len(), 24);
    let none = with(&cube(), TrimeshOptions::default().smooth_angle(None));
    assert_eq!((none.mesh.normals.len(), none.report.is_empty()), (0, true));
}

#[test]
fn dangling_references_are_counted() {
    let mut model = cube();
    let Some(Chunk::Mesh(mesh)) = model.chunks.last_mut() else { unreachable!() };
    mesh.vertices[0] = VertexIndex(8);
    mesh.vertices[3] = VertexIndex::NONE;
    let corners = [0, 1, 2].map(VertexIndex);
    let (normals, tex_coords) = ([VertexIndex(99), VertexIndex(0), VertexIndex(1)], [TexCoordIndex(5); 3]);
    mesh.push(&Face { vertices: &corners, normals: &normals, tex_coords: &tex_coords, ..NO_FACE }).unwrap();
    model.chunks.push(Chunk::Procedure(Procedure::default()));
    let found = triangles(&model);
    assert_eq!(found.mesh.indices.len(), 11);
    // Vertex 0 is the origin, which has no direction.
    let TrimeshReport {
        n_dangling_polygons, n_dangling_normals, n_dangling_tex_coords, n_procedures, ..
    } = found.report;
    assert_eq!((n_dangling_polygons, n_dangling_normals, n_dangling_tex_coords, n_procedures), (2, 2, 3, 1));

    let vertices = model.vertices_mut().unwrap();
    let Coordinates::F32(rows) = &mut vertices.coordinates else { unreachable!() };
    rows[7][1] = f32::NAN;
    let found = triangles(&model);
    assert!(found.mesh.positions.iter().all(|position| position.is_finite()));
    assert!(found.report.n_infinite_polygons > 2);
}

#[test]
fn there_is_a_limit() {
    let options = TrimeshOptions::default().max_triangles(11);
    let error = cube().to_trimesh(&options).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::TooManyTriangles { limit: 11 });
    assert_eq!(with(&cube(), options.max_triangles(12)).mesh.indices.len(), 12);
}

#[test]
fn materials_are_groups() {
    let mut model = cube();
    let [red, same, skin] = ["red", "red", "skin"].map(|name| {
        let at = model.strings.bytes.len() as u32;
        model.strings.bytes.extend(name.bytes().chain([0]));
        Name(at)
    });
    let texture = Property { id: PropertyId::DIFFUSE_MAP, value: PropertyValue::Texture(skin) };
    model
        .chunks
        .insert(0, Chunk::Material(Material { name: red, properties: vec![texture], surplus: vec![] }));
    let Some(Chunk::Mesh(mesh)) = model.chunks.last_mut() else { unreachable!() };
    let polygons = |count| Record::Polygons { sides: 3, parts: Parts(0), count };
    let material = Record::Material;
    mesh.records = vec![
        polygons(2),
        material(red),
        polygons(3),
        material(skin),
        polygons(1),
        material(same),
        polygons(6),
    ];
    let found = triangles(&model);
    let groups: Vec<_> =
        found.mesh.groups.iter().map(|group| (group.material.as_deref(), group.triangles.clone())).collect();
    assert_eq!(groups, [(None, 0..2), (Some("red"), 2..11), (Some("skin"), 11..12)]);
    assert_eq!(found.textures, [None, Some("skin".into()), None]);
}

/// Counts of samples are equal to those of raylib, which converts the same files.
#[test]
fn samples_of_other_programs() {
    for (name, n_triangles, n_vertices, groups) in [
        ("seagull.m3d", 201, 134, &[("Material01", "gull")][..]),
        ("WusonBlitz0.m3d", 3732, 1923, &[("", "")]),
        ("suzanne.m3d", 968, 556, &[("", "")]),
        ("aliveai_character.m3d", 84, 136, &[("Material", "")]),
        ("cube_usemtl.m3d", 12, 24, &[("mtl3", ""), ("mtl", ""), ("mtl2", "")]),
        ("cube_with_vertexcolors.m3d", 12, 24, &[("", "")]),
        ("cube.m3d", 12, 8, &[("", "")]),
    ] {
        let Some(model) = upstream(name) else { return };
        let found = triangles(&model);
        assert_eq!(
            (found.mesh.indices.len(), found.mesh.positions.len()),
            (n_triangles, n_vertices),
            "{name}"
        );
        let names = found.mesh.groups.iter().zip(&found.textures).map(|(group, texture)| {
            (group.material.as_deref().unwrap_or_default(), texture.as_deref().unwrap_or_default())
        });
        assert!(names.eq(groups.iter().copied()), "{name}");
    }
}

/// Every face of every sample is converted, or counted in the report.
#[test]
fn nothing_is_lost_in_silence() {
    for (name, bytes) in support::samples("m3d") {
        let Some(model) = name.ends_with(".m3d").then(|| read(&bytes).ok()).flatten() else { continue };
        let found = with(&model, TrimeshOptions::default().voxels(VoxelMode::Omitted).shapes(false));
        let report = &found.report;
        let mut n_expected = 0;
        for face in model.meshes().flat_map(Mesh::faces) {
            n_expected += face.vertices.len().saturating_sub(2);
        }
        let n_lost = report.n_dangling_polygons + report.n_infinite_polygons;
        if n_lost == 0 {
            assert_eq!(found.mesh.indices.len(), n_expected, "{name}");
        } else {
            assert!(found.mesh.indices.len() < n_expected, "{name}");
        }
        let sums = found.mesh.weights.iter().map(|weights| weights.dot(Vec4::ONE));
        assert!(sums.into_iter().all(|sum| sum == 0.0 || (sum - 1.0).abs() < 1e-5), "{name}");
    }
}

/// A mesh survives the conversion to triangles, back to a model, through a file, and to triangles again.
#[test]
fn triangles_come_back() {
    for (name, bytes) in support::samples("m3d") {
        let Some(model) = name.ends_with(".m3d").then(|| read(&bytes).ok()).flatten() else { continue };
        let first = with(&model, TrimeshOptions::default().shapes(false));
        let pose = model.bind_pose();
        let bones = model.skeleton().map_or(&[][..], |skeleton| &skeleton.bones);
        let bones = bones.iter().zip(&pose.bones).map(|(bone, at)| NewBone {
            name: model.text(bone.name).into_owned(),
            parent: Some(bone.parent),
            position: at.position,
            orientation: at.orientation,
        });
        let (back, report) =
            Model::from_trimesh(&first.mesh, &FromTrimeshOptions::default().bones(bones.collect())).unwrap();
        assert_eq!(report.to_string(), "", "{name}");
        let second = triangles(&read(&write(&back).unwrap()).unwrap());
        // In both, vertices are in order of use, and triangles in order of groups.
        assert_eq!(second.mesh.indices.len(), first.mesh.indices.len(), "{name}");
        let place = |all: &Triangles| {
            let corners = all.mesh.triangles().flatten();
            corners.map(|at| (all.mesh.positions[at], all.mesh.normals.get(at).copied())).collect::<Vec<_>>()
        };
        assert!(place(&second) == place(&first), "{name}");
        let materials = |all: &Triangles| {
            let named = all
                .mesh
                .groups
                .iter()
                .filter_map(|group| Some((group.material.clone()?, group.triangles.len())));
            let mut sums = std::collections::BTreeMap::new();
            named.for_each(|(name, len)| *sums.entry(name).or_insert(0) += len);
            sums
        };
        assert_eq!(materials(&second), materials(&first), "{name}");
        for (a, b) in second.mesh.triangles().flatten().zip(first.mesh.triangles().flatten()) {
            if let (Some(a), Some(b)) = (second.mesh.weights.get(a), first.mesh.weights.get(b)) {
                assert!((*a - *b).length() < 0.01, "{name}: {a:?} {b:?}");
            }
            if let (Some(a), Some(b)) = (second.mesh.uvs.get(a), first.mesh.uvs.get(b)) {
                assert!((*a - *b).length() < 1e-6, "{name}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn foreign_meshes_become_models() {
    use geom::{Group, TriMesh};
    let mut mesh = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        tangents: vec![Vec4::ONE; 3],
        colours: vec![Rgba8::new(1, 2, 3, 255); 3],
        joints: vec![[0, 1, 9, 0]; 3],
        weights: vec![Vec4::new(1.0, 2.0, 1.0, f32::NAN); 3],
        indices: vec![[0, 1, 2], [2, 1, 0], [0, 1, 3]],
        groups: vec![Group { name: "back".into(), material: Some("red".into()), triangles: 1..9 }],
        ..TriMesh::default()
    };
    let bones = ["root", "tip"].map(|name| NewBone { name: name.into(), ..NewBone::default() });
    let (model, report) =
        Model::from_trimesh(&mesh, &FromTrimeshOptions::default().bones(bones.to_vec())).unwrap();
    assert_eq!(
        report.to_string(),
        "triangles left out, since a corner refers to no vertex: 1\n\
         vertices with weights of joints that are not bones: 3\ntangents left out: 3\n"
    );
    let found = triangles(&read(&write(&model).unwrap()).unwrap());
    assert_eq!(found.mesh.indices, [[0, 1, 2], [2, 1, 0]]);
    assert_eq!(found.mesh.groups[1].material.as_deref(), Some("red"));
    assert_eq!(found.mesh.colours, mesh.colours);
    // 1/3 and 2/3 of 255.
    assert_eq!(
        model.skeleton().unwrap().skins,
        [{
            let mut skin = Skin::single(BoneIndex(1));
            (skin.weights[0], skin.weights[1], skin.bones[1]) = (170, 85, BoneIndex(0));
            skin
        }]
    );
    mesh.colours.pop();
    let error = Model::from_trimesh(&mesh, &FromTrimeshOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "expected 3 as the number of colours, found 2");
}
