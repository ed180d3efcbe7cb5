//! What becomes of a file, and how a verb ends.

use crate::args::Common;
use crate::code::Code;
use crate::inputs::{Input, one};
use crate::output::Out;
use crate::show;
use crate::tally::TallyLine;
use rezkit::{Family, File, Format, OpenOptions, Problem, ProblemKind, identify};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// How a verb ends: with a code, or early, with what is to be said of it.
pub(crate) type Ending = Result<Code, Done<()>>;

/// What a verb makes of one file.
/// Of another process come neither its problem, which only SARIF wants, nor the bytes of an archive.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Done<T> {
    /// What is printed.
    pub(crate) out: String,
    /// What is said.
    pub(crate) err: String,
    pub(crate) code: Code,
    /// What the verb needs of it in the end.
    pub(crate) rest: Option<T>,
    /// Why it was not read, and what it is called.
    #[serde(skip)]
    pub(crate) problem: Option<Box<(String, Problem)>>,
    /// Found in a folder, and of a format that the verb is not for.
    pub(crate) is_skipped: bool,
    /// What is added up, if only totals are wanted.
    pub(crate) lines: Vec<TallyLine>,
    /// How many bytes of `rest` are kept until the end.
    pub(crate) n_kept: usize,
    /// It is an archive, whose members are to be read in its place; with its bytes if it is the standard input.
    #[serde(skip)]
    pub(crate) archive: Option<Box<(Input, Vec<u8>)>>,
}

impl<T> Done<T> {
    pub(crate) fn new(out: String, code: Code) -> Self {
        Self {
            out,
            code,
            err: String::new(),
            rest: None,
            problem: None,
            is_skipped: false,
            lines: Vec::new(),
            n_kept: 0,
            archive: None,
        }
    }

    /// How many bytes of it are printed or kept.
    pub(crate) fn cost(&self) -> usize {
        let problem = self.problem.as_ref().map_or(0, |problem| problem.0.len() + problem.1.message.len());
        let lines = self.lines.iter().map(TallyLine::cost).sum::<usize>();
        self.out.len() + self.err.len() + lines + self.n_kept + problem
    }

    /// Nothing but a message.
    pub(crate) fn failed(code: Code, message: String) -> Self {
        Self { err: message, ..Self::new(String::new(), code) }
    }

    /// What was asked for cannot be done.
    pub(crate) fn misused(name: &str, message: &str) -> Self {
        Self::failed(Code::Usage, show::error(name, message))
    }

    /// A file that cannot be opened or saved.
    pub(crate) fn io(name: &str, error: &io::Error) -> Self {
        Self::failed(Code::Io, show::error(name, &error.to_string()))
    }

    /// A file of which only this is added up.
    pub(crate) fn tallied(lines: Vec<TallyLine>, code: Code) -> Self {
        Self { lines, ..Self::new(String::new(), code) }
    }

    /// A file that the verb is not for.
    pub(crate) fn skipped(input: &Input, format: Format) -> Self {
        let message = match format {
            Format::Unknown => "skipped: this is of no known format".to_owned(),
            _ => format!("skipped: this is {}", format.in_words()),
        };
        Self {
            is_skipped: true,
            lines: vec![TallyLine::file("skipped", format.in_words())],
            err: show::note(&input.name, &message),
            ..Self::new(String::new(), Code::Fine)
        }
    }

    /// Says what became of the file.
    pub(crate) fn tell(&self, out: &mut Out) -> Code {
        match self.is_skipped {
            true => out.detail(&self.err),
            false if self.err.is_empty() => {}
            false => out.tell(&self.err),
        }
        out.print(&self.out);
        self.code
    }

