//! Prints levels of detail side by side, with their sizes in the file: `cargo run --example lod_report FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use slmesh::{Domain, Level, Lod, LodSizes};
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: lod_report FILE"))?;
    let bytes = std::fs::read(path)?;
    let asset = slmesh::read(&bytes).map_err(|error| Error::other(error.to_string()))?;
    let sizes = LodSizes::of_file(&bytes).map_err(|error| Error::other(error.to_string()))?;
    println!("level           bytes  triangles    of above  vertices  per triangle  faces  extent");
    let mut above = None;
    for (level, size) in Level::ALL.into_iter().zip(sizes.bytes).rev() {
        let Some(lod) = asset.level(level) else {
            let shown = asset.shown_level(level).map_or("nothing", Level::name);
            println!("{:<12}  absent: viewers show {shown}", level.name());
            continue;
        };
        let (triangles, vertices) = (lod.n_triangles(), lod.n_vertices());
        let share = above.map_or_else(String::new, |above: usize| {
            format!("{:.0} %", 100.0 * triangles as f64 / above.max(1) as f64)
        });
        let per_triangle = size as f64 / triangles.max(1) as f64;
        println!(
            "{:<12}{size:>9}  {triangles:>9}  {share:>10}  {vertices:>8}  {per_triangle:>6.1} bytes  {:>5}  {}",
            level.name(),
            lod.faces.len(),
            extent(lod)
        );
        above = Some(triangles);
    }
    Ok(())
}

/// The size of the level in units of the object. If levels differ in size, the object jumps when the viewer switches.
fn extent(lod: &Lod) -> String {
    let positions = lod.faces.iter().flat_map(|face| face.positions()).map(|position| position.to_array());
    let Domain { min, max, .. } = Domain::around(positions);
    let [x, y, z] = [0, 1, 2].map(|axis| max[axis] - min[axis]);
    format!("{x:.3} x {y:.3} x {z:.3}")
}
