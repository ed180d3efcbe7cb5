//! Validation: problems in a model that was read successfully.

mod columns;

use crate::Finding;
use crate::model::{Chunk, Class, ClassId, Model, shown};
use crate::mould::rules::Findings;
use crate::outline::{self, Fault, Spot};
use crate::rules;
use crate::wire::{END, trimmed};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Checks a model against the [rules](crate::rules) and returns the violations, part by part; none if the model is
/// valid.
///
/// At most 1,000 findings per rule are returned, because a badly broken file would have millions.
#[must_use]
pub fn validate(model: &Model) -> Vec<Finding> {
    let mut findings = Findings::default();
    let classes = classes(model, &mut findings);
    hierarchy(model, &classes, &mut findings);
    columns::columns(model, &classes, &mut findings);
    services(&classes, &mut findings);
    order(model, &classes, &mut findings);
    once(model, &mut findings);
    findings.into_vec()
}

/// Classes by id; of duplicates, the first.
type Classes<'m> = BTreeMap<ClassId, &'m Class>;

fn classes<'m>(model: &'m Model, findings: &mut Findings) -> Classes<'m> {
    let mut classes = Classes::new();
    for class in model.classes() {
        if !std::ptr::eq(*classes.entry(class.id).or_insert(class), class) {
            let found = format_args!("class {} again", class.id.0);
            findings.add(&rules::RBX014, Lazily(|| shown(&class.name)), found, "");
        }
    }
    classes
}

/// The number of findings that are kept per rule.
const KEPT: usize = 1000;

/// A path that is formatted only if the finding is kept: at most [`KEPT`] per rule are.
struct Lazily<F>(F);

impl<F: FnOnce() -> String> From<Lazily<F>> for String {
    fn from(Lazily(make): Lazily<F>) -> Self {
        make()
    }
}

/// Reports the hierarchy and reference faults that reading warns about, found by the same search.
fn hierarchy(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let mut report = |fault: Fault<'_>, spot: Spot| {
        let chunk = model.chunks.get(spot.chunk);
        let rule = match (fault, chunk) {
            // Other rules cover these.
            (Fault::NoHierarchy | Fault::ChunkTwice(_) | Fault::PropertyTwice(_), _) => return Ok(()),
            (Fault::InstanceTwice(_), _) => &rules::RBX001,
            (Fault::NoSharedString(_), _) => &rules::RBX015,
            (_, Some(Chunk::Column(_))) => &rules::RBX003,
            _ => &rules::RBX011,
        };
        let path = || {
            let path = match chunk {
                Some(Chunk::Column(column)) => columns::title(classes, column),
                Some(Chunk::Class(class)) => shown(&class.name),
                Some(chunk) => trimmed(&chunk.name()).escape_ascii().to_string(),
                None => "model".into(),
            };
            match spot.row {
                Some(row) => format!("{path}, value {row}"),
                None => path,
            }
        };
        findings.add(rule, Lazily(path), InWords(fault), "");
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(_) = outline::check(&model.chunks, &mut report);
}

struct InWords<'c>(Fault<'c>);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind().fmt(f)
    }
}

fn services(classes: &Classes<'_>, findings: &mut Findings) {
    let mut live: HashMap<&[u8], usize> = HashMap::new();
    // Studio keeps several hidden objects in one class of this name.
    for class in classes.values().filter(|class| class.name != *"Instance") {
        let n_live = class.markers.iter().filter(|marker| **marker != 0).count();
        let sum = live.entry(&class.name).or_default();
        *sum = sum.saturating_add(n_live);
        if *sum > 1 && n_live > 0 {
            let found = format_args!("{sum} services");
            findings.add(&rules::RBX005, Lazily(|| shown(&class.name)), found, 1);
        }
    }
}

fn order(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    /// The order of Studio: kind, class, name.
    fn key<'m>(chunk: &'m Chunk, classes: &Classes<'_>) -> Option<(u8, u32, &'m [u8])> {
        match chunk {
            Chunk::Metadata(_) => Some((0, 0, b"")),
            Chunk::SharedStrings(_) => Some((1, 0, b"")),
            Chunk::Class(class) => Some((2, 0, &class.name)),
            // Studio numbers classes in the order of their names, so sorting by id is the same.
            Chunk::Column(column) if classes.contains_key(&column.class) => {
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
            let name = chunk.name();
            let path = format!("{} #{number}", trimmed(&name).escape_ascii());
            let found = format!("\"{}\" after a chunk that should follow it", shown(this.2));
            findings.add(&rules::RBX007, path, found, "");
            // One finding is enough: a shuffled file would have thousands.
            return;
        }
        last = Some(this);
    }
}

fn once(model: &Model, findings: &mut Findings) {
    let count = |is: fn(&Chunk) -> bool| model.chunks.iter().filter(|chunk| is(chunk)).count();
    let counts = [
        ("META", count(|chunk| matches!(chunk, Chunk::Metadata(_))), false),
        ("SSTR", count(|chunk| matches!(chunk, Chunk::SharedStrings(_))), false),
        ("PRNT", count(|chunk| matches!(chunk, Chunk::Hierarchy(_))), true),
        ("END", count(|chunk| matches!(chunk, Chunk::End(_))), true),
    ];
    for (name, n, is_needed) in counts {
        if n > 1 || (n == 0 && is_needed) {
            findings.add(&rules::RBX016, name, format!("{n} of them"), 1);
        }
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        match chunk {
            Chunk::End(content) if *content != *END => {
                findings.add(&rules::RBX016, "END", shown(content), "</roblox>");
            }
            Chunk::Unknown(_) | Chunk::Packed(_) => {
                let path = || format!("{} #{number}", trimmed(&chunk.name()).escape_ascii());
                findings.add(&rules::RBX017, Lazily(path), "bytes", "");
            }
            _ => {}
        }
    }
}
