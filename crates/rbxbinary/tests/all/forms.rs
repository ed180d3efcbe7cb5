//! Strings with forms of their own: reading, writing and tracing them.

use crate::recorder::Recorder;
use crate::support;
use proptest::prelude::*;
use rbxbinary::forms::{CollisionGroup, Data, StringForm};
use rbxbinary::{Attribute, Rotation, RotationId, SpanKind, Values, geom::Vec3, read};
use std::collections::BTreeMap;

pub(crate) fn form(class: &str, property: &str) -> StringForm {
    StringForm::for_property(class.as_bytes(), property.as_bytes())
        .unwrap_or_else(|| panic!("{class}.{property}"))
}

/// Prints the data on one line.
pub(crate) fn shown(all: &[Data]) -> String {
    let all = all.iter().map(|data| match data {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => format!("{number:?}"),
        Data::Double(number) => format!("{number:?}s"),
        Data::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        Data::List(list) => format!("[{}]", shown(list)),
        other => format!("{other:?}"),
    });
    all.collect::<Vec<_>>().join(", ")
}

/// Reads a string, and checks that writing gives the same bytes.
fn held(form: StringForm, bytes: &[u8]) -> Vec<Data> {
    let all = form.read(bytes).unwrap();
    assert_eq!(form.write(&all).unwrap(), bytes);
    let recorder = Recorder::default();
    assert_eq!(form.trace(bytes, &recorder).as_ref(), Ok(&all));
    recorder.check(bytes, form.property());
    assert!(recorder.spans.borrow().iter().all(|span| span.kind != SpanKind::Unknown));
    all
}

#[test]
fn every_property_has_one_form_and_a_class() {
    let mut seen = std::collections::BTreeSet::new();
    for form in StringForm::all() {
        assert!(!form.classes().is_empty());
        for class in form.classes() {
            assert!(seen.insert((class, form.property())), "{class}.{}", form.property());
            assert_eq!(StringForm::for_property(class.as_bytes(), form.property().as_bytes()), Some(form));
            assert!(StringForm::of_class(class.as_bytes()).any(|one| one == form));
        }
    }
    assert!(seen.len() > 30);
    assert_eq!(StringForm::for_property(b"Folder", b"ValuesAndTimes"), None);
}

