//! The results for invalid fixtures, and hostile input.

use crate::each::fixtures;
use crate::recorder::check_traced;
use rbxxml::{
    Document, Element, ErrorKind, Item, ItemId, Limits, Position, ReadOptions, Same, read, read_with,
    validate, write, write_onto,
};

#[test]
fn invalid_fixtures_are_read_as_this() {
    let mut all = String::new();
    for (name, bytes) in fixtures("invalid") {
        all += &format!("{name}\n");
        let Ok(model) = read(&bytes) else { continue };
        for visit in model.walk() {
            let properties = visit.item.properties.iter();
            let properties: Vec<_> =
                properties.map(|one| format!("{}={:?}", one.name(), one.value)).collect();
            all += &format!("  {} {}\n", visit.item.class, properties.join(" "));
        }
    }
    insta::assert_snapshot!("invalid_fixtures", all);
}

fn document(inside: &str) -> Vec<u8> {
    format!("<roblox version='4'>{inside}</roblox>").into_bytes()
}

fn item(inside: &str) -> Vec<u8> {
    document(&format!("<Item class='A' referent='a'><Properties>{inside}</Properties></Item>"))
}

#[test]
fn items_inside_each_other_without_end() {
    const DEPTH: usize = 250_000;
    let text = document(&("<Item class='A'>".repeat(DEPTH) + &"</Item>".repeat(DEPTH)));
    let error = read(&text).unwrap_err();
    let kind =
        ErrorKind::LimitExceeded { limit: "levels of depth", requested: 1, left: 0, option: Some("depth") };
    assert_eq!(error.kind(), &kind);
    assert_eq!(
        error.to_string(),
        "exceeds the limit of levels of depth: 1 requested, 0 left; raise it with `Limits::depth` (at byte 0x186a14)"
    );
    let options = ReadOptions::default().limits(Limits::default().depth(DEPTH));
    let (model, warnings) = read_with(&text, &options).unwrap();
    assert_eq!((model.len(), warnings.total()), (DEPTH, 0));
    assert_eq!(model.walk().last().unwrap().depth, DEPTH - 1);
    let copy = model.clone();
    assert!(copy == model && copy.same(&model));
    assert!(format!("{copy:?}").len() > DEPTH);
    let written = write(&model).unwrap();
    // Tabs for each level would be 60 GB.
    assert!(written.len() < (1 << 25) + 7 * text.len(), "{}", written.len());
    assert!(read_with(&written, &options).unwrap().0.same(&model));
    assert!(rbxxml::write_onto(&model, &text).unwrap() == text);
    // Each of two rules has this many findings.
    assert_eq!(validate(&copy).len(), 2 * 1000);
    drop(copy);
}

/// Studio indents each line by all that is around it; what lies deep is not made thousands of times larger so.
#[test]
fn indentation_has_an_end() {
    let text = |depth: usize, n: usize| {
        let around = ["<Item class='A'>".repeat(depth), "</Item>".repeat(depth)];
        document(&format!("{}{}{}", around[0], "<Item class='B'/>".repeat(n), around[1]))
    };
    let (deep, wide) = (text(5_000, 0), text(4_000, 60_000));
    let written = String::from_utf8(write(&read(&deep).unwrap()).unwrap()).unwrap();
    assert!(written.contains(&format!("\n{}<Item class=\"A\" ", "\t".repeat(5_000))));
    let model = read(&wide).unwrap();
    let written = write(&model).unwrap();
    assert!(written.len() < (1 << 25) + 9 * wide.len(), "{}", written.len());
    assert!(read(&written).unwrap().same(&model));
}

#[test]
fn a_tag_with_eighty_thousand_attributes() {
    let attributes: String = (0..80_000).map(|number| format!(" a{number}='x'")).collect();
    let text = document(&format!("<Item class='A'{attributes} referent='b'/>"));
    let model = read(&text).unwrap();
    let item = model.item(model.roots().next().unwrap()).unwrap();
    assert_eq!(
        (item.extras.as_ref().unwrap().attributes.len(), item.referent.clone()),
        (80_000, Some("b".into()))
    );
    let few = ReadOptions::default().limits(Limits::default().elements(1000));
    assert!(matches!(read_with(&text, &few).unwrap_err().kind(), ErrorKind::LimitExceeded { .. }));
    assert!(read(&text[..text.len() / 2]).unwrap().is_empty());
}

