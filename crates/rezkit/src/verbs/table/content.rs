//! Rows about one content, which is read once for all tables.

use super::FindFile;
use super::columns::{ContentRow, Rows, Table};
use super::sink::{GiveRows, Options, Sink, int32, int64, text};
use super::text::name_of;
use super::{TOOL, findings, model, parts, roblox, scenes};
#[cfg(feature = "scripts")]
use crate::verbs::check::in_scripts;
use crate::verbs::check::report;
use crate::verbs::{CheckOptions, Report};
use files::Format;
use files::facts::{Fact, Facts};
use files::hash::{Sha256, sha256};
use files::model::AnyModel;
use files::{File, Identity, identify};
use geom::Aabb;
use scene::allowance::{Allowance, usual_memory};
use scene::{Problem, ProblemKind, Warnings};
use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The rows of a content in all selected tables except for [`Table::Files`], which [`file`](super::file()) makes.
///
/// Errors are rows: content that cannot be read, or whose rows exceed the memory limit, has a row in
/// [`Table::Contents`] with the error, and none in other tables. [`extract_to`] has no such limit on rows.
#[must_use]
pub fn extract(bytes: &[u8], options: &Options) -> Rows {
    extract_hashed(bytes, sha256(bytes), options)
}

/// Extracts like [`extract`], from bytes with a known hash.
#[must_use]
pub fn extract_hashed(bytes: &[u8], hash: Sha256, options: &Options) -> Rows {
    let (mut all, hash) = (Rows::default(), text(hash));
    let collected = Allowance::new(options.max_memory.unwrap_or(usual_memory(bytes.len())));
    let (mut row, read) = content(bytes, &hash, options, &mut |_| None, &mut |rows| {
        collected.pay(rows.cost())?;
        all.append(rows);
        ControlFlow::Continue(())
    });
    if let Err(problem) = collected.end().and(read) {
        row.fail(&problem);
        all = Rows::default();
    }
    if options.wants(&[Table::Contents]) {
        all.contents.push(row);
    }
    all
}

/// Extracts like [`extract_hashed`], and passes the rows to `give` in batches of about a megabyte, so that they take no
/// memory together. The row in [`Table::Contents`] comes last. `files` finds the files without which the content is not
/// complete, such as the buffers of glTF.
///
/// Returns the warnings about damage that was read around, so that rows may be missing. If `give` returns
/// [`ControlFlow::Break`], it is not called again.
///
/// # Errors
///
/// The error that the row of the content has as well. Rows that were passed on before it are valid.
pub fn extract_to(
    bytes: &[u8],
    hash: Sha256,
    options: &Options,
    files: &mut FindFile<'_>,
    give: &mut dyn FnMut(Rows) -> ControlFlow<()>,
) -> Result<Warnings, Problem> {
    let mut flow = ControlFlow::Continue(());
    let mut give = |rows| {
        if flow.is_continue() {
            flow = give(rows);
        }
        flow
    };
    let (row, read) = content(bytes, &text(hash), options, files, &mut give);
    if options.wants(&[Table::Contents]) {
        let _ = give(Rows { contents: vec![row], ..Rows::default() });
    }
    read
}

/// Turns a panic into a problem, so that a bug in this library costs one file and not the whole job.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Problem> {
    let said = |panic: Box<dyn Any + Send>| match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| String::new(), |text| (*text).to_owned()),
    };
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| Problem::new(ProblemKind::Unsupported, format!("panic: {}", said(panic))))
}

/// Passes on all rows but that of [`Table::Contents`], which it returns with the warnings or the error that ended it.
fn content(
    bytes: &[u8],
    hash: &Arc<str>,
    options: &Options,
    files: &mut FindFile<'_>,
    give: &mut GiveRows<'_>,
) -> (ContentRow, Result<Warnings, Problem>) {
    let mut row = ContentRow::new(hash);
    let read = guarded(|| opened(bytes, options, files, give, &mut row)).flatten();
    if let Err(problem) = &read {
        row.fail(problem);
    }
    (row, read)
}

