//! Bézier curves and surfaces, and rational B-splines.

use super::axis::{Axis, Weights};
use super::{Drawing, Modifiers, Points, UndrawnReason};
use crate::common::error::Error;
use crate::model::{Command, TexCoordIndex, VertexIndex};
use geom::{Vec2, Vec3};

/// A control point in homogeneous coordinates: x, y, z and 1, texture coordinates and normal, all multiplied
/// by its weight.
type Control = [f64; 9];

/// The control points of a curve or surface.
pub(super) struct Surface {
    points: Vec<(VertexIndex, Option<TexCoordIndex>, Option<VertexIndex>)>,
    is_curve: bool,
    is_bezier: bool,
    is_rational: bool,
}

impl Surface {
    /// The curve or surface of a command; `None` if the command is neither.
    pub(super) fn from_command(command: &Command) -> Option<Self> {
        use Command as C;
        let (is_curve, is_bezier, is_rational) = match command {
            C::BezierCurve { .. } => (true, true, false),
            C::BSplineCurve { .. } => (true, false, false),
            C::RationalBezierCurve { .. } => (true, true, true),
            C::RationalBSplineCurve { .. } => (true, false, true),
            C::BezierUvNormal { .. } | C::BezierUv { .. } | C::BezierNormal { .. } | C::Bezier { .. } => {
                (false, true, false)
            }
            C::NurbsUvNormal { .. } | C::NurbsUv { .. } | C::NurbsNormal { .. } | C::Nurbs { .. } => {
                (false, false, true)
            }
            _ => return None,
        };
        let points = match command {
            C::BezierUvNormal { points } | C::NurbsUvNormal { points } => {
                points.iter().map(|(point, pair, normal)| (*point, Some(*pair), Some(*normal))).collect()
            }
            C::BezierUv { points } | C::NurbsUv { points } => {
                points.iter().map(|(point, pair)| (*point, Some(*pair), None)).collect()
            }
            C::BezierNormal { points } | C::NurbsNormal { points } => {
                points.iter().map(|(point, normal)| (*point, None, Some(*normal))).collect()
            }
            C::BezierCurve { points }
            | C::BSplineCurve { points }
            | C::RationalBezierCurve { points }
            | C::RationalBSplineCurve { points }
            | C::Bezier { points }
            | C::Nurbs { points } => points.iter().map(|point| (*point, None, None)).collect(),
            _ => return None,
        };
        Some(Self { points, is_curve, is_bezier, is_rational })
    }

    pub(super) fn draw(
        &self,
        modifiers: &Modifiers<'_>,
        points: Points<'_>,
        drawing: &mut Drawing<'_>,
    ) -> Result<Option<UndrawnReason>, Error> {
        let controls = match self.controls(points, drawing.options.v_down) {
            Ok(controls) => controls,
            Err(reason) => return Ok(Some(reason)),
        };
        if let Some((first, ..)) = self.points.first() {
            drawing.use_colour_of(*first);
        }
        if self.is_curve {
            let axis = Axis::new(modifiers, points, 0, Some(controls.len()), self.is_bezier);
            return match axis {
                Ok(axis) => curve(&axis, &controls, drawing),
                Err(reason) => Ok(Some(reason)),
            };
        }
        match self.axes(modifiers, points) {
            Ok([u, v]) => self.surface(&u, &v, &controls, drawing),
            Err(reason) => Ok(Some(reason)),
        }
    }

    /// The axes of the two directions. Degrees and parameters that the modifiers do not set follow from the
    /// number of points; without any modifier, the net of points is square.
    fn axes(&self, modifiers: &Modifiers<'_>, points: Points<'_>) -> Result<[Axis; 2], UndrawnReason> {
        let n = self.points.len();
        let axis = |which, n_points| Axis::new(modifiers, points, which, n_points, self.is_bezier);
        let divided = |by: usize| n.checked_div(by).filter(|side| side.checked_mul(by) == Some(n));
        let is_given = |which: usize| {
            let parameters = modifiers.parameters.get(which).is_some_and(|list| list.len() >= 2);
            modifiers.degrees.get(which).copied().flatten().is_some() || parameters
        };
        let [u, v] = match [is_given(0), is_given(1)] {
            [false, false] => {
                let side = n.isqrt();
                let side = Some(side)
                    .filter(|side| side.checked_mul(*side) == Some(n))
                    .ok_or(UndrawnReason::NoNet)?;
                [axis(0, Some(side))?, axis(1, Some(side))?]
            }
            [true, false] => {
                let u = axis(0, None)?;
                let v = axis(1, divided(u.n_points))?;
                [u, v]
            }
            [false, true] => {
                let v = axis(1, None)?;
                [axis(0, divided(v.n_points))?, v]
            }
            [true, true] => [axis(0, None)?, axis(1, None)?],
        };
        if u.n_points.checked_mul(v.n_points) == Some(n) { Ok([u, v]) } else { Err(UndrawnReason::NoNet) }
    }

