//! The result of a file, and the end of a verb.

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

/// The exit code of a verb, or a result that ends it early.
pub(crate) type Ending = Result<Code, Done<()>>;

/// The result of a verb on one file. A result from another process has neither `problem`, which only SARIF needs, nor
/// the bytes of an archive.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Done<T> {
    /// The text for stdout.
    pub(crate) out: String,
    /// The text for stderr.
    pub(crate) err: String,
    pub(crate) code: Code,
    /// The data that the verb needs at the end of the batch.
    pub(crate) rest: Option<T>,
    /// The name of the file, and the problem that prevented reading it.
    #[serde(skip)]
    pub(crate) problem: Option<Box<(String, Problem)>>,
    /// True if the file was found in a folder and has a format that the verb does not handle.
    pub(crate) is_skipped: bool,
    /// The lines to be totalled.
    pub(crate) lines: Vec<TallyLine>,
    /// The size of `rest`, in bytes, which is kept until the end.
    pub(crate) n_kept: usize,
    /// Set for an archive, whose members are to be read instead; with its bytes if it is stdin.
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

    /// The number of bytes that are printed or kept.
    pub(crate) fn cost(&self) -> usize {
        let problem = self.problem.as_ref().map_or(0, |problem| problem.0.len() + problem.1.message.len());
        let lines = self.lines.iter().map(TallyLine::cost).sum::<usize>();
        self.out.len() + self.err.len() + lines + self.n_kept + problem
    }

    /// A result that is only a message.
    pub(crate) fn failed(code: Code, message: String) -> Self {
        Self { err: message, ..Self::new(String::new(), code) }
    }

    /// The result of invalid arguments.
    pub(crate) fn misused(name: &str, message: &str) -> Self {
        Self::failed(Code::Usage, show::error(name, message))
    }

    /// The result of a file that cannot be opened or saved.
    pub(crate) fn io(name: &str, error: &io::Error) -> Self {
        Self::failed(Code::Io, show::error(name, &error.to_string()))
    }

    /// The result of a file for totals only.
    pub(crate) fn tallied(lines: Vec<TallyLine>, code: Code) -> Self {
        Self { lines, ..Self::new(String::new(), code) }
    }

    /// The result of a file that the verb does not handle.
    pub(crate) fn skipped(input: &Input, format: Format) -> Self {
        let message = match format {
            Format::Unknown => "skipped: unknown format".to_owned(),
            _ => format!("skipped: this is {}", format.in_words()),
        };
        Self {
            is_skipped: true,
            lines: vec![TallyLine::file("skipped", format.in_words())],
            err: show::note(&input.name, &message),
            ..Self::new(String::new(), Code::Fine)
        }
    }

    /// Prints the result, and returns its code.
    pub(crate) fn tell(&self, out: &mut Out) -> Code {
        match self.is_skipped {
            true => out.detail(&self.err),
            false if self.err.is_empty() => {}
            false => out.tell(&self.err),
        }
        out.print(&self.out);
        self.code
    }

    /// The result of a file that cannot be read: a message, or JSON in place of its result.
    pub(crate) fn refused(name: &str, problem: Problem, is_json: bool) -> Self {
        let code = match problem.kind {
            ProblemKind::Io => Code::Io,
            ProblemKind::Empty => Code::Found,
            // The path of an error in an expression is its column, so the arguments are wrong rather than the file.
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
    /// The result without its data for the end of the batch, for verbs with data of another type.
    pub(crate) fn without<T>(self) -> Done<T> {
        let Self { out, err, code, rest: _, problem, is_skipped, lines, n_kept: _, archive } = self;
        Done { out, err, code, rest: None, problem, is_skipped, lines, n_kept: 0, archive }
    }
}

/// The file at a path; refuses folders.
pub(crate) fn named(path: &Path) -> Result<Input, Done<()>> {
    one(path).ok_or_else(|| Done::misused(&path.to_string_lossy(), "this is a folder, not a file"))
}

/// The content of the file at a path.
pub(crate) fn content(path: &Path, common: &Common) -> Result<Vec<u8>, Done<()>> {
    let read = one(path).ok_or_else(|| io::ErrorKind::IsADirectory.into());
    read.and_then(|input| input.read(Some(common.readable())))
        .map_err(|error| Done::io(&path.to_string_lossy(), &error))
}

/// The content of a file.
pub(crate) fn read(input: &Input, common: &Common) -> Result<Vec<u8>, Done<()>> {
    input.read(Some(common.readable())).map_err(|error| Done::io(&input.name, &error))
}

/// The options for opening a file of this size.
pub(crate) fn options<'n>(common: &Common, input: &'n Input, n_bytes: usize) -> OpenOptions<'n> {
    let name = input.name.as_str();
    let options = if name == "-" { OpenOptions::default() } else { OpenOptions::default().name(name) };
    match common.memory(input.is_found, n_bytes) {
        None => options,
        Some(bytes) => options.max_memory(bytes),
    }
}

/// Opens a file of one of the six families. Other files are skipped if they were found in a folder.
pub(crate) fn opened<'b>(
    input: &Input,
    bytes: &'b [u8],
    common: &Common,
    is_json: bool,
) -> Result<File<'b>, Done<()>> {
    opened_with(input, bytes, &options(common, input, bytes.len()), is_json)
}

/// Opens like [`opened`], with options.
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

/// Returns true if an unreadable file was found in a folder and was probably not meant to be readable,
/// because the extension does not belong to a format of the verb. Files without an extension are often assets
/// that are named by their ids, so those that are empty or contain an error of a server are not foreign.
pub(crate) fn is_foreign(input: &Input, format: Format, is_of_verb: impl Fn(Format) -> bool) -> bool {
    let is_nothing = matches!(format, Format::Empty | Format::Zeros | Format::ServerError | Format::Html);
    input.is_found
        && match Format::of_name(&input.name) {
            Some(named) => !is_of_verb(named),
            None => !is_nothing || input.relative.extension().is_some(),
        }
}
