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
}

/// Builds the input.
#[derive(Debug, Clone, Copy)]
enum Make {
    /// Always as long: what it takes is limited by a constant.
    Fixed(fn() -> Vec<u8>),
    /// A share of the full length, such as a quarter for 4: what it takes is in proportion to it.
    Long(fn(usize) -> Vec<u8>),
}

const fn fixed(name: &'static str, make: fn() -> Vec<u8>) -> Bomb {
    Bomb { name, make: Make::Fixed(make) }
}

const fn long(name: &'static str, make: fn(usize) -> Vec<u8>) -> Bomb {
    Bomb { name, make: Make::Long(make) }
}

impl Bomb {
    /// The input.
    #[must_use]
    pub fn full(&self) -> Vec<u8> {
        self.part(1)
    }

    /// The input for a test of what is made of it: as long and costly as a share of the full one.
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

/// The two of each format that tests measure, of which there is no time for all: by format, what crates and what
/// verbs are given.
const TESTED: &[(&str, [&str; 2], [&str; 2])] = &[
    (
        "anim",
        ["9 MB of joints without names", "10 MB of keys"],
        ["9 MB of joints without names", "40 MB of keys, in gzip"],
    ),
    (
        "archive",
        ["a gigabyte of zeros that are said to be few, zip", "6 members of 60 MB of zeros, tar in gzip"],
        [""; 2],
    ),
    (
        "dae",
        [""; 2],
        ["60 nodes that hold the next one twice", "50,000 places of a mesh, each in another material"],
    ),
    ("forms", ["a curve of 65,000 keys", "65,000 emotes"], [""; 2]),
    ("json", ["5 MB of 0", "5 MB of keys"], [""; 2]),
    (
        "llsd",
        ["5 MB of keys in notation", "5 MB of text between values in XML"],
        ["60 MB of undef in notation, in zstd", "texts behind keys of 4 MB"],
    ),
    (
        "m3d",
        ["218,000 empty chunks", "text, 4 MB of sections of a line"],
        ["10,000 labels in 10 MB", "400,000 triangles in front of each other"],
    ),
    (
        "rbxbinary",
        ["unique ids, zstd", "9 MB of empty chunks"],
        ["a class with a name of 10 MB", "a string of 30 MB that 100,000 share"],
    ),
    (
        "rbxcsg",
        ["400,000 tiny hulls, zstd", "5 MB of coded indices"],
        ["400,000 tiny hulls, zstd", "60 MB of coded indices, in gzip"],
    ),
    (
        "rbxmesh",
        ["1.3 million points in 70 bytes", "9 MB of Draco tables"],
        ["10,000 bones in 8 MB of names", "60,000 bones in 50 MB of names, in gzip"],
    ),
    (
        "rbxxml",
        ["empty items", "99,000 items without an end"],
        ["20,000 decals inside each other", "empty items, in gzip"],
    ),
    (
        "scene",
        [""; 2],
        ["20,000 nodes with a mesh of 2 MB of name", "20,000 primitives of one list of vertices"],
    ),
    ("simplify", ["300,000 triangles at one edge", "300,000 triangles in each other's way"], [""; 2]),
    (
        "slmesh",
        ["empty faces", "740,000 undefs"],
        ["600,000 blocks, in gzip", "60,000 joints with long names"],
    ),
    ("terrain", ["9 MB of chunks with a voxel each", "9 MB of chunks far from each other"], [""; 2]),
];

/// The bombs of a format that tests measure, those for verbs or those for crates.
pub fn tested(format: &str, is_for_verbs: bool) -> impl Iterator<Item = &'static Bomb> {
    let name = if format == "serde" { "llsd" } else { format };
    let names = TESTED.iter().find(|(format, ..)| *format == name).into_iter();
    let names = names.flat_map(move |(_, crates, verbs)| if is_for_verbs { verbs } else { crates });
    names.filter_map(move |name| of(format).iter().find(|bomb| bomb.name == *name))
}

/// The bombs of a format, if there are any.
#[must_use]
pub fn of(format: &str) -> &'static [Bomb] {
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