    /// The control points with texture coordinates and normals.
    fn controls(&self, points: Points<'_>, v_down: bool) -> Result<Vec<Control>, UndrawnReason> {
        let mut controls = Vec::with_capacity(self.points.len());
        for (point, pair, normal) in &self.points {
            let place = points.weighted(*point).ok_or(UndrawnReason::Dangling)?;
            let pair = pair
                .map(|pair| points.pair(pair))
                .unwrap_or(Some(Vec2::ZERO))
                .ok_or(UndrawnReason::Dangling)?;
            let normal = normal
                .map(|normal| points.position(normal))
                .unwrap_or(Some(Vec3::ZERO))
                .ok_or(UndrawnReason::Dangling)?;
            let weight = if self.is_rational { place.w } else { 1.0 };
            // V points up in files, and down in the mesh. Format document, section 5.
            let v = if v_down { pair.y } else { 1.0 - pair.y };
            let all = [place.x, place.y, place.z, 1.0, pair.x, v, normal.x, normal.y, normal.z];
            if !all.iter().all(|number| number.is_finite()) || !weight.is_finite() {
                return Err(UndrawnReason::NotFinite);
            }
            // A control point with a weight of 0 lies at infinity.
            if weight <= 0.0 {
                return Err(UndrawnReason::NoExtent);
            }
            controls.push(all.map(|number| f64::from(number) * f64::from(weight)));
        }
        Ok(controls)
    }

    fn surface(
        &self,
        u: &Axis,
        v: &Axis,
        controls: &[Control],
        drawing: &mut Drawing<'_>,
    ) -> Result<Option<UndrawnReason>, Error> {
        let at = |i: usize, j: usize| control(controls, j.saturating_mul(u.n_points).saturating_add(i));
        let (mut bend_u, mut bend_v, mut twist) = (0.0_f64, 0.0_f64, 0.0_f64);
        for j in 0..v.n_points {
            for i in 0..u.n_points {
                let [i1, i2, j1, j2] = [i, i, j, j];
                let (i1, i2) = (i1.saturating_add(1), i2.saturating_add(2));
                let (j1, j2) = (j1.saturating_add(1), j2.saturating_add(2));
                if i2 < u.n_points {
                    bend_u = bend_u.max(second(at(i, j), at(i1, j), at(i1, j), at(i2, j)));
                }
                if j2 < v.n_points {
                    bend_v = bend_v.max(second(at(i, j), at(i, j1), at(i, j1), at(i, j2)));
                }
                if i1 < u.n_points && j1 < v.n_points {
                    twist = twist.max(second(at(i, j), at(i1, j), at(i, j1), at(i1, j1)));
                }
            }
        }
        // Different weights pull the surface together, so that it bends more.
        let spread = spread(controls);
        // The deviation is the sum of the bends along u and along v and of the twist, each of which gets a third.
        let tolerance = drawing.tolerance() / 3.0 / spread;
        // A twisted square deviates by a quarter of its twist, in both directions at once.
        #[expect(clippy::cast_precision_loss, reason = "degrees are at most 15")]
        let twist = twist * u.degree.saturating_mul(v.degree) as f64 / 4.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 64")]
        let n_twist = (twist / tolerance).sqrt().ceil().clamp(1.0, 64.0) as usize;
        let [n_u, n_v] = [u.n_pieces(bend_u, tolerance), v.n_pieces(bend_v, tolerance)];
        let [n_u, n_v] = [n_u.max(n_twist), n_v.max(n_twist)];
        let n_squares = u.n_all_pieces(n_u).saturating_mul(v.n_all_pieces(n_v));
        drawing.check(n_squares.saturating_mul(2))?;
        let (us, vs) = (u.samples(n_u), v.samples(n_v));
        let has_pairs = self.points.first().is_some_and(|(_, pair, _)| pair.is_some());
        let first = drawing.start();
        let u_weights: Vec<Weights> = us.iter().map(|at| u.weights(*at)).collect();
        for at in &vs {
            let v_weights = v.weights(*at);
            for u_weights in &u_weights {
                let [place, along_u, along_v] = sums(u, v, u_weights, &v_weights, controls);
                let (position, pair, mut normal) = divided(&place);
                if normal == Vec3::ZERO {
                    normal = across(&place, &along_u, &along_v);
                }
                drawing.vertex(position, normal, has_pairs.then_some(pair));
            }
        }
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        drawing.grid(first, short(us.len()), short(vs.len()));
        Ok(None)
    }
}

