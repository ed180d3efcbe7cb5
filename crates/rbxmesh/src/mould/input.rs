//! The bytes being read, with their origin, and what is found on the way.
//!
//! nom gives the language (`IResult`, tuples, `alt`, `map`); the words here
//! are functions `Input -> Parsed`, or make one. A word that takes a name puts
//! it into the layout, and before the path of errors and warnings. Call them,
//! `part("x", y)(input)?`; nom's `.parse` is slower, and ends chains of nom's own.

use super::error::{Error, Place, Warnings};
use super::layout::{Layout, Rows, SpanKind, Tape, Values};
use super::limits::Limits;
use super::wire::{Field, Show, Wire, preview};
use crate::error::ErrorKind;
use nom::{Err, IResult};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;

pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Error>;

/// What is left to read of one buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    rest: &'a [u8],
    source: &'a Source<'a>,
}

/// A buffer: the file, or the plain data of a part.
struct Source<'a> {
    bytes: &'a [u8],
    place: fn(start: usize, at: usize) -> Place,
    start: usize,
    /// Its number in the layout.
    space: usize,
    reading: &'a Reading,
}

/// One call of `read`: what it may do, and what it has seen.
#[derive(Debug)]
pub(crate) struct Reading {
    strict: bool,
    output_bytes: Cell<usize>,
    depth: Cell<usize>,
    elements: Cell<usize>,
    warnings: RefCell<Warnings>,
    /// Whether names matter before anything fails: there is a layout, or a warning.
    is_watched: Cell<bool>,
    tape: Option<RefCell<Tape>>,
}

impl Reading {
    pub(crate) fn new(strict: bool, limits: Limits) -> Self {
        let Limits { output_bytes, depth, elements } = limits;
        Self {
            strict,
            output_bytes: Cell::new(output_bytes),
            depth: Cell::new(depth),
            elements: Cell::new(elements),
            warnings: RefCell::default(),
            is_watched: Cell::new(false),
            tape: None,
        }
    }

    /// Reads the input.
    pub(crate) fn read<T>(
        &self,
        bytes: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Error> {
        let source = Source { bytes, place: |_, at| Place::Input(at), start: 0, space: 0, reading: self };
        match parser(Input { rest: bytes, source: &source }) {
            Ok((_, value)) => Ok(value),
            Err(Err::Error(error) | Err::Failure(error)) => Err(error),
            // Only nom's streaming parsers give this, and none is used.
            Err(Err::Incomplete(_)) => {
                let left = bytes.len();
                Err(Error::new(Place::Input(left), ErrorKind::UnexpectedEnd { needed: left, left }))
            }
        }
    }

    /// Reads the input, and says what each byte of it is.
    pub(crate) fn layout<T>(
        mut self,
        bytes: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Layout<'_> {
        let mut tape = Tape::default();
        tape.open_input(bytes.len());
        self.tape = Some(RefCell::new(tape));
        self.is_watched.set(true);
        let error = self.read(bytes, parser).err();
        let tape = self.tape.map(RefCell::into_inner).unwrap_or_default();
        tape.finish(bytes, self.warnings.into_inner(), error)
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings.into_inner()
    }
}

impl<'a> Input<'a> {
    /// What is left.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.rest
    }

    /// The same place in the same buffer, with these bytes left of it.
    pub(crate) fn with(self, rest: &'a [u8]) -> Self {
        Self { rest, ..self }
    }

    /// How far into its buffer this is.
    pub(crate) fn at(self) -> usize {
        nom::Offset::offset(self.source.bytes, self.rest)
    }

    /// Any bytes of the buffer, for formats with offsets.
    pub(crate) fn elsewhere(self, at: usize, len: usize) -> Result<Self, Err<Error>> {
        let bytes = self.source.bytes;
        match bytes.get(at..).and_then(|rest| rest.get(..len)) {
            Some(rest) => Ok(Self { rest, ..self }),
            None => {
                let rest = bytes.get(at..).unwrap_or_default();
                Err(self.fatal(ErrorKind::UnexpectedEnd { needed: len, left: rest.len() }))
            }
        }
    }

