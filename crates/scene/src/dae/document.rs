//! The XML of a Collada file, its ids and its numbers.

use crate::allowance::Allowance;
use crate::loss::LossCode;
use crate::problem::{Problem, ProblemKind, Reports};
use roxmltree::{Document, Node, NodeId, ParsingOptions};
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::str::FromStr;

/// Upper bound on the attributes of a tag, which the XML reader compares with each other.
const MOST_ATTRIBUTES: usize = 64;
/// Upper bound on namespace declarations, which the XML reader copies into all inner elements. Files have one or two.
const MOST_NAMESPACES: usize = 1000;
/// Estimated memory of an element and the text after it, including its entries in the tables of the reader, in bytes.
const ELEMENT: usize = 320;
/// Estimated memory of an attribute, in bytes.
const ATTRIBUTE: usize = 80;

/// Decodes the text of a file.
pub(super) fn decoded(file: &[u8]) -> Result<Cow<'_, str>, Problem> {
    let (body, is_big) = match file {
        [0xff, 0xfe, body @ ..] => (body, false),
        [0xfe, 0xff, body @ ..] => (body, true),
        [b'<', 0, ..] => (file, false),
        [0, b'<', ..] => (file, true),
        _ => {
            let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
            return std::str::from_utf8(text).map(Cow::Borrowed).or_else(|error| {
                let bytes = declared(text).filter(|name| SINGLE_BYTE.contains(&&**name)).map(|_| text.iter());
                let text = bytes.map(|bytes| Cow::Owned(bytes.map(|byte| western(*byte)).collect()));
                text.ok_or_else(|| {
                    let message = "the text is not UTF-8, UTF-16, ISO-8859-1 or windows-1252";
                    Problem::new(ProblemKind::Framing, message).on_byte(error.valid_up_to())
                })
            });
        }
    };
    let units = body
        .as_chunks::<2>()
        .0
        .iter()
        .map(|pair| if is_big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) });
    let text: String =
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Ok(Cow::Owned(text))
}

/// Names of encodings with one byte for each character, in lower case. All are decoded as windows-1252, as the
/// Encoding Standard of the WHATWG requires.
const SINGLE_BYTE: [&str; 6] = ["iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii"];

/// The encoding that the XML declaration names, in lower case.
fn declared(text: &[u8]) -> Option<String> {
    let end = text.iter().position(|byte| *byte == b'>')?;
    let declaration = text.get(..end)?.strip_prefix(b"<?xml")?.to_ascii_lowercase();
    let declaration = String::from_utf8(declaration).ok()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value.split(quote).nth(1).map(str::to_owned)
}

/// A character of windows-1252, which differs from ISO-8859-1 in 27 of its 32 control characters.
fn western(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let own = byte.checked_sub(0x80).and_then(|place| FROM_80.get(usize::from(place)));
    own.copied().unwrap_or(char::from(byte))
}

/// Parses a text, within the limit on memory.
pub(super) fn tree<'t>(text: &'t str, memory: &Allowance) -> Result<Document<'t>, Problem> {
    check(text)?;
    let count = |wanted: u8| text.bytes().filter(|byte| *byte == wanted).count();
    memory.take(count(b'<').saturating_mul(ELEMENT))?;
    memory.take(count(b'=').saturating_mul(ATTRIBUTE))?;
    // A DTD can define entities that expand each other without bounds.
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        Problem::new(ProblemKind::Framing, error.to_string()).with_path(format!("line {}", position.row))
    })
}

/// Refuses files that would take the XML reader quadratic time.
fn check(text: &str) -> Result<(), Problem> {
    let too_many = |what: &str, byte: usize| {
        Err(Problem::new(ProblemKind::Limit, format!("there are too many {what}")).on_byte(byte))
    };
    let (mut at, mut n_namespaces) = (0_usize, 0_usize);
    let behind = |at: usize, end: &str| {
        text.get(at..)
            .and_then(|rest| rest.find(end))
            .map_or(text.len(), |found| at.saturating_add(found).saturating_add(end.len()))
    };
    loop {
        at = behind(at, "<");
        let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else { return Ok(()) };
        let skipped = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")];
        if let Some((_, end)) = skipped.iter().find(|(start, _)| rest.starts_with(start)) {
            at = behind(at, end);
            continue;
        }
        let (mut quote, mut n_attributes) = (None, 0_usize);
        for (number, byte) in rest.bytes().enumerate() {
            match byte {
                _ if quote == Some(byte) => quote = None,
                _ if quote.is_some() => {}
                b'"' | b'\'' => quote = Some(byte),
                b'=' => n_attributes = n_attributes.saturating_add(1),
                b'x' if rest.get(number..).is_some_and(|rest| rest.starts_with("xmlns")) => {
                    n_namespaces = n_namespaces.saturating_add(1);
                }
                b'>' => break,
                _ => {}
            }
            at = at.saturating_add(1);
        }
        if n_namespaces > MOST_NAMESPACES {
            return too_many("declarations of namespaces", at);
        }
        if n_attributes > MOST_ATTRIBUTES {
            return too_many("attributes in a tag", at);
        }
    }
}