fn opened(
    bytes: &[u8],
    options: &Options,
    files: &mut FindFile<'_>,
    give: &mut GiveRows<'_>,
    row: &mut ContentRow,
) -> Result<Warnings, Problem> {
    let hash = row.sha256.clone();
    let problem = match File::open(bytes, &options.open()) {
        Err(problem) => problem,
        Ok(file) => {
            row.name(file.identity());
            let mut sink = Sink::new(options, &hash, file.memory(), give);
            let warnings = of_file(&file, &mut sink, row)?;
            return sink.end().map(|()| warnings);
        }
    };
    let identity = identify(bytes);
    row.name(&identity);
    if identity.format.is_scene() {
        let memory = options.max_memory.unwrap_or(usual_memory(bytes.len()));
        let mut sink = Sink::new(options, &hash, memory, give);
        scenes::of_scene(bytes, memory, files, &mut sink, row)?;
        return sink.end().map(|()| Warnings::default());
    }
    if is_of_other_programs(&problem, &identity) { Ok(Warnings::default()) } else { Err(problem) }
}

/// Returns true if a file seems intact, and merely has a format of other programs.
fn is_of_other_programs(problem: &Problem, identity: &Identity) -> bool {
    use Format::{Compressed, Empty, Html, LfsPointer, ServerError, Unknown, Zeros};
    let is_nothing =
        matches!(identity.format, Compressed | Empty | Html | LfsPointer | ServerError | Unknown | Zeros);
    problem.kind == ProblemKind::Unsupported && identity.damage.is_none() && !is_nothing
}

fn of_file(file: &File<'_>, sink: &mut Sink<'_>, row: &mut ContentRow) -> Result<Warnings, Problem> {
    let (model, warnings) = if sink.options.wants(&[Table::Parts]) {
        let (layout, model) = file.traced_plainly();
        let model = model?;
        let _ = parts::of_layout(&layout, file.identity().format, sink);
        (model, layout.warnings())
    } else {
        file.read_plainly()?
    };
    if sink.options.wants(&[Table::Contents]) {
        row.count(file, &*model);
    }
    let _ = model::shapes(&*model, sink);
    if file.identity().format.is_roblox() {
        roblox::instances(&*model, file.memory(), sink)?;
    } else {
        model::references(&*model, file.memory(), sink)?;
    }
    check(file, model, &warnings, sink, row)?;
    Ok(warnings)
}

/// Adds the findings to a row. The model is dropped before findings are located, which takes as much memory
/// again.
fn check(
    file: &File<'_>,
    model: Box<dyn AnyModel>,
    warnings: &Warnings,
    sink: &mut Sink<'_>,
    row: &mut ContentRow,
) -> Result<(), Problem> {
    if !sink.options.wants(&[Table::Contents, Table::Findings]) {
        return Ok(());
    }
    let found = model.findings(file.bytes(), file.options(), &[])?;
    #[cfg(feature = "scripts")]
    let in_scripts = in_scripts(file, &*model, &CheckOptions::default())?;
    drop(model);
    let is_listed = sink.options.wants(&[Table::Findings]);
    #[cfg_attr(not(feature = "scripts"), expect(unused_mut, reason = "nothing is added then"))]
    let mut report = report(file, warnings, found, &CheckOptions::default(), is_listed);
    #[cfg(feature = "scripts")]
    report.add_in_scripts(in_scripts);
    row.add_report(&report);
    if is_listed {
        let _ = findings::list(&report, sink);
    }
    Ok(())
}

/// Returns true if files of a format are a single mesh, so that a count of 0 is meaningful.
fn is_mesh(format: Format) -> bool {
    use Format::{A3d, CsgMesh, CsgPhysics, CsgSolid, M3d, RbxMesh, SlMesh};
    matches!(format, RbxMesh | SlMesh | CsgMesh | CsgSolid | CsgPhysics | M3d | A3d)
}

impl ContentRow {
    fn new(hash: &Arc<str>) -> Self {
        Self {
            sha256: hash.clone(),
            format: String::new(),
            version: None,
            n_vertices: None,
            n_faces: None,
            n_instances: None,
            n_bones: None,
            n_textures: None,
            min_x: None,
            min_y: None,
            min_z: None,
            max_x: None,
            max_y: None,
            max_z: None,
            n_notes: None,
            n_warnings: None,
            n_errors: None,
            error: None,
            error_offset: None,
            error_path: None,
            tool: TOOL,
        }
    }

