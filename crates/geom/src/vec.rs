use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// Defines a type of a few `f32`, with the methods that vectors and quaternions share.
macro_rules! components {
    ($(#[$doc:meta])+ $Type:ident, $n:literal, $first:ident $($rest:ident)+) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(C)]
        pub struct $Type {
            #[doc = concat!("The component ", stringify!($first), ".")]
            pub $first: f32,
            $(#[doc = concat!("The component ", stringify!($rest), ".")]
            pub $rest: f32,)+
        }

        /// Prints the components in order: `(1.0, 0.5)`.
        impl std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "({:?}", self.$first)?;
                $(write!(f, ", {:?}", self.$rest)?;)+
                f.write_str(")")
            }
        }

        impl From<[f32; $n]> for $Type {
            #[inline]
            fn from(components: [f32; $n]) -> Self {
                Self::from_array(components)
            }
        }

        impl From<$Type> for [f32; $n] {
            #[inline]
            fn from(all: $Type) -> Self {
                all.to_array()
            }
        }

        impl $Type {
            /// A value from its components in order.
            #[inline]
            pub const fn new($first: f32, $($rest: f32),+) -> Self {
                Self { $first, $($rest),+ }
            }

            /// A value from its components in order.
            #[inline]
            pub const fn from_array([$first, $($rest),+]: [f32; $n]) -> Self {
                Self { $first, $($rest),+ }
            }

            /// The components in order.
            #[inline]
            pub const fn to_array(self) -> [f32; $n] {
                [self.$first, $(self.$rest),+]
            }

            /// Returns true if no component is NaN or infinite.
            #[inline]
            pub const fn is_finite(self) -> bool {
                self.$first.is_finite() $(& self.$rest.is_finite())+
            }

            /// The dot product.
            #[inline]
            pub const fn dot(self, other: Self) -> f32 {
                self.$first * other.$first $(+ self.$rest * other.$rest)+
            }

            /// The Euclidean length; infinite if it does not fit an `f32`.
            #[inline]
            pub fn length(self) -> f32 {
                self.wide_length() as f32
            }

            /// The same direction with length 1; `None` if there is no direction, because all components are zero or
            /// one is not finite.
            #[inline]
            pub fn normalised(self) -> Option<Self> {
                let length = self.wide_length();
                let unit = self.to_array().map(|component| (f64::from(component) / length) as f32);
                (length > 0.0 && length.is_finite()).then_some(Self::from_array(unit))
            }

            // The length in `f64`, which holds the square of every `f32`, so that neither huge nor tiny vectors are a
            // special case.
            #[inline]
            fn wide_length(self) -> f64 {
                self.to_array().into_iter().map(|component| f64::from(component).powi(2)).sum::<f64>().sqrt()
            }
        }
    };
}
pub(crate) use components;

/// Implements the methods that all vectors share.
macro_rules! vector {
    ($(#[$doc:meta])+ $Type:ident, $n:literal, $($field:ident)+) => {
        components!($(#[$doc])+ #[derive(Default)] $Type, $n, $($field)+);

        impl $Type {
            /// The vector whose components are 0.
            pub const ZERO: Self = Self::splat(0.0);
            /// The vector whose components are 1.
            pub const ONE: Self = Self::splat(1.0);

            /// A vector whose components are all the same.
            #[inline]
            pub const fn splat(value: f32) -> Self {
                Self { $($field: value),+ }
            }

            /// Linear interpolation from `self` (`t` = 0) to `other` (`t` = 1), exact at both ends.
            #[inline]
            pub fn lerp(self, other: Self, t: f32) -> Self {
                self * (1.0 - t) + other * t
            }

            /// The smaller one of each pair of components; if one is NaN, the other one.
            #[inline]
            pub const fn min(self, other: Self) -> Self {
                Self { $($field: self.$field.min(other.$field)),+ }
            }

            /// The larger one of each pair of components; if one is NaN, the other one.
            #[inline]
            pub const fn max(self, other: Self) -> Self {
                Self { $($field: self.$field.max(other.$field)),+ }
            }
        }

        operator!($Type, Add add, |self, other: Self| Self { $($field: self.$field + other.$field),+ });
        operator!($Type, Sub sub, |self, other: Self| Self { $($field: self.$field - other.$field),+ });
        operator!($Type, Mul mul, |self, other: Self| Self { $($field: self.$field * other.$field),+ });
        operator!($Type, Mul mul, |self, factor: f32| Self { $($field: self.$field * factor),+ });
        operator!($Type, Div div, |self, divisor: f32| Self { $($field: self.$field / divisor),+ });

        impl Neg for $Type {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                Self { $($field: -self.$field),+ }
            }
        }

        impl AddAssign for $Type {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
    };
}

/// Implements an operator on each component, with a vector or a number on the right.
macro_rules! operator {
    ($Type:ident, $Trait:ident $method:ident, |$self:ident, $right:ident: $Right:ty| $body:expr) => {
        impl $Trait<$Right> for $Type {
            type Output = Self;

            #[inline]
            fn $method($self, $right: $Right) -> Self {
                $body
            }
        }
    };
}

vector! {
    /// Two components: a texture coordinate, or a point in a plane.
    Vec2, 2, x y
}
vector! {
    /// Three components: a point, a direction, a size.
    ///
    /// ```
    /// use geom::Vec3;
    ///
    /// let edge = Vec3::new(4.0, 2.0, 4.0) - Vec3::new(1.0, 2.0, 0.0);
    /// assert_eq!(edge.length(), 5.0);
    /// assert_eq!(edge.normalised(), Some(Vec3::new(0.6, 0.0, 0.8)));
    /// assert_eq!(Vec3::ZERO.normalised(), None);
    /// assert_eq!(Vec3::X.cross(Vec3::Y), Vec3::Z);
    /// ```
    Vec3, 3, x y z
}
vector! {
    /// Four components: a tangent with its handedness, four weights, a point with its `w`.
    Vec4, 4, x y z w
}

impl Vec3 {
    /// The first axis.
    pub const X: Self = Self::new(1.0, 0.0, 0.0);
    /// The second axis.
    pub const Y: Self = Self::new(0.0, 1.0, 0.0);
    /// The third axis.
    pub const Z: Self = Self::new(0.0, 0.0, 1.0);

    /// The cross product; of X and Y it is Z.
    #[inline]
    pub const fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// Appends a fourth component.
    #[inline]
    pub const fn extend(self, w: f32) -> Vec4 {
        Vec4::new(self.x, self.y, self.z, w)
    }
}

impl Vec4 {
    /// The first three components.
    #[inline]
    pub const fn xyz(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }
}
