//! What others have of the database: the names of enum items, which printing and the page have without it; and the stubs
//! of Python, by which editors complete the properties of a class.
//! `REZ_SCHEMAS=write cargo test -p rezkit-dom --features classes listing` updates them.

use dom::Kind;
use dom::classes::{self, Class, ClassInfo, EnumInfo, enum_of};
use dom::words::in_scripts;
use rbx_reflection::{
    ClassDescriptor, DataType, EnumDescriptor, PropertyDescriptor, PropertyKind, PropertySerialization,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The meanings of numbers, by the class and the name of the property, in files and in scripts.
#[derive(Default, Serialize)]
struct Listing {
    /// The items of each enum, in the order of their numbers: those that do not follow on one another have numbers.
    enums: BTreeMap<&'static str, String>,
    /// The enum of properties of this name, where all classes agree.
    properties: BTreeMap<&'static str, &'static str>,
    /// The enums of properties of other names, by class.
    by_class: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
}

#[test]
fn the_list_of_items_is_that_of_the_database() {
    let text = serde_json::to_string_pretty(&listing()).unwrap() + "\n";
    is_current("crates/files/src/roblox/items.json", &text);
}

#[test]
fn the_stubs_of_python_are_those_of_the_database() {
    is_current("python/rezkit/enums.pyi", &stub_of_enums());
    is_current("python/rezkit/classes.pyi", &stub_of_classes());
}

fn is_current(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("REZ_SCHEMAS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(found == text, "{} is not current: run with REZ_SCHEMAS=write", path.display());
}

const ENUMS: &str = r#"# mypy: disable-error-code="misc"
from enum import IntEnum

class EnumItem(IntEnum): ...

def __dir__() -> list[str]: ...

"#;

fn stub_of_enums() -> String {
    let mut text = ENUMS.to_owned();
    for name in classes::enums() {
        let of = enum_of(name).unwrap();
        text += &format!("class {name}(EnumItem):\n");
        // What Python has another use for is `Enum.SortOrder["None"]`.
        for item in of.items().into_iter().filter(|item| !["None", "True", "False"].contains(item)) {
            text += &format!("    {item} = {}\n", of.number(item).unwrap());
        }
        text += "    ...\n";
    }
    text
}

/// The type of a property in Python: a descriptor, which accepts more types than it returns.
fn in_python(kind: Option<Kind>, enumeration: Option<&str>) -> String {
    let of = match (kind, enumeration) {
        (_, Some(name)) => return format!("_P[_enums.{name}, _enums.{name} | int | str]"),
        (None, None) => "Any",
        (Some(kind), None) => match kind.name() {
            "Bool" => return "_P[bool, bool | str]".into(),
            "Int32" | "Int64" | "BrickColor" | "Faces" | "Axes" | "SecurityCapabilities" => {
                return "_P[int, int | str]".into();
            }
            "Float32" | "Float64" => return "_P[float, float | str]".into(),
            "String" | "ProtectedString" => return "_P[str, str | bytes]".into(),
            "ContentId" | "OldContent" => return "_P[str | None, str | None]".into(),
            "Content" => return "_P[str | AnyInstance | None, str | _Instance | None]".into(),
            "BinaryString" | "SharedString" | "NetAssetRef" | "Bytecode" => {
                return "_P[bytes, bytes | str]".into();
            }
            "Referent" => return "_P[AnyInstance | None, _Instance | None]".into(),
            "Color3uint8" => "_values.Color3",
            "CFrameQuat" => "_values.CFrame",
            "OptionalCFrame" => "_values.CFrame | None",
            "PhysicalProperties" => "_values.PhysicalProperties | None",
            "NumberSequence" => "list[_values.NumberKeypoint]",
            "ColorSequence" => "list[_values.ColorKeypoint]",
            own => return format!("_P[_values.{own}, Any]"),
        },
    };
    format!("_P[{of}, Any]")
}

const CLASSES: &str = r#"# mypy: disable-error-code="overload-overlap"
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload, type_check_only

from rezkit import enums as _enums, values as _values
from rezkit._native import AnyInstance, Instance as _Instance
from rezkit.instances import Instances

_G = TypeVar("_G")
_S = TypeVar("_S")

class _Class(type): ...

@type_check_only
class _P(Generic[_G, _S]):
    def __get__(self, instance: _Instance, owner: type) -> _G: ...
    def __set__(self, instance: _Instance, value: _S) -> None: ...

def __dir__() -> list[str]: ...

"#;

/// Properties that files lack and that are computed from others.
const MADE: [(&str, &[&str]); 3] = [
    (
        "BasePart",
        &[
            "Position: _P[_values.Vector3, Any]",
            "Orientation: _P[_values.Vector3, Any]",
            "Rotation: _P[_values.Vector3, Any]",
        ],
    ),
    ("BaseScript", &["Enabled: _P[bool, bool | str]"]),
    ("Humanoid", &["Health: _P[float, float | str]"]),
];

fn stub_of_classes() -> String {
    let mut text = CLASSES.to_owned();
    let all = classes::names().into_iter().filter_map(classes::class);
    let of = |class: ClassInfo| -> BTreeSet<&str> {
        class.properties().into_iter().map(|(name, _)| name).collect()
    };
    for class in all.clone() {
        let base = class.superclass().map_or("_Instance, metaclass=_Class", ClassInfo::name);
        let inherited = class.superclass().map(of).unwrap_or_default();
        text += &format!("class {}({base}):\n", class.name());
        for line in MADE.iter().filter(|(of, _)| *of == class.name()).flat_map(|(_, lines)| *lines) {
            text += &format!("    {line}\n");
        }
        // Names that are no names in Python are got by `get`.
        for (name, property) in class.properties().into_iter().filter(|(name, _)| {
            !inherited.contains(name)
                && !["Name", "name", "parent"].contains(name)
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        }) {
            let of = class.enumeration(name).map(EnumInfo::name);
            text += &format!("    {name}: {}\n", in_python(property.kind, of));
        }
        text += "    ...\n";
    }
    let (abstracts, made): (Vec<_>, Vec<_>) =
        all.partition(|class| Class::from_name(class.name().as_bytes()).is_some_and(Class::is_abstract));
    let others = |all: &[ClassInfo], typed: &[&str]| -> String {
        let names = all.iter().map(|class| class.name()).filter(|name| !typed.contains(name));
        names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    };
    text += &format!("\n_Other: TypeAlias = Literal[{}]\n", others(&made, &TYPED));
    text += &format!("_Abstract: TypeAlias = Literal[{}]\n", others(&abstracts, &TYPED_ABSTRACTS));
    text += "\n@type_check_only\nclass ByClass:\n";
    let mut overloads = |typed: &[&str], others: &str, of: &dyn Fn(&str, &str) -> String| {
        for name in typed {
            text += &format!("    @overload\n    def {}: ...\n", of(&format!("Literal[\"{name}\"]"), name));
        }
        text += &format!("    @overload\n    def {}: ...\n", of(others, "AnyInstance"));
    };
    overloads(&[&TYPED[..], &TYPED_ABSTRACTS].concat(), "_Other | _Abstract", &|class, of| {
        format!("of_class(self, class_name: {class}) -> Instances[{of}]")
    });
    overloads(&TYPED, "_Other", &|class, of| {
        format!(
            "add(self, class_name: {class}, parent: _Instance | None = None, *, name: str | None = None) -> {of}"
        )
    });
    text
}

/// Classes of which `of_class` and `add` return the type: those that places have most of. A type checker lists all
/// overloads when a call fits none of them, so they fit on a screen.
const TYPED: [&str; 36] = [
    "Accessory",
    "Animation",
    "Attachment",
    "BillboardGui",
    "Bone",
    "Camera",
    "ClickDetector",
    "Decal",
    "Frame",
    "Humanoid",
    "ImageLabel",
    "Keyframe",
    "KeyframeSequence",
    "Lighting",
    "LocalScript",
    "MeshPart",
    "Model",
    "ModuleScript",
    "Motor6D",
    "Part",
    "ParticleEmitter",
    "PointLight",
    "Pose",
    "ScreenGui",
    "Script",
    "Sound",
    "SpawnLocation",
    "SpecialMesh",
    "SurfaceAppearance",
    "TextButton",
    "TextLabel",
    "Texture",
    "Tool",
    "Weld",
    "WeldConstraint",
    "Workspace",
];

/// Abstract classes of which `of_class` returns the type.
const TYPED_ABSTRACTS: [&str; 4] = ["BasePart", "GuiObject", "Light", "LuaSourceContainer"];

fn listing() -> Listing {
    let database = rbx_reflection_database::get_bundled();
    let mut by_name: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for class in database.classes.values() {
        for (name, of) in saved(class) {
            by_name.entry(name).or_default().push((class.name, of));
        }
    }
    let (mut listing, mut used) = (Listing::default(), BTreeSet::new());
    for (name, of) in by_name {
        used.extend(of.iter().map(|(_, of)| *of));
        match of.iter().map(|(_, of)| *of).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()[..] {
            [""] => {}
            [only] => _ = listing.properties.insert(name, only),
            _ => {
                let own = of.into_iter().filter(|(_, of)| !of.is_empty());
                listing.by_class.insert(name, own.collect());
            }
        }
    }
    let enums = database.enums.values().filter(|of| used.contains(of.name));
    listing.enums = enums.map(|of| (of.name, items(of))).collect();
    listing
}

/// The properties that a class has in files, those that it inherits included, each with its enum or an empty name.
fn saved(class: &'static ClassDescriptor<'static>) -> BTreeMap<&'static str, &'static str> {
    let database = rbx_reflection_database::get_bundled();
    let properties = database.superclasses_iter(class).flat_map(|class| class.properties.values());
    let mut all: BTreeMap<_, &str> = BTreeMap::new();
    for property in properties {
        for name in names(property) {
            let known = all.entry(name).or_default();
            // A property of scripts may stand for one of files, which need not be of an enum.
            if let DataType::Enum(of) = property.data_type
                && known.is_empty()
            {
                *known = of;
            }
        }
    }
    all
}

/// The names of a property in files and in scripts.
fn names(property: &PropertyDescriptor<'static>) -> impl Iterator<Item = &'static str> {
    let in_files = name_in_files(property);
    let in_scripts = in_files.and_then(|name| in_scripts(name.as_bytes()));
    in_files.into_iter().chain(in_scripts)
}

fn name_in_files(property: &PropertyDescriptor<'static>) -> Option<&'static str> {
    match &property.kind {
        PropertyKind::Canonical { serialization: PropertySerialization::SerializesAs(name) } => Some(name),
        PropertyKind::Canonical { serialization: PropertySerialization::DoesNotSerialize } => None,
        PropertyKind::Canonical { .. } => Some(property.name),
        _ => None,
    }
}

fn items(of: &EnumDescriptor<'static>) -> String {
    let mut items: Vec<(u32, &str)> = of.items.iter().map(|(name, number)| (*number, *name)).collect();
    items.sort_unstable();
    // Some numbers have several names.
    items.dedup_by_key(|(number, _)| *number);
    let mut next = 0;
    let texts = items.iter().map(|(number, name)| {
        let text = if *number == next { (*name).to_owned() } else { format!("{number}={name}") };
        next = number + 1;
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}