    /// Splits off what comes next: (what follows it, the next `len` bytes).
    #[inline]
    pub(crate) fn split(self, len: usize) -> Result<(Self, Self), Err<Error>> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => Ok((Self { rest, ..self }, Self { rest: taken, ..self })),
            None => Err(self.fatal(ErrorKind::UnexpectedEnd { needed: len, left: self.rest.len() })),
        }
    }

    /// Reads the plain data of a part that starts at `start` of the input.
    pub(crate) fn block<T>(
        self,
        start: usize,
        plain: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Err<Error>> {
        let tape = self.source.reading.tape.as_ref();
        let opened = tape.map(|tape| tape.borrow_mut().open_block(start, plain));
        let source = Source {
            bytes: plain,
            place: |start, at| Place::Chunk { start, at },
            start,
            space: opened.map_or(0, |(space, _)| space),
            reading: self.source.reading,
        };
        let parsed = parser(Input { rest: plain, source: &source });
        if let (Some(tape), Some((_, root))) = (tape, opened) {
            tape.borrow_mut().abandon(root, false);
        }
        parsed.map(|(_, value)| value)
    }

    #[cold]
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        Error::new((self.source.place)(self.source.start, self.at()), kind)
    }

    /// Stops the whole read: no alternative is tried after this.
    #[cold]
    pub(crate) fn fatal(self, kind: ErrorKind) -> Err<Error> {
        Err::Failure(self.error(kind))
    }

    /// Notes what is wrong and yet readable; strict reading stops here.
    #[cold]
    pub(crate) fn warn(self, kind: ErrorKind) -> Result<(), Err<Error>> {
        self.excuse(self.fatal(kind))
    }

    /// Makes the failure of a part a warning of the whole, but for a limit that is exceeded.
    #[cold]
    pub(crate) fn excuse(self, error: Err<Error>) -> Result<(), Err<Error>> {
        let reading = self.source.reading;
        match error {
            Err::Error(error) | Err::Failure(error)
                if !reading.strict && !matches!(error.kind(), ErrorKind::LimitExceeded { .. }) =>
            {
                reading.warnings.borrow_mut().push(error);
                reading.is_watched.set(true);
                Ok(())
            }
            Err::Error(error) => Err(Err::Failure(error)),
            error => Err(error),
        }
    }

    /// Draws what decompression will give from what the options allow.
    pub(crate) fn grant_output(self, bytes: usize) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.output_bytes, bytes, "output bytes")
    }

    /// Draws values, instances, vertices or nodes from what the options allow.
    #[inline]
    pub(crate) fn grant_elements(self, count: usize) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.elements, count, "elements")
    }

    /// One level down; [`leave`](Self::leave) undoes it.
    pub(crate) fn enter(self) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.depth, 1, "levels of depth")
    }

    pub(crate) fn leave(self) {
        self.source.reading.depth.update(|depth| depth.saturating_add(1));
    }

    #[inline]
    fn grant(self, from: &Cell<usize>, requested: usize, limit: &'static str) -> Result<(), Err<Error>> {
        match from.get().checked_sub(requested) {
            Some(left) => {
                from.set(left);
                Ok(())
            }
            None => Err(self.fatal(ErrorKind::LimitExceeded { limit, requested, left: from.get() })),
        }
    }

    /// Whether a layout is being made. Readers that go by hand, for speed or depth, ask before they name.
    pub(crate) fn is_recording(self) -> bool {
        self.source.reading.tape.is_some()
    }

    /// Opens a span here; nothing if no layout is being made. Spans are closed in reverse order.
    pub(crate) fn open(self, name: impl Name) -> Option<usize> {
        let tape = self.source.reading.tape.as_ref()?;
        Some(tape.borrow_mut().open(name.text(), self.source.space, self.at()))
    }

    /// Closes a span here.
    pub(crate) fn close(self, span: Option<usize>, kind: SpanKind, value: impl FnOnce() -> String) {
        if let (Some(tape), Some(span)) = (&self.source.reading.tape, span) {
            let value = value();
            let mut tape = tape.borrow_mut();
            tape.show(kind, value, Rows::None);
            tape.close(span, self.at());
        }
    }

    /// Opens a span for values, each of which is [folded](Tape::fold) into it.
    fn open_values(self) -> Option<(&'a RefCell<Tape>, usize)> {
        let array = self.open("values")?;
        self.source.reading.show(SpanKind::Array, || (String::new(), Rows::Values(Values::default())));
        self.source.reading.tape.as_ref().map(|tape| (tape, array))
    }

    /// How many warnings are kept: a mark for [`name_warnings`](Self::name_warnings).
    pub(crate) fn n_warnings(self) -> usize {
        self.source.reading.warnings.borrow().len()
    }

    /// Puts a name before the path of each warning since `mark`.
    #[cold]
    pub(crate) fn name_warnings(self, mark: usize, name: impl Name) {
        self.source.reading.warnings.borrow_mut().name_since(mark, || name.text());
    }

    /// Puts a name before the path of a failure, and of each warning since `mark`.
    #[cold]
    pub(crate) fn name_failure(self, mark: usize, name: impl Name, failure: Err<Error>) -> Err<Error> {
        self.name_warnings(mark, name);
        failure.map(|error| error.inside(name.text()))
    }
}

