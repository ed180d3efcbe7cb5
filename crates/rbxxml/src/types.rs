//! The types of values: a single list, from which all tables of types are generated.

/// The list of types (format document, section 4). A line defines a type: its name; the content of a
/// [`Value`](crate::Value); the element that is written, and those that are read; the function of `read/value.rs`; and
/// the function of `write/value.rs`, with the way it takes the value and with its other parameters.
///
/// Calls `$then` with the whole list, since the model, the reader and the writer each need it.
macro_rules! with_types {
    ($then:ident) => {
        $then! {
                String(Text): "string" from b"string", string, borrowed string(plain_space);
                /// The source of a script.
                ProtectedString(Text): "ProtectedString" from b"ProtectedString", script, borrowed script(plain_space, is_text);
                /// Bytes, which are stored as base64.
                BinaryString(Box<[u8]>): "BinaryString" from b"BinaryString", binary_string, borrowed binary_string();
                Bool(bool): "bool" from b"bool", bool, copied bool();
                Int32(i32): "int" from b"int", int, copied whole();
                Int64(i64): "int64" from b"int64", long, copied whole();
                Float32(f32): "float" from b"float", float, copied float();
                Float64(f64): "double" from b"double", double, copied double();
                /// The number of an enum item.
                Enum(u32): "token" from b"token" | b"Enum", unsigned, copied whole();
                /// The number of a colour of the palette. It is written as `int`, so reading returns it only if
                /// [`ReadOptions::types`](crate::ReadOptions::types) specifies it.
                BrickColor(u32): "int" from b"BrickColor", unsigned, copied whole();
                SecurityCapabilities(u64): "SecurityCapabilities" from b"SecurityCapabilities", capabilities, copied whole();
                Vector2(Vec2): "Vector2" from b"Vector2", vec2, copied vec2(depth);
                Vector3(Vec3): "Vector3" from b"Vector3", vec3, copied vec3(depth);
                Vector2int16([i16; 2]): "Vector2int16" from b"Vector2int16", vector2int16, copied vector2int16(depth);
                Vector3int16([i16; 3]): "Vector3int16" from b"Vector3int16", vector3int16, copied vector3int16(depth);
                /// A length in a user interface: a fraction of the parent's length, plus pixels.
                UDim((f32, i32)): "UDim" from b"UDim", udim, copied udim(depth);
                /// A length for each axis.
                UDim2([(f32, i32); 2]): "UDim2" from b"UDim2", udim2, copied udim2(depth);
                /// The smallest X and Y, then the largest.
                Rect([f32; 4]): "Rect2D" from b"Rect2D" | b"Rect", rect, copied rect(depth);
                Ray(Box<Ray>): "Ray" from b"Ray", ray, borrowed ray(depth);
                CFrame(Box<Pose>): "CoordinateFrame" from b"CoordinateFrame" | b"CFrame", cframe, borrowed cframe(depth);
                /// An optional value; in current files always a CFrame.
                Optional(Option<Box<Value>>): "OptionalCoordinateFrame" from b"OptionalCoordinateFrame" | b"Optional",
                    optional, inside optional(plain_space, is_text, depth);
                Color3([f32; 3]): "Color3" from b"Color3", color3, copied color3(depth);
                Color3uint8([u8; 3]): "Color3uint8" from b"Color3uint8", color3uint8, copied color3uint8();
                /// A set: X 1, Y 2, Z 4; only the lowest 3 bits have a meaning.
                Axes(u32): "Axes" from b"Axes", axes, copied axes(depth);
                /// A set: right 1, top 2, back 4, left 8, bottom 16, front 32; only the lowest 6 bits have a meaning.
                Faces(u32): "Faces" from b"Faces", faces, copied faces(depth);
                NumberRange(NumberRange): "NumberRange" from b"NumberRange", number_range, borrowed number_range();
                NumberSequence(Box<[NumberKeypoint]>): "NumberSequence" from b"NumberSequence",
                    number_sequence, borrowed number_sequence();
                ColorSequence(Box<[ColorKeypoint]>): "ColorSequence" from b"ColorSequence",
                    color_sequence, borrowed color_sequence();
                /// Physical properties; `None` if those of the material apply.
                PhysicalProperties(Option<Box<PhysicalProperties>>): "PhysicalProperties" from b"PhysicalProperties",
                    physical, inside physical(depth);
                ContentId(ContentId): "Content" from b"ContentId", content_id, borrowed content_id(plain_space);
                Content(Content): "Content" from b"Content", content, borrowed content(plain_space, depth);
                Font(Box<Font>): "Font" from b"Font", font, borrowed font(plain_space, depth);
                Referent(Reference): "Ref" from b"Ref" | b"Object", reference, borrowed reference();
                /// The key of a [`SharedString`](crate::SharedString).
                SharedString(Text): "SharedString" from b"SharedString", key, borrowed key();
                /// The key of a [`SharedString`](crate::SharedString) that contains an asset.
                NetAssetRef(Text): "NetAssetRef" from b"NetAssetRef", key, borrowed key();
                UniqueId(UniqueId): "UniqueId" from b"UniqueId", unique_id, borrowed unique_id();
                /// A folder. It occurs in settings files.
                QDir(Text): "QDir" from b"QDir", string, borrowed string(plain_space);
                /// A font. It occurs in settings files.
                QFont(Text): "QFont" from b"QFont", string, borrowed string(plain_space);
        }
    };
}
pub(crate) use with_types;

/// The list of types whose elements have a child for each number (format document, section 6). A line has the name of
/// the functions that read and write the type; the type; the kind of numbers; and the names of the children.
macro_rules! with_vectors {
    ($then:ident) => {
        $then! {
            vec2(Vec2): floats ["X", "Y"];
            vec3(Vec3): floats ["X", "Y", "Z"];
            vector2int16([i16; 2]): shorts ["X", "Y"];
            vector3int16([i16; 3]): shorts ["X", "Y", "Z"];
        }
    };
}
pub(crate) use with_vectors;
