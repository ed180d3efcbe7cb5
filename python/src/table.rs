//! Rows about many files, as Arrow and as dicts.

use crate::error::{Failure, TableWarning, caught, interruptible};
use crate::items::Items;
use crate::module;
use crate::source::{FileSource, Files};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, RecordBatch, StructArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use rezkit::table::{Options, Origin, Rows, Table, extract_to, sha256};
use rezkit::{Problem, Warnings};
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};

/// Rows, and a message for each file of which rows are missing.
#[derive(Default)]
struct Extracted {
    rows: Rows,
    missing: Vec<String>,
}

/// Warns about missing rows, at the line of Python that asked for them.
fn warn(py: Python<'_>, missing: Vec<String>) -> PyResult<()> {
    let (warnings, category) = (py.import("warnings")?, py.get_type::<TableWarning>());
    for message in missing {
        warnings.call_method1("warn", (message, &category))?;
    }
    Ok(())
}

/// The requested tables and options.
struct TableOptions {
    table: Table,
    names: Option<Vec<String>>,
    options: Options,
}

impl TableOptions {
    fn new(
        table: &str,
        names: Option<Vec<String>>,
        n_sources: usize,
        max_memory: Option<usize>,
    ) -> PyResult<Self> {
        if names.as_ref().is_some_and(|names| names.len() != n_sources) {
            return Err(PyValueError::new_err("the numbers of names and sources differ"));
        }
        let known = Table::ALL.iter().copied();
        let table = known.clone().find(|one| one.name() == table).ok_or_else(|| {
            let names: Vec<_> = known.map(Table::name).collect();
            PyValueError::new_err(format!("{table:?} is not one of {}", names.join(", ")))
        })?;
        let mut options = Options::for_tables([table]);
        options.max_memory = max_memory;
        Ok(Self { table, names, options })
    }

    /// The rows of all files, in order. Ends early when no caller waits for them any more.
    fn extract(&self, sources: &[FileSource], waits: &Weak<()>) -> Extracted {
        let mut extracted = Extracted::default();
        for (index, source) in sources.iter().enumerate().take_while(|_| waits.strong_count() > 0) {
            let name = self.name(index, source);
            let origin = Origin::new(name.clone().unwrap_or_default());
            let shown = |name: Option<String>| name.unwrap_or_else(|| format!("sources[{index}]"));
            match caught(|| self.of_file(source, &origin)) {
                Ok((rows, warnings)) => {
                    let words = warnings.in_words();
                    extracted.missing.extend(words.map(|words| format!("{}: {words}", shown(name))));
                    extracted.rows.append(rows);
                }
                Err(failure) => {
                    let name = shown(name);
                    extracted.missing.extend(self.message(&name, &failure));
                    extracted.rows.append(self.of_failure(&failure, source, &origin));
                }
            }
        }
        extracted
    }

    /// The given name of a source, or else its path.
    fn name(&self, index: usize, source: &FileSource) -> Option<String> {
        self.names.as_ref().and_then(|names| names.get(index)).cloned().or_else(|| source.name())
    }

    /// The message about a file without rows, unless the table has the error itself.
    fn message(&self, name: &str, failure: &Failure) -> Option<String> {
        let has_error = self.table.columns().iter().any(|column| column.name == "error");
        (!has_error).then(|| format!("{name}: no rows in {:?}: {failure}", self.table.name()))
    }

    fn of_file(&self, source: &FileSource, origin: &Origin) -> Result<(Rows, Warnings), Failure> {
        let (bytes, mut rows) = (source.read()?, Rows::default());
        if self.table == Table::Files {
            rows.files.push(rezkit::table::file(&bytes, origin));
            return Ok((rows, Warnings::default()));
        }
        let mut files = Files::new(None, source.folder());
        let (hash, mut find) = (sha256(&bytes), |name: &str| files.find(name));
        let read = extract_to(&bytes, hash, &self.options, &mut find, &mut |own| {
            rows.append(own);
            ControlFlow::Continue(())
        });
        match read {
            // The row of the content has the error.
            Err(_) if self.table == Table::Contents => Ok((rows, Warnings::default())),
            read => Ok((rows, read?)),
        }
    }

    /// The rows for a file that cannot be read, or on which the reader panics.
    fn of_failure(&self, failure: &Failure, source: &FileSource, origin: &Origin) -> Rows {
        let mut rows = Rows::default();
        if self.table == Table::Files {
            let problem = match failure {
                Failure::Problem(problem) => problem.clone(),
                failure => Problem::io(&std::io::Error::other(failure.to_string())),
            };
            rows.files.push(rezkit::table::unreadable(origin, &problem));
        }
        if self.table == Table::Contents {
            // Of empty bytes, since the bytes themselves are not there or not to be read.
            rows = rezkit::table::extract(b"", &self.options);
            for row in &mut rows.contents {
                if let Ok(bytes) = source.read() {
                    row.sha256 = sha256(&bytes).to_string().into();
                }
                row.error = Some(failure.to_string());
            }
        }
        rows
    }
}

