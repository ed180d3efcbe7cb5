//! The values of a column, by type.

use super::columns::{OptionalCFrames, UDim2s, UDims, ValueColumn};
use super::kinds::with_kinds;
use super::value::{Type, Value};
use super::{
    CFrames, Coded, ColorKeypoint, Contents, Fonts, Lanes, Lists, NumberKeypoint, NumberRange,
    PhysicalProperties, QuaternionFrames, Ray, Referent, SharedIndex, Strings, UniqueIds,
};
use geom::same;

macro_rules! columns {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        /// The values of a column, in the type that the file stores. The same property may have different types in files
        /// from different years.
        #[derive(Debug, Clone, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Values {
            /// No type and no values. Studio wrote such columns in April 2021.
            #[default]
            Absent,
            $(
                $(#[$doc])+
                #[doc = concat!("\n\nType ", stringify!($id), ".")]
                $Kind($Column),
            )*
            /// Values of an unknown type, or values that cannot be decoded.
            Raw {
                /// The type in the file.
                type_id: u8,
                /// All bytes after the type.
                data: Vec<u8>,
            },
        }

        same! { enum Values { Absent, $($Kind(all),)* Raw { type_id, data } } }

        impl Values {
            /// The number of values; 0 if they are not decoded.
            #[must_use]
            pub fn len(&self) -> usize {
                match self {
                    Self::Absent | Self::Raw { .. } => 0,
                    $(Self::$Kind(all) => all.n_values(),)*
                }
            }

            /// The value at `index`; `None` if it is out of range or the values are not decoded.
            #[inline]
            #[must_use]
            #[expect(unused_parens, reason = "a value has one part or several")]
            pub fn get(&self, index: usize) -> Option<Value<'_>> {
                Some(match self {
                    Self::Absent | Self::Raw { .. } => return None,
                    $(Self::$Kind(all) => {
                        let ($($part),+) = ValueColumn::value_at(all, index)?;
                        Value::$Kind($($part.into()),+)
                    })*
                })
            }

            /// The type id in the file; `None` for a column without a type.
            #[must_use]
            pub fn type_id(&self) -> Option<u8> {
                match self {
                    Self::Absent => None,
                    $(Self::$Kind(_) => Some($id),)*
                    Self::Raw { type_id, .. } => Some(*type_id),
                }
            }
        }
    };
}
with_kinds!(columns);

impl Values {
    /// The name of a type; `None` for an unknown type id.
    #[must_use]
    pub fn type_name(type_id: u8) -> Option<&'static str> {
        Type::from_id(type_id).map(Type::name)
    }

    /// Returns true if there are no decoded values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values, if they are strings.
    pub(crate) fn strings_mut(&mut self) -> Option<&mut Strings> {
        if let Self::String(all) | Self::Bytecode(all) = self { Some(all) } else { None }
    }
}
