//! Damage, and documents that are as good as random: the same seed gives the same on every machine.

use crate::random::Random;
use llsd::Encoding;

impl Random {
    pub(crate) fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len());
            let end = at + self.below(16).min(bytes.len() - at);
            match self.below(5) {
                0 if at < end => bytes[at] ^= 1 << self.below(8),
                1 if at < end => bytes[at] = self.one_of(b"!015iruldb'\"[]{}<>/&;,:. \0\xff"),
                2 => drop(bytes.drain(at..end)),
                3 => bytes[at..end].iter_mut().for_each(|byte| *byte = 0),
                _ => {
                    let copy = bytes[at..end].to_vec();
                    let to = self.below(bytes.len());
                    drop(bytes.splice(to..to, copy));
                }
            }
        }
    }
}

/// A value as it stands in a document, with what stands before it.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) gap: Vec<u8>,
    /// The text of its key, with what is between it and the value; empty if it has none.
    pub(crate) key: Vec<u8>,
    pub(crate) body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Text(Vec<u8>),
    Container { is_map: bool, units: Vec<Unit>, tail: Vec<u8> },
}

/// Makes documents of an encoding: with values that differ from each other, or with all that readers put up with.
pub(crate) struct Maker {
    pub(crate) encoding: Encoding,
    pub(crate) is_tidy: bool,
    n_made: usize,
}

impl Maker {
    pub(crate) fn new(encoding: Encoding, is_tidy: bool) -> Self {
        Self { encoding, is_tidy, n_made: 0 }
    }

    /// The root; its gap is what stands before it.
    pub(crate) fn document(&mut self, random: &mut Random) -> Unit {
        let mut root = self.unit(random, 0, None);
        if self.is_tidy {
            while !matches!(root.body, Body::Container { .. }) {
                root = self.unit(random, 0, None);
            }
        }
        root.gap = match self.encoding {
            Encoding::Xml => random.one_of(&["<llsd>", "<?xml version='1.0'?>\n<llsd> <!-- root -->"]).into(),
            Encoding::Binary => {
                let is_bare = matches!(root.body, Body::Container { .. }) && random.once_in(2);
                if is_bare {
                    vec![]
                } else {
                    random.one_of(&["<? LLSD/Binary ?>\n", "<?llsd/binary?>"]).into()
                }
            }
            Encoding::Notation if self.is_tidy => random.one_of(&["", "<? llsd/notation ?>\n"]).into(),
            Encoding::Notation => random.one_of(&["", " ", "<? llsd/notation ?>\n"]).into(),
        };
        root
    }

    /// Returns the bytes after the root.
    pub(crate) fn end(&self, random: &mut Random) -> Vec<u8> {
        match (self.encoding, self.is_tidy) {
            (Encoding::Xml, _) => random.one_of(&["</llsd>", " <!-- end --></llsd>\n"]).into(),
            (_, true) => random.one_of(&["", "\0"]).into(),
            (_, false) => random.one_of(&["", "\0", " ", "5", ".5", "e5", "x", ",", "(ind)"]).into(),
        }
    }

    fn unit(&mut self, random: &mut Random, depth: usize, in_map: Option<bool>) -> Unit {
        let is_container = depth < 4 && random.below(6) < 2 + usize::from(depth == 0) * 3;
        let gap = self.gap(random, in_map == Some(true));
        let key = if in_map == Some(true) { self.key(random) } else { vec![] };
        let body = if is_container {
            let is_map = random.once_in(2);
            let n_units = random.below(6) + usize::from(self.is_tidy);
            let units = (0..n_units).map(|_| self.unit(random, depth + 1, Some(is_map))).collect();
            Body::Container { is_map, units, tail: self.gap(random, is_map) }
        } else {
            Body::Text(self.scalar(random))
        };
        Unit { gap, key, body }
    }

    fn gap(&self, random: &mut Random, in_map: bool) -> Vec<u8> {
        let gaps: &[&str] = match (self.encoding, self.is_tidy, in_map) {
            (Encoding::Binary, ..) => &[""],
            (Encoding::Xml, true, _) => &["", " ", "\n\t", "\n <!-- one -->", "<!-- two --> ", "<?x?>\n"],
            (Encoding::Xml, false, false) => &["", " ", "<!-- c -->", "text", "<![CDATA[ ]]>"],
            (Encoding::Xml, false, true) => {
                &["", "<!--5-->", "x", "<key>9</key>", "<undef/>", "<key>a</key>\n"]
            }
            (Encoding::Notation, true, _) => &[",", ", ", " ,\n", "\t", " "],
            (Encoding::Notation, false, false) => &["", "", ",", " ", ",, "],
            (Encoding::Notation, false, true) => {
                &["", "", ",", " ", "5", ".5", "e5", "(ind)", "x ", ",[", "1", "\u{2}"]
            }
        };
        random.one_of(gaps).into()
    }

