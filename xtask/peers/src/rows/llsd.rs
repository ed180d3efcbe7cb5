//! The three encodings of LLSD beside serde-llsd and llsd-rs, on object records.
//!
//! Each reads what we write, and each writes what it read from that.

use super::Compare;
use crate::data::llsd::{ObjectRecord, records};
use crate::harness::Contender;
use llsd::{Binary, Date, Document, Encoding, Header, Map, Uri, Uuid, Value, WriteOptions};
use llsd_rs::Llsd;
use serde::Deserialize;
use serde_llsd::LLSDValue;

/// The borrowed form: what a reader needs that looks at some of the values.
pub(super) fn read_binary_borrowed(compare: &mut Compare) {
    let bytes = bytes(Encoding::Binary);
    compare(&mut [
        Contender::new("llsd", || Document::read(&bytes).unwrap()),
        serde_llsd_binary(&bytes),
        llsd_rs_binary(&bytes),
    ]);
}

pub(super) fn read_binary_owned(compare: &mut Compare) {
    let bytes = bytes(Encoding::Binary);
    compare(&mut [
        Contender::new("llsd", || llsd::read(&bytes).unwrap()),
        serde_llsd_binary(&bytes),
        llsd_rs_binary(&bytes),
    ]);
}

/// A record as a user's type.
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
    let bytes = bytes(Encoding::Xml);
    let text = std::str::from_utf8(&bytes).unwrap();
    compare(&mut [
        Contender::new("llsd", || llsd::xml::read(&bytes).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::de::xml::from_str(text).unwrap()),
        Contender::new("llsd-rs", || llsd_rs::xml::from_slice(&bytes).unwrap()),
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

/// Without llsd-rs, which cannot read base 64 in notation; nor can the other peer, from a `str`.
pub(super) fn read_notation(compare: &mut Compare) {
    let bytes = notation();
    compare(&mut [
        Contender::new("llsd", || llsd::notation::read(&bytes).unwrap()),
        Contender::new("serde-llsd", || serde_llsd::de::notation::from_bytes(&bytes).unwrap()),
    ]);
}

/// Without a header line and without exponents, neither of which serde-llsd reads.
fn notation() -> Vec<u8> {
    let mut value = value();
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

/// The document in each library's form.
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

fn bytes(encoding: Encoding) -> Vec<u8> {
    llsd::write_with(&value(), &WriteOptions::default().encoding(encoding)).unwrap()
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
    use super::{bytes, notation, value};
    use llsd::{Encoding, Same};
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
        assert_eq!(names(&serde_llsd::de::notation::from_bytes(&notation()).unwrap()).len(), ours.len());
        let xml = String::from_utf8(bytes(Encoding::Xml)).unwrap();
        assert_eq!(names(&serde_llsd::de::xml::from_str(&xml).unwrap()).len(), ours.len());
        let rs = llsd_rs::binary::from_slice(&bytes(Encoding::Binary)).unwrap();
        assert_eq!(rs.len(), ours.len());
        for encoding in [Encoding::Binary, Encoding::Xml, Encoding::Notation] {
            assert_eq!(llsd::read(&bytes(encoding)).unwrap().difference(&value()), None);
        }
    }
}
