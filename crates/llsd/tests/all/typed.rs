//! Users' own types, written and read through serde.

#![cfg(all(feature = "serde", feature = "xml"))]

use llsd::{Binary, Date, Encoding, ErrorKind, Map, Place, ReadOptions, Uri, Uuid, Value, WriteOptions};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

const ENCODINGS: [Encoding; 3] = [Encoding::Binary, Encoding::Xml, Encoding::Notation];
const ID: Uuid = Uuid([0x11; 16]);

/// Writes and reads it in every encoding; gives the value that was written.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &T) -> Value {
    let value = llsd::to_value(data).unwrap();
    assert_eq!(llsd::from_value::<T>(&value).unwrap(), *data);
    for encoding in ENCODINGS {
        let bytes = llsd::to_vec_with(data, &WriteOptions::default().encoding(encoding)).unwrap();
        assert_eq!(llsd::read(&bytes).unwrap(), value, "{encoding:?}");
        assert_eq!(llsd::from_slice::<T>(&bytes).unwrap(), *data, "{encoding:?}");
    }
    value
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Region {
    agent_id: Uuid,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    born: Option<Date>,
    home: Uri,
    texture: Binary,
    position: [f32; 3],
    access: Access,
    #[serde(flatten)]
    other: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Access {
    General,
    Adult(u8),
    Estate { id: u32, managers: Vec<Uuid> },
    Point(i32, f64),
}

fn region(access: Access) -> Region {
    Region {
        agent_id: ID,
        name: "Ahern & \"Bonifacio\"".into(),
        born: Some(Date(1_138_804_193.5)),
        home: "http://x/".into(),
        texture: vec![0, 255].into(),
        position: [1.0, 2.5, -3.0],
        access,
        other: BTreeMap::new(),
    }
}

#[test]
fn a_struct_keeps_its_types_in_every_encoding() {
    let region = region(Access::General);
    assert_eq!(region.texture.as_ref(), [0, 255]);
    let value = round_trip(&region);
    assert_eq!(
        value.to_string(),
        "{'agent_id':u11111111-1111-1111-1111-111111111111,'name':'Ahern & \"Bonifacio\"',\
         'born':d\"2006-02-01T14:29:53.5Z\",'home':l\"http://x/\",'texture':b64\"AP8=\",\
         'position':[r1.0,r2.5,r-3.0],'access':'General'}"
    );
}

/// `REZKIT_LLSD_WRITTEN` names a folder that keeps the files, to be read with other programs.
#[test]
fn a_list_of_structs_comes_back_in_every_encoding() {
    let folder = std::env::var_os("REZKIT_LLSD_WRITTEN").map(std::path::PathBuf::from);
    let estate = Access::Estate { id: 7, managers: vec![ID] };
    let regions = [Access::General, Access::Adult(18), estate, Access::Point(-1, 0.5)].map(region);
    for encoding in ENCODINGS {
        let bytes = llsd::to_vec_with(&regions, &WriteOptions::default().encoding(encoding)).unwrap();
        assert_eq!(llsd::from_slice::<Vec<Region>>(&bytes).unwrap(), regions);
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{encoding}.llsd")), bytes).unwrap();
        }
    }
}

#[test]
fn enums_are_names_or_maps_of_one_key() {
    let access = |access| round_trip(&region(access))["access"].to_string();
    assert_eq!(access(Access::Adult(18)), "{'Adult':i18}");
    assert_eq!(access(Access::Point(-1, 0.5)), "{'Point':[i-1,r0.5]}");
    assert_eq!(
        access(Access::Estate { id: 4_000_000_000, managers: vec![ID] }),
        "{'Estate':{'id':r4000000000.0,'managers':[u11111111-1111-1111-1111-111111111111]}}"
    );
}