#[test]
fn what_is_not_of_the_form_to_its_last_byte_is_refused() {
    let groups = form("Workspace", "CollisionGroupData");
    let sound = b"\x01\x01\0\x04\xff\xff\xff\xff\x07Default";
    let refused = |bytes: &[u8]| groups.read(bytes).unwrap_err().to_string();
    assert_eq!(refused(&[&sound[..], b"?"].concat()), "1 byte is left over (at byte 0x10)");
    let short = refused(&sound[..15]);
    assert_eq!(short, "groups[0].name: needs 7 bytes, and 6 are left (at byte 0x9)");
    assert_eq!(refused(b"\x02\0"), "expected version 1, found 2 (at byte 0x0)");
    assert_eq!(refused(b"\x01\x01\0\x08"), "groups[0]: expected type 4, found 8 (at byte 0x3)");
    let emotes = form("HumanoidDescription", "EmotesDataInternal");
    // A number that would be written differently is rejected.
    assert!(emotes.read(br"Wave^007^\").is_err() && emotes.read(br"Wave^7^\").is_ok());
    let curve = form("FloatCurve", "ValuesAndTimes");
    // The second count differs from the first, or no program writes the version.
    let head = [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
    let error = curve.read(&[&head[..], &[1, 0, 0, 0]].concat()).unwrap_err().to_string();
    assert_eq!(error, "expected times_count 0, found 1 (at byte 0xc)");
    assert!(curve.read(&[&[0], &head[1..], &[0; 4]].concat()).is_err());
    // The version of older files, whose events were only seen without keys.
    let old = [&[1], &head[1..], &[0; 4]].concat();
    let markers = form("MarkerCurve", "ValuesAndTimes");
    assert_eq!([curve, markers].map(|form| held(form, &old)), [[Data::Int(1)], [Data::Int(1)]]);
    let step = b"\x01\0\0\0\x01\0\0\0Step\0\x01\0\0\0\x01\0\0\0\0\0\0\0";
    let error = markers.read(step).unwrap_err().to_string();
    assert_eq!(error, "expected no keys in a curve of version 1 (at byte 0x8)");
    // Older times have a rate, and only with an older version of the keys.
    let old = |version: u8, rate: f32, time: f32| {
        let key = [&[1, 0][..], &[0; 12]].concat();
        let counts = [&[version, 0, 0, 0, 1, 0, 0, 0][..], &key, &[0; 4]].concat();
        [&counts[..], &rate.to_le_bytes(), &[1, 0, 0, 0], &time.to_le_bytes()].concat()
    };
    assert_eq!(shown(&held(curve, &old(1, 2400.0, 1234.5))), r#"0, [0.514375s, 0.0, "Linear", 0, 0.0, 0.0]"#);
    for (version, rate, time) in [(2, 2400.0, 0.0), (1, 30.0, 0.0), (1, 2400.0, f32::NAN)] {
        assert!(curve.read(&old(version, rate, time)).is_err(), "{version}, {rate}, {time}");
    }
    // A byte after the value of a key.
    let values = form("ValueCurve", "ValuesAndTimes");
    let error = values.read(b"\x02\0\0\0\x01\0\0\0\0\0\x03\0\0\0\x03\x01\0").unwrap_err().to_string();
    assert_eq!(error, "keys[0]: 1 byte is left over (at byte 0x10)");
    let accessories = form("HumanoidDescription", "AccessoryBlob");
    let error = accessories.read(br#"[{"AssetId":five}]"#).unwrap_err().to_string();
    assert_eq!(error, "accessories[0].pairs[0]: expected a number, a text, or yes or no (at byte 0xc)");
    // A reference to an instance is rejected, because programs would not look for one here.
    let rule = form("StyleRule", "PropertiesSerialize");
    assert!(rule.read(b"\x01\0\0\0\x01\0\0\0a\x25\0\0\0\0").is_err());
    assert!(rule.read(b"\x01\0\0\0\x01\0\0\0a\x16").is_err());
}

#[test]
fn texts_that_would_end_early_are_not_written() {
    let emotes = form("HumanoidDescription", "EmotesDataInternal");
    let emote = |name: &str| [Data::List(vec![Data::from(name), Data::Int(5)])];
    assert_eq!(emotes.write(&emote("Wave")).unwrap(), br"Wave^5^\");
    for name in ["a^5", r"a\", "a^6^\\b"] {
        assert!(emotes.write(&emote(name)).is_err(), "{name}");
    }
    let groups = form("Workspace", "CollisionGroups");
    assert!(groups.write(&[Data::List(vec![Data::from(r"a\b"), Data::Int(0), Data::Int(1)])]).is_err());
    let markers = form("MarkerCurve", "ValuesAndTimes");
    let marker = |text: &str| [Data::List(vec![Data::Double(1.0), Data::from(text)])];
    assert_eq!(held(markers, &markers.write(&marker("Step")).unwrap()), marker("Step"));
    assert!(markers.write(&marker("a\0b")).is_err());
}

#[test]
fn values_that_are_not_of_the_form_are_named() {
    let groups = form("Workspace", "CollisionGroupData");
    let refused = |all: &[Data]| groups.write(all).unwrap_err().to_string();
    let group = |id| Data::List(vec![Data::from("Doors"), Data::Int(id), Data::Int(-1)]);
    assert!(groups.write(&[group(255)]).is_ok());
    assert_eq!(
        refused(&[group(0), group(256)]),
        "CollisionGroups.groups[1].id: expected a whole number in its range"
    );
    assert_eq!(refused(&[Data::Int(1)]), "CollisionGroups.groups[0]: expected a list");
    assert_eq!(refused(&[Data::List(Vec::new())]), "CollisionGroups.groups[0].name: expected more values");
    let curve = form("FloatCurve", "ValuesAndTimes");
    let key = |time| {
        Data::List(
            [vec![Data::Double(time), Data::Int(2), Data::from("Cubic")], vec![Data::Int(3); 3]].concat(),
        )
    };
    // Times are rounded to 1/2400 s.
    let all = curve.read(&curve.write(&[key(0.5001)]).unwrap()).unwrap();
    assert_eq!(shown(&all), r#"[0.5s, 2.0, "Cubic", 3, 3.0, 3.0]"#);
    assert!(curve.write(&[key(894_784.8)]).is_ok() && curve.write(&[key(894_784.9)]).is_err());
    let error = form("MarkerCurve", "ValuesAndTimes").write(&[Data::Int(0), key(0.0)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "MarkerCurve: expected a current curve, as old ones of this class have no keys"
    );
    let error = form("CurveAnimation", "GuidBinaryString").write(&[Data::from("0001")]).unwrap_err();
    assert_eq!(error.to_string(), "Guid: expected 32 hexadecimal digits");
    let pair = Data::List(vec![Data::from("AssetId"), Data::List(vec![])]);
    let error = form("HumanoidDescription", "AccessoryBlob").write(&[Data::List(vec![pair])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Accessories.accessories[0].pairs[0]: expected a number, a text, or yes or no"
    );
    let quoted = Data::List(vec![Data::from("AssetId"), Data::from("\"")]);
    let error = form("HumanoidDescription", "AccessoryBlob").write(&[Data::List(vec![quoted])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Accessories.accessories[0].pairs[0]: expected a text without quotes, backslashes and control characters"
    );
    let key = Data::List(vec![Data::Double(0.0), Data::List(vec![])]);
    let error = form("ValueCurve", "ValuesAndTimes").write(&[key]).unwrap_err();
    assert_eq!(error.to_string(), "ValueCurve.keys[0]: expected a value with a type");
    let turned = Attribute::CFrame((Rotation::Id(RotationId(1)), Vec3::ZERO));
    let error = form("AnimationRigData", "transform").write(&[Data::Attribute(turned)]).unwrap_err();
    assert!(error.to_string().ends_with(": expected a known rotation"), "{error}");
}

#[test]
fn groups_collide_if_both_name_each_other() {
    assert!(CollisionGroup::has_id(&[], 0) && !CollisionGroup::has_id(&[], 5));
    let of = |masks: [i32; 3]| {
        let groups =
            masks.iter().zip(0..).map(|(mask, id)| CollisionGroup { name: vec![id], id, mask: *mask });
        let groups: Vec<_> = groups.collect();
        let collides =
            |one: usize| (0..3).map(|other| groups[one].collides_with(&groups[other])).collect::<Vec<_>>();
        [0, 1, 2].map(collides)
    };
    let [first, second, third] = of([-1, 0b101, 0b001]);
    assert_eq!((first, second, third), (vec![true; 3], vec![true, false, false], vec![true, false, false]));
    let far = CollisionGroup { name: Vec::new(), id: 200, mask: -1 };
    assert!(!far.collides_with(&far));
}

#[test]
fn strings_of_samples_have_their_forms() {
    let mut counts = BTreeMap::<&str, (usize, usize)>::new();
    for (name, bytes) in support::samples("roblox") {
        if !name.ends_with(".rbxm") && !name.ends_with(".rbxl") {
            continue;
        }
        let model = read(&bytes).unwrap();
        let shared = model.shared_strings();
        for column in model.columns() {
            let class = model.classes().find(|class| class.id == column.class);
            let Some(form) = class.and_then(|class| StringForm::for_property(&class.name, &column.name))
            else {
                continue;
            };
            let strings: Vec<&[u8]> = match &column.values {
                Values::String(all) => all.iter().collect(),
                Values::SharedString(all) => all.iter().filter_map(|index| shared.get(*index)).collect(),
                _ => continue,
            };
            for string in strings.into_iter().filter(|string| !string.is_empty()) {
                let count = counts.entry(form.property()).or_default();
                match form.read(string) {
                    Ok(_) => {
                        held(form, string);
                        count.0 += 1;
                    }
                    Err(error) => panic!("{name}: {}: {error}", form.property()),
                }
                count.1 += 1;
            }
        }
    }
    if support::corpus("roblox").is_some() {
        assert!(counts["CollisionGroupData"].0 > 1 && counts["ValuesAndTimes"].0 > 2, "{counts:?}");
    }
}

/// Values of any kind, in lists as forms have them.
fn data() -> impl Strategy<Value = Data> {
    let text = prop_oneof![
        "[a-z^\\\\\"]{0,6}".prop_map(|text| Data::Text(text.into_bytes())),
        prop::sample::select(vec!["Constant", "Linear", "Cubic", "Grass"]).prop_map(Data::from),
    ];
    let leaf = prop_oneof![
        any::<u8>().prop_map(|number| Data::Int(number.into())),
        any::<i64>().prop_map(Data::Int),
        any::<f32>().prop_map(Data::Float),
        (-1e6..1e6_f64).prop_map(Data::Double),
        text,
        any::<i32>().prop_map(|number| Data::Attribute(Attribute::Int32(number))),
    ];
    leaf.prop_recursive(2, 24, 7, |inner| prop::collection::vec(inner, 0..8).prop_map(Data::List))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every string that is read is written back byte for byte, and reading always ends.
    #[test]
    fn any_bytes_are_read_or_refused(mut bytes: Vec<u8>, count in 0..4_u8) {
        for form in StringForm::all() {
            for head in [&[][..], &[1, count], &[1, 0, 0, 0, count, 0, 0, 0], &[2, 0, 0, 0, count, 0, 0, 0], &[count, 0, 0, 0]] {
                let whole = [head, &bytes].concat();
                if let Ok(all) = form.read(&whole) {
                    prop_assert_eq!(form.write(&all).unwrap(), whole);
                }
            }
        }
        bytes.truncate(64);
        for form in StringForm::all() {
            let recorder = Recorder::default();
            prop_assert_eq!(form.trace(&bytes, &recorder).is_ok(), form.read(&bytes).is_ok());
        }
    }

    /// Written data are read back unchanged, except for rounded numbers.
    #[test]
    fn any_values_are_written_or_refused(all in prop::collection::vec(data(), 0..5)) {
        for form in StringForm::all() {
            if let Ok(bytes) = form.write(&all) {
                let again = form.read(&bytes).unwrap();
                prop_assert_eq!(again.len(), all.len());
                prop_assert_eq!(form.write(&again).unwrap(), bytes);
            }
        }
    }

    #[test]
    fn curves_come_back(keys in prop::collection::vec((any::<i32>(), any::<f32>(), 0..3_usize, any::<u8>(), any::<[f32; 2]>()), 0..20)) {
        let key = |(ticks, value, mode, tangents, [left, right]): (i32, f32, usize, u8, [f32; 2])| {
            let mode = ["Constant", "Linear", "Cubic"][mode];
            Data::List(vec![
                Data::Double(f64::from(ticks) / 2400.0), Data::Float(value), Data::from(mode),
                Data::Int(tangents.into()), Data::Float(left), Data::Float(right),
            ])
        };
        let keys: Vec<_> = keys.into_iter().map(key).collect();
        let curve = form("FloatCurve", "ValuesAndTimes");
        let bytes = curve.write(&keys).unwrap();
        prop_assert_eq!(bytes.len(), 16 + 18 * keys.len());
        prop_assert_eq!(shown(&held(curve, &bytes)), shown(&keys));
    }
}

/// Each part of a place is compared with them, and each of them with each other.
#[test]
fn there_are_as_many_groups_as_a_mask_has_bits() {
    let long = "n".repeat(1000);
    let entries: Vec<String> = (0..40).map(|number| format!("{long}{number}^{number}^-1")).collect();
    let text = entries.join("\\");
    let groups = CollisionGroup::all(&form("Workspace", "CollisionGroups").read(text.as_bytes()).unwrap());
    assert_eq!(groups.iter().map(|group| group.id).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
    assert!(CollisionGroup::names(&groups).len() < 32 * 50);
    let many: Vec<Data> = (0..50_000)
        .map(|number| Data::List(vec![Data::from("a"), Data::Int(number % 3), Data::Int(-1)]))
        .collect();
    assert_eq!(CollisionGroup::all(&many).len(), 3);
}
