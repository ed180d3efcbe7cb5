//! Models that `rezkit::convert` wrote, as rbx_binary and rbx_xml read them.

use rbx_dom_weak::WeakDom;
use rbx_dom_weak::types::{ContentType, Ref, Variant, Vector3};
use rbx_xml::{DecodeOptions, DecodePropertyBehavior};
use rezkit::{ConvertOptions, File, Format, OpenOptions, convert};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// An instance, in document order.
#[derive(Debug, PartialEq)]
struct Row {
    depth: usize,
    class: String,
    name: String,
    properties: BTreeMap<String, String>,
}

/// The class of objects that only Studio's binary places have.
const HIDDEN: &str = "Instance";

fn rows(dom: &WeakDom) -> Vec<Row> {
    fn below(dom: &WeakDom, id: Ref, depth: usize, order: &mut Vec<(usize, Ref)>) {
        for child in dom.get_by_ref(id).expect("a child").children() {
            if dom.get_by_ref(*child).expect("a child").class != HIDDEN {
                order.push((depth, *child));
                below(dom, *child, depth + 1, order);
            }
        }
    }
    let mut order = Vec::new();
    below(dom, dom.root_ref(), 0, &mut order);
    let places: HashMap<Ref, usize> = order.iter().map(|(_, id)| *id).zip(0..).collect();
    let row = |(depth, id): &(usize, Ref)| {
        let instance = dom.get_by_ref(*id).expect("an instance");
        let properties = instance.properties.iter();
        Row {
            depth: *depth,
            class: instance.class.to_string(),
            name: instance.name.clone(),
            properties: properties.map(|(name, value)| (name.to_string(), shown(value, &places))).collect(),
        }
    };
    order.iter().map(row).collect()
}

/// A value as text, in which references are places in the document.
fn shown(value: &Variant, places: &HashMap<Ref, usize>) -> String {
    match value {
        Variant::Ref(id) => format!("{:?}", places.get(id)),
        Variant::SharedString(shared) => format!("{:?}", shared.data()),
        // A binary file does not say what kind of string an unknown property has.
        Variant::String(text) => format!("{:?}", text.as_bytes()),
        Variant::BinaryString(bytes) => format!("{:?}", AsRef::<[u8]>::as_ref(bytes)),
        Variant::Content(content) => match content.value() {
            ContentType::None => "[]".into(),
            ContentType::Uri(uri) => format!("{:?}", uri.as_bytes()),
            other => format!("{other:?}"),
        },
        // Of rotations that are a number in binary files, Studio's XML has -0 where rbx_binary has 0.
        Variant::CFrame(frame) => {
            let rows = [frame.orientation.x, frame.orientation.y, frame.orientation.z];
            format!("{:?} {:?}", frame.position, rows.map(unsigned_zeros))
        }
        other => format!("{other:?}"),
    }
}

fn unsigned_zeros(row: Vector3) -> [f32; 3] {
    [row.x, row.y, row.z].map(|number| number + 0.0)
}

fn read(bytes: &[u8]) -> Result<Vec<Row>, String> {
    if bytes.starts_with(b"<roblox!") {
        let dom = rbx_binary::from_reader(bytes).map_err(|error| error.to_string())?;
        return Ok(rows(&dom));
    }
    let options = DecodeOptions::new().property_behavior(DecodePropertyBehavior::ReadUnknown);
    let dom = rbx_xml::from_reader(bytes, options).map_err(|error| error.to_string())?;
    Ok(rows(&dom))
}

/// What `convert` makes of a model, in the other format.
fn converted(bytes: &[u8]) -> Vec<u8> {
    let file = File::open(bytes, &OpenOptions::default()).expect("a model");
    let is_xml = file.identity().format == Format::RbxXml;
    let to = if is_xml { Format::RbxBinary } else { Format::RbxXml };
    convert(&file, &ConvertOptions::to(to)).expect("a model").bytes
}

