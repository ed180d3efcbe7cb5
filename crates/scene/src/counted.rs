//! Numbers in messages.

/// A number and the noun that it counts: `1 byte`, `2,000 bytes`, `3 vertices`, `4 properties`.
#[must_use]
pub fn counted(number: usize, one: &str) -> String {
    let many = match one.strip_suffix("ex") {
        _ if number == 1 => one.to_owned(),
        Some(stem) => format!("{stem}ices"),
        None if one.ends_with("ty") || one.ends_with("ry") => format!("{}ies", one.trim_end_matches('y')),
        None => format!("{one}s"),
    };
    format!("{} {many}", grouped(number))
}

/// A number with a comma every three digits.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    parts.join(",")
}

/// A size for people; below 10,000, the exact number of bytes.
#[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
#[must_use]
pub fn size(n_bytes: usize) -> String {
    if n_bytes < 10_000 {
        return counted(n_bytes, "byte");
    }
    let mut value = n_bytes as f64 / 1024.0;
    for unit in ["KiB", "MiB", "GiB"] {
        if value < 1000.0 {
            return format!("{value:.1} {unit}");
        }
        value /= 1024.0;
    }
    format!("{value:.1} TiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_has_a_plural() {
        let all = [(1, "vertex"), (2000, "vertex"), (0, "entry"), (3, "property"), (1_000_000, "byte")];
        let shown = ["1 vertex", "2,000 vertices", "0 entries", "3 properties", "1,000,000 bytes"];
        assert_eq!(all.map(|(number, one)| counted(number, one)), shown);
    }

    #[test]
    fn sizes_are_readable() {
        let sizes = [1, 9_999, 10_240, 5 << 20, 1 << 30, 3 << 40].map(size);
        assert_eq!(sizes, ["1 byte", "9,999 bytes", "10.0 KiB", "5.0 MiB", "1.0 GiB", "3.0 TiB"]);
    }
}
