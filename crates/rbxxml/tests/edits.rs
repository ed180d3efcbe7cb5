//! Documents that are looked through, changed, and made from nothing.

mod random;

use random::Random;
use rbxxml::{
    Document, Form, Item, ReadOptions, Reference, Same, Type, Value, WriteOptions, read, read_with, write,
    write_onto, write_onto_with, write_with,
};

const MODEL: &str = "<roblox version=\"4\">
  <Item class=\"Workspace\" referent=\"w\">
    <Properties>
      <string name=\"Name\">Workspace</string>
    </Properties>
    <Item class=\"Model\" referent=\"m\">
      <Properties>
        <string name=\"Name\">Car</string>
        <Ref name=\"PrimaryPart\">p</Ref>
      </Properties>
      <Item class=\"Part\" referent=\"p\">
        <Properties>
          <string name=\"Name\">Wheel</string>
          <float name=\"Transparency\">0.50</float>
        </Properties>
      </Item>
    </Item>
    <Item class=\"Part\" referent=\"q\">
      <Properties><string name=\"Name\">Base</string></Properties>
    </Item>
  </Item>
</roblox>
";

fn onto(model: &Document) -> String {
    String::from_utf8(write_onto(model, MODEL.as_bytes()).unwrap()).unwrap()
}

#[test]
fn items_are_found_by_path_class_and_reference() {
    let model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.find("Workspace/Car/Wheel").unwrap();
    assert_eq!(model.path(wheel), "Workspace/Car/Wheel");
    assert_eq!(model.find("Workspace/Boat"), None);
    let car = model.parent(wheel).unwrap();
    assert_eq!(model.item(car).unwrap().get("PrimaryPart").unwrap().as_item(), Some(wheel));
    let parts: Vec<_> =
        model.of_class("Part").map(|visit| (visit.depth, visit.item.name().to_string())).collect();
    assert_eq!(parts, [(2, "Wheel".to_owned()), (1, "Base".to_owned())]);
    let wheel = model.item(wheel).unwrap();
    assert_eq!(wheel.get("Transparency").unwrap().as_f64(), Some(0.5));
    assert_eq!(wheel.get("Transparency").unwrap().as_str(), None);
    assert_eq!(wheel.get("Size"), None);
    assert_eq!(model.walk_from(car).count(), 2);
}

#[test]
fn each_edit_touches_its_element() {
    let mut model = read(MODEL.as_bytes()).unwrap();
    assert_eq!(onto(&model), MODEL);
    let wheel = model.find("Workspace/Car/Wheel").unwrap();

    model.item_mut(wheel).unwrap().set("Transparency", 0.25_f32);
    assert_eq!(onto(&model), MODEL.replace(">0.50<", ">0.25<"));
    // The value that was there is the text that was there.
    model.item_mut(wheel).unwrap().set("Transparency", 0.5_f32);
    assert_eq!(onto(&model), MODEL);

    model.item_mut(wheel).unwrap().set("Anchored", true);
    let line = "          <string name=\"Name\">Wheel";
    assert_eq!(
        onto(&model),
        MODEL.replace(line, &format!("          <bool name=\"Anchored\">true</bool>\n{line}"))
    );
    model.item_mut(wheel).unwrap().unset("Anchored");

    model.item_mut(wheel).unwrap().referent = Some("r".into());
    assert_eq!(onto(&model), MODEL.replace("referent=\"p\"", "referent=\"r\"").replace(">p<", ">r<"));
    model.item_mut(wheel).unwrap().referent = Some("p".into());

    let base = model.find("Workspace/Base").unwrap();
    model.remove(base).unwrap();
    let start = MODEL.find("\n    <Item class=\"Part\" referent=\"q\">").unwrap();
    let end = MODEL.rfind("\n  </Item>").unwrap();
    assert_eq!(onto(&model), [&MODEL[..start], &MODEL[end..]].concat());

    // What points at an item that is removed points at nothing.
    let mut model = read(MODEL.as_bytes()).unwrap();
    model.remove(wheel).unwrap();
    let text = onto(&model);
    assert!(text.contains("<Ref name=\"PrimaryPart\">null</Ref>") && !text.contains("Wheel"));
}

#[test]
fn an_item_without_properties_gets_some() {
    let original = b"<roblox version='4'><Item class='A'/><Item class='B' note='c'></Item></roblox>";
    let mut model = read(original).unwrap();
    for id in model.roots().to_vec() {
        model.item_mut(id).unwrap().rename("New");
    }
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
    assert_eq!(read(&write_onto(&model, original).unwrap()).unwrap().difference(&model), None);
}

