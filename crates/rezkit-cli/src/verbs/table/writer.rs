//! The output files of a shard, which get their final names together once all are complete.

use super::{RowFormat, TableArgs, rows};
use rezkit::table::{Rows, Sha256, Table};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use store::{Staged, clear_parts, no_link, stage_parts};

/// The folder that records complete shards and their contents. Database engines ignore its name.
const DONE: &str = "_done";

/// Removes the temporary files of a job that was killed.
pub(super) fn clear(folder: &Path) {
    Table::ALL
        .iter()
        .map(|table| table.name())
        .chain([DONE])
        .for_each(|name| clear_parts(&folder.join(name)));
}

/// Makes this process the only one that writes into a folder, for as long as it keeps the file open.
///
/// # Errors
///
/// If another process writes into the folder, which file systems without locks do not report.
pub(super) fn lock(folder: &Path) -> io::Result<File> {
    let folder = folder.join(DONE);
    make_folder(Some(&folder))?;
    let file = File::options().write(true).create(true).truncate(false).open(folder.join(".lock"))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message =
                "another job is writing to this folder: wait until it ends, or give each job its own folder";
            Err(io::Error::new(io::ErrorKind::ResourceBusy, message))
        }
        _ => Ok(file),
    }
}

/// The contents of all complete shards in a folder except for `shards`, including those of earlier jobs.
pub(super) fn contents_of_others(
    folder: &Path,
    shards: &[&str],
    tables: &[Table],
    verb: &TableArgs,
) -> Vec<Sha256> {
    let records = fs::read_dir(folder.join(DONE)).into_iter().flatten().flatten();
    let names = records.filter_map(|record| record.file_name().into_string().ok());
    let names = names.filter_map(|name| name.strip_suffix(".txt").map(str::to_owned));
    let others = names.filter(|name| !shards.contains(&&**name));
    others.filter_map(|name| Writers::new(folder, &name, tables, verb).done()).flatten().collect()
}

/// The output files of a shard.
pub(super) struct Writers<'v> {
    outputs: Vec<(Table, PathBuf)>,
    done: PathBuf,
    verb: &'v TableArgs,
}

impl<'v> Writers<'v> {
    pub(super) fn new(folder: &Path, shard: &str, tables: &[Table], verb: &'v TableArgs) -> Self {
        let ending = match verb.format {
            RowFormat::Jsonl => "jsonl",
            RowFormat::Csv => "csv",
            RowFormat::Parquet => "parquet",
        };
        let path = |table: &Table| folder.join(table.name()).join(format!("{shard}.{ending}"));
        Self {
            outputs: tables.iter().map(|table| (*table, path(table))).collect(),
            done: folder.join(DONE).join(format!("{shard}.txt")),
            verb,
        }
    }

    /// The contents of a shard, if it is complete.
    pub(super) fn done(&self) -> Option<Vec<Sha256>> {
        let is_there = self.outputs.iter().all(|(_, path)| path.is_file());
        let contents = fs::read_to_string(&self.done).ok().filter(|_| is_there)?;
        contents.lines().map(|line| line.parse().ok()).collect()
    }

    /// Opens all files under temporary names.
    pub(super) fn begin(self, overwrite: bool) -> io::Result<OpenShard> {
        let open = |(table, path): &(Table, PathBuf)| {
            make_folder(path.parent())?;
            let (staged, file) = stage_parts(path, overwrite)?;
            Ok((staged, Output::new(*table, file, self.verb)?))
        };
        let outputs = self.outputs.iter().map(open).collect::<io::Result<_>>()?;
        make_folder(self.done.parent())?;
        if overwrite {
            // The record is removed first, because the shard is incomplete while it is replaced.
            match fs::remove_file(&self.done) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(OpenShard { outputs, done: self.done })
    }
}

/// Creates a folder inside the output folder, unless a link leads out of it.
fn make_folder(folder: Option<&Path>) -> io::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    no_link(folder).and_then(|()| fs::create_dir_all(folder)).map_err(named)
}

/// Files that are being written.
pub(super) struct OpenShard {
    outputs: Vec<(Staged, Output)>,
    done: PathBuf,
}

impl OpenShard {
    pub(super) fn write(&mut self, rows: &Rows) -> io::Result<()> {
        self.outputs.iter_mut().try_for_each(|(_, output)| output.write(rows))
    }

    /// Renames all files to their final names, and last the record that the shard is complete, with these
    /// contents. Without `contents`, the record is left out, so that the shard is written again.
    pub(super) fn end(self, contents: Option<&[Sha256]>) -> io::Result<()> {
        let (staged, outputs): (Vec<_>, Vec<_>) = self.outputs.into_iter().unzip();
        // The files stay open until they are in their places: otherwise, another job would take them for left over.
        let files = outputs.into_iter().map(Output::end).collect::<io::Result<Vec<_>>>()?;
        files.iter().try_for_each(File::sync_all)?;
        staged.into_iter().try_for_each(Staged::commit)?;
        let Some(contents) = contents else { return Ok(()) };
        let list: String = contents.iter().map(|hash| format!("{hash}\n")).collect();
        let (staged, mut file) = stage_parts(&self.done, true)?;
        file.write_all(list.as_bytes())?;
        file.sync_all()?;
        staged.commit()
    }
}

/// The writer of one table.
enum Output {
    Lines(Table, RowFormat, BufWriter<File>),
    #[cfg(feature = "tables")]
    Parquet(Box<rezkit::table::Parquet<BufWriter<File>>>),
}

impl Output {
    fn new(table: Table, file: File, verb: &TableArgs) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        match verb.format {
            #[cfg(feature = "tables")]
            RowFormat::Parquet => {
                use super::Compress;
                use rezkit::table::{Compression, Parquet};
                let compression = match verb.compression {
                    Some(Compress::None) => Compression::None,
                    Some(Compress::Lz4) => Compression::Lz4,
                    Some(Compress::Gzip) | None => Compression::Gzip,
                };
                let file = Parquet::new(file, table, compression).map_err(io::Error::other)?;
                return Ok(Self::Parquet(Box::new(file)));
            }
            RowFormat::Csv => file.write_all(rows::header(table).as_bytes())?,
            _ => {}
        }
        Ok(Self::Lines(table, verb.format, file))
    }

    fn write(&mut self, rows: &Rows) -> io::Result<()> {
        match self {
            Self::Lines(table, format, file) => file.write_all(rows::lines(rows, *table, *format).as_bytes()),
            #[cfg(feature = "tables")]
            Self::Parquet(file) => file.write(rows).map_err(io::Error::other),
        }
    }

    fn end(self) -> io::Result<File> {
        let file = match self {
            Self::Lines(.., file) => file,
            #[cfg(feature = "tables")]
            Self::Parquet(file) => file.finish().map_err(io::Error::other)?,
        };
        Ok(file.into_inner()?)
    }
}
