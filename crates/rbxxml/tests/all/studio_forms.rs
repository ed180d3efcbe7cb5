//! Inputs on which readers made from an XML library fail: they read as Roblox reads them.

use crate::recorder::{Recorder, check_traced};
use rbxxml::{
    Content, ContentId, Document, FontStyle, ReadOptions, Same, Text, TextRule, Type, Value, WriteOptions,
    read, read_with, trace, write, write_onto,
};

/// A file with one item of these properties.
fn file(properties: &[u8]) -> Vec<u8> {
    let head = b"<roblox version=\"4\"><Item class=\"Part\" referent=\"A\"><Properties>";
    [head.as_slice(), properties, b"</Properties></Item></roblox>"].concat()
}

/// The only property, and the warnings about it.
fn value_with(properties: &[u8], options: &ReadOptions) -> (Value, Vec<String>) {
    let (model, warnings) = read_with(&file(properties), options).unwrap();
    let item = model.item(model.roots().next().unwrap()).unwrap();
    assert_eq!(item.properties.len(), 1, "{warnings:?}");
    // A tracer changes nothing.
    let (traced, _) = trace(&file(properties), options, &Recorder::default());
    assert_eq!(traced.unwrap().difference(&model), None);
    // Writing preserves the type.
    let again = read_with(&write(&model).unwrap(), options).unwrap().0;
    assert_eq!(again.difference(&model), None);
    (item.properties.get(0).unwrap().value.clone(), warnings.iter().map(ToString::to_string).collect())
}

fn value(properties: &[u8]) -> Value {
    let (value, warnings) = value_with(properties, &ReadOptions::default());
    assert_eq!(warnings, <[&str; 0]>::default(), "{}", properties.escape_ascii());
    value
}

fn text(content: &[u8]) -> Text {
    match value(&[b"<string name=\"x\">", content, b"</string>"].concat()) {
        Value::String(text) => text,
        other => panic!("{other:?}"),
    }
}

fn float(content: &str) -> f32 {
    match value(format!("<float name=\"x\">{content}</float>").as_bytes()) {
        Value::Float32(number) => number,
        other => panic!("{content}: {other:?}"),
    }
}

#[test]
fn references_are_bytes() {
    assert_eq!(text(b"&#226;&#157;&#140;"), "❌");
    assert_eq!(text(b"&#240;&#159;&#152;&#131;"), "😃");
    assert_eq!(text("raw ❌ and &#226;&#157;&#140;".as_bytes()), "raw ❌ and ❌");
    // A program other than Studio wrote it: the bytes are not UTF-8, hence they are code points.
    assert_eq!(text(b"caf&#233;"), "café");
    assert_eq!(text(b"&#195;&#169; &#8364;"), "Ã© €");
    assert_eq!(text(b"&#xe9;&#x41;"), "éA");
    let with =
        |rule| value_with(b"<string name=\"x\">&#195;&#169;</string>", &ReadOptions::default().text(rule)).0;
    assert_eq!(with(TextRule::Bytes), Value::String("é".into()));
    let (model, _) = read_with(
        &file(b"<string name=\"x\">&#195;&#169;</string>"),
        &ReadOptions::default().text(TextRule::CodePoints),
    )
    .unwrap();
    assert_eq!(
        model.item(model.roots().next().unwrap()).unwrap().get("x"),
        Some(&Value::String("Ã©".into()))
    );
}

#[test]
fn any_byte_is_text() {
    assert_eq!(text(b"a\x01b"), "a\u{1}b");
    assert_eq!(text(b"&#1;&#0;"), "\u{1}\0");
    assert_eq!(text(b"\xff\xfe").as_bytes(), b"\xff\xfe");
    let all: Vec<u8> = (0..=255).collect();
    let mut model = Document::new();
    for text in [
        &all[..],
        b" outer ",
        b"\t",
        b"]]>",
        b" ]]> ",
        b"\r\n",
        b"&#1;",
        b"&amp;",
        b"<![CDATA[x]]>",
        b"\xc3",
        b"",
    ] {
        let item = rbxxml::Item::new("Folder")
            .with("A", Text::from(text))
            .with("B", Value::ProtectedString(text.into()))
            .with("C", text.to_vec())
            .with("D", ContentId::Url(text.into()));
        model.add(None, item).unwrap();
    }
    let written = write(&model).unwrap();
    assert_eq!(read(&written).unwrap().difference(&model), None, "{}", written.escape_ascii());
}

