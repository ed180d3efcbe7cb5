//! Uses of scripts: modules, services, remotes, attributes, tags, assets and instances.

use super::instances::Instances;
use super::lines::Lines;
use super::machine::{Event, follow};
use super::sources;
use super::value::{Member, Value};
use dom::address;
use files::addresses::is_address;
use files::outline::{Outline, Paths};
use files::{File, Format};
use scene::allowance::Allowance;
use scene::{Problem, Warnings, counted, visible};
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
    /// The identity of the file.
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

/// A use in a script.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScriptUse {
    /// The path of the script.
    pub script: String,
    /// The class of the script.
    pub class: String,
    /// The line, from 1.
    pub line: usize,
    /// The use that the script makes.
    pub kind: UseKind,
    /// The path of the instance, the name of the service, attribute or tag, the number or address of the asset; of
    /// what the file does not have, its path as scripts write it. Empty if it is computed.
    pub target: String,
    /// True if the target is an instance of the file.
    pub is_in_file: bool,
    /// The line of the script.
    pub text: String,
}

/// The kinds of uses.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UseKind {
    /// `require` of a module in the file.
    Require,
    /// `require` of a module that the file does not have.
    RequireMissing,
    /// `require` of an asset by its number.
    RequireAsset,
    /// `require` of what the script computes.
    RequireComputed,
    /// A service.
    Service,
    /// A remote or bindable that is fired or invoked.
    Fires,
    /// A remote or bindable that is listened to.
    Listens,
    /// An attribute that is read.
    ReadsAttribute,
    /// An attribute that is set.
    SetsAttribute,
    /// A tag that is asked for.
    ReadsTag,
    /// A tag that is added or removed.
    SetsTag,
    /// An asset in a string.
    Asset,
    /// An instance that is named.
    Names,
}

impl UseKind {
    /// The kind in a word or two.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Require => "requires",
            Self::RequireMissing => "requires, not in the file",
            Self::RequireAsset => "requires an asset",
            Self::RequireComputed => "requires, computed",
            Self::Service => "service",
            Self::Fires => "fires",
            Self::Listens => "listens",
            Self::ReadsAttribute => "reads attribute",
            Self::SetsAttribute => "sets attribute",
            Self::ReadsTag => "reads tag",
            Self::SetsTag => "sets tag",
            Self::Asset => "asset",
            Self::Names => "names",
        }
    }
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
        (all.n_scripts, all.n_broken) = each_use(outline, &memory, &|_| true, &mut |one| all.uses.push(one));
        memory.end()
    })?;
    Ok(all)
}

/// The modules that scripts require as a graph in the language of Graphviz: an edge from each script to each module.
/// Nodes that the file does not have are dashed.
///
/// ```
/// use rezkit::{File, OpenOptions, dot, uses};
///
/// let model = br#"<roblox version="4"><Item class="Script"><Properties>
///     <ProtectedString name="Source">require(1234)</ProtectedString></Properties></Item></roblox>"#;
/// let graph = dot(&uses(&File::open(model, &OpenOptions::default())?)?.uses);
/// assert!(graph.contains("\"Script\" -> \"1234\" [style=dashed];"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[must_use]
pub fn dot(uses: &[ScriptUse]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut edges = std::collections::BTreeSet::new();
    for one in uses {
        let style = match one.kind {
            UseKind::Require => "",
            UseKind::RequireMissing | UseKind::RequireAsset => " [style=dashed]",
            _ => continue,
        };
        edges.insert(format!("  {} -> {}{style};\n", quoted(&one.script), quoted(&one.target)));
    }
    format!("digraph requires {{\n  rankdir=LR;\n  node [shape=box];\n{}}}\n", String::from_iter(edges))
}

/// The most lines of scripts that a note names.
const MOST_NAMED: usize = 5;

