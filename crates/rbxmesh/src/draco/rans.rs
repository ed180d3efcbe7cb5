//! The entropy coder: range asymmetric numeral systems. Format document, section 13.5.

use super::header::varint;
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field, part};

/// The symbols with their probabilities.
#[derive(Debug)]
pub(super) struct Table {
    /// The probabilities are in units of one part of two to the power of this.
    precision_bits: u32,
    /// The symbols with a probability above 0.
    slots: Vec<Slot>,
    /// The slot of each unit; empty if too few symbols follow to be worth it.
    lookup: Vec<u16>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    symbol: u32,
    /// How many units are before it.
    start: u32,
    probability: u32,
}

impl Table {
    /// The slot that a unit belongs to; there is one for each.
    #[inline]
    fn find(&self, unit: u32) -> Slot {
        let index = match self.lookup.get(unit as usize) {
            Some(index) => usize::from(*index),
            None => self.slots.partition_point(|slot| slot.start <= unit).wrapping_sub(1),
        };
        self.slots.get(index).copied().unwrap_or_default()
    }

    /// Builds the lookup table, unless it would be many times larger than the number of symbols: a hostile stream may
    /// have a million units for each of many short runs.
    fn prepare(&mut self, n_symbols: usize) {
        let n_units = 1_usize << self.precision_bits;
        if n_units / 16 > n_symbols || self.slots.len() > usize::from(u16::MAX) {
            return;
        }
        self.lookup.reserve_exact(n_units);
        for (index, slot) in (0_u16..).zip(&self.slots) {
            self.lookup.extend(std::iter::repeat_n(index, slot.probability as usize));
        }
    }
}

/// The table of the symbols that follow, `n_symbols` of them.
pub(super) fn table<'a>(precision_bits: u32, n_symbols: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Table> {
    move |input| {
        let (rest, n_known) = field("symbol_count", varint)(input)?;
        let (rest, slots) = part("probabilities", |input| slots(input, n_known, precision_bits))(rest)?;
        let mut table = Table { precision_bits, slots, lookup: Vec::new() };
        table.prepare(n_symbols);
        Ok((rest, table))
    }
}

fn slots(input: Input<'_>, n_symbols: u32, precision_bits: u32) -> Parsed<'_, Vec<Slot>> {
    let n_units = 1_u32 << precision_bits;
    let mut slots = Vec::new();
    let (mut symbol, mut start) = (0_u32, 0_u32);
    let mut at = input;
    while symbol < n_symbols {
        let (rest, token) = probability(at)?;
        match token {
            Token::Zeros(count) => symbol = symbol.saturating_add(count),
            Token::One(probability) => {
                let (found, bound) =
                    (probability.into(), u64::from(n_units.wrapping_sub(start)).wrapping_add(1));
                if found >= bound {
                    return Err(at.fatal(ErrorKind::OutOfRange { what: "probability", found, bound }));
                }
                if probability > 0 {
                    slots.push(Slot { symbol, start, probability });
                }
                start = start.wrapping_add(probability);
                symbol = symbol.saturating_add(1);
            }
        }
        if symbol > n_symbols {
            let (found, bound) = (symbol.into(), u64::from(n_symbols).saturating_add(1));
            return Err(at.fatal(ErrorKind::OutOfRange { what: "number of symbols", found, bound }));
        }
        at = rest;
    }
    if start != n_units {
        let expected = format!("probabilities of {n_units} together").into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: start.to_string() }));
    }
    Ok((at, slots))
}

/// What a byte of the table begins.
enum Token {
    /// So many symbols never come.
    Zeros(u32),
    /// The probability of one symbol.
    One(u32),
}

fn probability(input: Input<'_>) -> Parsed<'_, Token> {
    let (rest, first) = value::<_, u8>(input)?;
    let (bits, n_more) = (u32::from(first >> 2), first & 3);
    if n_more == 3 {
        return Ok((rest, Token::Zeros(bits.wrapping_add(1))));
    }
    let (rest, more) = bytes(n_more.into())(rest)?;
    let more = more.iter().zip([6, 14]).fold(0, |more, (byte, shift)| more | u32::from(*byte) << shift);
    Ok((rest, Token::One(bits | more)))
}

/// A run of symbols.
#[derive(Debug)]
pub(super) struct Symbols<'a> {
    table: Table,
    /// What the state is refilled to.
    base: u32,
    state: u32,
    /// Read from its end.
    rest: &'a [u8],
}

/// The bytes of a run, at its first symbol.
pub(super) fn run<'a>(input: Input<'a>, table: Table) -> Parsed<'a, Symbols<'a>> {
    let (at, n_bytes) = field("coded_size", varint)(input)?;
    let (rest, coded) = field("coded_symbols", bytes(n_bytes as usize))(at)?;
    let base = 4_u32.wrapping_shl(table.precision_bits);
    // The two highest bits of the last byte say how many bytes before it belong to the state.
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
    Ok((rest, Symbols { table, base, state, rest: before }))
}

/// What of the last one to four bytes is state.
const STATE_MASKS: [u32; 4] = [0x3f, 0x3fff, 0x3f_ffff, 0x3fff_ffff];

impl Symbols<'_> {
    /// Adds the next symbols to a list, or as many as there are bytes for.
    pub(super) fn take(&mut self, count: usize, symbols: &mut Vec<u32>) {
        if let [Slot { symbol, .. }] = *self.table.slots {
            // The only symbol has all units, so the state does not change.
            symbols.resize(symbols.len().saturating_add(count), symbol);
            return;
        }
        // Local variables stay in registers: decoding spends most of its time in this loop.
        let Self { ref table, base, mut state, mut rest } = *self;
        let bits = table.precision_bits;
        let mask = 1_u32.wrapping_shl(bits).wrapping_sub(1);
        for _ in 0..count {
            while state < base {
                let Some((last, before)) = rest.split_last() else {
                    (self.state, self.rest) = (state, rest);
                    return;
                };
                state = state << 8 | u32::from(*last);
                rest = before;
            }
            let unit = state & mask;
            let Slot { symbol, start, probability } = table.find(unit);
            let quotient = state.wrapping_shr(bits);
            state = quotient.wrapping_mul(probability).wrapping_add(unit).wrapping_sub(start);
            symbols.push(symbol);
        }
        (self.state, self.rest) = (state, rest);
    }

    /// Whether all bytes are used up: the decoder ends in the state that encoders start with.
    pub(super) fn ends_here(mut self) -> bool {
        while self.state < self.base {
            let Some((last, rest)) = self.rest.split_last() else { return false };
            (self.state, self.rest) = (self.state << 8 | u32::from(*last), rest);
        }
        self.state == self.base && self.rest.is_empty()
    }
}
