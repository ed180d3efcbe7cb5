//! Lists the strings of a model and what refers to them: `cargo run -p rezkit-m3d --example strings FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use m3d::{Chunk, Command, Name, PropertyValue, Record, Title};
use std::collections::BTreeMap;
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: strings FILE"))?;
    let model = m3d::read(&std::fs::read(path)?).map_err(Error::other)?;
    for title in Title::ALL {
        println!("{:>7}  {:?} ({title:?})", "", model.title(title));
    }
    let mut uses: BTreeMap<Name, Vec<&str>> = BTreeMap::new();
    for (name, what) in model.chunks.iter().flat_map(names) {
        let list = uses.entry(name).or_default();
        if !list.contains(&what) {
            list.push(what);
        }
    }
    for (name, string) in model.strings.names() {
        let used = uses.remove(&name).map_or("nothing".into(), |uses| uses.join(", "));
        println!("{:>7}  {:?}: {used}", name.0, String::from_utf8_lossy(string));
    }
    // The remaining names point into the middle of a string, or to none.
    for (name, used) in uses.into_iter().filter(|(name, _)| *name != Name::NONE) {
        println!("{:>7}  {:?} in a string: {}", name.0, model.text(name), used.join(", "));
    }
    Ok(())
}

fn names(chunk: &Chunk) -> Vec<(Name, &'static str)> {
    match chunk {
        Chunk::Skeleton(skeleton) => skeleton.bones.iter().map(|bone| (bone.name, "bone")).collect(),
        Chunk::Material(material) => {
            let textures = material.properties.iter().filter_map(|property| match property.value {
                PropertyValue::Texture(name) => Some((name, "texture")),
                _ => None,
            });
            textures.chain([(material.name, "material")]).collect()
        }
        Chunk::Procedure(procedure) => vec![(procedure.script, "script")],
        Chunk::Mesh(mesh) => mesh
            .records
            .iter()
            .filter_map(|record| match record {
                Record::Material(name) => Some((*name, "material of faces")),
                Record::Parameter { name, .. } => Some((*name, "parameter")),
                Record::Polygons { .. } => None,
            })
            .collect(),
        Chunk::VoxelTypes(voxels) => {
            let items = voxels.types.iter().flat_map(|voxel| &voxel.items).map(|item| (item.name, "item"));
            items.chain(voxels.types.iter().map(|voxel| (voxel.name, "voxel type"))).collect()
        }
        Chunk::VoxelBlock(block) => vec![(block.name, "block")],
        Chunk::Shape(shape) => {
            let used = shape.commands.iter().filter_map(|command| match command {
                Command::Use { material } => Some((*material, "material of shapes")),
                _ => None,
            });
            used.chain([(shape.name, "shape")]).collect()
        }
        Chunk::Labels(labels) => {
            let texts = labels.labels.iter().map(|label| (label.text, "label"));
            texts.chain([(labels.group, "group of labels"), (labels.language, "language")]).collect()
        }
        Chunk::Action(action) => vec![(action.name, "action")],
        Chunk::Asset(asset) => vec![(asset.name, "asset")],
        _ => Vec::new(),
    }
}
