//! The kinds of values: one list, with what each is in data, in XML and in text.

use super::debug::Text;
use super::{Content, Font, Shared, Target};
use geom::{Pose, Vec2, Vec3};
use rbxbinary::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo, UniqueId};
use std::borrow::Cow;
use std::fmt;

/// A part of a value for `Debug`: bytes as text, all others as they are.
macro_rules! shown {
    (text: $part:expr) => {
        &Text($part)
    };
    (address: $part:expr) => {
        &$part.as_deref().map(Text)
    };
    ($other:ident: $part:expr) => {
        $part
    };
}

/// Makes the list of kinds: the name, the parts of a value, the number of the type in binary files (0 if these have none).
/// Kinds of the first group can be said in text; the others are only found in files.
macro_rules! kinds {
    (
        $($(#[$doc:meta])+ $Kind:ident($($part:ident: $ty:ty),+) $data:literal;)*
        =
        $($(#[$other_doc:meta])+ $Other:ident($($other_part:ident: $other_ty:ty),+) $other_data:literal;)*
    ) => {
        /// The kind of a [`Value`]: all kinds of the two encodings, by the names that Roblox gives them.
        ///
        /// ```
        /// use dom::{Kind, Value};
        ///
        /// assert_eq!(Value::from(true).kind(), Kind::Bool);
        /// assert_eq!(Kind::of_name("Vector3"), Some(Kind::Vector3));
        /// assert_eq!(Kind::Vector3.name(), "Vector3");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])+ $Kind,)*
            $($(#[$other_doc])+ $Other,)*
        }

        impl Kind {
            /// The names of the kinds that can be parsed from text, in the order of the list.
            pub const NAMES: &[&str] = &[$(stringify!($Kind)),*];

            /// Its name, such as `Vector3`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => stringify!($Kind),)*
                    $(Self::$Other => stringify!($Other),)*
                }
            }

            /// The kind with this name, if a text can be one.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($Kind) => Some(Self::$Kind),)*
                    // Such a kind cannot be parsed from text.
                    _ => None,
                }
            }

            /// The number of its type in binary files, which several kinds share; 0 if these have none.
            #[doc(hidden)]
            pub const fn in_data(self) -> u8 {
                match self {
                    $(Self::$Kind => $data,)*
                    $(Self::$Other => $other_data,)*
                }
            }

            /// The first kind with this number.
            #[doc(hidden)]
            pub fn of_data(number: u8) -> Option<Self> {
                let all = [$(Self::$Kind),*];
                all.into_iter().find(|kind| kind.in_data() == number)
            }
        }

        /// The value of a property or an attribute. [`Kind`] lists what it may be.
        ///
        /// Values are made `from` what programs have: numbers, texts, vectors, ids. Those that a document gives borrow from it,
        /// until [`into_owned`](Self::into_owned).
        ///
        /// ```
        /// use dom::{Kind, Value};
        ///
        /// assert_eq!(Value::from("Door").as_str(), Some("Door"));
        /// assert_eq!(Value::from(0.5_f32).cast(Kind::Float64), Some(Value::Float64(0.5)));
        /// assert_eq!(Value::from(2).as_enum(), Some(2));
        /// ```
        #[derive(Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Value<'a> {
            $($(#[$doc])+ $Kind($($ty),+),)*
            $($(#[$other_doc])+ $Other($($other_ty),+),)*
        }

        /// Prints the derived form, with bytes as text.
        impl fmt::Debug for Value<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Kind($($part),+) => {
                        f.debug_tuple(stringify!($Kind))$(.field(shown!($part: $part)))+.finish()
                    })*
                    $(Self::$Other($($other_part),+) => {
                        f.debug_tuple(stringify!($Other))$(.field(shown!($other_part: $other_part)))+.finish()
                    })*
                }
            }
        }

        impl Value<'_> {
            /// The kind of the value.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Self::$Kind { .. } => Kind::$Kind,)*
                    $(Self::$Other { .. } => Kind::$Other,)*
                }
            }
        }
    };
}
kinds! {
    /// Text, or any bytes.
    String(text: Cow<'a, [u8]>) 0x01;
    /// The source of a script; in binary files, a string.
    ProtectedString(text: Cow<'a, [u8]>) 0x01;
    /// Bytes; in binary files, a string.
    BinaryString(text: Cow<'a, [u8]>) 0x01;
    /// Bytes that several properties may share.
    SharedString(value: Shared<'a>) 0x1c;
    /// Compiled code; in XML, bytes.
    Bytecode(text: Cow<'a, [u8]>) 0x1d;
    /// An asset or an instance: the newer of two kinds.
    Content(value: Content<'a>) 0x22;
    /// The address of an asset; in binary files, a string.
    ///
    /// The address; `None` for no asset.
    ContentId(address: Option<Cow<'a, [u8]>>) 0x01;
    /// Yes or no.
    Bool(value: bool) 0x02;
    /// A whole number.
    Int32(value: i32) 0x03;
    /// A whole number of 64 bits.
    Int64(value: i64) 0x1b;
    /// A number.
    Float32(value: f32) 0x04;
    /// A number of 64 bits.
    Float64(value: f64) 0x05;
    /// The number of an enum item.
    Enum(value: u32) 0x12;
    /// The number of a colour of the palette; in XML, a whole number.
    BrickColor(value: u32) 0x0b;
    /// Scale and offset.
    UDim(value: (f32, i32)) 0x06;
    /// Scale and offset of each axis: x, y.
    UDim2(value: [(f32, i32); 2]) 0x07;
    /// A point and a direction.
    Ray(value: Ray) 0x08;
    /// Some of six faces.
    ///
    /// Bits for right, top, back, left, bottom, front, the lowest first.
    Faces(value: u32) 0x09;
    /// Some of three axes.
    ///
    /// Bits for x, y, z, the lowest first.
    Axes(value: u32) 0x0a;
    /// Two numbers.
    Vector2(value: Vec2) 0x0d;
    /// Three numbers.
    Vector3(value: Vec3) 0x0e;
    /// Two whole numbers.
    Vector2int16(value: [i16; 2]) 0x0f;
    /// Three whole numbers.
    Vector3int16(value: [i16; 3]) 0x14;
    /// Red, green, blue.
    ///
    /// Usually from 0 to 1.
    Color3(value: [f32; 3]) 0x0c;
    /// Red, green, blue as bytes.
    Color3uint8(value: [u8; 3]) 0x1a;
    /// Position and rotation.
    CFrame(value: Pose) 0x10;
    /// Position and rotation, the rotation as a quaternion in binary files.
    CFrameQuat(value: Pose) 0x11;
    /// Position and rotation, or none.
    OptionalCFrame(value: Option<Pose>) 0x1e;
    /// An instance.
    Referent(value: Target) 0x13;
    /// The lowest and the highest of some numbers.
    NumberRange(value: NumberRange) 0x17;
    /// Numbers over time.
    NumberSequence(value: Cow<'a, [NumberKeypoint]>) 0x15;
    /// Colours over time.
    ColorSequence(value: Cow<'a, [ColorKeypoint]>) 0x16;
    /// Two corners.
    ///
    /// Minimum x and y, maximum x and y.
    Rect(value: [f32; 4]) 0x18;
    /// Physical properties that replace those of the material.
    ///
    /// `None` if those of the material apply.
    PhysicalProperties(value: Option<PhysicalProperties>) 0x19;
    /// A typeface.
    Font(value: Font<'a>) 0x20;
    /// An id that stays the same when an instance is moved and renamed.
    UniqueId(value: UniqueId) 0x1f;
    /// A set of capabilities.
    SecurityCapabilities(value: u64) 0x21;
    /// A point of a curve with its tangents, in attributes.
    ///
    /// Position, left tangent and right tangent: of each, scales and offsets as in `UDim2`.
    Path2DControlPoint(value: [[(f32, i32); 2]; 3]) 0;
    /// How something changes over time, in attributes.
    TweenInfo(value: TweenInfo) 0;
    /// Two corners in space, in attributes.
    Region3(value: [Vec3; 2]) 0;
    /// Two corners in space of whole numbers, in attributes.
    Region3int16(value: [[i16; 3]; 2]) 0;
    =
    /// A shared string with an asset, in XML.
    NetAssetRef(value: Shared<'a>) 0x1c;
    /// An asset as old XML files have it.
    ///
    /// The name of its element, and the text.
    OldContent(name: &'static str, text: Cow<'a, [u8]>) 0x01;
    /// A folder, in settings files.
    QDir(text: Cow<'a, [u8]>) 0x01;
    /// A font, in settings files.
    QFont(text: Cow<'a, [u8]>) 0x01;
    /// A value that may be none, in XML, other than a CFrame.
    Optional(value: Box<Value<'a>>) 0;
    /// An element of XML that cannot be read, as it is written.
    Source(text: Cow<'a, [u8]>) 0;
    /// An enum and the number of its item, in attributes.
    ///
    /// The name of the enum, and the number.
    EnumItem(text: Cow<'a, [u8]>, number: u32) 0;
    /// A point of numbers over time, in attributes.
    NumberKeypoint(value: NumberKeypoint) 0;
    /// A point of colours over time, in attributes.
    ColorKeypoint(value: ColorKeypoint) 0;
}

/// A match over a value, from theirs to ours or back: the kinds of a list, such as [`with_alike`], and others.
macro_rules! alike {
    ((from $Theirs:ident, $value:expr, { $($others:tt)* }) $($Kind:ident $ours:tt = $theirs:tt;)*) => {
        match $value {
            $($Theirs::$Kind $theirs => Value::$Kind $ours,)*
            $($others)*
        }
    };
    ((to $Theirs:ident, $value:expr, { $($others:tt)* }) $($Kind:ident $ours:tt = $theirs:tt;)*) => {
        match $value {
            $(Value::$Kind $ours => $Theirs::$Kind $theirs,)*
            $($others)*
        }
    };
    // Where both have a value as it is here.
    ((same $From:ident, $To:ident, $value:expr, { $($others:tt)* }) $($Kind:ident $ours:tt = $theirs:tt;)*) => {
        match $value {
            $($From::$Kind $ours => $To::$Kind $ours,)*
            $($others)*
        }
    };
}
pub(in super::super) use alike;

/// Kinds without bytes or references of their own, whose values are in binary files as they are here, and in XML the same
/// or a record of the same numbers. What is the same of a value is said as a pattern, which makes it, too.
///
/// The other kinds are in `formats/roblox/binary.rs` and `xml.rs` one by one.
macro_rules! with_alike {
    ($then:ident $arguments:tt) => {
        with_alike_everywhere! {
            $then $arguments
            Int64(number) = (number);
            Enum(number) = (number);
            NumberRange(rbxbinary::NumberRange { min, max }) = (rbxxml::NumberRange { min, max });
            UniqueId(rbxbinary::UniqueId { random, time, index }) = (rbxxml::UniqueId { random, time, index });
        }
    };
}
pub(in super::super) use with_alike;

/// Kinds whose values are in attributes as they are here, or with the same numbers; see [`with_alike`].
macro_rules! with_alike_attributes {
    ($then:ident $arguments:tt) => {
        with_alike_everywhere! {
            $then $arguments
            Faces(bits) = (bits);
            Axes(bits) = (bits);
            BrickColor(number) = (number);
            Ray(ray) = (ray);
            Region3(corners) = (corners);
            Region3int16(corners) = (corners);
            NumberRange(range) = (range);
            NumberKeypoint(point) = (point);
            ColorKeypoint(point) = (point);
            Path2DControlPoint(point) = (point);
            TweenInfo(tween) = (tween);
        }
    };
}
pub(in super::super) use with_alike_attributes;

/// The kinds that are alike in both encodings and in attributes.
macro_rules! with_alike_everywhere {
    ($then:ident $arguments:tt $($more:tt)*) => {
        $then! {
            $arguments
            Int32(number) = (number);
            Float32(number) = (number);
            Float64(number) = (number);
            SecurityCapabilities(set) = (set);
            UDim(udim) = (udim);
            UDim2(axes) = (axes);
            Vector2(vector) = (vector);
            Vector3(vector) = (vector);
            Vector2int16(vector) = (vector);
            Vector3int16(vector) = (vector);
            Color3(color) = (color);
            Color3uint8(color) = (color);
            Rect(corners) = (corners);
            $($more)*
        }
    };
}
pub(in super::super) use with_alike_everywhere;

/// Kinds that are numbers in a row. Of each, a pattern of the value, which makes it, too, and the numbers in the order in
/// which scripts have them.
///
/// Printing and setting from text follow from it.
#[doc(hidden)]
#[macro_export]
macro_rules! with_rows {
    ($then:ident $arguments:tt) => {
        $then! {
            $arguments
            UDim((scale, offset)): scale offset;
            UDim2([(x, u), (y, v)]): x u y v;
            Ray(::rbxbinary::Ray {
                origin: ::geom::Vec3 { x: a, y: b, z: c },
                direction: ::geom::Vec3 { x: d, y: e, z: f }
            }): a b c d e f;
            Vector2(::geom::Vec2 { x, y }): x y;
            Vector3(::geom::Vec3 { x, y, z }): x y z;
            Vector2int16([x, y]): x y;
            Vector3int16([x, y, z]): x y z;
            Color3([r, g, b]): r g b;
            Color3uint8([r, g, b]): r g b;
            NumberRange(::rbxbinary::NumberRange { min, max }): min max;
            Rect([a, b, c, d]): a b c d;
            Path2DControlPoint([
                [(a, i), (b, j)],
                [(c, k), (d, l)],
                [(e, m), (f, n)]
            ]): a i b j c k d l e m f n;
            TweenInfo(::rbxbinary::TweenInfo {
                time, delay, repeat_count, easing_style, easing_direction, reverses
            }): time delay repeat_count easing_style easing_direction reverses;
            Region3([::geom::Vec3 { x: a, y: b, z: c }, ::geom::Vec3 { x: d, y: e, z: f }]): a b c d e f;
            Region3int16([[a, b, c], [d, e, f]]): a b c d e f;
        }
    };
}

impl Kind {
    /// An example of how such a value is written.
    #[doc(hidden)]
    pub const fn example(self) -> Option<&'static str> {
        Some(match self {
            Self::Bool => "true or false",
            Self::Int32 | Self::Int64 => "3",
            Self::Float32 | Self::Float64 => "0.5",
            Self::Vector2 | Self::NumberRange => "0.5, 1",
            Self::Vector3 => "4, 1, 2",
            Self::Color3 | Self::Color3uint8 => "#ff8800, or 255, 136, 0",
            Self::CFrame | Self::CFrameQuat | Self::OptionalCFrame => "0, 10, 0, which is a position",
            Self::NumberSequence => {
                "2, or 2, 0 from start to end, or [0, 2, 0], [1, 0, 0] with time, value and envelope"
            }
            Self::ColorSequence => {
                "#ff8800, or #ff8800, #0000ff from start to end, or [0, 1, 0.5, 0, 0], [1, 0, 0, 1, 0] with time, red, green, blue and 0"
            }
            Self::PhysicalProperties => {
                "0.7, 0.3, 0.5, 1, 1 with density, friction, elasticity and the weights of these two, or none"
            }
            Self::UDim => "0.5, 20, which are scale and offset",
            Self::UDim2 => "0.5, 0, 0, 20, which are scale and offset of X and of Y",
            Self::Font => "\"rbxasset://fonts/families/SourceSansPro.json\", 400, 0, or SourceSans",
            _ => return None,
        })
    }
}
