//! Verbs of `rez` as functions.

use crate::error::{Failure, by_size, caught, detached, row};
use crate::items::Items;
use crate::opening::Opening;
use crate::source::FileSource;
use crate::{json, report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rezkit::{Change, CheckOptions, DiffOptions, File, OpenOptions, Problem, Profile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Opens a file and calls a function with it.
fn with_file<T>(
    source: &FileSource,
    options: Opening<'_>,
    call: impl FnOnce(&File<'_>) -> Result<T, Problem>,
) -> Result<T, Failure> {
    let (bytes, name) = (source.read()?, options.name.map(str::to_owned).or_else(|| source.name()));
    Ok(call(&File::open(&bytes, &options.with(name.as_deref()))?)?)
}

/// Identifies a file by its content; does not fail on any bytes.
///
/// >>> import rezkit
/// >>> rezkit.identify(b"version 2.00\n")["format"]
/// 'rbx-mesh'
#[pyfunction]
#[pyo3(signature = (source, *, name=None))]
pub(crate) fn identify<'py>(
    py: Python<'py>,
    source: FileSource,
    name: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = name.map(str::to_owned).or_else(|| source.name());
    let identity = detached(py, || {
        let bytes = source.read()?;
        Ok(match &name {
            Some(name) => rezkit::identify_named(&bytes, name),
            None => rezkit::identify(&bytes),
        })
    })?;
    report(py, &identity)
}

/// Summarises a file: counts, bounds, sizes of its parts, unusual features.
///
/// >>> import rezkit
/// >>> info = rezkit.info(b"{'name':'chair','legs':i4}")
/// >>> info["title"], info["facts"]["values"]
/// ('LLSD notation', 3)
///
/// Raises FormatError if the file cannot be read.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, strict=false, max_memory=None))]
pub(crate) fn info<'py>(
    py: Python<'py>,
    source: FileSource,
    name: Option<&str>,
    strict: bool,
    max_memory: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (name, is_large) = (name.map(str::to_owned), source.is_large());
    let call =
        move || with_file(&source, Opening { name: name.as_deref(), strict, max_memory }, rezkit::info);
    report(py, &by_size(py, is_large, call)?)
}

/// Checks a file, and reports the rules that it breaks.
///
/// profiles: the programs whose own demands are checked too: 'sl-upload', 'roblox', ...
/// allow: rules that are not reported, such as 'RBM032'
///
/// >>> import rezkit
/// >>> rezkit.check(b"version 1.00\n0\n")["findings"][0]["rule"]
/// 'RBM032'
#[pyfunction]
#[pyo3(signature = (source, *, profiles=Items(Vec::new()), allow=Items(Vec::new()), name=None, strict=false, max_memory=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    source: FileSource,
    profiles: Items<String>,
    allow: Items<String>,
    name: Option<&str>,
    strict: bool,
    max_memory: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = CheckOptions { profiles: named_profiles(&profiles.0)?, allow: allow.0 };
    let (name, is_large) = (name.map(str::to_owned), source.is_large());
    let call = move || {
        let opening = Opening { name: name.as_deref(), strict, max_memory };
        with_file(&source, opening, |file| rezkit::check(file, &options))
    };
    report(py, &by_size(py, is_large, call)?)
}

fn named_profiles(names: &[String]) -> PyResult<Vec<Profile>> {
    let profile = |name: &String| {
        let found = Profile::ALL.iter().find(|profile| profile.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
            PyValueError::new_err(format!("{name:?} is not one of {}", names.join(", ")))
        })
    };
    names.iter().map(profile).collect()
}

/// Calls a function with each of several files, and returns a row for each, in order. A file that cannot be read has a
/// row with an error.
fn rows<'py, T: Serialize + Send>(
    py: Python<'py>,
    sources: Vec<FileSource>,
    key: &str,
    progress: bool,
    call: impl Fn(&File<'_>) -> Result<T, Problem> + Sync,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    // A bar if it is wished for and there is one.
    let bar = if progress { bar(py, sources.len())? } else { None };
    let row_of = |source: &FileSource| {
        // Ctrl-C ends it between two files.
        py.check_signals()?;
        let done = py.detach(|| caught(|| with_file(source, Opening::default(), &call)));
        let dict = PyDict::new(py);
        dict.set_item("name", source.name())?;
        let (found, error) = match &done {
            Ok(found) => (Some(report(py, found)?), None),
            Err(failure) => (None, Some(row(py, failure)?)),
        };
        dict.set_item(key, found)?;
        dict.set_item("error", error)?;
        if let Some(bar) = &bar {
            bar.call_method1("update", (1,))?;
        }
        Ok(dict)
    };
    let rows = sources.iter().map(row_of).collect();
    if let Some(bar) = &bar {
        bar.call_method0("close")?;
    }
    rows
}

