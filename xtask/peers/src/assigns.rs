//! Random assignments to documents, which rbx_binary and rbx_xml read afterwards.

use crate::data::random::Random;
use geom::{Mat3, Pose, Vec2, Vec3};
use rezkit::Format;
use rezkit::roblox::classes::{self, ClassInfo};
use rezkit::roblox::{
    ColorKeypoint, Content, Document, Font, FontStyle, Id, Kind, NumberKeypoint, NumberRange,
    PhysicalProperties, Ray, Target, TweenInfo, UniqueId, Value,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::time::Instant;

/// The instances of a document, followed by the assignments to it: enough to assign properties several times, and to
/// have several instances of a class.
const INSTANCES: u32 = 24;
const ASSIGNMENTS: u64 = 1_000;

/// Assigns as many random values as the argument says, or a million, to properties of random names of instances of
/// random classes, in documents of either encoding, and has the peers read all files.
///
/// # Errors
///
/// If the argument is no number, a document is not saved, or a peer refuses a file.
pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let count: u64 = arguments.first().map_or(Ok(1_000_000), |count| count.parse())?;
    let start = Instant::now();
    let classes = classes::names();
    let (mut n_taken, mut n_files, mut refused) = (0_u64, 0_u64, BTreeMap::<String, u64>::new());
    for number in 0..count.div_ceil(ASSIGNMENTS) {
        let format = [Format::RbxBinary, Format::RbxXml][(number % 2) as usize];
        let mut random = Random::new(number + 1);
        let (document, taken) = assigned(format, &classes, &mut random)?;
        n_taken += taken;
        n_files += 1;
        if let Err(message) = read(&document, format) {
            let example = refused.entry(message).or_default();
            *example = (*example).max(number + 1);
        }
    }
    let n_all = n_files * ASSIGNMENTS;
    let seconds = start.elapsed().as_secs();
    writeln!(out, "{n_all} assignments, {n_taken} of them taken, in {n_files} files; {seconds} s")?;
    for (message, seed) in &refused {
        writeln!(out, "seed {seed}: {message:.300}")?;
    }
    if refused.is_empty() { Ok(()) } else { Err(format!("{} sorts of refusals", refused.len()).into()) }
}

/// A document after random assignments, and the number of assignments that it accepted.
fn assigned(
    format: Format,
    classes: &[&str],
    random: &mut Random,
) -> Result<(Document, u64), Box<dyn Error>> {
    let mut document = Document::new(format)?;
    let mut ids = Vec::new();
    for number in 0..INSTANCES {
        let parent = random.chance(50).then(|| ids.last().copied()).flatten();
        ids.push(match random.below(20) {
            // Newer than the database; each of its own, since columns of a class have one kind.
            0 => document.add(parent, &format!("Newer{number}"))?,
            1..10 => document.add(parent, random.pick(classes))?,
            _ => document.create(parent, random.pick(classes))?,
        });
    }
    let mut n_taken = 0;
    for _ in 0..ASSIGNMENTS {
        let id = random.pick(&ids);
        let name = name(&document, id, classes, random);
        let wanted = document.value_or_default(id, &name).map(|old| old.kind()).filter(|_| random.chance(50));
        let value = value_of(wanted, format, &ids, random);
        n_taken += u64::from(document.assign(id, &name, value).is_ok());
    }
    Ok((document, n_taken))
}

/// Lets the peer for the format read the document.
fn read(document: &Document, format: Format) -> Result<(), String> {
    let bytes = document.save().map_err(|error| format!("is not saved: {error}"))?.bytes;
    let read = match format {
        Format::RbxBinary => rbx_binary::from_reader(&bytes[..]).map_err(|error| error.to_string()),
        _ => rbx_xml::from_reader_default(&bytes[..]).map_err(|error| error.to_string()),
    };
    // Equal errors at other places are one sort.
    read.map(drop).map_err(|message| match message.split_once(": ") {
        Some((place, rest)) if place.starts_with("line ") => rest.to_owned(),
        _ => message,
    })
}

/// A random name of a property: mostly one of the class, often one of another class, and sometimes one that no class
/// has.
fn name(document: &Document, id: Id, classes: &[&str], random: &mut Random) -> String {
    let own = document.class(id).into_owned();
    let class = match random.below(10) {
        0 => {
            return random
                .pick(&["Brightnes", "parent", "Position", "BrickColor", "ClassName", "", "a b", "é"])
                .to_owned();
        }
        1 | 2 => random.pick(classes),
        _ => &*own,
    };
    let all = classes::class(class).map(ClassInfo::properties).unwrap_or_default();
    if all.is_empty() {
        return "Anything".to_owned();
    }
    let (in_scripts, known) = all[random.below(all.len() as u32) as usize];
    random.pick(&[in_scripts, in_scripts, known.name]).to_owned()
}

/// A random value of a kind, or of any kind if none is given; a Boolean if no suitable value is drawn in time.
fn value_of(wanted: Option<Kind>, format: Format, ids: &[Id], random: &mut Random) -> Value<'static> {
    const DRAWS: usize = 100;
    // Studio writes instances as content to XML, which rbx_xml does not read.
    let is_readable = |value: &Value<'_>| {
        format == Format::RbxBinary || !matches!(value, Value::Content(Content::Object(_)))
    };
    let is_wanted = |value: &Value<'_>| is_readable(value) && wanted.is_none_or(|kind| value.kind() == kind);
    let found = (0..DRAWS).map(|_| value(ids, random)).find(is_wanted);
    found.unwrap_or(Value::Bool(true))
}

