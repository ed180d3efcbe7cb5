//! Quoted text, in the form that `print` prints it.

/// The offset after the quote that ends a text.
pub(in crate::verbs) fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return at.checked_add(1),
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    None
}

/// The content of a quoted text; other text is returned as it is.
pub(in crate::verbs) fn plain(text: &str) -> String {
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(quoted) = quoted else { return text.to_owned() };
    let mut plain = String::with_capacity(quoted.len());
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        plain.extend(match letters.next() {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => {
                let digits: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                u32::from_str_radix(digits.trim_start_matches('{'), 16).ok().and_then(char::from_u32)
            }
            other => other,
        });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_may_be_in_quotes() {
        assert_eq!(plain(r#""a\n\"\u{1b}\\""#), "a\n\"\u{1b}\\");
        assert_eq!(plain("a\"b"), "a\"b");
        assert_eq!(quoted(r#""a\"b" c"#), Some(6));
    }
}
