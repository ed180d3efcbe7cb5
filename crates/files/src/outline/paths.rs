//! Paths of nodes.

use super::{Outline, Step};
use scene::visible;
use std::collections::{HashMap, HashSet};

/// Upper bounds on the length of a path, without which the paths of deep trees would take quadratic time. Steps farther
/// from the node are replaced by the number of the node before: `[#12]/A/B`.
const MOST_STEPS: usize = 64;
const MOST_BYTES: usize = 1024;

/// Upper bound on the bytes of a name that are shown.
const MOST_OF_NAME: usize = 200;

/// The replacement for the rest of a name.
const REST: &str = "[…]";

/// Returns true if a path or a name in it is abbreviated.
pub fn is_shortened(path: &str) -> bool {
    path.starts_with("[#") || path.contains(REST)
}

/// Returns true if a path contains all steps from the file to a node.
pub fn is_whole(path: &str) -> bool {
    path != FILE && !path.starts_with("[#")
}

/// The separator of steps in outlines in which all nodes have names. Steps never contain it.
pub const SLASH: char = '/';

/// Finds the node at an unabbreviated path with slashes.
pub fn follow<N: AsRef<str>>(path: &str, children: &Children, name: impl Fn(u32) -> N) -> Option<u32> {
    let (mut node, mut rest) = (0, Some(path));
    while let Some(steps) = rest {
        let step = |child: &u32| {
            let behind = steps.strip_prefix(name(*child).as_ref())?;
            let is_end = behind.is_empty() || behind.starts_with(SLASH);
            is_end.then(|| (*child, behind.strip_prefix(SLASH)))
        };
        (node, rest) = children.get(node).iter().find_map(step)?;
    }
    Some(node)
}

/// The path of the file itself.
pub const FILE: &str = "(file)";

/// The paths of nodes, in which siblings with equal names are numbered.
#[derive(Debug, Default)]
pub struct Paths {
    /// For each node, the number of earlier siblings with an equal name.
    before: Vec<u32>,
    /// Distinguishes siblings by their ids, where they have any.
    by_id: bool,
}

impl Paths {
    pub fn new(outline: &dyn Outline) -> Self {
        let n = u32::try_from(outline.len()).unwrap_or(u32::MAX);
        // Grouped by parent, so that the table holds the names of only one family at a time.
        let children = Children::new(outline);
        let mut before = vec![0; outline.len()];
        let mut counts: HashMap<_, u32> = HashMap::new();
        for parent in 0..n {
            let children = children.get(parent);
            if children.len() < 2 {
                continue;
            }
            counts.clear();
            for child in children {
                let Step::Name(name) = outline.step(*child) else { continue };
                // Names that are equal once they are cut count as equal.
                let count = counts.entry(shown(name)).or_default();
                if let Some(slot) = before.get_mut(*child as usize) {
                    *slot = *count;
                }
                *count = count.saturating_add(1);
            }
        }
        Self { before, by_id: false }
    }

    /// Distinguishes siblings with equal names by their ids, where they have any: unlike numbers, ids do not change
    /// when another sibling is added or removed.
    pub fn by_id(self, by_id: bool) -> Self {
        Self { by_id, ..self }
    }

    /// Writes the path of a node.
    pub fn write(&self, out: &mut String, outline: &dyn Outline, number: u32) {
        if number == 0 {
            out.push_str(FILE);
            return;
        }
        let separator = outline.separator();
        let (mut steps, mut at, mut n_bytes) = (Vec::new(), number, 0_usize);
        while at != 0 {
            let text = self.step(at, outline, separator);
            n_bytes = n_bytes.saturating_add(text.len());
            if !steps.is_empty() && (steps.len() == MOST_STEPS || n_bytes > MOST_BYTES) {
                steps.push(format!("[#{at}]"));
                break;
            }
            steps.push(text);
            at = outline.parent(at);
        }
        for (i, step) in steps.iter().rev().enumerate() {
            if i > 0 && !(step.starts_with('[') && separator == '.') {
                out.push(separator);
            }
            out.push_str(step);
        }
    }

    /// The path of a node.
    pub fn path(&self, outline: &dyn Outline, number: u32) -> String {
        let mut path = String::new();
        self.write(&mut path, outline, number);
        path
    }

    /// The last step of the path of a node.
    pub fn last(&self, outline: &dyn Outline, number: u32) -> String {
        match number {
            0 => FILE.to_owned(),
            _ => self.step(number, outline, outline.separator()),
        }
    }

