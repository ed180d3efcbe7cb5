//! Encodes symbols with the entropy coder. Format document, section 13.5.

use crate::common::output::Output;
use crate::draco::varint::put_varint;

/// Writes the table of the symbols' probabilities, and then the encoded symbols.
///
/// There are fewer different symbols than 2 to the power of `precision_bits`, which is at most 20.
pub(super) fn encode(out: &mut Output, symbols: &[u32], precision_bits: u32) {
    let known = SymbolSlots::allocate(symbols, precision_bits);
    table(out, &known);
    let base = 4_u32.wrapping_shl(precision_bits);
    let mut state = base;
    let mut coded = Vec::new();
    // The decoder reads the bytes from their end, so the last symbol is the first to be written.
    for symbol in symbols.iter().rev() {
        let Slot { start, probability, .. } = known.find(*symbol);
        // Below this, the next state is less than 256 times the base, as the decoder expects.
        while state >= probability.wrapping_mul(4 << 8) {
            let [low, ..] = state.to_le_bytes();
            coded.push(low);
            state >>= 8;
        }
        let quotient = state.checked_div(probability).unwrap_or_default();
        let rest = state.wrapping_sub(quotient.wrapping_mul(probability));
        state = quotient.wrapping_shl(precision_bits).wrapping_add(rest).wrapping_add(start);
    }
    let state = state.wrapping_sub(base);
    // Six bits fit next to the number of bytes, and eight into each further byte. Format document, section 13.5.
    let n_more: u32 = match state {
        0..0x40 => 0,
        0x40..0x4000 => 1,
        0x4000..0x40_0000 => 2,
        _ => 3,
    };
    // The two highest bits of the last byte store the number of bytes before it.
    let word = state | n_more.wrapping_shl(n_more.wrapping_mul(8).wrapping_add(6));
    coded.extend(word.to_le_bytes().into_iter().take(n_more.wrapping_add(1) as usize));
    put_varint(out, u32::try_from(coded.len()).unwrap_or(u32::MAX));
    out.bytes(&coded);
}

/// A symbol that occurs, with its share of the units of probability.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    symbol: u32,
    start: u32,
    probability: u32,
}

/// The symbols that occur, in ascending order.
struct SymbolSlots(Vec<Slot>);

impl SymbolSlots {
    /// Divides the units among the symbols by how often each occurs. Each symbol gets at least one unit.
    fn allocate(symbols: &[u32], precision_bits: u32) -> Self {
        let mut sorted = symbols.to_vec();
        sorted.sort_unstable();
        let groups: Vec<(u32, usize)> = sorted
            .chunk_by(|a, b| a == b)
            .map(|group| (group.first().copied().unwrap_or_default(), group.len()))
            .collect();
        let n_units = 1_u64.wrapping_shl(precision_bits);
        let n_shared = n_units.saturating_sub(groups.len() as u64);
        let share = |n_times: usize| {
            let part = (n_times as u64).saturating_mul(n_shared).checked_div(symbols.len() as u64);
            u32::try_from(part.unwrap_or_default().saturating_add(1)).unwrap_or_default()
        };
        let mut slots: Vec<Slot> = groups
            .iter()
            .map(|(symbol, n_times)| Slot { symbol: *symbol, start: 0, probability: share(*n_times) })
            .collect();
        // The most frequent symbol absorbs the rounding error.
        let n_given: u64 = slots.iter().map(|slot| u64::from(slot.probability)).sum();
        let n_left = u32::try_from(n_units.saturating_sub(n_given)).unwrap_or_default();
        if let Some(slot) = slots.iter_mut().max_by_key(|slot| slot.probability) {
            slot.probability = slot.probability.wrapping_add(n_left);
        }
        let mut start = 0_u32;
        for slot in &mut slots {
            slot.start = start;
            start = start.wrapping_add(slot.probability);
        }
        Self(slots)
    }

    fn find(&self, symbol: u32) -> Slot {
        let found = self.0.binary_search_by_key(&symbol, |slot| slot.symbol).ok();
        found.and_then(|index| self.0.get(index)).copied().unwrap_or_default()
    }
}

/// Writes the probability of each symbol from 0 to the last one that occurs.
fn table(out: &mut Output, SymbolSlots(slots): &SymbolSlots) {
    let n_symbols = slots.last().map_or(0, |slot| slot.symbol.wrapping_add(1));
    put_varint(out, n_symbols);
    let mut next = 0_u32;
    for Slot { symbol, probability, .. } in slots {
        let mut n_zeros = symbol.wrapping_sub(next);
        while n_zeros > 0 {
            // Six bits store the number of skipped symbols, less 1. Format document, section 13.5.
            let n_here = n_zeros.min(64);
            let [byte, ..] = (n_here.wrapping_sub(1) << 2 | 3).to_le_bytes();
            out.bytes(&[byte]);
            n_zeros = n_zeros.wrapping_sub(n_here);
        }
        let n_more: u32 = match probability {
            0..0x40 => 0,
            0x40..0x4000 => 1,
            _ => 2,
        };
        let bytes = (probability << 2 | n_more).to_le_bytes();
        out.bytes(bytes.get(..=n_more as usize).unwrap_or_default());
        next = symbol.wrapping_add(1);
    }
}
