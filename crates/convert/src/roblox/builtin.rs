//! Substitutes for pictures and shapes that every installation of the engine contains. They have the same meaning, and
//! are used only if the caller does not supply the file.

use geom::{Aabb, TriMesh, Vec3};
use scene::thumb::Picture;

/// The side of a picture in pixels, and the side of a pixel in coordinates from -1 to 1.
const SIDE: u8 = 128;
const PIXEL: f32 = 2.0 / 128.0;

/// The picture at an address, as PNG.
pub(super) fn picture(url: &str) -> Option<Vec<u8>> {
    let url = url.to_ascii_lowercase();
    match url.strip_prefix("rbxasset://textures/")? {
        "face.png" | "face.jpg" => Some(drawn(face)),
        "spawnlocation.png" => Some(drawn(spawn)),
        "studs.png" => Some(relief(|x, y| stud(x, y, 0.6))),
        "inlets.png" => Some(relief(|x, y| -stud(x, y, 0.7))),
        "universal.png" => Some(relief(|x, y| stud(x, y, 0.4) - stud(x, y, 0.8))),
        "weld.png" => Some(relief(cross)),
        _ => None,
    }
}

/// The shape at an address, in studs.
pub(super) fn shape(url: &str) -> Option<TriMesh> {
    let url = url.to_ascii_lowercase();
    let boxes: &[[[f32; 3]; 2]] = match url.strip_prefix("rbxasset://fonts/")? {
        // The tool's grip is at -1.5 along Z, so the blade points to +Z.
        "sword.mesh" => &[
            [[-0.05, -0.22, -1.0], [0.05, 0.22, 2.0]],
            [[-0.04, -0.12, 2.0], [0.04, 0.12, 2.3]],
            [[-0.12, -0.6, -1.2], [0.12, 0.6, -1.0]],
            [[-0.1, -0.1, -2.1], [0.1, 0.1, -1.2]],
        ],
        "rocketlauncher.mesh" => &[
            [[-0.35, -0.1, -2.0], [0.35, 0.6, 2.0]],
            [[-0.1, -0.6, -0.1], [0.1, -0.1, 0.2]],
            [[-0.1, -0.6, 0.6], [0.1, -0.1, 0.9]],
        ],
        "paintballgun.mesh" => &[
            [[-0.15, 0.0, -1.2], [0.15, 0.3, 1.0]],
            [[-0.12, -0.6, 0.4], [0.12, 0.0, 0.8]],
            [[-0.25, 0.3, 0.0], [0.25, 0.7, 0.6]],
        ],
        "slingshot.mesh" => &[
            [[-0.1, -0.9, -0.1], [0.1, 0.0, 0.1]],
            [[-0.5, 0.0, -0.1], [0.5, 0.2, 0.1]],
            [[-0.5, 0.2, -0.1], [-0.3, 0.9, 0.1]],
            [[0.3, 0.2, -0.1], [0.5, 0.9, 0.1]],
        ],
        "timebomb.mesh" => return Some(bomb()),
        _ => return None,
    };
    let boxes = boxes.iter().map(|corners| corners.map(Vec3::from_array));
    Some(boxes.fold(TriMesh::default(), |mut all, [min, max]| {
        add_box(&mut all, Aabb { min, max });
        all
    }))
}

/// Adds the six sides of a box, with vertices of their own so that edges are sharp.
fn add_box(shape: &mut TriMesh, bounds: Aabb) {
    let (centre, half) = (bounds.centre(), bounds.size() * 0.5);
    let scaled = |by: Vec3| Vec3::new(by.x * half.x, by.y * half.y, by.z * half.z);
    for (normal, right) in [Vec3::X, Vec3::Y, Vec3::Z]
        .into_iter()
        .zip([Vec3::Y, Vec3::Z, Vec3::X])
        .flat_map(|(normal, right)| [(normal, right), (-normal, right)])
    {
        let up = normal.cross(right);
        let first = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        shape.positions.extend(corners.map(|[x, y]| centre + scaled(normal + right * x + up * y)));
        shape.normals.extend([normal; 4]);
        shape
            .indices
            .extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|at| first.saturating_add(at))));
    }
}

/// A ball with a fuse.
fn bomb() -> TriMesh {
    const N: u16 = 16;
    let mut shape = TriMesh::default();
    let angle = |step: u16, of: f32| f32::from(step) / f32::from(N) * of;
    for ring in 0..=N {
        let (high, wide) =
            (libm::cosf(angle(ring, core::f32::consts::PI)), libm::sinf(angle(ring, core::f32::consts::PI)));
        for step in 0..N {
            let turn = angle(step, core::f32::consts::TAU);
            let normal = Vec3::new(wide * libm::cosf(turn), high, wide * libm::sinf(turn));
            shape.positions.push(normal);
            shape.normals.push(normal);
        }
    }
    let at = |ring: u16, step: u16| u32::from(ring.saturating_mul(N).saturating_add(step % N));
    for (ring, step) in (0..N).flat_map(|ring| (0..N).map(move |step| (ring, step))) {
        let (below, next) = (ring.saturating_add(1), step.saturating_add(1));
        shape.indices.push([at(ring, step), at(ring, next), at(below, next)]);
        shape.indices.push([at(ring, step), at(below, next), at(below, step)]);
    }
    add_box(&mut shape, Aabb { min: Vec3::new(-0.1, 0.95, -0.1), max: Vec3::new(0.1, 1.4, 0.1) });
    shape
}

