//! Format document, sections 6.2 and 6.3: other strings that hold more than text.

/// Tags: the string `Tags`, names with a zero byte between them.
pub mod tags {
    /// The names, in the string's order; none of an empty string. Empty names and repeated ones occur.
    pub fn read(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        bytes.split(|byte| *byte == 0).filter(|_| !bytes.is_empty())
    }

    /// The string of some names.
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

/// The colours of terrain: the string `MaterialColors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialColors {
    /// Red, green and blue of each material; [`NAMES`](Self::NAMES) says which. The first two are zero in files.
    pub colors: [[u8; 3]; 23],
}

impl MaterialColors {
    /// What the colours are of.
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

    /// Reads the bytes of a property; `None` if they are not 69, and mean something else.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (colors, rest) = bytes.as_chunks();
        Some(Self { colors: colors.try_into().ok().filter(|_| rest.is_empty())? })
    }

    /// The bytes of a property.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        self.colors.as_flattened().to_vec()
    }
}
