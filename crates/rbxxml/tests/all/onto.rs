//! Law 6 of single edits, and the forms in which values are written.

use rbxxml::{
    Document, Item, NumberForm, Position, ReadOptions, Same, Type, Value, WriteOptions, read, read_with,
    write, write_onto, write_onto_in_pieces, write_onto_with, write_with,
};

pub(crate) const MODEL: &str = "<roblox version=\"4\">
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

    // References to a removed item become null.
    let mut model = read(MODEL.as_bytes()).unwrap();
    model.remove(wheel).unwrap();
    let text = onto(&model);
    assert!(text.contains("<Ref name=\"PrimaryPart\">null</Ref>") && !text.contains("Wheel"));
}

/// Adjacent texts stay separate, also where a piece ends between them.
#[test]
fn a_file_in_pieces_is_the_same_file() {
    let item = |number: usize| {
        let name = "n".repeat(number % 900);
        format!(
            "<Item class='A' referent='r{number}'><Properties><string name='Name'>{name}</string>\
             <Ref name='To'>r{}</Ref></Properties></Item>\n",
            number / 2
        )
    };
    let text = format!("<roblox version='4'>{}</roblox>", (0..3000).map(item).collect::<String>());
    let mut model = read(text.as_bytes()).unwrap();
    // Longer than a piece.
    let with_text = format!("<roblox version='4'>{}</roblox>", "text".repeat(1 << 17));
    let with_text = read(with_text.as_bytes()).unwrap();
    model.elements = vec![with_text.elements[0].clone(); 2];
    for id in model.roots().step_by(3).collect::<Vec<_>>() {
        model.item_mut(id).unwrap().set("Changed", true);
    }
    let (second, last) = (model.roots().nth(1), model.roots().next_back().unwrap());
    model.add(second, Item::new("B").with("Name", "new").with("To", last)).unwrap();
    let (mut pieces, mut whole) = (0, Vec::new());
    let (from, to) = (ReadOptions::default(), WriteOptions::default());
    write_onto_in_pieces(&model, text.as_bytes(), &from, &to, &mut |piece| {
        pieces += 1;
        whole.extend_from_slice(piece);
    })
    .unwrap();
    assert!(pieces > 3 && whole == write_onto(&model, text.as_bytes()).unwrap(), "{pieces}");
    let again = read(&whole).unwrap();
    assert_eq!((again.difference(&model), again.len()), (None, 3001));
    // A model without a file has to be compared with all of it.
    let unknown = read(&write(&model).unwrap()).unwrap();
    assert!(unknown.same(&model) && write_onto(&unknown, text.as_bytes()).unwrap() == whole);
}

/// The text before the first element is copied, unless that would make the file many times larger.
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
    assert!(written.len() < 1_020_000, "{}", written.len());
}

/// White space around a referent or a key means nothing, where it is defined as where it is named.
#[test]
fn white_space_around_referents_and_keys_means_nothing() {
    let text = "<roblox version='4'><Item class='A' referent=' a '><Properties><Ref name='r'> a </Ref>\
        <SharedString name='s'> k </SharedString></Properties></Item><Item class='B' referent='a'/>\
        <SharedStrings><SharedString md5='k '>QUJD</SharedString></SharedStrings></roblox>";
    let (mut model, warnings) = rbxxml::read_with(text.as_bytes(), &rbxxml::ReadOptions::default()).unwrap();
    let [a, b] = model.roots().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(model.item(a).unwrap().get("r").unwrap().as_item(), Some(a));
    assert_eq!(model.bytes(a, "s"), Some(b"ABC".as_slice()));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["items[1] B, referent: referent a already exists (at byte 0xad)"]);
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
    assert_eq!(write_onto(&model, text.as_bytes()).unwrap(), text.as_bytes());
    let rules: Vec<_> = rbxxml::validate(&model).iter().map(|finding| finding.rule.id).collect();
    assert_eq!(rules, ["RXX023", "RXX001", "RXX011"]);
    model.set(a, "r", b).unwrap();
    let again = read(&write_onto(&model, text.as_bytes()).unwrap()).unwrap();
    assert_eq!(again.get(a, "r").unwrap().as_item(), Some(b));
}

