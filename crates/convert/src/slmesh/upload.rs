//! Conversion from scenes to saved uploads: the assets, with an instance of each at its position.

use super::super::AssetOptions;
use super::super::rigs::Rigging;
use super::back::{MadeAssets, from_scene};
use ::slmesh::slm::{Container, Instance, Item};
use llsd::{Map, Value};
use scene::loss::Losses;
use scene::{Material, Problem, Scene};
use std::collections::HashMap;

/// The version that viewers write.
const VERSION: i32 = 3;

pub(in super::super) fn upload(
    scene: &Scene,
    options: &AssetOptions,
    rigging: Rigging,
    losses: &mut Losses,
) -> Result<Container, Problem> {
    // Viewers find the materials of an upload by their names.
    let options = AssetOptions { names_materials: true, ..options.clone() };
    let MadeAssets { assets, scale, centre } = from_scene(scene, &options, rigging, true, losses)?;
    let [[w, h, d], [x, y, z]] = [scale, centre].map(|vector| vector.to_array().map(f64::from));
    #[rustfmt::skip]
    // Vectors are rows that precede the matrix, so the translation is the last row.
    let transform = [
        w, 0.0, 0.0, 0.0,
        0.0, h, 0.0, 0.0,
        0.0, 0.0, d, 0.0,
        x, y, z, 1.0,
    ];
    // Of materials with equal names, the first is used.
    let materials: HashMap<&str, &Material> =
        scene.materials.iter().rev().map(|material| (&*material.name, material)).collect();
    let mut instances = Vec::new();
    for (number, asset) in (0..).zip(&assets) {
        let label = if number == 0 { scene.name.clone() } else { format!("{}_{number}", scene.name) };
        let names = asset.material_list.iter().flatten();
        instances.push(Instance {
            mesh_id: Some(number),
            label: Some(label.as_str().into()),
            transform: Some(transform),
            material: Some(names.map(|name| surface(&materials, &name.to_str_lossy())).collect()),
            ..Instance::default()
        });
    }
    Ok(Container {
        version: Some(VERSION),
        name: Some(scene.name.as_str().into()),
        mesh: Some(assets.into_iter().map(|asset| Item::Asset(Box::new(asset))).collect()),
        instance: Some(instances),
        ..Container::default()
    })
}

/// A material with its colour, under the keys that viewers use.
fn surface(materials: &HashMap<&str, &Material>, name: &str) -> Value {
    let base = materials.get(name).map_or([1.0; 4], |material| material.base.to_array());
    let colour = base.into_iter().map(|part| Value::Real(part.into())).collect();
    let diffuse = Map::from([
        ("color", Value::Array(colour)),
        ("filename", Value::from("")),
        ("label", Value::from("")),
    ]);
    Map::from([
        ("binding", Value::from(name)),
        ("diffuse", diffuse.into()),
        ("fullbright", Value::Boolean(false)),
    ])
    .into()
}