#[test]
fn megabytes_of_references() {
    let text = item(&format!("<string name='x'>{}</string>", "&#1;".repeat(1_000_000)));
    let model = read(&text).unwrap();
    let value = model.item(model.roots().next().unwrap()).unwrap().get("x").unwrap().as_bytes().unwrap();
    assert_eq!((value.len(), value[0]), (1_000_000, 1));
}

#[test]
fn what_has_no_end_ends_with_the_file() {
    for start in ["<![CDATA[", "<!--", "<?", "<!DOCTYPE [", "<string name='", "&", "<", "</", "<a b='"] {
        for head in [
            "",
            "<Item class='A'>",
            "<Item class='A'><Properties>",
            "<Item><Properties><string name='x'>",
            "<SharedStrings>",
        ] {
            let text = format!("<roblox version='4'>{head}{}", start.repeat(5_000)).into_bytes();
            let (_, warnings) = read_with(&text, &ReadOptions::default()).unwrap();
            assert!(warnings.total() > 0, "{head}{start}");
            let is_inside = |place| matches!(place, rbxxml::Place::Input(at) if at <= text.len());
            assert!(warnings.iter().all(|warning| is_inside(warning.place())));
            check_traced(&text);
        }
    }
}

#[test]
fn another_root_is_an_error() {
    for text in ["<robloxx version='4'></robloxx>", "<Item class='A'/>", "<?xml?><rbx><roblox/></rbx>"] {
        assert!(matches!(read(text.as_bytes()).unwrap_err().kind(), ErrorKind::NoRoot), "{text}");
    }
}

/// It stays the element that it is, with the attributes before the damage.
#[test]
fn a_broken_tag_tears_no_other_element() {
    for broken in
        ["<Item class=\"Part\" referent=P>", "<Item class=\"Part\" referent=\"P>", "<Item class=\"Part\" &>"]
    {
        let wheel = "<Properties><string name=\"Name\" x>Wheel</string></Properties></Item>";
        let text = item("<string name='Name'>Car</string></Properties>REST<Properties>");
        let rest = format!("{broken}{wheel}<Item class='Seat'/>");
        let text = String::from_utf8(text).unwrap().replace("REST", &rest);
        let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        let found: Vec<_> = model
            .walk()
            .map(|visit| format!("{} {} {}", visit.depth, visit.item.class, visit.item.name()))
            .collect();
        assert_eq!(found, ["0 A Car", "1 Part Wheel", "1 Seat Seat"], "{broken}");
        assert_eq!(warnings.total(), 2, "{warnings:?}");
        assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
        assert_eq!(write_onto(&model, text.as_bytes()).unwrap(), text.as_bytes());
        check_traced(text.as_bytes());
    }
}

/// Git leaves conflicts in a place whose two branches cannot be merged: in values, between properties, and around
/// items.
#[test]
fn a_conflict_of_git_is_one_warning() {
    let conflict =
        |ours: &str, theirs: &str| format!("\n<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n");
    let int = |number| format!("<int name='x'>{number}</int>\n");
    let child = "<Item class='B' referent='b'><Properties/></Item>\n";
    let item = |inside: &str, after: &str| {
        format!("<Item class='A' referent='a'><Properties>{inside}</Properties>{after}</Item>")
    };
    let parts = |x| format!("<X>{x}</X>\n<Y>1</Y>\n");
    let vector = |inside: &str| format!("<Vector2 name='v'>{inside}</Vector2>");
    for (conflicted, ours) in [
        (item(&conflict(&int(1), &int(2)), ""), item(&int(1), "")),
        (item("", &conflict(child, "")), item("", child)),
        (item("", &conflict("", child)), item("", "")),
        (item(&vector(&conflict(&parts(1), &parts(2))), ""), item(&vector(&parts(1)), "")),
        (
            item("", &conflict("</Item>\n<Item class='C' referent='c'><Properties/>\n", "")),
            item("", "</Item><Item class='C' referent='c'><Properties/>"),
        ),
    ] {
        let conflicted = document(&conflicted);
        let (model, warnings) = read_with(&conflicted, &ReadOptions::default()).unwrap();
        let text = String::from_utf8_lossy(&conflicted);
        assert!(
            matches!(
                warnings.iter().map(|warning| warning.kind()).collect::<Vec<_>>()[..],
                [ErrorKind::ConflictMarkers]
            ),
            "{text}"
        );
        assert_eq!(warnings[0].line_column(&conflicted).map(|(line, _)| line), Some(2), "{text}");
        assert!(model.same(&read(&document(&ours)).unwrap()), "{text}");
        assert_eq!(validate(&model).to_vec(), []);
        check_traced(&conflicted);
        // Both sides stay, whatever else changes.
        let mut edited = model.clone();
        edited.set(edited.roots().next().unwrap(), "Name", "N").unwrap();
        let onto = write_onto(&edited, &conflicted).unwrap();
        let (again, warnings) = read_with(&onto, &ReadOptions::default()).unwrap();
        assert!(again.same(&edited) && warnings.len() == 1, "{}", String::from_utf8_lossy(&onto));
    }
    // A second conflict does not begin in the first.
    let nested = document("\n<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n");
    let (_, warnings) = read_with(&nested, &ReadOptions::default()).unwrap();
    let said = warnings.get(1).map(ToString::to_string).unwrap_or_default();
    assert!(said.starts_with("expected a tag, found \"<<<<<<< b"), "{said}");
    let begun = document(&"<<<<<<< a\n".repeat(100_000));
    let separated = document(&format!("{}\n=======\n", "<<<<<<< a\n =======\n\n>>>>>>> b\n".repeat(100_000)));
    let start = std::time::Instant::now();
    assert!(read(&begun).is_ok() && read(&separated).is_ok());
    assert!(start.elapsed().as_secs() < 20);
}

