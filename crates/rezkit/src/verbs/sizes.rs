//! The sizes of the parts of a file.

mod content;
mod largest;

pub use self::largest::{LargestPart, largest};
pub(in crate::verbs) use self::largest::{add_to_parents, bytes_of_nodes, n_bytes};

use self::content::content;
use crate::verbs::info::parts::{kin, parts};
use files::File;
use files::Format;
use files::layout::{Kind, Layout, Span};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The result of [`sizes`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sizes {
    /// The shape of this result: `rezkit.sizes/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.sizes/1")))]
    pub schema: &'static str,
    /// The number of bytes of the content without its wrappers.
    pub n_bytes: usize,
    /// The parts, each after the one that it is in, the larger of siblings first.
    pub lines: Vec<SizeLine>,
    /// The sizes by purpose, such as textures or scripts, the largest first.
    pub content: Vec<SizeShare>,
}

/// The bytes of one sort of content.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeShare {
    /// The name, such as `terrain` or `positions`.
    pub name: &'static str,
    /// The number of bytes; for a file that is packed as a whole, those of the plain data.
    pub n_bytes: usize,
}

/// A part of a file, or parts of one kind taken together.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeLine {
    /// The name of a chunk, a block, a class or a property.
    pub name: String,
    /// The number of parts around it.
    pub depth: usize,
    /// The number of parts.
    pub count: usize,
    /// The number of their bytes.
    pub n_bytes: usize,
    /// Set for bytes of the file, as opposed to the plain data of a packed part.
    pub is_in_file: bool,
}

/// Measures the parts of a file: those of a Roblox model by chunk, class and property, those of other files
/// by the spans at their top levels.
///
/// ```
/// use rezkit::{File, OpenOptions, sizes};
///
/// let place = br#"<roblox version="4"><Item class="Part"><Properties><bool name="Anchored">true</bool>
///     </Properties></Item></roblox>"#;
/// let sizes = sizes(&File::open(place, &OpenOptions::default())?);
/// let names: Vec<_> = sizes.lines.iter().map(|line| (&*line.name, line.depth, line.n_bytes)).collect();
/// assert_eq!(names, [("items", 0, 89), ("Part", 1, 89), ("Anchored", 2, 33)]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[must_use]
pub fn sizes(file: &File<'_>) -> Sizes {
    let layout = &file.layout();
    let lines = match file.identity().format {
        Format::RbxBinary => of_chunks(layout).sorted(),
        Format::RbxXml => of_items(layout).sorted(),
        _ => of_parts(layout),
    };
    let content = content(&lines);
    Sizes { schema: "rezkit.sizes/1", n_bytes: file.bytes().len(), lines, content }
}

/// The spans at the top levels, without the file itself.
fn of_parts(layout: &Layout<'_>) -> Vec<SizeLine> {
    let inner = parts(layout).into_iter().filter(|part| part.depth > 0);
    let line = |part: crate::verbs::Part| SizeLine {
        name: part.name,
        depth: part.depth.saturating_sub(1),
        count: part.n_spans,
        n_bytes: part.n_bytes,
        is_in_file: part.is_in_file,
    };
    inner.map(line).collect()
}

/// Lines that are still being counted.
#[derive(Default)]
struct Lines {
    list: Vec<(SizeLine, Option<usize>)>,
    numbers: HashMap<(Option<usize>, String), usize>,
}

impl Lines {
    /// Counts a part inside another one, and returns the number of its line.
    fn add(&mut self, parent: Option<usize>, name: &str, n_bytes: usize) -> usize {
        let number = *self.numbers.entry((parent, name.to_owned())).or_insert(self.list.len());
        let depth = parent.and_then(|parent| self.list.get(parent));
        let depth = depth.map_or(0, |(parent, _)| parent.depth.saturating_add(1));
        if number == self.list.len() {
            let line = SizeLine { name: name.to_owned(), depth, count: 0, n_bytes: 0, is_in_file: true };
            self.list.push((line, parent));
        }
        if let Some((line, _)) = self.list.get_mut(number) {
            line.count = line.count.saturating_add(1);
            line.n_bytes = line.n_bytes.saturating_add(n_bytes);
        }
        number
    }

    /// Subtracts bytes that are counted on a line of their own.
    fn subtract(&mut self, number: usize, n_bytes: usize) {
        if let Some((line, _)) = self.list.get_mut(number) {
            line.n_bytes = line.n_bytes.saturating_sub(n_bytes);
        }
    }

    /// The lines, each one after its parent, and siblings by size in descending order.
    fn sorted(self) -> Vec<SizeLine> {
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (number, (_, parent)) in self.list.iter().enumerate() {
            children.entry(*parent).or_default().push(number);
        }
        let mut list: Vec<_> = self.list.into_iter().map(|(line, _)| Some(line)).collect();
        let size = |list: &[Option<SizeLine>], number: usize| {
            list.get(number).and_then(Option::as_ref).map_or(0, |line| line.n_bytes)
        };
        for numbers in children.values_mut() {
            // The stack is popped from its end, so the largest comes last.
            numbers.sort_by_key(|number| (size(&list, *number), std::cmp::Reverse(*number)));
        }
        let mut pending = children.remove(&None).unwrap_or_default();
        let mut sorted = Vec::with_capacity(list.len());
        while let Some(number) = pending.pop() {
            sorted.extend(list.get_mut(number).and_then(Option::take));
            pending.extend(children.remove(&Some(number)).unwrap_or_default());
        }
        sorted
    }
}