/// A random value of any kind.
fn value(ids: &[Id], random: &mut Random) -> Value<'static> {
    let pose = |random: &mut Random| Pose { position: vector(random), rotation: rotation(random) };
    match random.below(44) {
        0 => Value::String(text(random).into()),
        1 => Value::ProtectedString(text(random).into()),
        2 => Value::BinaryString(bytes(random).into()),
        3 => Value::SharedString(bytes(random).into()),
        4 => Value::Bytecode(bytes(random).into()),
        5 => Value::Content(match random.below(4) {
            0 => Content::None,
            1 => Content::Object(target(ids, random)),
            2 => Content::Uri(text(random).into()),
            _ => Content::Other(number(random)),
        }),
        6 => Value::ContentId(random.chance(80).then(|| text(random).into())),
        7 | 8 => Value::Bool(random.chance(50)),
        9 => Value::Int32(number(random)),
        10 => Value::Int64(random.bits().cast_signed()),
        11 | 12 => Value::Float32(real(random)),
        13 => Value::Float64(f64::from_bits(random.bits())),
        14 => Value::Float64(f64::from(number(random)) / 4.0),
        15 | 16 => Value::Enum(number(random).cast_unsigned()),
        17 => Value::BrickColor(number(random).cast_unsigned()),
        18 => Value::UDim((real(random), number(random))),
        19 => Value::UDim2([(); 2].map(|()| (real(random), number(random)))),
        20 => Value::Ray(Ray { origin: vector(random), direction: vector(random) }),
        21 => Value::Faces(number(random).cast_unsigned()),
        22 => Value::Axes(number(random).cast_unsigned()),
        23 => Value::Vector2(Vec2::new(real(random), real(random))),
        24 => Value::Vector3(vector(random)),
        25 => Value::Vector2int16([random.bits() as i16, 7]),
        26 => Value::Vector3int16([random.bits() as i16, 7, -1]),
        27 => Value::Color3(vector(random).to_array()),
        28 => Value::Color3uint8([random.bits() as u8, random.bits() as u8, 255]),
        29 => Value::CFrame(pose(random)),
        30 => Value::CFrameQuat(pose(random)),
        31 => Value::OptionalCFrame(random.chance(50).then(|| pose(random))),
        32 => Value::Referent(target(ids, random)),
        33 => Value::NumberRange(NumberRange { min: real(random), max: real(random) }),
        34 => {
            let count = random.below(4);
            let point =
                |_| NumberKeypoint { time: real(random), value: real(random), envelope: real(random) };
            Value::NumberSequence((0..count).map(point).collect())
        }
        35 => {
            let count = random.below(4);
            let point =
                |_| ColorKeypoint { time: real(random), color: vector(random).to_array(), envelope: 0.0 };
            Value::ColorSequence((0..count).map(point).collect())
        }
        36 => Value::Rect([real(random), real(random), real(random), real(random)]),
        37 => Value::PhysicalProperties(random.chance(70).then(|| PhysicalProperties {
            density: real(random),
            friction: real(random),
            elasticity: real(random),
            friction_weight: real(random),
            elasticity_weight: real(random),
            acoustic_absorption: random.chance(50).then(|| real(random)),
        })),
        38 => {
            let style = FontStyle::Number(random.pick(&[0, 1, 9]));
            let weight = random.pick(&[100, 400, 900, 7, 70_000]);
            Value::Font(Font::new(text(random), weight, style, text(random)))
        }
        39 => Value::UniqueId(UniqueId {
            random: random.bits(),
            time: number(random).cast_unsigned(),
            index: number(random).cast_unsigned(),
        }),
        40 => Value::SecurityCapabilities(random.bits()),
        41 => Value::Region3([vector(random), vector(random)]),
        42 => Value::EnumItem(text(random).into(), number(random).cast_unsigned()),
        _ => Value::TweenInfo(TweenInfo {
            time: real(random),
            delay: real(random),
            repeat_count: number(random),
            easing_style: 1,
            easing_direction: 1,
            reverses: 0,
        }),
    }
}

fn real(random: &mut Random) -> f32 {
    if random.chance(90) {
        random.snapped(-1000, 1000, 100) as f32
    } else {
        f32::from_bits(random.bits() as u32)
    }
}

fn number(random: &mut Random) -> i32 {
    if random.chance(60) { random.below(40).cast_signed() } else { random.bits() as i32 }
}

fn vector(random: &mut Random) -> Vec3 {
    Vec3::new(real(random), real(random), real(random))
}

/// A random matrix: the identity, which files store as a number; zeros, which are not a rotation; or arbitrary numbers.
fn rotation(random: &mut Random) -> Mat3 {
    match random.below(3) {
        0 => Mat3::IDENTITY,
        1 => Mat3::from_rows_array([0.0; 9]),
        _ => Mat3::from_rows_array([(); 9].map(|()| real(random))),
    }
}

fn target(ids: &[Id], random: &mut Random) -> Target {
    if random.chance(80) {
        Target::Instance(random.pick(ids))
    } else {
        random.pick(&[Target::None, Target::Missing])
    }
}

/// Random text such as scripts assign, including names of enum items and colours, numbers, and characters that XML
/// cannot represent.
fn text(random: &mut Random) -> Vec<u8> {
    const TEXTS: &[&str] = &[
        "yes",
        "true",
        "Neon",
        "Bright red",
        "4",
        "1, 2, 3",
        "",
        "null",
        "rbxassetid://1",
        "]]>",
        "&\r\n\t",
        "é\u{1F600}",
        "\0\u{1}",
    ];
    random.pick(TEXTS).as_bytes().to_vec()
}

fn bytes(random: &mut Random) -> Vec<u8> {
    let count = random.below(24) as usize;
    random.bytes(count)
}
