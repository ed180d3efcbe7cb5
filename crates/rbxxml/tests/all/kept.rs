//! Elements outside the format are kept, wherever they occur: by the model, and not only by `write_onto`.

use rbxxml::{
    Attribute, Document, ErrorKind, PartSpelling, Same, SharedString, Spelling, read, read_with, write,
    write_onto,
};

/// A place for `X` in a document, and what goes there.
const ATTRIBUTES: &[&str] = &[
    "<roblox version='4' X/>",
    "<roblox version='4'><Meta name='a' X>b</Meta></roblox>",
    "<roblox version='4'><External X>null</External></roblox>",
    "<roblox version='4'><Item class='A' X/></roblox>",
    "<roblox version='4'><Item class='A'><Properties X/></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties X><int name='a'>1</int></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><int name='a'>1</int></Properties><Properties X/></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><int name='a' X>1</int></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Foo name='a' X>1</Foo></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><int X>1</int></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Vector2 name='a'><Y>2</Y><X X>1</X></Vector2></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Rect2D name='a'><min><X>1</X><Y X>1</Y></min><max><X>1</X><Y>1</Y></max></Rect2D></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Rect2D name='a'><min><X>1</X><Y>1</Y></min><max X><X>1</X><Y>1</Y></max></Rect2D></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><OptionalCoordinateFrame name='a'><CFrame X><X>1</X></CFrame></OptionalCoordinateFrame></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><OptionalCoordinateFrame name='a'><CFrame><Y X>1</Y></CFrame></OptionalCoordinateFrame></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Content name='a'><url X>b</url></Content></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Content name='a'>\n<null X></null></Content></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Font name='a'><Family><url X>b</url></Family></Font></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><PhysicalProperties name='a'><CustomPhysics X>false</CustomPhysics></PhysicalProperties></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><PhysicalProperties name='a'><CustomPhysics X>false</CustomPhysics><Density>1</Density></PhysicalProperties></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><PhysicalProperties name='a'><CustomPhysics>false</CustomPhysics><Density X>1</Density></PhysicalProperties></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Color3uint8 name='a'><R X>1</R><G>2</G><B>3</B></Color3uint8></Properties></Item></roblox>",
    "<roblox version='4'><SharedStrings X/></roblox>",
    "<roblox version='4'><SharedStrings X><SharedString md5='a'>AAAA</SharedString></SharedStrings></roblox>",
    "<roblox version='4'><SharedStrings><SharedString md5='a' X>AAAA</SharedString></SharedStrings></roblox>",
    "<roblox version='4'><SharedStrings/><SharedStrings X/></roblox>",
];

const CONTENT: &[&str] = &[
    "<roblox version='4'>X</roblox>",
    "<roblox version='4'><Item class='A'/>X<Item class='A'/></roblox>",
    "<roblox version='4'><Meta name='a'>b</Meta>X</roblox>",
    "<roblox version='4'><Meta name='a'>X</Meta></roblox>",
    "<roblox version='4'><External>X</External></roblox>",
    "<roblox version='4'><Item class='A'>X</Item></roblox>",
    "<roblox version='4'><Item class='A'>X<Properties></Properties><Item class='B'/></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties></Properties>X<Item class='B'/></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties>X</Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><int name='a'>1</int>X<int name='b'>1</int></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties/><Properties>X</Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Foo name='a'>X</Foo></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><string name='a'>X</string></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><int name='a'>X</int></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><BinaryString name='a'>X</BinaryString></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Vector3 name='a'><X>1</X>X<Y>1</Y><Z>1</Z></Vector3></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Rect2D name='a'><min><X>1</X><Y>1</Y>X</min><max><X>1</X><Y>1</Y></max></Rect2D></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><OptionalCoordinateFrame name='a'><CFrame><X>1</X>X</CFrame></OptionalCoordinateFrame></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Content name='a'><null>X</null></Content></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Content name='a'><url>b</url>X</Content></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Content name='a'>\n<uri>b</uri>X</Content></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><Font name='a'><Family><url>b</url></Family>X</Font></Properties></Item></roblox>",
    "<roblox version='4'><Item class='A'><Properties><PhysicalProperties name='a'><CustomPhysics>false</CustomPhysics>X</PhysicalProperties></Properties></Item></roblox>",
    "<roblox version='4'><SharedStrings>X</SharedStrings></roblox>",
    "<roblox version='4'><SharedStrings><SharedString md5='a'>AAAA</SharedString>X<SharedString md5='b'>AAAA</SharedString></SharedStrings></roblox>",
    "<roblox version='4'><SharedStrings/><SharedStrings>X</SharedStrings></roblox>",
    "<roblox version='4'><SharedStrings><SharedString md5='a'>X</SharedString></SharedStrings></roblox>",
    "<roblox version='4'/>X",
];

