//! Procedural patterns of materials: grass, bricks, planks and the like, computed from positions. They distinguish a
//! lawn from a green wall; they do not imitate the textures of any engine.

use crate::material::Grain;
use geom::Vec3;

/// The factor on the colour of a point, for a surface with this normal. `pixel` is the size of a pixel in units: finer
/// patterns fade, so that they do not flicker.
pub(super) fn shade(grain: Grain, point: Vec3, normal: Vec3, pixel: f32) -> f32 {
    let [u, v] = flat(point, normal);
    // A pattern is complete up to pixels of a quarter of its period, and gone from three quarters on.
    let fine = |period: f32| (1.5 - 2.0 * pixel / period).clamp(0.0, 1.0);
    match grain {
        Grain::None => 1.0,
        Grain::Grass => {
            let patches = (noise(point * 0.11) - 0.5) * 0.3;
            let blades = (noise(Vec3::new(point.x * 2.1, point.y * 0.7, point.z * 2.1)) - 0.5) * 0.36;
            1.0 + patches * fine(9.0) + blades * fine(0.9)
        }
        Grain::Speckles => {
            let coarse = (noise(point * 0.35) - 0.5) * 0.12;
            let dots = (noise(point * 2.7) - 0.5) * 0.2;
            1.0 + coarse * fine(2.8) + dots * fine(0.7)
        }
        Grain::Veins => {
            let bent = point.x * 0.25 + point.y * 0.31 + point.z * 0.21 + noise(point * 0.3) * 3.0;
            1.0 + (wave(bent) - 0.5) * 0.2 * fine(2.5)
        }
        Grain::Wood => {
            let across = v * 1.2 + noise(Vec3::new(u * 0.12, v * 0.7, 3.0)) * 2.2;
            1.0 + (wave(across) - 0.6) * 0.24 * fine(0.9)
        }
        Grain::Planks => {
            let row = (v / PLANK).floor();
            let own = noise(Vec3::new(row * 7.3, (u / (PLANK * 8.0) + row * 0.37).floor() * 5.1, 1.0));
            let fibres = wave(v * 2.9 + noise(Vec3::new(u * 0.15, v, row)) * 1.6);
            let plank = 1.0 + (own - 0.5) * 0.26 + (fibres - 0.5) * 0.1 * fine(0.4);
            let gap = line(v / PLANK, 0.06).max(line(u / (PLANK * 8.0) + row * 0.37, 0.008));
            blend(plank, 0.55, gap * fine(PLANK))
        }
        Grain::Bricks => {
            let row = (v / COURSE).floor();
            // Each course is shifted by half a brick against the one below.
            let along = u / (COURSE * 2.0) + row * 0.5;
            let own = noise(Vec3::new(along.floor() * 3.7, row * 5.9, 2.0));
            let mortar = line(v / COURSE, 0.09).max(line(along, 0.045));
            blend(1.0 + (own - 0.5) * 0.3, 1.3, mortar * fine(COURSE))
        }
        Grain::Tiles => {
            let own = noise(Vec3::new((u / TILE).floor() * 3.1, (v / TILE).floor() * 4.7, 5.0));
            let joint = line(u / TILE, 0.03).max(line(v / TILE, 0.03));
            blend(1.0 + (own - 0.5) * 0.12, 0.7, joint * fine(TILE))
        }
        Grain::Stones => {
            let (nearest, next, own) = cells(u / STONE, v / STONE);
            let gap = (1.0 - (next - nearest) * 6.0).clamp(0.0, 1.0);
            blend(1.0 + (own - 0.5) * 0.34, 0.55, gap * fine(STONE))
        }
        Grain::Plates => {
            // Raised diagonal lines alternate in direction between neighbouring fields.
            let (along, across) = (u + v, u - v);
            let odd = ((along * 0.5).floor() + (across * 0.5).floor()) * 0.5;
            let turned = if odd.fract() == 0.0 { along } else { across };
            1.0 + (line(turned * 0.5 + 0.5, 0.12) * 0.3 - 0.05) * fine(1.0)
        }
        Grain::Brushed => 1.0 + (noise(Vec3::new(u * 0.4, v * 9.0, 8.0)) - 0.5) * 0.14 * fine(0.5),
        Grain::Weave => 1.0 + (wave(u * 3.0) + wave(v * 3.0) - 1.0) * 0.16 * fine(0.5),
        Grain::Waves => 1.0 + (swell(point) - 0.5) * 0.2 * fine(4.0),
    }
}

/// The normal of water with waves at a point of a surface with this normal.
pub(super) fn ripple(point: Vec3, normal: Vec3, pixel: f32) -> Vec3 {
    let [right, back] = [Vec3::X, Vec3::Z].map(|axis| swell(point + axis * 0.5) - swell(point));
    let steep = 0.7 * (1.5 - pixel).clamp(0.0, 1.0);
    (normal - Vec3::new(right, 0.0, back) * steep).normalised().unwrap_or(normal)
}

/// The height of waves, from 0 to 1.
fn swell(point: Vec3) -> f32 {
    let at = |scale: f32, salt: f32| noise(Vec3::new(point.x * scale, salt, point.z * scale));
    at(0.25, 0.0) * 0.6 + at(0.9, 7.0) * 0.4
}

/// The width of a plank, the height of a brick, and the sides of tiles and stones, in units; chosen by eye.
const PLANK: f32 = 1.0;
const COURSE: f32 = 0.8;
const TILE: f32 = 2.0;
const STONE: f32 = 1.6;

/// The position of a point on the side of a box with the same normal.
fn flat(point: Vec3, normal: Vec3) -> [f32; 2] {
    let [x, y, z] = normal.to_array().map(f32::abs);
    if y >= x && y >= z {
        [point.x, point.z]
    } else if x >= z {
        [point.z, point.y]
    } else {
        [point.x, point.y]
    }
}