/// A map of values keeps the keys that a struct does not name, with their types.
#[test]
fn unknown_keys_can_be_kept() {
    let mut region = region(Access::General);
    let other = "{'id':u11111111-1111-1111-1111-111111111111,'when':d\"2006-02-01T14:29:53Z\",'uri':l\"x\",\
                 'bytes':b16\"0405\",'raw':'\\xff','$uuid':{'$uuid':'x'},'deep':[!,{'$date':i1},i5,r5]}";
    let Value::Map(other) = llsd::read(other.as_bytes()).unwrap() else { panic!() };
    region.other = other.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
    let bytes = llsd::to_vec(&region).unwrap();
    assert_eq!(llsd::from_slice::<Region>(&bytes).unwrap(), region);
    let notation = llsd::notation::to_string(&region).unwrap();
    assert_eq!(llsd::from_str::<Region>(&notation).unwrap(), region);
}

#[test]
fn values_are_themselves() {
    let text = "{'a':[!,true,i-7,r1.5,rnan,rinf,u11111111-1111-1111-1111-111111111111],'b':{'c':'x'},\
                'd':d\"2006-02-01T14:29:53.5Z\",'u':l\"x\",'e':b16\"00ff\",'t':{'$uuid':'x'},'s':{'$$':i1},'r':'\\xff'}";
    let value = llsd::read(text.as_bytes()).unwrap();
    use llsd::Same;
    assert_eq!(llsd::to_value(&value).unwrap().difference(&value), None);
    assert_eq!(llsd::from_value::<Value>(&value).unwrap().difference(&value), None);
    let bytes = llsd::to_vec(&value).unwrap();
    assert_eq!(bytes, llsd::write(&value).unwrap());
    assert_eq!(llsd::from_slice::<Value>(&bytes).unwrap().difference(&value), None);
    let map: Map = llsd::from_slice(&bytes).unwrap();
    assert_eq!(Value::from(map).difference(&value), None);
    assert!(Map::from([("a", 1)]).contains_key("a"));
}

#[test]
fn all_that_serde_knows_is_written() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct All {
        unit: (),
        none: Option<i32>,
        some: Option<i32>,
        byte: u8,
        long: i64,
        character: char,
        pair: (bool, String),
        newtype: Newtype,
        unit_struct: Unit,
        keys: HashMap<char, ()>,
        ids: HashMap<Uuid, i32>,
        list: Vec<u8>,
        texts: Vec<Option<String>>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Newtype(f32);
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Unit;
    let value = round_trip(&All {
        unit: (),
        none: None,
        some: Some(-1),
        byte: 255,
        long: -9_007_199_254_740_992,
        character: 'é',
        pair: (true, String::new()),
        newtype: Newtype(0.25),
        unit_struct: Unit,
        keys: [('x', ())].into(),
        ids: [(ID, 1)].into(),
        list: vec![1, 2],
        texts: vec![None, Some("a".into())],
    });
    assert_eq!(
        value.to_string(),
        "{'unit':!,'none':!,'some':i-1,'byte':i255,'long':r-9007199254740992.0,'character':'é',\
         'pair':[true,''],'newtype':r0.25,'unit_struct':!,'keys':{'x':!},\
         'ids':{'11111111-1111-1111-1111-111111111111':i1},'list':[i1,i2],'texts':[!,'a']}"
    );
}

#[test]
fn text_and_bytes_are_borrowed_where_they_can_be() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Borrowed<'a> {
        name: &'a str,
        data: &'a [u8],
        #[serde(borrow)]
        note: Cow<'a, str>,
    }
    let value = llsd::read(b"{'name':'chair','data':b16\"0405\",'note':'n'}").unwrap();
    let bytes = llsd::write(&value).unwrap();
    let data: Borrowed<'_> = llsd::from_slice(&bytes).unwrap();
    assert_eq!(data, Borrowed { name: "chair", data: &[4, 5], note: "n".into() });
    assert!(bytes.as_ptr_range().contains(&data.name.as_ptr()));
    assert!(matches!(data.note, Cow::Borrowed(_)));
    assert_eq!(llsd::from_value::<Borrowed<'_>>(&value).unwrap(), data);
    // Text may have escapes, so nothing in it is borrowed.
    let error = llsd::from_slice::<Borrowed<'_>>(b"{'name':'chair'}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "name: invalid type: string \"chair\", expected a borrowed string (at byte 0x8)"
    );
}

