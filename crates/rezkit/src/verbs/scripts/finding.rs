//! Findings in scripts.

use files::rules::Rule;
use files::{File, Format};
use luau::Position;
use scene::visible;
use std::collections::HashMap;
use std::ops::Range;

/// Upper bound on the findings of a rule that are listed, the same as for rules of other formats.
pub(crate) const MOST_OF_RULE: usize = 1000;

/// A finding in a script, or in an instance that scripts may read.
#[derive(Debug, Clone)]
pub(crate) struct ScriptFinding {
    pub(crate) rule: Rule,
    /// The path of the instance, as `print` shows it.
    pub(crate) path: String,
    /// The number of the instance in the outline.
    node: u32,
    /// The position in the script.
    pub(crate) at: Option<Position>,
    /// The bytes of the script in a file of XML.
    pub(crate) range: Option<Range<usize>>,
    /// The finding as a sentence.
    pub(crate) found: String,
}

/// The findings in scripts. After the first [`MOST_OF_RULE`] of a rule, further ones are only counted.
#[derive(Debug, Default)]
pub(crate) struct ScriptFindings {
    pub(crate) list: Vec<ScriptFinding>,
    counts: HashMap<&'static str, usize>,
}

impl ScriptFindings {
    pub(super) fn add(&mut self, rule: &Rule, (node, path): (u32, &str), at: Option<Position>, found: &str) {
        let count = self.counts.entry(rule.id).or_default();
        *count = count.saturating_add(1);
        if *count <= MOST_OF_RULE {
            let found = visible::cut(found).into_owned();
            self.list.push(ScriptFinding {
                rule: *rule,
                path: path.to_owned(),
                node,
                at,
                range: None,
                found,
            });
        }
    }

    /// Locates the scripts of a file of XML, in which items have numbers in the order of the document.
    pub(crate) fn locate(&mut self, file: &File<'_>) {
        if self.list.is_empty() || file.identity().format != Format::RbxXml {
            return;
        }
        let sources: Vec<_> =
            self.list.iter().map(|one| format!("items[{}].Source", one.node.saturating_sub(1))).collect();
        let sources: Vec<_> = sources.iter().map(String::as_str).collect();
        for (one, place) in self.list.iter_mut().zip(file.locate(&sources)) {
            one.range = place.and_then(|(_, range)| within(file.bytes(), range));
        }
    }

    /// The number of findings of a rule that are counted and not listed.
    pub(crate) fn n_more(&self, rule: &str) -> usize {
        self.counts.get(rule).map_or(0, |n| n.saturating_sub(MOST_OF_RULE))
    }
}

/// The range of the text of an element, within the range of the element.
fn within(bytes: &[u8], Range { start, end }: Range<usize>) -> Option<Range<usize>> {
    const SECTION: &[u8] = b"<![CDATA[";
    let element = bytes.get(start..end)?;
    let text = element.iter().position(|byte| *byte == b'>')?.checked_add(1)?;
    let is_section = element.get(text..)?.starts_with(SECTION);
    let tag = element.iter().rposition(|byte| *byte == b'<')?;
    let (before, after) = if is_section { (SECTION.len(), 3) } else { (0, 0) };
    Some(start.checked_add(text)?.checked_add(before)?..start.checked_add(tag)?.checked_sub(after)?)
}
