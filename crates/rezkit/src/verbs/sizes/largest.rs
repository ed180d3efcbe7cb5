//! The instances of a model or place that take the most bytes, with their descendants.

use super::SizeShare;
use super::content::of_class;
use files::File;
use files::outline::{Datum, Label, Outline, Paths};
use scene::{Problem, ProblemKind};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// An instance, with the bytes of its values and of those of its descendants.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LargestPart {
    /// The shape of this result: `rezkit.largest/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.largest/1")))]
    pub schema: &'static str,
    /// The class.
    pub class: String,
    /// The path.
    pub path: String,
    /// The number of instances: it and its descendants.
    pub n_parts: usize,
    /// The bytes of the values of these instances before compression. Data that several instances share count
    /// for the first of them.
    pub n_bytes: usize,
    /// The bytes by purpose, the largest first.
    pub content: Vec<SizeShare>,
}

/// Measures the instances of a model or place with their descendants, and returns the file, which comes
/// first, and the `most` largest instances, from large to small.
///
/// ```
/// use rezkit::{File, OpenOptions, largest};
///
/// let place = br#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">Code</string></Properties>
///     <Item class="Script"><Properties><string name="Name">Main</string>
///     <ProtectedString name="Source">print("hello")</ProtectedString></Properties></Item></Item></roblox>"#;
/// let largest = largest(&File::open(place, &OpenOptions::default())?, 3)?;
/// let found: Vec<_> = largest.iter().map(|part| (&*part.path, part.n_parts, part.n_bytes)).collect();
/// assert_eq!(found, [("(file)", 2, 22), ("Code", 2, 22), ("Code/Main", 1, 18)]);
/// assert_eq!((largest[0].content[0].name, largest[0].content[0].n_bytes), ("scripts", 18));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or is not a Roblox model or place.
pub fn largest(file: &File<'_>, most: usize) -> Result<Vec<LargestPart>, Problem> {
    let mut largest = None;
    file.outline(&mut |outline| {
        largest = outline.instances().map(|_| of_outline(outline, most));
        Ok(())
    })?;
    largest.ok_or_else(|| {
        Problem::new(
            ProblemKind::Unsupported,
            "the sizes of instances are known only in Roblox models and places",
        )
        .help("`rez info` shows how large the parts of other files are")
    })
}

fn of_outline(outline: &dyn Outline, most: usize) -> Vec<LargestPart> {
    let len = u32::try_from(outline.len()).unwrap_or(u32::MAX);
    let mut totals = Totals { n_bytes: vec![0; outline.len()], n_parts: vec![1; outline.len()] };
    each_value(outline, len, &mut |number, _, n_bytes| add(&mut totals.n_bytes, number, n_bytes));
    for list in [&mut totals.n_bytes, &mut totals.n_parts] {
        add_to_parents(list, &|number| outline.parent(number));
    }
    let mut chosen: Vec<u32> = (1..len).collect();
    chosen.sort_by_key(|number| std::cmp::Reverse(size_at(&totals.n_bytes, *number)));
    chosen.truncate(most.saturating_sub(1));
    chosen.insert(0, 0);
    let places: HashMap<u32, usize> = chosen.iter().copied().zip(0..).collect();
    let mut content = vec![HashMap::<&'static str, usize>::new(); chosen.len()];
    each_value(outline, len, &mut |number, purpose, n_bytes| {
        let above =
            std::iter::successors(Some(number), |number| (*number > 0).then(|| outline.parent(*number)));
        for place in above.filter_map(|number| places.get(&number)) {
            if let Some(shares) = content.get_mut(*place) {
                let sum = shares.entry(purpose).or_default();
                *sum = sum.saturating_add(n_bytes);
            }
        }
    });
    let paths = Paths::new(outline);
    let part = |(number, shares): (u32, HashMap<&'static str, usize>)| {
        let mut content: Vec<_> =
            shares.into_iter().map(|(name, n_bytes)| SizeShare { name, n_bytes }).collect();
        content.sort_unstable_by_key(|share| (std::cmp::Reverse(share.n_bytes), share.name));
        LargestPart {
            schema: "rezkit.largest/1",
            class: String::from_utf8_lossy(outline.kind(number)).into_owned(),
            path: paths.path(outline, number),
            // The file itself is no instance.
            n_parts: size_at(&totals.n_parts, number).saturating_sub(usize::from(number == 0)),
            n_bytes: size_at(&totals.n_bytes, number),
            content,
        }
    };
    chosen.into_iter().zip(content).map(part).collect()
}

/// The bytes and the number of instances of each node.
struct Totals {
    n_bytes: Vec<usize>,
    n_parts: Vec<usize>,
}

/// The bytes of the values of each node and of all nodes in it.
pub(in crate::verbs) fn bytes_of_nodes(outline: &dyn Outline) -> Vec<usize> {
    let mut n_bytes = vec![0; outline.len()];
    let len = u32::try_from(outline.len()).unwrap_or(u32::MAX);
    each_value(outline, len, &mut |number, _, n| add(&mut n_bytes, number, n));
    add_to_parents(&mut n_bytes, &|number| outline.parent(number));
    n_bytes
}

/// Adds the number of each node to those of all nodes that it is in. Parents come before their children.
pub(in crate::verbs) fn add_to_parents(list: &mut [usize], parent: &dyn Fn(u32) -> u32) {
    for number in (1..u32::try_from(list.len()).unwrap_or(u32::MAX)).rev() {
        let own = size_at(list, number);
        add(list, parent(number), own);
    }
}

fn size_at(list: &[usize], number: u32) -> usize {
    list.get(number as usize).copied().unwrap_or_default()
}

fn add(list: &mut [usize], number: u32, n: usize) {
    if let Some(sum) = list.get_mut(number as usize) {
        *sum = sum.saturating_add(n);
    }
}

/// Visits the values of all instances, each with its node, its purpose and its length in bytes.
fn each_value(outline: &dyn Outline, len: u32, visit: &mut dyn FnMut(u32, &'static str, usize)) {
    let mut seen = HashSet::new();
    for number in 1..len {
        let class = String::from_utf8_lossy(outline.kind(number));
        if let files::outline::Step::Name(name) = outline.step(number) {
            visit(number, of_class(&class, Some("Name")), name.len());
        }
        outline.properties(number, &mut |label, value| {
            let name = match label {
                Label::Name(name) => String::from_utf8_lossy(name),
                Label::Attribute(_) => "AttributesSerialize".into(),
                _ => return,
            };
            visit(number, of_class(&class, Some(&*name)), n_bytes(value, &mut seen));
        });
    }
}

/// The length of a value in bytes, as binary files store it before compression; 0 for shared data that was `seen`.
pub(in crate::verbs) fn n_bytes(value: &Datum<'_>, seen: &mut HashSet<usize>) -> usize {
    match value {
        Datum::Shared(shared) if !seen.insert(shared.number) => 0,
        Datum::Shared(shared) => shared.bytes.len(),
        Datum::Blob(bytes) | Datum::Text(bytes) => bytes.len(),
        Datum::Word(word) => word.len(),
        Datum::Call(_, parts) | Datum::List(parts) => {
            parts.iter().map(|part| n_bytes(part, seen)).fold(0, usize::saturating_add)
        }
        Datum::Frame(_) => 48,
        Datum::Nil => 0,
        Datum::Bool(_) => 1,
        Datum::Double(_) | Datum::Real(_) => 8,
        Datum::Id(_) => 16,
        _ => 4,
    }
}
