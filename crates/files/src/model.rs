//! What the verbs need from each format in addition to [`Codec`].

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

/// The model of a file, whatever its format.
pub trait AnyModel: Debug {
    /// The form of the second law that the file owes.
    fn owed(&self, bytes: &[u8]) -> Exact;

    /// Checks the file, including what its model does not show.
    fn findings(&self, bytes: &[u8], options: Options, profiles: &[Profile]) -> Result<Findings, Problem>;

    /// What the file holds.
    fn facts(&self, bytes: &[u8], facts: &mut Facts);

    /// The scripts, assets and so on.
    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()>;

    /// Shows the surfaces, bones and images that the file consists of; of other formats nothing.
    fn shapes(&self, _see: &mut See<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Shows the file as a tree that takes at most so much memory.
    ///
    /// # Errors
    ///
    /// If it would take more.
    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem>;
}

/// A format, as the verbs see it.
pub trait Described: Codec + AnyModel {
    /// The name for people.
    const TITLE: &'static str;

    /// How much memory an element takes at most, as the limits of the format's crate count elements: while the file is
    /// read, and while it is laid out or checked.
    const BYTES_OF_ELEMENT: usize;

    /// What the file is if its first bytes leave no doubt.
    fn recognise(bytes: &[u8]) -> Option<Found>;

    /// What a file may be that no other format claims.
    fn guess(_: &[u8]) -> Option<Found> {
        None
    }

    /// The rules of the format and those of programs.
    fn all_rules() -> Vec<Rule> {
        Self::rules()
    }
}

/// What is done with a file of one family, without the type of its model.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The name of the format's library and its folders.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How much memory an element of the limits takes at most.
    pub(crate) bytes_of_element: usize,
    /// Whether bytes look like a file of the family.
    pub detect: fn(&[u8]) -> bool,
    /// The rules that a file is checked by, those of programs included.
    pub rules: fn() -> Vec<Rule>,
    /// What each byte is.
    pub layout: fn(&[u8], Options) -> Layout<'_>,
    /// The bytes that the paths of findings lead to.
    #[doc(hidden)]
    pub locate: Locate,
    /// The model, and the warnings from reading it.
    #[doc(hidden)]
    pub read: Read,
    /// What each byte is, and the model.
    #[doc(hidden)]
    pub traced: Traced,
}

/// What a file is, if it is of a family.
pub(super) type Recognise = fn(&[u8]) -> Option<Found>;

type Locate = fn(&[u8], Options, &[&str]) -> Vec<Option<Located>>;

type Read = fn(&[u8], Options) -> Result<(Box<dyn AnyModel>, Warnings), Problem>;

type Traced = fn(&[u8], Options) -> (Layout<'_>, Result<Box<dyn AnyModel>, Problem>);

impl Reader {
    #[doc(hidden)]
    #[must_use]
    pub const fn of<M: Described>() -> Self {
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