    fn name(&mut self, identity: &Identity) {
        self.format = name_of(&identity.format);
        self.version = identity.version.map(|version| version.to_string());
    }

    fn fail(&mut self, problem: &Problem) {
        self.error = Some(problem.message.clone());
        self.error_offset = problem.byte.map(int64);
        self.error_path = Some(problem.path.clone()).filter(|path| !path.is_empty());
    }

    pub(super) fn add_report(&mut self, report: &Report) {
        let count = |n: usize| Some(int32(n));
        self.n_notes = count(report.n_notes);
        self.n_warnings = count(report.n_warnings);
        self.n_errors = count(report.n_errors);
    }

    pub(super) fn set_bounds(&mut self, bounds: Option<Aabb>) {
        let [min, max] = [bounds.map(|bounds| bounds.min), bounds.map(|bounds| bounds.max)];
        [self.min_x, self.min_y, self.min_z] = [min.map(|at| at.x), min.map(|at| at.y), min.map(|at| at.z)];
        [self.max_x, self.max_y, self.max_z] = [max.map(|at| at.x), max.map(|at| at.y), max.map(|at| at.z)];
    }

    /// Sets the counts as `info` computes them.
    fn count(&mut self, file: &File<'_>, model: &dyn AnyModel) {
        let format = file.identity().format;
        let mut facts = Facts::default();
        model.facts(file.bytes(), &mut facts);
        let fact = |name: &str| match facts.list.iter().find(|(own, _)| *own == name)? {
            (_, Fact::Count(n)) => Some(*n),
            _ => None,
        };
        // Facts with a count of 0 are left out.
        let counted =
            |names: [&str; 2], has: bool| names.iter().find_map(|name| fact(name)).or(has.then_some(0));
        let of_mesh = is_mesh(format);
        let has_bones = matches!(format, Format::RbxMesh | Format::SlMesh | Format::M3d | Format::A3d);
        let of_upload = || facts.levels.first().copied().filter(|_| format == Format::Slm);
        self.n_vertices = counted(["vertices", "points"], of_mesh).map(int64);
        // In Second Life meshes, a face is all triangles with one material, so triangles are preferred.
        self.n_faces = counted(["triangles", "faces"], of_mesh).or_else(of_upload).map(int64);
        self.n_instances = counted(["instances"; 2], format.is_roblox() || format == Format::Slm).map(int64);
        self.n_bones = counted(["bones", "joints"], has_bones).map(int32);
        self.n_textures = matches!(format, Format::M3d | Format::A3d).then(|| int32(model::n_images(model)));
        self.version = facts.version.take().or_else(|| self.version.take());
        self.set_bounds(facts.bounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::fixture;
    use files::file::N_READ;

    #[test]
    fn all_tables_take_one_reading_and_places_of_findings_another() {
        let n_read = |tables: &[Table], path: &str| {
            let bytes = fixture(path);
            let before = N_READ.get();
            let rows = extract(&bytes, &Options::for_tables(tables.iter().copied()));
            assert_eq!(rows.contents[0].error, None);
            N_READ.get() - before
        };
        let but_findings: Vec<_> =
            Table::ALL.iter().copied().filter(|table| *table != Table::Findings).collect();
        for path in ["rbxmesh/valid/v500.mesh", "rbxbinary/valid/place.rbxl", "slmesh/valid/part.llmesh"] {
            assert_eq!(n_read(&but_findings, path), 1, "{path}");
            assert_eq!(n_read(&[Table::Contents], path), 1, "{path}");
        }
        assert_eq!(n_read(Table::ALL, "rbxmesh/valid/v500.mesh"), 1);
        assert_eq!(n_read(Table::ALL, "rbxmesh/rules/RBM015.fires.mesh"), 2);
    }

    #[test]
    fn a_panic_is_a_problem_of_one_file() {
        let problem = guarded(|| -> () { std::panic::panic_any(String::from("index 3")) }).unwrap_err();
        assert_eq!(problem.message, "panic: index 3");
        let problem = guarded(|| -> () { std::panic::panic_any("plain") }).unwrap_err();
        assert_eq!(problem.message, "panic: plain");
        assert_eq!(guarded(|| 5), Ok(5));
    }
}
