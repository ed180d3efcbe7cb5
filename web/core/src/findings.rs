//! Findings, rule by rule.

use crate::annotate::{Annotations, Place};
use rezkit::{CheckOptions, File, Problem, Profile, Report, Severity, check, rule};
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of checking a file.
pub(crate) struct Findings(Report);

/// A broken rule.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Broken<'f> {
    id: &'static str,
    severity: Severity,
    /// The fault.
    title: &'static str,
    why: &'static str,
    fix: &'static str,
    /// The number of violations.
    n: usize,
    /// The number of violations in the list.
    n_listed: usize,
    /// The location of the first violation.
    path: String,
    /// The first violation.
    found: &'f str,
    limit: &'f str,
}

/// A violation and its location.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Case<'f> {
    path: &'f str,
    found: &'f str,
    limit: &'f str,
    place: Option<Place>,
}

/// A finding in a script.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InScript<'f> {
    /// The path of the script.
    script: &'f str,
    severity: Severity,
    /// The line, from 1.
    line: usize,
    /// The problem in one sentence.
    text: &'f str,
}

impl Findings {
    pub(crate) fn check(file: &File<'_>, profiles: Vec<Profile>) -> Result<Self, Problem> {
        let options = CheckOptions { profiles, ..CheckOptions::default() };
        check(file, &options).map(Self)
    }

    /// The broken rules, the worst first.
    pub(crate) fn rules(&self) -> Vec<Broken<'_>> {
        let mut rules: Vec<Broken<'_>> = Vec::new();
        for finding in &self.0.findings {
            let n = finding.n_more.saturating_add(1);
            match rules.iter_mut().find(|rule| rule.id == finding.rule) {
                Some(rule) => {
                    rule.n = rule.n.saturating_add(n);
                    rule.n_listed = rule.n_listed.saturating_add(1);
                }
                None => rules.push(Broken {
                    id: finding.rule,
                    severity: finding.severity,
                    title: finding.broken,
                    why: rule(finding.rule).map_or("", |rule| rule.why),
                    fix: finding.help,
                    n,
                    n_listed: 1,
                    path: finding.place(),
                    found: &finding.found,
                    limit: &finding.limit,
                }),
            }
        }
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.severity));
        rules
    }

    /// The number of findings of each severity.
    pub(crate) fn counts(&self) -> BTreeMap<Severity, usize> {
        let mut counts = BTreeMap::new();
        for finding in &self.0.findings {
            let count: &mut usize = counts.entry(finding.severity).or_default();
            *count = count.saturating_add(finding.n_more).saturating_add(1);
        }
        counts
    }

    /// The findings in scripts that have a line.
    pub(crate) fn in_scripts(&self) -> Vec<InScript<'_>> {
        let findings = self.0.findings.iter().filter_map(|finding| {
            let line = finding.line?;
            Some(InScript { script: &finding.path, severity: finding.severity, line, text: &finding.found })
        });
        findings.collect()
    }

    /// Some findings of a rule, with the bytes that they concern.
    pub(crate) fn of_rule(
        &self,
        rule: &str,
        first: usize,
        n: usize,
        annotations: &Annotations,
    ) -> Vec<Case<'_>> {
        let findings = self.0.findings.iter().filter(|finding| finding.rule == rule);
        let case = |finding: &rezkit::Finding| -> Option<Place> {
            match finding.range {
                Some(range) => annotations.place_of(range),
                None => annotations.place(&finding.path),
            }
        };
        let findings = findings.skip(first).take(n);
        findings
            .map(|finding| Case {
                path: &finding.path,
                found: &finding.found,
                limit: &finding.limit,
                place: case(finding),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::OpenOptions;

    #[test]
    fn findings_are_taken_together_and_lead_to_bytes() {
        let bytes: &'static [u8] = include_bytes!("../../../fixtures/rbxbinary/rules/RBX010.fires.rbxm");
        let file: &'static File<'static> =
            Box::leak(Box::new(File::open(bytes, &OpenOptions::default()).unwrap()));
        let findings = Findings::check(file, Vec::new()).unwrap();
        let rules = findings.rules();
        let broken = rules.iter().find(|rule| rule.id == "RBX010").unwrap();
        assert!(broken.n >= 1 && broken.n == broken.n_listed && !broken.why.is_empty());
        assert_eq!(broken.path, findings.0.findings[0].path);
        assert!(rules.is_sorted_by(|one, next| one.severity >= next.severity));
        let annotations = Annotations::new(bytes, Some(file));
        let cases = findings.of_rule("RBX010", 0, 1, &annotations);
        assert_eq!(cases[0].place.map(|place| (place.start, place.end)), Some((13, 17)));
        assert!(cases[0].place.unwrap().space > 0);
        assert_eq!(findings.of_rule("RBX999", 0, 9, &annotations), []);
    }
}
