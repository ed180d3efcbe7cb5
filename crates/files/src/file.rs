//! A file whose format is known.

use super::excerpt::{self, Place};
use super::identify::{Identity, identify, identify_named};
use super::layout::{Layout, Located};
use super::model::{AnyModel, Reader};
use super::options::Options;
use super::outline::Outline;
use super::wrapper::within;
use super::{Family, Format};
use scene::allowance::Allowance;
use scene::problem::{Problem, ProblemKind, Warnings};
use std::borrow::Cow;

/// The bytes of a file of one of the six families, taken out of gzip, zlib or zstd, with what they are.
///
/// All verbs take one: `info`, `check`, `dump`, `list`, `roundtrip`, `convert` and others.
///
/// ```
/// use files::{File, OpenOptions};
///
/// let file = File::open(b"version 1.00\n0\n", &OpenOptions::default().name("chair.mesh"))?;
/// assert_eq!(file.identity().version.unwrap().to_string(), "1.00");
/// # Ok::<(), files::Problem>(())
/// ```
#[derive(Debug, Clone)]
pub struct File<'a> {
    identity: Identity,
    bytes: Cow<'a, [u8]>,
    n_packed_bytes: usize,
    reader: &'static Reader,
    options: Options,
    /// What was wrong before it was read.
    warnings: Vec<Problem>,
}

/// How to open a file.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct OpenOptions<'n> {
    #[doc(hidden)]
    pub name: Option<&'n str>,
    strict: bool,
    #[doc(hidden)]
    pub max_memory: Option<usize>,
    warnings: &'n [Problem],
}

impl<'n> OpenOptions<'n> {
    /// The name of the file, which is compared with the content.
    pub fn name(self, name: &'n str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Whether recoverable errors are errors instead of warnings.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// The approximate memory for what is done with the file, in bytes, and how many bytes a call may give out; sets the
    /// limits of the format's crate, too. By default it is [`usual_memory`](crate::usual_memory) of the file as it is
    /// stored, packed or not.
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { max_memory: Some(bytes), ..self }
    }

    /// What was wrong when the bytes were taken out of an [archive](crate::archive): `check` of rezkit reports it.
    pub fn warnings(self, warnings: &'n [Problem]) -> Self {
        Self { warnings, ..self }
    }
}

impl<'a> File<'a> {
    /// Identifies the bytes, and decompresses them.
    ///
    /// # Errors
    ///
    /// If the bytes belong to none of the six families, if a compressed stream around them is damaged, if they need more
    /// memory than is allowed, or if reading is strict and there are warnings already.
    pub fn open(bytes: &'a [u8], options: &OpenOptions<'_>) -> Result<Self, Problem> {
        Self::open_by(bytes, options, Family::reader)
    }

    /// As [`open`](Self::open), of the families that have a reader here.
    #[doc(hidden)]
    pub fn open_by(
        bytes: &'a [u8],
        options: &OpenOptions<'_>,
        readers: fn(Family) -> Option<&'static Reader>,
    ) -> Result<Self, Problem> {
        match options.warnings {
            [first, ..] if options.strict => Err(first.clone()),
            warnings => Self::opened(bytes, options, readers).map_err(|mut problem| {
                problem.help = problem.help.or_else(|| damage(warnings));
                problem
            }),
        }
    }

    fn opened(
        bytes: &'a [u8],
        options: &OpenOptions<'_>,
        readers: fn(Family) -> Option<&'static Reader>,
    ) -> Result<Self, Problem> {
        let mut identity = match options.name {
            Some(name) => identify_named(bytes, name),
            None => identify(bytes),
        };
        let warning = options.warnings.first().map(|warning| Cow::Owned(warning.message.clone()));
        identity.damage = identity.damage.or(warning);
        let reader = readers(identity.family);
        let of_element = |_: &[u8]| reader.map_or(1, |reader| reader.bytes_of_element);
        let (plain, limits) = within(bytes, options.max_memory, of_element)?;
        let reader = reader.ok_or_else(|| not_readable(&identity))?;
        let warnings = options.warnings.to_vec();
        let options = Options { strict: options.strict, limits, ..Options::default() };
        Ok(Self { identity, bytes: plain, n_packed_bytes: bytes.len(), reader, options, warnings })
    }