/// The placeholder is the only upper-case X between other characters.
fn filled(place: &str, with: &str) -> String {
    let at = place
        .match_indices('X')
        .map(|(at, _)| at)
        .find(|at| !place[..*at].ends_with(['<', '/']) && !place[at + 1..].starts_with("</X>"));
    let at = at.unwrap();
    [&place[..at], with, &place[at + 1..]].concat()
}

/// Reads, writes and reads again; gives what was written.
fn through_the_model(text: &str) -> String {
    let (model, _) = read_with(text.as_bytes(), &rbxxml::ReadOptions::default()).unwrap();
    let written = write(&model).unwrap();
    let again = read(&written).unwrap();
    assert_eq!(again.difference(&model), None, "{text} gave {}", written.escape_ascii());
    assert_eq!(write(&again).unwrap(), written, "{text}");
    let onto = write_onto(&model, text.as_bytes()).unwrap();
    assert_eq!(onto.escape_ascii().to_string(), text.as_bytes().escape_ascii().to_string());
    String::from_utf8(written).unwrap().replace('"', "'")
}

#[test]
fn attributes_of_every_element() {
    for place in ATTRIBUTES {
        let written = through_the_model(&filled(place, "note='kept &lt;'"));
        assert!(written.contains(" note='kept &lt;'"), "{place} gave {written}");
    }
}

#[test]
fn attributes_that_are_there_twice() {
    for (text, kept) in [
        ("<roblox version='4' version='5'/>", "<roblox version='4' version='5'>"),
        (
            "<roblox version='4'><Item class='A' referent='r' class='B'/></roblox>",
            "<Item class='A' referent='r' class='B'>",
        ),
        (
            "<roblox version='4'><Item class='A'><Properties><int name='a' name='b'>1</int></Properties></Item></roblox>",
            "<int name='a' name='b'>",
        ),
    ] {
        let written = through_the_model(text);
        assert!(written.contains(kept), "{written}");
    }
}

#[test]
fn elements_and_texts_in_every_place() {
    for place in CONTENT {
        for content in [
            "<Foo name='kept'><Bar/>&x; <!-- too --></Foo>",
            "<Foo>kept</Foo>",
            "<Foo><?a ></Foo>?><!--</Foo>--><![CDATA[</Foo>]]><!a>kept</Foo>",
            "stray &lt; kept",
            "<![CDATA[stray < kept]]>",
        ] {
            let written = through_the_model(&filled(place, content));
            // A text is written as texts are; all else is as it was.
            let has_text = written.contains("stray &lt; kept") && content.contains("stray");
            assert!(has_text || written.contains(content), "{place} with {content} gave {written}");
        }
    }
}

#[test]
fn texts_beside_each_other_stay_apart() {
    for place in CONTENT.iter().filter(|place| place.contains(">X<") && !place.contains(" name=")) {
        if place.contains("External") || place.contains("md5='a'>X") {
            continue;
        }
        let text = filled(place, "one<!-- -->two<![CDATA[three]]> four ");
        let written = through_the_model(&text);
        for part in ["one\n", "<!---->two\n", "<![CDATA[three]]>\n", "four\n"] {
            assert!(written.contains(part), "{text} gave {written}");
        }
    }
}

