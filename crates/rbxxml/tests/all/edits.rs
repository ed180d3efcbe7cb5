//! Law 6 of random edits: what is written onto a file says what the model says, and each part of the file that was not
//! edited stays as it is, with what stands before it.
//!
//! `REZKIT_EDITS` says how many scripts of edits are tried.

use crate::random::Random;
use crate::support;
use rbxxml::geom::Vec2;
use rbxxml::{
    Attribute, Document, Element, External, Extras, Item, List, Meta, Position, Property, ReadOptions,
    Reference, Same, SharedString, Spelling, Text, Value, WriteOptions, read, read_with, write, write_onto,
    write_onto_with,
};
use std::collections::HashMap;

fn n_scripts() -> u64 {
    std::env::var("REZKIT_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_500)
}

/// Files of all kinds, and what can be read of damaged ones.
#[test]
fn what_is_written_onto_a_file_says_what_the_model_says() {
    let files = support::fixtures("rbxxml");
    let files: Vec<_> = files.into_iter().filter(|(name, _)| !name.ends_with(".md")).collect();
    assert!(files.len() > 50);
    let values = any_values();
    for seed in 0..n_scripts() {
        let mut random = Random::new(seed);
        let whole = match random.below(3) {
            0 => Numbered::new(&mut random).text.into_bytes(),
            _ => files[random.below(files.len())].1.clone(),
        };
        let original = if random.once_in(3) { damaged(&whole, &mut random) } else { whole };
        let options = as_found(&mut random);
        let Ok((mut model, _)) = read_with(&original, &options) else { continue };
        for _ in 0..=random.below(5) {
            edit(&mut model, &values, &mut random);
        }
        let Ok(anew) = write(&model) else { continue };
        let show = || format!("seed {seed}\n{}\n{}", original.escape_ascii(), anew.escape_ascii());
        let onto =
            onto_with(&model, &original, &options).unwrap_or_else(|error| panic!("{error}: {}", show()));
        let again =
            read(&onto).unwrap_or_else(|error| panic!("{error}: {}\n{}", show(), onto.escape_ascii()));
        let difference = again.difference(&read(&anew).unwrap());
        assert_eq!(difference, None, "{}\n{}", show(), onto.escape_ascii());
        // The output is a file like any other.
        assert_eq!(
            write_onto(&again, &onto).unwrap().escape_ascii().to_string(),
            onto.escape_ascii().to_string()
        );
    }
}

/// A damaged copy: bytes are changed, taken out, put in, or taken from elsewhere in the file.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"<",
        b">",
        b"\"",
        b"'",
        b"</",
        b"/>",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<?",
        b"&",
        b"</Item>",
        b"</Properties>",
        b"<Item>",
        b"<Properties>",
        b"</roblox>",
        b"<!x>",
        b"<Foo>",
        b"</Foo>",
        b"text",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below(64).min(bytes.len() - at);
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

/// Returns options for reading. If a file was read with a table of types, the model does not know which items have
/// changed, so all are compared.
fn as_found(random: &mut Random) -> ReadOptions {
    let options = ReadOptions::default();
    if random.once_in(2) { options } else { options.types(|_, _| None) }
}

fn onto_with(model: &Document, original: &[u8], options: &ReadOptions) -> Result<Vec<u8>, rbxxml::Error> {
    write_onto_with(model, original, options, &WriteOptions::default())
}

/// A value of each type, and texts that are hard to write.
fn any_values() -> Vec<Value> {
    let model = read(&support::fixture("rbxxml/valid/all-types.rbxmx")).unwrap();
    let mut values: Vec<_> = model
        .walk()
        .flat_map(|visit| &visit.item.properties)
        .map(|property| property.value.clone())
        .collect();
    assert!(values.len() > 30);
    for text in ["", " ", " a", "a\n", "\r", "]]>", "<b>", "&amp;", "\u{1}", "é", "-->", "null"] {
        values.push(Value::String(text.into()));
        values.push(Value::ProtectedString(text.into()));
        values.push(Value::Referent(Reference::Unresolved(text.into())));
    }
    values.push(Value::Raw("<a/>text".into()));
    values
}

const ELEMENTS: &[&str] =
    &["<Foo name='x'>1</Foo>", "<Foo>2</Foo>", "<Bar/>", "text", "other text", "<![CDATA[x]]>"];

/// Any change of any field of the model.
fn edit(model: &mut Document, values: &[Value], random: &mut Random) {
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    let id = random.pick(&ids);
    match random.below(16) {
        0 => drop(id.and_then(|id| model.remove(id))),
        1 => {
            let parent = if random.once_in(3) { None } else { id };
            let mut item = Item::new("New").with("Name", "New");
            item.referent =
                random.pick(&[None, Some("n".into()), Some("a".into()), Some("RBX0".into())]).unwrap();
            model.add(parent, item).unwrap();
        }
        2 => {
            let parent = if random.once_in(3) { None } else { random.pick(&ids) };
            drop(id.map(|id| model.move_to(id, parent, Position::Last)));
        }
        3 => attributes(&mut model.attributes, random),
        4 => {
            let new = Meta {
                name: random.pick(&["a", "ExplicitAutoJoints", ""]).unwrap().into(),
                ..Meta::default()
            };
            list(&mut model.metas, random, new, |meta, random| match random.below(3) {
                0 => meta.name = "renamed".into(),
                1 => meta.value = " set".into(),
                _ => attributes(&mut meta.attributes, random),
            });
        }
        5 => list(&mut model.externals, random, External::default(), |external, random| {
            if random.once_in(2) {
                external.value = "set".into();
            } else {
                attributes(&mut external.attributes, random);
            }
        }),
        6 => elements(&mut model.elements, random),
        7 => strings(model, random),
        8 => {
            model.trailing =
                random.pick(&["", "\n", "\r\n ", "<!-- end -->", "junk", "</roblox>"]).unwrap().into()
        }
        9 => model.three_digit_exponents ^= true,
        10 => {
            let target = random.pick(&ids);
            if let (Some(item), Some(target)) = (id.and_then(|id| model.item_mut(id)), target) {
                item.set(random.pick(&["Value", "x"]).unwrap(), target);
            }
        }
        11 => {
            let other = random.pick(&ids).and_then(|id| model.item_mut(id)?.properties.to_mut().pop());
            id.and_then(|id| model.item_mut(id))
                .into_iter()
                .for_each(|item| item.properties.to_mut().extend(other.clone()));
        }
        _ => {
            id.and_then(|id| model.item_mut(id)).into_iter().for_each(|item| edit_item(item, values, random))
        }
    }
}

fn edit_item(item: &mut Item, values: &[Value], random: &mut Random) {
    let name = random.pick(&["Name", "x", "y", "Source", "p"]).unwrap();
    match random.below(10) {
        0 => drop(item.set(name, random.pick(values).unwrap())),
        1 => drop(item.unset(name)),
        2 => item.rename(random.pick(&["Part", " b", "All"]).unwrap()),
        3 => item.class = random.pick(&["Part", "A", "B c&"]).unwrap().into(),
        4 => {
            let referents: [Option<Text>; 6] = [
                None,
                Some("a".into()),
                Some(" a ".into()),
                Some("q".into()),
                Some("null".into()),
                Some("<".into()),
            ];
            item.referent = random.pick(&referents).unwrap();
        }
        5 | 6 => {
            let twin = random.pick(item.properties.to_mut()).filter(|_| random.once_in(4));
            let new = twin.unwrap_or_else(|| Property::new(name, random.pick(values).unwrap()));
            list(item.properties.to_mut(), random, new, |property, random| match random.below(4) {
                0 => property.rename("renamed"),
                1 => property.set_spelling(None),
                2 => property.value = random.pick(values).unwrap(),
                _ => {
                    let attributes = vec![Attribute::new("note", "x")];
                    let plain_space = random.once_in(2);
                    property.set_spelling(Some(Spelling { attributes, plain_space, ..Spelling::default() }));
                }
            });
        }
        _ => {
            let extras = item.extras.get_or_insert_default();
            match random.below(4) {
                0 => attributes(&mut extras.attributes, random),
                1 => elements(&mut extras.elements, random),
                2 => elements(&mut extras.nameless, random),
                _ => list(&mut extras.property_lists, random, List::default(), |list, random| {
                    attributes(&mut list.attributes, random);
                }),
            }
            if random.once_in(4) {
                *item.extras.as_deref_mut().unwrap() = Extras::default();
            }
        }
    }
}

/// Puts something in, takes something out, swaps two, or changes one.
fn list<T: Clone>(list: &mut Vec<T>, random: &mut Random, new: T, change: impl Fn(&mut T, &mut Random)) {
    let (at, other) = (random.below(list.len()), random.below(list.len()));
    match random.below(4) {
        0 => list.insert(random.below(list.len() + 1), new),
        _ if list.is_empty() => {}
        1 => drop(list.remove(at)),
        2 => list.swap(at, other),
        _ => change(&mut list[at], random),
    }
}

fn attributes(attributes: &mut Vec<Attribute>, random: &mut Random) {
    let name = random.pick(&["version", "note", "b"]).unwrap();
    list(attributes, random, Attribute::new(name, "4"), |attribute, _| attribute.value = "set".into());
}

fn elements(elements: &mut Vec<Element>, random: &mut Random) {
    let new = Element { source: random.pick(ELEMENTS).unwrap().into() };
    list(elements, random, new.clone(), |element, _| element.clone_from(&new));
}

fn strings(model: &mut Document, random: &mut Random) {
    let strings = &mut model.shared_strings;
    match random.below(4) {
        0 => strings.sort(),
        1 => {
            let key = random.pick(&["k", "yuZpQdnvvUBOTYh1jqZ2cA==", " k"]).unwrap().into();
            strings.push(SharedString { key, data: vec![1, 2, 3], ..SharedString::default() });
        }
        2 => {
            let mut random = random.clone();
            strings.retain(|_| !random.once_in(2));
        }
        _ => {
            let mut all = strings.as_slice().to_vec();
            list(&mut all, random, SharedString::default(), |string, _| string.data.push(7));
            *strings = all.into();
        }
    }
}

/// A file in which each part has a number: it is in the comment before the part, and in the part itself.
struct Numbered {
    text: String,
    n_parts: usize,
    /// The source of each part, or its start tag.
    sources: HashMap<usize, String>,
}

impl Numbered {
    fn new(random: &mut Random) -> Self {
        let mut made =
            Self { text: String::from("<roblox version='4'>"), n_parts: 0, sources: HashMap::new() };
        for _ in 0..random.below(8) {
            match random.below(6) {
                0 => made.part(random, |n| format!("<Meta name='{n}'>x</Meta >")),
                1 => made.part(random, |n| format!("<External >{n}</External>")),
                2 => made.part(random, |n| format!("<Foo>{n}</Foo>")),
                3 => made.strings(random),
                _ => made.item(random, 0),
            }
        }
        made.end(random, "</roblox>");
        made
    }

    fn space(&mut self, random: &mut Random) {
        self.text += random.pick(&["", "\n", "\r\n  ", "\t", " "]).unwrap();
    }

    /// A comment with the next number, and the part of it.
    fn part(&mut self, random: &mut Random, source: impl FnOnce(usize) -> String) {
        let number = self.n_parts;
        self.n_parts += 1;
        self.space(random);
        self.text += &format!("<!--{number}-->");
        self.space(random);
        let source = source(number);
        self.text += &source;
        self.sources.insert(number, source);
    }

    fn end(&mut self, random: &mut Random, tag: &str) {
        self.space(random);
        self.text += tag;
    }

    fn item(&mut self, random: &mut Random, depth: usize) {
        let (class, has_referent) = (random.pick(&["A", "B"]).unwrap(), random.once_in(2));
        let referent = |n| if has_referent { format!(" referent='{n}'") } else { String::new() };
        self.part(random, |n| format!("<Item note='{n}' class='{class}'{}>", referent(n)));
        for _ in 0..random.below(6) {
            match random.below(5) {
                0 | 1 if depth < 4 => self.item(random, depth + 1),
                2 => self.part(random, |n| format!("<Foo>{n}</Foo>")),
                3 if random.once_in(3) => self.part(random, |n| format!("stray {n} text")),
                _ => self.properties(random),
            }
        }
        self.end(random, "</Item >");
    }

    fn properties(&mut self, random: &mut Random) {
        self.text += "<Properties >";
        for _ in 0..random.below(6) {
            match random.below(5) {
                0 => self.part(random, |n| format!("<Foo>{n}</Foo>")),
                1 => self.part(random, |n| format!("<int name='twin'>{n}</int >")),
                _ => self.part(random, |n| format!("<int name='p{n}'>{n}</int >")),
            }
        }
        self.end(random, "</Properties>");
    }

    fn strings(&mut self, random: &mut Random) {
        self.text += "<SharedStrings >";
        for _ in 0..random.below(4) {
            self.part(random, |n| format!("<SharedString md5='{n}' >AAAA</SharedString>"));
        }
        self.end(random, "</SharedStrings>");
    }
}

/// The offset that is added to a value that is set; a new value is negative.
const SET: i32 = 1_000_000;

/// Edits that leave no doubt which part is which.
fn edit_numbered(model: &mut Document, random: &mut Random) {
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    let id = random.pick(&ids);
    let meta = Meta { name: "new".into(), ..Meta::default() };
    let nothing = |_: &mut Element, _: &mut Random| ();
    let element = Element { source: "<New/>".into() };
    match random.below(12) {
        0 => drop(id.and_then(|id| model.remove(id))),
        1 => drop(model.add(id, Item::new("A").with("p", -1))),
        2 => {
            let parent = if random.once_in(3) { None } else { random.pick(&ids) };
            drop(id.map(|id| model.move_to(id, parent, Position::Last)));
        }
        3 => list(&mut model.metas, random, meta, |meta, _| meta.value = "set".into()),
        // A new one in the place of another could be that one, changed.
        4 => drop(model.externals.pop()),
        5 => list(&mut model.elements, random, element, nothing),
        6 => model.shared_strings.sort(),
        7 => {
            let mut random = random.clone();
            model.shared_strings.retain(|_| !random.once_in(3));
        }
        _ => {
            let Some(item) = id.and_then(|id| model.item_mut(id)) else { return };
            match random.below(6) {
                0 if !item.referent.as_ref().is_some_and(|referent| referent.starts_with(b"new")) => {
                    item.class = "C".into();
                }
                1 if item.class != "C" => {
                    item.referent = Some(format!("new {}", random.below(1 << 30)).into());
                }
                2 => {
                    let extras = item.extras.get_or_insert_default();
                    let all = if random.once_in(2) { &mut extras.elements } else { &mut extras.nameless };
                    list(all, random, element, nothing);
                }
                _ => list(item.properties.to_mut(), random, Property::new("p", -1), |property, _| {
                    let is_twin = *property.name() == *"twin";
                    if let Value::Int32(value) = &mut property.value
                        && *value < SET
                        && !is_twin
                    {
                        *value += SET;
                    }
                }),
            }
        }
    }
}

/// The numbers of the parts of a model, and what each should be in the file if that is known.
fn parts_of(model: &Document) -> HashMap<usize, Option<String>> {
    let mut parts = HashMap::new();
    let mut add = |number: &[u8], changed: Option<String>| {
        let number = std::str::from_utf8(number).unwrap();
        let number = number.trim_matches(|sign: char| !sign.is_ascii_digit());
        number.parse().map(|number: usize| parts.insert(number, changed)).ok();
    };
    for meta in &model.metas {
        let set = (meta.value != *"x").then(|| format!("<Meta name=\"{}\">set</Meta>", meta.name));
        add(&meta.name, set);
    }
    model.externals.iter().for_each(|external| add(&external.value, None));
    model.elements.iter().for_each(|element| add(&element.source, None));
    model.shared_strings.as_slice().iter().for_each(|string| add(&string.key, None));
    for visit in model.walk() {
        let Some(extras) = &visit.item.extras else { continue };
        extras.elements.iter().chain(&extras.nameless).for_each(|element| add(&element.source, None));
        let Some(note) = extras.attributes.first() else { continue };
        let tag = || {
            let referent = visit.item.referent.iter().map(|referent| format!(" referent=\"{referent}\""));
            let referent: String = referent.collect();
            format!("<Item class=\"{}\"{referent} note=\"{}\">", visit.item.class, note.value)
        };
        let is_old = visit.item.class != *"C"
            && visit.item.referent.as_ref().is_none_or(|referent| *referent == note.value);
        add(&note.value, (!is_old).then(tag));
    }
    for property in model.walk().flat_map(|visit| &visit.item.properties) {
        if let Value::Int32(value @ 0..) = *property.value {
            let set = format!("<int name=\"{}\">{value}</int>", property.name());
            add((value % SET).to_string().as_bytes(), (value >= SET).then_some(set));
        }
    }
    parts
}

#[test]
fn each_part_keeps_its_source_and_what_stands_before_it() {
    for seed in 0..n_scripts() {
        let mut random = Random::new(seed);
        let file = Numbered::new(&mut random);
        let original = file.text.as_bytes();
        let options = as_found(&mut random);
        let (mut model, _) = read_with(original, &options).unwrap();
        for _ in 0..=random.below(4) {
            edit_numbered(&mut model, &mut random);
        }
        let onto = String::from_utf8(onto_with(&model, original, &options).unwrap()).unwrap();
        let show = |number| format!("{number} of seed {seed}\n{}\n{onto}", file.text);
        let anew = read(&write(&model).unwrap()).unwrap();
        assert_eq!(read(onto.as_bytes()).unwrap().difference(&anew), None, "{}", show(0));
        let parts = parts_of(&model);
        for number in 0..file.n_parts {
            let comment = format!("<!--{number}-->");
            let Some(changed) = parts.get(&number) else {
                assert!(!onto.contains(&comment), "removed: {}", show(number));
                continue;
            };
            assert_eq!(onto.matches(&comment).count(), 1, "{}", show(number));
            let after = onto[onto.find(&comment).unwrap() + comment.len()..].trim_start();
            let expected = changed.as_ref().unwrap_or(&file.sources[&number]);
            assert!(after.starts_with(expected), "{expected}: {}", show(number));
        }
    }
}

/// The text after the last part belongs to the end tag, even if there was no part.
#[test]
fn a_comment_in_an_empty_element_stays_in_it() {
    let original = "<roblox version='4'><Item class='A'> <!-- mine --> </Item></roblox>";
    let mut model = read(original.as_bytes()).unwrap();
    let root = model.roots().next().unwrap();
    model.add(root, Item::new("B")).unwrap();
    let written = String::from_utf8(write_onto(&model, original.as_bytes()).unwrap()).unwrap();
    assert_eq!(
        written,
        "<roblox version='4'><Item class='A'>\n\t\t<Item class=\"B\" referent=\"RBX00000000000000000000000000000001\">\n\t\t\t\
        <Properties></Properties>\n\t\t</Item> <!-- mine -->\n\t</Item></roblox>"
    );
}

/// A property with the value of the removed one at its place is a renamed one; any other is new.
#[test]
fn a_comment_goes_with_its_property() {
    let original = "<roblox version='4'><Item class='A'><Properties><!-- mine --><int name='a'>1</int></Properties>\
        </Item></roblox>";
    for (value, is_kept) in [(1, true), (2, false)] {
        let mut model = read(original.as_bytes()).unwrap();
        let item = model.item_mut(model.roots().next().unwrap()).unwrap();
        item.unset("a");
        item.set("b", value);
        let written = String::from_utf8(write_onto(&model, original.as_bytes()).unwrap()).unwrap();
        assert!(written.contains(&format!("<int name=\"b\">{value}</int>")), "{written}");
        assert_eq!(written.contains("<!-- mine -->"), is_kept, "{written}");
    }
}

/// The meaning of a broken file depends on all of it, so the output written onto one is read again.
#[test]
fn a_broken_file_says_what_the_model_says() {
    // No item is closed here, so that each item is inside the one before.
    let original = "<roblox version='4'><Item class='A' referent='a'><Item class='B' referent='b'>";
    let mut model = read(original.as_bytes()).unwrap();
    let inner = model.children(model.roots().next().unwrap()).next().unwrap();
    model.move_to(inner, None, Position::Last).unwrap();
    let onto = write_onto(&model, original.as_bytes()).unwrap();
    assert_eq!(read(&onto).unwrap().difference(&model), None);
    assert_eq!(model.roots().len(), 2);

    // An end tag that has no start tag does no harm, and stays, as an instruction does.
    let original = "<roblox version='4'></Foo><Item class='A' referent='a'><Properties><int name='x'>1</int>\
        </Properties></Item><?note?><Item class='B' referent='b'/></roblox>";
    let mut model = read(original.as_bytes()).unwrap();
    model.item_mut(model.roots().next().unwrap()).unwrap().set("x", 2);
    let onto = String::from_utf8(write_onto(&model, original.as_bytes()).unwrap()).unwrap();
    assert_eq!(onto, original.replace("'x'>1", "\"x\">2"));
}

/// A text that is edited is quoted as it was.
#[test]
fn an_edited_text_keeps_its_quoting() {
    for (element, old, text, new) in [
        ("string", "<![CDATA[a < b\n]]>", "b", "<![CDATA[b]]>"),
        ("string", "a<![CDATA[ < ]]>b", "b < c", "<![CDATA[b < c]]>"),
        ("string", "<![CDATA[a]]>", "]]>\t'", "]]&gt;&#9;&apos;"),
        ("string", "print(&quot;a&quot;)\n", "print(\"b\")\n\n", "print(&quot;b&quot;)\n\n"),
        ("string", "a &lt; b", "a < c\n", "a &lt; c&#10;"),
        ("string", "a\n", " b\n", "&#32;b&#10;"),
        ("string", "if a > 1 then\n\tprint(\"a\", 'b')\nend\n", "\"'\t>&\n", "\"'\t>&amp;\n"),
        ("string", "a -> 'b'", "\"]]>\"", "&quot;]]&gt;&quot;"),
        ("string", "", " b", "<![CDATA[ b]]>"),
        ("ProtectedString", "<![CDATA[a]]>", "b", "<![CDATA[b]]>"),
        ("ProtectedString", "\tprint(\"a\")\n", "print(\"b\")\t'", "print(\"b\")\t&apos;"),
        ("ProtectedString", "", "b", "<![CDATA[b]]>"),
    ] {
        let file = |tag: &str, text: &str| {
            format!(
                "<roblox version='4'><Item class='A'><Properties>{tag}{text}</{element}></Properties></Item></roblox>"
            )
        };
        let original = file(&format!("<{element} name='Source'>"), old);
        let mut model = read(original.as_bytes()).unwrap();
        let id = model.roots().next().unwrap();
        let item = &mut model[id];
        let is_string = element == "string";
        item.set(
            "Source",
            if is_string { Value::String(text.into()) } else { Value::ProtectedString(text.into()) },
        );
        let onto = write_onto(&model, original.as_bytes()).unwrap();
        let expected = file(&format!("<{element} name=\"Source\">"), new);
        assert_eq!(String::from_utf8(onto.clone()).unwrap(), expected);
        assert_eq!(read(&onto).unwrap().difference(&read(&write(&model).unwrap()).unwrap()), None, "{old}");
    }
}

/// Whatever is added, it is indented as the file is.
#[test]
fn what_is_added_has_the_indentation_of_the_file() {
    let file = |items: [&str; 2]| {
        let properties = "    <Properties>\n      <string name='Name'>A</string>\n    </Properties>\n";
        format!(
            "<roblox version='4'>\n  <Item class='Folder' referent='a'>\n{properties}{}  </Item>\n\
             \x20 <Item class='Part' referent='b'>\n{properties}{}  </Item>\n</roblox>\n",
            items[0], items[1]
        )
    };
    let model_in = "    <Item class=\"Model\" referent=\"RBX00000000000000000000000000000000\">\n\
        \x20     <Properties>\n\
        \x20       <Vector2 name=\"At\">\n\
        \x20         <X>1</X>\n\
        \x20         <Y>2</Y>\n\
        \x20       </Vector2>\n\
        \x20     </Properties>\n\
        \x20     <Item class=\"Part\" referent=\"RBX00000000000000000000000000000001\">\n\
        \x20       <Properties></Properties>\n\
        \x20     </Item>\n\
        \x20   </Item>\n";
    let as_written: [fn(String) -> String; 4] = [
        |text| text,
        |text| text.replace('\n', "\r\n"),
        |text| text.replace("  ", "\t"),
        // Everything has one tab, except the root.
        |text| {
            let line = |line: &str| match line.trim_start() {
                text if text.contains("roblox") => text.to_owned(),
                text => format!("\t{text}"),
            };
            text.lines().map(|text| line(text) + "\n").collect()
        },
    ];
    for as_written in as_written {
        let original = as_written(file(["", ""]));
        let mut model = read(original.as_bytes()).unwrap();
        let folder = model.roots().next().unwrap();
        let added = model.add(folder, Item::new("Model").with("At", Vec2::new(1.0, 2.0))).unwrap();
        model.add(added, Item::new("Part")).unwrap();
        let onto = String::from_utf8(write_onto(&model, original.as_bytes()).unwrap()).unwrap();
        assert_eq!(onto, as_written(file([model_in, ""])));
    }
}
