//! Differences between two files: parts added, removed, moved and renamed, and properties changed.

pub(crate) mod hashes;
mod inside;
mod lines;
pub(crate) mod matching;
pub(crate) mod report;
mod similar;

pub(crate) use lines::Budget;
pub use lines::{LineChange, LineKind};

use dom::implied::IDENTITY;
use dom::words::in_scripts;
use files::File;
use files::Format;
use files::model::AnyModel;
use files::outline::{Label, Outline};
use scene::allowance::Allowance;
use scene::{Problem, Warnings};
use serde::Serialize;
use std::ops::ControlFlow;

/// Options of [`diff`](diff()).
#[derive(Debug, Clone)]
#[non_exhaustive]
#[must_use]
pub struct DiffOptions {
    /// Compares features that only one of the binary and XML encodings can represent: objects without a public class,
    /// and the signs of zeros in rotations.
    pub exact: bool,
    /// The distance that a vertex of a mesh has to move to count as moved.
    pub tolerance: f32,
    /// The number of unchanged lines shown around the changed lines of a text.
    pub context: usize,
    /// Compares properties as files store them. By default, a property that a file leaves out has the value that the
    /// engine takes in its place: the default, or that of an older or newer name of the property.
    pub stored: bool,
    /// Compares properties that only identify an instance: UniqueId, HistoryId and ScriptGuid.
    pub ids: bool,
    /// The names of properties that are not compared.
    pub ignore: Vec<String>,
}

impl Default for DiffOptions {
    fn default() -> Self {
        Self { exact: false, tolerance: 1e-4, context: 2, stored: false, ids: false, ignore: Vec::new() }
    }
}

impl DiffOptions {
    /// Compares features that only one of the binary and XML encodings can represent: objects without a public class,
    /// and the signs of zeros in rotations.
    pub fn exact(self, exact: bool) -> Self {
        Self { exact, ..self }
    }

    /// Sets the distance that a vertex of a mesh has to move to count as moved.
    pub fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Sets the number of unchanged lines shown around the changed lines of a text.
    pub fn context(self, context: usize) -> Self {
        Self { context, ..self }
    }

    /// Compares properties as files store them, and not as the engine reads them.
    pub fn stored(self, stored: bool) -> Self {
        Self { stored, ..self }
    }

    /// Compares properties that only identify an instance.
    pub fn ids(self, ids: bool) -> Self {
        Self { ids, ..self }
    }

    /// Leaves properties out of the comparison, by their names in scripts or in files.
    pub fn ignore(self, ignore: Vec<String>) -> Self {
        Self { ignore, ..self }
    }

    /// Returns true if a property of an instance is compared.
    pub(crate) fn compares(&self, label: &Label<'_>) -> bool {
        let Label::Name(name) = label else { return true };
        let Ok(name) = std::str::from_utf8(name) else { return true };
        let is_ignored = |ignored: &String| ignored == name || in_scripts(name.as_bytes()) == Some(ignored);
        (self.ids || !IDENTITY.contains(&name)) && !self.ignore.iter().any(is_ignored)
    }
}

/// A difference in a part of a file.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// The shape of this result: `rezkit.change/2`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.change/2")))]
    pub schema: &'static str,
    /// The kind of difference.
    pub kind: ChangeKind,
    /// Its class or kind.
    pub class: String,
    /// Its path in the new file; that in the old one if it was removed.
    pub path: String,
    /// Its path in the old file, if it was moved or renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<String>,
    /// The number of parts in it that were added or removed with it.
    pub n_inside: usize,
    /// The number of its children that are in another order.
    pub n_reordered: usize,
    /// The properties that differ.
    pub properties: Vec<PropertyChange>,
}

/// The kind of difference in a part of a file. A part that was moved or renamed may have other properties as well.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeKind {
    /// A part that only the new file has, with its contents.
    Added,
    /// A part that only the old file has.
    Removed,
    /// A part with another parent, and perhaps another name.
    Moved,
    /// A part with another name.
    Renamed,
    /// A part with other properties, another class or another order of children.
    Changed,
}

/// A property that differs.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PropertyChange {
    /// Its name; that of a property of an instance is the one that scripts use.
    pub name: String,
    /// The name in the file, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<String>,
    /// The value in the old file, if it is there.
    pub old: Option<String>,
    /// The value in the new file, if it is there.
    pub new: Option<String>,
    /// The lines that differ, if both values are texts of several lines, or models, which are compared as
    /// [`print`](crate::print()) prints them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineChange>,
}

/// The result of [`diff`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diff {
    /// The shape of this result: `rezkit.diff/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.diff/1")))]
    pub schema: &'static str,
    /// The formats of the two files.
    pub formats: [Format; 2],
    /// The number of parts of each file, including the file itself.
    pub n_parts: [usize; 2],
    /// The number of parts that were added, including those in others.
    pub n_added: usize,
    /// The number of parts that were removed, including those in others.
    pub n_removed: usize,
    /// The number of parts with another parent.
    pub n_moved: usize,
    /// The number of parts with another name and the same parent.
    pub n_renamed: usize,
    /// The number of parts with other properties, another class or another order of children.
    pub n_changed: usize,
    /// The number of properties that differ.
    pub n_properties: usize,
    /// The recoverable errors in either file.
    #[serde(skip)]
    pub warnings: [Warnings; 2],
}

