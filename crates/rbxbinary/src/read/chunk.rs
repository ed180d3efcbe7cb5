//! Format document, section 2: chunks and their compression.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::chunks::Chunks;
use crate::compress::{Inflater, start_of};
use crate::model::{Chunk, Class, ClassId, Name, Packed, Unknown};
use crate::mould::input::{Input, Parsed, Reading, field, or_raw, remainder, row, span, unknown};
use crate::mould::layout::SpanKind;
use crate::outline::Spot;
use crate::wire::{END, END_NAME, Frame};
use crate::{Error, ErrorKind, Place, ReadOptions};
use std::collections::BTreeMap;

/// What is known of the file so far.
pub(super) struct Context<'o> {
    pub(super) options: &'o ReadOptions,
    pub(super) chunks: Vec<Chunk>,
    classes: BTreeMap<ClassId, Declared>,
    /// What the chunks ahead declare; looked for once, when the first column comes.
    ahead: Option<BTreeMap<ClassId, Declared>>,
    inflater: Inflater,
    /// Where the chunk starts that is being read, if its payload is compressed.
    block: Option<usize>,
    /// For chunks with references: the chunk's number, its start if it is compressed, and where the first one lies.
    references: Vec<(usize, Option<usize>, usize)>,
    /// A bit for each unknown type that was warned of.
    pub(super) warned: [u64; 4],
}

/// What a column needs to know of its class.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) n_instances: usize,
}

impl<'o> Context<'o> {
    pub(super) fn new(options: &'o ReadOptions) -> Self {
        Self {
            options,
            chunks: Vec::new(),
            classes: BTreeMap::new(),
            ahead: None,
            inflater: Inflater::default(),
            block: None,
            references: Vec::new(),
            warned: [0; 4],
        }
    }

    /// Notes a class; says whether its id was free.
    pub(super) fn declare(&mut self, class: &Class) -> bool {
        let is_new = !self.classes.contains_key(&class.id);
        if is_new {
            let declared = Declared { name: class.name.clone(), n_instances: class.referents.len() };
            self.classes.insert(class.id, declared);
        }
        is_new
    }

    pub(super) fn class(&self, id: ClassId) -> Option<&Declared> {
        self.classes.get(&id).or_else(|| self.ahead.as_ref()?.get(&id))
    }

    /// Whether strings of the chunk that is being read may do without a buffer, as they will get the chunk's own.
    pub(super) fn may_lend(&self, plain_len: usize) -> bool {
        self.block.is_some() && plain_len >= LENT
    }

    /// Notes that the references of the chunk that is being read begin here.
    pub(super) fn references_at(&mut self, data: Input<'_>) {
        self.references.push((self.chunks.len(), self.block, data.at()));
    }

    /// An error at a reference.
    pub(super) fn error(&self, kind: ErrorKind, spot: Spot) -> Error {
        let Spot { chunk: number, row } = spot;
        let known = self.references.binary_search_by_key(&number, |known| known.0).ok();
        let place = match known.and_then(|i| self.references.get(i)) {
            Some((_, Some(start), at)) => Place::Chunk { start: *start, at: at.saturating_add(row) },
            Some((_, None, at)) => Place::Input(at.saturating_add(row)),
            None => Place::Input(0),
        };
        let error = Error::new(place, kind).inside(format!("value {row}"));
        let Some(chunk) = self.chunks.get(number) else { return error };
        let error = match chunk {
            Chunk::Column(column) => error.inside(self.title(column.class, &column.name)),
            _ => error,
        };
        error.inside(format!("{} #{number}", trimmed(&chunk.name()).escape_ascii()))
    }

    /// What messages call a column.
    pub(super) fn title(&self, class: ClassId, property: &[u8]) -> String {
        let class = self.class(class).map_or_else(|| "?".into(), |class| class.name.to_string());
        format!("{class}.{}", property.escape_ascii())
    }

    /// Finds the classes that come after the first column, which they do in no file of Studio.
    fn look_ahead(&mut self, rest: &[u8]) {
        let mut context = Context::new(self.options);
        for chunk in Chunks::within(rest).filter(|chunk| chunk.name() == *b"INST") {
            // A reading of its own: what is wrong there is said when the chunk's turn comes.
            let reading = Reading::new(false, self.options.limits);
            let _ = reading.read(chunk.body, |body| unpack(body, chunk.frame, 0, &mut context));
        }
        self.ahead = Some(context.classes);
    }

    /// The column, if the options leave it out.
    fn left_out(&self, body: &[u8], frame: Frame) -> Option<Packed> {
        let wanted = self.options.columns.0.as_ref().filter(|_| frame.name.0 == *b"PROP")?;
        let mut start = [0; 256];
        let start = start_of(body, frame.is_stored(), &mut start)?;
        let (id, rest) = start.split_first_chunk::<4>()?;
        let (len, rest) = rest.split_first_chunk::<4>()?;
        let (id, property) = (ClassId(u32::from_le_bytes(*id)), rest.get(..u32::from_le_bytes(*len) as usize)?);
        if wanted(&self.class(id)?.name, property) {
            return None;
        }
        Some(Packed { column: Some((id, property.into())), ..packed(body, frame) })
    }
}

