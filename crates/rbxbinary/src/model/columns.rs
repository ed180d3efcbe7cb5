//! Methods that all columns share, and columns of values with two components.

use super::{
    CFrames, Coded, Content, Contents, Font, Fonts, Lanes, Lists, Placements, Rotation, RotationId, Strings,
    UniqueId, UniqueIds,
};
use crate::common::error::Error;
use geom::{Vec3, same};

/// A column of values of one kind.
pub(crate) trait ValueColumn: Sized {
    /// A value of the column.
    type Item<'c>
    where
        Self: 'c;

    /// A form of the column to which values can be added. In a file, the x coordinates of all vectors come first, so
    /// adding a value moves others; here the parts of a value are together.
    type Growing: GrowingColumn;

    fn n_values(&self) -> usize;

    fn value_at(&self, index: usize) -> Option<Self::Item<'_>>;

    fn grown(all: Self::Growing) -> Self;
}

/// A column to which values are added one by one.
pub(crate) trait GrowingColumn: ValueColumn<Growing = Self> {
    fn with_room(n: usize) -> Self;

    /// Adds a value. Fails if the strings of a column take more than 4 GiB.
    fn add(&mut self, item: Self::Item<'_>) -> Result<(), Error>;

    /// The values in these rows.
    fn picked(&self, rows: &[u32]) -> Result<Self, Error> {
        let mut picked = Self::with_room(rows.len());
        rows.iter().filter_map(|row| self.value_at(*row as usize)).try_for_each(|item| picked.add(item))?;
        Ok(picked)
    }
}

impl<T: Copy> ValueColumn for Vec<T> {
    type Item<'c>
        = T
    where
        T: 'c;
    type Growing = Self;

    fn n_values(&self) -> usize {
        self.len()
    }

    #[inline]
    fn value_at(&self, index: usize) -> Option<T> {
        self.get(index).copied()
    }

    fn grown(all: Self) -> Self {
        all
    }
}

impl<T: Copy> GrowingColumn for Vec<T> {
    fn with_room(n: usize) -> Self {
        Self::with_capacity(n)
    }

    #[inline]
    fn add(&mut self, item: T) -> Result<(), Error> {
        self.push(item);
        Ok(())
    }
}

/// Implements `ValueColumn` for columns that are built from a `Vec` of all their values.
macro_rules! collected {
    ($([$($generic:tt)*] $Column:ty: $Item:ty;)*) => { $(
        impl<$($generic)*> ValueColumn for $Column {
            type Item<'c> = $Item where Self: 'c;
            type Growing = Vec<$Item>;

            fn n_values(&self) -> usize {
                self.len()
            }

            #[inline]
            fn value_at(&self, index: usize) -> Option<$Item> {
                self.get(index)
            }

            fn grown(all: Vec<$Item>) -> Self {
                all.into_iter().collect()
            }
        }
    )* };
}
collected! {
    [T: Copy, const K: usize] Lanes<T, K>: [T; K];
    [T: Copy] Coded<T>: Result<T, u8>;
    [M: Copy] Placements<M>: (Rotation<M>, Vec3);
    [] UDims: (f32, i32);
    [] UDim2s: [(f32, i32); 2];
    [] OptionalCFrames: Option<(Rotation, Vec3)>;
    [] UniqueIds: UniqueId;
}

/// Implements `ValueColumn` for columns that lend their values.
macro_rules! lending {
    ($([$($generic:tt)*] $Column:ty: $Item:ty, |$n:ident| $with_room:expr, |$all:ident, $item:ident| $add:expr;)*) => { $(
        impl<$($generic)*> ValueColumn for $Column {
            type Item<'c> = $Item where Self: 'c;
            type Growing = Self;

            fn n_values(&self) -> usize {
                self.len()
            }

            #[inline]
            fn value_at(&self, index: usize) -> Option<Self::Item<'_>> {
                self.get(index)
            }

            fn grown(all: Self) -> Self {
                all
            }
        }

        impl<$($generic)*> GrowingColumn for $Column {
            fn with_room($n: usize) -> Self {
                $with_room
            }

            #[inline]
            fn add(&mut self, $item: Self::Item<'_>) -> Result<(), Error> {
                let $all = self;
                $add
            }
        }
    )* };
}
lending! {
    [] Strings: &'c [u8], |n| Self::with_capacity(n, 0), |all, text| all.push(text);
    [T: Copy] Lists<T>: &'c [T], |n| Self::with_capacity(n, 0), |all, list| {
        all.push(list.iter().copied());
        Ok(())
    };
    [] Fonts: Font<'c>, |n| Self::with_capacity(n, 0), |all, font| all.push(font);
    [] Box<Contents>: Content<'c>, |_n| Self::default(), |all, content| all.push(content);
}

/// Defines columns that store each value in two arrays.
macro_rules! pairs {
    ($($(#[$doc:meta])+ $Columns:ident: $Item:ty {
        $(#[$doc_of_first:meta])+ $first:ident: $First:ty,
        $(#[$doc_of_second:meta])+ $second:ident: $Second:ty,
    } $join:expr, $split:expr;)*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $Columns {
            $(#[$doc_of_first])+
            pub $first: $First,
            $(#[$doc_of_second])+
            pub $second: $Second,
        }

        same! { $Columns { $first, $second } }

        impl $Columns {
            /// The number of values.
            #[must_use]
            pub fn len(&self) -> usize {
                self.$first.len().min(self.$second.len())
            }

            /// Returns true if there are no values.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The value at `index`.
            #[inline]
            #[must_use]
            pub fn get(&self, index: usize) -> Option<$Item> {
                Some($join(self.$first.value_at(index)?, self.$second.value_at(index)?))
            }
        }

        impl FromIterator<$Item> for $Columns {
            fn from_iter<I: IntoIterator<Item = $Item>>(values: I) -> Self {
                let ($first, $second): (Vec<_>, Vec<_>) = values.into_iter().map($split).unzip();
                Self { $first: $first.into_iter().collect(), $second: $second.into_iter().collect() }
            }
        }
    )* };
}
pairs! {
    /// Values of type 06.
    UDims: (f32, i32) {
        /// Fractions of the parent's size.
        scale: Vec<f32>,
        /// Pixels.
        offset: Vec<i32>,
    } |scale, offset| (scale, offset), |both| both;

    /// Values of type 07.
    UDim2s: [(f32, i32); 2] {
        /// Fractions of the parent's size: x, y.
        scale: Lanes<f32, 2>,
        /// Pixels: x, y.
        offset: Lanes<i32, 2>,
    } |[x, y]: [f32; 2], [u, v]: [i32; 2]| [(x, u), (y, v)], |[(x, u), (y, v)]: [(f32, i32); 2]| ([x, y], [u, v]);

    /// Values of type 1E: CFrames that may be absent. No other type has absent values. An absent value still stores a
    /// CFrame, usually the identity.
    OptionalCFrames: Option<(Rotation, Vec3)> {
        /// The CFrames of all values, including absent ones.
        frames: CFrames,
        /// One flag per value; 0 means that the value is absent.
        present: Vec<u8>,
    } |frame, is_present| Some(frame).filter(|_| is_present != 0), |frame: Option<(Rotation, Vec3)>| {
        (frame.unwrap_or((Rotation::Id(RotationId::IDENTITY), Vec3::default())), u8::from(frame.is_some()))
    };
}