fn control(controls: &[Control], at: usize) -> Control {
    controls.get(at).copied().unwrap_or([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
}

fn curve(
    axis: &Axis,
    controls: &[Control],
    drawing: &mut Drawing<'_>,
) -> Result<Option<UndrawnReason>, Error> {
    let pairs = controls.iter().zip(controls.iter().skip(1)).zip(controls.iter().skip(2));
    let bend = pairs.map(|((a, b), c)| second(*a, *b, *b, *c)).fold(0.0, f64::max);
    let n_pieces = axis.n_pieces(bend, drawing.tolerance() / spread(controls));
    drawing.check(axis.n_all_pieces(n_pieces).saturating_add(1))?;
    let samples = axis.samples(n_pieces);
    let points = samples.iter().map(|at| {
        let weights = axis.weights(*at);
        let mut sum = [0.0; 9];
        for (index, weight) in (weights.first..).zip(weights.values).take(axis.degree.saturating_add(1)) {
            add(&mut sum, &control(controls, index), weight);
        }
        divided(&sum).0
    });
    let points = points.collect();
    drawing.line(points);
    Ok(None)
}

/// The length of the second difference a − b − c + d, computed from points divided by their weights.
fn second(a: Control, b: Control, c: Control, d: Control) -> f64 {
    let side = |axis: usize| {
        let of = |control: &Control| control.get(axis).copied().unwrap_or_default() / control[3];
        of(&a) - of(&b) - of(&c) + of(&d)
    };
    let [x, y, z] = [side(0), side(1), side(2)];
    (x * x + y * y + z * z).sqrt()
}

/// The ratio of the largest to the smallest weight.
fn spread(controls: &[Control]) -> f64 {
    let weights = controls.iter().map(|control| control[3]);
    let (least, most) =
        weights.fold((f64::MAX, 0.0_f64), |(least, most), weight| (least.min(weight), most.max(weight)));
    (most / least).clamp(1.0, 1e6)
}

fn add(sum: &mut Control, control: &Control, weight: f64) {
    for (sum, number) in sum.iter_mut().zip(control) {
        *sum += number * weight;
    }
}

/// The weighted sum of the control points, and its derivatives along u and v.
fn sums(u: &Axis, v: &Axis, u_weights: &Weights, v_weights: &Weights, controls: &[Control]) -> [Control; 3] {
    let mut all = [[0.0; 9]; 3];
    let [place, along_u, along_v] = &mut all;
    for j in 0..=v.degree {
        let [value_v, slope_v] =
            [&v_weights.values, &v_weights.slopes].map(|list| list.get(j).copied().unwrap_or_default());
        let row = v_weights.first.saturating_add(j).saturating_mul(u.n_points);
        for i in 0..=u.degree {
            let [value_u, slope_u] =
                [&u_weights.values, &u_weights.slopes].map(|list| list.get(i).copied().unwrap_or_default());
            let control = control(controls, row.saturating_add(u_weights.first).saturating_add(i));
            add(place, &control, value_u * value_v);
            add(along_u, &control, slope_u * value_v);
            add(along_v, &control, value_u * slope_v);
        }
    }
    all
}

/// Divides a weighted sum by its weight; returns the position, texture coordinates and normal.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
fn divided(sum: &Control) -> (Vec3, Vec2, Vec3) {
    let [x, y, z, _, u, v, nx, ny, nz] = sum.map(|number| (number / sum[3]) as f32);
    (Vec3::new(x, y, z), Vec2::new(u, v), Vec3::new(nx, ny, nz))
}

/// The normal of a surface, which is perpendicular to both derivatives; zero where these are parallel, as at
/// a pole.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is meant")]
fn across(place: &Control, along_u: &Control, along_v: &Control) -> Vec3 {
    let tangent = |along: &Control| {
        let side = |axis: usize| {
            let of = |control: &Control| control.get(axis).copied().unwrap_or_default();
            of(along) - of(place) / place[3] * along[3]
        };
        let tangent = [side(0), side(1), side(2)];
        let length = tangent.iter().map(|side| side * side).sum::<f64>().sqrt();
        Vec3::from_array(tangent.map(|side| (side / length.max(f64::MIN_POSITIVE)) as f32))
    };
    tangent(along_u).cross(tangent(along_v))
}
