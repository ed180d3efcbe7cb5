//! Construction of conflicts with their paths and values.

use super::super::facts::{Unit, look};
use super::super::{Conflict, ConflictKind};
use super::Planner;
use crate::verbs::diff::matching::NONE;
use crate::verbs::diff::report::ValueText;
use files::outline::{Label, item, shown_name};

impl Planner<'_, '_> {
    /// A conflict about nodes of BASE, OURS and THEIRS, with their paths.
    pub(super) fn conflict(&self, kind: ConflictKind, numbers: [u32; 3]) -> Conflict {
        let [base, ours, theirs] = numbers;
        let outlines = self.outlines();
        let path = |which: usize| {
            let (outline, paths) = (outlines.get(which)?, self.paths.get(which)?);
            let number = numbers.get(which).filter(|number| **number != NONE)?;
            Some(paths.path(*outline, *number))
        };
        let [base_outline, our_outline, their_outline] = outlines;
        let class = match (ours, base) {
            (NONE, NONE) => their_outline.kind(theirs),
            (NONE, base) => base_outline.kind(base),
            (ours, _) => our_outline.kind(ours),
        };
        Conflict {
            schema: "rezkit.conflict/1",
            kind,
            class: String::from_utf8_lossy(class).into_owned(),
            path: path(1).or_else(|| path(0)).or_else(|| path(2)).unwrap_or_default(),
            property: None,
            base: path(0),
            ours: path(1),
            theirs: path(2),
            lines: Vec::new(),
        }
    }

    /// A conflict about a property, with its values.
    pub(super) fn of_property(&self, kind: ConflictKind, unit: &Unit, numbers: [u32; 3]) -> Conflict {
        let (mut values, mut shown): ([Option<String>; 3], _) = (Default::default(), unit.shown());
        let places = self.outlines().into_iter().zip(&self.paths).zip(numbers).zip(&mut values);
        for (((outline, paths), number), value) in places {
            if number != NONE {
                let label = match unit {
                    Unit::Property(name) => Some(Label::name(name)),
                    _ => None,
                };
                if let Some(label) = &label {
                    shown = shown_name(outline, number, label);
                }
                look(outline, number, unit, &mut |datum| {
                    let item = label.as_ref().and_then(|label| item(outline, number, label, datum));
                    *value = Some(ValueText::from_value(datum, item, outline, paths, true).in_short());
                });
            }
        }
        let [base, ours, theirs] = values;
        Conflict { property: Some(shown), base, ours, theirs, ..self.conflict(kind, numbers) }
    }
}
