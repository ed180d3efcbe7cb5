//! The examples of docs/formats/rbxxml.md: each reads as the page says, and is written as it stands there.

use geom::{Mat3, Pose, Vec2, Vec3};
use rbxxml::{
    Color3uint8, Content, ContentId, Faces, Font, FontStyle, NumberKeypoint, PhysicalProperties, Rect,
    UniqueId, Value, read, write,
};

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/rbxxml.md"));

fn examples() -> Vec<&'static str> {
    PAGE.split("```xml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_examples_are_what_the_page_says() {
    let color = Color3uint8 { r: 163, g: 162, b: 165 };
    let keypoint = |time, value, envelope| NumberKeypoint { time, value, envelope };
    let turned = Mat3::from_rows_array([0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let physical = PhysicalProperties {
        density: 0.7,
        friction: 0.3,
        elasticity: 0.5,
        friction_weight: 1.0,
        elasticity_weight: 1.0,
        acoustic_absorption: Some(0.25),
    };
    let family = ContentId::Url("rbxasset://fonts/families/RobotoMono.json".into());
    let font = Font { family, weight: 700, style: FontStyle::Italic, cached_face_id: None };
    let values: [Value; 19] = [
        "❌ 1 < 2".into(),
        "café".into(),
        Value::ProtectedString("print(\"Hello, world!\")\n".into()),
        "0 1 2 ".into(),
        Value::BinaryString((*b"Rojo is cool!").into()),
        0.2_f32.into(),
        "2.71828182846".parse::<f64>().unwrap().into(),
        Vec3::new(4.0, 1.0, 2.0).into(),
        Pose { position: Vec3::new(1.0, 2.0, 3.0), rotation: turned }.into(),
        Rect { min: Vec2::new(1.0, 2.0), max: Vec2::new(3.0, 4.0) }.into(),
        color.into(),
        Faces { bits: 2 | 8 | 32 }.into(),
        vec![keypoint(0.0, 6.0, 3.0), keypoint(1.0, 4.0, 2.0)].into(),
        Value::PhysicalProperties(Some(Box::new(physical))),
        ContentId::Url("rbxasset://textures/face.png".into()).into(),
        ContentId::None.into(),
        Content::Uri("rbxassetid://3186726050".into()).into(),
        font.into(),
        UniqueId { random: 0x4091_3326_2432_bee0, time: 0x07e8_d550, index: 0xa83a }.into(),
    ];
    let examples = examples();
    let (document, properties) = examples.split_first().unwrap();
    let model = read(document.as_bytes()).unwrap();
    assert_eq!(String::from_utf8(write(&model).unwrap()).unwrap(), *document);
    assert_eq!(model.len(), 2);
    let target = model.item(model.find("Maps/Target").unwrap()).unwrap();
    assert_eq!(target.get("Value").unwrap().as_item(), model.find("Maps"));
    assert_eq!(model.bytes(model.find("Maps").unwrap(), "Tags"), Some(&[][..]));

    assert_eq!(properties.len(), values.len());
    for (example, expected) in properties.iter().zip(values) {
        let text = format!(
            "<roblox xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\" version=\"4\">\n\t<Item class=\"Part\" \
            referent=\"A\">\n\t\t<Properties>\n\t\t\t{}\n\t\t</Properties>\n\t</Item>\n</roblox>",
            example.trim_end().replace("\n\t", "\n\t\t\t\t").replace("\n</", "\n\t\t\t</")
        );
        let model = read(text.as_bytes()).unwrap();
        let property = model.item(model.roots().next().unwrap()).unwrap().properties.get(0).unwrap();
        assert_eq!(*property.value, expected, "{example}");
        // What another program wrote is written as Studio would.
        let text = text.replace("&#233;", "&#195;&#169;");
        assert_eq!(String::from_utf8(write(&model).unwrap()).unwrap(), text);
    }
}

/// The examples of «Roblox XML Model Format, Version 4», as far as they are right.
#[test]
fn the_examples_of_the_public_page_read() {
    let read_one = |source: &str| {
        let text = format!(
            "<roblox version=\"4\"><Item class=\"A\"><Properties>{source}</Properties></Item></roblox>"
        );
        let (model, warnings) = rbxxml::read_with(text.as_bytes(), &rbxxml::ReadOptions::default()).unwrap();
        let dangling = |warning: &rbxxml::Error| matches!(warning.kind(), rbxxml::ErrorKind::Dangling { .. });
        assert!(warnings.iter().all(dangling), "{source}: {warnings:?}");
        model.item(model.roots().next().unwrap()).unwrap().properties.get(0).unwrap().value.clone()
    };
    let colors = "0 0.376471 0.25098 0.12549 0 1 0.0196078 0.0392157 0.0588235 0 ";
    let frame = "<X>0</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12>\
        <R20>0</R20><R21>0</R21><R22>1</R22>";
    let examples = [
        ("<Axes name=\"x\"><axes>1</axes></Axes>".to_owned(), "Axes(Axes { bits: 1 })"),
        ("<bool name=\"x\">false</bool>".into(), "Bool(false)"),
        ("<int name=\"x\">194</int>".into(), "Int32(194)"),
        ("<Color3uint8 name=\"x\">4284497952</Color3uint8>".into(), "Color3uint8(Color3uint8 { r: 96, g: 64, b: 32 })"),
        (format!("<ColorSequence name=\"x\">{colors}</ColorSequence>"), "ColorSequence([ColorKeypoint { time: 0.0, "),
        ("<Content name=\"x\"><null></null></Content>".into(), "ContentId(None)"),
        (format!("<CoordinateFrame name=\"x\">\n{frame}\n</CoordinateFrame>"), "CFrame(rotation [(1.0, 0.0, 0.0)"),
        ("<double name=\"x\">0.15625</double>".into(), "Float64(0.15625)"),
        ("<Faces name=\"x\"><faces>42</faces></Faces>".into(), "Faces(Faces { bits: 42 })"),
        ("<float name=\"x\">0.15625</float>".into(), "Float32(0.15625)"),
        ("<Font name=\"x\"><Family><url>rbxasset://fonts/families/Arial.json</url></Family><Weight>700</Weight>\
            <Style>Italic</Style></Font>".into(), "Font(Font { family: Url(\"rbxasset://fonts/families/Arial.json\"), weight: 700, style: Italic"),
        ("<int64 name=\"x\">-559038737</int64>".into(), "Int64(-559038737)"),
        ("<NumberRange name=\"x\">0.15625 1337 </NumberRange>".into(), "NumberRange(NumberRange { min: 0.15625, max: 1337.0 })"),
        ("<NumberSequence name=\"x\">0 6 3 1 4 2 </NumberSequence>".into(), "NumberSequence([NumberKeypoint { time: 0.0, value: 6.0, envelope: 3.0 }"),
        (format!("<OptionalCoordinateFrame name=\"x\"><CFrame>{frame}</CFrame></OptionalCoordinateFrame>"), "Optional(Some(CFrame("),
        ("<PhysicalProperties name=\"x\"><CustomPhysics>true</CustomPhysics><Density>1</Density><Friction>2</Friction>\
            <Elasticity>1</Elasticity><FrictionWeight>0.15625</FrictionWeight><ElasticityWeight>1.25</ElasticityWeight>\
            </PhysicalProperties>".into(), "PhysicalProperties(Some(PhysicalProperties { density: 1.0, friction: 2.0, "),
        ("<ProtectedString name=\"x\"><![CDATA[print(\"Hello world!\")]]></ProtectedString>".into(), "ProtectedString(\"print(\\\"Hello world!\\\")\")"),
        ("<Ray name=\"x\"><origin><X>1</X><Y>2</Y><Z>3</Z></origin><direction><X>-1</X><Y>-2</Y><Z>-3</Z></direction></Ray>".into(),
            "Ray(Ray { origin: (1.0, 2.0, 3.0), direction: (-1.0"),
        ("<Ref name=\"x\">RBX466F72207262782D646F6D21203A2D29</Ref>".into(), "Referent(Unresolved(\"RBX466F"),
        ("<SharedString name=\"x\">ZGVra29ub3Rfd2FzX2hlcmU=</SharedString>".into(), "SharedString(\"ZGVra29ub3Rfd2FzX2hlcmU=\")"),
        ("<string name=\"x\">Hello, world!</string>".into(), "String(\"Hello, world!\")"),
        ("<token name=\"x\">3</token>".into(), "Enum(3)"),
        ("<UDim name=\"x\"><S>0.15625</S><O>1337</O></UDim>".into(), "UDim(UDim { scale: 0.15625, offset: 1337 })"),
        ("<UDim2 name=\"x\"><XS>0.15625</XS><XO>1337</XO><YS>-123</YS><YO>456</YO></UDim2>".into(),
            "UDim2(UDim2 { x: UDim { scale: 0.15625, offset: 1337 }, y: UDim { scale: -123.0, offset: 456 } })"),
        // The page's own lacks a byte.
        ("<UniqueId name=\"x\">686f6c792062696e676c6521203a3300</UniqueId>".into(), "UniqueId(UniqueId { random: 75253527"),
        ("<Vector2 name=\"x\"><X>INF</X><Y>1337</Y></Vector2>".into(), "Vector2((inf, 1337.0))"),
        ("<Vector3 name=\"x\"><X>-INF</X><Y>0.15625</Y><Z>-1337</Z></Vector3>".into(), "Vector3((-inf, 0.15625, -1337.0))"),
        ("<Vector3int16 name=\"x\"><X>1337</X><Y>0</Y><Z>-1337</Z></Vector3int16>".into(), "Vector3int16(Vector3int16 { x: 1337, y: 0, z: -1337 })"),
    ];
    for (source, expected) in examples {
        let found = format!("{:?}", read_one(&source));
        assert!(found.starts_with(expected), "{source} is {found}, and not {expected}");
    }
}
