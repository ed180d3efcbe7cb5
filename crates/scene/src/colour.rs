//! Conversion between sRGB and linear light, with equal results on every platform.

use geom::{Rgba8, Vec4};

/// The linear value of an sRGB byte.
pub fn linear(byte: u8) -> f32 {
    narrow(linear_of(f64::from(byte) / 255.0))
}

/// The linear value of an sRGB value from 0 to 1.
pub(crate) fn linear_of(value: f64) -> f64 {
    // The formula of IEC 61966-2-1.
    if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

/// The sRGB value of a linear value from 0 to 1.
pub(crate) fn srgb_of(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055 }
}

/// The sRGB byte nearest to a linear value, which is clamped to 0 to 1.
pub fn srgb(linear: f32) -> u8 {
    byte(srgb_of(f64::from(linear.clamp(0.0, 1.0))) * 255.0)
}

/// sRGB colour and linear alpha, from linear values.
pub fn rgba8(linear: Vec4) -> Rgba8 {
    let alpha = f64::from(linear.w.clamp(0.0, 1.0)) * 255.0;
    Rgba8::new(srgb(linear.x), srgb(linear.y), srgb(linear.z), byte(alpha))
}

/// True if a linear colour differs from its stored bytes by more than the precision of 16 bits. `table` is
/// [`linear_table`].
pub fn is_rounded(exact: Vec4, Rgba8 { r, g, b, a }: Rgba8, table: &[f32; 256]) -> bool {
    const STEP: f32 = 1.5 / 65535.0;
    let light = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
    let stored = [light(r), light(g), light(b), f32::from(a) / 255.0];
    exact.to_array().iter().zip(stored).any(|(exact, stored)| (exact - stored).abs() > STEP)
}

/// The alpha byte nearest to 16 bits of alpha.
pub(crate) fn alpha(word: u16) -> u8 {
    // 65,535 is 257 times 255.
    let rounded = u32::from(word).saturating_add(128) / 257;
    u8::try_from(rounded).unwrap_or(u8::MAX)
}

/// The sRGB bytes of all linear values of 16 bits, equal to those of [`srgb`].
pub(crate) fn srgb_table() -> Vec<u8> {
    let of = |word: u16| srgb(f32::from(word) / 65535.0);
    let mut table = Vec::with_capacity(1 << 16);
    // The curve is monotonic and slow to compute, so a binary search finds the last word of each byte.
    for byte in 0..=u8::MAX {
        let (mut end, mut beyond) = (table.len(), 1_usize << 16);
        while end < beyond {
            let middle = usize::midpoint(end, beyond);
            if u16::try_from(middle).is_ok_and(|word| of(word) <= byte) {
                end = middle.saturating_add(1);
            } else {
                beyond = middle;
            }
        }
        table.resize(end, byte);
    }
    table
}

/// The sRGB bytes of 4,097 steps of linear light. The curve itself is slow to compute, and the steps are finer than a
/// byte.
#[derive(Debug)]
pub struct Curve(Vec<u8>);

impl Default for Curve {
    fn default() -> Self {
        Self((0_u16..4097).map(|step| srgb(f32::from(step) / 4096.0)).collect())
    }
}

impl Curve {
    /// The byte of a linear value, which is clamped to 0 to 1.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of 4096")]
    pub fn byte(&self, linear: f32) -> u8 {
        self.0.get((linear.clamp(0.0, 1.0) * 4096.0 + 0.5) as usize).copied().unwrap_or(255)
    }
}

/// The linear values of all 256 sRGB bytes.
pub fn linear_table() -> [f32; 256] {
    let mut table = [0.0; 256];
    table.iter_mut().zip(0..=u8::MAX).for_each(|(value, byte)| *value = linear(byte));
    table
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 0 to 255 before")]
fn byte(value: f64) -> u8 {
    // NaN becomes 0.
    (value + 0.5).clamp(0.0, 255.0) as u8
}

#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        assert!((0..=u8::MAX).all(|byte| srgb(linear(byte)) == byte));
        assert_eq!((srgb(f32::NAN), srgb(7.0), srgb(-1.0)), (0, 255, 0));
    }

    #[test]
    fn words_become_the_bytes_of_their_fractions() {
        let table = srgb_table();
        for word in 0..=u16::MAX {
            let fraction = f32::from(word) / 65535.0;
            let colour = rgba8(Vec4::splat(fraction));
            assert_eq!((table[usize::from(word)], alpha(word)), (colour.r, colour.a), "{word}");
        }
    }
}
