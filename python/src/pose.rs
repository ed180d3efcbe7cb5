//! Calculations with poses for `rezkit.values.CFrame`, done in Rust.

use geom::{Mat3, Pose, Vec3};
use pyo3::exceptions::PyZeroDivisionError;
use pyo3::prelude::*;

/// A position and the rows of a rotation.
type Numbers = [f32; 12];

fn pose([x, y, z, rows @ ..]: Numbers) -> Pose {
    Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) }
}

fn numbers(pose: Pose) -> Numbers {
    let mut numbers = [0.0; 12];
    let own = pose.position.to_array().into_iter().chain(pose.rotation.to_rows_array());
    numbers.iter_mut().zip(own).for_each(|(to, from)| *to = from);
    numbers
}

/// The product of two poses.
#[pyfunction]
pub(crate) fn _pose_times(outer: Numbers, inner: Numbers) -> Numbers {
    numbers(pose(outer) * pose(inner))
}

/// Transforms a point by a pose.
#[pyfunction]
pub(crate) fn _pose_places(outer: Numbers, place: [f32; 3]) -> [f32; 3] {
    pose(outer).transform_point(Vec3::from_array(place)).to_array()
}

/// The inverse of a pose.
#[pyfunction]
pub(crate) fn _pose_inverse(of: Numbers) -> PyResult<Numbers> {
    let inverse = pose(of).inverse();
    inverse.map(numbers).ok_or_else(|| PyZeroDivisionError::new_err("this CFrame has no inverse"))
}
