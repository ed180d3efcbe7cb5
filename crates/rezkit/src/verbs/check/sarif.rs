//! SARIF 2.1.0, which code review systems read.

use super::{Report, rules};
use files::rules::{Rule, Severity};
use scene::Problem;
use scene::visible::visible;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Formats the reports of some files as one SARIF 2.1.0 log, with the rules that were violated; files that could not be
/// read are in its notifications.
///
/// Paths are taken as they are, with forward slashes, as references relative to the root of the checkout.
#[must_use]
pub fn sarif<'r>(
    reports: impl IntoIterator<Item = (&'r str, &'r Report)> + Clone,
    problems: impl IntoIterator<Item = (&'r str, &'r Problem)>,
) -> Value {
    let broken: BTreeSet<&str> = reports
        .clone()
        .into_iter()
        .flat_map(|(_, report)| &report.findings)
        .map(|finding| finding.rule)
        .collect();
    let rules: Vec<Rule> = rules().into_iter().filter(|rule| broken.contains(rule.id)).collect();
    let mut results = Vec::new();
    for (file, report) in reports {
        for finding in &report.findings {
            let index = rules.iter().position(|rule| rule.id == finding.rule);
            // A byte of decompressed data is not one of the file, so the location is the packed part.
            let bytes = finding.range.map(|range| match range.packed_at {
                None => (range.start, range.end.saturating_sub(range.start)),
                Some(start) => (start, 1),
            });
            let more =
                if finding.n_more > 0 { format!(" (and {} more)", finding.n_more) } else { String::new() };
            results.push(json!({
                "ruleId": finding.rule,
                "ruleIndex": index,
                "level": level(finding.severity),
                "message": { "text": format!("{}{more}.", visible(&finding.message())) },
                "locations": [location(file, &finding.place(), bytes)],
            }));
        }
    }
    let notifications: Vec<Value> = problems
        .into_iter()
        .map(|(file, problem)| {
            json!({
                "level": "error",
                "message": { "text": format!("{}.", visible(&problem.to_string())) },
                "locations": [location(file, &problem.path, problem.byte.map(|byte| (byte, 1)))],
            })
        })
        .collect();
    let rules: Vec<Value> = rules.iter().map(of_rule).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "rez",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
}

/// A location in a file: the path of the part, and the offset and number of bytes.
fn location(file: &str, path: &str, bytes: Option<(usize, usize)>) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(file) } });
    if let (Some((start, len)), Some(place)) = (bytes, place.as_object_mut()) {
        place.insert("region".into(), json!({ "byteOffset": start, "byteLength": len }));
    }
    let mut location = json!({ "physicalLocation": place });
    if let Some(location) = location.as_object_mut().filter(|_| !path.is_empty()) {
        location.insert("logicalLocations".into(), json!([{ "fullyQualifiedName": path }]));
    }
    location
}

fn of_rule(rule: &Rule) -> Value {
    let sentence = |text: &str| format!("{}.", text.trim_end_matches('.'));
    json!({
        "id": rule.id,
        "shortDescription": { "text": sentence(rule.title) },
        "fullDescription": { "text": sentence(rule.why) },
        "help": { "text": sentence(rule.fix) },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A path as a URI reference, with special characters escaped.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
