//! Adds levels of detail to a GLB: `cargo run --release --example levels -- MODEL.glb LEVELS.glb [NUMBER]`

use scene::LevelPlan;
use scene::gltf::{self, WriteOptions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [model, levels, number @ ..] = &arguments[..] else { return Err("MODEL.glb LEVELS.glb".into()) };
    let number = number.first().map_or(Ok(4), |number| number.parse())?;
    let mut scene = gltf::read(&std::fs::read(model)?)?;
    for level in scene.make_levels(&LevelPlan::levels(number))? {
        eprintln!("{level}");
    }
    let (glb, warnings) = gltf::write_glb(&scene, &WriteOptions::default())?;
    for warning in &warnings.list {
        eprintln!("{warning}");
    }
    std::fs::write(levels, glb)?;
    Ok(())
}
