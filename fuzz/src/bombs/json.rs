//! JSON that is expensive to read.

use super::Bomb;
use super::Make::Long;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "5 MB of `[`", make: Long(|share| b"[".repeat(5_000_000 / share)) },
    Bomb { name: "5 MB of `{\"\":`", make: Long(|share| b"{\"\":".repeat(1_000_000 / share)) },
    Bomb {
        name: "5 MB of 100 arrays in each other",
        make: Long(|share| list(&nested("[", "]", 100), 25_000 / share)),
    },
    Bomb {
        name: "5 MB of 100 escaped keys in each other",
        make: Long(|share| list(&nested("{\"$$a\":", "}", 100), 5_500 / share)),
    },
    Bomb { name: "5 MB of 0", make: Long(|share| list(b"0", 2_500_000 / share)) },
    Bomb { name: "5 MB of null", make: Long(|share| list(b"null", 1_000_000 / share)) },
    Bomb { name: "5 MB of empty arrays", make: Long(|share| list(b"[]", 1_666_666 / share)) },
    Bomb { name: "5 MB of empty objects", make: Long(|share| list(b"{}", 1_666_666 / share)) },
    Bomb { name: "5 MB of objects of one entry", make: Long(|share| list(b"{\"\":0}", 714_285 / share)) },
    Bomb { name: "5 MB of empty texts", make: Long(|share| list(b"\"\"", 1_666_666 / share)) },
    Bomb { name: "5 MB of one key", make: Long(|share| object(|_| "\"a\":0".into(), 833_333 / share)) },
    Bomb { name: "5 MB of keys", make: Long(|share| object(|i| format!("\"{i}\":0"), 450_000 / share)) },
    Bomb { name: "a number of 5 MB", make: Long(|share| b"9".repeat(5_000_000 / share)) },
    Bomb {
        name: "a fraction of 5 MB",
        make: Long(|share| [b"0.", &*b"9".repeat(5_000_000 / share)].concat()),
    },
    Bomb {
        name: "an exponent of 5 MB",
        make: Long(|share| [b"1e", &*b"9".repeat(5_000_000 / share)].concat()),
    },
    Bomb {
        name: "5 MB of numbers beyond 32 bits",
        make: Long(|share| list(b"99999999999999999999999", 208_333 / share)),
    },
    Bomb { name: "5 MB of 1e308", make: Long(|share| list(b"1e308", 833_333 / share)) },
    Bomb { name: "a text of 5 MB of escapes", make: Long(|share| text(b"\\u0000", share)) },
    Bomb { name: "a text of 5 MB of half characters", make: Long(|share| text(b"\\ud800", share)) },
    Bomb { name: "a text of 5 MB of escapes that are none", make: Long(|share| text(b"\\q", share)) },
    Bomb { name: "a text of 5 MB of bytes that are not text", make: Long(|share| text(b"\xff", share)) },
    Bomb {
        name: "a text of 5 MB without an end",
        make: Long(|share| [b"\"", &*b"\\\"".repeat(2_500_000 / share)].concat()),
    },
    Bomb { name: "5 MB of texts of one bad escape", make: Long(|share| list(b"\"\\q\"", 1_000_000 / share)) },
    Bomb { name: "5 MB of unknown tags", make: Long(|share| list(b"{\"$\":0}", 625_000 / share)) },
    Bomb { name: "5 MB of empty binary", make: Long(|share| list(b"{\"$binary\":\"\"}", 333_333 / share)) },
    Bomb { name: "binary of 5 MB of numbers", make: Long(|share| tagged(&list(b"0", 2_500_000 / share))) },
    Bomb {
        name: "binary of 5 MB of numbers and a text",
        make: Long(|share| {
            tagged(&[&list(b"0", 2_500_000 / share)[..5_000_000 / share], b",\"\"]"].concat())
        }),
    },
    Bomb { name: "5 MB of dates as text", make: Long(|share| list(b"{\"$date\":\"1e9\"}", 312_500 / share)) },
    Bomb {
        name: "5 MB of NaNs with their bits",
        make: Long(|share| list(b"{\"$real\":\"nan:7ff0000000000001\"}", 151_515 / share)),
    },
    Bomb { name: "5 MB of blanks", make: Long(|share| [&b" ".repeat(5_000_000 / share)[..], b"0"].concat()) },
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
