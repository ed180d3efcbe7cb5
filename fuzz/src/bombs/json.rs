//! JSON that is expensive to read.

use super::{Bomb, long};

pub(super) const BOMBS: &[Bomb] = &[
    long("5 MB of `[`", |share| b"[".repeat(5_000_000 / share)),
    long("5 MB of `{\"\":`", |share| b"{\"\":".repeat(1_000_000 / share)),
    long("5 MB of 100 arrays in each other", |share| list(&nested("[", "]", 100), 25_000 / share)),
    long("5 MB of 100 escaped keys in each other", |share| {
        list(&nested("{\"$$a\":", "}", 100), 5_500 / share)
    }),
    long("5 MB of 0", |share| list(b"0", 2_500_000 / share)).for_crates(),
    long("5 MB of null", |share| list(b"null", 1_000_000 / share)),
    long("5 MB of empty arrays", |share| list(b"[]", 1_666_666 / share)),
    long("5 MB of empty objects", |share| list(b"{}", 1_666_666 / share)),
    long("5 MB of objects of one entry", |share| list(b"{\"\":0}", 714_285 / share)),
    long("5 MB of empty texts", |share| list(b"\"\"", 1_666_666 / share)),
    long("5 MB of one key", |share| object(|_| "\"a\":0".into(), 833_333 / share)),
    long("5 MB of keys", |share| object(|i| format!("\"{i}\":0"), 450_000 / share)).for_crates(),
    long("a number of 5 MB", |share| b"9".repeat(5_000_000 / share)),
    long("a fraction of 5 MB", |share| [b"0.", &*b"9".repeat(5_000_000 / share)].concat()),
    long("an exponent of 5 MB", |share| [b"1e", &*b"9".repeat(5_000_000 / share)].concat()),
    long("5 MB of numbers beyond 32 bits", |share| list(b"99999999999999999999999", 208_333 / share)),
    long("5 MB of 1e308", |share| list(b"1e308", 833_333 / share)),
    long("a text of 5 MB of escapes", |share| text(b"\\u0000", share)),
    long("a text of 5 MB of half characters", |share| text(b"\\ud800", share)),
    long("a text of 5 MB of escapes that are none", |share| text(b"\\q", share)),
    long("a text of 5 MB of bytes that are not text", |share| text(b"\xff", share)),
    long("a text of 5 MB without an end", |share| [b"\"", &*b"\\\"".repeat(2_500_000 / share)].concat()),
    long("5 MB of texts of one bad escape", |share| list(b"\"\\q\"", 1_000_000 / share)),
    long("5 MB of unknown tags", |share| list(b"{\"$\":0}", 625_000 / share)),
    long("5 MB of empty binary", |share| list(b"{\"$binary\":\"\"}", 333_333 / share)),
    long("binary of 5 MB of numbers", |share| tagged(&list(b"0", 2_500_000 / share))),
    long("binary of 5 MB of numbers and a text", |share| {
        tagged(&[&list(b"0", 2_500_000 / share)[..5_000_000 / share], b",\"\"]"].concat())
    }),
    long("5 MB of dates as text", |share| list(b"{\"$date\":\"1e9\"}", 312_500 / share)),
    long("5 MB of NaNs with their bits", |share| {
        list(b"{\"$real\":\"nan:7ff0000000000001\"}", 151_515 / share)
    }),
    long("5 MB of blanks", |share| [&b" ".repeat(5_000_000 / share)[..], b"0"].concat()),
];

fn nested(open: &str, close: &str, depth: usize) -> Vec<u8> {
    [&open.repeat(depth), "0", &*close.repeat(depth)].concat().into_bytes()
}

fn list(value: &[u8], count: usize) -> Vec<u8> {
    let mut all = vec![b'['];
    for _ in 0..count {
        all.extend_from_slice(value);
        all.push(b',');
    }
    all.pop();
    all.push(b']');
    all
}

fn object(entry: impl Fn(usize) -> String, count: usize) -> Vec<u8> {
    let entries: Vec<String> = (0..count).map(entry).collect();
    format!("{{{}}}", entries.join(",")).into_bytes()
}

fn text(unit: &[u8], share: usize) -> Vec<u8> {
    [b"\"", &*unit.repeat(5_000_000 / share / unit.len()), b"\""].concat()
}

fn tagged(value: &[u8]) -> Vec<u8> {
    [b"{\"$binary\":", value, b"}"].concat()
}
