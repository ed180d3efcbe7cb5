//! Inputs that are made to take as much memory or time as they can, by format. `docs/robustness.md` has what they take.

mod llsd;
mod rbxmesh;
mod rbxxml;
mod slmesh;

/// An input, and what it is made of.
#[derive(Debug, Clone, Copy)]
pub struct Bomb {
    /// In a few words.
    pub name: &'static str,
    /// Makes it.
    pub make: fn() -> Vec<u8>,
}

/// The bombs of a format; none if nobody has made any.
#[must_use]
pub fn of(format: &str) -> &'static [Bomb] {
    match format {
        "llsd" => llsd::BOMBS,
        "rbxmesh" => rbxmesh::BOMBS,
        "rbxxml" => rbxxml::BOMBS,
        "slmesh" => slmesh::BOMBS,
        _ => &[],
    }
}