    /// A file that cannot be read: as a message, or as JSON in the place of its result.
    pub(crate) fn refused(name: &str, problem: Problem, is_json: bool) -> Self {
        let code = match problem.kind {
            ProblemKind::Io => Code::Io,
            ProblemKind::Empty => Code::Found,
            // What is wrong is the expression, and not the file.
            _ if problem.path.starts_with("column ") => Code::Usage,
            _ => Code::Refused,
        };
        let mut done = Self::new(String::new(), code);
        if is_json {
            done.out = show::json::problem(name, &problem);
        } else {
            done.err = show::problem(name, &problem);
        }
        if code != Code::Usage {
            done.lines = vec![TallyLine::file("not readable", crate::tally::reason(&problem))];
            done.problem = Some(Box::new((name.to_owned(), problem)));
        }
        done
    }

    pub(crate) fn archive(input: &Input, bytes: Vec<u8>) -> Self {
        Self { archive: Some(Box::new((input.clone(), bytes))), ..Self::new(String::new(), Code::Fine) }
    }
}

impl Done<()> {
    /// The same, where the verb needs something of other files in the end.
    pub(crate) fn without<T>(self) -> Done<T> {
        let Self { out, err, code, rest: _, problem, is_skipped, lines, n_kept: _, archive } = self;
        Done { out, err, code, rest: None, problem, is_skipped, lines, n_kept: 0, archive }
    }
}

/// The file that a path names.
pub(crate) fn named(path: &Path) -> Result<Input, Done<()>> {
    one(path).ok_or_else(|| Done::misused(&path.to_string_lossy(), "this is a folder, and not a file"))
}

/// All bytes of the file that a path names.
pub(crate) fn content(path: &Path, common: &Common) -> Result<Vec<u8>, Done<()>> {
    let read = one(path).ok_or_else(|| io::ErrorKind::IsADirectory.into());
    read.and_then(|input| input.read(Some(common.readable())))
        .map_err(|error| Done::io(&path.to_string_lossy(), &error))
}

/// All bytes of a file.
pub(crate) fn read(input: &Input, common: &Common) -> Result<Vec<u8>, Done<()>> {
    input.read(Some(common.readable())).map_err(|error| Done::io(&input.name, &error))
}

/// How a file of so many bytes is opened.
pub(crate) fn options<'n>(common: &Common, input: &'n Input, n_bytes: usize) -> OpenOptions<'n> {
    let name = input.name.as_str();
    let options = if name == "-" { OpenOptions::default() } else { OpenOptions::default().name(name) };
    match common.memory(input.is_found, n_bytes) {
        None => options,
        Some(bytes) => options.max_memory(bytes),
    }
}

/// Opens a file of one of the six families; of a folder the others are skipped.
pub(crate) fn opened<'b>(
    input: &Input,
    bytes: &'b [u8],
    common: &Common,
    is_json: bool,
) -> Result<File<'b>, Done<()>> {
    opened_with(input, bytes, &options(common, input, bytes.len()), is_json)
}

/// As [`opened`].
pub(crate) fn opened_with<'b>(
    input: &Input,
    bytes: &'b [u8],
    options: &OpenOptions<'_>,
    is_json: bool,
) -> Result<File<'b>, Done<()>> {
    let options = options.warnings(&input.warnings);
    let options = input.max_memory.map_or(options, |memory| options.max_memory(memory));
    File::open(bytes, &options).map_err(|problem| {
        let format = identify(bytes).format;
        let is_ours = |format: Format| !matches!(format.family(), Family::Exchange | Family::Other);
        if problem.kind == ProblemKind::Unsupported && is_foreign(input, format, is_ours) {
            return Done::skipped(input, format);
        }
        Done::refused(&input.name, problem, is_json)
    })
}

/// Whether a file that a verb cannot read was found in a folder, and nothing says that it was meant to be readable: its
/// name promises none of the formats of the verb. What has a name without an ending, as assets have that are saved by
/// their ids, and is empty or what a server sends instead of a file, was meant to be an asset.
pub(crate) fn is_foreign(input: &Input, format: Format, is_of_verb: impl Fn(Format) -> bool) -> bool {
    let is_nothing = matches!(format, Format::Empty | Format::Zeros | Format::ServerError | Format::Html);
    input.is_found
        && match Format::of_name(&input.name) {
            Some(named) => !is_of_verb(named),
            None => !is_nothing || input.relative.extension().is_some(),
        }
}