/// A line of this half width at each integer: 1 on the line, and 0 elsewhere.
fn line(at: f32, half: f32) -> f32 {
    let away = (at - at.floor() - 0.5).abs();
    (1.5 - (0.5 - away) / half).clamp(0.0, 1.0)
}

fn blend(one: f32, other: f32, share: f32) -> f32 {
    one + (other - one) * share
}

/// A smooth wave from 0 to 1 and back with period 1.
fn wave(at: f32) -> f32 {
    let up = (at - at.floor() - 0.5).abs() * 2.0;
    up * up * (3.0 - 2.0 * up)
}

/// Value noise: random numbers from 0 to 1 at integer coordinates, with smooth interpolation.
fn noise(point: Vec3) -> f32 {
    let start = point.to_array().map(f32::floor);
    let mut share = [0.0; 3];
    for ((share, at), start) in share.iter_mut().zip(point.to_array()).zip(start) {
        let at = at - start;
        // The curve has slope 0 at integers, so that no edges are visible there.
        *share = at * at * (3.0 - 2.0 * at);
    }
    let corner = |x: f32, y: f32, z: f32| random([start[0] + x, start[1] + y, start[2] + z]);
    let along = |y: f32, z: f32| blend(corner(0.0, y, z), corner(1.0, y, z), share[0]);
    let across = |z: f32| blend(along(0.0, z), along(1.0, z), share[1]);
    blend(across(0.0), across(1.0), share[2])
}

/// A hash of integer coordinates, as a number from 0 to 1.
#[expect(clippy::cast_possible_truncation, reason = "far places repeat the pattern")]
#[expect(clippy::cast_precision_loss, reason = "16 bits")]
fn random(place: [f32; 3]) -> f32 {
    let mut hash = 0x9e37_79b9_u32;
    for part in place {
        // The factors are those of MurmurHash3.
        hash = (hash ^ (part as i32).cast_unsigned()).wrapping_mul(0x85eb_ca6b);
        hash ^= hash >> 13;
    }
    (hash.wrapping_mul(0xc2b2_ae35) >> 16) as f32 / 65_535.0
}

/// Cellular noise with one random point per unit square: the distances of the nearest point and of the next, and a
/// random number of the nearest.
fn cells(u: f32, v: f32) -> (f32, f32, f32) {
    let (mut nearest, mut next, mut own) = (f32::INFINITY, f32::INFINITY, 0.0);
    for down in [-1.0, 0.0, 1.0] {
        for right in [-1.0, 0.0, 1.0] {
            let (column, row) = (u.floor() + right, v.floor() + down);
            // Points keep away from the edges of their squares, so that a point two squares away is never the nearest.
            let at = |salt: f32| 0.2 + random([column, row, salt]) * 0.6;
            let (x, y) = (column + at(1.0) - u, row + at(2.0) - v);
            let distance = (x * x + y * y).sqrt();
            if distance < nearest {
                (next, nearest, own) = (nearest, distance, random([column, row, 3.0]));
            } else {
                next = next.min(distance);
            }
        }
    }
    (nearest, next, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Grain; 13] = [
        Grain::None,
        Grain::Grass,
        Grain::Speckles,
        Grain::Veins,
        Grain::Wood,
        Grain::Planks,
        Grain::Bricks,
        Grain::Tiles,
        Grain::Stones,
        Grain::Plates,
        Grain::Brushed,
        Grain::Weave,
        Grain::Waves,
    ];

    /// The page holds its own renderer against the same values, which were computed by a third program.
    #[test]
    fn patterns_have_the_values_of_the_table() {
        for line in include_str!("grain.tsv").lines().skip(1) {
            let numbers: Vec<f32> = line.split('\t').map(|number| number.parse().unwrap()).collect();
            let [kind, x, y, z, right, up, back, pixel, factor] = numbers[..] else { panic!("{line}") };
            let grain = *ALL.iter().find(|grain| f32::from(**grain as u8) == kind).unwrap();
            let found = shade(grain, Vec3::new(x, y, z), Vec3::new(right, up, back), pixel);
            assert!((found - factor).abs() < 1e-3, "{line}: {found}");
        }
    }

    #[test]
    fn patterns_differ_and_keep_the_colour_on_the_whole() {
        for grain in ALL {
            let at = |index: u16| {
                let (x, z) = (f32::from(index % 64) * 0.37, f32::from(index / 64) * 0.41);
                shade(grain, Vec3::new(x, 0.0, z), Vec3::Y, 0.01)
            };
            let values: Vec<f32> = (0..4096).map(at).collect();
            let mean = values.iter().sum::<f32>() / 4096.0;
            let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / 4096.0;
            assert!((0.85..1.15).contains(&mean), "{grain:?}: {mean}");
            assert_eq!(spread > 1e-4, grain != Grain::None, "{grain:?}: {spread}");
        }
    }

    #[test]
    fn patterns_fade_where_pixels_are_larger() {
        for grain in ALL {
            let far = |x: f32| shade(grain, Vec3::new(x, 0.0, 0.3), Vec3::Y, 1000.0);
            let values = [far(0.0), far(0.4), far(0.9), far(17.3)];
            let spread = values.iter().fold(0.0_f32, |spread, value| spread.max((value - values[0]).abs()));
            assert!(spread < 0.35, "{grain:?}: {values:?}");
        }
        // Values that are not finite give some number, too.
        assert!(!shade(Grain::Grass, Vec3::splat(f32::NAN), Vec3::Y, f32::NAN).is_infinite());
    }
}
