//! Facts about the instances of an avatar item that its scene does not show.

use super::instance::{Instance, Instances};
use super::look;
use crate::options::SceneOptions;
use files::Asset;
use geom::Vec3;
use scene::Problem;
use std::collections::BTreeMap;

/// The value of the enum `Material` that parts have unless they state one.
const PLASTIC: u32 = 256;

/// Instances of a model, by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) accessories: Vec<Accessory>,
    pub(crate) scripts: Vec<String>,
    /// Parts with another material than Plastic.
    pub(crate) not_plastic: Vec<String>,
    /// Meshes whose `VertexColor` is not 1, 1, 1.
    pub(crate) tinted: Vec<String>,
}

/// An Accessory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Accessory {
    pub(crate) name: String,
    /// The value of its `AccessoryType`; 0 stands for none.
    pub(crate) kind: u32,
    /// The names of the attachments of its parts.
    pub(crate) attachments: Vec<String>,
}

/// The facts about a model.
pub(crate) fn item(asset: &Asset) -> Result<Item, Problem> {
    // The model has been converted with the limits of the caller.
    let options = SceneOptions::default().max_memory(usize::MAX);
    look(asset, &options, &mut |instances| Ok(read_item(instances)))
}

fn read_item(instances: &Instances<'_>) -> Item {
    let mut item = Item::default();
    // The number of each accessory, by the index of its instance.
    let mut numbers = BTreeMap::new();
    for (index, instance) in instances.iter().enumerate() {
        match instance.class() {
            b"Accessory" | b"Hat" => {
                numbers.insert(index, item.accessories.len());
                let kind = instance.choice("AccessoryType").unwrap_or(0);
                item.accessories.push(Accessory { name: instance.name(), kind, attachments: Vec::new() });
            }
            b"Attachment" => {
                let above = |it: &Instance<'_>| it.parent.and_then(|parent| instances.get(parent));
                let number = above(&instance).and_then(|part| numbers.get(&part.parent?).copied());
                if let Some(accessory) = number.and_then(|number| item.accessories.get_mut(number)) {
                    accessory.attachments.push(instance.name());
                }
            }
            b"Script" | b"LocalScript" | b"ModuleScript" => item.scripts.push(instance.name()),
            b"Part" | b"MeshPart" if instance.choice("Material").is_some_and(|it| it != PLASTIC) => {
                item.not_plastic.push(instance.name());
            }
            b"SpecialMesh" if instance.vec3("VertexColor").is_some_and(|colour| colour != Vec3::ONE) => {
                item.tinted.push(instance.name());
            }
            _ => {}
        }
    }
    item
}