/// The path and the byte of the value, in every encoding.
#[test]
fn errors_say_where() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct Simulator {
        regions: Vec<Region>,
    }
    let regions = llsd::to_value(&vec![region(Access::General), region(Access::General)]).unwrap();
    let mut value = Value::from_iter([("regions", regions)]);
    let said = |value: &Value| {
        ENCODINGS.map(|encoding| {
            let bytes = llsd::write_with(value, &WriteOptions::default().encoding(encoding)).unwrap();
            let error = llsd::from_slice::<Simulator>(&bytes).unwrap_err();
            let Place::Input(at) = error.place() else { panic!("{error}") };
            let path = error.path().collect::<Vec<_>>().join("/");
            (format!("{path}: {}", error.kind()), bytes[at..].to_vec())
        })
    };
    value["regions"][1]["agent_id"] = true.into();
    for ((message, at), start) in said(&value).into_iter().zip(["1", "<boolean>", "true"]) {
        assert_eq!(message, "regions/[1]/agent_id: invalid type: boolean `true`, expected a UUID");
        assert!(at.starts_with(start.as_bytes()), "{start}");
    }
    value["regions"][1]["agent_id"] = "no".into();
    for ((message, at), start) in said(&value).into_iter().zip(["s\0\0\0\x02no", "<string>no", "'no'"]) {
        assert_eq!(message, "regions/[1]/agent_id: invalid value: string \"no\", expected a UUID");
        assert!(at.starts_with(start.as_bytes()), "{start}");
    }
    value["regions"][1]["agent_id"] = ID.into();
    value["regions"][1]["position"] = [1.0, 2.0].into();
    for ((message, at), start) in said(&value).into_iter().zip(["[\0\0\0\x02", "<array>", "["]) {
        assert_eq!(message, "regions/[1]/position: invalid length 2, expected an array of length 3");
        assert!(at.starts_with(start.as_bytes()), "{start}");
    }
    value["regions"][1]["position"] = [1.0, 2.0, 3.0, 4.0].into();
    assert_eq!(
        said(&value)[0].0,
        "regions/[1]/position: invalid length 4, expected fewer values in the array"
    );
    value["regions"][1].as_map_mut().unwrap().remove("name");
    value["regions"][1]["position"] = [1, 2, 3].into();
    for ((message, at), start) in said(&value).into_iter().zip(["{\0\0\0\x06", "<map>", "{"]) {
        assert_eq!(message, "regions/[1]/name: missing field `name`");
        assert!(at.starts_with(start.as_bytes()), "{start}");
    }
    value["regions"][1]["name"] = "x".into();
    value["regions"][1]["access"] = Value::from_iter([("Estate", Value::from_iter([("id", 1.5)]))]);
    assert_eq!(
        said(&value)[0].0,
        "regions/[1]/access/Estate/id: invalid type: floating point `1.5`, expected u32"
    );
    value["regions"][1]["access"] = 5.into();
    assert_eq!(
        said(&value)[1].0,
        "regions/[1]/access: invalid type: integer `5`, expected the name of a variant, or a map with it as its only key"
    );
    let error = llsd::from_value::<Simulator>(&value).unwrap_err();
    assert_eq!(error.place(), Place::Model);
    for map in [&b"{}"[..], b"{'Estate':{'id':i1},'General':!}"] {
        let error = llsd::from_slice::<Access>(map).unwrap_err();
        let text = "expected the name of a variant, or a map with it as its only key (at byte 0x0)";
        assert_eq!(error.to_string(), text);
    }
    assert!(error.to_string().starts_with("regions[1].access: invalid type"), "{error}");
}

/// A missing field leads to the map that it is missing in, also where a value further in has its name.
#[test]
fn a_missing_field_is_not_looked_for_further_in() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct Data {
        a: i32,
    }
    let text = "<llsd><map><key>b</key><map><key>a</key><integer>1</integer></map></map></llsd>";
    let error = llsd::from_str::<Data>(text).unwrap_err();
    assert_eq!(error.to_string(), "a: missing field `a` (at byte 0x6)");
}

