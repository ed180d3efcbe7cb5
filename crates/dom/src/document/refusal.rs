//! Values that make other programs refuse a whole file.

use crate::classes::{self, Property};
use crate::encoding::Encoding;
use crate::value::{Content, Kind, Value};

/// The reason why a program would refuse a whole file for this value although the value has a kind that fits
/// the property. rbx-dom, which most tools build on, does so.
pub(super) fn refusal(
    value: &Value<'_>,
    name: &str,
    known: Option<Property>,
    encoding: Encoding,
) -> Option<String> {
    let is_xml = encoding == Encoding::Xml;
    let known_kind = known.and_then(Property::value_kind);
    let is_colour = known_kind == Some(Kind::BrickColor);
    match value {
        Value::UniqueId(id) if id.random >> 63 != 0 => {
            Some("the random number of a UniqueId has at most 63 bits".to_owned())
        }
        Value::Axes(axes) if *axes > 0b111 => Some(format!("there are three axes, and {axes} has more bits")),
        Value::Faces(faces) if *faces > 0b11_1111 => {
            Some(format!("there are six faces, and {faces} has more bits"))
        }
        // The engine refuses to make such a sequence, and rbx_xml a file with one.
        Value::NumberSequence(points) if points.len() < 2 => Some(too_few(points.len())),
        Value::ColorSequence(points) if points.len() < 2 => Some(too_few(points.len())),
        Value::Content(Content::Other(number)) => Some(format!("{number} is not a kind of content")),
        // An item may be newer than what is known, but none is added to an enum that was replaced.
        Value::Enum(number) if known.is_some_and(|known| known.migration().is_some()) => {
            let items = known.and_then(Property::enumeration)?;
            items.item(*number).is_none().then(|| format!("Enum.{} has no item {number}", items.name()))
        }
        Value::BrickColor(number) if is_colour => not_in_palette((*number).into()),
        // Which is how XML has a colour of the palette.
        Value::Int32(number) if is_colour => not_in_palette((*number).into()),
        Value::Font(font) if font.weight > u16::MAX.into() => {
            Some(format!("the weight of a font is at most {}", u16::MAX))
        }
        _ => {
            let is_text = match value.kind() {
                _ if ["Name", "Tags"].contains(&name) => true,
                Kind::BinaryString | Kind::Bytecode => false,
                // The strings of binary files are bytes to all programs: old scripts are in Latin-1.
                Kind::String | Kind::ProtectedString => {
                    is_xml || matches!(known_kind, Some(Kind::ContentId | Kind::Content))
                }
                _ => is_xml || known.is_some(),
            };
            texts(value).into_iter().filter(|_| is_text).find_map(|text| not_readable(text, is_xml))
        }
    }
}

fn too_few(n_points: usize) -> String {
    format!("a sequence has at least two keypoints, and this one has {n_points}")
}

fn not_in_palette(number: i64) -> Option<String> {
    let is_there = u32::try_from(number).is_ok_and(|number| classes::brick_colour(number).is_some());
    (!is_there).then(|| format!("{number} is not in the BrickColor palette"))
}

/// The texts that a value contains.
fn texts<'v>(value: &'v Value<'_>) -> Vec<&'v [u8]> {
    match value {
        Value::Font(font) => vec![&font.family, &font.cached_face],
        _ => value.text().into_iter().map(|text| &**text).collect(),
    }
}

fn not_readable(text: &[u8], is_xml: bool) -> Option<String> {
    match std::str::from_utf8(text) {
        Ok(text) if is_xml => not_in_xml(text),
        Ok(_) => None,
        Err(_) => Some("the text is not UTF-8".to_owned()),
    }
}

