//! Documents that XML 1.0 can carry: an XML library sees the same in them.

use proptest::collection::vec;
use proptest::prelude::*;
use rbxxml::{Document, Item, ReadOptions, TextRule, Value, read_with, write};
use roxmltree::Node;

/// Text between tags, in the spellings that XML has for it.
fn any_text() -> impl Strategy<Value = String> {
    // The text begins and ends with a letter, because white space next to CDATA is indentation, which XML does not
    // know.
    let plain = "[a-zé❌😃][ -%'-;=?-Z^-~é❌😃\u{85}\u{2028}\t\n]{0,12}[a-z]";
    let references =
        ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#65;", "&#x1F603;", "&#233;", "&#13;", "&#10;"];
    let piece = prop_oneof![
        4 => plain.prop_map(String::from),
        2 => proptest::sample::select(references.to_vec()).prop_map(String::from),
        1 => "[ -Z^-~é\t\n]{0,8}".prop_map(|text| format!("<![CDATA[{text}]]>")),
        1 => any_aside(),
        1 => Just("line\r\nbreak\r!".to_owned()),
    ];
    prop_oneof![3 => vec(piece, 0..4).prop_map(|pieces| pieces.concat()), 1 => "[ \n\t]{0,3}"]
}

/// Any markup without meaning.
fn any_aside() -> impl Strategy<Value = String> {
    let asides = ["<!-- <Item> & -->", "<!---->", "<?php <b> ?>", "<?a?>"];
    proptest::sample::select(asides.to_vec()).prop_map(String::from)
}

/// Any text between elements.
fn any_gap() -> impl Strategy<Value = String> {
    vec(prop_oneof![3 => "[ \t\r\n]{0,3}", 1 => any_aside()], 0..3).prop_map(|parts| parts.concat())
}

/// The value of an attribute, in quotes.
fn any_value() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -!#-%(-;=-~é❌\t\r\n]{0,6}",
        proptest::sample::select(vec!["&lt;", "&amp;", "&quot;", "&#9;", "&#xA;", "&#233;"])
            .prop_map(String::from),
    ];
    (vec(piece, 0..3), any::<bool>()).prop_map(|(pieces, single)| {
        let quote = if single { "'" } else { "\"" };
        [quote, &pieces.concat(), quote].concat()
    })
}

fn any_property() -> impl Strategy<Value = String> {
    let text = proptest::sample::select(vec!["string", "ProtectedString", "QDir"]);
    prop_oneof![
        4 => (text, any_value(), any_text(), "[ \n]{0,2}")
            .prop_map(|(tag, name, text, space)| format!("<{tag}{space} name={name}>{text}</{tag}{space}>")),
        1 => (any_value(), any_value()).prop_map(|(name, note)| format!("<bool note={note} name={name}> true\n</bool>")),
        1 => any_value().prop_map(|name| format!("<string name={name}/>")),
        1 => (any_value(), any_gap()).prop_map(|(name, gap)| format!(
            "<Vector3 name={name}>{gap}<Z>3</Z>{gap}<X>1</X><Y>2</Y>{gap}</Vector3>"
        )),
        1 => (any_value(), any_text()).prop_map(|(name, text)| format!("<Foo name={name}><string>{text}</string></Foo>")),
    ]
}

fn any_item() -> impl Strategy<Value = String> {
    let head = (any_value(), any_value(), any_value()).prop_map(|(class, referent, note)| {
        format!("<Item class={class}\n\treferent={referent} note={note} >")
    });
    let head = head.boxed();
    let list = (vec(any_property(), 0..4), any_gap())
        .prop_map(|(list, gap)| format!("<Properties>{gap}{}</Properties>", list.join(&gap)))
        .boxed();
    let leaf = (head.clone(), list.clone()).prop_map(|(head, list)| format!("{head}{list}</Item>"));
    leaf.prop_recursive(4, 12, 3, move |inner| {
        (head.clone(), list.clone(), vec(inner, 0..3), any_gap())
            .prop_map(|(head, list, items, gap)| format!("{head}{gap}{list}{gap}{}</Item>", items.join(&gap)))
    })
}

