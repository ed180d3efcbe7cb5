//! Rows as Apache Arrow batches and Parquet files.

use super::columns::{Cell, Rows, Table, Type};
use super::{SCHEMA, TOOL};
use arrow_array::builder::{BinaryBuilder, Float32Builder, ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, Int64Array, RecordBatch,
    TimestampMicrosecondArray,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression as Codec, GzipLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use scene::{Problem, ProblemKind};
use std::fmt;
use std::io::Write;
use std::sync::Arc;

/// The Arrow schema of a table; its metadata are `rezkit.table`, `rezkit.schema` and `rezkit.version`.
#[must_use]
pub fn schema(table: Table) -> Schema {
    let field = |column: &super::Column| Field::new(column.name, data_type(column.of), column.is_nullable);
    let fields: Vec<_> = table.columns().iter().map(field).collect();
    let metadata = metadata(table).map(|(key, value)| (key.to_owned(), value));
    Schema::new(fields).with_metadata(metadata)
}

/// The metadata of files and batches of a table: `rezkit.table`, `rezkit.schema` and `rezkit.version`.
fn metadata(table: Table) -> [(&'static str, String); 3] {
    let version = TOOL.split_once(' ').map_or(TOOL, |(_, version)| version);
    [
        ("rezkit.table", table.name().to_owned()),
        ("rezkit.schema", SCHEMA.to_string()),
        ("rezkit.version", version.to_owned()),
    ]
}

fn data_type(of: Type) -> DataType {
    match of {
        Type::Int32 => DataType::Int32,
        Type::Int64 => DataType::Int64,
        Type::Float32 => DataType::Float32,
        Type::Float64 => DataType::Float64,
        Type::Bool => DataType::Boolean,
        Type::String => DataType::Utf8,
        Type::Binary => DataType::Binary,
        Type::Floats => DataType::List(Arc::new(Field::new_list_field(DataType::Float32, true))),
        Type::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())),
    }
}

const UTC: &str = "UTC";

/// The rows of a table as an Arrow batch.
///
/// ```
/// use rezkit::table::{Options, Table, batch, extract};
///
/// let rows = extract(b"version 1.00\n0\n", &Options::for_tables([Table::Contents]));
/// let contents = batch(&rows, Table::Contents)?;
/// assert_eq!((contents.num_rows(), contents.schema().field(1).name().as_str()), (1, "format"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the texts of a column exceed 2 GB, the maximum of an Arrow batch.
pub fn batch(rows: &Rows, table: Table) -> Result<RecordBatch, Problem> {
    let columns = table.columns().iter().enumerate();
    let arrays = columns.map(|(i, column)| array(rows, table, i, column.of)).collect::<Result<_, _>>()?;
    RecordBatch::try_new(Arc::new(schema(table)), arrays).map_err(refused)
}

fn array(rows: &Rows, table: Table, column: usize, of: Type) -> Result<ArrayRef, Problem> {
    check_len(rows, table, column)?;
    /// Collects the cells of one variant into an array.
    macro_rules! collected {
        ($Array:ty, $Cell:ident($value:ident) => $item:expr) => {{
            let mut items = Vec::with_capacity(rows.len(table));
            rows.each(table, &mut |row| {
                items.push(if let Cell::$Cell($value) = row.cell(column) { Some($item) } else { None });
            });
            <$Array>::from(items)
        }};
    }
    Ok(match of {
        Type::Int32 => Arc::new(collected!(Int32Array, Int32(number) => number)),
        Type::Int64 => Arc::new(collected!(Int64Array, Int64(number) => number)),
        Type::Float32 => Arc::new(collected!(Float32Array, Float32(number) => number)),
        Type::Float64 => Arc::new(collected!(Float64Array, Float64(number) => number)),
        Type::Bool => Arc::new(collected!(BooleanArray, Bool(is) => is)),
        Type::Timestamp => {
            Arc::new(collected!(TimestampMicrosecondArray, Timestamp(time) => time.0).with_timezone(UTC))
        }
        Type::String => {
            let mut builder = StringBuilder::new();
            rows.each(table, &mut |row| match row.cell(column) {
                Cell::String(text) => builder.append_value(text),
                _ => builder.append_null(),
            });
            Arc::new(builder.finish())
        }
        Type::Binary => {
            let mut builder = BinaryBuilder::new();
            rows.each(table, &mut |row| match row.cell(column) {
                Cell::Binary(bytes) => builder.append_value(bytes),
                _ => builder.append_null(),
            });
            Arc::new(builder.finish())
        }
        Type::Floats => {
            let mut builder = ListBuilder::new(Float32Builder::new());
            rows.each(table, &mut |row| match row.cell(column) {
                Cell::Floats(numbers) => {
                    builder.values().append_slice(numbers);
                    builder.append(true);
                }
                _ => builder.append_null(),
            });
            Arc::new(builder.finish())
        }
    })
}

