//! Values for instances that lack a property of others: in a binary file, all instances of a class have it or none.

use super::values::open;
use rezkit::roblox::{Document, Target, Value};
use rezkit::{ConvertOptions, Edit, Edited, Format, LossSeverity, convert, edit};

const PLACE: &str = r#"<roblox version="4"><Item class="Workspace"><Properties><string name="Name">Workspace</string></Properties>
<Item class="Part"><Properties>
    <string name="Name">Floor</string><bool name="Anchored">true</bool><bool name="AudioCanCollide">false</bool>
    <bool name="CanCollide">true</bool><bool name="CanQuery">true</bool><Color3uint8 name="Color3uint8">255</Color3uint8>
    <bool name="EnableFluidForces">false</bool><token name="Material">512</token>
    <Vector3 name="size"><X>9</X><Y>1</Y><Z>9</Z></Vector3><int name="OfTomorrow">7</int>
</Properties></Item></Item></roblox>"#;

const OLD: &str = r#"<roblox version="4"><Item class="Part"><Properties>
    <string name="Name">Old</string><int name="BrickColor">21</int><float name="Elasticity">1</float>
    <int name="OfYesterday">3</int>
</Properties></Item></roblox>"#;

fn place() -> Vec<u8> {
    convert(&open(PLACE.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes
}

fn added(place: &[u8], model: &[u8]) -> Edited {
    let add = Edit::Add { parent: "Workspace".into(), model: model.to_vec() };
    edit(&open(place), &[add]).unwrap()
}

#[test]
fn an_old_model_in_a_new_place_has_what_the_engine_takes() {
    let place = place();
    // The same model in both encodings.
    let old = convert(&open(OLD.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    for old in [OLD.as_bytes(), &old] {
        let edited = added(&place, old);
        let document = Document::open(&edited.bytes).unwrap();
        let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property);
        // What the place had, it has.
        let kept = Document::open(&place).unwrap();
        let floor = document.find("Workspace/Floor").unwrap();
        for (name, value) in kept.properties(kept.find("Workspace/Floor").unwrap()) {
            assert_eq!(document.get(floor, &name), Some(value), "{name}");
        }
        let losses: Vec<_> = edited.losses.iter().map(|loss| (loss.severity, loss.to_string())).collect();
        let yesterday = "values of Part.OfYesterday: its default is unknown, and binary files need a value for all instances of a class or for none (1, at Workspace/Old.OfYesterday)";
        let tomorrow = "instances without Part.OfTomorrow: its default is unknown, so they get the most frequent value (1, at Workspace/Old.OfTomorrow)";
        let unknown = [(LossSeverity::Lost, yesterday), (LossSeverity::Changed, tomorrow)];
        assert!(unknown.iter().all(|one| losses.contains(&(one.0, one.1.to_owned()))), "{losses:?}");
        assert_eq!(get("Workspace/Old", "OfTomorrow"), Some(Value::Int32(7)));
        assert_eq!(get("Workspace/Old", "OfYesterday"), None);
        if cfg!(feature = "classes") {
            assert_eq!(losses.len(), 2, "{losses:?}");
            for property in ["AudioCanCollide", "CanCollide", "CanQuery", "EnableFluidForces"] {
                assert_eq!(get("Workspace/Old", property), Some(Value::Bool(true)), "{property}");
            }
            assert_eq!(get("Workspace/Old", "Anchored"), Some(Value::Bool(false)));
            assert_eq!(get("Workspace/Old", "Material"), Some(Value::Enum(256)));
            assert_eq!(get("Workspace/Old", "size").unwrap().as_vec3().unwrap().to_array(), [4.0, 1.2, 2.0]);
            // The database has no defaults of what the engine gave up.
            assert_eq!(get("Workspace/Old", "Elasticity"), Some(Value::Float32(1.0)));
            assert_eq!(get("Workspace/Floor", "Elasticity"), Some(Value::Float32(0.5)));
            assert_eq!(get("Workspace/Old", "Color3uint8"), Some(Value::Color3uint8([196, 40, 28])));
            let notes = [
                "Part.BrickColor: 1 value moved to Color3uint8",
                "8 values missing from instances filled with the engine's defaults",
            ];
            assert_eq!(edited.notes, notes);
        } else {
            // Each is named; none is zero.
            assert_eq!((losses.len(), edited.notes.len()), (12, 0), "{losses:?}");
            assert_eq!(get("Workspace/Old", "size"), get("Workspace/Floor", "size"));
        }
    }
}

/// A part of the place must not become another because of what comes into it.
#[test]
fn what_is_set_where_others_lack_it_is_refused_or_has_a_default() {
    let place = place();
    let mut document = Document::open(&place).unwrap();
    let parent = document.find("Workspace");
    for name in ["A", "B"] {
        let part = document.add(parent, "Part").unwrap();
        document.set(part, "Name", name).unwrap();
        document.set(part, "Reflectance", 0.5_f32).unwrap();
        document.set_unknown(part, "Unheard", 3).unwrap();
    }
    let saved = document.save_onto(&place).unwrap();
    let document = Document::open(&saved.bytes).unwrap();
    let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property);
    assert_eq!(get("Workspace/Floor", "Unheard"), None);
    let named = |name: &str| saved.losses.iter().any(|loss| loss.what.contains(name));
    assert!(named("values of Part.Unheard"), "{:?}", saved.losses);
    let is_known = cfg!(feature = "classes");
    assert_eq!(named("values of Part.Reflectance"), !is_known);
    assert_eq!(get("Workspace/Floor", "Reflectance"), is_known.then_some(Value::Float32(0.0)));
    assert_eq!(get("Workspace/A", "Reflectance"), is_known.then_some(Value::Float32(0.5)));
}

/// A column is added for a value alone that is not the default.
#[test]
fn a_default_that_the_file_does_not_store_adds_no_column() {
    let model = |reflectance: &str| {
        let xml = format!(
            "<roblox version=\"4\"><Item class=\"Part\"><Properties><string name=\"Name\">New</string>\
             <float name=\"Transparency\">0</float><float name=\"Reflectance\">{reflectance}</float>\
             </Properties></Item></roblox>"
        );
        convert(&open(xml.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes
    };
    let is_known = cfg!(feature = "classes");
    for (reflectance, stored) in [("0", None), ("0.5", Some([0.0, 0.5]))] {
        let document = Document::open(&added(&place(), &model(reflectance)).bytes).unwrap();
        let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property);
        for (index, path) in ["Workspace/Floor", "Workspace/New"].into_iter().enumerate() {
            assert_eq!(get(path, "Transparency"), None, "{path}");
            let stored = stored.filter(|_| is_known).map(|values| Value::Float32(values[index]));
            assert_eq!(get(path, "Reflectance"), stored, "{path}");
        }
    }
}

/// Studio stored MaterialVariant as a reference in late 2021; it is a string in the places of today.
#[test]
fn a_value_that_does_not_fit_the_newer_name_is_not_renamed() {
    let place = PLACE.replace("<token", "<string name=\"MaterialVariantSerialized\">Moss</string><token");
    let place = convert(&open(place.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    let model = |target: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"Part\" referent=\"a\"><Properties><string name=\"Name\">New</string>\
             <Ref name=\"MaterialVariant\">{target}</Ref></Properties></Item></roblox>"
        )
    };
    for (target, is_kept) in [("null", false), ("a", true)] {
        let edited = added(&place, model(target).as_bytes());
        assert_eq!(edited.losses.iter().filter(|loss| loss.what.contains("MaterialVariant")).count(), 0);
        let document = Document::open(&edited.bytes).unwrap();
        let get = |path: &str, name: &str| document.get(document.find(path).unwrap(), name);
        let floor = get("Workspace/Floor", "MaterialVariantSerialized");
        assert_eq!(floor.and_then(|value| value.as_bytes().map(<[u8]>::to_vec)), Some(b"Moss".to_vec()));
        let new = get("Workspace/New", "MaterialVariant");
        let is_set = new.is_some_and(|value| value != Value::Referent(Target::None));
        assert_eq!(is_set, is_kept, "{target}");
    }
}

/// Places of 2012 have poses whose rotations are quaternions.
#[test]
fn an_added_pose_is_a_quaternion_where_the_file_has_these() {
    use rbxbinary::{Item, Rotation, RotationId, Value as Binary};
    let mut place = rbxbinary::Document::new();
    let workspace = place.add(None, Item::new("Workspace").with("Name", "Workspace")).unwrap();
    let floor = Binary::CFrameQuat(Rotation::Id(RotationId::IDENTITY), geom::Vec3::new(1.0, 2.0, 3.0));
    place.add(Some(workspace), Item::new("Part").with("Name", "Floor").with("CFrame", floor)).unwrap();
    let place = rbxbinary::write(&place.to_model().unwrap()).unwrap();
    // Turned by 36.87° about Y.
    let model = br#"<roblox version="4"><Item class="Part"><Properties><string name="Name">New</string>
        <CoordinateFrame name="CFrame"><X>4</X><Y>5</Y><Z>6</Z><R00>0.8</R00><R01>0</R01><R02>0.6</R02><R10>0</R10>
        <R11>1</R11><R12>0</R12><R20>-0.6</R20><R21>0</R21><R22>0.8</R22></CoordinateFrame></Properties></Item></roblox>"#;
    let edited = added(&place, model);
    assert_eq!(edited.losses, []);
    let document = Document::open(&edited.bytes).unwrap();
    let pose = |path: &str| match document.get(document.find(path).unwrap(), "CFrame") {
        Some(Value::CFrameQuat(pose)) => pose,
        other => panic!("{other:?}"),
    };
    assert_eq!(pose("Workspace/Floor").position.to_array(), [1.0, 2.0, 3.0]);
    let turned = pose("Workspace/New").transform_point(geom::Vec3::new(1.0, 0.0, 0.0)).to_array();
    let expected = [4.8, 5.0, 5.4];
    assert!(
        turned.iter().zip(expected).all(|(one, other): (&f32, f32)| (one - other).abs() < 1e-5),
        "{turned:?}"
    );
}
