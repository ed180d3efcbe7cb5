//! References: numbers in the file that refer to other parts of it.

/// Defines newtypes of `u32` for references, each of which is one field.
macro_rules! references {
    ($($(#[$doc:meta])+ $name:ident;)*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl geom::Same for $name {
            #[inline]
            fn same(&self, other: &Self) -> bool {
                self == other
            }

            fn difference(&self, other: &Self) -> Option<String> {
                self.0.difference(&other.0)
            }
        }
    )* };
}

/// Defines references for which −1 means none, and −2 has a special meaning: format document, section 4.2.
macro_rules! indices {
    ($($(#[$doc:meta])+ $name:ident;)*) => {
        references! { $($(#[$doc])+ $name;)* }
        $(
            impl $name {
                /// No reference: −1.
                pub const NONE: Self = Self(u32::MAX);

                /// The index into a list; `None` for −1 and −2.
                #[inline]
                #[must_use]
                pub const fn get(self) -> Option<usize> {
                    if self.0 < u32::MAX - 1 { Some(self.0 as usize) } else { None }
                }
            }

            impl Default for $name {
                fn default() -> Self {
                    Self::NONE
                }
            }
        )*
    };
}

indices! {
    /// The index of a vertex that is a point or a normal.
    VertexIndex;
    /// The index of a vertex that is an orientation: its x, y, z and w are a quaternion.
    OrientationIndex;
    /// The index of texture coordinates.
    TexCoordIndex;
    /// The index of a bone.
    BoneIndex;
    /// The index of a skin, by which bones move a vertex or a voxel type.
    SkinIndex;
    /// The index of a shape.
    ShapeIndex;
    /// The index of a face, counted across all meshes.
    FaceIndex;
    /// The index of a voxel type.
    VoxelIndex;
    /// A one-byte integer argument of a shape command.
    Byte;
    /// The index of a curve or surface in the same shape.
    PartIndex;
}

impl SkinIndex {
    /// The vertex is an orientation: −2.
    pub const ORIENTATION: Self = Self(u32::MAX - 1);
}

impl VoxelIndex {
    /// The voxel in the world stays unchanged: −1.
    pub const UNSET: Self = Self::NONE;
    /// The voxel in the world is cleared: −2.
    pub const CLEAR: Self = Self(u32::MAX - 1);
}

references! {
    /// The name of a string: its offset in the string table; see [`Model::text`](crate::Model::text). 0 stands for no string.
    #[derive(Default)]
    Name;
    /// The value of a colour field; see [`Model::colour`](crate::Model::colour). It is an index into the colour map
    /// or, if the header says that colours are four bytes wide, RGBA with red in the lowest byte.
    #[derive(Default)]
    ColourRef;
}

impl Name {
    /// No string.
    pub const NONE: Self = Self(0);

    /// Keeps a dangling name dangling when the table changes: names from offset `before` on dangle, and move to
    /// `after` and beyond.
    pub(crate) fn keep_dangling(&mut self, before: usize, after: usize) {
        let at = self.0 as usize;
        if at >= before && *self != Self::NONE && self.0 < u32::MAX - 1 {
            let moved = u32::try_from(at.saturating_sub(before).saturating_add(after)).unwrap_or(u32::MAX);
            *self = Self(moved);
        }
    }
}

impl ColourRef {
    /// An inline colour, for models whose colours are four bytes wide.
    #[must_use]
    pub const fn inline(colour: geom::Rgba8) -> Self {
        Self(u32::from_le_bytes(colour.to_array()))
    }
}