/// Also where the item before has a property of the name that stands there.
#[test]
fn names_are_what_their_references_say() {
    let item =
        |name: &str| format!("<Item class='A'><Properties><int name='{name}'>1</int></Properties></Item>");
    for (first, second, names) in
        [("&#9;", "\t", ["\t", " "]), ("&amp;lt;", "&lt;", ["&lt;", "<"]), ("a", "&#97;", ["a", "a"])]
    {
        let text = format!("<roblox version='4'>{}{}</roblox>", item(first), item(second));
        let model = read(text.as_bytes()).unwrap();
        let found: Vec<_> =
            model.walk().map(|visit| visit.item.properties.get(0).unwrap().name().to_string()).collect();
        assert_eq!(found, names);
    }
}

/// Studio wrote them so until 2013 or so; they come back as they were.
#[test]
fn scripts_of_old_studios_are_text() {
    let script = |element: &str| {
        let lines = [
            "<roblox version=\"4\">",
            "\t<Item class=\"Script\" referent=\"RBX0\">",
            "\t\t<Properties>",
            &format!("\t\t\t{element}"),
            "\t\t</Properties>",
            "\t</Item>",
            "</roblox>",
        ];
        lines.join("\n")
    };
    for (source, is_text) in [
        ("print(&quot;don&apos;t&quot;)\n&#9;wait()", true),
        ("wait()\n\n", true),
        ("\t wait()\t", true),
        (" ", true),
        ("&#32;wait()&#10;", true),
        ("a]]&gt;b&#13;", false),
        ("<![CDATA[wait()\n]]>", false),
        ("", false),
    ] {
        let text = script(&format!("<ProtectedString name=\"Source\">{source}</ProtectedString>"));
        let mut model = read(text.as_bytes()).unwrap();
        let item = model.item_mut(model.roots().next().unwrap()).unwrap();
        let value = item.properties.get(0).unwrap().value.clone();
        item.set("Source", value);
        assert_eq!(
            item.properties.get(0).unwrap().spelling().is_some_and(|spelling| spelling.is_text),
            is_text,
            "{source}"
        );
        assert_eq!(String::from_utf8(write(&model).unwrap()).unwrap(), text);
    }
    let text = script("<ProtectedString name=\"Source\">wait()\n</ProtectedString>");
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots().next().unwrap();
    model.item_mut(id).unwrap().set("Source", Value::ProtectedString(" a\n".into()));
    let written = String::from_utf8(write(&model).unwrap()).unwrap();
    assert_eq!(written, text.replace("wait()\n", "&#32;a&#10;"));
    model.item_mut(id).unwrap().set("Source", "b");
    assert!(
        String::from_utf8(write(&model).unwrap()).unwrap().contains("<string name=\"Source\">b</string>")
    );
}

/// White space next to CDATA is source in a script; elsewhere it is indentation.
#[test]
fn white_space_beside_the_cdata_of_a_script_is_kept() {
    for (content, source, text) in [
        (" \n<![CDATA[a]]>", " \na", "a"),
        ("<![CDATA[a]]>\n\t", "a\n\t", "a"),
        ("\n<![CDATA[]]>", "\n", ""),
        (" b <![CDATA[a]]>", " b a", " b a"),
        (" <![CDATA[\x01]]>", " \x01", "\x01"),
    ] {
        for (element, expected) in [
            ("ProtectedString", Value::ProtectedString(source.into())),
            ("string", Value::String(text.into())),
        ] {
            let file = file(format!("<{element} name=\"x\">{content}</{element}>").as_bytes());
            let model = read(&file).unwrap();
            assert_eq!(
                model.item(model.roots().next().unwrap()).unwrap().get("x"),
                Some(&expected),
                "{content}"
            );
            assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None, "{content}");
            assert_eq!(write_onto(&model, &file).unwrap(), file);
        }
    }
}