/// A progress bar of tqdm; `None` if tqdm is not installed.
fn bar(py: Python<'_>, total: usize) -> PyResult<Option<Bound<'_, PyAny>>> {
    let Ok(tqdm) = py.import("tqdm.auto") else { return Ok(None) };
    let named = PyDict::new(py);
    named.set_item("total", total)?;
    named.set_item("unit", "file")?;
    tqdm.getattr("tqdm")?.call((), Some(&named)).map(Some)
}

/// Does what info does, for many files: a list of dicts with the keys 'name', 'info' and 'error'.
///
/// A file that cannot be read has a row with an error, and raises no exception. Other threads can run meanwhile, and
/// Ctrl-C ends the call after the current file.
///
/// progress: whether tqdm shows a bar, if it is installed
///
/// >>> import rezkit
/// >>> good, bad = rezkit.infos([b"{'legs':i4}", b"<html>"])
/// >>> good["info"]["title"], bad["error"]["message"]
/// ('LLSD notation', 'this is an HTML page, which cannot be read here')
#[pyfunction]
#[pyo3(signature = (sources, *, progress=false))]
pub(crate) fn infos<'py>(
    py: Python<'py>,
    sources: Items<FileSource>,
    progress: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    rows(py, sources.0, "info", progress, rezkit::info)
}

/// Does what check does, for many files: a list of dicts with the keys 'name', 'report' and 'error'.
#[pyfunction]
#[pyo3(signature = (sources, *, profiles=Items(Vec::new()), allow=Items(Vec::new()), progress=false))]
pub(crate) fn checks<'py>(
    py: Python<'py>,
    sources: Items<FileSource>,
    profiles: Items<String>,
    allow: Items<String>,
    progress: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let options = CheckOptions { profiles: named_profiles(&profiles.0)?, allow: allow.0 };
    rows(py, sources.0, "report", progress, |file| rezkit::check(file, &options))
}

/// Compares two files part by part: a dict with counts, and the list 'changes'.
///
/// >>> import rezkit
/// >>> diff = rezkit.diff(b"{'chair':{'legs':i4}}", b"{'chair':{'legs':i3}}")
/// >>> diff["changes"][0]["path"], diff["changes"][0]["properties"][0]["new"]
/// ('chair', '3')
#[pyfunction]
#[pyo3(signature = (old, new, *, exact=false, tolerance=1e-4, context=2))]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    old: FileSource,
    new: FileSource,
    exact: bool,
    tolerance: f32,
    context: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let options = DiffOptions::default().exact(exact).tolerance(tolerance).context(context);
    let is_large = old.is_large() || new.is_large();
    let (diff, changes) = by_size(py, is_large, move || {
        let (old, new) = (old.read()?, new.read()?);
        let old = File::open(&old, &OpenOptions::default())?;
        let new = File::open(&new, &OpenOptions::default())?;
        let mut changes = Vec::<Change>::new();
        let diff = rezkit::diff(&old, &new, &options, &mut |change| {
            changes.push(change);
            ControlFlow::Continue(())
        })?;
        Ok((diff, changes))
    })?;
    let diff = report(py, &diff)?;
    diff.set_item("changes", json(py, &changes)?)?;
    Ok(diff)
}

/// Merges the changes from base to theirs into ours, by instance and property: returns the file, and the conflicts as
/// dicts. Conflicting values are as in ours.
///
/// >>> import rezkit
/// >>> base = rezkit.Document("rbxm")
/// >>> door = base.add("Part", name="Door")
/// >>> door.Size, door.Transparency = (4, 7, 1), 0
/// >>> ours, theirs = rezkit.open(base.to_bytes()), rezkit.open(base.to_bytes())
/// >>> ours["Door"].Size = (5, 7, 1)
/// >>> theirs["Door"].Transparency = 0.5
/// >>> merged, conflicts = rezkit.merge(ours, theirs, base)
/// >>> door = rezkit.open(merged)["Door"]
/// >>> door.Size, door.Transparency, conflicts
/// (Vector3(5, 7, 1), 0.5, [])
#[pyfunction]
#[pyo3(signature = (ours, theirs, base=None))]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    ours: FileSource,
    theirs: FileSource,
    base: Option<FileSource>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
    let is_large = ours.is_large() || theirs.is_large();
    let merged = by_size(py, is_large, move || {
        let (ours, theirs) = (ours.read()?, theirs.read()?);
        let base = base.as_ref().map(FileSource::read).transpose()?;
        let open = |bytes| File::open(bytes, &OpenOptions::default());
        let base = base.as_deref().map(open).transpose()?;
        Ok(rezkit::merge(base.as_ref(), &open(&ours)?, &open(&theirs)?)?)
    })?;
    Ok((PyBytes::new(py, &merged.bytes), json(py, &merged.conflicts)?))
}