fn any_document() -> impl Strategy<Value = String> {
    let metas = vec((any_value(), any_text()), 0..2).prop_map(|metas| {
        metas.iter().map(|(name, text)| format!("<Meta name={name}>{text}</Meta>")).collect::<String>()
    });
    let start = proptest::sample::select(vec!["", "\u{feff}", "<?xml version=\"1.0\"?>\n", "<!-- a -->"]);
    (start, metas, vec(any_item(), 0..3), any_gap()).prop_map(|(start, metas, items, gap)| {
        format!("{start}<roblox version=\"4\">{gap}{metas}{gap}{}{gap}</roblox>{gap}", items.join(&gap))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn roxmltree_sees_the_same_in_generated_documents(text in any_document()) {
        let theirs = roxmltree::Document::parse(&text).unwrap();
        let options = ReadOptions::default().text(TextRule::CodePoints);
        let ours = read_with(text.as_bytes(), &options).unwrap().0;
        compare(&ours, &theirs);
        let written = rbxxml::write_with(&ours, &rbxxml::WriteOptions::default().text(TextRule::CodePoints)).unwrap();
        compare(&ours, &roxmltree::Document::parse(str::from_utf8(&written).unwrap()).unwrap());
        // The output is XML with every rule.
        prop_assert!(roxmltree::Document::parse(str::from_utf8(&write(&ours).unwrap()).unwrap()).is_ok());
    }
}

fn compare(ours: &Document, theirs: &roxmltree::Document<'_>) {
    let root = theirs.root_element();
    let metas: Vec<_> = elements(root, "Meta").collect();
    assert_eq!(ours.metas.len(), metas.len());
    for (meta, node) in ours.metas.iter().zip(metas) {
        assert_eq!(meta.name, node.attribute("name").unwrap());
        assert_eq!(meta.value, *text_in(node));
    }
    let items = root.descendants().filter(|node| node.has_tag_name("Item"));
    assert_eq!(ours.len(), items.clone().count());
    for (visit, node) in ours.walk().zip(items) {
        assert_eq!(visit.depth + 2, node.ancestors().count() - 1, "{}", visit.item.class);
        compare_item(visit.item, node);
    }
}

fn compare_item(item: &Item, node: Node<'_, '_>) {
    assert_eq!(item.class, node.attribute("class").unwrap());
    assert_eq!(item.referent.as_ref().unwrap(), &node.attribute("referent").unwrap());
    assert_eq!(item.extras.as_ref().unwrap().attributes[0].value, node.attribute("note").unwrap());
    let list = elements(node, "Properties").next().unwrap();
    let properties: Vec<_> = list.children().filter(Node::is_element).collect();
    assert_eq!(item.properties.len(), properties.len());
    for (property, node) in item.properties.iter().zip(properties) {
        assert_eq!(*property.name(), node.attribute("name").unwrap());
        let note = property.spelling().and_then(|spelling| spelling.attributes.first());
        assert_eq!(note.map(|note| note.value.to_string()).as_deref(), node.attribute("note"));
        match property.value {
            Value::String(text) | Value::ProtectedString(text) | Value::QDir(text) => {
                assert_eq!(*text, *text_in(node));
            }
            Value::Vector3(vector) => {
                let number =
                    |name| elements(node, name).next().unwrap().text().unwrap().parse::<f32>().unwrap();
                assert_eq!(vector.to_array(), ["X", "Y", "Z"].map(number));
            }
            Value::Bool(value) => assert_eq!(value.to_string(), text_in(node).trim()),
            value => assert!(matches!(value, Value::Raw(_)) && node.has_tag_name("Foo"), "{value:?}"),
        }
    }
}

fn elements<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |node| node.has_tag_name(name))
}

/// All of it, around comments and instructions.
fn text_in(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|node| node.text()).collect()
}