/// The number of the enumeration's item, as other programs write it.
#[test]
fn the_style_of_a_font_may_be_a_number() {
    for (style, expected) in [
        ("0", FontStyle::Normal),
        ("1", FontStyle::Italic),
        ("Italic", FontStyle::Italic),
        ("2", FontStyle::Other("2".into())),
    ] {
        let content = format!("<Family><null></null></Family><Weight>400</Weight><Style>{style}</Style>");
        let font = value(format!("<Font name=\"x\">{content}</Font>").as_bytes());
        assert!(matches!(font, Value::Font(font) if font.style == expected), "{style}");
    }
}

/// Also in an optional value.
#[test]
fn plain_white_space_stays_plain() {
    for text in ["\ta", "a\t", " \t\n", "\n a \n"] {
        assert_eq!(
            value(format!("<string name=\"x\">{text}</string>").as_bytes()),
            Value::String(text.into())
        );
        let inner = format!("<OptionalString name=\"x\"><string>{text}</string></OptionalString>");
        let optional = Value::Optional(Some(Box::new(Value::String(text.into()))));
        assert_eq!(value(inner.as_bytes()), optional);
    }
}

/// Programs that read the file as XML take references to bytes for other characters.
#[test]
fn plain_utf8_stays_as_it_is() {
    let item = |name: &str| format!("<string name=\"Name\">{name}</string>");
    let studios = |file: Vec<u8>| {
        let head = "<roblox xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\"";
        String::from_utf8(file).unwrap().replace("<roblox", head)
    };
    let names = [
        ("é ❌", true, true),
        ("&#195;&#169;", true, false),
        ("<![CDATA[é]]>", false, false),
        ("a", true, false),
        ("é &amp; ❌", true, true),
    ];
    for (name, same, is_plain) in names {
        let text = studios(file(item(name).as_bytes()));
        let mut model = read(text.as_bytes()).unwrap();
        assert_eq!(model.plain_utf8, is_plain, "{name}");
        let written = String::from_utf8(rbxxml::write(&model).unwrap()).unwrap();
        assert_eq!(written.contains(&item(name)), same, "{written}");
        let id = model.roots().next().unwrap();
        model.set(id, "Z", "ß").unwrap();
        let written = String::from_utf8(rbxxml::write(&model).unwrap()).unwrap();
        assert_eq!(written.contains('ß'), model.plain_utf8, "{written}");
        let written = rbxxml::write_with(&model, &WriteOptions::default().text(TextRule::Bytes)).unwrap();
        assert!(written.is_ascii());
        assert_eq!(read(&written).unwrap(), model);
    }
    // A file with both is as Studio would write it.
    let both = read(&file([item("é"), item("&#195;&#169;")].concat().as_bytes())).unwrap();
    assert!(!both.plain_utf8 && rbxxml::write(&both).unwrap().is_ascii());
}

/// Other programs read references to bytes as other characters.
#[test]
fn a_file_that_is_not_studios_gets_plain_utf8() {
    for (name, value, is_plain) in
        [("a", "ß ❌", true), ("<![CDATA[é]]>", "ß", true), ("&#195;&#169;", "ß", false)]
    {
        let bytes = file(format!("<string name=\"Name\">{name}</string>").as_bytes());
        let mut model = read(&bytes).unwrap();
        model.rename(model.roots().next().unwrap(), value).unwrap();
        for written in [write(&model).unwrap(), write_onto(&model, &bytes).unwrap()] {
            let written = String::from_utf8(written).unwrap();
            assert_eq!(written.contains(value), is_plain, "{written}");
            assert_eq!(read(written.as_bytes()).unwrap().difference(&model), None);
        }
    }
}

