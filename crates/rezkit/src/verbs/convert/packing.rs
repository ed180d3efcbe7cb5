//! The compression of binary Roblox files.

use super::target::named;
use scene::Problem;
use std::fmt;
use std::str::FromStr;

/// The compression of the chunks of a binary Roblox file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// LZ4, which Studio uses.
    #[default]
    Lz4,
    /// Zstandard, which Roblox's servers use.
    Zstd,
    /// Uncompressed.
    Stored,
}

impl Packing {
    /// All kinds of compression.
    pub const ALL: &[Self] = &[Self::Lz4, Self::Zstd, Self::Stored];

    /// The name in `rez convert --packing`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
            Self::Stored => "stored",
        }
    }

    /// A description for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lz4 => "LZ4, as Roblox Studio compresses",
            Self::Zstd => "Zstandard, as Roblox's servers compress",
            Self::Stored => "No compression",
        }
    }
}

impl FromStr for Packing {
    type Err = Problem;

    fn from_str(name: &str) -> Result<Self, Problem> {
        named("a way of packing", Self::ALL, Self::name, name)
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lz4 => "LZ4",
            Self::Zstd => "Zstandard",
            Self::Stored => "nothing",
        })
    }
}

impl From<Packing> for rbxbinary::Compression {
    fn from(packing: Packing) -> Self {
        match packing {
            Packing::Lz4 => Self::Lz4,
            Packing::Zstd => Self::Zstd,
            Packing::Stored => Self::Stored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for packing in Packing::ALL {
            assert_eq!(packing.name().parse(), Ok(*packing));
        }
        let problem = "gzip".parse::<Packing>().unwrap_err();
        assert_eq!(problem.to_string(), "\"gzip\" is not a way of packing: use one of lz4, zstd, stored");
    }
}
