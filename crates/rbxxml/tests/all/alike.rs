//! Items of a class have names and values in common. That must not show: each is as if it were alone in its file.

use crate::corpus::samples;
use crate::recorder::check_traced;
use rbxxml::{Document, Item, Property, ReadOptions, Same, Value, read, read_with, write, write_onto};

/// The elements of which items are made. Some must be read each time.
const ELEMENTS: &[&str] = &[
    "<bool name=\"Anchored\">true</bool>",
    "<bool name=\"Anchored\">false</bool>",
    "<bool name=\"Locked\"> true</bool>",
    "<string name=\"Name\">One</string>",
    "<string name=\"Name\">Two &amp; three</string>",
    "<float name=\"Size\">1.5</float>",
    "<float name=\"Size\" note=\"x\">1.5</float>",
    "<int name=\"Size\">99999999999</int>",
    "<Ref name=\"Target\">nobody</Ref>",
    "<SharedString name=\"Data\">missing</SharedString>",
    "<Unheard name=\"Of\"><a/></Unheard>",
    "<Vector3 name=\"At\"><X>1</X><Y>2</Y><Z>3</Z></Vector3>",
    "<Vector3 name=\"At\"><X>1</X><Z>3</Z></Vector3>",
    "<int name=\"This & that\">1</int>",
    "<bool name=\"Broken\"re>true</bool>",
];

/// Items of three classes, most of which are like the one before.
fn items() -> Vec<String> {
    let mut state = 1_u32;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % bound
    };
    let mut chosen = [vec![0, 3, 5], vec![1, 4, 11], (0..70).map(|number| number % 15).collect()];
    let mut items = Vec::new();
    for _ in 0..400 {
        let class = random(3);
        let here = &mut chosen[class];
        match random(6) {
            0 => here.push(random(ELEMENTS.len())),
            1 if here.len() > 1 => _ = here.remove(random(here.len())),
            2 | 3 if !here.is_empty() => {
                let at = random(here.len());
                here[at] = random(ELEMENTS.len());
            }
            _ => {}
        }
        let elements: Vec<_> = here.iter().map(|number| ELEMENTS[*number]).collect();
        items.push(format!(
            "<Item class=\"C{class}&\"><Properties>{}</Properties></Item>",
            elements.join("\n")
        ));
    }
    items
}

fn file(items: &[String]) -> String {
    format!("<roblox version=\"4\">{}</roblox>", items.concat())
}

fn only_item(text: &str) -> Item {
    let model = read(text.as_bytes()).unwrap();
    model[model.roots().next().unwrap()].clone()
}

#[test]
fn each_item_is_as_if_it_were_alone() {
    let items = items();
    let model = read(file(&items).as_bytes()).unwrap();
    for (visit, source) in model.walk().zip(&items) {
        let alone = only_item(&file(std::slice::from_ref(source)));
        assert_eq!(visit.item.difference(&alone), None, "{source}");
        let list: Vec<Property> = visit.item.properties.clone().into_vec();
        assert!(list.iter().map(|property| &property.value).eq(alone.properties.iter().map(|one| one.value)));
    }
}

/// A property whose end is not looked for any more, because too many elements before it have none.
fn after_too_many_without_an_end() -> String {
    let unheard = "<Unheard name=\"Of some length\">1</Unheard>";
    let endless = "<Endless name=\"a\">".repeat(12);
    format!("<roblox version=\"4\"><Item><Properties>{unheard}{unheard}{endless}{:3000}{unheard}", "")
}

