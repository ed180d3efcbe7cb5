//! The format crates, their models' types forgotten.

use super::{Findings, Options, Rule, SecondLife};
use crate::codec;
use crate::family::{Facts, Family, Item, Items, List, Profile};
use crate::laws::{self, Checked};
use crate::layout::Layout;
use crate::outline::{Look, Outlined};
use crate::{Problem, Warnings};
use geom::Vec3;

codec!(llsd, ::llsd, Value; depth elements);
codec!(m3d, ::m3d, Model; output_bytes elements);
codec!(rbxbinary, ::rbxbinary, Model; output_bytes depth elements);
codec!(rbxmesh, ::rbxmesh, Mesh; output_bytes elements);
codec!(rbxxml, ::rbxxml, Document; depth elements);
codec!(slmesh, ::slmesh, MeshAsset; output_bytes depth elements);

/// What is done with a file of one family.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The name of the format's library and its folders.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How much memory an element of the limits takes at most.
    pub(crate) bytes_of_element: usize,
    /// Whether bytes look like a file of the family.
    pub detect: fn(&[u8]) -> bool,
    /// The rules that a file is checked by, those of programs included.
    pub rules: fn() -> Vec<Rule>,
    /// Checks a file against the rules; also returns the warnings from reading it.
    pub check: fn(&[u8], Options, &[Profile]) -> Warned<Findings>,
    /// What each byte is.
    pub layout: fn(&[u8], Options) -> Layout<'_>,
    /// What a file holds.
    pub(crate) facts: fn(&[u8], Options, Option<Vec3>) -> Warned<Facts>,
    /// The scripts, assets and so on of a file.
    pub(crate) list: fn(&[u8], Options, List) -> Read<Vec<Item>>,
    /// Shows a file as a tree; returns the warnings from reading it.
    pub(crate) outline: fn(&[u8], Options, &mut Look<'_>) -> Read<Warnings>,
    /// The model, to be shown as a tree more than once.
    pub(crate) outlined: Outlining,
}

type Read<T> = Result<T, Problem>;

type Warned<T> = Read<(T, Warnings)>;

type Outlining = fn(&[u8], Options) -> Warned<Box<dyn Outlined>>;

/// All families of which there are models, by name.
pub static READERS: &[Reader] = &[
    Reader::of::<::llsd::Value>(),
    Reader::of::<::m3d::Model>(),
    Reader::of::<::rbxbinary::Model>(),
    Reader::of::<::rbxmesh::Mesh>(),
    Reader::of::<::rbxxml::Document>(),
    Reader::of::<SecondLife>(),
];

type Laws = fn(&[u8], Options, bool) -> Checked;

/// Not in the readers, so that a program that checks no laws, such as the page, does not contain what compares models.
static LAWS: &[(&str, Laws)] = &[
    laws_of::<::llsd::Value>(),
    laws_of::<::m3d::Model>(),
    laws_of::<::rbxbinary::Model>(),
    laws_of::<::rbxmesh::Mesh>(),
    laws_of::<::rbxxml::Document>(),
    laws_of::<SecondLife>(),
];

const fn laws_of<M: Family>() -> (&'static str, Laws) {
    (M::NAME, |bytes, options, in_full| laws::check::<M>(bytes, options, in_full.then_some(M::owed)))
}

impl Reader {
    /// Checks the laws, in full if the format's own programs may have written the file.
    #[must_use]
    pub fn laws(&self, bytes: &[u8], options: Options, in_full: bool) -> Checked {
        let laws = LAWS.iter().find(|(name, _)| *name == self.name);
        laws.map_or_else(Checked::default, |(_, check)| check(bytes, options, in_full))
    }

    const fn of<M: Family>() -> Self {
        Self {
            name: M::NAME,
            title: M::TITLE,
            bytes_of_element: M::BYTES_OF_ELEMENT,
            detect: M::detect,
            rules: M::all_rules,
            check: |bytes, options, profiles| {
                let (model, warnings) = M::read(bytes, options)?;
                Ok((model.findings(bytes, options, profiles)?, warnings))
            },
            layout: M::layout,
            facts: |bytes, options, scale| {
                let (model, warnings) = M::read(bytes, options)?;
                let mut facts = Facts { scale, ..Facts::default() };
                model.facts(bytes, &mut facts);
                Ok((facts, warnings))
            },
            list: |bytes, options, what| {
                let (model, _) = M::read(bytes, options)?;
                let mut items = Items::new(options.memory(bytes.len()));
                // It ends early if there are too many.
                let _ = model.list(what, &mut items);
                items.end()
            },
            outline: |bytes, options, look| {
                let (model, warnings) = M::read(bytes, options)?;
                model.outline(options.memory(bytes.len()), look)?;
                Ok(warnings)
            },
            outlined: |bytes, options| {
                let (model, warnings) = M::read(bytes, options)?;
                Ok((Box::new(model), warnings))
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LAWS, READERS};

    #[test]
    fn every_reader_has_laws() {
        let names: Vec<_> = READERS.iter().map(|reader| reader.name).collect();
        assert_eq!(LAWS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    }
}