/// The content of other elements is unknown.
#[test]
fn a_broken_list_inside_an_item_is_read() {
    let inside = |tag: &str| {
        let list = format!("<{tag} a=b><int name='c'>1</int></{tag}>");
        let text = document(&format!("<Item class='A' referent='a'>{list}</Item>"));
        let (model, warnings) = read_with(&text, &ReadOptions::default()).unwrap();
        let value = model.get(model.roots().next().unwrap(), "c").cloned();
        (value, warnings.total() > 0)
    };
    assert_eq!(inside("Properties"), (Some(1.into()), true));
    assert_eq!(inside("Other"), (None, true));
}

/// It is no source that could be written.
#[test]
fn a_broken_list_outside_of_an_item_is_passed() {
    let text = document("<Properties a=b><int name='c'>1</int></Properties>");
    let model = read(&text).unwrap();
    assert_eq!(model.elements.iter().map(|element| element.name()).collect::<Vec<_>>(), [b"int"]);
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
}

/// Each message names the item and the property; a hostile name is not there a thousand times.
#[test]
fn long_names_are_short_in_messages() {
    let long = "N".repeat(100_000);
    let texts = [
        String::from_utf8(item(&"<int name='a'>b</int>".repeat(500)))
            .unwrap()
            .replace("'A'", &format!("'{long}'")),
        String::from_utf8(item(&format!("<string name='{long}'>{}</string>", "&x;".repeat(500)))).unwrap(),
        String::from_utf8(document(&format!(
            "<SharedStrings><SharedString md5='{long}'>{}</SharedString></SharedStrings>",
            "&x;".repeat(500)
        )))
        .unwrap(),
    ];
    for text in texts {
        let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert!(warnings.total() >= 500, "{}", warnings.total());
        let longest = warnings.iter().map(|warning| warning.to_string().len()).max();
        assert!(longest < Some(1000), "{longest:?}");
        let findings = validate(&model);
        assert!(findings.iter().filter(|finding| finding.to_string().len() > 10_000).count() < 10);
    }
}

