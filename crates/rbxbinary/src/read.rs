//! The reader: bytes to model.

mod chunk;
mod coded;
mod columns;
mod header;
mod inst;
mod meta;
mod parallel;
mod prnt;
mod prop;
mod sign;
mod sstr;
mod string;
mod values;

use crate::chunks::Chunks;
use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::parsers::{part, remainder, surplus};
use crate::common::trace::{Label, Trace};
use crate::compress::Inflater;
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, Model};
use crate::open::Opened;
use crate::options::ReadOptions;
use crate::outline::{self, Fault, Outline, Spot};
use crate::parallel::is_shared;
use crate::wire::{END_NAME, Frame, MAGIC, trimmed};

/// Returns true if the bytes start with the magic number of this format. The first eight bytes are enough.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a file.
///
/// # Errors
///
/// If nothing usable can be read, or a default limit is exceeded.
///
/// ```
/// let error = rbxbinary::read(b"<roblox version=\"4\">").unwrap_err();
/// assert_eq!(error.to_string(), "header: this is a model in the XML format (at byte 0x0)");
/// ```
pub fn read(bytes: &[u8]) -> Result<Model, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a file with options, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Model, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| file(input, options, None))?;
    Ok((model, reading.into_warnings()))
}

/// Iterates over the chunks of a file. Each borrows from the file and is still compressed.
///
/// ```
/// # fn main() -> Result<(), rbxbinary::Error> {
/// let file = rbxbinary::write(&rbxbinary::Model::default())?;
/// assert_eq!(rbxbinary::chunks(&file)?.count(), 0);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// If the bytes do not start with a valid file header.
pub fn chunks(bytes: &[u8]) -> Result<Chunks<'_>, Error> {
    Reading::new(false, Limits::default(), bytes.len()).read(bytes, header::header)?;
    Ok(Chunks::new(bytes))
}

/// Reads a file together with its tree. This is faster than [`read`] followed by [`Tree::new`](crate::Tree::new).
///
/// # Errors
///
/// The errors of [`read`].
///
/// ```rust,standalone_crate
/// # fn main() -> Result<(), rbxbinary::Error> {
/// # let file = include_bytes!("../fixtures/rbxbinary/valid/nested.rbxm");
/// let opened = rbxbinary::open(file)?;
/// assert_eq!(opened.tree().walk().next().unwrap().path(), "Outer");
/// # Ok(())
/// # }
/// ```
pub fn open(bytes: &[u8]) -> Result<Opened, Error> {
    open_with(bytes, &ReadOptions::default()).map(|(opened, _)| opened)
}

/// Opens a file like [`open`], with options, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read_with`].
pub fn open_with(bytes: &[u8], options: &ReadOptions) -> Result<(Opened, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let mut outline = Outline::default();
    let model = reading.read(bytes, |input| file(input, options, Some(&mut outline)))?;
    Ok((Opened::new(model, outline), reading.into_warnings()))
}

/// Reads the bytes like [`read`].
impl TryFrom<&[u8]> for Model {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// Reads a file, and reports to `trace` what each byte is, up to any damage that ends reading.
///
/// Columns that it skips and that are compressed stay [`Packed`](crate::Packed), and are not checked.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Model, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, |input| file(input, options, None));
    (result, reading.into_warnings())
}

impl Model {
    /// Decompresses and decodes the [`Packed`](crate::Packed) chunk at index `chunk`, in place. Chunks of other kinds
    /// stay unchanged.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded. With [`ReadOptions::strict`], also the first recoverable error, such as a body that does
    /// not decompress.
    pub fn unpack(&mut self, chunk: usize, options: &ReadOptions) -> Result<Warnings, Error> {
        let Some(Chunk::Packed(packed)) = self.chunks.get(chunk) else { return Ok(Warnings::default()) };
        let reading = Reading::new(options.strict, options.limits, packed.body.len());
        let (mut context, mut inflater) = (Context::new(options, packed.body.len()), Inflater::default());
        self.classes().for_each(|class| {
            context.declare(class);
        });
        let frame = Frame::from_packed(packed);
        let name = Label { word: "chunks", index: Some(chunk), text: trimmed(&packed.name) };
        reading.read(&packed.body, |input| {
            part(name, |input| chunk::unpack(input, frame, 0, &mut context, &mut inflater))(input)
        })?;
        if let (Some(place), Some(read)) = (self.chunks.get_mut(chunk), context.chunks.into_iter().next()) {
            *place = read;
        }
        Ok(reading.into_warnings())
    }
}

/// Reads a file, and the outline of the model, if requested. Format document, section 1.
fn file<'a>(input: Input<'a>, options: &ReadOptions, outline: Option<&mut Outline>) -> Parsed<'a, Model> {
    let start = input;
    let (mut input, head) = part("header", header::header)(input)?;
    let (mut context, mut inflater) = (Context::new(options, start.bytes().len()), Inflater::default());
    context.look_ahead(input);
    let mut trailing = &[][..];
    let mut ahead = is_shared(options.threads).then(|| parallel::Ahead::new(start));
    while context.chunks.last().is_none_or(|chunk| chunk.name() != END_NAME) {
        if input.bytes().is_empty() {
            input.warn(|| ErrorKind::Missing { what: "END" })?;
            break;
        }
        if let Some(rest) = ahead.as_mut().and_then(|ahead| ahead.chunk(input, &mut context)) {
            input = rest;
            continue;
        }
        match chunk::chunk(input, &mut context, &mut inflater) {
            Ok((rest, ())) => input = rest,
            // A truncated file: keep what was read.
            Err(error) => {
                input.recover(error)?;
                // Without a name: the first of these bytes have names already.
                (input, trailing) = remainder(input)?;
                break;
            }
        }
    }
    if !input.bytes().is_empty() {
        (input, trailing) = surplus("trailing")(input)?;
    }
    inflater.give_back();
    let counts = header::counts(start, head, &context)?;
    references(input, &context, outline)?;
    let header = crate::model::Header { counts, reserved: head.reserved };
    Ok((input, Model { header, chunks: context.chunks, trailing: trailing.to_vec() }))
}

/// Checks for dangling references and other faults that can be found only after reading all chunks. Format document,
/// section 8.
fn references(
    end: Input<'_>,
    context: &Context<'_>,
    outline: Option<&mut Outline>,
) -> Result<(), nom::Err<Error>> {
    let mut warn =
        |fault: Fault<'_>, spot: Spot| end.warn_with(|| context.error(fault, spot, end.position()));
    let depth = match outline {
        Some(wanted) => {
            *wanted = outline::outline(&context.chunks, &mut warn)?;
            wanted.depth
        }
        None => outline::check(&context.chunks, &mut warn)?,
    };
    let limits = context.options.limits;
    let left = limits.resolve(context.n_bytes).depth.get();
    if depth > left {
        let (limit, requested) = ("levels of depth", depth);
        let option = limits.depth.is_none().then_some("depth");
        return Err(end.fatal(ErrorKind::LimitExceeded { limit, requested, left, option }));
    }
    Ok(())
}