fn len(span: &Span) -> usize {
    span.end.saturating_sub(span.start)
}

/// The chunks of a binary Roblox model. Chunks of classes and properties have lines under their names.
fn of_chunks(layout: &Layout<'_>) -> Lines {
    let mut lines = Lines::default();
    let mut classes: HashMap<String, String> = HashMap::new();
    let starts = (1..layout.n_spaces()).filter_map(|space| Some((layout.space(space).1?, space)));
    let spaces: HashMap<usize, usize> = starts.collect();
    for i in 0..layout.n_spans() {
        let Some(span) = layout.span(i).filter(|span| span.depth == 1 && span.space == 0) else { continue };
        let label = layout.label(i);
        let name = if label.text.is_empty() { Cow::Owned(layout.name(i)) } else { label.text };
        let number = lines.add(None, &name, len(&span));
        if !["INST", "PROP"].contains(&&*name) {
            continue;
        }
        let head = Head::read(layout, &span, spaces.get(&span.start).copied());
        if name == "INST" {
            lines.add(Some(number), &head.name, len(&span));
            classes.insert(head.class, head.name);
        } else {
            let class = classes.get(&head.class).map_or("?", |class| class);
            let class = lines.add(Some(number), class, len(&span));
            lines.add(Some(class), &head.name, len(&span));
        }
    }
    lines
}

/// The start of the data of a chunk of a class or a property.
#[derive(Default)]
struct Head {
    /// The number of the class.
    class: String,
    name: String,
}

impl Head {
    fn read(layout: &Layout<'_>, chunk: &Span, packed: Option<usize>) -> Self {
        /// The length of the chunk header before the data: name, two lengths and a reserved field of four bytes each.
        const FRAME: usize = 16;
        let (space, range) = match packed {
            Some(space) => (space, 0..layout.space(space).0.len()),
            None => (0, chunk.start.saturating_add(FRAME)..chunk.end),
        };
        let (bytes, _) = layout.space(space);
        let mut head = Self::default();
        layout.leaves_in(space, range, &mut |leaf| {
            let name = leaf.name();
            // The number of the class is named `id` in chunks of classes, and `class` in those of properties.
            if ["id", "class"].contains(&&*name) {
                head.class = leaf.value();
            }
            if name != "name" {
                return ControlFlow::Continue(());
            }
            // The first four bytes of a string are its length.
            let text = bytes.get(leaf.start.saturating_add(4)..leaf.end).unwrap_or_default();
            head.name = files::outline::step(text, '.');
            ControlFlow::Break(())
        });
        head
    }
}

/// The items of an XML model by class, without the items inside them, and their properties.
fn of_items(layout: &Layout<'_>) -> Lines {
    let mut lines = Lines::default();
    // The line of each span that is an item, or else that of the enclosing span.
    let mut line_of: Vec<Option<usize>> = vec![None; layout.n_spans()];
    let mut all = None;
    for i in 0..layout.n_spans() {
        let Some(span) = layout.span(i).filter(|span| span.space == 0) else { continue };
        let label = layout.label(i);
        let outer = span.parent.and_then(|parent| line_of.get(parent).copied().flatten());
        let class = (label.word == "items" && label.index.is_some()).then_some(&*label.text);
        match (class.filter(|class| !class.is_empty()), outer) {
            (Some(class), _) => {
                let items = match outer {
                    Some(_) => all,
                    None => Some(lines.add(None, "items", len(&span))),
                };
                all = items;
                if let Some(outer) = outer {
                    lines.subtract(outer, len(&span));
                }
                let number = lines.add(items, class, len(&span));
                if let Some(own) = line_of.get_mut(i) {
                    *own = Some(number);
                }
            }
            (None, Some(class)) if span.kind == Kind::Part => {
                lines.add(Some(class), &layout.name(i), len(&span));
            }
            (None, None) if span.depth == 2 && span.kind == Kind::Part => {
                lines.add(None, &kin(layout, i), len(&span));
            }
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::fixture;
    use files::OpenOptions;

    fn sizes_of(path: &str) -> Sizes {
        sizes(&File::open(&fixture(path), &OpenOptions::default()).unwrap())
    }

    fn shown(sizes: &Sizes) -> Vec<String> {
        let line = |line: &SizeLine| {
            format!("{}{} {} {}", "-".repeat(line.depth), line.name, line.count, line.n_bytes)
        };
        sizes.lines.iter().map(line).collect()
    }

    #[test]
    fn chunks_are_counted_by_class_and_property() {
        let sizes = sizes_of("rbxbinary/valid/nested.rbxm");
        let top: usize = sizes.lines.iter().filter(|line| line.depth == 0).map(|line| line.n_bytes).sum();
        assert_eq!((sizes.n_bytes, top), (422, 422));
        let lines = shown(&sizes);
        assert_eq!(
            lines[..6],
            ["PROP 4 189", "-Part 3 140", "--size 1 54", "--Name 1 49", "--Anchored 1 37", "-Folder 1 49"]
        );
    }

    #[test]
    fn items_are_counted_without_those_inside() {
        let lines = shown(&sizes_of("rbxxml/valid/other-layout.rbxmx"));
        assert_eq!(lines[..3], ["items 1 436", "-Part 1 436", "--CFrame 1 163"]);
    }

    #[test]
    fn other_files_have_their_upper_parts() {
        let lines = shown(&sizes_of("slmesh/valid/part.llmesh"));
        assert!(lines.contains(&"high_lod 1 216".to_owned()), "{lines:?}");
    }
}