/// A property is not skipped for equalling that of an item of another class if there is a table of types, which depends
/// on the class; and no property is skipped while a tracer is set.
#[test]
fn a_property_that_others_have_had_is_as_if_it_were_read() {
    let each = ReadOptions::default().types(|_, _| None);
    let broken = "<roblox><Item><Properties><bool name=\"Canui\"re>true</bool>".to_owned()
        + &"<Item><Properties><bool name=\"Canui\"re>true</bool>".repeat(2);
    let made = [file(&items()), broken, after_too_many_without_an_end()];
    let made = made.into_iter().map(|text| (text.chars().take(80).collect(), text.into_bytes()));
    for (name, bytes) in samples().into_iter().chain(made) {
        let (passed, read) = (ReadOptions::default(), |options| read_with(&bytes, options).unwrap());
        let ((one, warnings), (other, others)) = (read(&passed), read(&each));
        assert_eq!(one.difference(&other), None, "{name}");
        assert_eq!(warnings, others, "{name}");
        check_traced(&bytes);
    }
}

#[test]
fn warnings_are_those_of_each_item() {
    // Few enough that no warning is only counted.
    let items: Vec<_> = items().into_iter().filter(|item| item.len() < 500).take(60).collect();
    let warnings = |text: &str| {
        let (_, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert!(warnings.total() < 1000);
        // Unknown elements are reported once per file.
        let kinds = warnings.iter().map(|warning| warning.kind().to_string());
        let mut kinds: Vec<_> = kinds.filter(|kind| !kind.contains("Unheard")).collect();
        kinds.sort();
        kinds
    };
    let mut apart: Vec<_> =
        items.iter().flat_map(|item| warnings(&file(std::slice::from_ref(item)))).collect();
    apart.sort();
    assert_eq!(warnings(&file(&items)), apart);
    assert!(apart.len() > 10);
}

#[test]
fn limits_count_properties_that_are_alike() {
    let items =
        vec!["<Item class=\"A\"><Properties><int name=\"a\">1</int></Properties></Item>".to_owned(); 10];
    let text = file(&items);
    let with_limit = |elements| {
        let limits = rbxxml::Limits::default().elements(elements);
        read_with(text.as_bytes(), &ReadOptions::default().limits(limits)).map(|_| ())
    };
    // An item counts as eight, and the attribute of the root as three.
    assert_eq!(with_limit(10 * 9 + 3), Ok(()));
    let error = with_limit(10 * 9 + 2).unwrap_err();
    assert!(matches!(error.kind(), rbxxml::ErrorKind::LimitExceeded { .. }), "{error}");
}

#[test]
fn changing_one_item_changes_no_other() {
    let items =
        vec!["<Item class=\"A\"><Properties><int name=\"a\">1</int></Properties></Item>".to_owned(); 3];
    let text = file(&items);
    let mut model = read(text.as_bytes()).unwrap();
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    model.set(ids[1], "a", 2).unwrap();
    model.item_mut(ids[0]).unwrap().properties.to_mut().push(Property::new("b", true));
    let values = |model: &Document| {
        ids.iter().map(|id| model.get(*id, "a").and_then(Value::as_i64)).collect::<Vec<_>>()
    };
    assert_eq!(values(&model), [Some(1), Some(2), Some(1)]);
    let lens: Vec<_> = model.walk().map(|visit| visit.item.properties.len()).collect();
    assert_eq!(lens, [2, 1, 1]);
    assert_eq!(values(&read(&write(&model).unwrap()).unwrap()), values(&model));
}

/// One changed value in many items that are alike is found, and everything else is copied.
#[test]
fn writing_onto_a_file_finds_each_change() {
    let text = file(&items());
    let model = read(text.as_bytes()).unwrap();
    assert!(write_onto(&model, text.as_bytes()).unwrap() == text.as_bytes());
    for (number, visit) in model.walk().enumerate().step_by(31) {
        let mut changed = model.clone();
        let Some(name) = visit.item.properties.iter().next_back().map(|property| property.name()) else {
            continue;
        };
        changed.set(visit.id, name, Value::Int32(-7)).unwrap();
        let written = write_onto(&changed, text.as_bytes()).unwrap();
        assert!(written != text.as_bytes(), "{number}");
        assert_eq!(read(&written).unwrap().difference(&changed), None, "{number}");
    }
}