/// The last text of a value does not decide the form of the others.
#[test]
fn plain_white_space_in_one_of_two_texts_stays_plain() {
    let font = b"<Font name=\"F\">\n\t\t\t\t<Family><url> a</url></Family>\n\t\t\t\t<Weight>400</Weight>\n\
        \t\t\t\t<Style>Normal</Style>\n\t\t\t\t<CachedFaceId><url>b</url></CachedFaceId>\n\t\t\t</Font>";
    let document = read(&file(font)).unwrap();
    let property = document.item(document.roots().next().unwrap()).unwrap().property("F").unwrap();
    assert!(property.spelling().unwrap().plain_space);
    let written = String::from_utf8(rbxxml::write(&document).unwrap()).unwrap();
    assert!(written.contains("<url> a</url>") && written.contains("<url>b</url>"), "{written}");
}

/// The text after a self-closing element is outside of it.
#[test]
fn a_closed_element_is_empty() {
    let closed = "<Content name=\"a\"/>";
    for next in ["<Ref name=\"b\">null</Ref>", "<null name=\"b\"/>", "text<Ref name=\"b\"/>"] {
        let file = file(format!("{closed}\n{next}").as_bytes());
        let mut model = read(&file).unwrap();
        let item = model.item_mut(model.roots().next().unwrap()).unwrap();
        assert_eq!(*item.properties.get(0).unwrap().value, Value::ContentId(ContentId::None), "{next}");
        item.set("a", ContentId::Url("c".into()));
        let onto = String::from_utf8(rbxxml::write_onto(&model, &file).unwrap()).unwrap();
        assert!(onto.contains("<Content name=\"a\"><url>c</url></Content>\n"), "{onto}");
    }
}

#[test]
fn broken_references_stay_as_they_are() {
    for (found, place) in
        [("&", ""), ("&foo;", ""), ("&#65foo;", ""), ("&#;", ""), ("&#1114112;", ""), ("a & b", "a ")]
    {
        let source = format!("<string name=\"x\">{found}</string>");
        let (value, warnings) = value_with(source.as_bytes(), &ReadOptions::default());
        assert_eq!(value, Value::String(found.into()));
        assert_eq!(warnings.len(), 1, "{place}");
        assert!(warnings[0].starts_with("items[0] Part, x: \"&"), "{warnings:?}");
    }
}

#[test]
fn text_is_what_stands_between_the_tags() {
    assert_eq!(text(b"a<!-- no -->b"), "ab");
    assert_eq!(text(b"<![CDATA[a]]><![CDATA[b]]>"), "ab");
    assert_eq!(text(b"\n  <![CDATA[ a ]]>\n"), " a ");
    assert_eq!(text(b"a<![CDATA[ < ]]>b"), "a < b");
    assert_eq!(text(b"<![CDATA[a]]]]><![CDATA[>b]]>"), "a]]>b");
    assert_eq!(text(b"one\r\ntwo\rthree"), "one\ntwo\nthree");
    assert_eq!(text(b"<![CDATA[one\r\ntwo]]>"), "one\ntwo");
    assert_eq!(text(b"\r&#0;\r\n"), "\r\0\r\n", "terrain of 2012");
    assert_eq!(value(b"<string name=\"x\"/>"), Value::String("".into()));
    let keep = ReadOptions::default().keep_line_ends(true);
    assert_eq!(value_with(b"<string name=\"x\">\r\n</string>", &keep).0, Value::String("\r\n".into()));
    let (found, warnings) = value_with(b"<string name=\"x\">1 < 2</string>", &ReadOptions::default());
    assert_eq!((found, warnings.len()), (Value::String("1 < 2".into()), 1));
}

#[test]
fn booleans_in_any_case() {
    for (text, truth) in [("TRUE", true), ("fAlSe", false), (" true\n", true), ("1", true), ("0", false)] {
        assert_eq!(value(format!("<bool name=\"x\">{text}</bool>").as_bytes()), Value::Bool(truth), "{text}");
    }
}