/// A note on the lines of scripts that name an instance, which do not follow it when it is renamed or moved; `None` if
/// there are none.
///
/// # Errors
///
/// If the file cannot be read.
#[doc(hidden)]
pub fn note_of_scripts(file: &File<'_>, path: &str) -> Result<Option<String>, Problem> {
    if !file.identity().format.is_roblox() {
        return Ok(None);
    }
    let (memory, mut places) = (file.allowance(), Vec::new());
    file.outline(&mut |outline| {
        let Some(number) = Paths::new(outline).number(outline, path) else { return Ok(()) };
        let is_wanted = |one: Found| one.target == Some(number);
        each_use(outline, &memory, &is_wanted, &mut |one| {
            places.push(format!("{}:{}", one.script, one.line))
        });
        memory.end()
    })?;
    places.dedup();
    if places.is_empty() {
        return Ok(None);
    }
    let (n, more) = (places.len(), places.len().saturating_sub(MOST_NAMED));
    places.truncate(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let name = if n == 1 { "names" } else { "name" };
    let lines = counted(n, "line");
    Ok(Some(format!(
        "{lines} of scripts {name} {path} and may no longer find it: {}{more}",
        places.join(", ")
    )))
}

/// A use by the numbers of its instances.
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
    report: &mut dyn FnMut(ScriptUse),
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
        let script =
            Script { outline, paths: &paths, instances: &instances, number, path: paths.of(outline, number) };
        let lines = Lines::new(source);
        let mut seen = HashSet::new();
        let followed = follow(source, number, &instances, &mut |event, at| {
            let Some((kind, target)) = script.of_event(event) else { return };
            let of_file = if let Target::Instance(number) = target { Some(number) } else { None };
            if !is_wanted(Found { script: number, kind, target: of_file }) {
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
                report(one);
            }
        });
        n_broken = n_broken.saturating_add(followed.is_err().into());
    }
    (n_scripts, n_broken)
}

/// An upper bound on the memory that following a script takes for each of its bytes: a value on the stack takes 40
/// bytes, and a constant at least two characters.
const BYTES_PER_BYTE: usize = 64;

/// A script that is followed.
struct Script<'o> {
    outline: &'o dyn Outline,
    paths: &'o Paths,
    instances: &'o Instances<'o>,
    number: u32,
    path: String,
}

/// Something that a script uses.
enum Target {
    Instance(u32),
    /// A name, number or path.
    Name(String),
    Computed,
}

impl Target {
    /// The key that distinguishes it from others on the same line.
    fn name(&self) -> (u32, String) {
        match self {
            Self::Instance(number) => (*number, String::new()),
            Self::Name(name) => (u32::MAX, name.clone()),
            Self::Computed => (u32::MAX, String::new()),
        }
    }

    /// An instance, or a name if the value is known to be one.
    fn of(value: Option<&Value>) -> Self {
        match value {
            Some(Value::Instance(number)) => Self::Instance(*number),
            Some(Value::Absent(path)) => Self::Name(path.to_string()),
            Some(Value::Text(text)) => Self::Name(String::from_utf8_lossy(&text.bytes).into_owned()),
            _ => Self::Computed,
        }
    }
}

/// Methods that fire a remote or bindable.
const FIRE: [&str; 7] =
    ["FireServer", "FireClient", "FireAllClients", "InvokeServer", "InvokeClient", "Fire", "Invoke"];

/// Events and callbacks of remotes and bindables.
const HEARD: [&str; 6] =
    ["OnServerEvent", "OnClientEvent", "OnServerInvoke", "OnClientInvoke", "Event", "OnInvoke"];