/// A name, or how to make one when it is needed.
pub(crate) trait Name: Copy {
    fn text(&self) -> Cow<'static, str>;
}

impl Name for &'static str {
    fn text(&self) -> Cow<'static, str> {
        Cow::Borrowed(self)
    }
}

impl<F: Fn() -> String + Copy> Name for F {
    fn text(&self) -> Cow<'static, str> {
        self().into()
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({:#x}, {} bytes)", self.at(), self.rest.len())
    }
}

impl<'a> nom::error::ParseError<Input<'a>> for Error {
    fn from_error_kind(input: Input<'a>, kind: nom::error::ErrorKind) -> Self {
        let (expected, found) = (kind.description().to_lowercase().into(), input.rest.show());
        input.error(ErrorKind::Unexpected { expected, found })
    }

    fn append(_: Input<'a>, _: nom::error::ErrorKind, inner: Self) -> Self {
        inner
    }
}

/// Gives what `parser` reads a name: in the layout, and if `IN_PATH` before errors and warnings.
/// `show` tells the layout more about a value, and gives it back.
// Where there is neither layout nor warning, a name costs two looks at one flag. All else happens far from here, so
// that the parser is called in one place and becomes part of its caller; and it takes values and gives them back,
// since what lends its address would live in memory on the usual path, too.
#[inline]
fn named<'a, T, const IN_PATH: bool>(
    name: impl Name,
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    show: impl Fn(&Reading, T) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let Input { rest, source } = input;
        let is_watched = &source.reading.is_watched;
        let mark = if is_watched.get() { source.begin(rest, name) } else { Mark::default() };
        match parser(input) {
            Ok(done) if !is_watched.get() => Ok(done),
            Ok((rest, value)) => {
                let value = show(source.reading, value);
                source.finish::<IN_PATH>(rest.rest, mark, name);
                Ok((rest, value))
            }
            Err(error) => Err(source.fail::<IN_PATH>(mark, name, error)),
        }
    }
}

/// Where a name begins.
#[derive(Clone, Copy, Default)]
struct Mark {
    n_warnings: usize,
    /// Its span; 0, which is the file, if no layout is being made.
    span: usize,
}

impl<'a> Source<'a> {
    #[cold]
    #[inline(never)]
    fn begin(&'a self, rest: &'a [u8], name: impl Name) -> Mark {
        let input = Input { rest, source: self };
        Mark { n_warnings: input.n_warnings(), span: input.open(name).unwrap_or(0) }
    }

    #[cold]
    #[inline(never)]
    fn finish<const IN_PATH: bool>(&'a self, rest: &'a [u8], mark: Mark, name: impl Name) {
        let input = Input { rest, source: self };
        if let (Some(tape), 1..) = (&self.reading.tape, mark.span) {
            tape.borrow_mut().close(mark.span, input.at());
        }
        if IN_PATH {
            input.name_warnings(mark.n_warnings, name);
        }
    }

    #[cold]
    #[inline(never)]
    fn fail<const IN_PATH: bool>(&'a self, mark: Mark, name: impl Name, error: Err<Error>) -> Err<Error> {
        let input = Input { rest: self.bytes, source: self };
        if let (Some(tape), 1..) = (&self.reading.tape, mark.span) {
            tape.borrow_mut().abandon(mark.span, matches!(error, Err::Error(_)));
        }
        if IN_PATH { input.name_failure(mark.n_warnings, name, error) } else { error }
    }
}