#[test]
fn texts_that_look_quadratic_end() {
    let n = 4_000;
    let many = |part: &str| part.repeat(n);
    for inside in [
        many("<int name='x'>"),
        many("<Foo name='x'>"),
        many("<Foo name='x'></Bar>"),
        many("<int name='x'>1</float>"),
        many("<int name='x'><int name='x'></int>"),
        many("<int>"),
        many("<Vector3 name='x'><X>1</X>"),
        many("<string name='x'><![CDATA["),
        many("<string name='x'><!--"),
        many("<string name='x'><?"),
        many("<string name='x'><!DOCTYPE ["),
        many("</Foo>"),
        many("<string name='x'>a<!-- --></string>"),
        many("<string name='x'>&#&&amp</string>"),
        format!("<string name='x'>{}</string>", many("]]<![CDATA[]]]>")),
        format!("<string name='x'>{}</string>", many("<!---->")),
        format!("<BinaryString name='x'>{}</BinaryString>", many("A A\n")),
        format!("<NumberSequence name='x'>{}</NumberSequence>", many("0 1 0 ")),
        format!("<float name='x'>{}</float>", many("1")),
        (0..n).rev().map(|number| format!("<int name='{number}'>1</int>")).collect(),
        (0..n).map(|number| format!("<int name='{number}'>1</int></Properties><Properties>")).collect(),
    ] {
        let text = item(&inside);
        let (model, _) = read_with(&text, &ReadOptions::default()).unwrap();
        check_traced(&text);
        let _ = validate(&model);
        let written = write(&model).unwrap();
        rbxxml::write_onto(&model, &text).unwrap();
        assert_eq!(read(&written).unwrap().difference(&model), None, "{}", &inside[..40]);
    }
    for inside in [
        many("<Foo>"),
        "<Item class='A' referent='a'></Item>".repeat(200_000),
        many("<Item class='A'><Item>"),
        many("<Properties>"),
        many("</roblox"),
        many("<SharedStrings><SharedString md5='a'>"),
        format!("<SharedStrings>{}</SharedStrings>", many("<SharedString md5='a'>AAAA</SharedString>")),
    ] {
        let text = document(&inside);
        let options = ReadOptions::default().limits(Limits::default().depth(1 << 20));
        let (model, _) = read_with(&text, &options).unwrap();
        let _ = validate(&model);
    }
}

/// Input that is read with a loss of meaning always gets a warning.
#[test]
fn what_is_read_as_less_than_it_says_is_warned_of() {
    let twice = "<int name='b'>1</int><int name='a'>1</int>".repeat(2);
    let list = format!("<Item class='A'><Properties>{twice}</Properties></Item>");
    let long: String = (0..100).rev().chain([7, 3, 7]).map(|n| format!("<int name='{n}'>1</int>")).collect();
    for (text, expected) in [
        (String::from("<roblox version='4.0'/>"), vec!["expected version 4, found \"4.0\" (at byte 0x11)"]),
        (
            String::from_utf8(document("<Meta>true</Meta><Meta name=''/>")).unwrap(),
            vec!["metas[0]: there is no name (at byte 0x1a)", "metas[1]: there is no name (at byte 0x34)"],
        ),
        // The path is that of both properties, and in both items.
        (
            String::from_utf8(document(&list.repeat(2))).unwrap(),
            vec![
                "items[0] A: property b already exists (at byte 0x5a)",
                "items[0] A: property a already exists (at byte 0x6f)",
                "items[1] A: property b already exists (at byte 0xde)",
                "items[1] A: property a already exists (at byte 0xf3)",
            ],
        ),
        (
            String::from_utf8(item("<PhysicalProperties name=\"x\"/>")).unwrap(),
            vec!["items[0] A, x: the value is empty (at byte 0x5b)"],
        ),
        (
            String::from_utf8(item("<int name=\"x\">-99999999999</int>")).unwrap(),
            vec!["items[0] A, x: -99999999999 is out of range and is read as -2147483648 (at byte 0x4b)"],
        ),
        (
            String::from_utf8(item("<NumberRange name=\"x\">1 2 3 4</NumberRange>")).unwrap(),
            vec!["items[0] A, x: expected two numbers (at byte 0x53)"],
        ),
        (
            String::from_utf8(item(
                "<OptionalCoordinateFrame name=\"x\"><OptionalCoordinateFrame/></OptionalCoordinateFrame>",
            ))
            .unwrap(),
            vec!["items[0] A, x: <OptionalCoordinateFrame> is not allowed here (at byte 0x5f)"],
        ),
        (
            String::from_utf8(item(&long)).unwrap(),
            vec![
                "items[0] A: property 7 already exists (at byte 0x8cb)",
                "items[0] A: property 3 already exists (at byte 0x8e0)",
                "items[0] A: property 7 already exists (at byte 0x8f5)",
            ],
        ),
    ] {
        let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        let found: Vec<_> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
        let strict = read_with(text.as_bytes(), &ReadOptions::default().strict(true)).unwrap_err();
        assert_eq!(strict.to_string(), expected[0]);
        assert_eq!(write_onto(&model, text.as_bytes()).unwrap(), text.as_bytes());
    }
}

