//! Changes.

use super::ask::{Ask, Scalar};
use super::look::lines;
use super::opened::{Opened, told};
use super::page::Page;
use crate::show::{clean, counted};
use anstream::adapter::strip_str;
use rezkit::roblox::Document;
use rezkit::{Edit, Edited, File, Format, OpenOptions, edit};
use std::collections::BTreeMap;

impl Opened {
    pub(super) fn change(&mut self, ask: &Ask, other: &[u8]) -> Result<String, String> {
        match ask {
            Ask::Set { path, selector, property, value, r#type, .. } => {
                let (value, kind) = (value.text(), r#type.clone());
                let edit = match one_of(path.as_deref(), selector.as_deref())? {
                    Which::Path(path) => {
                        let path = self.path(path)?;
                        Edit::Set { path: format!("{path}.{}", escaped(property)), value, kind }
                    }
                    Which::All(selector) => {
                        let query = selector.parse().map_err(told)?;
                        Edit::SetAll { query, property: property.clone(), value, kind }
                    }
                };
                self.edit(edit, "set")
            }
            Ask::Add { parent, class, name, properties, from, .. } => {
                let model = match (class, from) {
                    (Some(class), None) => instance(class, name.as_deref(), properties)?,
                    (None, Some(_)) if name.is_none() && properties.is_empty() => other.to_owned(),
                    _ => {
                        return Err("give a class, with a name and properties, or else from alone".to_owned());
                    }
                };
                let parent = &self.path(parent)?;
                let into = self.node(parent)?;
                let n_before = self.tree()?.children(into).len();
                let mut text = self.edit(Edit::Add { parent: parent.clone(), model }, "added")?;
                let into = self.node(parent)?;
                let tree = self.tree()?;
                let added = tree.children(into).get(n_before..).unwrap_or_default();
                let added = added.iter().take(20).copied().collect::<Vec<_>>();
                text.extend(tree.nodes(&added).iter().map(|node| format!("| {}\n", node.path)));
                Ok(text)
            }
            Ask::Remove { path, selector, .. } => match one_of(path.as_deref(), selector.as_deref())? {
                Which::Path(path) => {
                    let path = self.path(path)?;
                    let later = self.later(&path)?;
                    let text = self.edit(Edit::Remove { path }, "removed")?;
                    Ok(text + &later)
                }
                Which::All(selector) => {
                    let query = selector.parse().map_err(told)?;
                    self.edit(Edit::RemoveAll { query }, "removed")
                }
            },
            Ask::EditScript { path, first_line, last_line, text, .. } => {
                self.edit_script(path, *first_line, *last_line, text)
            }
            Ask::Undo { .. } => {
                let bytes = self.before.pop().ok_or("there is no change to take back")?;
                (self.bytes, self.known) = (bytes, Default::default());
                Ok(String::new())
            }
            _ => Err("this is no change".to_owned()),
        }
    }

    /// Makes a change, and says what came of it.
    fn edit(&mut self, change: Edit, word: &str) -> Result<String, String> {
        let file = self.file()?;
        if file.bytes() != self.bytes {
            return Err(
                "it is compressed as a whole, by gzip, zlib or zstd, and cannot be changed".to_owned()
            );
        }
        let Edited { n_values, notes, losses, bytes, .. } = edit(&file, &[change]).map_err(told)?;
        if n_values == 0 {
            return Err("nothing was changed: nothing is chosen, or nothing that has the property".to_owned());
        }
        self.become_other(bytes);
        let mut page = Page::new(Some(600), 0);
        page.say(&format!(
            "{} {word}; {} to save",
            counted(n_values, "value"),
            counted(self.before.len(), "change")
        ));
        notes.iter().for_each(|note| _ = page.show(&format!("note: {note}")));
        let losses = crate::show::losses::shown(&losses, false);
        _ = strip_str(&losses).to_string().lines().all(|line| page.show(line.trim()));
        Ok(page.text())
    }

    fn edit_script(&mut self, path: &str, first: usize, last: usize, text: &str) -> Result<String, String> {
        let path = self.path(path)?;
        let source = self.source(&path)?;
        let (end, n) = (if source.contains("\r\n") { "\r\n" } else { "\n" }, source.lines().count());
        if first == 0 || first > n + 1 || last > n || last + 1 < first {
            return Err(format!(
                "the script has {}: first_line and last_line are among them",
                counted(n, "line")
            ));
        }
        let old: Vec<_> = source.lines().collect();
        let new: Vec<_> =
            old[..first - 1].iter().copied().chain(text.lines()).chain(old[last..].iter().copied()).collect();
        let mut whole = new.join(end);
        if source.ends_with('\n') && !whole.is_empty() {
            whole.push_str(end);
        }
        let n_new = text.lines().count();
        let value = format!("\"{}\"", whole.replace('\\', "\\\\").replace('"', "\\\""));
        let said = self.edit(Edit::Set { path: format!("{path}.Source"), value, kind: None }, "set")?;
        let (from, to) = (first.saturating_sub(2).max(1), first + n_new + 1);
        let around =
            if whole.is_empty() { String::new() } else { lines(&whole, from, to, Page::new(None, 0))? };
        Ok(said + &around)
    }

    /// What is to be said of siblings of the same name that come after a part that goes.
    fn later(&mut self, path: &str) -> Result<String, String> {
        let (bare, number) = match path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) {
            Some((bare, number)) if !bare.ends_with('\\') => (bare, number.parse().unwrap_or(1_usize)),
            _ => (path, 1),
        };
        let next = format!("{bare}[{}]", number + 1);
        let is_there = self.tree()?.at(&[&next]).pop().flatten().is_some();
        Ok(if is_there {
            format!("| {}\nis the next one's path now, and so on\n", clean(path))
        } else {
            String::new()
        })
    }
}

/// What is changed.
enum Which<'w> {
    Path(&'w str),
    All(&'w str),
}

fn one_of<'w>(path: Option<&'w str>, selector: Option<&'w str>) -> Result<Which<'w>, String> {
    match (path, selector) {
        (Some(path), None) => Ok(Which::Path(path)),
        (None, Some(selector)) => Ok(Which::All(selector)),
        _ => Err("give either path or selector".to_owned()),
    }
}

/// A property in a path, which its dots do not end.
fn escaped(property: &str) -> String {
    property.replace('\\', "\\\\").replace('.', "\\.")
}

/// A model with one instance.
fn instance(
    class: &str,
    name: Option<&str>,
    properties: &BTreeMap<String, Scalar>,
) -> Result<Vec<u8>, String> {
    if rezkit::roblox::classes::class(class).is_none() {
        return Err(format!("| {}\nis no class of Roblox", clean(class)));
    }
    let mut document = Document::new(Format::RbxXml).map_err(told)?;
    let id = document.add(None, class).map_err(told)?;
    document.set(id, "Name", name.unwrap_or(class)).map_err(told)?;
    let path = document.path(id);
    let model = document.save().map_err(told)?.bytes;
    let set = |(property, value): (&String, &Scalar)| Edit::Set {
        path: format!("{path}.{}", escaped(property)),
        value: value.text(),
        kind: None,
    };
    let sets: Vec<_> = properties.iter().map(set).collect();
    let file = File::open(&model, &OpenOptions::default()).map_err(told)?;
    edit(&file, &sets).map(|edited| edited.bytes).map_err(told)
}
