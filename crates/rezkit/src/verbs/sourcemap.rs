//! Source maps: the tree of a model or place as luau-lsp and other tools read it.

use super::extract::scripts;
use dom::names::{is_script, is_service};
use files::File;
use files::outline::{Children, Outline, Step};
use scene::allowance::Allowance;
use scene::visible::{json_len, to_json};
use scene::{Problem, ProblemKind};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Options of [`sourcemap`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct SourcemapOptions {
    /// The name of the root.
    pub name: String,
    /// The folder to which [`extract`](crate::extract()) has written the scripts, relative to the source map. Without
    /// it, instances have no files.
    pub scripts: Option<String>,
    /// Leaves out instances that neither are nor contain scripts.
    pub only_scripts: bool,
}

impl SourcemapOptions {
    /// Sets the name of the root.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Adds the paths of scripts in this folder.
    pub fn scripts(self, folder: impl Into<String>) -> Self {
        Self { scripts: Some(folder.into()), ..self }
    }

    /// Leaves out instances that neither are nor contain scripts.
    pub fn only_scripts(self, only: bool) -> Self {
        Self { only_scripts: only, ..self }
    }
}

/// Writes the instances of a model or place as a source map, in the format of `rojo sourcemap`: names, classes, the
/// files of scripts, and children. Language servers learn the tree of a game from it.
///
/// The root of a place is a `DataModel`. A model with one root has that instance as its root, and one with several a
/// `Folder`.
///
/// ```
/// use rezkit::{File, OpenOptions, SourcemapOptions, sourcemap};
///
/// let model = br#"<roblox version="4"><Item class="ModuleScript"><Properties><string name="Name">Doors</string>
///     </Properties></Item></roblox>"#;
/// let file = File::open(model, &OpenOptions::default())?;
/// let options = SourcemapOptions::default().scripts("src");
/// let wanted = r#"{"name":"Doors","className":"ModuleScript","filePaths":["src/scripts/Doors.luau"]}"#;
/// assert_eq!(sourcemap(&file, &options)?, wanted);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, is not a model or place, or the text exceeds the memory limit.
pub fn sourcemap(file: &File<'_>, options: &SourcemapOptions) -> Result<String, Problem> {
    let format = file.identity().format;
    if !format.is_roblox() {
        let message = format!("there are no instances in {}", format.in_words());
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let (memory, mut text) = (file.allowance(), String::new());
    file.outline(&mut |outline| {
        let _ = write(outline, options, &memory, &mut text);
        memory.end()
    })?;
    Ok(text)
}

/// An item of the stack of the writer, which replaces recursion.
enum Rest {
    /// An instance, and true if it is the first among its siblings.
    Node(u32, bool),
    /// The end of an instance.
    End,
}

fn write(
    outline: &dyn Outline,
    options: &SourcemapOptions,
    memory: &Allowance,
    text: &mut String,
) -> ControlFlow<()> {
    let files = options.scripts.as_ref().map_or_else(HashMap::new, |folder| files(outline, folder));
    let (children, has) = (Children::new(outline), options.only_scripts.then(|| with_scripts(outline)));
    let is_shown = |node: u32| has.as_ref().is_none_or(|has| has.get(node as usize) == Some(&true));
    let inside = |node: u32| {
        let shown = children.get(node).iter().copied().filter(|node| is_shown(*node));
        let mut shown: Vec<_> = shown.zip(0_u32..).map(|(node, n)| Rest::Node(node, n == 0)).collect();
        // The stack is popped from its end, so siblings are pushed in reverse.
        shown.reverse();
        shown
    };
    let mut rest = inside(0);
    let is_place = children.get(0).iter().any(|node| is_service(outline.kind(*node)));
    if is_place || rest.len() != 1 {
        let class = if is_place { "DataModel" } else { "Folder" };
        open(&options.name, class, None, memory, text)?;
        text.push_str(if rest.is_empty() { "}" } else { ",\"children\":[" });
        if !rest.is_empty() {
            // The end of the root is at the bottom of the stack.
            rest.insert(0, Rest::End);
        }
    }
    while let Some(next) = rest.pop() {
        let Rest::Node(node, is_first) = next else {
            text.push_str("]}");
            continue;
        };
        if !is_first {
            text.push(',');
        }
        let class = String::from_utf8_lossy(outline.kind(node));
        let name = match outline.step(node) {
            Step::Name(name) => String::from_utf8_lossy(name),
            _ => class.clone(),
        };
        open(&name, &class, files.get(&node), memory, text)?;
        let inside = inside(node);
        if inside.is_empty() {
            text.push('}');
        } else {
            text.push_str(",\"children\":[");
            rest.push(Rest::End);
            rest.extend(inside);
        }
    }
    ControlFlow::Continue(())
}

/// Writes an instance up to its children.
fn open(
    name: &str,
    class: &str,
    file: Option<&String>,
    memory: &Allowance,
    text: &mut String,
) -> ControlFlow<()> {
    let n_bytes = [name, class].map(json_len).into_iter().fold(64, usize::saturating_add);
    // The text may exist twice while it grows.
    memory.pay(n_bytes.saturating_add(file.map_or(0, |file| json_len(file))).saturating_mul(2))?;
    text.push_str("{\"name\":");
    text.push_str(&to_json(name));
    text.push_str(",\"className\":");
    text.push_str(&to_json(class));
    if let Some(file) = file {
        text.push_str(",\"filePaths\":[");
        text.push_str(&to_json(file.as_str()));
        text.push(']');
    }
    ControlFlow::Continue(())
}

/// The paths of scripts, as `extract` names them.
fn files(outline: &dyn Outline, folder: &str) -> HashMap<u32, String> {
    let (mut files, folder) = (HashMap::new(), folder.trim_end_matches('/'));
    let _ = scripts(outline, &mut |node, path| {
        let path = if folder.is_empty() || folder == "." { path } else { format!("{folder}/{path}") };
        files.insert(node, path);
        ControlFlow::Continue(())
    });
    files
}

/// For each node, true if it is a script or contains one.
fn with_scripts(outline: &dyn Outline) -> Vec<bool> {
    let mut has = vec![false; outline.len()];
    // Each node comes after its parent, so going backwards visits descendants first.
    for node in (1..u32::try_from(outline.len()).unwrap_or(u32::MAX)).rev() {
        let own = has.get_mut(node as usize);
        let holds = own.is_some_and(|own| {
            *own |= is_script(outline.kind(node));
            *own
        });
        if let Some(above) = has.get_mut(outline.parent(node) as usize) {
            *above |= holds;
        }
    }
    has
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::OpenOptions;

    fn item(class: &str, name: &str, inside: &str) -> String {
        let name = format!("<Properties><string name=\"Name\">{name}</string></Properties>");
        format!("<Item class=\"{class}\">{name}{inside}</Item>")
    }

    fn map(items: &str, options: &SourcemapOptions) -> String {
        let text = format!("<roblox version=\"4\">{items}</roblox>");
        sourcemap(&File::open(text.as_bytes(), &OpenOptions::default()).unwrap(), options).unwrap()
    }

    #[test]
    fn a_place_is_a_data_model() {
        let script = item("Script", "Main", "");
        let inside = format!("{}{}", item("Part", "A \\&quot; B", ""), item("Folder", "Code", &script));
        let place =
            format!("{}{}", item("Workspace", "Workspace", &inside), item("Lighting", "Lighting", ""));
        let options = SourcemapOptions::default().name("game").scripts(".");
        let files = r#""filePaths":["scripts/Workspace/Code/Main.server.luau"]"#;
        let main = format!(r#"{{"name":"Main","className":"Script",{files}}}"#);
        let code = format!(r#"{{"name":"Code","className":"Folder","children":[{main}]}}"#);
        let part = r#"{"name":"A \\\" B","className":"Part"}"#;
        let workspace =
            |inside: &str| format!(r#"{{"name":"Workspace","className":"Workspace","children":[{inside}]}}"#);
        let all = format!(
            r#"{{"name":"game","className":"DataModel","children":[{},{{"name":"Lighting","className":"Lighting"}}]}}"#,
            workspace(&format!("{part},{code}"))
        );
        assert_eq!(map(&place, &options), all);
        serde_json::from_str::<serde_json::Value>(&all).unwrap();
        let scripts =
            format!(r#"{{"name":"game","className":"DataModel","children":[{}]}}"#, workspace(&code));
        assert_eq!(map(&place, &options.only_scripts(true)), scripts);
    }

    #[test]
    fn several_instances_are_in_a_folder_and_none_is_one() {
        let options = SourcemapOptions::default().name("kit");
        let parts = item("Part", "A", "") + &item("Part", "B", "");
        let inside = r#"{"name":"A","className":"Part"},{"name":"B","className":"Part"}"#;
        assert_eq!(
            map(&parts, &options),
            format!(r#"{{"name":"kit","className":"Folder","children":[{inside}]}}"#)
        );
        assert_eq!(map("", &options), r#"{"name":"kit","className":"Folder"}"#);
    }

    /// The writer neither recurses nor counts siblings for each instance.
    #[test]
    fn trees_may_be_deep() {
        const N: usize = 100_000;
        let (start, end) = ("<Item class=\"A\">".repeat(N), "</Item>".repeat(N));
        let text = format!("<roblox version=\"4\">{start}{end}</roblox>");
        let Ok(file) = File::open(text.as_bytes(), &OpenOptions::default()) else { panic!() };
        // Reading such a file may exceed a limit.
        let written = sourcemap(&file, &SourcemapOptions::default());
        assert!(written.is_err() || written.is_ok_and(|text| text.matches("children").count() == N - 1));
    }
}
