//! Looking through documents, and editing their trees.

use rbxxml::{Document, Item, Position, Reference, SharedString, Value, read, write};

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
fn a_part_of_a_document_is_a_document() {
    let model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.extract(model.find("Workspace/Car/Wheel").unwrap());
    assert_eq!((wheel.len(), wheel.path(wheel.roots().next().unwrap())), (1, "Wheel".to_owned()));
    let car = model.extract(model.find("Workspace/Car").unwrap());
    assert_eq!(
        car.item(car.roots().next().unwrap()).unwrap().get("PrimaryPart").unwrap().as_item(),
        car.find("Car/Wheel")
    );
    let mut workspace = model.clone();
    workspace
        .item_mut(workspace.roots().next().unwrap())
        .unwrap()
        .set("Seen", Reference::Unresolved("p".into()));
    workspace.resolve_references();
    let seen = workspace.item(workspace.roots().next().unwrap()).unwrap().get("Seen").unwrap().as_item();
    assert_eq!(seen, workspace.find("Workspace/Car/Wheel"));
}

/// From either end, from the middle or in any order, each costs the same: a second in all, where time in proportion to
/// the siblings would make it minutes.
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
        assert_eq!(model.children(parent).collect::<Vec<_>>(), [last]);
        assert_eq!(model.len(), 2);
    }
}

/// Neither a deep parent nor many descendants make it slow.
#[test]
fn items_are_moved_in_time_that_does_not_depend_on_the_tree() {
    let mut model = Document::new();
    let top = model.add(None, Item::new("A")).unwrap();
    let wide = model.add(None, Item::new("A")).unwrap();
    let mut deep = top;
    for _ in 0..300_000 {
        deep = model.add(deep, Item::default()).unwrap();
        model.add(wide, Item::default()).unwrap();
    }
    let leaf = model.add(None, Item::new("Part")).unwrap();
    for _ in 0..100_000 {
        model.reparent(leaf, deep, Position::Last).unwrap();
        model.reparent(wide, None, Position::Before(top)).unwrap();
        model.reparent(leaf, wide, Position::First).unwrap();
    }
    assert!(model.reparent(top, deep, Position::Last).is_err());
    assert_eq!(model.children(wide).next(), Some(leaf));
}

#[test]
fn names_that_look_like_paths_are_found() {
    let mut model = Document::new();
    let names: [&[u8]; 8] = [b"a.b/c", b"a[0]", b"\\x41", b"", b"\xff/", b"]", b"x[1]/y", b"\xc3\xa9"];
    let mut parent = None;
    for name in names {
        let item = Item::new("Folder").with("Name", rbxxml::Text::from(name));
        model.add(parent, item.clone()).unwrap();
        let id = model.add(parent, item).unwrap();
        assert_eq!(model.find(&model.path(id)), Some(id), "{}", model.path(id));
        parent = Some(id);
    }
    let path = model.path(parent.unwrap());
    assert_eq!(path, r"a.b\/c[2]/a\[0][2]/\\x41[2]/''[2]/\xff\/[2]/][2]/x\[1]\/y[2]/é[2]");
    let first = model.roots().next();
    assert_eq!([model.find(r"a.b\/c"), model.find(r"a.b\/c[1]")], [first; 2]);
    for wrong in [
        "a.b",
        "a.b\\/c[0]",
        "a.b\\/c[3]",
        "a.b\\/c[",
        "a.b\\/c[1]x",
        "a.b\\/c[x]",
        "\\",
        "\\x4",
        "\\xzz",
        "/",
    ] {
        assert_eq!(model.find(wrong), None, "{wrong}");
    }
}

