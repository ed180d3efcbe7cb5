//! The three encodings of LLSD, compared with serde-llsd and llsd-rs, on object records and on documents like those in
//! the viewer.
//!
//! All libraries read the files that we write, and write the values that they read from these.

use super::Compare;
use crate::data::documents;
use crate::data::llsd::{ObjectRecord, records};
use crate::harness::Contender;
use llsd::{Binary, Date, Document, Encoding, Header, Map, Style, Uri, Uuid, Value, WriteOptions};
use llsd_rs::Llsd;
use serde::Deserialize;
use serde_llsd::LLSDValue;

/// Compares reading into our borrowed form, which suffices for programs that use only some of the values.
pub(super) fn read_binary_borrowed(compare: &mut Compare) {
    let bytes = bytes(Encoding::Binary);
    compare(&mut [
        Contender::new("llsd", || Document::read(&bytes).unwrap()),
        serde_llsd_binary(&bytes),
        llsd_rs_binary(&bytes),
    ]);
}

pub(super) fn read_binary_owned(compare: &mut Compare) {
    owned(&value(), compare);
}

pub(super) fn read_binary_settings(compare: &mut Compare) {
    owned(&documents::settings(), compare);
}

pub(super) fn read_binary_keywords(compare: &mut Compare) {
    owned(&documents::keywords(), compare);
}

fn owned(value: &Value, compare: &mut Compare) {
    let bytes = written(value, Encoding::Binary);
    compare(&mut [
        Contender::new("llsd", || llsd::read(&bytes).unwrap()),
        serde_llsd_binary(&bytes),
        llsd_rs_binary(&bytes),
    ]);
}

/// A record as a type that a user would define.
#[derive(Deserialize)]
#[expect(dead_code, reason = "read, and not looked at")]
struct Object {
    id: Uuid,
    local_id: i32,
    name: String,
    description: String,
    position: [f64; 3],
    rotation: [f64; 4],
    scale: [f64; 3],
    owner: Uuid,
    created: Date,
    texture: Uri,
    flags: i32,
    tags: Vec<String>,
    data: Binary,
}

pub(super) fn read_binary_structs(compare: &mut Compare) {
    let bytes = bytes(Encoding::Binary);
    compare(&mut [
        Contender::new("llsd", || llsd::from_slice::<Vec<Object>>(&bytes).unwrap()),
        Contender::new("llsd through Value", || {
            let value = llsd::read(&bytes).unwrap();
            llsd::from_value::<Vec<Object>>(&value).unwrap()
        }),
        serde_llsd_binary(&bytes),
        llsd_rs_binary(&bytes),
    ]);
}

fn serde_llsd_binary(bytes: &[u8]) -> Contender<'_> {
    // It takes the header of one spelling, which is ours.
    Contender::new("serde-llsd", || serde_llsd::de::binary::from_bytes(&bytes[18..]).unwrap())
}

fn llsd_rs_binary(bytes: &[u8]) -> Contender<'_> {
    Contender::new("llsd-rs", || llsd_rs::binary::from_slice(bytes).unwrap())
}

pub(super) fn write_binary(compare: &mut Compare) {
    let (value, serde, rs) = values();
    compare(&mut [
        Contender::new("llsd", || llsd::write(&value).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::ser::binary::to_bytes(&serde).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::binary::to_vec(&rs).unwrap()),
    ]);
}

pub(super) fn read_xml(compare: &mut Compare) {
    xml(&written(&value(), Encoding::Xml), compare);
}

pub(super) fn read_xml_settings(compare: &mut Compare) {
    xml(&pretty(&documents::settings()), compare);
}

pub(super) fn read_xml_keywords(compare: &mut Compare) {
    xml(&pretty(&documents::keywords()), compare);
}

/// Writes XML with an element on each line, as in the viewer's own files.
fn pretty(value: &Value) -> Vec<u8> {
    llsd::xml::write_with(value, &WriteOptions::default().style(Style::Pretty)).unwrap()
}

