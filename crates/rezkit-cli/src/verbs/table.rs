//! The verb `table`: tables about many files.

mod job;
mod rows;
mod shard;
mod siblings;
mod writer;

use self::job::TableJob;
use self::shard::{Shard, shards};
use self::writer::Writers;
use crate::args::{Common, Paths, destination, examples};
use crate::batch;
use crate::done::{Done, Ending};
use crate::output::Out;
use crate::show::{counted, grouped};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rezkit::table::{Options, Table};
use std::path::{Path, PathBuf};

/// Makes tables about many files, for databases.
///
/// DuckDB, Polars, Spark and other engines query them: a row for each file, content, finding, mesh, script and so on.
///
/// Archives (tar, zip, WARC; also tar and WARC in gzip) are read without extracting anything. Each content is read
/// once, however often it occurs, and is known by its SHA-256 in all tables. What cannot be read is a row with the
/// reason, and a message; then the exit status is 3. A damaged file has the rows of its intact parts, and a note; then
/// it is 1. Each table is a folder in the output, with a file per shard: an archive, or 10,000 files. docs/tables.md
/// lists all columns.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez table downloads -o tables" => "the usual tables, as JSON Lines in tables/files, tables/contents and so on"
    "rez table --table findings downloads -o -" => "one table, on stdout"
    "rez table --format parquet crawl-*.warc.gz -o tables --resume" => "goes on where an earlier run was stopped"
    "rez table --table properties --class Part --property Size place.rbxl -o -" => "one property of all parts"
    "duckdb -c \"SELECT format, count(*) FROM 'tables/contents/*.jsonl' GROUP BY 1\"" => "what is there, by format"
})]
pub(super) struct TableArgs {
    #[command(flatten)]
    paths: Paths,
    /// The folder of the tables, which is made if it is not there; or, for one table, `-` for stdout.
    #[arg(short, long, value_name = "FOLDER", value_parser = destination())]
    output: PathBuf,
    /// Form of the rows.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: RowFormat,
    /// Only this table; may be given more than once, and `all` means all of them. By default files, contents,
    /// instances, references and findings; of the others, properties, scripts and parts may be larger than the files.
    #[arg(long = "table", value_name = "NAME", value_parser = tables())]
    tables: Vec<Tables>,
    /// Only instances of this class in properties; may be given more than once.
    #[arg(long = "class", value_name = "CLASS")]
    classes: Vec<String>,
    /// Only this property in properties; may be given more than once.
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// Number of bytes of a text or of other bytes that are kept in properties; of longer ones only the hash.
    #[arg(long, value_name = "BYTES", default_value_t = 1024)]
    max_text: usize,
    /// Compression of Parquet files; by default gzip.
    #[arg(long, value_name = "METHOD", value_enum)]
    compression: Option<Compress>,
    /// Make only the shards that are not there yet, or of which a file could not be read.
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite existing files.
    #[arg(short, long)]
    force: bool,
}

/// The form of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum RowFormat {
    /// JSON Lines.
    #[default]
    Jsonl,
    /// Comma-separated values (RFC 4180), with a line of names.
    Csv,
    /// Apache Parquet.
    Parquet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Compress {
    None,
    /// Faster.
    Lz4,
    /// Smaller.
    Gzip,
}

/// A table, or all of them.
type Tables = &'static [Table];

/// Parses the name of a table, or `all`. `assets`, as in `rez list`, is an alias of the table of references.
fn tables() -> impl TypedValueParser<Value = Tables> {
    let names = Table::ALL.iter().map(|table| {
        let value = PossibleValue::new(table.name());
        if *table == Table::References { value.alias("assets") } else { value }
    });
    PossibleValuesParser::new(names.chain([PossibleValue::new(ALL)])).map(|name| {
        let is_named = |table: &&[Table]| table.iter().any(|table| table.name() == name);
        let other = if name == ALL { Table::ALL } else { &[Table::References] };
        Table::ALL.chunks(1).find(is_named).unwrap_or(other)
    })
}

/// The name of all tables together.
const ALL: &str = "all";

pub(super) fn run(verb: &TableArgs, common: &Common, out: &mut Out) -> Ending {
    if let Some(message) = misused(verb) {
        return Err(Done::misused("rez table", message));
    }
    let sources = verb.paths.sources(&verb.output, out);
    common.share(sources.len(), batch::n_threads(common));
    let shards = shards(sources);
    let mut job = TableJob::new(options(verb, common), common);
    let made = match verb.output.to_str() {
        Some("-") => to_stdout(verb, &shards, &mut job, out),
        _ => to_folder(verb, &verb.output, &shards, &mut job, out),
    };
    let n_done = made.map_err(|(name, error)| Done::io(&name, &error))?;
    let mut text = format!("{} in {}", counted(job.n_files, "file"), counted(shards.len(), "shard"));
    if n_done > 0 {
        text += &format!(", {} of which already existed", grouped(n_done));
    }
    text += &format!(": {}", counted(job.n_contents, "new content"));
    text += &format!(", {} not readable", grouped(job.n_bad));
    if job.n_damaged > 0 {
        text += &format!(", {} damaged", grouped(job.n_damaged));
    }
    if job.n_unread > 0 && verb.output.as_os_str() != "-" {
        text += &format!("; --resume tries {} again", counted(job.n_unread, "file"));
    }
    out.mention(&format!("{text}\n"));
    Ok(job.code)
}

