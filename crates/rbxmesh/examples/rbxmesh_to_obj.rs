//! Writes the finest level of a mesh as Wavefront OBJ: `cargo run --example rbxmesh_to_obj FILE > FILE.obj`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxmesh::Mesh;
use std::io::{BufWriter, Error, Write, stdout};

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: rbxmesh_to_obj FILE"))?;
    let mut mesh = rbxmesh::read(&std::fs::read(path)?).map_err(Error::other)?;
    if mesh.draco.is_some() && mesh.faces.is_empty() {
        return Err(Error::other("its geometry is a Draco stream that this crate does not decode"));
    }
    // Values such as NaN would stop other programs.
    let sanitized = mesh.sanitize();
    if !sanitized.is_nothing() {
        eprintln!("{sanitized}");
    }
    write_obj(&mesh, BufWriter::new(stdout().lock()))
}

fn write_obj(mesh: &Mesh, mut out: impl Write) -> Result<(), Error> {
    writeln!(out, "# {} vertices, {} faces", mesh.vertices.len(), mesh.lod_faces(0).len())?;
    for vertex in &mesh.vertices {
        writeln!(out, "v {} {} {}", vertex.position.x, vertex.position.y, vertex.position.z)?;
    }
    for vertex in &mesh.vertices {
        // V grows upward in OBJ.
        let uv = mesh.uv(vertex);
        writeln!(out, "vt {} {}", uv.x, 1.0 - uv.y)?;
    }
    for vertex in &mesh.vertices {
        writeln!(out, "vn {} {} {}", vertex.normal.x, vertex.normal.y, vertex.normal.z)?;
    }
    for face in mesh.lod_faces(0) {
        let [a, b, c] = face.map(|vertex| vertex + 1);
        writeln!(out, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")?;
    }
    out.flush()
}