    /// The node at this path.
    pub fn number(&self, outline: &dyn Outline, path: &str) -> Option<u32> {
        match outline.separator() {
            SLASH if is_whole(path) => {
                follow(path, &Children::new(outline), |number| self.last(outline, number))
            }
            _ => self.numbers(outline, &HashSet::from([path])).remove(path),
        }
    }

    /// The nodes at these paths.
    pub fn numbers(&self, outline: &dyn Outline, wanted: &HashSet<&str>) -> HashMap<String, u32> {
        let (mut found, mut text) = (HashMap::new(), String::new());
        for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
            text.clear();
            self.write(&mut text, outline, number);
            if wanted.contains(&*text) {
                found.entry(text.clone()).or_insert(number);
            }
        }
        found
    }

    fn step(&self, number: u32, outline: &dyn Outline, separator: char) -> String {
        match outline.step(number) {
            Step::Index(index) => format!("[{index}]"),
            Step::Item(kind, index) => format!("{}[{index}]", step(kind, separator)),
            Step::Name(name) => match self.before.get(number as usize) {
                None | Some(0) => step(name, separator),
                Some(before) => match outline.id(number) {
                    id if self.by_id && id != 0 => format!("{}{{{id:x}}}", step(name, separator)),
                    _ => format!("{}[{}]", step(name, separator), before.saturating_add(1)),
                },
            },
        }
    }
}

/// Converts a name to a step of a path, with special characters escaped and a bounded length.
pub fn step(name: &[u8], separator: char) -> String {
    if name.is_empty() {
        return "''".into();
    }
    let is_usual = |byte: &u8| {
        matches!(byte, b' '..=b'~') && !b"\\['@(".contains(byte) && char::from(*byte) != separator
    };
    if name.len() <= MOST_OF_NAME && name.iter().all(is_usual) {
        return String::from_utf8_lossy(name).into_owned();
    }
    let (name, is_whole) = shown(name);
    let mut text = String::with_capacity(name.len());
    for (i, chunk) in name.utf8_chunks().enumerate() {
        for (j, letter) in chunk.valid().chars().enumerate() {
            match letter {
                '\\' | '[' => text.extend(['\\', letter]),
                '\'' | '@' | '(' if i == 0 && j == 0 => text.extend(['\\', letter]),
                letter if letter == separator => text.extend(['\\', letter]),
                letter => visible::push(&mut text, letter),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if !is_whole {
        text.push_str(REST);
    }
    text
}

/// The part of a name that is shown, cut between characters, and true if that is the whole name.
fn shown(name: &[u8]) -> (&[u8], bool) {
    let is_inside = |at: &usize| name.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    // A UTF-8 character has at most four bytes, so one begins in any four consecutive bytes.
    let ends = || (0..=MOST_OF_NAME).rev().take(4);
    match name.split_at_checked(ends().find(|at| !is_inside(at)).unwrap_or(MOST_OF_NAME)) {
        Some((shown, rest)) if !rest.is_empty() => (shown, false),
        _ => (name, true),
    }
}

/// The children of all nodes, in one list.
#[derive(Debug, Default)]
pub struct Children {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Children {
    pub fn new(outline: &dyn Outline) -> Self {
        let n = u32::try_from(outline.len()).unwrap_or(u32::MAX);
        let mut starts = vec![0_u32; outline.len().saturating_add(1)];
        for number in 1..n {
            if let Some(count) = starts.get_mut(outline.parent(number) as usize) {
                *count = count.saturating_add(1);
            }
        }
        // A counting sort: counts are summed to ends, and filling from the back turns them into starts.
        let mut sum = 0_u32;
        for count in &mut starts {
            sum = sum.saturating_add(*count);
            *count = sum;
        }
        let mut list = vec![0; outline.len().saturating_sub(1)];
        for number in (1..n).rev() {
            let Some(at) = starts.get_mut(outline.parent(number) as usize) else { continue };
            *at = at.saturating_sub(1);
            if let Some(slot) = list.get_mut(*at as usize) {
                *slot = number;
            }
        }
        Self { starts, list }
    }

    pub fn get(&self, number: u32) -> &[u32] {
        let at = |number: usize| self.starts.get(number).map_or(self.list.len(), |start| *start as usize);
        self.list.get(at(number as usize)..at((number as usize).saturating_add(1))).unwrap_or_default()
    }
}
