//! Search for the users of an asset, and for references to an instance.

use super::edit::no_part;
use files::File;
use files::Format;
use files::addresses::is_address;

use dom::address;
use dom::names::is_script;
use files::outline::{Datum, Label, Outline, Paths, shown_name};
use scene::allowance::Allowance;
use scene::{Problem, Warnings, visible};
use serde::Serialize;
use std::ops::ControlFlow;

/// The result of [`refs`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Refs {
    /// The shape of this result: `rezkit.refs/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.refs/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The asset or instance that was looked for.
    pub what: String,
    /// The uses, in the order of the file.
    pub uses: Vec<Use>,
    /// Lines of scripts that look for an instance of this name at a path that the file lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The recoverable errors in the file.
    #[serde(skip)]
    pub warnings: Warnings,
}

/// A place where something is used.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Use {
    /// The path of the part that uses it.
    pub path: String,
    /// The class or the kind of that part.
    pub kind: String,
    /// The property by its name in scripts, or the attribute after an `@`.
    pub property: String,
    /// The line of a script, counted from 1.
    pub line: Option<usize>,
    /// The value, or the line of a script.
    pub value: String,
}

/// The target of the search.
enum Target<'w> {
    /// An asset, by its number.
    Number(&'w str),
    /// An asset, by its address.
    Address(&'w str),
    /// A part of the file, by its node number.
    Node(u32),
}

/// Finds the uses of an asset, given by number or address, or references to the part at a path: in properties,
/// attributes, and lines of scripts.
///
/// ```
/// use rezkit::{File, OpenOptions, refs};
///
/// let model = br#"<roblox version="4"><Item class="Decal"><Properties><string name="Name">Sign</string>
///     <Content name="Texture"><url>rbxassetid://1234</url></Content></Properties></Item></roblox>"#;
/// let found = refs(&File::open(model, &OpenOptions::default())?, "1234")?;
/// assert_eq!((&*found.uses[0].path, &*found.uses[0].property), ("Sign", "Texture"));
/// assert!(refs(&File::open(model, &OpenOptions::default())?, "123")?.uses.is_empty());
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or no part exists at the path.
pub fn refs(file: &File<'_>, what: &str) -> Result<Refs, Problem> {
    let memory = file.allowance();
    let (mut uses, mut notes, mut is_known) = (Vec::new(), Vec::new(), true);
    let warnings = file.outline(&mut |outline| {
        let wanted = match Target::parse(outline, what) {
            Some(wanted) => wanted,
            None => {
                is_known = false;
                return Ok(());
            }
        };
        let _ = wanted.find(outline, &memory, &mut uses);
        notes = match wanted {
            #[cfg(feature = "scripts")]
            Target::Node(number) => in_scripts(outline, &memory, number, &mut uses),
            _ => Vec::new(),
        };
        memory.end()
    })?;
    if !is_known {
        return Err(
            no_part(what).help("assets are numbers or addresses; `rez print` lists the paths of instances")
        );
    }
    let (schema, format) = ("rezkit.refs/1", file.identity().format);
    Ok(Refs { schema, format, what: what.to_owned(), uses, notes, warnings })
}

/// Adds the lines of scripts that name an instance, as far as they can be followed. Returns notes on lines that may mean
/// it, since the instance may be moved while the game runs.
#[cfg(feature = "scripts")]
fn in_scripts(outline: &dyn Outline, memory: &Allowance, number: u32, uses: &mut Vec<Use>) -> Vec<String> {
    use super::scripts::{Found, ScriptUse, UseKind, each_use};
    use dom::Instance;
    use scene::counted;
    use std::collections::BTreeMap;

    let name = outline.instances().and_then(|view| view.get(number)).map(Instance::name).unwrap_or_default();
    let name = String::from_utf8_lossy(name);
    let mut absent: BTreeMap<String, usize> = BTreeMap::new();
    let is_wanted = |one: Found| {
        let may_be_absent = matches!(one.kind, UseKind::Fires | UseKind::Listens | UseKind::RequireMissing);
        one.target.map_or(may_be_absent, |target| target == number)
    };
    each_use(outline, memory, &is_wanted, &mut |found, one| {
        let ScriptUse { script: path, class: kind, line, text: value, target, .. } = one;
        if found.target.is_none() {
            if target.rsplit(['/', '.']).next() == Some(&*name) && target != *name {
                let n = absent.entry(target).or_default();
                *n = n.saturating_add(1);
            }
            return;
        }
        let (property, line) = ("Source".to_owned(), Some(line));
        let one = Use { path, kind, property, line, value };
        // A line may name an instance, and fire it.
        if uses.last() != Some(&one) {
            uses.push(one);
        }
    });
    let note =
        |(path, n)| format!("scripts look for {path}, which the file lacks, in {}", counted(n, "line"));
    absent.into_iter().map(note).collect()
}

impl<'w> Target<'w> {
    fn parse(outline: &dyn Outline, what: &'w str) -> Option<Self> {
        let what = what.trim();
        if !what.is_empty() && what.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::Number(what));
        }
        if is_address(what) {
            // An asset has addresses of several forms, all of which contain its number.
            let number = address::number(what).and_then(|at| what.get(at));
            return Some(number.map_or(Self::Address(what), Self::Number));
        }
        Paths::new(outline).number(outline, what).map(Self::Node)
    }

    fn find(&self, outline: &dyn Outline, memory: &Allowance, uses: &mut Vec<Use>) -> ControlFlow<()> {
        let paths = &Paths::new(outline);
        for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
            let mut flow = ControlFlow::Continue(());
            outline.properties(number, &mut |label, value| {
                if flow.is_break() {
                    return;
                }
                let is_source = is_script(outline.kind(number)) && *label == Label::name(b"Source");
                let mut add = |line: Option<usize>, value: String| {
                    let path = if number == 0 { String::new() } else { paths.path(outline, number) };
                    memory
                        // A control character takes six characters in JSON (`\u0000`).
                        .pay(path.len().saturating_add(value.len()).saturating_mul(6).saturating_add(200))?;
                    let kind = String::from_utf8_lossy(outline.kind(number)).into_owned();
                    uses.push(Use { path, kind, property: shown_name(outline, number, label), line, value });
                    ControlFlow::Continue(())
                };
                flow = match value {
                    Datum::Text(source) if is_source => self.in_source(source, &mut add),
                    value if self.is_in(value) => {
                        let mut text = String::new();
                        value.write(&mut text, outline, paths);
                        add(None, text)
                    }
                    _ => ControlFlow::Continue(()),
                };
            });
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a value, or one nested in it, is the target.
    fn is_in(&self, value: &Datum<'_>) -> bool {
        let mut pending = vec![*value];
        while let Some(value) = pending.pop() {
            let is_it = match (value, self) {
                (Datum::Node(found), Self::Node(wanted)) => found == *wanted,
                (Datum::Text(text), Self::Number(_) | Self::Address(_)) => {
                    std::str::from_utf8(text).is_ok_and(|text| self.is_address(text))
                }
                (Datum::Call(_, parts) | Datum::List(parts), _) => {
                    pending.extend(parts);
                    false
                }
                _ => false,
            };
            if is_it {
                return true;
            }
        }
        false
    }

    fn is_address(&self, text: &str) -> bool {
        match self {
            Self::Number(wanted) => {
                is_address(text) && address::number(text).and_then(|at| text.get(at)) == Some(wanted)
            }
            Self::Address(wanted) => text == *wanted,
            Self::Node(_) => false,
        }
    }

    /// The lines of a script that contain the address, or the number with no digit before or after it.
    fn in_source(
        &self,
        source: &[u8],
        add: &mut dyn FnMut(Option<usize>, String) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (wanted, is_number) = match self {
            Self::Number(wanted) => (wanted.as_bytes(), true),
            Self::Address(wanted) => (wanted.as_bytes(), false),
            Self::Node(_) => return ControlFlow::Continue(()),
        };
        let is_whole = |line: &[u8], start: usize| {
            let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
            let before = start.checked_sub(1).and_then(|before| line.get(before));
            let after = line.get(start.saturating_add(wanted.len()));
            !is_number || !is_digit(before) && !is_digit(after)
        };
        for (number, line) in (1..).zip(source.split(|byte| *byte == b'\n')) {
            if memchr::memmem::find_iter(line, wanted).any(|start| is_whole(line, start)) {
                let text = String::from_utf8_lossy(line);
                add(Some(number), visible::cut(text.trim()).into_owned())?;
            }
        }
        ControlFlow::Continue(())
    }
}