#[test]
fn numbers_in_the_spelling_of_any_program() {
    for (text, number) in [
        (" 1.5\n", 1.5),
        ("+1.5", 1.5),
        ("1e5", 1e5),
        ("1e-005", 1e-5),
        (".5", 0.5),
        ("5.", 5.0),
        ("0x10", 16.0),
        ("-0x1.8p1", -3.0),
        ("INF", f32::INFINITY),
        ("+INF", f32::INFINITY),
        ("inf", f32::INFINITY),
        ("-infinity", f32::NEG_INFINITY),
        ("1.#INF", f32::INFINITY),
        ("1.#INF00", f32::INFINITY),
        ("0x0p99999", 0.0),
        ("-1.#INF", f32::NEG_INFINITY),
        ("0.0000000000000000000000016543612", 1.654_361_2e-24),
        ("16777217", 16_777_216.0),
        ("1234567", 1_234_567.0),
    ] {
        assert_eq!(float(text), number, "{text}");
    }
    for text in ["NAN", "nan", "-nan", "nan(ind)", "-nan(ind)", "-1.#IND", "1.#QNAN", "-1.#IND00"] {
        assert!(float(text).is_nan(), "{text}");
    }
    assert!(float("-0").same(&-0.0));
    // The least number there is, as C prints it in hexadecimal.
    for (text, number) in [("0x1p-1074", 5e-324), ("0x1p-99999", 0.0), ("0x1p99999", f64::INFINITY)] {
        let double = value(format!("<double name=\"x\">{text}</double>").as_bytes());
        assert_eq!(double, Value::Float64(number), "{text}");
    }
    assert_eq!(value(b"<int name=\"x\"> +7 </int>"), Value::Int32(7));
    assert_eq!(value(b"<int name=\"x\">0x1F</int>"), Value::Int32(31));
    assert_eq!(value(b"<int name=\"x\">3.0</int>"), Value::Int32(3));
    assert_eq!(value(b"<int64 name=\"x\">-9223372036854775808</int64>"), Value::Int64(i64::MIN));
    let capabilities = b"<SecurityCapabilities name=\"x\">18446744073709551615</SecurityCapabilities>";
    assert_eq!(value(capabilities), Value::SecurityCapabilities(u64::MAX));
    let (found, warnings) = value_with(b"<int name=\"x\">3000000000</int>", &ReadOptions::default());
    assert_eq!(found, Value::Int32(i32::MAX));
    let warning = "items[0] Part, x: 3000000000 is out of range and is read as 2147483647 (at byte 0x4e)";
    assert_eq!(warnings, [warning]);
    let (found, warnings) = value_with(b"<float name=\"x\"></float>", &ReadOptions::default());
    assert_eq!((found, warnings.len()), (Value::Float32(0.0), 1));
}

#[test]
fn children_in_any_order_and_some_more() {
    let vector = |children: &str| format!("<Vector3 name=\"x\">{children}</Vector3>");
    let expected = Value::Vector3(vec3([1.0, 2.0, 3.0]));
    assert_eq!(value(vector("<Z>3</Z><X>1</X><Y>2</Y>").as_bytes()), expected);
    assert_eq!(value(vector("\r\n <x> 1 </x>\n<!-- -->\n<Y>2</Y>\t<Z>3</Z> ").as_bytes()), expected);
    let (found, warnings) =
        value_with(vector("<X>1</X><W>9</W><Y>2</Y><Z>3</Z>").as_bytes(), &ReadOptions::default());
    assert_eq!(found, expected);
    assert_eq!(warnings, ["items[0] Part, x: <W> is not allowed here (at byte 0x5a)"]);
    let (found, warnings) = value_with(vector("<X>1</X>").as_bytes(), &ReadOptions::default());
    assert_eq!(found, Value::Vector3(vec3([1.0, 0.0, 0.0])));
    assert_eq!(warnings, ["items[0] Part, x: there is no Y (at byte 0x52)"]);
    let physical = b"<PhysicalProperties name=\"x\"><CustomPhysics>true</CustomPhysics><Density>1</Density>\
        <Friction>2</Friction><Elasticity>3</Elasticity><FrictionWeight>4</FrictionWeight>\
        <ElasticityWeight>5</ElasticityWeight><NewThing>6</NewThing></PhysicalProperties>";
    let (found, warnings) = value_with(physical, &ReadOptions::default());
    assert!(matches!(found, Value::PhysicalProperties(Some(physical)) if physical.elasticity_weight == 5.0));
    assert_eq!(warnings.len(), 1);
}

fn vec3(numbers: [f32; 3]) -> geom::Vec3 {
    geom::Vec3::from_array(numbers)
}

