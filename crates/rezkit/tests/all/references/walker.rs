//! A second, simple reader of the references in a file, which shares no code with the libraries.

use base64::Engine;
use std::collections::{BTreeMap, HashMap};

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lead {
    None,
    /// To the instance with this name.
    To(String),
    Nowhere,
}

/// An instance: the name of its parent, and its references by property; those in attributes have an `@` before the name. A
/// tag is as a reference to nothing, with a `#` before its name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WalkedInstance {
    pub(super) parent: Option<String>,
    pub(super) leads: BTreeMap<String, Lead>,
}

/// All instances of a file by their names, which are unique.
pub(super) type World = BTreeMap<String, WalkedInstance>;

pub(super) fn walk(file: &[u8]) -> World {
    if file.starts_with(b"<roblox!") { binary(file) } else { xml(std::str::from_utf8(file).unwrap()) }
}

/// Bytes that are left.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(n);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn number(&mut self) -> usize {
        u32::from_le_bytes(self.take(4).try_into().unwrap()) as usize
    }

    fn string(&mut self) -> &'a [u8] {
        let n = self.number();
        self.take(n)
    }

    /// Numbers of four bytes, the first bytes of all before the second of all, and so on.
    fn interleaved(&mut self, n: usize) -> Vec<u32> {
        let planes = self.take(4 * n);
        (0..n).map(|i| (0..4).fold(0, |sum, plane| sum << 8 | u32::from(planes[plane * n + i]))).collect()
    }

    fn signed(&mut self, n: usize) -> Vec<i32> {
        let zigzag = |number: u32| (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        self.interleaved(n).into_iter().map(zigzag).collect()
    }

    /// Each is the difference to the one before.
    fn referents(&mut self, n: usize) -> Vec<i32> {
        let mut sum = 0_i32;
        self.signed(n).into_iter().map(|difference| (sum += difference, sum).1).collect()
    }
}

fn unpacked(packed: &[u8], n: usize) -> Vec<u8> {
    /// A length of four bits, and more bytes if these are all set.
    fn length(rest: &mut Rest<'_>, nibble: u8) -> usize {
        let (mut len, mut is_open) = (usize::from(nibble), nibble == 15);
        while is_open {
            let more = rest.byte();
            len += usize::from(more);
            is_open = more == 255;
        }
        len
    }
    let (mut rest, mut plain) = (Rest(packed), Vec::<u8>::with_capacity(n));
    while !rest.0.is_empty() {
        let token = rest.byte();
        let n_literals = length(&mut rest, token >> 4);
        plain.extend_from_slice(rest.take(n_literals));
        if rest.0.is_empty() {
            break;
        }
        let offset = usize::from(u16::from_le_bytes(rest.take(2).try_into().unwrap()));
        for _ in 0..length(&mut rest, token & 15) + 4 {
            plain.push(plain[plain.len() - offset]);
        }
    }
    assert_eq!(plain.len(), n);
    plain
}

/// The references in a string of attributes: numbers, by the names of the attributes.
fn attributes(string: &[u8]) -> Vec<(String, i32)> {
    let (mut rest, mut found) = (Rest(string), Vec::new());
    for _ in 0..if string.is_empty() { 0 } else { rest.number() } {
        let name = String::from_utf8(rest.string().to_vec()).unwrap();
        match rest.byte() {
            0x02 => _ = rest.string(),
            0x03 => _ = rest.byte(),
            0x06 => _ = rest.take(8),
            0x1d => _ = rest.take(25),
            0x1e => _ = rest.take(3),
            0x1f => _ = rest.take(24),
            0x20 => _ = rest.take(12),
            0x22 => _ = rest.take(8),
            0x23 => _ = rest.take(48),
            0x24 => _ = rest.take(21),
            0x25 => found.push((name, i32::from_le_bytes(rest.take(4).try_into().unwrap()))),
            // What follows is not known.
            0x7f => return found,
            other => panic!("an attribute of type {other:#04x}"),
        }
    }
    assert!(rest.0.is_empty());
    found
}

/// The tags in a string.
fn tagged(string: &[u8]) -> impl Iterator<Item = String> {
    let tags = string.split(|byte| *byte == 0).filter(|tag| !tag.is_empty());
    tags.map(|tag| format!("#{}", String::from_utf8(tag.to_vec()).unwrap()))
}

/// The numbers in a property of a class: rows, what each is called, and where it leads.
struct Column {
    class: usize,
    leads: Vec<(usize, String, i32)>,
}