/// Of many in one place, from either end, from the middle or in any order: in a second, where each that moves up
/// would make it minutes.
#[test]
fn a_million_items_are_removed_one_by_one() {
    const N: u32 = 1_000_000;
    // No number of these is there twice, as 7 divides none of the powers of 2 and 5.
    let scattered = |number: u32| (u64::from(number) * 7_654_321 % u64::from(N)) as u32;
    let orders: [&dyn Fn(u32) -> u32; 4] =
        [&|number| number, &|number| N - 1 - number, &|number| (number + N / 2) % N, &scattered];
    for order in orders {
        let mut model = Document::new();
        let parent = model.add(None, Item::new("A")).unwrap();
        let ids: Vec<_> = (0..N).map(|_| model.add(parent, Item::default()).unwrap()).collect();
        let mut order: Vec<_> = (0..N).map(|number| ids[order(number) as usize]).collect();
        let last = order.pop().unwrap();
        assert!(order.iter().all(|id| model.remove(*id).is_some()));
        assert_eq!(model.remove(order[0]), None);
        assert_eq!(model.children(parent), [last]);
    }
}

/// As of a list from which each item is removed at once.
#[test]
fn what_is_left_of_siblings_is_in_order() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut model = Document::new();
        let parents = [None, Some(model.add(None, Item::new("A")).unwrap())];
        let mut expected = [vec![parents[1].unwrap()], vec![]];
        for _ in 0..random.below(400) {
            let side = random.below(2);
            let at = random.below(expected[side].len());
            match random.below(8) {
                0..4 => {
                    let id = model.add(parents[side], Item::new("B")).unwrap();
                    expected[side].push(id);
                }
                4..7 => {
                    // Mostly the ends, and never the parent itself.
                    let at = if random.once_in(2) {
                        at
                    } else {
                        [0, expected[side].len().max(1) - 1][random.below(2)]
                    };
                    if expected[side].get(at).is_some_and(|id| Some(*id) != parents[1]) {
                        model.remove(expected[side].remove(at)).unwrap();
                    }
                }
                _ => {
                    if expected[side].get(at).is_some_and(|id| Some(*id) != parents[1]) {
                        let id = expected[side].remove(at);
                        model.reparent(id, parents[1 - side]).unwrap();
                        expected[1 - side].push(id);
                    }
                }
            }
            if random.once_in(3) {
                assert_eq!(model.roots(), expected[0], "{seed}");
                assert_eq!(model.children(parents[1].unwrap()), expected[1], "{seed}");
            }
        }
        assert_eq!(model.n_items(), expected[0].len() + expected[1].len());
        assert_eq!(model.walk().count(), model.n_items());
        assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
    }
}

/// What is before the first is copied, unless it would make the file many times larger.
#[test]
fn new_items_do_not_copy_a_megabyte_of_white_space() {
    let gap = " ".repeat(1_000_000);
    let original = format!("<roblox version='4'>{gap}<Item class='A'/></roblox>");
    let mut model = read(original.as_bytes()).unwrap();
    for _ in 0..100 {
        model.add(None, Item::new("B")).unwrap();
    }
    let written = write_onto(&model, original.as_bytes()).unwrap();
    assert!(written.starts_with(original.strip_suffix("</roblox>").unwrap().as_bytes()));
    assert!(written.len() < 1_010_000, "{}", written.len());
}

/// White space around a referent or a key means nothing, where it is defined as where it is named.
#[test]
fn white_space_around_referents_and_keys_means_nothing() {
    let text = "<roblox version='4'><Item class='A' referent=' a '><Properties><Ref name='r'> a </Ref>\
        <SharedString name='s'> k </SharedString></Properties></Item><Item class='B' referent='a'/>\
        <SharedStrings><SharedString md5='k '>QUJD</SharedString></SharedStrings></roblox>";
    let (mut model, warnings) = rbxxml::read_with(text.as_bytes(), &rbxxml::ReadOptions::default()).unwrap();
    let [a, b] = model.roots().try_into().unwrap();
    assert_eq!(model.item(a).unwrap().get("r").unwrap().as_item(), Some(a));
    assert_eq!(model.bytes(a, "s"), Some(b"ABC".as_slice()));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["items[1] B, referent: referent a is there already (at byte 0xad)"]);
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
    assert_eq!(write_onto(&model, text.as_bytes()).unwrap(), text.as_bytes());
    let rules: Vec<_> = rbxxml::validate(&model).iter().map(|finding| finding.rule.id).collect();
    assert_eq!(rules, ["RXX023", "RXX001", "RXX011"]);
    model.item_mut(a).unwrap().set("r", b);
    assert!(write(&model).is_err());
}

/// What is as Studio would write it again has no spelling any more.
#[test]
fn a_new_text_is_not_spelt_as_the_old_one() {
    let text = "<roblox version='4'><Item class='A'><Properties><string name='Name'> a </string></Properties></Item></roblox>";
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots()[0];
    model.item_mut(id).unwrap().rename("b");
    assert_eq!(model.item(id).unwrap().properties[0].spelling(), None);
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
}

