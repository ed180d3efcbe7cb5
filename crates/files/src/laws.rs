//! Checks the laws (docs/laws.md) on one file.

use super::codec::Codec;
use super::options::{Limits, Options};
use scene::counted;
use scene::problem::{Problem, ProblemKind, Warnings};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The form of the second law that applies to a file: how exactly reading and writing reproduce it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exact {
    /// The same bytes.
    Bytes,
    /// The same bytes, unless a person has edited the file, which cannot be detected: a difference is a
    /// [note](Checked::notes).
    BytesUnlessEdited,
    /// The same decompressed data in every compressed part.
    Payloads,
    /// The same values, for text that people format by hand.
    Values,
}

/// A function that returns the form of the second law that applies to a file; it may depend on the version.
pub type Owed<M> = fn(&M, &[u8]) -> Exact;

/// The laws that were checked, and the results.
#[derive(Debug, Default)]
pub struct Checked {
    /// The error, if the file cannot be read.
    pub refusal: Option<Problem>,
    /// The number of warnings from reading.
    pub n_warnings: usize,
    /// The number of laws that were checked.
    pub n_laws: usize,
    /// The laws that do not hold, and why.
    pub broken: Vec<String>,
    /// Differences that are errors in a file that a program wrote, but not in one that a person edited.
    pub notes: Vec<String>,
    /// The duration of the first reading.
    pub reading: Duration,
}

/// Checks the laws that hold for any bytes, and if `owed` is set, also those that hold for files of the
/// format's own programs.
///
/// A panic is passed on to the caller.
pub fn check<M: Codec>(bytes: &[u8], options: Options, owed: Option<Owed<M>>) -> Checked {
    let mut checked = Checked::default();
    let clock = Clock::start();
    let read = M::read(bytes, options);
    checked.reading = clock.elapsed();
    // Checks that read a file up to its limit again and again would take much longer than reading may.
    if let Err(error) = &read
        && error.kind == ProblemKind::Limit
    {
        checked.refusal = Some(error.clone());
        return checked;
    }

    // Only one model is kept at a time, so that the laws stay within the memory limit of reading.
    let strict = M::read(bytes, Options { strict: true, ..options }).map(drop);
    let layout = M::layout(bytes, options);
    checked.law("law 7, the layout covers every byte once", layout.flaw());
    let (layout_error, layout_warnings) = (layout.error(), layout.warnings());
    drop(layout);
    match read {
        Err(error) => {
            checked
                .law("law 7, the layout ends as reading does", differ(layout_error.as_ref(), Some(&error)));
            let is_outside = error.byte.is_none_or(|at| at > bytes.len());
            checked.law("law 4, an error lies in the input", is_outside.then(|| error.to_string()));
            checked.law("what is refused is refused strictly", strict.is_ok().then(|| "it reads".into()));
            checked.refusal = Some(error);
        }
        Ok((model, warnings)) => {
            checked.law("law 7, the layout ends as reading does", differ(layout_error.as_ref(), None));
            checked
                .law("law 7, the layout warns as reading does", warnings_differ(&layout_warnings, &warnings));
            let flaw = differ(strict.err().as_ref(), warnings.list.first());
            checked.law("strict reading stops at the first warning", flaw);
            model.validate();
            checked.n_warnings = warnings.total();
            if M::WRITES {
                let owed = owed.map(|owed| owed(&model, bytes));
                checked.writing(model, bytes, options, owed);
            }
        }
    }
    checked
}

/// Measures time if there is a clock; wasm32-unknown-unknown has none.
struct Clock(#[cfg(not(target_family = "wasm"))] std::time::Instant);

impl Clock {
    #[cfg(not(target_family = "wasm"))]
    fn start() -> Self {
        Self(std::time::Instant::now())
    }

    #[cfg(not(target_family = "wasm"))]
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    #[cfg(target_family = "wasm")]
    fn start() -> Self {
        Self()
    }

    #[cfg(target_family = "wasm")]
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Returns the result of `work`, or the message of its panic.
///
/// # Errors
///
/// If it panics.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("a panic without a message").to_owned()
    })
}

