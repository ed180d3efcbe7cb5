//! Both columns of `docs/migrate/rbx_xml.md`, compiled, and run on the same file.

use rbx_dom_weak::types::{
    Attributes, BrickColor, Color3, Enum, Font, MaterialColors, SharedString, Tags, Variant,
};
use rbx_dom_weak::{InstanceBuilder, WeakDom, ustr};
use rbx_xml::{
    DecodeOptions, DecodePropertyBehavior, EncodeOptions, EncodePropertyBehavior, from_str, to_writer_default,
};
use rbxxml::{Document, Item, Position, ReadOptions, Reference, Type, Value, WriteOptions};
use std::error::Error;

const TABLE: &str = include_str!("../../../docs/migrate/rbx_xml.md");

const FILE: &str = r#"<roblox version="4">
	<Item class="Folder" referent="A">
		<Properties>
			<string name="Name">Folder</string>
		</Properties>
		<Item class="Part" referent="B">
			<Properties>
				<bool name="Anchored">false</bool>
				<BinaryString name="AttributesSerialize">AQAAAAUAAABTcGVlZAYAAAAAAAAAQA==</BinaryString>
				<string name="Name">Part</string>
				<BinaryString name="Tags">RG9vcgBMb2NrZWQ=</BinaryString>
			</Properties>
		</Item>
		<Item class="ObjectValue" referent="C">
			<Properties>
				<string name="Name">Link</string>
				<Ref name="Value">B</Ref>
			</Properties>
		</Item>
	</Item>
</roblox>"#;

/// What this call gives, which the table has to show.
macro_rules! call {
    ($code:expr) => {{
        shown(stringify!($code));
        $code
    }};
}

fn shown(code: &str) {
    let squeezed = |text: &str| text.replace("\\|", "|").split_whitespace().collect::<String>();
    assert!(squeezed(TABLE).contains(&squeezed(code)), "the table does not have {code}");
}

#[test]
fn reading_and_writing() -> Result<(), Box<dyn Error>> {
    let (text, bytes) = (FILE, FILE.as_bytes());
    let dom = call!(rbx_xml::from_reader_default(&bytes[..])?);
    let document = call!(rbxxml::read(&bytes)?);
    assert_eq!(document.len() + 1, dom.descendants().count());
    assert_eq!(call!(rbx_xml::from_str_default(text)?).descendants().count(), 4);
    assert_eq!(call!(text.parse::<Document>()?), document);
    assert_eq!(call!(rbxxml::read(text.as_bytes())?), document);
    call!(rbx_xml::from_str(text, DecodeOptions::new())?);
    call!(rbx_xml::from_reader(&bytes[..], DecodeOptions::new())?);
    let (_, warnings) = call!(rbxxml::read_with(&bytes, &ReadOptions::default())?);
    assert!(warnings.is_empty());
    from_str(text, call!(DecodeOptions::new().property_behavior(DecodePropertyBehavior::ReadUnknown)))?;
    from_str(text, call!(DecodeOptions::new().property_behavior(DecodePropertyBehavior::NoReflection)))?;
    let told =
        call!(ReadOptions::default().types(|_, property| (property == "Anchored").then_some(Type::Bool)));
    rbxxml::read_with(bytes, &told)?;
    let broken = text.replace(">false<", ">maybe<");
    assert!(rbx_xml::from_str_default(&broken).is_err());
    assert!(rbxxml::read_with(broken.as_bytes(), &call!(ReadOptions::default().strict(true))).is_err());
    assert!(rbxxml::read(broken.as_bytes()).is_ok());

    let mut out = Vec::new();
    call!(rbx_xml::to_writer_default(&mut out, &dom, dom.root().children())?);
    // They rewrite everything; here the tree is the same after both.
    let rewritten = rbxxml::read(&out)?;
    assert_eq!(rewritten.walk().map(|visit| visit.depth).collect::<Vec<_>>(), [0, 1, 1]);
    out.clear();
    call!(rbx_xml::to_writer(&mut out, &dom, dom.root().children(), EncodeOptions::new())?);
    let without = call!(EncodeOptions::new().property_behavior(EncodePropertyBehavior::NoReflection));
    rbx_xml::to_writer(&mut out, &dom, dom.root().children(), without)?;
    assert_eq!(call!(rbxxml::write(&document)?), bytes);
    assert_eq!(call!(rbxxml::write_with(&document, &WriteOptions::default())?), bytes);
    assert_eq!(call!(rbxxml::write_onto(&document, &bytes)?), bytes);

    out.clear();
    let folder = dom.root().children()[0];
    call!(rbx_xml::to_writer_default(&mut out, &dom, &[folder])?);
    assert_eq!(rbxxml::read(&out)?.len(), 3);
    let folder = document.find("Folder").ok_or("no folder")?;
    let part = call!(rbxxml::write(&document.only([folder])?)?);
    assert_eq!(rbxxml::read(&part)?.len(), 3);
    Ok(())
}

