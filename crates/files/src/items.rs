//! Lists of the scripts, assets, classes and other items of a file.

use super::outline::{Outline, Viewer};
use super::rules::Findings;
use scene::allowance::Allowance;
use scene::counted;
use scene::problem::Problem;
use scene::visible::json_len;
use serde::Serialize;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The kinds of lists.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum List {
    /// Scripts, with the size of their source.
    Scripts,
    /// Ids and addresses of assets, and where they are used.
    Assets,
    /// Classes or kinds of parts, with their numbers.
    Classes,
    /// Texts.
    Strings,
    /// Ids and contents that occur more than once.
    Duplicates,
    /// References that lead to nothing.
    Dangling,
    /// Modules that scripts require.
    Requires,
    /// Remotes and bindables that scripts fire and listen to.
    Remotes,
    /// Services that scripts use.
    Services,
}

impl List {
    /// Returns true for lists that require parsing the source of scripts.
    #[must_use]
    pub const fn is_of_scripts(self) -> bool {
        matches!(self, Self::Requires | Self::Remotes | Self::Services)
    }
}

/// A line of a list.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Item {
    /// The path of the part; empty if the line is about the whole file.
    pub path: String,
    /// Its class, or the property that contains it.
    pub kind: String,
    /// The text, the address or the id; empty if the path says everything.
    pub value: String,
    /// A count or a size in bytes; 0 if it has no meaning.
    pub count: usize,
}

/// The lines of a list, within a memory limit.
#[derive(Debug)]
pub struct Items {
    list: Vec<Item>,
    granted: usize,
    memory: Allowance,
    /// The nodes whose lines are listed; `None` for all nodes.
    chosen: Option<Choice>,
}

/// A shared set of selected nodes.
type Choice = Rc<HashSet<u32>>;

impl Items {
    pub fn new(granted: usize) -> Self {
        Self { list: Vec::new(), granted, memory: Allowance::new(granted), chosen: None }
    }

    /// Restricts the list to these nodes.
    pub fn only(self, chosen: HashSet<u32>) -> Self {
        Self { chosen: Some(chosen.into()), ..self }
    }

    /// The nodes whose lines are listed; `None` for all nodes.
    pub(super) fn choice(&self) -> Option<Choice> {
        self.chosen.clone()
    }

    /// Adds a line, unless the list would exceed its limit.
    pub(super) fn push(&mut self, item: Item) -> ControlFlow<()> {
        let Item { path, kind, value, .. } = &item;
        let n_bytes =
            [path, kind, value].into_iter().map(|text| json_len(text)).fold(0, usize::saturating_add);
        self.memory.pay(n_bytes.saturating_add(BYTES_OF_ITEM).saturating_mul(N_COPIES))?;
        self.list.push(item);
        ControlFlow::Continue(())
    }

    /// Adds lines until the list would exceed its limit.
    pub(super) fn extend(&mut self, items: impl IntoIterator<Item = Item>) -> ControlFlow<()> {
        items.into_iter().try_for_each(|item| self.push(item))
    }

    /// Adds lines about the nodes of an outline, which give them paths of bounded length.
    pub(super) fn of_tree(
        &mut self,
        show: impl FnOnce(usize, &mut Viewer<'_>) -> Result<(), Problem>,
        add: impl Fn(&dyn Outline, &mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        match show(self.granted, &mut |outline| flow = add(outline, self)) {
            Ok(()) => flow,
            Err(_) => self.memory.pay(usize::MAX),
        }
    }

    /// # Errors
    ///
    /// If the list exceeds its limit.
    pub fn end(self) -> Result<Vec<Item>, Problem> {
        self.memory.end().map(|()| self.list)
    }
}

/// The overhead of a line in bytes, and the number of copies of it that exist while it is printed.
const BYTES_OF_ITEM: usize = 40;
const N_COPIES: usize = 6;

impl Item {
    #[doc(hidden)]
    pub fn new(
        path: impl Into<String>,
        kind: impl Into<String>,
        value: impl Into<String>,
        count: usize,
    ) -> Self {
        Self { path: path.into(), kind: kind.into(), value: value.into(), count }
    }
}

/// Adds the findings of these rules as lines.
pub(super) fn of_rules(findings: Findings, rules: &[&str], items: &mut Items) -> ControlFlow<()> {
    let wanted = findings.list.into_iter().filter(|finding| rules.contains(&finding.rule.id));
    items.extend(wanted.map(|finding| Item::new(finding.path, finding.rule.id, finding.found, 0)))
}

/// Adds contents that occur more than once, the largest first.
pub(super) fn repeated<B: AsRef<[u8]> + Ord, P>(
    all: impl Iterator<Item = (B, P)>,
    kind: &str,
    path: impl Fn(P) -> String,
    items: &mut Items,
) -> ControlFlow<()> {
    // The first and the second place, and the number of occurrences.
    let mut places = BTreeMap::<B, (P, Option<P>, usize)>::new();
    for (content, place) in all {
        match places.entry(content) {
            Entry::Vacant(entry) => _ = entry.insert((place, None, 1)),
            Entry::Occupied(mut entry) => {
                let (_, second, count) = entry.get_mut();
                second.get_or_insert(place);
                *count = count.saturating_add(1);
            }
        }
    }
    let twice = places.into_iter().filter_map(|(content, (one, two, n))| Some((content, one, two?, n)));
    let mut repeated: Vec<_> = twice.collect();
    repeated.sort_by_key(|(content, ..)| std::cmp::Reverse(content.as_ref().len()));
    items.extend(repeated.into_iter().map(|(content, first, second, count)| {
        let n_bytes = counted(content.as_ref().len(), "byte");
        let more = match count.saturating_sub(2) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Item::new(path(first), kind, format!("{n_bytes}, also {}{more}", path(second)), count)
    }))
}

/// The number of lines of a source, as text such as `12 lines`.
pub(super) fn n_lines(source: &[u8]) -> String {
    let n = source.split(|byte| *byte == b'\n').count();
    counted(n, "line")
}
