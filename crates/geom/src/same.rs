//! Bitwise comparison.

use crate::colour::Rgba8;
use crate::mat::{Mat3, Mat4};
use crate::pose::Pose;
use crate::quat::Quat;
use crate::vec::{Vec2, Vec3, Vec4};

/// Bitwise equality. While `==` compares floats by IEEE 754, here a NaN is the same as itself, and 0 is not the same
/// as -0.
pub trait Same {
    /// The path to the first difference, and both values there; `None` if there is no difference.
    fn difference(&self, other: &Self) -> Option<String>;

    /// Returns true if all bits of all values are equal.
    fn same(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }
}

macro_rules! primitives {
    ($($ty:ty: $bits:expr),* $(,)?) => { $(
        impl Same for $ty {
            #[inline]
            fn same(&self, other: &Self) -> bool {
                let bits: fn(&$ty) -> _ = $bits;
                bits(self) == bits(other)
            }

            fn difference(&self, other: &Self) -> Option<String> {
                (!self.same(other)).then(|| format!(": {self:?} is not {other:?}"))
            }
        }
    )* };
}
primitives! {
    (): |_| (), bool: |b| *b, char: |c| *c, u8: |n| *n, u16: |n| *n, u32: |n| *n, u64: |n| *n, usize: |n| *n,
    i8: |n| *n, i16: |n| *n, i32: |n| *n, i64: |n| *n, f32: |x| x.to_bits(), f64: |x| x.to_bits(),
}

impl Same for String {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

impl<T: Same> Same for [T] {
    fn same(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same(b))
    }

    fn difference(&self, other: &Self) -> Option<String> {
        if self.len() != other.len() {
            return Some(format!(": {} elements are not {}", self.len(), other.len()));
        }
        let (i, (a, b)) = self.iter().zip(other).enumerate().find(|(_, (a, b))| !a.same(b))?;
        a.difference(b).map(|rest| format!("[{i}]{rest}"))
    }
}

impl<T: Same> Same for Option<T> {
    fn difference(&self, other: &Self) -> Option<String> {
        match (self, other) {
            (Some(a), Some(b)) => a.difference(b),
            (None, None) => None,
            (Some(_), None) => Some(": something is not nothing".into()),
            (None, Some(_)) => Some(": nothing is not something".into()),
        }
    }
}

macro_rules! delegated {
    ($([$($generic:tt)*] $ty:ty: $to:ty;)*) => { $(
        impl<$($generic)*> Same for $ty {
            fn same(&self, other: &Self) -> bool {
                <$to>::same(self, other)
            }

            fn difference(&self, other: &Self) -> Option<String> {
                <$to>::difference(self, other)
            }
        }
    )* };
}
delegated! {
    [T: Same] Vec<T>: [T];
    [T: Same, const N: usize] [T; N]: [T];
    [T: Same + ?Sized] Box<T>: T;
    [T: Same + ?Sized] &T: T;
}

macro_rules! tuples {
    ($($($name:ident $index:tt),+;)*) => { $(
        impl<$($name: Same),+> Same for ($($name,)+) {
            fn difference(&self, other: &Self) -> Option<String> {
                None$(.or_else(|| self.$index.difference(&other.$index).map(|rest| format!(".{}{rest}", $index))))+
            }
        }
    )* };
}
tuples! { A 0; A 0, B 1; A 0, B 1, C 2; A 0, B 1, C 2, D 3; }

/// Implements [`Same`](crate::Same) for structs and enums by listing their fields; omitting one is a compile-time error.
///
/// ```
/// #[derive(Debug)]
/// struct Vertex {
///     height: f32,
///     uv: [f32; 2],
/// }
/// geom::same! { Vertex { height, uv } }
///
/// let (a, b) = (Vertex { height: 1.0, uv: [0.0, 0.0] }, Vertex { height: 1.0, uv: [0.0, -0.0] });
/// assert_eq!(geom::Same::difference(&a, &b).as_deref(), Some(".uv[1]: 0.0 is not -0.0"));
/// ```
///
/// Enums follow the word `enum`: `same! { enum Chunk { Class(class), Unknown { name, data }, End } }`.
#[macro_export]
macro_rules! same {
    () => {};
    (enum $ty:ident { $($variant:ident $(($($item:ident),+))? $({ $($field:ident),+ })?),+ $(,)? } $($more:tt)*) => {
        impl $crate::Same for $ty {
            #[allow(unreachable_patterns, reason = "of an enum with one variant")]
            fn difference(&self, other: &Self) -> Option<String> {
                match self {
                    $( Self::$variant $(($($item),+))? $({ $($field),+ })? => {
                        let mine = ($($($item,)+)? $($($field,)+)?);
                        match other {
                            Self::$variant $(($($item),+))? $({ $($field),+ })? => {
                                let theirs = ($($($item,)+)? $($($field,)+)?);
                                let rest = $crate::Same::difference(&mine, &theirs)?;
                                Some(format!(".{}{rest}", stringify!($variant)))
                            }
                            _ => Some(format!(": only one is {}", stringify!($variant))),
                        }
                    } )+
                }
            }
        }
        $crate::same! { $($more)* }
    };
    ($ty:ident { $($field:ident),* $(,)? } $($more:tt)*) => {
        impl $crate::Same for $ty {
            fn same(&self, other: &Self) -> bool {
                let Self { $($field),* } = self;
                true $(&& $crate::Same::same($field, &other.$field))*
            }

            fn difference(&self, other: &Self) -> Option<String> {
                let Self { $($field),* } = self;
                None::<String>$(.or_else(|| {
                    let rest = $crate::Same::difference($field, &other.$field)?;
                    Some(format!(".{}{rest}", stringify!($field)))
                }))*
            }
        }
        $crate::same! { $($more)* }
    };
}

same! {
    Vec2 { x, y }
    Vec3 { x, y, z }
    Vec4 { x, y, z, w }
    Quat { x, y, z, w }
    Mat3 { rows }
    Mat4 { rows }
    Pose { rotation, position }
    Rgba8 { r, g, b, a }
}