fn xml(bytes: &[u8], compare: &mut Compare) {
    let text = std::str::from_utf8(bytes).unwrap();
    compare(&mut [
        Contender::new("llsd", || llsd::xml::read(bytes).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::de::xml::from_str(text).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::xml::from_slice(bytes).unwrap()),
    ]);
}

pub(super) fn write_xml(compare: &mut Compare) {
    let (value, serde, rs) = values();
    compare(&mut [
        Contender::new("llsd", || llsd::xml::write(&value).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::ser::xml::to_string(&serde, false).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::xml::to_string(&rs).unwrap()),
    ]);
}

/// Compares reading notation, on records without their binary values: llsd-rs cannot read base64 in notation, and
/// serde-llsd prints it.
pub(super) fn read_notation(compare: &mut Compare) {
    let mut value = value();
    for record in value.values_mut() {
        record.as_map_mut().unwrap().remove("data");
    }
    notation(value, compare);
}

pub(super) fn read_notation_settings(compare: &mut Compare) {
    notation(documents::settings(), compare);
}

pub(super) fn read_notation_keywords(compare: &mut Compare) {
    notation(documents::keywords(), compare);
}

fn notation(value: Value, compare: &mut Compare) {
    let bytes = common_notation(value);
    compare(&mut [
        Contender::new("llsd", || llsd::notation::read(&bytes).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::de::notation::from_bytes(&bytes).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::notation::from_bytes(&bytes, 64).unwrap()),
    ]);
}

/// Writes notation without a header line and without exponents, which serde-llsd cannot read.
fn common_notation(mut value: Value) -> Vec<u8> {
    for record in value.values_mut() {
        for part in record.get_mut("rotation").into_iter().flat_map(Value::values_mut) {
            if part.to_real().abs() < 1e-4 {
                *part = 0.0.into();
            }
        }
    }
    llsd::notation::write_with(&value, &WriteOptions::default().header(Header::None)).unwrap()
}

pub(super) fn write_notation(compare: &mut Compare) {
    let (value, serde, rs) = values();
    let context = llsd_rs::notation::FormatterContext::new();
    compare(&mut [
        Contender::new("llsd", || llsd::notation::write(&value).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::ser::notation::to_string(&serde).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::notation::to_vec(&rs, &context).unwrap()),
    ]);
}

/// The records in the representation of each library.
fn values() -> (Value, LLSDValue, Llsd) {
    let bytes = bytes(Encoding::Binary);
    let serde = serde_llsd::de::binary::from_bytes(&bytes[18..]).unwrap();
    let xml = String::from_utf8(self::bytes(Encoding::Xml)).unwrap();
    // From XML, since it takes the dates of binary for others, which it cannot write.
    let serde = match serde_llsd::de::xml::from_str(&xml) {
        Ok(value) => value,
        Err(_) => serde,
    };
    (value(), serde, llsd_rs::binary::from_slice(&bytes).unwrap())
}

/// The bytes of ten thousand records in an encoding.
pub(crate) fn bytes(encoding: Encoding) -> Vec<u8> {
    written(&value(), encoding)
}

fn written(value: &Value, encoding: Encoding) -> Vec<u8> {
    llsd::write_with(value, &WriteOptions::default().encoding(encoding)).unwrap()
}

fn value() -> Value {
    records(10_000).into_iter().map(record).collect::<Vec<_>>().into()
}

fn record(record: ObjectRecord) -> Value {
    let reals = |all: &[f64]| Value::from(all.iter().copied().map(Value::from).collect::<Vec<_>>());
    Map::from([
        ("id", Value::from(Uuid(record.id))),
        ("local_id", record.local_id.into()),
        ("name", record.name.into()),
        ("description", record.description.into()),
        ("position", reals(&record.position)),
        ("rotation", reals(&record.rotation)),
        ("scale", reals(&record.scale)),
        ("owner", Uuid(record.owner).into()),
        ("created", Date(record.created).into()),
        ("texture", Uri::from(record.texture.as_str()).into()),
        ("flags", record.flags.into()),
        ("tags", record.tags.into_iter().map(Value::from).collect::<Vec<_>>().into()),
        ("data", record.data.into()),
    ])
    .into()
}

