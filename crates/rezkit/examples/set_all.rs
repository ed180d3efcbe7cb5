//! How long it takes to set a property of 100,000 instances, for `python/set_throughput.py`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use geom::Vec3;
use rezkit::Format;
use rezkit::roblox::{Document, Value};
use std::time::Instant;

fn main() -> Result<(), rezkit::Problem> {
    let mut document = Document::new(Format::RbxBinary)?;
    let mut ids = Vec::new();
    for _ in 0..100_000 {
        let id = document.add(None, "Part")?;
        document.set(id, "size", Value::Vector3(Vec3::new(1.0, 1.0, 1.0)))?;
        ids.push(id);
    }
    let mut best = f64::INFINITY;
    for round in 0..5_u8 {
        let start = Instant::now();
        for id in &ids {
            document.assign(*id, "Size", Value::Vector3(Vec3::new(f32::from(round), 2.0, 3.0)))?;
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{best}");
    Ok(())
}