#[test]
fn one_element_for_two_types_of_content() {
    let content = |inside: &str| value(format!("<Content name=\"x\">{inside}</Content>").as_bytes());
    assert_eq!(content("<url>a</url>"), Value::ContentId(ContentId::Url("a".into())));
    assert_eq!(content("\n\t<url>a</url>\n"), Value::ContentId(ContentId::Url("a".into())));
    assert_eq!(content("<null></null>"), Value::ContentId(ContentId::None));
    assert_eq!(content("<null>\n</null>"), Value::ContentId(ContentId::None));
    assert_eq!(content("\n\t<null></null>\n"), Value::Content(Content::None));
    assert_eq!(content("\n\t<uri>a</uri>\n"), Value::Content(Content::Uri("a".into())));
    assert_eq!(content("<hash>1234</hash>"), Value::ContentId(ContentId::Hash("1234".into())));
    // Studio of 2008 breaks lines in base64.
    let Value::ContentId(picture) = content("<binary>iVBO\nRw0K\n</binary>") else { panic!("content") };
    assert_eq!(picture, ContentId::Binary("iVBO\nRw0K\n".into()));
    assert_eq!(picture.embedded().as_deref(), Some(&b"\x89PNG\r\n"[..]));
    assert_eq!(ContentId::Binary("%".into()).embedded(), None);
    assert_eq!(content("rbxassetid://1"), Value::ContentId(ContentId::Url("rbxassetid://1".into())));
    assert_eq!(value(b"<ContentId name=\"x\"><url>a</url></ContentId>"), content("<url>a</url>"));
    let object = value(b"<Content name=\"x\">\n<Ref>A</Ref></Content>");
    assert!(matches!(object, Value::Content(Content::Object(rbxxml::Reference::Item(_)))), "{object:?}");
    let told = ReadOptions::default().types(|_, _| Some(Type::Content));
    let found = value_with(b"<Content name=\"x\"><null></null></Content>", &told);
    assert_eq!(found.0, Value::Content(Content::None));
}

#[test]
fn colours_of_floats_and_of_bytes() {
    let red = [1.0, 0.0, 0.0];
    assert_eq!(value(b"<Color3 name=\"x\">4294901760</Color3>"), Value::Color3(red));
    assert_eq!(value(b"<Color3uint8 name=\"x\">4294901760</Color3uint8>").as_color(), Some(red));
    assert_eq!(value(b"<Color3uint8 name=\"x\">-65536</Color3uint8>").as_color(), Some(red));
    assert_eq!(
        value(b"<Color3uint8 name=\"x\"><R>255</R><G>0</G><B>0</B></Color3uint8>").as_color(),
        Some(red)
    );
}

#[test]
fn elements_by_any_name_that_is_known() {
    for (source, kind) in [
        ("<CFrame name=\"x\"><X>1</X></CFrame>", Type::CFrame),
        ("<Rect name=\"x\"><min><X>0</X><Y>0</Y></min><max><X>0</X><Y>0</Y></max></Rect>", Type::Rect),
        ("<Object name=\"x\">null</Object>", Type::Referent),
        ("<BrickColor name=\"x\">194</BrickColor>", Type::BrickColor),
        ("<FLOAT name=\"x\">1</FLOAT>", Type::Float32),
        ("<OptionalFloat name=\"x\"><float>1</float></OptionalFloat>", Type::Optional),
        ("<OptionalCoordinateFrame name=\"x\"></OptionalCoordinateFrame>", Type::Optional),
        ("<QDir name=\"x\">C:/Plugins</QDir>", Type::QDir),
        ("<QFont name=\"x\">Courier New,10,-1,5,50,0,0,0,0,0</QFont>", Type::QFont),
        ("<NetAssetRef name=\"x\">k</NetAssetRef>", Type::NetAssetRef),
    ] {
        let (value, _) = value_with(source.as_bytes(), &ReadOptions::default());
        assert_eq!(value.kind(), Some(kind), "{source}");
    }
    // An element's name says nothing to Roblox, and a table may know better.
    let told =
        ReadOptions::default().types(|class, name| (class == "Part" && name == "x").then_some(Type::Vector2));
    let found = value_with(b"<whatever name=\"x\"><X>1</X><Y>2</Y></whatever>", &told).0;
    assert_eq!(found, Value::Vector2(geom::Vec2::new(1.0, 2.0)));
}

