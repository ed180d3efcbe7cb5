//! The parser of values, in the kind that a property has.

use super::arguments::Arguments;
use super::arguments::number;
pub(super) use super::arguments::{bytes, tags};
use crate::verbs::query::hex_colour;
use dom::{
    ColorKeypoint, Content, Font, FontStyle, Id, Kind, NumberKeypoint, PhysicalProperties, Shared, Target,
    UniqueId, Value, with_rows,
};
use files::outline::{AXES, FACES};
use geom::{Mat3, Pose, Vec2, Vec3};
use scene::{Problem, ProblemKind};
use std::borrow::Cow;

/// The types of LLSD.
const OF_LLSD: &[&str] =
    &["String", "Boolean", "Integer", "Real", "Uuid", "Date", "Uri", "Binary", "Map", "Array"];

/// The types of attributes that scripts can set.
pub(super) const OF_ATTRIBUTES: &[&str] = &[
    "Bool",
    "Float64",
    "String",
    "Vector2",
    "Vector3",
    "CFrame",
    "Color3",
    "BrickColor",
    "UDim",
    "UDim2",
    "NumberRange",
    "NumberSequence",
    "ColorSequence",
    "Rect",
    "Font",
];

/// The types whose single name in scripts corresponds to several kinds in files.
pub(super) const OF_LUAU: [(&str, Kind); 3] =
    [("boolean", Kind::Bool), ("number", Kind::Float64), ("string", Kind::String)];

/// The types of Roblox, those of LLSD that have other names, and those of scripts.
pub(super) const ALL_NAMES: &[&str] = &{
    let mut all = [""; Kind::NAMES.len() + OF_LLSD.len() - 1 + OF_LUAU.len()];
    let (ours, others) = all.split_at_mut(Kind::NAMES.len());
    ours.copy_from_slice(Kind::NAMES);
    let (others, of_luau) = others.split_at_mut(OF_LLSD.len() - 1);
    // The first, String, is a type of both formats.
    others.copy_from_slice(OF_LLSD.split_at(1).1);
    let [(boolean, _), (number, _), (string, _)] = OF_LUAU;
    of_luau.copy_from_slice(&[boolean, number, string]);
    all
};

/// A function that finds the instance at a path.
pub(crate) type Find<'f> = dyn Fn(&str) -> Option<Id> + 'f;

/// Returns true for `none`, which `print` prints for null, and for its names in other languages.
fn is_none(text: &str) -> bool {
    matches!(text.trim(), "none" | "null" | "nil")
}

/// Parses the target of a reference.
fn target(text: &str, find: &Find<'_>) -> Result<Target, Problem> {
    if is_none(text) {
        return Ok(Target::None);
    }
    let [whole, path] = paths_in(text);
    find(whole).or_else(|| find(path)).map(Target::Instance).ok_or_else(|| super::no_part(path))
}

/// The paths that a text may stand for as the value of a reference: the text as written, since names may end
/// in spaces, and trimmed.
pub(super) fn paths_in(text: &str) -> [&str; 2] {
    let whole = text.strip_prefix("-> ").unwrap_or(text);
    [whole, text.trim().trim_start_matches("->").trim_start()]
}

impl Arguments<'_> {
    /// Parses a position, followed by the nine numbers of a matrix unless it is the identity.
    fn pose(&self) -> Result<Pose, Problem> {
        if self.len() == 3 {
            return Ok(Pose { position: Vec3::from_array(self.all()?), rotation: Mat3::default() });
        }
        let [x, y, z, rows @ ..]: [f32; 12] = self.all()?;
        Ok(Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) })
    }

    /// Parses five numbers, and the sixth that files have since 2025.
    fn physical(&self) -> Result<PhysicalProperties, Problem> {
        let (numbers, acoustic_absorption) = if self.len() == 5 {
            (self.all()?, None)
        } else {
            let [numbers @ .., last]: [f32; 6] = self.all()?;
            (numbers, Some(last))
        };
        let [density, friction, elasticity, friction_weight, elasticity_weight] = numbers;
        Ok(PhysicalProperties {
            density,
            friction,
            elasticity,
            friction_weight,
            elasticity_weight,
            acoustic_absorption,
        })
    }

    /// Parses family, weight, style, and the font file that was last resolved.
    fn font(&self) -> Result<Font<'static>, Problem> {
        let n = self.len();
        if !(3..=4).contains(&n) {
            return Err(self.problem());
        }
        let text = |index| self.text(index).map(|text| Cow::Owned(text.as_bytes().to_vec()));
        let (family, weight, cached_face) = (text(0)?, self.get::<u16>(1)?.into(), text(3)?);
        Ok(Font::new(family, weight, FontStyle::Number(self.get(2)?), cached_face))
    }

    /// Parses 32 hexadecimal digits.
    fn unique_id(&self) -> Result<UniqueId, Problem> {
        let ::rbxxml::UniqueId { random, time, index } = self.one()?;
        Ok(UniqueId { random, time, index })
    }
}

