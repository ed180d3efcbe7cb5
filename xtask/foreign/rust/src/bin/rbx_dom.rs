//! Writes the models of `fixtures/foreign/roblox` with rbx_binary and rbx_xml.

use foreign::{bytes, inputs, numbers, text, write};
use rbx_binary::{CompressionType, Serializer};
use rbx_dom_weak::types::{
    Axes, BinaryString, BrickColor, CFrame, Color3, Color3uint8, ColorSequence, ColorSequenceKeypoint, Content, ContentId,
    CustomPhysicalProperties, Enum, Faces, Font, FontStyle, FontWeight, Matrix3, NumberRange, NumberSequence,
    NumberSequenceKeypoint, PhysicalProperties, Ray, Rect, Ref, SecurityCapabilities, SharedString, UDim, UDim2, UniqueId,
    Variant, Vector2, Vector3, Vector3int16,
};
use rbx_dom_weak::{InstanceBuilder, WeakDom};
use rbx_xml::{EncodeOptions, EncodePropertyBehavior};
use serde_json::Value;
use std::collections::HashMap;

fn vector2([x, y]: [f32; 2]) -> Vector2 {
    Vector2::new(x, y)
}

fn vector3([x, y, z]: [f32; 3]) -> Vector3 {
    Vector3::new(x, y, z)
}

fn frame(value: &Value) -> CFrame {
    let [x, y, z, a, b, c, d, e, f, g, h, i] = numbers(value);
    let rows = [[a, b, c], [d, e, f], [g, h, i]].map(vector3);
    CFrame::new(vector3([x, y, z]), Matrix3::new(rows[0], rows[1], rows[2]))
}

fn whole<T: TryFrom<i128>>(value: &Value) -> T {
    let number = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    number.and_then(|number| number.try_into().ok()).unwrap_or_else(|| panic!("{value}"))
}

/// A value by its type; references are set once all instances exist.
fn variant(kind: &str, value: &Value) -> Variant {
    let rows = || value.as_array().expect("a list").iter();
    let string = || value.as_str().expect("a text");
    match kind {
        "String" => string().into(),
        "BinaryString" => BinaryString::from(bytes(string())).into(),
        "SharedString" => SharedString::new(bytes(string())).into(),
        "Bool" => value.as_bool().expect("a boolean").into(),
        "Int32" => whole::<i32>(value).into(),
        "Int64" => whole::<i64>(value).into(),
        "Float32" => (value.as_f64().expect("a number") as f32).into(),
        "Float64" => value.as_f64().expect("a number").into(),
        "Enum" => Enum::from_u32(whole(value)).into(),
        "BrickColor" => BrickColor::from_number(whole(value)).expect("a colour").into(),
        "UDim" => UDim::new(value[0].as_f64().unwrap() as f32, whole(&value[1])).into(),
        "UDim2" => {
            let part = |at| UDim::new(value[at].as_f64().unwrap() as f32, whole(&value[at + 1]));
            UDim2::new(part(0), part(2)).into()
        }
        "Rect" => {
            let [a, b, c, d] = numbers(value);
            Rect::new(vector2([a, b]), vector2([c, d])).into()
        }
        "Ray" => {
            let [a, b, c, d, e, f] = numbers(value);
            Ray::new(vector3([a, b, c]), vector3([d, e, f])).into()
        }
        "Vector2" => vector2(numbers(value)).into(),
        "Vector3" => vector3(numbers(value)).into(),
        "Vector3int16" => Vector3int16::new(whole(&value[0]), whole(&value[1]), whole(&value[2])).into(),
        "CFrame" => frame(value).into(),
        "OptionalCFrame" => Variant::OptionalCFrame((!value.is_null()).then(|| frame(value))),
        "Color3" => {
            let [r, g, b] = numbers(value);
            Color3::new(r, g, b).into()
        }
        "Color3uint8" => Color3uint8::new(whole(&value[0]), whole(&value[1]), whole(&value[2])).into(),
        "Axes" => Axes::from_bits(whole(value)).expect("axes").into(),
        "Faces" => Faces::from_bits(whole(value)).expect("faces").into(),
        "NumberRange" => {
            let [min, max] = numbers(value);
            NumberRange::new(min, max).into()
        }
        "NumberSequence" => {
            let point = |[time, value, envelope]: [f32; 3]| NumberSequenceKeypoint::new(time, value, envelope);
            NumberSequence { keypoints: rows().map(|row| point(numbers(row))).collect() }.into()
        }
        "ColorSequence" => {
            let point = |[time, r, g, b]: [f32; 4]| ColorSequenceKeypoint::new(time, Color3::new(r, g, b));
            ColorSequence { keypoints: rows().map(|row| point(numbers(row))).collect() }.into()
        }
        "PhysicalProperties" if value.is_null() => PhysicalProperties::Default.into(),
        "PhysicalProperties" => {
            let [density, friction, elasticity, friction_weight, elasticity_weight, absorption] = numbers(value);
            let custom = CustomPhysicalProperties::new(
                density, friction, elasticity, friction_weight, elasticity_weight, absorption,
            );
            PhysicalProperties::Custom(custom).into()
        }
        "ContentId" => ContentId::from(string()).into(),
        "Content" if string().is_empty() => Content::none().into(),
        "Content" => Content::from_uri(string()).into(),
        "Font" => {
            let mut font = Font::new(
                value[0].as_str().expect("a family"),
                FontWeight::from_u16(whole(&value[1])).expect("a weight"),
                FontStyle::from_u8(whole(&value[2])).expect("a style"),
            );
            font.cached_face_id = value[3].as_str().filter(|id| !id.is_empty()).map(str::to_owned);
            font.into()
        }
        "UniqueId" => UniqueId::new(whole(&value[0]), whole(&value[1]), whole(&value[2])).into(),
        "SecurityCapabilities" => SecurityCapabilities::from_bits(whole(value)).into(),
        other => panic!("{other}"),
    }
}

