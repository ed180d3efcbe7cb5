//! Inputs that cost as much memory or time as possible, by format. `docs/robustness.md` has the measurements.

mod anim;
mod archive;
mod dae;
mod forms;
mod json;
mod llsd;
mod m3d;
mod rbxbinary;
mod rbxcsg;
mod rbxmesh;
mod rbxxml;
mod scene;
mod simplify;
mod slmesh;
mod terrain;
mod wrapped;

/// An input and its description.
#[derive(Debug, Clone, Copy)]
pub struct Bomb {
    /// A short description.
    pub name: &'static str,
    make: Make,
    /// True if tests pass the input to the format crates; running all inputs would take too long.
    is_for_crates: bool,
    /// True if tests pass the input to the verbs.
    is_for_verbs: bool,
}

/// Builds the input.
#[derive(Debug, Clone, Copy)]
enum Make {
    /// An input of constant length, since a constant limits its cost.
    Fixed(fn() -> Vec<u8>),
    /// A share of the full length, such as a quarter for 4: what it takes is in proportion to it.
    Long(fn(usize) -> Vec<u8>),
}

const fn fixed(name: &'static str, make: fn() -> Vec<u8>) -> Bomb {
    Bomb { name, make: Make::Fixed(make), is_for_crates: false, is_for_verbs: false }
}

const fn long(name: &'static str, make: fn(usize) -> Vec<u8>) -> Bomb {
    Bomb { name, make: Make::Long(make), is_for_crates: false, is_for_verbs: false }
}

impl Bomb {
    const fn for_crates(self) -> Self {
        Self { is_for_crates: true, ..self }
    }

    const fn for_verbs(self) -> Self {
        Self { is_for_verbs: true, ..self }
    }

    /// The input.
    #[must_use]
    pub fn full(&self) -> Vec<u8> {
        self.part(1)
    }

    /// The input for a test of what is made from it: as long and costly as a share of the full one.
    #[must_use]
    pub fn part(&self, share: usize) -> Vec<u8> {
        match self.make {
            Make::Fixed(make) => make(),
            Make::Long(make) => make(share),
        }
    }

    /// The input for a test, which has less time, and the number by which the constant part of the limit is divided.
    ///
    /// What is in proportion to its length is an eighth as long. It may take half of the constant part, because the
    /// spans of a layout are limited by a constant of their own.
    #[must_use]
    pub fn short(&self) -> (Vec<u8>, usize) {
        match self.make {
            Make::Fixed(make) => (make(), 1),
            Make::Long(make) => (make(8), 2),
        }
    }
}

/// The bombs of a format that tests measure, those for verbs or those for crates.
pub fn tested(format: &str, is_for_verbs: bool) -> impl Iterator<Item = &'static Bomb> {
    for_format(format)
        .iter()
        .filter(move |bomb| if is_for_verbs { bomb.is_for_verbs } else { bomb.is_for_crates })
}

/// The bombs of a format, if there are any.
#[must_use]
pub fn for_format(format: &str) -> &'static [Bomb] {
    match format {
        "anim" => anim::BOMBS,
        "archive" => archive::BOMBS,
        "dae" => dae::BOMBS,
        "forms" => forms::BOMBS,
        "json" => json::BOMBS,
        "llsd" | "serde" => llsd::BOMBS,
        "m3d" => m3d::BOMBS,
        "rbxbinary" => rbxbinary::BOMBS,
        "rbxcsg" => rbxcsg::BOMBS,
        "rbxmesh" => rbxmesh::BOMBS,
        "rbxxml" => rbxxml::BOMBS,
        "scene" => scene::BOMBS,
        "simplify" => simplify::BOMBS,
        "slmesh" => slmesh::BOMBS,
        "terrain" => terrain::BOMBS,
        _ => &[],
    }
}