#[test]
fn the_tree() -> Result<(), Box<dyn Error>> {
    let dom = rbx_xml::from_str_default(FILE)?;
    let document = rbxxml::read(FILE.as_bytes())?;
    let id = call!(dom.root().children())[0];
    let instance = call!(dom.get_by_ref(id)).ok_or("no folder")?;
    assert_eq!(call!(instance.children()).len(), 2);
    assert_eq!(call!(instance.parent()), dom.root_ref());
    let part = instance.children()[0];
    let names = call!(dom.descendants()).skip(1).map(|instance| &*instance.name);
    assert!(names.eq(["Folder", "Part", "Link"]));
    assert_eq!(call!(dom.descendants_of(id)).count(), 3);
    assert!(call!(dom.descendants().filter(|instance| instance.class == "Part")).count() == 1);
    let upwards = |id| call!(dom.ancestors_of(id)).count();
    assert_eq!(upwards(part), 3, "with itself and the root");
    let full_name = |id| call!(dom.full_path_of(id, "."));
    assert_eq!(full_name(part), "Folder.Part");

    let id = call!(document.roots()).next().ok_or("no folder")?;
    assert_eq!(call!(document.item(id)).map(|item| item.class.to_string()).as_deref(), Some("Folder"));
    assert_eq!(call!(document.children(id)).len(), 2);
    assert_eq!(call!(document.parent(id)), None);
    let names = call!(document.walk()).map(|visit| visit.item.name().to_string());
    assert!(names.eq(["Folder", "Part", "Link"]));
    assert_eq!((call!(document.walk_from(id)).count(), call!(document.descendants(id)).count()), (3, 2));
    assert_eq!(call!(document.of_class("Part")).count(), 1);
    let part = call!(document.find("Folder/Part")).ok_or("no part")?;
    let upwards = |id| call!(document.ancestors(id)).count();
    assert_eq!(upwards(part), 1);
    let full_name = |id| call!(document.full_name(id));
    assert_eq!(full_name(part), "Folder.Part");
    let path = |id| call!(document.path(id));
    assert_eq!(path(part), "Folder/Part");
    Ok(())
}

#[test]
fn edits_of_the_tree() -> Result<(), Box<dyn Error>> {
    let mut dom = call!(WeakDom::new(InstanceBuilder::new("DataModel")));
    let builder = call!(InstanceBuilder::new("Part").with_name("Door").with_property("Anchored", true));
    let parent = dom.root_ref();
    let id = call!(dom.insert(parent, builder));
    let copy = call!(dom.clone_within(id));
    dom.transfer_within(copy, parent);
    let mut other = WeakDom::new(InstanceBuilder::new("DataModel"));
    let copy = call!(dom.clone_into_external(id, &mut other));
    let there = other.root_ref();
    other.transfer_within(copy, there);
    let parent = dom.insert(parent, InstanceBuilder::new("Folder"));
    call!(dom.transfer_within(id, parent));
    assert_eq!(dom.get_by_ref(parent).map(|folder| folder.children().len()), Some(1));
    call!(dom.get_by_ref_mut(id)).ok_or("no door")?.name = "Gate".to_owned();
    {
        let parent = other.root_ref();
        call!(dom.transfer(id, &mut other, parent));
    }
    assert_eq!(other.root().children().len(), 2);
    let id = dom.root().children()[0];
    call!(dom.destroy(id));
    assert_eq!(dom.descendants().count(), 2);

    let mut document = call!(Document::new());
    let item = call!(Item::new("Part").with("Name", "Door").with("Anchored", true));
    let parent = None;
    let id = call!(document.add(parent, item)?);
    call!(document.copy(id, parent)?);
    let mut other = Document::new();
    call!(other.insert(&document, [id], None)?);
    let parent = document.add(None, Item::new("Folder"))?;
    call!(document.move_to(id, parent, Position::Last)?);
    assert_eq!(document.children(parent).len(), 1);
    call!(document.item_mut(id)).ok_or("no door")?.rename("Gate");
    assert_eq!(call!(document.remove(id)).map(|removed| removed.n_items), Some(1));
    assert_eq!((document.len(), other.len()), (2, 1));
    Ok(())
}

