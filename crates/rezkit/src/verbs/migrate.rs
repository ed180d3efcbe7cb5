//! Moving the values of old properties to those that took their place.

use super::Edited;
use crate::Family;
use crate::formats::File;
use crate::formats::roblox::classes::{Class, Migration, version};
use crate::formats::roblox::{Document, Id, Value};
use scene::{Problem, ProblemKind, counted};
use std::collections::{BTreeMap, HashMap};

/// Moves the values of properties that Roblox's engine replaced to the new ones, as the engine does when it opens a file:
/// `Texture` to `TextureContent`, `Font` to `FontFace`, `BrickColor` to `Color3uint8` and so on.
///
/// Where an instance has the new property already, the old one is removed, since the engine ignores it. A value that means
/// nothing to the engine stays. The notes say what was done with each property of each class. Everything else stays as it
/// is, byte by byte.
///
/// ```
/// use rezkit::{File, OpenOptions, migrate};
///
/// let old = r#"<roblox version="4"><Item class="Decal" referent="a"><Properties>
///     <Content name="Texture"><url>rbxassetid://7</url></Content></Properties></Item></roblox>"#;
/// let file = File::open(old.as_bytes(), &OpenOptions::default())?;
/// # #[cfg(feature = "classes")] {
/// let new = migrate(&file)?;
/// assert_eq!(new.notes, ["Decal.Texture: 1 value moved to TextureContent"]);
/// assert!(String::from_utf8_lossy(&new.bytes).contains(r#"<Content name="TextureContent">"#));
/// # }
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file is no model or place of Roblox, cannot be read or written, or if this library was built without the feature
/// `classes`.
pub fn migrate(file: &File<'_>) -> Result<Edited, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary) {
        let words = file.identity().format.in_words();
        return Err(Problem::new(
            ProblemKind::Unsupported,
            format!("the properties of {words} are not moved"),
        ));
    }
    if version().is_none() {
        return Err(Problem::new(ProblemKind::Unsupported, "this program was built without classes"));
    }
    let mut document = Document::read(file)?;
    let mut done = BTreeMap::new();
    let mut known = HashMap::new();
    for id in document.ids() {
        let class = document.class(id).into_owned();
        let known = *known.entry(class.clone()).or_insert_with(|| Class::of(class.as_bytes()));
        let Some(known) = known else { continue };
        for (name, migration, value) in old(&document, id, known) {
            let fate = moved(&mut document, id, &name, migration, &value)?;
            let counts: &mut Counts =
                done.entry((class.clone(), name)).or_insert_with(|| Counts::new(migration));
            counts.count(fate);
        }
    }
    let notes = done.iter().flat_map(|((class, name), counts)| counts.notes(class, name)).collect();
    let n_values = done.values().map(|counts| counts.moved.saturating_add(counts.removed));
    let n_values = n_values.fold(0, usize::saturating_add);
    Edited::on(file, n_values, notes, || document.save_on(file))
}

/// The old properties of an instance.
fn old(document: &Document, id: Id, class: Class) -> Vec<(String, Migration, Value<'static>)> {
    let all = document.properties(id).into_iter();
    let old = all.filter_map(|(name, value)| {
        let migration = class.property(name.as_bytes())?.migration()?;
        Some((name.into_owned(), migration, value.into_owned()))
    });
    old.collect()
}

/// What became of an old property.
#[derive(Clone, Copy)]
enum Fate {
    Moved,
    /// There is a new one.
    Removed,
    /// It has no meaning.
    Left,
}

fn moved(
    document: &mut Document,
    id: Id,
    name: &str,
    migration: Migration,
    value: &Value<'_>,
) -> Result<Fate, Problem> {
    let to = migration.to();
    if to.iter().any(|name| document.get(id, name).is_some()) {
        document.unset(id, name);
        return Ok(Fate::Removed);
    }
    let Some(value) = migration.perform(value) else { return Ok(Fate::Left) };
    for name in to {
        document.set(id, name, value.clone())?;
    }
    document.unset(id, name);
    Ok(Fate::Moved)
}

/// What became of the values of a property of a class.
struct Counts {
    to: String,
    moved: usize,
    removed: usize,
    left: usize,
}

impl Counts {
    fn new(migration: Migration) -> Self {
        Self { to: migration.to().join(", "), moved: 0, removed: 0, left: 0 }
    }

    fn count(&mut self, fate: Fate) {
        let count = match fate {
            Fate::Moved => &mut self.moved,
            Fate::Removed => &mut self.removed,
            Fate::Left => &mut self.left,
        };
        *count = count.saturating_add(1);
    }

    fn notes(&self, class: &str, name: &str) -> Vec<String> {
        let Self { to, .. } = self;
        let all = [
            (self.moved, format!("moved to {to}")),
            (self.removed, format!("removed, since {to} is there")),
            (self.left, "left, since the engine knows no such value".to_owned()),
        ];
        let some = all.into_iter().filter(|(n, _)| *n > 0);
        some.map(|(n, what)| format!("{class}.{name}: {} {what}", counted(n, "value"))).collect()
    }
}
