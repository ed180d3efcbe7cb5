//! Summarises a model and its findings: `cargo run -p rezkit-m3d --example inspect_m3d FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use m3d::{Chunk, Model, Program, ReadOptions, Title};
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: inspect_m3d FILE"))?;
    let bytes = std::fs::read(path)?;
    let (model, warnings) = m3d::read_with(&bytes, &ReadOptions::default()).map_err(Error::other)?;
    for (label, title) in ["name", "licence", "author", "about"].into_iter().zip(Title::ALL) {
        println!("{label:<8} {}", model.title(title).replace('\n', "\n         "));
    }
    println!("{:<8} {} m from the middle to the side", "size", model.scale);
    println!("{:<8} {:#010x}, coordinates are {:?}", "types", model.types.to_bits(), model.types.coordinate);
    println!("{:<8} {} bytes, {:?}", "file", bytes.len(), model.packing);
    if let Some(image) = &model.preview {
        println!("{:<8} {} bytes", "preview", image.len());
    }
    for chunk in &model.chunks {
        println!("{:<8} {}", chunk.magic().escape_ascii().to_string(), describe(&model, chunk));
    }
    for warning in warnings.iter() {
        println!("warning: {warning}");
    }
    for finding in m3d::validate(&model).iter().chain(&m3d::validate_for(&model, Program::Raylib)) {
        println!("{finding}");
    }
    Ok(())
}

fn describe(model: &Model, chunk: &Chunk) -> String {
    match chunk {
        Chunk::ColourMap(map) => format!("{} colours", map.colours.len()),
        Chunk::TextureMap(map) => format!("{} texture coordinates", map.pairs.len()),
        Chunk::Vertices(vertices) => format!("{} vertices", vertices.len()),
        Chunk::Skeleton(skeleton) => {
            let line = |(bone, depth): (m3d::BoneIndex, usize)| {
                let bone = bone.get().and_then(|at| skeleton.bones.get(at)).copied().unwrap_or_default();
                format!("\n{:9}{:indent$}{}", "", "", model.text(bone.name), indent = 2 * depth)
            };
            let tree: String = skeleton.walk().into_iter().map(line).collect();
            format!("{} bones, {} skins{tree}", skeleton.bones.len(), skeleton.skins.len())
        }
        Chunk::Material(material) => {
            let keywords = material.properties.iter().filter_map(|property| property.id.keyword());
            format!("{}: {}", model.text(material.name), keywords.collect::<Vec<_>>().join(" "))
        }
        Chunk::Procedure(procedure) => model.text(procedure.script).into_owned(),
        Chunk::Mesh(mesh) => format!("{} faces", mesh.n_faces()),
        Chunk::VoxelTypes(voxels) => format!("{} types of voxels", voxels.types.len()),
        Chunk::VoxelBlock(block) => {
            let [width, height, depth] = block.size;
            let filled = block.spread().take(1 << 24).filter(|voxel| voxel.get().is_some()).count();
            let [x, y, z] = block.position;
            let name = model.text(block.name);
            format!("{width} x {height} x {depth} voxels at ({x}, {y}, {z}), {filled} filled {name}")
        }
        Chunk::Shape(shape) => {
            let keywords: Vec<_> = shape.commands.iter().map(m3d::Command::keyword).collect();
            format!("{}: {}", model.text(shape.name), keywords.join(" "))
        }
        Chunk::Labels(labels) => {
            let texts: Vec<_> = labels.labels.iter().map(|label| model.text(label.text)).collect();
            format!("{} {}: {}", model.text(labels.group), model.text(labels.language), texts.join(", "))
        }
        Chunk::Action(action) => {
            format!("{}, {} ms in {} frames", model.text(action.name), action.duration, action.frames.len())
        }
        Chunk::Asset(asset) => format!("{}, {} bytes", model.text(asset.name), asset.data.len()),
        Chunk::Unknown(unknown) => format!("{} bytes", unknown.data.len()),
        _ => String::new(),
    }
}
