//! The laws (docs/laws.md) on generated models and bytes.

use crate::recorder::check_traced;
use geom::{Mat3, Pose, Vec2, Vec3};
use proptest::prelude::*;
use rbxxml::{
    Attribute, ColorKeypoint, Content, ContentId, Document, Element, Extras, Font, FontStyle, Item, ItemId,
    List, Meta, NumberForm, NumberKeypoint, NumberRange, PhysicalProperties, Property, Ray, ReadOptions,
    Reference, Same, SharedString, Spelling, Text, UniqueId, Value, WriteOptions, read, read_with, validate,
    write, write_onto, write_with,
};

/// Any float, but a NaN without payload and sign: the format has one word for all of them.
fn any_float() -> impl Strategy<Value = f32> {
    let number = prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        (-100_i16..100).prop_map(|whole| f32::from(whole) / 8.0),
        Just(-0.0),
        Just(0.1),
    ];
    number.prop_map(|number| if number.is_nan() { f32::NAN } else { number })
}

fn any_double() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits).prop_map(|number| if number.is_nan() { f64::NAN } else { number })
}

fn any_text() -> impl Strategy<Value = Text> {
    prop_oneof![
        "[ -~]{0,12}".prop_map(Text::from),
        "\\PC{0,8}".prop_map(Text::from),
        proptest::collection::vec(any::<u8>(), 0..20).prop_map(Text::from),
        proptest::sample::select(vec![
            " a", "a\n", "\r", "]]>", "<b>", "&amp;", "&#233;", "\t", "a\u{1}", "é", "<!--"
        ])
        .prop_map(Text::from),
    ]
}

/// Names of files; what is white space around a key or referent does not count.
fn any_key() -> impl Strategy<Value = Text> {
    "[A-Za-z0-9+/=_.é&<>\"]{1,10}".prop_map(Text::from)
}