/// Checks that the text of a column fits in the 31-bit offsets of Arrow, whose builders panic otherwise.
fn check_len(rows: &Rows, table: Table, column: usize) -> Result<(), Problem> {
    let mut n_bytes = 0_usize;
    rows.each(table, &mut |row| {
        let own = match row.cell(column) {
            Cell::String(text) => text.len(),
            Cell::Binary(bytes) => bytes.len(),
            Cell::Floats(numbers) => numbers.len(),
            _ => 0,
        };
        n_bytes = n_bytes.saturating_add(own);
    });
    match i32::try_from(n_bytes) {
        Ok(_) => Ok(()),
        Err(_) => {
            let name = table.name();
            let message =
                format!("the texts of a column of {name} have {n_bytes} bytes, more than a batch can hold");
            Err(Problem::new(ProblemKind::Limit, message).help("take fewer files at a time"))
        }
    }
}

/// The compression of the pages of Parquet files. All codecs are in pure Rust.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// No compression.
    None,
    /// LZ4, which is faster.
    Lz4,
    /// Gzip, which is smaller.
    #[default]
    Gzip,
}

impl Compression {
    fn codec(self) -> Codec {
        match self {
            Self::None => Codec::UNCOMPRESSED,
            Self::Lz4 => Codec::LZ4_RAW,
            Self::Gzip => Codec::GZIP(GzipLevel::default()),
        }
    }
}

/// A Parquet file that is written while rows arrive.
///
/// ```
/// use rezkit::table::{Compression, Options, Parquet, Table, extract};
///
/// let mut file = Parquet::new(Vec::new(), Table::Contents, Compression::Gzip)?;
/// file.write(&extract(b"version 1.00\n0\n", &Options::for_tables([Table::Contents])))?;
/// assert!(file.finish()?.ends_with(b"PAR1"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
pub struct Parquet<W: Write + Send> {
    table: Table,
    writer: ArrowWriter<W>,
}

impl<W: Write + Send> Parquet<W> {
    /// The size at which buffered rows are written as a row group, in bytes.
    const MOST_KEPT: usize = 64 << 20;

    /// Starts a file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(out: W, table: Table, compression: Compression) -> Result<Self, Problem> {
        let said = metadata(table).map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(compression.codec())
            .set_key_value_metadata(Some(said))
            .set_created_by(TOOL.to_owned())
            .build();
        let writer = ArrowWriter::try_new(out, Arc::new(schema(table)), Some(properties)).map_err(refused)?;
        Ok(Self { table, writer })
    }

    /// Adds the rows of the file's table.
    ///
    /// # Errors
    ///
    /// The errors of [`batch`], and an error if the file cannot be written.
    pub fn write(&mut self, rows: &Rows) -> Result<(), Problem> {
        self.writer.write(&batch(rows, self.table)?).map_err(refused)?;
        if self.writer.in_progress_size() > Self::MOST_KEPT {
            self.writer.flush().map_err(refused)?;
        }
        Ok(())
    }

    /// Completes the file, and returns the writer.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self) -> Result<W, Problem> {
        self.writer.into_inner().map_err(refused)
    }
}

impl<W: Write + Send> fmt::Debug for Parquet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parquet").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Converts an error of the Arrow or Parquet crate.
fn refused(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Io, error.to_string())
}