#[test]
fn what_llsd_cannot_express_is_an_error() {
    #[derive(Serialize)]
    enum Choice {
        One(u64),
        Two(u64, u64),
        Named { a: u64 },
    }
    let refused = |error: Result<Value, llsd::Error>| error.unwrap_err().to_string();
    assert_eq!(
        refused(llsd::to_value(&[HashMap::from([(1, 2)])])),
        "[0]: a key must be text, found an integer"
    );
    assert_eq!(
        refused(llsd::to_value(&BTreeMap::from([(vec![1], 2)]))),
        "a key must be text, found an array"
    );
    assert_eq!(
        refused(llsd::to_value(&BTreeMap::from([("n", u64::MAX)]))),
        "n: no number of LLSD can hold 18446744073709551615"
    );
    assert_eq!(
        [Choice::One(u64::MAX), Choice::Two(1, u64::MAX), Choice::Named { a: u64::MAX }]
            .map(|choice| refused(llsd::to_value(&choice))),
        ["One", "Two[1]", "Named.a"]
            .map(|path| format!("{path}: no number of LLSD can hold 18446744073709551615"))
    );
    assert_eq!(llsd::to_value(&(1_u64 << 53)).unwrap(), Value::Real(9_007_199_254_740_992.0));
    assert!(llsd::to_value(&((1_u64 << 53) + 1)).is_err());
    let error = llsd::from_slice::<BTreeMap<i32, i32>>(b"{'1':i2}").unwrap_err();
    assert_eq!(error.to_string(), "invalid type: string \"1\", expected i32 (at byte 0x0)");
    assert!(llsd::xml::to_string("\u{1}").is_err());
}

#[test]
fn numbers_are_read_where_they_fit() {
    assert_eq!(llsd::from_slice::<u64>(b"r4000000000").unwrap(), 4_000_000_000);
    assert_eq!(llsd::from_slice::<f64>(b"i5").unwrap(), 5.0);
    assert_eq!(
        llsd::from_slice::<u8>(b"i256").unwrap_err().to_string(),
        "invalid value: integer `256`, expected u8 (at byte 0x0)"
    );
    assert!(llsd::from_slice::<i32>(b"r0.5").is_err() && llsd::from_slice::<i32>(b"'5'").is_err());
    assert_eq!(llsd::from_slice::<Vec<u8>>(b"b16\"0405\"").unwrap(), [4, 5]);
    assert_eq!(llsd::from_slice::<String>(b"u11111111-1111-1111-1111-111111111111").unwrap(), ID.to_string());
    assert_eq!(llsd::from_slice::<Uri>(b"'x'").unwrap(), "x".into());
}

/// A chain of values: as deep as it is long.
#[derive(Serialize, Deserialize, Debug, Default)]
struct Chain {
    next: Option<Box<Self>>,
}

#[test]
fn depth_is_refused_before_the_stack_ends() {
    let mut chain = Chain::default();
    for _ in 0..127 {
        chain = Chain { next: Some(Box::new(chain)) };
    }
    let bytes = llsd::to_vec(&chain).unwrap();
    assert!(llsd::from_slice::<Chain>(&bytes).is_ok());
    chain = Chain { next: Some(Box::new(chain)) };
    let error = llsd::to_value(&chain).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: "levels of depth", .. }), "{error}");

    let options = ReadOptions::default().limits(llsd::Limits::default().depth(usize::MAX));
    for level in ["{'next':", "["] {
        let text = level.repeat(200_000);
        let end = if level == "[" { "]" } else { "}" };
        let notation = [text, "!".into(), end.repeat(200_000)].concat();
        let value = llsd::read_with(notation.as_bytes(), &options).unwrap().0;
        let binary = llsd::write(&value).unwrap();
        for bytes in [notation.as_bytes(), &binary] {
            assert!(llsd::from_slice_with::<Chain>(bytes, &options).is_err());
            assert!(llsd::from_slice_with::<Value>(bytes, &options).is_err());
        }
        assert!(llsd::to_value(&value).is_err() && llsd::from_value::<Value>(&value).is_err());
    }
}

/// The options for reading decide which value of a duplicate key is used.
#[test]
fn duplicate_keys_are_decided_by_the_options() {
    let bytes = b"{\0\0\0\x02k\0\0\0\x01ai\0\0\0\x01k\0\0\0\x01ai\0\0\0\x02}";
    let read = |duplicates| {
        let options = ReadOptions::default().duplicates(duplicates);
        llsd::from_slice_with::<BTreeMap<String, i32>>(bytes, &options)
            .map(|(map, warnings)| (map["a"], warnings.len()))
    };
    assert_eq!(read(llsd::Duplicates::Last).unwrap(), (2, 1));
    assert_eq!(read(llsd::Duplicates::First).unwrap(), (1, 1));
    assert!(read(llsd::Duplicates::Error).is_err());
}

