//! Decals and textures on the sides of blocks.

use super::instance::Instance;
use super::light::Face;
use geom::{TriMesh, Vec2, Vec3};

/// The distance of the first decal from its side, and of each further one from the one before, in studs.
pub(super) const GAP: f32 = 0.005;

/// True if an instance is a decal or a texture.
pub(super) fn is_decal(instance: &Instance<'_>) -> bool {
    matches!(instance.class(), b"Decal" | b"Texture")
}

/// The width and height of the side to which an instance is attached, on a part of this size.
pub(super) fn side(instance: &Instance<'_>, size: Vec3) -> [f32; 2] {
    let face = Face::from_number(instance.choice("Face").unwrap_or(Face::FRONT));
    [right(face), face.up()].map(|axis| axis.dot(size).abs())
}

/// The region of a texture that a side shows, from its upper left to its lower right corner. Equal regions share a
/// mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    face: Face,
    /// The bits of the texture coordinates.
    from: [u32; 2],
    to: [u32; 2],
}

impl Cut {
    /// The region on a part of this size: a decal is stretched, and a texture repeats every few studs.
    pub(super) fn from_instance(instance: &Instance<'_>, size: Vec3) -> Self {
        let face = Face::from_number(instance.choice("Face").unwrap_or(Face::FRONT));
        let (mut from, mut to) = ([0.0; 2], [1.0; 2]);
        if instance.class() == b"Texture" {
            let along = |axis: Vec3| (axis.x * size.x + axis.y * size.y + axis.z * size.z).abs();
            let length = [along(right(face)), along(face.up())];
            let names = [["StudsPerTileU", "OffsetStudsU"], ["StudsPerTileV", "OffsetStudsV"]];
            for (number, [tile, offset]) in names.into_iter().enumerate() {
                // A new Texture has tiles of two studs.
                let tile = instance.number(tile).filter(|tile| *tile > 0.0).unwrap_or(2.0);
                let offset = instance.number(offset).unwrap_or(0.0) / tile;
                if let (Some(from), Some(to)) = (from.get_mut(number), to.get_mut(number)) {
                    *from = offset;
                    *to = length.get(number).copied().unwrap_or_default() / tile + offset;
                }
            }
        }
        let bits = |pair: [f32; 2]| pair.map(|number| (number + 0.0).to_bits());
        Self { face, from: bits(from), to: bits(to) }
    }

    /// The regions of the sides of a block of this size that are not smooth, with the addresses of their pictures,
    /// which repeat each stud. Bottoms are left out: they are hardly ever seen, and most old parts have inlets on them.
    pub(super) fn surfaces(
        instance: &Instance<'_>,
        size: Vec3,
    ) -> impl Iterator<Item = (Self, &'static str)> {
        let names = ["RightSurface", "TopSurface", "BackSurface", "LeftSurface", "", "FrontSurface"];
        let surfaces = names.map(|name| instance.choice(name).unwrap_or_default());
        surfaces.into_iter().zip(0..).filter_map(move |(surface, number)| {
            let face = Face::from_number(number);
            let along = |axis: Vec3| (axis.x * size.x + axis.y * size.y + axis.z * size.z).abs();
            let to = [along(right(face)), along(face.up())].map(f32::to_bits);
            Some((Self { face, from: [0; 2], to }, surface_picture(surface)?))
        })
    }

    pub(super) fn normal(&self) -> Vec3 {
        self.face.normal()
    }

    /// The side as a mesh, for a cube of size 1.
    pub(super) fn shape(&self) -> TriMesh {
        let [from, to] = [self.from, self.to].map(|pair| pair.map(f32::from_bits));
        let (normal, right, up) = (self.face.normal(), right(self.face), self.face.up());
        let at = |x: f32, y: f32| (normal + right * x + up * y) * 0.5;
        TriMesh {
            positions: vec![at(-1.0, 1.0), at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0)],
            normals: vec![normal; 4],
            uvs: vec![
                Vec2::from_array(from),
                Vec2::new(from[0], to[1]),
                Vec2::from_array(to),
                Vec2::new(to[0], from[1]),
            ],
            indices: vec![[0, 1, 2], [0, 2, 3]],
            ..TriMesh::default()
        }
    }
}

/// The address of the picture of a surface, by its number in the enum `SurfaceType`; `None` for smooth ones and motors.
fn surface_picture(number: u32) -> Option<&'static str> {
    match number {
        1 | 2 => Some("rbxasset://textures/weld.png"),
        3 => Some("rbxasset://textures/studs.png"),
        4 => Some("rbxasset://textures/inlets.png"),
        5 => Some("rbxasset://textures/universal.png"),
        _ => None,
    }
}

/// The direction to the right as seen from outside the side.
fn right(face: Face) -> Vec3 {
    face.up().cross(face.normal())
}

#[cfg(test)]
mod tests {
    use super::super::instance::Instances;
    use super::*;
    use dom::View;

    #[test]
    fn a_side_faces_outward() {
        for number in 0..6 {
            let cut = Cut { face: Face::from_number(number), from: [0; 2], to: [1_f32.to_bits(); 2] };
            let shape = cut.shape();
            assert_eq!(shape.normals, [cut.normal(); 4]);
            for [a, b, c] in shape.triangles() {
                let [a, b, c] = [a, b, c].map(|vertex| shape.positions[vertex]);
                assert!((b - a).cross(c - a).dot(cut.normal()) > 0.0, "{number}");
            }
            let corners: Vec<_> = shape.uvs.iter().map(|uv| uv.to_array()).collect();
            assert_eq!(corners, [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
        }
    }

    /// Offsets of -0 and 0 are equal, and share a mesh.
    #[test]
    fn the_sign_of_zero_does_not_count() {
        let cut = |offset: &str| {
            let text = format!(
                "<roblox version='4'><Item class='Texture' referent='a'><Properties>\
                 <float name='OffsetStudsU'>{offset}</float></Properties></Item></roblox>"
            );
            let document = rbxxml::read(text.as_bytes()).unwrap();
            let instances = Instances(View::of_xml(&document));
            Cut::from_instance(&instances.get(0).unwrap(), Vec3::new(2.0, 2.0, 2.0))
        };
        assert_eq!((cut("-0"), cut("0").from), (cut("0"), [0; 2]));
        assert_ne!(cut("1"), cut("0"));
    }
}
