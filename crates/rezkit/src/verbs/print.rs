//! The canonical text of a file, for people and for git.

mod typed;

pub use self::typed::Typed;

use files::File;
use files::outline::{Datum, Label, Outline, Paths, blob, in_words, is_default, item, line, shown_name};
use scene::allowance::Allowance;
use scene::{Problem, Warnings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// A line of the canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintLine<'l> {
    /// The kind of line.
    pub kind: PrintKind,
    /// The class or kind of a part, or the name of a property; empty for a line of text.
    pub name: &'l str,
    /// The path of a part, the value of a property, or the line of text.
    pub value: &'l str,
}

/// The kinds of [`PrintLine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrintKind {
    /// `[Part] Workspace/Baseplate`: an instance, or another part of the file.
    Part,
    /// `  Anchored = true`: a property of the part above it.
    Property,
    /// `  Source =`: a property whose lines follow.
    Text,
    /// `    |print("hello")`: a line of such a property.
    Line,
}

/// Prints the line as `rez print` does, without a line end.
impl fmt::Display for PrintLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, value } = self;
        match kind {
            PrintKind::Part => write!(f, "[{name}] {value}"),
            PrintKind::Property => write!(f, "  {name} = {value}"),
            PrintKind::Text => write!(f, "  {name} ="),
            PrintKind::Line => write!(f, "    |{value}"),
        }
    }
}

/// Prints a file as text that can be compared line by line: one line for each property, in an order that does not
/// depend on the encoding, under the names that scripts use.
///
/// Binary and XML models with equal content have equal text, and so has LLSD in any encoding. Floats have the fewest
/// digits that identify them; binary data are printed as a length and a hash; the lines of scripts follow the name of
/// their property. Lines are passed to `show` as they are made, and are not kept.
///
/// ```
/// use rezkit::{File, OpenOptions, print};
/// use std::ops::ControlFlow;
///
/// let file = File::open(b"{'chair':{'legs':i4,'mass':r0.5}}", &OpenOptions::default())?;
/// let mut text = String::new();
/// print(&file, &mut |line| {
///     text.push_str(&format!("{line}\n"));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(text, "[LLSD] (file)\n[map] chair\n  legs = 4\n  mass = 0.5\n");
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or the text exceeds the memory limit: [`OpenOptions::max_memory`].
///
/// [`OpenOptions::max_memory`]: crate::OpenOptions::max_memory
pub fn print(
    file: &File<'_>,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    print_with(file, PrintOptions::default(), show)
}

/// Options of [`print_with`].
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
#[must_use]
pub struct PrintOptions {
    /// Prints text for comparison with another version of the file: siblings with equal names are not
    /// numbered, so that adding or removing one does not change the others. References to them have the
    /// UniqueId, if there is one, instead of the number, as in `Part{1a2b}`. Defaults of classes and
    /// properties that only identify an instance are left out.
    pub for_diff: bool,
    /// Prints properties of instances under their names in the file, such as `size`, instead of those that scripts use,
    /// and enum items as numbers.
    pub stored: bool,
}

impl PrintOptions {
    /// Prints text for comparison with another version of the file.
    pub fn for_diff(self, for_diff: bool) -> Self {
        Self { for_diff, ..self }
    }

    /// Prints properties of instances under their names in the file, and enum items as numbers.
    pub fn stored(self, stored: bool) -> Self {
        Self { stored, ..self }
    }
}

/// Prints like [`print()`], with options.
///
/// # Errors
///
/// The errors of [`print()`].
pub fn print_with(
    file: &File<'_>,
    options: PrintOptions,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let (written, memory) = (file.allowance(), file.allowance());
    file.outline(&mut |outline| {
        let (plain, paths) = (Paths::default(), Paths::new(outline).by_id(options.for_diff));
        let heads = if options.for_diff { &plain } else { &paths };
        // The printer ends early if the caller wants no more lines, or the limit is exceeded.
        let _ = Printer { outline, heads, paths: &paths, written: &written, memory: &memory, options, show }
            .file();
        written.end().and(memory.end())
    })
}

/// The bytes of a line in addition to its text: indentation, punctuation and the line end.
const COST_OF_LINE: usize = 8;

/// The approximate overhead of a part or a property where a whole part is kept in memory, in bytes.
const COST_OF_PROPERTY: usize = 100;

/// Upper bound on the copies of a value that exist while it is printed, such as escaped or in colours.
const N_COPIES: usize = 16;

/// A part of a file, with its properties.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PrintedPart {
    /// The schema of this result: `rezkit.part/3`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.part/3")))]
    pub schema: &'static str,
    /// Its class or kind.
    pub kind: String,
    /// Its path.
    pub path: String,
    /// Its properties by name; those of instances by the names that scripts use.
    pub properties: BTreeMap<String, Typed>,
    /// The names in the file of properties that scripts call otherwise, such as `size` for `Size`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stored: BTreeMap<String, String>,
    /// The meaning of properties that are enum items, such as `Enum.Material.Neon`, if the classes are known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enums: BTreeMap<String, String>,
}

/// Prints like [`print()`], one part at a time, with typed values.
///
/// # Errors
///
/// The errors of [`print()`].
pub fn print_parts(
    file: &File<'_>,
    show: &mut dyn FnMut(&PrintedPart) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let written = file.allowance();
    file.outline(&mut |outline| {
        let paths = &Paths::new(outline);
        for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
            // A part is shown only when it is complete.
            let held = file.allowance();
            let part = part(outline, paths, number, &|_| true, [&written, &held]);
            held.end()?;
            if part.is_none_or(|part| show(&part).is_break()) {
                break;
            }
        }
        written.end()
    })
}