#[test]
fn words_of_scripts_find_items() {
    let model = read(MODEL.as_bytes()).unwrap();
    let workspace = model.find_first_child(None, "Workspace").unwrap();
    let car = model.find_first_child_of_class(workspace, "Model").unwrap();
    let wheel = model.find_first_descendant(workspace, "Wheel").unwrap();
    assert_eq!(model.find("Workspace/Car"), Some(car));
    assert_eq!(model.parent(wheel), Some(car));
    assert_eq!(model.find_first_child(workspace, "Wheel"), None);
    assert_eq!(model.find_first_ancestor(wheel, "Workspace"), Some(workspace));
    assert_eq!(model.find_first_ancestor_of_class(wheel, "Model"), Some(car));
    assert_eq!(model.find_first_ancestor(car, "Wheel"), None);
    assert!(model.is_descendant_of(wheel, workspace) && model.is_ancestor_of(car, wheel));
    assert!(!model.is_descendant_of(car, car) && !model.is_ancestor_of(wheel, car));
    assert_eq!(model.descendants(workspace).count(), 3);
    assert_eq!(model.full_name(wheel), "Workspace.Car.Wheel");
    assert_eq!(model.with_property("Transparency").map(|(visit, _)| visit.id).collect::<Vec<_>>(), [wheel]);
    let from: Vec<_> = model.references_from(car).map(|(name, id)| (name.to_string(), id)).collect();
    assert_eq!(from, [("PrimaryPart".to_owned(), wheel)]);
}

/// Two items may have one referent, or one that means none; also if they were cloned by hand.
#[test]
fn a_clone_of_an_item_that_is_referred_to_is_written() {
    let mut model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.find("Workspace/Car/Wheel").unwrap();
    let clone = model.item(wheel).unwrap().clone();
    let clone = model.add(None, clone).unwrap();
    let null = model.add(None, Item { referent: Some("null".into()), ..Item::new("Part") }).unwrap();
    for target in [wheel, clone, null] {
        model.add(None, Item::new("ObjectValue").with("Value", target)).unwrap();
    }
    let again = read(&write(&model).unwrap()).unwrap();
    let places: Vec<_> = again.walk().map(|visit| visit.id).collect();
    let targets = again.of_class("ObjectValue").map(|visit| visit.item.get("Value").unwrap().as_item());
    assert_eq!(targets.collect::<Vec<_>>(), [Some(places[2]), Some(places[4]), Some(places[5])]);
    assert_eq!(again.item(places[2]).unwrap().referent.as_ref().unwrap(), "p");
}

#[test]
fn shared_strings_come_along() {
    let string = |key: &str, data: &[u8]| SharedString {
        key: key.into(),
        data: data.into(),
        ..SharedString::default()
    };
    let document = |data: &[u8]| {
        let mut document = Document::new();
        document.shared_strings.push(string("k", data));
        let item = Item::new("Part").with("Tags", Value::SharedString("k".into()));
        let id = document.add(None, item.with("UniqueId", rbxxml::UniqueId::default())).unwrap();
        (document, id)
    };
    let (mut place, old) = document(b"one");
    for data in [b"one", b"two", b"two"] {
        let (model, id) = document(data);
        let id = place.insert_from(&model, [id], old).unwrap().items[0];
        assert_eq!(place.bytes(id, "Tags"), Some(&data[..]));
        assert_eq!(place.get(id, "UniqueId"), None);
    }
    assert_eq!(place.shared_strings.as_slice(), [string("k", b"one"), string("k-1", b"two")]);
    let copy = place.copy(old, old).unwrap();
    assert_eq!((place.len(), place.children(copy).count()), (8, 3));
    assert_eq!(place.bytes(copy, "Tags"), Some(&b"one"[..]));
    assert!(place.insert_from(&document(b"").0, [copy], None).is_err());
}