impl Reading {
    /// Says what the span is that is open.
    #[cold]
    fn show(&self, kind: SpanKind, value: impl FnOnce() -> (String, Rows)) {
        if let Some(tape) = &self.tape {
            let (value, rows) = value();
            tape.borrow_mut().show(kind, value, rows);
        }
    }

    #[cold]
    #[inline(never)]
    fn show_field<T: Show>(&self, value: T) -> T {
        self.show(SpanKind::Field, || (value.show(), Rows::None));
        value
    }

    #[cold]
    #[inline(never)]
    fn show_table<const N: usize, T: Wire<N> + Show>(&self) {
        self.show(SpanKind::Array, || (String::new(), Rows::table::<N, T>()));
    }
}

/// A part of the file, with parts of its own.
#[inline]
pub(crate) fn part<'a, T>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named::<_, true>(name, parser, |_, value| value)
}

/// A part that only the layout names: in a message, the name would say nothing.
#[inline]
pub(crate) fn span<'a, T>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named::<_, false>(name, parser, |_, value| value)
}

/// A part that is one value.
#[inline]
pub(crate) fn field<'a, T: Show>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named::<_, true>(name, parser, Reading::show_field)
}

/// All that is left, kept as it is since nothing says what it means.
#[inline]
pub(crate) fn unknown<'a>(name: impl Name) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    named::<_, true>(name, remainder, |reading, bytes: &[u8]| {
        reading.show(SpanKind::Unknown, || (bytes.show(), Rows::None));
        bytes
    })
}

/// What follows all that has a meaning: unknown, with a warning if there is something.
#[inline]
pub(crate) fn left_over<'a>(name: impl Name) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| match input.rest.len() {
        0 => Ok((input, &[])),
        n_bytes => {
            input.warn(ErrorKind::LeftOver { n_bytes })?;
            unknown(name)(input)
        }
    }
}

/// One row of a table of offsets.
#[inline]
pub(crate) fn row<'a, const N: usize, T: Wire<N> + Show>(
    name: impl Name,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named::<_, true>(name, value::<N, T>, |reading, value| {
        reading.show_table::<N, T>();
        value
    })
}

/// The bytes of `count` rows, counted against the limit and not decoded.
#[inline]
pub(crate) fn records<'a, const N: usize, T: Wire<N> + Show>(
    name: impl Name,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [[u8; N]]> {
    let read = move |input: Input<'a>| {
        let (rest, taken) = input.split(count.saturating_mul(N))?;
        input.grant_elements(count)?;
        Ok((rest, taken.rest.as_chunks::<N>().0))
    };
    named::<_, true>(name, read, |reading, value| {
        reading.show_table::<N, T>();
        value
    })
}

/// `count` rows. Nothing is allocated before their bytes are known to be there.
#[inline]
pub(crate) fn rows<'a, const N: usize, T: Wire<N> + Show>(
    name: impl Name,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    let mut records = records::<N, T>(name, count);
    move |input| records(input).map(|(rest, rows)| (rest, rows.iter().map(T::decode).collect()))
}

/// The bytes of `count` records of `stride` bytes, whose `fields` the file itself sizes: only a layout asks for these.
#[inline]
pub(crate) fn sized_records<'a>(
    name: impl Name,
    stride: usize,
    count: usize,
    fields: impl Fn() -> Vec<Field>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    let read = move |input: Input<'a>| {
        let (rest, taken) = input.split(count.saturating_mul(stride))?;
        input.grant_elements(count)?;
        Ok((rest, taken.rest))
    };
    named::<_, true>(name, read, move |reading, value| {
        reading.show(SpanKind::Array, || (String::new(), Rows::sized(fields())));
        value
    })
}

/// `count` values of `N` bytes, stored as all first bytes, then all second bytes, and so on.
/// `whole` turns what is stored into what is meant, such as differences into sums.
#[inline]
pub(crate) fn planes<'a, const N: usize, T: fmt::Debug>(
    name: impl Name,
    count: usize,
    decode: impl Fn([u8; N]) -> T,
    whole: impl Fn(Vec<T>) -> Vec<T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    let read = move |input: Input<'a>| {
        let (rest, taken) = input.split(count.saturating_mul(N))?;
        input.grant_elements(count)?;
        Ok((rest, whole(interleaved(taken.rest, count, &decode))))
    };
    named::<_, true>(name, read, |reading, all: Vec<T>| {
        reading.show(SpanKind::Array, || (preview(&all), Rows::Planes { width: N }));
        all
    })
}