#[cfg(test)]
mod tests {
    use super::{bytes, common_notation, pretty, value, written};
    use crate::data::{checksum, documents};
    use llsd::{Encoding, Same};
    use llsd_rs::Llsd;
    use serde_llsd::LLSDValue;

    #[test]
    fn the_peers_read_what_is_measured() {
        let names = |value: &LLSDValue| match value {
            LLSDValue::Array(all) => all
                .iter()
                .map(|record| match record {
                    LLSDValue::Map(map) => format!("{:?} {}", map["description"], map.len()),
                    _ => panic!(),
                })
                .collect::<Vec<_>>(),
            _ => panic!(),
        };
        let ours: Vec<_> = value()
            .values()
            .map(|record| format!("{:?} 13", LLSDValue::String(record["description"].to_text().to_string())))
            .collect();
        assert_eq!(names(&serde_llsd::de::binary::from_bytes(&bytes(Encoding::Binary)[18..]).unwrap()), ours);
        // It takes each byte for a character.
        assert_eq!(
            names(&serde_llsd::de::notation::from_bytes(&common_notation(value())).unwrap()).len(),
            ours.len()
        );
        let xml = String::from_utf8(bytes(Encoding::Xml)).unwrap();
        assert_eq!(names(&serde_llsd::de::xml::from_str(&xml).unwrap()).len(), ours.len());
        let rs = llsd_rs::binary::from_slice(&bytes(Encoding::Binary)).unwrap();
        assert_eq!(rs.len(), ours.len());
        for encoding in [Encoding::Binary, Encoding::Xml, Encoding::Notation] {
            assert_eq!(llsd::read(&bytes(encoding)).unwrap().difference(&value()), None);
        }
    }

    /// Compares the values that the libraries read, as text, for the types that all three support.
    #[test]
    fn the_peers_read_the_documents_of_the_viewer() {
        fn of_serde(value: &LLSDValue) -> String {
            match value {
                LLSDValue::Map(map) => {
                    let mut all: Vec<_> =
                        map.iter().map(|(key, value)| format!("{key}:{}", of_serde(value))).collect();
                    all.sort();
                    all.concat()
                }
                LLSDValue::Array(all) => all.iter().map(of_serde).collect(),
                LLSDValue::String(text) => text.clone(),
                LLSDValue::Integer(number) => number.to_string(),
                LLSDValue::Real(number) => number.to_string(),
                LLSDValue::Undefined => "undef".into(),
                other => panic!("{other:?}"),
            }
        }
        fn of_rs(value: &Llsd) -> String {
            match value {
                Llsd::Map(map) => {
                    let mut all: Vec<_> =
                        map.iter().map(|(key, value)| format!("{key}:{}", of_rs(value))).collect();
                    all.sort();
                    all.concat()
                }
                Llsd::Array(all) => all.iter().map(of_rs).collect(),
                Llsd::String(text) => text.clone(),
                Llsd::Integer(number) => number.to_string(),
                Llsd::Real(number) => number.to_string(),
                Llsd::Undefined => "undef".into(),
                other => panic!("{other:?}"),
            }
        }
        for (value, sum) in
            [(documents::settings(), 0x2417_ebb4_9fff_9621), (documents::keywords(), 0x7f02_fc24_27e7_5bf2)]
        {
            let [binary, xml, notation] =
                [written(&value, Encoding::Binary), pretty(&value), common_notation(value)];
            assert_eq!(checksum(&binary), sum);
            let text = std::str::from_utf8(&xml).unwrap();
            let expected = of_serde(&serde_llsd::de::binary::from_bytes(&binary[18..]).unwrap());
            assert_eq!(of_serde(&serde_llsd::de::xml::from_str(text).unwrap()), expected);
            assert_eq!(of_serde(&serde_llsd::de::notation::from_bytes(&notation).unwrap()), expected);
            assert_eq!(of_rs(&llsd_rs::binary::from_slice(&binary).unwrap()), expected);
            assert_eq!(of_rs(&llsd_rs::xml::from_slice(&xml).unwrap()), expected);
            assert_eq!(of_rs(&llsd_rs::notation::from_bytes(&notation, 64).unwrap()), expected);
        }
    }
}
