//! Writes text and character references. Format document, section 3.

use super::{Writer, number};
use crate::options::TextRule;
use crate::read::markup;
use crate::wire::{BASE64, BASE64_LINE, CDATA, before, is_cdata, is_space, trim};
use base64::Engine;
use memchr::{memchr, memmem};

/// The quoting of the text of an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Quoting {
    /// Studio's quoting, except that white space at the ends is protected by CDATA.
    #[default]
    Usual,
    Cdata,
    /// Character references, except for the characters of [`Bare`].
    References(Bare),
}

/// Flags for tabs and the characters `>`, `"` and `'`; set for those that are left unquoted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bare {
    tab: bool,
    greater: bool,
    double: bool,
    single: bool,
}

impl Bare {
    fn has(self, byte: u8) -> bool {
        match byte {
            b'\t' => self.tab,
            b'>' => self.greater,
            b'"' => self.double,
            b'\'' => self.single,
            _ => false,
        }
    }
}

impl Quoting {
    /// Detects the quoting of the text in an element with this source.
    pub(super) fn detect(source: &[u8]) -> Self {
        let inside = markup::start_tag(source).map(|(inside, _)| inside).unwrap_or_default();
        let inside = inside.get(..memmem::rfind(inside, b"</").unwrap_or_default()).unwrap_or_default();
        let has = |sign| memchr(sign, inside).is_some();
        if memmem::find(inside, CDATA).is_some() {
            Self::Cdata
        } else if trim(inside).is_empty() {
            Self::Usual
        } else {
            Self::References(Bare {
                tab: has(b'\t'),
                greater: has(b'>'),
                double: has(b'"'),
                single: has(b'\''),
            })
        }
    }
}

impl Writer<'_> {
    /// Writes the text of an element. White space at its ends is protected, unless `plain_space` is set.
    pub(super) fn text(&mut self, text: &[u8], plain_space: bool) {
        // Roblox does not trim CDATA. Format document, section 3.2.
        let in_cdata = match self.quoting {
            Quoting::Usual => trim(text).len() < text.len(),
            Quoting::Cdata => true,
            Quoting::References(_) => false,
        };
        if in_cdata && !plain_space && is_cdata(text) {
            self.cdata(text);
        } else {
            self.plain(text, plain_space);
        }
    }

    /// Writes text without CDATA. White space at its ends is written as character references, unless `plain_space` is
    /// set.
    pub(super) fn plain(&mut self, text: &[u8], plain_space: bool) {
        let inner = trim(text);
        let start = text.iter().take_while(|byte| is_space(**byte)).count();
        let end = start.saturating_add(inner.len());
        self.ends(text.get(..start).unwrap_or_default(), plain_space);
        self.escaped(inner, false);
        self.ends(text.get(end..).unwrap_or_default(), plain_space);
    }

    fn ends(&mut self, space: &[u8], plain: bool) {
        for byte in space {
            // A carriage return would be read as a line feed.
            if plain && *byte != b'\r' { self.out.push(*byte) } else { reference(&mut self.out, *byte) }
        }
    }

    /// Writes bytes as base64, in lines of 72 characters. If `in_cdata` is set and there are several lines, they are
    /// written as CDATA.
    pub(super) fn binary(&mut self, bytes: &[u8], in_cdata: bool) {
        // Format document, section 3.3.
        let in_cdata = in_cdata && bytes.len() > BASE64_LINE;
        if in_cdata {
            self.out.extend_from_slice(CDATA);
        }
        for line in bytes.chunks(BASE64_LINE) {
            let start = self.out.len();
            let encoded = line.len().div_ceil(3).saturating_mul(4);
            self.out.resize(start.saturating_add(encoded), 0);
            let space = self.out.get_mut(start..).unwrap_or_default();
            let written = BASE64.encode_slice(line, space).unwrap_or_default();
            self.out.truncate(start.saturating_add(written));
            // A whole line has a line feed even if it is the last. Format document, section 3.3.
            if line.len() == BASE64_LINE {
                self.out.push(b'\n');
            }
        }
        if in_cdata {
            self.out.extend_from_slice(b"]]>");
        }
    }

    /// Writes text with markup, and everything except printable ASCII, escaped. In an attribute, line ends are escaped
    /// too, because they would be read as spaces.
    pub(super) fn escaped(&mut self, text: &[u8], in_attribute: bool) {
        // References are read as bytes only if the whole text is UTF-8, so the bytes of other text are not escaped.
        let high_as_reference = !text.is_ascii()
            && match self.options.text {
                TextRule::Auto => !self.document.plain_utf8 && str::from_utf8(text).is_ok(),
                TextRule::Bytes => true,
                TextRule::CodePoints => false,
            };
        // Without branches, for the sake of `before`. Format document, section 3.2.
        let is_special = move |byte: u8| {
            (byte < b' ') & ((byte != b'\n') | in_attribute)
                | (byte >= 0x7f) & ((byte == 0x7f) | high_as_reference)
                | (byte == b'<')
                | (byte == b'>')
                | (byte == b'&')
                | (byte == b'"')
                | (byte == b'\'')
        };
        match self.quoting {
            Quoting::References(bare) if !in_attribute => {
                // XML has no text with `]]>`.
                let greater = bare.greater && memmem::find(text, b"]]>").is_none();
                let bare = Bare { greater, ..bare };
                self.escape(text, move |byte| is_special(byte) && !bare.has(byte));
            }
            _ => self.escape(text, is_special),
        }
    }

    #[inline]
    fn escape(&mut self, text: &[u8], is_special: impl Fn(u8) -> bool + Copy) {
        let mut rest = text;
        loop {
            let (plain, special) = rest.split_at_checked(before(rest, is_special)).unwrap_or((rest, &[]));
            self.out.extend_from_slice(plain);
            let Some((byte, after)) = special.split_first() else { break };
            match byte {
                b'<' => self.out.extend_from_slice(b"&lt;"),
                b'>' => self.out.extend_from_slice(b"&gt;"),
                b'&' => self.out.extend_from_slice(b"&amp;"),
                b'"' => self.out.extend_from_slice(b"&quot;"),
                b'\'' => self.out.extend_from_slice(b"&apos;"),
                byte => reference(&mut self.out, *byte),
            }
            rest = after;
        }
    }
}

fn reference(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(b"&#");
    number::whole(out, byte.into());
    out.push(b';');
}
