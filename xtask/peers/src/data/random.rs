//! The random number generator for all data.

/// The generator xorshift64* of Marsaglia and Vigna: small, and the same on all machines.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// A generator with this seed, which must not be 0.
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// An integer below the limit.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        // The high bits are the better ones.
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// A number from `low` to `high` on a grid of `steps` per unit, rounded to the nearest float.
    pub(crate) fn snapped(&mut self, low: i32, high: i32, steps: u32) -> f64 {
        let above = f64::from(self.below(high.abs_diff(low) * steps + 1));
        let steps = f64::from(steps);
        // Rounded only here: whole numbers are exact.
        (f64::from(low) * steps + above) / steps
    }

    /// Returns true with a probability of `percent`.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of the choices.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// `count` random bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }

    /// Sixteen random bytes, for a UUID.
    pub(crate) fn uuid(&mut self) -> [u8; 16] {
        (u128::from(self.bits()) << 64 | u128::from(self.bits())).to_be_bytes()
    }

    /// A random vector of length 1.
    pub(crate) fn direction<const N: usize>(&mut self) -> [f32; N] {
        loop {
            let vector = [(); N].map(|()| self.snapped(-1, 1, 1_000_000));
            let square: f64 = vector.iter().map(|value| value * value).sum();
            // Taken from the ball, not from its cube; and not so short that the division loses digits.
            if (0.01..=1.0).contains(&square) {
                return vector.map(|value| (value / square.sqrt()) as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_stream_is_xorshift64_star() {
        // Computed by another program.
        let first = |seed| {
            let mut random = Random::new(seed);
            [(); 3].map(|()| random.bits())
        };
        assert_eq!(first(1), [0x47e4_ce4b_896c_dd1d, 0xabcf_a6a8_e079_651d, 0xb9d1_0d8f_eb73_1f57]);
        assert_eq!(
            first(0x9E37_79B9_7F4A_7C15),
            [0x0d83_b3e2_9a21_487a, 0x54c4_4c79_f1fe_9d67, 0xa845_f342_007a_0e78]
        );
        assert_eq!(first(77), [0x1977_4a5e_9bf9_30a6, 0x8314_0f7f_07c3_6432, 0x239c_8521_bafd_8135]);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            assert!(random.below(7) < 7);
            let value = random.snapped(-2000, 2000, 20) as f32;
            assert!((-2000.0..=2000.0).contains(&value));
            assert_eq!(value, format!("{value:.2}").parse::<f32>().unwrap());
            let length: f32 = random.direction::<4>().iter().map(|part| part * part).sum();
            assert!((length - 1.0).abs() < 1e-6);
        }
    }
}