/// A table of numbers in rows.
#[derive(Debug, Clone)]
pub(super) struct NumberTable {
    pub(super) numbers: Rc<Vec<f32>>,
    pub(super) stride: usize,
    offset: usize,
    pub(super) width: usize,
}

impl NumberTable {
    /// A row, padded with 0; `None` if it does not exist.
    pub(super) fn row<const N: usize>(&self, number: u32) -> Option<[f32; N]> {
        let mut out = [0.0; N];
        out.iter_mut().zip(self.values(number as usize)?).for_each(|(out, number)| *out = *number);
        Some(out)
    }

    /// The numbers of a row.
    pub(super) fn values(&self, number: usize) -> Option<&[f32]> {
        let start = self.stride.checked_mul(number)?.checked_add(self.offset)?;
        self.numbers.get(start..start.checked_add(self.width)?)
    }
}

/// The elements of a file by id, and the numbers in them.
pub(super) struct Library<'t> {
    pub(super) root: Node<'t, 't>,
    ids: HashMap<&'t str, Node<'t, 't>>,
    numbers: HashMap<NodeId, Rc<Vec<f32>>>,
    sources: HashMap<NodeId, Option<NumberTable>>,
    pub(super) reports: Reports,
    memory: Allowance,
    /// The number of words that should be numbers, and count as 0.
    pub(super) n_wrong: usize,
}

impl<'t> Library<'t> {
    pub(super) fn new(document: &'t Document<'t>, reports: Reports, memory: Allowance) -> Self {
        let root = document.root_element();
        let mut ids = HashMap::new();
        for node in root.descendants() {
            if let Some(id) = node.attribute("id") {
                ids.entry(id).or_insert(node);
            }
        }
        Self { root, ids, numbers: HashMap::new(), sources: HashMap::new(), reports, memory, n_wrong: 0 }
    }

    /// The element at an address such as `#chair`.
    pub(super) fn find(&self, address: &str) -> Option<Node<'t, 't>> {
        let id = address.rsplit_once('#').map_or(address, |(_, id)| id);
        self.ids.get(id).copied()
    }

    /// The element at the address in an attribute.
    pub(super) fn named_by(&self, node: Node<'t, 't>, attribute: &str) -> Option<Node<'t, 't>> {
        self.find(node.attribute(attribute)?)
    }

    pub(super) fn excuse(
        &mut self,
        kind: ProblemKind,
        message: impl Into<String>,
        at: Node<'t, 't>,
    ) -> Result<(), Problem> {
        self.reports.excuse(Problem::new(kind, message).with_path(path(at)).on_byte(at.range().start))
    }

    /// Reports that an element is missing without which a shape is incomplete.
    pub(super) fn lacks(&mut self, message: impl Into<String>, at: Node<'t, 't>) -> Result<(), Problem> {
        let problem = Problem::new(ProblemKind::Reference, message).code(LossCode::ReferenceBroken);
        self.reports.excuse(problem.with_path(path(at)).on_byte(at.range().start))
    }

    /// Counts bytes against the limit on memory.
    pub(super) fn charge(&self, n_bytes: usize) -> Result<(), Problem> {
        self.memory.take(n_bytes)
    }

    /// The source of an `input`, which is read once; `None` if it has no numbers.
    pub(super) fn source(&mut self, input: Node<'t, 't>) -> Result<Option<NumberTable>, Problem> {
        let Some(source) = self.named_by(input, "source") else {
            self.lacks("a source is missing", input)?;
            return Ok(None);
        };
        if let Some(known) = self.sources.get(&source.id()) {
            return Ok(known.clone());
        }
        let accessor = one(source, "technique_common").and_then(|common| one(common, "accessor"));
        let array = accessor
            .and_then(|accessor| self.named_by(accessor, "source"))
            .or_else(|| one(source, "float_array"))
            .filter(|array| array.tag_name().name() == "float_array");
        let number = |name: &str| accessor?.attribute(name)?.parse::<usize>().ok();
        // The specification skips parameters without a name. They are assumed to come last.
        let n_params = accessor.map_or(0, |accessor| all(accessor, "param").count());
        let stride = number("stride").unwrap_or(1).max(1);
        let width = if n_params > 0 { n_params.min(stride) } else { stride };
        let found = match array {
            Some(array) => Some(NumberTable {
                numbers: self.numbers(array)?,
                stride,
                offset: number("offset").unwrap_or(0),
                // One parameter of type float4x4 has sixteen numbers.
                width: if n_params == 1 { stride } else { width },
            }),
            None => {
                self.lacks("a source has no numbers", source)?;
                None
            }
        };
        self.sources.insert(source.id(), found.clone());
        Ok(found)
    }

