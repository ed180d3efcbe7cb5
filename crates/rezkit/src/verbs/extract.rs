//! The contents of a file as files of their own.

use crate::verbs::edit::{Edited, set_sources};
use crate::verbs::query::{Query, chosen};
use dom::names::is_script;
use files::codec::Codec;
use files::layout::Layout;
use files::outline::{Children, Datum, Label, Outline, Paths, Step};
use files::{Family, Format};
use files::{File, identify};
use scene::file_names::{FileNames, IMAGES};
use scene::{Problem, ProblemKind};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// A file that [`extract`] finds inside another.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Content<'e> {
    /// The shape of this result: `rezkit.content/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.content/1")))]
    pub schema: &'static str,
    /// Its kind.
    pub kind: ContentKind,
    /// The path below the folder of extraction: names joined by `/`, which are valid on every system and
    /// never lead out of the folder, whatever the file contains.
    pub path: String,
    /// The path in the file.
    pub source: String,
    /// The number of its bytes.
    pub n_bytes: usize,
    /// The bytes.
    #[serde(skip)]
    pub bytes: &'e [u8],
}

impl<'e> Content<'e> {
    fn new(kind: ContentKind, path: String, source: String, bytes: &'e [u8]) -> Self {
        Self { schema: "rezkit.content/1", kind, path, source, n_bytes: bytes.len(), bytes }
    }
}

/// The sorts of [`Content`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ContentKind {
    /// The source of a script.
    Script,
    /// A model inside a model, such as the operands of a union.
    Model,
    /// The geometry of a union or another mesh.
    Mesh,
    /// The shape of a part for collisions.
    Collision,
    /// An image.
    Image,
    /// Another asset that lies in the file, under its own name.
    Asset,
    /// The plain data of a part that is packed.
    Block,
    /// Bytes of another kind.
    Data,
}

impl ContentKind {
    /// All kinds.
    pub const ALL: &[Self] = &[
        Self::Script,
        Self::Model,
        Self::Mesh,
        Self::Collision,
        Self::Image,
        Self::Asset,
        Self::Block,
        Self::Data,
    ];

    /// The folder for contents of this kind.
    fn folder(self) -> &'static str {
        match self {
            Self::Script => "scripts",
            Self::Model => "models",
            Self::Mesh => "meshes",
            Self::Collision => "collisions",
            Self::Image => "images",
            Self::Asset => "assets",
            Self::Block => "blocks",
            Self::Data => "data",
        }
    }
}

/// Extracts the scripts, the embedded assets and the packed parts of a file.
///
/// Scripts have paths by the conventions of Rojo: `Module.luau`, `Main.server.luau`, `Gui.client.luau`, and
/// `Folder/init.luau` for a script with scripts inside. All other contents are named by their hash, so that duplicates
/// are extracted once. No two paths differ only in case.
///
/// | File | Contents |
/// |---|---|
/// | Roblox models and places | scripts; binary strings, shared or not, by their content: geometry and collision shapes of unions, embedded models, images; files that contents of old models embed |
/// | LLSD | binary values |
/// | Second Life meshes | the decompressed data of each block, which is LLSD |
/// | Model 3D | the preview, embedded assets |
///
/// ```
/// use rezkit::{ContentKind, File, OpenOptions, extract};
/// use std::ops::ControlFlow;
///
/// let place = br#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">..</string></Properties>
///     <Item class="Script"><Properties><string name="Name">Main</string>
///     <ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></Item></roblox>"#;
/// let file = File::open(place, &OpenOptions::default())?;
/// let mut found = Vec::new();
/// extract(&file, &mut |content| {
///     found.push((content.kind, content.path, content.source, content.bytes.to_vec()));
///     ControlFlow::Continue(())
/// })?;
/// let path = "scripts/__/Main.server.luau".to_owned();
/// assert_eq!(found, [(ContentKind::Script, path, "../Main".to_owned(), b"print(1)".to_vec())]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or all contents together exceed the memory limit:
/// [`OpenOptions::max_memory`](crate::OpenOptions::max_memory).
pub fn extract(file: &File<'_>, take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>) -> Result<(), Problem> {
    contents(file, None, &mut Vec::new(), take).map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

/// Extracts like [`extract`], but only from the parts that a query selects, of models, places and LLSD. Returns notes
/// where a value could not be read, so that the selection is uncertain.
///
/// # Errors
///
/// The errors of [`extract`], and an error if the file has another format.
pub fn extract_where(
    file: &File<'_>,
    query: &Query,
    take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>,
) -> Result<Vec<String>, Problem> {
    let mut notes = Vec::new();
    contents(file, Some(query), &mut notes, take).map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })?;
    Ok(notes)
}

