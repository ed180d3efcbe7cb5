//! Conversion of values to and from the JSON of Rojo.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dom::classes::Class;
use dom::{
    ColorKeypoint, Content, Font, FontStyle, Kind, NumberKeypoint, NumberRange, PhysicalProperties, Value,
};
use geom::{Mat3, Pose, Vec2, Vec3};
use rbxbinary::tags;
use serde_json::{Number, Value as Json, json};
use std::borrow::Cow;

/// The names and numbers of the weights of fonts.
const WEIGHTS: [(&str, u32); 9] = [
    ("Thin", 100),
    ("ExtraLight", 200),
    ("Light", 300),
    ("Regular", 400),
    ("Medium", 500),
    ("SemiBold", 600),
    ("Bold", 700),
    ("ExtraBold", 800),
    ("Heavy", 900),
];

// The names are in the order of their bits.
const FACES: [&str; 6] = ["Right", "Top", "Back", "Left", "Bottom", "Front"];
const AXES: [&str; 3] = ["X", "Y", "Z"];

/// A number with the fewest digits that identify it; `None` if JSON cannot represent it.
fn float(number: f32) -> Option<Json> {
    let number: Number = number.is_finite().then(|| number.to_string().parse().ok())??;
    Some(Json::Number(number))
}

fn floats(numbers: &[f32]) -> Option<Json> {
    numbers.iter().map(|number| float(*number)).collect::<Option<Vec<_>>>().map(Json::Array)
}

fn vec3(vector: Vec3) -> Option<Json> {
    floats(&vector.to_array())
}

fn text(bytes: &[u8]) -> Option<Json> {
    std::str::from_utf8(bytes).ok().map(Json::from)
}

fn set(names: &[&str], bits: u32) -> Json {
    let all = (0..).zip(names).filter(|(bit, _)| bits.checked_shr(*bit).is_some_and(|rest| rest & 1 == 1));
    all.map(|(_, name)| Json::from(*name)).collect()
}

/// A value with its type, such as `{"Vector3": [1, 2, 3]}`; `None` if Rojo's files cannot represent it.
pub(super) fn to_json(property: &str, value: &Value<'_>) -> Option<Json> {
    let (name, value) = match value {
        Value::BinaryString(bytes) | Value::String(bytes) if property == "Tags" => {
            let names = tags::read(bytes).map(text).collect::<Option<Vec<_>>>()?;
            ("Tags", Json::Array(names))
        }
        Value::String(bytes) | Value::ProtectedString(bytes) => match text(bytes) {
            Some(text) => ("String", text),
            None => ("BinaryString", STANDARD.encode(bytes).into()),
        },
        Value::BinaryString(bytes) => ("BinaryString", STANDARD.encode(bytes).into()),
        Value::Bool(value) => ("Bool", (*value).into()),
        Value::Int32(number) => ("Int32", (*number).into()),
        Value::Int64(number) => ("Int64", (*number).into()),
        Value::Float32(number) => ("Float32", float(*number)?),
        Value::Float64(number) => ("Float64", Json::Number(Number::from_f64(*number)?)),
        Value::Enum(number) => ("Enum", (*number).into()),
        Value::BrickColor(number) => ("BrickColor", (*number).into()),
        Value::UDim((scale, offset)) => ("UDim", json!([float(*scale)?, offset])),
        Value::UDim2([(x, u), (y, v)]) => ("UDim2", json!([[float(*x)?, u], [float(*y)?, v]])),
        Value::Faces(bits) => ("Faces", set(&FACES, *bits)),
        Value::Axes(bits) => ("Axes", set(&AXES, *bits)),
        Value::Vector2(vector) => ("Vector2", floats(&vector.to_array())?),
        Value::Vector3(vector) => ("Vector3", vec3(*vector)?),
        Value::Vector2int16(vector) => ("Vector2int16", json!(vector)),
        Value::Vector3int16(vector) => ("Vector3int16", json!(vector)),
        Value::Color3(colour) => ("Color3", floats(colour)?),
        Value::Color3uint8(colour) => ("Color3uint8", json!(colour)),
        Value::CFrame(pose) | Value::CFrameQuat(pose) => ("CFrame", frame(pose)?),
        Value::OptionalCFrame(pose) => {
            let pose = pose.as_ref().map(frame);
            ("OptionalCFrame", pose.unwrap_or(Some(Json::Null))?)
        }
        Value::NumberRange(range) => ("NumberRange", floats(&[range.min, range.max])?),
        Value::NumberSequence(points) => {
            let point = |point: &NumberKeypoint| {
                let [time, value, envelope] = [point.time, point.value, point.envelope].map(float);
                Some(json!({"time": time?, "value": value?, "envelope": envelope?}))
            };
            ("NumberSequence", json!({"keypoints": points.iter().map(point).collect::<Option<Vec<_>>>()?}))
        }
        Value::ColorSequence(points) => {
            let point = |point: &ColorKeypoint| {
                Some(json!({"time": float(point.time)?, "color": floats(&point.color)?}))
            };
            ("ColorSequence", json!({"keypoints": points.iter().map(point).collect::<Option<Vec<_>>>()?}))
        }
        Value::Rect([a, b, c, d]) => ("Rect", json!([floats(&[*a, *b])?, floats(&[*c, *d])?])),
        Value::PhysicalProperties(None) => ("PhysicalProperties", "Default".into()),
        Value::PhysicalProperties(Some(own)) => ("PhysicalProperties", physical(own)?),
        Value::Font(font) => ("Font", font_to_json(font)?),
        Value::ContentId(address) => ("ContentId", text(address.as_deref().unwrap_or_default())?),
        Value::Content(Content::None) => ("Content", "None".into()),
        Value::Content(Content::Uri(uri)) => ("Content", json!({"Uri": text(uri)?})),
        Value::SecurityCapabilities(set) => ("SecurityCapabilities", (*set).into()),
        Value::SharedString(shared) => ("SharedString", STANDARD.encode(shared.content.as_deref()?).into()),
        // References, which Rojo's files represent differently, and kinds for which they have no name. Instances with
        // these are stored as models.
        _ => return None,
    };
    Some(json!({ name: value }))
}