impl Diff {
    /// Returns true if the files do not differ.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { n_added, n_removed, n_moved, n_renamed, n_changed, .. } = *self;
        [n_added, n_removed, n_moved, n_renamed, n_changed] == [0; 5]
    }
}

/// Compares two files part by part, and passes each difference to `show`.
///
/// Parts are matched by UniqueId, then by path, then by content, so that a subtree that was renamed or moved is one
/// change. Two parts with different ids are never matched, even if they have the same name, unless they are services,
/// to which Studio gives new ids, or the files have no id in common. Files of different formats can be compared if they
/// have the same kinds of parts: binary and XML models, and LLSD in any encoding.
///
/// Time is linear in the size of the files plus the number of values. Of siblings of one class that name and content
/// cannot distinguish, at most 64 are compared with each other. Texts that differ in more than 20,000 lines, or beyond
/// this budget for all texts, are shown as a whole.
///
/// ```
/// use rezkit::{DiffOptions, File, OpenOptions, diff};
/// use std::ops::ControlFlow;
///
/// let old = File::open(b"{'chair':{'legs':i4},'table':{'legs':i4}}", &OpenOptions::default())?;
/// let new = File::open(b"{'chair':{'legs':i3},'table':{'legs':i4}}", &OpenOptions::default())?;
/// let mut changes = Vec::new();
/// let ended = diff(&old, &new, &DiffOptions::default(), &mut |change| {
///     changes.push(change);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((changes.len(), ended.n_properties, &*changes[0].path), (1, 1, "chair"));
/// assert_eq!(changes[0].properties[0].new.as_deref(), Some("3"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If one of the files cannot be read, or the changes exceed the memory limit of both files together:
/// [`OpenOptions::max_memory`](crate::OpenOptions::max_memory).
pub fn diff(
    old: &File<'_>,
    new: &File<'_>,
    options: &DiffOptions,
    show: &mut dyn FnMut(Change) -> ControlFlow<()>,
) -> Result<Diff, Problem> {
    diff_sides(DiffSide::read(old)?, DiffSide::read(new)?, options, show)
}

/// The model of one of two files, for [`diff_sides`].
#[derive(Debug)]
pub struct DiffSide {
    format: Format,
    memory: usize,
    model: Box<dyn AnyModel>,
    warnings: Warnings,
}

impl DiffSide {
    /// Reads a file. Its bytes can be dropped afterwards.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read(file: &File<'_>) -> Result<Self, Problem> {
        let (model, warnings) = file.read()?;
        Ok(Self { format: file.identity().format, memory: file.memory(), model, warnings })
    }
}

/// Compares like [`diff`](diff()), for large files: the bytes of each can be dropped before the next one is read.
///
/// # Errors
///
/// If the changes exceed the memory limit of both files together.
pub fn diff_sides(
    old: DiffSide,
    new: DiffSide,
    options: &DiffOptions,
    show: &mut dyn FnMut(Change) -> ControlFlow<()>,
) -> Result<Diff, Problem> {
    let formats = [old.format, new.format];
    let mut diff = Diff {
        schema: "rezkit.diff/1",
        formats,
        n_parts: [0; 2],
        n_added: 0,
        n_removed: 0,
        n_moved: 0,
        n_renamed: 0,
        n_changed: 0,
        n_properties: 0,
        warnings: [old.warnings, new.warnings],
    };
    // Features that only one of the two formats has are not differences of content.
    let hides = !options.exact && formats[0] != formats[1];
    let memory = old.memory.saturating_add(new.memory);
    let written = Allowance::new(memory);
    let show = &mut |change: Change| {
        written.pay(change.n_bytes())?;
        show(change)
    };
    let (mut inner, mut ended) = (Ok(()), Ok(()));
    old.model
        .outline(old.memory, &mut |a| {
            inner = new.model.outline(new.memory, &mut |b| {
                diff.n_parts = [a.len(), b.len()];
                let pairs = matching::pairs(a, b, options);
                let change = Allowance::share_of(memory, COPIES);
                // The report ends early if the caller has seen enough, or the limit is exceeded.
                let _ = report::report(&pairs, options, hides, &change, &mut diff, show);
                ended = change.end().and(written.end());
            });
        })
        .and(inner)
        .and(ended)?;
    Ok(diff)
}

/// Upper bound on the copies of a change that exist while it is shown, escaped and in colours.
const COPIES: usize = 8;

impl Change {
    /// The approximate length of the change as text, in bytes.
    fn n_bytes(&self) -> usize {
        let mut sum = self.path.len().saturating_add(self.class.len()).saturating_add(100);
        for PropertyChange { name, old, new, lines, .. } in &self.properties {
            let values = old.iter().chain(new).map(String::len);
            let lines = lines.iter().map(|line| line.text.len().saturating_add(16));
            sum = values.chain(lines).chain([name.len(), 16]).fold(sum, usize::saturating_add);
        }
        sum
    }
}

/// One of the two files: its outline, and hashes of the nodes.
pub(crate) struct Side<'o> {
    pub(crate) outline: &'o dyn Outline,
    pub(crate) children: files::outline::Children,
    pub(crate) hashes: hashes::Hashes,
    /// True for each node with an id of its own, if ids alone decide which nodes match.
    known: Vec<bool>,
}

impl Side<'_> {
    fn knows(&self, number: u32) -> bool {
        self.known.get(number as usize).copied().unwrap_or_default()
    }
}