/// Passes the contents to `take`, which may end the iteration early.
fn contents(
    file: &File<'_>,
    query: Option<&Query>,
    notes: &mut Vec<String>,
    take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let family = file.identity().format.family();
    if query.is_some() && !matches!(family, Family::RbxBinary | Family::RbxXml | Family::Llsd) {
        let words = file.identity().format.in_words();
        let message = format!("expressions work only on models, places and LLSD, and the file is {words}");
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let written = file.allowance();
    let take = &mut |content: Content<'_>| {
        written.pay(content.n_bytes.saturating_add(COST_OF_FILE))?;
        take(content)
    };
    match family {
        Family::M3d => {
            let (model, _) = <::m3d::Model as Codec>::read(file.bytes(), file.options())?;
            let _ = of_m3d(&model, take);
        }
        Family::SlMesh => {
            let layout = file.layout();
            if let Some(problem) = layout.error() {
                return Err(problem);
            }
            let _ = packed(&layout, take);
        }
        _ => {
            let (model, _) = file.read()?;
            let mut wrong = None;
            model.outline(file.memory(), &mut |outline| match query
                .map(|query| chosen(outline, query, notes))
                .transpose()
            {
                Ok(chosen) => {
                    let chosen = chosen.map(|numbers| numbers.into_iter().collect());
                    let _ = of_outline(outline, &|number| has(&chosen, number), take);
                }
                Err(problem) => wrong = Some(problem),
            })?;
            if let Some(problem) = wrong {
                return Err(problem);
            }
        }
    }
    written.end()
}

/// The approximate overhead of a file in addition to its bytes: a name, and a block on disk.
const COST_OF_FILE: usize = 4096;

/// Returns true if a node is selected, or if there is no selection.
fn has(chosen: &Option<HashSet<u32>>, number: u32) -> bool {
    chosen.as_ref().is_none_or(|chosen| chosen.contains(&number))
}

fn of_outline(
    outline: &dyn Outline,
    has: &dyn Fn(u32) -> bool,
    take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let paths = Paths::new(outline);
    scripts(outline, &mut |number, path| match has(number) {
        true => script(outline, &paths, number, path, take),
        false => ControlFlow::Continue(()),
    })?;
    let mut named = Named::default();
    for number in (0..u32::try_from(outline.len()).unwrap_or(u32::MAX)).filter(|number| has(*number)) {
        let mut flow = ControlFlow::Continue(());
        outline.properties(number, &mut |label, value| {
            if is_source(label) && is_script(outline.kind(number)) {
                return;
            }
            let mut embedded = None;
            let bytes = match value {
                Datum::Blob(bytes) => *bytes,
                Datum::Shared(shared) if named.shared.insert(shared.number) => shared.bytes,
                Datum::Text(bytes) if value.text().is_none() => *bytes,
                Datum::Call(..) => embedded.insert(value.embedded().unwrap_or_default()),
                _ => return,
            };
            if !bytes.is_empty() && flow.is_continue() {
                let source = || source(outline, &paths, number, label);
                flow = named.take(bytes, source, take);
            }
        });
        flow?;
    }
    ControlFlow::Continue(())
}

fn source(outline: &dyn Outline, paths: &Paths, number: u32, label: &Label<'_>) -> String {
    match number {
        0 => label.to_string(),
        _ => format!("{}.{label}", paths.path(outline, number)),
    }
}

/// Names contents by their hash, and skips duplicates.
#[derive(Default)]
struct Named {
    taken: HashSet<String>,
    /// The indices of shared values that were visited.
    shared: HashSet<usize>,
}

impl Named {
    fn take(
        &mut self,
        bytes: &[u8],
        source: impl FnOnce() -> String,
        take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (kind, extension) = sort(bytes);
        let path = format!("{}/{}.{extension}", kind.folder(), files::outline::short_hash([bytes]));
        if !self.taken.insert(path.clone()) {
            return ControlFlow::Continue(());
        }
        take(Content::new(kind, path, source(), bytes))
    }
}

