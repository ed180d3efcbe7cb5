//! Converts a mesh to another version, and reports what is lost:
//! `cargo run --example downgrade FILE 2.00 OUT`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxmesh::Version;
use std::io::Error;

fn main() -> Result<(), Error> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [path, version, out] = args.as_slice() else {
        return Err(Error::other("usage: downgrade FILE VERSION OUT"));
    };
    let version: Version = version.parse().map_err(Error::other)?;
    let mut mesh = rbxmesh::read(&std::fs::read(path)?).map_err(Error::other)?;
    let loss = mesh.transcode(version).map_err(Error::other)?;
    std::fs::write(out, rbxmesh::write(&mesh).map_err(Error::other)?)?;
    println!("{loss}");
    Ok(())
}