fn frame(pose: &Pose) -> Option<Json> {
    let [a, b, c, d, e, f, g, h, i] = pose.rotation.to_rows_array();
    let rows = json!([floats(&[a, b, c])?, floats(&[d, e, f])?, floats(&[g, h, i])?]);
    Some(json!({"position": vec3(pose.position)?, "orientation": rows}))
}

fn physical(own: &PhysicalProperties) -> Option<Json> {
    // Files from before 2025 lack the sixth number; 1 stands for it here and on the way back.
    let acoustic = own.acoustic_absorption.unwrap_or(1.0);
    Some(json!({
        "density": float(own.density)?,
        "friction": float(own.friction)?,
        "elasticity": float(own.elasticity)?,
        "frictionWeight": float(own.friction_weight)?,
        "elasticityWeight": float(own.elasticity_weight)?,
        "acousticAbsorption": float(acoustic)?,
    }))
}

fn font_to_json(font: &Font<'_>) -> Option<Json> {
    let (weight, _) = WEIGHTS.iter().find(|(_, number)| *number == font.weight)?;
    let style = match font.style {
        FontStyle::Number(0) => "Normal",
        FontStyle::Number(1) => "Italic",
        _ => return None,
    };
    let mut object = json!({"family": text(&font.family)?, "weight": weight, "style": style});
    if !font.cached_face.is_empty()
        && let Some(map) = object.as_object_mut()
    {
        map.insert("cachedFaceId".into(), text(&font.cached_face)?);
    }
    Some(object)
}

#[expect(clippy::cast_possible_truncation, reason = "that is what Rojo does with it, too")]
fn number(json: &Json) -> Option<f32> {
    json.as_f64().map(|number| number as f32)
}

fn numbers<const N: usize>(json: &Json) -> Option<[f32; N]> {
    let all: Option<Vec<f32>> = json.as_array()?.iter().map(number).collect();
    all?.try_into().ok()
}

fn wholes<T: TryFrom<i64>, const N: usize>(json: &Json) -> Option<[T; N]> {
    let all: Option<Vec<T>> = json.as_array()?.iter().map(|one| T::try_from(one.as_i64()?).ok()).collect();
    all?.try_into().ok()
}

fn bytes(json: &Json) -> Option<Cow<'static, [u8]>> {
    Some(Cow::Owned(json.as_str()?.as_bytes().to_vec()))
}

fn bits(names: &[&str], json: &Json) -> Option<u32> {
    json.as_array()?.iter().try_fold(0_u32, |bits, name| {
        let at = names.iter().position(|other| name.as_str() == Some(other))?;
        Some(bits | 1_u32.checked_shl(u32::try_from(at).ok()?)?)
    })
}

/// Parses a value of a property, with its type or, where the class implies it, without; `None` if it is invalid.
pub(super) fn of_json(class: &str, property: &str, json: &Json) -> Option<Value<'static>> {
    if let Some((name, value)) =
        json.as_object().filter(|map| map.len() == 1).and_then(|map| map.iter().next())
        && let Some(value) = of_full(name, value)
    {
        return Some(value);
    }
    let property = Class::from_name(class.as_bytes()).and_then(|class| class.property(property.as_bytes()));
    if let Some(enumeration) = property.and_then(|property| property.enumeration()) {
        return Some(Value::Enum(enumeration.number(json.as_str()?)?));
    }
    let kind = property.map(|property| property.kind());
    short(kind.as_deref(), json)
}