/// The kind of binary data, and the extension of a file with them.
fn sort(bytes: &[u8]) -> (ContentKind, &'static str) {
    // The first bytes of union geometry: `CSGMDL` XORed with the mask that Studio applies.
    const MASKED_GEOMETRY: &[u8] = &[0x15, 0x7d, 0x29, 0x15, 0x75, 0x6c];
    if bytes.starts_with(b"CSGPHS") {
        return (ContentKind::Collision, "csgphs");
    }
    if bytes.starts_with(b"CSGMDL") || bytes.starts_with(MASKED_GEOMETRY) {
        return (ContentKind::Mesh, "csgmdl");
    }
    let format = identify(bytes).format;
    let extension = format.extensions().first().copied().unwrap_or("bin");
    let kind = match format {
        Format::RbxBinary | Format::RbxXml => ContentKind::Model,
        Format::CsgSolid | Format::RbxMesh | Format::SlMesh | Format::M3d => ContentKind::Mesh,
        _ if IMAGES.contains(&extension) => ContentKind::Image,
        Format::Unknown => return (ContentKind::Data, "bin"),
        _ => ContentKind::Data,
    };
    (kind, extension)
}

/// The scripts of a place with their paths, in folders that are named like the instances.
pub(crate) fn scripts(
    outline: &dyn Outline,
    take: &mut dyn FnMut(u32, String) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let n = outline.len();
    let is_script = |number: u32| is_script(outline.kind(number));
    // `has` is set for nodes that are scripts or contain some. Going backwards visits each node before its parent.
    let (mut has, mut is_inside) = (vec![false; n], vec![false; n]);
    for number in (1..u32::try_from(n).unwrap_or(u32::MAX)).rev() {
        let holds = is_script(number) || is_inside.get(number as usize).copied().unwrap_or_default();
        if let Some(has) = has.get_mut(number as usize) {
            *has = holds;
        }
        if let Some(above) = is_inside.get_mut(outline.parent(number) as usize) {
            *above |= holds;
        }
    }
    let children = Children::new(outline);
    let mut names = FileNames::default();
    // The folders of nodes that have not been visited yet.
    let mut folders = HashMap::from([(0, ContentKind::Script.folder().to_owned())]);
    for number in 0..u32::try_from(n).unwrap_or(u32::MAX) {
        // Parents come first, so the folder of each node that contains scripts is known here.
        let Some(folder) = folders.remove(&number) else { continue };
        for child in children.get(number) {
            if !has.get(*child as usize).copied().unwrap_or_default() {
                continue;
            }
            let Step::Name(name) = outline.step(*child) else { continue };
            let has_folder = is_inside.get(*child as usize).copied().unwrap_or_default();
            let inside = if has_folder { names.folder(&folder, name) } else { None };
            if is_script(*child) {
                let ending = ending(outline, *child);
                let path = match &inside {
                    Some(inside) => names.file(inside, b"init", ending),
                    None => names.file(&folder, name, ending),
                };
                take(*child, path)?;
            }
            if has_folder {
                folders.insert(*child, inside.unwrap_or_else(|| folder.clone()));
            }
        }
    }
    ControlFlow::Continue(())
}

fn is_source(label: &Label<'_>) -> bool {
    matches!(label, Label::Name(name) if **name == *b"Source")
}

fn script(
    outline: &dyn Outline,
    paths: &Paths,
    number: u32,
    path: String,
    take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (kind, source) = (ContentKind::Script, paths.path(outline, number));
    with_source(outline, number, &mut |bytes| take(Content::new(kind, path.clone(), source.clone(), bytes)))
}

/// Passes the source of a script to `look`; a missing source is empty.
fn with_source(
    outline: &dyn Outline,
    number: u32,
    look: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = None;
    outline.properties(number, &mut |label, value| {
        if let Datum::Text(bytes) = value
            && is_source(label)
        {
            flow = Some(look(bytes));
        }
    });
    flow.unwrap_or_else(|| look(b""))
}