/// Structs look for their fields in the order of the document before.
#[test]
fn the_order_of_fields_and_unknown_keys_do_not_matter() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Place {
        x: i32,
        y: i32,
        #[serde(default)]
        z: i32,
    }
    let read = |keys: &[&str]| {
        let entry = |(number, key): (i32, &&str)| {
            let size = u32::try_from(key.len()).unwrap().to_be_bytes();
            [b"k", &size[..], key.as_bytes(), b"i", &number.to_be_bytes()].concat()
        };
        let count = u32::try_from(keys.len()).unwrap().to_be_bytes();
        let entries: Vec<_> = (1..).zip(keys).flat_map(entry).collect();
        let bytes = [b"{", &count[..], &entries, b"}"].concat();
        llsd::from_slice_with::<Place>(&bytes, &ReadOptions::default())
            .map(|(Place { x, y, z }, warnings)| ([x, y, z], warnings.len()))
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(&["x", "y", "z"]).unwrap(), ([1, 2, 3], 0));
    assert_eq!(read(&["z", "y", "x"]).unwrap(), ([3, 2, 1], 0));
    assert_eq!(read(&["y", "other", "x"]).unwrap(), ([3, 1, 0], 0));
    // The last value of a duplicate key is used, with a warning.
    assert_eq!(read(&["x", "y", "x"]).unwrap(), ([3, 2, 0], 1));
    assert_eq!(read(&["x", "other", "y", "other"]).unwrap(), ([1, 3, 0], 1));
    assert_eq!(read(&["x", "other"]).unwrap_err(), "y: missing field `y` (at byte 0x0)");
}

/// The bytes are as real services send them.
#[test]
fn lenient_fields_are_read_from_what_services_send() {
    use llsd::lenient::{self, Lenient};
    #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
    #[serde(default)]
    struct Sent {
        #[serde(with = "lenient")]
        flag: bool,
        #[serde(with = "lenient")]
        id: Uuid,
        #[serde(with = "lenient")]
        mask: u32,
        #[serde(with = "lenient")]
        handle: u64,
        #[serde(with = "lenient")]
        offset: i32,
        #[serde(with = "lenient")]
        size: f64,
        #[serde(with = "lenient")]
        name: String,
        #[serde(with = "lenient")]
        born: Date,
        #[serde(deserialize_with = "lenient::or_default")]
        ids: Vec<Lenient<Uuid>>,
    }
    let read = |notation: &str| {
        let by_value = llsd::from_str::<Sent>(notation).map_err(|error| error.to_string());
        let bytes = llsd::write(&llsd::read(notation.as_bytes()).unwrap()).unwrap();
        let in_place = llsd::from_slice::<Sent>(&bytes).ok();
        assert_eq!(by_value.as_ref().ok(), in_place.as_ref(), "{notation}");
        by_value
    };
    let undef = "'flag':!,'id':!,'mask':!,'handle':!,'offset':!,'size':!,'name':!,'born':!,'ids':!";
    assert_eq!(read(&format!("{{{undef}}}")).unwrap(), Sent::default());
    let sent = Sent {
        flag: true,
        id: ID,
        mask: 0x8000_0001,
        handle: 0x0003_e800_0003_e900,
        offset: -2,
        size: 0.5,
        name: "x".into(),
        born: Date(1.0),
        ids: vec![Lenient(Uuid::NIL), Lenient(ID), Lenient(Uuid::NIL)],
    };
    let notation = format!(
        "{{'flag':i7,'id':'{ID}','mask':b16\"80000001\",'handle':b16\"0003e8000003e900\",'offset':b16\"fffffffe\",\
         'size':b16\"3fe0000000000000\",'name':'x','born':d\"1970-01-01T00:00:01Z\",'ids':['',u{ID},!]}}"
    );
    assert_eq!(read(&notation).unwrap(), sent);
    assert_eq!(read("{'id':''}").unwrap(), Sent::default());
    assert_eq!(read("{'flag':i0}").unwrap(), Sent::default());
    // They are written and read like other fields.
    round_trip(&sent);
    assert_eq!(
        read("{'id':'no'}").unwrap_err(),
        "id: invalid value: string \"no\", expected a UUID (at byte 0x6)"
    );
    assert_eq!(
        read("{'mask':b16\"0001\"}").unwrap_err(),
        "mask: invalid type: byte array, expected u32 (at byte 0x8)"
    );
    assert_eq!(
        read("{'flag':'1'}").unwrap_err(),
        "flag: invalid type: string \"1\", expected a boolean (at byte 0x8)"
    );
    assert_eq!(
        read("{'ids':['no']}").unwrap_err(),
        "ids[0]: invalid value: string \"no\", expected a UUID (at byte 0x8)"
    );
}

