//! URIs of buffers and images: embedded data, or a file next to the model.

use crate::file_names::leads_out;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// A base64 decoder that accepts missing padding, since some writers omit it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The target of a URI.
#[derive(Debug, PartialEq)]
pub(super) enum Uri<'a> {
    /// The base64 text of a data URI.
    Data(&'a str),
    /// The decoded path of a file next to the model.
    File(String),
}

/// Parses a URI; the error is the reason why it is not followed.
pub(super) fn uri(text: &str) -> Result<Uri<'_>, &'static str> {
    if let Some(rest) = text.strip_prefix("data:") {
        let (kind, body) = rest.split_once(',').ok_or("the data URI has no comma")?;
        return if kind.ends_with(";base64") {
            Ok(Uri::Data(body))
        } else {
            Err("the data URI is not base64")
        };
    }
    let path = percent_decoded(text).ok_or("the URI is not UTF-8")?;
    match () {
        () if path.is_empty() => Err("the URI is empty"),
        () if has_scheme(&path) => Err("only files next to the model are read, and this URI has a scheme"),
        () if leads_out(&path) || path.contains(['\\', '\0']) => {
            Err("only files next to the model are read, and this path points elsewhere")
        }
        () => Ok(Uri::File(path)),
    }
}

/// The path in a URI, whether it is followed or not; a URI with a scheme stays as it is.
pub(super) fn path(text: &str) -> String {
    match has_scheme(text) {
        true => text.to_owned(),
        false => percent_decoded(text).unwrap_or_else(|| text.to_owned()),
    }
}

/// A path as a URI, with special characters percent-encoded; the inverse of [`path`].
pub(super) fn encoded(path: &str) -> String {
    if has_scheme(path) {
        return path.to_owned();
    }
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn has_scheme(path: &str) -> bool {
    // Drive letters, as in `C:`, count as schemes, too.
    path.split('/').next().is_some_and(|part| part.contains(':'))
}

/// Decodes base64, ignoring white space; `None` if it is invalid.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text).ok().or_else(|| {
        let compact: String = text.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
        BASE64.decode(compact).ok()
    })
}

/// Decodes percent-encoding; `None` if the result is not UTF-8.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    let mut rest = text.as_bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
        let code = match (byte, digit(rest.first()), digit(rest.get(1))) {
            (b'%', Some(high), Some(low)) => u8::try_from(high.saturating_mul(16).saturating_add(low)).ok(),
            _ => None,
        };
        out.push(code.unwrap_or(byte));
        if code.is_some() {
            rest = rest.get(2..).unwrap_or_default();
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_beside_the_model_are_followed() {
        let file = |text| uri(text).map_err(|_| ());
        assert_eq!(file("a%20b/%C3%A4.bin"), Ok(Uri::File("a b/ä.bin".into())));
        assert_eq!(file("100%.png"), Ok(Uri::File("100%.png".into())));
        assert_eq!(file("data:application/octet-stream;base64,AAEC"), Ok(Uri::Data("AAEC")));
        for text in [
            "",
            "/etc/passwd",
            "../a.bin",
            "a/%2e%2e/b",
            "a/b:c",
            "http://x/a",
            "file:a",
            "C:/a",
            "..\\a",
            "data:,x",
        ] {
            assert_eq!(file(text), Err(()), "{text}");
        }
        for (text, decoded) in
            [("a%20b/%C3%A4.png", "a b/ä.png"), ("../a.png", "../a.png"), ("https://x/%20", "https://x/%20")]
        {
            assert_eq!((&*path(text), &*encoded(decoded)), (decoded, text));
        }
        assert_eq!((decoded("AAE C"), decoded("AAEC="), decoded("A*")), (Some(vec![0, 1, 2]), None, None));
    }
}