/// The first character that XML 1.0 cannot express.
fn not_in_xml(text: &str) -> Option<String> {
    let is_missing = |letter: &char| match letter {
        '\t' | '\n' | '\r' => false,
        _ => *letter < ' ' || ('\u{fffe}'..='\u{ffff}').contains(letter),
    };
    let letter = text.chars().find(is_missing)?;
    Some(format!("XML has no character U+{:04X}", u32::from(letter)))
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use crate::value::Content;
    use crate::{Document, Encoding, Value};
    use rbxbinary::ColorKeypoint;

    #[test]
    fn a_value_that_is_refused_anyway_may_be_replaced() {
        let mut document = Document::new(Encoding::Xml);
        let script = document.create(None, "Script").unwrap();
        document.set_unknown(script, "Source", Value::String(b"-- \xe9".into())).unwrap();
        document.set(script, "Source", Value::String(b"-- \xe9\nprint(1)".into())).unwrap();
        assert_eq!(document.value(script, "Source").unwrap().as_bytes(), Some(&b"-- \xe9\nprint(1)"[..]));
    }

    #[test]
    fn values_that_other_programs_refuse_are_refused() {
        let refused = |encoding, class: &str, name: &str, value: Value<'static>| {
            let mut document = Document::new(encoding);
            let id = document.create(None, class).unwrap();
            document.assign(id, name, value).err().map(|error| error.message)
        };
        let bytes = |bytes: &'static [u8]| Value::String(bytes.into());
        for encoding in [Encoding::Binary, Encoding::Xml] {
            let refused = |class, name, value| refused(encoding, class, name, value);
            let not_utf8 = |at: &str| Some(format!("{at}: the text is not UTF-8"));
            assert_eq!(refused("Part", "Name", bytes(b"\xff")), not_utf8("Part.Name"));
            assert_eq!(refused("Part", "Tags", bytes(b"a\0\xff")), not_utf8("Part.Tags"));
            let enumeration = refused("TextLabel", "Font", Value::Enum(4000)).unwrap();
            assert_eq!(enumeration, "TextLabel.Font: Enum.Font has no item 4000");
            assert_eq!(refused("Part", "Material", Value::Enum(4000)), None);
            let axes = refused("ArcHandles", "Axes", Value::Axes(8)).unwrap();
            assert_eq!(axes, "ArcHandles.Axes: there are three axes, and 8 has more bits");
            let colour = refused("BrickColorValue", "Value", Value::BrickColor(15)).unwrap();
            assert_eq!(colour, "BrickColorValue.Value: 15 is not in the BrickColor palette");
            let size = refused("ParticleEmitter", "Size", Value::NumberSequence([][..].into())).unwrap();
            let too_few = "a sequence has at least two keypoints, and this one has";
            assert_eq!(size, format!("ParticleEmitter.Size: {too_few} 0"));
            let sequence = |n| Value::ColorSequence(vec![ColorKeypoint::default(); n].into());
            let color = refused("Beam", "Color", sequence(1)).unwrap();
            assert_eq!(color, format!("Beam.Color: {too_few} 1"));
            assert_eq!(refused("Beam", "Color", sequence(2)), None);
            let content = Value::Content(Content::Other(7));
            assert_eq!(
                refused("ImageLabel", "ImageContent", content).unwrap(),
                "ImageLabel.ImageContent: 7 is not a kind of content"
            );
            let content = Value::Content(Content::Uri(b"rbxassetid://1".into()));
            assert_eq!(
                refused("Part", "Name", content.clone()),
                None,
                "an address is a text where the property is one"
            );
            let control = refused("Script", "Source", bytes(b"a\x0cb"));
            assert_eq!(refused("Decal", "Texture", bytes(b"\xe9")), not_utf8("Decal.Texture"));
            let latin = refused("Script", "Source", bytes(b"\xe9"));
            assert_eq!(latin, not_utf8("Script.Source").filter(|_| encoding == Encoding::Xml));
            match encoding {
                Encoding::Binary => assert_eq!(control, None),
                Encoding::Xml => assert_eq!(control.unwrap(), "Script.Source: XML has no character U+000C"),
            }
        }
    }
}