    fn key(&mut self, random: &mut Random) -> Vec<u8> {
        self.n_made += 1;
        // The name is probably one that already occurs.
        let name = if self.is_tidy {
            format!("k{}", self.n_made)
        } else {
            random.one_of(&["a", "b", "c", ""]).into()
        };
        match self.encoding {
            Encoding::Binary if !self.is_tidy && random.once_in(3) => format!("'{name}'").into(),
            Encoding::Binary => binary(b'k', name.as_bytes()),
            Encoding::Xml => format!("<key>{name}</key>{}", random.one_of(&["", " ", "<!-- of -->"])).into(),
            Encoding::Notation if !self.is_tidy && random.once_in(3) => {
                format!("s({})'{name}'", name.len()).into()
            }
            Encoding::Notation => format!("'{name}'{}", random.one_of(&[":", " : ", " ", ""])).into(),
        }
    }

    fn scalar(&mut self, random: &mut Random) -> Vec<u8> {
        self.n_made += 1;
        let n = self.n_made;
        match (self.encoding, self.is_tidy) {
            (Encoding::Binary, true) => [&b"i"[..], &(n as u32).to_be_bytes()].concat(),
            (Encoding::Xml, true) => random
                .one_of(&[format!("<integer>{n}</integer>"), format!("<string>{n}</string >")].each_ref())
                .clone()
                .into(),
            (Encoding::Notation, true) => {
                random.one_of(&[format!("i +{n}"), format!("\"{n}\"")].each_ref()).clone().into()
            }
            (Encoding::Binary, false) => random
                .one_of::<&[u8]>(&[
                    b"!",
                    b"0",
                    b"1",
                    b"i\0\0\0\x01",
                    b"'\\x4'",
                    b"\"a\"",
                    b"s\0\0\0\0",
                    b"l\0\0\0\x01u",
                    b"r\x7f\xf8\0\0\0\0\0\x01",
                    b"d\0\0\0\0\0\0\0\0",
                    b"b\0\0\0\x01]",
                ])
                .into(),
            (Encoding::Xml, false) => random
                .one_of(&[
                    "<undef/>",
                    "<what><x/></what>",
                    "<integer>12.9</integer>",
                    "<string>&nbsp;\u{1}</string>",
                    "<real>nan</real>",
                    "<string><![CDATA[<]]>b<x/></string>",
                    "<boolean/>",
                    "<uuid>x</uuid>",
                    "<binary>AA==</binary>",
                    "<uri/>",
                ])
                .into(),
            (Encoding::Notation, false) => random
                .one_of(&[
                    "!",
                    "t",
                    "F",
                    "1",
                    "0",
                    "true",
                    "i5",
                    "i 5",
                    "r1",
                    "r1.",
                    "rnan",
                    "r-inf",
                    "'x'",
                    "s(1)\"]\"",
                    "b(1)','",
                    "b16''",
                    "d''",
                    "d'x'",
                    "l/u/",
                    "u01234567-89ab-cdef-0123-456789abcdef",
                ])
                .into(),
        }
    }
}

fn binary(tag: u8, bytes: &[u8]) -> Vec<u8> {
    [&[tag][..], &(bytes.len() as u32).to_be_bytes(), bytes].concat()
}

impl Unit {
    pub(crate) fn text(&self, encoding: Encoding) -> Vec<u8> {
        let body = match &self.body {
            Body::Text(text) => text.clone(),
            Body::Container { is_map, units, tail } => {
                let n_units = (units.len() as u32).to_be_bytes();
                let (open, close): (Vec<u8>, &str) = match (encoding, is_map) {
                    (Encoding::Binary, true) => ([&b"{"[..], &n_units].concat(), "}"),
                    (Encoding::Binary, false) => ([&b"["[..], &n_units].concat(), "]"),
                    (Encoding::Xml, true) => (b"<map a='>'>".into(), "</map>"),
                    (Encoding::Xml, false) => (b"<array >".into(), "</array>"),
                    (Encoding::Notation, true) => (b"{".into(), "}"),
                    (Encoding::Notation, false) => (b"[".into(), "]"),
                };
                let inside: Vec<u8> = units.iter().flat_map(|unit| unit.text(encoding)).collect();
                [&open, &*inside, tail, close.as_bytes()].concat()
            }
        };
        [&*self.gap, &self.key, &body].concat()
    }
}