#[test]
fn each_encoding_has_its_functions() {
    let data = vec![region(Access::General)];
    let binary = llsd::binary::to_vec(&data).unwrap();
    assert_eq!(llsd::binary::from_slice::<Vec<Region>>(&binary).unwrap(), data);
    assert!(llsd::xml::from_slice::<Vec<Region>>(&binary).is_err());
    let xml = llsd::xml::to_string(&data).unwrap();
    assert_eq!(llsd::xml::from_str::<Vec<Region>>(&xml).unwrap(), data);
    assert_eq!(llsd::xml::to_vec(&data).unwrap(), xml.as_bytes());
    let notation = llsd::notation::to_string(&data).unwrap();
    assert_eq!(llsd::notation::from_slice::<Vec<Region>>(notation.as_bytes()).unwrap(), data);
}

/// A value that the reader has to guess is an error with its place, in every encoding that has such values.
#[test]
fn guessed_values_are_errors() {
    fn said<T: serde::de::DeserializeOwned + std::fmt::Debug>(document: &[u8]) -> String {
        let error = llsd::from_slice::<T>(document).unwrap_err().to_string();
        let with = llsd::from_slice_with::<T>(document, &ReadOptions::default());
        assert_eq!(with.unwrap_err().to_string(), error);
        error
    }
    let xml = |element: &str| format!("<llsd>{element}</llsd>").into_bytes();
    let integer = xml("<integer>4294967295</integer>");
    let expected = "the integer \"4294967295\" is read as -1 (at byte 0xf)";
    assert_eq!(said::<i32>(&integer), expected);
    assert_eq!(said::<u32>(&integer), expected);
    assert_eq!(said::<i64>(&integer), expected);
    assert_eq!(said::<u64>(&integer), expected);
    assert_eq!(said::<f64>(&integer), expected);
    assert_eq!(said::<Option<i32>>(&integer), expected);
    assert_eq!(said::<Value>(&integer), expected);
    assert_eq!(llsd::xml::from_slice::<u32>(&integer).unwrap_err().to_string(), expected);
    let text = std::str::from_utf8(&integer).unwrap();
    assert_eq!(llsd::xml::from_str::<u32>(text).unwrap_err().to_string(), expected);
    assert_eq!(llsd::from_str::<u32>(text).unwrap_err().to_string(), expected);
    for (element, message) in [
        ("<integer>12abc</integer>", "the integer \"12abc\" is read as 12"),
        ("<real>1,5</real>", "the real \"1,5\" is read as 0"),
        ("<real>1e999</real>", "the real \"1e999\" is read as inf"),
        ("<boolean>yes</boolean>", "the boolean \"yes\" is read as false"),
        ("<date>yesterday</date>", "the date \"yesterday\" is read as 1970"),
        ("<uuid>zzz</uuid>", "the UUID \"zzz\" is read as nil"),
        ("<string>a&eacute;</string>", "the reference \"&eacute;\" is read as itself"),
        ("<what/>", "the element \"what\" is read as undef"),
        ("", "the document without a value is read as undef"),
    ] {
        let error = said::<Value>(&xml(element));
        assert!(error.starts_with(&format!("{message} (at byte 0x")), "{element}: {error}");
    }
    assert!(said::<Date>(&xml("<string/>")).starts_with("invalid value: string \"\", expected a date"));
    assert_eq!(llsd::from_slice::<Date>(&xml("<date/>")).unwrap(), Date(0.0));
    assert_eq!(said::<Vec<f64>>(b"[r1e999]"), "[0]: the real \"1e999\" is read as inf (at byte 0x2)");
    assert_eq!(said::<Date>(b"d'never'"), "the date \"never\" is read as 1970 (at byte 0x1)");
    assert_eq!(said::<String>(b"'\\xz'"), "the escape of \"\\\\xz\" is read as 0 (at byte 0x1)");
    assert_eq!(said::<String>(b"s(010)'12345678'"), "the size \"010\" is read as 8 (at byte 0x1)");
    // A key that is guessed may be the name of another field.
    assert_eq!(
        said::<Vec<BTreeMap<String, i32>>>(b"[{'\\xz':i1}]"),
        "[0]: the escape of \"\\\\xz\" is read as 0 (at byte 0x3)"
    );
    let binary = b"[\0\0\0\x02i\0\0\0\x01'\\xz']";
    assert_eq!(said::<(i32, String)>(binary), "[1]: the escape of \"\\\\xz\" is read as 0 (at byte 0xb)");
    let binary = b"{\0\0\0\x01'\\xz'i\0\0\0\x01}";
    assert_eq!(said::<BTreeMap<String, i32>>(binary), "the escape of \"\\\\xz\" is read as 0 (at byte 0x6)");
}

