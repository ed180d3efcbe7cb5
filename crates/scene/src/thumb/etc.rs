//! Blocks of ETC1 and ETC2, as used on phones: four by four pixels, column by column.

/// A block of pixels: four rows of four.
pub(super) type Block = [[[u8; 4]; 4]; 4];

/// The two distances of the modifier tables from the base colour of a half.
const STEPS: [[i32; 2]; 8] = [[2, 8], [5, 17], [9, 29], [13, 42], [18, 60], [24, 80], [33, 106], [47, 183]];

/// The distances between the colours of the modes T and H.
const WAYS: [i32; 8] = [3, 6, 11, 16, 23, 32, 41, 64];

/// The modifiers of opacity, before the multiplier.
#[rustfmt::skip]
const OPACITIES: [[i32; 8]; 16] = [
    [-3, -6, -9, -15, 2, 5, 8, 14], [-3, -7, -10, -13, 2, 6, 9, 12], [-2, -5, -8, -13, 1, 4, 7, 12],
    [-2, -4, -6, -13, 1, 3, 5, 12], [-3, -6, -8, -12, 2, 5, 7, 11], [-3, -7, -9, -11, 2, 6, 8, 10],
    [-4, -7, -8, -11, 3, 6, 7, 10], [-3, -5, -8, -11, 2, 4, 7, 10], [-2, -6, -8, -10, 1, 5, 7, 9],
    [-2, -5, -8, -10, 1, 4, 7, 9], [-2, -4, -8, -10, 1, 3, 7, 9], [-2, -5, -7, -10, 1, 4, 6, 9],
    [-3, -4, -7, -10, 2, 3, 6, 9], [-1, -2, -3, -10, 0, 1, 2, 9], [-4, -6, -8, -9, 3, 5, 7, 8],
    [-3, -5, -7, -9, 2, 4, 6, 8],
];

/// Decodes the colours of a block. With `has_holes`, a bit of the block decides whether some pixels may be transparent.
pub(super) fn colours(block: [u8; 8], has_holes: bool) -> Block {
    let bits = Bits(u64::from_be_bytes(block));
    let is_whole = !has_holes || bits.field(33, 1) == 1;
    // Without the individual mode, the second colour is a difference; a sum out of range selects another mode.
    let sums = [59, 51, 43].map(|at| bits.field(at, 5).saturating_add(bits.signed(at.saturating_sub(3))));
    let is_out = sums.map(|sum| !(0..32).contains(&sum));
    match is_out {
        _ if !has_holes && bits.field(33, 1) == 0 => {
            let four = |at: [u32; 3]| at.map(|at| wide(bits.field(at, 4), 4));
            halves(bits, [four([60, 52, 44]), four([56, 48, 40])], true)
        }
        [true, ..] => mode_t(bits, is_whole),
        [_, true, _] => mode_h(bits, is_whole),
        [.., true] => planar(bits),
        _ => halves(
            bits,
            [[59, 51, 43].map(|at| wide(bits.field(at, 5), 5)), sums.map(|sum| wide(sum, 5))],
            is_whole,
        ),
    }
}

/// Adds the opacity of a block to its colours.
pub(super) fn opacity(block: [u8; 8], into: &mut Block) {
    let bits = Bits(u64::from_be_bytes(block));
    let (base, by) = (bits.field(56, 8), bits.field(52, 4));
    let steps =
        OPACITIES.get(usize::try_from(bits.field(48, 4)).unwrap_or_default()).unwrap_or(&OPACITIES[0]);
    for (number, [x, y]) in places() {
        let at = 45_usize.saturating_sub(number.saturating_mul(3));
        let index = usize::try_from(bits.field(u32::try_from(at).unwrap_or_default(), 3)).unwrap_or_default();
        let step = steps.get(index).copied().unwrap_or_default();
        if let Some([.., alpha]) = into.get_mut(y).and_then(|row| row.get_mut(x)) {
            *alpha = byte(base.saturating_add(step.saturating_mul(by)));
        }
    }
}

/// The index of each pixel's bits, with the column and the row of the pixel in its block: ETC2 stores pixels column by
/// column.
fn places() -> impl Iterator<Item = (usize, [usize; 2])> {
    (0..16).map(|number| (number, [number / 4, number % 4]))
}

/// The bits of a block; the lowest are in the last byte.
#[derive(Clone, Copy)]
struct Bits(u64);

impl Bits {
    /// The number in `count` bits from `lowest` on.
    fn field(self, lowest: u32, count: u32) -> i32 {
        let mask = (1_u64 << count.min(16)).wrapping_sub(1);
        i32::try_from(self.0.checked_shr(lowest).unwrap_or_default() & mask).unwrap_or_default()
    }

    /// A signed number of three bits.
    fn signed(self, lowest: u32) -> i32 {
        let bits = self.field(lowest, 3);
        if bits < 4 { bits } else { bits.saturating_sub(8) }
    }

    /// The index of a pixel, from 0 to 3.
    fn choice(self, number: usize) -> usize {
        let number = u32::try_from(number).unwrap_or_default();
        let bit = |from: u32| usize::try_from(self.field(from.saturating_add(number), 1)).unwrap_or_default();
        bit(16) << 1 | bit(0)
    }
}

/// Extends a number of a few bits to eight by repeating its highest bits.
fn wide(number: i32, bits: u32) -> i32 {
    let up = number.checked_shl(8_u32.saturating_sub(bits)).unwrap_or_default();
    up | number.checked_shr(bits.saturating_mul(2).saturating_sub(8)).unwrap_or_default()
}

fn byte(number: i32) -> u8 {
    u8::try_from(number.clamp(0, 255)).unwrap_or_default()
}

