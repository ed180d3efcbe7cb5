//! The canonical text of a file, for people and for git.

use crate::formats::allowance::Allowance;
use crate::formats::outline::{Datum, Label, Outline, Paths, blob, line};
use crate::formats::roblox::classes::enumeration;
use crate::{Family, File, Problem, Warnings};
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
    /// The class or kind of a part, or the name of a property; empty for a line of a text.
    pub name: &'l str,
    /// The path of a part, the value of a property, or the line of a text.
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

/// As `rez print` prints it, without the line end.
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

/// Shows a file as text that can be compared line by line: a line for each property, in an order that does not depend
/// on the encoding.
///
/// Binary and XML models of the same content have the same text, and so has LLSD in any encoding. Floats have the
/// fewest digits that identify them; bytes that are no text are a length and a hash; the lines of scripts follow the
/// name of their property. Nothing is kept of what was shown.
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
/// If the file cannot be read, or the text is longer than the memory that is granted: [`OpenOptions::max_memory`].
///
/// [`OpenOptions::max_memory`]: crate::OpenOptions::max_memory
pub fn print(
    file: &File<'_>,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    print_with(file, PrintOptions::default(), show)
}

/// How to print.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct PrintOptions {
    /// Whether the text is for comparison with that of another version of the file: siblings of one name are then not
    /// numbered, so that one more or less is no change of all others. References to them have the id in place of the
    /// number, as in `Part{1a2b}`, if there is one.
    pub for_diff: bool,
}

impl PrintOptions {
    /// Whether the text is for comparison with that of another version of the file.
    #[must_use]
    pub fn for_diff(mut self, for_diff: bool) -> Self {
        self.for_diff = for_diff;
        self
    }
}

/// As [`print()`], with options.
///
/// # Errors
///
/// As [`print()`].
pub fn print_with(
    file: &File<'_>,
    options: PrintOptions,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let (written, memory) = (file.allowance(), file.allowance());
    file.outline(&mut |outline| {
        let (plain, paths) = (Paths::default(), Paths::new(outline).by_id(options.for_diff));
        let heads = if options.for_diff { &plain } else { &paths };
        // It ends early if the caller does not want any more lines, or there are too many.
        let _ = Printer { outline, heads, paths: &paths, written: &written, memory: &memory, show }.file();
        written.end().and(memory.end())
    })
}

/// What a line takes beside its texts: marks, colours, time.
const COST_OF_LINE: usize = 100;

/// How many copies of a value there may be while it is printed, escaped and in colours.
const N_COPIES: usize = 16;

/// A part of a file, with its properties as [`print()`] shows them.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PrintedPart {
    /// The schema of this result: `rezkit.part/1`.
    #[cfg_attr(test, schemars(extend("const" = "rezkit.part/1")))]
    pub schema: &'static str,
    /// Its class or kind.
    pub kind: String,
    /// Its path.
    pub path: String,
    /// Its properties by name; a property with several lines is one text.
    pub properties: BTreeMap<String, String>,
    /// Of properties that are enum items, what the number means, such as `Enum.Material.Neon`, if the classes are known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enums: BTreeMap<String, String>,
}

/// As [`print()`], part by part.
///
/// # Errors
///
/// As [`print()`].
pub fn print_parts(
    file: &File<'_>,
    show: &mut dyn FnMut(&PrintedPart) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let mut part: Option<PrintedPart> = None;
    // Nothing of a part is shown before all of it is there.
    let mut held = file.allowance();
    // The property whose lines follow.
    let mut text = String::new();
    let mut flow = ControlFlow::Continue(());
    let is_roblox = matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary);
    let warnings = print(file, &mut |line| {
        if line.kind == PrintKind::Part {
            flow = part.as_ref().map_or(flow, &mut *show);
            let (kind, path) = (line.name.to_owned(), line.value.to_owned());
            let (properties, enums) = Default::default();
            part = Some(PrintedPart { schema: "rezkit.part/1", kind, path, properties, enums });
            held = file.allowance();
        }
        held.pay(
            line.name.len().saturating_add(line.value.len()).saturating_add(COST_OF_LINE).saturating_mul(8),
        )?;
        let Some(PrintedPart { kind, properties, enums, .. }) = &mut part else { return flow };
        match line.kind {
            PrintKind::Property => {
                if let Some(item) = item(kind, line.name, line.value).filter(|_| is_roblox) {
                    enums.insert(line.name.to_owned(), item);
                }
                drop(properties.insert(line.name.to_owned(), line.value.to_owned()));
            }
            PrintKind::Text => line.name.clone_into(&mut text),
            PrintKind::Line => match properties.get_mut(&text) {
                Some(lines) => {
                    lines.push('\n');
                    lines.push_str(line.value);
                }
                None => drop(properties.insert(text.clone(), line.value.to_owned())),
            },
            PrintKind::Part => {}
        }
        flow
    })?;
    held.end()?;
    if let Some(part) = part.filter(|_| flow.is_continue()) {
        // This was the last one.
        let _ = show(&part);
    }
    Ok(warnings)
}

/// What the number of an enum item means.
fn item(class: &str, property: &str, value: &str) -> Option<String> {
    // Texts are in quotes.
    let number = value.parse().ok()?;
    let enumeration = enumeration(class.as_bytes(), property.as_bytes())?;
    Some(format!("Enum.{}.{}", enumeration.name(), enumeration.item(number)?))
}

/// The number of bytes and a short hash, as [`print()`] shows what is no text.
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

/// A view that is printed.
struct Printer<'p> {
    outline: &'p dyn Outline,
    /// The paths of parts, and those that references lead to.
    heads: &'p Paths,
    paths: &'p Paths,
    written: &'p Allowance,
    memory: &'p Allowance,
    show: &'p mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
}

impl Printer<'_> {
    fn file(&mut self) -> ControlFlow<()> {
        let mut path = String::new();
        for number in 0..u32::try_from(self.outline.len()).unwrap_or(u32::MAX) {
            path.clear();
            self.heads.write(&mut path, self.outline, number);
            let kind = String::from_utf8_lossy(self.outline.kind(number));
            self.line(PrintKind::Part, &one_line(&kind), &path)?;
            let (mut text, mut flow) = (String::new(), ControlFlow::Continue(()));
            self.outline.properties(number, &mut |label, value| {
                if flow.is_continue() {
                    flow = self.property(label, value, &mut text);
                }
            });
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// `text` is memory that is used again.
    fn property(&mut self, label: &Label<'_>, value: &Datum<'_>, text: &mut String) -> ControlFlow<()> {
        let name = label.to_string();
        let Some(lines) = value.lines() else {
            self.memory.lend(value.n_bytes().saturating_mul(N_COPIES))?;
            text.clear();
            value.write(text, self.outline, self.paths);
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

/// A class, which may contain any characters.
fn one_line(text: &str) -> String {
    crate::formats::outline::step(text.as_bytes(), ']')
}