#[test]
fn properties() -> Result<(), Box<dyn Error>> {
    let mut dom = rbx_xml::from_str_default(FILE)?;
    let folder = dom.root().children()[0];
    let part = dom.get_by_ref(folder).ok_or("no folder")?.children()[0];
    let link = dom.get_by_ref(folder).ok_or("no folder")?.children()[1];
    let instance = dom.get_by_ref_mut(part).ok_or("no part")?;
    assert_eq!((&**call!(&instance.name), &**call!(&instance.class)), ("Part", "Part"));
    assert_eq!(call!(instance.properties.get(&ustr("Anchored"))), Some(&Variant::Bool(false)));
    call!(instance.properties.insert(ustr("Anchored"), Variant::Bool(true)));
    call!(instance.properties.remove(&ustr("Anchored")));
    let link = dom.get_by_ref(link).ok_or("no link")?;
    assert_eq!(link.properties.get(&ustr("Value")), Some(&Variant::Ref(part)));

    let mut document = rbxxml::read(FILE.as_bytes())?;
    let id = document.find("Folder/Part").ok_or("no part")?;
    let item = document.item_mut(id).ok_or("no part")?;
    assert_eq!(
        (call!(item.name()).to_string(), call!(&item.class).to_string()),
        ("Part".into(), "Part".into())
    );
    let value = call!(item.get("Anchored")).ok_or("not there")?;
    assert_eq!(call!(value.as_bool()), Some(false));
    assert_eq!((call!(value.as_f64()), call!(value.as_str())), (None, None));
    call!(item.set("Anchored", true));
    assert_eq!(call!(item.unset("Anchored")), Some(Value::Bool(true)));
    let link = document.find("Folder/Link").ok_or("no link")?;
    let value = document.get(link, "Value").ok_or("not there")?;
    assert_eq!(call!(value.as_item()), Some(id));
    assert_eq!(call!(document.references_to(id)), [(link, "Value".into())]);
    let item = document.item_mut(link).ok_or("no link")?;
    item.set("Value", Reference::None);
    call!(item.set("Value", id));
    assert_eq!(document.references_to(id).len(), 1);
    Ok(())
}

#[test]
fn values() -> Result<(), Box<dyn Error>> {
    let mut document = rbxxml::read(FILE.as_bytes())?;
    let id = document.find("Folder/Part").ok_or("no part")?;
    let dom = rbx_xml::from_str_default(FILE)?;
    let folder = dom.get_by_ref(dom.root().children()[0]).ok_or("no folder")?;
    let theirs =
        |name: &str| dom.get_by_ref(folder.children()[0]).and_then(|part| part.properties.get(&ustr(name)));

    let data = b"shared".to_vec();
    let string = call!(SharedString::new(data));
    let data = string.data().to_vec();
    let value = call!(Value::SharedString(document.share(&data)));
    document.set(id, "PhysicalConfigData", value)?;
    assert_eq!(call!(document.bytes(id, "PhysicalConfigData")), Some(string.data()));

    let words = [(call!(Enum::from_u32(2)).to_u32(), call!(Value::Enum(2)).as_enum())];
    assert_eq!(words, [(2, Some(2))]);
    let brick = call!(BrickColor::from_number(194)).ok_or("no such colour")?;
    assert_eq!(call!(Value::BrickColor(194)).as_i64(), Some(brick as i64));
    let color = call!(Color3::new(1.0, 0.5, 0.0));
    assert_eq!([color.r, color.g, color.b], call!([1.0, 0.5, 0.0]));
    let font = Font::default();
    {
        use rbxxml::Font;
        let ours = call!(Font::default());
        assert_eq!(ours.family.url().and_then(|url| url.as_str()), Some(&*font.family));
    }

    let Some(Variant::Attributes(attributes)) = theirs("Attributes") else {
        return Err("no attributes".into());
    };
    assert_eq!(attributes.get("Speed"), Some(&Variant::Float64(2.0)));
    let rebuilt = call!(Attributes::new().with("Speed", 2.0));
    assert_eq!(rebuilt, *attributes);
    let bytes = call!(document.bytes(id, "AttributesSerialize")).ok_or("no attributes")?.to_vec();
    let (attributes, error) = call!(rbxbinary::Attributes::read(&bytes));
    assert_eq!((attributes.get("Speed"), error), (Some(&rbxbinary::Attribute::Float64(2.0)), None));
    call!(document.set(id, "AttributesSerialize", attributes.write()?)?);
    assert_eq!(document.bytes(id, "AttributesSerialize"), Some(&*bytes));

    let Some(Variant::Tags(tags)) = theirs("Tags") else { return Err("no tags".into()) };
    let names = |tags: &Tags| tags.iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names(tags), ["Door", "Locked"]);
    let bytes = call!(document.bytes(id, "Tags")).ok_or("no tags")?.to_vec();
    assert!(call!(rbxbinary::tags::read(&bytes)).eq(["Door", "Locked"].map(str::as_bytes)));
    call!(document.set(id, "Tags", rbxbinary::tags::write(["Door"]))?);
    assert_eq!(document.bytes(id, "Tags"), Some(&b"Door"[..]));

    let bytes = call!(MaterialColors::new()).encode();
    let colors = call!(rbxbinary::MaterialColors::read(&bytes)).ok_or("not 69 bytes")?;
    call!(document.set(id, "MaterialColors", colors.write())?);
    assert_eq!(call!(document.bytes(id, "MaterialColors")), Some(&*bytes));
    to_writer_default(&mut Vec::new(), &dom, &[])?;
    Ok(())
}
