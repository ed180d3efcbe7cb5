//! Identification of text formats: XML, JSON, and formats of lines.

use super::{Format, Found, Version};
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// Identifies XML and its relatives by their first element.
pub(super) fn markup(text: &[u8]) -> Option<Found> {
    let text = text.trim_ascii_start();
    if !text.starts_with(b"<") {
        return None;
    }
    let name = root(text).unwrap_or_default().to_ascii_lowercase();
    let is_page = |start: &[u8]| text.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
    let format = match &name[..] {
        b"llsd" => Format::LlsdXml,
        b"roblox" => Format::RbxXml,
        b"collada" => Format::Collada,
        // Error responses of the storage services of Amazon and Azure, and of Roblox's older servers.
        b"error" | b"errors" | b"soap:envelope" => Format::ServerError,
        b"html" | b"head" | b"body" => Format::Html,
        _ if is_page(b"<!doctype html") => Format::Html,
        // A letter, `!` or `?` follows the bracket of a tag.
        _ if text.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || b"!?".contains(byte)) => {
            Format::Xml
        }
        _ => return None,
    };
    Some(Found::new(format))
}

/// The name of the first element, after declarations and comments; only the first 64 KB are searched.
fn root(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text.get(..1 << 16).unwrap_or(text);
    loop {
        rest = rest.trim_ascii_start();
        let end: &[u8] = match rest {
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'?', ..] => b"?>",
            // A document type may contain declarations.
            [b'<', b'!', ..] if has_subset(rest) => b"]>",
            [b'<', b'!', ..] => b">",
            [b'<', name @ ..] => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/>".contains(byte);
                return name.split(is_end).next();
            }
            _ => return None,
        };
        let at = rest.windows(end.len()).position(|bytes| bytes == end)?;
        rest = rest.get(at.saturating_add(end.len())..)?;
    }
}

fn has_subset(declaration: &[u8]) -> bool {
    declaration.iter().find(|byte| b"[>".contains(byte)) == Some(&b'[')
}

/// Identifies JSON formats by their keys; `None` if the text is not JSON.
pub(super) fn json(text: &[u8], is_whole: bool) -> Option<Found> {
    if !matches!(text.trim_ascii_start(), [b'{' | b'[', ..]) {
        return None;
    }
    let Ok(keys) = serde_json::from_slice::<Keys>(text) else {
        return json_by_its_start(text, is_whole);
    };
    let has = |key: &str| keys.0.iter().any(|(found, _)| found == key);
    if has("asset") && ["scenes", "nodes", "meshes", "buffers", "scene"].iter().any(|key| has(key))
        || is_bare_gltf(&keys)
    {
        let stated = keys.0.iter().find(|(key, _)| key == "asset").and_then(|(_, inner)| inner.as_deref());
        let version = stated.and_then(Version::of_text);
        return Some(Found { version, ..Found::new(Format::Gltf) });
    }
    // {"errors":[{"code":0,"message":"…"}]} of Roblox, {"error":…} and {"message":…} of many others.
    let is_error = ["errors", "error", "Error", "errorCode"].iter().any(|key| has(key))
        || (has("message") && (has("code") || has("status") || has("statusCode")))
        || (has("message") && keys.0.len() == 1);
    Some(Found::new(if is_error { Format::ServerError } else { Format::Json }))
}

fn is_bare_gltf(keys: &Keys) -> bool {
    keys.0.iter().any(|(key, version)| key == "asset" && version.is_some())
}

/// Identifies truncated or damaged JSON: glTF by its keys, everything else by its syntax.
fn json_by_its_start(text: &[u8], is_whole: bool) -> Option<Found> {
    let start = text.get(..1 << 16).unwrap_or(text);
    let has = |key: &[u8]| start.windows(key.len()).any(|found| found == key);
    let damage = is_whole.then_some("the JSON is cut short or broken");
    let looks_like_json = || {
        // `{"key":` followed by the start of a value in JSON, but not in LLSD notation.
        let mut parts =
            start.trim_ascii_start().get(1..)?.trim_ascii_start().strip_prefix(b"\"")?.split(|b| *b == b'"');
        let value = parts.nth(1)?.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
        let is_text_next = value.is_empty();
        // 0, 1, `t` and `f` are booleans in LLSD notation.
        (is_text_next || matches!(value, [b'-' | b'2'..=b'9' | b'{' | b'[' | b'n', ..])).then_some(())
    };
    let format = match () {
        () if has(b"\"asset\"")
            && (has(b"\"accessors\"") || has(b"\"bufferViews\"") || has(b"\"scenes\"")) =>
        {
            Format::Gltf
        }
        () if looks_like_json().is_some() && !llsd::detect(text) => Format::Json,
        () => return None,
    };
    Some(Found { damage: damage.map(Cow::Borrowed), ..Found::new(format) })
}

