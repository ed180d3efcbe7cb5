//! The canonical text of a file, for people and for git.

use crate::outline::{Outline, Paths, blob, line};
use crate::{File, Problem, Warnings};
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
/// If the file cannot be read.
pub fn print(
    file: &File<'_>,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let printed = (file.reader().outline)(file.bytes(), file.options(), &mut |outline| {
        // The caller does not want any more lines.
        let _ = tree(outline, show);
    });
    printed.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

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
}

/// As [`print()`], part by part.
///
/// # Errors
///
/// If the file cannot be read.
pub fn print_parts(
    file: &File<'_>,
    show: &mut dyn FnMut(&PrintedPart) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let mut part: Option<PrintedPart> = None;
    // The property whose lines follow.
    let mut text = String::new();
    let mut flow = ControlFlow::Continue(());
    let warnings = print(file, &mut |line| {
        if line.kind == PrintKind::Part {
            flow = part.as_ref().map_or(flow, &mut *show);
            let (kind, path) = (line.name.to_owned(), line.value.to_owned());
            part = Some(PrintedPart { schema: "rezkit.part/1", kind, path, properties: BTreeMap::new() });
        }
        let Some(PrintedPart { properties, .. }) = &mut part else { return flow };
        match line.kind {
            PrintKind::Property => drop(properties.insert(line.name.to_owned(), line.value.to_owned())),
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
    if let Some(part) = part.filter(|_| flow.is_continue()) {
        // This was the last one.
        let _ = show(&part);
    }
    Ok(warnings)
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

fn tree(outline: &dyn Outline, show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let paths = Paths::new(outline);
    let mut path = String::new();
    let n = u32::try_from(outline.len()).unwrap_or(u32::MAX);
    for number in 0..n {
        path.clear();
        paths.write(&mut path, outline, number);
        let kind = String::from_utf8_lossy(outline.kind(number));
        show(PrintLine { kind: PrintKind::Part, name: &one_line(&kind), value: &path })?;
        properties(outline, &paths, number, show)?;
    }
    ControlFlow::Continue(())
}

fn properties(
    outline: &dyn Outline,
    paths: &Paths,
    number: u32,
    show: &mut dyn FnMut(PrintLine<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut text, mut flow) = (String::new(), ControlFlow::Continue(()));
    outline.properties(number, &mut |label, value| {
        if flow.is_break() {
            return;
        }
        let name = label.to_string();
        if let Some(lines) = value.lines() {
            flow = show(PrintLine { kind: PrintKind::Text, name: &name, value: "" });
            for text in lines.split('\n') {
                if flow.is_continue() {
                    flow = show(PrintLine { kind: PrintKind::Line, name: "", value: &line(text) });
                }
            }
            return;
        }
        text.clear();
        value.write(&mut text, outline, paths);
        flow = show(PrintLine { kind: PrintKind::Property, name: &name, value: &text });
    });
    flow
}

/// A class, which may contain any characters.
fn one_line(text: &str) -> String {
    crate::outline::step(text.as_bytes(), ']')
}