/// The error for a combination of arguments that is not possible.
fn misused(verb: &TableArgs) -> Option<&'static str> {
    let is_stdout = verb.output.as_os_str() == "-";
    match verb.format {
        _ if is_stdout && verb.tables.concat().len() != 1 => {
            Some("`-o -` can write only one table: choose it with --table NAME")
        }
        _ if is_stdout && verb.resume => Some("only a folder can be resumed"),
        RowFormat::Parquet if is_stdout => Some("Parquet files need a folder: -o FOLDER"),
        RowFormat::Parquet if cfg!(not(feature = "tables")) => Some(
            "this build of rez cannot write Parquet files: build rez with `--features tables`, or convert JSON Lines with DuckDB",
        ),
        RowFormat::Jsonl | RowFormat::Csv
            if verb.compression.is_some_and(|method| method != Compress::None) =>
        {
            Some("only Parquet files are compressed: --format parquet")
        }
        _ => None,
    }
}

fn options(verb: &TableArgs, common: &Common) -> Options {
    let mut options = match verb.tables.is_empty() {
        true => Options::default(),
        false => Options::for_tables(
            Table::ALL.iter().copied().filter(|table| verb.tables.concat().contains(table)),
        ),
    };
    options.classes.clone_from(&verb.classes);
    options.properties.clone_from(&verb.properties);
    options.max_text = verb.max_text;
    options.max_memory = common.max_memory;
    options
}

/// The name of an output and the error of writing it.
type Trouble = (String, std::io::Error);

fn to_stdout(
    verb: &TableArgs,
    shards: &[Shard],
    job: &mut TableJob,
    out: &mut Out,
) -> Result<usize, Trouble> {
    let table = *job.options.tables.first().unwrap_or(&Table::Contents);
    if verb.format == RowFormat::Csv {
        out.print(&rows::header(table));
    }
    for shard in shards {
        job.extract_shard(shard, &mut |rows, message| {
            let is_open = out.print(&rows::lines(&rows, table, verb.format));
            if let Some(message) = message {
                out.tell(&message);
            }
            if is_open { Ok(()) } else { Err(std::io::ErrorKind::BrokenPipe.into()) }
        })
        .or_else(|error| match error.kind() {
            // The reader of the rows has closed the pipe, which `Out` records.
            std::io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(("stdout".to_owned(), error)),
        })?;
        if out.is_closed() {
            break;
        }
    }
    Ok(0)
}

/// Writes the shards that are missing; returns the number of those that were complete.
fn to_folder(
    verb: &TableArgs,
    folder: &Path,
    shards: &[Shard],
    job: &mut TableJob,
    out: &mut Out,
) -> Result<usize, Trouble> {
    let trouble = |path: &Path| {
        let name = path.to_string_lossy().into_owned();
        move |error| (name, error)
    };
    let _lock = writer::lock(folder).map_err(trouble(folder))?;
    writer::clear(folder);
    let writers = shards.iter().map(|shard| Writers::new(folder, &shard.name, &job.options.tables, verb));
    let mut work: Vec<_> = shards.iter().zip(writers).collect();
    if verb.resume {
        work.retain(|(_, writers)| writers.done().is_none());
    }
    // Contents of complete shards are not repeated, be they of this job or of an earlier one with other files.
    let again: Vec<_> = work.iter().map(|(shard, _)| &*shard.name).collect();
    job.skip(&writer::contents_of_others(folder, &again, &job.options.tables, verb));
    let n_done = shards.len() - work.len();
    let progress = batch::progress(work.len(), out);
    for (shard, writers) in work {
        let mut writers = writers.begin(verb.force || verb.resume).map_err(trouble(folder))?;
        let (before, n_unread) = (job.begin(), job.n_unread);
        job.extract_shard(shard, &mut |rows, message| {
            if let Some(message) = message {
                progress.suspend(|| out.tell(&message));
            }
            writers.write(&rows)
        })
        .map_err(trouble(folder))?;
        // A shard with files that the system failed to read is left incomplete, so that `--resume` retries them.
        let contents = (job.n_unread == n_unread).then(|| job.since(before));
        writers.end(contents.as_deref()).map_err(trouble(folder))?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(n_done)
}
