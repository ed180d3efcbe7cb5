//! A file of a known format.

use super::excerpt::{self, BytePosition};
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

/// The bytes of a file of one of the six families, decompressed if they were inside gzip, zlib or zstd, with their
/// format.
///
/// All verbs take a `File`: `info`, `check`, `dump`, `list`, `roundtrip`, `convert` and others.
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
    /// Problems found before the file was read, such as damage of an archive.
    warnings: Vec<Problem>,
}

/// Options of [`File::open`].
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
    /// Sets the name of the file. A name that contradicts the content is a warning.
    pub fn name(self, name: &'n str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Turns recoverable errors, which are warnings otherwise, into errors.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the approximate memory limit for work on the file, in bytes, and the upper bound on the output of a call;
    /// the limits of the format's crate follow from it. The default is [`usual_memory`](crate::usual_memory) of the
    /// file as it is stored, compressed or not.
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { max_memory: Some(bytes), ..self }
    }

    /// Adds problems that were found while the bytes were unpacked from an [archive](crate::archive), so that
    /// `check` of rezkit reports them.
    pub fn warnings(self, warnings: &'n [Problem]) -> Self {
        Self { warnings, ..self }
    }
}

impl<'a> File<'a> {
    /// Identifies the bytes, and decompresses them.
    ///
    /// # Errors
    ///
    /// If the bytes belong to none of the six families, if a compressed stream around them is damaged, if
    /// they exceed the memory limit, or if reading is strict and the options contain warnings.
    pub fn open(bytes: &'a [u8], options: &OpenOptions<'_>) -> Result<Self, Problem> {
        Self::open_by(bytes, options, Family::reader)
    }

    /// Opens a file like [`open`](Self::open), but with readers for some families only, so that the other
    /// readers are not linked into the program.
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

    /// The format of the file, and how it was identified.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The decompressed bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The size of the file as it is stored, compressed or not.
    #[must_use]
    pub fn n_packed_bytes(&self) -> usize {
        self.n_packed_bytes
    }

    /// The functions for files of this family.
    #[must_use]
    pub fn reader(&self) -> &'static Reader {
        self.reader
    }

    #[doc(hidden)]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Problems found before the file was read, such as damage of an archive.
    #[doc(hidden)]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The memory limit for work on the file, which also bounds the output of a call, in bytes.
    #[doc(hidden)]
    pub fn memory(&self) -> usize {
        self.options.memory(self.bytes.len())
    }

    /// A new budget of [`memory`](Self::memory) bytes.
    #[doc(hidden)]
    pub fn allowance(&self) -> Allowance {
        Allowance::new(self.memory())
    }

    /// Reads the file; also returns the warnings.
    #[doc(hidden)]
    pub fn read(&self) -> Result<(Box<dyn AnyModel>, Warnings), Problem> {
        self.read_plainly().map_err(|problem| self.explained(problem))
    }

    /// Reads like [`read`](Self::read), but problems have no excerpt, since that would require a second
    /// reading.
    #[doc(hidden)]
    pub fn read_plainly(&self) -> Result<(Box<dyn AnyModel>, Warnings), Problem> {
        count();
        (self.reader.read)(&self.bytes, self.options)
    }

    /// Reads the file, and records the spans of its upper parts.
    #[doc(hidden)]
    pub fn traced(&self) -> Result<(Layout<'_>, Box<dyn AnyModel>), Problem> {
        let (layout, model) = self.traced_plainly();
        match model {
            Ok(model) => Ok((layout, model)),
            Err(problem) => {
                // Explaining the problem builds another layout.
                drop(layout);
                Err(self.explained(problem))
            }
        }
    }

    /// Reads like [`traced`](Self::traced), but problems have no excerpt.
    #[doc(hidden)]
    pub fn traced_plainly(&self) -> (Layout<'_>, Result<Box<dyn AnyModel>, Problem>) {
        count();
        (self.reader.traced)(&self.bytes, Options { is_outline: true, ..self.options })
    }

    /// Shows the file as an outline; returns the warnings from reading it.
    #[doc(hidden)]
    pub fn outline(
        &self,
        look: &mut dyn FnMut(&dyn Outline) -> Result<(), Problem>,
    ) -> Result<Warnings, Problem> {
        let (model, warnings) = self.read()?;
        let mut looked = Ok(());
        let shown = model.outline(self.memory(), &mut |outline| looked = look(outline));
        // Explaining a problem builds a layout, so the model is dropped first.
        drop(model);
        shown.and(looked).map(|()| warnings).map_err(|problem| self.explained(problem))
    }

    /// The layout of the whole file.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        count();
        (self.reader.layout)(&self.bytes, self.options)
    }

    /// Locates the bytes that the paths of findings refer to.
    #[doc(hidden)]
    pub fn locate(&self, paths: &[&str]) -> Vec<Option<Located>> {
        count();
        (self.reader.locate)(&self.bytes, self.options, paths)
    }

    /// Adds advice and an excerpt of the bytes around its position to a problem.
    #[doc(hidden)]
    pub fn explained(&self, mut problem: Problem) -> Problem {
        self.explain([&mut problem]);
        problem
    }

    /// Returns true if the file is text, so that excerpts show lines instead of hexadecimal bytes.
    #[doc(hidden)]
    pub fn is_text(&self) -> bool {
        let is_text_mesh = || self.identity.version.is_some_and(|version| version.major == 1);
        match self.identity.format {
            Format::LlsdXml | Format::LlsdNotation | Format::RbxXml | Format::A3d => true,
            Format::RbxMesh => is_text_mesh(),
            _ => false,
        }
    }

    /// Adds advice and excerpts of the bytes around their positions to problems.
    ///
    /// The file is read again to determine its layout.
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
                        None => Some(BytePosition { space: 0, at: byte }),
                        Some(at) => layout.space_at(byte).map(|space| BytePosition { space, at }),
                    };
                    // The decompressed data may be missing; the packed part is shown then.
                    excerpt::of_bytes(layout, place.unwrap_or(BytePosition { space: 0, at: byte }))
                }
            };
            problem.excerpt = excerpt.map(Box::new);
        }
    }

    /// Advice on a problem, if there is any beyond the message.
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
    // Callers that pass their own readers leave out formats with readers only when they want files with instances.
    if !matches!(identity.family, Family::Exchange | Family::Other) {
        return no_instances(identity.format);
    }
    let message = match identity.format {
        Format::Unknown => "the format is unknown".to_owned(),
        format if format.is_scene() => format!("this is {words}, which this command cannot read"),
        _ => format!("this is {words}, which cannot be read here"),
    };
    let problem = Problem::new(ProblemKind::Unsupported, message);
    match (identity.format, &identity.damage) {
        (Format::LfsPointer, _) => problem.help("run `git lfs pull`"),
        (Format::ServerError | Format::Html, _) => problem
            .help("the server sent this message instead of the file: read it, and fetch the file again"),
        (Format::Empty | Format::Zeros, _) => {
            problem.help("the download or save failed: fetch the file again")
        }
        (format, None) if format.is_scene() => problem.help(
            "`rez info`, `rez thumb` and `rez convert` read it; `rez check --as mesh` and `--as llmesh` \
             check it against the rules of Roblox and Second Life, and `rez convert --lods` makes levels of \
             detail",
        ),
        (_, Some(damage)) => problem.help(damage.clone()),
        _ => problem,
    }
}

thread_local! {
    /// The number of readings on this thread, for tests.
    #[doc(hidden)]
    pub static N_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts a reading, in tests.
fn count() {
    N_READ.set(N_READ.get().wrapping_add(1));
}
