//! Summarises a mesh asset on one screen: `cargo run --example inspect_slmesh FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use slmesh::{BlockRef, Content, Level, MeshAsset, ReadOptions, validate};
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: inspect_slmesh FILE"))?;
    let bytes = std::fs::read(path)?;
    let read = slmesh::read_with(&bytes, &ReadOptions::default());
    let (asset, warnings) = read.map_err(|error| Error::other(error.to_string()))?;
    header(&asset, bytes.len());
    for (name, block) in asset.blocks() {
        println!("{:<16}{}", String::from_utf8_lossy(name), describe(block));
    }
    if let Some(skin) = asset.skin.as_ref().and_then(|block| block.value()) {
        let names: Vec<String> = skin.joint_names.iter().flatten().map(ToString::to_string).collect();
        println!("joints          {}", names.join(" "));
    }
    for warning in warnings.iter() {
        println!("warning: {warning}");
    }
    let findings = validate(&asset);
    if !findings.is_empty() {
        println!("{findings}");
    }
    Ok(())
}

fn header(asset: &MeshAsset, len: usize) {
    println!("{len} bytes");
    for (name, value) in [
        ("version", asset.version.map(|version| format!("{}.{:03}", version / 1000, version % 1000))),
        ("creator", asset.creator.map(|creator| creator.to_string())),
        ("uploaded", asset.date.map(|date| date.to_string())),
        ("materials", asset.material_list.as_ref().map(|list| format!("{list:?}"))),
        ("part", asset.submodel_id.map(|part| part.to_string())),
    ] {
        value.into_iter().for_each(|value| println!("{name:<16}{value}"));
    }
    if let Some(face) = asset.level(Level::High).and_then(|lod| lod.faces.first())
        && let Some([x, y, z]) = face.normalized_scale
    {
        println!("size            {x:.3} x {y:.3} x {z:.3} m");
    }
}

fn describe(block: BlockRef<'_>) -> String {
    match (block.content(), block) {
        (Content::Value(()), BlockRef::Lod(block)) => block.value().map_or_else(String::new, |lod| {
            let (vertices, triangles) = (lod.n_vertices(), lod.n_triangles());
            format!("{triangles} triangles, {vertices} vertices, {} faces", lod.faces.len())
        }),
        (Content::Value(()), BlockRef::Convex(block)) => block.value().map_or_else(String::new, |convex| {
            format!("{} hulls, {} points around all", convex.hulls().count(), convex.bounding_points().len())
        }),
        (Content::Value(()), BlockRef::Skin(block)) => {
            block.value().map_or_else(String::new, |skin| format!("{} joints", skin.n_joints()))
        }
        (Content::Value(()), _) => "kept as it is".into(),
        (Content::Other(value), _) => format!("{value:?}"),
        (Content::Raw(bytes), _) => format!("{} bytes that cannot be read", bytes.len()),
        (Content::NotLoaded(n_bytes), _) => format!("{n_bytes} bytes, not loaded"),
        (Content::Absent, _) => "absent".into(),
    }
}