/// The keys of an object, each with the text under `version` if its value is an object with one.
struct Keys(Vec<(String, Option<String>)>);

/// Upper bound on the keys that are read to identify a file.
const MOST_KEYS: usize = 256;

impl<'de> serde::Deserialize<'de> for Keys {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Keys;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object or a list")
            }

            fn visit_map<M: serde::de::MapAccess<'de>>(self, mut map: M) -> Result<Keys, M::Error> {
                let mut keys = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let version = if key == "asset" {
                        map.next_value::<Stated>()?.0
                    } else {
                        map.next_value::<IgnoredAny>()?;
                        None
                    };
                    if keys.len() < MOST_KEYS {
                        keys.push((key, version));
                    }
                }
                Ok(Keys(keys))
            }

            fn visit_seq<S: serde::de::SeqAccess<'de>>(self, mut list: S) -> Result<Keys, S::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Keys(Vec::new()))
            }
        }
        source.deserialize_any(Visitor)
    }
}

struct Stated(Option<String>);

impl<'de> serde::Deserialize<'de> for Stated {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(source)?;
        Ok(Self(value.get("version").and_then(|version| version.as_str()).map(str::to_owned)))
    }
}

/// Identifies OBJ, MTL and STL by their first lines.
pub(super) fn lines(text: &[u8]) -> Option<Found> {
    let start = text.get(..1 << 16).unwrap_or(text);
    if start.contains(&0) {
        return None;
    }
    let lines = start.split(|byte| *byte == b'\n' || *byte == b'\r').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    // The last line may be incomplete.
    let (mut n_obj, mut n_mtl, mut n_other, mut n_points) = (0_u32, 0_u32, 0_u32, 0_u32);
    for line in lines.take(200) {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (word, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match word {
            b"v" if is_number(next) => {
                n_obj = n_obj.saturating_add(1);
                n_points = n_points.saturating_add(1);
            }
            b"vt" | b"vn" | b"vp" | b"f" | b"l" | b"p" if is_number(next) => n_obj = n_obj.saturating_add(1),
            b"o" | b"g" | b"s" | b"usemtl" | b"mtllib" => n_obj = n_obj.saturating_add(1),
            b"newmtl" | b"Kd" | b"Ka" | b"Ks" | b"Ke" | b"Ns" | b"Ni" | b"d" | b"Tr" | b"illum"
            | b"map_Kd" => {
                n_mtl = n_mtl.saturating_add(1);
            }
            _ => n_other = n_other.saturating_add(1),
        }
    }
    let is_most = |n: u32, other: u32| n > n_other.saturating_mul(2).saturating_add(other);
    match () {
        () if is_most(n_obj, n_mtl) && (n_points > 0 || n_obj >= 3) => Some(Found::new(Format::Obj)),
        () if is_most(n_mtl, n_obj) && n_mtl >= 2 => Some(Found::new(Format::Mtl)),
        () if start.starts_with(b"solid") && start.windows(5).any(|word| word == b"facet") => {
            Some(Found::new(Format::Stl))
        }
        () => None,
    }
}

fn is_number(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'0'..=b'9' | b'-' | b'+' | b'.'))
}

/// Returns true if the first 4 KB are text: UTF-8 without control characters.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let is_control = |byte: &u8| *byte < 0x20 && !b"\t\n\r\x0c\x1b".contains(byte);
    let is_utf8 = match std::str::from_utf8(start) {
        Ok(_) => true,
        // The last character may be incomplete.
        Err(error) => error.error_len().is_none(),
    };
    !start.is_empty() && is_utf8 && !start.iter().any(is_control)
}
