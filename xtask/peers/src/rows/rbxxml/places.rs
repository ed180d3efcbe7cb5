//! Places in our model, from the rows of the test data.

use crate::data::parts::{self, Attributes, Class, PER_MODEL, PER_TARGET, PartRow, Parts};
use crate::data::scripts::{PER_FOLDER, ScriptRow};
use geom::{Mat3, Pose, Vec3};
use rbxxml::{ContentId, Document, Item, ItemId, PhysicalProperties, Text, UniqueId, Value};

pub(super) fn parts(parts: &Parts) -> Document {
    let mut document = Document::new();
    let keys: Vec<Text> = parts.blobs.iter().map(|blob| document.share(blob)).collect();
    let workspace = add(&mut document, None, Item::new("Workspace").with("Name", "Workspace"));
    for (k, rows) in parts.rows.chunks(PER_MODEL).enumerate() {
        let item =
            Item::new("Model").with("Name", format!("Model{k}")).with("UniqueId", unique(&parts.models[k]));
        let model = add(&mut document, Some(workspace), item);
        for (i, row) in rows.iter().enumerate() {
            let part = add(&mut document, Some(model), part(row, &keys));
            if i == 0 {
                document.item_mut(model).expect("just added").set("PrimaryPart", part);
            }
            if i % PER_TARGET == PER_TARGET - 1 {
                let target = Item::new("ObjectValue").with("Name", "Target").with("Value", part);
                add(&mut document, Some(model), target);
            }
        }
    }
    document
}

pub(super) fn scripts(scripts: &[ScriptRow]) -> Document {
    let mut document = Document::new();
    let storage = Item::new("ReplicatedStorage").with("Name", "ReplicatedStorage");
    let storage = add(&mut document, None, storage);
    for (k, rows) in scripts.chunks(PER_FOLDER).enumerate() {
        let folder = Item::new("Folder").with("Name", format!("Folder{k}"));
        let folder = add(&mut document, Some(storage), folder);
        for row in rows {
            let item = Item::new("ModuleScript")
                .with("Name", &*row.name)
                .with("ScriptGuid", &*row.script_guid)
                .with("Source", Value::ProtectedString((&*row.source).into()))
                .with("UniqueId", unique(&row.unique_id));
            add(&mut document, Some(folder), item);
        }
    }
    document
}

fn add(document: &mut Document, parent: Option<ItemId>, item: Item) -> ItemId {
    document.add(parent, item).expect("a parent that is there")
}

fn unique(id: &parts::UniqueId) -> UniqueId {
    UniqueId { random: id.random.cast_unsigned(), time: id.time, index: id.index }
}

fn part(row: &PartRow, keys: &[Text]) -> Item {
    let physical =
        row.custom_physics.map(|[density, friction, elasticity, friction_weight, elasticity_weight]| {
            Box::new(PhysicalProperties {
                density,
                friction,
                elasticity,
                friction_weight,
                elasticity_weight,
                acoustic_absorption: None,
            })
        });
    let [r, g, b] = row.color;
    let class = if matches!(row.class, Class::Part { .. }) { "Part" } else { "MeshPart" };
    let mut item = Item::new(class)
        .with("Name", &*row.name)
        .with("Anchored", row.anchored)
        .with("AssemblyLinearVelocity", Vec3::ZERO)
        .with("AttributesSerialize", row.attributes.as_ref().map(attributes).unwrap_or_default())
        .with(
            "CFrame",
            Pose { rotation: Mat3::from_rows_array(row.rotation), position: Vec3::from_array(row.position) },
        )
        .with("CanCollide", row.can_collide)
        .with("CanQuery", row.can_query)
        .with("CanTouch", row.can_touch)
        .with("CastShadow", row.cast_shadow)
        .with("CollisionGroup", &*row.collision_group)
        .with("Color3uint8", [r, g, b])
        .with("CustomPhysicalProperties", Value::PhysicalProperties(physical))
        .with("Locked", row.locked)
        .with("Massless", row.massless)
        .with("Material", Value::Enum(row.material))
        .with("Reflectance", row.reflectance)
        .with("RootPriority", row.root_priority)
        .with("SourceAssetId", row.source_asset_id)
        .with("Tags", row.tags.join("\0").into_bytes())
        .with("Transparency", row.transparency)
        .with("UniqueId", unique(&row.unique_id))
        .with("size", Vec3::from_array(row.size));
    match &row.class {
        Class::Part { shape, top_surface, bottom_surface } => {
            item.set("shape", Value::Enum(*shape));
            item.set("TopSurface", Value::Enum(*top_surface));
            item.set("BottomSurface", Value::Enum(*bottom_surface));
        }
        Class::MeshPart { physical_config_data, mesh_content, initial_size } => {
            item.set("PhysicalConfigData", Value::SharedString(keys[*physical_config_data].clone()));
            item.set("MeshId", ContentId::Url((&**mesh_content).into()));
            item.set("InitialSize", Vec3::from_array(*initial_size));
        }
    }
    item
}

/// The bytes of AttributesSerialize: names and values, each with its type.
fn attributes(row: &Attributes) -> Vec<u8> {
    let string = |text: &str| {
        let len = u32::try_from(text.len()).expect("short");
        [&len.to_le_bytes()[..], text.as_bytes()].concat()
    };
    let mut bytes = 3_u32.to_le_bytes().to_vec();
    bytes.extend(string("Enabled"));
    bytes.extend([3, u8::from(row.enabled)]);
    bytes.extend(string("Health"));
    bytes.push(6);
    bytes.extend(row.health.to_le_bytes());
    bytes.extend(string("Kind"));
    bytes.push(2);
    bytes.extend(string(&row.kind));
    bytes
}