/// Comments stay next to their strings, even if the content of one changes, and the element before it is removed.
#[test]
fn shared_strings_are_matched_by_their_keys() {
    let string = |key: &str, data: &str| format!("<SharedString md5='{key}'>{data}</SharedString>");
    let text = |strings: &str| {
        format!("<roblox version='4'><Item class='A'/><SharedStrings>{strings}</SharedStrings></roblox>")
    };
    let original = text(&format!("<!--a-->{}<!--b-->{}", string("a", "QUJD"), string("b", "REVG")));
    // The model of another file.
    let model = read(text(&string("b", "R0hJ")).as_bytes()).unwrap();
    let written = String::from_utf8(write_onto(&model, original.as_bytes()).unwrap()).unwrap();
    assert_eq!(written, text("<!--b--><SharedString md5=\"b\">R0hJ</SharedString>"));
}

/// A value in Studio's spelling has no recorded spelling any more.
#[test]
fn a_new_text_is_not_spelt_as_the_old_one() {
    let text = "<roblox version='4'><Item class='A'><Properties><string name='Name'> a </string></Properties></Item></roblox>";
    let mut model = read(text.as_bytes()).unwrap();
    let id = model.roots().next().unwrap();
    model.item_mut(id).unwrap().rename("b");
    assert_eq!(model.item(id).unwrap().properties.get(0).unwrap().spelling(), None);
    assert_eq!(read(&write(&model).unwrap()).unwrap().difference(&model), None);
}

#[test]
fn referents_are_made_where_one_is_needed() {
    let mut model = Document::new();
    let target = model.add(None, Item::new("Part")).unwrap();
    model.add(None, Item::new("ObjectValue").with("Value", target)).unwrap();
    let mut null = Item::new("Folder");
    null.referent = Some("null".into());
    let null = model.add(None, null).unwrap();
    model
        .add(target, Item { referent: Some("RBX00000000000000000000000000000001".into()), ..Item::new("A") })
        .unwrap();
    model.set(target, "Value", null).unwrap();
    let written = write(&model).unwrap();
    let text = String::from_utf8(written.clone()).unwrap();
    for (class, number) in [("Part", 0), ("A", 1), ("ObjectValue", 2), ("Folder", 3)] {
        assert!(text.contains(&format!("<Item class=\"{class}\" referent=\"RBX{number:032X}\">")), "{text}");
    }
    assert!(!text.contains("referent=\"null\""));
    let again = read(&written).unwrap();
    assert_eq!(again.difference(&model), None);
    let rules: Vec<_> = rbxxml::validate(&again).iter().map(|finding| finding.rule.id).collect();
    assert_eq!(rules, <[&str; 0]>::default());

    // An element that has none keeps none, unless a reference needs it; a new one gets one.
    let original = "<roblox version='4'>\n<Item class='A'/>\n<Item class='B'/>\n</roblox>";
    let mut model = read(original.as_bytes()).unwrap();
    let [_, b] = model.roots().collect::<Vec<_>>().try_into().unwrap();
    model.add(None, Item::new("C")).unwrap();
    let new = |class: &str, number: u8| format!("<Item class=\"{class}\" referent=\"RBX{number:032X}\">");
    let c = |properties: &str| {
        format!("{}\n<Properties>{properties}</Properties>\n</Item>\n</roblox>", new("C", 2))
    };
    let onto = |model: &Document| String::from_utf8(write_onto(model, original.as_bytes()).unwrap()).unwrap();
    assert_eq!(onto(&model), original.replace("</roblox>", &c("")));
    let c_id = model.roots().next_back().unwrap();
    model.set(c_id, "Value", b).unwrap();
    let value = c(&format!("\n<Ref name=\"Value\">RBX{:032X}</Ref>\n", 1));
    let expected = original
        .replace("<Item class='B'/>", &format!("{}</Item>", new("B", 1)))
        .replace("</roblox>", &value);
    assert_eq!(onto(&model), expected);
    assert_eq!(read(expected.as_bytes()).unwrap().difference(&model), None);
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
    assert_eq!(text(NumberForm::Studio), "0.0526316 0.333333 ");
    assert_eq!(text(NumberForm::Lossless), "0.0526316 0.333333343 ");
}

