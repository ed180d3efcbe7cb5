//! Rules about terrain.

use super::{FARTHEST_CHUNK, Grid};
use crate::common::kinds::counted;
use crate::common::rules::{Findings, Rule};
use crate::rules;
use std::collections::HashSet;
use std::fmt::Arguments;

impl Grid<'_> {
    /// Checks terrain against the [rules] from RBX018 to RBX021.
    #[must_use]
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::default();
        if !self.undecoded.is_empty() {
            let found = counted(self.undecoded.len(), "byte");
            findings.add(&rules::RBX018, "undecoded", found, "");
        }
        self.check(&mut |rule, path, found, limit| findings.add(rule, path, found, limit));
        findings
    }

    /// Checks everything except undecodable data, and reports violations: the rule, the path, the value found, and the
    /// allowed values.
    pub(crate) fn check(&self, report: &mut dyn FnMut(&'static Rule, Arguments<'_>, Arguments<'_>, &str)) {
        let mut seen = HashSet::new();
        for (number, chunk) in self.chunks.iter().enumerate() {
            let [x, y, z] = chunk.position();
            let place = format_args!("chunks[{number}].position");
            // Chunks that are strictly sorted have different positions.
            if self.is_unsorted && !seen.insert(chunk.position()) {
                report(&rules::RBX019, place, format_args!("({x}, {y}, {z}) again"), "");
            }
            if chunk.position().iter().any(|axis| axis.unsigned_abs() > FARTHEST_CHUNK.unsigned_abs()) {
                report(&rules::RBX020, place, format_args!("({x}, {y}, {z})"), "262,144");
            }
            let unknown = chunk.runs().enumerate().find(|(_, run)| run.voxel.material.name().is_none());
            if let Some((run, unknown)) = unknown {
                let path = format_args!("chunks[{number}].runs[{run}]");
                let material = unknown.voxel.material.0;
                report(&rules::RBX021, path, format_args!("material {material}"), "22");
            }
        }
    }
}
