//! Prints the cost of an asset at several sizes, and changes that would make it cheaper: `cargo run --example
//! cost_report FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use slmesh::geom::Vec3;
use slmesh::{Change, Level, LodSizes};
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: cost_report FILE"))?;
    let bytes = std::fs::read(path)?;
    let sizes = LodSizes::of_file(&bytes).map_err(|error| Error::other(error.to_string()))?;
    println!("level            bytes  triangles");
    for ((level, bytes), triangles) in Level::ALL.into_iter().zip(sizes.bytes).zip(sizes.triangles()).rev() {
        println!("{:<12}{bytes:>10}{triangles:>11.1}", level.name());
    }
    println!("animated: {:.3} for {:.1} triangles", sizes.animated_cost(), sizes.charged_triangles());
    println!("\nscale    radius  high to  medium to  low to  weighted     cost  dominant");
    for scale in [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 64.0].map(Vec3::splat) {
        let cost = sizes.cost(scale);
        let [high, medium, low] = cost.distances;
        println!(
            "{:<6}{:>9.2}{high:>9.1}{medium:>11.1}{low:>8.1}{:>10.1}{:>9.3}  {}",
            scale.x,
            cost.radius,
            cost.weighted_triangles,
            cost.streaming,
            cost.dominant.name()
        );
    }
    for scale in [1.0, 10.0, 64.0].map(Vec3::splat) {
        println!("\nat scale {}:", scale.x);
        let savings = sizes.savings(scale);
        if savings.is_empty() {
            println!("  no single change saves anything");
        }
        for saving in savings {
            let change = match saving.change {
                Change::Halve(level) => format!("half the bytes of {}", level.name()),
                _ => "a lowest level of one triangle".to_owned(),
            };
            println!("  {change:<32} saves {:>7.3}, leaving {:.3}", saving.saved, saving.streaming);
        }
    }
    Ok(())
}
