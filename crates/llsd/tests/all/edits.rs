//! Random edits, written onto the original: the edits are present, and nothing else has changed.
//!
//! `REZKIT_EDITS` says how many.

#![cfg(feature = "xml")]

use crate::random::Random;
use crate::recorder::check_traced;
use crate::support;
#[path = "edits/documents.rs"]
mod documents;

use documents::{Body, Maker, Unit};
use llsd::{
    Date, Duplicates, Encoding, Header, Map, ReadOptions, Same, Spelling, Text, Uri, Uuid, Value,
    WriteOptions, encoding, read_with, write_onto, write_onto_with, write_with,
};

const ENCODINGS: [Encoding; 3] = [Encoding::Binary, Encoding::Xml, Encoding::Notation];

fn n_edits() -> u64 {
    std::env::var("REZKIT_EDITS").map_or(20_000, |n| n.parse().expect("a number"))
}

fn fixtures() -> Vec<support::File> {
    let folders = ["valid", "invalid", "rules"].map(|folder| support::fixtures(format!("llsd/{folder}")));
    let fixtures = folders.concat();
    assert!(fixtures.len() > 40);
    fixtures
}

/// A fixture or a made document, damaged or not.
fn any_document(random: &mut Random, fixtures: &[support::File]) -> Vec<u8> {
    let mut bytes = if random.once_in(3) {
        fixtures[random.below(fixtures.len())].1.clone()
    } else {
        let encoding = random.one_of(&ENCODINGS);
        let mut maker = Maker::new(encoding, random.once_in(4));
        [maker.document(random).text(encoding), maker.end(random)].concat()
    };
    if random.once_in(3) {
        random.damage(&mut bytes);
    }
    bytes
}

fn any_value(random: &mut Random, depth: usize) -> Value {
    let text = |random: &mut Random| {
        Text::from(random.one_of::<&[u8]>(&[
            b"",
            b"a",
            b"5",
            b"it's <&>",
            b"\xff",
            b"\x01\r",
            b"a longer text, which is not short",
        ]))
    };
    match random.below(if depth < 2 { 13 } else { 11 }) {
        0 => Value::Undef,
        1 => random.once_in(2).into(),
        2 | 3 => random.one_of(&[0, 1, -1, 5, i32::MAX]).into(),
        4 | 5 => random.one_of(&[0.0, -0.0, 1.0, -1.5, 1e300, f64::NAN, f64::INFINITY]).into(),
        6 => Uuid(random.one_of(&[[0; 16], [0x5e; 16]])).into(),
        7 => text(random).into(),
        8 => Date(random.one_of(&[0.0, 1.5, -1e9, 1e300])).into(),
        9 => Uri(text(random)).into(),
        10 => random.one_of::<&[u8]>(&[b"", b"]", b"\0\xff"]).to_vec().into(),
        11 => (0..random.below(4)).map(|_| any_value(random, depth + 1)).collect::<Vec<_>>().into(),
        _ => {
            (0..random.below(4)).map(|_| (text(random), any_value(random, depth + 1))).collect::<Map>().into()
        }
    }
}

/// A value somewhere inside.
fn any_place<'v>(random: &mut Random, mut value: &'v mut Value) -> &'v mut Value {
    while !value.is_empty() && !random.once_in(4) {
        let at = random.below(value.len());
        value = match value {
            Value::Array(array) => &mut array[at],
            Value::Map(map) => map.iter_mut().nth(at).unwrap().1,
            _ => unreachable!("it holds values"),
        };
    }
    value
}

/// Moves, swaps, takes out, puts in, repeats or turns around.
fn rearrange<T: Clone>(random: &mut Random, items: &mut Vec<T>, new: T) {
    let at = random.below(items.len());
    let other = random.below(items.len());
    match random.below(8) {
        0 if !items.is_empty() => drop(items.remove(at)),
        1 if !items.is_empty() => {
            let item = items.remove(at);
            items.insert(random.below(items.len() + 1), item);
        }
        2 if !items.is_empty() => items.swap(at, other),
        3 if !items.is_empty() => items.insert(other, items[at].clone()),
        4 => items.reverse(),
        5 if random.once_in(4) => items.clear(),
        _ => items.insert(random.below(items.len() + 1), new),
    }
}

fn edit(random: &mut Random, root: &mut Value) {
    let new = any_value(random, 0);
    let place = any_place(random, root);
    match place {
        Value::Array(array) if !random.once_in(5) => rearrange(random, array, new),
        Value::Map(map) if !random.once_in(5) => {
            let key = Text::from(random.one_of(&["a", "b", "new", "", "it's"]));
            let mut entries: Vec<_> = std::mem::take(map).into_iter().collect();
            rearrange(random, &mut entries, (key, new));
            *map = entries.into_iter().collect();
        }
        Value::Integer(number) if random.once_in(2) => *number = number.wrapping_add(1),
        Value::Real(number) if random.once_in(2) => *number = -*number,
        Value::Binary(bytes) if random.once_in(2) => bytes.push(7),
        place if random.once_in(8) => *place = vec![std::mem::take(place)].into(),
        place => *place = new,
    }
}

