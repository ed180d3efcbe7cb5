//! The kinds of values: a single list, from which all tables of kinds are generated.

/// Format document, section 5. A line defines a kind: its number in the file; `plain` values or values `lent` by their
/// column; its name; the fields of a [`Value`](crate::Value), each with its neutral value; the type of its columns, a
/// [`ValueColumn`](super::ValueColumn); and its functions in `read/values.rs` and `write/values.rs`.
///
/// Calls `$then` with the whole list, since the model, the reader, the writer and the document each need it.
macro_rules! with_kinds {
    ($then:ident) => {
        $then! {
            /// A string of arbitrary bytes, usually UTF-8.
            0x01 lent String(bytes: &'a [u8] = b"") Strings: strings, strings;
            /// A Boolean; any value except 0 is true.
            0x02 plain Bool(value: u8 = 0) Vec<u8>: flags, flags;
            /// A 32-bit integer.
            0x03 plain Int32(value: i32 = 0) Vec<i32>: numbers, numbers;
            /// A 32-bit float.
            0x04 plain Float32(value: f32 = 0.0) Vec<f32>: numbers, numbers;
            /// A 64-bit float.
            0x05 plain Float64(value: f64 = 0.0) Vec<f64>: rows, rows;
            /// Scale, as a fraction of the parent's size, and offset, in pixels.
            0x06 plain UDim(value: (f32, i32) = (0.0, 0)) UDims: udim, udim;
            /// Scale and offset of each axis: x, y.
            0x07 plain UDim2(value: [(f32, i32); 2] = [(0.0, 0); 2]) UDim2s: udim2, udim2;
            /// A ray.
            0x08 plain Ray(value: Ray = Ray::default()) Vec<Ray>: rows, rows;
            /// Bits for right, top, back, left, bottom, front, the lowest first.
            0x09 plain Faces(value: u8 = 0) Vec<u8>: flags, flags;
            /// Bits for x, y, z, the lowest first.
            0x0a plain Axes(value: u8 = 0) Vec<u8>: flags, flags;
            /// A palette number. Numbers begin at 1; 194 is Roblox's default.
            0x0b plain BrickColor(value: u32 = 194) Vec<u32>: numbers, numbers;
            /// Red, green, blue, usually from 0 to 1.
            0x0c plain Color3(value: [f32; 3] = [0.0; 3]) Lanes<f32, 3>: rgb, lanes;
            /// A vector of two floats.
            0x0d plain Vector2(value: Vec2 = Vec2::default()) Lanes<f32, 2>: xy, lanes;
            /// A vector of three floats.
            0x0e plain Vector3(value: Vec3 = Vec3::default()) Lanes<f32, 3>: xyz, lanes;
            /// A vector of two 16-bit integers.
            0x0f plain Vector2int16(value: [i16; 2] = [0; 2]) Vec<[i16; 2]>: rows, rows;
            /// Rotation and position.
            0x10 plain CFrame(
                rotation: Rotation<Mat3> = Rotation::Id(RotationId::IDENTITY), position: Vec3 = Vec3::default()
            ) CFrames: placements, placements;
            /// Rotation by a quaternion, and position.
            0x11 plain CFrameQuat(
                rotation: Rotation<Quat> = Rotation::Id(RotationId::IDENTITY), position: Vec3 = Vec3::default()
            ) QuaternionFrames: placements, placements;
            /// The number of an enum item. The file does not state which enum it belongs to.
            0x12 plain Enum(value: u32 = 0) Vec<u32>: numbers, numbers;
            /// A reference to an instance.
            0x13 plain Referent(value: Referent = Referent::NONE) Vec<Referent>: referents, referents;
            /// A vector of three 16-bit integers.
            0x14 plain Vector3int16(value: [i16; 3] = [0; 3]) Vec<[i16; 3]>: rows, rows;
            /// The keypoints of a sequence of numbers.
            0x15 lent NumberSequence(points: &'a [NumberKeypoint] = &[]) Lists<NumberKeypoint>: sequences, sequences;
            /// The keypoints of a sequence of colours.
            0x16 lent ColorSequence(points: &'a [ColorKeypoint] = &[]) Lists<ColorKeypoint>: sequences, sequences;
            /// A range of numbers.
            0x17 plain NumberRange(value: NumberRange = NumberRange::default()) Vec<NumberRange>: rows, rows;
            /// Minimum x and y, maximum x and y.
            0x18 plain Rect(value: [f32; 4] = [0.0; 4]) Lanes<f32, 4>: sides, lanes;
            /// Physical properties. `Err` holds the flags of a value that uses those of the material: 0, or 2 if the program
            /// supports acoustics.
            0x19 plain PhysicalProperties(value: Result<PhysicalProperties, u8> = Err(0))
                Coded<PhysicalProperties>: physical_properties, physical_properties;
            /// Red, green, blue as bytes.
            0x1a plain Color3uint8(value: [u8; 3] = [0; 3]) Lanes<u8, 3>: color3uint8, color3uint8;
            /// A 64-bit integer.
            0x1b plain Int64(value: i64 = 0) Vec<i64>: wide, numbers;
            /// A shared string; look it up in [`Model::shared_strings`](crate::Model::shared_strings).
            0x1c plain SharedString(value: SharedIndex = SharedIndex::NOWHERE) Vec<SharedIndex>: numbers, numbers;
            /// Compiled Luau code.
            0x1d lent Bytecode(code: &'a [u8] = b"") Strings: strings, strings;
            /// Rotation and position, or none.
            0x1e plain OptionalCFrame(value: Option<(Rotation<Mat3>, Vec3)> = None) OptionalCFrames: optional, optional;
            /// The unique id of an instance.
            0x1f plain UniqueId(value: UniqueId = UniqueId::default()) UniqueIds: unique_ids, unique_ids;
            /// A font.
            0x20 lent Font(font: Font<'a> = Font { weight: 400, ..Font::default() }) Fonts: fonts, fonts;
            /// A set of capabilities, one bit each.
            0x21 plain SecurityCapabilities(value: u64 = 0) Vec<u64>: wide, numbers;
            /// The source of some content.
            0x22 lent Content(content: Content<'a> = Content::None) Box<Contents>: contents, contents;
        }
    };
}
pub(crate) use with_kinds;