/// An opaque pixel of a colour with this modifier.
fn pixel(colour: [i32; 3], by: i32) -> [u8; 4] {
    let [r, g, b] = colour.map(|channel| byte(channel.saturating_add(by)));
    [r, g, b, 255]
}

/// Fills a block with the pixels that the indices select.
fn fill(bits: Bits, pixel: impl Fn([usize; 2], usize) -> [u8; 4]) -> Block {
    let mut block = [[[0; 4]; 4]; 4];
    for (number, [x, y]) in places() {
        if let Some(place) = block.get_mut(y).and_then(|row| row.get_mut(x)) {
            *place = pixel([x, y], bits.choice(number));
        }
    }
    block
}

/// Two halves with one base colour each, and lighter and darker pixels.
fn halves(bits: Bits, colours: [[i32; 3]; 2], is_whole: bool) -> Block {
    let is_flat = bits.field(32, 1) == 1;
    let steps = [37, 34].map(|at| STEPS.get(usize::try_from(bits.field(at, 3)).unwrap_or_default()).copied());
    fill(bits, |[x, y], choice| {
        let half = usize::from(if is_flat { y > 1 } else { x > 1 });
        let colour = colours.get(half).copied().unwrap_or_default();
        let [near, far] = steps.get(half).copied().flatten().unwrap_or_default();
        match (choice, is_whole) {
            (0, true) => pixel(colour, near),
            (0, false) => pixel(colour, 0),
            (1, _) => pixel(colour, far),
            (2, true) => pixel(colour, near.saturating_neg()),
            (2, false) => [0; 4],
            _ => pixel(colour, far.saturating_neg()),
        }
    })
}

/// One of four colours for each pixel.
fn painted(bits: Bits, paints: [[u8; 4]; 4], is_whole: bool) -> Block {
    fill(bits, |_, choice| match choice {
        2 if !is_whole => [0; 4],
        choice => paints.get(choice).copied().unwrap_or_default(),
    })
}

fn way(index: i32) -> i32 {
    usize::try_from(index).ok().and_then(|index| WAYS.get(index)).copied().unwrap_or_default()
}

/// Mode T: one colour, and three on a line.
fn mode_t(bits: Bits, is_whole: bool) -> Block {
    let one = [bits.field(59, 2) << 2 | bits.field(56, 2), bits.field(52, 4), bits.field(48, 4)]
        .map(|four| wide(four, 4));
    let other = [44, 40, 36].map(|at| wide(bits.field(at, 4), 4));
    let by = way(bits.field(34, 2) << 1 | bits.field(32, 1));
    painted(
        bits,
        [pixel(one, 0), pixel(other, by), pixel(other, 0), pixel(other, by.saturating_neg())],
        is_whole,
    )
}

/// Mode H: two colours, each lighter and darker.
fn mode_h(bits: Bits, is_whole: bool) -> Block {
    let one = [
        bits.field(59, 4),
        bits.field(56, 3) << 1 | bits.field(52, 1),
        bits.field(51, 1) << 3 | bits.field(47, 3),
    ];
    let other = [bits.field(43, 4), bits.field(39, 4), bits.field(35, 4)];
    // The lowest bit of the distance is encoded in the order of the two colours.
    let by = way(bits.field(34, 1) << 2 | bits.field(32, 1) << 1 | i32::from(one >= other));
    let [one, other] = [one, other].map(|colour| colour.map(|four| wide(four, 4)));
    let down = by.saturating_neg();
    painted(bits, [pixel(one, by), pixel(one, down), pixel(other, by), pixel(other, down)], is_whole)
}

/// The planar mode: colours that change linearly to the right and down.
#[expect(clippy::arithmetic_side_effects, reason = "channels are below 256, and axes below 4")]
fn planar(bits: Bits) -> Block {
    let origin = [
        wide(bits.field(57, 6), 6),
        wide(bits.field(56, 1) << 6 | bits.field(49, 6), 7),
        wide(bits.field(48, 1) << 5 | bits.field(43, 2) << 3 | bits.field(39, 3), 6),
    ];
    let right = [
        wide(bits.field(34, 5) << 1 | bits.field(32, 1), 6),
        wide(bits.field(25, 7), 7),
        wide(bits.field(19, 6), 6),
    ];
    let down = [wide(bits.field(13, 6), 6), wide(bits.field(6, 7), 7), wide(bits.field(0, 6), 6)];
    fill(bits, |[x, y], _| {
        let [x, y] = [x, y].map(|axis| i32::try_from(axis).unwrap_or_default());
        let mut colour = [0; 3];
        for ((to, origin), (right, down)) in colour.iter_mut().zip(origin).zip(right.into_iter().zip(down)) {
            *to = (x * (right - origin) + y * (down - origin) + 4 * origin + 2) >> 2;
        }
        pixel(colour, 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks and the pixels to which another decoder decodes them: the kind, the bytes, and the pixels row by row.
    const BLOCKS: &str = include_str!("etc.txt");

    fn bytes(digits: &str) -> Vec<u8> {
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn blocks_are_what_another_program_makes_of_them() {
        let mut n = 0;
        for line in BLOCKS.lines().filter(|line| !line.starts_with('#')) {
            let [kind, block, pixels] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let block = bytes(block);
            let colour = *block.last_chunk::<8>().unwrap();
            let mut found = colours(colour, kind == "holes");
            if kind == "opacity" {
                opacity(*block.first_chunk().unwrap(), &mut found);
            }
            assert_eq!(found.as_flattened().as_flattened(), bytes(pixels), "{line}");
            n += 1;
        }
        assert!(n >= 24, "{n}");
    }
}