/// The tree of the input, and the instances by their ids.
struct Built {
    dom: WeakDom,
    by_id: HashMap<String, Ref>,
    open: Vec<(Ref, String, Option<String>)>,
}

impl Built {
    fn add(&mut self, parent: Ref, item: &Value) {
        let mut builder = InstanceBuilder::new(text(item, "class")).with_name(text(item, "name"));
        for (name, value) in item["properties"].as_object().expect("properties") {
            let (kind, value) = value.as_object().and_then(|it| it.iter().next()).expect("a type with a value");
            if kind == "Ref" {
                self.open.push((builder.referent(), name.clone(), value.as_str().map(str::to_owned)));
            } else {
                builder.add_property(name.as_str(), variant(kind, value));
            }
        }
        let id = self.dom.insert(parent, builder);
        if let Some(name) = item["id"].as_str() {
            self.by_id.insert(name.to_owned(), id);
        }
        for child in item["children"].as_array().expect("children") {
            self.add(id, child);
        }
    }
}

fn main() {
    for (path, input) in inputs("roblox") {
        let dom = WeakDom::new(InstanceBuilder::new("DataModel"));
        let mut built = Built { dom, by_id: HashMap::new(), open: Vec::new() };
        for item in input["items"].as_array().expect("items") {
            built.add(built.dom.root_ref(), item);
        }
        let Built { mut dom, by_id, open } = built;
        for (from, name, to) in open {
            let to = to.map_or(Ref::none(), |id| by_id[&id]);
            dom.get_by_ref_mut(from).expect("an instance").properties.insert(name.as_str().into(), to.into());
        }
        let roots = dom.root().children().to_vec();
        let extension = text(&input, "extension");
        for (program, compression) in [
            ("rbx_binary", CompressionType::Lz4),
            ("rbx_binary-zstd", CompressionType::Zstd),
            ("rbx_binary-stored", CompressionType::None),
        ] {
            let mut bytes = Vec::new();
            let serializer = Serializer::new().compression_type(compression);
            serializer.serialize(&mut bytes, &dom, &roots).expect("a model");
            write(&path, program, extension, bytes);
        }
        let mut bytes = Vec::new();
        let options = EncodeOptions::new().property_behavior(EncodePropertyBehavior::WriteUnknown);
        rbx_xml::to_writer(&mut bytes, &dom, &roots, options).expect("a model");
        write(&path, "rbx_xml", &format!("{extension}x"), bytes);
    }
}
