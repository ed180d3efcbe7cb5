//! Columns to which values are added one by one.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    CFrames, Coded, ColorKeypoint, Contents, Fonts, GrowingColumn, Lanes, Lists, NumberKeypoint, NumberRange,
    OptionalCFrames, PhysicalProperties, QuaternionFrames, Ray, Referent, SharedIndex, Strings, Type, UDim2s,
    UDims, UniqueIds, Value, ValueColumn, Values, with_kinds,
};

macro_rules! growing {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        /// Values of one type, to which more can be added.
        #[derive(Debug, Clone)]
        pub(super) enum Growing {
            $($Kind(<$Column as ValueColumn>::Growing),)*
        }

        #[expect(unused_parens, reason = "a value has one part or several")]
        impl Growing {
            /// A column of this type, with room for `n` values.
            pub(super) fn new(ty: Type, n: usize) -> Self {
                match ty {
                    $(Type::$Kind => Self::$Kind(GrowingColumn::with_room(n)),)*
                }
            }

            /// Adds a value. A value of another type is ignored.
            ///
            /// # Errors
            ///
            /// If the strings of the column take more than 4 GiB.
            #[inline]
            pub(super) fn push(&mut self, value: &Value<'_>) -> Result<(), Error> {
                match (self, value) {
                    $((Self::$Kind(all), Value::$Kind($($part),+)) => all.add(($((*$part).into()),+)),)*
                    // The types differ.
                    _ => Ok(()),
                }
            }

            /// The value at `index`.
            #[inline]
            pub(super) fn get(&self, index: usize) -> Option<Value<'_>> {
                Some(match self {
                    $(Self::$Kind(all) => {
                        let ($($part),+) = all.value_at(index)?;
                        Value::$Kind($($part.into()),+)
                    })*
                })
            }

            /// The values in these rows.
            ///
            /// # Errors
            ///
            /// If the strings take more than 4 GiB.
            pub(super) fn picked(&self, rows: &[u32]) -> Result<Self, Error> {
                Ok(match self {
                    $(Self::$Kind(all) => Self::$Kind(all.picked(rows)?),)*
                })
            }
        }

        /// Converts the values to the column of a model.
        impl From<Growing> for Values {
            fn from(growing: Growing) -> Self {
                match growing {
                    $(Growing::$Kind(all) => Self::$Kind(ValueColumn::grown(all)),)*
                }
            }
        }
    };
}
with_kinds!(growing);

impl Growing {
    /// Returns true if the values may be references: their type is one for which [`Value::as_referent`] may return
    /// something.
    pub(super) fn has_references(&self) -> bool {
        matches!(self, Self::Referent(_) | Self::Content(_))
    }

    /// Returns true if the values may be references or indices of shared strings.
    pub(super) fn has_numbers(&self) -> bool {
        self.has_references() || matches!(self, Self::SharedString(_))
    }
}

/// A column to which values are added one by one. In [`Values`], the x coordinates of all vectors come first, so adding
/// a value to them moves others.
///
/// ```
/// use rbxbinary::{NewValues, Value, Values};
///
/// let mut column = NewValues::new(0x03, 2)?;
/// assert!(column.push(&Value::Int32(5))?);
/// assert!(!column.push(&Value::Bool(1))?);
/// column.push_neutral()?;
/// assert_eq!(Values::from(column), Values::Int32(vec![5, 0]));
/// # Ok::<(), rbxbinary::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NewValues {
    ty: Type,
    values: Growing,
}

impl NewValues {
    /// An empty column of the type `type_id`, numbered as in [`Values::type_id`], with room for `n` values.
    ///
    /// # Errors
    ///
    /// If no value has this type.
    pub fn new(type_id: u8, n: usize) -> Result<Self, Error> {
        let ty = Type::from_id(type_id).ok_or_else(|| Error::model(ErrorKind::UnknownType { type_id }))?;
        Ok(Self { ty, values: Growing::new(ty, n) })
    }

    /// Adds a value. Returns `false`, and adds nothing, if the value is of another type.
    ///
    /// # Errors
    ///
    /// If the strings of the column take more than 4 GiB.
    pub fn push(&mut self, value: &Value<'_>) -> Result<bool, Error> {
        let fits = value.ty() == self.ty;
        if fits {
            self.values.push(value)?;
        }
        Ok(fits)
    }

    /// Adds a neutral value: zero, an empty string, nothing, or medium stone grey. For a shared string, this is an
    /// index that no string has.
    ///
    /// # Errors
    ///
    /// The errors of [`push`](Self::push).
    pub fn push_neutral(&mut self) -> Result<(), Error> {
        self.values.push(&self.ty.least())
    }
}

impl From<NewValues> for Values {
    fn from(column: NewValues) -> Self {
        column.values.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Font;

    #[test]
    fn the_least_values_have_their_type() {
        for id in 1..=0x22 {
            let ty = Type::from_id(id).unwrap();
            let value = ty.least();
            assert_eq!((value.ty(), ty as u8), (ty, id));
            let mut column = Growing::new(ty, 1);
            column.push(&value).unwrap();
            assert_eq!(column.get(0), Some(value));
            let values = Values::from(column);
            assert_eq!((values.type_id(), values.len(), values.get(0)), (Some(id), 1, Some(value)));
        }
        assert_eq!(Type::Font.least(), Value::Font(Font { weight: 400, ..Font::default() }));
        assert_eq!(Type::from_id(0), None);
    }
}