    /// What the file is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The decompressed bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The size of the file itself, compressed or not.
    #[must_use]
    pub fn n_packed_bytes(&self) -> usize {
        self.n_packed_bytes
    }

    /// The verbs for files of this family.
    #[must_use]
    pub fn reader(&self) -> &'static Reader {
        self.reader
    }

    #[doc(hidden)]
    pub fn options(&self) -> Options {
        self.options
    }

    /// What was wrong before it was read.
    #[doc(hidden)]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The memory for what is made of the file; also how many bytes that may give out.
    #[doc(hidden)]
    pub fn memory(&self) -> usize {
        self.options.memory(self.bytes.len())
    }

    /// What is left of [`memory`](Self::memory).
    #[doc(hidden)]
    pub fn allowance(&self) -> Allowance {
        Allowance::new(self.memory())
    }

    /// Reads the file; also returns the warnings.
    #[doc(hidden)]
    pub fn read(&self) -> Result<(Box<dyn AnyModel>, Warnings), Problem> {
        self.read_plainly().map_err(|problem| self.explained(problem))
    }

    /// As [`read`](Self::read), with a problem that shows no bytes: it is not read again to find them.
    #[doc(hidden)]
    pub fn read_plainly(&self) -> Result<(Box<dyn AnyModel>, Warnings), Problem> {
        count();
        (self.reader.read)(&self.bytes, self.options)
    }

    /// Reads the file, and keeps what its upper parts are.
    #[doc(hidden)]
    pub fn traced(&self) -> Result<(Layout<'_>, Box<dyn AnyModel>), Problem> {
        let (layout, model) = self.traced_plainly();
        match model {
            Ok(model) => Ok((layout, model)),
            Err(problem) => {
                // Another layout is made to find the bytes.
                drop(layout);
                Err(self.explained(problem))
            }
        }
    }

    /// As [`traced`](Self::traced), with a problem that shows no bytes.
    #[doc(hidden)]
    pub fn traced_plainly(&self) -> (Layout<'_>, Result<Box<dyn AnyModel>, Problem>) {
        count();
        (self.reader.traced)(&self.bytes, Options { is_outline: true, ..self.options })
    }

    /// Shows the file as a tree; returns the warnings from reading it.
    #[doc(hidden)]
    pub fn outline(
        &self,
        look: &mut dyn FnMut(&dyn Outline) -> Result<(), Problem>,
    ) -> Result<Warnings, Problem> {
        let (model, warnings) = self.read()?;
        let mut looked = Ok(());
        let shown = model.outline(self.memory(), &mut |outline| looked = look(outline));
        // A layout is made to explain a problem.
        drop(model);
        shown.and(looked).map(|()| warnings).map_err(|problem| self.explained(problem))
    }

    /// What each byte is.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        count();
        (self.reader.layout)(&self.bytes, self.options)
    }

    /// The bytes that the paths of findings lead to.
    #[doc(hidden)]
    pub fn locate(&self, paths: &[&str]) -> Vec<Option<Located>> {
        count();
        (self.reader.locate)(&self.bytes, self.options, paths)
    }

    /// A problem with the bytes around its place, and advice.
    #[doc(hidden)]
    pub fn explained(&self, mut problem: Problem) -> Problem {
        self.explain([&mut problem]);
        problem
    }

    /// Whether the bytes are text, of which lines say more than hexadecimal bytes.
    #[doc(hidden)]
    pub fn is_text(&self) -> bool {
        let is_text_mesh = || self.identity.version.is_some_and(|version| version.major == 1);
        match self.identity.format {
            Format::LlsdXml | Format::LlsdNotation | Format::RbxXml | Format::A3d => true,
            Format::RbxMesh => is_text_mesh(),
            _ => false,
        }
    }

    /// Adds the bytes around their places, and advice, to problems.
    ///
    /// This reads the file again for its layout.
    pub fn explain<'p>(&self, problems: impl IntoIterator<Item = &'p mut Problem>) {
        let mut layout = None;
        for problem in problems {
            if problem.help.is_none() {
                problem.help = self.help(problem);
            }
            let Some(byte) = problem.byte else { continue };
            let excerpt = match problem.inner {
                None if self.is_text() => excerpt::of_text(&self.bytes, byte),
                inner => {
                    let layout = layout.get_or_insert_with(|| self.layout());
                    let place = match inner {
                        None => Some(Place { space: 0, at: byte }),
                        Some(at) => layout.space_at(byte).map(|space| Place { space, at }),
                    };
                    // The decompressed data may be missing; then the packed part is shown.
                    excerpt::of_bytes(layout, place.unwrap_or(Place { space: 0, at: byte }))
                }
            };
            problem.excerpt = excerpt.map(Box::new);
        }
    }

    /// Advice on a problem, if there is more to say than the message does.
    fn help(&self, problem: &Problem) -> Option<Cow<'static, str>> {
        if let Some(damage) = damage(&self.warnings) {
            return Some(damage);
        }
        if let Some(damage) = &self.identity.damage {
            return Some(Cow::Owned(format!("{damage}: fetch the file again, as binary")));
        }
        if problem.kind == ProblemKind::Limit {
            return None;
        }
        let is_short = problem.byte.is_some_and(|byte| byte >= self.bytes.len())
            || problem.is_short && problem.inner.is_none();
        is_short.then_some(Cow::Borrowed("the file is cut short: fetch it again"))
    }
}