#[test]
fn an_item_that_moves_takes_its_text_along() {
    let mut model = read(MODEL.as_bytes()).unwrap();
    let (wheel, base) = (model.find("Workspace/Car/Wheel").unwrap(), model.find("Workspace/Base").unwrap());
    model.reparent(wheel, base).unwrap();
    assert_eq!(model.path(wheel), "Workspace/Base/Wheel");
    let text = onto(&model);
    assert_eq!(read(text.as_bytes()).unwrap().difference(&model), None);
    assert!(text.contains(">0.50<"));
    assert!(model.reparent(base, wheel).is_err());
    model.reparent(wheel, None).unwrap();
    assert_eq!(model.roots().len(), 2);
}

#[test]
fn a_part_of_a_document_is_a_document() {
    let model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.extract(model.find("Workspace/Car/Wheel").unwrap());
    assert_eq!((wheel.n_items(), wheel.path(wheel.roots()[0])), (1, "Wheel".to_owned()));
    let car = model.extract(model.find("Workspace/Car").unwrap());
    assert_eq!(
        car.item(car.roots()[0]).unwrap().get("PrimaryPart").unwrap().as_item(),
        car.find("Car/Wheel")
    );
    let mut workspace = model.clone();
    workspace.item_mut(workspace.roots()[0]).unwrap().set("Seen", Reference::Unresolved("p".into()));
    workspace.resolve_references();
    let seen = workspace.item(workspace.roots()[0]).unwrap().get("Seen").unwrap().as_item();
    assert_eq!(seen, workspace.find("Workspace/Car/Wheel"));
}

#[test]
fn referents_are_made_where_one_is_needed() {
    let mut model = Document::new();
    let target = model.add(None, Item::new("Part")).unwrap();
    model.add(None, Item::new("ObjectValue").with("Value", target)).unwrap();
    let text = String::from_utf8(write(&model).unwrap()).unwrap();
    assert!(text.contains("<Item class=\"Part\" referent=\"RBX00000000000000000000000000000000\">"));
    assert!(text.contains("<Item class=\"ObjectValue\">"));
}

#[test]
fn forms_differ_in_the_digits_of_sequences() {
    let range = rbxxml::NumberRange { min: 0.052_631_6, max: 1.0 / 3.0 };
    let mut model = Document::new();
    model.add(None, Item::new("A").with("x", range)).unwrap();
    let text = |form| {
        let written = write_with(&model, &WriteOptions::default().form(form)).unwrap();
        let text = String::from_utf8(written).unwrap();
        text[text.find("<NumberRange name=\"x\">").unwrap() + 22..text.find("</NumberRange>").unwrap()]
            .to_owned()
    };
    assert_eq!(text(Form::Studio), "0.0526316 0.333333 ");
    assert_eq!(text(Form::Lossless), "0.0526316 0.333333343 ");
}

#[test]
fn setting_another_type_changes_the_element() {
    let mut model = read(
        b"<roblox version='4'><Item class='A'><Properties><CFrame name='x'></CFrame>\
        <BrickColor name='y'>194</BrickColor></Properties></Item></roblox>",
    )
    .unwrap();
    let id = model.roots()[0];
    let item = model.item_mut(id).unwrap();
    item.set("x", 1.5_f64);
    item.set("y", Value::BrickColor(21));
    let text = String::from_utf8(write(&model).unwrap()).unwrap();
    assert!(
        text.contains("<double name=\"x\">1.5</double>")
            && text.contains("<BrickColor name=\"y\">21</BrickColor>")
    );
}

/// What a table of types says of the model, it has to say of the original, too.
#[test]
fn the_original_is_read_as_the_model_was() {
    let original = "<roblox version='4'><Item class='Part'><Properties>\
        <int name='BrickColor'> 194 </int><int name='Other'> 5 </int></Properties></Item></roblox>";
    let types = |property: &str| (property == "BrickColor").then_some(Type::BrickColor);
    let read = ReadOptions::default().types(move |_, property| types(property));
    let (mut model, _) = read_with(original.as_bytes(), &read).unwrap();
    let part = model.roots()[0];
    assert_eq!(model.item(part).unwrap().get("BrickColor"), Some(&Value::BrickColor(194)));
    let onto = |model: &Document, read: &ReadOptions| {
        String::from_utf8(
            write_onto_with(model, original.as_bytes(), read, &WriteOptions::default()).unwrap(),
        )
        .unwrap()
    };
    assert_eq!(onto(&model, &read), original);
    let anew = original.replace("'BrickColor'> 194 ", "\"BrickColor\">194");
    assert_eq!(onto(&model, &ReadOptions::default()), anew);
    model.item_mut(part).unwrap().set("Other", Value::Int(6));
    assert_eq!(onto(&model, &read), original.replace("'Other'> 5 ", "\"Other\">6"));
}
