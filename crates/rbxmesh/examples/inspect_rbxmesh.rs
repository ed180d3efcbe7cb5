//! Prints what a mesh holds, and what is wrong with it: `cargo run --example inspect_rbxmesh FILE…`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxmesh::{Facs, Info, Mesh, ReadOptions, info, read_with, validate};
use std::io::Error;

fn main() -> Result<(), Error> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        println!("{path}");
        let summary = info(&bytes).map_err(Error::other)?;
        let (mesh, warnings) = read_with(&bytes, &ReadOptions::default()).map_err(Error::other)?;
        tables(&summary, &mesh);
        skeleton(&mesh);
        mesh.facs().into_iter().for_each(face);
        for warning in warnings.iter() {
            println!("  warning: {warning}");
        }
        let findings = validate(&mesh);
        if !findings.is_empty() {
            println!("{findings}");
        }
        println!();
    }
    Ok(())
}

fn tables(info: &Info, mesh: &Mesh) {
    println!("  {info}, {} bytes", info.n_bytes);
    if let Some(bounds) = mesh.bounds() {
        let (size, centre) = (bounds.size(), bounds.centre());
        println!("  size {:.3} × {:.3} × {:.3}", size.x, size.y, size.z);
        println!("  around {:.3}, {:.3}, {:.3}", centre.x, centre.y, centre.z);
    }
    for (level, faces) in info.lods.iter().enumerate() {
        println!("  level {level}: {} faces, {faces:?}", faces.len());
    }
    for (name, version) in &info.chunks {
        println!("  chunk {name}, version {version}");
    }
    if let Some(draco) = &info.draco {
        let method = if draco.encoder_method == 0 { "sequential" } else { "edgebreaker" };
        println!("  Draco {}.{}, {method}", draco.major, draco.minor);
    }
}

/// Bones, indented by how deep they hang, and how many vertices each moves most.
fn skeleton(mesh: &Mesh) {
    let mut moved = vec![0; mesh.bones.len()];
    for influences in mesh.influences() {
        let strongest = influences.into_iter().flatten().max_by_key(|influence| influence.weight);
        strongest.into_iter().for_each(|influence| moved[usize::from(influence.bone.0)] += 1);
    }
    let mut depths: Vec<usize> = Vec::new();
    for (index, bone) in mesh.bones.iter().enumerate() {
        // Parents come first in files; one that does not counts as a root here.
        let parent = bone.parent.get().filter(|parent| *parent < index);
        depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        let name = mesh.bone_name(bone).unwrap_or_default();
        println!("  {}{name}: {} vertices", "· ".repeat(depths[index] + 1), moved[index]);
    }
}

fn face(facs: &Facs) {
    println!("  {} poses of {} face bones", facs.n_poses(), facs.bone_names.iter().count());
    let controls: Vec<_> = facs.control_names.iter().map(String::from_utf8_lossy).collect();
    println!("  controls: {}", controls.join(" "));
}
