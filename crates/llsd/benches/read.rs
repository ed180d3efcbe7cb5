//! Bytes a second, and allocations: `cargo bench -p rezkit-llsd`.

mod documents;

use divan::{AllocProfiler, Bencher, counter::BytesCount};
use llsd::{Date, Document, Encoding, Error, Header, Map, Uri, Uuid, Value, WriteOptions};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const ENCODINGS: [Encoding; 3] = [Encoding::Binary, Encoding::Xml, Encoding::Notation];

/// A thousand records with the fields of an object update.
fn records() -> Value {
    let record = |i: i32| {
        let reals =
            |n: i32| Value::from((0..n).map(|k| Value::from(f64::from(i * k) / 8.0)).collect::<Vec<_>>());
        Value::from(Map::from([
            ("id", Value::from(Uuid([u8::try_from(i % 251).unwrap_or_default(); 16]))),
            ("local_id", i.into()),
            ("name", "oak chair".into()),
            ("description", format!("a chair of <oak> & iron, number {i}").into()),
            ("position", reals(3)),
            ("rotation", reals(4)),
            ("created", Date(f64::from(i) * 1e4).into()),
            ("texture", Uri::from("http://assets.example/texture/0123456789abcdef").into()),
            ("data", vec![7_u8; 64].into()),
        ]))
    };
    (0..1_000).map(record).collect::<Vec<_>>().into()
}

fn bytes(encoding: Encoding) -> Vec<u8> {
    llsd::write_with(&records(), &WriteOptions::default().encoding(encoding)).expect("can be written")
}

#[divan::bench(args = ENCODINGS)]
fn read(bencher: Bencher, encoding: Encoding) {
    let bytes = bytes(encoding);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| llsd::read(&bytes));
}

#[divan::bench(args = ENCODINGS)]
fn read_settings(bencher: Bencher, encoding: Encoding) {
    of_document(bencher, encoding, &documents::settings());
}

#[divan::bench(args = ENCODINGS)]
fn read_keywords(bencher: Bencher, encoding: Encoding) {
    of_document(bencher, encoding, &documents::keywords());
}

fn of_document(bencher: Bencher, encoding: Encoding, value: &Value) {
    let bytes = llsd::write_with(value, &WriteOptions::default().encoding(encoding)).expect("can be written");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| llsd::read(&bytes));
}

/// Binary is read in one pass, unless there is text in quotes. A document that begins with one shows what the pass is
/// worth: the reader of all documents starts over at the second value.
#[derive(Clone, Copy, Debug)]
enum ReadPath {
    OnePass,
    Usual,
}

const WAYS: [ReadPath; 2] = [ReadPath::OnePass, ReadPath::Usual];

/// An array of an empty text and the value.
fn binary(value: &Value, way: ReadPath) -> Vec<u8> {
    let options = WriteOptions::default().encoding(Encoding::Binary).header(Header::None);
    let value = llsd::write_with(value, &options).expect("can be written");
    let text: &[u8] = match way {
        ReadPath::OnePass => b"s\0\0\0\0",
        ReadPath::Usual => b"\"\"",
    };
    [b"[\0\0\0\x02", text, &value, b"]"].concat()
}

fn of_binary<T>(bencher: Bencher, bytes: &[u8], read: impl Fn(&[u8]) -> Result<T, Error> + Sync) {
    bencher.counter(BytesCount::of_slice(bytes)).bench(|| read(bytes).expect("a document"));
}

#[divan::bench(args = WAYS)]
fn way_of_records(bencher: Bencher, way: ReadPath) {
    of_binary(bencher, &binary(&records(), way), llsd::binary::read);
}

#[divan::bench(args = WAYS)]
fn way_of_settings(bencher: Bencher, way: ReadPath) {
    of_binary(bencher, &binary(&documents::settings(), way), llsd::binary::read);
}

#[cfg(feature = "serde")]
mod into_structs {
    use super::*;
    use llsd::Binary;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    /// An element of [`records`].
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "read, and not looked at")]
    struct Record {
        id: Uuid,
        local_id: i32,
        name: String,
        description: String,
        position: [f64; 3],
        rotation: [f64; 4],
        created: Date,
        texture: Uri,
        data: Binary,
    }

    /// An element of [`documents::settings`].
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    #[expect(dead_code, reason = "read, and not looked at")]
    struct Setting {
        comment: String,
        persist: i32,
        r#type: String,
        value: Value,
    }

    #[divan::bench(args = WAYS)]
    fn way_of_records(bencher: Bencher, way: ReadPath) {
        of_binary(bencher, &binary(&records(), way), |bytes| {
            llsd::binary::from_slice::<(String, Vec<Record>)>(bytes)
        });
    }

    #[divan::bench(args = WAYS)]
    fn way_of_settings(bencher: Bencher, way: ReadPath) {
        of_binary(bencher, &binary(&documents::settings(), way), |bytes| {
            llsd::binary::from_slice::<(String, BTreeMap<String, Setting>)>(bytes)
        });
    }
}

#[divan::bench]
fn borrow(bencher: Bencher) {
    let bytes = bytes(Encoding::Binary);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| Document::read(&bytes));
}

#[divan::bench(args = ENCODINGS)]
fn write(bencher: Bencher, encoding: Encoding) {
    let (value, options) = (records(), WriteOptions::default().encoding(encoding));
    bencher.counter(BytesCount::of_slice(&bytes(encoding))).bench(|| llsd::write_with(&value, &options));
}

#[divan::bench(args = ENCODINGS)]
fn write_onto(bencher: Bencher, encoding: Encoding) {
    let (value, bytes) = (records(), bytes(encoding));
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| llsd::write_onto(&value, &bytes));
}