/// Copies instances with their descendants, by their paths or all that an expression selects, into another model or
/// place, or into the same one: returns the file with the copies. They become children of 'parent', or else of an
/// instance at the path of their old parent.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxl")
/// >>> shop = place.add("Model", name="Shop")
/// >>> door = shop.add("Part", name="Door")
/// >>> [part.name for part in rezkit.open(rezkit.copy(place, ["Shop/Door"], parent="(file)"))]
/// ['Shop', 'Door', 'Door']
/// >>> alone = rezkit.copy(place, ["Shop/Door"], rezkit.Document("rbxm"))
/// >>> rezkit.open(alone)["Door"].ClassName
/// 'Part'
#[pyfunction]
#[pyo3(signature = (source, paths=Items(Vec::new()), target=None, *, parent=None, r#where=None))]
pub(crate) fn copy<'py>(
    py: Python<'py>,
    source: FileSource,
    paths: Items<String>,
    target: Option<FileSource>,
    parent: Option<String>,
    r#where: Option<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let is_large = source.is_large() || target.as_ref().is_some_and(FileSource::is_large);
    let bytes = by_size(py, is_large, move || {
        let (source, target) = (source.read()?, target.as_ref().map(FileSource::read).transpose()?);
        let model = target.as_ref().map(|_| source.to_vec());
        let query = r#where.map(|query| query.parse()).transpose()?;
        let copies = rezkit::Edit::Copy { model, paths: paths.0, query, parent };
        edited(target.as_deref().unwrap_or(&source), copies)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// Restores an instance and its descendants, with their values and parents, from an older version of the file: returns
/// the new file. With 'properties_only', nothing is added, removed or moved.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxl")
/// >>> door = place.add("Part", name="Door")
/// >>> older = place.to_bytes()
/// >>> door.Transparency = 0.5
/// >>> rezkit.open(rezkit.restore(place, "Door", older))["Door"].Transparency
/// 0.0
#[pyfunction]
#[pyo3(signature = (source, path, older, *, properties_only=false))]
pub(crate) fn restore<'py>(
    py: Python<'py>,
    source: FileSource,
    path: String,
    older: FileSource,
    properties_only: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let is_large = source.is_large() || older.is_large();
    let bytes = by_size(py, is_large, move || {
        let (source, older) = (source.read()?, older.read()?);
        let open = |bytes| File::open(bytes, &OpenOptions::default());
        Ok(rezkit::restore(&open(&source)?, &open(&older)?, &path, properties_only)?.bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// Adds an instance of a class to a model or place, with values as 'rez set' takes them: returns the new file.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxl")
/// >>> new = rezkit.new(place, "(file)", "Part", "Lava", {"Material": "Neon", "Size": "4, 1, 2"})
/// >>> rezkit.open(new)["Lava"].Size
/// Vector3(4, 1, 2)
#[pyfunction]
#[pyo3(signature = (file, parent, class_name, name, properties=BTreeMap::new(), *, source=None))]
pub(crate) fn new<'py>(
    py: Python<'py>,
    file: FileSource,
    parent: String,
    class_name: String,
    name: String,
    properties: BTreeMap<String, String>,
    source: Option<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let is_large = file.is_large();
    let bytes = by_size(py, is_large, move || {
        let (properties, source) = (properties.into_iter().collect(), source.map(String::into_bytes));
        let new = rezkit::Edit::New { parent, class: class_name, name, properties, source };
        edited(&file.read()?, new)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

fn edited(bytes: &[u8], change: rezkit::Edit) -> Result<Vec<u8>, Failure> {
    let file = File::open(bytes, &OpenOptions::default())?;
    Ok(rezkit::edit(&file, &[change])?.bytes)
}

/// Reads a file, writes it and reads it again, and reports what was lost: 'broken' is empty if nothing was.
///
/// >>> import rezkit
/// >>> rezkit.roundtrip(b"<llsd><string>chair</string></llsd>")["broken"]
/// []
#[pyfunction]
#[pyo3(signature = (source, *, strict=false, max_memory=None))]
pub(crate) fn roundtrip<'py>(
    py: Python<'py>,
    source: FileSource,
    strict: bool,
    max_memory: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Opening { name: None, strict, max_memory };
    let is_large = source.is_large();
    report(py, &by_size(py, is_large, move || with_file(&source, options, rezkit::roundtrip))?)
}