/// Parses a value of a named type.
fn of_full(name: &str, json: &Json) -> Option<Value<'static>> {
    Some(match name {
        "Tags" => {
            let names: Option<Vec<_>> = json.as_array()?.iter().map(Json::as_str).collect();
            Value::BinaryString(Cow::Owned(tags::write(names?.into_iter().map(str::as_bytes))))
        }
        "String" => Value::String(bytes(json)?),
        "BinaryString" => Value::BinaryString(Cow::Owned(STANDARD.decode(json.as_str()?).ok()?)),
        "SharedString" => Value::SharedString(STANDARD.decode(json.as_str()?).ok()?.into()),
        "Bool" => Value::Bool(json.as_bool()?),
        "Int32" => Value::Int32(json.as_i64()?.try_into().ok()?),
        "Int64" => Value::Int64(json.as_i64()?),
        "Float32" => Value::Float32(number(json)?),
        "Float64" => Value::Float64(json.as_f64()?),
        "Enum" => Value::Enum(json.as_u64()?.try_into().ok()?),
        "BrickColor" => Value::BrickColor(json.as_u64()?.try_into().ok()?),
        "UDim" => Value::UDim(of_udim(json)?),
        "UDim2" => {
            let [x, y] = json.as_array()?.as_slice() else { return None };
            Value::UDim2([of_udim(x)?, of_udim(y)?])
        }
        "Faces" => Value::Faces(bits(&FACES, json)?),
        "Axes" => Value::Axes(bits(&AXES, json)?),
        "Vector2" => Value::Vector2(Vec2::from_array(numbers(json)?)),
        "Vector3" => Value::Vector3(Vec3::from_array(numbers(json)?)),
        "Vector2int16" => Value::Vector2int16(wholes(json)?),
        "Vector3int16" => Value::Vector3int16(wholes(json)?),
        "Color3" => Value::Color3(numbers(json)?),
        "Color3uint8" => Value::Color3uint8(wholes(json)?),
        "CFrame" => Value::CFrame(pose(json)?),
        "OptionalCFrame" => Value::OptionalCFrame(if json.is_null() { None } else { Some(pose(json)?) }),
        "NumberRange" => {
            let [min, max] = numbers(json)?;
            Value::NumberRange(NumberRange { min, max })
        }
        "NumberSequence" => {
            let point = |point: &Json| {
                let part = |name| number(point.get(name)?);
                Some(NumberKeypoint {
                    time: part("time")?,
                    value: part("value")?,
                    envelope: part("envelope")?,
                })
            };
            Value::NumberSequence(
                json.get("keypoints")?.as_array()?.iter().map(point).collect::<Option<_>>()?,
            )
        }
        "ColorSequence" => {
            let point = |point: &Json| {
                let color = numbers(point.get("color")?)?;
                // Rojo's files have no envelopes of colours.
                Some(ColorKeypoint { time: number(point.get("time")?)?, color, envelope: 0.0 })
            };
            Value::ColorSequence(json.get("keypoints")?.as_array()?.iter().map(point).collect::<Option<_>>()?)
        }
        "Rect" => {
            let [min, max] = json.as_array()?.as_slice() else { return None };
            let ([a, b], [c, d]) = (numbers(min)?, numbers(max)?);
            Value::Rect([a, b, c, d])
        }
        "PhysicalProperties" if json.as_str() == Some("Default") => Value::PhysicalProperties(None),
        "PhysicalProperties" => {
            let part = |name| number(json.get(name)?);
            Value::PhysicalProperties(Some(PhysicalProperties {
                density: part("density")?,
                friction: part("friction")?,
                elasticity: part("elasticity")?,
                friction_weight: part("frictionWeight")?,
                elasticity_weight: part("elasticityWeight")?,
                acoustic_absorption: part("acousticAbsorption").filter(|part| *part != 1.0),
            }))
        }
        "Font" => {
            let word = |name: &str| json.get(name).and_then(Json::as_str);
            let weight = WEIGHTS.iter().find(|(name, _)| word("weight") == Some(name))?.1;
            let style = FontStyle::Number(u8::from(word("style") == Some("Italic")));
            let face = word("cachedFaceId").unwrap_or_default().as_bytes().to_vec();
            Value::Font(Font::new(bytes(json.get("family")?)?, weight, style, face))
        }
        "ContentId" => Value::ContentId(bytes(json).filter(|address| !address.is_empty())),
        "Content" if json.as_str() == Some("None") => Value::Content(Content::None),
        "Content" => Value::Content(Content::Uri(bytes(json.get("Uri")?)?)),
        "SecurityCapabilities" => Value::SecurityCapabilities(json.as_u64()?),
        // Rojo does not use any other names.
        _ => return None,
    })
}

