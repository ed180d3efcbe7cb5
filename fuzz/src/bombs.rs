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
    make: Make,
}

/// Builds the input.
#[derive(Debug, Clone, Copy)]
enum Make {
    /// Always as long: what it takes is limited by a constant.
    Fixed(fn() -> Vec<u8>),
    /// A share of the full length, such as a quarter for 4: what it takes is in proportion to it.
    Long(fn(usize) -> Vec<u8>),
}

impl Bomb {
    /// The input.
    #[must_use]
    pub fn full(&self) -> Vec<u8> {
        match self.make {
            Make::Fixed(make) => make(),
            Make::Long(make) => make(1),
        }
    }

    /// The input for a test, which has less time, and the number by which the constant part of the limit is divided.
    ///
    /// What is in proportion to its length is a quarter as long. It may take half of the constant part, because the
    /// spans of a layout are limited by a constant of their own.
    #[must_use]
    pub fn short(&self) -> (Vec<u8>, usize) {
        match self.make {
            Make::Fixed(make) => (make(), 1),
            Make::Long(make) => (make(4), 2),
        }
    }
}

/// The bombs of a format, if there are any.
#[must_use]
pub fn of(format: &str) -> &'static [Bomb] {
    match format {
        "json" => json::BOMBS,
        "llsd" | "serde" => llsd::BOMBS,
        "m3d" => m3d::BOMBS,
        "rbxbinary" => rbxbinary::BOMBS,
        "rbxmesh" => rbxmesh::BOMBS,
        "rbxxml" => rbxxml::BOMBS,
        "slmesh" => slmesh::BOMBS,
        _ => &[],
    }
}
