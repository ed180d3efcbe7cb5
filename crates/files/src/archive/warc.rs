//! Web archives (ISO 28500): responses and resources.

use super::http::body;
use super::sink::{Add, Sink};
use super::stream::Stream;
use super::{Member, Timestamp, damaged};
use scene::Problem;
use std::ops::ControlFlow;

/// Upper bounds on the length of a line and on the number of lines of a record's header.
const MOST_OF_LINE: usize = 1 << 16;
const MOST_LINES: usize = 1000;

/// The header fields of a record that the walk uses.
#[derive(Default)]
struct Head {
    kind: String,
    uri: Option<String>,
    id: Option<String>,
    date: Option<Timestamp>,
    n_bytes: Option<u64>,
}

pub(super) fn walk(stream: &mut Stream<'_>, sink: &mut Sink<'_, '_>, add: &mut Add<'_>) -> ControlFlow<()> {
    loop {
        match record(stream, sink, add) {
            Ok(Some(flow)) => flow?,
            Ok(None) => return ControlFlow::Continue(()),
            // The position of the next record is unknown after an error.
            Err(problem) => return sink.fail(problem),
        }
    }
}

/// Reads a record; returns `None` at the end.
fn record(
    stream: &mut Stream<'_>,
    sink: &mut Sink<'_, '_>,
    add: &mut Add<'_>,
) -> Result<Option<ControlFlow<()>>, Problem> {
    let next = ControlFlow::Continue(());
    let at = stream.offset();
    let first = stream.line(MOST_OF_LINE)?;
    if first.is_empty() {
        return Ok(None);
    }
    // Two empty lines separate records.
    if first.trim_ascii().is_empty() {
        return Ok(Some(next));
    }
    let at_start = |message: &str| {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        Problem::new(scene::ProblemKind::Framing, message).on_byte(at)
    };
    if !first.starts_with(b"WARC/") {
        return Err(at_start("this is not a record of a web archive"));
    }
    let head = Head::read(stream)?;
    let Some(n_bytes) = head.n_bytes else { return Err(at_start("a record does not state its length")) };
    let path = head.uri.or(head.id).unwrap_or_default();
    if !["response", "resource"].contains(&&*head.kind) {
        stream.skip(n_bytes)?;
        return Ok(Some(match stream.end_of_part()? {
            true => sink.refuse(&path, at, damaged()),
            false => next,
        }));
    }
    if let Some(problem) = sink.too_large(n_bytes) {
        let flow = sink.refuse(&path, at, problem);
        stream.skip(n_bytes)?;
        return Ok(Some(flow));
    }
    let start = usize::try_from(stream.offset()).unwrap_or(usize::MAX);
    let block = stream.bytes(n_bytes).map_err(|problem| problem.with_path(sink.path(&path)))?;
    // Damage after the record does not affect it.
    let end = stream.end_of_part();
    let warnings = if let Ok(true) = end { vec![damaged()] } else { Vec::new() };
    let flow = match body(&block) {
        Ok(bytes) => {
            add(Member { path: &path, at, mtime: head.date, bytes: &bytes, warnings: &warnings }, sink)
        }
        Err(problem) => {
            let byte = problem.byte.map(|byte| start.saturating_add(byte));
            sink.refuse(&path, at, Problem { byte, ..problem })
        }
    };
    end.map(|_| Some(flow))
}

impl Head {
    fn read(stream: &mut Stream<'_>) -> Result<Self, Problem> {
        let mut head = Self::default();
        for _ in 0..MOST_LINES {
            let line = stream.line(MOST_OF_LINE)?;
            if line.trim_ascii().is_empty() {
                return Ok(head);
            }
            let line = String::from_utf8_lossy(&line);
            // A continuation line has no name.
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match &*name.to_ascii_lowercase() {
                "warc-type" => head.kind = value.to_ascii_lowercase(),
                // Old crawlers put the address in angle brackets.
                "warc-target-uri" => head.uri = Some(value.trim_matches(['<', '>']).to_owned()),
                "warc-record-id" => head.id = Some(value.trim_matches(['<', '>']).to_owned()),
                "warc-date" => head.date = Timestamp::of_text(value),
                "content-length" => head.n_bytes = value.parse().ok(),
                _ => {}
            }
        }
        Err(stream.problem(format!("the head of a record has more than {MOST_LINES} lines")))
    }
}
