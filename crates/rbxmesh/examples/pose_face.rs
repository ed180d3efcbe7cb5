//! Poses a face, and writes it as Wavefront OBJ: `cargo run --example pose_face FILE c_JD=0.8 l_EC=1 > FILE.obj`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use geom::{Pose, Vec3};
use std::io::{BufWriter, Error, Write, stdout};

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or_else(|| Error::other("usage: pose_face FILE CONTROL=VALUE …"))?;
    let mesh = rbxmesh::read(&std::fs::read(path)?).map_err(Error::other)?;
    let values: Vec<(String, f32)> = args
        .map(|arg| {
            let (name, value) = arg.split_once('=').ok_or_else(|| Error::other("a control needs a value"))?;
            Ok((name.to_owned(), value.parse().map_err(Error::other)?))
        })
        .collect::<Result<_, Error>>()?;
    let values = values.iter().map(|(name, value)| (name.as_str(), *value));
    let poses = mesh.pose_faces(values).map_err(Error::other)?;
    // Each pose moves a vertex from its rest position to its posed position.
    let moves: Vec<Pose> = mesh
        .bones
        .iter()
        .zip(poses)
        .map(|(bone, pose)| bone.pose.inverse().map_or(Pose::IDENTITY, |inverse| pose * inverse))
        .collect();

    let mut out = BufWriter::new(stdout().lock());
    for (vertex, influences) in mesh.vertices.iter().zip(mesh.influences()) {
        let mut position = Vec3::ZERO;
        for influence in influences.into_iter().flatten() {
            let moved = moves[usize::from(influence.bone.0)].transform_point(vertex.position);
            position += moved * (f32::from(influence.weight) / 255.0);
        }
        writeln!(out, "v {} {} {}", position.x, position.y, position.z)?;
    }
    for face in mesh.lod_faces(0) {
        let [a, b, c] = face.map(|vertex| vertex + 1);
        writeln!(out, "f {a} {b} {c}")?;
    }
    out.flush()
}
