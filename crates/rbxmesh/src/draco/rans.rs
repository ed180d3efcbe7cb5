//! Decodes the entropy coding, which uses range asymmetric numeral systems. Format document, section 13.5.

use super::varint::varint;
use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::parsers::{ParseFn, bytes, field, part};
use crate::common::wire::value;
use crate::error::ErrorKind;
use std::array::from_fn;
use std::cell::Cell;
use std::hint::select_unpredictable;

/// The table of symbols with their probabilities.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of bits of a probability. A unit of probability is 1 / 2^`precision_bits`.
    precision_bits: u32,
    /// The symbols with a probability above 0.
    slots: Vec<Slot>,
    /// The symbol of each unit. Empty before [`prepare`](Self::prepare), and for tables that have too many units for
    /// their use.
    units: Vec<Unit>,
    /// The slot with at least three quarters of the units, if there is one; otherwise a slot without units.
    common: Slot,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    symbol: u32,
    /// The number of units of all earlier slots.
    start: u32,
    probability: u32,
}

/// A unit of probability, which belongs to a slot.
#[derive(Debug, Clone, Copy, Default)]
struct Unit {
    probability: u16,
    /// The number of earlier units of the same slot.
    offset: u16,
    symbol: u32,
}

impl Table {
    /// Finds the slot of a unit. Returns its symbol, its probability, and the number of its units before this one.
    #[inline]
    fn find(&self, unit: u32) -> (u32, u32, u32) {
        match self.units.get(unit as usize) {
            Some(Unit { probability, offset, symbol }) => (*symbol, (*probability).into(), (*offset).into()),
            None => self.search(unit),
        }
    }

    /// Finds the slot of a unit like [`find`](Self::find), but without the list of units.
    #[inline(never)]
    fn search(&self, unit: u32) -> (u32, u32, u32) {
        let index = self.slots.partition_point(|slot| slot.start <= unit).wrapping_sub(1);
        let Slot { symbol, start, probability } = self.slots.get(index).copied().unwrap_or_default();
        (symbol, probability, unit.wrapping_sub(start))
    }

    /// Makes the list of units, unless there are many more units than symbols to decode: a hostile stream may have a
    /// million units for each of many short runs.
    fn prepare(&mut self, n_symbols: usize) {
        let n_units = 1_usize << self.precision_bits;
        if !self.units.is_empty()
            || n_units / 16 > n_symbols
            || self.precision_bits > 16
            || self.slots.len() < 2
        {
            return;
        }
        self.units.reserve_exact(n_units);
        for Slot { symbol, probability, .. } in &self.slots {
            // With two slots or more, none has all 2^16 units.
            let probability = u16::try_from(*probability).unwrap_or(u16::MAX);
            self.units.extend((0..probability).map(|offset| Unit { probability, offset, symbol: *symbol }));
        }
    }
}

/// Reads a table of probabilities.
pub(super) fn table<'a>(precision_bits: u32) -> impl ParseFn<'a, Table> {
    move |input| {
        let (rest, n_known) = field("symbol_count", varint)(input)?;
        let (rest, slots) = part("probabilities", |input| slots(input, n_known, precision_bits))(rest)?;
        // Three quarters of the units, so that the branch in `fill` is predicted well.
        let is_common = |slot: &&Slot| slot.probability >= 3 << precision_bits >> 2;
        let common = slots.iter().find(is_common).copied().unwrap_or_default();
        Ok((rest, Table { precision_bits, slots, units: Vec::new(), common }))
    }
}