/// Errors of form do not change a value, and neither matters what the data do not read.
#[test]
fn only_values_that_are_read_are_guessed() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Data {
        a: i32,
        #[serde(default)]
        b: Vec<String>,
        #[serde(default)]
        c: BTreeMap<String, (i32, bool)>,
    }
    let read = |document: &str| {
        llsd::from_slice_with::<Data>(document.as_bytes(), &ReadOptions::default())
            .map(|(data, warnings)| (data, warnings.total()))
            .map_err(|error| error.to_string())
    };
    // The field `x` is ignored, and all else is read from where it is.
    let form = "<llsd>stray<map><key>x</key><integer>12abc</integer><key>a</key><integer>5</integer>\
                <key>b</key><array><string>&lt;</string><string><![CDATA[&]]></string></array>\
                <key>c</key><map><key>&amp;</key><array><integer>1</integer><boolean/></array></map></map></llsd>";
    let data = || Data { a: 5, b: vec!["<".into(), "&".into()], c: [("&".into(), (1, false))].into() };
    assert_eq!(read(form).unwrap(), (data(), 2));
    let notation = "{x'a':i5 'x':r1e999,'b':['<' \"&\",],'c':{'&':[i1,f]}}";
    assert_eq!(read(notation).unwrap(), (data(), 2));
    // The path is that of the value, whatever its key; another value of the key does not count.
    let twice = "<llsd><map><key>a</key><integer>x</integer><key>a</key><integer>1</integer></map></llsd>";
    assert_eq!(read(twice).unwrap().0.a, 1);
    let first = ReadOptions::default().duplicates(llsd::Duplicates::First);
    let error = llsd::from_slice_with::<Data>(twice.as_bytes(), &first).unwrap_err();
    assert_eq!(error.to_string(), "a: the integer \"x\" is read as 0 (at byte 0x20)");
    // Also after more warnings of form than are kept.
    let many = format!("{{'a':i1,{}'b':['\\xz']}}", "?'x':i1,".repeat(1001));
    assert_eq!(read(&many).unwrap_err(), "b[0]: the escape of \"\\\\xz\" is read as 0 (at byte 0x1f56)");
    let many = many.replace("\\xz", "z");
    assert_eq!(read(&many).unwrap().0, Data { a: 1, b: vec!["z".into()], c: BTreeMap::new() });
}