fn binary(file: &[u8]) -> World {
    let mut rest = Rest(&file[32..]);
    let (mut classes, mut columns, mut strings) = (HashMap::new(), Vec::new(), Vec::new());
    let (mut names, mut parents) = (HashMap::<i32, String>::new(), Vec::new());
    loop {
        let name = rest.take(4);
        let [packed, plain, _] = [(); 3].map(|()| rest.number());
        let body = match packed {
            0 => rest.take(plain).to_vec(),
            _ => unpacked(rest.take(packed), plain),
        };
        let mut body = Rest(&body);
        match name {
            b"SSTR" => {
                body.number();
                for _ in 0..body.number() {
                    body.take(16);
                    strings.push(body.string().to_vec());
                }
            }
            b"INST" => {
                let (id, _, _, n) = (body.number(), body.string(), body.byte(), body.number());
                classes.insert(id, body.referents(n));
            }
            b"PROP" => {
                let class = body.number();
                let property = String::from_utf8(body.string().to_vec()).unwrap();
                let instances: &Vec<i32> = &classes[&class];
                let n = instances.len();
                let rows: Vec<Vec<u8>> = match body.byte() {
                    0x01 => (0..n).map(|_| body.string().to_vec()).collect(),
                    0x1c => {
                        body.interleaved(n).into_iter().map(|index| strings[index as usize].clone()).collect()
                    }
                    0x13 => {
                        let leads = body.referents(n).into_iter().enumerate();
                        let leads = leads.map(|(row, lead)| (row, property.clone(), lead)).collect();
                        columns.push(Column { class, leads });
                        continue;
                    }
                    0x22 => {
                        let kinds = body.signed(n);
                        for _ in 0..body.number() {
                            body.string();
                        }
                        let n = body.number();
                        let mut objects = body.referents(n).into_iter();
                        let leads = kinds
                            .into_iter()
                            .map(|kind| if kind == 2 { objects.next().unwrap() } else { -1 });
                        let leads =
                            leads.enumerate().map(|(row, lead)| (row, property.clone(), lead)).collect();
                        columns.push(Column { class, leads });
                        continue;
                    }
                    _ => continue,
                };
                if property == "Name" {
                    let named = instances.iter().zip(&rows);
                    names.extend(named.map(|(id, name)| (*id, String::from_utf8(name.clone()).unwrap())));
                }
                if property == "Tags" {
                    let tags = rows.iter().enumerate();
                    let leads = tags.flat_map(|(row, all)| tagged(all).map(move |tag| (row, tag, -1)));
                    let leads = leads.collect();
                    columns.push(Column { class, leads });
                }
                if property.ends_with("Serialize") {
                    let sign = if property == "AttributesSerialize" { "@" } else { "" };
                    let leads = rows.iter().enumerate().flat_map(|(row, string)| {
                        attributes(string)
                            .into_iter()
                            .map(move |(name, lead)| (row, format!("{sign}{name}"), lead))
                    });
                    let leads = leads.collect();
                    columns.push(Column { class, leads });
                }
            }
            b"PRNT" => {
                body.byte();
                let n = body.number();
                let children = body.referents(n);
                parents = children.into_iter().zip(body.referents(n)).collect();
            }
            b"END\0" => break,
            _ => {}
        }
    }
    let lead = |number: i32| match names.get(&number) {
        _ if number == -1 => Lead::None,
        Some(name) => Lead::To(name.clone()),
        None => Lead::Nowhere,
    };
    let mut world = World::new();
    for (child, parent) in parents {
        world.insert(
            names[&child].clone(),
            WalkedInstance { parent: names.get(&parent).cloned(), ..WalkedInstance::default() },
        );
    }
    for Column { class, leads, .. } in columns {
        for (row, name, number) in leads {
            let instance = world.get_mut(&names[&classes[&class][row]]).unwrap();
            assert!(instance.leads.insert(name, lead(number)).is_none());
        }
    }
    world
}

/// Tags with their texts, of XML as the tests have it: without comments and CDATA in what matters.
fn xml(text: &str) -> World {
    let (mut names, mut found) =
        (HashMap::new(), Vec::<(String, Option<String>, Vec<(String, String)>)>::new());
    let mut open: Vec<usize> = Vec::new();
    let mut content = None;
    for piece in text.split('<').skip(1) {
        let (tag, body) = piece.split_once('>').unwrap();
        let value = |name: &str| {
            let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
            tag[start..].split('"').next().map(str::to_owned)
        };
        match tag.split([' ', '/']).next().unwrap() {
            "Item" => {
                let parent = open.last().map(|at| found[*at].0.clone());
                // One that nothing refers to may have no referent of its own.
                let referent = value("referent").unwrap_or_else(|| format!("?{}", found.len()));
                open.push(found.len());
                found.push((referent, parent, Vec::new()));
            }
            "string" if value("name").as_deref() == Some("Name") => {
                names.insert(found[*open.last().unwrap()].0.clone(), body.to_owned());
            }
            "Ref" => {
                let name = value("name").or_else(|| content.clone()).unwrap();
                let name = name.strip_prefix("__attrRef_").map_or(name.clone(), |name| format!("@{name}"));
                found[*open.last().unwrap()].2.push((name, body.to_owned()));
            }
            "Content" => content = value("name"),
            "null" => {
                if let Some(name) = content.clone() {
                    found[*open.last().unwrap()].2.push((name, "null".into()));
                }
            }
            "BinaryString" => {
                let string =
                    base64::engine::general_purpose::STANDARD.decode(body.replace(['\n', '\t'], "")).unwrap();
                if value("name").as_deref() == Some("Tags") {
                    let tags = tagged(&string).map(|tag| (tag, "null".to_owned()));
                    found[*open.last().unwrap()].2.extend(tags);
                }
                if value("name").is_some_and(|name| name.ends_with("Serialize")) {
                    for (name, number) in attributes(&string) {
                        assert_eq!(number, -1, "{name}: a number means nothing in XML");
                        found[*open.last().unwrap()].2.push((name, "null".into()));
                    }
                }
            }
            "" => {
                let closed = &tag[1..];
                if closed == "Item" {
                    open.pop();
                }
                if closed == "Content" {
                    content = None;
                }
            }
            _ => {}
        }
    }
    let lead = |referent: &str| match names.get(referent) {
        _ if referent == "null" => Lead::None,
        Some(name) => Lead::To(name.clone()),
        None => Lead::Nowhere,
    };
    let mut world = World::new();
    for (referent, parent, leads) in &found {
        let leads = leads.iter().map(|(name, referent)| (name.clone(), lead(referent)));
        let parent = parent.as_ref().map(|parent| names[parent].clone());
        world.insert(names[referent].clone(), WalkedInstance { parent, leads: leads.collect() });
    }
    assert_eq!(world.len(), found.len());
    world
}