/// Writes changed scripts back into a file: the inverse of [`extract`].
///
/// `read` is called with the path that `extract` gives each script, and returns the new source, or `None` to keep the
/// script as it is. Everything except for changed scripts stays byte for byte.
///
/// ```
/// use rezkit::{File, OpenOptions, implant};
///
/// let place = br#"<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string>
///     <ProtectedString name="Source">print(1)</ProtectedString></Properties></Item></roblox>"#;
/// let file = File::open(place, &OpenOptions::default())?;
/// let edited = implant(&file, &mut |path| (path == "scripts/Main.server.luau").then(|| b"print(2)".to_vec()))?;
/// assert_eq!(edited.n_values, 1);
/// assert!(String::from_utf8_lossy(&edited.bytes).contains("print(2)"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read or written, or is not a Roblox model or place.
pub fn implant(file: &File<'_>, read: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Edited, Problem> {
    let implanted = sources(file, read).and_then(|sources| set_sources(file, sources));
    implanted.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

/// The new sources of scripts that changed, by node number.
fn sources(
    file: &File<'_>,
    read: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Vec<(u32, Vec<u8>)>, Problem> {
    let mut changed = Vec::new();
    let (model, _) = file.read()?;
    model.outline(file.memory(), &mut |outline| {
        let _ = scripts(outline, &mut |number, path| {
            let Some(new) = read(&path) else { return ControlFlow::Continue(()) };
            with_source(outline, number, &mut |old| {
                if old != new {
                    changed.push((number, new.clone()));
                }
                ControlFlow::Continue(())
            })
        });
    })?;
    Ok(changed)
}

/// The file extension, which shows the class of a script and where it runs.
fn ending(outline: &dyn Outline, number: u32) -> &'static str {
    match outline.kind(number) {
        b"ModuleScript" => return ".luau",
        b"LocalScript" => return ".client.luau",
        _ => {}
    }
    let mut ending = ".server.luau";
    outline.properties(number, &mut |label, value| {
        if let (Label::Name(name), Datum::Unsigned(context)) = (label, value)
            && **name == *b"RunContext"
        {
            // In `Enum.RunContext`, 2 is Client and 3 is Plugin.
            ending = match context {
                2 => ".client.luau",
                3 => ".plugin.luau",
                _ => ".server.luau",
            };
        }
    });
    ending
}

/// Extracts the preview and the assets of a model, under their own names.
fn of_m3d(model: &::m3d::Model, take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    if let Some(bytes) = &model.preview {
        let path = "images/preview.png".into();
        take(Content::new(ContentKind::Image, path, "preview".into(), bytes))?;
    }
    let (mut names, folder) = (FileNames::default(), ContentKind::Asset.folder());
    for (i, chunk) in model.chunks.iter().enumerate() {
        if let ::m3d::Chunk::Asset(asset) = chunk {
            let name = model.strings.start(asset.name);
            let (_, extension) = sort(&asset.data);
            // Names in the file lack the extension.
            let path = names.file(folder, name, &format!(".{extension}"));
            take(Content::new(ContentKind::Asset, path, format!("chunks[{i}]"), &asset.data))?;
        }
    }
    ControlFlow::Continue(())
}

/// Extracts the decompressed data of each packed part.
fn packed(layout: &Layout<'_>, take: &mut dyn FnMut(Content<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let (mut names, folder) = (FileNames::default(), ContentKind::Block.folder());
    // Maps the start of packed bytes to their part: the outermost span that begins there.
    let mut parts: HashMap<usize, usize> = HashMap::new();
    for index in 1..layout.n_spans() {
        if let Some(span) = layout.span(index).filter(|span| span.space == 0) {
            parts.entry(span.start).or_insert(index);
        }
    }
    for space in 1..layout.n_spaces() {
        let (bytes, start) = layout.space(space);
        if bytes.is_empty() {
            continue;
        }
        let at = start.and_then(|start| parts.get(&start));
        let name = at.map_or_else(|| format!("packed {space}"), |index| layout.name(*index));
        let extension = match identify(bytes).format.family() {
            Family::Llsd => ".llsd",
            _ => ".bin",
        };
        let path = names.file(folder, name.as_bytes(), extension);
        take(Content::new(ContentKind::Block, path, name, bytes))?;
    }
    ControlFlow::Continue(())
}