/// Checks that the output of `write_onto` is read as the same value as that of `write`.
fn check(value: &Value, original: &[u8], read: &ReadOptions, spelling: Spelling) {
    let context = || format!("{value:?}\nonto {}", original.escape_ascii());
    let encoding = encoding(original);
    let write = WriteOptions::default().spelling(spelling);
    let alone = write_with(value, &write.clone().encoding(encoding));
    let onto = match write_onto_with(value, original, read, &write) {
        Ok(onto) => onto,
        // The other way round, what is in the original stays even if it could not be written.
        Err(error) => return assert!(alone.is_err(), "{error}: {}", context()),
    };
    let again = read_with(&onto, read);
    let (again, _) = again.unwrap_or_else(|error| panic!("{error}: {}\n{}", onto.escape_ascii(), context()));
    let expected = match &alone {
        Ok(alone) => &read_with(alone, read).unwrap().0,
        Err(_) => value,
    };
    // The viewer's spelling loses digits of what is not in the original.
    let difference = again.difference(expected).filter(|_| spelling == Spelling::Exact);
    assert_eq!(difference, None, "{}\n{}", onto.escape_ascii(), context());
    assert_eq!(llsd::encoding(&onto), encoding, "{}", context());
}

#[test]
fn edits_are_in_what_is_written() {
    let fixtures = fixtures();
    let (mut n_checked, mut n_warned) = (0, 0);
    for seed in 0..n_edits() {
        let random = &mut Random::new(seed);
        let original = any_document(random, &fixtures);
        let options =
            ReadOptions::default().duplicates(random.one_of(&[Duplicates::First, Duplicates::Last]));
        let Ok((mut value, warnings)) = read_with(&original, &options) else { continue };
        let plain = WriteOptions::default();
        assert_eq!(write_onto_with(&value, &original, &options, &plain).as_deref(), Ok(&*original));
        let spelling = random.one_of(&[Spelling::Exact, Spelling::Exact, Spelling::Viewer]);
        for _ in 0..=random.below(3) {
            edit(random, &mut value);
            check(&value, &original, &options, spelling);
        }
        n_checked += 1;
        n_warned += u64::from(warnings.total() > 0);
    }
    assert!(
        n_checked * 2 > n_edits() && n_warned * 8 > n_edits(),
        "{n_checked} checked, {n_warned} with warnings"
    );
}

/// Strict reading, a trace, and what follows a document.
#[test]
fn any_document_is_read_in_one_way() {
    let fixtures = fixtures();
    for seed in 0..n_edits() {
        let random = &mut Random::new(seed);
        let bytes = any_document(random, &fixtures);
        let context = || bytes.escape_ascii().to_string();
        let lenient = ReadOptions::default();
        check_traced(&bytes);
        let strict = read_with(&bytes, &lenient.clone().strict(true)).map(|(value, _)| value);
        if let Ok((value, warnings)) = read_with(&bytes, &lenient) {
            match warnings.first() {
                Some(warning) => assert_eq!(strict.as_ref(), Err(warning), "{}", context()),
                None => assert!(strict.unwrap().same(&value), "{}", context()),
            }
        }
        let prefix = |bytes: &[u8]| match encoding(bytes) {
            Encoding::Binary => llsd::binary::read_prefix(bytes, &lenient),
            Encoding::Xml => llsd::xml::read_prefix(bytes, &lenient),
            Encoding::Notation => llsd::notation::read_prefix(bytes, &lenient),
        };
        if let Ok((value, n_read, warnings)) = prefix(&bytes) {
            let (again, n_again, warnings_again) = prefix(&bytes[..n_read]).unwrap();
            assert_eq!((n_again, warnings_again), (n_read, warnings), "{}", context());
            assert!(again.same(&value), "{}", context());
        }
    }
}

/// The text of a new value.
fn fresh(value: &Value, encoding: Encoding) -> Vec<u8> {
    let options = WriteOptions::default().encoding(encoding).header(Header::None);
    let text = write_with(value, &options).unwrap();
    let inner = text.strip_prefix(b"<llsd>").and_then(|text| text.strip_suffix(b"</llsd>\n"));
    inner.map_or(text.clone(), <[u8]>::to_vec)
}

fn fresh_key(key: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Binary => [&b"k\0\0\0"[..], &[key.len() as u8], key.as_bytes()].concat(),
        Encoding::Xml => format!("<key>{key}</key>").into(),
        Encoding::Notation => format!("'{key}':").into(),
    }
}