fn slots(input: Input<'_>, n_symbols: u32, precision_bits: u32) -> Parsed<'_, Vec<Slot>> {
    let n_units = 1_u32 << precision_bits;
    let mut slots = Vec::new();
    let (symbol, mut start) = (Cell::new(0_u32), 0_u32);
    let token = |at| {
        let (rest, token) = probability(at)?;
        let n_passed = match token {
            Token::Zeros(count) => count,
            Token::One(probability) => {
                let (found, bound) =
                    (probability.into(), u64::from(n_units.wrapping_sub(start)).wrapping_add(1));
                if found >= bound {
                    return Err(at.fatal(ErrorKind::OutOfRange { what: "probability", found, bound }));
                }
                if probability > 0 {
                    slots.push(Slot { symbol: symbol.get(), start, probability });
                }
                start = start.wrapping_add(probability);
                1
            }
        };
        symbol.set(symbol.get().saturating_add(n_passed));
        if symbol.get() > n_symbols {
            let (found, bound) = (symbol.get().into(), u64::from(n_symbols).saturating_add(1));
            return Err(at.fatal(ErrorKind::OutOfRange { what: "number of symbols", found, bound }));
        }
        Ok((rest, ()))
    };
    let (rest, _) = list_while("tokens", |_, _| symbol.get() < n_symbols, token)(input)?;
    if start != n_units {
        let expected = format!("probabilities of {n_units} together").into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: start.to_string() }));
    }
    Ok((rest, slots))
}

/// An item of the table of probabilities; its first byte determines the type.
enum Token {
    /// This many symbols have probability 0.
    Zeros(u32),
    /// The probability of one symbol.
    One(u32),
}

fn probability(input: Input<'_>) -> Parsed<'_, Token> {
    let (rest, first) = value::<_, u8>(input)?;
    let (bits, n_more) = (u32::from(first >> 2), first & 3);
    // No byte follows; the number plus one symbols have no probability. Format document, section 13.5.
    if n_more == 3 {
        return Ok((rest, Token::Zeros(bits.wrapping_add(1))));
    }
    let (rest, more) = bytes(n_more.into())(rest)?;
    let more = more.iter().zip([6, 14]).fold(0, |more, (byte, shift)| more | u32::from(*byte) << shift);
    Ok((rest, Token::One(bits | more)))
}

/// A sequence of encoded symbols, with their table.
#[derive(Debug)]
pub(super) struct Symbols<'a> {
    table: Table,
    /// The value below which the state is refilled.
    base: u32,
    steps: Steps<'a>,
}

/// The part of the decoder's state that changes with each symbol.
#[derive(Debug, Clone, Copy)]
struct Steps<'a> {
    state: u32,
    /// The remaining bytes, which are read from the end.
    rest: &'a [u8],
}

/// Reads the bytes of a sequence of symbols, and prepares decoding the first one.
pub(super) fn decode<'a>(input: Input<'a>, table: Table) -> Parsed<'a, Symbols<'a>> {
    let (at, n_bytes) = field("coded_size", varint)(input)?;
    let (rest, coded) = field("coded_symbols", bytes(n_bytes as usize))(at)?;
    let base = 4_u32.wrapping_shl(table.precision_bits);
    // The two highest bits of the last byte store the number of bytes before it that belong to the state.
    let n_before = usize::from(coded.last().copied().unwrap_or_default() >> 6);
    let needed = n_before.saturating_add(1);
    let Some((before, state)) = coded.len().checked_sub(needed).and_then(|len| coded.split_at_checked(len))
    else {
        return Err(at.fatal(ErrorKind::UnexpectedEnd { needed, left: coded.len() }));
    };
    let word = state.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let state = (word & STATE_MASKS.get(n_before).copied().unwrap_or_default()).wrapping_add(base);
    let (found, bound) = (state.into(), u64::from(base) << 8);
    if found >= bound {
        return Err(at.fatal(ErrorKind::OutOfRange { what: "state", found, bound }));
    }
    Ok((rest, Symbols { table, base, steps: Steps { state, rest: before } }))
}

/// The masks of the state, which is in the last one to four bytes. Their two highest bits store its length.
const STATE_MASKS: [u32; 4] = [0x3f, 0x3fff, 0x3f_ffff, 0x3fff_ffff];

