//! Prints the bounding box of a model as it moves: `cargo run -p rezkit-m3d --example skin_cpu FILE [ACTION]`.
//!
//! A renderer would upload `skin_matrices`; this example moves the vertices itself.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use geom::Aabb;
use m3d::Playback;
use std::io::Error;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or_else(|| Error::other("usage: skin_cpu FILE [ACTION]"))?;
    let model = m3d::read(&std::fs::read(path)?).map_err(Error::other)?;
    let action = match arguments.next() {
        Some(name) => model.action(&name),
        None => model.actions().next(),
    };
    let action = action.ok_or_else(|| Error::other("there is no such action"))?;
    println!("{}: {} frames, {} ms", model.text(action.name), action.frames.len(), action.duration);
    // Only points that bones move count, because the list of vertices also has normals and orientations.
    let moves = |vertex: m3d::Vertex| vertex.skin.get().is_some();
    let moved: Vec<bool> = model.vertices().into_iter().flat_map(|all| all.iter()).map(moves).collect();
    for step in 0..=10 {
        let time = f64::from(action.duration) * f64::from(step) / 10.0;
        let pose = model.pose(action, time, Playback::Hold);
        let positions = model.skinned_positions(&pose).into_iter().zip(&moved);
        let bounds = Aabb::from_points(positions.filter(|(_, moves)| **moves).map(|(position, _)| position));
        let Aabb { min, max } = bounds.unwrap_or_default();
        println!("{time:8.1} ms  {:7.3?} to {:7.3?}", min.to_array(), max.to_array());
    }
    Ok(())
}
