//! Rojo projects: writes a place as files, and writes changed files back into the place.

mod implanted;
mod names;
mod plan;
mod values;

pub use implanted::implant_project;

use crate::roblox::Document;
use files::Family;
use files::File;
use plan::Plan;
use scene::{Problem, ProblemKind};
use serde::Serialize;

/// The file that maps services to folders.
pub const PROJECT_FILE: &str = "default.project.json";

/// The result of [`project`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Project {
    /// The shape of this result: `rezkit.project/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.project/1")))]
    pub schema: &'static str,
    /// The number of scripts that are files of their own.
    pub n_scripts: usize,
    /// The number of scripts in models, since no file could hold them.
    pub n_scripts_inside: usize,
    /// The number of models.
    pub n_models: usize,
    /// Notes on what the project cannot express, and on instances that had to be stored in a model.
    pub notes: Vec<String>,
    /// The files, by their paths, whose parts are joined by `/`.
    #[serde(skip)]
    pub files: Vec<(String, Vec<u8>)>,
}

/// Writes a place as a Rojo project: `default.project.json` with the services and their properties, folders for
/// folders, Rojo's names for scripts, `init.meta.json` for other properties, and models for all other instances.
///
/// Instances with siblings of the same name, or with a name that no file can have, have no files of their own: the
/// parent is written as one model with all its descendants. Children have no order in a project, and references between
/// files are lost; the notes list them.
///
/// ```
/// use rezkit::{File, OpenOptions, project};
///
/// let place = br#"<roblox version="4"><Item class="ServerStorage"><Properties>
///     <string name="Name">ServerStorage</string></Properties><Item class="Script"><Properties>
///     <string name="Name">Main</string><ProtectedString name="Source">print(1)</ProtectedString>
///     </Properties></Item></Item></roblox>"#;
/// let made = project(&File::open(place, &OpenOptions::default())?, "game")?;
/// let paths: Vec<_> = made.files.iter().map(|(path, _)| &**path).collect();
/// assert_eq!(paths, ["default.project.json", "src/ServerStorage/Main.server.luau"]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, is not a place, or the project exceeds the memory limit:
/// [`OpenOptions::max_memory`](crate::OpenOptions::max_memory).
pub fn project(file: &File<'_>, name: &str) -> Result<Project, Problem> {
    let document = document(file)?;
    let memory = file.allowance();
    Plan::new(&document, &memory)?.made(&document, name, &memory)
}

fn document(file: &File<'_>) -> Result<Document, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary) {
        let words = file.identity().format.in_words();
        return Err(Problem::new(
            ProblemKind::Unsupported,
            format!("{words} cannot be turned into a project"),
        ));
    }
    Document::read(file).map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}