#[test]
fn a_limit_is_an_error_even_where_elements_may_fail() {
    let read =
        |text: &[u8], n| read_with(text, &ReadOptions::default().limits(Limits::default().elements(n)));
    let text = item("<int name='x'>1</int><int name='y'>2</int>");
    // The version counts as three, the item as eight, and there are two properties.
    assert!(read(&text, 13).is_ok());
    let error = read(&text, 12).unwrap_err();
    assert_eq!(
        error.kind(),
        &ErrorKind::LimitExceeded { limit: "elements", requested: 1, left: 0, option: None }
    );
    // Each 28 bytes of a text count as one more.
    let text = item(&format!("<string name='x'>{}</string>", "x".repeat(280)));
    assert_eq!([22, 21].map(|n| read(&text, n).is_ok()), [true, false]);
}

#[test]
fn errors_know_line_and_column() {
    let text =
        b"<roblox version=\"4\">\n\t<Item class=\"A\" referent=\"\xc3\xa9\">\n\t\t<Properties>\n\t\t\t\
        <int name=\"x\">7 apples</int>";
    let error = read_with(text, &ReadOptions::default().strict(true)).unwrap_err();
    assert_eq!(error.line_column(text), Some((4, 18)));
    let message = "items[0] A, x: expected a whole number, found \"7 apples\" (at byte 0x55)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn what_cannot_be_written_is_an_error_that_names_the_part() {
    let refused = |change: fn(&mut Document, ItemId)| {
        let mut model = Document::new();
        let id = model.add(None, Item { referent: Some("a".into()), ..Item::new("Part") }).unwrap();
        change(&mut model, id);
        write(&model).unwrap_err().to_string()
    };
    assert_eq!(
        refused(|model, id| {
            model.item_mut(id).unwrap().set("x", rbxxml::Value::Raw("1".into()));
        }),
        "items[0] Part, x: \"\" is not a valid name for an element or attribute"
    );
    assert_eq!(
        refused(|model, id| {
            let item = model.item_mut(id).unwrap();
            item.set("x", rbxxml::Value::Raw("</Foo><Item>".into()));
            let spelling = rbxxml::Spelling { element: Some("Foo".into()), ..rbxxml::Spelling::default() };
            item.property_mut("x").unwrap().set_spelling(Some(spelling));
        }),
        "items[0] Part, x: this source text would change the elements around it"
    );
    let source = || Element { source: "<a>".into() };
    assert_eq!(
        refused(|model, id| {
            let optional = rbxxml::Value::Optional(Some(Box::new(rbxxml::Value::Raw("1".into()))));
            model.item_mut(id).unwrap().set("x", optional);
        }),
        "items[0] Part, x: this source text would change the elements around it"
    );
    assert_eq!(
        refused(|model, id| {
            let item = model.item_mut(id).unwrap();
            item.set("x", 1);
            let children = vec![Element { source: "<a>".into() }];
            item.property_mut("x")
                .unwrap()
                .set_spelling(Some(rbxxml::Spelling { children, ..rbxxml::Spelling::default() }));
        }),
        "items[0] Part, x: this source text would change the elements around it"
    );
    let mut model = Document::new();
    let id = model.add(None, Item::new("Part")).unwrap();
    let bytes = write(&model).unwrap();
    model.item_mut(id).unwrap().set("x", rbxxml::Value::Raw("1".into()));
    let error = write_onto(&model, &bytes).unwrap_err().to_string();
    assert_eq!(error, "items[0] Part, x: \"\" is not a valid name for an element or attribute");
    let mut model = Document::new();
    model.elements.push(source());
    assert_eq!(
        write(&model).unwrap_err().to_string(),
        "this source text would change the elements around it"
    );
    let error = "0123".parse::<rbxxml::UniqueId>().unwrap_err();
    assert_eq!(error.to_string(), "expected 32 hexadecimal digits (at byte 0x0)");
    let cyclic = |model: &mut Document, id| model.move_to(id, id, Position::Last).unwrap_err();
    let mut model = Document::new();
    let id = model.add(None, Item::new("Part")).unwrap();
    assert_eq!(cyclic(&mut model, id).kind(), &ErrorKind::Cycle { what: "item", name: "0".into() });
    model.remove(id);
    assert_eq!(model.add(id, Item::new("Part")).unwrap_err().kind(), &ErrorKind::NoSuchItem);
    assert_eq!(model.only([id]).unwrap_err().kind(), &ErrorKind::NoSuchItem);
}
