//! What rbx_mesh reads of the unions of the corpus and of our fixtures, point by point, is what rbxmesh reads.

use rbx_mesh::union_graphics::{Mesh2, UnionGraphics};
use rbx_mesh::union_physics::{Mesh, UnionPhysics};
use rbx_mesh::{read_union_graphics_versioned, read_union_physics_versioned};
use rbxmesh::csg::{Csg, Hull, UnionMesh, read};
use std::io::Cursor;
use std::path::{Path, PathBuf};

fn blobs() -> Vec<(String, Vec<u8>)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/rbxcsg/valid");
    let corpus = std::env::var_os("REZKIT_CORPUS").map(|corpus| PathBuf::from(corpus).join("rbxmesh/csg"));
    let files = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = [Some(fixtures), corpus].into_iter().flatten().flat_map(files);
    all.map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect()
}

fn bits<const N: usize>(all: impl IntoIterator<Item = [f32; N]>) -> Vec<[u32; N]> {
    all.into_iter().map(|value| value.map(f32::to_bits)).collect()
}

fn vectors(all: &[geom::Vec3]) -> Vec<[u32; 3]> {
    bits(all.iter().map(|value| value.to_array()))
}

fn is_mesh_2(name: &str, ours: &UnionMesh, theirs: &Mesh2) {
    let vertices = &theirs.vertices;
    assert_eq!(vectors(&ours.positions), bits(vertices.iter().map(|vertex| vertex.pos)), "{name}");
    assert_eq!(vectors(&ours.normals), bits(vertices.iter().map(|vertex| vertex.norm)), "{name}");
    assert_eq!(vectors(&ours.tangents), bits(vertices.iter().map(|vertex| vertex.tangent)), "{name}");
    assert_eq!(bits(ours.uvs.iter().map(|uv| uv.to_array())), bits(vertices.iter().map(|of| of.tex)), "{name}");
    let colours: Vec<_> = ours.colours.iter().map(|colour| colour.to_array()).collect();
    assert_eq!(colours, vertices.iter().map(|vertex| vertex.color).collect::<Vec<_>>(), "{name}");
    let sides: Vec<_> = vertices.iter().map(|vertex| vertex.normal_id.0 as u32).collect();
    assert_eq!(ours.sides, sides, "{name}");
    let triangles: Vec<_> = theirs.faces.iter().map(|face| face.map(|index| index.0)).collect();
    assert_eq!(ours.triangles, triangles, "{name}");
}

#[test]
fn meshes_are_the_same_vertex_by_vertex() {
    let mut n_compared = 0;
    for (name, bytes) in blobs() {
        let Ok(Csg::Mesh(ours)) = read(&bytes) else { continue };
        // They refuse a mesh of version 5 without levels.
        if name.ends_with("mesh_5_far_indices.csg") {
            continue;
        }
        let theirs = read_union_graphics_versioned(Cursor::new(&bytes));
        match theirs.unwrap_or_else(|error| panic!("{name}: {error}")) {
            UnionGraphics::V2(theirs) => is_mesh_2(&name, &ours, &theirs.mesh),
            UnionGraphics::V4(theirs) => {
                is_mesh_2(&name, &ours, &theirs.mesh);
                assert_eq!(ours.bounds, theirs._unknown1_list, "{name}");
            }
            UnionGraphics::V5(theirs) => {
                assert_eq!(vectors(&ours.positions), bits(theirs.positions.iter().copied()), "{name}");
                let near = |ours: &[geom::Vec3], theirs: Vec<[f32; 3]>| {
                    let far = |(ours, theirs): (&geom::Vec3, &[f32; 3])| (*ours - geom::Vec3::from_array(*theirs)).length();
                    assert_eq!(ours.len(), theirs.len(), "{name}");
                    assert!(ours.iter().zip(&theirs).map(far).all(|far| far < 1e-6), "{name}");
                };
                near(&ours.normals, theirs.normals.iter().map(|of| of.0).collect());
                near(&ours.tangents, theirs.tangents.iter().map(|of| of.0).collect());
                assert_eq!(bits(ours.uvs.iter().map(|uv| uv.to_array())), bits(theirs.tex.iter().copied()), "{name}");
                let colours: Vec<_> = ours.colours.iter().map(|colour| colour.to_array()).collect();
                assert_eq!(colours, theirs.colors, "{name}");
                let sides: Vec<_> = theirs.normal_ids.iter().map(|of| of.0 as u32).collect();
                assert_eq!(ours.sides, sides, "{name}");
                // They have the levels apart.
                let n_first = theirs.faces.indices.len();
                assert_eq!(ours.triangles.as_flattened()[..n_first], theirs.faces.indices[..], "{name}");
            }
            UnionGraphics::CSGK(_) => panic!("{name} is a mesh"),
        }
        n_compared += 1;
    }
    assert!(n_compared >= 4, "{n_compared}");
}

fn is_hull(name: &str, ours: &Hull, points: &[[f32; 3]], triangles: &[[u32; 3]]) {
    assert_eq!(vectors(&ours.points), bits(points.iter().copied()), "{name}");
    assert_eq!(ours.triangles, triangles, "{name}");
}

#[test]
fn hulls_are_the_same_point_by_point() {
    let mut n_compared = 0;
    for (name, bytes) in blobs() {
        let Ok(Csg::Collision(ours)) = read(&bytes) else { continue };
        let theirs = read_union_physics_versioned(Cursor::new(&bytes)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let meshes: Vec<Mesh> = match theirs {
            UnionPhysics::V3(all) => all.meshes,
            UnionPhysics::V5(all) => all.meshes,
            UnionPhysics::V7(all) => all.meshes,
            UnionPhysics::V8(all) => {
                let hulls = all.mesh.hulls.iter_hulls();
                assert_eq!(hulls.len(), ours.hulls().len(), "{name}");
                for (theirs, ours) in hulls.zip(ours.hulls()) {
                    is_hull(&name, ours, theirs.positions, theirs.faces);
                    n_compared += 1;
                }
                continue;
            }
            // Of version 6 they read one hull alone.
            _ => continue,
        };
        assert_eq!(meshes.len(), ours.hulls().len(), "{name}");
        for (theirs, ours) in meshes.iter().zip(ours.hulls()) {
            let triangles: Vec<_> = theirs.faces.iter().map(|face| face.map(|index| index.0)).collect();
            is_hull(&name, ours, &theirs.positions, &triangles);
            n_compared += 1;
        }
    }
    assert!(n_compared >= 5, "{n_compared}");
}
