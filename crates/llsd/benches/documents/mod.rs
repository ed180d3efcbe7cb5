//! Documents of the shape of two that the viewer comes with; made up, and the same each time.

use llsd::{Array, Map, Value};

/// A document like `settings.xml`: 1,500 maps with the same four keys, under as many names. Many names differ only in
/// the middle.
pub(crate) fn settings() -> Value {
    (0..1500).map(|number| (setting_name(number), setting(number))).collect::<Map>().into()
}

fn setting_name(number: usize) -> String {
    let [subject, aspect, detail] = [number, number / 15, number / 150];
    format!("{}{}{}", pick(&SUBJECTS, subject), pick(&ASPECTS, aspect), pick(&DETAILS, detail))
}

fn setting(number: usize) -> Map {
    let whole = i32::try_from(number * 37 % 900).unwrap_or_default();
    let real = f64::from(whole) / 8.0;
    let (kind, value): (_, Value) = match number % 16 {
        0..8 => ("Boolean", (whole % 2).into()),
        8 | 9 => ("S32", (whole - 450).into()),
        10 => ("U32", whole.into()),
        11 | 12 => ("F32", real.into()),
        13 => ("String", pick(&WORDS, number / 16).into()),
        14 => ("Rect", (0..4).map(|n| Value::from(n * whole)).collect::<Array>().into()),
        _ => ("Color4", [real, real / 3.0, 0.1, 1.0].map(Value::from).into()),
    };
    Map::from([
        ("Comment", Value::from(sentence(number, 4 + number * 7 % 12))),
        ("Persist", i32::from(!number.is_multiple_of(5)).into()),
        ("Type", kind.into()),
        ("Value", value),
    ])
}

/// A document like `keywords_lsl_default.xml`: 500 functions, whose arguments are arrays of maps with a single key
/// each, and whose explanations are long and have quotes and backslashes.
pub(crate) fn keywords() -> Value {
    let functions = (0..500).map(|number| (format!("ll{}", setting_name(number)), function(number)));
    let types = ["float", "integer", "key", "list", "quaternion", "string", "vector"];
    let types = types.map(|name| (name, Map::from([("tooltip", sentence(name.len(), 9))])));
    Map::from([("functions", functions.collect::<Map>()), ("types", Map::from(types))]).into()
}

fn function(number: usize) -> Map {
    let argument = |place: usize| {
        let words = [("tooltip", sentence(number + place, place * 4)), ("type", pick(&WORDS, place).into())];
        Value::from(Map::from([(pick(&ASPECTS, number + place), Map::from(words))]))
    };
    let arguments = match number % 4 {
        0 => Value::Undef,
        n_arguments => (0..n_arguments).map(argument).collect::<Array>().into(),
    };
    let tooltip = format!("{}\\nReturns the object's \"{}\".", sentence(number, 24), pick(&WORDS, number));
    Map::from([
        ("arguments", arguments),
        ("energy", Value::from(10.0)),
        ("return", pick(&WORDS, number).into()),
        ("sleep", 0.2.into()),
        ("tooltip", tooltip.into()),
    ])
}

/// A text of that many words.
fn sentence(seed: usize, n_words: usize) -> String {
    let words: Vec<_> = (0..n_words).map(|at| pick(&WORDS, seed * 31 + at * at * 7 + at)).collect();
    words.join(" ")
}

fn pick<'a>(words: &[&'a str], at: usize) -> &'a str {
    words[at % words.len()]
}

const SUBJECTS: [&str; 15] = [
    "Avatar",
    "Camera",
    "Chat",
    "Debug",
    "Flycam",
    "Inventory",
    "Joystick",
    "Marketplace",
    "MediaFilter",
    "Nearby",
    "Render",
    "RenderShadow",
    "Snapshot",
    "Toolbar",
    "WindowManager",
];

const ASPECTS: [&str; 10] = [
    "Bubble", "Detail", "Distance", "Feedback", "Gaussian", "Hover", "Notice", "Shadow", "Terrain", "Texture",
];

const DETAILS: [&str; 10] = [
    "Enabled",
    "FadeTime",
    "IsVisible",
    "LastUsed",
    "MaximumSize",
    "Quality",
    "ShowOnLogin",
    "Threshold",
    "URL",
    "UpdateDelay",
];

const WORDS: [&str; 24] = [
    "the",
    "of",
    "avatar",
    "seconds",
    "when",
    "to",
    "(0 = off, 1 = on)",
    "viewer",
    "show",
    "in",
    "maximum",
    "is",
    "texture",
    "a",
    "draw",
    "window",
    "resident's",
    "between",
    "updates",
    "size",
    "and",
    "meters",
    "for",
    "<default>",
];