/// A quote that is missing in it is not found beyond its end, where the next is once the comment is gone.
#[test]
fn what_follows_an_element_is_not_in_it() {
    for place in CONTENT.iter().filter(|place| place.contains(">X<") && !place.contains("name=")) {
        let text = filled(place, "<Foo><a b='</Foo><!-- ' --><c d='>'/>");
        let written = through_the_model(&text);
        assert!(
            written.contains("<Foo><a b='</Foo>") && written.contains("<c d='>'/>"),
            "{text} gave {written}"
        );
    }
}

#[test]
fn a_child_that_is_there_twice() {
    let item = |value: &str| {
        format!("<roblox version='4'><Item class='A'><Properties>{value}</Properties></Item></roblox>")
    };
    let written = through_the_model(&item("<Vector2 name='a'><X>1</X><X>2</X><Y>3</Y><Y>4</Y></Vector2>"));
    let lines: Vec<_> = written.lines().map(str::trim).collect();
    assert!(
        lines.windows(4).any(|lines| lines == ["<X>1</X>", "<Y>3</Y>", "<X>2</X>", "<Y>4</Y>"]),
        "{written}"
    );
    let written = through_the_model(&item(
        "<PhysicalProperties name='a'><CustomPhysics>false</CustomPhysics><Density>2</Density></PhysicalProperties>",
    ));
    assert!(written.contains("<Density>2</Density>"), "{written}");
    let written = through_the_model(&item("<Content name='a'><url>b</url><null></null></Content>"));
    assert!(written.contains("<url>b</url><null></null>"), "{written}");
}

#[test]
fn a_property_that_is_there_twice_in_several_lists() {
    let list = |name: &str| format!("<Properties><int name='{name}'>1</int></Properties>");
    let lists = ["c", "a", "b", "a"].map(list).concat();
    let text = format!("<roblox version='4'><Item class='A'>{lists}</Item></roblox>");
    let (model, warnings) = read_with(text.as_bytes(), &rbxxml::ReadOptions::default()).unwrap();
    assert_eq!(model.item(model.roots().next().unwrap()).unwrap().properties.len(), 4);
    let warnings: Vec<_> = warnings.iter().map(|warning| warning.kind().clone()).collect();
    assert_eq!(warnings, [rbxxml::ErrorKind::Duplicate { what: "property", name: "a".into() }]);
    // The second one has a number in its path, since a path with its name alone is that of the first.
    let spans = crate::recorder::traced(text.as_bytes(), &rbxxml::ReadOptions::default()).spans.into_inner();
    let names =
        spans.iter().map(|span| &*span.name).filter(|name| name.len() == 1 || name.starts_with("properties"));
    assert_eq!(names.collect::<Vec<_>>(), ["c", "a", "b", "properties[3] a"]);
    through_the_model(&text);
}

/// Unknown elements in a component of a value stay inside it, even with attributes or at the start.
#[test]
fn unknown_children_stay_in_the_part_that_they_are_in() {
    for (ty, content) in [
        ("Rect2D", "<min a='1'><X>1</X><Y>1</Y><Foo/></min><max><X b='2'>1</X><Y>1</Y><Foo>2</Foo></max>"),
        ("Rect2D", "<min><Foo/><X>1</X><Foo>2</Foo><Y>1</Y></min><max><X>1</X><Y>1</Y></max><Foo>3</Foo>"),
        ("Font", "<Family><url>b</url><Foo/></Family><Weight>400</Weight><Style>Normal</Style><Foo>2</Foo>"),
        ("OptionalCoordinateFrame", "<CFrame><X a='1'>1</X><Foo/></CFrame>"),
        ("OptionalCoordinateFrame", "<CFrame a='1'><X>1</X><Foo/></CFrame><Foo>2</Foo>"),
        ("OptionalRect2D", "<Rect2D><min><X>1</X><Y>1</Y></min><max><X>1</X><Y>1</Y><Foo/></max></Rect2D>"),
    ] {
        let text = format!(
            "<roblox version='4'><Item class='A'><Properties><{ty} name='a'>{content}</{ty}></Properties></Item></roblox>"
        );
        let written = through_the_model(&text);
        for part in ["min", "max", "Family", "CFrame"] {
            let inside = |text: &str| {
                let (start, end) = (text.find(&format!("<{part}"))?, text.find(&format!("</{part}>"))?);
                Some(text[start..end].matches("<Foo").count())
            };
            assert_eq!(inside(&written), inside(&text), "{part} of {text} in {written}");
        }
    }
}

