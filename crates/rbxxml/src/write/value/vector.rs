//! Writes values that consist of numbers in child elements. Format document, section 6.

use crate::model::Ray;
use crate::types::with_vectors;
use crate::wire;
use crate::write::Writer;
use geom::{Pose, Vec2, Vec3};

macro_rules! writers {
    ($($row:ident($Row:ty): $numbers:ident $names:expr;)*) => {
        impl Writer<'_> { $(
            pub(super) fn $row(&mut self, value: $Row, depth: usize) {
                self.$numbers(&$names, value.into(), depth);
            }
        )* }
    };
}
with_vectors!(writers);

impl Writer<'_> {
    /// Writes children that are floats, in the order of `names`.
    pub(super) fn floats<const N: usize>(&mut self, names: &[&str], numbers: [f32; N], depth: usize) {
        self.array(names, numbers, depth, Self::float);
    }

    fn shorts<const N: usize>(&mut self, names: &[&str], numbers: [i16; N], depth: usize) {
        self.array(names, numbers, depth, Self::whole);
    }

    pub(super) fn udim(&mut self, (scale, offset): (f32, i32), depth: usize) {
        let [s, o] = wire::UDIM else { return };
        self.child(s, depth, |writer| writer.float(scale));
        self.child(o, depth, |writer| writer.whole(offset));
    }

    pub(super) fn udim2(&mut self, [x, y]: [(f32, i32); 2], depth: usize) {
        let [xs, xo, ys, yo] = wire::UDIM2 else { return };
        self.child(xs, depth, |writer| writer.float(x.0));
        self.child(xo, depth, |writer| writer.whole(x.1));
        self.child(ys, depth, |writer| writer.float(y.0));
        self.child(yo, depth, |writer| writer.whole(y.1));
    }

    pub(super) fn rect(&mut self, [a, b, c, d]: [f32; 4], depth: usize) {
        let inside = depth.saturating_add(1);
        let corners = [Vec2::new(a, b), Vec2::new(c, d)];
        self.array(wire::RECT, corners, depth, |writer, corner| writer.vec2(corner, inside));
    }

    pub(super) fn ray(&mut self, value: &Ray, depth: usize) {
        let inside = depth.saturating_add(1);
        let both = [value.origin, value.direction];
        self.array(wire::RAY, both, depth, |writer, vector| writer.vec3(vector, inside));
    }

    /// Writes the position, then the matrix by rows: R00, R01, R02, R10 and so on.
    pub(super) fn cframe(&mut self, value: &Pose, depth: usize) {
        self.vec3(value.position, depth);
        let names = wire::CFRAME.get(3..).unwrap_or_default();
        self.floats(names, value.rotation.to_rows_array(), depth);
    }

    pub(super) fn axes(&mut self, bits: u32, depth: usize) {
        self.array(wire::AXES, [bits], depth, Self::whole);
    }

    pub(super) fn faces(&mut self, bits: u32, depth: usize) {
        self.array(wire::FACES, [bits], depth, Self::whole);
    }
}
