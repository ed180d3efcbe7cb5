//! Formats geometric values for people.

/// The types whose `Debug` form is hard to read.
const TYPES: [&str; 9] =
    ["Vec2 {", "Vec3 {", "Vec4 {", "Quat {", "Rgba8 {", "Mat3 {", "Mat4 {", "Pose {", "PhysicalProperties {"];

/// Turns `Vec2 { x: 1.0, y: 0.5 }` into `(1.0, 0.5)`; other texts stay as they are.
#[must_use]
pub(in crate::formats) fn readable(value: String) -> String {
    let is_known = TYPES.iter().any(|name| value.starts_with(name));
    let short = if is_known { text(&value, 8) } else { None };
    match short {
        Some((short, "")) => short,
        _ => value,
    }
}

/// A value, and the text after it.
fn text(input: &str, depth: usize) -> Option<(String, &str)> {
    let inner = depth.checked_sub(1)?;
    if let Some(rest) = input.strip_prefix('[') {
        let (items, rest) = list(rest, ']', |rest| text(rest, inner))?;
        return Some((format!("[{}]", items.join(", ")), rest));
    }
    let end = input.find([' ', ',', ']', '}', ')', '('])?;
    let (word, rest) = input.split_at(end);
    let Some(rest) = rest.strip_prefix(" { ") else { return Some((word.to_owned(), rest)) };
    let mut names = Vec::new();
    let (fields, rest) = list(rest, '}', |rest| {
        let (name, rest) = rest.split_once(": ")?;
        names.push(name);
        let (value, rest) = text(rest, inner)?;
        Some((value, rest.trim_start_matches(' ')))
    })?;
    let shown = match fields.as_slice() {
        [only] => only.clone(),
        _ if names.iter().all(|name| name.len() == 1) => format!("({})", fields.join(", ")),
        _ => {
            let named = names.iter().zip(&fields).map(|(name, field)| format!("{name} {field}"));
            named.collect::<Vec<_>>().join(", ")
        }
    };
    Some((shown, rest))
}

/// Values separated by commas, up to the end of the list.
fn list<'t>(
    mut rest: &'t str,
    end: char,
    mut item: impl FnMut(&'t str) -> Option<(String, &'t str)>,
) -> Option<(Vec<String>, &'t str)> {
    let mut items = Vec::new();
    while !rest.starts_with(end) {
        let (value, after) = item(rest)?;
        items.push(value);
        rest = after.strip_prefix(", ").unwrap_or(after);
    }
    Some((items, rest.strip_prefix(end)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Mat3, Pose, Quat, Rgba8, Vec2, Vec3};

    #[test]
    fn geometry_is_short() {
        let shown = |value: &dyn std::fmt::Debug| readable(format!("{value:?}"));
        assert_eq!(shown(&Vec3::new(1.0, -0.0, f32::NAN)), "(1.0, -0.0, NaN)");
        assert_eq!(shown(&Vec2::new(1e-30, f32::INFINITY)), "(1e-30, inf)");
        assert_eq!(shown(&Quat::IDENTITY), "(0.0, 0.0, 0.0, 1.0)");
        assert_eq!(shown(&Rgba8 { r: 1, g: 2, b: 3, a: 255 }), "(1, 2, 3, 255)");
        assert_eq!(shown(&Mat3::IDENTITY), "[(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]");
        let pose = Pose { rotation: Mat3::IDENTITY, position: Vec3::new(1.0, 2.0, 3.0) };
        assert_eq!(
            shown(&pose),
            "rotation [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)], position (1.0, 2.0, 3.0)"
        );
    }

    #[test]
    fn other_texts_stay() {
        for text in ["\"Vec3 { x: 1.0 }\"", "Vec3 {", "Vec3 { x: 1.0", "Vec3 { x: 1.0 } and", "-0.5", ""] {
            assert_eq!(readable(text.into()), text);
        }
    }
}
