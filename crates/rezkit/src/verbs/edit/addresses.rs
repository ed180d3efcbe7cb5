//! Replacement of asset addresses.

use crate::roblox::Document;
use dom::names::is_script;
use dom::{Content, Font, Id, Value, address};
use files::addresses::is_address;
use scene::{Problem, ProblemKind, counted};
use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

/// A mapping from old to new assets, for [`Edit::MapAssets`](super::Edit::MapAssets).
///
/// It is parsed from the lines of a CSV file with two columns, old and new. An old number matches the asset
/// in all forms of address, and a new number keeps the form of the old address; an address stands for itself.
///
/// ```
/// use rezkit::AssetMap;
///
/// let map: AssetMap = "old,new\n1234,5678\nrbxasset://sky.png,rbxassetid://9".parse()?;
/// assert_eq!(map.replacement("http://www.roblox.com/asset/?id=1234").unwrap(), "http://www.roblox.com/asset/?id=5678");
/// assert_eq!(map.replacement("rbxasset://sky.png").unwrap(), "rbxassetid://9");
/// assert_eq!(map.replacement("rbxassetid://12345"), None);
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssetMap(HashMap<String, String>);

impl AssetMap {
    /// The replacement of an address; `None` if it is not mapped.
    #[must_use]
    pub fn replacement(&self, address: &str) -> Option<String> {
        let (key, at) = self.key(address)?;
        let new = self.0.get(key)?;
        let is_number = new.bytes().all(|byte| byte.is_ascii_digit());
        match at {
            Some(at) if is_number => {
                let (before, after) = (address.get(..at.start)?, address.get(at.end..)?);
                Some(format!("{before}{new}{after}"))
            }
            _ if is_number => Some(format!("rbxassetid://{new}")),
            _ => Some(new.clone()),
        }
    }

    /// The key under which an address is mapped, and the range of its number.
    fn key<'a>(&self, text: &'a str) -> Option<(&'a str, Option<std::ops::Range<usize>>)> {
        let at = address::number(text).filter(|_| is_of_asset(text));
        if self.0.contains_key(text) {
            return Some((text, at));
        }
        let number = text.get(at.clone()?)?;
        self.0.contains_key(number).then_some((number, at))
    }
}

impl AssetMap {
    /// Adds a mapping from an old asset to a new one.
    ///
    /// ```
    /// let mut map = rezkit::AssetMap::default();
    /// map.insert("1234", "5678")?;
    /// assert_eq!(map.replacement("rbxassetid://1234").unwrap(), "rbxassetid://5678");
    /// assert_eq!(map.insert("1234", "9").unwrap_err().message, "1234 is already replaced by 5678");
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of them is neither a number nor an address, or the old one is already mapped to another asset.
    pub fn insert(&mut self, old: &str, new: &str) -> Result<(), Problem> {
        let refused = |message: String| Err(Problem::new(ProblemKind::Value, message));
        if let Some(other) = [old, new].into_iter().find(|asset| !is_asset(asset)) {
            return refused(format!("{other:?} is not an asset: use a number or an address"));
        }
        match self.0.insert(old.to_owned(), new.to_owned()).filter(|before| before != new) {
            Some(before) => {
                let message = format!("{old} is already replaced by {before}");
                self.0.insert(old.to_owned(), before);
                refused(message)
            }
            None => Ok(()),
        }
    }
}

/// Returns true if the number in an address is that of an asset: thumbnails can also be of users and groups.
fn is_of_asset(text: &str) -> bool {
    let is_thumbnail = text.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("rbxthumb://"));
    !is_thumbnail || text.to_ascii_lowercase().contains("type=asset&")
}

impl FromStr for AssetMap {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut map = HashMap::new();
        // Spreadsheets write a byte order mark.
        for (number, line) in (1_usize..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let at_line = |problem: &str| {
                Err(Problem { path: format!("line {number}"), ..Problem::new(ProblemKind::Value, problem) })
            };
            let fields: Vec<&str> = line.split(',').map(unquoted).collect();
            let [old, new] = *fields else {
                match line.trim().is_empty() {
                    true => continue,
                    false => return at_line("expected an old and a new asset, separated by a comma"),
                }
            };
            if [old, new].iter().all(|field| is_asset(field)) {
                if map.insert(old.to_owned(), new.to_owned()).is_some_and(|before| before != new) {
                    return at_line("an earlier line replaces this asset with a different one");
                }
            // The first line may contain the names of the columns.
            } else if number > 1 {
                return at_line("an asset is a number or an address");
            }
        }
        Ok(Self(map))
    }
}

/// Returns true for a number or an address.
fn is_asset(field: &str) -> bool {
    let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    is_number || is_address(field)
}

/// Strips the spaces and quotes around a field.
fn unquoted(field: &str) -> &str {
    let field = field.trim();
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
}

/// Upper bound on the notes about changed values.
const MOST_NAMED: usize = 1000;

