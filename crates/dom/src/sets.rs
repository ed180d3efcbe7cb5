//! Sets of faces and of axes.

use crate::value::Value;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// Defines types for sets with a few members, each of which is one bit.
macro_rules! sets {
    ($($(#[$doc:meta])+ $Set:ident, $as_set:ident { $($MEMBER:ident $name:literal = $bit:literal;)+ })*) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Set(u32);

        impl $Set {
            $(#[doc = concat!("The member `", $name, "`.")] pub const $MEMBER: Self = Self($bit);)+
            const MEMBERS: &[(&'static str, Self)] = &[$(($name, Self::$MEMBER)),+];

            /// The set with these bits, which are those in files; bits without a meaning are kept.
            #[must_use]
            pub const fn from_bits(bits: u32) -> Self {
                Self(bits)
            }

            /// The bits, which are those in files.
            #[must_use]
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// Returns true if all members of another set are in this one.
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// The names of its members in Roblox's API.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::MEMBERS.iter().filter(move |(_, member)| self.contains(*member)).map(|(name, _)| *name)
            }
        }

        impl BitOr for $Set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitOrAssign for $Set {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        /// Prints the names of the members, such as `Faces(Top | Left)`.
        impl fmt::Debug for $Set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Set), "({})"), self.names().collect::<Vec<_>>().join(" | "))
            }
        }

        impl From<$Set> for Value<'_> {
            fn from(set: $Set) -> Self {
                Self::$Set(set.0)
            }
        }

        impl Value<'_> {
            #[doc = concat!("The set, of the kind [`", stringify!($Set), "`](super::Kind::", stringify!($Set), ").")]
            #[must_use]
            pub fn $as_set(&self) -> Option<$Set> {
                if let Self::$Set(bits) = *self { Some($Set(bits)) } else { None }
            }
        }
    )* };
}
sets! {
    /// A set of the faces of a part, such as those that a Handles object shows.
    ///
    /// ```
    /// use dom::{Faces, Value};
    ///
    /// let faces = Faces::TOP | Faces::LEFT;
    /// assert!(faces.contains(Faces::TOP) && !faces.contains(Faces::BACK));
    /// assert_eq!((faces.bits(), format!("{faces:?}")), (10, "Faces(Top | Left)".to_owned()));
    /// assert_eq!(Value::from(faces).as_faces(), Some(faces));
    /// ```
    Faces, as_faces {
        RIGHT "Right" = 1;
        TOP "Top" = 2;
        BACK "Back" = 4;
        LEFT "Left" = 8;
        BOTTOM "Bottom" = 16;
        FRONT "Front" = 32;
    }
    /// A set of axes, such as those about which ArcHandles turn.
    Axes, as_axes {
        X "X" = 1;
        Y "Y" = 2;
        Z "Z" = 4;
    }
}