/// Everything of Roblox in the fixtures, and in the corpus if there is one.
fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pending =
        ["rbxbinary", "rbxxml"].map(|format| root.join("fixtures").join(format).join("valid")).to_vec();
    pending.extend(std::env::var_os("REZKIT_CORPUS").map(|corpus| Path::new(&corpus).join("roblox")));
    let mut all = Vec::new();
    while let Some(path) = pending.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            pending.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|name| name.to_string_lossy().starts_with("rbx")) {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// Classes and their properties.
type Properties = BTreeSet<(String, String)>;

/// What two trees differ in. Properties that only one of them has are collected, if there is a place for them.
fn differences(one: &[Row], other: &[Row], mut single: Option<&mut Properties>) -> Vec<String> {
    let mut found = Vec::new();
    if one.len() != other.len() {
        found.push(format!("{} and {} instances", one.len(), other.len()));
    }
    for (one, other) in one.iter().zip(other) {
        let class = &one.class;
        if (one.depth, class, &one.name) != (other.depth, &other.class, &other.name) {
            found.push(format!("{class} {} and {} {}", one.name, other.class, other.name));
        }
        let names: BTreeSet<_> = one.properties.keys().chain(other.properties.keys()).collect();
        for name in names {
            match (one.properties.get(name), other.properties.get(name), &mut single) {
                (Some(one), Some(other), _) if one == other => {}
                (Some(_), Some(_), _) | (_, _, None) => {
                    let values = (one.properties.get(name), other.properties.get(name));
                    found.push(format!("{class}.{name}: {values:.200?}"));
                }
                (_, _, Some(single)) => _ = single.insert((class.clone(), name.clone())),
            }
        }
    }
    found
}

/// The other half of a pair of files that Studio saved of one model.
fn twin(path: &Path) -> Option<PathBuf> {
    let name = match path.file_name()?.to_str()? {
        "binary.rbxm" => "xml.rbxmx",
        "xml.rbxmx" => "binary.rbxm",
        "binary.rbxl" => "xml.rbxlx",
        "xml.rbxlx" => "binary.rbxl",
        "Binary.rbxl" => "Xml.rbxlx",
        "Xml.rbxlx" => "Binary.rbxl",
        _ => return None,
    };
    Some(path.with_file_name(name)).filter(|twin| twin.exists())
}

/// What rbx_binary and rbx_xml do not read: the fixture, whether it is read, and whether what `convert` makes of it is.
/// They refuse faces and sequences that Roblox does not have, columns before classes, coordinates in another order, and
/// colours in bytes that are a property of no class.
const NOT_READ: [(&str, bool, bool); 4] = [
    ("all_types.rbxm", false, false),
    ("column_before_class.rbxm", false, true),
    ("all-types.rbxmx", true, false),
    ("other-layout.rbxmx", false, true),
];

/// A fixture with bytecode, which rbx_binary leaves out of what it reads.
const BYTECODE: &str = "rbxbinary/valid/signed.rbxm";

/// Studio saved this pair with the part at two places.
const MOVED: &str = "default-inserted-part";

#[test]
fn what_convert_writes_is_read_as_what_it_was_made_of() {
    let (mut not_read, mut n_files) = (Vec::new(), 0);
    let (mut single, mut binary) = (Properties::new(), Properties::new());
    for path in models().iter().filter(|path| !path.ends_with(BYTECODE)) {
        let bytes = std::fs::read(path).expect("a file");
        let other = converted(&bytes);
        let (before, after) = match (read(&bytes), read(&other)) {
            (Ok(before), Ok(after)) => (before, after),
            (before, after) => {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                not_read.push((name, before.is_ok(), after.is_ok()));
                continue;
            }
        };
        n_files += 1;
        assert_eq!(differences(&before, &after, Some(&mut single)), [""; 0], "{}", path.display());
        for row in if bytes.starts_with(b"<roblox!") { &before } else { &after } {
            binary.extend(row.properties.keys().map(|name| (row.class.clone(), name.clone())));
        }
        // By one reader, there and back.
        let back = read(&converted(&other)).expect("a file");
        assert_eq!(differences(&before, &back, None), [""; 0], "{}", path.display());
    }
    // Properties that are not saved any more are left out by rbx_binary, of all files, and by rbx_xml of none.
    assert_eq!(single.intersection(&binary).collect::<Vec<_>>(), Vec::<&(String, String)>::new());
    let not_read: Vec<_> = not_read.iter().map(|(name, before, after)| (&**name, *before, *after)).collect();
    assert_eq!(not_read, NOT_READ);
    assert!(n_files >= 5, "{n_files} files");
}

#[test]
fn what_convert_makes_of_a_file_is_read_as_its_twin() {
    let mut n_files = 0;
    for path in models() {
        let Some(twin) = twin(&path) else { continue };
        n_files += 1;
        let made = read(&converted(&std::fs::read(&path).expect("a file"))).expect("a file");
        let twin = read(&std::fs::read(twin).expect("a file")).expect("a file");
        let found = differences(&made, &twin, None);
        let is_moved = path.components().any(|part| part.as_os_str() == MOVED);
        let expected = |text: &String| is_moved && text.starts_with("Part.CFrame: ");
        assert!(found.iter().all(expected), "{}: {found:?}", path.display());
        assert_eq!(found.len(), usize::from(is_moved), "{}", path.display());
    }
    // The fixtures have no such pairs.
    assert!(n_files > 0 || std::env::var_os("REZKIT_CORPUS").is_none());
}
