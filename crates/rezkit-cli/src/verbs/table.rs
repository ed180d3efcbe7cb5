//! Tables about many files.

mod job;
mod rows;
mod shard;
mod writer;

use self::job::Job;
use self::shard::{Shard, shards};
use self::writer::Writers;
use crate::Code;
use crate::args::{Common, Compress, RowFormat, Table};
use crate::batch;
use crate::inputs::inputs;
use crate::output::Out;
use crate::show::{self, counted, grouped};
use rezkit::table::{Options, Table as Name};
use std::path::Path;

pub(crate) fn run(verb: &Table, common: &Common, out: &mut Out) -> Code {
    if let Some(message) = misused(verb) {
        out.tell(&show::error("rez table", message));
        return Code::Usage;
    }
    let shards = shards(inputs(&verb.paths.paths, &verb.paths.stdin_name));
    let mut job = Job::new(options(verb, common), common);
    let made = match verb.output.to_str() {
        Some("-") => to_stdout(verb, &shards, &mut job, out),
        _ => to_folder(verb, &verb.output, &shards, &mut job, out),
    };
    match made {
        Err((name, error)) => {
            out.tell(&show::error(&name, &error.to_string()));
            Code::Io
        }
        Ok(n_done) => {
            let mut text = format!("{} in {}", counted(job.n_files, "file"), counted(shards.len(), "shard"));
            if n_done > 0 {
                text += &format!(", {} of which there already", grouped(n_done));
            }
            text += &format!(": {}", counted(job.n_contents, "new content"));
            // Otherwise nobody has said it.
            if job.options.tables.contains(&Name::Contents) {
                text += &format!(", {} not readable", grouped(job.n_bad));
            }
            if job.n_unread > 0 && verb.output.as_os_str() != "-" {
                text += &format!("; --resume tries {} again", counted(job.n_unread, "file"));
            }
            out.mention(&format!("{text}\n"));
            job.code
        }
    }
}

/// What cannot be done with these arguments.
fn misused(verb: &Table) -> Option<&'static str> {
    let is_stdout = verb.output.as_os_str() == "-";
    match verb.format {
        _ if is_stdout && verb.tables.len() != 1 => Some("with `-o -`, one table is needed: --table NAME"),
        _ if is_stdout && verb.resume => Some("only a folder can be resumed"),
        RowFormat::Parquet if is_stdout => Some("Parquet files need a folder: -o FOLDER"),
        RowFormat::Parquet if cfg!(not(feature = "tables")) => Some(
            "this rez writes no Parquet files: build it with `--features tables`, or convert JSON Lines with DuckDB",
        ),
        RowFormat::Jsonl | RowFormat::Csv
            if verb.compression.is_some_and(|method| method != Compress::None) =>
        {
            Some("only Parquet files are compressed: --format parquet")
        }
        _ => None,
    }
}

fn options(verb: &Table, common: &Common) -> Options {
    let mut options = match verb.tables.is_empty() {
        true => Options::default(),
        false => Options::of(verb.tables.iter().copied()),
    };
    options.classes.clone_from(&verb.classes);
    options.properties.clone_from(&verb.properties);
    options.max_text = verb.max_text;
    options.max_memory = common.max_memory;
    options
}

/// What went wrong with the output, and its name.
type Trouble = (String, std::io::Error);

fn to_stdout(verb: &Table, shards: &[Shard], job: &mut Job, out: &mut Out) -> Result<usize, Trouble> {
    let table = *verb.tables.first().unwrap_or(&Name::Contents);
    if verb.format == RowFormat::Csv {
        out.print(&rows::header(table));
    }
    for shard in shards {
        job.run(shard, &mut |rows, message| {
            let is_open = out.print(&rows::lines(&rows, table, verb.format));
            if let Some(message) = message {
                out.tell(&message);
            }
            if is_open { Ok(()) } else { Err(std::io::ErrorKind::BrokenPipe.into()) }
        })
        .or_else(|error| match error.kind() {
            // Who read the rows has seen enough; `Out` knows.
            std::io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(("stdout".to_owned(), error)),
        })?;
        if out.is_closed() {
            break;
        }
    }
    Ok(0)
}

/// Makes the shards that are wanted; returns how many were there.
fn to_folder(
    verb: &Table,
    folder: &Path,
    shards: &[Shard],
    job: &mut Job,
    out: &mut Out,
) -> Result<usize, Trouble> {
    let trouble = |path: &Path| {
        let name = path.to_string_lossy().into_owned();
        move |error| (name, error)
    };
    let writers = shards.iter().map(|shard| Writers::new(folder, shard, &job.options.tables, verb));
    let mut work: Vec<_> = shards.iter().zip(writers).collect();
    if verb.resume {
        // All of them first: a shard that comes before may have a content by now that another one has already.
        work.retain(|(_, writers)| writers.done().map(|contents| job.skip(&contents)).is_none());
    }
    let n_done = shards.len() - work.len();
    let progress = batch::progress(work.len(), out);
    for (shard, writers) in work {
        let mut writers = writers.begin(verb.force || verb.resume).map_err(trouble(folder))?;
        let (before, n_unread) = (job.begin(), job.n_unread);
        job.run(shard, &mut |rows, message| {
            if let Some(message) = message {
                progress.suspend(|| out.tell(&message));
            }
            writers.write(&rows)
        })
        .map_err(trouble(folder))?;
        // What the system did not hand over this time is tried again.
        let contents = (job.n_unread == n_unread).then(|| job.since(before));
        writers.end(contents.as_deref()).map_err(trouble(folder))?;
        progress.inc();
    }
    progress.finish_and_clear();
    Ok(n_done)
}
