//! LLSD documents.

use super::{Facts, Family, Item, Items, List, Profile, is_address, repeated};
use crate::Problem;
use crate::codec::{Adapted, Findings, Options, Rule, Severity};
use crate::laws::Exact;
use crate::outline::{self, Look};
use llsd::{Scalar, Value};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

impl Family for Value {
    const TITLE: &'static str = "LLSD";
    const BYTES_OF_ELEMENT: usize = 80;

    fn owed(&self, bytes: &[u8]) -> Exact {
        // The header of one spelling, and nothing behind the value, is what `write` gives.
        let is_usual = bytes.starts_with(b"<? LLSD/Binary ?>\n");
        match llsd::binary::read_prefix(bytes, &llsd::ReadOptions::default()) {
            Ok((_, n_read, _)) if is_usual && n_read == bytes.len() => Exact::Bytes,
            _ => Exact::Values,
        }
    }

    /// Including duplicate keys, which a value cannot have.
    fn findings(&self, bytes: &[u8], options: Options, _: &[Profile]) -> Result<Findings, Problem> {
        let Ok(findings) = llsd::validate_with(bytes, &Self::read_options(options)) else {
            return Ok(crate::codec::Codec::validate(self));
        };
        let counts = findings.counts().map(|(rule, count)| (rule.id, count)).collect();
        let list = findings.into_iter().map(|found| crate::codec::Finding {
            rule: rule(found.rule),
            path: found.path,
            found: found.found,
            limit: found.limit,
        });
        Ok(Findings { list: list.collect(), counts })
    }

    fn facts(&self, bytes: &[u8], facts: &mut Facts) {
        let encoding = format!("{:?}", llsd::encoding(bytes)).to_lowercase();
        facts.text("encoding", encoding);
        let mut n_values = 0_usize;
        let mut depth = 0;
        visit(self, &mut |path, value| {
            n_values = n_values.saturating_add(1);
            depth = depth.max(path.len());
            let count = facts.classes.entry(format!("{:?}", value.kind()).to_lowercase()).or_default();
            *count = count.saturating_add(1);
        });
        facts.count("values", n_values);
        facts.count("depth", depth);
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let mut classes = BTreeMap::<String, usize>::new();
        let mut blobs = Vec::new();
        let mut flow = ControlFlow::Continue(());
        visit(self, &mut |path, value| {
            if flow.is_break() {
                return;
            }
            let kind = || format!("{:?}", value.kind()).to_lowercase();
            match (what, value.scalar()) {
                (List::Classes, _) => {
                    let count = classes.entry(kind()).or_default();
                    *count = count.saturating_add(1);
                }
                (List::Strings, Scalar::String(text)) => {
                    let (shown, n_bytes) = (String::from_utf8_lossy(&text), text.len());
                    flow = items.push(Item::new(self::shown(path), kind(), shown, n_bytes));
                }
                (List::Assets, Scalar::Uri(text) | Scalar::String(text)) => {
                    let text = String::from_utf8_lossy(&text);
                    if is_address(&text) {
                        flow = items.push(Item::new(shown(path), kind(), text, 0));
                    }
                }
                (List::Assets, Scalar::Uuid(id)) if id != llsd::Uuid::default() => {
                    flow = items.push(Item::new(shown(path), kind(), id.to_string(), 0));
                }
                (List::Duplicates, Scalar::Binary(bytes)) if bytes.len() >= 64 => {
                    blobs.push((bytes, path.to_vec()));
                }
                _ => {}
            }
        });
        flow?;
        repeated(blobs.into_iter(), "binary", |path| shown(&path), items)?;
        items.extend(classes.into_iter().map(|(kind, count)| Item::new("", kind, "", count)))
    }

    fn outline(&self, memory: usize, look: &mut Look<'_>) -> Result<(), Problem> {
        outline::of_value(self, memory, look)
    }
}

fn rule(rule: &'static llsd::Rule) -> Rule {
    let llsd::Rule { id, title, why, fix, .. } = *rule;
    let severity = match rule.severity {
        llsd::Severity::Note => Severity::Note,
        llsd::Severity::Warning => Severity::Warning,
        llsd::Severity::Error => Severity::Error,
    };
    Rule { id, severity, title, why, fix }
}

/// A step into a value.
#[derive(Clone)]
pub(crate) enum Step<'v> {
    Key(&'v llsd::Text),
    Index(usize),
}

/// Visits a value and everything in it, without recursion; the path has a step for each level.
pub(crate) fn visit<'v>(root: &'v Value, look: &mut dyn FnMut(&[Step<'v>], &'v Value)) {
    let mut path = Vec::new();
    let mut pending = vec![(0_usize, None, root)];
    while let Some((depth, step, value)) = pending.pop() {
        path.truncate(depth.saturating_sub(1));
        path.extend(step);
        look(&path, value);
        let inner = depth.saturating_add(1);
        if let Some(array) = value.as_array() {
            pending.extend(
                array.iter().enumerate().rev().map(|(i, value)| (inner, Some(Step::Index(i)), value)),
            );
        } else if let Some(map) = value.as_map() {
            let entries = map.keys().zip(map.values()).rev();
            pending.extend(entries.map(|(key, value)| (inner, Some(Step::Key(key)), value)));
        }
    }
}

/// A path for people: `mesh[2].name`.
pub(crate) fn shown(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(i) => text.push_str(&format!("[{i}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&key.to_str_lossy());
            }
        }
    }
    text
}