/// Advice on a file that was damaged before it was read.
fn damage(warnings: &[Problem]) -> Option<Cow<'static, str>> {
    let advice =
        |warning: &Problem| Some(format!("{}: {}", warning.message, warning.help.as_deref()?).into());
    warnings.iter().find_map(advice)
}

#[cold]
pub fn no_instances(format: Format) -> Problem {
    Problem::new(ProblemKind::Unsupported, format!("there are no instances in {}", format.in_words()))
}

#[cold]
fn not_readable(identity: &Identity) -> Problem {
    let words = identity.format.in_words();
    // Of the families that have a reader, only those with instances are left out by a caller.
    if !matches!(identity.family, Family::Exchange | Family::Other) {
        return no_instances(identity.format);
    }
    let message = match identity.format {
        Format::Unknown => "this is of no known format".to_owned(),
        format if format.is_scene() => format!("this is {words}, which this verb does not read"),
        _ => format!("this is {words}, not one of the formats that can be read here"),
    };
    let problem = Problem::new(ProblemKind::Unsupported, message);
    match (identity.format, &identity.damage) {
        (Format::LfsPointer, _) => problem.help("run `git lfs pull`"),
        (Format::ServerError | Format::Html, _) => problem
            .help("the server sent this instead of the file: look at what it says, and fetch the file again"),
        (Format::Empty | Format::Zeros, _) => problem.help("nothing was saved: fetch the file again"),
        (format, None) if format.is_scene() => problem.help(
            "`rez info`, `rez thumb` and `rez convert` read it; `rez check --as mesh` and `--as llmesh` say what would be wrong \
             with it in Roblox and Second Life, and `rez convert --lods` makes levels of detail",
        ),
        (_, Some(damage)) => problem.help(damage.clone()),
        _ => problem,
    }
}

thread_local! {
    /// How often files were read, so that tests can tell.
    #[doc(hidden)]
    pub static N_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts a reading.
fn count() {
    N_READ.set(N_READ.get().wrapping_add(1));
}