impl Checked {
    fn law(&mut self, law: &str, flaw: Option<String>) {
        self.n_laws = self.n_laws.saturating_add(1);
        self.broken.extend(flaw.map(|flaw| format!("{law}: {flaw}")));
    }

    fn writing<M: Codec>(&mut self, model: M, bytes: &[u8], options: Options, owed: Option<Exact>) {
        let written = match model.write() {
            Ok(written) => written,
            Err(error) => return self.law("law 3, what was read can be written", Some(error.to_string())),
        };
        self.law("law 1, reading undoes writing", read_differs(Ok(&written), &model));
        let onto = model.write_onto(bytes, options);
        match owed {
            None => {
                self.law("law 1, reading undoes writing onto a file", read_differs(onto.as_deref(), &model))
            }
            Some(_) => self.law("law 6, an untouched file stays", bytes_differ(onto.as_deref(), bytes)),
        }
        // The next law needs memory for another model and another file, so these are dropped.
        drop((model, onto));
        let again = M::read(&written, OWN).and_then(|(again, _)| again.write());
        self.law("law 3, writing settles", bytes_differ(again.as_deref(), &written));
        drop(again);
        const LAW_2: &str = "law 2, writing undoes reading";
        // A file with a warning is not one that the format's own programs wrote.
        match owed.filter(|_| self.n_warnings == 0) {
            None | Some(Exact::Values) => {}
            Some(Exact::Bytes) => self.law(LAW_2, bytes_differ(Ok(&written), bytes)),
            Some(Exact::Payloads) => self.law(LAW_2, payloads_differ::<M>(&written, bytes)),
            Some(Exact::BytesUnlessEdited) => {
                self.n_laws = self.n_laws.saturating_add(1);
                let flaw = bytes_differ(Ok(&written), bytes);
                self.notes.extend(flaw.map(|flaw| format!("{LAW_2}, unless it was edited by hand: {flaw}")));
            }
        }
    }
}

fn differ(found: Option<&Problem>, expected: Option<&Problem>) -> Option<String> {
    let text = |problem: Option<&Problem>| problem.map_or_else(|| "nothing".into(), Problem::to_string);
    (found != expected).then(|| format!("says `{}`, and not `{}`", text(found), text(expected)))
}

fn warnings_differ(found: &Warnings, expected: &Warnings) -> Option<String> {
    if found.total() != expected.total() {
        return Some(format!("{}, and not {}", counted(found.total(), "time"), expected.total()));
    }
    found.list.iter().zip(&expected.list).find_map(|(found, expected)| differ(Some(found), Some(expected)))
}

/// Options for reading a file that was just written. Its size is bounded, since the model was read within the
/// limits, so no limits are needed; the default ones depend on the length of the file, which may now be
/// smaller.
const OWN: Options = Options {
    strict: false,
    is_outline: false,
    limits: Limits {
        output_bytes: Some(usize::MAX),
        depth: None,
        elements: Some(usize::MAX),
        spans: None,
        memory: None,
    },
};

fn read_differs<M: Codec>(written: Result<&[u8], &Problem>, model: &M) -> Option<String> {
    let read = written.map_err(Problem::clone).and_then(|written| M::read(written, OWN));
    match read {
        Ok((again, _)) => again.difference(model).map(|rest| format!("the model{rest}")),
        Err(error) => Some(error.to_string()),
    }
}

fn bytes_differ(found: Result<&[u8], &Problem>, expected: &[u8]) -> Option<String> {
    let found = match found {
        Ok(found) if found == expected => return None,
        Ok(found) => found,
        Err(error) => return Some(error.to_string()),
    };
    let at = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    Some(match (found.get(at), expected.get(at)) {
        (Some(found), Some(expected)) => format!("byte {at:#x} is {found:#04x}, and was {expected:#04x}"),
        _ => format!("{}, and not {}", counted(found.len(), "byte"), expected.len()),
    })
}

