//! References: what the file stores to name something else in it.

/// Newtypes of `u32` that are one field wide: a number in the file, with its name.
macro_rules! references {
    ($($(#[$doc:meta])+ $name:ident;)*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl crate::Same for $name {
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

/// References where −1 means nothing, and −2 something of its own: format document, section 4.2.
macro_rules! indices {
    ($($(#[$doc:meta])+ $name:ident;)*) => {
        references! { $($(#[$doc])+ $name;)* }
        $(
            impl $name {
                /// −1: nothing.
                pub const NONE: Self = Self(u32::MAX);

                /// As a place in a list; `None` for −1 and −2.
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
    /// A vertex: a point, a normal.
    VertexIndex;
    /// A vertex that is an orientation: its x, y, z and w are a quaternion.
    OrientationIndex;
    /// A pair of the texture map.
    TexCoordIndex;
    /// A bone.
    BoneIndex;
    /// A skin, by which bones move a vertex or a voxel type.
    SkinIndex;
    /// A shape.
    ShapeIndex;
    /// A face, counted through all meshes.
    FaceIndex;
    /// A voxel type.
    VoxelIndex;
    /// An integer of one byte among the arguments of a shape.
    Byte;
    /// A curve or surface of the same shape, counted from 0.
    PartIndex;
}

impl SkinIndex {
    /// −2: the vertex is an orientation.
    pub const ORIENTATION: Self = Self(u32::MAX - 1);
}

impl VoxelIndex {
    /// −1: leaves what is in the world.
    pub const UNSET: Self = Self::NONE;
    /// −2: empties what is in the world.
    pub const CLEAR: Self = Self(u32::MAX - 1);
}

references! {
    /// A string: its offset in the string table, see [`Model::text`](crate::Model::text). 0 is no string.
    #[derive(Default)]
    Name;
    /// What a colour field stores, see [`Model::colour`](crate::Model::colour): an index into the colour map or,
    /// where the header says that colours are four bytes wide, RGBA with red in the lowest byte.
    #[derive(Default)]
    ColourRef;
}

impl Name {
    /// No string.
    pub const NONE: Self = Self(0);

    /// Names that name nothing, which are those from `before` on, become such as still name nothing now that this
    /// begins at `after`.
    pub(crate) fn keep_nothing(&mut self, before: usize, after: usize) {
        let at = self.0 as usize;
        if at >= before && *self != Self::NONE && self.0 < u32::MAX - 1 {
            let moved = u32::try_from(at.saturating_sub(before).saturating_add(after)).unwrap_or(u32::MAX);
            *self = Self(moved);
        }
    }
}

impl ColourRef {
    /// A colour inline, for models whose colours are four bytes wide.
    #[must_use]
    pub const fn inline(colour: geom::Rgba8) -> Self {
        Self(u32::from_le_bytes(colour.to_array()))
    }
}