fn of_udim(json: &Json) -> Option<(f32, i32)> {
    let [scale, offset] = json.as_array()?.as_slice() else { return None };
    Some((number(scale)?, offset.as_i64()?.try_into().ok()?))
}

fn pose(json: &Json) -> Option<Pose> {
    let rows: Option<Vec<[f32; 3]>> = json.get("orientation")?.as_array()?.iter().map(numbers).collect();
    let [[a, b, c], [d, e, f], [g, h, i]]: [[f32; 3]; 3] = rows?.try_into().ok()?;
    let position = Vec3::from_array(numbers(json.get("position")?)?);
    Some(Pose { position, rotation: Mat3::from_rows_array([a, b, c, d, e, f, g, h, i]) })
}

/// Parses a value without its type; `kind` is that of the property.
fn short(kind: Option<&str>, json: &Json) -> Option<Value<'static>> {
    let kind = kind.and_then(Kind::of_name);
    match (json, kind) {
        (Json::Bool(value), _) => Some(Value::Bool(*value)),
        (Json::Number(_), Some(Kind::Float32)) => number(json).map(Value::Float32),
        (Json::Number(_), Some(Kind::Int32)) => Some(Value::Int32(json.as_i64()?.try_into().ok()?)),
        (Json::Number(_), Some(Kind::Int64)) => json.as_i64().map(Value::Int64),
        (Json::Number(_), _) => json.as_f64().map(Value::Float64),
        (Json::String(_), None) => bytes(json).map(Value::String),
        (Json::String(_), Some(kind)) => Value::String(bytes(json)?).cast(kind),
        (Json::Array(all), Some(Kind::CFrame)) if all.len() == 12 => {
            let [x, y, z, rows @ ..]: [f32; 12] = numbers(json)?;
            Some(Value::CFrame(Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) }))
        }
        (Json::Array(_), Some(Kind::BinaryString)) => of_full("Tags", json),
        (Json::Array(_), Some(kind @ (Kind::Vector2 | Kind::Vector3 | Kind::Color3))) => {
            of_full(kind.name(), json)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let pose = Pose { position: Vec3::new(1.0, 2.5, 0.1), rotation: Mat3::default() };
        let values = [
            Value::from("a"),
            Value::BinaryString((&b"\xff\0"[..]).into()),
            true.into(),
            7.into(),
            (1_i64 << 50).into(),
            0.1_f32.into(),
            0.1_f64.into(),
            Value::Enum(3),
            Value::UDim2([(0.5, -1), (1.0, 2)]),
            Value::Faces(0b100_101),
            Vec3::new(0.1, 0.2, 0.3).into(),
            Value::Color3([0.1, 0.2, 0.3]),
            Value::Color3uint8([1, 2, 255]),
            pose.into(),
            Value::OptionalCFrame(None),
            Value::NumberRange(NumberRange { min: 0.1, max: 2.0 }),
            Value::Rect([1.0, 2.0, 3.0, 4.0]),
            Value::PhysicalProperties(None),
            Value::Font(Font::new(&b"rbxasset://a.json"[..], 700, FontStyle::Number(1), &b""[..])),
            Value::ContentId(None),
            Value::Content(Content::Uri((&b"rbxassetid://1"[..]).into())),
            Value::SecurityCapabilities(5),
        ];
        for value in values {
            let json = to_json("P", &value).unwrap();
            assert_eq!(of_json("Thing", "P", &json), Some(value), "{json}");
        }
        assert_eq!(to_json("P", &0.1_f32.into()).unwrap().to_string(), r#"{"Float32":0.1}"#);
        assert_eq!(to_json("P", &f32::NAN.into()), None);
        let tags = to_json("Tags", &Value::BinaryString((&b"a\0b"[..]).into())).unwrap();
        assert_eq!(tags, json!({"Tags": ["a", "b"]}));
    }

    #[test]
    #[cfg(feature = "classes")]
    fn what_the_class_says_need_not_be_said() {
        let of = |property: &str, json: Json| of_json("Part", property, &json);
        assert_eq!(of("Material", json!("Neon")), Some(Value::Enum(288)));
        assert_eq!(of("Transparency", json!(0.5)), Some(Value::Float32(0.5)));
        assert_eq!(of("Size", json!([1, 2, 3])), Some(Value::Vector3(Vec3::new(1.0, 2.0, 3.0))));
        assert_eq!(of("Anchored", json!(true)), Some(Value::Bool(true)));
        assert_eq!(of("Material", json!("Marmalade")), None);
    }
}
