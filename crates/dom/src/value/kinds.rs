//! The kinds of values: one list, with the representation of each in files and in text.

use super::debug::Text;
use super::{Content, Font, Shared, Target};
use geom::{Pose, Vec2, Vec3};
use rbxbinary::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo, UniqueId};
use std::borrow::Cow;
use std::fmt;

/// A part of a value as `Debug` shows it: bytes as text, anything else unchanged.
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

/// Defines [`Kind`] and [`Value`] from a list of names, parts of values, and numbers of types in binary files
/// (0 for none). Kinds of the first group can be parsed from text; the others only occur in files.
macro_rules! kinds {
    (
        $($(#[$doc:meta])+ $Kind:ident($($part:ident: $ty:ty),+) $data:literal;)*
        =
        $($(#[$other_doc:meta])+ $Other:ident($($other_part:ident: $other_ty:ty),+) $other_data:literal;)*
    ) => {
        /// The kind of a [`Value`]: one of all kinds in the two encodings, under the name that Roblox uses.
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

            /// The kind with this name, if values of this kind can be parsed from text.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($Kind) => Some(Self::$Kind),)*
                    // Such a kind cannot be parsed from text.
                    _ => None,
                }
            }

            /// The number of the type in binary files, which several kinds may share; 0 if these have no such
            /// type.
            #[doc(hidden)]
            pub const fn in_data(self) -> u8 {
                match self {
                    $(Self::$Kind => $data,)*
                    $(Self::$Other => $other_data,)*
                }
            }

            /// The first kind with this number of a type in binary files.
            #[doc(hidden)]
            pub fn of_data(number: u8) -> Option<Self> {
                let all = [$(Self::$Kind),*];
                all.into_iter().find(|kind| kind.in_data() == number)
            }
        }

        /// The value of a property or an attribute. [`Kind`] lists the possible kinds.
        ///
        /// `From` makes values from numbers, strings, vectors and ids. Values that a document returns borrow
        /// from it; [`into_owned`](Self::into_owned) makes them independent.
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

        /// Prints the value like the derived implementation, but with bytes as text.
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
    /// An asset or an instance, or neither: the newer of two kinds.
    Content(value: Content<'a>) 0x22;
    /// The address of an asset: the older of two kinds; in binary files, a string.
    ///
    /// The address; `None` for no asset.
    ContentId(address: Option<Cow<'a, [u8]>>) 0x01;
    /// True or false.
    Bool(value: bool) 0x02;
    /// An integer of 32 bits.
    Int32(value: i32) 0x03;
    /// An integer of 64 bits.
    Int64(value: i64) 0x1b;
    /// A floating-point number of 32 bits.
    Float32(value: f32) 0x04;
    /// A floating-point number of 64 bits.
    Float64(value: f64) 0x05;
    /// The number of an enum item.
    Enum(value: u32) 0x12;
    /// The number of a palette colour; in XML, an integer.
    BrickColor(value: u32) 0x0b;
    /// A relative scale and an offset in pixels.
    UDim(value: (f32, i32)) 0x06;
    /// A relative scale and an offset in pixels for each axis: x, y.
    UDim2(value: [(f32, i32); 2]) 0x07;
    /// An origin and a direction.
    Ray(value: Ray) 0x08;
    /// A set of faces of a part.
    ///
    /// Bits for right, top, back, left, bottom, front, the lowest first.
    Faces(value: u32) 0x09;
    /// A set of axes.
    ///
    /// Bits for x, y, z, the lowest first.
    Axes(value: u32) 0x0a;
    /// A vector of two numbers.
    Vector2(value: Vec2) 0x0d;
    /// A vector of three numbers.
    Vector3(value: Vec3) 0x0e;
    /// A vector of two integers.
    Vector2int16(value: [i16; 2]) 0x0f;
    /// A vector of three integers.
    Vector3int16(value: [i16; 3]) 0x14;
    /// A colour: red, green, blue.
    ///
    /// Usually from 0 to 1.
    Color3(value: [f32; 3]) 0x0c;
    /// A colour: red, green, blue as bytes.
    Color3uint8(value: [u8; 3]) 0x1a;
    /// A position and a rotation.
    CFrame(value: Pose) 0x10;
    /// A position and a rotation, which is a quaternion in binary files.
    CFrameQuat(value: Pose) 0x11;
    /// A position and a rotation, or none.
    OptionalCFrame(value: Option<Pose>) 0x1e;
    /// A reference to an instance.
    Referent(value: Target) 0x13;
    /// The lowest and the highest number of a range.
    NumberRange(value: NumberRange) 0x17;
    /// Numbers over time.
    NumberSequence(value: Cow<'a, [NumberKeypoint]>) 0x15;
    /// Colours over time.
    ColorSequence(value: Cow<'a, [ColorKeypoint]>) 0x16;
    /// A rectangle.
    ///
    /// Minimum x and y, maximum x and y.
    Rect(value: [f32; 4]) 0x18;
    /// Physical properties of a part that replace those of its material.
    ///
    /// `None` if those of the material apply.
    PhysicalProperties(value: Option<PhysicalProperties>) 0x19;
    /// A typeface.
    Font(value: Font<'a>) 0x20;
    /// An id that stays the same when an instance is moved or renamed.
    UniqueId(value: UniqueId) 0x1f;
    /// A set of capabilities.
    SecurityCapabilities(value: u64) 0x21;
    /// A point of a curve with its tangents, in attributes.
    ///
    /// Position, left tangent and right tangent: of each, scales and offsets as in `UDim2`.
    Path2DControlPoint(value: [[(f32, i32); 2]; 3]) 0;
    /// The way in which something changes over time, in attributes.
    TweenInfo(value: TweenInfo) 0;
    /// A box between two corners in space, in attributes.
    Region3(value: [Vec3; 2]) 0;
    /// A box between two corners in space with integer coordinates, in attributes.
    Region3int16(value: [[i16; 3]; 2]) 0;
    =
    /// A shared string with the data of an asset, in XML.
    NetAssetRef(value: Shared<'a>) 0x1c;
    /// An asset in the form of old XML files.
    ///
    /// The name of the XML element in it, and the text of that element.
    OldContent(name: &'static str, text: Cow<'a, [u8]>) 0x01;
    /// A folder, in settings files.
    QDir(text: Cow<'a, [u8]>) 0x01;
    /// A font, in settings files.
    QFont(text: Cow<'a, [u8]>) 0x01;
    /// A value of another kind than CFrame that may be absent, in XML.
    Optional(value: Box<Value<'a>>) 0;
    /// An XML element that cannot be read, as its source text.
    Source(text: Cow<'a, [u8]>) 0;
    /// An enum and the number of its item, in attributes.
    ///
    /// The name of the enum, and the number.
    EnumItem(text: Cow<'a, [u8]>, number: u32) 0;
    /// A point of a number sequence, in attributes.
    NumberKeypoint(value: NumberKeypoint) 0;
    /// A point of a colour sequence, in attributes.
    ColorKeypoint(value: ColorKeypoint) 0;
}

/// Matches a value and converts it: from theirs to ours (`from`), back (`to`), or between types with the same
/// form (`same`). The kinds come from a list, such as [`with_alike`], and other match arms follow.
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

/// Kinds without bytes or references, whose values have the same form here and in binary files, and in XML
/// the same form or a record of the same numbers. Each form is written as a pattern that also serves as an
/// expression.
///
/// `binary.rs` and `xml.rs` convert the other kinds one by one.
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

/// Kinds whose values have the same form here and in attributes, or consist of the same numbers; see
/// [`with_alike`].
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

/// Kinds whose values have the same form in both encodings and in attributes.
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

/// Kinds whose values are rows of numbers. Each has a pattern of the value, which also serves as an
/// expression, and the numbers in the order that scripts use.
///
/// Printing such values and parsing them from text is derived from this list.
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
    /// An example of how a value of this kind is written as text; `None` for kinds that are not parsed from
    /// text.
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
