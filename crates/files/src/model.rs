//! The interface between formats and verbs, in addition to [`Codec`].

use super::codec::Codec;
use super::facts::Facts;
use super::identify::Found;
use super::items::{Items, List};
use super::laws::Exact;
use super::layout::{Layout, Located};
use super::options::Options;
use super::outline::Viewer;
use super::rules::{Findings, Profile, Rule};
use super::shapes::See;
use scene::problem::{Problem, Warnings};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// The model of a file of any format.
pub trait AnyModel: Debug {
    /// The form of the second law that applies to this file.
    fn owed(&self, bytes: &[u8]) -> Exact;

    /// Checks the file, including properties of the bytes that its model does not have.
    fn findings(&self, bytes: &[u8], options: Options, profiles: &[Profile]) -> Result<Findings, Problem>;

    /// Adds the facts that `info` shows about the file.
    fn facts(&self, bytes: &[u8], facts: &mut Facts);

    /// Lists the scripts, assets or other items of a kind.
    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()>;

    /// Passes the surfaces, bones and images of the file to a callback; formats without geometry have none.
    fn shapes(&self, _see: &mut See<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Shows the file as an outline, within a memory limit in bytes.
    ///
    /// # Errors
    ///
    /// If the outline would exceed the limit.
    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem>;
}

/// A format with the properties that verbs need.
pub trait Described: Codec + AnyModel {
    /// The name of the format in output.
    const TITLE: &'static str;

    /// Upper bound on the memory in bytes for each element that the limits of the format's crate count, while
    /// a file is read, traced or checked.
    const BYTES_OF_ELEMENT: usize;

    /// Identifies a file whose first bytes are unambiguous.
    fn recognise(bytes: &[u8]) -> Option<Found>;

    /// Identifies a file that no format recognises for certain.
    fn guess(_: &[u8]) -> Option<Found> {
        None
    }

    /// The rules of the format, and those of programs that import it.
    fn all_rules() -> Vec<Rule> {
        Self::rules()
    }
}

/// The functions for files of one family, independent of the type of its model.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The name of the format's crate, and of its folders of fixtures.
    pub name: &'static str,
    /// The name of the format in output.
    pub title: &'static str,
    /// Upper bound on the memory for an element of the limits, in bytes.
    pub(crate) bytes_of_element: usize,
    /// Returns true if bytes look like a file of the family.
    pub detect: fn(&[u8]) -> bool,
    /// The rules by which files are checked, including those of programs.
    pub rules: fn() -> Vec<Rule>,
    /// Traces a file.
    pub layout: fn(&[u8], Options) -> Layout<'_>,
    /// Locates the bytes that the paths of findings refer to.
    #[doc(hidden)]
    pub locate: Locate,
    /// Reads a file; returns the model and the warnings.
    #[doc(hidden)]
    pub read: Read,
    /// Reads and traces a file.
    #[doc(hidden)]
    pub traced: Traced,
}

/// A function that identifies a file, if it belongs to a family.
pub(super) type Recognise = fn(&[u8]) -> Option<Found>;

type Locate = fn(&[u8], Options, &[&str]) -> Vec<Option<Located>>;

type Read = fn(&[u8], Options) -> Result<(Box<dyn AnyModel>, Warnings), Problem>;

type Traced = fn(&[u8], Options) -> (Layout<'_>, Result<Box<dyn AnyModel>, Problem>);

impl Reader {
    #[doc(hidden)]
    #[must_use]
    pub const fn for_model<M: Described>() -> Self {
        Self {
            name: M::NAME,
            title: M::TITLE,
            bytes_of_element: M::BYTES_OF_ELEMENT,
            detect: M::detect,
            rules: M::all_rules,
            layout: M::layout,
            locate: M::locate,
            read: |bytes, options| {
                let (model, warnings) = M::read(bytes, options)?;
                Ok((Box::new(model), warnings))
            },
            traced: |bytes, options| {
                let (layout, model) = M::traced(bytes, options);
                (layout, model.map(|model| Box::new(model) as Box<dyn AnyModel>))
            },
        }
    }

    /// Checks a file against the rules.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn check(&self, bytes: &[u8], options: Options, profiles: &[Profile]) -> Result<Findings, Problem> {
        let (model, _) = (self.read)(bytes, options)?;
        model.findings(bytes, options, profiles)
    }
}