#[test]
fn lenient_fields_take_what_is_guessed() {
    use llsd::lenient::{self, Lenient};
    #[derive(Deserialize, Debug, PartialEq)]
    struct Sent {
        #[serde(with = "lenient")]
        mask: u32,
        #[serde(with = "lenient")]
        flag: bool,
        #[serde(with = "lenient")]
        size: f64,
        born: Lenient<Date>,
        ids: Vec<Lenient<Uuid>>,
    }
    let xml = "<llsd><map><key>mask</key><integer>4294967295</integer><key>flag</key><boolean>TRUE</boolean>\
               <key>size</key><real>1,5</real><key>born</key><date>?</date>\
               <key>ids</key><array><uuid>none</uuid></array></map></llsd>";
    let (sent, warnings) = llsd::from_slice_with::<Sent>(xml.as_bytes(), &ReadOptions::default()).unwrap();
    let ids = vec![Lenient(Uuid::NIL)];
    let expected = Sent { mask: u32::MAX, flag: true, size: 0.0, born: Lenient(Date(0.0)), ids };
    assert_eq!((sent, warnings.len()), (expected, 5));
    // The bits of a mask, from any encoding and any other format.
    assert_eq!(llsd::from_str::<Lenient<u32>>("i-2").unwrap().0, u32::MAX - 1);
    assert_eq!(serde_json::from_str::<Lenient<u32>>("-2").unwrap().0, u32::MAX - 1);
    assert!(serde_json::from_str::<Lenient<bool>>("2").unwrap().0);
    assert!(llsd::from_str::<u32>("i-2").is_err());
}

/// A map with one key of any type.
struct Keyed<K>(K);

impl<K: Serialize> Serialize for Keyed<K> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(&self.0, 1)])
    }
}

#[test]
fn keys_are_text() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Pair(i32, i32);
    #[derive(Serialize)]
    struct Named {
        a: i32,
    }
    #[derive(Serialize)]
    enum Choice {
        One(i32),
        Two(i32, i32),
        Named { a: i32 },
    }
    fn found<K: Serialize>(key: K) -> String {
        let text = llsd::to_value(&Keyed(key)).unwrap_err().to_string();
        text.strip_prefix("a key must be text, found ").unwrap_or(&text).to_owned()
    }
    assert_eq!(
        [found(true), found(0.5), found(Unit), found(())],
        ["a boolean", "a real", "a unit", "a unit"]
    );
    assert_eq!([found(None::<i32>), found(Pair(1, 2)), found((1, 2))], ["none", "a tuple", "a tuple"]);
    assert_eq!([found(HashMap::from([("a", 1)])), found(Named { a: 1 })], ["a map", "a struct"]);
    assert_eq!(found(Choice::One(1)), "an enum with a value");
    let with_values = [found(Choice::Two(1, 2)), found(Choice::Named { a: 1 })];
    assert_eq!(with_values, ["an enum with values"; 2]);
}

/// Ids, dates and addresses from maps and bytes that are none.
#[test]
fn values_of_other_formats_are_refused() {
    use serde::de::value::{BytesDeserializer, Error, MapDeserializer};
    fn of_map<'de, T: Deserialize<'de>>() -> String {
        let map = MapDeserializer::<_, Error>::new([("a", 1)].into_iter());
        T::deserialize(map).err().unwrap().to_string()
    }
    assert_eq!(of_map::<Uuid>(), "invalid type: map, expected a UUID");
    assert_eq!(of_map::<Date>(), "invalid type: map, expected a date");
    assert_eq!(of_map::<Uri>(), "invalid type: map, expected a URI");
    let error = Uuid::deserialize(BytesDeserializer::<Error>::new(&[1, 2])).unwrap_err();
    assert_eq!(error.to_string(), "invalid length 2, expected a UUID");
}

/// A visitor that wants values without their keys.
#[test]
fn a_value_follows_its_key() {
    #[derive(Debug)]
    struct Values;
    impl<'de> Deserialize<'de> for Values {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(Self)
        }
    }
    impl<'de> serde::de::Visitor<'de> for Values {
        type Value = Self;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
            map.next_value::<serde::de::IgnoredAny>()?;
            map.next_value::<serde::de::IgnoredAny>().map(|_| self)
        }
    }
    for value in [Value::from_iter([("a", 1)]), ID.into()] {
        let error = llsd::from_value::<Values>(&value).unwrap_err();
        assert_eq!(error.to_string(), "a value without a key");
        let bytes = llsd::write(&value).unwrap();
        let error = llsd::from_slice::<Values>(&bytes).unwrap_err();
        assert_eq!(error.to_string(), "a value without a key (at byte 0x12)");
    }
}