impl Script<'_> {
    fn of_event(&self, event: &Event<'_>) -> Option<(UseKind, Target)> {
        match event {
            Event::Instance { number, is_variable } => match self.instances.parent(*number) {
                _ if *number == 0 || *number == self.number => None,
                0 if dom::names::is_service(self.instances.class(*number)) => {
                    if *is_variable {
                        // The line that names it is enough.
                        return None;
                    }
                    let class = String::from_utf8_lossy(self.instances.class(*number));
                    Some((UseKind::Service, Target::Name(class.into_owned())))
                }
                _ => Some((UseKind::Names, Target::Instance(*number))),
            },
            Event::Absent(path) => {
                let service = path.strip_prefix("game.").filter(|name| !name.contains('.'));
                service.map(|name| (UseKind::Service, Target::Name(name.to_owned())))
            }
            Event::Constant(Value::Text(text)) => {
                let text = std::str::from_utf8(&text.bytes).ok()?;
                let number = address::number(text).filter(|_| is_address(text))?;
                Some((UseKind::Asset, Target::Name(text.get(number)?.to_owned())))
            }
            Event::Member(member) if HEARD.contains(&&*member.name) => self.heard(member),
            Event::Call { function, arguments } => self.call(function, arguments),
            _ => None,
        }
    }

    fn heard(&self, member: &Member) -> Option<(UseKind, Target)> {
        let is_bindable = matches!(&*member.name, "Event" | "OnInvoke");
        match &member.owner {
            Value::Instance(number) => {
                let is_it = is_channel(self.instances.class(*number));
                is_it.then_some((UseKind::Listens, Target::Instance(*number)))
            }
            // Many other values have a field of this name.
            _ if is_bindable => None,
            owner => Some((UseKind::Listens, Target::of(Some(owner)))),
        }
    }

    fn call(&self, function: &Value, arguments: &[Value]) -> Option<(UseKind, Target)> {
        if function.as_library() == Some("require") {
            return Some(self.require(arguments.first()));
        }
        let member = function.as_member().filter(|member| member.is_method)?;
        let first = || Target::of(arguments.first().filter(|value| value.as_text().is_some()));
        let second = || Target::of(arguments.get(1).filter(|value| value.as_text().is_some()));
        Some(match &*member.name {
            "GetService" | "FindService" if matches!(member.owner, Value::Instance(0)) => match first() {
                // A name that is known is reported where the service is.
                Target::Computed => (UseKind::Service, Target::Computed),
                _ => return None,
            },
            name if FIRE.contains(&name) => match &member.owner {
                Value::Instance(number) if is_channel(self.instances.class(*number)) => {
                    (UseKind::Fires, Target::Instance(*number))
                }
                Value::Instance(_) => return None,
                // `Fire` and `Invoke` are methods of many other things.
                _ if matches!(name, "Fire" | "Invoke") => return None,
                owner => (UseKind::Fires, Target::of(Some(owner))),
            },
            "GetAttribute" | "GetAttributeChangedSignal" => (UseKind::ReadsAttribute, first()),
            "SetAttribute" => (UseKind::SetsAttribute, first()),
            // Of an instance itself, or by CollectionService, whose first argument is the instance.
            "HasTag" | "AddTag" | "RemoveTag" => {
                let kind = if &*member.name == "HasTag" { UseKind::ReadsTag } else { UseKind::SetsTag };
                (kind, if arguments.len() > 1 { second() } else { first() })
            }
            "GetTagged" | "GetInstanceAddedSignal" | "GetInstanceRemovedSignal" => {
                (UseKind::ReadsTag, first())
            }
            _ => return None,
        })
    }

    fn require(&self, module: Option<&Value>) -> (UseKind, Target) {
        match module {
            Some(Value::Instance(number)) => (UseKind::Require, Target::Instance(*number)),
            Some(Value::Absent(path)) => (UseKind::RequireMissing, Target::Name(path.to_string())),
            Some(Value::Number(number)) => {
                (UseKind::RequireAsset, Target::Name(format!("{:.0}", number.value)))
            }
            // A child that the file does not have looks like a property.
            Some(Value::Member(member)) if !member.is_method => match &member.owner {
                Value::Instance(number) => {
                    let owner = self.path_of(*number);
                    (UseKind::RequireMissing, Target::Name(format!("{owner}/{}", member.name)))
                }
                _ => (UseKind::RequireComputed, Target::Computed),
            },
            _ => (UseKind::RequireComputed, Target::Computed),
        }
    }

    fn path_of(&self, number: u32) -> String {
        if number == 0 { "game".to_owned() } else { self.paths.of(self.outline, number) }
    }

    fn made(&self, kind: UseKind, target: &Target, line: usize, text: &[u8]) -> ScriptUse {
        let (target, is_in_file) = match target {
            Target::Instance(number) => (self.path_of(*number), true),
            Target::Name(name) => (name.clone(), false),
            Target::Computed => (String::new(), false),
        };
        let text = String::from_utf8_lossy(text);
        ScriptUse {
            script: self.path.clone(),
            class: String::from_utf8_lossy(self.instances.class(self.number)).into_owned(),
            line,
            kind,
            target,
            is_in_file,
            text: visible::cut(text.trim()).into_owned(),
        }
    }
}

/// Returns true for the classes that are fired or invoked.
fn is_channel(class: &[u8]) -> bool {
    matches!(
        class,
        b"RemoteEvent"
            | b"UnreliableRemoteEvent"
            | b"RemoteFunction"
            | b"BindableEvent"
            | b"BindableFunction"
    )
}
