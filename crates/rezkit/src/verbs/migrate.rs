//! Migration of old properties to those that replaced them.

use super::Edited;
use crate::roblox::Document;
use dom::Id;
use dom::classes::{Class, Migration, version};
use dom::document::Moves;
use files::Family;
use files::File;
use files::documents::problem;
use scene::{Problem, ProblemKind};
use std::collections::{BTreeMap, HashMap};

/// Moves the values of properties that Roblox's engine has replaced to the new ones, as the engine does when it opens a
/// file: `Texture` to `TextureContent`, `Font` to `FontFace`, `BrickColor` to `Color3uint8` and so on.
///
/// If an instance already has the new property, the old one is removed, because the engine ignores it. A value that has
/// no meaning for the engine is kept. The notes list the changes of each property of each class. Everything else is
/// kept byte for byte.
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
/// If the file is not a Roblox model or place, cannot be read or written, or if this library was built without the
/// feature `classes`.
pub fn migrate(file: &File<'_>) -> Result<Edited, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary) {
        let words = file.identity().format.in_words();
        return Err(Problem::new(ProblemKind::Unsupported, format!("{words} has no properties to migrate")));
    }
    if version().is_none() {
        return Err(Problem::new(ProblemKind::Unsupported, "this build has no list of classes"));
    }
    let mut document = Document::read(file)?;
    let mut done: BTreeMap<(String, String), Moves> = BTreeMap::new();
    let mut known = HashMap::new();
    for id in document.ids() {
        let class = document.class(id).into_owned();
        let known = *known.entry(class.clone()).or_insert_with(|| Class::from_name(class.as_bytes()));
        let Some(known) = known else { continue };
        for (name, migration) in old(&document, id, known) {
            let moves = done.entry((class.clone(), name.clone())).or_insert_with(|| Moves::new(migration));
            moves.carry_out(&mut document.0, id, &name).map_err(problem)?;
        }
    }
    let notes = done.iter().flat_map(|((class, name), moves)| moves.notes(class, name)).collect();
    let n_values = done.values().map(Moves::n_values).fold(0, usize::saturating_add);
    Edited::on(file, n_values, notes, || document.save_on(file, None))
}

/// The old properties of an instance, with their migrations.
fn old(document: &Document, id: Id, class: Class) -> Vec<(String, Migration)> {
    let all = document.properties(id).into_iter();
    let old = all.filter_map(|(name, _)| {
        let migration = class.property(name.as_bytes())?.migration()?;
        Some((name.into_owned(), migration))
    });
    old.collect()
}
