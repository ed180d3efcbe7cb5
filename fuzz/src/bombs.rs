//! Inputs that cost as much memory or time as possible, by format. `docs/robustness.md` has the measurements.

mod json;
mod llsd;
mod m3d;
mod rbxbinary;
mod rbxmesh;
mod rbxxml;
mod slmesh;

/// An input and its description.
#[derive(Debug, Clone, Copy)]
pub struct Bomb {
    /// A short description.
    pub name: &'static str,
    /// Builds the input.
    pub make: fn() -> Vec<u8>,
}

/// The bombs of a format, if there are any.
#[must_use]
pub fn of(format: &str) -> Vec<Bomb> {
    match format {
        "json" => json::BOMBS.to_vec(),
        "llsd" | "serde" => llsd::BOMBS.to_vec(),
        "m3d" => m3d::BOMBS.to_vec(),
        "rbxbinary" => rbxbinary::BOMBS.to_vec(),
        "rbxmesh" => rbxmesh::BOMBS.to_vec(),
        "rbxxml" => [rbxxml::LIMITED, rbxxml::Long::<4_000_000>::BOMBS].concat(),
        "slmesh" => slmesh::BOMBS.to_vec(),
        _ => Vec::new(),
    }
}

/// As [`of`], for a test with less time: inputs whose memory is in proportion to their length are shorter, each with
/// the number by which the constant part of the limit is divided.
#[must_use]
pub fn for_test(format: &str) -> Vec<(Bomb, usize)> {
    if format == "rbxxml" {
        let quarters = rbxxml::Long::<1_000_000>::BOMBS.iter().map(|bomb| (*bomb, 4));
        return rbxxml::LIMITED.iter().map(|bomb| (*bomb, 1)).chain(quarters).collect();
    }
    of(format).into_iter().map(|bomb| (bomb, 1)).collect()
}