fn payloads_differ<M: Codec>(found: &[u8], expected: &[u8]) -> Option<String> {
    let (found, expected) = (M::layout(found, Options::default()), M::layout(expected, Options::default()));
    if found.n_spaces() != expected.n_spaces() {
        return Some(format!(
            "{} compressed parts are not {}",
            found.n_spaces().saturating_sub(1),
            expected.n_spaces().saturating_sub(1)
        ));
    }
    (1..expected.n_spaces()).find_map(|space| {
        let ((found, _), (expected, start)) = (found.space(space), expected.space(space));
        let start = start.unwrap_or_default();
        bytes_differ(Ok(found), expected)
            .map(|flaw| format!("plain data of the part at byte {start:#x}: {flaw}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProblemKind;
    use crate::layout::{Kind, Layout, Named, Recorder, Showing, SpanForm, SpanSource};
    use crate::rules::{Findings, Rule};

    #[test]
    fn a_file_that_is_refused_owes_a_place() {
        let checked = check::<::rbxmesh::Mesh>(b"something else", Options::default(), None);
        assert_eq!(checked.broken, [""; 0]);
        assert_eq!(checked.n_laws, 4);
        assert_eq!(checked.refusal.unwrap().byte, Some(0));
    }

    /// A format whose files are any bytes except `!`. The first byte selects a defect of its writers.
    #[derive(Debug)]
    struct Toy(Vec<u8>);

    impl Codec for Toy {
        const NAME: &'static str = "toy";

        fn detect(_: &[u8]) -> bool {
            true
        }

        fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem> {
            let problem = Problem::new(ProblemKind::Value, "!").on_byte(bytes.len());
            let warnings = match bytes.last() {
                Some(b'!') if !options.strict && bytes.first() != Some(&b'R') => {
                    Warnings { list: vec![problem], n_more: 0 }
                }
                Some(b'!') => return Err(problem),
                _ => Warnings::default(),
            };
            Ok((Self(bytes.to_vec()), warnings))
        }

        fn write(&self) -> Result<Vec<u8>, Problem> {
            let mut bytes = self.0.clone();
            match bytes.first() {
                Some(b'F') => return Err(Problem::new(ProblemKind::Value, "no")),
                Some(b'L') => bytes.push(0),
                Some(b'U') => bytes[1] = bytes[1].wrapping_add(1),
                _ => {}
            }
            Ok(bytes)
        }

        fn write_onto(&self, original: &[u8], _: Options) -> Result<Vec<u8>, Problem> {
            Ok(if original.first() == Some(&b'O') { b"O".to_vec() } else { original.to_vec() })
        }

        fn difference(&self, other: &Self) -> Option<String> {
            let is_compared = matches!(self.0.first(), Some(b'U' | b'O'));
            (is_compared && self.0 != other.0).then(|| " is different".into())
        }

        fn validate(&self) -> Findings {
            Findings::default()
        }

        fn rules() -> Vec<Rule> {
            Vec::new()
        }

        fn traced(bytes: &[u8], options: Options) -> (Layout<'_>, Result<Self, Problem>) {
            let source = ToySource(options);
            Layout::record(bytes, ToySource(options), options, |recorder| {
                let (_, warnings) = source.trace(bytes, recorder);
                (Self::read(bytes, options).map(|(toy, _)| toy), warnings)
            })
        }
    }

    /// The span of all bytes, or of the data that they would unpack to.
    struct Plain {
        packed_at: Option<usize>,
    }

    impl Named for Plain {
        fn place(&self) -> (Option<usize>, usize) {
            (self.packed_at, 0)
        }

        fn name(&self) -> (&'static str, Option<usize>) {
            ("plain", None)
        }

        fn text(&self) -> (&[u8], Option<usize>) {
            (b"", None)
        }

        fn kind(&self) -> (Kind, SpanForm) {
            (Kind::Unknown, SpanForm::Plain)
        }

        fn shown(&self) -> usize {
            1
        }

        fn showing(&self) -> Showing {
            Showing { show: |_, _, _| Ok(()), table: None }
        }
    }

    struct ToySource(Options);

    impl SpanSource for ToySource {
        /// Reports the file, and then the same bytes again as if they were unpacked from it.
        fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings) {
            for (packed_at, n_missing) in [(None, 0), (Some(0), usize::from(bytes.first() == Some(&b'C')))] {
                recorder.enter(&Plain { packed_at });
                recorder.leave(bytes.len() - n_missing, 0);
            }
            recorder.unpacked(0, bytes.to_vec());
            match Toy::read(bytes, self.0) {
                Ok((_, warnings)) => (None, warnings),
                Err(error) => (Some(error), Warnings::default()),
            }
        }
    }

    fn checked(bytes: &[u8], owed: Option<Exact>) -> Checked {
        let owed: Option<Owed<Toy>> = owed.map(|exact| match exact {
            Exact::Bytes => |_: &_, _: &_| Exact::Bytes,
            Exact::BytesUnlessEdited => |_: &_, _: &_| Exact::BytesUnlessEdited,
            Exact::Payloads => |_: &_, _: &_| Exact::Payloads,
            Exact::Values => |_: &_, _: &_| Exact::Values,
        } as _);
        check::<Toy>(bytes, Options::default(), owed)
    }

    fn broken(bytes: &[u8], owed: Option<Exact>) -> Vec<String> {
        checked(bytes, owed).broken
    }

    #[test]
    fn what_may_be_an_edit_is_a_note() {
        let checked = checked(b"Unsettled", Some(Exact::BytesUnlessEdited));
        assert_eq!(checked.broken.len(), 2);
        assert_eq!(
            checked.notes,
            ["law 2, writing undoes reading, unless it was edited by hand: byte 0x1 is 0x6f, and was 0x6e"]
        );
    }

    #[test]
    fn each_law_is_missed_when_it_is_broken() {
        assert_eq!(broken(b"fine", Some(Exact::Bytes)), [""; 0]);
        assert_eq!(broken(b"fine", Some(Exact::Payloads)), [""; 0]);
        assert_eq!(broken(b"fine!", Some(Exact::Bytes)), [""; 0]);
        assert_eq!(broken(b"Refused!", None), [""; 0]);
        assert_eq!(
            broken(b"Covers less", None),
            ["law 7, the layout covers every byte once: space 1: covered up to 0xa of 0xb"]
        );
        assert_eq!(broken(b"Fails", None), ["law 3, what was read can be written: no"]);
        assert_eq!(broken(b"Long", None), ["law 3, writing settles: 6 bytes, and not 5"]);
        assert_eq!(
            broken(b"Unsettled", Some(Exact::Bytes)),
            [
                "law 1, reading undoes writing: the model is different",
                "law 3, writing settles: byte 0x1 is 0x70, and was 0x6f",
                "law 2, writing undoes reading: byte 0x1 is 0x6f, and was 0x6e",
            ]
        );
        assert_eq!(
            broken(b"Unsettled", Some(Exact::Payloads))[2],
            "law 2, writing undoes reading: plain data of the part at byte 0x0: byte 0x1 is 0x6f, and was 0x6e",
        );
        assert_eq!(broken(b"Unsettled", Some(Exact::Values)).len(), 2);
        // A file with a warning is not written as it was.
        assert_eq!(broken(b"Unsettled!", Some(Exact::Bytes)).len(), 2);
        assert_eq!(
            broken(b"Onto", None),
            ["law 1, reading undoes writing onto a file: the model is different"]
        );
        assert_eq!(
            broken(b"Onto", Some(Exact::Values)),
            ["law 6, an untouched file stays: 1 byte, and not 4"]
        );
    }
}
