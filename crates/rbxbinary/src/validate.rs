//! Validation: problems in a model that was read successfully.

mod columns;

use crate::common::rules::Findings;
use crate::model::{Chunk, Class, ClassId, Model, shown};
use crate::outline::{self, Fault, Spot};
use crate::rules;
use crate::title::Title;
use crate::wire::{END, END_NAME, trimmed};
use std::collections::{BTreeMap, HashMap};

/// Checks a model against the [rules](crate::rules) and returns the violations; none if the model is valid.
///
/// All findings are counted, but only the first thousand of each rule are kept, because a badly damaged file would have
/// millions.
#[must_use]
pub fn validate(model: &Model) -> Findings {
    let mut findings = Findings::default();
    let classes = Classes::new(model, &mut findings);
    hierarchy(model, &classes, &mut findings);
    columns::columns(model, &classes, &mut findings);
    services(model, &classes, &mut findings);
    order(model, &classes, &mut findings);
    once(model, &classes, &mut findings);
    findings
}

/// The classes by id, with the numbers of their chunks. If several have the same id, the first is used.
struct Classes<'m>(BTreeMap<ClassId, (usize, &'m Class)>);

impl<'m> Classes<'m> {
    fn new(model: &'m Model, findings: &mut Findings) -> Self {
        let mut classes = BTreeMap::new();
        for (number, chunk) in model.chunks.iter().enumerate() {
            let Chunk::Class(class) = chunk else { continue };
            if classes.entry(class.id).or_insert((number, class)).0 != number {
                let title = Title::new(number, chunk, |_| None);
                let found = format_args!("class {} again", class.id);
                findings.add(&rules::RBX014, format_args!("{title}, id"), found, "");
            }
        }
        Self(classes)
    }

    fn get(&self, id: ClassId) -> Option<&'m Class> {
        self.0.get(&id).map(|(_, class)| *class)
    }

    /// The path of a chunk.
    fn title(&self, number: usize, chunk: &'m Chunk) -> Title<'m> {
        Title::new(number, chunk, |id| self.get(id).map(|class| &class.name))
    }

    /// The classes by id, with the numbers of their chunks.
    fn iter(&self) -> impl Iterator<Item = (usize, &'m Class)> {
        self.0.values().copied()
    }
}

/// Reports the hierarchy and reference faults that reading warns about, found by the same search.
fn hierarchy(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let mut report = |fault: Fault<'_>, spot: Spot| {
        let Some(chunk) = model.chunks.get(spot.chunk) else { return Ok(()) };
        let rule = match (fault, chunk) {
            // Other rules cover these.
            (Fault::NoHierarchy | Fault::ChunkTwice(_) | Fault::PropertyTwice(_), _) => return Ok(()),
            (Fault::InstanceTwice(_), _) => &rules::RBX001,
            (Fault::NoSharedString(_), _) => &rules::RBX015,
            (_, Chunk::Column(_)) => &rules::RBX003,
            _ => &rules::RBX011,
        };
        let (title, list) = (classes.title(spot.chunk, chunk), fault.list(chunk));
        let row = spot.row.unwrap_or_default();
        findings.add(rule, format_args!("{title}, {list}[{row}]"), fault, "");
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(_) = outline::check(&model.chunks, &mut report);
}

fn services(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let mut live: HashMap<&[u8], usize> = HashMap::new();
    // Studio keeps several hidden objects in one class of this name.
    for (number, class) in classes.iter().filter(|(_, class)| class.name != *"Instance") {
        let n_live = class.markers.iter().filter(|marker| **marker != 0).count();
        let sum = live.entry(&class.name).or_default();
        *sum = sum.saturating_add(n_live);
        if *sum > 1 && n_live > 0 {
            let last = class.markers.iter().rposition(|marker| *marker != 0).unwrap_or_default();
            let Some(chunk) = model.chunks.get(number) else { continue };
            let path = format_args!("{}, markers[{last}]", classes.title(number, chunk)).to_string();
            findings.add(&rules::RBX005, path, format_args!("{sum} services"), 1);
        }
    }
}

fn order(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    /// The sort key of Studio's chunk order: kind, class, name.
    fn key<'m>(chunk: &'m Chunk, classes: &Classes<'_>) -> Option<(u8, u32, &'m [u8])> {
        match chunk {
            Chunk::Metadata(_) => Some((0, 0, b"")),
            Chunk::SharedStrings(_) => Some((1, 0, b"")),
            Chunk::Class(class) => Some((2, 0, &class.name)),
            // Studio numbers classes in the order of their names, so sorting by id is the same.
            Chunk::Column(column) if classes.get(column.class).is_some() => {
                Some((3, column.class.0, &column.name))
            }
            Chunk::Hierarchy(_) => Some((4, 0, b"")),
            Chunk::End(_) => Some((6, 0, b"")),
            _ => None,
        }
    }
    let mut last = None;
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Some(this) = key(chunk, classes) else { continue };
        if last.as_ref().is_some_and(|last| *last > this) {
            let found = format_args!("\"{}\" after a chunk that should follow it", shown(this.2)).to_string();
            findings.add(&rules::RBX007, classes.title(number, chunk), found, "");
            // One finding is enough: a shuffled file would have thousands.
            return;
        }
        last = Some(this);
    }
}

fn once(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    for (name, is_needed) in [(b"META", false), (b"SSTR", false), (b"PRNT", true), (&END_NAME, true)] {
        let is_one =
            |chunk: &Chunk| !matches!(chunk, Chunk::Unknown(_) | Chunk::Packed(_)) && chunk.name() == *name;
        let mut all = model.chunks.iter().enumerate().filter(|(_, chunk)| is_one(chunk));
        // The last END; or the last chunk, after which one is missing.
        let last = all.next_back();
        let n = all.count().saturating_add(usize::from(last.is_some()));
        if n > 1 || (n == 0 && is_needed) {
            let last = last.or(model.chunks.iter().enumerate().next_back());
            let path = last.map_or_else(|| "header".into(), |(i, chunk)| classes.title(i, chunk).to_string());
            let found = format_args!("{n} of {}", trimmed(name).escape_ascii()).to_string();
            findings.add(&rules::RBX016, path, found, 1);
        }
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        let title = classes.title(number, chunk);
        match chunk {
            Chunk::End(content) if *content != *END => {
                findings.add(&rules::RBX016, format_args!("{title}, content"), shown(content), "</roblox>");
            }
            Chunk::Unknown(_) | Chunk::Packed(_) => findings.add(&rules::RBX017, title, "bytes", ""),
            _ => {}
        }
    }
}
