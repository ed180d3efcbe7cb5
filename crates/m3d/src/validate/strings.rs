//! Checks of titles and names.

use super::{Findings, title};
use crate::common::kinds::counted;
use crate::model::{Chunk, Model, Name, Title};
use crate::rules::*;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let n_strings = model.strings.bytes.iter().filter(|byte| **byte == 0).count();
    if n_strings < Title::ALL.len() || model.strings.bytes.last() != Some(&0) {
        findings.add(&M3D001, "strings", format!("{} with an end", counted(n_strings, "string")), "");
    }
    let ended = model.strings.bytes.get(..model.strings.n_ended()).unwrap_or_default();
    if let Err(error) = std::str::from_utf8(ended) {
        let at = error.valid_up_to();
        findings.add(&M3D064, path(model, at), format_args!("an invalid byte at {at}"), "");
    }
    for (number, title) in Title::ALL.into_iter().enumerate().take(3) {
        let text = model.strings.title(title).unwrap_or_default();
        if text.iter().any(u8::is_ascii_control) {
            findings.add(&M3D029, format_args!("strings[{number}]"), start(text), "");
        }
    }
    let description = model.strings.title(Title::Description).unwrap_or_default();
    let mut lines = description.split(|byte| *byte == b'\n');
    let has_empty = !description.is_empty() && lines.clone().any(<[u8]>::is_empty);
    if has_empty || description.contains(&b'\r') {
        findings.add(&M3D030, "strings[3]", start(description), "");
    }
    if lines.next() == Some(b"META") && !lines.any(|line| line.starts_with(b"GENERATOR=")) {
        findings.add(&M3D031, "strings[3]", "none", "");
    }
    // Texts and languages of labels are not names.
    let mut texts = HashSet::new();
    for labels in model.labels() {
        texts.insert(labels.language);
        texts.extend(labels.labels.iter().map(|label| label.text));
    }
    let script = |chunk: &Chunk| match chunk {
        Chunk::Procedure(procedure) => Some(procedure.script),
        _ => None,
    };
    // Names of scripts have an extension, so they may contain a dot.
    let scripts: HashSet<_> = model.chunks.iter().filter_map(script).collect();
    // Only the first name of each kind is reported, with a count of the others, because the names in a file tend to
    // be alike.
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_forbidden = |byte: &u8| matches!(byte, b' ' | b'/' | b'\\') || byte.is_ascii_control();
    let names = || model.strings.names().filter(|(name, _)| !texts.contains(name));
    let mut add = |rule, is_bad: &dyn Fn(Name, &[u8]) -> bool| {
        let mut bad = names().filter(|(name, string)| is_bad(*name, string));
        if let Some((name, first)) = bad.next() {
            let others = bad.count();
            let more = if others == 0 { String::new() } else { format!(", and {others} more") };
            findings.add(rule, path(model, name.0 as usize), format_args!("{}{more}", start(first)), "");
        }
    };
    add(&M3D027, &|_, string| string.iter().any(is_forbidden));
    add(&M3D028, &|name, string| {
        let is_plain = string.iter().all(is_plain) || scripts.contains(&name);
        !is_plain && !string.iter().any(is_forbidden)
    });
    labels(model, findings);
}

/// The path of the string that contains the byte at this offset.
fn path(model: &Model, at: usize) -> String {
    let before = model.strings.bytes.get(..at).unwrap_or(&model.strings.bytes);
    format!("strings[{}]", before.iter().filter(|byte| **byte == 0).count())
}

/// The first characters of a text that may be long, escaped.
fn start(text: &[u8]) -> std::slice::EscapeAscii<'_> {
    text.get(..255).unwrap_or(text).escape_ascii()
}

/// Checks groups of labels: the form of the language, and that translations label the same points.
fn labels(model: &Model, findings: &mut Findings) {
    // The first group of each name.
    let mut groups = HashMap::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Labels(labels) = chunk else { continue };
        let language = model.strings.start(labels.language);
        // The form is that of `en_US`: format document, section 6.11.
        let is_code = matches!(language, [a, b, b'_', c, d]
            if [a, b].iter().all(|c| c.is_ascii_lowercase()) && [c, d].iter().all(|c| c.is_ascii_uppercase()));
        if labels.language != Name::NONE && !is_code {
            findings.add(
                &M3D048,
                format_args!("{}, language", title(number, chunk)),
                language.escape_ascii(),
                "",
            );
        }
        let mut points: Vec<_> = labels.labels.iter().map(|label| label.vertex).collect();
        points.sort_unstable();
        match groups.entry(model.strings.key(labels.group)) {
            Entry::Vacant(group) => {
                group.insert((number, language, points));
            }
            Entry::Occupied(group) => {
                let (first, other, same) = group.get();
                if *other != language && *same != points {
                    let found = format_args!("other points than chunks[{first}]");
                    findings.add(&M3D049, format_args!("{}, labels", title(number, chunk)), found, "");
                }
            }
        }
    }
}