/// The distance from two eyes and a smile, negative inside.
fn face(x: f32, y: f32) -> f32 {
    let eye = |across: f32| (libm::hypotf((x - across) / 0.6, y + 0.25) - 0.2) * 0.6;
    // The mouth is the lower part of a ring.
    let ring = (libm::hypotf(x, y + 0.02) - 0.52).abs() - 0.05;
    let mouth = ring.max(0.22 - y);
    eye(-0.3).min(eye(0.3)).min(mouth)
}

/// The distance from a ring around a star of eight rays, negative inside.
fn spawn(x: f32, y: f32) -> f32 {
    let away = libm::hypotf(x, y);
    let ring = (away - 0.8).abs() - 0.06;
    let turn = libm::atan2f(y, x) / core::f32::consts::FRAC_PI_4;
    let from_ray = (turn - turn.round()).abs() * core::f32::consts::FRAC_PI_4;
    // Rays become narrower outwards.
    let ray = (away * libm::sinf(from_ray) - 0.1 * (1.0 - away / 0.75)).max(away - 0.7);
    ring.min(ray)
}

/// The height of a round stud of this radius, with a bevel.
fn stud(x: f32, y: f32, radius: f32) -> f32 {
    ((radius - libm::hypotf(x, y)) / BEVEL).clamp(0.0, 1.0)
}

/// The height of two bars along the diagonals.
fn cross(x: f32, y: f32) -> f32 {
    ((0.2 - (x + y).abs().min((x - y).abs())) / BEVEL).clamp(0.0, 1.0)
}

/// The width of the slope of a raised shape.
const BEVEL: f32 = 0.15;

/// A picture that lightens and darkens the surface below it, like light from the upper left on a relief of this height.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn relief(height: fn(f32, f32) -> f32) -> Vec<u8> {
    let at = |pixel: u8| (f32::from(pixel) + 0.5) * PIXEL - 1.0;
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (at(x), at(y))));
    let shade = |(x, y)| {
        let lit = height(x + PIXEL, y + PIXEL) - height(x - PIXEL, y - PIXEL);
        let (colour, most) = if lit > 0.0 { (255, 70.0) } else { (0, 70.0) };
        let opacity = (lit.abs() * BEVEL / (2.0 * PIXEL)).min(1.0) * most;
        [colour, colour, colour, opacity as u8]
    };
    let rgba = pixels.flat_map(shade).collect();
    Picture { width: SIDE.into(), height: SIDE.into(), rgba }.to_png()
}

/// A dark picture that is opaque where the distance is negative, with soft edges.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn drawn(distance: fn(f32, f32) -> f32) -> Vec<u8> {
    let at = |pixel: u8| (f32::from(pixel) + 0.5) * PIXEL - 1.0;
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (at(x), at(y))));
    let opacity = |(x, y)| ((0.5 - distance(x, y) / PIXEL).clamp(0.0, 1.0) * 255.0).round() as u8;
    let rgba = pixels.flat_map(|place| [20, 20, 20, opacity(place)]).collect();
    Picture { width: SIDE.into(), height: SIDE.into(), rgba }.to_png()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::thumb::pixels;

    #[test]
    fn pictures_cover_some_of_their_side() {
        for (url, least, most) in
            [("rbxasset://textures/face.png", 0.03, 0.2), ("rbxasset://Textures/SpawnLocation.png", 0.1, 0.4)]
        {
            let (width, height, pixels) = pixels(&picture(url).unwrap(), 1 << 20).unwrap();
            assert_eq!((width, height), (128, 128));
            let covered = pixels.iter().filter(|pixel| pixel[3] > 127).count() as f32 / 16384.0;
            assert!((least..most).contains(&covered), "{url}: {covered}");
        }
        let studs = pixels(&picture("rbxasset://textures/studs.png").unwrap(), 1 << 20).unwrap().2;
        let shaded = |colour: u8| studs.iter().filter(|pixel| pixel[0] == colour && pixel[3] > 20).count();
        // The upper left of the slope is as large as its lower right.
        assert!(shaded(255) > 900 && shaded(255).abs_diff(shaded(0)) < 200, "{} {}", shaded(255), shaded(0));
        assert_eq!(picture("rbxasset://textures/other.png"), None);
        assert_eq!(picture("rbxassetid://1"), None);
    }

    #[test]
    fn shapes_are_closed_and_face_outward() {
        for name in ["sword", "rocketlauncher", "PaintballGun", "slingshot", "timebomb"] {
            let shape = shape(&format!("rbxasset://fonts/{name}.mesh")).unwrap();
            assert_eq!(shape.check(), [], "{name}");
            for [a, b, c] in shape.triangles() {
                let normal = shape.normals[a] + shape.normals[b] + shape.normals[c];
                let [a, b, c] = [a, b, c].map(|vertex| shape.positions[vertex]);
                // Triangles at the poles of a ball have no area, and any direction.
                assert!((b - a).cross(c - a).dot(normal) > -1e-5, "{name}");
            }
            let has_mirrored = |at: &Vec3| {
                let mirrored = Vec3::new(-at.x, at.y, at.z);
                shape.positions.iter().any(|other| (*other - mirrored).length() < 1e-5)
            };
            assert!(shape.positions.iter().all(has_mirrored), "{name}: left and right are equal");
        }
        let sword = shape("rbxasset://fonts/sword.mesh").unwrap();
        let bounds = Aabb::from_points(sword.positions).unwrap();
        assert!((bounds.min.z + 2.1).abs() < 1e-5 && (bounds.max.z - 2.3).abs() < 1e-5, "{bounds:?}");
    }
}
