//! Tags and other structured strings. Format document, sections 6.2 and 6.3.

/// The string property `Tags`: names separated by zero bytes.
pub mod tags {
    /// Iterates over the names in order; an empty string has none. Names may be empty or repeated.
    pub fn read(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        bytes.split(|byte| *byte == 0).filter(|_| !bytes.is_empty())
    }

    /// Joins names into the string that the property stores.
    ///
    /// ```
    /// use rbxbinary::tags;
    ///
    /// let bytes = tags::write(["Door", "Locked"]);
    /// assert_eq!(bytes, b"Door\0Locked");
    /// assert_eq!(tags::read(&bytes).nth(1), Some(b"Locked".as_slice()));
    /// ```
    pub fn write<T: AsRef<[u8]>>(names: impl IntoIterator<Item = T>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (i, name) in names.into_iter().enumerate() {
            if i > 0 {
                bytes.push(0);
            }
            bytes.extend_from_slice(name.as_ref());
        }
        bytes
    }
}

/// The terrain colours: the string property `MaterialColors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialColors {
    /// Red, green and blue of each material, in the order of [`NAMES`](Self::NAMES). The first two are zero in files.
    pub colors: [[u8; 3]; 23],
}

impl MaterialColors {
    /// The names of the materials, in the order of `colors`.
    pub const NAMES: [&'static str; 23] = [
        "Air",
        "Water",
        "Grass",
        "Slate",
        "Concrete",
        "Brick",
        "Sand",
        "WoodPlanks",
        "Rock",
        "Glacier",
        "Snow",
        "Sandstone",
        "Mud",
        "Basalt",
        "Ground",
        "CrackedLava",
        "Asphalt",
        "Cobblestone",
        "Ice",
        "LeafyGrass",
        "Salt",
        "Limestone",
        "Pavement",
    ];

    /// The colours of new terrain.
    #[rustfmt::skip]
    const USUAL: [u32; 23] = [
        0, 0, 0x6a7f3f, 0x3f7f6b, 0x7f663f, 0x8a563e, 0x8f7e5f, 0x8b6d4f, 0x666c6f, 0x65b0ea, 0xc3c7da,
        0x895a47, 0x3a2e24, 0x1e1e25, 0x665c3b, 0xe89c4a, 0x737b6b, 0x847b5a, 0x81c2e0, 0x73844a, 0xc6bdb5,
        0xcead94, 0x94948c,
    ];

    /// Reads the bytes of the property; `None` unless there are exactly 69.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (colors, rest) = bytes.as_chunks();
        Some(Self { colors: colors.try_into().ok().filter(|_| rest.is_empty())? })
    }

    /// The bytes of the property.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        self.colors.as_flattened().to_vec()
    }
}

/// The colours of new terrain, which are used where the property is missing.
impl Default for MaterialColors {
    fn default() -> Self {
        let colors = Self::USUAL.map(|colour| {
            let [_, red, green, blue] = colour.to_be_bytes();
            [red, green, blue]
        });
        Self { colors }
    }
}
