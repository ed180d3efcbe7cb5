//! What a file is.

use crate::workspace::{Workspace, counted, grouped};
use anyhow::Result;
use fuzz::codec::{Kind, Layout};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// How many warnings are printed.
const SHOWN_WARNINGS: usize = 10;

pub(crate) fn run(workspace: &Workspace, file: &Path, out: &mut dyn Write) -> Result<()> {
    let Some((format, bytes)) = workspace.open(file)? else { return Ok(()) };
    let layout = &*(format.layout)(&bytes);
    writeln!(out, "{}: {}, {} bytes", file.display(), format.title, grouped(bytes.len()))?;

    let warnings = layout.warnings();
    match layout.error() {
        Some(error) => writeln!(out, "Refused: {}", error.text)?,
        None => writeln!(out, "Reads, with {}.", counted(warnings.count, "warning"))?,
    }
    for warning in warnings.kept.iter().take(SHOWN_WARNINGS) {
        writeln!(out, "  {}", warning.text)?;
    }
    if warnings.count > SHOWN_WARNINGS {
        writeln!(out, "  and {} more", grouped(warnings.count - SHOWN_WARNINGS))?;
    }
    if let Ok(findings) = (format.validate)(&bytes) {
        let [errors, warnings, notes] = ["error", "warning", "note"].map(|severity| {
            counted(findings.iter().filter(|finding| finding.severity == severity).count(), severity)
        });
        writeln!(out, "Validates with {errors}, {warnings} and {notes}.")?;
    }

    writeln!(out, "\n{:>13} {:>6}  part", "bytes", "%")?;
    for Part { name, depth, n_spans, n_bytes, in_file, .. } in parts(layout) {
        let many = if n_spans > 1 { format!(" × {}", grouped(n_spans)) } else { String::new() };
        let share = if in_file { format!("{:.1}", percent(n_bytes, bytes.len())) } else { String::new() };
        writeln!(out, "{:>13} {share:>6}  {:indent$}{name}{many}", grouped(n_bytes), "", indent = 2 * depth)?;
    }

    let [mut typed, mut unknown, mut unclaimed] = [0; 3];
    layout.leaves(&mut |leaf| {
        let sum = match leaf.kind {
            Kind::Typed => &mut typed,
            Kind::Gap => &mut unclaimed,
            Kind::Part | Kind::Unknown | Kind::Reference | Kind::Folded => &mut unknown,
        };
        *sum += leaf.end - leaf.start;
        ControlFlow::Continue(())
    });
    let all = typed + unknown + unclaimed;
    let [typed, unknown, unclaimed] = [typed, unknown, unclaimed].map(|sum| percent(sum, all));
    writeln!(
        out,
        "\nOf all bytes, packed and plain, {typed:.2} % have a type, {unknown:.2} % are unknown, \
         and {unclaimed:.2} % are claimed by nothing."
    )?;
    Ok(())
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Spans of the same name inside the same part, taken together.
struct Part {
    name: String,
    /// The part that it is in.
    parent: Option<usize>,
    depth: usize,
    n_spans: usize,
    n_bytes: usize,
    /// Not in the plain data of something compressed.
    in_file: bool,
}

/// The upper three levels, each part after the one that it is in.
fn parts(layout: &dyn Layout) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    // By the part it is in, and its name without a number.
    let mut numbers = BTreeMap::<(Option<usize>, String), usize>::new();
    let mut part_of = vec![None; layout.n_spans()];
    for i in 0..layout.n_spans() {
        let Some(span) = layout.span(i).filter(|span| span.depth <= 2) else { continue };
        let name = layout.name(i);
        // `chunks[3] LODS` is of the kin of `chunks`.
        let kin = name.split_once('[').map_or(&*name, |(word, _)| word).to_owned();
        let parent = span.parent.and_then(|parent| part_of[parent]);
        let number = *numbers.entry((parent, kin.clone())).or_insert(parts.len());
        if number == parts.len() {
            let (depth, in_file) = (span.depth, span.space == 0);
            parts.push(Part { name, parent, depth, n_spans: 0, n_bytes: 0, in_file });
        } else {
            parts[number].name = kin;
        }
        parts[number].n_spans += 1;
        parts[number].n_bytes += span.end - span.start;
        part_of[i] = Some(number);
    }
    // A part may have come up only inside the second of its kind, after other parts.
    let path = |number: usize| {
        let parent = parts[number].parent;
        [parent.and_then(|parent| parts[parent].parent), parent, Some(number)].into_iter().flatten().collect()
    };
    let paths: Vec<Vec<usize>> = (0..parts.len()).map(path).collect();
    let mut parts: Vec<_> = paths.into_iter().zip(parts).collect();
    parts.sort_by(|(a, _), (b, _)| a.cmp(b));
    parts.into_iter().map(|(_, part)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::toy;
    use crate::workspace::scratch::Scratch;
    use fuzz::codec::{Given, Span};

    #[test]
    fn info_gives_a_picture() {
        let tree = Scratch::new(&[("a.toy", "TOY what?")]).formats([toy::format()]);
        let mut out = Vec::new();
        run(&tree.0, &tree.0.root.join("a.toy"), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (_, text) = text.split_once("a.toy: ").unwrap();
        assert_eq!(
            text,
            "Toy, 9 bytes\nReads, with 0 warnings.\nValidates with 0 errors, 1 warning and 0 notes.\n\n        \
             bytes      %  part\n            9  100.0  file\n            3   33.3    magic\n            \
             6   66.7    text\n\nOf all bytes, packed and plain, 100.00 % have a type, 0.00 % are unknown, \
             and 0.00 % are claimed by nothing.\n"
        );
    }

    #[test]
    fn sisters_are_taken_together() {
        let span = |name: &str, start, end, depth: usize, parent| {
            (name.to_owned(), Span { space: 0, start, end, kind: Kind::Part, parent, depth })
        };
        let spans = vec![
            span("file", 0, 100, 0, None),
            span("chunks[0] PROP", 0, 20, 1, Some(0)),
            span("end", 20, 30, 1, Some(0)),
            span("chunks[1] PROP", 30, 100, 1, Some(0)),
            span("body", 40, 100, 2, Some(3)),
        ];
        let parts = parts(&Given { spans, ..Given::default() });
        let lines: Vec<_> = parts.iter().map(|part| (&*part.name, part.n_spans, part.n_bytes)).collect();
        assert_eq!(lines, [("file", 1, 100), ("chunks", 2, 90), ("body", 1, 60), ("end", 1, 10)]);
    }
}
