//! Numbers in messages.

/// A number and what it counts: `1 byte`, `2 bytes`.
pub fn counted(number: usize, one: &str) -> String {
    match one.strip_suffix("ex") {
        _ if number == 1 => format!("{number} {one}"),
        Some(stem) => format!("{number} {stem}ices"),
        None => format!("{number} {one}s"),
    }
}

/// A number with a comma every three digits.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    parts.join(",")
}

/// A size for people, in bytes below 10,000.
#[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
#[must_use]
pub fn size(n_bytes: usize) -> String {
    if n_bytes < 10_000 {
        return format!("{} byte{}", grouped(n_bytes), if n_bytes == 1 { "" } else { "s" });
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
    fn sizes_are_readable() {
        let sizes = [1, 9_999, 10_240, 5 << 20, 1 << 30, 3 << 40].map(size);
        assert_eq!(sizes, ["1 byte", "9,999 bytes", "10.0 KiB", "5.0 MiB", "1.0 GiB", "3.0 TiB"]);
    }
}
