//! Bytes a second, and allocations: `cargo bench -p rezkit-llsd`.

mod documents;

use divan::{AllocProfiler, Bencher, counter::BytesCount};
use llsd::{Date, Document, Encoding, Map, Uri, Uuid, Value, WriteOptions};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const ENCODINGS: [Encoding; 3] = [Encoding::Binary, Encoding::Xml, Encoding::Notation];

/// A thousand records of what an object update tells.
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