/// A key is never replaced by its string, and a value that does not fit the table's type is kept.
#[test]
fn a_table_of_types_gives_way_to_what_stands_there() {
    for (told, source, kind) in [
        (
            Type::BinaryString,
            "<SharedString name=\"x\">yuZpQdnvvUBOTYh1jqZ2cA==</SharedString>",
            Type::SharedString,
        ),
        (Type::SharedString, "<BinaryString name=\"x\">Um9qbw==</BinaryString>", Type::BinaryString),
        (Type::Color3uint8, "<Color3 name=\"x\"><R>0.5</R><G b=\"c\">0</G><B>0</B></Color3>", Type::Color3),
        (Type::Int32, "<string name=\"x\">a</string>", Type::String),
        (Type::Vector3, "<Vector2 name=\"x\"><X>1</X><Y>b</Y></Vector2>", Type::Vector2),
    ] {
        let options = ReadOptions::default().types(move |_, _| Some(told));
        let (value, warnings) = value_with(source.as_bytes(), &options);
        let is_broken = source.contains(">b<");
        assert_eq!(value.kind(), (!is_broken).then_some(kind), "{source}");
        assert!(warnings.len() <= 1 + usize::from(is_broken), "{warnings:?}");
    }
}

#[test]
fn base64_in_any_lines() {
    for text in ["Um9qbw==", " Um9q\r\n\tbw== ", "Um9qbw", "<![CDATA[Um9qbw==\n]]>"] {
        let source = format!("<BinaryString name=\"x\">{text}</BinaryString>");
        assert_eq!(value(source.as_bytes()), Value::BinaryString((*b"Rojo").into()), "{text}");
    }
    let (found, warnings) =
        value_with(b"<BinaryString name=\"x\">Um9*</BinaryString>", &ReadOptions::default());
    assert_eq!(found, Value::Raw("Um9*".into()));
    assert_eq!(warnings, ["items[0] Part, x: expected base64 (at byte 0x57)"]);
}

#[test]
fn documents_in_the_layout_of_any_program() {
    let body =
        "<Item class='Folder' referent='1'><Properties><string name='Name'>F</string></Properties></Item>";
    for (before, after) in [
        ("\u{feff}<roblox version='4'>", "</roblox>"),
        (
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- by hand -->\n<roblox version=\"4\">",
            "</roblox>\n",
        ),
        ("  <roblox\r\n  version = \"4\"\r\n>\r\n", "\r\n</roblox >\r\n"),
        ("<roblox version='4'><SharedStrings/>", "<External/><Meta name='a'/></roblox>"),
    ] {
        let text = format!("{before}{body}{after}");
        let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{text}");
        assert_eq!(model.path(model.roots().next().unwrap()), "F");
        assert!(rbxxml::detect(text.as_bytes()), "{text}");
        assert_eq!(rbxxml::write_onto(&model, text.as_bytes()).unwrap(), text.as_bytes());
    }
    for text in ["", "roblox", "<robloxx>", "<roblox!", "text <roblox>", "<html><roblox>"] {
        assert!(!rbxxml::detect(text.as_bytes()), "{text}");
    }
    let text = format!("<roblox version='4'>{body}</roblox>\r\n<!-- end --> <?end?>\n");
    let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default().strict(true)).unwrap();
    assert_eq!((model.trailing.len(), warnings.total()), (23, 0));
    assert!(write(&model).unwrap().ends_with(b"</roblox>\r\n<!-- end --> <?end?>\n"));
    check_traced(text.as_bytes());
    let text = format!("<!DOCTYPE roblox [ <!ENTITY a \"b\"> ]><roblox version='4'>{body}</roblox>junk");
    let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(model.trailing, "junk");
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["document type declarations are ignored (at byte 0x0)", "4 bytes are left over (at byte 0xa2)"]
    );
}