/// From this length on, strings keep the buffer that their chunk was decompressed into.
const LENT: usize = 4096;

/// A chunk's name without its padding.
pub(crate) fn trimmed(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    name.get(..end).unwrap_or(name)
}

/// A chunk with its frame.
pub(super) fn chunk<'a>(input: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, Chunk> {
    let (body, frame) = row::<_, Frame>("frame")(input)?;
    let (rest, body) = body.split(frame.body_len())?;
    if frame.reserved != 0 {
        let (expected, found) = ("0 as reserved".into(), frame.reserved.to_string());
        input.warn(ErrorKind::Unexpected { expected, found })?;
    }
    if frame.name.0 == *b"PROP" && context.ahead.is_none() {
        context.look_ahead(rest.bytes());
    }
    if let Some(packed) = context.left_out(body.bytes(), frame) {
        let _ = unknown("body")(body)?;
        return Ok((rest, Chunk::Packed(packed)));
    }
    let (_, chunk) = unpack(body, frame, input.at(), context)?;
    Ok((rest, chunk))
}

/// A chunk's body.
pub(super) fn unpack<'a>(
    body: Input<'a>,
    frame: Frame,
    start: usize,
    context: &mut Context<'_>,
) -> Parsed<'a, Chunk> {
    if frame.is_stored() {
        context.block = None;
        return span("body", |data| payload(data, frame.name.0, context))(body);
    }
    let opened = body.open(&"body");
    let (end, bytes) = remainder(body)?;
    context.block = Some(start);
    let plain_len = frame.plain_len as usize;
    let mut inflater = std::mem::take(&mut context.inflater);
    let chunk = match inflater.inflate(body, plain_len) {
        Ok(()) => {
            let plain = inflater.plain(plain_len);
            let mut chunk = body.block(start, plain, |data| payload(data, frame.name.0, context))?;
            if let (true, Chunk::Column(column)) = (context.may_lend(plain_len), &mut chunk)
                && let Some(strings) = column.values.strings_mut()
            {
                strings.adopt(inflater.lend(plain_len));
            }
            chunk
        }
        Err(error) => {
            body.excuse(error)?;
            Chunk::Packed(packed(bytes, frame))
        }
    };
    context.inflater = inflater;
    end.close(opened, SpanKind::Field, || format!("compressed, of {plain_len} bytes"));
    Ok((end, chunk))
}

fn packed(body: &[u8], frame: Frame) -> Packed {
    let Frame { name, plain_len, .. } = frame;
    Packed { name: name.0, is_stored: frame.is_stored(), plain_len, body: body.to_vec(), column: None }
}

/// A chunk's plain payload. One that cannot be read is kept as it is.
fn payload<'a>(data: Input<'a>, name: [u8; 4], context: &mut Context<'_>) -> Parsed<'a, Chunk> {
    let raw = |data: &[u8]| Chunk::Unknown(Unknown { name, data: data.to_vec() });
    let parser = |data| match &name {
        b"META" => meta::meta(data),
        b"SSTR" => sstr::sstr(data),
        b"INST" => inst::inst(data, context),
        b"PROP" => prop::prop(data, context),
        b"PRNT" => prnt::prnt(data, context),
        b"SIGN" => sign::sign(data),
        &END_NAME => end(data, context),
        _ => {
            data.warn(ErrorKind::UnknownChunk)?;
            unknown("payload")(data).map(|(rest, data)| (rest, raw(data)))
        }
    };
    or_raw(parser, raw)(data)
}

/// Format document, section 3, END.
fn end<'a>(data: Input<'a>, context: &Context<'_>) -> Parsed<'a, Chunk> {
    let (rest, content) = field("content", remainder)(data)?;
    if content != END {
        let (expected, found) = ("</roblox>".into(), content.escape_ascii().to_string());
        data.warn(ErrorKind::Unexpected { expected, found })?;
    }
    if context.block.is_some() {
        data.warn(ErrorKind::Unexpected { expected: "END stored".into(), found: "it compressed".into() })?;
    }
    Ok((rest, Chunk::End(content.to_vec())))
}

/// What a newer program may have added to a payload.
pub(super) fn left_over(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    if data.bytes().is_empty() {
        return Ok((data, Vec::new()));
    }
    data.warn(ErrorKind::LeftOver { n_bytes: data.bytes().len() })?;
    unknown("left over")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// Format document, section 4.
pub(super) fn string(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = crate::mould::input::value::<_, u32>(data)?;
    crate::mould::input::bytes(len as usize)(rest)
}
