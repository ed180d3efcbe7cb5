//! Uses of scripts: modules, services, remotes, attributes, tags, assets and instances.

mod graph;
mod note;
mod script;
mod script_use;
mod target;

pub use graph::dot;
pub(crate) use note::notes_of_scripts;
pub use script_use::{ScriptUse, UseKind};

use self::script::Script;
use self::target::Target;
use super::instances::Instances;
use super::lines::Lines;
use super::machine::{BYTES_PER_BYTE, follow};
use super::sources;
use files::outline::{Outline, Paths};
use files::{File, Format};
use scene::allowance::Allowance;
use scene::{Problem, Warnings};
use serde::Serialize;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The result of [`uses`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Uses {
    /// The schema of this result: `rezkit.uses/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.uses/1")))]
    pub schema: &'static str,
    /// The format of the file.
    pub format: Format,
    /// The uses, script by script in the order of the file, and line by line.
    pub uses: Vec<ScriptUse>,
    /// The number of scripts with a source.
    pub n_scripts: usize,
    /// The number of scripts with a syntax error, which are followed up to it.
    pub n_broken: usize,
    /// The warnings from reading the file.
    #[serde(skip)]
    pub warnings: Warnings,
}

/// Follows all scripts of a model or place.
///
/// ```
/// use rezkit::{File, OpenOptions, UseKind, uses};
///
/// let model = br#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">Shop</string></Properties>
///     <Item class="ModuleScript"><Properties><string name="Name">Prices</string></Properties></Item>
///     <Item class="Script"><Properties><ProtectedString name="Source">
/// local prices = require(script.Parent:WaitForChild("Prices"))
/// </ProtectedString></Properties></Item></Item></roblox>"#;
/// let found = uses(&File::open(model, &OpenOptions::default())?)?;
/// let required = found.uses.iter().find(|one| one.kind == UseKind::Require).unwrap();
/// assert_eq!((&*required.script, required.line, &*required.target), ("Shop/Script", 2, "Shop/Prices"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or the list exceeds the memory limit.
pub fn uses(file: &File<'_>) -> Result<Uses, Problem> {
    let format = file.identity().format;
    let memory = file.allowance();
    let mut all = Uses {
        schema: "rezkit.uses/1",
        format,
        uses: Vec::new(),
        n_scripts: 0,
        n_broken: 0,
        warnings: Warnings::default(),
    };
    all.warnings = file.outline(&mut |outline| {
        (all.n_scripts, all.n_broken) =
            each_use(outline, &memory, &|_| true, &mut |_, one| all.uses.push(one));
        memory.end()
    })?;
    Ok(all)
}

/// A use, with its instances by node number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) script: u32,
    pub(crate) kind: UseKind,
    /// The instance of the file that is used.
    pub(crate) target: Option<u32>,
}

/// Reports the wanted uses of all scripts until the memory is used up; returns the number of scripts and of those with a
/// syntax error.
pub(crate) fn each_use(
    outline: &dyn Outline,
    memory: &Allowance,
    is_wanted: &dyn Fn(Found) -> bool,
    report: &mut dyn FnMut(Found, ScriptUse),
) -> (usize, usize) {
    let Some(view) = outline.instances() else { return (0, 0) };
    let (instances, paths) = (Instances::new(outline, view), Paths::new(outline));
    let (mut n_scripts, mut n_broken) = (0_usize, 0_usize);
    for (number, source) in sources(outline) {
        n_scripts = n_scripts.saturating_add(1);
        // Strings and values on the stack are a multiple of the source, and freed with its script.
        if memory.lend(source.len().saturating_mul(BYTES_PER_BYTE)).is_break() {
            break;
        }
        let script = Script {
            outline,
            paths: &paths,
            instances: &instances,
            number,
            path: paths.path(outline, number),
        };
        let lines = Lines::new(source);
        let mut seen = HashSet::new();
        let followed = follow(source, number, &instances, &mut |event, at| {
            let Some((kind, target)) = script.of_event(event) else { return };
            let of_file = if let Target::Instance(number) = target { Some(number) } else { None };
            let found = Found { script: number, kind, target: of_file };
            if !is_wanted(found) {
                return;
            }
            let line = lines.number(at);
            let key = (kind, line, target.name());
            if !seen.insert(key) {
                return;
            }
            let one = script.made(kind, &target, line, lines.text(at));
            let n_bytes =
                [&one.script, &one.class, &one.target, &one.text].map(String::len).iter().sum::<usize>();
            if memory.pay(n_bytes.saturating_mul(6).saturating_add(200)) == ControlFlow::Continue(()) {
                report(found, one);
            }
        });
        n_broken = n_broken.saturating_add(followed.is_err().into());
    }
    (n_scripts, n_broken)
}