/// The units of a container after some were moved, taken out or put in; `None` is one that is put in.
fn rearranged(units: &[Unit], order: &[Option<usize>], new: &Unit, encoding: Encoding) -> Vec<Unit> {
    let is_notation = encoding == Encoding::Notation;
    let blanks = |unit: &Unit| {
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || is_notation && **byte == b',';
        unit.gap.iter().take_while(is_blank).copied().collect::<Vec<u8>>()
    };
    let first = blanks(&units[0]);
    let second = units.get(1).map(blanks).unwrap_or_default();
    let separator = match second.is_empty() {
        false => second,
        true if is_notation => b",".to_vec(),
        true => first.clone(),
    };
    let place = |(at, from): (usize, &Option<usize>)| {
        let mut unit = from.map_or(new, |from| &units[from]).clone();
        if from.is_none() || is_notation && (at == 0) != (*from == Some(0)) {
            unit.gap = if at == 0 { first.clone() } else { separator.clone() };
        }
        unit
    };
    order.iter().enumerate().map(place).collect()
}

/// The values of these documents differ from each other, so that each can be identified.
#[test]
fn only_units_that_hold_the_edit_differ() {
    for seed in 0..n_edits() / 2 {
        let random = &mut Random::new(seed);
        let encoding = random.one_of(&ENCODINGS);
        let mut maker = Maker::new(encoding, true);
        let (root, end) = (maker.document(random), maker.end(random));
        let original = [root.text(encoding), end.clone()].concat();
        let (mut value, _) = read_with(&original, &ReadOptions::default().strict(true)).unwrap();
        assert_eq!(write_onto(&value, &original).as_deref(), Ok(&*original));

        // A container, and what it looks like when it is changed.
        let mut expected = root;
        let (mut place, mut unit) = (&mut value, &mut expected);
        loop {
            let Body::Container { units, .. } = &mut unit.body else { unreachable!("a container") };
            let inner: Vec<_> =
                (0..units.len()).filter(|at| matches!(units[*at].body, Body::Container { .. })).collect();
            if inner.is_empty() || random.once_in(3) {
                break;
            }
            let at = random.one_of(&inner);
            unit = match &mut unit.body {
                Body::Container { units, .. } => &mut units[at],
                Body::Text(_) => unreachable!("a container"),
            };
            place = match place {
                Value::Array(array) => &mut array[at],
                Value::Map(map) => map.iter_mut().nth(at).unwrap().1,
                _ => unreachable!("a container"),
            };
        }
        let Body::Container { is_map, units, .. } = &mut unit.body else { unreachable!("a container") };
        let is_set = random.once_in(4);
        // An array set to another one would be written onto it.
        let is_scalar = is_set || random.once_in(2);
        let new_value = if is_scalar { Value::from(1 << 30) } else { vec![Value::from("new")].into() };
        let body = Body::Text(fresh(&new_value, encoding));
        let key = if *is_map { fresh_key("new", encoding) } else { vec![] };
        let new = Unit { gap: vec![], key, body: body.clone() };

        let mut order: Vec<_> = (0..units.len()).map(Some).collect();
        let (at, to) = (random.below(units.len()), random.below(units.len()));
        match random.below(4) {
            _ if is_set => units[at].body = body,
            0 => drop(order.remove(at)),
            1 => order.insert(random.below(units.len() + 1), None),
            2 => order.swap(at, to),
            _ => {
                let moved = order.remove(at);
                order.insert(to, moved);
            }
        }
        *units = rearranged(units, &order, &new, encoding);
        let entries: Vec<_> = match std::mem::take(place) {
            Value::Array(array) => array.into_iter().map(|value| (Text::default(), value)).collect(),
            Value::Map(map) => map.into_iter().collect(),
            _ => unreachable!("a container"),
        };
        let entry = |from: &Option<usize>| match from {
            Some(from) if is_set && *from == at => (entries[*from].0.clone(), new_value.clone()),
            Some(from) => entries[*from].clone(),
            None => ("new".into(), new_value.clone()),
        };
        let entries = order.iter().map(entry);
        *place = match is_map {
            true => entries.collect::<Map>().into(),
            false => entries.map(|(_, value)| value).collect::<Vec<_>>().into(),
        };
        if place.is_empty() {
            unit.body = Body::Text(fresh(place, encoding));
        }
        let expected = [expected.text(encoding), end].concat();
        let written = write_onto(&value, &original).unwrap();
        let (written, expected) = (written.escape_ascii().to_string(), expected.escape_ascii().to_string());
        assert_eq!(written, expected, "{value:?}\nonto {}", original.escape_ascii());
    }
}
