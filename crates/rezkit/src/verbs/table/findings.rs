//! Rows about findings.

use super::columns::FindingRow;
use super::sink::{Sink, int32, int64};
use crate::verbs::Report;
use std::collections::HashMap;
use std::ops::ControlFlow;

pub(super) fn list(report: &Report, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut counts = HashMap::<&str, usize>::new();
    for finding in &report.findings {
        let n = counts.entry(finding.rule).or_default();
        let range = finding.range;
        sink.add(FindingRow {
            sha256: sink.sha256.clone(),
            rule: finding.rule,
            n: int32(*n),
            severity: finding.severity.to_string(),
            path: finding.path.clone(),
            found: finding.found.clone(),
            allowed: Some(finding.limit.clone()).filter(|limit| !limit.is_empty()),
            byte_offset: range.map(|range| int64(range.packed_at.unwrap_or(range.start))),
        })?;
        *n = n.saturating_add(1);
    }
    ControlFlow::Continue(())
}