/// A part with the properties for which `is_wanted` returns true; `None` if it exceeds the remaining budget for all
/// output, or that for one part.
pub(super) fn part(
    outline: &dyn Outline,
    paths: &Paths,
    number: u32,
    is_wanted: &dyn Fn(&str) -> bool,
    [written, held]: [&Allowance; 2],
) -> Option<PrintedPart> {
    let kind = one_line(&String::from_utf8_lossy(outline.kind(number)));
    let (path, mut properties, mut enums) = (paths.path(outline, number), BTreeMap::new(), BTreeMap::new());
    let mut stored = BTreeMap::new();
    let mut flow = written.pay(kind.len().saturating_add(path.len()).saturating_add(COST_OF_PROPERTY));
    outline.properties(number, &mut |label, value| {
        let name = label.to_string();
        if flow.is_break() || !is_wanted(&name) {
            return;
        }
        let n_bytes = name.len().saturating_add(value.n_bytes()).saturating_add(COST_OF_PROPERTY);
        // This is charged before the value is copied: several copies of a text exist until it is printed.
        flow = held.pay(n_bytes.saturating_mul(8));
        if flow.is_continue() {
            if let Some((of, item)) = item(outline, number, label, value) {
                enums.insert(shown_name(outline, number, label), format!("Enum.{of}.{item}"));
            }
            let value = Typed::from_value(value, outline, paths);
            let n_bytes = name.len().saturating_add(value.n_bytes()).saturating_add(COST_OF_PROPERTY);
            flow = written.pay(n_bytes);
            match in_words(outline, number, label) {
                Some(shown) => {
                    properties.insert(shown.to_owned(), value);
                    stored.insert(shown.to_owned(), name);
                }
                None => _ = properties.insert(name, value),
            }
        }
    });
    flow.is_continue().then_some(PrintedPart {
        schema: "rezkit.part/3",
        kind,
        path,
        properties,
        stored,
        enums,
    })
}

/// The length and a short hash of binary data, as [`print()`] shows them.
///
/// ```
/// assert_eq!(rezkit::summary(b"abc"), "<3 bytes, d8bb14d833d5>");
/// ```
#[must_use]
pub fn summary(bytes: &[u8]) -> String {
    let mut text = String::new();
    blob(&mut text, bytes);
    text
}

/// The state of printing one outline.
struct Printer<'p> {
    outline: &'p dyn Outline,
    /// The paths that head the items.
    heads: &'p Paths,
    /// The paths of the targets of references.
    paths: &'p Paths,
    written: &'p Allowance,
    memory: &'p Allowance,
    options: PrintOptions,
    show: &'p mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
}

impl Printer<'_> {
    fn file(&mut self) -> ControlFlow<()> {
        let (mut path, outline, stored) = (String::new(), self.outline, self.options.stored);
        for number in 0..u32::try_from(self.outline.len()).unwrap_or(u32::MAX) {
            path.clear();
            self.heads.write(&mut path, self.outline, number);
            let kind = String::from_utf8_lossy(self.outline.kind(number));
            self.line(PrintKind::Part, &one_line(&kind), &path)?;
            let (mut text, mut flow) = (String::new(), ControlFlow::Continue(()));
            let mut property = |label: &Label<'_>, value: &Datum<'_>| {
                if flow.is_continue() && !(self.options.for_diff && says_nothing(outline, number, label)) {
                    flow = self.property(number, label, value, &mut text);
                }
            };
            match stored {
                true => outline.properties(number, &mut property),
                false => outline.shown_properties(number, &mut property),
            }
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Prints a property. `text` is a buffer that is reused.
    fn property(
        &mut self,
        number: u32,
        label: &Label<'_>,
        value: &Datum<'_>,
        text: &mut String,
    ) -> ControlFlow<()> {
        let name = match self.options.stored {
            true => label.to_string(),
            false => shown_name(self.outline, number, label),
        };
        let Some(lines) = value.lines() else {
            self.memory.lend(value.n_bytes().saturating_mul(N_COPIES))?;
            text.clear();
            let item = || item(self.outline, number, label, value);
            match (!self.options.stored).then(item).flatten() {
                Some((_, item)) => text.push_str(item),
                None => value.write(text, self.outline, self.paths),
            }
            return self.line(PrintKind::Property, &name, text);
        };
        self.line(PrintKind::Text, &name, "")?;
        for text in lines.split('\n') {
            self.memory.lend(text.len().saturating_mul(N_COPIES))?;
            self.line(PrintKind::Line, "", &line(text))?;
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, kind: PrintKind, name: &str, value: &str) -> ControlFlow<()> {
        self.written.pay(name.len().saturating_add(value.len()).saturating_add(COST_OF_LINE))?;
        (self.show)(PrintLine { kind, name, value })
    }
}

/// Returns true for properties whose presence or absence does not count as a change: ids, and defaults of the
/// class.
fn says_nothing(outline: &dyn Outline, number: u32, label: &Label<'_>) -> bool {
    let is_id = |name: &[u8]| dom::implied::IDENTITY.iter().any(|id| id.as_bytes() == name);
    matches!(label, Label::Name(name) if is_id(name)) || is_default(outline, number, label)
}

/// The name of a class, with control characters and brackets escaped.
fn one_line(text: &str) -> String {
    files::outline::step(text.as_bytes(), ']')
}
