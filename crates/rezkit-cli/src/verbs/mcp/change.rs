//! The tools that change a file in memory.

use super::ask::Ask;
use super::look::lines;
use super::opened::{Opened, told};
use super::page::Page;
use crate::show::{clean, counted};
use anstream::adapter::strip_str;
use rezkit::{Edit, Edited, File, edit, restore};

impl Opened {
    pub(super) fn change(&mut self, ask: &Ask, other: &[u8]) -> Result<String, String> {
        match ask {
            Ask::Set { path, selector, property, value, r#type, .. } => {
                let (value, kind) = (value.text(), r#type.clone());
                let edit = match one_of(path.as_deref(), selector.as_deref())? {
                    ChosenParts::Path(path) => {
                        let path = self.path(path)?;
                        Edit::Set { path: format!("{path}.{}", escaped(property)), value, kind }
                    }
                    ChosenParts::All(selector) => {
                        let query = selector.parse().map_err(told)?;
                        Edit::SetAll { query, property: property.clone(), value, kind }
                    }
                };
                self.edit(edit, "set")
            }
            Ask::New { parent, class, name, properties, .. } => {
                let parent = self.path(parent)?;
                let (sources, properties): (Vec<_>, Vec<_>) =
                    properties.iter().partition(|(property, _)| *property == "Source");
                let edit = Edit::New {
                    parent: parent.clone(),
                    class: class.clone(),
                    name: name.as_ref().unwrap_or(class).clone(),
                    properties: properties
                        .into_iter()
                        .map(|(name, value)| (name.clone(), value.text()))
                        .collect(),
                    source: sources.first().map(|(_, source)| source.text().into_bytes()),
                };
                self.adding(edit, &parent, "added")
            }
            Ask::Add { parent, .. } => {
                let parent = self.path(parent)?;
                self.adding(Edit::Add { parent: parent.clone(), model: other.to_owned() }, &parent, "added")
            }
            Ask::Copy { paths, selector, parent, from, .. } => {
                if paths.is_empty() == selector.is_none() {
                    return Err("give either paths or selector".to_owned());
                }
                let parent = parent.as_deref().map(|parent| self.path(parent)).transpose()?;
                let own = |path: &String| if from.is_some() { Ok(path.clone()) } else { self.path(path) };
                let edit = Edit::Copy {
                    paths: paths.iter().map(own).collect::<Result<_, _>>()?,
                    model: from.as_ref().map(|_| other.to_owned()),
                    query: selector.as_deref().map(str::parse).transpose().map_err(told)?,
                    parent: parent.clone(),
                };
                match parent {
                    Some(parent) => self.adding(edit, &parent, "copied"),
                    None => self.edit(edit, "copied"),
                }
            }
            Ask::Restore { path, from, properties_only, .. } => {
                let restored = {
                    let older = if from.is_some() { other } else { &self.original };
                    let older = File::open(older, &self.options()).map_err(told)?;
                    restore(&self.file()?, &older, path, *properties_only).map_err(told)?
                };
                self.become_edited(restored, "restored")
            }
            Ask::Remove { path, selector, .. } => match one_of(path.as_deref(), selector.as_deref())? {
                ChosenParts::Path(path) => {
                    let path = self.path(path)?;
                    let later = self.later(&path)?;
                    let text = self.edit(Edit::Remove { path }, "removed")?;
                    Ok(text + &later)
                }
                ChosenParts::All(selector) => {
                    let query = selector.parse().map_err(told)?;
                    self.edit(Edit::RemoveAll { query }, "removed")
                }
            },
            Ask::EditScript { path, first_line, last_line, text, .. } => {
                self.edit_script(path, *first_line, *last_line, text)
            }
            Ask::Undo { .. } => {
                let bytes = self.before.pop().ok_or("there is no change to undo")?;
                (self.bytes, self.known) = (bytes, Default::default());
                Ok(String::new())
            }
            _ => Err("this is not a change".to_owned()),
        }
    }

    /// Makes a change, and returns a report of it.
    fn edit(&mut self, change: Edit, word: &str) -> Result<String, String> {
        let file = self.file()?;
        if file.bytes() != self.bytes {
            return Err(
                "the whole file is compressed with gzip, zlib or zstd, and cannot be changed".to_owned()
            );
        }
        let edited = edit(&file, &[change]).map_err(told)?;
        self.become_edited(edited, word)
    }

    /// Makes a change that adds instances to a parent, and lists the first 20 of them in the report.
    fn adding(&mut self, change: Edit, parent: &str, word: &str) -> Result<String, String> {
        let into = self.node(parent)?;
        let n_before = self.tree()?.children(into).len();
        let mut text = self.edit(change, word)?;
        let into = self.node(parent)?;
        let tree = self.tree()?;
        let added = tree.children(into).get(n_before..).unwrap_or_default();
        let added = added.iter().take(20).copied().collect::<Vec<_>>();
        text.extend(tree.nodes(&added).iter().map(|node| format!("| {}\n", node.path)));
        Ok(text)
    }

    /// Stores the result of a change, and returns a report of it.
    fn become_edited(&mut self, edited: Edited, word: &str) -> Result<String, String> {
        let Edited { n_values, notes, losses, bytes, .. } = edited;
        if n_values == 0 {
            return Err("nothing was changed: no part was chosen, or none has the property".to_owned());
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
                "the script has {}: first_line and last_line must be lines of it",
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

    /// A note about later siblings of the same name, whose numbers change when a part is removed.
    fn later(&mut self, path: &str) -> Result<String, String> {
        let (bare, number) = match path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) {
            Some((bare, number)) if !bare.ends_with('\\') => (bare, number.parse().unwrap_or(1_usize)),
            _ => (path, 1),
        };
        let next = format!("{bare}[{}]", number + 1);
        let is_there = self.tree()?.nodes_at(&[&next]).pop().flatten().is_some();
        Ok(if is_there {
            format!("| {}\nis now the path of the next one, and so on\n", clean(path))
        } else {
            String::new()
        })
    }
}

/// The parts to change.
enum ChosenParts<'w> {
    Path(&'w str),
    All(&'w str),
}

fn one_of<'w>(path: Option<&'w str>, selector: Option<&'w str>) -> Result<ChosenParts<'w>, String> {
    match (path, selector) {
        (Some(path), None) => Ok(ChosenParts::Path(path)),
        (None, Some(selector)) => Ok(ChosenParts::All(selector)),
        _ => Err("give either path or selector".to_owned()),
    }
}

/// A property with its dots escaped, for use in a path.
fn escaped(property: &str) -> String {
    property.replace('\\', "\\\\").replace('.', "\\.")
}
