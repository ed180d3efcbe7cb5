//! JSON that is expensive to read.

use super::Bomb;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "5 MB of `[`", make: || b"[".repeat(5_000_000) },
    Bomb { name: "5 MB of `{\"\":`", make: || b"{\"\":".repeat(1_000_000) },
    Bomb { name: "5 MB of 100 arrays in each other", make: || list(&nested("[", "]", 100), 25_000) },
    Bomb {
        name: "5 MB of 100 escaped keys in each other",
        make: || list(&nested("{\"$$a\":", "}", 100), 5_500),
    },
    Bomb { name: "5 MB of 0", make: || list(b"0", 2_500_000) },
    Bomb { name: "5 MB of null", make: || list(b"null", 1_000_000) },
    Bomb { name: "5 MB of empty arrays", make: || list(b"[]", 1_666_666) },
    Bomb { name: "5 MB of empty objects", make: || list(b"{}", 1_666_666) },
    Bomb { name: "5 MB of objects of one entry", make: || list(b"{\"\":0}", 714_285) },
    Bomb { name: "5 MB of empty texts", make: || list(b"\"\"", 1_666_666) },
    Bomb { name: "5 MB of one key", make: || object(|_| "\"a\":0".into(), 833_333) },
    Bomb { name: "5 MB of keys", make: || object(|i| format!("\"{i}\":0"), 450_000) },
    Bomb { name: "a number of 5 MB", make: || b"9".repeat(5_000_000) },
    Bomb { name: "a fraction of 5 MB", make: || [b"0.", &*b"9".repeat(5_000_000)].concat() },
    Bomb { name: "an exponent of 5 MB", make: || [b"1e", &*b"9".repeat(5_000_000)].concat() },
    Bomb { name: "5 MB of numbers beyond 32 bits", make: || list(b"99999999999999999999999", 208_333) },
    Bomb { name: "5 MB of 1e308", make: || list(b"1e308", 833_333) },
    Bomb { name: "a text of 5 MB of escapes", make: || text(b"\\u0000") },
    Bomb { name: "a text of 5 MB of half characters", make: || text(b"\\ud800") },
    Bomb { name: "a text of 5 MB of escapes that are none", make: || text(b"\\q") },
    Bomb { name: "a text of 5 MB of bytes that are no text", make: || text(b"\xff") },
    Bomb { name: "a text of 5 MB without an end", make: || [b"\"", &*b"\\\"".repeat(2_500_000)].concat() },
    Bomb { name: "5 MB of texts of one bad escape", make: || list(b"\"\\q\"", 1_000_000) },
    Bomb { name: "5 MB of unknown tags", make: || list(b"{\"$\":0}", 625_000) },
    Bomb { name: "5 MB of empty binary", make: || list(b"{\"$binary\":\"\"}", 333_333) },
    Bomb { name: "binary of 5 MB of numbers", make: || tagged(&list(b"0", 2_500_000)) },
    Bomb {
        name: "binary of 5 MB of numbers and a text",
        make: || tagged(&[&list(b"0", 2_500_000)[..5_000_000], b",\"\"]"].concat()),
    },
    Bomb { name: "5 MB of dates as text", make: || list(b"{\"$date\":\"1e9\"}", 312_500) },
    Bomb {
        name: "5 MB of NaNs with their bits",
        make: || list(b"{\"$real\":\"nan:7ff0000000000001\"}", 151_515),
    },
    Bomb { name: "5 MB of blanks", make: || [&b" ".repeat(5_000_000)[..], b"0"].concat() },
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

fn text(unit: &[u8]) -> Vec<u8> {
    [b"\"", &*unit.repeat(5_000_000 / unit.len()), b"\""].concat()
}

fn tagged(value: &[u8]) -> Vec<u8> {
    [b"{\"$binary\":", value, b"}"].concat()
}
