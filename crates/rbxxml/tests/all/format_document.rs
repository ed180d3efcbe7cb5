//! The examples of docs/formats/rbxxml.md: each reads as the page says, and is written as it stands there.

use geom::{Mat3, Pose, Vec3};
use rbxxml::{
    Content, ContentId, Font, FontStyle, NumberKeypoint, PhysicalProperties, Reference, UniqueId, Value,
    read, write,
};

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/rbxxml.md"));

fn examples() -> Vec<&'static str> {
    PAGE.split("```xml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_examples_are_what_the_page_says() {
    let color = [163, 162, 165];
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
    let values: [Value; 20] = [
        "❌ 1 < 2".into(),
        "café".into(),
        Value::ProtectedString("print(\"Hello, world!\")\n".into()),
        "0 1 2 ".into(),
        Value::BinaryString((*b"Rojo is cool!").into()),
        0.2_f32.into(),
        "2.71828182846".parse::<f64>().unwrap().into(),
        Vec3::new(4.0, 1.0, 2.0).into(),
        Pose { position: Vec3::new(1.0, 2.0, 3.0), rotation: turned }.into(),
        [1.0, 2.0, 3.0, 4.0].into(),
        color.into(),
        Value::Faces(2 | 8 | 32),
        vec![keypoint(0.0, 6.0, 3.0), keypoint(1.0, 4.0, 2.0)].into(),
        Value::PhysicalProperties(Some(Box::new(physical))),
        ContentId::Url("rbxasset://textures/face.png".into()).into(),
        ContentId::None.into(),
        Content::Uri("rbxassetid://3186726050".into()).into(),
        font.into(),
        UniqueId { random: 0x4091_3326_2432_bee0, time: 0x07e8_d550, index: 0xa83a }.into(),
        Reference::None.into(),
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
        // Text by another program is written as Studio would write it.
        let text = text.replace("&#233;", "&#195;&#169;");
        assert_eq!(String::from_utf8(write(&model).unwrap()).unwrap(), text);
    }
}