#[test]
fn setting_another_type_changes_the_element() {
    let mut model = read(
        b"<roblox version='4'><Item class='A'><Properties><CFrame name='x'></CFrame>\
        <BrickColor name='y'>194</BrickColor></Properties></Item></roblox>",
    )
    .unwrap();
    let id = model.roots().next().unwrap();
    let item = model.item_mut(id).unwrap();
    item.set("x", 1.5_f64);
    item.set("y", Value::BrickColor(21));
    let text = String::from_utf8(write(&model).unwrap()).unwrap();
    assert!(
        text.contains("<double name=\"x\">1.5</double>")
            && text.contains("<BrickColor name=\"y\">21</BrickColor>")
    );
}

/// The original is read with the table of types that the model was read with.
#[test]
fn the_original_is_read_as_the_model_was() {
    let original = "<roblox version='4'><Item class='Part'><Properties>\
        <int name='BrickColor'> 194 </int><int name='Other'> 5 </int></Properties></Item></roblox>";
    let types = |property: &str| (property == "BrickColor").then_some(Type::BrickColor);
    let read = ReadOptions::default().types(move |_, property| types(property));
    let (mut model, _) = read_with(original.as_bytes(), &read).unwrap();
    let part = model.roots().next().unwrap();
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
    model.item_mut(part).unwrap().set("Other", Value::Int32(6));
    assert_eq!(onto(&model, &read), original.replace("'Other'> 5 ", "\"Other\">6"));
}

/// The file is compared with the model while it is read, by the order of the items.
#[test]
fn an_unchanged_file_is_recognised_in_any_layout() {
    let more = MODEL.replace("Workspace\" ", "Folder\" referent=\"f\"/><Item class=\"Workspace\" ");
    let mut model = read(more.as_bytes()).unwrap();
    model.remove(model.roots().next().unwrap()).unwrap();
    assert_eq!(onto(&model), MODEL, "with other numbers");

    let model = read(MODEL.as_bytes()).unwrap();
    let [car, wheel, base] = ["Car", "Car/Wheel", "Base"].map(|path| format!("Workspace/{path}"));
    let [car, wheel, base] = [car, wheel, base].map(|path| model.find(&path).unwrap());
    let edits: [&dyn Fn(&mut Document); 9] = [
        &|model| _ = model.set(car, "PrimaryPart", base).unwrap(),
        &|model| _ = model.set(car, "PrimaryPart", rbxxml::Reference::None).unwrap(),
        &|model| _ = model.set(wheel, "Transparency", 0.5_f64).unwrap(),
        &|model| model.item_mut(base).unwrap().class = "MeshPart".into(),
        &|model| model.attributes.push(rbxxml::Attribute::new("note", "n")),
        &|model| model.move_to(base, car, Position::Last).unwrap(),
        &|model| model.move_to(base, None, Position::Last).unwrap(),
        &|model| _ = model.add(base, Item::new("Folder")).unwrap(),
        &|model| {
            for (id, referent) in [(wheel, "q"), (base, "p")] {
                model.item_mut(id).unwrap().referent = Some(referent.into());
            }
        },
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        let mut edited = model.clone();
        edit(&mut edited);
        let is_equal = edited.same(&model);
        let written = onto(&edited);
        assert_eq!(written == MODEL, is_equal, "{number}: {written}");
        assert_eq!(read(written.as_bytes()).unwrap().difference(&edited), None, "{number}");
    }
}
