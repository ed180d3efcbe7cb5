//! Numbers in messages.

/// A number with commas between groups of three digits, followed by the noun that it counts: `1 value`,
/// `2,000 values`.
pub(crate) fn counted(number: usize, one: &str) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    format!("{} {one}{}", parts.join(","), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_has_a_plural() {
        let all = [0, 1, 1_234_567].map(|number| counted(number, "value"));
        assert_eq!(all, ["0 values", "1 value", "1,234,567 values"]);
    }
}