/// They stay if another value of the same type is set, and are removed if the new type has other components.
#[test]
fn attributes_of_parts_stay_with_the_type() {
    let text = "<roblox version='4'><Item class='A'><Properties><Rect2D name='a'><min><X unit='m'>1</X><Y>2</Y></min>\
        <max><X>3</X><Y>4</Y></max></Rect2D></Properties></Item></roblox>";
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots().next().unwrap();
    let spelling = model.item(id).unwrap().properties.get(0).unwrap().spelling().unwrap();
    let parts = [PartSpelling {
        path: "min/X".into(),
        attributes: vec![Attribute::new("unit", "m")],
        children: vec![],
    }];
    assert_eq!(spelling.parts, parts);
    model.item_mut(id).unwrap().set("a", [0.0; 4]);
    assert!(String::from_utf8(write(&model).unwrap()).unwrap().contains("<X unit=\"m\">0</X>"));
    model.item_mut(id).unwrap().set("a", 1);
    assert_eq!(model.item(id).unwrap().properties.get(0).unwrap().spelling(), None);
    let spelling = Spelling {
        parts: vec![PartSpelling {
            path: "X".into(),
            attributes: vec![Attribute::new("a b", "")],
            children: vec![],
        }],
        ..Spelling::default()
    };
    model.item_mut(id).unwrap().properties.to_mut()[0].set_spelling(Some(spelling));
    let error = write(&model).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::BadName { name: "a b".into() });
}

#[test]
fn lists_are_there_as_long_as_something_is_in_them() {
    let mut document = Document::new();
    assert_eq!(document.shared_strings.lists().len(), 0);
    document.shared_strings.push(SharedString { key: "a".into(), ..SharedString::default() });
    assert_eq!(document.shared_strings.lists().len(), 1);
    assert_eq!(read(&write(&document).unwrap()).unwrap().difference(&document), None);
    document.shared_strings.retain(|_| false);
    assert_eq!(document.shared_strings.lists().len(), 0);
    assert!(!String::from_utf8(write(&document).unwrap()).unwrap().contains("SharedStrings"));
}

/// The tag of a list is written anew only if its attributes change.
#[test]
fn the_tag_of_a_list_stays() {
    let text = "<roblox version='4'><Item class='A'><Properties  a = '1' ><int name='x'>1</int></Properties>\
        </Item></roblox>";
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots().next().unwrap();
    model.item_mut(id).unwrap().set("x", 2);
    let onto = |model: &Document| String::from_utf8(write_onto(model, text.as_bytes()).unwrap()).unwrap();
    assert_eq!(onto(&model), text.replace("'x'>1", "\"x\">2"));
    let extras = model.item_mut(id).unwrap().extras.as_mut().unwrap();
    extras.property_lists[0].attributes[0].value = "3".into();
    assert!(onto(&model).contains("<Properties a=\"3\">"), "{}", onto(&model));
}

#[test]
fn properties_stay_in_their_lists() {
    let list = |name: &str| format!("<Properties><int name=\"{name}\">1</int></Properties>");
    let text = format!("<roblox version=\"4\"><Item class=\"A\">{}{}</Item></roblox>", list("a"), list("b"));
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots().next().unwrap();
    model.item_mut(id).unwrap().set("a", 2);
    let written = String::from_utf8(write_onto(&model, text.as_bytes()).unwrap()).unwrap();
    assert_eq!(written, text.replacen(">1<", ">2<", 1));
}

#[cfg(feature = "serde")]
#[test]
fn elements_beside_items_come_through_serde() {
    let document = read(b"<roblox version='4'><Foo>a</Foo><Item class='A'></Item></roblox>").unwrap();
    assert_eq!(document.elements.len(), 1);
    let json = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<Document>(&json).unwrap().difference(&document), None);
}
