//! Comparison of the meshes and hulls of unions with rbx_mesh, point by point.

use super::{Peer, Values, warning};
use rbx_mesh::union_graphics::{Mesh2, UnionGraphics};
use rbx_mesh::union_physics::{Mesh, UnionPhysics};
use rbx_mesh::{read_union_graphics_versioned, read_union_physics_versioned};
use rbxmesh::csg::{Csg, detect, read};
use std::fmt::Debug;
use std::io::Cursor;

pub(super) const PEER: Peer = Peer {
    name: "rbx_mesh 0.8.2, unions",
    supports: detect,
    ours: by_us,
    theirs: by_them,
    warning: warning::<Csg>,
};

fn by_us(bytes: &[u8]) -> Result<Values, String> {
    let mut ours = Values::new();
    match read(bytes).map_err(|error| error.kind().to_string())? {
        Csg::Mesh(mesh) => {
            list(&mut ours, "position", mesh.positions.iter().map(|one| one.to_array()));
            list(&mut ours, "normal", mesh.normals.iter().map(|one| rounded(one.to_array())));
            list(&mut ours, "tangent", mesh.tangents.iter().map(|one| rounded(one.to_array())));
            list(&mut ours, "uv", mesh.uvs.iter().map(|one| one.to_array()));
            list(&mut ours, "colour", mesh.colours.iter().map(|one| one.to_array()));
            list(&mut ours, "side", &mesh.sides);
            list(&mut ours, "index", mesh.triangles.as_flattened());
        }
        Csg::Collision(all) => {
            for (number, hull) in all.hulls().iter().enumerate() {
                list(
                    &mut ours,
                    &format!("hull {number} point"),
                    hull.points.iter().map(|one| one.to_array()),
                );
                list(&mut ours, &format!("hull {number} triangle"), &hull.triangles);
            }
        }
        _ => return Err("neither a mesh nor hulls".into()),
    }
    Ok(ours)
}

fn by_them(bytes: &[u8]) -> Result<Values, String> {
    if bytes.starts_with(b"CSGPHS") { physics(bytes) } else { graphics(bytes) }
}

fn list<T: Debug>(values: &mut Values, title: &str, all: impl IntoIterator<Item = T>) {
    values.extend(
        all.into_iter().enumerate().map(|(index, one)| (format!("{title}[{index:06}]"), format!("{one:?}"))),
    );
}

/// Rounds a direction, because the arithmetic that unpacks directions does not determine the last digits.
fn rounded(direction: [f32; 3]) -> [String; 3] {
    direction.map(|number| format!("{:.5}", number + 0.0))
}

fn graphics(bytes: &[u8]) -> Result<Values, String> {
    let mut values = Values::new();
    match read_union_graphics_versioned(Cursor::new(bytes)).map_err(|error| error.to_string())? {
        UnionGraphics::V2(all) => mesh_2(&mut values, &all.mesh),
        UnionGraphics::V4(all) => mesh_2(&mut values, &all.mesh),
        UnionGraphics::V5(all) => {
            list(&mut values, "position", &all.positions);
            list(&mut values, "normal", all.normals.iter().map(|one| rounded(one.0)));
            list(&mut values, "tangent", all.tangents.iter().map(|one| rounded(one.0)));
            list(&mut values, "uv", &all.tex);
            list(&mut values, "colour", &all.colors);
            list(&mut values, "side", all.normal_ids.iter().map(|one| one.0 as u32));
            // The levels of detail, which it has apart, under a name that says that it does not know them.
            list(&mut values, "index", all.faces.indices.iter().chain(all.faces._unknown.iter().flatten()));
        }
        UnionGraphics::CSGK(_) => return Err("no mesh".into()),
    }
    Ok(values)
}

fn mesh_2(values: &mut Values, mesh: &Mesh2) {
    let all = &mesh.vertices;
    list(values, "position", all.iter().map(|vertex| vertex.pos));
    list(values, "normal", all.iter().map(|vertex| rounded(vertex.norm)));
    list(values, "tangent", all.iter().map(|vertex| rounded(vertex.tangent)));
    list(values, "uv", all.iter().map(|vertex| vertex.tex));
    list(values, "colour", all.iter().map(|vertex| vertex.color));
    list(values, "side", all.iter().map(|vertex| vertex.normal_id.0 as u32));
    list(values, "index", mesh.faces.iter().flat_map(|face| face.each_ref().map(|index| index.0)));
}

fn physics(bytes: &[u8]) -> Result<Values, String> {
    let mut values = Values::new();
    let meshes: Vec<Mesh> =
        match read_union_physics_versioned(Cursor::new(bytes)).map_err(|error| error.to_string())? {
            UnionPhysics::V3(all) => all.meshes,
            UnionPhysics::V5(all) => all.meshes,
            UnionPhysics::V7(all) => all.meshes,
            UnionPhysics::V8(all) => {
                for (number, hull) in all.mesh.hulls.iter_hulls().enumerate() {
                    list(&mut values, &format!("hull {number} point"), hull.positions);
                    list(&mut values, &format!("hull {number} triangle"), hull.faces);
                }
                return Ok(values);
            }
            _ => return Err("it has no hulls of this version".into()),
        };
    for (number, hull) in meshes.iter().enumerate() {
        list(&mut values, &format!("hull {number} point"), &hull.positions);
        let triangles = hull.faces.iter().map(|face| face.each_ref().map(|index| index.0));
        list(&mut values, &format!("hull {number} triangle"), triangles);
    }
    Ok(values)
}
