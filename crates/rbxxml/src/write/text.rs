//! Texts, and the references in them. Format document, section 3.

use super::{Writer, number};
use crate::TextRule;
use crate::wire::{BASE64, BASE64_LINE, CDATA, before, is_cdata, is_space, trim};
use base64::Engine;

impl Writer<'_> {
    /// The text of an element. White space at its ends is protected, if it is not to stand there plainly.
    pub(super) fn text(&mut self, text: &[u8], plain_space: bool) {
        if !plain_space && trim(text).len() < text.len() && is_cdata(text) {
            self.cdata(text);
        } else {
            self.plain(text, plain_space);
        }
    }

    /// The source of a script: CDATA where that can hold it, if it is not to be text.
    pub(super) fn source(&mut self, text: &[u8], plain_space: bool, is_text: bool) {
        if text.is_empty() || !is_cdata(text) {
            self.text(text, plain_space);
        } else if is_text {
            self.plain(text, plain_space);
        } else {
            self.cdata(text);
        }
    }

    /// Text without CDATA, in which white space at the ends is references, or stands there plainly.
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
            // A carriage return would be a line feed.
            if plain && *byte != b'\r' { self.out.push(*byte) } else { self.reference(*byte) }
        }
    }

    /// Bytes as base64, in lines of 72 characters; CDATA around what is longer, if asked for.
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

    /// The value of an attribute, in which line ends would become spaces.
    pub(super) fn attribute(&mut self, text: &[u8]) {
        self.escaped(text, true);
    }

    /// Text in which signs of markup, and all but printable ASCII, are references.
    fn escaped(&mut self, text: &[u8], in_attribute: bool) {
        // References to bytes are read as such if all is UTF-8; other bytes stand there as they are.
        let high_as_reference = !text.is_ascii()
            && match self.options.text {
                TextRule::Auto => str::from_utf8(text).is_ok(),
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