/// The values of an interleaved column.
pub(crate) fn interleaved<const N: usize, T>(
    bytes: &[u8],
    count: usize,
    decode: impl Fn([u8; N]) -> T,
) -> Vec<T> {
    let mut planes = [&[][..]; N];
    for (plane, bytes) in planes.iter_mut().zip(bytes.chunks_exact(count.max(1))) {
        *plane = bytes;
    }
    // Four planes are the hot case, and vectorise as one zip.
    if let [a, b, c, d] = planes.as_slice() {
        let quads = a.iter().zip(*b).zip(*c).zip(*d);
        return quads
            .map(|(((a, b), c), d)| {
                let mut one = [0; N];
                one.copy_from_slice(&[*a, *b, *c, *d]);
                decode(one)
            })
            .collect();
    }
    (0..count).map(|i| decode(planes.map(|plane| plane.get(i).copied().unwrap_or_default()))).collect()
}

/// `count` values that take at least one byte each, handed to `take` one by one.
///
/// Names cost nothing here: in the layout the values are rows of one span, and an error has the number of its value.
pub(crate) fn each<'a, T: Show>(
    count: usize,
    parser: impl Fn(Input<'a>) -> Parsed<'a, T>,
    mut take: impl FnMut(T),
) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    move |mut input| {
        input.split(count)?;
        input.grant_elements(count)?;
        let array = input.open_values();
        for i in 0..count {
            let parsed = field(|| format!("value {i}"), &parser)(input);
            array.iter().for_each(|(tape, array)| tape.borrow_mut().fold(*array));
            let (rest, value) = parsed?;
            take(value);
            input = rest;
        }
        array.iter().for_each(|(tape, array)| tape.borrow_mut().abandon(*array, false));
        Ok((input, ()))
    }
}

/// Runs `parser` on the next `len` bytes. What it leaves of them is a gap.
pub(crate) fn inside<'a, T>(
    len: usize,
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, own) = input.split(len)?;
        parser(own).map(|(_, value)| (rest, value))
    }
}

/// A part that cannot be read costs itself alone: it is kept `raw`, to the end of the input, with a warning.
///
/// Stands inside the word that names the part, so that the warning has the name.
pub(crate) fn or_raw<'a, T>(
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    raw: impl Fn(&'a [u8]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        parser(input).or_else(|error| {
            input.excuse(error)?;
            // Without a name: the beginning of these bytes has names already.
            let (rest, bytes) = remainder(input)?;
            Ok((rest, raw(bytes)))
        })
    }
}

/// One value of fixed size.
#[inline]
pub(crate) fn value<const N: usize, T: Wire<N>>(input: Input<'_>) -> Parsed<'_, T> {
    let (rest, bytes) = fixed::<N>(input)?;
    Ok((rest, T::decode(&bytes)))
}

/// The next `N` bytes.
#[inline]
pub(crate) fn fixed<const N: usize>(input: Input<'_>) -> Parsed<'_, [u8; N]> {
    match input.rest.split_first_chunk::<N>() {
        Some((taken, rest)) => Ok((Input { rest, ..input }, *taken)),
        None => Err(input.fatal(ErrorKind::UnexpectedEnd { needed: N, left: input.rest.len() })),
    }
}

/// `len` bytes as they are.
#[inline]
pub(crate) fn bytes<'a>(len: usize) -> impl Fn(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| input.split(len).map(|(rest, taken)| (rest, taken.rest))
}

/// All that is left.
#[inline]
pub(crate) fn remainder(input: Input<'_>) -> Parsed<'_, &[u8]> {
    bytes(input.rest.len())(input)
}

/// Exactly these bytes. Where they are not, another branch may be tried.
pub(crate) fn literal<'a>(expected: &'static [u8]) -> impl Fn(Input<'a>) -> Parsed<'a, ()> {
    move |input| match input.rest.strip_prefix(expected) {
        Some(rest) => Ok((Input { rest, ..input }, ())),
        None => {
            let found = input.rest.get(..expected.len()).unwrap_or(input.rest).to_vec();
            Err(Err::Error(input.error(ErrorKind::UnexpectedBytes { expected, found })))
        }
    }
}