    /// The source of an `input`, with numbers that are not finite as 0.
    pub(super) fn finite_source(&mut self, input: Node<'t, 't>) -> Result<Option<NumberTable>, Problem> {
        let Some(mut source) = self.source(input)? else { return Ok(None) };
        let n_wrong = source.numbers.iter().filter(|number| !number.is_finite()).count();
        if n_wrong > 0 {
            self.charge(source.numbers.len().saturating_mul(size_of::<f32>()))?;
            self.n_wrong = self.n_wrong.saturating_add(n_wrong);
            let finite = source.numbers.iter().map(|number| if number.is_finite() { *number } else { 0.0 });
            source.numbers = Rc::new(finite.collect());
        }
        Ok(Some(source))
    }

    /// The names in the source of an `input`.
    pub(super) fn names(&mut self, input: Node<'t, 't>) -> Result<Vec<&'t str>, Problem> {
        let source = self.named_by(input, "source");
        let array =
            source.and_then(|source| one(source, "Name_array").or_else(|| one(source, "IDREF_array")));
        let text = array.map(text).unwrap_or_default();
        self.charge(text.len().saturating_mul(8))?;
        let names: Vec<_> = words(text).collect();
        // FBX Converter writes each name on a line of its own, and names contain spaces.
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let count = array.and_then(|array| array.attribute("count")?.parse().ok());
        Ok(if count == Some(lines.len()) { lines } else { names })
    }

    /// The numbers in an element, which are read once. They may be infinite or NaN.
    pub(super) fn numbers(&mut self, node: Node<'t, 't>) -> Result<Rc<Vec<f32>>, Problem> {
        if let Some(known) = self.numbers.get(&node.id()) {
            return Ok(Rc::clone(known));
        }
        let text = text(node);
        self.charge(text.len().saturating_mul(4))?;
        let mut n_wrong = 0_usize;
        let numbers = words(text).map(|word| {
            // XML Schema spells infinity as INF, which Rust reads, too.
            word.parse().ok().or_else(|| number(word)).unwrap_or_else(|| {
                n_wrong = n_wrong.saturating_add(1);
                0.0
            })
        });
        let numbers = Rc::new(numbers.collect::<Vec<f32>>());
        self.n_wrong = self.n_wrong.saturating_add(n_wrong);
        self.numbers.insert(node.id(), Rc::clone(&numbers));
        Ok(numbers)
    }
}

/// The integers in an element; `None` for each word that is not one.
pub(super) fn integers(node: Node<'_, '_>) -> impl Iterator<Item = Option<i64>> {
    words(text(node)).map(|word| word.parse().ok())
}

/// Parses a number, which may have a decimal comma.
pub(super) fn number<T: FromStr + Into<f64> + Copy>(word: &str) -> Option<T> {
    let number: Option<T> = word.parse().or_else(|_| word.replace(',', ".").parse()).ok();
    number.filter(|number| (*number).into().is_finite())
}

/// Splits a text at the white space of XML.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

pub(super) fn text<'t>(node: Node<'t, 't>) -> &'t str {
    node.text().unwrap_or_default()
}

/// The child elements with a name.
pub(super) fn all<'t>(node: Node<'t, 't>, name: &'static str) -> impl Iterator<Item = Node<'t, 't>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

pub(super) fn one<'t>(node: Node<'t, 't>, name: &'static str) -> Option<Node<'t, 't>> {
    all(node, name).next()
}

/// The elements of a library, such as each `geometry` in `library_geometries`.
pub(super) fn library<'t>(
    root: Node<'t, 't>,
    folder: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'t, 't>> {
    all(root, folder).flat_map(move |folder| all(folder, name))
}

/// The name of an element for people, or its id.
pub(super) fn label<'t>(node: Node<'t, 't>) -> &'t str {
    node.attribute("name").filter(|name| !name.is_empty()).or(node.attribute("id")).unwrap_or_default()
}

/// The path of an element in messages.
pub(super) fn path(node: Node<'_, '_>) -> String {
    let id = node.attribute("id").map(|id| format!(" {id:?}")).unwrap_or_default();
    format!("{}{id}", node.tag_name().name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_the_encoding_that_they_declare() {
        let text =
            |encoding: &str| format!("<?xml version='1.0' encoding=\"{encoding}\"?><a/>St").into_bytes();
        for encoding in ["ISO-8859-1", "iso-8859-1", "Windows-1252"] {
            let read = [&text(encoding)[..], b"\xfchle \x80"].concat();
            assert!(decoded(&read).unwrap().ends_with("<a/>St\u{fc}hle \u{20ac}"), "{encoding}");
        }
        // Valid UTF-8 is read as UTF-8, whatever the declaration says.
        let read = [&text("ISO-8859-1")[..], "\u{fc}".as_bytes()].concat();
        assert!(decoded(&read).unwrap().ends_with("St\u{fc}"));
        for units in [u16::to_le_bytes, u16::to_be_bytes] {
            let read: Vec<u8> = "<a>\u{fc}".encode_utf16().flat_map(units).collect();
            assert_eq!(decoded(&read).unwrap(), "<a>\u{fc}");
        }
        let read = [&text("KOI8-R")[..], b"\xfc"].concat();
        let problem = decoded(&read).unwrap_err();
        assert_eq!(problem.message, "the text is not UTF-8, UTF-16, ISO-8859-1 or windows-1252");
        assert_eq!(problem.byte, Some(read.len() - 1));
    }
}