fn any_vec3() -> impl Strategy<Value = Vec3> {
    (any_float(), any_float(), any_float()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn any_vec2() -> impl Strategy<Value = Vec2> {
    (any_float(), any_float()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn any_pose() -> impl Strategy<Value = Pose> {
    (any_vec3(), [any_vec3(), any_vec3(), any_vec3()])
        .prop_map(|(position, rows)| Pose { rotation: Mat3 { rows }, position })
}

fn any_udim() -> impl Strategy<Value = (f32, i32)> {
    (any_float(), any::<i32>())
}

fn any_color() -> impl Strategy<Value = [f32; 3]> {
    (any_float(), any_float(), any_float()).prop_map(|(r, g, b)| [r, g, b])
}

fn any_content_id() -> impl Strategy<Value = ContentId> {
    prop_oneof![
        Just(ContentId::None),
        any_text().prop_map(ContentId::Url),
        any_text().prop_map(ContentId::Binary),
        any_text().prop_map(ContentId::Hash),
    ]
}

/// References are set when there are items.
fn any_value() -> impl Strategy<Value = Value> {
    let keypoint = (any_float(), any_float(), any_float())
        .prop_map(|(time, value, envelope)| NumberKeypoint { time, value, envelope });
    let color_keypoint = (any_float(), any_color(), any_float())
        .prop_map(|(time, color, envelope)| ColorKeypoint { time, color, envelope });
    let physical = (any_vec3(), any_vec2(), proptest::option::of(any_float())).prop_map(
        |(a, b, acoustic_absorption)| PhysicalProperties {
            density: a.x,
            friction: a.y,
            elasticity: a.z,
            friction_weight: b.x,
            elasticity_weight: b.y,
            acoustic_absorption,
        },
    );
    let style = prop_oneof![
        Just(FontStyle::Normal),
        Just(FontStyle::Italic),
        "[a-z][a-z0-9]{0,4}".prop_map(|name| FontStyle::Other(name.into())),
    ];
    let font = (any_content_id(), any::<u32>(), style, proptest::option::of(any_content_id()))
        .prop_map(|(family, weight, style, cached_face_id)| Font { family, weight, style, cached_face_id });
    let plain = prop_oneof![
        any_text().prop_map(Value::String),
        any_text().prop_map(Value::ProtectedString),
        proptest::collection::vec(any::<u8>(), 0..120).prop_map(Value::from),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::Int32),
        any::<i64>().prop_map(Value::Int64),
        any_float().prop_map(Value::Float32),
        any_double().prop_map(Value::Float64),
        any::<u32>().prop_map(Value::Enum),
        any::<u64>().prop_map(Value::SecurityCapabilities),
        any_vec2().prop_map(Value::Vector2),
        any_vec3().prop_map(Value::Vector3),
        any::<[i16; 2]>().prop_map(Value::Vector2int16),
        any::<[i16; 3]>().prop_map(Value::Vector3int16),
        any_udim().prop_map(Value::UDim),
        (any_udim(), any_udim()).prop_map(|(x, y)| Value::UDim2([x, y])),
        (any_vec2(), any_vec2()).prop_map(|(min, max)| Value::Rect([min.x, min.y, max.x, max.y])),
        (any_vec3(), any_vec3()).prop_map(|(origin, direction)| Ray { origin, direction }.into()),
    ];
    let others = prop_oneof![
        any_pose().prop_map(|pose| Value::CFrame(Box::new(pose))),
        proptest::option::of(any_pose())
            .prop_map(|pose| Value::Optional(pose.map(|pose| Box::new(Value::CFrame(Box::new(pose)))))),
        any_color().prop_map(Value::Color3),
        any::<[u8; 3]>().prop_map(Value::Color3uint8),
        any::<u32>().prop_map(Value::Axes),
        any::<u32>().prop_map(Value::Faces),
        (any_float(), any_float()).prop_map(|(min, max)| Value::NumberRange(NumberRange { min, max })),
        proptest::collection::vec(keypoint, 0..4).prop_map(Value::from),
        proptest::collection::vec(color_keypoint, 0..4).prop_map(Value::from),
        proptest::option::of(physical.prop_map(Box::new)).prop_map(Value::PhysicalProperties),
        any_content_id().prop_map(Value::ContentId),
        prop_oneof![Just(Content::None), any_text().prop_map(|uri| Content::Uri(uri.into()))]
            .prop_map(Value::Content),
        font.prop_map(|font| Value::Font(Box::new(font))),
        Just(Value::Referent(Reference::None)),
        any_key().prop_map(|key| Value::Referent(Reference::Unresolved(format!("lost {key}").into()))),
        any_key().prop_map(Value::SharedString),
        any_key().prop_map(Value::NetAssetRef),
        any::<(u64, u32, u32)>().prop_map(|(random, time, index)| Value::UniqueId(UniqueId {
            random,
            time,
            index
        })),
        any_text().prop_map(Value::QDir),
        any_text().prop_map(Value::QFont),
    ];
    prop_oneof![plain, others]
}

fn any_property() -> impl Strategy<Value = Property> {
    let usual = ("\\PC{1,8}", any_value()).prop_map(|(name, value)| Property::new(name, value));
    let raw = ("[a-z]{1,4}", "[a-zA-Z0-9 &;]{0,8}", any_text()).prop_map(|(name, source, text)| {
        let spelling = Spelling {
            element: Some("Baloney".into()),
            attributes: vec![Attribute::new("by", text)],
            ..Spelling::default()
        };
        let mut property = Property::new(name, Value::Raw(source.into()));
        property.set_spelling(Some(spelling));
        property
    });
    prop_oneof![9 => usual, 1 => raw]
}

/// Elements that the format does not define.
fn any_unknown() -> impl Strategy<Value = Vec<Element>> {
    let sources = ["<Foo a='1'><Item/>&x;</Foo>", "<int>5</int>", "stray & text", "<![CDATA[ <Item> ]]>"];
    proptest::collection::vec(
        proptest::sample::select(sources.to_vec()).prop_map(|source| Element { source: source.into() }),
        0..4,
    )
}

fn any_item() -> impl Strategy<Value = Item> {
    let list = any_text().prop_map(|text| List { attributes: vec![Attribute::new("note", text)] });
    let lists = proptest::collection::vec(prop_oneof![Just(List::default()), list], 1..3);
    let extras = (any_text(), lists, any_unknown(), any_unknown());
    let extras = extras.prop_map(|(text, property_lists, elements, nameless)| Extras {
        attributes: vec![Attribute::new("note", text)],
        property_lists,
        elements,
        nameless,
    });
    let extras = proptest::option::weighted(0.2, extras.prop_map(Box::new));
    let properties = proptest::collection::vec(any_property(), 0..6);
    let names = |properties: Vec<Property>| {
        let mut properties = properties;
        properties.sort_by(|a, b| a.name().cmp(b.name()));
        properties.dedup_by(|a, b| a.name() == b.name());
        properties
    };
    ("[A-Za-z]{1,8}", properties, extras).prop_map(move |(class, properties, extras)| Item {
        class: class.into(),
        properties: names(properties).into(),
        extras,
        ..Item::default()
    })
}

prop_compose! {
    fn any_document()(
        items in proptest::collection::vec((any_item(), any::<prop::sample::Index>(), any::<bool>()), 0..8),
        metas in proptest::collection::vec((any_text(), any_text()), 0..3),
        strings in proptest::collection::hash_map(any_key(), proptest::collection::vec(any::<u8>(), 0..150), 0..3),
        trailing in proptest::sample::select(vec!["", "\n", "\r\n"]),
        elements in any_unknown(),
        three_digit_exponents: bool,
    ) -> Document {
        let mut document = Document::new();
        document.metas = metas.into_iter().map(|(name, value)| Meta { name, value, attributes: vec![] }).collect();
        for (key, data) in strings {
            document.shared_strings.push(SharedString { key, data, ..SharedString::default() });
        }
        document.trailing = trailing.into();
        document.elements = elements;
        let mut ids: Vec<ItemId> = Vec::new();
        for (number, (mut item, parent, points)) in items.into_iter().enumerate() {
            item.referent = Some(format!("R{number}").into());
            let parent = (!ids.is_empty()).then(|| parent.index(ids.len() + 1)).and_then(|at| ids.get(at).copied());
            if points && let Some(target) = ids.last() {
                item.set("\u{10ffff}", *target);
            }
            ids.push(document.add(parent, item).unwrap());
        }
        document.three_digit_exponents = three_digit_exponents;
        if three_digit_exponents {
            // A reader detects the form by this number.
            document.add(None, Item::new("Small").with("x", 1e-20_f32)).unwrap();
        }
        document
    }
}

proptest! {
    /// Laws 1 and 3.
    #[test]
    fn reading_undoes_writing(document in any_document()) {
        let written = write(&document).unwrap();
        let (again, _) = read_with(&written, &ReadOptions::default()).unwrap();
        prop_assert_eq!(again.difference(&document), None, "{}", written.escape_ascii());
        prop_assert_eq!(write(&again).unwrap(), written.clone());
        check_traced(&written);
        prop_assert_eq!(write_onto(&document, &written).unwrap(), written);
        let _ = validate(&document);
    }

    /// Studio's own form loses precision once, and not again.
    #[test]
    fn studios_form_settles(document in any_document()) {
        let options = WriteOptions::default().form(NumberForm::Studio);
        let written = write_with(&document, &options).unwrap();
        prop_assert_eq!(write_with(&read(&written).unwrap(), &options).unwrap(), written);
    }

    /// Writing onto another file gives a file that says the same.
    #[test]
    fn writing_onto_anything_says_the_same(document in any_document(), other in any_document()) {
        let onto = write_onto(&document, &write(&other).unwrap()).unwrap();
        prop_assert_eq!(read(&onto).unwrap().difference(&document), None, "{}", onto.escape_ascii());
    }

    /// Law 5.
    #[test]
    fn every_prefix_is_refused_inside_its_bounds(document in any_document(), cut: prop::sample::Index) {
        let mut document = document;
        document.trailing = "".into();
        let whole = write(&document).unwrap();
        let prefix = &whole[..cut.index(whole.len())];
        let error = read_with(prefix, &ReadOptions::default().strict(true)).unwrap_err();
        prop_assert!(matches!(error.place(), rbxxml::Place::Input(at) if at <= prefix.len()), "{}", error);
        if let Ok((model, warnings)) = read_with(prefix, &ReadOptions::default()) {
            prop_assert!(warnings.total() > 0);
            write(&model).unwrap();
        }
        check_traced(prefix);
    }

    /// Bulk and single digits, any number of them.
    #[test]
    fn floats_are_read_back_to_the_bit(bits: u32, bits64: u64) {
        let (single, double) = (f32::from_bits(bits), f64::from_bits(bits64));
        let mut document = Document::new();
        document.add(None, Item::new("A").with("a", single).with("b", double)).unwrap();
        let again = read(&write(&document).unwrap()).unwrap();
        let item = again.item(again.roots().next().unwrap()).unwrap();
        prop_assert!(single.is_nan() || item.get("a").unwrap().same(&Value::Float32(single)));
        prop_assert!(double.is_nan() || item.get("b").unwrap().same(&Value::Float64(double)));
    }
}
