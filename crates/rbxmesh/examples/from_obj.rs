//! Makes a mesh of 7.00, with a Draco stream, from the positions, texture coordinates, normals and faces of a
//! Wavefront OBJ: `cargo run --example from_obj FILE.obj OUT.mesh`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use geom::{TriMesh, Vec2, Vec3};
use rbxmesh::{DracoOptions, Mesh, Version};
use std::collections::HashMap;
use std::io::Error;

fn main() -> Result<(), Error> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [path, out] = args.as_slice() else { return Err(Error::other("usage: from_obj FILE.obj OUT.mesh")) };
    let shape = parse(&std::fs::read_to_string(path)?)?;
    let mut mesh = Mesh::from_trimesh(Version::V7_00, &[shape], &[]).map_err(Error::other)?;
    // If the file has no normals, they are computed from the faces.
    mesh.sanitize();
    let rounded = mesh.compress(&DracoOptions::usual()).map_err(Error::other)?;
    std::fs::write(out, rbxmesh::write(&mesh).map_err(Error::other)?)?;
    println!("{} vertices, {} faces; {rounded}", mesh.vertices.len(), mesh.faces.len());
    Ok(())
}

/// Divides polygons into fans of triangles, with a vertex for each combination of indices.
fn parse(text: &str) -> Result<TriMesh, Error> {
    let mut shape = TriMesh::default();
    let (mut positions, mut uvs, mut normals) = (vec![], vec![], vec![]);
    let mut known = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let broken = || Error::other(format!("line {}: {line}", number + 1));
        let mut words = line.split_whitespace();
        let kind = words.next().unwrap_or_default();
        if kind == "f" {
            let mut corners = Vec::new();
            for word in words {
                let mut indices = word.split('/').map(|index| index.parse::<i64>().ok());
                let key = [(); 3].map(|()| indices.next().flatten());
                let next = shape.positions.len() as u32;
                let vertex = *known.entry(key).or_insert(next);
                if vertex == next {
                    let [position, uv, normal] = key;
                    shape.positions.push(item_at(&positions, position).ok_or_else(broken)?);
                    let uv: Vec3 = item_at(&uvs, uv).unwrap_or_default();
                    // V grows upward in OBJ.
                    shape.uvs.push(Vec2::new(uv.x, 1.0 - uv.y));
                    shape.normals.push(item_at(&normals, normal).unwrap_or_default());
                }
                corners.push(vertex);
            }
            for index in 2..corners.len() {
                shape.indices.push([corners[0], corners[index - 1], corners[index]]);
            }
            continue;
        }
        let list = match kind {
            "v" => &mut positions,
            "vt" => &mut uvs,
            "vn" => &mut normals,
            _ => continue,
        };
        let numbers: Vec<f32> = words.map(str::parse).collect::<Result<_, _>>().map_err(|_| broken())?;
        let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        list.push(Vec3::new(number(0), number(1), number(2)));
    }
    Ok(shape)
}

/// Indices count from 1, or from the end if they are negative.
fn item_at(list: &[Vec3], index: Option<i64>) -> Option<Vec3> {
    let place = match index? {
        index if index < 0 => usize::try_from(list.len() as i64 + index).ok()?,
        index => usize::try_from(index).ok()?.checked_sub(1)?,
    };
    list.get(place).copied()
}