/// Replaces addresses in all values, and returns the number of values changed.
pub(super) fn map_all(
    document: &mut Document,
    map: &AssetMap,
    has_scripts: bool,
    notes: &mut Vec<String>,
) -> Result<usize, Problem> {
    let (mut changed, mut n_scripts) = (Vec::new(), 0_usize);
    for id in document.ids() {
        let is_script = is_script(document.class(id).as_bytes());
        for (name, value) in document.properties(id) {
            let new = match &value {
                Value::String(text) | Value::ProtectedString(text) if is_script && name == "Source" => {
                    let new = of_source(text, map).map(Value::from);
                    n_scripts = n_scripts.saturating_add(usize::from(new.is_some()));
                    new.filter(|_| has_scripts)
                }
                value => of_value(value, map),
            };
            if let Some(new) = new {
                changed.push((id, name.into_owned(), new));
            }
        }
        for (name, value) in document.attributes(id) {
            if let Some(new) = of_value(&value, map) {
                changed.push((id, format!("@{name}"), new));
            }
        }
    }
    let named: Vec<(Id, &str)> =
        changed.iter().take(MOST_NAMED).map(|(id, property, _)| (*id, &**property)).collect();
    document.0.with_paths(|path| {
        notes.extend(named.iter().map(|(id, property)| format!("{}.{property} was changed", path(*id))));
    });
    if let Some(more) = changed.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        notes.push(format!("and {more} more"));
    }
    if changed.is_empty() && n_scripts == 0 {
        notes.push("none of these assets is used".into());
    }
    if n_scripts > 0 && !has_scripts {
        let scripts = counted(n_scripts, "script");
        notes.push(format!("{scripts} with such addresses in the source left unchanged"));
    }
    let n_changed = changed.len();
    for (id, property, value) in changed {
        match property.strip_prefix('@') {
            Some(name) => document.set_attribute(id, name, value)?,
            None => document.set(id, &property, value)?,
        }
    }
    Ok(n_changed)
}

/// The value with its addresses replaced; `None` if none of them is mapped.
fn of_value(value: &Value<'_>, map: &AssetMap) -> Option<Value<'static>> {
    let new = |text: &[u8]| {
        let text = std::str::from_utf8(text).ok().filter(|text| is_address(text))?;
        Some(Cow::Owned(map.replacement(text)?.into_bytes()))
    };
    Some(match value {
        Value::String(text) => Value::String(new(text)?),
        Value::ProtectedString(text) => Value::ProtectedString(new(text)?),
        Value::ContentId(Some(text)) => Value::ContentId(Some(new(text)?)),
        Value::Content(Content::Uri(text)) => Value::Content(Content::Uri(new(text)?)),
        Value::OldContent(kind, text) => Value::OldContent(kind, new(text)?),
        Value::Font(font) => {
            let (family, face) = (new(&font.family), new(&font.cached_face));
            if family.is_none() && face.is_none() {
                return None;
            }
            let font = font.clone();
            let (family, face) = (family.unwrap_or(font.family), face.unwrap_or(font.cached_face));
            return Some(Value::Font(Font::new(family, font.weight, font.style, face)).into_owned());
        }
        _ => return None,
    })
}

/// Upper bound on the length of an address in a source. Without it, many addresses that extend to the same
/// end would take quadratic time.
const LONGEST: usize = 2048;

/// The source with its addresses replaced; `None` if none of them is mapped.
fn of_source(source: &[u8], map: &AssetMap) -> Option<String> {
    let source = std::str::from_utf8(source).ok()?;
    let (mut text, mut done, mut end) = (String::new(), 0, 0);
    for (colon, _) in source.match_indices("://") {
        // An address may lie inside one that was already replaced.
        let Some(before) = source.get(done..colon) else { continue };
        let scheme =
            before.len().saturating_sub(before.trim_end_matches(|it: char| it.is_ascii_alphanumeric()).len());
        let start = colon.saturating_sub(scheme);
        let is_end = |it: char| it.is_whitespace() || it.is_control() || "\"'`<>()[]{}\\,;".contains(it);
        if end <= colon {
            let rest = source.get(colon..)?;
            end = colon.saturating_add(rest.find(is_end).unwrap_or(rest.len()));
        }
        let address = source.get(start..end).filter(|text| text.len() <= LONGEST && is_address(text));
        if let Some(new) = address.and_then(|address| map.replacement(address)) {
            text.push_str(source.get(done..start)?);
            text.push_str(&new);
            done = end;
        }
    }
    if done == 0 {
        return None;
    }
    text.push_str(source.get(done..)?);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_inside_of_others_are_found_once() {
        let map: AssetMap = "11,22".parse().unwrap();
        let of = |source: &str| of_source(source.as_bytes(), &map);
        let both = "'https://x/?id=11&next=rbxassetid://11' rbxassetid://11";
        assert_eq!(of(both).unwrap(), "'https://x/?id=22&next=rbxassetid://11' rbxassetid://22");
        assert_eq!(of("https://x/?next=rbxassetid://11").unwrap(), "https://x/?next=rbxassetid://22");
        // Each of a million addresses extends to the same end.
        assert_eq!(of(&"http://".repeat(1_000_000)), None);
    }
}
