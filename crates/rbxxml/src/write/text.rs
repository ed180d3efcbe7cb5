//! Text and character references. Format document, section 3.

use super::{Writer, number};
use crate::TextRule;
use crate::wire::{BASE64, BASE64_LINE, CDATA, before, is_cdata, is_space, trim};
use base64::Engine;

impl Writer<'_> {
    /// The text of an element. White space at its ends is protected, unless it is `plain_space`.
    pub(super) fn text(&mut self, text: &[u8], plain_space: bool) {
        if !plain_space && trim(text).len() < text.len() && is_cdata(text) {
            self.cdata(text);
        } else {
            self.plain(text, plain_space);
        }
    }

    /// The source of a script: CDATA if possible, unless it `is_text`.
    pub(super) fn source(&mut self, text: &[u8], plain_space: bool, is_text: bool) {
        if text.is_empty() || !is_cdata(text) {
            self.text(text, plain_space);
        } else if is_text {
            self.plain(text, plain_space);
        } else {
            self.cdata(text);
        }
    }

    /// Text without CDATA. White space at its ends becomes character references, unless it is `plain_space`.
    fn plain(&mut self, text: &[u8], plain_space: bool) {
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
            if plain && *byte != b'\r' { self.out.push(*byte) } else { self.reference(*byte) }
        }
    }

    /// Bytes as base64, in lines of 72 characters; several lines are put into CDATA if `in_cdata`.
    pub(super) fn binary(&mut self, bytes: &[u8], in_cdata: bool) {
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
            if line.len() == BASE64_LINE {
                self.out.push(b'\n');
            }
        }
        if in_cdata {
            self.out.extend_from_slice(b"]]>");
        }
    }

    /// The value of an attribute, where unescaped line ends would be read as spaces.
    pub(super) fn attribute(&mut self, text: &[u8]) {
        self.escaped(text, true);
    }

    /// Text in which markup, and everything except printable ASCII, is escaped.
    fn escaped(&mut self, text: &[u8], in_attribute: bool) {
        // References are read as bytes only if the whole text is UTF-8, so the bytes of other text are not escaped.
        let high_as_reference = !text.is_ascii()
            && match self.options.text {
                TextRule::Auto => !self.document.plain_utf8 && str::from_utf8(text).is_ok(),
                TextRule::Bytes => true,
                TextRule::CodePoints => false,
            };
        let is_special = |byte: u8| {
            (byte < b' ') & ((byte != b'\n') | in_attribute)
                | (byte >= 0x7f) & ((byte == 0x7f) | high_as_reference)
                | (byte == b'<')
                | (byte == b'>')
                | (byte == b'&')
                | (byte == b'"')
                | (byte == b'\'')
        };
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
                byte => self.reference(*byte),
            }
            rest = after;
        }
    }

    fn reference(&mut self, byte: u8) {
        self.out.extend_from_slice(b"&#");
        number::whole(&mut self.out, byte.into());
        self.out.push(b';');
    }

    fn cdata(&mut self, text: &[u8]) {
        self.out.extend_from_slice(CDATA);
        self.out.extend_from_slice(text);
        self.out.extend_from_slice(b"]]>");
    }
}
