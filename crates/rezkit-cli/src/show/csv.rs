//! Comma-separated values (RFC 4180).

use std::fmt::{Display, Write};

/// A row. Control characters, which could command a terminal, and line ends are escaped.
pub(crate) fn row<T: Display>(fields: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for (i, field) in fields.into_iter().enumerate() {
        let field = field.to_string();
        let field = super::clean(&field);
        if i > 0 {
            text.push(',');
        }
        match field.contains([',', '"']) {
            true => _ = write!(text, "\"{}\"", field.replace('"', "\"\"")),
            false => text.push_str(&field),
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_if_they_must_be() {
        assert_eq!(row([&1 as &dyn Display, &"a,b", &"c\"d\n"]), "1,\"a,b\",\"c\"\"d\\n\"\n");
    }
}