impl Symbols<'_> {
    /// Fills rows with the results of `of`, which receives the column and the next symbol. If there are too few bytes,
    /// the error is the number of the first missing symbol.
    ///
    /// It is best to process symbols in `of`: each step of the decoder waits for the one before, which leaves time for
    /// `of`.
    #[inline]
    pub(super) fn fill<const N: usize, T>(
        &mut self,
        rows: &mut [[T; N]],
        mut of: impl FnMut(usize, u32) -> T,
    ) -> Result<(), usize> {
        self.table.prepare(rows.len().saturating_mul(N));
        let Self { table, .. } = &*self;
        if let [Slot { symbol, .. }] = *table.slots {
            // The only symbol has all units, so the state does not change.
            rows.iter_mut().for_each(|row| *row = from_fn(|column| of(column, symbol)));
            return Ok(());
        }
        let (mask, common) = ((self.base / 4).wrapping_sub(1), table.common);
        // A local variable stays in registers.
        let mut steps = self.steps;
        for (number, row) in rows.iter_mut().enumerate() {
            for (column, value) in row.iter_mut().enumerate() {
                if !steps.refill(self.base) {
                    return Err(number.saturating_mul(N).saturating_add(column));
                }
                let (high, unit) = (steps.state >> table.precision_bits, steps.state & mask);
                let offset = unit.wrapping_sub(common.start);
                // A branch that is predicted well: the common symbol does not wait for the table.
                if offset < common.probability {
                    steps.state = high.wrapping_mul(common.probability).wrapping_add(offset);
                    *value = of(column, common.symbol);
                } else {
                    let (symbol, probability, offset) = table.find(unit);
                    steps.state = high.wrapping_mul(probability).wrapping_add(offset);
                    steps.refill_by_two(self.base);
                    *value = of(column, symbol);
                }
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// Returns true if nearly all symbols are the same one.
    pub(super) fn has_long_runs(&self) -> bool {
        self.n_others() < self.base >> 11 && self.table.slots.len() > 1
    }

    /// The number of units that do not belong to the common symbol.
    fn n_others(&self) -> u32 {
        (self.base / 4).wrapping_sub(self.table.common.probability)
    }

    /// Fills rows like [`fill`](Self::fill), for streams with [long runs](Self::has_long_runs) of the common symbol.
    #[inline]
    pub(super) fn fill_runs<const N: usize, T>(
        &mut self,
        rows: &mut [[T; N]],
        mut of: impl FnMut(usize, u32) -> T,
    ) -> Result<(), usize> {
        let mut n_left = rows.len().saturating_mul(N);
        let n_symbols = n_left;
        let Slot { symbol: common, start, probability } = self.table.common;
        let (n_others, mask) = (self.n_others(), (self.base / 4).wrapping_sub(1));
        let mut n_more = 0_usize;
        for row in rows {
            for (column, value) in row.iter_mut().enumerate() {
                if n_more == 0 {
                    if !self.steps.refill(self.base) {
                        return Err(n_symbols.saturating_sub(n_left));
                    }
                    // While the high bits stay the same, each step to the common symbol takes as much from the state.
                    let (high, unit) =
                        (self.steps.state >> self.table.precision_bits, self.steps.state & mask);
                    let by = high.wrapping_mul(n_others).wrapping_add(start);
                    if unit.wrapping_sub(start) < probability {
                        n_more = (unit.checked_div(by).unwrap_or_default() as usize).min(n_left);
                    }
                    let n_steps = u32::try_from(n_more).unwrap_or_default();
                    self.steps.state = self.steps.state.wrapping_sub(n_steps.wrapping_mul(by));
                }
                n_left = n_left.wrapping_sub(1);
                *value = if n_more == 0 {
                    of(column, self.one())
                } else {
                    n_more = n_more.wrapping_sub(1);
                    of(column, common)
                };
            }
        }
        Ok(())
    }

    /// Decodes a symbol. The state must have been refilled.
    fn one(&mut self) -> u32 {
        let Self { table, steps: Steps { state, .. }, base } = self;
        let (symbol, probability, offset) = table.find(*state & (*base / 4).wrapping_sub(1));
        *state = (*state >> table.precision_bits).wrapping_mul(probability).wrapping_add(offset);
        symbol
    }

    /// Makes the list of units if there are enough symbols to decode.
    pub(super) fn prepare(&mut self, n_symbols: usize) {
        self.table.prepare(n_symbols);
    }

    /// The greatest symbol with a probability above 0.
    pub(super) fn greatest(&self) -> u32 {
        self.table.slots.last().map_or(0, |slot| slot.symbol)
    }

    /// Returns true if all bytes have been read, and the decoder is in the state in which encoders start.
    pub(super) fn ends_here(&self) -> bool {
        let mut steps = self.steps;
        steps.refill(self.base) && steps.state == self.base && steps.rest.is_empty()
    }
}

/// The number of symbols that are decoded between two checks of the remaining bytes. It is a multiple of 1, 2, 3 and 4.
const BLOCK: usize = 24;

/// The position in a window from which a block starts to read. As a mask, it keeps all positions inside the window.
const LAST: usize = 63;

/// The maximum number of bytes of a block: two for each symbol.
const WINDOW: usize = LAST + 1;

const _: () = assert!(BLOCK * 2 <= WINDOW);

/// A sequence of symbols, and the memory for decoding its next ones.
pub(super) struct Lane<'n, 'a> {
    pub(super) run: &'n mut Symbols<'a>,
    pub(super) room: &'n mut [[u8; 4]],
    /// The number of symbols decoded.
    pub(super) n_done: &'n mut usize,
}

/// Decodes the symbols of several sequences side by side, in blocks. The rest of each sequence is left to
/// [`Symbols::fill`], as is a whole sequence that has a common symbol or too few symbols for a list of units.
///
/// While a step of the decoder waits for the previous step of the same sequence, steps of other sequences are done.
pub(super) fn fill_together(lanes: &mut [Lane<'_, '_>]) {
    loop {
        let mut open = lanes.iter_mut().filter(|lane| lane.has_block());
        match (open.next(), open.next(), open.next()) {
            (Some(first), Some(second), Some(third)) => fill_blocks([first, second, third]),
            (Some(first), Some(second), None) => fill_blocks([first, second]),
            (Some(first), None, _) => fill_blocks([first]),
            (None, ..) => return,
        }
    }
}

/// Decodes blocks of all lanes until one lane has no whole block left.
fn fill_blocks<const N: usize>(lanes: [&mut Lane<'_, '_>; N]) {
    // A shift by a constant is faster, and most runs have the least precision.
    match lanes.iter().all(|lane| lane.run.table.precision_bits == MIN_PRECISION_BITS) {
        true => fill_blocks_of::<N, MIN_PRECISION_BITS>(lanes),
        false => fill_blocks_of::<N, ANY_PRECISION>(lanes),
    }
}

/// The precision of sequences with few different symbols.
const MIN_PRECISION_BITS: u32 = 12;

/// Stands for a precision that is not known when compiling: that of each lane.
const ANY_PRECISION: u32 = 0;

fn fill_blocks_of<const N: usize, const BITS: u32>(mut lanes: [&mut Lane<'_, '_>; N]) {
    while lanes.iter().all(|lane| lane.has_block()) {
        let mut steps = lanes.each_ref().map(|lane| BlockSteps::<BITS>::new(lane.run));
        let mut blocks = [[[0; 4]; BLOCK]; N];
        for index in 0..BLOCK {
            for (steps, block) in steps.iter_mut().zip(&mut blocks) {
                if let Some(symbol) = block.get_mut(index) {
                    *symbol = steps.next().to_le_bytes();
                }
            }
        }
        let ends = steps.map(|steps| (steps.state, LAST.wrapping_sub(steps.at)));
        for ((lane, (state, n_taken)), block) in lanes.iter_mut().zip(ends).zip(&blocks) {
            let Steps { rest, .. } = lane.run.steps;
            let rest = rest.get(..rest.len().wrapping_sub(n_taken)).unwrap_or_default();
            lane.run.steps = Steps { state, rest };
            if let Some(room) = lane.room.get_mut(*lane.n_done..).and_then(|room| room.first_chunk_mut()) {
                *room = *block;
            }
            *lane.n_done = lane.n_done.saturating_add(BLOCK);
        }
    }
}

impl Lane<'_, '_> {
    /// Returns true if enough bytes remain for a whole block, whatever its symbols are.
    fn has_block(&self) -> bool {
        let Symbols { table, steps, .. } = &*self.run;
        !table.units.is_empty()
            && table.common.probability == 0
            && self.room.len().saturating_sub(*self.n_done) >= BLOCK
            && steps.rest.len() >= WINDOW
    }
}

/// The counterpart of [`Steps`] for decoding a block.
struct BlockSteps<'s, const BITS: u32> {
    state: u32,
    precision_bits: u32,
    units: &'s [Unit],
    window: &'s [u8; WINDOW],
    /// The position of the next byte in the window.
    at: usize,
}

impl<'s, const BITS: u32> BlockSteps<'s, BITS> {
    fn new(run: &'s Symbols<'_>) -> Self {
        let Symbols { table: Table { precision_bits, units, .. }, steps, .. } = run;
        let window = steps.rest.last_chunk().unwrap_or(&[0; WINDOW]);
        Self { state: steps.state, precision_bits: *precision_bits, units, window, at: LAST }
    }

    /// Decodes the next symbol.
    #[inline]
    fn next(&mut self) -> u32 {
        let bits = if BITS == ANY_PRECISION { self.precision_bits } else { BITS };
        let n_units = 1_u32.wrapping_shl(bits);
        let unit = self.state & n_units.wrapping_sub(1);
        // Always found.
        let Some(Unit { probability, offset, symbol }) = self.units.get(unit as usize) else { return 0 };
        let high = self.state >> (bits & 31);
        self.state = high.wrapping_mul((*probability).into()).wrapping_add((*offset).into());
        let base = n_units.wrapping_mul(4);
        let with_byte =
            self.state << 8 | u32::from(self.window.get(self.at & LAST).copied().unwrap_or_default());
        // Without a branch, since whether a byte is needed cannot be predicted. That another is not mostly can.
        let needs_byte = self.state < base;
        self.state = select_unpredictable(needs_byte, with_byte, self.state);
        self.at = self.at.wrapping_sub(needs_byte.into());
        if self.state < base {
            let byte = self.window.get(self.at & LAST).copied().unwrap_or_default();
            (self.state, self.at) = (self.state << 8 | u32::from(byte), self.at.wrapping_sub(1));
        }
        *symbol
    }
}

impl Steps<'_> {
    /// Adds bytes to the state until it reaches `base`; returns false if there are too few bytes.
    #[inline]
    fn refill(&mut self, base: u32) -> bool {
        while self.state < base {
            let Some((last, before)) = self.rest.split_last() else { return false };
            (self.state, self.rest) = (self.state << 8 | u32::from(*last), before);
        }
        true
    }

    /// Adds up to two bytes to the state, if at least four are left. There are no branches, because the number of bytes
    /// cannot be predicted.
    #[inline]
    fn refill_by_two(&mut self, base: u32) {
        let Some(last) = self.rest.last_chunk() else { return };
        let bytes = u32::from_le_bytes(*last);
        let (one, two) = (self.state << 8 | bytes >> 24, self.state << 16 | bytes >> 16);
        let (needs_one, needs_two) = (self.state < base, self.state < base >> 8);
        let n_taken = usize::from(needs_one).wrapping_add(usize::from(needs_two));
        self.state = select_unpredictable(needs_one, select_unpredictable(needs_two, two, one), self.state);
        self.rest = self.rest.get(..self.rest.len().wrapping_sub(n_taken)).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs end at the same symbol as single steps if there are too few bytes.
    #[test]
    fn runs_end_where_steps_do() {
        let common = Slot { symbol: 7, start: 1, probability: 4095 };
        let slots = vec![Slot { symbol: 3, start: 0, probability: 1 }, common];
        let mut n_ends = [0; 3];
        for (n_bytes, n_ends) in n_ends.iter_mut().enumerate() {
            for state in (0x4000..0x40_0000).step_by(39_989) {
                let symbols = || {
                    let table = Table { precision_bits: 12, slots: slots.clone(), units: vec![], common };
                    Symbols { table, base: 0x4000, steps: Steps { state, rest: &[0x55; 2][..n_bytes] } }
                };
                assert!(symbols().has_long_runs());
                let (mut runs, mut steps) = (vec![[0; 2]; 3000], vec![[0; 2]; 3000]);
                let end = symbols().fill_runs(&mut runs, |_, symbol| symbol);
                assert_eq!((end, &runs), (symbols().fill(&mut steps, |_, symbol| symbol), &steps));
                *n_ends += usize::from(end.is_err());
            }
        }
        assert_eq!(n_ends, [80, 53, 43]);
    }
}