/// Rows of a table in the Arrow format. pyarrow, Polars and DuckDB read them directly, by
/// `pyarrow.record_batch(batch)`, `polars.DataFrame(batch)`, or the name of the variable in SQL.
#[pyclass(frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Batch {
    batch: RecordBatch,
    table: Table,
    /// The first rows as JSON, for notebooks.
    head: Vec<String>,
}

/// The number of rows that notebooks show.
const SHOWN: usize = 20;

#[pymethods]
impl Batch {
    /// The name of the table.
    #[getter]
    fn table(&self) -> &'static str {
        self.table.name()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.table.columns().iter().map(|column| column.name).collect()
    }

    /// The columns and their types, by the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema()).map_err(refused)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The columns, their types and the rows, by the Arrow C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Other types are for whoever takes it to make.
        drop(requested_schema);
        let array = FFI_ArrowArray::new(&StructArray::from(self.batch.clone()).to_data());
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        (self.__arrow_c_schema__(py)?, array).into_pyobject(py)
    }

    /// The first rows as a table.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let loads = py.import("json")?.getattr("loads")?;
        let rows = self.head.iter().map(|row| loads.call1((row,))).collect::<PyResult<Vec<_>>>()?;
        let title = format!("rows of {}", self.table.name());
        module(py, "reports")?.getattr("table")?.call1((title, rows, self.columns(), self.batch.num_rows()))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<Batch: {}, {} rows>", self.table.name(), self.batch.num_rows())
    }
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The rows of a table about many files, as Arrow: docs/tables.md describes the columns.
///
/// table: 'contents' (a row for each file, also for a broken one), 'files', 'parts', 'instances', 'properties', 'scripts',
///     'references', 'meshes', 'bones', 'textures' or 'findings'
/// names: what the files are called in the table 'files', where they are no paths
///
/// No file raises an exception. One that cannot be read has a row with the error in 'contents', and in 'files' if it cannot
/// be opened; the other tables have no row for it, and warn of it with a TableWarning. Other threads can run meanwhile.
///
/// >>> import rezkit
/// >>> batch = rezkit.table([b"version 1.00\n0\n", b"<html>"])
/// >>> batch, batch.columns[:3]
/// (<Batch: contents, 2 rows>, ['sha256', 'format', 'version'])
#[pyfunction]
#[pyo3(signature = (sources, table="contents", *, names=None, max_memory=None))]
pub(crate) fn table(
    py: Python<'_>,
    sources: Items<FileSource>,
    table: &str,
    names: Option<Items<String>>,
    max_memory: Option<usize>,
) -> PyResult<Batch> {
    let Items(sources) = sources;
    let wish = TableOptions::new(table, names.map(|Items(names)| names), sources.len(), max_memory)?;
    let (table, waiting) = (wish.table, Arc::new(()));
    let waits = Arc::downgrade(&waiting);
    let (batch, head, missing) = interruptible(py, move || {
        let (Extracted { rows, missing }, mut head) = (wish.extract(&sources, &waits), Vec::new());
        rows.each(table, &mut |row| {
            if head.len() < SHOWN {
                head.push(rezkit::table::json(row));
            }
        });
        Ok((rezkit::table::batch(&rows, table)?, head, missing))
    })?;
    warn(py, missing)?;
    Ok(Batch { batch, table, head })
}

/// The rows that table returns, as a list of dicts, with the same warnings.
///
/// >>> import rezkit
/// >>> [(row["rule"], row["severity"]) for row in rezkit.rows([b"version 1.00\n0\n"], "findings")]
/// [('RBM032', 'warning')]
#[pyfunction]
#[pyo3(signature = (sources, table="contents", *, names=None, max_memory=None))]
pub(crate) fn rows<'py>(
    py: Python<'py>,
    sources: Items<FileSource>,
    table: &str,
    names: Option<Items<String>>,
    max_memory: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let Items(sources) = sources;
    let wish = TableOptions::new(table, names.map(|Items(names)| names), sources.len(), max_memory)?;
    let waiting = Arc::new(());
    let waits = Arc::downgrade(&waiting);
    let (lines, missing) = interruptible(py, move || {
        let (Extracted { rows, missing }, mut lines) = (wish.extract(&sources, &waits), Vec::new());
        rows.each(wish.table, &mut |row| lines.push(rezkit::table::json(row)));
        Ok((lines, missing))
    })?;
    warn(py, missing)?;
    let (loads, rows) = (py.import("json")?.getattr("loads")?, PyList::empty(py));
    for line in lines {
        py.check_signals()?;
        rows.append(loads.call1((line,))?)?;
    }
    Ok(rows)
}