#[test]
fn references_between_items_that_are_inserted_lead_to_the_copies() {
    let mut model = Document::new();
    let [a, b, c] =
        ["A", "B", "C"].map(|name| model.add(None, Item::new("Model").with("Name", name)).unwrap());
    let inner = model.add(a, Item::new("Part")).unwrap();
    for (id, property, target) in
        [(a, "To", b), (b, "To", inner), (inner, "Up", a), (c, "To", a), (inner, "Out", c)]
    {
        model.set(id, property, target).unwrap();
    }
    model.set(b, "Gone", Value::Referent(Reference::Unresolved("x".into()))).unwrap();
    let mut place = Document::new();
    let all = place.insert_from(&model, model.roots(), None).unwrap();
    assert_eq!(all.references, [(all.items[1], "Gone".into())]);
    let two = place.insert_from(&model, [a, inner, b], all.items[2]).unwrap();
    let [a_copy, inner_copy, b_copy] = two.items[..] else { panic!("{two:?}") };
    assert_eq!(place.children(all.items[2]).collect::<Vec<_>>(), [a_copy, b_copy]);
    assert_eq!(place.children(a_copy).collect::<Vec<_>>(), [inner_copy]);
    let leads = |id, property| place.get(id, property).unwrap().as_item();
    assert_eq!(
        [leads(a_copy, "To"), leads(b_copy, "To"), leads(inner_copy, "Up")],
        [Some(b_copy), Some(inner_copy), Some(a_copy)]
    );
    assert_eq!(leads(inner_copy, "Out"), None);
    assert_eq!(two.references, [(inner_copy, "Out".into()), (b_copy, "Gone".into())]);
    // An item before the one that it is in is copied by itself, too.
    let twice = place.insert_from(&model, [inner, a], None).unwrap();
    let lost = twice.references.iter().map(|(_, name)| name.to_string()).collect::<Vec<_>>();
    assert_eq!(lost, ["Out", "To", "Out"]);
    let up = place.get(twice.items[0], "Up").unwrap().as_item();
    assert_eq!((place.parent(twice.items[0]), up), (None, Some(twice.items[1])));
    let n_items = place.len();
    let gone = model.add(None, Item::new("Part")).unwrap();
    model.remove(gone);
    assert!(place.insert_from(&model, [b, gone], None).is_err());
    assert_eq!(place.len(), n_items);
}

#[test]
fn assets_are_found_in_all_kinds_of_text() {
    let text = "<roblox version='4'><Item class='A'><Properties>\
        <Content name='a'><url>rbxassetid://1</url></Content><Content name='b'><url>no scheme</url></Content>\
        <Content name='c'>\n<uri>https://assetdelivery.roblox.com/v1/asset?x=0&amp;ID=2&amp;y</uri></Content>\
        <Font name='d'><Family><url>rbxasset://f.json</url></Family><CachedFaceId><url>rbxassetid://3</url>\
        </CachedFaceId></Font><ProtectedString name='e'><![CDATA[x = {'RBXASSETID://4', [[http://example.com/?id=5]]}\
        -- www.roblox.com, https://www.roblox.com.example/?id=6, RbxThumb://type=Asset&id=7&w=1 :// x://y\n]]>\
        </ProtectedString><string name='f'>rbxassetid://99999999999999999999</string><string name='g'>1</string>\
        <Content name='h'><null/></Content></Properties></Item></roblox>";
    let model = read(text.as_bytes()).unwrap();
    let found: Vec<_> = model
        .assets()
        .map(|asset| (asset.property.to_string(), asset.url.to_string(), asset.asset_id()))
        .collect();
    let expected = [
        ("a", "rbxassetid://1", Some(1)),
        ("b", "no scheme", None),
        ("c", "https://assetdelivery.roblox.com/v1/asset?x=0&ID=2&y", Some(2)),
        ("d", "rbxasset://f.json", None),
        ("d", "rbxassetid://3", Some(3)),
        ("e", "RBXASSETID://4", Some(4)),
        ("e", "RbxThumb://type=Asset&id=7&w=1", Some(7)),
        ("f", "rbxassetid://99999999999999999999", None),
    ];
    let expected = expected.map(|(property, url, id)| (property.to_owned(), url.to_owned(), id));
    assert_eq!(found, expected);
}

/// Counting the siblings for each path would take minutes.
#[test]
fn paths_of_many_equal_siblings_take_linear_time() {
    const N: usize = 200_000;
    let mut document = Document::new();
    let parent = document.add(None, Item::new("Folder")).unwrap();
    for _ in 0..N {
        document.add(parent, Item::new("Part")).unwrap();
    }
    let paths = document.paths();
    let of_children: Vec<_> = document.children(parent).map(|id| paths.of(id)).collect();
    assert_eq!((&*of_children[0], &*of_children[1]), ("Folder/Part", "Folder/Part[2]"));
    assert!(of_children.iter().zip(1..).skip(1).all(|(path, n)| *path == format!("Folder/Part[{n}]")));
    let last = document.children(parent).next_back().unwrap();
    assert_eq!((paths.of(last), document.path(last)), (format!("Folder/Part[{N}]"), paths.of(last)));
    assert_eq!((paths.find(&paths.of(last)), paths.find("Folder/Part[0]")), (Some(last), None));
    assert!(document.children(parent).zip(&of_children).all(|(id, path)| paths.find(path) == Some(id)));
    document.remove(last);
    assert_eq!(document.paths().of(last), "");
}
