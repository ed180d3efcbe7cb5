//! Builds a place with a baseplate and a tower: `cargo run -p rbxxml --example build_place_rbxxml OUT.rbxlx`

use rbxxml::geom::{Mat3, Pose, Vec3};
use rbxxml::{Document, Item, ItemId};
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let to = env::args().nth(1).ok_or("usage: build_place_rbxxml OUT")?;
    fs::write(to, rbxxml::write(&build()?)?)?;
    Ok(())
}

fn build() -> Result<Document, rbxxml::Error> {
    let mut document = Document::new();
    let workspace = document.add(None, Item::new("Workspace").with("Name", "Workspace"))?;
    let grey = [99, 95, 98];
    block(
        &mut document,
        workspace,
        "Baseplate",
        Vec3::new(0.0, -8.0, 0.0),
        Vec3::new(2048.0, 16.0, 2048.0),
        grey,
    )?;
    let tower = document.add(workspace, Item::new("Model").with("Name", "Tower"))?;
    let mut floors = Vec::new();
    for floor in 0..10_u8 {
        let at = Vec3::new(0.0, 2.0 + 4.0 * f32::from(floor), 0.0);
        let color = [25 * floor, 80, 160];
        let name = format!("Floor {floor}");
        floors.push(block(&mut document, tower, &name, at, Vec3::new(12.0, 4.0, 12.0), color)?);
    }
    // References are to items; the writer gives them referents.
    if let Some(first) = floors.first() {
        document.set(tower, "PrimaryPart", *first)?;
    }
    Ok(document)
}

fn block(
    document: &mut Document,
    parent: ItemId,
    name: &str,
    position: Vec3,
    size: Vec3,
    color: [u8; 3],
) -> Result<ItemId, rbxxml::Error> {
    let part = Item::new("Part")
        .with("Name", name)
        .with("Anchored", true)
        .with("CFrame", Pose { rotation: Mat3::IDENTITY, position })
        .with("Color3uint8", color)
        .with("size", size);
    document.add(parent, part)
}
