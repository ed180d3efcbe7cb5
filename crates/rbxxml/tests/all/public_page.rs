//! Every example of «Roblox XML Model Format, Version 4»: it reads as the page says, or docs/errata.md says what is
//! right.

use rbxxml::{Document, Error, ErrorKind, ReadOptions, Same, Value, read, read_with};

const ERRATA: &str = include_str!("../../../../docs/errata.md");

/// The property that a snippet is, read without a warning but that it refers to nothing.
fn property(source: &str) -> (String, Value) {
    let text =
        format!("<roblox version=\"4\"><Item class=\"A\"><Properties>{source}</Properties></Item></roblox>");
    let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
    let dangling = |warning: &Error| matches!(warning.kind(), ErrorKind::Dangling { .. });
    assert!(warnings.iter().all(dangling), "{source}: {warnings:?}");
    let item = model.item(model.roots().next().unwrap()).unwrap();
    let property = item.properties.get(0).unwrap();
    (property.name().to_string(), property.value.clone())
}

/// Snippets without the line ends between elements, and what they are.
const SNIPPETS: &[(&str, &str)] = &[
    (r#"<Axes name="AxesExample"><axes>1</axes></Axes>"#, "Axes(1)"),
    (
        r#"<BinaryString name="BinaryStringExample">Um9qbyBpcyBjb29sIQ==</BinaryString>"#,
        "BinaryString([82, 111, 106, 111, 32, 105, 115, 32, 99, 111, 111, 108, 33])",
    ),
    (r#"<bool name="BoolExample">false</bool>"#, "Bool(false)"),
    (r#"<int name="BrickColorExample">194</int>"#, "Int32(194)"),
    (
        r#"<Color3 name="Color3Example"><R>INF</R><G>1337</G><B>0.15625</B></Color3>"#,
        "Color3([inf, 1337.0, 0.15625])",
    ),
    (r#"<Color3uint8 name="Color3uint8Example">4284497952</Color3uint8>"#, "Color3uint8([96, 64, 32])"),
    (
        r#"<ColorSequence name="ColorSequenceExample">0 0.376471 0.25098 0.12549 0 1 0.0196078 0.0392157 0.0588235 0 </ColorSequence>"#,
        "ColorSequence([ColorKeypoint { time: 0.0, color: [0.376471, 0.25098, 0.12549], envelope: 0.0 }, \
         ColorKeypoint { time: 1.0, color: [0.0196078, 0.0392157, 0.0588235], envelope: 0.0 }])",
    ),
    (
        r#"<Content name="ContentExample"><url>rbxasset://textures/face.png</url></Content>"#,
        "ContentId(Url(\"rbxasset://textures/face.png\"))",
    ),
    (r#"<Content name="ContentExample"><null></null></Content>"#, "ContentId(None)"),
    (
        r#"<CoordinateFrame name="CoordinateFrameExample"><X>0</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CoordinateFrame>"#,
        "CFrame(rotation [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)], position (0.0, 0.0, 0.0))",
    ),
    (r#"<double name="DoubleExample">0.15625</double>"#, "Float64(0.15625)"),
    (r#"<Faces name="FacesExample"><faces>42</faces></Faces>"#, "Faces(42)"),
    (r#"<float name="FloatExample">0.15625</float>"#, "Float32(0.15625)"),
    (
        r#"<Font name="FontExample"><Family><url>rbxasset://fonts/families/Arial.json</url></Family><Weight>700</Weight><Style>Italic</Style></Font>"#,
        "Font(Font { family: Url(\"rbxasset://fonts/families/Arial.json\"), weight: 700, style: Italic, cached_face_id: None })",
    ),
    (r#"<int name="IntExample">1337</int>"#, "Int32(1337)"),
    (r#"<int64 name="Int64Example">-559038737</int64>"#, "Int64(-559038737)"),
    (
        r#"<NumberRange name="NumberRangeExample">0.15625 1337 </NumberRange>"#,
        "NumberRange(NumberRange { min: 0.15625, max: 1337.0 })",
    ),
    (
        r#"<NumberSequence name="NumberSequenceExample">0 6 3 1 4 2 </NumberSequence>"#,
        "NumberSequence([NumberKeypoint { time: 0.0, value: 6.0, envelope: 3.0 }, \
         NumberKeypoint { time: 1.0, value: 4.0, envelope: 2.0 }])",
    ),
    (
        r#"<OptionalCoordinateFrame name="OptionalExample"><CFrame><X>0</X><Y>0</Y><Z>0</Z><R00>1</R00><R01>0</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21><R22>1</R22></CFrame></OptionalCoordinateFrame>"#,
        "Optional(Some(CFrame(rotation [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)], position (0.0, 0.0, 0.0))))",
    ),
    (
        r#"<PhysicalProperties name="PhysicalPropertiesExample"><CustomPhysics>true</CustomPhysics><Density>1</Density><Friction>2</Friction><Elasticity>1</Elasticity><FrictionWeight>0.15625</FrictionWeight><ElasticityWeight>1.25</ElasticityWeight></PhysicalProperties>"#,
        "PhysicalProperties(Some(PhysicalProperties { density: 1.0, friction: 2.0, elasticity: 1.0, \
         friction_weight: 0.15625, elasticity_weight: 1.25, acoustic_absorption: None }))",
    ),
    (
        r#"<ProtectedString name="ProtectedStringExample"><![CDATA[print("Hello world!")]]></ProtectedString>"#,
        "ProtectedString(\"print(\\\"Hello world!\\\")\")",
    ),
    (
        r#"<Ray name="RayExample"><origin><X>1</X><Y>2</Y><Z>3</Z></origin><direction><X>-1</X><Y>-2</Y><Z>-3</Z></direction></Ray>"#,
        "Ray(Ray { origin: (1.0, 2.0, 3.0), direction: (-1.0, -2.0, -3.0) })",
    ),
    (
        r#"<Rect2D name="Rect2DExample"><min><X>1</X><Y>2</Y></min><max><X>3</X><Y>4</Y></max></Rect2D>"#,
        "Rect([1.0, 2.0, 3.0, 4.0])",
    ),
    (
        r#"<Ref name="Example">RBX466F72207262782D646F6D21203A2D29</Ref>"#,
        "Referent(Unresolved(\"RBX466F72207262782D646F6D21203A2D29\"))",
    ),
    (
        r#"<SharedString name="SharedStringExample">ZGVra29ub3Rfd2FzX2hlcmU=</SharedString>"#,
        "SharedString(\"ZGVra29ub3Rfd2FzX2hlcmU=\")",
    ),
    (r#"<string name="StringExample">Hello, world!</string>"#, "String(\"Hello, world!\")"),
    (r#"<token name="TokenExample">3</token>"#, "Enum(3)"),
    (r#"<UDim name="UDimExample"><S>0.15625</S><O>1337</O></UDim>"#, "UDim((0.15625, 1337))"),
    (
        r#"<UDim2 name="UDim2Example"><XS>0.15625</XS><XO>1337</XO><YS>-123</YS><YO>456</YO></UDim2>"#,
        "UDim2([(0.15625, 1337), (-123.0, 456)])",
    ),
    (r#"<Vector2 name="Vector2Example"><X>INF</X><Y>1337</Y></Vector2>"#, "Vector2((inf, 1337.0))"),
    (
        r#"<Vector3 name="Vector3Example"><X>-INF</X><Y>0.15625</Y><Z>-1337</Z></Vector3>"#,
        "Vector3((-inf, 0.15625, -1337.0))",
    ),
    (
        r#"<Vector3int16 name="Vector3int16Example"><X>1337</X><Y>0</Y><Z>-1337</Z></Vector3int16>"#,
        "Vector3int16([1337, 0, -1337])",
    ),
];

#[test]
fn snippets_are_what_the_page_says() {
    let mut wrong = Vec::new();
    for (source, expected) in SNIPPETS {
        let (name, value) = property(source);
        assert!(source.contains(&format!("name=\"{name}\"")), "{name}");
        wrong.extend((format!("{value:?}") != *expected).then(|| format!("{value:?}")));
        // Line ends between elements mean nothing, but for those of a Content, which make it the newer one.
        let lines = source.replace("><", ">\n<").replace("\n<![", "<![").replace("]]>\n", "]]>");
        assert!(name == "ContentExample" || property(&lines).1.same(&value), "{name}");
    }
    assert_eq!(wrong, [""; 0]);
}

/// Thirty digits, where an id has 32, the random number first.
#[test]
fn the_id_lacks_a_byte() {
    assert!(ERRATA.contains("an example of 30 digits | the binary form is; 32 digits, big-endian"));
    let text = |digits: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"A\"><Properties><UniqueId name=\"UniqueIdExample\">{digits}</UniqueId>\
             </Properties></Item></roblox>"
        )
    };
    let printed = "686f6c792062696e676c6521203a33";
    assert!(read_with(text(printed).as_bytes(), &ReadOptions::default().strict(true)).is_err());
    let (_, value) = property(&format!("<UniqueId name=\"x\">{printed}00</UniqueId>"));
    let expected = rbxxml::UniqueId { random: 0x686f_6c79_2062_696e, time: 0x676c_6521, index: 0x203a_3300 };
    assert_eq!(value, expected.into());
}

/// The value in the text next to a snippet, if the snippet has another.
#[test]
fn snippets_that_differ_from_the_text_are_in_the_errata() {
    for row in [
        "| PhysicalProperties, example | made with an elasticity of 3 | 1 in the XML, which is right: the engine clamps |",
        "| ProtectedString, example | `print(\"Hello, world!\")` | no comma in the XML, which is kept as it is |",
    ] {
        assert!(ERRATA.contains(row), "{row}");
    }
}

/// Numbers that the page says are valid.
#[test]
fn numbers() {
    for (text, expected) in [
        ("1.0", 1.0),
        ("1", 1.0),
        ("-0", -0.0),
        ("13e37", 13e37),
        ("INF", f64::INFINITY),
        ("+INF", f64::INFINITY),
        ("-INF", f64::NEG_INFINITY),
        ("NAN", f64::NAN),
    ] {
        let (_, double) = property(&format!("<double name=\"x\">{text}</double>"));
        assert_eq!(double.difference(&expected.into()), None, "{text}");
        let (_, float) = property(&format!("<float name=\"x\">{text}</float>"));
        assert_eq!(float.difference(&(expected as f32).into()), None, "{text}");
    }
    for number in [i32::MIN, i32::MAX] {
        assert_eq!(property(&format!("<int name=\"x\">{number}</int>")).1, number.into());
    }
    for number in [i64::MIN, i64::MAX] {
        assert_eq!(property(&format!("<int64 name=\"x\">{number}</int64>")).1, number.into());
    }
    for (text, expected) in [("fAlSe", false), ("TRUE", true), ("true", true)] {
        assert_eq!(property(&format!("<bool name=\"x\">{text}</bool>")).1, expected.into());
    }
}

/// The elements of a file: `Meta`, two `External`, an item, and a shared string by its key.
#[test]
fn the_structure_of_a_file() {
    let text = "<roblox version=\"4\"><Meta name=\"ExplicitAutoJoints\">true</Meta><External>null</External>\
        <External>nil</External><Item class=\"Part\" referent=\"RBX466F72207262782D646F6D21203A2D29\"><Properties>\
        <Ref name=\"Example\">RBX466F72207262782D646F6D21203A2D29</Ref><Ref name=\"None\">null</Ref>\
        <SharedString name=\"SharedStringExample\">ZGVra29ub3Rfd2FzX2hlcmU=</SharedString></Properties></Item>\
        <SharedStrings><SharedString md5=\"ZGVra29ub3Rfd2FzX2hlcmU=\">Um9qbyBpcyBjb29sIQ==</SharedString></SharedStrings>\
        </roblox>";
    let model: Document = read(text.as_bytes()).unwrap();
    let root = model.roots().next().unwrap();
    let item = model.item(root).unwrap();
    assert_eq!(item.get("Example").unwrap().as_item(), Some(root));
    assert_eq!(item.get("None").unwrap().as_item(), None);
    assert_eq!(model.bytes(root, "SharedStringExample"), Some(&b"Rojo is cool!"[..]));
}