/// A value with one of its components replaced.
pub(super) fn with_number(old: Value<'static>, index: usize, text: &str) -> Result<Value<'static>, Problem> {
    let number = number(text)?;
    let put = |mut numbers: [f32; 3]| {
        if let Some(place) = numbers.get_mut(index) {
            *place = number;
        }
        Vec3::from_array(numbers)
    };
    Ok(match old {
        Value::Vector3(old) => Value::Vector3(put(old.to_array())),
        Value::Vector2(Vec2 { x, y }) if index < 2 => {
            let new = put([x, y, 0.0]);
            Value::Vector2(Vec2 { x: new.x, y: new.y })
        }
        Value::CFrame(pose) => Value::CFrame(Pose { position: put(pose.position.to_array()), ..pose }),
        Value::OptionalCFrame(Some(pose)) => {
            Value::OptionalCFrame(Some(Pose { position: put(pose.position.to_array()), ..pose }))
        }
        _ => {
            return Err(Problem::new(
                ProblemKind::Unsupported,
                "this value has no components: set it as a whole",
            ));
        }
    })
}

/// Parses a colour as bytes: `#ff8800` or `Color3.fromRGB(255, 136, 0)`; where files store bytes, `Color3.new(1, 0.5,
/// 0)`; and where they store numbers up to 1, three integers with one above 1, as Studio shows them.
fn colour(kind: Kind, text: &str) -> Option<[u8; 3]> {
    let bytes = |text: &str| -> Option<[u8; 3]> {
        let numbers: Option<Vec<_>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        numbers?.try_into().ok()
    };
    let of_rgb = |text: &str| bytes(text.strip_prefix("Color3.fromRGB(")?.strip_suffix(')')?);
    let of_script = |text: &str| {
        let shares =
            text.strip_prefix("Color3.new(").filter(|_| kind == Kind::Color3uint8)?.strip_suffix(')')?;
        let shares: Option<Vec<f32>> = shares.split(',').map(|share| share.trim().parse().ok()).collect();
        let shares: [f32; 3] = shares?.try_into().ok()?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        Some(shares.map(|share| libm::roundf(share.clamp(0.0, 1.0) * 255.0) as u8))
    };
    let of_panel = || bytes(text).filter(|bytes| kind == Kind::Color3 && bytes.iter().any(|byte| *byte > 1));
    hex_colour(text).or_else(|| of_rgb(text.trim())).or_else(|| of_script(text.trim())).or_else(of_panel)
}

/// Parses the colours at the two ends of a sequence; one colour is at both.
fn colours(text: &str) -> Option<[(f32, [f32; 3]); 2]> {
    let shares =
        |text: &str| Some(colour(Kind::Color3uint8, text.trim())?.map(|byte| f32::from(byte) / 255.0));
    let inner = text.trim().strip_prefix("ColorSequence.new(").and_then(|inner| inner.strip_suffix(')'));
    let inner = inner.unwrap_or(text);
    let pair = inner.split_once(',').and_then(|(from, to)| Some((shares(from)?, shares(to)?)));
    let (from, to) = shares(inner).map(|one| (one, one)).or(pair)?;
    Some([(0.0, from), (1.0, to)])
}

/// Parses a value of a kind. Text may be in quotes, binary data in `base64("…")`, and values with several components
/// may be written as scripts construct them.
pub(super) fn value(kind: Kind, text: &str, find: &Find<'_>) -> Result<Value<'static>, Problem> {
    if let (Kind::Color3 | Kind::Color3uint8, Some(bytes)) = (kind, colour(kind, text)) {
        let value = Value::Color3uint8(bytes);
        return value.cast(kind).ok_or_else(other_type);
    }
    let all = || bytes(text).map(Cow::<[u8]>::Owned);
    let arguments = || Arguments::new(kind, text);
    /// Expands to a match over kinds: the given arms, then one for each kind whose values are sequences of
    /// numbers.
    macro_rules! of_text {
        (($kind:ident { $($others:tt)* }) $($Kind:ident $parts:tt: $($number:ident)+;)*) => {
            match $kind {
                $($others)*
                $(Kind::$Kind => {
                    let arguments = arguments()?;
                    let [$($number),+] = arguments.indices()?;
                    $(let $number = arguments.get($number)?;)+
                    Value::$Kind $parts
                })*
                _ => return Err(other_type()),
            }
        };
    }
    Ok(with_rows! { of_text (kind {
        Kind::String => Value::String(all()?),
        Kind::ProtectedString => Value::ProtectedString(all()?),
        Kind::BinaryString => Value::BinaryString(all()?),
        Kind::Bytecode => Value::Bytecode(all()?),
        Kind::QDir => Value::QDir(all()?),
        Kind::QFont => Value::QFont(all()?),
        Kind::SharedString => Value::SharedString(Shared::from(all()?)),
        Kind::NetAssetRef => Value::NetAssetRef(Shared::from(all()?)),
        Kind::ContentId | Kind::OldContent => {
            let address = all()?;
            let is_none = address.is_empty() || is_none(&String::from_utf8_lossy(&address));
            Value::ContentId((!is_none).then_some(address))
        }
        Kind::Content => Value::Content(if is_none(text) {
            Content::None
        } else if text.trim().starts_with("->") {
            Content::Object(target(text, find)?)
        } else {
            Content::Uri(all()?)
        }),
        Kind::Referent => Value::Referent(target(text, find)?),
        Kind::OptionalCFrame if is_none(text) => Value::OptionalCFrame(None),
        Kind::PhysicalProperties if is_none(text) => Value::PhysicalProperties(None),
        Kind::Bool => Value::Bool(arguments()?.one()?),
        Kind::Int32 => Value::Int32(arguments()?.one()?),
        Kind::Int64 => Value::Int64(arguments()?.one()?),
        Kind::Float32 => Value::Float32(arguments()?.one()?),
        Kind::Float64 => Value::Float64(arguments()?.one()?),
        Kind::Enum => Value::Enum(arguments()?.one()?),
        Kind::BrickColor => Value::BrickColor(arguments()?.one()?),
        Kind::SecurityCapabilities => Value::SecurityCapabilities(arguments()?.one()?),
        Kind::Faces => Value::Faces(arguments()?.bits(FACES)?),
        Kind::Axes => Value::Axes(arguments()?.bits(AXES)?),
        Kind::CFrame => Value::CFrame(arguments()?.pose()?),
        Kind::CFrameQuat => Value::CFrameQuat(arguments()?.pose()?),
        Kind::OptionalCFrame => Value::OptionalCFrame(Some(arguments()?.pose()?)),
        Kind::NumberSequence => {
            let point = |[time, value, envelope]: [f32; 3]| NumberKeypoint { time, value, envelope };
            let arguments = arguments()?;
            let ends = arguments.ends().map(|ends| ends.map(|(time, value)| [time, value, 0.0]).to_vec());
            let points = ends.map_or_else(|| arguments.points(), Ok)?;
            Value::NumberSequence(points.into_iter().map(point).collect())
        }
        Kind::ColorSequence => {
            let end = |(time, color)| ColorKeypoint { time, color, envelope: 0.0 };
            let ends = colours(text).map(|ends| Ok(ends.map(end).to_vec()));
            let point = |[time, r, g, b, envelope]: [f32; 5]| ColorKeypoint {
                time,
                color: [r, g, b],
                envelope,
            };
            let points = || Ok(arguments()?.points()?.into_iter().map(point).collect());
            Value::ColorSequence(ends.unwrap_or_else(points)?.into())
        }
        Kind::PhysicalProperties => Value::PhysicalProperties(Some(arguments()?.physical()?)),
        Kind::Font => Value::Font(arguments()?.font()?),
        Kind::UniqueId => Value::UniqueId(arguments()?.unique_id()?),
    }) })
}

/// The kind of a new attribute whose text leaves no doubt: a number, a boolean, a colour, a text in quotes, a single
/// word, or a value as scripts construct it.
pub(super) fn attribute_kind(text: &str) -> Option<Kind> {
    let text = text.trim();
    let constructed = || {
        let (kind, _) = text.split_once('.')?;
        let is_call = text.ends_with(')') && OF_ATTRIBUTES.contains(&kind);
        Kind::of_name(kind).filter(|_| is_call)
    };
    match text {
        "true" | "false" => Some(Kind::Bool),
        _ if text.parse::<f64>().is_ok() => Some(Kind::Float64),
        _ if hex_colour(text).is_some() => Some(Kind::Color3),
        _ if text.starts_with('"') || text.chars().all(char::is_alphanumeric) => Some(Kind::String),
        _ => constructed(),
    }
}

/// Parses an attribute of the same kind as the old one, or else of `kind`; `None` if both are missing.
pub(super) fn attribute(
    old: Option<Value<'static>>,
    text: &str,
    kind: Option<Kind>,
    find: &Find<'_>,
) -> Result<Option<Value<'static>>, Problem> {
    let kind = match old {
        None => kind,
        Some(Value::EnumItem(name, _)) => {
            // Only the number is parsed: the attribute stays an item of its enum.
            let words = text.rsplit(',').next().unwrap_or_default();
            let number = Arguments::new(Kind::Enum, words.trim_end_matches(')'))?.one()?;
            return Ok(Some(Value::EnumItem(name, number)));
        }
        Some(old) => Some(old.kind()),
    };
    kind.map(|kind| value(kind, text, find)).transpose()
}

/// Parses a value of the same type as the old one.
pub(super) fn llsd(old: &::llsd::Value, text: &str, kind: Option<&str>) -> Result<::llsd::Value, Problem> {
    use ::llsd::Value;
    let wrong = || Problem::new(ProblemKind::Value, format!("{text} is not a value of the required type"));
    let new = kind.filter(|_| old.is_undef()).map(empty).transpose()?;
    Ok(match new.as_ref().unwrap_or(old) {
        Value::Boolean(_) => Value::Boolean(text.parse().map_err(|_| wrong())?),
        Value::Integer(_) => Value::Integer(text.parse().map_err(|_| wrong())?),
        Value::Real(_) => Value::Real(text.parse().map_err(|_| wrong())?),
        Value::Uuid(_) => Value::Uuid(text.parse().map_err(|_| wrong())?),
        Value::String(_) => Value::String(bytes(text)?.as_slice().into()),
        Value::Uri(_) => Value::Uri(::llsd::Uri(bytes(text)?.as_slice().into())),
        Value::Binary(_) => Value::Binary(bytes(text)?),
        Value::Date(_) => {
            let inner = text.strip_prefix("date(").and_then(|text| text.strip_suffix(')'));
            Value::Date(inner.unwrap_or(text).parse().map_err(|_| wrong())?)
        }
        // New containers, which further edits fill.
        Value::Map(map) if new.is_some() && ["", "{}"].contains(&text) => Value::Map(map.clone()),
        Value::Array(list) if new.is_some() && ["", "[]"].contains(&text) => Value::Array(list.clone()),
        _ => return Err(other_type()),
    })
}

/// The default value of an LLSD type.
fn empty(kind: &str) -> Result<::llsd::Value, Problem> {
    use ::llsd::{Date, Uri, Uuid, Value};
    Ok(match kind {
        "Boolean" => false.into(),
        "Integer" => 0.into(),
        "Real" => 0.0.into(),
        "Uuid" => Uuid::NIL.into(),
        "String" => "".into(),
        "Date" => Date::default().into(),
        "Uri" => Uri::default().into(),
        "Binary" => Value::Binary(Vec::new()),
        "Map" => Value::Map(::llsd::Map::default()),
        "Array" => Value::Array(::llsd::Array::default()),
        _ => return Err(super::no_type(kind, OF_LLSD)),
    })
}

#[cold]
fn other_type() -> Problem {
    Problem::new(ProblemKind::Unsupported, "values of this type cannot be set from text")
}
